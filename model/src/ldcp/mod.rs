//! LDCP (draft-dai-tsvwg-pfc-free-congestion-control-01). How each number is computed stands on the page of its block,
//! hdl/src/pawa.md.

pub mod fast_start;
pub mod ideal;
pub mod params;
pub(crate) mod rate;
pub(crate) mod socket;
pub mod step;
pub mod tracker;
pub mod unit;

pub use params::Params;
pub use step::{Context, Event, Folded, step};

/// `replay` reads its events by a reader of its own.
pub(crate) const RULES: [crate::algorithms::Entry; 0] = [];
