//! Bad input: exit 2, one line that says where and what was expected, behind the answers before it.

use super::{file, refused, refused_behind};
use crate::support::cli::rejected_behind;
use serde_json::json;

#[test]
fn a_bad_line_is_named_with_field_and_range_behind_the_answers_before_it() {
    let good = r#"{"event": {"seq": 1, "snd_nxt": 2, "path": 3, "hops": []}}"#;
    let hops = |n: usize| vec!["[0,0,0,0]"; n].join(",");
    let event = |hops: &str| format!(r#"{{"event": {{"seq": 1, "snd_nxt": 2, "path": 3, "hops": {hops}}}}}"#);
    let state =
        |state: &str| format!(r#"{{"state": {state}, "event": {{"seq": 1, "snd_nxt": 2, "path": 3, "hops": []}}}}"#);
    let kept = |hops: &str| state(&format!(r#"{{"L": {{"path": 1, "hops": [{hops}]}}}}"#));
    let table: Vec<(String, &str)> = vec![
        ("[1]".into(), "the line: expected an object"),
        ("{}".into(), "event: missing, expected an object"),
        (r#"{"event": 1}"#.into(), "event: expected an object"),
        (
            r#"{"event": {"snd_nxt": 2, "path": 3, "hops": []}}"#.into(),
            "event.seq: missing, expected 0 to 16777215 (U24.0, raw)",
        ),
        (r#"{"event": {"seq": 1, "snd_nxt": -2}}"#.into(), "event.snd_nxt = -2: expected 0 to 16777215 (U24.0, raw)"),
        (r#"{"event": {"seq": 16777216}}"#.into(), "event.seq = 16777216: expected 0 to 16777215 (U24.0, raw)"),
        (r#"{"event": {"now": 1}}"#.into(), "event: unknown field \"now\": expected seq, snd_nxt, path, hops"),
        (r#"{"event": {"seq": 1, "snd_nxt": 2}}"#.into(), "event.path: missing, expected 0 to 4095 (U12.0, raw)"),
        (
            r#"{"event": {"seq": 1, "snd_nxt": 2, "path": 4096}}"#.into(),
            "event.path = 4096: expected 0 to 4095 (U12.0, raw)",
        ),
        (
            r#"{"event": {"seq": 1, "snd_nxt": 2, "path": 3}}"#.into(),
            "event.hops: missing, expected a list of [speed, ts, txBytes, qLen]",
        ),
        (event("{}"), "event.hops: expected a list of [speed, ts, txBytes, qLen]"),
        (event(&format!("[{}]", hops(16))), "event.hops: 16 hops: expected 0 to 15"),
        (event("[[0,0,0,0],7]"), "event.hops[1]: expected [speed, ts, txBytes, qLen]"),
        (event("[[0,0,0]]"), "event.hops[0]: 3 values: expected [speed, ts, txBytes, qLen]"),
        (event("[[0,0,0,0,0]]"), "event.hops[0]: 5 values: expected [speed, ts, txBytes, qLen]"),
        (event("[[16,0,0,0]]"), "event.hops[0].speed = 16: expected 0 to 15 (U4.0, raw)"),
        (event("[[0,16777216,0,0]]"), "event.hops[0].ts = 16777216: expected 0 to 16777215 (U24.0, raw)"),
        (event("[[0,0,1.5,0]]"), "event.hops[0].txBytes = 1.5: expected 0 to 1048575 (U20.0, raw)"),
        // beyond the engine's hops too
        (
            event(&format!("[{},[0,0,0,65536]]", hops(6))),
            "event.hops[6].qLen = 65536: expected 0 to 65535 (U16.0, raw)",
        ),
        (state("[]"), "state: expected an object"),
        (state(r#"{"V": 1}"#), "state: unknown field \"V\": expected U, W, Wc, incStage, lastUpdateSeq, L"),
        (state(r#"{"U": 281474976710656}"#), "state.U = 281474976710656: expected 0 to 281474976710655 (U12.36, raw)"),
        (state(r#"{"Wc": "1/2"}"#), "state.Wc = \"1/2\": expected 0 to 1099511627775 (U28.12, raw)"),
        (state(r#"{"incStage": 32}"#), "state.incStage = 32: expected 0 to 31 (U5.0, raw)"),
        (state(r#"{"L": 1}"#), "state.L: expected an object"),
        (state(r#"{"L": {"hops": []}}"#), "state.L.path: missing, expected 0 to 4095 (U12.0, raw)"),
        (state(r#"{"L": {"path": 1, "hop": []}}"#), "state.L: unknown field \"hop\": expected path, hops"),
        (kept(&hops(1)), "state.L.hops[0]: 4 values: expected [ts, txBytes, qLen]"),
        (kept("[0,0,65536]"), "state.L.hops[0].qLen = 65536: expected 0 to 65535 (U16.0, raw)"),
        (kept(&["[0,0,0]"; 6].join(",")), "state.L.hops: 6 hops: expected 0 to 5"),
        (good.replace("}}", "}, \"qpn\": 4096}"), "qpn = 4096: expected 0 to 4095"),
    ];
    for (line, told) in &table {
        let input = format!("{good}\n{line}\n{good}\n");
        refused_behind(1, &["replay", "--algorithm", "hpcc"], &input, &format!("standard input:2: {told}"));
    }
    assert!(table.len() > 30);
    let exact = |state_text: &str, told: &str| {
        let args = ["replay", "--algorithm", "hpcc", "--engine", "ideal"];
        refused(&args, &format!("{}\n", state(state_text)), &format!("standard input:1: {told}"));
    };
    exact(r#"{"U": "-1/2"}"#, "state.U = \"-1/2\": expected \"num/den\" in 1, not negative");
    exact(r#"{"incStage": "1/2"}"#, "state.incStage = \"1/2\": expected 0 to 31 (U5.0, raw)");
    exact(
        r#"{"lastUpdateSeq": "4294967296"}"#,
        "state.lastUpdateSeq = \"4294967296\": expected 0 to 4294967295 (U32.0, raw)",
    );
    let rx = |event: &str, told: &str| {
        refused(
            &["replay", "--algorithm", "hpcc-rx"],
            &format!("{{\"event\": {event}}}"),
            &format!("standard input:1: {told}"),
        );
    };
    rx(r#"{"path": 1, "hops": []}"#, "event.now: missing, expected 0 to 4294967295 (U32.0, raw)");
    rx(r#"{"seq": 1}"#, "event: unknown field \"seq\": expected now, path, hops");
    let old = r#"{"now": 1, "path": 1, "hops": []}, "state": {"lastUpdateSeq": 1}"#;
    rx(old, "state: unknown field \"lastUpdateSeq\": expected U, W, Wc, incStage, lastUpdateTime, L");
}

#[test]
fn a_run_of_exact_numbers_that_would_fill_the_memory_is_refused() {
    // every step multiplicative and near eta: Wc grows by U, U by the ACK
    let dir = tempfile::tempdir().expect("a temporary folder");
    let params = file(&dir, "p.toml", "maxStage = 0\nT = 10007\n");
    let line = |i: u64| {
        json!({ "event": { "seq": i, "snd_nxt": i, "path": 1, "hops": [[2, i * 997, 92 * i + i % 3, 3]] } }).to_string()
            + "\n"
    };
    let lines: String = (1..300).map(line).collect();
    let args = ["replay", "--algorithm", "hpcc", "--engine", "ideal", "--params", &params];
    rejected_behind(
        97,
        &args,
        &lines,
        &["the exact W", "has passed 2^16 bits: expected \"state\" on this line or before"],
    );
}
