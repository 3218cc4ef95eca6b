//! What goes into the shaper and what comes out of it: the bundles of its ports as types.

use crate::event::Update as LdcpUpdate;
use layout::dcqcn;
use layout::hpcc::{Rate, Window};
use layout::ldcp::{Cw, Interval, Psn};
use layout::record::flag;
use layout::shaper::{Bytes, Class, GrantBytes, Level, Lsn, Packets, Tag};

/// What an algorithm says of how much a QP may send: `unit`, `window` and `pace` of an update.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Unit `Packets`; a rate of 0 is none.
    Packets { window: Cw, rate: Rate },
    /// Unit `Timer`: ns between packets; no window counts.
    Timer { interval: Interval },
    /// Unit `Bytes`; a rate of 0 is none.
    Bytes { window: Window, rate: Rate },
    /// Unit `Rate`: no window counts.
    Rate { rate: Rate },
}

impl Control {
    /// LDCP's cw, with nothing paced.
    pub fn cw(window: Cw) -> Control {
        Control::Packets { window, rate: Rate::ZERO }
    }

    /// DCQCN's RC, U7.28 to U12.28: exact.
    pub fn rc(rate: dcqcn::Rate) -> Control {
        Control::Rate { rate: Rate::wrap(rate.raw()) }
    }
}

/// An update of LDCP's unit: below one packet its timer, else its window.
impl From<&LdcpUpdate> for Control {
    fn from(update: &LdcpUpdate) -> Control {
        if update.flags & flag::PACED != 0 {
            Control::Timer { interval: update.interval }
        } else {
            Control::cw(update.cw)
        }
    }
}

/// A QP begins (SEMANTICS L23).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Open {
    pub qpn: u32,
    pub class: Class,
    pub first_psn: Psn,
    /// Bytes in flight are counted by LSN, not by PSN.
    pub by_lsn: bool,
    /// Neither window nor pace counts.
    pub bypass: bool,
    /// LDCP's IW: so many packets are not ECN-capable until the first ACK (L13). 0: all are.
    pub iw: Packets,
    pub control: Control,
}

/// `s_req`: the doorbell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub qpn: u32,
    pub class: Class,
    /// Come to be sent since the last request; all ones: until `empty`.
    pub backlog: Level,
    /// Left of the message that is next to be sent; 0: not said.
    pub bytes_to_end: Level,
}

/// Of the engine: what it says of limits, of what is acknowledged, or of both. DCQCN says them apart: an event's update
/// has no rate, and a period's no una.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub qpn: u32,
    pub control: Option<Control>,
    pub una: Option<Una>,
}

/// Up to where all is acknowledged, cumulative (SEMANTICS L26).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Una {
    pub psn: Psn,
    /// Counts only where the QP is opened `by_lsn`.
    pub lsn: Lsn,
}

impl Una {
    pub fn by_psn(psn: Psn) -> Una {
        Una { psn, lsn: Lsn::ZERO }
    }
}

/// `s_sent` without `rewind`: what was sent on a grant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub qpn: u32,
    pub tag: Tag,
    pub psn_next: Psn,
    pub bytes: Bytes,
    /// The QP had no more to send.
    pub empty: bool,
}

/// `s_sent` with `rewind`: go-back-N.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rewind {
    pub qpn: u32,
    pub psn_next: Psn,
    /// To be sent again.
    pub bytes: Bytes,
}

/// `m_grant`: send now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub qpn: u32,
    pub tag: Tag,
    pub max_bytes: GrantBytes,
    pub max_packets: Packets,
    pub ecn_capable: bool,
}

/// What should not come, and how often it came. Each rule stands on the page.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Events of a QP that is not open, or that there is not.
    pub closed: u64,
    /// Grants that were never answered, and returned.
    pub returned: u64,
    /// `sent` of a grant that is not open, or is another QP's.
    pub not_open: u64,
    /// `sent` of more bytes than were granted.
    pub too_much: u64,
    /// A rewind, or a psn_next, outside what is in flight.
    pub rewind_outside: u64,
    /// QPs that were closed with packets in flight or grants open.
    pub closed_in_flight: u64,
    /// Updates whose window is smaller than the one before and than what is in flight.
    pub window_below: u64,
    /// Times that lie before the last one.
    pub time_back: u64,
}
