//! The whole way from design to verdict: equal designs run equal, each kind of fault is found, named, shrunk and shown.

mod common;

use common::{Action, Mac, design, mutant};
use tb::{Builder, Design, Options, Outcome, Report, Verdict, replay, run, trace};

fn options(events: u64, seed: u64) -> Options {
    Options { config: "c0ffee".into(), ..Options::new(events, seed) }
}

fn run_quiet(block: &Mac, design: &Design, options: &Options) -> Outcome {
    run(block, design, options, |_| {}).expect("a run")
}

fn report(outcome: &Outcome) -> &Report {
    outcome.report.as_ref().expect("a report")
}

#[test]
fn an_equal_design_runs_equal_for_every_seed_and_pace() {
    for (seed, pause) in [(1, 0), (2, 3), (3, 20)] {
        let mut told = 0;
        let block = Mac { pause, ..Mac::default() };
        let outcome = run(&block, &design(), &options(10_001, seed), |n| told = n).expect("a run");
        assert_eq!(outcome.verdict, Verdict::Equal, "seed {seed}: {:?}", outcome.report.map(|r| r.to_string()));
        assert_eq!((outcome.events, told), (10_001, 10_001));
        assert!(outcome.compared > 9_500 && outcome.cycles > outcome.events, "{} compared", outcome.compared);
    }
}

#[test]
fn a_run_is_reproducible_from_its_seed() {
    let bug = mutant(&[("assign in_ready = go;", "assign in_ready = go & ~(count == 16'd70 & s0_key == 8'd3);")]);
    let runs: Vec<_> =
        (0..2).map(|_| run_quiet(&Mac::default(), &bug, &options(50_000, 4)).report.map(|r| r.to_string())).collect();
    assert!(runs[0].is_some());
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn a_lost_forwarding_is_found_shrunk_to_its_pair_and_shown_beside_the_model() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let bug = mutant(&[("s1_valid & (s0_key == s1_key)", "s1_valid & (s0_key == s1_key) & ~(s0_key[7] & s0_c[40])")]);
    let options = Options { vcd_dir: Some(dir.path().into()), ..options(100_000, 12) };
    let outcome = run_quiet(&Mac::default(), &bug, &options);
    assert_eq!(outcome.verdict, Verdict::Mismatch);
    let r = report(&outcome);
    let shrunk = r.shrunk.as_ref().expect("shrunk");
    assert_eq!((shrunk.actions, shrunk.minimal), (2, true), "{r}");

    // the trace fails again by itself, on the faulty design only
    let (header, actions) = trace::load::<Action>(r.trace.as_ref().expect("a trace")).expect("loaded");
    assert_eq!((header.verdict.as_str(), actions.len(), header.dut_seed), ("MISMATCH", 2, outcome.dut_seed));
    let builder = Builder::from_env().expect("tools");
    let again =
        |design: &Design| replay(&builder, &Mac::default(), design, &actions, header.dut_seed, &Options::new(2, 0));
    assert_eq!(again(&bug).expect("a run").verdict, Verdict::Mismatch);
    assert_eq!(again(&design()).expect("a run").verdict, Verdict::Equal);

    // the report says all that DESIGN.md asks for
    let text = r.to_string();
    for part in [
        "MISMATCH in mac: out_sum differs",
        "config      c0ffee",
        "simulator   Verilator 5",
        "seed        12, 100000 events",
        "found at    cycle ",
        "shrunk to   2 transactions",
        "inputs in the divergent cycle",
        "context before it",
        "* out_sum",
        " results)",
        "s2_sum",
        "last 2 transactions",
        "rerun: ackwright verify --block mac --events 100000 --seed 12",
        ".jsonl",
        ".vcd",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let mut files: Vec<_> =
        std::fs::read_dir(dir.path()).expect("listed").map(|f| f.expect("a file").file_name()).collect();
    files.sort();
    assert_eq!(files, ["mac-seed12.jsonl", "mac-seed12.txt", "mac-seed12.vcd"], "nothing half-written is left");

    // one VCD: the DUT's scopes, the model's, and where they part
    let vcd = std::fs::read(r.vcd.as_ref().expect("a vcd")).expect("read");
    let mut parser = vcd::Parser::new(vcd.as_slice());
    let header = parser.parse_header().expect("a header");
    let var = |path: &[&str]| header.find_var(path).unwrap_or_else(|| panic!("no {path:?}")).code;
    var(&["TOP", "mac", "s1_sum"]);
    let (dut, model) = (var(&["TOP", "out_sum"]), var(&["model", "out_sum"]));
    let mismatch = var(&["model", "mismatch"]);
    let (mut now, mut seen, mut values) = (0, None, (None, None));
    for command in parser {
        match command.expect("a command") {
            vcd::Command::Timestamp(t) if seen.is_none() => now = t,
            vcd::Command::Timestamp(t) if t > now => break,
            vcd::Command::ChangeVector(id, v) if id == dut => values.0 = Some(v),
            vcd::Command::ChangeVector(id, v) if id == model => values.1 = Some(v),
            vcd::Command::ChangeScalar(id, vcd::Value::V1) if id == mismatch => seen = Some(now),
            _ => {}
        }
    }
    assert_eq!(seen, Some(2 * shrunk.cycle), "the mismatch bit rises at the divergent cycle");
    assert!(values.0.is_some() && values.0 != values.1, "both values are shown and differ");
}

const GO: &str = "wire        go = out_ready | ~s2_valid;";
const VALID: &str = "assign out_valid = s2_valid;";

/// The design stopped by a wire `stop` that `text` declares.
fn stopped(text: &str) -> Design {
    let go = format!("{text} wire go = (out_ready | ~s2_valid) & ~stop;");
    mutant(&[(GO, &go), (VALID, "assign out_valid = s2_valid & ~stop;")])
}

/// Runs a mutant and gives its verdict, what was said, and the verdict of the shrunk run.
fn judge(block: &Mac, design: &Design) -> (Verdict, String, Verdict) {
    let outcome = run_quiet(block, design, &options(100_000, 5));
    let report = report(&outcome);
    let shrunk = report.shrunk.as_ref().unwrap_or_else(|| panic!("not shrunk:\n{report}"));
    assert!(shrunk.minimal && shrunk.actions <= 5, "{report}");
    (outcome.verdict, report.what.clone(), shrunk.verdict)
}

const STEP: &str = "s2_valid <= s1_valid;";

#[test]
fn a_result_left_out_is_missing() {
    let bug = "s2_valid <= s1_valid & ~(s1_key == 8'd77);";
    for pause in [0, 9] {
        let (verdict, what, shrunk) = judge(&Mac { pause, ..Mac::default() }, &mutant(&[(STEP, bug)]));
        assert_eq!((verdict, shrunk), (Verdict::Missing, Verdict::Missing), "{what}");
    }
}

#[test]
fn a_result_too_many_is_extra() {
    let bug = "s2_valid <= s1_valid | (s2_valid & out_key == 8'd77);";
    let (verdict, what, shrunk) = judge(&Mac { pause: 9, ..Mac::default() }, &mutant(&[(STEP, bug)]));
    assert_eq!((verdict, shrunk), (Verdict::Extra, Verdict::Extra), "{what}");
}

#[test]
fn a_result_after_its_time_is_late() {
    // key 77 waits three cycles at the output, and the stages behind it with it
    let go = "reg [1:0] hold;
              always @(posedge clk) hold <= (s2_valid & out_key == 8'd77) ? hold + {1'b0, hold != 2'd3} : 2'd0;
              wire late = s2_valid & out_key == 8'd77 & hold != 2'd3;
              wire go = (out_ready & ~late) | ~s2_valid;";
    let ready = ("assign in_ready = go;", "assign in_ready = out_ready | ~s2_valid;");
    let late = mutant(&[(GO, go), (VALID, "assign out_valid = s2_valid & ~late;"), ready]);
    let outcome = run_quiet(&Mac { pause: 9, ..Mac::default() }, &late, &options(100_000, 5));
    assert_eq!(outcome.verdict, Verdict::Late, "{}", report(&outcome));
    assert!(report(&outcome).what.contains("cycles late"), "{}", report(&outcome));
    assert_eq!(report(&outcome).shrunk.as_ref().map(|s| (s.verdict, s.actions)), Some((Verdict::Late, 1)));
}

#[test]
fn a_design_that_stops_hangs() {
    let stop = "reg stop; always @(posedge clk) if (rst) stop <= 0; else if (s1_valid & s1_key == 8'd77) stop <= 1;";
    let (verdict, what, shrunk) = judge(&Mac::default(), &stopped(stop));
    assert_eq!((verdict, shrunk), (Verdict::Hang, Verdict::Hang), "{what}");
}

#[test]
fn a_model_that_stops_hangs_too() {
    let stop = stopped("wire stop = count >= 16'd40;");
    let block = Mac { hangs_after: 40, resets: 0, ..Mac::default() };
    let outcome = run_quiet(&block, &stop, &options(10_000, 5));
    assert_eq!(outcome.verdict, Verdict::Hang);
    let r = report(&outcome);
    assert!(r.what.contains("model itself"), "{r}");
    assert_eq!(r.shrunk.as_ref().map(|s| s.actions), Some(41), "40 results, and one that is refused:\n{r}");
}

#[test]
fn a_run_that_compared_nothing_fails() {
    for (block, events) in [(Mac::default(), 0), (Mac { resets: 1, ..Mac::default() }, 1000)] {
        let outcome = run_quiet(&block, &design(), &options(events, 1));
        assert_eq!((outcome.verdict, outcome.compared), (Verdict::RanZero, 0));
        assert!(report(&outcome).to_string().starts_with("RAN_ZERO in mac: "), "{}", report(&outcome));
    }
}

#[test]
fn state_that_reset_forgets_shows_because_registers_start_random() {
    let bug = mutant(&[("known <= 256'd0;", "")]);
    let outcome = run_quiet(&Mac::default(), &bug, &options(1000, 6));
    assert_eq!(outcome.verdict, Verdict::Mismatch);
    assert!(report(&outcome).shrunk.as_ref().is_some_and(|s| s.actions <= 2), "{}", report(&outcome));
}

#[test]
fn coverage_is_counted_and_read() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let options = Options { coverage_dir: Some(dir.path().into()), ..options(2000, 7) };
    assert_eq!(run_quiet(&Mac::default(), &design(), &options).verdict, Verdict::Equal);
    let mut coverage = tb::coverage::Coverage::default();
    coverage.add(&dir.path().join("mac-seed7.dat")).expect("read");
    let summary = coverage.summary();
    let toggle = summary.get("toggle").expect("toggle points");
    assert!(toggle.total > 100 && toggle.hit * 10 > toggle.total * 8, "{summary:?}");
    assert!(summary.contains_key("line"), "{summary:?}");
    assert!(coverage.missed("line").is_empty(), "{:?}", coverage.missed("line"));
}

#[test]
fn an_adapter_that_does_not_fit_its_design_is_named() {
    let ports: Vec<_> = common::ports().into_iter().filter(|p| p.name != "out_sum").collect();
    let files = design().files().to_vec();
    let short = Design::new("mac", Some("clk"), None, files, &ports).expect("legal in itself");
    let e = run(&Mac::default(), &short, &options(1, 1), |_| {}).expect_err("out_sum is not there");
    assert_eq!(e.to_string(), "block mac: mac has no output out_sum");
}
