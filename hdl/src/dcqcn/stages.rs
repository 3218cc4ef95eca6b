//! What passes from stage to stage, and the ports that are words.

use crate::prelude::*;
use layout::dcqcn;

logic_struct! {
    /// A parameter set, as it is written.
    pub struct DcqcnSet {
        /// `dcqcn::G` is at most 1/4: its top bit is 0, and is not carried.
        pub g: U<15> => "weight of the newest period, U0.16 without its top bit: at most 1/4",
        pub rai = dcqcn::RAI,
        pub line = dcqcn::LINE,
        pub rc_min = dcqcn::RC_MIN,
        pub recovery = dcqcn::RECOVERY,
        pub doublings = dcqcn::DOUBLINGS,
        pub snap_mask: U<24> => "2^snap - 1",
        pub old_cp: Bit = dcqcn::OLD_CP,
        pub clamp_target: Bit = dcqcn::CLAMP_TARGET,
        pub min_tx = dcqcn::MIN_TX,
        pub incast_periods = dcqcn::INCAST_PERIODS,
    }
    /// What the host stores.
    pub struct DcqcnStored {
        pub rc = dcqcn::RC,
        pub rt = dcqcn::RT,
        pub cp = dcqcn::CP,
        pub stage = dcqcn::STAGE,
        pub deterministic: Bit => "1 dcqcn-d, 0 dcqcn-p",
        pub set: SetIndex => "parameter set",
    }
    /// What the host reads.
    pub struct DcqcnRead {
        pub rc = dcqcn::RC,
        pub rt = dcqcn::RT,
        pub cp = dcqcn::CP,
        pub stage = dcqcn::STAGE,
        pub sent = dcqcn::SENT,
        pub quiet = dcqcn::QUIET,
        pub idle = dcqcn::IDLE,
        pub deterministic: Bit => "1 dcqcn-d, 0 dcqcn-p",
        pub set: SetIndex => "parameter set",
    }
    /// What its page writes of a context.
    pub struct DcqcnHost {
        pub rc = dcqcn::RC,
        pub rt = dcqcn::RT,
        pub cp = dcqcn::CP,
        pub stage = dcqcn::STAGE,
    }
    /// What its page shows of a host operation that read.
    pub struct DcqcnFound {
        pub rc = dcqcn::RC,
        pub rt = dcqcn::RT,
        pub cp = dcqcn::CP,
        pub stage = dcqcn::STAGE,
        pub sent = dcqcn::SENT,
        pub quiet = dcqcn::QUIET,
        pub idle = dcqcn::IDLE,
        pub late_worst: U<19> => "cycles by which a period was late, at most",
        pub visits: U<48> => "control periods that the sweep has begun",
        pub late_cycles: U<48> => "cycles by which they were late, together",
        pub lost: U<32> => "packets that were not counted",
    }
    /// Whose a QP is.
    pub struct Chosen {
        pub own: Bit => "its algorithm is one of DCQCN's",
        pub deterministic: Bit => "1 dcqcn-d, 0 dcqcn-p",
    }
    /// What an event has counted in the running period; written by events alone.
    pub struct Count {
        /// The period that these belong to: they count while it is the mark's.
        pub epoch: Bit,
        /// Differs from the mark's bit while the QP is in the list.
        pub listed: Bit,
        /// Bit 16: it is 2^16 - 1, and stays so.
        pub cnp: U<17>,
        pub tx: U<17>,
    }
    /// Both sums of a count.
    pub struct Sums { pub cnp: U<17>, pub tx: U<17> }
    /// The sweep's side of both bits; written by the sweep alone.
    pub struct Mark { pub epoch: Bit, pub listed: Bit }
    /// s4 and s5: a visit's new mark, whether its QP leaves the list, and whether anything was counted up to s1.
    pub struct Seen { pub epoch: Bit, pub listed: Bit, pub drops: Bit, pub events: Bit }
    /// What a step changes of a QP unless its period is none.
    pub struct Context {
        pub rc = dcqcn::RC,
        pub rt = dcqcn::RT,
        pub cp = dcqcn::CP,
        pub stage = dcqcn::STAGE,
        pub sent = dcqcn::SENT,
        pub quiet = dcqcn::QUIET,
        pub guard = dcqcn::GUARD,
        pub deterministic: Bit => "1 dcqcn-d, 0 dcqcn-p",
        pub set: SetIndex => "parameter set",
    }
    /// What every step changes.
    pub struct Rest {
        pub idle = dcqcn::IDLE,
        /// It leaves the list if nothing happens until the next.
        pub none: Bit => "the last period was none",
    }
    /// An event in the stages before its count; what adds neither is an initialisation.
    pub struct Event { pub qpn: Qpn, pub cnp: Bit, pub tx: Bit, pub cnps: U<14> }
    /// e3: an event and what it adds to; of the first of a period that is 0, whatever stands here.
    pub struct Counting {
        pub qpn: Qpn,
        pub fresh: Bit,
        pub adds_cnp: U<14>,
        pub adds_tx: Bit,
        pub epoch: Bit,
        pub listed: Bit,
        pub cnp: U<17>,
        pub tx: U<17>,
    }
    /// An event behind its count.
    pub struct Counted { pub qpn: Qpn, pub count: Count }
    /// A QP that the sweep visits, or the host, or the initialisation.
    pub struct Visit { pub host: Bit, pub write: Bit, pub init: Bit, pub qpn: Qpn }
    /// s5: a context, and what was counted in its period.
    pub struct Period {
        pub begins: Bit => "a step is in s5; never in two cycles in a row",
        pub host: Bit => "in its place an operation of the host",
        pub init: Bit => "in its place an initialisation: zeros",
        pub stores: Bit => "in its place a write: of the host, or an initialisation",
        pub context: Context,
        pub rest: Rest,
        pub cnp: U<16> => "CNPs of the period",
        pub tx: U<16> => "packets of the period",
    }
    /// Parameters that are read in s5.
    pub struct Rules {
        pub line: SendRate,
        pub recovery: U<4>,
        pub doublings: U<4>,
        pub min_tx: U<8>,
        pub incast_periods: U<4>,
    }
    /// In s24.
    pub struct Modes { pub old_cp: Bit, pub clamp_target: Bit }
    /// In s35: the snap, and whether the least rate is below the line's.
    pub struct Ends { pub snap_mask: U<24>, pub min_below: Bit }
    /// s6 to s8.
    pub struct S6 {
        pub host: Bit,
        pub init: Bit,
        pub stores: Bit,
        pub cut: Bit,
        pub none_sent: Bit,
        pub at_line: Bit,
        /// In s6 of the bits below those of `small_cp` alone.
        pub no_cp: Bit,
        pub small_cp: Bit,
        pub tired: Bit,
        /// In s6 whether or not there was a CNP.
        pub one: Bit,
        pub quiet: U<4>,
        pub calm: Bit,
        /// Active increase.
        pub active: Bit,
        pub stage: U<5>,
        pub idle: U<5>,
        pub deterministic: Bit,
        pub set: SetIndex,
    }
    /// What only waits for the write.
    pub struct Tail { pub stage: U<5>, pub sent: U<8>, pub quiet: U<4>, pub idle: U<5>, pub deterministic: Bit }
    /// Both rates of the context, bytes per ns, U7.29: with their guard bits.
    pub struct Rates { pub rc: U<36>, pub rt: U<36> }
    /// Two words that wait for as long, so that they share the places of a ring.
    pub struct Waiting { pub rates: Rates, pub tail: Tail }
    /// Likewise: what is in s4, and in s21.
    pub struct Visits { pub s4: Visit, pub s21: Visit }
    /// s7 to s9: a count on its way to the left, and from its leading one on what is known of its place.
    pub struct Shifted { pub word: U<16>, pub place: U<4> }
    /// FCR's lowering, from s5 on: whether RC was above, and what stays.
    pub struct Lowered {
        pub above: Bit,
        pub rt: SendRate,
        pub cp: U<27>,
        pub stage: U<5>,
        pub sent: U<8>,
        pub quiet: U<4>,
        /// Bit 3, of rc, is 0.
        pub guard: U<3>,
        pub deterministic: Bit,
        pub set: SetIndex,
    }
    /// What a read of the host has found beside what it tells; written back with check bits.
    pub struct FoundRest { pub guard: U<4>, pub none: Bit }
    /// A finished period.
    pub struct Update { pub qpn: Qpn, pub rate: U<35>, pub flags: U<10> }
}
