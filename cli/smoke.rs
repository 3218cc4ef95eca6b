//! The stimulus of the exported smoke test, and what the golden model answers to it.
//!
//! `hdl` writes the bench but must not know the model; this file brings the two together. Each step is run on the model
//! in the same way as the bench runs it on the Verilog: something is offered, taken at once, and nothing else is under
//! way.

use hdl::delivery::smoke::{Access, Action, Does, Smoke, Step, Update, Value};
use hdl::emit::Module;
use layout::config::{Config, Unit};
use layout::drop_reason::DropReason;
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, Q_UNIT, TX_UNIT};
use layout::ldcp::{ALPHA, N, PARAMS, Psn};
use layout::record::{Algorithm, Kind};
use layout::registers;
use layout::telemetry::{PROFILES, Place};
use model::engine::host::Host;
use model::engine::{self, HostContext, HostOp, Parts};
use model::event::Arrival;
use model::hpcc::{Hop, Telemetry};
use model::latest;
use model::ldcp::Params;
use model::packet::classify::{ParserConfig, TelemetryConfig};
use model::packet::frame::{Body, Repr};
use model::packet::telemetry::{self, Hop as WireHop};
use model::packet::{aeth, bth, ethernet, ip, ipv4, udp};
use model::parser::Beat;
use model::top::{In, Told, Top};

/// The modules that can be tested: the first that a design has is.
pub const MODULES: [&str; 2] = ["ackw_nic", TOP];
pub const TOP: &str = "ackw_top";
/// Cycles that anything may take but the initialisation.
const PATIENCE: u32 = 1000;
/// `cfg_qpn_base`: above the bits of any QP's index.
pub const BASE: u32 = 0x1_0000;
/// A QP with the parameters of the reset, and one to which the host gives HPCC++.
const PLAIN: u32 = 3;
const CHOSEN: u32 = 5;
/// One that gets a parameter set of its own, and the first of those of the other units, each by its unit's place.
const OTHER: u32 = 6;
const OTHERS: u32 = 9;
/// Values of `cnt_sel` behind the drop reasons: acks.
const ACKS: u32 = DropReason::USUAL as u32;

/// The smoke test of a configuration's `ackw_nic`, whose host writes and reads registers, or of its `ackw_top`, whose
/// host has ports. The model is of `ackw_top` in both: what is around it has no part in the updates.
pub fn of(config: &Config, module: &Module) -> Smoke {
    let mut run = Run::new(config, module);
    if run.registers {
        run.set_up();
    }
    let plain = Algorithm::ALL.into_iter().find(|alg| config.has(alg.unit())).unwrap_or_default();
    run.open("the host opens a QP", PLAIN, plain, 0, 70);
    run.sent("the NIC has sent up to PSN 100", PLAIN, 100);
    run.frame("an ACK with ECN-Echo", &ack(PLAIN, 77, true, vec![]), true);
    run.event("an event of another parser: an ACK of 2 packets", PLAIN, 0, 2, false, None);
    run.frame("an ACK of what was not sent: rejected and counted", &ack(PLAIN, 100, true, vec![]), false);
    run.frame("an ACK to a closed QP: dropped and counted", &ack(PLAIN + 4, 77, true, vec![]), false);
    let mut broken = ack(PLAIN, 78, false, vec![]);
    broken[50] ^= 1;
    run.frame("a frame with a wrong ICRC: dropped and counted", &broken, false);
    if run.registers && config.has(Unit::Ldcp) {
        run.parameters("the host writes parameter set 1: half of alpha");
        run.open("and opens a third QP with it", OTHER, Algorithm::Ldcp, 1, 5);
        run.sent("the NIC has sent up to PSN 20", OTHER, 20);
        run.frame("whose ACK without ECN-Echo grows its window by less", &ack(OTHER, 10, false, vec![]), true);
    }
    if config.reads_hops() {
        let hops = config.hpcc.hops.min(2) as usize;
        run.open("the host opens another QP, with HPCC++", CHOSEN, Algorithm::Hpcc, 0, 30);
        run.sent("the NIC has sent up to PSN 100", CHOSEN, 100);
        let seen = |ts, tx, q| header(hops, ts, tx, q);
        run.frame("its first telemetry, in an ACK", &ack(CHOSEN, 40, false, wire(&seen(1000, 100, 250))), true);
        run.sent("the NIC has sent up to PSN 160", CHOSEN, 160);
        run.frame("telemetry 4 us later: a window", &ack(CHOSEN, 120, false, wire(&seen(5000, 400, 300))), true);
        run.event("the same by an event, 3 us later", CHOSEN, 140, 0, true, Some(&seen(8000, 900, 10)));
    }
    let others = config.engine.units.iter().filter(|unit| !matches!(unit, Unit::Ldcp | Unit::Hpcc));
    for algorithm in others.filter_map(|unit| first_of(*unit)).filter(|algorithm| *algorithm != plain) {
        let (qpn, title) = (OTHERS + algorithm.unit().place(), algorithm.unit().title());
        run.open(&format!("the host opens another QP, with {title}"), qpn, algorithm, 0, 10);
        run.sent("the NIC has sent up to PSN 40", qpn, 40);
        run.frame("its ACK with ECN-Echo, the first of a window", &ack(qpn, 12, true, vec![]), true);
        run.frame("the next one", &ack(qpn, 13, true, vec![]), true);
    }
    run.counter("ACKs that the parser has seen", ACKS);
    run.counter("frames with a wrong ICRC", DropReason::Icrc as u32);
    run.counter("ACKs that were rejected", ACKS + 9);
    run.counter("events of closed QPs", ACKS + 10);
    Smoke {
        module: module.name.clone(),
        held: if run.registers { vec![] } else { run.held() },
        steps: run.steps,
        patience: PATIENCE,
        init_cycles: config.engine.qps + PATIENCE,
    }
}

/// The first algorithm of a unit.
fn first_of(unit: Unit) -> Option<Algorithm> {
    Algorithm::ALL.into_iter().find(|algorithm| algorithm.unit() == unit)
}

/// A frame with an ACK to a QP, with what stands behind its AETH.
fn ack(qpn: u32, psn: u32, ece: bool, behind: Vec<u8>) -> Vec<u8> {
    let ip = ipv4::Repr {
        tos: 2,
        ident: 0,
        dont_fragment: true,
        ttl: 64,
        src: [10, 0, 0, 1].into(),
        dst: [10, 0, 0, 2].into(),
        options: vec![],
    };
    let aeth = aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 };
    Repr {
        ethernet: ethernet::Repr { dst: [2; 6], src: [4; 6], tags: vec![], ethertype: 0x0800 },
        ip: ip::Repr::V4(ip),
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth: bth::Repr { becn: ece, ..bth::Repr::new(layout::wire::bth::OPCODE_ACK, BASE + qpn, psn) },
        body: if behind.is_empty() { Body::Ack(aeth) } else { Body::AckWith(aeth, behind) },
        padding: vec![],
    }
    .emit()
}

/// Telemetry of some hops at 100 and 400 Gbit/s, the second's queue half as long.
fn header(hops: usize, ts: u32, tx: u32, q: u32) -> telemetry::Repr {
    let hop = |i: u32| WireHop { speed: 2 + 2 * i as u8, ts: ts + i, tx_bytes: tx, q_len: q >> i };
    telemetry::Repr { profile: &PROFILES[0], n_hop: hops as u16, path: 0x5a, hops: (0..hops as u32).map(hop).collect() }
}

fn wire(repr: &telemetry::Repr) -> Vec<u8> {
    repr.bytes()
}

fn value(repr: &telemetry::Repr) -> Telemetry<MAX_HOPS> {
    let mut hops = [Hop::default(); MAX_HOPS];
    for (to, from) in hops.iter_mut().zip(&repr.hops) {
        *to = Hop {
            speed: U::wrap(from.speed.into()),
            ts: U::wrap(from.ts.into()),
            tx_bytes: U::wrap(from.tx_bytes.into()),
            q_len: U::wrap(from.q_len.into()),
        };
    }
    Telemetry { path: U::wrap(repr.path.into()), n_hop: U::wrap(repr.n_hop.into()), hops }
}

/// The model, and the steps that it has taken.
struct Run {
    model: Top,
    cfg: ParserConfig,
    data_bits: u32,
    hpcc: bool,
    /// The host is behind AXI4-Lite.
    registers: bool,
    config: Config,
    steps: Vec<Step>,
}

impl Run {
    /// A model that takes frames.
    fn new(config: &Config, module: &Module) -> Run {
        let has = |name: &str| module.ports.iter().any(|port| port.name == name);
        let hpcc = config.reads_hops();
        let place = if hpcc { Place::Ack } else { Place::None };
        let cfg = ParserConfig {
            qp_bits: config.qp_bits(),
            qpn_base: BASE,
            telemetry: TelemetryConfig { place, ..TelemetryConfig::default() },
            fcr: config.parser.fcr,
            ..ParserConfig::default()
        };
        let data_bits = config.parser.data_bits;
        let mut run = Run {
            model: Top::new(config),
            cfg,
            data_bits,
            hpcc,
            registers: has("s_axil_awaddr"),
            config: config.clone(),
            steps: vec![],
        };
        // the initialisation, and a cycle until there is room
        for _ in 0..config.engine.qps + 2 {
            run.model.step(&run.idle());
        }
        run
    }

    fn idle(&self) -> In<'static> {
        In {
            rst_n: true,
            parser_cfg: self.cfg,
            beat: None,
            engine: engine::In::idle(),
            cnt_sel: 0,
            high_water_clear: 0,
        }
    }

    /// The configuration's inputs.
    fn held(&self) -> Vec<Value> {
        let cfg = &self.cfg;
        vec![
            Value::new("cfg_qpn_base", cfg.qpn_base),
            Value::new("cfg_ece_place", cfg.ece_place as u8),
            Value::new("cfg_max_frame_bytes", cfg.max_frame_bytes),
            Value::new("cfg_telemetry_place", cfg.telemetry.place as u8),
            Value::new("cfg_telemetry_offset", cfg.telemetry.offset),
            Value::new("cfg_telemetry_area", cfg.telemetry.area),
            Value::new("cfg_telemetry_profile", cfg.telemetry.profile),
        ]
    }

    fn access(&self, name: &str, does: Does) -> Access {
        // of a register of two words the lower: none of these has more
        Access { name: name.to_uppercase(), offset: registers::named(&self.config, name).offset, does }
    }

    /// The host finds the device, waits for it, and writes the configuration's inputs, which are registers.
    fn set_up(&mut self) {
        let id = registers::named(&self.config, "id").field.reset as u32;
        let accesses = vec![
            self.access("id", Does::Read(id)),
            self.access("scratch", Does::Write(0x5a5a_a5a5)),
            self.access("scratch", Does::Read(0x5a5a_a5a5)),
            self.access("status", Does::Poll { mask: 1, value: 1 }),
        ];
        self.push("a host finds the device, and waits for it", Action::Registers(accesses), None);
        let mut held = self.held();
        if self.hpcc {
            held.extend([Value::new("cfg_tx_unit", TX_UNIT.reset), Value::new("cfg_q_unit", Q_UNIT.reset)]);
        }
        let writes = held.iter().map(|value| self.access(&value.port, Does::Write(value.value as u32)));
        let reads = held.iter().map(|value| self.access(&value.port, Does::Read(value.value as u32)));
        let accesses = writes.chain(reads).chain([self.access("refused_count", Does::Read(0))]).collect();
        self.push("the parser's configuration and the units", Action::Registers(accesses), None);
    }

    fn push(&mut self, about: &str, action: Action, update: Option<Update>) {
        self.steps.push(Step { about: about.into(), action, update });
    }

    /// The update of what was taken in the last cycle; none comes if none is `due`.
    fn update(&mut self, due: bool) -> Option<Update> {
        let idle = self.idle();
        let found = (1..=PATIENCE).find_map(|cycle| {
            let out = self.model.step(&idle);
            Some((cycle, out.update()?, out.engine.upd.map_or(0, |update| update.una_lsn.raw())))
        });
        assert_eq!(found.is_some(), due, "the model gives an update where one is due: {found:?}");
        let (cycles, told, una_lsn) = found?;
        let (update, more) = match told {
            Told::Each(update, rate) => {
                let rate = rate.map(|rate| Value::new("upd_rate", rate.raw()));
                (update, [Value::new("upd_kind", update.kind.raw())].into_iter().chain(rate).collect::<Vec<_>>())
            }
            Told::Newest(word) => {
                let record = word.record;
                let there = [("upd_limits", record.limits.is_some()), ("upd_acks", record.una_psn.is_some())];
                let limits = record.limits.unwrap_or_default();
                let rate = self.config.engine.fcr.then(|| Value::new("upd_rate", limits.rate));
                let latest::Limits { alg, window, pace, flags, .. } = limits;
                let (qpn, feedback, una_psn) = (word.qpn, record.feedback, record.una_psn.unwrap_or_default());
                let update = latest::Update { qpn, alg, window, pace, flags, feedback, una_psn, ..Default::default() };
                (update, there.map(|(port, there)| Value::new(port, there)).into_iter().chain(rate).collect())
            }
        };
        let latest::Update { qpn, alg, window, pace, flags, feedback, una_psn, .. } = update;
        let mut values = vec![
            Value::new("upd_qpn", qpn),
            Value::new("upd_alg", alg.raw()),
            Value::new("upd_window", window),
            Value::new("upd_pace", pace),
            Value::new("upd_flags", flags),
            Value::new("upd_feedback", feedback),
            Value::new("upd_una_psn", una_psn.raw()),
        ];
        values.extend(self.config.engine.lsn.then(|| Value::new("upd_una_lsn", una_lsn)));
        values.extend(more);
        Some(Update { cycles, values })
    }

    fn frame(&mut self, about: &str, bytes: &[u8], due: bool) {
        for beat in Beat::split(bytes, self.data_bits) {
            let taken = self.model.step(&In { beat: Some(beat), ..self.idle() }).tready;
            assert!(taken, "the model has room for a frame");
        }
        let update = self.update(due);
        self.push(about, Action::Frame(bytes.to_vec()), update);
    }

    /// An ACK on `s_event_*`; its n, or its PSN.
    fn event(&mut self, about: &str, qpn: u32, psn: u64, n: u64, use_psn: bool, header: Option<&telemetry::Repr>) {
        let arrival = Arrival { kind: Kind::Ack, ece: false, use_psn, n: N::wrap(n), psn: Psn::wrap(psn), qpn };
        let telemetry = header.map(value);
        let engine = engine::In { s_event: Some(arrival), s_event_telemetry: telemetry.as_ref(), ..engine::In::idle() };
        assert!(self.model.step(&In { engine, ..self.idle() }).engine.s_event_ready, "the model has room for an event");
        let mut values = vec![
            Value::new("s_event_kind", arrival.kind as u8),
            Value::new("s_event_ece", arrival.ece),
            Value::new("s_event_use_psn", use_psn),
            Value::new("s_event_n", n),
            Value::new("s_event_psn", psn),
            Value::new("s_event_qpn", qpn),
        ];
        if let Some(header) = header {
            values.extend([
                Value::new("s_event_telemetry", true),
                Value::new("s_event_path", header.path),
                Value::new("s_event_n_hop", header.n_hop),
            ]);
            for (i, hop) in header.hops.iter().enumerate() {
                let port = |field: &str, value: u32| Value::new(format!("s_event_hop_{i}_{field}"), value);
                values.extend([
                    port("speed", hop.speed.into()),
                    port("ts", hop.ts),
                    port("tx", hop.tx_bytes),
                    port("q", hop.q_len),
                ]);
            }
        }
        let update = self.update(true);
        self.push(about, Action::Offer { prefix: "s_event".into(), values }, update);
    }

    /// A host write of LDCP's parameter set 1. Nothing is under way: the sequence of the register map asks for no more.
    fn parameters(&mut self, about: &str) {
        let mut raw = Params::default().raw();
        raw[ALPHA.place(&PARAMS)] /= 2;
        let params = Params::from_raw(raw).expect("half of alpha is a legal alpha");
        let (mut host, idle, model) = (Host::new(&self.config), self.idle(), &mut self.model);
        let mut cycle = |engine: &engine::In| model.step(&In { engine: *engine, ..idle }).engine;
        let taken = params.registers().all(|(name, value)| host.write(&mut cycle, &name, value));
        assert!(taken, "the model takes a parameter set");
        host.write_set(&mut cycle, Unit::Ldcp, 1);
        let names = ["set_ldcp_alpha", "set_ldcp_beta", "set_ldcp_gamma", "set_ldcp_eta", "set_ldcp_cw_max"];
        let writes = names.iter().zip(raw).map(|(name, raw)| self.access(name, Does::Write(raw as u32)));
        let end = [
            self.access("set_ldcp_write", Does::Write(1)),
            self.access("status", Does::Poll { mask: 2, value: 0 }),
            self.access("refused_count", Does::Read(0)),
        ];
        let accesses = writes.chain(end).collect();
        self.push(about, Action::Registers(accesses), None);
    }

    /// The host opens a QP behind this PSN, with the windows of the reset.
    fn open(&mut self, about: &str, qpn: u32, alg: Algorithm, set: u8, psn: u32) {
        let parts = Parts { choice: true, psn: true, ..Parts::NONE };
        let context = HostContext { alg, set: set.into(), psn: Psn::wrap(psn.into()), open: true };
        let op = HostOp::Write { qpn, parts, context };
        let engine = engine::In { host: Some(op), ..engine::In::idle() };
        assert!(self.model.step(&In { engine, ..self.idle() }).engine.host_ready, "the model takes an operation");
        let idle = self.idle();
        let done = (0..PATIENCE).any(|_| self.model.step(&idle).engine.host_done.is_some());
        assert!(done, "the model ends an operation");
        let values = vec![
            Value::new("host_write", true),
            Value::new("host_parts", 3u8),
            Value::new("host_qpn", qpn),
            Value::new("host_alg", alg as u8),
            Value::new("host_set", set),
            Value::new("host_psn", psn),
            Value::new("host_open", true),
        ];
        let action = if self.registers {
            // all but `host_write`, which is the value of `host_start`
            let fields = values[1..].iter().map(|value| self.access(&value.port, Does::Write(value.value as u32)));
            let end = [
                self.access("host_start", Does::Write(1)),
                self.access("status", Does::Poll { mask: 2, value: 0 }),
                self.access("refused_count", Does::Read(0)),
            ];
            Action::Registers(fields.chain(end).collect())
        } else {
            Action::Host(values)
        };
        self.push(about, action, None);
    }

    fn sent(&mut self, about: &str, qpn: u32, psn: u32) {
        let engine = engine::In { tx: Some((qpn, Psn::wrap(psn.into()))), ..engine::In::idle() };
        self.model.step(&In { engine, ..self.idle() });
        let values = vec![Value::new("tx_valid", true), Value::new("tx_qpn", qpn), Value::new("tx_psn", psn)];
        self.push(about, Action::Pulse(values), None);
    }

    fn counter(&mut self, about: &str, select: u32) {
        self.model.step(&In { cnt_sel: select as u8, ..self.idle() });
        let value = self.model.step(&self.idle()).cnt_value;
        assert!(value > 0, "a counter that shows nothing checks nothing");
        let action = if self.registers {
            let (name, offset) = (format!("COUNTER_{select}"), registers::COUNTERS + 8 * select);
            Action::Registers(vec![Access { name, offset, does: Does::Read(value as u32) }])
        } else {
            Action::Counter { select, value }
        };
        self.push(about, action, None);
    }
}
