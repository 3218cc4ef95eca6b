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
    #[error("{}: cannot be read: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: cannot be written: {source}", path.display())]
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

/// In hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Io { path, source }
}

fn unread(path: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Read { path, source }
}

/// The content of a file; `None`: there is nothing. A link is as good as changed.
fn content(path: &Path) -> Result<Option<Vec<u8>>, FolderError> {
    match fs::symlink_metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(unread(path)(e)),
        Ok(data) if !data.is_file() => Err(FolderError::Changed(path.to_owned())),
        Ok(_) => fs::read(path).map(Some).map_err(unread(path)),
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
        Err(e) if e.kind() == ErrorKind::NotFound => {
            // a link that leads nowhere is in the way
            let named = |above: &&Path| fs::symlink_metadata(above).is_ok();
            return match folder.ancestors().find(named) {
                Some(above) if !above.exists() => Err(FolderError::NoFolder(above.to_owned())),
                _ => Ok(Vec::new()),
            };
        }
        Err(e) if e.kind() == ErrorKind::NotADirectory => return Err(FolderError::NoFolder(folder.to_owned())),
        Err(e) => return Err(unread(folder)(e)),
        Ok(data) if !data.is_dir() => return Err(FolderError::NoFolder(folder.to_owned())),
        Ok(_) => {}
    }
    let not_ours = || match others {
        Others::Kept => Err(FolderError::NotOurs(folder.to_owned())),
        Others::Replaced => Ok(Vec::new()),
    };
    let Some(text) = content(&folder.join(MANIFEST))? else {
        let mut entries = fs::read_dir(folder).map_err(unread(folder))?.flatten();
        let empty = entries.all(|entry| is_aside(&entry));
        return if empty { Ok(Vec::new()) } else { not_ours() };
    };
    let manifest: Option<Manifest> = serde_json::from_slice(&text).ok();
    let plain = |name: &String| Path::new(name).file_name().is_some_and(|file| file == name.as_str());
    let Some(manifest) = manifest.filter(|m| m.writer == WRITER && m.files.keys().all(plain)) else {
        return not_ours();
    };
    for (name, expected) in &manifest.files {
        let changed = content(&folder.join(name))?.is_some_and(|bytes| sha256(&bytes) != *expected);
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
    // without a name, so that nothing is left of it in any case
    tempfile::tempfile_in(there).map(drop).map_err(io(folder))
}

/// Where files are written aside begins so, with [`ASIDE_LETTERS`] more.
const ASIDE: &str = ".writing-";
const ASIDE_LETTERS: usize = 6;

/// A folder in which files were written aside, and nothing else is.
fn is_aside(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let named = name.to_str().and_then(|name| name.strip_prefix(ASIDE)).is_some_and(|end| end.len() == ASIDE_LETTERS);
    let files = |mut entries: fs::ReadDir| entries.all(|e| e.is_ok_and(|e| e.file_type().is_ok_and(|t| t.is_file())));
    named && entry.file_type().is_ok_and(|t| t.is_dir()) && fs::read_dir(entry.path()).is_ok_and(files)
}

/// A new folder to write files aside in. It is locked while the file is open; those that nobody has locked, as who made
/// them was killed, go away.
fn aside(folder: &Path) -> std::io::Result<(tempfile::TempDir, fs::File)> {
    for entry in fs::read_dir(folder)?.flatten().filter(is_aside) {
        if fs::File::open(entry.path())?.try_lock().is_ok() {
            fs::remove_dir_all(entry.path())?;
        }
    }
    let aside = tempfile::Builder::new().prefix(ASIDE).rand_bytes(ASIDE_LETTERS).tempdir_in(folder)?;
    let lock = fs::File::open(aside.path())?;
    // where there are no locks, there is none
    let _ = lock.try_lock();
    Ok((aside, lock))
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
    let made: Vec<&Path> = folder.ancestors().take_while(|above| !above.exists()).collect();
    fs::create_dir_all(folder).map_err(io(folder))?;
    let done = write_files(folder, files, &before);
    if done.is_err() {
        // folders that are new and empty; what has something in it stays
        let _ = made.iter().filter(|above| **above != Path::new("")).try_for_each(fs::remove_dir);
    }
    done
}

/// Writes the files of a folder that is there, in place of those before.
fn write_files(folder: &Path, files: &[(String, String)], before: &[String]) -> Result<(), FolderError> {
    let hashes = files.iter().map(|(name, text)| (name.clone(), sha256(text.as_bytes()))).collect();
    let manifest = Manifest { writer: WRITER.to_owned(), files: hashes };
    let text = serde_json::to_string_pretty(&manifest).expect("names and hashes") + "\n";
    let all = [(MANIFEST.to_owned(), text)];
    // written aside whole, so that what cannot be written leaves the earlier files as they are
    let (aside, _lock) = aside(folder).map_err(io(folder))?;
    for (name, text) in all.iter().chain(files) {
        fs::write(aside.path().join(name), text).map_err(io(&folder.join(name)))?;
    }
    for name in before {
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
    fn what_a_killed_run_left_goes_and_what_another_one_has_locked_stays() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("out");
        let names = [".writing-Ab3dEf", ".writing-locked", ".writing-x"];
        for name in names {
            fs::create_dir_all(folder.join(name)).expect("made");
        }
        fs::write(folder.join(names[0]).join("fct.txt"), "half").expect("written");
        let locked = fs::File::open(folder.join(names[1])).expect("it is there");
        locked.try_lock().expect("nobody has it");
        // a folder that none of ours looks like makes the place the user's
        assert!(matches!(write_folder(&folder, &[named("a.txt", "1")], Others::Kept), Err(FolderError::NotOurs(_))));
        fs::remove_dir(folder.join(names[2])).expect("removed");
        write_folder(&folder, &[named("a.txt", "1")], Others::Kept).expect("only leftovers are there");
        let mut left: Vec<_> = fs::read_dir(&folder).expect("it is there").flatten().map(|e| e.file_name()).collect();
        left.sort();
        assert_eq!(left, [names[1], "a.txt", MANIFEST]);
    }

    #[test]
    fn where_nothing_can_be_written_no_new_folder_is_left() {
        let place = tempfile::tempdir().expect("a folder");
        assert!(write_folder(&place.path().join("a/b"), &[named("no/b.txt", "2")], Others::Kept).is_err());
        assert_eq!(fs::read_dir(place.path()).expect("it is there").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_no_folder() {
        let place = tempfile::tempdir().expect("a folder");
        let link = place.path().join("out");
        std::os::unix::fs::symlink("/no/such/folder", &link).expect("a link");
        for folder in [link.clone(), link.join("below")] {
            let told = check_folder(&folder, Others::Kept).expect_err("it leads nowhere").to_string();
            assert_eq!(told, format!("{}: is no folder: expected a folder, or a name that is free", link.display()));
        }
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
