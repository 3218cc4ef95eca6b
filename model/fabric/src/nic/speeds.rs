//! Link speeds by the codes of HPCC++'s header: those of the table after reset, and in its spare entries what a network
//! has beside them.

use super::FunctionError;
use layout::hpcc::{SPEED, SPEED_TABLE, SPEEDS, SpeedCode, UNITS};
use model::hpcc::Header;

/// Of a rate that has no entry: a code without a speed, so that its hop is skipped.
const UNKNOWN: u64 = SPEEDS as u64 - 1;

/// The speed table of a network.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Speeds {
    /// Gbit/s by code; 0: none.
    table: [u64; SPEEDS],
    /// The first rate that has no entry, bit/s.
    left: Option<u64>,
}

impl Speeds {
    /// The table after reset.
    pub const TABLE: Speeds = Speeds { table: SPEED_TABLE, left: None };

    /// The same, and these rates, bit/s, in their order in its spare entries.
    pub fn of(rates_bps: impl IntoIterator<Item = u64>) -> Self {
        let mut of = Self::TABLE;
        for bps in rates_bps {
            let gbps = bps / 1_000_000_000;
            if of.code_of(bps).is_some() {
                continue;
            }
            let spare = of.table.iter_mut().find(|speed| **speed == 0);
            match spare {
                Some(spare) if bps % 1_000_000_000 == 0 && (1..=SPEED.max).contains(&gbps) => *spare = gbps,
                _ => of.left = of.left.or(Some(bps)),
            }
        }
        of
    }

    fn code_of(&self, bps: u64) -> Option<u64> {
        let is_it = |&speed: &u64| speed != 0 && u128::from(speed) * 1_000_000_000 == u128::from(bps);
        self.table.iter().position(is_it).map(|code| code as u64)
    }

    /// The code of a rate.
    pub fn code(&self, bps: u64) -> SpeedCode {
        SpeedCode::wrap(self.code_of(bps).unwrap_or(UNKNOWN))
    }

    /// The codes that differ from those after reset.
    pub(super) fn added(&self) -> impl Iterator<Item = u64> {
        (0..SPEEDS).filter(|&code| self.table[code] != SPEED_TABLE[code]).map(|code| code as u64)
    }

    /// The header with this table.
    pub(super) fn header(&self) -> Result<Header, FunctionError> {
        match self.left {
            Some(bps) => Err(FunctionError::Speed { bps }),
            None => Ok(Header::from_raw(UNITS.map(|field| field.reset), self.table)?),
        }
    }
}
