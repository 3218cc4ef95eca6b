//! A line of replay: reading it from JSON with every field checked.

use super::Replay;
use ::model::number::cut;
use layout::field::Field;
use num_bigint::BigInt;
use num_rational::BigRational;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::fmt::{self, Display};

/// Digits of an exact number's numerator or denominator that are read: the time that longer ones take grows with their
/// square.
const MOST_DIGITS: usize = 4096;

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
    pub id: Value,
    pub qpn: u32,
    /// What replaces the context's fields; those not given stay.
    pub state: Option<State>,
    pub event: Event,
}

/// Reads one line. `exact` allows fractions in states; `qps` bounds `qpn`. The error names field and expectation.
pub fn read<R: Replay>(replay: &R, text: &str, exact: bool, qps: u32) -> Result<super::LineOf<R>, String> {
    // a state of exact numbers is not plain
    let plain = if exact { None } else { replay.plain(text) };
    if let Some(line) = plain.filter(|line| line.qpn < qps) {
        return Ok(line);
    }
    let value = json(text)?;
    let line = object(&value, "the line", &["event", "state", "qpn", "id"])?;
    let event = replay.event(line.get("event").ok_or("event: missing, expected an object")?)?;
    let qpn = match line.get("qpn") {
        None => 0,
        Some(v) => {
            let told = || format!("qpn = {}: expected 0 to {}", cut(v), qps - 1);
            v.as_u64().filter(|q| *q < u64::from(qps)).ok_or_else(told)? as u32
        }
    };
    let state = line.get("state").map(|s| replay.state(s, exact)).transpose()?;
    let id = line.get("id").cloned().unwrap_or(Value::Null);
    Ok(Line { id, qpn, state, event })
}

pub fn object<'a>(value: &'a Value, name: impl Display, keys: &[&str]) -> Result<&'a Map<String, Value>, String> {
    let map = value.as_object().ok_or_else(|| format!("{name}: expected an object"))?;
    match map.keys().find(|k| !keys.contains(&k.as_str())) {
        Some(k) => Err(format!("{name}: unknown field {}: expected {}", cut(format_args!("{k:?}")), keys.join(", "))),
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
        *slot = one_given(state, field, exact, false)?;
    }
    Ok(out)
}

/// The field, if the state gives it. A number without fraction bits is whole and in range for the ideal too, unless it
/// keeps it as a `fraction`.
pub fn one_given(
    state: &Map<String, Value>,
    field: &Field,
    exact: bool,
    fraction: bool,
) -> Result<Option<Number>, String> {
    let Some(value) = state.get(field.name) else { return Ok(None) };
    let number = match value.as_str() {
        Some(text) if exact => exact_number(text, field, field.format.frac == 0 && !fraction).map(Number::Exact),
        _ => raw(value, field).map(Number::Raw),
    };
    number.map(Some).map_err(|e| format!("state.{e}"))
}

/// Raw numbers that stand in their fields' ranges; None where one does not.
pub fn checked<const N: usize>(raw: [Option<u64>; N], fields: &[Field; N]) -> Option<[Option<Number>; N]> {
    let legal = raw.iter().zip(fields).all(|(raw, field)| raw.is_none_or(|raw| field.check(raw).is_ok()));
    legal.then(|| raw.map(|raw| raw.map(Number::Raw)))
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
        .ok_or_else(|| format!("{} = {}: expected {}", field.name, cut(value), range(field)))
}

/// `"num/den"` or a whole number, not negative; a `whole` one stands in its field's range.
fn exact_number(text: &str, field: &Field, whole: bool) -> Result<BigRational, String> {
    let told = cut(format_args!("{text:?}"));
    let fail = || format!("{} = {told}: expected \"num/den\" in {}, not negative", field.name, field.unit);
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    let digits = num.len().max(den.len());
    if digits > MOST_DIGITS {
        return Err(format!("{} = {told}: {digits} digits: expected at most {MOST_DIGITS}", field.name));
    }
    let num: BigInt = num.trim().parse().map_err(|_| fail())?;
    let den: BigInt = den.trim().parse().map_err(|_| fail())?;
    if num < BigInt::ZERO || den <= BigInt::ZERO {
        return Err(fail());
    }
    let number = BigRational::new(num, den);
    let raw = || u64::try_from(number.numer()).ok().filter(|raw| number.is_integer() && field.check(*raw).is_ok());
    if whole && raw().is_none() {
        return Err(format!("{} = {told}: expected {}", field.name, range(field)));
    }
    Ok(number)
}

fn json(text: &str) -> Result<Value, String> {
    match serde_json::from_str::<Once>(text) {
        Ok(Once(value)) => Ok(value),
        Err(e) => Err(match (e.classify(), e.to_string()) {
            // ours; the line it names is the only one that it was given
            (Category::Data, told) => told.rsplit_once(" at line ").map_or(told.clone(), |(what, _)| what.into()),
            (_, told) => {
                let (what, column) = told.rsplit_once(" at line 1 column ").unwrap_or((&told, "1"));
                match what {
                    "number out of range" => format!("column {column}: a number out of range: expected fewer digits"),
                    what => format!("column {column}: no JSON: {what}"),
                }
            }
        }),
    }
}

/// A JSON value each of whose keys stands once: of two, one would be left out without a word.
pub struct Once(pub Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(Any).map(Once)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = vec![];
        while let Some(Once(value)) = seq.next_element()? {
            list.push(value);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!(
                    "key {} stands twice: expected once",
                    cut(format_args!("{key:?}"))
                )));
            }
            let Once(value) = map.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
