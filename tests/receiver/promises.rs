//! What the receiver promises over random traffic: each packet is confirmed once, no mark is lost, and marks are
//! exact.

use super::{IDLE, Says, packet, policy, ready, says};
use crate::support;
use layout::receiver::Mode;
use model::receiver::{In, Packet};
use std::collections::VecDeque;

/// What a QP has sent and not seen confirmed, and what is known of its answers.
#[derive(Clone, Default)]
struct Sender {
    /// PSN and mark.
    open: VecDeque<(u64, bool)>,
    psn: u64,
    /// Of all packets: unmarked, marked. Of all ACKs: without ECE, with it.
    sent: [u64; 2],
    confirmed: [u64; 2],
    /// A marked packet stands before an ACK without ECE: not with LDCP.
    early: u64,
    marked: bool,
    has_cnp: bool,
}

struct Traffic {
    qps: u32,
    mode: Mode,
    m: u32,
    interval: u64,
    /// Ready in one of so many cycles.
    ready_in: u64,
    /// A packet in one of so many cycles.
    packet_in: u64,
}

/// Runs it, and checks what holds of every answer. Gives the senders when all is confirmed.
fn run(traffic: &Traffic, random: &mut support::Random) -> Vec<Sender> {
    let Traffic { qps, mode, m, interval, ready_in, packet_in } = *traffic;
    let mut block = ready(qps, policy(mode, m, true));
    let mut senders = vec![Sender { psn: 0xff_ff00, ..Sender::default() }; qps as usize];
    let cycles = 40_000;
    for cycle in 0..cycles + 4000 {
        let tick = random.chance(3);
        let sends = cycle < cycles && random.chance(packet_in);
        let packet = sends.then(|| {
            let qpn = random.below(if cycle & 512 == 0 { 2 } else { qps.into() }) as u32;
            let sender = &mut senders[qpn as usize];
            let marked = random.chance(if cycle & 1024 == 0 { 2 } else { 9 });
            let packet = Packet { asks: random.chance(20), ..packet(sender.psn, marked) };
            sender.open.push_back((sender.psn, marked));
            sender.psn = (sender.psn + 1) & 0xff_ffff;
            sender.sent[usize::from(marked)] += 1;
            sender.marked |= marked;
            (qpn, packet)
        });
        let answer_ready = cycle >= cycles || random.chance(ready_in);
        let input = In { tick, cnp_interval: interval, ack_timeout: 30, packet, answer_ready, ..IDLE };
        let answer = block.step(&input).answer.filter(|_| answer_ready);
        match answer.map(says) {
            Some(Says::Ack(qpn, psn, count, ece)) => {
                let sender = &mut senders[qpn as usize];
                let mut left = count;
                let mut has_mark = false;
                loop {
                    let (first, marked) = sender.open.pop_front().expect("a packet that was sent");
                    has_mark |= marked;
                    left -= 1;
                    if first == psn {
                        break;
                    }
                }
                assert_eq!(left, 0, "its count is what its PSN confirms");
                sender.confirmed[usize::from(ece)] += count;
                sender.early += u64::from(has_mark && !ece);
            }
            Some(Says::Cnp(qpn)) => {
                let sender = &mut senders[qpn as usize];
                assert!(sender.marked, "no CNP without a mark");
                sender.has_cnp = true;
            }
            None => {}
        }
    }
    for (qpn, sender) in senders.iter().enumerate() {
        assert!(sender.open.is_empty(), "QP {qpn}: the last PSN comes out");
        assert_eq!(sender.has_cnp, sender.marked, "QP {qpn}: a mark gives a CNP");
    }
    assert!(senders.iter().map(|sender| sender.sent[0] + sender.sent[1]).sum::<u64>() > cycles / packet_in / 2);
    senders
}

/// All sizes of everything.
fn all(mode: Mode, mut check: impl FnMut(&Traffic, Vec<Sender>)) {
    let mut random = support::seed("receiver");
    for ready_in in [1, 3, 200] {
        for packet_in in [1, 3, 20] {
            let (qps, m) = (random.pick(&[16, 64]), random.pick(&[1, 2, 7, 64]));
            let traffic = Traffic { qps, mode, m, interval: random.pick(&[0, 1, 4, 50]), ready_in, packet_in };
            let senders = run(&traffic, &mut random);
            check(&traffic, senders);
        }
    }
}

#[test]
fn each_packet_is_confirmed_once_and_marks_are_exact_however_slowly_answers_are_taken() {
    for mode in [Mode::Each, Mode::Exact] {
        all(mode, |_, senders| {
            for sender in senders {
                assert_eq!(sender.confirmed, sender.sent);
            }
        });
    }
}

#[test]
fn with_ldcp_each_packet_is_confirmed_once_and_each_marked_one_by_an_ece() {
    all(Mode::Ldcp, |_, senders| {
        for sender in senders {
            assert_eq!(sender.confirmed[0] + sender.confirmed[1], sender.sent[0] + sender.sent[1]);
            assert_eq!(sender.early, 0, "an ACK without ECE confirms unmarked packets alone");
            assert!(sender.confirmed[1] >= sender.sent[1]);
        }
    });
}

#[test]
fn marks_stand_where_they_came_if_a_qp_s_packets_are_10_cycles_apart() {
    let mut block = ready(16, policy(Mode::Exact, 3, false));
    let mut random = support::seed("marks_stand_where_they_came_if_a_qp_s_packets_are_10_cycles_apart");
    let mut open = VecDeque::new();
    let mut compared = 0;
    for cycle in 0..30_000u64 {
        let packet = (cycle % 10 == 0).then(|| {
            let marked = random.chance(3);
            open.push_back((cycle / 10, marked));
            (5, packet(cycle / 10, marked))
        });
        let out = block.step(&In { packet, tick: cycle % 50 == 0, ..IDLE });
        if let Some(answer) = out.answer {
            let Says::Ack(5, psn, count, ece) = says(answer) else { panic!("{answer:?}") };
            for _ in 0..count {
                let (last, marked) = open.pop_front().expect("a packet that was sent");
                assert_eq!(marked, ece);
                assert!(last <= psn);
            }
            compared += 1;
        }
        assert_eq!(out.counts.merged, 0);
    }
    assert!(compared > 1000);
}
