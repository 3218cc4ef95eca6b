//! Ackwright's blocks on the bench: for each, its model as the golden and what drives it.

mod choice;
pub mod cover;
mod dcqcn;
mod dcqcn_form;
mod dcqcn_train;
mod dctcp;
mod ecc;
mod engine;
mod engine_fcr;
mod engine_ports;
mod event;
mod fcr;
mod frame;
mod hops;
mod hpcc;
mod inflight;
mod inserter;
mod interval;
mod issue;
mod lanes;
mod latest;
mod ldcp;
mod limit;
pub mod lockstep;
pub mod module;
mod mutate;
mod nic;
mod nic_prober;
mod nic_receiver;
mod nic_responder;
mod nic_sender;
mod params;
mod parser;
mod paths;
mod pawa;
mod pipe;
mod prober;
mod psn;
mod rate;
mod receiver;
mod recip;
mod registers;
mod responder;
mod script;
mod sender;
mod sent;
mod sequence;
pub mod session;
mod shaper;
mod stream;
mod sweep;
mod telemetry;
mod top;
mod unit_bus;
mod window;
mod window_events;
mod words;

use crate::{Alone, Builder, Design, Dir, Error, Options, Outcome, Port, Reset, Rung, Stream};
pub use hdl::design::{BLOCKS, blocks_in_nic, blocks_of};
use hdl::{design::unit_of, emit, pins::Pins};
use layout::config::{self, Config, Unit};
use layout::each_unit;
pub use rate::{Rate, Rates};
use std::path::Path;
use unit_bus::UnitSets;

/// The blocks that there are, for errors.
fn expected() -> String {
    BLOCKS.join(", ")
}

fn unknown(block: &str) -> Error {
    Error::Block { block: block.into(), what: format!("unknown; expected one of {}", expected()) }
}

/// The blocks that take [`Options::fuzz`].
pub const FUZZED: [&str; 1] = ["parser"];

/// One block of an emitted design, with these texts: the emitted ones, or what stands in a folder.
pub fn design(
    emitted: &emit::Design,
    config: &Config,
    block: &str,
    files: Vec<(String, String)>,
) -> Result<Design, Error> {
    let name = format!("ackw_{block}");
    let module = emitted.modules.iter().find(|m| m.name == name).ok_or_else(|| Error::Block {
        block: block.into(),
        what: format!("the design has no module {name}; expected one of {}", expected()),
    })?;
    let port = |p: &emit::Port| Port {
        name: p.name.clone(),
        width: p.width as u32,
        dir: if p.dir == emit::Dir::Input { Dir::In } else { Dir::Out },
    };
    // the chain through the macros is none of the model's: it stands at 0
    let own = module.ports.iter().filter(|p| !p.name.starts_with("sram_test_"));
    let ports: Vec<Port> = own.map(port).collect();
    let reset = ports.iter().any(|p| p.name == "rst_n").then(|| Reset {
        port: "rst_n".into(),
        active_low: true,
        asynchronous: config.rtl.reset == config::Reset::Async,
    });
    let files = files.into_iter().chain(emitted.models.iter().cloned()).collect();
    Design::new(&name, Some("clk"), reset, needed(&name, files), &ports)
}

/// One block of a configuration under rust-hdl's simulation, for [`Rung::Sim`].
pub fn instance(config: &Config, block: &str) -> Result<Pins, Error> {
    hdl::design::instance(config, block).map_err(|e| Error::Block { block: block.into(), what: e.to_string() })
}

/// A block's model by itself, for a bench of somebody else. All that it knows beside the configuration comes from its
/// ports.
pub fn alone(config: &Config, block: &str) -> Result<Alone, Error> {
    struct Make<'a>(&'a Design);
    impl Visit for Make<'_> {
        type Out = Alone;
        fn visit<B: crate::Block + Send + 'static>(self, block: B) -> Result<Alone, Error> {
            Alone::new(block, self.0)
        }
    }
    let missing = |what: String| Error::Block { block: block.into(), what };
    if !blocks_of(config).contains(&block) {
        return Err(missing(format!("expected one of {}", blocks_of(config).join(", "))));
    }
    let emitted = hdl::design::build(config, block).map_err(|e| missing(e.to_string()))?;
    let design = design(&emitted, config, block, emitted.files.clone())?;
    // the seed chooses what the driver would write
    with(block, config, &design, Start::default(), Make(&design))
}

/// The files of a module and of all that it instantiates, in their order: so that a block's build does not depend on
/// text that is not in it. One module a file, named as the file is.
pub(crate) fn needed(top: &str, files: Vec<(String, String)>) -> Vec<(String, String)> {
    let stem = |name: &str| name.strip_suffix(".v").unwrap_or(name).to_owned();
    let mut wanted = vec![top.to_owned()];
    let mut next = 0;
    while let Some(module) = wanted.get(next).cloned() {
        next += 1;
        let Some((_, text)) = files.iter().find(|(name, _)| stem(name) == module) else { continue };
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for word in words {
            if !wanted.iter().any(|w| w == word) && files.iter().any(|(name, _)| stem(name) == word) {
                wanted.push(word.to_owned());
            }
        }
    }
    files.into_iter().filter(|(name, _)| wanted.contains(&stem(name))).collect()
}

/// A value of the ports that the model has an answer to. Others the host must not write, and no run goes on after one.
fn legal<T>(value: Result<T, impl std::fmt::Display>) -> T {
    value.unwrap_or_else(|why| panic!("a register was written with what it must not hold: {why}"))
}

/// Those of the tries that differ from the action, and from one another.
fn others<A: PartialEq>(action: A, tries: impl IntoIterator<Item = A>) -> Vec<A> {
    let mut all = vec![action];
    for other in tries {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all.remove(0);
    all
}

/// Something that takes any of the blocks.
trait Visit {
    type Out;
    fn visit<B: crate::Block + Send + 'static>(self, block: B) -> Result<Self::Out, Error>;
}

/// What a run starts from.
#[derive(Clone, Copy, Default)]
struct Start {
    /// Parameters are drawn from it.
    seed: u64,
    fuzz: bool,
    counted: u32,
}

impl Start {
    fn seeded(seed: u64) -> Start {
        Start { seed, ..Start::default() }
    }

    fn of(options: &Options) -> Start {
        Start { seed: options.seed, fuzz: options.fuzz, counted: options.counted }
    }
}

/// The counters of the emitted text: a file, their width, and what their registers' names begin with.
/// Those of check bits are left alone: most designs have none.
const COUNTERS: [(&str, u32, &[&str]); 8] = [
    ("ackw_counters.v", 64, &["count_"]),
    ("ackw_advices.v", 64, &["count_"]),
    ("ackw_registers.v", 64, &["count_0", "count_1", "count_2", "count_3", "count_4"]),
    ("ackw_dcqcn.v", 48, &["visits_count", "late_sum"]),
    ("ackw_fcr.v", 48, &["rejected_count", "marks_count"]),
    ("ackw_fcr_sweep.v", 48, &["dues_count", "held_count"]),
    ("ackw_limit_enter.v", 48, &["lost_count"]),
    ("ackw_limit_lowering.v", 48, &["counted"]),
];

/// What a counter of 64 bits starts at, of which the value says each half.
fn both_halves(counted: u32) -> u64 {
    u64::from(counted) << 32 | u64::from(counted)
}

/// The bits that a narrower one has.
const fn low(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The files of a design with counters that start at a value in place of 0, for a run with the same in its options:
/// their high bits are beyond any run. None if it has no counters.
pub fn with_counted(design: &Design, counted: u32) -> Option<Vec<(String, String)>> {
    let change = |file: &str, text: &str| {
        let Some((_, bits, names)) = COUNTERS.iter().find(|(name, ..)| *name == file) else { return text.to_owned() };
        let lines = text.lines().map(|line| match line.strip_suffix(&format!(" <= {bits}'d0;")) {
            Some(head) if names.iter().any(|n| head.trim_start().starts_with(n)) => {
                format!("{head} <= {bits}'d{};\n", both_halves(counted) & low(*bits))
            }
            _ => format!("{line}\n"),
        });
        lines.collect::<String>()
    };
    let changed: Vec<_> = design.files().iter().map(|(name, text)| (name.clone(), change(name, text))).collect();
    (changed != design.files()).then_some(changed)
}

/// A block of a unit, with what its bench needs.
struct Asked<'a> {
    block: &'a str,
    config: &'a Config,
    design: &'a Design,
    /// Parameters are drawn from it.
    seed: u64,
    counted: u32,
}

macro_rules! units {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// Makes the bench of a unit's block.
        fn of_unit<V: Visit>(unit: Unit, asked: Asked, visit: V) -> Result<V::Out, Error> {
            match unit {
                $(Unit::$unit => $module::alone(asked, visit),)+
            }
        }
    };
}
each_unit!(units);

/// Makes the block of that name.
fn with<V: Visit>(
    block: &str,
    config: &Config,
    design: &Design,
    Start { seed, fuzz, counted }: Start,
    visit: V,
) -> Result<V::Out, Error> {
    let qps = config.engine.qps;
    let params = || params::draw(seed);
    let reads = [config.parser.fcr, config.nic.prober, config.nic.answers, config.engine.lsn];
    let packets = || frame::draw_config(seed, config.qp_bits(), reads);
    if fuzz && !FUZZED.contains(&block) {
        let what = format!("has no frames to mutate; expected one of {}", FUZZED.join(", "));
        return Err(Error::Block { block: block.into(), what });
    }
    if let Some(unit) = unit_of(block) {
        return of_unit(unit, Asked { block, config, design, seed, counted }, visit);
    }
    match block {
        "recip" => visit.visit(recip::Recip::new(design)?),
        "psn" => visit.visit(psn::Psn::new(design, &config.engine)?),
        "issue" => visit.visit(issue::Issue::new(design, config)?),
        "choice" => visit.visit(choice::Choice::new(design, qps)?),
        "sent" => visit.visit(sent::Sent::new(design, qps)?),
        "fcr" => visit.visit(fcr::Fcr::new(design, qps, config.fcr.sources, seed)?.counted(both_halves(counted))),
        "limit" => visit.visit(limit::Limit::new(design, qps, config.fcr.sources, seed)?.counted(both_halves(counted))),
        "latest" => visit.visit(latest::Latest::new(design, qps)?),
        "sender" => visit.visit(sender::Sender::new(design, config, seed)?),
        "shaper" => visit.visit(shaper::Shaper::new(design, qps, seed)?),
        "receiver" => visit.visit(receiver::Receiver::new(design, qps)?),
        "responder" => visit.visit(responder::Responder::new(design, qps, config.hpcc.hops, seed)?),
        "inserter" => visit.visit(inserter::Inserter::new(design, qps, seed)?),
        "prober" => visit.visit(prober::Prober::new(design, qps)?),
        "parser" => visit.visit(parser::Parser::new(design, packets(), config.hpcc.hops, fuzz)?),
        "engine" => {
            let engine = engine::Engine::new(design, config, params(), params::Hpcc::draw(seed))?;
            visit.visit(engine.counting(seed))
        }
        "nic" => visit.visit(
            nic::Nic::new(design, config, params(), params::Hpcc::draw(seed), UnitSets::draw(config, seed), packets())?
                .seeded(seed)?
                .counted(both_halves(counted)),
        ),
        "registers" => visit.visit(registers::Registers::new(design, config)?.counted(both_halves(counted))),
        "top" => {
            let top = top::Top::new(design, config, params(), params::Hpcc::draw(seed), packets())?;
            visit.visit(top.counting(seed).counted(both_halves(counted)))
        }
        _ => Err(unknown(block)),
    }
}

/// Runs a block on random events. `options.seed` also chooses the parameters.
pub fn run(
    rung: Rung,
    block: &str,
    config: &Config,
    design: &Design,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Outcome, Error> {
    struct Run<'a>(Rung<'a>, &'a Design, &'a Options, &'a mut dyn FnMut(u64));
    impl Visit for Run<'_> {
        type Out = Outcome;
        fn visit<B: crate::Block + Send + 'static>(self, block: B) -> Result<Outcome, Error> {
            crate::run_with(self.0, &block, self.1, self.2, self.3)
        }
    }
    with(block, config, design, Start::of(options), Run(rung, design, options, progress))
}

/// The streams of results of a block: what its payload is, and when it counts.
pub fn streams(block: &str, config: &Config, design: &Design) -> Result<Vec<Stream>, Error> {
    struct Streams;
    impl Visit for Streams {
        type Out = Vec<Stream>;
        fn visit<B: crate::Block + Send + 'static>(self, block: B) -> Result<Vec<Stream>, Error> {
            Ok(block.streams())
        }
    }
    with(block, config, design, Start::seeded(1), Streams)
}

/// How fast a block's emitted Verilog runs on its random events, by itself and held against its model.
pub fn rates(
    builder: &Builder,
    block: &str,
    config: &Config,
    design: &Design,
    options: &Options,
) -> Result<Rates, Error> {
    struct Measure<'a>(&'a Builder, &'a Design, &'a Options);
    impl Visit for Measure<'_> {
        type Out = Rates;
        fn visit<B: crate::Block + Send + 'static>(self, block: B) -> Result<Rates, Error> {
            rate::measure(self.0, &block, self.1, self.2)
        }
    }
    with(block, config, design, Start::of(options), Measure(builder, design, options))
}

/// Where a saved trace comes from; its actions are not looked at.
pub fn traced(trace: &Path) -> Result<crate::trace::Header, Error> {
    Ok(crate::trace::load::<serde::de::IgnoredAny>(trace)?.0)
}

/// Runs a saved trace, such as a crasher: its block, its seed, its actions.
pub fn rerun(rung: Rung, config: &Config, design: &Design, trace: &Path, options: &Options) -> Result<Outcome, Error> {
    struct Rerun<'a>(Rung<'a>, &'a Design, &'a Path, &'a Options);
    impl Visit for Rerun<'_> {
        type Out = Outcome;
        fn visit<B: crate::Block + Send + 'static>(self, block: B) -> Result<Outcome, Error> {
            let (header, actions) = crate::trace::load::<B::Action>(self.2)?;
            crate::replay(self.0, &block, self.1, &actions, header.dut_seed, self.3)
        }
    }
    let header = traced(trace)?;
    with(&header.block, config, design, Start::seeded(header.seed), Rerun(rung, design, trace, options))
}

/// Runs the frames of a capture through `top`, for the QPs from `qpn_base` on, with the parameters at reset and ECE in
/// BTH.BECN.
pub fn run_capture(
    rung: Rung,
    config: &Config,
    design: &Design,
    qpn_base: u32,
    frames: impl IntoIterator<Item = Vec<u8>>,
    options: &Options,
) -> Result<Outcome, Error> {
    let (qp_bits, fcr) = (config.qp_bits(), config.parser.fcr);
    let reset = |field: layout::field::Field| field.reset as u8;
    let responses = config.nic.prober.then(|| model::packet::classify::Opcodes {
        rtt: reset(layout::prober::OPCODE_RTT),
        telemetry: reset(layout::prober::OPCODE_TELEMETRY),
    });
    let requests = config.nic.answers.then(|| model::packet::classify::Opcodes {
        rtt: reset(layout::answers::RTT_REQUEST_OPCODE),
        telemetry: reset(layout::answers::TELEMETRY_REQUEST_OPCODE),
    });
    let read = model::packet::classify::ParserConfig { qp_bits, qpn_base, fcr, ..Default::default() };
    let lsn = config.engine.lsn.then(|| reset(layout::lsn::OPCODE));
    let packets = model::packet::classify::ParserConfig { responses, requests, lsn, ..read };
    let block = top::Top::new(design, config, [Default::default(); 16], params::Hpcc::reset(), packets)?;
    crate::replay(rung, &block, design, &top::Top::captured(&packets, frames), options.seed, options)
}

/// Runs frames through the Verilated parser, back to back, and gives its verdict on each.
pub fn parse<'a>(
    builder: &Builder,
    config: &Config,
    design: &Design,
    packets: model::packet::classify::ParserConfig,
    frames: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Vec<parser::Verdict>, Error> {
    parser::verdicts(builder, design, packets, config.hpcc.hops, frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::stimulus::{Chunk, Stimulus};
    use layout::config::Unit;

    /// Holds a model by itself against the golden of a run that knows its parameters. Gives the values that were
    /// compared.
    struct Compare<'a>(&'a Design, Alone, u64);
    impl Visit for Compare<'_> {
        type Out = u64;
        fn visit<B: crate::Block + Send + 'static>(mut self, block: B) -> Result<u64, Error> {
            let plan = Plan::new(&block, self.0)?;
            let mut stimulus = Stimulus::seeded(&block, &plan, self.2, 600);
            let mut chunk = Chunk::default();
            let (mut output, mut counts) = (vec![0; plan.out_words], vec![0; plan.out_words]);
            let (mut compared, mut cycle) = (0, 0);
            while !chunk.last {
                stimulus.fill(&mut chunk, 1024);
                for (input, model) in chunk.input.chunks(plan.in_words).zip(chunk.model.chunks(plan.out_words)) {
                    self.1.step(input, &mut output, &mut counts);
                    let same = output.iter().zip(model).zip(&counts).all(|((a, b), c)| (a ^ b) & c == 0);
                    assert!(same, "{} cycle {cycle}: {output:x?}, expected {model:x?}, of {counts:x?}", block.name());
                    compared += counts.iter().filter(|c| **c != 0).count() as u64;
                    cycle += 1;
                }
            }
            Ok(compared)
        }
    }

    #[test]
    fn a_model_by_itself_learns_all_that_it_needs_from_its_ports() {
        let mut small = Config::default();
        (small.engine.qps, small.parser.data_bits, small.hpcc.hops, small.hpcc.lanes) = (16, 64, 3, 2);
        let mut other = small.clone();
        (other.engine.units, other.rtl.reset, other.rtl.ecc) = (vec![Unit::Hpcc], config::Reset::Async, true);
        let (mut all, mut single) = (small.clone(), small.clone());
        (all.engine.units, single.engine.units) = (Unit::ALL.to_vec(), vec![Unit::Dctcp]);
        for (config, seed) in [(&small, 2), (&small, 3), (&other, 4), (&all, 5), (&single, 6)] {
            for block in blocks_of(config) {
                let emitted = hdl::design::build(config, block).expect("builds");
                let design = design(&emitted, config, block, emitted.files.clone()).expect("has the block");
                let mut model = alone(config, block).expect("has the block");
                model.restart();
                let compared =
                    with(block, config, &design, Start::seeded(seed), Compare(&design, model, seed)).expect("runs");
                assert!(compared > 500, "{block}: {compared} values compared");
            }
        }
    }

    #[test]
    fn an_illegal_parameter_is_no_silent_reset_value() {
        let mut pawa = alone(&Config::default(), "pawa").expect("has the block");
        let mut row = vec![0; pawa.inputs().words()];
        row[pawa.inputs().column("set_we").expect("a port").word] = 1;
        let (mut output, mut counts) = (vec![0; pawa.outputs().words()], vec![0; pawa.outputs().words()]);
        let step = std::panic::AssertUnwindSafe(|| pawa.step(&row, &mut output, &mut counts));
        let said = std::panic::catch_unwind(step).expect_err("alpha = 0 has no answer");
        let said = said.downcast_ref::<String>().expect("a text");
        assert!(said.contains("alpha = 0: expected 64 to 65536"), "{said}");
    }
}
