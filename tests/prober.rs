//! The prober: its layout typed by hand, its rules by hand, what hostile peers send, and what it promises over random
//! traffic.

mod cycles;
mod formats;
mod hostile;
mod promises;
mod rules;

use layout::ldcp::Psn;
use layout::prober::{Kind, Now, Ns};
use model::prober::{Host, How, In, Policy, Probe, Prober, Qp, Response, Rtt};

const HOW: How = How { timeout: Ns::wrap(50_000), smooth: false, timed: false };

const IDLE: In = In {
    rst_n: true,
    init: None,
    now: Now::wrap(0),
    how: HOW,
    host: None,
    tx: None,
    una: None,
    response: None,
    probe_ready: true,
    rtt_ready: true,
};

fn policy(kind: Kind, period: u64) -> Policy {
    Policy { kind, period: Ns::wrap(period) }
}

fn opens(qpn: u32, kind: Kind, period: u64, first: u64) -> Host {
    Host { qpn, opens: Some((kind as u64, Psn::wrap(first))), period: Ns::wrap(period) }
}

/// The right response.
fn echo(probe: Probe) -> Response {
    Response { kind: probe.kind as u64, psn: probe.psn, time: probe.time }
}

fn news(qpn: u32, psn: u64) -> Option<(u32, Psn)> {
    Some((qpn, Psn::wrap(psn)))
}

/// A QP that has just sent `count` packets from PSN 100 on.
fn sender(kind: Kind, period: u64, count: u64) -> Qp {
    let mut qp = Qp::opened(policy(kind, period), Psn::wrap(100));
    qp.snd_nxt = Some(Psn::wrap(100 + count));
    qp
}

/// A block behind its initialisation.
fn ready(qps: u32) -> Prober {
    let mut block = Prober::new(qps);
    for address in 0..qps {
        block.step(&In { init: Some(address), ..IDLE });
    }
    block
}

/// A block whose QPs are all opened so, from PSN 100 on.
fn opened(qps: u32, kind: Kind, period: u64) -> Prober {
    let mut block = ready(qps);
    for qpn in 0..qps {
        block.step(&In { host: Some(opens(qpn, kind, period, 100)), ..IDLE });
    }
    for _ in 0..8 {
        assert_eq!(block.step(&IDLE).probe, None);
    }
    block
}

/// What a response says as numbers: measured, smoothed.
fn times(rtt: Rtt) -> (u64, u64) {
    (rtt.measured.raw(), rtt.smoothed.raw())
}
