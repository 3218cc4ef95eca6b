//! Which words of contexts, counts and lists count where they have check bits (`rtl.ecc`).

/// What counts in a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// A word that is read in it.
    pub read: bool,
    /// One that was read two cycles before, and is taken from a list in it.
    pub taken: bool,
}

/// What is read, and what is written at the same time.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// QPs of what is in e0 to e4, and whether it is an event: else the initialisation's.
    events: [Option<(u32, bool)>; 5],
    /// The QP of what is in s4, which writes its mark.
    marks: Option<u32>,
}

/// What moves on in a cycle.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Moves {
    /// The event that comes, and what is initialised.
    pub event: Option<u32>,
    pub init: Option<u32>,
    /// Something is in s1, where it reads its QP's counts and mark, or in s2, where it reads the context.
    pub visits: bool,
    /// The QP of what is in s3.
    pub in_s3: Option<u32>,
}

impl Reads {
    /// One clock cycle: whether a word that counts is read. An event in e0 reads its mark, which does not count while
    /// it is written, and its counts, which do not where an event ahead has them.
    pub fn step(&mut self, rst_n: bool, moves: &Moves) -> bool {
        let [e0, ahead @ ..] = self.events;
        let reads = e0
            .filter(|(_, event)| *event)
            .is_some_and(|(qpn, _)| self.marks != Some(qpn) || !ahead.iter().flatten().any(|(other, _)| *other == qpn));
        self.events.rotate_right(1);
        self.events[0] = moves.event.map(|qpn| (qpn, true)).or(moves.init.map(|qpn| (qpn, false)));
        self.marks = moves.in_s3;
        if !rst_n {
            *self = Self::default();
        }
        reads || moves.visits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_counts_unless_its_mark_is_written_and_its_counts_are_ahead() {
        // the event in e0 in cycle 5, one of QP 7 `distance` ahead, and what writes its mark then
        let read = |distance: usize, marked: Option<u32>| {
            let mut reads = Reads::default();
            let told = (0..6).map(|cycle| {
                let event = (cycle == 4 || cycle + distance == 4).then_some(7);
                let in_s3 = marked.filter(|_| cycle == 4);
                reads.step(true, &Moves { event, in_s3, ..Moves::default() })
            });
            told.last()
        };
        for (distance, marked, expected) in
            [(1, Some(7), false), (4, Some(7), false), (5, Some(7), true), (1, Some(8), true), (1, None, true)]
        {
            assert_eq!(read(distance, marked), Some(expected), "{distance}, {marked:?}");
        }
    }

    #[test]
    fn an_initialisation_reads_nothing_and_has_the_counts_of_what_comes_behind_it() {
        let mut reads = Reads::default();
        let moves = |event, init, in_s3| Moves { event, init, in_s3, ..Moves::default() };
        let steps = [moves(None, Some(7), None), moves(Some(7), None, Some(7)), Moves::default(), Moves::default()];
        assert_eq!(steps.map(|moves| reads.step(true, &moves)), [false; 4]);
    }
}
