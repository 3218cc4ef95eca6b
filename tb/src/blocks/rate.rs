//! What the scoreboard costs: a block's rate on the bench against the bare simulator's on rows of the same stimulus.

use crate::{
    Block, Builder, Design, Dut, Error, Options, Variant, Verdict,
    plan::Plan,
    run_with,
    stimulus::{Chunk, Stimulus},
};
use std::{fs, time::Instant};

/// Cycles a second by the clock, and by the processor time of the simulating thread: that says more where the machine does
/// other work as well.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub clock: f64,
    /// Not a number where the system does not tell.
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
    let processor = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).map_or(f64::NAN, |ns| ns / 1e9)
    };
    let (started, before) = (Instant::now(), processor());
    let value = f();
    (value, (started.elapsed().as_secs_f64(), processor() - before))
}

fn rate(cycles: u64, (clock, processor): (f64, f64)) -> Rate {
    Rate { clock: cycles as f64 / clock, processor: cycles as f64 / processor }
}
