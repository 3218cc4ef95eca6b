//! A queue in block RAM whose oldest two words are in registers: the active QPs, those that wake, and the updates.

use crate::prelude::*;
use crate::prim::ecc::option;

logic_struct! {
    /// A QP, and the time of its next control period.
    pub struct Entry {
        pub qpn: Qpn,
        pub due: U<20>,
    }
}

/// A queue of 2^A words, of which one at least is always outside of the RAM.
#[derive(LogicBlock)]
pub struct List<T: Synth, const A: usize> {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_data: Signal<In, T>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_data: Signal<Out, T>,
    pub out_second: Signal<Out, T>,
    pub out_moves: Signal<Out, Bit>,
    pub count: Signal<Out, U<A>>,
    pub inject_opt: Vec<Signal<In, U<2>>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<T, A>,
    head: DReg<T>,
    filled: Reg<Bit>,
    /// The word behind the head.
    second: DReg<T>,
    waits: Reg<Bit>,
    write: Reg<U<A>>,
    /// `write` a cycle ago: what came before that can be read.
    seen: Reg<U<A>>,
    read: Reg<U<A>>,
    /// The place that the RAM reads: behind `read`, in the cycle of a move.
    place: Reg<U<A>>,
    /// The place behind it, unless that has just moved.
    place_1: Reg<U<A>>,
    /// The RAM's word moves into the register of the second.
    moves: Reg<Bit>,
    leaves: Signal<Local, Bit>,
    will_move: Signal<Local, Bit>,
    was_wrong: Signal<Local, Fault>,
    told: Signal<Local, Fault>,
    shape: Shape,
    _ecc: usize,
}

impl<T: Synth, const A: usize> Default for List<T, A> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            in_data: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            out_second: Default::default(),
            out_moves: Default::default(),
            count: Default::default(),
            inject_opt: vec![],
            fault_opt: vec![],
            ram: Default::default(),
            head: Default::default(),
            filled: Default::default(),
            second: Default::default(),
            waits: Default::default(),
            write: Default::default(),
            seen: Default::default(),
            read: Default::default(),
            place: Default::default(),
            place_1: Reg::new(1.into()),
            moves: Default::default(),
            leaves: Default::default(),
            will_move: Default::default(),
            was_wrong: Default::default(),
            told: Default::default(),
            shape: Shape::of(&[("A", width_of(A)), ("W", width::<T>())]),
            _ecc: 0,
        }
    }
}

impl<T: Synth, const A: usize> List<T, A> {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        let shape = [("A", width_of(A)), ("W", width::<T>()), ("ECC", 1)];
        Self {
            inject_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            shape: Shape::of(if ecc { &shape } else { &shape[..2] }),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl<T: Synth, const A: usize> Logic for List<T, A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_list");
        comment!("@doc A queue of 2^A words of W bits in block RAM, the oldest two in registers; A is the width of count. In the long run a word");
        comment!("@doc leaves every second cycle at most.");
        comment!("@parameter W in_data out_data out_second head second ram_rdata ram_wdata ram.WIDTH");
        comment!("@port in_valid one more; there is always room");
        comment!("@port in_data the word");
        comment!("@port out_valid out_data is the oldest, 5 cycles after it came at the earliest");
        comment!("@port out_ready it leaves");
        comment!("@port out_data as in_data");
        comment!("@port out_second the word behind it, if there is one");
        comment!("@port out_moves that word is the oldest in the next cycle");
        comment!("@port count words in the RAM");
        for _k in 0..self._ecc {
            comment!("@port inject spoils every word that is read: bit 0 in one bit; bit 1, which goes before it, in two check bits; with rtl.sram_ecc its report alone");
            comment!(
                "@port fault_corrected the word that moves into a register had one wrong bit, which was corrected"
            );
        }
        clock!(self, clock, ram, head, filled, second, waits, write, seen, read, place, place_1, moves);

        comment!("the RAM never holds all words, for one of them is in the registers or beyond: equal places mean an empty one");
        self.ram.we.next = self.in_valid.val();
        self.ram.waddr.next = self.write.q.val();
        self.ram.wdata.next = self.in_data.val();
        self.write.d.next = self.write.q.val() + self.in_valid.val();
        self.seen.d.next = self.write.q.val();
        self.count.next = self.write.q.val() - self.read.q.val();

        comment!("the word behind both registers' is on the RAM's output two cycles after the one ahead of it moved, and four after it came: then it moves,");
        comment!("once the second's register is free. What the RAM reads is a register");
        self.leaves.next = self.waits.q.val() & (!self.filled.q.val() | self.out_ready.val());
        self.will_move.next =
            (self.place.q.val() != self.seen.q.val()) & !self.moves.q.val() & (!self.waits.q.val() | self.leaves.val());
        self.moves.d.next = self.will_move.val();
        self.place_1.d.next = self.place.q.val() + 1;
        self.place.d.next = self.place.q.val();
        if self.will_move.val() {
            self.place.d.next = self.place_1.q.val();
        }
        self.read.d.next = self.place.q.val();
        self.ram.raddr.next = self.place.q.val();
        self.waits.d.next = self.moves.q.val() | (self.waits.q.val() & !self.leaves.val());
        self.second.d.next = self.second.q.val();
        if self.moves.q.val() {
            self.second.d.next = self.ram.rdata.val();
        }
        self.filled.d.next = self.leaves.val() | (self.filled.q.val() & !self.out_ready.val());
        self.head.d.next = self.head.q.val();
        if self.leaves.val() {
            self.head.d.next = self.second.q.val();
        }
        self.out_valid.next = self.filled.q.val();
        self.out_data.next = self.head.q.val();
        self.out_second.next = self.second.q.val();
        self.out_moves.next = self.leaves.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.place.q.val() != self.write.q.val();
        }
        for k in 0..self._ecc {
            comment!("what was wrong with the word is told as it moves, however often it was read");
            self.ram.inject_opt[k].next = self.inject_opt[k].val();
            self.was_wrong.next = self.ram.fault_opt[k].val();
            self.told.next.corrected = self.was_wrong.val().corrected & self.moves.q.val();
            self.told.next.uncorrectable = self.was_wrong.val().uncorrectable & self.moves.q.val();
            self.fault_opt[k].next = self.told.val();
        }
    }
}
