//! The block with its cycles in the model, which `verify --block receiver` holds against the RTL.

use super::{IDLE, Says, packet, policy, ready, says};
use layout::receiver::Mode;
use layout::timing::RECEIVER_LATENCY;
use model::receiver::{In, Packet, Receiver};

/// Feeds one packet a cycle, then nothing; gives each answer with its cycle.
fn run(block: &mut Receiver, packets: &[(u32, Packet)], cycles: u32, each: In) -> Vec<(u32, Says)> {
    let mut answers = vec![];
    for cycle in 0..cycles {
        let out = block.step(&In { packet: packets.get(cycle as usize).copied(), ..each });
        answers.extend(out.answer.filter(|_| each.answer_ready).map(|answer| (cycle, says(answer))));
    }
    answers
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut block = ready(16, policy(Mode::Exact, 4, true));
    let packets = [(5, packet(10, false)), (5, packet(11, false)), (5, packet(12, true))];
    let answers = run(&mut block, &packets, 40, IDLE);
    let expected = [(17, Says::Cnp(5)), (18, Says::Ack(5, 11, 2, false)), (19, Says::Ack(5, 12, 1, true))];
    assert_eq!(answers, expected);
}

#[test]
fn an_answer_is_out_15_cycles_behind_its_packet_where_nothing_waits() {
    for mode in [Mode::Each, Mode::Ldcp, Mode::Exact] {
        let mut block = ready(64, policy(mode, 1, true));
        for qpn in [0, 7, 63] {
            let answers = run(&mut block, &[(qpn, packet(10, true))], 60, IDLE);
            let expected = [(15, Says::Cnp(qpn)), (16, Says::Ack(qpn, 10, 1, true))];
            assert_eq!((RECEIVER_LATENCY, &answers[..]), (15, &expected[..]));
        }
    }
}

#[test]
fn a_packet_of_another_qp_in_each_cycle_gives_an_ack_in_each_cycle() {
    let mut block = ready(64, policy(Mode::Each, 1, false));
    let packets: Vec<_> = (0..6400).map(|k| (k % 64, packet(u64::from(k / 64), k % 3 == 0))).collect();
    let answers = run(&mut block, &packets, 6500, IDLE);
    assert_eq!(answers.len(), 6400);
    for (k, (cycle, says)) in answers.iter().enumerate() {
        let k = k as u32;
        assert_eq!((*cycle, *says), (k + 15, Says::Ack(k % 64, u64::from(k / 64), 1, k.is_multiple_of(3))));
    }
}

#[test]
fn a_packet_of_one_qp_in_each_cycle_with_alternating_marks_is_counted_where_its_mark_is() {
    for mode in [Mode::Each, Mode::Exact] {
        let mut block = ready(16, policy(mode, 64, false));
        let packets: Vec<_> = (0..1000).map(|k| (3, packet(k, k % 2 == 1))).collect();
        let (mut last, mut counts) = (None, [0, 0]);
        for (_, said) in run(&mut block, &packets, 1100, In { tick: true, ..IDLE }) {
            let Says::Ack(3, psn, count, ece) = said else { panic!("{said:?}") };
            assert_eq!(last.map_or(psn + 1, |last| psn - last), count, "PSN by PSN");
            last = Some(psn);
            counts[usize::from(ece)] += count;
        }
        assert_eq!((last, counts), (Some(999), [500, 500]));
    }
}

#[test]
fn without_ready_all_packets_are_taken_and_a_few_acks_confirm_them() {
    let mut block = ready(16, policy(Mode::Exact, 2, true));
    let packets: Vec<_> = (0..8000u32).map(|k| (k % 16, packet(u64::from(k / 16), k % 5 == 0))).collect();
    let never = In { answer_ready: false, tick: true, ..IDLE };
    assert_eq!(run(&mut block, &packets, 8000, never), []);
    let mut confirmed = [[0, 0]; 16];
    let mut cnps = 0;
    let answers = run(&mut block, &[], 400, In { tick: true, ..IDLE });
    for (_, said) in &answers {
        match *said {
            Says::Ack(qpn, _, count, ece) => confirmed[qpn as usize][usize::from(ece)] += count,
            Says::Cnp(_) => cnps += 1,
        }
    }
    assert_eq!(confirmed, [[400, 100]; 16]);
    // before the way out was full some had gone to it, and then one of each QP
    assert!(answers.len() < 16 * 3 + 16 * 3 && cnps <= 32, "{} answers, {cnps} CNPs", answers.len());
}

#[test]
fn what_waits_is_out_within_a_walk_and_11_cycles_of_its_end() {
    for qps in [16, 256, 4096] {
        let mut block = ready(qps, policy(Mode::Ldcp, 64, false));
        let (mut came, mut worst, mut answered) = (vec![None; qps as usize], 0, 0);
        let mut ticks = 0u32;
        let mut ended = vec![];
        for cycle in 0..4 * qps + 4000 {
            let tick = cycle % 7 == 6;
            // of few QPs at once, so that none waits for another's answer
            let qpn = cycle * 97 % qps;
            let comes = cycle % 41 == 0 && came[qpn as usize].is_none();
            let packet = comes.then(|| (qpn, packet(1, false)));
            let out = block.step(&In { ack_timeout: 9, tick, packet, ..IDLE });
            if comes {
                // it acts 4 cycles later
                came[qpn as usize] = Some(cycle + 4);
            }
            ended.push(ticks);
            ticks += u32::from(tick);
            if let Some(answer) = out.answer {
                let Says::Ack(qpn, 1, 1, false) = says(answer) else { panic!("{answer:?}") };
                let acts = came[qpn as usize].expect("it came") as usize;
                let ends = ended[acts] + 9;
                let end = ended.iter().position(|now| *now == ends).expect("its time is over") as u32;
                worst = worst.max(cycle + 1 - end);
                answered += 1;
                came[qpn as usize] = None;
            }
        }
        assert!(answered > 50, "{answered}");
        assert!(worst <= qps + 11, "{worst} cycles for {qps} QPs");
    }
}

#[test]
fn the_host_s_write_drops_what_waits_and_acts_ahead_of_the_packet_of_its_cycle() {
    let mut block = ready(16, policy(Mode::Ldcp, 64, true));
    run(&mut block, &[(3, packet(1, false)), (3, packet(2, false))], 20, IDLE);
    let host = Some((3, policy(Mode::Each, 1, false)));
    assert_eq!(block.step(&In { host, packet: Some((3, packet(3, true))), ..IDLE }).answer, None);
    let answers = run(&mut block, &[], 40, IDLE);
    assert_eq!(answers, [(14, Says::Ack(3, 3, 1, true))]);
}

#[test]
fn a_clock_that_has_gone_round_neither_suppresses_a_cnp_nor_hastens_an_ack() {
    let mut block = ready(16, policy(Mode::Ldcp, 64, true));
    let ticking = In { tick: true, cnp_interval: 65_535, ack_timeout: 65_535, ..IDLE };
    for silence in [(1 << 18) - 3, 1 << 17, (1 << 18) + 65_000, 65_536] {
        let first = run(&mut block, &[(3, packet(10, true))], 40, ticking);
        assert_eq!(first, [(15, Says::Cnp(3)), (16, Says::Ack(3, 10, 1, true))], "after {silence}");
        assert_eq!(run(&mut block, &[(3, packet(11, true))], 40, ticking), [(15, Says::Ack(3, 11, 1, true))]);
        assert_eq!(run(&mut block, &[], silence, ticking), []);
        let late = run(&mut block, &[(4, packet(12, false))], 65_600, ticking);
        let [(cycle, Says::Ack(4, 12, 1, false))] = late[..] else { panic!("{late:?}") };
        assert!((65_535..65_535 + 16 + 20).contains(&cycle), "{cycle}");
    }
}

#[test]
fn cnps_of_a_qp_are_an_interval_apart_and_no_more_than_a_packet_longer() {
    for interval in [0, 1, 4, 50, 1000, 65_535] {
        let mut block = ready(16, policy(Mode::Ldcp, 64, true));
        let (mut last, mut cnps) = (None, 0);
        for cycle in 0..u64::max(20_000, 3 * interval) {
            let packet = (cycle % 10 == 0).then(|| (3, packet(cycle / 10, true)));
            let input = In { tick: true, cnp_interval: interval, packet, ..IDLE };
            if block.step(&input).answer.map(says) == Some(Says::Cnp(3)) {
                let apart = last.map_or(cycle, |last| cycle - last);
                match last {
                    None => assert_eq!(apart, 15, "the first marked packet gives one at once"),
                    Some(_) => assert!((interval..interval + 20).contains(&apart), "{apart} us, interval {interval}"),
                }
                (last, cnps) = (Some(cycle), cnps + 1);
            }
        }
        assert!(cnps >= 3, "{cnps}");
    }
}

#[test]
fn counters_count_what_is_taken() {
    let mut block = ready(16, policy(Mode::Ldcp, 64, true));
    let packets: Vec<_> = [true, true, true].iter().map(|marked| (3, packet(1, *marked))).collect();
    let none = In { cnp_interval: 0, tick: true, ..IDLE };
    let answers = run(&mut block, &packets, 60, none);
    assert_eq!(answers, [(15, Says::Cnp(3)), (16, Says::Ack(3, 1, 3, true))]);
    run(&mut block, &[(4, packet(1, false))], 100, none);
    let counts = block.step(&IDLE).counts;
    assert_eq!((counts.acks, counts.cnps, counts.merged, counts.cnps_merged, counts.timeouts), (2, 1, 0, 2, 1));
}
