//! What passes from stage to stage.

use crate::prelude::*;

logic_struct! {
    /// What an event has counted in the running period; written by events alone.
    pub struct Count {
        /// The period that these belong to: they count while it is the mark's.
        pub epoch: Bit,
        /// Differs from the mark's bit while the QP is in the list.
        pub listed: Bit,
        pub cnp: U<16>,
        pub tx: U<16>,
    }
    /// The sweep's side of both bits; written by the sweep alone.
    pub struct Mark { pub epoch: Bit, pub listed: Bit }
    /// The state of a QP.
    pub struct Context {
        pub rc: U<35>,
        pub rt: U<35>,
        pub cp: U<27>,
        pub stage: U<5>,
        pub sent: U<8>,
        pub quiet: U<4>,
        pub idle: U<5>,
        /// Its last period was none: it leaves the list if nothing happens until the next.
        pub rest: Bit,
        /// dcqcn-d, not dcqcn-p.
        pub deterministic: Bit,
        pub set: U<4>,
    }
    /// An event in the stages before its count.
    pub struct Event<const Q: usize> { pub qpn: U<Q>, pub cnp: Bit }
    /// An event behind its count.
    pub struct Counted<const Q: usize> { pub qpn: U<Q>, pub count: Count }
    /// A QP that the sweep visits, or the host.
    pub struct Visit<const Q: usize> { pub host: Bit, pub write: Bit, pub qpn: U<Q> }
    /// s3: a context, and what was counted in its period.
    pub struct Period { pub context: Context, pub cnp: U<16>, pub tx: U<16> }
    /// Parameters that are read in s3.
    pub struct Rules {
        pub line: U<35>,
        pub recovery: U<4>,
        pub doublings: U<4>,
        pub min_tx: U<8>,
        pub incast_periods: U<4>,
    }
    /// In s16 and s18.
    pub struct Modes { pub old_cp: Bit, pub clamp_target: Bit }
    /// In s23.
    pub struct Ends { pub line: U<35>, pub rc_min: U<35>, pub snap_mask: U<24> }
    /// s4.
    pub struct S4 {
        pub cut: Bit,
        pub none_sent: Bit,
        pub at_line: Bit,
        pub no_cp: Bit,
        pub small_cp: Bit,
        pub tired: Bit,
        pub one: Bit,
        pub cnp: U<16>,
        pub tx: U<16>,
        pub c: U<4>,
        pub t: U<4>,
        pub sent: U<8>,
        pub quiet: U<4>,
        pub enough: Bit,
        pub calm: Bit,
        /// Active increase, and how often it has doubled.
        pub active: Bit,
        pub doubled: U<4>,
    }
    /// What the rest of the pipeline is told of a step.
    pub struct Control {
        pub cut: Bit,
        pub ignored: Bit,
        /// An increase step.
        pub steps: Bit,
        pub active: Bit,
        /// CP is to fall, and small.
        pub floors: Bit,
        pub doubled: U<4>,
        pub staged: Bit,
        pub set: U<4>,
    }
    /// What only waits for the write.
    pub struct Tail {
        pub stage: U<5>,
        pub sent: U<8>,
        pub quiet: U<4>,
        pub idle: U<5>,
        pub deterministic: Bit,
    }
    /// s5: both counts half way to their normal form.
    pub struct S5 { pub cnp: U<16>, pub tx: U<16>, pub one: Bit, pub c: U<4>, pub t: U<4>, pub shift: U<4> }
    /// s6: what the reciprocal takes.
    pub struct S6 { pub x: U<18>, pub d: U<23> }
    /// What stays the same from s6 to s11.
    pub struct Shift { pub one: Bit, pub shift: U<4> }
    /// A finished period.
    pub struct Update<const Q: usize> { pub qpn: U<Q>, pub rate: U<35>, pub flags: U<10> }
}
