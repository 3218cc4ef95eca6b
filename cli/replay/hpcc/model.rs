//! `--engine model`: the bit-accurate step, one event after the other.

use super::{Answer, Hpcc, HpccLine, Path, State};
use crate::replay::line::Number;
use crate::replay::{Steps, in_order};
use layout::fixed::U;
use model::hpcc::{Context, Hop, Record, Records, Telemetry, step};

/// The step of so many hops: the model is generic over them.
macro_rules! with_hops {
    ($hpcc:ident: $($hops:literal)*) => {
        match $hpcc.hops {
            $($hops => steps::<$hops>($hpcc),)*
            hops => unreachable!("Config::check lets 1 to 15 hops through, not {hops}"),
        }
    };
}

pub fn engine(hpcc: &Hpcc) -> Steps<'_, HpccLine> {
    with_hops!(hpcc: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

fn steps<const HOPS: usize>(hpcc: &Hpcc) -> Steps<'_, HpccLine> {
    let new = || Context::<HOPS>::new(&hpcc.params.set);
    in_order(new, |context, line, out| {
        one(context, hpcc, line).write(out, line);
        Ok(())
    })
}

fn one<const HOPS: usize>(context: &mut Context<HOPS>, hpcc: &Hpcc, line: &HpccLine) -> Answer<u64> {
    if let Some(state) = &line.state {
        replace(context, state);
    }
    let telemetry = telemetry(&line.event.telemetry);
    let (header, set) = (&hpcc.params.header, &hpcc.params.set);
    let (after, update) = step(context, line.event.arrival, &telemetry, header, set);
    *context = after;
    let c = context;
    let hops = c.l.hops.iter().take(c.l.n_hop.raw() as usize);
    let l =
        || Path { path: c.l.path.raw(), hops: hops.map(|h| [h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()]).collect() };
    Answer {
        side: hpcc.side,
        state: [c.u.raw(), c.w.raw(), c.wc.raw(), c.inc_stage.raw(), c.last_update.raw()],
        l: c.l.valid.then(l),
        update: [update.w.raw(), update.r.raw()],
        flags: update.flags,
    }
}

/// Puts the fields of the line's state into the context.
fn replace<const HOPS: usize>(context: &mut Context<HOPS>, state: &State) {
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
fn telemetry<const HOPS: usize>(event: &Path<4>) -> Telemetry<HOPS> {
    let mut hops = [Hop::default(); HOPS];
    for (slot, &[speed, ts, tx, q]) in hops.iter_mut().zip(&event.hops) {
        *slot = Hop { speed: U::wrap(speed), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
    }
    Telemetry { path: U::wrap(event.path), n_hop: U::wrap(event.hops.len() as u64), hops }
}
