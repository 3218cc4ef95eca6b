//! The ports that check bits bring (`rtl.ecc`), as far as a block has them: what is injected, what is scrubbed, what is
//! told.

use crate::rng::splitmix64;
use crate::{Design, Driver, Feed};
use model::ecc::Fault;

#[derive(Clone, Copy)]
pub(super) struct EccPorts {
    inject: Option<usize>,
    scrub_interval: Option<usize>,
    rewrite: Option<usize>,
    corrected: Option<usize>,
    uncorrectable: Option<usize>,
}

impl EccPorts {
    pub fn of(design: &Design) -> EccPorts {
        let i = |port| design.inputs().column(port).map(|c| c.word);
        let o = |port| design.outputs().column(port).map(|c| c.word);
        EccPorts {
            inject: i("ecc_inject"),
            scrub_interval: i("ecc_scrub_interval"),
            rewrite: i("ecc_rewrite"),
            corrected: o("fault_corrected"),
            uncorrectable: o("fault_uncorrectable"),
        }
    }

    /// What the block's model needs for it, if it has the ports.
    pub fn option<T>(&self, new: impl FnOnce() -> T) -> Option<T> {
        self.inject.map(|_| new())
    }

    /// Contexts are scrubbed beside the host's operations.
    pub fn scrubs(&self) -> bool {
        self.scrub_interval.is_some()
    }

    pub fn inject(&self, row: &[u64]) -> u8 {
        self.inject.map_or(0, |port| row[port] as u8)
    }

    pub fn scrub_interval(&self, row: &[u64]) -> u32 {
        self.scrub_interval.map_or(0, |port| row[port] as u32)
    }

    pub fn rewrite(&self, row: &[u64]) -> bool {
        self.rewrite.is_some_and(|port| row[port] == 1)
    }

    pub fn set_rewrite(&self, row: &mut [u64], rewrite: bool) {
        if let Some(port) = self.rewrite {
            row[port] = rewrite.into();
        }
    }

    pub fn put(&self, fault: Fault, output: &mut [u64]) {
        for (port, value) in [(self.corrected, fault.corrected), (self.uncorrectable, fault.uncorrectable)] {
            if let Some(port) = port {
                output[port] = value.into();
            }
        }
    }

    /// The driver, and beside it what depends on no event: what is injected, in stretches of nothing, of everything and
    /// at random, and how often is scrubbed. `rewrites`: whether a word is written back, too.
    pub fn drive<A: 'static>(self, driver: Box<dyn Driver<A>>, rewrites: bool) -> Box<dyn Driver<A>> {
        match self.inject {
            Some(_) => Box::new(Beside { ports: self, driver, rewrites, cycle: 0 }),
            None => driver,
        }
    }
}

struct Beside<A> {
    ports: EccPorts,
    driver: Box<dyn Driver<A>>,
    rewrites: bool,
    cycle: u64,
}

impl<A> Driver<A> for Beside<A> {
    fn drive(&mut self, feed: &mut Feed<'_, A>, row: &mut [u64]) {
        self.driver.drive(feed, row);
        let random = splitmix64(self.cycle);
        let stretch = |bits: u32| splitmix64(!(self.cycle >> bits));
        if let Some(port) = self.ports.inject {
            row[port] = match stretch(6) % 5 {
                k @ 0..4 => k,
                _ => random & 3,
            };
        }
        if let Some(port) = self.ports.scrub_interval {
            row[port] = [0, 1, 2, 30, 100, 100, 300, 700][stretch(10) as usize % 8];
        }
        if self.rewrites {
            self.ports.set_rewrite(row, random >> 8 & 7 == 0);
        }
        self.cycle += 1;
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        self.driver.observe(row, output);
    }

    fn is_idle(&self) -> bool {
        self.driver.is_idle()
    }
}
