//! The host and `s_event` beside everything else: when they enter, whatever the packets do, and when an operation ends.

use super::*;
use layout::timing::{ENTRY_BOUND, ENTRY_PATIENCE, PARSER_LATENCY};

/// So many that a QP's events never fill the queue.
const QPS: u32 = 256;

/// A frame in every cycle with room, its event nine cycles later.
struct Parser {
    pipe: [bool; PARSER_LATENCY as usize],
    cycle: u32,
    /// So many in eight cycles with room.
    rate: u32,
    pause: u32,
}

impl Parser {
    fn new(rate: u32) -> Self {
        Parser { pipe: [false; PARSER_LATENCY as usize], cycle: 0, rate, pause: 0 }
    }

    fn step(&mut self, engine: &mut Engine, input: &In) -> Out {
        let at = self.cycle as usize % self.pipe.len();
        let launches = engine.room() && self.cycle % 8 < self.rate && self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        let launched = std::mem::replace(&mut self.pipe[at], launches);
        self.cycle += 1;
        let pkt = packet(Kind::Ack, u64::from(self.cycle), self.cycle % QPS).pkt.filter(|_| launched);
        engine.step(&In { pkt, ..*input })
    }
}

/// A packet in every cycle, or nearly; operations one after the other, and events: each enters in time, and neither
/// keeps the other out. Updates are taken, so that there is room in the queue.
#[test]
fn the_host_and_s_event_enter_within_64_cycles_whatever_packets_do() {
    let mut random = support::seed("the_host_and_s_event_enter_within_64_cycles_whatever_packets_do");
    for (units, hops) in [(LDCP, 5), (BOTH, 5), (HPCC, 15)] {
        let mut config = with(units, QPS, 8);
        config.hpcc.hops = hops;
        let mut engine = ready(&config);
        choose(&mut engine, QPS, &algorithms(units));
        let mut parser = Parser::new(8);
        let (mut asked, mut entered, mut longest) = ([None; 2], [0; 2], [0; 2]);
        let mut busy = false;
        for cycle in 0..40_000u32 {
            if cycle % 4096 == 0 {
                parser.rate = [8, 8, 7, 8, 4][cycle as usize / 4096 % 5];
            }
            // always, or now and then
            let dense = cycle % 2048 < 1024;
            if !busy && (dense || random.chance(40)) {
                asked[0] = asked[0].or(Some(cycle));
            }
            if dense || random.chance(40) {
                asked[1] = asked[1].or(Some(cycle));
            }
            let qpn = random.below(u64::from(QPS)) as u32;
            let input = In {
                host: asked[0].map(|_| HostOp::Read { qpn }),
                s_event: asked[1].map(|_| ack(qpn, 1, true)),
                ..idle()
            };
            let out = parser.step(&mut engine, &input);
            assert!(!out.queue_overflow);
            busy &= out.host_done.is_none();
            for (k, taken) in [out.host_ready, out.s_event_ready].into_iter().enumerate() {
                if let Some(since) = asked[k].filter(|_| taken) {
                    (entered[k], longest[k]) = (entered[k] + 1, longest[k].max(cycle - since + 1));
                    asked[k] = None;
                    busy |= k == 0;
                }
            }
            for since in asked.into_iter().flatten() {
                assert!(cycle - since < ENTRY_BOUND, "{units:?}: asked in cycle {since}, not in by {cycle}");
            }
        }
        println!("{units:?}, {hops} hops: {entered:?} operations and events entered, after {longest:?} cycles at most");
        assert!(entered.iter().all(|n| *n > 150), "{entered:?}");
        assert!(longest.iter().all(|n| *n > ENTRY_PATIENCE), "packets were in the way: {longest:?}");
    }
}

/// The NIC reports in every cycle, and the host would open a QP: it waits, but packets do not wait with it.
#[test]
fn reports_that_do_not_end_hold_the_host_and_no_packet() {
    for units in [LDCP, BOTH] {
        let mut engine = ready(&with(units, QPS, 8));
        choose(&mut engine, QPS, &algorithms(units));
        let mut parser = Parser::new(8);
        let opens = Some(write(3, OPEN));
        let (mut with_room, mut shut, mut longest) = (0, 0, 0);
        for cycle in 0..20_000u64 {
            let tx = Some(((cycle % 7) as u32, Psn::wrap(cycle)));
            let out = parser.step(&mut engine, &In { host: opens, tx, ..idle() });
            assert!(!out.host_ready);
            with_room += u32::from(out.room);
            shut = if out.room { 0 } else { shut + 1 };
            longest = shut.max(longest);
        }
        println!("{units:?}: room in {with_room} of 20,000 cycles, {longest} without at most");
        assert!(with_room > 10_000, "{units:?}: {with_room}");
        // a gap, and it enters
        let mut entered = 0;
        for cycle in 0..2 * u64::from(ENTRY_BOUND) {
            entered += u32::from(
                parser.step(&mut engine, &In { host: opens.filter(|_| entered == 0), ..idle() }).host_ready
                    && cycle > 0,
            );
        }
        assert!(entered > 0);
    }
}

/// Nobody takes updates: the slots and the queue are full of other QPs' events. What is of no older event's QP is done
/// all the same; the page says within how many cycles.
#[test]
fn a_host_operation_ends_while_updates_are_not_taken() {
    for (units, hops) in [(LDCP, 5), (BOTH, 5), (BOTH, 15), (HPCC, 1)] {
        let mut config = with(units, 16, 8);
        config.hpcc.hops = hops;
        let mut engine = ready(&config);
        choose(&mut engine, 16, &algorithms(units));
        let mut parser = Parser::new(8);
        let blocked = In { upd_ready: false, ..idle() };
        for _ in 0..1000 {
            // of QPs 0 to 7
            let at = parser.cycle as usize % parser.pipe.len();
            let launched = std::mem::replace(&mut parser.pipe[at], engine.room());
            parser.cycle += 1;
            let pkt = packet(Kind::Cnp, 0, parser.cycle % 8).pkt.filter(|_| launched);
            engine.step(&In { pkt, ..blocked });
        }
        assert!(!engine.room(), "all is full");
        for round in 0..30 {
            let written = context(round * ONE / 4);
            for op in [write(9 + round as u32 % 4, written), HostOp::Read { qpn: 9 + round as u32 % 4 }] {
                let out = engine.step(&In { host: Some(op), ..blocked });
                assert!(out.host_ready, "{units:?}, round {round}");
                let done = (1..500).find_map(|cycle| engine.step(&blocked).host_done.map(|done| (cycle, done)));
                let (cycles, done) = done.expect("it ends");
                assert!(cycles < 500, "{cycles}");
                if let (HostDone::Read(found), true) = (done, units.contains(&Unit::Ldcp)) {
                    assert_eq!(found.cw, written.cw);
                }
            }
        }
        // of a QP with older events: not before they have gone
        engine.step(&In { host: Some(HostOp::Read { qpn: 3 }), ..blocked });
        assert!((0..2000).all(|_| engine.step(&blocked).host_done.is_none()), "older events of its QP wait");
        let ready = idle();
        let mut updates = vec![];
        let done = (0..5000).find_map(|_| {
            let out = engine.step(&ready);
            updates.extend(out.upd);
            out.host_done
        });
        assert!(matches!(done, Some(HostDone::Read(_))), "then it is done");
        assert!(updates.iter().any(|update| update.qpn == 3));
        drain(&mut engine, &mut updates);
    }
}

/// What is younger than an operation and of its QP waits behind it, and what is older goes before it: the same with a
/// queue that fills and empties in every way.
#[test]
fn reads_see_all_older_events_of_their_qp_and_no_younger_one() {
    let mut random = support::seed("reads_see_all_older_events_of_their_qp_and_no_younger_one");
    let mut reads = 0;
    for round in 0..60 {
        let units = if round % 2 == 0 { LDCP } else { BOTH };
        let mut engine = ready(&with(units, 16, [4, 8, 16][round % 3]));
        let start = HostContext { cw: Cw::wrap(16_000 * ONE), ..context(0) };
        for qpn in 0..16 {
            operate(&mut engine, write(qpn, start));
        }
        // every marked ACK of n packets takes n / 2 off, so that a window says which ACKs it has seen
        let mut packets = [0u64; 16];
        let mut due: Option<(u32, u64)> = None;
        let (mut asks, qps) = (None, 1 + random.below(16));
        for cycle in 0..6000 {
            if due.is_none() && asks.is_none() && random.chance(20) {
                asks = Some(random.below(qps) as u32);
            }
            let upd_ready = cycle > 5000 || cycle / 300 % 3 != 0 && random.chance([1, 2, 9][cycle / 100 % 3]);
            let arrival = ack(random.below(qps) as u32, random.below(3), true);
            let s_event = (cycle < 5000 && random.chance([1, 3][cycle / 700 % 2])).then_some(arrival);
            let host = asks.map(|qpn| HostOp::Read { qpn });
            let out = engine.step(&In { s_event, host, upd_ready, ..idle() });
            if let Some(qpn) = asks.filter(|_| out.host_ready) {
                (due, asks) = (Some((qpn, packets[qpn as usize])), None);
            }
            if let Some(arrival) = s_event.filter(|_| out.s_event_ready) {
                packets[arrival.qpn as usize] += arrival.n.raw();
            }
            if let Some(HostDone::Read(found)) = out.host_done {
                let (qpn, seen) = due.take().expect("one was asked for");
                assert_eq!(found.cw.raw(), 16_000 * ONE - seen * ONE / 2, "QP {qpn}, cycle {cycle}");
                reads += 1;
            }
        }
    }
    assert!(reads > 1000, "{reads}");
}

/// A value for every field of two sets at once, in full traffic: each update is made from the one or from the other.
/// Written at once, as before, some were made from both.
#[test]
fn a_parameter_set_that_is_written_in_traffic_is_seen_whole() {
    use layout::hpcc::{PARAMS, flag};
    let header = model::hpcc::Header::default();
    let set = |t: u64, w_max: u64| {
        let mut raw = PARAMS.map(|f| f.reset);
        // T, and w_max = w_min: W is the set's own, and R = W / T
        (raw[0], raw[5], raw[6]) = (t, w_max << 12, w_max << 12);
        model::hpcc::Params::from_raw(raw, &header).expect("legal")
    };
    let sets = [set(5000, 40_000), set(16_000, 1_000_000)];
    let expected = sets.each_ref().map(|p| {
        let (w, r, _) = {
            let mut engine = ready(&with(HPCC, 16, 8));
            engine.step(&In { registers: Registers { hpcc: Some((0, p)), ..Registers::default() }, ..idle() });
            engine.step(&event(ack(1, 1, false)));
            // without telemetry W stays; the second of two with it is a full update
            measured(&mut engine, 1)
        };
        (w, r)
    });
    assert_ne!(expected[0], expected[1]);
    let mut seen = [0; 2];
    let mut engine = ready(&with(HPCC, 16, 8));
    let registers = |k: usize| Registers { hpcc: Some((0, &sets[k])), ..Registers::default() };
    engine.step(&In { registers: registers(0), ..idle() });
    let (mut written, mut writes) = (0, 0);
    let (mut host, mut busy) = (None, false);
    for cycle in 0..30_000u64 {
        if host.is_none() && !busy && cycle % 194 == 0 {
            (written, host) = (1 - written, Some(HostOp::Set { qpn: 3 }));
        }
        let telemetry = telemetry(1, 3, cycle * 3000, cycle * 2000, 3);
        let arrival = Arrival { use_psn: true, psn: Psn::wrap(cycle), ..ack(cycle as u32 % 16, 1, false) };
        let input = In {
            host,
            registers: if host.is_some() { registers(written) } else { Registers::default() },
            s_event_telemetry: Some(&telemetry),
            tx: Some((arrival.qpn, Psn::wrap(cycle + 1))),
            ..event(arrival)
        };
        let out = engine.step(&input);
        busy &= out.host_done.is_none();
        if out.host_ready && host.is_some() {
            (host, busy, writes) = (None, true, writes + 1);
        }
        if let Some(Update { outcome: Outcome::Hpcc { w, r, flags, .. }, .. }) = out.upd
            && flags & (flag::FIRST | flag::IGNORED) == 0
        {
            let which = expected.iter().position(|e| *e == (w.raw(), r.raw()));
            seen[which.unwrap_or_else(|| panic!("cycle {cycle}: W {w:?}, R {r:?} of no set"))] += 1;
        }
    }
    println!("{writes} writes; {seen:?} updates of either set");
    assert!(writes > 100 && seen.iter().all(|n| *n > 5000));
}

/// W, R and flags of a full update of a QP, by its second ACK with telemetry.
fn measured(engine: &mut Engine, qpn: u32) -> (u64, u64, u16) {
    let mut last = (0, 0, 0);
    for k in 1..4u64 {
        let telemetry = telemetry(1, 3, k * 3000, k * 2000, 3);
        let arrival = Arrival { use_psn: true, psn: Psn::wrap(k), ..ack(qpn, 1, false) };
        let tx = Some((qpn, Psn::wrap(k + 1)));
        engine.step(&In { s_event_telemetry: Some(&telemetry), tx, ..event(arrival) });
        for _ in 0..200 {
            if let Some(Update { outcome: Outcome::Hpcc { w, r, flags, .. }, .. }) = engine.step(&idle()).upd {
                last = (w.raw(), r.raw(), flags);
            }
        }
    }
    last
}

/// `idle` is 0 while anything is under way, and rises behind it.
#[test]
fn idle_says_that_nothing_is_under_way() {
    let mut random = support::seed("idle_says_that_nothing_is_under_way");
    for (units, lanes) in [(LDCP, 3), (BOTH, 3), (HPCC, 1)] {
        let mut config = with(units, 16, 8);
        config.hpcc.lanes = lanes;
        let mut engine = ready(&config);
        let mut rises = 0;
        for _ in 0..50 {
            // of the QPs a bit each: an update stands for all that came by its issue
            let (mut owed, mut host) = (0u16, 0);
            for cycle in 0..400 {
                let telemetry = telemetry(1, 3, cycle * 300, cycle * 10, 1);
                let s_event = (cycle < 40 && random.chance(3)).then(|| ack(random.below(16) as u32, 1, false));
                let op = (cycle < 40 && host == 0 && random.chance(9)).then_some(HostOp::Read { qpn: 1 });
                let upd_ready = cycle > 100 || random.chance(8);
                let input = In { s_event, s_event_telemetry: Some(&telemetry), host: op, upd_ready, ..idle() };
                let out = engine.step(&input);
                assert!(!(out.idle && (owed > 0 || host > 0)), "{units:?}: idle with {owed:#x} and {host} under way");
                owed |= s_event.filter(|_| out.s_event_ready).map_or(0, |event| 1 << event.qpn);
                owed &= !out.upd.filter(|_| upd_ready).map_or(0, |update| 1 << update.qpn);
                host += u32::from(op.is_some() && out.host_ready);
                host -= u32::from(out.host_done.is_some());
            }
            assert_eq!((owed, host), (0, 0));
            rises += u32::from(engine.step(&idle()).idle);
        }
        assert_eq!(rises, 50, "{units:?}");
    }
}
