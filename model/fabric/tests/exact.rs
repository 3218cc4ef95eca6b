//! The six reference runs: every flow completion time to the ns, every line of the queues.

use fabric::nic::Mode;
use fabric::{Fabric, FlowSpec, Options, Topology};
use std::path::PathBuf;

/// Scenario, and the samples of its run (FABRIC 7).
const SCENARIOS: [(&str, u32); 3] = [("2to1_25g", 3901), ("2to1_100g", 3901), ("8to1_100g", 2901)];

fn file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/runs").join(path)
}

#[test]
fn all_six_runs_are_those_of_the_public_simulator() {
    let mut flows = 0;
    for (scenario, samples) in SCENARIOS {
        let topology = Topology::read(&file(&format!("{scenario}/topology.txt"))).expect("a topology");
        let specs = FlowSpec::read(&file(&format!("{scenario}/flow.txt"))).expect("flows");
        for mode in [Mode::Hp, Mode::Dctcp] {
            let options = Options::of(mode, samples);
            let mut fabric = Fabric::new(&topology, &specs, options, |line| mode.nic(line)).expect("a network");
            fabric.run();
            let of = |name: &str| {
                std::fs::read_to_string(file(&format!("{scenario}/{}/{name}", mode.name()))).expect("results")
            };
            assert_eq!(fabric.fct_text(), of("fct.txt"), "{scenario}, {}", mode.name());
            assert_eq!(fabric.queue_text(), of("queue.txt"), "{scenario}, {}", mode.name());
            assert_eq!((fabric.counters().pauses, fabric.counters().dropped.packets), (0, 0));
            flows += fabric.completions().len();
        }
    }
    assert_eq!(flows, 24);
}
