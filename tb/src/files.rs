//! Writes files beside their place and renames them, so that nothing half-written is left behind.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::Path,
};

use crate::Error;

/// Writes `path`, and the directories above it, in one go or not at all.
pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let dir = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(dir).map_err(Error::io(dir))?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tmp-").permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let file = builder.tempfile_in(dir).map_err(Error::io(dir))?;
    let mut out = BufWriter::new(file);
    fill(&mut out).map_err(Error::io(path))?;
    let file = out.into_inner().map_err(|e| e.into_error()).map_err(Error::io(path))?;
    file.persist(path).map_err(|e| e.error).map_err(Error::io(path))?;
    Ok(())
}
