//! A line of replay: reading it from JSON with every field checked, and writing the answer.

use super::Replay;
use layout::field::Field;
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Map, Value};
use std::fmt::Display;

/// A number as a line gives it: raw, or an exact fraction in the field's unit (`--engine ideal` only).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    Raw(u64),
    Exact(BigRational),
}

impl Number {
    /// The value in the field's unit.
    pub fn exact(&self, field: &Field) -> BigRational {
        match self {
            Number::Raw(raw) => BigRational::new(BigInt::from(*raw), BigInt::from(1u8) << field.format.frac),
            Number::Exact(value) => value.clone(),
        }
    }

    /// The raw number that a bit-accurate engine is given.
    pub fn raw(&self) -> Option<u64> {
        match self {
            Number::Raw(raw) => Some(*raw),
            Number::Exact(_) => None,
        }
    }
}

/// One event with what surrounds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<State, Event> {
    /// Line number in the input, from 1.
    pub number: usize,
    pub id: Value,
    pub qpn: u32,
    /// What replaces the context's fields; those not given stay.
    pub state: Option<State>,
    pub event: Event,
}

/// What an engine says to a line: raw integers or fractions, ready to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub state: Map<String, Value>,
    pub update: Map<String, Value>,
    pub flags: Vec<&'static str>,
}

/// Reads one line. `exact` allows fractions in states; `qps` bounds `qpn`. The error names field and expectation.
pub fn read<R: Replay>(
    replay: &R,
    number: usize,
    text: &str,
    exact: bool,
    qps: u32,
) -> Result<super::LineOf<R>, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON: {e}"))?;
    let line = object(&value, "the line", &["event", "state", "qpn", "id"])?;
    let event = replay.event(line.get("event").ok_or("event: missing")?)?;
    let qpn = match line.get("qpn") {
        None => 0,
        Some(v) => {
            v.as_u64().filter(|q| *q < u64::from(qps)).ok_or_else(|| format!("qpn = {v}: expected 0 to {}", qps - 1))?
                as u32
        }
    };
    let state = line.get("state").map(|s| replay.state(s, exact)).transpose()?;
    let id = line.get("id").cloned().unwrap_or(Value::Null);
    Ok(Line { number, id, qpn, state, event })
}

/// The line to print for an answer.
pub fn write<S, E>(line: &Line<S, E>, answer: Answer) -> String {
    let mut out = Map::new();
    out.insert("id".into(), line.id.clone());
    out.insert("qpn".into(), line.qpn.into());
    out.insert("state".into(), answer.state.into());
    out.insert("update".into(), answer.update.into());
    out.insert("flags".into(), answer.flags.into());
    Value::Object(out).to_string()
}

/// The values under their fields' names.
pub fn named<const N: usize>(fields: &[Field; N], values: [impl Into<Value>; N]) -> Map<String, Value> {
    fields.iter().zip(values).map(|(f, v)| (f.name.to_owned(), v.into())).collect()
}

pub fn object<'a>(value: &'a Value, name: impl Display, keys: &[&str]) -> Result<&'a Map<String, Value>, String> {
    let map = value.as_object().ok_or_else(|| format!("{name}: expected an object"))?;
    match map.keys().find(|k| !keys.contains(&k.as_str())) {
        Some(k) => Err(format!("{name}: unknown field {k:?}: expected {}", keys.join(", "))),
        None => Ok(map),
    }
}

/// A raw field of `name` that must be there.
pub fn needed(map: &Map<String, Value>, name: impl Display, field: &Field) -> Result<u64, String> {
    let value =
        map.get(field.name).ok_or_else(|| format!("{name}.{}: missing, expected {}", field.name, range(field)))?;
    raw(value, field).map_err(|e| format!("{name}.{e}"))
}

/// Those of the fields that the state gives.
pub fn given<const N: usize>(
    state: &Map<String, Value>,
    fields: &[Field; N],
    exact: bool,
) -> Result<[Option<Number>; N], String> {
    let mut out = [const { None }; N];
    for (slot, field) in out.iter_mut().zip(fields) {
        let Some(v) = state.get(field.name) else { continue };
        *slot = Some(match v.as_str() {
            Some(text) if exact => Number::Exact(fraction(text, field).map_err(|e| format!("state.{e}"))?),
            _ => Number::Raw(raw(v, field).map_err(|e| format!("state.{e}"))?),
        });
    }
    Ok(out)
}

pub fn range(field: &Field) -> String {
    format!("{} to {} ({}, raw)", field.min, field.max, field.format)
}

pub fn raw(value: &Value, field: &Field) -> Result<u64, String> {
    let number = match value {
        // a flag may be written as one
        Value::Bool(b) if field.format.bits() == 1 => Some(u64::from(*b)),
        v => v.as_u64(),
    };
    number
        .filter(|raw| field.check(*raw).is_ok())
        .ok_or_else(|| format!("{} = {value}: expected {}", field.name, range(field)))
}

/// `"num/den"` or a whole number, not negative.
fn fraction(text: &str, field: &Field) -> Result<BigRational, String> {
    let fail = || format!("{} = {text:?}: expected \"num/den\" in {}, not negative", field.name, field.unit);
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    let num: BigInt = num.trim().parse().map_err(|_| fail())?;
    let den: BigInt = den.trim().parse().map_err(|_| fail())?;
    if num < BigInt::ZERO || den <= BigInt::ZERO {
        return Err(fail());
    }
    Ok(BigRational::new(num, den))
}
