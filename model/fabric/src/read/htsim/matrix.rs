//! Connection matrices: `Nodes N`, `Connections M`, `Triggers K`; then a line a flow and a line a trigger.

use super::next;
use crate::flow::FlowSpec;
use crate::read::flow::MAX_FLOW_BYTES;
use crate::read::{Lines, ReadError, Words, number, quoted, text};
use crate::trigger::{Done, Trigger, TriggerKind};
use std::collections::BTreeMap;
use std::path::Path;

/// The most nodes that a matrix names.
const MAX_NODES: u64 = u32::MAX as u64;
/// Of flows and of triggers.
const MAX_ID: u64 = u32::MAX as u64;
/// The destination port of its flows, as it has none.
const PORT: u16 = 100;
/// What is done here in place of one.
const FAILURE: &str = "a link that fails is a [[link]] of a TOML scenario";
/// 2^63.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// Flows of a matrix, and what starts those that have no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Hosts that its network has, and the line that says so.
    pub nodes: (u64, usize),
    /// Its flows: hosts by their places, from 0.
    pub flows: Vec<FlowSpec>,
    /// Its triggers.
    pub triggers: Vec<Trigger>,
}

/// A flow's line.
struct Flow {
    line: usize,
    id: Option<u64>,
    /// What it waits for.
    trigger: Option<u64>,
    /// What it sets off.
    sets_off: Vec<(u64, Done)>,
    spec: FlowSpec,
}

/// A trigger's line.
struct Defined {
    line: usize,
    kind: TriggerKind,
}

/// Numbers of the head, with their lines.
#[derive(Default)]
struct Head {
    nodes: Option<(u64, usize)>,
    flows: Option<(u64, usize)>,
    triggers: Option<(u64, usize)>,
    failures: Option<(u64, usize)>,
}

impl Matrix {
    /// Reads a matrix of at most so many flows, of which every one can start.
    pub fn read(file: &Path, most: u64) -> Result<Self, ReadError> {
        Self::parse(file, &text(file)?, most)
    }

    /// Reads its text; `file` is for messages.
    pub fn parse(file: &Path, text: &str, most: u64) -> Result<Self, ReadError> {
        let wrong = |line: usize, expected: String, found: String| {
            Err(ReadError::Text { file: file.to_owned(), line, expected, found })
        };
        let (mut lines, mut head) = (Lines::new(file, text), Head::default());
        let (mut flows, mut triggers) = (Vec::<Flow>::new(), BTreeMap::<u64, Defined>::new());
        let (mut ids, mut last, mut in_head) = (BTreeMap::new(), 0, true);
        while let Some(mut words) = next(&mut lines) {
            last = words.line();
            let word = words.word("a line of a connection matrix")?;
            let of_head = match word {
                "Nodes" => Some((&mut head.nodes, MAX_NODES)),
                "Connections" => Some((&mut head.flows, most)),
                "Triggers" => Some((&mut head.triggers, most)),
                "Failures" => Some((&mut head.failures, 0)),
                _ => None,
            };
            if let Some((place, most)) = of_head {
                if !in_head || place.is_some() {
                    let expected = "each of Nodes, Connections, Triggers and Failures once, before all connections";
                    return Err(words.error(expected.to_owned(), Some(quoted(word))));
                }
                let expected = match most {
                    0 => format!("Failures 0: {FAILURE}"),
                    _ => format!("the number of {word}, at most {most}"),
                };
                *place = Some((words.value(&expected, |word| number::whole(word).filter(|&n| n <= most))?, last));
                words.end(&format!("{word} and its number"))?;
                continue;
            }
            let (nodes, count) = head.begun(&words, word)?;
            in_head = false;
            if let Some((src, dst)) = word.split_once("->") {
                if flows.len() as u64 == count {
                    let expected = format!("{count} connections, as Connections says");
                    return Err(words.error(expected, Some("one more".to_owned())));
                }
                let flow = connection(words, [src, dst], nodes)?;
                if let Some(first) = flow.id.and_then(|id| ids.insert(id, last)) {
                    let id = flow.id.unwrap_or_default();
                    return wrong(last, format!("an id of its own, as line {first} has this one"), format!("`{id}`"));
                }
                flows.push(flow);
            } else if word == "trigger" {
                let (id, defined) = defined(words)?;
                if let Some(first) = triggers.get(&id) {
                    let expected = format!("an id of its own, as the trigger of line {} has this one", first.line);
                    return wrong(last, expected, format!("`{id}`"));
                }
                if triggers.len() as u64 == head.triggers.map_or(0, |(count, _)| count) {
                    let expected = format!("{} triggers, as Triggers says", triggers.len());
                    return wrong(last, expected, "one more".to_owned());
                }
                triggers.insert(id, defined);
            } else {
                let expected = match word {
                    "failure" => format!("no failure: {FAILURE}"),
                    _ => "a connection such as 0->1 start 0 size 1000, or a trigger such as trigger id 1 oneshot"
                        .to_owned(),
                };
                return Err(words.error(expected, Some(quoted(word))));
            }
        }
        let missing = |key: &str| ReadError::Text {
            file: file.to_owned(),
            line: last + 1,
            expected: format!("a line {key} with a number"),
            found: "the end of the file".to_owned(),
        };
        let nodes = head.nodes.ok_or_else(|| missing("Nodes"))?;
        let (count, line) = head.flows.ok_or_else(|| missing("Connections"))?;
        if count != flows.len() as u64 {
            return wrong(line, format!("{} connections, as the file has", flows.len()), format!("`{count}`"));
        }
        if flows.is_empty() {
            return wrong(line, "at least 1 connection".to_owned(), "`0`".to_owned());
        }
        if let Some((count, line)) = head.triggers.filter(|&(count, _)| count != triggers.len() as u64) {
            return wrong(line, format!("{} triggers, as the file has", triggers.len()), format!("`{count}`"));
        }
        let triggers = joined(&flows, &triggers).and_then(|triggers| {
            can_start(&flows, &triggers)?;
            Ok(triggers)
        });
        match triggers {
            Ok(triggers) => Ok(Self { nodes, flows: flows.into_iter().map(|flow| flow.spec).collect(), triggers }),
            Err((line, expected, found)) => wrong(line, expected, found),
        }
    }
}

impl Head {
    /// Nodes and connections, which stand before the first of them.
    fn begun(&self, words: &Words<'_>, word: &str) -> Result<(u64, u64), ReadError> {
        match (self.nodes, self.flows) {
            (Some((nodes, _)), Some((flows, _))) => Ok((nodes, flows)),
            _ => {
                let expected = "Nodes and Connections with their numbers before all connections and triggers";
                Err(words.error(expected.to_owned(), Some(quoted(word))))
            }
        }
    }
}

/// What stands behind `src->dst`.
fn connection(mut words: Words<'_>, ends: [&str; 2], nodes: u64) -> Result<Flow, ReadError> {
    let line = words.line();
    let of = |word: &str| {
        let wrong = || words.error(format!("a host below {nodes}, as Nodes says"), Some(quoted(word)));
        number::whole(word).filter(|&host| host < nodes).ok_or_else(wrong)
    };
    let (src, dst) = (of(ends[0])?, of(ends[1])?);
    if src == dst {
        return Err(words.error("a destination that is not the source".to_owned(), Some(format!("`{dst}`"))));
    }
    let (mut id, mut start, mut size, mut trigger) = (None, None, None, None);
    let (mut sent, mut received) = (None, None);
    while let Some(key) = words.optional() {
        let place = match key {
            "id" => &mut id,
            "start" => &mut start,
            "size" => &mut size,
            "trigger" => &mut trigger,
            "send_done_trigger" => &mut sent,
            "recv_done_trigger" => &mut received,
            "prio" => {
                let expected = "no prio, as all flows are of one class here";
                return Err(words.error(expected.to_owned(), Some(quoted(key))));
            }
            "addon" => {
                let expected = "no addon, as a trigger starts a flow here, and adds nothing to one";
                return Err(words.error(expected.to_owned(), Some(quoted(key))));
            }
            _ => {
                let expected = "id, start, size, trigger, send_done_trigger or recv_done_trigger";
                return Err(words.error(expected.to_owned(), Some(quoted(key))));
            }
        };
        if place.is_some() {
            return Err(words.error(format!("{key} once"), Some("a second".to_owned())));
        }
        *place = Some(match key {
            "start" => words.value("a start in ps below 2^63, a decimal without a unit", picoseconds)?,
            "size" => {
                let bytes = |word: &str| number::whole(word).filter(|n| (1..=MAX_FLOW_BYTES).contains(n));
                words.value(&format!("a size in bytes, 1 to {MAX_FLOW_BYTES}, without a unit"), bytes)?
            }
            _ => identity(&mut words)?,
        });
    }
    let Some(bytes) = size else { return Err(words.error("a size".to_owned(), None)) };
    let start_ns = match (start, trigger) {
        // cut to ns, as all times (FABRIC 1)
        (Some(ps), None) => ps / 1000,
        (None, Some(_)) => FlowSpec::LATER,
        (None, None) => return Err(words.error("a start or a trigger".to_owned(), None)),
        (Some(_), Some(_)) => {
            return Err(words.error("a start or a trigger".to_owned(), Some("both".to_owned())));
        }
    };
    if trigger.is_some() && id.is_none() {
        return Err(words.error("an id, as a trigger starts it".to_owned(), None));
    }
    let sets_off = [(sent, Done::Sent), (received, Done::Received)];
    let sets_off = sets_off.into_iter().filter_map(|(id, done)| Some((id?, done))).collect();
    let spec = FlowSpec { src: src as u32, dst: dst as u32, port: PORT, bytes, start_ns };
    Ok(Flow { line, id, trigger, sets_off, spec })
}

/// What stands behind `trigger`.
fn defined(mut words: Words<'_>) -> Result<(u64, Defined), ReadError> {
    let (line, mut id, mut kind, mut count) = (words.line(), None, None, None);
    let kinds = "oneshot, multishot or barrier";
    while let Some(key) = words.optional() {
        let (again, what) = match key {
            "id" => (id.is_some(), "id"),
            "count" => (count.is_some(), "count"),
            "oneshot" | "multishot" | "barrier" => (kind.is_some(), "one of oneshot, multishot and barrier"),
            _ => {
                return Err(words.error(format!("id, {kinds}, or count"), Some(quoted(key))));
            }
        };
        if again {
            return Err(words.error(format!("{what} once"), Some("a second".to_owned())));
        }
        match key {
            "id" => id = Some(identity(&mut words)?),
            "count" => count = Some(identity(&mut words)?),
            "oneshot" => kind = Some(TriggerKind::Oneshot),
            "multishot" => kind = Some(TriggerKind::Multishot),
            _ => kind = Some(TriggerKind::Barrier(0)),
        }
    }
    let Some(id) = id else { return Err(words.error("an id".to_owned(), None)) };
    let kind = match (kind, count) {
        (None, _) => return Err(words.error(kinds.to_owned(), None)),
        (Some(TriggerKind::Barrier(_)), Some(count)) => TriggerKind::Barrier(count),
        (Some(TriggerKind::Barrier(_)), None) => return Err(words.error("a count of the barrier".to_owned(), None)),
        (Some(_), Some(count)) => {
            return Err(words.error("a count of a barrier alone".to_owned(), Some(format!("`count {count}`"))));
        }
        (Some(kind), None) => kind,
    };
    Ok((id, Defined { line, kind }))
}

/// An id or a count: htsim has 0 for none.
fn identity(words: &mut Words<'_>) -> Result<u64, ReadError> {
    words.value(&format!("a whole number from 1 to {MAX_ID}"), |word| {
        number::whole(word).filter(|id| (1..=MAX_ID).contains(id))
    })
}

/// Whole ps, what is below one is cut: `0`, `1500`, `0.000000`, `1e6`.
fn picoseconds(word: &str) -> Option<u64> {
    let exact = number::scaled(word, 1).map(|(ps, _)| ps);
    let real = || number::real(word).filter(|&ps| ps < TWO_63).map(|ps| ps as u128);
    exact.or_else(real).filter(|&ps| ps < 1 << 63).map(|ps| ps as u64)
}

/// A line, what was expected there, and what was found.
type Wrong = (usize, String, String);

/// The triggers with the flows that set them off and that they start, in the order of the file.
fn joined(flows: &[Flow], defined: &BTreeMap<u64, Defined>) -> Result<Vec<Trigger>, Wrong> {
    let places: BTreeMap<u64, usize> = defined.keys().zip(0..).map(|(&id, place)| (id, place)).collect();
    let kinds = defined.values().map(|defined| defined.kind);
    let mut triggers: Vec<Trigger> = kinds.map(|kind| Trigger { kind, by: Vec::new(), starts: Vec::new() }).collect();
    for (number, flow) in flows.iter().enumerate() {
        let place = |id: u64| {
            let expected = || format!("a trigger that has a line trigger id {id}");
            places.get(&id).copied().ok_or_else(|| (flow.line, expected(), format!("none for `{id}`")))
        };
        if let Some(id) = flow.trigger {
            triggers[place(id)?].starts.push(number);
        }
        for &(id, done) in &flow.sets_off {
            let trigger = &mut triggers[place(id)?];
            if trigger.kind == TriggerKind::Oneshot && !trigger.by.is_empty() {
                let first = flows[trigger.by[0].0].line;
                let expected = format!("one flow that sets off the oneshot trigger {id}, that of line {first}");
                return Err((flow.line, expected, "a second".to_owned()));
            }
            trigger.by.push((number, done));
        }
    }
    for ((id, Defined { line, kind }), trigger) in defined.iter().zip(&triggers) {
        if let TriggerKind::Barrier(count) = *kind
            && count != trigger.by.len() as u64
        {
            let by = trigger.by.len();
            let expected = format!("count {by} of barrier {id}, as flows set it off so many times");
            return Err((*line, expected, format!("`{count}`")));
        }
    }
    Ok(triggers)
}

/// Every flow can start: nothing waits for itself, or for more than comes.
fn can_start(flows: &[Flow], triggers: &[Trigger]) -> Result<(), Wrong> {
    let mut sets_off = vec![Vec::new(); flows.len()];
    let mut waits_for = vec![None; flows.len()];
    for (number, trigger) in triggers.iter().enumerate() {
        trigger.by.iter().for_each(|&(flow, _)| sets_off[flow].push(number));
        trigger.starts.iter().enumerate().for_each(|(place, &flow)| waits_for[flow] = Some((number, place)));
    }
    let mut times = vec![0u64; triggers.len()];
    let mut starts: Vec<bool> = waits_for.iter().map(Option::is_none).collect();
    let mut next: Vec<usize> = (0..flows.len()).filter(|&flow| starts[flow]).collect();
    while let Some(flow) = next.pop() {
        for &number in &sets_off[flow] {
            let trigger = &triggers[number];
            times[number] += 1;
            let started = match trigger.kind {
                TriggerKind::Multishot => {
                    trigger.starts.get(times[number] as usize - 1).map_or(&[][..], std::slice::from_ref)
                }
                _ if trigger.needs(0) == times[number] => &trigger.starts[..],
                _ => &[],
            };
            for &flow in started {
                if !std::mem::replace(&mut starts[flow], true) {
                    next.push(flow);
                }
            }
        }
    }
    let Some(mut flow) = starts.iter().position(|starts| !starts) else { return Ok(()) };
    // from one that cannot start to one that it waits for, until that one lacks something or comes again
    let mut seen = vec![false; flows.len()];
    loop {
        let (number, place) = waits_for[flow].expect("what has a time starts");
        let (id, trigger) = (flows[flow].trigger.unwrap_or_default(), &triggers[number]);
        let found = if (trigger.by.len() as u64) < trigger.needs(place) {
            match (trigger.kind, trigger.by.len()) {
                (_, 0) => format!("trigger {id}, which no flow sets off"),
                (_, by) => format!("trigger {id}, set off {by} times, with {place} flows that start before it"),
            }
        } else if seen[flow] {
            format!("trigger {id}, which waits for this flow itself")
        } else {
            seen[flow] = true;
            let before = trigger.by.iter().map(|&(by, _)| by).find(|&by| !starts[by]);
            flow = before.expect("not all that it waits for start");
            continue;
        };
        return Err((flows[flow].line, "a flow that can start".to_owned(), found));
    }
}
