//! A second body of the engine in lockstep with the cycle model: here the model itself, faithful or with a slip.

use fabric::nic::{Algorithm, Compared, Difference, Engines, Field, Golden, Twin};
use fabric::scenario::Scenario;
use fabric::{Outcome, SimulateError, simulate, simulate_watched};
use layout::config::Config;
use model::engine::{self, Engine, In, Out};
use model::{limit, sender, shaper};
use std::ops::ControlFlow;
use std::path::Path;

/// The model out of reset; its update of this number is of a QP further on.
struct Second {
    engine: Engine,
    slip: Option<u64>,
    updates: u64,
}

impl Twin for Second {
    fn step(&mut self, input: &In<'_>, out: &Out) -> Result<Vec<Field>, String> {
        let mut mine = self.engine.step(input);
        if let Some(update) = &mut mine.upd {
            self.updates += 1;
            let slips = u32::from(self.slip == Some(self.updates));
            *update = engine::Update { qpn: update.qpn + slips, ..*update };
        }
        let text = |out: &Out| format!("{:?}", out.upd.map(|update| update.qpn));
        let field = || Field { name: "upd_qpn".to_owned(), model: text(out), twin: text(&mine) };
        Ok(if mine == *out { vec![] } else { vec![field()] })
    }

    fn update(&self) -> Option<model::latest::Update> {
        None
    }

    fn sender(&mut self, _: &shaper::Host, _: &sender::In, _: &sender::Out) -> Result<Vec<Field>, String> {
        Err("the host paces here".to_owned())
    }

    fn limit(&mut self, _: &limit::In, _: &limit::Out) -> Result<Vec<Field>, String> {
        Err("no scenario here has FCR".to_owned())
    }
}

fn incast(cc: Algorithm) -> Scenario {
    let text = "kind = \"incast\"\nsenders = 4\nbytes = 100_000\npacing = \"host\"\n";
    let mut scenario = Scenario::parse(Path::new("s.toml"), text).expect("a scenario");
    scenario.cc = cc;
    scenario
}

fn run(golden: Golden, slip: Option<u64>, every_cycle: bool) -> Result<Outcome, SimulateError> {
    let make =
        |config: &Config| Ok(Box::new(Second { engine: Engine::new(config), slip, updates: 0 }) as Box<dyn Twin>);
    let engines = Engines { twin: Some(&make), every_cycle, ..Engines::default() };
    simulate_watched(&incast(Algorithm::Rtl(golden)), engines, &mut |_| ControlFlow::Continue(()))
}

const BOTH: [Golden; 2] = [Golden::Ldcp, Golden::Hpcc { max_stage: 5 }];

#[test]
fn what_is_equal_in_every_cycle_gives_the_flows_of_the_cycle_model() {
    for golden in BOTH {
        let plain = simulate(&incast(Algorithm::Cycle(golden))).expect("a run");
        let [skipping, every] = [false, true].map(|every| run(golden, None, every).expect("equal"));
        assert!(plain.fct_text == skipping.fct_text && plain.fct_text == every.fct_text, "{golden:?}");
        let (Compared { updates, .. }, of_every) = (skipping.compared, every.compared);
        assert_eq!((updates, of_every.updates, plain.compared), (400, 400, Compared::default()));
        assert!(of_every.cycles > skipping.compared.cycles && of_every.skipped < skipping.compared.skipped);
    }
}

#[test]
fn a_difference_ends_the_run_and_says_where_it_was() {
    for golden in BOTH {
        let Err(SimulateError::Differs(found)) = run(golden, Some(20), false) else { panic!("{golden:?}: equal") };
        let Difference { node, time_ns, qp, flow, fields, stopped, .. } = &*found;
        let (time_ns, flow) = (time_ns.expect("time ran"), flow.expect("it has a flow"));
        // each host has one flow
        assert_eq!((*qp, flow, stopped), (Some(0), *node, &None));
        assert!((1000..100_000).contains(&time_ns), "{found}");
        assert_eq!(fields.len(), 1);
        let text = found.to_string();
        let end = format!(", at {time_ns} ns, QP 0, flow {flow}\n  upd_qpn  model Some(0), rtl Some(1)");
        assert!(text.starts_with(&format!("host {node}, cycle ")) && text.ends_with(&end), "{text}");
    }
}

#[test]
fn without_a_second_body_the_algorithms_that_need_one_are_refused() {
    let told = simulate(&incast(Algorithm::Rtl(Golden::Ldcp))).expect_err("there is none").to_string();
    assert_eq!(told, "s.toml:1: cc: no RTL is at hand: expected `ackwright simulate`");
}
