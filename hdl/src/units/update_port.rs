//! Where two sources of updates meet in an engine (engine.md, "Updates"): the two streams of events', and these and a
//! timer's.

use crate::prelude::*;

/// Whose update is on the port: each has every second turn while both have one, and all while only one has.
#[derive(Default, LogicBlock)]
pub struct UpdatePort {
    pub clock: Signal<In, ClkRst>,
    pub first: Signal<In, Bit>,
    pub other: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub shows_other: Signal<Out, Bit>,
    pub first_taken: Signal<Out, Bit>,
    pub other_taken: Signal<Out, Bit>,

    /// An update of the first was taken in the last cycle, or the other's was on the port and was not.
    other_next: Reg<Bit>,
    shows: Signal<Local, Bit>,
}

impl Logic for UpdatePort {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module update_port");
        comment!("@doc Whose update is on the port: while both sources have one, they have it in turn.");
        comment!("@port first the first source has one");
        comment!("@port other the other one has one");
        comment!("@port ready what is on the port is taken");
        comment!("@port shows_other the other's is on the port");
        comment!("@port first_taken the first's is taken");
        comment!("@port other_taken the other's is taken");
        clock!(self, clock, other_next);
        self.shows.next = self.other.val() & (!self.first.val() | self.other_next.q.val());
        comment!("what is on the port stays there until it is taken; then it is the other's turn");
        self.other_next.d.next =
            (self.shows.val() & !self.ready.val()) | (self.first.val() & !self.shows.val() & self.ready.val());
        self.shows_other.next = self.shows.val();
        self.first_taken.next = self.first.val() & !self.shows.val() & self.ready.val();
        self.other_taken.next = self.shows.val() & self.ready.val();
    }
}
