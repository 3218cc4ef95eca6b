//! `--engine model`: the bit-accurate functions, one event after the other.

use super::{Answer, Event, Ldcp, LdcpLine, QpContext, reset_context};
use crate::replay::line::Number;
use crate::replay::{Steps, in_order};
use layout::ldcp::{Cw, N, Psn, Rtt};
use layout::record::{Algorithm, Kind, flag};
use model::event::NewWindow;
use model::ldcp as rule;
use model::ldcp::Params;
use model::ldcp::unit::interval;

pub fn engine(ldcp: &Ldcp) -> Steps<'_, LdcpLine> {
    let reset = || reset_context(ldcp.algorithm);
    in_order(reset, |context, line, out| {
        one(context, &ldcp.params, line).write(out, line);
        Ok(())
    })
}

fn one(context: &mut QpContext, params: &Params, line: &LdcpLine) -> Answer<u64> {
    replace(context, line);
    let event = match line.event {
        Event::Folded(folded) => {
            let [n0, n1, rtts, cnps] = folded.map(N::wrap);
            rule::Event::Folded(rule::Folded { n0, n1, rtts, cnps })
        }
        Event::One { kind: Kind::Loss, .. } => rule::Event::Loss,
        Event::One { kind: Kind::Rtt, .. } => rule::Event::Rtt,
        Event::One { kind: Kind::Cnp, .. } => rule::Event::Cnp,
        // a line has none of the host's kinds
        Event::One { n, ece, .. } => rule::Event::Ack { n: N::wrap(n), ece },
    };
    let before = rule::Context { cw: context.cw, rtt: context.rtt };
    let (after, flags) = rule::step(context.alg == Algorithm::LdcpPcc, before, event, params);
    context.cw = after.cw;
    let window = NewWindow { kind: line.event.kind(), qpn: line.qpn, cw: after.cw, rtt: after.rtt, flags };
    let interval = interval::step(&window);
    debug_assert!(flags & flag::PACED != 0 || interval.raw() == 0);
    answer(context, [after.cw.raw(), interval.raw()], flags)
}

/// Puts the fields of the line's state into the context.
pub(super) fn replace(context: &mut QpContext, line: &LdcpLine) {
    let Some([cw, rtt, psn, psn_valid]) = &line.state else { return };
    // line::read has checked that each fits its format
    let raw = |n: &Option<Number>| n.as_ref().and_then(Number::raw);
    context.cw = raw(cw).map_or(context.cw, Cw::wrap);
    context.rtt = raw(rtt).map_or(context.rtt, Rtt::wrap);
    context.psn = raw(psn).map_or(context.psn, Psn::wrap);
    context.open = raw(psn_valid).map_or(context.open, |v| v == 1);
}

/// The answer in raw numbers.
pub(super) fn answer(c: &QpContext, update: [u64; 2], flags: u8) -> Answer<u64> {
    Answer { state: [c.cw.raw(), c.rtt.raw(), c.psn.raw(), c.open.into()], update: update.map(Some), flags }
}
