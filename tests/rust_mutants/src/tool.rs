//! cargo-mutants, of one version, and how it is called.

use crate::Error;
use crate::parts::{Part, Stage};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const VERSION: &str = "27.0.0";
const CONFIG: &str = ".cargo/mutants.toml";

pub struct Tool {
    program: PathBuf,
    /// The copy of the sources that mutants stand in.
    pub tree: PathBuf,
    /// Where they are built.
    build: PathBuf,
    /// Where simulators are kept: those that other tests built serve here too.
    simulators: PathBuf,
}

/// What `.cargo/mutants.toml` leaves out.
#[derive(serde::Deserialize)]
struct Config {
    examine_globs: Vec<String>,
    #[serde(default)]
    exclude_re: Vec<String>,
}

impl Tool {
    /// The pinned one, installed at first use.
    pub fn find(target: &Path, work: &Path) -> Result<Tool, Error> {
        let folder = target.join(format!("tools/cargo-mutants-{VERSION}"));
        let program = folder.join("bin/cargo-mutants");
        if !program.is_file() {
            eprintln!("rust-mutants: installing cargo-mutants {VERSION}");
            let mut cargo = Command::new("cargo");
            cargo
                .args(["install", "--locked", "--quiet", "cargo-mutants", "--version", VERSION, "--root"])
                .arg(&folder);
            let done = cargo.env("CARGO_TARGET_DIR", folder.join("build")).status();
            if !done.is_ok_and(|s| s.success()) || !program.is_file() {
                return Err(Error::Tool(format!("no cargo-mutants: cargo could not install version {VERSION}")));
            }
            let _ = std::fs::remove_dir_all(folder.join("build")); // only room
        }
        let simulators = std::env::var_os("ACKWRIGHT_CACHE").map_or_else(|| target.join("ackwright"), PathBuf::from);
        Ok(Tool { program, tree: work.join("tree"), build: work.join("build"), simulators })
    }

    /// In a tree, with the build folder of all mutants.
    fn command(&self, program: &Path, tree: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(tree).stdin(Stdio::null()).env("RUST_BACKTRACE", "0");
        command.env("CARGO_TARGET_DIR", &self.build).env("ACKWRIGHT_CACHE", &self.simulators);
        command
    }

    /// The names of the mutants of these files, or of the whole configuration.
    fn list(&self, root: &Path, args: &[String]) -> Result<Vec<String>, Error> {
        let mut list = self.command(&self.program, root);
        list.args(["mutants", "--list", "--workspace", "--colors", "never"]).args(args);
        let out = list.output().map_err(|e| Error::Tool(format!("cargo-mutants: {e}")))?;
        if !out.status.success() {
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            return Err(Error::Input(format!("{CONFIG}: {}", said.lines().next().unwrap_or_default())));
        }
        Ok(String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect())
    }

    /// The exclusions that exclude nothing any more.
    pub fn stale(&self, root: &Path) -> Result<Vec<String>, Error> {
        let path = root.join(CONFIG);
        let text = std::fs::read_to_string(&path).map_err(Error::io(&path))?;
        let config: Config = toml::from_str(&text).map_err(|e| Error::Input(format!("{CONFIG}: {}", e.message())))?;
        let globs = config.examine_globs.iter().flat_map(|g| ["--file".into(), g.clone()]);
        let all = self.list(root, &["--no-config".into()].into_iter().chain(globs).collect::<Vec<_>>())?;
        stale(&config.exclude_re, &all)
    }

    /// The tests of a stage without a mutant.
    pub fn baseline(&self, stage: &Stage) -> Result<(), Error> {
        let mut cargo = self.command(Path::new("cargo"), &self.tree);
        cargo.args(["test", "--quiet", "--profile", stage.profile, "--package", stage.package]).args(stage.targets);
        let out = cargo.arg("--").args(stage.harness).output().map_err(|e| Error::Tool(format!("cargo: {e}")))?;
        if out.status.success() && ran(&String::from_utf8_lossy(&out.stdout)) > 0 {
            return Ok(());
        }
        eprint!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        Err(Error::Input(format!("{}: expected tests that pass without a mutant", stage.name)))
    }

    /// Every mutant of a shard, or these of them, against the tests of a stage.
    pub fn run(
        &self,
        part: &Part,
        stage: &Stage,
        (k, n): (usize, usize),
        of_these: Option<&[String]>,
        out: &Path,
    ) -> Result<(), Error> {
        std::fs::create_dir_all(out).map_err(Error::io(out))?;
        let mut mutants = self.command(&self.program, &self.tree);
        mutants.args(["mutants", "--in-place", "--baseline", "skip", "--build-timeout", "900", "--caught"]);
        mutants.args(["--package", part.package, "--test-package", stage.package, "--profile", stage.profile]);
        mutants.arg("--timeout").arg(stage.timeout.to_string()).arg("--output").arg(out);
        match of_these {
            Some(mutants_left) => {
                // patterns do not reach the mutants that delete a field (cargo-mutants' issue 632): files keep them
                // few, and whoever reads the results takes none that was not asked for
                mutants.arg("--no-config");
                for name in mutants_left {
                    let file = name.split(':').next().unwrap_or_default();
                    mutants.arg("--file").arg(file).arg("--re").arg(format!("^{}$", regex::escape(name)));
                }
            }
            None => {
                mutants.arg("--shard").arg(format!("{k}/{n}")).args(["--sharding", "round-robin"]);
            }
        }
        mutants.args(stage.targets.iter().map(|target| format!("--cargo-arg={target}")));
        // the first -- ends the options of cargo-mutants, the second those of cargo
        mutants.args(["--", "--"]).args(stage.harness);
        let status = mutants.status().map_err(|e| Error::Tool(format!("cargo-mutants: {e}")))?;
        // missed and hanging mutants are results; what it says of them is in its files
        match status.code() {
            Some(0 | 2 | 3) => Ok(()),
            _ => Err(Error::Input(format!(
                "{}, {}: cargo-mutants did not get through ({status})",
                part.name, stage.name
            ))),
        }
    }
}

/// How many tests a harness says that it ran.
fn ran(said: &str) -> usize {
    let passed = said
        .lines()
        .filter_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<usize>().ok());
    passed.sum()
}

/// The patterns that match none of these names.
fn stale(patterns: &[String], names: &[String]) -> Result<Vec<String>, Error> {
    let mut stale = vec![];
    for pattern in patterns {
        let re =
            regex::Regex::new(pattern).map_err(|_| Error::Input(format!("{CONFIG}: `{pattern}` is no pattern")))?;
        if !names.iter().any(|name| re.is_match(name)) {
            stale.push(format!("{CONFIG}: `{pattern}` leaves nothing out any more"));
        }
    }
    Ok(stale)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_exclusion_that_excludes_nothing_is_told() {
        let names = ["model/src/a.rs:1:2: replace + with - in sum".to_owned()];
        assert!(stale(&["a\\.rs:.*in sum$".into()], &names).unwrap().is_empty());
        assert_eq!(stale(&["in product$".into()], &names).unwrap().len(), 1);
        assert!(stale(&["(".into()], &names).is_err());
    }

    #[test]
    fn tests_that_ran_none_are_no_baseline() {
        assert_eq!(
            ran("running 2 tests\n..\ntest result: ok. 2 passed; 0 failed\ntest result: ok. 3 passed; 0 failed\n"),
            5
        );
        assert_eq!(ran("test result: ok. 0 passed; 0 failed"), 0);
    }
}
