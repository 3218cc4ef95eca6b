//! What a packet does to what is kept of its QP.

use super::stages::*;
use crate::prelude::*;

/// Between two registers.
#[derive(LogicBlock)]
pub struct Packet {
    pub came: Signal<In, Came>,
    pub taken: Signal<In, Taken>,
    pub free: Signal<In, Bit>,
    pub psn: Signal<In, U<24>>,
    pub marked: Signal<In, Bit>,
    pub asks: Signal<In, Bit>,
    pub micros: Signal<In, U<18>>,
    pub timeout: Signal<In, U<16>>,
    pub behind: Signal<Out, Came>,
    pub push: Signal<Out, Bit>,
    pub merged: Signal<Out, Bit>,
    pub cnp_merged: Signal<Out, Bit>,

    policy: Signal<Local, Policy>,
    waiting: Signal<Local, U<2>>,
    any: Signal<Local, Bit>,
    two: Signal<Local, Bit>,
    exact: Signal<Local, Bit>,
    last_mark: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    joins_older: Signal<Local, Bit>,
    more: Signal<Local, U<15>>,
    count: Signal<Local, U<14>>,
    old_more: Signal<Local, U<15>>,
    is_full: Signal<Local, Bit>,
    is_due: Signal<Local, Bit>,
    left: Signal<Local, U<18>>,
    recent: Signal<Local, Bit>,
    wants_cnp: Signal<Local, Bit>,
    has_cnp: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    puts: Signal<Local, Bit>,
    made: Signal<Local, Came>,
    most: Constant<U<14>>,
}

impl Default for Packet {
    fn default() -> Self {
        Self {
            came: Default::default(),
            taken: Default::default(),
            free: Default::default(),
            psn: Default::default(),
            marked: Default::default(),
            asks: Default::default(),
            micros: Default::default(),
            timeout: Default::default(),
            behind: Default::default(),
            push: Default::default(),
            merged: Default::default(),
            cnp_merged: Default::default(),
            policy: Default::default(),
            waiting: Default::default(),
            any: Default::default(),
            two: Default::default(),
            exact: Default::default(),
            last_mark: Default::default(),
            changes: Default::default(),
            begins: Default::default(),
            joins_older: Default::default(),
            more: Default::default(),
            count: Default::default(),
            old_more: Default::default(),
            is_full: Default::default(),
            is_due: Default::default(),
            left: Default::default(),
            recent: Default::default(),
            wants_cnp: Default::default(),
            has_cnp: Default::default(),
            goes: Default::default(),
            puts: Default::default(),
            made: Default::default(),
            most: Constant::new(U::max()),
        }
    }
}

impl Logic for Packet {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_packet");
        comment!("@doc What a packet does to what is kept of its QP; combinational.");
        comment!("@port came what came of the QP before it");
        comment!("@port taken what was taken, this cycle's included");
        comment!("@port free of the walk: equal to taken_limited while no CNP limits the next one");
        comment!("@port psn its PSN");
        comment!("@port marked it carries CE, or the receiver's own queue is too long");
        comment!("@port asks it wants an ACK at once");
        comment!("@port micros the clock, us, modular");
        comment!("@port timeout how long a packet waits for its ACK, us");
        comment!("@port behind what came, with it");
        comment!("@port push the QP enters the queue of what is due");
        comment!("@port merged it is counted in the older group, whose mark it has");
        comment!("@port cnp_merged its CNP is the one that waits already");

        comment!("how many groups wait: none, the newest, or the one before it too");
        self.policy.next = self.taken.val().policy;
        self.waiting.next = self.came.val().group - self.taken.val().group;
        self.any.next = self.waiting.val().any();
        self.two.next = self.waiting.val().get_bit(1);

        comment!("a packet begins a group where none waits, and, where marks are exact, where it has another mark than the newest; where");
        comment!("two wait, it is counted in the one that has its mark");
        self.exact.next = self.policy.val().mode != 1;
        self.last_mark.next = self.came.val().ece & !(self.came.val().opened ^ self.taken.val().opened);
        self.changes.next = self.exact.val() & (self.marked.val() ^ self.last_mark.val());
        self.joins_older.next = self.two.val() & self.changes.val();
        self.begins.next = !self.any.val() | (self.changes.val() & !self.two.val());
        self.more.next = bits::<15>(self.came.val().count) + 1;
        self.count.next = self.more.val().get_bits::<14>(0);
        if self.more.val().get_bit(14) {
            self.count.next = self.most.val();
        }
        if self.joins_older.val() {
            self.count.next = self.came.val().count;
        }
        if self.begins.val() {
            self.count.next = 1.into();
        }
        self.old_more.next = bits::<15>(self.came.val().old_count) + 1;

        comment!("its ACK is due: m packets, or it is asked for, or it is the first marked one");
        self.is_full.next = (self.policy.val().mode == 0) | (self.count.val() >= bits::<14>(self.policy.val().m));
        self.is_due.next = (self.came.val().due & !self.begins.val())
            | self.is_full.val()
            | self.asks.val()
            | (self.marked.val() & (!self.exact.val() | (self.changes.val() & self.begins.val())));

        comment!("a CNP: if the last one's interval is over, and none waits");
        self.left.next = self.taken.val().until - self.micros.val();
        self.recent.next =
            (self.taken.val().limited ^ self.free.val()) & self.left.val().any() & !self.left.val().get_bit(17);
        self.wants_cnp.next = self.marked.val() & self.policy.val().cnp & !self.recent.val();
        self.has_cnp.next = self.came.val().cnp ^ self.taken.val().cnp;
        self.cnp_merged.next = self.wants_cnp.val() & self.has_cnp.val();

        comment!("it goes to the queue, if it is not there");
        self.goes.next = self.is_due.val()
            | self.two.val()
            | (self.any.val() & self.changes.val())
            | self.wants_cnp.val()
            | self.has_cnp.val();
        self.puts.next = self.goes.val() & !(self.came.val().queued ^ self.taken.val().queued);
        self.push.next = self.puts.val();
        self.merged.next = self.joins_older.val();

        self.made.next = self.came.val();
        self.made.next.due = self.is_due.val();
        self.made.next.count = self.count.val();
        self.made.next.psn = self.psn.val();
        self.made.next.opened = self.taken.val().opened;
        self.made.next.queued = self.came.val().queued ^ self.puts.val();
        self.made.next.cnp = self.taken.val().cnp ^ (self.wants_cnp.val() | self.has_cnp.val());
        self.made.next.ece = self.came.val().ece | (self.marked.val() & !self.joins_older.val());
        comment!("the newest group becomes the one before");
        if self.begins.val() {
            self.made.next.group = self.came.val().group + 1;
            self.made.next.ece = self.marked.val();
            self.made.next.ends = self.micros.val() + bits::<18>(self.timeout.val());
            self.made.next.old_ece = self.came.val().ece;
            self.made.next.old_count = self.came.val().count;
            self.made.next.old_psn = self.came.val().psn;
        }
        comment!("the older group has a packet more, and its ACK confirms one PSN more: the newest group has one less to confirm");
        if self.joins_older.val() {
            self.made.next.old_psn = self.came.val().old_psn + 1;
            self.made.next.old_count = self.old_more.val().get_bits::<14>(0);
            if self.old_more.val().get_bit(14) {
                self.made.next.old_count = self.most.val();
            }
        }
        self.behind.next = self.made.val();
    }
}
