//! The port of updates of an engine (engine.md, "Timers"), where those of events and those of a timer meet.

use crate::prelude::*;

/// Whose update is on the port: each second turn is the timer's while both have one, and all are while only one has.
#[derive(Default, LogicBlock)]
pub struct UpdatePort {
    pub clock: Signal<In, ClkRst>,
    pub events: Signal<In, Bit>,
    pub timer: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub shows_timer: Signal<Out, Bit>,
    pub event_taken: Signal<Out, Bit>,
    pub timer_taken: Signal<Out, Bit>,

    /// An event's update was taken in the last cycle, or the timer's was on the port and was not.
    timer_next: Reg<Bit>,
    shows: Signal<Local, Bit>,
}

impl Logic for UpdatePort {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module update_port");
        comment!("@doc Whose update is on the port: while events and the timer both have one, each second turn is the timer's.");
        comment!("@port events the update queue has one");
        comment!("@port timer the timer offers one");
        comment!("@port ready what is on the port is taken");
        comment!("@port shows_timer the timer's is on the port");
        comment!("@port event_taken the update queue's is taken");
        comment!("@port timer_taken the timer's is taken");
        clock!(self, clock, timer_next);
        self.shows.next = self.timer.val() & (!self.events.val() | self.timer_next.q.val());
        comment!("what is on the port stays there until it is taken; then it is the other's turn");
        self.timer_next.d.next =
            (self.shows.val() & !self.ready.val()) | (self.events.val() & !self.shows.val() & self.ready.val());
        self.shows_timer.next = self.shows.val();
        self.event_taken.next = self.events.val() & !self.shows.val() & self.ready.val();
        self.timer_taken.next = self.shows.val() & self.ready.val();
    }
}
