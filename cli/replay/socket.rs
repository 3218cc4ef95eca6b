//! `--engine rtl` of a unit that the engine holds in a socket: states are written and read on its page of registers,
//! events go in at `s_event`, updates come out; the model has no part in it.
//!
//! What a line says stands on its own, and the engine is brought to where it does: `n` is given with the event, `seq`
//! is written as the last PSN acknowledged before it, and `snd_nxt` is reported with it.

use super::line::Number;
use super::rule::{Numbers, NumbersLine};
use super::{NOT_GIVEN, Steps, Wrong, with_unit};
use crate::failure::{Failure, Result};
use crate::progress;
use layout::algorithms::Row;
use layout::config::{Config, Unit};
use layout::field::Field;
use layout::record::{Algorithm, Kind};
use std::collections::HashSet;
use tb::Builder;
use tb::blocks::session::{Sensed, Session};

pub fn engine<'a>(numbers: &'a Numbers, algorithm: Algorithm, config: &Config) -> Result<Steps<'a, NumbersLine>> {
    let unit = algorithm.unit();
    let (config, values) = (&with_unit(config, unit), values(unit, numbers)?);
    let stage = progress::stage("building ackw_engine");
    let emitted = hdl::design::build(config, "engine").map_err(Failure::input)?;
    let design = tb::blocks::design(&emitted, config, "engine", emitted.files.clone())?;
    let builder = Builder::from_env()?;
    let mut session = Session::with_unit(&builder, config, &design, unit, &values)?;
    let mut known = HashSet::new();
    drop(stage);
    Ok(Box::new(move |line, out| {
        if numbers.row.kinds[line.event[0] as usize].name == "folded" {
            return Err(Wrong::Line(NOT_GIVEN.into()));
        }
        let (state, update, flags) =
            one(&mut session, algorithm, numbers, &mut known, line).map_err(|e| Wrong::Run(e.into()))?;
        numbers.write(out, line, &state, &[update], flags);
        Ok(())
    }))
}

/// The values of a unit's `set_*` registers by the TOML of `--params`.
fn values(unit: Unit, numbers: &Numbers) -> Result<Vec<(String, u64)>> {
    let fields = (numbers.row.params)();
    let (raw, _) = ::model::params::read_list(&numbers.params, &fields).map_err(Failure::input)?;
    let named = |field: &Field, raw| (format!("set_{}_{}", unit.name(), field.port()), raw);
    Ok(fields.iter().zip(raw).map(|(field, raw)| named(field, raw)).collect())
}

/// State, update and flags. `known`: the QPs that have had an event.
fn one(
    session: &mut Session,
    algorithm: Algorithm,
    numbers: &Numbers,
    known: &mut HashSet<u32>,
    line: &NumbersLine,
) -> std::result::Result<(Vec<u64>, u64, u16), tb::Error> {
    let (unit, new) = (algorithm.unit(), known.insert(line.qpn));
    if new || line.state.is_some() {
        let mut held = if new { numbers.reset() } else { session.unit_read(line.qpn, unit)? };
        for (slot, given) in held.iter_mut().zip(line.state.iter().flatten()) {
            *slot = given.as_ref().and_then(Number::raw).unwrap_or(*slot);
        }
        session.unit_write(line.qpn, algorithm, &held)?;
    }
    let update = session.sensed(line.qpn, &sensed(numbers.row, &line.event))?;
    // a window of the engine is U14.28
    Ok((session.unit_read(line.qpn, unit)?, update.window >> 1, update.flags as u16))
}

/// The fields of an event by their names. What an algorithm has not is 0.
fn sensed(row: &Row, event: &[u64]) -> Sensed {
    let of = |name: &str| row.event.iter().zip(event).find(|(field, _)| field.name == name).map_or(0, |(_, raw)| *raw);
    let kind = if row.kinds[of("ev") as usize].name == "loss" { Kind::Loss } else { Kind::Ack };
    Sensed { kind, n: of("n"), ece: of("ece") == 1, seq: of("seq"), snd_nxt: of("snd_nxt") }
}
