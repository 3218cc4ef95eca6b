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
