//! What each stage of PAWA reads. `sN` is the struct of the registers of stage N; valid bits stand beside it, with a
//! reset.

use crate::prelude::*;

logic_struct! {
    /// What the context keeps of the window.
    pub struct Window {
        /// U14.28.
        pub cw: Cw,
        /// The position of the leading one of cw's integer part, 0 to 13; 0 where that is 0.
        pub e: U<4>,
    }
    /// A window, and the divisor that it makes.
    pub struct Normal {
        pub cw: Cw,
        pub e: U<4>,
        /// The 23 bits behind the one at e.
        pub d: U<23>,
    }
    /// The event, as issued.
    pub struct S0 {
        pub kind: KindCode,
        pub n0: PacketCount,
        pub n1: PacketCount,
        pub qpn: Qpn,
        pub pcc: Bit,
        pub set: SetIndex,
    }
    /// What is multiplied: alpha and beta come from their table beside it.
    pub struct S1 {
        pub kind: KindCode,
        pub n0: PacketCount,
        pub n1: PacketCount,
        /// n0 is not 0, n1 is not.
        pub some0: Bit,
        pub some1: Bit,
        pub qpn: Qpn,
        pub pcc: Bit,
        pub set: SetIndex,
    }
    /// What an event does to the window, as far as the window has no say in it, and what goes along.
    pub struct Rule {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub set: SetIndex,
        /// ACKs by ldcp: cw says by which rule.
        pub by_window: Bit,
        /// Packets with a mark are among what they confirm.
        pub marked: Bit,
        /// By ldcp-pcc: n0·alpha is added as it is.
        pub adds: Bit,
        /// The host's window in place of the QP's.
        pub load: Bit,
        /// No clamp.
        pub exact: Bit,
        pub ignored: Bit,
    }
    /// p on its way to the left, until its leading one is bit 30.
    pub struct Part {
        pub p: U<31>,
        /// By how much it has gone.
        pub left: U<5>,
    }
    /// Which of the events ahead is of this QP: at most one, for they are 8 cycles apart.
    pub struct Hits {
        pub at_8: Bit,
        pub at_9: Bit,
        pub at_10: Bit,
        pub at_11: Bit,
        pub at_12: Bit,
        pub at_13: Bit,
    }
    /// Where the window comes from, when the RAM has been read.
    pub struct Source {
        /// From the event 8 or 9 ahead, behind this choice.
        pub at_8: Bit,
        pub at_9: Bit,
        /// 0 the RAM, 1 what was caught of the event 12 or 13 ahead, 2 the event 10 ahead, 3 the one 11 ahead.
        pub from: U<2>,
    }
    /// The newest window, and with what it is divided.
    pub struct S6 {
        pub cw: Cw,
        pub e: U<4>,
        /// 30 − b, b the position of p's leading one.
        pub left: U<5>,
    }
    /// The window's part of the rule.
    pub struct S7 {
        pub cw: Cw,
        /// The rules below one packet.
        pub low: Bit,
        pub e: U<4>,
        /// 29 − b.
        pub left: U<6>,
        pub gamma: U<17>,
    }
    /// The operands of the sum, in their own formats.
    pub struct S8 {
        pub base: U<42>,
        pub low: Bit,
        /// The increment is the reciprocal's.
        pub grows: Bit,
        /// The quotient's shift.
        pub s: U<6>,
        /// gamma, where that is the step below one packet, else 0.
        pub gamma: U<17>,
        /// eta·cw, where that is the window's cut below one packet, else 0.
        pub eta_cw: U<44>,
    }
    /// The operands of the sum, all but the quotient.
    pub struct S9 {
        pub base: U<42>,
        /// Two's complement, S16.28.
        pub other: U<44>,
        /// The bit below `other`: rounds eta·cw half up.
        pub half: Bit,
        /// The quotient's shift mod 16, and its multiple of 16: 0 to 2; 3 without a quotient.
        pub s_low: U<4>,
        pub s_high: U<2>,
    }
    /// All but the quotient added up.
    pub struct S10 {
        /// Two's complement, S16.28.
        pub base: U<44>,
        pub half: Bit,
        pub s_low: U<4>,
        pub s_high: U<2>,
    }
    /// The sum's operands, and the base's distance from the clamps. All are two's complement, S16.28.
    pub struct S11 {
        pub base: U<44>,
        pub above_floor: U<44>,
        pub below_max: U<44>,
        /// With a bit below, which rounds half up.
        pub addend: U<43>,
        /// The ends of the window's range.
        pub gamma: U<17>,
        pub cw_max: U<42>,
    }
    /// The sum, and at which end it is to be clamped.
    pub struct S12 {
        pub sum: U<42>,
        pub floor: Bit,
        pub sat: Bit,
        pub gamma: U<17>,
        pub cw_max: U<42>,
        /// e of cw_max.
        pub max_e: U<4>,
    }
    /// The result.
    pub struct S13 {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub rtt: RttNs,
        pub floor: Bit,
        pub sat: Bit,
        pub ignored: Bit,
    }
    /// A write of the slice that only the host changes.
    pub struct RttWrite {
        pub qpn: Qpn,
        pub rtt: RttNs,
    }
    /// Of a parameter set: what is multiplied by n.
    pub struct Gains {
        pub alpha: U<17>,
        pub beta: U<17>,
    }
    /// Of a parameter set: the rules below one packet.
    pub struct Scales {
        pub gamma: U<17>,
        pub eta: U<16>,
    }
    /// Of a parameter set: the ends of the window's range.
    pub struct Limits {
        pub gamma: U<17>,
        pub cw_max: U<42>,
    }
}
