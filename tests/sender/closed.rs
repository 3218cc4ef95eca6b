//! The loop of our own blocks, clock by clock: an engine's updates go into `sender`, what it grants goes over a link
//! with a queue that marks, and comes back as ACKs and CNPs. The two blocks are the cycle models, which the RTL is held
//! to. Without what grants there is no loop: the same flows with a window that nobody obeys fill any queue.

use layout::config::{Config, Unit};
use layout::dcqcn::Prob;
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, NHop, PathId, Q_UNIT, QLen, SPEED_TABLE, TX_UNIT};
use layout::ldcp::{N, Psn};
use layout::record::{Alg, Algorithm, Kind};
use layout::shaper::Level;
use model::engine::host::Host as Bus;
use model::engine::{self, Engine, HostContext, HostOp, Outcome, Parts};
use model::event::Arrival;
use model::hpcc::{self, Hop, Telemetry};
use model::latest;
use model::sender::{In, Out, Sender};
use model::shaper::cycles::{Command, Said};
use model::shaper::{Control, Host, Open, Request, Sent};
use std::collections::VecDeque;

/// 200 MHz.
const CYCLE_NS: u64 = 5;
const QPS: u32 = 16;
const FLOWS: u32 = 8;
const MTU: u64 = 1024;
/// ns for a packet at 25 Gbit/s, the bottleneck.
const PACKET_NS: u64 = 328;
/// ns from the NIC to the queue, and from there to the ACK.
const WAY_NS: u64 = 4_000;
/// Marks are set above so many bytes: a seventh of the 25 Gbit/s and 8 us that are under way.
const MARKS_AT: u64 = 8 * MTU;
/// An ACK comes later by up to so many.
const JITTER_NS: u64 = 1_000;
const SEED: u64 = 1;
/// A receiver's CNPs of a QP.
const CNP_NS: u64 = 4_000;

/// A packet on its way.
#[derive(Copy, Clone)]
struct Packet {
    qpn: u32,
    psn: u64,
    marked: bool,
    /// What the queue's switch writes as it sends.
    hop: Hop,
}

/// A grant that the NIC sends.
#[derive(Copy, Clone)]
struct Granted {
    qpn: u32,
    tag: u64,
    bytes: u64,
    sent: u64,
}

/// The engine, the sender, and the link between them.
struct Loop {
    engine: Engine,
    sender: Sender,
    alg: Algorithm,
    cycle: u64,
    /// What the NIC has been granted and not sent: it sends at 100 Gbit/s.
    granted: VecDeque<Granted>,
    sending_until: u64,
    /// By QP, the PSN that it sends next.
    psn: [u64; QPS as usize],
    said: VecDeque<Said>,
    reports: VecDeque<(u32, Psn)>,
    to_queue: VecDeque<(u64, Packet)>,
    queue: VecDeque<Packet>,
    served_until: u64,
    served_bytes: u64,
    back: VecDeque<(u64, Packet)>,
    events: VecDeque<(Arrival, Option<Telemetry<MAX_HOPS>>)>,
    cnp_at: [u64; QPS as usize],
    /// Measured: bytes served and the longest queue since they were cleared, and bytes of each flow.
    rng: tb::Rng,
    busy_ns: u64,
    longest: u64,
    of_flow: [u64; FLOWS as usize],
}

/// What came of it.
#[derive(Debug)]
struct Measured {
    /// Of the time for which the link sent.
    full: f64,
    longest: u64,
    jain: f64,
}

impl Loop {
    fn new(unit: Unit, alg: Algorithm, registers: &[(&str, u64)], control: Control) -> Loop {
        let mut config = Config::default();
        (config.engine.qps, config.engine.units) = (QPS, vec![unit]);
        // the NIC sends as fast as its line is; what is late by less than the shaper's own 100 cycles is made good
        let host = Host::with(&[("C", 1000)]).expect("legal");
        let mut engine = Engine::new(&config);
        let (mut cycle, mut bus) = (|input: &engine::In| engine.step(input), Bus::new(&config));
        while !cycle(&engine::In::idle()).init_done {}
        assert!(registers.iter().all(|(name, value)| bus.write(&mut cycle, name, *value)), "registers take it");
        bus.write_set(&mut cycle, unit, 0);
        let parts = Parts { units: unit.part(), ..Parts::ALL };
        for qpn in 0..FLOWS {
            let context = HostContext { alg, set: 0, psn: U::wrap(Psn::MAX_RAW), open: true };
            bus.operate(&mut cycle, HostOp::Write { qpn, parts, context });
        }
        let mut all = Loop {
            engine,
            sender: Sender::new(QPS, host),
            alg,
            cycle: 0,
            granted: VecDeque::new(),
            sending_until: 0,
            psn: [0; QPS as usize],
            said: VecDeque::new(),
            reports: VecDeque::new(),
            to_queue: VecDeque::new(),
            queue: VecDeque::new(),
            served_until: 0,
            served_bytes: 0,
            back: VecDeque::new(),
            events: VecDeque::new(),
            cnp_at: [0; QPS as usize],
            rng: tb::Rng::stream(SEED, 0, 0),
            busy_ns: 0,
            longest: 0,
            of_flow: [0; FLOWS as usize],
        };
        while !all.step(None, None).init_done {}
        for qpn in 0..FLOWS {
            let open =
                Open { qpn, class: U::ZERO, first_psn: U::ZERO, by_lsn: false, bypass: false, iw: U::ZERO, control };
            all.until(|all| all.step(Some(Command::Open(open)), None).command_ready);
            let request = Request { qpn, class: U::ZERO, backlog: U::wrap(Level::MAX_RAW), bytes_to_end: U::ZERO };
            all.until(|all| all.step(None, Some(request)).request_ready);
        }
        all
    }

    fn until(&mut self, mut done: impl FnMut(&mut Self) -> bool) {
        assert!((0..1000).any(|_| done(self)), "it is taken");
    }

    /// What the NIC has to send next, and what of it has arrived where.
    fn link(&mut self) {
        let now = self.cycle * CYCLE_NS;
        if let Some(grant) = self.granted.front_mut()
            && self.sending_until <= now
        {
            let (qpn, at) = (grant.qpn, grant.qpn as usize);
            self.to_queue
                .push_back((now + WAY_NS, Packet { qpn, psn: self.psn[at], marked: false, hop: Hop::default() }));
            self.psn[at] = (self.psn[at] + 1) & Psn::MAX_RAW;
            let psn_next = U::wrap(self.psn[at]);
            self.reports.push_back((qpn, psn_next));
            self.sending_until = now + PACKET_NS / 4;
            grant.sent += MTU;
            if grant.sent >= grant.bytes {
                let (tag, bytes) = (U::wrap(grant.tag), U::wrap(grant.bytes));
                self.said.push_back(Said::Sent(Sent { qpn, tag, psn_next, bytes, empty: false }));
                self.granted.pop_front();
            }
        }
        while let Some((_, mut packet)) = self.to_queue.pop_front_if(|(at, _)| *at <= now) {
            packet.marked = self.queue.len() as u64 * MTU > MARKS_AT;
            self.queue.push_back(packet);
            self.longest = self.longest.max(self.queue.len() as u64 * MTU);
        }
        if self.served_until <= now
            && let Some(mut packet) = self.queue.pop_front()
        {
            packet.hop = Hop {
                speed: U::wrap(SPEED_TABLE.iter().position(|&gbps| gbps == 25).expect("a speed") as u64),
                ts: U::wrap(now),
                tx_bytes: U::wrap(self.served_bytes / TX_UNIT.reset),
                q_len: QLen::sat((self.queue.len() as u64 * MTU / Q_UNIT.reset).into()),
            };
            self.served_bytes += MTU;
            self.served_until = now + PACKET_NS;
            self.busy_ns += PACKET_NS;
            self.of_flow[packet.qpn as usize] += MTU;
            // hosts take their time, but keep the order
            let at = now + PACKET_NS + WAY_NS + self.rng.below(JITTER_NS);
            let last = self.back.back().map_or(0, |(at, _)| *at);
            self.back.push_back((at.max(last), packet));
        }
        while let Some((_, packet)) = self.back.pop_front_if(|(at, _)| *at <= now) {
            let at = packet.qpn as usize;
            let of =
                |kind, ece| Arrival { kind, ece, use_psn: true, n: N::ZERO, psn: U::wrap(packet.psn), qpn: packet.qpn };
            let by_cnp = matches!(self.alg, Algorithm::DcqcnP | Algorithm::DcqcnD);
            if by_cnp && packet.marked && now >= self.cnp_at[at] {
                self.cnp_at[at] = now + CNP_NS;
                self.events.push_back((of(Kind::Cnp, false), None));
            }
            let mut hops = [Hop::default(); MAX_HOPS];
            hops[0] = packet.hop;
            let telemetry = Telemetry { path: PathId::ZERO, n_hop: NHop::wrap(1), hops };
            let telemetry = (self.alg == Algorithm::Hpcc).then_some(telemetry);
            self.events.push_back((of(Kind::Ack, packet.marked), telemetry));
        }
    }

    fn step(&mut self, command: Option<Command>, request: Option<Request>) -> Out {
        self.link();
        let tx = self.reports.pop_front();
        let event = self.events.front().copied();
        let (s_event, telemetry) = event.unzip();
        let s_event_telemetry = telemetry.as_ref().and_then(Option::as_ref);
        let out = self.engine.step(&engine::In { tx, s_event, s_event_telemetry, ..engine::In::idle() });
        if out.s_event_ready {
            self.events.pop_front();
        }
        assert!(!out.rejected, "the NIC has told of every packet before its ACK");
        let said = self.said.front().copied();
        let sent = self.sender.step(&In {
            rst_n: true,
            now: (self.cycle * CYCLE_NS) as u32,
            pause: 0,
            request,
            said,
            update: out.upd.map(update),
            rate: None,
            command,
            grant_ready: self.granted.len() < 8,
        });
        if sent.said_ready {
            self.said.pop_front();
        }
        if let Some(grant) = sent.grant
            && self.granted.len() < 8
        {
            let (tag, bytes) = (grant.tag.raw(), grant.max_bytes.raw());
            self.granted.push_back(Granted { qpn: grant.qpn, tag, bytes, sent: 0 });
        }
        self.cycle += 1;
        sent
    }

    /// Some time to settle, and as long again to measure.
    fn run(mut self, us: u64) -> Measured {
        let cycles = us * 1000 / CYCLE_NS;
        (0..cycles).for_each(|_| _ = self.step(None, None));
        (self.busy_ns, self.longest, self.of_flow) = (0, 0, [0; FLOWS as usize]);
        (0..cycles).for_each(|_| _ = self.step(None, None));
        let of_flow = self.of_flow.map(|bytes| bytes as f64);
        let (sum, squares) = (of_flow.iter().sum::<f64>(), of_flow.iter().map(|x| x * x).sum::<f64>());
        Measured {
            full: self.busy_ns as f64 / (us * 1000) as f64,
            longest: self.longest,
            jain: sum * sum / (f64::from(FLOWS) * squares),
        }
    }
}

/// As it stands on `upd_*`.
pub fn update(update: engine::Update) -> latest::Update {
    let (window, pace, flags, feedback) = match update.outcome {
        Outcome::Ldcp { cw, interval, flags } => (cw.raw(), interval.raw(), flags.into(), false),
        Outcome::Hpcc { w, r, flags, feedback } => (w.raw(), r.raw(), flags, feedback),
        Outcome::Socket { window, pace, flags, feedback } => (window, pace, flags, feedback),
    };
    latest::Update {
        kind: U::wrap(update.kind as u64),
        qpn: update.qpn,
        alg: Alg::wrap(update.alg as u64),
        window,
        pace,
        flags,
        feedback,
        una_psn: update.una,
    }
}

/// 8 flows of a NIC of 100 Gbit/s into a link of 25: 10 ms to settle, 10 to measure.
fn run(unit: Unit, alg: Algorithm, registers: &[(&str, u64)], control: Control) -> Measured {
    let measured = Loop::new(unit, alg, registers, control).run(10_000);
    println!("{}, seed {SEED}: {measured:?}", alg.name());
    measured
}

/// Not fair: a flow that marks have brought to its least window, 1/16, sends a packet in 16 RTTs, and needs many
/// without a mark to leave it.
#[test]
fn ldcp_keeps_the_link_full_and_the_queue_short() {
    let at_first = [("host_ldcp_cw", 8 << 28), ("host_ldcp_rtt", 2 * WAY_NS)];
    let Measured { full, longest, jain } = run(Unit::Ldcp, Algorithm::Ldcp, &at_first, Control::cw(U::wrap(8 << 28)));
    assert!(full > 0.9 && longest < 40 * MTU && jain > 0.5);
}

#[test]
fn dctcp_keeps_the_link_full_and_the_queue_short() {
    let at_first = [("host_dctcp_cwnd", 8 << 27), ("host_dctcp_ssthresh", 8), ("host_dctcp_window_end", 0)];
    let Measured { full, longest, jain } = run(Unit::Dctcp, Algorithm::Dctcp, &at_first, Control::cw(U::wrap(8 << 28)));
    assert!(full > 0.95 && longest < 40 * MTU && jain > 0.9);
}

#[test]
fn dcqcn_keeps_the_queue_bounded_and_the_link_three_quarters_full() {
    let rate = 25 << 27; // 100 Gbit/s
    let at_first = [
        ("set_dcqcn_line", rate),
        // 100 Mbit/s, 40 Mbit/s: from the least rate at reset, 1 Mbit/s, a QP climbs a step in each 8 ms
        ("set_dcqcn_rc_min", rate / 1000),
        ("set_dcqcn_rai", rate / 2500),
        ("host_dcqcn_rc", rate),
        ("host_dcqcn_rt", rate),
        ("host_dcqcn_cp", 1 << Prob::FRAC),
        ("host_dcqcn_stage", 0),
    ];
    let Measured { full, longest, jain } =
        run(Unit::Dcqcn, Algorithm::DcqcnP, &at_first, Control::Rate { rate: U::wrap(rate) });
    assert!(full > 0.7 && longest < 100 * MTU && jain > 0.9);
}

#[test]
fn hpcc_keeps_the_link_full_and_the_queue_short() {
    let (rtt, bytes) = (2 * WAY_NS + PACKET_NS, |n: u64| n << 12);
    // the bandwidth-delay product of the link is 26 KB; 10 bytes an RTT are 10 Mbit/s more
    let raw = [rtt, layout::hpcc::ETA.reset, 5, bytes(10), bytes(26_000), bytes(100), bytes(26_000)];
    let [t, eta, max_stage, w_ai, w_init, w_min, w_max] = raw;
    let raw = [t, eta, max_stage, w_ai, w_init, w_min, w_max, layout::hpcc::U_INIT.reset, 1];
    let params = hpcc::Params::from_raw(raw, &hpcc::Header::default()).expect("a set");
    let hpcc::Context { u, w, wc, inc_stage, last_update, .. } = hpcc::Context::<MAX_HOPS>::new(&params);
    let context = [("u", u.raw()), ("w", w.raw()), ("wc", wc.raw())].into_iter();
    let context = context.chain([("inc_stage", inc_stage.raw()), ("last_update", last_update.raw())]);
    let context = context.map(|(name, value)| (format!("host_hpcc_{name}"), value));
    let registers: Vec<_> = params.registers().map(|(name, value)| (name.to_string(), value)).chain(context).collect();
    let registers: Vec<_> = registers.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let control = Control::Bytes { window: w, rate: U::ZERO };
    let Measured { full, longest, jain } = run(Unit::Hpcc, Algorithm::Hpcc, &registers, control);
    // shares move by W_ai alone, 10 bytes an RTT, and are not yet equal in this time: with seeds 1 to 6 the index is
    // 0.76 to 0.98, and was 0.73 to 0.96 before events joined
    assert!(full > 0.9 && longest < 20 * MTU && jain > 0.7, "{full} {longest} {jain}");
}
