//! Checks 6, 7, 9 and 10 of the page: UDP, BTH, the QP and what the packet says; stages s6 and s7.

use super::frame_check::{reason, Fault, IpPayload};
use super::transport::TransportFields;
use crate::prelude::*;
use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::wire::{aeth, bth, udp, EcePlace};

logic_struct! {
    /// What stage s6 reads.
    pub struct RoceFacts<const Q: usize> {
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
        /// AETH: an ACK, NAK code 0, RNR; else another NAK
        pub ack: Bit,
        pub loss: Bit,
        pub rnr: Bit,
        pub ece: Bit,
        pub qpn: U<Q>,
        pub psn: U<24>,
    }

    /// A congestion event.
    pub struct Event<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        pub psn: U<24>,
        pub ece: Bit,
    }
}

/// Finds the first fault behind the IP header, and the event if there is none.
#[derive(LogicBlock)]
pub struct RoceCheck<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub cfg_qpn_base: Signal<In, U<24>>,
    pub cfg_ece_place: Signal<In, U<2>>,
    pub s5: Signal<In, TransportFields>,
    pub s5_payload: Signal<In, IpPayload>,
    pub s7_fault: Signal<Out, Fault>,
    pub s7_late_fault: Signal<Out, Fault>,
    pub s7_event: Signal<Out, Event<Q>>,

    is_ack: Signal<Local, Bit>,
    is_cnp: Signal<Local, Bit>,
    is_known: Signal<Local, Bit>,
    code: Signal<Local, U<2>>,
    ece: Signal<Local, Bit>,
    s6: DReg<RoceFacts<Q>>,
    fault: DReg<Fault>,
    late_fault: DReg<Fault>,
    event: DReg<Event<Q>>,

    port_rocev2: Constant<U<16>>,
    known_opcodes: Constant<Bus<256>>,
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
    kind_ack: Constant<U<3>>,
    kind_loss: Constant<U<3>>,
    kind_cnp: Constant<U<3>>,
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

impl<const Q: usize> Default for RoceCheck<Q> {
    fn default() -> Self {
        let known = (0..=u8::MAX).filter(|opcode| bth::is_known(*opcode));
        let known = known.fold([0u64; 4], |mut words, opcode| {
            words[usize::from(opcode / 64)] |= 1 << (opcode % 64);
            words
        });
        Self {
            clock: Default::default(),
            cfg_qpn_base: Default::default(),
            cfg_ece_place: Default::default(),
            s5: Default::default(),
            s5_payload: Default::default(),
            s7_fault: Default::default(),
            s7_late_fault: Default::default(),
            s7_event: Default::default(),
            is_ack: Default::default(),
            is_cnp: Default::default(),
            is_known: Default::default(),
            code: Default::default(),
            ece: Default::default(),
            s6: Default::default(),
            fault: Default::default(),
            late_fault: Default::default(),
            event: Default::default(),
            port_rocev2: constant(udp::PORT_ROCEV2),
            known_opcodes: Constant::new(Bus::from_words(&known)),
            opcode_ack: constant(bth::OPCODE_ACK),
            opcode_cnp: constant(bth::OPCODE_CNP),
            code_ack: constant(aeth::CODE_ACK),
            code_rnr: constant(aeth::CODE_RNR),
            code_nak: constant(aeth::CODE_NAK),
            nak_psn_sequence: constant(aeth::NAK_PSN_SEQUENCE),
            qpn_fixed: Constant::new(U::wrap(!0 << Q)),
            place_becn: constant(EcePlace::Becn as u8),
            place_fecn: constant(EcePlace::Fecn as u8),
            place_ip_ce: constant(EcePlace::IpCe as u8),
            kind_ack: constant(Kind::Ack as u8),
            kind_loss: constant(Kind::Loss as u8),
            kind_cnp: constant(Kind::Cnp as u8),
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

impl<const Q: usize> Logic for RoceCheck<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module roce_check");
        comment!("@doc The first fault behind the IP header, and the event of a packet without one.");
        comment!("@port cfg_qpn_base the first of our QPNs; the bits of the index are ignored");
        comment!("@port cfg_ece_place ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7");
        comment!("@port s7_fault up to the ICRC's check");
        comment!("@port s7_late_fault behind the ICRC's check");
        clock!(self, clock, s6, fault, late_fault, event);

        comment!("s5: compare");
        self.is_ack.next = self.s5.val().opcode == self.opcode_ack.val();
        self.is_cnp.next = self.s5.val().opcode == self.opcode_cnp.val();
        self.is_known.next = self.known_opcodes.val().get_bit(self.s5.val().opcode.index());
        self.s6.d.next.bad_port = self.s5.val().udp_port != self.port_rocev2.val();
        self.s6.d.next.bad_udp_length = self.s5.val().udp_length != self.s5_payload.val().bytes;
        self.s6.d.next.short = self.s5_payload.val().short;
        self.s6.d.next.bad_version = self.s5.val().version.any();
        self.s6.d.next.unknown = !self.is_known.val();
        self.s6.d.next.ignored = !(self.is_ack.val() | self.is_cnp.val());
        self.s6.d.next.bad_size =
            !((self.is_ack.val() & self.s5_payload.val().is_ack) | (self.is_cnp.val() & self.s5_payload.val().is_cnp));
        self.s6.d.next.bad_pad = self.s5.val().pad_count.any();
        self.s6.d.next.bad_qp = ((self.s5.val().dest_qp ^ self.cfg_qpn_base.val()) & self.qpn_fixed.val()).any();
        self.s6.d.next.cnp = self.is_cnp.val();
        self.code.next = self.s5.val().syndrome.get_bits::<2>(5);
        self.s6.d.next.ack = self.code.val() == self.code_ack.val();
        self.s6.d.next.rnr = self.code.val() == self.code_rnr.val();
        self.s6.d.next.loss = (self.code.val() == self.code_nak.val())
            & (self.s5.val().syndrome.get_bits::<5>(0) == self.nak_psn_sequence.val());
        self.ece.next = self.s5.val().syndrome.get_bit(7);
        if self.cfg_ece_place.val() == self.place_becn.val() {
            self.ece.next = self.s5.val().bth_ecn.get_bit(0);
        } else if self.cfg_ece_place.val() == self.place_fecn.val() {
            self.ece.next = self.s5.val().bth_ecn.get_bit(1);
        } else if self.cfg_ece_place.val() == self.place_ip_ce.val() {
            self.ece.next = self.s5_payload.val().ce;
        }
        self.s6.d.next.ece = self.ece.val();
        self.s6.d.next.qpn = self.s5.val().dest_qp.get_bits::<Q>(0);
        self.s6.d.next.psn = self.s5.val().psn;

        comment!("s6: the first fault before the ICRC's check");
        self.fault.d.next.found = true;
        self.fault.d.next.reason = 0.into();
        if self.s6.q.val().bad_port {
            self.fault.d.next.reason = self.not_rocev2.val();
        } else if self.s6.q.val().bad_udp_length {
            self.fault.d.next.reason = self.udp_length.val();
        } else if self.s6.q.val().short {
            self.fault.d.next.reason = self.roce_length.val();
        } else if self.s6.q.val().bad_version {
            self.fault.d.next.reason = self.bth_version.val();
        } else if self.s6.q.val().unknown {
            self.fault.d.next.reason = self.opcode_unknown.val();
        } else if self.s6.q.val().ignored {
            self.fault.d.next.reason = self.opcode_ignored.val();
        } else if self.s6.q.val().bad_size {
            self.fault.d.next.reason = self.roce_length.val();
        } else if self.s6.q.val().bad_pad {
            self.fault.d.next.reason = self.bth_pad.val();
        } else {
            self.fault.d.next.found = false;
        }
        self.s7_fault.next = self.fault.q.val();

        comment!("s6: the first fault behind it, and the event");
        self.late_fault.d.next.found = false;
        self.late_fault.d.next.reason = 0.into();
        self.event.d.next.kind = self.kind_cnp.val();
        self.event.d.next.qpn = self.s6.q.val().qpn;
        self.event.d.next.psn = 0.into();
        self.event.d.next.ece = false;
        if !self.s6.q.val().cnp {
            self.event.d.next.psn = self.s6.q.val().psn;
            if self.s6.q.val().ack {
                self.event.d.next.kind = self.kind_ack.val();
                self.event.d.next.ece = self.s6.q.val().ece;
            } else if self.s6.q.val().loss {
                self.event.d.next.kind = self.kind_loss.val();
            } else {
                self.late_fault.d.next.found = true;
                self.late_fault.d.next.reason = self.nak_other.val();
                if self.s6.q.val().rnr {
                    self.late_fault.d.next.reason = self.rnr_nak.val();
                }
            }
        }
        if self.s6.q.val().bad_qp {
            self.late_fault.d.next.found = true;
            self.late_fault.d.next.reason = self.qpn_unknown.val();
        }
        self.s7_late_fault.next = self.late_fault.q.val();
        self.s7_event.next = self.event.q.val();
    }
}
