//! `limit` against its model: updates of one QP and of many in every cycle, advices beside them that are lower, higher,
//! equal, wrong, withdrawn and forgotten, QPs that are opened or moved in that moment; an engine that takes a lowering
//! late, and goes on with older updates; a port that nobody empties.

mod pins;

use self::pins::Pins;
use super::ecc::EccPorts;
use super::fcr::draw;
use super::words::words;
use crate::{Block, Design, Driver, Error, Golden, Note, Rng, Stream};
use layout::fcr::{Clock, MAX_SOURCES, Mbps};
use layout::fixed::U;
use layout::limit::{LIMIT_LATENCY, NO_RATE};
use layout::record::{Alg, Algorithm, Kind};
use model::choice::SETS;
use model::ecc::Watch;
use model::fcr::{Advice, Params};
use model::latest::Update;
use model::limit::{Choice, In, Limit as Model, Out};
use serde::{Deserialize, Serialize};

words!(Inputs {
    rst_n,
    set_valid,
    set_index,
    set_line,
    set_advice_min,
    set_advice_max,
    set_validity_max,
    set_mtu,
    set_rtt,
    tick,
    s_choice_valid,
    s_choice_qpn,
    s_choice_alg,
    s_choice_set,
    s_choice_opens,
    s_advice_valid,
    s_advice_qpn,
    s_advice_withdraw,
    s_advice_seq,
    s_advice_rate,
    s_advice_validity,
    s_advice_switch,
    s_upd_valid,
    s_upd_kind,
    s_upd_qpn,
    s_upd_alg,
    s_upd_window,
    s_upd_pace,
    s_upd_flags,
    s_upd_feedback,
    s_upd_una_psn,
    m_upd_ready,
    lower_ready,
    lower_done,
});
words!(Outputs {
    set_ready,
    s_upd_ready,
    m_upd_valid,
    m_upd_kind,
    m_upd_qpn,
    m_upd_alg,
    m_upd_window,
    m_upd_pace,
    m_upd_rate,
    m_upd_flags,
    m_upd_feedback,
    m_upd_una_psn,
    lower_valid,
    lower_qpn,
    lower_alg,
    lower_window,
    lower_rate,
    ignore_we,
    ignore_qpn,
    ignore_on,
    alert_valid,
    alert_qpn,
    idle,
    init_done,
    lost,
    rejected,
    lowerings,
    dues,
    held,
    late_worst,
});

/// Longest gap, cycles.
const GAP: u64 = 3000;
/// Longest time in which the port is not emptied: the clock stops 2^14 us behind an end that waits.
const STOP: u64 = 40_000;

/// What comes in a cycle, and how the cycles are from it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitAction {
    /// Idle cycles before it.
    pub gap: u32,
    pub qpn: u64,
    pub alg: u64,
    pub update: bool,
    pub kind: u64,
    pub window: u64,
    pub pace: u64,
    pub flags: u64,
    pub feedback: bool,
    pub una: u64,
    pub advice: bool,
    pub switch: u64,
    pub seq: u64,
    pub rate: u64,
    pub validity: u64,
    pub withdraw: bool,
    pub choice: bool,
    pub opens: bool,
    pub set: u64,
    /// The set is written.
    pub writes: bool,
    /// From here on: cycles between two ticks of the clock; 0: none come.
    pub tick: u32,
    /// From here on `m_upd_ready` in so many of 16 cycles.
    pub ready: u64,
    /// For so many cycles nothing is taken at the port.
    #[serde(default)]
    pub stop: u32,
    /// From here on the engine takes a lowering after so many cycles, and has done it after as many more.
    pub engine: u32,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub struct Limit {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    qps: u32,
    sources: u32,
    sets: [Params; SETS],
    rtts: [u64; SETS],
    /// What the counters start at.
    counted: u64,
}

impl Limit {
    pub fn new(design: &Design, qps: u32, sources: u32, seed: u64) -> Result<Limit, Error> {
        let name = "limit";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        let mut rng = Rng::stream(seed, 0x72_74_74, 0);
        let rtts = std::array::from_fn(|_| match rng.below(3) {
            0 => rng.range(1, (1 << 24) - 1),
            _ => rng.range(500, 20_000),
        });
        Ok(Limit { inputs, outputs, ecc: EccPorts::of(design), qps, sources, sets: draw(seed), rtts, counted: 0 })
    }

    pub fn counted(self, counted: u64) -> Limit {
        Limit { counted, ..self }
    }
}

/// Puts what the model answers into a row.
fn put(out: &Out, o: &Outputs, counted: u64, output: &mut [u64]) {
    output[o.init_done] = out.init_done.into();
    output[o.idle] = out.idle.into();
    output[o.set_ready] = out.set_ready.into();
    output[o.s_upd_ready] = out.update_ready.into();
    let count = |n: u64| n.wrapping_add(counted) & super::low(48);
    output[o.lost] = count(out.counts.lost);
    output[o.rejected] = count(out.counts.rejected);
    output[o.lowerings] = count(out.counts.lowerings);
    output[o.dues] = count(out.counts.dues);
    output[o.held] = count(out.counts.held);
    output[o.late_worst] = out.counts.late_worst;
    if let Some((qpn, on)) = out.ignore {
        (output[o.ignore_we], output[o.ignore_qpn], output[o.ignore_on]) = (1, qpn.into(), on.into());
    }
    if let Some(qpn) = out.alert {
        (output[o.alert_valid], output[o.alert_qpn]) = (1, qpn.into());
    }
    if let Some(lower) = out.lower {
        output[o.lower_valid] = 1;
        output[o.lower_qpn] = lower.qpn.into();
        output[o.lower_alg] = lower.alg.raw();
        output[o.lower_window] = lower.most.window;
        output[o.lower_rate] = lower.most.rate.raw();
    }
    if let Some(said) = out.update {
        let update = said.update;
        output[o.m_upd_valid] = 1;
        output[o.m_upd_kind] = update.kind.raw();
        output[o.m_upd_qpn] = update.qpn.into();
        output[o.m_upd_alg] = update.alg.raw();
        output[o.m_upd_window] = update.window;
        output[o.m_upd_pace] = update.pace;
        output[o.m_upd_rate] = said.rate.raw();
        output[o.m_upd_flags] = update.flags.into();
        output[o.m_upd_feedback] = update.feedback.into();
        output[o.m_upd_una_psn] = update.una_psn.raw();
    }
}

impl Limit {
    /// The model's input pins in a row of zeros.
    pub(super) fn drive(&self, input: &In, row: &mut [u64]) {
        let i = &self.inputs;
        (row[i.rst_n], row[i.tick], row[i.m_upd_ready]) = (input.rst_n.into(), input.tick.into(), input.ready.into());
        (row[i.lower_ready], row[i.lower_done]) = (input.lower_ready.into(), input.lower_done.into());
        if let Some((index, params, rtt)) = &input.set {
            pins::write_set(i, row, *index, params, rtt.raw());
        }
        if let Some(Choice { qpn, alg, set, opens }) = input.choice {
            (row[i.s_choice_valid], row[i.s_choice_qpn], row[i.s_choice_alg]) = (1, qpn.into(), alg.raw());
            (row[i.s_choice_set], row[i.s_choice_opens]) = (set as u64, opens.into());
        }
        if let Some((qpn, Advice { switch, seq, rate, validity, withdraw })) = input.advice {
            (row[i.s_advice_valid], row[i.s_advice_qpn], row[i.s_advice_withdraw]) = (1, qpn.into(), withdraw.into());
            (row[i.s_advice_switch], row[i.s_advice_seq]) = (switch.raw(), seq.raw());
            (row[i.s_advice_rate], row[i.s_advice_validity]) = (rate.raw(), validity.raw());
        }
        if let Some(update) = input.update {
            (row[i.s_upd_valid], row[i.s_upd_qpn], row[i.s_upd_kind]) = (1, update.qpn.into(), update.kind.raw());
            (row[i.s_upd_alg], row[i.s_upd_window], row[i.s_upd_pace]) = (update.alg.raw(), update.window, update.pace);
            (row[i.s_upd_flags], row[i.s_upd_feedback]) = (update.flags.into(), update.feedback.into());
            row[i.s_upd_una_psn] = update.una_psn.raw();
        }
    }

    /// What the model answers in a row of zeros.
    pub(super) fn put(&self, out: &Out, row: &mut [u64]) {
        put(out, &self.outputs, self.counted, row);
    }
}

struct Reference<const SOURCES: usize> {
    model: Model<SOURCES>,
    inputs: Inputs,
    outputs: Outputs,
    last: u32,
    counted: u64,
    ecc: EccPorts,
    watch: Option<Watch>,
}

impl<const SOURCES: usize> Golden for Reference<SOURCES> {
    fn reset(&mut self) {
        self.model.step(&In::default());
        self.watch = self.ecc.option(|| Watch::new(1));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let set = (row[i.set_valid] == 1).then(|| {
            let ports = [i.set_line, i.set_advice_min, i.set_advice_max, i.set_validity_max, i.set_mtu];
            let [line, advice_min, advice_max, validity_max, mtu] = ports.map(|port| row[port]);
            let params = Params::from_raw([line, advice_min, advice_max, validity_max, mtu, 0]);
            (row[i.set_index] as usize, super::legal(params), U::wrap(row[i.set_rtt]))
        });
        let choice = (row[i.s_choice_valid] == 1).then(|| Choice {
            qpn: row[i.s_choice_qpn] as u32,
            alg: Alg::wrap(row[i.s_choice_alg]),
            set: row[i.s_choice_set] as usize,
            opens: row[i.s_choice_opens] == 1,
        });
        let advice = (row[i.s_advice_valid] == 1).then(|| {
            let advice = Advice {
                switch: U::wrap(row[i.s_advice_switch]),
                seq: U::wrap(row[i.s_advice_seq]),
                rate: U::wrap(row[i.s_advice_rate]),
                validity: U::wrap(row[i.s_advice_validity]),
                withdraw: row[i.s_advice_withdraw] == 1,
            };
            (row[i.s_advice_qpn] as u32, advice)
        });
        let update = (row[i.s_upd_valid] == 1).then(|| Update {
            kind: U::wrap(row[i.s_upd_kind]),
            qpn: row[i.s_upd_qpn] as u32,
            alg: Alg::wrap(row[i.s_upd_alg]),
            window: row[i.s_upd_window],
            pace: row[i.s_upd_pace],
            flags: row[i.s_upd_flags] as u16,
            feedback: row[i.s_upd_feedback] == 1,
            una_psn: U::wrap(row[i.s_upd_una_psn]),
        });
        self.last = update.map_or(self.last, |update| update.qpn);
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            set,
            tick: row[i.tick] == 1,
            choice,
            advice,
            update,
            ready: row[i.m_upd_ready] == 1,
            lower_ready: row[i.lower_ready] == 1,
            lower_done: row[i.lower_done] == 1,
            scrub_interval: self.ecc.scrub_interval(row),
        });
        if let Some(watch) = &mut self.watch {
            watch.join(out.reads);
            self.ecc.put(watch.step(row[i.rst_n] == 1, self.ecc.inject(row)), output);
        }
        put(&out, o, self.counted, output);
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new(format!("record of QP {}", self.last), format!("{:?}", self.model.record(self.last)))]
    }
}

impl Block for Limit {
    type Action = LimitAction;

    fn name(&self) -> &str {
        "limit"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<LimitAction>) {
        let end = out.len() + n;
        let all = u64::from(self.qps);
        let many = (*rng.pick(&[1u64, 1, 2, 3, 4, 8, 64, all]).unwrap_or(&1)).min(all);
        let base = rng.below(all);
        let walks = rng.chance(1, 3);
        let idle = rng.below(4);
        let advising = *rng.pick(&[0u64, 5, 30, 50, 90]).unwrap_or(&30);
        let choosing = *rng.pick(&[0u64, 1, 2, 10, 30]).unwrap_or(&2);
        let writing = *rng.pick(&[0u64, 0, 1, 20]).unwrap_or(&0);
        let mixed = rng.chance(1, 3);
        let set = rng.below(SETS as u64);
        let tick = *rng.pick(&[0u32, 1, 1, 2, 3, 7, 200]).unwrap_or(&1);
        let ready = *rng.pick(&[16u64, 16, 16, 12, 8, 4, 1]).unwrap_or(&16);
        let engine = *rng.pick(&[0u32, 1, 8, 40, 300]).unwrap_or(&8);
        let short = rng.chance(1, 2);
        let [line, advice_min, advice_max, validity_max, ..] = self.sets[set as usize].raw();
        let top = line.min(advice_max).max(advice_min);
        let params = &self.sets[set as usize];
        let (mut rate, mut seq, mut next) = (top, rng.edge(16) as u64, 0);
        // time enough for updates to wait as many as may, or for the clock to stop behind ends that nobody looks at
        let mut stop = if rng.chance(1, 40) { rng.range(100, STOP) as u32 } else { 0 };
        // an algorithm a QP, but for some
        let first = rng.below(8);
        for k in 0..many.min(64).min(n as u64) {
            let qpn = (base + k) % all;
            let (alg, opens, gap) = ((first + qpn) % 8, rng.chance(1, 2), 1);
            out.push(LimitAction {
                gap,
                qpn,
                alg,
                choice: true,
                opens,
                set,
                tick,
                ready: 16,
                ..LimitAction::default()
            });
        }
        // as many as do not all stand in the short queue of those that are to be lowered
        let crowd = all.min(24);
        while out.len() < end {
            if all > 9 && out.len() + 2 * crowd as usize + 1 < end && rng.chance(1, 1500) {
                // they are opened and advised one behind the other, and their advices end so: faster than they are
                // lowered
                let of = |k: u64| {
                    let qpn = (base + k) % all;
                    LimitAction {
                        qpn,
                        alg: (first + qpn) % 8,
                        set,
                        tick: 1,
                        ready: 16,
                        engine: engine.min(8),
                        ..LimitAction::default()
                    }
                };
                out.extend((0..crowd).map(|k| LimitAction { gap: 1, choice: true, opens: true, ..of(k) }));
                let validity = rng.range(crowd, 100).min(validity_max);
                let (update, kind, advice) = (true, Kind::Timer as u64, true);
                let advised = |k| LimitAction { update, kind, advice, window: 1 << 30, rate: top, validity, ..of(k) };
                out.extend((0..crowd).map(advised));
                // nothing comes meanwhile, whose words could be wrong in the cycles in which the queue's are
                out.push(LimitAction { gap: 2400, ..of(0) });
            }
            next += 1;
            let qpn = (base + if walks { next % many } else { rng.below(many) }) % all;
            let alg = if mixed && rng.chance(1, 8) { rng.below(16) } else { (first + qpn) % 8 };
            let gap = match idle {
                2 if rng.chance(1, 4) => rng.below(12) as u32,
                3 => rng.below(60) as u32,
                _ => 0,
            };
            let gap = if rng.chance(1, 400) { rng.range(1, GAP) as u32 } else { gap };
            rate = match rng.below(12) {
                0 => *rng.pick(&[0, line, line + 1, advice_min, advice_max + 1, 1 << 31]).unwrap_or(&0),
                1 => 1 << rng.below(22),
                2 => rng.range(advice_min.min(top), top),
                3..=6 => rate,
                _ => (rate + rng.below(3)).saturating_sub(1).clamp(1, top),
            };
            let validity = match rng.below(8) {
                0 => rng.edge(16) as u64,
                1 => rng.range(1, validity_max),
                _ if short => rng.range(1, validity_max.min(60)),
                _ => rng.range(1, validity_max.min(400)),
            };
            seq = match rng.below(16) {
                0 => rng.bits(16) as u64,
                1 => seq,
                2 => seq + (1 << rng.below(16)),
                _ => seq + 1,
            } & 0xffff;
            // about what the advice allows, at an end, or anything
            let rtt = U::wrap(self.rtts[set as usize]);
            let allowed = model::fcr::cap(U::wrap(rate.clamp(1, Mbps::MAX_RAW)), rtt, params);
            let bytes = alg == Algorithm::Hpcc as u64;
            let mut near = |allowed: u64, bits: u32| match rng.below(6) {
                0 => rng.edge(bits) as u64,
                1 => rng.bits(bits) as u64,
                _ => (allowed + rng.below(5)).saturating_sub(2) & ((1 << bits) - 1),
            };
            let window = near(if bytes { allowed.w.raw() } else { allowed.cw.raw() }, 42);
            let packet = (model::fcr::step::pace(U::wrap(rate.clamp(1, Mbps::MAX_RAW))).raw() * params.mtu()) >> 28;
            let pace = near(if alg < 2 { packet } else { allowed.rc.raw() }, 40);
            let dcqcn = alg == Algorithm::DcqcnP as u64 || alg == Algorithm::DcqcnD as u64;
            let timer = if dcqcn { rng.chance(1, 2) } else { rng.chance(1, 16) };
            let advice = rng.below(100) < advising;
            let choice = rng.below(100) < choosing;
            let alone = (advice || choice) && rng.chance(1, 2);
            out.push(LimitAction {
                gap,
                qpn,
                alg,
                update: !alone,
                kind: if timer { Kind::Timer as u64 } else { rng.below(8) },
                window: if bytes { window & ((1 << 40) - 1) } else { window },
                pace,
                flags: rng.bits(16) as u64,
                feedback: rng.chance(1, 8),
                una: rng.bits(24) as u64,
                advice,
                switch: rng.below(3) * 0x1357,
                seq,
                rate,
                validity,
                withdraw: rng.chance(1, 8),
                choice,
                opens: rng.chance(1, 2),
                set: if rng.chance(1, 8) { rng.below(SETS as u64) } else { set },
                writes: rng.below(1000) < writing,
                tick,
                ready,
                stop: if out.len() + 64 > end { std::mem::take(&mut stop) } else { 0 },
                engine,
                reset: if rng.chance(1, 10_000) { rng.range(1, 40) as u32 } else { 0 },
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        fn of<const SOURCES: usize>(block: &Limit) -> Box<dyn Golden> {
            let Limit { inputs, outputs, ecc, counted, .. } = *block;
            let (model, watch) = (Model::new(block.qps), ecc.option(|| Watch::new(1)));
            Box::new(Reference::<SOURCES> { model, inputs, outputs, last: 0, ecc, watch, counted })
        }
        match self.sources {
            1 => of::<1>(self),
            2 => of::<2>(self),
            3 => of::<3>(self),
            _ => of::<MAX_SOURCES>(self),
        }
    }

    fn driver(&self) -> Box<dyn Driver<LimitAction>> {
        self.ecc.drive(Box::new(Pins::new(self)), false)
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["kind", "qpn", "alg", "window", "pace", "rate", "flags", "feedback", "una_psn"];
        let payload = payload.map(|field| format!("m_upd_{field}"));
        vec![
            Stream::new("m_upd_valid", Some("m_upd_ready"), &payload.each_ref().map(String::as_str)),
            Stream::new("lower_valid", Some("lower_ready"), &["lower_qpn", "lower_alg", "lower_window", "lower_rate"]),
            Stream::new("alert_valid", None, &["alert_qpn"]),
            Stream::new("ignore_we", None, &["ignore_qpn", "ignore_on"]),
        ]
    }

    fn simpler(&self, action: &LimitAction) -> Vec<LimitAction> {
        let a = *action;
        let tries = [
            LimitAction { gap: 0, ..a },
            LimitAction { reset: 0, ..a },
            LimitAction { advice: false, ..a },
            LimitAction { choice: false, ..a },
            LimitAction { writes: false, ..a },
            LimitAction { update: false, ..a },
            LimitAction { ready: 16, stop: 0, ..a },
            LimitAction { engine: 0, ..a },
            LimitAction { tick: 0, ..a },
            LimitAction { qpn: 0, ..a },
            LimitAction { set: 0, ..a },
            LimitAction { alg: 0, kind: 0, ..a },
            LimitAction { window: 1, pace: 1, una: 1, flags: 0, feedback: false, ..a },
            LimitAction { rate: 1000, ..a },
            LimitAction { validity: 100, ..a },
            LimitAction { withdraw: false, ..a },
            LimitAction { switch: 0, seq: 0, ..a },
        ];
        super::others(a, tries)
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        let raw = *words.first()?;
        Some(match port {
            "m_upd_rate" | "lower_rate" if raw == NO_RATE => "none".into(),
            "m_upd_rate" | "lower_rate" => format!("{} bytes/ns", layout::fcr::Rate::FORMAT.decimal(raw)),
            "s_advice_validity" => format!("{} us", raw & Clock::MAX_RAW),
            _ => return None,
        })
    }

    fn drain(&self) -> u64 {
        2000
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + u64::from(LIMIT_LATENCY) + GAP + STOP + 2000
    }
}
