//! `--engine ideal`: the draft's lines in exact fractions; L and the marks of the last update stay the header's
//! integers.

use super::{Answer, Hpcc, HpccLine, Path, State};
use crate::failure::{Failure, Result};
use crate::replay::line::Number;
use crate::replay::{Steps, in_order, short_enough};
use layout::hpcc::{STATE_U, STATE_W, STATE_WC, flag};
use model::hpcc::Arrival;
use model::hpcc::ideal::{self as ideal, Header, Link, Links, Params};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Longest denominator. Each ACK lengthens U by its own numbers, and each multiplicative step Wc by U, so that a run of
/// a QP without "state" grows with the square of its events.
const LOG2_BITS: u32 = 16;

pub fn engine(hpcc: &Hpcc) -> Result<Steps<'_, HpccLine>> {
    let (mut header, mut params): (Header, Params) = ((&hpcc.params.header).into(), (&hpcc.params.set).into());
    ideal::exactly(&mut header, &mut params, &hpcc.asked).map_err(|e| Failure::input(format_args!("--params: {e}")))?;
    let first = ideal::State::new(&params);
    Ok(in_order(
        move || first.clone(),
        move |state, line, out| {
            one(hpcc, state, &header, &params, line)?.write(out, line);
            Ok(())
        },
    ))
}

type Exact = Answer<BigRational>;

fn one(
    hpcc: &Hpcc,
    held: &mut ideal::State,
    header: &Header,
    params: &Params,
    line: &HpccLine,
) -> Result<Exact, String> {
    if let Some(state) = &line.state {
        replace(held, state);
    }
    let arrival = match line.event.arrival {
        Arrival::Ack { seq, snd_nxt } => ideal::Arrival::Ack { seq: seq.raw() as u32, snd_nxt: snd_nxt.raw() as u32 },
        Arrival::Int { now } => ideal::Arrival::Int { now: now.raw() as u32 },
    };
    let links = links(&line.event.telemetry, |&[speed, ts, tx, q]| link(speed, [ts, tx, q]));
    let (r, flags) = match ideal::step(held, arrival, &links, header, params, hpcc.hops) {
        Some(outcome) => {
            *held = outcome.state;
            (outcome.r, outcome.flags)
        }
        // H13, H19: the context's W and its R
        None => (&held.w / &params.t, flag::HOPS),
    };
    for (name, value) in [("U", &held.u), ("W", &held.w), ("Wc", &held.wc)] {
        short_enough(name, value, LOG2_BITS)?;
    }
    let whole = |n: u64| BigRational::from(BigInt::from(n));
    let l = held.l.as_ref().map(|l| Path {
        path: l.path_id.into(),
        hops: l.links.iter().map(|h| [h.ts, h.tx_bytes, h.q_len].map(u64::from)).collect(),
    });
    let (stage, last) = (whole(held.inc_stage), whole(held.last_update.into()));
    Ok(Answer {
        side: hpcc.side,
        state: [held.u.clone(), held.w.clone(), held.wc.clone(), stage, last],
        l,
        update: [held.w.clone(), r],
        flags,
    })
}

/// Puts the fields of the line's state into the flow's.
fn replace(held: &mut ideal::State, state: &State) {
    let [u, w, wc, stage, last] = &state.numbers;
    for (slot, number, field) in [(&mut held.u, u, &STATE_U), (&mut held.w, w, &STATE_W), (&mut held.wc, wc, &STATE_WC)]
    {
        if let Some(n) = number {
            *slot = n.exact(field);
        }
    }
    // reading has made these whole, and checked that they fit
    held.inc_stage = stage.as_ref().and_then(Number::raw).unwrap_or(held.inc_stage);
    held.last_update = last.as_ref().and_then(Number::raw).map_or(held.last_update, |n| n as u32);
    if let Some(l) = &state.l {
        held.l = l.as_ref().map(|l| links(l, |&record| link(0, record)));
    }
}

fn links<const FIELDS: usize>(path: &Path<FIELDS>, link: impl Fn(&[u64; FIELDS]) -> Link) -> Links {
    Links { path_id: path.path as u16, links: path.hops.iter().map(link).collect() }
}

fn link(speed: u64, [ts, tx, q]: [u64; 3]) -> Link {
    Link { speed: speed as u8, ts: ts as u32, tx_bytes: tx as u32, q_len: q as u32 }
}
