//! What travels through the block, and what its memories hold.

use crate::prelude::*;

logic_struct! {
    /// What is kept of a QP: operations alone write it, a visit, a response or the host's.
    pub struct Kept {
        pub kind = layout::prober::KIND,
        pub period = layout::prober::PERIOD,
        /// Differs from [`Sent::opened`] until the first packet since the QP was opened.
        pub opened: Bit,
        /// Differs from what packets' news keeps of the list while the QP is in it.
        pub listed: Bit,
        /// A response is waited for.
        pub waiting: Bit,
        /// The period has gone by, or there was no probe since the QP was opened.
        pub rested: Bit,
        /// `smoothed` is one.
        pub measured: Bit,
        /// Of the last probe.
        pub time: U<32>,
        pub psn: PsnWord,
        /// ns, U24.3.
        pub smoothed: U<27>,
    }
    /// Of [`Kept`], for packets' news.
    pub struct Marks {
        pub probes: Bit,
        pub opened: Bit,
        pub listed: Bit,
    }
    /// What was sent of a QP: packets' news alone writes it.
    pub struct Sent {
        pub snd_nxt: PsnWord,
        pub opened: Bit,
    }
    /// News of a QP.
    pub struct News {
        pub qpn: Qpn,
        pub psn: PsnWord,
    }
    /// What has a turn: the host's write, a response, or else a visit.
    pub struct Op {
        pub qpn: Qpn,
        pub host: Bit,
        /// Of the host: the QP is opened; otherwise the period alone is written.
        pub opens: Bit,
        pub response: Bit,
        /// Of the host or the response.
        pub kind: U<2>,
        pub period: U<24>,
        pub psn: PsnWord,
        pub time: U<32>,
    }
    /// A probe.
    pub struct Probe {
        pub qpn: Qpn,
        pub kind: U<2>,
        pub psn: PsnWord,
        pub time: U<32>,
    }
    /// An RTT.
    pub struct Rtt {
        pub qpn: Qpn,
        pub kind: U<2>,
        pub psn: PsnWord,
        pub measured: U<24>,
        pub smoothed: U<24>,
    }
}
