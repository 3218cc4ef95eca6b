//! What is kept of a QP, and what goes along with an update.

use crate::prelude::*;

logic_struct! {
    /// An update.
    pub struct Update {
        pub qpn: Qpn,
        pub limits: Bit,
        pub acks: Bit,
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        pub own: U<4>,
        pub sticky: U<12>,
        pub feedback: Bit,
        pub una: PsnWord,
    }
    /// The newest limits of a QP.
    pub struct Limits {
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        /// Flag bits 3 to 0.
        pub own: U<4>,
    }
    /// What an update writes, and reads. `place` and `turn` are compared with those of [`Taken`].
    pub struct Put {
        pub place: Bit,
        pub turn: Bit,
        pub limits: Bit,
        pub acks: Bit,
        /// Flag bits 15 to 4.
        pub sticky: U<12>,
        pub feedback: Bit,
    }
    /// What the other side writes: the QP is in the queue where `place` differs, and something waits where `turn` does.
    pub struct Taken {
        pub place: Bit,
        pub turn: Bit,
    }
    /// What has been written of a QP since it was read.
    pub struct Known {
        pub of_put: Bit,
        pub put: Put,
        pub of_taken: Bit,
        pub taken: Taken,
    }
    /// What waits of a QP. A field means nothing where its bit is 0; without limits `sticky` is 0.
    pub struct Record {
        pub qpn: Qpn,
        pub limits: Bit,
        pub acks: Bit,
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        pub own: U<4>,
        pub sticky: U<12>,
        pub feedback: Bit,
        pub una: PsnWord,
    }
}
