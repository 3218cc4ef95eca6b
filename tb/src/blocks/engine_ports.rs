//! The ports that `engine` and `top` have in common: events, host, registers and updates, from rows to the model's pins
//! and back. Those of a unit that a configuration leaves out do not exist.

mod drive;

pub(super) use drive::telemetry;

use super::ecc::EccPorts;
use super::event::{EventAction, HOST_READ, HOST_SET, HOST_WRITE, HostValues, Telemetry as Tel};
use super::params::Hpcc as HpccRegisters;
use super::unit_bus;
use super::words::{word, words};
use crate::{Design, Error, Note, Side, Stream};
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::hpcc::{Clock, MAX_HOPS, SPEEDS};
use layout::ldcp::{N, Psn};
use layout::record::Algorithm;
use layout::registers::Register;
use model::choice::SETS;
use model::engine::{Before, HostContext, HostOp, In, Out, Parts, Shown};
use model::event::Arrival;
use model::hpcc::{Hop, Telemetry};
use model::latest::{self, Limits, Update, Word};
use model::ldcp::Params;
use model::lsn::Said;
use model::top::Told;

words!(Inputs {
    rst_n,
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
words!(Outputs {
    s_event_ready,
    host_ready,
    host_done,
    found_alg,
    found_set,
    found_psn,
    found_open,
    upd_valid,
    upd_qpn,
    upd_alg,
    upd_window,
    upd_pace,
    upd_flags,
    upd_feedback,
    upd_una_psn,
    init_done,
});
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

/// The words of an LSN: of `s_event_lsn_*`, or of `pkt_lsn_*`.
#[derive(Clone, Copy)]
pub(super) struct LsnPorts {
    given: usize,
    read: usize,
    value: usize,
}

impl LsnPorts {
    /// None in a design without LSNs.
    pub fn of(inputs: &Side, prefix: &str) -> Option<LsnPorts> {
        let port = |name: &str| inputs.column(&format!("{prefix}_lsn_{name}")).map(|c| c.word);
        Some(LsnPorts { given: port("given")?, read: port("read")?, value: port("value")? })
    }

    /// Without one, what there would be is there all the same.
    pub fn put(&self, row: &mut [u64], (read, value): (bool, u64)) {
        (row[self.given], row[self.read], row[self.value]) = (1, read.into(), value);
    }

    pub fn read(&self, row: &[u64]) -> Option<Said> {
        (row[self.given] == 1).then(|| Said { read: row[self.read] == 1, value: U::wrap(row[self.value]) })
    }
}

/// The ports with their words, and the parameters of the run.
#[derive(Clone)]
pub(super) struct Ports {
    i: Inputs,
    o: Outputs,
    /// With HPCC++: the receiver's clock, and telemetry.
    time_now: Option<usize>,
    telemetry: Option<TelemetryPorts>,
    /// With LSNs: those of `s_event`, the MTU where it is a port, what updates say; and of the run opcode and MTU.
    lsn: Option<LsnPorts>,
    lsn_mtu: Option<usize>,
    una_lsn: Option<usize>,
    pub opcode: u64,
    pub mtu: u8,
    /// To the units' pages of registers, and which those are.
    pub unit: unit_bus::Ports,
    pub map: Vec<Register>,
    pub ecc: EccPorts,
    /// Of an update: `upd_kind`, or `upd_limits`, `upd_acks` and `upd_rate`, where they are.
    upd: [Option<usize>; 4],
    /// Those of [`TRACE`], with a trace.
    trace: Option<(usize, [usize; TRACE.len()])>,
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
}

impl Default for Store {
    fn default() -> Self {
        let none = Telemetry { path: U::ZERO, n_hop: U::ZERO, hops: [Hop::default(); MAX_HOPS] };
        Store { pkt: none, s_event: none }
    }
}

/// The outputs that mean something only with `upd_valid`; those that not each design has come last.
const UPDATE: [&str; 11] = [
    "upd_qpn",
    "upd_alg",
    "upd_window",
    "upd_pace",
    "upd_flags",
    "upd_feedback",
    "upd_una_psn",
    "upd_kind",
    "upd_limits",
    "upd_acks",
    "upd_rate",
];

/// The outputs that mean something only with `trace_valid`.
const TRACE: [&str; 18] = [
    "trace_kind",
    "trace_qpn",
    "trace_alg",
    "trace_set",
    "trace_n0",
    "trace_n1",
    "trace_loss",
    "trace_known",
    "trace_from_u",
    "trace_from_window",
    "trace_from_wc",
    "trace_from_last",
    "trace_from_stage",
    "trace_window",
    "trace_pace",
    "trace_flags",
    "trace_feedback",
    "trace_una_psn",
];

/// What stands there, in the same order.
fn traced(&Shown { update, event, before }: &Shown) -> [u64; TRACE.len()] {
    let latest::Update { kind, qpn, alg, window, pace, flags, feedback, una_psn } = update.on_port();
    let (set, n0, n1, loss) =
        event.map_or((0, 0, 0, false), |(event, set)| (set as u64, event.n0.raw(), event.n1.raw(), event.loss));
    let (kind, qpn) = event.map_or((kind.raw(), qpn), |(event, _)| (event.kind as u64, event.qpn));
    let known = before.is_some();
    let Before { u, window: from, wc, last, stage } = before.unwrap_or_default();
    [
        kind,
        qpn.into(),
        alg.raw(),
        set,
        n0,
        n1,
        loss.into(),
        known.into(),
        u,
        from,
        wc,
        last,
        stage,
        window,
        pace,
        flags.into(),
        feedback.into(),
        una_psn.raw(),
    ]
}

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
        let hops = config.hpcc.hops as usize;
        let telemetry = config.reads_hops().then(|| TelemetryPorts::of(block, inputs, "s_event", hops));
        let mut trace = [0; TRACE.len()];
        if config.rtl.trace {
            for (place, port) in trace.iter_mut().zip(TRACE) {
                *place = word(block, outputs, port)?;
            }
        }
        let trace_valid = config.rtl.trace.then(|| word(block, outputs, "trace_valid")).transpose()?;
        Ok(Ports {
            i: Inputs::of(block, inputs)?,
            o: Outputs::of(block, outputs)?,
            time_now: inputs.column("time_now").map(|c| c.word),
            telemetry: telemetry.transpose()?,
            unit: unit_bus::Ports::of(block, config, inputs, outputs)?,
            lsn: LsnPorts::of(inputs, "s_event"),
            lsn_mtu: inputs.column("cfg_lsn_mtu").map(|c| c.word),
            una_lsn: outputs.column("upd_una_lsn").map(|c| c.word),
            opcode: layout::lsn::OPCODE.reset,
            mtu: layout::lsn::MTU.reset as u8,
            map: {
                // the page of LSNs is `top`'s
                let paged = config.engine.lsn && inputs.column("cfg_lsn_mtu").is_none();
                let units = config.engine.units.iter().flat_map(|unit| layout::registers::unit_page(config, *unit));
                units.chain(paged.then(layout::lsn::page).into_iter().flatten()).collect()
            },
            ecc: EccPorts::of(design),
            upd: ["upd_kind", "upd_limits", "upd_acks", "upd_rate"].map(|port| outputs.column(port).map(|c| c.word)),
            trace: trace_valid.map(|valid| (valid, trace)),
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
        let Store { s_event, .. } = store;
        let mut input = In {
            rst_n: self.rst_n(row),
            tx: (row[i.tx_valid] == 1).then(|| (row[i.tx_qpn] as u32, Psn::wrap(row[i.tx_psn]))),
            s_event: self.s_event(row),
            host: self.host(row),
            upd_ready: row[i.upd_ready] == 1,
            ecc_inject: self.ecc.inject(row),
            ecc_scrub_interval: self.ecc.scrub_interval(row),
            unit: self.unit.access(row),
            s_event_lsn: self.lsn.as_ref().and_then(|ports| ports.read(row)),
            lsn_mtu: self.lsn_mtu.map_or(self.mtu, |port| row[port] as u8),
            ..In::idle()
        };
        if let Some(time_now) = self.time_now {
            input.now = Clock::wrap(row[time_now]);
        }
        if let Some(telemetry) = &self.telemetry {
            input.s_event_telemetry = telemetry.read(row, s_event);
        }
        input
    }

    /// Other registers of HPCC++; they are to be written after a reset.
    pub fn redraw(&mut self, seed: u64) {
        self.registers = HpccRegisters::draw(seed);
        self.header = self.registers.header();
    }

    fn has(&self, unit: Unit) -> bool {
        self.unit.sockets.units().any(|built| built == unit)
    }

    /// What the host does behind a reset, before traffic comes: words for the pages, and writes of parameter sets. What
    /// is as at reset is left to the initialisation.
    pub fn setup(&self) -> (Vec<[u64; 2]>, Vec<EventAction>) {
        let mut words = vec![];
        for (name, value) in [("lsn_opcode", self.opcode), ("lsn_mtu", self.mtu.into())] {
            if self.register(name).is_some_and(|register| register.field.reset != value) {
                self.register_words(&mut words, name, value);
            }
        }
        if self.has(Unit::Hpcc) {
            let [_, tx_unit, q_unit] = self.registers.units;
            self.units(&mut words);
            debug_assert!(tx_unit > 0 && q_unit > 0);
            let reset = model::hpcc::Header::default();
            for code in 0..SPEEDS {
                let speed = |header: &model::hpcc::Header| header.speed(U::wrap(code as u64)).copied();
                if speed(&self.header) == speed(&reset) {
                    continue;
                }
                self.register_words(&mut words, "spd_gbps", self.registers.gbps[code]);
                // of an unknown speed they are nothing
                if let Some(speed) = speed(&self.header) {
                    self.register_words(&mut words, "spd_inv_b_m", speed.inv_b.m.raw());
                    self.register_words(&mut words, "spd_inv_b_e", speed.inv_b.e.raw());
                }
                self.register_words(&mut words, "spd_write", code as u64);
            }
        }
        let set = |k: usize| {
            let ldcp = self.has(Unit::Ldcp) && self.params[k] != Params::default();
            let hpcc = self.has(Unit::Hpcc) && self.registers.params(self.registers.sets[k]) != Default::default();
            let bit = |unit: Unit, there: bool| u64::from(there) << unit.place();
            let alg = bit(Unit::Ldcp, ldcp) | bit(Unit::Hpcc, hpcc);
            let host = HostValues { set: k as u64, ..HostValues::default() };
            EventAction { kind: HOST_SET, alg, set: k as u64, host, ..EventAction::default() }
        };
        (words, (0..SETS).map(set).filter(|set| set.alg != 0).collect())
    }

    /// The units of the telemetry.
    fn units(&self, words: &mut Vec<[u64; 2]>) {
        let [_, tx_unit, q_unit] = self.registers.units;
        for (name, value) in [("cfg_tx_unit", tx_unit), ("cfg_q_unit", q_unit)] {
            if self.register(name).is_some_and(|register| register.field.reset != value) {
                self.register_words(words, name, value);
            }
        }
    }

    fn register(&self, name: &str) -> Option<&Register> {
        self.map.iter().find(|register| register.name() == name)
    }

    /// The words of a register that holds this, each with its data; none where no page has it.
    fn register_words(&self, words: &mut Vec<[u64; 2]>, name: &str, value: u64) {
        let Some(register) = self.register(name) else { return };
        let word = |k: u32| [u64::from(register.index() + k), value >> (32 * k) & 0xffff_ffff];
        words.extend((0..register.words()).map(word));
    }

    /// What is to be written to the pages before an operation of the host: the values that it brings. Those of other
    /// units are what stands there.
    pub fn words(&self, e: &EventAction) -> Vec<[u64; 2]> {
        let mut words = vec![];
        let all = &mut words;
        let (set, index) = (e.set as usize, e.host.set);
        match e.kind {
            HOST_SET => {
                if e.alg >> Unit::Ldcp.place() & 1 == 1 {
                    self.params[set].registers().for_each(|(name, value)| self.register_words(all, &name, value));
                    self.register_words(all, "set_ldcp_write", index);
                }
                if e.alg >> Unit::Hpcc.place() & 1 == 1 {
                    let params = self.registers.params(self.registers.sets[set]);
                    params.registers().for_each(|(name, value)| self.register_words(all, &name, value));
                    self.register_words(all, "set_hpcc_write", index);
                }
            }
            HOST_WRITE => {
                for unit in [Unit::Ldcp, Unit::Hpcc].into_iter().filter(|unit| e.host.parts & unit.part() != 0) {
                    e.host.part(unit).into_iter().for_each(|(name, value)| self.register_words(all, name, value));
                }
            }
            _ => {}
        }
        words
    }

    /// A parameter set is being written in its turn.
    pub fn hold(&self, row: &mut [u64], e: &EventAction) {
        self.unit.set_sets(row, e.alg);
    }

    pub fn streams(&self) -> Vec<Stream> {
        let found = self.found.iter().map(String::as_str).collect::<Vec<_>>();
        let there = self.upd.iter().map(Option::is_some);
        let payload: Vec<_> = [true; 7].into_iter().chain(there).zip(UPDATE).filter(|(there, _)| *there).collect();
        let lsn = self.una_lsn.map(|_| "upd_una_lsn");
        let payload: Vec<_> = payload.into_iter().map(|(_, port)| port).chain(lsn).collect();
        let trace = self.trace.map(|_| Stream::new("trace_valid", None, &TRACE));
        let all = [Stream::new("upd_valid", Some("upd_ready"), &payload), Stream::new("host_done", None, &found)];
        all.into_iter().chain(trace).collect()
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
        let set = self.unit.writes_sets(row);
        (row[i.host_valid] == 1).then(|| match row[i.host_write] {
            _ if set => HostOp::Set { qpn },
            0 => HostOp::Read { qpn },
            _ => {
                let context = HostContext {
                    // a code without an algorithm is taken as the first that is built, as is one of a unit that is not
                    alg: Algorithm::from_bits(row[i.host_alg] as u8).unwrap_or_default(),
                    set: row[i.host_set] as usize,
                    psn: Psn::wrap(row[i.host_psn]),
                    open: row[i.host_open] == 1,
                };
                HostOp::Write { qpn, parts: Parts::from_bits(row[i.host_parts]), context }
            }
        })
    }

    /// The inputs of a cycle in which nothing is offered: no reset, updates taken.
    pub fn rest(&self, row: &mut [u64]) {
        row[self.i.rst_n] = 1;
        row[self.i.upd_ready] = 1;
    }

    /// The receiver's clock.
    pub fn now(&self, row: &mut [u64], now: u64) {
        if let Some(time_now) = self.time_now {
            row[time_now] = now & Clock::MAX_RAW;
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
        } else {
            row[i.s_event_valid] = 1;
            row[i.s_event_kind] = e.kind;
            row[i.s_event_ece] = e.ece;
            row[i.s_event_use_psn] = e.use_psn;
            row[i.s_event_n] = e.n;
            row[i.s_event_psn] = e.psn;
            row[i.s_event_qpn] = e.qpn;
            if let (Some(ports), Some(telemetry)) = (&self.telemetry, &e.telemetry) {
                ports.put(row, telemetry);
            }
            if let (Some(ports), Some(lsn)) = (&self.lsn, e.lsn) {
                ports.put(row, lsn);
            }
        }
    }

    /// The MTU, which stays.
    pub fn hold_mtu(&self, row: &mut [u64]) {
        if let Some(port) = self.lsn_mtu {
            row[port] = self.mtu.into();
        }
    }

    /// A host operation is offered or under way, as the units are told.
    pub fn set_busy(&self, row: &mut [u64]) {
        self.unit.set_busy(row);
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

    /// What of a context is on the host port; the units' parts are on their pages.
    pub fn context(&self, output: &[u64]) -> HostValues {
        let o = &self.o;
        HostValues {
            alg: output[o.found_alg],
            set: output[o.found_set],
            psn: output[o.found_psn],
            open: output[o.found_open],
            ..HostValues::default()
        }
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
        self.unit.put_answer(&out.unit, row);
        if out.host_done.is_some() {
            let HostContext { alg, set, psn, open } = out.found;
            (row[o.found_alg], row[o.found_set]) = (alg as u64, set as u64);
            (row[o.found_psn], row[o.found_open]) = (psn.raw(), open.into());
        }
        if let Some((valid, words)) = self.trace {
            row[valid] = out.trace.is_some().into();
            let values = out.trace.as_ref().map_or([0; TRACE.len()], traced);
            words.iter().zip(values).for_each(|(word, value)| row[*word] = value);
        }
        self.put_update(out.upd.map(|update| Told::Each(update.on_port(), None)), row);
        if let Some(una_lsn) = self.una_lsn {
            row[una_lsn] = out.upd.map_or(0, |update| update.una_lsn.raw());
        }
    }

    /// What stands on the port of updates.
    pub fn put_update(&self, told: Option<Told>, row: &mut [u64]) {
        let o = &self.o;
        row[o.upd_valid] = told.is_some().into();
        let (update, fields) = match told {
            None => return,
            Some(Told::Each(update, rate)) => (update, [update.kind.raw(), 0, 0, rate.map_or(0, |rate| rate.raw())]),
            Some(Told::Newest(Word { qpn, record })) => {
                let Limits { alg, window, pace, flags, rate } = record.limits.unwrap_or_default();
                let (limits, acks) = (record.limits.is_some(), record.una_psn.is_some());
                let (feedback, una_psn) = (record.feedback, record.una_psn.unwrap_or_default());
                let update = Update { qpn, alg, window, pace, flags, feedback, una_psn, ..Update::default() };
                (update, [0, limits.into(), acks.into(), rate])
            }
        };
        self.upd.iter().zip(fields).for_each(|(word, value)| {
            if let Some(word) = word {
                row[*word] = value;
            }
        });
        row[o.upd_qpn] = update.qpn.into();
        row[o.upd_alg] = update.alg.raw();
        row[o.upd_window] = update.window;
        row[o.upd_pace] = update.pace;
        row[o.upd_flags] = update.flags.into();
        row[o.upd_feedback] = update.feedback.into();
        row[o.upd_una_psn] = update.una_psn.raw();
    }
}

pub(super) fn is_host(action: &EventAction) -> bool {
    matches!(action.kind, HOST_WRITE | HOST_READ | HOST_SET)
}

/// Whether an output of `found_*` counts: with `host_done`.
pub(super) fn host_data_counts(ports: &Ports, output: &[u64]) -> bool {
    output[ports.o.host_done] == 1
}
