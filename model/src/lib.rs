//! The golden model: bit-accurate pure functions, the cycles of every block, and the exact-rational ideal.

pub mod algorithms;
pub mod bench;
pub mod choice;
pub mod dcqcn;
pub mod dctcp;
pub mod delay;
pub mod ecc;
pub mod engine;
pub mod event;
pub mod fcr;
pub mod fifo;
pub mod hops;
pub mod hpcc;
pub mod issue;
pub mod ldcp;
pub mod line;
pub mod number;
pub mod packet;
pub mod params;
pub mod parser;
pub mod psn;
pub mod recip;
pub mod registers;
pub mod round;
pub mod sent;
pub mod top;
