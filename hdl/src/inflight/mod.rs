#![doc = include_str!("../inflight.md")]
//!
//! # Why this file
//!
//! All of HPCC++'s measurement that needs neither U nor W is fed forward here, so that U's loop is one product and one
//! sum. The lanes, the tree and the steps are Vecs: the block exists once a QP width, whatever the number of hops and
//! of lanes.

mod fold;
mod inverse;
mod lane;
mod shift;
mod terms;
#[cfg(test)]
mod tests;

pub use fold::InflightFold;
pub use inverse::InflightInverse;
pub use lane::{Candidate, Choice, InflightLane, InflightPick};
pub use shift::InflightShift;
pub use terms::{InflightTerms, InverseB, TauGain};

use crate::hops::Delta;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::{MeasureParams, Speed, Units};
use fold::FOLD;
use lane::{LANE, PICK};
use layout::timing::inflight_latency;
use terms::TERMS;

logic_struct! {
    /// What of an event is only carried.
    pub struct Tag {
        pub qpn: Qpn,
        pub measure: Bit,
        pub flags: U<3>,
    }
    /// The weights of a parameter set.
    pub struct Weights {
        pub q = layout::hpcc::Q_WEIGHT,
        pub tx = layout::hpcc::TX_WEIGHT,
    }
}

/// The choice of the hop, and what it adds to U.
#[derive(LogicBlock)]
pub struct Inflight {
    pub clock: Signal<In, ClkRst>,
    pub cfg: Signal<In, Units>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, MeasureParams>,
    pub spd: Signal<In, Speed>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_measure: Signal<In, Bit>,
    pub in_flags: Signal<In, U<3>>,
    pub in_set: Signal<In, SetIndex>,
    pub in_hop: Vec<Signal<In, Delta>>,
    pub in_ready: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_measure: Signal<Out, Bit>,
    pub out_flags: Signal<Out, U<6>>,
    pub out_theta: Signal<Out, U<37>>,
    pub out_addend: Signal<Out, U<49>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    // With fewer lanes than hops, an event that measures takes several steps: one each of these, else none.
    /// Steps that follow the one in h0.
    rest: Vec<Reg<U<4>>>,
    /// The step in h0 is one of an event that measures.
    active: Vec<Reg<Bit>>,
    h2_first: Vec<Delay<Bit>>,
    w0_measure: Vec<Delay<Bit>>,
    /// The hops of the steps that follow.
    later: Vec<DReg<Delta>>,
    fold: Vec<InflightFold>,
    compare: Vec<Delay<Bit>>,
    /// The most steps that may follow one that is compared.
    bound: Vec<Constant<U<4>>>,
    last_step: Constant<U<4>>,
    follow: Signal<Local, U<4>>,
    ready: Signal<Local, Bit>,
    none: Signal<Local, Delta>,
    aligned: Signal<Local, Bit>,
    best: Vec<Signal<Local, Candidate>>,
    winner: Signal<Local, Candidate>,
    shape: Shape,

    /// Of the stages h0 to w20, and of the steps behind the first.
    valid: Vec<Reg<Bit>>,
    /// Of the stages before w0: any step stands there.
    step: Vec<Reg<Bit>>,
    free: Constant<Bit>,
    h0: DReg<Tag>,
    tag: Delay<Tag>,
    h0_set: DReg<SetIndex>,
    w0_set: Delay<SetIndex>,
    weights: Table<Weights, 4>,
    h3_q_weight: Delay<U<12>>,
    lane: Vec<InflightLane>,
    unknown: Signal<Local, Bit>,
    still: Signal<Local, Bit>,
    h3_unknown: DReg<Bit>,
    h3_still: DReg<Bit>,
    out_unknown: Delay<Bit>,
    out_still: Delay<Bit>,

    // The tree. Level k has `_nodes` nodes, of which `_pairs` pick; an odd one waits; where one is left, there is no
    // level.
    node0: Vec<Signal<Local, Candidate>>,
    node1: Vec<Signal<Local, Candidate>>,
    node2: Vec<Signal<Local, Candidate>>,
    node3: Vec<Signal<Local, Candidate>>,
    node4: Vec<Signal<Local, Candidate>>,
    pick1: Vec<InflightPick>,
    pick2: Vec<InflightPick>,
    pick3: Vec<InflightPick>,
    pick4: Vec<InflightPick>,
    wait1: Vec<Delay<Candidate>>,
    wait2: Vec<Delay<Candidate>>,
    wait3: Vec<Delay<Candidate>>,
    chosen: Signal<Local, Bit>,
    terms: InflightTerms,
    w20_chosen: Delay<Bit>,

    _lanes: usize,
    _trees: usize,
    _entry: usize,
    _entered: usize,
    _serial: usize,
    _folds: usize,
    _best: usize,
    _later: usize,
    _shifted: usize,
    _refilled: usize,
    _idle: usize,
    _stages: usize,
    _last: usize,
    _w0: usize,
    _pairs: [usize; 4],
    _nodes: [usize; 4],
    _through: [usize; 4],
    _checked: usize,
}

impl Inflight {
    /// For paths of up to `hops` hops, 1 to 15, of which `lanes` are compared at once.
    pub fn new(hops: usize, lanes: usize) -> Self {
        Self::checked(hops, lanes, false)
    }

    /// With parity of the table, if so.
    pub fn checked(hops: usize, lanes: usize, parity: bool) -> Self {
        assert!((1..=hops).contains(&lanes), "{lanes} lanes for {hops} hops: expected 1 to as many");
        let steps = hops.div_ceil(lanes);
        let (serial, folds) = (usize::from(steps > 1), steps.next_power_of_two().trailing_zeros() as usize);
        let later = hops - lanes;
        // the 4-bit counter holds 14 steps behind the first
        let number = |n: usize| Constant::new((n as u64).into());
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        let (mut pairs, mut nodes, mut through, mut left) = ([0; 4], [0; 4], [0; 4], vec![lanes]);
        for level in 0..4 {
            let before = left[level];
            if before == 1 {
                through[level] = 1;
            } else {
                (pairs[level], nodes[level]) = (before / 2, before.div_ceil(2));
            }
            left.push(before.div_ceil(2));
        }
        let levels = nodes.iter().filter(|n| **n > 0).count();
        let trees = LANE + PICK * levels; // from h0 to the first fold
        let w0 = trees + FOLD * folds;
        let stages = w0 + TERMS + steps;
        const { assert!(LANE == 6 && PICK == 6 && FOLD == 8, "which step is where is written below") };
        assert_eq!(stages, inflight_latency(hops as u32, lanes as u32) as usize, "the stages are what the layout says");
        let wait = |level: usize| (pairs[level]..nodes[level]).map(|_| Delay::enabled(PICK)).collect();
        Self {
            clock: Default::default(),
            cfg: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            spd: Default::default(),
            in_valid: Default::default(),
            in_qpn: Default::default(),
            in_measure: Default::default(),
            in_flags: Default::default(),
            in_set: Default::default(),
            in_hop: each(hops),
            in_ready: Default::default(),
            out_valid: Default::default(),
            out_qpn: Default::default(),
            out_measure: Default::default(),
            out_flags: Default::default(),
            out_theta: Default::default(),
            out_addend: Default::default(),
            rom_opt: option(parity),
            rest: each(serial),
            active: each(serial),
            h2_first: (0..serial).map(|_| Delay::new(2)).collect(),
            w0_measure: (0..serial).map(|_| Delay::new(w0 + steps - 1)).collect(),
            later: each(later),
            fold: (0..folds).map(|k| InflightFold::new(1 << k)).collect(),
            compare: (0..folds).map(|k| Delay::new(trees + FOLD * k)).collect(),
            bound: (0..folds).map(|k| number(steps - 1 - (1 << k))).collect(),
            last_step: number(steps - 1),
            follow: Default::default(),
            ready: Default::default(),
            none: Default::default(),
            aligned: Default::default(),
            best: each(folds + 1),
            winner: Default::default(),
            shape: Shape::of(&[("_lanes", lanes), ("_trees", trees)]), // an index is relative to them
            valid: each(stages),
            step: each(w0),
            free: free(),
            h0: Default::default(),
            tag: Delay::enabled(stages - 1),
            h0_set: Default::default(),
            w0_set: Delay::new(w0),
            weights: Default::default(),
            h3_q_weight: Delay::enabled(3 - 1),
            lane: each(lanes),
            unknown: Default::default(),
            still: Default::default(),
            h3_unknown: Default::default(),
            h3_still: Default::default(),
            out_unknown: Delay::new(w0 + TERMS - 3),
            out_still: Delay::new(w0 + TERMS - 3),
            node0: each(left[0]),
            node1: each(left[1]),
            node2: each(left[2]),
            node3: each(left[3]),
            node4: each(left[4]),
            pick1: each(pairs[0]),
            pick2: each(pairs[1]),
            pick3: each(pairs[2]),
            pick4: each(pairs[3]),
            wait1: wait(0),
            wait2: wait(1),
            wait3: wait(2),
            chosen: Default::default(),
            terms: InflightTerms::checked(parity),
            w20_chosen: Delay::new(TERMS),
            _lanes: lanes,
            _trees: trees,
            _entry: w0 + steps - 1,
            _entered: w0 + steps,
            _serial: serial,
            _folds: folds,
            _best: folds + 1,
            _later: later,
            _shifted: later.saturating_sub(lanes),
            _refilled: lanes.min(later),
            _idle: lanes * serial,
            _stages: stages,
            _last: stages - 1,
            _w0: w0,
            _pairs: pairs,
            _nodes: nodes,
            _through: through,
            _checked: parity.into(),
        }
    }
}

impl Logic for Inflight {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight");
        comment!("@doc The hop with the greatest normalised inflight bytes, q / (B * T) + tx / (B * dts), compared exactly as fractions n / d with");
        comment!("@doc n = q_weight * q * dts + tx_weight * tx, d = gbps * dts; and what it adds to U. Every event takes as long.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port in_valid an event enters, where in_ready is 1");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_measure the event has hops to compare; without it no hop is used");
        comment!("@port in_flags handed on");
        comment!("@port in_set index of the parameter set");
        comment!("@port in_ready the event is taken, if valid; 0 while hops of the last one wait for their lane, always 1 with a lane for each hop");
        comment!("@port out_valid the event, always as many cycles later");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_measure as in_measure");
        comment!("@port out_flags bits 2 to 0 as in_flags, 3 a hop of unknown speed, 4 a hop with dts = 0, 5 no hop counts: none has sent or queued, or those that have are of unknown speed or have dts = 0");
        comment!("@port out_theta share of the new U, U1.36; 0 where there is none");
        comment!("@port out_addend what is added to (1 - theta) * U, U13.36, saturated");
        for _k in 0..self._folds {
            comment!("@constant bound a step is compared while no more than so many follow");
        }
        comment!("@constant last_step steps of an event less one");
        clock!(self, clock, valid[0], step[0], tag, w0_set, weights, h3_q_weight);
        clock!(self, clock, out_unknown, out_still, terms, w20_chosen);
        dff_setup!(self, clock, h0, h0_set, h3_unknown, h3_still);

        comment!("h0: the event, of which the most waits until w20; with fewer lanes than hops the first step, and those that follow");
        self.follow.next = 0.into();
        self.ready.next = true;
        for i in 0..self._serial {
            clock!(self, clock, rest[i], active[i]);
            self.follow.next = self.rest[i].q.val();
            self.ready.next = !self.follow.val().any();
        }
        self.in_ready.next = self.ready.val();
        self.valid[0].d.next = self.in_valid.val();
        for i in 0..self._serial {
            self.valid[0].d.next = self.in_valid.val() & self.ready.val();
            self.rest[i].d.next = self.follow.val() - 1;
            self.active[i].d.next = true;
            if self.ready.val() {
                self.rest[i].d.next = 0.into();
                self.active[i].d.next = self.in_valid.val() & self.in_measure.val();
                if self.in_valid.val() & self.in_measure.val() {
                    self.rest[i].d.next = self.last_step.val();
                }
            }
        }
        for i in 1..self._stages {
            clock!(self, clock, valid[i]);
            self.valid[i].d.next = self.valid[i - 1].q.val();
        }
        self.step[0].d.next = self.in_valid.val() | !self.ready.val();
        for i in 1..self._w0 {
            clock!(self, clock, step[i]);
            self.step[i].d.next = self.step[i - 1].q.val();
        }
        if self.in_valid.val() & self.ready.val() {
            self.h0.d.next.qpn = self.in_qpn.val();
            self.h0.d.next.measure = self.in_measure.val();
            self.h0.d.next.flags = self.in_flags.val();
            self.h0_set.d.next = self.in_set.val();
        }
        self.tag.d.next = self.h0.q.val();
        self.tag.en_opt[0].next = self.valid[0].q.val() | self.free.val();
        self.w0_set.d.next = self.h0_set.q.val();

        comment!("h0 to h1: the set's weights");
        self.weights.we.next = self.set_we.val();
        self.weights.waddr.next = self.h0_set.q.val();
        if self.set_we.val() {
            self.weights.waddr.next = self.set_index.val();
        }
        self.weights.wdata.next.q = self.set.val().q_weight;
        self.weights.wdata.next.tx = self.set.val().tx_weight;
        self.weights.raddr.next = self.h0_set.q.val();
        self.h3_q_weight.d.next = self.weights.rdata.val().q;
        self.h3_q_weight.en_opt[0].next = self.step[1].q.val() | self.free.val();

        comment!("h0: the hops that wait for their step: hop i goes to lane i mod lanes");
        self.none.next.used = false;
        self.none.next.speed = 0.into();
        self.none.next.dts = 0.into();
        self.none.next.tx = 0.into();
        self.none.next.q = 0.into();
        for i in 0..self._later {
            dff_setup!(self, clock, later[i]);
            if self.in_valid.val() | !self.ready.val() | self.free.val() {
                self.later[i].d.next = self.in_hop[self._lanes + i].val();
            }
        }
        for i in 0..self._shifted {
            if !self.ready.val() {
                self.later[i].d.next = self.later[self._lanes + i].q.val();
            }
        }
        for i in self._shifted..self._later {
            if !self.ready.val() {
                self.later[i].d.next = self.none.val();
            }
        }

        comment!("h0 to h6: the lanes");
        self.unknown.next = false;
        self.still.next = false;
        for i in 0..self._lanes {
            self.lane[i].in_hop.next = self.in_hop[i].val();
        }
        for i in 0..self._refilled {
            if !self.ready.val() {
                self.lane[i].in_hop.next = self.later[i].q.val();
            }
        }
        for i in self._refilled..self._idle {
            if !self.ready.val() {
                self.lane[i].in_hop.next = self.none.val();
            }
        }
        for i in 0..self._lanes {
            clock!(self, clock, lane[i]);
            self.lane[i].in_valid.next = self.in_valid.val() | !self.ready.val();
            self.lane[i].q_weight.next = self.h3_q_weight.q.val();
            self.lane[i].tx_weight.next = self.weights.rdata.val().tx;
            self.lane[i].spd_we.next = self.spd.val().we;
            self.lane[i].spd_code.next = self.spd.val().code;
            self.lane[i].spd_gbps.next = self.spd.val().gbps;
            self.unknown.next = self.unknown.val() | self.lane[i].out_unknown.val();
            self.still.next = self.still.val() | self.lane[i].out_still.val();
            self.node0[i].next = self.lane[i].out.val();
        }
        for i in 0..self._serial {
            clock!(self, clock, h2_first[i]);
            self.h2_first[i].d.next = self.follow.val() == self.last_step.val();
        }
        if self.step[2].q.val() | self.free.val() {
            self.h3_unknown.d.next = self.unknown.val();
            self.h3_still.d.next = self.still.val();
            for i in 0..self._serial {
                if !self.h2_first[i].q.val() {
                    self.h3_unknown.d.next = self.unknown.val() | self.h3_unknown.q.val();
                    self.h3_still.d.next = self.still.val() | self.h3_still.q.val();
                }
            }
        }
        self.out_unknown.d.next = self.h3_unknown.q.val();
        self.out_still.d.next = self.h3_still.q.val();

        comment!("the tree, 6 cycles a level: of two the one with the lower index stays, unless the other is strictly greater");
        for i in 0..self._through[0] {
            self.node1[i].next = self.node0[i].val();
        }
        for i in 0..self._pairs[0] {
            clock!(self, clock, pick1[i]);
            self.pick1[i].in_valid.next = self.step[6].q.val();
            self.pick1[i].a.next = self.node0[2 * i].val();
            self.pick1[i].b.next = self.node0[2 * i + 1].val();
            self.node1[i].next = self.pick1[i].out.val();
        }
        for i in self._pairs[0]..self._nodes[0] {
            clock!(self, clock, wait1[0]);
            self.wait1[0].en_opt[0].next = self.step[6].q.val() | self.free.val();
            self.wait1[0].d.next = self.node0[2 * i].val();
            self.node1[i].next = self.wait1[0].q.val();
        }
        for i in 0..self._through[1] {
            self.node2[i].next = self.node1[i].val();
        }
        for i in 0..self._pairs[1] {
            clock!(self, clock, pick2[i]);
            self.pick2[i].in_valid.next = self.step[12].q.val();
            self.pick2[i].a.next = self.node1[2 * i].val();
            self.pick2[i].b.next = self.node1[2 * i + 1].val();
            self.node2[i].next = self.pick2[i].out.val();
        }
        for i in self._pairs[1]..self._nodes[1] {
            clock!(self, clock, wait2[0]);
            self.wait2[0].en_opt[0].next = self.step[12].q.val() | self.free.val();
            self.wait2[0].d.next = self.node1[2 * i].val();
            self.node2[i].next = self.wait2[0].q.val();
        }
        for i in 0..self._through[2] {
            self.node3[i].next = self.node2[i].val();
        }
        for i in 0..self._pairs[2] {
            clock!(self, clock, pick3[i]);
            self.pick3[i].in_valid.next = self.step[18].q.val();
            self.pick3[i].a.next = self.node2[2 * i].val();
            self.pick3[i].b.next = self.node2[2 * i + 1].val();
            self.node3[i].next = self.pick3[i].out.val();
        }
        for i in self._pairs[2]..self._nodes[2] {
            clock!(self, clock, wait3[0]);
            self.wait3[0].en_opt[0].next = self.step[18].q.val() | self.free.val();
            self.wait3[0].d.next = self.node2[2 * i].val();
            self.node3[i].next = self.wait3[0].q.val();
        }
        for i in 0..self._through[3] {
            self.node4[i].next = self.node3[i].val();
        }
        for i in 0..self._pairs[3] {
            clock!(self, clock, pick4[i]);
            self.pick4[i].in_valid.next = self.step[24].q.val();
            self.pick4[i].a.next = self.node3[2 * i].val();
            self.pick4[i].b.next = self.node3[2 * i + 1].val();
            self.node4[i].next = self.pick4[i].out.val();
        }

        comment!("the steps, 8 cycles a level: a step against the one 1, 2, 4, 8 before it, until the last one has the greatest of all");
        self.best[0].next = self.node4[0].val();
        self.aligned.next = true;
        for i in 0..self._serial {
            self.aligned.next = self.active[i].q.val();
        }
        for i in 0..self._folds {
            clock!(self, clock, fold[i], compare[i]);
            self.aligned.next = self.aligned.val() & !self.follow.val().get_bit(i);
            self.compare[i].d.next = self.aligned.val() & (self.follow.val() <= self.bound[i].val());
            self.fold[i].in_valid.next = self.step[self._trees + 8 * i].q.val();
            self.fold[i].d.next = self.best[i].val();
            self.fold[i].compare.next = self.compare[i].q.val();
            self.best[i + 1].next = self.fold[i].q.val();
        }
        for i in self._folds..self._best {
            self.winner.next = self.best[i].val();
        }

        comment!("w0 to w20: theta and the addend of the hop that is left, if its n is above 0");
        self.chosen.next = self.winner.val().n.any();
        for i in 0..self._serial {
            clock!(self, clock, w0_measure[i]);
            self.w0_measure[i].d.next = self.h0.q.val().measure;
            self.chosen.next = self.winner.val().n.any() & self.w0_measure[i].q.val();
        }
        self.terms.cfg.next = self.cfg.val();
        self.terms.set_we.next = self.set_we.val();
        self.terms.set_index.next = self.w0_set.q.val();
        if self.set_we.val() {
            self.terms.set_index.next = self.set_index.val();
        }
        self.terms.set_gain.next.t_ticks = self.set.val().t_ticks;
        self.terms.set_gain.next.m = self.set.val().tau_gain_m;
        self.terms.set_gain.next.e = self.set.val().tau_gain_e;
        self.terms.spd_we.next = self.spd.val().we;
        self.terms.spd_code.next = self.spd.val().code;
        self.terms.spd_inv_b.next.m = self.spd.val().inv_b_m;
        self.terms.spd_inv_b.next.e = self.spd.val().inv_b_e;
        for i in self._entry..self._entered {
            self.terms.in_valid.next = self.valid[i].q.val();
        }
        self.terms.in_hop.next = self.winner.val().hop;
        self.terms.in_chosen.next = self.chosen.val();
        self.terms.in_set.next = self.w0_set.q.val();
        self.w20_chosen.d.next = self.chosen.val();

        comment!("w20: the result");
        for i in self._last..self._stages {
            self.out_valid.next = self.valid[i].q.val();
        }
        self.out_qpn.next = self.tag.q.val().qpn;
        self.out_measure.next = self.tag.q.val().measure;
        self.out_flags.next = bits::<6>(self.tag.q.val().flags)
            | (bits::<6>(self.out_unknown.q.val() & self.tag.q.val().measure) << 3)
            | (bits::<6>(self.out_still.q.val() & self.tag.q.val().measure) << 4)
            | (bits::<6>(self.tag.q.val().measure & !self.w20_chosen.q.val()) << 5);
        self.out_theta.next = self.terms.out_theta.val();
        self.out_addend.next = self.terms.out_addend.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.terms.rom_opt[k].val();
        }
    }
}
