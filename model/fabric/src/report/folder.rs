//! A folder of files that only its own writer overwrites. `manifest.json` in it names each file with its hash.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
/// In the manifest, and only in that of this crate.
const WRITER: &str = "ackwright-fabric";

/// A folder that is not written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: is no folder: expected a folder, or a name that is free", .0.display())]
    NoFolder(PathBuf),
    #[error("{}: has files but no manifest of earlier results: expected an empty folder, a free name or --force", .0.display())]
    NotOurs(PathBuf),
    #[error("{}: is not as it was written: expected it moved away, or --force", .0.display())]
    Changed(PathBuf),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    writer: String,
    /// Name, and SHA-256 of the content.
    files: BTreeMap<String, String>,
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Io { path, source }
}

/// The content of a file; `None`: there is nothing. A link is as good as changed.
fn content(path: &Path) -> Result<Option<Vec<u8>>, FolderError> {
    match fs::symlink_metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(io(path)(e)),
        Ok(data) if !data.is_file() => Err(FolderError::Changed(path.to_owned())),
        Ok(_) => fs::read(path).map(Some).map_err(io(path)),
    }
}

/// Whether a file that is not as it was written may be replaced.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Others {
    /// It stays, and nothing is written.
    Kept,
    /// It goes.
    Replaced,
}

/// The files that an earlier run has left in a folder, each as it was written unless others are to be replaced.
fn ours(folder: &Path, others: Others) -> Result<Vec<String>, FolderError> {
    match fs::metadata(folder) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) if e.kind() == ErrorKind::NotADirectory => return Err(FolderError::NoFolder(folder.to_owned())),
        Err(e) => return Err(io(folder)(e)),
        Ok(data) if !data.is_dir() => return Err(FolderError::NoFolder(folder.to_owned())),
        Ok(_) => {}
    }
    let not_ours = || match others {
        Others::Kept => Err(FolderError::NotOurs(folder.to_owned())),
        Others::Replaced => Ok(Vec::new()),
    };
    let Some(text) = content(&folder.join(MANIFEST))? else {
        let empty = fs::read_dir(folder).map_err(io(folder))?.next().is_none();
        return if empty { Ok(Vec::new()) } else { not_ours() };
    };
    let manifest: Option<Manifest> = serde_json::from_slice(&text).ok();
    let plain = |name: &String| Path::new(name).file_name().is_some_and(|file| file == name.as_str());
    let Some(manifest) = manifest.filter(|m| m.writer == WRITER && m.files.keys().all(plain)) else {
        return not_ours();
    };
    for (name, expected) in &manifest.files {
        let changed = content(&folder.join(name))?.is_some_and(|bytes| hash(&bytes) != *expected);
        if changed && others == Others::Kept {
            return Err(FolderError::Changed(folder.join(name)));
        }
    }
    Ok(manifest.files.into_keys().collect())
}

/// Says no where [`write_folder`] would, before there is anything to write. Nothing is left.
pub fn check_folder(folder: &Path, others: Others) -> Result<(), FolderError> {
    ours(folder, others)?;
    let there = folder.ancestors().map(|above| if above == Path::new("") { Path::new(".") } else { above });
    let there = there.into_iter().find(|above| above.exists()).unwrap_or(Path::new("."));
    tempfile::Builder::new().prefix(".writing-").tempdir_in(there).map(drop).map_err(io(folder))
}

/// Writes files into a folder: one that is new or empty, or one whose files an earlier run has written and nobody has
/// changed. Earlier files go away; what else is there stays, and a file of a name that is to be written is refused,
/// unless others are to be replaced.
pub fn write_folder(folder: &Path, files: &[(String, String)], others: Others) -> Result<(), FolderError> {
    let before = ours(folder, others)?;
    for (name, _) in files.iter().filter(|(name, _)| !before.contains(name)) {
        if content(&folder.join(name))?.is_some() && others == Others::Kept {
            return Err(FolderError::Changed(folder.join(name)));
        }
    }
    fs::create_dir_all(folder).map_err(io(folder))?;
    let hashes = files.iter().map(|(name, text)| (name.clone(), hash(text.as_bytes()))).collect();
    let manifest = Manifest { writer: WRITER.to_owned(), files: hashes };
    let text = serde_json::to_string_pretty(&manifest).expect("names and hashes") + "\n";
    let all = [(MANIFEST.to_owned(), text)];
    // written aside whole, so that what cannot be written leaves the earlier files as they are
    let aside = tempfile::Builder::new().prefix(".writing-").tempdir_in(folder).map_err(io(folder))?;
    for (name, text) in all.iter().chain(files) {
        let part = aside.path().join(name);
        fs::write(&part, text).map_err(io(&part))?;
    }
    for name in &before {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(io(&path)(e)),
            _ => {}
        }
    }
    // the manifest first: whatever ends the writing, what is there is named in it
    for (name, _) in all.iter().chain(files) {
        let path = folder.join(name);
        fs::rename(aside.path().join(name), &path).map_err(io(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, text: &str) -> (String, String) {
        (name.into(), text.into())
    }

    #[test]
    fn where_a_file_cannot_be_written_the_earlier_ones_stay() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("out");
        write_folder(&folder, &[named("a.txt", "1"), named("b.txt", "1")], Others::Kept).expect("it is new");
        // no folder of that name is there, so the second file cannot be written
        assert!(write_folder(&folder, &[named("a.txt", "2"), named("no/b.txt", "2")], Others::Kept).is_err());
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it stands");
        assert_eq!([read("a.txt"), read("b.txt")], ["1", "1"]);
        write_folder(&folder, &[named("a.txt", "3")], Others::Kept).expect("they are as they were written");
        assert_eq!(read("a.txt"), "3");
        let mut left: Vec<_> = fs::read_dir(&folder).expect("it is there").flatten().map(|e| e.file_name()).collect();
        left.sort();
        assert_eq!(left, ["a.txt", MANIFEST]);
    }
}
