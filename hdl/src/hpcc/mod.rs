//! HPCC++ in the engine: telemetry in front of the event queue, and its unit: measurement, window, page of registers.

mod defaults;
mod entry;
mod page;
mod unit;

pub use entry::HpccEntry;
pub use page::HpccPage;
pub use unit::HpccUnit;
