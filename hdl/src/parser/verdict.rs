//! One result a frame: stage s9.

use super::frame_check::{reason, Fault};
use super::roce_check::Event;
use crate::prelude::*;
use layout::drop_reason::DropReason;

/// Takes the first of the faults, in the order of the checks, or else the event.
#[derive(LogicBlock)]
pub struct Verdict {
    pub clock: Signal<In, ClkRst>,
    pub s8_done: Signal<In, Bit>,
    pub s8_frame: Signal<In, Fault>,
    pub s8_roce: Signal<In, Fault>,
    pub s8_bad_icrc: Signal<In, Bit>,
    pub s8_late: Signal<In, Fault>,
    pub s8_telemetry: Signal<In, Fault>,
    pub s8_event: Signal<In, Event>,
    pub s8_show: Signal<Out, Bit>,
    pub res_valid: Signal<Out, Bit>,
    pub res_drop: Signal<Out, Bit>,
    pub res_reason: Signal<Out, U<5>>,
    pub res_event: Signal<Out, Event>,

    telemetry_fault: Signal<Local, Bit>,
    found: Signal<Local, Bit>,
    valid: Reg<Bit>,
    fault: DReg<Fault>,
    event: DReg<Event>,
    icrc: Constant<U<5>>,
}

impl Default for Verdict {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            s8_done: Default::default(),
            s8_frame: Default::default(),
            s8_roce: Default::default(),
            s8_bad_icrc: Default::default(),
            s8_late: Default::default(),
            s8_telemetry: Default::default(),
            s8_event: Default::default(),
            s8_show: Default::default(),
            res_valid: Default::default(),
            res_drop: Default::default(),
            res_reason: Default::default(),
            res_event: Default::default(),
            telemetry_fault: Default::default(),
            found: Default::default(),
            valid: Default::default(),
            fault: Default::default(),
            event: Default::default(),
            icrc: reason(DropReason::Icrc),
        }
    }
}

impl Logic for Verdict {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_verdict");
        comment!("@doc One result a frame: the first fault in the order of the checks, or else the event.");
        comment!("@port res_event_kind 0 ack, 1 loss, 3 cnp, 6 data; all event fields are 0 if the frame is dropped");
        comment!("@port s8_telemetry fault of the telemetry, if the packet has any");
        comment!("@port s8_show there is an event, and it carries telemetry");
        comment!("@constant icrc the reason of a drop");
        clock!(self, clock, valid, fault, event);

        comment!("s8: frame, RoCE, ICRC, QP and AETH, telemetry");
        self.valid.d.next = self.s8_done.val();
        self.telemetry_fault.next = self.s8_event.val().telemetry & self.s8_telemetry.val().found;
        self.found.next = self.s8_frame.val().found
            | self.s8_roce.val().found
            | self.s8_bad_icrc.val()
            | self.s8_late.val().found
            | self.telemetry_fault.val();
        self.s8_show.next = !self.found.val() & self.s8_event.val().telemetry;
        self.fault.d.next.found = self.found.val();
        self.fault.d.next.reason = 0.into();
        if self.s8_frame.val().found {
            self.fault.d.next.reason = self.s8_frame.val().reason;
        } else if self.s8_roce.val().found {
            self.fault.d.next.reason = self.s8_roce.val().reason;
        } else if self.s8_bad_icrc.val() {
            self.fault.d.next.reason = self.icrc.val();
        } else if self.s8_late.val().found {
            self.fault.d.next.reason = self.s8_late.val().reason;
        } else if self.telemetry_fault.val() {
            self.fault.d.next.reason = self.s8_telemetry.val().reason;
        }
        self.event.d.next = self.s8_event.val();
        if self.found.val() {
            self.event.d.next.kind = 0.into();
            self.event.d.next.qpn = 0.into();
            self.event.d.next.psn = 0.into();
            self.event.d.next.ece = false;
            self.event.d.next.telemetry = false;
        }

        comment!("s9");
        self.res_valid.next = self.valid.q.val();
        self.res_drop.next = self.fault.q.val().found;
        self.res_reason.next = self.fault.q.val().reason;
        self.res_event.next = self.event.q.val();
    }
}
