//! What of a word the ICRC covers: stage s5 of one lane.

use crate::prelude::*;

/// Replaces a word by what the ICRC sees of it: ones where routers may write and before the IP header, zero outside the
/// packet, the ICRC itself inverted. A bit is kept or not and then flipped or not.
#[derive(LogicBlock, Default)]
pub struct IcrcMask {
    pub clock: Signal<In, ClkRst>,
    pub s4_prefix: Signal<In, Bit>,
    pub s4_word0: Signal<In, Bit>,
    pub s4_word1: Signal<In, Bit>,
    pub s4_word2: Signal<In, Bit>,
    pub s4_v6: Signal<In, Bit>,
    pub s4_udp_checksum: Signal<In, Bit>,
    pub s4_bth_ecn: Signal<In, Bit>,
    pub s4_area: Signal<In, Bit>,
    pub s4_inside: Signal<In, Bit>,
    pub s4_end: Signal<In, Bit>,
    pub s5_word: Signal<In, U<32>>,
    pub s5_covered: Signal<Out, U<32>>,

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
        comment!("@port s4_prefix the word before the IP header: it stands for ones");
        comment!("@port s4_word0 the first word of the IP header");
        comment!("@port s4_udp_checksum the low half is the UDP checksum");
        comment!("@port s4_bth_ecn the first byte is BTH byte 4");
        comment!("@port s4_area the word stands in the area for telemetry");
        comment!("@port s4_inside the word is in the packet");
        comment!("@port s4_end the word is the ICRC");
        clock!(self, clock, keep, flip);

        comment!(
            "s4: IPv4 TOS, TTL, header checksum; IPv6 traffic class, flow label, hop limit; UDP checksum; BTH byte 4; the area"
        );
        self.router.next = 0.into();
        if self.s4_word0.val() & !self.s4_v6.val() {
            self.router.next = 0x00ff_0000.into();
        }
        if self.s4_word2.val() & !self.s4_v6.val() {
            self.router.next = 0xff00_ffff_u64.into();
        }
        if self.s4_word0.val() & self.s4_v6.val() {
            self.router.next = 0x0fff_ffff.into();
        }
        if self.s4_word1.val() & self.s4_v6.val() {
            self.router.next = 0x0000_00ff.into();
        }
        if self.s4_udp_checksum.val() {
            self.router.next = 0x0000_ffff.into();
        }
        if self.s4_bth_ecn.val() {
            self.router.next = 0xff00_0000_u64.into();
        }
        if self.s4_area.val() {
            self.router.next = 0xffff_ffff_u64.into();
        }

        comment!("s4: a bit is kept or not, and then flipped or not");
        self.keep.d.next = 0.into();
        if self.s4_inside.val() {
            self.keep.d.next = !self.router.val();
        }
        self.flip.d.next = self.router.val();
        if self.s4_prefix.val() | self.s4_end.val() {
            self.flip.d.next = 0xffff_ffff_u64.into();
        }

        comment!("s5");
        self.s5_covered.next = (self.s5_word.val() & self.keep.q.val()) ^ self.flip.q.val();
    }
}
