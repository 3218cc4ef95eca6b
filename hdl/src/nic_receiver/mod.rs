//! `receiver` beside `top`, with its clock, its initialisation and its page of registers: what `nic` has more with
//! `nic.receiver` (nic.md).
//!
//! # Why this folder
//!
//! `nic` connects, and leaves its other configurations as they are. What belongs to the receiver alone is joined here,
//! and goes in and out by whole records.

mod page;

use crate::microseconds::Microseconds;
use crate::prelude::*;
use crate::receiver::Receiver;
use crate::records::*;
use layout::config::Config;
use layout::registers;
use page::ReceiverPage;

/// The receiver and its page.
#[derive(LogicBlock)]
pub struct NicReceiver {
    pub clock: Signal<In, ClkRst>,
    pub time: Signal<In, Time>,
    pub rx: Signal<In, Received>,
    pub m_answer: Signal<Out, Answer>,
    pub m_answer_ready: Signal<In, Bit>,
    pub unit_bus: Signal<In, UnitBus>,
    pub in_answer: Signal<In, UnitAnswer>,
    pub out_answer: Signal<Out, UnitAnswer>,
    pub in_init_done: Signal<In, Bit>,
    pub out_init_done: Signal<Out, Bit>,
    pub came_valid_opt: Vec<Signal<Out, Bit>>,
    pub came_qpn_opt: Vec<Signal<Out, Qpn>>,

    page: ReceiverPage,
    microseconds: Microseconds,
    receiver: Receiver,
    init_at: Reg<Qpn>,
    ready: Reg<Bit>,
    initialises: Signal<Local, Bit>,
    /// The responder echoes what packets bring.
    _echoes: usize,
}

impl NicReceiver {
    pub fn new(config: &Config) -> Self {
        let echoes = usize::from(config.nic.responder && config.reads_hops());
        Self {
            clock: Default::default(),
            time: Default::default(),
            rx: Default::default(),
            m_answer: Default::default(),
            m_answer_ready: Default::default(),
            unit_bus: Default::default(),
            in_answer: Default::default(),
            out_answer: Default::default(),
            in_init_done: Default::default(),
            out_init_done: Default::default(),
            came_valid_opt: (0..echoes).map(|_| Default::default()).collect(),
            came_qpn_opt: (0..echoes).map(|_| Default::default()).collect(),
            page: ReceiverPage::new(&registers::map(config)),
            microseconds: Microseconds::default(),
            receiver: Receiver::default(),
            init_at: Default::default(),
            ready: Default::default(),
            initialises: Default::default(),
            _echoes: echoes,
        }
    }
}

impl Logic for NicReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_receiver");
        comment!("@doc ackw_receiver, its clock in microseconds, its initialisation, and its page of registers.");
        comment!("@port time_now ns, modulo 2^32");
        comment!("@port rx_valid a packet in its QP's order; always taken");
        comment!("@port m_answer_ready it is taken");
        comment!(
            "@port in_answer_taken what the pages before this one answer, as in_answer_rdata and in_answer_starts"
        );
        comment!("@port out_answer_taken what they and this page answer, as out_answer_rdata and out_answer_starts");
        comment!("@port in_init_done of what stands before it");
        comment!("@port out_init_done of that and of the receiver");
        for _k in 0..self._echoes {
            comment!("@port came_valid rx_valid, for the responder");
            comment!("@port came_qpn rx_qpn, likewise");
        }
        clock!(self, clock, page, microseconds, receiver, init_at, ready);

        comment!("the host's side");
        self.page.bus.next = self.unit_bus.val();
        self.page.init_done.next = self.ready.q.val();
        self.out_answer.next.taken = self.in_answer.val().taken | self.page.taken.val();
        self.out_answer.next.rdata = self.in_answer.val().rdata | self.page.rdata.val();
        self.out_answer.next.starts = self.in_answer.val().starts;
        self.out_init_done.next = self.in_init_done.val() & self.ready.q.val();
        self.receiver.cfg_ack_timeout.next = self.page.times.val().ack_timeout;
        self.receiver.cfg_cnp_interval.next = self.page.times.val().cnp_interval;
        self.receiver.host_we.next = self.page.opens.val();
        self.receiver.host_qpn.next = self.page.open_qpn.val();
        self.receiver.host.next = self.page.policy.val();
        self.page.counts.next.acks = self.receiver.acks.val();
        self.page.counts.next.cnps = self.receiver.cnps.val();
        self.page.counts.next.merged = self.receiver.merged.val();
        self.page.counts.next.cnps_merged = self.receiver.cnps_merged.val();
        self.page.counts.next.timeouts = self.receiver.timeouts.val();

        comment!("every QP is initialised once");
        self.initialises.next = !self.ready.q.val();
        self.init_at.d.next = self.init_at.q.val();
        self.ready.d.next = self.ready.q.val();
        if self.initialises.val() {
            self.init_at.d.next = self.init_at.q.val() + 1;
            self.ready.d.next = self.init_at.q.val().all();
        }
        self.receiver.init_we.next = self.initialises.val();
        self.receiver.init_addr.next = self.init_at.q.val();

        comment!("the NIC");
        self.microseconds.now.next = self.time.val().now;
        self.receiver.tick.next = self.microseconds.tick.val();
        self.receiver.in_valid.next = self.rx.val().valid;
        self.receiver.in_qpn.next = self.rx.val().qpn;
        self.receiver.in_psn.next = self.rx.val().psn;
        self.receiver.in_ce.next = self.rx.val().ce;
        self.receiver.in_queue.next = self.rx.val().queue;
        self.receiver.in_ack_req.next = self.rx.val().ack_req;
        self.receiver.in_last.next = self.rx.val().last;
        self.m_answer.next.valid = self.receiver.m_answer_valid.val();
        self.m_answer.next.qpn = self.receiver.m_answer_qpn.val();
        self.m_answer.next.kind = self.receiver.m_answer_kind.val();
        self.m_answer.next.psn = self.receiver.m_answer_psn.val();
        self.m_answer.next.ece = self.receiver.m_answer_ece.val();
        self.m_answer.next.count = self.receiver.m_answer_count.val();
        self.receiver.m_answer_ready.next = self.m_answer_ready.val();
        for k in 0..self._echoes {
            self.came_valid_opt[k].next = self.rx.val().valid;
            self.came_qpn_opt[k].next = self.rx.val().qpn;
        }
    }
}
