//! Yosys and abc of the pinned wheel: another version would choose other mutants. Each script keeps its log.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tb::Cache;
use tb::yosys::{python, wheel};

use crate::Error;

pub struct Yosys {
    /// Where pip put the packages.
    packages: PathBuf,
}

impl Yosys {
    /// The pinned ones.
    pub fn pinned(cache: &Cache) -> Result<Yosys, Error> {
        Ok(Yosys { packages: wheel(cache)? })
    }

    /// Runs a script in a folder, which the names in it refer to; the log stays beside it. Gives the log.
    pub fn run(&self, folder: &Path, name: &str, script: &str) -> Result<String, Error> {
        let file = folder.join(format!("{name}.ys"));
        fs::write(&file, script).map_err(Error::io(&file))?;
        let mut command = python(&self.packages);
        command.arg(&file).current_dir(folder);
        self.logged(command, &folder.join(format!("{name}.log")))
    }

    /// Where its packages are, abc among them.
    pub(crate) fn packages(&self) -> &Path {
        &self.packages
    }

    fn logged(&self, mut command: Command, log: &Path) -> Result<String, Error> {
        let program = command.get_program().to_string_lossy().into_owned();
        let out = command.output().map_err(|e| Error::Tool(format!("{program}: {e}")))?;
        let text = String::from_utf8_lossy(&[out.stdout.as_slice(), &out.stderr].concat()).into_owned();
        fs::write(log, &text).map_err(Error::io(log))?;
        if out.status.success() {
            return Ok(text);
        }
        let lines = || text.lines().filter(|l| !l.trim().is_empty());
        let telling = lines().find(|l| l.starts_with("ERROR")).or(lines().next_back()).unwrap_or("it said nothing");
        let telling: String = telling.chars().take(120).collect();
        Err(Error::Tool(format!("Yosys failed, see {}: {telling}", log.display())))
    }
}
