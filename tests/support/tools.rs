//! Tools that a test may find or not: which there are, what was left out without them, and pinned ones of PyPI below
//! target/.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// In CI nothing may be left out.
pub fn no_skip() -> bool {
    std::env::var_os("ACKWRIGHT_NO_SKIP").is_some()
}

/// Says on stderr, past the test harness, what was left out; in CI that is a failure.
pub fn left_out(what: &str, how: &str) {
    let line = format!("left out: {what}; {how}");
    assert!(!no_skip(), "{line}");
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// All that a program has said.
pub fn said(out: &Output) -> String {
    String::from_utf8_lossy(&[&out.stdout[..], &out.stderr[..]].concat()).into_owned()
}

pub fn on_path(tool: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|d| d.join(tool)).find(|p| p.is_file())
}

/// PATH with these folders before it.
pub fn path_with(folders: impl IntoIterator<Item = PathBuf>) -> OsString {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.into_iter().chain(std::env::split_paths(&rest));
    std::env::join_paths(all).expect("folders of a PATH")
}

/// The programs of pinned requirements, in target/`name`, as `fpga/flow/tools.py` keeps them: installed if they are not
/// there as pinned and `install` says so. The error says why they could not be had.
pub fn pinned(name: &str, requirements: &Path, install: bool) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join(name);
    // one process at a time; released when it ends, however it does
    let lock = folder.with_extension("lock");
    let at = |e: std::io::Error| format!("{}: {e}", lock.display());
    std::fs::create_dir_all(folder.parent().unwrap_or(&folder)).map_err(at)?;
    let one = std::fs::File::create(&lock).map_err(at)?;
    one.lock().map_err(at)?;
    let text = std::fs::read_to_string(requirements).map_err(|e| format!("{}: {e}", requirements.display()))?;
    let stamp = folder.join("requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|found| found == text) {
        return Ok(folder.join("bin"));
    }
    if !install {
        return Err("they are not installed".into());
    }
    let python = on_path("python3").ok_or("there is no python3 to install them with")?;
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))?;
    let pip = ["install", "-q", "--disable-pip-version-check", "--retries", "1", "--timeout", "20", "-r"];
    run(Command::new(folder.join("bin/pip")).args(pip).arg(requirements))?;
    std::fs::write(&stamp, text).map_err(|e| format!("{}: {e}", stamp.display()))?;
    Ok(folder.join("bin"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let out = command.output().map_err(|e| format!("{:?}: {e}", command.get_program()))?;
    let said = String::from_utf8_lossy(&out.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
    if out.status.success() { Ok(()) } else { Err(format!("pip failed: {last}")) }
}
