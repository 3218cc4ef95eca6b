//! DCQCN in exact rationals, from the text of "Introduction to Congestion Control for RoCE" (Broadcom, M. Voloshin),
//! with the readings of SEMANTICS D1 to D11. The text is quoted beside each rule.

use crate::number::Q;
use crate::params::Rounded;
use layout::dcqcn::flag;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// What the text calls configurable, and what SEMANTICS adds. Rates in bytes per ns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// "The weight is configurable in both modes."
    pub g: Q,
    /// "a fixed minimum increment RAI".
    pub rai: Q,
    /// "the full rate of the link".
    pub line: Q,
    /// D5: CP of a new QP.
    pub cp0: Q,
    /// D5.
    pub rc_min: Q,
    /// "a configurable number of Fast Recovery steps, three by default".
    pub recovery: u64,
    /// D7.
    pub doublings: u64,
    /// D6: the distance from the line rate within which RC becomes it.
    pub snap: Q,
    /// D1.
    pub old_cp: bool,
    /// D4.
    pub clamp_target: bool,
    /// D9.
    pub min_tx: u64,
    /// D9.
    pub incast_periods: u64,
    /// D11.
    pub published: Option<Published>,
}

/// D11: the form of Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015, in whole control
/// periods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    pub alpha_periods: u64,
    pub rate_periods: u64,
    pub byte_packets: u64,
    pub hai: Q,
}

impl Params {
    /// Takes what was rounded as it was asked for.
    pub fn exactly(&mut self, rounded: &[Rounded]) {
        for r in rounded {
            let parameter = match (r.field.name, &mut self.published) {
                ("g", _) => &mut self.g,
                ("rai", _) => &mut self.rai,
                ("line", _) => &mut self.line,
                ("CP0", _) => &mut self.cp0,
                ("rc_min", _) => &mut self.rc_min,
                ("hai", Some(published)) => &mut published.hai,
                _ => continue,
            };
            *parameter = r.exact();
        }
    }
}

/// What is kept of a QP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// "Current transmit rate".
    pub rc: Q,
    /// "Target transmit rate".
    pub rt: Q,
    /// "an estimated congestion probability".
    pub cp: Q,
    /// Increase steps since the last decrease.
    pub stage: u64,
    /// D9: packets since the last increase step.
    pub sent: u64,
    /// D9: periods since the one of the last CNP.
    pub quiet: u64,
    /// D10: periods in a row without a packet.
    pub idle: u64,
    /// D11.
    pub byte_stage: u64,
    pub packets: u64,
    pub since_alpha: u64,
    pub since_rate: u64,
}

/// One control period in which `cnp` CNPs came and `tx` packets were sent; `deterministic`: dcqcn-d. Gives the flags of
/// `layout::dcqcn::flag`.
pub fn step(deterministic: bool, state: &mut State, cnp: u64, tx: u64, p: &Params) -> u16 {
    // D10: "Active: RC < line or CP >= one LSB; after 16 periods without a packet sent activity ends, state kept"; here
    // the least CP is any that is not 0
    let asleep = tx == 0 && state.idle >= 16;
    if cnp == 0 && (asleep || state.rc >= p.line && state.cp.is_zero()) {
        if tx > 0 {
            state.idle = 0;
        }
        return flag::IGNORED | paced(state, p);
    }
    state.idle = if tx == 0 { (state.idle + 1).min(16) } else { 0 };
    state.sent += tx;
    state.quiet = if cnp > 0 { 0 } else { state.quiet + 1 };
    let flags = match &p.published {
        Some(published) if !deterministic => self::published(state, cnp > 0, tx, p, published),
        _ => {
            let f = fraction(deterministic, cnp, tx);
            let old_cp = state.cp.clone();
            let saturated = average(state, f, p);
            saturated
                | if cnp > 0 {
                    let cp = if p.old_cp { old_cp } else { state.cp.clone() }; // D1
                    decrease(state, cp, p)
                } else if due(state, p) {
                    state.sent = 0;
                    // "three by default, before switching to Active Increase"
                    let flags = if state.stage < p.recovery {
                        increase(state, None, p)
                    } else {
                        // D7: "the first active step is RAI, each further period without CNP doubles it"
                        let doubled = (state.stage - p.recovery).min(p.doublings);
                        let by = &p.rai * Q::from(BigInt::one() << doubled);
                        increase(state, Some((by, flag::ACTIVE)), p)
                    };
                    state.stage += 1;
                    flags
                } else {
                    flag::HELD | bound(state, p)
                }
        }
    };
    flags | paced(state, p)
}

fn paced(state: &State, p: &Params) -> u16 {
    if state.rc < p.line { flag::PACED } else { 0 }
}

/// "F = No. of CNPs / No. of TX messages"; in dcqcn-p "set to one when a CNP was received during the control loop
/// period and to 0 otherwise". D3: "min(1, F); nothing sent: F = 1 if a CNP came, else 0".
pub fn fraction(deterministic: bool, cnp: u64, tx: u64) -> Q {
    if cnp == 0 {
        Q::zero()
    } else if !deterministic || cnp >= tx {
        Q::one()
    } else {
        Q::new(cnp.into(), tx.into())
    }
}

/// "CP = (1 - g) x CP + F x g": "a value between zero and one".
fn average(state: &mut State, f: Q, p: &Params) -> u16 {
    let cp = (Q::one() - &p.g) * &state.cp + f * &p.g;
    if cp > Q::one() {
        state.cp = Q::one();
        return flag::SAT;
    }
    state.cp = cp;
    0
}

/// "RT = RC", "RC = RC x (1 - CP / 2)".
fn decrease(state: &mut State, cp: Q, p: &Params) -> u16 {
    // D4: "parameter clamp_target = 0 keeps RT when no increase happened since the last decrease"
    if p.clamp_target || state.stage > 0 || state.byte_stage > 0 {
        state.rt = state.rc.clone();
    }
    state.rc = &state.rc * (Q::one() - cp / BigInt::from(2));
    state.stage = 0;
    flag::CUT | bound(state, p)
}

/// D9: "only if at least min_tx packets were sent since the last step; after a CNP within the last incast_periods the
/// due period doubles".
fn due(state: &State, p: &Params) -> bool {
    state.sent >= p.min_tx && (state.quiet > p.incast_periods || state.quiet.is_multiple_of(2))
}

/// Fast recovery: "RC = (RT + RC) / 2"; with `by`, "RT = RT + RAI" before it.
fn increase(state: &mut State, by: Option<(Q, u16)>, p: &Params) -> u16 {
    let kind = match by {
        None => flag::RECOVERY,
        Some((by, kind)) => {
            state.rt += by;
            kind
        }
    };
    // D5: "RT <= line rate"
    let mut flags = kind;
    if state.rt > p.line {
        state.rt = p.line.clone();
        flags |= flag::SAT;
    }
    state.rc = (&state.rt + &state.rc) / BigInt::from(2);
    flags |= bound(state, p);
    // D6: "once line - RC is below one LSB of the rate format times 2^k (parameter), RC snaps to line"; rc_min is no
    // approach
    if flags & flag::FLOOR == 0 && state.rc < p.line && &p.line - &state.rc < p.snap {
        state.rc = p.line.clone();
        return flags | flag::SNAP;
    }
    flags
}

/// D5: a minimum rate, and "the full rate of the link" as a cap.
fn bound(state: &mut State, p: &Params) -> u16 {
    let mut flags = 0;
    if state.rc < p.rc_min {
        (state.rc, flags) = (p.rc_min.clone(), flag::FLOOR);
    }
    for rate in [&mut state.rc, &mut state.rt] {
        if *rate > p.line {
            *rate = p.line.clone();
            flags |= flag::SAT;
        }
    }
    flags
}

/// D11. "RT = RC, RC = RC(1 - alpha/2), alpha = (1 - g)alpha + g" on a CNP; "alpha = (1 - g)alpha" without one for a
/// while; a byte counter and a timer that raise the rate, each by fast recovery until either has counted F, by hyper
/// increase once both have.
fn published(state: &mut State, cut: bool, tx: u64, p: &Params, form: &Published) -> u16 {
    if cut {
        let old_cp = state.cp.clone();
        let saturated = average(state, Q::one(), p);
        let cp = if p.old_cp { old_cp } else { state.cp.clone() };
        let flags = decrease(state, cp, p);
        (state.byte_stage, state.packets, state.since_alpha, state.since_rate) = (0, 0, 0, 0);
        return saturated | flags;
    }
    let mut flags = 0;
    state.since_alpha += 1;
    if state.since_alpha >= form.alpha_periods {
        state.since_alpha = 0;
        flags |= average(state, Q::zero(), p);
    }
    state.packets += tx;
    state.since_rate += 1;
    let by_bytes = form.byte_packets > 0 && state.packets >= form.byte_packets;
    let by_time = state.since_rate >= form.rate_periods;
    if by_bytes {
        state.packets -= form.byte_packets;
        flags |= one_published(state, p, form);
        state.byte_stage += 1;
    }
    if by_time {
        state.since_rate = 0;
        flags |= one_published(state, p, form);
        state.stage += 1;
    }
    if !by_bytes && !by_time {
        flags |= flag::HELD | bound(state, p);
    }
    flags
}

fn one_published(state: &mut State, p: &Params, form: &Published) -> u16 {
    let (least, most) = (state.stage.min(state.byte_stage), state.stage.max(state.byte_stage));
    if most < p.recovery {
        increase(state, None, p)
    } else if least >= p.recovery {
        increase(state, Some((form.hai.clone(), flag::HYPER)), p)
    } else {
        increase(state, Some((p.rai.clone(), flag::ACTIVE)), p)
    }
}
