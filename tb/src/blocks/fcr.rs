//! `fcr` against its model: events of one QP back to back and at every distance, advices that end and are replaced in
//! one microsecond, a clock that runs a tick a cycle or hardly ever and that wraps, QPs that nobody answers for.

use super::cover::Sheet;
use super::ecc::EccPorts;
use super::sweep::Sweep;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::fcr::{
    ADVICE_MAX, ADVICE_MIN, Clock, HOST_READ, HOST_WRITE, Kind, LINE, MAX_SOURCES, MTU, Mbps, PARAMS, flag,
};
use layout::fixed::U;
use layout::timing::FCR_LATENCY;
use model::choice::SETS;
use model::ecc::Watch;
use model::fcr::unit::{Asks, Fcr as Model, In, Issued};
use model::fcr::{Advice, Event, Own, Params, Source};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

words!(Inputs {
    rst_n,
    set_we,
    set_index,
    set_line,
    set_advice_min,
    set_advice_max,
    set_validity_max,
    set_mtu,
    set_start_at_line,
    init_we,
    init_addr,
    tick,
    in_valid,
    in_kind,
    in_qpn,
    in_set,
    in_place,
    in_switch,
    in_seq,
    in_rate,
    in_validity,
    in_withdraw,
    in_alone,
    in_rtt,
    in_rc,
    in_cw,
    in_w,
    in_wc,
    due_ready,
});
words!(Outputs {
    out_valid,
    out_kind,
    out_qpn,
    out_flags,
    out_cap,
    out_pace,
    out_rc,
    out_cw,
    out_w,
    out_wc,
    out_send_rate,
    out_send_cw,
    out_send_w,
    out_used,
    out_switch,
    out_seq,
    out_rate,
    out_expiry,
    due_valid,
    due_qpn,
    now,
    dues,
    late_worst,
    held,
    rejected,
    marks,
});

const ADVICE: u64 = Kind::Advice as u64;
const TIME: u64 = Kind::Time as u64;
const MARK: u64 = Kind::Mark as u64;
const OPEN: u64 = Kind::Open as u64;

/// Longest gap, cycles.
const GAP: u64 = 40_000;

/// One event, and how the cycles are from it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FcrAction {
    /// Idle cycles before it.
    pub gap: u32,
    /// As on the port; 4 is a host write, 5 a host read.
    pub kind: u64,
    pub qpn: u64,
    pub set: u64,
    pub place: u64,
    pub switch: u64,
    pub seq: u64,
    pub rate: u64,
    pub validity: u64,
    pub withdraw: u64,
    pub alone: u64,
    pub rtt: u64,
    /// RC, cw, W, Wc.
    pub own: [u64; 4],
    /// From here on: cycles between two ticks of the clock; 0: none come.
    pub tick: u32,
    /// From here on `due_ready` is high in so many of 16 cycles.
    pub ready: u32,
    /// From here on what is due is answered by an event of time.
    pub answers: bool,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub struct Fcr {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    qps: u32,
    sources: u32,
    sets: [Params; SETS],
    /// What the counters start at.
    counted: u64,
}

impl Fcr {
    pub fn new(design: &Design, qps: u32, sources: u32, seed: u64) -> Result<Fcr, Error> {
        let name = "fcr";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Fcr { inputs, outputs, ecc: EccPorts::of(design), qps, sources, sets: draw(seed), counted: 0 })
    }

    pub fn counted(self, counted: u64) -> Fcr {
        Fcr { counted, ..self }
    }
}

/// A parameter set for each index: the reset values for one seed in eight; otherwise each parameter at a limit, at
/// reset or anywhere in its range, but most lines and validities such that advices are taken.
pub(super) fn draw(seed: u64) -> [Params; SETS] {
    let mut rng = Rng::stream(seed, 0x66_63_72, 0);
    if rng.chance(1, 8) {
        return [Params::default(); SETS];
    }
    std::array::from_fn(|_| {
        let mut raw = PARAMS.map(|f| match rng.below(6) {
            0 => f.min,
            1 => f.max,
            2 | 3 => f.reset,
            _ => rng.range(f.min, f.max),
        });
        let (line, least, most) = (LINE.place(&PARAMS), ADVICE_MIN.place(&PARAMS), ADVICE_MAX.place(&PARAMS));
        raw[line] = raw[line].max(if rng.chance(1, 8) { 1 } else { 1000 });
        if raw[least] > raw[most] || rng.chance(1, 2) {
            (raw[least], raw[most]) = (1, Mbps::MAX_RAW);
        }
        raw[MTU.place(&PARAMS)] = 256 << rng.below(5);
        super::legal(Params::from_raw(raw))
    })
}

struct Reference<const SOURCES: usize> {
    model: Model<SOURCES>,
    inputs: Inputs,
    outputs: Outputs,
    sets: [Params; SETS],
    counted: u64,
    ecc: EccPorts,
    watch: Option<Watch>,
}

impl<const SOURCES: usize> Reference<SOURCES> {
    fn event(&self, row: &[u64]) -> Issued {
        let i = &self.inputs;
        let (switch, seq) = (U::wrap(row[i.in_switch]), U::wrap(row[i.in_seq]));
        let asks = match row[i.in_kind] {
            ADVICE => Asks::Step(Event::Advice(Advice {
                switch,
                seq,
                rate: U::wrap(row[i.in_rate]),
                validity: U::wrap(row[i.in_validity]),
                withdraw: row[i.in_withdraw] == 1,
            })),
            MARK => Asks::Step(Event::Mark),
            OPEN => Asks::Step(Event::Open { alone: row[i.in_alone] == 1 }),
            HOST_WRITE => {
                let source = Source { switch, seq, rate: U::wrap(row[i.in_rate]), ..Source::default() };
                Asks::HostWrite { place: row[i.in_place] as usize, source, validity: row[i.in_validity] }
            }
            HOST_READ => Asks::HostRead { place: row[i.in_place] as usize },
            _ => Asks::Step(Event::Time),
        };
        let own = Own {
            rc: U::wrap(row[i.in_rc]),
            cw: U::wrap(row[i.in_cw]),
            w: U::wrap(row[i.in_w]),
            wc: U::wrap(row[i.in_wc]),
        };
        let (kind, qpn, set) = (row[i.in_kind] as u8, row[i.in_qpn] as u32, row[i.in_set] as usize);
        Issued { asks, kind, qpn, set, rtt: U::wrap(row[i.in_rtt]), own }
    }
}

impl<const SOURCES: usize> Golden for Reference<SOURCES> {
    fn reset(&mut self) {
        let rest = In { rst_n: false, set: None, init: None, tick: false, event: None, due_ready: false };
        self.model.step(&rest);
        self.watch = self.ecc.option(|| Watch::new(1));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let set = (row[i.set_we] == 1).then(|| {
            let ports =
                [i.set_line, i.set_advice_min, i.set_advice_max, i.set_validity_max, i.set_mtu, i.set_start_at_line];
            let (index, params) = (row[i.set_index] as usize, super::legal(Params::from_raw(ports.map(|p| row[p]))));
            self.sets[index] = params;
            (index, params)
        });
        let event = (row[i.in_valid] == 1).then(|| self.event(row));
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            set,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            tick: row[i.tick] == 1,
            event,
            due_ready: row[i.due_ready] == 1,
        });
        if let Some(watch) = &mut self.watch {
            watch.join(out.reads);
            self.ecc.put(watch.step(row[i.rst_n] == 1, self.ecc.inject(row)), output);
        }
        output[o.now] = out.now.raw();
        let count = |n: u64| n.wrapping_add(self.counted) & super::low(48);
        output[o.dues] = count(out.counts.dues);
        output[o.late_worst] = out.counts.late_worst;
        output[o.held] = count(out.counts.held);
        output[o.rejected] = count(out.counts.rejected);
        output[o.marks] = count(out.counts.marks);
        if let Some(qpn) = out.due {
            (output[o.due_valid], output[o.due_qpn]) = (1, qpn.into());
        }
        let Some(r) = out.result else { return };
        let (u, read) = (r.update, r.read);
        output[o.out_valid] = 1;
        output[o.out_kind] = r.kind.into();
        output[o.out_qpn] = r.qpn.into();
        output[o.out_flags] = u.flags.into();
        output[o.out_cap] = u.cap.raw();
        output[o.out_pace] = u.pace.raw();
        output[o.out_rc] = u.own.rc.raw();
        output[o.out_cw] = u.own.cw.raw();
        output[o.out_w] = u.own.w.raw();
        output[o.out_wc] = u.own.wc.raw();
        output[o.out_send_rate] = u.send.rc.raw();
        output[o.out_send_cw] = u.send.cw.raw();
        output[o.out_send_w] = u.send.w.raw();
        output[o.out_used] = read.valid.into();
        output[o.out_switch] = read.switch.raw();
        output[o.out_seq] = read.seq.raw();
        output[o.out_rate] = read.rate.raw();
        output[o.out_expiry] = read.expiry.raw();
    }

    fn context(&self) -> Vec<Note> {
        let sets = self.sets.iter().enumerate();
        sets.map(|(k, params)| Note::new(format!("set {k}"), format!("{:?}", params.raw()))).collect()
    }
}

/// Writes contexts and sets after reset, ticks, and answers what is due.
struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    sets: [Params; SETS],
    sets_left: usize,
    sweep: Sweep,
    pending: Option<FcrAction>,
    wait: u32,
    /// The last event: its ticks, its `ready`, its own values for answers.
    last: FcrAction,
    cycle: u64,
    /// QPs to be answered, the oldest first.
    due: VecDeque<u64>,
    reset_left: u32,
}

impl Pins {
    /// The event that goes in this cycle, if one may.
    fn next(&mut self, feed: &mut Feed<'_, FcrAction>) -> Option<FcrAction> {
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
        }
        if self.wait > 0 {
            self.wait -= 1;
            let qpn = self.due.pop_front().filter(|_| self.last.answers)?;
            return Some(FcrAction { kind: TIME, qpn, reset: 0, ..self.last });
        }
        self.pending.take()
    }

    /// Sets the event's fields, which mean nothing while it is not valid.
    fn offer(&self, row: &mut [u64], a: &FcrAction, valid: bool) {
        let i = &self.inputs;
        row[i.in_valid] = u64::from(valid);
        let ports = [i.in_kind, i.in_qpn, i.in_set, i.in_place, i.in_switch, i.in_seq, i.in_rate, i.in_validity];
        let values = [a.kind, a.qpn, a.set, a.place, a.switch, a.seq, a.rate, a.validity];
        ports.into_iter().zip(values).for_each(|(port, value)| row[port] = value);
        let ports = [i.in_withdraw, i.in_alone, i.in_rtt, i.in_rc, i.in_cw, i.in_w, i.in_wc];
        let [rc, cw, w, wc] = a.own;
        ports.into_iter().zip([a.withdraw, a.alone, a.rtt, rc, cw, w, wc]).for_each(|(port, value)| row[port] = value);
    }

    fn write_set(&self, row: &mut [u64], index: usize) {
        let i = &self.inputs;
        let ports =
            [i.set_line, i.set_advice_min, i.set_advice_max, i.set_validity_max, i.set_mtu, i.set_start_at_line];
        row[i.set_we] = 1;
        row[i.set_index] = index as u64;
        ports.into_iter().zip(self.sets[index].raw()).for_each(|(port, value)| row[port] = value);
    }
}

impl Driver<FcrAction> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, FcrAction>, row: &mut [u64]) {
        self.cycle += 1;
        let i = self.inputs;
        let mut event = None;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
        } else if self.sets_left > 0 {
            self.sets_left -= 1;
            self.write_set(row, self.sets_left);
        } else if !self.sweep.drive(row, i.init_we, i.init_addr) {
            event = self.next(feed);
        }
        if let Some(e) = event.filter(|e| e.reset > 0) {
            // reset comes in place of the event, and contexts are written again; the sets stay
            self.reset_left = e.reset - 1;
            self.sweep.restart();
            self.due.clear();
            row[i.rst_n] = 0;
            event = None;
        }
        if let Some(e) = &event {
            self.last = *e;
            self.offer(row, e, true);
        } else if let Some(e) = self.pending.filter(|e| e.reset == 0) {
            // a bubble that looks like the event behind it
            self.offer(row, &e, false);
        }
        row[i.tick] = u64::from(self.last.tick > 0 && self.cycle.is_multiple_of(self.last.tick.into()));
        row[i.due_ready] = u64::from(self.cycle * 7 % 16 < u64::from(self.last.ready));
    }

    fn observe(&mut self, input: &[u64], output: &[u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        if input[i.due_ready] == 1 && output[o.due_valid] == 1 && self.due.len() < 64 {
            self.due.push_back(output[o.due_qpn]);
        }
    }

    fn is_idle(&self) -> bool {
        self.pending.is_none() && self.reset_left == 0 && self.sets_left == 0 && self.sweep.is_done()
    }
}

/// What a QP's own algorithm holds: near what the advice allows, at an end, or anything.
fn own(rng: &mut Rng, rate: u64, rtt: u64, set: &Params) -> [u64; 4] {
    let allowed = model::fcr::cap(U::wrap(rate.min(Mbps::MAX_RAW)), U::wrap(rtt), set);
    let mut one = |allowed: u64, bits: u32| match rng.below(5) {
        0 => rng.edge(bits) as u64,
        1 => rng.bits(bits) as u64,
        2 => 0,
        _ => (allowed + rng.below(5)).saturating_sub(2) & ((1 << bits) - 1),
    };
    [one(allowed.rc.raw(), 35), one(allowed.cw.raw(), 42), one(allowed.w.raw(), 40), one(allowed.w.raw(), 40)]
}

impl Block for Fcr {
    type Action = FcrAction;

    fn name(&self) -> &str {
        "fcr"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<FcrAction>) {
        let end = out.len() + n;
        let qps = u64::from(self.qps);
        // of one QP back to back, at each distance that is forwarded, or seldom
        let turn = *rng.pick(&[1u64, 1, 2, 3, 4, 5, 6, 7, 64, 4096]).unwrap_or(&1);
        let base = rng.bits(16) as u64;
        let at_random = rng.chance(1, 3);
        let idle = rng.below(4); // 0, 1: no gaps, 2: some, 3: many
        let switches = *rng.pick(&[1u64, 2, 4, 5, 8]).unwrap_or(&4);
        // ends that are far, and time enough for them
        let far = rng.chance(1, 6);
        let tick = if far { 1 } else { *rng.pick(&[0u32, 1, 1, 2, 3, 7, 200]).unwrap_or(&1) };
        let ready = *rng.pick(&[0u32, 1, 8, 16, 16]).unwrap_or(&16);
        let answers = rng.chance(2, 3);
        // one set mostly: with all of them hardly any advice would outlive its QP's next event
        let common = rng.below(SETS as u64);
        let close = rng.chance(1, 2);
        let mut rate = 1000;
        let mut seq = rng.bits(16) as u64;
        let mut next = 0;
        while out.len() < end {
            next += 1;
            let qpn = (base + if at_random { rng.below(turn) } else { next % turn }) % qps;
            let gap = match idle {
                2 if rng.chance(1, 4) => rng.below(12) as u32,
                3 => rng.below(30) as u32,
                _ => 0,
            };
            // time enough for the clock to wrap, and for what nobody answers to stop it
            let gap = if rng.chance(1, if far { 150 } else { 1500 }) { rng.range(1, GAP) as u32 } else { gap };
            let set = if rng.chance(1, 8) { rng.below(SETS as u64) } else { common };
            let params = &self.sets[set as usize];
            let [line, advice_min, advice_max, validity_max, ..] = params.raw();
            let top = line.min(advice_max).max(advice_min);
            let kind = match rng.below(32) {
                0..=17 => ADVICE,
                18..=21 => TIME,
                22..=25 => MARK,
                26 => OPEN,
                27..=28 => HOST_WRITE,
                29..=30 => HOST_READ,
                _ => rng.below(8),
            };
            // ladders of near and of equal rates, so that the lowest and the highest matter
            rate = match rng.below(16) {
                0 => *rng.pick(&[0, line, line + 1, advice_min, advice_max, advice_max + 1, 1 << 31]).unwrap_or(&0),
                1 => advice_min.saturating_sub(1),
                2 => 1 << rng.below(23),
                3 => rng.edge(32) as u64,
                4 | 5 => rng.range(advice_min.min(top), top),
                6..=9 => rate,
                _ => (rate + rng.below(3)).saturating_sub(1).clamp(1, top),
            };
            let validity = match rng.below(12) {
                0 => *rng.pick(&[0, 1, validity_max, validity_max + 1]).unwrap_or(&1) & 0xffff,
                1 => rng.edge(16) as u64,
                2 | 3 => rng.range(1, validity_max),
                _ if far => rng.range(1, validity_max),
                _ if close => rng.range(1, validity_max.min(4)),
                _ => rng.range(1, validity_max.min(200)),
            };
            seq = match rng.below(16) {
                0 => rng.bits(16) as u64,
                1 => seq,
                2 => seq + (1 << 15) - 1 + rng.below(3),
                3 => seq.wrapping_sub(1),
                4 => seq + (1 << rng.below(16)),
                _ => seq + 1,
            } & 0xffff;
            let rtt = match rng.below(4) {
                0 => rng.edge(24) as u64,
                // windows about a packet, and about the greatest
                1 => (8000 * (256 << rng.below(5)) / rate.max(1)).min((1 << 24) - 1),
                2 => ((125u64 << 34) / rate.max(1)).min((1 << 24) - 1),
                _ => rng.bits(24) as u64 >> rng.below(16),
            };
            let own = own(rng, rate, rtt, params);
            let reset = if rng.chance(1, 10_000) { rng.range(1, 40) as u32 } else { 0 };
            out.push(FcrAction {
                gap,
                kind,
                qpn,
                set,
                place: rng.below(4),
                switch: rng.below(switches) * 0x1357,
                seq,
                rate,
                validity,
                withdraw: u64::from(rng.chance(1, 6)),
                alone: rng.below(2),
                rtt,
                own,
                tick,
                ready,
                answers,
                reset,
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        fn of<const SOURCES: usize>(block: &Fcr) -> Box<dyn Golden> {
            let Fcr { inputs, outputs, sets, ecc, counted, .. } = *block;
            let (model, watch) = (Model::new(block.qps), ecc.option(|| Watch::new(1)));
            Box::new(Reference::<SOURCES> { model, inputs, outputs, sets, ecc, watch, counted })
        }
        match self.sources {
            1 => of::<1>(self),
            2 => of::<2>(self),
            3 => of::<3>(self),
            _ => of::<MAX_SOURCES>(self),
        }
    }

    fn driver(&self) -> Box<dyn Driver<FcrAction>> {
        let pins = Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            sets: self.sets,
            sets_left: SETS,
            sweep: Sweep::new(self.qps.into()),
            pending: None,
            wait: 0,
            last: FcrAction::default(),
            cycle: 0,
            due: VecDeque::new(),
            reset_left: 0,
        };
        self.ecc.drive(Box::new(pins), false)
    }

    fn points(&self, sheet: &mut Sheet) -> Result<(), Error> {
        let host = [(HOST_WRITE, "host_write"), (HOST_READ, "host_read")];
        let kinds = [(ADVICE, "advice"), (TIME, "time"), (MARK, "mark"), (OPEN, "open")];
        sheet.values("in_valid", "in_kind", &[&kinds[..], &host].concat())?;
        sheet.flags("out_valid", "out_flags", &flag::NAMES, |_| true)?;
        sheet.apart("events of one QP", "in_valid", "in_qpn", 1..=6)?;
        let (valid, set) = (sheet.pin("in_valid")?, sheet.pin("in_set")?);
        sheet.every("every parameter set", SETS, move |r| r.is(valid).then(|| r.get(set)));
        sheet.waits("due_valid", "due_ready")?;
        let (now, held) = (sheet.pin("now")?, sheet.pin("held")?);
        sheet.point("the clock stands still", move |r| r.get(held) > 0);
        let mut was = 0;
        sheet.point("the clock wraps", move |r| std::mem::replace(&mut was, r.get(now)) == Clock::MAX_RAW && was == 0);
        sheet.reset_in_flight("in_valid", u64::from(FCR_LATENCY))
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = [
            "out_kind",
            "out_qpn",
            "out_flags",
            "out_cap",
            "out_pace",
            "out_rc",
            "out_cw",
            "out_w",
            "out_wc",
            "out_send_rate",
            "out_send_cw",
            "out_send_w",
            "out_used",
            "out_switch",
            "out_seq",
            "out_rate",
            "out_expiry",
        ];
        vec![Stream::new("out_valid", None, &payload), Stream::new("due_valid", Some("due_ready"), &["due_qpn"])]
    }

    /// A source is shown to a host read only, and of one that is not in use only that.
    fn cares(&self, _: &[u64], output: &[u64], index: usize) -> bool {
        let o = &self.outputs;
        let of_used = [o.out_switch, o.out_seq, o.out_rate, o.out_expiry].contains(&index);
        match output[o.out_kind] {
            HOST_READ => !of_used || output[o.out_used] == 1,
            _ => !of_used && index != o.out_used,
        }
    }

    fn simpler(&self, action: &FcrAction) -> Vec<FcrAction> {
        let a = *action;
        let tries = [
            FcrAction { gap: 0, ..a },
            FcrAction { reset: 0, ..a },
            FcrAction { own: [0; 4], ..a },
            FcrAction { set: 0, ..a },
            FcrAction { rtt: 1000, ..a },
            FcrAction { rate: 1000, ..a },
            FcrAction { validity: 100, ..a },
            FcrAction { withdraw: 0, ..a },
            FcrAction { switch: 0, ..a },
            FcrAction { seq: 0, ..a },
            FcrAction { place: 0, ..a },
            FcrAction { tick: 0, ..a },
            FcrAction { ready: 16, ..a },
            FcrAction { answers: false, ..a },
            FcrAction { qpn: 0, ..a },
            FcrAction { kind: ADVICE, ..a },
        ];
        super::others(a, tries)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        let raw = *words.first()?;
        Some(match port {
            "out_flags" => layout::fcr::FCR.flags(raw as u16 & ((1 << flag::BITS) - 1)).collect::<Vec<_>>().join("|"),
            "out_rc" | "out_send_rate" | "in_rc" => format!("{} bytes/ns", layout::fcr::Rate::FORMAT.decimal(raw)),
            "now" | "out_expiry" => format!("{} us", raw & Clock::MAX_RAW),
            _ => return None,
        })
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + u64::from(FCR_LATENCY) + GAP + 2000
    }
}
