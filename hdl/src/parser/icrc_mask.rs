//! What of a word the ICRC covers: stage s4 of one lane.

use crate::prelude::*;

/// Replaces a word by what the ICRC sees of it: ones where routers may write and before the IP header, zero outside the
/// packet, the ICRC itself inverted. A bit is kept or not and then flipped or not.
#[derive(LogicBlock, Default)]
pub struct IcrcMask {
    pub clock: Signal<In, ClkRst>,
    pub s3_prefix: Signal<In, Bit>,
    pub s3_word0: Signal<In, Bit>,
    pub s3_word1: Signal<In, Bit>,
    pub s3_word2: Signal<In, Bit>,
    pub s3_v6: Signal<In, Bit>,
    pub s3_udp_checksum: Signal<In, Bit>,
    pub s3_bth_ecn: Signal<In, Bit>,
    pub s3_inside: Signal<In, Bit>,
    pub s3_end: Signal<In, Bit>,
    pub s4_word: Signal<In, U<32>>,
    pub s4_covered: Signal<Out, U<32>>,

    router: Signal<Local, U<32>>,
    keep: DReg<U<32>>,
    flip: DReg<U<32>>,
}

impl Logic for IcrcMask {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module icrc_mask");
        comment!("@doc What the ICRC sees of a word: ones where routers may write, zero outside the packet,");
        comment!("@doc the ICRC inverted.");
        comment!("@port s3_prefix the word before the IP header: it stands for ones");
        comment!("@port s3_word0 the first word of the IP header");
        comment!("@port s3_udp_checksum the low half is the UDP checksum");
        comment!("@port s3_bth_ecn the first byte is BTH byte 4");
        comment!("@port s3_inside the word is in the packet");
        comment!("@port s3_end the word is the ICRC");
        clock!(self, clock, keep, flip);

        comment!(
            "s3: IPv4 TOS, TTL, header checksum; IPv6 traffic class, flow label, hop limit; UDP checksum; BTH byte 4"
        );
        self.router.next = 0.into();
        if self.s3_word0.val() & !self.s3_v6.val() {
            self.router.next = 0x00ff_0000.into();
        }
        if self.s3_word2.val() & !self.s3_v6.val() {
            self.router.next = 0xff00_ffff_u64.into();
        }
        if self.s3_word0.val() & self.s3_v6.val() {
            self.router.next = 0x0fff_ffff.into();
        }
        if self.s3_word1.val() & self.s3_v6.val() {
            self.router.next = 0x0000_00ff.into();
        }
        if self.s3_udp_checksum.val() {
            self.router.next = 0x0000_ffff.into();
        }
        if self.s3_bth_ecn.val() {
            self.router.next = 0xff00_0000_u64.into();
        }

        comment!("s3: a bit is kept or not, and then flipped or not");
        self.keep.d.next = 0.into();
        if self.s3_inside.val() {
            self.keep.d.next = !self.router.val();
        }
        self.flip.d.next = self.router.val();
        if self.s3_prefix.val() | self.s3_end.val() {
            self.flip.d.next = 0xffff_ffff_u64.into();
        }

        comment!("s4");
        self.s4_covered.next = (self.s4_word.val() & self.keep.q.val()) ^ self.flip.q.val();
    }
}
