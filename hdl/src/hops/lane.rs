//! One hop of `hops`: its RAM, its records under way, and its differences. The parent decides; all stages are the
//! parent's.

use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use layout::hpcc::record;

logic_struct! {
    /// Telemetry of a hop.
    pub struct Hop {
        pub speed = record::HOP_SPEED,
        pub ts = record::HOP_TS,
        pub tx = record::HOP_TX_BYTES,
        pub q = record::HOP_Q_LEN,
    }
    /// What is kept of it.
    pub struct HopRecord {
        pub ts = record::HOP_TS,
        pub tx = record::HOP_TX_BYTES,
        pub q = record::HOP_Q_LEN,
    }
    /// What a lane with check bits is told.
    pub struct LaneEcc {
        pub inject: U<2> => "spoils every word that is read: bit 0 in one bit; bit 1, which goes before it, in two check bits; with rtl.sram_ecc its report alone",
        /// There is an event in p3.
        pub p3_valid: Bit,
        pub init_we: Bit,
        pub init_addr: Qpn,
    }
    /// What a hop did since the last telemetry.
    pub struct Delta {
        pub used: Bit => "the hop is on the path and comparable; else all is zero",
        pub speed = record::HOP_SPEED,
        pub dts: U<24> => "time since the last telemetry, modular; ticks of ts_unit",
        pub tx: U<20> => "bytes transmitted since then, modular; tx_unit",
        pub q: U<16> => "the lesser of both queues; q_unit",
    }
}

/// One hop of all queue pairs.
#[derive(LogicBlock, Default)]
pub struct HopLane {
    pub clock: Signal<In, ClkRst>,
    pub valid: Signal<In, U<5>>,
    pub in_hop: Signal<In, Hop>,
    pub raddr: Signal<In, Qpn>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, Qpn>,
    pub match_2: Signal<In, Bit>,
    pub hit_1: Signal<In, Bit>,
    pub hit_forwarded: Signal<In, Bit>,
    pub used: Signal<In, Bit>,
    pub out_hop: Signal<Out, Delta>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, LaneEcc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<HopRecord, QPN>,
    p0: DReg<Hop>,
    p1: DReg<Hop>,
    p2: DReg<Hop>,
    p2_forwarded: DReg<HopRecord>,
    p3: DReg<Hop>,
    p3_old: DReg<HopRecord>,
    p4: DReg<HopRecord>,

    stored: Signal<Local, HopRecord>,
    ecc_in: Signal<Local, LaneEcc>,
    free: Constant<Bit>,
    _ecc: usize,
}

impl HopLane {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            free: free(),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for HopLane {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hops_lane");
        comment!("@doc One hop of ackw_hops: its records, and what it did since the last telemetry. 4 cycles; the parent decides.");
        comment!("@port valid bit 0 an event enters, bit i + 1 one stands in pi");
        comment!("@port raddr p0: index of the QP");
        comment!("@port we p3: the record is stored");
        comment!("@port waddr p3: index of the QP");
        comment!("@port match_2 p1: the event in p3 has stored for this QP");
        comment!("@port hit_1 p2: the event in p3 has stored for this QP");
        comment!("@port hit_forwarded p2: the event 2 or 3 ahead has stored for this QP");
        comment!("@port used p3: the hop is on the path and comparable");
        comment!("@port out_hop p3: used, or else all zero; speed code; dts, tx: differences, modular; q: the lesser of old and new");
        for _k in 0..self._ecc {
            comment!(
                "@port ecc_p3_valid p3: there is an event; it writes the record back that it found, if it stores none"
            );
            comment!("@port ecc_init_we something is written at init_addr, so that every word has its check bits");
            comment!("@port ecc_init_addr index of the QP whose record is reset");
            comment!("@port fault_corrected p2: a record had one wrong bit, which was corrected");
            comment!("@port fault_uncorrectable p2: a record had two wrong bits");
        }
        for _k in 0..self.re_opt.len() {
            comment!("@port re p0: there is an event");
        }
        clock!(self, clock, ram);
        dff_setup!(self, clock, p0, p1, p2, p2_forwarded, p3, p3_old, p4);

        comment!("p0 to p2: the telemetry; the record is read");
        if self.valid.val().get_bit(0) | self.free.val() {
            self.p0.d.next = self.in_hop.val();
        }
        self.ram.raddr.next = self.raddr.val();
        if self.valid.val().get_bit(1) | self.free.val() {
            self.p1.d.next = self.p0.q.val();
        }
        if self.valid.val().get_bit(2) | self.free.val() {
            self.p2.d.next = self.p1.q.val();
        }

        comment!("what the event in p3 may store; what was stored a cycle ago (p4), which the RAM gives too late");
        self.stored.next.ts = self.p3.q.val().ts;
        self.stored.next.tx = self.p3.q.val().tx;
        self.stored.next.q = self.p3.q.val().q;
        if self.valid.val().get_bit(4) | self.free.val() {
            self.p4.d.next = self.stored.val();
            for _k in 0..self._ecc {
                comment!("or written back");
                if !self.we.val() {
                    self.p4.d.next = self.p3_old.q.val();
                }
            }
        }
        if self.valid.val().get_bit(2) | self.free.val() {
            self.p2_forwarded.d.next = self.p4.q.val();
            if self.match_2.val() {
                self.p2_forwarded.d.next = self.stored.val();
            }
        }

        comment!("p2 to p3: the loop: what was stored last");
        if self.valid.val().get_bit(3) | self.free.val() {
            self.p3.d.next = self.p2.q.val();
            self.p3_old.d.next = self.ram.rdata.val();
            if self.hit_forwarded.val() {
                self.p3_old.d.next = self.p2_forwarded.q.val();
            }
            if self.hit_1.val() {
                self.p3_old.d.next = self.stored.val();
            }
        }

        comment!("p3: write back; the differences, behind the loop");
        self.ram.we.next = self.we.val();
        self.ram.waddr.next = self.waddr.val();
        self.ram.wdata.next = self.stored.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            comment!("with check bits every event writes its record back, and so what was corrected of it");
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.we.next = self.ecc_in.val().init_we | self.ecc_in.val().p3_valid;
            if self.ecc_in.val().init_we {
                self.ram.waddr.next = self.ecc_in.val().init_addr;
            } else if !self.we.val() {
                self.ram.wdata.next = self.p3_old.q.val();
            }
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
        self.out_hop.next.used = self.used.val();
        self.out_hop.next.speed = 0.into();
        self.out_hop.next.dts = 0.into();
        self.out_hop.next.tx = 0.into();
        self.out_hop.next.q = 0.into();
        if self.used.val() {
            self.out_hop.next.speed = self.p3.q.val().speed;
            self.out_hop.next.dts = self.p3.q.val().ts - self.p3_old.q.val().ts;
            self.out_hop.next.tx = self.p3.q.val().tx - self.p3_old.q.val().tx;
            self.out_hop.next.q = self.p3.q.val().q;
            if self.p3_old.q.val().q < self.p3.q.val().q {
                self.out_hop.next.q = self.p3_old.q.val().q;
            }
        }
    }
}
