//! LDCP: `{"ev": "ack"|"loss"|"rtt"|"cnp", "n", "ece"}`, and the state cw, rtt, psn, psn_valid.

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
use layout::record::{Algorithm, EV_ECE, EV_N, Kind, UPDATE, flag};
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
pub struct Event {
    pub kind: Kind,
    pub n: u64,
    pub ece: bool,
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
        let kind = Kind::EVENTS.into_iter().find(|k| k.name() == event.ev)?;
        if kind == Kind::Ack && (event.n.is_none() || event.ece.is_none()) {
            return None;
        }
        let n = EV_N.check(event.n.unwrap_or(0)).ok()?;
        let ece = EV_ECE.check(event.ece.unwrap_or(0)).ok()? == 1;
        let state = match state {
            None => None,
            Some(PlainState { cw, rtt, psn, psn_valid }) => Some(checked([cw, rtt, psn, psn_valid], &STATE)?),
        };
        Some(Line { id, qpn, state, event: Event { kind, n, ece } })
    }

    fn event(&self, event: &Value) -> Result<Event, String> {
        let event = object(event, "event", &["ev", "n", "ece"])?;
        let kind = kind(event.get("ev").ok_or("event.ev: missing, expected ack, loss, rtt or cnp")?)?;
        // only an ACK has n and ece; other events may leave them out
        let field = |field| field_of(event, field, kind == Kind::Ack);
        Ok(Event { kind, n: field(&EV_N)?, ece: field(&EV_ECE)? == 1 })
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
    found.ok_or_else(|| format!("event.ev = {}: expected {}", cut(value), Kind::EVENTS.map(Kind::name).join(", ")))
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
