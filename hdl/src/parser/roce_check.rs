//! Checks 6, 7, 9 and 10 of the page: UDP, BTH, the QP and what the packet says; stages s7 and s8.

use super::frame_check::{reason, Fault, IpPayload};
use super::setup::Setup;
use super::transport::TransportFields;
use crate::prelude::*;
use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::wire::{aeth, bth, udp, EcePlace};

logic_struct! {
    /// What stage s7 reads.
    pub struct RoceFacts {
        pub bad_port: Bit,
        pub bad_udp_length: Bit,
        pub short: Bit,
        pub bad_version: Bit,
        pub unknown: Bit,
        pub ignored: Bit,
        pub bad_size: Bit,
        pub bad_pad: Bit,
        pub bad_qp: Bit,
        pub cnp: Bit,
        pub data: Bit,
        /// there is telemetry, if the packet is not dropped
        pub telemetry: Bit,
        /// AETH: an ACK, NAK code 0, RNR; else another NAK
        pub ack: Bit,
        pub loss: Bit,
        pub rnr: Bit,
        pub ece: Bit,
        pub qpn: Qpn,
        pub psn: PsnWord,
    }

    /// A congestion event.
    pub struct Event {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub psn: PsnWord,
        pub ece: Bit,
        /// it carries telemetry
        pub telemetry: Bit,
    }
}

/// Finds the first fault behind the IP header, and the event if there is none.
#[derive(LogicBlock)]
pub struct RoceCheck {
    pub clock: Signal<In, ClkRst>,
    pub cfg_qpn_base: Signal<In, U<24>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub setup: Signal<In, Setup>,
    pub s6: Signal<In, TransportFields>,
    pub s6_payload: Signal<In, IpPayload>,
    pub s8_fault: Signal<Out, Fault>,
    pub s8_late_fault: Signal<Out, Fault>,
    pub s8_event: Signal<Out, Event>,

    is_ack: Signal<Local, Bit>,
    is_cnp: Signal<Local, Bit>,
    is_data: Signal<Local, Bit>,
    is_known: Signal<Local, Bit>,
    code: Signal<Local, U<2>>,
    ece: Signal<Local, Bit>,
    s7: DReg<RoceFacts>,
    fault: DReg<Fault>,
    late_fault: DReg<Fault>,
    event: DReg<Event>,

    port_rocev2: Constant<U<16>>,
    known_opcodes: Constant<Bus<256>>,
    data_opcodes: Constant<Bus<256>>,
    opcode_ack: Constant<U<8>>,
    opcode_cnp: Constant<U<8>>,
    code_ack: Constant<U<2>>,
    code_rnr: Constant<U<2>>,
    code_nak: Constant<U<2>>,
    nak_psn_sequence: Constant<U<5>>,
    qpn_fixed: Constant<U<24>>,
    place_becn: Constant<U<2>>,
    place_fecn: Constant<U<2>>,
    place_ip_ce: Constant<U<2>>,
    kind_ack: Constant<KindCode>,
    kind_loss: Constant<KindCode>,
    kind_cnp: Constant<KindCode>,
    kind_data: Constant<KindCode>,
    not_rocev2: Constant<U<5>>,
    udp_length: Constant<U<5>>,
    roce_length: Constant<U<5>>,
    bth_version: Constant<U<5>>,
    opcode_unknown: Constant<U<5>>,
    opcode_ignored: Constant<U<5>>,
    bth_pad: Constant<U<5>>,
    qpn_unknown: Constant<U<5>>,
    rnr_nak: Constant<U<5>>,
    nak_other: Constant<U<5>>,
}

impl Default for RoceCheck {
    fn default() -> Self {
        let set = |holds: fn(u8) -> bool| {
            let all = (0..=u8::MAX).filter(|opcode| holds(*opcode));
            let words = all.fold([0u64; 4], |mut words, opcode| {
                words[usize::from(opcode / 64)] |= 1 << (opcode % 64);
                words
            });
            Constant::new(Bus::from_words(&words))
        };
        Self {
            clock: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            setup: Default::default(),
            s6: Default::default(),
            s6_payload: Default::default(),
            s8_fault: Default::default(),
            s8_late_fault: Default::default(),
            s8_event: Default::default(),
            is_ack: Default::default(),
            is_cnp: Default::default(),
            is_data: Default::default(),
            is_known: Default::default(),
            code: Default::default(),
            ece: Default::default(),
            s7: Default::default(),
            fault: Default::default(),
            late_fault: Default::default(),
            event: Default::default(),
            port_rocev2: constant(udp::PORT_ROCEV2),
            known_opcodes: set(bth::is_known),
            data_opcodes: set(bth::is_data),
            opcode_ack: constant(bth::OPCODE_ACK),
            opcode_cnp: constant(bth::OPCODE_CNP),
            code_ack: constant(aeth::CODE_ACK),
            code_rnr: constant(aeth::CODE_RNR),
            code_nak: constant(aeth::CODE_NAK),
            nak_psn_sequence: constant(aeth::NAK_PSN_SEQUENCE),
            qpn_fixed: Constant::new(U::wrap(!0 << QpBits::now())),
            place_becn: constant(EcePlace::Becn as u8),
            place_fecn: constant(EcePlace::Fecn as u8),
            place_ip_ce: constant(EcePlace::IpCe as u8),
            kind_ack: constant(Kind::Ack as u8),
            kind_loss: constant(Kind::Loss as u8),
            kind_cnp: constant(Kind::Cnp as u8),
            kind_data: constant(Kind::Data as u8),
            not_rocev2: reason(DropReason::NotRocev2),
            udp_length: reason(DropReason::UdpLength),
            roce_length: reason(DropReason::RoceLength),
            bth_version: reason(DropReason::BthVersion),
            opcode_unknown: reason(DropReason::OpcodeUnknown),
            opcode_ignored: reason(DropReason::OpcodeIgnored),
            bth_pad: reason(DropReason::BthPad),
            qpn_unknown: reason(DropReason::QpnUnknown),
            rnr_nak: reason(DropReason::RnrNak),
            nak_other: reason(DropReason::NakOther),
        }
    }
}

fn constant<const N: usize>(value: impl Into<u64>) -> Constant<U<N>> {
    Constant::new(value.into().into())
}

impl Logic for RoceCheck {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module roce_check");
        comment!("@doc The first fault behind the IP header, and the event of a packet without one.");
        comment!("@port cfg_qpn_base the first of our QPNs; the bits of the index are ignored");
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port s8_fault up to the ICRC's check");
        comment!("@port s8_late_fault behind the ICRC's check");
        comment!("@port setup_at_udp telemetry stands behind the UDP header; setup_at_ack: in an ACK");
        comment!("@constant port_rocev2 4791");
        comment!("@constant known_opcodes bit k: opcode k of RC, UC or UD, or the CNP's");
        comment!("@constant data_opcodes bit k: opcode k is a SEND or RDMA WRITE of RC or UC");
        comment!("@constant code_ack bits 6:5 of AETH's syndrome");
        comment!("@constant nak_psn_sequence its code among the NAKs: PSN sequence error");
        comment!("@constant qpn_fixed bits of the QPN that tell the engine's QPs from others");
        comment!("@constant place_becn of the ECN-Echo: BTH's BECN");
        comment!("@constant place_fecn BTH's FECN");
        comment!("@constant place_ip_ce the IP header's CE");
        comment!("@constant not_rocev2 reasons of a drop");
        clock!(self, clock, s7, fault, late_fault, event);

        comment!("s6: compare");
        self.is_ack.next = self.s6.val().opcode == self.opcode_ack.val();
        self.is_cnp.next = self.s6.val().opcode == self.opcode_cnp.val();
        self.is_data.next = self.setup.val().at_udp & self.data_opcodes.val().get_bit(self.s6.val().opcode.index());
        self.is_known.next = self.known_opcodes.val().get_bit(self.s6.val().opcode.index());
        self.s7.d.next.bad_port = self.s6.val().udp_port != self.port_rocev2.val();
        self.s7.d.next.bad_udp_length = self.s6.val().udp_length != self.s6_payload.val().bytes;
        self.s7.d.next.short = self.s6_payload.val().short;
        self.s7.d.next.bad_version = self.s6.val().version.any();
        self.s7.d.next.unknown = !self.is_known.val();
        self.s7.d.next.ignored = !(self.is_ack.val() | self.is_cnp.val() | self.is_data.val());
        self.s7.d.next.bad_size = !((self.is_ack.val() & self.s6_payload.val().is_ack)
            | (self.is_cnp.val() & self.s6_payload.val().is_cnp)
            | (self.is_data.val() & self.s6_payload.val().is_words));
        self.s7.d.next.bad_pad = self.s6.val().pad_count.any() & !self.is_data.val();
        self.s7.d.next.bad_qp = ((self.s6.val().dest_qp ^ self.cfg_qpn_base.val()) & self.qpn_fixed.val()).any();
        self.s7.d.next.cnp = self.is_cnp.val();
        self.s7.d.next.data = self.is_data.val();
        self.s7.d.next.telemetry = !self.is_cnp.val()
            & (self.setup.val().at_udp | (self.setup.val().at_ack & !self.s6_payload.val().plain_ack));
        self.code.next = self.s6.val().syndrome.get_bits::<2>(5);
        self.s7.d.next.ack = self.code.val() == self.code_ack.val();
        self.s7.d.next.rnr = self.code.val() == self.code_rnr.val();
        self.s7.d.next.loss = (self.code.val() == self.code_nak.val())
            & (self.s6.val().syndrome.get_bits::<5>(0) == self.nak_psn_sequence.val());
        self.ece.next = self.s6.val().syndrome.get_bit(7);
        if self.cfg_ece_place.val() == self.place_becn.val() {
            self.ece.next = self.s6.val().bth_ecn.get_bit(0);
        } else if self.cfg_ece_place.val() == self.place_fecn.val() {
            self.ece.next = self.s6.val().bth_ecn.get_bit(1);
        } else if self.cfg_ece_place.val() == self.place_ip_ce.val() {
            self.ece.next = self.s6_payload.val().ce;
        }
        self.s7.d.next.ece = self.ece.val();
        self.s7.d.next.qpn = self.s6.val().dest_qp.get_bits::<QPN>(0);
        self.s7.d.next.psn = self.s6.val().psn;

        comment!("s7: the first fault before the ICRC's check");
        self.fault.d.next.found = true;
        self.fault.d.next.reason = 0.into();
        if self.s7.q.val().bad_port {
            self.fault.d.next.reason = self.not_rocev2.val();
        } else if self.s7.q.val().bad_udp_length {
            self.fault.d.next.reason = self.udp_length.val();
        } else if self.s7.q.val().short {
            self.fault.d.next.reason = self.roce_length.val();
        } else if self.s7.q.val().bad_version {
            self.fault.d.next.reason = self.bth_version.val();
        } else if self.s7.q.val().unknown {
            self.fault.d.next.reason = self.opcode_unknown.val();
        } else if self.s7.q.val().ignored {
            self.fault.d.next.reason = self.opcode_ignored.val();
        } else if self.s7.q.val().bad_size {
            self.fault.d.next.reason = self.roce_length.val();
        } else if self.s7.q.val().bad_pad {
            self.fault.d.next.reason = self.bth_pad.val();
        } else {
            self.fault.d.next.found = false;
        }
        self.s8_fault.next = self.fault.q.val();

        comment!("s7: the first fault behind it, and the event");
        self.late_fault.d.next.found = false;
        self.late_fault.d.next.reason = 0.into();
        self.event.d.next.kind = self.kind_cnp.val();
        self.event.d.next.qpn = self.s7.q.val().qpn;
        self.event.d.next.psn = 0.into();
        self.event.d.next.ece = false;
        self.event.d.next.telemetry = self.s7.q.val().telemetry;
        if !self.s7.q.val().cnp {
            self.event.d.next.psn = self.s7.q.val().psn;
            if self.s7.q.val().data {
                self.event.d.next.kind = self.kind_data.val();
            } else if self.s7.q.val().ack {
                self.event.d.next.kind = self.kind_ack.val();
                self.event.d.next.ece = self.s7.q.val().ece;
            } else if self.s7.q.val().loss {
                self.event.d.next.kind = self.kind_loss.val();
            } else {
                self.late_fault.d.next.found = true;
                self.late_fault.d.next.reason = self.nak_other.val();
                if self.s7.q.val().rnr {
                    self.late_fault.d.next.reason = self.rnr_nak.val();
                }
            }
        }
        if self.s7.q.val().bad_qp {
            self.late_fault.d.next.found = true;
            self.late_fault.d.next.reason = self.qpn_unknown.val();
        }
        self.s8_late_fault.next = self.late_fault.q.val();
        self.s8_event.next = self.event.q.val();
    }
}
