//! The checksum of an IPv4 header (RFC 1071): b0 to b9.

use crate::prelude::*;

/// Version, IHL, DF and protocol are constants of the sum, and identification is 0.
#[derive(LogicBlock)]
pub struct Checksum {
    pub clock: Signal<In, ClkRst>,
    pub b0_words: Signal<In, U<7>>,
    pub b0_tos: Signal<In, U<8>>,
    pub b0_ttl: Signal<In, U<8>>,
    pub b0_src: Signal<In, U<32>>,
    pub b0_dst: Signal<In, U<32>>,
    pub b9_sum: Signal<Out, U<16>>,

    src: DReg<U<17>>,
    dst: DReg<U<17>>,
    fixed: DReg<U<17>>,
    addresses: DReg<U<18>>,
    b2_fixed: DReg<U<17>>,
    sum: DReg<U<19>>,
    folded: DReg<U<17>>,
    inverted: DReg<U<16>>,
    later: Delay<U<16>>,
    base: Constant<U<17>>,
}

/// 0x4500 + 0x4000 + 17, and 20 of the total length.
const BASE: u64 = 0x4500 + 0x4000 + 17 + 20;

impl Default for Checksum {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            b0_words: Default::default(),
            b0_tos: Default::default(),
            b0_ttl: Default::default(),
            b0_src: Default::default(),
            b0_dst: Default::default(),
            b9_sum: Default::default(),
            src: Default::default(),
            dst: Default::default(),
            fixed: Default::default(),
            addresses: Default::default(),
            b2_fixed: Default::default(),
            sum: Default::default(),
            folded: Default::default(),
            inverted: Default::default(),
            later: Delay::new(4),
            base: Constant::new(BASE.into()),
        }
    }
}

impl Logic for Checksum {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module responder_checksum");
        comment!("@doc The checksum of an IPv4 header without options, with identification 0 and DF: 9 cycles.");
        comment!("@port b0_words of the UDP datagram");
        comment!("@port b9_sum the checksum");
        comment!(
            "@constant base 16'h4500 + 16'h4000 + 17 + 20: version and IHL, DF, UDP, and the bytes of the IPv4 header"
        );
        clock!(self, clock, src, dst, fixed, addresses, b2_fixed, sum, folded, inverted, later);

        comment!("b0: 16 + 16 bits make 17; base and length are below 2^16");
        self.src.d.next =
            bits::<17>(self.b0_src.val().get_bits::<16>(0)) + bits::<17>(self.b0_src.val().get_bits::<16>(16));
        self.dst.d.next =
            bits::<17>(self.b0_dst.val().get_bits::<16>(0)) + bits::<17>(self.b0_dst.val().get_bits::<16>(16));
        self.fixed.d.next = ((bits::<17>(self.b0_ttl.val()) << 8) | bits::<17>(self.b0_tos.val()))
            + (self.base.val() + (bits::<17>(self.b0_words.val()) << 2));

        comment!("b1: 18 bits; b2: 3 times 2^17 at most: 19");
        self.addresses.d.next = bits::<18>(self.src.q.val()) + bits::<18>(self.dst.q.val());
        self.b2_fixed.d.next = self.fixed.q.val();
        self.sum.d.next = bits::<19>(self.addresses.q.val()) + bits::<19>(self.b2_fixed.q.val());

        comment!("b3, b4: what is above 16 bits is added below; the second time nothing is left");
        self.folded.d.next =
            bits::<17>(self.sum.q.val().get_bits::<16>(0)) + bits::<17>(self.sum.q.val().get_bits::<3>(16));
        self.inverted.d.next =
            !(self.folded.q.val().get_bits::<16>(0) + bits::<16>(self.folded.q.val().get_bits::<1>(16)));
        self.later.d.next = self.inverted.q.val();
        self.b9_sum.next = self.later.q.val();
    }
}
