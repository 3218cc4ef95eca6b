//! `--engine model`: the bit-accurate functions, one event after the other.

use super::{Answer, Line, per_qp, reset_context};
use crate::replay::line::Number;
use layout::ldcp::{Cw, N, Psn, Rtt};
use layout::record::{Algorithm, Kind, flag};
use model::event::{HostContext, NewWindow};
use model::params::Params;
use model::{interval, pawa};
use serde_json::Value;
use std::collections::HashMap;

pub fn run(algorithm: Algorithm, params: &Params, lines: &[Line]) -> Vec<Answer> {
    let mut contexts = HashMap::new();
    lines.iter().map(|line| one(per_qp(&mut contexts, line.qpn, || reset_context(algorithm)), params, line)).collect()
}

fn one(context: &mut HostContext, params: &Params, line: &Line) -> Answer {
    replace(context, line);
    let event = match line.kind {
        Kind::Loss => pawa::Event::Loss,
        Kind::Rtt => pawa::Event::Rtt,
        Kind::Cnp => pawa::Event::Cnp,
        // a line has none of the host's kinds
        Kind::Ack | Kind::HostWrite | Kind::HostRead => pawa::Event::Ack { n: N::wrap(line.n), ece: line.ece },
    };
    let before = pawa::Context { cw: context.cw, rtt: context.rtt, alg: context.alg };
    let (after, flags) = pawa::step(before, event, params);
    context.cw = after.cw;
    let window = NewWindow { kind: line.kind, qpn: line.qpn, cw: after.cw, rtt: after.rtt, flags };
    let interval = interval::step(&window);
    debug_assert!(flags & flag::PACED != 0 || interval.raw() == 0);
    answer(context, [after.cw.raw(), interval.raw()], flags)
}

/// Puts the fields of the line's state into the context.
pub fn replace(context: &mut HostContext, line: &Line) {
    let Some([cw, rtt, psn, psn_valid]) = &line.state else { return };
    // line::read has checked that each fits its format
    let raw = |n: &Option<Number>| match n {
        Some(Number::Raw(raw)) => Some(*raw),
        _ => None,
    };
    context.cw = raw(cw).map_or(context.cw, Cw::wrap);
    context.rtt = raw(rtt).map_or(context.rtt, Rtt::wrap);
    context.psn = raw(psn).map_or(context.psn, Psn::wrap);
    context.psn_valid = raw(psn_valid).map_or(context.psn_valid, |v| v == 1);
}

/// The answer in raw numbers.
pub fn answer(c: &HostContext, update: [u64; 2], flags: u8) -> Answer {
    let state = [c.cw.raw(), c.rtt.raw(), c.psn.raw(), c.psn_valid.into()];
    Answer { state: state.map(Value::from), update: update.map(Value::from), flags }
}
