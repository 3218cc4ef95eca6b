//! The unit in the engine: that the runs which hold RTL against model meet what it is for. That both are equal there is
//! said in `tests/equivalence.rs`; here the same cycles are looked at, without a design.

use layout::config::{Config, Unit, Updates};
use tb::Options;
use tb::blocks::{self, cover};

/// Points of a block's run, and how often it met each.
fn points(block: &str, units: &[Unit], qps: u32, events: u64) -> Vec<(String, u64)> {
    let mut config = Config::default();
    (config.engine.units, config.engine.qps) = (units.to_vec(), qps);
    // what each says is looked at
    config.engine.updates = Some(Updates::Every);
    let emitted = hdl::design::build(&config, block).expect("a legal configuration builds");
    let design = blocks::design(&emitted, &config, block, emitted.files.clone()).expect("a design");
    let mut sheet = cover::sheet(block, &config, &design).expect("it has points");
    cover::observe(&mut sheet, &config, &design, &Options::new(events, 1)).expect("observed");
    sheet.counts()
}

#[test]
fn the_engine_s_runs_end_periods_of_every_kind_under_traffic() {
    let all = &Unit::ALL[..];
    for (units, qps) in [
        (&[Unit::Dcqcn][..], 16),
        (&[Unit::Dcqcn], 4096),
        (&[Unit::Ldcp, Unit::Dcqcn], 16),
        (&[Unit::Ldcp, Unit::Dcqcn], 4096),
        (all, 16),
        (all, 4096),
    ] {
        let points = points("engine", units, qps, 50_000);
        let least = [
            ("upd_kind timer", 5000),
            ("upd_kind cnp", 100),
            ("upd_flags of DCQCN: floor", 10),
            ("upd_flags of DCQCN: ignored", 1000),
            ("upd_flags of DCQCN: cut", 100),
            ("upd_flags of DCQCN: recovery", 100),
            ("upd_flags of DCQCN: active", 100),
            ("upd_flags of DCQCN: held", 1),
            ("host_write of dcqcn", 100),
            ("the set of dcqcn in its turn", 10),
            ("a QP is given to dcqcn-p", 10),
            ("a QP is given to dcqcn-d", 10),
            ("found_dcqcn_visits, word 0 is read, not 0", 1),
        ];
        let met = |name: &str| points.iter().find(|point| point.0 == name).map_or(0, |point| point.1);
        let counts = least.map(|(name, _)| format!("{name} {}", met(name)));
        println!("{units:?}, {qps} QPs: {}", counts.join(", "));
        for (name, least) in least {
            assert!(met(name) >= least, "{units:?}, {qps} QPs: {name} {} times, of {least}", met(name));
        }
    }
}

#[test]
fn the_nic_s_runs_end_periods_too() {
    for (units, qps) in [(&[Unit::Dcqcn][..], 16), (&Unit::ALL, 4096)] {
        let points = points("nic", units, qps, 30_000);
        for (name, least) in [
            ("upd_kind timer", 1000),
            ("upd_flags of DCQCN: cut", 20),
            ("upd_flags of DCQCN: active", 20),
            ("upd_flags of DCQCN: ignored", 500),
        ] {
            let met = points.iter().find(|point| point.0 == name).map_or(0, |point| point.1);
            println!("{units:?}, {qps} QPs: {name} {met}");
            assert!(met >= least, "{units:?}, {qps} QPs: {name} {met} times, of {least}");
        }
    }
}
