//! `sent` against its model: an event and a write a cycle, at every distance from one another, of the same QP and of its neighbours.

use super::ecc::EccPorts;
use super::sweep::Sweep;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::hpcc::Seq;
use model::ecc::{SentReads, Watch};
use model::sent::{In, SentSlice, Tx};
use serde::{Deserialize, Serialize};

words!(Inputs { rst_n, init_we, init_addr, tx_valid, tx_qpn, tx_psn, in_valid, in_qpn });
words!(Outputs { out_valid, out_snd_nxt });

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
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            let event = (row[i.in_valid] == 1).then_some((row[i.in_qpn] as u32, self.ecc.rewrite(row)));
            let init = (row[i.init_we] == 1).then_some(row[i.init_addr] as u32);
            let tx = (row[i.tx_valid] == 1).then_some(row[i.tx_qpn] as u32);
            if reads.step(rst_n, event, init.or(tx)) {
                watch.read(1);
            }
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        let result = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            tx: (row[i.tx_valid] == 1).then(|| Tx { qpn: row[i.tx_qpn] as u32, psn: Seq::wrap(row[i.tx_psn]) }),
            event: (row[i.in_valid] == 1).then_some(row[i.in_qpn] as u32),
        });
        if let Some(snd_nxt) = result {
            output[o.out_valid] = 1;
            output[o.out_snd_nxt] = snd_nxt.raw();
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("snd_nxt of QP 0", format!("{:?}", self.model.snd_nxt(0)))]
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
        for _ in 0..n {
            out.push(Cycle {
                event: rng.chance(events, 4),
                qpn: qpn(rng),
                tx: rng.chance(writes, 4),
                tx_qpn: qpn(rng),
                tx_psn: rng.edge(24) as u64,
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
        vec![Stream::new("out_valid", None, &["out_snd_nxt"])]
    }

    fn simpler(&self, a: &Cycle) -> Vec<Cycle> {
        let mut tries = vec![
            Cycle { reset: 0, ..*a },
            Cycle { event: false, ..*a },
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
