//! The block's cycles, held by the golden model: each operation in the order in which the block did it, at the time at
//! which it began. Whatever the block grants, the rules allow, to the byte; and what they allow, it grants.

use super::case::*;
use layout::fixed::U;
use model::shaper::cycles::{Command, Ended, In, Kind, Out, Said, Shaper as Block};
use model::shaper::{Control, Grant, Host, Open, Request, Rewind, Sent, Shaper, Una, Update};
use std::collections::{HashMap, VecDeque};

/// Cycles within which a QP that may send has a grant, alone, at 16 QPs.
const SOON: u64 = 128;
/// Cycles of two turns of all seven sources, if each waits for ten slots.
const TWO_TURNS: u64 = 2 * 7 * 10 * 4;
/// ns of a cycle.
const CYCLE: u64 = 5;

/// A NIC around the block, and the golden model beside it.
pub struct Bench {
    pub block: Block,
    pub golden: Shaper,
    pub cycle: u64,
    pub input: In,
    /// Of the block's tags the golden's.
    tags: HashMap<u64, U<8, 0>>,
    pub grants: VecDeque<(u64, Grant)>,
    granted: u64,
    /// When the newest grant's operation began, ns of the block.
    began: u64,
    /// Operations that have ended.
    pub ended: u64,
    /// With `shaper.wake` what the NIC was told of each QP, and how often it was told something.
    pub told: Vec<bool>,
    pub tellings: u64,
}

impl Bench {
    pub fn new(host: Host) -> Bench {
        Self::of(16, host)
    }

    fn of(qps: u32, host: Host) -> Bench {
        Self::around(Block::new(qps, host), qps, host)
    }

    pub fn telling(qps: u32, host: Host) -> Bench {
        Self::around(Block::telling(qps, host, true), qps, host)
    }

    fn around(block: Block, qps: u32, host: Host) -> Bench {
        let input = In {
            rst_n: true,
            now: 0,
            pause: 0,
            request: None,
            said: None,
            update: None,
            command: None,
            grant_ready: true,
            wake_ready: true,
        };
        let mut bench = Bench {
            block,
            golden: Shaper::new(qps, host, U::ZERO),
            cycle: 0,
            input,
            tags: HashMap::new(),
            grants: VecDeque::new(),
            granted: 0,
            began: 0,
            ended: 0,
            told: vec![false; qps as usize],
            tellings: 0,
        };
        while !bench.step().init_done {}
        bench
    }

    pub fn step(&mut self) -> Out {
        self.cycle += 1;
        self.input.now = (self.cycle * CYCLE) as u32;
        let out = self.block.step(&self.input);
        let input = &mut self.input;
        input.request = input.request.filter(|_| !out.request_ready);
        input.said = input.said.filter(|_| !out.said_ready);
        input.update = input.update.filter(|_| !out.update_ready);
        input.command = input.command.filter(|_| !out.command_ready);
        if let Some(grant) = out.grant {
            self.grants.push_back((self.cycle, grant));
        }
        if let Some(wake) = out.wake.filter(|_| self.input.wake_ready) {
            self.told[wake.qpn as usize] = wake.enable;
            self.tellings += 1;
        }
        if let Some(ended) = self.block.ended() {
            self.follow(&ended);
            self.ended += 1;
            let qpn = ended.op.qpn;
            assert_eq!(self.block.is_live(qpn), self.golden.may_send(qpn), "QP {qpn}, cycle {}", self.cycle);
        }
        out
    }

    /// The golden does what the block did.
    fn follow(&mut self, ended: &Ended) {
        let golden = &mut self.golden;
        golden.time(U::wrap(ended.op.now & 0xffff_ffff));
        match ended.op.kind {
            Kind::Said(Said::Sent(sent)) => {
                let tag = self.tags.remove(&sent.tag.raw()).expect("the NIC answers each grant once");
                golden.sent(&Sent { tag, ..sent });
            }
            Kind::Said(Said::Rewind(rewind)) => golden.rewind(&rewind),
            Kind::Update(update) => golden.update(&update),
            Kind::Command(Command::Open(open)) => golden.open(&open),
            Kind::Command(Command::Close(qpn)) => golden.close(qpn),
            Kind::Request(request) => golden.request(&request),
            Kind::Return(_) => unreachable!("all are answered in time"),
            Kind::Look { .. } | Kind::Grant { .. } => {}
        }
        if let Some(grant) = ended.grant {
            let allowed = golden.grant_to(grant.qpn, grant.max_bytes).expect("a grant that the rules allow");
            self.tags.insert(grant.tag.raw(), allowed.tag);
            assert_eq!(Grant { tag: grant.tag, ..allowed }, grant, "cycle {}", self.cycle);
            self.granted += 1;
            self.began = ended.op.now;
        }
    }

    pub fn idle(&mut self, cycles: u64) {
        for _ in 0..cycles {
            self.step();
        }
    }

    fn command(&mut self, open: Open) {
        self.input.command = Some(Command::Open(open));
        while self.input.command.is_some() {
            self.step();
        }
        self.idle(60);
    }

    pub fn open(&mut self, qpn: u32, class: u64, control: Control) {
        let (first_psn, class) = (U::ZERO, U::wrap(class));
        self.command(Open { qpn, class, first_psn, by_lsn: false, bypass: false, iw: U::ZERO, control });
    }

    pub fn ring(&mut self, qpn: u32, backlog: u64) {
        let class = self.golden.class(qpn);
        self.input.request = Some(Request { qpn, class, backlog: U::wrap(backlog), bytes_to_end: U::ZERO });
        while self.input.request.is_some() {
            self.step();
        }
    }

    pub fn update(&mut self, qpn: u32, control: Control, una: u64) {
        self.input.update = Some(Update { qpn, control: Some(control), una: Some(Una::by_psn(U::wrap(una))) });
        while self.input.update.is_some() {
            self.step();
        }
    }

    /// The next grant, and when it came.
    pub fn grant(&mut self, within: u64) -> (u64, Grant) {
        for _ in 0..within {
            if let Some(next) = self.grants.pop_front() {
                return next;
            }
            self.step();
        }
        panic!("no grant within {within} cycles of cycle {}", self.cycle - within);
    }
}

#[test]
fn a_raise_acts_at_once() {
    let mut bench = Bench::new(host(&[("C", 0), ("mtu", 4096)]));
    bench.open(5, 0, paced(mbps(10)));
    bench.ring(5, FULL);
    let (_, first) = bench.grant(SOON);
    assert_eq!(first.max_bytes.raw(), 4096);
    bench.idle(2000);
    assert!(bench.grants.is_empty(), "3.3 ms have not passed");
    bench.update(5, paced(mbps(100_000)), u64::MAX);
    let from = bench.cycle;
    let (at, second) = bench.grant(SOON);
    println!("{} cycles", at - from);
    assert!(at - from <= 64, "{} cycles", at - from);
    assert_eq!(second.qpn, 5);
}

/// Rates, windows, timers, rewinds and a level that ends: 60,000 cycles each of 20 seeds.
#[test]
fn what_the_block_grants_the_rules_allow_to_the_byte_and_nobody_who_may_send_waits_for_long() {
    let (mut total, mut unlike, mut worst) = (0, 0, 0);
    for seed in 1..=20u64 {
        println!("seed {seed}");
        let mut rng = tb::Rng::stream(seed, 0x63_79, 0);
        let quantum = 1024 << rng.below(3);
        let mut bench = Bench::new(host(&[("quantum", quantum), ("timeout", 1 << 30), ("C", 512)]));
        let controls = [packets(4), paced(mbps(8000)), paced(mbps(100_000)), bytes(20_000), timer(700), packets(WIDE)];
        for qpn in 0..8 {
            bench.open(qpn, u64::from(qpn) % 2, controls[qpn as usize % 6]);
            bench.ring(qpn, FULL);
        }
        let mut psn = [0u64; 16];
        let mut waits = [0u64; 16];
        for _ in 0..60_000 {
            if bench.input.said.is_none()
                && let Some((_, grant)) = bench.grants.pop_front()
            {
                let at = grant.qpn as usize;
                let sent =
                    if rng.chance(1, 4) { grant.max_bytes.raw() / 2 / 1024 * 1024 } else { grant.max_bytes.raw() };
                psn[at] = (psn[at] + sent.div_ceil(1024)) & 0xff_ffff;
                let (psn_next, bytes) = (U::wrap(psn[at]), U::wrap(sent));
                bench.input.said =
                    Some(Said::Sent(Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty: false }));
            } else if bench.input.said.is_none() && rng.chance(1, 400) {
                let qpn = rng.below(8) as u32;
                let back = rng.below(3);
                if !bench.grants.iter().any(|(_, grant)| grant.qpn == qpn) {
                    psn[qpn as usize] = psn[qpn as usize].wrapping_sub(back) & 0xff_ffff;
                    let (psn_next, bytes) = (U::wrap(psn[qpn as usize]), U::wrap(back * 1024));
                    bench.input.said = Some(Said::Rewind(Rewind { qpn, psn_next, bytes }));
                }
            }
            if bench.input.update.is_none() && rng.chance(1, 30) {
                let qpn = rng.below(8) as u32;
                let control =
                    if rng.chance(1, 4) { controls[rng.below(6) as usize] } else { controls[qpn as usize % 6] };
                let una = Una::by_psn(U::wrap(psn[qpn as usize].wrapping_sub(1 + rng.below(3))));
                let (limits, acks) = (!rng.chance(1, 4), !rng.chance(1, 4));
                bench.input.update = Some(Update { qpn, control: limits.then_some(control), una: acks.then_some(una) });
            }
            bench.step();
            // class 1 goes first; a QP of it that the golden lets send is live in the block soon
            for qpn in 0..8 {
                let lost = bench.golden.may_send(qpn) && !bench.block.is_live(qpn);
                waits[qpn as usize] = if lost { waits[qpn as usize] + 1 } else { 0 };
                worst = worst.max(waits[qpn as usize]);
                assert!(waits[qpn as usize] < TWO_TURNS, "QP {qpn} has been forgotten");
            }
        }
        unlike += u64::from(bench.granted < 500);
        total += bench.granted;
    }
    println!("{total} grants, worst wait {worst} cycles");
    assert!(total > 20_000 && unlike == 0, "{total} grants");
}

/// Whatever the cycle of a slot in which the QP is opened.
#[test]
fn a_doorbell_a_cycle_behind_its_qps_opening_is_not_lost() {
    for phase in 0..4 {
        let mut bench = Bench::new(host(&[]));
        bench.idle(phase);
        let (class, first_psn, iw) = (U::ZERO, U::ZERO, U::ZERO);
        let open = Open { qpn: 5, class, first_psn, by_lsn: false, bypass: false, iw, control: packets(WIDE) };
        bench.input.command = Some(Command::Open(open));
        while bench.input.command.is_some() {
            bench.step();
        }
        bench.input.request = Some(Request { qpn: 5, class, backlog: U::wrap(100), bytes_to_end: U::ZERO });
        assert_eq!(bench.grant(2 * SOON).1.max_bytes.raw(), 100);
    }
}

/// A NIC that says "until empty" and has one packet: its window has room for many grants, and a younger one is open
/// whenever an answer says that nothing is left.
#[test]
fn who_has_nothing_left_is_granted_no_more_however_many_grants_are_open() {
    for (window, latency) in [(4, 20), (64, 20), (64, 300), (WIDE, 100)] {
        let mut bench = Bench::new(host(&[]));
        bench.open(3, 7, packets(window));
        bench.open(4, 0, packets(WIDE));
        bench.ring(3, FULL);
        let (mut left, mut idle, mut of_other) = (1024, 0, 0);
        let mut psn = [0; 16];
        for cycle in 0..40_000 {
            if cycle == 20_000 {
                // what came last ends it once more, a doorbell before that does not
                (left, idle) = (2048, 0);
                bench.ring(3, FULL);
                bench.ring(4, FULL);
            }
            let old = bench.grants.front().is_some_and(|(at, _)| bench.cycle - at >= latency);
            if old && bench.input.said.is_none() {
                let (_, grant) = bench.grants.pop_front().expect("there is one");
                let at = grant.qpn as usize;
                let bytes = if at == 3 { grant.max_bytes.raw().min(left) } else { grant.max_bytes.raw() };
                (idle, of_other) = (idle + u64::from(bytes == 0), of_other + u64::from(at == 4));
                if at == 3 {
                    left -= bytes;
                }
                psn[at] += bytes.div_ceil(1024);
                let (psn_next, bytes, empty) = (U::wrap(psn[at]), U::wrap(bytes), at == 3 && left == 0);
                bench.input.said = Some(Said::Sent(Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty }));
            }
            bench.step();
        }
        println!(
            "window {window}, answered after {latency} cycles: {idle} grants for nothing, {of_other} of the other"
        );
        assert!(left == 0 && idle <= 6, "{idle} grants for nothing");
        assert!(of_other > 220, "{of_other} grants of a lower class");
    }
}

/// A responder that has sent a NAK of PSN p sends no ACK of p - 1: the rewind alone tells that it has come through.
#[test]
fn a_qp_goes_on_behind_a_nak_though_no_ack_moves_una() {
    let mut bench = Bench::new(host(&[("quantum", 1024)]));
    bench.open(3, 0, packets(8));
    bench.ring(3, 20 * 1024);
    for psn in 1..=8 {
        let (_, grant) = bench.grant(2 * SOON);
        let (qpn, tag, bytes) = (3, grant.tag, U::wrap(grant.max_bytes.raw()));
        bench.input.said = Some(Said::Sent(Sent { qpn, tag, psn_next: U::wrap(psn), bytes, empty: false }));
    }
    bench.idle(400);
    assert!(bench.grants.is_empty(), "8 packets are in flight of 8");
    // the sixth was lost; the window falls to what the NAK confirms
    bench.input.update = Some(Update { qpn: 3, control: Some(packets(5)), una: None });
    bench.idle(100);
    bench.input.said = Some(Said::Rewind(Rewind { qpn: 3, psn_next: U::wrap(5), bytes: U::wrap(3 * 1024) }));
    for _ in 0..5 {
        assert_eq!(bench.grant(2 * SOON).1.max_bytes.raw(), 1024);
    }
    bench.idle(400);
    assert!(bench.grants.is_empty(), "5 packets are granted of 5");
}

/// 4 cycles behind its pause no grant of a class comes.
#[test]
fn a_paused_class_has_no_grant_4_cycles_later() {
    let mut bench = Bench::new(host(&[]));
    bench.open(3, 6, packets(WIDE));
    bench.ring(3, FULL);
    for at in (0..40).step_by(5) {
        bench.input.pause = 0;
        bench.grants.clear();
        let from = bench.grant(4 * SOON).0;
        bench.idle(at);
        bench.input.pause = 1 << 6;
        bench.idle(4);
        bench.grants.clear();
        bench.idle(200);
        assert!(bench.grants.is_empty(), "paused {} cycles behind a grant", bench.cycle - from);
    }
}

/// How late a paced grant is: a QP by itself, whose due times fall on all cycles of a slot. Each is due from when the
/// operation of the one before began, as C is 0. A level of the tree more takes a slot, but long before the due time.
#[test]
fn a_paced_grant_is_late_by_at_most_32_ns_and_48_cycles_when_nothing_else_waits() {
    for (qps, qpn) in [(16, 5), (1024, 5), (1024, 1000), (16_384, 9_999)] {
        let mut bench = Bench::of(qps, host(&[("C", 0), ("mtu", 4096)]));
        bench.open(qpn, 0, paced(mbps(1000)));
        bench.ring(qpn, FULL);
        let (mut begun, mut seen) = (vec![], vec![]);
        while begun.len() < 42 {
            let granted = bench.granted;
            bench.step();
            if bench.granted > granted {
                begun.push(bench.began);
            }
            if let Some((_, grant)) = bench.grants.pop_front() {
                assert_eq!(grant.max_bytes.raw(), 4096);
                seen.push(bench.block.time());
                let (psn_next, bytes) = (U::wrap(seen.len() as u64), U::wrap(4096));
                bench.input.said =
                    Some(Said::Sent(Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty: false }));
            }
        }
        let late =
            begun.iter().zip(&seen[1..]).map(|(&began, &seen)| seen.checked_sub(began + 32_768).expect("not early"));
        let most = late.max().expect("grants");
        println!("{qps} QPs: {most} ns, {} cycles", most / CYCLE);
        assert!(most <= 32 + 48 * CYCLE, "{most} ns");
    }
}

/// Of 100 Gbit/s what `qps` QPs carry that have always something to send and share them, in percent: packets of 1 KB,
/// answered 16 cycles behind their grant, about what 1 KB takes on the line.
fn carried(qps: u64, quantum: u64) -> f64 {
    let mut bench = Bench::new(host(&[("quantum", quantum)]));
    for qpn in 0..qps as u32 {
        bench.open(qpn, 0, paced(mbps(100_000 / qps)));
        bench.ring(qpn, FULL);
    }
    bench.grants.clear();
    let (mut psn, mut bytes, from) = ([0; 8], 0, bench.cycle);
    while bench.cycle - from < 100_000 {
        bench.step();
        let old = bench.grants.front().is_some_and(|(at, _)| bench.cycle - at >= 16);
        if old && bench.input.said.is_none() {
            let (_, grant) = bench.grants.pop_front().expect("there is one");
            let at = grant.qpn as usize;
            psn[at] += grant.max_packets.raw();
            bytes += grant.max_bytes.raw();
            let (psn_next, sent) = (U::wrap(psn[at]), U::wrap(grant.max_bytes.raw()));
            let (qpn, tag, empty) = (grant.qpn, grant.tag, false);
            bench.input.said = Some(Said::Sent(Sent { qpn, tag, psn_next, bytes: sent, empty }));
        }
    }
    100.0 * bytes as f64 / (100_000.0 * CYCLE as f64 * 12.5)
}

/// The page's figures, at 200 MHz and with the reset value of C: what is late by more than C is lost. Eight QPs with
/// grants of one packet are in each other's way: from some C to another it is a third to all.
#[test]
fn few_qps_carry_what_the_page_says() {
    let runs = [(1, 4096), (1, 8192), (2, 4096), (4, 4096), (8, 4096), (8, 1024)];
    let percent = runs.map(|(qps, quantum)| carried(qps, quantum).round());
    println!("{percent:?}");
    assert_eq!(percent, [74.0, 100.0, 100.0, 100.0, 100.0, 69.0]);
}
