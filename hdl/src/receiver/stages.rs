//! What travels through the block, and what its memories hold.

use crate::prelude::*;

logic_struct! {
    /// How a QP is answered. Behind the port `m` is one less.
    pub struct Policy {
        pub mode = layout::receiver::MODE,
        pub m = layout::receiver::M,
        pub cnp: Bit = layout::receiver::CNP,
    }
    /// What came of a QP: packets alone write it. Packets that wait for an ACK are in groups; of the newest group and
    /// the one before it there are counts. A group waits while its number is beyond [`Taken::group`].
    pub struct Came {
        /// Number of the newest group, modulo 4.
        pub group: U<2>,
        /// The newest group's ACK is due. An older one's always is.
        pub due: Bit,
        /// Of the newest group.
        pub ece: Bit,
        pub count: U<14>,
        pub psn: PsnWord,
        /// When its time is over, us, modular.
        pub ends: U<18>,
        /// Of the group before it.
        pub old_ece: Bit,
        pub old_count: U<14>,
        pub old_psn: U<24>,
        /// Differs from that of [`Taken`] while the QP is in the queue of what is due.
        pub queued: Bit,
        /// Differs from that of [`Taken`] while a CNP is due.
        pub cnp: Bit,
        /// Differs from that of [`Taken`] until the first packet since the QP was opened.
        pub opened: Bit,
    }
    /// What was taken of it, and its policy: what leaves a queue, and the host, write it.
    pub struct Taken {
        /// Number of the last group that was taken.
        pub group: U<2>,
        pub queued: Bit,
        /// Differs from that of [`Found`] while the QP is in the queue of what the walk has found.
        pub late: Bit,
        pub cnp: Bit,
        pub opened: Bit,
        /// Differs from [`Found::free`] from a CNP on, until the walk sees that the interval is over.
        pub limited: Bit,
        /// When the next CNP may be, us, modular.
        pub until: U<18>,
        pub policy: Policy,
    }
    /// What the walk has found: it alone writes it.
    pub struct Found {
        pub late: Bit,
        pub free: Bit,
    }
    /// Of [`Came`], for the walk.
    pub struct Waits {
        pub group: U<2>,
        pub due: Bit,
        pub ends: U<18>,
    }
    /// Of [`Taken`], for the walk.
    pub struct Limits {
        pub group: U<2>,
        pub late: Bit,
        pub limited: Bit,
        pub until: U<18>,
    }
    /// A packet.
    pub struct Arrival {
        pub qpn: Qpn,
        pub psn: PsnWord,
        pub marked: Bit,
        /// It wants an ACK at once.
        pub asks: Bit,
    }
    /// What takes: a QP that has left a queue, or the host.
    pub struct Op {
        pub qpn: Qpn,
        pub host: Bit,
        /// From the queue of what the walk has found.
        pub late: Bit,
        pub policy: Policy,
    }
    /// What was taken at once: they leave in the order CNP, ACK of the older group, ACK of the newest.
    pub struct Answers {
        pub qpn: Qpn,
        pub cnp: Bit,
        pub older: Bit,
        pub newer: Bit,
        pub ece: Bit,
        pub count: U<14>,
        pub psn: PsnWord,
        pub old_ece: Bit,
        pub old_count: U<14>,
        pub old_psn: U<24>,
    }
}
