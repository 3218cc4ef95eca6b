//! The published form (D11): what a parameter set and a context have more, which counters tick, and the second increase
//! of a period.

pub mod again;
mod page;
pub mod ticks;

pub use page::DcqcnFormPage;

use crate::prelude::*;

logic_struct! {
    /// What a parameter set has more, as it is written.
    pub struct Form {
        pub published: Bit => "1: of dcqcn-p the published form",
        pub alpha_periods: U<8> => "periods without a CNP after which CP is updated, one at least",
        pub rate_periods: U<8> => "periods without a CNP after which the rate timer ticks, one at least",
        pub byte_packets: U<24> => "packets after which the byte counter ticks; 0: never",
        pub hai: U<35> => "hyper-active increase, bytes per ns, U7.28",
    }
    /// What a context has more.
    pub struct Timers {
        pub byte_stage: U<5> => "ticks of the byte counter since the last CNP",
        pub packets: U<24> => "packets since its last tick",
        pub since_alpha: U<8> => "periods since the last update of CP",
        pub since_rate: U<8> => "periods since the last tick of the rate timer",
    }
    /// s5: what the counters look at of a period.
    pub struct Counted5 {
        pub cut: Bit => "a CNP came",
        pub fresh: Bit => "in place of a period what the host or the initialisation writes: all counters 0",
        pub deterministic: Bit => "dcqcn-d, which has no published form",
        pub stage: U<5> => "ticks of the rate timer since the last CNP",
        pub tx: U<16> => "packets of the period",
    }
    /// s7: what a step of the published form does first.
    pub struct Ticked {
        pub published: Bit => "the period is of the published form",
        pub steps: Bit => "a counter ticks, unless a CNP came",
        pub raises: Bit => "its tick raises RT",
        pub staged: Bit => "the byte counter has ticked since the last CNP",
    }
    /// a0: and what it does then.
    pub struct Second {
        pub again: Bit => "the rate timer ticks too",
        pub raises: Bit => "its tick raises RT",
        pub hyper: Bit => "by hai",
        pub first_hyper: Bit => "the first did by hai",
    }
}
