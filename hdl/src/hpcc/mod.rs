//! HPCC++ in the engine: telemetry in front of the event queue, and its unit: measurement, window, page of registers.

mod defaults;
mod entry;
mod page;
pub(crate) mod unit;

pub use entry::HpccEntry;
pub use page::HpccPage;
pub use unit::HpccUnit;

use crate::design::{boxed, hops, Block};
use crate::hops::Hops;
use crate::inflight::Inflight;
use crate::window::Window;

/// What it is made of, each to be built alone.
pub(crate) const BLOCKS: [Block; 3] = [
    ("hops", |c| Ok(boxed(|| Hops::with_ecc(hops(c), c.rtl.ecc)))),
    ("inflight", |c| Ok(boxed(|| Inflight::checked(hops(c), c.lanes() as usize, c.rtl.ecc)))),
    ("window", |c| Ok(boxed(|| Window::with_ecc(c.rtl.ecc)))),
];
