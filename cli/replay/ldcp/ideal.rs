//! `--engine ideal`: the draft's formulas in exact fractions.

use super::{Answer, Event as Said, Ldcp, LdcpLine};
use crate::failure::Result;
use crate::replay::{Steps, in_order, short_enough};
use layout::ldcp::STATE;
use layout::record::{Algorithm, Kind, flag};
use model::ldcp::ideal::{self as ideal, Event, Params};
use model::number;
use num_rational::BigRational;
use num_traits::Zero;

/// Longest denominator. An exact window doubles its length with each unmarked ACK, so a run of a few dozen events of
/// one QP without "state" would fill the memory. This one is there within a second; each further ACK takes four times
/// as long.
const LOG2_BITS: u32 = 18;

pub fn engine(ldcp: &Ldcp) -> Result<Steps<'_, LdcpLine>> {
    let mut params = Params::from(&ldcp.params);
    params.exactly(&ldcp.asked);
    let reset = || STATE.map(|f| number::exact(f.reset, f.format));
    Ok(in_order(reset, move |state, line, out| {
        one(ldcp, state, &params, line)?.write(out, line);
        Ok(())
    }))
}

type Exact = Answer<BigRational>;

fn one(ldcp: &Ldcp, state: &mut [BigRational; 4], params: &Params, line: &LdcpLine) -> Result<Exact, String> {
    if let Some(given) = &line.state {
        for ((slot, number), field) in state.iter_mut().zip(given).zip(&STATE) {
            if let Some(n) = number {
                *slot = n.exact(field);
            }
        }
    }
    let event = match line.event {
        Said::Folded([n0, n1, rtts, cnps]) => Event::Folded { n0, n1, rtts, cnps },
        Said::One { kind: Kind::Loss, .. } => Event::Loss,
        Said::One { kind: Kind::Rtt, .. } => Event::Rtt,
        Said::One { kind: Kind::Cnp, .. } => Event::Cnp,
        // a line has none of the host's kinds
        Said::One { n, ece, .. } => Event::Ack { n, ece },
    };
    let outcome = ideal::step(ldcp.algorithm == Algorithm::LdcpPcc, &state[0], event, params);
    short_enough("cw", &outcome.cw, LOG2_BITS)?;
    let paced = outcome.flags & flag::PACED != 0;
    // a window of 0 has no interval; it exists only as a given state that the event leaves
    let interval = if paced { ideal::interval(&state[1], &outcome.cw) } else { Some(BigRational::zero()) };
    state[0] = outcome.cw.clone();
    Ok(Answer { state: state.clone(), update: [Some(outcome.cw), interval], flags: outcome.flags })
}
