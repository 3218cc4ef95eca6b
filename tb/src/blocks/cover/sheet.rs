//! A list of named points, each a question that is asked in every cycle, and the words in which blocks ask them.

use std::{collections::HashMap, collections::VecDeque, ops::RangeInclusive};

use crate::{Design, Error};

/// How many cycles back a question may look: more than the longest latency of a block that is driven alone.
const PAST: usize = 96;

/// A port's place in the rows.
#[derive(Clone, Copy)]
pub struct Pin {
    output: bool,
    word: usize,
    words: usize,
    pub width: u32,
}

/// A cycle: what was driven, what the model answered, and what was driven before.
pub struct Row<'a> {
    input: &'a [u64],
    output: &'a [u64],
    past: &'a VecDeque<Vec<u64>>,
    /// Cycles since the run began.
    pub number: u64,
}

impl Row<'_> {
    pub fn get(&self, pin: Pin) -> u64 {
        if pin.output { self.output[pin.word] } else { self.input[pin.word] }
    }

    pub fn is(&self, pin: Pin) -> bool {
        self.get(pin) & 1 == 1
    }

    /// All words of a port.
    pub fn words(&self, pin: Pin) -> &[u64] {
        let row = if pin.output { self.output } else { self.input };
        &row[pin.word..pin.word + pin.words]
    }

    /// What an input was `cycles` ago; 0 before the run.
    pub fn ago(&self, pin: Pin, cycles: u32) -> u64 {
        if cycles == 0 {
            return self.get(pin);
        }
        self.past.get(cycles as usize - 1).map_or(0, |row| row[pin.word])
    }
}

struct Point<'a> {
    name: String,
    hits: u64,
    asks: Box<dyn FnMut(&Row) -> bool + 'a>,
}

pub struct Sheet<'a> {
    block: String,
    design: &'a Design,
    points: Vec<Point<'a>>,
    past: VecDeque<Vec<u64>>,
    number: u64,
}

impl<'a> Sheet<'a> {
    pub fn new(block: &str, design: &'a Design) -> Self {
        Sheet { block: block.into(), design, points: vec![], past: VecDeque::new(), number: 0 }
    }

    pub fn block(&self) -> &str {
        &self.block
    }

    /// Each point's name and how often it was met.
    pub fn counts(&self) -> Vec<(String, u64)> {
        self.points.iter().map(|p| (p.name.clone(), p.hits)).collect()
    }

    /// Another run begins: what was driven before is forgotten.
    pub(super) fn restart(&mut self) {
        // further on than any distance that is asked for, so that no two events of different runs are near
        self.number += 1 << 32;
        self.past.clear();
    }

    pub(super) fn cycle(&mut self, input: &[u64], output: &[u64]) {
        let row = Row { input, output, past: &self.past, number: self.number };
        for point in &mut self.points {
            point.hits += u64::from((point.asks)(&row));
        }
        self.number += 1;
        let mut oldest = if self.past.len() < PAST { vec![] } else { self.past.pop_back().unwrap_or_default() };
        oldest.clear();
        oldest.extend_from_slice(input);
        self.past.push_front(oldest);
    }

    /// A port. One that the design lacks is an error of the block.
    pub fn pin(&self, name: &str) -> Result<Pin, Error> {
        let missing = || Error::Block { block: self.block.clone(), what: format!("the design has no port {name}") };
        self.find(name).ok_or_else(missing)
    }

    /// A port that a configuration may lack.
    pub fn find(&self, name: &str) -> Option<Pin> {
        let found = |output: bool| {
            let side = if output { self.design.outputs() } else { self.design.inputs() };
            side.column(name).map(|c| Pin { output, word: c.word, words: c.words, width: c.width })
        };
        found(false).or_else(|| found(true))
    }

    /// A question of any kind. It may remember what it saw; it is asked in every cycle.
    pub fn point(&mut self, name: impl Into<String>, asks: impl FnMut(&Row) -> bool + 'a) {
        self.points.push(Point { name: name.into(), hits: 0, asks: Box::new(asks) });
    }

    /// A port has each of these values while `valid` is 1.
    pub fn values(&mut self, valid: &str, port: &str, named: &[(u64, &str)]) -> Result<(), Error> {
        let (valid, pin) = (self.pin(valid)?, self.pin(port)?);
        for (value, name) in named {
            let value = *value;
            self.point(format!("{port} {name}"), move |r| r.is(valid) && r.get(pin) == value);
        }
        Ok(())
    }

    /// A port is all zeros, and all ones, while `valid` is 1.
    pub fn extremes(&mut self, valid: &str, ports: &[&str]) -> Result<(), Error> {
        for port in ports {
            let width = self.pin(port)?.width;
            let most = if width < 64 { (1 << width) - 1 } else { u64::MAX };
            self.values(valid, port, &[(0, "0"), (most, "all ones")])?;
        }
        Ok(())
    }

    /// Each bit of a port is 1 while `valid` is, and `counts` says so too.
    pub fn flags(
        &mut self,
        valid: &str,
        port: &str,
        names: &[&str],
        counts: impl Fn(&Row) -> bool + Copy + 'a,
    ) -> Result<(), Error> {
        self.flags_from(0, valid, port, names, counts)
    }

    /// The same, of an algorithm without the flag `paced`, which is bit 0.
    pub fn unpaced_flags(
        &mut self,
        valid: &str,
        port: &str,
        names: &[&str],
        counts: impl Fn(&Row) -> bool + Copy + 'a,
    ) -> Result<(), Error> {
        self.flags_from(1, valid, port, names, counts)
    }

    fn flags_from(
        &mut self,
        first: usize,
        valid: &str,
        port: &str,
        names: &[&str],
        counts: impl Fn(&Row) -> bool + Copy + 'a,
    ) -> Result<(), Error> {
        let (valid, pin) = (self.pin(valid)?, self.pin(port)?);
        for (bit, name) in names.iter().enumerate().skip(first) {
            let asks = move |r: &Row| r.is(valid) && r.get(pin) >> bit & 1 == 1 && counts(r);
            self.point(format!("{port} {name}"), asks);
        }
        Ok(())
    }

    /// All values that `which` may give, 0 to n - 1, have been seen. One point.
    pub fn every(&mut self, name: &str, n: usize, mut which: impl FnMut(&Row) -> Option<u64> + 'a) {
        let (mut seen, mut left) = (vec![false; n], n);
        self.point(name, move |r| {
            if let Some(slot) = which(r).and_then(|v| seen.get_mut(v as usize)) {
                left -= usize::from(!*slot);
                *slot = true;
            }
            left == 0
        });
    }

    /// An event comes each of these many cycles behind the last one of its key.
    pub fn apart(&mut self, what: &str, valid: &str, key: &str, distances: RangeInclusive<u64>) -> Result<(), Error> {
        let (valid, key) = (self.pin(valid)?, self.pin(key)?);
        for distance in distances {
            let mut last = HashMap::new();
            self.point(format!("{what} {distance} apart"), move |r| {
                r.is(valid) && last.insert(r.get(key), r.number).is_some_and(|then| r.number - then == distance)
            });
        }
        Ok(())
    }

    /// An event comes each of these many cycles behind the last of another kind that has its key.
    pub fn behind(
        &mut self,
        what: &str,
        (valid, key): (&str, &str),
        (other, other_key): (&str, &str),
        distances: RangeInclusive<u64>,
    ) -> Result<(), Error> {
        let (valid, key) = (self.pin(valid)?, self.pin(key)?);
        let (other, other_key) = (self.pin(other)?, self.pin(other_key)?);
        for distance in distances {
            let mut last = HashMap::new();
            self.point(format!("{what} {distance} behind"), move |r| {
                if r.is(other) {
                    last.insert(r.get(other_key), r.number);
                }
                r.is(valid) && last.get(&r.get(key)).is_some_and(|then| r.number - then == distance)
            });
        }
        Ok(())
    }

    /// A request that waits: valid without ready.
    pub fn waits(&mut self, valid: &str, ready: &str) -> Result<(), Error> {
        let (v, ready) = (self.pin(valid)?, self.pin(ready)?);
        self.point(format!("{valid} waits"), move |r| r.is(v) && !r.is(ready));
        Ok(())
    }

    /// Reset comes when the last event entered so many cycles ago at most.
    pub fn reset_in_flight(&mut self, valid: &str, within: u64) -> Result<(), Error> {
        let (rst_n, valid) = (self.pin("rst_n")?, self.pin(valid)?);
        let mut last = None;
        self.point("reset with events under way", move |r| {
            if !r.is(rst_n) {
                return last.take().is_some_and(|then| r.number - then <= within);
            }
            if r.is(valid) {
                last = Some(r.number);
            }
            false
        });
        Ok(())
    }
}

/// What a map knows of its keys, with a value for those that it has not met: contexts of QPs, say.
pub struct Contexts<T> {
    known: HashMap<u64, T>,
    reset: T,
}

impl<T: Copy> Contexts<T> {
    pub fn new(reset: T) -> Self {
        Contexts { known: HashMap::new(), reset }
    }

    pub fn get(&self, key: u64) -> T {
        self.known.get(&key).copied().unwrap_or(self.reset)
    }

    pub fn set(&mut self, key: u64, value: T) {
        self.known.insert(key, value);
    }
}
