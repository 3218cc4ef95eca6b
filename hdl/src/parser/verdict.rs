//! One result a frame: stage s8.

use super::frame_check::{reason, Fault};
use super::roce_check::Event;
use crate::prelude::*;
use layout::drop_reason::DropReason;

/// Takes the first of the faults, in the order of the checks, or else the event.
#[derive(LogicBlock)]
pub struct Verdict<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub s7_done: Signal<In, Bit>,
    pub s7_frame: Signal<In, Fault>,
    pub s7_roce: Signal<In, Fault>,
    pub s7_bad_icrc: Signal<In, Bit>,
    pub s7_late: Signal<In, Fault>,
    pub s7_event: Signal<In, Event<Q>>,
    pub res_valid: Signal<Out, Bit>,
    pub res_drop: Signal<Out, Bit>,
    pub res_reason: Signal<Out, U<5>>,
    pub res_event: Signal<Out, Event<Q>>,

    found: Signal<Local, Bit>,
    valid: Reg<Bit>,
    fault: DReg<Fault>,
    event: DReg<Event<Q>>,
    icrc: Constant<U<5>>,
}

impl<const Q: usize> Default for Verdict<Q> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            s7_done: Default::default(),
            s7_frame: Default::default(),
            s7_roce: Default::default(),
            s7_bad_icrc: Default::default(),
            s7_late: Default::default(),
            s7_event: Default::default(),
            res_valid: Default::default(),
            res_drop: Default::default(),
            res_reason: Default::default(),
            res_event: Default::default(),
            found: Default::default(),
            valid: Default::default(),
            fault: Default::default(),
            event: Default::default(),
            icrc: reason(DropReason::Icrc),
        }
    }
}

impl<const Q: usize> Logic for Verdict<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module parser_verdict");
        comment!("@doc One result a frame: the first fault in the order of the checks, or else the event.");
        comment!("@port res_event_kind 0 ack, 1 loss, 3 cnp; all event fields are 0 if the frame is dropped");
        clock!(self, clock, valid, fault, event);

        comment!("s7: frame, RoCE, ICRC, QP and AETH");
        self.valid.d.next = self.s7_done.val();
        self.found.next =
            self.s7_frame.val().found | self.s7_roce.val().found | self.s7_bad_icrc.val() | self.s7_late.val().found;
        self.fault.d.next.found = self.found.val();
        self.fault.d.next.reason = self.s7_late.val().reason;
        if self.s7_frame.val().found {
            self.fault.d.next.reason = self.s7_frame.val().reason;
        } else if self.s7_roce.val().found {
            self.fault.d.next.reason = self.s7_roce.val().reason;
        } else if self.s7_bad_icrc.val() {
            self.fault.d.next.reason = self.icrc.val();
        }
        self.event.d.next = self.s7_event.val();
        if self.found.val() {
            self.event.d.next.kind = 0.into();
            self.event.d.next.qpn = 0.into();
            self.event.d.next.psn = 0.into();
            self.event.d.next.ece = false;
        }

        comment!("s8");
        self.res_valid.next = self.valid.q.val();
        self.res_drop.next = self.fault.q.val().found;
        self.res_reason.next = self.fault.q.val().reason;
        self.res_event.next = self.event.q.val();
    }
}
