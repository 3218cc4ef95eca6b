//! Yosys and abc from the pinned wheel, installed into the cache at first use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tb::Cache;

use crate::Error;

const REQUIREMENTS: &str = include_str!("../requirements.txt");

/// The wheel has no command: this is one.
const RUN: &str = "import sys; from pyosys import libyosys as y; y.run_pass('script ' + sys.argv[1], y.Design())";

pub struct Yosys {
    /// Where pip put the packages.
    packages: PathBuf,
}

impl Yosys {
    /// The pinned ones.
    pub fn pinned(cache: &Cache) -> Result<Yosys, Error> {
        let name = format!("mutation-yosys-{}", &tb::hash([REQUIREMENTS.as_bytes()])[..16]);
        let fill = |dir: &Path| {
            let list = dir.join("requirements.txt");
            fs::write(&list, REQUIREMENTS).map_err(|e| tb::Error::MissingTool(format!("{}: {e}", list.display())))?;
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
            let done = pip.arg(dir).arg("-r").arg(&list).output();
            let why = match done {
                Ok(out) if out.status.success() => return Ok(()),
                Ok(out) => last_line(&out.stderr),
                Err(e) => format!("python3: {e}"),
            };
            Err(tb::Error::MissingTool(format!("no Yosys: pip could not install tb/mutation/requirements.txt: {why}")))
        };
        Ok(Yosys { packages: cache.entry(&name, fill)? })
    }

    /// Runs a script in a folder, which the names in it refer to; the log stays beside it. Gives the log.
    pub fn run(&self, folder: &Path, name: &str, script: &str) -> Result<String, Error> {
        let file = folder.join(format!("{name}.ys"));
        fs::write(&file, script).map_err(Error::io(&file))?;
        let mut command = Command::new("python3");
        command.args(["-c", RUN]).arg(&file).current_dir(folder).env("PYTHONPATH", &self.packages);
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

fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("it said nothing").trim().to_owned()
}
