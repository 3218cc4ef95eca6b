//! The driver most blocks can use: one stream of requests with valid and ready, and back-pressure on the results.

use crate::{Driver, Feed};

/// What [`Paced`] needs to know of an action.
pub trait Beat {
    /// Idle cycles before it is offered.
    fn gap(&self) -> u32 {
        0
    }
    /// In how many cycles results are refused, from the one in which it is first offered.
    fn stall(&self) -> u32 {
        0
    }
    /// Sets the inputs that carry it; valid is set already. To reset in mid-flight: set reset, and clear valid. An
    /// action without valid is over after one cycle.
    fn fill(&self, row: &mut [u64]);
}

/// Offers one action after the other, each until it is accepted.
pub struct Paced<A> {
    valid: usize,
    ready: Option<usize>,
    sink: Vec<usize>,
    pending: Option<Pending<A>>,
    stall: u32,
}

struct Pending<A> {
    action: A,
    wait: u32,
    offered: bool,
}

impl<A> Paced<A> {
    /// Word numbers in the rows: the input that says valid, the output that says ready (none: always ready), the inputs
    /// that say ready for results.
    pub fn new(valid: usize, ready: Option<usize>, sink: Vec<usize>) -> Paced<A> {
        Paced { valid, ready, sink, pending: None, stall: 0 }
    }
}

impl<A: Beat> Driver<A> for Paced<A> {
    fn drive(&mut self, feed: &mut Feed<'_, A>, row: &mut [u64]) {
        if self.pending.is_none() {
            let pending = |action: A| Pending { wait: action.gap(), action, offered: false };
            self.pending = feed.take().map(pending);
        }
        if let Some(p) = self.pending.as_mut().filter(|p| p.wait == 0) {
            if !p.offered {
                self.stall = self.stall.max(p.action.stall());
            }
            p.offered = true;
            row[self.valid] = 1;
        }
        for s in &self.sink {
            row[*s] = u64::from(self.stall == 0);
        }
        if let Some(p) = self.pending.as_ref().filter(|p| p.offered) {
            p.action.fill(row);
        }
    }

    fn observe(&mut self, input: &[u64], output: &[u64]) {
        self.stall = self.stall.saturating_sub(1);
        let Some(p) = &mut self.pending else { return };
        if !p.offered {
            p.wait = p.wait.saturating_sub(1);
        } else if input[self.valid] & 1 == 0 || self.ready.is_none_or(|r| output[r] & 1 == 1) {
            self.pending = None;
        }
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.stall == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Act(u32, u32, u64);
    impl Beat for Act {
        fn gap(&self) -> u32 {
            self.0
        }
        fn stall(&self) -> u32 {
            self.1
        }
        fn fill(&self, row: &mut [u64]) {
            row[1] = self.2;
        }
    }

    #[test]
    fn gaps_stalls_and_refusals_are_kept() {
        let mut acts = vec![Act(0, 0, 8), Act(1, 2, 9)];
        let mut feed = Feed::new(|out: &mut Vec<Act>| out.append(&mut acts));
        let mut driver = Paced::new(0, Some(0), vec![2]);
        // (valid, data, sink ready) of each cycle, and whether it was accepted
        let cycles = [([1, 8, 1], 0), ([1, 8, 1], 1), ([0, 0, 1], 1), ([1, 9, 0], 0), ([1, 9, 0], 1), ([0, 0, 1], 1)];
        for (i, (expected, ready)) in cycles.into_iter().enumerate() {
            let mut row = [0; 3];
            driver.drive(&mut feed, &mut row);
            assert_eq!(row, expected, "cycle {i}");
            driver.observe(&row, &[ready]);
        }
        assert!(driver.is_idle());
        assert_eq!(feed.taken(), 2);
    }
}
