//! `pawa`: every rule by name, the step against the exact-rational ideal, the block's latency and loop.

use crate::support;

use layout::ldcp::{Cw, Gain, N, Rtt};
use layout::record::{Kind, flag};
use layout::timing::PAWA_LATENCY;
use model::choice::SETS;
use model::event;
use model::ldcp::Params;
use model::ldcp::ideal as ldcp;
use model::ldcp::unit::pawa::{In, Issued, Out, Pawa};
use model::ldcp::{self as rule, Context, Event, Folded};
use model::number::Q;
use model::number::exact;
use num_bigint::BigInt;
use num_traits::{One, Signed};

const ONE: u64 = 1 << 28;
/// 1.0 of alpha, beta, gamma.
const GAIN_ONE: u64 = 1 << 16;

fn params(alpha: u64, beta: u64, gamma: u64, eta: u64, cw_max: u64) -> Params {
    Params::from_raw([alpha, beta, gamma, eta, cw_max]).expect("the test uses legal parameters")
}

const LDCP: bool = false;
const PCC: bool = true;

/// The window and the flags after one event, of ldcp.
fn ldcp(cw: u64, event: Event, p: &Params) -> (u64, u8) {
    step(LDCP, cw, event, p)
}

fn step(pcc: bool, cw: u64, event: Event, p: &Params) -> (u64, u8) {
    let (context, flags) = rule::step(pcc, Context { cw: Cw::wrap(cw), rtt: Rtt::wrap(5) }, event, p);
    assert_eq!(context.rtt, Rtt::wrap(5), "an event changes the window only");
    (context.cw.raw(), flags)
}

const fn ack(n: u64, ece: bool) -> Event {
    Event::Ack { n: N::wrap(n), ece }
}

const fn folded(n0: u64, n1: u64, rtts: u64, cnps: u64) -> Event {
    Event::Folded(Folded { n0: N::wrap(n0), n1: N::wrap(n1), rtts: N::wrap(rtts), cnps: N::wrap(cnps) })
}

// ---- the rules, one by one ------------------------------------------------------------------------------------------

#[test]
fn a_window_of_exactly_one_follows_the_upper_rule() {
    let p = params(GAIN_ONE / 2, GAIN_ONE / 4, GAIN_ONE / 16, 1 << 15, Cw::MAX_RAW);
    // L1: + alpha/cw, not + gamma
    assert_eq!(ldcp(ONE, ack(1, false), &p), (ONE + ONE / 2, 0));
    // − beta, not · eta
    assert_eq!(ldcp(ONE, ack(1, true), &p), (3 * ONE / 4, flag::PACED));
    // one LSB less follows the lower rule
    assert_eq!(ldcp(ONE - 1, ack(1, false), &p), (ONE - 1 + ONE / 16, 0));
    assert_eq!(ldcp(ONE - 1, ack(1, true), &p), (ONE / 2, flag::PACED), "(2^28 − 1)/2, halves up");
}

#[test]
fn a_decrease_stops_at_gamma() {
    let p = params(GAIN_ONE, GAIN_ONE, GAIN_ONE / 8, 1 << 15, Cw::MAX_RAW);
    // L2, below gamma and below zero
    assert_eq!(ldcp(ONE + ONE / 16, ack(1, true), &p), (ONE / 8, flag::FLOOR | flag::PACED));
    assert_eq!(ldcp(ONE, ack(16_383, true), &p), (ONE / 8, flag::FLOOR | flag::PACED));
    // gamma itself is no floor
    assert_eq!(ldcp(ONE + ONE / 8, ack(1, true), &p), (ONE / 8, flag::PACED));
    assert_eq!(ldcp(ONE / 4, ack(1, true), &p), (ONE / 8, flag::PACED));
    assert_eq!(ldcp(ONE / 4 - 2, ack(1, true), &p), (ONE / 8, flag::FLOOR | flag::PACED));
    // a window of 1.0 as gamma is not paced
    let p = params(GAIN_ONE, GAIN_ONE, GAIN_ONE, 1, Cw::MAX_RAW);
    assert_eq!(ldcp(ONE, ack(1, true), &p), (ONE, flag::FLOOR));
}

/// Windows behind 20,000 ACKs of which each `every`-th is marked, least and greatest of the last 100.
fn settled(from: u64, every: u64, p: &Params) -> (u64, u64) {
    let mut cw = from;
    let mut last = vec![];
    for i in 1..=20_000 {
        cw = ldcp(cw, ack(1, i % every == 0), p).0;
        if i > 19_900 {
            last.push(cw);
        }
    }
    (last.iter().min().copied().unwrap_or(0), last.iter().max().copied().unwrap_or(0))
}

/// The page's limit: below one packet a QP stays there unless fewer than gamma/(gamma + 1 - eta) of its packets are
/// marked, while one that begins above stays above.
#[test]
fn below_one_packet_there_is_a_second_window_that_the_same_marks_hold() {
    for (gamma, leaves) in [(GAIN_ONE / 16, 10), (GAIN_ONE / 4, 4)] {
        let p = params(GAIN_ONE, GAIN_ONE / 2, gamma, 1 << 15, Cw::MAX_RAW);
        for every in 3..16 {
            // a share of 1/every marks, in whole numbers: marked < bound
            let fewer = GAIN_ONE + 2 * gamma < 2 * gamma * every;
            assert_eq!(fewer, every >= leaves, "{gamma} {every}");
            let ((low, most), (least, _)) = (settled(ONE / 2, every, &p), settled(16 * ONE, every, &p));
            assert!(least >= ONE, "{gamma} {every}: above stays above");
            if fewer {
                assert!(low.abs_diff(least) < ONE >> 12, "{gamma} {every}: both come to the same");
            } else {
                assert!(most <= ONE, "{gamma} {every}: {most}");
            }
        }
    }
}

#[test]
fn an_ack_of_several_packets_that_crosses_one_is_one_step() {
    let p = params(GAIN_ONE, GAIN_ONE / 4, GAIN_ONE / 16, 1 << 15, Cw::MAX_RAW);
    // L3: 1.5 − 4·0.25 = 0.5, not two steps down and two halvings
    assert_eq!(ldcp(3 * ONE / 2, ack(4, true), &p), (ONE / 2, flag::PACED));
}

#[test]
fn below_one_packet_n_does_not_count() {
    let p = params(GAIN_ONE, GAIN_ONE, GAIN_ONE / 16, 1 << 15, Cw::MAX_RAW);
    for n in [1, 2, 100, 16_383] {
        assert_eq!(ldcp(ONE / 2, ack(n, false), &p), (ONE / 2 + ONE / 16, flag::PACED), "L4, n = {n}");
        assert_eq!(ldcp(ONE / 2, ack(n, true), &p), (ONE / 4, flag::PACED), "L4, n = {n}");
    }
    assert_eq!(ldcp(ONE - ONE / 16, ack(1, false), &p), (ONE, 0), "up to one is not paced");
}

#[test]
fn the_window_saturates_at_cw_max() {
    let p = params(GAIN_ONE, GAIN_ONE, GAIN_ONE, 1, 2 * ONE);
    // L5: 1 + 3 > 2
    assert_eq!(ldcp(ONE, ack(3, false), &p), (2 * ONE, flag::SAT));
    // a window that the host has set beyond cw_max comes down with the next ACK, whatever it says
    assert_eq!(ldcp(9 * ONE, ack(1, true), &p), (2 * ONE, flag::SAT));
    let p = params(GAIN_ONE, 1, 256, 1, Cw::MAX_RAW);
    assert_eq!(ldcp(Cw::MAX_RAW, ack(1, false), &p), (Cw::MAX_RAW, flag::SAT));
    // up to the format's end: 1 + 16383 is 2^14
    assert_eq!(ldcp(ONE, ack(16_382, false), &p), (16_383 * ONE, 0));
    assert_eq!(ldcp(ONE, ack(16_383, false), &p), (Cw::MAX_RAW, flag::SAT));
}

#[test]
fn what_changes_nothing_is_flagged_ignored_and_still_paced() {
    let p = Params::default();
    let (ignored, both) = (flag::IGNORED, flag::IGNORED | flag::PACED);
    for event in [Event::Loss, Event::Rtt, Event::Cnp, ack(0, false), ack(0, true)] {
        assert_eq!(ldcp(5 * ONE, event, &p), (5 * ONE, ignored), "{event:?}");
        // also below gamma, where the host may have put it: nothing is clamped
        assert_eq!(ldcp(7, event, &p), (7, both), "{event:?}");
    }
    for event in [Event::Loss, ack(0, false), ack(0, true), ack(3, false), ack(3, true)] {
        assert_eq!(step(PCC, 5 * ONE, event, &p), (5 * ONE, ignored), "{event:?}");
        assert_eq!(step(PCC, 7, event, &p), (7, both), "{event:?}");
    }
}

#[test]
fn ldcp_pcc_adds_alpha_per_response_and_takes_beta_per_cnp_on_both_sides_of_one() {
    let p = params(GAIN_ONE / 4, GAIN_ONE / 2, GAIN_ONE / 16, 1 << 15, 4 * ONE);
    let pcc = |cw, event| step(PCC, cw, event, &p);
    assert_eq!(pcc(2 * ONE, Event::Rtt), (2 * ONE + ONE / 4, 0));
    assert_eq!(pcc(ONE / 8, Event::Rtt), (3 * ONE / 8, flag::PACED));
    assert_eq!(pcc(4 * ONE, Event::Rtt), (4 * ONE, flag::SAT));
    assert_eq!(pcc(4 * ONE - ONE / 4, Event::Rtt), (4 * ONE, 0), "cw_max itself is no saturation");
    assert_eq!(pcc(2 * ONE, Event::Cnp), (3 * ONE / 2, 0));
    assert_eq!(pcc(3 * ONE / 4, Event::Cnp), (ONE / 4, flag::PACED));
    assert_eq!(pcc(ONE / 2, Event::Cnp), (ONE / 16, flag::FLOOR | flag::PACED));
}

#[test]
fn what_is_folded_is_one_step_of_each_sum_with_one_clamp() {
    let p = params(GAIN_ONE, GAIN_ONE / 2, GAIN_ONE / 16, 1 << 15, 20 * ONE);
    // A2: 4 + 6·1/4 − 3·1/2
    assert_eq!(ldcp(4 * ONE, folded(6, 3, 9, 9), &p), (4 * ONE, 0));
    // the clamp is behind both: 2 + 40/2 is beyond cw_max, 22 − 8/2 is not
    assert_eq!(ldcp(2 * ONE, folded(40, 8, 0, 0), &p), (18 * ONE, 0));
    assert_eq!(ldcp(2 * ONE, folded(40, 0, 0, 0), &p), (20 * ONE, flag::SAT));
    // 2 − 8/2 is below gamma, with 40/2 more it is not
    assert_eq!(ldcp(2 * ONE, folded(0, 8, 0, 0), &p), (ONE / 16, flag::FLOOR | flag::PACED));
    // below one packet one step, marked if a mark is among them
    assert_eq!(ldcp(ONE / 2, folded(9, 1, 0, 0), &p), (ONE / 4, flag::PACED));
    assert_eq!(ldcp(ONE / 2, folded(9, 0, 0, 0), &p), (ONE / 2 + ONE / 16, flag::PACED));
    // by ldcp-pcc, on both sides of one
    assert_eq!(step(PCC, ONE / 2, folded(9, 9, 3, 2), &p), (5 * ONE / 2, 0));
    assert_eq!(step(PCC, 5 * ONE / 2, folded(9, 9, 0, 5), &p), (ONE / 16, flag::FLOOR | flag::PACED));
    assert_eq!(step(PCC, 19 * ONE, folded(0, 0, 4, 6), &p), (20 * ONE, 0));
    // what counts for the other algorithm counts for nothing
    assert_eq!(ldcp(5 * ONE, folded(0, 0, 3, 3), &p), (5 * ONE, flag::IGNORED));
    assert_eq!(step(PCC, ONE / 2, folded(3, 3, 0, 0), &p), (ONE / 2, flag::IGNORED | flag::PACED));
}

#[test]
fn an_event_alone_is_the_sum_of_itself() {
    let mut random = support::seed("an_event_alone_is_the_sum_of_itself");
    for _ in 0..100_000 {
        let p = params(
            random.log_uniform(64, GAIN_ONE),
            random.log_uniform(1, GAIN_ONE),
            random.log_uniform(256, GAIN_ONE),
            random.log_uniform(1, 0xffff),
            random.log_uniform(ONE, Cw::MAX_RAW),
        );
        let (cw, n) = (random.log_uniform(0, Cw::MAX_RAW), random.log_uniform(0, N::MAX_RAW));
        for (event, sum) in [
            (ack(n, false), folded(n, 0, 0, 0)),
            (ack(n, true), folded(0, n, 0, 0)),
            (Event::Rtt, folded(0, 0, 1, 0)),
            (Event::Cnp, folded(0, 0, 0, 1)),
            (Event::Loss, folded(0, 0, 0, 0)),
        ] {
            for pcc in [LDCP, PCC] {
                assert_eq!(step(pcc, cw, event, &p), step(pcc, cw, sum, &p), "{pcc} {cw:#x} {event:?} {:x?}", p.raw());
            }
        }
    }
}

#[test]
fn the_host_writes_anything_and_reads_it_back() {
    let old = Context { cw: Cw::wrap(3 * ONE), rtt: Rtt::wrap(1) };
    for cw in [0, 1, ONE, Cw::MAX_RAW] {
        let new = Context { cw: Cw::wrap(cw), rtt: Rtt::wrap(0) };
        for pcc in [LDCP, PCC] {
            assert_eq!(rule::step(pcc, old, Event::HostWrite(new), &Params::default()), (new, 0));
            assert_eq!(rule::step(pcc, new, Event::HostRead, &Params::default()), (new, 0), "no flag, also below one");
        }
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    // cw = 10, alpha = 1, ACK of n = 3: p = 3·2^16, b = 17, X = 3·2^16; e = 3, D = 10·2^20, d = 0x200000, i = 128,
    // f = 0, A = 640, c0 = round(419430.272) − 2^18 = 157286, q = 3·2^16·419430 = 82463293440, s = 3 + 29 − 17 = 15,
    // increment = q·2^5·2^-15 = 2576977920·2^-5 = 80530560; exact 0.3·2^28 = 80530636.8
    let p = params(GAIN_ONE, GAIN_ONE / 2, GAIN_ONE / 16, 1 << 15, Cw::MAX_RAW);
    assert_eq!(ldcp(10 * ONE, ack(3, false), &p), (10 * ONE + 80_530_560, 0));
    // marked: 10 − 3/2
    assert_eq!(ldcp(10 * ONE, ack(3, true), &p), (17 * ONE / 2, 0));
}

// ---- against the ideal ----------------------------------------------------------------------------------------------

fn as_ideal(event: Event) -> ldcp::Event {
    match event {
        Event::Ack { n, ece } => ldcp::Event::Ack { n: n.raw(), ece },
        Event::Loss => ldcp::Event::Loss,
        Event::Rtt => ldcp::Event::Rtt,
        Event::Cnp => ldcp::Event::Cnp,
        Event::Folded(Folded { n0, n1, rtts, cnps }) => {
            ldcp::Event::Folded { n0: n0.raw(), n1: n1.raw(), rtts: rtts.raw(), cnps: cnps.raw() }
        }
        Event::HostWrite(_) | Event::HostRead => unreachable!("the ideal has no host"),
    }
}

/// |Δmodel − Δideal| ≤ 2^-14·|Δideal| + 2^-29, where cw_max does not limit the model; the flags agree. Of a folded
/// event it is 2^-14 of the increment in it: what is subtracted from that is exact.
fn compare(pcc: bool, cw: u64, event: Event, p: &Params) {
    let (model, flags) = step(pcc, cw, event, p);
    let before = exact(cw, Cw::FORMAT);
    let ideal = ldcp::step(pcc, &before, as_ideal(event), &p.into());
    let change = match event {
        Event::Folded(Folded { n0, .. }) if !pcc && before >= Q::one() => {
            Q::from(BigInt::from(n0.raw())) * exact(p.alpha().raw(), Gain::FORMAT) / &before
        }
        _ => &ideal.cw - &before,
    };
    let bound = change.abs() / Q::from(BigInt::from(1 << 14)) + Q::new(BigInt::one(), BigInt::one() << 29);
    let told = || format!("pcc {pcc}, cw {cw:#x}, {event:?}, {:x?}: {model:#x} against {}", p.raw(), ideal.cw);
    if flags & flag::SAT != 0 {
        assert_eq!(model, p.cw_max().raw(), "{}", told());
        assert!(&ideal.cw + bound >= exact(model, Cw::FORMAT), "saturates too early: {}", told());
    } else {
        assert!((exact(model, Cw::FORMAT) - &ideal.cw).abs() <= bound, "{}", told());
        assert_eq!(flags & flag::IGNORED, ideal.flags & flag::IGNORED, "{}", told());
        // rounding may lift eta·cw to gamma, so only a window beyond half an LSB of it decides
        if (&ideal.cw - exact(p.gamma().raw(), Gain::FORMAT)).abs() > bound {
            assert_eq!(flags & flag::FLOOR, ideal.flags & flag::FLOOR, "{}", told());
        }
    }
}

#[test]
fn a_step_is_within_its_bound_of_the_ideal_at_corners() {
    let gains = [64, 65, 0x5555, GAIN_ONE / 2, GAIN_ONE - 1, GAIN_ONE];
    let windows = (0..42).flat_map(|b| [(1u64 << b) - 1, 1 << b, (1 << b) + 1, 3 << b >> 1]);
    let windows: Vec<u64> = windows.chain([Cw::MAX_RAW]).collect();
    let ns = [0, 1, 2, 3, 5, 4095, 8191, 8192, 16_383];
    let mut compared = 0;
    for alpha in gains {
        let beta = gains[compared % gains.len()];
        for gamma in [256, GAIN_ONE / 16, GAIN_ONE] {
            let p = params(alpha, beta, gamma, [1, 1 << 15, 0xffff][compared % 3], Cw::MAX_RAW);
            for &cw in &windows {
                for event in ns.iter().flat_map(|&n| [ack(n, false), ack(n, true)]).chain([Event::Loss]) {
                    compare(LDCP, cw, event, &p);
                    compared += 1;
                }
                let both = |n0| ns.iter().map(move |&n1| (n0, n1));
                for (n0, n1) in ns.iter().flat_map(|&n0| both(n0)) {
                    compare(LDCP, cw, folded(n0, n1, 1, 1), &p);
                    compare(PCC, cw, folded(1, 1, n0, n1), &p);
                    compared += 2;
                }
                for event in [Event::Rtt, Event::Cnp, ack(1, true), Event::Loss] {
                    compare(PCC, cw, event, &p);
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} steps compared");
    assert!(compared > 50_000);
}

#[test]
fn a_step_is_within_its_bound_of_the_ideal_at_random() {
    let mut random = support::seed("a_step_is_within_its_bound_of_the_ideal_at_random");
    let mut compared = 0;
    while compared < 150_000 {
        let p = params(
            random.log_uniform(64, GAIN_ONE),
            random.log_uniform(1, GAIN_ONE),
            random.log_uniform(256, GAIN_ONE),
            random.log_uniform(1, 0xffff),
            random.log_uniform(ONE, Cw::MAX_RAW),
        );
        for _ in 0..50 {
            let pcc = random.pick(&[LDCP, LDCP, PCC]);
            let n = if random.chance(2) { 1 } else { random.log_uniform(0, N::MAX_RAW) };
            let other = random.log_uniform(0, N::MAX_RAW);
            let event = match random.below(16) {
                0 => Event::Loss,
                1..3 => Event::Rtt,
                3..5 => Event::Cnp,
                5..9 => folded(n, other, other, n),
                i => ack(n, i & 1 == 1),
            };
            compare(pcc, random.log_uniform(0, Cw::MAX_RAW), event, &p);
            compared += 1;
        }
    }
    println!("{compared} steps compared");
}

#[test]
fn no_increment_ever_vanishes() {
    let mut compared = 0;
    let mut least = u64::MAX;
    // every exponent of alpha and cw, the ends and the middle of each octave, and the ends of the ranges. In between
    // the increment is monotonous but for its error of 2^-14 and half an LSB, and 2^-10/2^14 is 16 LSB
    let octave = |b: u32| [1u64 << b, (1 << b) + 1, 3 << b >> 1, (2 << b) - 1];
    let windows: Vec<u64> = (28..42).flat_map(octave).chain([Cw::MAX_RAW - 17, Cw::MAX_RAW - (1 << 18)]).collect();
    for alpha in (6..16).flat_map(octave).chain([GAIN_ONE]) {
        let p = params(alpha, 1, 256, 1, Cw::MAX_RAW);
        for &cw in &windows {
            let (after, flags) = ldcp(cw, ack(1, false), &p);
            if flags & flag::SAT == 0 {
                assert!(after > cw, "alpha {alpha:#x}, cw {cw:#x}");
                least = least.min(after - cw);
            } else {
                assert!(cw + (alpha << 12 >> 13) + 1 > Cw::MAX_RAW, "alpha {alpha:#x}, cw {cw:#x} saturates");
            }
            compared += 1;
        }
    }
    println!("{compared} pairs; least increment {least} LSB");
    assert_eq!(compared, 41 * 58);
    assert_eq!(least, 16);
}

// ---- the block ------------------------------------------------------------------------------------------------------

fn idle() -> In {
    In { rst_n: true, set: None, init: None, host: Context::RESET, host_iw: N::ZERO, confirms: N::ZERO, event: None }
}

#[test]
fn back_to_back_acks_of_one_qp_see_the_latest_window_at_every_legal_distance() {
    let mut random = support::seed("back_to_back_acks_of_one_qp_see_the_latest_window_at_every_legal_distance");
    let kinds = [Kind::Ack, Kind::Ack, Kind::Ack, Kind::Rtt, Kind::Cnp, Kind::Data, Kind::HostWrite, Kind::HostRead];
    let mut block = Pawa::new(16);
    let mut contexts = [Context::RESET; 16];
    let mut last_issue = [0u64; 16];
    let mut expected: Vec<Option<Out>> = Vec::new();
    // a set for each index, no two alike
    let sets: [Params; SETS] = std::array::from_fn(|k| {
        let k = k as u64;
        params(GAIN_ONE - k, GAIN_ONE / 2 - k, GAIN_ONE / 16 - k, (1 << 15) - k, (100 + k) * ONE)
    });
    for (index, set) in sets.iter().enumerate() {
        assert_eq!(block.step(&In { set: Some((index, *set)), ..idle() }), None);
    }
    let host = Context { cw: Cw::wrap(3 * ONE / 4), rtt: Rtt::wrap(777) };
    let (mut compared, mut distances) = (0, [0u32; 16]);
    for cycle in 100..200_000u64 {
        let qpn = random.below(16) as u32;
        let distance = cycle - last_issue[qpn as usize];
        // the choice is the event's: it may change from one event of a QP to the next
        let (pcc, set) = (random.chance(3), random.below(SETS as u64) as usize);
        let event = (distance >= 8).then(|| event::Issued {
            kind: random.pick(&kinds),
            n0: N::wrap(random.below(4)),
            n1: N::wrap(if random.chance(8) { 1 + random.below(3) } else { 0 }),
            loss: random.chance(2),
            qpn,
        });
        expected.push(event.map(|event| {
            last_issue[qpn as usize] = cycle;
            distances[distance.min(15) as usize] += 1;
            let (context, flags) = rule::step(pcc, contexts[qpn as usize], event.of_qp(host), &sets[set]);
            contexts[qpn as usize] = context;
            Out { kind: event.kind, qpn, context, iw: N::ZERO, flags }
        }));
        let out = block.step(&In { host, event: event.map(|event| Issued { event, pcc, set }), ..idle() });
        let due = expected.len().checked_sub(1 + PAWA_LATENCY as usize).and_then(|i| expected[i]);
        assert_eq!(out, due, "cycle {cycle}");
        compared += out.is_some() as u32;
    }
    assert!(compared > 90_000);
    assert!(distances[8..].iter().all(|&n| n > 0), "every distance from 8 on occurs: {distances:?}");
}

#[test]
fn reset_in_flight_forgets_the_events_and_init_restores_the_contexts() {
    let issued = |event| Some(Issued { event, pcc: LDCP, set: 0 });
    let ack = event::Issued { kind: Kind::Ack, n0: N::ZERO, n1: N::wrap(1), loss: false, qpn: 2 };
    let read = event::Issued { kind: Kind::HostRead, ..ack };
    let mut block = Pawa::new(16);
    block.step(&In { event: issued(ack), ..idle() });
    block.step(&In { rst_n: false, ..idle() });
    assert!((0..20).all(|_| block.step(&idle()).is_none()));
    for address in 0..16 {
        block.step(&In { init: Some(address), ..idle() });
    }
    block.step(&In { event: issued(read), ..idle() });
    let out = (0..PAWA_LATENCY).map(|_| block.step(&idle())).last().flatten().expect("a result after fourteen cycles");
    assert_eq!(out, Out { kind: Kind::HostRead, qpn: 2, context: Context::RESET, iw: N::ZERO, flags: 0 });
    assert_eq!(Context::RESET, Context { cw: Cw::wrap(ONE), rtt: Rtt::wrap(10_000) });
}
