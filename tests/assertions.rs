//! The properties of `formal/` in a simulation: the smoke test of an exported folder passes with all of them in their
//! places, and a broken line of the design trips one.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::tools::{left_out, on_path, said};

const CONFIGURATION: &str =
    "[engine]\nqps = 16\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 64\n[rtl]\nmemory = \"macro\"\n";
/// With check bits, what is written back beside the traffic, and resets that act at once.
const PROTECTED: &str = "[engine]\nqps = 16\nunits = [\"ldcp\", \"hpcc\"]\n[hpcc]\nhops = 2\nlanes = 1\n\
                         [rtl]\nmemory = \"macro\"\necc = true\nreset = \"async\"\n";

/// A line of a module, what stands for its right side, and which properties say so.
struct Bug {
    file: &'static str,
    left: &'static str,
    right: &'static str,
    becomes: &'static str,
    trips: &'static str,
}

/// Verilator with what its own `--binary` needs.
fn verilator() -> Option<PathBuf> {
    let found = on_path("verilator").filter(|_| on_path("make").is_some());
    if found.is_none() {
        left_out("assertions in a simulation", "apt-get install verilator make");
    }
    found
}

/// An exported folder; `more` are arguments of the export.
fn exported(dir: &tempfile::TempDir, configuration: &str, more: &[&str]) -> PathBuf {
    std::fs::write(dir.path().join("nic.toml"), configuration).expect("written");
    let mut export = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    let arguments = ["export", "--config", "nic.toml", "--out", "rtl"];
    let out = export.current_dir(dir).args(arguments).args(more).output().expect("runs");
    assert!(out.status.success(), "{}", said(&out));
    dir.path().join("rtl")
}

/// A bench with the assertions in it, compiled in the folder.
fn compiled(verilator: &Path, folder: &Path, top: &str, files: &[&str]) -> PathBuf {
    let mut build = Command::new(verilator);
    build.current_dir(folder).args(["--binary", "--timing", "--assert", "+define+ACKWRIGHT_ASSERT"]);
    build.args(["-Wno-fatal", "-Wno-lint", "-CFLAGS", "-O0", "-j", "2", "--top-module", top, "-Mdir", "obj"]);
    let out = build.args(files).output().expect("verilator runs");
    assert!(out.status.success(), "{}", said(&out));
    folder.join("obj").join(format!("V{top}"))
}

/// The same, and run.
fn simulated(verilator: &Path, folder: &Path, top: &str, files: &[&str]) -> Output {
    let program = compiled(verilator, folder, top, files);
    Command::new(program).current_dir(folder).output().expect("the simulation runs")
}

fn change(file: &Path, was: &str, becomes: &str) {
    let text = std::fs::read_to_string(file).expect("a file of the folder");
    assert_eq!(text.matches(was).count(), 1, "{was:?} in {}", file.display());
    std::fs::write(file, text.replace(was, becomes)).expect("written");
}

/// Puts bugs into a folder's text, each of which comes with its argument of the simulation, `+bug_0` and so on.
fn plant(folder: &Path, bugs: &[Bug]) {
    for (k, bug) in bugs.iter().enumerate() {
        let was = format!("{}{};", bug.left, bug.right);
        let becomes = format!("{}$test$plusargs(\"bug_{k}\") ? ({}) : ({});", bug.left, bug.becomes, bug.right);
        change(&folder.join(bug.file), &was, &becomes);
    }
}

/// Whether a simulation with these arguments ends well, and what it says.
fn with_arguments(program: &Path, folder: &Path, arguments: &[&str]) -> (bool, String) {
    let out = Command::new(program).current_dir(folder).args(arguments).output().expect("the simulation runs");
    (out.status.success(), said(&out))
}

/// The smoke test of a folder with these bugs in its text, each of which an argument of the simulation puts in; and
/// with one that has reset begin late. It passes without them, and trips the assertion that is named with each.
fn trips(configuration: &str, bugs: &[Bug]) {
    let Some(verilator) = verilator() else { return };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = exported(&dir, configuration, &[]);
    plant(&folder, bugs);
    let begins = "    repeat (4) @(negedge clk);\n    rst_n = 1'b1;\n";
    let late = "    if ($test$plusargs(\"late\")) begin\n      rst_n = 1'b1;\n      repeat (9) @(negedge clk);\n      rst_n = 1'b0;\n    end\n";
    change(&folder.join("sim/tb_ackw_nic.v"), begins, &format!("{late}{begins}"));
    let files = ["-f", "sim/tb_ackw_nic.f", "-f", "formal/assertions.f"];
    let program = compiled(&verilator, &folder, "tb_ackw_nic", &files);
    let run = |arguments: &[&str]| with_arguments(&program, &folder, arguments);
    let (success, told) = run(&[]);
    assert!(success && told.contains("PASS"), "{told}");
    for seed in 1..=4 {
        // registers hold anything until reset
        let seed = format!("+verilator+seed+{seed}");
        let (_, told) = run(&["+late", "+verilator+rand+reset+2", &seed]);
        assert!(!told.contains("Assertion failed"), "{seed}: {told}");
        // with registers that hold anything the smoke test may say FAIL, but it comes to its end
        assert!(told.contains("PASS") || told.contains("FAIL"), "{seed}: {told}");
    }
    for (k, bug) in bugs.iter().enumerate() {
        let (success, told) = run(&[&format!("+bug_{k}")]);
        assert!(!success && told.contains("Assertion failed"), "{} {}: {told}", bug.file, bug.becomes);
        let first = told.lines().find(|line| line.contains("Assertion failed")).unwrap_or_default();
        assert!(first.contains(bug.trips), "{} {}: {first}", bug.file, bug.becomes);
    }
}

#[test]
fn a_broken_line_trips_an_assertion_in_a_simulation() {
    let Some(verilator) = verilator() else { return };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = exported(&dir, CONFIGURATION, &[]);
    let list = std::fs::read_to_string(folder.join("formal/assertions.f")).expect("the list");
    assert!(list.lines().count() >= 9, "{list}");
    for file in list.lines() {
        let text = std::fs::read_to_string(folder.join(file)).expect("a file of the list");
        let stands = file == "formal/ackw_followed_word.sv" || text.contains("`ifndef YOSYS\nbind ");
        assert!(stands, "{file} is bound in a simulation");
    }
    std::fs::write(folder.join("fifo_tb.sv"), include_str!("assertions/fifo_tb.sv")).expect("written");
    let run = || {
        let files = ["fifo_tb.sv", "ackw_fifo.v", "formal/ackw_fifo_properties.sv"];
        simulated(&verilator, &folder, "fifo_tb", &files)
    };
    let out = run();
    assert!(out.status.success() && said(&out).contains("PASS"), "{}", said(&out));
    let text = std::fs::read_to_string(folder.join("ackw_fifo.v")).expect("the queue");
    let (was, becomes) = ("assign out_valid = filled;", "assign out_valid = filled & !(out_ready & count[1]);");
    assert_eq!(text.matches(was).count(), 1);
    std::fs::write(folder.join("ackw_fifo.v"), text.replace(was, becomes)).expect("written");
    let out = run();
    let told = said(&out);
    assert!(told.contains("ackw_fifo_properties.sv") && told.contains("Assertion failed"), "{told}");
    assert!(!out.status.success() && !told.contains("PASS"), "{told}");
}

#[test]
#[ignore = "a minute or so: just night"]
fn the_smoke_test_passes_with_all_assertions_and_bugs_trip_them() {
    let bugs = [
        Bug {
            file: "ackw_ram.v",
            left: "if (is_read) rdata <= ",
            right: "read",
            becomes: "~read",
            trips: "ackw_ram_properties.sv",
        },
        Bug {
            file: "ackw_entry.v",
            left: "assign host_taken = ",
            right: "host_goes",
            becomes: "host_goes | s_event_may",
            trips: "ackw_entry_properties.sv",
        },
    ];
    trips(CONFIGURATION, &bugs);
}

#[test]
#[ignore = "a minute or so: just night"]
fn so_they_do_with_check_bits_and_asynchronous_resets() {
    let bugs = [
        Bug {
            file: "ackw_axi_lite.v",
            left: "assign bvalid = ",
            right: "answered",
            becomes: "answered & !bready",
            trips: "ackw_axi_lite_properties.sv",
        },
        Bug {
            file: "ackw_choice.v",
            left: "p3_alg <= ",
            right: "host_alg",
            becomes: "ram_rdata_alg",
            trips: "ackw_choice_properties.sv",
        },
        Bug {
            file: "ackw_hops.v",
            left: "assign out_qpn = ",
            right: "p3_qpn",
            becomes: "~p3_qpn",
            trips: "ackw_hops_properties.sv",
        },
        Bug {
            file: "ackw_psn.v",
            left: "assign out_qpn = ",
            right: "p3_qpn",
            becomes: "~p3_qpn",
            trips: "ackw_psn_properties.sv",
        },
        Bug {
            file: "ackw_interval.v",
            left: "assign out_interval = ",
            right: "i10_interval",
            becomes: "i10_interval + 32'd1",
            trips: "ackw_interval_properties.sv",
        },
    ];
    trips(PROTECTED, &bugs);
}

/// What the proofs of its modules assume of the shaper holds in the shaper itself, and a broken line trips one of them.
#[test]
#[ignore = "half a minute: just night"]
fn what_the_proofs_assume_of_the_shaper_holds_under_traffic() {
    let bugs = [
        Bug {
            file: "ackw_shaper_tags.v",
            left: "m1_fits <= ",
            right: "m1_given & (found_qpn == m1_qpn)",
            becomes: "m1_given",
            trips: "ackw_shaper_tags_properties.sv",
        },
        Bug {
            file: "ackw_shaper_place.v",
            left: "to_tail <= ",
            right: "ends & may & !stays & !m10_keeps",
            becomes: "ends & may & !m10_keeps",
            trips: "ackw_shaper_place_properties.sv",
        },
        Bug {
            file: "ackw_shaper_lists.v",
            left: "empty <= ",
            right: "!held | (leaves & same)",
            becomes: "!held",
            trips: "ackw_shaper_lists_properties.sv",
        },
    ];
    // this bench has no more QPs than the proof of the lists
    let lists = "formal/ackw_shaper_lists_properties.sv";
    let edits = [
        ("`ifndef ACKWRIGHT_ASSERT\nbind", "`ifndef NEVER\nbind"),
        ("(* anyconst *) reg [2:0] mine;", "reg [2:0] mine;\n  initial mine = 3'($urandom);"),
        ("shaper\n  always @* begin", "shaper\n  always @(posedge clk) begin"),
        ("always @* if (started && rst_n) begin", "always @(posedge clk) if (started && rst_n) begin"),
    ];
    hold_under_traffic("shaper", include_str!("assertions/shaper_tb.sv"), &bugs, Some((lists, &edits)));
}

/// Likewise of the receiver: two ACKs that wait differ in their mark, and have a place in the queue.
#[test]
#[ignore = "half a minute: just night"]
fn what_the_proofs_assume_of_the_receiver_holds_under_traffic() {
    let bugs = [
        Bug {
            file: "ackw_receiver_packet.v",
            left: "assign changes = ",
            right: "exact & (marked ^ last_mark)",
            becomes: "exact & marked",
            trips: "ackw_receiver_packet_properties.sv",
        },
        Bug {
            file: "ackw_receiver_view.v",
            left: "assign meets_now = ",
            right: "we & (waddr == p2_qpn)",
            becomes: "1'b0",
            trips: "ackw_receiver_view_properties.sv",
        },
    ];
    hold_under_traffic("receiver", include_str!("assertions/receiver_tb.sv"), &bugs, None);
}

/// Likewise of `latest`: there is room next to the port, and who is loaded there does not stand there.
#[test]
#[ignore = "half a minute: just night"]
fn what_the_proofs_assume_of_latest_holds_under_traffic() {
    let bugs = [
        Bug {
            file: "ackw_latest.v",
            left: "used <= ",
            right: "used + {2'd0, takes} - {2'd0, near_leaves}",
            becomes: "used - {2'd0, near_leaves & (|used)}",
            trips: "ackw_latest_near_properties.sv",
        },
        Bug {
            file: "ackw_latest_reader.v",
            left: "s2_meets_take <= ",
            right: "take_next_qpn == s1_qpn",
            becomes: "1'b1",
            // what it reads wrongly is loaded, too: either says so first
            trips: "ackw_latest_",
        },
    ];
    hold_under_traffic("latest", include_str!("assertions/latest_tb.sv"), &bugs, None);
}

/// The properties of a file that no list of a simulation has, with what is changed of it.
type More<'a> = (&'a str, &'a [(&'a str, &'a str)]);

/// A block alone under its bench, eight seeds, with all assertions; each bug trips the properties that it names.
fn hold_under_traffic(block: &str, bench: &str, bugs: &[Bug], more: Option<More>) {
    let Some(verilator) = verilator() else { return };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let configuration = "[engine]\nqps = 16\nunits = [\"ldcp\"]\n";
    let folder = exported(&dir, configuration, &["--block", block]);
    plant(&folder, bugs);
    let (top, list) = (format!("{block}_tb"), format!("ackw_{block}.f"));
    let file = format!("{top}.sv");
    std::fs::write(folder.join(&file), bench).expect("written");
    let mut files = vec![file.as_str(), "-f", &list, "-f", "formal/assertions.f"];
    if let Some((properties, edits)) = more {
        edits.iter().for_each(|(was, becomes)| change(&folder.join(properties), was, becomes));
        files.push(properties);
    }
    let program = compiled(&verilator, &folder, &top, &files);
    let run = |seed: u32, more: &[&str]| {
        // what is chosen once is drawn by the simulator's seed
        let seeds = [format!("+seed={seed}"), format!("+verilator+seed+{seed}")];
        let arguments: Vec<&str> = seeds.iter().map(String::as_str).chain(more.iter().copied()).collect();
        with_arguments(&program, &folder, &arguments)
    };
    for seed in 1..=8 {
        let (success, told) = run(seed, &[]);
        assert!(success && told.contains("PASS"), "seed {seed}: {told}");
    }
    for (k, bug) in bugs.iter().enumerate() {
        let argument = format!("+bug_{k}");
        let runs: Vec<_> = (1..=8).map(|seed| run(seed, &[&argument])).collect();
        let tripped = runs.iter().any(|(success, told)| !success && told.contains(bug.trips));
        assert!(tripped, "{} {}: {:?}", bug.file, bug.becomes, runs.last());
    }
}
