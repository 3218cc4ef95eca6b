//! `formats` and `replay` of both algorithms, through the command line.

use crate::support::cli::{ackwright, rejected, stdout};
use serde_json::{Value, json};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect()
}

#[test]
fn formats_lists_both() {
    let out = ackwright(&["formats", "--algorithm", "dcqcn-p", "--json"], "");
    let all: Value = serde_json::from_str(stdout(&out)).expect("JSON");
    let names = |list: &str| -> Vec<String> {
        let fields = all[0][list].as_array().expect("a list");
        fields.iter().map(|f| f["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(all[0]["algorithm"], "dcqcn-p");
    assert_eq!(names("event"), ["cnp", "tx"]);
    assert_eq!(names("state")[..4], ["RC", "RT", "CP", "stage"]);
    assert_eq!(names("params")[..3], ["g", "rai", "line"]);
    let out = ackwright(&["formats", "--algorithm", "dcqcn-d"], "");
    assert!(stdout(&out).contains("incast_periods") && !stdout(&out).contains("byte_packets"));
}

/// A QP starts at the line rate of the parameters; then a cut, two steps of fast recovery, each by hand.
#[test]
fn replay_runs_periods_of_a_qp() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.toml");
    std::fs::write(&file, "line = 50\ng = 0.25\nCP0 = 0.5\n").expect("writes");
    let file = file.to_str().expect("UTF-8");
    let events = "{\"event\": {\"cnp\": 1, \"tx\": 4}}\n{\"event\": {\"cnp\": 0, \"tx\": 4}}\n";
    for (algorithm, cp_share) in [("dcqcn-p", 1.0), ("dcqcn-d", 0.25)] {
        // CP = 3/8 + F/4; RC = 50·(1 - CP/2)
        let cp = 0.375 + cp_share / 4.0;
        let rc = 50.0 * (1.0 - cp / 2.0);
        let out = ackwright(&["replay", "--algorithm", algorithm, "--params", file], events);
        let [cut, rise] = &lines(stdout(&out))[..] else { panic!("two answers") };
        let number = |v: &Value, frac: i32| v.as_f64().expect("a number") / 2f64.powi(frac);
        assert_eq!(cut["flags"], json!(["paced", "cut"]), "{algorithm}");
        assert!((number(&cut["update"]["RC"], 28) - rc).abs() < 1e-6 && cut["update"]["RC"] == cut["state"]["RC"]);
        assert!((number(&cut["state"]["CP"], 26) - cp).abs() < 1e-6);
        assert_eq!(cut["state"]["RT"], json!(50u64 << 28));
        assert_eq!(rise["flags"], json!(["paced", "recovery"]));
        assert!((number(&rise["state"]["RC"], 28) - (50.0 + rc) / 2.0).abs() < 1e-6);

        let out = ackwright(&["replay", "--algorithm", algorithm, "--engine", "ideal", "--params", file], events);
        let [cut, rise] = &lines(stdout(&out))[..] else { panic!("two answers") };
        let (cp, rc) = if algorithm == "dcqcn-p" { ("5/8", "275/8") } else { ("7/16", "625/16") };
        assert_eq!((&cut["state"]["CP"], &cut["update"]["RC"]), (&json!(cp), &json!(rc)));
        assert_eq!((&cut["state"]["RT"], &cut["state"]["stage"]), (&json!("50/1"), &json!("0/1")));
        assert_eq!((&rise["flags"], &rise["state"]["stage"]), (&json!(["paced", "recovery"]), &json!("1/1")));
    }
}

#[test]
fn replay_takes_a_state_and_refuses_what_is_out_of_range() {
    let line = r#"{"state": {"RC": 268435456, "RT": 536870912, "CP": 0, "stage": 1}, "event": {"cnp": 0, "tx": 9}}"#;
    let out = ackwright(&["replay", "--algorithm", "dcqcn-d"], line);
    assert_eq!(lines(stdout(&out))[0]["update"]["RC"], json!(402_653_184));
    let replay = ["replay", "--algorithm", "dcqcn-p"];
    rejected(&replay, r#"{"event": {"cnp": 65536, "tx": 0}}"#, &["cnp = 65536", "expected 0 to 65535"]);
    rejected(&replay, r#"{"event": {"cnp": 1}}"#, &["event.tx", "missing"]);
    rejected(&replay, r#"{"state": {"idle": 17}, "event": {"cnp": 1, "tx": 1}}"#, &["idle = 17", "expected 0 to 16"]);
    rejected(&replay, r#"{"state": {"CP": 134217728}, "event": {"cnp": 1, "tx": 1}}"#, &["CP = 134217728"]);
}
