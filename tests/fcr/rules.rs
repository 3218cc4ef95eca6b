//! Every rule by name, with numbers by hand. RTT 8 us: a Mbit/s is a byte of window. MTU 1,024.

use super::case::*;
use layout::fcr::flag;
use layout::fixed::U;
use layout::ldcp::Rtt;
use model::fcr::{Event, Params};

fn qp() -> Qp<4> {
    Qp::new(Params::default())
}

// ---- cap ------------------------------------------------------------------------------------------------------------

/// The number of the page: 40 Gbit/s over 8 us are 40,000 bytes or 39.0625 packets; a byte takes 0.2 ns.
#[test]
fn an_advice_caps_rate_windows_and_pace_and_leaves_the_own_values() {
    let mut qp = qp();
    let before = qp.own;
    let update = qp.at(1000, advice(7, 1, 40_000, 100));
    assert_eq!((update.cap.raw(), update.own), (40_000, before));
    assert_eq!(update.send.rc.raw(), mbps(40_000));
    assert_eq!(update.send.w.raw(), 40_000 * BYTE);
    assert_eq!(update.send.cw.raw(), 39 * PACKET + PACKET / 16);
    assert_eq!(update.send.wc, before.wc, "the reference window is what the own algorithm goes on from");
    // 0.2·2^28 = 53687091.2
    assert_eq!(update.pace.raw(), 53_687_330);
    assert_eq!(update.flags, flag::PACED | flag::LIMITED);
}

#[test]
fn an_advice_above_the_own_values_limits_nothing() {
    let mut qp = qp();
    qp.own = own(9000, 5, 5000, 5000);
    let update = qp.at(0, advice(7, 1, 10_000, 100));
    assert_eq!((update.send, update.flags), (own(9000, 5, 5000, 5000), flag::PACED));
    // each of rate, cw and W alone is enough to be limited
    for above in [own(10_001, 5, 5000, 5000), own(9000, 10, 5000, 5000), own(9000, 5, 10_001, 5000)] {
        qp.own = above;
        assert_eq!(qp.at(1, Event::Time).flags, flag::PACED | flag::LIMITED, "{above:?}");
    }
    qp.own = own(9000, 5, 5000, 90_000);
    assert_eq!(qp.at(1, Event::Time).flags, flag::PACED, "the reference window is never sent with");
}

/// Draft 4: "the NIC should use the lowest rate information from all received FCRs".
#[test]
fn the_lowest_live_advice_wins_and_when_it_ends_the_next_lowest_holds() {
    let mut qp = qp();
    for (switch, rate, validity) in [(1, 30_000, 500), (2, 10_000, 100), (3, 20_000, 300), (4, 40_000, 900)] {
        qp.at(0, advice(switch, 0, rate, validity));
    }
    let caps = [1, 99, 100, 299, 300, 499, 500, 899, 900].map(|now| qp.at(now, Event::Time).cap.raw());
    assert_eq!(caps, [10_000, 10_000, 20_000, 20_000, 30_000, 30_000, 40_000, 40_000, 0]);
}

#[test]
fn a_window_is_never_below_a_packet_and_its_pace_is_the_advice() {
    let mut qp = qp();
    let update = qp.at(0, advice(1, 0, 1000, 100));
    assert_eq!((update.send.w.raw(), update.send.cw.raw()), (1024 * BYTE, PACKET));
    assert_eq!((update.flags, update.pace.raw() >> 28), (flag::PACED | flag::LIMITED | flag::FLOOR, 8));
    let update = qp.at(1, advice(1, 1, 1024, 100));
    assert_eq!((update.send.w.raw(), update.flags & flag::FLOOR), (1024 * BYTE, 0), "just a packet");
    // no RTT known: a packet
    qp.rtt = Rtt::ZERO;
    assert_eq!(qp.at(2, Event::Time).send.cw.raw(), PACKET);
}

#[test]
fn a_window_beyond_its_format_is_not_capped() {
    let mut qp = Qp::<4>::new(params(&[("line", 4_194_303), ("mtu", 4096)]));
    (qp.rtt, qp.own.w, qp.own.cw) = (Rtt::MAX, U::MAX, U::MAX);
    qp.own.rc = U::MAX;
    // 4,194,303 Mbit/s are 524 bytes a ns, over 16.8 ms 8.8 GB; U7.28 holds 128, U28.12 268 MB, U14.28 of 4 KB 67 MB
    let update = qp.at(0, advice(1, 0, 4_194_303, 100));
    assert_eq!((update.send, update.flags), (qp.own, flag::PACED | flag::SAT));
    // a rate alone
    qp.rtt = Rtt::ZERO;
    assert_eq!(qp.at(0, Event::Time).flags, flag::PACED | flag::SAT | flag::FLOOR | flag::LIMITED);
    qp.rtt = Rtt::MAX;
    // 100 MB: only cw's
    let update = qp.at(1, advice(1, 1, 50_000, 100));
    assert_eq!((update.send.w < U::MAX, update.send.cw, update.flags & flag::SAT), (true, U::MAX, flag::SAT));
}

// ---- time -----------------------------------------------------------------------------------------------------------

#[test]
fn an_advice_holds_until_the_clock_has_ticked_its_validity() {
    for validity in [1, 2, 100, 65_535] {
        let mut qp = qp();
        qp.at(5, advice(1, 0, 10_000, validity));
        assert_eq!(qp.at(5 + validity - 1, Event::Time).cap.raw(), 10_000, "{validity}");
        let update = qp.at(5 + validity, Event::Time);
        assert_eq!((update.cap.raw(), update.pace.raw()), (0, 0), "{validity}");
        assert_eq!(update.flags, flag::EXPIRED | flag::CLAMPED, "{validity}");
    }
}

#[test]
fn at_expiry_nothing_jumps_and_the_own_algorithm_goes_on_from_the_advice() {
    let mut qp = qp();
    let capped = qp.at(0, advice(1, 0, 40_000, 100)).send;
    let update = qp.at(100, Event::Time);
    assert_eq!((update.send.rc, update.send.cw, update.send.w), (capped.rc, capped.cw, capped.w));
    assert_eq!(update.own.wc.raw(), 40_000 * BYTE, "W and Wc both");
    assert_eq!(update.send, update.own);
    // own values below the advice stay
    let mut qp = self::qp();
    qp.own = own(30_000, 20, 30_000, 60_000);
    qp.at(0, advice(1, 0, 40_000, 100));
    assert_eq!(qp.at(100, Event::Time).own, own(30_000, 20, 30_000, 40_000));
}

#[test]
fn the_own_values_stay_where_what_expires_was_not_the_cap() {
    let mut qp = qp();
    qp.at(0, advice(1, 0, 40_000, 500));
    qp.at(0, advice(2, 0, 60_000, 100));
    let before = qp.own;
    let update = qp.at(100, Event::Time);
    assert_eq!((update.own, update.flags), (before, flag::PACED | flag::LIMITED | flag::EXPIRED));
    // of two equal ones the other still holds
    qp.at(100, advice(3, 0, 40_000, 10));
    assert_eq!(qp.at(110, Event::Time).own, before);
}

#[test]
fn the_clock_wraps_and_an_advice_neither_ends_early_nor_stays() {
    for start in [131_071, 131_000, 65_536, 65_535] {
        let mut qp = qp();
        qp.at(start, advice(1, 0, 10_000, 65_535));
        let cap = |qp: &mut Qp<4>, later| qp.at(start + later, Event::Time).cap.raw();
        assert_eq!([0, 1, 40_000, 65_534].map(|later| cap(&mut qp, later)), [10_000; 4], "{start}");
        assert_eq!(cap(&mut qp.clone(), 65_535), 0, "{start}");
        // seen for the first time as late as a sweep may be
        assert_eq!(cap(&mut qp, 65_535 + 65_536), 0, "{start}");
    }
}

/// With a shorter longest validity an expired advice is known for longer: one that has more left than any may have is
/// none.
#[test]
fn an_advice_with_more_left_than_any_may_have_has_ended() {
    let mut qp = Qp::<4>::new(params(&[("validity_max", 1000)]));
    qp.at(0, advice(1, 0, 10_000, 1000));
    assert_eq!(qp.clone().at(1000 + 131_072 - 1001, Event::Time).cap.raw(), 0, "130 ms late");
    assert_eq!(
        qp.at(1000 + 131_072 - 1000, Event::Time).cap.raw(),
        10_000,
        "a circle later: this is what the sweep is for"
    );
}

#[test]
fn an_advice_that_is_replaced_as_it_expires_expires_first() {
    let mut qp = qp();
    qp.at(0, advice(1, 9, 40_000, 100));
    let mut swept = qp.clone();
    // in one event: what is left of the old advice is the clamp, and its sequence number is gone with it
    let update = qp.at(100, advice(1, 9, 60_000, 100));
    assert_eq!(update.flags, flag::PACED | flag::EXPIRED | flag::CLAMPED);
    assert_eq!((update.cap.raw(), update.own.rc.raw(), update.send.rc.raw()), (60_000, mbps(40_000), mbps(40_000)));
    // with a sweep in between, in the same microsecond: the same
    swept.at(100, Event::Time);
    let after = swept.at(100, advice(1, 9, 60_000, 100));
    assert_eq!((after.send, after.own, swept.context), (update.send, update.own, qp.context));
    // a tick earlier it is replaced, which is no expiry: the switch allows more
    let mut qp = self::qp();
    qp.at(0, advice(1, 9, 40_000, 100));
    let update = qp.at(99, advice(1, 10, 60_000, 100));
    assert_eq!((update.flags, update.send.rc.raw()), (flag::PACED | flag::LIMITED, mbps(60_000)));
    assert_eq!(qp.at(100, Event::Time).cap.raw(), 60_000, "the old time is replaced too");
}

// ---- sequence numbers -----------------------------------------------------------------------------------------------

#[test]
fn a_newer_sequence_number_replaces_and_any_other_is_dropped_across_the_wrap() {
    // last, next, is newer
    let cases = [
        (0, 1, true),
        (0, 0x7fff, true),
        (0, 0x8000, false),
        (0, 0x8001, false),
        (0, 0, false),
        (0xffff, 0, true),
        (0xffff, 0x7ffe, true),
        (0xffff, 0x7fff, false),
        (5, 4, false),
        (3, 0xfffe, false),
    ];
    for (last, next, newer) in cases {
        let mut qp = qp();
        qp.at(0, advice(1, last, 40_000, 100));
        let before = qp.context;
        let update = qp.at(50, advice(1, next, 20_000, 100));
        assert_eq!(update.cap.raw(), if newer { 20_000 } else { 40_000 }, "{next} after {last}");
        let old = if newer { 0 } else { flag::OLD | flag::IGNORED };
        assert_eq!(update.flags, flag::PACED | flag::LIMITED | old, "{next} after {last}");
        assert!(newer || qp.context == before, "a duplicate does not prolong");
        let mut gone = self::qp();
        gone.at(0, advice(1, last, 40_000, 100));
        assert_eq!(
            gone.at(100, advice(1, next, 20_000, 100)).cap.raw(),
            20_000,
            "of an expired advice nothing is kept"
        );
    }
}

#[test]
fn each_switch_has_its_own_sequence_numbers() {
    let mut qp = qp();
    qp.at(0, advice(1, 1000, 40_000, 100));
    assert_eq!(qp.at(0, advice(2, 1, 30_000, 100)).cap.raw(), 30_000);
    assert_eq!(qp.live(), [(1, 40_000), (2, 30_000)]);
}

// ---- withdrawal -----------------------------------------------------------------------------------------------------

#[test]
fn a_withdrawn_advice_ends_without_a_jump_and_keeps_late_ones_out() {
    let mut qp = qp();
    qp.at(0, advice(1, 5, 40_000, 100));
    let update = qp.at(10, withdraw(1, 7));
    assert_eq!((update.cap.raw(), update.flags), (0, flag::WITHDRAWN | flag::CLAMPED));
    assert_eq!(update.send.rc.raw(), mbps(40_000));
    // 6 was on its way when 7 was sent
    assert_eq!(qp.at(11, advice(1, 6, 1000, 100)).flags, flag::OLD | flag::IGNORED);
    assert_eq!(qp.at(12, advice(1, 8, 30_000, 100)).cap.raw(), 30_000);
    // a switch that has withdrawn caps nothing: no mark is ignored, and its time ends without a clamp
    qp.at(13, withdraw(1, 9));
    qp.own = own(100_000, 100, 100_000, 90_000);
    assert_eq!(qp.at(14, Event::Mark).flags, 0);
    let update = qp.at(112, Event::Time);
    assert_eq!((update.flags, update.own), (flag::EXPIRED, qp.own));
    assert_eq!(qp.at(113, advice(1, 6, 1000, 100)).cap.raw(), 1000, "forgotten with its time");
}

#[test]
fn a_withdrawal_that_is_old_or_of_a_switch_without_advice_changes_nothing() {
    let mut qp = qp();
    qp.at(0, advice(1, 5, 40_000, 100));
    let before = qp.context;
    let limited = flag::PACED | flag::LIMITED;
    assert_eq!(qp.at(1, withdraw(1, 5)).flags, limited | flag::OLD | flag::IGNORED);
    assert_eq!(qp.at(1, withdraw(2, 6)).flags, limited | flag::IGNORED);
    assert_eq!(qp.context, before);
}

#[test]
fn where_the_lowest_is_withdrawn_the_next_lowest_holds_and_the_own_values_do_not_jump() {
    let mut qp = qp();
    qp.at(0, advice(1, 0, 40_000, 100));
    qp.at(0, advice(2, 0, 60_000, 100));
    let update = qp.at(1, withdraw(1, 1));
    assert_eq!((update.cap.raw(), update.send.rc.raw()), (60_000, mbps(40_000)));
    assert_eq!(update.flags, flag::PACED | flag::WITHDRAWN | flag::CLAMPED);
    // the higher one of two: nothing is lowered
    let before = qp.own;
    qp.at(2, advice(1, 2, 30_000, 100));
    assert_eq!(qp.at(3, withdraw(2, 1)).own, before);
}

// ---- marks ----------------------------------------------------------------------------------------------------------

/// Draft 4: "the senders that support FCR should use the received FCR and ignore the ECN message from the receiver".
#[test]
fn marks_are_ignored_while_an_advice_is_live_and_only_then() {
    let mut qp = qp();
    assert_eq!(qp.at(0, Event::Mark).flags, 0);
    qp.at(0, advice(1, 0, 40_000, 100));
    let update = qp.at(99, Event::Mark);
    assert_eq!(update.flags, flag::PACED | flag::LIMITED | flag::IGNORED);
    // a mark at the end of the validity counts again
    assert_eq!(qp.at(100, Event::Mark).flags, flag::EXPIRED | flag::CLAMPED);
}

// ---- bad input ------------------------------------------------------------------------------------------------------

#[test]
fn an_advice_out_of_range_is_rejected_and_alerts() {
    let p = params(&[("line", 100_000), ("advice_min", 500), ("advice_max", 90_000), ("validity_max", 1000)]);
    let (rate, range, validity) = (flag::RATE, flag::RANGE, flag::VALIDITY);
    // rate, validity, why
    let cases = [
        (0, 10, rate | range),
        (100_001, 10, rate | range),
        (u64::from(u32::MAX), 10, rate | range),
        ((1 << 22) + 600, 10, rate | range), // its low 22 bits are in range
        (499, 10, range),
        (90_001, 10, range),
        (100_000, 10, range),
        (600, 0, validity),
        (600, 1001, validity),
        (0, 0, rate | range | validity),
    ];
    let mut qp = Qp::<4>::new(p);
    qp.at(0, advice(1, 0, 40_000, 1000));
    let before = (qp.context, qp.own);
    for (i, (rate, validity, why)) in cases.into_iter().enumerate() {
        for switch in [1, 2] {
            let update = qp.at(i as u64, advice(switch, 1, rate, validity));
            let rejected = why | flag::ALERT | flag::IGNORED;
            assert_eq!(update.flags, rejected | flag::PACED | flag::LIMITED, "{rate} for {validity} of {switch}");
            assert_eq!((qp.context, qp.own), before, "{rate} for {validity} of {switch}");
        }
    }
    for (seq, rate) in [(1, 500), (2, 90_000)] {
        assert_eq!(qp.at(20, advice(1, seq, rate, 1000)).cap.raw(), rate, "the bounds are in range");
    }
    // a line below the configured range: what is above it is above the line
    let mut qp = Qp::<4>::new(params(&[("line", 1000), ("advice_max", 90_000)]));
    assert_eq!(qp.at(0, advice(1, 0, 1001, 10)).flags, flag::RATE | flag::ALERT | flag::IGNORED);
}

#[test]
fn of_more_switches_than_sources_the_highest_advice_is_not_kept() {
    let mut qp = Qp::<2>::new(Params::default());
    qp.at(0, advice(1, 0, 40_000, 100));
    qp.at(0, advice(2, 0, 30_000, 100));
    let limited = flag::PACED | flag::LIMITED;
    assert_eq!(qp.at(1, advice(3, 0, 50_000, 100)).flags, limited | flag::FULL | flag::IGNORED);
    assert_eq!(
        qp.at(1, advice(3, 0, 40_000, 100)).flags,
        limited | flag::FULL | flag::IGNORED,
        "equal: the old one stays"
    );
    assert_eq!(qp.live(), [(1, 40_000), (2, 30_000)]);
    assert_eq!(qp.at(2, advice(3, 0, 35_000, 100)).flags, limited | flag::FULL);
    assert_eq!(qp.live(), [(3, 35_000), (2, 30_000)]);
    // one that has withdrawn has no need of its place, nor one that has expired
    qp.at(3, withdraw(2, 1));
    assert_eq!(qp.at(4, advice(4, 0, 60_000, 100)).flags & (flag::FULL | flag::IGNORED), 0);
    assert_eq!(qp.live(), [(3, 35_000), (4, 60_000)]);
    assert_eq!(qp.at(102, advice(5, 0, 70_000, 100)).flags & (flag::FULL | flag::EXPIRED), flag::EXPIRED);
    // of equal ones the first
    let mut qp = Qp::<3>::new(Params::default());
    for switch in 1..=3 {
        qp.at(0, advice(switch, 0, 40_000, 100));
    }
    qp.at(0, advice(4, 0, 1000, 100));
    assert_eq!(qp.live(), [(4, 1000), (2, 40_000), (3, 40_000)]);
}

// ---- opening --------------------------------------------------------------------------------------------------------

/// Draft 6, 3: "Sender should be able to start sending at maximum rate if the new stream is the only stream sent by the
/// sender".
#[test]
fn a_sender_that_is_alone_starts_at_its_maximum_rate_if_the_parameter_says_so() {
    for (start_at_line, alone, starts) in [(1, true, true), (1, false, false), (0, true, false), (0, false, false)] {
        let mut qp = Qp::<4>::new(params(&[("line", 100_000), ("start_at_line", start_at_line)]));
        qp.own = own(10_000, 10, 200_000, 10_000);
        let update = qp.at(0, Event::Open { alone });
        assert_eq!(update.flags, if starts { flag::START } else { 0 });
        // 100,000 bytes are 97.65625 packets; the greater window stays
        let mut line = own(100_000, 0, 200_000, 100_000);
        line.cw = U::wrap(97 * PACKET + 21 * PACKET / 32);
        assert_eq!(update.own, if starts { line } else { own(10_000, 10, 200_000, 10_000) });
    }
}

#[test]
fn an_opened_qp_has_no_advice_and_nothing_of_the_old_one_acts_on_it() {
    for now in [50, 100] {
        let mut qp = qp();
        qp.at(0, advice(1, 0, 40_000, 100));
        let before = qp.own;
        let update = qp.at(now, Event::Open { alone: true });
        assert_eq!((update.flags, update.own, update.cap.raw(), qp.live()), (0, before, 0, vec![]));
    }
}
