//! A line of replay: reading it from JSON with every field checked, and writing the answer.

use layout::field::Field;
use layout::ldcp;
use layout::record::{EV_ECE, EV_N, Kind};
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
}

/// One event with what surrounds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Line number in the input, from 1.
    pub number: usize,
    pub id: Value,
    pub qpn: u32,
    /// The fields that replace the context's, in the order of [`ldcp::STATE`]; those not given stay.
    pub state: Option<[Option<Number>; ldcp::STATE.len()]>,
    pub kind: Kind,
    pub n: u64,
    pub ece: bool,
}

/// What an engine says to a line: raw integers or fractions, ready to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub state: [Value; ldcp::STATE.len()],
    pub update: [Value; layout::record::UPDATE.len()],
    pub flags: u8,
}

/// Reads one line. `exact` allows fractions in states; `qps` bounds `qpn`. The error names field and expectation.
pub fn read(number: usize, text: &str, exact: bool, qps: u32) -> Result<Line, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON: {e}"))?;
    let line = object(&value, "the line", &["event", "state", "qpn", "id"])?;
    let event = object(line.get("event").ok_or("event: missing")?, "event", &["ev", "n", "ece"])?;
    let kind = kind(event.get("ev").ok_or("event.ev: missing")?)?;
    // only an ACK has n and ece; other events may leave them out
    let needed = kind == Kind::Ack;
    let n = event_field(event, &EV_N, needed)?;
    let ece = event_field(event, &EV_ECE, needed)? == 1;
    let qpn = match line.get("qpn") {
        None => 0,
        Some(v) => {
            v.as_u64().filter(|q| *q < u64::from(qps)).ok_or_else(|| format!("qpn = {v}: expected 0 to {}", qps - 1))?
                as u32
        }
    };
    let state = line.get("state").map(|s| state(s, exact)).transpose()?;
    let id = line.get("id").cloned().unwrap_or(Value::Null);
    Ok(Line { number, id, qpn, state, kind, n, ece })
}

/// The line to print for an answer.
pub fn write(line: &Line, answer: &Answer) -> String {
    let fields = |list: &[Field], values: &[Value]| -> Map<String, Value> {
        list.iter().zip(values).map(|(f, v)| (f.name.to_owned(), v.clone())).collect()
    };
    let mut out = Map::new();
    out.insert("id".into(), line.id.clone());
    out.insert("qpn".into(), line.qpn.into());
    out.insert("state".into(), fields(&ldcp::STATE, &answer.state).into());
    out.insert("update".into(), fields(&layout::record::UPDATE, &answer.update).into());
    out.insert("flags".into(), layout::record::flag::names(answer.flags).collect());
    Value::Object(out).to_string()
}

fn object<'a>(value: &'a Value, name: impl Display, keys: &[&str]) -> Result<&'a Map<String, Value>, String> {
    let map = value.as_object().ok_or_else(|| format!("{name}: expected an object"))?;
    match map.keys().find(|k| !keys.contains(&k.as_str())) {
        Some(k) => Err(format!("{name}: unknown field {k:?}: expected {}", keys.join(", "))),
        None => Ok(map),
    }
}

fn kind(value: &Value) -> Result<Kind, String> {
    let found = value.as_str().and_then(|s| Kind::EVENTS.into_iter().find(|k| k.name() == s));
    found.ok_or_else(|| format!("event.ev = {value}: expected {}", Kind::EVENTS.map(Kind::name).join(", ")))
}

fn event_field(event: &Map<String, Value>, field: &Field, needed: bool) -> Result<u64, String> {
    match event.get(field.name) {
        None if needed => Err(format!("event.{}: missing, expected {}", field.name, range(field))),
        None => Ok(0),
        Some(v) => raw(v, field).map_err(|e| format!("event.{e}")),
    }
}

fn state(value: &Value, exact: bool) -> Result<[Option<Number>; ldcp::STATE.len()], String> {
    let names = ldcp::STATE.map(|f| f.name);
    let map = object(value, "state", &names)?;
    let mut out = [const { None }; ldcp::STATE.len()];
    for (slot, field) in out.iter_mut().zip(&ldcp::STATE) {
        let Some(v) = map.get(field.name) else { continue };
        *slot = Some(match v.as_str() {
            Some(text) if exact => Number::Exact(fraction(text, field).map_err(|e| format!("state.{e}"))?),
            _ => Number::Raw(raw(v, field).map_err(|e| format!("state.{e}"))?),
        });
    }
    Ok(out)
}

fn range(field: &Field) -> String {
    format!("{} to {} ({}, raw)", field.min, field.max, field.format)
}

fn raw(value: &Value, field: &Field) -> Result<u64, String> {
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
