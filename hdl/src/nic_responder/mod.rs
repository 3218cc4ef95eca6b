//! `responder` behind `receiver`, with the transport's NAKs, the telemetry that ACKs echo, its initialisation and its
//! page of registers: what `nic` has more with `nic.responder` (nic.md).
//!
//! # Why this folder
//!
//! `nic` connects, and leaves its other configurations as they are. What belongs to the responder alone is joined here,
//! and goes in and out by whole records.

mod answers;
mod answers_page;
mod newest;
mod page;
mod requests;
mod requests_page;
mod turns;

use crate::hops::Hop;
use crate::parser::TelemetryCfg;
use crate::prelude::*;
use crate::records::*;
use crate::responder::{Makes, Responder};
use answers::Answers;
use layout::config::Config;
use layout::record::Kind;
use layout::registers;
use newest::{Asked, Found, Newest};
use page::ResponderPage;
use requests::Requests;
use turns::Turns;

/// The responder, its page, and what stands before it.
#[derive(LogicBlock)]
pub struct NicResponder<const W: usize, const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub came_valid_opt: Vec<Signal<In, Bit>>,
    pub came_qpn_opt: Vec<Signal<In, Qpn>>,
    pub rx_echo_opt: Vec<Signal<In, Path>>,
    pub rx_echo_hop: Vec<Signal<In, Hop>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub probed_opt: Vec<Signal<In, Requested>>,
    pub probed_hop: Vec<Signal<In, Hop>>,
    pub cfg_request_opt: Vec<Signal<Out, ProbeCfg>>,
    pub probe_opt: Vec<Signal<In, Probing>>,
    pub probe_ready_opt: Vec<Signal<Out, Bit>>,
    pub s_answer: Signal<In, Answer>,
    pub s_answer_ready: Signal<Out, Bit>,
    pub s_nak: Signal<In, Nak>,
    pub s_nak_ready: Signal<Out, Bit>,
    pub msn: Signal<In, Messages>,
    pub m_axis_tdata: Signal<Out, Bus<W>>,
    pub m_axis_tkeep: Signal<Out, U<K>>,
    pub m_axis_tvalid: Signal<Out, Bit>,
    pub m_axis_tready: Signal<In, Bit>,
    pub m_axis_tlast: Signal<Out, Bit>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,
    pub in_init_done: Signal<In, Bit>,
    pub out_init_done: Signal<Out, Bit>,

    page: ResponderPage,
    newest_opt: Vec<Newest>,
    answers_opt: Vec<Answers>,
    requests_opt: Vec<Requests>,
    turns_opt: Vec<Turns>,
    between: Signal<Local, UnitAnswer>,
    others: Signal<Local, Replied>,
    due: Signal<Local, Probing>,
    replied: Signal<Local, Replied>,
    responder: Responder<W, K, L>,
    init_at: Reg<Qpn>,
    ready: Reg<Bit>,
    initialises: Signal<Local, Bit>,
    /// What was taken last was a NAK.
    nak_last: Reg<Bit>,
    room: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    is_nak: Signal<Local, Bit>,
    asked: Signal<Local, Asked>,
    found: Signal<Local, Found>,
    kind_nak: Constant<U<3>>,
    _hpcc: usize,
    _bare: usize,
    _hops: usize,
    _answers: usize,
    _answers_hops: usize,
    /// Requests of the own, with answers to a peer's and without.
    _requests: usize,
    _requests_alone: usize,
    _both: usize,
    /// There are turns, with HPCC++, and without; and hops.
    _turns: usize,
    _turns_hpcc: usize,
    _turns_bare: usize,
    _turns_hops: usize,
}

impl<const W: usize, const K: usize, const L: usize> NicResponder<W, K, L> {
    pub fn new(config: &Config) -> Self {
        let hpcc = usize::from(config.reads_hops());
        let hops = hpcc * config.hpcc.hops as usize;
        let answers = usize::from(config.nic.answers);
        let requests = usize::from(config.makes_requests());
        let turns = answers.max(requests);
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            came_valid_opt: each(hpcc),
            came_qpn_opt: each(hpcc),
            rx_echo_opt: each(hpcc),
            rx_echo_hop: each(hops),
            probed_opt: each(answers),
            probed_hop: each(answers * hops),
            cfg_request_opt: each(answers),
            probe_opt: each(requests),
            probe_ready_opt: each(requests),
            cfg_ece_place: Default::default(),
            cfg_telemetry: Default::default(),
            s_answer: Default::default(),
            s_answer_ready: Default::default(),
            s_nak: Default::default(),
            s_nak_ready: Default::default(),
            msn: Default::default(),
            m_axis_tdata: Default::default(),
            m_axis_tkeep: Default::default(),
            m_axis_tvalid: Default::default(),
            m_axis_tready: Default::default(),
            m_axis_tlast: Default::default(),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            in_init_done: Default::default(),
            out_init_done: Default::default(),
            page: ResponderPage::new(&registers::map(config)),
            newest_opt: (0..hpcc).map(|_| Newest::new(hops)).collect(),
            answers_opt: (0..answers).map(|_| Answers::new(config)).collect(),
            requests_opt: (0..requests).map(|_| Requests::new(config)).collect(),
            turns_opt: (0..turns).map(|_| Turns::new(config)).collect(),
            between: Default::default(),
            others: Default::default(),
            due: Default::default(),
            replied: Default::default(),
            responder: Responder::making(hops, Makes::of(config)),
            init_at: Default::default(),
            ready: Default::default(),
            initialises: Default::default(),
            nak_last: Default::default(),
            room: Default::default(),
            offers: Default::default(),
            is_nak: Default::default(),
            asked: Default::default(),
            found: Default::default(),
            kind_nak: Constant::new((Kind::Loss as u64).into()),
            _hpcc: hpcc,
            _bare: 1 - hpcc,
            _hops: hops,
            _answers: answers,
            _answers_hops: answers * hops,
            _requests: requests,
            _requests_alone: requests * (1 - answers),
            _both: answers * requests,
            _turns: turns,
            _turns_hpcc: turns * hpcc,
            _turns_bare: turns * (1 - hpcc),
            _turns_hops: turns * hops,
        }
    }
}

impl<const W: usize, const K: usize, const L: usize> Logic for NicResponder<W, K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_responder");
        comment!("@doc ackw_responder with the receiver's answers and the transport's NAKs, its initialisation, and its page of registers.");
        for _k in 0..self._hpcc {
            comment!("@doc ACKs echo the telemetry of their QP's newest packet.");
            comment!("@port came_valid a packet in its QP's order; always taken");
            comment!("@port came_qpn index of its QP");
            comment!("@port rx_echo_hop_0 of its telemetry");
        }
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port s_answer_ready it is taken");
        comment!("@port s_nak_ready it is taken");
        comment!("@port m_axis_tdata first byte of the frame in bits 7:0 of the first beat; no FCS");
        comment!("@port m_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port m_axis_tvalid within a frame it stays, until the last beat is taken");
        comment!(
            "@port in_answer_taken what the pages before this one answer, as in_answer_rdata and in_answer_starts"
        );
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@port in_init_done of what stands before it");
        comment!("@port out_init_done of that and of the responder");
        clock!(self, clock, page, responder, init_at, ready, nak_last);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = self.ready.q.val();
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        self.out_init_done.next = self.in_init_done.val() & self.ready.q.val();
        self.responder.cfg_ece_place.next = self.cfg_ece_place.val();
        self.responder.cfg_telemetry.next = self.cfg_telemetry.val();
        self.responder.cfg_cnp_dscp.next = self.page.cnp_dscp.val();
        self.responder.host_we.next = self.page.writes.val();
        self.responder.host_qpn.next = self.page.header_qpn.val();
        self.responder.host.next = self.page.header.val();
        self.page.counts.next.acks = self.responder.acks.val();
        self.page.counts.next.naks = self.responder.naks.val();
        self.page.counts.next.cnps = self.responder.cnps.val();
        self.page.counts.next.unwritten = self.responder.unwritten.val();

        comment!("every QP is initialised once");
        self.initialises.next = !self.ready.q.val();
        self.init_at.d.next = self.init_at.q.val();
        self.ready.d.next = self.ready.q.val();
        if self.initialises.val() {
            self.init_at.d.next = self.init_at.q.val() + 1;
            self.ready.d.next = self.init_at.q.val().all();
        }
        self.responder.init_we.next = self.initialises.val();
        self.responder.init_addr.next = self.init_at.q.val();

        comment!("NAKs and the receiver's answers take turns");
        for _k in 0..self._bare {
            self.room.next = self.responder.s_answer_ready.val();
        }
        for k in 0..self._turns_bare {
            self.room.next = self.turns_opt[k].s_ready.val();
        }
        for k in 0..self._hpcc {
            self.room.next = self.newest_opt[k].in_ready.val();
        }
        self.is_nak.next = self.s_nak.val().valid & (!self.nak_last.q.val() | !self.s_answer.val().valid);
        self.offers.next = self.s_nak.val().valid | self.s_answer.val().valid;
        self.s_nak_ready.next = self.room.val() & (!self.nak_last.q.val() | !self.s_answer.val().valid);
        self.s_answer_ready.next = self.room.val() & (self.nak_last.q.val() | !self.s_nak.val().valid);
        self.nak_last.d.next = self.nak_last.q.val();
        if self.offers.val() & self.room.val() {
            self.nak_last.d.next = self.is_nak.val();
        }
        self.asked.next.qpn = self.s_answer.val().qpn;
        self.asked.next.kind = self.s_answer.val().kind;
        self.asked.next.psn = self.s_answer.val().psn;
        self.asked.next.ece = self.s_answer.val().ece;
        if self.is_nak.val() {
            self.asked.next.qpn = self.s_nak.val().qpn;
            self.asked.next.kind = self.kind_nak.val();
            self.asked.next.psn = self.s_nak.val().psn;
            self.asked.next.ece = false;
        }
        for _k in 0..self._bare {
            self.responder.s_answer_valid.next = self.offers.val();
            self.found.next.qpn = self.asked.val().qpn;
            self.found.next.kind = self.asked.val().kind;
            self.found.next.psn = self.asked.val().psn;
            self.found.next.ece = self.asked.val().ece;
            self.found.next.telemetry = false;
            self.found.next.path = 0.into();
            self.found.next.n_hop = 0.into();
        }

        for k in 0..self._hpcc {
            comment!("each waits for its QP's telemetry");
            clock!(self, clock, newest_opt[k]);
            self.newest_opt[k].came_valid.next = self.came_valid_opt[k].val();
            self.newest_opt[k].came_qpn.next = self.came_qpn_opt[k].val();
            self.newest_opt[k].rx_echo.next = self.rx_echo_opt[k].val();
            self.newest_opt[k].in_valid.next = self.offers.val();
            self.newest_opt[k].asked.next = self.asked.val();
            self.newest_opt[k].out_ready.next = self.responder.s_answer_ready.val();
            self.responder.s_answer_valid.next = self.newest_opt[k].out_valid.val();
            self.found.next = self.newest_opt[k].found.val();
            for i in 0..self._hops {
                self.newest_opt[k].rx_echo_hop[i].next = self.rx_echo_hop[i].val();
                self.responder.s_answer_hop[i].next = self.newest_opt[k].found_hop[i].val();
            }
        }
        self.responder.s_answer_qpn.next = self.found.val().qpn;
        self.responder.s_answer_kind.next = self.found.val().kind;
        self.responder.s_answer_psn.next = self.found.val().psn;
        self.responder.s_answer_ece.next = self.found.val().ece;
        self.responder.s_answer_telemetry.next = self.found.val().telemetry;
        self.responder.s_answer_path.next = self.found.val().path;
        self.responder.s_answer_n_hop.next = self.found.val().n_hop;

        for _k in 0..self._turns {
            self.between.next.taken = self.in_answer.val().taken | self.page.taken.val();
            self.between.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
            self.between.next.starts = self.in_answer.val().starts;
        }
        for k in 0..self._answers {
            comment!("responses of a peer's probes");
            clock!(self, clock, answers_opt[k]);
            self.answers_opt[k].unit_bus.next = self.unit_bus.val();
            self.answers_opt[k].in_answer.next = self.between.val();
            self.out_answer.next = self.answers_opt[k].out_answer.val();
            self.answers_opt[k].probed.next = self.probed_opt[k].val();
            self.cfg_request_opt[k].next = self.answers_opt[k].cfg_request.val();
            self.responder.cfg_reply_opt[k].next = self.answers_opt[k].cfg_reply.val();
            self.answers_opt[k].responses.next = self.responder.responses_opt[k].val();
            self.answers_opt[k].closed.next = self.responder.closed_opt[k].val();
            self.answers_opt[k].m_ready.next = self.turns_opt[k].reply_ready_opt[k].val();
            self.turns_opt[k].reply_valid_opt[k].next = self.answers_opt[k].m_valid.val();
            self.turns_opt[k].reply_opt[k].next = self.answers_opt[k].m.val();
            for i in 0..self._answers_hops {
                self.answers_opt[k].probed_hop[i].next = self.probed_hop[i].val();
                self.turns_opt[k].reply_hop[i].next = self.answers_opt[k].m_hop[i].val();
            }
        }
        for k in 0..self._requests_alone {
            self.requests_opt[k].in_answer.next = self.between.val();
        }
        for k in 0..self._both {
            self.requests_opt[k].in_answer.next = self.answers_opt[k].out_answer.val();
        }
        for k in 0..self._requests {
            comment!("requests of the own");
            clock!(self, clock, requests_opt[k]);
            self.requests_opt[k].unit_bus.next = self.unit_bus.val();
            self.out_answer.next = self.requests_opt[k].out_answer.val();
            self.due.next = self.probe_opt[k].val();
            self.requests_opt[k].probe.next = self.probe_opt[k].val();
            self.probe_ready_opt[k].next = self.turns_opt[k].ask_ready_opt[k].val();
            self.responder.cfg_ask_opt[k].next = self.requests_opt[k].cfg_ask.val();
            self.requests_opt[k].requests.next = self.responder.requests_opt[k].val();
            self.requests_opt[k].unsent.next = self.responder.unsent_opt[k].val();
            self.turns_opt[k].ask_valid_opt[k].next = self.due.val().valid;
            self.turns_opt[k].ask_opt[k].next = self.requests_opt[k].m.val();
        }

        for k in 0..self._turns {
            comment!("these take turns with all others");
            clock!(self, clock, turns_opt[k]);
            for _j in 0..self._turns_bare {
                self.turns_opt[k].s_valid.next = self.offers.val();
            }
            for j in 0..self._turns_hpcc {
                self.turns_opt[k].s_valid.next = self.newest_opt[j].out_valid.val();
                self.newest_opt[j].out_ready.next = self.turns_opt[k].s_ready.val();
            }
            self.others.next.qpn = self.found.val().qpn;
            self.others.next.kind = self.found.val().kind;
            self.others.next.psn = self.found.val().psn;
            self.others.next.ece = self.found.val().ece;
            self.others.next.time = 0.into();
            self.others.next.telemetry = self.found.val().telemetry;
            self.others.next.path = self.found.val().path;
            self.others.next.n_hop = self.found.val().n_hop;
            self.turns_opt[k].s.next = self.others.val();
            self.turns_opt[k].m_ready.next = self.responder.s_answer_ready.val();
            self.responder.s_answer_valid.next = self.turns_opt[k].m_valid.val();
            self.replied.next = self.turns_opt[k].m.val();
            self.responder.s_answer_qpn.next = self.replied.val().qpn;
            self.responder.s_answer_kind.next = self.replied.val().kind;
            self.responder.s_answer_psn.next = self.replied.val().psn;
            self.responder.s_answer_ece.next = self.replied.val().ece;
            self.responder.s_answer_time_opt[k].next = self.replied.val().time;
            self.responder.s_answer_telemetry.next = self.replied.val().telemetry;
            self.responder.s_answer_path.next = self.replied.val().path;
            self.responder.s_answer_n_hop.next = self.replied.val().n_hop;
            for j in 0..self._turns_hpcc {
                for i in 0..self._turns_hops {
                    self.turns_opt[k].s_hop[i].next = self.newest_opt[j].found_hop[i].val();
                    self.responder.s_answer_hop[i].next = self.turns_opt[k].m_hop[i].val();
                }
            }
        }

        comment!("the NIC");
        self.responder.msn_we.next = self.msn.val().we;
        self.responder.msn_qpn.next = self.msn.val().qpn;
        self.responder.msn.next = self.msn.val().value;
        self.m_axis_tdata.next = self.responder.m_axis_tdata.val();
        self.m_axis_tkeep.next = self.responder.m_axis_tkeep.val();
        self.m_axis_tvalid.next = self.responder.m_axis_tvalid.val();
        self.responder.m_axis_tready.next = self.m_axis_tready.val();
        self.m_axis_tlast.next = self.responder.m_axis_tlast.val();
    }
}
