//! What a packet does to what is kept of its QP.

use super::stages::*;
use crate::prelude::*;

/// Between two registers. What is taken in the packet's cycle acts first: taken here from what it must be, for both see
/// the QP alike. So no path goes through both.
#[derive(LogicBlock)]
pub struct Packet {
    pub came: Signal<In, Came>,
    pub taken: Signal<In, Taken>,
    pub free: Signal<In, Bit>,
    pub turn: Signal<In, Bit>,
    pub late: Signal<In, Bit>,
    pub opens: Signal<In, Bit>,
    pub opened: Signal<In, Policy>,
    pub psn: Signal<In, PsnWord>,
    pub marked: Signal<In, Bit>,
    pub asks: Signal<In, Bit>,
    pub micros: Signal<In, U<18>>,
    pub timeout: Signal<In, U<16>>,
    pub interval: Signal<In, U<16>>,
    pub behind: Signal<Out, Came>,
    pub push: Signal<Out, Bit>,
    pub merged: Signal<Out, Bit>,
    pub cnp_merged: Signal<Out, Bit>,

    policy: Signal<Local, Policy>,
    waiting: Signal<Local, U<2>>,
    none: Signal<Local, Bit>,
    two: Signal<Local, Bit>,
    exact: Signal<Local, Bit>,
    last_mark: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    joins_older: Signal<Local, Bit>,
    more: Signal<Local, U<15>>,
    old_more: Signal<Local, U<15>>,
    is_full: Signal<Local, Bit>,
    at_once: Signal<Local, Bit>,
    is_due: Signal<Local, Bit>,
    left: Signal<Local, U<18>>,
    had_cnp: Signal<Local, Bit>,
    recent: Signal<Local, Bit>,
    wants_cnp: Signal<Local, Bit>,
    has_cnp: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
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
            turn: Default::default(),
            late: Default::default(),
            opens: Default::default(),
            opened: Default::default(),
            psn: Default::default(),
            marked: Default::default(),
            asks: Default::default(),
            micros: Default::default(),
            timeout: Default::default(),
            interval: Default::default(),
            behind: Default::default(),
            push: Default::default(),
            merged: Default::default(),
            cnp_merged: Default::default(),
            policy: Default::default(),
            waiting: Default::default(),
            none: Default::default(),
            two: Default::default(),
            exact: Default::default(),
            last_mark: Default::default(),
            changes: Default::default(),
            begins: Default::default(),
            joins_older: Default::default(),
            more: Default::default(),
            old_more: Default::default(),
            is_full: Default::default(),
            at_once: Default::default(),
            is_due: Default::default(),
            left: Default::default(),
            had_cnp: Default::default(),
            recent: Default::default(),
            wants_cnp: Default::default(),
            has_cnp: Default::default(),
            waits: Default::default(),
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
        comment!("@doc What a packet does to what is kept of its QP; combinational. What is taken in its cycle acts first: it is found here");
        comment!("@doc anew, so that no path goes through both.");
        comment!("@port came what came of the QP, up to the last cycle");
        comment!("@port taken what was taken, up to the last cycle");
        comment!("@port free of the walk: equal to taken_limited while no CNP limits the next one");
        comment!("@port turn in this cycle it is the QP's turn");
        comment!("@port late likewise, as the walk has found it");
        comment!("@port opens in this cycle the host opens the QP");
        comment!("@port opened with this policy");
        comment!("@port psn its PSN");
        comment!("@port marked it carries CE, or the receiver's own queue is too long");
        comment!("@port asks it wants an ACK at once");
        comment!("@port micros the clock, us, modular");
        comment!("@port timeout how long a packet waits for its ACK, us");
        comment!("@port interval least time between CNPs, us");
        comment!("@port behind what came, with it");
        comment!("@port push the QP enters the queue of what is due");
        comment!("@port merged it is counted in the older group, whose mark it has");
        comment!("@port cnp_merged its CNP is the one that waits already");
        comment!("@constant most a count of packets saturates");

        comment!("how many groups wait, behind what is taken: none, the newest, or the one before it too");
        self.waiting.next = self.came.val().group - self.taken.val().group;
        self.none.next =
            self.opens.val() | !self.waiting.val().any() | (self.turn.val() & (self.came.val().due | self.late.val()));
        self.two.next = self.waiting.val().get_bit(1) & !self.opens.val() & !self.turn.val();
        self.policy.next = self.taken.val().policy;
        if self.opens.val() {
            self.policy.next = self.opened.val();
        }

        comment!("a packet begins a group where none waits, and, where marks are exact, where it has another mark than the newest;");
        comment!("where two wait, it is counted in the one that has its mark");
        self.exact.next = self.policy.val().mode != 1;
        self.last_mark.next =
            self.came.val().ece & !(self.came.val().opened ^ self.taken.val().opened) & !self.opens.val();
        self.changes.next = self.exact.val() & (self.marked.val() ^ self.last_mark.val());
        self.joins_older.next = self.two.val() & self.changes.val();
        self.begins.next = self.none.val() | (self.changes.val() & !self.two.val());
        self.more.next = bits::<15>(self.came.val().count) + 1;
        self.old_more.next = bits::<15>(self.came.val().old_count) + 1;

        comment!("the newest ACK is due: m packets, or it is asked for, or a mark begins");
        self.is_full.next = self.came.val().count >= bits::<14>(self.policy.val().m);
        self.at_once.next = (self.policy.val().mode == 0) | self.asks.val();
        self.is_due.next = self.came.val().due
            | self.at_once.val()
            | ((self.is_full.val() | (self.marked.val() & !self.exact.val())) & !self.joins_older.val());
        if self.begins.val() {
            self.is_due.next = self.at_once.val()
                | !self.policy.val().m.any()
                | (self.marked.val() & (!self.exact.val() | self.changes.val()));
        }

        comment!(
            "a CNP: if the last one's interval is over, and none waits; until - micros - 1 is negative when it is over"
        );
        self.had_cnp.next = self.came.val().cnp ^ self.taken.val().cnp;
        self.left.next = self.taken.val().until + !self.micros.val();
        self.recent.next = (self.taken.val().limited ^ self.free.val()) & !self.left.val().get_bit(17);
        if self.turn.val() & self.had_cnp.val() {
            self.recent.next = self.interval.val().any();
        }
        self.wants_cnp.next = self.marked.val() & self.policy.val().cnp & !(self.recent.val() & !self.opens.val());
        self.has_cnp.next = self.had_cnp.val() & !self.turn.val() & !self.opens.val();
        self.cnp_merged.next = self.wants_cnp.val() & self.has_cnp.val();

        comment!("it goes to the queue, if it is not there; where an older group or a CNP waits, it is");
        self.waits.next = (self.came.val().queued ^ self.taken.val().queued) & !(self.turn.val() & !self.late.val());
        self.puts.next =
            (self.is_due.val() | (self.changes.val() & !self.none.val()) | self.wants_cnp.val()) & !self.waits.val();
        self.push.next = self.puts.val();
        self.merged.next = self.joins_older.val();

        self.made.next = self.came.val();
        self.made.next.due = self.is_due.val();
        self.made.next.psn = self.psn.val();
        self.made.next.opened = self.taken.val().opened;
        if self.opens.val() {
            self.made.next.opened = !self.came.val().opened;
        }
        self.made.next.queued = self.came.val().queued ^ self.puts.val();
        self.made.next.cnp = self.came.val().cnp ^ (self.wants_cnp.val() & !self.has_cnp.val());
        if !self.joins_older.val() {
            self.made.next.ece = self.came.val().ece | self.marked.val();
            self.made.next.count = self.more.val().get_bits::<14>(0);
            if self.more.val().get_bit(14) {
                self.made.next.count = self.most.val();
            }
        }
        comment!("the newest group becomes the one before");
        if self.begins.val() {
            self.made.next.group = self.came.val().group + 1;
            self.made.next.ece = self.marked.val();
            self.made.next.count = 1.into();
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
