//! Answers that wait for their turn, with what the host has written of their QPs.

use super::records::{Ask, Header, Read, Said};
use super::Makes;
use crate::hops::Hop;
use crate::parser::TelemetryCfg;
use crate::prelude::*;
use crate::receiver::View;
use layout::answers::{RTT_REQUEST, RTT_RESPONSE};
use layout::record::Kind;
use layout::telemetry::Place;

/// 8 answers; the header of each is read as it comes.
#[derive(LogicBlock)]
pub struct Intake {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_we: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host: Signal<In, Header>,
    pub msn_we: Signal<In, Bit>,
    pub msn_qpn: Signal<In, Qpn>,
    pub msn: Signal<In, PsnWord>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub s_answer_valid: Signal<In, Bit>,
    pub s_answer_ready: Signal<Out, Bit>,
    pub s_answer_qpn: Signal<In, Qpn>,
    pub s_answer: Signal<In, Said>,
    pub s_answer_hop: Vec<Signal<In, Hop>>,
    /// Where there are responses or requests.
    pub s_answer_time_opt: Vec<Signal<In, U<32>>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_said: Signal<Out, Said>,
    pub out_hop: Vec<Signal<Out, Hop>>,
    pub out_time_opt: Vec<Signal<Out, U<32>>>,
    pub out_read: Signal<Out, Read>,
    pub msn_ready: Signal<In, Bit>,
    pub out_msn: Signal<Out, PsnWord>,

    accepts: Signal<Local, Bit>,
    ask: Signal<Local, Ask>,
    answers: Fifo<Said, 4>,
    hops: Vec<Fifo<Hop, 4>>,
    times_opt: Vec<Fifo<U<32>, 4>>,
    asks: Fifo<Ask, 4>,
    /// It is an RTT response or request.
    asks_rtt_opt: Vec<Fifo<Bit, 4>>,
    /// The write of the next cycle.
    w0_we: Reg<Bit>,
    w0_qpn: DReg<Qpn>,
    w0: DReg<Header>,
    headers: Ram<Header, QPN>,
    msns: View<U<24>>,
    asked: Signal<Local, Ask>,
    reads: Signal<Local, Bit>,
    /// Of the telemetry's configuration: words that each frame has, those of an ACK with telemetry but for hops, and
    /// where its header starts.
    area: DReg<U<7>>,
    longer: DReg<Bit>,
    extent: DReg<U<6>>,
    by_hops: DReg<Bit>,
    skip: DReg<U<7>>,
    r1_valid: Reg<Bit>,
    r1_cnp: DReg<Bit>,
    r1_more: DReg<U<6>>,
    r1_rtt_opt: Vec<DReg<Bit>>,
    is_rtt: Signal<Local, Bit>,
    r2_valid: Reg<Bit>,
    r2_words: DReg<U<7>>,
    r3_valid: Reg<Bit>,
    header: Signal<Local, Header>,
    udp_at: Signal<Local, U<7>>,
    read: Signal<Local, Read>,
    read_headers: Fifo<Read, 4>,
    read_msns: Fifo<U<24>, 4>,

    kind_cnp: Constant<KindCode>,
    kind_rtt: Constant<KindCode>,
    kind_rtt_request: Constant<U<3>>,
    place_udp: Constant<U<2>>,
    place_ack: Constant<U<2>>,
    _hops: usize,
    /// One, if there are any.
    _echoes: usize,
    /// One, if it makes responses, requests, either of them.
    _answers: usize,
    _requests: usize,
    _timed: usize,
}

impl Intake {
    pub fn new(hops: usize, makes: Makes) -> Self {
        let timed = usize::from(makes.responses || makes.requests);
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            host_we: Default::default(),
            host_qpn: Default::default(),
            host: Default::default(),
            msn_we: Default::default(),
            msn_qpn: Default::default(),
            msn: Default::default(),
            cfg_telemetry: Default::default(),
            s_answer_valid: Default::default(),
            s_answer_ready: Default::default(),
            s_answer_qpn: Default::default(),
            s_answer: Default::default(),
            s_answer_hop: each(hops),
            s_answer_time_opt: each(timed),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_said: Default::default(),
            out_hop: each(hops),
            out_time_opt: each(timed),
            out_read: Default::default(),
            msn_ready: Default::default(),
            out_msn: Default::default(),
            accepts: Default::default(),
            ask: Default::default(),
            answers: Default::default(),
            hops: each(hops),
            times_opt: each(timed),
            asks: Default::default(),
            asks_rtt_opt: each(timed),
            w0_we: Default::default(),
            w0_qpn: Default::default(),
            w0: Default::default(),
            headers: Default::default(),
            msns: Default::default(),
            asked: Default::default(),
            reads: Default::default(),
            area: Default::default(),
            longer: Default::default(),
            extent: Default::default(),
            by_hops: Default::default(),
            skip: Default::default(),
            r1_valid: Default::default(),
            r1_cnp: Default::default(),
            r1_more: Default::default(),
            r1_rtt_opt: each(timed),
            is_rtt: Default::default(),
            r2_valid: Default::default(),
            r2_words: Default::default(),
            r3_valid: Default::default(),
            header: Default::default(),
            udp_at: Default::default(),
            read: Default::default(),
            read_headers: Default::default(),
            read_msns: Default::default(),
            kind_cnp: Constant::new((Kind::Cnp as u64).into()),
            kind_rtt: Constant::new(u64::from(RTT_RESPONSE).into()),
            kind_rtt_request: Constant::new(u64::from(RTT_REQUEST).into()),
            place_udp: Constant::new((Place::Udp as u64).into()),
            place_ack: Constant::new((Place::Ack as u64).into()),
            _hops: hops,
            _echoes: hops.min(1),
            _answers: usize::from(makes.responses),
            _requests: usize::from(makes.requests),
            _timed: timed,
        }
    }
}

impl Logic for Intake {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module responder_intake");
        comment!("@doc Answers that wait for their turn, 8 at most, each with the header and the MSN that its QP had when it came. No");
        comment!("@doc header is read in the cycle of a write.");
        comment!("@port init_we the QP at init_addr has no header, and MSN 0; the host's writes and MSNs are ignored meanwhile");
        comment!("@port init_addr index of the QP");
        comment!("@port host_we the header is written, in the next cycle; always taken");
        comment!("@port host_qpn index of the QP");
        comment!("@port msn_we the QP's ACKs have this MSN from now on; always taken");
        comment!("@port msn_qpn index of the QP");
        comment!("@port s_answer_valid an answer of the QP s_answer_qpn");
        comment!("@port s_answer_ready it is taken: fewer than 8 wait");
        for _k in 0..self._echoes {
            comment!("@port s_answer_hop_0 of telemetry");
        }
        for _k in 0..self._answers {
            comment!("@port s_answer_time of a response the time that it echoes");
        }
        for _k in 0..self._requests {
            comment!("@port s_answer_time of a request its time, of a response the one that it echoes");
        }
        for _k in 0..self._timed {
            comment!("@port out_time likewise");
        }
        comment!("@port out_valid the first answer, with its header");
        comment!("@port out_ready it leaves");
        comment!("@port out_read its QP's header, and how long the frame is");
        comment!("@port out_read_words words from UDP to ICRC");
        comment!("@port out_read_over the place behind the ICRC; a place is a word's, counted from behind the first two bytes");
        comment!("@port msn_ready out_msn leaves: a cycle behind its answer");
        comment!("@port out_msn the MSN of the answer that leaves a cycle before it");
        clock!(self, clock, answers, asks, w0_we, w0_qpn, w0, headers, msns, area, longer, extent, by_hops, skip);
        clock!(self, clock, r1_valid, r1_cnp, r1_more, r2_valid, r2_words, r3_valid, read_headers, read_msns);

        comment!("what comes waits in two queues: whole, and as a question for its header");
        self.accepts.next = self.s_answer_valid.val() & self.answers.in_ready.val();
        self.s_answer_ready.next = self.answers.in_ready.val();
        self.answers.in_valid.next = self.accepts.val();
        self.answers.in_data.next = self.s_answer.val();
        self.answers.out_ready.next = self.out_ready.val();
        self.out_said.next = self.answers.out_data.val();
        for i in 0..self._hops {
            clock!(self, clock, hops[i]);
            self.hops[i].in_valid.next = self.accepts.val();
            self.hops[i].in_data.next = self.s_answer_hop[i].val();
            self.hops[i].out_ready.next = self.out_ready.val();
            self.out_hop[i].next = self.hops[i].out_data.val();
        }
        self.ask.next.qpn = self.s_answer_qpn.val();
        self.ask.next.cnp = self.s_answer.val().kind == self.kind_cnp.val();
        self.ask.next.longer = self.s_answer.val().telemetry;
        self.ask.next.n_hop = self.s_answer.val().n_hop;
        for k in 0..self._timed {
            clock!(self, clock, times_opt[k], asks_rtt_opt[k], r1_rtt_opt[k]);
            self.is_rtt.next = false;
            for _j in 0..self._answers {
                if self.s_answer.val().kind == self.kind_rtt.val() {
                    self.is_rtt.next = true;
                }
            }
            for _j in 0..self._requests {
                if self.s_answer.val().kind == self.kind_rtt_request.val() {
                    self.is_rtt.next = true;
                }
            }
            self.times_opt[k].in_valid.next = self.accepts.val();
            self.times_opt[k].in_data.next = self.s_answer_time_opt[k].val();
            self.times_opt[k].out_ready.next = self.out_ready.val();
            self.out_time_opt[k].next = self.times_opt[k].out_data.val();
            self.asks_rtt_opt[k].in_valid.next = self.accepts.val();
            self.asks_rtt_opt[k].in_data.next = self.is_rtt.val();
        }
        self.asks.in_valid.next = self.accepts.val();
        self.asks.in_data.next = self.ask.val();

        comment!("a header is written whole, from registers; none is read in that cycle");
        self.w0_we.d.next = self.init_we.val() | self.host_we.val();
        self.w0_qpn.d.next = self.host_qpn.val();
        self.w0.d.next = self.host.val();
        if self.init_we.val() {
            self.w0_qpn.d.next = self.init_addr.val();
            self.w0.d.next.valid = false;
        }
        self.headers.we.next = self.w0_we.q.val();
        self.headers.waddr.next = self.w0_qpn.q.val();
        self.headers.wdata.next = self.w0.q.val();
        self.msns.we.next = self.init_we.val() | self.msn_we.val();
        self.msns.waddr.next = self.msn_qpn.val();
        self.msns.wdata.next = self.msn.val();
        if self.init_we.val() {
            self.msns.waddr.next = self.init_addr.val();
            self.msns.wdata.next = 0.into();
        }

        comment!("the configuration does not change while frames are under way");
        self.area.d.next = 0.into();
        self.skip.d.next = bits::<7>(self.cfg_telemetry.val().offset) + 4;
        if self.cfg_telemetry.val().place == self.place_udp.val() {
            self.area.d.next = bits::<7>(self.cfg_telemetry.val().area);
            self.skip.d.next = bits::<7>(self.cfg_telemetry.val().offset);
        }
        self.longer.d.next = self.cfg_telemetry.val().place == self.place_ack.val();
        self.by_hops.d.next = !self.cfg_telemetry.val().profile;
        self.extent.d.next = bits::<6>(self.cfg_telemetry.val().offset) + 1;
        if self.cfg_telemetry.val().profile {
            self.extent.d.next = bits::<6>(self.cfg_telemetry.val().offset) + 11;
        }

        comment!("r0: the first question; no more headers wait than answers");
        self.asked.next = self.asks.out_data.val();
        self.reads.next = self.asks.out_valid.val() & !self.w0_we.q.val();
        self.asks.out_ready.next = self.reads.val();
        for k in 0..self._timed {
            self.asks_rtt_opt[k].out_ready.next = self.reads.val();
            self.r1_rtt_opt[k].d.next = self.asks_rtt_opt[k].out_data.val();
        }
        self.headers.raddr.next = self.asked.val().qpn;
        for k in 0..self.headers.re_opt.len() {
            self.headers.re_opt[k].next = self.reads.val();
        }
        for k in 0..self.msns.re_opt.len() {
            self.msns.re_opt[k].next = self.reads.val();
        }
        self.msns.p0_qpn.next = self.asked.val().qpn;
        self.r1_valid.d.next = self.reads.val();
        self.r1_cnp.d.next = self.asked.val().cnp;
        self.r1_more.d.next = 0.into();
        if self.asked.val().longer & self.longer.q.val() {
            self.r1_more.d.next = self.extent.q.val();
            if self.by_hops.q.val() {
                self.r1_more.d.next = self.extent.q.val() + (bits::<6>(self.asked.val().n_hop) << 1);
            }
        }

        comment!("r1: UDP 2 words, BTH 3, ICRC 1, and AETH 1, or 4 of a CNP");
        self.r2_valid.d.next = self.r1_valid.q.val();
        self.r2_words.d.next = self.area.q.val() + bits::<7>(self.r1_more.q.val()) + 7;
        if self.r1_cnp.q.val() {
            self.r2_words.d.next = self.area.q.val() + 10;
        }
        for k in 0..self._timed {
            comment!("r1: of an RTT response or request a word more than an ACK");
            if self.r1_rtt_opt[k].q.val() {
                self.r2_words.d.next = self.area.q.val() + 8;
            }
        }

        comment!("r2: the header; UDP begins behind 3 or 4 words, and 5 of IPv4 or 10 of IPv6");
        self.header.next = self.headers.rdata.val();
        self.udp_at.next = 8.into();
        if self.header.val().v6 {
            self.udp_at.next = 13.into();
        }
        if self.header.val().tagged & !self.header.val().v6 {
            self.udp_at.next = 9.into();
        }
        if self.header.val().tagged & self.header.val().v6 {
            self.udp_at.next = 14.into();
        }
        self.read.next.header = self.header.val();
        self.read.next.words = self.r2_words.q.val();
        self.read.next.over = self.udp_at.val() + self.r2_words.q.val();
        self.read.next.bth_at = self.udp_at.val() + self.area.q.val() + 2;
        self.read.next.telemetry_at = self.udp_at.val() + self.skip.q.val() + 2;
        self.read_headers.in_valid.next = self.r2_valid.q.val();
        self.read_headers.in_data.next = self.read.val();
        self.read_headers.out_ready.next = self.out_ready.val();
        self.out_valid.next = self.read_headers.out_valid.val();
        self.out_read.next = self.read_headers.out_data.val();

        comment!("r3: the MSN");
        self.r3_valid.d.next = self.r2_valid.q.val();
        self.read_msns.in_valid.next = self.r3_valid.q.val();
        self.read_msns.in_data.next = self.msns.p3.val();
        self.read_msns.out_ready.next = self.msn_ready.val();
        self.out_msn.next = self.read_msns.out_data.val();
    }
}
