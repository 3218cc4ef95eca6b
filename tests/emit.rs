//! The emitter against rust-hdl's simulation: some seventy patterns of expressions and statements (`hdl::patterns`),
//! those among them on which rust-hdl's own generator fails in silence, every output in every cycle, in every style of
//! reset and memory; and random programs against an interpreter.

use crate::support;

use hdl::emit::enables::ReadEnables;
use hdl::emit::{Memory, Options, Reset, Target, emit};
use hdl::patterns::{Patterns, RandomPatterns, Stimulus, stimuli};
use hdl::sim::Sim;
use tb::{Builder, Design, Dir, Dut, Port, Variant};

const CYCLES: usize = 4000;

/// After these, no register holds the random value that it had when the simulation began: the reset of four cycles is
/// over, and what has none has been loaded.
const WARM_UP: usize = 64;

/// A block, emitted, as the bench takes it.
fn design<B: hdl::prelude::Block>(block: &B, clock: Option<&str>, options: &Options) -> Design {
    let emitted = emit(block, options).expect("the patterns are legal");
    let ports = &emitted.top_module().expect("the top is among the modules").ports;
    let port = |port: &hdl::emit::Port| Port {
        name: port.name.clone(),
        width: port.width as u32,
        dir: if port.dir == hdl::emit::Dir::Input { Dir::In } else { Dir::Out },
    };
    let ports: Vec<Port> = ports.iter().map(port).collect();
    let asynchronous = options.reset == Reset::Async;
    let reset = clock.map(|_| tb::Reset { port: "rst_n".into(), active_low: true, asynchronous });
    Design::new(&emitted.top, clock, reset, emitted.files.clone(), &ports).expect("legal ports")
}

fn rows(design: &Design, stimuli: &[Stimulus]) -> Vec<u64> {
    let inputs = design.inputs();
    let mut rows = vec![0; stimuli.len() * inputs.words()];
    for (row, stimulus) in rows.chunks_mut(inputs.words()).zip(stimuli) {
        for column in inputs.columns() {
            let value = match column.name.as_str() {
                "rst_n" => u128::from(stimulus.rst_n),
                "a" => stimulus.a.into(),
                "b" => stimulus.b.into(),
                "c" => stimulus.c.into(),
                "d" => stimulus.d.into(),
                "s" => stimulus.s.into(),
                "w" => {
                    row[column.word..column.word + column.words].copy_from_slice(&stimulus.w);
                    continue;
                }
                other => panic!("the patterns have no input `{other}`"),
            };
            column.put(row, value);
        }
    }
    rows
}

/// The outputs, row by row.
fn simulate(design: &Design, stimuli: &[Stimulus], seed: u64) -> Vec<u64> {
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let library = builder.load(design, Variant::Fast).expect("the patterns build");
    let mut out = vec![];
    Dut::new(&library, seed).expect("an instance").run(&rows(design, stimuli), &mut out).expect("the patterns run");
    out
}

/// Runs both sides, and names every pattern that differs.
fn compare(name: &str, options: &Options) {
    let seed = support::seed(name).next();
    let stimuli = stimuli(seed, CYCLES);
    let _enables = ReadEnables::set(options.has_macros());
    let design = design(&Patterns::default(), Some("clk"), options);
    let verilog = simulate(&design, &stimuli, seed);

    let mut sim = Sim::new(Patterns::default(), |patterns| &mut patterns.clock).with_style(options.reset_style());
    let outputs = design.outputs();
    let (mut compared, mut faults) = (0, vec![None; Patterns::NAMES.len()]);
    for (cycle, (stimulus, row)) in stimuli.iter().zip(verilog.chunks(outputs.words())).enumerate() {
        sim.set_rst_n(stimulus.rst_n);
        stimulus.drive(&mut sim.uut);
        sim.settle().expect("no pattern oscillates");
        if cycle >= WARM_UP {
            for ((name, expected), fault) in Patterns::NAMES.iter().zip(sim.uut.outputs()).zip(&mut faults) {
                let found = outputs.column(&format!("y_{name}")).expect("every pattern has an output").get(row);
                compared += 1;
                if found != expected && fault.is_none() {
                    *fault = Some(format!("{name}: cycle {cycle}: {found:x}, simulated {expected:x}, {stimulus:x?}"));
                }
            }
        }
        sim.step().expect("no pattern oscillates");
    }
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{name}\n{}", faults.join("\n"));
    assert_eq!(compared, (CYCLES - WARM_UP) * Patterns::NAMES.len());
    assert!(Patterns::NAMES.len() >= 60);
}

#[test]
fn verilog_equals_simulation_with_synchronous_resets() {
    compare("synchronous", &Options::default());
}

#[test]
fn verilog_equals_simulation_with_asynchronous_resets_of_everything_and_macros() {
    let options = Options { reset: Reset::Async, datapath_reset: true, memory: Memory::Macro, ..Options::default() };
    compare("asynchronous", &options);
}

/// Memories, queues and rings of the ASIC target, in both styles of reset.
#[test]
#[ignore = "a minute or so: just night"]
fn verilog_equals_simulation_in_the_asic_target() {
    let asic = Options { target: Target::Asic, ..Options::default() };
    compare("asic", &asic);
    compare("asic, asynchronous", &Options { reset: Reset::Async, ..asic });
}

#[test]
#[ignore = "a minute or so: just night"]
fn verilog_equals_simulation_with_synchronous_resets_of_everything() {
    compare("datapath reset", &Options { datapath_reset: true, ..Options::default() });
}

#[test]
#[ignore = "a minute or so: just night"]
fn verilog_equals_simulation_with_asynchronous_resets_of_control_alone() {
    compare("asynchronous control", &Options { reset: Reset::Async, ..Options::default() });
}

/// With `-Wall` and no waiver, in every style.
#[test]
fn verilator_has_no_warning_about_any_pattern() {
    let tool = tb::Tool::find(&tb::Cache::from_env()).expect("a simulator is there or fetched");
    for (reset, datapath_reset, memory, target) in [
        (Reset::Sync, false, Memory::Inferred, Target::Generic),
        (Reset::Async, true, Memory::Macro, Target::Generic),
        (Reset::Async, false, Memory::Inferred, Target::Generic),
        (Reset::Sync, false, Memory::Macro, Target::Asic),
        (Reset::Async, true, Memory::Macro, Target::Asic),
    ] {
        let options = Options { reset, datapath_reset, memory, target, ..Options::default() };
        let _enables = ReadEnables::set(options.has_macros());
        let emitted = emit(&Patterns::default(), &options).expect("the patterns are legal");
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in &emitted.files {
            std::fs::write(dir.path().join(name), text).expect("a file is written");
        }
        let mut lint = tool.verilator();
        lint.current_dir(&dir).args(["--lint-only", "-Wall", "--top-module", &emitted.top]);
        let output = lint.args(emitted.file_list().lines()).output().expect("verilator runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains('%'), "{options:?}\n{said}");
    }
}

/// Each program has some ten statements, nested three deep, over five locals that it assigns again and again.
#[test]
fn random_programs_mean_in_verilog_what_they_mean_in_rust() {
    const PROGRAMS: usize = 60;
    const ROWS: usize = 2000;
    let seed = support::seed("random programs").next();
    let stimuli = stimuli(seed, ROWS);
    let patterns = RandomPatterns::new(seed, PROGRAMS);
    let design = design(&patterns, None, &Options::default());
    let verilog = simulate(&design, &stimuli, seed);
    let outputs = design.outputs();
    let mut compared = 0;
    for (stimulus, row) in stimuli.iter().zip(verilog.chunks(outputs.words())) {
        for (i, expected) in patterns.meaning(stimulus).into_iter().enumerate() {
            let found = outputs.column(&format!("y_{i}")).expect("every program has an output").get(row);
            assert_eq!(found, u128::from(expected), "program {i} of seed {seed} on {stimulus:x?}");
            compared += 1;
        }
    }
    assert_eq!(compared, PROGRAMS * ROWS);
}
