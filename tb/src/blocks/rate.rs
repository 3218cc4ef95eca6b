//! What the scoreboard costs: a block's rate on the bench against the bare simulator's on rows of the same stimulus.

use crate::{
    Block, Builder, Design, Dut, Error, Options, Variant, Verdict,
    plan::Plan,
    run_with,
    stimulus::{Chunk, Stimulus},
};
use cpu_time::ThreadTime;
use std::time::Instant;

/// Cycles a second by the clock, and by the processor time of the simulating thread: that says more where the machine
/// does other work as well.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub clock: f64,
    pub processor: f64,
}

#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// The simulator alone: rows in a loop in C, no output read.
    pub bare: Rate,
    /// With model and stimulus, which have a thread of their own, and comparison of every output.
    pub scored: Rate,
    pub cycles: u64,
    pub verdict: Verdict,
}

/// Rows that the bare simulator gets over and over: few enough to stay in the cache.
const ROWS: usize = 4096;

pub(super) fn measure<B: Block>(
    builder: &Builder,
    block: &B,
    design: &Design,
    options: &Options,
) -> Result<Rates, Error> {
    let plan = Plan::new(block, design)?;
    let lib = builder.load(design, Variant::Fast)?;
    // the same build as the bare simulator's, whatever the number of events
    let options = &Options { short: false, ..options.clone() };
    let (outcome, took) = timed(|| run_with(builder, block, design, options, |_| {}));
    let outcome = outcome?;
    let scored = rate(outcome.cycles, took);

    let mut dut = Dut::new(&lib, options.seed)?;
    dut.run(&plan.boot, &mut vec![])?;
    let mut stimulus = Stimulus::seeded(block, &plan, options.seed, options.events);
    let (mut chunk, mut out) = (Chunk::default(), vec![]);
    // past initialisation, which is shorter than what counts as a hang
    loop {
        stimulus.fill(&mut chunk, ROWS);
        if chunk.first_cycle > block.watchdog() || chunk.last {
            break;
        }
        dut.run(&chunk.input, &mut out)?;
    }
    let (done, took) = timed(|| dut.bare_rate(&chunk.input, outcome.cycles as usize));
    done?;
    Ok(Rates { bare: rate(outcome.cycles, took), scored, cycles: outcome.cycles, verdict: outcome.verdict })
}

/// With the seconds that it took by the clock and on the processor.
fn timed<T>(f: impl FnOnce() -> T) -> (T, (f64, f64)) {
    let (clock, processor) = (Instant::now(), ThreadTime::now());
    let value = f();
    (value, (clock.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64()))
}

fn rate(cycles: u64, (clock, processor): (f64, f64)) -> Rate {
    Rate { clock: cycles as f64 / clock, processor: cycles as f64 / processor }
}
