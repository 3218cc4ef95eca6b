//! `simulate --nic reference` against a simulator of the rules FABRIC 1 to 8 that was written from their text alone,
//! `model/fabric/tests/independent`: on random networks, `fct.txt` and `queue.txt` are the same, character by
//! character.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::tools::{left_out, on_path};

/// Kinds of networks that `networks.py` has.
const KINDS: usize = 29;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("model/fabric/tests/independent")
}

/// `None` where there is no Python of 3.11 or later, which in CI is a failure.
fn python() -> Option<PathBuf> {
    let recent = "import sys; sys.exit(sys.version_info < (3, 11))";
    let found = on_path("python3").filter(|python| {
        let run = Command::new(python).args(["-c", recent]).status();
        run.is_ok_and(|status| status.success())
    });
    if found.is_none() {
        left_out("the independent reference of the fabric", "get python3 of 3.11 or later");
    }
    found
}

/// Exit code, and what was printed on standard output and error.
fn compare(python: &Path, home: &Path, program: &str, arguments: &str) -> (Option<i32>, String, String) {
    let mut run = Command::new(python);
    run.arg("-B").arg(home.join("compare.py")).arg(program).args(arguments.split_whitespace());
    let output = run.output().expect("python3 runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// All cases are equal, there are so many, and what few cases do was reached.
fn hold(arguments: &str, cases: usize, reached: &[&str]) {
    let Some(python) = python() else { return };
    let (code, printed, said) = compare(&python, &home(), env!("CARGO_BIN_EXE_ackwright"), arguments);
    assert_eq!(code, Some(0), "{printed}\n{said}");
    assert!(printed.ends_with(&format!("\n{cases} cases, {cases} equal, 0 different\n")), "{printed}");
    let line = printed.lines().find_map(|line| line.strip_prefix("reached: ")).expect("what was reached");
    let missing = reached.iter().find(|what| !line.contains(**what));
    assert_eq!(missing, None, "{line}");
}

#[test]
fn a_small_network_of_each_kind_comes_out_as_the_text_of_the_rules_says() {
    hold("--one-sender --packets 300", KINDS, &["chosen ways", "hops past five", "marks", "wakes replaced"]);
}

#[test]
fn the_public_runs_come_out_alike_by_both_and_by_the_public_simulator() {
    hold("--public", 6, &["marks"]);
}

#[test]
#[ignore = "minutes: just night"]
fn networks_of_each_kind_under_each_sender_come_out_as_the_text_of_the_rules_says() {
    let memory = ["pauses", "packets in headroom", "drops", "NACKs"];
    let rest = ["chosen ways", "hops past five", "marks", "wakes replaced"];
    hold(NIGHT, 4 * 3 * KINDS, &[memory, rest].concat());
}

/// What the night runs: each kind with each sender.
const NIGHT: &str = "--seeds 1..4";

/// A line of the reference that is changed, and cases of the night that see it.
struct Broken {
    file: &'static str,
    was: &'static str,
    becomes: &'static str,
    cases: &'static str,
}

const fn broken(file: &'static str, was: &'static str, becomes: &'static str, cases: &'static str) -> Broken {
    Broken { file, was, becomes, cases }
}

const BROKEN: [Broken; 19] = [
    broken("reference.py", "(end, self.end)", "(end + self.delay + 1, self.end)", "--kinds star --senders hp"),
    broken("reference.py", "self.nxt - self.una <", "self.nxt + 1000 - self.una <", "--kinds star --senders hp"),
    broken("reference.py", "(self.last + step) %", "(self.last + step - 1) %", "--kinds tie --senders hp"),
    broken("reference.py", "if flow.nxt < flow.size)", "if flow.open)", "--kinds manyflows --senders hp"),
    broken("reference.py", "self.wake[0] > flow.avail", "False", "--kinds tie --senders hp"),
    broken("reference.py", "if flow.nack_for ==", "if None ==", "--kinds drop --senders hp"),
    broken("reference.py", "flow.nxt = flow.una", "pass", "--kinds drop --senders hp,dctcp"),
    broken(
        "reference.py",
        "port.tx, port.waiting,",
        "port.tx + packet.size, port.waiting,",
        "--kinds star --senders hp",
    ),
    broken("reference.py", "MAX_HOPS = 5", "MAX_HOPS = 6", "--kinds long --senders hp"),
    broken("reference.py", "self.headroom = 3 *", "self.headroom = 2 *", "--kinds pfc --senders hp,dctcp"),
    broken("reference.py", "port.shift -= 1", "break", "--kinds pfc2,pfcring --senders hp,dctcp"),
    broken("reference.py", "port.head == 0 and room", "room", "--kinds pfc --senders hp,dctcp"),
    broken("reference.py", "FRAME = 64", "FRAME = 60", "--kinds pfc,pfcring --senders hp,dctcp"),
    broken("senders.py", "% 2**17", "% 2**24", "--kinds bigq --senders hp"),
    broken("senders.py", "(time - time_before) % 2**24", "time - time_before", "--kinds slow --senders hp"),
    broken("senders.py", "full = seq > self.last", "full = seq >= self.last", "--kinds star --senders hp"),
    broken(
        "senders.py",
        "max(rate, LEAST_BPS), self.m)",
        "max(rate, LEAST_BPS), 10 * self.m)",
        "--kinds below --senders hp",
    ),
    broken("senders.py", "max_stage = 5", "max_stage = 4", "--kinds star --senders hp5"),
    broken(
        "senders.py",
        "(nxt - seq) // PAYLOAD + 1",
        "max(1, (nxt - seq) // PAYLOAD)",
        "--kinds slow,deep --senders dctcp",
    ),
];

/// A copy of the reference in which one line is another.
fn copy_with(rule: &Broken) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for entry in std::fs::read_dir(home()).expect("the reference") {
        let path = entry.expect("the reference lists").path();
        let name = path.file_name().expect("a file has a name").to_os_string();
        if path.is_file() {
            let text = std::fs::read_to_string(&path).expect("a file is read");
            let changed = if name == rule.file { text.replacen(rule.was, rule.becomes, 1) } else { text.clone() };
            assert!(name != rule.file || changed != text, "{} has no `{}`", rule.file, rule.was);
            std::fs::write(dir.path().join(name), changed).expect("a file is written");
        }
    }
    dir
}

fn seen(rule: &Broken, more: &str) {
    let Some(python) = python() else { return };
    let copy = copy_with(rule);
    let kept = copy.path().join("kept");
    let arguments = format!("{} {more} --keep {}", rule.cases, kept.display());
    let (code, printed, said) = compare(&python, copy.path(), env!("CARGO_BIN_EXE_ackwright"), &arguments);
    let what = format!("`{}` for `{}`: {printed}\n{said}", rule.becomes, rule.was);
    assert_eq!(code, Some(1), "{what}");
    assert!(printed.contains(": DIFFERENT, kept in ") && printed.contains(" by the reference, "), "{what}");
    assert!(std::fs::read_dir(kept).expect("a folder").count() > 0, "{what}");
}

#[test]
fn a_rule_that_is_broken_is_seen_with_the_first_flow_that_differs() {
    seen(&BROKEN[0], "--packets 100");
}

#[test]
#[ignore = "minutes: just night"]
fn each_rule_that_is_broken_is_seen_by_cases_of_the_night() {
    for rule in &BROKEN {
        seen(rule, NIGHT);
    }
}

#[test]
fn bad_input_is_one_line_and_exit_code_2_and_without_a_program_it_is_3() {
    let Some(python) = python() else { return };
    let program = env!("CARGO_BIN_EXE_ackwright");
    for (program, arguments, code, part) in [
        (program, "--kinds square", 2, "`square`: expected some of star,"),
        (program, "--senders ldcp", 2, "`ldcp`: expected some of hp,hp5,dctcp"),
        (program, "--seeds 3..1", 2, "--seeds 3..1: expected a seed, or the first and the last"),
        (program, "--seeds 1..", 2, "--seeds 1..: expected"),
        (program, "--packets 0", 2, "`0`: expected 1 or more"),
        (program, "--other", 2, "--other"),
        ("/no/such/program", "--kinds star", 3, "/no/such/program: no such program"),
    ] {
        let (found, printed, said) = compare(&python, &home(), program, arguments);
        assert_eq!((found, printed.as_str()), (Some(code), ""), "{arguments}: {said}");
        assert!(said.lines().count() == 1 && said.contains(part), "{arguments}: {said}");
    }
}
