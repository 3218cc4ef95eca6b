//! Rates in TOML: a number in the unit of the key, or a text with a unit of its own, such as `"25G"` and `"25Gbps"`.

use crate::read::number;
use crate::read::topology::RATES;
use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};
use std::fmt;

/// A rate that is a whole multiple of a unit, bit/s.
#[derive(Clone, Copy)]
struct Rate {
    unit_bps: u64,
    name: &'static str,
}

impl Visitor<'_> for Rate {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whole {}, such as 25 or \"25G\" or \"25Gbps\"", self.name)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        Ok(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
        u64::try_from(value).map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        let bps = number::with_unit(text, &RATES).filter(|bps| bps % self.unit_bps == 0);
        bps.map(|bps| bps / self.unit_bps).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Gbit/s.
pub fn gbps<'a, D: Deserializer<'a>>(from: D) -> Result<Option<u64>, D::Error> {
    from.deserialize_any(Rate { unit_bps: 1_000_000_000, name: "Gbit/s" }).map(Some)
}

/// Mbit/s; more than 32 bits hold is no rate.
pub fn mbps<'a, D: Deserializer<'a>>(from: D) -> Result<u32, D::Error> {
    let rate = Rate { unit_bps: 1_000_000, name: "Mbit/s below 2^32" };
    let mbps = from.deserialize_any(rate)?;
    u32::try_from(mbps).map_err(|_| D::Error::invalid_value(Unexpected::Unsigned(mbps), &rate))
}
