#![doc = include_str!("choice.md")]
//!
//! # Why this file
//!
//! Which algorithm an event is for must be known before anything is done with it, and a host write that changes it must
//! take its place among the events of its QP. That is a rule of its own, whatever the algorithms are.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::rewrite::{Rewrite, RewriteEcc};

logic_struct! {
    /// What is kept of a QP.
    pub struct Slice {
        pub alg: AlgCode,
        pub set: SetIndex,
    }
    /// The event.
    pub struct P0 {
        pub store: Bit,
        pub qpn: Qpn,
    }
}

/// Algorithm and parameter set of all queue pairs.
#[derive(LogicBlock, Default)]
pub struct Choice {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_alg: Signal<In, AlgCode>,
    pub host_set: Signal<In, SetIndex>,
    pub in_valid: Signal<In, Bit>,
    pub in_store: Signal<In, Bit>,
    pub in_qpn: Signal<In, Qpn>,
    pub out_valid: Signal<Out, Bit>,
    pub out_alg: Signal<Out, AlgCode>,
    pub out_set: Signal<Out, SetIndex>,
    pub ecc_opt: Vec<Signal<In, RewriteEcc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Slice, QPN>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p0: DReg<P0>,
    p1_store: DReg<Bit>,
    p2_store: DReg<Bit>,
    p3: DReg<Slice>,
    rewrite_opt: Vec<Rewrite>,
    /// What was written back as the event in p1 was read, and as that in p2 was.
    p1_meets_opt: Vec<DReg<Bit>>,
    p2_meets_opt: Vec<DReg<Bit>>,
    p1_back_opt: Vec<DReg<Slice>>,
    p2_back_opt: Vec<DReg<Slice>>,
    ecc_in: Signal<Local, RewriteEcc>,
    _ecc: usize,
}

impl Choice {
    pub fn new() -> Self {
        Self::default()
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            rewrite_opt: option(ecc),
            p1_meets_opt: option(ecc),
            p2_meets_opt: option(ecc),
            p1_back_opt: option(ecc),
            p2_back_opt: option(ecc),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for Choice {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module choice");
        comment!("@doc The algorithm and the parameter set of each QP, as each event of it finds them.");
        comment!("@doc One event a cycle, any mix of QPs; 4 cycles.");
        comment!("@port init_we writes algorithm 0 and set 0 at init_addr");
        comment!("@port init_addr index of the QP whose choice is reset");
        comment!(
            "@port host_alg what an event with in_store stores, read 1 and 3 cycles after it entered: @algorithms"
        );
        comment!("@port host_set likewise: index of a parameter set");
        comment!("@port in_valid an event enters");
        comment!("@port in_store it replaces the QP's choice");
        comment!("@port in_qpn index of the QP");
        comment!("@port out_valid the event, 4 cycles later");
        comment!("@port out_alg its QP's algorithm, with in_store the new one");
        comment!("@port out_set its QP's parameter set, with in_store the new one");
        for _k in 0..self._ecc {
            comment!("@port ecc_rewrite with in_valid and without in_store: the choice is written back as it was read; no store follows within 3 cycles");
            comment!("@port fault_corrected a choice had one wrong bit, which was corrected: 3 cycles after its event");
            comment!("@port fault_uncorrectable a choice had two wrong bits");
        }
        clock!(self, clock, ram, p0_valid, p1_valid, p2_valid, p3_valid, p0, p1_store, p2_store, p3);

        comment!("p0: the event");
        self.p0_valid.d.next = self.in_valid.val();
        self.p0.d.next.store = self.in_store.val();
        self.p0.d.next.qpn = self.in_qpn.val();

        comment!("p0 to p1: read and write at once. The next event reads a cycle later, so it finds what this one has written; what this");
        comment!("one reads of the word that it writes is not looked at");
        self.ram.raddr.next = self.p0.q.val().qpn;
        self.ram.we.next = self.init_we.val() | (self.p0_valid.q.val() & self.p0.q.val().store);
        self.ram.waddr.next = self.p0.q.val().qpn;
        self.ram.wdata.next.alg = self.host_alg.val();
        self.ram.wdata.next.set = self.host_set.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.alg = 0.into();
            self.ram.wdata.next.set = 0.into();
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.p0_valid.q.val();
        }
        for k in 0..self._ecc {
            comment!("what was read, and corrected, is written back from p3; nothing else is written then");
            clock!(self, clock, rewrite_opt[k]);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.rewrite_opt[k].in_valid.next = self.in_valid.val() & self.ecc_in.val().rewrite & !self.in_store.val();
            self.rewrite_opt[k].in_qpn.next = self.in_qpn.val();
            if self.rewrite_opt[k].p3_valid.val() {
                self.ram.we.next = true;
                self.ram.waddr.next = self.rewrite_opt[k].p3_qpn.val();
                self.ram.wdata.next = self.p3.q.val();
            }
            comment!("an event three behind it reads that word as it is written: it takes what is written");
            clock!(self, clock, p1_meets_opt[k], p2_meets_opt[k], p1_back_opt[k], p2_back_opt[k]);
            self.p1_meets_opt[k].d.next =
                self.rewrite_opt[k].p3_valid.val() & (self.rewrite_opt[k].p3_qpn.val() == self.p0.q.val().qpn);
            self.p1_back_opt[k].d.next = self.p3.q.val();
            self.p2_meets_opt[k].d.next = self.p1_meets_opt[k].q.val();
            self.p2_back_opt[k].d.next = self.p1_back_opt[k].q.val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1_store.d.next = self.p0.q.val().store;

        comment!("p1 to p2: the RAM's array register");
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2_store.d.next = self.p1_store.q.val();

        comment!("p2 to p3: the word of the RAM, or the new choice");
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3.d.next = self.ram.rdata.val();
        for k in 0..self._ecc {
            if self.p2_meets_opt[k].q.val() {
                self.p3.d.next = self.p2_back_opt[k].q.val();
            }
        }
        if self.p2_store.q.val() {
            self.p3.d.next.alg = self.host_alg.val();
            self.p3.d.next.set = self.host_set.val();
        }
        self.out_valid.next = self.p3_valid.q.val();
        self.out_alg.next = self.p3.q.val().alg;
        self.out_set.next = self.p3.q.val().set;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;
    use layout::timing::CHOICE_LATENCY;

    /// qpn, and the (alg, set) that it stores.
    type Event = (u64, Option<(u64, u64)>);

    /// Feeds one event a cycle, `None`: a gap; returns (alg, set) of each.
    fn run(events: &[Option<Event>]) -> Vec<(u64, u64)> {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Choice::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        sim.uut.init_we.next = true;
        for addr in 0..16 {
            sim.uut.init_addr.next = addr.into();
            sim.step().unwrap();
        }
        sim.uut.init_we.next = false;
        let (mut out, mut valid) = (vec![], vec![]);
        for k in 0..events.len() + CHOICE_LATENCY as usize {
            let event = events.get(k).copied().flatten();
            sim.uut.in_valid.next = event.is_some();
            sim.uut.in_store.next = true; // and in gaps
            if let Some((qpn, store)) = event {
                sim.uut.in_qpn.next = qpn.into();
                sim.uut.in_store.next = store.is_some();
                if let Some((alg, set)) = store {
                    (sim.uut.host_alg.next, sim.uut.host_set.next) = (alg.into(), set.into());
                }
            }
            sim.settle().unwrap();
            let u = &sim.uut;
            valid.push(u.out_valid.val());
            if u.out_valid.val() {
                out.push((u.out_alg.val().raw() as u64, u.out_set.val().raw() as u64));
            }
            sim.step().unwrap();
        }
        let expected = events.iter().map(Option::is_some);
        assert!(
            valid.into_iter().skip(CHOICE_LATENCY as usize).eq(expected),
            "each leaves after {CHOICE_LATENCY} cycles"
        );
        out
    }

    #[test]
    fn a_store_travels_under_its_own_choice_and_all_later_events_see_it() {
        for gap in 0..6 {
            let mut events = vec![Some((1, None)), Some((2, None)), Some((1, Some((2, 9))))];
            events.extend((0..gap).map(|_| None));
            events.extend([Some((1, None)), Some((2, None))]);
            assert_eq!(run(&events), [(0, 0), (0, 0), (2, 9), (2, 9), (0, 0)], "{gap} gaps");
        }
    }

    /// The number on the block's page.
    #[test]
    fn the_worked_number_of_the_page() {
        let events = [Some((5, None)), Some((5, Some((2, 3)))), Some((5, None)), Some((6, None))];
        assert_eq!(run(&events), [(0, 0), (2, 3), (2, 3), (0, 0)]);
    }
}
