//! HPCC++: `{"seq", "snd_nxt", "path", "hops": [[speed, ts, txBytes, qLen], …]}`, at a receiver `"now"` for the
//! sequence numbers, and the state U, W, Wc, incStage, lastUpdateSeq (at a receiver lastUpdateTime) and
//! `"L": {"path", "hops": [[ts, txBytes, qLen], …]}` or null.

mod ideal;
mod model;
#[cfg(not(fuzzing))]
mod rtl;

use super::answer::{self, Shown};
use super::line::{Line, Number, checked, given, needed, object, range, raw};
use super::plain::{self, Object, Parts, present};
use super::{EngineOf, Replay};
use crate::failure::Result;
use ::model::hpcc::{Arrival, Header, Params, file};
use ::model::number::cut;
use ::model::params::Rounded;
#[cfg(not(fuzzing))]
use layout::config::Config;
use layout::field::Field;
use layout::fixed::U;
use layout::hpcc::record::{HOP, HOP_RECORD, NOW, PATH, SEQ, SND_NXT, UPDATE};
use layout::hpcc::{INC_STAGE, MAX_HOPS, STATE, STATE_RX, flag};
use num_traits::ToPrimitive;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Where HPCC++ computes the window.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// On ACKs (draft 4.2).
    Sender,
    /// On packets (draft 6.3.2).
    Receiver,
}

pub struct Hpcc {
    pub side: Side,
    pub params: Settings,
    /// What the ideal takes as it was asked for.
    pub asked: Vec<Rounded>,
    /// Hops that telemetry is kept of.
    pub hops: usize,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainEvent {
    #[serde(default, deserialize_with = "present")]
    seq: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    snd_nxt: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    now: Option<u64>,
    path: u64,
    hops: Vec<[u64; 4]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)] // the draft's names
struct PlainState {
    #[serde(default, deserialize_with = "present")]
    U: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    W: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    Wc: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    incStage: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    lastUpdateSeq: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    lastUpdateTime: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    L: Option<Option<Object<PlainPath>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainPath {
    path: u64,
    hops: Vec<[u64; 3]>,
}

/// What an engine says to a line: raw integers or exact fractions, and L in the header's integers.
struct Answer<N> {
    side: Side,
    state: [N; STATE.len()],
    l: Option<Path<3>>,
    update: [N; UPDATE.len()],
    flags: u16,
}

impl<N: Shown> Answer<N> {
    fn write(&self, out: &mut Vec<u8>, line: &HpccLine) {
        answer::begin(out, line);
        answer::fields(out, "state", state_fields(self.side), &self.state);
        out.extend_from_slice(b",\"L\":");
        match &self.l {
            None => out.extend_from_slice(b"null"),
            Some(l) => {
                out.extend_from_slice(b"{\"path\":");
                l.path.show(out);
                out.extend_from_slice(b",\"hops\":[");
                for (i, hop) in l.hops.iter().enumerate() {
                    if i > 0 {
                        out.push(b',');
                    }
                    answer::list(out, hop);
                }
                out.extend_from_slice(b"]}");
            }
        }
        out.push(b'}');
        answer::fields(out, "update", &UPDATE, &self.update);
        out.push(b'}');
        answer::end(out, flag::names(self.flags));
    }
}

/// The state's fields, which have the names of the side.
fn state_fields(side: Side) -> &'static [Field; STATE.len()] {
    match side {
        Side::Sender => &STATE,
        Side::Receiver => &STATE_RX,
    }
}

impl Replay for Hpcc {
    type State = State;
    type Event = Event;

    fn plain(&self, text: &str) -> Option<HpccLine> {
        let Parts { event, state, qpn, id } = plain::read::<PlainEvent, PlainState>(text)?;
        let arrival = match (self.side, event.seq, event.snd_nxt, event.now) {
            (Side::Sender, Some(seq), Some(snd_nxt), None) => {
                Arrival::Ack { seq: U::wrap(SEQ.check(seq).ok()?), snd_nxt: U::wrap(SND_NXT.check(snd_nxt).ok()?) }
            }
            (Side::Receiver, None, None, Some(now)) => Arrival::Int { now: U::wrap(NOW.check(now).ok()?) },
            _ => return None,
        };
        let telemetry = plain_path(event.path, event.hops, &HOP, MAX_HOPS)?;
        let state = match state {
            None => None,
            Some(s) => {
                let last = match (self.side, s.lastUpdateSeq, s.lastUpdateTime) {
                    (Side::Sender, last, None) | (Side::Receiver, None, last) => last,
                    _ => return None,
                };
                let numbers = checked([s.U, s.W, s.Wc, s.incStage, last], &STATE)?;
                let l = match s.L {
                    Some(Some(Object(l))) => Some(Some(plain_path(l.path, l.hops, &HOP_RECORD, self.hops)?)),
                    Some(None) => Some(None),
                    None => None,
                };
                Some(State { numbers, l })
            }
        };
        Some(Line { id, qpn, state, event: Event { arrival, telemetry } })
    }

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
        let fields = state_fields(self.side);
        let [u, w, wc, stage, last] = fields.each_ref().map(|f| f.name);
        let state = object(state, "state", &[u, w, wc, stage, last, "L"])?;
        let mut numbers = given(state, fields, exact)?;
        for (number, field) in numbers.iter_mut().zip(fields) {
            if field.name == INC_STAGE.name || field.name == last {
                whole(number, field)?;
            }
        }
        let l = match state.get("L") {
            None => None,
            Some(Value::Null) => Some(None),
            Some(l) => {
                Some(Some(path(object(l, "state.L", &[PATH.name, "hops"])?, "state.L", &HOP_RECORD, self.hops)?))
            }
        };
        Ok(State { numbers, l })
    }

    fn ideal(&self) -> Result<EngineOf<'_, Self>> {
        ideal::engine(self)
    }

    fn model(&self) -> EngineOf<'_, Self> {
        model::engine(self)
    }

    #[cfg(not(fuzzing))]
    fn rtl(&self, config: &Config) -> Result<EngineOf<'_, Self>> {
        rtl::engine(self, config)
    }
}

/// A number that an exact engine too takes as a whole one.
fn whole(number: &mut Option<Number>, field: &Field) -> Result<(), String> {
    if let Some(Number::Exact(value)) = number {
        let raw = value.is_integer().then(|| value.to_integer().to_u64()).flatten();
        let raw = raw.filter(|raw| field.check(*raw).is_ok());
        let told = || cut(format_args!("\"{value}\""));
        let raw = raw.ok_or_else(|| format!("state.{} = {}: expected {}", field.name, told(), range(field)))?;
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

/// Path and hops that stand in their fields' ranges; None where one does not.
fn plain_path<const FIELDS: usize>(
    path: u64,
    hops: Vec<[u64; FIELDS]>,
    fields: &[Field; FIELDS],
    most: usize,
) -> Option<Path<FIELDS>> {
    let legal = |hop: &[u64; FIELDS]| hop.iter().zip(fields).all(|(raw, field)| field.check(*raw).is_ok());
    (PATH.check(path).is_ok() && hops.len() <= most && hops.iter().all(legal)).then_some(Path { path, hops })
}
