//! `simulate --nic rtl`: the Verilated engine beside the cycle model, for `fabric`, which knows of no Verilog.

use super::Flags;
use crate::failure::{Failure, Result};
use crate::output;
use crate::progress;
use crate::verify::texts;
use fabric::nic::{Difference, Field, Twin};
use layout::config::Config;
use model::engine::{In, Out};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use tb::blocks::lockstep::Lockstep;
use tb::{Builder, Design, Lib, Variant, blocks};

/// Of the registers' values before reset.
const SEED: u64 = 1;

type Built = Rc<(Design, Arc<Lib>)>;

/// Makes engines; each configuration is built once.
pub struct Rtl {
    builder: Builder,
    folder: Option<PathBuf>,
    /// By the configurations' hashes.
    built: RefCell<HashMap<String, Built>>,
    /// Why none could be made, with its exit code.
    pub failure: RefCell<Option<Failure>>,
}

impl Rtl {
    pub fn new(folder: Option<PathBuf>) -> Result<Rtl> {
        Ok(Rtl { builder: Builder::from_env()?, folder, built: RefCell::default(), failure: RefCell::default() })
    }

    /// An engine of this configuration.
    pub fn twin(&self, config: &Config) -> std::result::Result<Box<dyn Twin>, String> {
        let made = self.build(config).and_then(|built| {
            let (design, lib) = &*built;
            Ok(Lockstep::new(lib, design, config, SEED)?)
        });
        match made {
            Ok(lockstep) => Ok(Box::new(Engine(lockstep))),
            Err(failure) => {
                *self.failure.borrow_mut() = Some(failure);
                Err("the engine cannot be made".to_owned())
            }
        }
    }

    fn build(&self, config: &Config) -> Result<Built> {
        let hash = config.hash();
        if let Some(built) = self.built.borrow().get(&hash) {
            return Ok(built.clone());
        }
        let stage = progress::stage("emitting ackw_engine");
        let emitted = hdl::design::build(config, "engine").map_err(Failure::input)?;
        let files = match &self.folder {
            Some(folder) => texts(&emitted, config, folder)?,
            None => emitted.files.clone(),
        };
        drop(stage);
        let design = blocks::design(&emitted, config, "engine", files)?;
        let _stage = progress::stage(format!("building ackw_engine with {}", self.builder.tool.version));
        let lib = self.builder.load(&design, Variant::Quick)?;
        let built = Rc::new((design, lib));
        self.built.borrow_mut().insert(hash, built.clone());
        Ok(built)
    }
}

struct Engine(Lockstep);

impl Twin for Engine {
    fn step(&mut self, input: &In<'_>, out: &Out) -> std::result::Result<Vec<Field>, String> {
        let differing = self.0.step(input, out).map_err(|e| e.to_string())?;
        Ok(differing.into_iter().map(|d| Field { name: d.port, model: d.model, twin: d.rtl }).collect())
    }
}

/// The report of a difference, on stdout.
pub fn report(title: &str, difference: &Difference, args: &Flags, cc: &str, seed: u64) -> Result {
    let rerun = rerun(args, cc, seed);
    output::line(format_args!("{title}: the RTL differs from its model: {difference}\nrerun: {rerun}"))
}

/// The command that runs into the same difference.
fn rerun(args: &Flags, cc: &str, seed: u64) -> String {
    let mut line = "ackwright simulate".to_owned();
    let mut put = |text: String| line = format!("{line} {text}");
    args.scenario.iter().for_each(|file| put(file.display().to_string()));
    put(format!("--nic rtl --cc {cc} --seed {seed}"));
    for (flag, path) in [("--config", &args.config), ("--verilog", &args.verilog)] {
        path.iter().for_each(|path| put(format!("{flag} {}", path.display())));
    }
    if args.every_cycle {
        put("--every-cycle".to_owned());
    }
    line
}
