//! A latency in TOML: whole ns, or the text `"cycle"`.

use crate::nic::UpdateLatency;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;

const CYCLE: &str = "cycle";

struct Latency;

impl Visitor<'_> for Latency {
    type Value = UpdateLatency;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whole ns, or {CYCLE:?}")
    }

    fn visit_u64<E: Error>(self, ns: u64) -> Result<UpdateLatency, E> {
        Ok(UpdateLatency::Ns(ns))
    }

    fn visit_i64<E: Error>(self, ns: i64) -> Result<UpdateLatency, E> {
        u64::try_from(ns).map(UpdateLatency::Ns).map_err(|_| E::invalid_value(Unexpected::Signed(ns), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<UpdateLatency, E> {
        if text == CYCLE { Ok(UpdateLatency::Cycle) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
    }
}

pub fn none() -> UpdateLatency {
    UpdateLatency::Ns(0)
}

pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<UpdateLatency, D::Error> {
    from.deserialize_any(Latency)
}

pub fn serialize<S: Serializer>(latency: &UpdateLatency, to: S) -> Result<S::Ok, S::Error> {
    match latency {
        UpdateLatency::Ns(ns) => to.serialize_u64(*ns),
        UpdateLatency::Cycle => to.serialize_str(CYCLE),
    }
}
