#![doc = include_str!("page.md")]

pub mod ideal;
pub mod params;
pub(crate) mod rate;
mod reads;
pub mod rule;
pub(crate) mod socket;
pub mod step;
pub mod unit;

pub use params::{DcqcnParamError, Params};
pub use reads::Words;
pub(crate) use rule::RULES;
pub use step::{Context, Event, Mode, Update, step};
