//! When FCR's lowering is over: the operation has ended, and all older updates have left. These are counted when it
//! issues: older events have issued then, but a unit's update may come to the queue behind the operation's end.

use super::older::Older;
use crate::prelude::*;
use crate::prim::ecc::option;
use layout::timing::{LOWER_QUIET, LOWER_TIMERS};

/// From the operation's end to `lower_done`.
#[derive(LogicBlock)]
pub struct LowerEnd {
    pub clock: Signal<In, ClkRst>,
    pub issues: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub under_way: Vec<Signal<In, U<8>>>,
    pub event_taken: Vec<Signal<In, Bit>>,
    pub timer_waits: Signal<In, Bit>,
    pub timer_taken: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,

    ended: Reg<Bit>,
    draining: Reg<Bit>,
    finished: Reg<Bit>,
    /// Of each stream, events that issued before it, whose update has not been taken.
    older: Vec<Older>,
    /// Cycles without an update of the timer, and how many of its updates have left since.
    quiet_opt: Vec<Reg<U<5>>>,
    timers_opt: Vec<Reg<U<7>>>,
    events_over: Signal<Local, Bit>,
    timers_over: Signal<Local, Bit>,
    over: Signal<Local, Bit>,

    quiet_enough: Constant<U<5>>,
    timers_enough: Constant<U<7>>,
    _streams: usize,
    _timers: usize,
}

impl LowerEnd {
    /// With one stream of updates or two; beside a unit with a timer, if so.
    pub fn new(two: bool, timer: bool) -> Self {
        let streams = 1 + usize::from(two);
        Self {
            clock: Default::default(),
            issues: Default::default(),
            ends: Default::default(),
            under_way: (0..streams).map(|_| Default::default()).collect(),
            event_taken: (0..streams).map(|_| Default::default()).collect(),
            timer_waits: Default::default(),
            timer_taken: Default::default(),
            busy: Default::default(),
            done: Default::default(),
            ended: Default::default(),
            draining: Default::default(),
            finished: Default::default(),
            older: (0..streams).map(|_| Default::default()).collect(),
            quiet_opt: option(timer),
            timers_opt: option(timer),
            events_over: Default::default(),
            timers_over: Default::default(),
            over: Default::default(),
            quiet_enough: Constant::new(u64::from(LOWER_QUIET).into()),
            timers_enough: Constant::new(u64::from(LOWER_TIMERS).into()),
            _streams: streams,
            _timers: timer.into(),
        }
    }
}

impl Logic for LowerEnd {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module lower_end");
        comment!(
            "@doc When FCR's lowering is over: behind its end, when all updates that are older than it have left."
        );
        comment!("@port issues the operation issues");
        comment!("@port ends it ends");
        comment!("@port under_way events of this stream that have issued, whose update has not been taken");
        comment!("@port event_taken one is taken");
        comment!("@port timer_waits updates of the timer wait in its unit");
        comment!("@port timer_taken one leaves");
        comment!("@port busy older updates may still leave: no other lowering is taken");
        comment!("@port done a pulse: none is left");
        comment!("@constant quiet_enough cycles without an update of the timer, after which none of before the lowering waits");
        comment!("@constant timers_enough updates of the timer that have left, after which likewise");
        clock!(self, clock, ended, draining, finished);

        comment!("those of events that issued before the operation are older");
        self.ended.d.next = self.ends.val();
        self.events_over.next = true;
        for k in 0..self._streams {
            clock!(self, clock, older[k]);
            self.older[k].now.next = self.issues.val();
            self.older[k].there.next = self.under_way[k].val();
            self.older[k].taken.next = self.event_taken[k].val();
            self.events_over.next = self.events_over.val() & self.older[k].none.val();
        }

        self.timers_over.next = true;
        for k in 0..self._timers {
            comment!("the timer's: when for some cycles it had none, or more have left than can wait");
            clock!(self, clock, quiet_opt[k], timers_opt[k]);
            self.quiet_opt[k].d.next = self.quiet_opt[k].q.val();
            if self.quiet_opt[k].q.val() != self.quiet_enough.val() {
                self.quiet_opt[k].d.next = self.quiet_opt[k].q.val() + 1;
            }
            if self.timer_waits.val() | self.ended.q.val() {
                self.quiet_opt[k].d.next = 0.into();
            }
            self.timers_opt[k].d.next = self.timers_opt[k].q.val() + bits::<7>(self.timer_taken.val());
            if !self.draining.q.val() {
                self.timers_opt[k].d.next = 0.into();
            }
            self.timers_over.next = (self.quiet_opt[k].q.val() == self.quiet_enough.val())
                | (self.timers_opt[k].q.val() == self.timers_enough.val());
        }

        self.over.next = self.draining.q.val() & self.events_over.val() & self.timers_over.val();
        self.draining.d.next = (self.draining.q.val() | self.ended.q.val()) & !self.over.val();
        self.finished.d.next = self.over.val();
        self.busy.next = self.ended.q.val() | self.draining.q.val();
        self.done.next = self.finished.q.val();
    }
}
