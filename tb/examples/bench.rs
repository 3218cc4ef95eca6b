//! `just bench`: events and cycles a second of ideal, model and Verilated engine in one table, and the two ratios that have
//! goals. It prints and judges nothing: `cargo run --release -p ackwright-tb --example bench [millions]`

use layout::config::Config;
use model::bench::{self, Rate};
use tb::blocks::{self, Rates};
use tb::{Builder, Design, Dut, Error, Options, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let millions = std::env::args().nth(1).map_or(Ok(10), |a| a.parse::<u64>())?;
    let builder = Builder::from_env()?;
    let config = Config::default();
    let emitted = hdl::design::build(&config, "engine")?;
    let design = blocks::design(&emitted, &config, "engine", emitted.files.clone())?;
    println!("one core each, {}, configuration {}", builder.tool.version, config.hash());

    println!("{:<66}{:>12}", "", "million/s");
    let figures = bench::all(millions);
    for Rate { what, unit, count, seconds } in &figures {
        print(&format!("{what}: {unit}"), *count as f64 / seconds);
    }
    let model = figures.iter().find(|r| r.what == bench::EVERY_CYCLE).map_or(0.0, |r| r.count as f64 / r.seconds);
    let rtl = verilated(&builder, &design, millions * 200_000)?;
    print("Verilated engine, an event a cycle, same QPs: cycles", rtl);
    let options = Options { config: config.hash(), ..Options::new(millions * 100_000, 1) };
    let Rates { bare, scored, cycles, verdict } = blocks::rates(&builder, "engine", &config, &design, &options)?;
    print("Verilated engine, the bench's stimulus, bare: cycles", bare.clock);
    print("Verilated engine, the bench's stimulus, scored: cycles", scored.clock);
    println!("engine : Verilated engine  {:>6.1} (goal 5 or more)", model / rtl);
    let share = |scored: f64, bare: f64| 100.0 * scored / bare;
    println!(
        "scored : bare              {:>6.0} % by the clock, {:.0} % on the processor (goal 90 % or more)",
        share(scored.clock, bare.clock),
        share(scored.processor, bare.processor)
    );
    println!("the scored run: {cycles} cycles, {verdict}");
    Ok(())
}

fn print(what: &str, a_second: f64) {
    println!("{what:<66}{:>12.3}", a_second / 1e6);
}

/// Cycles a second of the Verilated engine under the load that the model's has: an event offered in every cycle.
fn verilated(builder: &Builder, design: &Design, cycles: u64) -> Result<f64, Error> {
    let inputs = design.inputs();
    let set = |row: &mut [u64], port: &str, value: u64| {
        if let Some(column) = inputs.column(port) {
            row[column.word] = value; // no port here is wider
        }
    };
    let mut rest = vec![0; inputs.words()];
    for (field, value) in layout::ldcp::PARAMS.iter().zip(model::params::Params::default().raw()) {
        set(&mut rest, &format!("cfg_{}", field.name), value);
    }
    set(&mut rest, "upd_ready", 1);
    let mut dut = Dut::new(&builder.load(design, Variant::Fast)?, 1)?;
    let mut out = vec![];
    dut.run(&rest.repeat(8), &mut out)?;
    set(&mut rest, "rst_n", 1);
    dut.run(&rest.repeat(20_000), &mut out)?; // contexts are initialised

    let rows = bench::arrivals(4096, bench::at_random).into_iter().flat_map(|a| {
        let mut row = rest.clone();
        let (ece, use_psn) = (a.ece.into(), a.use_psn.into());
        let fields = [("valid", 1), ("kind", a.kind as u64), ("ece", ece), ("use_psn", use_psn), ("n", a.n.raw())];
        fields.into_iter().chain([("psn", a.psn.raw()), ("qpn", a.qpn.into())]).for_each(|(port, value)| {
            set(&mut row, &format!("s_event_{port}"), value);
        });
        row
    });
    let rows: Vec<u64> = rows.collect();
    dut.bare_rate(&rows, cycles as usize)
}
