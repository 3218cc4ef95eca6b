//! A copy of the working tree for mutants to stand in: what git knows or would add, always at the same place, so that
//! cargo builds only what has changed since the last run.

use crate::Error;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace that this program was built in.
pub fn root() -> Result<PathBuf, Error> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().map_err(Error::io(&root))
}

/// Writes beside the file, then renames.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let new = path.with_extension("new");
    std::fs::write(&new, bytes).and_then(|()| std::fs::rename(&new, path)).map_err(Error::io(path))
}

/// What git says of a tree.
fn git(root: &Path, args: &[&str]) -> Result<String, Error> {
    let out = Command::new("git").current_dir(root).args(args).output();
    let out = out.map_err(|e| Error::Tool(format!("git: {e}")))?;
    if !out.status.success() {
        return Err(Error::Input(format!("{}: expected a git checkout", root.display())));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// The revision of a tree, and whether it has changes.
pub fn revision(root: &Path) -> Result<String, Error> {
    let dirty = if git(root, &["status", "--porcelain"])?.is_empty() { "" } else { " (dirty)" };
    Ok(format!("{}{dirty}", git(root, &["rev-parse", "--short=12", "HEAD"])?.trim()))
}

/// The files of a tree as git lists them, relative.
fn files(root: &Path) -> Result<BTreeSet<PathBuf>, Error> {
    let names = git(root, &["ls-files", "--cached", "--others", "--exclude-standard", "-z"])?;
    Ok(names.split_terminator('\0').map(PathBuf::from).filter(|name| root.join(name).is_file()).collect())
}

/// Everything below a folder but target folders, relative.
fn below(folder: &Path, prefix: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))? {
        let entry = entry.map_err(Error::io(folder))?;
        let (path, name) = (entry.path(), prefix.join(entry.file_name()));
        if !path.is_dir() {
            found.push(name);
        } else if entry.file_name() != "target" {
            below(&path, &name, found)?;
        }
    }
    Ok(())
}

/// Makes `tree` what the working tree is. A file that has its text already keeps its time.
pub fn sync(root: &Path, tree: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(tree).map_err(Error::io(tree))?;
    let wanted = files(root)?;
    let mut there = vec![];
    below(tree, Path::new(""), &mut there)?;
    for name in there.iter().filter(|name| !wanted.contains(*name)) {
        std::fs::remove_file(tree.join(name)).map_err(Error::io(name))?;
    }
    for name in &wanted {
        let (from, to) = (root.join(name), tree.join(name));
        let bytes = std::fs::read(&from).map_err(Error::io(&from))?;
        if std::fs::read(&to).is_ok_and(|old| old == bytes) {
            continue;
        }
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
        }
        std::fs::copy(&from, &to).map_err(Error::io(&to))?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_takes_what_changed_and_loses_what_is_gone() {
        let tree = tempfile::tempdir().unwrap();
        let root = tempfile::tempdir().unwrap();
        let git = Command::new("git").current_dir(&root).args(["init", "-q"]).status().unwrap();
        assert!(git.success());
        std::fs::create_dir(root.path().join("src")).unwrap();
        std::fs::write(root.path().join("src/a.rs"), "one").unwrap();
        std::fs::write(root.path().join("b"), "two").unwrap();
        sync(root.path(), tree.path()).unwrap();
        std::fs::write(tree.path().join("src/a.rs"), "a mutant").unwrap(); // as a killed run leaves it
        std::fs::remove_file(root.path().join("b")).unwrap();
        sync(root.path(), tree.path()).unwrap();
        assert_eq!(std::fs::read_to_string(tree.path().join("src/a.rs")).unwrap(), "one");
        assert!(!tree.path().join("b").exists());
    }
}
