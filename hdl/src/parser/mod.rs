#![doc = include_str!("../parser.md")]

mod frame_check;
mod frame_length;
mod front;
mod gf32;
mod icrc;
mod icrc_mask;
mod icrc_share;
mod ip;
mod lanes;
mod locate;
mod roce_check;
mod transport;
mod verdict;

use crate::prelude::*;
use frame_check::FrameCheck;
use frame_length::FrameLength;
use front::Front;
use icrc::Icrc;
use ip::IpSelect;
use locate::Locate;
use roce_check::RoceCheck;
use transport::Transport;
use verdict::Verdict;

/// RoCEv2 frames to congestion events. W bits a beat, K = W/8 bytes, L = W/32 words; Q bits of a QP index.
///
/// The four numbers come from a configuration by way of [`with_data_bits!`](crate::with_data_bits) and
/// [`with_qp_bits!`](crate::with_qp_bits).
#[derive(LogicBlock)]
pub struct Parser<const W: usize, const K: usize, const L: usize, const Q: usize> {
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
    pub res_valid: Signal<Out, Bit>,
    pub res_drop: Signal<Out, Bit>,
    pub res_reason: Signal<Out, U<5>>,
    pub res_kind: Signal<Out, U<3>>,
    pub res_qpn: Signal<Out, U<Q>>,
    pub res_psn: Signal<Out, U<24>>,
    pub res_ece: Signal<Out, Bit>,

    front: Front<W, L>,
    length: FrameLength<K, L>,
    ip: IpSelect,
    locate: Locate<L>,
    transport: Transport<L>,
    icrc: Icrc<L>,
    frame_check: FrameCheck,
    roce_check: RoceCheck<Q>,
    verdict: Verdict<Q>,
    shape: Shape,
}

impl<const W: usize, const K: usize, const L: usize, const Q: usize> Default for Parser<W, K, L, Q> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const K: usize, const L: usize, const Q: usize> Parser<W, K, L, Q> {
    pub fn new() -> Self {
        const { assert!(matches!(W, 64 | 128 | 256 | 512) && W == 8 * K && W == 32 * L, "W bits, K bytes, L words") };
        const { assert!(Q >= 4 && Q <= 16, "16 to 65,536 QPs") };
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
            res_valid: Default::default(),
            res_drop: Default::default(),
            res_reason: Default::default(),
            res_kind: Default::default(),
            res_qpn: Default::default(),
            res_psn: Default::default(),
            res_ece: Default::default(),
            front: Front::new(),
            length: FrameLength::new(),
            ip: IpSelect::default(),
            locate: Locate::new(),
            transport: Transport::default(),
            icrc: Icrc::default(),
            frame_check: FrameCheck::default(),
            roce_check: RoceCheck::default(),
            verdict: Verdict::default(),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const W: usize, const K: usize, const L: usize, const Q: usize> Logic for Parser<W, K, L, Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser");
        comment!("@doc RoCEv2 frames to congestion events: exactly one result a frame, 8 cycles after its last beat.");
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
        comment!("@port res_kind 0 ack, 1 loss, 3 cnp; 0 if dropped, as all that follows");
        comment!("@port res_qpn index of the QP");
        comment!("@port res_psn of ACK and NAK");
        comment!("@port res_ece ECN-Echo of an ACK");
        clock!(self, clock, front, length, ip, locate, transport, icrc, frame_check, roce_check, verdict);

        comment!("s0 to s4: words, EtherType and IP header, length");
        self.s_axis_tready.next = self.room.val();
        self.front.room.next = self.room.val();
        self.front.tdata.next = self.s_axis_tdata.val();
        self.front.tvalid.next = self.s_axis_tvalid.val();
        self.front.tlast.next = self.s_axis_tlast.val();
        self.length.tkeep.next = self.s_axis_tkeep.val();
        self.length.tuser.next = self.s_axis_tuser.val();
        self.length.s1_beat.next = self.front.s1_beat.val();
        self.length.s2_beat.next = self.front.s2_beat.val();
        for k in 0..3 {
            self.ip.s2_ip[k].next = self.front.s2_ip[k].val();
        }

        comment!("s3 to s5: the transport headers");
        self.locate.s3_beat.next = self.front.s3_beat.val();
        self.locate.s3_at.next = self.front.s3_at.val();
        self.locate.s3_udp_at.next = self.ip.s3_ip.val().udp_at;
        self.transport.s4_fresh.next = self.front.s4_fresh.val();
        for j in 0..L {
            self.locate.s3_late[j].next = self.front.s3_late[j].val();
            self.transport.s4_run[j].next = self.locate.s4_run[j].val();
            self.transport.s4_word[j].next = self.front.s4_word[j].val();
        }

        comment!("s3 to s7: the ICRC");
        self.icrc.s3_at.next = self.front.s3_at.val();
        self.icrc.s3_tags.next = self.ip.s3_tags.val();
        self.icrc.s3_v6.next = self.ip.s3_ip.val().v6;
        self.icrc.s3_end_at.next = self.ip.s3_ip.val().end_at;
        self.icrc.s5_beat_valid.next = self.front.s5_beat_valid.val();
        self.icrc.s5_fresh.next = self.front.s5_fresh.val();
        for i in 0..6 {
            self.icrc.s3_here[i].next = self.front.s3_here[i].val();
        }
        for j in 0..L {
            self.icrc.s3_late[j].next = self.front.s3_late[j].val();
            self.icrc.s3_udp_checksum[j].next = self.locate.s3_udp_checksum[j].val();
            self.icrc.s3_bth_ecn[j].next = self.locate.s3_bth_ecn[j].val();
            self.icrc.s4_word[j].next = self.front.s4_word[j].val();
        }

        comment!("s3 to s7: the checks");
        self.frame_check.cfg_max_frame_bytes.next = self.cfg_max_frame_bytes.val();
        self.frame_check.s3_last_byte.next = self.length.s3_last_byte.val();
        self.frame_check.s3_bad_keep.next = self.length.s3_bad_keep.val();
        self.frame_check.s3_bad_frame.next = self.length.s3_bad_frame.val();
        self.frame_check.s3_ip.next = self.ip.s3_ip.val();
        self.roce_check.cfg_qpn_base.next = self.cfg_qpn_base.val();
        self.roce_check.cfg_ece_place.next = self.cfg_ece_place.val();
        self.roce_check.s5.next = self.transport.s5.val();
        self.roce_check.s5_payload.next = self.frame_check.s5_payload.val();

        comment!("s8: the result");
        self.verdict.s7_done.next = self.front.s7_done.val();
        self.verdict.s7_frame.next = self.frame_check.s7_fault.val();
        self.verdict.s7_roce.next = self.roce_check.s7_fault.val();
        self.verdict.s7_bad_icrc.next = self.icrc.s7_bad.val();
        self.verdict.s7_late.next = self.roce_check.s7_late_fault.val();
        self.verdict.s7_event.next = self.roce_check.s7_event.val();
        self.res_valid.next = self.verdict.res_valid.val();
        self.res_drop.next = self.verdict.res_drop.val();
        self.res_reason.next = self.verdict.res_reason.val();
        self.res_kind.next = self.verdict.res_event.val().kind;
        self.res_qpn.next = self.verdict.res_event.val().qpn;
        self.res_psn.next = self.verdict.res_event.val().psn;
        self.res_ece.next = self.verdict.res_event.val().ece;
    }
}
