//! Requests of a peer's probes on their way to the responder: they wait for their turn, and are lost where there is no
//! room. With their page of registers.

use super::answers_page::AnswersPage;
use crate::hops::Hop;
use crate::prelude::*;
use crate::records::*;
use layout::answers::{RTT_RESPONSE, TELEMETRY_RESPONSE};
use layout::config::Config;
use layout::prober::Kind as Probe;
use layout::registers;

/// Requests that wait, as what answers them.
#[derive(LogicBlock)]
pub struct Answers {
    pub clock: Signal<In, ClkRst>,
    pub probed: Signal<In, Requested>,
    pub probed_hop: Vec<Signal<In, Hop>>,
    pub m_valid: Signal<Out, Bit>,
    pub m_ready: Signal<In, Bit>,
    pub m: Signal<Out, Replied>,
    pub m_hop: Vec<Signal<Out, Hop>>,
    pub cfg_request: Signal<Out, ProbeCfg>,
    pub cfg_reply: Signal<Out, ReplyCfg>,
    pub responses: Signal<In, U<32>>,
    pub closed: Signal<In, U<32>>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,

    page: AnswersPage,
    request: Signal<Local, ProbeCfg>,
    reply: Signal<Local, ReplyCfg>,
    waiting: Fifo<Awaiting, 4>,
    waiting_hops: Vec<Fifo<Hop, 4>>,
    offered: Signal<Local, Awaiting>,
    first: Signal<Local, Awaiting>,
    lost: Reg<U<32>>,
    asks_rtt: Constant<U<2>>,
    kind_rtt: Constant<KindCode>,
    kind_telemetry: Constant<U<3>>,
    _bare: usize,
    _hops: usize,
}

impl Answers {
    pub fn new(config: &Config) -> Self {
        let hpcc = usize::from(config.reads_hops());
        let hops = hpcc * config.hpcc.hops as usize;
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            probed: Default::default(),
            probed_hop: each(hops),
            m_valid: Default::default(),
            m_ready: Default::default(),
            m: Default::default(),
            m_hop: each(hops),
            cfg_request: Default::default(),
            cfg_reply: Default::default(),
            responses: Default::default(),
            closed: Default::default(),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            page: AnswersPage::new(&registers::map(config)),
            request: Default::default(),
            reply: Default::default(),
            waiting: Default::default(),
            waiting_hops: each(hops),
            offered: Default::default(),
            first: Default::default(),
            lost: Default::default(),
            asks_rtt: Constant::new((Probe::Rtt as u64).into()),
            kind_rtt: Constant::new(u64::from(RTT_RESPONSE).into()),
            kind_telemetry: Constant::new(u64::from(TELEMETRY_RESPONSE).into()),
            _bare: 1 - hpcc,
            _hops: hops,
        }
    }
}

impl Logic for Answers {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_answers");
        comment!("@doc Requests of a peer's probes wait for the turn of their responses, 8 at most: what finds no room is lost and counted.");
        comment!("@port m_valid the response of the first one that waits");
        comment!("@port m_ready it is taken");
        comment!("@port responses what the responder counts");
        comment!("@port closed likewise");
        comment!(
            "@port in_answer_taken what the pages before this one answer, as in_answer_rdata and in_answer_starts"
        );
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@constant asks_rtt kind of a request");
        clock!(self, clock, page, waiting, lost);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = true;
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        comment!("what this NIC sends as a response is no request to it: or a frame between two alike would go round for ever");
        self.request.next = self.page.request.val();
        self.reply.next = self.page.reply.val();
        self.cfg_request.next = self.page.request.val();
        if (self.request.val().rtt == self.reply.val().rtt) | (self.request.val().rtt == self.reply.val().telemetry) {
            self.cfg_request.next.rtt = 0.into();
        }
        if (self.request.val().telemetry == self.reply.val().rtt)
            | (self.request.val().telemetry == self.reply.val().telemetry)
        {
            self.cfg_request.next.telemetry = 0.into();
        }
        for _k in 0..self._bare {
            comment!("who reads no telemetry knows no request for it");
            self.cfg_request.next.telemetry = 0.into();
        }
        self.cfg_reply.next = self.page.reply.val();
        self.page.counts.next.responses = self.responses.val();
        self.page.counts.next.closed = self.closed.val();
        self.page.counts.next.lost = self.lost.q.val();

        comment!("requests wait, and what finds no room is lost: the parser does not wait for them");
        self.offered.next.kind = self.probed.val().kind;
        self.offered.next.qpn = self.probed.val().qpn;
        self.offered.next.psn = self.probed.val().psn;
        self.offered.next.time = self.probed.val().time;
        self.offered.next.path.telemetry = self.probed.val().telemetry;
        self.offered.next.path.path = self.probed.val().path;
        self.offered.next.path.n_hop = self.probed.val().n_hop;
        self.waiting.in_valid.next = self.probed.val().valid;
        self.waiting.in_data.next = self.offered.val();
        for i in 0..self._hops {
            clock!(self, clock, waiting_hops[i]);
            self.waiting_hops[i].in_valid.next = self.probed.val().valid;
            self.waiting_hops[i].in_data.next = self.probed_hop[i].val();
        }
        self.lost.d.next = self.lost.q.val();
        if self.probed.val().valid & !self.waiting.in_ready.val() {
            self.lost.d.next = self.lost.q.val() + 1;
        }

        comment!("the first one");
        self.first.next = self.waiting.out_data.val();
        self.m_valid.next = self.waiting.out_valid.val();
        self.waiting.out_ready.next = self.m_ready.val();
        self.m.next.qpn = self.first.val().qpn;
        self.m.next.kind = self.kind_telemetry.val();
        if self.first.val().kind == self.asks_rtt.val() {
            self.m.next.kind = self.kind_rtt.val();
        }
        self.m.next.psn = self.first.val().psn;
        self.m.next.ece = false;
        self.m.next.time = self.first.val().time;
        self.m.next.telemetry = self.first.val().path.telemetry;
        self.m.next.path = self.first.val().path.path;
        self.m.next.n_hop = self.first.val().path.n_hop;
        for i in 0..self._hops {
            self.waiting_hops[i].out_ready.next = self.m_ready.val();
            self.m_hop[i].next = self.waiting_hops[i].out_data.val();
        }
    }
}
