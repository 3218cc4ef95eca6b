//! Names what is wrong once something is: from the cycles after the first difference, in which the DUT was still given
//! what the golden's stimulus gives.
//!
//! A stream of results is taken as the list of its beats (cycles in which a result is handed over). Up to the
//! difference the two lists are equal; from there on the kind of fault shows in how they line up. What cannot be lined
//! up is a MISMATCH. Blind spots: results that all look alike cannot tell LATE from MISSING unless the cycles do; the
//! window ends after `Block::watchdog` cycles, with a reset, or with the stimulus; what comes later counts as missing.

use crate::{Verdict, plan::Plan, stimulus::Chunk};

/// Rows of inputs, model and DUT from the first difference on.
pub(crate) struct Window<'a> {
    plan: &'a Plan,
    input: Vec<u64>,
    model: Vec<u64>,
    dut: Vec<u64>,
    full: bool,
}

impl<'a> Window<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        Window { plan, input: vec![], model: vec![], dut: vec![], full: false }
    }

    /// Appends a chunk from `row` on, up to a reset: after that, all starts anew.
    pub fn push(&mut self, chunk: &Chunk, out: &[u64], row: usize) {
        let (iw, ow) = (self.plan.in_words, self.plan.out_words);
        let rows = chunk.input[row * iw..].chunks_exact(iw);
        let reset = rows.skip(1).position(|input| self.plan.in_reset(input)).map(|n| row + 1 + n);
        let end = reset.unwrap_or(chunk.cycles);
        self.full = reset.is_some();
        self.input.extend_from_slice(&chunk.input[row * iw..end * iw]);
        self.model.extend_from_slice(&chunk.model[row * ow..end * ow]);
        self.dut.extend_from_slice(&out[row * ow..end * ow]);
    }

    /// Nothing more should be appended.
    pub fn is_full(&self, cycles: u64) -> bool {
        self.full || self.cycles() as u64 >= cycles
    }

    fn cycles(&self) -> usize {
        self.input.len() / self.plan.in_words
    }

    /// (inputs, outputs) of each cycle, of the model or the DUT.
    fn rows<'b>(&'b self, of: &'b [u64]) -> impl Iterator<Item = (&'b [u64], &'b [u64])> {
        self.input.chunks_exact(self.plan.in_words).zip(of.chunks_exact(self.plan.out_words))
    }

    fn beats(&self, stream: usize, of: &[u64]) -> Vec<Beat> {
        let stream = &self.plan.streams[stream];
        let columns = self.plan.design.outputs().columns();
        let beats = self.rows(of).enumerate().filter(|(_, (input, output))| stream.is_beat(input, output));
        beats
            .map(|(cycle, (_, output))| Beat {
                cycle,
                payload: stream.payload.iter().flat_map(|p| columns[*p].slice(output)).copied().collect(),
            })
            .collect()
    }
}

#[derive(PartialEq)]
struct Beat {
    cycle: usize,
    payload: Vec<u64>,
}

/// How many beats must line up before they are taken to do so.
const ALIGNED: usize = 4;

/// Whether the lists have the same payloads, as far as we look. Empty lists line up with nothing.
fn same_order(a: &[Beat], b: &[Beat]) -> bool {
    let n = a.len().min(b.len());
    n > 0 && a.iter().zip(b).take(ALIGNED).all(|(a, b)| a.payload == b.payload)
}

/// Whether the first results are the same.
fn same_first(a: &[Beat], b: &[Beat]) -> bool {
    a.first().zip(b.first()).is_some_and(|(a, b)| a.payload == b.payload)
}

/// Whether the lists have the same payloads in the same cycles, as far as we look.
fn same_cycles(a: &[Beat], b: &[Beat]) -> bool {
    !a.is_empty() && !b.is_empty() && a.iter().zip(b).take(ALIGNED).all(|(a, b)| a == b)
}

/// The verdict, and a line on it. `outputs` are those that differ in the window's first cycle.
pub(crate) fn classify(plan: &Plan, outputs: &[usize], window: &Window) -> (Verdict, String) {
    let names: Vec<&str> = outputs.iter().map(|o| plan.design.outputs().columns()[*o].name.as_str()).collect();
    if let Some(what) = hang(plan, window) {
        return (Verdict::Hang, what);
    }
    let of = |s: &&crate::plan::BoundStream| outputs.contains(&s.valid_index);
    let stream = plan.streams.iter().position(|s| of(&s)).or_else(|| outputs.iter().find_map(|o| plan.payload_of[*o]));
    let Some(number) = stream else {
        return (Verdict::Mismatch, format!("{} differs", names.join(", ")));
    };
    let name = &plan.streams[number].name;
    let (model, dut) = (window.beats(number, &window.model), window.beats(number, &window.dut));
    let first = |of| window.rows(of).next().is_some_and(|(_, out)| plan.streams[number].is_valid(out));
    let rest = |beats: &[Beat]| beats.len().min(1);
    match (first(&window.model), first(&window.dut)) {
        (true, false) => {
            let came = window.rows(&window.dut).position(|(_, out)| plan.streams[number].is_valid(out));
            match came {
                None => (Verdict::Missing, format!("{name}: the result never comes")),
                Some(_) if same_cycles(&model[rest(&model)..], &dut) => {
                    (Verdict::Missing, format!("{name}: the result is left out, the next one is on time"))
                }
                Some(n) if same_first(&model, &dut) => {
                    (Verdict::Late, format!("{name}: the result is {n} cycles late"))
                }
                Some(_) if same_order(&model[rest(&model)..], &dut) => {
                    (Verdict::Missing, format!("{name}: the result is left out, the next one comes"))
                }
                Some(n) => (Verdict::Mismatch, format!("{name}: no result, and after {n} cycles a different one")),
            }
        }
        (false, true) => {
            let due = window.rows(&window.model).position(|(_, out)| plan.streams[number].is_valid(out));
            match due {
                Some(n) if !same_cycles(&model, &dut[rest(&dut)..]) && same_first(&model, &dut) => {
                    (Verdict::Extra, format!("{name}: the result is {n} cycles early"))
                }
                _ => (Verdict::Extra, format!("{name}: a result that the model does not give")),
            }
        }
        (true, true) if !same_order(&model[rest(&model)..], &dut[rest(&dut)..]) => {
            if same_order(&model[rest(&model)..], &dut) {
                (Verdict::Missing, format!("{name}: the result is left out, the next one comes in its place"))
            } else if same_order(&model, &dut[rest(&dut)..]) {
                (Verdict::Extra, format!("{name}: a result comes before the one that is due"))
            } else {
                (Verdict::Mismatch, format!("{} differs", names.join(", ")))
            }
        }
        _ => (Verdict::Mismatch, format!("{} differs", names.join(", "))),
    }
}

/// Results after which silence is no longer one that was left out.
const SILENT: usize = 4;

/// A DUT hangs when over the later half of the window or more it gives no result although the model gives several, or
/// when it refuses all requests from the start although the model is mostly open to them.
fn hang(plan: &Plan, window: &Window) -> Option<String> {
    let cycles = window.cycles();
    let beats = |of| (0..plan.streams.len()).flat_map(move |s| window.beats(s, of)).map(|b| b.cycle);
    let last = beats(&window.dut).max().map_or(0, |c| c + 1);
    let silent = cycles - last;
    if silent < cycles / 2 {
        return None;
    }
    for (index, word, _) in &plan.readies {
        let open = |of| window.rows(of).filter(|(_, out)| out[*word] & 1 == 1).count();
        if open(&window.dut) == 0 && 2 * open(&window.model) > cycles && cycles > SILENT {
            let name = &plan.design.outputs().columns()[*index].name;
            return Some(format!("{name} stays low for {cycles} cycles, and no result comes for the last {silent}"));
        }
    }
    let due = beats(&window.model).filter(|c| *c >= last).count();
    (due >= SILENT).then(|| format!("no result comes for {silent} cycles, in which the model gives {due}"))
}
