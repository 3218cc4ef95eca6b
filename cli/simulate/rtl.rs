//! `simulate --nic rtl`: the Verilated engine, and with FCR `limit` behind it, beside their cycle models, for `fabric`,
//! which knows of no Verilog.

use super::Flags;
use crate::failure::{Failure, Result};
use crate::output;
use crate::progress;
use crate::verify::texts;
use fabric::nic::{Difference, Field, Twin};
use layout::config::Config;
use model::engine::{In, Out};
use model::{latest, limit, sender, shaper};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use tb::blocks::lockstep::{Differing, LimitLockstep, Lockstep, SenderLockstep};
use tb::{Builder, Design, Error, Lib, Variant, blocks};

/// Of the registers' values before reset.
const SEED: u64 = 1;

type Built = Rc<(Design, Arc<Lib>)>;

/// Makes engines; each configuration is built once.
pub struct Rtl {
    builder: Builder,
    folder: Option<PathBuf>,
    /// `sender` paces.
    shaped: bool,
    /// By block and the configurations' hashes.
    built: RefCell<HashMap<(&'static str, String), Built>>,
    /// Why none could be made, with its exit code.
    pub failure: RefCell<Option<Failure>>,
}

impl Rtl {
    pub fn new(folder: Option<PathBuf>, shaped: bool) -> Result<Rtl> {
        Ok(Rtl {
            builder: Builder::from_env()?,
            folder,
            shaped,
            built: RefCell::default(),
            failure: RefCell::default(),
        })
    }

    /// An engine of this configuration.
    pub fn twin(&self, config: &Config) -> std::result::Result<Box<dyn Twin>, String> {
        let made = self.build(config, "engine").and_then(|built| {
            let engine = Lockstep::new(&built.1, &built.0, config, SEED)?;
            let limit = config.engine.fcr.then(|| {
                let built = self.build(config, "limit")?;
                Ok::<_, Failure>(LimitLockstep::new(&built.1, &built.0, config, SEED)?)
            });
            let sender = self.shaped.then(|| {
                let built = self.build(config, "sender")?;
                Ok::<_, Failure>(SenderLockstep::new(&built.1, &built.0, config, SEED)?)
            });
            Ok(Engine { engine, limit: limit.transpose()?, sender: sender.transpose()? })
        });
        match made {
            Ok(engine) => Ok(Box::new(engine)),
            Err(failure) => {
                *self.failure.borrow_mut() = Some(failure);
                Err("the engine cannot be made".to_owned())
            }
        }
    }

    fn build(&self, config: &Config, block: &'static str) -> Result<Built> {
        let key = (block, config.hash());
        if let Some(built) = self.built.borrow().get(&key) {
            return Ok(built.clone());
        }
        let stage = progress::stage(format!("emitting ackw_{block}"));
        let emitted = hdl::design::build(config, block).map_err(Failure::input)?;
        let files = match &self.folder {
            Some(folder) => texts(&emitted, config, folder).map_err(|e| match e {
                Failure::Input(what) if block == "sender" => {
                    let expected = "expected a folder that has the block sender too, such as with nic.sender, or";
                    Failure::input(format_args!("{what}; {expected} --pacing host"))
                }
                other => other,
            })?,
            None => emitted.files.clone(),
        };
        drop(stage);
        let design = blocks::design(&emitted, config, block, files)?;
        let _stage = progress::stage(format!("building ackw_{block} with {}", self.builder.tool.version));
        let lib = self.builder.load(&design, Variant::Quick)?;
        let built = Rc::new((design, lib));
        self.built.borrow_mut().insert(key, built.clone());
        Ok(built)
    }
}

struct Engine {
    engine: Lockstep,
    limit: Option<LimitLockstep>,
    sender: Option<SenderLockstep>,
}

type Fields = std::result::Result<Vec<Field>, String>;

/// `within`: the block behind the engine.
fn fields(differing: std::result::Result<Vec<Differing>, Error>, within: &str) -> Fields {
    let field = |d: Differing| Field { name: format!("{within}{}", d.port), model: d.model, twin: d.rtl };
    Ok(differing.map_err(|e| e.to_string())?.into_iter().map(field).collect())
}

impl Twin for Engine {
    fn step(&mut self, input: &In<'_>, out: &Out) -> Fields {
        fields(self.engine.step(input, out), "")
    }

    fn update(&self) -> Option<latest::Update> {
        self.engine.update()
    }

    fn sender(&mut self, host: &shaper::Host, input: &sender::In, out: &sender::Out) -> Fields {
        self.sender.as_mut().map_or(Ok(vec![]), |sender| fields(sender.step(host, input, out), "sender."))
    }

    fn limit(&mut self, input: &limit::In, out: &limit::Out) -> Fields {
        self.limit.as_mut().map_or(Ok(vec![]), |limit| fields(limit.step(input, out), "limit."))
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
    args.pacing.iter().for_each(|pacing| put(format!("--pacing {}", pacing.name())));
    if args.every_cycle {
        put("--every-cycle".to_owned());
    }
    line
}
