#![doc = include_str!("psn.md")]
//!
//! # Why this file
//!
//! The PSN's recurrence is as short as a cycle, so that ACKs of one QP may come back to back; it is kept apart from the window's
//! longer loop for that reason. In the loop the PSN is compared with all that the last one may be, side by side; which it was is known
//! by then. n is made behind the loop.

use crate::prelude::*;
use crate::prim::ecc::option;
use layout::ldcp;
use layout::record::Kind;

logic_struct! {
    /// The PSN slice of a context.
    pub struct Slice {
        pub psn: U<24>,
        pub valid: Bit,
    }
    /// The event.
    pub struct P0<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub use_psn: Bit,
        pub n: U<14>,
        pub psn: U<24>,
        pub qpn: U<Q>,
    }
    /// The event, decoded.
    pub struct P1<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        /// n, where the PSN does not say it.
        pub n: U<14>,
        pub qpn: U<Q>,
        /// An ACK whose PSN counts.
        pub counts: Bit,
        /// A host write: stores in any case.
        pub force: Bit,
        /// What is stored, if it is.
        pub new_slice: Slice,
    }
    /// The slice leaves the RAM's output register in this stage.
    pub struct P2<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n: U<14>,
        pub qpn: U<Q>,
        pub counts: Bit,
        pub force: Bit,
        pub new_slice: Slice,
        /// The event just ahead, in p3 now, is of this QP.
        pub hit_1: Bit,
        /// An event 1 to 3 ahead is: the RAM's slice is too old. If it is not the one just ahead, `late` is the slice behind it.
        pub hit: Bit,
        pub late: Slice,
        /// Against what the event just ahead may store: PSN less that, mod 2^24, and whether the PSN may be stored.
        pub ahead_delta: U<24>,
        pub ahead_may: Bit,
    }
    /// The comparison's result.
    pub struct P3<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n: U<14>,
        pub qpn: U<Q>,
        pub counts: Bit,
        pub new_slice: Slice,
        /// The slice before the event.
        pub old_slice: Slice,
        /// `new_slice` is stored: whatever the RAM holds; if the PSN is not older than the RAM's.
        pub sure: Bit,
        pub unless_older: Bit,
        /// PSN less the last one, mod 2^24, for either case of `hit`.
        pub hit: Bit,
        pub hit_delta: U<24>,
        pub ram_delta: U<24>,
    }
    /// The slice behind the event, one cycle on.
    pub struct P4<const Q: usize> {
        pub qpn: U<Q>,
        pub slice: Slice,
    }
}

/// The PSN slices of 2^Q queue pairs.
#[derive(LogicBlock, Default)]
pub struct Psn<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, U<Q>>,
    pub host_psn: Signal<In, U<24>>,
    pub host_psn_valid: Signal<In, Bit>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, U<3>>,
    pub in_ece: Signal<In, Bit>,
    pub in_use_psn: Signal<In, Bit>,
    pub in_n: Signal<In, U<14>>,
    pub in_psn: Signal<In, U<24>>,
    pub in_qpn: Signal<In, U<Q>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, U<3>>,
    pub out_ece: Signal<Out, Bit>,
    pub out_n: Signal<Out, U<14>>,
    pub out_qpn: Signal<Out, U<Q>>,
    pub out_psn: Signal<Out, U<24>>,
    pub out_psn_valid: Signal<Out, Bit>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Slice, Q>,
    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p4_valid: Reg<Bit>,
    p0: DReg<P0<Q>>,
    p1: DReg<P1<Q>>,
    p2: DReg<P2<Q>>,
    p3: DReg<P3<Q>>,
    p4: DReg<P4<Q>>,

    is_ack: Signal<Local, Bit>,
    is_host_write: Signal<Local, Bit>,
    match_1: Signal<Local, Bit>,
    match_2: Signal<Local, Bit>,
    match_3: Signal<Local, Bit>,
    store: Signal<Local, Bit>,
    after_p3: Signal<Local, Slice>,
    /// PSN less the one that the name says, mod 2^24. For `ahead` the PSN in p1, for the others that in p2.
    delta_ahead: Signal<Local, U<24>>,
    delta_late: Signal<Local, U<24>>,
    delta_old: Signal<Local, U<24>>,
    hit_slice: Signal<Local, Slice>,
    hit_delta: Signal<Local, U<24>>,
    hit_may: Signal<Local, Bit>,
    delta: Signal<Local, U<24>>,

    kind_ack: Constant<U<3>>,
    kind_host_write: Constant<U<3>>,
    n_max: Constant<U<14>>,
    reset_psn: Constant<U<24>>,
    told: Signal<Local, Ecc>,
    _ecc: usize,
}

impl<const Q: usize> Psn<Q> {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_host_write: Constant::new((Kind::HostWrite as u64).into()),
            n_max: Constant::new(ldcp::N::MAX_RAW.into()),
            reset_psn: Constant::new(ldcp::PSN.reset.into()),
            ..Self::default()
        }
    }
}

impl<const Q: usize> Logic for Psn<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module psn");
        comment!("@doc Turns the PSN of an ACK into n, the number of packets it confirms, against the QP's last PSN.");
        comment!("@doc One event a cycle, any mix of QPs; 4 cycles.");
        comment!("@port init_we writes the reset slice at init_addr");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port host_psn what a host_write stores, stable while it is under way");
        comment!("@port host_psn_valid with host_psn: 0 makes the next PSN the first");
        comment!("@port in_valid an event enters");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data");
        comment!("@port in_ece handed on");
        comment!("@port in_use_psn n of an ack comes from in_psn, not from in_n");
        comment!("@port in_n packets that an ack confirms, where in_use_psn is 0; other kinds have none");
        comment!("@port in_psn PSN of the ack");
        comment!("@port in_qpn index of the QP");
        comment!("@port out_valid the event, 4 cycles later");
        comment!("@port out_kind as in_kind");
        comment!("@port out_ece as in_ece");
        comment!("@port out_n packets that the ack confirms; 0 for all other kinds");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_psn the last PSN before this event");
        comment!("@port out_psn_valid a PSN was stored before this event");
        for _k in 0..self._ecc {
            comment!("@port ecc_inject spoils every word that is read: bit 0 in one bit; bit 1, which goes before it, in two check bits");
            comment!("@port fault_corrected a slice had one wrong bit, which was corrected: 3 cycles after its event");
            comment!("@port fault_uncorrectable a slice had two wrong bits");
        }
        clock!(self, clock, ram, p0_valid, p1_valid, p2_valid, p3_valid, p4_valid, p0, p1, p2, p3, p4);

        comment!("p0: the event");
        self.p0_valid.d.next = self.in_valid.val();
        self.p0.d.next.kind = self.in_kind.val();
        self.p0.d.next.ece = self.in_ece.val();
        self.p0.d.next.use_psn = self.in_use_psn.val();
        self.p0.d.next.n = self.in_n.val();
        self.p0.d.next.psn = self.in_psn.val();
        self.p0.d.next.qpn = self.in_qpn.val();

        comment!("p0 to p1: the slice is read; what may be stored");
        self.ram.raddr.next = self.p0.q.val().qpn;
        self.is_ack.next = self.p0.q.val().kind == self.kind_ack.val();
        self.is_host_write.next = self.p0.q.val().kind == self.kind_host_write.val();
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1.d.next.kind = self.p0.q.val().kind;
        self.p1.d.next.ece = self.p0.q.val().ece;
        self.p1.d.next.qpn = self.p0.q.val().qpn;
        self.p1.d.next.n = 0.into();
        if self.is_ack.val() & !self.p0.q.val().use_psn {
            self.p1.d.next.n = self.p0.q.val().n;
        }
        self.p1.d.next.counts = self.is_ack.val() & self.p0.q.val().use_psn;
        self.p1.d.next.force = self.is_host_write.val();
        self.p1.d.next.new_slice.psn = self.p0.q.val().psn;
        self.p1.d.next.new_slice.valid = true;
        if self.is_host_write.val() {
            self.p1.d.next.new_slice.psn = self.host_psn.val();
            self.p1.d.next.new_slice.valid = self.host_psn_valid.val();
        }

        comment!("p1 to p2: which of the events ahead are of this QP? In the next cycle the one in p2 now stands in p3 (1 ahead);");
        comment!("those in p3 and p4 (2 and 3 ahead) the RAM gives too late");
        self.match_1.next = self.p2_valid.q.val() & (self.p2.q.val().qpn == self.p1.q.val().qpn);
        self.match_2.next = self.p3_valid.q.val() & (self.p3.q.val().qpn == self.p1.q.val().qpn);
        self.match_3.next = self.p4_valid.q.val() & (self.p4.q.val().qpn == self.p1.q.val().qpn);
        self.store.next =
            self.p3.q.val().sure | (self.p3.q.val().unless_older & !self.p3.q.val().ram_delta.get_bit(23));
        self.after_p3.next = self.p3.q.val().old_slice;
        if self.store.val() {
            self.after_p3.next = self.p3.q.val().new_slice;
        }
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2.d.next.kind = self.p1.q.val().kind;
        self.p2.d.next.ece = self.p1.q.val().ece;
        self.p2.d.next.n = self.p1.q.val().n;
        self.p2.d.next.qpn = self.p1.q.val().qpn;
        self.p2.d.next.counts = self.p1.q.val().counts;
        self.p2.d.next.force = self.p1.q.val().force;
        self.p2.d.next.new_slice = self.p1.q.val().new_slice;
        self.p2.d.next.hit_1 = self.match_1.val();
        self.p2.d.next.hit = self.match_1.val() | self.match_2.val() | self.match_3.val();
        self.p2.d.next.late = self.p4.q.val().slice;
        if self.match_2.val() {
            self.p2.d.next.late = self.after_p3.val();
        }

        self.delta_ahead.next = self.p1.q.val().new_slice.psn - self.p2.q.val().new_slice.psn;
        self.p2.d.next.ahead_delta = self.delta_ahead.val();
        self.p2.d.next.ahead_may = !self.p2.q.val().new_slice.valid | !self.delta_ahead.val().get_bit(23);

        comment!("p2 to p3: the loop. The newest slice is the RAM's, or else that behind the event just ahead, which is what p3 stores or");
        comment!("what it found, or else the late one. A PSN is stored if there is none, or if it is not older: delta < 2^23. Delta 0 is a");
        comment!("duplicate: it confirms 0 packets and is what is stored already");
        self.delta_late.next = self.p2.q.val().new_slice.psn - self.p2.q.val().late.psn;
        self.delta_old.next = self.p2.q.val().new_slice.psn - self.p3.q.val().old_slice.psn;
        self.hit_slice.next = self.p2.q.val().late;
        self.hit_delta.next = self.delta_late.val();
        self.hit_may.next = !self.p2.q.val().late.valid | !self.delta_late.val().get_bit(23);
        if self.p2.q.val().hit_1 {
            self.hit_slice.next = self.after_p3.val();
            self.hit_delta.next = self.delta_old.val();
            self.hit_may.next = !self.p3.q.val().old_slice.valid | !self.delta_old.val().get_bit(23);
            if self.store.val() {
                self.hit_delta.next = self.p2.q.val().ahead_delta;
                self.hit_may.next = self.p2.q.val().ahead_may;
            }
        }
        self.p3.d.next.ram_delta = self.p2.q.val().new_slice.psn - self.ram.rdata.val().psn;
        self.p3.d.next.hit = self.p2.q.val().hit;
        self.p3.d.next.hit_delta = self.hit_delta.val();
        self.p3.d.next.old_slice = self.ram.rdata.val();
        self.p3.d.next.sure = self.p2.q.val().force | (self.p2.q.val().counts & !self.ram.rdata.val().valid);
        self.p3.d.next.unless_older = self.p2.q.val().counts & !self.p2.q.val().hit;
        if self.p2.q.val().hit {
            self.p3.d.next.old_slice = self.hit_slice.val();
            self.p3.d.next.sure = self.p2.q.val().force | (self.p2.q.val().counts & self.hit_may.val());
        }
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3.d.next.kind = self.p2.q.val().kind;
        self.p3.d.next.ece = self.p2.q.val().ece;
        self.p3.d.next.n = self.p2.q.val().n;
        self.p3.d.next.qpn = self.p2.q.val().qpn;
        self.p3.d.next.counts = self.p2.q.val().counts;
        self.p3.d.next.new_slice = self.p2.q.val().new_slice;

        comment!("p3: write back");
        self.ram.we.next = self.init_we.val() | (self.p3_valid.q.val() & self.store.val());
        self.ram.waddr.next = self.p3.q.val().qpn;
        self.ram.wdata.next = self.p3.q.val().new_slice;
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.psn = self.reset_psn.val();
            self.ram.wdata.next.valid = false;
        }
        for k in 0..self._ecc {
            comment!("with check bits every event writes its slice back, and so what was corrected of it");
            self.ram.we.next = self.init_we.val() | self.p3_valid.q.val();
            self.ram.wdata.next = self.after_p3.val();
            if self.init_we.val() {
                self.ram.wdata.next.psn = self.reset_psn.val();
                self.ram.wdata.next.valid = false;
            }
            self.told.next = self.ecc_opt[k].val();
            self.ram.re_opt[k].next = self.p0_valid.q.val();
            self.ram.inject_opt[k].next = self.told.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
        self.p4_valid.d.next = self.p3_valid.q.val();
        self.p4.d.next.qpn = self.p3.q.val().qpn;
        self.p4.d.next.slice = self.after_p3.val();

        comment!("p3: n: 1 for a QP's first PSN, else delta (sat at 2^14 - 1), 0 for an old PSN");
        self.out_valid.next = self.p3_valid.q.val();
        self.out_kind.next = self.p3.q.val().kind;
        self.out_ece.next = self.p3.q.val().ece;
        self.out_qpn.next = self.p3.q.val().qpn;
        self.out_psn.next = self.p3.q.val().old_slice.psn;
        self.out_psn_valid.next = self.p3.q.val().old_slice.valid;
        self.delta.next = self.p3.q.val().ram_delta;
        if self.p3.q.val().hit {
            self.delta.next = self.p3.q.val().hit_delta;
        }
        self.out_n.next = self.p3.q.val().n;
        if self.p3.q.val().counts & self.store.val() {
            if !self.p3.q.val().old_slice.valid {
                self.out_n.next = 1.into();
            } else if self.delta.val().get_bits::<9>(14).any() {
                self.out_n.next = self.n_max.val();
            } else {
                self.out_n.next = self.delta.val().get_bits::<14>(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;
    use layout::timing::PSN_LATENCY;

    struct Ev(Kind, bool, u64, u64, u64); // kind, use_psn, n, psn, qpn

    /// Feeds one event a cycle (`None`: a gap); returns (n, psn before, psn_valid before) of each.
    fn run(events: &[Option<Ev>]) -> Vec<(u64, u64, bool)> {
        let mut sim = Sim::new(Psn::<4>::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        sim.uut.init_we.next = true;
        for addr in 0..16 {
            sim.uut.init_addr.next = addr.into();
            sim.step().unwrap();
        }
        sim.uut.init_we.next = false;
        sim.uut.host_psn.next = 0xff_fff0.into();
        sim.uut.host_psn_valid.next = true;
        let (mut out, mut valid) = (vec![], vec![]);
        for k in 0..events.len() + PSN_LATENCY as usize {
            let event = events.get(k).and_then(|e| e.as_ref());
            sim.uut.in_valid.next = event.is_some();
            if let Some(Ev(kind, use_psn, n, psn, qpn)) = event {
                sim.uut.in_kind.next = (*kind as u64).into();
                sim.uut.in_use_psn.next = *use_psn;
                sim.uut.in_n.next = (*n).into();
                sim.uut.in_psn.next = (*psn).into();
                sim.uut.in_qpn.next = (*qpn).into();
            }
            sim.settle().unwrap();
            valid.push(sim.uut.out_valid.val());
            if sim.uut.out_valid.val() {
                let u = &sim.uut;
                out.push((u.out_n.val().raw() as u64, u.out_psn.val().raw() as u64, u.out_psn_valid.val()));
            }
            sim.step().unwrap();
        }
        let expected = events.iter().map(Option::is_some);
        assert!(
            valid.iter().copied().skip(PSN_LATENCY as usize).eq(expected),
            "each leaves after {PSN_LATENCY} cycles"
        );
        out
    }

    fn ack(psn: u64) -> Option<Ev> {
        Some(Ev(Kind::Ack, true, 9, psn, 1))
    }

    #[test]
    fn acks_of_one_qp_count_right_at_every_distance() {
        for gap in 0..6 {
            let events: Vec<Option<Ev>> = [100, 103, 103, 102, 110]
                .into_iter()
                .flat_map(|psn| std::iter::once(ack(psn)).chain((0..gap).map(|_| None)))
                .collect();
            let expected = [(1, 0, false), (3, 100, true), (0, 103, true), (0, 103, true), (7, 103, true)];
            assert_eq!(run(&events), expected, "{gap} gaps");
        }
    }

    #[test]
    fn the_psn_wraps_and_a_long_step_saturates() {
        let write = Some(Ev(Kind::HostWrite, false, 5, 0, 1));
        // after 0xfffff0: + 0x20 wraps; + 2^23 is old; + 2^14 saturates
        let events = [write, ack(0x10), ack(0x80_0010), ack(0x4010), ack(0x400f)];
        let expected = [(0, 0, false), (32, 0xff_fff0, true), (0, 0x10, true), (16_383, 0x10, true), (0, 0x4010, true)];
        assert_eq!(run(&events), expected);
    }

    #[test]
    fn what_is_no_ack_with_a_psn_stores_nothing() {
        let events = [
            ack(7),
            Some(Ev(Kind::Loss, true, 3, 50, 1)),
            Some(Ev(Kind::Ack, false, 3, 60, 1)),
            Some(Ev(Kind::HostRead, false, 0, 0, 1)),
            Some(Ev(Kind::HostRead, false, 0, 0, 2)),
        ];
        assert_eq!(run(&events), [(1, 0, false), (0, 7, true), (3, 7, true), (0, 7, true), (0, 0, false)]);
    }
}
