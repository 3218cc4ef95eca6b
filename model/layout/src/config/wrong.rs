//! What is wrong with a configuration that is legal TOML: the key by its name, its value, and what was expected.

use super::{Config, HIDDEN, Hpcc, KEYS, MOST_LANES, Unit, usual_lanes};
use toml::de::DeTable;
use toml::{Table, Value};

/// The first key of the text that cannot be read by itself, in a line; `said` is what the reader says of it.
pub fn key(text: &str, said: &str) -> Option<String> {
    let Ok(table) = text.parse::<Table>() else { return beyond(text) };
    if let Some(merge) = table.get("engine").and_then(|engine| engine.get("merge")) {
        return Some(format!(
            "engine.merge = {merge}: expected no such key: what waits of a QP always becomes one event"
        ));
    }
    KEYS.iter().chain(&HIDDEN).find_map(|(key, about)| {
        let (section, name) = key.split_once('.')?;
        let value = table.get(section)?.as_table()?.get(name)?;
        let section = Table::from_iter([(name.to_owned(), value.clone())]);
        let alone = Table::from_iter([(key.split_once('.')?.0.to_owned(), Value::Table(section))]);
        alone.try_into::<Config>().is_err().then(|| {
            let may_be = about.split_once(": ").map_or(*about, |(may_be, _)| may_be);
            let expected = match said.split_once("expected ") {
                // what it lists is all there is
                Some((unknown, all)) if unknown.starts_with("unknown variant") => all.replace('`', "\""),
                _ if may_be == "true" => "true or false".into(),
                _ => may_be.to_owned(),
            };
            format!("{key} = {value}: expected {expected}")
        })
    })
}

/// The first key with a whole number that no table holds, of more than 64 bits.
fn beyond(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    KEYS.iter().chain(&HIDDEN).find_map(|(key, about)| {
        let (section, name) = key.split_once('.')?;
        let value = table.get_ref().get(section)?.get_ref().as_table()?.get(name)?.get_ref().as_integer()?;
        i64::from_str_radix(value.as_str(), value.radix()).is_err().then(|| {
            let may_be = about.split_once(": ").map_or(*about, |(may_be, _)| may_be);
            let expected = if may_be == "true" { "true or false" } else { may_be };
            let digits = value.to_string();
            let cut =
                digits.char_indices().nth(LONGEST).map_or(digits.clone(), |(at, _)| format!("{}…", &digits[..at]));
            format!("{key} = {cut}: expected {expected}")
        })
    })
}

/// Digits of a value in a message.
const LONGEST: usize = 40;

/// The first key that says something and changes nothing, with its value and what would give it an effect. A value that
/// is the default says nothing: the canonical text has every key.
pub fn idle(config: &Config) -> Option<(&'static str, String, &'static str)> {
    let usual = Hpcc::default();
    let with_hpcc = "engine.units with \"hpcc\", or no such key, for only HPCC++ reads telemetry";
    if !config.reads_hops() && config.hpcc.hops != usual.hops {
        return Some(("hpcc.hops", config.hpcc.hops.to_string(), with_hpcc));
    }
    // what an earlier version wrote has every key, and five lanes
    let usual = [usual_lanes(config.hpcc.hops, config.parser.data_bits), MOST_LANES];
    if !config.reads_hops() && !usual.contains(&config.hpcc.lanes) {
        return Some(("hpcc.lanes", config.hpcc.lanes.to_string(), with_hpcc));
    }
    if !config.has(Unit::Dcqcn) && config.dcqcn.published {
        let with_dcqcn = "engine.units with \"dcqcn\", or no such key, for it is a form of DCQCN";
        return Some(("dcqcn.published", "true".into(), with_dcqcn));
    }
    if !config.has(Unit::Ldcp) && config.ldcp.fast_start {
        let with_ldcp = "engine.units with \"ldcp\", or no such key, for it is LDCP's fast start";
        return Some(("ldcp.fast_start", "true".into(), with_ldcp));
    }
    None
}
