//! LDCP's fast start (draft 2.3, 3.1; SEMANTICS L7 to L10): the window of a QP's first round trip, and the one that it
//! leaves behind. Which packets are ECN-capable meanwhile (L13) is the shaper's.

use layout::ldcp::{Cw, Gain, N};

/// A QP from its opening on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FastStart {
    iw: N,
    /// Packets acknowledged, fewer than IW.
    acked: N,
    over: bool,
}

/// What may end it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An ACK that confirms `n` packets.
    Ack { n: N, ece: bool },
    /// A packet was lost.
    Loss,
}

impl FastStart {
    /// With a window of `iw` packets. 0: there is no fast start.
    pub fn new(iw: N) -> Self {
        Self { iw, acked: N::ZERO, over: iw == N::ZERO }
    }

    /// The stable stage has begun.
    pub fn over(&self) -> bool {
        self.over
    }

    /// The window while it lasts: "sends out as many packets as possible in the first RTT" (2.3).
    pub fn cw(&self) -> Cw {
        packets(self.iw)
    }

    /// One event. At the end of the fast start the `cw` with which the stable stage begins; that event is not one of
    /// the stable stage's.
    pub fn step(&mut self, event: Event, gamma: Gain) -> Option<Cw> {
        if self.over {
            return None;
        }
        match event {
            // 3.1: "When a full IW of packets have all been acknowledged … cw is set to BDP"; what a delayed ACK
            // confirms beyond is ignored (L10), and so is its ECE (L8)
            Event::Ack { n, ece: _ } => {
                let acked = self.acked.raw() + n.raw(); // 15 bits
                if acked >= self.iw.raw() {
                    self.over = true;
                    return Some(packets(self.iw));
                }
                self.acked = N::wrap(acked); // below iw
                None
            }
            // 3.1: "cw in stable stage is set to the number of packets that are accumulatively acknowledged before
            // packet loss"; none: gamma (L9), from U1.16 to U14.28
            Event::Loss => {
                self.over = true;
                Some(if self.acked == N::ZERO { Cw::wrap(gamma.raw() << 12) } else { packets(self.acked) })
            }
        }
    }
}

fn packets(n: N) -> Cw {
    Cw::wrap(n.raw() << Cw::FRAC)
}
