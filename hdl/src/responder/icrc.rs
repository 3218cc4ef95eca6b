//! The ICRC of a frame: b3 to b9. Words and register are the parser's (`parser::icrc`): its check leaves zero where the
//! ICRC is right; here the ICRC's place is 0, and what is left tells it (`icrc_end`).

use super::icrc_end::{IcrcPower, IcrcShift};
use crate::parser::gf32::POLYNOMIAL;
use crate::parser::icrc_mask::IcrcMask;
use crate::parser::icrc_share::IcrcShare;
use crate::parser::lanes::Lanes;
use crate::prelude::*;

/// A frame a beat, at most.
#[derive(LogicBlock)]
pub struct FrameIcrc<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub b3_v6: Signal<In, Bit>,
    pub b3_prefix: Lanes<Signal<In, Bit>, L>,
    pub b3_word0: Lanes<Signal<In, Bit>, L>,
    pub b3_word1: Lanes<Signal<In, Bit>, L>,
    pub b3_word2: Lanes<Signal<In, Bit>, L>,
    pub b3_udp_checksum: Lanes<Signal<In, Bit>, L>,
    pub b3_bth_ecn: Lanes<Signal<In, Bit>, L>,
    pub b3_area: Lanes<Signal<In, Bit>, L>,
    pub b3_inside: Lanes<Signal<In, Bit>, L>,
    pub b4_word: Lanes<Signal<In, U<32>>, L>,
    pub b5_valid: Signal<In, Bit>,
    pub b5_first: Signal<In, Bit>,
    pub b7_lane: Signal<In, U<4>>,
    pub b9_icrc: Signal<Out, U<32>>,

    mask: Lanes<IcrcMask, L>,
    lane: Lanes<IcrcShare, L>,
    share: Lanes<DReg<U<32>>, L>,
    tree: Lanes<Signal<Local, U<32>>, L>,
    turned: Signal<Local, U<32>>,
    root: DReg<U<32>>,
    power: IcrcPower,
    value: DReg<U<32>>,
    shift: IcrcShift,
    shifted: DReg<U<32>>,
    b8_by: DReg<U<2>>,
    shift_last: IcrcShift,
    icrc: DReg<U<32>>,
    polynomial: Constant<U<32>>,
    shape: Shape,
}

impl<const L: usize> Default for FrameIcrc<L> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            b3_v6: Default::default(),
            b3_prefix: Default::default(),
            b3_word0: Default::default(),
            b3_word1: Default::default(),
            b3_word2: Default::default(),
            b3_udp_checksum: Default::default(),
            b3_bth_ecn: Default::default(),
            b3_area: Default::default(),
            b3_inside: Default::default(),
            b4_word: Default::default(),
            b5_valid: Default::default(),
            b5_first: Default::default(),
            b7_lane: Default::default(),
            b9_icrc: Default::default(),
            mask: Default::default(),
            lane: Lanes::from(std::array::from_fn(|lane| IcrcShare::new(lane, L))),
            share: Default::default(),
            tree: Default::default(),
            turned: Default::default(),
            root: Default::default(),
            power: IcrcPower::new(L),
            value: Default::default(),
            shift: IcrcShift::new(false),
            shifted: Default::default(),
            b8_by: Default::default(),
            shift_last: IcrcShift::new(true),
            icrc: Default::default(),
            polynomial: Constant::new(u64::from(POLYNOMIAL).into()),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const L: usize> Logic for FrameIcrc<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module responder_icrc");
        comment!("@doc The ICRC of a frame, five cycles behind the word at its place. The register holds the W-th root of the CRC's (W bits");
        comment!("@doc a beat), so that a beat shifts it by one place.");
        comment!("@port b3_prefix_0 of each lane: the word ahead of the IP header, which stands for ones");
        comment!("@port b3_word0_0 the first word of the IP header");
        comment!("@port b3_inside_0 it comes behind Ethernet");
        comment!("@port b4_word_0 its word; 0 at the place of the ICRC and behind it");
        comment!("@port b5_valid there is a beat in stage 5");
        comment!("@port b5_first it begins a frame");
        comment!("@port b7_lane the lane of the ICRC, of the frame in stage 7");
        comment!("@port b9_icrc the word of the ICRC, in the beat that has its place");
        clock!(self, clock, root, value, shifted, b8_by, icrc);

        comment!("b4: each lane's share");
        for j in 0..L {
            clock!(self, clock, mask[j], share[j]);
            self.mask[j].s4_end.next = false;
            self.mask[j].s4_prefix.next = self.b3_prefix[j].val();
            self.mask[j].s4_word0.next = self.b3_word0[j].val();
            self.mask[j].s4_word1.next = self.b3_word1[j].val();
            self.mask[j].s4_word2.next = self.b3_word2[j].val();
            self.mask[j].s4_inside.next = self.b3_inside[j].val();
            self.mask[j].s4_v6.next = self.b3_v6.val();
            self.mask[j].s4_udp_checksum.next = self.b3_udp_checksum[j].val();
            self.mask[j].s4_bth_ecn.next = self.b3_bth_ecn[j].val();
            self.mask[j].s4_area.next = self.b3_area[j].val();
            self.mask[j].s5_word.next = self.b4_word[j].val();
            self.lane[j].word.next = self.mask[j].s5_covered.val();
            self.share[j].d.next = self.lane[j].share.val();
        }

        comment!("b5: add the shares, in a tree whose root is node 1 and whose node i has the children 2i and 2i + 1");
        for i in 0..(L / 2) {
            self.tree[L - 1 - i].next = self.share[L - 2 - 2 * i].q.val() ^ self.share[L - 1 - 2 * i].q.val();
        }
        for i in 1..(L / 2) {
            self.tree[L / 2 - i].next = self.tree[L - 2 * i].val() ^ self.tree[L - 2 * i + 1].val();
        }

        comment!("b5: one turn of the LFSR a beat; a frame starts from zero");
        self.turned.next = 0.into();
        if !self.b5_first.val() {
            self.turned.next = self.root.q.val() << 1;
            if self.root.q.val().get_bit(31) {
                self.turned.next = (self.root.q.val() << 1) ^ self.polynomial.val();
            }
        }
        self.tree[0].next = self.turned.val() ^ self.tree[1].val();
        self.root.d.next = self.root.q.val();
        if self.b5_valid.val() {
            self.root.d.next = self.tree[0].val();
        }

        comment!("b6 to b8: its power, and as if the frame ended with the ICRC's lane");
        self.power.root.next = self.root.q.val();
        self.value.d.next = self.power.value.val();
        self.shift.value.next = self.value.q.val();
        self.shift.by.next = self.b7_lane.val().get_bits::<2>(0);
        self.shifted.d.next = self.shift.shifted.val();
        self.b8_by.d.next = self.b7_lane.val().get_bits::<2>(2);
        self.shift_last.value.next = self.shifted.q.val();
        self.shift_last.by.next = self.b8_by.q.val();
        self.icrc.d.next = self.shift_last.shifted.val();
        self.b9_icrc.next = self.icrc.q.val();
    }
}
