//! When the host's operation issues: beside the event queue it waits for the older events of its QP, and the write of a
//! parameter set for all that are older (hdl/src/engine.md, "The host's turn").

use crate::fifo::Fifo;
use layout::timing::HAZARD;

/// Cycles without an event of its QP in a slot, as `quiet` counts them, after which an operation may go.
const QUIET: u32 = HAZARD - 3;
/// `quiet` counts no further.
const QUIET_MOST: u32 = 127;

/// The registers of `turn`.
#[derive(Clone, Default)]
pub(super) struct Turn {
    /// The operation waits beside the queue.
    pending: bool,
    /// Events in the queue that are older, and younger ones that came since.
    left: u32,
    younger: u32,
    /// The older event that is looked at, counted from the youngest; with `looks` its QP is known.
    at: u32,
    looks: bool,
    /// It is of the operation's QP, or all have to go before.
    found: bool,
    passed: bool,
    quiet: u32,
    /// No operation was under way in the cycle before, in one of the last two.
    fresher: bool,
    fresh: bool,
    /// The operation goes in this cycle.
    pub goes: bool,
    /// The queue's head is younger than the operation, and does not enter a slot.
    pub fence: bool,
}

/// What of a cycle it looks at.
pub(super) struct Moves {
    pub rst_n: bool,
    /// The QP of the operation under way.
    pub under_way: Option<u32>,
    /// It waits for all that are older: for so many cycles without an event in a slot.
    pub all: Option<u32>,
    pub arrives: bool,
    pub pushed: bool,
    pub popped: bool,
    /// An event that it waits for was in a slot in the cycle before.
    pub waits: bool,
}

impl Turn {
    /// No operation is under way.
    fn idle() -> Self {
        Turn { fresh: true, fresher: true, ..Turn::default() }
    }

    /// One clock cycle, before the queue's. `qpn` gives an event's QP.
    pub fn step<T: Copy, const N: usize>(&mut self, moves: &Moves, queue: &Fifo<T, N>, qpn: impl Fn(T) -> u32) {
        let Moves { rst_n, under_way, all, arrives, pushed, popped, waits } = *moves;
        if !rst_n {
            *self = Turn::idle();
            return;
        }
        let was = self.clone();
        let quiet = was.quiet >= all.unwrap_or(QUIET);
        let gone = was.pending && was.at > was.left;
        self.goes = was.pending && was.passed && !waits && quiet && !was.goes;
        self.passed = gone && !was.goes;
        self.pending = was.pending && !was.goes || arrives;
        self.quiet = if under_way.is_none() || was.fresh || waits { 0 } else { (was.quiet + 1).min(QUIET_MOST) };
        self.fresh = under_way.is_none() || was.fresher;
        self.fresher = under_way.is_none();
        let older = if arrives { queue.len() as u32 } else { was.left };
        self.left = older - u32::from(popped && older > 0);
        self.fence = was.goes || (self.left == 0 && (arrives || was.pending));
        self.younger = was.younger + u32::from(pushed);
        if arrives {
            (self.younger, self.at, self.looks, self.found) = (0, 1, false, all.is_some());
        } else if was.pending && !was.found && !gone {
            self.looks = !was.looks;
            if was.looks {
                let event = queue.from_tail((was.younger + was.at - 1) as usize);
                self.found = event.is_some_and(|event| Some(qpn(event)) == under_way);
                self.at += u32::from(!self.found);
            }
        }
    }

    /// Cycles in which no operation is under way and the queue is empty.
    pub fn skip(&mut self) {
        *self = Turn::idle();
    }
}
