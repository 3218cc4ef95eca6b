#![doc = include_str!("sent.md")]
//!
//! # Why this file
//!
//! What the NIC has sent is told beside the events, in any cycle, by a part of the NIC that waits for nobody. So that an event meets one
//! defined value whatever the memory does with a read and a write at once, the memory stands here, alone.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::rewrite::RewriteEcc;

logic_struct! {
    /// A write: the NIC's, or of the initialisation.
    pub struct Write<const Q: usize> {
        pub qpn: U<Q>,
        pub psn: U<24>,
    }
}

/// The next PSN to be sent of 2^Q queue pairs.
#[derive(LogicBlock, Default)]
pub struct Sent<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, U<Q>>,
    pub tx_valid: Signal<In, Bit>,
    pub tx_qpn: Signal<In, U<Q>>,
    pub tx_psn: Signal<In, U<24>>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, U<Q>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_snd_nxt: Signal<Out, U<24>>,
    pub ecc_opt: Vec<Signal<In, RewriteEcc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<U<24>, Q>,
    write_valid: Reg<Bit>,
    write: DReg<Write<Q>>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p0_qpn: DReg<U<Q>>,
    p1_hit: DReg<Bit>,
    p1_psn: DReg<U<24>>,
    p2_hit: DReg<Bit>,
    p2_psn: DReg<U<24>>,
    p3_snd_nxt: DReg<U<24>>,
    /// An event that writes back: from its entry until its word is written, by it or by the NIC.
    armed_opt: Vec<Reg<Bit>>,
    armed_qpn_opt: Vec<DReg<U<Q>>>,
    /// Bits 0 to 3: it stands in p0 to p3; bit 4: it has passed.
    age_opt: Vec<Reg<U<5>>>,
    word_opt: Vec<DReg<U<24>>>,
    told: Signal<Local, RewriteEcc>,
    rewritten: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    ages: Signal<Local, U<5>>,
    _ecc: usize,
}

impl<const Q: usize> Sent<Q> {
    pub fn new() -> Self {
        Self::default()
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            armed_opt: option(ecc),
            armed_qpn_opt: option(ecc),
            age_opt: option(ecc),
            word_opt: option(ecc),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl<const Q: usize> Logic for Sent<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sent");
        comment!("@doc The PSN that the NIC sends next on each QP. An event sees what was written up to the cycle in which it enters.");
        comment!("@doc One event and one write a cycle, any mix of QPs; 4 cycles.");
        comment!("@port init_we writes 0 at init_addr; tx_* is ignored in this cycle");
        comment!("@port init_addr index of the QP that is reset");
        comment!("@port tx_valid the NIC has sent; always taken, but ignored with init_we");
        comment!("@port tx_qpn index of the QP");
        comment!("@port tx_psn the PSN that it sends next");
        comment!("@port in_valid an event enters");
        comment!("@port in_qpn index of the QP");
        comment!("@port out_valid the event, 4 cycles later");
        comment!("@port out_snd_nxt the PSN that the NIC sent next when the event entered");
        for _k in 0..self._ecc {
            comment!("@port ecc_inject spoils every word that is read: bit 0 in one bit; bit 1, which goes before it, in two check bits");
            comment!("@port ecc_rewrite with in_valid: the word is written back, in the first cycle from the sixth on in which the NIC writes nothing; a further one takes its place");
            comment!("@port fault_corrected a word had one wrong bit, which was corrected: 3 cycles after its event");
            comment!("@port fault_uncorrectable a word had two wrong bits");
        }
        clock!(self, clock, ram, write_valid, write, p0_valid, p1_valid, p2_valid, p3_valid, p0_qpn);
        clock!(self, clock, p1_hit, p1_psn, p2_hit, p2_psn, p3_snd_nxt);

        comment!("p0: the event, and beside it the write of the same cycle");
        self.p0_valid.d.next = self.in_valid.val();
        self.p0_qpn.d.next = self.in_qpn.val();
        self.write_valid.d.next = self.init_we.val() | self.tx_valid.val();
        self.write.d.next.qpn = self.tx_qpn.val();
        self.write.d.next.psn = self.tx_psn.val();
        if self.init_we.val() {
            self.write.d.next.qpn = self.init_addr.val();
            self.write.d.next.psn = 0.into();
        }

        comment!("p0 to p1: read and write at one edge. What the RAM reads of the word that is written then is not looked at: hit");
        self.ram.raddr.next = self.p0_qpn.q.val();
        self.ram.we.next = self.write_valid.q.val();
        self.ram.waddr.next = self.write.q.val().qpn;
        self.ram.wdata.next = self.write.q.val().psn;
        for k in 0..self._ecc {
            comment!("write back, once the word is there and the port is free, unless the NIC has written the word since then");
            clock!(self, clock, armed_opt[k], armed_qpn_opt[k], age_opt[k], word_opt[k]);
            self.told.next = self.ecc_opt[k].val();
            self.ages.next = self.age_opt[k].q.val();
            self.rewritten.next = self.write_valid.q.val() & (self.write.q.val().qpn == self.armed_qpn_opt[k].q.val());
            self.goes.next = self.armed_opt[k].q.val() & self.ages.val().get_bit(4) & !self.write_valid.q.val();
            if self.goes.val() {
                self.ram.we.next = true;
                self.ram.waddr.next = self.armed_qpn_opt[k].q.val();
                self.ram.wdata.next = self.word_opt[k].q.val();
            }
            self.armed_opt[k].d.next = self.armed_opt[k].q.val() & !self.rewritten.val() & !self.goes.val();
            self.armed_qpn_opt[k].d.next = self.armed_qpn_opt[k].q.val();
            self.age_opt[k].d.next = (self.ages.val() << 1) | (self.ages.val() & 16);
            self.word_opt[k].d.next = self.word_opt[k].q.val();
            if self.ages.val().get_bit(3) {
                self.word_opt[k].d.next = self.p3_snd_nxt.q.val();
            }
            if self.in_valid.val() & self.told.val().rewrite {
                self.armed_opt[k].d.next = true;
                self.armed_qpn_opt[k].d.next = self.in_qpn.val();
                self.age_opt[k].d.next = 1.into();
            }
            self.ram.re_opt[k].next = self.p0_valid.q.val();
            self.ram.inject_opt[k].next = self.told.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1_hit.d.next = self.write_valid.q.val() & (self.write.q.val().qpn == self.p0_qpn.q.val());
        self.p1_psn.d.next = self.write.q.val().psn;

        comment!("p1 to p2: the RAM's array register");
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2_hit.d.next = self.p1_hit.q.val();
        self.p2_psn.d.next = self.p1_psn.q.val();

        comment!("p2 to p3: the word of the RAM, or the write that came with the event");
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3_snd_nxt.d.next = self.ram.rdata.val();
        if self.p2_hit.q.val() {
            self.p3_snd_nxt.d.next = self.p2_psn.q.val();
        }
        self.out_valid.next = self.p3_valid.q.val();
        self.out_snd_nxt.next = self.p3_snd_nxt.q.val();
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
        let mut sim = Sim::new(Sent::<4>::new(), |b| &mut b.clock);
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
        let cycles =
            [(None, Some((3, 100))), (Some(3), Some((3, 101))), (Some(3), Some((4, 7))), (Some(4), Some((3, 102)))];
        assert_eq!(run(&cycles), [101, 101, 7]);
    }
}
