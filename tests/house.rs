//! The rules of the house that code can check: who depends on whom, and what must not stand in the tree.

use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The workspace crates that a crate depends on (normal and build dependencies), through any number of steps.
fn workspace_dependencies(package: &str) -> Vec<String> {
    let run = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal,build", "--prefix", "none", "--format", "{p}", "-p", package])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("cargo prints UTF-8");
    text.lines().filter_map(|l| l.split(' ').next()).filter(|p| p.starts_with("ackwright-")).map(Into::into).collect()
}

#[test]
fn hdl_and_model_never_depend_on_each_other() {
    let hdl = workspace_dependencies("ackwright-hdl");
    let model = workspace_dependencies("ackwright-model");
    assert!(hdl.contains(&"ackwright-layout".to_owned()) && model.contains(&"ackwright-layout".to_owned()));
    assert!(!hdl.iter().any(|p| p == "ackwright-model"), "equivalence would compare code with itself: {hdl:?}");
    assert!(!model.iter().any(|p| p == "ackwright-hdl"), "equivalence would compare code with itself: {model:?}");
    assert_eq!(workspace_dependencies("ackwright-layout"), ["ackwright-layout"]);
}

#[test]
fn every_block_has_a_page_and_every_page_a_block() {
    let blocks = hdl::design::BLOCKS;
    for block in &blocks {
        let page = root().join(format!("hdl/src/{block}.md"));
        assert!(page.exists(), "block {block} has no page {}", page.display());
    }
    let mut pages = 0;
    for entry in std::fs::read_dir(root().join("hdl/src")).expect("hdl/src is a folder") {
        let path = entry.expect("hdl/src lists").path();
        if path.extension().is_some_and(|e| e == "md") {
            let name = path.file_stem().expect("a page has a name").to_string_lossy().into_owned();
            assert!(blocks.contains(&name.as_str()), "page {name}.md has no block");
            pages += 1;
        }
    }
    assert!(pages >= blocks.len());
}

/// A file of tests that `all.rs` does not name would never run.
#[test]
fn every_file_of_tests_is_in_the_one_program() {
    let all = include_str!("all.rs");
    let mut files = 0;
    for entry in std::fs::read_dir(root().join("tests")).expect("tests is a folder") {
        let path = entry.expect("tests lists").path();
        if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("all.rs") {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            assert!(all.lines().any(|line| line == format!("mod {name};")), "tests/all.rs lacks `mod {name};`");
            files += 1;
        }
    }
    assert!(files >= 40, "{files} files");
}

/// Columns of a line of prose.
const COLUMNS: usize = 120;

/// Files of the tree that end so, without those that a program writes.
fn tracked(ends: &str) -> Vec<String> {
    let run = Command::new("git").args(["ls-files"]).current_dir(root()).output().expect("git runs");
    let text = String::from_utf8(run.stdout).expect("paths are UTF-8");
    let files: Vec<String> =
        text.lines().filter(|f| f.ends_with(ends) && !f.starts_with("hdl/verilog/")).map(Into::into).collect();
    assert!(!files.is_empty(), "no file ends with {ends}");
    files
}

/// A page that runs off the screen is not read. Tables, code and what a program writes between two marks may be wider.
#[test]
fn prose_has_lines_of_at_most_120_columns() {
    let mut long = Vec::new();
    let mut take = |file: &str, number: usize, line: &str| {
        if line.chars().count() > COLUMNS {
            long.push(format!("{file}:{}", number + 1));
        }
    };
    let (mut prose, mut comments) = (0, 0);
    for file in tracked(".md") {
        let text = std::fs::read_to_string(root().join(&file)).expect("a page is there");
        let (mut code, mut written) = (false, false);
        for (number, line) in text.lines().enumerate() {
            let start = line.trim_start();
            if let Some(mark) = start.strip_prefix("<!-- ").and_then(|l| l.strip_suffix(" -->")) {
                let begins = ["mutants", "coverage", "rust mutants"].contains(&mark) || mark.contains("begin");
                written = begins || written && !mark.contains("end");
            }
            code ^= start.starts_with("```");
            if !code && !written && !start.starts_with('|') {
                take(&file, number, line);
                prose += 1;
            }
        }
    }
    for file in tracked(".rs") {
        let text = std::fs::read_to_string(root().join(&file)).expect("a source is there");
        for (number, line) in text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
            take(&file, number, line);
            comments += 1;
        }
    }
    assert!(prose > 1_000 && comments > 5_000, "{prose} lines of pages and {comments} of comments were looked at");
    assert!(long.is_empty(), "longer than {COLUMNS} columns: {}", long.join(", "));
}

/// What an engine needs for a unit, the unit's row says: who asks for a unit by name has forgotten the next one. The
/// files that do are the unit's own, tests, and these.
#[test]
fn few_files_ask_for_a_unit_by_its_name() {
    let own = |file: &str| ["/ldcp", "/hpcc", "/dcqcn", "/dctcp", "tests"].iter().any(|own| file.contains(own));
    let inside = ["hdl/src/", "model/src/", "model/layout/src/", "tb/src/", "cli/"];
    let known = [
        ("cli/demo/mod.rs", "the demo is of LDCP"),
        ("cli/replay/mod.rs", "lines of LDCP and HPCC++ have readers of their own"),
        ("cli/smoke.rs", "the smoke test writes a set of LDCP"),
        ("hdl/src/design.rs", "what a port's text says of CNPs"),
        ("hdl/src/register_map/c_header.rs", "functions for HPCC++'s header"),
        ("hdl/src/register_map/page.rs", "the section of HPCC++'s header"),
        ("hdl/src/register_map/page/example.rs", "examples of LDCP and HPCC++"),
        ("model/layout/src/config.rs", "defaults, the fast start, probes"),
        ("model/layout/src/config/wrong.rs", "keys of one unit"),
        ("model/src/bench.rs", "the benchmark of LDCP's engine"),
        ("tb/src/blocks/cover/engine.rs", "LDCP's window may be below one packet"),
        ("tb/src/blocks/engine_ports.rs", "what a host's operation of LDCP and HPCC++ writes"),
        ("tb/src/blocks/event.rs", "the same"),
        ("tb/src/blocks/script.rs", "the same"),
        ("tb/src/blocks/session.rs", "the same"),
        ("tb/src/blocks/unit_bus.rs", "the same"),
    ];
    let names: Vec<String> = layout::config::Unit::ALL.iter().map(|unit| format!("Unit::{unit:?}")).collect();
    let mut found = vec![];
    for file in tracked(".rs").into_iter().filter(|file| inside.iter().any(|part| file.starts_with(part)) && !own(file))
    {
        let text = std::fs::read_to_string(root().join(&file)).expect("a source is there");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        if lines.any(|line| names.iter().any(|name| line.contains(name.as_str()))) {
            found.push(file);
        }
    }
    found.sort();
    assert_eq!(found, known.map(|(file, _)| file), "a unit's row should say it, or the list here");
}

/// A number of a list of fields has its name.
#[test]
fn numbers_of_fields_are_found_by_name() {
    let mut looked = 0;
    for file in tracked(".rs").into_iter().filter(|file| !file.contains("params") && !file.contains("tests")) {
        let text = std::fs::read_to_string(root().join(&file)).expect("a source is there");
        for (number, line) in text.lines().enumerate() {
            let mut rest = line;
            while let Some((_, behind)) = rest.split_once("raw[").or_else(|| rest.split_once("raw()[")) {
                let index = behind.split(']').next().unwrap_or_default();
                let is_number = !index.is_empty() && index.bytes().all(|c| c.is_ascii_digit());
                assert!(!is_number, "{file}:{}: expected raw[FIELD.place(&FIELDS)]", number + 1);
                looked += 1;
                rest = behind;
            }
        }
    }
    assert!(looked > 20, "{looked} places");
}
