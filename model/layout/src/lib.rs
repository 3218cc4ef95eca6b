//! What the model and the RTL share, and nothing more: formats, parameters, records, wire offsets, drop reasons,
//! pipeline timing and the generator's configuration. There is **no algorithm** here, because no equivalence run can
//! catch a mistake that both sides read from one place; `tests/layout.rs` holds every item against a vector that was
//! typed by hand from its specification.

pub mod algorithms;
pub mod answers;
pub mod config;
pub mod dcqcn;
pub mod dctcp;
pub mod drop_reason;
pub mod fcr;
pub mod field;
pub mod fixed;
pub mod hpcc;
pub mod ldcp;
pub mod limit;
pub mod lsn;
pub mod prober;
pub mod receiver;
pub mod record;
pub mod registers;
pub mod responder;
pub mod sender;
pub mod shaper;
pub mod telemetry;
pub mod timing;
pub mod units;
pub mod wire;
