//! `ackwright params --from-hns`.

use crate::support::cli::{ackwright, rejected, stdout};
use std::path::Path;

/// The driver's folder, as it reads: a file a parameter, a decimal and a newline.
fn folder(parent: &Path, name: &str, values: &[(&str, u32)]) -> String {
    let folder = parent.join(name);
    std::fs::create_dir(&folder).expect("made");
    for (name, value) in values {
        std::fs::write(folder.join(name), format!("{value}\n")).expect("written");
    }
    folder.to_str().expect("UTF-8").to_owned()
}

const VALUES: [(&str, u32); 6] =
    [("cwd0", 4000), ("alpha", 128), ("gamma", 3), ("beta", 1), ("eta", 1), ("lifespan", 0)];

#[test]
fn a_folder_of_the_driver_becomes_parameters_that_replay_takes() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = folder(place.path(), "ldcp_cc_param", &VALUES);
    let out = ackwright(&["params", "--from-hns", &folder], "");
    let toml = stdout(&out);
    let said = String::from_utf8_lossy(&out.stderr);
    let told = "without a counterpart: cwd0 (a QP is opened with its window), lifespan (of the driver alone)\n";
    assert!(said.ends_with(told) && said.lines().count() == 1, "{said}");
    let file = place.path().join("ldcp.toml");
    std::fs::write(&file, toml).expect("written");
    // cw = 2, alpha = 1/2: 2 + 1/4; then marked, beta = 1/2; then from 1/2 by gamma = 1/8
    let events = concat!(
        r#"{"state": {"cw": "2"}, "event": {"ev": "ack", "n": 1, "ece": 0}}"#,
        "\n",
        r#"{"event": {"ev": "ack", "n": 1, "ece": 1}}"#,
        "\n",
        r#"{"state": {"cw": "1/2"}, "event": {"ev": "ack", "n": 1, "ece": 0}}"#,
        "\n"
    );
    let replay = ["replay", "--algorithm", "ldcp", "--engine", "ideal", "--params", file.to_str().expect("UTF-8")];
    let out = ackwright(&replay, events);
    assert!(out.stderr.is_empty(), "nothing is rounded");
    let cw: Vec<serde_json::Value> = stdout(&out)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["update"]["cw"].clone())
        .collect();
    assert_eq!(cw, ["9/4", "7/4", "5/8"]);
}

#[test]
fn lines_come_from_a_file_or_from_standard_input_and_say_the_same() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let lines: String = VALUES.iter().map(|(name, value)| format!("x/ldcp_cc_param/{name}:{value}\n")).collect();
    let file = place.path().join("lines.txt");
    std::fs::write(&file, &lines).expect("written");
    let of_file = ackwright(&["params", "--from-hns", file.to_str().expect("UTF-8")], "");
    let of_stdin = ackwright(&["params", "--from-hns", "-"], &lines);
    assert_eq!(stdout(&of_file), stdout(&of_stdin));
    assert!(stdout(&of_file).contains("alpha = \"128/256\""));
    // nothing is left out: nothing is said
    let out = ackwright(&["params", "--from-hns", "-"], "alpha 1\n");
    assert!(out.status.success() && out.stderr.is_empty());
}

#[test]
fn what_is_wrong_is_one_line_with_exit_code_2() {
    let params = |path: &str, input: &str, parts: &[&str]| rejected(&["params", "--from-hns", path], input, parts);
    params("-", "alpha 1\nalpha 1\n", &["standard input: line 2: `alpha` stands twice"]);
    params("-", "alpha 300\n", &["line 1: alpha = 300: expected 0 to 255"]);
    params("no/such/file", "", &["no/such/file: cannot read"]);
    rejected(&["params"], "", &["--from-hns"]);
    let place = tempfile::tempdir().expect("a temporary folder");
    // in a folder the file is the place
    let wrong = folder(place.path(), "ldcp_cc_param", &[("alpha", 1), ("gamma", 8)]);
    params(&wrong, "", &["ldcp_cc_param: gamma: gamma = 8: expected 0 to 7"]);
    let other = folder(place.path(), "dip_cc_param", &[("ai", 1)]);
    params(&other, "", &["`dip_cc_param`: expected ldcp_cc_param or dcqcn_cc_param"]);
    let binary = place.path().join("binary");
    std::fs::write(&binary, [0xff, 0xfe]).expect("written");
    params(binary.to_str().expect("UTF-8"), "", &["cannot read"]);
}
