//! A directory of finished things, each under a name that hashes all it was made from.
//!
//! An entry is made in a temporary directory beside the others and renamed into place, so a reader sees all of it or
//! nothing; a file lock an entry keeps two threads or processes from making the same thing twice. Nothing is ever
//! evicted: the cache lies below `target/` and goes with `cargo clean`.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use crate::Error;

/// The SHA-256 of all parts, each preceded by its length so that no two lists of parts run together.
pub fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut h = Sha256::new();
    for p in parts {
        h.update((p.len() as u64).to_le_bytes());
        h.update(p);
    }
    hex(&h.finalize())
}

/// The plain SHA-256 of some bytes, as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    pub fn new(root: impl Into<PathBuf>) -> Cache {
        Cache { root: root.into() }
    }

    /// `ACKWRIGHT_CACHE`, or `ackwright/` below `CARGO_TARGET_DIR`, or below the `target/` of the workspace this was
    /// built in, or (for a binary that has left its workspace) below `target/` here.
    pub fn from_env() -> Cache {
        if let Some(dir) = env::var_os("ACKWRIGHT_CACHE") {
            return Cache::new(dir);
        }
        if let Some(dir) = env::var_os("CARGO_TARGET_DIR") {
            return Cache::new(Path::new(&dir).join("ackwright"));
        }
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().filter(|w| w.join("Cargo.toml").is_file());
        Cache::new(workspace.unwrap_or(Path::new(".")).join("target/ackwright"))
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The directory of the entry `name`. If it is not there, `make` fills an empty directory, which then becomes it.
    pub fn entry(&self, name: &str, make: impl FnOnce(&Path) -> Result<(), Error>) -> Result<PathBuf, Error> {
        let dir = self.root.join(name);
        if dir.is_dir() {
            return Ok(dir);
        }
        let locks = self.root.join("locks");
        fs::create_dir_all(&locks).map_err(Error::io(&locks))?;
        let path = locks.join(name);
        let lock = fs::File::create(&path).map_err(Error::io(&path))?;
        lock.lock().map_err(Error::io(&path))?; // released when `lock` goes, even if this process is killed
        if dir.is_dir() {
            return Ok(dir); // somebody else made it while we waited
        }
        let work = tempfile::Builder::new().prefix("tmp-").tempdir_in(&self.root).map_err(Error::io(&self.root))?;
        make(work.path())?;
        fs::rename(work.path(), &dir).map_err(Error::io(&dir))?;
        let _ = work.keep(); // it has moved: nothing to remove any more
        Ok(dir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn many_threads_make_an_entry_once_and_a_failed_one_leaves_nothing() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let cache = Cache::new(dir.path().join("c"));
        let made = AtomicU32::new(0);
        let make = |to: &Path| {
            made.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(20));
            fs::write(to.join("x"), "1").map_err(Error::io(to))
        };
        std::thread::scope(|s| {
            for _ in 0..8 {
                s.spawn(|| assert!(cache.entry("e", make).expect("made").join("x").is_file()));
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 1);
        assert!(cache.entry("bad", |_| Err(Error::MissingTool("no".into()))).is_err());
        let mut left: Vec<_> =
            fs::read_dir(cache.root()).expect("listed").map(|e| e.expect("entry").file_name()).collect();
        left.sort();
        assert_eq!(left, ["e", "locks"]);
    }

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(hash([b"ab".as_slice(), b"c"]), hash([b"a".as_slice(), b"bc"]));
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
