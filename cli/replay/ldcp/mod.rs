//! LDCP: `{"ev": "ack"|"loss"|"rtt"|"cnp", "n", "ece"}` or `{"ev": "folded", "n0", "n1", "rtts", "cnps"}`, and the
//! state cw, rtt, psn, psn_valid.

mod ideal;
mod model;
#[cfg(not(fuzzing))]
mod rtl;

use super::answer::{self, Shown};
use super::line::{Line, Number, checked, given, needed, object};
use super::plain::{self, Parts, present};
use super::{EngineOf, Replay};
use ::model::ldcp::Params;
use ::model::number::cut;
use ::model::params::Rounded;
#[cfg(not(fuzzing))]
use layout::config::Config;
use layout::field::Field;
use layout::ldcp::{Cw, Psn, Rtt, STATE};
use layout::record::{Algorithm, EV_CNPS, EV_ECE, EV_N, EV_N0, EV_N1, EV_RTTS, EVENT, Kind, UPDATE, flag};
use serde::Deserialize;
use serde_json::{Map, Value};

pub struct Ldcp {
    pub algorithm: Algorithm,
    pub params: Params,
    /// What the ideal takes as it was asked for.
    pub asked: Vec<Rounded>,
}

/// In the order of [`STATE`].
pub type State = [Option<Number>; STATE.len()];

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    One {
        kind: Kind,
        n: u64,
        ece: bool,
    },
    /// In the order of [`FOLDED`].
    Folded([u64; FOLDED.len()]),
}

/// The name of a folded event, and its fields.
const FOLDS: &str = "folded";
const FOLDED: [Field; 4] = [EV_N0, EV_N1, EV_RTTS, EV_CNPS];

impl Event {
    /// What an update says that it is of.
    fn kind(&self) -> Kind {
        match self {
            Event::One { kind, .. } => *kind,
            Event::Folded(_) => Kind::Ack,
        }
    }
}

type LdcpLine = Line<State, Event>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainEvent<'a> {
    ev: &'a str,
    #[serde(default, deserialize_with = "present")]
    n: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    ece: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    n0: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    n1: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    rtts: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    cnps: Option<u64>,
}

impl PlainEvent<'_> {
    fn event(&self) -> Option<Event> {
        let Self { ev, n, ece, n0, n1, rtts, cnps } = *self;
        let folded = [n0, n1, rtts, cnps];
        if ev == FOLDS {
            let mut event = [0; FOLDED.len()];
            for ((slot, given), field) in event.iter_mut().zip(folded).zip(&FOLDED) {
                *slot = field.check(given.unwrap_or(0)).ok()?;
            }
            return (n.is_none() && ece.is_none()).then_some(Event::Folded(event));
        }
        let kind = Kind::EVENTS.into_iter().find(|k| k.name() == ev)?;
        if kind == Kind::Ack && (n.is_none() || ece.is_none()) || folded.iter().any(Option::is_some) {
            return None;
        }
        let (n, ece) = (EV_N.check(n.unwrap_or(0)).ok()?, EV_ECE.check(ece.unwrap_or(0)).ok()? == 1);
        Some(Event::One { kind, n, ece })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainState {
    #[serde(default, deserialize_with = "present")]
    cw: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    rtt: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    psn: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    psn_valid: Option<u64>,
}

/// What an engine says to a line: raw integers or exact fractions.
struct Answer<N> {
    state: [N; STATE.len()],
    update: [Option<N>; UPDATE.len()],
    flags: u8,
}

impl<N: Shown> Answer<N> {
    fn write(&self, out: &mut Vec<u8>, line: &LdcpLine) {
        answer::begin(out, line);
        answer::fields(out, "state", &STATE, &self.state);
        out.push(b'}');
        answer::fields(out, "update", &UPDATE, &self.update);
        out.push(b'}');
        answer::end(out, flag::names(self.flags));
    }
}

impl Replay for Ldcp {
    type State = State;
    type Event = Event;

    fn plain(&self, text: &str) -> Option<LdcpLine> {
        let Parts { event, state, qpn, id } = plain::read::<PlainEvent, PlainState>(text)?;
        let event = event.event()?;
        let state = match state {
            None => None,
            Some(PlainState { cw, rtt, psn, psn_valid }) => Some(checked([cw, rtt, psn, psn_valid], &STATE)?),
        };
        Some(Line { id, qpn, state, event })
    }

    fn event(&self, event: &Value) -> Result<Event, String> {
        let event = object(event, "event", &EVENT.map(|field| field.name))?;
        let name = event.get("ev").ok_or("event.ev: missing, expected ack, loss, rtt, cnp or folded")?;
        let folds = name.as_str() == Some(FOLDS);
        // a folded event has fields of its own
        let others = if folds { &EVENT[1..3] } else { &FOLDED };
        if let Some(other) = others.iter().find(|field| event.contains_key(field.name)) {
            return Err(format!("event.{}: no field of {}", other.name, cut(name)));
        }
        if folds {
            let mut folded = [0; FOLDED.len()];
            for (slot, field) in folded.iter_mut().zip(&FOLDED) {
                *slot = field_of(event, field, false)?;
            }
            return Ok(Event::Folded(folded));
        }
        let kind = kind(name)?;
        // only an ACK has n and ece; other events may leave them out
        let field = |field| field_of(event, field, kind == Kind::Ack);
        Ok(Event::One { kind, n: field(&EV_N)?, ece: field(&EV_ECE)? == 1 })
    }

    fn state(&self, state: &Value, exact: bool) -> Result<State, String> {
        given(object(state, "state", &STATE.map(|f| f.name))?, &STATE, exact)
    }

    fn ideal(&self) -> crate::failure::Result<EngineOf<'_, Self>> {
        ideal::engine(self)
    }

    fn model(&self) -> EngineOf<'_, Self> {
        model::engine(self)
    }

    #[cfg(not(fuzzing))]
    fn rtl(&self, config: &Config) -> crate::failure::Result<EngineOf<'_, Self>> {
        rtl::engine(self, config)
    }
}

fn kind(value: &Value) -> Result<Kind, String> {
    let found = value.as_str().and_then(|s| Kind::EVENTS.into_iter().find(|k| k.name() == s));
    let names = Kind::EVENTS.map(Kind::name).join(", ");
    found.ok_or_else(|| format!("event.ev = {}: expected {names}, {FOLDS}", cut(value)))
}

fn field_of(event: &Map<String, Value>, field: &Field, must: bool) -> Result<u64, String> {
    match event.get(field.name) {
        None if !must => Ok(0),
        _ => needed(event, "event", field),
    }
}

/// What a QP holds, as lines say it.
#[derive(Copy, Clone, Debug)]
struct QpContext {
    alg: Algorithm,
    cw: Cw,
    rtt: Rtt,
    psn: Psn,
    /// psn_valid.
    open: bool,
}

/// What a QP holds before its first event.
fn reset_context(algorithm: Algorithm) -> QpContext {
    let ::model::ldcp::Context { cw, rtt } = ::model::ldcp::Context::RESET;
    let ::model::psn::Context { psn, open } = ::model::psn::Context::RESET;
    QpContext { alg: algorithm, cw, rtt, psn, open }
}
