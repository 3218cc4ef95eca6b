//! What a run says of a design in a word.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// Every output was equal in every cycle in which it counts.
    Equal,
    /// A value differs.
    Mismatch,
    /// A result that the model gives never comes.
    Missing,
    /// A result comes that the model does not give, or not yet.
    Extra,
    /// The right result comes, too late.
    Late,
    /// Nothing moves any more.
    Hang,
    /// Nothing was compared: the run proves nothing.
    RanZero,
}

impl Verdict {
    pub fn is_equal(self) -> bool {
        self == Verdict::Equal
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Equal => "EQUAL",
            Verdict::Mismatch => "MISMATCH",
            Verdict::Missing => "MISSING",
            Verdict::Extra => "EXTRA",
            Verdict::Late => "LATE",
            Verdict::Hang => "HANG",
            Verdict::RanZero => "RAN_ZERO",
        })
    }
}
