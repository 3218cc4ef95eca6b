//! Writing so that nothing half-written is ever seen: a file is written beside its place and renamed; standard output
//! is written in one piece, and a reader that went away is no error.

use crate::failure::{Failure, Result};
use std::io::Write;
use std::path::Path;
use tempfile::NamedTempFile;

/// Says no, before there is anything to write, where [`file`] could not.
pub fn can_be_written(path: &Path) -> Result {
    match path.is_dir() {
        true => Err(Failure::in_file(path, "is a folder: expected a file, or a name that is free")),
        false => beside(path).map(drop),
    }
}

/// Makes a folder that files can be written to.
pub fn folder(path: &Path) -> Result {
    if path.exists() && !path.is_dir() {
        return Err(Failure::in_file(path, "is a file: expected a folder, or a name that is free"));
    }
    beside(&path.join("a file")).map(drop)
}

/// A file beside `path`, which goes away unless it takes its place.
fn beside(path: &Path) -> Result<NamedTempFile> {
    let fail = |e: std::io::Error| Failure::in_file(path, format_args!("cannot write: {e}"));
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(fail)?;
    tempfile::Builder::new().prefix(".ackwright-").tempfile_in(folder).map_err(fail)
}

/// Writes `text` to `path`, all or nothing.
pub fn file(path: &Path, text: &[u8]) -> Result {
    let fail = |e: std::io::Error| Failure::in_file(path, format_args!("cannot write: {e}"));
    let mut temporary = beside(path)?;
    temporary.write_all(text).map_err(fail)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        temporary.as_file().set_permissions(std::fs::Permissions::from_mode(0o644)).map_err(fail)?;
    }
    temporary.persist(path).map_err(|e| fail(e.error))?;
    Ok(())
}

/// Writes to standard output.
pub fn stdout(text: &[u8]) -> Result {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::input(format_args!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard output.
pub fn line(text: impl std::fmt::Display) -> Result {
    stdout(format!("{text}\n").as_bytes())
}
