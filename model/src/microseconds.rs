//! A pulse a microsecond, from a clock in nanoseconds (hdl/src/microseconds.rs).

use layout::limit::{JUMP_BIT, MICROSECOND};

/// As many pulses as microseconds go by; a clock that jumps makes none.
#[derive(Copy, Clone, Debug, Default)]
pub struct Microseconds {
    now: u32,
    made: u32,
    tick: bool,
}

impl Microseconds {
    /// One cycle: whether a pulse is made in it.
    pub fn step(&mut self, now: u32, rst_n: bool) -> bool {
        let tick = self.tick;
        let ahead = self.now.wrapping_sub(self.made);
        let jumps = ahead >> JUMP_BIT != 0;
        self.tick = !jumps && ahead >= MICROSECOND;
        if jumps {
            self.made = self.now;
        } else if self.tick {
            self.made = self.made.wrapping_add(MICROSECOND);
        }
        self.now = now;
        if !rst_n {
            (self.made, self.tick) = (0, false);
        }
        tick
    }
}
