//! A block's description bound to a design's rows: names become word numbers, once, before anything runs.

use crate::{Block, Design, Error, Golden, rng::splitmix64};

/// A [`Stream`](crate::Stream) with its place in the rows.
#[derive(Clone, Debug)]
pub(crate) struct BoundStream {
    pub name: String,
    /// Number of the output that says valid.
    pub valid_index: usize,
    /// Its word in the output row.
    pub valid: usize,
    /// The word of ready in the input row.
    pub ready: Option<usize>,
    /// Numbers of the payload outputs.
    pub payload: Vec<usize>,
}

impl BoundStream {
    #[inline]
    pub fn is_valid(&self, output: &[u64]) -> bool {
        output[self.valid] & 1 == 1
    }
    /// Whether a result is handed over in this cycle.
    #[inline]
    pub fn is_beat(&self, input: &[u64], output: &[u64]) -> bool {
        self.is_valid(output) && self.ready.is_none_or(|r| input[r] & 1 == 1)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct BoundReset {
    word: usize,
    active: u64,
    pub asynchronous: bool,
}

/// How many cycles of reset come first. They are not compared: before the first edge registers are random.
pub(crate) const BOOT_CYCLES: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub design: Design,
    pub in_words: usize,
    pub out_words: usize,
    /// The words of an input row that a port does not fill, and the bits it has there. Cleared one by one: as a vector
    /// operation it would wait for the driver's single words to leave the store buffer.
    pub masks: Vec<(usize, u64)>,
    /// The row of a cycle in which nothing is driven.
    pub rest: Vec<u64>,
    /// The rows that reset the design.
    pub boot: Vec<u64>,
    pub reset: Option<BoundReset>,
    pub streams: Vec<BoundStream>,
    /// Number and word of each output that says ready for requests, and the word of the input that offers them.
    pub readies: Vec<(usize, usize, usize)>,
    pub offers: Vec<Offer>,
    /// For each output, the stream whose payload it is.
    pub payload_of: Vec<Option<usize>>,
    /// For each word of an output row, the word that says whether it means something, where there is one.
    valid_of: Vec<Option<usize>>,
}

/// The word of an input that says valid, and the words and bits of its payload.
type Offer = (usize, Vec<(usize, u64)>);

/// The inputs that say that others mean something: `x_valid` of all `x_…`, `x_we` likewise, and `s_axis_tvalid` of all
/// `s_axis_t…`.
fn offers(inputs: &crate::Side, held: &[(usize, u64)]) -> Vec<Offer> {
    let valid = |name: &'_ str| ["valid", "we"].iter().find_map(|w| name.strip_suffix(w).map(str::to_owned));
    let of = |name: &str| valid(name).filter(|p| p.len() > 1);
    let all: Vec<(String, &crate::Column)> =
        inputs.columns().iter().filter(|c| c.width == 1).filter_map(|c| Some((of(&c.name)?, c))).collect();
    let masks = inputs.masks();
    let payload = |prefix: &str| {
        // of a `set_hpcc_we` and a `set_we`, the longer one has `set_hpcc_t`
        let mine = |c: &&crate::Column| {
            let longest = all.iter().map(|(p, _)| p.as_str()).filter(|p| c.name.starts_with(p)).max_by_key(|p| p.len());
            longest == Some(prefix) && !c.name.ends_with("ready") && of(&c.name).is_none()
        };
        let words = inputs.columns().iter().filter(mine).flat_map(|c| c.word..c.word + c.words);
        words.filter(|w| held.iter().all(|h| h.0 != *w)).map(|w| (w, masks[w])).collect::<Vec<_>>()
    };
    all.iter().map(|(prefix, c)| (c.word, payload(prefix))).filter(|(_, words)| !words.is_empty()).collect()
}

/// What the inputs carried when it last meant something.
pub(crate) struct Offered {
    last: Vec<u64>,
    /// Of each input that says valid, a number that tells what it was and how long ago.
    since: Vec<u64>,
}

impl Offered {
    pub fn none(plan: &Plan) -> Offered {
        Offered { last: vec![0; plan.in_words], since: vec![0; plan.offers.len()] }
    }
}

/// Payload that means nothing is anything: random, or 0, or what meant something last; nobody may look at it. It
/// follows from what was offered last and from how long ago that was, so that a list of events keeps it when others
/// before it are taken out.
#[inline]
fn scramble(offers: &[Offer], input: &mut [u64], offered: &mut Offered) {
    for ((valid, payload), since) in offers.iter().zip(&mut offered.since) {
        if input[*valid] != 0 {
            *since = 0;
            for (word, _) in payload {
                offered.last[*word] = input[*word];
                *since = splitmix64(*since ^ input[*word]);
            }
            continue;
        }
        *since = splitmix64(*since);
        for (word, mask) in payload {
            input[*word] = match *since % 4 {
                0 => 0,
                1 => offered.last[*word],
                _ => splitmix64(*since ^ *word as u64) & mask,
            };
        }
    }
}

impl Plan {
    /// Gives payload that means nothing any value.
    pub fn scramble(&self, input: &mut [u64], offered: &mut Offered) {
        scramble(&self.offers, input, offered);
    }

    pub fn new<B: Block>(block: &B, design: &Design) -> Result<Plan, Error> {
        let fail = |what: String| Error::Block { block: block.name().into(), what };
        let (inputs, outputs) = (design.inputs(), design.outputs());
        let find = |side: &crate::Side, kind: &str, name: &str, flag: bool| {
            let index = side.index(name).ok_or_else(|| fail(format!("{} has no {kind} {name}", design.top())))?;
            let column = &side.columns()[index];
            if flag && column.width != 1 {
                return Err(fail(format!("{name} has {} bits, expected 1", column.width)));
            }
            Ok((index, column.word))
        };
        let mut streams = vec![];
        let mut payload_of = vec![None; outputs.columns().len()];
        for s in block.streams() {
            let (valid_index, valid) = find(outputs, "output", &s.valid, true)?;
            let ready = s.ready.as_ref().map(|r| find(inputs, "input", r, true)).transpose()?.map(|r| r.1);
            let mut payload = vec![];
            for p in &s.payload {
                let (index, _) = find(outputs, "output", p, false)?;
                if payload_of[index].replace(streams.len()).is_some() {
                    return Err(fail(format!("{p} is the payload of two streams")));
                }
                payload.push(index);
            }
            streams.push(BoundStream { name: s.valid, valid_index, valid, ready, payload });
        }
        let mut readies = vec![];
        for a in block.accepts() {
            let (index, ready) = find(outputs, "output", &a.ready, true)?;
            readies.push((index, ready, find(inputs, "input", &a.valid, true)?.1));
        }
        let mut rest = vec![0; inputs.words()];
        design.held().iter().for_each(|(word, value)| rest[*word] = *value);
        // a design without reset boots as well: what its pipeline holds before cycle 0 is then the answer to rest
        let mut boot = if design.clock().is_some() { rest.repeat(BOOT_CYCLES) } else { vec![] };
        let mut reset = None;
        if let Some(r) = design.reset() {
            let (_, word) = find(inputs, "input", &r.port, true)?;
            let active = u64::from(!r.active_low);
            rest[word] = active;
            boot = rest.repeat(BOOT_CYCLES);
            rest[word] = 1 - active;
            reset = Some(BoundReset { word, active, asynchronous: r.asynchronous });
        }
        let words = |(i, c): (usize, &crate::Column)| {
            let valid = payload_of[i].map(|s: usize| streams[s].valid);
            std::iter::repeat_n(valid, c.words)
        };
        let valid_of = outputs.columns().iter().enumerate().flat_map(words).collect();
        Ok(Plan {
            in_words: inputs.words(),
            out_words: outputs.words(),
            offers: offers(inputs, design.held()),
            masks: inputs.masks().into_iter().enumerate().filter(|(_, m)| *m != u64::MAX).collect(),
            design: design.clone(),
            rest,
            boot,
            reset,
            streams,
            readies,
            payload_of,
            valid_of,
        })
    }

    #[inline]
    pub fn in_reset(&self, input: &[u64]) -> bool {
        self.reset.as_ref().is_some_and(|r| input[r.word] == r.active)
    }

    /// A cycle of the golden, with the reset that its row may have.
    pub fn clock(&self, golden: &mut dyn Golden, input: &[u64], output: &mut [u64]) {
        let reset = self.in_reset(input);
        if reset && self.reset.as_ref().is_some_and(|r| r.asynchronous) {
            golden.reset();
        }
        golden.step(input, output);
        if reset {
            golden.reset();
        }
    }

    /// Whether output number `i` means something in this cycle.
    pub fn counts<B: Block>(&self, block: &B, input: &[u64], model: &[u64], i: usize) -> bool {
        self.payload_of[i].is_none_or(|s| self.streams[s].is_valid(model)) && block.cares(input, model, i)
    }

    /// Whether an output differs in this cycle that counts as far as the streams know; `differing` has the last word.
    /// Payload without meaning differs in most cycles, so this is what the rate of a run depends on.
    #[inline]
    pub fn may_differ(&self, model: &[u64], dut: &[u64]) -> bool {
        let words = model.iter().zip(dut).zip(&self.valid_of);
        words.fold(false, |any, ((m, d), valid)| any | (m != d && valid.is_none_or(|v| model[v] & 1 == 1)))
    }

    /// The numbers of the outputs that differ in this cycle and count.
    pub fn differing<B: Block>(&self, block: &B, input: &[u64], model: &[u64], dut: &[u64]) -> Vec<usize> {
        let differs = |(i, column): (usize, &crate::Column)| {
            (column.slice(model) != column.slice(dut) && self.counts(block, input, model, i)).then_some(i)
        };
        self.design.outputs().columns().iter().enumerate().filter_map(differs).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::Port;

    /// Of a port's name follows whose payload it is; were none found, benches would be blind to what looks at it too
    /// early.
    #[test]
    fn payload_is_known_by_its_name_and_scrambled_while_it_is_not_valid() {
        let names = [
            "tx_valid",
            "tx_qpn",
            "set_we",
            "set_hpcc_we",
            "set_index",
            "set_hpcc_t",
            "s_axis_tvalid",
            "s_axis_tdata",
            "upd_ready",
            "cfg_unit",
        ];
        let width = |name: &str| {
            if name.ends_with("valid") || name.ends_with("_we") || name.ends_with("ready") { 1 } else { 24 }
        };
        let mut ports: Vec<Port> = names.iter().map(|name| Port::input(name, width(name))).collect();
        ports.push(Port::output("cc_valid", 1));
        let design = Design::new("t", None, None, vec![("t.v".into(), String::new())], &ports).expect("a design");
        let (inputs, mask) = (design.inputs(), (1 << 24) - 1);
        let offers = offers(inputs, &[]);
        assert_eq!(offers, [(0, vec![(1, mask)]), (2, vec![(4, mask)]), (3, vec![(5, mask)]), (6, vec![(7, mask)])]);

        let go = |row: &mut Vec<u64>, offered: &mut Offered| scramble(&offers, row, offered);
        let mut offered = Offered { last: vec![0; inputs.words()], since: vec![0; offers.len()] };
        let mut row = vec![0; inputs.words()];
        (row[0], row[1], row[9]) = (1, 7, 5);
        go(&mut row, &mut offered);
        assert_eq!((row[0], row[1], row[9]), (1, 7, 5), "what is valid stays, and what is nobody's payload");
        let seen: std::collections::BTreeSet<u64> = (0..64)
            .map(|_| {
                row[..2].fill(0);
                go(&mut row, &mut offered);
                row[1]
            })
            .collect();
        assert!(
            seen.contains(&0) && seen.contains(&7) && seen.len() > 16 && seen.iter().all(|v| *v <= mask),
            "{seen:?}"
        );
    }
}
