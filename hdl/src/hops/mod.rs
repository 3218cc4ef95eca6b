#![doc = include_str!("../hops.md")]
//!
//! # Why this file
//!
//! What is kept of a path is one slice with one rule of when it is replaced, whatever U and W do with it; and that rule
//! never looks at the slice itself, so forwarding is all that the loop has to do. One hop's share stands in `lane`,
//! once.

mod lane;
#[cfg(test)]
mod tests;

pub use lane::{Delta, Hop, HopLane, HopRecord, LaneEcc};

use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};

logic_struct! {
    /// What a QP has beside its hops.
    pub struct Head {
        pub valid: Bit,
        pub path: U<12>,
        pub n_hop: U<4>,
    }
    /// The event.
    pub struct P0 {
        pub telemetry: Bit,
        pub clear: Bit,
        pub qpn: Qpn,
        pub path: U<12>,
        pub n_hop: U<4>,
    }
    /// The event, decoded.
    pub struct P1 {
        pub qpn: Qpn,
        /// Telemetry of a path that the engine has room for: it counts, and it is stored.
        pub counts: Bit,
        /// Telemetry of a longer path.
        pub too_long: Bit,
        /// `new_head` is stored.
        pub store: Bit,
        pub new_head: Head,
    }
    /// The head leaves the RAM's output register in this stage.
    pub struct P2 {
        pub qpn: Qpn,
        pub counts: Bit,
        pub too_long: Bit,
        pub store: Bit,
        pub new_head: Head,
        /// The event just ahead, in p3 now, has stored for this QP.
        pub hit_1: Bit,
        /// An event 2 or 3 ahead has: `forwarded` is what it stored.
        pub hit_forwarded: Bit,
        pub forwarded: Head,
    }
    /// The slice before the event, and what is stored.
    pub struct P3 {
        pub qpn: Qpn,
        pub counts: Bit,
        pub too_long: Bit,
        pub store: Bit,
        pub new_head: Head,
        pub old_head: Head,
    }
    /// What was stored, one cycle on.
    pub struct P4 {
        pub qpn: Qpn,
        pub store: Bit,
        pub head: Head,
    }
}

/// The hop records of all queue pairs.
#[derive(LogicBlock)]
pub struct Hops {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub in_valid: Signal<In, Bit>,
    pub in_telemetry: Signal<In, Bit>,
    pub in_clear: Signal<In, Bit>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_path: Signal<In, U<12>>,
    pub in_n_hop: Signal<In, U<4>>,
    pub in_hop: Vec<Signal<In, Hop>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_measure: Signal<Out, Bit>,
    pub out_flags: Signal<Out, U<3>>,
    pub out_hop: Vec<Signal<Out, Delta>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Head, QPN>,
    lane: Vec<HopLane>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p4_valid: Reg<Bit>,
    p0: DReg<P0>,
    p1: DReg<P1>,
    p2: DReg<P2>,
    p3: DReg<P3>,
    p4: DReg<P4>,

    too_long: Signal<Local, Bit>,
    match_2: Signal<Local, Bit>,
    match_3: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    first: Signal<Local, Bit>,
    differs: Signal<Local, Bit>,
    measure: Signal<Local, Bit>,
    entered: Signal<Local, U<5>>,

    ecc_in: Signal<Local, Ecc>,
    lane_ecc: Signal<Local, LaneEcc>,
    all_fault: Signal<Local, Fault>,
    more: Signal<Local, Fault>,

    hops: Constant<U<4>>,
    free: Constant<Bit>,
    _hops: usize,
    _ecc: usize,
    _reads: usize,
    _ecc_hops: usize,
}

impl Hops {
    /// For paths of up to `hops` hops, 1 to 15.
    pub fn new(hops: usize) -> Self {
        Self::with_ecc(hops, false)
    }

    /// With check bits, if so.
    pub fn with_ecc(hops: usize, ecc: bool) -> Self {
        fn each<T: Default>(hops: usize) -> Vec<T> {
            (0..hops).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            in_valid: Default::default(),
            in_telemetry: Default::default(),
            in_clear: Default::default(),
            in_qpn: Default::default(),
            in_path: Default::default(),
            in_n_hop: Default::default(),
            in_hop: each(hops),
            out_valid: Default::default(),
            out_qpn: Default::default(),
            out_measure: Default::default(),
            out_flags: Default::default(),
            out_hop: each(hops),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            lane: (0..hops).map(|_| HopLane::with_ecc(ecc)).collect(),
            p0_valid: Default::default(),
            p1_valid: Default::default(),
            p2_valid: Default::default(),
            p3_valid: Default::default(),
            p4_valid: Default::default(),
            p0: Default::default(),
            p1: Default::default(),
            p2: Default::default(),
            p3: Default::default(),
            p4: Default::default(),
            too_long: Default::default(),
            match_2: Default::default(),
            match_3: Default::default(),
            write: Default::default(),
            first: Default::default(),
            differs: Default::default(),
            measure: Default::default(),
            entered: Default::default(),
            free: free(),
            ecc_in: Default::default(),
            lane_ecc: Default::default(),
            all_fault: Default::default(),
            more: Default::default(),
            hops: Constant::new((hops as u64).into()),
            _hops: hops,
            _ecc: ecc.into(),
            _reads: read_enable(ecc).len(),
            _ecc_hops: usize::from(ecc) * hops,
        }
    }
}

impl Logic for Hops {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hops");
        comment!("@doc The hop records of each QP's last telemetry, and what each hop did since then.");
        comment!("@doc One event a cycle, any mix of QPs; 4 cycles.");
        comment!("@port init_we makes the slice at init_addr not valid");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port in_valid an event enters");
        comment!("@port in_telemetry the event carries telemetry; without it the slice stays as it is");
        comment!("@port in_clear the slice becomes not valid, whatever in_telemetry says");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_path pathID");
        comment!("@port in_n_hop hops of the path");
        comment!("@port out_valid the event, 4 cycles later");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_measure the hops below n_hop are used: telemetry of the path that was recorded");
        comment!("@port out_flags bit 0 first telemetry, 1 another path, 2 more hops than there is room for");
        for _k in 0..self._ecc {
            comment!("@port fault_corrected a word of the slice had one wrong bit, which was corrected: 3 cycles after its event");
            comment!("@port fault_uncorrectable a word of the slice had two wrong bits");
        }
        comment!("@constant hops of the longest path");
        clock!(self, clock, ram, p0_valid, p1_valid, p2_valid, p3_valid, p4_valid);
        dff_setup!(self, clock, p0, p1, p2, p3, p4);

        comment!("p0: the event");
        self.p0_valid.d.next = self.in_valid.val();
        if self.in_valid.val() | self.free.val() {
            self.p0.d.next.telemetry = self.in_telemetry.val();
            self.p0.d.next.clear = self.in_clear.val();
            self.p0.d.next.qpn = self.in_qpn.val();
            self.p0.d.next.path = self.in_path.val();
            self.p0.d.next.n_hop = self.in_n_hop.val();
        }

        comment!("p0 to p1: the slice is read; what is stored, which does not depend on it");
        self.ram.raddr.next = self.p0.q.val().qpn;
        self.too_long.next = self.p0.q.val().n_hop > self.hops.val();
        self.p1_valid.d.next = self.p0_valid.q.val();
        if self.p0_valid.q.val() | self.free.val() {
            self.p1.d.next.qpn = self.p0.q.val().qpn;
            self.p1.d.next.counts = self.p0.q.val().telemetry & !self.p0.q.val().clear & !self.too_long.val();
            self.p1.d.next.too_long = self.p0.q.val().telemetry & !self.p0.q.val().clear & self.too_long.val();
            self.p1.d.next.store = self.p0.q.val().clear | (self.p0.q.val().telemetry & !self.too_long.val());
            self.p1.d.next.new_head.valid = !self.p0.q.val().clear;
            self.p1.d.next.new_head.path = self.p0.q.val().path;
            self.p1.d.next.new_head.n_hop = self.p0.q.val().n_hop;
        }

        comment!("p1 to p2: which of the events ahead have stored for this QP? In the next cycle the one in p2 now stands in p3 (1");
        comment!("ahead); those in p3 and p4 (2 and 3 ahead) the RAM gives too late");
        self.match_2.next =
            self.p3_valid.q.val() & self.p3.q.val().store & (self.p3.q.val().qpn == self.p1.q.val().qpn);
        self.match_3.next =
            self.p4_valid.q.val() & self.p4.q.val().store & (self.p4.q.val().qpn == self.p1.q.val().qpn);
        self.p2_valid.d.next = self.p1_valid.q.val();
        if self.p1_valid.q.val() | self.free.val() {
            self.p2.d.next.qpn = self.p1.q.val().qpn;
            self.p2.d.next.counts = self.p1.q.val().counts;
            self.p2.d.next.too_long = self.p1.q.val().too_long;
            self.p2.d.next.store = self.p1.q.val().store;
            self.p2.d.next.new_head = self.p1.q.val().new_head;
            self.p2.d.next.hit_1 =
                self.p2_valid.q.val() & self.p2.q.val().store & (self.p2.q.val().qpn == self.p1.q.val().qpn);
            self.p2.d.next.hit_forwarded = self.match_2.val() | self.match_3.val();
            self.p2.d.next.forwarded = self.p4.q.val().head;
            if self.match_2.val() {
                self.p2.d.next.forwarded = self.p3.q.val().new_head;
            }
        }

        comment!("p2 to p3: the loop: what was stored last");
        self.p3_valid.d.next = self.p2_valid.q.val();
        if self.p2_valid.q.val() | self.free.val() {
            self.p3.d.next.qpn = self.p2.q.val().qpn;
            self.p3.d.next.counts = self.p2.q.val().counts;
            self.p3.d.next.too_long = self.p2.q.val().too_long;
            self.p3.d.next.store = self.p2.q.val().store;
            self.p3.d.next.new_head = self.p2.q.val().new_head;
            self.p3.d.next.old_head = self.ram.rdata.val();
            if self.p2.q.val().hit_forwarded {
                self.p3.d.next.old_head = self.p2.q.val().forwarded;
            }
            if self.p2.q.val().hit_1 {
                self.p3.d.next.old_head = self.p3.q.val().new_head;
            }
        }

        comment!("p3: write back");
        self.write.next = self.p3_valid.q.val() & self.p3.q.val().store;
        self.ram.we.next = self.init_we.val() | self.write.val();
        self.ram.waddr.next = self.p3.q.val().qpn;
        self.ram.wdata.next = self.p3.q.val().new_head;
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.valid = false;
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.p0_valid.q.val();
        }
        for k in 0..self._ecc {
            comment!("with check bits every event writes its slice back, and so what was corrected of it");
            self.ram.we.next = self.init_we.val() | self.p3_valid.q.val();
            if !self.p3.q.val().store & !self.init_we.val() {
                self.ram.wdata.next = self.p3.q.val().old_head;
            }
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.lane_ecc.next.inject = self.ecc_in.val().inject;
            self.lane_ecc.next.p3_valid = self.p3_valid.q.val();
            self.lane_ecc.next.init_we = self.init_we.val();
            self.lane_ecc.next.init_addr = self.init_addr.val();
        }
        self.p4_valid.d.next = self.p3_valid.q.val();
        if self.p3_valid.q.val() | self.free.val() {
            self.p4.d.next.qpn = self.p3.q.val().qpn;
            self.p4.d.next.store = self.p3.q.val().store;
            self.p4.d.next.head = self.p3.q.val().new_head;
            for _k in 0..self._ecc {
                comment!("so with check bits one that is three behind takes what was written, whatever it was: the RAM gives anything");
                self.p4.d.next.store = true;
                if !self.p3.q.val().store {
                    self.p4.d.next.head = self.p3.q.val().old_head;
                }
            }
        }

        comment!("p3: what the telemetry is: the first, of another path, or comparable");
        self.first.next = self.p3.q.val().counts & !self.p3.q.val().old_head.valid;
        self.differs.next = (self.p3.q.val().old_head.path != self.p3.q.val().new_head.path)
            | (self.p3.q.val().old_head.n_hop != self.p3.q.val().new_head.n_hop);
        self.measure.next = self.p3.q.val().counts & self.p3.q.val().old_head.valid & !self.differs.val();
        self.out_valid.next = self.p3_valid.q.val();
        self.out_qpn.next = self.p3.q.val().qpn;
        self.out_measure.next = self.measure.val();
        self.out_flags.next = bits::<3>(self.first.val())
            | (bits::<3>(self.p3.q.val().counts & self.p3.q.val().old_head.valid & self.differs.val()) << 1)
            | (bits::<3>(self.p3.q.val().too_long) << 2);

        comment!("the hops");
        self.entered.next = bits::<5>(self.in_valid.val())
            | (bits::<5>(self.p0_valid.q.val()) << 1)
            | (bits::<5>(self.p1_valid.q.val()) << 2)
            | (bits::<5>(self.p2_valid.q.val()) << 3)
            | (bits::<5>(self.p3_valid.q.val()) << 4);
        for i in 0..self._hops {
            clock!(self, clock, lane[i]);
            self.lane[i].valid.next = self.entered.val();
            self.lane[i].in_hop.next = self.in_hop[i].val();
            self.lane[i].raddr.next = self.p0.q.val().qpn;
            self.lane[i].we.next = self.write.val();
            self.lane[i].waddr.next = self.p3.q.val().qpn;
            self.lane[i].match_2.next = self.match_2.val();
            self.lane[i].hit_1.next = self.p2.q.val().hit_1;
            self.lane[i].hit_forwarded.next = self.p2.q.val().hit_forwarded;
            self.lane[i].used.next = self.measure.val() & (self.p3.q.val().new_head.n_hop > i.to_bits::<U<4>>());
            self.out_hop[i].next = self.lane[i].out_hop.val();
            for k in 0..self._reads {
                self.lane[i].re_opt[k].next = self.p0_valid.q.val();
            }
        }
        for k in 0..self._ecc {
            self.all_fault.next = self.ram.fault_opt[k].val();
        }
        for i in 0..self._ecc_hops {
            for k in 0..self._ecc {
                self.lane[i].ecc_opt[k].next = self.lane_ecc.val();
                self.more.next = self.lane[i].fault_opt[k].val();
            }
            self.all_fault.next.corrected = self.all_fault.val().corrected | self.more.val().corrected;
            self.all_fault.next.uncorrectable = self.all_fault.val().uncorrectable | self.more.val().uncorrectable;
        }
        for k in 0..self._ecc {
            self.fault_opt[k].next = self.all_fault.val();
        }
    }
}
