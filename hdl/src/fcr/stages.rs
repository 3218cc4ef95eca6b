//! What travels with an event through the block, and what its memories hold.

use crate::prelude::*;
use layout::fcr;

logic_struct! {
    /// What is kept of one switch: 72 bits. Where it is not in use, the other fields mean nothing.
    pub struct Source {
        pub used: Bit = fcr::VALID,
        pub switch = fcr::SWITCH,
        pub seq = fcr::SEQ,
        pub rate = fcr::RATE,
        pub expiry = fcr::EXPIRY,
    }
    /// The event. A field goes as far as it is read.
    pub struct Tag {
        pub qpn: Qpn,
        /// Parameter set.
        pub set: SetIndex,
        /// A revised CNP, with `withdraw` or without.
        pub advice: Bit,
        pub mark: Bit,
        pub open: Bit,
        pub loads: Bit,
        /// An operation of the host: time does not act.
        pub host: Bit,
        pub alone: Bit,
        pub withdraw: Bit,
        /// Of an operation of the host.
        pub place: U<2>,
        pub switch: Switch,
        pub seq: U<16>,
        pub rate: U<32>,
        pub validity: Validity,
        /// The clock when it came, us, modular.
        pub now: U<17>,
    }
    /// What an event says by itself, before anything is read.
    pub struct Checked {
        pub wrong_rate: Bit,
        pub wrong_range: Bit,
        pub wrong_validity: Bit,
        /// An advice that may be taken.
        pub taken: Bit,
        /// The QP starts at the line rate.
        pub start: Bit,
        /// now + validity, modular.
        pub expiry: U<17>,
        /// now + validity_max, modular: what holds ends in (now, limit].
        pub limit: U<17>,
        /// That interval goes through 0.
        pub wraps: Bit,
    }
    /// Of a parameter set: what an event is checked against.
    pub struct Expected {
        pub line = fcr::LINE,
        pub advice_min = fcr::ADVICE_MIN,
        pub advice_max = fcr::ADVICE_MAX,
        pub validity_max = fcr::VALIDITY_MAX,
        pub start_at_line: Bit = fcr::START_AT_LINE,
    }
    /// What a source is compared with.
    pub struct Asked {
        pub switch: Switch,
        pub seq: U<16>,
        pub rate: U<22>,
        pub now: U<17>,
        pub limit: U<17>,
        pub wraps: Bit,
    }
    /// What the comparison says.
    pub struct Compared {
        /// Its time has ended.
        pub ended: Bit,
        /// The event comes from its switch.
        pub same: Bit,
        /// The event's number is newer.
        pub newer: Bit,
        /// It has a rate.
        pub rated: Bit,
        /// Its rate is higher than the event's.
        pub above: Bit,
        /// Its rate is the event's or higher.
        pub reaches: Bit,
    }
    /// A source behind what time has done, as an event sees it.
    pub struct Seen {
        /// In use before the event.
        pub was: Bit,
        /// In use now.
        pub used: Bit,
        pub same: Bit,
        pub newer: Bit,
        pub rated: Bit,
        pub above: Bit,
        pub reaches: Bit,
    }
    /// A rate, if there is one.
    pub struct Rated {
        pub live: Bit,
        pub rate: U<22>,
    }
    /// What an event asks for, where it is decided which place it goes to.
    pub struct Asks {
        pub advice: Bit,
        pub withdraw: Bit,
        pub mark: Bit,
        /// A host_write, to `place`.
        pub loads: Bit,
        pub place: U<2>,
    }
    /// Which of the rates of two sources of four is at least the other's; the first of both named first.
    pub struct Order {
        pub r01: Bit,
        pub r02: Bit,
        pub r03: Bit,
        pub r12: Bit,
        pub r13: Bit,
        pub r23: Bit,
    }
    /// The rules that acted.
    pub struct Said {
        pub ignored: Bit,
        pub expired: Bit,
        pub withdrawn: Bit,
        pub old: Bit,
        pub wrong_rate: Bit,
        pub wrong_range: Bit,
        pub wrong_validity: Bit,
        pub full: Bit,
        pub start: Bit,
    }
    /// The same with whether the own values are lowered, and whether what is sent is capped.
    pub struct Ruled {
        pub said: Said,
        pub clamped: Bit,
        pub capped: Bit,
    }
    /// The own rate and windows: bytes/ns U7.28, packets U14.28, bytes U28.12.
    pub struct Own {
        pub rc = fcr::OWN_RC,
        pub cw = fcr::OWN_CW,
        pub w = fcr::OWN_W,
    }
    /// What a rate allows.
    pub struct Allows {
        pub rc: SendRate,
        pub cw: Cw,
        pub w: ByteWindow,
        pub floor: Bit,
        pub sat: Bit,
    }
    /// When the first of a QP's sources ends.
    pub struct Soonest {
        pub used: Bit,
        /// us, modular.
        pub expiry: U<17>,
    }
    /// The same by how far it is ahead.
    pub struct Ahead {
        pub used: Bit,
        /// us, two's complement; ended: 0 or less.
        pub left: U<17>,
    }
    /// A QP that the sweep has found.
    pub struct Due {
        pub qpn: Qpn,
    }
}
