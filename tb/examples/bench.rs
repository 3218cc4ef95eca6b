//! `just bench`: events and cycles a second of ideal, model and Verilated engine in one table, and the two ratios that have
//! goals. It prints and judges nothing: `cargo run --release -p ackwright-tb --example bench [millions]`

use layout::config::Config;
use model::bench::{self, Rate};
use tb::blocks::{self, Rates};
use tb::{Builder, Design, Dut, Error, Options, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let millions = std::env::args().nth(1).map_or(Ok(10), |a| a.parse::<u64>())?;
    let builder = Builder::from_env()?;
    println!("one core each, {}", builder.tool.version);
    println!("{:<78}{:>12}", "", "million/s");
    let figures = bench::all(millions);
    for Rate { what, unit, count, seconds } in &figures {
        print(&format!("{what}: {unit}"), *count as f64 / seconds);
    }
    let model = |what: &str| figures.iter().find(|r| r.what == what).map_or(0.0, |r| r.count as f64 / r.seconds);

    let cycles = millions * 200_000;
    for (config, hpcc, what, goal) in
        [(bench::ldcp_alone(), false, bench::EVERY_CYCLE, 5), (Config::default(), true, bench::HPCC_EVERY_CYCLE, 10)]
    {
        let emitted = hdl::design::build(&config, "engine")?;
        let design = blocks::design(&emitted, &config, "engine", emitted.files.clone())?;
        let rtl = verilated(&builder, &design, hpcc, if hpcc { cycles / 4 } else { cycles })?;
        print(&format!("Verilated {what}: cycles"), rtl);
        println!("engine : Verilated engine  {:>6.1} (goal {goal} or more)", model(what) / rtl);
        let options = Options { config: config.hash(), ..Options::new(millions * 20_000, 1) };
        let Rates { bare, scored, cycles, verdict } = blocks::rates(&builder, "engine", &config, &design, &options)?;
        print("Verilated engine, the bench's stimulus, bare: cycles", bare.clock);
        print("Verilated engine, the bench's stimulus, scored: cycles", scored.clock);
        let share = |scored: f64, bare: f64| 100.0 * scored / bare;
        println!(
            "scored : bare              {:>6.0} % by the clock, {:.0} % on the processor (goal 90 % or more)",
            share(scored.clock, bare.clock),
            share(scored.processor, bare.processor)
        );
        println!("the scored run: {cycles} cycles, {verdict}");
    }
    Ok(())
}

fn print(what: &str, a_second: f64) {
    println!("{what:<78}{:>12.3}", a_second / 1e6);
}

/// Cycles a second of the Verilated engine under the load that the model's has: an event offered in every cycle.
fn verilated(builder: &Builder, design: &Design, hpcc: bool, cycles: u64) -> Result<f64, Error> {
    let inputs = design.inputs();
    let set = |row: &mut [u64], port: &str, value: u64| {
        if let Some(column) = inputs.column(port) {
            row[column.word] = value; // no port here is wider
        }
    };
    let mut rest = vec![0; inputs.words()];
    set(&mut rest, "upd_ready", 1);
    set(&mut rest, "cfg_tx_unit", layout::hpcc::TX_UNIT.reset);
    set(&mut rest, "cfg_q_unit", layout::hpcc::Q_UNIT.reset);
    let mut dut = Dut::new(&builder.load(design, Variant::Fast)?, 1)?;
    let mut out = vec![];
    dut.run(&rest.repeat(8), &mut out)?;
    set(&mut rest, "rst_n", 1);
    dut.run(&rest.repeat(5000), &mut out)?; // contexts are initialised
    if hpcc {
        for qpn in 0..Config::default().engine.qps {
            let mut row = rest.clone();
            let context = model::engine::HostContext::RESET.hpcc;
            let fields = [("valid", 1), ("write", 1), ("parts", 15), ("qpn", qpn.into()), ("alg", 2)];
            let values = [("hpcc_u", context.u.raw()), ("hpcc_w", context.w.raw()), ("hpcc_wc", context.wc.raw())];
            fields.into_iter().chain(values).for_each(|(port, value)| set(&mut row, &format!("host_{port}"), value));
            row.extend(rest.repeat(100));
            dut.run(&row, &mut out)?;
        }
    }

    let telemetry = bench::telemetry();
    let rows = bench::arrivals(4096, bench::at_random).into_iter().enumerate().flat_map(|(k, a)| {
        let mut row = rest.clone();
        let (ece, use_psn) = (a.ece.into(), a.use_psn.into());
        let kind = if hpcc { 0 } else { a.kind as u64 };
        let fields = [("valid", 1), ("kind", kind), ("ece", ece), ("use_psn", use_psn), ("n", a.n.raw())];
        fields.into_iter().chain([("psn", a.psn.raw()), ("qpn", a.qpn.into())]).for_each(|(port, value)| {
            set(&mut row, &format!("s_event_{port}"), value);
        });
        if hpcc {
            let t = &telemetry[k & 511];
            [("telemetry", 1), ("path", t.path.raw()), ("n_hop", t.n_hop.raw())].into_iter().for_each(
                |(port, value)| {
                    set(&mut row, &format!("s_event_{port}"), value);
                },
            );
            for (i, hop) in t.hops.iter().enumerate() {
                let fields = [hop.speed.raw(), hop.ts.raw(), hop.tx_bytes.raw(), hop.q_len.raw()];
                for (field, value) in ["speed", "ts", "tx", "q"].into_iter().zip(fields) {
                    set(&mut row, &format!("s_event_hop_{i}_{field}"), value);
                }
            }
        }
        row
    });
    let rows: Vec<u64> = rows.collect();
    dut.bare_rate(&rows, cycles as usize)
}
