//! LDCP in the engine: its window unit, of the blocks `pawa` and `interval`, with its page of registers.

mod page;
mod start_page;
pub(crate) mod unit;

pub use page::LdcpPage;
pub use start_page::LdcpStartPage;
pub use unit::LdcpUnit;

use crate::design::{boxed, Block};
use crate::interval::Interval;
use crate::pawa::Pawa;

/// What it is made of, each to be built alone.
pub(crate) const BLOCKS: [Block; 2] = [
    ("pawa", |c| Ok(boxed(|| Pawa::checked(c.rtl.ecc, false, c.ldcp.fast_start)))),
    ("interval", |c| Ok(boxed(|| Interval::checked(c.rtl.ecc)))),
];
