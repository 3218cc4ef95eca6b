//! One period on both sides, from a given state, and how far they may lie apart.

use layout::dcqcn::*;
use layout::fixed::U;
use model::dcqcn::ideal::State;
use model::dcqcn::step::Timers;
use model::dcqcn::{Context, Event, Mode, Params, Update, ideal, step};
use model::number::Q;
use model::number::exact;
use num_bigint::BigInt;
use num_traits::{Pow, Signed, ToPrimitive, Zero};

/// 1 byte per ns, 8 Gbit/s.
pub const BYTE: u64 = 1 << 28;
/// 1.0 of CP.
pub const ONE: u64 = 1 << 26;

pub fn pow2(e: i32) -> Q {
    Q::from(BigInt::from(2)).pow(e)
}

/// For messages only. 0 gives minus infinity.
pub fn log2(x: &Q) -> f64 {
    (x * pow2(100)).floor().to_integer().to_f64().expect("a number below 2^1024").log2() - 100.0
}

/// A QP with these, raw, in whose last period a packet was sent.
pub fn qp(rc: u64, rt: u64, cp: u64, stage: u64) -> Context {
    Context {
        rc: Rate::wrap(rc),
        rt: Rate::wrap(rt),
        cp: Prob::wrap(cp),
        stage: Stage::wrap(stage),
        sent: U::ZERO,
        quiet: Quiet::MAX,
        idle: U::ZERO,
        guard: U::ZERO,
        published: Timers::default(),
    }
}

pub fn params(changes: &[(&str, u64)]) -> Params {
    Params::with(changes).expect("legal parameters")
}

/// How far a run went.
#[derive(Default)]
pub struct Worst {
    pub compared: u64,
    /// |CP - ideal|
    pub cp: Q0,
    /// (|RC - ideal| - an LSB) / ideal
    pub rc: Q0,
    /// Periods by flag.
    pub flags: [u64; flag::BITS as usize],
    /// Periods in which the two chose otherwise, within the bounds.
    pub parted: u64,
}

/// A rational that starts at 0.
#[derive(Debug)]
pub struct Q0(pub Q);

impl Default for Q0 {
    fn default() -> Self {
        Q0(Q::zero())
    }
}

impl Q0 {
    fn raise(&mut self, x: Q) {
        if x > self.0 {
            self.0 = x;
        }
    }
}

impl Worst {
    pub fn print(&self, what: &str) {
        let flags: Vec<_> = flag::NAMES.iter().zip(self.flags).map(|(name, n)| format!("{name} {n}")).collect();
        println!("{what}: {} periods, {} parted, {}", self.compared, self.parted, flags.join(", "));
        println!("  worst CP 2^{:.2}, worst RC or RT beside an LSB 2^{:.2}", log2(&self.cp.0), log2(&self.rc.0));
    }

    /// How often all of these came.
    pub fn least_of(&self, flags: u16) -> u64 {
        let set = self.flags.iter().enumerate().filter(|(i, _)| flags >> i & 1 == 1);
        set.map(|(_, n)| *n).min().expect("a flag")
    }
}

/// A step on both sides: RC and RT within 2^-20 and an LSB, CP within 2^-16, all else equal.
pub fn compare(mode: Mode, context: &Context, event: (u64, u64), p: &Params, worst: &mut Worst) -> (Context, Update) {
    let (cnp, tx) = event;
    let (next, update) = step(mode, context, Event { cnp: U::wrap(cnp), tx: U::wrap(tx) }, p);
    let mut state = State::from(context);
    let exact_params = ideal::Params::from(p);
    let flags = ideal::step(mode == Mode::D, &mut state, cnp, tx, &exact_params);
    let told = || format!("{mode:?} {context:?} {event:?} {p:?}\n  gives {next:?} {:b}, ideal {flags:b}", update.flags);
    assert_eq!(update.rc, next.rc, "{}", told());

    let (rc, rt, cp) = next.fine();
    let cp_error = (exact(cp.raw(), FineProb::FORMAT) - &state.cp).abs();
    assert!(cp_error <= pow2(-16), "CP is off by 2^{:.2}: {}", log2(&cp_error), told());
    worst.cp.raise(cp_error);
    let lsb = pow2(-29);
    // the same at line rate and at the floor but for what the two sides' rounding may decide
    let excess =
        |raw: FineRate, ideal: &Q| ((exact(raw.raw(), FineRate::FORMAT) - ideal).abs() - &lsb) / ideal.max(&lsb);
    let error = excess(rc, &state.rc).max(excess(rt, &state.rt));
    let near = |x: &Q, limit: &Q| (x - limit).abs() <= &lsb + x * pow2(-20);
    let before_snap = &exact_params.line - &exact_params.snap;
    let both = [exact(rc.raw(), FineRate::FORMAT), state.rc.clone()];
    let open = [&exact_params.line, &exact_params.rc_min, &before_snap].iter().any(|l| both.iter().any(|x| near(x, l)));
    let apart = update.flags ^ flags;
    if apart != 0 || error > pow2(-20) {
        assert!(open, "RC or RT is off by 2^{:.2}, flags by {apart:b}: {}", log2(&error), told());
        assert_eq!(apart & !(flag::SNAP | flag::FLOOR | flag::SAT | flag::PACED), 0, "{}", told());
        // one of the two has become the line rate
        assert!(error <= pow2(-20) || (both[0].clone() - &both[1]).abs() <= &exact_params.snap + lsb, "{}", told());
        worst.parted += 1;
    } else {
        worst.rc.raise(error);
    }
    let counts = [next.stage.raw(), next.sent.raw(), next.quiet.raw(), next.idle.raw()];
    let t = &next.published;
    let timers = [t.byte_stage.raw(), t.packets.raw(), t.since_alpha.raw(), t.since_rate.raw()];
    let expected = [state.stage.min(31), state.sent.min(255), state.quiet.min(15), state.idle];
    assert_eq!(counts, expected, "{}", told());
    let expected = [state.byte_stage.min(31), state.packets.min((1 << 24) - 1)];
    let since = [state.since_alpha.min(255), state.since_rate.min(255)];
    assert_eq!((&timers[..2], &timers[2..]), (&expected[..], &since[..]), "{}", told());
    for (i, n) in worst.flags.iter_mut().enumerate() {
        *n += u64::from(update.flags >> i & 1);
    }
    worst.compared += 1;
    (next, update)
}

/// One period by a rule of the text: RC, RT, CP, stage and flags after it. The ideal is compared on the way.
pub fn one(mode: Mode, context: Context, event: (u64, u64), p: &Params) -> (Context, u16) {
    let (next, update) = compare(mode, &context, event, p, &mut Worst::default());
    (next, update.flags)
}

/// RC, RT, CP and stage.
pub fn four(c: &Context) -> [u64; 4] {
    [c.rc.raw(), c.rt.raw(), c.cp.raw(), c.stage.raw()]
}
