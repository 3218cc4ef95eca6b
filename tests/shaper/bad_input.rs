//! What should not come: each has a rule and a counter, and changes nothing of another QP.

use super::case::*;
use layout::fixed::U;
use layout::ldcp::Psn;
use layout::shaper::TAGS;
use model::shaper::{Counters, Open, Request, Sent, Una, Update};

/// QP 1 beside the one that misbehaves: at 8 Gbit/s, a grant every 4,096 ns.
fn nic(changes: &[(&str, u64)]) -> Nic {
    let mut nic = Nic::new(16, changes);
    nic.open(0, 0, packets(WIDE));
    nic.open(1, 0, paced(mbps(8000)));
    nic.ring(1, FULL);
    assert_eq!(nic.next(), Some((1, 4096)));
    nic
}

/// QP 1 has lost nothing: its next grant is one of a quantum, at its time.
fn beside(nic: &mut Nic, in_flight: u64) {
    assert_eq!((nic.shaper.in_flight(1), nic.shaper.level(1).raw()), (in_flight, FULL));
    nic.to(nic.now.max(4096));
    let grant = std::iter::from_fn(|| nic.send()).find(|grant| grant.qpn == 1).expect("a grant of QP 1");
    assert_eq!(grant.max_bytes.raw(), 4096);
}

#[test]
fn a_grant_that_is_never_answered_is_returned_and_counted() {
    let mut nic = nic(&[("timeout", 3000)]);
    nic.ring(0, 5000);
    let grant = nic.shaper.grant().expect("a grant");
    assert_eq!((grant.qpn, nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, 4096, 904));
    nic.to(2999);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.open_bytes(0).raw()), (4096, 4096));
    nic.to(3000);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, 5000));
    assert_eq!(nic.shaper.counters(), Counters { returned: 1, ..Counters::default() });
    // it comes too late
    let late = Sent { qpn: 0, tag: grant.tag, psn_next: U::wrap(4), bytes: U::wrap(4096), empty: true };
    nic.shaper.sent(&late);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, 5000));
    assert_eq!(nic.shaper.counters(), Counters { returned: 1, not_open: 1, ..Counters::default() });
    assert_eq!([nic.next(), nic.next()], [Some((0, 4096)), Some((0, 904))]);
    beside(&mut nic, 4096);
}

/// The pace of a QP whose grant is returned owes nothing for it.
#[test]
fn a_returned_grant_costs_nothing() {
    let mut nic = Nic::new(16, &[("timeout", 3000), ("C", 0)]);
    nic.open(0, 0, paced(mbps(10)));
    nic.ring(0, FULL);
    nic.shaper.grant().expect("a grant");
    nic.advance();
    assert_eq!((nic.now, nic.shaper.due_in(0)), (3000, 0));
    assert_eq!(nic.next(), Some((0, 4096)));
}

/// A tag comes back to its place: one of an older grant there is not that of the new one.
#[test]
fn all_tags_may_be_open_and_old_ones_say_nothing() {
    let mut nic = nic(&[("timeout", 3000)]);
    nic.ring(0, FULL);
    let old: Vec<_> = std::iter::from_fn(|| nic.shaper.grant()).collect();
    assert_eq!((old.len(), nic.shaper.line_is_free()), (TAGS, false));
    nic.to(3000);
    assert_eq!((nic.shaper.counters().returned, nic.shaper.in_flight(0)), (TAGS as u64, 0));
    let young: Vec<_> = std::iter::from_fn(|| nic.shaper.grant()).collect();
    assert_eq!(young.len(), TAGS);
    for grant in &old {
        assert!(young.iter().all(|other| other.tag != grant.tag));
        nic.shaper.sent(&Sent { qpn: 0, tag: grant.tag, psn_next: U::wrap(77), bytes: U::wrap(4096), empty: false });
    }
    assert_eq!((nic.shaper.counters().not_open, nic.shaper.in_flight(0)), (TAGS as u64, TAGS as u64 * 4096));
    for grant in &young {
        nic.sent(grant, 4096, false);
    }
    assert_eq!(nic.shaper.counters().not_open, TAGS as u64);
    beside(&mut nic, 4096);
}

#[test]
fn sent_of_a_grant_that_is_not_open_or_is_anothers_changes_nothing() {
    let mut nic = nic(&[]);
    nic.ring(0, FULL);
    let grant = nic.shaper.grant().expect("a grant");
    let sent = |qpn, tag| Sent { qpn, tag, psn_next: U::wrap(9), bytes: U::wrap(9999), empty: true };
    for bad in [sent(1, grant.tag), sent(15, grant.tag), sent(999, grant.tag), sent(0, U::wrap(grant.tag.raw() + 1))] {
        nic.shaper.sent(&bad);
    }
    assert_eq!(nic.shaper.counters(), Counters { not_open: 4, ..Counters::default() });
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (4096, FULL));
    nic.sent(&grant, 4096, false);
    nic.sent(&grant, 4096, false);
    assert_eq!(nic.shaper.counters().not_open, 5, "once only");
    beside(&mut nic, 4096);
}

#[test]
fn more_bytes_than_granted_all_count() {
    let mut nic = nic(&[("C", 0), ("cap", mbps(80_000).raw())]);
    nic.to(409);
    nic.open(2, 0, paced(mbps(800)));
    nic.ring(2, 10_000);
    nic.to(410);
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 6000, false);
    assert_eq!(nic.shaper.counters(), Counters { too_much: 1, ..Counters::default() });
    // ten ns a byte, from its grant on
    assert!(nic.shaper.due_in(2).abs_diff(60_000 * NS) <= NS, "{}", nic.shaper.due_in(2));
    assert_eq!((nic.shaper.level(2).raw(), nic.shaper.in_flight(2)), (4000, 6 * 1024));
    // the cap: a tenth of a ns a byte, of 6,000 bytes
    nic.to(410 + 599);
    assert!(!nic.shaper.line_is_free());
    nic.to(410 + 601);
    assert!(nic.shaper.line_is_free());
    // more than there was: the level ends at 0
    nic.open(0, 7, packets(WIDE));
    nic.ring(0, 1000);
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 3000, false);
    assert_eq!((grant.qpn, nic.shaper.level(0).raw(), nic.shaper.in_flight(0)), (0, 0, 3 * 1024));
    beside(&mut nic, 4096);
}

#[test]
fn a_rewind_past_what_is_acknowledged_goes_to_the_packet_behind_it() {
    let mut nic = nic(&[]);
    nic.ring(0, 8192);
    assert_eq!([nic.next(), nic.next()], [Some((0, 4096)), Some((0, 4096))]);
    nic.update(0, packets(WIDE), 3);
    // in order: back to 6, two packets are sent again; 4 and 5 have come through, though no ACK says so
    nic.rewind(0, 6, 2048);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, 2048));
    assert_eq!(nic.shaper.counters(), Counters::default());
    assert_eq!(nic.next(), Some((0, 2048)));
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (2048, 0));
    // past what is acknowledged: nothing is in flight, and no more than was is to be sent
    nic.rewind(0, 1, 9000);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, 2048));
    assert_eq!(nic.shaper.counters(), Counters { rewind_outside: 1, ..Counters::default() });
    // one to snd_nxt takes nothing back, and says nothing of what is in flight
    nic.psn[0] = 6;
    assert_eq!(nic.next(), Some((0, 2048)));
    nic.rewind(0, nic.psn[0], 0);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.counters().rewind_outside), (2048, 1));
    nic.rewind(0, 6, 2048);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, 2048));
    // forward is no rewind
    nic.rewind(0, 100, 0);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.counters().rewind_outside), (0, 2));
    // a psn_next of `sent` that no window reaches: it would stop the QP for good
    nic.psn[0] += 5_000_000;
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 1024, false);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.counters().rewind_outside), (0, 3));
    // a psn_next of `sent` that lies before what is acknowledged
    nic.psn[0] = Psn::MAX_RAW - 7;
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 4096, false);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.counters().rewind_outside), (0, 4));
    beside(&mut nic, 4096);
}

#[test]
fn with_lsn_a_rewind_takes_back_what_is_in_flight_at_most() {
    let mut nic = nic(&[]);
    let open = Open {
        qpn: 2,
        class: U::ZERO,
        first_psn: U::ZERO,
        by_lsn: true,
        bypass: false,
        iw: U::ZERO,
        control: bytes(100_000),
    };
    nic.open_as(open);
    nic.ring(2, 4096);
    nic.next();
    let una = Una { psn: U::ZERO, lsn: U::wrap(1024) };
    nic.shaper.update(&Update { qpn: 2, control: Some(bytes(100_000)), una: Some(una) });
    nic.rewind(2, 1, 4096);
    assert_eq!((nic.shaper.in_flight(2), nic.shaper.level(2).raw()), (0, 3072));
    assert_eq!(nic.shaper.counters(), Counters { rewind_outside: 1, ..Counters::default() });
    beside(&mut nic, 4096);
}

#[test]
fn a_qp_that_is_closed_with_packets_in_flight_leaves_nothing_behind() {
    let mut nic = nic(&[]);
    nic.ring(0, FULL);
    nic.send().expect("a grant");
    let open = nic.shaper.grant().expect("a grant");
    nic.shaper.close(0);
    assert_eq!(nic.shaper.counters(), Counters { closed_in_flight: 1, ..Counters::default() });
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.may_send(0), nic.shaper.grant()), (0, false, None));
    // opened again: what was granted to the old one is not the new one's
    nic.open(0, 0, packets(4));
    nic.ring(0, FULL);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.open_bytes(0).raw()), (0, 0));
    nic.sent(&open, 4096, true);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw()), (0, FULL));
    assert_eq!(nic.shaper.counters(), Counters { closed_in_flight: 1, ..Counters::default() });
    nic.psn[0] = 0;
    assert_eq!((nic.next(), nic.next()), (Some((0, 4096)), None));
    // what comes for a QP that is closed, or that there is not
    nic.shaper.close(0);
    nic.shaper.close(0);
    nic.ring(0, FULL);
    nic.update(0, packets(1), 0);
    nic.rewind(0, 0, 0);
    nic.shaper.request(&Request { qpn: 16, class: U::ZERO, backlog: U::MAX, bytes_to_end: U::ZERO });
    nic.shaper.close(u32::MAX);
    let counted = Counters { closed: 6, closed_in_flight: 2, ..Counters::default() };
    assert_eq!((nic.shaper.counters(), nic.shaper.grant()), (counted, None));
    beside(&mut nic, 4096);
}

/// Opening a QP that is open closes it first.
#[test]
fn a_qp_that_is_opened_twice_begins_anew() {
    let mut nic = nic(&[]);
    nic.ring(0, FULL);
    nic.send().expect("a grant");
    nic.open(0, 0, packets(WIDE));
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.level(0).raw(), nic.shaper.may_send(0)), (0, 0, false));
    assert_eq!(nic.shaper.counters(), Counters { closed_in_flight: 1, ..Counters::default() });
    beside(&mut nic, 4096);
}

#[test]
fn a_window_that_shrinks_below_what_is_in_flight_waits_for_acks() {
    let mut nic = nic(&[]);
    nic.open(0, 0, packets(8));
    nic.ring(0, FULL);
    assert_eq!([nic.next(), nic.next(), nic.next()], [Some((0, 4096)), Some((0, 4096)), None]);
    nic.update(0, packets(4), 0);
    assert_eq!(nic.shaper.counters(), Counters { window_below: 1, ..Counters::default() });
    // the same again is no news
    nic.update(0, packets(4), 1);
    nic.update(0, packets(4), 3);
    assert_eq!((nic.shaper.counters().window_below, nic.next()), (1, None));
    nic.update(0, packets(4), 4);
    assert_eq!(nic.next(), Some((0, 1024)));
    nic.update(0, packets(1), 5);
    assert_eq!(nic.shaper.counters().window_below, 2);
    // down to what is in flight is not below it
    nic.update(0, packets(9), 6);
    nic.update(0, packets(2), 6);
    assert_eq!((nic.shaper.in_flight(0), nic.shaper.counters().window_below), (2048, 2));
    beside(&mut nic, 4096);
}

#[test]
fn a_step_back_of_time_is_refused_and_time_stands() {
    let mut nic = nic(&[("C", 64)]);
    nic.to(4000);
    for back in [3999, 0, 4001 + (1 << 31), u64::MAX] {
        nic.shaper.time(U::wrap(back));
        assert_eq!((nic.shaper.grant(), nic.shaper.due_in(1)), (None, (96 - 64) * NS));
    }
    assert_eq!(nic.shaper.counters(), Counters { time_back: 4, ..Counters::default() });
    beside(&mut nic, 4096);
}
