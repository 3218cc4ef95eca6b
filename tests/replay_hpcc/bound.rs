//! Random lines under random parameter files: the model within the page's bound of the ideal, and both what the library
//! says.

use super::{file, fraction, raw, values};
use crate::hpcc::{case::*, random};
use crate::support::cli::{ackwright, stdout};
use crate::support::{self, Random};
use layout::fixed::U;
use layout::hpcc::*;
use model::hpcc::ideal;
use model::hpcc::{Arrival, Context, Header, Params, Record, Records, Update};
use serde_json::{Value, json};

fn flags(v: &Value) -> u16 {
    let bit = |name: &Value| flag::NAMES.iter().position(|n| name == n).expect("a flag");
    v.as_array().expect("a list").iter().map(|name| 1 << bit(name)).sum()
}

fn path_of(l: &Value) -> (u64, Vec<[u64; 3]>) {
    let hop = |hop: &Value| std::array::from_fn(|i| raw(&hop[i]));
    (raw(&l["path"]), l["hops"].as_array().expect("a list").iter().map(hop).collect())
}

/// The case as a line, all of its state given.
fn line_of(case: &Case) -> Value {
    let (c, t) = (&case.context, &case.telemetry);
    let kept: Vec<_> = c.l.hops.iter().map(|h| json!([h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()])).collect();
    let l = json!({ "path": c.l.path.raw(), "hops": kept[..c.l.n_hop.raw() as usize] });
    let slots = t.hops.iter().map(|h| json!([h.speed.raw(), h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()]));
    // hops that the engine has no room for
    let hops: Vec<_> = slots.chain(std::iter::repeat(json!([0, 0, 0, 0]))).take(t.n_hop.raw() as usize).collect();
    let mut event = match case.arrival {
        Arrival::Ack { seq, snd_nxt } => json!({ "seq": seq.raw(), "snd_nxt": snd_nxt.raw() }),
        Arrival::Int { now } => json!({ "now": now.raw() }),
    };
    (event["path"], event["hops"]) = (t.path.raw().into(), hops.into());
    let l = if c.l.valid { l } else { Value::Null };
    let mut state = json!({ "U": c.u.raw(), "W": c.w.raw(), "Wc": c.wc.raw(), "incStage": c.inc_stage.raw(), "L": l });
    state[last(case.arrival)] = c.last_update.raw().into();
    json!({ "state": state, "event": event })
}

/// What the side calls the mark of its last full update.
fn last(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::Ack { .. } => "lastUpdateSeq",
        Arrival::Int { .. } => "lastUpdateTime",
    }
}

fn model_answer(v: &Value, last: &str) -> (Context<N>, Update) {
    let (s, u) = (&v["state"], &v["update"]);
    let mut l = Records { valid: false, path: U::ZERO, n_hop: U::ZERO, hops: [Record::default(); N] };
    if !s["L"].is_null() {
        let (path, hops) = path_of(&s["L"]);
        (l.valid, l.path, l.n_hop) = (true, U::wrap(path), U::wrap(hops.len() as u64));
        for (slot, [ts, tx, q]) in l.hops.iter_mut().zip(hops) {
            *slot = Record { ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
        }
    }
    let context = Context {
        l,
        u: U::wrap(raw(&s["U"])),
        w: U::wrap(raw(&s["W"])),
        wc: U::wrap(raw(&s["Wc"])),
        inc_stage: U::wrap(raw(&s["incStage"])),
        last_update: U::wrap(raw(&s[last])),
    };
    (context, Update { w: U::wrap(raw(&u["W"])), r: U::wrap(raw(&u["R"])), flags: flags(&v["flags"]) })
}

fn ideal_answer(v: &Value, last: &str) -> Option<ideal::Outcome> {
    let flags = flags(&v["flags"]);
    let (s, u) = (&v["state"], &v["update"]);
    let whole = |v: &Value| u32::try_from(fraction(v).to_integer()).expect("32 bits");
    assert_eq!(s["W"], u["W"]);
    if flags == flag::HOPS {
        return None;
    }
    let (path_id, hops) = path_of(&s["L"]);
    let link = |[ts, tx, q]: [u64; 3]| ideal::Link { speed: 0, ts: ts as u32, tx_bytes: tx as u32, q_len: q as u32 };
    let state = ideal::State {
        l: Some(ideal::Links { path_id: path_id as u16, links: hops.into_iter().map(link).collect() }),
        u: fraction(&s["U"]),
        w: fraction(&s["W"]),
        wc: fraction(&s["Wc"]),
        inc_stage: whole(&s["incStage"]).into(),
        last_update: whole(&s[last]),
    };
    Some(ideal::Outcome { state, r: fraction(&u["R"]), full: flags & flag::FULL != 0, flags })
}

/// The file that sets all of it, numbers as fractions.
fn settings_file(header: &Header, p: &Params, gbps: [u64; SPEEDS]) -> String {
    let units = [header.ts_unit().raw(), header.tx_unit().raw(), header.q_unit().raw()];
    let [m, e] = header.inv_b();
    let fields = PARAMS.iter().chain(&DERIVED).chain(&UNITS);
    let raw = p.raw().into_iter().chain(p.derived()).chain(units);
    let mut text: String =
        fields.zip(raw).map(|(f, raw)| format!("{} = \"{raw}/{}\"\n", f.name, 1u64 << f.format.frac)).collect();
    for (name, list) in [("speeds", gbps), ("inv_B_m", m), ("inv_B_e", e)] {
        text += &format!("{name} = {list:?}\n");
    }
    text
}

/// A step that a line can ask for: L has no more hops than the engine.
fn case(random: &mut Random, header: &Header, p: &Params) -> Case {
    let mut case = random::case_under(random, header.clone(), p.clone());
    if case.context.l.n_hop.raw() as usize > N {
        case.context.l = Context::new(p).l;
    }
    case
}

#[test]
fn model_and_ideal_are_within_the_pages_bound_on_4000_random_lines() {
    let mut random = support::seed("model_and_ideal_are_within_the_pages_bound_on_4000_random_lines");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut worst = Worst::default();
    let mut lines = 0;
    for _ in 0..10 {
        let (header, p) = random::settings(&mut random);
        let gbps = std::array::from_fn(|code| header.speed(U::wrap(code as u64)).map_or(0, |s| s.gbps.raw()));
        let params = file(&dir, "p.toml", &settings_file(&header, &p, gbps));
        let cases: Vec<Case> = (0..400).map(|_| case(&mut random, &header, &p)).collect();
        for algorithm in ["hpcc", "hpcc-rx"] {
            let of = |case: &&Case| matches!(case.arrival, Arrival::Ack { .. }) == (algorithm == "hpcc");
            let cases: Vec<&Case> = cases.iter().filter(of).collect();
            // on any QP: the state is the line's
            let line = |(i, case): (usize, &&Case)| {
                let mut line = line_of(case);
                (line["id"], line["qpn"]) = (i.into(), (i % 3).into());
                format!("{line}\n")
            };
            let input: String = cases.iter().enumerate().map(line).collect();
            let answers = ["model", "ideal"].map(|engine| {
                let args = ["replay", "--algorithm", algorithm, "--engine", engine, "--params", &params, "-"];
                values(stdout(&ackwright(&args, &input)))
            });
            assert_eq!(answers.each_ref().map(Vec::len), [cases.len(); 2]);
            for (i, case) in cases.into_iter().enumerate() {
                let [model, ideal] = answers.each_ref().map(|a| &a[i]);
                assert_eq!([&model["id"], &ideal["id"]], [i; 2]);
                assert_eq!([&model["qpn"], &ideal["qpn"]], [i % 3; 2]);
                assert_eq!(model["state"]["L"], ideal["state"]["L"]);
                let (mut context, update) = model_answer(model, last(case.arrival));
                // slots beyond the path mean nothing, and are not printed
                let of_case = case.model();
                context.l.hops = of_case.0.l.hops;
                if !of_case.0.l.valid {
                    context.l = of_case.0.l;
                }
                assert_eq!((context, update), of_case, "{}", told(case));
                check(case, (context, update), ideal_answer(ideal, last(case.arrival)), &mut worst);
                lines += 1;
            }
        }
    }
    worst.print("replay");
    assert_eq!(lines, 4000);
    assert!(worst.compared > 3500 && worst.full > 500 && worst.multiplicative > 500);
}

/// The same lines through the Verilated engine: states are given, L by a telemetry before the event.
#[test]
fn the_rtl_gives_the_models_bytes() {
    let mut random = support::seed("the_rtl_gives_the_models_bytes");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (header, p) = random::settings(&mut random);
    let gbps = std::array::from_fn(|code| header.speed(U::wrap(code as u64)).map_or(0, |s| s.gbps.raw()));
    let params = file(&dir, "p.toml", &settings_file(&header, &p, gbps));
    let cases: Vec<Case> = (0..1500).map(|_| case(&mut random, &header, &p)).collect();
    for algorithm in ["hpcc", "hpcc-rx"] {
        let of = |case: &&Case| matches!(case.arrival, Arrival::Ack { .. }) == (algorithm == "hpcc");
        let line = |(i, case): (usize, &Case)| {
            let mut line = line_of(case);
            line["qpn"] = (i % 7).into();
            format!("{line}\n")
        };
        let input: String = cases.iter().filter(of).enumerate().map(line).collect();
        assert!(input.lines().count() > 300, "{} lines", input.lines().count());
        let [model, rtl] = ["model", "rtl"].map(|engine| {
            let args = ["replay", "--algorithm", algorithm, "--engine", engine, "--params", &params, "-"];
            stdout(&ackwright(&args, &input)).to_owned()
        });
        assert!(model == rtl, "{algorithm}: model and RTL differ");
    }
}
