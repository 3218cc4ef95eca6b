//! The due times that are to come: the first of each sixteenth of the QPs, found by comparing two by two.

use super::stages::{Pair, Walk};
use crate::prelude::*;
use crate::prim::RamLow;

/// One level: of each two due times the earlier.
#[derive(LogicBlock)]
pub struct Level {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub last: Signal<In, Bit>,
    pub walk: Signal<In, Walk>,
    pub onward: Signal<Out, Walk>,

    pairs: RamLow<Pair>,
    pair: DReg<Pair>,
    /// With a reset, or a top would hold what nobody sent.
    goes: Reg<Bit>,
    wakes: Reg<Bit>,
    /// These mean nothing but with one of those.
    leads: DReg<Qpn>,
    both: DReg<Pair>,
    b_first: DReg<Bit>,
    seen: Signal<Local, Pair>,
    winner: Signal<Local, Walk>,
    apart: Signal<Local, U<29>>,
    shape: Shape,
}

impl Level {
    /// With 2^`addr_bits` pairs.
    pub fn new(addr_bits: usize) -> Self {
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            last: Default::default(),
            walk: Default::default(),
            onward: Default::default(),
            pairs: RamLow::new(addr_bits),
            pair: Default::default(),
            goes: Default::default(),
            wakes: Default::default(),
            leads: Default::default(),
            both: Default::default(),
            winner: Default::default(),
            seen: Default::default(),
            apart: Default::default(),
            b_first: Default::default(),
            shape: Shape::of(&[("A", addr_bits)]),
        }
    }
}

impl Logic for Level {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_level");
        comment!("@doc A level of the due times: 2^A pairs in block RAM. A due time that comes replaces its half of a pair, and the earlier of");
        comment!("@doc both goes on. One a slot.");
        comment!("@parameter A pairs.ADDR_BITS");
        comment!("@port init_we both halves of the pair at init_addr are none");
        comment!("@port init_addr its low bits count");
        comment!("@port last the last cycle of a slot");
        comment!("@port walk what comes; it stands still for a slot");
        comment!("@port onward what goes on, in the next slot");
        clock!(self, clock, pairs, pair, goes, wakes, leads, both, b_first);

        comment!("first and second cycle: the pair is read. Third: its half is replaced");
        self.pairs.raddr.next = self.walk.val().at >> 1;
        for k in 0..self.pairs.re_opt.len() {
            self.pairs.re_opt[k].next = self.walk.val().go | self.walk.val().wake;
        }
        self.seen.next = self.pairs.rdata.val();
        if self.walk.val().at.get_bit(0) {
            self.seen.next.b = self.walk.val().due;
        } else {
            self.seen.next.a = self.walk.val().due;
        }
        self.pair.d.next = self.seen.val();

        comment!(
            "fourth: compared. The earlier one goes on, of two that are equal the first. No two are 2^33 ns apart"
        );
        self.apart.next = self.pair.q.val().b.key - self.pair.q.val().a.key;
        self.goes.d.next = self.goes.q.val();
        self.wakes.d.next = self.wakes.q.val();
        self.leads.d.next = self.leads.q.val();
        self.both.d.next = self.both.q.val();
        self.b_first.d.next = self.b_first.q.val();
        if self.last.val() {
            self.goes.d.next = self.walk.val().go;
            self.wakes.d.next = self.walk.val().wake;
            self.leads.d.next = self.walk.val().at >> 1;
            self.both.d.next = self.pair.q.val();
            self.b_first.d.next =
                self.pair.q.val().b.valid & (!self.pair.q.val().a.valid | self.apart.val().get_bit(28));
        }
        self.winner.next.go = self.goes.q.val();
        self.winner.next.wake = self.wakes.q.val();
        self.winner.next.at = self.leads.q.val();
        self.winner.next.due = self.both.q.val().a;
        if self.b_first.q.val() {
            self.winner.next.due = self.both.q.val().b;
        }
        self.onward.next = self.winner.val();
        self.pairs.we.next = self.init_we.val() | (self.last.val() & self.walk.val().go);
        self.pairs.waddr.next = self.walk.val().at >> 1;
        self.pairs.wdata.next = self.pair.q.val();
        if self.init_we.val() {
            self.pairs.waddr.next = self.init_addr.val();
            self.pairs.wdata.next.a.valid = false;
            self.pairs.wdata.next.b.valid = false;
        }
    }
}

/// All levels, and the first of each sixteenth.
#[derive(LogicBlock)]
pub struct Tree {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub first: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub walk: Signal<In, Walk>,
    pub now_inv: Signal<In, U<29>>,
    pub hold: Signal<In, Bit>,
    pub is_due: Signal<Out, Bit>,
    pub qpn: Signal<Out, Qpn>,

    level: Vec<Level>,
    valid: Reg<U<16>>,
    held: Reg<U<16>>,
    key: [DReg<U<29>>; 16],
    index: [DReg<Qpn>; 16],
    come: DReg<U<16>>,
    due_top: DReg<U<4>>,
    held_top: DReg<U<4>>,
    due_index: DReg<Qpn>,
    way: [Signal<Local, Walk>; 13],
    finish: Signal<Local, Walk>,
    top: Signal<Local, U<4>>,
    one: Signal<Local, U<16>>,
    hold_one: Signal<Local, U<16>>,
    freed: Signal<Local, U<16>>,
    early: [Signal<Local, U<29>>; 16],
    came: Signal<Local, U<16>>,
    got_8: [Signal<Local, Qpn>; 8],
    got_4: [Signal<Local, Qpn>; 4],
    got_2: [Signal<Local, Qpn>; 2],
    got: Signal<Local, Qpn>,
    _levels: usize,
    levels: Constant<U<4>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// For as many QPs as the width that is set says.
    pub fn new() -> Self {
        let levels = width::<Qpn>() - 4;
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            first: Default::default(),
            last: Default::default(),
            walk: Default::default(),
            now_inv: Default::default(),
            got_8: Default::default(),
            got_4: Default::default(),
            got_2: Default::default(),
            hold: Default::default(),
            is_due: Default::default(),
            qpn: Default::default(),
            level: (0..levels).map(|k| Level::new(levels + 3 - k)).collect(),
            valid: Default::default(),
            held: Default::default(),
            key: Default::default(),
            index: Default::default(),
            come: Default::default(),
            due_top: Default::default(),
            held_top: Default::default(),
            due_index: Default::default(),
            way: Default::default(),
            finish: Default::default(),
            top: Default::default(),
            one: Default::default(),
            hold_one: Default::default(),
            freed: Default::default(),
            early: Default::default(),
            came: Default::default(),
            got: Default::default(),
            _levels: levels,
            levels: Constant::new((levels as u64).into()),
        }
    }
}

impl Logic for Tree {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_tree");
        comment!("@doc Due times that are to come. A tournament in each sixteenth of the QPs, those with the same low four bits of the");
        comment!("@doc index: two by two, a level a slot; the first of each is here. Replacing one is the same as taking it out.");
        comment!("@port init_we no due time at init_addr");
        comment!("@port init_addr index of the QP");
        comment!("@port first the first cycle of a slot");
        comment!("@port last the last cycle of a slot");
        comment!("@port walk a QP's due time, or none; it stands still for a slot. Its index is the QP's, rotated right by four bits");
        comment!("@port now_inv the time, 32 ns, all bits inverted");
        comment!("@port is_due in the third cycle: a top's time has come");
        comment!(
            "@port qpn from the next slot's first cycle on: the QP there, of the highest top if there are several"
        );
        comment!("@port hold in the first cycle: that top shows nothing until its wake has come back");
        clock!(self, clock, valid, held, come, due_top, held_top, due_index);
        for i in 0..16 {
            clock!(self, clock, key[i], index[i]);
        }

        comment!("The levels, one behind the other");
        self.way[0].next = self.walk.val();
        for k in 0..self._levels {
            clock!(self, clock, level[k]);
            self.level[k].init_we.next = self.init_we.val();
            self.level[k].init_addr.next = self.init_addr.val();
            self.level[k].last.next = self.last.val();
            self.level[k].walk.next = self.way[k].val();
            self.way[k + 1].next = self.level[k].onward.val();
        }
        for k in self._levels..12 {
            self.way[k + 1].next = self.way[k].val();
        }
        self.finish.next = self.way[12].val();

        comment!("What has come to the top is there from the second cycle on");
        self.top.next = self.finish.val().at.get_bits::<4>(0);
        self.one.next = bits::<16>(1) << self.top.val();
        self.hold_one.next = bits::<16>(1) << self.held_top.q.val();
        self.valid.d.next = self.valid.q.val();
        self.freed.next = 0.into();
        for i in 0..16 {
            self.key[i].d.next = self.key[i].q.val();
            self.index[i].d.next = self.index[i].q.val();
        }
        if self.first.val() & self.finish.val().go {
            self.valid.d.next = self.valid.q.val() & !self.one.val();
            if self.finish.val().due.valid {
                self.valid.d.next = self.valid.q.val() | self.one.val();
            }
            if self.finish.val().wake {
                self.freed.next = self.one.val();
            }
            for i in 0..16 {
                if self.one.val().get_bit(i) {
                    self.key[i].d.next = self.finish.val().due.key;
                    self.index[i].d.next = self.finish.val().due.index;
                }
            }
        }
        self.held.d.next = self.held.q.val() & !self.freed.val();
        if self.hold.val() {
            self.held.d.next = (self.held.q.val() & !self.freed.val()) | self.hold_one.val();
        }

        comment!("Second cycle: whose time has come. Third: the highest of these. Fourth: its QP");
        self.came.next = 0.into();
        self.due_top.d.next = 0.into();
        self.held_top.d.next = self.held_top.q.val();
        self.due_index.d.next = self.due_index.q.val();
        for i in 0..16 {
            self.early[i].next = self.now_inv.val() + self.key[i].q.val();
            self.came.next = self.came.val().replace_bit(
                i,
                self.valid.q.val().get_bit(i) & !self.held.q.val().get_bit(i) & self.early[i].val().get_bit(28),
            );
            if self.come.q.val().get_bit(i) {
                self.due_top.d.next = i.to_bits::<U<4>>();
            }
        }
        for i in 0..8 {
            self.got_8[i].next = self.index[2 * i].q.val();
            if self.due_top.q.val().get_bit(0) {
                self.got_8[i].next = self.index[2 * i + 1].q.val();
            }
        }
        for i in 0..4 {
            self.got_4[i].next = self.got_8[2 * i].val();
            if self.due_top.q.val().get_bit(1) {
                self.got_4[i].next = self.got_8[2 * i + 1].val();
            }
        }
        for i in 0..2 {
            self.got_2[i].next = self.got_4[2 * i].val();
            if self.due_top.q.val().get_bit(2) {
                self.got_2[i].next = self.got_4[2 * i + 1].val();
            }
        }
        self.got.next = self.got_2[0].val();
        if self.due_top.q.val().get_bit(3) {
            self.got.next = self.got_2[1].val();
        }
        if self.last.val() {
            self.due_index.d.next = self.got.val();
            self.held_top.d.next = self.due_top.q.val();
        }
        self.come.d.next = self.came.val();
        self.is_due.next = self.come.q.val().any();
        self.qpn.next = (self.due_index.q.val() << 4) | (self.due_index.q.val() >> self.levels.val());
    }
}
