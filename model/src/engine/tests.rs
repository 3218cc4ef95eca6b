//! Units in sockets: DCTCP among QPs of the others, and its page.

use super::*;
use crate::dctcp::{Context, Event as Rule, Params, step};
use crate::page::{Access, Answer};
use layout::registers::{self, Register};
use std::collections::VecDeque;

const QPS: u32 = 16;
const THREE: &[Unit] = &[Unit::Ldcp, Unit::Hpcc, Unit::Dctcp];
/// Bit of a set's write, and of its start.
const BIT: u8 = 1 << Unit::Dctcp.place();

fn config(units: &[Unit]) -> Config {
    let mut config = Config::default();
    config.engine = layout::config::Engine {
        qps: QPS,
        wait_slots: 8,
        units: units.to_vec(),
        n_max: 16_383,
        lsn: false,
        fcr: false,
        updates: None,
    };
    config.hpcc.hops = 3;
    config.check().expect("legal");
    config
}

/// QPs of the three units in turn.
fn algorithm_of(qpn: u32) -> Algorithm {
    [Algorithm::Ldcp, Algorithm::Hpcc, Algorithm::Dctcp][qpn as usize % 3]
}

/// The registers of DCTCP's page.
fn register(name: &str) -> Register {
    let all = registers::unit_page(&Config::default(), Unit::Dctcp);
    all.into_iter().find(|r| r.name() == name).expect("the page has it")
}

/// An engine with the host that writes its pages, and what has come out.
struct Bench {
    engine: Engine,
    access: Access,
    updates: Vec<Update>,
}

impl Bench {
    /// With every QP open; its first PSN is 0.
    fn new(config: &Config) -> Bench {
        let mut bench = Bench { engine: Engine::new(config), access: Access::default(), updates: vec![] };
        while !bench.cycle(In::idle()).init_done {}
        for qpn in 0..QPS {
            let context = HostContext { alg: algorithm_of(qpn), set: 3, psn: Psn::MAX, open: true };
            bench.operate(HostOp::Write { qpn, parts: Parts { units: 0, ..Parts::ALL }, context });
        }
        bench
    }

    /// One cycle; updates are taken.
    fn cycle(&mut self, input: In) -> Out {
        let out = self.engine.step(&In { unit: self.access, ..input });
        self.updates.extend(out.upd);
        out
    }

    /// Writes a register; whether all its words were taken.
    fn write(&mut self, name: &str, value: u64) -> bool {
        let register = register(name);
        (0..register.words()).all(|k| {
            (self.access.windex, self.access.wdata) = (register.index() + k, (value >> (32 * k)) as u32);
            self.cycle(In::idle());
            self.access.write = true;
            let taken = self.cycle(In::idle()).unit.taken;
            let last = if taken { self.access.windex } else { 0 };
            (self.access.write, self.access.last) = (false, (last, self.access.wdata));
            taken
        })
    }

    fn read(&mut self, name: &str) -> u64 {
        let register = register(name);
        (0..register.words()).fold(0, |value, k| {
            self.access.rindex = register.index() + k;
            self.cycle(In::idle());
            value | u64::from(self.cycle(In::idle()).unit.rdata) << (32 * k)
        })
    }

    /// An operation of the host, to its end; of a read the page then has what it found.
    fn operate(&mut self, op: HostOp) -> HostDone {
        self.access.host_busy = true;
        while !self.cycle(In { host: Some(op), ..In::idle() }).host_ready {}
        while !self.engine.host_done() {
            assert_eq!(self.cycle(In::idle()).host_done, None);
        }
        self.access.found_now = matches!(op, HostOp::Read { .. });
        let done = self.cycle(In::idle()).host_done.expect("it was told");
        (self.access.host_busy, self.access.found_now) = (false, false);
        done
    }

    /// DCTCP's part of a QP, as a host reads it.
    fn context(&mut self, qpn: u32) -> Context {
        assert!(matches!(self.operate(HostOp::Read { qpn }), HostDone::Read(_)));
        Context::from_raw(
            ["cwnd", "ssthresh", "cp", "window_end", "acked", "marked", "cut"]
                .map(|field| self.read(&format!("found_dctcp_{field}"))),
        )
    }

    /// A host writes DCTCP's part of a QP.
    fn store(&mut self, qpn: u32, context: &Context) {
        for (register, value) in registers::unit_page(&Config::default(), Unit::Dctcp)
            .iter()
            .filter(|r| r.access == registers::Access::Context)
            .zip(context.raw())
        {
            assert!(self.write(register.name(), value), "{} = {value}", register.name());
        }
        let parts = Parts::from_bits(Unit::Dctcp.part());
        self.operate(HostOp::Write { qpn, parts, context: HostContext::RESET });
    }

    fn drain(&mut self) -> Vec<Update> {
        for _ in 0..1000 {
            self.cycle(In::idle());
        }
        std::mem::take(&mut self.updates)
    }
}

fn ack(qpn: u32, psn: u64, ece: bool) -> Arrival {
    Arrival { kind: Kind::Ack, ece, use_psn: true, n: N::ZERO, psn: Psn::wrap(psn), qpn }
}

/// What the engine says of an update of DCTCP.
fn outcome(context: &Context, flags: u16) -> Outcome {
    Outcome::Socket { window: context.cwnd.raw() << 1, pace: 0, flags, feedback: false }
}

/// Pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }
}

/// A QP on DCTCP as the rules keep it.
#[derive(Clone, Copy)]
struct Qp {
    psn: psn::Context,
    sent: sent::Context,
    dctcp: Context,
}

/// Random events of all units' QPs, while the host writes DCTCP's parameter sets one after the other.
#[test]
fn windows_of_qps_on_dctcp_are_those_of_its_rule_among_qps_of_the_others() {
    let mut random = Random(0x5eed);
    let mut bench = Bench::new(&config(THREE));
    let opened = Qp {
        psn: psn::Context { psn: Psn::MAX, open: true },
        sent: sent::Context::behind(Psn::MAX),
        dctcp: Context::RESET,
    };
    let mut qps = [opened; QPS as usize];
    let mut expected: [VecDeque<Update>; QPS as usize] = Default::default();
    let (mut params, mut seen) = (Params::default(), 0);
    let (mut sets_written, mut others, mut compared) = (0, 0, 0);
    for round in 0..30 {
        // the values of the next set, of which the first bound lies below the windows
        let g = 1 << (6 + random.below(10));
        let cwnd_max = (64 << 27) + random.below(1 << 30);
        assert!(bench.write("set_dctcp_g", g) && bench.write("set_dctcp_cwnd_max", cwnd_max));
        assert!(bench.write("set_dctcp_write", 3));
        let next = Params::from_raw([g, Params::default().cp0().raw(), 1 << 27, cwnd_max]).expect("legal");
        let (mut offered, mut busy) = (false, false);
        for cycle in 0..600 {
            let qpn = random.below(QPS.into()) as u32;
            let qp = &mut qps[qpn as usize];
            let tx = (random.below(3) == 0).then(|| {
                let back = u64::from(random.below(16) == 0);
                (qpn, Psn::wrap(qp.sent.snd_nxt.raw() + random.below(300) - back))
            });
            let arrival = match random.below(20) {
                // the packet behind the last that is acknowledged, or one long since acknowledged
                0 => {
                    let expected = qp.psn.psn.raw() + 1;
                    let psn = expected.wrapping_sub([0, 1, 2, 1 << 22][cycle % 4]);
                    Arrival { kind: Kind::Loss, ..ack(qpn, psn, false) }
                }
                1 => Arrival { kind: [Kind::Rtt, Kind::Cnp, Kind::Data][cycle % 3], ..ack(qpn, 0, false) },
                2 => ack(qpn, random.below(1 << 24), true),
                3 => Arrival { use_psn: false, n: N::wrap(random.below(40)), ..ack(qpn, 7, random.below(2) == 0) },
                _ => {
                    let flying = qp.sent.snd_max.raw().wrapping_sub(qp.psn.psn.raw()) & Psn::MAX_RAW;
                    ack(qpn, qp.psn.psn.raw() + random.below(flying), random.below(4) == 0)
                }
            };
            // the write of the set is offered in the midst
            (offered, busy) = (offered || cycle == 100, busy || cycle == 100);
            let host = offered.then_some(HostOp::Set { qpn: 0 });
            (bench.access.host_busy, bench.access.sets) = (busy, if busy { BIT } else { 0 });
            // none beside the write, and far enough apart that none joins another
            let comes = random.below(8) > 0 && !offered && !busy;
            let input = In { tx, s_event: Some(arrival).filter(|_| comes), host, ..In::idle() };
            let event = input.s_event;
            let out = bench.cycle(input);
            for _ in 0..8 {
                busy &= bench.cycle(In::idle()).host_done.is_none();
            }
            if host.is_some() && out.host_ready {
                (offered, sets_written, params) = (false, sets_written + 1, next);
            }
            busy &= out.host_done.is_none();
            if let Some((_, psn)) = tx {
                qp.sent = qp.sent.sends(psn); // an event of this cycle sees it
            }
            let Some(arrival) = event.filter(|_| out.s_event_ready) else { continue };
            let (after, n) = psn::step(qp.psn, &arrival, qp.sent.snd_max, qp.psn, N::MAX);
            qp.psn = after;
            let Ok(n) = n else { continue };
            if algorithm_of(qpn) != Algorithm::Dctcp {
                others += 1;
                continue;
            }
            let seq = if arrival.use_psn { after.psn } else { arrival.psn };
            let event = Rule::Ack { n, ece: arrival.ece, seq, snd_nxt: qp.sent.snd_max };
            let behind = after.psn.raw().wrapping_add(1).wrapping_sub(arrival.psn.raw()) & Psn::MAX_RAW;
            let flags = match arrival.kind {
                Kind::Loss if behind != 0 && behind < 1 << 23 => layout::dctcp::flag::IGNORED,
                Kind::Ack | Kind::Loss => {
                    let event = if arrival.kind == Kind::Ack { event } else { Rule::Loss };
                    let (context, update) = step(&qp.dctcp, event, &params);
                    qp.dctcp = context;
                    update.flags
                }
                _ => layout::dctcp::flag::IGNORED,
            };
            seen |= flags;
            let outcome = outcome(&qp.dctcp, flags);
            let (kind, alg, una) = (arrival.kind, Algorithm::Dctcp, after.psn);
            expected[qpn as usize].push_back(Update { kind, qpn, alg, una, una_lsn: Lsn::ZERO, outcome });
        }
        assert!(!busy && sets_written == round + 1);
        for update in bench.drain() {
            if update.alg == Algorithm::Dctcp {
                assert_eq!(Some(update), expected[update.qpn as usize].pop_front());
                compared += 1;
            } else {
                assert_eq!(update.alg, algorithm_of(update.qpn));
                others -= 1;
            }
        }
        assert!(others == 0 && expected.iter().all(VecDeque::is_empty), "no update is lost");
        let qpn = 2 + 3 * random.below(4) as u32;
        assert_eq!(bench.context(qpn), qps[qpn as usize].dctcp);
    }
    use layout::dctcp::flag::{CLOSE, CUT, IGNORED, SAT, SLOW_START};
    let all = CLOSE | CUT | IGNORED | SAT | SLOW_START;
    assert!(compared > 2000 && seen & all == all, "{compared} updates, flags {seen:#x}");
}

#[test]
fn updates_of_units_without_hops_come_in_the_order_of_issue_a_fixed_time_behind_it() {
    let sets: [&[Unit]; 3] = [&[Unit::Dctcp], &[Unit::Ldcp, Unit::Dctcp], &[Unit::Ldcp, Unit::Dcqcn, Unit::Dctcp]];
    for units in sets {
        let config = config(units);
        let latency = timing::Latency::of(&config).event(units[0]);
        let built = Built::of(&config);
        let mut bench = Bench::new(&config);
        for cycle in 0..500 {
            let arrival = Arrival { use_psn: false, n: N::wrap(1), ..ack(cycle % 9, 0, false) };
            let out = bench.cycle(In { s_event: Some(arrival), ..In::idle() });
            assert!(out.s_event_ready, "{units:?}: cycle {cycle}");
            assert_eq!(out.upd.is_some(), cycle >= latency, "{units:?}: cycle {cycle}");
            if let Some(Update { qpn, alg, outcome, .. }) = out.upd {
                assert_eq!(qpn, (cycle - latency) % 9, "{units:?}: cycle {cycle}");
                let choice = Choice { alg: Alg::wrap(algorithm_of(qpn) as u64), ..Choice::RESET };
                assert_eq!(alg, algorithm(built.effective(choice)), "{units:?}: QP {qpn}");
                assert_eq!(matches!(outcome, Outcome::Socket { .. }), alg == Algorithm::Dctcp);
            }
        }
    }
    assert_eq!(timing::Latency::of(&config(&[Unit::Dctcp])).event(Unit::Dctcp), 46);
}

#[test]
fn an_algorithm_whose_unit_is_not_built_counts_as_the_first_that_is() {
    let effective = |units: &[Unit], alg: Algorithm| {
        let built = Built::of(&config(units));
        algorithm(built.effective(Choice { alg: Alg::wrap(alg as u64), ..Choice::RESET }))
    };
    for alg in Algorithm::ALL.into_iter().filter(|alg| alg.unit() != Unit::Dcqcn) {
        assert_eq!(effective(THREE, alg), alg);
        assert_eq!(effective(&[Unit::Dctcp], alg), Algorithm::Dctcp);
        let among = |units: &[Unit], first| if units.contains(&alg.unit()) { alg } else { first };
        let cases: [(&[Unit], Algorithm); 3] = [
            (&[Unit::Ldcp, Unit::Hpcc], Algorithm::Ldcp),
            (&[Unit::Hpcc, Unit::Dctcp], Algorithm::Hpcc),
            (&[Unit::Hpcc], Algorithm::Hpcc),
        ];
        for (units, first) in cases {
            assert_eq!(effective(units, alg), among(units, first), "{units:?}");
        }
    }
}

/// The second ACK joins the first as that is picked; the third has an update of its own.
/// A read names what the QP runs: also of one that no host has written.
#[test]
fn a_qp_that_no_host_has_written_is_found_with_the_first_algorithm_that_is_built() {
    for (units, alg) in [
        (&[Unit::Dctcp][..], Algorithm::Dctcp),
        (&[Unit::Hpcc, Unit::Dctcp], Algorithm::Hpcc),
        (&[Unit::Dcqcn, Unit::Dctcp], Algorithm::DcqcnP),
        (&[Unit::Ldcp, Unit::Hpcc], Algorithm::Ldcp),
    ] {
        let config = config(units);
        let mut bench = Bench { engine: Engine::new(&config), access: Access::default(), updates: vec![] };
        while !bench.cycle(In::idle()).init_done {}
        let HostDone::Read(found) = bench.operate(HostOp::Read { qpn: 5 }) else { panic!("a read") };
        assert_eq!((found.alg, found.set, found.open), (alg, 0, false), "{units:?}");
    }
}

#[test]
fn acks_that_join_have_the_newest_psn_and_what_was_sent_with_the_newest() {
    let mut bench = Bench::new(&config(THREE));
    let qpn = 5;
    for (psn, snd_nxt) in [(0, 100), (1, 200), (5, 300)] {
        let tx = Some((qpn, Psn::wrap(snd_nxt)));
        assert!(bench.cycle(In { tx, s_event: Some(ack(qpn, psn, false)), ..In::idle() }).s_event_ready);
    }
    let mut context = Context::RESET;
    let mut update = |n, seq, snd_nxt| {
        let (seq, snd_nxt) = (Psn::wrap(seq), Psn::wrap(snd_nxt));
        let (after, update) = step(&context, Rule::Ack { n: N::wrap(n), ece: false, seq, snd_nxt }, &Params::default());
        context = after;
        Update {
            kind: Kind::Ack,
            qpn,
            alg: Algorithm::Dctcp,
            una: seq,
            una_lsn: Lsn::ZERO,
            outcome: outcome(&after, update.flags),
        }
    };
    let expected = [update(2, 1, 200), update(4, 5, 300)];
    assert_eq!(bench.drain(), expected);
    assert_eq!(bench.context(qpn), context);
}

/// Go-back-N goes back, and ACKs of what was sent before come: the window lasts until all that was sent is
/// acknowledged, with one cut.
#[test]
fn late_acks_behind_a_rewind_end_no_window() {
    for units in [THREE, &[Unit::Ldcp, Unit::Dctcp]] {
        let mut bench = Bench::new(&config(units));
        let qpn = 5;
        let told = |bench: &mut Bench, snd_nxt| bench.cycle(In { tx: Some((qpn, Psn::wrap(snd_nxt))), ..In::idle() });
        let mut context = Context { window_end: Psn::wrap(100), ..Context::RESET };
        told(&mut bench, 100);
        bench.store(qpn, &context);
        told(&mut bench, 10);
        let mut cuts = 0;
        for psn in 20..50 {
            let event = Some(ack(qpn, psn, true));
            assert!(bench.cycle(In { s_event: event, ..In::idle() }).s_event_ready);
            let [update] = bench.drain()[..] else { panic!("one update") };
            let Outcome::Socket { flags, .. } = update.outcome else { panic!("of a unit in a socket") };
            cuts += u32::from(flags & layout::dctcp::flag::CUT != 0);
            assert_eq!(flags & layout::dctcp::flag::CLOSE, 0, "PSN {psn}");
        }
        context = bench.context(qpn);
        assert_eq!((cuts, context.window_end.raw(), context.acked.raw()), (1, 100, 50));
    }
}

/// A NAK of what is acknowledged says nothing new, whoever sent it: of all PSNs a quarter would do.
#[test]
fn a_nak_behind_the_last_psn_cuts_no_window() {
    for units in [THREE, &[Unit::Ldcp, Unit::Dctcp]] {
        let mut bench = Bench::new(&config(units));
        let qpn = 5;
        let tx = Some((qpn, Psn::wrap(100)));
        bench.cycle(In { tx, s_event: Some(ack(qpn, 50, false)), ..In::idle() });
        bench.drain();
        let before = bench.context(qpn);
        let mut nak = |psn: u64, use_psn| {
            let event = Arrival { kind: Kind::Loss, use_psn, ..ack(qpn, psn, false) };
            bench.cycle(In { s_event: Some(event), ..In::idle() });
            assert_eq!(bench.drain().len(), 1, "it is told all the same");
            bench.context(qpn)
        };
        for psn in [50, 49, 0, Psn::MAX_RAW - 1000] {
            assert_eq!(nak(psn, true), before, "NAK of {psn}");
        }
        // that of the next packet counts, and so does what the NIC has checked itself
        let cut = nak(51, true);
        assert!(cut.cwnd < before.cwnd && cut.cut);
        bench.store(qpn, &before);
        assert_eq!(bench.context(qpn), before);
        let mut nak = |psn: u64| {
            let event = Arrival { kind: Kind::Loss, use_psn: false, ..ack(qpn, psn, false) };
            bench.cycle(In { s_event: Some(event), ..In::idle() });
            bench.drain();
            bench.context(qpn)
        };
        assert_eq!(nak(0), cut);
    }
}

/// Where the NIC counts the packets itself the last PSN acknowledged stands still: windows end by the events' own.
#[test]
fn windows_end_by_the_psn_of_a_nic_that_counts_the_packets() {
    for units in [THREE, &[Unit::Ldcp, Unit::Dctcp]] {
        let mut bench = Bench::new(&config(units));
        let qpn = 5;
        let mut context = Context::RESET;
        let mut expected = vec![];
        let mut cuts = 0;
        for (psn, snd_nxt, ece) in [(3, 10, true), (7, 12, true), (11, 20, true), (12, 21, false), (20, 30, true)] {
            let tx = Some((qpn, Psn::wrap(snd_nxt)));
            let event = Arrival { use_psn: false, n: N::wrap(4), ..ack(qpn, psn, ece) };
            assert!(bench.cycle(In { tx, s_event: Some(event), ..In::idle() }).s_event_ready);
            for _ in 0..8 {
                bench.cycle(In::idle()); // alone
            }
            let (seq, snd_nxt) = (Psn::wrap(psn), Psn::wrap(snd_nxt));
            let (after, update) = step(&context, Rule::Ack { n: event.n, ece, seq, snd_nxt }, &Params::default());
            cuts += u32::from(after.cwnd < context.cwnd);
            context = after;
            let (alg, outcome) = (Algorithm::Dctcp, outcome(&after, update.flags));
            expected.push(Update { kind: Kind::Ack, qpn, alg, una: Psn::MAX, una_lsn: Lsn::ZERO, outcome });
        }
        assert_eq!(cuts, 3, "each window with marks is cut, not the first alone");
        assert_eq!(bench.drain(), expected);
        assert_eq!(bench.context(qpn), context);
    }
}

#[test]
fn a_host_writes_dctcp_s_part_by_its_bit_and_no_other_operation_does() {
    let mut bench = Bench::new(&config(THREE));
    let context = Context::from_raw([(33 << 27) + 5, 21, 1 << 20, 0xff_fff0, 11, 7, 1]);
    assert_eq!(bench.context(2), Context::RESET);
    bench.store(2, &context);
    assert_eq!([2, 5].map(|qpn| bench.context(qpn)), [context, Context::RESET]);
    // what stands in `host_dctcp_*` stays there
    for bits in [0b1111, 0b1_1111 & !Unit::Dctcp.part()] {
        let context = HostContext { alg: Algorithm::Dctcp, open: true, ..HostContext::RESET };
        bench.operate(HostOp::Write { qpn: 5, parts: Parts::from_bits(bits), context });
        assert_eq!(bench.context(5), Context::RESET);
    }
}

/// `found_now` may come later too, while no operation is under way.
#[test]
fn what_the_last_operation_found_that_did_not_write_its_part_is_kept() {
    let mut bench = Bench::new(&config(THREE));
    let context = Context { acked: layout::dctcp::Count::wrap(11), ..Context::RESET };
    bench.store(2, &context);
    let found = |bench: &mut Bench| {
        bench.access.found_now = true;
        bench.cycle(In::idle());
        bench.access.found_now = false;
        bench.read("found_dctcp_acked")
    };
    bench.context(5);
    assert_eq!(found(&mut bench), 0);
    // a write of other parts finds, and does not show it
    bench.operate(HostOp::Write { qpn: 2, parts: Parts::NONE, context: HostContext::RESET });
    assert_eq!(bench.read("found_dctcp_acked"), 0);
    assert_eq!(found(&mut bench), 11);
    // one of this part does not
    bench.store(8, &Context { acked: layout::dctcp::Count::wrap(12), ..Context::RESET });
    assert_eq!(found(&mut bench), 11);
}

#[test]
fn a_set_that_is_written_is_that_of_its_unit_and_its_index() {
    let mut bench = Bench::new(&config(THREE));
    let tight = 64 << 27;
    assert!(bench.write("set_dctcp_cwnd_max", tight) && bench.write("set_dctcp_write", 3));
    let windows = |bench: &mut Bench| {
        // the window does not end
        let (cwnd, window_end) = (layout::dctcp::Cwnd::wrap(1000 << 27), Psn::wrap(1));
        let wide = Context { cwnd, window_end, ..Context::RESET };
        bench.store(8, &wide);
        let arrival = Arrival { use_psn: false, n: N::wrap(1), ..ack(8, 0, false) };
        assert!(bench.cycle(In { s_event: Some(arrival), ..In::idle() }).s_event_ready);
        match bench.drain()[..] {
            [Update { outcome: Outcome::Socket { window, flags, .. }, .. }] => (window, flags),
            ref updates => panic!("{updates:?}"),
        }
    };
    let write = |bench: &mut Bench, sets| {
        bench.access.sets = sets;
        assert_eq!(bench.operate(HostOp::Set { qpn: 0 }), HostDone::Write);
        bench.access.sets = 0;
    };
    use layout::dctcp::flag::{SAT, SLOW_START};
    let (free, clamped) = ((1001 << 28, SLOW_START), (tight << 1, SAT | SLOW_START));
    assert_eq!(windows(&mut bench), free);
    // of another unit
    write(&mut bench, 0b11);
    assert_eq!(windows(&mut bench), free);
    // of another index
    assert!(bench.write("set_dctcp_write", 4));
    write(&mut bench, BIT);
    assert_eq!(windows(&mut bench), free);
    assert!(bench.write("set_dctcp_write", 3));
    write(&mut bench, BIT | 1);
    assert_eq!(windows(&mut bench), clamped);
    // a reset, and the initialisation, bring back those of the reset
    bench.cycle(In { rst_n: false, ..In::idle() });
    while !bench.cycle(In::idle()).init_done {}
    let context = HostContext { alg: Algorithm::Dctcp, set: 3, open: true, ..HostContext::RESET };
    bench.operate(HostOp::Write { qpn: 8, parts: Parts::from_bits(3), context });
    assert_eq!(windows(&mut bench), free);
    assert_eq!(bench.read("set_dctcp_cwnd_max"), layout::dctcp::CWND_MAX.reset);
}

/// Before `init_done` nothing starts, and what is written stays.
#[test]
fn the_pages_answer_from_the_reset_on() {
    let mut bench = Bench { engine: Engine::new(&config(THREE)), access: Access::default(), updates: vec![] };
    assert!(bench.write("set_dctcp_g", 77) && !bench.write("set_dctcp_write", 1));
    assert_eq!(bench.read("set_dctcp_g"), 77);
    while !bench.cycle(In::idle()).init_done {}
    assert!(bench.write("set_dctcp_write", 1));
    assert_eq!([0; 2].map(|_| bench.cycle(In::idle()).unit.starts), [BIT, 0]);
    let mut other = Bench { engine: Engine::new(&config(&[Unit::Ldcp, Unit::Hpcc])), ..bench };
    assert!(!other.write("set_dctcp_g", 77));
    assert_eq!(other.cycle(In::idle()).unit, Answer::default());
}

#[test]
fn idle_cycles_that_are_skipped_leave_the_page_as_those_that_are_not() {
    for cycles in [1, 2, 7, 500] {
        let mut ticking = Bench::new(&config(THREE));
        assert!(ticking.write("set_dctcp_g", 77) && ticking.write("set_dctcp_write", 1));
        let mut skipping = ticking.engine.clone();
        let unit = Access { rindex: register("set_dctcp_g").index(), ..ticking.access };
        let idle = In { unit, ..In::idle() };
        for _ in 0..cycles {
            ticking.engine.step(&idle);
        }
        skipping.advance_idle(cycles, &idle, |_, _| {});
        let outs = [&mut ticking.engine, &mut skipping].map(|engine| engine.step(&idle));
        assert_eq!(outs[0], outs[1]);
        assert_eq!((outs[0].unit.rdata, outs[0].unit.starts), (77, 0));
    }
}
