//! `issue` against its model: hot QPs, hazards at every distance, credits that run out.

use super::event::{self, EventAction, HOST_READ, HOST_WRITE, Mix};
use super::words::words;
use crate::{Accept, Block, Design, Driver, Error, Feed, Golden, Rng, Stream};
use layout::config::{Config, Engine};
use layout::ldcp::N;
use layout::record::{Alg, Kind, Set};
use layout::timing::Latency;
use model::choice::Choice;
use model::event::Event;
use model::issue::{In, Issue as Model, Offer};

words!(Inputs { rst_n, in_valid, in_kind, in_ece, in_n, in_qpn, in_alg, in_set, in_lone, credit_return });
words!(Outputs {
    in_ready,
    out_valid,
    out_kind,
    out_ece,
    out_n,
    out_qpn,
    out_alg,
    out_set,
    out_slot,
    enter_we,
    enter_slot,
    in_slot,
});

pub struct Issue {
    inputs: Inputs,
    outputs: Outputs,
    engine: Engine,
    credits: u32,
}

impl Issue {
    pub fn new(design: &Design, config: &Config) -> Result<Issue, Error> {
        let name = "issue";
        Ok(Issue {
            inputs: Inputs::of(name, design.inputs())?,
            outputs: Outputs::of(name, design.outputs())?,
            engine: config.engine.clone(),
            credits: Latency::of(config).queues.updates,
        })
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.reset();
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let event = (row[i.in_valid] == 1).then(|| Offer {
            event: Event {
                kind: Kind::from_bits(row[i.in_kind] as u8).unwrap_or(Kind::Loss),
                ece: row[i.in_ece] == 1,
                n: N::wrap(row[i.in_n]),
                qpn: row[i.in_qpn] as u32,
            },
            choice: Choice { alg: Alg::wrap(row[i.in_alg]), set: Set::wrap(row[i.in_set]) },
            lone: row[i.in_lone] == 1,
        });
        let out = self.model.step(&In { rst_n: row[i.rst_n] == 1, event, credit_return: row[i.credit_return] == 1 });
        output[o.in_ready] = out.in_ready.into();
        output[o.enter_we] = out.enters.into();
        output[o.enter_slot] = out.enter_slot.into();
        output[o.in_slot] = out.in_slot.into();
        if let Some(issued) = out.issued {
            let e = issued.event;
            output[o.out_valid] = 1;
            output[o.out_alg] = issued.choice.alg.raw();
            output[o.out_set] = issued.choice.set.raw();
            output[o.out_slot] = issued.slot.into();
            output[o.out_kind] = e.kind as u64;
            output[o.out_ece] = e.ece.into();
            output[o.out_n] = e.n.raw();
            output[o.out_qpn] = e.qpn.into();
        }
    }
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    pending: Option<EventAction>,
    wait: u32,
    stall: u32,
    /// Updates that have issued and whose credit is still out.
    owed: u32,
    reset_left: u32,
}

impl Driver<EventAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, EventAction>, row: &mut [u64]) {
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.inputs.rst_n] = 0;
            return;
        }
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
            self.stall = self.stall.max(self.pending.map_or(0, |a| a.stall));
        }
        if let Some(e) = self.pending.filter(|e| e.reset > 0) {
            self.pending = None;
            self.reset_left = e.reset - 1;
            self.owed = 0;
            row[self.inputs.rst_n] = 0;
            return;
        }
        row[self.inputs.credit_return] = u64::from(self.stall == 0 && self.owed > 0);
        self.stall = self.stall.saturating_sub(1);
        if let Some(e) = &self.pending {
            // until it is valid, a bubble that looks like it
            row[self.inputs.in_valid] = u64::from(self.wait == 0);
            row[self.inputs.in_kind] = e.kind;
            row[self.inputs.in_ece] = e.ece;
            row[self.inputs.in_n] = e.n;
            row[self.inputs.in_qpn] = e.qpn;
            row[self.inputs.in_alg] = e.alg;
            row[self.inputs.in_set] = e.set;
            row[self.inputs.in_lone] = e.lone;
        }
        self.wait = self.wait.saturating_sub(1);
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        if row[self.inputs.rst_n] == 0 {
            return;
        }
        let is_host = matches!(output[self.outputs.out_kind], HOST_WRITE | HOST_READ);
        self.owed += u32::from(output[self.outputs.out_valid] == 1 && !is_host);
        self.owed -= row[self.inputs.credit_return] as u32;
        if row[self.inputs.in_valid] == 1 && output[self.outputs.in_ready] == 1 {
            self.pending = None;
        }
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.owed == 0 && self.reset_left == 0
    }
}

impl Block for Issue {
    type Action = EventAction;

    fn name(&self) -> &str {
        "issue"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        let first = out.len();
        Mix {
            qps: self.engine.qps.into(),
            host_in: 40,
            reset_in: 5000,
            packets: false,
            params: Default::default(),
            hops: 0,
        }
        .generate(rng, n, out);
        for e in &mut out[first..] {
            (e.alg, e.set) = (rng.below(4), rng.below(16));
            e.lone = u64::from(rng.chance(1, 4));
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let model = Model::new(self.engine.wait_slots, self.engine.merge, self.credits);
        Box::new(Reference { model, inputs: self.inputs, outputs: self.outputs })
    }

    fn driver(&self) -> Box<dyn Driver<EventAction>> {
        let (inputs, outputs) = (self.inputs, self.outputs);
        Box::new(Pins { inputs, outputs, pending: None, wait: 0, stall: 0, owed: 0, reset_left: 0 })
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", None, &["out_kind", "out_ece", "out_n", "out_qpn"])]
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("in_valid", "in_ready")]
    }

    fn simpler(&self, action: &EventAction) -> Vec<EventAction> {
        event::simpler(action)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        event::show(port, words)
    }
}
