//! What travels with an event through the window block, and what the parameter tables hold.

use crate::prelude::*;

logic_struct! {
    /// The event. A field goes as far as it is read.
    pub struct Tag {
        pub kind: KindCode,
        pub qpn: Qpn,
        /// Parameter set.
        pub set: SetIndex,
        /// The flags that came with it: FIRST, PATH, HOPS, SPEED, STILL, IDLE; none of the host's.
        pub asked: U<6>,
        /// By rule it changes nothing.
        pub ignored: Bit,
        pub receiver: Bit,
        pub is_host: Bit,
        /// A host write.
        pub loads: Bit,
        /// A host read.
        pub reads: Bit,
        /// It computes a window: neither the host's nor ignored nor FIRST, PATH or HOPS.
        pub adjusts: Bit,
        /// It measured something: U is updated, too.
        pub moves: Bit,
        /// The first telemetry of a sender's QP.
        pub first: Bit,
    }
    /// What decides whether an update is full.
    pub struct DueSet {
        /// T in ns.
        pub t: U<20>,
        pub sync_first: Bit,
    }
    /// The sum's parameters. The distances are two's complement.
    pub struct SumSet {
        /// W_ai, U20.12.
        pub w_ai: U<32>,
        /// W_ai − W_min.
        pub above_min: U<43>,
        /// W_max − W_ai.
        pub below_max: U<43>,
    }
    /// The clamps, U28.12.
    pub struct Bounds {
        pub w_min: U<40>,
        pub w_max: U<40>,
    }
    /// The slice of the context that a full update writes.
    pub struct Reference {
        pub wc: ByteWindow,
        pub inc_stage: U<5>,
    }
    /// Which multiple of 16 the product goes to the right, after 20 to the left; or what stands in its place.
    pub struct Coarse {
        pub by_0: Bit,
        pub by_16: Bit,
        pub by_32: Bit,
        pub by_48: Bit,
        pub by_64: Bit,
        /// The base is taken as it is.
        pub plain: Bit,
    }
}
