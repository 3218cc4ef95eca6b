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

/// Lines of the house that name an algorithm outside its own folders and pages: what the guide says must be edited.
#[test]
fn an_algorithm_of_the_model_is_named_in_as_many_lines_as_the_guide_says() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = Vec::new();
    let mut folders = vec![root.join("model/layout/src"), root.join("model/src"), root.join("cli")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the house") {
            let path = entry.expect("it lists").path();
            if path.is_dir() && !path.ends_with("dctcp") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("dctcp.rs") {
                // the bench measures what it likes
                let text = std::fs::read_to_string(&path).expect("a source");
                let named = text.lines().filter(|line| line.contains("dctcp") && !path.ends_with("bench.rs"));
                lines.extend(named.map(|line| format!("{}: {}", path.display(), line.trim())));
            }
        }
    }
    assert_eq!(lines.len(), 6, "the guide's list is wrong: {lines:#?}");
}
