//! The list of algorithms: one line a unit. What an engine can hold, `formats`, `replay`, registers, blocks and benches
//! follow from it.
//!
//! A line names a module that is in every layer: its numbers stand in this crate, its rule in the model, its unit in
//! `hdl`, its benches in `tb`.

use crate::config::Unit;
use crate::field::Field;
use crate::record::{Algorithm, Kind};

/// The list. A line has a unit's name, its module, and the algorithms that it computes, each with its code on the
/// `alg` ports and its [`Row`] in the module here. `each_unit!(then)` gives the lines to the macro `then` of the
/// caller, which makes of them what its layer needs.
#[macro_export]
macro_rules! each_unit {
    ($then:ident) => {
        $then! {
            Ldcp in ldcp: Ldcp = 0 of LDCP, LdcpPcc = 1 of LDCP_PCC;
            Hpcc in hpcc: Hpcc = 2 of HPCC, HpccRx = 3 of HPCC_RX;
            Dcqcn in dcqcn: DcqcnP = 4 of DCQCN_P, DcqcnD = 5 of DCQCN_D;
            Dctcp in dctcp: Dctcp = 6 of DCTCP;
        }
    };
}

macro_rules! rows {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// Every algorithm, in the order in which they are shown: the units', and what is laid over them.
        pub static ALGORITHMS: &[&Row] = &[$($(&crate::$module::$row,)+)+ &crate::fcr::FCR];
    };
}
each_unit!(rows);

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
    /// Events of these kinds move its windows by their number, or by that of the packets that they confirm.
    pub counted: &'static [Kind],
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
