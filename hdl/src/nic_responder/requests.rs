//! Probes of `prober` as what the responder makes frames of, with their page of registers.

use super::requests_page::RequestsPage;
use crate::prelude::*;
use crate::records::*;
use layout::answers::{RTT_REQUEST, TELEMETRY_REQUEST};
use layout::config::Config;
use layout::prober::Kind as Probe;
use layout::registers;

/// What a probe says, and what its request has.
#[derive(LogicBlock)]
pub struct Requests {
    pub clock: Signal<In, ClkRst>,
    pub probe: Signal<In, Probing>,
    pub m: Signal<Out, Replied>,
    pub cfg_ask: Signal<Out, AskCfg>,
    pub requests: Signal<In, U<32>>,
    pub unsent: Signal<In, U<32>>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,

    page: RequestsPage,
    asks_rtt: Constant<U<2>>,
    kind_rtt: Constant<KindCode>,
    kind_telemetry: Constant<U<3>>,
    hops: Constant<U<4>>,
    reads: Constant<Bit>,
}

impl Requests {
    pub fn new(config: &Config) -> Self {
        let hops = if config.reads_hops() { config.hpcc.hops } else { 0 };
        Self {
            clock: Default::default(),
            probe: Default::default(),
            m: Default::default(),
            cfg_ask: Default::default(),
            requests: Default::default(),
            unsent: Default::default(),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            page: RequestsPage::new(&registers::map(config)),
            asks_rtt: Constant::new((Probe::Rtt as u64).into()),
            kind_rtt: Constant::new(u64::from(RTT_REQUEST).into()),
            kind_telemetry: Constant::new(u64::from(TELEMETRY_REQUEST).into()),
            hops: Constant::new(u64::from(hops).into()),
            reads: Constant::new(hops > 0),
        }
    }
}

impl Logic for Requests {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_requests");
        comment!("@doc A probe of ackw_prober as a request's frame, and its page of registers.");
        comment!("@port requests what the responder counts");
        comment!("@port unsent likewise");
        comment!(
            "@port in_answer_taken what the pages before this one answer, as in_answer_rdata and in_answer_starts"
        );
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@constant asks_rtt kind of a probe");
        comment!("@constant hops for so many a telemetry request has room");
        comment!("@constant reads telemetry of responses is read, so there is room for it");
        clock!(self, clock, page);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = true;
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        self.cfg_ask.next = self.page.asking.val();
        self.page.counts.next.requests = self.requests.val();
        self.page.counts.next.unsent = self.unsent.val();

        comment!("the request");
        self.m.next.qpn = self.probe.val().qpn;
        self.m.next.kind = self.kind_telemetry.val();
        if self.probe.val().kind == self.asks_rtt.val() {
            self.m.next.kind = self.kind_rtt.val();
        }
        self.m.next.psn = self.probe.val().psn;
        self.m.next.ece = false;
        self.m.next.time = self.probe.val().time;
        self.m.next.telemetry = self.reads.val();
        self.m.next.path = 0.into();
        self.m.next.n_hop = self.hops.val();
    }
}
