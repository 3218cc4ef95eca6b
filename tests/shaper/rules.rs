//! Rules 1 to 7 by hand.

use super::case::*;
use layout::fixed::U;
use layout::hpcc::{Rate, Window};
use layout::ldcp::{Cw, Psn};
use layout::record::{Kind, flag};
use model::event;
use model::shaper::{Control, Host, Interval, Open, Request, Sent, Shaper, Una, Update};

#[test]
fn the_worked_number_of_the_page() {
    let ten = mbps(10);
    assert_eq!(ten.raw(), 335_544);
    let Interval { m, e } = Interval::of_rate(ten);
    assert_eq!((m.raw(), e.raw()), (819_201, 23));
    assert_eq!(Interval { m, e }.cost(4096).raw(), 26_843_578_368);
    let Interval { m, e } = Interval::of_rate(mbps(100_000));
    assert_eq!((m.raw(), e.raw()), (671_088, 36));
    assert_eq!(Interval { m, e }.cost(4096).raw(), 2_684_352);
}

/// Rule 4.
#[test]
fn a_raise_acts_at_once() {
    let mut nic = Nic::new(16, &[("C", 0), ("mtu", 4096)]);
    nic.open(5, 0, paced(mbps(10)));
    nic.ring(5, FULL);
    assert_eq!(nic.next(), Some((5, 4096)));
    assert_eq!(nic.shaper.due_in(5), 26_843_578_368);
    nic.to(10_000);
    assert_eq!(nic.next(), None);
    nic.control(5, paced(mbps(100_000)));
    assert_eq!(nic.next(), Some((5, 4096)));
    assert_eq!(nic.now, 10_000);
    // and no more than one grant in advance
    assert_eq!((nic.next(), nic.shaper.due_in(5)), (None, 2_684_352));
    // a raise that does not reach back so far: 100 Mbit/s are 327.68 us for a grant, 20 of which have passed
    let mut nic = Nic::new(16, &[("C", 0), ("mtu", 4096)]);
    nic.open(5, 0, paced(mbps(10)));
    nic.ring(5, FULL);
    nic.send().expect("a grant");
    nic.to(20_000);
    nic.control(5, paced(mbps(100)));
    nic.advance();
    assert_eq!((nic.now, nic.next()), (327_680, Some((5, 4096))));
}

/// What was promised at a lower price is paid at the higher one, from the newest grant's start on.
#[test]
fn a_lower_rate_acts_from_the_newest_grant_on() {
    let mut nic = Nic::new(16, &[("C", 0), ("mtu", 4096)]);
    nic.open(0, 0, paced(mbps(100)));
    nic.ring(0, FULL);
    nic.send().expect("a grant");
    nic.to(100_000);
    nic.control(0, paced(mbps(50)));
    nic.advance();
    assert_eq!(nic.now, 655_360);
    assert!(nic.next().is_some());
}

/// Rule 1: what is in flight is less than the window.
#[test]
fn a_window_is_full_when_what_is_in_flight_is_not_less() {
    let mut nic = Nic::new(16, &[]);
    nic.open(1, 0, packets(3));
    nic.ring(1, FULL);
    assert_eq!(nic.next(), Some((1, 3 * 1024)));
    assert_eq!((nic.shaper.in_flight(1), nic.next()), (3 * 1024, None));
    nic.update(1, packets(3), 0);
    assert_eq!(nic.next(), Some((1, 1024)));
    nic.update(1, packets(3), 3);
    assert_eq!(nic.next(), Some((1, 3 * 1024)));
    // an older una changes nothing
    nic.update(1, packets(3), 1);
    assert_eq!((nic.shaper.in_flight(1), nic.next()), (3 * 1024, None));
    // a window with a fraction has room for the packet that it cuts
    let one_and_a_half = Control::cw(Cw::wrap(3 << (Cw::FRAC - 1)));
    nic.update(1, one_and_a_half, 5);
    assert_eq!((nic.next(), nic.next()), (Some((1, 1024)), None));
    nic.update(1, bytes(1024), 7);
    assert_eq!((nic.next(), nic.next()), (Some((1, 1024)), None));
    let a_byte_more = Control::Bytes { window: Window::wrap((1024 << Window::FRAC) + 1), rate: Rate::ZERO };
    nic.control(1, a_byte_more);
    assert_eq!((nic.next(), nic.next()), (Some((1, 1024)), None));
}

/// What is granted counts as in flight before it is sent.
#[test]
fn a_grant_that_is_open_takes_room_of_the_window() {
    let mut nic = Nic::new(16, &[]);
    nic.open(1, 0, packets(6));
    nic.ring(1, FULL);
    let grants = [nic.shaper.grant().expect("four packets"), nic.shaper.grant().expect("two packets")];
    assert_eq!(grants.map(|grant| grant.max_packets.raw()), [4, 2]);
    assert_eq!((nic.shaper.in_flight(1), nic.shaper.grant()), (6 * 1024, None));
    // of the first a packet of 100 bytes alone was sent
    nic.sent(&grants[0], 100, false);
    assert_eq!(nic.shaper.in_flight(1), 3 * 1024);
    assert_eq!(nic.shaper.grant().map(|grant| grant.max_packets.raw()), Some(3));
}

/// L12: below one packet a timer, whatever is in flight.
#[test]
fn below_one_packet_the_timer_counts_and_the_window_does_not() {
    let mut nic = Nic::new(16, &[]);
    nic.open(2, 0, packets(2));
    nic.ring(2, FULL);
    assert_eq!((nic.next(), nic.next()), (Some((2, 2048)), None));
    // both are lost; cw falls to a half: RTT/cw = 20 us
    nic.control(2, timer(20_000));
    nic.advance();
    for _ in 0..5 {
        let at = nic.now;
        assert_eq!((nic.next(), nic.next()), (Some((2, 1024)), None));
        nic.advance();
        assert_eq!(nic.now - at, 20_000);
    }
    // a whole packet again: seven are in flight
    nic.control(2, packets(2));
    assert_eq!(nic.next(), None);
    nic.update(2, packets(2), nic.psn[2] - 1);
    assert_eq!(nic.next(), Some((2, 2048)));
}

/// HPCC++'s window and rate, and an update of LDCP's unit as it is.
#[test]
fn updates_of_all_units_act() {
    let mut nic = Nic::new(16, &[("C", 0)]);
    let hpcc = |rate| Control::Bytes { window: Window::wrap(8192 << Window::FRAC), rate };
    nic.open(0, 0, hpcc(mbps(8000)));
    nic.ring(0, FULL);
    assert_eq!((nic.next(), nic.next()), (Some((0, 4096)), None));
    nic.advance();
    assert_eq!((nic.now, nic.next()), (4096, Some((0, 4096))));
    nic.to(1_000_000);
    assert_eq!(nic.next(), None, "the window is full");
    let update = |cw, interval, flags| event::Update {
        kind: Kind::Ack,
        qpn: 0,
        cw: Cw::wrap(cw),
        interval: U::wrap(interval),
        flags,
    };
    assert_eq!(Control::from(&update(1 << 27, 20_000, flag::PACED)), timer(20_000));
    assert_eq!(Control::from(&update(5 << 28, 0, 0)), packets(5));
    assert_eq!(Control::rc(U::wrap(mbps(40).raw())), paced(mbps(40)));
}

/// DCQCN's updates: a period's says a rate and no una, an event's an una and no rate.
#[test]
fn an_update_changes_what_it_says_and_nothing_else() {
    let mut nic = Nic::new(16, &[]);
    nic.open(0, 0, bytes(4096));
    nic.ring(0, FULL);
    assert_eq!(nic.next(), Some((0, 4096)));
    assert_eq!(nic.next(), None, "the window is full");
    nic.control(0, bytes(4097));
    assert_eq!(nic.shaper.in_flight(0), 4096, "nothing is acknowledged");
    assert_eq!(nic.next(), Some((0, 1024)), "the window has grown");
    nic.ack(0, 2);
    assert_eq!(nic.shaper.in_flight(0), 2048);
    assert_eq!(nic.next(), Some((0, 3072)), "up to the window of before");
    nic.shaper.update(&Update { qpn: 0, control: None, una: None });
    assert_eq!(nic.shaper.in_flight(0), 5120);
}

/// Rule 5 with LSN: both spaces of bytes together.
#[test]
fn with_lsn_bytes_count_and_no_packets() {
    let mut nic = Nic::new(16, &[]);
    let open = |qpn| Open {
        qpn,
        class: U::ZERO,
        first_psn: U::wrap(Psn::MAX_RAW),
        by_lsn: true,
        bypass: false,
        iw: U::ZERO,
        control: bytes(5000),
    };
    nic.open_as(open(0));
    nic.ring(0, FULL);
    let grant = nic.shaper.grant().expect("the window is open");
    assert_eq!(grant.max_bytes.raw(), 4096);
    // a READ request of few bytes makes the PSN jump by a thousand
    let read = Sent { qpn: 0, tag: grant.tag, psn_next: U::wrap(999), bytes: U::wrap(16), empty: false };
    nic.shaper.sent(&read);
    assert_eq!(nic.shaper.in_flight(0), 16);
    assert_eq!(nic.next(), Some((0, 4096)));
    assert_eq!(nic.next(), Some((0, 1024)), "4,112 of 5,000 bytes: room for a packet");
    assert_eq!(nic.next(), None);
    let una = |lsn| Some(Una { psn: U::ZERO, lsn: U::wrap(lsn) });
    let una = |lsn| Update { qpn: 0, control: Some(bytes(5000)), una: una(lsn) };
    nic.shaper.update(&una(4112));
    assert_eq!(nic.shaper.in_flight(0), 1024);
    nic.rewind(0, 3, 1024);
    assert_eq!(nic.shaper.in_flight(0), 0);
    // the ACK of what was about to be sent again: it need not be
    nic.shaper.update(&una(4112 + 1024));
    assert_eq!(nic.shaper.in_flight(0), 0);
    assert_eq!(nic.next(), Some((0, 4096)));
    assert_eq!(nic.shaper.in_flight(0), 4096);
}

/// The level: a doorbell that crosses an `empty` is not lost.
#[test]
fn an_empty_ends_the_level_unless_a_request_has_come_since() {
    let mut nic = Nic::new(16, &[]);
    nic.open(0, 0, packets(WIDE));
    nic.ring(0, 5000);
    assert_eq!([nic.next(), nic.next(), nic.next()], [Some((0, 4096)), Some((0, 904)), None]);
    // what is not sent comes back, but not with `empty`
    nic.ring(0, 3000);
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 1000, false);
    assert_eq!(nic.shaper.level(0).raw(), 2000);
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 1000, true);
    assert_eq!((nic.shaper.level(0).raw(), nic.next()), (0, None));
    // until empty
    nic.ring(0, FULL);
    for _ in 0..100 {
        assert_eq!(nic.next(), Some((0, 4096)));
    }
    let grant = nic.shaper.grant().expect("a grant");
    nic.ring(0, FULL);
    nic.sent(&grant, 0, true);
    assert_eq!(nic.shaper.level(0).raw(), FULL, "the request came behind the grant");
    let grant = nic.shaper.grant().expect("a grant");
    nic.sent(&grant, 0, true);
    assert_eq!((nic.shaper.level(0).raw(), nic.next()), (0, None));
    // an older grant's ends it too: who says "until empty" and has several grants open would never be done
    nic.ring(0, FULL);
    let grants = [nic.shaper.grant().expect("a grant"), nic.shaper.grant().expect("a grant")];
    nic.sent(&grants[0], 0, true);
    assert_eq!((nic.shaper.level(0).raw(), nic.next()), (0, None));
    // but not if a request came behind it, be a younger one open or not
    nic.sent(&grants[1], 0, false);
    nic.ring(0, 9000);
    let old = nic.shaper.grant().expect("a grant");
    nic.ring(0, 1000);
    let young = nic.shaper.grant().expect("a grant");
    nic.sent(&old, 0, true);
    assert_ne!(nic.shaper.level(0).raw(), 0);
    nic.sent(&young, 0, true);
    assert_eq!((nic.shaper.level(0).raw(), nic.next()), (0, None));
}

/// Rule 3: charged at the grant, corrected at `sent`.
#[test]
fn sent_corrects_the_charge_of_the_newest_grant() {
    let mut nic = Nic::new(16, &[("C", 0)]);
    nic.open(0, 0, paced(mbps(8000)));
    nic.ring(0, FULL);
    let grant = nic.shaper.grant().expect("a grant");
    assert_eq!(nic.shaper.due_in(0), 4096 * NS);
    nic.sent(&grant, 1000, false);
    assert_eq!(nic.shaper.due_in(0), 1000 * NS);
    nic.to(1000);
    let late = nic.shaper.grant().expect("a grant");
    nic.to(1000 + 4096);
    let newest = nic.shaper.grant().expect("a grant");
    // the time of the first has passed: to give it back would be a burst
    nic.sent(&late, 0, false);
    assert_eq!(nic.shaper.due_in(0), 4096 * NS);
    nic.sent(&newest, 0, false);
    assert_eq!(nic.shaper.due_in(0), 0);
}

#[test]
fn a_paused_class_has_no_grant_and_the_others_keep_the_line() {
    let mut nic = Nic::new(16, &[("cap", mbps(100_000).raw())]);
    for qpn in 0..8 {
        nic.open(qpn, qpn as u64, packets(WIDE));
        nic.ring(qpn, FULL);
    }
    for paused in 0..=255u8 {
        nic.shaper.pause(paused);
        let highest = (0..8u32).rev().find(|class| paused >> class & 1 == 0);
        for _ in 0..3 {
            let from = nic.now;
            while !nic.shaper.line_is_free() {
                nic.to(nic.now + 1);
            }
            assert!(nic.now - from <= 328, "the line is busy for no longer than a grant");
            assert_eq!(nic.next().map(|(qpn, _)| qpn), highest, "paused: {paused:08b}");
            for qpn in 0..8 {
                assert_eq!(nic.shaper.may_send(qpn), paused >> qpn & 1 == 0);
            }
            nic.update(7, packets(WIDE), nic.psn[7].wrapping_sub(1));
        }
        for qpn in 0..8 {
            nic.update(qpn, packets(WIDE), nic.psn[qpn as usize].wrapping_sub(1));
        }
    }
}

/// A request moves its QP to another class.
#[test]
fn a_request_says_the_class() {
    let mut nic = Nic::new(16, &[]);
    nic.open(0, 1, packets(WIDE));
    nic.open(1, 2, packets(WIDE));
    nic.ring(0, FULL);
    nic.ring(1, FULL);
    assert_eq!(nic.next(), Some((1, 4096)));
    nic.shaper.request(&Request { qpn: 0, class: U::wrap(3), backlog: U::ZERO, bytes_to_end: U::ZERO });
    assert_eq!(nic.next(), Some((0, 4096)));
    nic.shaper.pause(1 << 3);
    assert_eq!(nic.next(), Some((1, 4096)));
}

#[test]
fn a_qp_with_bypass_has_neither_window_nor_pace() {
    let mut nic = Nic::new(16, &[]);
    let open = Open {
        qpn: 0,
        class: U::ZERO,
        first_psn: U::ZERO,
        by_lsn: false,
        bypass: true,
        iw: U::ZERO,
        control: Control::Packets { window: Cw::wrap(1 << 28), rate: mbps(1) },
    };
    nic.open_as(open);
    nic.ring(0, FULL);
    for _ in 0..1000 {
        assert_eq!(nic.next(), Some((0, 4096)));
    }
}

/// The cap is a pace of the line: what was not sent is given back to it.
#[test]
fn the_cap_spaces_all_grants() {
    let mut nic = Nic::new(16, &[("cap", mbps(8000).raw()), ("C", 0)]);
    for qpn in 0..2 {
        nic.open(qpn, 0, packets(WIDE));
        nic.ring(qpn, FULL);
    }
    let grant = nic.shaper.grant().expect("the line is free");
    assert_eq!((nic.shaper.grant(), nic.shaper.next_ns()), (None, Some(4096)));
    nic.sent(&grant, 1000, false);
    assert_eq!((nic.shaper.grant(), nic.shaper.next_ns()), (None, Some(1000)));
    nic.advance();
    assert_eq!(nic.next(), Some((1, 4096)));
}

/// 4.3 s later, and 4.3 s more: nothing that depends on where the clock began, and no step back.
#[test]
fn time_wraps_and_nothing_changes() {
    let run = |clock: u64| {
        let mut nic = Nic::at(4, Host::with(&[]).expect("legal"), 1024, clock);
        let rates = [1, 30, 4000];
        rates.iter().zip(0..).for_each(|(&rate, qpn)| {
            nic.open(qpn, 0, paced(mbps(rate)));
            nic.ring(qpn, FULL);
        });
        let mut grants = Vec::new();
        while grants.len() < 100_000 {
            match nic.next() {
                Some(grant) => grants.push((nic.now, grant)),
                None => nic.advance(),
            }
        }
        // a QP that has waited for more than a turn of the clock owes nothing
        nic.open(3, 7, paced(mbps(1)));
        nic.to(nic.now + (5 << 32));
        nic.ring(3, FULL);
        assert_eq!(nic.next(), Some((3, 4096)));
        nic.to(nic.now + (3 << 32) + 5);
        assert_eq!((nic.next(), nic.shaper.counters().time_back), (Some((3, 4096)), 0));
        grants
    };
    let plain = run(0);
    assert!(plain.last().is_some_and(|(now, _)| *now > 100_000_000));
    for clock in [u64::MAX, u64::MAX - 1000, (1 << 32) - 50_000_000, 1 << 31, (1 << 31) - 1] {
        assert_eq!(run(clock), plain, "clock from {clock:#x}");
    }
}

#[test]
fn a_shaper_with_nobody_waits_for_nothing() {
    let mut shaper = Shaper::new(16, Host::default(), U::ZERO);
    assert_eq!((shaper.grant(), shaper.next_ns()), (None, None));
}
