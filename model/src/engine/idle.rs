//! Cycles in which nothing comes in: the engine jumps over those in which nothing happens inside either.

use super::measuring::Measuring;
use super::{Engine, In, Out};

impl Engine {
    /// For how many cycles from this one on nothing happens inside and no output changes, if nothing comes in, `rst_n`
    /// is high and `upd_ready` stays as given; `u64::MAX` if that is for ever. `unit.rdata` is that of the cycle before
    /// all the same.
    pub fn quiet_cycles(&self, upd_ready: bool) -> u64 {
        let init_done = self.sweep == self.qps;
        let open = init_done && self.events.len() < self.room_at;
        let operation = self.host.is_some() || !self.lower_end.is_still() || !self.host_order.is_still();
        let settled = self.room == open
            && self.open == open
            && self.waits == [false; 2]
            && !self.held
            && self.waited == [0; 2]
            && self.active != self.no_updates()
            && self.tracing.as_ref().is_none_or(|tracing| tracing.shown.is_none())
            && !operation
            && self.issue.held() == self.holds();
        let still = self.arrived.is_none()
            && self.events.is_empty()
            && self.issue.is_empty()
            && (self.no_updates() || !upd_ready);
        let pages = self.sockets.are_still() && self.ignores.are_still();
        // a unit with a timer initialises its contexts by itself
        let timer = if init_done || !self.sockets.has_timer() { self.sockets.quiet_cycles() } else { 0 };
        // with check bits something may be told of a word that nobody asked for
        if !settled || !still || !pages || timer == 0 || self.protection.is_some() {
            return 0;
        }
        let sweep = if init_done { u64::MAX } else { (self.qps - self.sweep) as u64 };
        let measuring = self.measuring.as_ref().map_or(u64::MAX, Measuring::quiet_cycles);
        let results = [self.results.quiet_cycles(), self.measured_results.quiet_cycles()].into_iter().min();
        let results = results.unwrap_or(u64::MAX).min(self.host_results.quiet_cycles());
        let calm =
            if init_done && !self.idle && self.no_updates() { (self.calm_at - self.calm).into() } else { u64::MAX };
        sweep.min(self.counting.quiet_cycles()).min(measuring).min(results).min(calm).min(timer)
    }

    /// How many cycles pass at the least until a timer's update is on the port, if nothing comes in. `None`: none is to
    /// come.
    pub fn soonest_timer(&self) -> Option<u64> {
        self.sockets.soonest_timer()
    }

    /// `cycles` calls of [`step`](Self::step) with `idle`, exact to the cycle, in a time that depends on what is under
    /// way and not on `cycles`. Every cycle that hands over an update or finishes a host operation is given to `seen`,
    /// counted from 0.
    pub fn advance_idle(&mut self, cycles: u64, idle: &In, mut seen: impl FnMut(u64, &Out)) {
        debug_assert!(
            idle.pkt.is_none()
                && idle.s_event.is_none()
                && idle.host.is_none()
                && idle.tx.is_none()
                && idle.lower.is_none(),
            "an idle cycle has no events"
        );
        debug_assert!(!idle.unit.write && !idle.unit.found_now, "an idle cycle changes no register");
        let mut cycle = 0;
        while cycle < cycles {
            let quiet = if idle.rst_n { self.quiet_cycles(idle.upd_ready).min(cycles - cycle) } else { 0 };
            if quiet > 0 {
                self.skip(quiet, idle);
                cycle += quiet;
                continue;
            }
            let out = self.step(idle);
            if out.host_done.is_some() || (out.upd.is_some() && idle.upd_ready) {
                seen(cycle, &out);
            }
            cycle += 1;
        }
    }

    /// At most `quiet_cycles` cycles.
    fn skip(&mut self, cycles: u64, idle: &In) {
        if self.sweep < self.qps {
            // quiet_cycles has limited `cycles` to what is left of the sweep, so it fits 32 bits
            let count = cycles as u32;
            self.init(self.sweep, count);
            self.sweep += count;
        }
        self.counting.skip(cycles);
        if let Some(measuring) = &mut self.measuring {
            measuring.skip(cycles);
        }
        self.sockets.skip(cycles, &idle.unit);
        self.issue.skip(cycles);
        self.turn.skip();
        if self.no_updates() {
            self.calm = self.calm_at.min(self.calm.saturating_add(cycles as u32));
        } else {
            (self.calm, self.idle) = (0, false);
        }
        self.results.skip(cycles);
        self.measured_results.skip(cycles);
        self.host_results.skip(cycles);
    }
}
