//! A block to be hunted in: its design, and which of its modules are its own.

use layout::config::Config;
use std::path::PathBuf;
use tb::Port;
use tb::blocks::{self, BLOCKS};

use crate::choice::{self, CONTROL, Mutant, share};
use crate::{Error, Yosys};

/// A block with all its mutants in one netlist.
pub struct Mutated {
    pub block: String,
    pub config: Config,
    /// As emitted, but for the control input.
    pub design: tb::Design,
    pub mutants: Vec<Mutant>,
    /// What its counters start at, see [`Blocks::counted`].
    pub counted: u32,
    /// Where Yosys worked: `mutants.il` is the netlist.
    pub folder: PathBuf,
}

/// All blocks as a configuration emits them, each with its files.
pub struct Blocks {
    config: Config,
    designs: Vec<(&'static str, tb::Design)>,
}

impl Blocks {
    pub fn new(config: Config) -> Result<Blocks, Error> {
        let fail = |e: hdl::design::BuildError| Error::Input(e.to_string());
        let nic = hdl::design::build(&config, "nic").map_err(fail)?;
        let (mut designs, inside) = (vec![], blocks::blocks_of(&config));
        for block in BLOCKS {
            // what stands in no engine of this configuration, by itself
            let alone = (!inside.contains(&block)).then(|| hdl::design::build(&config, block)).transpose();
            let alone = alone.map_err(fail)?;
            let emitted = alone.as_ref().unwrap_or(&nic);
            designs.push((block, blocks::design(emitted, &config, block, emitted.files.clone())?));
        }
        Ok(Blocks { config, designs })
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.designs.iter().map(|(name, _)| *name).collect()
    }

    /// The modules of a block that no block before it contains, each with the number of mutants that it gets.
    fn own(&self, block: &str) -> Vec<(String, usize)> {
        let at = self.designs.iter().position(|(name, _)| *name == block).unwrap_or(0);
        let (before, rest) = self.designs.split_at(at);
        let known = |file: &str| before.iter().any(|(_, d)| d.files().iter().any(|(name, _)| name == file));
        let files = rest.first().map_or(&[][..], |(_, d)| d.files());
        let new = files.iter().filter(|(name, _)| !known(name));
        new.map(|(name, text)| (name.trim_end_matches(".v").to_owned(), share(text.lines().count()))).collect()
    }

    fn design(&self, block: &str) -> Result<&tb::Design, Error> {
        let unknown = || Error::Input(format!("block {block}: expected one of {}", BLOCKS.join(", ")));
        self.designs.iter().find(|(name, _)| *name == block).map(|(_, design)| design).ok_or_else(unknown)
    }

    /// Chooses the mutants of a block and builds the netlist.
    pub fn mutate(&self, yosys: &Yosys, block: &str, seed: u64, folder: PathBuf) -> Result<Mutated, Error> {
        self.build(yosys, block, self.design(block)?, seed, folder)
    }

    /// The same with counters that start at a value in place of 0. None if the block has no counters.
    pub fn counted(
        &self,
        yosys: &Yosys,
        block: &str,
        seed: u64,
        counted: u32,
        folder: PathBuf,
    ) -> Result<Option<Mutated>, Error> {
        let design = self.design(block)?;
        let Some(files) = blocks::with_counted(design, counted) else { return Ok(None) };
        let mutated = self.build(yosys, block, &design.with(files, None)?, seed, folder)?;
        Ok(Some(Mutated { counted, ..mutated }))
    }

    fn build(
        &self,
        yosys: &Yosys,
        block: &str,
        design: &tb::Design,
        seed: u64,
        folder: PathBuf,
    ) -> Result<Mutated, Error> {
        std::fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
        let mutants = choice::choose(yosys, &folder, design.top(), design.files(), &self.own(block), seed)?;
        let netlist = folder.join("mutants.v");
        let text = std::fs::read_to_string(&netlist).map_err(Error::io(&netlist))?;
        let replaced = |name: &str| {
            text.lines().any(|l| l.strip_prefix("module ").is_some_and(|l| l.starts_with(&format!("{name}("))))
        };
        let left = design.files().iter().filter(|(name, _)| !replaced(name.trim_end_matches(".v"))).cloned();
        let files = left.chain([("mutants.v".to_owned(), text.clone())]).collect();
        let design = design.with(files, Some(Port::input(CONTROL.0, CONTROL.1)))?;
        Ok(Mutated { block: block.into(), config: self.config.clone(), design, mutants, counted: 0, folder })
    }
}
