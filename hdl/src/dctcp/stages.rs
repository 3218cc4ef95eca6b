//! What travels with an event through the unit, and what its memories hold.

use crate::prelude::*;
use crate::widths::widths;
use layout::dctcp;

widths! {
    /// The window, packets.
    Cwnd = dctcp::Cwnd::BITS;
    /// Where slow start ends, packets.
    Ssthresh = dctcp::Ssthresh::BITS;
    /// The share of marked packets.
    Cp = dctcp::Cp::BITS;
}

logic_struct! {
    /// A parameter set.
    pub struct DctcpParams {
        pub g = dctcp::G,
        pub cwnd_min = dctcp::CWND_MIN,
        pub cwnd_max = dctcp::CWND_MAX => "at least the lower one",
    }
    /// What a host write stores.
    pub struct DctcpContext {
        pub cwnd = dctcp::CWND => "below one it is one",
        pub ssthresh = dctcp::SSTHRESH,
        pub cp = dctcp::CP => "above one it is one",
        pub window_end = dctcp::WINDOW_END,
        pub acked = dctcp::ACKED,
        pub marked = dctcp::MARKED,
        pub cut: Bit = dctcp::CUT,
    }
    /// The event. A field goes as far as it is read.
    pub struct Tag {
        pub qpn: Qpn,
        pub n0: PacketCount,
        pub n1: PacketCount,
        pub seq: PsnWord,
        pub snd_nxt: PsnWord,
    }
    /// The slice of the context that says when a window ends.
    pub struct Word {
        pub window_end: PsnWord,
        pub acked: PacketCount,
        pub marked: PacketCount,
        pub cut: Bit,
    }
    /// The slice with the window.
    pub struct Stored {
        /// U13.27.
        pub cwnd: Cwnd,
        pub ssthresh: Ssthresh,
    }
    /// The same on its way, with what its normalisation needs first.
    pub struct Window {
        pub cwnd: Cwnd,
        pub ssthresh: Ssthresh,
        /// Bits 3 and 2 of e, the position of the leading one of cwnd's integer part.
        pub e_high: U<2>,
    }
    /// Which of the events ahead are of this QP: so many cycles ahead.
    pub struct Hits {
        pub at_8: Bit,
        pub at_9: Bit,
        pub at_10: Bit,
        pub at_11: Bit,
    }
    /// A number on its way to the left, until its leading one is its top bit.
    pub struct Gain {
        pub p: U<31>,
        /// By how much it has gone.
        pub left: U<5>,
    }
    pub struct All {
        pub a: U<14>,
        pub left: U<4>,
    }
    /// P, U1.40, likewise.
    pub struct Wide {
        pub p: U<41>,
        pub left: U<5>,
    }
    /// cwnd, on its way to the right.
    pub struct S22 {
        pub cwnd: Cwnd,
        pub ssthresh: Ssthresh,
        pub e_high: U<2>,
        /// cwnd without 4 bits and 4·e_high more: its leading one is at 23 to 26.
        pub fours: U<27>,
    }
    pub struct S23 {
        pub base: U<40>,
        pub ssthresh: Ssthresh,
        pub slow: Bit,
        pub e: U<4>,
    }
    pub struct S24 {
        pub base: U<40>,
        pub ssthresh: Ssthresh,
        pub slow: Bit,
        /// The quotient's shift, 13 + e − b.
        pub s: U<5>,
    }
    pub struct S25 {
        pub base: U<40>,
        pub ssthresh: Ssthresh,
        pub slow: Bit,
        pub s: U<5>,
        /// The cut with its half bit, still too far left by `fine`.
        pub halves: U<41>,
        pub fine: U<3>,
    }
    pub struct S26 {
        pub base: U<40>,
        pub ssthresh: Ssthresh,
        pub slow: Bit,
        /// What is added but the quotient, with the half bit below: two's complement, S16.28.
        pub other: U<44>,
        /// The quotient's shift mod 16, and its multiple of 16; without one, no quotient.
        pub s_low: U<4>,
        pub by_0: Bit,
        pub by_16: Bit,
    }
    /// The sum's operands, and the base's distance from the clamps, two's complement.
    pub struct S27 {
        pub base: U<40>,
        pub ssthresh: Ssthresh,
        pub slow: Bit,
        pub addend_half: U<44>,
        pub above_min: U<43>,
        pub below_max: U<43>,
        pub cwnd_min: Cwnd,
        pub cwnd_max: Cwnd,
    }
    /// The sum, and at which end it is to be clamped.
    pub struct S28 {
        pub sum: U<40>,
        pub ssthresh: Ssthresh,
        pub slow: Bit,
        pub floor: Bit,
        pub sat: Bit,
        pub cwnd_min: Cwnd,
        pub cwnd_max: Cwnd,
    }
    /// What the flags say of the window.
    pub struct S29 {
        pub slow: Bit,
        pub floor: Bit,
        pub sat: Bit,
    }
    /// Of a parameter set: the ends of the window's range.
    pub struct Limits {
        pub cwnd_min: Cwnd,
        pub cwnd_max: Cwnd,
    }
}
