//! When FCR's lowering is over: behind its end, when all older updates have left (hdl/src/engine.md, "Lowering").

use layout::timing::{LOWER_QUIET, LOWER_TIMERS};

#[derive(Copy, Clone, Debug, Default)]
pub(super) struct LowerEnd {
    /// Older updates of events that are still in their queue, and how many of the timer's have left since.
    drains: Option<(usize, u32)>,
    /// Cycles without an update of the timer.
    quiet: u32,
    done: bool,
}

/// What a cycle brings.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moves {
    /// The operation has ended in the cycle before.
    pub ended: bool,
    /// Updates of events in their queue, and one leaves.
    pub waiting: usize,
    pub event_taken: bool,
    /// The engine has a unit with a timer, of which updates wait there, and one leaves.
    pub timers: bool,
    pub timer: bool,
    pub timer_taken: bool,
}

impl LowerEnd {
    /// Older updates may still leave, behind an end before this cycle's.
    #[inline]
    pub fn busy(&self) -> bool {
        self.drains.is_some()
    }

    /// Nothing of it is under way.
    pub fn is_still(&self) -> bool {
        !self.busy() && !self.done
    }

    /// One clock cycle: whether it is over.
    pub fn step(&mut self, moves: Moves) -> bool {
        let done = std::mem::take(&mut self.done);
        if let Some((older, timers)) = self.drains {
            let quiet = !moves.timers || self.quiet == LOWER_QUIET || timers == LOWER_TIMERS;
            self.done = older == 0 && quiet;
            let left = (older.saturating_sub(moves.event_taken.into()), timers + u32::from(moves.timer_taken));
            self.drains = (!self.done).then_some(left);
        }
        self.quiet = if moves.timer || moves.ended { 0 } else { (self.quiet + 1).min(LOWER_QUIET) };
        if moves.ended {
            self.drains = Some((moves.waiting - usize::from(moves.event_taken), 0));
        }
        done
    }
}
