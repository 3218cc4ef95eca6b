//! When the host's operation has passed: all updates of events that issued before it have been taken.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::HostPassed;

logic_struct! {
    /// What the operation leaves to its QP.
    pub struct Leaves {
        pub alg: AlgCode => "the algorithm that the operation leaves to its QP: @algorithms",
        pub set: SetIndex => "the parameter set, likewise",
    }
    /// What waits behind it, where updates come in two streams.
    pub struct Behind {
        pub fence: Bit => "older updates are still to be taken: events of the operation's QP wait",
        pub hold: Bit => "likewise, and another operation has entered: all events wait",
    }
}

/// Of each stream of updates, which come in the order of issue, those before an operation are counted.
#[derive(LogicBlock)]
pub struct HostOrder {
    pub clock: Signal<In, ClkRst>,
    pub event_issues: Vec<Signal<In, Bit>>,
    pub event_taken: Vec<Signal<In, Bit>>,
    pub host_issues: Signal<In, Bit>,
    /// With FCR's ports.
    pub host_enters_opt: Vec<Signal<In, Bit>>,
    pub leaves_opt: Vec<Signal<In, Leaves>>,
    pub passed_opt: Vec<Signal<Out, HostPassed>>,
    pub waiting: Vec<Signal<Out, U<8>>>,
    /// With two streams.
    pub any_enters_opt: Vec<Signal<In, Bit>>,
    pub behind_opt: Vec<Signal<Out, Behind>>,

    /// Events whose update has not been taken; those of them that are older than the operation.
    under_way: Vec<Reg<U<8>>>,
    older: Vec<Reg<U<8>>>,
    drains: Reg<Bit>,
    tells_opt: Vec<Reg<Bit>>,
    kept_opt: Vec<DReg<Leaves>>,
    unwatched_opt: Vec<Reg<Bit>>,
    all_last: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
    left: Signal<Local, Leaves>,
    report: Signal<Local, HostPassed>,
    blocks: Signal<Local, Behind>,
    _streams: usize,
    _two: usize,
    _tells: usize,
}

impl HostOrder {
    /// With one stream of updates or two; for FCR it tells.
    pub fn new(two: bool, tells: bool) -> Self {
        let streams = 1 + usize::from(two);
        fn each<T: Default>(n: usize) -> Vec<T> {
            (0..n).map(|_| T::default()).collect()
        }
        Self {
            clock: Default::default(),
            event_issues: each(streams),
            event_taken: each(streams),
            host_issues: Default::default(),
            host_enters_opt: option(tells),
            leaves_opt: option(tells),
            passed_opt: option(tells),
            waiting: each(if tells { streams } else { 0 }),
            any_enters_opt: option(two),
            behind_opt: option(two),
            under_way: each(streams),
            older: each(streams),
            drains: Default::default(),
            tells_opt: option(tells),
            kept_opt: option(tells),
            unwatched_opt: option(two),
            all_last: Default::default(),
            passes: Default::default(),
            left: Default::default(),
            report: Default::default(),
            blocks: Default::default(),
            _streams: streams,
            _two: two.into(),
            _tells: tells.into(),
        }
    }
}

impl Logic for HostOrder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module host_order");
        comment!("@doc When the host's operation has passed: in the cycle in which the last update of an event that issued before it is");
        comment!("@doc taken, or behind its issue, if none is left.");
        comment!("@port event_issues an event issues, which makes an update of this stream");
        comment!("@port event_taken an event's update of this stream is taken");
        comment!("@port host_issues the host's operation issues, in place of an event");
        for _k in 0..self._tells {
            comment!("@port host_enters the host's next operation enters: nobody hears of the one before it");
        }
        for _k in 0..self.waiting.len() {
            comment!("@port waiting events of this stream that issued before this cycle, whose update was not taken before it");
        }
        for _k in 0..self._two {
            comment!("@port any_enters an operation enters, and what is watched from then on is its QP");
        }
        clock!(self, clock, drains);
        self.all_last.next = true;
        for k in 0..self._streams {
            clock!(self, clock, under_way[k], older[k]);
            self.under_way[k].d.next = self.under_way[k].q.val();
            if self.event_issues[k].val() & !self.event_taken[k].val() {
                self.under_way[k].d.next = self.under_way[k].q.val() + 1;
            }
            if self.event_taken[k].val() & !self.event_issues[k].val() {
                self.under_way[k].d.next = self.under_way[k].q.val() - 1;
            }
            self.older[k].d.next = self.older[k].q.val();
            if self.event_taken[k].val() & self.older[k].q.val().any() {
                self.older[k].d.next = self.older[k].q.val() - 1;
            }
            if self.host_issues.val() {
                self.older[k].d.next = self.under_way[k].q.val();
                if self.event_taken[k].val() {
                    self.older[k].d.next = self.under_way[k].q.val() - 1;
                }
            }
            self.all_last.next = self.all_last.val()
                & (!self.older[k].q.val().any() | ((self.older[k].q.val() == 1) & self.event_taken[k].val()));
        }
        self.passes.next = self.drains.q.val() & self.all_last.val();
        self.drains.d.next = (self.drains.q.val() & !self.passes.val()) | self.host_issues.val();
        for k in 0..self._tells {
            clock!(self, clock, tells_opt[k], kept_opt[k]);
            self.tells_opt[k].d.next =
                (self.tells_opt[k].q.val() & !self.passes.val() & !self.host_enters_opt[k].val())
                    | self.host_issues.val();
            self.kept_opt[k].d.next = self.kept_opt[k].q.val();
            if self.host_issues.val() {
                self.kept_opt[k].d.next = self.leaves_opt[k].val();
            }
            self.left.next = self.kept_opt[k].q.val();
            self.report.next.valid = self.passes.val() & self.tells_opt[k].q.val();
            self.report.next.alg = self.left.val().alg;
            self.report.next.set = self.left.val().set;
            self.passed_opt[k].next = self.report.val();
        }
        for k in 0..self.waiting.len() {
            self.waiting[k].next = self.under_way[k].q.val();
        }
        for k in 0..self._two {
            clock!(self, clock, unwatched_opt[k]);
            self.unwatched_opt[k].d.next = self.drains.q.val()
                & !self.passes.val()
                & (self.unwatched_opt[k].q.val() | self.any_enters_opt[k].val());
            self.blocks.next.fence = self.drains.q.val();
            self.blocks.next.hold = self.unwatched_opt[k].q.val();
            self.behind_opt[k].next = self.blocks.val();
        }
    }
}
