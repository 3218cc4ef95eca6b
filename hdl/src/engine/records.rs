//! What stands on the engine's ports and travels inside it.

use crate::prelude::*;

/// Before the event queue, beside the kinds of `layout::record::Kind`: the host's write of a parameter set of HPCC++.
pub const KIND_SET_WRITE: u64 = 7;

logic_struct! {
    /// An event before its packets are counted.
    pub struct Arrival<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        /// n follows from psn.
        pub use_psn: Bit,
        pub n: U<14>,
        pub psn: U<24>,
        pub qpn: U<Q>,
    }
    /// An event beside `sent`.
    pub struct Entered<const Q: usize> {
        pub arrival: Arrival<Q>,
        /// It writes the QP's choice.
        pub chooses: Bit,
    }
    /// What of telemetry is not a hop's.
    pub struct Path {
        /// There is telemetry.
        pub telemetry: Bit,
        pub path: U<12>,
        pub n_hop: U<4>,
    }
    /// An event with its n and its QP's choice.
    pub struct Event<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n: U<14>,
        pub qpn: U<Q>,
        pub alg: U<2>,
        pub set: U<4>,
        /// The last PSN acknowledged behind it.
        pub una: U<24>,
    }
    /// An event that issues.
    pub struct IssuedEvent<const Q: usize> {
        pub kind: U<3>,
        pub ece: Bit,
        pub n: U<14>,
        pub qpn: U<Q>,
        pub alg: U<2>,
        pub set: U<4>,
    }
    /// What an event brings to HPCC++'s window unit.
    pub struct Payload {
        /// FIRST, PATH, HOPS, SPEED, STILL, IDLE.
        pub flags: U<6>,
        /// It has no telemetry that counts.
        pub ignored: Bit,
        pub theta: U<37>,
        pub addend: U<49>,
        pub seq: U<24>,
        /// snd_nxt, or the receiver's clock.
        pub mark: U<32>,
    }
    /// A parameter set of LDCP.
    pub struct LdcpSet {
        pub we: Bit,
        pub alpha: U<17>,
        pub beta: U<17>,
        pub gamma: U<17>,
        pub eta: U<16>,
        pub cw_max: U<42>,
    }
    /// A parameter set of HPCC++, with what follows from it.
    pub struct HpccSet {
        pub we: Bit,
        pub t: U<20>,
        pub eta: U<17>,
        pub max_stage: U<5>,
        pub w_ai: U<32>,
        pub w_min: U<40>,
        pub w_max: U<40>,
        pub sync_first: Bit,
        pub rate_gain_m: U<18>,
        pub rate_gain_e: U<6>,
        pub t_ticks: U<20>,
        pub tau_gain_m: U<32>,
        pub tau_gain_e: U<6>,
        pub q_weight: U<12>,
        pub tx_weight: U<32>,
    }
    /// An entry of the speed table.
    pub struct Speed {
        pub we: Bit,
        pub code: U<4>,
        pub gbps: U<12>,
        pub inv_b_m: U<32>,
        pub inv_b_e: U<6>,
    }
    /// What a count of the telemetry stands for, bytes.
    pub struct Units {
        pub tx_unit: U<12>,
        pub q_unit: U<12>,
    }
    /// The receiver's clock.
    pub struct Time {
        pub now: U<32>,
    }
    /// LDCP's part of a context.
    pub struct LdcpContext {
        pub cw: U<42>,
        pub rtt: U<24>,
    }
    /// HPCC++'s part of a context, but for L.
    pub struct HpccContext {
        pub u: U<48>,
        pub w: U<40>,
        pub wc: U<40>,
        pub inc_stage: U<5>,
        pub last_update: U<32>,
    }
    /// The part of a context that is neither's.
    pub struct Shared {
        pub alg: U<2>,
        pub set: U<4>,
        pub psn: U<24>,
        pub open: Bit,
    }
    /// A host operation, held while it is under way.
    pub struct Host {
        pub write: Bit,
        /// What is written: bit 0 choice, 1 PSN, 2 LDCP's, 3 HPCC++'s.
        pub parts: U<4>,
        pub alg: U<2>,
        pub set: U<4>,
        pub psn: U<24>,
        pub open: Bit,
    }
    /// What the engine tells the NIC.
    pub struct Update<const Q: usize> {
        pub kind: U<3>,
        pub qpn: U<Q>,
        /// The update is HPCC++'s, not LDCP's.
        pub hpcc: Bit,
        /// Window: packets, U14.28; of HPCC++ bytes, U28.12.
        pub window: U<42>,
        /// LDCP: time between packets, ns. HPCC++: rate, bytes a ns, U12.28.
        pub pace: U<40>,
        pub flags: U<14>,
        /// The receiver sends the window to the sender now.
        pub feedback: Bit,
    }
    /// That HPCC++ had to put up with something.
    pub struct Alert {
        pub telemetry: Bit,
    }
    /// What an engine with check bits is told.
    pub struct Care {
        /// As of [`Ecc`].
        pub inject: U<2>,
        /// Cycles from one scrubbed context to the next; 0: none is.
        pub scrub_interval: U<24>,
    }
    /// What HPCC++'s counters count.
    pub struct Seen {
        pub path: Bit,
        pub hops: Bit,
        pub speed: Bit,
        pub still: Bit,
        pub u_zero: Bit,
    }
}
