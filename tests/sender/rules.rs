//! The block by hand: what waits, what is passed over, and what a QP's end forgets.

use layout::fixed::U;
use layout::record::{Alg, Algorithm, Kind, flag};
use layout::shaper::Level;
use model::latest::{Limits, Update};
use model::sender::{In, Out, Sender, control};
use model::shaper::cycles::{Command, Kind as Op, Said};
use model::shaper::{Control, Grant, Host, Open, Request, Sent};
use std::collections::VecDeque;

struct Nic {
    sender: Sender,
    cycle: u64,
    grants: Vec<(u64, Grant)>,
    /// Updates that the shaper has ended, by QP.
    updates: Vec<u32>,
}

const IDLE: In = In {
    rst_n: true,
    now: 0,
    pause: 0,
    request: None,
    said: None,
    update: None,
    rate: None,
    command: None,
    grant_ready: true,
};

impl Nic {
    fn new() -> Nic {
        let sender = Sender::new(16, Host::default());
        let mut nic = Nic { sender, cycle: 0, grants: vec![], updates: vec![] };
        while !nic.step(&IDLE).init_done {}
        nic
    }

    fn step(&mut self, input: &In) -> Out {
        let out = self.sender.step(&In { now: (5 * self.cycle) as u32, ..*input });
        self.grants.extend(out.grant.map(|grant| (self.cycle, grant)));
        if let Some(Op::Update(update)) = self.sender.ended().map(|ended| ended.op.kind) {
            self.updates.push(update.qpn);
        }
        self.cycle += 1;
        out
    }

    fn idle(&mut self, cycles: u64) -> Out {
        (0..cycles).map(|_| self.step(&IDLE)).last().expect("a cycle")
    }

    fn command(&mut self, command: Command) {
        let taken = (0..100).any(|_| self.step(&In { command: Some(command), ..IDLE }).command_ready);
        assert!(taken, "a QP begins or ends");
    }

    fn open(&mut self, qpn: u32, control: Control) {
        let (class, first_psn, iw) = (U::ZERO, U::ZERO, U::ZERO);
        self.command(Command::Open(Open { qpn, class, first_psn, by_lsn: false, bypass: false, iw, control }));
    }

    fn ring(&mut self, qpn: u32) {
        let request = Request { qpn, class: U::ZERO, backlog: U::wrap(Level::MAX_RAW), bytes_to_end: U::ZERO };
        let taken = (0..100).any(|_| self.step(&In { request: Some(request), ..IDLE }).request_ready);
        assert!(taken, "a doorbell");
    }

    fn update(&mut self, qpn: u32, window: u64) {
        self.step(&In { update: Some(update(qpn, window)), ..IDLE });
    }
}

/// Of LDCP, in packets, with nothing acknowledged.
fn update(qpn: u32, window: u64) -> Update {
    Update {
        kind: U::wrap(Kind::Ack as u64),
        qpn,
        window: window << 28,
        una_psn: U::wrap(0xff_ffff),
        ..Update::default()
    }
}

fn packets(n: u64) -> Control {
    Control::cw(U::wrap(n << 28))
}

#[test]
fn an_update_a_cycle_is_taken_and_the_newest_of_each_qp_counts() {
    let mut nic = Nic::new();
    for qpn in 0..2 {
        nic.open(qpn, packets(0));
        nic.ring(qpn);
    }
    nic.idle(200);
    assert_eq!(nic.grants, [], "both windows are closed");
    for window in 0..100 {
        nic.update(window as u32 % 2, if window < 98 { 0 } else { 1 + window % 2 });
    }
    let out = nic.idle(400);
    let bytes =
        |qpn| nic.grants.iter().filter(|(_, grant)| grant.qpn == qpn).map(|(_, g)| g.max_bytes.raw()).sum::<u64>();
    assert_eq!([bytes(0), bytes(1)], [1024, 2048], "each by the last of its fifty");
    assert_eq!(out.waiting, 0);
    let ended = nic.updates.len() as u32;
    assert_eq!(out.joined + ended, 100, "each one joined another or came to the shaper");
    assert!(ended < 40, "an operation takes four cycles");
}

/// An engine that says an update in every cycle, of one QP or of all, keeps no opening and no doorbell out.
#[test]
fn a_qp_is_opened_and_rung_within_600_cycles_whatever_the_engine_says() {
    for (qps, phase) in [(1, 0), (1, 1), (2, 2), (15, 3), (15, 0)] {
        let mut nic = Nic::new();
        (0..15).for_each(|qpn| nic.open(qpn, packets(0)));
        nic.idle(200 + phase);
        let said = |nic: &mut Nic, input: In| {
            let update = update((nic.cycle % qps) as u32, 0);
            nic.step(&In { update: Some(update), ..input })
        };
        (0..500).for_each(|_| _ = said(&mut nic, IDLE));
        let from = nic.cycle;
        let (class, first_psn, iw) = (U::ZERO, U::ZERO, U::ZERO);
        let open = Open { qpn: 15, class, first_psn, by_lsn: false, bypass: false, iw, control: packets(1) };
        let command = In { command: Some(Command::Open(open)), ..IDLE };
        while !said(&mut nic, command).command_ready {
            assert!(nic.cycle - from < 600, "the opening is taken");
        }
        let request = Request { qpn: 15, class, backlog: U::wrap(100), bytes_to_end: U::ZERO };
        while !said(&mut nic, In { request: Some(request), ..IDLE }).request_ready {
            assert!(nic.cycle - from < 600, "the doorbell is taken");
        }
        while nic.grants.is_empty() {
            said(&mut nic, IDLE);
            assert!(nic.cycle - from < 1200, "the grant comes");
        }
        println!("{qps} QPs: {} cycles", nic.cycle - from);
    }
}

/// Operations of the other QPs in a slot of four cycles; `hot`: while QP 0 is updated and rung in every cycle. All send
/// what they are granted at once.
fn operations_of_the_others(hot: bool) -> f64 {
    let mut nic = Nic::new();
    for qpn in 0..16 {
        nic.open(qpn, Control::Rate { rate: U::MAX });
        nic.ring(qpn);
    }
    let (mut others, mut psn) = (0, [0u64; 16]);
    let mut said = VecDeque::new();
    let cycles = 40_000;
    for _ in 0..cycles {
        let class = U::ZERO;
        let request = Request { qpn: 0, class, backlog: U::wrap(1), bytes_to_end: U::ZERO };
        let out = nic.step(&In {
            update: hot.then(|| Update {
                kind: U::wrap(Kind::Ack as u64),
                alg: alg(Algorithm::DcqcnP),
                ..update(0, 0)
            }),
            request: hot.then_some(request),
            said: said.front().copied(),
            ..IDLE
        });
        if out.said_ready {
            said.pop_front();
        }
        for (_, grant) in nic.grants.drain(..) {
            let at = &mut psn[grant.qpn as usize];
            *at += grant.max_packets.raw();
            let (psn_next, bytes) = (U::wrap(*at), U::wrap(grant.max_bytes.raw()));
            said.push_back(Said::Sent(Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty: false }));
        }
        others += u64::from(nic.sender.ended().is_some_and(|ended| ended.op.qpn != 0));
    }
    others as f64 / (cycles / 4) as f64
}

/// The page's figure of what a QP takes from the others that is updated, rung and granted in every cycle.
#[test]
fn one_qp_that_is_never_quiet_leaves_the_others_a_twelfth_of_their_operations() {
    let (alone, beside) = (operations_of_the_others(false), operations_of_the_others(true));
    println!("operations a slot: {alone:.3} without it, {beside:.3} beside it");
    assert!((0.91..0.95).contains(&alone) && (0.07..0.09).contains(&beside));
}

/// The page's figure, whatever the cycle of a slot.
#[test]
fn an_update_that_opens_a_window_is_a_grant_within_63_cycles_when_nothing_waits() {
    let took = (0..8).map(|phase| {
        let mut nic = Nic::new();
        nic.open(7, packets(0));
        nic.ring(7);
        nic.idle(200 + phase);
        nic.update(7, 1);
        let from = nic.cycle;
        nic.idle(300);
        nic.grants[0].0 - from
    });
    let took: Vec<u64> = took.collect();
    println!("{took:?}");
    assert!(took.iter().all(|cycles| (60..=63).contains(cycles)));
}

/// ACKs at 100 Gbit/s, of one QP: each would be an operation of 260 ns, and seven of them wait. They join instead, so
/// that the newest is late by two operations and two slots more at the most, 118 cycles.
#[test]
fn the_newest_update_of_a_stream_of_one_qp_acts_within_233_cycles() {
    let took = (0..8).map(|phase| {
        let mut nic = Nic::new();
        nic.open(7, packets(0));
        nic.ring(7);
        nic.idle(200 + phase);
        for _ in 0..50 {
            nic.update(7, 0);
            nic.idle(16);
        }
        nic.update(7, 1);
        let from = nic.cycle;
        nic.idle(600);
        nic.grants[0].0 - from
    });
    let took: Vec<u64> = took.collect();
    println!("{took:?}");
    assert!(took.iter().all(|cycles| *cycles <= 233));
}

#[test]
fn a_qp_that_is_opened_again_forgets_what_was_said_of_it_before() {
    // whatever the cycle in which it is opened behind the update
    for gap in 0..40 {
        let mut nic = Nic::new();
        nic.open(3, packets(0));
        nic.idle(60);
        // others before it, so that it waits
        (4..16).for_each(|qpn| nic.update(qpn, 1));
        nic.update(3, 5);
        if gap > 0 {
            nic.idle(gap);
        }
        nic.open(3, packets(0));
        nic.ring(3);
        nic.idle(600);
        assert_eq!(nic.grants, [], "{gap} cycles behind the update");
    }
}

#[test]
fn what_a_receiver_says_of_another_sender_limits_nobody_here() {
    let mut nic = Nic::new();
    nic.open(0, packets(0));
    nic.ring(0);
    let of_receiver = Update { kind: U::wrap(Kind::Data as u64), alg: alg(Algorithm::HpccRx), ..update(0, 9) };
    nic.step(&In { update: Some(of_receiver), ..IDLE });
    nic.idle(200);
    assert_eq!((nic.grants.len(), nic.updates.len()), (0, 1), "its una counts, its window does not");
}

#[test]
fn each_algorithm_limits_in_its_own_unit() {
    let said = |algorithm, window, pace, flags| control(&Limits { alg: alg(algorithm), window, pace, flags, rate: 0 });
    let (w, r) = (5 << 12, 3 << 28);
    for algorithm in [Algorithm::Ldcp, Algorithm::LdcpPcc] {
        assert_eq!(said(algorithm, 7 << 28, 0, 0), packets(7));
        let timer = Control::Timer { interval: U::wrap(20_000) };
        assert_eq!(said(algorithm, 1 << 27, 20_000, u16::from(flag::PACED | flag::FLOOR)), timer);
    }
    assert_eq!(said(Algorithm::Dctcp, 7 << 28, 0, flag::PACED.into()), packets(7));
    let rated = Control::Packets { window: U::wrap(7 << 28), rate: U::wrap(r) };
    assert_eq!(said(Algorithm::Dctcp, 7 << 28, r, 0), rated, "of advices");
    assert_eq!(said(Algorithm::Hpcc, w, r, 0), Control::Bytes { window: U::wrap(w), rate: U::wrap(r) });
    for algorithm in [Algorithm::DcqcnP, Algorithm::DcqcnD] {
        assert_eq!(said(algorithm, 0, r, 0), Control::Rate { rate: U::wrap(r) });
    }
}

/// The slower of both: a pace of an update's own is what the advice has left of it already.
#[test]
fn an_advice_paces_windows_of_packets_and_nothing_else() {
    let mut nic = Nic::new();
    nic.open(0, packets(1));
    nic.idle(100);
    let (paced, rate) = (u16::from(flag::PACED), 3 << 26);
    for (algorithm, flags, given, expected) in [
        (Algorithm::Dctcp, 0, Some(rate), Control::Packets { window: U::wrap(9 << 28), rate: U::wrap(rate) }),
        (Algorithm::Dctcp, paced, None, packets(9)),
        (Algorithm::Ldcp, 0, Some(rate), Control::Packets { window: U::wrap(9 << 28), rate: U::wrap(rate) }),
        (Algorithm::LdcpPcc, paced, Some(rate), Control::Timer { interval: U::wrap(77) }),
        (Algorithm::Hpcc, 0, Some(rate), Control::Bytes { window: U::wrap(9 << 28), rate: U::wrap(77) }),
    ] {
        let update = Update { alg: alg(algorithm), pace: 77, flags, ..update(0, 9) };
        nic.step(&In { update: Some(update), rate: given, ..IDLE });
        let ended = (0..200).find_map(|_| {
            nic.step(&IDLE);
            match nic.sender.ended()?.op.kind {
                Op::Update(update) => update.control,
                _ => None,
            }
        });
        assert_eq!(ended, Some(expected), "{algorithm:?}");
    }
}

fn alg(algorithm: Algorithm) -> Alg {
    U::wrap(algorithm as u64)
}
