//! `just bench`: events and cycles a second of ideal, model and Verilated engine in one table, and the ratios that have
//! goals, as medians of five rounds in processor time. It judges nothing but that what it measures is right:
//! `cargo run --release -p ackwright-tb --example bench [millions]`

use layout::config::Config;
use model::bench::{self, Rate};
use tb::blocks::{self, Rates};
use tb::{Builder, Design, Dut, Error, Options, Variant, Verdict};

/// Rounds of all figures, one behind the other, so that what else the machine does meets all alike.
const ROUNDS: usize = 5;

/// The Verilated engine that the model's is compared with: its configuration and its load.
struct Load {
    config: Config,
    hpcc: bool,
    what: &'static str,
    /// How many times as fast the model is to be.
    goal: u32,
}

/// A line of the table, with a figure a round.
struct Line {
    what: String,
    /// Millions a second, a ratio, or per cent.
    figures: Vec<f64>,
    unit: &'static str,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let millions = std::env::args().nth(1).map_or(Ok(4), |a| a.parse::<u64>())?;
    let builder = Builder::from_env()?;
    println!("{}; median of {ROUNDS} rounds in processor time, slowest to fastest", builder.tool.version);
    let loads = [
        Load { config: bench::ldcp_alone(), hpcc: false, what: bench::EVERY_CYCLE, goal: 5 },
        Load { config: Config::default(), hpcc: true, what: bench::HPCC_EVERY_CYCLE, goal: 10 },
    ];
    let mut designs = vec![];
    for Load { config, .. } in &loads {
        let emitted = hdl::design::build(config, "engine")?;
        designs.push(blocks::design(&emitted, config, "engine", emitted.files.clone())?);
    }
    let mut lines: Vec<Line> = vec![];
    for _ in 0..ROUNDS {
        let mut put = |what: String, unit, figure| match lines.iter_mut().find(|line| line.what == what) {
            Some(line) => line.figures.push(figure),
            None => lines.push(Line { what, unit, figures: vec![figure] }),
        };
        let rates = bench::all(millions);
        for Rate { what, unit, count, seconds } in &rates {
            put(format!("{what}: {unit}"), "M/s", *count as f64 / seconds / 1e6);
        }
        for (Load { config, hpcc, what, goal }, design) in loads.iter().zip(&designs) {
            let model = rates.iter().find(|r| r.what == *what).expect("the model has every load");
            let cycles = millions * if *hpcc { 50_000 } else { 200_000 };
            let rtl = verilated(&builder, design, *hpcc, cycles)?;
            put(format!("Verilated {what}: cycles"), "M/s", rtl / 1e6);
            let ratio = model.count as f64 / model.seconds / rtl;
            put(format!("model : Verilated, {what} (goal {goal} or more)"), "times", ratio);
            let events = millions * if *hpcc { 50_000 } else { 100_000 };
            let options = Options { config: config.hash(), ..Options::new(events, 1) };
            let Rates { bare, scored, verdict, .. } = blocks::rates(&builder, "engine", config, design, &options)?;
            if verdict != Verdict::Equal {
                return Err(format!("the scored run of the {what}: {verdict}").into());
            }
            let units = if *hpcc { "both" } else { "LDCP" };
            put(
                format!("Verilated engine of {units}, the bench's stimulus, bare: cycles"),
                "M/s",
                bare.processor / 1e6,
            );
            put(
                format!("Verilated engine of {units}, the bench's stimulus, scored: cycles"),
                "M/s",
                scored.processor / 1e6,
            );
            put(format!("scored : bare, {units} (goal 90 or more)"), "%", 100.0 * scored.processor / bare.processor);
        }
    }
    lines.iter_mut().for_each(Line::print);
    Ok(())
}

impl Line {
    fn print(&mut self) {
        self.figures.sort_by(f64::total_cmp);
        let [first, .., last] = self.figures[..] else { unreachable!("a figure a round") };
        let median = self.figures[self.figures.len() / 2];
        println!("{:<92}{median:>9.3} {:<6}{first:>9.3} to {last:.3}", self.what, self.unit);
    }
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
    let mut dut = Dut::new(&builder.load(design, Variant::Fast)?, 1)?;
    let mut out = vec![];
    dut.run(&rest.repeat(8), &mut out)?;
    set(&mut rest, "rst_n", 1);
    dut.run(&rest.repeat(5000), &mut out)?; // contexts are initialised
    for qpn in 0..Config::default().engine.qps {
        let mut row = rest.clone();
        let fields = [("valid", 1), ("write", 1), ("parts", 3), ("qpn", qpn.into()), ("open", 1)];
        fields.into_iter().for_each(|(port, value)| set(&mut row, &format!("host_{port}"), value));
        // the units' parts stay as they are at reset
        set(&mut row, "host_alg", if hpcc { 2 } else { 0 });
        row.extend(rest.repeat(100));
        let mut sent = rest.clone();
        let fields = [("valid", 1), ("qpn", qpn.into()), ("psn", bench::SENT)];
        fields.into_iter().for_each(|(port, value)| set(&mut sent, &format!("tx_{port}"), value));
        row.extend(sent);
        dut.run(&row, &mut out)?;
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
