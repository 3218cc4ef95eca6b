//! Writing so that nothing half-written is ever seen: a file is written beside its place and renamed; standard output
//! is written in one piece, and a reader that went away is no error.

use crate::failure::{Failure, Result};
use std::io::Write;
use std::path::Path;

/// Writes `text` to `path`, all or nothing.
pub fn file(path: &Path, text: &[u8]) -> Result {
    let fail = |e: std::io::Error| Failure::in_file(path, format_args!("cannot write: {e}"));
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(fail)?;
    let mut temporary = tempfile::Builder::new().prefix(".ackwright-").tempfile_in(folder).map_err(fail)?;
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
