//! Makes stimulus in lock-step with the golden, in chunks of rows: what the DUT is to be given, and what it must
//! answer.

use crate::{
    Block, Driver, Feed, Golden, Rng,
    block::BATCH,
    plan::{Offered, Plan},
};

/// Consecutive cycles: rows of inputs and the golden's rows of outputs.
#[derive(Default)]
pub(crate) struct Chunk {
    pub input: Vec<u64>,
    pub model: Vec<u64>,
    pub cycles: usize,
    /// The cycle of its first row; cycle 0 is the first after reset.
    pub first_cycle: u64,
    /// How many actions were taken before it.
    pub first_action: u64,
    /// The row in which each further action was taken.
    pub taken: Vec<u32>,
    /// Results handed over in each row, added up over the rows before: `beats[r]` is the sum before row r.
    pub beats: Vec<u32>,
    /// Nothing moved for so long that the golden or its driver hangs.
    pub stuck: bool,
    /// There is no more after it.
    pub last: bool,
}

/// Walks golden and driver through all actions and the drain after them.
pub(crate) struct Stimulus<'a, B: Block> {
    plan: &'a Plan,
    golden: Box<dyn Golden>,
    driver: Box<dyn Driver<B::Action>>,
    feed: Feed<'a, B::Action>,
    offered: Offered,
    cycle: u64,
    /// The last cycle in which an action was taken, a request accepted or a result handed over.
    moved: u64,
    /// Cycles since driver and feed came to rest, and those of them without a result.
    resting: u64,
    quiet: u64,
    drain: u64,
    watchdog: u64,
}

impl<'a, B: Block> Stimulus<'a, B> {
    fn new(block: &'a B, plan: &'a Plan, feed: Feed<'a, B::Action>) -> Self {
        let mut golden = block.golden();
        golden.reset();
        let (drain, watchdog) = (block.drain(), block.watchdog());
        let driver = block.driver();
        let offered = Offered::none(plan);
        Stimulus { plan, golden, driver, feed, offered, cycle: 0, moved: 0, resting: 0, quiet: 0, drain, watchdog }
    }

    /// All actions of a seed.
    pub fn seeded(block: &'a B, plan: &'a Plan, seed: u64, events: u64) -> Self {
        let mut made = 0;
        let refill = move |out: &mut Vec<B::Action>| {
            let n = (events - made).min(BATCH as u64);
            batch(block, seed, made / BATCH as u64, n as usize, out);
            made += n;
        };
        Stimulus::new(block, plan, Feed::new(refill))
    }

    /// A list of actions.
    pub fn listed(block: &'a B, plan: &'a Plan, actions: &'a [B::Action]) -> Self {
        let mut left = actions;
        let refill = move |out: &mut Vec<B::Action>| {
            let (now, later) = left.split_at(left.len().min(BATCH));
            out.extend_from_slice(now);
            left = later;
        };
        Stimulus::new(block, plan, Feed::new(refill))
    }

    pub fn golden(&self) -> &dyn Golden {
        &*self.golden
    }

    /// Fills the chunk with the next `cycles` cycles, or fewer at the end.
    pub fn fill(&mut self, chunk: &mut Chunk, cycles: usize) {
        let (iw, ow) = (self.plan.in_words, self.plan.out_words);
        chunk.input.resize(cycles * iw, 0);
        chunk.model.clear();
        chunk.model.resize(cycles * ow, 0);
        chunk.taken.clear();
        chunk.beats.resize(cycles + 1, 0);
        chunk.cycles = 0;
        chunk.first_cycle = self.cycle;
        chunk.first_action = self.feed.taken();
        (chunk.stuck, chunk.last) = (false, false);
        let mut beats = 0;
        let beats_a_cycle = u32::from(self.plan.streams.is_empty());
        let rows = chunk.input.chunks_exact_mut(iw).zip(chunk.model.chunks_exact_mut(ow));
        for (r, ((input, output), sum)) in rows.zip(&mut chunk.beats).enumerate() {
            input.copy_from_slice(&self.plan.rest);
            let before = self.feed.taken();
            self.driver.drive(&mut self.feed, input);
            self.plan.masks.iter().for_each(|(word, mask)| input[*word] &= mask);
            self.plan.scramble(input, &mut self.offered);
            let took = self.feed.taken() - before;
            (0..took).for_each(|_| chunk.taken.push(r as u32));

            self.plan.clock(&mut *self.golden, input, output);
            self.driver.observe(input, output);

            *sum = beats;
            let handed = self.plan.streams.iter().filter(|s| s.is_beat(input, output)).count() as u32;
            beats += handed + beats_a_cycle;
            chunk.cycles = r + 1;
            self.cycle += 1;
            let accepted = self.plan.readies.iter().any(|(_, ready, valid)| output[*ready] & input[*valid] & 1 == 1);
            if took > 0 || handed > 0 || accepted {
                self.moved = self.cycle;
            }
            if let Some(stuck) = self.end(handed > 0) {
                (chunk.stuck, chunk.last) = (stuck, true);
                break;
            }
        }
        chunk.beats.truncate(chunk.cycles);
        chunk.beats.push(beats);
        chunk.input.truncate(chunk.cycles * iw);
        chunk.model.truncate(chunk.cycles * ow);
    }

    /// Whether the cycle just made is the last, and if so whether because nothing moves.
    fn end(&mut self, handed: bool) -> Option<bool> {
        if self.feed.peek().is_none() && self.driver.is_idle() {
            self.resting += 1;
            self.quiet = if handed { 0 } else { self.quiet + 1 };
            // a design that never falls silent ends too
            let over = self.quiet > self.drain || self.resting > self.drain.max(self.watchdog);
            over.then_some(false)
        } else {
            (self.resting, self.quiet) = (0, 0);
            (self.cycle - self.moved > self.watchdog).then_some(true)
        }
    }
}

/// Makes `n` actions of batch `number`. They are fewer only if the block stops making any.
fn batch<B: Block>(block: &B, seed: u64, number: u64, n: usize, out: &mut Vec<B::Action>) {
    let mut rng = Rng::stream(seed, 0, number);
    while out.len() < n {
        let before = out.len();
        block.generate(&mut rng, n - before, out);
        if out.len() == before {
            return;
        }
    }
    out.truncate(n);
}

/// Actions `range` of a seed, made again.
pub(crate) fn regenerate<B: Block>(block: &B, seed: u64, events: u64, range: std::ops::Range<u64>) -> Vec<B::Action> {
    let size = BATCH as u64;
    let end = range.end.min(events);
    let (mut made, mut out) = (vec![], vec![]);
    for number in range.start / size..end.div_ceil(size) {
        let first = number * size;
        made.clear();
        batch(block, seed, number, (events - first).min(size) as usize, &mut made);
        let skip = range.start.saturating_sub(first) as usize;
        let until = (end - first).min(size) as usize;
        out.extend(made.drain(..).take(until).skip(skip));
    }
    out
}
