//! What goes through the block, and what is kept of a QP.

use crate::prelude::*;

logic_struct! {
    /// What enters: an update, or one of the four that are not.
    pub struct Entered {
        pub update: Bit,
        /// An update that advices do not touch.
        pub passes: Bit,
        pub choice: Bit,
        /// The choice opens the QP.
        pub opens: Bit,
        pub fetch: Bit,
        pub settle: Bit,
        pub qpn: Qpn,
        pub kind: KindCode,
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        pub flags: UpdateFlags,
        pub feedback: Bit,
        pub una: PsnWord,
    }
    /// A switch's advice, as it waits.
    pub struct Advised {
        pub qpn: Qpn,
        pub withdraw: Bit,
        pub seq: U<16>,
        pub rate: U<32>,
        pub validity: Validity,
        pub switch: Switch,
    }
    /// The same in p4, where its QP is the event's.
    pub struct Asked {
        pub withdraw: Bit,
        pub seq: U<16>,
        pub rate: U<32>,
        pub validity: Validity,
        pub switch: Switch,
    }
    /// What an event's change of its QP is made of.
    pub struct Changing {
        pub update: Bit,
        pub passes: Bit,
        pub choice: Bit,
        pub opens: Bit,
        pub fetch: Bit,
        pub settle: Bit,
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        /// Flag bits 3 to 0.
        pub flags: U<4>,
    }
    /// What is fetched of a QP for a lowering.
    pub struct Fetched {
        pub owed: Bit,
        pub alg: AlgCode,
        pub lower: Most,
    }
    /// The limits that an engine said last.
    pub struct Own {
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        /// Flag bits 3 to 0.
        pub flags: U<4>,
    }
    /// At most so much: a window in its algorithm's format, a rate of bytes/ns U7.28.
    pub struct Most {
        pub window: WindowWord,
        pub rate: SendRate,
    }
    /// What is kept of a QP.
    pub struct Kept {
        /// `own` holds.
        pub said: Bit,
        pub own: Own,
        /// The engine's own value is to be lowered to `lower`, and has not been.
        pub owed: Bit,
        /// The QP waits for that.
        pub queued: Bit,
        pub lower: Most,
    }
    /// What follows of an event.
    pub struct Outcome {
        /// An update, as it is.
        pub passes: Bit,
        pub sends: Bit,
        /// `ignore` counts.
        pub marks: Bit,
        pub ignore: Bit,
        pub alert: Bit,
    }
    /// An update on its way out.
    pub struct Said {
        pub qpn: Qpn,
        pub kind: KindCode,
        pub alg: AlgCode,
        pub window: WindowWord,
        pub pace: PaceWord,
        pub rate: SendRate,
        pub flags: UpdateFlags,
        pub feedback: Bit,
        pub una: PsnWord,
    }
}
