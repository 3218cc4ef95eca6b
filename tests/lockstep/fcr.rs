//! With FCR: the engine, and `limit` behind it, each beside its model; bugs in either are seen in a network.

use super::Engine;
use crate::bench::bugs::{Bug, Bugs};
use fabric::nic::{Compared, Difference, Engines, Field, Twin};
use fabric::scenario::Scenario;
use fabric::{Outcome, SimulateError, simulate_watched};
use layout::config::{Config, Unit};
use model::engine::{In, Out};
use model::{limit, sender, shaper};
use std::ops::ControlFlow;
use std::path::Path;
use tb::blocks::lockstep::{LimitLockstep, Lockstep};
use tb::{Builder, Variant};

const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_engine.v" {
    "a mark counts all the same":
        "assign ignored_ack = ignored & (psn_out_kind == KIND_ACK) & psn_out_ece;" => "assign ignored_ack = 1'b0;";
}
"limit" "ackw_limit_change.v" {
    "own values stay as they were behind a lowering":
        "assign settled = event_settle & found_owed & !found_queued;" => "assign settled = 1'b0;";
    "the last cap is not owed": "assign new_owed = owed | clamped;" => "assign new_owed = owed;";
    "marks are ignored for ever": "assign outcome_ignore = live & said;" => "assign outcome_ignore = said;";
}
};

/// Advices come, marks with them, the queue drains, and they end while flows still send.
const TEXT: &str = "kind = \"incast\"\nsenders = 3\nbytes = 60_000\nrate_gbps = 25\nmarks_percent = 10\n\
                    [fcr]\nqueue_bytes = 500\n";

fn scenario(cc: &str) -> Scenario {
    Scenario::parse(Path::new("s.toml"), &format!("cc = \"{cc}\"\npacing = \"host\"\n{TEXT}")).expect("a scenario")
}

struct Both(Engine, LimitLockstep);

impl Twin for Both {
    fn step(&mut self, input: &In<'_>, out: &Out) -> Result<Vec<Field>, String> {
        self.0.step(input, out)
    }

    fn update(&self) -> Option<model::latest::Update> {
        None
    }

    fn sender(&mut self, host: &shaper::Host, input: &sender::In, out: &sender::Out) -> Result<Vec<Field>, String> {
        self.0.sender(host, input, out)
    }

    fn limit(&mut self, input: &limit::In, out: &limit::Out) -> Result<Vec<Field>, String> {
        let differing = self.1.step(input, out).map_err(|e| e.to_string())?;
        Ok(differing.into_iter().map(|d| Field { name: d.port, model: d.model, twin: d.rtl }).collect())
    }
}

/// Runs the scenario with these designs.
fn run(config: &Config, designs: &[tb::Design; 2], every_cycle: bool) -> Result<Outcome, Difference> {
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let [engine, limit] = designs;
    let libs = designs.each_ref().map(|design| builder.load(design, Variant::Quick).expect("builds"));
    let twin = |config: &Config| {
        let engine = Lockstep::new(&libs[0], engine, config, 1).map_err(|e| e.to_string())?;
        let limit = LimitLockstep::new(&libs[1], limit, config, 1).map_err(|e| e.to_string())?;
        Ok(Box::new(Both(Engine(engine), limit)) as Box<dyn Twin>)
    };
    let engines = Engines { config: Some(config), twin: Some(&twin), every_cycle, unchecked: false };
    match simulate_watched(&scenario("rtl-ldcp"), engines, &mut |_| ControlFlow::Continue(())) {
        Ok(outcome) => Ok(outcome),
        Err(SimulateError::Differs(difference)) => Err(*difference),
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn advices_act_alike_in_rtl_and_model_and_bugs_in_either_block_are_seen() {
    let mut config = Config::default();
    (config.engine.qps, config.engine.wait_slots, config.engine.units) = (16, 4, vec![Unit::Ldcp]);
    (config.engine.fcr, config.parser.fcr, config.fcr.sources) = (true, true, 1);
    let blocks = ["engine", "limit"];
    let of = |block: &'static str| {
        let emitted = hdl::design::build(&config, block).expect("builds");
        let bugs: Vec<Bug> = BUGS.iter().filter(|bug| bug.block == block).copied().collect();
        Bugs::new(&config, &emitted, &[block], &bugs).design(block).clone()
    };
    let designs = blocks.map(of);
    let with = |block: &str, number: u64| {
        let number = |name| if name == block { number } else { 0 };
        let held = |at: usize| designs[at].clone().hold("bug", number(blocks[at])).expect("it is an input");
        [held(0), held(1)]
    };
    let engines = Engines { config: Some(&config), ..Engines::default() };
    let cycle = simulate_watched(&scenario("cycle-ldcp"), engines, &mut |_| ControlFlow::Continue(()));
    let cycle = cycle.expect("the cycle model runs");
    assert!(cycle.advices.taken > 3 && cycle.advices.marks > 10 && cycle.advices.lowered > 2, "{:?}", cycle.advices);
    let compared = [false, true].map(|every_cycle| {
        let rtl = run(&config, &with("", 0), every_cycle).expect("equal without a bug");
        assert!(rtl.complete && rtl.fct_text == cycle.fct_text && rtl.advices == cycle.advices, "{every_cycle}");
        rtl.compared
    });
    let [Compared { updates, skipped, .. }, every] = compared;
    assert!(updates > 150 && updates == every.updates && every.skipped < skipped, "{compared:?}");
    for block in blocks {
        for (bug, number) in BUGS.iter().filter(|bug| bug.block == block).zip(1..) {
            let found = run(&config, &with(block, number), false).err();
            let found = found.expect("a bug is seen");
            println!("{}: {}: {found}", bug.file, bug.bug);
            assert!(!found.fields.is_empty() && found.stopped.is_none(), "it goes on, and something differs");
        }
    }
}
