//! When FCR's lowering is over: behind its end, when all older updates have left (hdl/src/engine.md, "Lowering").

use layout::timing::{LOWER_QUIET, LOWER_TIMERS};

#[derive(Copy, Clone, Debug, Default)]
pub(super) struct LowerEnd {
    /// Older updates of events that are still in the queue of their stream, and how many of the timer's have left
    /// since.
    drains: Option<([usize; 2], u32)>,
    /// Cycles without an update of the timer.
    quiet: u32,
    done: bool,
}

/// What a cycle brings.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moves {
    /// The operation has ended in the cycle before.
    pub ended: bool,
    /// Updates of events in the queue of each stream, and one leaves.
    pub waiting: [usize; 2],
    pub taken: [bool; 2],
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
            self.done = older == [0; 2] && quiet;
            let left = (less(older, moves.taken), timers + u32::from(moves.timer_taken));
            self.drains = (!self.done).then_some(left);
        }
        self.quiet = if moves.timer || moves.ended { 0 } else { (self.quiet + 1).min(LOWER_QUIET) };
        if moves.ended {
            self.drains = Some((less(moves.waiting, moves.taken), 0));
        }
        done
    }
}

/// Those that are left of each stream.
fn less(of: [usize; 2], taken: [bool; 2]) -> [usize; 2] {
    [0, 1].map(|stream| of[stream].saturating_sub(taken[stream].into()))
}
