//! The rules of one QP, by hand.

use super::{packet, policy};
use layout::ldcp::Psn;
use layout::receiver::Mode;
use model::receiver::{Ack, Packet, Policy, Qp};

const TIMEOUT: u64 = 20;

/// Packets from PSN 10 on, `x` marked and `.` not, in one microsecond; nothing is taken.
fn after(policy: Policy, marks: &str) -> Qp {
    let mut qp = Qp::opened(policy);
    for (k, mark) in marks.chars().enumerate() {
        qp.packet(&packet(10 + k as u64, mark == 'x'), 100, TIMEOUT);
    }
    qp
}

/// Last PSN, packets, ECE.
fn ack(ack: Option<Ack>) -> Option<(u64, u64, bool)> {
    ack.map(|ack| (ack.psn.raw(), ack.count.raw(), ack.ece))
}

/// What is due: of the older ACK and of the newest.
fn due(mut qp: Qp) -> [Option<(u64, u64, bool)>; 2] {
    let taken = qp.take(false, 100, 4);
    [ack(taken.older), ack(taken.newest)]
}

#[test]
fn each_packet_is_due_at_once() {
    let each = policy(Mode::Each, 9, false);
    assert_eq!(due(after(each, ".")), [None, Some((10, 1, false))]);
    assert_eq!(due(after(each, "x")), [None, Some((10, 1, true))]);
    assert_eq!(due(after(each, "..x")), [Some((11, 2, false)), Some((12, 1, true))]);
}

#[test]
fn with_ldcp_an_ack_is_due_at_m_packets_or_at_a_mark_with_all_that_waits() {
    let ldcp = policy(Mode::Ldcp, 4, false);
    assert_eq!(due(after(ldcp, "...")), [None, None]);
    assert_eq!(due(after(ldcp, "....")), [None, Some((13, 4, false))]);
    assert_eq!(due(after(ldcp, "..x")), [None, Some((12, 3, true))], "L6: all of them count");
    assert_eq!(due(after(ldcp, "x.")), [None, Some((11, 2, true))], "what is not taken grows, and keeps its ECE");
    for m in [0, 1] {
        assert_eq!(due(after(policy(Mode::Ldcp, m, false), ".")), [None, Some((10, 1, false))]);
    }
    assert_eq!(due(after(policy(Mode::Ldcp, 64, false), &".".repeat(63))), [None, None]);
    assert_eq!(due(after(policy(Mode::Ldcp, 64, false), &".".repeat(64))), [None, Some((73, 64, false))]);
}

#[test]
fn with_dctcp_a_change_of_mark_makes_the_old_one_due_and_the_new_one_is_counted() {
    let dctcp = policy(Mode::Exact, 4, false);
    assert_eq!(due(after(dctcp, "...")), [None, None]);
    assert_eq!(due(after(dctcp, "....")), [None, Some((13, 4, false))]);
    assert_eq!(due(after(dctcp, "...x")), [Some((12, 3, false)), Some((13, 1, true))], "a mark that begins: at once");
    let mut qp = after(dctcp, "x");
    assert_eq!(ack(qp.take(false, 100, 4).newest), Some((10, 1, true)));
    for psn in [11, 12, 13] {
        qp.packet(&packet(psn, true), 100, TIMEOUT);
        assert!(!qp.is_due(), "further marked ones are counted up to m");
    }
    qp.packet(&packet(14, false), 100, TIMEOUT);
    let taken = qp.take(false, 100, 4);
    assert_eq!([ack(taken.older), ack(taken.newest)], [Some((13, 3, true)), None]);
    assert_eq!(ack(qp.newest), Some((14, 1, false)), "a mark that ends: counted");
    qp.packet(&packet(15, true), 100, TIMEOUT);
    assert_eq!(due(qp), [Some((14, 1, false)), Some((15, 1, true))]);
}

#[test]
fn where_two_acks_wait_a_packet_is_counted_in_the_one_that_has_its_mark() {
    let dctcp = policy(Mode::Exact, 64, false);
    let qp = after(dctcp, "..x.");
    assert_eq!([ack(qp.older), ack(qp.newest)], [Some((12, 3, false)), Some((13, 1, true))]);
    let qp = after(dctcp, "..x.x..");
    assert_eq!([ack(qp.older), ack(qp.newest)], [Some((14, 5, false)), Some((16, 2, true))]);
    let qp = after(dctcp, "xx.x");
    assert_eq!([ack(qp.older), ack(qp.newest)], [Some((12, 3, true)), Some((13, 1, false))]);
    let mut qp = after(policy(Mode::Exact, 64, false), ".");
    qp.packet(&packet(11, true), 100, TIMEOUT);
    for k in 0..40_000 {
        qp.packet(&packet(12 + k, k % 2 == 0), 100, TIMEOUT);
    }
    assert_eq!([ack(qp.older), ack(qp.newest)], [Some((20_010, 16_383, false)), Some((40_011, 16_383, true))]);
}

#[test]
fn an_ack_that_is_asked_for_is_due_at_once_with_all_that_waits() {
    for mode in [Mode::Ldcp, Mode::Exact] {
        let mut qp = after(policy(mode, 64, false), "...");
        qp.packet(&Packet { asks: true, ..packet(13, false) }, 100, TIMEOUT);
        assert_eq!(due(qp), [None, Some((13, 4, false))]);
    }
}

#[test]
fn psns_wrap() {
    let mut qp = Qp::opened(policy(Mode::Exact, 64, false));
    for (psn, marked) in [(0xff_fffe, false), (0xff_ffff, true), (0, false), (1, true)] {
        qp.packet(&Packet { psn: Psn::wrap(psn), ..packet(0, marked) }, 100, TIMEOUT);
    }
    assert_eq!([ack(qp.older), ack(qp.newest)], [Some((0xff_ffff, 2, false)), Some((1, 2, true))]);
}

#[test]
fn what_waits_has_an_end_from_its_first_packet_on() {
    let mut qp = Qp::opened(policy(Mode::Ldcp, 64, false));
    qp.packet(&packet(10, false), 100, TIMEOUT);
    qp.packet(&packet(11, false), 110, TIMEOUT);
    assert_eq!((qp.ends, qp.due), (120, false));
    let taken = qp.take(true, 121, 4);
    assert_eq!((ack(taken.newest), taken.timed), (Some((11, 2, false)), true));
    qp.packet(&packet(12, false), 130, TIMEOUT);
    assert_eq!(qp.ends, 150);
    assert!(!qp.take(false, 131, 4).any(), "what is not due waits");
}

#[test]
fn a_cnp_is_due_at_the_first_mark_and_then_an_interval_after_the_last_one_was_taken() {
    let mut qp = Qp::opened(policy(Mode::Each, 1, true));
    qp.packet(&packet(10, false), 100, TIMEOUT);
    assert!(!qp.cnp);
    assert!(!qp.packet(&packet(11, true), 100, TIMEOUT).cnp_merged);
    assert!(qp.packet(&packet(12, true), 101, TIMEOUT).cnp_merged, "one waits");
    assert!(qp.take(false, 103, 4).cnp);
    for now in [103, 106] {
        qp.packet(&packet(13, true), now, TIMEOUT);
        assert!(!qp.cnp, "{now}");
    }
    qp.packet(&packet(14, true), 107, TIMEOUT);
    assert!(qp.cnp);
    assert!(qp.take(false, 107, 0).cnp);
    qp.packet(&packet(15, true), 107, TIMEOUT);
    assert!(qp.cnp, "an interval of 0: each marked packet");
    let mut without = after(policy(Mode::Each, 1, false), "x");
    assert!(!without.take(false, 100, 4).cnp);
}

#[test]
fn a_qp_that_is_opened_has_no_past() {
    let dctcp = policy(Mode::Exact, 4, true);
    assert_eq!(after(dctcp, ""), Qp::opened(dctcp));
    let Qp { older, newest, due, ce, cnp, next_cnp, .. } = Qp::opened(dctcp);
    assert_eq!((older, newest, due, ce, cnp, next_cnp), (None, None, false, false, false, 0));
}
