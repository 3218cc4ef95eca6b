//! HPCC++ in the engine: what stands before the event queue, and its window unit with its page of registers.

mod defaults;
mod entry;
mod page;
mod unit;

pub use entry::HpccEntry;
pub use page::HpccPage;
pub use unit::HpccUnit;
