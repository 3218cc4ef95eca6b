//! hdl/guide/new_algorithm.md: its example is an algorithm, and the number of lines that it names is the true one.

#[path = "../model/examples/aimd/aimd.rs"]
mod aimd;

use aimd::{AIMD, FLOOR, SAT};
use model::number::{Q, exact};
use num_traits::Zero;
use tb::Rng;

/// What each rounding may leave: half an LSB a step, and steps that follow only shrink it or leave it.
#[test]
fn the_examples_step_is_within_half_an_lsb_of_its_ideal() {
    let seed = 20_261_123;
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let field = AIMD.state[0];
    let (mut floors, mut sats, mut compared) = (0, 0, 0);
    for text in ["", "add = 0.001\nmult = 0.99", "add = 1\nmult = \"1/3\"", "add = \"1/65536\"\nmult = 1"] {
        // the model's own parameters, so that what differs is the step's
        let (rule, _) = aimd::make(text).expect("in range");
        for _ in 0..20_000 {
            let raw = match rng.below(4) {
                0 => field.min + rng.below(8),
                1 => field.max - rng.below(1 << 20),
                _ => field.min + rng.below(field.max - field.min),
            };
            let event = [rng.below(2)];
            let (mut state, mut ideal) = ([raw], [exact(raw, field.format)]);
            let (mut update, mut update_ideal) = ([0], [Q::zero()]);
            let flags = rule.step(&mut state, &event, &mut update);
            rule.ideal(&mut ideal, &event, &mut update_ideal);
            if flags & SAT != 0 {
                assert_eq!(update[0], field.max);
                assert!(update_ideal[0] > exact(field.max, field.format));
                sats += 1;
                continue;
            }
            floors += u32::from(flags & FLOOR != 0);
            let off = exact(update[0], field.format) - &update_ideal[0];
            let half = exact(1, layout::fixed::Format::new(0, field.format.frac + 1));
            assert!(off <= half && -off <= half, "{text:?}: cwnd {raw}, event {event:?}");
            compared += 1;
        }
    }
    assert!(compared > 50_000 && floors > 100 && sats > 100, "{compared} compared, {floors} floors, {sats} sats");
}

/// Lines of sources in these places that name DCTCP outside its own folders and files, but for tests and comments.
fn naming(places: &[&str]) -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut left: Vec<_> = places.iter().map(|place| root.join(place)).collect();
    let mut lines = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder of the house");
            left.extend(inside.map(|entry| entry.expect("it lists").path()).filter(|inner| !inner.ends_with("dctcp")));
        } else if path.extension().is_some_and(|e| e == "rs")
            && !["dctcp.rs", "tests.rs"].iter().any(|own| path.ends_with(own))
        {
            let text = std::fs::read_to_string(&path).expect("a source");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let named = |line: &&str| line.to_lowercase().contains("dctcp") && !line.trim_start().starts_with("//");
            lines.extend(code.lines().filter(named).map(|line| format!("{}: {}", path.display(), line.trim())));
        }
    }
    lines
}

/// What the guide says must be edited outside an algorithm's own folders and pages.
#[test]
fn an_algorithm_is_named_in_as_many_lines_as_the_guide_says() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/hdl/guide/new_algorithm.md"));
    let guide = guide.expect("the guide");
    let all = naming(&["model/layout/src", "model/src", "cli", "hdl/src", "tb/src"]);
    let (modules, list): (Vec<_>, Vec<_>) = all.iter().partition(|line| line.ends_with("mod dctcp;"));
    assert!(modules.len() == 4 && list.len() == 1, "a list beside the one: {all:#?}");
    let row = list[0].split(": ").skip(1).collect::<Vec<_>>().join(": ");
    assert!(guide.contains(&format!("\n{row}\n")), "{row}");
    let files: std::collections::BTreeSet<_> = all.iter().filter_map(|line| line.split(": ").next()).collect();
    let said = format!("is {} lines in {} files outside its own folders", all.len(), files.len());
    assert!(guide.contains(&said), "expected \"{said}\" in the guide: {all:#?}");
}

/// The same five lines taken out again, with the folders of its own: what is left of the four crates compiles, so
/// nothing else in them needs DCTCP, and nothing else had to be written for it.
#[test]
#[ignore = "compiles four crates: just night"]
fn without_its_lines_and_folders_the_house_stands() {
    use std::process::Command;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().expect("a folder");
    let tracked = Command::new("git").args(["ls-files"]).current_dir(root).output().expect("git runs");
    let mut taken = 0;
    for file in String::from_utf8(tracked.stdout).expect("paths are UTF-8").lines() {
        let crates =
            ["hdl/", "model/", "tb/", "cli/", "tests/", "src/", "Cargo", "README", "CHANGELOG", "LICENSE", "fpga/"];
        let own = file.contains("/dctcp/") || file.ends_with("/dctcp.rs");
        if !crates.iter().any(|part| file.starts_with(part)) || file.starts_with("hdl/verilog/") {
            continue;
        }
        let of_four = ["hdl/src/", "model/src/", "model/layout/src/", "tb/src/"].iter().any(|of| file.starts_with(of));
        if own && of_four {
            taken += 1;
            continue;
        }
        let to = place.path().join(file);
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("it can be made");
        let text = std::fs::read(root.join(file)).expect("it is there");
        match String::from_utf8(text) {
            Ok(text) if of_four && file.ends_with(".rs") => {
                let is_its = |line: &&str| {
                    line.trim() == "pub mod dctcp;" || line.trim() == "mod dctcp;" || line.contains("Dctcp in dctcp: ")
                };
                taken += text.lines().filter(is_its).count();
                let left: Vec<_> = text.lines().filter(|line| !is_its(line)).collect();
                std::fs::write(to, left.join("\n") + "\n").expect("it can be written");
            }
            Ok(text) => std::fs::write(to, text).expect("it can be written"),
            Err(bytes) => std::fs::write(to, bytes.into_bytes()).expect("it can be written"),
        }
    }
    assert!(taken > 20, "{taken} files and lines were taken out");
    let check = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--lib", "-p", "ackwright-layout", "-p", "ackwright-hdl", "-p", "ackwright-tb"])
        .env("CARGO_TARGET_DIR", root.join("target/without"))
        .current_dir(place.path())
        .output()
        .expect("cargo runs");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
}
