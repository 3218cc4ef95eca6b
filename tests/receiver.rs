//! The receiver: its layout typed by hand, its rules by hand, and what it promises over random traffic.

mod cycles;
mod formats;
mod promises;
mod rules;

use layout::ldcp::Psn;
use layout::receiver::Mode;
use model::receiver::{Answer, In, Packet, Policy, Receiver};

const IDLE: In = In {
    rst_n: true,
    init: None,
    tick: false,
    ack_timeout: 20,
    cnp_interval: 4,
    host: None,
    packet: None,
    answer_ready: true,
};

fn policy(mode: Mode, m: u32, cnp: bool) -> Policy {
    Policy { mode, m, cnp }
}

/// A packet that asks for nothing.
fn packet(psn: u64, marked: bool) -> Packet {
    Packet { psn: Psn::wrap(psn), marked, asks: false }
}

/// A block whose QPs all have this policy, after the walk has begun.
fn ready(qps: u32, policy: Policy) -> Receiver {
    let mut block = Receiver::new(qps);
    for address in 0..qps {
        block.step(&In { init: Some(address), ..IDLE });
    }
    for qpn in 0..qps {
        block.step(&In { host: Some((qpn, policy)), ..IDLE });
    }
    for _ in 0..8 {
        assert_eq!(block.step(&IDLE).answer, None);
    }
    block
}

/// An ACK as (QP, last PSN, packets, ECE), a CNP as (QP).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Says {
    Ack(u32, u64, u64, bool),
    Cnp(u32),
}

fn says(answer: Answer) -> Says {
    match answer {
        Answer::Ack(qpn, ack) => Says::Ack(qpn, ack.psn.raw(), ack.count.raw(), ack.ece),
        Answer::Cnp(qpn) => Says::Cnp(qpn),
    }
}
