//! The ports that `engine` and `top` have in common: events, host, registers and updates, from rows to the model's pins
//! and back. Those of a unit that a configuration leaves out do not exist.

mod drive;

pub(super) use drive::telemetry;

use super::ecc::EccPorts;
use super::event::{EventAction, HOST_READ, HOST_SET, HOST_WRITE, HostValues, Telemetry as Tel};
use super::params::{Hpcc as HpccRegisters, OF_NEW_QPS};
use super::unit_bus;
use super::window_events::HostContext as HpccValues;
use super::words::{Group, word, words};
use crate::{Design, Error, Note, Side, Stream};
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::hpcc::{Clock, DERIVED, MAX_HOPS, PARAMS, SPEEDS};
use layout::ldcp::{Cw, N, Psn, Rtt};
use layout::record::Algorithm;
use model::choice::SETS;
use model::engine::{HostContext, HostDone, HostOp, In, Out, Outcome, Parts, Update};
use model::event::Arrival;
use model::hpcc::params::{Reciprocal, Speed};
use model::hpcc::{Hop, Telemetry};
use model::ldcp::Params;

words!(Inputs {
    rst_n,
    set_index,
    tx_valid,
    tx_qpn,
    tx_psn,
    s_event_valid,
    s_event_kind,
    s_event_ece,
    s_event_use_psn,
    s_event_n,
    s_event_psn,
    s_event_qpn,
    host_valid,
    host_write,
    host_parts,
    host_qpn,
    host_alg,
    host_set,
    host_psn,
    host_open,
    upd_ready,
});
words!(LdcpInputs { set_ldcp_we, host_ldcp_cw, host_ldcp_rtt });
words!(HpccInputs {
    set_hpcc_we,
    spd_we,
    spd_code,
    spd_gbps,
    spd_inv_b_m,
    spd_inv_b_e,
    cfg_tx_unit,
    cfg_q_unit,
    time_now,
    host_hpcc_u,
    host_hpcc_w,
    host_hpcc_wc,
    host_hpcc_inc_stage,
    host_hpcc_last_update,
});
words!(Outputs {
    s_event_ready,
    host_ready,
    host_done,
    found_alg,
    found_set,
    found_psn,
    found_open,
    upd_valid,
    upd_kind,
    upd_qpn,
    upd_alg,
    upd_window,
    upd_pace,
    upd_flags,
    upd_feedback,
    upd_una_psn,
    init_done,
});
words!(LdcpOutputs { found_ldcp_cw, found_ldcp_rtt });
words!(HpccOutputs { found_hpcc_u, found_hpcc_w, found_hpcc_wc, found_hpcc_inc_stage, found_hpcc_last_update });

/// The words of telemetry: of `s_event_*`, or of `pkt_*`.
#[derive(Clone, Copy)]
pub(super) struct TelemetryPorts {
    telemetry: usize,
    path: usize,
    n_hop: usize,
    hops: usize,
    hop: [[usize; 4]; MAX_HOPS],
}

impl TelemetryPorts {
    pub fn of(block: &str, inputs: &Side, prefix: &str, hops: usize) -> Result<TelemetryPorts, Error> {
        let port = |name: &str| word(block, inputs, &format!("{prefix}_{name}"));
        let mut hop = [[0; 4]; MAX_HOPS];
        for (i, place) in hop.iter_mut().enumerate().take(hops) {
            let field = |field: &str| port(&format!("hop_{i}_{field}"));
            *place = [field("speed")?, field("ts")?, field("tx")?, field("q")?];
        }
        Ok(TelemetryPorts { telemetry: port("telemetry")?, path: port("path")?, n_hop: port("n_hop")?, hops, hop })
    }

    pub fn put(&self, row: &mut [u64], telemetry: &Tel) {
        row[self.telemetry] = 1;
        row[self.path] = telemetry.path.into();
        row[self.n_hop] = telemetry.n_hop.into();
        for (ports, hop) in self.hop[..self.hops].iter().zip(&telemetry.hops) {
            ports.iter().zip(hop).for_each(|(port, value)| row[*port] = (*value).into());
        }
    }

    /// The telemetry of a row.
    pub fn read<'a>(&self, row: &[u64], place: &'a mut Telemetry<MAX_HOPS>) -> Option<&'a Telemetry<MAX_HOPS>> {
        if row[self.telemetry] == 0 {
            return None;
        }
        (place.path, place.n_hop) = (U::wrap(row[self.path]), U::wrap(row[self.n_hop]));
        for (hop, [speed, ts, tx, q]) in place.hops.iter_mut().zip(&self.hop[..self.hops]) {
            *hop = Hop {
                speed: U::wrap(row[*speed]),
                ts: U::wrap(row[*ts]),
                tx_bytes: U::wrap(row[*tx]),
                q_len: U::wrap(row[*q]),
            };
        }
        Some(place)
    }
}

/// HPCC++'s ports.
#[derive(Clone, Copy)]
struct HpccPorts {
    i: HpccInputs,
    o: HpccOutputs,
    s_event: TelemetryPorts,
    set: Group<9>,
    derived: Group<7>,
}

/// The ports with their words, and the parameters of the run.
#[derive(Clone)]
pub(super) struct Ports {
    i: Inputs,
    o: Outputs,
    ldcp: Option<(LdcpInputs, LdcpOutputs)>,
    ldcp_set: Option<Group<5>>,
    hpcc: Option<HpccPorts>,
    /// Of the units in sockets.
    pub unit: Option<unit_bus::Ports>,
    pub ecc: EccPorts,
    /// `idle` and `queue_overflow`, where they are to be seen.
    tells: [Option<usize>; 2],
    pub params: [Params; SETS],
    pub registers: HpccRegisters,
    header: model::hpcc::Header,
    found: Vec<String>,
}

/// Where a row's values of larger types stand while the model looks at them.
pub(super) struct Store {
    pub pkt: Telemetry<MAX_HOPS>,
    s_event: Telemetry<MAX_HOPS>,
    set: model::hpcc::Params,
}

impl Default for Store {
    fn default() -> Self {
        let none = Telemetry { path: U::ZERO, n_hop: U::ZERO, hops: [Hop::default(); MAX_HOPS] };
        Store { pkt: none, s_event: none, set: Default::default() }
    }
}

/// The outputs that mean something only with `upd_valid`.
const UPDATE: [&str; 8] =
    ["upd_kind", "upd_qpn", "upd_alg", "upd_window", "upd_pace", "upd_flags", "upd_feedback", "upd_una_psn"];

/// The outputs that mean something only with `host_done`.
pub(super) fn found(outputs: &Side) -> Vec<String> {
    outputs.columns().iter().map(|c| c.name.clone()).filter(|name| name.starts_with("found_")).collect()
}

impl Ports {
    pub fn of(
        block: &str,
        design: &Design,
        config: &Config,
        params: [Params; SETS],
        registers: HpccRegisters,
    ) -> Result<Ports, Error> {
        let (inputs, outputs) = (design.inputs(), design.outputs());
        let ldcp = || Ok::<_, Error>((LdcpInputs::of(block, inputs)?, LdcpOutputs::of(block, outputs)?));
        let ldcp_set = || Group::of(block, inputs, "set_ldcp", layout::ldcp::PARAMS, &[]);
        let hpcc = || {
            let (i, o) = (HpccInputs::of(block, inputs)?, HpccOutputs::of(block, outputs)?);
            let s_event = TelemetryPorts::of(block, inputs, "s_event", config.hpcc.hops as usize)?;
            let set = Group::of(block, inputs, "set_hpcc", PARAMS, &OF_NEW_QPS)?;
            let derived = Group::of(block, inputs, "set_hpcc", DERIVED, &[])?;
            Ok::<_, Error>(HpccPorts { i, o, s_event, set, derived })
        };
        Ok(Ports {
            i: Inputs::of(block, inputs)?,
            o: Outputs::of(block, outputs)?,
            ldcp: config.has(Unit::Ldcp).then(ldcp).transpose()?,
            ldcp_set: config.has(Unit::Ldcp).then(ldcp_set).transpose()?,
            hpcc: config.has(Unit::Hpcc).then(hpcc).transpose()?,
            unit: unit_bus::Ports::of(block, config, inputs, outputs)?,
            ecc: EccPorts::of(design),
            tells: ["idle", "queue_overflow"].map(|port| outputs.column(port).map(|c| c.word)),
            params,
            header: registers.header(),
            found: found(outputs),
            registers,
        })
    }

    pub fn rst_n(&self, row: &[u64]) -> bool {
        row[self.i.rst_n] == 1
    }

    pub fn set_reset(&self, row: &mut [u64]) {
        row[self.i.rst_n] = 0;
    }

    /// A row as the model takes it, but for packets.
    pub fn input<'a>(&self, row: &[u64], store: &'a mut Store) -> In<'a> {
        let i = &self.i;
        let Store { s_event, set, .. } = store;
        let mut input = In {
            rst_n: self.rst_n(row),
            tx: (row[i.tx_valid] == 1).then(|| (row[i.tx_qpn] as u32, Psn::wrap(row[i.tx_psn]))),
            s_event: self.s_event(row),
            host: self.host(row),
            upd_ready: row[i.upd_ready] == 1,
            ecc_inject: self.ecc.inject(row),
            ecc_scrub_interval: self.ecc.scrub_interval(row),
            unit: self.unit.as_ref().map(|unit| unit.access(row)).unwrap_or_default(),
            ..In::idle()
        };
        if let (Some((l, _)), Some(values)) = (&self.ldcp, &self.ldcp_set) {
            input.registers.ldcp = (row[l.set_ldcp_we] == 1)
                .then(|| (row[i.set_index] as usize, super::legal(Params::from_raw(values.get(row)))));
        }
        if let Some(HpccPorts { i: h, s_event: ports, set: values, derived, .. }) = &self.hpcc {
            input.units = [U::wrap(row[h.cfg_tx_unit]), U::wrap(row[h.cfg_q_unit])];
            input.now = Clock::wrap(row[h.time_now]);
            input.s_event_telemetry = ports.read(row, s_event);
            if row[h.set_hpcc_we] == 1 {
                *set = super::legal(model::hpcc::Params::from_registers(values.get(row), derived.get(row)));
                input.registers.hpcc = Some((row[i.set_index] as usize, set));
            }
            input.registers.speed = (row[h.spd_we] == 1).then(|| {
                let inv_b = Reciprocal { m: U::wrap(row[h.spd_inv_b_m]), e: U::wrap(row[h.spd_inv_b_e]) };
                let gbps = U::wrap(row[h.spd_gbps]);
                (U::wrap(row[h.spd_code]), (row[h.spd_gbps] > 0).then_some(Speed { gbps, inv_b }))
            });
        }
        input
    }

    /// Other registers of HPCC++; they are to be written after a reset.
    pub fn redraw(&mut self, seed: u64) {
        self.registers = HpccRegisters::draw(seed);
        self.header = self.registers.header();
    }

    /// Writes of registers, one a row; so many. None where all are as at reset: then the initialisation is to have
    /// written them.
    pub fn writes(&self) -> usize {
        if self.params == [Params::default(); SETS] && self.registers == HpccRegisters::reset() { 0 } else { SETS }
    }

    /// Puts one of them into a row: a parameter set of each unit, and a speed. What is as at reset is left to the
    /// initialisation.
    pub fn write(&self, row: &mut [u64], k: usize) {
        self.values(row, k, k);
        if let Some((l, _)) = &self.ldcp {
            row[l.set_ldcp_we] = u64::from(self.params[k] != Params::default());
        }
        if let Some(HpccPorts { i: h, .. }) = &self.hpcc {
            row[h.set_hpcc_we] = u64::from(self.registers.params(self.registers.sets[k]) != Default::default());
            let code = k % SPEEDS;
            let [m, e] = self.header.inv_b().map(|part| part[code]);
            let speed = |header: &model::hpcc::Header| header.speed(U::wrap(code as u64)).copied();
            let we = u64::from(speed(&self.header) != speed(&Default::default()));
            let values = [(h.spd_we, we), (h.spd_code, code as u64), (h.spd_inv_b_m, m), (h.spd_inv_b_e, e)];
            values.into_iter().for_each(|(port, value)| row[port] = value);
            row[h.spd_gbps] = self.registers.gbps[code];
        }
    }

    /// The values of a parameter set that is being written in its turn, which stay until it is done.
    pub fn hold(&self, row: &mut [u64], e: &EventAction) {
        self.values(row, e.host.set as usize, e.set as usize);
        if let Some((l, _)) = &self.ldcp {
            row[l.set_ldcp_we] = e.alg & 1;
        }
        if let Some(HpccPorts { i: h, .. }) = &self.hpcc {
            row[h.set_hpcc_we] = e.alg >> 1 & 1;
        }
        if let Some(unit) = &self.unit {
            let by_name = u64::from(self.ldcp.is_some()) | u64::from(self.hpcc.is_some()) << 1;
            unit.set_sets(row, e.alg, by_name);
        }
    }

    /// The index of a parameter set, and the values that set `k` has.
    fn values(&self, row: &mut [u64], index: usize, k: usize) {
        row[self.i.set_index] = index as u64;
        if let Some(set) = &self.ldcp_set {
            set.put(row, self.params[k].raw());
        }
        if let Some(HpccPorts { set, derived, .. }) = &self.hpcc {
            let raw = self.registers.sets[k];
            set.put(row, raw);
            derived.put(row, self.registers.params(raw).derived());
        }
    }

    pub fn streams(&self) -> Vec<Stream> {
        let found = self.found.iter().map(String::as_str).collect::<Vec<_>>();
        vec![Stream::new("upd_valid", Some("upd_ready"), &UPDATE), Stream::new("host_done", None, &found)]
    }

    /// The parameters, for reports.
    pub fn notes(&self) -> Vec<Note> {
        let ldcp =
            self.params.iter().enumerate().map(|(k, p)| Note::new(format!("ldcp set {k}"), format!("{:x?}", p.raw())));
        let hpcc = self.registers.sets.iter().enumerate();
        let hpcc = hpcc.map(|(k, raw)| Note::new(format!("hpcc set {k}"), format!("{raw:x?}")));
        let units = [
            Note::new("units", format!("{:?}", self.registers.units)),
            Note::new("Gbit/s", format!("{:?}", self.registers.gbps)),
        ];
        ldcp.chain(hpcc).chain(units).collect()
    }

    /// The event that a row offers.
    fn s_event(&self, row: &[u64]) -> Option<Arrival> {
        let i = &self.i;
        (row[i.s_event_valid] == 1).then(|| Arrival {
            // codes 4, 5 and 7 are taken as a loss (engine.md)
            kind: model::event::external_kind(row[i.s_event_kind] as u8),
            ece: row[i.s_event_ece] == 1,
            use_psn: row[i.s_event_use_psn] == 1,
            n: N::wrap(row[i.s_event_n]),
            psn: Psn::wrap(row[i.s_event_psn]),
            qpn: row[i.s_event_qpn] as u32,
        })
    }

    /// The host operation that a row offers.
    fn host(&self, row: &[u64]) -> Option<HostOp> {
        let i = &self.i;
        let qpn = row[i.host_qpn] as u32;
        let ldcp = self.ldcp.as_ref().is_some_and(|(l, _)| row[l.set_ldcp_we] == 1);
        let hpcc = self.hpcc.as_ref().is_some_and(|h| row[h.i.set_hpcc_we] == 1);
        let set = ldcp || hpcc || self.unit.as_ref().is_some_and(|unit| unit.writes_sets(row));
        (row[i.host_valid] == 1).then(|| match row[i.host_write] {
            _ if set => HostOp::Set { qpn },
            0 => HostOp::Read { qpn },
            _ => {
                let mut context = HostContext {
                    // a code without an algorithm is taken as the first that is built, as is one of a unit that is not
                    alg: Algorithm::from_bits(row[i.host_alg] as u8).unwrap_or_default(),
                    set: row[i.host_set] as usize,
                    psn: Psn::wrap(row[i.host_psn]),
                    open: row[i.host_open] == 1,
                    ..HostContext::RESET
                };
                if let Some((l, _)) = &self.ldcp {
                    (context.cw, context.rtt) = (Cw::wrap(row[l.host_ldcp_cw]), Rtt::wrap(row[l.host_ldcp_rtt]));
                }
                if let Some(HpccPorts { i: h, .. }) = &self.hpcc {
                    let values = HpccValues {
                        u: row[h.host_hpcc_u],
                        w: row[h.host_hpcc_w],
                        wc: row[h.host_hpcc_wc],
                        inc_stage: row[h.host_hpcc_inc_stage],
                        last_update: row[h.host_hpcc_last_update],
                    };
                    context.hpcc = values.context();
                }
                HostOp::Write { qpn, parts: Parts::from_bits(row[i.host_parts]), context }
            }
        })
    }

    /// The inputs of a cycle in which nothing is offered: no reset, updates taken.
    pub fn rest(&self, row: &mut [u64]) {
        self.units(row);
        row[self.i.rst_n] = 1;
        row[self.i.upd_ready] = 1;
    }

    /// The units of the telemetry, which stay.
    pub fn units(&self, row: &mut [u64]) {
        if let Some(HpccPorts { i: h, .. }) = &self.hpcc {
            [row[h.cfg_tx_unit], row[h.cfg_q_unit]] = [self.registers.units[1], self.registers.units[2]];
        }
    }

    /// The receiver's clock.
    pub fn now(&self, row: &mut [u64], now: u64) {
        if let Some(HpccPorts { i: h, .. }) = &self.hpcc {
            row[h.time_now] = now & Clock::MAX_RAW;
        }
    }

    /// The NIC has sent.
    pub fn sent(&self, row: &mut [u64], qpn: u64, psn: u64) {
        let i = &self.i;
        (row[i.tx_valid], row[i.tx_qpn], row[i.tx_psn]) = (1, qpn, psn);
    }

    /// Offers an event, or an operation on the host port.
    pub fn offer(&self, row: &mut [u64], e: &EventAction) {
        let i = &self.i;
        if is_host(e) {
            self.set_busy(row);
            row[i.host_valid] = 1;
            row[i.host_write] = u64::from(e.kind == HOST_WRITE);
            if e.kind == HOST_SET {
                self.hold(row, e);
                // it says nothing of a context, whatever stands there
                row[i.host_write] = e.ece;
            }
            row[i.host_parts] = e.host.parts;
            row[i.host_qpn] = e.qpn;
            row[i.host_alg] = e.host.alg;
            row[i.host_set] = e.host.set;
            row[i.host_psn] = e.host.psn;
            row[i.host_open] = e.host.open;
            if let Some((l, _)) = &self.ldcp {
                (row[l.host_ldcp_cw], row[l.host_ldcp_rtt]) = (e.host.cw, e.host.rtt);
            }
            if let Some(HpccPorts { i: h, .. }) = &self.hpcc {
                let HpccValues { u, w, wc, inc_stage, last_update } = e.host.hpcc;
                (row[h.host_hpcc_u], row[h.host_hpcc_w], row[h.host_hpcc_wc]) = (u, w, wc);
                (row[h.host_hpcc_inc_stage], row[h.host_hpcc_last_update]) = (inc_stage, last_update);
            }
        } else {
            row[i.s_event_valid] = 1;
            row[i.s_event_kind] = e.kind;
            row[i.s_event_ece] = e.ece;
            row[i.s_event_use_psn] = e.use_psn;
            row[i.s_event_n] = e.n;
            row[i.s_event_psn] = e.psn;
            row[i.s_event_qpn] = e.qpn;
            if let (Some(hpcc), Some(telemetry)) = (&self.hpcc, &e.telemetry) {
                hpcc.s_event.put(row, telemetry);
            }
        }
    }

    /// A host operation is offered or under way, as the units in sockets are told.
    pub fn set_busy(&self, row: &mut [u64]) {
        if let Some(unit) = &self.unit {
            unit.set_busy(row);
        }
    }

    /// Whether the event and the host operation that were offered in this cycle were taken.
    pub fn taken(&self, row: &[u64], output: &[u64]) -> [bool; 2] {
        let (i, o) = (&self.i, &self.o);
        [(i.s_event_valid, o.s_event_ready), (i.host_valid, o.host_ready)]
            .map(|(valid, ready)| row[valid] == 1 && output[ready] == 1)
    }

    /// Whether updates are taken in this cycle.
    pub fn take_updates(&self, row: &mut [u64], take: bool) {
        row[self.i.upd_ready] = take.into();
    }

    pub fn init_done(&self, output: &[u64]) -> bool {
        output[self.o.init_done] == 1
    }

    pub fn host_done(&self, output: &[u64]) -> bool {
        output[self.o.host_done] == 1
    }

    /// The context on the host port.
    pub fn context(&self, output: &[u64]) -> HostValues {
        let o = &self.o;
        let mut values = HostValues {
            alg: output[o.found_alg],
            set: output[o.found_set],
            psn: output[o.found_psn],
            open: output[o.found_open],
            ..HostValues::default()
        };
        if let Some((_, l)) = &self.ldcp {
            (values.cw, values.rtt) = (output[l.found_ldcp_cw], output[l.found_ldcp_rtt]);
        }
        if let Some(HpccPorts { o: h, .. }) = &self.hpcc {
            values.hpcc = HpccValues {
                u: output[h.found_hpcc_u],
                w: output[h.found_hpcc_w],
                wc: output[h.found_hpcc_wc],
                inc_stage: output[h.found_hpcc_inc_stage],
                last_update: output[h.found_hpcc_last_update],
            };
        }
        values
    }

    /// The update that is handed over in this cycle: window, pace, flags.
    pub fn update(&self, output: &[u64]) -> Option<(u64, u64, u64)> {
        let o = &self.o;
        (output[o.upd_valid] == 1).then(|| (output[o.upd_window], output[o.upd_pace], output[o.upd_flags]))
    }

    /// Puts what the model answers into a row.
    pub fn put(&self, out: &Out, row: &mut [u64]) {
        let o = &self.o;
        row[o.s_event_ready] = out.s_event_ready.into();
        row[o.host_ready] = out.host_ready.into();
        row[o.init_done] = out.init_done.into();
        for (word, value) in self.tells.iter().zip([out.idle, out.queue_overflow]) {
            if let Some(word) = word {
                row[*word] = value.into();
            }
        }
        row[o.host_done] = out.host_done.is_some().into();
        self.ecc.put(out.fault, row);
        if let Some(unit) = &self.unit {
            unit.put_answer(&out.unit, row);
        }
        if let Some(HostDone::Read(c)) = &out.host_done {
            row[o.found_alg] = c.alg as u64;
            row[o.found_set] = c.set as u64;
            row[o.found_psn] = c.psn.raw();
            row[o.found_open] = c.open.into();
            if let Some((_, l)) = &self.ldcp {
                (row[l.found_ldcp_cw], row[l.found_ldcp_rtt]) = (c.cw.raw(), c.rtt.raw());
            }
            if let Some(HpccPorts { o: h, .. }) = &self.hpcc {
                row[h.found_hpcc_u] = c.hpcc.u.raw();
                row[h.found_hpcc_w] = c.hpcc.w.raw();
                row[h.found_hpcc_wc] = c.hpcc.wc.raw();
                row[h.found_hpcc_inc_stage] = c.hpcc.inc_stage.raw();
                row[h.found_hpcc_last_update] = c.hpcc.last_update.raw();
            }
        }
        if let Some(Update { kind, qpn, alg, una, outcome }) = &out.upd {
            row[o.upd_valid] = 1;
            row[o.upd_kind] = *kind as u64;
            row[o.upd_qpn] = (*qpn).into();
            row[o.upd_alg] = *alg as u64;
            row[o.upd_una_psn] = una.raw();
            let (window, pace, flags) = match outcome {
                Outcome::Ldcp { cw, interval, flags } => (cw.raw(), interval.raw(), u64::from(*flags)),
                Outcome::Hpcc { w, r, flags, feedback } => {
                    row[o.upd_feedback] = (*feedback).into();
                    (w.raw(), r.raw(), u64::from(*flags))
                }
                Outcome::Socket { window, pace, flags, feedback } => {
                    row[o.upd_feedback] = (*feedback).into();
                    (*window, *pace, u64::from(*flags))
                }
            };
            (row[o.upd_window], row[o.upd_pace], row[o.upd_flags]) = (window, pace, flags);
        }
    }
}

pub(super) fn is_host(action: &EventAction) -> bool {
    matches!(action.kind, HOST_WRITE | HOST_READ | HOST_SET)
}

/// Whether an output of `found_*` counts: a write's answer carries no context, which the model shows as all zeros of
/// it.
pub(super) fn host_data_counts(ports: &Ports, output: &[u64]) -> bool {
    let ldcp = ports.ldcp.as_ref().map(|(_, l)| output[l.found_ldcp_rtt]);
    let hpcc = ports.hpcc.as_ref().map(|h| output[h.o.found_hpcc_w] | output[h.o.found_hpcc_u]);
    // a context that was read never has rtt 0: the host cannot write it, and reset is 10 us; all zeros of HPCC++ are
    // rare; with neither of them what was ever written of a QP's choice is a code above 0
    output[ports.o.host_done] == 1 && ldcp.or(hpcc).unwrap_or(output[ports.o.found_alg]) != 0
}
