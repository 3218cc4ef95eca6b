//! The line, by the cap.

use super::stages::Cfg;
use crate::prelude::*;

/// When the line is free.
#[derive(LogicBlock, Default)]
pub struct Line {
    pub clock: Signal<In, ClkRst>,
    pub third: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub cfg: Signal<In, Cfg>,
    pub clock_ns: Signal<In, U<34>>,
    pub free: Signal<Out, Bit>,
    pub ends: Signal<In, Bit>,
    pub now: Signal<In, U<34>>,
    pub grants: Signal<In, Bit>,
    pub answers: Signal<In, Bit>,
    pub back: Signal<In, Bit>,
    pub cost: Signal<In, U<45>>,

    is_free: DReg<Bit>,
    is_long: DReg<Bit>,
    /// When it is free, U34.13 ns; `old`: it has been so for 2^32 ns.
    at: DReg<U<47>>,
    old: Reg<Bit>,
    since: DReg<U<47>>,
    from_burst: DReg<U<47>>,
    over: DReg<Bit>,
    ahead_before: DReg<Bit>,
    sum: DReg<U<47>>,
    sum_burst: DReg<U<47>>,
    added: DReg<U<47>>,
    taken: DReg<U<47>>,

    late: Signal<Local, Bit>,
    passed: Signal<Local, U<47>>,
    burst: Signal<Local, U<47>>,
    ahead: Signal<Local, Bit>,
    near: Signal<Local, Bit>,
}

impl Line {
    pub fn new() -> Self {
        Self { old: Reg::new(true), ..Self::default() }
    }
}

impl Logic for Line {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_line");
        comment!("@doc When the line is free, by the cap: a grant is charged, and what its answer says is given back or charged.");
        comment!("@port third the third cycle of a slot");
        comment!("@port last the last cycle of a slot");
        comment!("@port clock_ns ns");
        comment!("@port free the line was free in the cycle before");
        comment!("@port ends an operation ends; it stands still for a slot, as what follows");
        comment!("@port now when the operation began, ns");
        comment!("@port grants it is a grant");
        comment!("@port answers it is the answer to a grant");
        comment!("@port back the answer gives back; else it takes more");
        comment!("@port cost of that grant, or of what is given back or taken, U32.13 ns");
        clock!(
            self,
            clock,
            is_free,
            is_long,
            at,
            old,
            since,
            from_burst,
            over,
            ahead_before,
            sum,
            sum_burst,
            added,
            taken
        );

        self.passed.next = (bits::<47>(self.clock_ns.val()) << 13) - self.at.q.val();
        self.is_free.d.next = self.old.q.val() | !self.passed.val().get_bit(46);
        self.is_long.d.next = !self.passed.val().get_bit(46) & self.passed.val().get_bit(45);
        self.free.next = self.is_free.q.val();

        comment!(
            "First and second cycle: a grant is charged from when the line is free, but not from earlier than C ago"
        );
        self.burst.next = bits::<47>(self.cfg.val().burst) << 13;
        self.since.d.next = (bits::<47>(self.now.val()) << 13) - self.at.q.val();
        self.from_burst.d.next = (bits::<47>(self.now.val()) << 13) - self.burst.val();
        self.over.d.next = self.since.q.val() > self.burst.val();
        self.ahead_before.d.next = self.since.q.val().get_bit(46);
        self.late.next = self.old.q.val() | (!self.ahead_before.q.val() & self.over.q.val());
        self.sum.d.next = self.at.q.val() + bits::<47>(self.cost.val());
        self.sum_burst.d.next = self.from_burst.q.val() + bits::<47>(self.cost.val());
        self.taken.d.next = self.at.q.val() - bits::<47>(self.cost.val());

        comment!("Third: one of both. Fourth: what was not sent is given back; what was sent beyond the grant is charged while the line");
        comment!("is less than 2^32 ns ahead. Whether it has been free for 2^32 ns is looked at once a slot");
        self.added.d.next = self.sum.q.val();
        if self.grants.val() & self.late.val() {
            self.added.d.next = self.sum_burst.q.val();
        }
        self.ahead.next = self.since.q.val().get_bit(46);
        self.near.next = self.since.q.val().get_bit(45);
        self.at.d.next = self.at.q.val();
        self.old.d.next = self.old.q.val() | (self.third.val() & self.is_long.q.val());
        if self.last.val() & self.ends.val() {
            if self.grants.val() {
                self.at.d.next = self.added.q.val();
                self.old.d.next = false;
            }
            if self.answers.val() {
                if self.back.val() {
                    if self.ahead.val() | !self.near.val() {
                        self.at.d.next = self.taken.q.val();
                    }
                } else if !self.ahead.val() | self.near.val() {
                    self.at.d.next = self.added.q.val();
                }
            }
        }
    }
}
