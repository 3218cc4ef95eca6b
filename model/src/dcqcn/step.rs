//! One control period of one QP, bit by bit (page.md).

use super::params::{Params, Published};
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, trunc};
use layout::dcqcn::*;
use layout::fixed::U;

/// How the switches mark, and so what a CNP says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// dcqcn-p: by probability. F is 1 in a period with a CNP.
    P,
    /// dcqcn-d: every packet above a threshold. F is the share of CNPs.
    D,
}

/// What is kept of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    pub rc: Rate,
    pub rt: Rate,
    pub cp: Prob,
    pub stage: Stage,
    pub sent: Sent,
    pub quiet: Quiet,
    pub idle: Idle,
    pub published: Timers,
}

/// What the published form keeps beside it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Timers {
    pub byte_stage: Stage,
    pub packets: Packets,
    pub since_alpha: Periods,
    pub since_rate: Periods,
}

impl Context {
    /// A new QP: at line rate, with CP0 (SEMANTICS D5).
    pub fn new(p: &Params) -> Self {
        let (sent, stage, idle) = (U::ZERO, U::ZERO, U::ZERO);
        let (rc, rt, cp, published) = (p.line, p.line, p.cp0, Timers::default());
        Self { rc, rt, cp, stage, sent, quiet: Quiet::MAX, idle, published }
    }
}

/// What happened in the period.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub cnp: Count,
    pub tx: Count,
}

/// The rate after the period, and `layout::dcqcn::flag`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub rc: Rate,
    pub flags: u16,
}

/// 1.0 as a raw probability.
const ONE: u64 = 1 << Prob::FRAC;
/// Below this CP falls by the next whole LSB: to nearest, g·CP would be none.
const SMALL: u64 = 1 << 10;

/// The context after a control period, and its update.
#[inline]
pub fn step(mode: Mode, context: &Context, event: Event, p: &Params) -> (Context, Update) {
    let (cut, tx) = (event.cnp > U::ZERO, event.tx.raw());
    let mut next = *context;
    let ended = tx == 0 && context.idle.raw() == IDLE_PERIODS;
    next.idle = U::wrap(if tx == 0 { (context.idle.raw() + 1).min(IDLE_PERIODS) } else { 0 });
    // D10: what is not active has no period
    if !cut && (ended || context.rc >= p.line && context.cp == U::ZERO) {
        next.idle = if tx == 0 { context.idle } else { U::ZERO };
        return (next, Update { rc: next.rc, flags: flag::IGNORED | paced(next.rc, p) });
    }
    next.sent = Sent::sat((context.sent.raw() + tx).into());
    next.quiet = if cut { U::ZERO } else { Quiet::sat((context.quiet.raw() + 1).into()) };
    let flags = match (&p.published, mode) {
        (Some(published), Mode::P) => of_published(&mut next, context, cut, tx, p, published),
        _ => {
            let f = fraction(mode, event);
            let (cp, saturated) = smooth(context.cp, f, p.g);
            next.cp = cp;
            let flags = if cut {
                next.stage = U::ZERO;
                decrease(&mut next, context, p)
            } else if due(&next, p) {
                next.sent = U::ZERO;
                let by = context.stage.raw().checked_sub(p.recovery.raw()).map(|active| {
                    // 35 + 15 bits, exact
                    (p.rai.raw() << active.min(p.doublings.raw()), flag::ACTIVE)
                });
                next.stage = Stage::sat((context.stage.raw() + 1).into());
                increase(&mut next, by, p)
            } else {
                flag::HELD | clamp(&mut next, context.rc.raw(), p)
            };
            flags | saturated
        }
    };
    (next, Update { rc: next.rc, flags: flags | paced(next.rc, p) })
}

#[inline]
fn paced(rc: Rate, p: &Params) -> u16 {
    if rc < p.line { flag::PACED } else { 0 }
}

/// F (D3): for dcqcn-d off by less than 2^-26 and 1.9e-6 of its value (`tests/dcqcn/steps.rs` goes through all pairs).
#[inline]
pub fn fraction(mode: Mode, event: Event) -> Prob {
    let (cnp, tx) = (event.cnp.raw(), event.tx.raw());
    if cnp == 0 {
        return U::ZERO;
    }
    if mode == Mode::P || cnp >= tx {
        return U::wrap(ONE);
    }
    let (lc, lt) = (leading_one(cnp), leading_one(tx)); // at most 15, lc <= lt
    let x = normalise(cnp, lc, 17); // exact
    let d = normalise(tx, lt, 23) - (1 << 23); // exact
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw();
    // cnp/tx = q·2^(lc - lt - 36), in units of 2^-26
    U::wrap(trunc(q, 10 + lt - lc))
}

/// CP = (1 - g)·CP + F·g, as CP + g·(F - CP): 16 by 28 signed bits. To nearest, halves up; down where CP is small and F
/// is 0.
#[inline]
pub fn smooth(cp: Prob, f: Prob, g: Gain) -> (Prob, u16) {
    let by = g.raw() as i64 * (f.raw() as i64 - cp.raw() as i64);
    let half = if f == U::ZERO && cp.raw() < SMALL { 0 } else { 1 << 15 };
    let cp = cp.raw() as i64 + ((by + half) >> 16); // at least 0, for g is at most 1/4
    if cp > ONE as i64 { (U::wrap(ONE), flag::SAT) } else { (U::wrap(cp as u64), 0) }
}

/// D9: `context` counts this period already.
#[inline]
fn due(context: &Context, p: &Params) -> bool {
    let quiet = context.quiet.raw();
    context.sent >= p.min_tx && (quiet > p.incast_periods.raw() || quiet.is_multiple_of(2))
}

/// RT = RC, RC = RC·(1 - CP/2), with the new CP or the old one (D1); D4.
#[inline]
fn decrease(next: &mut Context, context: &Context, p: &Params) -> u16 {
    let cp = if p.old_cp { context.cp } else { next.cp };
    // the published form's byte counter increases the rate too; of the others it is 0
    if p.clamp_target || context.stage > U::ZERO || context.published.byte_stage > U::ZERO {
        next.rt = context.rc;
    }
    flag::CUT | clamp(next, context.rc.raw() - half_of_product(context.rc, cp), p)
}

/// RC·CP/2, upwards, of three partial products: what the fourth would add counts as its last bit alone.
/// Less than half an LSB below, less than one above; 0 only where RC or CP is.
#[inline]
pub fn half_of_product(rc: Rate, cp: Prob) -> u64 {
    let (rc_high, rc_low) = (trunc(rc.raw(), 17), rc.raw() & 0x1_ffff); // 18 and 17 bits
    let (cp_high, cp_low) = (trunc(cp.raw(), 9), cp.raw() & 0x1ff); // 18 and 9 bits
    // 2^-54: 18 + 18 + 26 = 62 bits
    let product = ((rc_high * cp_high) << 26) + ((rc_high * cp_low) << 17) + ((rc_low * cp_high) << 9);
    let sticky = u64::from(rc_low != 0 && cp_low != 0);
    trunc(product + sticky + (1 << 27) - 1, 27)
}

/// One increase step: RT by `by` if there is something to add, then RC half the way to it; D6.
#[inline]
fn increase(next: &mut Context, by: Option<(u64, u16)>, p: &Params) -> u16 {
    let (addend, kind) = by.unwrap_or((0, flag::RECOVERY));
    let rt = next.rt.raw() + addend; // at most 51 bits
    let (rt, saturated) = if rt > p.line.raw() { (p.line, flag::SAT) } else { (U::wrap(rt), 0) };
    next.rt = rt;
    // 36 bits to 35, round_half_up: RC reaches RT
    let rc = next.rc.raw();
    let flags = kind | saturated | clamp(next, (rt.raw() + rc).div_ceil(2), p);
    if flags & flag::FLOOR == 0 && next.rc < p.line && p.line.raw() - next.rc.raw() < 1 << p.snap.raw() {
        next.rc = p.line;
        return flags | flag::SNAP;
    }
    flags
}

/// RC = `rc` within [rc_min, line]; RT at most line (D5).
#[inline]
fn clamp(next: &mut Context, rc: u64, p: &Params) -> u16 {
    let (rc, flags) = if rc < p.rc_min.raw() {
        (p.rc_min, flag::FLOOR)
    } else if rc > p.line.raw() {
        (p.line, flag::SAT)
    } else {
        (U::wrap(rc), 0)
    };
    next.rc = rc;
    if next.rt > p.line {
        next.rt = p.line;
        return flags | flag::SAT;
    }
    flags
}

/// D11: CP, the byte counter and the rate timer each at their own pace.
fn of_published(next: &mut Context, context: &Context, cut: bool, tx: u64, p: &Params, form: &Published) -> u16 {
    let timers = &context.published;
    if cut {
        let (cp, saturated) = smooth(context.cp, U::wrap(ONE), p.g);
        (next.cp, next.stage, next.published) = (cp, U::ZERO, Timers::default());
        return saturated | decrease(next, context, p);
    }
    let since_alpha = timers.since_alpha.raw() + 1;
    let mut flags = 0;
    next.published.since_alpha = Periods::sat(since_alpha.into());
    if since_alpha >= form.alpha_periods.raw() {
        (next.cp, flags) = smooth(context.cp, U::ZERO, p.g);
        next.published.since_alpha = U::ZERO;
    }
    let (packets, since_rate) = (timers.packets.raw() + tx, timers.since_rate.raw() + 1);
    let byte_tick = form.byte_packets > U::ZERO && packets >= form.byte_packets.raw();
    let rate_tick = since_rate >= form.rate_periods.raw();
    let left = packets - if byte_tick { form.byte_packets.raw() } else { 0 };
    next.published.packets = Packets::sat(left.into());
    next.published.since_rate = if rate_tick { U::ZERO } else { Periods::sat(since_rate.into()) };
    for (tick, of_bytes) in [(byte_tick, true), (rate_tick, false)] {
        if tick {
            let stages = (next.stage.min(next.published.byte_stage), next.stage.max(next.published.byte_stage));
            let by = if stages.1.raw() < p.recovery.raw() {
                None
            } else if stages.0.raw() >= p.recovery.raw() {
                Some((form.hai.raw(), flag::HYPER))
            } else {
                Some((p.rai.raw(), flag::ACTIVE))
            };
            flags |= increase(next, by, p);
            let counted = if of_bytes { &mut next.published.byte_stage } else { &mut next.stage };
            *counted = Stage::sat((counted.raw() + 1).into());
        }
    }
    if !byte_tick && !rate_tick {
        flags |= flag::HELD | clamp(next, context.rc.raw(), p);
    }
    flags
}
