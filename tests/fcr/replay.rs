//! FCR on the command line: `formats` and `replay`.

use crate::support::cli::{ackwright, rejected, stdout};
use serde_json::{Value, json};

const REPLAY: [&str; 3] = ["replay", "--algorithm", "fcr"];

fn answers(args: &[&str], lines: &[Value]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let args: Vec<&str> = REPLAY.iter().chain(args).copied().collect();
    let out = ackwright(&args, &text);
    stdout(&out).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn line(event: &Value) -> Value {
    json!({ "event": event })
}

/// The page's number, raw: 40 Gbit/s over 8 us; then its end; then another switch's mark and a rejected advice.
fn story() -> Vec<Value> {
    let own =
        json!({ "rtt": 8000, "RC": 3_355_443_200u64, "cw": 26_843_545_600u64, "W": 409_600_000, "Wc": 409_600_000 });
    let with = |event: Value| {
        let mut event = event;
        for (name, value) in own.as_object().expect("an object") {
            event[name] = value.clone();
        }
        line(&event)
    };
    vec![
        with(json!({ "ev": "advice", "now": 131_000, "switch": 7, "seq": 65_535, "rate": 40_000, "validity": 100 })),
        line(&json!({ "ev": "mark", "now": 131_001 })),
        line(
            &json!({ "ev": "advice", "now": 131_002, "switch": 8, "seq": 0, "rate": 4_000_000_000u64, "validity": 100 }),
        ),
        line(
            &json!({ "ev": "advice", "now": 131_003, "switch": 7, "seq": 0, "rate": 0, "validity": 0, "withdraw": 1 }),
        ),
        line(&json!({ "ev": "advice", "now": 131_004, "switch": 7, "seq": 1, "rate": 20_000, "validity": 100 })),
        with(json!({ "ev": "time", "now": 32 })),
        line(&json!({ "ev": "open", "alone": 1 })),
    ]
}

#[test]
fn replay_runs_fcr_in_the_model_and_in_the_ideal() {
    let model = answers(&[], &story());
    let flags: Vec<&Value> = model.iter().map(|answer| &answer["flags"]).collect();
    assert_eq!(
        flags,
        [
            &json!(["paced", "limited"]),
            &json!(["paced", "floor", "ignored"]),
            &json!(["paced", "floor", "ignored", "rate", "range", "alert"]),
            &json!(["clamped", "withdrawn"]),
            &json!(["paced", "floor"]),
            &json!(["expired", "clamped"]),
            &json!([]),
        ]
    );
    let first = &model[0];
    let update = json!({
        "cap": 40_000, "pace": 53_687_330, "RC": 3_355_443_200u64, "cw": 26_843_545_600u64, "W": 409_600_000, "Wc": 409_600_000,
        "send_rate": 1_342_177_280, "send_cw": 10_485_760_000u64, "send_W": 163_840_000,
    });
    assert_eq!(first["update"], update);
    let source =
        ["valid.0", "switch.0", "seq.0", "rate.0", "expiry.0", "valid.1"].map(|name| first["state"][name].clone());
    assert_eq!(source, [1, 7, 65_535, 40_000, 28, 0].map(Value::from), "131,100 is 28 behind the wrap");
    // withdrawn, its number kept; then 131,104 is 32
    assert_eq!([&model[3]["state"]["valid.0"], &model[3]["state"]["rate.0"]], [1, 0]);
    // 20 Gbit/s: 2.5 bytes a ns, 20,000 bytes
    assert_eq!([&model[5]["update"]["RC"], &model[5]["update"]["Wc"]], [671_088_640, 81_920_000]);

    let ideal = answers(&["--engine", "ideal"], &story());
    let names: Vec<&Value> = ideal.iter().map(|answer| &answer["flags"]).collect();
    assert_eq!(names, flags);
    let update = json!({
        "cap": "40000/1", "pace": "1/5", "RC": "25/2", "cw": "100/1", "W": "100000/1", "Wc": "100000/1",
        "send_rate": "5/1", "send_cw": "625/16", "send_W": "40000/1",
    });
    assert_eq!(ideal[0]["update"], update);
    assert_eq!(ideal[0]["state"]["expiry.0"], "28/1");
}

#[test]
fn a_state_is_given_and_what_a_free_place_is_said_to_hold_means_nothing() {
    let state = json!({ "valid.2": 1, "switch.2": 3, "rate.2": 1000, "expiry.2": 50, "rate.0": 7, "switch.0": 9 });
    let lines = [json!({ "state": state, "event": { "ev": "time", "now": 49 } })];
    for engine in ["model", "ideal"] {
        let answer = &answers(&["--engine", engine], &lines)[0];
        let one = |raw: u64| if engine == "model" { json!(raw) } else { json!(format!("{raw}/1")) };
        assert_eq!(answer["update"]["cap"], one(1000));
        assert_eq!([&answer["state"]["rate.0"], &answer["state"]["switch.0"]], [&one(0), &one(0)]);
        assert_eq!(answer["flags"], json!(["paced", "floor"]));
    }
}

#[test]
fn parameters_of_a_file_act_and_stay_exact_for_the_ideal_where_that_is_asked() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(&file, "line = 400000\nadvice_max = 1000.4\nstart_at_line = 1\n").expect("writes");
    let path = file.path().to_str().expect("UTF-8");
    let open = [json!({ "event": { "ev": "open", "alone": 1, "rtt": 1000 } })];
    let answer = &answers(&["--params", path], &open)[0];
    // 400 Gbit/s are 50 bytes a ns
    assert_eq!((&answer["update"]["RC"], &answer["flags"]), (&json!(50u64 << 28), &json!(["start"])));
    let advice = |rate: u64| json!({ "event": { "ev": "advice", "now": 0, "switch": 1, "seq": 1, "rate": rate, "validity": 9 } });
    let cap = |args: &[&str], rate| answers(args, &[advice(rate)])[0]["update"]["cap"].clone();
    assert_eq!(cap(&["--params", path], 1000), 1000);
    assert_eq!(cap(&["--params", path], 1001), 0);
    assert_eq!(cap(&["--params", path, "--engine", "ideal", "--exact-params"], 1000), "1000/1");

    std::fs::write(&file, "mtu = 1500\n").expect("writes");
    rejected(&["replay", "--algorithm", "fcr", "--params", path], "", &["line 1: mtu = 1500: expected 256"]);
}

#[test]
fn a_wrong_line_is_told_in_one_line() {
    let wrong = |event: Value, parts: &[&str]| rejected(&REPLAY, &format!("{}\n", line(&event)), parts);
    wrong(json!({ "ev": "advise", "now": 0 }), &["standard input:1:", "ev", "advice, time, mark, open"]);
    wrong(json!({ "ev": "advice", "now": 0, "switch": 1, "seq": 1, "rate": 5 }), &["event.validity"]);
    wrong(
        json!({ "ev": "advice", "now": 0, "switch": 65_536, "seq": 1, "rate": 5, "validity": 1 }),
        &["switch", "65535"],
    );
    wrong(json!({ "ev": "time", "now": 131_072 }), &["now", "131071"]);
    wrong(json!({ "ev": "open" }), &["event.alone"]);
}

#[test]
fn formats_shows_the_four_lists_of_fcr() {
    let out = ackwright(&["formats", "--algorithm", "fcr", "--json"], "");
    let all: Value = serde_json::from_str(stdout(&out)).expect("JSON");
    let names =
        |list: &str| all[0][list].as_array().map(|fields| fields.iter().map(|f| f["name"].clone()).collect::<Vec<_>>());
    assert_eq!(
        names("params"),
        Some(["line", "advice_min", "advice_max", "validity_max", "mtu", "start_at_line"].map(Value::from).to_vec())
    );
    assert_eq!(names("state").map(|state| state.len()), Some(20));
    assert_eq!(names("event").map(|event| event.len()), Some(13));
    assert_eq!(names("update").map(|update| update[..2].to_vec()), Some(vec![json!("cap"), json!("pace")]));
    let table = ackwright(&["formats", "--algorithm", "fcr"], "");
    let table = stdout(&table);
    for part in
        ["expiry.3", "the lowest live advice; 0: there is none", "flags   paced, floor, sat, ignored, limited, expired"]
    {
        assert!(table.contains(part), "{part:?} in {table}");
    }
}
