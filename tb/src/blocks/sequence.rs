//! PSNs as a NIC sends them and a peer, or who says to be one, acknowledges them: good ones, late ones, and those that
//! must not count.

use crate::Rng;
use layout::ldcp::{N, Psn};
use layout::lsn::{Lsn, MTU_CODES, mtu_log2};
use model::lsn::{BEHIND, Found, found};
use model::psn::WINDOW;

/// What the generator knows of the QPs that it has opened: the last PSN acknowledged and snd_max, as far as all arrives
/// in order.
#[derive(Default)]
pub struct Psns(Vec<(u64, [u64; 2])>, Vec<(u64, [Lsn; 2])>);

impl Psns {
    /// A QP is opened behind this PSN.
    pub fn open(&mut self, qpn: u64, last: u64) {
        self.close(qpn);
        self.0.push((qpn, [last, (last + 1) & Psn::MAX_RAW]));
        self.1.push((qpn, [Lsn::ZERO; 2]));
    }

    pub fn close(&mut self, qpn: u64) {
        self.0.retain(|(known, _)| *known != qpn);
        self.1.retain(|(known, _)| *known != qpn);
    }

    pub fn clear(&mut self) {
        self.0.clear();
        self.1.clear();
    }

    pub fn knows(&self, qpn: u64) -> bool {
        self.0.iter().any(|(known, _)| *known == qpn)
    }

    fn get(&mut self, qpn: u64) -> Option<&mut [u64; 2]> {
        self.0.iter_mut().find(|(known, _)| *known == qpn).map(|(_, known)| known)
    }

    /// The NIC sends on a QP: the PSN that comes next. Mostly some packets on; now and then back to what is not
    /// acknowledged.
    pub fn send(&mut self, rng: &mut Rng, qpn: u64) -> u64 {
        let Some([last, max]) = self.get(qpn) else { return rng.edge(Psn::BITS) as u64 };
        let next = match rng.below(64) {
            0..4 => return last.wrapping_add(1 + rng.below(4)) & Psn::MAX_RAW,
            4 => max.wrapping_add(rng.below(1 << 15)),
            5 => last.wrapping_add(WINDOW - 1 + rng.below(4)),
            6 => last.wrapping_add((1 << 23) - 1 + rng.below(3)),
            7 => return rng.edge(Psn::BITS) as u64,
            _ => max.wrapping_add(rng.below(6)),
        } & Psn::MAX_RAW;
        if next.wrapping_sub(*max) & Psn::MAX_RAW < 1 << 23 {
            *max = next;
        }
        next
    }

    /// The LSN of an ACK, of READ responses or not: mostly some packets on.
    pub fn bytes(&mut self, rng: &mut Rng, qpn: u64, read: bool, mtu: u8) -> u64 {
        let Some((_, lasts)) = self.1.iter_mut().find(|(known, _)| *known == qpn) else {
            return rng.edge(Lsn::BITS) as u64;
        };
        let last = &mut lasts[usize::from(read)];
        let any = rng.range(MTU_CODES.0.into(), MTU_CODES.1.into()) as u8;
        let most = |code: u8| N::MAX_RAW << mtu_log2(code);
        let near = rng.below(3);
        let value = match rng.below(32) {
            0 | 1 => last.raw(),                                  // a duplicate
            2 => last.raw().wrapping_sub(rng.below(5000)),        // an old one
            3 => rng.edge(Lsn::BITS) as u64,                      // any
            4 => (last.raw() + most(mtu) + near).wrapping_sub(1), // as many packets as n holds, and one more
            5 => (last.raw() + most(any) + near).wrapping_sub(1), // those of another MTU
            6 => (last.raw() + (1 << 30) + near).wrapping_sub(1), // where bits say so
            7 => last.raw().wrapping_sub(BEHIND).wrapping_add(near).wrapping_sub(1),
            8 => (last.raw() + (1 << 31) + near).wrapping_sub(1), // half the circle
            9 | 10 => last.raw() + most(mtu) - rng.below(1 << 20), // far on, so that it wraps
            11 => last.raw() + (rng.range(1, 5) << mtu_log2(mtu)) + near - 1, // whole packets
            _ => {
                let wide = rng.range(1, 15);
                last.raw() + 1 + rng.below(1 << wide)
            }
        };
        let value = Lsn::wrap(value);
        if let Found::Confirms(_) = found(*last, value, mtu) {
            *last = value;
        }
        value.raw()
    }

    /// snd_max of a QP, or any.
    pub fn furthest(&mut self, rng: &mut Rng, qpn: u64) -> u64 {
        match self.get(qpn) {
            Some([_, max]) if !rng.chance(1, 32) => *max,
            _ => rng.edge(Psn::BITS) as u64,
        }
    }

    /// The PSN of an ACK, or of a NAK, which confirms the one before.
    pub fn confirm(&mut self, rng: &mut Rng, qpn: u64, nak: bool) -> u64 {
        let Some([last, max]) = self.get(qpn) else { return rng.edge(Psn::BITS) as u64 };
        let in_flight = max.wrapping_sub(*last).wrapping_sub(1) & Psn::MAX_RAW;
        let psn = match rng.below(32) {
            0 | 1 => *last,                                                            // a duplicate
            2 => last.wrapping_sub(rng.below(9)),                                      // an old one
            3 => max.wrapping_add(rng.below(3)),                                       // of what is not sent yet
            4 => last.wrapping_add((1 << 23) - 2 + rng.below(4)),                      // half the circle
            5 => last.wrapping_sub(WINDOW).wrapping_add(rng.below(3)).wrapping_sub(1), // at the limits
            6 => last.wrapping_add(WINDOW).wrapping_add(rng.below(3)).wrapping_sub(1),
            7 => rng.edge(Psn::BITS) as u64,
            8 => max.wrapping_sub(1),                         // all of it
            9 => last.wrapping_add((1 << 14) + rng.below(4)), // low bits of a small n
            10 => last.wrapping_add(63 + rng.below(4)),       // as many as count, and one more
            _ => last.wrapping_add(1 + rng.below(4).min(in_flight.saturating_sub(1))),
        } & Psn::MAX_RAW;
        let delta = psn.wrapping_sub(*last) & Psn::MAX_RAW;
        if !nak && delta <= in_flight && in_flight < WINDOW {
            *last = psn;
        }
        psn.wrapping_add(nak.into()) & Psn::MAX_RAW
    }
}
