#![doc = include_str!("page.md")]

pub mod ideal;
pub mod params;
pub mod rule;
pub mod step;
pub mod unit;

pub use params::{FcrParamError, Params};
pub use step::{Advice, Cap, Context, Event, Own, Source, Update, cap, limit, step};
