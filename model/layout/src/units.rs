//! What a row says of a unit that an engine can have. A row stands in the file of the unit's name; the list is
//! [`each_unit!`].

use crate::config::Config;
use crate::each_unit;
use crate::registers::Register;
use crate::timing::UnitLatency;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// What is known of a unit. Registers, their pages, the driver header, ports' texts and configuration follow from it.
pub struct UnitRow {
    /// The name in `engine.units`, in registers' names and in files.
    pub name: &'static str,
    /// As texts name it.
    pub title: &'static str,
    /// Where its page of registers stands among the pages, whatever else is built. Of a new unit: the next above all
    /// others.
    pub place: u32,
    /// Its bit of `features`.
    pub feature: u32,
    /// What it wants to know of an event beside what the event says.
    pub senses: &'static [Sense],
    /// It reads the PSN of an ACK whose packets the NIC has counted.
    pub reads_psn: bool,
    pub latency: fn(&Config) -> UnitLatency,
    /// Its registers.
    pub page: fn(&Config) -> Vec<Register>,
    /// Two of a parameter set's registers: a set of which the first is above the second is refused.
    pub ordered: Option<[&'static str; 2]>,
    /// Groups of them: from where in the page, a title behind the unit's, and a sentence.
    pub groups: &'static [(u32, &'static str, &'static str)],
    /// What else a write of its part of a context does: "its ...".
    pub also: &'static str,
    /// The register of its part of a context that compares PSNs, and starts at the first.
    pub first_psn: &'static str,
    /// The registers of its part of a context that say how much a QP sends, without `host_`, and in what. A QP that is
    /// opened alone may start with them at the line's rate (FCR15).
    pub starts: &'static [(&'static str, Measure)],
    /// Names of its updates' flags, lowest bit first.
    pub flags: &'static [&'static str],
    /// Of those that are not every unit's, what they mean.
    pub flag_texts: fn(&Config) -> &'static str,
    /// What the page of registers writes as an example; none: its own text.
    pub example: Option<Example>,
}

/// What an engine may find out beside what an event says. It builds what one of its units wants, and belongs to none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The PSN that an event confirms, and the furthest that was sent.
    Psn,
    /// What a loss says: that it is new, and the packets that it confirms. Where LDCP has the fast start.
    Loss,
    /// What the telemetry of the path says: beside the event queue, and by slot of `issue`.
    Hops,
    /// A period of its own, the packets sent, and updates without an event.
    Timer,
}

/// What says how much a QP sends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A window.
    Packets,
    /// A window.
    Bytes,
    /// Bytes a ns, U7.28.
    Rate,
}

/// A parameter set with real values.
pub struct Example {
    /// A sentence; `{register}` stands for its raw value.
    pub about: &'static str,
    /// Register, numerator, denominator, and as a person says it.
    pub values: &'static [(&'static str, u64, u64, &'static str)],
}

macro_rules! units {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// What computes windows: the units of [`each_unit!`].
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Unit {
            $(
                #[doc = concat!("That of [`UNIT`](crate::", stringify!($module), "::UNIT).")]
                $unit,
            )+
        }

        impl Unit {
            /// All that an engine can have, in the order in which `engine.units` lists them.
            pub const ALL: [Unit; [$(Unit::$unit),+].len()] = [$(Unit::$unit),+];

            pub const fn row(self) -> &'static UnitRow {
                match self {
                    $(Unit::$unit => &crate::$module::UNIT,)+
                }
            }
        }
    };
}
each_unit!(units);

/// FCR's place among the units.
pub const FCR_PLACE: u32 = 4;
/// `host_parts` has so many bits for units, and the register map so many pages.
pub const MOST_PLACES: u32 = 6;

impl Unit {
    /// Bits of what has one bit a unit; bit [`Unit::place`] is a unit's. FCR has place [`FCR_PLACE`].
    pub const PLACES: u32 = {
        let (mut most, mut i) = (FCR_PLACE, 0);
        while i < Unit::ALL.len() {
            let place = Unit::ALL[i].place();
            assert!(place != FCR_PLACE, "that is FCR's place");
            most = if place > most { place } else { most };
            i += 1;
        }
        assert!(most < MOST_PLACES, "host_parts and the register map have room for no more");
        most + 1
    };

    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// As texts name it.
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// Where its page of registers stands among the pages, whatever else is built.
    pub const fn place(self) -> u32 {
        self.row().place
    }

    /// Its bit of `host_parts`.
    pub const fn part(self) -> u64 {
        1 << (2 + self.place())
    }

    /// It wants to know this.
    pub fn senses(self, sense: Sense) -> bool {
        self.row().senses.contains(&sense)
    }
}

/// What `engine.units` may be.
pub(crate) static EXPECTED: LazyLock<String> = LazyLock::new(|| {
    let names: Vec<_> = Unit::ALL.map(|unit| format!("{:?}", unit.name())).into();
    format!("some of [{}], in this order", names.join(", "))
});

/// Of each unit its bit of `host_parts`, its name, and what else a write does.
pub fn parts(units: &[Unit]) -> String {
    let part = |unit: &Unit| match unit.row().also {
        "" => format!("{} {}", unit.part().ilog2(), unit.name()),
        also => format!("{} {}, whose {also}", unit.part().ilog2(), unit.name()),
    };
    units.iter().map(part).collect::<Vec<_>>().join(", ")
}
