//! Prints what the engine takes of an event a cycle, of which one QP has a share, against that share, and what it takes
//! beside the host's operations; fails where it takes fewer than all while the update port is not full, or no operation
//! ends: `just hot`.

use layout::config::Config;
use layout::record::Algorithm;
use model::bench::{SHARES, beside, hot, ldcp_alone};
use model::engine::HostOp;
use std::process::ExitCode;

const CYCLES: u64 = 100_000;

/// An algorithm alone: its name, in how many lanes if it has them, and its configuration.
fn case(alg: Algorithm, lanes: Option<u32>) -> (String, Algorithm, Config) {
    let mut config = Config {
        engine: layout::config::Engine { units: vec![alg.unit()], ..Default::default() },
        ..Default::default()
    };
    config.hpcc.lanes = lanes.unwrap_or(config.hpcc.lanes);
    let name = lanes.map_or(alg.name().into(), |lanes| format!("{}, {lanes} lanes", alg.name()));
    (name, alg, config)
}

fn main() -> ExitCode {
    let [ldcp, by_default, every] = [
        case(Algorithm::Ldcp, None),
        case(Algorithm::Hpcc, Some(Config::default().hpcc.lanes)),
        case(Algorithm::Hpcc, Some(Config::default().hpcc.hops)),
    ];
    println!(
        "events a cycle, {} cycles, {} QPs, {} slots",
        CYCLES,
        ldcp_alone().engine.qps,
        ldcp_alone().engine.wait_slots
    );
    println!("{:14} {:>7} {:>7} {:>7} {:>8}", "", "hot, %", "others", "all", "updates");
    let mut falls_short = false;
    let others = [case(Algorithm::Dctcp, None), case(Algorithm::DcqcnP, None)];
    for (name, alg, config) in [&ldcp, &by_default, &every].into_iter().chain(&others) {
        // what has telemetry comes no faster than the lanes take it
        let least = if *alg == Algorithm::Hpcc { 1.0 / f64::from(config.steps()) } else { 1.0 };
        for share in SHARES {
            let row = hot(config, *alg, share, CYCLES);
            println!("{name:14} {share:7} {:7.2} {:7.2} {:8.2}", row.others, row.all, row.updates);
            // as it is printed; DCQCN's timer has updates of its own, and the port may be full
            falls_short |= row.all < least - 0.005 && row.updates < 0.999;
        }
    }
    println!("beside operations of the host without a pause, 256 QPs");
    println!("{:14} {:>9} {:>7} {:>15} {:>7}", "", "operation", "all", "longest wait", "ended");
    for (name, alg, config) in [ldcp, by_default, every] {
        let mut config = config;
        config.engine.qps = 256;
        for (what, op) in [("set", HostOp::Set { qpn: 3 }), ("read", HostOp::Read { qpn: 3 })] {
            let row = beside(&config, alg, op, CYCLES);
            println!("{name:14} {what:>9} {:7.2} {:8} cycles {:7}", row.all, row.waits, row.ended);
            falls_short |= row.ended == 0;
        }
    }
    ExitCode::from(u8::from(falls_short))
}
