//! `sender` behind the updates of `top`, with its page of registers: what `nic` has more with `nic.sender` (nic.md).
//!
//! # Why this folder
//!
//! `nic` connects, and leaves its other configurations as they are. What belongs to the sender alone is joined here,
//! and goes in and out by whole records.

mod page;
mod shares;

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::*;
use crate::sender::Sender;
use layout::config::Config;
use layout::registers;
use page::SenderPage;
use shares::SharesPage;

/// The sender and its page.
#[derive(LogicBlock)]
pub struct NicSender {
    pub clock: Signal<In, ClkRst>,
    pub time: Signal<In, Time>,
    pub pfc: Signal<In, Paused>,
    pub s_req: Signal<In, Request>,
    pub s_sent: Signal<In, Answered>,
    pub s: Signal<Out, SenderReady>,
    pub m_grant: Signal<Out, Granted>,
    pub m: Signal<In, GrantReady>,
    pub upd_valid: Signal<In, Bit>,
    pub upd_kind: Signal<In, KindCode>,
    pub upd_qpn: Signal<In, Qpn>,
    pub upd_alg: Signal<In, AlgCode>,
    pub upd_window: Signal<In, WindowWord>,
    pub upd_pace: Signal<In, PaceWord>,
    pub upd_flags: Signal<In, UpdateFlags>,
    pub upd_una_psn: Signal<In, PsnWord>,
    pub upd_opt: Vec<Signal<In, AllowedRate>>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,
    pub in_init_done: Signal<In, Bit>,
    pub out_init_done: Signal<Out, Bit>,

    page: SenderPage,
    shares_opt: Vec<SharesPage>,
    sender: Sender,
    _fcr: usize,
}

impl NicSender {
    pub fn new(config: &Config) -> Self {
        Self {
            clock: Default::default(),
            time: Default::default(),
            pfc: Default::default(),
            s_req: Default::default(),
            s_sent: Default::default(),
            s: Default::default(),
            m_grant: Default::default(),
            m: Default::default(),
            upd_valid: Default::default(),
            upd_kind: Default::default(),
            upd_qpn: Default::default(),
            upd_alg: Default::default(),
            upd_window: Default::default(),
            upd_pace: Default::default(),
            upd_flags: Default::default(),
            upd_una_psn: Default::default(),
            upd_opt: option(config.engine.fcr),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            in_init_done: Default::default(),
            out_init_done: Default::default(),
            page: SenderPage::new(&registers::map(config)),
            shares_opt: if config.shaper.weights { vec![SharesPage::new(&registers::map(config))] } else { vec![] },
            sender: Sender::with(config.engine.fcr, config.shaper.weights),
            _fcr: config.engine.fcr.into(),
        }
    }
}

impl Logic for NicSender {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_sender");
        comment!("@doc ackw_sender behind the updates of ackw_top, and its page of registers.");
        comment!("@port time_now ns, modulo 2^32");
        comment!("@port s_sent_ready it is taken");
        comment!("@port upd_valid an update of ackw_top; always taken");
        comment!(
            "@port in_answer_taken what the pages of ackw_top's units answer, as in_answer_rdata and in_answer_starts"
        );
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@port in_init_done of ackw_top");
        comment!("@port out_init_done of both");
        clock!(self, clock, page, sender);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = self.sender.init_done.val();
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        for k in 0..self.shares_opt.len() {
            clock!(self, clock, shares_opt[k]);
            self.shares_opt[k].bus.next = self.unit_bus.val();
            self.shares_opt[k].init_done.next = self.sender.init_done.val();
            self.out_answer.next.taken =
                self.in_answer.val().taken | self.page.taken.val() | self.shares_opt[k].taken.val();
            self.out_answer.next.rdata =
                self.in_answer.val().rdata | self.page.rdata.val() | self.shares_opt[k].rdata.val();
            self.sender.cfg_strict_opt[k].next = self.shares_opt[k].cfg_strict.val();
            self.sender.cfg_weights_opt[k].next = self.shares_opt[k].cfg_weights.val();
        }
        self.out_init_done.next = self.in_init_done.val() & self.sender.init_done.val();
        self.sender.cfg.next = self.page.cfg.val();
        self.sender.s_open_valid.next = self.page.open_valid.val();
        self.page.open_ready.next = self.sender.s_open_ready.val();
        self.sender.s_open_close.next = self.page.open.val().close;
        self.sender.s_open_qpn.next = self.page.open.val().qpn;
        self.sender.s_open_class.next = self.page.open.val().class;
        self.sender.s_open_first_psn.next = self.page.open.val().first_psn;
        self.sender.s_open_bypass.next = self.page.open.val().bypass;
        self.sender.s_open_iw.next = self.page.open.val().iw;
        self.sender.s_open_unit.next = self.page.open.val().unit;
        self.sender.s_open_window.next = self.page.open.val().window;
        self.sender.s_open_pace.next = self.page.open.val().pace;
        self.page.waiting.next = self.sender.waiting.val();
        self.page.counts.next.joined = self.sender.joined.val();
        self.page.counts.next.closed = self.sender.count_closed.val();
        self.page.counts.next.returned = self.sender.count_returned.val();
        self.page.counts.next.not_open = self.sender.count_not_open.val();
        self.page.counts.next.too_much = self.sender.count_too_much.val();
        self.page.counts.next.rewind_outside = self.sender.count_rewind_outside.val();
        self.page.counts.next.closed_in_flight = self.sender.count_closed_in_flight.val();
        self.page.counts.next.window_below = self.sender.count_window_below.val();
        self.page.counts.next.time_back = self.sender.count_time_back.val();

        comment!("the engine's updates");
        self.sender.s_upd_valid.next = self.upd_valid.val();
        self.sender.s_upd_kind.next = self.upd_kind.val();
        self.sender.s_upd_qpn.next = self.upd_qpn.val();
        self.sender.s_upd_alg.next = self.upd_alg.val();
        self.sender.s_upd_window.next = self.upd_window.val();
        self.sender.s_upd_pace.next = self.upd_pace.val();
        self.sender.s_upd_flags.next = self.upd_flags.val();
        self.sender.s_upd_una_psn.next = self.upd_una_psn.val();
        for k in 0..self._fcr {
            self.sender.s_upd_opt[k].next = self.upd_opt[k].val();
        }

        comment!("the NIC");
        self.sender.now.next = self.time.val().now;
        self.sender.pfc_pause.next = self.pfc.val().pause;
        self.sender.s_req_valid.next = self.s_req.val().valid;
        self.sender.s_req_qpn.next = self.s_req.val().qpn;
        self.sender.s_req_class.next = self.s_req.val().class;
        self.sender.s_req_backlog.next = self.s_req.val().backlog;
        self.sender.s_req_bytes_to_end.next = self.s_req.val().bytes_to_end;
        self.sender.s_sent_valid.next = self.s_sent.val().valid;
        self.sender.s_sent_qpn.next = self.s_sent.val().qpn;
        self.sender.s_sent_tag.next = self.s_sent.val().tag;
        self.sender.s_sent_psn_next.next = self.s_sent.val().psn_next;
        self.sender.s_sent_bytes.next = self.s_sent.val().bytes;
        self.sender.s_sent_empty.next = self.s_sent.val().empty;
        self.sender.s_sent_rewind.next = self.s_sent.val().rewind;
        self.s.next.req_ready = self.sender.s_req_ready.val();
        self.s.next.sent_ready = self.sender.s_sent_ready.val();
        self.m_grant.next.valid = self.sender.m_grant_valid.val();
        self.m_grant.next.qpn = self.sender.m_grant_qpn.val();
        self.m_grant.next.tag = self.sender.m_grant_tag.val();
        self.m_grant.next.max_bytes = self.sender.m_grant_max_bytes.val();
        self.m_grant.next.max_packets = self.sender.m_grant_max_packets.val();
        self.m_grant.next.ecn_capable = self.sender.m_grant_ecn_capable.val();
        self.sender.m_grant_ready.next = self.m.val().grant_ready;
    }
}
