//! `engine` against its model: events from both sides, host operations among them, back-pressure, resets.

use super::engine_fcr::FcrPorts;
use super::engine_ports::{self, LsnPorts, Ports, Store, TelemetryPorts, host_data_counts};
use super::event::{self, EventAction, HOST_WRITE, Mix};
use super::lanes::Lanes;
use super::params::Hpcc;
use super::unit_bus::{self, Sockets};
use super::words::{word, words};
use crate::{Accept, Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::config::Config;
use layout::ldcp::Psn;
use layout::record::Kind;
use layout::timing::PARSER_LATENCY;
use model::choice::SETS;
use model::engine::{Engine as Model, In, Out, Packet, SEEN};
use model::ldcp::Params;
use std::collections::VecDeque;

words!(Inputs { pkt_valid, pkt_kind, pkt_ece, pkt_psn, pkt_qpn });
words!(Outputs { room, seen_rejected, seen_closed, seen_saturated, seen_folded, waiting_events, waiting_updates });

pub struct Engine {
    inputs: Inputs,
    outputs: Outputs,
    ports: Ports,
    /// `seen_*`, in the order of the model's; and `waiting_lanes` and `waiting_measured`, where they are.
    seen: Vec<usize>,
    waiting: [Option<usize>; 2],
    /// Of a packet, where there is HPCC++.
    telemetry: Option<TelemetryPorts>,
    lsn: Option<LsnPorts>,
    fcr: Option<FcrPorts>,
    config: Config,
    /// Numbers of the outputs that carry a context that was read.
    host_data: Vec<usize>,
    /// Those of the outputs that the units' pages answer with.
    answers: Vec<usize>,
}

impl Engine {
    pub fn new(design: &Design, config: &Config, params: [Params; SETS], hpcc: Hpcc) -> Result<Engine, Error> {
        let name = "engine";
        let (i, o) = (design.inputs(), design.outputs());
        let hops = config.hpcc.hops as usize;
        let telemetry = config.reads_hops().then(|| TelemetryPorts::of(name, i, "pkt", hops));
        let seen = ["path", "hops", "speed", "still", "u_zero"].map(|what| format!("seen_{what}"));
        let seen = || seen.iter().map(|port| word(name, o, port)).collect::<Result<Vec<_>, _>>();
        let seen = config.reads_hops().then(seen);
        Ok(Engine {
            inputs: Inputs::of(name, i)?,
            outputs: Outputs::of(name, o)?,
            ports: Ports::of(name, design, config, params, hpcc)?,
            seen: seen.transpose()?.unwrap_or_default(),
            waiting: ["waiting_lanes", "waiting_measured"].map(|port| o.column(port).map(|c| c.word)),
            telemetry: telemetry.transpose()?,
            lsn: LsnPorts::of(i, "pkt"),
            fcr: FcrPorts::of(name, design, config)?,
            config: config.clone(),
            host_data: engine_ports::found(o).iter().filter_map(|p| o.index(p)).collect(),
            answers: unit_bus::Ports::answer_indices(o),
        })
    }
}

/// The MTU of a run.
pub(super) fn mtu(seed: u64) -> u8 {
    let (least, most) = layout::lsn::MTU_CODES;
    least + (seed % u64::from(most - least + 1)) as u8
}

/// Puts what the model answers into a row.
fn put(out: &Out, outputs: &Outputs, seen: &[usize], waiting: [Option<usize>; 2], ports: &Ports, row: &mut [u64]) {
    row[outputs.room] = out.room.into();
    row[outputs.seen_rejected] = out.rejected.into();
    row[outputs.seen_closed] = out.closed.into();
    row[outputs.seen_saturated] = out.saturated.into();
    row[outputs.seen_folded] = out.joined.into();
    row[outputs.waiting_events] = out.waiting.events.into();
    row[outputs.waiting_updates] = out.waiting.updates.into();
    for (word, value) in waiting.into_iter().zip([out.waiting.lanes, out.waiting.measured]) {
        if let Some(word) = word {
            row[word] = value.into();
        }
    }
    for (word, flag) in seen.iter().zip(SEEN) {
        row[*word] = (out.seen & flag != 0).into();
    }
    ports.put(out, row);
}

impl Engine {
    /// With an MTU that the seed says, where LSNs are counted.
    pub fn counting(mut self, seed: u64) -> Engine {
        self.ports.mtu = mtu(seed);
        self
    }

    /// The model's input pins in a row of zeros.
    pub(super) fn drive(&self, input: &In, row: &mut [u64]) {
        self.ports.drive(input, row);
        if let Some(fcr) = &self.fcr {
            fcr.write(input, row);
        }
        let Some(pkt) = &input.pkt else { return };
        if let (Some(ports), Some(said)) = (&self.lsn, input.pkt_lsn) {
            ports.put(row, (said.read, said.value.raw()));
        }
        let i = &self.inputs;
        (row[i.pkt_valid], row[i.pkt_kind], row[i.pkt_ece]) = (1, pkt.kind as u64, pkt.ece.into());
        (row[i.pkt_psn], row[i.pkt_qpn]) = (pkt.psn.raw(), pkt.qpn.into());
        if let (Some(ports), Some(telemetry)) = (&self.telemetry, input.pkt_telemetry) {
            ports.put(row, &engine_ports::telemetry(telemetry));
        }
    }

    /// What the model answers in a row of zeros.
    pub(super) fn put(&self, out: &Out, row: &mut [u64]) {
        put(out, &self.outputs, &self.seen, self.waiting, &self.ports, row);
        if let Some(fcr) = &self.fcr {
            fcr.put(out, row);
        }
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    ports: Ports,
    seen: Vec<usize>,
    waiting: [Option<usize>; 2],
    telemetry: Option<TelemetryPorts>,
    lsn: Option<LsnPorts>,
    fcr: Option<FcrPorts>,
    store: Store,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In { rst_n: false, ..In::idle() });
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let i = &self.inputs;
        let pkt = (row[i.pkt_valid] == 1).then(|| Packet {
            kind: Kind::from_bits(row[i.pkt_kind] as u8).unwrap_or(Kind::Loss),
            ece: row[i.pkt_ece] == 1,
            psn: Psn::wrap(row[i.pkt_psn]),
            qpn: row[i.pkt_qpn] as u32,
        });
        let mut packet = self.store.pkt;
        let input = self.ports.input(row, &mut self.store);
        let input = self.fcr.map_or(input, |fcr| fcr.read(row, input));
        let pkt_telemetry = self.telemetry.as_ref().and_then(|ports| ports.read(row, &mut packet));
        let pkt_lsn = self.lsn.as_ref().and_then(|ports| ports.read(row));
        let out = self.model.step(&In { pkt, pkt_telemetry, pkt_lsn, ..input });
        put(&out, &self.outputs, &self.seen, self.waiting, &self.ports, output);
        if let Some(fcr) = &self.fcr {
            fcr.put(&out, output);
        }
    }

    fn context(&self) -> Vec<Note> {
        self.ports.notes()
    }
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    lanes: Lanes,
    telemetry: Option<TelemetryPorts>,
    lsn: Option<LsnPorts>,
    packet: Option<(EventAction, u32)>,
    /// `room` of the last cycles, the oldest first: a frame's result comes so many cycles after its last beat.
    room: VecDeque<bool>,
    reset_left: u32,
}

impl Pins {
    fn take(&mut self, feed: &mut Feed<'_, EventAction>) {
        if self.lanes.prepares() {
            return;
        }
        // the lanes run side by side, but in the order of the actions
        while let Some(next) = feed.peek() {
            let free = if next.packet { self.packet.is_none() } else { self.lanes.takes(next) };
            if !free {
                return;
            }
            let Some(action) = feed.take() else { return };
            if action.reset > 0 {
                self.reset_left = action.reset;
                self.lanes.clear(action.draw, action.bus);
                self.packet = None;
                self.room.iter_mut().for_each(|r| *r = false);
                return;
            }
            if action.packet {
                self.lanes.aside(&action);
                self.packet = Some((action, action.gap));
            } else {
                self.lanes.start(action);
            }
        }
    }
}

impl Driver<EventAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, EventAction>, row: &mut [u64]) {
        if self.reset_left == 0 {
            self.take(feed);
        }
        self.lanes.drive(row);
        if self.reset_left > 0 {
            self.reset_left -= 1;
            self.lanes.ports.set_reset(row);
            return;
        }
        if let (Some((e, 0)), Some(true)) = (&self.packet, self.room.front()) {
            let i = &self.inputs;
            row[i.pkt_valid] = 1;
            row[i.pkt_kind] = e.kind;
            row[i.pkt_ece] = e.ece;
            row[i.pkt_psn] = e.psn;
            row[i.pkt_qpn] = e.qpn;
            if let (Some(ports), Some(telemetry)) = (&self.telemetry, &e.telemetry) {
                ports.put(row, telemetry);
            }
            if let (Some(ports), Some(lsn)) = (&self.lsn, e.lsn) {
                ports.put(row, lsn);
            }
        }
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        self.lanes.observe(row, output);
        if row[self.inputs.pkt_valid] == 1 {
            self.packet = None;
        }
        if let Some((_, wait)) = &mut self.packet {
            *wait = wait.saturating_sub(1);
        }
        self.room.pop_front();
        self.room.push_back(output[self.outputs.room] == 1 && self.lanes.ports.rst_n(row));
    }

    fn is_idle(&self) -> bool {
        self.packet.is_none() && self.lanes.is_idle() && self.reset_left == 0
    }
}

impl Block for Engine {
    type Action = EventAction;

    fn name(&self) -> &str {
        "engine"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<EventAction>) {
        let mix = Mix {
            qps: self.config.engine.qps.into(),
            host_in: 24,
            reset_in: 8_000,
            packets: true,
            params: self.ports.params,
            hops: if self.config.reads_hops() { self.config.hpcc.hops as usize } else { 0 },
            sockets: Sockets::of(&self.config),
            lsn: self.config.engine.lsn.then_some(self.ports.mtu),
        };
        let first = out.len();
        mix.generate(rng, n, out);
        let mut crowd = 0;
        for e in &mut out[first..] {
            // the parser makes acks, losses, cnps and data; the host has a port of its own
            e.packet &= matches!(e.kind, 0 | 1 | 3 | 6);
            event::reserve(rng, e);
            event::write_sets(rng, e, mix.sockets);
            // behind an event that is not a packet so many packets, one in every cycle, that it waits until `room`
            // falls for it
            let opens = e.kind == HOST_WRITE && e.host.parts & 2 != 0;
            if e.reset > 0 || opens || crowd == 0 {
                crowd = if !e.packet && rng.chance(1, 1_000) { rng.range(60, 90) } else { 0 };
            } else {
                crowd -= 1;
                (e.kind, e.packet, e.gap) = (if e.kind == 6 { 6 } else { e.kind & 1 }, true, 0);
            }
            // long enough for the slots and the queue to fill, and for the host to look through them
            if rng.chance(1, 300) {
                e.stall = rng.range(200, 700) as u32;
            }
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, ports) = (self.inputs, self.outputs, self.ports.clone());
        let (telemetry, store, seen, fcr) = (self.telemetry, Store::default(), self.seen.clone(), self.fcr);
        let (model, waiting) = (Model::new(&self.config), self.waiting);
        let lsn = self.lsn;
        Box::new(Reference { model, inputs, outputs, ports, seen, waiting, telemetry, lsn, fcr, store })
    }

    fn driver(&self) -> Box<dyn Driver<EventAction>> {
        let pins = Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            lanes: Lanes::new(self.ports.clone()),
            telemetry: self.telemetry,
            lsn: self.lsn,
            packet: None,
            room: std::iter::repeat_n(false, PARSER_LATENCY as usize).collect(),
            reset_left: 0,
        };
        let driver = self.ports.ecc.drive(Box::new(pins), false);
        match self.fcr {
            Some(fcr) => fcr.drive(driver),
            None => driver,
        }
    }

    fn streams(&self) -> Vec<Stream> {
        let fcr = self.fcr.iter().flat_map(FcrPorts::streams);
        self.ports.streams().into_iter().chain(fcr).collect()
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("s_event_valid", "s_event_ready"), Accept::new("host_valid", "host_ready")]
    }

    /// What a page answers in a cycle of reset means nothing.
    fn cares(&self, input: &[u64], output: &[u64], index: usize) -> bool {
        let answers = self.ports.rst_n(input) || !self.answers.contains(&index);
        answers && (!self.host_data.contains(&index) || host_data_counts(&self.ports, output))
    }

    fn simpler(&self, action: &EventAction) -> Vec<EventAction> {
        event::simpler(action)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        event::show(port, words)
    }

    fn drain(&self) -> u64 {
        u64::from(self.config.engine.qps) + 512
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.config.engine.qps) + 2000
    }
}
