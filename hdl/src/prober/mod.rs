#![doc = include_str!("../prober.md")]
//!
//! # Why this file
//!
//! It joins the parts: news of packets, the operations that have turns, the list in two queues, and the two ways out.
//! What an operation does to a QP stands in `step`. The queues and the views of memories are the receiver's.

mod pins;
mod stages;
mod step;
#[cfg(test)]
mod unit;

pub use stages::*;
pub use step::Step;

use crate::prelude::*;
use crate::receiver::{Queue, View};

/// The probes of each QP, and the RTT that they measure.
#[derive(LogicBlock)]
pub struct Prober {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub time_now: Signal<In, U<32>>,
    pub cfg_timeout: Signal<In, U<24>>,
    pub cfg_smooth: Signal<In, Bit>,
    pub cfg_timed: Signal<In, Bit>,
    pub host_we: Signal<In, Bit>,
    pub host_opens: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host_kind: Signal<In, U<2>>,
    pub host_period: Signal<In, U<24>>,
    pub host_psn: Signal<In, PsnWord>,
    pub tx_valid: Signal<In, Bit>,
    pub tx_qpn: Signal<In, Qpn>,
    pub tx_psn: Signal<In, PsnWord>,
    pub una_valid: Signal<In, Bit>,
    pub una_ready: Signal<Out, Bit>,
    pub una_qpn: Signal<In, Qpn>,
    pub una_psn: Signal<In, PsnWord>,
    pub s_resp_valid: Signal<In, Bit>,
    pub s_resp_ready: Signal<Out, Bit>,
    pub s_resp_qpn: Signal<In, Qpn>,
    pub s_resp_kind: Signal<In, U<2>>,
    pub s_resp_psn: Signal<In, U<24>>,
    pub s_resp_time: Signal<In, U<32>>,
    pub m_probe_valid: Signal<Out, Bit>,
    pub m_probe_ready: Signal<In, Bit>,
    pub m_probe_qpn: Signal<Out, Qpn>,
    pub m_probe_kind: Signal<Out, U<2>>,
    pub m_probe_psn: Signal<Out, U<24>>,
    pub m_probe_time: Signal<Out, U<32>>,
    pub m_rtt_valid: Signal<Out, Bit>,
    pub m_rtt_ready: Signal<In, Bit>,
    pub m_rtt_qpn: Signal<Out, Qpn>,
    pub m_rtt_kind: Signal<Out, U<2>>,
    pub m_rtt_psn: Signal<Out, U<24>>,
    pub m_rtt_measured: Signal<Out, U<24>>,
    pub m_rtt_smoothed: Signal<Out, U<24>>,
    pub probes: Signal<Out, U<32>>,
    pub responses: Signal<Out, U<32>>,
    pub unexpected: Signal<Out, U<32>>,
    pub timeouts: Signal<Out, U<32>>,
    pub refused: Signal<Out, U<32>>,
    pub clamped: Signal<Out, U<32>>,

    now: DReg<U<32>>,
    timeout: DReg<U<24>>,
    smooth: DReg<Bit>,
    timed: DReg<Bit>,

    // news of packets
    t0_valid: Reg<Bit>,
    t1_valid: Reg<Bit>,
    t2_valid: Reg<Bit>,
    t3_valid: Reg<Bit>,
    t0: DReg<News>,
    t1: DReg<News>,
    t2: DReg<News>,
    t3: DReg<News>,
    t3_marks: View<Marks>,
    t3_listed: View<Bit>,
    enters: Signal<Local, Bit>,
    sent_we: Signal<Local, Bit>,
    sent_qpn: Signal<Local, Qpn>,
    sent: Signal<Local, Sent>,
    listed: Signal<Local, Bit>,
    t4_push: Reg<Bit>,
    t4_qpn: DReg<Qpn>,

    // what is acknowledged
    opens: Signal<Local, Bit>,
    u0_valid: Reg<Bit>,
    u1_valid: Reg<Bit>,
    u2_valid: Reg<Bit>,
    u3_valid: Reg<Bit>,
    u0: DReg<News>,
    u1: DReg<News>,
    u2: DReg<News>,
    u3: DReg<News>,

    // operations
    fresh: Queue,
    again: Queue,
    host_now: Signal<Local, Bit>,
    is_refused: Signal<Local, Bit>,
    too_short: Signal<Local, Bit>,
    can_visit: Signal<Local, Bit>,
    can_answer: Signal<Local, Bit>,
    answers: Signal<Local, Bit>,
    visits: Signal<Local, Bit>,
    from_again: Signal<Local, Bit>,
    answer_turn: Reg<Bit>,
    again_turn: Reg<Bit>,
    k0_valid: Reg<Bit>,
    k1_valid: Reg<Bit>,
    k2_valid: Reg<Bit>,
    k3_valid: Reg<Bit>,
    k0: DReg<Op>,
    k1: DReg<Op>,
    k2: DReg<Op>,
    k3: DReg<Op>,
    k3_news: DReg<Bit>,
    k3_kept: View<Kept>,
    k3_sent: View<Sent>,
    k3_una: View<U<24>>,
    step: Step,
    kept_we: Signal<Local, Bit>,
    kept_qpn: Signal<Local, Qpn>,
    kept: Signal<Local, Kept>,
    marks: Signal<Local, Marks>,
    k4_push: Reg<Bit>,
    k4_qpn: DReg<Qpn>,
    k4_probes: Reg<Bit>,
    k4_probe: DReg<Probe>,
    k4_awaited: Reg<Bit>,
    k4_rtt: DReg<Rtt>,
    k4_unexpected: Reg<Bit>,
    k4_gives_up: Reg<Bit>,

    // the ways out
    leaving: Fifo<Probe, 4>,
    measured: Fifo<Rtt, 4>,
    probes_count: Reg<U<32>>,
    responses_count: Reg<U<32>>,
    unexpected_count: Reg<U<32>>,
    timeouts_count: Reg<U<32>>,
    refused_count: Reg<U<32>>,
    clamped_count: Reg<U<32>>,
    least_period: Constant<U<24>>,
    least_timeout: Constant<U<24>>,
}

impl Default for Prober {
    fn default() -> Self {
        use layout::prober::{PERIOD, TIMEOUT};
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            time_now: Default::default(),
            cfg_timeout: Default::default(),
            cfg_smooth: Default::default(),
            cfg_timed: Default::default(),
            host_we: Default::default(),
            host_opens: Default::default(),
            host_qpn: Default::default(),
            host_kind: Default::default(),
            host_period: Default::default(),
            host_psn: Default::default(),
            tx_valid: Default::default(),
            tx_qpn: Default::default(),
            tx_psn: Default::default(),
            una_valid: Default::default(),
            una_ready: Default::default(),
            una_qpn: Default::default(),
            una_psn: Default::default(),
            s_resp_valid: Default::default(),
            s_resp_ready: Default::default(),
            s_resp_qpn: Default::default(),
            s_resp_kind: Default::default(),
            s_resp_psn: Default::default(),
            s_resp_time: Default::default(),
            m_probe_valid: Default::default(),
            m_probe_ready: Default::default(),
            m_probe_qpn: Default::default(),
            m_probe_kind: Default::default(),
            m_probe_psn: Default::default(),
            m_probe_time: Default::default(),
            m_rtt_valid: Default::default(),
            m_rtt_ready: Default::default(),
            m_rtt_qpn: Default::default(),
            m_rtt_kind: Default::default(),
            m_rtt_psn: Default::default(),
            m_rtt_measured: Default::default(),
            m_rtt_smoothed: Default::default(),
            probes: Default::default(),
            responses: Default::default(),
            unexpected: Default::default(),
            timeouts: Default::default(),
            refused: Default::default(),
            clamped: Default::default(),
            now: Default::default(),
            timeout: Default::default(),
            smooth: Default::default(),
            timed: Default::default(),
            t0_valid: Default::default(),
            t1_valid: Default::default(),
            t2_valid: Default::default(),
            t3_valid: Default::default(),
            t0: Default::default(),
            t1: Default::default(),
            t2: Default::default(),
            t3: Default::default(),
            t3_marks: Default::default(),
            t3_listed: Default::default(),
            enters: Default::default(),
            sent_we: Default::default(),
            sent_qpn: Default::default(),
            sent: Default::default(),
            listed: Default::default(),
            t4_push: Default::default(),
            t4_qpn: Default::default(),
            opens: Default::default(),
            u0_valid: Default::default(),
            u1_valid: Default::default(),
            u2_valid: Default::default(),
            u3_valid: Default::default(),
            u0: Default::default(),
            u1: Default::default(),
            u2: Default::default(),
            u3: Default::default(),
            fresh: Default::default(),
            again: Default::default(),
            host_now: Default::default(),
            is_refused: Default::default(),
            too_short: Default::default(),
            can_visit: Default::default(),
            can_answer: Default::default(),
            answers: Default::default(),
            visits: Default::default(),
            from_again: Default::default(),
            answer_turn: Default::default(),
            again_turn: Default::default(),
            k0_valid: Default::default(),
            k1_valid: Default::default(),
            k2_valid: Default::default(),
            k3_valid: Default::default(),
            k0: Default::default(),
            k1: Default::default(),
            k2: Default::default(),
            k3: Default::default(),
            k3_news: Default::default(),
            k3_kept: Default::default(),
            k3_sent: Default::default(),
            k3_una: Default::default(),
            step: Default::default(),
            kept_we: Default::default(),
            kept_qpn: Default::default(),
            kept: Default::default(),
            marks: Default::default(),
            k4_push: Default::default(),
            k4_qpn: Default::default(),
            k4_probes: Default::default(),
            k4_probe: Default::default(),
            k4_awaited: Default::default(),
            k4_rtt: Default::default(),
            k4_unexpected: Default::default(),
            k4_gives_up: Default::default(),
            leaving: Default::default(),
            measured: Default::default(),
            probes_count: Default::default(),
            responses_count: Default::default(),
            unexpected_count: Default::default(),
            timeouts_count: Default::default(),
            refused_count: Default::default(),
            clamped_count: Default::default(),
            least_period: Constant::new(PERIOD.min.into()),
            least_timeout: Constant::new(TIMEOUT.min.into()),
        }
    }
}

impl Prober {
    pub fn new() -> Self {
        Self::default()
    }
}

impl Logic for Prober {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module prober");
        comment!("@doc Probes of QPs with data in flight, once in a period and one open a QP: telemetry requests and RTT requests. News of");
        comment!("@doc packets and of ACKs in, one a cycle each; probes out, 15 cycles later where nothing waits; responses in, RTTs out.");
        comment!(
            "@port init_we resets the QP at init_addr: every QP once behind each reset; nothing else counts meanwhile"
        );
        comment!("@port init_addr index of the QP");
        comment!("@port time_now the clock, ns, modulo 2^32");
        comment!("@port cfg_timeout how long a response is waited for, ns; below 1,000 as 1,000");
        comment!("@port cfg_smooth 1: an RTT counts for an eighth in the one that is kept");
        comment!("@port cfg_timed 1: a telemetry response echoes the time too, and must");
        comment!("@port host_we the host's write; always taken");
        comment!("@port host_opens 1: the QP is opened anew, or closed; 0: its period alone is written");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_kind with host_opens: 0 no probes, 1 telemetry requests, 2 RTT requests; 3 is refused");
        comment!("@port host_period least time from a probe to the next one, ns; below 1,000 as 1,000");
        comment!("@port host_psn with host_opens: the PSN of the first packet");
        comment!("@port tx_valid a packet has left; always taken");
        comment!("@port tx_qpn index of its QP");
        comment!("@port tx_psn the PSN that is sent next: snd_nxt");
        comment!("@port una_valid packets are acknowledged");
        comment!("@port una_ready low with host_we, and with init_we");
        comment!("@port una_qpn index of the QP");
        comment!("@port una_psn the last PSN that is acknowledged");
        comment!("@port s_resp_valid a response has come");
        comment!("@port s_resp_ready it is taken");
        comment!("@port s_resp_qpn index of the QP");
        comment!("@port s_resp_kind 1 telemetry, 2 RTT; others are unexpected");
        comment!("@port s_resp_psn of a telemetry response: the PSN that it echoes");
        comment!("@port s_resp_time of an RTT response: the time that it echoes; with cfg_timed of each");
        comment!("@port m_probe_valid a probe is due");
        comment!("@port m_probe_ready it is taken");
        comment!("@port m_probe_qpn index of the QP");
        comment!("@port m_probe_kind 1 telemetry request, 2 RTT request");
        comment!("@port m_probe_psn snd_nxt");
        comment!("@port m_probe_time the clock, ns");
        comment!("@port m_rtt_valid a response was waited for");
        comment!("@port m_rtt_ready it is taken");
        comment!("@port m_rtt_qpn index of the QP");
        comment!("@port m_rtt_kind of the probe");
        comment!("@port m_rtt_psn of the probe");
        comment!("@port m_rtt_measured from the probe to the response, ns");
        comment!("@port m_rtt_smoothed the RTT that is kept, ns");
        comment!("@port probes probes that were taken, modulo 2^32");
        comment!("@port responses RTTs that were taken, modulo 2^32");
        comment!("@port unexpected responses that nobody waits for, modulo 2^32");
        comment!("@port timeouts probes whose response was waited for too long, modulo 2^32");
        comment!("@port refused writes of the host that are refused, modulo 2^32");
        comment!("@port clamped writes of the host with too short a period, modulo 2^32");
        clock!(
            self, clock, now, timeout, smooth, timed, t0_valid, t1_valid, t2_valid, t3_valid, t0, t1, t2, t3, t3_marks
        );
        clock!(self, clock, t3_listed, t4_push, t4_qpn, u0_valid, u1_valid, u2_valid, u3_valid, u0, u1, u2, u3);
        clock!(self, clock, fresh, again, answer_turn, again_turn, k0_valid, k1_valid, k2_valid, k3_valid);
        clock!(self, clock, k0, k1, k2, k3, k3_news, k3_kept, k3_sent, k3_una, k4_push, k4_qpn, k4_probes, k4_probe);
        clock!(self, clock, k4_awaited, k4_rtt, k4_unexpected, k4_gives_up, leaving, measured, probes_count);
        clock!(self, clock, responses_count, unexpected_count, timeouts_count, refused_count, clamped_count);
        self.now.d.next = self.time_now.val();
        self.smooth.d.next = self.cfg_smooth.val();
        self.timed.d.next = self.cfg_timed.val();
        self.timeout.d.next = self.cfg_timeout.val();
        if self.cfg_timeout.val() < self.least_timeout.val() {
            self.timeout.d.next = self.least_timeout.val();
        }

        comment!("t0: news of a packet; t3: it is written, and the QP enters the list if it is not there");
        self.t0_valid.d.next = self.tx_valid.val() & !self.init_we.val();
        self.t0.d.next.qpn = self.tx_qpn.val();
        self.t0.d.next.psn = self.tx_psn.val();
        self.t1_valid.d.next = self.t0_valid.q.val();
        self.t1.d.next = self.t0.q.val();
        self.t2_valid.d.next = self.t1_valid.q.val();
        self.t2.d.next = self.t1.q.val();
        self.t3_valid.d.next = self.t2_valid.q.val();
        self.t3.d.next = self.t2.q.val();
        self.t3_marks.p0_qpn.next = self.t0.q.val().qpn;
        self.t3_listed.p0_qpn.next = self.t0.q.val().qpn;
        for k in 0..self.t3_marks.re_opt.len() {
            self.t3_marks.re_opt[k].next = self.t0_valid.q.val();
        }
        for k in 0..self.t3_listed.re_opt.len() {
            self.t3_listed.re_opt[k].next = self.t0_valid.q.val();
        }
        self.enters.next = self.t3_valid.q.val()
            & self.t3_marks.p3.val().probes
            & !(self.t3_listed.p3.val() ^ self.t3_marks.p3.val().listed);
        self.sent_we.next = self.t3_valid.q.val() | self.init_we.val();
        self.sent_qpn.next = self.t3.q.val().qpn;
        self.sent.next.snd_nxt = self.t3.q.val().psn;
        self.sent.next.opened = self.t3_marks.p3.val().opened;
        self.listed.next = self.t3_listed.p3.val() ^ self.enters.val();
        if self.init_we.val() {
            self.sent_qpn.next = self.init_addr.val();
            self.sent.next.snd_nxt = 0.into();
            self.sent.next.opened = false;
            self.listed.next = false;
        }
        self.t3_listed.we.next = self.sent_we.val();
        self.t3_listed.waddr.next = self.sent_qpn.val();
        self.t3_listed.wdata.next = self.listed.val();
        self.k3_sent.we.next = self.sent_we.val();
        self.k3_sent.waddr.next = self.sent_qpn.val();
        self.k3_sent.wdata.next = self.sent.val();
        self.t4_push.d.next = self.enters.val();
        self.t4_qpn.d.next = self.t3.q.val().qpn;

        comment!("the host: kind 3 is refused, a period that is too short becomes the shortest; closing has none");
        self.host_now.next = self.host_we.val() & !self.init_we.val();
        self.is_refused.next = self.host_now.val() & self.host_opens.val() & (self.host_kind.val() == 3);
        self.opens.next = self.host_now.val() & self.host_opens.val() & !self.is_refused.val();
        self.too_short.next = self.host_now.val()
            & (self.host_period.val() < self.least_period.val())
            & !self.is_refused.val()
            & !(self.host_opens.val() & !self.host_kind.val().any());

        comment!("u0: what is acknowledged; at the opening all ahead of the first packet. u3: it is written");
        self.una_ready.next = !self.host_we.val() & !self.init_we.val();
        self.u0_valid.d.next = self.opens.val() | (self.una_valid.val() & !self.host_we.val() & !self.init_we.val());
        self.u0.d.next.qpn = self.una_qpn.val();
        self.u0.d.next.psn = self.una_psn.val();
        if self.host_we.val() {
            self.u0.d.next.qpn = self.host_qpn.val();
            self.u0.d.next.psn = self.host_psn.val() - 1;
        }
        self.u1_valid.d.next = self.u0_valid.q.val();
        self.u1.d.next = self.u0.q.val();
        self.u2_valid.d.next = self.u1_valid.q.val();
        self.u2.d.next = self.u1.q.val();
        self.u3_valid.d.next = self.u2_valid.q.val();
        self.u3.d.next = self.u2.q.val();
        self.k3_una.we.next = self.u3_valid.q.val() | self.init_we.val();
        self.k3_una.waddr.next = self.u3.q.val().qpn;
        self.k3_una.wdata.next = self.u3.q.val().psn;
        if self.init_we.val() {
            self.k3_una.waddr.next = self.init_addr.val();
            self.k3_una.wdata.next = 0.into();
        }

        comment!(
            "k0: the host's write; or else a response or a visit, in turn, while there is room for what it may give"
        );
        self.can_answer.next = self.s_resp_valid.val() & !self.measured.count.val().get_bits::<3>(1).any();
        self.can_visit.next = (self.fresh.out_valid.val() | self.again.out_valid.val())
            & !self.leaving.count.val().get_bits::<3>(1).any();
        self.s_resp_ready.next = !self.host_we.val()
            & !self.init_we.val()
            & !self.measured.count.val().get_bits::<3>(1).any()
            & (!self.can_visit.val() | self.answer_turn.q.val());
        self.answers.next = self.can_answer.val()
            & !self.host_we.val()
            & !self.init_we.val()
            & (!self.can_visit.val() | self.answer_turn.q.val());
        self.visits.next = self.can_visit.val() & !self.host_we.val() & !self.init_we.val() & !self.answers.val();
        self.from_again.next = self.again.out_valid.val() & (!self.fresh.out_valid.val() | self.again_turn.q.val());
        self.answer_turn.d.next = self.answer_turn.q.val();
        self.again_turn.d.next = self.again_turn.q.val();
        if self.answers.val() {
            self.answer_turn.d.next = false;
        }
        if self.visits.val() {
            self.answer_turn.d.next = true;
            self.again_turn.d.next = !self.from_again.val();
        }
        self.fresh.out_ready.next = self.visits.val() & !self.from_again.val();
        self.again.out_ready.next = self.visits.val() & self.from_again.val();
        self.k0_valid.d.next = (self.host_now.val() & !self.is_refused.val()) | self.answers.val() | self.visits.val();
        self.k0.d.next.qpn = self.fresh.out_qpn.val();
        if self.from_again.val() {
            self.k0.d.next.qpn = self.again.out_qpn.val();
        }
        if self.answers.val() {
            self.k0.d.next.qpn = self.s_resp_qpn.val();
        }
        self.k0.d.next.host = self.host_we.val();
        self.k0.d.next.opens = self.host_opens.val();
        self.k0.d.next.response = self.answers.val();
        self.k0.d.next.kind = self.s_resp_kind.val();
        self.k0.d.next.psn = self.s_resp_psn.val();
        self.k0.d.next.time = self.s_resp_time.val();
        self.k0.d.next.period = self.host_period.val();
        if self.too_short.val() {
            self.k0.d.next.period = self.least_period.val();
        }
        if self.host_we.val() {
            self.k0.d.next.qpn = self.host_qpn.val();
            self.k0.d.next.kind = self.host_kind.val();
        }
        self.k1_valid.d.next = self.k0_valid.q.val();
        self.k1.d.next = self.k0.q.val();
        self.k2_valid.d.next = self.k1_valid.q.val();
        self.k2.d.next = self.k1.q.val();
        self.k3_valid.d.next = self.k2_valid.q.val();
        self.k3.d.next = self.k2.q.val();
        self.k3_news.d.next = self.t2_valid.q.val() & (self.t2.q.val().qpn == self.k2.q.val().qpn);

        comment!("k3: what it does; written at once");
        self.k3_kept.p0_qpn.next = self.k0.q.val().qpn;
        self.k3_sent.p0_qpn.next = self.k0.q.val().qpn;
        self.k3_una.p0_qpn.next = self.k0.q.val().qpn;
        for k in 0..self.k3_kept.re_opt.len() {
            self.k3_kept.re_opt[k].next = self.k0_valid.q.val();
        }
        for k in 0..self.k3_sent.re_opt.len() {
            self.k3_sent.re_opt[k].next = self.k0_valid.q.val();
        }
        for k in 0..self.k3_una.re_opt.len() {
            self.k3_una.re_opt[k].next = self.k0_valid.q.val();
        }
        self.step.op.next = self.k3.q.val();
        self.step.kept.next = self.k3_kept.p3.val();
        self.step.sent.next = self.k3_sent.p3.val();
        self.step.una.next = self.k3_una.p3.val();
        self.step.news.next = self.k3_news.q.val();
        self.step.now.next = self.now.q.val();
        self.step.timeout.next = self.timeout.q.val();
        self.step.smooth.next = self.smooth.q.val();
        self.step.timed.next = self.timed.q.val();
        self.kept_we.next = self.k3_valid.q.val() | self.init_we.val();
        self.kept_qpn.next = self.k3.q.val().qpn;
        self.kept.next = self.step.behind.val();
        if self.init_we.val() {
            self.kept_qpn.next = self.init_addr.val();
            self.kept.next.kind = 0.into();
            self.kept.next.opened = false;
            self.kept.next.listed = false;
            self.kept.next.waiting = false;
        }
        self.k3_kept.we.next = self.kept_we.val();
        self.k3_kept.waddr.next = self.kept_qpn.val();
        self.k3_kept.wdata.next = self.kept.val();
        self.marks.next.probes = self.kept.val().kind.any();
        self.marks.next.opened = self.kept.val().opened;
        self.marks.next.listed = self.kept.val().listed;
        self.t3_marks.we.next = self.kept_we.val();
        self.t3_marks.waddr.next = self.kept_qpn.val();
        self.t3_marks.wdata.next = self.marks.val();
        self.k4_push.d.next = self.k3_valid.q.val() & self.step.stays.val();
        self.k4_qpn.d.next = self.k3.q.val().qpn;
        self.k4_probes.d.next = self.k3_valid.q.val() & self.step.probes.val();
        self.k4_probe.d.next = self.step.probe.val();
        self.k4_awaited.d.next = self.k3_valid.q.val() & self.step.awaited.val();
        self.k4_rtt.d.next = self.step.rtt.val();
        self.k4_unexpected.d.next = self.k3_valid.q.val() & self.step.unexpected.val();
        self.k4_gives_up.d.next = self.k3_valid.q.val() & self.step.gives_up.val();

        comment!("t4, k4: into the list; k4: to the ways out");
        self.fresh.in_valid.next = self.t4_push.q.val();
        self.fresh.in_qpn.next = self.t4_qpn.q.val();
        self.again.in_valid.next = self.k4_push.q.val();
        self.again.in_qpn.next = self.k4_qpn.q.val();
        self.leaving.in_valid.next = self.k4_probes.q.val();
        self.leaving.in_data.next = self.k4_probe.q.val();
        self.leaving.out_ready.next = self.m_probe_ready.val();
        self.m_probe_valid.next = self.leaving.out_valid.val();
        self.m_probe_qpn.next = self.leaving.out_data.val().qpn;
        self.m_probe_kind.next = self.leaving.out_data.val().kind;
        self.m_probe_psn.next = self.leaving.out_data.val().psn;
        self.m_probe_time.next = self.leaving.out_data.val().time;
        self.measured.in_valid.next = self.k4_awaited.q.val();
        self.measured.in_data.next = self.k4_rtt.q.val();
        self.measured.out_ready.next = self.m_rtt_ready.val();
        self.m_rtt_valid.next = self.measured.out_valid.val();
        self.m_rtt_qpn.next = self.measured.out_data.val().qpn;
        self.m_rtt_kind.next = self.measured.out_data.val().kind;
        self.m_rtt_psn.next = self.measured.out_data.val().psn;
        self.m_rtt_measured.next = self.measured.out_data.val().measured;
        self.m_rtt_smoothed.next = self.measured.out_data.val().smoothed;

        self.probes_count.d.next = self.probes_count.q.val();
        if self.leaving.out_valid.val() & self.m_probe_ready.val() {
            self.probes_count.d.next = self.probes_count.q.val() + 1;
        }
        self.probes.next = self.probes_count.q.val();
        self.responses_count.d.next = self.responses_count.q.val();
        if self.measured.out_valid.val() & self.m_rtt_ready.val() {
            self.responses_count.d.next = self.responses_count.q.val() + 1;
        }
        self.responses.next = self.responses_count.q.val();
        self.unexpected_count.d.next = self.unexpected_count.q.val();
        if self.k4_unexpected.q.val() {
            self.unexpected_count.d.next = self.unexpected_count.q.val() + 1;
        }
        self.unexpected.next = self.unexpected_count.q.val();
        self.timeouts_count.d.next = self.timeouts_count.q.val();
        if self.k4_gives_up.q.val() {
            self.timeouts_count.d.next = self.timeouts_count.q.val() + 1;
        }
        self.timeouts.next = self.timeouts_count.q.val();
        self.refused_count.d.next = self.refused_count.q.val();
        if self.is_refused.val() {
            self.refused_count.d.next = self.refused_count.q.val() + 1;
        }
        self.refused.next = self.refused_count.q.val();
        self.clamped_count.d.next = self.clamped_count.q.val();
        if self.too_short.val() {
            self.clamped_count.d.next = self.clamped_count.q.val() + 1;
        }
        self.clamped.next = self.clamped_count.q.val();
    }
}
