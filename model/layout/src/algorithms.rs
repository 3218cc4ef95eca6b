//! The list of algorithms: one row each. `formats`, `replay` and their help follow from it.
//!
//! A row's numbers stand in the file or folder of the algorithm's name, here and in the model.

use crate::config::Unit;
use crate::field::Field;
use crate::record::Algorithm;
use crate::{dcqcn, fcr, hpcc, ldcp};

/// Every algorithm, in the order in which they are shown.
pub static ALGORITHMS: &[&Row] = &[
    &ldcp::LDCP,
    &ldcp::LDCP_PCC,
    &hpcc::HPCC,
    &hpcc::HPCC_RX,
    &dcqcn::DCQCN_P,
    &dcqcn::DCQCN_D,
    &crate::dctcp::DCTCP,
    &fcr::FCR,
];

/// What is known of an algorithm: its name, its numbers, and where the engine has it.
#[derive(Debug)]
pub struct Row {
    /// The name on the command line, in registers' pages and in files.
    pub name: &'static str,
    /// Its code and its unit in the engine, where an event there is a line of `replay`; `None`: the engine has no unit
    /// for it, or, as DCQCN's, one whose lines are periods of a timer.
    pub engine: Option<(Algorithm, Unit)>,
    /// Run-time parameters, in the order of their registers.
    pub params: fn() -> Vec<Field>,
    /// The context of a QP, or of what else it keeps state of.
    pub state: &'static [Field],
    /// Those of them that the ideal keeps as fractions though they have no fraction bits. All others without fraction
    /// bits are counts and flags: whole, and in range, for the ideal too.
    pub fractions: &'static [&'static str],
    /// What one step is given.
    pub event: &'static [Field],
    /// The kinds of event, where there are several: the field `ev` says which. Empty where all events are of one kind.
    pub kinds: &'static [EventKind],
    /// What one step says beside the flags.
    pub update: &'static [Field],
    /// Names of the update's flags, lowest bit first.
    pub flags: &'static [&'static str],
    /// What `formats` says beside the numbers: lines of their own, each with its first word in eight columns.
    pub note: &'static str,
}

/// A kind of event: its name is a value of the field `ev`, whose raw value is the kind's place in the list.
/// An event without `ev` is of the first kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EventKind {
    pub name: &'static str,
    /// The fields that an event of this kind must have. The others it may leave out; they are then at their reset
    /// value.
    pub needs: &'static [&'static str],
}

impl Row {
    /// The row of that name.
    pub fn named(name: &str) -> Option<&'static Row> {
        ALGORITHMS.iter().copied().find(|row| row.name == name)
    }

    /// The names of the flags that are set, lowest first.
    pub fn flags(&self, flags: u16) -> impl Iterator<Item = &'static str> {
        self.flags.iter().enumerate().filter(move |(i, _)| flags >> i & 1 == 1).map(|(_, name)| *name)
    }
}

impl PartialEq for Row {
    /// A name stands once in the list.
    fn eq(&self, other: &Row) -> bool {
        self.name == other.name
    }
}

/// The names of all algorithms, as a line of help or an error has them.
pub fn names() -> String {
    ALGORITHMS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}
