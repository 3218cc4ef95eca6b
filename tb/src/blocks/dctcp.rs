//! `dctcp` against its model: events of one QP as close as the hazard distance allows, others every cycle.

use super::cover::{Row, Sheet};
use super::ecc::EccPorts;
use super::sweep::Sweep;
use super::words::words;
use super::{Asked, Visit};
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::dctcp::{CP, CWND, Cp, Cwnd, LATENCY, PARAMS, flag};
use layout::fixed::U;
use layout::record::Kind;
use layout::timing::HAZARD;
use model::choice::SETS;
use model::dctcp::unit::{Asks, Dctcp as Model, In, Issued};
use model::dctcp::{Context, Event, Folded, Params, Reads};
use model::ecc::Watch;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};

words!(Inputs {
    rst_n,
    set_we,
    set_index,
    set_g,
    set_cwnd_min,
    set_cwnd_max,
    init_we,
    init_addr,
    host_cwnd,
    host_ssthresh,
    host_cp,
    host_window_end,
    host_acked,
    host_marked,
    host_cut,
    in_valid,
    in_kind,
    in_n0,
    in_n1,
    in_loss,
    in_seq,
    in_snd_nxt,
    in_qpn,
    in_set,
});
words!(Outputs {
    out_valid,
    out_kind,
    out_qpn,
    out_cwnd,
    out_flags,
    out_ssthresh,
    out_cp,
    out_window_end,
    out_acked,
    out_marked,
    out_cut,
});

const ACK: u64 = Kind::Ack as u64;
const LOSS: u64 = Kind::Loss as u64;
const HOST_WRITE: u64 = Kind::HostWrite as u64;
const HOST_READ: u64 = Kind::HostRead as u64;
/// One packet.
const PACKET: u64 = 1 << Cwnd::FRAC;

/// One event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DctcpAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// As on the port; 4 is a host write, 5 a host read.
    pub kind: u64,
    pub qpn: u64,
    pub set: u64,
    #[serde(default)]
    pub n0: u64,
    #[serde(default)]
    pub n1: u64,
    #[serde(default)]
    pub loss: u64,
    pub seq: u64,
    pub snd_nxt: u64,
    /// What a host write stores, in the order of `layout::dctcp::STATE`.
    pub host: [u64; 7],
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub struct Dctcp {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    qps: u32,
    sets: [Params; SETS],
}

/// The bench of the unit's one block.
pub(super) fn alone<V: Visit>(Asked { config, design, seed, .. }: Asked, visit: V) -> Result<V::Out, Error> {
    visit.visit(Dctcp::new(design, config.engine.qps, seed)?)
}

impl Dctcp {
    pub fn new(design: &Design, qps: u32, seed: u64) -> Result<Dctcp, Error> {
        let name = "dctcp";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Dctcp { inputs, outputs, ecc: EccPorts::of(design), qps, sets: draw(seed) })
    }
}

/// A parameter set for each index: the reset values for one seed in eight; otherwise each parameter at a limit, at
/// reset or anywhere in its range.
fn draw(seed: u64) -> [Params; SETS] {
    let mut rng = Rng::stream(seed, 0x64_63_74_63_70, 0);
    if rng.chance(1, 8) {
        return [Params::default(); SETS];
    }
    std::array::from_fn(|_| {
        let raw = PARAMS.map(|f| match rng.below(6) {
            0 => f.min,
            1 => f.max,
            2 | 3 => f.reset,
            _ => rng.range(f.min, f.max),
        });
        super::legal(Params::from_raw(raw))
    })
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
    sets: [Params; SETS],
    ecc: EccPorts,
    reads: Option<(Reads, Watch)>,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(&In { rst_n: false, set: None, init: None, host: Context::RESET, event: None });
        self.reads = self.ecc.option(|| (Reads::default(), Watch::new(1)));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let set = (row[i.set_we] == 1).then(|| {
            // CP0 is the host's alone
            let raw = [row[i.set_g], PARAMS[1].reset, row[i.set_cwnd_min], row[i.set_cwnd_max]];
            let (index, params) = (row[i.set_index] as usize, super::legal(Params::from_raw(raw)));
            self.sets[index] = params;
            (index, params)
        });
        let event = (row[i.in_valid] == 1).then(|| {
            let kind = row[i.in_kind] as u8;
            let folded = Folded {
                n0: U::wrap(row[i.in_n0]),
                n1: U::wrap(row[i.in_n1]),
                loss: row[i.in_loss] == 1,
                seq: U::wrap(row[i.in_seq]),
                snd_nxt: U::wrap(row[i.in_snd_nxt]),
            };
            let asks = Asks::of(kind, Event::Folded(folded));
            Issued { asks, kind, qpn: row[i.in_qpn] as u32, set: row[i.in_set] as usize }
        });
        if let Some((reads, watch)) = &mut self.reads {
            let rst_n = row[i.rst_n] == 1;
            reads.step(rst_n, event.map(|e| e.qpn), 0, watch);
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        let host = [
            row[i.host_cwnd],
            row[i.host_ssthresh],
            row[i.host_cp],
            row[i.host_window_end],
            row[i.host_acked],
            row[i.host_marked],
            row[i.host_cut],
        ];
        let host = Context::from_raw(host);
        let init = (row[i.init_we] == 1).then_some(row[i.init_addr] as u32);
        if let Some(r) = self.model.step(&In { rst_n: row[i.rst_n] == 1, set, init, host, event }) {
            let ports = [o.out_cwnd, o.out_ssthresh, o.out_cp, o.out_window_end, o.out_acked, o.out_marked, o.out_cut];
            ports.into_iter().zip(r.context.raw()).for_each(|(port, value)| output[port] = value);
            output[o.out_valid] = 1;
            output[o.out_kind] = r.kind.into();
            output[o.out_qpn] = r.qpn.into();
            output[o.out_flags] = r.flags.into();
        }
    }

    fn context(&self) -> Vec<Note> {
        let sets = self.sets.iter().enumerate();
        sets.map(|(k, params)| Note::new(format!("set {k}"), format!("{:x?}", params.raw()))).collect()
    }
}

/// Writes contexts and sets after reset, keeps the host's values still while an operation is under way, and events of
/// one QP as far apart as `issue` does.
struct Pins {
    inputs: Inputs,
    sets: [Params; SETS],
    sets_left: usize,
    sweep: Sweep,
    pending: Option<DctcpAction>,
    wait: u32,
    host: [u64; 7],
    /// Cycles until the host's values may change.
    host_busy: u32,
    /// QPs of the last cycles, the youngest first.
    recent: VecDeque<Option<u64>>,
    reset_left: u32,
}

impl Pins {
    /// The event that goes in this cycle, if one may.
    fn next(&mut self, feed: &mut Feed<'_, DctcpAction>) -> Option<DctcpAction> {
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
        let held = self.recent.contains(&Some(action.qpn)) || (is_host && self.host_busy > 0);
        if held { None } else { self.pending.take() }
    }

    /// Sets the event's fields, which mean nothing while it is not valid.
    fn offer(&self, row: &mut [u64], a: &DctcpAction, valid: bool) {
        let i = &self.inputs;
        row[i.in_valid] = u64::from(valid);
        row[i.in_kind] = a.kind;
        row[i.in_n0] = a.n0;
        row[i.in_n1] = a.n1;
        row[i.in_loss] = a.loss;
        row[i.in_seq] = a.seq;
        row[i.in_snd_nxt] = a.snd_nxt;
        row[i.in_qpn] = a.qpn;
        row[i.in_set] = a.set;
    }

    fn write_set(&self, row: &mut [u64], index: usize) {
        let (i, [g, _, cwnd_min, cwnd_max]) = (&self.inputs, self.sets[index].raw());
        row[i.set_we] = 1;
        row[i.set_index] = index as u64;
        row[i.set_g] = g;
        row[i.set_cwnd_min] = cwnd_min;
        row[i.set_cwnd_max] = cwnd_max;
    }
}

impl Driver<DctcpAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, DctcpAction>, row: &mut [u64]) {
        self.host_busy = self.host_busy.saturating_sub(1);
        let mut event = None;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[self.inputs.rst_n] = 0;
        } else if self.sets_left > 0 {
            self.sets_left -= 1;
            self.write_set(row, self.sets_left);
        } else if !self.sweep.drive(row, self.inputs.init_we, self.inputs.init_addr) {
            event = self.next(feed);
        }
        if let Some(e) = event.filter(|e| e.reset > 0) {
            // reset comes in place of the event, and the sweep starts again; the sets stay
            self.reset_left = e.reset - 1;
            self.sweep.restart();
            self.recent.iter_mut().for_each(|r| *r = None);
            self.host_busy = 0;
            row[self.inputs.rst_n] = 0;
            event = None;
        }
        if let Some(e) = &event {
            if matches!(e.kind, HOST_WRITE | HOST_READ) {
                self.host = e.host;
                self.host_busy = LATENCY + 1;
            }
            self.offer(row, e, true);
        } else if let Some(e) = self.pending.filter(|e| e.reset == 0) {
            // a bubble that looks like the event behind it
            self.offer(row, &e, false);
        }
        let i = &self.inputs;
        let ports =
            [i.host_cwnd, i.host_ssthresh, i.host_cp, i.host_window_end, i.host_acked, i.host_marked, i.host_cut];
        ports.into_iter().zip(self.host).for_each(|(port, value)| row[port] = value);
        self.recent.push_front(event.map(|e| e.qpn));
        self.recent.pop_back();
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.reset_left == 0 && self.sets_left == 0 && self.sweep.is_done()
    }
}

/// What a host writes: flows that stand at the end of a window, at a clamp or at ssthresh, and what no host should
/// write.
fn host(rng: &mut Rng, set: &Params) -> [u64; 7] {
    let (cwnd_min, cwnd_max) = (set.cwnd_min().raw(), set.cwnd_max().raw());
    let near = |rng: &mut Rng, x: u64| (x + rng.below(1 << 20)).saturating_sub(1 << 19).min(Cwnd::MAX_RAW);
    let cwnd = match rng.below(6) {
        0 => near(rng, cwnd_min),
        1 => near(rng, cwnd_max),
        2 => PACKET << rng.below(13),
        3 => rng.edge(Cwnd::BITS) as u64,
        _ => (PACKET << rng.below(13)) + rng.below(PACKET),
    };
    let ssthresh = match rng.below(3) {
        0 => ((cwnd >> Cwnd::FRAC) + rng.below(3)).saturating_sub(1) & 0x1fff,
        _ => rng.edge(13) as u64,
    };
    let cp = match rng.below(3) {
        0 => rng.edge(Cp::BITS) as u64,
        1 => 1 << rng.below(22),
        _ => rng.range(CP.min, CP.max),
    };
    let acked = rng.edge(14) as u64;
    let marked = if rng.chance(1, 8) { rng.edge(14) as u64 } else { rng.below(acked + 1) };
    [
        cwnd.max(if rng.chance(1, 8) { 0 } else { CWND.min }),
        ssthresh,
        cp,
        rng.edge(24) as u64,
        acked,
        marked,
        rng.below(2),
    ]
}

/// A window at which `n` packets or a loss come within two LSB of a clamp, half bits among them, and that event.
fn brink(rng: &mut Rng, sets: &[Params; SETS], qpn: u64) -> [DctcpAction; 2] {
    let set = rng.below(SETS as u64);
    let of_set = &sets[set as usize];
    let (cwnd_min, cwnd_max) = (of_set.cwnd_min().raw(), of_set.cwnd_max().raw());
    let (n, kind) = (rng.range(1, 64), if rng.chance(1, 2) { ACK } else { LOSS });
    let cwnd = match kind {
        ACK => cwnd_max - ((u128::from(n) << (2 * Cwnd::FRAC)) / u128::from(cwnd_max)) as u64,
        _ => 2 * cwnd_min,
    };
    let host = [(cwnd + rng.below(5) - 2).clamp(CWND.min, CWND.max), 1, CP.max, 0, 0, 0, 0];
    let loss = u64::from(kind == LOSS);
    let event = DctcpAction { kind, qpn, set, n0: n * (1 - loss), loss, host, ..DctcpAction::default() };
    [DctcpAction { kind: HOST_WRITE, ..event }, event]
}

/// One mark in thousands and no CP before it, by the least g: the share has so few bits that its last one counts.
fn faint(rng: &mut Rng, sets: &[Params; SETS], qpn: u64) -> [DctcpAction; 2] {
    let set = (0..SETS).min_by_key(|k| sets[*k].g()).unwrap_or(0) as u64;
    let host = [rng.range(CWND.max / 2, CWND.max), 1, 0, 0, rng.range(8000, 16_382), 0, 0];
    let event = DctcpAction { kind: ACK, qpn, set, n1: 1, seq: 1, snd_nxt: 1, host, ..DctcpAction::default() };
    [DctcpAction { kind: HOST_WRITE, ..event }, event]
}

impl Block for Dctcp {
    type Action = DctcpAction;

    fn name(&self) -> &str {
        "dctcp"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<DctcpAction>) {
        let end = out.len() + n;
        let qps = u64::from(self.qps);
        // QPs in turn: each comes as often as the loops allow, 8 to 13 cycles apart, or nearly so
        let turn = *rng.pick(&[1u64, 2, 7, 8, 9, 10, 11, 12, 13, 64]).unwrap_or(&8);
        let base = rng.bits(16) as u64;
        let at_random = rng.chance(1, 3);
        let idle = rng.below(4); // 0, 1: no gaps, 2: some, 3: many
        let marks = *rng.pick(&[2u64, 2, 4, 16]).unwrap_or(&2);
        // where the last window of a QP ends, or nearly so
        let mut ends: HashMap<u64, u64> = HashMap::new();
        let mut next = 0;
        while out.len() < end {
            next += 1;
            let qpn = (base + if at_random { rng.below(turn) } else { next % turn }) % qps;
            let gap = match idle {
                2 if rng.chance(1, 4) => rng.below(12) as u32,
                3 => rng.below(30) as u32,
                _ => 0,
            };
            if rng.chance(1, 64) && out.len() + 1 < end {
                ends.insert(qpn, 0);
                let faint_one = rng.chance(1, 3);
                out.extend(if faint_one { faint(rng, &self.sets, qpn) } else { brink(rng, &self.sets, qpn) });
                continue;
            }
            let set = rng.below(SETS as u64);
            let kind = match rng.below(64) {
                0 | 1 => HOST_WRITE,
                2 => HOST_READ,
                3..=5 => LOSS,
                6 => rng.below(8),
                _ => ACK,
            };
            let end_of = *ends.entry(qpn).or_insert(0);
            let seq = match rng.below(4) {
                0 => rng.bits(24) as u64,
                1 => end_of.wrapping_add(rng.below(3)).wrapping_sub(1),
                2 => end_of.wrapping_add(rng.below(3)).wrapping_sub(1).wrapping_add(1 << 23),
                _ => end_of.wrapping_sub(rng.below(100)),
            } & 0xff_ffff;
            let snd_nxt =
                if rng.chance(1, 8) { rng.bits(24) as u64 } else { seq.wrapping_add(rng.below(64)) & 0xff_ffff };
            let mut count = || if rng.chance(1, 3) { rng.edge(14) as u64 } else { rng.range(0, 4) };
            let [n, other] = [count(), count()];
            let folds = rng.chance(1, 3);
            let (n0, n1) = match (kind, rng.chance(1, marks)) {
                (ACK | HOST_WRITE | HOST_READ, true) => (if folds { other } else { 0 }, n),
                (ACK | HOST_WRITE | HOST_READ, false) => (n, if folds { other } else { 0 }),
                _ if folds => (other, if rng.chance(1, 2) { n } else { 0 }),
                _ => (0, 0),
            };
            // a NAK that says nothing new is no loss
            let loss = u64::from(kind == LOSS && rng.chance(7, 8) || folds && rng.chance(1, 4));
            let host = host(rng, &self.sets[set as usize]);
            match kind {
                HOST_WRITE => drop(ends.insert(qpn, host[3])),
                ACK if seq.wrapping_sub(end_of) & 0xff_ffff < 1 << 23 => drop(ends.insert(qpn, snd_nxt)),
                _ => {}
            }
            let reset = if rng.chance(1, 100_000) { rng.range(1, 40) as u32 } else { 0 };
            out.push(DctcpAction { gap, kind, qpn, set, n0, n1, loss, seq, snd_nxt, host, reset });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, sets, ecc) = (self.inputs, self.outputs, self.sets, self.ecc);
        Box::new(Reference { model: Model::new(self.qps), inputs, outputs, sets, ecc, reads: None })
    }

    fn driver(&self) -> Box<dyn Driver<DctcpAction>> {
        let pins = Pins {
            inputs: self.inputs,
            sets: self.sets,
            sets_left: SETS,
            sweep: Sweep::new(self.qps.into()),
            pending: None,
            wait: 0,
            host: [0; 7],
            host_busy: 0,
            recent: std::iter::repeat_n(None, HAZARD as usize - 1).collect(),
            reset_left: 0,
        };
        self.ecc.drive(Box::new(pins), false)
    }

    fn points(&self, sheet: &mut Sheet) -> Result<(), Error> {
        let kinds = [(0, "ack"), (1, "loss"), (HOST_WRITE, "host_write"), (HOST_READ, "host_read")];
        sheet.values("in_valid", "in_kind", &kinds)?;
        sheet.unpaced_flags("out_valid", "out_flags", &flag::NAMES, |_| true)?;
        sheet.apart("events of one QP", "in_valid", "in_qpn", u64::from(HAZARD)..=u64::from(HAZARD) + 4)?;
        let (valid, kind, set) = (sheet.pin("in_valid")?, sheet.pin("in_kind")?, sheet.pin("in_set")?);
        let (n0, n1, loss) = (sheet.pin("in_n0")?, sheet.pin("in_n1")?, sheet.pin("in_loss")?);
        sheet.every("every parameter set", SETS, move |r| r.is(valid).then(|| r.get(set)));
        let ack = move |r: &Row| r.is(valid) && r.get(kind) == 0;
        sheet.point("an ACK of nothing", move |r| ack(r) && r.get(n0) == 0 && r.get(n1) == 0);
        sheet.point("an ACK of 2^14 - 1", move |r| ack(r) && r.get(n0).max(r.get(n1)) == (1 << 14) - 1);
        sheet.point("a marked ACK", move |r| ack(r) && r.get(n1) > 0);
        sheet.point("an unmarked ACK", move |r| ack(r) && r.get(n0) > 0);
        sheet.point("a packet was lost", move |r| r.is(valid) && r.is(loss));
        sheet.point("a loss that says nothing new", move |r| r.is(valid) && r.get(kind) == 1 && !r.is(loss));
        let (out, out_kind, cp) = (sheet.pin("out_valid")?, sheet.pin("out_kind")?, sheet.pin("out_cp")?);
        let read = move |r: &Row| r.is(out) && r.get(out_kind) == HOST_READ;
        sheet.point("a host finds CP 0", move |r| read(r) && r.get(cp) == 0);
        sheet.point("a host finds CP 1", move |r| read(r) && r.get(cp) == CP.max);
        sheet.point("a host finds CP between", move |r| read(r) && (1..CP.max).contains(&r.get(cp)));
        sheet.reset_in_flight("in_valid", u64::from(LATENCY))
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = [
            "out_kind",
            "out_qpn",
            "out_cwnd",
            "out_flags",
            "out_ssthresh",
            "out_cp",
            "out_window_end",
            "out_acked",
            "out_marked",
            "out_cut",
        ];
        vec![Stream::new("out_valid", None, &payload)]
    }

    /// What the window needs is shown of every event, the rest of the context of a host read only.
    fn cares(&self, _: &[u64], output: &[u64], index: usize) -> bool {
        let o = &self.outputs;
        let context = [o.out_cp, o.out_window_end, o.out_acked, o.out_marked, o.out_cut];
        !context.contains(&index) || output[o.out_kind] == HOST_READ
    }

    fn simpler(&self, action: &DctcpAction) -> Vec<DctcpAction> {
        let a = *action;
        let tries = [
            DctcpAction { gap: 0, ..a },
            DctcpAction { reset: 0, ..a },
            DctcpAction { host: [100 * PACKET, 50, 1 << 20, 0, 0, 0, 0], ..a },
            DctcpAction { set: 0, ..a },
            DctcpAction { n0: 1, ..a },
            DctcpAction { n1: 0, ..a },
            DctcpAction { loss: 0, ..a },
            DctcpAction { seq: 0, ..a },
            DctcpAction { snd_nxt: 0, ..a },
            DctcpAction { qpn: 0, ..a },
            DctcpAction { kind: ACK, ..a },
        ];
        super::others(a, tries)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        let raw = *words.first()?;
        Some(match port.split_once('_')?.1 {
            "cwnd" | "cwnd_min" | "cwnd_max" => format!("{} packets", Cwnd::FORMAT.decimal(raw)),
            "cp" => Cp::FORMAT.decimal(raw),
            "flags" => layout::dctcp::DCTCP.flags(raw as u16 & ((1 << flag::BITS) - 1)).collect::<Vec<_>>().join("|"),
            "kind" => Kind::from_bits(raw as u8)?.name().into(),
            _ => return None,
        })
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2000
    }
}
