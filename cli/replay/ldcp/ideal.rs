//! `--engine ideal`: the draft's formulas in exact fractions.

use super::{Ldcp, LdcpLine};
use crate::replay::line::{Answer, named};
use crate::replay::{in_order, short_enough, text};
use layout::ldcp::STATE;
use layout::record::{Algorithm, Kind, UPDATE, flag};
use model::ideal::ldcp::{self as ideal, Event, Params};
use model::number;
use num_rational::BigRational;
use num_traits::Zero;
use serde_json::Value;

/// Longest denominator. An exact window doubles its length with each unmarked ACK, so a run of a few dozen events
/// of one QP without "state" would fill the memory. This one is there within a second; each further ACK takes four times as long.
const LOG2_BITS: u32 = 18;

pub fn run(ldcp: &Ldcp, lines: &[LdcpLine]) -> Result<Vec<Answer>, String> {
    let mut params = Params::from(&ldcp.params);
    params.exactly(&ldcp.asked);
    let reset = || STATE.map(|f| number::exact(f.reset, f.format));
    in_order(lines, reset, |state, line| one(ldcp, state, &params, line)).collect()
}

fn one(ldcp: &Ldcp, state: &mut [BigRational; 4], params: &Params, line: &LdcpLine) -> Result<Answer, String> {
    if let Some(given) = &line.state {
        for ((slot, number), field) in state.iter_mut().zip(given).zip(&STATE) {
            if let Some(n) = number {
                *slot = n.exact(field);
            }
        }
    }
    let event = match line.event.kind {
        Kind::Loss => Event::Loss,
        Kind::Rtt => Event::Rtt,
        Kind::Cnp => Event::Cnp,
        // a line has none of the host's kinds
        Kind::Ack | Kind::HostWrite | Kind::HostRead | Kind::Data => {
            Event::Ack { n: line.event.n, ece: line.event.ece }
        }
    };
    let outcome = ideal::step(ldcp.algorithm == Algorithm::LdcpPcc, &state[0], event, params);
    short_enough(line, "cw", &outcome.cw, LOG2_BITS)?;
    let paced = outcome.flags & flag::PACED != 0;
    // a window of 0 has no interval; it exists only as a given state that the event leaves
    let interval = if paced { ideal::interval(&state[1], &outcome.cw) } else { Some(BigRational::zero()) };
    state[0] = outcome.cw.clone();
    Ok(Answer {
        state: named(&STATE, state.each_ref().map(text)),
        update: named(&UPDATE, [text(&outcome.cw), interval.as_ref().map_or(Value::Null, text)]),
        flags: flag::names(outcome.flags).collect(),
    })
}
