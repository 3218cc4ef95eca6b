//! How much of the bare simulator's rate the scoreboard keeps: the yardstick runs the same rows in a loop in C and
//! reads no output. `cargo run --release -p ackwright-tb --example rate [events [lanes]]`
//!
//! With lanes, so many copies of the design run side by side, for a design of realistic size. Besides the clock it
//! prints the processor time of each side, which says more on a machine that does other work as well.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use cpu_time::ThreadTime;
use tb::{Block, Builder, Design, Dut, Feed, Options, Rng, Variant, run_with};

fn main() -> Result<(), tb::Error> {
    let argument = |n| std::env::args().nth(n).and_then(|a| a.parse::<u64>().ok());
    let (events, lanes) = (argument(1).unwrap_or(5_000_000), argument(2).unwrap_or(1));
    let builder = Builder::from_env()?;
    println!("{}, {lanes} lanes", builder.tool.version);
    let (block, design) = (common::Mac { pause: 2, ..Default::default() }, wide(lanes));
    let lib = builder.load(&design, Variant::Fast)?;
    for seed in 0..3 {
        let stimulus = rows(&block, &design, 8192);
        let cycles = events * 11 / 10;
        let mut dut = Dut::new(&lib, 1)?;
        let (done, bare) = measure(|| dut.bare_rate(&stimulus, cycles as usize));
        done?;
        let mut out = vec![];
        let (done, read) = measure(|| (0..cycles / 8192).try_for_each(|_| dut.run(&stimulus, &mut out)));
        done?;
        let (_, golden) = measure(|| rows(&block, &design, (cycles / 8) as usize));
        let (outcome, scored) = measure(|| run_with(&builder, &block, &design, &Options::new(events, seed), |_| {}));
        let outcome = outcome?;
        let per_cycle = |t: Took, n: u64| format!("{:.1} ({:.1})", t.clock / n as f64, t.processor / n as f64);
        println!(
            "ns a cycle by the clock (on the processor): bare {}, outputs read {}, golden and stimulus {}, \
             scored {}: {:.0} % of bare ({:.0} %); {} compared, {}",
            per_cycle(bare, cycles),
            per_cycle(read, cycles / 8192 * 8192),
            per_cycle(golden, cycles / 8),
            per_cycle(scored, outcome.cycles),
            100.0 * bare.clock / cycles as f64 / (scored.clock / outcome.cycles as f64),
            100.0 * bare.processor / cycles as f64 / (scored.processor / outcome.cycles as f64),
            outcome.compared,
            outcome.verdict
        );
    }
    Ok(())
}

/// Nanoseconds.
#[derive(Clone, Copy)]
struct Took {
    clock: f64,
    /// Of this thread only: that of the DUT and the comparison.
    processor: f64,
}

fn measure<T>(f: impl FnOnce() -> T) -> (T, Took) {
    let (clock, processor) = (Instant::now(), ThreadTime::now());
    let value = f();
    (value, Took { clock: clock.elapsed().as_nanos() as f64, processor: processor.elapsed().as_nanos() as f64 })
}

/// Some rows of stimulus, made as the scoreboard makes them.
fn rows(block: &common::Mac, design: &Design, cycles: usize) -> Vec<u64> {
    let mut rng = Rng::new(1);
    let (mut driver, mut golden) = (block.driver(), block.golden());
    let mut feed = Feed::new(|out: &mut Vec<_>| block.generate(&mut rng, 256, out));
    let mut out = vec![0; design.outputs().words()];
    let width = design.inputs().words();
    let mut rows = vec![0; width * cycles];
    for row in rows.chunks_exact_mut(width) {
        driver.drive(&mut feed, row);
        golden.step(row, &mut out);
        driver.observe(row, &out);
    }
    rows
}

/// The design, or a top of the same ports around so many copies of it; they are kept alive by a check that they agree.
fn wide(lanes: u64) -> Design {
    if lanes < 2 {
        return common::design();
    }
    let ports = common::ports();
    let declare = |p: &tb::Port, kind: &str| format!("{kind} [{}:0] {}", p.width - 1, p.name);
    let outputs: Vec<_> = ports.iter().filter(|p| p.dir == tb::Dir::Out).collect();
    let inputs: Vec<_> = ports.iter().filter(|p| p.dir == tb::Dir::In).collect();
    let mut text = inputs.iter().map(|p| declare(p, "input") + ", ").collect::<String>();
    text = format!(
        "module lanes({text}{});\n",
        outputs.iter().map(|p| declare(p, "output")).collect::<Vec<_>>().join(", ")
    );
    for lane in 0..lanes {
        let mut connect: Vec<String> = inputs.iter().map(|p| format!(".{0}({0})", p.name)).collect();
        for p in &outputs {
            text += &format!("wire [{}:0] {}_{lane};\n", p.width - 1, p.name);
            connect.push(format!(".{0}({0}_{lane})", p.name));
        }
        text += &format!("mac lane{lane}({});\n", connect.join(", "));
    }
    for p in &outputs {
        // differing lanes would show as a flipped bit
        let differ: Vec<String> = (1..lanes).map(|lane| format!("({0}_0 != {0}_{lane})", p.name)).collect();
        text += &format!("assign {0} = {0}_0 ^ {{{{{1}{{1'b0}}}}, {2}}};\n", p.name, p.width - 1, differ.join(" | "));
    }
    let text = text.replace("{0{1'b0}}, ", "") + "endmodule\n";
    let files = vec![("mac.v".to_string(), common::GOOD.to_string()), ("lanes.v".to_string(), text)];
    match Design::new("lanes", Some("clk"), common::design().reset().cloned(), files, &ports) {
        Ok(design) => design,
        Err(e) => panic!("{e}"),
    }
}
