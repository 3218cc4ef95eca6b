//! `psn`: the serial comparison exhausted at narrow widths, the rules one by one, the block against its rules in order.

use crate::support;

use layout::ldcp::{N, Psn};
use layout::record::Kind;
use model::event::{Arrival, Event};
use model::psn::{self, Context, In, Out, PsnSlice};
use std::collections::HashMap;

fn at(psn: u64) -> Context {
    Context { psn: Psn::wrap(psn), valid: true }
}

fn acknowledge(last: Context, psn: u64) -> (Context, u64) {
    let (context, n) = psn::acknowledge(last, Psn::wrap(psn));
    (context, n.raw())
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

#[test]
fn the_first_ack_confirms_one_packet_whatever_its_psn() {
    for psn in [0, 1, 0x80_0000, 0xff_ffff] {
        assert_eq!(acknowledge(Context::RESET, psn), (at(psn), 1));
    }
}

#[test]
fn an_old_or_duplicate_ack_confirms_nothing_and_is_not_stored() {
    for old in [100, 99, 0, 100 + 0x80_0000, 101 + 0x80_0000] {
        assert_eq!(acknowledge(at(100), old), (at(100), 0), "psn {old:#x}");
    }
}

#[test]
fn n_saturates_and_the_psn_is_stored_all_the_same() {
    assert_eq!(acknowledge(at(0), 16_383), (at(16_383), 16_383));
    assert_eq!(acknowledge(at(0), 16_384), (at(16_384), 16_383));
    assert_eq!(acknowledge(at(0xff_fff0), 0x7f_ffef), (at(0x7f_ffef), 16_383));
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    // last 0xFFFFFE, ACK 0x000003: δ = 0x000003 − 0xFFFFFE mod 2^24 = 5
    assert_eq!(acknowledge(at(0xff_fffe), 3), (at(3), 5));
    // the same ACK again: δ = 0, a duplicate
    assert_eq!(acknowledge(at(3), 3), (at(3), 0));
}

#[test]
fn only_acks_and_host_writes_change_the_slice() {
    let host = at(77);
    let arrival = |kind, use_psn| Arrival { kind, ece: true, use_psn, n: N::wrap(9), psn: Psn::wrap(50), qpn: 0 };
    let step = |kind, use_psn| psn::step(at(40), &arrival(kind, use_psn), host);
    assert_eq!(step(Kind::Ack, true), (at(50), N::wrap(10)));
    assert_eq!(step(Kind::Ack, false), (at(40), N::wrap(9)));
    assert_eq!(step(Kind::HostWrite, false), (host, N::ZERO));
    for kind in [Kind::Loss, Kind::Rtt, Kind::Cnp, Kind::HostRead] {
        for use_psn in [false, true] {
            assert_eq!(step(kind, use_psn), (at(40), N::ZERO), "{kind:?}");
        }
    }
}

/// Random events, many of one QP in consecutive cycles, against the rules applied in order of arrival.
#[test]
fn the_block_equals_its_rules_in_order_at_one_event_a_cycle_of_any_qp() {
    let mut random = support::seed("the_block_equals_its_rules_in_order_at_one_event_a_cycle_of_any_qp");
    let kinds = [Kind::Ack, Kind::Ack, Kind::Ack, Kind::Ack, Kind::Loss, Kind::HostWrite, Kind::HostRead];
    let mut block = PsnSlice::new(16);
    let mut slices = [Context::RESET; 16];
    let mut expected: Vec<Option<Out>> = Vec::new();
    let host = Context { psn: Psn::wrap(0xff_fff0), valid: true };
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
        expected.push(arrival.map(|a| {
            let before = slices[a.qpn as usize];
            let (after, n) = psn::step(before, &a, host);
            slices[a.qpn as usize] = after;
            Out { event: Event { kind: a.kind, ece: a.ece, n, qpn: a.qpn }, before }
        }));
        let out = block.step(&In { rst_n: true, init: None, host, arrival });
        let due = expected.len().checked_sub(1 + 4).and_then(|i| expected[i]);
        assert_eq!(out, due, "cycle {cycle}");
        compared += out.is_some() as u32;
    }
    assert!(compared > 100_000);
}

#[test]
fn reset_in_flight_forgets_the_events_and_init_restores_the_slice() {
    let mut block = PsnSlice::new(16);
    let ack = Arrival { kind: Kind::Ack, ece: false, use_psn: true, n: N::ZERO, psn: Psn::wrap(9), qpn: 3 };
    let idle = In { rst_n: true, init: None, host: Context::RESET, arrival: None };
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
    assert_eq!((out.event.n, out.before), (N::wrap(1), Context::RESET));
}
