//! What git says of a source tree.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the programs are built from, folders with all that is in them.
const SOURCES: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "cli",
    "fpga/board",
    "fpga/corundum",
    "hdl/Cargo.toml",
    "hdl/guide",
    "hdl/src",
    "model",
    "tb/Cargo.toml",
    "tb/src",
];

pub struct Found {
    pub commit: String,
    /// A source has changes that no revision has.
    pub dirty: bool,
    /// When one of these changes, the rest may be another.
    pub watched: Vec<PathBuf>,
}

/// Of the tree at `root`; a repository further up is another's and says nothing of it.
pub fn at(root: &Path) -> Found {
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        // a hook of git's names its own repository there
        git.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
        let out = git.arg("-C").arg(root).args(args).output().ok().filter(|out| out.status.success())?;
        Some(String::from_utf8_lossy(&out.stdout).trim_end_matches('\n').to_owned())
    };
    let mut watched: Vec<PathBuf> = SOURCES.iter().map(|path| root.join(path)).filter(|p| p.exists()).collect();
    let own = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let commit = own.then(|| git(&["rev-parse", "--short=12", "--verify", "HEAD"])).flatten();
    let Some(commit) = commit else {
        return Found { commit: "unknown".into(), dirty: false, watched };
    };
    // HEAD names a branch, which a commit moves; the log of HEAD grows with every move, if one is kept
    let places = |names: &[&str]| -> Vec<PathBuf> {
        let place = |name: &&str| git(&["rev-parse", "--git-path", name]).map(|path| root.join(path));
        names.iter().filter_map(place).filter(|path| path.exists()).collect()
    };
    watched.extend(places(&["HEAD"]));
    let log = places(&["logs/HEAD"]);
    watched.extend(if log.is_empty() { places(&["refs/heads", "packed-refs"]) } else { log });
    let dirty = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat()).is_some_and(|said| !said.is_empty());
    Found { commit, dirty, watched }
}
