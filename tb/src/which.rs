//! Looks for programs.

use std::{
    env,
    ffi::OsStr,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// The first executable file called `name` in a PATH.
pub(crate) fn which(name: &str, path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path).map(|d| d.join(name)).find(|p| is_executable(p))
}

/// A file, or a link to one, that someone may run.
pub(crate) fn is_executable(p: &Path) -> bool {
    fs::metadata(p).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}
