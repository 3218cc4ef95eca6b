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
    /// The host's operation issues: no event of its QP is in a slot, enters one in this cycle or in the next, or was
    /// issued in the last 7 cycles.
    pub host: Option<Operation>,
    /// Whose events are watched for.
    pub watch: Option<Watch>,
    /// No event issues in the next cycle.
    pub hold: bool,
    /// Events of this QP do not issue in the next cycle.
    pub fence: Option<u32>,
    /// An update has left the update queue.
    pub credit_return: bool,
}

impl In {
    /// Nothing comes.
    pub const IDLE: In =
        In { rst_n: true, event: None, host: None, watch: None, hold: false, fence: None, credit_return: false };
}

/// The host's operation, which waits in no slot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub kind: Kind,
    pub qpn: u32,
}

/// Which events in slots are told of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    Qp(u32),
    All,
}

/// An event that issues.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    pub event: Record,
    pub choice: Choice,
    /// The slot that it leaves; 0 of the host's operation.
    pub slot: u32,
}

/// The outputs of a cycle; of these `enters` and the host's operation depend on the inputs of that cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub in_ready: bool,
    pub issued: Option<Issued>,
    /// The event at the input is accepted and joins no other.
    pub enters: bool,
    /// The slot that it then enters: the lowest vacant one, 0 if all hold an event.
    pub enter_slot: u32,
    /// The slot that it enters, or in which the event is that it joins.
    pub in_slot: u32,
    /// An event that is watched for was in a slot in the cycle before.
    pub waits: bool,
    /// An event is in a slot.
    pub occupied: bool,
    /// The event at the input joins, and its sum saturates.
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
    /// In order of age, the oldest first; `slots[..len]` are valid, one a QP.
    slots: [Slot; MAX_SLOTS],
    len: usize,
    /// Bit i: there is an event in slot i.
    taken: u32,
    wait_slots: usize,
    /// QPNs issued in the last cycles, as a ring: `at` is the entry that this cycle overwrites.
    recent: [u32; WINDOW],
    at: usize,
    credits: u32,
    /// As the cycle before had it: no event issues, the QP behind the fence, an event that is watched for.
    held: bool,
    fenced: Option<u32>,
    waits: bool,
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
            slots: [Slot(0); MAX_SLOTS],
            len: 0,
            taken: 0,
            wait_slots: wait_slots as usize,
            recent: [NONE; WINDOW],
            at: 0,
            credits,
            held: false,
            fenced: None,
            waits: false,
            most_credits: credits,
        }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Out {
        let issues = self.oldest_ready().filter(|_| input.host.is_none() && !self.held);
        let in_ready = self.len < self.wait_slots;
        // rule 3 looks at the slots as they stand, the one that issues excepted
        let accepted = input.event.filter(|_| in_ready);
        let joins = accepted.and_then(|offer| self.joins(&offer, issues));
        let vacant = if in_ready { self.taken.trailing_ones() } else { 0 };
        let mut out = Out {
            in_ready,
            issued: input.host.map(Operation::issued).or(issues.map(|slot| self.slots[slot].issued())),
            enters: accepted.is_some() && joins.is_none(),
            enter_slot: vacant,
            in_slot: joins.map_or(vacant, |slot| self.slots[slot].place()),
            waits: self.waits,
            occupied: self.len > 0,
            saturates: false,
        };
        if let (Some(offer), Some(slot)) = (accepted, joins) {
            out.saturates = self.slots[slot].folds(&offer.record());
        }
        if let Some(Operation { qpn, .. }) = input.host {
            let waits = self.slots[..self.len].iter().any(|slot| slot.qpn() == qpn);
            debug_assert!(!waits && !self.recent.contains(&qpn), "an operation goes behind the events of its QP");
        }
        if !input.rst_n {
            self.reset();
            return out;
        }
        (self.held, self.fenced) = (input.hold, input.fence);
        self.waits = input.watch.is_some_and(|watch| {
            self.slots[..self.len].iter().any(|slot| watch == Watch::All || watch == Watch::Qp(slot.qpn()))
        });
        if let Some(slot) = issues {
            self.taken &= !(1 << self.slots[slot].place());
            self.len -= 1;
            for i in slot..self.len {
                self.slots[i] = self.slots[i + 1];
            }
        }
        if let (Some(offer), None) = (accepted, joins) {
            self.slots[self.len] = Slot::new(&offer.record(), offer.choice, out.enter_slot);
            self.taken |= 1 << out.enter_slot;
            self.len += 1;
        }
        self.recent[self.at] = out.issued.map_or(NONE, |issued| issued.event.qpn);
        self.at = if self.at + 1 == WINDOW { 0 } else { self.at + 1 };
        self.credits += input.credit_return as u32;
        self.credits -= out.issued.is_some_and(|issued| !is_host(issued.event.kind)) as u32;
        out
    }

    /// Rules 1 and 2.
    #[inline]
    fn oldest_ready(&self) -> Option<usize> {
        let may = |qpn| !self.recent.contains(&qpn) && self.fenced != Some(qpn);
        (0..self.len).find(|&slot| self.credits > 0 && may(self.slots[slot].qpn()))
    }

    /// Rule 3: the slot with the event that an accepted one joins.
    #[inline]
    fn joins(&self, offer: &Offer, issues: Option<usize>) -> Option<usize> {
        let waits = self.slots[..self.len].iter().position(|slot| slot.qpn() == offer.event.qpn);
        waits.filter(|slot| issues != Some(*slot))
    }

    /// No slot is valid.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// No event issues in this cycle.
    pub fn held(&self) -> bool {
        self.held
    }

    pub fn credits(&self) -> u32 {
        self.credits
    }

    pub fn reset(&mut self) {
        (self.len, self.taken, self.credits) = (0, 0, self.most_credits);
        (self.held, self.fenced, self.waits) = (false, None, false);
        self.recent = [NONE; WINDOW];
    }

    /// `cycles` steps without an event, without a slot that is valid and without a credit that returns; what holds
    /// events back stays.
    pub(crate) fn skip(&mut self, cycles: u64) {
        debug_assert!(self.is_empty(), "issue may only skip while nothing waits");
        (self.fenced, self.waits) = (None, false);
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
