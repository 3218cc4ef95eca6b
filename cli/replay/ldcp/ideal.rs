//! `--engine ideal`: the draft's formulas in exact fractions.

use super::{Answer, Line, per_qp};
use layout::ldcp::STATE;
use layout::record::{Algorithm, Kind, flag};
use model::ideal::ldcp::{self as ideal, Event, Params as IdealParams};
use model::number;
use model::params::Params;
use num_rational::BigRational;
use num_traits::Zero;
use serde_json::Value;
use std::collections::HashMap;

/// Longest denominator in bits. An exact window doubles its length with each unmarked ACK, so a run of a few dozen events
/// of one QP without "state" would fill the memory.
const MAX_BITS: u64 = 1 << 20;

pub fn run(algorithm: Algorithm, params: &Params, lines: &[Line]) -> Result<Vec<Answer>, String> {
    let params = IdealParams::from(params);
    let mut states: HashMap<u32, [BigRational; 4]> = HashMap::new();
    let reset = || STATE.map(|f| number::exact(f.reset, f.format));
    lines.iter().map(|line| one(algorithm, per_qp(&mut states, line.qpn, reset), &params, line)).collect()
}

fn one(
    algorithm: Algorithm,
    state: &mut [BigRational; 4],
    params: &IdealParams,
    line: &Line,
) -> Result<Answer, String> {
    if let Some(given) = &line.state {
        for ((slot, number), field) in state.iter_mut().zip(given).zip(&STATE) {
            if let Some(n) = number {
                *slot = n.exact(field);
            }
        }
    }
    let event = match line.kind {
        Kind::Loss => Event::Loss,
        Kind::Rtt => Event::Rtt,
        Kind::Cnp => Event::Cnp,
        // a line has none of the host's kinds
        Kind::Ack | Kind::HostWrite | Kind::HostRead => Event::Ack { n: line.n, ece: line.ece },
    };
    let outcome = ideal::step(algorithm, &state[0], event, params);
    if outcome.cw.denom().bits() > MAX_BITS {
        return Err(format!(
            "{}: the exact cw has passed 2^20 bits: expected \"state\" on this line or before",
            line.number
        ));
    }
    let paced = outcome.flags & flag::PACED != 0;
    // a window of 0 has no interval; it exists only as a given state that the event leaves
    let interval = if paced { ideal::interval(&state[1], &outcome.cw) } else { Some(BigRational::zero()) };
    state[0] = outcome.cw.clone();
    let text = |q: &BigRational| Value::from(number::fraction(q));
    Ok(Answer {
        state: state.each_ref().map(text),
        update: [text(&outcome.cw), interval.as_ref().map_or(Value::Null, text)],
        flags: outcome.flags,
    })
}
