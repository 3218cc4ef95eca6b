//! `inflight` against its model: hops that are equal or nearly so, that stand still or have no speed, at the ends of
//! their formats, and dts about T; under parameters that change between stretches of events.

use super::params::draw_header;
use super::words::{word, words};
use crate::{Block, Design, Driver, Error, Feed, Golden, Rng, Stream};
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, PARAMS, QLen, T, Ts, TxBytes, flag};
use layout::timing::inflight_latency;
use model::choice::SETS;
use model::hops::Delta;
use model::hpcc::unit::inflight::{In, Inflight as Model, SetWrite, SpeedWrite};
use model::hpcc::{Header, Params};
use serde::{Deserialize, Serialize};

words!(Inputs {
    rst_n,
    cfg_tx_unit,
    cfg_q_unit,
    set_we,
    set_index,
    set_t_ticks,
    set_tau_gain_m,
    set_tau_gain_e,
    set_q_weight,
    set_tx_weight,
    spd_we,
    spd_code,
    spd_gbps,
    spd_inv_b_m,
    spd_inv_b_e,
    in_valid,
    in_qpn,
    in_measure,
    in_flags,
    in_set,
});
words!(Outputs { in_ready, out_valid, out_qpn, out_measure, out_flags, out_theta, out_addend });

#[derive(Clone, Copy)]
struct HopIn {
    used: usize,
    speed: usize,
    dts: usize,
    tx: usize,
    q: usize,
}

pub struct Inflight {
    inputs: Inputs,
    outputs: Outputs,
    hop_in: Vec<HopIn>,
    lanes: u32,
    qps: u32,
    seed: u64,
}

impl Inflight {
    /// The first parameters are drawn from the seed.
    pub fn new(design: &Design, qps: u32, hops: u32, lanes: u32, seed: u64) -> Result<Inflight, Error> {
        let name = "inflight";
        let ins = design.inputs();
        let hop_in = |i| {
            let port = |field: &str| word(name, ins, &format!("in_hop_{i}_{field}"));
            Ok(HopIn { used: port("used")?, speed: port("speed")?, dts: port("dts")?, tx: port("tx")?, q: port("q")? })
        };
        Ok(Inflight {
            inputs: Inputs::of(name, ins)?,
            outputs: Outputs::of(name, design.outputs())?,
            hop_in: (0..hops).map(hop_in).collect::<Result<_, Error>>()?,
            lanes,
            qps,
            seed,
        })
    }
}

/// One event, or new parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub gap: u32,
    pub qpn: u64,
    pub measure: bool,
    pub flags: u64,
    pub set: u64,
    /// (speed, dts, tx, q) of the hops that are used.
    pub hops: Vec<Option<[u64; 4]>>,
    /// In its place: parameters drawn from this seed.
    pub draw: Option<u64>,
    pub reset: bool,
}

/// What the host writes.
struct Registers {
    header: Header,
    sets: Vec<Params>,
}

/// Units, speeds and parameter sets: those at reset, at limits, or anywhere.
fn draw(seed: u64) -> Registers {
    let mut rng = Rng::stream(seed, 0x69_6e_66_6c_69, 0);
    let (units, gbps) = draw_header(&mut rng);
    let header = Header::from_raw(units, gbps).unwrap_or_default();
    let mut sets = Vec::with_capacity(SETS);
    let mut tries = 0;
    while sets.len() < SETS {
        tries += 1;
        let mut raw = PARAMS.map(|f| f.reset);
        raw[T.place(&PARAMS)] = match rng.below(6) {
            0 => T.min,
            1 => T.max,
            2 => 1 << rng.range(8, 19),
            3 => T.reset,
            // a multiple of q_unit·ts_unit, so that the weights reduce
            _ => (units[0] * units[2] * rng.range(1, 5000)).clamp(T.min, T.max),
        };
        match Params::from_raw(raw, &header) {
            Ok(params) => sets.push(params),
            // units whose weights no T reduces far enough: the next seed's
            Err(_) if tries > 200 => return draw(crate::rng::splitmix64(seed)),
            Err(_) => {}
        }
    }
    Registers { header, sets }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    hop_in: Vec<HopIn>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(false, None);
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let set = (row[i.set_we] == 1).then(|| SetWrite {
            index: row[i.set_index] as usize,
            t_ticks: U::wrap(row[i.set_t_ticks]),
            tau_gain: (U::wrap(row[i.set_tau_gain_m]), U::wrap(row[i.set_tau_gain_e])),
            q_weight: U::wrap(row[i.set_q_weight]),
            tx_weight: U::wrap(row[i.set_tx_weight]),
        });
        let speed = (row[i.spd_we] == 1).then(|| SpeedWrite {
            code: U::wrap(row[i.spd_code]),
            gbps: U::wrap(row[i.spd_gbps]),
            inv_b: (U::wrap(row[i.spd_inv_b_m]), U::wrap(row[i.spd_inv_b_e])),
        });
        self.model.configure([U::wrap(row[i.cfg_tx_unit]), U::wrap(row[i.cfg_q_unit])], set, speed);
        let event = (row[i.in_valid] == 1).then(|| {
            let mut hops = [None; MAX_HOPS];
            for (hop, port) in hops.iter_mut().zip(&self.hop_in) {
                *hop = (row[port.used] == 1).then(|| Delta {
                    speed: U::wrap(row[port.speed]),
                    dts: U::wrap(row[port.dts]),
                    tx: U::wrap(row[port.tx]),
                    q: U::wrap(row[port.q]),
                });
            }
            let (qpn, measure) = (row[i.in_qpn] as u32, row[i.in_measure] == 1);
            In { qpn, measure, flags: (row[i.in_flags] as u16) << flag::FOUND, set: row[i.in_set] as usize, hops }
        });
        output[o.in_ready] = self.model.is_ready().into();
        if let Some(r) = self.model.step(row[i.rst_n] == 1, event) {
            output[o.out_valid] = 1;
            output[o.out_qpn] = r.qpn.into();
            output[o.out_measure] = r.measure.into();
            output[o.out_flags] = u64::from(r.flags) >> flag::FOUND;
            output[o.out_theta] = r.theta.raw();
            output[o.out_addend] = r.addend.raw();
        }
    }
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    lanes: u32,
    hop_in: Vec<HopIn>,
    registers: Registers,
    /// The next index to be written; done at 16.
    next: usize,
    pending: Option<Event>,
    wait: u32,
    /// Cycles until the last event has left.
    busy: u32,
}

impl Pins {
    /// One set and one speed.
    fn write(&self, row: &mut [u64], k: usize) {
        let i = &self.inputs;
        (row[i.set_we], row[i.set_index]) = (1, k as u64);
        let [t_ticks, m, e, _, _, q_weight, tx_weight] = self.registers.sets[k].derived();
        (row[i.set_t_ticks], row[i.set_tau_gain_m], row[i.set_tau_gain_e]) = (t_ticks, m, e);
        (row[i.set_q_weight], row[i.set_tx_weight]) = (q_weight, tx_weight);
        (row[i.spd_we], row[i.spd_code]) = (1, k as u64);
        if let Some(speed) = self.registers.header.speed(U::wrap(k as u64)) {
            row[i.spd_gbps] = speed.gbps.raw();
            (row[i.spd_inv_b_m], row[i.spd_inv_b_e]) = (speed.inv_b.m.raw(), speed.inv_b.e.raw());
        }
    }

    fn offer(&self, row: &mut [u64], e: &Event, valid: bool) {
        let i = &self.inputs;
        row[i.in_valid] = u64::from(valid);
        row[i.in_qpn] = e.qpn;
        row[i.in_measure] = u64::from(e.measure);
        row[i.in_flags] = e.flags;
        row[i.in_set] = e.set;
        for (port, hop) in self.hop_in.iter().zip(&e.hops) {
            let Some([speed, dts, tx, q]) = hop else { continue };
            row[port.used] = u64::from(e.measure);
            (row[port.speed], row[port.dts], row[port.tx], row[port.q]) = (*speed, *dts, *tx, *q);
        }
    }
}

impl Driver<Event> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Event>, row: &mut [u64]) {
        self.busy = self.busy.saturating_sub(1);
        let header = &self.registers.header;
        row[self.inputs.cfg_tx_unit] = header.tx_unit().raw();
        row[self.inputs.cfg_q_unit] = header.q_unit().raw();
        if self.next < SETS {
            self.write(row, self.next);
            self.next += 1;
            return;
        }
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.as_ref().map_or(0, |a| a.gap);
        }
        let Some(event) = self.pending.take() else { return };
        if self.wait > 0 || (event.draw.is_some() && self.busy > 0) {
            self.wait = self.wait.saturating_sub(1);
            if event.draw.is_none() {
                // a bubble that looks like the event behind it
                self.offer(row, &event, false);
            }
            self.pending = Some(event);
        } else if let Some(seed) = event.draw {
            (self.registers, self.next) = (draw(seed), 0);
        } else if event.reset {
            row[self.inputs.rst_n] = 0;
        } else {
            // until it is taken
            self.offer(row, &event, true);
            self.pending = Some(event);
        }
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        if row[self.inputs.in_valid] == 1 && output[self.outputs.in_ready] == 1 {
            self.pending = None;
            self.busy = inflight_latency(self.hop_in.len() as u32, self.lanes) + 1;
        }
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.next == SETS
    }
}

/// A hop's (speed, dts, tx, q) under a parameter set.
fn hop(rng: &mut Rng, t_ticks: u64) -> [u64; 4] {
    let dts = match rng.below(8) {
        0 => 0,
        1 => rng.edge(Ts::BITS) as u64,
        2 => t_ticks.wrapping_add(rng.below(5)).wrapping_sub(2),
        3 => Ts::MAX_RAW,
        4 => 1 << rng.below(24),
        _ => rng.range(1, 2 * t_ticks),
    };
    let tx = match rng.below(8) {
        0 => 0,
        1 => rng.edge(TxBytes::BITS) as u64,
        2 => TxBytes::MAX_RAW,
        _ => rng.below(2000),
    };
    let q = match rng.below(8) {
        0..3 => 0,
        3 => rng.edge(QLen::BITS) as u64,
        4 => QLen::MAX_RAW,
        _ => rng.below(300),
    };
    [rng.bits(4) as u64, dts & Ts::MAX_RAW, tx, q]
}

/// One with the same u' as `of`, where it fits, or off by one count.
fn twin(rng: &mut Rng, of: [u64; 4]) -> [u64; 4] {
    let [speed, dts, tx, q] = of;
    let k = rng.range(1, 4);
    let [dts, tx] = if rng.chance(1, 2) { [dts * k, tx * k] } else { [dts / k, tx / k] };
    let tx = match rng.below(4) {
        0 => tx + 1,
        1 => tx.saturating_sub(1),
        _ => tx,
    };
    [speed, dts.min(Ts::MAX_RAW), tx.min(TxBytes::MAX_RAW), q]
}

impl Block for Inflight {
    type Action = Event;

    fn name(&self) -> &str {
        "inflight"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Event>) {
        let hops = self.hop_in.len();
        let dense = rng.chance(3, 4);
        let twins = *rng.pick(&[0u64, 1, 4]).unwrap_or(&1);
        // all measure, nearly all, or half: then an event that takes one cycle meets every step of those that take
        // several
        let measured = *rng.pick(&[16u64, 15, 8]).unwrap_or(&15);
        let mut registers = draw(0);
        for k in 0..n {
            if k % 512 == 0 {
                let seed = rng.bits(32) as u64;
                registers = draw(seed);
                out.push(Event { draw: Some(seed), ..Event::default() });
                continue;
            }
            let set = rng.below(SETS as u64);
            let [t_ticks, ..] = registers.sets[set as usize].derived();
            let used = if rng.chance(3, 4) { hops as u64 } else { rng.below(hops as u64 + 1) };
            let mut list: Vec<Option<[u64; 4]>> = vec![];
            for i in 0..hops as u64 {
                let before = list.iter().flatten().next().copied();
                let next = match before {
                    Some(of) if rng.chance(twins, 5) => twin(rng, of),
                    _ => hop(rng, t_ticks),
                };
                list.push((i < used).then_some(next));
            }
            if rng.chance(1, 32) {
                // holes, which `hops` does not make
                list.iter_mut().for_each(|hop| *hop = hop.filter(|_| rng.chance(1, 2)));
            }
            out.push(Event {
                gap: if !dense && rng.chance(1, 3) { rng.below(10) as u32 } else { 0 },
                qpn: rng.below(self.qps.into()),
                measure: rng.chance(measured, 16),
                flags: rng.below(8),
                set,
                hops: list,
                draw: None,
                reset: rng.chance(1, 20_000),
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Reference {
            model: Model::new(self.hop_in.len(), self.lanes as usize),
            inputs: self.inputs,
            outputs: self.outputs,
            hop_in: self.hop_in.clone(),
        })
    }

    fn driver(&self) -> Box<dyn Driver<Event>> {
        Box::new(Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            lanes: self.lanes,
            hop_in: self.hop_in.clone(),
            registers: draw(self.seed),
            next: 0,
            pending: None,
            wait: 0,
            busy: 0,
        })
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", None, &["out_qpn", "out_measure", "out_flags", "out_theta", "out_addend"])]
    }

    fn simpler(&self, a: &Event) -> Vec<Event> {
        let mut tries = vec![
            Event { gap: 0, reset: false, ..a.clone() },
            Event { qpn: 0, flags: 0, ..a.clone() },
            Event { set: 0, ..a.clone() },
        ];
        for i in 0..a.hops.len() {
            let mut without = a.clone();
            without.hops[i] = None;
            tries.push(without);
            for field in 0..4 {
                let mut smaller = a.clone();
                if let Some(hop) = &mut smaller.hops[i] {
                    hop[field] /= 2;
                }
                tries.push(smaller);
            }
        }
        tries.retain(|t| t != a);
        tries
    }
}
