//! ACKs with an LSN: their opcode, their length, and the 8 bytes behind AETH; stages s5 to s9.
//!
//! It stands behind all other checks but the ICRC's and the telemetry's, as `probe_frame` does. For what stands before
//! it such an opcode is unknown; what that says of AETH, QP and PSN holds.

use super::frame_check::{reason, Fault, IpPayload};
use super::front::Beat;
use super::lane_pick::LanePick;
use super::lanes::Lanes;
use super::roce_check::Event;
use super::setup::Setup;
use super::transport::TransportFields;
use crate::prelude::*;
use crate::records::LsnAck;
use layout::drop_reason::DropReason;
use layout::prober::OPCODES;
use layout::record::Kind;
use layout::wire::lsn;

logic_struct! {
    /// What stage s7 reads.
    pub struct LsnRead {
        pub is: Bit,
        pub bad_size: Bit,
        pub bad_pad: Bit,
        pub bad_version: Bit,
        pub reserved: Bit,
        pub ece: Bit,
        pub read: Bit,
        pub value: U<32>,
    }
}

/// Finds them, and reads what they say.
#[derive(LogicBlock)]
pub struct LsnFrame<const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_opcode: Signal<In, U<8>>,
    pub setup: Signal<In, Setup>,
    pub s4_beat: Signal<In, Beat>,
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
    pub res: Signal<Out, LsnAck>,

    bytes: DReg<U<9>>,
    s5_beat: Reg<Beat>,
    /// Bit k: the lane has the word k + 1 behind AETH.
    run: Lanes<Signal<Local, U<2>>, L>,
    /// What the last lane of the beat before hands on.
    carry: Reg<U<2>>,
    head: LanePick<32, L>,
    value: LanePick<32, L>,
    is: Signal<Local, Bit>,
    flags: Signal<Local, U<8>>,
    s7: DReg<LsnRead>,
    s8_is: DReg<Bit>,
    s8_own: DReg<Fault>,
    s8_late_own: DReg<Fault>,
    s8_ece: DReg<Bit>,
    s8_read: DReg<Bit>,
    s8_value: DReg<U<32>>,
    s9: DReg<LsnAck>,

    vendor: Constant<U<8>>,
    more: Constant<U<9>>,
    version: Constant<U<4>>,
    flag_ece: Constant<U<8>>,
    flag_read: Constant<U<8>>,
    kind_ack: Constant<KindCode>,
    kind_loss: Constant<KindCode>,
    roce_length: Constant<U<5>>,
    bth_pad: Constant<U<5>>,
    opcode_unknown: Constant<U<5>>,
    lsn_version: Constant<U<5>>,
    lsn_reserved: Constant<U<5>>,
    nak_other: Constant<U<5>>,
    shape: Shape,
}

impl<const L: usize> LsnFrame<L> {
    pub fn new() -> Self {
        Self {
            clock: Default::default(),
            cfg_opcode: Default::default(),
            setup: Default::default(),
            s4_beat: Default::default(),
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
            bytes: Default::default(),
            s5_beat: Default::default(),
            run: Default::default(),
            carry: Default::default(),
            head: Default::default(),
            value: Default::default(),
            is: Default::default(),
            flags: Default::default(),
            s7: Default::default(),
            s8_is: Default::default(),
            s8_own: Default::default(),
            s8_late_own: Default::default(),
            s8_ece: Default::default(),
            s8_read: Default::default(),
            s8_value: Default::default(),
            s9: Default::default(),
            vendor: Constant::new(u64::from(OPCODES.0).into()),
            more: Constant::new((lsn::BYTES as u64).into()),
            version: Constant::new(u64::from(lsn::VERSION).into()),
            flag_ece: Constant::new(u64::from(lsn::FLAG_ECE).into()),
            flag_read: Constant::new(u64::from(lsn::FLAG_READ).into()),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_loss: Constant::new((Kind::Loss as u64).into()),
            roce_length: reason(DropReason::RoceLength),
            bth_pad: reason(DropReason::BthPad),
            opcode_unknown: reason(DropReason::OpcodeUnknown),
            lsn_version: reason(DropReason::LsnVersion),
            lsn_reserved: reason(DropReason::LsnReserved),
            nak_other: reason(DropReason::NakOther),
            shape: Shape::of(&[("L", L)]),
        }
    }
}

impl<const L: usize> Logic for LsnFrame<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_lsn");
        comment!("@doc ACKs with an LSN: the checks before it know no such opcode, and what they say of it is made right here.");
        comment!("@port cfg_opcode BTH.OpCode of these ACKs, 0xC0 to 0xFF; below that there are none");
        comment!("@port s5_fresh the beat in stage 5 begins a frame, or no frame is under way");
        comment!("@port s5_first_0 the lane has the first word behind BTH");
        comment!("@port s8_before the fault up to the ICRC's check, as those before it say it");
        comment!("@port s8_late_before the fault behind it");
        comment!("@port s9_drop the frame is dropped");
        comment!("@port s8_fault that fault, or of such an ACK the own");
        comment!("@port s8_late_fault that fault, or else the own");
        comment!("@constant vendor the least opcode of vendors: all have its ones");
        comment!("@constant more bytes that such an ACK has more than an ACK");
        comment!("@constant version of the header");
        comment!("@constant flag_ece ECN-Echo");
        comment!("@constant flag_read it acknowledges READ responses");
        clock!(self, clock, bytes, s5_beat, carry, head, value, s7, s8_is, s8_own, s8_late_own);
        clock!(self, clock, s8_ece, s8_read, s8_value, s9);

        comment!(
            "s5: behind AETH a bit moves up one a lane, and into the next beat; between beats no lane holds anything"
        );
        self.bytes.d.next = self.setup.val().ack_bytes + self.more.val();
        self.s5_beat.d.next = self.s4_beat.val();
        self.run[0].next = 0.into();
        if self.s5_beat.q.val().valid {
            self.run[0].next = self.carry.q.val();
        }
        for j in 1..L {
            self.run[j].next = self.run[j - 1].val() << 1;
            if self.s5_first[j - 1].val() {
                self.run[j].next = (self.run[j - 1].val() << 1) | 1;
            }
        }
        self.carry.d.next = self.carry.q.val();
        if self.s5_beat.q.val().valid {
            self.carry.d.next = (self.run[L - 1].val() << 1) | bits::<2>(self.s5_first[L - 1].val());
            if self.s5_beat.q.val().last {
                self.carry.d.next = 0.into();
            }
        }

        comment!("s5: pick");
        self.head.fresh.next = self.s5_fresh.val();
        self.value.fresh.next = self.s5_fresh.val();
        for j in 0..L {
            self.head.here[j].next = self.run[j].val().get_bit(0);
            self.head.lane[j].next = self.s5_word[j].val();
            self.value.here[j].next = self.run[j].val().get_bit(1);
            self.value.lane[j].next = self.s5_word[j].val();
        }

        comment!("s6: compare");
        self.is.next = ((self.s6.val().opcode & self.vendor.val()) == self.vendor.val())
            & (self.s6.val().opcode == self.cfg_opcode.val());
        self.flags.next = self.head.held.val().get_bits::<4>(24).get_bits::<8>(0);
        self.s7.d.next.is = self.is.val();
        self.s7.d.next.bad_size = self.s6_payload.val().bytes != bits::<16>(self.bytes.q.val());
        self.s7.d.next.bad_pad = self.s6.val().pad_count.any();
        self.s7.d.next.bad_version = self.head.held.val().get_bits::<4>(28) != self.version.val();
        self.s7.d.next.reserved = self.head.held.val().get_bits::<24>(0).any()
            | (self.flags.val() & !(self.flag_ece.val() | self.flag_read.val())).any();
        self.s7.d.next.ece = (self.flags.val() & self.flag_ece.val()).any();
        self.s7.d.next.read = (self.flags.val() & self.flag_read.val()).any();
        self.s7.d.next.value = self.value.held.val();

        comment!("s7: the own faults");
        self.s8_is.d.next = self.s7.q.val().is;
        self.s8_own.d.next.found = self.s7.q.val().bad_size | self.s7.q.val().bad_pad;
        self.s8_own.d.next.reason = self.bth_pad.val();
        if self.s7.q.val().bad_size {
            self.s8_own.d.next.reason = self.roce_length.val();
        }
        self.s8_late_own.d.next.found = self.s7.q.val().bad_version | self.s7.q.val().reserved;
        self.s8_late_own.d.next.reason = self.lsn_reserved.val();
        if self.s7.q.val().bad_version {
            self.s8_late_own.d.next.reason = self.lsn_version.val();
        }
        self.s8_ece.d.next = self.s7.q.val().ece;
        self.s8_read.d.next = self.s7.q.val().read;
        self.s8_value.d.next = self.s7.q.val().value;

        comment!("s8: its opcode is known; AETH's fault goes before the own; there is no NAK of READ responses, and no telemetry behind AETH");
        self.s8_fault.next = self.s8_before.val();
        self.s8_late_fault.next = self.s8_late_before.val();
        self.s8_event.next = self.s8_event_before.val();
        self.s9.d.next.given = false;
        self.s9.d.next.read = false;
        self.s9.d.next.value = 0.into();
        if self.s8_is.q.val() {
            if self.s8_before.val().reason == self.opcode_unknown.val() {
                self.s8_fault.next = self.s8_own.q.val();
            }
            if !self.s8_late_before.val().found {
                if self.s8_late_own.q.val().found {
                    self.s8_late_fault.next = self.s8_late_own.q.val();
                } else if self.s8_read.q.val() & (self.s8_event_before.val().kind == self.kind_loss.val()) {
                    self.s8_late_fault.next.found = true;
                    self.s8_late_fault.next.reason = self.nak_other.val();
                }
            }
            self.s8_event.next.telemetry = self.s8_event_before.val().telemetry & self.setup.val().at_udp;
            self.s8_event.next.ece = false;
            if self.s8_event_before.val().kind == self.kind_ack.val() {
                self.s8_event.next.ece = self.s8_ece.q.val();
                self.s9.d.next.given = true;
                self.s9.d.next.read = self.s8_read.q.val();
                self.s9.d.next.value = self.s8_value.q.val();
            }
        }

        comment!("s9: what was dropped says nothing");
        self.res.next = self.s9.q.val();
        if self.s9_drop.val() {
            self.res.next.given = false;
            self.res.next.read = false;
            self.res.next.value = 0.into();
        }
    }
}
