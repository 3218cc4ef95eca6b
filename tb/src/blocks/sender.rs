//! `sender` against its cycle model: the NIC and the host of the block `shaper`, and an engine that says an update in
//! every cycle if it likes: of one QP again and again, of all in turn, of DCQCN's two kinds, of QPs that are opened or
//! closed in that moment.

use super::nic::{Wires, part};
use super::shaper::{self, Does, Says, Shaper, ShaperAction};
use super::words::words;
use crate::rng::splitmix64;
use crate::{Accept, Block, Design, Driver, Error, Feed, Golden, Rng, Side, Stream};
use layout::config::Config;
use layout::fixed::U;
use layout::record::{Algorithm, Kind, flag};
use layout::shaper::Unit;
use model::latest;
use model::sender::{In, Out, Sender as Model};
use model::shaper::Host;
use model::shaper::cycles::{self, Out as ShaperOut};

words!(Inputs { s_upd_valid, s_upd_kind, s_upd_qpn, s_upd_alg, s_upd_window, s_upd_pace, s_upd_flags, s_upd_una_psn });
words!(Outputs { waiting, joined });
// of the ports that the block `shaper` has in their place
words!(Limits { s_upd_valid, s_upd_limits, s_upd_acks, s_upd_unit });
words!(Taken { s_upd_ready, init_done });

pub struct Sender {
    inputs: Inputs,
    outputs: Outputs,
    limits: Limits,
    taken: Taken,
    /// `s_upd_rate`, with FCR's key.
    rate: Option<usize>,
    qps: u32,
    sides: [Side; 2],
    /// Its ports, but for those of an update, and what is generated.
    pub(super) shaper: Shaper,
    parts: [Side; 2],
}

impl Sender {
    pub fn new(design: &Design, config: &Config, seed: u64) -> Result<Sender, Error> {
        let (name, qps) = ("sender", config.engine.qps);
        let alone = part(config, "shaper")?;
        Ok(Sender {
            inputs: Inputs::of(name, design.inputs())?,
            outputs: Outputs::of(name, design.outputs())?,
            limits: Limits::of(name, alone.inputs())?,
            taken: Taken::of(name, alone.outputs())?,
            rate: design.inputs().column("s_upd_rate").map(|c| c.word),
            qps,
            sides: [design.inputs().clone(), design.outputs().clone()],
            shaper: Shaper::new(&alone, qps, seed)?,
            parts: [alone.inputs().clone(), alone.outputs().clone()],
        })
    }

    pub(super) fn reference(&self) -> Reference {
        Reference {
            model: Model::new(self.qps, self.shaper.host()),
            inputs: self.inputs,
            outputs: self.outputs,
            rate: self.rate,
            ports: self.shaper.inputs,
            shown: self.shaper.outputs,
            rows: self.rows(),
            wires: [Wires::of(&self.sides[0], &self.parts[0]), Wires::of(&self.parts[1], &self.sides[1])],
        }
    }

    /// The model's input pins in a row of zeros; `host`: what is set.
    pub(super) fn drive(&self, host: &Host, input: &In, row: &mut [u64]) {
        let [mut inside, _] = self.rows();
        let In { rst_n, now, pause, request, said, command, grant_ready, .. } = *input;
        let alone =
            cycles::In { rst_n, now, pause, request, said, update: None, command, grant_ready, wake_ready: false };
        shaper::write(&self.shaper.inputs, host.registers(), &alone, &mut inside);
        Wires::of(&self.parts[0], &self.sides[0]).copy(&inside, row);
        let i = &self.inputs;
        if let Some(update) = input.update {
            (row[i.s_upd_valid], row[i.s_upd_kind], row[i.s_upd_qpn]) = (1, update.kind.raw(), update.qpn.into());
            (row[i.s_upd_alg], row[i.s_upd_window], row[i.s_upd_pace]) = (update.alg.raw(), update.window, update.pace);
            (row[i.s_upd_flags], row[i.s_upd_una_psn]) = (update.flags.into(), update.una_psn.raw());
        }
        if let Some(port) = self.rate {
            row[port] = input.rate.unwrap_or(NO_RATE);
        }
    }

    /// What the model answers in a row of zeros.
    pub(super) fn put(&self, out: &Out, row: &mut [u64]) {
        let [_, mut shown] = self.rows();
        shaper::show(&self.shaper.outputs, &of_shaper(out), &mut shown);
        Wires::of(&self.parts[1], &self.sides[1]).copy(&shown, row);
        (row[self.outputs.waiting], row[self.outputs.joined]) = (out.waiting.into(), out.joined.into());
    }

    fn rows(&self) -> [Vec<u64>; 2] {
        [&self.parts[0], &self.parts[1]].map(|side| vec![0; side.words()])
    }
}

/// Without what the block answers to an update.
fn of_shaper(out: &Out) -> ShaperOut {
    ShaperOut {
        request_ready: out.request_ready,
        said_ready: out.said_ready,
        update_ready: false,
        command_ready: out.command_ready,
        grant: out.grant,
        wake: None,
        may_send: 0,
        init_done: out.init_done,
        not_picked: 0,
        counters: out.counters,
    }
}

/// All ones: no rate.
const NO_RATE: u64 = (1 << 35) - 1;

/// One that the block does not know by name: its windows are packets.
const OTHER: Algorithm = Algorithm::ALL[Algorithm::ALL.len() - 1];

/// Kind, algorithm and flags of an update that limits a QP in this unit. DCQCN says one thing or the other; an update
/// that says nothing is a receiver's.
fn said(unit: u64, limits: bool, acks: bool, qpn: u64) -> (Kind, Algorithm, u16) {
    let (first, second) = match qpn % 4 {
        0 | 2 => (Algorithm::Ldcp, Algorithm::DcqcnP),
        3 if unit != Unit::Timer as u64 => (OTHER, Algorithm::DcqcnD),
        _ => (Algorithm::LdcpPcc, Algorithm::DcqcnD),
    };
    let paced = if unit == Unit::Timer as u64 { flag::PACED.into() } else { 0 };
    let alg = match unit {
        2 => Algorithm::Hpcc,
        3 => second,
        _ => first,
    };
    match (limits, acks) {
        (false, false) => (Kind::Data, Algorithm::HpccRx, 0),
        (false, true) => (Kind::Cnp, second, flag::IGNORED.into()),
        (true, true) if unit != 3 => (Kind::Ack, alg, paced),
        (true, _) => (Kind::Timer, alg, paced),
    }
}

pub(super) struct Reference {
    pub model: Model,
    inputs: Inputs,
    outputs: Outputs,
    rate: Option<usize>,
    ports: shaper::Inputs,
    shown: shaper::Outputs,
    rows: [Vec<u64>; 2],
    wires: [Wires; 2],
}

impl Golden for Reference {
    fn reset(&mut self) {
        let cycles::In { rst_n, now, pause, request, said, command, grant_ready, .. } = shaper::IN_RESET;
        self.model.step(&In { rst_n, now, pause, request, said, update: None, rate: None, command, grant_ready });
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let [inside, shown] = &mut self.rows;
        inside.fill(0);
        shown.fill(0);
        self.wires[0].copy(row, inside);
        let cycles::In { rst_n, now, pause, request, said, command, grant_ready, .. } =
            shaper::read(&self.ports, inside);
        let update = (row[i.s_upd_valid] == 1).then(|| latest::Update {
            kind: U::wrap(row[i.s_upd_kind]),
            qpn: row[i.s_upd_qpn] as u32,
            alg: U::wrap(row[i.s_upd_alg]),
            window: row[i.s_upd_window],
            pace: row[i.s_upd_pace],
            flags: row[i.s_upd_flags] as u16,
            feedback: false,
            una_psn: U::wrap(row[i.s_upd_una_psn]),
        });
        let rate = self.rate.map(|port| row[port]).filter(|rate| *rate != NO_RATE);
        let out = self.model.step(&In { rst_n, now, pause, request, said, update, rate, command, grant_ready });
        shaper::show(&self.shown, &of_shaper(&out), shown);
        self.wires[1].copy(shown, output);
        output[o.waiting] = out.waiting.into();
        output[o.joined] = out.joined.into();
    }
}

/// The NIC, the host and the engine.
struct Pins {
    inputs: Inputs,
    rate: Option<usize>,
    limits: Limits,
    taken: Taken,
    nic: Box<dyn Driver<ShaperAction>>,
    rows: [Vec<u64>; 2],
    /// From the ports' rest, to the ports, and what they answer.
    wires: [Wires; 3],
}

impl Driver<ShaperAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, ShaperAction>, row: &mut [u64]) {
        let (i, l) = (self.inputs, self.limits);
        let [rest, ports, _] = &self.wires;
        let inside = &mut self.rows[0];
        inside.fill(0);
        rest.copy(row, inside);
        self.nic.drive(feed, inside);
        ports.copy(inside, row);
        if inside[l.s_upd_valid] == 1 {
            let (limits, acks) = (inside[l.s_upd_limits] == 1, inside[l.s_upd_acks] == 1);
            let (kind, alg, flags) = said(inside[l.s_upd_unit], limits, acks, row[i.s_upd_qpn]);
            row[i.s_upd_kind] = kind as u64;
            row[i.s_upd_alg] = alg as u64;
            row[i.s_upd_flags] = flags.into();
        }
        if let Some(port) = self.rate {
            // of the same kinds as paces are, and none
            let random = splitmix64(row[i.s_upd_pace] ^ row[i.s_upd_window] << 24);
            row[port] =
                if random.is_multiple_of(3) { NO_RATE } else { row[i.s_upd_pace] >> (random & 31 & 8) & NO_RATE };
        }
    }

    fn observe(&mut self, _: &[u64], output: &[u64]) {
        let [inside, shown] = &mut self.rows;
        shown.fill(0);
        self.wires[2].copy(output, shown);
        // an update is always taken
        shown[self.taken.s_upd_ready] = shown[self.taken.init_done];
        self.nic.observe(inside, shown);
    }

    fn is_idle(&self) -> bool {
        self.nic.is_idle()
    }
}

impl Block for Sender {
    type Action = ShaperAction;

    fn name(&self) -> &str {
        "sender"
    }

    /// What the shaper's NIC does, and in between an update a cycle, for long or not.
    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<ShaperAction>) {
        let end = out.len() + n;
        while out.len() < end {
            let some = (rng.range(1, 64) as usize).min(end - out.len());
            self.shaper.generate(rng, some, out);
            if rng.chance(1, 3) {
                continue;
            }
            let like = out[out.len() - 1];
            let (first, many) = (rng.below(self.qps.into()), *rng.pick(&[1, 2, 5, 64, 4096]).unwrap_or(&1));
            let first = if rng.chance(1, 2) { like.qpn } else { first };
            for k in 0..rng.range(1, 200).min((end - out.len()) as u64) {
                let qpn = (first + k % many) % u64::from(self.qps);
                let mut a = ShaperAction { does: Does::Update, gap: 0, qpn, ..like };
                shaper::limits(rng, &mut a);
                a.says = *rng.pick(&[Says::Both, Says::Limits, Says::Una, Says::Nothing]).unwrap_or(&Says::Both);
                a.back = rng.below(40);
                // its QP ends or begins while updates of it come
                a.does = if rng.chance(1, 40) {
                    *rng.pick(&[Does::Open, Does::Close]).unwrap_or(&Does::Open)
                } else {
                    a.does
                };
                out.push(a);
            }
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(self.reference())
    }

    fn driver(&self) -> Box<dyn Driver<ShaperAction>> {
        Box::new(Pins {
            inputs: self.inputs,
            rate: self.rate,
            limits: self.limits,
            taken: self.taken,
            nic: self.shaper.driver(),
            rows: self.rows(),
            wires: [
                Wires::of(&self.sides[0], &self.parts[0]),
                Wires::of(&self.parts[0], &self.sides[0]),
                Wires::of(&self.sides[1], &self.parts[1]),
            ],
        })
    }

    fn streams(&self) -> Vec<Stream> {
        self.shaper.streams()
    }

    fn accepts(&self) -> Vec<Accept> {
        self.shaper.accepts().into_iter().filter(|accept| accept.valid != "s_upd_valid").collect()
    }

    fn simpler(&self, action: &ShaperAction) -> Vec<ShaperAction> {
        self.shaper.simpler(action)
    }

    fn drain(&self) -> u64 {
        self.shaper.drain()
    }

    fn watchdog(&self) -> u64 {
        self.shaper.watchdog()
    }
}
