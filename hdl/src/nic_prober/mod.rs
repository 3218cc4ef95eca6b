//! `prober` between the NIC and `top`, with its page of registers: what `nic` has more with `nic.prober` (nic.md).
//!
//! # Why this folder
//!
//! `nic` connects, and leaves its other configurations as they are. What belongs to the prober alone is joined here:
//! the responses that the parser reads go to it one after the other, each beside its telemetry, and what they tell the
//! engine goes between the NIC's own events.

mod page;

use crate::hops::Hop;
use crate::prelude::*;
use crate::prober::Prober;
use crate::records::*;
use layout::config::Config;
use layout::prober::Kind as Probe;
use layout::record::Kind;
use layout::registers;
use layout::timing::PROBER_RTT_LATENCY;
use page::ProberPage;

/// The prober, its initialisation and its page; responses that wait, and the turns of events.
#[derive(LogicBlock)]
pub struct NicProber {
    pub clock: Signal<In, ClkRst>,
    pub time: Signal<In, Time>,
    pub tx: Signal<In, Sending>,
    pub upd: Signal<In, Acked>,
    pub hold: Signal<Out, Bit>,
    pub cfg_response: Signal<Out, ProbeCfg>,
    pub resp: Signal<In, Responded>,
    pub resp_hop: Vec<Signal<In, Hop>>,
    pub m_probe: Signal<Out, Probing>,
    pub m_probe_ready: Signal<In, Bit>,
    pub rtt: Signal<Out, Measured>,
    pub s_event_valid: Signal<In, Bit>,
    pub s_event_ready: Signal<Out, Bit>,
    pub s_event: Signal<In, Arrival>,
    pub s_event_opt: Vec<Signal<In, Path>>,
    pub s_event_hop: Vec<Signal<In, Hop>>,
    pub m_event_valid: Signal<Out, Bit>,
    pub m_event_ready: Signal<In, Bit>,
    pub m_event: Signal<Out, Arrival>,
    pub m_event_opt: Vec<Signal<Out, Path>>,
    pub m_event_hop: Vec<Signal<Out, Hop>>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,
    pub in_init_done: Signal<In, Bit>,
    pub out_init_done: Signal<Out, Bit>,

    page: ProberPage,
    prober: Prober,
    init_at: Reg<Qpn>,
    ready: Reg<Bit>,
    initialises: Signal<Local, Bit>,

    /// The host's write waits.
    pending: Reg<Bit>,
    /// An update was taken in the cycle before: what stands there now nobody has seen yet.
    fresh: Reg<Bit>,
    writes: Signal<Local, Bit>,
    holds: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    goes_in: Signal<Local, Bit>,

    waiting: Fifo<Awaiting, 4>,
    waiting_hops: Vec<Fifo<Hop, 4>>,
    offered: Signal<Local, Awaiting>,
    first: Signal<Local, Awaiting>,
    /// The prober looks at the first one; so many cycles.
    asked: Reg<Bit>,
    age: Reg<U<3>>,
    begins: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    gives: Signal<Local, Bit>,
    is_probe: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    probe_last: Reg<Bit>,
    told: Signal<Local, Arrival>,
    lost: Reg<U<32>>,

    last_age: Constant<U<3>>,
    kind_ack: Constant<KindCode>,
    kind_rtt: Constant<KindCode>,
    answers_rtt: Constant<U<2>>,
    _hpcc: usize,
    _hops: usize,
}

impl NicProber {
    pub fn new(config: &Config) -> Self {
        let hpcc = usize::from(config.reads_hops());
        let hops = hpcc * config.hpcc.hops as usize;
        /// None or one, or one a hop.
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            time: Default::default(),
            tx: Default::default(),
            upd: Default::default(),
            hold: Default::default(),
            cfg_response: Default::default(),
            resp: Default::default(),
            resp_hop: each(hops),
            m_probe: Default::default(),
            m_probe_ready: Default::default(),
            rtt: Default::default(),
            s_event_valid: Default::default(),
            s_event_ready: Default::default(),
            s_event: Default::default(),
            s_event_opt: each(hpcc),
            s_event_hop: each(hops),
            m_event_valid: Default::default(),
            m_event_ready: Default::default(),
            m_event: Default::default(),
            m_event_opt: each(hpcc),
            m_event_hop: each(hops),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            in_init_done: Default::default(),
            out_init_done: Default::default(),
            page: ProberPage::new(&registers::map(config)),
            prober: Prober::new(),
            init_at: Default::default(),
            ready: Default::default(),
            initialises: Default::default(),
            pending: Default::default(),
            fresh: Default::default(),
            writes: Default::default(),
            holds: Default::default(),
            takes: Default::default(),
            goes_in: Default::default(),
            waiting: Default::default(),
            waiting_hops: each(hops),
            offered: Default::default(),
            first: Default::default(),
            asked: Default::default(),
            age: Default::default(),
            begins: Default::default(),
            known: Default::default(),
            ends: Default::default(),
            gives: Default::default(),
            is_probe: Default::default(),
            goes: Default::default(),
            probe_last: Default::default(),
            told: Default::default(),
            lost: Default::default(),
            last_age: Constant::new(u64::from(PROBER_RTT_LATENCY - 1).into()),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_rtt: Constant::new((Kind::Rtt as u64).into()),
            answers_rtt: Constant::new((Probe::Rtt as u64).into()),
            _hpcc: hpcc,
            _hops: hops,
        }
    }
}

impl Logic for NicProber {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_prober");
        comment!("@doc ackw_prober, its initialisation, its page of registers, responses that wait, and the turns of what they tell the engine with the NIC's own events.");
        comment!("@port time_now ns, modulo 2^32");
        comment!("@port tx_valid tx_* of the NIC");
        comment!("@port hold the update stands a cycle longer");
        comment!("@port m_probe_ready it is taken");
        comment!("@port s_event_valid an event of the NIC");
        comment!("@port s_event_ready it is taken");
        comment!("@port m_event_valid an event for the engine: that one, or of a response");
        comment!("@port m_event_ready it is taken");
        comment!(
            "@port in_answer_taken what the pages before this one answer, as in_answer_rdata and in_answer_starts"
        );
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@port in_init_done of what stands before it");
        comment!("@port out_init_done of that and of the prober");
        comment!("@constant last_age the cycle behind a response's in which its RTT is there, if it was waited for");
        comment!("@constant answers_rtt kind of a response");
        clock!(self, clock, page, prober, init_at, ready, pending, fresh, waiting, asked, age, probe_last, lost);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = self.ready.q.val();
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        self.out_init_done.next = self.in_init_done.val() & self.ready.q.val();
        self.cfg_response.next = self.page.response.val();
        self.prober.cfg_timeout.next = self.page.cfg.val().timeout;
        self.prober.cfg_smooth.next = self.page.cfg.val().smooth;
        self.prober.cfg_timed.next = self.page.cfg.val().timed;
        self.prober.host_opens.next = self.page.policy.val().opens;
        self.prober.host_qpn.next = self.page.policy.val().qpn;
        self.prober.host_kind.next = self.page.policy.val().kind;
        self.prober.host_period.next = self.page.policy.val().period;
        self.prober.host_psn.next = self.page.policy.val().psn;
        self.page.counts.next.probes = self.prober.probes.val();
        self.page.counts.next.responses = self.prober.responses.val();
        self.page.counts.next.unexpected = self.prober.unexpected.val();
        self.page.counts.next.timeouts = self.prober.timeouts.val();
        self.page.counts.next.lost = self.lost.q.val();

        comment!("every QP is initialised once");
        self.initialises.next = !self.ready.q.val();
        self.init_at.d.next = self.init_at.q.val();
        self.ready.d.next = self.ready.q.val();
        if self.initialises.val() {
            self.init_at.d.next = self.init_at.q.val() + 1;
            self.ready.d.next = self.init_at.q.val().all();
        }
        self.prober.init_we.next = self.initialises.val();
        self.prober.init_addr.next = self.init_at.q.val();

        comment!("the host's write and what is acknowledged have one way in, and no update waits that was shown: the write takes a cycle in which none is taken, or holds back one that has just come");
        self.goes_in.next = self.page.writes.val() | self.pending.q.val();
        self.holds.next = self.goes_in.val() & self.fresh.q.val();
        self.writes.next = self.goes_in.val() & (self.fresh.q.val() | !(self.upd.val().valid & self.upd.val().ready));
        self.takes.next = self.upd.val().valid & self.upd.val().ready & !self.holds.val();
        self.pending.d.next = self.goes_in.val() & !self.writes.val();
        self.fresh.d.next = self.takes.val();
        self.hold.next = self.holds.val();
        self.prober.host_we.next = self.writes.val();
        self.prober.una_valid.next = self.takes.val() & self.upd.val().acks;
        self.prober.una_qpn.next = self.upd.val().qpn;
        self.prober.una_psn.next = self.upd.val().una_psn;

        comment!("responses wait, and what finds no room is lost: the parser does not wait for them");
        self.offered.next.kind = self.resp.val().kind;
        self.offered.next.qpn = self.resp.val().qpn;
        self.offered.next.psn = self.resp.val().psn;
        self.offered.next.time = self.resp.val().time;
        self.offered.next.path.telemetry = self.resp.val().telemetry;
        self.offered.next.path.path = self.resp.val().path;
        self.offered.next.path.n_hop = self.resp.val().n_hop;
        self.waiting.in_valid.next = self.resp.val().valid;
        self.waiting.in_data.next = self.offered.val();
        for i in 0..self._hops {
            clock!(self, clock, waiting_hops[i]);
            self.waiting_hops[i].in_valid.next = self.resp.val().valid;
            self.waiting_hops[i].in_data.next = self.resp_hop[i].val();
        }
        self.lost.d.next = self.lost.q.val();
        if self.resp.val().valid & !self.waiting.in_ready.val() {
            self.lost.d.next = self.lost.q.val() + 1;
        }

        comment!(
            "the prober looks at the first one; when it has an RTT, that is of this one, and its telemetry stands here"
        );
        self.first.next = self.waiting.out_data.val();
        self.prober.s_resp_valid.next = self.waiting.out_valid.val() & !self.asked.q.val();
        self.prober.s_resp_qpn.next = self.first.val().qpn;
        self.prober.s_resp_kind.next = self.first.val().kind;
        self.prober.s_resp_psn.next = self.first.val().psn;
        self.prober.s_resp_time.next = self.first.val().time;
        self.begins.next = self.waiting.out_valid.val() & !self.asked.q.val() & self.prober.s_resp_ready.val();
        self.known.next = self.asked.q.val() & (self.age.q.val() == self.last_age.val());
        self.gives.next = self.prober.m_rtt_valid.val();

        comment!("events of responses and the NIC's own take turns");
        self.is_probe.next = self.gives.val() & (!self.probe_last.q.val() | !self.s_event_valid.val());
        self.goes.next = self.is_probe.val() & self.m_event_ready.val();
        self.m_event_valid.next = self.gives.val() | self.s_event_valid.val();
        self.s_event_ready.next = self.m_event_ready.val() & (self.probe_last.q.val() | !self.gives.val());
        self.prober.m_rtt_ready.next = self.goes.val();
        self.probe_last.d.next = self.probe_last.q.val();
        if self.m_event_ready.val() & (self.gives.val() | self.s_event_valid.val()) {
            self.probe_last.d.next = self.is_probe.val();
        }
        self.told.next = self.s_event.val();
        if self.is_probe.val() {
            self.told.next.kind = self.kind_ack.val();
            if self.prober.m_rtt_kind.val() == self.answers_rtt.val() {
                self.told.next.kind = self.kind_rtt.val();
            }
            self.told.next.ece = false;
            self.told.next.use_psn = false;
            self.told.next.n = 0.into();
            self.told.next.psn = self.prober.m_rtt_psn.val();
            self.told.next.qpn = self.prober.m_rtt_qpn.val();
        }
        self.m_event.next = self.told.val();
        for k in 0..self._hpcc {
            self.m_event_opt[k].next = self.s_event_opt[k].val();
            if self.is_probe.val() {
                self.m_event_opt[k].next = self.first.val().path;
            }
            for i in 0..self._hops {
                self.m_event_hop[i].next = self.s_event_hop[i].val();
                if self.is_probe.val() {
                    self.m_event_hop[i].next = self.waiting_hops[i].out_data.val();
                }
            }
        }

        comment!("a response leaves when it is known that nobody waits for it, or when its event is taken");
        self.ends.next = self.known.val() & (!self.gives.val() | self.goes.val());
        self.asked.d.next = self.begins.val() | (self.asked.q.val() & !self.ends.val());
        self.age.d.next = self.age.q.val();
        if self.begins.val() {
            self.age.d.next = 0.into();
        } else if !self.known.val() {
            self.age.d.next = self.age.q.val() + 1;
        }
        self.waiting.out_ready.next = self.ends.val();
        for i in 0..self._hops {
            self.waiting_hops[i].out_ready.next = self.ends.val();
        }
        self.rtt.next.valid = self.goes.val();
        self.rtt.next.qpn = self.prober.m_rtt_qpn.val();
        self.rtt.next.kind = self.prober.m_rtt_kind.val();
        self.rtt.next.measured = self.prober.m_rtt_measured.val();
        self.rtt.next.smoothed = self.prober.m_rtt_smoothed.val();

        comment!("the NIC");
        self.prober.time_now.next = self.time.val().now;
        self.prober.tx_valid.next = self.tx.val().valid;
        self.prober.tx_qpn.next = self.tx.val().qpn;
        self.prober.tx_psn.next = self.tx.val().psn;
        self.m_probe.next.valid = self.prober.m_probe_valid.val();
        self.m_probe.next.qpn = self.prober.m_probe_qpn.val();
        self.m_probe.next.kind = self.prober.m_probe_kind.val();
        self.m_probe.next.psn = self.prober.m_probe_psn.val();
        self.m_probe.next.time = self.prober.m_probe_time.val();
        self.prober.m_probe_ready.next = self.m_probe_ready.val();
    }
}
