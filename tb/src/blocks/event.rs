//! The events that drive the blocks: random, with the corners where congestion control goes wrong.

use crate::Rng;
use layout::ldcp::{Cw, Eta, Gain, N, Psn, Rtt};
use model::params::Params;
use serde::{Deserialize, Serialize};

/// What a host write stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostValues {
    pub cw: u64,
    pub rtt: u64,
    pub alg: u64,
    pub psn: u64,
    pub psn_valid: u64,
    /// The parameter set, where there are sets.
    #[serde(default)]
    pub set: u64,
}

/// One event at a block's input, with its gap and the back-pressure that it meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// Cycles in which updates are refused from when it is offered.
    pub stall: u32,
    /// As on the port; 4 is a host write, 5 a host read.
    pub kind: u64,
    pub ece: u64,
    pub use_psn: u64,
    pub n: u64,
    pub psn: u64,
    pub qpn: u64,
    /// It comes from the parser, which cannot be held back.
    pub packet: bool,
    pub host: HostValues,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub const HOST_WRITE: u64 = 4;
pub const HOST_READ: u64 = 5;

/// Which actions a block takes.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    pub qps: u64,
    /// One action in so many is a host operation; 0: none.
    pub host_in: u64,
    /// One action in so many is a reset; 0: none.
    pub reset_in: u64,
    /// Some events come as the parser's.
    pub packets: bool,
    /// The parameters by which windows are updated.
    pub params: Params,
}

impl Mix {
    /// Appends `n` actions. A batch has one temper: how many QPs, how dense, how marked, so that runs of one QP, full rate
    /// over different QPs and long stalls all occur.
    pub fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        let few = rng.range(1, 4);
        let hot: Vec<u64> = (0..few).map(|_| rng.bits(16) as u64 % self.qps).collect();
        let crowd = rng.below(3); // 0: hot QPs only, 1: both, 2: all QPs in turn
        let idle = rng.below(4); // 0, 1: no gaps, 2: some, 3: many
        let pressure = rng.below(4); // 0, 1: none, 2: some, 3: heavy
        let marked = *rng.pick(&[0u64, 1, 4, 8, 15, 16]).unwrap_or(&8);
        let mut psn = rng.edge(24) as u64;
        let mut next = rng.bits(16) as u64;
        for _ in 0..n {
            let qpn = match crowd {
                2 => {
                    next += 1;
                    next % self.qps
                }
                1 if rng.chance(1, 2) => rng.bits(16) as u64 % self.qps,
                _ => *rng.pick(&hot).unwrap_or(&0),
            };
            psn = match rng.below(16) {
                0 => psn,                                                                  // a duplicate
                1 => psn.wrapping_sub(rng.below(9)),                                       // an old one
                2 => psn.wrapping_add(1 << 23).wrapping_sub(rng.below(3)).wrapping_add(1), // half the circle
                3 => rng.edge(24) as u64,
                4 => psn.wrapping_add(rng.below(1 << 15)), // beyond the widest n
                _ => psn.wrapping_add(rng.range(1, 3)),
            } & Psn::MAX_RAW;
            let kind = match rng.below(16) {
                0 => 1,
                1 => 2,
                2 => 3,
                _ => 0,
            };
            let host = self.host_in > 0 && rng.chance(1, self.host_in);
            out.push(EventAction {
                gap: match idle {
                    2 if rng.chance(1, 4) => rng.below(12) as u32,
                    3 => rng.below(40) as u32,
                    _ => 0,
                },
                stall: match pressure {
                    2 if rng.chance(1, 16) => rng.below(20) as u32,
                    3 if rng.chance(1, 8) => rng.below(120) as u32,
                    _ => 0,
                },
                kind: if host { HOST_WRITE + u64::from(rng.chance(1, 4)) } else { kind },
                ece: u64::from(rng.chance(marked, 16)),
                use_psn: u64::from(rng.chance(1, 2)),
                n: if rng.chance(3, 4) { rng.range(1, 4) } else { rng.edge(N::BITS) as u64 },
                psn,
                qpn,
                packet: self.packets && rng.chance(1, 2),
                host: HostValues {
                    cw: if rng.chance(1, 4) { brink(rng, &self.params) } else { window(rng) },
                    rtt: (rng.edge(Rtt::BITS) as u64).max(1),
                    alg: u64::from(rng.chance(1, 4)),
                    psn: rng.edge(24) as u64,
                    psn_valid: u64::from(rng.chance(3, 4)),
                    set: 0,
                },
                reset: if self.reset_in > 0 && rng.chance(1, self.reset_in) { rng.range(1, 5) as u32 } else { 0 },
            });
        }
    }
}

/// A window where it matters: about one packet, small, large, anywhere.
pub fn window(rng: &mut Rng) -> u64 {
    const ONE: u64 = 1 << Cw::FRAC;
    let raw = match rng.below(8) {
        0 => ONE + rng.below(5) - 2,
        1 => (ONE << rng.below(14)) + rng.below(5) - 2,
        2 => rng.below(ONE),
        3 | 4 => rng.range(ONE, 64 * ONE),
        _ => rng.edge(Cw::BITS) as u64,
    };
    raw & Cw::MAX_RAW
}

/// Turns some losses into a reserved code, which `s_event` takes as a loss; 4 and 5 are the host's among the actions.
pub fn reserve(rng: &mut Rng, event: &mut EventAction) {
    if event.kind == 1 && !event.packet && rng.chance(1, 2) {
        event.kind = rng.range(6, 7);
    }
}

/// A window whose next update comes within some ulps of a clamp, so that rounding decides on which side.
fn brink(rng: &mut Rng, params: &Params) -> u64 {
    let [alpha, beta, gamma, eta, max] = params.raw().map(u128::from);
    let fine = |gain: u128| gain << (Cw::FRAC - Gain::FRAC);
    let n = u128::from(rng.range(1, 4));
    let raw = match rng.below(4) {
        0 => (fine(gamma) << Eta::FRAC) / eta.max(1),
        1 => fine(gamma + n * beta),
        _ => max.saturating_sub(((n * fine(alpha)) << Cw::FRAC) / max.max(1)),
    };
    (raw as u64).wrapping_add(rng.below(5)).wrapping_sub(2) & Cw::MAX_RAW
}

/// Simpler actions in place of this one, the simplest first. Each is a step down, so that shrinking ends.
pub fn simpler(action: &EventAction) -> Vec<EventAction> {
    let a = *action;
    let one = 1 << Cw::FRAC;
    let plain = HostValues { cw: one, rtt: 10_000, alg: 0, psn: 0, psn_valid: 0, set: 0 };
    let tries = [
        EventAction { gap: 0, stall: 0, ..a },
        EventAction { gap: 0, ..a },
        EventAction { stall: 0, ..a },
        EventAction { reset: 0, ..a },
        EventAction { host: plain, ..a },
        EventAction { packet: false, ..a },
        EventAction { use_psn: 0, ..a },
        EventAction { n: a.n.min(1), ..a },
        EventAction { psn: 0, ..a },
        EventAction { ece: 0, ..a },
        EventAction { qpn: 0, ..a },
        EventAction { kind: 0, ..a },
        EventAction { n: a.n / 2, ..a },
        EventAction { psn: a.psn / 2, ..a },
    ];
    let mut seen = vec![a];
    for t in tries {
        if !seen.contains(&t) {
            seen.push(t);
        }
    }
    seen.remove(0);
    seen
}

/// A raw value of a port in its unit, for reports.
pub fn show(port: &str, words: &[u64]) -> Option<String> {
    let raw = *words.first()?;
    let name = port.rsplit('_').next().unwrap_or(port);
    Some(match name {
        "cw" | "rcw" | "max" => format!("{} packets", Cw::FORMAT.decimal(raw)),
        "alpha" | "beta" | "gamma" => format!("{} packets", layout::ldcp::Gain::FORMAT.decimal(raw)),
        "eta" => layout::ldcp::Eta::FORMAT.decimal(raw),
        "interval" | "rtt" | "rrtt" => format!("{raw} ns"),
        "n" => format!("{raw} packets"),
        "kind" => layout::record::Kind::from_bits(raw as u8)?.name().into(),
        "flags" => layout::record::flag::names(raw as u8).collect::<Vec<_>>().join("|"),
        "reason" => layout::drop_reason::DropReason::from_bits(raw as u8)?.name().into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_shrinking_takes_it_comes_to_an_end() {
        let mix = Mix { qps: 16, host_in: 4, reset_in: 50, packets: true, params: Params::default() };
        let (mut rng, mut events) = (Rng::stream(1, 1, 0), vec![]);
        mix.generate(&mut rng, 2000, &mut events);
        for mut event in events {
            let mut steps = 0;
            while let Some(next) = rng.pick(&simpler(&event)) {
                (event, steps) = (*next, steps + 1);
                assert!(steps < 200, "{event:?} is simpler than itself");
            }
        }
    }
}
