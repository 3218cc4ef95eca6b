//! `engine`: its cycles by hand, and against a naive reference that applies each QP's events in order of arrival.

mod fast_start;
mod host;
mod hostile;
mod idle;
mod lower;
mod page;
mod reference;
use crate::support;
mod timing;

use layout::config::{Config, Unit};
use layout::hpcc::MAX_HOPS;
use layout::ldcp::{Cw, N, Psn, Rtt};
use layout::record::{Algorithm, Kind};
use model::engine::{Outcome, Packet, Parts, Update};
use model::event::Arrival;
use model::hpcc::{Hop, Telemetry};
use support::whole_engine::{Engine, HostContext, HostDone, HostOp, In, Out, Registers};

const ONE: u64 = 1 << 28;

const LDCP: &[Unit] = &[Unit::Ldcp];
const HPCC: &[Unit] = &[Unit::Hpcc];
const BOTH: &[Unit] = &[Unit::Ldcp, Unit::Hpcc];
/// With one that senses PSNs.
const THREE: &[Unit] = &[Unit::Ldcp, Unit::Hpcc, Unit::Dctcp];

/// LDCP alone.
fn config(qps: u32, wait_slots: u32) -> Config {
    with(LDCP, qps, wait_slots)
}

fn with(units: &[Unit], qps: u32, wait_slots: u32) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.wait_slots, config.engine.units) = (qps, wait_slots, units.to_vec());
    config.hpcc.hops = 3;
    config.check().expect("legal");
    config
}

fn idle() -> In<'static> {
    In::idle()
}

/// A context as after reset, but that the QP is open; its first PSN is 1.
const OPEN: HostContext = HostContext { open: true, ..HostContext::RESET };

/// An engine whose contexts are initialised and that takes events.
fn closed(config: &Config) -> Engine {
    let mut engine = Engine::new(config);
    for _ in 0..config.engine.qps + 2 {
        assert_eq!(engine.step(&idle()).upd, None);
    }
    assert!(engine.room());
    engine
}

/// The same with every QP open.
fn ready(config: &Config) -> Engine {
    let mut engine = closed(config);
    let parts = Parts { psn: true, ..Parts::NONE };
    for qpn in 0..config.engine.qps {
        assert_eq!(operate(&mut engine, HostOp::Write { qpn, parts, context: OPEN }), HostDone::Write);
    }
    engine
}

/// An ACK of n packets.
fn ack(qpn: u32, n: u64, ece: bool) -> Arrival {
    Arrival { kind: Kind::Ack, ece, use_psn: false, n: N::wrap(n), psn: Psn::ZERO, qpn }
}

fn event(arrival: Arrival) -> In<'static> {
    In { s_event: Some(arrival), ..idle() }
}

fn host(op: HostOp) -> In<'static> {
    In { host: Some(op), ..idle() }
}

fn context(cw: u64) -> HostContext {
    let (psn, open) = (Psn::wrap(9), true);
    HostContext { cw: Cw::wrap(cw), rtt: Rtt::wrap(8000), psn, open, ..HostContext::RESET }
}

/// A write of the whole context.
fn write(qpn: u32, context: HostContext) -> HostOp {
    HostOp::Write { qpn, parts: Parts::ALL, context }
}

/// A host operation alone in the engine; what it found.
fn operate(engine: &mut Engine, op: HostOp) -> HostDone {
    assert!((0..200).any(|_| engine.step(&host(op)).host_ready), "the operation is taken");
    (0..200).find_map(|_| engine.step(&idle()).host_done).expect("the operation is complete")
}

/// QP `k` has algorithm `algs[k % n]` and parameter set `k % 16`.
fn choose(engine: &mut Engine, qps: u32, algs: &[Algorithm]) {
    for qpn in 0..qps {
        let alg = algs[qpn as usize % algs.len()];
        let context = HostContext { alg, set: qpn as usize % 16, ..OPEN };
        assert_eq!(operate(engine, write(qpn, context)), HostDone::Write);
    }
}

/// The algorithms of these units.
fn algorithms(units: &[Unit]) -> Vec<Algorithm> {
    Algorithm::ALL.into_iter().filter(|alg| units.contains(&alg.unit())).collect()
}

/// Telemetry of `n_hop` hops that are alike.
fn telemetry(path: u64, n_hop: usize, ts: u64, tx: u64, q: u64) -> Telemetry<MAX_HOPS> {
    use layout::fixed::U;
    let hop = Hop { speed: U::wrap(6), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
    Telemetry { path: U::wrap(path), n_hop: U::wrap(n_hop as u64), hops: [hop; MAX_HOPS] }
}

/// The window of an update of LDCP.
fn cw(update: &Update) -> u64 {
    ldcp(update).0
}

/// Window, interval and flags of an update of LDCP.
fn ldcp(update: &Update) -> (u64, u64, u8) {
    match update.outcome {
        Outcome::Ldcp { cw, interval, flags } => (cw.raw(), interval.raw(), flags),
        Outcome::Hpcc { .. } | Outcome::Socket { .. } => panic!("{update:?} is not LDCP's"),
    }
}

/// Lets everything come out; the updates in the order of issue.
fn drain(engine: &mut Engine, updates: &mut Vec<Update>) {
    for _ in 0..1000 {
        updates.extend(engine.step(&idle()).upd);
    }
    assert_eq!(engine.quiet_cycles(true), u64::MAX, "after a thousand idle cycles nothing is under way");
}

fn packet(kind: Kind, psn: u64, qpn: u32) -> In<'static> {
    In { pkt: Some(Packet { kind, ece: false, psn: Psn::wrap(psn), qpn }), ..idle() }
}
