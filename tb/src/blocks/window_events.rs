//! Events for `window` that stand at its corners. Chance alone meets none of them, so a batch follows the contexts that
//! it has written itself, with the model, and aims at what comes next.

use crate::Rng;
use layout::field::Field;
use layout::hpcc::{Clock, ETA, MAX_STAGE, PARAMS, Seq, Stage, Util, W_AI, W_MAX, W_MIN, Window as Bytes, flag};
use layout::record::Kind;
use model::choice::SETS;
use model::hpcc::unit::window::{Context, Event, Measured, decay, step};
use model::hpcc::{Arrival, Header, Params, window};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What a host write stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostContext {
    pub u: u64,
    pub w: u64,
    pub wc: u64,
    pub inc_stage: u64,
    pub last_update: u64,
}

/// A parameter set, in the order of `layout::hpcc::PARAMS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewSet {
    pub index: u64,
    pub raw: [u64; 9],
}

/// One event, or a parameter set in its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// As on the port; 4 is a host write, 5 a host read.
    pub kind: u64,
    pub qpn: u64,
    pub set: u64,
    pub flags: u64,
    pub theta: u64,
    pub addend: u64,
    pub receiver: u64,
    pub seq: u64,
    pub mark: u64,
    pub host: HostContext,
    /// In its place: this many cycles of reset.
    pub reset: u32,
    /// In its place, when all results are out: a parameter set.
    pub new_set: Option<NewSet>,
}

pub const HOST_WRITE: u64 = Kind::HostWrite as u64;
pub const HOST_READ: u64 = Kind::HostRead as u64;
/// 1.0 of theta.
const ONE: u64 = 1 << 36;
/// Sets below are drawn from the seed and stay; a batch may write those above, and then only for itself.
const FIXED: u64 = 12;

impl HostContext {
    pub fn context(&self) -> Context {
        Context {
            u: Util::wrap(self.u),
            w: Bytes::wrap(self.w),
            wc: Bytes::wrap(self.wc),
            inc_stage: Stage::wrap(self.inc_stage),
            last_update: Clock::wrap(self.last_update),
        }
    }
}

/// A parameter set from its raw values; the units do not matter here.
pub fn params(raw: [u64; 9]) -> Params {
    // drawn within the ranges that from_raw checks
    Params::from_raw(raw, &Header::default()).unwrap_or_default()
}

/// The sets that a run starts with.
pub fn draw_sets(seed: u64) -> Vec<[u64; 9]> {
    let mut rng = Rng::stream(seed, 0x5e75, 0);
    let mut sets: Vec<_> = (1..SETS).map(|_| draw_set(&mut rng)).collect();
    sets.insert(0, PARAMS.map(|f| f.reset));
    sets
}

fn draw_set(rng: &mut Rng) -> [u64; 9] {
    let mut raw = PARAMS.map(|f| f.reset);
    for (value, field) in raw.iter_mut().zip(PARAMS) {
        if rng.chance(2, 3) {
            *value = (rng.edge(field.format.bits()) as u64).clamp(field.min, field.max);
        }
    }
    let [stage, w_ai, least, most] = [MAX_STAGE, W_AI, W_MIN, W_MAX].map(|field| field.place(&PARAMS));
    raw[stage] = *rng.pick(&[0, 1, 2, 5, raw[stage]]).unwrap_or(&5);
    if rng.chance(1, 2) {
        raw[w_ai] = rng.bits(24) as u64; // up to 4 KB
    }
    if raw[least] > raw[most] {
        raw.swap(least, most);
    }
    raw
}

/// A batch of actions under way.
struct Batch<'a> {
    rng: &'a mut Rng,
    out: &'a mut Vec<WindowAction>,
    sets: Vec<Params>,
    /// Contexts that are known.
    known: HashMap<u64, Context>,
}

/// Appends `n` actions. A batch has one temper: how many QPs in what order, how dense, which sets.
pub fn generate(rng: &mut Rng, sets: &[[u64; 9]], qps: u64, n: usize, out: &mut Vec<WindowAction>) {
    let end = out.len() + n;
    // QPs in turn: each comes as often as the loops allow, 8 to 12 cycles apart, or nearly so
    let turn = *rng.pick(&[1u64, 2, 7, 8, 9, 10, 11, 12, 64]).unwrap_or(&8);
    let base = rng.bits(16) as u64;
    let crowd = rng.below(3); // 0, 1: in turn, 2: at random
    let idle = rng.below(4); // 0, 1: no gaps, 2: some, 3: many
    let mut batch = Batch { rng, out, sets: sets.iter().map(|&raw| params(raw)).collect(), known: HashMap::new() };
    let mut last_set = FIXED;
    while last_set < SETS as u64 && batch.rng.chance(1, 3) {
        let raw = draw_set(batch.rng);
        batch.sets[last_set as usize] = params(raw);
        batch.out.push(WindowAction { new_set: Some(NewSet { index: last_set, raw }), ..Default::default() });
        last_set += 1;
    }
    let mut next = 0;
    while batch.out.len() < end {
        next += 1;
        let qpn = (base + if crowd == 2 { batch.rng.below(turn) } else { next % turn }) % qps;
        let gap = match idle {
            2 if batch.rng.chance(1, 4) => batch.rng.below(12) as u32,
            3 => batch.rng.below(30) as u32,
            _ => 0,
        };
        let set = batch.rng.below(last_set);
        batch.event(WindowAction { gap, qpn, set, ..Default::default() }, end);
    }
}

impl Batch<'_> {
    fn event(&mut self, mut a: WindowAction, end: usize) {
        if self.rng.chance(1, 20_000) {
            self.known.clear();
            self.out.push(WindowAction { reset: self.rng.range(1, 5) as u32, ..a });
            return;
        }
        if self.rng.chance(1, 24) {
            self.fill(&mut a, Context::RESET); // on the ports of a host's event there may be anything
            self.out.push(WindowAction { kind: HOST_READ, ..a });
            return;
        }
        let context = self.known.get(&a.qpn).copied();
        if context.is_none_or(|_| self.rng.chance(1, 10)) && self.rng.chance(1, 2) && self.out.len() + 1 < end {
            // a context, and what brings it to a corner, as early as the loops allow or a little later
            self.fill(&mut a, Context::RESET);
            let (host, u) = self.brink(a.set as usize);
            self.out.push(WindowAction { kind: HOST_WRITE, host, ..a });
            self.known.insert(a.qpn, host.context());
            a.gap = if self.rng.chance(1, 2) { 0 } else { self.rng.range(7, 11) as u32 };
            self.fill(&mut a, host.context());
            if let Some(u) = u {
                (a.theta, a.addend) = self.towards(host.context().u, u);
                a.flags = 0;
            }
        } else {
            self.fill(&mut a, context.unwrap_or(Context::RESET));
        }
        if let Some(context) = self.known.get_mut(&a.qpn) {
            let arrival = arrival(a.receiver, a.seq, a.mark);
            let m = Measured { flags: a.flags as u16, theta: a.theta, addend: a.addend, arrival };
            *context = step(*context, Event::Update(m), &self.sets[a.set as usize]).0;
        }
        self.out.push(a);
    }

    /// An update's fields, aimed at the context that it will meet.
    fn fill(&mut self, a: &mut WindowAction, c: Context) {
        let p = &self.sets[a.set as usize];
        let (last, time, eta) = (c.last_update.raw(), p.t().raw(), p.eta().raw());
        let rng = &mut *self.rng;
        a.kind = *rng.pick(&[0, 0, 0, 1, 2, 3, 6]).unwrap_or(&0);
        a.flags = match rng.below(32) {
            0 => u64::from(flag::FIRST),
            1 => u64::from(flag::PATH),
            2 => u64::from(flag::HOPS),
            3 => rng.below(64) << flag::FOUND | (u64::from(rng.chance(1, 2)) * u64::from(flag::IGNORED)),
            10 => u64::from(flag::IGNORED),
            4..8 => u64::from(flag::IDLE),
            8..10 => rng.below(8) << (flag::FOUND + 3),
            _ => 0,
        };
        a.receiver = u64::from(rng.chance(1, 3));
        a.seq = rng.edge(24) as u64;
        let near = rng.below(5);
        if a.receiver == 1 {
            let elapsed = match rng.below(8) {
                0..3 => time + near - 2,
                3 => near,
                4 => near.wrapping_sub(3),
                5 => rng.edge(32) as u64,
                _ => rng.below(2 * time),
            };
            a.mark = last.wrapping_add(elapsed) & Clock::MAX_RAW;
        } else {
            let ahead = match rng.below(8) {
                0 | 1 => near.wrapping_sub(2),
                2 | 3 => (1 << 23) + near - 2,
                4 => rng.edge(24) as u64,
                _ => rng.range(1, 200),
            };
            a.seq = last.wrapping_add(ahead) & Seq::MAX_RAW;
            a.mark = match rng.below(4) {
                0 => rng.edge(24) as u64,
                1 => a.seq,
                _ => a.seq.wrapping_add(rng.below(300)),
            } & Seq::MAX_RAW;
        }
        if a.flags & u64::from(flag::IDLE) != 0 && rng.chance(1, 2) {
            (a.theta, a.addend) = (0, 0); // as `inflight` gives them
            return;
        }
        let u = match rng.below(8) {
            0 | 1 => (eta << 20) + near - 2, // eta is at least 1
            2 => 0,
            3 => near,
            4 => Util::MAX_RAW + near - 1, // saturates, or does not just yet
            5 => rng.edge(48) as u64,
            _ => {
                a.theta = if rng.chance(1, 4) { rng.range(1 << 16, ONE) } else { (1 << 16) << rng.below(21) };
                a.addend = if rng.chance(1, 4) { rng.edge(49) as u64 } else { rng.below(2 * ONE) };
                return;
            }
        };
        (a.theta, a.addend) = self.towards(c.u, u);
    }

    /// theta and addend that bring U there, which may be just beyond its format.
    fn towards(&mut self, from: Util, to: u64) -> (u64, u64) {
        let rng = &mut *self.rng;
        let theta = match rng.below(4) {
            0 => 1 << 16,
            1 => ONE,
            2 => ONE - rng.below(4),
            _ => rng.range(1 << 16, ONE),
        };
        match to.checked_sub(decay(from, theta)) {
            Some(addend) => (theta, addend),
            None => (ONE, to),
        }
    }

    /// A context from which the next update comes to a clamp or to a corner of incStage, and the U that it needs for
    /// that.
    fn brink(&mut self, set: usize) -> (HostContext, Option<u64>) {
        let p = &self.sets[set];
        let of = |field: Field| p.raw()[field.place(&PARAMS)];
        let [eta, max_stage, w_ai, w_min, w_max] = [ETA, MAX_STAGE, W_AI, W_MIN, W_MAX].map(of);
        let rng = &mut *self.rng;
        let near = rng.below(5);
        let mut host = HostContext {
            u: rng.edge(48) as u64,
            w: rng.edge(40) as u64,
            wc: if rng.chance(1, 2) { rng.edge(40) as u64 } else { rng.range(1, 1 << 30) },
            inc_stage: match rng.below(4) {
                0 => rng.edge(8) as u64,
                1 => 0,
                _ => (max_stage + near).saturating_sub(2).min(Stage::MAX_RAW),
            },
            last_update: rng.edge(32) as u64,
        };
        let low = rng.chance(1, 2);
        let target = if low { w_min } else { w_max };
        match rng.below(4) {
            0 | 1 => (host, None),
            2 => {
                // additive, to the clamp give or take an LSB or two
                host.wc = (target + near).saturating_sub(w_ai + 2) & Bytes::MAX_RAW;
                host.inc_stage = 0;
                (host, Some((eta << 20) - 1))
            }
            _ => {
                // multiplicative: the least Wc whose window passes the clamp, give or take a few
                let u = match rng.below(4) {
                    0 => eta << 20,
                    1 => rng.edge(48) as u64 | 1,
                    _ => (eta << 20).wrapping_add(rng.below(ONE)) & Util::MAX_RAW,
                };
                host.inc_stage = max_stage;
                let passes = |wc: u64| {
                    let flags = window::compute(Util::wrap(u), Bytes::wrap(wc), Stage::wrap(max_stage), p).2;
                    if low { flags & flag::FLOOR == 0 } else { flags & flag::SAT != 0 }
                };
                let (mut below, mut above) = (0, Bytes::MAX_RAW);
                while below + 1 < above {
                    let wc = (below + above) / 2;
                    if passes(wc) { above = wc } else { below = wc }
                }
                host.wc = (above + near).saturating_sub(2) & Bytes::MAX_RAW;
                (host, Some(u))
            }
        }
    }
}

/// What an update's ports say of its arrival.
pub fn arrival(receiver: u64, seq: u64, mark: u64) -> Arrival {
    if receiver == 1 {
        Arrival::Int { now: Clock::wrap(mark) }
    } else {
        Arrival::Ack { seq: Seq::wrap(seq), snd_nxt: Seq::wrap(mark) }
    }
}

/// Simpler actions in place of this one, the simplest first. Each is a step down, so that shrinking ends.
pub fn simpler(action: &WindowAction) -> Vec<WindowAction> {
    let a = *action;
    let plain = HostContext { u: ONE, w: 1 << 28, wc: 1 << 28, ..Default::default() };
    let tries = [
        WindowAction { gap: 0, ..a },
        WindowAction { reset: 0, ..a },
        WindowAction { host: plain, ..a },
        WindowAction { set: 0, ..a },
        WindowAction { receiver: 0, mark: a.mark & Seq::MAX_RAW, ..a },
        WindowAction { flags: 0, ..a },
        WindowAction { theta: ONE, ..a },
        WindowAction { addend: a.addend.min(ONE), ..a },
        WindowAction { addend: a.addend / 2, ..a },
        WindowAction { seq: 0, ..a },
        WindowAction { mark: 0, ..a },
        WindowAction { qpn: 0, ..a },
        WindowAction { kind: 0, ..a },
    ];
    super::others(a, tries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout::hpcc::flag::*;

    /// Where a run of these actions comes to, by the model.
    #[test]
    fn the_stimulus_reaches_both_sides_of_every_limit() {
        let sets = draw_sets(1);
        let mut params: Vec<Params> = sets.iter().map(|&raw| super::params(raw)).collect();
        let mut contexts = HashMap::new();
        let mut hits: HashMap<&str, u32> = HashMap::new();
        for batch in 0..600 {
            let mut actions = vec![];
            generate(&mut Rng::stream(1, 1, batch), &sets, 1024, crate::block::BATCH, &mut actions);
            assert!(actions.len() >= crate::block::BATCH);
            for a in actions {
                if let Some(set) = a.new_set {
                    params[set.index as usize] = super::params(set.raw);
                    continue;
                }
                if a.reset > 0 {
                    contexts.clear();
                    continue;
                }
                let context: &mut Context = contexts.entry(a.qpn).or_insert(Context::RESET);
                let before = *context;
                if a.kind == HOST_WRITE {
                    *context = a.host.context();
                }
                if a.kind >= HOST_WRITE {
                    continue;
                }
                let idle = a.flags & u64::from(IDLE) != 0 && (a.theta, a.addend) == (0, 0);
                assert!(idle || (1 << 16..=ONE).contains(&a.theta) && a.addend < 1 << 49, "{a:?}");
                assert!(a.receiver == 1 || a.mark < 1 << 24, "{a:?}");
                let p = &params[a.set as usize];
                let arrival = arrival(a.receiver, a.seq, a.mark);
                let m = Measured { flags: a.flags as u16, theta: a.theta, addend: a.addend, arrival };
                let (after, _, flags) = step(before, Event::Update(m), p);
                *context = after;
                let mut hit = |name, condition: bool| *hits.entry(name).or_default() += u32::from(condition);
                for (bit, name) in NAMES.into_iter().enumerate().skip(1) {
                    // none is paced
                    hit(name, flags >> bit & 1 == 1);
                }
                if flags & (FIRST | PATH | HOPS | IGNORED) != 0 {
                    continue;
                }
                let of = |field: Field| p.raw()[field.place(&PARAMS)];
                let [time, eta, max_stage, w_min, w_max] = [layout::hpcc::T, ETA, MAX_STAGE, W_MIN, W_MAX].map(of);
                let (u, w) = (after.u.raw(), after.w.raw());
                let mult = flags & MULT != 0;
                hit("U = eta", u == eta << 20);
                hit("U just below eta", u == (eta << 20) - 1);
                hit("U = 0", u == 0);
                hit("U at its greatest, not saturated", u == Util::MAX_RAW && flags & U_SAT == 0);
                hit("theta = 1", a.theta == ONE);
                hit("theta at its least", a.theta == 1 << 16);
                hit("incStage = maxStage", before.inc_stage.raw() == max_stage);
                hit("incStage just below maxStage", before.inc_stage.raw() + 1 == max_stage);
                for (end, flag, names) in [
                    (w_min, FLOOR, ["add: at W_min", "add: below W_min", "mult: at W_min", "mult: below W_min"]),
                    (w_max, SAT, ["add: at W_max", "add: above W_max", "mult: at W_max", "mult: above W_max"]),
                ] {
                    let limit = w == end && flags & U_ZERO == 0;
                    hit(names[2 * usize::from(mult)], limit && flags & flag == 0);
                    hit(names[2 * usize::from(mult) + 1], limit && flags & flag != 0);
                }
                let last = before.last_update.raw();
                let elapsed = a.mark.wrapping_sub(last) & Clock::MAX_RAW;
                let ahead = a.seq.wrapping_sub(last) & Seq::MAX_RAW;
                let (sender, receiver) = (a.receiver == 0, a.receiver == 1);
                hit("seq + 0", sender && ahead == 0);
                hit("seq + 1", sender && ahead == 1);
                hit("seq + 2^23 - 1", sender && ahead == (1 << 23) - 1);
                hit("seq + 2^23", sender && ahead == 1 << 23);
                hit("T", receiver && elapsed == time);
                hit("T + 1", receiver && elapsed == time + 1);
            }
        }
        let mut rare: Vec<_> = hits.iter().map(|(name, n)| (*n, *name)).collect();
        rare.sort();
        println!("{rare:?}");
        assert!(rare.len() >= 14 + 8 + 8 + 6 && rare[0].0 >= 100, "{rare:?}");
    }

    #[test]
    fn whatever_shrinking_takes_it_comes_to_an_end() {
        let (mut rng, mut actions) = (Rng::stream(1, 2, 0), vec![]);
        generate(&mut rng, &draw_sets(2), 16, 2000, &mut actions);
        for mut action in actions {
            let mut steps = 0;
            while let Some(next) = rng.pick(&simpler(&action)) {
                (action, steps) = (*next, steps + 1);
                assert!(steps < 200, "{action:?} is simpler than itself");
            }
        }
    }
}
