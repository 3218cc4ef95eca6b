//! One source of each QP: its memory, and the loop in which an event sees what the one just ahead has left.

use super::stages::{Asked, Compared, Rated, Seen, Source};
use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};

/// One of the sources of all queue pairs. Ports bear the stage of `fcr.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Place {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub s0_qpn: Signal<In, Qpn>,
    pub s2_hit_3: Signal<In, Bit>,
    pub s2_hit_4: Signal<In, Bit>,
    pub s2_hit_5: Signal<In, Bit>,
    pub s3_hit_2: Signal<In, Bit>,
    pub s3_asked: Signal<In, Asked>,
    pub s4_hit_1: Signal<In, Bit>,
    pub s4_ahead: Signal<In, Compared>,
    pub s4_new: Signal<In, Source>,
    pub s4_open: Signal<In, Bit>,
    pub s4_host: Signal<In, Bit>,
    pub s4_writes: Signal<In, Bit>,
    pub s4_withdraws: Signal<In, Bit>,
    pub s5_valid: Signal<In, Bit>,
    pub s5_qpn: Signal<In, Qpn>,
    pub s3_mbps: Signal<Out, U<22>>,
    pub s4_seen: Signal<Out, Seen>,
    pub s5_wrote: Signal<Out, Bit>,
    pub s5_source: Signal<Out, Source>,
    pub s5_before: Signal<Out, Rated>,
    pub s5_mid: Signal<Out, Rated>,
    pub s5_after: Signal<Out, Rated>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Source, QPN>,
    s3: DReg<Source>,
    s4: DReg<Source>,
    s4_compared: DReg<Compared>,
    s5: DReg<Source>,
    wrote: DReg<Bit>,
    withdrew: DReg<Bit>,
    before: DReg<Rated>,
    mid: DReg<Rated>,
    s6: DReg<Source>,
    s7: DReg<Source>,

    now: Signal<Local, Source>,
    behind_now: Signal<Local, Bit>,
    within_limit: Signal<Local, Bit>,
    holds: Signal<Local, Bit>,
    number: Signal<Local, U<16>>,
    old: Signal<Local, Source>,
    compared: Signal<Local, Compared>,
    after_write: Signal<Local, Bit>,
    after_withdrawal: Signal<Local, Bit>,
    stays: Signal<Local, Bit>,
    was: Signal<Local, Bit>,
    ecc_in: Signal<Local, Ecc>,
    _ecc: usize,
}

impl Place {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for Place {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_place");
        comment!("@doc One source of each QP. A loop of one cycle: an event sees what the one just ahead has left.");
        comment!("@port init_we makes the source at init_addr free");
        comment!("@port init_addr index of the QP");
        comment!("@port s0_qpn index of the event's QP");
        comment!("@port s2_hit_3 the event 3 ahead is of this QP");
        comment!("@port s2_hit_4 the event 4 ahead is");
        comment!("@port s2_hit_5 the event 5 ahead is");
        comment!("@port s3_hit_2 the event 2 ahead is");
        comment!("@port s3_asked what the source is compared with");
        comment!("@port s4_hit_1 the event just ahead is of this QP");
        comment!("@port s4_ahead the same comparison with what the event just ahead may have written");
        comment!("@port s4_new what the event would write");
        comment!("@port s4_open the event opens the QP");
        comment!("@port s4_host the event is the host's: time does not act");
        comment!("@port s4_writes it is written here");
        comment!("@port s4_withdraws it withdraws this source");
        comment!("@port s5_valid there is an event");
        comment!("@port s5_qpn index of its QP");
        comment!("@port s3_mbps rate of the source");
        comment!("@port s4_seen the source as the event sees it");
        comment!("@port s5_wrote the event was written here");
        comment!("@port s5_source the source behind the event");
        comment!("@port s5_before its rate before time, if it is live");
        comment!("@port s5_mid behind time");
        comment!("@port s5_after behind the event");
        for _k in 0..self.re_opt.len() {
            comment!("@port re s0: there is an event");
        }
        clock!(self, clock, ram, s3, s4, s4_compared, s5, wrote, withdrew, before, mid, s6, s7);

        comment!("s0 to s2: the source is read; what the events 3, 4 and 5 ahead have left, the RAM has too late");
        self.ram.raddr.next = self.s0_qpn.val();
        self.s3.d.next = self.ram.rdata.val();
        if self.s2_hit_5.val() {
            self.s3.d.next = self.s7.q.val();
        }
        if self.s2_hit_4.val() {
            self.s3.d.next = self.s6.q.val();
        }
        if self.s2_hit_3.val() {
            self.s3.d.next = self.s5.q.val();
        }

        comment!("s3: as the event 2 ahead has left it, and the comparisons. 0 < expiry - now <= validity_max as an interval");
        comment!("of a circle, so that no subtraction stands before a comparison");
        self.now.next = self.s3.q.val();
        if self.s3_hit_2.val() {
            self.now.next = self.s5.q.val();
        }
        self.s3_mbps.next = self.now.val().rate;
        self.behind_now.next = self.now.val().expiry > self.s3_asked.val().now;
        self.within_limit.next = self.now.val().expiry <= self.s3_asked.val().limit;
        self.holds.next = self.behind_now.val() & self.within_limit.val();
        if self.s3_asked.val().wraps {
            self.holds.next = self.behind_now.val() | self.within_limit.val();
        }
        self.number.next = self.s3_asked.val().seq - self.now.val().seq;
        self.s4.d.next = self.now.val();
        self.s4_compared.d.next.ended = !self.holds.val();
        self.s4_compared.d.next.same = self.now.val().switch == self.s3_asked.val().switch;
        self.s4_compared.d.next.newer = self.number.val().any() & !self.number.val().get_bit(15);
        self.s4_compared.d.next.rated = self.now.val().rate.any();
        self.s4_compared.d.next.above = self.now.val().rate > self.s3_asked.val().rate;
        self.s4_compared.d.next.reaches = self.now.val().rate >= self.s3_asked.val().rate;

        comment!("s4: as the event just ahead has left it; where it has written here, the comparison with it counts");
        self.after_write.next = self.s4_hit_1.val() & self.wrote.q.val();
        self.after_withdrawal.next = self.s4_hit_1.val() & self.withdrew.q.val();
        self.old.next = self.s4.q.val();
        if self.s4_hit_1.val() {
            self.old.next = self.s5.q.val();
        }
        self.compared.next = self.s4_compared.q.val();
        if self.after_withdrawal.val() {
            self.compared.next.newer = self.s4_ahead.val().newer;
            self.compared.next.rated = false;
        }
        if self.after_write.val() {
            self.compared.next = self.s4_ahead.val();
        }
        self.was.next = self.old.val().used & !self.s4_open.val();
        self.stays.next = self.was.val() & (!self.compared.val().ended | self.s4_host.val());
        self.s4_seen.next.was = self.was.val();
        self.s4_seen.next.used = self.stays.val();
        self.s4_seen.next.same = self.compared.val().same;
        self.s4_seen.next.newer = self.compared.val().newer;
        self.s4_seen.next.rated = self.compared.val().rated;
        self.s4_seen.next.above = self.compared.val().above;
        self.s4_seen.next.reaches = self.compared.val().reaches;
        self.before.d.next.live = self.was.val() & self.compared.val().rated;
        self.before.d.next.rate = self.old.val().rate;
        self.mid.d.next.live = self.stays.val() & self.compared.val().rated;
        self.mid.d.next.rate = self.old.val().rate;

        comment!("s4 to s5: what is left");
        self.s5.d.next = self.old.val();
        self.s5.d.next.used = self.stays.val();
        if self.s4_withdraws.val() {
            self.s5.d.next.seq = self.s4_new.val().seq;
            self.s5.d.next.rate = 0.into();
        }
        if self.s4_writes.val() {
            self.s5.d.next = self.s4_new.val();
        }
        self.wrote.d.next = self.s4_writes.val();
        self.withdrew.d.next = self.s4_withdraws.val();
        self.s5_wrote.next = self.wrote.q.val();
        self.s5_source.next = self.s5.q.val();
        self.s5_before.next = self.before.q.val();
        self.s5_mid.next = self.mid.q.val();
        self.s5_after.next.live = self.s5.q.val().used & self.s5.q.val().rate.any();
        self.s5_after.next.rate = self.s5.q.val().rate;

        comment!("s5: write back, and copies for the events behind");
        self.s6.d.next = self.s5.q.val();
        self.s7.d.next = self.s6.q.val();
        self.ram.we.next = self.init_we.val() | self.s5_valid.val();
        self.ram.waddr.next = self.s5_qpn.val();
        self.ram.wdata.next = self.s5.q.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.used = false;
        }
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
