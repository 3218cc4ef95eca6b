//! Writing so that nothing half-written is ever seen: a file is written beside its place and renamed; standard output
//! is written in one piece, and a reader that went away is no error.
//!
//! A link is followed, so that it stays a link. What is no file, a device or a pipe, is written in place: nothing may
//! take its name.

use crate::failure::{Failure, Result};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where a name leads to.
enum Place {
    /// A file, or a name that is free: behind all links.
    File(PathBuf),
    /// A device or a pipe.
    Device,
    Folder,
}

/// Links that are followed, at the most.
const MOST_LINKS: usize = 40;

fn place(path: &Path) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Ok(Place::Folder),
        Ok(there) if !there.is_file() => Ok(Place::Device),
        Ok(_) => path.canonicalize().map(Place::File),
        // a link to a name that is free
        Err(e) if e.kind() == ErrorKind::NotFound => {
            let mut path = path.to_owned();
            for _ in 0..MOST_LINKS {
                let Ok(to) = fs::read_link(&path) else { return Ok(Place::File(path)) };
                path = path.parent().unwrap_or(Path::new("")).join(to);
            }
            Err(e)
        }
        Err(e) => Err(e),
    }
}

/// Says no, before there is anything to write, where [`file`] could not.
pub fn can_be_written(path: &Path) -> Result {
    match place(path).map_err(fail(path))? {
        Place::Folder => Err(Failure::in_file(path, "is a folder: expected a file, or a name that is free")),
        // to open a pipe may wait for its reader
        Place::Device => Ok(()),
        Place::File(place) => beside(&place).map(drop),
    }
}

fn fail(path: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    move |e| Failure::in_file(path, format_args!("cannot write: {e}"))
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
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).map_err(fail(path))?;
    tempfile::Builder::new().prefix(".ackwright-").tempfile_in(folder).map_err(fail(path))
}

/// Writes `text` to `path`, all or nothing where it is a file.
pub fn file(path: &Path, text: &[u8]) -> Result {
    let fail = fail(path);
    let place = match place(path).map_err(&fail)? {
        Place::Folder => return Err(Failure::in_file(path, "is a folder: expected a file, or a name that is free")),
        Place::Device => {
            let mut device = OpenOptions::new().write(true).open(path).map_err(&fail)?;
            return device.write_all(text).map_err(fail);
        }
        Place::File(place) => place,
    };
    let mut temporary = beside(&place)?;
    temporary.write_all(text).map_err(&fail)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        temporary.as_file().set_permissions(fs::Permissions::from_mode(0o644)).map_err(&fail)?;
    }
    temporary.persist(place).map_err(|e| fail(e.error))?;
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
