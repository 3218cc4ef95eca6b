//! HPCC++: `{"seq", "snd_nxt", "path", "hops": [[speed, ts, txBytes, qLen], …]}`, at a receiver `"now"` for the sequence numbers, and the
//! state U, W, Wc, incStage, lastUpdateSeq and `"L": {"path", "hops": [[ts, txBytes, qLen], …]}` or null.

mod ideal;
mod model;
#[cfg(not(fuzzing))]
mod rtl;

use super::line::{Line, Number, given, needed, object, range, raw};
use super::{Answer, Replay};
use crate::algorithm::Side;
use crate::failure::Result;
use ::model::hpcc::{Arrival, Header, Params, file};
use ::model::params::Rounded;
#[cfg(not(fuzzing))]
use layout::config::Config;
use layout::field::Field;
use layout::fixed::U;
use layout::hpcc::record::{HOP, HOP_RECORD, NOW, PATH, SEQ, SND_NXT};
use layout::hpcc::{HOPS, INC_STAGE, LAST_UPDATE, MAX_HOPS, STATE};
use num_traits::ToPrimitive;
use serde_json::{Map, Value, json};

pub struct Hpcc {
    pub side: Side,
    pub params: Settings,
    /// What the ideal takes as it was asked for.
    pub asked: Vec<Rounded>,
}

/// The units with the speed table, and the parameter set.
#[derive(Default)]
pub struct Settings {
    header: Header,
    set: Params,
}

/// Reads `--params`.
pub fn params(text: &str) -> Result<(Settings, Vec<Rounded>), file::FileError> {
    let file::File { header, params: set, rounded } = file::from_toml(text)?;
    Ok((Settings { header, set }, rounded))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// In the order of [`STATE`]; whole numbers are raw.
    numbers: [Option<Number>; STATE.len()],
    /// L, and in it `None` for none yet.
    l: Option<Option<Path<3>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    arrival: Arrival,
    telemetry: Path<4>,
}

/// A path and the raw fields of each hop: [`HOP`] or [`HOP_RECORD`].
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path<const FIELDS: usize> {
    path: u64,
    hops: Vec<[u64; FIELDS]>,
}

type HpccLine = Line<State, Event>;

impl Replay for Hpcc {
    type State = State;
    type Event = Event;

    fn event(&self, event: &Value) -> Result<Event, String> {
        let names = match self.side {
            Side::Sender => &[SEQ.name, SND_NXT.name, PATH.name, "hops"][..],
            Side::Receiver => &[NOW.name, PATH.name, "hops"],
        };
        let event = object(event, "event", names)?;
        let field = |field| needed(event, "event", field);
        let arrival = match self.side {
            Side::Sender => Arrival::Ack { seq: U::wrap(field(&SEQ)?), snd_nxt: U::wrap(field(&SND_NXT)?) },
            Side::Receiver => Arrival::Int { now: U::wrap(field(&NOW)?) },
        };
        Ok(Event { arrival, telemetry: path(event, "event", &HOP, MAX_HOPS)? })
    }

    fn state(&self, state: &Value, exact: bool) -> Result<State, String> {
        let [u, w, wc, stage, last] = STATE.map(|f| f.name);
        let state = object(state, "state", &[u, w, wc, stage, last, "L"])?;
        let mut numbers = given(state, &STATE, exact)?;
        for (number, field) in numbers.iter_mut().zip(&STATE) {
            if *field == INC_STAGE || *field == LAST_UPDATE {
                whole(number, field)?;
            }
        }
        let l = match state.get("L") {
            None => None,
            Some(Value::Null) => Some(None),
            Some(l) => Some(Some(path(object(l, "state.L", &[PATH.name, "hops"])?, "state.L", &HOP_RECORD, HOPS)?)),
        };
        Ok(State { numbers, l })
    }

    fn ideal(&self, lines: &[HpccLine]) -> Result<Vec<Answer>, String> {
        ideal::run(self, lines)
    }

    fn model(&self, lines: &[HpccLine]) -> Vec<Answer> {
        model::run(self, lines)
    }

    #[cfg(not(fuzzing))]
    fn rtl(&self, config: &Config, lines: &[HpccLine]) -> Result<Vec<Answer>> {
        rtl::run(self, config, lines)
    }
}

/// A number that an exact engine too takes as a whole one.
fn whole(number: &mut Option<Number>, field: &Field) -> Result<(), String> {
    if let Some(Number::Exact(value)) = number {
        let raw = value.is_integer().then(|| value.to_integer().to_u64()).flatten();
        let raw = raw.filter(|raw| field.check(*raw).is_ok());
        let raw = raw.ok_or_else(|| format!("state.{} = \"{value}\": expected {}", field.name, range(field)))?;
        *number = Some(Number::Raw(raw));
    }
    Ok(())
}

/// "path" and "hops" of `name`, at most so many.
fn path<const FIELDS: usize>(
    map: &Map<String, Value>,
    name: &str,
    fields: &[Field; FIELDS],
    most: usize,
) -> Result<Path<FIELDS>, String> {
    let path = needed(map, name, &PATH)?;
    let shape = || fields.map(|f| f.name).join(", ");
    let list = map.get("hops").ok_or_else(|| format!("{name}.hops: missing, expected a list of [{}]", shape()))?;
    let list = list.as_array().ok_or_else(|| format!("{name}.hops: expected a list of [{}]", shape()))?;
    if list.len() > most {
        return Err(format!("{name}.hops: {} hops: expected 0 to {most}", list.len()));
    }
    let mut hops = Vec::with_capacity(list.len());
    for (i, hop) in list.iter().enumerate() {
        let values = hop.as_array().ok_or_else(|| format!("{name}.hops[{i}]: expected [{}]", shape()))?;
        if values.len() != FIELDS {
            return Err(format!("{name}.hops[{i}]: {} values: expected [{}]", values.len(), shape()));
        }
        let mut out = [0; FIELDS];
        for ((out, value), field) in out.iter_mut().zip(values).zip(fields) {
            *out = raw(value, field).map_err(|e| format!("{name}.hops[{i}].{e}"))?;
        }
        hops.push(out);
    }
    Ok(Path { path, hops })
}

/// The state to print: its numbers and L.
fn state(numbers: [Value; STATE.len()], l: Option<Path<3>>) -> Map<String, Value> {
    let mut state = super::line::named(&STATE, numbers);
    let l = l.map_or(
        Value::Null,
        |l| json!({ PATH.name: l.path, "hops": l.hops.iter().map(|h| h.to_vec()).collect::<Vec<_>>() }),
    );
    state.insert("L".into(), l);
    state
}
