//! LDCP: `{"ev": "ack"|"loss"|"rtt"|"cnp", "n", "ece"}`, and the state cw, rtt, psn, psn_valid.

mod ideal;
mod model;
#[cfg(not(fuzzing))]
mod rtl;

use super::line::{Line, Number, given, needed, object};
use super::{Answer, Replay};
use ::model::engine::HostContext;
use ::model::params::{Params, Rounded};
#[cfg(not(fuzzing))]
use layout::config::Config;
use layout::field::Field;
use layout::ldcp::STATE;
use layout::record::{Algorithm, EV_ECE, EV_N, Kind};
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

impl Replay for Ldcp {
    type State = State;
    type Event = Event;

    fn event(&self, event: &Value) -> Result<Event, String> {
        let event = object(event, "event", &["ev", "n", "ece"])?;
        let kind = kind(event.get("ev").ok_or("event.ev: missing")?)?;
        // only an ACK has n and ece; other events may leave them out
        let field = |field| field_of(event, field, kind == Kind::Ack);
        Ok(Event { kind, n: field(&EV_N)?, ece: field(&EV_ECE)? == 1 })
    }

    fn state(&self, state: &Value, exact: bool) -> Result<State, String> {
        given(object(state, "state", &STATE.map(|f| f.name))?, &STATE, exact)
    }

    fn ideal(&self, lines: &[LdcpLine]) -> Result<Vec<Answer>, String> {
        ideal::run(self, lines)
    }

    fn model(&self, lines: &[LdcpLine]) -> Vec<Answer> {
        model::run(self, lines)
    }

    #[cfg(not(fuzzing))]
    fn rtl(&self, config: &Config, lines: &[LdcpLine]) -> crate::failure::Result<Vec<Answer>> {
        rtl::run(self, config, lines)
    }
}

fn kind(value: &Value) -> Result<Kind, String> {
    let found = value.as_str().and_then(|s| Kind::EVENTS.into_iter().find(|k| k.name() == s));
    found.ok_or_else(|| format!("event.ev = {value}: expected {}", Kind::EVENTS.map(Kind::name).join(", ")))
}

fn field_of(event: &Map<String, Value>, field: &Field, must: bool) -> Result<u64, String> {
    match event.get(field.name) {
        None if !must => Ok(0),
        _ => needed(event, "event", field),
    }
}

/// What a QP holds before its first event.
fn reset_context(algorithm: Algorithm) -> HostContext {
    HostContext { alg: algorithm, ..HostContext::RESET }
}
