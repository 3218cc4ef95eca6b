//! The C library as its users have it (model/c): from SystemVerilog by DPI-C, from cocotb by ctypes, from C++. The
//! first two pass against the exported RTL, and fail once a line of it is broken.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::broken::broken;
use support::tools::{self, said};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example(path: &str) -> PathBuf {
    root().join("model/c/examples").join(path)
}

/// The library that cargo built for this test: it lies beside the test itself.
fn library(extension: &str) -> PathBuf {
    assert_eq!(ackwright_c::ackw_abi(), ackwright_c::ACKW_ABI, "the test depends on the library, so that it is there");
    let test = std::env::current_exe().expect("a test is a file");
    let path = test.with_file_name(format!("libackwright_c.{extension}"));
    assert!(path.exists(), "{} was not built", path.display());
    path
}

/// The number before a word of a line, such as 12 of "PASS: 12 cycles".
fn number_before(text: &str, word: &str) -> u64 {
    let words: Vec<&str> = text.split_whitespace().map(|w| w.trim_end_matches(',')).collect();
    let at = words.iter().position(|w| *w == word).unwrap_or_else(|| panic!("no `{word}` in {text}"));
    words[at - 1].parse().unwrap_or_else(|_| panic!("no number before `{word}` in {text}"))
}

#[test]
fn a_bench_in_verilator_passes_and_finds_a_broken_line() {
    for tool in ["verilator", "g++", "make"] {
        if tools::on_path(tool).is_none() {
            return tools::left_out("the model by DPI-C in Verilator", &format!("apt-get install {tool}"));
        }
    }
    let folder = root().join("hdl/verilog/ldcp");
    let toml = std::fs::read_to_string(folder.join("ackwright.toml")).expect("a file");
    let build = tempfile::tempdir().expect("a temporary folder");
    let checker = build.path().join("checker.sv");
    let text = ackwright_c::checker::text(&toml, "engine").expect("a legal configuration");
    std::fs::write(&checker, text).expect("writes");
    let run = |rtl: &Path, name: &str| {
        let mut bench = Command::new("bash");
        bench.arg(example("verilator/build.sh")).args([rtl, &library("so"), &checker, &build.path().join(name)]);
        bench.output().expect("bash runs")
    };
    let good = run(&folder, "good");
    let text = said(&good);
    assert!(good.status.success() && text.contains("PASS ackw_engine"), "{text}");
    let pass = text.lines().find(|line| line.starts_with("PASS")).expect("a verdict");
    assert!(number_before(pass, "of") > 19_000, "{pass}");
    println!("{pass}");

    let broken = broken(&folder);
    let bad = run(broken.path(), "bad");
    let text = said(&bad);
    assert!(!bad.status.success() && !text.contains("PASS"), "{text}");
    assert!(text.contains("differs from its model in cycle") && text.contains("upd_window is"), "{text}");
}

#[test]
#[ignore = "a minute or so: just night"]
fn cocotb_with_icarus_passes_and_finds_a_broken_line() {
    if tools::on_path("iverilog").is_none() {
        return tools::left_out("the model by ctypes in cocotb", "apt-get install iverilog");
    }
    let bin = match tools::pinned("cocotb", &example("cocotb/requirements.txt"), true) {
        Ok(bin) => bin,
        Err(why) => return tools::left_out("the model by ctypes in cocotb", &why),
    };
    let build = tempfile::tempdir().expect("a temporary folder");
    let run = |rtl: &Path, name: &str| {
        Command::new(bin.join("python3"))
            .arg(example("cocotb/run.py"))
            .args([rtl, &library("so"), &build.path().join(name)])
            .env("PATH", tools::path_with([bin.clone()]))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .expect("python runs")
    };
    let folder = root().join("hdl/verilog/small");
    let good = run(&folder, "good");
    let text = said(&good);
    assert!(good.status.success() && text.contains("TESTS=1 PASS=1 FAIL=0 SKIP=0"), "{text}");
    let pass = text.lines().find(|line| line.starts_with("PASS:")).expect("a verdict");
    assert!(number_before(pass, "cycles") > 1500 && number_before(pass, "values") > 10_000, "{pass}");
    println!("{pass}");

    let broken = broken(&folder);
    let bad = run(broken.path(), "bad");
    let text = said(&bad);
    assert!(!bad.status.success() && text.contains("upd_window is"), "{text}");
}

#[test]
fn the_cpp_example_links_the_static_library_and_passes() {
    if tools::on_path("g++").is_none() {
        return tools::left_out("the model from C++", "apt-get install g++");
    }
    let build = tempfile::tempdir().expect("a temporary folder");
    let program = build.path().join("example");
    let built = Command::new("g++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(root().join("model/c/include"))
        .arg(example("cpp/main.cpp"))
        .arg(library("a"))
        .args(["-Wl,--gc-sections", "-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("g++ runs");
    assert!(built.status.success(), "{}", said(&built));
    let run = Command::new(program).output().expect("the example runs");
    let text = said(&run);
    assert!(run.status.success() && text.starts_with("PASS 100 windows, each 14 cycles after its event"), "{text}");
    println!("{text}");
}
