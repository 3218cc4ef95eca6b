//! The algorithms by the names that the command line knows.

use crate::failure::{Failure, Result};
use layout::record;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Ldcp(record::Algorithm),
    Hpcc(Side),
}

/// Where HPCC++ computes the window.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// On ACKs (draft 4.2).
    Sender,
    /// On packets (draft 6.3.2).
    Receiver,
}

impl Algorithm {
    pub const ALL: [Algorithm; 4] = [
        Algorithm::Ldcp(record::Algorithm::Ldcp),
        Algorithm::Ldcp(record::Algorithm::LdcpPcc),
        Algorithm::Hpcc(Side::Sender),
        Algorithm::Hpcc(Side::Receiver),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Ldcp(a) => a.name(),
            Algorithm::Hpcc(Side::Sender) => "hpcc",
            Algorithm::Hpcc(Side::Receiver) => "hpcc-rx",
        }
    }

    /// The algorithm of that name, or a line that names the known ones.
    pub fn from_name(name: &str) -> Result<Algorithm> {
        Self::ALL.into_iter().find(|a| a.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Algorithm::name).join(", ");
            Failure::input(format_args!("--algorithm {name}: expected one of {known}"))
        })
    }
}
