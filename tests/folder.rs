//! `export` never destroys what it did not write: not what a user changed, not what stands beside, not when it is
//! killed, interrupted, or when the disk is full.

use crate::support;

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::cli::{rejected, stdout};

/// A folder `rtl` in a folder of its own, so that what is left beside it is seen.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary folder"))
    }

    fn out(&self) -> PathBuf {
        self.0.path().join("rtl")
    }

    fn arg(&self) -> String {
        self.out().to_str().expect("UTF-8").into()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.out().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.path(name).parent().expect("a folder")).expect("a folder");
        std::fs::write(self.path(name), text).expect("written");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ackwright"));
        command.arg("export").args(args).arg("--out").arg(self.out());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn export(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("it runs")
    }

    fn done(&self, args: &[&str]) {
        stdout(&self.export(args));
    }

    /// Bad input that names `parts`, and changes nothing.
    fn refused(&self, args: &[&str], parts: &[&str]) {
        let before = tree(self.0.path());
        let out = self.arg();
        rejected(&[&["export"], args, &["--out", &out]].concat(), "", parts);
        assert!(tree(self.0.path()) == before, "{args:?}: something changed");
    }

    /// What lies beside the folder, and the folder.
    fn beside(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("lists");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("lists").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

const RECIP: [&str; 2] = ["--block", "recip"];
const INTERVAL: [&str; 2] = ["--block", "interval"];

/// All below a folder: the bytes of files, `None` for folders, the target of links.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("lists") {
            let path = entry.expect("lists").path();
            let name = path.strip_prefix(folder).expect("below").to_path_buf();
            let kind = path.symlink_metadata().expect("there").file_type();
            all.insert(
                name,
                match () {
                    () if kind.is_symlink() => {
                        Some(std::fs::read_link(&path).expect("a link").to_string_lossy().into_owned().into_bytes())
                    }
                    () if kind.is_dir() => None,
                    () => Some(std::fs::read(&path).expect("a file")),
                },
            );
            if kind.is_dir() {
                folders.push(path);
            }
        }
    }
    all
}

/// What an export into a new folder writes.
fn fresh(args: &[&str]) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let place = Place::new();
    place.done(args);
    tree(&place.out())
}

#[test]
fn a_file_that_is_not_as_the_manifest_says_is_refused_by_name_and_stays() {
    let place = Place::new();
    place.done(&INTERVAL);
    for name in ["constraints/ackw_interval.sdc", "ackw_interval.v", "README.md", "ackwright.toml"] {
        let before = place.read(name);
        place.write(name, &format!("{before}# by hand\n"));
        // written again, and of a configuration that has no such file
        let config = Place::new();
        config.write("c.toml", "engine.qps = 64\n");
        let config = config.path("c.toml").to_str().expect("UTF-8").to_owned();
        for args in [&INTERVAL[..], &RECIP, &["--config", &config, "--block", "recip"]] {
            place.refused(args, &[name, "is not as an export wrote it", "--force"]);
            place.refused(&[args, &["--dry-run"]].concat(), &[name]);
        }
        place.write(name, &before);
    }
    place.write("ackw_interval.v", "mine");
    place.write("README.md", "mine");
    place.refused(&INTERVAL, &["and 1 more"]);
    place.done(&[&INTERVAL[..], &["--force"]].concat());
    assert!(tree(&place.out()) == fresh(&INTERVAL), "not what an export into a new folder writes");
    place.write("ackw_interval.v", "mine");
    place.done(&[&RECIP[..], &["--force"]].concat());
    assert!(tree(&place.out()) == fresh(&RECIP), "not what an export into a new folder writes");
    assert_eq!(place.beside(), ["rtl"]);
}

#[test]
fn a_file_of_the_user_where_export_wants_to_write_is_refused_by_name() {
    let place = Place::new();
    place.done(&RECIP);
    // what only the other block has
    place.write("ackw_interval.v", "mine");
    place.refused(&INTERVAL, &["ackw_interval.v", "--force"]);
    std::fs::remove_file(place.path("ackw_interval.v")).expect("removed");
    // a folder, a link, a file in the place of a folder: not even with --force
    std::fs::create_dir(place.path("ackw_interval.v")).expect("a folder");
    place.refused(&INTERVAL, &["ackw_interval.v"]);
    place.refused(&[&INTERVAL[..], &["--force"]].concat(), &["ackw_interval.v", "no file"]);
    std::fs::remove_dir(place.path("ackw_interval.v")).expect("removed");
    let outside = tempfile::tempdir().expect("a temporary folder");
    let target = outside.path().join("victim");
    std::fs::write(&target, "not ours").expect("written");
    symlink(&target, place.path("ackw_interval.v")).expect("a link");
    // what --force refuses too, is not proposed
    place.refused(&INTERVAL, &["ackw_interval.v", "expected a file of that name, or nothing"]);
    place.refused(&[&INTERVAL[..], &["--force"]].concat(), &["ackw_interval.v"]);
    let nowhere = place.0.path().join("nowhere");
    symlink("nothing", &nowhere).expect("a link");
    let told = ["is a link to nothing", "expected a folder"];
    rejected(&["export", "--block", "recip", "--out", nowhere.to_str().expect("UTF-8")], "", &told);
    assert_eq!(std::fs::read_to_string(&target).expect("there"), "not ours");
}

#[test]
fn a_folder_that_is_not_empty_and_has_no_manifest_of_ours_is_refused() {
    for (name, text) in [("notes.txt", "mine"), ("manifest.json", "{\"files\": {}}"), ("sub/x", "")] {
        let place = Place::new();
        place.write(name, text);
        place.refused(&RECIP, &["rtl", "no manifest", "--force"]);
        if name != "manifest.json" {
            place.done(&[&RECIP[..], &["--force"]].concat());
            assert_eq!(place.read(name), text);
            // from here on it is a folder of ours
            place.done(&INTERVAL);
            assert_eq!(place.read(name), text);
        }
        assert_eq!(place.beside(), ["rtl"]);
    }
    let place = Place::new();
    std::fs::create_dir(place.out()).expect("a folder");
    place.done(&RECIP);
    assert!(tree(&place.out()) == fresh(&RECIP), "not what an export into a new folder writes");
}

#[test]
fn an_out_that_is_no_folder_is_refused_with_what_was_expected() {
    let place = Place::new();
    std::fs::write(place.out(), "a file").expect("written");
    place.refused(&RECIP, &["rtl", "is a file", "expected a folder"]);
    let below = place.path("below").to_str().expect("UTF-8").to_owned();
    rejected(&["export", "--block", "recip", "--out", &below], "", &["below a file", "expected a folder"]);
    rejected(&["export", "--block", "recip", "--out", "/"], "", &["expected a folder that can be renamed"]);
    assert_eq!(std::fs::read_to_string(place.out()).expect("there"), "a file");
}

/// `export --config ackwright.toml --out .`, where the user works.
#[test]
fn the_configuration_that_was_read_stays_as_the_user_wrote_it() {
    let place = Place::new();
    let mine = "# my NIC\n[engine]\nqps = 64\n";
    place.write("ackwright.toml", mine);
    let here = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ackwright"));
        command.current_dir(place.out()).args(["export", "--config", "ackwright.toml", "--out", "."]).args(args);
        command.output().expect("it runs")
    };
    let refused = here(&RECIP);
    assert_eq!((refused.status.code(), place.read("ackwright.toml").as_str()), (Some(2), mine));
    stdout(&here(&["--block", "recip", "--force"]));
    assert_eq!(place.read("ackwright.toml"), mine);
    assert!(place.path("ackw_recip.v").is_file() && !place.read("manifest.json").contains("ackwright.toml"));
    stdout(&here(&INTERVAL));
    assert_eq!(place.read("ackwright.toml"), mine);
    // another configuration would have to replace it
    place.refused(&RECIP, &["ackwright.toml"]);

    // one of ours in which a value was changed is as we would write it, and ours again
    let place = Place::new();
    place.done(&RECIP);
    let text = place.read("ackwright.toml").replace("qps = 4096", "qps = 1024");
    place.write("ackwright.toml", &text);
    let config = place.path("ackwright.toml").to_str().expect("UTF-8").to_owned();
    place.done(&["--config", &config, "--block", "interval"]);
    assert_eq!(place.read("ackwright.toml"), text);
    assert!(place.read("manifest.json").contains("ackwright.toml"));
    place.done(&RECIP);
    assert!(tree(&place.out()) == fresh(&RECIP), "not what an export into a new folder writes");
}

#[test]
fn the_folder_stays_the_same_folder_with_all_that_the_user_has_in_it() {
    let place = Place::new();
    place.done(&INTERVAL);
    for name in ["notes.txt", "scripts/mine.tcl", "build/deep/x.o", "tight/secret"] {
        place.write(name, name);
    }
    symlink("notes.txt", place.path("link")).expect("a link");
    std::fs::create_dir(place.path("empty")).expect("a folder");
    let mode = |name: &str, mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(place.path(name), permissions).expect("a mode");
    };
    mode("tight", 0o500);
    mode("notes.txt", 0o600);
    let about = |name: &str| {
        let m = place.path(name).symlink_metadata().expect("there");
        (m.ino(), m.mode(), m.mtime(), m.mtime_nsec())
    };
    let mine = ["notes.txt", "scripts/mine.tcl", "build/deep/x.o", "tight/secret", "link"];
    let (folder, before) = (about("").0, mine.map(about));
    let (licence, tight) = (about("LICENSE-MIT"), about("tight").1);
    place.done(&RECIP);
    assert_eq!((about("").0, mine.map(about), about("tight").1), (folder, before, tight));
    assert_eq!(about("LICENSE-MIT"), licence, "what is as it was is not written again");
    assert!(place.path("empty").is_dir() && !place.path("ackw_interval.v").exists());
    let mut expected = fresh(&RECIP);
    for (name, text) in tree(&place.out()) {
        let ours = expected.remove(&name);
        assert!(ours.is_none() || ours == Some(text), "{}", name.display());
    }
    assert!(expected.is_empty(), "{:?}", expected.keys());
    assert_eq!(place.beside(), ["rtl"]);
    mode("tight", 0o700);
}

#[test]
fn a_dry_run_says_what_would_change_and_writes_nothing() {
    let place = Place::new();
    let dry = |args: &[&str]| {
        let before = tree(place.0.path());
        let out = place.export(&[args, &["--dry-run"]].concat());
        assert!(tree(place.0.path()) == before, "something changed");
        stdout(&out).to_owned()
    };
    let lines = dry(&INTERVAL);
    assert!(lines.contains("new      ackw_interval.v\n") && lines.contains(" 0 changed, 0 removed"), "{lines}");
    place.done(&INTERVAL);
    assert_eq!(dry(&INTERVAL).lines().count(), 1);
    let lines = dry(&RECIP);
    for line in ["new      ackw_recip.f", "removed  ackw_interval.v", "changed  README.md"] {
        assert!(lines.lines().any(|l| l == line), "{line}: {lines}");
    }
    assert!(!lines.contains("ackw_recip.v"), "{lines}");
    place.write("README.md", "mine");
    assert!(dry(&["--block", "recip", "--force"]).contains("replaced README.md"));
}

/// Ends a process with a signal, in the way of `kill`.
fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([&format!("-{name}"), &id]).stderr(Stdio::null()).status();
    sent.expect("there is a kill");
}

/// Waits until an export begins to write, or ends.
fn writes(child: &mut Child, place: &Place) {
    let workshop = place.0.path().join(".rtl.ackwright/new");
    let until = Instant::now() + Duration::from_secs(100);
    while !workshop.exists() && child.try_wait().expect("it can be asked").is_none() {
        assert!(Instant::now() < until, "the export hangs");
    }
}

#[test]
fn killed_at_50_random_times_the_folder_is_old_or_new_and_the_next_export_works() {
    let mut random = support::seed("folder");
    let place = Place::new();
    let small = ["--block", "recip"];
    let large = ["--block", "inflight"];
    let both = [fresh(&small), fresh(&large)];
    let started = Instant::now();
    place.done(&large);
    let takes = started.elapsed();
    place.done(&small);
    let (mut is, mut killed, mut halfway) = (0, 0, 0);
    // a kill may come when all is written: more than fifty until enough have come before
    for i in 0..250 {
        if i >= 50 && killed >= 25 && halfway >= 5 {
            break;
        }
        let to = 1 - is;
        let mut child = place.command(if to == 1 { &large } else { &small }).spawn().expect("it runs");
        // half of them anywhere, half while it writes
        let wait = match i % 2 {
            0 => Duration::from_micros(random.below(takes.as_micros() as u64)),
            _ => {
                writes(&mut child, &place);
                Duration::from_micros(random.log_uniform(1, 40_000))
            }
        };
        std::thread::sleep(wait);
        child.kill().expect("killed");
        let ended = child.wait_with_output().expect("it ends").status;
        killed += usize::from(ended.signal().is_some());
        let now = tree(&place.out());
        assert!(both.contains(&now), "run {i}, {wait:?}: neither the old folder nor the new one");
        is = usize::from(now == both[1]);
        let left = place.beside();
        assert!(left == ["rtl"] || left == [".rtl.ackwright", "rtl"], "run {i}: {left:?}");
        if left.len() == 2 {
            halfway += 1;
            // of any configuration; every other time the one that is there already
            let next = if halfway % 2 == is { &large } else { &small };
            place.done(next);
            is = usize::from(next == &large);
            assert_eq!(place.beside(), ["rtl"], "what a killed export left is gone");
            assert!(tree(&place.out()) == both[is], "run {i}: not what an export into a new folder writes");
        }
    }
    println!("{killed} killed, {halfway} of them while they wrote, an export takes {takes:?}");
    assert!(killed >= 25 && halfway >= 5, "{killed} killed, {halfway} while they wrote");
}

#[test]
fn an_interrupt_leaves_the_old_folder_or_the_new_one_and_nothing_else() {
    let mut random = support::seed("interrupt");
    let place = Place::new();
    let both = [fresh(&RECIP), fresh(&["--block", "inflight"])];
    let mut ended_by_it = 0;
    // a signal may come when all is written: more than twelve until enough have come before
    for (i, name) in ["INT", "TERM", "HUP"].into_iter().cycle().take(60).enumerate() {
        if i >= 12 && ended_by_it >= 3 {
            break;
        }
        place.done(&RECIP);
        let mut child = place.command(&["--block", "inflight"]).spawn().expect("it runs");
        if i % 4 != 3 {
            writes(&mut child, &place);
        }
        std::thread::sleep(Duration::from_micros(random.below(2_000)));
        signal(&child, name);
        let ended = child.wait_with_output().expect("it ends").status;
        assert!(ended.success() || ended.signal().is_some(), "{name}: {ended:?}");
        ended_by_it += usize::from(ended.signal().is_some());
        assert!(both.contains(&tree(&place.out())), "{name}: neither old nor new");
        assert_eq!(place.beside(), ["rtl"], "{name}");
    }
    assert!(ended_by_it >= 3, "{ended_by_it} of 60 ended by a signal");
}

/// No file may be longer than 8 KiB, as if the disk were full: the signal of that limit ends no export.
#[test]
fn a_full_disk_leaves_the_old_folder_and_nothing_else() {
    let place = Place::new();
    let full = |args: &str| {
        let line = format!("ulimit -f 16; exec \"$0\" export --out \"$1\" {args}");
        let mut sh = Command::new("sh");
        sh.args(["-c", &line, env!("CARGO_BIN_EXE_ackwright")]).arg(place.out()).output().expect("there is a sh")
    };
    for there in [false, true] {
        if there {
            place.done(&RECIP);
        }
        let before = tree(place.0.path());
        // a file that is longer than that: a licence in a new folder, the Verilog in one that has the licences
        let out = full("--block inflight");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot write") && said.lines().count() == 1 && out.stdout.is_empty(), "{said}");
        assert!(tree(place.0.path()) == before, "something is left");
    }
    place.done(&["--block", "inflight"]);
}

#[test]
fn an_export_waits_for_nobody_and_takes_nothing_that_is_not_its_own() {
    let place = Place::new();
    place.done(&RECIP);
    let workshop = place.0.path().join(".rtl.ackwright");
    std::fs::create_dir(&workshop).expect("a folder");
    std::fs::write(workshop.join("mine"), "mine").expect("written");
    place.refused(&INTERVAL, &[".rtl.ackwright", "no export's"]);
    std::fs::remove_file(workshop.join("mine")).expect("removed");
    let lock = std::fs::File::create(workshop.join("lock")).expect("written");
    lock.lock().expect("locked");
    place.refused(&INTERVAL, &["another export is at work"]);
    // whoever held it is gone, and left things
    drop(lock);
    std::fs::create_dir_all(workshop.join("new/deep")).expect("a folder");
    place.done(&INTERVAL);
    assert_eq!(place.beside(), ["rtl"]);
    assert!(tree(&place.out()) == fresh(&INTERVAL), "not what an export into a new folder writes");
    // where two folders cannot change places in one call, it ends between the two
    std::fs::create_dir(&workshop).expect("a folder");
    std::fs::write(workshop.join("lock"), "").expect("written");
    std::fs::rename(place.out(), workshop.join("old")).expect("renamed");
    place.done(&INTERVAL);
    assert_eq!(place.beside(), ["rtl"]);
    assert!(tree(&place.out()) == fresh(&INTERVAL), "not what an export into a new folder writes");
}
