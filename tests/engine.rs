//! `engine`: its cycles by hand, and against a naive reference that applies each QP's events in order of arrival.

#[path = "engine/idle.rs"]
mod idle;
#[path = "engine/reference.rs"]
mod reference;
mod support;
#[path = "engine/timing.rs"]
mod timing;

use layout::config;
use layout::ldcp::{Cw, N, Psn, Rtt};
use layout::record::{Algorithm, Kind};
use model::engine::{Engine, HostOp, In, Packet};
use model::event::{Arrival, HostContext, Update};
use model::params::Params;

const ONE: u64 = 1 << 28;

fn config(qps: u32, wait_slots: u32, merge: bool) -> config::Engine {
    config::Engine { qps, wait_slots, merge, ..config::Engine::default() }
}

fn idle() -> In {
    In::idle(Params::default())
}

/// An engine whose contexts are initialised and that takes events.
fn ready(config: &config::Engine) -> Engine {
    let mut engine = Engine::new(config);
    for _ in 0..config.qps + 2 {
        assert_eq!(engine.step(&idle()).upd, None);
    }
    assert!(engine.room());
    engine
}

/// An ACK of n packets.
fn ack(qpn: u32, n: u64, ece: bool) -> Arrival {
    Arrival { kind: Kind::Ack, ece, use_psn: false, n: N::wrap(n), psn: Psn::ZERO, qpn }
}

fn event(arrival: Arrival) -> In {
    In { s_event: Some(arrival), ..idle() }
}

fn host(op: HostOp) -> In {
    In { host: Some(op), ..idle() }
}

fn context(cw: u64) -> HostContext {
    HostContext { cw: Cw::wrap(cw), rtt: Rtt::wrap(8000), alg: Algorithm::Ldcp, psn: Psn::wrap(9), psn_valid: true }
}

/// Lets everything come out; the updates in the order of issue.
fn drain(engine: &mut Engine, updates: &mut Vec<Update>) {
    for _ in 0..1000 {
        updates.extend(engine.step(&idle()).upd);
    }
    assert_eq!(engine.quiet_cycles(true), u64::MAX, "after a thousand idle cycles nothing is under way");
}

fn packet(kind: Kind, psn: u64, qpn: u32) -> In {
    In { pkt: Some(Packet { kind, ece: false, psn: Psn::wrap(psn), qpn }), ..idle() }
}
