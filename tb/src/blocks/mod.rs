//! Ackwright's blocks on the bench: for each, its model as the golden and what drives it.

mod choice;
mod ecc;
mod engine;
mod engine_ports;
mod event;
mod frame;
mod hops;
mod inflight;
mod interval;
mod issue;
mod lanes;
mod nic;
mod params;
mod parser;
mod pawa;
mod pipe;
mod psn;
mod rate;
mod recip;
mod registers;
mod sent;
pub mod session;
mod stream;
mod sweep;
mod telemetry;
mod top;
mod window;
mod window_events;
mod words;

use crate::{Builder, Design, Dir, Error, Options, Outcome, Port, Reset, Rung};
pub use hdl::design::{BLOCKS, blocks_of};
use hdl::{emit, pins::Pins};
use layout::config::{self, Config};
pub use rate::{Rate, Rates};
use std::path::Path;

/// The blocks that there are, for errors.
fn expected() -> String {
    BLOCKS.join(", ")
}

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
    let ports: Vec<Port> = module.ports.iter().map(port).collect();
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

/// The files of a module and of all that it instantiates, in their order: so that a block's build does not depend on text
/// that is not in it. One module a file, named as the file is.
fn needed(top: &str, files: Vec<(String, String)>) -> Vec<(String, String)> {
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

/// Something that takes any of the blocks.
trait Visit {
    type Out;
    fn visit<B: crate::Block>(self, block: &B) -> Result<Self::Out, Error>;
}

/// Makes the block of that name; its parameters are drawn from the seed.
fn with<V: Visit>(block: &str, config: &Config, design: &Design, seed: u64, visit: V) -> Result<V::Out, Error> {
    let qps = config.engine.qps;
    let params = || params::draw(seed);
    let packets = || frame::draw_config(seed, config.qp_bits());
    match block {
        "recip" => visit.visit(&recip::Recip::new(design)?),
        "psn" => visit.visit(&psn::Psn::new(design, qps)?),
        "issue" => visit.visit(&issue::Issue::new(design, config)?),
        "pawa" => visit.visit(&pawa::Pawa::new(design, qps, params())?),
        "interval" => visit.visit(&interval::Interval::new(design, qps)?),
        "choice" => visit.visit(&choice::Choice::new(design, qps)?),
        "sent" => visit.visit(&sent::Sent::new(design, qps)?),
        "hops" => visit.visit(&hops::Hops::new(design, qps, config.hpcc.hops)?),
        "inflight" => visit.visit(&inflight::Inflight::new(design, qps, config.hpcc.hops, config.lanes(), seed)?),
        "parser" => visit.visit(&parser::Parser::new(design, packets(), config.hpcc.hops)?),
        "window" => visit.visit(&window::Window::new(design, qps, seed)?),
        "engine" => visit.visit(&engine::Engine::new(design, config, params(), params::Hpcc::draw(seed))?),
        "nic" => visit.visit(&nic::Nic::new(design, config, params(), params::Hpcc::draw(seed), packets())?),
        "registers" => visit.visit(&registers::Registers::new(design, config)?),
        "top" => visit.visit(&top::Top::new(design, config, params(), params::Hpcc::draw(seed), packets())?),
        _ => Err(Error::Block { block: block.into(), what: format!("unknown; expected one of {}", expected()) }),
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
        fn visit<B: crate::Block>(self, block: &B) -> Result<Outcome, Error> {
            crate::run_with(self.0, block, self.1, self.2, self.3)
        }
    }
    with(block, config, design, options.seed, Run(rung, design, options, progress))
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
        fn visit<B: crate::Block>(self, block: &B) -> Result<Rates, Error> {
            rate::measure(self.0, block, self.1, self.2)
        }
    }
    with(block, config, design, options.seed, Measure(builder, design, options))
}

/// Runs a saved trace, such as a crasher: its block, its seed, its actions.
pub fn rerun(
    builder: &Builder,
    config: &Config,
    design: &Design,
    trace: &Path,
    options: &Options,
) -> Result<Outcome, Error> {
    struct Rerun<'a>(&'a Builder, &'a Design, &'a Path, &'a Options);
    impl Visit for Rerun<'_> {
        type Out = Outcome;
        fn visit<B: crate::Block>(self, block: &B) -> Result<Outcome, Error> {
            let (header, actions) = crate::trace::load::<B::Action>(self.2)?;
            crate::replay(self.0, block, self.1, &actions, header.dut_seed, self.3)
        }
    }
    let (header, _) = crate::trace::load::<serde::de::IgnoredAny>(trace)?;
    with(&header.block, config, design, header.seed, Rerun(builder, design, trace, options))
}

/// Runs the frames of a capture through `top`, for the QPs from `qpn_base` on, with the parameters at reset and ECE in BTH.BECN.
pub fn run_capture(
    rung: Rung,
    config: &Config,
    design: &Design,
    qpn_base: u32,
    frames: impl IntoIterator<Item = Vec<u8>>,
    options: &Options,
) -> Result<Outcome, Error> {
    let packets = model::packet::classify::ParserConfig { qp_bits: config.qp_bits(), qpn_base, ..Default::default() };
    let block = top::Top::new(design, config, [Default::default(); 16], params::Hpcc::reset(), packets)?;
    crate::replay(rung, &block, design, &top::Top::captured(frames), options.seed, options)
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
