//! `window` against its model: events of one QP as close as the hazard distance allows, others every cycle.

use super::ecc::EccPorts;
use super::params::OF_NEW_QPS;
use super::sweep::Sweep;
use super::window_events::{self, HOST_READ, HOST_WRITE, HostContext, WindowAction, arrival, draw_sets, params};
use super::words::{Group, words};
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::hpcc::{PARAMS, RATE_GAIN_E, RATE_GAIN_M, flag};
use layout::record::Kind;
use layout::timing::{HAZARD, WINDOW_LATENCY};
use model::ecc::{Watch, WindowReads, Windowed};
use model::event::is_host;
use model::hpcc::unit::window::{In, Issued, Measured, Window as Model};
use std::collections::VecDeque;

words!(Inputs {
    rst_n,
    set_we,
    set_index,
    init_we,
    init_addr,
    host_u,
    host_w,
    host_wc,
    host_inc_stage,
    host_last_update,
    in_valid,
    in_kind,
    in_qpn,
    in_set,
    in_flags,
    in_ignored,
    in_theta,
    in_addend,
    in_receiver,
    in_seq,
    in_mark,
});
words!(Outputs {
    out_valid,
    out_kind,
    out_qpn,
    out_w,
    out_r,
    out_flags,
    out_feedback,
    out_u,
    out_wc,
    out_inc_stage,
    out_last_update,
});

pub struct Window {
    inputs: Inputs,
    set: Group<9>,
    gain: Group<2>,
    outputs: Outputs,
    ecc: EccPorts,
    qps: u32,
    /// The parameter sets that the run starts with, raw.
    sets: Vec<[u64; 9]>,
}

impl Window {
    pub fn new(design: &Design, qps: u32, seed: u64) -> Result<Window, Error> {
        let name = "window";
        Ok(Window {
            inputs: Inputs::of(name, design.inputs())?,
            set: Group::of(name, design.inputs(), "set", PARAMS, &OF_NEW_QPS)?,
            gain: Group::of(name, design.inputs(), "set", [RATE_GAIN_M, RATE_GAIN_E], &[])?,
            outputs: Outputs::of(name, design.outputs())?,
            ecc: EccPorts::of(design),
            qps,
            sets: draw_sets(seed),
        })
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    set: Group<9>,
    gain: Group<2>,
    sets: Vec<[u64; 9]>,
    ecc: EccPorts,
    watch: Option<(Watch, WindowReads)>,
}

impl Reference {
    /// The set on the ports: the parameters that are not among them rest at their reset values.
    fn set(&mut self, row: &[u64]) -> Option<(usize, model::hpcc::Params)> {
        let i = &self.inputs;
        (row[i.set_we] == 1).then(|| {
            let raw = self.set.get(row);
            let params = super::legal(model::hpcc::Params::from_raw(raw, &model::hpcc::Header::default()));
            let gain = [params.derived()[3], params.derived()[4]];
            assert_eq!(gain, self.gain.get(row), "the driver writes what follows from T");
            let index = row[i.set_index] as usize;
            self.sets[index] = raw;
            (index, params)
        })
    }
}

impl Golden for Reference {
    fn reset(&mut self) {
        let host = HostContext::default().context();
        self.model.step(&In { rst_n: false, set: None, init: None, host, event: None });
        self.watch = self.ecc.option(|| (Watch::new(1), WindowReads::default()));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let set = self.set(row);
        let (i, o) = (&self.inputs, &self.outputs);
        let event = (row[i.in_valid] == 1).then(|| Issued {
            // a reserved kind is an update
            kind: Kind::from_bits(row[i.in_kind] as u8).unwrap_or(Kind::Ack),
            qpn: row[i.in_qpn] as u32,
            set: row[i.in_set] as usize,
            measured: Measured {
                flags: (row[i.in_flags] as u16) << flag::FOUND | (row[i.in_ignored] * u64::from(flag::IGNORED)) as u16,
                theta: row[i.in_theta],
                addend: row[i.in_addend],
                arrival: arrival(row[i.in_receiver], row[i.in_seq], row[i.in_mark]),
            },
        });
        let host = HostContext {
            u: row[i.host_u],
            w: row[i.host_w],
            wc: row[i.host_wc],
            inc_stage: row[i.host_inc_stage],
            last_update: row[i.host_last_update],
        };
        let init = (row[i.init_we] == 1).then_some(row[i.init_addr] as u32);
        let host = host.context();
        let rst_n = row[i.rst_n] == 1;
        let result = self.model.step(&In { rst_n, set, init, host, event });
        if let Some((watch, reads)) = &mut self.watch {
            let entered = self.model.entered();
            let event = entered.map(|r| Windowed { qpn: r.qpn, stores: is_host(r.kind) || r.flags & flag::FULL != 0 });
            reads.step(rst_n, event, 0, watch);
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        if let Some(r) = result {
            output[o.out_valid] = 1;
            output[o.out_kind] = r.kind as u64;
            output[o.out_qpn] = r.qpn.into();
            output[o.out_w] = r.context.w.raw();
            output[o.out_r] = r.r.raw();
            output[o.out_flags] = r.flags.into();
            output[o.out_feedback] = r.feedback.into();
            output[o.out_u] = r.context.u.raw();
            output[o.out_wc] = r.context.wc.raw();
            output[o.out_inc_stage] = r.context.inc_stage.raw();
            output[o.out_last_update] = r.context.last_update.raw();
        }
    }

    fn context(&self) -> Vec<Note> {
        let name = |k: usize| format!("set {k}");
        self.sets.iter().enumerate().map(|(k, raw)| Note::new(name(k), format!("{raw:x?}"))).collect()
    }
}

/// Writes contexts and sets after reset, keeps the host's values still while an operation is under way, events of one
/// QP as far apart as `issue` does, and changes a set only while the pipeline is empty.
struct Pins {
    inputs: Inputs,
    set: Group<9>,
    gain: Group<2>,
    sets: Vec<[u64; 9]>,
    sets_left: usize,
    sweep: Sweep,
    pending: Option<WindowAction>,
    wait: u32,
    host: HostContext,
    /// Cycles until the host's values may change.
    host_busy: u32,
    /// Cycles until no event is under way.
    busy: u32,
    /// QPs of the last cycles, the youngest first.
    recent: VecDeque<Option<u64>>,
    reset_left: u32,
}

impl Pins {
    fn write_set(&self, row: &mut [u64], index: u64, raw: [u64; 9]) {
        let i = &self.inputs;
        let [_, _, _, m, e, ..] = params(raw).derived();
        (row[i.set_we], row[i.set_index]) = (1, index);
        self.set.put(row, raw);
        self.gain.put(row, [m, e]);
    }

    /// What goes in this cycle, if something may.
    fn next(&mut self, feed: &mut Feed<'_, WindowAction>) -> Option<WindowAction> {
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
        }
        let action = self.pending?;
        if self.wait > 0 {
            self.wait -= 1;
            return None;
        }
        let is_host = matches!(action.kind, HOST_WRITE | HOST_READ);
        let held = match action.new_set {
            Some(_) => self.busy > 0,
            None => self.recent.contains(&Some(action.qpn)) || (is_host && self.host_busy > 0),
        };
        if held { None } else { self.pending.take() }
    }

    /// Sets the event's fields, which mean nothing while it is not valid.
    fn offer(&self, row: &mut [u64], a: &WindowAction, valid: bool) {
        let i = &self.inputs;
        row[i.in_valid] = u64::from(valid);
        row[i.in_kind] = a.kind;
        row[i.in_qpn] = a.qpn;
        row[i.in_set] = a.set;
        row[i.in_flags] = a.flags >> flag::FOUND & 63;
        row[i.in_ignored] = u64::from(a.flags & u64::from(flag::IGNORED) != 0);
        row[i.in_theta] = a.theta;
        row[i.in_addend] = a.addend;
        row[i.in_receiver] = a.receiver;
        row[i.in_seq] = a.seq;
        row[i.in_mark] = a.mark;
    }
}

impl Driver<WindowAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, WindowAction>, row: &mut [u64]) {
        self.host_busy = self.host_busy.saturating_sub(1);
        self.busy = self.busy.saturating_sub(1);
        let mut event = None;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.inputs.rst_n] = 0;
        } else if self.sets_left > 0 {
            self.sets_left -= 1;
            self.write_set(row, self.sets_left as u64, self.sets[self.sets_left]);
        } else if !self.sweep.drive(row, self.inputs.init_we, self.inputs.init_addr) {
            event = self.next(feed);
        }
        if let Some(e) = event.filter(|e| e.reset > 0) {
            // reset comes in place of the event, and the sweep starts again; the sets stay
            self.reset_left = e.reset - 1;
            self.sweep.restart();
            self.recent.iter_mut().for_each(|r| *r = None);
            (self.host_busy, self.busy) = (0, 0);
            row[self.inputs.rst_n] = 0;
            event = None;
        }
        if let Some(set) = event.and_then(|e| e.new_set) {
            self.write_set(row, set.index, set.raw);
            event = None;
        }
        if let Some(e) = &event {
            if matches!(e.kind, HOST_WRITE | HOST_READ) {
                self.host = e.host;
                self.host_busy = WINDOW_LATENCY + 1;
            }
            self.busy = WINDOW_LATENCY + 1;
            self.offer(row, e, true);
        } else if let Some(e) = self.pending.filter(|e| e.reset == 0) {
            // a bubble that looks like the event behind it
            self.offer(row, &e, false);
        }
        let i = &self.inputs;
        row[i.host_u] = self.host.u;
        row[i.host_w] = self.host.w;
        row[i.host_wc] = self.host.wc;
        row[i.host_inc_stage] = self.host.inc_stage;
        row[i.host_last_update] = self.host.last_update;
        self.recent.push_front(event.map(|e| e.qpn));
        self.recent.pop_back();
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.reset_left == 0 && self.sets_left == 0 && self.sweep.is_done()
    }
}

impl Block for Window {
    type Action = WindowAction;

    fn name(&self) -> &str {
        "window"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<WindowAction>) {
        window_events::generate(rng, &self.sets, self.qps.into(), n, out);
    }

    fn golden(&self) -> Box<dyn Golden> {
        let Window { inputs, outputs, set, gain, ecc, .. } = *self;
        let (model, sets) = (Model::new(self.qps), self.sets.clone());
        Box::new(Reference { model, inputs, outputs, set, gain, sets, ecc, watch: None })
    }

    fn driver(&self) -> Box<dyn Driver<WindowAction>> {
        let pins = Pins {
            inputs: self.inputs,
            set: self.set,
            gain: self.gain,
            sets: self.sets.clone(),
            sets_left: self.sets.len(),
            sweep: Sweep::new(self.qps.into()),
            pending: None,
            wait: 0,
            host: HostContext::default(),
            host_busy: 0,
            busy: 0,
            recent: std::iter::repeat_n(None, HAZARD as usize - 1).collect(),
            reset_left: 0,
        };
        self.ecc.drive(Box::new(pins), false)
    }

    fn streams(&self) -> Vec<Stream> {
        let context = ["out_u", "out_wc", "out_inc_stage", "out_last_update"];
        let payload = [&["out_kind", "out_qpn", "out_w", "out_r", "out_flags", "out_feedback"][..], &context].concat();
        vec![Stream::new("out_valid", None, &payload)]
    }

    /// The context is shown of a host read only.
    fn cares(&self, _: &[u64], output: &[u64], index: usize) -> bool {
        let o = &self.outputs;
        let context = [o.out_u, o.out_wc, o.out_inc_stage, o.out_last_update];
        !context.contains(&index) || output[o.out_kind] == HOST_READ
    }

    fn simpler(&self, action: &WindowAction) -> Vec<WindowAction> {
        window_events::simpler(action)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        let raw = *words.first()?;
        Some(match port.rsplit('_').next()? {
            "u" => layout::hpcc::Util::FORMAT.decimal(raw),
            "w" | "wc" => format!("{} bytes", layout::hpcc::Window::FORMAT.decimal(raw)),
            "r" => format!("{} bytes/ns", layout::hpcc::Rate::FORMAT.decimal(raw)),
            "flags" => flag::names(raw as u16).collect::<Vec<_>>().join("|"),
            "kind" => Kind::from_bits(raw as u8)?.name().into(),
            _ => return None,
        })
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2000
    }
}
