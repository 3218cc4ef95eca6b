//! What is taken of a QP that has left a queue, and what the host does to a QP.

use super::stages::*;
use crate::prelude::*;

/// Between two registers.
#[derive(LogicBlock, Default)]
pub struct Take {
    pub op: Signal<In, Op>,
    pub came: Signal<In, Came>,
    pub taken: Signal<In, Taken>,
    pub free: Signal<In, Bit>,
    pub micros: Signal<In, U<18>>,
    pub interval: Signal<In, U<16>>,
    pub behind: Signal<Out, Taken>,
    pub answers: Signal<Out, Answers>,
    pub any: Signal<Out, Bit>,
    pub timed: Signal<Out, Bit>,

    waiting: Signal<Local, U<2>>,
    asked: Signal<Local, Op>,
    takes_older: Signal<Local, Bit>,
    takes_newer: Signal<Local, Bit>,
    takes_cnp: Signal<Local, Bit>,
    left: Signal<Local, U<18>>,
    made: Signal<Local, Taken>,
    said: Signal<Local, Answers>,
}

impl Logic for Take {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_take");
        comment!("@doc What is taken of a QP that has left a queue, and what the host does to one; combinational.");
        comment!("@port op_qpn index of the QP");
        comment!("@port op_host the host opens the QP with a policy: what waits is dropped");
        comment!("@port op_late the walk has found the QP: an ACK that is not due is taken too");
        comment!("@port came what came of the QP, up to the last cycle");
        comment!("@port taken what was taken, up to the last cycle");
        comment!("@port free of the walk: equal to taken_limited while no CNP limits the next one");
        comment!("@port micros the clock, us, modular");
        comment!("@port interval least time between CNPs, us");
        comment!("@port behind what was taken, with this");
        comment!("@port answers what goes out");
        comment!("@port any there is something");
        comment!("@port timed an ACK goes out because its time was over");

        self.asked.next = self.op.val();
        self.waiting.next = self.came.val().group - self.taken.val().group;
        self.takes_older.next = self.waiting.val().get_bit(1) & !self.asked.val().host;
        self.takes_newer.next =
            self.waiting.val().any() & (self.came.val().due | self.asked.val().late) & !self.asked.val().host;
        self.takes_cnp.next = (self.came.val().cnp ^ self.taken.val().cnp) & !self.asked.val().host;
        self.timed.next = self.takes_newer.val() & !self.came.val().due;
        self.any.next = self.takes_older.val() | self.takes_newer.val() | self.takes_cnp.val();

        self.said.next.qpn = self.asked.val().qpn;
        self.said.next.cnp = self.takes_cnp.val();
        self.said.next.older = self.takes_older.val();
        self.said.next.newer = self.takes_newer.val();
        self.said.next.ece = self.came.val().ece;
        self.said.next.count = self.came.val().count;
        self.said.next.psn = self.came.val().psn;
        self.said.next.old_ece = self.came.val().old_ece;
        self.said.next.old_count = self.came.val().old_count;
        self.said.next.old_psn = self.came.val().old_psn;
        self.answers.next = self.said.val();

        self.made.next = self.taken.val();
        self.made.next.cnp = self.came.val().cnp;
        if self.takes_older.val() {
            self.made.next.group = self.came.val().group - 1;
        }
        if self.takes_newer.val() | self.asked.val().host {
            self.made.next.group = self.came.val().group;
        }
        comment!("an interval that is over ends here too: the walk leaves a QP alone of which something is taken in its cycle");
        self.left.next = self.taken.val().until + !self.micros.val();
        if self.left.val().get_bit(17) {
            self.made.next.limited = self.free.val();
        }
        if self.takes_cnp.val() {
            self.made.next.limited = !self.free.val();
            self.made.next.until = self.micros.val() + bits::<18>(self.interval.val());
        }
        comment!("a queue that the QP leaves; the host leaves it in both");
        self.made.next.queued = self.taken.val().queued ^ !(self.asked.val().late | self.asked.val().host);
        self.made.next.late = self.taken.val().late ^ self.asked.val().late;
        if self.asked.val().host {
            self.made.next.policy = self.asked.val().policy;
            self.made.next.opened = !self.came.val().opened;
            self.made.next.limited = self.free.val();
        }
        self.behind.next = self.made.val();
    }
}
