//! Directed tests against numbers worked by hand from the page.

use super::*;
use crate::sim::Sim;
use layout::ldcp;
use layout::record::{flag, Kind};
use layout::timing::{HAZARD, PAWA_LATENCY};

const ONE: u64 = 1 << 28;

struct Bench {
    sim: Sim<Pawa>,
    cycle: u32,
    /// (cycle, kind, qpn, cw, flags) of each output.
    out: Vec<(u32, u64, u64, u64, u8)>,
}

impl Bench {
    /// alpha = 1, beta = 1/2, gamma = 1/16, eta = 1/2, cw_max = the format's; all contexts reset.
    fn new() -> Self {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Pawa::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        sim.uut.set_we.next = true;
        sim.uut.set.next.alpha = ldcp::ALPHA.reset.into();
        sim.uut.set.next.beta = ldcp::BETA.reset.into();
        sim.uut.set.next.gamma = ldcp::GAMMA.reset.into();
        sim.uut.set.next.eta = ldcp::ETA.reset.into();
        sim.uut.set.next.cw_max = ldcp::CW_MAX.reset.into();
        sim.uut.init_we.next = true;
        for addr in 0..16 {
            sim.uut.init_addr.next = addr.into();
            sim.step().unwrap();
        }
        sim.uut.init_we.next = false;
        sim.uut.set_we.next = false;
        Bench { sim, cycle: 0, out: vec![] }
    }

    fn step(&mut self) {
        self.sim.settle().unwrap();
        let u = &self.sim.uut;
        if u.out_valid.val() {
            let n = |v: u128| v as u64;
            let (kind, qpn, cw) = (n(u.out_kind.val().raw()), n(u.out_qpn.val().raw()), n(u.out_cw.val().raw()));
            self.out.push((self.cycle, kind, qpn, cw, u.out_flags.val().raw() as u8));
        }
        self.sim.step().unwrap();
        self.sim.uut.in_valid.next = false;
        self.cycle += 1;
    }

    fn idle(&mut self, cycles: u32) {
        (0..cycles).for_each(|_| self.step());
    }

    fn drive(&mut self, kind: Kind, ece: bool, n: u64, qpn: u64) {
        let u = &mut self.sim.uut;
        u.in_valid.next = true;
        u.in_kind.next = (kind as u64).into();
        u.in_n0.next = (if ece { 0 } else { n }).into();
        u.in_n1.next = (if ece { n } else { 0 }).into();
        u.in_qpn.next = qpn.into();
        self.step();
    }

    /// What came while one waited, alone.
    fn folded(&mut self, n0: u64, n1: u64, qpn: u64) -> (u64, u8) {
        self.out.clear();
        let u = &mut self.sim.uut;
        u.in_valid.next = true;
        u.in_kind.next = (Kind::Ack as u64).into();
        u.in_n0.next = n0.into();
        u.in_n1.next = n1.into();
        u.in_qpn.next = qpn.into();
        self.step();
        self.idle(20);
        assert_eq!(self.out.len(), 1);
        (self.out[0].3, self.out[0].4)
    }

    /// One event alone: its window and flags.
    fn event(&mut self, kind: Kind, ece: bool, n: u64, qpn: u64) -> (u64, u8) {
        self.out.clear();
        self.drive(kind, ece, n, qpn);
        self.idle(20);
        assert_eq!(self.out.len(), 1);
        (self.out[0].3, self.out[0].4)
    }

    /// Writes parameter set 0, which all events have.
    fn store_set(&mut self) {
        self.sim.uut.set_we.next = true;
        self.step();
        self.sim.uut.set_we.next = false;
    }

    fn write(&mut self, qpn: u64, cw: u64, rtt: u64, pcc: bool) {
        self.sim.uut.host.next.cw = cw.into();
        self.sim.uut.host.next.rtt = rtt.into();
        self.sim.uut.in_pcc.next = pcc; // of this event and of those behind it
        assert_eq!(self.event(Kind::HostWrite, false, 0, qpn), (cw, 0));
    }
}

#[test]
fn an_event_leaves_fourteen_cycles_after_it_entered() {
    let mut b = Bench::new();
    b.drive(Kind::Ack, false, 1, 3);
    b.idle(18);
    assert_eq!(b.out.iter().map(|o| (o.0, o.2)).collect::<Vec<_>>(), [(PAWA_LATENCY, 3)]);
}

#[test]
fn every_rule_of_the_stable_stage_gives_the_window_worked_by_hand() {
    let mut b = Bench::new();
    // 1 + 1/1: X = 2^17, q = 2^36, s = 0 + 29 − 16 = 13, increment (q << 5) >> 13 = 2^28
    assert_eq!(b.event(Kind::Ack, false, 1, 0), (2 * ONE, 0));
    b.write(0, 10 * ONE, 1, false);
    assert_eq!(b.event(Kind::Ack, true, 3, 0), (17 * ONE / 2, 0)); // 10 − 3/2
    assert_eq!(b.event(Kind::Ack, true, 17, 0), (ONE / 16, flag::PACED | flag::FLOOR)); // 8.5 − 8.5
    assert_eq!(b.event(Kind::Ack, false, 9, 0), (ONE / 8, flag::PACED)); // below one: + gamma, whatever n
    b.write(0, ONE / 2, 1, false);
    assert_eq!(b.event(Kind::Ack, true, 9, 0), (ONE / 4, flag::PACED)); // below one: · eta
    b.write(0, 3, 1, false);
    b.sim.uut.set.next.gamma = 0.into(); // out of range, to see the rounding: 3/2 rounds up
    b.store_set();
    assert_eq!(b.event(Kind::Ack, true, 1, 0), (2, flag::PACED));
}

#[test]
fn events_that_change_nothing_say_so_and_are_not_clamped() {
    let mut b = Bench::new();
    b.write(5, 7, 1, false); // far below gamma
    for kind in [Kind::Ack, Kind::Loss, Kind::Rtt, Kind::Cnp] {
        assert_eq!(b.event(kind, true, 0, 5), (7, flag::PACED | flag::IGNORED));
    }
    assert_eq!(b.event(Kind::HostRead, false, 0, 5), (7, 0));
    b.write(5, 2 * ONE, 1, true);
    for kind in [Kind::Ack, Kind::Loss] {
        assert_eq!(b.event(kind, true, 0, 5), (2 * ONE, flag::IGNORED));
    }
}

#[test]
fn what_is_folded_is_one_step_with_one_clamp() {
    let mut b = Bench::new();
    // 4 + 2·1/4 − 3/2: 2·2^28/4 exactly, for 4 is a power of two
    b.write(0, 4 * ONE, 1, false);
    assert_eq!(b.folded(2, 3, 0), (3 * ONE, 0));
    // the clamp is behind both: 1 + 16,383 is beyond cw_max, and 16,383/2 less is not
    b.write(0, ONE, 1, false);
    assert_eq!(b.folded(16_383, 16_383, 0), (16_384 * ONE - 16_383 * ONE / 2, 0));
    b.write(0, ONE, 1, false);
    assert_eq!(b.folded(1, 16_383, 0), (ONE / 16, flag::PACED | flag::FLOOR));
    // below one: one step, marked
    b.write(0, ONE / 2, 1, false);
    assert_eq!(b.folded(7, 1, 0), (ONE / 4, flag::PACED));
    // by ldcp-pcc 3 responses and 2 CNPs: + 3 − 1
    b.write(5, ONE / 2, 1, true);
    assert_eq!(b.folded(3, 2, 5), (5 * ONE / 2, 0));
    assert_eq!(b.folded(1, 8, 5), (ONE / 16, flag::PACED | flag::FLOOR));
}

#[test]
fn rtt_responses_and_cnps_move_the_window_of_ldcp_pcc() {
    let mut b = Bench::new();
    b.write(5, ONE, 1, true);
    assert_eq!(b.event(Kind::Rtt, false, 1, 5), (2 * ONE, 0));
    assert_eq!(b.event(Kind::Cnp, true, 1, 5), (3 * ONE / 2, 0));
    b.sim.uut.set.next.cw_max = (2 * ONE).into();
    b.store_set();
    assert_eq!(b.event(Kind::Rtt, false, 1, 5), (2 * ONE, flag::SAT));
    b.write(5, ONE / 16, 1, true);
    assert_eq!(b.event(Kind::Cnp, true, 1, 5), (ONE / 16, flag::PACED | flag::FLOOR));
}

#[test]
fn a_host_read_returns_what_the_host_wrote() {
    let mut b = Bench::new();
    b.write(2, 77 * ONE, 4242, true);
    let mut read = |qpn| {
        b.drive(Kind::HostRead, false, 0, qpn);
        b.idle(PAWA_LATENCY - 1);
        b.sim.settle().unwrap();
        let u = &b.sim.uut;
        assert!(u.out_valid.val());
        let context = (u.out_cw.val().raw() as u64, u.out_rtt.val().raw() as u64);
        b.idle(1);
        context
    };
    assert_eq!(read(2), (77 * ONE, 4242));
    assert_eq!(read(3), (ldcp::CW.reset, ldcp::RTT.reset));
}

#[test]
fn events_of_one_qp_see_the_latest_window_from_eight_cycles_on() {
    for gap in HAZARD..16 {
        let mut b = Bench::new();
        b.write(1, 100 * ONE, 1, false);
        b.out.clear();
        for k in 0..12 {
            b.drive(Kind::Ack, true, 1, 1); // − 1/2 each
            for other in 1..gap {
                b.drive(Kind::Ack, true, 2, 2 + u64::from((k + other) % 14)); // QPs around it, to catch wrong hits
            }
        }
        b.idle(20);
        let windows: Vec<u64> = b.out.iter().filter(|o| o.2 == 1).map(|o| o.3).collect();
        let expected: Vec<u64> = (1..13).map(|k| 100 * ONE - k * ONE / 2).collect();
        assert_eq!(windows, expected, "{gap} cycles apart");
    }
}
