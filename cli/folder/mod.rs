//! The folder that `export` writes: what lies there, whose it is, and what becomes of each file.
//!
//! A file is ours if the manifest of an earlier export lists it and it still has the hash that stands there, or if it
//! is what we would write. Every other file is the user's: it is never written over or removed, unless `--force` says
//! so. Files of the user's that are in nobody's way stay where they are.

mod swap;

use crate::bounded;
use crate::failure::{Failure, Result};
use hdl::delivery;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub const MANIFEST: &str = "manifest.json";
/// The file of the folder that may be the configuration that was read, and is the user's then.
const CONFIGURATION: &str = "ackwright.toml";

/// A folder to be written, as it is before.
pub struct Folder {
    /// As the user names it.
    name: PathBuf,
    /// Where it is, behind links.
    place: PathBuf,
    exists: bool,
    /// The hashes in the manifest of an earlier export, by path.
    old: BTreeMap<String, String>,
    force: bool,
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    New,
    Changed,
    Removed,
    /// The user's, and `--force` was given.
    Replaced,
}

impl Fate {
    fn name(self) -> &'static str {
        match self {
            Fate::New => "new",
            Fate::Changed => "changed",
            Fate::Removed => "removed",
            Fate::Replaced => "replaced",
        }
    }
}

/// All that has to be done.
pub struct Plan<'a> {
    folder: &'a Folder,
    /// By path; of a file that goes there is no text.
    fates: BTreeMap<String, (Fate, Option<String>)>,
    /// Files that are as they are to be.
    same: usize,
    /// The configuration that was read stands in the folder, in the user's own words.
    kept: bool,
}

/// What lies at a path.
enum There {
    Nothing,
    File(Vec<u8>),
    /// No file of its own: a folder, a link, or below one.
    Other,
}

impl Folder {
    /// Looks at the folder; says no where it is none, and where it holds what no export wrote.
    pub fn at(name: &Path, force: bool) -> Result<Folder> {
        let bad = |what: &str| Err(Failure::in_file(name, what));
        let fail = |e: std::io::Error| Failure::in_file(name, format_args!("cannot read: {e}"));
        let mut folder = Folder {
            name: name.into(),
            place: std::path::absolute(name).map_err(fail)?,
            exists: false,
            old: BTreeMap::new(),
            force,
        };
        swap::check(&folder.place)?;
        match fs::metadata(name) {
            Ok(m) if m.is_dir() => {
                (folder.exists, folder.place) = (true, name.canonicalize().map_err(fail)?);
            }
            Ok(_) => return bad("is a file: expected a folder, or a name that is free"),
            Err(e) if e.kind() == ErrorKind::NotFound && name.symlink_metadata().is_err() => {}
            Err(e) if e.kind() == ErrorKind::NotFound => {
                return bad("is a link to nothing: expected a folder, or a name that is free");
            }
            Err(e) if e.kind() == ErrorKind::NotADirectory => {
                return bad("lies below a file: expected a folder, or a name that is free");
            }
            Err(e) => return Err(fail(e)),
        }
        if folder.place.file_name().is_none() {
            return bad("has no name: expected a folder that can be renamed");
        }
        let manifest = bounded::text(&folder.place.join(MANIFEST)).ok().and_then(|text| ours(&text));
        let empty = !folder.exists || fs::read_dir(&folder.place).map_err(fail)?.next().is_none();
        match manifest {
            Some(files) => folder.old = files,
            None if empty || force => {}
            None => return bad("is not empty and has no manifest of export's: expected a new folder, or --force"),
        }
        Ok(folder)
    }

    /// What has to be done for the folder to hold these files and a manifest of them. `about` is the manifest's head,
    /// `config` the configuration that was read.
    pub fn plan(
        &self,
        mut about: Map<String, Value>,
        files: &[(String, String)],
        config: Option<&Path>,
    ) -> Result<Plan<'_>> {
        let mut plan = Plan { folder: self, fates: BTreeMap::new(), same: 0, kept: false };
        let mut taken = vec![];
        let mut listed = Map::new();
        for (path, text) in files {
            if !self.take(&mut plan, path, text, config, &mut taken)? {
                continue;
            }
            listed.insert(path.clone(), sha256(text.as_bytes()).into());
        }
        let kept = plan.kept.then_some(CONFIGURATION);
        let is_new = |path: &str| files.iter().any(|(p, _)| p == path) || kept == Some(path);
        for (path, hash) in self.old.iter().filter(|(path, _)| !is_new(path)) {
            let There::File(bytes) = self.there(path)? else { continue };
            match (sha256(&bytes) == *hash, self.force) {
                (true, _) => plan.fates.insert(path.clone(), (Fate::Removed, None)),
                (false, true) => plan.fates.insert(path.clone(), (Fate::Removed, None)),
                (false, false) => {
                    taken.push(path.clone());
                    None
                }
            };
        }
        about.insert("files".into(), Value::Object(listed));
        let manifest = serde_json::to_string_pretty(&about).map_err(Failure::input)? + "\n";
        self.take(&mut plan, MANIFEST, &manifest, None, &mut taken)?;
        let Some(first) = taken.first() else { return Ok(plan) };
        let more = match taken.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let expected = "expected another folder, or --force to lose what is there";
        let what = format_args!("is not as an export wrote it{more}: {expected}");
        Err(Failure::in_file(&self.name.join(first), what))
    }

    /// Puts a file into the plan, or into the list of those that are in the way. False: the user's own stays in its
    /// place.
    fn take(
        &self,
        plan: &mut Plan,
        path: &str,
        text: &str,
        config: Option<&Path>,
        taken: &mut Vec<String>,
    ) -> Result<bool> {
        let is_config = || {
            let real = |path: &Path| path.canonicalize().ok();
            path == CONFIGURATION
                && config.is_some_and(|c| real(c).is_some() && real(c) == real(&self.place.join(path)))
        };
        let fate = match self.there(path)? {
            There::Nothing => Fate::New,
            There::File(bytes) if bytes == text.as_bytes() => {
                plan.same += 1;
                return Ok(true);
            }
            There::File(bytes) if self.old.get(path) == Some(&sha256(&bytes)) => Fate::Changed,
            There::File(_) if path == MANIFEST && !self.old.is_empty() => Fate::Changed,
            _ if is_config() => {
                plan.kept = true;
                return Ok(false);
            }
            There::File(_) if self.force => Fate::Replaced,
            // --force would not help
            There::Other if self.force || self.below(path).is_symlink() => {
                let what = "is in the way and no file: expected a file of that name, or nothing";
                return Err(Failure::in_file(&self.name.join(path), what));
            }
            _ => {
                taken.push(path.into());
                return Ok(true);
            }
        };
        plan.fates.insert(path.into(), (fate, Some(text.into())));
        Ok(true)
    }

    fn below(&self, path: &str) -> PathBuf {
        self.place.join(path)
    }

    /// What lies at a path of the folder. Nothing of ours lies behind a link.
    fn there(&self, path: &str) -> Result<There> {
        let mut at = self.place.clone();
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            at.push(part);
            let last = parts.peek().is_none();
            match at.symlink_metadata() {
                Ok(m) if m.is_dir() && !last => {}
                Ok(m) if m.is_file() && last => {
                    // what is longer than any text of ours is not ours, whatever it ends with
                    let bytes = fs::File::open(&at).and_then(bounded::bytes);
                    return bytes.map(There::File).map_err(|e| Failure::in_file(&at, format_args!("cannot read: {e}")));
                }
                Ok(_) => return Ok(There::Other),
                Err(e) if e.kind() == ErrorKind::NotFound => return Ok(There::Nothing),
                Err(e) => return Err(Failure::in_file(&at, format_args!("cannot read: {e}"))),
            }
        }
        Ok(There::Other)
    }
}

impl Plan<'_> {
    /// A line for each file that would not be as it is, and one that counts them.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        for (path, (fate, _)) in &self.fates {
            text += &format!("{:<9}{path}\n", fate.name());
        }
        if self.kept {
            text += &format!("{:<9}{CONFIGURATION}\n", "yours");
        }
        let count = |fate| self.fates.values().filter(|(f, _)| *f == fate).count();
        let [new, changed, removed, replaced] = [Fate::New, Fate::Changed, Fate::Removed, Fate::Replaced].map(count);
        text += &format!(
            "{}: {new} new, {changed} changed, {removed} removed, {replaced} replaced, {} as they are; nothing is written\n",
            self.folder.name.display(),
            self.same
        );
        text
    }

    /// Makes it so, all or nothing.
    pub fn write(&self) -> Result {
        swap::write(self)
    }
}

/// The files of a manifest that an export wrote, with their hashes; no path that leads out of the folder.
fn ours(text: &str) -> Option<BTreeMap<String, String>> {
    let value: Value = serde_json::from_str(text).ok()?;
    value["generator"].as_str().filter(|generator| generator.starts_with("ackwright "))?;
    let files = value["files"].as_object()?.iter();
    let files = files.filter(|(path, _)| delivery::is_below(path) && *path != MANIFEST);
    Some(files.filter_map(|(path, hash)| Some((path.clone(), hash.as_str()?.to_owned()))).collect())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}
