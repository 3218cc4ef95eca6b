//! What all runs of a `verify` have in common: configuration, texts, tools, and the rung that they are held on.

use super::plan::Plan;
use crate::failure::{Failure, Result};
use crate::folder::MANIFEST;
use crate::{bounded, progress};
use hdl::delivery::prefix::Prefix;
use layout::config::{Config, Target};
use std::path::Path;
use tb::blocks;
use tb::netlist::{self, Flow};
use tb::{Budget, Builder, Cache, Options, Revision, Rung, Yosys};

/// A rung of the ladder of proof.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Held {
    /// rust-hdl's own simulation, slow and without a simulator: if it is equal and rtl is not, emission is at fault
    Sim,
    /// The emitted Verilog in Verilator
    Rtl,
    /// What Yosys makes of the emitted Verilog, in Verilator: gates, or cells of the device with rtl.target = "ecp5"
    Netlist,
}

impl Held {
    /// As the command line says it.
    pub fn name(self) -> &'static str {
        match self {
            Held::Sim => "sim",
            Held::Rtl => "rtl",
            Held::Netlist => "netlist",
        }
    }

    pub fn named(name: &str) -> Held {
        [Held::Sim, Held::Netlist].into_iter().find(|rung| rung.name() == name).unwrap_or(Held::Rtl)
    }
}

/// What shrinking may cost on the rung `sim`: about a minute for the largest block.
const SIM_BUDGET: Budget = Budget { runs: 2_000, cycles: 100_000 };

pub struct Bench {
    pub config: Config,
    emitted: hdl::emit::Design,
    pub files: Vec<(String, String)>,
    /// None on the rung `sim`, which needs no tools.
    pub builder: Option<Builder>,
    /// On the rung `netlist`.
    yosys: Option<Yosys>,
    pub options: Options,
    /// The flags that chose configuration and text.
    pub source: String,
}

impl Bench {
    /// `block` is the largest block that will be asked for.
    pub fn new(config: Config, block: &str, folder: Option<&Path>, rung: Held) -> Result<Bench> {
        let stage = progress::stage(format!("emitting ackw_{block}"));
        let emitted = hdl::design::build(&config, block).map_err(Failure::input)?;
        drop(stage);
        let files = match folder {
            Some(folder) => read(&emitted, &config, folder)?,
            None => emitted.files.clone(),
        };
        let mut options = Options {
            config: config.hash(),
            configuration: config.canonical(),
            revision: Revision { commit: revision::COMMIT.into(), dirty: revision::DIRTY },
            ..Options::new(Plan::default_events(rung), 1)
        };
        let _stage = progress::stage("looking for the tools");
        let yosys = (rung == Held::Netlist).then(|| Yosys::find(&Cache::from_env())).transpose()?;
        let builder = match rung {
            Held::Rtl | Held::Netlist => Some(Builder::from_env()?),
            Held::Sim => {
                options.budget = SIM_BUDGET;
                None
            }
        };
        Ok(Bench { config, emitted, files, builder, yosys, options, source: String::new() })
    }

    pub fn design(&self, block: &str) -> Result<tb::Design> {
        let design = blocks::design(&self.emitted, &self.config, block, self.files.clone())?;
        let (Some(yosys), Some(builder)) = (&self.yosys, &self.builder) else { return Ok(design) };
        let _stage = progress::stage(format!("synthesising ackw_{block} with {}", yosys.version));
        let flow = if self.config.rtl.target == Target::Ecp5 { Flow::Ecp5 } else { Flow::Generic };
        Ok(netlist::synthesise(yosys, &builder.cache, &design, &self.emitted.models, flow)?)
    }

    /// Runs one block on its rung. Verilog is built before the clock starts: the table's rate is the run's.
    pub fn on_rung<T>(&self, block: &str, run: impl FnOnce(Rung, &tb::Design) -> Result<T>) -> Result<T> {
        let design = self.design(block)?;
        match &self.builder {
            Some(builder) => {
                let stage = progress::stage(format!("building ackw_{block} with {}", builder.tool.version));
                builder.build(&design, self.options.variant())?;
                drop(stage);
                run(Rung::Rtl(builder), &design)
            }
            None => run(Rung::Sim(&|| blocks::instance(&self.config, block)), &design),
        }
    }

    pub fn rung(&self) -> Held {
        match (&self.builder, &self.yosys) {
            (None, _) => Held::Sim,
            (_, Some(_)) => Held::Netlist,
            _ => Held::Rtl,
        }
    }

    /// What a command line needs to run the same design on the same rung.
    pub fn flags(&self) -> String {
        let fuzz = if self.options.fuzz { " --fuzz" } else { "" };
        let rung = if self.rung() == Held::Rtl { "".into() } else { format!(" --rung {}", self.rung().name()) };
        format!("{}{fuzz}{rung}", self.source)
    }

    /// What is held against the model.
    pub fn made(&self) -> String {
        self.yosys.as_ref().map_or("Verilog".into(), |y| format!("netlist of {}", y.version))
    }

    pub fn simulator(&self) -> &str {
        self.builder.as_ref().map_or("rust-hdl", |b| &b.tool.version)
    }
}

/// The texts of an exported folder. The emitted design says which files there must be; the names are without the
/// folder's prefix.
pub fn read(emitted: &hdl::emit::Design, config: &Config, folder: &Path) -> Result<Vec<(String, String)>> {
    let top = top(config, folder)?;
    let prefix = prefix(&top);
    // the same module without what is constant there
    if emitted.top == "ackw_fcr" && !top.ends_with("_fcr") {
        let what = "its fcr is part of limit and has no own values: expected --block limit";
        return Err(Failure::in_file(folder, what));
    }
    let one = |(name, _): &(String, String)| {
        let text = bounded::text(&folder.join(prefix.as_ref().map_or(name.clone(), |prefix| prefix.of(name))))?;
        Ok((name.clone(), prefix.as_ref().map_or(text.clone(), |prefix| prefix.without(&text))))
    };
    emitted.files.iter().map(one).collect()
}

/// The top that the manifest of an exported folder tells. A folder of another configuration has other ports, so its
/// manifest must have the hash of this one; what the user changed in the files themselves is what is to be verified.
fn top(config: &Config, folder: &Path) -> Result<String> {
    let path = folder.join(MANIFEST);
    if !path.is_file() {
        let what = format_args!("has no {MANIFEST}: expected a folder that `ackwright export` wrote");
        return Err(Failure::in_file(folder, what));
    }
    let manifest: serde_json::Value = serde_json::from_str(&bounded::text(&path)?).unwrap_or_default();
    let [told, top] = ["configuration", "top"].map(|key| manifest[key].as_str());
    let (Some(told), Some(top)) = (told, top) else {
        let what = "names no configuration and no top: expected what `ackwright export` wrote";
        return Err(Failure::in_file(&path, what));
    };
    let asked = config.hash();
    if told != asked {
        let own = folder.join("ackwright.toml");
        let what = format_args!("configuration {told}: expected {asked}, or --config {}", own.display());
        return Err(Failure::in_file(folder, what));
    }
    Ok(top.to_owned())
}

/// The prefix of a folder, if it is another than ours: what stands before the block in the top's name.
fn prefix(top: &str) -> Option<Prefix> {
    let name = hdl::design::BLOCKS.iter().find_map(|block| top.strip_suffix(&format!("_{block}")))?;
    name.parse().ok().filter(|_| name != "ackw")
}
