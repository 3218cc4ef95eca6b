//! How a folder becomes another one in a single step, whatever ends the program in between.
//!
//! The new folder is made beside the old one, in `.NAME.ackwright`, with hard links to every file that stays. Then the
//! two change places in one call. What was the old folder is brought to the same state, out of sight, and they change
//! places again: so in the end the folder is the one that it was, and a shell that stands in it (`--out .`) stands in
//! the new files. At every moment the folder is whole, old or new. What a killed export leaves is `.NAME.ackwright`
//! alone; the next one removes it.

use super::{Fate, Plan};
use crate::failure::{Failure, Result};
use crate::interrupts::Interrupts;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Where an export of this folder works, and whether it may: it is nobody else's, and no other export is at work.
struct Workshop {
    folder: PathBuf,
    /// Held while the file is open.
    _lock: File,
    /// Folders above that were made for it.
    above: Vec<PathBuf>,
}

const LOCK: &str = "lock";

fn beside(place: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    name.push(".ackwright");
    place.with_file_name(name)
}

/// Brings back what an export that was killed between two renames took away, where the two cannot be one.
pub fn check(place: &Path) -> Result {
    let old = beside(place).join("old");
    if !place.exists() && old.is_dir() && beside(place).join(LOCK).is_file() {
        fs::rename(&old, place).map_err(|e| Failure::in_file(place, format_args!("cannot bring it back: {e}")))?;
    }
    Ok(())
}

impl Workshop {
    fn open(place: &Path) -> Result<Workshop> {
        let folder = beside(place);
        let fail = |e: io::Error| Failure::in_file(&folder, format_args!("cannot write beside the folder: {e}"));
        let parent = place.parent().unwrap_or(place);
        let above: Vec<PathBuf> = parent.ancestors().take_while(|p| !p.exists()).map(Into::into).collect();
        fs::create_dir_all(parent).map_err(|e| Failure::in_file(parent, format_args!("cannot write: {e}")))?;
        // the lock of an export that ends just now may go away under our hands
        for _ in 0..100 {
            match fs::create_dir(&folder) {
                Err(e) if e.kind() != ErrorKind::AlreadyExists => return Err(fail(e)),
                Err(_) if !is_ours(&folder) => {
                    return Err(Failure::in_file(&folder, "is no export's: expected no such name beside the folder"));
                }
                _ => {}
            }
            let path = folder.join(LOCK);
            let lock = match OpenOptions::new().write(true).create(true).truncate(false).open(&path) {
                Err(e) if e.kind() == ErrorKind::NotFound => continue,
                lock => lock.map_err(fail)?,
            };
            if lock.try_lock().is_err() {
                return Err(Failure::in_file(place, "another export is at work on this folder"));
            }
            let same = |a: fs::Metadata, b: fs::Metadata| a.ino() == b.ino();
            if fs::metadata(&path).is_ok_and(|there| lock.metadata().is_ok_and(|held| same(there, held))) {
                let workshop = Workshop { folder, _lock: lock, above };
                workshop.clear().map_err(|e| Failure::in_file(&workshop.folder, format_args!("cannot clear: {e}")))?;
                return Ok(workshop);
            }
        }
        Err(Failure::in_file(place, "other exports are at work on this folder"))
    }

    fn fresh(&self) -> PathBuf {
        self.folder.join("new")
    }

    fn old(&self) -> PathBuf {
        self.folder.join("old")
    }

    /// Removes what is in it: every file of the user's is also in the folder itself.
    fn clear(&self) -> io::Result<()> {
        for folder in [self.fresh(), self.old()] {
            if folder.is_dir() && fs::remove_dir_all(&folder).is_err() {
                open_up(&folder)?;
                fs::remove_dir_all(&folder)?;
            }
        }
        Ok(())
    }
}

/// Lets a folder be removed that holds others which may not be written to.
fn open_up(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_up(&entry.path())?;
        }
    }
    Ok(())
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // what cannot be removed now, the next export removes
        if self.clear().is_ok() {
            let _ = fs::remove_file(self.folder.join(LOCK));
            let _ = fs::remove_dir(&self.folder);
        }
        // fails, as it should, where the folder has been made
        let _ = self.above.iter().try_for_each(fs::remove_dir);
    }
}

/// Made by an export: it has a lock, or was to have one.
fn is_ours(folder: &Path) -> bool {
    folder.is_dir()
        && (folder.join(LOCK).is_file() || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none()))
}

/// Signals are heard between two files.
fn check_interrupts(interrupts: &Interrupts) -> io::Result<()> {
    if interrupts.came() { Err(ErrorKind::Interrupted.into()) } else { Ok(()) }
}

pub fn write(plan: &Plan) -> Result {
    let place = &plan.folder.place;
    if plan.fates.is_empty() && plan.folder.exists {
        // nothing to do but to clear away what a killed export left
        return if is_ours(&beside(place)) { Workshop::open(place).map(drop) } else { Ok(()) };
    }
    let interrupts = Interrupts::hear().map_err(Failure::input)?;
    let workshop = Workshop::open(place)?;
    let done = made(plan, &workshop.fresh(), &interrupts).and_then(|()| {
        if plan.folder.exists {
            exchange(&workshop, place).map_err(|e| Failed { path: place.clone(), error: e })?;
            // what was the folder is in the workshop
            let again = alike(plan, &workshop.fresh(), place).and_then(|()| change(&workshop.fresh(), place));
            // it stays the new one where that fails
            drop(again);
            Ok(())
        } else {
            fs::rename(workshop.fresh(), place).map_err(|e| Failed { path: place.clone(), error: e })
        }
    });
    drop(workshop);
    interrupts.obey();
    done.map_err(|Failed { path, error }| {
        let path =
            path.strip_prefix(beside(place).join("new")).map_or(path.clone(), |below| plan.folder.name.join(below));
        match error.kind() {
            ErrorKind::ResourceBusy | ErrorKind::CrossesDevices => {
                let expected = "expected a folder below it, or another one";
                Failure::in_file(&path, format_args!("cannot be replaced as a whole: {error}: {expected}"))
            }
            _ => Failure::in_file(&path, format_args!("cannot write: {error}")),
        }
    })
}

/// An error with what it is about.
struct Failed {
    path: PathBuf,
    error: io::Error,
}

/// Makes the folder as it is to be.
fn made(plan: &Plan, new: &Path, interrupts: &Interrupts) -> Result<(), Failed> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| Failed { path, error }
    };
    fs::create_dir(new).map_err(failed(new))?;
    if plan.folder.exists {
        carry(plan, &plan.folder.place, new, "", interrupts)?;
    }
    for (path, (_, text)) in &plan.fates {
        check_interrupts(interrupts).map_err(failed(new))?;
        let at = new.join(path);
        if let Some(text) = text {
            let folder = at.parent().unwrap_or(new);
            fs::create_dir_all(folder).map_err(failed(folder))?;
            fs::write(&at, text).map_err(failed(&at))?;
            fs::set_permissions(&at, fs::Permissions::from_mode(0o644)).map_err(failed(&at))?;
        }
    }
    prune(plan, new);
    Ok(())
}

/// What stays of a folder, into another.
fn carry(plan: &Plan, from: &Path, to: &Path, below: &str, interrupts: &Interrupts) -> Result<(), Failed> {
    let failed = |path: &Path, error| Failed { path: path.to_owned(), error };
    for entry in fs::read_dir(from).map_err(|e| failed(from, e))? {
        check_interrupts(interrupts).map_err(|e| failed(from, e))?;
        let entry = entry.map_err(|e| failed(from, e))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let path = entry.file_name().to_str().map(|name| format!("{below}{name}"));
        let kind = entry.file_type().map_err(|e| failed(&source, e))?;
        if kind.is_dir() {
            fs::create_dir(&target).map_err(|e| failed(&source, e))?;
            // a name that is no text is none of ours, nor what is below it
            let below = path.map_or("\0".into(), |path| path + "/");
            carry(plan, &source, &target, &below, interrupts)?;
        } else if !path.is_some_and(|path| plan.fates.contains_key(&path)) {
            link(&source, &target).map_err(|e| failed(&source, e))?;
        }
    }
    // as it is, but for what we need ourselves
    let mode = from.metadata().map_err(|e| failed(from, e))?.permissions().mode() | 0o700;
    fs::set_permissions(to, fs::Permissions::from_mode(mode)).map_err(|e| failed(from, e))
}

/// The same file by another name; where the file system has no such thing, a copy.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    let Err(error) = fs::hard_link(from, to) else { return Ok(()) };
    let kind = from.symlink_metadata()?.file_type();
    match () {
        () if kind.is_symlink() => symlink(fs::read_link(from)?, to),
        () if kind.is_file() && error.kind() != ErrorKind::CrossesDevices => fs::copy(from, to).map(|_| ()),
        () => Err(error),
    }
}

/// Brings what was the folder to the state of the one that is.
fn alike(plan: &Plan, old: &Path, new: &Path) -> io::Result<()> {
    for (path, (fate, _)) in &plan.fates {
        let at = old.join(path);
        if *fate != Fate::New {
            fs::remove_file(&at)?;
        }
        if *fate != Fate::Removed {
            fs::create_dir_all(at.parent().unwrap_or(old))?;
            link(&new.join(path), &at)?;
        }
    }
    prune(plan, old);
    Ok(())
}

/// Removes the subfolders in which only what goes was.
fn prune(plan: &Plan, folder: &Path) {
    let gone = plan.fates.iter().filter(|(_, (fate, _))| *fate == Fate::Removed);
    for (path, _) in gone {
        let above = Path::new(path).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
        // fails, as it should, where something is left
        let _ = above.map(|above| folder.join(above)).try_for_each(fs::remove_dir);
    }
}

/// The new folder takes the place of the old one, which goes to the workshop.
fn exchange(workshop: &Workshop, place: &Path) -> io::Result<()> {
    match change(&workshop.fresh(), place) {
        Err(e) if cannot(&e) => two_steps(workshop, place),
        done => done,
    }
}

/// The same where the file system knows no such call. [`check`] goes back if only the first is made.
fn two_steps(workshop: &Workshop, place: &Path) -> io::Result<()> {
    fs::rename(place, workshop.old())?;
    fs::rename(workshop.fresh(), place).or_else(|e| fs::rename(workshop.old(), place).and(Err(e)))
}

fn cannot(e: &io::Error) -> bool {
    [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP].iter().any(|errno| e.raw_os_error() == Some(errno.raw_os_error()))
}

fn change(a: &Path, b: &Path) -> io::Result<()> {
    Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_steps_do_what_one_call_does_and_one_of_them_alone_is_taken_back() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let place = dir.path().join("rtl");
        let put = |folder: &Path, text: &str| {
            fs::create_dir(folder).expect("a folder");
            fs::write(folder.join("x"), text).expect("written");
        };
        let found = |folder: &Path| fs::read_to_string(folder.join("x")).ok();
        put(&place, "old");
        let workshop = Workshop::open(&place).expect("a workshop");
        assert!(two_steps(&workshop, &place).is_err(), "there is no new folder");
        assert_eq!((found(&place).as_deref(), workshop.old().exists()), (Some("old"), false));
        put(&workshop.fresh(), "new");
        two_steps(&workshop, &place).expect("done");
        assert_eq!([&place, &workshop.old()].map(|f| found(f)), [Some("new".into()), Some("old".into())]);
        // as if it had ended between the two
        fs::remove_dir_all(&place).expect("removed");
        check(&place).expect("brought back");
        assert_eq!(found(&place).as_deref(), Some("old"));
        drop(workshop);
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 1);
    }
}
