#![doc = include_str!("sent.md")]
//!
//! # Why this file
//!
//! What the NIC has sent is told beside the events, in any cycle, by a part of the NIC that waits for nobody. So that
//! an event meets one defined value whatever the memory does with a read and a write at once, the memory stands here,
//! alone. snd_max is kept twice: events read it, and so do writes, which compare.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::rewrite::RewriteEcc;

logic_struct! {
    /// What is kept of a QP.
    pub struct Sequence {
        pub snd_nxt: PsnWord,
        /// The furthest that snd_nxt has been.
        pub snd_max: PsnWord,
    }
    /// A write: the NIC's, a host operation's, or of the initialisation.
    pub struct Write {
        pub qpn: Qpn,
        pub psn: PsnWord,
        /// The NIC's; otherwise `psn` is stored as both.
        pub sends: Bit,
    }
    /// One that stands in w1, and then in w2.
    pub struct Meeting {
        pub write: Write,
        /// The write just ahead, in w2 now and then in w3, is of this QP.
        pub hit_1: Bit,
        /// The one 2, 3 or 4 ahead is: the memory's snd_max is too old, and that behind it is `forwarded`, if the one
        /// just ahead is not of this QP.
        pub hit_2: Bit,
        pub hit_3: Bit,
        pub hit_4: Bit,
    }
    /// One that stands in w3.
    pub struct W3 {
        pub qpn: Qpn,
        pub psn: PsnWord,
        /// snd_max before it; what is sent is behind that.
        pub old_max: U<24>,
        pub rewinds: Bit,
    }
    /// One that stands in w4, as the memories get it.
    pub struct W4 {
        pub qpn: Qpn,
        pub written: Sequence,
    }
    /// An event in p1: the write in w3 is of its QP; that which is in w4, and that in w5, are.
    pub struct P1 {
        pub qpn: Qpn,
        pub meets: Bit,
        pub met_last: Bit,
        pub met_early: Bit,
    }
    /// An event in p2, and the newest write of its QP that it has met; the one in w3 is too.
    pub struct P2 {
        pub qpn: Qpn,
        pub meets: Bit,
        pub hit: Bit,
        pub met: Sequence,
    }
}

/// What has been sent of all queue pairs.
#[derive(LogicBlock, Default)]
pub struct Sent {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub tx_valid: Signal<In, Bit>,
    pub tx_qpn: Signal<In, Qpn>,
    pub tx_psn: Signal<In, PsnWord>,
    pub in_valid: Signal<In, Bit>,
    pub in_store: Signal<In, Bit>,
    pub in_psn: Signal<In, PsnWord>,
    pub in_qpn: Signal<In, Qpn>,
    pub out_valid: Signal<Out, Bit>,
    pub out_snd_nxt: Signal<Out, PsnWord>,
    pub out_snd_max: Signal<Out, PsnWord>,
    pub ecc_opt: Vec<Signal<In, RewriteEcc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    /// What events read.
    ram: Ram<Sequence, QPN>,
    /// What writes read: snd_max.
    furthest: Ram<U<24>, QPN>,
    w0_valid: Reg<Bit>,
    w1_valid: Reg<Bit>,
    w2_valid: Reg<Bit>,
    w3_valid: Reg<Bit>,
    w4_valid: Reg<Bit>,
    w0: DReg<Write>,
    w1: DReg<Meeting>,
    w2: DReg<Meeting>,
    w2_forwarded: DReg<U<24>>,
    w3: DReg<W3>,
    w4: DReg<W4>,
    w5_written: DReg<Sequence>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p4_valid: Reg<Bit>,
    p0_qpn: DReg<Qpn>,
    p1: DReg<P1>,
    p2: DReg<P2>,
    p3_meets: DReg<Bit>,
    p3: DReg<Sequence>,
    p4: DReg<Sequence>,
    /// Of the write in the stage: it writes back what is there.
    keeps_opt: Vec<Reg<U<4>>>,

    stores: Signal<Local, Bit>,
    rewrites: Signal<Local, Bit>,
    match_1: Signal<Local, Bit>,
    match_2: Signal<Local, Bit>,
    match_3: Signal<Local, Bit>,
    match_4: Signal<Local, Bit>,
    /// What is sent less snd_max: that of the memory, the forwarded one, what the write just ahead sends, and what was
    /// there before that.
    beyond_ram: Signal<Local, U<24>>,
    beyond_forwarded: Signal<Local, U<24>>,
    beyond_ahead: Signal<Local, U<24>>,
    beyond_old: Signal<Local, U<24>>,
    behind: Signal<Local, Bit>,
    written: Signal<Local, Sequence>,
    meets_early: Signal<Local, Bit>,
    meets_p0: Signal<Local, Bit>,
    meets_p1: Signal<Local, Bit>,
    meets_p2: Signal<Local, Bit>,
    meets_p3: Signal<Local, Bit>,
    ecc_in: Signal<Local, RewriteEcc>,
    keeping: Signal<Local, U<4>>,
    of_ram: Signal<Local, Fault>,
    of_furthest: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    _ecc: usize,
}

impl Sent {
    pub fn new() -> Self {
        Self::default()
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            furthest: Ram::with_ecc(ecc),
            keeps_opt: option(ecc),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for Sent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sent");
        comment!("@doc What the NIC has sent of each QP: snd_nxt, the PSN that it sends next, and snd_max, the furthest that this has been.");
        comment!("@doc An event sees what was written up to its own cycle. One event and one write a cycle, any mix of QPs; 5 cycles.");
        comment!("@port init_we writes 0 at init_addr, while nothing is under way; tx_* is ignored in this cycle");
        comment!("@port init_addr index of the QP that is reset");
        comment!("@port tx_valid the NIC has sent; always taken, but ignored with init_we and with in_store");
        comment!("@port tx_qpn index of the QP");
        comment!("@port tx_psn the PSN that it sends next: snd_nxt; and snd_max, if that is further");
        comment!("@port in_valid an event enters");
        comment!("@port in_store with in_valid: snd_nxt and snd_max become in_psn + 1");
        comment!("@port in_psn last PSN acknowledged, with in_store");
        comment!("@port in_qpn index of the QP");
        comment!("@port out_valid the event, 5 cycles later");
        comment!("@port out_snd_nxt the PSN that the NIC sent next when the event entered");
        comment!("@port out_snd_max the furthest that this had been");
        for _k in 0..self._ecc {
            comment!("@port ecc_rewrite with in_valid, and without tx_valid: the words are written back");
            comment!("@port fault_corrected a word had one wrong bit, which was corrected: 3 cycles after its event or write");
        }
        clock!(self, clock, ram, furthest, w0_valid, w1_valid, w2_valid, w3_valid, w4_valid);
        clock!(self, clock, w0, w1, w2, w2_forwarded, w3, w4, w5_written);
        clock!(self, clock, p0_valid, p1_valid, p2_valid, p3_valid, p4_valid, p0_qpn, p1, p2, p3_meets, p3, p4);

        comment!("w0: the write: a host operation's, else the NIC's; none while the contexts are initialised");
        self.stores.next = self.in_valid.val() & self.in_store.val();
        self.rewrites.next = false;
        for k in 0..self._ecc {
            clock!(self, clock, keeps_opt[k]);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.rewrites.next = self.in_valid.val() & self.ecc_in.val().rewrite;
        }
        self.w0_valid.d.next = !self.init_we.val() & (self.stores.val() | self.tx_valid.val() | self.rewrites.val());
        self.w0.d.next.qpn = self.in_qpn.val();
        self.w0.d.next.psn = self.in_psn.val() + 1;
        self.w0.d.next.sends = !self.stores.val();
        if self.tx_valid.val() & !self.stores.val() {
            self.w0.d.next.qpn = self.tx_qpn.val();
            self.w0.d.next.psn = self.tx_psn.val();
        }

        comment!("w0 to w1: snd_max is read. Which of the writes ahead are of this QP? In w2 it finds the one in w1 now in w3 (1 ahead);");
        comment!("those in w2, w3 and w4 (2 to 4 ahead) the memory gives too late");
        self.furthest.raddr.next = self.w0.q.val().qpn;
        self.match_1.next = self.w1_valid.q.val() & (self.w1.q.val().write.qpn == self.w0.q.val().qpn);
        self.match_2.next = self.w2_valid.q.val() & (self.w2.q.val().write.qpn == self.w0.q.val().qpn);
        self.match_3.next = self.w3_valid.q.val() & (self.w3.q.val().qpn == self.w0.q.val().qpn);
        self.match_4.next = self.w4_valid.q.val() & (self.w4.q.val().qpn == self.w0.q.val().qpn);
        self.w1_valid.d.next = self.w0_valid.q.val();
        self.w1.d.next.write = self.w0.q.val();
        self.w1.d.next.hit_1 = self.match_1.val();
        self.w1.d.next.hit_2 = self.match_2.val();
        self.w1.d.next.hit_3 = self.match_3.val();
        self.w1.d.next.hit_4 = self.match_4.val();

        comment!("w1 to w2: the newest snd_max behind those that are 2 to 4 ahead, now in w3, w4 and w5");
        self.written.next.snd_nxt = self.w3.q.val().psn;
        self.written.next.snd_max = self.w3.q.val().psn;
        if self.w3.q.val().rewinds {
            self.written.next.snd_max = self.w3.q.val().old_max;
        }
        for k in 0..self._ecc {
            comment!("what is written back is what was read: snd_nxt by the event, which stands in p3 beside it");
            self.keeping.next = self.keeps_opt[k].q.val();
            self.keeps_opt[k].d.next =
                (self.keeping.val() << 1) | bits::<4>(self.rewrites.val() & !self.tx_valid.val() & !self.stores.val());
            if self.keeping.val().get_bit(3) {
                self.written.next.snd_nxt = self.p3.q.val().snd_nxt;
                self.written.next.snd_max = self.w3.q.val().old_max;
            }
        }
        self.w2_valid.d.next = self.w1_valid.q.val();
        self.w2.d.next = self.w1.q.val();
        self.w2_forwarded.d.next = self.w5_written.q.val().snd_max;
        if self.w1.q.val().hit_3 {
            self.w2_forwarded.d.next = self.w4.q.val().written.snd_max;
        }
        if self.w1.q.val().hit_2 {
            self.w2_forwarded.d.next = self.written.val().snd_max;
        }

        comment!("w2 to w3: the newest snd_max is the memory's, or else that behind the write just ahead, or else the forwarded one");
        self.w3_valid.d.next = self.w2_valid.q.val();
        self.w3.d.next.qpn = self.w2.q.val().write.qpn;
        self.w3.d.next.psn = self.w2.q.val().write.psn;
        self.w3.d.next.old_max = self.furthest.rdata.val();
        if self.w2.q.val().hit_2 | self.w2.q.val().hit_3 | self.w2.q.val().hit_4 {
            self.w3.d.next.old_max = self.w2_forwarded.q.val();
        }
        if self.w2.q.val().hit_1 {
            self.w3.d.next.old_max = self.written.val().snd_max;
        }
        comment!("what is sent is compared with each of them, before it is known which is the one");
        self.beyond_ram.next = self.w2.q.val().write.psn - self.furthest.rdata.val();
        self.beyond_forwarded.next = self.w2.q.val().write.psn - self.w2_forwarded.q.val();
        self.beyond_ahead.next = self.w2.q.val().write.psn - self.w3.q.val().psn;
        self.beyond_old.next = self.w2.q.val().write.psn - self.w3.q.val().old_max;
        self.behind.next = self.beyond_ram.val().get_bit(23);
        if self.w2.q.val().hit_2 | self.w2.q.val().hit_3 | self.w2.q.val().hit_4 {
            self.behind.next = self.beyond_forwarded.val().get_bit(23);
        }
        if self.w2.q.val().hit_1 {
            self.behind.next = self.beyond_ahead.val().get_bit(23);
            if self.w3.q.val().rewinds {
                self.behind.next = self.beyond_old.val().get_bit(23);
            }
        }
        for _k in 0..self._ecc {
            if self.w2.q.val().hit_1 & self.keeping.val().get_bit(3) {
                self.behind.next = self.beyond_old.val().get_bit(23);
            }
        }
        self.w3.d.next.rewinds = self.w2.q.val().write.sends & self.behind.val();

        comment!("w3 to w4: what is written; a rewind lowers snd_nxt alone");
        self.w4_valid.d.next = self.w3_valid.q.val();
        self.w4.d.next.qpn = self.w3.q.val().qpn;
        self.w4.d.next.written = self.written.val();

        comment!("w4: both memories are written");
        self.ram.we.next = self.init_we.val() | self.w4_valid.q.val();
        self.ram.waddr.next = self.w4.q.val().qpn;
        self.ram.wdata.next = self.w4.q.val().written;
        self.furthest.we.next = self.init_we.val() | self.w4_valid.q.val();
        self.furthest.waddr.next = self.w4.q.val().qpn;
        self.furthest.wdata.next = self.w4.q.val().written.snd_max;
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.snd_nxt = 0.into();
            self.ram.wdata.next.snd_max = 0.into();
            self.furthest.waddr.next = self.init_addr.val();
            self.furthest.wdata.next = 0.into();
        }
        self.w5_written.d.next = self.w4.q.val().written;

        comment!("p0 to p3: the event. In each of them it meets in w3 the write of another cycle: 3, 2 and 1 before its own, and its own; and p0 in w4 that of 4 before.");
        comment!("From p1 on that is known a cycle before, and what p0 met is taken a cycle later, from w4 and w5");
        self.p0_valid.d.next = self.in_valid.val();
        self.p0_qpn.d.next = self.in_qpn.val();
        self.ram.raddr.next = self.p0_qpn.q.val();
        self.meets_p0.next = self.w3_valid.q.val() & (self.w3.q.val().qpn == self.p0_qpn.q.val());
        self.meets_early.next = self.w4_valid.q.val() & (self.w4.q.val().qpn == self.p0_qpn.q.val());
        self.meets_p1.next = self.w2_valid.q.val() & (self.w2.q.val().write.qpn == self.p0_qpn.q.val());
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1.d.next.qpn = self.p0_qpn.q.val();
        self.p1.d.next.meets = self.meets_p1.val();
        self.p1.d.next.met_last = self.meets_p0.val();
        self.p1.d.next.met_early = self.meets_early.val();
        self.meets_p2.next = self.w2_valid.q.val() & (self.w2.q.val().write.qpn == self.p1.q.val().qpn);
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2.d.next.qpn = self.p1.q.val().qpn;
        self.p2.d.next.meets = self.meets_p2.val();
        self.p2.d.next.hit = self.p1.q.val().meets | self.p1.q.val().met_last | self.p1.q.val().met_early;
        self.p2.d.next.met = self.w5_written.q.val();
        if self.p1.q.val().met_last {
            self.p2.d.next.met = self.w4.q.val().written;
        }
        if self.p1.q.val().meets {
            self.p2.d.next.met = self.written.val();
        }
        self.meets_p3.next = self.w2_valid.q.val() & (self.w2.q.val().write.qpn == self.p2.q.val().qpn);
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3_meets.d.next = self.meets_p3.val();
        self.p3.d.next = self.ram.rdata.val();
        if self.p2.q.val().hit {
            self.p3.d.next = self.p2.q.val().met;
        }
        if self.p2.q.val().meets {
            self.p3.d.next = self.written.val();
        }
        self.p4_valid.d.next = self.p3_valid.q.val();
        self.p4.d.next = self.p3.q.val();
        if self.p3_meets.q.val() {
            self.p4.d.next = self.written.val();
        }
        self.out_valid.next = self.p4_valid.q.val();
        self.out_snd_nxt.next = self.p4.q.val().snd_nxt;
        self.out_snd_max.next = self.p4.q.val().snd_max;
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.p0_valid.q.val();
        }
        for k in 0..self.furthest.re_opt.len() {
            self.furthest.re_opt[k].next = self.w0_valid.q.val() & self.w0.q.val().sends;
        }
        for k in 0..self._ecc {
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.furthest.inject_opt[k].next = self.ecc_in.val().inject;
            self.of_ram.next = self.ram.fault_opt[k].val();
            self.of_furthest.next = self.furthest.fault_opt[k].val();
            self.all_fault.next.corrected = self.of_ram.val().corrected | self.of_furthest.val().corrected;
            self.all_fault.next.uncorrectable = self.of_ram.val().uncorrectable | self.of_furthest.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;
    use layout::timing::SENT_LATENCY;

    /// An event's QP, and a write.
    type Cycle = (Option<u64>, Option<(u64, u64)>);

    /// Feeds one of them a cycle; returns what the events find.
    fn run(cycles: &[Cycle]) -> Vec<u64> {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Sent::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        // a write during the initialisation is ignored
        sim.uut.init_we.next = true;
        sim.uut.tx_valid.next = true;
        sim.uut.tx_psn.next = 77.into();
        for addr in 0..16 {
            sim.uut.init_addr.next = addr.into();
            sim.step().unwrap();
        }
        sim.uut.init_we.next = false;
        let (mut out, mut valid) = (vec![], vec![]);
        for k in 0..cycles.len() + SENT_LATENCY as usize {
            let (event, tx) = cycles.get(k).copied().unwrap_or_default();
            sim.uut.in_valid.next = event.is_some();
            sim.uut.in_qpn.next = event.unwrap_or(1).into();
            sim.uut.in_store.next = false;
            sim.uut.tx_valid.next = tx.is_some();
            let (qpn, psn) = tx.unwrap_or((1, 99));
            (sim.uut.tx_qpn.next, sim.uut.tx_psn.next) = (qpn.into(), psn.into());
            sim.settle().unwrap();
            valid.push(sim.uut.out_valid.val());
            if sim.uut.out_valid.val() {
                out.push(sim.uut.out_snd_nxt.val().raw() as u64);
            }
            sim.step().unwrap();
        }
        let expected = cycles.iter().map(|(event, _)| event.is_some());
        assert!(valid.into_iter().skip(SENT_LATENCY as usize).eq(expected), "each leaves after {SENT_LATENCY} cycles");
        out
    }

    #[test]
    fn an_event_sees_the_write_of_its_own_cycle_and_none_that_comes_later() {
        for write in 0..12 {
            let cycles: Vec<_> = (0..12).map(|k| (Some(1), (k == write).then_some((1, 500)))).collect();
            let expected: Vec<u64> = (0..12).map(|event| if write <= event { 500 } else { 0 }).collect();
            assert_eq!(run(&cycles), expected, "written in cycle {write}");
        }
    }

    /// The number on the block's page.
    #[test]
    fn the_worked_number_of_the_page() {
        let cycles = [
            (None, Some((3, 100))),
            (Some(3), Some((3, 101))),
            (Some(3), Some((4, 7))),
            (Some(4), Some((3, 99))),
            (Some(3), None),
        ];
        assert_eq!(run(&cycles), [101, 101, 7, 99]);
    }
}
