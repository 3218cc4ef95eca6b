//! Which event is a full update. The loop of lastUpdateSeq and lastUpdateTime needs neither U nor W, so it closes at
//! the pipeline's head, and neither sequence numbers nor clocks travel.

use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use layout::hpcc::LAST_UPDATE;

/// Lines 22 and 29, and the slice that they need, of all queue pairs. Ports bear the stage of `window.md` at which they
/// count.
#[derive(LogicBlock, Default)]
pub struct Due {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_last_update: Signal<In, U<32>>,
    pub in_valid: Signal<In, Bit>,
    pub valid: Signal<In, U<4>>,
    pub in_receiver: Signal<In, Bit>,
    pub in_seq: Signal<In, PsnWord>,
    pub in_mark: Signal<In, U<32>>,
    pub s0_qpn: Signal<In, Qpn>,
    pub s3_receiver: Signal<In, Bit>,
    pub s3_adjusts: Signal<In, Bit>,
    pub s3_first: Signal<In, Bit>,
    pub s3_loads: Signal<In, Bit>,
    pub s3_t: Signal<In, U<20>>,
    pub s3_sync_first: Signal<In, Bit>,
    pub s4_valid: Signal<In, Bit>,
    pub s4_qpn: Signal<In, Qpn>,
    pub s2_last: Signal<Out, U<32>>,
    pub s4_full: Signal<Out, Bit>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<U<32>, QPN>,
    s0_mark: DReg<U<32>>,
    s1_mark: DReg<U<32>>,
    s2_mark: DReg<U<32>>,
    s3_mark: DReg<U<32>>,
    s4_mark: DReg<U<32>>,
    s0_now: DReg<U<32>>,
    s1_now: DReg<U<32>>,
    s2_now: DReg<U<32>>,
    s3_delta: DReg<U<32>>,
    full: DReg<Bit>,
    s4_stores: DReg<Bit>,

    ahead: Signal<Local, Bit>,
    overdue: Signal<Local, Bit>,
    is_full: Signal<Local, Bit>,
    /// What the event in s3 has found.
    s3_last_opt: Vec<DReg<U<32>>>,
    ecc_in: Signal<Local, Ecc>,
    reset_last: Constant<U<32>>,
    free: Constant<Bit>,
    _ecc: usize,
}

impl Due {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            s3_last_opt: option(ecc),
            reset_last: Constant::new(LAST_UPDATE.reset.into()),
            free: free(),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for Due {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window_due");
        comment!(
            "@doc Decides whether an event is a full update, and keeps lastUpdateSeq or lastUpdateTime of each QP."
        );
        comment!("@doc A loop of 4 cycles: what an event stores, the RAM gives to an event of that QP 5 cycles or more behind.");
        comment!("@port init_we writes the reset value at init_addr");
        comment!("@port init_addr index of the QP whose slice is reset");
        comment!("@port host_last_update what a host write stores");
        comment!("@port in_valid an event enters");
        comment!("@port valid bit i: an event stands in si");
        comment!("@port in_receiver 1: the QP is a receiver's (hpcc-rx), in_mark is its clock and an update is full when more than T has passed; 0: a sender's, in_mark is snd_nxt and an update is full once a round trip");
        comment!("@port in_seq sequence number that the ACK confirms");
        comment!("@port in_mark snd_nxt, or now in ns");
        comment!("@port s0_qpn index of the QP");
        comment!("@port s3_receiver as in_receiver");
        comment!("@port s3_adjusts the event computes a window");
        comment!("@port s3_first the first telemetry of a sender's QP");
        comment!("@port s3_loads a host write");
        comment!("@port s3_t T, ns");
        comment!("@port s3_sync_first the first telemetry sets lastUpdateSeq");
        comment!("@port s4_valid there is an event");
        comment!("@port s4_qpn index of the QP");
        comment!("@port s2_last lastUpdateSeq or lastUpdateTime before the event");
        comment!("@port s4_full a full update");
        for _k in 0..self.re_opt.len() {
            comment!("@port re s0: there is an event");
        }
        clock!(self, clock, ram, full, s4_stores);
        dff_setup!(self, clock, s0_mark, s1_mark, s2_mark, s3_mark, s4_mark, s0_now, s1_now, s2_now, s3_delta);

        comment!("s0 to s2: the slice is read");
        if self.in_valid.val() | self.free.val() {
            self.s0_mark.d.next = self.in_mark.val();
            self.s0_now.d.next = bits::<32>(self.in_seq.val());
            if self.in_receiver.val() {
                self.s0_now.d.next = self.in_mark.val();
            }
        }
        self.ram.raddr.next = self.s0_qpn.val();
        if self.valid.val().get_bit(0) | self.free.val() {
            self.s1_mark.d.next = self.s0_mark.q.val();
            self.s1_now.d.next = self.s0_now.q.val();
        }
        if self.valid.val().get_bit(1) | self.free.val() {
            self.s2_mark.d.next = self.s1_mark.q.val();
            self.s2_now.d.next = self.s1_now.q.val();
        }

        comment!("s2 to s3: how far ahead, wrap: mod 2^24 of a sequence number, mod 2^32 of a clock");
        self.s2_last.next = self.ram.rdata.val();
        if self.valid.val().get_bit(2) | self.free.val() {
            self.s3_delta.d.next = self.s2_now.q.val() - self.ram.rdata.val();
            self.s3_mark.d.next = self.s2_mark.q.val();
        }

        comment!("s3 to s4: 0 < delta < 2^23, or delta > T");
        self.ahead.next = self.s3_delta.q.val().get_bits::<23>(0).any() & !self.s3_delta.q.val().get_bit(23);
        self.overdue.next = self.s3_delta.q.val().get_bits::<12>(20).any()
            | (self.s3_delta.q.val().get_bits::<20>(0) > self.s3_t.val());
        self.is_full.next = self.s3_adjusts.val() & self.ahead.val();
        if self.s3_receiver.val() {
            self.is_full.next = self.s3_adjusts.val() & self.overdue.val();
        }
        self.full.d.next = self.is_full.val();
        self.s4_stores.d.next =
            self.is_full.val() | self.s3_loads.val() | (self.s3_first.val() & self.s3_sync_first.val());
        if self.valid.val().get_bit(3) | self.free.val() {
            self.s4_mark.d.next = self.s3_mark.q.val();
            if self.s3_loads.val() {
                self.s4_mark.d.next = self.host_last_update.val();
            }
        }

        comment!("s4: write back");
        self.s4_full.next = self.full.q.val();
        self.ram.we.next = self.init_we.val() | (self.s4_valid.val() & self.s4_stores.q.val());
        self.ram.waddr.next = self.s4_qpn.val();
        self.ram.wdata.next = self.s4_mark.q.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next = self.reset_last.val();
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            comment!("with check bits every event writes its slice back, and so what was corrected of it");
            clock!(self, clock, s3_last_opt[k]);
            self.s3_last_opt[k].d.next = self.ram.rdata.val();
            if (self.valid.val().get_bit(3) | self.free.val())
                & !(self.is_full.val() | self.s3_loads.val() | (self.s3_first.val() & self.s3_sync_first.val()))
            {
                self.s4_mark.d.next = self.s3_last_opt[k].q.val();
            }
            self.ram.we.next = self.init_we.val() | self.s4_valid.val();
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
