//! `--engine model`: the bit-accurate step, one event after the other.

use super::{Hpcc, HpccLine, Path, Settings, State, state};
use crate::replay::in_order;
use crate::replay::line::{Answer, Number, named};
use layout::fixed::U;
use layout::hpcc::record::UPDATE;
use layout::hpcc::{HOPS, flag};
use model::hpcc::{Context, Hop, Record, Records, Telemetry, step};

pub fn run(hpcc: &Hpcc, lines: &[HpccLine]) -> Vec<Answer> {
    let new = || Context::new(&hpcc.params.set);
    in_order(lines, new, |context, line| one(context, &hpcc.params, line)).collect()
}

fn one(context: &mut Context<HOPS>, settings: &Settings, line: &HpccLine) -> Answer {
    if let Some(state) = &line.state {
        replace(context, state);
    }
    let telemetry = telemetry(&line.event.telemetry);
    let (after, update) = step(context, line.event.arrival, &telemetry, &settings.header, &settings.set);
    *context = after;
    let c = context;
    let numbers = [c.u.raw(), c.w.raw(), c.wc.raw(), c.inc_stage.raw(), c.last_update.raw()];
    let hops = c.l.hops.iter().take(c.l.n_hop.raw() as usize);
    let hops = hops.map(|h| [h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()]).collect();
    Answer {
        state: state(numbers.map(Into::into), c.l.valid.then_some(Path { path: c.l.path.raw(), hops })),
        update: named(&UPDATE, [update.w.raw(), update.r.raw()]),
        flags: flag::names(update.flags).collect(),
    }
}

/// Puts the fields of the line's state into the context.
fn replace(context: &mut Context<HOPS>, state: &State) {
    // reading has checked that each fits its format
    let [u, w, wc, stage, last] = state.numbers.each_ref().map(|n| n.as_ref().and_then(Number::raw));
    context.u = u.map_or(context.u, U::wrap);
    context.w = w.map_or(context.w, U::wrap);
    context.wc = wc.map_or(context.wc, U::wrap);
    context.inc_stage = stage.map_or(context.inc_stage, U::wrap);
    context.last_update = last.map_or(context.last_update, U::wrap);
    match &state.l {
        None => {}
        Some(None) => context.l.valid = false,
        Some(Some(l)) => {
            let mut hops = [Record::default(); HOPS];
            for (slot, &[ts, tx, q]) in hops.iter_mut().zip(&l.hops) {
                *slot = Record { ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
            }
            context.l = Records { valid: true, path: U::wrap(l.path), n_hop: U::wrap(l.hops.len() as u64), hops };
        }
    }
}

/// The header as the engine takes it: what lies beyond its hops it only counts.
fn telemetry(event: &Path<4>) -> Telemetry<HOPS> {
    let mut hops = [Hop::default(); HOPS];
    for (slot, &[speed, ts, tx, q]) in hops.iter_mut().zip(&event.hops) {
        *slot = Hop { speed: U::wrap(speed), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
    }
    Telemetry { path: U::wrap(event.path), n_hop: U::wrap(event.hops.len() as u64), hops }
}
