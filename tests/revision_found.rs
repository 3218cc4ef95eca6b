//! What is found of a source tree's revision when a program is built.

#[path = "../cli/revision/found.rs"]
mod found;

use found::Found;
use std::path::Path;
use std::process::Command;

fn git(at: &Path, args: &[&str]) -> String {
    let me = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    let out = Command::new("git").arg("-C").arg(at).args(me).args(args).output().expect("tests need git");
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

fn found(at: &Path) -> (String, bool) {
    let Found { commit, dirty, watched } = found::at(at);
    // a path that is not there would have the build run each time
    assert!(watched.iter().all(|path| path.exists()), "{watched:?}");
    (commit, dirty)
}

#[test]
fn a_revision_is_the_trees_own_and_changes_of_sources_are_seen() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let unknown = ("unknown".to_owned(), false);
    let tree = dir.path().join("tree");
    std::fs::create_dir_all(tree.join("cli")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(tree.join(name), text).expect("written");
    write("cli/main.rs", "fn main() {}");
    assert_eq!(found(&tree), unknown, "there is no repository");
    git(&tree, &["init", "-q"]);
    assert_eq!(found(&tree), unknown, "nothing was committed");
    git(&tree, &["add", "."]);
    git(&tree, &["commit", "-q", "-m", "a"]);
    let head = || git(&tree, &["rev-parse", "--short=12", "HEAD"]);
    let first = head();
    assert_eq!((found(&tree), first.len()), ((first.clone(), false), 12));
    // a commit moves what is watched
    let moved = || {
        let times = found::at(&tree).watched.into_iter().map(|path| path.metadata().and_then(|m| m.modified()).ok());
        times.collect::<Vec<_>>()
    };
    let before = moved();
    std::thread::sleep(std::time::Duration::from_millis(20));
    git(&tree, &["commit", "-q", "--allow-empty", "-m", "b"]);
    assert!(head() != first && found(&tree) == (head(), false) && moved() != before);

    write("notes.txt", "no source");
    assert_eq!(found(&tree), (head(), false));
    write("cli/new.rs", "");
    assert_eq!(found(&tree), (head(), true));
    std::fs::remove_file(tree.join("cli/new.rs")).expect("removed");
    write("cli/main.rs", "fn main() { }");
    assert_eq!(found(&tree), (head(), true));

    let other = dir.path().join("other");
    git(&tree, &["worktree", "add", "-q", other.to_str().expect("UTF-8")]);
    assert_eq!(found(&other), (head(), false), "a worktree");
    // what was unpacked in somebody's repository is not of his revision
    assert_eq!(found(&tree.join("cli")), unknown);
}
