//! `issue`: per-QP order in which no QP holds another back, cycle for cycle (hdl/src/issue.md).

use crate::choice::Choice;
use crate::event::{Event, Issued as Record, is_host};
use layout::ldcp::N;
use layout::record::{Alg, Kind, Set};
use layout::timing::HAZARD;

/// Most slots that a configuration may ask for.
pub const MAX_SLOTS: usize = 16;
/// Cycles whose issues a slot is compared with.
const WINDOW: usize = HAZARD as usize - 1;
/// With so many credits no event is picked: the count is two cycles old then, so each of those may have taken one.
const KEPT: u32 = 2;
/// No QPN has this number.
const NONE: u32 = u32::MAX;

/// An event at the input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub event: Event,
    pub choice: Choice,
    /// A packet was lost.
    pub loss: bool,
}

impl Offer {
    #[inline]
    fn record(&self) -> Record {
        Record { loss: self.loss, ..self.event.into() }
    }
}

impl From<Event> for Offer {
    /// An event of an engine without algorithms to choose from.
    #[inline]
    fn from(event: Event) -> Self {
        Offer { event, choice: Choice::RESET, loss: event.kind == Kind::Loss }
    }
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    pub rst_n: bool,
    pub event: Option<Offer>,
    /// The host's operation is picked: no event of its QP is in a slot, has come, comes in this cycle or in the next,
    /// or was picked in the last 7 cycles.
    pub host: Option<Operation>,
    /// The QP whose events are watched for, from the next cycle on; in this cycle events of any QP are.
    pub watch_qpn: u32,
    pub watch_all: bool,
    /// No event is picked in the next cycle.
    pub hold: bool,
    /// Events of the QP that was watched for in the last cycle are not picked in the next one.
    pub fence: bool,
    /// An update has left the update queue.
    pub credit_return: bool,
}

impl In {
    /// Nothing comes.
    pub const IDLE: In = In {
        rst_n: true,
        event: None,
        host: None,
        watch_qpn: 0,
        watch_all: false,
        hold: false,
        fence: false,
        credit_return: false,
    };
}

/// The host's operation, which waits in no slot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub kind: Kind,
    pub qpn: u32,
}

/// An event that issues.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    pub event: Record,
    pub choice: Choice,
    /// The slot that it leaves; 0 of the host's operation.
    pub slot: u32,
}

/// The outputs of a cycle, none of which depends on the inputs of that cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub in_ready: bool,
    pub issued: Option<Issued>,
    /// The event that came last joins one in this cycle, or enters a slot.
    pub moves: bool,
    /// It joins no other.
    pub enters: bool,
    /// The slot that it then enters: the lowest vacant one, 0 if all hold an event.
    pub enter_slot: u32,
    /// The slot that it enters, or in which the event is that it joins.
    pub in_slot: u32,
    /// An event that is watched for was in a slot in the cycle before, or had come.
    pub waits: bool,
    /// An event is in a slot, has come, or issues.
    pub occupied: bool,
    /// An event joined in the cycle before, and its sum saturated.
    pub saturates: bool,
}

/// An event in one word, so that a slot moves down with one load and one store: qpn, n0, n1, kind, loss, algorithm,
/// set, and the slot that it is in, from the lowest bit up.
#[derive(Copy, Clone)]
struct Slot(u64);

impl Slot {
    #[inline]
    fn new(record: &Record, choice: Choice, place: u32) -> Self {
        let choice = choice.alg.raw() << 48 | choice.set.raw() << 52;
        let counts = record.n0.raw() << 16 | record.n1.raw() << 30;
        let kind = (record.kind as u64) << 44 | (record.loss as u64) << 47;
        debug_assert!(record.qpn <= u16::MAX.into(), "the configuration limits qps to 65,536");
        Slot(record.qpn as u64 | counts | kind | choice | (place as u64) << 56)
    }

    #[inline]
    fn qpn(self) -> u32 {
        self.0 as u32 & 0xffff
    }

    #[inline]
    fn record(self) -> Record {
        let kind = Kind::from_bits((self.0 >> 44 & 7) as u8).expect("a slot holds what `new` has put there");
        let (n0, n1) = (N::wrap(self.0 >> 16), N::wrap(self.0 >> 30));
        Record { kind, n0, n1, loss: self.0 >> 47 & 1 == 1, qpn: self.qpn() }
    }

    #[inline]
    fn choice(self) -> Choice {
        Choice { alg: Alg::wrap(self.0 >> 48), set: Set::wrap(self.0 >> 52) }
    }

    /// Where the event is; its place in the list is its age.
    #[inline]
    fn place(self) -> u32 {
        (self.0 >> 56) as u32
    }

    #[inline]
    fn issued(self) -> Issued {
        Issued { event: self.record(), choice: self.choice(), slot: self.place() }
    }

    /// What comes joins; whether a sum saturates.
    #[inline]
    fn folds(&mut self, record: &Record) -> bool {
        let mut all = self.record();
        let saturates = all.folds(record);
        *self = Slot::new(&all, self.choice(), self.place());
        saturates
    }
}

/// The block.
#[derive(Clone)]
pub struct Issue {
    /// The event that came, and has not joined or entered.
    came: Option<Offer>,
    /// In order of age, the oldest first; `slots[..len]` are valid, one a QP.
    slots: [Slot; MAX_SLOTS],
    len: usize,
    /// Bit i: there is an event in slot i, or it issues.
    taken: u32,
    wait_slots: usize,
    /// What was picked in the last cycle, with what joined it there.
    picked: Option<Issued>,
    /// QPNs picked in the last cycles, as a ring: `at` is the entry that this cycle overwrites.
    recent: [u32; WINDOW],
    at: usize,
    /// Credits, but for those that the last cycle took and returned.
    credits: u32,
    /// As the cycle before had it: no event is picked, the QP behind the fence, an event that is watched for, the QP
    /// that is, a credit, a sum that saturates.
    held: bool,
    fenced: Option<u32>,
    waits: bool,
    watched: u32,
    has_credit: bool,
    taken_one: bool,
    returned: bool,
    saturated: bool,
    /// Credits after reset.
    most_credits: u32,
}

impl Operation {
    fn issued(self) -> Issued {
        let Operation { kind, qpn } = self;
        let event = Record { kind, n0: N::ZERO, n1: N::ZERO, loss: false, qpn };
        Issued { event, choice: Choice::RESET, slot: 0 }
    }
}

impl Issue {
    /// `wait_slots` is 4, 8, 9 or 16 (checked by the configuration; at most [`MAX_SLOTS`]); `credits` is how many
    /// updates there is room for behind the block.
    pub fn new(wait_slots: u32, credits: u32) -> Self {
        assert!((1..=MAX_SLOTS).contains(&(wait_slots as usize)), "the configuration limits wait_slots to 16");
        Self {
            came: None,
            slots: [Slot(0); MAX_SLOTS],
            len: 0,
            taken: 0,
            wait_slots: wait_slots as usize,
            picked: None,
            recent: [NONE; WINDOW],
            at: 0,
            credits,
            held: false,
            fenced: None,
            waits: false,
            watched: 0,
            has_credit: true,
            taken_one: false,
            returned: false,
            saturated: false,
            most_credits: credits,
        }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Out {
        let picks = self.oldest_ready().filter(|_| input.host.is_none() && !self.held);
        let full = self.taken == (1 << self.wait_slots) - 1;
        let moving = self.came.filter(|_| !full);
        let waits = |offer: Offer| self.slots[..self.len].iter().position(|slot| slot.qpn() == offer.event.qpn);
        // rule 3 looks at the slots as they stand, the one that is picked among them
        let joins = moving.and_then(waits);
        let vacant = if full { 0 } else { self.taken.trailing_ones() };
        let in_ready = self.came.is_none() || !full;
        let occupied = self.len > 0 || self.came.is_some() || self.picked.is_some_and(|of| !is_host(of.event.kind));
        let out = Out {
            in_ready,
            issued: self.picked,
            moves: moving.is_some(),
            enters: moving.is_some() && joins.is_none(),
            enter_slot: vacant,
            in_slot: match (self.came, joins) {
                (Some(_), Some(slot)) => self.slots[slot].place(),
                _ => vacant,
            },
            waits: self.waits,
            occupied,
            saturates: self.saturated,
        };
        if let Some(Operation { qpn, .. }) = input.host {
            let came = self.came.is_some_and(|came| came.event.qpn == qpn);
            let waits = self.slots[..self.len].iter().any(|slot| slot.qpn() == qpn);
            debug_assert!(!came && !waits && !self.recent.contains(&qpn), "an operation goes behind its QP's events");
        }
        if !input.rst_n {
            self.reset();
            self.watched = input.watch_qpn;
            return out;
        }
        // what is watched for is known from the cycle before
        let is_watched = |qpn| input.watch_all || qpn == self.watched;
        self.waits = self.came.is_some_and(|came| is_watched(came.event.qpn))
            || self.slots[..self.len].iter().any(|slot| is_watched(slot.qpn()));
        (self.held, self.fenced) = (input.hold, input.fence.then_some(self.watched));
        self.watched = input.watch_qpn;

        let mut taken = 0;
        for slot in &self.slots[..self.len] {
            taken |= 1 << slot.place();
        }
        self.saturated = false;
        if let (Some(offer), Some(slot)) = (moving, joins) {
            self.saturated = self.slots[slot].folds(&offer.record());
        }
        self.picked = input.host.map(Operation::issued).or(picks.map(|slot| self.slots[slot].issued()));
        if let Some(slot) = picks {
            self.len -= 1;
            for i in slot..self.len {
                self.slots[i] = self.slots[i + 1];
            }
        }
        if let (Some(offer), None) = (moving, joins) {
            self.slots[self.len] = Slot::new(&offer.record(), offer.choice, vacant);
            taken |= 1 << vacant;
            self.len += 1;
        }
        self.taken = taken;
        if in_ready {
            self.came = input.event;
        }
        self.recent[self.at] = self.picked.map_or(NONE, |picked| picked.event.qpn);
        self.at = if self.at + 1 == WINDOW { 0 } else { self.at + 1 };
        self.has_credit = self.credits > KEPT;
        self.credits += self.returned as u32;
        self.credits -= self.taken_one as u32;
        (self.taken_one, self.returned) = (picks.is_some(), input.credit_return);
        out
    }

    /// Rules 1 and 2.
    #[inline]
    fn oldest_ready(&self) -> Option<usize> {
        let may = |qpn| !self.recent.contains(&qpn) && self.fenced != Some(qpn);
        (0..self.len).find(|&slot| self.has_credit && may(self.slots[slot].qpn()))
    }

    /// No event is in it.
    pub fn is_empty(&self) -> bool {
        self.len == 0 && self.came.is_none() && self.picked.is_none_or(|picked| is_host(picked.event.kind))
    }

    /// No event is picked in this cycle.
    pub fn held(&self) -> bool {
        self.held
    }

    pub fn credits(&self) -> u32 {
        self.credits + u32::from(self.returned) - u32::from(self.taken_one)
    }

    pub fn reset(&mut self) {
        (self.len, self.taken, self.credits) = (0, 0, self.most_credits);
        (self.came, self.picked) = (None, None);
        (self.held, self.fenced, self.waits) = (false, None, false);
        (self.has_credit, self.taken_one, self.returned, self.saturated) = (true, false, false, false);
        self.recent = [NONE; WINDOW];
    }

    /// `cycles` steps without an event, without a slot that is valid and without a credit that returns; what holds
    /// events back stays.
    pub(crate) fn skip(&mut self, cycles: u64) {
        if cycles == 0 {
            return;
        }
        debug_assert!(self.is_empty() && self.picked.is_none(), "issue may only skip while nothing waits");
        (self.fenced, self.waits, self.saturated, self.taken) = (None, false, false, 0);
        let before = self.credits;
        self.credits = self.credits();
        (self.taken_one, self.returned) = (false, false);
        self.has_credit = if cycles == 1 { before } else { self.credits } > KEPT;
        if cycles >= WINDOW as u64 {
            self.recent = [NONE; WINDOW];
        } else {
            for _ in 0..cycles {
                self.recent[self.at] = NONE;
                self.at = if self.at + 1 == WINDOW { 0 } else { self.at + 1 };
            }
        }
    }
}
