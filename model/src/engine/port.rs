//! The port of updates, where those of events and those of a timer meet (hdl/src/engine.md, "Updates").

/// Who goes first while both have one.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Port {
    /// The timer: an event's update was taken in the last cycle, or the timer's is on the port.
    timer_next: bool,
}

impl Port {
    /// The timer's update is on the port.
    #[inline]
    pub fn shows_timer(self, events: bool, timer: bool) -> bool {
        timer && (!events || self.timer_next)
    }

    /// The clock edge. What is on the port stays there until it is taken; then it is the other's turn.
    #[inline]
    pub fn step(&mut self, events: bool, timer: bool, ready: bool) {
        self.timer_next = (events || timer) && self.shows_timer(events, timer) != ready;
    }

    pub fn reset(&mut self) {
        self.timer_next = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_every_second_turn_while_both_have_updates_and_all_of_them_else() {
        let mut port = Port::default();
        let mut shown = |events, timer| {
            let shows = port.shows_timer(events, timer);
            port.step(events, timer, true);
            shows
        };
        assert_eq!([(); 4].map(|()| shown(true, true)), [false, true, false, true]);
        assert_eq!([(); 3].map(|()| shown(false, true)), [true; 3]);
        assert_eq!([(); 3].map(|()| shown(true, false)), [false; 3]);
        assert!(shown(true, true), "an event's was taken in the cycle before");
    }

    #[test]
    fn what_is_on_the_port_stays_there_until_it_is_taken() {
        let mut port = Port::default();
        port.step(false, true, false);
        assert!(port.shows_timer(true, true), "the timer's was there first");
        port.step(true, true, false);
        assert!(port.shows_timer(true, true));
        port.step(true, true, true);
        port.step(true, false, false);
        assert!(!port.shows_timer(true, true), "the event's was there first");
        port.step(true, true, true);
        assert!(port.shows_timer(true, true));
    }
}
