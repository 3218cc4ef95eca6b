//! `psn`: the serial comparison exhausted at narrow widths, the rules one by one, the block against its rules in order.

use crate::support;

use layout::ldcp::{N, Psn};
use layout::record::Kind;
use model::event::{Arrival, Event};
use model::psn::{self, Context, Dropped, In, Out, PsnSlice};
use std::collections::HashMap;

/// What counts of an ACK at most, unless a test says otherwise.
const N_MAX: N = N::wrap(64);

fn at(psn: u64) -> Context {
    Context { psn: Psn::wrap(psn), open: true }
}

fn arrival(kind: Kind, psn: u64) -> Arrival {
    Arrival { kind, ece: false, use_psn: true, n: N::wrap(9), psn: Psn::wrap(psn), qpn: 0 }
}

/// The last PSN after an ACK, and n.
fn acknowledge(last: u64, psn: u64, snd_max: u64) -> Result<(u64, u64), Dropped> {
    let (after, n) = psn::step(at(last), &arrival(Kind::Ack, psn), Psn::wrap(snd_max), Context::RESET, N_MAX);
    n.map(|n| (after.psn.raw(), n.raw())).inspect_err(|_| assert_eq!(after, at(last), "it moves nothing"))
}

#[test]
fn ahead_is_what_walking_round_the_circle_says_at_every_narrow_width() {
    let mut compared = 0;
    for bits in 2..=8 {
        let circle = 1u64 << bits;
        for b in 0..circle {
            // the successors of b, up to but not with the opposite point, are ahead of it
            let mut expected = HashMap::new();
            let mut a = b;
            for steps in 1..circle / 2 {
                a = if a + 1 == circle { 0 } else { a + 1 };
                expected.insert(a, steps);
            }
            for a in 0..circle {
                assert_eq!(psn::ahead(a, b, bits), expected.get(&a).copied(), "{a} against {b}, {bits} bits");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 16 + 64 + 256 + 1024 + 4096 + 16_384 + 65_536);
}

#[test]
fn the_comparison_at_24_bits() {
    assert_eq!(psn::ahead(0, 0xff_ffff, 24), Some(1));
    assert_eq!(psn::ahead(0x7f_ffff, 0, 24), Some(0x7f_ffff));
    assert_eq!(psn::ahead(0x80_0000, 0, 24), None, "half the circle is behind");
    assert_eq!(psn::ahead(5, 5, 24), None);
    assert_eq!(psn::ahead(4, 5, 24), None);
}

/// L22 said over again, a step at a time on a circle of 64 with a window of 16, and scaled up: every last PSN is as
/// good as another.
#[test]
fn an_ack_counts_for_what_was_sent_and_is_not_yet_acknowledged_and_for_nothing_else() {
    const SCALE: u64 = 1 << 18; // 64 of these are the circle, 16 the window
    let mut compared = [0; 3];
    for last in [0u64, 5, 63 * SCALE, 40 * SCALE + 7, Psn::MAX_RAW] {
        for (max, near) in (0..64).flat_map(|max| [(max, 0), (max, 1), (max, 2)]) {
            let snd_max = last + max * SCALE + near;
            for (psn, close) in (0..64u64).flat_map(|psn| [(psn, 0), (psn, 1), (psn, 2), (psn, SCALE - 1)]) {
                let (ahead, in_flight) = (psn * SCALE + close, (max * SCALE + near).wrapping_sub(1) & Psn::MAX_RAW);
                let found = acknowledge(last, (last + ahead) & Psn::MAX_RAW, snd_max & Psn::MAX_RAW);
                let behind = (1 << 24) - ahead;
                let expected = if ahead > 0 && ahead <= in_flight && in_flight < 16 * SCALE {
                    compared[0] += 1;
                    Ok(((last + ahead) & Psn::MAX_RAW, ahead.min(64)))
                } else if ahead == 0 || behind <= 16 * SCALE {
                    compared[1] += 1;
                    Ok((last, 0))
                } else {
                    compared[2] += 1;
                    Err(Dropped::Rejected)
                };
                assert_eq!(found, expected, "last {last:#x}, {ahead:#x} ahead, {in_flight:#x} in flight");
            }
        }
    }
    assert!(compared.iter().all(|n| *n > 1000), "{compared:?}");
}

/// A READ request makes the PSN jump by the packets of its responses: an ACK counts `n_max` at most (L24).
#[test]
fn an_ack_counts_n_max_packets_at_most_and_stores_what_it_confirms_all_the_same() {
    for n_max in [1, 2, 63, 64, 65, 16_383] {
        for ahead in [1, 2, 3, 63, 64, 65, 66, 127, 128, 16_383, 16_384, (1 << 22) - 1] {
            let (ack, sent) = (arrival(Kind::Ack, 7 + ahead), Psn::wrap(8 + ahead));
            let found = psn::step(at(7), &ack, sent, Context::RESET, N::wrap(n_max));
            assert_eq!(found, (at(7 + ahead), Ok(N::wrap(ahead.min(n_max)))), "{ahead} ahead, n_max {n_max}");
        }
        // the NIC's own count is the NIC's
        let counted = Arrival { use_psn: false, n: N::MAX, ..arrival(Kind::Ack, 9) };
        let found = psn::step(at(7), &counted, Psn::wrap(20), Context::RESET, N::wrap(n_max));
        assert_eq!(found, (at(7), Ok(N::MAX)));
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    // last 0xFFFFFE, ACK 0x000003, 8 is sent next: δ = 0x000003 − 0xFFFFFE mod 2^24 = 5, of 9 in flight
    assert_eq!(acknowledge(0xff_fffe, 3, 8), Ok((3, 5)));
    // the same ACK again: δ = 0, a duplicate
    assert_eq!(acknowledge(3, 3, 8), Ok((3, 0)));
    // 7 was sent, 8 was not; nor was what somebody made up
    assert_eq!(acknowledge(3, 7, 8), Ok((7, 4)));
    assert_eq!(acknowledge(3, 8, 8), Err(Dropped::Rejected));
    assert_eq!(acknowledge(3, 3 + (1 << 23) - 1, 8), Err(Dropped::Rejected));
}

#[test]
fn only_acks_and_host_writes_change_the_slice() {
    let host = at(77);
    let step = |kind, use_psn| psn::step(at(40), &Arrival { use_psn, ..arrival(kind, 50) }, Psn::wrap(60), host, N_MAX);
    assert_eq!(step(Kind::Ack, true), (at(50), Ok(N::wrap(10))));
    assert_eq!(step(Kind::Ack, false), (at(40), Ok(N::wrap(9))));
    assert_eq!(step(Kind::HostWrite, false), (host, Ok(N::ZERO)));
    for kind in [Kind::Loss, Kind::Rtt, Kind::Cnp, Kind::HostRead, Kind::Data] {
        for use_psn in [false, true] {
            assert_eq!(step(kind, use_psn), (at(40), Ok(N::ZERO)), "{kind:?}");
        }
    }
}

#[test]
fn a_nak_is_checked_as_an_ack_of_the_packet_before_and_confirms_nothing_itself() {
    for last in [0u64, 0x7f_ffff, 0xff_ffff] {
        let snd_max = Psn::wrap(last + 8);
        let nak = |ahead: u64| psn::step(at(last), &arrival(Kind::Loss, last + ahead), snd_max, Context::RESET, N_MAX);
        for passes in [1, 2, 8, 0, (1 << 24) - (1 << 22) + 1] {
            assert_eq!(nak(passes), (at(last), Ok(N::ZERO)), "{passes:#x} ahead");
        }
        for forged in [9, 10, 1 << 22, (1 << 23) - 1, 1 << 23, (1 << 24) - (1 << 22)] {
            assert_eq!(nak(forged), (at(last), Err(Dropped::Rejected)), "{forged:#x} ahead");
        }
    }
}

#[test]
fn a_closed_qp_drops_every_event_but_the_hosts() {
    let closed = Context { psn: Psn::wrap(40), open: false };
    for kind in [Kind::Ack, Kind::Loss, Kind::Rtt, Kind::Cnp, Kind::Data] {
        for use_psn in [false, true] {
            let arrival = Arrival { use_psn, ..arrival(kind, 41) };
            assert_eq!(
                psn::step(closed, &arrival, Psn::wrap(60), at(9), N_MAX),
                (closed, Err(Dropped::Closed)),
                "{kind:?}"
            );
        }
    }
    let host = |kind| psn::step(closed, &arrival(kind, 41), Psn::wrap(60), at(9), N_MAX);
    assert_eq!(host(Kind::HostRead), (closed, Ok(N::ZERO)));
    assert_eq!(host(Kind::HostWrite), (at(9), Ok(N::ZERO)));
}

/// Random events, many of one QP in consecutive cycles, against the rules applied in order of arrival.
#[test]
fn the_block_equals_its_rules_in_order_at_one_event_a_cycle_of_any_qp() {
    let mut random = support::seed("the_block_equals_its_rules_in_order_at_one_event_a_cycle_of_any_qp");
    let kinds = [Kind::Ack, Kind::Ack, Kind::Ack, Kind::Ack, Kind::Loss, Kind::HostWrite, Kind::HostRead];
    let mut block = PsnSlice::new(16, N_MAX);
    let mut slices = [Context::RESET; 16];
    let mut expected: Vec<Option<Out>> = Vec::new();
    let host = at(0xff_fff0);
    let mut compared = 0;
    for cycle in 0..200_000 {
        let arrival = (!random.chance(4)).then(|| Arrival {
            kind: random.pick(&kinds),
            ece: random.chance(2),
            use_psn: !random.chance(8),
            n: N::wrap(random.next()),
            psn: Psn::wrap(if random.chance(2) { random.next() } else { random.below(64) }),
            qpn: if cycle & 64 == 0 { 5 } else { random.below(16) as u32 },
        });
        let snd_max = Psn::wrap(if random.chance(8) { random.next() } else { 64 });
        expected.push(arrival.map(|a| {
            let before = slices[a.qpn as usize];
            let (after, n) = psn::step(before, &a, snd_max, host, N_MAX);
            slices[a.qpn as usize] = after;
            let event = n.map(|n| Event { kind: a.kind, ece: a.ece, n, qpn: a.qpn });
            let counts = a.kind == Kind::Ack && a.use_psn && before.open;
            let stores = counts && psn::reaches(before.psn, a.psn, snd_max);
            Out { event, before, una: after.psn, stores }
        }));
        let out = block.step(&In { rst_n: true, init: None, host, arrival, snd_max });
        let due = expected.len().checked_sub(1 + 4).and_then(|i| expected[i]);
        assert_eq!(out, due, "cycle {cycle}");
        compared += out.is_some() as u32;
    }
    assert!(compared > 100_000);
}

#[test]
fn reset_in_flight_forgets_the_events_and_init_restores_the_slice() {
    let mut block = PsnSlice::new(16, N_MAX);
    let ack = Arrival { qpn: 3, ..arrival(Kind::Ack, 9) };
    let idle = In { rst_n: true, init: None, host: at(8), arrival: None, snd_max: Psn::wrap(20) };
    block.step(&In { arrival: Some(ack), ..idle });
    block.step(&idle);
    block.step(&In { rst_n: false, ..idle });
    for _ in 0..10 {
        assert_eq!(block.step(&idle), None);
    }
    for address in 0..16 {
        block.step(&In { init: Some(address), ..idle });
    }
    block.step(&In { arrival: Some(ack), ..idle });
    let out = (0..4).map(|_| block.step(&idle)).last().flatten().expect("an event comes out after four cycles");
    assert_eq!((out.event, out.before), (Err(Dropped::Closed), Context::RESET));
}
