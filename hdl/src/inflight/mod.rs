#![doc = include_str!("../inflight.md")]
//!
//! # Why this file
//!
//! All of HPCC++'s measurement that needs neither U nor W is fed forward here, so that U's loop is one product and one sum. The
//! lanes and the tree are Vecs: the block exists once a QP width, whatever the number of hops.

mod lane;
mod shift;
mod terms;
#[cfg(test)]
mod tests;

pub use lane::{Candidate, Choice, InflightLane, InflightPick};
pub use shift::InflightRound;
pub use terms::{InflightTerms, InverseB, TauGain};

use crate::hops::Delta;
use crate::prelude::*;
use lane::{LANE, PICK};
use layout::timing::inflight_latency;
use terms::TERMS;

logic_struct! {
    /// What of an event is only carried.
    pub struct Tag<const Q: usize> {
        pub qpn: U<Q>,
        pub measure: Bit,
        pub flags: U<3>,
    }
    /// The weights of a parameter set.
    pub struct Weights {
        pub q: U<8>,
        pub tx: U<28>,
    }
}

/// The choice of the hop, and what it adds to U.
#[derive(LogicBlock)]
pub struct Inflight<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_tx_unit: Signal<In, U<8>>,
    pub cfg_q_unit: Signal<In, U<8>>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, U<4>>,
    pub set_t_ticks: Signal<In, U<20>>,
    pub set_tau_gain_m: Signal<In, U<32>>,
    pub set_tau_gain_e: Signal<In, U<6>>,
    pub set_q_weight: Signal<In, U<8>>,
    pub set_tx_weight: Signal<In, U<28>>,
    pub spd_we: Signal<In, Bit>,
    pub spd_code: Signal<In, U<4>>,
    pub spd_gbps: Signal<In, U<12>>,
    pub spd_inv_b_m: Signal<In, U<32>>,
    pub spd_inv_b_e: Signal<In, U<6>>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, U<Q>>,
    pub in_measure: Signal<In, Bit>,
    pub in_flags: Signal<In, U<3>>,
    pub in_set: Signal<In, U<4>>,
    pub in_hop: Vec<Signal<In, Delta>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_qpn: Signal<Out, U<Q>>,
    pub out_measure: Signal<Out, Bit>,
    pub out_flags: Signal<Out, U<6>>,
    pub out_theta: Signal<Out, U<37>>,
    pub out_addend: Signal<Out, U<49>>,

    /// Of the stages h0 to w23.
    valid: Vec<Reg<Bit>>,
    h0: DReg<Tag<Q>>,
    tag: Delay<Tag<Q>>,
    h0_set: DReg<U<4>>,
    w0_set: Delay<U<4>>,
    weights: Table<Weights, 4>,
    h3_q_weight: Delay<U<8>>,
    lane: Vec<InflightLane>,
    unknown: Signal<Local, Bit>,
    still: Signal<Local, Bit>,
    h3_unknown: DReg<Bit>,
    h3_still: DReg<Bit>,
    out_unknown: Delay<Bit>,
    out_still: Delay<Bit>,

    // The tree. Level k has `_nodes` nodes, of which `_pairs` pick; an odd one waits; where one is left, there is no level.
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
    w23_chosen: Delay<Bit>,

    _hops: usize,
    _stages: usize,
    _last: usize,
    _pairs: [usize; 4],
    _nodes: [usize; 4],
    _through: [usize; 4],
}

impl<const Q: usize> Inflight<Q> {
    /// For paths of up to `hops` hops, 1 to 15.
    pub fn new(hops: usize) -> Self {
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        let (mut pairs, mut nodes, mut through, mut left) = ([0; 4], [0; 4], [0; 4], vec![hops]);
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
        let w0 = LANE + PICK * levels;
        let stages = w0 + TERMS + 1;
        assert_eq!(stages, inflight_latency(hops as u32) as usize, "the stages are what the layout says");
        let wait = |level: usize| (pairs[level]..nodes[level]).map(|_| Delay::new(PICK)).collect();
        Self {
            clock: Default::default(),
            cfg_tx_unit: Default::default(),
            cfg_q_unit: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set_t_ticks: Default::default(),
            set_tau_gain_m: Default::default(),
            set_tau_gain_e: Default::default(),
            set_q_weight: Default::default(),
            set_tx_weight: Default::default(),
            spd_we: Default::default(),
            spd_code: Default::default(),
            spd_gbps: Default::default(),
            spd_inv_b_m: Default::default(),
            spd_inv_b_e: Default::default(),
            in_valid: Default::default(),
            in_qpn: Default::default(),
            in_measure: Default::default(),
            in_flags: Default::default(),
            in_set: Default::default(),
            in_hop: each(hops),
            out_valid: Default::default(),
            out_qpn: Default::default(),
            out_measure: Default::default(),
            out_flags: Default::default(),
            out_theta: Default::default(),
            out_addend: Default::default(),
            valid: each(stages),
            h0: Default::default(),
            tag: Delay::new(w0 + TERMS),
            h0_set: Default::default(),
            w0_set: Delay::new(w0),
            weights: Default::default(),
            h3_q_weight: Delay::new(3 - 1),
            lane: each(hops),
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
            terms: Default::default(),
            w23_chosen: Delay::new(TERMS),
            _hops: hops,
            _stages: stages,
            _last: stages - 1,
            _pairs: pairs,
            _nodes: nodes,
            _through: through,
        }
    }
}

impl<const Q: usize> Logic for Inflight<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight");
        comment!("@doc The hop with the greatest normalised inflight bytes, exactly, and what it adds to U. One event a cycle.");
        comment!("@port cfg_tx_unit bytes a count of tx");
        comment!("@port cfg_q_unit bytes a count of q");
        comment!("@port set_we writes parameter set set_index; no event is under way");
        comment!("@port set_t_ticks ceil(T / ts_unit)");
        comment!("@port set_tau_gain_m ts_unit / T: mantissa");
        comment!("@port set_tau_gain_e exponent, 32 to 51");
        comment!("@port set_q_weight weight of q * dts in the comparison");
        comment!("@port set_tx_weight weight of tx in the comparison");
        comment!("@port spd_we writes the speed of spd_code; no event is under way");
        comment!("@port spd_gbps Gbit/s, 0: unknown");
        comment!("@port spd_inv_b_m 1 / (B * ts_unit): mantissa");
        comment!("@port spd_inv_b_e exponent, 28 to 48");
        comment!("@port in_valid an event enters");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_measure the event has hops to compare; without it no hop is used");
        comment!("@port in_flags handed on");
        comment!("@port in_set index of the parameter set");
        comment!("@port in_hop a hop: used; speed code; dts in ticks; tx in units of tx_unit; q in units of q_unit");
        comment!("@port out_valid the event, 30 cycles later and 6 for each level of the tree");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_measure as in_measure");
        comment!("@port out_flags bits 2 to 0 as in_flags, 3 a hop of unknown speed, 4 a hop with dts = 0, 5 no hop has sent or queued");
        comment!("@port out_theta share of the new U, U1.36; 0 where there is none");
        comment!("@port out_addend what is added to (1 - theta) * U, U13.36, saturated");
        clock!(self, clock, valid[0], h0, tag, h0_set, w0_set, weights, h3_q_weight, h3_unknown, h3_still);
        clock!(self, clock, out_unknown, out_still, terms, w23_chosen);

        comment!("h0: the event, of which the most waits until w23");
        self.valid[0].d.next = self.in_valid.val();
        for i in 1..self._stages {
            clock!(self, clock, valid[i]);
            self.valid[i].d.next = self.valid[i - 1].q.val();
        }
        self.h0.d.next.qpn = self.in_qpn.val();
        self.h0.d.next.measure = self.in_measure.val();
        self.h0.d.next.flags = self.in_flags.val();
        self.tag.d.next = self.h0.q.val();
        self.h0_set.d.next = self.in_set.val();
        self.w0_set.d.next = self.h0_set.q.val();

        comment!("h0 to h1: the set's weights");
        self.weights.we.next = self.set_we.val();
        self.weights.waddr.next = self.set_index.val();
        self.weights.wdata.next.q = self.set_q_weight.val();
        self.weights.wdata.next.tx = self.set_tx_weight.val();
        self.weights.raddr.next = self.h0_set.q.val();
        self.h3_q_weight.d.next = self.weights.rdata.val().q;

        comment!("h0 to h6: the lanes");
        self.unknown.next = false;
        self.still.next = false;
        for i in 0..self._hops {
            clock!(self, clock, lane[i]);
            self.lane[i].in_hop.next = self.in_hop[i].val();
            self.lane[i].q_weight.next = self.h3_q_weight.q.val();
            self.lane[i].tx_weight.next = self.weights.rdata.val().tx;
            self.lane[i].spd_we.next = self.spd_we.val();
            self.lane[i].spd_code.next = self.spd_code.val();
            self.lane[i].spd_gbps.next = self.spd_gbps.val();
            self.unknown.next = self.unknown.val() | self.lane[i].out_unknown.val();
            self.still.next = self.still.val() | self.lane[i].out_still.val();
            self.node0[i].next = self.lane[i].out.val();
        }
        self.h3_unknown.d.next = self.unknown.val();
        self.h3_still.d.next = self.still.val();
        self.out_unknown.d.next = self.h3_unknown.q.val();
        self.out_still.d.next = self.h3_still.q.val();

        comment!("the tree, 6 cycles a level: of two the one with the lower index stays, unless the other is strictly greater");
        for i in 0..self._through[0] {
            self.node1[i].next = self.node0[i].val();
        }
        for i in 0..self._pairs[0] {
            clock!(self, clock, pick1[i]);
            self.pick1[i].a.next = self.node0[2 * i].val();
            self.pick1[i].b.next = self.node0[2 * i + 1].val();
            self.node1[i].next = self.pick1[i].out.val();
        }
        for i in self._pairs[0]..self._nodes[0] {
            clock!(self, clock, wait1[0]);
            self.wait1[0].d.next = self.node0[2 * i].val();
            self.node1[i].next = self.wait1[0].q.val();
        }
        for i in 0..self._through[1] {
            self.node2[i].next = self.node1[i].val();
        }
        for i in 0..self._pairs[1] {
            clock!(self, clock, pick2[i]);
            self.pick2[i].a.next = self.node1[2 * i].val();
            self.pick2[i].b.next = self.node1[2 * i + 1].val();
            self.node2[i].next = self.pick2[i].out.val();
        }
        for i in self._pairs[1]..self._nodes[1] {
            clock!(self, clock, wait2[0]);
            self.wait2[0].d.next = self.node1[2 * i].val();
            self.node2[i].next = self.wait2[0].q.val();
        }
        for i in 0..self._through[2] {
            self.node3[i].next = self.node2[i].val();
        }
        for i in 0..self._pairs[2] {
            clock!(self, clock, pick3[i]);
            self.pick3[i].a.next = self.node2[2 * i].val();
            self.pick3[i].b.next = self.node2[2 * i + 1].val();
            self.node3[i].next = self.pick3[i].out.val();
        }
        for i in self._pairs[2]..self._nodes[2] {
            clock!(self, clock, wait3[0]);
            self.wait3[0].d.next = self.node2[2 * i].val();
            self.node3[i].next = self.wait3[0].q.val();
        }
        for i in 0..self._through[3] {
            self.node4[i].next = self.node3[i].val();
        }
        for i in 0..self._pairs[3] {
            clock!(self, clock, pick4[i]);
            self.pick4[i].a.next = self.node3[2 * i].val();
            self.pick4[i].b.next = self.node3[2 * i + 1].val();
            self.node4[i].next = self.pick4[i].out.val();
        }

        comment!("w0 to w23: theta and the addend of the hop that is left, if its n is above 0");
        self.chosen.next = self.node4[0].val().n.any();
        self.terms.cfg_tx_unit.next = self.cfg_tx_unit.val();
        self.terms.cfg_q_unit.next = self.cfg_q_unit.val();
        self.terms.set_we.next = self.set_we.val();
        self.terms.set_index.next = self.set_index.val();
        self.terms.set_gain.next.t_ticks = self.set_t_ticks.val();
        self.terms.set_gain.next.m = self.set_tau_gain_m.val();
        self.terms.set_gain.next.e = self.set_tau_gain_e.val();
        self.terms.spd_we.next = self.spd_we.val();
        self.terms.spd_code.next = self.spd_code.val();
        self.terms.spd_inv_b.next.m = self.spd_inv_b_m.val();
        self.terms.spd_inv_b.next.e = self.spd_inv_b_e.val();
        self.terms.in_hop.next = self.node4[0].val().hop;
        self.terms.in_chosen.next = self.chosen.val();
        self.terms.in_set.next = self.w0_set.q.val();
        self.w23_chosen.d.next = self.chosen.val();

        comment!("w23: the result");
        for i in self._last..self._stages {
            self.out_valid.next = self.valid[i].q.val();
        }
        self.out_qpn.next = self.tag.q.val().qpn;
        self.out_measure.next = self.tag.q.val().measure;
        self.out_flags.next = bits::<6>(self.tag.q.val().flags)
            | (bits::<6>(self.out_unknown.q.val()) << 3)
            | (bits::<6>(self.out_still.q.val()) << 4)
            | (bits::<6>(self.tag.q.val().measure & !self.w23_chosen.q.val()) << 5);
        self.out_theta.next = self.terms.out_theta.val();
        self.out_addend.next = self.terms.out_addend.val();
    }
}
