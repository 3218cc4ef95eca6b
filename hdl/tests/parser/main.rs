//! The parser in rust-hdl's simulation: frames built by hand, every width, with and without gaps.

mod advice;
mod bench;
mod directed;
mod emitted;
mod frames;
mod hostile;
mod telemetry;
