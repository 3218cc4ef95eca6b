//! The estimate in standard cells (`hdl/asic/estimate.py`), on a block small enough to count by hand and a library of
//! six cells in which the length of a path is its levels (`tests/vectors/tiny.lib`).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/tiny.lib");

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("hdl/asic/estimate.py")
}

/// The block `choice` for a target, exported to a folder.
fn exported(dir: &Path, target: &str) -> PathBuf {
    let (config, out) = (dir.join("c.toml"), dir.join(target));
    std::fs::write(&config, format!("rtl.target = \"{target}\"\n")).expect("a file is written");
    let mut export = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    export.args(["export", "--block", "choice", "--config"]).arg(&config).arg("--out").arg(&out);
    assert!(export.output().expect("export runs").status.success());
    out
}

/// Runs the script; `None`, with a line on stderr, where Python is missing, which in CI is a failure.
fn estimate(script: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Option<Output> {
    let run = Command::new("python3").arg("-B").arg(script).args(arguments).envs(environment.iter().copied()).output();
    match run {
        Ok(output) => Some(output),
        Err(e) => {
            left_out(&format!("python3: {e}"));
            None
        }
    }
}

fn left_out(why: &str) {
    let line = format!("left out: the estimate in standard cells; {why}");
    assert!(std::env::var_os("ACKWRIGHT_NO_SKIP").is_none(), "{line}");
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn rejected(arguments: &[&str], parts: &[&str]) {
    let Some(output) = estimate(&script(), arguments, &[]) else { return };
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.lines().count() == 1 && parts.iter().all(|part| said.contains(part)), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn bad_input_is_one_line_that_says_what_where_and_what_was_expected() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (folder, generic) = (exported(dir.path(), "asic"), exported(dir.path(), "generic"));
    let (folder, generic) = (folder.to_str().expect("UTF-8"), generic.to_str().expect("UTF-8"));
    let tiny = std::fs::read_to_string(TINY).expect("the library is there");
    let file = dir.path().join("bad.lib");
    let bad = file.to_str().expect("UTF-8");
    let line = |part: &str| tiny.lines().position(|l| l.contains(part)).expect("it is in the library") + 1;
    let nand = format!("line {}", line("cell (NAND2) {"));
    let first = format!("line {}", line("library (tiny) {"));
    for (library, parts) in [
        (tiny.trim_end().trim_end_matches('}').to_owned(), vec!["bad.lib", &first, "expected `}`"]),
        (tiny.replace("cell (NAND2) {", "cell NAND2 {"), vec!["bad.lib", &nand, "expected a group"]),
        (tiny.clone() + "}\n", vec!["bad.lib", "no more groups"]),
        (tiny.replace("area : 0.5", "size : 0.5"), vec!["bad.lib", "cell INV", "expected an `area`"]),
        (tiny.replace("(A B)'", "A B").replace("!A + !B", "!A"), vec!["bad.lib", "NAND of two inputs"]),
        ("nothing".to_owned(), vec!["bad.lib", "0 groups `library", "expected one"]),
    ] {
        std::fs::write(&file, library).expect("a file is written");
        rejected(&[folder, bad], &parts);
    }
    rejected(&[folder, "no/such.lib"], &["no/such.lib", "cannot read"]);
    rejected(&[generic, TINY], &["rtl.target = \"generic\"", "expected \"asic\""]);
    rejected(&[dir.path().to_str().expect("UTF-8"), TINY], &["ackwright.toml", "ackwright export"]);
    rejected(&[folder, TINY, "--blocks", "alu"], &["--blocks alu", "expected one of choice"]);
    rejected(&[folder, TINY, "--clock", "0"], &["--clock 0", "expected MHz"]);
    rejected(&[folder], &["no Liberty file"]);
    rejected(&[folder, "--check", "no/such.md"], &["no/such.md", "expected a page"]);
}

/// And a row whose hash is neither is refused.
#[test]
fn the_tables_of_the_page_are_of_todays_verilog_or_say_that_they_are_not() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (root, out) = (Path::new(env!("CARGO_MANIFEST_DIR")), dir.path().join("asic"));
    let mut export = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    export.args(["export", "--config"]).arg(root.join("hdl/asic/ackwright.toml")).arg("--out").arg(&out);
    assert!(export.output().expect("export runs").status.success());
    let folder = out.to_str().expect("UTF-8");
    let page = root.join("hdl/asic/README.md");
    let Some(checked) = estimate(&script(), &[folder, "--check", page.to_str().expect("UTF-8")], &[]) else { return };
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    assert!(text(&checked.stdout).contains("rows are of today's Verilog"), "{}", text(&checked.stdout));

    let stale = dir.path().join("stale.md");
    let rows = "<!-- asic:begin a -->\n| `psn` | 1 | `0123456789abcdef` |\n<!-- asic:end a -->\n";
    std::fs::write(&stale, rows).expect("a file is written");
    rejected(&[folder, "--check", stale.to_str().expect("UTF-8")], &["stale.md:2", "psn", "not of today's Verilog"]);
    std::fs::write(&stale, "no table\n").expect("a file is written");
    rejected(&[folder, "--check", stale.to_str().expect("UTF-8")], &["stale.md", "no row"]);
}

#[test]
fn a_tool_that_cannot_be_had_is_one_line_and_exit_code_3() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = exported(dir.path(), "asic");
    // a copy has its own place for the tools, and pip may not look for them anywhere
    let copy = dir.path().join("hdl/asic");
    std::fs::create_dir_all(&copy).expect("a folder is made");
    for name in ["estimate.py", "synthesis.py", "liberty.py", "requirements.txt"] {
        std::fs::copy(script().with_file_name(name), copy.join(name)).expect("a file is copied");
    }
    let arguments = [folder.to_str().expect("UTF-8"), TINY];
    let Some(output) = estimate(&copy.join("estimate.py"), &arguments, &[("PIP_NO_INDEX", "1")]) else { return };
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    let last = said.lines().last().expect("a line");
    assert!(last.contains("pip") && last.contains("hdl/asic/requirements.txt"), "{said}");
}

/// The block's registers and its memory are as many as its page says; the time of the longest path is its levels'; the
/// page keeps what is not between the markers; a goal that is missed leaves it as it was.
#[test]
fn a_small_block_is_counted_and_timed_right() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = exported(dir.path(), "asic");
    let page = dir.path().join("page.md");
    let old = "before\n<!-- asic:begin small -->\nold\n<!-- asic:end small -->\nbehind\n";
    std::fs::write(&page, old).expect("a file is written");
    let (folder, page_name) = (folder.to_str().expect("UTF-8"), page.to_str().expect("UTF-8"));
    let arguments = [folder, TINY, "--name", "small", "--page", page_name];

    let Some(missed) = estimate(&script(), &[&arguments[..], &["--clock", "9000"]].concat(), &[]) else { return };
    let said = text(&missed.stderr);
    let last = said.lines().last().unwrap_or_default();
    if missed.status.code() == Some(3) {
        return left_out(last);
    }
    assert_eq!(missed.status.code(), Some(2), "{said}");
    assert!(last.contains("--clock 9000: choice reaches") && last.contains("expected a goal"), "{said}");
    assert_eq!(std::fs::read_to_string(&page).expect("the page"), old);

    let done = estimate(&script(), &arguments, &[]).expect("Python is there");
    assert!(done.status.success(), "{}", text(&done.stderr));
    let printed = text(&done.stdout);
    let line = printed.lines().find(|l| l.starts_with("| `choice`")).expect("a row of the block");
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let number = |k: usize| cells[k].parse::<f64>().unwrap_or_else(|e| panic!("{line}: {}: {e}", cells[k]));
    let (kge, area, flops, bits, levels, ns, mhz) =
        (number(2), number(3), number(4), number(6), number(7), number(8), number(9));
    // 4 valid bits, that of a word's read, 3 flags, 12 of the index, 8 of the word behind the memory, 8 of the choice;
    // a word of 8 bits a QP
    assert_eq!((flops, bits), (36.0, 4096.0 * 8.0), "{line}");
    assert!(printed.contains("1 of 4096 × 8: 1 in all, 32768 bits"), "{printed}");
    // a NAND2 has area 1, a flop 4
    assert!(area > 4.0 * flops && (kge - area / 1000.0).abs() <= 0.05, "{line}");
    // 200 ps from the clock to a flop's output, 100 ps a level, 100 ps of setup; abc knows the levels alone
    let beside = if printed.contains("ns, MHz and levels are abc's") { 0.0 } else { 0.3 };
    assert!(levels >= 2.0 && (ns - beside - 0.1 * levels).abs() < 1e-6, "{line}");
    assert!((mhz - 1000.0 / ns).abs() <= 0.5, "{line}");
    let written = std::fs::read_to_string(&page).expect("the page");
    let expected =
        format!("before\n<!-- asic:begin small -->\n{}\n<!-- asic:end small -->\nbehind\n", printed.trim_end());
    assert_eq!(written, expected);
}
