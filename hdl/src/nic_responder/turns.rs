//! The turns of what the responder makes frames of: the receiver's answers with NAKs, responses of a peer's probes, and
//! requests of the own.

use crate::hops::Hop;
use crate::prelude::*;
use crate::records::*;
use layout::config::Config;

/// One of three streams.
#[derive(LogicBlock)]
pub struct Turns {
    pub clock: Signal<In, ClkRst>,
    pub s_valid: Signal<In, Bit>,
    pub s_ready: Signal<Out, Bit>,
    pub s: Signal<In, Replied>,
    pub s_hop: Vec<Signal<In, Hop>>,
    /// Where probes are answered.
    pub reply_valid_opt: Vec<Signal<In, Bit>>,
    pub reply_ready_opt: Vec<Signal<Out, Bit>>,
    pub reply_opt: Vec<Signal<In, Replied>>,
    pub reply_hop: Vec<Signal<In, Hop>>,
    /// Where requests are made.
    pub ask_valid_opt: Vec<Signal<In, Bit>>,
    pub ask_ready_opt: Vec<Signal<Out, Bit>>,
    pub ask_opt: Vec<Signal<In, Replied>>,
    pub m_valid: Signal<Out, Bit>,
    pub m_ready: Signal<In, Bit>,
    pub m: Signal<Out, Replied>,
    pub m_hop: Vec<Signal<Out, Hop>>,

    replies: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    probes: Signal<Local, Bit>,
    is_probe: Signal<Local, Bit>,
    is_ask: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    /// What was taken last was a response or a request.
    probe_last: Reg<Bit>,
    /// Of these it was a request.
    ask_last_opt: Vec<Reg<Bit>>,
    _answers: usize,
    _requests: usize,
    _both: usize,
    _hops: usize,
    _answers_hops: usize,
}

impl Turns {
    pub fn new(config: &Config) -> Self {
        let answers = usize::from(config.nic.answers);
        let requests = usize::from(config.makes_requests());
        let hops = if config.reads_hops() { config.hpcc.hops as usize } else { 0 };
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            s_valid: Default::default(),
            s_ready: Default::default(),
            s: Default::default(),
            s_hop: each(hops),
            reply_valid_opt: each(answers),
            reply_ready_opt: each(answers),
            reply_opt: each(answers),
            reply_hop: each(answers * hops),
            ask_valid_opt: each(requests),
            ask_ready_opt: each(requests),
            ask_opt: each(requests),
            m_valid: Default::default(),
            m_ready: Default::default(),
            m: Default::default(),
            m_hop: each(hops),
            replies: Default::default(),
            asks: Default::default(),
            probes: Default::default(),
            is_probe: Default::default(),
            is_ask: Default::default(),
            goes: Default::default(),
            probe_last: Default::default(),
            ask_last_opt: each(answers * requests),
            _answers: answers,
            _requests: requests,
            _both: answers * requests,
            _hops: hops,
            _answers_hops: answers * hops,
        }
    }
}

impl Logic for Turns {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module nic_turns");
        comment!("@doc What the responder makes frames of takes turns: frames of probes with the others, so that these have every second one.");
        comment!("@port s_valid an answer of the receiver, or a NAK");
        comment!("@port s_ready it is taken");
        for _k in 0..self._answers {
            comment!("@port reply_valid a response");
            comment!("@port reply_ready it is taken");
        }
        for _k in 0..self._requests {
            comment!("@port ask_valid a request");
            comment!("@port ask_ready it is taken");
        }
        comment!("@port m_valid one of them");
        comment!("@port m_ready it is taken");
        clock!(self, clock, probe_last);

        comment!("frames of probes: responses and requests take turns");
        self.replies.next = false;
        self.asks.next = false;
        for k in 0..self._answers {
            self.replies.next = self.reply_valid_opt[k].val();
        }
        for k in 0..self._requests {
            self.asks.next = self.ask_valid_opt[k].val();
        }
        self.probes.next = self.replies.val() | self.asks.val();
        self.is_ask.next = self.asks.val();
        for k in 0..self._both {
            clock!(self, clock, ask_last_opt[k]);
            self.is_ask.next = self.asks.val() & (!self.ask_last_opt[k].q.val() | !self.replies.val());
        }

        comment!("they and the other answers do");
        self.is_probe.next = self.probes.val() & (!self.probe_last.q.val() | !self.s_valid.val());
        self.goes.next = self.is_probe.val() & self.m_ready.val();
        for k in 0..self._both {
            self.ask_last_opt[k].d.next = self.ask_last_opt[k].q.val();
            if self.goes.val() {
                self.ask_last_opt[k].d.next = self.is_ask.val();
            }
        }
        self.m_valid.next = self.probes.val() | self.s_valid.val();
        self.s_ready.next = self.m_ready.val() & (self.probe_last.q.val() | !self.probes.val());
        for k in 0..self._answers {
            self.reply_ready_opt[k].next = self.goes.val() & !self.is_ask.val();
        }
        for k in 0..self._requests {
            self.ask_ready_opt[k].next = self.goes.val() & self.is_ask.val();
        }
        self.probe_last.d.next = self.probe_last.q.val();
        if self.m_ready.val() & (self.probes.val() | self.s_valid.val()) {
            self.probe_last.d.next = self.is_probe.val();
        }
        self.m.next = self.s.val();
        for k in 0..self._answers {
            if self.is_probe.val() {
                self.m.next = self.reply_opt[k].val();
            }
        }
        for k in 0..self._requests {
            if self.is_probe.val() & self.is_ask.val() {
                self.m.next = self.ask_opt[k].val();
            }
        }
        for i in 0..self._hops {
            self.m_hop[i].next = self.s_hop[i].val();
        }
        for i in 0..self._answers_hops {
            if self.is_probe.val() {
                self.m_hop[i].next = self.reply_hop[i].val();
            }
        }
    }
}
