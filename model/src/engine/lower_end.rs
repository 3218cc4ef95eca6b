//! When FCR's lowering is over: behind its end, when all older updates have left (hdl/src/engine.md, "Its
//! end").

use layout::timing::{LOWER_QUIET, LOWER_TIMERS};

#[derive(Copy, Clone, Debug, Default)]
pub(super) struct LowerEnd {
    /// Of each stream, updates of events that issued before the operation, and are still to be taken.
    older: [u32; 2],
    /// Behind its end: how many of the timer's have left since.
    drains: Option<u32>,
    /// Cycles without an update of the timer.
    quiet: u32,
    done: bool,
}

/// What a cycle brings.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moves {
    /// The operation issues; it has ended in the cycle before.
    pub issues: bool,
    pub ended: bool,
    /// Of each stream, events that issued before this cycle and whose update is still to be taken; one is.
    pub under_way: [u32; 2],
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
        if let Some(timers) = self.drains {
            let quiet = !moves.timers || self.quiet == LOWER_QUIET || timers == LOWER_TIMERS;
            self.done = self.older == [0; 2] && quiet;
            self.drains = (!self.done).then_some(timers + u32::from(moves.timer_taken));
        }
        self.quiet = if moves.timer || moves.ended { 0 } else { (self.quiet + 1).min(LOWER_QUIET) };
        if moves.ended {
            self.drains = Some(0);
        }
        self.older = less(if moves.issues { moves.under_way } else { self.older }, moves.taken);
        done
    }
}

/// Those that are left of each stream.
fn less(of: [u32; 2], taken: [bool; 2]) -> [u32; 2] {
    [0, 1].map(|stream| of[stream].saturating_sub(taken[stream].into()))
}
