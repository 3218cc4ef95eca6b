//! What is kept of a QP, and what follows from it: bytes in flight, due time, whether it may send (rules 1, 2 and 5).

use super::event::{Control, Open, Una, Update};
use super::interval::Interval;
use crate::psn::ahead;
use crate::round::ceil;
use layout::hpcc::{Rate, Window};
use layout::ldcp::{Cw, Psn};
use layout::shaper::{Bytes, Clock, Due, GrantBytes, Level, Lsn, Mtu, Tag};

/// What the interval is of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Nothing is paced.
    None,
    Byte(Interval),
    /// LDCP below one packet: the window does not count, or a lost packet would stop the QP for good.
    Packet(Interval),
}

/// Where a QP is. In exactly one place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It has nothing to send, or its window is full.
    Nowhere,
    /// Among those whose due time is to come.
    Timed { due: u64 },
    /// Among those that may send, in its class's round.
    Round { class: usize, place: u64 },
}

/// A QP. Times are in LSBs of `Due` since the beginning, and do not wrap.
#[derive(Clone, Debug)]
pub struct Qp {
    pub open: bool,
    /// How often it has been opened: a grant of an older opening says nothing of this one.
    pub opening: u64,
    pub class: usize,
    pub bypass: bool,
    pub by_lsn: bool,
    pub pace: Pace,
    /// Bytes; `None`: no window.
    pub window: Option<u64>,
    /// From when the newest grant is charged, and its bytes.
    pub start: u64,
    pub charged: u64,
    pub una_psn: Psn,
    pub snd_nxt: Psn,
    pub una_lsn: Lsn,
    pub sent_lsn: Lsn,
    /// Granted and not yet answered.
    pub open_bytes: u64,
    pub open_packets: u64,
    pub level: u64,
    /// Left of the message that is next to be sent; 0: not known.
    pub to_end: u64,
    /// Until the first ACK: packets of the first IW that are not granted.
    pub first: Option<u64>,
    /// It is its turn in the class, and what is left of it.
    pub turn: bool,
    pub deficit: u64,
    pub newest: Option<Tag>,
    /// How often it has been granted, modulo 128: more than may be open. The number of its next grant.
    pub grants: u64,
    /// How often since its newest request, at most 127.
    pub since: u64,
    pub place: Place,
}

/// Greatest number of a grant, and of those since a request.
pub(super) const NUMBER: u64 = 127;

impl Qp {
    pub const CLOSED: Qp = Qp {
        open: false,
        opening: 0,
        class: 0,
        bypass: false,
        by_lsn: false,
        pace: Pace::None,
        window: None,
        start: 0,
        charged: 0,
        una_psn: Psn::ZERO,
        snd_nxt: Psn::ZERO,
        una_lsn: Lsn::ZERO,
        sent_lsn: Lsn::ZERO,
        open_bytes: 0,
        open_packets: 0,
        level: 0,
        to_end: 0,
        first: None,
        turn: false,
        deficit: 0,
        newest: None,
        grants: 0,
        since: 0,
        place: Place::Nowhere,
    };

    /// A QP that has sent nothing, and owes nothing.
    pub fn opened(open: &Open, opening: u64, mtu: Mtu) -> Qp {
        let mut qp = Qp {
            open: true,
            opening,
            class: open.class.raw() as usize,
            bypass: open.bypass,
            by_lsn: open.by_lsn,
            una_psn: Psn::wrap(open.first_psn.raw().wrapping_sub(1)),
            snd_nxt: open.first_psn,
            first: (open.iw.raw() > 0).then_some(open.iw.raw()),
            ..Qp::CLOSED
        };
        qp.control(&open.control, mtu);
        qp
    }

    /// Rule 1, but for the class's pause.
    pub fn may_send(&self, now: u64, mtu: Mtu) -> bool {
        self.asks(mtu) && self.due(mtu) <= now
    }

    /// It has something to send and its window has room: time alone is missing.
    pub fn asks(&self, mtu: Mtu) -> bool {
        self.open && self.level > 0 && self.room(mtu).is_none_or(|room| room > 0)
    }

    /// Bytes of whole packets that the window has room for: while what is in flight is less than the window, at least
    /// one. `None`: no window counts.
    pub fn room(&self, mtu: Mtu) -> Option<u64> {
        if self.bypass || matches!(self.pace, Pace::Packet(_)) {
            return None;
        }
        let left = self.window?.saturating_sub(self.in_flight(mtu));
        Some(left.div_ceil(mtu.raw()) * mtu.raw())
    }

    /// Bytes in flight and bytes granted (rule 5): computed anew, never accumulated.
    pub fn in_flight(&self, mtu: Mtu) -> u64 {
        if self.by_lsn {
            self.sent_lsn.raw().wrapping_sub(self.una_lsn.raw()) % (1 << Lsn::BITS) + self.open_bytes
        } else {
            (self.sent_packets() + self.open_packets) * mtu.raw()
        }
    }

    /// snd_nxt - 1 - una_psn. None after a rewind that an ACK has overtaken.
    pub fn sent_packets(&self) -> u64 {
        ahead(self.snd_nxt.raw().wrapping_sub(1) & Psn::MAX_RAW, self.una_psn.raw(), Psn::BITS).unwrap_or(0)
    }

    /// Rule 2: when the newest grant has been paid for at the interval that is now in force.
    pub fn due(&self, mtu: Mtu) -> u64 {
        if self.bypass { 0 } else { self.start + self.cost(self.charged, mtu).raw() }
    }

    /// What so many bytes cost it.
    fn cost(&self, bytes: u64, mtu: Mtu) -> Due {
        match self.pace {
            Pace::None => Due::ZERO,
            Pace::Byte(interval) => interval.cost(bytes),
            // no answer to a grant of one packet costs more than one of a MB
            Pace::Packet(interval) => interval.cost(bytes.min(GrantBytes::MAX_RAW).div_ceil(mtu.raw())),
        }
    }

    /// An update of the engine. Whether the window is smaller than before and than what is in flight.
    pub fn update(&mut self, update: &Update, mtu: Mtu) -> bool {
        if let Some(una) = &update.una {
            self.acknowledged(una);
        }
        update.control.as_ref().is_some_and(|control| self.control(control, mtu))
    }

    /// Window and pace of an update. Whether the window is smaller than before and than what is in flight.
    pub fn control(&mut self, control: &Control, mtu: Mtu) -> bool {
        let before = self.window;
        let of_rate = |rate: Rate| if rate == Rate::ZERO { Pace::None } else { Pace::Byte(Interval::of_rate(rate)) };
        (self.window, self.pace) = match *control {
            Control::Packets { window, rate } => (Some(of_packets(window, mtu)), of_rate(rate)),
            Control::Timer { interval } => (None, Pace::Packet(Interval::of_timer(interval))),
            Control::Bytes { window, rate } => (Some(of_bytes(window)), of_rate(rate)),
            Control::Rate { rate } => (None, Pace::Byte(Interval::of_rate(rate))),
        };
        let smaller = match (before, self.window) {
            (Some(before), Some(window)) => window < before,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        smaller && self.room(mtu) == Some(0) && self.window.is_some_and(|window| window < self.in_flight(mtu))
    }

    /// Up to where all is acknowledged: the furthest that was said (SEMANTICS L26). The first ACK ends what L13 says.
    pub fn acknowledged(&mut self, una: &Una) {
        if ahead(una.psn.raw(), self.una_psn.raw(), Psn::BITS).is_some() {
            self.una_psn = una.psn;
            self.first = None;
        }
        if self.by_lsn && ahead(una.lsn.raw(), self.una_lsn.raw(), Lsn::BITS).is_some() {
            self.una_lsn = una.lsn;
            self.first = None;
            // behind a rewind: what is acknowledged need not be sent again
            if ahead(self.una_lsn.raw(), self.sent_lsn.raw(), Lsn::BITS).is_some() {
                self.sent_lsn = self.una_lsn;
            }
        }
    }

    /// No request has come since the open grant of this number was given: what its answer says of the level is the
    /// last word.
    pub fn is_last_word(&self, number: u64) -> bool {
        (self.grants.wrapping_sub(1 + number) & NUMBER) < self.since
    }

    /// A request has come, or what was sent is to be sent again: it may have something to send, whatever open grants
    /// say.
    pub fn asked(&mut self) {
        self.since = 0;
    }

    /// Adds to what is to be sent; all ones stay.
    pub fn raise_level(&mut self, bytes: u64) {
        self.level = Level::sat((self.level + bytes).into()).raw();
    }

    /// Takes from what is to be sent; all ones stay.
    pub fn lower_level(&mut self, bytes: u64) {
        if self.level != Level::MAX_RAW {
            self.level = self.level.saturating_sub(bytes);
        }
    }
}

/// cw packets in bytes, U28.0: 42 + 14 bits, `ceil`, `sat`. A window with a fraction is more than the whole bytes
/// below it, so `in flight < window` is exact.
fn of_packets(window: Cw, mtu: Mtu) -> u64 {
    Bytes::sat(ceil(window.raw() * mtu.raw(), Cw::FRAC).into()).raw()
}

/// W in bytes, U28.12 to U28.0: `ceil`, `sat`.
fn of_bytes(window: Window) -> u64 {
    Bytes::sat(ceil(window.raw(), Window::FRAC).into()).raw()
}

/// `now` in LSBs of `Due`.
pub const fn lsbs(ns: u64) -> u64 {
    ns << (Due::FRAC - Clock::FRAC)
}
