//! `sent` against its model: an event and a write a cycle, at every distance from one another, of the same QP and of
//! its neighbours.

use super::ecc::EccPorts;
use super::sweep::Sweep;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::ldcp::Psn;
use model::ecc::{Sends, SentReads, Watch};
use model::sent::{Asks, In, SentSlice, Tx};
use serde::{Deserialize, Serialize};

words!(Inputs { rst_n, init_we, init_addr, tx_valid, tx_qpn, tx_psn, in_valid, in_store, in_psn, in_qpn });
words!(Outputs { out_valid, out_snd_nxt, out_snd_max });

pub struct Sent {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    qps: u32,
}

impl Sent {
    pub fn new(design: &Design, qps: u32) -> Result<Sent, Error> {
        let name = "sent";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Sent { inputs, outputs, ecc: EccPorts::of(design), qps })
    }
}

/// One cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    /// An event of this QP; otherwise a bubble that looks like one.
    pub event: bool,
    pub qpn: u64,
    /// The event stores this PSN + 1; then nothing is written.
    pub store: Option<u64>,
    /// A write; otherwise a bubble that looks like one.
    pub tx: bool,
    pub tx_qpn: u64,
    pub tx_psn: u64,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

struct Reference {
    model: SentSlice,
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    reads: Option<(SentReads, Watch)>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In { rst_n: false, init: None, tx: None, event: None });
        self.reads = self.ecc.option(|| (SentReads::default(), Watch::new(1)));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let event = (row[i.in_valid] == 1).then(|| Asks {
            qpn: row[i.in_qpn] as u32,
            store: (row[i.in_store] == 1).then(|| Psn::wrap(row[i.in_psn])),
        });
        let init = (row[i.init_we] == 1).then_some(row[i.init_addr] as u32);
        let tx = (row[i.tx_valid] == 1).then(|| Tx { qpn: row[i.tx_qpn] as u32, psn: Psn::wrap(row[i.tx_psn]) });
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            let write = match (init, event, tx) {
                (Some(_), ..) => None,
                (None, Some(Asks { qpn, store: Some(_) }), _) => Some(Sends { qpn, reads: false }),
                (None, _, Some(tx)) => Some(Sends { qpn: tx.qpn, reads: true }),
                (None, Some(asks), None) => self.ecc.rewrite(row).then_some(Sends { qpn: asks.qpn, reads: true }),
                (None, None, None) => None,
            };
            for counts in reads.step(rst_n, event.map(|asks| asks.qpn), write) {
                if counts {
                    watch.read(2);
                }
            }
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        if let Some(sent) = self.model.step(&In { rst_n: row[i.rst_n] == 1, init, tx, event }) {
            output[o.out_valid] = 1;
            output[o.out_snd_nxt] = sent.snd_nxt.raw();
            output[o.out_snd_max] = sent.snd_max.raw();
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("QP 0", format!("{:?}", self.model.context(0)))]
    }
}

struct Pins {
    inputs: Inputs,
    sweep: Sweep,
    reset_left: u32,
}

impl Pins {
    /// A write where none counts: in reset, and while the memory is initialised, to a QP that is so already.
    fn ignored(&self, row: &mut [u64]) {
        row[self.inputs.tx_valid] = 1;
        row[self.inputs.tx_qpn] = row[self.inputs.init_addr] / 2;
        row[self.inputs.tx_psn] = 0xab_cdef;
    }
}

impl Driver<Cycle> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Cycle>, row: &mut [u64]) {
        let i = self.inputs;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        if self.sweep.drive(row, i.init_we, i.init_addr) {
            return self.ignored(row);
        }
        let Some(cycle) = feed.take() else { return };
        if cycle.reset > 0 {
            self.reset_left = cycle.reset - 1;
            self.sweep.restart();
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        (row[i.in_valid], row[i.in_qpn]) = (cycle.event.into(), cycle.qpn);
        (row[i.in_store], row[i.in_psn]) = (cycle.store.is_some().into(), cycle.store.unwrap_or(cycle.tx_psn));
        (row[i.tx_valid], row[i.tx_qpn], row[i.tx_psn]) = (cycle.tx.into(), cycle.tx_qpn, cycle.tx_psn);
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.reset_left == 0 && self.sweep.is_done()
    }
}

impl Block for Sent {
    type Action = Cycle;

    fn name(&self) -> &str {
        "sent"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Cycle>) {
        let qps = u64::from(self.qps);
        let few = rng.range(1, 4);
        // neighbours in one bit, so that a comparison that lacks a bit shows
        let first = rng.bits(16) as u64 % qps;
        let bits = u64::from(qps.ilog2());
        let hot: Vec<u64> = (0..few).map(|k| if k == 0 { first } else { first ^ 1 << rng.below(bits) }).collect();
        let spread = rng.chance(1, 3);
        let (events, writes) = (rng.range(1, 4), rng.range(1, 4)); // of four cycles
        let qpn = |rng: &mut Rng| if spread { rng.bits(16) as u64 % qps } else { *rng.pick(&hot).unwrap_or(&first) };
        // mostly a little on, or back: what is compared is about the same for all of them
        let mut psn = rng.edge(24) as u64;
        for _ in 0..n {
            psn = match rng.below(16) {
                0 => rng.edge(24) as u64,
                1 => psn.wrapping_add((1 << 23) - 2 + rng.below(4)),
                2..5 => psn.wrapping_sub(rng.below(20)),
                _ => psn.wrapping_add(rng.below(8)),
            } & Psn::MAX_RAW;
            out.push(Cycle {
                event: rng.chance(events, 4),
                qpn: qpn(rng),
                store: rng.chance(1, 12).then(|| if rng.chance(1, 2) { psn } else { rng.edge(24) as u64 }),
                tx: rng.chance(writes, 4),
                tx_qpn: qpn(rng),
                tx_psn: psn,
                reset: if rng.chance(1, 100_000) { rng.range(1, 5) as u32 } else { 0 },
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, ecc) = (self.inputs, self.outputs, self.ecc);
        Box::new(Reference { model: SentSlice::new(self.qps), inputs, outputs, ecc, reads: None })
    }

    fn driver(&self) -> Box<dyn Driver<Cycle>> {
        let pins = Pins { inputs: self.inputs, sweep: Sweep::new(self.qps.into()), reset_left: 0 };
        self.ecc.drive(Box::new(pins), true)
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", None, &["out_snd_nxt", "out_snd_max"])]
    }

    fn simpler(&self, a: &Cycle) -> Vec<Cycle> {
        let mut tries = vec![
            Cycle { reset: 0, ..*a },
            Cycle { event: false, ..*a },
            Cycle { store: None, ..*a },
            Cycle { tx: false, ..*a },
            Cycle { qpn: 0, ..*a },
            Cycle { tx_qpn: 0, ..*a },
            Cycle { tx_psn: a.tx_psn.min(1), ..*a },
        ];
        tries.retain(|t| t != a);
        tries
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2000
    }
}
