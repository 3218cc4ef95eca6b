//! Requests and responses of probes: their opcodes, their length, the time that they carry or echo; stages s5 to s9.
//!
//! One for responses stands behind the checks of `roce_check`, and one for requests behind that, if there are both. For
//! what stands before it such an opcode is unknown, and it changes what that says of it: a parser without is as it
//! always was.

use super::frame_check::{reason, Fault, IpPayload};
use super::lane_pick::LanePick;
use super::lanes::Lanes;
use super::roce_check::Event;
use super::setup::Setup;
use super::transport::TransportFields;
use crate::prelude::*;
use crate::records::{ParsedProbe, ProbeCfg};
use layout::drop_reason::DropReason;
use layout::prober::{Kind as Probe, OPCODES, RTT_BYTES};
use layout::record::Kind;
use layout::wire::aeth;

logic_struct! {
    /// What stage s7 reads.
    pub struct Probed {
        pub rtt: Bit,
        pub telemetry: Bit,
        pub bad_size: Bit,
        pub bad_pad: Bit,
        pub time: U<32>,
    }
}

/// Finds them, and catches their time.
#[derive(LogicBlock)]
pub struct ProbeFrame<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg: Signal<In, ProbeCfg>,
    pub setup: Signal<In, Setup>,
    pub s5_fresh: Signal<In, Bit>,
    pub s5_first: Lanes<Signal<In, Bit>, L>,
    pub s5_word: Lanes<Signal<In, U<32>>, L>,
    pub s6: Signal<In, TransportFields>,
    pub s6_payload: Signal<In, IpPayload>,
    pub s8_before: Signal<In, Fault>,
    pub s8_late_before: Signal<In, Fault>,
    pub s8_event_before: Signal<In, Event>,
    pub s9_drop: Signal<In, Bit>,
    pub s8_fault: Signal<Out, Fault>,
    pub s8_late_fault: Signal<Out, Fault>,
    pub s8_event: Signal<Out, Event>,
    pub res: Signal<Out, ParsedProbe>,

    rtt_bytes: DReg<U<9>>,
    first: LanePick<32, L>,
    is_vendor: Signal<Local, Bit>,
    is_rtt: Signal<Local, Bit>,
    is_telemetry: Signal<Local, Bit>,
    s7: DReg<Probed>,
    s8_is: DReg<Bit>,
    s8_own: DReg<Fault>,
    s8: DReg<ParsedProbe>,
    s9: DReg<ParsedProbe>,

    vendor: Constant<U<8>>,
    rtt_more: Constant<U<9>>,
    kind_ack: Constant<KindCode>,
    kind_rtt: Constant<KindCode>,
    of_telemetry: Constant<U<2>>,
    of_rtt: Constant<U<2>>,
    roce_length: Constant<U<5>>,
    bth_pad: Constant<U<5>>,
    opcode_unknown: Constant<U<5>>,
    qpn_unknown: Constant<U<5>>,
    shape: Shape,
}

impl<const L: usize> ProbeFrame<L> {
    pub fn new() -> Self {
        Self {
            clock: Default::default(),
            cfg: Default::default(),
            setup: Default::default(),
            s5_fresh: Default::default(),
            s5_first: Default::default(),
            s5_word: Default::default(),
            s6: Default::default(),
            s6_payload: Default::default(),
            s8_before: Default::default(),
            s8_late_before: Default::default(),
            s8_event_before: Default::default(),
            s9_drop: Default::default(),
            s8_fault: Default::default(),
            s8_late_fault: Default::default(),
            s8_event: Default::default(),
            res: Default::default(),
            rtt_bytes: Default::default(),
            first: Default::default(),
            is_vendor: Default::default(),
            is_rtt: Default::default(),
            is_telemetry: Default::default(),
            s7: Default::default(),
            s8_is: Default::default(),
            s8_own: Default::default(),
            s8: Default::default(),
            s9: Default::default(),
            vendor: Constant::new(u64::from(OPCODES.0).into()),
            rtt_more: Constant::new(((RTT_BYTES - aeth::BYTES) as u64).into()),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_rtt: Constant::new((Kind::Rtt as u64).into()),
            of_telemetry: Constant::new((Probe::Telemetry as u64).into()),
            of_rtt: Constant::new((Probe::Rtt as u64).into()),
            roce_length: reason(DropReason::RoceLength),
            bth_pad: reason(DropReason::BthPad),
            opcode_unknown: reason(DropReason::OpcodeUnknown),
            qpn_unknown: reason(DropReason::QpnUnknown),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const L: usize> Logic for ProbeFrame<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_probe");
        comment!("@doc Responses of probes, or requests: the checks before it know no such opcode, and what they say of them is made right here.");
        comment!("@port s5_fresh the beat in stage 5 begins a frame, or no frame is under way");
        comment!("@port s5_first_0 the lane has the first word behind BTH");
        comment!("@port s8_before the fault up to the ICRC's check, as those before it say it");
        comment!("@port s8_late_before the fault behind it");
        comment!("@port s9_drop the frame is dropped");
        comment!("@port s8_fault that fault, or of such a frame the own");
        comment!("@port s8_late_fault that fault; such a frame has none but that its QP is another's");
        comment!("@constant vendor the least opcode of vendors: all have its ones");
        comment!("@constant rtt_more bytes that such a frame of RTT has more than an ACK");
        comment!("@constant of_telemetry kind of such a frame");
        comment!("@constant of_rtt kind of such a frame");
        clock!(self, clock, rtt_bytes, first, s7, s8_is, s8_own, s8, s9);

        comment!("s5: pick");
        self.rtt_bytes.d.next = self.setup.val().ack_bytes + self.rtt_more.val();
        self.first.fresh.next = self.s5_fresh.val();
        for j in 0..L {
            self.first.here[j].next = self.s5_first[j].val();
            self.first.lane[j].next = self.s5_word[j].val();
        }

        comment!("s6: compare; one of telemetry is as long as an ACK may be");
        self.is_vendor.next = (self.s6.val().opcode & self.vendor.val()) == self.vendor.val();
        self.is_rtt.next = self.is_vendor.val() & (self.s6.val().opcode == self.cfg.val().rtt);
        self.is_telemetry.next =
            self.is_vendor.val() & (self.s6.val().opcode == self.cfg.val().telemetry) & !self.is_rtt.val();
        self.s7.d.next.rtt = self.is_rtt.val();
        self.s7.d.next.telemetry = self.is_telemetry.val();
        self.s7.d.next.bad_size = (self.is_rtt.val()
            & (self.s6_payload.val().bytes != bits::<16>(self.rtt_bytes.q.val())))
            | (self.is_telemetry.val() & !self.s6_payload.val().is_ack);
        self.s7.d.next.bad_pad = self.s6.val().pad_count.any();
        self.s7.d.next.time = self.first.held.val();

        comment!("s7: the own fault");
        self.s8_is.d.next = self.s7.q.val().rtt | self.s7.q.val().telemetry;
        self.s8_own.d.next.found = self.s7.q.val().bad_size | self.s7.q.val().bad_pad;
        self.s8_own.d.next.reason = self.bth_pad.val();
        if self.s7.q.val().bad_size {
            self.s8_own.d.next.reason = self.roce_length.val();
        }
        self.s8.d.next.kind = 0.into();
        self.s8.d.next.time = 0.into();
        if self.s7.q.val().telemetry {
            self.s8.d.next.kind = self.of_telemetry.val();
            self.s8.d.next.time = self.s7.q.val().time;
        }
        if self.s7.q.val().rtt {
            self.s8.d.next.kind = self.of_rtt.val();
            self.s8.d.next.time = self.s7.q.val().time;
        }

        comment!("s8: its opcode is known, its AETH is none, and one of RTT has no telemetry");
        self.s8_fault.next = self.s8_before.val();
        self.s8_late_fault.next = self.s8_late_before.val();
        self.s8_event.next = self.s8_event_before.val();
        if self.s8_is.q.val() {
            if self.s8_before.val().reason == self.opcode_unknown.val() {
                self.s8_fault.next = self.s8_own.q.val();
            }
            self.s8_late_fault.next.found = self.s8_late_before.val().reason == self.qpn_unknown.val();
            self.s8_event.next.ece = false;
            self.s8_event.next.kind = self.kind_ack.val();
            if self.s8.q.val().kind == self.of_rtt.val() {
                self.s8_event.next.kind = self.kind_rtt.val();
                self.s8_event.next.telemetry = false;
            }
        }
        self.s9.d.next = self.s8.q.val();

        comment!("s9: what was dropped is none");
        self.res.next = self.s9.q.val();
        if self.s9_drop.val() {
            self.res.next.kind = 0.into();
            self.res.next.time = 0.into();
        }
    }
}
