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
use model::issue::{In, Issue as Model, Offer, Operation};

words!(Inputs {
    rst_n,
    in_valid,
    in_kind,
    in_ece,
    in_n,
    in_qpn,
    in_alg,
    in_set,
    in_loss,
    credit_return,
    next_is_host,
    host_valid,
    host_kind,
    watch_qpn,
    watch_all,
    hold,
    fence,
});
words!(Outputs {
    in_ready,
    watch_waits,
    occupied,
    out_valid,
    out_kind,
    out_n0,
    out_n1,
    out_loss,
    out_qpn,
    out_alg,
    out_set,
    out_slot,
    enter_we,
    enter_slot,
    in_slot,
    in_moves,
    saturates,
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
            loss: row[i.in_loss] == 1,
        });
        let qpn = row[i.watch_qpn] as u32;
        let kind = Kind::from_bits(row[i.host_kind] as u8).unwrap_or(Kind::HostRead);
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            event,
            host: (row[i.host_valid] == 1).then_some(Operation { kind, qpn }),
            watch_qpn: qpn,
            watch_all: row[i.watch_all] == 1,
            hold: row[i.hold] == 1,
            fence: row[i.fence] == 1,
            credit_return: row[i.credit_return] == 1,
        });
        output[o.watch_waits] = out.waits.into();
        output[o.occupied] = out.occupied.into();
        output[o.in_ready] = out.in_ready.into();
        output[o.enter_we] = out.enters.into();
        output[o.enter_slot] = out.enter_slot.into();
        output[o.in_slot] = out.in_slot.into();
        output[o.in_moves] = out.moves.into();
        output[o.saturates] = out.saturates.into();
        if let Some(issued) = out.issued {
            let e = issued.event;
            output[o.out_valid] = 1;
            output[o.out_alg] = issued.choice.alg.raw();
            output[o.out_set] = issued.choice.set.raw();
            output[o.out_slot] = issued.slot.into();
            output[o.out_kind] = e.kind as u64;
            (output[o.out_n0], output[o.out_n1], output[o.out_loss]) = (e.n0.raw(), e.n1.raw(), e.loss.into());
            output[o.out_qpn] = e.qpn.into();
        }
    }
}

fn is_host(e: &EventAction) -> bool {
    matches!(e.kind, HOST_WRITE | HOST_READ)
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    pending: Option<EventAction>,
    wait: u32,
    stall: u32,
    /// Updates that have issued and whose credit is still out.
    owed: u32,
    /// The host's operation, and the cycles since an event that it waits for was in a slot.
    host: Option<(EventAction, u32)>,
    /// It was told in the last cycle, and goes in this one.
    goes: bool,
    /// It was set in this cycle, or in the last one: for so many `watch_waits` is not yet of it.
    new_host: u32,
    /// It issued in the last cycle.
    behind: Option<EventAction>,
    reset_left: u32,
    /// Cycles for which events are held back, and for which those of the QP of the last operation wait.
    hold: u32,
    fence: u32,
    fenced: u64,
}

/// Cycles behind the last event in a slot after which the host's operation is told.
const QUIET: u32 = 5;

impl Pins {
    /// The host's operation goes in the next cycle.
    fn goes_next(&self) -> bool {
        !self.goes && self.host.is_some_and(|(_, quiet)| quiet >= QUIET)
    }

    /// An event has to wait behind the host's operation, as beside the event queue.
    fn behind(&self, e: &EventAction) -> bool {
        let host = self.host.map(|(host, _)| host).or(self.behind);
        host.is_some_and(|host| host.lone == 1 || host.qpn == e.qpn)
    }
}

impl Driver<EventAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, EventAction>, row: &mut [u64]) {
        row[self.inputs.next_is_host] = 0;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.inputs.rst_n] = 0;
            return;
        }
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
            // now and then, by the event's own numbers
            let draws = self.pending.map_or(0, |a| a.psn % 64);
            self.hold = self.hold.max(if draws == 1 { 12 } else { 0 });
            self.fence = self.fence.max(if draws < 8 { 6 * draws as u32 } else { 0 });
            self.stall = self.stall.max(self.pending.map_or(0, |a| a.stall));
        }
        let behind = self.behind;
        let offered = self.pending.filter(|e| e.reset == 0 && is_host(e));
        if let Some(e) = offered.filter(|_| self.host.is_none() && behind.is_none()) {
            (self.host, self.new_host, self.pending) = (Some((e, 0)), 2, None);
        }
        // behind an operation its QP is fenced for a while, and so is another one's that is watched then
        row[self.inputs.watch_qpn] = self.fenced;
        if let Some(host) = self.host.map(|(host, _)| host).or(behind) {
            let i = &self.inputs;
            self.fenced = host.qpn;
            (row[i.watch_qpn], row[i.host_kind], row[i.watch_all]) = (host.qpn, host.kind, host.lone);
            (row[i.next_is_host], row[i.host_valid]) = (u64::from(self.goes_next()), u64::from(self.goes));
        }
        if let Some(e) = self.pending.filter(|e| e.reset > 0) {
            self.pending = None;
            (self.host, self.goes, self.behind) = (None, false, None);
            (row[self.inputs.next_is_host], row[self.inputs.host_valid]) = (0, 0);
            self.reset_left = e.reset - 1;
            self.owed = 0;
            row[self.inputs.rst_n] = 0;
            return;
        }
        row[self.inputs.hold] = u64::from(self.hold > 0);
        row[self.inputs.fence] = u64::from(self.fence > 0);
        (self.hold, self.fence) = (self.hold.saturating_sub(1), self.fence.saturating_sub(1));
        row[self.inputs.credit_return] = u64::from(self.stall == 0 && self.owed > 0);
        self.stall = self.stall.saturating_sub(1);
        if let Some(e) = &self.pending {
            // until it is valid, a bubble that looks like it
            row[self.inputs.in_valid] = u64::from(self.wait == 0 && !is_host(e) && !self.behind(e));
            row[self.inputs.in_kind] = e.kind;
            row[self.inputs.in_ece] = e.ece;
            row[self.inputs.in_n] = e.n;
            row[self.inputs.in_qpn] = e.qpn;
            row[self.inputs.in_alg] = e.alg;
            row[self.inputs.in_set] = e.set;
            row[self.inputs.in_loss] = e.lone;
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
        self.behind = None;
        self.goes = row[self.inputs.next_is_host] == 1;
        if row[self.inputs.host_valid] == 1 {
            self.fence = self.fence.max(20);
            self.behind = self.host.take().map(|(host, _)| host);
        }
        if let Some((_, quiet)) = &mut self.host {
            *quiet = if self.new_host > 0 || output[self.outputs.watch_waits] == 1 { 0 } else { *quiet + 1 };
        }
        self.new_host = self.new_host.saturating_sub(1);
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.host.is_none() && self.owed == 0 && self.reset_left == 0
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
            sockets: Default::default(),
            lsn: None,
        }
        .generate(rng, n, out);
        for e in &mut out[first..] {
            (e.alg, e.set) = (rng.below(16), rng.below(16));
            e.lone = u64::from(rng.chance(1, 4));
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let model = Model::new(self.engine.wait_slots, self.credits);
        Box::new(Reference { model, inputs: self.inputs, outputs: self.outputs })
    }

    fn driver(&self) -> Box<dyn Driver<EventAction>> {
        let (inputs, outputs) = (self.inputs, self.outputs);
        Box::new(Pins {
            inputs,
            outputs,
            pending: None,
            wait: 0,
            stall: 0,
            owed: 0,
            host: None,
            goes: false,
            new_host: 0,
            behind: None,
            reset_left: 0,
            hold: 0,
            fence: 0,
            fenced: 0,
        })
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", None, &["out_kind", "out_n0", "out_n1", "out_loss", "out_qpn"])]
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
