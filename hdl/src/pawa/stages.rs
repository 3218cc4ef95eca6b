//! What each stage of PAWA reads. `sN` is the struct of the registers of stage N; valid bits stand beside it, with a reset.

use crate::prelude::*;

/// What an event does to the window: one row group of the table in `pawa.md`.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Op {
    /// The window stays as it is, not even clamped: an ignored event, or a host read.
    Hold,
    /// The host's window, unclamped.
    Load,
    /// cw + n·alpha/cw.
    Grow,
    /// cw − n·beta, or cw − beta for a CNP.
    Shrink,
    /// cw + gamma.
    Step,
    /// eta·cw.
    Scale,
    /// cw + alpha, for an RTT response.
    Raise,
}

logic_struct! {
    /// The event, as issued.
    pub struct S0<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n: U<14>,
        pub qpn: U<Q>,
        pub pcc: Bit,
        pub set: U<4>,
    }
    /// The operands of n·coef, with the positions of their leading ones.
    pub struct S1<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n_zero: Bit,
        pub n1: U<14>,
        pub n1_lead: U<4>,
        /// alpha or beta, U1.16.
        pub coef: U<17>,
        pub coef_lead: U<5>,
        pub qpn: U<Q>,
        pub pcc: Bit,
        pub set: U<4>,
    }
    /// The context leaves the RAM's output register in this stage, and p the multiplier's.
    pub struct S2<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n_zero: Bit,
        pub qpn: U<Q>,
        /// By how much p is to go left, so that its leading one is bit 30 or 31.
        pub left: U<5>,
        /// The event 8 ahead is of this QP: it stands in s10 now.
        pub hit_8: Bit,
        /// The event 9 or 10 ahead is of this QP: its window is `late_cw`.
        pub hit_late: Bit,
        pub late_cw: U<42>,
        pub pcc: Bit,
        pub set: U<4>,
    }
    /// The context, forwarded where the RAM was late.
    pub struct S3<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n_zero: Bit,
        pub qpn: U<Q>,
        /// n·coef, U15.16.
        pub p: U<31>,
        /// p, gone left by `left` but for its two low bits.
        pub p_left: U<32>,
        pub left: U<5>,
        pub cw: U<42>,
        /// cw is below one packet.
        pub below: Bit,
        /// Bits 3 and 2 of e, the position of the leading one of cw's integer part.
        pub e_high: U<2>,
        pub rtt: U<24>,
        pub pcc: Bit,
        pub set: U<4>,
    }
    /// The reciprocal's operands, and what is to be done.
    pub struct S4<const Q: usize> {
        pub op: Op,
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub rtt: U<24>,
        pub set: U<4>,
        pub cw: U<42>,
        pub p: U<31>,
        /// p, normalised, top 18 bits.
        pub x: U<18>,
        /// cw, normalised, 24 bits without the leading one.
        pub d: U<23>,
        /// The quotient's shift, if p's leading one was at 30 − left.
        pub s: U<6>,
        /// It was one above.
        pub b_above: Bit,
    }
    /// The operands of the sum that need no reciprocal.
    pub struct S5<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub rtt: U<24>,
        pub set: U<4>,
        pub ignored: Bit,
        /// No clamp: Hold or Load.
        pub exact: Bit,
        /// The addend is eta·cw, not `term`.
        pub scale: Bit,
        pub base: U<42>,
        /// What is added to the base besides a quotient: two's complement, S16.16.
        pub term: U<32>,
        pub s: U<6>,
    }
    /// The sum's operands, all but the quotient: they wait in s7 and s8.
    pub struct S7<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub rtt: U<24>,
        pub set: U<4>,
        pub ignored: Bit,
        pub exact: Bit,
        pub base: U<42>,
        /// Two's complement, S16.28.
        pub other: U<44>,
        /// The bit below `other`: rounds eta·cw half up.
        pub half: Bit,
        /// The quotient's shift mod 16, and its multiple of 16; without one, no quotient.
        pub s_low: U<4>,
        pub by_0: Bit,
        pub by_16: Bit,
        pub by_32: Bit,
    }
    /// The sum's operands, and the base's distance from the clamps. All are two's complement, S16.28.
    pub struct S9<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub rtt: U<24>,
        pub ignored: Bit,
        pub base: U<44>,
        /// base − gamma, or 0 where nothing is clamped.
        pub above_floor: U<44>,
        /// cw_max − base, or 0 where nothing is clamped.
        pub below_max: U<44>,
        pub addend: U<44>,
        /// The bit below `addend`: rounds half up.
        pub half: Bit,
        /// The ends of the window's range.
        pub gamma: U<17>,
        pub cw_max: U<42>,
    }
    /// The result.
    pub struct S10<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub rtt: U<24>,
        pub cw: U<42>,
        pub floor: Bit,
        pub sat: Bit,
        pub ignored: Bit,
    }
    /// The result one cycle on, for the events 9 and 10 behind.
    pub struct S11<const Q: usize> {
        pub qpn: U<Q>,
        pub cw: U<42>,
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
