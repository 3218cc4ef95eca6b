#![doc = include_str!("../responder.md")]
//!
//! # Why this file
//!
//! It says which beat is made next, and what is counted. Answers wait in `intake`, a frame's words are made in `words`,
//! put into lanes in `lanes`; `icrc` and `checksum` make what comes last.

mod beat_of;
mod checksum;
mod echo;
mod icrc;
mod icrc_end;
mod intake;
mod lanes;
mod pins;
mod records;
#[cfg(test)]
mod unit;
mod words;

pub(crate) use icrc::FrameIcrc;
pub use records::Header;

use crate::hops::Hop;
use crate::parser::lanes::Lanes;
use crate::parser::telemetry_table::words;
use crate::parser::TelemetryCfg;
use crate::prelude::*;
use crate::records::{AskCfg, ReplyCfg};
use beat_of::BeatOf;
use checksum::Checksum;
use intake::Intake;
use lanes::FrameLanes;
use layout::answers::{RTT_REQUEST, RTT_RESPONSE, TELEMETRY_REQUEST, TELEMETRY_RESPONSE};
use layout::config::Config;
use layout::record::Kind;
use records::{Beat, Going, Said, Turn};
use words::FrameWords;

/// Stages behind b0 that a beat goes through.
const STAGES: usize = 10;

/// What it makes beside ACKs, NAKs and CNPs.
#[derive(Copy, Clone, Debug, Default)]
pub struct Makes {
    /// Responses of a peer's probes.
    pub responses: bool,
    /// Requests of the own.
    pub requests: bool,
}

impl Makes {
    /// In a NIC.
    pub fn of(config: &Config) -> Makes {
        Makes { responses: config.nic.answers, requests: config.makes_requests() }
    }
}

/// What a receiver answers, as frames. W bits a beat, K = W/8 bytes, L = W/32 words.
#[derive(LogicBlock)]
pub struct Responder<const W: usize, const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_cnp_dscp: Signal<In, U<6>>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub host_we: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host: Signal<In, Header>,
    pub msn_we: Signal<In, Bit>,
    pub msn_qpn: Signal<In, Qpn>,
    pub msn: Signal<In, PsnWord>,
    pub s_answer_valid: Signal<In, Bit>,
    pub s_answer_ready: Signal<Out, Bit>,
    pub s_answer_qpn: Signal<In, Qpn>,
    pub s_answer_kind: Signal<In, U<3>>,
    pub s_answer_psn: Signal<In, U<24>>,
    pub s_answer_ece: Signal<In, Bit>,
    pub s_answer_telemetry: Signal<In, Bit>,
    pub s_answer_path: Signal<In, U<12>>,
    pub s_answer_n_hop: Signal<In, U<4>>,
    pub s_answer_hop: Vec<Signal<In, Hop>>,
    /// Of one that makes responses of probes.
    pub cfg_reply_opt: Vec<Signal<In, ReplyCfg>>,
    /// Of one that makes requests of the own.
    pub cfg_ask_opt: Vec<Signal<In, AskCfg>>,
    /// Of both.
    pub s_answer_time_opt: Vec<Signal<In, U<32>>>,
    pub m_axis_tdata: Signal<Out, Bus<W>>,
    pub m_axis_tkeep: Signal<Out, U<K>>,
    pub m_axis_tvalid: Signal<Out, Bit>,
    pub m_axis_tready: Signal<In, Bit>,
    pub m_axis_tlast: Signal<Out, Bit>,
    pub acks: Signal<Out, U<32>>,
    pub naks: Signal<Out, U<32>>,
    pub cnps: Signal<Out, U<32>>,
    pub unwritten: Signal<Out, U<32>>,
    pub unknown: Signal<Out, U<32>>,
    pub responses_opt: Vec<Signal<Out, U<32>>>,
    pub closed_opt: Vec<Signal<Out, U<32>>>,
    pub requests_opt: Vec<Signal<Out, U<32>>>,
    pub unsent_opt: Vec<Signal<Out, U<32>>>,

    intake: Intake,
    said: Signal<Local, Said>,
    turn: Signal<Local, Turn>,
    at: Reg<U<7>>,
    room: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    is_ack: Signal<Local, Bit>,
    is_nak: Signal<Local, Bit>,
    is_cnp: Signal<Local, Bit>,
    is_reply: Signal<Local, Bit>,
    begun: Signal<Local, Bit>,
    shut: Signal<Local, Bit>,
    is_ask: Signal<Local, Bit>,
    asked: Signal<Local, Bit>,
    unasked: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    dropped: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,

    b0_valid: Reg<Bit>,
    b0: DReg<Turn>,
    b0_hop: Vec<DReg<Hop>>,
    b0_leaves: Reg<Bit>,
    b0_ack: Reg<Bit>,
    b0_nak: Reg<Bit>,
    b0_cnp: Reg<Bit>,
    b0_unwritten: Reg<Bit>,
    b0_unknown: Reg<Bit>,
    acks_count: Reg<U<32>>,
    naks_count: Reg<U<32>>,
    cnps_count: Reg<U<32>>,
    unwritten_count: Reg<U<32>>,
    unknown_count: Reg<U<32>>,
    b0_time_opt: Vec<DReg<U<32>>>,
    b0_reply_opt: Vec<Reg<Bit>>,
    b0_closed_opt: Vec<Reg<Bit>>,
    responses_count_opt: Vec<Reg<U<32>>>,
    closed_count_opt: Vec<Reg<U<32>>>,
    b0_ask_opt: Vec<Reg<Bit>>,
    b0_unsent_opt: Vec<Reg<Bit>>,
    requests_count_opt: Vec<Reg<U<32>>>,
    unsent_count_opt: Vec<Reg<U<32>>>,

    words: FrameWords<L>,
    lanes: FrameLanes<L>,
    icrc: FrameIcrc<L>,
    checksum: Checksum,
    /// Element i: there is a beat in stage i + 1.
    valid: [Reg<Bit>; STAGES],
    going: Signal<Local, Going>,
    later: Delay<Going>,
    b5_first: Delay<Bit>,
    b7_lane: Delay<U<4>>,
    b9: Lanes<Delay<U<32>>, L>,
    b9_is_icrc: Lanes<Delay<Bit>, L>,
    b9_is_sum: Lanes<Delay<Bit>, L>,
    b9_word: Lanes<Signal<Local, U<32>>, L>,
    tail: DReg<U<16>>,
    beat_of: BeatOf<W, K, L>,
    b10: DReg<Beat<W, K>>,
    beats: Fifo<Beat<W, K>, 6>,

    kind_ack: Constant<KindCode>,
    kind_nak: Constant<U<3>>,
    kind_cnp: Constant<KindCode>,
    kind_rtt: Constant<KindCode>,
    kind_telemetry: Constant<U<3>>,
    kind_rtt_request: Constant<U<3>>,
    kind_telemetry_request: Constant<U<3>>,
    lane_mask: Constant<U<7>>,
    shape: Shape,
    _hops: usize,
    _words: usize,
    _answers: usize,
    _requests: usize,
    _timed: usize,
}

impl<const W: usize, const K: usize, const L: usize> Responder<W, K, L> {
    /// For telemetry of up to `hops` hops, 0 to 15.
    pub fn new(hops: usize) -> Self {
        Self::making(hops, Makes::default())
    }

    /// That makes other frames too.
    pub fn making(hops: usize, makes: Makes) -> Self {
        let [answers, requests] = [makes.responses, makes.requests].map(usize::from);
        let timed = answers.max(requests);
        const { assert!(matches!(W, 64 | 128 | 256 | 512) && W == 8 * K && W == 32 * L, "W bits, K bytes, L words") };
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        let kind = |kind: Kind| Constant::new((kind as u64).into());
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_cnp_dscp: Default::default(),
            cfg_telemetry: Default::default(),
            host_we: Default::default(),
            host_qpn: Default::default(),
            host: Default::default(),
            msn_we: Default::default(),
            msn_qpn: Default::default(),
            msn: Default::default(),
            s_answer_valid: Default::default(),
            s_answer_ready: Default::default(),
            s_answer_qpn: Default::default(),
            s_answer_kind: Default::default(),
            s_answer_psn: Default::default(),
            s_answer_ece: Default::default(),
            s_answer_telemetry: Default::default(),
            s_answer_path: Default::default(),
            s_answer_n_hop: Default::default(),
            s_answer_hop: each(hops),
            cfg_reply_opt: each(answers),
            cfg_ask_opt: each(requests),
            s_answer_time_opt: each(timed),
            m_axis_tdata: Default::default(),
            m_axis_tkeep: Default::default(),
            m_axis_tvalid: Default::default(),
            m_axis_tready: Default::default(),
            m_axis_tlast: Default::default(),
            acks: Default::default(),
            naks: Default::default(),
            cnps: Default::default(),
            unwritten: Default::default(),
            unknown: Default::default(),
            responses_opt: each(answers),
            closed_opt: each(answers),
            requests_opt: each(requests),
            unsent_opt: each(requests),
            intake: Intake::new(hops, makes),
            said: Default::default(),
            turn: Default::default(),
            at: Default::default(),
            room: Default::default(),
            goes: Default::default(),
            is_ack: Default::default(),
            is_nak: Default::default(),
            is_cnp: Default::default(),
            is_reply: Default::default(),
            begun: Default::default(),
            shut: Default::default(),
            is_ask: Default::default(),
            asked: Default::default(),
            unasked: Default::default(),
            known: Default::default(),
            dropped: Default::default(),
            ends: Default::default(),
            leaves: Default::default(),
            b0_valid: Default::default(),
            b0: Default::default(),
            b0_hop: each(hops),
            b0_leaves: Default::default(),
            b0_ack: Default::default(),
            b0_nak: Default::default(),
            b0_cnp: Default::default(),
            b0_unwritten: Default::default(),
            b0_unknown: Default::default(),
            acks_count: Default::default(),
            naks_count: Default::default(),
            cnps_count: Default::default(),
            unwritten_count: Default::default(),
            unknown_count: Default::default(),
            b0_time_opt: each(timed),
            b0_reply_opt: each(answers),
            b0_closed_opt: each(answers),
            responses_count_opt: each(answers),
            closed_count_opt: each(answers),
            b0_ask_opt: each(requests),
            b0_unsent_opt: each(requests),
            requests_count_opt: each(requests),
            unsent_count_opt: each(requests),
            words: FrameWords::new(hops, makes),
            lanes: FrameLanes::new(hops),
            icrc: Default::default(),
            checksum: Default::default(),
            valid: Default::default(),
            going: Default::default(),
            later: Delay::new(9),
            b5_first: Delay::new(5),
            b7_lane: Delay::new(7),
            b9: Lanes::from(std::array::from_fn(|_| Delay::new(5))),
            b9_is_icrc: Lanes::from(std::array::from_fn(|_| Delay::new(5))),
            b9_is_sum: Lanes::from(std::array::from_fn(|_| Delay::new(5))),
            b9_word: Default::default(),
            tail: Default::default(),
            beat_of: Default::default(),
            b10: Default::default(),
            beats: Default::default(),
            kind_ack: kind(Kind::Ack),
            kind_nak: kind(Kind::Loss),
            kind_cnp: kind(Kind::Cnp),
            kind_rtt: Constant::new(u64::from(RTT_RESPONSE).into()),
            kind_telemetry: Constant::new(u64::from(TELEMETRY_RESPONSE).into()),
            kind_rtt_request: Constant::new(u64::from(RTT_REQUEST).into()),
            kind_telemetry_request: Constant::new(u64::from(TELEMETRY_REQUEST).into()),
            lane_mask: Constant::new((L as u64 - 1).into()),
            shape: Shape::of(&[("L", L), ("STAGES", STAGES)]),
            _hops: hops,
            _words: words(hops),
            _answers: answers,
            _requests: requests,
            _timed: timed,
        }
    }
}

impl<const W: usize, const K: usize, const L: usize> Logic for Responder<W, K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module responder");
        comment!("@doc What a receiver answers, as frames: ACKs, NAKs and CNPs, with ECN-Echo and telemetry where the parser reads them. A");
        comment!("@doc beat a cycle; the first of a frame 16 cycles behind its answer.");
        comment!("@port init_we the QP at init_addr has no header, and MSN 0: every QP once behind each reset; host_we and msn_we are ignored meanwhile");
        comment!("@port init_addr index of the QP");
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port cfg_cnp_dscp DSCP of CNPs");
        comment!("@port host_we the QP's header is written whole; always taken");
        comment!("@port host_qpn index of the QP");
        comment!("@port msn_we the QP's ACKs and NAKs have this MSN from now on; always taken");
        comment!("@port msn_qpn index of the QP");
        comment!("@port s_answer_valid an answer of a receiver");
        comment!("@port s_answer_ready it is taken");
        comment!("@port s_answer_qpn index of the QP");
        comment!("@port s_answer_kind 0 ack, 1 loss (a NAK), 3 cnp; others are dropped and counted");
        comment!("@port s_answer_psn BTH.PSN; of a CNP 0 is sent");
        comment!("@port s_answer_ece of an ACK: ECN-Echo");
        comment!("@port s_answer_telemetry an ACK or NAK echoes the telemetry that follows");
        comment!("@port s_answer_path pathID");
        comment!("@port s_answer_n_hop hops of the path; s_answer_hop_* count up to there");
        comment!("@port m_axis_tdata first byte of the frame in bits 7:0 of the first beat; no FCS");
        comment!("@port m_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port m_axis_tvalid within a frame it stays, until the last beat is taken");
        comment!("@port acks ACKs that were begun and all but made, modulo 2^32");
        comment!("@port naks NAKs, likewise");
        comment!("@port cnps CNPs, likewise");
        comment!("@port unwritten answers of QPs without a header, which were dropped, modulo 2^32");
        comment!("@port unknown answers of another kind, which were dropped, modulo 2^32");
        for _k in 0..self._answers {
            comment!("@doc Responses of a peer's probes too.");
            comment!("@port s_answer_kind 0 ack, 1 loss (a NAK), 2 an RTT response, 3 cnp, 6 a telemetry response; others are dropped and counted");
            comment!(
                "@port s_answer_telemetry an ACK, a NAK or a telemetry response echoes the telemetry that follows"
            );
            comment!("@port s_answer_time of a response the time that it echoes");
            comment!("@port unwritten answers but responses of QPs without a header, which were dropped, modulo 2^32");
            comment!("@port responses responses that were begun and all but made, modulo 2^32");
            comment!("@port closed responses of QPs without a header, which were dropped, modulo 2^32");
        }
        for _k in 0..self._requests {
            comment!("@doc Requests of the own probes too.");
            comment!("@port s_answer_kind 0 ack, 1 loss (a NAK), 3 cnp, 4 an RTT request, 5 a telemetry request, with responses these too; others are dropped and counted");
            comment!("@port s_answer_n_hop hops of the path; s_answer_hop_* count up to there; of a telemetry request with s_answer_telemetry those that it has room for");
            comment!("@port s_answer_time of a request its time, of a response the one that it echoes");
            comment!("@port unwritten ACKs, NAKs and CNPs of QPs without a header, which were dropped, modulo 2^32");
            comment!("@port requests requests that were begun and all but made, modulo 2^32");
            comment!("@port unsent requests of QPs without a header, which were dropped, modulo 2^32");
        }
        clock!(self, clock, intake, at, b0_valid, b0, b0_leaves, b0_ack, b0_nak, b0_cnp, b0_unwritten, b0_unknown);
        clock!(self, clock, acks_count, naks_count, cnps_count, unwritten_count, unknown_count, words, lanes, icrc);
        clock!(self, clock, checksum, later, b5_first, b7_lane, tail, b10, beats);

        comment!("answers wait with their headers");
        self.intake.init_we.next = self.init_we.val();
        self.intake.init_addr.next = self.init_addr.val();
        self.intake.host_we.next = self.host_we.val();
        self.intake.host_qpn.next = self.host_qpn.val();
        self.intake.host.next = self.host.val();
        self.intake.msn_we.next = self.msn_we.val();
        self.intake.msn_qpn.next = self.msn_qpn.val();
        self.intake.msn.next = self.msn.val();
        self.intake.cfg_telemetry.next = self.cfg_telemetry.val();
        self.intake.s_answer_valid.next = self.s_answer_valid.val();
        self.s_answer_ready.next = self.intake.s_answer_ready.val();
        self.intake.s_answer_qpn.next = self.s_answer_qpn.val();
        self.intake.s_answer.next.kind = self.s_answer_kind.val();
        self.intake.s_answer.next.psn = self.s_answer_psn.val();
        self.intake.s_answer.next.ece = self.s_answer_ece.val();
        self.intake.s_answer.next.telemetry = self.s_answer_telemetry.val();
        self.intake.s_answer.next.path = self.s_answer_path.val();
        self.intake.s_answer.next.n_hop = self.s_answer_n_hop.val();
        for i in 0..self._hops {
            self.intake.s_answer_hop[i].next = self.s_answer_hop[i].val();
        }

        comment!(
            "a beat of the first one, while fewer than 16 wait to be taken: those that are being made have room too"
        );
        self.room.next = !self.beats.count.val().get_bits::<2>(4).any();
        self.said.next = self.intake.out_said.val();
        self.goes.next = self.intake.out_valid.val() & self.room.val();
        self.is_ack.next = self.said.val().kind == self.kind_ack.val();
        self.is_nak.next = self.said.val().kind == self.kind_nak.val();
        self.is_cnp.next = self.said.val().kind == self.kind_cnp.val();
        self.known.next = self.is_ack.val() | self.is_nak.val() | self.is_cnp.val();
        for _k in 0..self._timed {
            self.is_reply.next = false;
            self.is_ask.next = false;
            for _j in 0..self._answers {
                self.is_reply.next =
                    (self.said.val().kind == self.kind_rtt.val()) | (self.said.val().kind == self.kind_telemetry.val());
            }
            for _j in 0..self._requests {
                self.is_ask.next = (self.said.val().kind == self.kind_rtt_request.val())
                    | (self.said.val().kind == self.kind_telemetry_request.val());
            }
            self.known.next =
                self.is_ack.val() | self.is_nak.val() | self.is_cnp.val() | self.is_reply.val() | self.is_ask.val();
        }
        self.turn.next.read = self.intake.out_read.val();
        self.dropped.next = !self.known.val() | !self.intake.out_read.val().header.valid;
        self.ends.next =
            self.dropped.val() | !((self.at.q.val() ^ self.intake.out_read.val().over) & !self.lane_mask.val()).any();
        self.leaves.next = self.goes.val() & self.ends.val();
        self.intake.out_ready.next = self.leaves.val();
        self.at.d.next = self.at.q.val();
        if self.goes.val() {
            self.at.d.next = self.at.q.val() + bits::<7>(L);
        }
        if self.leaves.val() {
            self.at.d.next = 0.into();
        }
        self.turn.next.at = self.at.q.val();
        self.turn.next.first = !self.at.q.val().any();
        self.turn.next.last = self.ends.val();
        self.turn.next.said = self.said.val();
        self.b0_valid.d.next = self.goes.val() & !self.dropped.val();
        self.b0.d.next = self.turn.val();
        for i in 0..self._hops {
            clock!(self, clock, b0_hop[i]);
            self.b0_hop[i].d.next = self.intake.out_hop[i].val();
        }

        comment!("b0: the MSN leaves, and it is counted");
        self.b0_leaves.d.next = self.leaves.val();
        self.intake.msn_ready.next = self.b0_leaves.q.val();
        self.b0_ack.d.next = self.leaves.val() & !self.dropped.val() & self.is_ack.val();
        self.b0_nak.d.next = self.leaves.val() & !self.dropped.val() & self.is_nak.val();
        self.b0_cnp.d.next = self.leaves.val() & !self.dropped.val() & self.is_cnp.val();
        self.b0_unwritten.d.next = self.leaves.val() & self.known.val() & !self.intake.out_read.val().header.valid;
        self.b0_unknown.d.next = self.leaves.val() & !self.known.val();
        self.acks_count.d.next = self.acks_count.q.val() + bits::<32>(self.b0_ack.q.val());
        self.naks_count.d.next = self.naks_count.q.val() + bits::<32>(self.b0_nak.q.val());
        self.cnps_count.d.next = self.cnps_count.q.val() + bits::<32>(self.b0_cnp.q.val());
        self.unwritten_count.d.next = self.unwritten_count.q.val() + bits::<32>(self.b0_unwritten.q.val());
        self.unknown_count.d.next = self.unknown_count.q.val() + bits::<32>(self.b0_unknown.q.val());
        for k in 0..self._timed {
            clock!(self, clock, b0_time_opt[k]);
            self.intake.s_answer_time_opt[k].next = self.s_answer_time_opt[k].val();
            self.b0_time_opt[k].d.next = self.intake.out_time_opt[k].val();
            self.words.b0_time_opt[k].next = self.b0_time_opt[k].q.val();
            self.b0_unwritten.d.next = self.leaves.val()
                & self.known.val()
                & !self.is_reply.val()
                & !self.is_ask.val()
                & !self.intake.out_read.val().header.valid;
        }
        for k in 0..self._requests {
            clock!(self, clock, b0_ask_opt[k], b0_unsent_opt[k], requests_count_opt[k], unsent_count_opt[k]);
            self.words.cfg_ask_opt[k].next = self.cfg_ask_opt[k].val();
            self.b0_ask_opt[k].d.next = self.leaves.val() & !self.dropped.val() & self.is_ask.val();
            self.b0_unsent_opt[k].d.next =
                self.leaves.val() & self.is_ask.val() & !self.intake.out_read.val().header.valid;
            self.asked.next = self.b0_ask_opt[k].q.val();
            self.unasked.next = self.b0_unsent_opt[k].q.val();
            self.requests_count_opt[k].d.next = self.requests_count_opt[k].q.val() + bits::<32>(self.asked.val());
            self.unsent_count_opt[k].d.next = self.unsent_count_opt[k].q.val() + bits::<32>(self.unasked.val());
            self.requests_opt[k].next = self.requests_count_opt[k].q.val();
            self.unsent_opt[k].next = self.unsent_count_opt[k].q.val();
        }
        for k in 0..self._answers {
            clock!(self, clock, b0_reply_opt[k], b0_closed_opt[k], responses_count_opt[k], closed_count_opt[k]);
            self.words.cfg_reply_opt[k].next = self.cfg_reply_opt[k].val();
            self.b0_reply_opt[k].d.next = self.leaves.val() & !self.dropped.val() & self.is_reply.val();
            self.b0_closed_opt[k].d.next =
                self.leaves.val() & self.is_reply.val() & !self.intake.out_read.val().header.valid;
            self.begun.next = self.b0_reply_opt[k].q.val();
            self.shut.next = self.b0_closed_opt[k].q.val();
            self.responses_count_opt[k].d.next = self.responses_count_opt[k].q.val() + bits::<32>(self.begun.val());
            self.closed_count_opt[k].d.next = self.closed_count_opt[k].q.val() + bits::<32>(self.shut.val());
            self.responses_opt[k].next = self.responses_count_opt[k].q.val();
            self.closed_opt[k].next = self.closed_count_opt[k].q.val();
        }
        self.acks.next = self.acks_count.q.val();
        self.naks.next = self.naks_count.q.val();
        self.cnps.next = self.cnps_count.q.val();
        self.unwritten.next = self.unwritten_count.q.val();
        self.unknown.next = self.unknown_count.q.val();

        comment!("b0 to b10: nothing stalls");
        for i in 0..STAGES {
            clock!(self, clock, valid[i]);
        }
        self.valid[0].d.next = self.b0_valid.q.val();
        for i in 1..STAGES {
            self.valid[i].d.next = self.valid[i - 1].q.val();
        }

        comment!("b0 to b4: the words of the beat");
        self.words.cfg_ece_place.next = self.cfg_ece_place.val();
        self.words.cfg_cnp_dscp.next = self.cfg_cnp_dscp.val();
        self.words.cfg_telemetry.next = self.cfg_telemetry.val();
        self.words.b0.next = self.b0.q.val();
        for i in 0..self._hops {
            self.words.b0_hop[i].next = self.b0_hop[i].q.val();
        }
        self.words.b0_msn.next = self.intake.out_msn.val();
        for k in 0..16 {
            self.lanes.b1_front[k].next = self.words.b1_front[k].val();
        }
        for k in 0..4 {
            self.lanes.b1_bth[k].next = self.words.b1_bth[k].val();
        }
        for k in 0..self._words {
            self.lanes.b1_echo[k].next = self.words.b1_echo[k].val();
        }
        self.lanes.b1_places.next = self.words.b1_places.val();

        comment!("b3 to b9: what is put in at the end");
        self.checksum.b0_words.next = self.b0.q.val().read.words;
        self.checksum.b0_tos.next = self.words.b0_tos.val();
        self.checksum.b0_ttl.next = self.b0.q.val().read.header.ttl;
        self.checksum.b0_src.next = self.b0.q.val().read.header.src_ip_low.get_bits::<32>(0);
        self.checksum.b0_dst.next = self.b0.q.val().read.header.dst_ip_low.get_bits::<32>(0);
        self.icrc.b3_v6.next = self.lanes.b3_v6.val();
        for j in 0..L {
            self.icrc.b3_prefix[j].next = self.lanes.b3_prefix[j].val();
            self.icrc.b3_word0[j].next = self.lanes.b3_word0[j].val();
            self.icrc.b3_word1[j].next = self.lanes.b3_word1[j].val();
            self.icrc.b3_word2[j].next = self.lanes.b3_word2[j].val();
            self.icrc.b3_udp_checksum[j].next = self.lanes.b3_udp_checksum[j].val();
            self.icrc.b3_bth_ecn[j].next = self.lanes.b3_bth_ecn[j].val();
            self.icrc.b3_area[j].next = self.lanes.b3_area[j].val();
            self.icrc.b3_inside[j].next = self.lanes.b3_inside[j].val();
            self.icrc.b4_word[j].next = self.lanes.b4_word[j].val();
        }
        self.b5_first.d.next = self.b0.q.val().first;
        self.b7_lane.d.next = ((self.b0.q.val().read.over - 1) & self.lane_mask.val()).get_bits::<4>(0);
        self.icrc.b5_valid.next = self.valid[4].q.val();
        self.icrc.b5_first.next = self.b5_first.q.val();
        self.icrc.b7_lane.next = self.b7_lane.q.val();

        comment!("b9: put in; a beat begins with the last half word of the one before");
        self.going.next.first = self.b0.q.val().first;
        self.going.next.last = self.b0.q.val().last;
        self.going.next.more = (self.b0.q.val().read.over & self.lane_mask.val()).get_bits::<4>(0);
        self.going.next.lead = self.b0.q.val().read.header.dst_mac.get_bits::<16>(32);
        self.later.d.next = self.going.val();
        for j in 0..L {
            clock!(self, clock, b9[j], b9_is_icrc[j], b9_is_sum[j]);
            self.b9[j].d.next = self.lanes.b4_word[j].val();
            self.b9_is_icrc[j].d.next = self.lanes.b4_is_icrc[j].val();
            self.b9_is_sum[j].d.next = self.lanes.b4_is_sum[j].val();
            self.b9_word[j].next = self.b9[j].q.val();
            if self.b9_is_icrc[j].q.val() {
                self.b9_word[j].next = self.icrc.b9_icrc.val();
            }
            if self.b9_is_sum[j].q.val() {
                self.b9_word[j].next = self.b9[j].q.val() | bits::<32>(self.checksum.b9_sum.val());
            }
            self.beat_of.word[j].next = self.b9_word[j].val();
        }
        self.tail.d.next = self.tail.q.val();
        if self.valid[8].q.val() {
            self.tail.d.next = self.b9_word[L - 1].val().get_bits::<16>(0);
        }
        self.beat_of.lead.next = self.tail.q.val();
        if self.later.q.val().first {
            self.beat_of.lead.next = self.later.q.val().lead;
        }
        self.beat_of.last.next = self.later.q.val().last;
        self.beat_of.more.next = self.later.q.val().more;
        self.b10.d.next.data = self.beat_of.data.val();
        self.b10.d.next.keep = self.beat_of.keep.val();
        self.b10.d.next.last = self.later.q.val().last;

        comment!("b10: 32 beats wait to be taken");
        self.beats.in_valid.next = self.valid[9].q.val();
        self.beats.in_data.next = self.b10.q.val();
        self.beats.out_ready.next = self.m_axis_tready.val();
        self.m_axis_tvalid.next = self.beats.out_valid.val();
        self.m_axis_tdata.next = self.beats.out_data.val().data;
        self.m_axis_tkeep.next = self.beats.out_data.val().keep;
        self.m_axis_tlast.next = self.beats.out_data.val().last;
    }
}
