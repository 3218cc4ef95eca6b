//! When the host's operation has passed: all updates of events that issued before it have been taken
//! (hdl/src/engine.md, "The host's operation has passed").

use crate::choice::Choice;

#[derive(Copy, Clone, Debug, Default)]
pub(super) struct HostOrder {
    /// Events whose update has not been taken.
    under_way: u32,
    /// Those that are older than the operation, and the choice that it leaves.
    waits: Option<(u32, Choice)>,
}

/// What a cycle brings.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moves {
    /// The host's next operation enters: the one before it is no longer waited for.
    pub host_enters: bool,
    pub event_issues: bool,
    pub event_taken: bool,
    /// The host's operation issues, with the choice that it leaves.
    pub host: Option<Choice>,
}

impl HostOrder {
    /// One clock cycle: the choice of the operation that has passed.
    pub fn step(&mut self, moves: Moves) -> Option<Choice> {
        let taken = u32::from(moves.event_taken);
        let left = self.waits.map(|(older, choice)| (older.saturating_sub(taken), choice));
        let passed = left.filter(|(older, _)| *older == 0).map(|(_, choice)| choice);
        self.waits = if passed.is_some() || moves.host_enters { None } else { left };
        if let Some(choice) = moves.host {
            self.waits = Some((self.under_way - taken, choice));
        }
        self.under_way = self.under_way + u32::from(moves.event_issues) - taken;
        passed
    }

    /// Nothing changes, if nothing comes.
    pub fn is_still(&self) -> bool {
        self.waits.is_none()
    }
}
