//! Where two sources of updates meet: the two streams of events', and these and a timer's (hdl/src/engine.md,
//! "Updates").

/// Who goes first while both have one.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Port {
    /// The other one: an update of the first was taken in the last cycle, or the other's is on the port.
    other_next: bool,
}

impl Port {
    /// The other one's update is on the port.
    #[inline]
    pub fn shows_other(self, first: bool, other: bool) -> bool {
        other && (!first || self.other_next)
    }

    /// The clock edge. What is on the port stays there until it is taken; then it is the other's turn.
    #[inline]
    pub fn step(&mut self, first: bool, other: bool, ready: bool) {
        self.other_next = (first || other) && self.shows_other(first, other) != ready;
    }

    pub fn reset(&mut self) {
        self.other_next = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_every_second_turn_while_both_have_updates_and_all_of_them_else() {
        let mut port = Port::default();
        let mut shown = |first, other| {
            let shows = port.shows_other(first, other);
            port.step(first, other, true);
            shows
        };
        assert_eq!([(); 4].map(|()| shown(true, true)), [false, true, false, true]);
        assert_eq!([(); 3].map(|()| shown(false, true)), [true; 3]);
        assert_eq!([(); 3].map(|()| shown(true, false)), [false; 3]);
        assert!(shown(true, true), "the first's was taken in the cycle before");
    }

    #[test]
    fn what_is_on_the_port_stays_there_until_it_is_taken() {
        let mut port = Port::default();
        port.step(false, true, false);
        assert!(port.shows_other(true, true), "the other's was there before");
        port.step(true, true, false);
        assert!(port.shows_other(true, true));
        port.step(true, true, true);
        port.step(true, false, false);
        assert!(!port.shows_other(true, true), "the first's was there before");
        port.step(true, true, true);
        assert!(port.shows_other(true, true));
    }
}
