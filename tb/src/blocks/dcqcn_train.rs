//! Trains of events of one QP: what a count holds is large, at every distance from one event to the next, and is found
//! by a visit in each of its places.

use super::cover::Sheet;
use super::dcqcn::{Action, HostAction, log_uniform};
use crate::{Error, Rng};
use serde::{Deserialize, Serialize};

/// Events of one QP in even steps.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Train {
    /// How many.
    pub events: u32,
    /// Cycles from one to the next, one at least.
    pub apart: u32,
    /// One CNP among so many, the first of each.
    pub marks: u32,
}

/// A train most often of dcqcn-d, for which the counts count, and which most often no visit of its QP ends before it
/// is almost over.
pub(super) fn draw(rng: &mut Rng, qpn: u64, operation: impl Fn(&mut Rng) -> HostAction) -> Action {
    let marks = log_uniform(rng, 2, 255) as u32;
    let (events, apart) = match rng.chance(1, 3) {
        // the upper bits of a count, beside the visit too
        true => (rng.range(1 << 12, (1 << 14) - 1), rng.range(1, 2)),
        false => (log_uniform(rng, 64, (1 << 14) - 1), rng.range(1, 6)),
    };
    let train = Train { events: events as u32, apart: apart as u32, marks };
    Action {
        event: true,
        // fewer CNPs than packets: their share is below one
        more: log_uniform(rng, 1, u64::from(marks) - 1) - 1,
        qpn,
        host: rng.chance(2, 3).then(|| HostAction { write: true, deterministic: true, ..operation(rng) }),
        hold: if rng.chance(3, 4) { train.cycles() - rng.below(64) as u32 } else { 0 },
        train: Some(train),
        ..Action::default()
    }
}

impl Train {
    fn cycles(self) -> u32 {
        self.events * self.apart
    }
}

/// A train under way.
#[derive(Copy, Clone, Debug)]
pub(super) struct Running {
    action: Action,
    train: Train,
    /// The cycle of it that comes next.
    cycle: u32,
}

impl Running {
    pub fn new(action: Action, train: Train) -> Self {
        Running { action, train, cycle: 0 }
    }

    /// What comes in this cycle: whether it is a CNP, and the action that says the rest.
    pub fn event(&self) -> Option<(bool, Action)> {
        let number = self.cycle / self.train.apart.max(1);
        let comes = self.cycle.is_multiple_of(self.train.apart.max(1));
        comes.then(|| (number.is_multiple_of(self.train.marks), self.action))
    }

    /// What is left of it behind this cycle.
    pub fn rest(self) -> Option<Self> {
        let cycle = self.cycle + 1;
        (cycle < self.train.cycles()).then_some(Running { cycle, ..self })
    }
}

/// Counts are large with every distance of events that takes them from another place.
pub(super) fn points(sheet: &mut Sheet) -> Result<(), Error> {
    let (event, qpn) = (sheet.pin("issued_valid")?, sheet.pin("issued_qpn")?);
    let (mut before, mut row) = ((0, 0), (0, 0));
    sheet.every("1,024 events of one QP, each 1 to 5 cycles behind the last", 5, move |r| {
        if !r.is(event) {
            return None;
        }
        let (last, now) = (before, (r.get(qpn), r.number));
        before = now;
        let apart = now.1 - last.1;
        row = if now.0 == last.0 && apart == row.0 { (apart, row.1 + 1) } else { (apart, 1) };
        (row.1 >= 1023).then(|| apart - 1)
    });
    Ok(())
}
