//! Prints what the engine takes of an event a cycle, of which one QP has a share, against that share; fails where it
//! takes fewer than all while the update port is not full: `just hot`.

use layout::config::Config;
use layout::record::Algorithm;
use model::bench::{SHARES, hot, ldcp_alone};
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
    ExitCode::from(u8::from(falls_short))
}
