//! `limit` behind the engine of `top`, with its page of registers and its clock: what `top` has more with `engine.fcr`
//! (top.md).
//!
//! # Why this folder
//!
//! `top` connects, and leaves its other configurations as they are. What belongs to FCR alone is joined here.

mod page;

use crate::limit::Limit;
use crate::microseconds::Microseconds;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use layout::config::Config;
use layout::registers;
use page::LimitPage;

/// The block, its page and its clock.
#[derive(LogicBlock)]
pub struct TopLimit {
    pub clock: Signal<In, ClkRst>,
    pub time: Signal<In, Time>,
    pub advice: Signal<In, Advice>,
    pub host_valid: Signal<In, Bit>,
    pub host_ready: Signal<In, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_parts: Signal<In, U<10>>,
    pub host_qpn: Signal<In, Qpn>,
    pub host_passed: Signal<In, HostPassed>,
    pub host_waits: Signal<Out, Bit>,
    pub s_upd_valid: Signal<In, Bit>,
    pub s_upd_ready: Signal<Out, Bit>,
    pub s_upd: Signal<In, Limited>,
    pub m_upd_valid: Signal<Out, Bit>,
    pub m_upd_ready: Signal<In, Bit>,
    pub m_upd: Signal<Out, Limited>,
    pub m_upd_rate: Signal<Out, SendRate>,
    pub lower: Signal<Out, Lower>,
    pub lower_ready: Signal<In, Bit>,
    pub lower_done: Signal<In, Bit>,
    pub ignore: Signal<Out, Ignore>,
    pub seen_ignored: Signal<In, Bit>,
    pub rejected: Signal<Out, Rejected>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,
    pub in_init_done: Signal<In, Bit>,
    pub out_init_done: Signal<Out, Bit>,
    pub in_idle: Signal<In, Bit>,
    pub out_idle: Signal<Out, Bit>,
    pub ecc_opt: Vec<Signal<In, EccControl>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    page: LimitPage,
    microseconds: Microseconds,
    limit: Limit,
    /// An operation that writes choice or PSN is under way, of this QP; it opens or closes it.
    under_way: Reg<Bit>,
    qpn: DReg<Qpn>,
    opens: DReg<Bit>,
    ignored: Reg<U<32>>,
    starts: Signal<Local, Bit>,
    _ecc: usize,
}

impl TopLimit {
    pub fn new(config: &Config) -> Self {
        let ecc = config.rtl.ecc;
        Self {
            clock: Default::default(),
            time: Default::default(),
            advice: Default::default(),
            host_valid: Default::default(),
            host_ready: Default::default(),
            host_write: Default::default(),
            host_parts: Default::default(),
            host_qpn: Default::default(),
            host_passed: Default::default(),
            host_waits: Default::default(),
            s_upd_valid: Default::default(),
            s_upd_ready: Default::default(),
            s_upd: Default::default(),
            m_upd_valid: Default::default(),
            m_upd_ready: Default::default(),
            m_upd: Default::default(),
            m_upd_rate: Default::default(),
            lower: Default::default(),
            lower_ready: Default::default(),
            lower_done: Default::default(),
            ignore: Default::default(),
            seen_ignored: Default::default(),
            rejected: Default::default(),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            in_init_done: Default::default(),
            out_init_done: Default::default(),
            in_idle: Default::default(),
            out_idle: Default::default(),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            rom_opt: option(ecc),
            page: LimitPage::new(&registers::map(config)),
            microseconds: Microseconds::default(),
            limit: Limit::with_ecc(config.fcr.sources as usize, ecc),
            under_way: Default::default(),
            qpn: Default::default(),
            opens: Default::default(),
            ignored: Default::default(),
            starts: Default::default(),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for TopLimit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module top_limit");
        comment!("@doc ackw_limit behind the engine of ackw_top: its page of registers, its clock, and what it hears of the host.");
        comment!("@port time_now ns, modulo 2^32");
        comment!("@port host_valid the engine's operation of the host, as host_*");
        comment!("@port host_waits it waits: an older one that opened or moved a QP has not passed");
        comment!("@port s_upd_valid an update of the engine");
        comment!("@port s_upd_ready it is taken");
        comment!("@port m_upd_valid an update to the NIC");
        comment!("@port m_upd_ready it is taken");
        comment!("@port m_upd_rate greatest rate that advices allow, bytes/ns, U7.28; all ones: none");
        comment!("@port lower_ready the engine takes the lowering, if valid");
        comment!("@port lower_done it is over");
        comment!("@port seen_ignored the engine has ignored a mark");
        comment!("@port in_answer_taken what the pages of the engine's units answer, as in_answer_rdata and in_answer_starts");
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@port in_init_done of the engine");
        comment!("@port out_init_done of both");
        comment!("@port in_idle of the engine");
        comment!("@port out_idle of both");
        clock!(self, clock, page, microseconds, limit, under_way, qpn, opens, ignored);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = self.limit.init_done.val();
        self.page.set_ready.next = self.limit.set_ready.val();
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        self.out_init_done.next = self.in_init_done.val() & self.limit.init_done.val();
        self.out_idle.next = self.in_idle.val() & self.limit.idle.val();
        self.limit.set_valid.next = self.page.set.val().valid;
        self.limit.set_index.next = self.page.set.val().index;
        self.limit.set_line.next = self.page.set.val().line;
        self.limit.set_advice_min.next = self.page.set.val().advice_min;
        self.limit.set_advice_max.next = self.page.set.val().advice_max;
        self.limit.set_validity_max.next = self.page.set.val().validity_max;
        self.limit.set_mtu.next = self.page.set.val().mtu;
        self.limit.set_rtt.next = self.page.set.val().rtt;
        self.page.counts.next.lost = self.limit.lost.val().get_bits::<32>(0);
        self.page.counts.next.rejected = self.limit.rejected.val().get_bits::<32>(0);
        self.page.counts.next.lowerings = self.limit.lowerings.val().get_bits::<32>(0);
        self.page.counts.next.dues = self.limit.dues.val().get_bits::<32>(0);
        self.page.counts.next.held = self.limit.held.val().get_bits::<32>(0);
        self.page.counts.next.late_worst = self.limit.late_worst.val();
        self.page.counts.next.ignored = self.ignored.q.val();
        self.ignored.d.next = self.ignored.q.val() + bits::<32>(self.seen_ignored.val());

        comment!("a QP is opened, closed or moved between its older and its younger updates, one at a time");
        self.starts.next = self.host_valid.val()
            & self.host_ready.val()
            & !self.under_way.q.val()
            & self.host_write.val()
            & !self.unit_bus.val().sets.any()
            & self.host_parts.val().get_bits::<2>(0).any();
        self.under_way.d.next = (self.under_way.q.val() & !self.host_passed.val().valid) | self.starts.val();
        self.host_waits.next = self.under_way.q.val();
        self.qpn.d.next = self.qpn.q.val();
        self.opens.d.next = self.opens.q.val();
        if self.starts.val() {
            self.qpn.d.next = self.host_qpn.val();
            self.opens.d.next = self.host_parts.val().get_bit(1);
        }
        self.limit.s_choice_valid.next = self.under_way.q.val() & self.host_passed.val().valid;
        self.limit.s_choice_qpn.next = self.qpn.q.val();
        self.limit.s_choice_alg.next = self.host_passed.val().alg;
        self.limit.s_choice_set.next = self.host_passed.val().set;
        self.limit.s_choice_opens.next = self.opens.q.val();

        comment!("time, and advices");
        self.microseconds.now.next = self.time.val().now;
        self.limit.tick.next = self.microseconds.tick.val();
        self.limit.s_advice.next = self.advice.val();

        comment!("updates");
        self.limit.s_upd_valid.next = self.s_upd_valid.val();
        self.s_upd_ready.next = self.limit.s_upd_ready.val();
        self.limit.s_upd_kind.next = self.s_upd.val().kind;
        self.limit.s_upd_qpn.next = self.s_upd.val().qpn;
        self.limit.s_upd_alg.next = self.s_upd.val().alg;
        self.limit.s_upd_window.next = self.s_upd.val().window;
        self.limit.s_upd_pace.next = self.s_upd.val().pace;
        self.limit.s_upd_flags.next = self.s_upd.val().flags;
        self.limit.s_upd_feedback.next = self.s_upd.val().feedback;
        self.limit.s_upd_una_psn.next = self.s_upd.val().una_psn;
        self.m_upd_valid.next = self.limit.m_upd_valid.val();
        self.limit.m_upd_ready.next = self.m_upd_ready.val();
        self.m_upd.next.kind = self.limit.m_upd_kind.val();
        self.m_upd.next.qpn = self.limit.m_upd_qpn.val();
        self.m_upd.next.alg = self.limit.m_upd_alg.val();
        self.m_upd.next.window = self.limit.m_upd_window.val();
        self.m_upd.next.pace = self.limit.m_upd_pace.val();
        self.m_upd.next.flags = self.limit.m_upd_flags.val();
        self.m_upd.next.feedback = self.limit.m_upd_feedback.val();
        self.m_upd.next.una_psn = self.limit.m_upd_una_psn.val();
        self.m_upd_rate.next = self.limit.m_upd_rate.val();

        comment!("to the engine");
        self.lower.next.valid = self.limit.lower_valid.val();
        self.lower.next.qpn = self.limit.lower_qpn.val();
        self.lower.next.alg = self.limit.lower_alg.val();
        self.lower.next.window = self.limit.lower_window.val();
        self.lower.next.rate = self.limit.lower_rate.val();
        self.limit.lower_ready.next = self.lower_ready.val();
        self.limit.lower_done.next = self.lower_done.val();
        self.ignore.next.we = self.limit.ignore_we.val();
        self.ignore.next.qpn = self.limit.ignore_qpn.val();
        self.ignore.next.on = self.limit.ignore_on.val();
        self.rejected.next.valid = self.limit.alert_valid.val();
        self.rejected.next.qpn = self.limit.alert_qpn.val();
        for k in 0..self._ecc {
            self.limit.ecc_opt[k].next = self.ecc_opt[k].val();
            self.fault_opt[k].next = self.limit.fault_opt[k].val();
            self.rom_opt[k].next = self.limit.rom_opt[k].val();
        }
    }
}
