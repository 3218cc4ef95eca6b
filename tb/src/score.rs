//! The scoreboard: runs the DUT over the rows that stimulus and golden made, and compares every output in every cycle.
//!
//! Golden and stimulus work on one thread, the DUT and the comparison on another, with a few chunks of rows between
//! them: so the loop goes at nearly the rate of the bare simulator as long as the golden is no slower than that.

use std::{sync::mpsc, thread};

use crate::{
    Block, Error, Verdict,
    classify::{self, Window},
    plan::Plan,
    rung::Subject,
    stimulus::{Chunk, Stimulus},
};

/// The first cycle in which model and DUT differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Cycle 0 is the first after reset.
    pub cycle: u64,
    /// How many actions the driver had taken by then, this cycle's included.
    pub actions: u64,
    /// The numbers of the outputs that differ; none when it is the model that hangs.
    pub outputs: Vec<usize>,
    pub input: Vec<u64>,
    pub model: Vec<u64>,
    pub dut: Vec<u64>,
}

/// A run that did not end equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub verdict: Verdict,
    /// What is the matter, in one line.
    pub what: String,
    /// Where; nowhere if nothing was compared.
    pub at: Option<Divergence>,
}

/// What a run counted and found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub events: u64,
    pub cycles: u64,
    pub compared: u64,
    pub failure: Option<Failure>,
}

/// Where the scoreboard gets chunks from, and gives them back to.
pub(crate) trait Chunks {
    fn next(&mut self) -> Option<Chunk>;
    fn recycle(&mut self, chunk: Chunk);
}

/// Chunks made on this thread, when one is asked for: for short runs.
pub(crate) struct Inline<'a, B: Block> {
    pub stimulus: Stimulus<'a, B>,
    pub cycles: usize,
    spare: Chunk,
    over: bool,
}

impl<'a, B: Block> Inline<'a, B> {
    pub fn new(stimulus: Stimulus<'a, B>, cycles: usize) -> Self {
        Inline { stimulus, cycles, spare: Chunk::default(), over: false }
    }
}

impl<B: Block> Chunks for Inline<'_, B> {
    fn next(&mut self) -> Option<Chunk> {
        if self.over {
            return None;
        }
        let mut chunk = std::mem::take(&mut self.spare);
        self.stimulus.fill(&mut chunk, self.cycles);
        self.over = chunk.last;
        Some(chunk)
    }
    fn recycle(&mut self, chunk: Chunk) {
        self.spare = chunk;
    }
}

/// Chunks made on another thread.
struct Piped {
    full: mpsc::Receiver<Chunk>,
    empty: mpsc::Sender<Chunk>,
}

impl Chunks for Piped {
    fn next(&mut self) -> Option<Chunk> {
        self.full.recv().ok()
    }
    fn recycle(&mut self, chunk: Chunk) {
        let _ = self.empty.send(chunk); // the other thread may be done
    }
}

/// Runs all actions of a seed, the golden on a thread of its own. The DUT comes reset.
pub(crate) fn soak<B: Block>(
    block: &B,
    plan: &Plan,
    dut: &mut dyn Subject,
    (seed, events): (u64, u64),
    progress: &mut dyn FnMut(u64),
) -> Result<Score, Error> {
    // rows of three chunks should stay within a core's cache
    let row_bytes = 8 * (plan.in_words + 2 * plan.out_words);
    let cycles = (1 << 18) / row_bytes;
    let cycles = cycles.clamp(256, 8192).min(dut.batch());
    thread::scope(|scope| {
        let (full, chunks) = mpsc::channel();
        let (empty, empties) = mpsc::channel();
        for _ in 0..4 {
            let _ = empty.send(Chunk::default());
        }
        let producer = scope.spawn(move || {
            let mut stimulus = Stimulus::seeded(block, plan, seed, events);
            while let Ok(mut chunk) = empties.recv() {
                stimulus.fill(&mut chunk, cycles);
                let last = chunk.last;
                if full.send(chunk).is_err() || last {
                    break;
                }
            }
        });
        let mut piped = Piped { full: chunks, empty };
        let score = score(block, plan, dut, &mut piped, Depth::Classified, progress);
        drop(piped); // stops the producer if it is still at it
        match producer.join() {
            Ok(()) => score,
            Err(panic) => std::panic::resume_unwind(panic), // a golden's broken invariant
        }
    })
}

/// How much to find out about a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// That there is one: for the trials of shrinking.
    Found,
    /// Also what kind it is: runs on for a while.
    Classified,
}

/// Runs the DUT, which comes reset, over all chunks or to the first difference.
pub(crate) fn score<B: Block>(
    block: &B,
    plan: &Plan,
    dut: &mut dyn Subject,
    chunks: &mut dyn Chunks,
    depth: Depth,
    progress: &mut dyn FnMut(u64),
) -> Result<Score, Error> {
    let mut out = vec![];
    let mut score = Score { events: 0, cycles: 0, compared: 0, failure: None };
    while let Some(chunk) = chunks.next() {
        dut.run(&chunk.input, &mut out)?;
        if let Some((row, outputs)) = first_difference(block, plan, &chunk, &out) {
            let at = divergence(plan, &chunk, &out, row, outputs);
            score.events = at.actions;
            score.cycles = at.cycle + 1;
            score.compared += u64::from(chunk.beats[row]);
            let mut window = Window::new(plan);
            window.push(&chunk, &out, row);
            while depth == Depth::Classified && !window.is_full(block.watchdog()) {
                let Some(chunk) = chunks.next() else { break };
                dut.run(&chunk.input, &mut out)?;
                window.push(&chunk, &out, 0);
                chunks.recycle(chunk);
            }
            let (verdict, what) = classify::classify(plan, &at.outputs, &window);
            score.failure = Some(Failure { verdict, what, at: Some(at) });
            return Ok(score);
        }
        score.cycles += chunk.cycles as u64;
        score.compared += chunk.beats.last().map_or(0, |b| u64::from(*b));
        score.events = chunk.first_action + chunk.taken.len() as u64;
        progress(score.events);
        if chunk.stuck {
            let at = divergence(plan, &chunk, &out, chunk.cycles.saturating_sub(1), vec![]);
            let what = format!("the model itself has not moved for {} cycles, nor has the DUT", block.watchdog());
            score.failure = Some(Failure { verdict: Verdict::Hang, what, at: Some(at) });
            return Ok(score);
        }
        chunks.recycle(chunk);
    }
    if score.compared == 0 || score.events == 0 {
        let what = format!("{} events in {} cycles gave nothing to compare", score.events, score.cycles);
        score.failure = Some(Failure { verdict: Verdict::RanZero, what, at: None });
    }
    Ok(score)
}

/// The first row in which something that counts differs, and the numbers of the outputs that do.
fn first_difference<B: Block>(block: &B, plan: &Plan, chunk: &Chunk, out: &[u64]) -> Option<(usize, Vec<usize>)> {
    if chunk.model == out {
        return None;
    }
    let rows = chunk.model.chunks_exact(plan.out_words).zip(out.chunks_exact(plan.out_words));
    rows.enumerate().filter(|(_, (model, dut))| plan.may_differ(model, dut)).find_map(|(r, (model, dut))| {
        let input = &chunk.input[r * plan.in_words..(r + 1) * plan.in_words];
        let outputs = plan.differing(block, input, model, dut);
        (!outputs.is_empty()).then_some((r, outputs))
    })
}

fn divergence(plan: &Plan, chunk: &Chunk, out: &[u64], row: usize, outputs: Vec<usize>) -> Divergence {
    let (iw, ow) = (plan.in_words, plan.out_words);
    Divergence {
        cycle: chunk.first_cycle + row as u64,
        actions: chunk.first_action + chunk.taken.iter().filter(|t| **t as usize <= row).count() as u64,
        outputs,
        input: chunk.input[row * iw..(row + 1) * iw].to_vec(),
        model: chunk.model[row * ow..(row + 1) * ow].to_vec(),
        dut: out[row * ow..(row + 1) * ow].to_vec(),
    }
}
