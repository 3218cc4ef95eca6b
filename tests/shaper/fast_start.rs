//! LDCP's fast start: its window (SEMANTICS L7 to L10) and its codepoints (L13).

use super::case::{FULL, Nic, mbps, paced, packets};
use layout::fixed::U;
use layout::ldcp::{Cw, Gain, N};
use model::shaper::fast_start::{Event, FastStart};
use model::shaper::{Open, Request};

const GAMMA: Gain = Gain::wrap(1 << 13);

fn ack(n: u64, ece: bool) -> Event {
    Event::Ack { n: N::wrap(n), ece }
}

fn cw(packets: u64) -> Option<Cw> {
    Some(Cw::wrap(packets << 28))
}

/// L7, L8 and L10.
#[test]
fn once_iw_packets_are_acknowledged_cw_is_iw() {
    let mut start = FastStart::new(N::wrap(100));
    assert_eq!((start.cw(), start.over()), (Cw::wrap(100 << 28), false));
    assert_eq!([start.step(ack(1, true), GAMMA), start.step(ack(98, true), GAMMA)], [None, None]);
    assert_eq!(start.step(ack(60, true), GAMMA), cw(100), "excess and ECE are ignored");
    assert!(start.over());
    assert_eq!([start.step(ack(5, false), GAMMA), start.step(Event::Loss, GAMMA)], [None, None]);
    let mut exactly = FastStart::new(N::MAX);
    assert_eq!(exactly.step(ack(N::MAX_RAW - 1, false), GAMMA), None);
    assert_eq!(exactly.step(ack(1, false), GAMMA), cw(N::MAX_RAW));
    assert_eq!(FastStart::new(N::MAX).step(ack(N::MAX_RAW, false), GAMMA), cw(N::MAX_RAW));
}

/// L7 and L9.
#[test]
fn on_a_loss_before_cw_is_what_was_acknowledged_or_gamma() {
    let mut start = FastStart::new(N::wrap(100));
    start.step(ack(37, false), GAMMA);
    assert_eq!(start.step(Event::Loss, GAMMA), cw(37));
    assert!(start.over());
    // 2^13 of U1.16 is an eighth
    assert_eq!(FastStart::new(N::wrap(100)).step(Event::Loss, GAMMA), Some(Cw::wrap(1 << 25)));
    let mut none = FastStart::new(N::ZERO);
    assert_eq!((none.over(), none.step(ack(1, false), GAMMA)), (true, None));
}

fn start(iw: u64) -> Nic {
    let mut nic = Nic::new(16, &[]);
    nic.open_as(Open {
        qpn: 0,
        class: U::ZERO,
        first_psn: U::wrap(0xff_fffe),
        by_lsn: false,
        bypass: false,
        iw: U::wrap(iw),
        control: packets(iw),
    });
    nic
}

fn ring(nic: &mut Nic, backlog: u64, bytes_to_end: u64) {
    let (backlog, bytes_to_end) = (U::wrap(backlog), U::wrap(bytes_to_end));
    nic.shaper.request(&Request { qpn: 0, class: U::ZERO, backlog, bytes_to_end });
}

/// Bytes, packets and codepoint of all that is granted now.
fn granted(nic: &mut Nic) -> Vec<(u64, u64, bool)> {
    std::iter::from_fn(|| nic.send().map(|g| (g.max_bytes.raw(), g.max_packets.raw(), g.ecn_capable))).collect()
}

#[test]
fn iw_packets_go_at_once_and_only_the_last_of_them_is_ecn_capable() {
    let mut nic = start(10);
    ring(&mut nic, FULL, 1_000_000);
    let expected = [(4096, 4, false), (4096, 4, false), (1024, 1, false), (1024, 1, true)];
    assert_eq!(granted(&mut nic), expected);
    assert_eq!(nic.now, 0);
    // "the ACK of the first packet will return to free the cw"; all are capable from then on
    nic.update(0, packets(10), 0xff_fffe);
    assert_eq!(granted(&mut nic), [(1024, 1, true)]);
    nic.update(0, packets(10), 7);
    assert_eq!(granted(&mut nic), [(4096, 4, true), (4096, 4, true), (1024, 1, true)]);
    let mut one = start(1);
    ring(&mut one, FULL, 1_000_000);
    assert_eq!(granted(&mut one), [(1024, 1, true)], "the first packet is the IW-th");
}

#[test]
fn the_last_packet_of_a_message_is_ecn_capable_and_goes_alone() {
    let mut nic = start(100);
    ring(&mut nic, 2_500, 2_500);
    assert_eq!(granted(&mut nic), [(2048, 2, false), (452, 1, true)]);
    // the next message: its end is known again
    ring(&mut nic, 1024, 1024);
    assert_eq!(granted(&mut nic), [(1024, 1, true)]);
    ring(&mut nic, 1025, 1025);
    assert_eq!(granted(&mut nic), [(1024, 1, false), (1, 1, true)]);
    // a message behind another one: its end is told when it is next
    ring(&mut nic, 2048, 2048);
    ring(&mut nic, 6 * 1024, 6 * 1024);
    let first = nic.send().expect("a grant");
    assert!(!first.ecn_capable && nic.send().is_some_and(|last| last.ecn_capable));
    ring(&mut nic, 0, 6 * 1024);
    // two packets are left of its turn
    assert_eq!(granted(&mut nic), [(2048, 2, false), (3072, 3, false), (1024, 1, true)]);
}

#[test]
fn packets_that_were_not_sent_do_not_count_among_the_first_iw() {
    let mut nic = start(6);
    ring(&mut nic, FULL, 0);
    let grant = nic.shaper.grant().expect("four packets");
    assert_eq!((grant.max_packets.raw(), grant.ecn_capable), (4, false));
    nic.sent(&grant, 1024, false);
    assert_eq!(granted(&mut nic), [(4096, 4, false), (1024, 1, true)]);
    // nor those of a grant that is returned
    let mut nic = start(6);
    ring(&mut nic, FULL, 0);
    nic.shaper.grant().expect("four packets");
    nic.to(1_000_000);
    assert_eq!((nic.shaper.counters().returned, nic.shaper.in_flight(0)), (1, 0));
    assert_eq!(granted(&mut nic), [(4096, 4, false), (1024, 1, false), (1024, 1, true)]);
}

#[test]
fn a_rewind_ends_it_and_a_rate_may_take_over() {
    let mut nic = start(8);
    ring(&mut nic, FULL, 0);
    assert!(!nic.send().expect("a grant").ecn_capable);
    nic.rewind(0, 0xff_fffe, 4096);
    assert_eq!(granted(&mut nic), [(4096, 4, true), (4096, 4, true)]);
    nic.control(0, paced(mbps(8000)));
    assert_eq!(nic.shaper.due_in(0), (4096 - 1000) * super::case::NS);
}
