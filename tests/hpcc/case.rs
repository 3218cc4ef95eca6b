//! One step on both sides, from a given state, and how far they may lie apart.

use layout::fixed::U;
use layout::hpcc::*;
use model::hpcc::ideal;
use model::hpcc::{Arrival, Context, Header, Hop, Params, Record, Records, Telemetry, Update, step};
use model::number::Q;
use model::number::exact;
use num_bigint::BigInt;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

/// Hops of the engine under test.
pub const N: usize = 5;
pub const BYTE: u64 = 1 << 12;
/// 1.0 of U.
pub const ONE: u64 = 1 << 36;

pub fn q(num: u64, den: u64) -> Q {
    Q::new(num.into(), den.into())
}

pub fn pow2(e: i32) -> Q {
    Q::from(BigInt::from(2)).pow(e)
}

/// For messages only. 0 gives minus infinity.
pub fn log2(x: &Q) -> f64 {
    (x * pow2(100)).floor().to_integer().to_f64().expect("a number below 2^1024").log2() - 100.0
}

/// speed, ts, txBytes, qLen
pub type Raw = [u64; 4];

pub fn hop([speed, ts, tx, q]: Raw) -> Hop {
    Hop { speed: U::wrap(speed), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) }
}

pub fn telemetry(path: u64, raw: &[Raw]) -> Telemetry<N> {
    let mut hops = [Hop::default(); N];
    for (h, &raw) in hops.iter_mut().zip(raw) {
        *h = hop(raw);
    }
    Telemetry { path: PathId::wrap(path), n_hop: NHop::wrap(raw.len() as u64), hops }
}

pub fn records(t: &Telemetry<N>) -> Records<N> {
    let hops = t.hops.map(|h| Record { ts: h.ts, tx_bytes: h.tx_bytes, q_len: h.q_len });
    Records { valid: true, path: t.path, n_hop: t.n_hop, hops }
}

pub fn ideal_links(path: PathId, n_hop: NHop, hops: impl Iterator<Item = Hop>) -> ideal::Links {
    let link = |h: Hop| ideal::Link {
        speed: h.speed.raw() as u8,
        ts: h.ts.raw() as u32,
        tx_bytes: h.tx_bytes.raw() as u32,
        q_len: h.q_len.raw() as u32,
    };
    let all = hops.chain(std::iter::repeat(Hop::default())); // hops that the engine has no room for
    ideal::Links { path_id: path.raw() as u16, links: all.map(link).take(n_hop.raw() as usize).collect() }
}

pub fn ideal_state(c: &Context<N>) -> ideal::State {
    let hop = |r: &Record| Hop { speed: U::ZERO, ts: r.ts, tx_bytes: r.tx_bytes, q_len: r.q_len };
    ideal::State {
        l: c.l.valid.then(|| ideal_links(c.l.path, c.l.n_hop, c.l.hops.iter().map(hop))),
        u: exact(c.u.raw(), Util::FORMAT),
        w: exact(c.w.raw(), Window::FORMAT),
        wc: exact(c.wc.raw(), Window::FORMAT),
        inc_stage: c.inc_stage.raw(),
        last_update: c.last_update.raw() as u32,
    }
}

pub fn ideal_arrival(a: Arrival) -> ideal::Arrival {
    match a {
        Arrival::Ack { seq, snd_nxt } => ideal::Arrival::Ack { seq: seq.raw() as u32, snd_nxt: snd_nxt.raw() as u32 },
        Arrival::Int { now } => ideal::Arrival::Int { now: now.raw() as u32 },
    }
}

pub fn ack(seq: u64, snd_nxt: u64) -> Arrival {
    Arrival::Ack { seq: Seq::wrap(seq), snd_nxt: Seq::wrap(snd_nxt) }
}

/// Everything that one step reads.
#[derive(Clone, Debug)]
pub struct Case {
    pub header: Header,
    pub p: Params,
    pub context: Context<N>,
    pub arrival: Arrival,
    pub telemetry: Telemetry<N>,
}

impl Case {
    pub fn model(&self) -> (Context<N>, Update) {
        step(&self.context, self.arrival, &self.telemetry, &self.header, &self.p)
    }

    pub fn ideal(&self) -> Option<ideal::Outcome> {
        let t = &self.telemetry;
        let l = ideal_links(t.path, t.n_hop, t.hops.into_iter());
        ideal::step(
            &ideal_state(&self.context),
            ideal_arrival(self.arrival),
            &l,
            &(&self.header).into(),
            &(&self.p).into(),
            N,
        )
    }
}

/// The default parameters with these changes.
/// The parameters of the reset, but that W has no limit and the first ACK sets nothing.
pub fn plain() -> Params {
    let set = |p: Params, name, value| p.set(name, value, &Header::default()).expect("legal").0;
    set(set(Params::default(), "W_max", "1099511627775/4096"), "sync_first", "0")
}

pub fn params(changes: &[(&str, &str)]) -> Params {
    let header = Header::default();
    let mut p = plain();
    for (name, text) in changes {
        p = p.set(name, text, &header).expect("legal parameters").0;
    }
    p
}

/// A flow with U, Wc in bytes and incStage, whose last update was at sequence number 0.
pub fn flow(u: u64, wc: u64, inc_stage: u64, l: &Telemetry<N>) -> Context<N> {
    let w = Window::wrap(wc * BYTE);
    let (u, inc_stage) = (Util::wrap(u), Stage::wrap(inc_stage));
    Context { l: records(l), u, w, wc: w, inc_stage, last_update: U::ZERO }
}

pub fn run(p: &Params, context: Context<N>, telemetry: Telemetry<N>) -> (Context<N>, Update) {
    let case = Case { header: Header::default(), p: p.clone(), context, arrival: ack(1, 7), telemetry };
    compare(&case, &mut Worst::default());
    case.model()
}

/// Worst errors of a run: log2 of the error and the case it came from.
#[derive(Default)]
pub struct Worst {
    pub compared: u64,
    /// |U - ideal|
    u: Option<(Q, String)>,
    /// |U - ideal| where U <= 4
    u_small: Option<(Q, String)>,
    /// |W - ideal| less one LSB, relative to the ideal
    w: Option<(Q, String)>,
    pub multiplicative: u64,
    pub full: u64,
    pub saturated: u64,
}

pub fn raise(worst: &mut Option<(Q, String)>, error: Q, case: impl FnOnce() -> String) {
    if worst.as_ref().is_none_or(|(w, _)| error > *w) {
        *worst = Some((error, case()));
    }
}

impl Worst {
    pub fn print(&self, what: &str) {
        println!(
            "{what}: {} steps, {} multiplicative, {} full, {} saturate U",
            self.compared, self.multiplicative, self.full, self.saturated
        );
        for (name, worst) in [("U", &self.u), ("U up to 4", &self.u_small), ("W relative", &self.w)] {
            if let Some((error, case)) = worst {
                println!("  worst {name}: 2^{:.2} at {case}", log2(error));
            }
        }
    }
}

pub fn told(case: &Case) -> String {
    let c = &case.context;
    let hop = |h: &Hop| [h.speed.raw(), h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()];
    let old: Vec<_> = c.l.hops.iter().map(|h| [h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()]).collect();
    let new: Vec<_> = case.telemetry.hops.iter().map(hop).collect();
    format!(
        "n_hop {}, L {old:?}, ack.L {new:?}, U {}, Wc {}, incStage {}, params {:?}, units {:?}",
        case.telemetry.n_hop.raw(),
        c.u.raw(),
        c.wc.raw(),
        c.inc_stage.raw(),
        case.p.raw(),
        [case.header.ts_unit().raw(), case.header.tx_unit().raw(), case.header.q_unit().raw()],
    )
}

/// The closed form of the page: 2^-35 + max(U, Y)·2^-37 + U·2^-32 + U'·2^-30 with Y the greatest q·q_unit/(B·T).
pub fn u_bound(case: &Case, u_after: &Q) -> Q {
    let header: ideal::Header = (&case.header).into();
    let u = exact(case.context.u.raw(), Util::FORMAT);
    let mut most = u.clone();
    for (old, new) in case.context.l.hops.iter().zip(&case.telemetry.hops).take(case.telemetry.n_hop.raw() as usize) {
        if let Some(b) = &header.speed[new.speed.raw() as usize] {
            let queue = q(old.q_len.min(new.q_len).raw(), 1) * &header.q_unit;
            most = most.max(queue / (b * exact(case.p.t().raw(), Time::FORMAT)));
        }
    }
    pow2(-35) + most * pow2(-37) + u * pow2(-32) + u_after * pow2(-30)
}

/// |U - ideal| within the closed form, which is below 2^-16 where Y < 2^19, W within 2^-14 and an LSB where U >= 2^-6
/// and within 2^-16 + 2^-34/U and an LSB elsewhere, and all that is discrete is equal unless U stands within 2^-16, or
/// the bound, of eta.
pub fn compare(case: &Case, worst: &mut Worst) {
    check(case, case.model(), case.ideal(), worst);
}

/// As [`compare`], of what the two sides are said to have answered.
pub fn check(case: &Case, (after, update): (Context<N>, Update), ideal: Option<ideal::Outcome>, worst: &mut Worst) {
    let Some(out) = ideal else {
        assert_eq!((after, update.flags & !flag::R_SAT), (case.context, flag::HOPS));
        return;
    };
    let ideal = out.state;
    let (u, w) = (exact(after.u.raw(), Util::FORMAT), exact(after.w.raw(), Window::FORMAT));
    assert_eq!(ideal_state(&after).l.map(|l| l.links.len()), ideal.l.map(|l| l.links.len()), "{}", told(case));
    assert_eq!(
        (after.last_update.raw() as u32, update.flags & flag::FULL != 0),
        (ideal.last_update, out.full),
        "{}",
        told(case)
    );
    let u_error = (&u - (&ideal.u).min(&exact(Util::MAX_RAW, Util::FORMAT))).abs();
    let bound = u_bound(case, &ideal.u);
    assert!(u_error <= bound, "U off by 2^{:.2}, bound 2^{:.2}: {}", log2(&u_error), log2(&bound), told(case));
    raise(if ideal.u <= q(4, 1) { &mut worst.u_small } else { &mut worst.u }, u_error, || told(case));
    // R = W/T of the model's W
    let r = &w / exact(case.p.t().raw(), Time::FORMAT);
    let r_error = (exact(update.r.raw(), Rate::FORMAT) - (&r).min(&exact(Rate::MAX_RAW, Rate::FORMAT))).abs();
    assert!(r_error <= &r * pow2(-18) + pow2(-29), "R {}", told(case));

    let saturated = update.flags & flag::U_SAT != 0;
    let lsb = pow2(-12);
    let w_error = ((&w - &ideal.w).abs() - &lsb).max(Q::zero());
    if saturated {
        // the ideal's U is greater: its W is smaller, or both are clamped
        assert!(w >= &ideal.w - lsb, "{}", told(case));
    } else if ideal.u >= pow2(-6) {
        assert!(w_error <= &ideal.w * pow2(-14), "W {w} against {}: {}", ideal.w, told(case));
        raise(&mut worst.w, &w_error / &ideal.w, || told(case));
    } else if !ideal.u.is_zero() {
        let bound = pow2(-16) + pow2(-34) / &ideal.u;
        assert!(bound >= Q::one() || w_error <= &ideal.w * bound, "W {w} against {}: {}", ideal.w, told(case));
    } else {
        assert_eq!(w_error, Q::zero(), "{}", told(case));
    }
    let eta = exact(case.p.eta().raw(), Eta::FORMAT);
    if (&ideal.u - eta).abs() > bound.max(pow2(-16)) {
        let branch = |flags: u16| flags & flag::MULT;
        let found = (after.inc_stage.raw(), branch(update.flags));
        assert_eq!(found, (ideal.inc_stage, branch(out.flags)), "{}", told(case));
    }
    // decided exactly on both sides
    let certain = flag::FIRST | flag::PATH | flag::SPEED | flag::STILL | flag::IDLE | flag::FULL;
    assert_eq!(update.flags & certain, out.flags & certain, "{}", told(case));
    if out.full {
        assert_eq!(after.wc, after.w);
        worst.full += 1;
    } else {
        assert_eq!((after.wc, after.inc_stage), (case.context.wc, case.context.inc_stage));
    }
    worst.multiplicative += (update.flags & flag::MULT != 0) as u64;
    worst.saturated += saturated as u64;
    worst.compared += 1;
}
