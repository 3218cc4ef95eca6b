//! The inserter: telemetry's area in data packets that leave. `frame` has their bytes, from the formats; `unit` the
//! block with its cycles (hdl/src/inserter.md).

mod frame;
mod unit;

pub use frame::{Byte, Config, Found, Verdict, find, frame};
pub use unit::{Counts, In, Inserter, Out};
