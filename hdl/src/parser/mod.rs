#![doc = include_str!("../parser.md")]

mod advice;
mod frame_check;
mod front;
pub(crate) mod gf32;
mod icrc;
pub(crate) mod icrc_mask;
pub(crate) mod icrc_share;
mod ip;
pub(crate) mod lane_pick;
pub(crate) mod lanes;
mod locate;
mod lsn_frame;
mod own;
mod probe_frame;
mod roce_check;
mod setup;
mod telemetry;
pub(crate) mod telemetry_table;
mod transport;
mod verdict;

use crate::hops::Hop;
use crate::prelude::*;
use crate::records::{LsnAck, ParsedAdvice, ParsedProbe, ProbeCfg};
use advice::Advice;
use frame_check::FrameCheck;
use front::Front;
use icrc::Icrc;
use ip::IpSelect;
use locate::Locate;
use lsn_frame::LsnFrame;
pub use own::OwnCfg;
use own::OwnCheck;
use probe_frame::ProbeFrame;
use roce_check::RoceCheck;
use setup::ParserSetup;
pub use setup::TelemetryCfg;
use telemetry::Telemetry;
use transport::Transport;
use verdict::Verdict;

/// RoCEv2 frames to congestion events. W bits a beat, K = W/8 bytes, L = W/32 words.
///
/// The four numbers come from a configuration by way of [`with_data_bits!`](crate::with_data_bits) and
/// [`with_qp_bits!`](crate::with_qp_bits).
#[derive(LogicBlock)]
pub struct Parser<const W: usize, const K: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s_axis_tdata: Signal<In, Bus<W>>,
    pub s_axis_tkeep: Signal<In, U<K>>,
    pub s_axis_tvalid: Signal<In, Bit>,
    pub s_axis_tready: Signal<Out, Bit>,
    pub s_axis_tlast: Signal<In, Bit>,
    pub s_axis_tuser: Signal<In, Bit>,
    pub room: Signal<In, Bit>,
    pub cfg_qpn_base: Signal<In, U<24>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub cfg_max_frame_bytes: Signal<In, U<14>>,
    pub cfg_telemetry: Signal<In, TelemetryCfg>,
    pub cfg_own: Signal<In, OwnCfg>,
    /// Of a parser that reads responses of probes.
    pub cfg_response_opt: Vec<Signal<In, ProbeCfg>>,
    /// Of one that reads requests.
    pub cfg_request_opt: Vec<Signal<In, ProbeCfg>>,
    /// Of one that reads ACKs with an LSN.
    pub cfg_lsn_opcode_opt: Vec<Signal<In, U<8>>>,
    pub res_valid: Signal<Out, Bit>,
    pub res_drop: Signal<Out, Bit>,
    pub res_reason: Signal<Out, U<5>>,
    pub res_kind: Signal<Out, U<3>>,
    pub res_qpn: Signal<Out, Qpn>,
    pub res_psn: Signal<Out, U<24>>,
    pub res_ece: Signal<Out, Bit>,
    pub res_telemetry: Signal<Out, Bit>,
    pub res_path: Signal<Out, U<12>>,
    pub res_n_hop: Signal<Out, U<4>>,
    pub res_hop: Vec<Signal<Out, Hop>>,
    /// Of a parser that reads revised CNPs.
    pub res_opt: Vec<Signal<Out, ParsedAdvice>>,
    /// Of one that reads responses.
    pub res_resp_opt: Vec<Signal<Out, ParsedProbe>>,
    /// Of one that reads requests.
    pub res_req_opt: Vec<Signal<Out, ParsedProbe>>,
    /// Of one that reads ACKs with an LSN.
    pub res_lsn_opt: Vec<Signal<Out, LsnAck>>,

    setup: ParserSetup,
    front: Front<W, L>,
    ip: IpSelect<L>,
    own: OwnCheck<L>,
    locate: Locate<L>,
    transport: Transport<L>,
    icrc: Icrc<L>,
    frame_check: FrameCheck<K, L>,
    roce_check: RoceCheck,
    telemetry: Telemetry<L>,
    verdict: Verdict,
    advice: Vec<Advice<L>>,
    response: Vec<ProbeFrame<L>>,
    request: Vec<ProbeFrame<L>>,
    lsn: Vec<LsnFrame<L>>,
    of_lsn: Signal<Local, U<8>>,
    of_responses: Signal<Local, ProbeCfg>,
    of_requests: Signal<Local, ProbeCfg>,
    known: Signal<Local, ProbeCfg>,
    answered: Signal<Local, ProbeCfg>,
    asked: Signal<Local, ProbeCfg>,
    shape: Shape,
    _hops: usize,
    _fcr: usize,
    _responses: usize,
    _requests: usize,
    _lsn: usize,
    /// Without the other.
    _unadvised: usize,
    /// Requests alone: without responses, and advices or not.
    _unanswered: usize,
    _unanswered_unadvised: usize,
    _unanswered_fcr: usize,
}

impl<const W: usize, const K: usize, const L: usize> Parser<W, K, L> {
    /// For telemetry of up to `hops` hops, 1 to 15.
    pub fn new(hops: usize) -> Self {
        Self::with_fcr(hops, false)
    }

    /// That reads revised CNPs, or not.
    pub fn with_fcr(hops: usize, fcr: bool) -> Self {
        Self::reading(hops, fcr, false)
    }

    /// That reads revised CNPs, and responses of probes, or not.
    pub fn reading(hops: usize, fcr: bool, responses: bool) -> Self {
        Self::knowing(hops, fcr, responses, false)
    }

    /// That reads requests of a peer's probes too, or not.
    pub fn knowing(hops: usize, fcr: bool, responses: bool, requests: bool) -> Self {
        Self::counting(hops, [fcr, responses, requests], false)
    }

    /// That reads ACKs with an LSN too, or not.
    pub fn counting(hops: usize, [fcr, responses, requests]: [bool; 3], lsn: bool) -> Self {
        let (fcr, responses, requests) = (usize::from(fcr), usize::from(responses), usize::from(requests));
        let lsn = usize::from(lsn);
        const { assert!(matches!(W, 64 | 128 | 256 | 512) && W == 8 * K && W == 32 * L, "W bits, K bytes, L words") };
        Self {
            clock: Default::default(),
            s_axis_tdata: Default::default(),
            s_axis_tkeep: Default::default(),
            s_axis_tvalid: Default::default(),
            s_axis_tready: Default::default(),
            s_axis_tlast: Default::default(),
            s_axis_tuser: Default::default(),
            room: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            cfg_max_frame_bytes: Default::default(),
            cfg_telemetry: Default::default(),
            cfg_own: Default::default(),
            cfg_response_opt: (0..responses).map(|_| Default::default()).collect(),
            cfg_request_opt: (0..requests).map(|_| Default::default()).collect(),
            cfg_lsn_opcode_opt: (0..lsn).map(|_| Default::default()).collect(),
            res_valid: Default::default(),
            res_drop: Default::default(),
            res_reason: Default::default(),
            res_kind: Default::default(),
            res_qpn: Default::default(),
            res_psn: Default::default(),
            res_ece: Default::default(),
            res_telemetry: Default::default(),
            res_path: Default::default(),
            res_n_hop: Default::default(),
            res_hop: (0..hops).map(|_| Default::default()).collect(),
            res_opt: (0..fcr).map(|_| Default::default()).collect(),
            res_resp_opt: (0..responses).map(|_| Default::default()).collect(),
            res_req_opt: (0..requests).map(|_| Default::default()).collect(),
            res_lsn_opt: (0..lsn).map(|_| Default::default()).collect(),
            setup: ParserSetup::default(),
            front: Front::new(),
            ip: IpSelect::new(),
            own: OwnCheck::new(),
            locate: Locate::new(),
            transport: Transport::default(),
            icrc: Icrc::default(),
            frame_check: FrameCheck::new(),
            roce_check: RoceCheck::default(),
            telemetry: Telemetry::new(hops),
            verdict: Verdict::default(),
            advice: (0..fcr).map(|_| Advice::new()).collect(),
            response: (0..responses).map(|_| ProbeFrame::new()).collect(),
            request: (0..requests).map(|_| ProbeFrame::new()).collect(),
            lsn: (0..lsn).map(|_| LsnFrame::new()).collect(),
            of_lsn: Default::default(),
            of_responses: Default::default(),
            of_requests: Default::default(),
            known: Default::default(),
            answered: Default::default(),
            asked: Default::default(),
            shape: Shape::of(&[("L", L)]),
            _hops: hops,
            _fcr: fcr,
            _responses: responses,
            _requests: requests,
            _lsn: lsn,
            _unadvised: 1 - fcr,
            _unanswered: 1 - responses,
            _unanswered_unadvised: (1 - responses) * (1 - fcr),
            _unanswered_fcr: (1 - responses) * fcr,
        }
    }
}

impl<const W: usize, const K: usize, const L: usize> Logic for Parser<W, K, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser");
        comment!("@doc RoCEv2 frames to congestion events: exactly one result a frame, 9 cycles after its last beat.");
        comment!("@port s_axis_tdata first byte of the frame in bits 7:0 of the first beat; no FCS");
        comment!("@port s_axis_tkeep all ones but on the last beat, where it is a run of ones from bit 0");
        comment!("@port s_axis_tready is room");
        comment!("@port s_axis_tuser on the last beat: the MAC found the frame bad");
        comment!("@port room the event queue takes what is in flight and one more frame");
        comment!("@port cfg_qpn_base the first of our QPNs; the bits of the index are ignored");
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port cfg_max_frame_bytes longer frames are dropped, bytes");
        comment!("@port res_valid one pulse a frame");
        comment!("@port res_drop the frame was dropped, res_reason says why");
        comment!("@port res_kind 0 ack, 1 loss, 3 cnp, 6 data; 0 if dropped, as all that follows");
        comment!("@port res_qpn index of the QP");
        comment!("@port res_psn of ACK, NAK and data");
        comment!("@port res_ece ECN-Echo of an ACK");
        comment!("@port res_telemetry the event carries telemetry; what follows is 0 otherwise");
        comment!("@port res_path pathID");
        comment!("@port res_n_hop hops of the path; res_hop_* are 0 from there on");
        for _k in 0..self._responses {
            comment!("@port res_kind 0 ack, 1 loss, 2 rtt: an RTT response, 3 cnp, 6 data; of a telemetry response 0; 0 if dropped, as all that follows");
            comment!("@port res_psn of ACK, NAK, data and response");
        }
        for _k in 0..self._requests {
            comment!("@port res_kind 0 ack, 1 loss, 2 rtt: an RTT request or response, 3 cnp, 6 data; of a telemetry request or response 0; 0 if dropped, as all that follows");
            comment!("@port res_psn of ACK, NAK, data, response and request");
        }
        for _k in 0..self._lsn {
            comment!("@port cfg_lsn_opcode BTH.OpCode of ACKs with an LSN, 0xC0 to 0xFF; where a probe has the same, it is the probe's");
        }
        clock!(self, clock, setup, front, ip, own, locate, transport, icrc, frame_check, roce_check);
        clock!(self, clock, telemetry, verdict);

        self.setup.cfg_telemetry.next = self.cfg_telemetry.val();

        comment!("s0 to s5: words, EtherType and IP header, places");
        self.s_axis_tready.next = self.room.val();
        self.front.room.next = self.room.val();
        self.front.tdata.next = self.s_axis_tdata.val();
        self.front.tvalid.next = self.s_axis_tvalid.val();
        self.front.tlast.next = self.s_axis_tlast.val();
        self.ip.setup.next = self.setup.setup.val();
        self.ip.s3_at.next = self.front.s3_at.val();
        for k in 0..3 {
            self.ip.s2_ip[k].next = self.front.s2_ip[k].val();
        }

        comment!("s1 to s4: the destination addresses");
        self.own.cfg_own.next = self.cfg_own.val();
        self.own.s1_beat.next = self.front.s1_beat.val();
        for j in 0..L {
            self.own.s1_word[j].next = self.front.s1_word[j].val();
        }
        self.own.s3_v6.next = self.ip.s3_ip.val().v6;
        self.own.s3_tags.next = self.ip.s3_tags.val();

        comment!("s4 to s6: the transport headers");
        self.locate.s4_beat.next = self.front.s4_beat.val();
        self.locate.s4_at.next = self.front.s4_at.val();
        self.locate.s4_near.next = self.front.s4_near.val();
        self.locate.s4_places.next = self.ip.s4_places.val();
        self.transport.s5_fresh.next = self.front.s5_fresh.val();
        for j in 0..L {
            self.locate.s4_late[j].next = self.front.s4_late[j].val();
            self.transport.s5_run[j].next = self.locate.s5_run[j].val();
            self.transport.s5_word[j].next = self.front.s5_word[j].val();
        }

        comment!("s4 to s8: the ICRC");
        self.icrc.s4_places.next = self.ip.s4_places.val();
        self.icrc.s6_beat_valid.next = self.front.s6_beat_valid.val();
        self.icrc.s6_fresh.next = self.front.s6_fresh.val();
        for i in 0..6 {
            self.icrc.s4_here[i].next = self.front.s4_here[i].val();
        }
        for j in 0..L {
            self.icrc.s4_late[j].next = self.front.s4_late[j].val();
            self.icrc.s4_udp_checksum[j].next = self.locate.s4_udp_checksum[j].val();
            self.icrc.s4_bth_ecn[j].next = self.locate.s4_bth_ecn[j].val();
            self.icrc.s4_area[j].next = self.locate.s4_area[j].val();
            self.icrc.s5_word[j].next = self.front.s5_word[j].val();
        }

        comment!("s0 to s8: the checks, and the length");
        self.frame_check.cfg_max_frame_bytes.next = self.cfg_max_frame_bytes.val();
        self.frame_check.tkeep.next = self.s_axis_tkeep.val();
        self.frame_check.tuser.next = self.s_axis_tuser.val();
        self.frame_check.s1_beat.next = self.front.s1_beat.val();
        self.frame_check.s2_beat.next = self.front.s2_beat.val();
        self.frame_check.setup.next = self.setup.setup.val();
        self.frame_check.s3_ip.next = self.ip.s3_ip.val();
        self.frame_check.s4_foreign.next = self.own.s4_foreign.val();
        self.roce_check.cfg_qpn_base.next = self.cfg_qpn_base.val();
        self.roce_check.cfg_ece_place.next = self.cfg_ece_place.val();
        self.roce_check.setup.next = self.setup.setup.val();
        self.roce_check.s6.next = self.transport.s6.val();
        self.roce_check.s6_payload.next = self.frame_check.s6_payload.val();

        comment!("s4 to s9: the telemetry");
        self.telemetry.setup.next = self.setup.setup.val();
        self.telemetry.s4_beat.next = self.front.s4_beat.val();
        self.telemetry.s4_at.next = self.front.s4_at.val();
        self.telemetry.s4_near.next = self.front.s4_near.val();
        self.telemetry.s4_late.next = self.front.s4_late[L - 1].val();
        self.telemetry.s4_places.next = self.ip.s4_places.val();
        for j in 0..L {
            self.telemetry.s4_word[j].next = self.front.s4_word[j].val();
        }
        self.telemetry.s6_payload.next = self.frame_check.s6_payload.val();
        self.telemetry.s8_show.next = self.verdict.s8_show.val();

        comment!("s9: the result");
        self.verdict.s8_done.next = self.front.s8_done.val();
        self.verdict.s8_frame.next = self.frame_check.s8_fault.val();
        self.verdict.s8_roce.next = self.roce_check.s8_fault.val();
        self.verdict.s8_bad_icrc.next = self.icrc.s8_bad.val();
        self.verdict.s8_late.next = self.roce_check.s8_late_fault.val();
        self.verdict.s8_telemetry.next = self.telemetry.s8_fault.val();
        self.verdict.s8_event.next = self.roce_check.s8_event.val();
        self.res_valid.next = self.verdict.res_valid.val();
        self.res_drop.next = self.verdict.res_drop.val();
        self.res_reason.next = self.verdict.res_reason.val();
        self.res_kind.next = self.verdict.res_event.val().kind;
        self.res_qpn.next = self.verdict.res_event.val().qpn;
        self.res_psn.next = self.verdict.res_event.val().psn;
        self.res_ece.next = self.verdict.res_event.val().ece;
        self.res_telemetry.next = self.verdict.res_event.val().telemetry;
        self.res_path.next = self.telemetry.res_path.val();
        self.res_n_hop.next = self.telemetry.res_n_hop.val();
        for i in 0..self._hops {
            self.res_hop[i].next = self.telemetry.res_hop[i].val();
        }

        for k in 0..self._fcr {
            comment!("s4 to s9: the advice of a revised CNP; its faults are the last of those behind the ICRC's check");
            clock!(self, clock, advice[k]);
            self.advice[k].s4_beat.next = self.front.s4_beat.val();
            self.advice[k].s5_fresh.next = self.front.s5_fresh.val();
            for j in 0..L {
                self.advice[k].s5_first[j].next = self.locate.s5_run[j].val().get_bit(5);
                self.advice[k].s5_word[j].next = self.front.s5_word[j].val();
            }
            self.advice[k].s6_opcode.next = self.transport.s6.val().opcode;
            self.advice[k].s8_early_fault.next =
                self.frame_check.s8_fault.val().found | self.roce_check.s8_fault.val().found | self.icrc.s8_bad.val();
            self.advice[k].s8_before.next = self.roce_check.s8_late_fault.val();
            self.verdict.s8_late.next = self.advice[k].s8_late.val();
            self.res_opt[k].next = self.advice[k].res.val();
        }

        for k in 0..self._responses {
            comment!("s5 to s9: responses of probes, behind all other checks but the ICRC's and the telemetry's");
            clock!(self, clock, response[k]);
            self.response[k].cfg.next = self.cfg_response_opt[k].val();
            self.response[k].setup.next = self.setup.setup.val();
            self.response[k].s5_fresh.next = self.front.s5_fresh.val();
            for j in 0..L {
                self.response[k].s5_first[j].next = self.locate.s5_run[j].val().get_bit(5);
                self.response[k].s5_word[j].next = self.front.s5_word[j].val();
            }
            self.response[k].s6.next = self.transport.s6.val();
            self.response[k].s6_payload.next = self.frame_check.s6_payload.val();
            self.response[k].s8_before.next = self.roce_check.s8_fault.val();
            for _i in 0..self._unadvised {
                self.response[k].s8_late_before.next = self.roce_check.s8_late_fault.val();
            }
            for i in 0..self._fcr {
                self.response[k].s8_late_before.next = self.advice[i].s8_late.val();
            }
            self.response[k].s8_event_before.next = self.roce_check.s8_event.val();
            self.verdict.s8_roce.next = self.response[k].s8_fault.val();
            self.verdict.s8_late.next = self.response[k].s8_late_fault.val();
            self.verdict.s8_event.next = self.response[k].s8_event.val();
            self.response[k].s9_drop.next = self.verdict.res_drop.val();
            self.res_resp_opt[k].next = self.response[k].res.val();
        }

        for k in 0..self._requests {
            comment!("s5 to s9: requests of probes, behind all of these; what is a response's opcode is no request's");
            clock!(self, clock, request[k]);
            self.known.next = self.cfg_request_opt[k].val();
            self.asked.next = self.cfg_request_opt[k].val();
            self.request[k].setup.next = self.setup.setup.val();
            self.request[k].s5_fresh.next = self.front.s5_fresh.val();
            for j in 0..L {
                self.request[k].s5_first[j].next = self.locate.s5_run[j].val().get_bit(5);
                self.request[k].s5_word[j].next = self.front.s5_word[j].val();
            }
            self.request[k].s6.next = self.transport.s6.val();
            self.request[k].s6_payload.next = self.frame_check.s6_payload.val();
            for _i in 0..self._unanswered {
                self.request[k].s8_before.next = self.roce_check.s8_fault.val();
                self.request[k].s8_event_before.next = self.roce_check.s8_event.val();
            }
            for _i in 0..self._unanswered_unadvised {
                self.request[k].s8_late_before.next = self.roce_check.s8_late_fault.val();
            }
            for i in 0..self._unanswered_fcr {
                self.request[k].s8_late_before.next = self.advice[i].s8_late.val();
            }
            for i in 0..self._responses {
                self.answered.next = self.cfg_response_opt[i].val();
                if (self.known.val().rtt == self.answered.val().rtt)
                    | (self.known.val().rtt == self.answered.val().telemetry)
                {
                    self.asked.next.rtt = 0.into();
                }
                if (self.known.val().telemetry == self.answered.val().rtt)
                    | (self.known.val().telemetry == self.answered.val().telemetry)
                {
                    self.asked.next.telemetry = 0.into();
                }
                self.request[k].s8_before.next = self.response[i].s8_fault.val();
                self.request[k].s8_late_before.next = self.response[i].s8_late_fault.val();
                self.request[k].s8_event_before.next = self.response[i].s8_event.val();
            }
            self.request[k].cfg.next = self.asked.val();
            self.verdict.s8_roce.next = self.request[k].s8_fault.val();
            self.verdict.s8_late.next = self.request[k].s8_late_fault.val();
            self.verdict.s8_event.next = self.request[k].s8_event.val();
            self.request[k].s9_drop.next = self.verdict.res_drop.val();
            self.res_req_opt[k].next = self.request[k].res.val();
        }

        for k in 0..self._lsn {
            comment!("s5 to s9: ACKs with an LSN, last of all; what is a probe's opcode is not theirs");
            clock!(self, clock, lsn[k]);
            self.of_lsn.next = self.cfg_lsn_opcode_opt[k].val();
            self.lsn[k].setup.next = self.setup.setup.val();
            self.lsn[k].s4_beat.next = self.front.s4_beat.val();
            self.lsn[k].s5_fresh.next = self.front.s5_fresh.val();
            for j in 0..L {
                self.lsn[k].s5_first[j].next = self.locate.s5_run[j].val().get_bit(5);
                self.lsn[k].s5_word[j].next = self.front.s5_word[j].val();
            }
            self.lsn[k].s6.next = self.transport.s6.val();
            self.lsn[k].s6_payload.next = self.frame_check.s6_payload.val();
            self.lsn[k].s8_before.next = self.roce_check.s8_fault.val();
            self.lsn[k].s8_late_before.next = self.roce_check.s8_late_fault.val();
            self.lsn[k].s8_event_before.next = self.roce_check.s8_event.val();
            for i in 0..self._fcr {
                self.lsn[k].s8_late_before.next = self.advice[i].s8_late.val();
            }
            for i in 0..self._responses {
                self.of_responses.next = self.cfg_response_opt[i].val();
                if (self.cfg_lsn_opcode_opt[k].val() == self.of_responses.val().rtt)
                    | (self.cfg_lsn_opcode_opt[k].val() == self.of_responses.val().telemetry)
                {
                    self.of_lsn.next = 0.into();
                }
                self.lsn[k].s8_before.next = self.response[i].s8_fault.val();
                self.lsn[k].s8_late_before.next = self.response[i].s8_late_fault.val();
                self.lsn[k].s8_event_before.next = self.response[i].s8_event.val();
            }
            for i in 0..self._requests {
                self.of_requests.next = self.cfg_request_opt[i].val();
                if (self.cfg_lsn_opcode_opt[k].val() == self.of_requests.val().rtt)
                    | (self.cfg_lsn_opcode_opt[k].val() == self.of_requests.val().telemetry)
                {
                    self.of_lsn.next = 0.into();
                }
                self.lsn[k].s8_before.next = self.request[i].s8_fault.val();
                self.lsn[k].s8_late_before.next = self.request[i].s8_late_fault.val();
                self.lsn[k].s8_event_before.next = self.request[i].s8_event.val();
            }
            self.lsn[k].cfg_opcode.next = self.of_lsn.val();
            self.verdict.s8_roce.next = self.lsn[k].s8_fault.val();
            self.verdict.s8_late.next = self.lsn[k].s8_late_fault.val();
            self.verdict.s8_event.next = self.lsn[k].s8_event.val();
            self.lsn[k].s9_drop.next = self.verdict.res_drop.val();
            self.res_lsn_opt[k].next = self.lsn[k].res.val();
        }
    }
}
