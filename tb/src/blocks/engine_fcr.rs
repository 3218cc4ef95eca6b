//! The ports that FCR's key brings to `engine` (`engine.fcr`): lowerings, and whose marks are ignored.

use super::words::words;
use crate::rng::splitmix64;
use crate::{Design, Driver, Error, Feed, Stream};
use layout::config::Config;
use layout::record::Kind;
use model::engine::{In, Lower, Out};
use std::collections::HashMap;

words!(Inputs {
    rst_n,
    upd_ready,
    lower_valid,
    lower_qpn,
    lower_alg,
    lower_window,
    lower_rate,
    ignore_we,
    ignore_qpn,
    ignore_on,
});
words!(Outputs {
    upd_valid,
    upd_kind,
    upd_qpn,
    upd_alg,
    upd_window,
    upd_pace,
    lower_ready,
    lower_done,
    seen_ignored,
    host_passed_valid,
    host_passed_alg,
    host_passed_set,
});

#[derive(Clone, Copy)]
pub(super) struct FcrPorts {
    i: Inputs,
    o: Outputs,
    qps: u64,
}

impl FcrPorts {
    /// None without the key.
    pub fn of(name: &str, design: &Design, config: &Config) -> Result<Option<FcrPorts>, Error> {
        if !config.engine.fcr {
            return Ok(None);
        }
        let (i, o) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Some(FcrPorts { i, o, qps: config.engine.qps.into() }))
    }

    /// The model's pins of a row.
    pub fn read<'a>(&self, row: &[u64], input: In<'a>) -> In<'a> {
        let i = &self.i;
        let lower = Lower {
            qpn: row[i.lower_qpn] as u32,
            alg: row[i.lower_alg] as u8,
            window: row[i.lower_window],
            rate: row[i.lower_rate],
        };
        let ignore = (row[i.ignore_qpn] as u32, row[i.ignore_on] == 1);
        In {
            lower: (row[i.lower_valid] == 1).then_some(lower),
            ignore: (row[i.ignore_we] == 1).then_some(ignore),
            ..input
        }
    }

    /// The model's pins in a row of zeros.
    pub fn write(&self, input: &In, row: &mut [u64]) {
        let i = &self.i;
        if let Some(lower) = &input.lower {
            self.offer(lower, row);
        }
        if let Some((qpn, on)) = input.ignore {
            (row[i.ignore_we], row[i.ignore_qpn], row[i.ignore_on]) = (1, qpn.into(), on.into());
        }
    }

    fn offer(&self, lower: &Lower, row: &mut [u64]) {
        let i = &self.i;
        row[i.lower_valid] = 1;
        row[i.lower_qpn] = lower.qpn.into();
        row[i.lower_alg] = lower.alg.into();
        row[i.lower_window] = lower.window;
        row[i.lower_rate] = lower.rate;
    }

    /// What the model answers.
    pub fn put(&self, out: &Out, row: &mut [u64]) {
        let o = &self.o;
        row[o.lower_ready] = out.lower_ready.into();
        row[o.lower_done] = out.lower_done.into();
        row[o.seen_ignored] = out.ignored.into();
        row[o.host_passed_valid] = out.host_passed.is_some().into();
        if let Some(choice) = out.host_passed {
            (row[o.host_passed_alg], row[o.host_passed_set]) = (choice.alg.raw(), choice.set.raw());
        }
    }

    pub fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("host_passed_valid", None, &["host_passed_alg", "host_passed_set"])]
    }

    /// The driver, and beside it what depends on no event: stretches with many lowerings and with few, most of values
    /// around what the QP was told last, and writes of the bits, but for a while behind a reset.
    pub fn drive<A: 'static>(self, driver: Box<dyn Driver<A>>) -> Box<dyn Driver<A>> {
        let told = HashMap::new();
        Box::new(Beside { ports: self, driver, told, last: None, waits: None, cycle: 0, since_reset: 0 })
    }
}

struct Beside<A> {
    ports: FcrPorts,
    driver: Box<dyn Driver<A>>,
    /// The last window or rate of each QP and algorithm.
    told: HashMap<(u64, u64), u64>,
    /// Of which an update came last.
    last: Option<(u64, u64)>,
    /// A lowering that is not taken yet.
    waits: Option<Lower>,
    cycle: u64,
    since_reset: u64,
}

/// So many cycles behind a reset, beside the initialisation, no bit is written: what was there before must not count.
const UNWRITTEN: u64 = 4000;
/// The rate has 28 bits behind the point, whatever is given, and 35 in all.
const RATE: u64 = (1 << 35) - 1;
const WINDOW: u64 = (1 << 42) - 1;

impl<A> Beside<A> {
    fn draw(&self, random: u64) -> Lower {
        let part = |shift: u32, n: u64| (random >> shift) % n;
        let chosen = (part(0, self.ports.qps), part(20, 16));
        let (qpn, alg) = self.last.filter(|_| part(8, 8) != 0).unwrap_or(chosen);
        // now and then another unit's value
        let alg = if part(12, 16) == 0 { part(20, 16) } else { alg };
        let own = self.told.get(&(qpn, alg)).copied().unwrap_or(part(24, 1 << 32) << 6);
        let value = match part(24, 10) {
            0 => own,
            1 => own.saturating_sub(1),
            2 => own + 1,
            3 => own.saturating_sub(2),
            4 => own / 2,
            5 => own - own / 8,
            6 => own * 2,
            7 => own.saturating_sub(part(28, 1 << 20)),
            8 => splitmix64(random),
            _ => part(28, 1 << 29),
        };
        // the other one must not count
        let other = splitmix64(!random);
        let (window, rate) = if alg == 4 || alg == 5 { (other, value) } else { (value, other) };
        Lower { qpn: qpn as u32, alg: alg as u8, window: window & WINDOW, rate: rate & RATE }
    }
}

impl<A> Driver<A> for Beside<A> {
    fn drive(&mut self, feed: &mut Feed<'_, A>, row: &mut [u64]) {
        self.driver.drive(feed, row);
        let i = self.ports.i;
        let random = splitmix64(self.cycle ^ 0xfc4 << 48);
        let stretch = splitmix64(!(self.cycle >> 10)) % 4;
        if self.waits.is_none() && random.is_multiple_of([1, 16, 128, 1024][stretch as usize]) {
            self.waits = Some(self.draw(splitmix64(random)));
        }
        if let Some(lower) = &self.waits {
            self.ports.offer(lower, row);
        }
        let stretch = splitmix64(!(self.cycle >> 8)) % 4;
        let writes = (random >> 40).is_multiple_of([1, 4, 40, 400][stretch as usize]);
        row[i.ignore_we] = (writes && self.since_reset > UNWRITTEN + self.ports.qps).into();
        row[i.ignore_qpn] = (random >> 20) % self.ports.qps;
        row[i.ignore_on] = (random >> 36) & 1;
        self.cycle += 1;
        self.since_reset = if row[i.rst_n] == 0 { 0 } else { self.since_reset + 1 };
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        self.driver.observe(row, output);
        let (i, o) = (self.ports.i, self.ports.o);
        if row[i.lower_valid] == 1 && output[o.lower_ready] == 1 || row[i.rst_n] == 0 {
            self.waits = None;
        }
        if output[o.upd_valid] == 1 && row[i.upd_ready] == 1 {
            let key = (output[o.upd_qpn], output[o.upd_alg]);
            let timed = output[o.upd_kind] == Kind::Timer as u64;
            if timed || !matches!(key.1, 4 | 5) {
                self.told.insert(key, if timed { output[o.upd_pace] } else { output[o.upd_window] });
                self.last = Some(key);
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.driver.is_idle()
    }
}
