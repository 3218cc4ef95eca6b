//! `limit`: advices of switches (FCR), laid over an engine's updates (hdl/src/limit.md).
//!
//! What an event does is done in one step, in the cycle in which it comes out of `fcr`; the way there and behind it is
//! a delay.

use crate::choice::SETS;
use crate::delay::Delay;
use crate::ecc::{InOrder, Reads, Scrub};
use crate::fcr::{self, Advice, Own, unit};
use crate::fifo::Fifo;
use crate::latest::{Order, Update};
use layout::fcr::{HOST_READ, Kind as FcrKind, Rate, flag};
use layout::fixed::U;
use layout::ldcp::{Cw, Rtt};
use layout::limit::{ADVICES, BEFORE, BEHIND, NO_RATE, OPEN_BELOW, WAITING};
use layout::record::{Alg, Algorithm, Kind, flag as common};
use layout::timing::FCR_LATENCY;
use std::collections::VecDeque;

/// A QP has been opened, closed or moved.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    pub qpn: u32,
    pub alg: Alg,
    pub set: usize,
    pub opens: bool,
}

/// A window in its algorithm's format, and a rate: at most so much.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Most {
    pub window: u64,
    pub rate: Rate,
}

impl Most {
    fn and(self, other: Most) -> Most {
        Most { window: self.window.min(other.window), rate: self.rate.min(other.rate) }
    }
}

/// The engine's operation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lower {
    pub qpn: u32,
    pub alg: Alg,
    pub most: Most,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug, Default)]
pub struct In {
    /// Low: all but parameter sets is as it was at first.
    pub rst_n: bool,
    /// A parameter set is to be written; it is where [`Out::set_ready`].
    pub set: Option<(usize, fcr::Params, Rtt)>,
    pub tick: bool,
    pub choice: Option<Choice>,
    pub advice: Option<(u32, Advice)>,
    /// What stands on the port; it is taken where [`Out::update_ready`].
    pub update: Option<Update>,
    pub ready: bool,
    pub lower_ready: bool,
    pub lower_done: bool,
    /// With check bits: cycles from one QP that is scrubbed to the next.
    pub scrub_interval: u32,
}

/// An update to the NIC.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub update: Update,
    pub rate: Rate,
}

/// What is counted, each modulo 2^48.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub lost: u64,
    pub rejected: u64,
    pub lowerings: u64,
    pub dues: u64,
    pub held: u64,
    pub late_worst: u64,
}

/// What a cycle's inputs do not change.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    pub update_ready: bool,
    pub lower: Option<Lower>,
    pub ignore: Option<(u32, bool)>,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub init_done: bool,
    /// Nothing is under way on the way in; and none on the way out.
    pub set_ready: bool,
    pub idle: bool,
    pub update_ready: bool,
    pub update: Option<Said>,
    pub lower: Option<Lower>,
    /// A QP, and whether its marks are ignored.
    pub ignore: Option<(u32, bool)>,
    /// A QP of which an advice was rejected.
    pub alert: Option<u32>,
    pub counts: Counts,
    /// With check bits: which words count.
    pub reads: Reads,
}

/// What enters.
#[derive(Copy, Clone, Debug)]
enum Event {
    Choice(Choice),
    Update(Update),
    Settle(Lower),
    Fetch(u32),
    Advice(u32, Advice),
    Due(u32),
    /// It changes nothing: what it reads is written back.
    Scrub(u32),
}

impl Event {
    fn qpn(&self) -> u32 {
        match *self {
            Event::Choice(Choice { qpn, .. }) | Event::Update(Update { qpn, .. }) => qpn,
            Event::Settle(Lower { qpn, .. }) => qpn,
            Event::Fetch(qpn) | Event::Advice(qpn, _) | Event::Due(qpn) | Event::Scrub(qpn) => qpn,
        }
    }

    /// What `fcr` is asked; it is not of everything.
    fn asks(&self) -> Option<fcr::Event> {
        match self {
            Event::Update(update) if passes(update) => None,
            Event::Fetch(_) | Event::Scrub(_) => None,
            Event::Advice(_, advice) => Some(fcr::Event::Advice(*advice)),
            Event::Choice(choice) if choice.opens => Some(fcr::Event::Open { alone: false }),
            _ => Some(fcr::Event::Time),
        }
    }
}

fn is(alg: Alg, of: &[Algorithm]) -> bool {
    of.iter().any(|a| *a as u64 == alg.raw())
}

/// Advices do not touch it: what a receiver says limits another sender, and DCQCN says a rate with kind timer alone.
fn passes(update: &Update) -> bool {
    let dcqcn = is(update.alg, &[Algorithm::DcqcnP, Algorithm::DcqcnD]);
    is(update.alg, &[Algorithm::HpccRx]) || dcqcn && update.kind.raw() != Kind::Timer as u64
}

/// The window is in bytes.
fn in_bytes(alg: Alg) -> bool {
    is(alg, &[Algorithm::Hpcc])
}

/// The pace is a rate in bytes per ns.
fn has_rate(alg: Alg) -> bool {
    is(alg, &[Algorithm::Hpcc, Algorithm::DcqcnP, Algorithm::DcqcnD])
}

/// The limits that an engine said last.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub alg: Alg,
    pub window: u64,
    pub pace: u64,
    /// Those of one update.
    pub flags: u16,
}

impl Limits {
    /// At most so much; where nothing is said of the rate, as it was.
    fn limited(mut self, most: Most) -> Limits {
        self.window = self.window.min(most.window);
        if has_rate(self.alg) && most.rate != Rate::MAX {
            self.pace = self.pace.min(most.rate.raw());
        }
        self
    }
}

/// What is kept of a QP.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub own: Limits,
    /// An update has said them since the QP was opened or moved.
    pub said: bool,
    /// To be lowered to, and not yet lowered.
    pub owed: Option<Most>,
    /// It stands in the queue of those that are to be lowered.
    pub queued: bool,
}

/// From an event's end of the way to `fcr` until what is kept of its QP has been read, and corrected.
const KEPT: u32 = FCR_LATENCY - 2;

/// The scrubber's event.
#[derive(Copy, Clone, Debug, Default)]
struct Scrubbing {
    scrub: Scrub,
    under_way: bool,
    /// Cycles since it entered, up to the one in which its QP's set is written back.
    age: Option<u32>,
    /// A choice came meanwhile: the set is not, and the QP is scrubbed again.
    spoilt: bool,
}

impl Scrubbing {
    fn asks(&self) -> Option<u32> {
        self.scrub.asks().filter(|_| !self.under_way)
    }

    /// The QP whose set is written back in this cycle.
    fn writes(&self, chooses: bool) -> Option<u32> {
        (self.age == Some(4) && !self.spoilt && !chooses).then_some(self.scrub.qpn())
    }

    /// The clock edge: whether it enters, a choice does, or it has come to its end.
    fn edge(&mut self, qps: u32, interval: u32, enters: bool, chooses: bool, ends: bool) {
        self.scrub.edge(qps, interval, ends && !self.spoilt);
        self.under_way = (self.under_way && !ends) || enters;
        self.spoilt = (self.spoilt || chooses && self.age.is_some_and(|age| age > 1)) && !enters;
        self.age = if enters { Some(1) } else { self.age.filter(|age| *age < 4).map(|age| age + 1) };
    }
}

#[derive(Copy, Clone, Debug, Default)]
enum Lowering {
    #[default]
    Idle,
    Fetching,
    Offered(Lower),
    Running(Lower),
    Settling(Lower),
    Returning,
}

/// The block, for up to `SOURCES` switches a QP.
#[derive(Clone)]
pub struct Limit<const SOURCES: usize> {
    fcr: unit::Fcr<SOURCES>,
    /// Of each parameter set.
    rtts: [Rtt; SETS],
    mtus: [u64; SETS],
    records: Vec<Record>,
    sets: Vec<u8>,
    initialised: u32,
    choice: Delay<Choice, 1>,
    advices: VecDeque<(u32, Advice)>,
    /// There is room at the port, and whose turn it is.
    open: bool,
    others: bool,
    dues: bool,
    /// Cycles until nothing is under way, if no other event enters.
    under_way: u32,
    entered: Delay<Event, 1>,
    before: Delay<(Event, usize), { BEFORE as usize - 1 }>,
    beside: Delay<(Event, usize), { FCR_LATENCY as usize }>,
    behind: Delay<Said, { BEHIND as usize }>,
    ignores: Delay<(u32, bool), 1>,
    alerts: Delay<u32, 1>,
    queues: Delay<u32, 1>,
    order: Order,
    lowering: Lowering,
    port: Fifo<Said, { WAITING as usize }>,
    lost: u64,
    lowerings: u64,
    scrubbing: Scrubbing,
    kept: InOrder,
}

impl<const SOURCES: usize> Limit<SOURCES> {
    pub fn new(qps: u32) -> Self {
        Self {
            fcr: unit::Fcr::new(qps),
            rtts: [Rtt::ZERO; SETS],
            mtus: [0; SETS],
            records: vec![Record::default(); qps as usize],
            sets: vec![0; qps as usize],
            initialised: 0,
            choice: Delay::default(),
            advices: VecDeque::new(),
            open: false,
            others: false,
            dues: false,
            under_way: 0,
            entered: Delay::default(),
            before: Delay::default(),
            beside: Delay::default(),
            behind: Delay::default(),
            ignores: Delay::default(),
            alerts: Delay::default(),
            queues: Delay::default(),
            order: Order::default(),
            lowering: Lowering::Idle,
            port: Fifo::default(),
            lost: 0,
            lowerings: 0,
            scrubbing: Scrubbing::default(),
            kept: InOrder::default(),
        }
    }

    /// What is kept of a QP, for reports.
    pub fn record(&self, qpn: u32) -> Record {
        self.records[qpn as usize]
    }

    /// Beside a set that is to be written, or none.
    pub fn ahead(&self, writes_set: bool) -> Ahead {
        let free = self.open && !writes_set && self.choice.head().is_none();
        let lower = if let Lowering::Offered(lower) = self.lowering { Some(lower) } else { None };
        let update_ready = free && !(self.other().is_some() && self.others);
        Ahead { update_ready, lower, ignore: self.ignores.head() }
    }

    /// Who waits beside updates and choices.
    fn other(&self) -> Option<Event> {
        let due = self.fcr.due();
        let fetch = matches!(self.lowering, Lowering::Idle).then(|| self.order.head()).flatten();
        let settle = if let Lowering::Settling(lower) = self.lowering { Some(lower) } else { None };
        let lesser = match (self.advices.front().copied(), due) {
            (Some((qpn, advice)), None) => Some(Event::Advice(qpn, advice)),
            (Some((qpn, advice)), Some(_)) if !self.dues => Some(Event::Advice(qpn, advice)),
            (_, due) => due.map(Event::Due),
        };
        let scrub = self.scrubbing.asks().map(Event::Scrub);
        scrub.or(settle.map(Event::Settle)).or(fetch.map(Event::Fetch)).or(lesser)
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let Ahead { update_ready, lower, .. } = self.ahead(input.set.is_some());
        let ready = self.initialised as usize == self.records.len();
        let init = (!ready).then_some(self.initialised);
        let set = input.set.filter(|_| self.under_way == 0);
        let mut out = Out { init_done: ready, set_ready: self.under_way == 0, ..Out::default() };
        out.update = self.port.head();
        (out.counts.lost, out.counts.lowerings) = (self.lost, self.lowerings);
        let waits = self.choice.head().is_some() || !self.advices.is_empty() || self.order.head().is_some();
        let lowers = !matches!(self.lowering, Lowering::Idle);
        out.idle = out.set_ready && self.behind.is_empty() && out.update.is_none() && !waits && !lowers;
        (out.lower, out.update_ready) = (lower, update_ready);

        // who enters
        let other = self.other();
        let choice = self.choice.step(input.choice.filter(|_| ready));
        let free = self.open && input.set.is_none() && choice.is_none();
        let update = input.update.filter(|_| out.update_ready);
        let event = match choice {
            Some(choice) => Some(Event::Choice(choice)),
            None => update.map(Event::Update).or(other.filter(|_| free)),
        };
        match event {
            Some(Event::Update(_)) => self.others = true,
            Some(Event::Choice(_)) | None => {}
            Some(_) => self.others = false,
        }
        match event {
            Some(Event::Advice(..)) => (self.dues, _) = (true, self.advices.pop_front()),
            Some(Event::Due(_)) => self.dues = false,
            _ => {}
        }
        // taken by the count that the cycle began with
        if let Some(advised) = input.advice.filter(|_| ready) {
            let full = self.advices.len() + usize::from(matches!(event, Some(Event::Advice(..)))) >= ADVICES as usize;
            if full {
                self.lost += 1;
            } else {
                self.advices.push_back(advised);
            }
        }
        self.open = ready && self.port.len() < OPEN_BELOW as usize;

        self.under_way = if event.is_some() { BEFORE + FCR_LATENCY } else { self.under_way.saturating_sub(1) };

        // its QP's set, a cycle later
        if let Some(choice) = choice {
            self.sets[choice.qpn as usize] = choice.set as u8;
        }
        let reader = self.entered.step(event);
        let back = self.scrubbing.writes(choice.is_some());
        if reader.is_some_and(|reader| back.or(choice.map(|choice| choice.qpn)) != Some(reader.qpn())) {
            out.reads.read(1);
        }
        let chosen = reader.map(|event| (event, self.sets[event.qpn() as usize] as usize));
        let asked = self.before.step(chosen);
        let issued = asked.and_then(|(event, set)| {
            let own = Own { rc: Rate::MAX, cw: Cw::MAX, w: U::MAX, wc: U::MAX };
            let (asks, kind) = match event {
                Event::Scrub(_) => (unit::Asks::HostRead { place: 0 }, HOST_READ as u8),
                event => {
                    let asks = event.asks()?;
                    let kind = match asks {
                        fcr::Event::Advice(_) => FcrKind::Advice,
                        fcr::Event::Open { .. } => FcrKind::Open,
                        _ => FcrKind::Time,
                    };
                    (unit::Asks::Step(asks), kind as u8)
                }
            };
            let (qpn, rtt) = (event.qpn(), self.rtts[set]);
            Some(unit::Issued { asks, kind, qpn, set, rtt, own })
        });
        let said = self.fcr.step(&unit::In {
            rst_n: input.rst_n,
            set: set.map(|(index, params, _)| (index, params)),
            init,
            tick: input.tick,
            event: issued,
            due_ready: matches!(event, Some(Event::Due(_))),
        });
        let unit::Counts { dues, late_worst, held, rejected, .. } = said.counts;
        out.counts = Counts { dues, late_worst, held, rejected, ..out.counts };
        out.reads.join(said.reads);
        if self.kept.step(input.rst_n, asked.map(|(event, _)| event.qpn())) {
            out.reads.read(KEPT);
        }

        // behind fcr
        let mut queues = None;
        let mut marks = None;
        let mut alert = None;
        let mut sent = None;
        let mut fetched = None;
        let mut settled = false;
        let mut moved = None;
        let mut scrubbed = false;
        if let Some((event, set)) = self.beside.step(asked) {
            let qpn = event.qpn();
            let was = self.records[qpn as usize].queued;
            let answer = said.result.filter(|_| event.asks().is_some()).map(|answer| answer.update);
            if let Event::Fetch(_) = event {
                let Record { own, owed, .. } = self.records[qpn as usize];
                fetched = Some(owed.map(|most| Lower { qpn, alg: own.alg, most }));
            }
            settled = matches!(event, Event::Settle(_));
            scrubbed = matches!(event, Event::Scrub(_));
            moved = self.moves(&event).then_some(qpn);
            sent = self.arrive(event, answer, set);
            let said = self.records[qpn as usize].said;
            marks = answer.map(|answer| (qpn, said && answer.cap.raw() != 0));
            alert = answer.filter(|answer| answer.flags & flag::ALERT != 0).map(|_| qpn);
            queues = (self.records[qpn as usize].queued && !was).then_some(qpn);
        }
        out.ignore = self.ignores.step(marks);
        out.alert = self.alerts.step(alert);
        self.port.step(self.behind.step(sent), input.ready);
        let enters = self.queues.step(queues);
        if self.order.step(matches!(event, Some(Event::Fetch(_))), enters) {
            out.reads.read(1);
        }
        let scrubs = matches!(event, Some(Event::Scrub(_)));
        let qps = self.records.len() as u32;
        self.scrubbing.edge(qps, input.scrub_interval, scrubs, choice.is_some(), scrubbed);
        self.lower(input, &event, fetched, settled, moved);

        if let Some((index, params, rtt)) = set {
            (self.rtts[index], self.mtus[index]) = (rtt, params.mtu());
        }
        if let Some(address) = init {
            self.records[address as usize] = Record::default();
            self.sets[address as usize] = 0;
            self.initialised += 1;
        }
        if !input.rst_n {
            let fresh = Self::new(0);
            let (rtts, mtus) = (self.rtts, self.mtus);
            let (records, sets) = (std::mem::take(&mut self.records), std::mem::take(&mut self.sets));
            let fcr = self.fcr.clone();
            *self = Self { rtts, mtus, records, sets, fcr, ..fresh };
        }
        out
    }

    /// Its QP is opened, or its algorithm is another one.
    fn moves(&self, event: &Event) -> bool {
        let Event::Choice(choice) = event else { return false };
        choice.opens || choice.alg != self.records[choice.qpn as usize].own.alg
    }

    /// What an event changes of its QP, and the update to the NIC, if there is one.
    fn arrive(&mut self, event: Event, answer: Option<fcr::Update>, set: usize) -> Option<Said> {
        let moves = self.moves(&event);
        let record = &mut self.records[event.qpn() as usize];
        let said_before = record.said;
        // an update of an algorithm that the QP has no more
        let mut as_it_is = None;
        let mut beside = Update { qpn: event.qpn(), kind: U::wrap(Kind::Timer as u64), ..Update::default() };
        match event {
            Event::Update(update) if passes(&update) => return Some(Said { update, rate: Rate::wrap(NO_RATE) }),
            Event::Scrub(_) => return None,
            Event::Fetch(_) => {
                record.queued = false;
                return None;
            }
            Event::Update(update) if update.alg != record.own.alg => as_it_is = Some(update),
            Event::Update(update) => {
                let Update { alg, window, pace, flags, .. } = update;
                record.own = Limits { alg, window, pace, flags: flags & common::OWN };
                record.said = true;
                beside = update;
            }
            Event::Choice(choice) if moves => {
                record.own.alg = choice.alg;
                (record.said, record.owed) = (false, None);
                return None;
            }
            // where more is owed since it was fetched, the QP is in the queue again
            Event::Settle(lower) if record.owed.is_some() && !record.queued => {
                record.own = record.own.limited(lower.most);
                record.owed = None;
            }
            Event::Choice(_) | Event::Settle(_) => {}
            Event::Advice(..) | Event::Due(_) => {}
        }
        let answer = answer?;
        let own = record.own;
        let of = |own: &Own| Most {
            window: if in_bytes(record.own.alg) { own.w.raw() } else { own.cw.raw() },
            rate: own.rc,
        };
        // the window of a receiver is not its own QP's
        if answer.flags & flag::CLAMPED != 0 && said_before && !is(own.alg, &[Algorithm::HpccRx]) {
            let last = of(&answer.own);
            record.owed = Some(record.owed.map_or(last, |owed| owed.and(last)));
            record.queued = true;
        }
        if let Some(update) = as_it_is {
            return Some(Said { update, rate: Rate::wrap(NO_RATE) });
        }
        let updates = matches!(event, Event::Update(_));
        let sends = !matches!(event, Event::Choice(_));
        if !updates && (!sends || !record.said || answer.flags & flag::ALERT != 0) {
            return None;
        }
        let mut most = of(&answer.send);
        if answer.cap.raw() == 0 {
            most = Most { window: u64::MAX, rate: Rate::MAX };
        }
        if let Some(owed) = record.owed {
            most = most.and(owed);
        }
        let mut limits = own.limited(most);
        let paced = is(own.alg, &[Algorithm::Ldcp, Algorithm::LdcpPcc]) && own.flags & u16::from(common::PACED) != 0;
        if paced {
            // a byte's time times the packet's bytes, 2^-28 ns to ns, `ceil`
            let packet = (answer.pace.raw() * self.mtus[set]).div_ceil(1 << 28);
            limits.pace = limits.pace.max(packet);
        }
        let flags = if updates { beside.flags } else { own.flags };
        let update = Update { alg: limits.alg, window: limits.window, pace: limits.pace, flags, ..beside };
        Some(Said { update, rate: most.rate })
    }

    /// The engine's operation. `fetched`: what was found of the QP that waited.
    fn lower(
        &mut self,
        input: &In,
        event: &Option<Event>,
        fetched: Option<Option<Lower>>,
        settled: bool,
        moved: Option<u32>,
    ) {
        self.lowering = match self.lowering {
            Lowering::Idle if matches!(event, Some(Event::Fetch(_))) => Lowering::Fetching,
            Lowering::Fetching => match fetched {
                Some(Some(lower)) => Lowering::Offered(lower),
                Some(None) => Lowering::Idle,
                None => Lowering::Fetching,
            },
            Lowering::Offered(lower) if input.lower_ready => {
                self.lowerings += 1;
                Lowering::Running(lower)
            }
            // what was owed before its QP was opened anew is not offered any more
            Lowering::Offered(lower) if moved == Some(lower.qpn) => Lowering::Idle,
            Lowering::Running(lower) if input.lower_done => Lowering::Settling(lower),
            Lowering::Settling(_) if matches!(event, Some(Event::Settle(_))) => Lowering::Returning,
            Lowering::Returning if settled => Lowering::Idle,
            same => same,
        };
    }
}
