//! When the host's operation has passed: all updates of events that issued before it have been taken
//! (hdl/src/engine.md, "The host's operation has passed").

use crate::choice::Choice;

#[derive(Copy, Clone, Debug, Default)]
pub(super) struct HostOrder {
    /// Events of each stream whose update has not been taken.
    under_way: [u32; 2],
    /// Those that are older than the operation.
    drains: Option<[u32; 2]>,
    /// The choice that it leaves, if somebody hears of it.
    tells: Option<Choice>,
    /// Another one has entered since: events of its QP are not watched for any more.
    unwatched: bool,
}

/// What a cycle brings.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moves {
    /// An operation enters; it is the host's next: nobody hears of the one before it.
    pub enters: bool,
    pub host_enters: bool,
    /// Of which stream an event issues, an update is taken.
    pub issues: [bool; 2],
    pub taken: [bool; 2],
    /// The host's operation issues, with the choice that it leaves.
    pub host: Option<Choice>,
}

impl HostOrder {
    /// One clock cycle: the choice of the operation that has passed.
    pub fn step(&mut self, moves: Moves) -> Option<Choice> {
        let taken = moves.taken.map(u32::from);
        let less = |mut of: [u32; 2]| {
            of.iter_mut().zip(taken).for_each(|(of, taken)| *of = of.saturating_sub(taken));
            of
        };
        let left = self.drains.map(less);
        let passes = left == Some([0; 2]);
        let told = self.tells.filter(|_| passes);
        self.drains = left.filter(|_| !passes);
        self.unwatched = self.drains.is_some() && (self.unwatched || moves.enters);
        if passes || moves.host_enters {
            self.tells = None;
        }
        if let Some(choice) = moves.host {
            (self.drains, self.tells) = (Some(less(self.under_way)), Some(choice));
        }
        self.under_way = less(self.under_way);
        self.under_way.iter_mut().zip(moves.issues).for_each(|(under_way, issues)| *under_way += u32::from(issues));
        told
    }

    /// Events of each stream that have issued, and whose update is still to be taken.
    pub fn under_way(&self) -> [u32; 2] {
        self.under_way
    }

    /// Older updates are still to be taken.
    pub fn drains(&self) -> bool {
        self.drains.is_some()
    }

    /// Likewise, of an operation behind which another one has entered.
    pub fn unwatched(&self) -> bool {
        self.unwatched
    }

    /// Nothing changes, if nothing comes.
    pub fn is_still(&self) -> bool {
        self.drains.is_none()
    }
}
