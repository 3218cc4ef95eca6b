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

/// Both rates are measured in so many turns, one after the other, so that what else the machine does meets both.
const TURNS: u64 = 4;

pub(super) fn measure<B: Block>(
    builder: &Builder,
    block: &B,
    design: &Design,
    options: &Options,
) -> Result<Rates, Error> {
    let plan = Plan::new(block, design)?;
    let lib = builder.load(design, Variant::Fast)?;
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
    // the same build as the bare simulator's, whatever the number of events
    let of_turn =
        |k| Options { short: false, events: options.events / TURNS, seed: options.seed + k, ..options.clone() };
    let (mut cycles, mut verdict) = (0, Verdict::Equal);
    let (mut scored, mut bare) = ((0.0, 0.0), (0.0, 0.0));
    for k in 0..TURNS {
        let (outcome, took) = timed(|| run_with(builder, block, design, &of_turn(k), |_| {}));
        let outcome = outcome?;
        scored = (scored.0 + took.0, scored.1 + took.1);
        cycles += outcome.cycles;
        if verdict == Verdict::Equal {
            verdict = outcome.verdict;
        }
        let (done, took) = timed(|| dut.bare_rate(&chunk.input, outcome.cycles as usize));
        done?;
        bare = (bare.0 + took.0, bare.1 + took.1);
    }
    Ok(Rates { bare: rate(cycles, bare), scored: rate(cycles, scored), cycles, verdict })
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
