//! One control period of one QP, bit by bit (page.md).

use super::params::{Params, Published};
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up_wide, trunc};
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
    pub guard: Guard,
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
        let (sent, stage, idle, guard) = (U::ZERO, U::ZERO, U::ZERO, U::ZERO);
        let (rc, rt, cp, published) = (p.line, p.line, p.cp0, Timers::default());
        Self { rc, rt, cp, stage, sent, quiet: Quiet::MAX, idle, guard, published }
    }

    /// RC, RT and CP with the bits of `guard` below them.
    pub fn fine(&self) -> (FineRate, FineRate, FineProb) {
        let (rc, rt, cp, guard) = (self.rc.raw(), self.rt.raw(), self.cp.raw(), self.guard.raw());
        (U::wrap(rc << 1 | guard >> 3), U::wrap(rt << 1 | guard >> 2 & 1), U::wrap(cp << 2 | guard & 3))
    }

    /// The other way round.
    pub fn set_fine(&mut self, rc: FineRate, rt: FineRate, cp: FineProb) {
        let (rc, rt, cp) = (rc.raw(), rt.raw(), cp.raw());
        (self.rc, self.rt, self.cp) = (U::wrap(rc >> 1), U::wrap(rt >> 1), U::wrap(cp >> 2));
        self.guard = U::wrap((rc & 1) << 3 | (rt & 1) << 2 | cp & 3);
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

/// 1.0 as a raw F or CP.
const ONE: u64 = 1 << FineProb::FRAC;
/// Below this CP falls by the next whole LSB: to nearest, g·CP would be none.
const SMALL: u64 = 1 << 10;

/// What a step computes with: rates in U7.29, CP in U1.28, raw.
#[derive(Copy, Clone)]
struct Flow {
    rc: u64,
    rt: u64,
    cp: u64,
}

/// The parameters that are rates, in U7.29, raw.
struct Rates {
    line: u64,
    rc_min: u64,
    rai: u64,
    hai: u64,
    snap: u64,
}

impl Rates {
    #[inline]
    fn of(p: &Params) -> Self {
        let fine = |rate: Rate| rate.raw() << (FineRate::FRAC - Rate::FRAC);
        let hai = p.published.map_or(0, |form| fine(form.hai));
        let snap = 1 << (p.snap.raw() as u32 + FineRate::FRAC - Rate::FRAC);
        Self { line: fine(p.line), rc_min: fine(p.rc_min), rai: fine(p.rai), hai, snap }
    }
}

/// The context after a control period, and its update.
#[inline]
pub fn step(mode: Mode, context: &Context, event: Event, p: &Params) -> (Context, Update) {
    let (cut, tx) = (event.cnp > U::ZERO, event.tx.raw());
    let mut next = *context;
    let ended = tx == 0 && context.idle.raw() == IDLE_PERIODS;
    next.idle = U::wrap(if tx == 0 { (context.idle.raw() + 1).min(IDLE_PERIODS) } else { 0 });
    let (rc, rt, cp) = context.fine();
    // D10: what is not active has no period
    if !cut && (ended || context.rc >= p.line && cp == U::ZERO) {
        next.idle = if tx == 0 { context.idle } else { U::ZERO };
        return (next, Update { rc: next.rc, flags: flag::IGNORED | paced(next.rc, p) });
    }
    next.sent = Sent::sat((context.sent.raw() + tx).into());
    next.quiet = if cut { U::ZERO } else { Quiet::sat((context.quiet.raw() + 1).into()) };
    let mut flow = Flow { rc: rc.raw(), rt: rt.raw(), cp: cp.raw() };
    let rates = Rates::of(p);
    let flags = match (&p.published, mode) {
        (Some(published), Mode::P) => of_published(&mut next, &mut flow, cut, tx, p, published, &rates),
        _ => {
            let f = fraction(mode, event);
            let (cp, saturated) = smooth(cp, f, p.g);
            let flags = if cut {
                next.stage = U::ZERO;
                decrease(&mut flow, cp, context, p, &rates)
            } else if due(&next, p) {
                next.sent = U::ZERO;
                let by = context.stage.raw().checked_sub(p.recovery.raw()).map(|active| {
                    // 36 + 15 bits, exact
                    (rates.rai << active.min(p.doublings.raw()), flag::ACTIVE)
                });
                next.stage = Stage::sat((context.stage.raw() + 1).into());
                increase(&mut flow, by, &rates)
            } else {
                flag::HELD | clamp(&mut flow, rc.raw(), &rates)
            };
            flow.cp = cp.raw();
            flags | saturated
        }
    };
    next.set_fine(U::wrap(flow.rc), U::wrap(flow.rt), U::wrap(flow.cp));
    (next, Update { rc: next.rc, flags: flags | paced(next.rc, p) })
}

/// The same with the bits below, for the line rate has none.
#[inline]
fn paced(rc: Rate, p: &Params) -> u16 {
    if rc < p.line { flag::PACED } else { 0 }
}

/// F (D3): for dcqcn-d off by less than 2^-28 and 1.91e-6 of its value (`tests/dcqcn/steps.rs` goes through all pairs).
#[inline]
pub fn fraction(mode: Mode, event: Event) -> FineProb {
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
    // cnp/tx = q·2^(lc - lt - 36), in units of 2^-28
    U::wrap(trunc(q, 8 + lt - lc))
}

/// CP = (1 - g)·CP + F·g, as CP + g·(F - CP): 16 by 30 signed bits. To nearest, halves up; down where CP is small and F
/// is 0.
#[inline]
pub fn smooth(cp: FineProb, f: FineProb, g: Gain) -> (FineProb, u16) {
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
fn decrease(flow: &mut Flow, new_cp: FineProb, context: &Context, p: &Params, rates: &Rates) -> u16 {
    let rc = flow.rc;
    let cp = if p.old_cp { U::wrap(flow.cp) } else { new_cp };
    // the published form's byte counter increases the rate too; of the others it is 0
    if p.clamp_target || context.stage > U::ZERO || context.published.byte_stage > U::ZERO {
        flow.rt = rc;
    }
    flag::CUT | clamp(flow, rc - half_of_product(U::wrap(rc), cp), rates)
}

/// RC·CP/2 to nearest, halves up, and at least one LSB: 0 only where RC or CP is, so that a cut never vanishes.
#[inline]
pub fn half_of_product(rc: FineRate, cp: FineProb) -> u64 {
    let product = u128::from(rc.raw()) * u128::from(cp.raw()); // 2^-57: 36 + 29 = 65 bits
    // 2^-57 to 2^-29, and half of it
    let cut = round_half_up_wide(product, FineProb::FRAC + 1) as u64;
    cut.max(u64::from(product > 0))
}

/// One increase step: RT by `by` if there is something to add, then RC half the way to it; D6.
#[inline]
fn increase(flow: &mut Flow, by: Option<(u64, u16)>, rates: &Rates) -> u16 {
    let (addend, kind) = by.unwrap_or((0, flag::RECOVERY));
    let rt = flow.rt + addend; // at most 52 bits
    let saturated = if rt > rates.line { flag::SAT } else { 0 };
    flow.rt = rt.min(rates.line);
    // RT - RC: 37 signed bits
    let half = half_to_odd(flow.rt as i64 - flow.rc as i64);
    let flags = kind | saturated | clamp(flow, flow.rc.wrapping_add_signed(half), rates);
    if flags & flag::FLOOR == 0 && flow.rc < rates.line && rates.line - flow.rc < rates.snap {
        flow.rc = rates.line;
        return flags | flag::SNAP;
    }
    flags
}

/// Half of `x` to nearest, round_half_odd: of the two nearest to a half the odd one. No way to go vanishes, so RC
/// reaches RT, and halves go up as often as down.
#[inline]
pub fn half_to_odd(x: i64) -> i64 {
    if x & 1 == 0 { x >> 1 } else { x >> 1 | 1 }
}

/// RC = `rc` within [rc_min, line]; RT at most line (D5).
#[inline]
fn clamp(flow: &mut Flow, rc: u64, rates: &Rates) -> u16 {
    let floor = if rc < rates.rc_min { flag::FLOOR } else { 0 };
    let saturated = if rc.max(flow.rt) > rates.line { flag::SAT } else { 0 };
    flow.rc = rc.clamp(rates.rc_min, rates.line);
    flow.rt = flow.rt.min(rates.line);
    floor | saturated
}

/// D11: CP, the byte counter and the rate timer each at their own pace.
fn of_published(
    next: &mut Context,
    flow: &mut Flow,
    cut: bool,
    tx: u64,
    p: &Params,
    form: &Published,
    rates: &Rates,
) -> u16 {
    let context = *next;
    let timers = &context.published;
    let old_cp = U::wrap(flow.cp);
    if cut {
        let (cp, saturated) = smooth(old_cp, U::wrap(ONE), p.g);
        (next.stage, next.published) = (U::ZERO, Timers::default());
        let flags = saturated | decrease(flow, cp, &context, p, rates);
        flow.cp = cp.raw();
        return flags;
    }
    let since_alpha = timers.since_alpha.raw() + 1;
    let mut flags = 0;
    next.published.since_alpha = Periods::sat(since_alpha.into());
    if since_alpha >= form.alpha_periods.raw() {
        let (cp, saturated) = smooth(old_cp, U::ZERO, p.g);
        (flow.cp, flags) = (cp.raw(), saturated);
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
                Some((rates.hai, flag::HYPER))
            } else {
                Some((rates.rai, flag::ACTIVE))
            };
            flags |= increase(flow, by, rates);
            let counted = if of_bytes { &mut next.published.byte_stage } else { &mut next.stage };
            *counted = Stage::sat((counted.raw() + 1).into());
        }
    }
    if !byte_tick && !rate_tick {
        flags |= flag::HELD | clamp(flow, flow.rc, rates);
    }
    flags
}
