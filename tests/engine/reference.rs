//! Random traffic from all sources against the pure functions, applied to each QP in order of arrival under the choice
//! that holds at the arrival. How many events an update stands for is not looked up: some division of the QP's events
//! into runs has to explain all its updates and reads.

use super::*;
use layout::config::N_MAX;
use layout::fixed::U;
use layout::hpcc::{Clock, Seq};
use layout::record::flag;
use layout::timing::ARRIVAL_LATENCY;
use model::event::{Issued as Record, NewWindow, is_host};
use model::hpcc::unit::window::Measured;
use model::hpcc::unit::{inflight, window};
use model::hpcc::{self, Header};
use model::ldcp::Params;
use model::ldcp::unit::interval;
use model::{hops, ldcp, psn, sent};
use proptest::prelude::*;
use std::sync::LazyLock;

const QPS: u32 = 16;
const HOPS: usize = 3;

/// Telemetry as it goes on from the last one, whose-ever that was.
#[derive(Clone, Copy, Debug)]
struct Int {
    path: u64,
    n_hop: usize,
    /// Of each hop: speed, ticks and counts since the last, queue.
    hops: [(u64, u64, u64, u64); HOPS],
}

/// What each source offers in a cycle.
#[derive(Clone, Copy, Debug)]
struct Step {
    pkt: Option<(Packet, Option<Int>)>,
    s_event: Option<(Arrival, Option<Int>)>,
    host: Option<HostOp>,
    /// With the write of a parameter set: which, and the values that this one has at first.
    set: (usize, usize),
    tx: Option<(u32, Psn)>,
    /// ns since the last cycle.
    tick: u64,
    upd_ready: bool,
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        8 => Just(Kind::Ack), 1 => Just(Kind::Loss), 1 => Just(Kind::Rtt), 1 => Just(Kind::Cnp), 3 => Just(Kind::Data)
    ]
}

fn qpn() -> impl Strategy<Value = u32> {
    prop_oneof![2 => 0u32..2, 1 => 0u32..QPS]
}

fn serial() -> impl Strategy<Value = Psn> {
    prop_oneof![4 => 0u64..40, 2 => 0xff_fff0u64..0x100_0000, 1 => any::<u64>()].prop_map(Psn::wrap)
}

fn int() -> impl Strategy<Value = Option<Int>> {
    let path = prop_oneof![30 => Just(7u64), 1 => 0u64..4096];
    let n_hop = prop_oneof![30 => Just(2usize), 1 => 0usize..=15];
    let ticks = prop_oneof![4 => 1u64..3000, 1 => Just(0u64), 1 => 5000u64..1 << 20];
    let hop =
        (prop_oneof![9 => 1u64..8, 1 => 0u64..16], ticks, 0u64..2000, prop_oneof![1 => Just(0u64), 2 => 0u64..900]);
    let int = (path, n_hop, [hop.clone(), hop.clone(), hop]).prop_map(|(path, n_hop, hops)| Int { path, n_hop, hops });
    prop_oneof![5 => int.prop_map(Some), 1 => Just(None)]
}

fn s_event() -> impl Strategy<Value = (Arrival, Option<Int>)> {
    (kind(), any::<bool>(), any::<bool>(), 0u64..5, serial(), qpn(), int()).prop_map(
        |(kind, ece, use_psn, n, psn, qpn, int)| (Arrival { kind, ece, use_psn, n: N::wrap(n), psn, qpn }, int),
    )
}

fn pkt() -> impl Strategy<Value = (Packet, Option<Int>)> {
    let kind = prop_oneof![6 => Just(Kind::Ack), 1 => Just(Kind::Loss), 1 => Just(Kind::Cnp), 3 => Just(Kind::Data)];
    (kind, any::<bool>(), serial(), qpn(), int())
        .prop_map(|(kind, ece, psn, qpn, int)| (Packet { kind, ece, psn, qpn }, int))
}

fn host() -> impl Strategy<Value = HostOp> {
    let parts = prop_oneof![1 => Just(15u64), 2 => 0u64..16].prop_map(Parts::from_bits);
    let choice = (prop::sample::select(&Algorithm::ALL[..]), 0usize..16);
    let hpcc = (0u32..48, any::<u64>(), any::<u64>(), any::<u64>(), 0u64..8, serial()).prop_map(
        |(shift, u, w, wc, inc_stage, last_update)| window::Context {
            u: U::wrap(U::<12, 36>::wrap(u).raw() >> shift),
            w: U::wrap(w >> shift),
            wc: U::wrap(wc >> shift),
            inc_stage: U::wrap(inc_stage),
            last_update: U::wrap(last_update.raw()),
        },
    );
    let ldcp = (any::<u64>(), 0u32..42, any::<u64>());
    let write = (qpn(), parts, choice, ldcp, (serial(), prop::sample::select(&[true, true, true, false][..])), hpcc)
        .prop_map(|(qpn, parts, (alg, set), (cw, shift, rtt), (psn, open), hpcc)| {
            let (cw, rtt) = (Cw::wrap(Cw::wrap(cw).raw() >> shift), Rtt::wrap(Rtt::wrap(rtt).raw().max(1)));
            HostOp::Write { qpn, parts, context: HostContext { alg, set, cw, rtt, psn, open, hpcc } }
        });
    prop_oneof![
        1 => qpn().prop_map(|qpn| HostOp::Read { qpn }),
        2 => write,
        1 => qpn().prop_map(|qpn| HostOp::Set { qpn })
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // in eighths: how often each source offers something and the sink takes something
    (0u32..=8, 0u32..=8, 0u32..=2, 1u32..=8).prop_flat_map(|(pkts, events, hosts, eager)| {
        let sometimes = |rate: u32| (0u32..8).prop_map(move |i| i < rate);
        let tx = prop::option::of((qpn(), serial()));
        let tick = prop_oneof![6 => 1u64..100, 1 => 0u64..1 << 32];
        let step = (
            (sometimes(pkts), pkt()),
            (sometimes(events), s_event()),
            (sometimes(hosts), host(), (prop_oneof![0usize..3, 0usize..16], 0usize..16)),
            tx,
            tick,
            sometimes(eager),
        );
        let step = step.prop_map(|((p, pkt), (e, s_event), (h, host, set), tx, tick, upd_ready)| Step {
            pkt: p.then_some(pkt),
            s_event: e.then_some(s_event),
            host: h.then_some(host),
            set,
            tx,
            tick,
            upd_ready,
        });
        prop::collection::vec(step, 1..250)
    })
}

static HEADER: LazyLock<Header> = LazyLock::new(Header::default);

/// The parameter sets: no two alike.
#[derive(Clone)]
struct Sets {
    ldcp: Vec<Params>,
    hpcc: Vec<hpcc::Params>,
}

impl Sets {
    fn new() -> Self {
        let header = Header::default();
        let ldcp =
            |k: u64| Params::from_raw([65_536 - k, 32_768 - k, 4096 - k, 32_768 + k, (Cw::MAX_RAW >> (k / 2)) - k]);
        let hpcc = |k: u64| {
            let mut raw = layout::hpcc::PARAMS.map(|f| f.reset);
            // T, eta, maxStage, W_ai, W_min, W_max, sync_first
            (raw[0], raw[1], raw[2], raw[3]) = (1000 * (k + 1), 65_536 - 900 * k, k % 4, (50 + k) << 12);
            (raw[5], raw[6], raw[8]) = ((100 + k) << 12, (1 << 40) - 1 - k, k & 1);
            hpcc::Params::from_raw(raw, &header).expect("legal")
        };
        Sets { ldcp: (0..16).map(|k| ldcp(k).expect("legal")).collect(), hpcc: (0..16).map(hpcc).collect() }
    }

    fn write(&self, engine: &mut Engine) {
        for index in 0..16 {
            let (ldcp, hpcc) = (Some((index, self.ldcp[index])), Some((index, &self.hpcc[index])));
            engine.step(&In { registers: Registers { ldcp, hpcc }, ..idle() });
        }
    }
}

/// What of an event came behind the PSN slice: what it counts for its algorithm, and what stood at its arrival.
#[derive(Clone)]
struct Came {
    record: Record,
    alg: Algorithm,
    ldcp: Params,
    hpcc: hpcc::Params,
    /// Telemetry that counts; seq and snd_nxt, or the receiver's clock.
    int: Option<Telemetry<MAX_HOPS>>,
    arrival: hpcc::Arrival,
    una: Psn,
}

/// What happens to a QP, in order.
#[derive(Clone)]
enum Item {
    Event(Box<Came>),
    /// An operation of the host, which of all, and what it finds, but for the units' parts.
    Host(HostOp, usize, HostContext),
}

/// A division of the QP's events so far.
#[derive(Clone, PartialEq)]
struct Division {
    next: usize,
    ldcp: ldcp::Context,
    hpcc: window::Context,
    slice: hops::Slice,
}

/// A QP as the pure functions keep it.
struct Qp {
    alg: Algorithm,
    set: usize,
    psn: psn::Context,
    sent: sent::Context,
    items: Vec<Item>,
}

/// The pure functions on every QP, in order of arrival.
struct Reference {
    units: &'static [Unit],
    qps: Vec<Qp>,
    /// Operations of the host.
    operations: usize,
    /// Events that were rejected, and of closed QPs.
    dropped: [usize; 2],
}

impl Reference {
    fn new(units: &'static [Unit], algs: &[Algorithm]) -> Self {
        let qp = |qpn: usize| Qp {
            alg: built(units, algs[qpn % algs.len()]),
            set: qpn % 16,
            psn: psn::Context { psn: OPEN.psn, open: true },
            sent: sent::Context::behind(OPEN.psn),
            items: vec![],
        };
        Self { units, qps: (0..QPS as usize).map(qp).collect(), operations: 0, dropped: [0; 2] }
    }

    /// An event; `now` is the receiver's clock as it goes into the event queue.
    fn arrive(&mut self, arrival: &Arrival, int: Option<&Telemetry<MAX_HOPS>>, now: u64, sets: &Sets) {
        let qp = &mut self.qps[arrival.qpn as usize];
        let (slice, n) = psn::step(qp.psn, arrival, qp.sent.snd_max, psn::Context::RESET, N::wrap(N_MAX.into()));
        qp.psn = slice;
        let n = match n {
            Ok(n) => n,
            Err(why) => {
                self.dropped[usize::from(why == psn::Dropped::Closed)] += 1;
                return;
            }
        };
        let alg = qp.alg;
        let seen = match alg {
            Algorithm::HpccRx => hpcc::Arrival::Int { now: Clock::wrap(now) },
            _ => hpcc::Arrival::Ack { seq: Seq::wrap(arrival.psn.raw()), snd_nxt: Seq::wrap(qp.sent.snd_nxt.raw()) },
        };
        // of what is confirmed, which is the packet before a NAK's, the last PSN is less than half the circle ahead
        let confirmed = arrival.psn.raw() + (1 << 24) - u64::from(arrival.kind == Kind::Loss);
        let behind = (slice.psn.raw() + (1 << 24) - confirmed % (1 << 24)) % (1 << 24);
        let old = arrival.use_psn && 0 < behind && behind < 1 << 23;
        let counts = match arrival.kind {
            Kind::Ack | Kind::Loss => alg == Algorithm::Hpcc && !old,
            Kind::Data => alg == Algorithm::HpccRx,
            _ => false,
        };
        let int = int.filter(|_| counts).copied();
        let Arrival { kind, ece, qpn, .. } = *arrival;
        // what counts: ldcp's are the packets of ACKs, ldcp-pcc's responses and CNPs
        let one = N::wrap(1);
        let (n0, n1) = match (alg, kind) {
            (Algorithm::Ldcp, Kind::Ack) if ece => (N::ZERO, n),
            (Algorithm::Ldcp, Kind::Ack) => (n, N::ZERO),
            (Algorithm::LdcpPcc, Kind::Rtt) => (one, N::ZERO),
            (Algorithm::LdcpPcc, Kind::Cnp) => (N::ZERO, one),
            _ => (N::ZERO, N::ZERO),
        };
        let record = Record { kind, n0, n1, loss: kind == Kind::Loss, qpn };
        let (ldcp, hpcc, una) = (sets.ldcp[qp.set], sets.hpcc[qp.set].clone(), qp.psn.psn);
        qp.items.push(Item::Event(Box::new(Came { record, alg, ldcp, hpcc, int, arrival: seen, una })));
    }

    fn host(&mut self, op: &HostOp) {
        let number = self.operations;
        self.operations += 1;
        let (HostOp::Write { qpn, .. } | HostOp::Set { qpn } | HostOp::Read { qpn }) = *op;
        let qp = &mut self.qps[qpn as usize];
        let found = HostContext { alg: qp.alg, set: qp.set, psn: qp.psn.psn, open: qp.psn.open, ..HostContext::RESET };
        if let HostOp::Write { parts, context: c, .. } = *op {
            if parts.choice {
                (qp.alg, qp.set) = (built(self.units, c.alg), c.set);
            }
            if parts.psn {
                qp.psn = psn::Context { psn: c.psn, open: c.open };
                qp.sent = sent::Context::behind(c.psn);
            }
        }
        qp.items.push(Item::Host(*op, number, found));
    }
}

impl Division {
    /// The operations of the host that stand next, unless what one has found is something else.
    fn operate(mut self, items: &[Item], units: &[Unit], done: &[HostDone]) -> Option<Division> {
        while let Some(Item::Host(op, number, found)) = items.get(self.next) {
            let mut expected = HostDone::Write;
            match *op {
                HostOp::Write { parts, context: c, .. } => {
                    if parts.units & Unit::Ldcp.part() != 0 {
                        self.ldcp = ldcp::Context { cw: c.cw, rtt: c.rtt };
                    }
                    if parts.units & Unit::Hpcc.part() != 0 {
                        self.hpcc = c.hpcc;
                        self.slice.valid = false;
                    }
                }
                HostOp::Set { .. } => {}
                HostOp::Read { .. } => {
                    let mut found = *found;
                    if units.contains(&Unit::Ldcp) {
                        (found.cw, found.rtt) = (self.ldcp.cw, self.ldcp.rtt);
                    }
                    if units.contains(&Unit::Hpcc) {
                        found.hpcc = self.hpcc;
                    }
                    expected = HostDone::Read(found);
                }
            }
            if done.get(*number) != Some(&expected) {
                return None;
            }
            self.next += 1;
        }
        Some(self)
    }

    /// All divisions in which this update stands for the events that are next, one or more.
    fn explain(&self, items: &[Item], update: &Update, all: &mut Vec<Division>) {
        let mut run: Option<Came> = None;
        for (k, item) in items[self.next..].iter().enumerate() {
            let Item::Event(came) = item else { return };
            match &mut run {
                None => run = Some(Came::clone(came)),
                Some(run) => {
                    run.record.folds(&came.record);
                    run.una = came.una;
                    if came.int.is_some() {
                        (run.int, run.arrival) = (came.int, came.arrival);
                    }
                }
            }
            let Some(run) = &run else { return };
            let (made, ldcp, hpcc, slice) = self.made(run);
            let division = Division { next: self.next + k + 1, ldcp, hpcc, slice };
            if made == *update && !all.contains(&division) {
                all.push(division);
            }
        }
    }

    fn made(&self, run: &Came) -> (Update, ldcp::Context, window::Context, hops::Slice) {
        let Came { record: Record { kind, n0, n1, qpn, .. }, alg, una, .. } = *run;
        let mut slice = self.slice;
        let (outcome, ldcp, hpcc) = if alg.is_hpcc() {
            let mut measured =
                Measured { flags: layout::hpcc::flag::IGNORED, theta: 0, addend: 0, arrival: run.arrival };
            if let Some(int) = run.int {
                let input = hops::In { qpn, action: hops::Action::Telemetry(int) };
                let (after, deltas) = hops::step(&slice, &input, HOPS);
                slice = after;
                let hops::Out { qpn, flags, measure, hops } = deltas;
                let found = inflight::step(&inflight::In { qpn, measure, flags, set: 0, hops }, &HEADER, &run.hpcc);
                measured = Measured {
                    flags: found.flags,
                    theta: found.theta.raw(),
                    addend: found.addend.raw(),
                    arrival: run.arrival,
                };
            }
            let (after, r, flags) = window::step(self.hpcc, window::Event::Update(measured), &run.hpcc);
            let feedback = alg == Algorithm::HpccRx && flags & layout::hpcc::flag::FULL != 0;
            (Outcome::Hpcc { w: after.w, r, flags, feedback }, self.ldcp, after)
        } else {
            let sums = ldcp::Folded { n0, n1, rtts: n0, cnps: n1 };
            let (context, flags) =
                ldcp::step(alg == Algorithm::LdcpPcc, self.ldcp, ldcp::Event::Folded(sums), &run.ldcp);
            let interval = interval::step(&NewWindow { kind, qpn, cw: context.cw, rtt: context.rtt, flags });
            assert_eq!(interval.raw() > 0, flags & flag::PACED != 0 && context.rtt.raw() > 0);
            (Outcome::Ldcp { cw: context.cw, interval, flags }, context, self.hpcc)
        };
        (Update { kind, qpn, alg, una, una_lsn: U::ZERO, outcome }, ldcp, hpcc, slice)
    }
}

/// The algorithm that such an engine has for this one: of a unit that is not built, the first that is.
fn built(units: &[Unit], alg: Algorithm) -> Algorithm {
    if units.contains(&alg.unit()) { alg } else { algorithms(units)[0] }
}

/// The header that brings `int`, beside hops whose counters go on for ever.
fn carried(int: Option<Int>, last: &mut [(u64, u64); HOPS]) -> Option<Telemetry<MAX_HOPS>> {
    let int = int?;
    let mut header = telemetry(int.path, int.n_hop, 0, 0, 0);
    for ((hop, (speed, ticks, tx, q)), (ts, count)) in header.hops.iter_mut().zip(int.hops).zip(last) {
        (*ts, *count) = (*ts + ticks, *count + tx);
        *hop = Hop { speed: U::wrap(speed), ts: U::wrap(*ts), tx_bytes: U::wrap(*count), q_len: U::wrap(q) };
    }
    Some(header)
}

struct Totals {
    /// Updates that were compared, of each unit; reads; flags of HPCC++ that occurred.
    updates: [usize; 2],
    events: usize,
    reads: usize,
    /// Parameter sets that were written among the events.
    sets: usize,
    feedback: usize,
    seen: u16,
    dropped: [usize; 2],
}

fn run(steps: &[Step], units: &'static [Unit], wait_slots: u32, totals: &mut Totals) -> Result<(), TestCaseError> {
    let mut engine = ready(&with(units, QPS, wait_slots));
    static SETS: LazyLock<Sets> = LazyLock::new(Sets::new);
    let first_sets = &*SETS;
    first_sets.write(&mut engine);
    // as they are written in traffic: an event sees those that stand at its arrival, whole
    let mut sets = first_sets.clone();
    // any QP starts with any algorithm of these units
    let mut algs = algorithms(units);
    let first = steps.len() % algs.len();
    algs.rotate_left(first);
    choose(&mut engine, QPS, &algs);
    let mut reference = Reference::new(units, &algs);
    let mut updates: [Vec<Update>; QPS as usize] = std::array::from_fn(|_| Vec::new());
    let mut host_done = Vec::new();
    let mut dropped = [0; 2];
    let (mut s_event, mut host, mut set) = (None, None, (0, 0));
    let mut parser = [None; 8];
    let mut last = [(5, 9); HOPS];
    let quiet = Step { pkt: None, s_event: None, host: None, set: (0, 0), tx: None, tick: 1, upd_ready: true };
    let all: Vec<Step> = steps.iter().copied().chain(std::iter::repeat_n(quiet, 3000)).collect();
    let clock: Vec<u64> = all
        .iter()
        .scan(0u64, |now, step| {
            *now += step.tick;
            Some(*now)
        })
        .collect();
    for (cycle, step) in all.iter().enumerate() {
        // what has been offered stays until it is taken; a packet is accepted while there is room and comes 8 cycles
        // later
        if s_event.is_none() {
            s_event = step.s_event.map(|(arrival, int)| (arrival, carried(int, &mut last)));
        }
        if host.is_none() {
            (host, set) = (step.host, step.set);
        }
        let launched = step.pkt.filter(|_| engine.room()).map(|(packet, int)| (packet, carried(int, &mut last)));
        let pkt = std::mem::replace(&mut parser[cycle % 8], launched);
        let input = In {
            now: Clock::wrap(clock[cycle]),
            tx: step.tx,
            pkt: pkt.map(|(packet, _)| packet),
            pkt_telemetry: pkt.as_ref().and_then(|(_, int)| int.as_ref()),
            s_event: s_event.map(|(arrival, _)| arrival),
            s_event_telemetry: s_event.as_ref().and_then(|(_, int)| int.as_ref()),
            host,
            registers: match host {
                Some(HostOp::Set { .. }) => Registers {
                    ldcp: Some((set.0, first_sets.ldcp[set.1])),
                    hpcc: Some((set.0, &first_sets.hpcc[set.1])),
                },
                _ => Registers::default(),
            },
            upd_ready: step.upd_ready,
            ..idle()
        };
        let out = engine.step(&input);
        if let Some((qpn, psn)) = step.tx {
            let sent = &mut reference.qps[qpn as usize].sent;
            *sent = sent.sends(psn); // an event of this cycle sees it
        }
        let counted = clock.get(cycle + ARRIVAL_LATENCY as usize).copied().unwrap_or(0);
        if let Some((Packet { kind, ece, psn, qpn }, int)) = &pkt {
            let arrival = Arrival { kind: *kind, ece: *ece, use_psn: true, n: N::ZERO, psn: *psn, qpn: *qpn };
            reference.arrive(&arrival, int.as_ref(), counted, &sets);
            prop_assert!(!out.host_ready && !out.s_event_ready);
        }
        prop_assert!(!(out.host_ready && host.is_some() && out.s_event_ready), "two sources at once");
        if let Some(op) = host.filter(|_| out.host_ready) {
            reference.host(&op);
            if let HostOp::Set { .. } = op {
                sets.ldcp[set.0] = first_sets.ldcp[set.1];
                sets.hpcc[set.0] = first_sets.hpcc[set.1].clone();
                totals.sets += 1;
            }
            host = None;
        }
        if let Some((arrival, int)) = s_event.filter(|_| out.s_event_ready) {
            reference.arrive(&arrival, int.as_ref(), counted, &sets);
            s_event = None;
        }
        host_done.extend(out.host_done);
        dropped[0] += usize::from(out.rejected);
        dropped[1] += usize::from(out.closed);
        if let Some(update) = out.upd.filter(|_| step.upd_ready) {
            prop_assert!(!is_host(update.kind));
            updates[update.qpn as usize].push(update);
        }
    }
    prop_assert_eq!(engine.quiet_cycles(true), u64::MAX);
    prop_assert_eq!(dropped, reference.dropped, "each is told once");
    totals.dropped = [0, 1].map(|i| totals.dropped[i] + dropped[i]);
    prop_assert_eq!(host_done.len(), reference.operations);
    for (qpn, (updates, qp)) in updates.iter().zip(&reference.qps).enumerate() {
        let first = Division { next: 0, ldcp: ldcp::Context::RESET, hpcc: window::Context::RESET, slice: hops::RESET };
        let behind = |division: Division| division.operate(&qp.items, units, &host_done);
        let mut divisions = Vec::from_iter(behind(first));
        for (k, update) in updates.iter().enumerate() {
            let mut next = Vec::new();
            divisions.iter().for_each(|division| division.explain(&qp.items, update, &mut next));
            divisions = next.into_iter().filter_map(behind).collect();
            prop_assert!(!divisions.is_empty(), "no events of QP {qpn} explain update {k}, {update:?}");
            match update.outcome {
                Outcome::Ldcp { .. } => totals.updates[0] += 1,
                Outcome::Socket { .. } => unreachable!("no other unit is built"),
                Outcome::Hpcc { feedback, flags, .. } => {
                    totals.updates[1] += 1;
                    totals.feedback += usize::from(feedback);
                    totals.seen |= flags;
                }
            }
        }
        prop_assert!(divisions.iter().any(|d| d.next == qp.items.len()), "events of QP {qpn} are in no update");
        totals.events += qp.items.iter().filter(|item| matches!(item, Item::Event(_))).count();
    }
    totals.reads += host_done.iter().filter(|done| matches!(done, HostDone::Read(_))).count();
    Ok(())
}

fn every_case(units: &'static [Unit]) {
    let mut proptest = proptest::test_runner::TestRunner::new(support::proptest("engine", 600));
    let none = Totals { updates: [0; 2], events: 0, reads: 0, sets: 0, feedback: 0, seen: 0, dropped: [0; 2] };
    let totals = std::cell::RefCell::new(none);
    let cases = (steps(), prop::sample::select(&[4u32, 8, 9, 16][..]));
    let result = proptest.run(&cases, |(steps, wait_slots)| run(&steps, units, wait_slots, &mut totals.borrow_mut()));
    result.unwrap_or_else(|failure| panic!("{failure}"));
    let Totals { updates: [ldcp, hpcc], events, reads, sets, feedback, seen, dropped } = totals.into_inner();
    println!(
        "{units:?}: {events} events, {ldcp} updates of LDCP, {hpcc} of HPCC++ ({feedback} with feedback), {reads} reads compared, {sets} parameter \
         sets written among them"
    );
    assert!(reads > 200 && sets > 200);
    println!("{dropped:?} events rejected, and of closed QPs");
    assert!(dropped.iter().all(|n| *n > 1000));
    assert!(ldcp + hpcc < events * 9 / 10, "many become one");
    assert_eq!(ldcp > 5_000, units.contains(&Unit::Ldcp));
    assert_eq!((hpcc > 5_000, feedback > 200), [units.contains(&Unit::Hpcc); 2].into());
    if units.contains(&Unit::Hpcc) {
        use layout::hpcc::flag::*;
        let all = FIRST | PATH | HOPS | SPEED | STILL | IDLE | FULL | MULT | IGNORED;
        assert_eq!(seen & all, all, "every rule acts: {seen:#x}");
    }
}

#[test]
fn every_qp_sees_its_events_in_order_of_arrival() {
    every_case(LDCP);
}

#[test]
fn every_qp_sees_its_events_in_order_of_arrival_with_hpcc_alone() {
    every_case(HPCC);
}

/// QPs change algorithm, set and parts of their context in the midst of traffic.
#[test]
fn every_qp_sees_its_events_in_order_of_arrival_with_both_units() {
    every_case(BOTH);
}

/// While nothing reaches gamma, n·beta adds up: whatever joins, the window in the end is the same.
#[test]
fn what_joins_conserves_the_packets() {
    for units in [LDCP, BOTH] {
        conserves(units);
    }
}

fn conserves(units: &[Unit]) {
    let mut random = support::seed("what_joins_conserves_the_packets");
    let (mut accepted, mut updates) = (0, 0);
    for _ in 0..200 {
        let mut engine = ready(&with(units, QPS, 8));
        let start = HostContext { cw: Cw::wrap(16_000 * ONE), ..context(0) };
        for qpn in 0..QPS {
            let write = super::host(write(qpn, start));
            assert!((0..100).any(|_| engine.step(&write).host_ready));
        }
        let mut packets = [0; QPS as usize];
        for _ in 0..300 {
            let arrival = ack(random.below(3) as u32, random.below(8), true);
            let input = In { upd_ready: random.chance(2), ..event(arrival) };
            let out = engine.step(&input);
            if out.s_event_ready {
                packets[arrival.qpn as usize] += arrival.n.raw();
                accepted += 1;
            }
            updates += (out.upd.is_some() && input.upd_ready) as usize;
        }
        let mut rest = Vec::new();
        drain(&mut engine, &mut rest);
        updates += rest.len();
        for qpn in 0..QPS {
            let cw = Cw::wrap(16_000 * ONE - packets[qpn as usize] * ONE / 2);
            let read = operate(&mut engine, HostOp::Read { qpn });
            assert_eq!(read, HostDone::Read(HostContext { cw, ..start }), "QP {qpn}");
        }
    }
    println!("{units:?}: {accepted} ACKs in {updates} updates");
    assert!(accepted > 2 * updates && updates > 10_000);
}
