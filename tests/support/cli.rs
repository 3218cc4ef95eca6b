//! The command line as a process: what went in, what came out.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub fn ackwright(args: &[&str], input: &str) -> Output {
    let Some(program) = option_env!("CARGO_BIN_EXE_ackwright") else {
        panic!("only tests of the package that has the command line can run it");
    };
    let mut child = Command::new(program)
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || {
        // a command that ends early closes the pipe
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    output
}

/// Bad input: exit 2, one line on stderr that has all of `parts`, nothing on stdout.
pub fn rejected(args: &[&str], input: &str, parts: &[&str]) {
    rejected_behind(0, args, input, parts);
}

/// Bad input behind good, of which so many lines are on stdout.
pub fn rejected_behind(good: usize, args: &[&str], input: &str, parts: &[&str]) {
    let out = ackwright(args, input);
    let line = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {line}");
    assert_eq!(line.lines().count(), 1, "{args:?}: {line}");
    let wrote = String::from_utf8_lossy(&out.stdout);
    assert!(wrote.lines().count() == good && (good == 0 || wrote.ends_with('\n')), "{args:?} wrote {wrote}");
    for part in parts {
        assert!(line.contains(part), "{args:?}: {line:?} lacks {part:?}");
    }
}

pub fn stdout(out: &Output) -> &str {
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    std::str::from_utf8(&out.stdout).expect("UTF-8")
}
