//! Telemetry: catches the header wherever it starts, and reads it by the table of profiles; stages s5 to s9.
//!
//! A header may start in any lane. Each beat's words are turned round so that the header's first word comes to lane 0;
//! from then on word `t` is in lane `t mod L`, and only the beat has to be known: the one of the start, or as many
//! later, and one more for a lane that the turn took from the front of the next beat.

use super::frame_check::{reason, Fault, IpPayload};
use super::front::Beat;
use super::ip::Places;
use super::lanes::Lanes;
use super::setup::Setup;
use super::telemetry_table::{words, TelemetryTable};
use crate::hops::Hop;
use crate::prelude::*;
use layout::drop_reason::DropReason;
use layout::telemetry::PROFILES;

/// Turns each beat's words by up to L - 1 lanes, in two stages.
#[derive(LogicBlock, Default)]
pub struct Turn<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s4_by: Signal<In, U<4>>,
    pub s4_word: Lanes<Signal<In, U<32>>, L>,
    pub s6_word: Lanes<Signal<Out, U<32>>, L>,
    pub s6_wraps: Lanes<Signal<Out, Bit>, L>,

    by_1: Lanes<Signal<Local, U<32>>, L>,
    by_3: Lanes<Signal<Local, U<32>>, L>,
    by_7: Lanes<Signal<Local, U<32>>, L>,
    by_15: Lanes<Signal<Local, U<32>>, L>,
    s5_by: DReg<U<4>>,
    s5_word: Lanes<DReg<U<32>>, L>,
    word: Lanes<DReg<U<32>>, L>,
    wraps: Lanes<DReg<Bit>, L>,
    shape: Shape,
    /// L where there are more lanes than 2, 4, 8, else 0: a turn by as many is one by none.
    _over_2: usize,
    _over_4: usize,
    _over_8: usize,
}

impl<const L: usize> Turn<L> {
    pub fn new() -> Self {
        let over = |n| if L > n { L } else { 0 };
        Self { shape: Shape::of(&[("L", L)]), _over_2: over(2), _over_4: over(4), _over_8: over(8), ..Self::default() }
    }
}

impl<const L: usize> Logic for Turn<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module telemetry_turn");
        comment!("@doc Turns each beat's words round, so that lane 0 has the one that was in lane s4_by; two cycles.");
        comment!("@port s4_by lanes");
        comment!("@port s6_wraps_0 the lane's word stood in front of lane s4_by: it goes on from the beat before");
        clock!(self, clock, s5_by);

        comment!("s4: by 0 to 3 lanes");
        for j in 0..L {
            clock!(self, clock, s5_word[j], word[j], wraps[j]);
            self.by_1[j].next = self.s4_word[j].val();
            if self.s4_by.val().get_bit(0) {
                self.by_1[j].next = self.s4_word[(j + 1) % L].val();
            }
        }
        for j in 0..L {
            self.by_3[j].next = self.by_1[j].val();
        }
        for j in 0..self._over_2 {
            if self.s4_by.val().get_bit(1) {
                self.by_3[j].next = self.by_1[(j + 2) % L].val();
            }
        }
        self.s5_by.d.next = self.s4_by.val();
        for j in 0..L {
            self.s5_word[j].d.next = self.by_3[j].val();
        }

        comment!("s5: by 0, 4, 8 or 12 lanes");
        for j in 0..L {
            self.by_7[j].next = self.s5_word[j].q.val();
        }
        for j in 0..self._over_4 {
            if self.s5_by.q.val().get_bit(2) {
                self.by_7[j].next = self.s5_word[(j + 4) % L].q.val();
            }
        }
        for j in 0..L {
            self.by_15[j].next = self.by_7[j].val();
        }
        for j in 0..self._over_8 {
            if self.s5_by.q.val().get_bit(3) {
                self.by_15[j].next = self.by_7[(j + 8) % L].val();
            }
        }
        for j in 0..L {
            self.word[j].d.next = self.by_15[j].val();
            self.wraps[j].d.next = bits::<5>(self.s5_by.q.val()) >= (L - j).to_bits::<U<5>>();
            self.s6_word[j].next = self.word[j].q.val();
            self.s6_wraps[j].next = self.wraps[j].q.val();
        }
    }
}

logic_struct! {
    /// What stage s8 shows.
    pub struct Path {
        pub path: U<12>,
        pub n_hop: U<4>,
    }
}

/// Catches the telemetry header of a frame and checks that it is as long as there is room for it.
#[derive(LogicBlock)]
pub struct Telemetry<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub setup: Signal<In, Setup>,
    pub s4_beat: Signal<In, Beat>,
    pub s4_at: Signal<In, U<7>>,
    pub s4_near: Signal<In, Bit>,
    pub s4_late: Signal<In, Bit>,
    pub s4_places: Signal<In, Places>,
    pub s4_word: Lanes<Signal<In, U<32>>, L>,
    pub s6_payload: Signal<In, IpPayload>,
    pub s8_fault: Signal<Out, Fault>,
    pub s8_show: Signal<In, Bit>,
    pub res_path: Signal<Out, U<12>>,
    pub res_n_hop: Signal<Out, U<4>>,
    pub res_hop: Vec<Signal<Out, Hop>>,

    turn: Turn<L>,
    table: TelemetryTable,
    starts: Signal<Local, Bit>,
    run: Vec<Signal<Local, Bit>>,
    carry: Vec<Reg<Bit>>,
    s5_run: Vec<Reg<Bit>>,
    s6_run: Vec<Reg<Bit>>,
    word: Vec<DReg<U<32>>>,
    s7_left: DReg<U<15>>,
    too_short: Signal<Local, Bit>,
    fault: DReg<Fault>,
    s8_path: DReg<Path>,
    no_hop: Signal<Local, Hop>,
    s8_hop: Vec<DReg<Hop>>,
    path: DReg<Path>,
    hop: Vec<DReg<Hop>>,
    lane_mask: Constant<U<7>>,
    fixed_0: Constant<Bit>,
    fixed_1: Constant<Bit>,
    telemetry_length: Constant<U<5>>,
    telemetry_hops: Constant<U<5>>,
    shape: Shape,
    _hops: usize,
    _words: usize,
    _beats: usize,
    _carries: usize,
}

impl<const L: usize> Telemetry<L> {
    /// For up to `hops` hops.
    pub fn new(hops: usize) -> Self {
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        for p in &PROFILES {
            assert!(p.slots.is_some() || p.hop_bits == 64, "{}: a hop of {} bits: expected 64", p.name, p.hop_bits);
        }
        let words = words(hops);
        // word t is in beat t / L behind the first, or in the one after that
        let beats = (words - 1) / L + 2;
        Self {
            clock: Default::default(),
            setup: Default::default(),
            s4_beat: Default::default(),
            s4_at: Default::default(),
            s4_near: Default::default(),
            s4_late: Default::default(),
            s4_places: Default::default(),
            s4_word: Default::default(),
            s6_payload: Default::default(),
            s8_fault: Default::default(),
            s8_show: Default::default(),
            res_path: Default::default(),
            res_n_hop: Default::default(),
            res_hop: each(hops),
            turn: Turn::new(),
            table: TelemetryTable::new(hops),
            starts: Default::default(),
            run: each(beats),
            carry: each(beats - 1),
            s5_run: each(beats),
            s6_run: each(beats),
            word: each(words),
            s7_left: Default::default(),
            too_short: Default::default(),
            fault: Default::default(),
            s8_path: Default::default(),
            no_hop: Default::default(),
            s8_hop: each(hops),
            path: Default::default(),
            hop: each(hops),
            lane_mask: Constant::new((L as u64 - 1).into()),
            fixed_0: Constant::new(PROFILES[0].slots.is_some()),
            fixed_1: Constant::new(PROFILES[1].slots.is_some()),
            telemetry_length: reason(DropReason::TelemetryLength),
            telemetry_hops: reason(DropReason::TelemetryHops),
            shape: Shape::of(&[("L", L)]),
            _hops: hops,
            _words: words,
            _beats: beats,
            _carries: beats - 1,
        }
    }
}

impl<const L: usize> Logic for Telemetry<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module telemetry");
        comment!("@doc The telemetry header of a frame: caught wherever it starts, read by the table of profiles.");
        comment!("@port s4_at index of lane 0's word, if s4_near");
        comment!("@port s4_late the last lane's word comes behind word 8");
        comment!("@port s4_places_header_at the word where the header starts; valid from word 8 on");
        comment!("@port s6_payload_room_words words that there are for the header and what stands before it");
        comment!("@port s8_fault if the frame has telemetry: it does not fit, or counts more hops than slots");
        comment!("@port s8_show there is an event, and it carries telemetry; otherwise res_* are 0");
        comment!("@constant fixed the profile has all its slots always");
        clock!(self, clock, turn, s7_left, fault, s8_path, path);

        comment!("s4: the beat in which the header starts, and the number of each that follows");
        self.starts.next = self.s4_near.val()
            & self.s4_late.val()
            & (self.s4_at.val() == (self.s4_places.val().header_at & !self.lane_mask.val()));
        self.run[0].next = self.starts.val();
        for i in 1..self._beats {
            self.run[i].next = self.carry[i - 1].q.val();
        }
        for i in 0..self._beats {
            clock!(self, clock, s5_run[i], s6_run[i]);
            self.s5_run[i].d.next = self.run[i].val() & self.s4_beat.val().valid;
            self.s6_run[i].d.next = self.s5_run[i].q.val();
        }

        for i in 0..self._carries {
            clock!(self, clock, carry[i]);
            self.carry[i].d.next = self.carry[i].q.val();
            if self.s4_beat.val().valid {
                self.carry[i].d.next = self.run[i].val() & !self.s4_beat.val().last;
            }
        }

        comment!("s4 to s6: turn the words");
        self.turn.s4_by.next = (self.s4_places.val().header_at & self.lane_mask.val()).get_bits::<4>(0);
        for j in 0..L {
            self.turn.s4_word[j].next = self.s4_word[j].val();
        }

        comment!("s6: catch those that there are fields in");
        self.table.profile.next = self.setup.val().profile;
        for t in 0..self._words {
            clock!(self, clock, word[t]);
            self.word[t].d.next = self.word[t].q.val();
            if (self.s6_run[t / L].q.val() & !self.turn.s6_wraps[t % L].val())
                | (self.s6_run[t / L + 1].q.val() & self.turn.s6_wraps[t % L].val())
            {
                self.word[t].d.next = self.turn.s6_word[t % L].val();
            }
            self.table.word[t].next = self.word[t].q.val();
        }

        comment!("s6: words that are left for hops; the top bit is the borrow");
        self.s7_left.d.next = bits::<15>(self.s6_payload.val().room_words) - bits::<15>(self.setup.val().header_words);

        comment!("s7: two words a hop, where the layout has not all its slots always");
        self.too_short.next = self.s7_left.q.val().get_bit(14);
        if (self.setup.val().profile & !self.fixed_1.val()) | (!self.setup.val().profile & !self.fixed_0.val()) {
            self.too_short.next = self.s7_left.q.val().get_bit(14)
                | (!self.s7_left.q.val().get_bits::<9>(5).any()
                    & (self.table.n_hop.val() > self.s7_left.q.val().get_bits::<4>(1)));
        }
        self.fault.d.next.found = self.too_short.val() | self.table.too_many.val();
        self.fault.d.next.reason = self.telemetry_hops.val();
        if self.too_short.val() {
            self.fault.d.next.reason = self.telemetry_length.val();
        }
        self.s8_fault.next = self.fault.q.val();

        comment!("s7: the fields; s8: zero unless they are an event's");
        self.s8_path.d.next.path = self.table.path.val();
        self.s8_path.d.next.n_hop = self.table.n_hop.val();
        self.path.d.next.path = 0.into();
        self.path.d.next.n_hop = 0.into();
        if self.s8_show.val() {
            self.path.d.next = self.s8_path.q.val();
        }
        self.res_path.next = self.path.q.val().path;
        self.res_n_hop.next = self.path.q.val().n_hop;
        self.no_hop.next.speed = 0.into();
        self.no_hop.next.ts = 0.into();
        self.no_hop.next.tx = 0.into();
        self.no_hop.next.q = 0.into();
        for i in 0..self._hops {
            clock!(self, clock, s8_hop[i], hop[i]);
            self.s8_hop[i].d.next = self.no_hop.val();
            if self.table.n_hop.val() > i.to_bits::<U<4>>() {
                self.s8_hop[i].d.next = self.table.hop[i].val();
            }
            self.hop[i].d.next = self.no_hop.val();
            if self.s8_show.val() {
                self.hop[i].d.next = self.s8_hop[i].q.val();
            }
            self.res_hop[i].next = self.hop[i].q.val();
        }
    }
}
