//! The headers of a frame, caught as it comes: d0.

use crate::parser::lanes::Lanes;
use crate::prelude::*;

/// The last word that is looked at: BTH's first, behind two tags and IPv6.
const DEEPEST: usize = 18;

/// Words 3 to 18 of a frame. Words are as the parser's: word v is the bytes 4v - 2 to 4v + 1.
#[derive(LogicBlock)]
pub struct Catch<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub takes: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub qpn: Signal<In, Qpn>,
    pub lane: Lanes<Signal<In, U<36>>, L>,
    pub d0_valid: Signal<Out, Bit>,
    pub d0_qpn: Signal<Out, Qpn>,
    pub d0_word: [Signal<Out, U<32>>; 16],
    pub d0_bth_v4: [Signal<Out, Bit>; 3],
    pub d0_bth_v6: [Signal<Out, Bit>; 3],

    /// Element b: the beat that comes is number b of its frame; behind the last that is looked at none.
    turn: Vec<Reg<Bit>>,
    is_deepest: Signal<Local, Bit>,
    is_early: Signal<Local, Bit>,
    tail: DReg<U<16>>,
    tail_kept: DReg<Bit>,
    word: Lanes<Signal<Local, U<32>>, L>,
    whole: Lanes<Signal<Local, Bit>, L>,
    valid: Reg<Bit>,
    who: DReg<Qpn>,
    caught: [DReg<U<32>>; 16],
    bth_v4: [DReg<Bit>; 3],
    bth_v6: [DReg<Bit>; 3],
    shape: Shape,
    _beats: usize,
}

impl<const L: usize> Default for Catch<L> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            takes: Default::default(),
            last: Default::default(),
            qpn: Default::default(),
            lane: Default::default(),
            d0_valid: Default::default(),
            d0_qpn: Default::default(),
            d0_word: Default::default(),
            d0_bth_v4: Default::default(),
            d0_bth_v6: Default::default(),
            turn: (0..=DEEPEST / L).map(|b| Reg::new(b == 0)).collect(),
            is_deepest: Default::default(),
            is_early: Default::default(),
            tail: Default::default(),
            tail_kept: Default::default(),
            word: Default::default(),
            whole: Default::default(),
            valid: Default::default(),
            who: Default::default(),
            caught: Default::default(),
            bth_v4: Default::default(),
            bth_v6: Default::default(),
            shape: Shape::of(&[("L", L)]),
            _beats: DEEPEST / L + 1,
        }
    }
}

impl<const L: usize> Logic for Catch<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inserter_catch");
        comment!("@doc The headers of a frame as words, caught as it comes: word v is the bytes 4v - 2 to 4v + 1, the first on top.");
        comment!("@port takes a beat is taken");
        comment!("@port last it ends its frame");
        comment!("@port qpn whose the frame is, beside its first beat");
        comment!("@port lane_0 four bytes of the beat, and above them their bits of tkeep");
        comment!("@port d0_valid all that is looked at was taken a cycle ago");
        comment!("@port d0_word_0 word 3 of the frame, and so on");
        comment!(
            "@port d0_bth_v4_0 word 11 is there, where BTH begins behind IPv4; 1 and 2: words 12 and 13, behind tags"
        );
        comment!(
            "@port d0_bth_v6_0 word 16 is there, where BTH begins behind IPv6; 1 and 2: words 17 and 18, behind tags"
        );
        clock!(self, clock, tail, tail_kept, valid, who);

        comment!("which beat of its frame it is");
        self.is_early.next = false;
        for b in 0..self._beats {
            clock!(self, clock, turn[b]);
            self.is_deepest.next = self.turn[b].q.val();
            if self.turn[b].q.val() {
                self.is_early.next = true;
            }
        }
        self.valid.d.next = self.takes.val() & (self.is_deepest.val() | (self.is_early.val() & self.last.val()));
        self.d0_valid.next = self.valid.q.val();
        self.turn[0].d.next = self.turn[0].q.val();
        if self.takes.val() {
            self.turn[0].d.next = self.last.val();
        }
        for b in 1..self._beats {
            self.turn[b].d.next = self.turn[b].q.val();
            if self.takes.val() {
                self.turn[b].d.next = self.turn[b - 1].q.val() & !self.last.val();
            }
        }
        self.who.d.next = self.who.q.val();
        if self.takes.val() & self.turn[0].q.val() {
            self.who.d.next = self.qpn.val();
        }
        self.d0_qpn.next = self.who.q.val();

        comment!("lane 0's word begins with the last two bytes of the beat before");
        self.tail.d.next = self.tail.q.val();
        self.tail_kept.d.next = self.tail_kept.q.val();
        if self.takes.val() {
            self.tail.d.next = self.lane[L - 1].val().get_bits::<16>(0);
            self.tail_kept.d.next = self.lane[L - 1].val().get_bits::<2>(34).all();
        }
        self.word[0].next = (bits::<32>(self.tail.q.val()) << 16) | bits::<32>(self.lane[0].val().get_bits::<16>(16));
        self.whole[0].next = self.tail_kept.q.val() & self.lane[0].val().get_bits::<2>(32).all();
        for j in 1..L {
            self.word[j].next = (self.lane[j - 1].val().get_bits::<16>(0).get_bits::<32>(0) << 16)
                | self.lane[j].val().get_bits::<16>(16).get_bits::<32>(0);
            self.whole[j].next =
                self.lane[j - 1].val().get_bits::<2>(34).all() & self.lane[j].val().get_bits::<2>(32).all();
        }

        comment!("what a frame has not stays from the one before: then BTH's word is not there, and nothing counts");
        for k in 0..16 {
            clock!(self, clock, caught[k]);
            self.caught[k].d.next = self.caught[k].q.val();
            if self.takes.val() & self.turn[(k + 3) / L].q.val() {
                self.caught[k].d.next = self.word[(k + 3) % L].val();
            }
            self.d0_word[k].next = self.caught[k].q.val();
        }
        for k in 0..3 {
            clock!(self, clock, bth_v4[k], bth_v6[k]);
            self.bth_v4[k].d.next = self.bth_v4[k].q.val();
            self.bth_v6[k].d.next = self.bth_v6[k].q.val();
            if self.takes.val() & self.turn[0].q.val() {
                self.bth_v4[k].d.next = false;
                self.bth_v6[k].d.next = false;
            }
            if self.takes.val() & self.turn[(k + 11) / L].q.val() {
                self.bth_v4[k].d.next = self.whole[(k + 11) % L].val();
            }
            if self.takes.val() & self.turn[(k + 16) / L].q.val() {
                self.bth_v6[k].d.next = self.whole[(k + 16) % L].val();
            }
            self.d0_bth_v4[k].next = self.bth_v4[k].q.val();
            self.d0_bth_v6[k].next = self.bth_v6[k].q.val();
        }
    }
}
