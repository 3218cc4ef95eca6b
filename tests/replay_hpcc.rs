//! HPCC++ on the command line: `formats`, `replay` by hand and at random, parameter files, and one line for bad input.

mod bad_lines;
mod bound;
mod files;

use crate::hpcc::case;
use crate::support;

use case::*;
use layout::hpcc::record::registers;
use layout::hpcc::*;
use model::hpcc::{Header, Params};
use model::number::Q;
use serde_json::{Value, json};
use support::cli::{ackwright, rejected_behind, stdout};

fn values(text: &str) -> Vec<Value> {
    text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect()
}

/// A file in a folder that lives as long as the test.
fn file(dir: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

fn raw(v: &Value) -> u64 {
    v.as_u64().unwrap_or_else(|| panic!("{v} is no raw number"))
}

fn fraction(v: &Value) -> Q {
    v.as_str().and_then(|s| s.parse().ok()).unwrap_or_else(|| panic!("{v} is no fraction"))
}

/// Exit 2, nothing on stdout, and this line.
fn refused(args: &[&str], input: &str, line: &str) {
    refused_behind(0, args, input, line);
}

/// Exit 2, and this line behind so many answers.
fn refused_behind(good: usize, args: &[&str], input: &str, line: &str) {
    rejected_behind(good, args, input, &[]);
    assert_eq!(String::from_utf8_lossy(&ackwright(args, input).stderr), format!("ackwright: {line}\n"));
}

// ---- formats --------------------------------------------------------------------------------------------------------

fn formats(algorithm: &str) -> Value {
    let out = ackwright(&["formats", "--algorithm", algorithm, "--json"], "");
    let mut all: Value = serde_json::from_str(stdout(&out)).expect("JSON");
    assert_eq!(all.as_array().map(Vec::len), Some(1));
    all[0].take()
}

#[test]
fn formats_names_every_field_with_its_width_unit_range_and_reset() {
    let keys = ["name", "bits", "frac", "signed", "unit", "min", "max", "reset"];
    let row = |name: &str, bits: u32, frac: u32, unit: &str, min: u64, max: u64, reset: u64| json!({ "name": name, "bits": bits, "frac": frac, "signed": false, "unit": unit, "min": min, "max": max, "reset": reset });
    let whole = |name: &str, bits: u32, unit: &str| row(name, bits, 0, unit, 0, (1 << bits) - 1, 0);
    let hop = [whole("speed", 4, "code"), whole("ts", 24, "ts_unit"), whole("txBytes", 20, "tx_unit")];
    let telemetry = [vec![whole("path", 12, "1")], hop.to_vec(), vec![whole("qLen", 16, "q_unit")]].concat();
    let (seq, time) = (whole("lastUpdateSeq", 32, "1"), whole("lastUpdateTime", 32, "ns"));
    for (algorithm, mark, last) in [
        ("hpcc", vec![whole("seq", 24, "1"), whole("snd_nxt", 24, "1")], seq),
        ("hpcc-rx", vec![whole("now", 32, "ns")], time),
    ] {
        let all = formats(algorithm);
        let lists: Vec<&String> = all.as_object().expect("an object").keys().collect();
        assert_eq!(lists, ["algorithm", "params", "state", "event", "update"]);
        assert_eq!(all["algorithm"], algorithm);
        assert_eq!(all["event"], Value::from([mark, telemetry.clone()].concat()));
        let w_max = (1 << 40) - 1;
        let update = [row("W", 40, 12, "bytes", 0, w_max, 0), row("R", 40, 28, "bytes/ns", 0, w_max, 0)];
        assert_eq!(all["update"], Value::from(update.to_vec()));
        let state = [
            row("U", 48, 36, "1", 0, (1 << 48) - 1, 1 << 36),
            row("W", 40, 12, "bytes", 0, w_max, 62_500 << 12),
            row("Wc", 40, 12, "bytes", 0, w_max, 62_500 << 12),
            whole("incStage", 5, "1"),
            last,
        ];
        assert_eq!(all["state"], Value::from(state.to_vec()));
        let params = all["params"].as_array().expect("a list");
        assert_eq!(params.len(), 9 + 7 + 3 + 3 * 16);
        assert_eq!(params[0], row("T", 20, 0, "ns", 256, (1 << 20) - 1, 5000));
        assert_eq!(params[16], row("ts_unit", 8, 0, "ns", 1, 255, 1));
        assert_eq!(params[17], row("tx_unit", 12, 0, "bytes", 1, 4095, 128));
        assert_eq!(params[21], row("speeds.2", 12, 0, "Gbit/s", 0, 4095, 100));
        for field in params {
            assert_eq!(field.as_object().expect("an object").keys().collect::<Vec<_>>(), keys);
        }
    }
    let table = ackwright(&["formats", "--algorithm", "hpcc"], "");
    let last = stdout(&table).lines().last().expect("lines");
    assert_eq!(
        last,
        "flags   paced, floor, sat, ignored, first, path, hops, speed, still, idle, u_sat, mult, full, u_zero, r_sat"
    );
}

#[test]
fn the_reset_values_of_all_registers_go_together() {
    let (header, p) = (Header::default(), Params::default());
    let [m, e] = header.inv_b();
    let units = [header.ts_unit().raw(), header.tx_unit().raw(), header.q_unit().raw()];
    let expected = [&p.raw()[..], &p.derived(), &units, &SPEED_TABLE, &m, &e].concat();
    assert_eq!(registers().map(|f| f.reset).collect::<Vec<_>>(), expected);
    assert!(registers().all(|f| f.check(f.reset).is_ok()));
}

// ---- the page's worked number ---------------------------------------------------------------------------------------

const EXAMPLE: &str = "T = 8000\neta = \"15/16\"\nW_ai = 100\nW_max = 268435455\n";

/// model/src/hpcc/page.md, "Worked number", with numbers of the state as they are given.
fn example(u: Value, wc: Value, stage: Value) -> String {
    let line = json!({
        "id": { "any": ["thing"] },
        "state": {
            "U": u, "W": wc, "Wc": wc, "incStage": stage, "lastUpdateSeq": 0,
            "L": { "path": 90, "hops": [[1000, 100, 250], [777, 5000, 99], [16_777_000, 1_048_570, 40]] },
        },
        "event": {
            "seq": 9, "snd_nxt": 70, "path": 90, "hops": [[2, 5000, 400, 300], [4, 4777, 6250, 0], [0, 3784, 76, 25]],
        },
    });
    format!("{line}\n")
}

#[test]
fn one_ack_through_three_hops_by_hand() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let params = file(&dir, "p.toml", EXAMPLE);
    let replay = |engine, lines: &str| {
        let out = ackwright(&["replay", "--algorithm", "hpcc", "--params", &params, "--engine", engine], lines);
        assert!(out.stderr.is_empty(), "nothing is rounded");
        stdout(&out).to_owned()
    };
    let l = r#""L":{"path":90,"hops":[[5000,400,300],[4777,6250,0],[3784,76,25]]}"#;
    let raw = |stage: u64| example((ONE / 2).into(), (60_000 * BYTE).into(), stage.into());
    assert_eq!(
        replay("model", &(raw(2) + &raw(5))),
        format!(
            "{}{l}{}\n{}{l}{}\n",
            r#"{"id":{"any":["thing"]},"qpn":0,"state":{"U":50440095923,"W":246169600,"Wc":246169600,"incStage":3,"lastUpdateSeq":70,"#,
            r#"},"update":{"W":246169600,"R":2016625450},"flags":["full"]}"#,
            r#"{"id":{"any":["thing"]},"qpn":0,"state":{"U":50440095923,"W":314305225,"Wc":314305225,"incStage":0,"lastUpdateSeq":70,"#,
            // 134218·2^-30·W, W = 314305225·2^-12: 2574788403.2
            r#"},"update":{"W":314305225,"R":2574793621},"flags":["mult","full"]}"#,
        )
    );
    // raw numbers and fractions say the same
    for lines in [
        raw(2) + &raw(5),
        example("1/2".into(), "60000".into(), "2/1".into()) + &example("2/4".into(), "60000/1".into(), "5".into()),
    ] {
        assert_eq!(
            replay("ideal", &lines),
            format!(
                "{}{l}{}\n{}{l}{}\n",
                r#"{"id":{"any":["thing"]},"qpn":0,"state":{"U":"367/500","W":"60100/1","Wc":"60100/1","incStage":"3/1","lastUpdateSeq":"70/1","#,
                r#"},"update":{"W":"60100/1","R":"601/80"},"flags":["full"]}"#,
                r#"{"id":{"any":["thing"]},"qpn":0,"state":{"U":"367/500","W":"28161700/367","Wc":"28161700/367","incStage":"0/1","lastUpdateSeq":"70/1","#,
                r#"},"update":{"W":"28161700/367","R":"281617/29360"},"flags":["mult","full"]}"#,
            )
        );
    }
}

#[test]
fn a_state_that_the_event_leaves_is_echoed_and_goes_in_again() {
    let state = json!({
        "U": 12_345, "W": 67_890, "Wc": 13_579, "incStage": 7, "lastUpdateSeq": 4_294_967_295u64,
        "L": { "path": 4095, "hops": [[16_777_215, 1_048_575, 65_535], [0, 0, 0]] },
    });
    let none = |state: &Value| {
        let mut state = state.clone();
        state["L"] = Value::Null;
        state
    };
    // six hops are beyond the engine: nothing changes
    let event = json!({ "seq": 1, "snd_nxt": 2, "path": 3, "hops": vec![[15, 1, 1, 1]; 6] });
    let input: String =
        [&state, &none(&state)].iter().map(|s| format!("{}\n", json!({ "state": s, "event": event }))).collect();
    let ask = |engine: &str, input: &str| {
        values(stdout(&ackwright(&["replay", "--algorithm", "hpcc", "--engine", engine], input)))
    };
    let model = ask("model", &input);
    assert_eq!([&model[0]["state"], &model[1]["state"]], [&state, &none(&state)]);
    assert_eq!((&model[0]["flags"], &model[0]["update"]["W"]), (&json!(["hops"]), &json!(67_890)));
    // the ideal prints the same in units; what it prints goes in again
    let ideal = ask("ideal", &input);
    assert_eq!(fraction(&ideal[0]["state"]["U"]), q(12_345, 1 << 36));
    assert_eq!(ideal[0]["state"]["L"], state["L"]);
    let again = format!("{}\n", json!({ "state": ideal[0]["state"], "event": event }));
    assert_eq!(ask("ideal", &again)[0], ideal[0]);
    // what a line does not give stays, from QP to QP
    let input = [
        json!({ "qpn": 1, "state": { "incStage": 3, "L": null }, "event": event }),
        json!({ "qpn": 2, "event": event }),
        json!({ "qpn": 1, "state": { "Wc": 5, "W": 6 }, "event": event }),
    ];
    let input: String = input.iter().map(|l| format!("{l}\n")).collect();
    let kept = ask("model", &input).iter().map(|a| a["state"].clone()).collect::<Vec<_>>();
    assert_eq!((&kept[1]["incStage"], &kept[1]["L"]), (&json!(0), &Value::Null));
    let expected = json!({ "U": ONE, "W": 6, "Wc": 5, "incStage": 3, "lastUpdateSeq": 0, "L": null });
    assert_eq!(kept[2], expected);
}
