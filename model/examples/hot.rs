//! Prints what the engine takes of an event a cycle, of which one QP has a share, against that share, and what it takes
//! beside the host's operations; fails where it takes fewer than all while the update port is not full, or no operation
//! ends: `just hot`.

use layout::config::Config;
use layout::record::Algorithm;
use model::bench::{SHARES, beside, hot, ldcp_alone};
use model::engine::HostOp;
use std::process::ExitCode;

const CYCLES: u64 = 100_000;

fn main() -> ExitCode {
    let of = |alg: Algorithm| Config {
        engine: layout::config::Engine { units: vec![alg.unit()], ..Default::default() },
        ..Default::default()
    };
    let cases = [Algorithm::Ldcp, Algorithm::Hpcc, Algorithm::Dctcp, Algorithm::DcqcnP];
    println!(
        "events a cycle, {} cycles, {} QPs, {} slots",
        CYCLES,
        ldcp_alone().engine.qps,
        ldcp_alone().engine.wait_slots
    );
    println!("{:8} {:>7} {:>7} {:>7} {:>8}", "", "hot, %", "others", "all", "updates");
    let mut falls_short = false;
    for alg in cases {
        for share in SHARES {
            let row = hot(&of(alg), alg, share, CYCLES);
            println!("{:8} {share:7} {:7.2} {:7.2} {:8.2}", alg.name(), row.others, row.all, row.updates);
            // DCQCN's timer has updates of its own
            falls_short |= row.all < 1.0 && row.updates < 0.999;
        }
    }
    println!("beside operations of the host without a pause, 256 QPs");
    println!("{:8} {:>9} {:>7} {:>15} {:>7}", "", "operation", "all", "longest wait", "ended");
    for alg in [Algorithm::Ldcp, Algorithm::Hpcc] {
        let mut config = of(alg);
        config.engine.qps = 256;
        for (name, op) in [("set", HostOp::Set { qpn: 3 }), ("read", HostOp::Read { qpn: 3 })] {
            let row = beside(&config, alg, op, CYCLES);
            println!("{:8} {name:>9} {:7.2} {:8} cycles {:7}", alg.name(), row.all, row.waits, row.ended);
            falls_short |= row.ended == 0;
        }
    }
    ExitCode::from(u8::from(falls_short))
}
