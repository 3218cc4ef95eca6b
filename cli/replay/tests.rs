//! The reader of plain lines against the one that takes every form.

use super::hpcc::{Hpcc, Side};
use super::ldcp::Ldcp;
use super::line::{Line, read};
use super::{EngineOf, LineOf, Replay, Result};
use layout::config::Config;
use layout::record::Algorithm;
use serde_json::{Value, json};
use std::fmt::Debug;
use tb::Rng;

/// Takes no line for plain.
struct Careful<'a, R>(&'a R);

impl<R: Replay> Replay for Careful<'_, R> {
    type State = R::State;
    type Event = R::Event;

    fn plain(&self, _: &str) -> Option<LineOf<Self>> {
        None
    }

    fn event(&self, event: &Value) -> Result<R::Event, String> {
        self.0.event(event)
    }

    fn state(&self, state: &Value, exact: bool) -> Result<R::State, String> {
        self.0.state(state, exact)
    }

    fn ideal(&self) -> Result<EngineOf<'_, Self>> {
        unreachable!("only reads")
    }

    fn model(&self) -> EngineOf<'_, Self> {
        unreachable!("only reads")
    }

    fn rtl(&self, _: &Config) -> Result<EngineOf<'_, Self>> {
        unreachable!("only reads")
    }
}

/// A number of so many bits, now and then one too many, or no number.
fn number(rng: &mut Rng, bits: u32) -> Value {
    match rng.below(40) {
        0 => (rng.edge(bits) as u64 + (1 << bits)).into(),
        1 => [json!(-1), json!(1.5), json!("1/2"), json!(true), Value::Null, json!([1]), json!(u64::MAX)]
            [rng.below(7) as usize]
            .clone(),
        _ => (rng.edge(bits) as u64).into(),
    }
}

fn some(rng: &mut Rng, fields: &[(&str, u32)]) -> Value {
    let given: Vec<_> = fields.iter().filter(|_| rng.chance(7, 8)).collect();
    let given: Vec<_> = given.into_iter().map(|(name, bits)| ((*name).to_owned(), number(rng, *bits))).collect();
    Value::Object(given.into_iter().collect())
}

fn hops(rng: &mut Rng, bits: &[u32]) -> Value {
    let n = if rng.chance(1, 8) { rng.below(17) } else { rng.below(5) };
    let len = bits.len() - usize::from(rng.chance(1, 50));
    (0..n).map(|_| bits[..len].iter().map(|b| number(rng, *b)).collect::<Value>()).collect()
}

fn ldcp(rng: &mut Rng) -> [Value; 2] {
    let folds = rng.chance(1, 6);
    let other = rng.chance(1, 40);
    let fields: &[_] = match folds ^ other {
        true => &[("n0", 14), ("n1", 14), ("rtts", 14), ("cnps", 14)],
        false => &[("n", 14), ("ece", 1)],
    };
    let mut event = some(rng, fields);
    let ev = if folds { "folded" } else { ["ack", "ack", "loss", "rtt", "cnp", "nak"][rng.below(6) as usize] };
    event["ev"] = ev.into();
    [event, some(rng, &[("cw", 42), ("rtt", 24), ("psn", 24), ("psn_valid", 1)])]
}

fn hpcc(rng: &mut Rng) -> [Value; 2] {
    let marks = if rng.chance(1, 2) { [("seq", 24), ("snd_nxt", 24)] } else { [("now", 32), ("path", 12)] };
    let mut event = some(rng, &marks);
    event["path"] = number(rng, 12);
    event["hops"] = hops(rng, &[4, 24, 20, 16]);
    let last = ["lastUpdateSeq", "lastUpdateTime"][rng.below(2) as usize];
    let mut state = some(rng, &[("U", 48), ("W", 40), ("Wc", 40), ("incStage", 5), (last, 32)]);
    state["L"] = match rng.below(3) {
        0 => Value::Null,
        _ => json!({ "path": number(rng, 12), "hops": hops(rng, &[24, 20, 16]) }),
    };
    [event, state]
}

/// A line, some of them spoilt by a character that is another, is not there, or is there twice.
fn line(rng: &mut Rng, [event, state]: [Value; 2]) -> String {
    let mut line = json!({});
    if rng.chance(1, 2) {
        line["id"] = [json!(7), json!("a\"b"), json!([{ "a": 1 }]), json!(-1.5)][rng.below(4) as usize].clone();
    }
    if rng.chance(1, 2) {
        line["state"] = state;
    }
    if rng.chance(1, 2) {
        line["qpn"] = number(rng, 12);
    }
    line["event"] = event;
    let mut text = line.to_string();
    if rng.chance(1, 2) {
        let at = rng.below(text.len() as u64) as usize;
        match rng.below(3) {
            0 => text.replace_range(at..=at, ""),
            1 => text.insert(at, char::from(b"{}[]\",:01.- en"[rng.below(14) as usize])),
            _ => {
                let end = (at + rng.below(20) as usize).min(text.len());
                let twice = text[at..end].to_owned();
                text.insert_str(at, &twice);
            }
        }
    }
    text
}

fn compare<R: Replay>(replay: &R, seed: u64, parts: impl Fn(&mut Rng) -> [Value; 2])
where
    Line<R::State, R::Event>: PartialEq + Debug,
{
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let (mut plain, mut legal, mut illegal) = (0, 0, 0);
    for _ in 0..20_000 {
        let parts = parts(&mut rng);
        let text = line(&mut rng, parts);
        let careful = read(&Careful(replay), &text, false, 4096);
        plain += usize::from(replay.plain(&text).is_some());
        match &careful {
            Ok(_) => legal += 1,
            Err(_) => illegal += 1,
        }
        assert_eq!(read(replay, &text, false, 4096), careful, "{text}");
    }
    assert!(plain > 1_000 && legal > 1_000 && illegal > 1_000, "{plain} plain, {legal} legal, {illegal} illegal");
    println!("{plain} plain, {legal} legal, {illegal} illegal");
}

#[test]
fn a_plain_line_says_what_the_careful_reader_reads() {
    for (seed, algorithm) in [(1, Algorithm::Ldcp), (2, Algorithm::LdcpPcc)] {
        compare(&Ldcp { algorithm, params: Default::default(), asked: vec![] }, seed, ldcp);
    }
    for (seed, side) in [(3, Side::Sender), (4, Side::Receiver)] {
        compare(&Hpcc { side, params: Default::default(), asked: vec![], hops: 5 }, seed, hpcc);
    }
}
