//! The unit in its socket (hdl/src/dcqcn.md, "In the engine"): which events count, which QPs are its own, what the host
//! does, and where its updates wait.

use super::Params;
use super::reads::Words;
use super::step::{Context, Mode, Timers};
use super::unit::{In, Out, Qp, Unit};
use crate::choice::SETS;
use crate::ecc::{Watch, Windowed};
use crate::engine::socket::{Issued, Socket, Timed};
use crate::engine::{Lower, Outcome, Update};
use crate::fifo::Fifo;
use crate::page::Page;
use layout::config::Config;
use layout::dcqcn::{CP0, PARAMS_P, Quiet, SET_WAITS, TX_QUEUE, flag, more_cycles};
use layout::fixed::U;
use layout::ldcp::{N, Psn};
use layout::lsn::Lsn;
use layout::record::{Algorithm, Kind};

/// Parameters of a set without the published form, and what comes behind them with it.
const OF_SET: usize = 11;

const IN_ORDER: &str = "as many values as the page has registers of that kind";

/// Updates that wait behind the unit's own queue, and up to how many of them another one is looked up.
const TICKS: usize = 4;
const ROOM: usize = 2;

#[derive(Clone)]
pub struct InSocket {
    unit: Unit,
    /// Sets may be of the published form.
    published: bool,
    /// Cycles without a new period before a set may be written.
    set_waits: u32,
    /// With check bits.
    ecc: bool,
    /// What counts in this cycle.
    words: Words,
    /// Of each QP how its switches mark, if its algorithm is one of DCQCN's: as the last operation of the host left it.
    chosen: Vec<Option<Mode>>,
    /// What the initialisation makes of a QP.
    at_first: Option<Mode>,
    /// CNPs that issue in this cycle, of which QP and how many, and those of the cycle before.
    cnp: Option<(u32, u16)>,
    counts: Option<(u32, u16)>,
    /// Packets of DCQCN's QPs on their way from the report, and those that wait.
    sent: [Option<u32>; 2],
    packets: Fifo<u32, { TX_QUEUE as usize }>,
    lost: u32,
    /// The host's operation that issues in this cycle, with what it writes; it is chosen from in the next; under way.
    issues: Option<(u32, Option<Vec<u64>>)>,
    chooses: bool,
    host: Option<(u32, Option<Qp>)>,
    found: Option<Vec<u64>>,
    /// What the operation lowers RC to.
    lowers: Option<u64>,
    /// A parameter set that is written in this cycle, and how long it has been waited for.
    set: Option<(usize, Params)>,
    held: u32,
    /// Updates on their way, of which one is dropped whose QP is another algorithm's by now.
    looked_up: [Option<Update>; 2],
    ticks: Fifo<Update, TICKS>,
}

impl InSocket {
    pub fn new(config: &Config) -> Self {
        // codes are taken as the first that is built, where they are not
        let first = Algorithm::from_bits(config.codes().trailing_zeros() as u8);
        let at_first = first.and_then(mode);
        let qps = config.engine.qps;
        Self {
            unit: Unit::of(qps, config.rtl.ecc, config.dcqcn.published),
            published: config.dcqcn.published,
            set_waits: SET_WAITS + more_cycles(config),
            ecc: config.rtl.ecc,
            words: Words::default(),
            chosen: vec![at_first; qps as usize],
            at_first,
            cnp: None,
            counts: None,
            sent: [None; 2],
            packets: Fifo::default(),
            lost: 0,
            issues: None,
            chooses: false,
            host: None,
            found: None,
            lowers: None,
            set: None,
            held: 0,
            looked_up: [None; 2],
            ticks: Fifo::default(),
        }
    }

    /// What the host reads, in the order of the page's `found_*`.
    fn found(&self, out: &Out, held: &Qp) -> Vec<u64> {
        let Context { rc, rt, cp, stage, sent, quiet, idle, .. } = held.context;
        let context = [rc.raw(), rt.raw(), cp.raw(), stage.raw(), sent.raw(), quiet.raw(), idle.raw()];
        let Out { visits, late_cycles, late_worst, .. } = *out;
        let Timers { byte_stage, packets, since_alpha, since_rate } = held.context.published;
        let timers = [byte_stage.raw(), packets.raw(), since_alpha.raw(), since_rate.raw()];
        let timers = if self.published { &timers[..] } else { &[] };
        [timers, &context, &[late_worst.into(), visits, late_cycles, self.lost.into()]].concat()
    }

    fn reset(&mut self) {
        (self.cnp, self.counts, self.sent) = (None, None, [None; 2]);
        (self.issues, self.chooses, self.host, self.found) = (None, false, None, None);
        self.lowers = None;
        (self.lost, self.held, self.looked_up) = (0, 0, [None; 2]);
        self.packets.reset();
        self.ticks.reset();
    }
}

impl Socket for InSocket {
    /// The unit's own initialisation is part of its cycle.
    fn init(&mut self, _first: u32, _count: u32) {}

    /// CNPs count. No event changes a rate by itself.
    fn event(&mut self, &Issued { event, .. }: &Issued) -> Outcome {
        if event.n1 != N::ZERO {
            self.cnp = Some((event.qpn, event.n1.raw() as u16));
        }
        Outcome::Socket { window: 0, pace: 0, flags: flag::IGNORED, feedback: false }
    }

    fn read(&mut self, qpn: u32) -> Vec<u64> {
        (self.issues, self.lowers) = (Some((qpn, None)), None);
        vec![]
    }

    fn write(&mut self, qpn: u32, values: &[u64]) {
        (self.issues, self.lowers) = (Some((qpn, Some(values.to_vec()))), None);
    }

    fn lower(&mut self, qpn: u32, lower: &Lower) {
        (self.issues, self.lowers) = (Some((qpn, None)), Some(lower.rate));
    }

    fn write_set(&mut self, index: usize, values: &[u64]) {
        let (set, form) = values.split_at(OF_SET);
        let &[g, rai, line, rc_min, recovery, doublings, snap, old_cp, clamp_target, min_tx, incast] = set else {
            unreachable!("{IN_ORDER}")
        };
        let raw = [g, rai, line, rc_min, CP0.reset, recovery, doublings, snap, old_cp, clamp_target, min_tx, incast];
        let mut all = PARAMS_P.map(|field| field.reset);
        all[..12].copy_from_slice(&raw);
        all[14..14 + form.len()].copy_from_slice(form);
        let params = Params::from_raw_p(all).expect("a register holds no value out of its range");
        self.set = Some((index, params));
    }

    /// Behind [`cycle`](Self::cycle), which knows.
    fn reads(&mut self, _rst_n: bool, _issued: Option<u32>, _to_lanes: Option<Windowed>, watch: &mut Watch) {
        if self.words.read {
            watch.read(1);
        }
        if self.words.taken {
            watch.read_before();
        }
    }

    fn finds(&mut self) -> Option<Vec<u64>> {
        self.found.take()
    }

    fn timer(&self) -> Option<Update> {
        self.ticks.head()
    }

    fn set_waits(&self) -> bool {
        self.held < self.set_waits
    }

    fn timer_waits(&self) -> bool {
        !self.ticks.is_empty() || self.unit.has_update()
    }

    fn cycle(&mut self, timed: &Timed, page: &Page) {
        let Timed { rst_n, init, tx, choice: (alg, set), sets, taken } = *timed;
        let value = |name: &str| page.value(name).expect("the page has it");

        // whose a QP is: looked up where something comes of it
        if let (true, Some((qpn, _))) = (self.chooses, self.host) {
            self.chosen[qpn as usize] = mode(alg);
        }
        if let Some(address) = init {
            self.chosen[address as usize] = self.at_first;
        }
        let is_own = |qpn: &u32| self.chosen[*qpn as usize].is_some();
        let sent = tx.filter(is_own);

        // an event a cycle: a CNP goes before a packet; with check bits the counts that an operation writes back, too
        let chosen = self.host.filter(|_| self.chooses).map(|(qpn, _)| qpn);
        let rewrite = chosen.filter(|_| self.ecc);
        let packet = if self.counts.is_none() && rewrite.is_none() { self.packets.head() } else { None };
        let event = self.counts.or(packet.map(|qpn| (qpn, 0)));
        let [_, comes] = self.sent;
        let full = self.packets.len() == TX_QUEUE as usize;
        let out_ready = self.ticks.len() < ROOM;
        let holds = sets != 0 && sets >> page.unit().place() & 1 == 1;
        let out = self.unit.step(&In {
            rst_n,
            init,
            set: init.map(|address| (address as usize % SETS, Params::default())).or(self.set.take()),
            period: value("cfg_dcqcn_period") as u32,
            jitter_mask: value("cfg_dcqcn_jitter_mask") as u16,
            seed: value("cfg_dcqcn_seed") as u16,
            hold: holds,
            event,
            host: self.host,
            rewrite,
            lower: self.lowers,
            out_ready,
        });
        // whose a QP is counts where it is looked up, but not in the cycle in which it is chosen
        let looks = [tx, out.update.filter(|_| out_ready).map(|update| update.qpn)];
        let read = self.ecc && looks.into_iter().flatten().any(|qpn| chosen != Some(qpn));
        self.words = Words { read: out.words.read || read, ..out.words };
        if let (Some(held), Some((_, None))) = (&out.host_ends, self.host) {
            self.found = Some(self.found(&out, held));
        }
        let looked_up = out.update.filter(|_| out_ready).and_then(|update| {
            let super::unit::Update { qpn, rate, flags } = update;
            let outcome = Outcome::Socket { window: 0, pace: rate, flags, feedback: false };
            let alg = algorithm(self.chosen[qpn as usize]?);
            Some(Update { kind: Kind::Timer, qpn, alg, una: Psn::ZERO, una_lsn: Lsn::ZERO, outcome })
        });

        // the clock edge
        let [_, tick] = self.looked_up;
        self.ticks.step(tick, taken);
        self.looked_up = [looked_up, self.looked_up[0]];
        self.packets.step(comes.filter(|_| !full), packet.is_some());
        self.lost = self.lost.saturating_add(u32::from(comes.is_some() && full));
        self.sent = [sent, self.sent[0]];
        self.counts = self.cnp.take();
        let issues = self.issues.take();
        self.chooses = issues.is_some();
        self.host = match issues {
            Some((qpn, values)) => Some((qpn, values.map(|values| stored(&values, mode(alg), set)))),
            None => self.host.filter(|_| out.host_ends.is_none()),
        };
        self.held = if holds { (self.held + 1).min(self.set_waits) } else { 0 };
        if !rst_n {
            self.reset();
        }
    }

    fn quiet_cycles(&self) -> u64 {
        let events = self.cnp.is_none() && self.counts.is_none() && self.sent == [None; 2] && self.packets.is_empty();
        let host = self.issues.is_none() && !self.chooses && self.host.is_none() && self.held == 0;
        let told = self.set.is_none() && self.looked_up.iter().all(Option::is_none) && self.ticks.is_empty();
        if events && host && told && !self.ecc { self.unit.quiet_cycles() } else { 0 }
    }

    fn skip(&mut self, cycles: u64, page: &Page) {
        let value = |name: &str| page.value(name).expect("the page has it");
        let (mask, seed) = (value("cfg_dcqcn_jitter_mask") as u16, value("cfg_dcqcn_seed") as u16);
        self.unit.skip(cycles, value("cfg_dcqcn_period") as u32, mask, seed);
    }

    fn soonest_timer(&self) -> Option<u64> {
        if !self.ticks.is_empty() || self.looked_up.iter().any(Option::is_some) {
            return Some(0);
        }
        let events = self.cnp.is_some() || self.counts.is_some() || self.sent != [None; 2] || !self.packets.is_empty();
        let begins = events.then_some(self.unit.least());
        [self.unit.soonest(), begins].into_iter().flatten().min()
    }

    fn boxed(&self) -> Box<dyn Socket> {
        Box::new(self.clone())
    }
}

/// What a host write stores.
fn stored(values: &[u64], mode: Option<Mode>, set: usize) -> Qp {
    let &[rc, rt, cp, stage] = values else { unreachable!("{IN_ORDER}") };
    let context = Context {
        rc: U::wrap(rc),
        rt: U::wrap(rt),
        cp: U::wrap(cp),
        stage: U::wrap(stage),
        sent: U::ZERO,
        quiet: Quiet::MAX,
        idle: U::ZERO,
        guard: U::ZERO,
        published: Default::default(),
    };
    Qp { context, mode: mode.unwrap_or(Mode::P), set: set as u8 }
}

/// How the switches mark, of DCQCN's two algorithms.
fn mode(alg: Algorithm) -> Option<Mode> {
    match alg {
        Algorithm::DcqcnP => Some(Mode::P),
        Algorithm::DcqcnD => Some(Mode::D),
        _ => None,
    }
}

fn algorithm(mode: Mode) -> Algorithm {
    match mode {
        Mode::P => Algorithm::DcqcnP,
        Mode::D => Algorithm::DcqcnD,
    }
}
