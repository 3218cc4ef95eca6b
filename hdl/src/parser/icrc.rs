//! The invariant CRC: stages s5 to s8. `gf32` has the mathematics, [`IcrcMask`] says what of a word is covered.
//!
//! Nothing has to be compared with a constant, and nothing counted. Words before the IP header are zeros into a zero
//! register. The 8 bytes of ones before the header are one word of ones in the EtherType's place: the other one is
//! cancelled by the CRC's initial value. The word with the ICRC is inverted, which takes the CRC's final inversion
//! back, so a right packet leaves zero in the register, and the zeros that follow leave it there.

use super::gf32::POLYNOMIAL;
use super::icrc_mask::IcrcMask;
use super::icrc_share::IcrcShare;
use super::ip::Places;
use super::lanes::Lanes;
use crate::prelude::*;

/// Checks the ICRC of one packet a frame.
#[derive(LogicBlock)]
pub struct Icrc<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s4_here: [Signal<In, Bit>; 6],
    pub s4_late: Lanes<Signal<In, Bit>, L>,
    pub s4_places: Signal<In, Places>,
    pub s4_udp_checksum: Lanes<Signal<In, Bit>, L>,
    pub s4_bth_ecn: Lanes<Signal<In, Bit>, L>,
    pub s4_area: Lanes<Signal<In, Bit>, L>,
    pub s5_word: Lanes<Signal<In, U<32>>, L>,
    pub s6_beat_valid: Signal<In, Bit>,
    pub s6_fresh: Signal<In, Bit>,
    pub s8_bad: Signal<Out, Bit>,

    prefix_at: Signal<Local, U<6>>,
    header_at: Signal<Local, U<6>>,
    prefix: Lanes<Signal<Local, Bit>, L>,
    word0: Lanes<Signal<Local, Bit>, L>,
    word1: Lanes<Signal<Local, Bit>, L>,
    word2: Lanes<Signal<Local, Bit>, L>,
    header: Lanes<Signal<Local, Bit>, L>,
    inside: Lanes<Signal<Local, Bit>, L>,
    mask: Lanes<IcrcMask, L>,
    lane: Lanes<IcrcShare, L>,
    share: Lanes<DReg<U<32>>, L>,
    tree: Lanes<Signal<Local, U<32>>, L>,
    turned: Signal<Local, U<32>>,
    remainder: DReg<U<32>>,
    bad: DReg<Bit>,
    polynomial: Constant<U<32>>,
    shape: Shape,
}

impl<const L: usize> Default for Icrc<L> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            s4_here: Default::default(),
            s4_late: Default::default(),
            s4_places: Default::default(),
            s4_udp_checksum: Default::default(),
            s4_bth_ecn: Default::default(),
            s4_area: Default::default(),
            s5_word: Default::default(),
            s6_beat_valid: Default::default(),
            s6_fresh: Default::default(),
            s8_bad: Default::default(),
            prefix_at: Default::default(),
            header_at: Default::default(),
            prefix: Default::default(),
            word0: Default::default(),
            word1: Default::default(),
            word2: Default::default(),
            header: Default::default(),
            inside: Default::default(),
            mask: Default::default(),
            lane: Lanes::from(std::array::from_fn(|lane| IcrcShare::new(lane, L))),
            share: Default::default(),
            tree: Default::default(),
            turned: Default::default(),
            remainder: Default::default(),
            bad: Default::default(),
            polynomial: Constant::new(u64::from(POLYNOMIAL).into()),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const L: usize> Logic for Icrc<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module icrc");
        comment!("@doc Checks the invariant CRC. The register holds the CRC's W-th root (W bits a beat),");
        comment!("@doc so that a beat shifts it by one place; it is zero at the end of a right packet.");
        comment!("@port s4_here_0 the beat has word 3 (s4_here_1: word 4, and so on)");
        comment!("@port s4_late_0 the lane's word comes behind word 8");
        comment!("@port s4_places where the headers and the packet's end are; valid from word 8 on");
        comment!("@port s4_places_tags bit k: there are k tags");
        comment!("@port s6_fresh the beat in stage 6 begins a frame, or no frame is under way");
        comment!("@port s8_bad for the beat in stage 8: the packet that ended in or before it has a wrong ICRC");
        clock!(self, clock, remainder, bad);

        comment!("s4: words 3 to 8: the one before the IP header, its first three, all from the first on; bit i is word i + 3");
        self.prefix_at.next = bits::<6>(self.s4_places.val().tags);
        self.header_at.next = (self.prefix_at.val() << 1) | (self.prefix_at.val() << 2) | 0b111000;
        for j in 0..L {
            self.prefix[j].next = false;
            self.word0[j].next = false;
            self.word1[j].next = false;
            self.word2[j].next = false;
            self.header[j].next = false;
        }
        for i in 0..6 {
            if self.s4_here[i].val() {
                self.prefix[(i + 3) % L].next = self.prefix_at.val().get_bit(i);
                self.word0[(i + 3) % L].next = (self.prefix_at.val() << 1).get_bit(i);
                self.word1[(i + 3) % L].next = (self.prefix_at.val() << 2).get_bit(i);
                self.word2[(i + 3) % L].next = (self.prefix_at.val() << 3).get_bit(i);
                self.header[(i + 3) % L].next = self.header_at.val().get_bit(i);
            }
        }

        comment!("s4: behind word 8 up to the packet's end; before, the end may still be that of an earlier frame");
        self.inside[0].next = self.s4_places.val().ends_later | self.s4_places.val().ends_here;
        for j in 1..L {
            self.inside[j].next = self.s4_places.val().ends_later
                | (self.s4_places.val().ends_here & (self.s4_places.val().end_lane >= j.to_bits::<U<4>>()));
        }

        comment!("s5: each lane's share, 16 inputs a bit on average");
        for j in 0..L {
            clock!(self, clock, mask[j], share[j]);
            self.mask[j].s4_end.next = self.s4_late[j].val()
                & self.s4_places.val().ends_here
                & (self.s4_places.val().end_lane == j.to_bits::<U<4>>());
            self.mask[j].s4_prefix.next = self.prefix[j].val();
            self.mask[j].s4_word0.next = self.word0[j].val();
            self.mask[j].s4_word1.next = self.word1[j].val();
            self.mask[j].s4_word2.next = self.word2[j].val();
            self.mask[j].s4_inside.next = self.header[j].val() | (self.s4_late[j].val() & self.inside[j].val());
            self.mask[j].s4_v6.next = self.s4_places.val().v6;
            self.mask[j].s4_udp_checksum.next = self.s4_udp_checksum[j].val();
            self.mask[j].s4_bth_ecn.next = self.s4_bth_ecn[j].val();
            self.mask[j].s4_area.next = self.s4_area[j].val();
            self.mask[j].s5_word.next = self.s5_word[j].val();
            self.lane[j].word.next = self.mask[j].s5_covered.val();
            self.share[j].d.next = self.lane[j].share.val();
        }

        comment!("s6: add the shares, in a tree whose root is node 1 and whose node i has the children 2i and 2i + 1");
        for i in 0..(L / 2) {
            self.tree[L - 1 - i].next = self.share[L - 2 - 2 * i].q.val() ^ self.share[L - 1 - 2 * i].q.val();
        }
        for i in 1..(L / 2) {
            self.tree[L / 2 - i].next = self.tree[L - 2 * i].val() ^ self.tree[L - 2 * i + 1].val();
        }

        comment!("s6: one turn of the LFSR a beat; a frame starts from zero");
        self.turned.next = 0.into();
        if !self.s6_fresh.val() {
            self.turned.next = self.remainder.q.val() << 1;
            if self.remainder.q.val().get_bit(31) {
                self.turned.next = (self.remainder.q.val() << 1) ^ self.polynomial.val();
            }
        }
        self.tree[0].next = self.turned.val() ^ self.tree[1].val();
        self.remainder.d.next = self.remainder.q.val();
        if self.s6_beat_valid.val() {
            self.remainder.d.next = self.tree[0].val();
        }

        comment!("s7: a right packet leaves zero");
        self.bad.d.next = self.remainder.q.val().any();
        self.s8_bad.next = self.bad.q.val();
    }
}
