//! What goes into the wrappers, and what the golden model says must come out, as JSON for wrappers_test.py.
//!
//! A QP gets one frame or one event in a round: its next comes when the update of the one before has been seen, so
//! that no event joins another, and none passes one of the other stream. Then each update follows from those before,
//! whatever the clocks are, and the model gives them event by event.

use crate::support::Random;
use crate::support::frames::over_ipv4;
use hdl::emit::{Design, Dir};
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::{N, Psn};
use layout::record::{Algorithm, Kind};
use layout::telemetry::{PROFILES, Place};
use model::engine::{self, HostContext, HostOp, Outcome, Parts};
use model::event::Arrival;
use model::hpcc::{Hop, Telemetry};
use model::packet::classify::{ParserConfig, TelemetryConfig};
use model::packet::frame::Body;
use model::packet::telemetry::{Hop as WireHop, Repr as Header};
use model::packet::{aeth, bth};
use model::parser::Beat;
use model::top::{In, Top};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const BASE: u32 = 0x1_0000;
const PATIENCE: u32 = 400;
/// More than what waits for an update, and in front of it, when no update is taken.
const QPS: u32 = 240;

/// What a round has; where it is held back, no update is taken until its stream is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// A frame to each of half the QPs, an event of each of the others.
    Mixed,
    /// A frame to each.
    Frames,
    /// An event of each.
    Events,
}

/// Among both, the upper half runs HPCC++ where there is one.
fn has_hpcc(config: &Config, qpn: u32) -> bool {
    match config.engine.units[..] {
        [Unit::Ldcp] => false,
        [Unit::Hpcc] => true,
        _ => qpn % 8 >= 4,
    }
}

/// The algorithm that the host gives a QP.
fn algorithm(config: &Config, qpn: u32) -> Algorithm {
    if has_hpcc(config, qpn) { Algorithm::Hpcc } else { Algorithm::Ldcp }
}

struct Run<'a> {
    config: &'a Config,
    model: Top,
    cfg: ParserConfig,
    random: Random,
    /// What a QP's sender has sent, and what its next telemetry says.
    psn: [u32; QPS as usize],
    path: [Header; QPS as usize],
}

/// The whole: fields, registers, rounds.
pub fn run(config: &Config, design: &Design, map: Value, random: Random) -> Value {
    let fields = |prefix: &str, dir: Dir| -> Vec<Value> {
        let ports = &design.top_module().expect("a top").ports;
        let of = |name: &str| name.strip_prefix(prefix).is_some_and(|end| end != "valid" && end != "ready");
        let ports = ports.iter().filter(|port| port.dir == dir && of(&port.name));
        ports.map(|port| json!([port.name, port.width])).collect()
    };
    let hpcc = config.has(Unit::Hpcc);
    let place = if hpcc { Place::Ack } else { Place::None };
    let cfg = ParserConfig {
        qp_bits: config.qp_bits(),
        qpn_base: BASE,
        telemetry: TelemetryConfig { place, ..TelemetryConfig::default() },
        ..ParserConfig::default()
    };
    let header = |qpn: u32| Header {
        profile: &PROFILES[0],
        n_hop: config.hpcc.hops as u16,
        path: 0x50 + qpn as u16,
        hops: (0..config.hpcc.hops)
            .map(|i| WireHop { speed: 2 + (i % 4) as u8, ts: 0, tx_bytes: 0, q_len: 0 })
            .collect(),
    };
    let path = std::array::from_fn(|qpn| header(qpn as u32));
    let mut run = Run { config, model: Top::new(config), cfg, random, psn: [0; QPS as usize], path };
    for _ in 0..config.engine.qps + 2 {
        run.model.step(&run.idle());
    }
    let mut writes = vec![
        json!(["cfg_qpn_base", BASE]),
        json!(["cfg_ece_place", cfg.ece_place as u8]),
        json!(["cfg_max_frame_bytes", cfg.max_frame_bytes]),
    ];
    if hpcc {
        writes.push(json!(["cfg_telemetry_place", place as u8]));
        let [_, tx_unit, q_unit] = layout::hpcc::UNITS.map(|field| field.reset);
        writes.extend([json!(["cfg_tx_unit", tx_unit]), json!(["cfg_q_unit", q_unit])]);
    }
    let choices: Vec<(u32, u8)> = (0..QPS).map(|qpn| (qpn, algorithm(config, qpn) as u8)).collect();
    choices.iter().for_each(|(qpn, _)| run.open(*qpn));
    let rounds = [Round::Mixed, Round::Frames, Round::Events].map(|round| run.round(round));
    json!({
        "map": map,
        "event": fields("s_event_", Dir::Input),
        "sent": fields("tx_", Dir::Input),
        "update": fields("upd_", Dir::Output),
        "writes": writes,
        "choices": choices,
        "rounds": rounds,
    })
}

impl Run<'_> {
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

    /// The host opens a QP whose first PSN is 1.
    fn open(&mut self, qpn: u32) {
        let parts = Parts { choice: true, psn: true, ..Parts::NONE };
        let context = HostContext { alg: algorithm(self.config, qpn), open: true, ..HostContext::RESET };
        let op = HostOp::Write { qpn, parts, context };
        let idle = self.idle();
        let engine = engine::In { host: Some(op), ..engine::In::idle() };
        assert!(self.model.step(&In { engine, ..idle }).engine.host_ready);
        assert!((0..PATIENCE).any(|_| self.model.step(&idle).engine.host_done.is_some()));
    }

    /// What was sent, then a round's frames and events, each stream's in any order of QPs.
    fn round(&mut self, round: Round) -> Value {
        let mut sent = vec![];
        for qpn in 0..QPS {
            let psn = self.psn[qpn as usize] + 1 + self.random.below(60) as u32;
            self.psn[qpn as usize] = psn;
            let idle = self.idle();
            let engine = engine::In { tx: Some((qpn, Psn::wrap(psn.into()))), ..engine::In::idle() };
            self.model.step(&In { engine, ..idle });
            sent.push(json!({ "tx_qpn": qpn, "tx_psn": psn }));
        }
        let mut updates: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
        let (mut frames, mut events) = (vec![], vec![]);
        let qpns = self.shuffled();
        let (framed, others) = qpns.split_at(match round {
            Round::Mixed => QPS as usize / 2,
            Round::Frames => QPS as usize,
            Round::Events => 0,
        });
        for &qpn in framed {
            let frame = self.frame(qpn);
            frames.push(Value::from(frame.iter().map(|byte| format!("{byte:02x}")).collect::<String>()));
            let idle = self.idle();
            let taken = Beat::split(&frame, self.config.parser.data_bits)
                .all(|beat| self.model.step(&In { beat: Some(beat), ..idle }).tready);
            assert!(taken, "the model has room for a frame");
            let update = self.update();
            updates.entry(qpn).or_default().extend(update);
        }
        for &qpn in others {
            let (event, update) = self.event(qpn);
            events.push(event);
            updates.entry(qpn).or_default().extend(update);
        }
        let held = match round {
            Round::Mixed => Value::Null,
            Round::Frames => "s_axis_packet".into(),
            Round::Events => "s_axis_event".into(),
        };
        json!({ "held": held, "sent": sent, "frames": frames, "events": events, "updates": updates })
    }

    fn shuffled(&mut self) -> Vec<u32> {
        let mut qpns: Vec<u32> = (0..QPS).collect();
        for left in (1..qpns.len()).rev() {
            qpns.swap(left, self.random.below(left as u64 + 1) as usize);
        }
        qpns
    }

    /// The update that follows; a frame that is dropped has none.
    fn update(&mut self) -> Option<Value> {
        let idle = self.idle();
        let engine::Update { kind, qpn, alg, una, outcome, .. } =
            (0..PATIENCE).find_map(|_| self.model.step(&idle).engine.upd)?;
        let (window, pace, flags, feedback) = match outcome {
            Outcome::Ldcp { cw, interval, flags } => (cw.raw(), interval.raw(), u16::from(flags), false),
            Outcome::Hpcc { w, r, flags, feedback } => (w.raw(), r.raw(), flags, feedback),
            Outcome::Socket { window, pace, flags, feedback } => (window, pace, flags, feedback),
        };
        Some(json!({
            "upd_kind": kind as u8, "upd_qpn": qpn, "upd_alg": alg as u8, "upd_window": window,
            "upd_pace": pace, "upd_flags": flags, "upd_feedback": u8::from(feedback), "upd_una_psn": una.raw(),
        }))
    }

    /// The QP's next telemetry: time goes on, bytes have been sent, queues are what they are.
    fn telemetry(&mut self, qpn: u32) -> Header {
        let random = &mut self.random;
        let header = &mut self.path[qpn as usize];
        let passed = 1000 + random.below(9000) as u32;
        for hop in &mut header.hops {
            hop.ts = (hop.ts + passed) & 0xff_ffff;
            hop.tx_bytes = (hop.tx_bytes + random.below(900) as u32) & 0xf_ffff;
            hop.q_len = random.below(600) as u32;
        }
        header.clone()
    }

    /// An ACK, now and then one with a wrong ICRC, which has no update.
    fn frame(&mut self, qpn: u32) -> Vec<u8> {
        let ece = self.random.chance(4);
        let aeth = aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 };
        // now and then of what was not sent yet
        let psn = self.psn[qpn as usize].saturating_sub(self.random.below(30) as u32);
        let body =
            if has_hpcc(self.config, qpn) { Body::AckWith(aeth, self.telemetry(qpn).bytes()) } else { Body::Ack(aeth) };
        let mut frame =
            over_ipv4(bth::Repr { becn: ece, ..bth::Repr::new(layout::wire::bth::OPCODE_ACK, BASE + qpn, psn) }, body);
        if self.random.chance(8) {
            frame[50] ^= 1 << self.random.below(8);
        }
        frame
    }

    fn event(&mut self, qpn: u32) -> (Value, Option<Value>) {
        let kind = self.random.pick(&[Kind::Ack, Kind::Ack, Kind::Ack, Kind::Loss, Kind::Rtt, Kind::Cnp]);
        let hpcc = has_hpcc(self.config, qpn);
        let use_psn = hpcc || self.random.chance(2);
        let n = 1 + self.random.below(20);
        let psn = self.psn[qpn as usize].saturating_sub(self.random.below(30) as u32);
        let ece = self.random.chance(4);
        let arrival = Arrival { kind, ece, use_psn, n: N::wrap(n), psn: Psn::wrap(psn.into()), qpn };
        let header = (hpcc && kind == Kind::Ack).then(|| self.telemetry(qpn));
        let telemetry = header.as_ref().map(value);
        let engine = engine::In { s_event: Some(arrival), s_event_telemetry: telemetry.as_ref(), ..engine::In::idle() };
        let idle = self.idle();
        assert!(self.model.step(&In { engine, ..idle }).engine.s_event_ready, "the model has room for an event");
        let mut event = Map::new();
        for (name, value) in [
            ("kind", kind as u32),
            ("ece", ece.into()),
            ("use_psn", use_psn.into()),
            ("n", n as u32),
            ("psn", psn),
            ("qpn", qpn),
        ] {
            event.insert(format!("s_event_{name}"), value.into());
        }
        if let Some(header) = &header {
            event.insert("s_event_telemetry".into(), 1.into());
            event.insert("s_event_path".into(), header.path.into());
            event.insert("s_event_n_hop".into(), header.n_hop.into());
            for (i, hop) in header.hops.iter().enumerate() {
                let parts = [("speed", hop.speed.into()), ("ts", hop.ts), ("tx", hop.tx_bytes), ("q", hop.q_len)];
                for (name, value) in parts {
                    event.insert(format!("s_event_hop_{i}_{name}"), value.into());
                }
            }
        }
        (Value::Object(event), self.update())
    }
}

/// The header as the engine has it.
fn value(header: &Header) -> Telemetry<MAX_HOPS> {
    let mut hops = [Hop::default(); MAX_HOPS];
    for (to, from) in hops.iter_mut().zip(&header.hops) {
        *to = Hop {
            speed: U::wrap(from.speed.into()),
            ts: U::wrap(from.ts.into()),
            tx_bytes: U::wrap(from.tx_bytes.into()),
            q_len: U::wrap(from.q_len.into()),
        };
    }
    Telemetry { path: U::wrap(header.path.into()), n_hop: U::wrap(header.n_hop.into()), hops }
}
