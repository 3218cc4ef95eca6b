//! What the scoreboard needs to know of a block: how to stimulate it, what it should answer, which answers count.
//!
//! An adapter for one block implements [`Block`], and with it a [`Golden`] (its model, cycle by cycle) and a
//! [`Driver`] (how a transaction becomes input rows). Stimulus is made in lock-step with the *golden's* outputs, never
//! with the DUT's: so a run depends on the seed alone, and the DUT can be run afterwards in long batches of rows.
//! In each cycle:
//!
//! 1. the row is set to rest (all zero, reset inactive), and [`Driver::drive`] sets what it drives;
//! 2. [`Golden::step`] gives the outputs that these inputs see before the clock edge, and takes the edge;
//! 3. [`Driver::observe`] sees both, and knows what was accepted.

use std::{collections::VecDeque, fmt::Debug};

use serde::{Serialize, de::DeserializeOwned};

use crate::{Error, Rng, blocks::cover::Sheet};

/// One block's golden side: a Mealy machine over rows.
pub trait Golden: Send {
    /// What a clock edge with reset active does to the state. Called before the first cycle, and in each later cycle
    /// whose row has reset active: after its `step`, and if reset is asynchronous before it as well.
    fn reset(&mut self);

    /// Given the inputs of a cycle, sets all outputs of the same cycle (they come as zeros), then takes the edge.
    fn step(&mut self, input: &[u64], output: &mut [u64]);

    /// The state that the next event will meet, for a mismatch report: `cw = 0x1234 (18.2 pkts)`.
    fn context(&self) -> Vec<Note> {
        vec![]
    }

    /// The values in the pipeline's stages, for a mismatch report: `s2_u = 0x80`.
    fn stages(&self) -> Vec<Note> {
        vec![]
    }
}

/// A named value in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub name: String,
    pub value: String,
}

impl Note {
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Note {
        Note { name: name.into(), value: value.into() }
    }
}

/// A stream of results. Its payload is compared only in cycles in which the golden says valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The output that says valid.
    pub valid: String,
    /// The input that says ready, where there is back-pressure.
    pub ready: Option<String>,
    /// The outputs that only mean something while valid.
    pub payload: Vec<String>,
}

impl Stream {
    pub fn new(valid: &str, ready: Option<&str>, payload: &[&str]) -> Stream {
        let payload = payload.iter().map(|p| p.to_string()).collect();
        Stream { valid: valid.into(), ready: ready.map(String::from), payload }
    }
}

/// A stream of requests: an input that says valid, and the output that says ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accept {
    pub valid: String,
    pub ready: String,
}

impl Accept {
    pub fn new(valid: &str, ready: &str) -> Accept {
        Accept { valid: valid.into(), ready: ready.into() }
    }
}

/// A block under test.
pub trait Block: Sync {
    /// One transaction: an event, packet or register access, with its gap before and the back-pressure it meets. All
    /// choices are in it: then a shrunk list of actions is a complete stimulus.
    type Action: Clone + Debug + Serialize + DeserializeOwned;

    fn name(&self) -> &str;

    /// Appends `n` actions. Called for batches of [`BATCH`] with a generator of their own each, so that a batch can be
    /// made again without those before it: keep nothing from one call to the next.
    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Self::Action>);

    /// A golden in its power-up state; `reset` is called before it is used.
    fn golden(&self) -> Box<dyn Golden>;

    fn driver(&self) -> Box<dyn Driver<Self::Action>>;

    /// The streams of results. Outputs in none of them are compared in every cycle. A block without any counts each
    /// cycle as a comparison.
    fn streams(&self) -> Vec<Stream>;

    /// Adds the block's functional points: what its runs must have met (`blocks::cover`, which has those of the blocks
    /// that say nothing here).
    fn points(&self, _sheet: &mut Sheet) -> Result<(), Error> {
        Ok(())
    }

    /// The streams of requests; they help to tell a hang from a missing result.
    fn accepts(&self) -> Vec<Accept> {
        vec![]
    }

    /// Whether output number `index` counts in a cycle with these inputs and golden outputs. Asked only when it
    /// differs, and after the rule for payload.
    fn cares(&self, input: &[u64], output: &[u64], index: usize) -> bool {
        let _ = (input, output, index);
        true
    }

    /// Simpler actions to try in place of this one, the simplest first: smaller numbers, no gap, no back-pressure.
    fn simpler(&self, action: &Self::Action) -> Vec<Self::Action> {
        let _ = action;
        vec![]
    }

    /// A port's value in its unit, such as `12.5 pkts`.
    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        let _ = (port, words);
        None
    }

    /// What the run has come to since the block was made, by name: its stimulus as it was made, and what the golden
    /// said of it. A campaign asks that nothing in it is 0.
    fn counts(&self) -> Vec<(String, u64)> {
        vec![]
    }

    /// After the last action, the run ends when there was no result for so many cycles: more than the latency.
    fn drain(&self) -> u64 {
        256
    }

    /// So many cycles in which nothing moves are a hang: more than the longest gap or back-pressure.
    fn watchdog(&self) -> u64 {
        2000
    }
}

/// How many actions are generated from one generator.
pub const BATCH: usize = 256;

/// Turns actions into rows, in lock-step with the golden.
pub trait Driver<A> {
    /// Sets the inputs of this cycle; what it does not set rests at zero, reset at inactive. Takes actions from `feed`
    /// when it is ready for them. When the feed is dry it must come to rest, ready for all results.
    fn drive(&mut self, feed: &mut Feed<'_, A>, row: &mut [u64]);

    /// Sees what the golden answered in this cycle.
    fn observe(&mut self, input: &[u64], output: &[u64]);

    /// True when all actions taken are done with: none is waiting to be accepted.
    fn is_idle(&self) -> bool;
}

/// Where a driver takes its actions from.
pub struct Feed<'a, A> {
    queue: VecDeque<A>,
    batch: Vec<A>,
    taken: u64,
    refill: Refill<'a, A>,
}

/// Appends more actions, or none at the end.
type Refill<'a, A> = Box<dyn FnMut(&mut Vec<A>) + 'a>;

impl<'a, A> Feed<'a, A> {
    /// A feed of what `refill` appends; it appends nothing at the end.
    pub fn new(refill: impl FnMut(&mut Vec<A>) + 'a) -> Feed<'a, A> {
        Feed { queue: VecDeque::new(), batch: vec![], taken: 0, refill: Box::new(refill) }
    }

    #[inline]
    fn top_up(&mut self) {
        if self.queue.is_empty() {
            (self.refill)(&mut self.batch);
            self.queue.extend(self.batch.drain(..));
        }
    }

    /// The next action, without taking it.
    #[inline]
    pub fn peek(&mut self) -> Option<&A> {
        self.top_up();
        self.queue.front()
    }

    /// The next action. None: there are no more.
    #[inline]
    pub fn take(&mut self) -> Option<A> {
        self.top_up();
        let action = self.queue.pop_front();
        self.taken += u64::from(action.is_some());
        action
    }

    /// How many were taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }
}
