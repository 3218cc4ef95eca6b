//! The algorithms whose states, events and updates are numbers alone, each behind the same two functions. What a QP of
//! LDCP or HPCC++ says to `replay` is more than that (a PSN, the telemetry of each hop), so these two have readers of
//! their own.

use crate::number::Q;
use crate::params::{ParamError, Rounded};
use layout::algorithms::Row;
use layout::each_unit;

/// An algorithm with its parameters. Numbers stand in the order of the fields of its [`Row`].
pub trait Rule {
    /// One bit-accurate step: raw numbers, each within its field's range. Replaces `state`, fills `update` in and gives
    /// the flags.
    fn step(&self, state: &mut [u64], event: &[u64], update: &mut [u64]) -> u16;

    /// The same step in exact fractions, in the fields' units.
    fn ideal(&self, state: &mut [Q], event: &[u64], update: &mut [Q]) -> u16;

    /// What a QP holds before its first event, where a parameter says so: `state` has the fields' reset values.
    fn start(&self, _state: &mut [u64]) {}

    /// The same in exact fractions.
    fn start_ideal(&self, _state: &mut [Q]) {}

    /// Makes the parameters of [`Rule::ideal`] what was asked for where they were rounded.
    fn exactly(&mut self, rounded: &[Rounded]);
}

/// A rule, and what was rounded of its parameters.
pub type Made = (Box<dyn Rule>, Vec<Rounded>);

/// An algorithm of the list, and how it is made of the TOML of `--params`.
pub struct Entry {
    pub row: &'static Row,
    pub make: fn(&str) -> Result<Made, ParamError>,
}

macro_rules! rules {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// Those of each unit that are [`Rule`]s, and what is laid over them.
        static RULES: &[&[Entry]] = &[$(&crate::$module::RULES,)+ &[crate::fcr::rule::RULE]];
    };
}
each_unit!(rules);

impl Entry {
    /// The rule of that row, if it is one.
    pub fn of(row: &Row) -> Option<&'static Entry> {
        RULES.iter().copied().flatten().find(|entry| entry.row == row)
    }
}
