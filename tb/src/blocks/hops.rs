//! `hops` against its model: an event a cycle, the same QP every cycle included; paths that change, grow and wrap.

use super::ecc::EccPorts;
use super::sweep::Sweep;
use super::words::{word, words};
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, QLen, Ts, TxBytes, flag};
use model::ecc::{InOrder, Watch};
use model::hops::{Action, HopSlice, In};
use model::hpcc::{Hop, Telemetry};
use serde::{Deserialize, Serialize};

words!(Inputs { rst_n, init_we, init_addr, in_valid, in_telemetry, in_clear, in_qpn, in_path, in_n_hop });
words!(Outputs { out_valid, out_qpn, out_measure, out_flags });

/// The words of a hop's ports.
#[derive(Clone, Copy)]
struct HopIn {
    speed: usize,
    ts: usize,
    tx: usize,
    q: usize,
}

#[derive(Clone, Copy)]
struct HopOut {
    used: usize,
    speed: usize,
    dts: usize,
    tx: usize,
    q: usize,
}

pub struct Hops {
    inputs: Inputs,
    outputs: Outputs,
    hop_in: Vec<HopIn>,
    hop_out: Vec<HopOut>,
    ecc: EccPorts,
    qps: u32,
}

impl Hops {
    pub fn new(design: &Design, qps: u32, hops: u32) -> Result<Hops, Error> {
        let name = "hops";
        let (ins, outs) = (design.inputs(), design.outputs());
        let hop_in = |i| {
            let port = |field: &str| word(name, ins, &format!("in_hop_{i}_{field}"));
            Ok(HopIn { speed: port("speed")?, ts: port("ts")?, tx: port("tx")?, q: port("q")? })
        };
        let hop_out = |i| {
            let port = |field: &str| word(name, outs, &format!("out_hop_{i}_{field}"));
            Ok(HopOut { used: port("used")?, speed: port("speed")?, dts: port("dts")?, tx: port("tx")?, q: port("q")? })
        };
        Ok(Hops {
            inputs: Inputs::of(name, ins)?,
            outputs: Outputs::of(name, outs)?,
            hop_in: (0..hops).map(hop_in).collect::<Result<_, Error>>()?,
            hop_out: (0..hops).map(hop_out).collect::<Result<_, Error>>()?,
            ecc: EccPorts::of(design),
            qps,
        })
    }
}

/// One event. A hop is (speed, ts, tx, q).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub gap: u32,
    pub qpn: u64,
    pub telemetry: bool,
    pub clear: bool,
    pub path: u64,
    pub n_hop: u64,
    pub hops: Vec<[u64; 4]>,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

struct Reference {
    model: HopSlice,
    inputs: Inputs,
    outputs: Outputs,
    hop_in: Vec<HopIn>,
    hop_out: Vec<HopOut>,
    ecc: EccPorts,
    reads: Option<(InOrder, Watch)>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(false, None, None);
        self.reads = self.ecc.option(|| (InOrder::default(), Watch::new(1)));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let action = || match (row[i.in_clear], row[i.in_telemetry]) {
            (1, _) => Action::Clear,
            (_, 0) => Action::Pass,
            _ => {
                let mut hops = [Hop::default(); MAX_HOPS];
                for (hop, port) in hops.iter_mut().zip(&self.hop_in) {
                    hop.speed = U::wrap(row[port.speed]);
                    hop.ts = U::wrap(row[port.ts]);
                    hop.tx_bytes = U::wrap(row[port.tx]);
                    hop.q_len = U::wrap(row[port.q]);
                }
                Action::Telemetry(Telemetry { path: U::wrap(row[i.in_path]), n_hop: U::wrap(row[i.in_n_hop]), hops })
            }
        };
        let event = (row[i.in_valid] == 1).then(|| In { qpn: row[i.in_qpn] as u32, action: action() });
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            if reads.step(rst_n, event.as_ref().map(|e| e.qpn)) {
                watch.read(2);
            }
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        let init = (row[i.init_we] == 1).then_some(row[i.init_addr] as u32);
        if let Some(r) = self.model.step(row[i.rst_n] == 1, init, event) {
            output[o.out_valid] = 1;
            output[o.out_qpn] = r.qpn.into();
            output[o.out_measure] = r.measure.into();
            output[o.out_flags] = u64::from(r.flags) >> flag::FOUND;
            for (delta, port) in r.hops.iter().zip(&self.hop_out) {
                let Some(d) = delta else { continue };
                output[port.used] = 1;
                output[port.speed] = d.speed.raw();
                output[port.dts] = d.dts.raw();
                output[port.tx] = d.tx.raw();
                output[port.q] = d.q.raw();
            }
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("slice of QP 0", format!("{:?}", self.model.slice(0)))]
    }
}

struct Pins {
    inputs: Inputs,
    hop_in: Vec<HopIn>,
    sweep: Sweep,
    pending: Option<Event>,
    wait: u32,
    reset_left: u32,
}

impl Pins {
    fn offer(&self, row: &mut [u64], e: &Event, valid: bool) {
        let i = &self.inputs;
        row[i.in_valid] = u64::from(valid);
        row[i.in_telemetry] = u64::from(e.telemetry);
        row[i.in_clear] = u64::from(e.clear);
        row[i.in_qpn] = e.qpn;
        row[i.in_path] = e.path;
        row[i.in_n_hop] = e.n_hop;
        for (port, [speed, ts, tx, q]) in self.hop_in.iter().zip(&e.hops) {
            (row[port.speed], row[port.ts], row[port.tx], row[port.q]) = (*speed, *ts, *tx, *q);
        }
    }
}

impl Driver<Event> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Event>, row: &mut [u64]) {
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.inputs.rst_n] = 0;
            return;
        }
        if self.sweep.drive(row, self.inputs.init_we, self.inputs.init_addr) {
            return;
        }
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.as_ref().map_or(0, |a| a.gap);
        }
        let Some(event) = self.pending.take() else { return };
        if self.wait > 0 {
            self.wait -= 1;
            // a bubble that looks like the event behind it
            self.offer(row, &event, false);
            self.pending = Some(event);
        } else if event.reset > 0 {
            self.reset_left = event.reset - 1;
            self.sweep.restart();
            row[self.inputs.rst_n] = 0;
        } else {
            self.offer(row, &event, true);
        }
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.reset_left == 0 && self.sweep.is_done()
    }
}

impl Block for Hops {
    type Action = Event;

    fn name(&self) -> &str {
        "hops"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Event>) {
        let hops = self.hop_in.len();
        let few = rng.range(1, 4);
        let hot: Vec<u64> = (0..few).map(|_| rng.bits(16) as u64 % u64::from(self.qps)).collect();
        let crowd = rng.below(3); // 0: hot QPs only, 1: both, 2: all in turn
        let idle = rng.below(3); // 0, 1: no gaps, 2: some
        let steady = *rng.pick(&[1u64, 4, 16, 64]).unwrap_or(&4); // one path in so many changes
        let mut last: Vec<[u64; 4]> = (0..hops).map(|_| [0, rng.edge(24) as u64, rng.edge(20) as u64, 0]).collect();
        let mut next = rng.bits(16) as u64;
        let (mut path, mut n_hop) = (rng.edge(12) as u64, rng.range(0, hops as u64));
        for _ in 0..n {
            let qpn = match crowd {
                2 => {
                    next += 1;
                    next % u64::from(self.qps)
                }
                1 if rng.chance(1, 2) => rng.bits(16) as u64 % u64::from(self.qps),
                _ => *rng.pick(&hot).unwrap_or(&0),
            };
            if rng.chance(1, steady) {
                match rng.below(4) {
                    0 => path = rng.edge(12) as u64,
                    1 => path ^= 1 << rng.below(12),
                    2 => n_hop = rng.range(0, hops as u64),
                    _ => n_hop = rng.below(16), // often too many
                }
            }
            for hop in &mut last {
                let [_, ts, tx, q] = *hop;
                *hop = [
                    rng.bits(4) as u64,
                    match rng.below(8) {
                        0 => ts,
                        1 => rng.edge(24) as u64,
                        2 => ts.wrapping_sub(1),
                        _ => ts + rng.below(10_000),
                    } & Ts::MAX_RAW,
                    match rng.below(8) {
                        0 => tx,
                        1 => rng.edge(20) as u64,
                        2 => tx.wrapping_sub(1),
                        _ => tx + rng.below(2000),
                    } & TxBytes::MAX_RAW,
                    match rng.below(8) {
                        0 => q,
                        1 => rng.edge(16) as u64,
                        2 => q.wrapping_sub(1),
                        3 => q + 1,
                        _ => rng.below(300),
                    } & QLen::MAX_RAW,
                ];
            }
            out.push(Event {
                gap: if idle == 2 && rng.chance(1, 3) { rng.below(6) as u32 } else { 0 },
                qpn,
                telemetry: rng.chance(15, 16),
                clear: rng.chance(1, 64),
                path,
                n_hop,
                hops: last.clone(),
                reset: if rng.chance(1, 100_000) { rng.range(1, 5) as u32 } else { 0 },
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Reference {
            model: HopSlice::new(self.qps, self.hop_in.len()),
            inputs: self.inputs,
            outputs: self.outputs,
            hop_in: self.hop_in.clone(),
            hop_out: self.hop_out.clone(),
            ecc: self.ecc,
            reads: None,
        })
    }

    fn driver(&self) -> Box<dyn Driver<Event>> {
        let pins = Pins {
            inputs: self.inputs,
            hop_in: self.hop_in.clone(),
            sweep: Sweep::new(self.qps.into()),
            pending: None,
            wait: 0,
            reset_left: 0,
        };
        self.ecc.drive(Box::new(pins), false)
    }

    fn streams(&self) -> Vec<Stream> {
        let mut payload: Vec<String> = ["out_qpn", "out_measure", "out_flags"].map(String::from).into();
        for i in 0..self.hop_out.len() {
            payload.extend(["used", "speed", "dts", "tx", "q"].map(|field| format!("out_hop_{i}_{field}")));
        }
        vec![Stream { valid: "out_valid".into(), ready: None, payload }]
    }

    fn simpler(&self, a: &Event) -> Vec<Event> {
        let zero = |place: usize| -> Vec<[u64; 4]> {
            let without = |hop: &[u64; 4]| std::array::from_fn(|i| if i == place { 0 } else { hop[i] });
            a.hops.iter().map(without).collect()
        };
        let mut tries = vec![
            Event { gap: 0, reset: 0, ..a.clone() },
            Event { clear: false, ..a.clone() },
            Event { qpn: 0, ..a.clone() },
            Event { path: 0, ..a.clone() },
            Event { n_hop: a.n_hop.min(1), ..a.clone() },
        ];
        tries.extend((0..4).map(|place| Event { hops: zero(place), ..a.clone() }));
        tries.retain(|t| t != a);
        tries
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2000
    }
}
