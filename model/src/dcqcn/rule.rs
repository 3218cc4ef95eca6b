//! dcqcn-p and dcqcn-d as `replay` runs them.

use super::ideal;
use super::params::Params;
use super::step::{Context, Event, Mode, Timers, step};
use crate::algorithms::{Entry, Made, Rule};
use crate::number::{Q, exact};
use crate::params::Rounded;
use layout::dcqcn::{DCQCN_D, DCQCN_P, FineProb, FineRate};
use layout::fixed::U;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

const P: Entry = Entry { row: &DCQCN_P, make: |text| Ok(Dcqcn::made(Mode::P, Params::from_toml_p(text)?)) };
const D: Entry = Entry { row: &DCQCN_D, make: |text| Ok(Dcqcn::made(Mode::D, Params::from_toml_d(text)?)) };

/// For `replay`.
pub(crate) const RULES: [Entry; 2] = [P, D];

struct Dcqcn {
    mode: Mode,
    params: Params,
    ideal: ideal::Params,
}

impl Dcqcn {
    fn made(mode: Mode, (params, rounded): (Params, Vec<Rounded>)) -> Made {
        let ideal = ideal::Params::from(&params);
        (Box::new(Dcqcn { mode, params, ideal }), rounded)
    }
}

/// In the order of `STATE_P`; dcqcn-d has the first eight.
fn context(raw: &[u64]) -> Context {
    let at = |i: usize| raw.get(i).copied().unwrap_or(0);
    Context {
        rc: U::wrap(at(0)),
        rt: U::wrap(at(1)),
        cp: U::wrap(at(2)),
        stage: U::wrap(at(3)),
        sent: U::wrap(at(4)),
        quiet: U::wrap(at(5)),
        idle: U::wrap(at(6)),
        guard: U::wrap(at(7)),
        published: Timers {
            byte_stage: U::wrap(at(8)),
            packets: U::wrap(at(9)),
            since_alpha: U::wrap(at(10)),
            since_rate: U::wrap(at(11)),
        },
    }
}

fn raw(c: &Context) -> [u64; 12] {
    let t = &c.published;
    let timers = [t.byte_stage.raw(), t.packets.raw(), t.since_alpha.raw(), t.since_rate.raw()];
    let [byte_stage, packets, since_alpha, since_rate] = timers;
    let (stage, sent, quiet, idle, guard) = (c.stage.raw(), c.sent.raw(), c.quiet.raw(), c.idle.raw(), c.guard.raw());
    let (rc, rt, cp) = (c.rc.raw(), c.rt.raw(), c.cp.raw());
    [rc, rt, cp, stage, sent, quiet, idle, guard, byte_stage, packets, since_alpha, since_rate]
}

/// The exact state in the order of `STATE_P`; dcqcn-d keeps the first eight. What is exact needs no guard bits: 0.
fn keep(state: &mut [Q], exact: ideal::State) {
    let counts = [exact.stage, exact.sent, exact.quiet, exact.idle, 0];
    let timers = [exact.byte_stage, exact.packets, exact.since_alpha, exact.since_rate];
    let counts = counts.into_iter().chain(timers).map(|n| Q::from(BigInt::from(n)));
    let all = [exact.rc, exact.rt, exact.cp].into_iter().chain(counts);
    state.iter_mut().zip(all).for_each(|(slot, value)| *slot = value);
}

impl Rule for Dcqcn {
    fn start(&self, state: &mut [u64]) {
        let fresh = raw(&Context::new(&self.params));
        state.copy_from_slice(&fresh[..state.len()]);
    }

    fn start_ideal(&self, state: &mut [Q]) {
        let ideal::Params { line, cp0, .. } = self.ideal.clone();
        let fresh = ideal::State { rc: line.clone(), rt: line, cp: cp0, ..(&Context::new(&self.params)).into() };
        keep(state, fresh);
    }

    fn step(&self, state: &mut [u64], event: &[u64], update: &mut [u64]) -> u16 {
        let event = Event { cnp: U::wrap(event[0]), tx: U::wrap(event[1]) };
        let (next, out) = step(self.mode, &context(state), event, &self.params);
        state.copy_from_slice(&raw(&next)[..state.len()]);
        update[0] = out.rc.raw();
        out.flags
    }

    fn ideal(&self, state: &mut [Q], event: &[u64], update: &mut [Q]) -> u16 {
        let count = |i: usize| state.get(i).and_then(|q| q.to_integer().to_u64()).unwrap_or(0);
        // a state from the datapath has bits below
        let guard = count(7);
        let mut exact = ideal::State {
            rc: &state[0] + exact(guard >> 3, FineRate::FORMAT),
            rt: &state[1] + exact(guard >> 2 & 1, FineRate::FORMAT),
            cp: &state[2] + exact(guard & 3, FineProb::FORMAT),
            stage: count(3),
            sent: count(4),
            quiet: count(5),
            idle: count(6),
            byte_stage: count(8),
            packets: count(9),
            since_alpha: count(10),
            since_rate: count(11),
        };
        let flags = ideal::step(self.mode == Mode::D, &mut exact, event[0], event[1], &self.ideal);
        update[0] = exact.rc.clone();
        keep(state, exact);
        flags
    }

    fn exactly(&mut self, rounded: &[Rounded]) {
        self.ideal.exactly(rounded);
    }
}

/// The exact state that a context stands for.
impl From<&Context> for ideal::State {
    fn from(c: &Context) -> Self {
        let t = &c.published;
        let (rc, rt, cp) = c.fine();
        Self {
            rc: exact(rc.raw(), FineRate::FORMAT),
            rt: exact(rt.raw(), FineRate::FORMAT),
            cp: exact(cp.raw(), FineProb::FORMAT),
            stage: c.stage.raw(),
            sent: c.sent.raw(),
            quiet: c.quiet.raw(),
            idle: c.idle.raw(),
            byte_stage: t.byte_stage.raw(),
            packets: t.packets.raw(),
            since_alpha: t.since_alpha.raw(),
            since_rate: t.since_rate.raw(),
        }
    }
}
