//! `dcqcn` against its model: an event a cycle, of one QP or of all, at every distance from its visit and from the
//! host's operations, updates that nobody takes, and more events than a count holds.

use super::cover::Sheet;
use super::dcqcn_form::{self, FormPorts, form};
use super::dcqcn_train::{self, Running, Train};
use super::ecc::EccPorts;
use super::sweep::Sweep;
use super::words::words;
use super::{Asked, Visit, both_halves};
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::dcqcn::{self, GBPS_800, IDLE_PERIODS, LINE, MBPS, PARAMS, PARAMS_P, Prob, RAI, RC_MIN, Rate, flag};
use layout::fixed::U;
use model::dcqcn::unit::{In, Qp, SETS, Unit};
use model::dcqcn::{Context, Mode, Params};
use model::ecc::Watch;
use serde::{Deserialize, Serialize};

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    set_we,
    set_index,
    set_g,
    set_rai,
    set_line,
    set_rc_min,
    set_recovery,
    set_doublings,
    set_snap_mask,
    set_old_cp,
    set_clamp_target,
    set_min_tx,
    set_incast_periods,
    cfg_period,
    cfg_jitter_mask,
    cfg_seed,
    hold,
    issued_valid,
    issued_cnp,
    issued_cnps,
    issued_qpn,
    host_valid,
    host_write,
    host_qpn,
    host_rc,
    host_rt,
    host_cp,
    host_stage,
    host_deterministic,
    host_set,
    out_ready,
});
words!(Outputs {
    host_ends,
    read_rc,
    read_rt,
    read_cp,
    read_stage,
    read_sent,
    read_quiet,
    read_idle,
    read_deterministic,
    read_set,
    out_valid,
    out_qpn,
    out_rate,
    out_flags,
    visits,
    late_cycles,
    late_worst,
});

/// Cycles of a flood: more packets than a count holds, though every second one is of another QP.
const FLOOD: u32 = 140_000;

/// What stays the same in a run, the times between two resets.
#[derive(Clone, Copy, Debug)]
struct Setting {
    sets: [Params; SETS],
    period: u32,
    jitter_mask: u16,
    seed: u16,
}

impl Setting {
    fn draw(seed: u64, published: bool) -> Setting {
        let mut rng = Rng::new(seed);
        let sets = std::array::from_fn(|_| params(&mut rng, published));
        Setting { sets, period: 0, jitter_mask: 0, seed: 0 }.timed(seed, 0)
    }

    /// With other times, behind so many resets.
    fn timed(self, seed: u64, resets: u64) -> Setting {
        let mut rng = Rng::stream(seed, 0x74_69_6d, resets);
        // short periods: a QP has many steps in a run
        let period = *rng.pick(&[0u32, 1, 40, 300, 2000]).unwrap_or(&0);
        Setting {
            period: period + rng.below(60) as u32,
            jitter_mask: ((1u32 << *rng.pick(&[0u32, 1, 2, 3, 4, 5, 6, 7, 12]).unwrap_or(&0)) - 1) as u16,
            seed: rng.below(0xffff) as u16,
            ..self
        }
    }
}

/// Any legal set.
fn params(rng: &mut Rng, published: bool) -> Params {
    let mut raw: [u64; 14] = PARAMS.map(|f| if rng.chance(1, 3) { f.reset } else { log_uniform(rng, f.min, f.max) });
    raw[LINE.place(&PARAMS)] = log_uniform(rng, MBPS, GBPS_800);
    raw[RC_MIN.place(&PARAMS)] = log_uniform(rng, MBPS, raw[LINE.place(&PARAMS)]);
    if rng.chance(1, 3) {
        // what a shift loses leaves nothing behind
        raw[RAI.place(&PARAMS)] = 1 << rng.below(35);
    }
    if !published {
        return super::legal(Params::from_raw(raw));
    }
    let mut all = PARAMS_P.map(|f| f.reset);
    all[..14].copy_from_slice(&raw);
    all[14..].copy_from_slice(&form(rng));
    if rng.chance(2, 3) {
        // fast recovery is over soon
        all[5] = rng.below(4);
    }
    super::legal(Params::from_raw_p(all))
}

/// Each bit length as likely as any other.
pub(super) fn log_uniform(rng: &mut Rng, min: u64, max: u64) -> u64 {
    let bits = rng.below(65 - u64::from(max.leading_zeros())) as u32;
    (rng.bits(64) as u64 & 1u64.checked_shl(bits).map_or(u64::MAX, |b| b - 1)).clamp(min, max)
}

pub struct Dcqcn {
    inputs: Inputs,
    outputs: Outputs,
    ecc: EccPorts,
    /// `lower_on` and `lower_rate`, with FCR's key.
    lower: Option<[usize; 2]>,
    /// With the published form.
    form: Option<FormPorts>,
    setting: Setting,
    seed: u64,
    qps: u32,
    /// What its counters have counted before the first event.
    counted: u64,
}

/// The bench of the unit's one block.
pub(super) fn alone<V: Visit>(Asked { config, design, seed, counted, .. }: Asked, visit: V) -> Result<V::Out, Error> {
    visit.visit(Dcqcn::new(design, config.engine.qps, seed)?.counted(both_halves(counted)))
}

impl Dcqcn {
    pub fn new(design: &Design, qps: u32, seed: u64) -> Result<Dcqcn, Error> {
        let name = "dcqcn";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        let port = |name| design.inputs().column(name).map(|c| c.word);
        let lower = port("lower_on").zip(port("lower_rate")).map(|(on, rate)| [on, rate]);
        let form = FormPorts::of(design);
        let setting = Setting::draw(seed, form.is_some());
        Ok(Dcqcn { inputs, outputs, ecc: EccPorts::of(design), lower, form, setting, seed, qps, counted: 0 })
    }

    /// With counters that start late.
    pub fn counted(self, counted: u64) -> Dcqcn {
        Dcqcn { counted, ..self }
    }
}

/// An operation of the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostAction {
    pub write: bool,
    pub qpn: u64,
    pub rc: u64,
    pub rt: u64,
    pub cp: u64,
    pub stage: u64,
    pub deterministic: bool,
    pub set: u64,
    /// With FCR's key: a read lowers RC to this rate.
    #[serde(default)]
    pub lower: Option<u64>,
}

/// What begins in one cycle, after a gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    pub gap: u32,
    /// A CNP came, or a packet was sent; otherwise a bubble that looks like one.
    pub event: bool,
    pub cnp: bool,
    /// How many, less one.
    #[serde(default)]
    pub more: u64,
    pub qpn: u64,
    /// Begins once the one before has ended.
    pub host: Option<HostAction>,
    /// Cycles in which updates are refused from then on.
    pub stall: u32,
    /// The same event in each of these cycles: more than a count holds.
    pub flood: bool,
    /// Every eighth one of the other kind.
    pub mixed: bool,
    /// In its place: this many cycles of reset.
    pub reset: u32,
    /// Cycles in which no visit begins from then on.
    #[serde(default)]
    pub hold: u32,
    /// The same event again and again.
    #[serde(default)]
    pub train: Option<Train>,
}

struct Reference {
    model: Unit,
    inputs: Inputs,
    outputs: Outputs,
    /// Period, jitter mask and seed of the last cycle.
    times: [u64; 3],
    ecc: EccPorts,
    lower: Option<[usize; 2]>,
    form: Option<FormPorts>,
    watch: Option<Watch>,
    counted: u64,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.reset();
        self.watch = self.ecc.option(|| Watch::new(1));
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let stored = || Qp {
            context: Context {
                rc: U::wrap(row[i.host_rc]),
                rt: U::wrap(row[i.host_rt]),
                cp: U::wrap(row[i.host_cp]),
                stage: U::wrap(row[i.host_stage]),
                sent: U::ZERO,
                quiet: U::MAX,
                idle: U::ZERO,
                guard: U::ZERO,
                published: Default::default(),
            },
            mode: if row[i.host_deterministic] == 1 { Mode::D } else { Mode::P },
            set: row[i.host_set] as u8,
        };
        self.times = [i.cfg_period, i.cfg_jitter_mask, i.cfg_seed].map(|port| row[port]);
        let set = row[i.set_index] as usize;
        let rst_n = row[i.rst_n] == 1;
        let cnps = (row[i.issued_cnp] * row[i.issued_cnps]) as u16;
        let event = (row[i.issued_valid] == 1).then(|| (row[i.issued_qpn] as u32, cnps));
        let rewrites = self.ecc.rewrite(row);
        let out = self.model.step(&In {
            rst_n,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            set: (row[i.set_we] == 1).then(|| (set, set_of(i, self.form, row))),
            period: row[i.cfg_period] as u32,
            jitter_mask: row[i.cfg_jitter_mask] as u16,
            seed: row[i.cfg_seed] as u16,
            hold: row[i.hold] == 1,
            event: event.filter(|_| !rewrites),
            rewrite: event.filter(|_| rewrites).map(|(qpn, _)| qpn),
            host: (row[i.host_valid] == 1).then(|| (row[i.host_qpn] as u32, (row[i.host_write] == 1).then(stored))),
            lower: self.lower.and_then(|[on, rate]| (row[on] == 1).then_some(row[rate])),
            out_ready: row[i.out_ready] == 1,
        });
        if let Some(watch) = &mut self.watch {
            if out.words.read {
                watch.read(1);
            }
            if out.words.taken {
                watch.read_before();
            }
            self.ecc.put(watch.step(rst_n, self.ecc.inject(row)), output);
        }
        if let Some(update) = out.update {
            output[o.out_valid] = 1;
            output[o.out_qpn] = update.qpn.into();
            output[o.out_rate] = update.rate;
            output[o.out_flags] = update.flags.into();
        }
        if let Some(Qp { context: c, mode, set }) = out.host_ends {
            output[o.host_ends] = 1;
            (output[o.read_rc], output[o.read_rt], output[o.read_cp]) = (c.rc.raw(), c.rt.raw(), c.cp.raw());
            (output[o.read_stage], output[o.read_sent]) = (c.stage.raw(), c.sent.raw());
            (output[o.read_quiet], output[o.read_idle]) = (c.quiet.raw(), c.idle.raw());
            (output[o.read_deterministic], output[o.read_set]) = ((mode == Mode::D).into(), set.into());
            if let Some(form) = self.form {
                form.put_timers(&c.published, output);
            }
        }
        let count = |n: u64| n.wrapping_add(self.counted) & super::low(48);
        output[o.visits] = count(out.visits);
        output[o.late_cycles] = count(out.late_cycles);
        output[o.late_worst] = out.late_worst.into();
    }

    fn context(&self) -> Vec<Note> {
        let [period, jitter_mask, seed] = self.times;
        vec![Note::new("period, jitter, seed", format!("{period}, {jitter_mask:#x}, {seed:#x}"))]
    }
}

/// The set on the ports; what is not there belongs to no step.
fn set_of(i: &Inputs, form: Option<FormPorts>, row: &[u64]) -> Params {
    let mut raw = PARAMS_P.map(|field| field.reset);
    for (field, port) in [
        (dcqcn::G, i.set_g),
        (RAI, i.set_rai),
        (LINE, i.set_line),
        (RC_MIN, i.set_rc_min),
        (dcqcn::RECOVERY, i.set_recovery),
        (dcqcn::DOUBLINGS, i.set_doublings),
        (dcqcn::OLD_CP, i.set_old_cp),
        (dcqcn::CLAMP_TARGET, i.set_clamp_target),
        (dcqcn::MIN_TX, i.set_min_tx),
        (dcqcn::INCAST_PERIODS, i.set_incast_periods),
    ] {
        raw[field.place(&PARAMS_P)] = row[port];
    }
    raw[dcqcn::SNAP.place(&PARAMS_P)] = row[i.set_snap_mask].count_ones().into();
    if let Some(form) = form {
        raw[PARAMS.len()..].copy_from_slice(&form.get(row));
    }
    super::legal(Params::from_raw_p(raw))
}

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    setting: Setting,
    seed: u64,
    resets: u64,
    sweep: Sweep,
    /// Init cycles so far: the first write the parameter sets too.
    swept: u64,
    lower: Option<[usize; 2]>,
    form: Option<FormPorts>,
    gap_left: Option<u32>,
    stall_left: u32,
    /// While `stall_left`.
    flood: Option<Action>,
    train: Option<Running>,
    reset_left: u32,
    hold_left: u32,
    host: Option<HostAction>,
}

impl Pins {
    fn times(&self, row: &mut [u64]) {
        let i = &self.inputs;
        row[i.cfg_period] = self.setting.period.into();
        row[i.cfg_jitter_mask] = self.setting.jitter_mask.into();
        row[i.cfg_seed] = self.setting.seed.into();
    }

    fn parameters(&self, row: &mut [u64], index: usize) {
        let (i, raw) = (&self.inputs, self.setting.sets[index].raw());
        (row[i.set_we], row[i.set_index]) = (1, index as u64);
        let [g, rai, line, rc_min, _, recovery, doublings, snap, old_cp, clamp, min_tx, incast, ..] = raw;
        (row[i.set_g], row[i.set_rai], row[i.set_line], row[i.set_rc_min]) = (g, rai, line, rc_min);
        (row[i.set_recovery], row[i.set_doublings], row[i.set_snap_mask]) = (recovery, doublings, (1 << snap) - 1);
        (row[i.set_old_cp], row[i.set_clamp_target]) = (old_cp, clamp);
        (row[i.set_min_tx], row[i.set_incast_periods]) = (min_tx, incast);
        if let Some(form) = self.form {
            form.put(&raw[14..], row);
        }
    }
}

impl Driver<Action> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Action>, row: &mut [u64]) {
        let i = self.inputs;
        self.times(row);
        row[i.out_ready] = u64::from(self.stall_left == 0);
        self.stall_left = self.stall_left.saturating_sub(1);
        row[i.hold] = u64::from(self.hold_left > 0);
        self.hold_left = self.hold_left.saturating_sub(1);
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
            return;
        }
        if self.sweep.drive(row, i.init_we, i.init_addr) {
            if self.swept < SETS as u64 {
                self.parameters(row, self.swept as usize);
            }
            self.swept += 1;
            return;
        }
        if let Some(host) = self.host {
            self.host_ports(row, host);
        }
        if let Some(Action { qpn, cnp, more, mixed, .. }) = self.flood.filter(|_| self.stall_left > 0) {
            let other = mixed && self.stall_left.is_multiple_of(8);
            (row[i.issued_valid], row[i.issued_cnp], row[i.issued_qpn]) = (1, (cnp ^ other).into(), qpn);
            row[i.issued_cnps] = 1 + more;
            return;
        }
        self.flood = None;
        if let Some(train) = self.train {
            row[i.issued_valid] = 0;
            if let Some((cnp, event)) = train.event() {
                (row[i.issued_valid], row[i.issued_cnp], row[i.issued_qpn]) = (1, cnp.into(), event.qpn);
                row[i.issued_cnps] = 1 + event.more;
            }
            self.train = train.rest();
            return;
        }
        let Some(next) = feed.peek().copied() else { return };
        let left = self.gap_left.get_or_insert(next.gap);
        if *left > 0 {
            *left -= 1;
            return;
        }
        if next.host.is_some() && self.host.is_some() {
            return; // one at a time
        }
        feed.take();
        self.gap_left = None;
        if next.reset > 0 {
            self.reset_left = next.reset - 1;
            (self.swept, self.host, self.stall_left, self.flood) = (0, None, 0, None);
            self.resets += 1;
            self.setting = self.setting.timed(self.seed, self.resets);
            self.times(row);
            self.sweep.restart();
            row[i.host_valid] = 0;
            row[i.rst_n] = 0;
            self.lower.iter().flatten().for_each(|port| row[*port] = 0);
            return;
        }
        (row[i.issued_valid], row[i.issued_cnp], row[i.issued_qpn]) = (next.event.into(), next.cnp.into(), next.qpn);
        row[i.issued_cnps] = 1 + next.more;
        self.stall_left = self.stall_left.max(next.stall);
        self.hold_left = self.hold_left.max(next.hold);
        self.flood = next.flood.then_some(next);
        self.train = next.train.map(|train| Running::new(next, train));
        if let Some(host) = next.host {
            self.host = next.host;
            self.host_ports(row, host);
        }
    }

    fn observe(&mut self, input: &[u64], output: &[u64]) {
        if input[self.inputs.rst_n] == 1 && output[self.outputs.host_ends] == 1 {
            self.host = None;
        }
    }

    fn is_idle(&self) -> bool {
        self.reset_left == 0
            && self.sweep.is_done()
            && self.host.is_none()
            && self.stall_left == 0
            && self.train.is_none()
    }
}

impl Pins {
    fn host_ports(&self, row: &mut [u64], host: HostAction) {
        let i = &self.inputs;
        (row[i.host_valid], row[i.host_write], row[i.host_qpn]) = (1, host.write.into(), host.qpn);
        (row[i.host_rc], row[i.host_rt], row[i.host_cp]) = (host.rc, host.rt, host.cp);
        (row[i.host_stage], row[i.host_set]) = (host.stage, host.set);
        row[i.host_deterministic] = host.deterministic.into();
        if let Some([on, rate]) = self.lower {
            (row[on], row[rate]) = (host.lower.is_some().into(), host.lower.unwrap_or(host.rt));
        }
    }
}

impl Block for Dcqcn {
    type Action = Action;

    fn name(&self) -> &str {
        "dcqcn"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Action>) {
        let qps = u64::from(self.qps);
        let first = rng.bits(16) as u64 % qps;
        let few = rng.range(1, 6);
        // neighbours in one bit, so that a comparison that lacks a bit shows
        let bits = u64::from(qps.ilog2());
        let hot: Vec<u64> = (0..few).map(|k| if k == 0 { first } else { first ^ 1 << rng.below(bits) }).collect();
        let spread = rng.chance(1, 4);
        let qpn = |rng: &mut Rng| if spread { rng.bits(16) as u64 % qps } else { *rng.pick(&hot).unwrap_or(&first) };
        let longest = *rng.pick(&[0u64, 0, 3, 40, 400]).unwrap_or(&0);
        let (marks, hosts) = (rng.range(1, 40), *rng.pick(&[1u64, 8, 60, 500]).unwrap_or(&60));
        let stalls = rng.chance(1, 4);
        for _ in 0..n {
            let mut of = qpn(rng);
            if self.lower.is_some() && rng.chance(1, 2) {
                // one at rest, most often
                of = rng.bits(16) as u64 % qps;
            }
            let host = rng.chance(1, hosts).then(|| self.operation(rng, of));
            let stall = match rng.below(40_000) {
                // time stands still
                0 => (1 << 18) + rng.below(1 << 17) as u32,
                // more packets than a count holds
                1 | 2 => FLOOD + rng.below(1 << 13) as u32,
                _ if stalls && rng.chance(1, 16) => rng.below(300) as u32,
                _ => 0,
            };
            let floods = (FLOOD..1 << 18).contains(&stall);
            out.push(Action {
                gap: rng.below(longest + 1) as u32,
                event: rng.chance(7, 8),
                cnp: rng.chance(1, marks),
                more: if rng.chance(1, 4) { rng.edge(14) as u64 % 0x3fff } else { 0 },
                qpn: qpn(rng),
                host,
                stall,
                flood: floods || stall > 1 << 18 && rng.chance(1, 2),
                mixed: rng.chance(1, 2),
                reset: if rng.chance(1, 50_000) { rng.range(1, 5) as u32 } else { 0 },
                hold: match () {
                    // in one period, which ends beside the last of them
                    () if floods => stall - rng.below(64) as u32,
                    () if stalls && rng.chance(1, 200) => rng.below(150) as u32,
                    () => 0,
                },
                train: None,
            });
            if rng.chance(1, 800) {
                out.push(dcqcn_train::draw(rng, of, |rng| self.operation(rng, of)));
            }
            if host.is_some_and(|host| host.lower.is_some()) && rng.chance(1, 2) {
                // its QP's events around s1 to s6 of the operation, which enters 50 cycles behind its begin
                let event = |gap| Action { gap, event: true, qpn: of, ..Action::default() };
                out.push(event(rng.range(42, 58) as u32));
                out.extend(rng.chance(1, 2).then(|| event(rng.below(4) as u32)));
            }
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let (inputs, outputs, times) = (self.inputs, self.outputs, [0; 3]);
        let (ecc, lower, form) = (self.ecc, self.lower, self.form);
        let model = Unit::of(self.qps, ecc.option(|| ()).is_some(), form.is_some());
        let watch = ecc.option(|| Watch::new(1));
        Box::new(Reference { model, inputs, outputs, times, ecc, lower, form, watch, counted: self.counted })
    }

    fn driver(&self) -> Box<dyn Driver<Action>> {
        let pins = Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            setting: self.setting,
            seed: self.seed,
            resets: 0,
            sweep: Sweep::new(self.qps.into()),
            swept: 0,
            lower: self.lower,
            form: self.form,
            gap_left: None,
            stall_left: 0,
            flood: None,
            train: None,
            reset_left: 0,
            hold_left: 0,
            host: None,
        };
        self.ecc.drive(Box::new(pins), true)
    }

    fn points(&self, sheet: &mut Sheet) -> Result<(), Error> {
        sheet.values("issued_valid", "issued_cnp", &[(0, "a packet"), (1, "a CNP")])?;
        // forwarded from up to four ahead
        sheet.apart("events of one QP", "issued_valid", "issued_qpn", 1..=5)?;
        let (out, flags) = (sheet.pin("out_valid")?, sheet.pin("out_flags")?);
        let told = |name: &str| name != "ignored" && (name != "hyper" || self.form.is_some());
        for (bit, name) in flag::NAMES.iter().enumerate().filter(|(_, name)| told(name)) {
            sheet.point(format!("out_flags {name}"), move |r| r.is(out) && r.get(flags) >> bit & 1 == 1);
        }
        sheet.waits("out_valid", "out_ready")?;
        sheet.values("host_valid", "host_write", &[(0, "read"), (1, "write")])?;
        sheet.values("host_ends", "read_deterministic", &[(0, "dcqcn-p"), (1, "dcqcn-d")])?;
        sheet.extremes("host_ends", &["read_sent", "read_stage", "read_quiet"])?;
        sheet.values("host_ends", "read_cp", &[(0, "0"), (1 << Prob::FRAC, "1")])?;
        sheet.values("host_ends", "read_idle", &[(IDLE_PERIODS, "of a QP that no longer sends")])?;
        let (ends, set) = (sheet.pin("host_ends")?, sheet.pin("read_set")?);
        sheet.every("every parameter set", SETS, move |r| r.is(ends).then(|| r.get(set)));
        let (hold, visits, late) = (sheet.pin("hold")?, sheet.pin("visits")?, sheet.pin("late_worst")?);
        sheet.point("no period may begin", move |r| r.is(hold));
        sheet.point("a period is late", move |r| r.get(late) > 0);
        sheet.point("time stands still", move |r| r.get(late) >= 1 << 18);
        let mut last = (0, 0);
        sheet.point("two periods begin two cycles apart", move |r| {
            let now = r.get(visits);
            if now == last.0 {
                return false;
            }
            let before = std::mem::replace(&mut last, (now, r.number));
            now == before.0 + 1 && r.number == before.1 + 2
        });
        dcqcn_train::points(sheet)?;
        if let Some(form) = self.form {
            form.points(sheet)?;
        }
        sheet.reset_in_flight("issued_valid", 43)
    }

    fn streams(&self) -> Vec<Stream> {
        let mut read = vec!["read_rc", "read_rt", "read_cp", "read_stage", "read_sent", "read_quiet", "read_idle"];
        read.extend(["read_deterministic", "read_set"]);
        read.extend(self.form.iter().flat_map(|_| dcqcn_form::READ));
        vec![
            Stream::new("out_valid", Some("out_ready"), &["out_qpn", "out_rate", "out_flags"]),
            Stream::new("host_ends", None, &read),
        ]
    }

    fn simpler(&self, a: &Action) -> Vec<Action> {
        let mut tries = vec![
            Action { reset: 0, ..*a },
            Action { host: None, ..*a },
            Action { host: a.host.map(|host| HostAction { lower: None, ..host }), ..*a },
            Action { event: false, ..*a },
            Action { flood: false, ..*a },
            Action { mixed: false, ..*a },
            Action { stall: 0, ..*a },
            Action { hold: 0, ..*a },
            Action { train: None, ..*a },
            Action { gap: 0, ..*a },
            Action { qpn: 0, ..*a },
            Action { cnp: false, ..*a },
            Action { more: 0, ..*a },
        ];
        tries.retain(|t| t != a);
        tries
    }

    /// Longer than a period.
    fn drain(&self) -> u64 {
        8000
    }

    /// Longer than the longest stall.
    fn watchdog(&self) -> u64 {
        2 << 18
    }
}

impl Dcqcn {
    fn operation(&self, rng: &mut Rng, qpn: u64) -> HostAction {
        let set = rng.below(SETS as u64);
        let line = self.setting.sets[set as usize].line().raw();
        let rate = |rng: &mut Rng| match rng.below(8) {
            0 => rng.edge(Rate::BITS) as u64,
            1 => line,
            2 => line - log_uniform(rng, 0, line - 1),
            _ => log_uniform(rng, MBPS, line),
        };
        HostAction {
            write: rng.chance(2, 3),
            qpn,
            rc: rate(rng),
            rt: rate(rng),
            cp: match rng.below(6) {
                0 => 0,
                1 => rng.edge(Prob::BITS) as u64,
                2 => log_uniform(rng, 0, 1 << 12),
                _ => rng.below((1 << 26) + 1),
            },
            stage: rng.below(32),
            deterministic: rng.chance(1, 2),
            set,
            lower: self.lower.filter(|_| rng.chance(1, 2)).map(|_| rate(rng)),
        }
    }
}
