//! The engine's interface by hand: timing, initialisation, host port, order, back-pressure.

use super::*;
use crate::sim::Sim;
use layout::ldcp;
use layout::record::flag;

const ONE: u64 = 1 << 28;

/// What is seen in one cycle.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    room: bool,
    s_event_ready: bool,
    host_ready: bool,
    host_done: Option<(u64, u64, bool, u64, bool)>,
    /// (kind, qpn, cw, interval, flags)
    upd: Option<(u64, u64, u64, u64, u8)>,
    init_done: bool,
}

struct Bench(Sim<Engine<4, 4>>);

impl Bench {
    fn in_reset() -> Self {
        let mut sim = Sim::new(Engine::<4, 4>::new(false), |b| &mut b.clock);
        sim.uut.cfg_alpha.next = ldcp::ALPHA.reset.into();
        sim.uut.cfg_beta.next = ldcp::BETA.reset.into();
        sim.uut.cfg_gamma.next = ldcp::GAMMA.reset.into();
        sim.uut.cfg_eta.next = ldcp::ETA.reset.into();
        sim.uut.cfg_cw_max.next = ldcp::CW_MAX.reset.into();
        sim.uut.upd_ready.next = true;
        sim.reset(2).unwrap();
        Bench(sim)
    }

    fn new() -> Self {
        let mut b = Self::in_reset();
        (0..20).for_each(|_| {
            b.cycle();
        });
        b
    }

    /// One cycle with the inputs as set; afterwards all valids are low.
    fn cycle(&mut self) -> Seen {
        self.0.settle().unwrap();
        let u = &self.0.uut;
        let raw = |x: u128| x as u64;
        let seen = Seen {
            room: u.room.val(),
            s_event_ready: u.s_event_ready.val(),
            host_ready: u.host_ready.val(),
            host_done: u.host_done.val().then(|| {
                let (cw, rtt, psn) = (u.host_rcw.val().raw(), u.host_rrtt.val().raw(), u.host_rpsn.val().raw());
                (raw(cw), raw(rtt), u.host_ralg.val(), raw(psn), u.host_rpsn_valid.val())
            }),
            upd: u.upd_valid.val().then(|| {
                let (kind, qpn, cw) = (u.upd_kind.val().raw(), u.upd_qpn.val().raw(), u.upd_cw.val().raw());
                let (interval, flags) = (u.upd_interval.val().raw(), u.upd_flags.val().raw());
                (raw(kind), raw(qpn), raw(cw), raw(interval), flags as u8)
            }),
            init_done: u.init_done.val(),
        };
        self.0.step().unwrap();
        let u = &mut self.0.uut;
        u.pkt_valid.next = false;
        u.s_event_valid.next = false;
        u.host_valid.next = false;
        seen
    }

    fn s_event(&mut self, kind: u64, ece: bool, n: u64, qpn: u64) {
        let u = &mut self.0.uut;
        u.s_event_valid.next = true;
        u.s_event_kind.next = kind.into();
        u.s_event_ece.next = ece;
        u.s_event_use_psn.next = false;
        u.s_event_n.next = n.into();
        u.s_event_qpn.next = qpn.into();
    }

    fn pkt(&mut self, psn: u64, qpn: u64) {
        let u = &mut self.0.uut;
        u.pkt_valid.next = true;
        u.pkt_kind.next = 0.into();
        u.pkt_psn.next = psn.into();
        u.pkt_qpn.next = qpn.into();
    }

    fn host(&mut self, write: bool, qpn: u64) {
        let u = &mut self.0.uut;
        u.host_valid.next = true;
        u.host_write.next = write;
        u.host_qpn.next = qpn.into();
        u.host_cw.next = (ONE / 2).into();
        u.host_rtt.next = 10_000.into();
        u.host_alg.next = false;
        u.host_psn.next = 99.into();
        u.host_psn_valid.next = true;
    }

    /// Runs until the update queue has been empty for a while; the updates seen.
    fn drain(&mut self) -> Vec<(u64, u64, u64, u64, u8)> {
        (0..100).filter_map(|_| self.cycle().upd).collect()
    }
}

#[test]
fn init_done_rises_after_as_many_cycles_as_there_are_qps() {
    let mut b = Bench::in_reset();
    let seen: Vec<Seen> = (0..19).map(|_| b.cycle()).collect();
    assert!(seen[..16].iter().all(|s| !s.init_done && !s.room && !s.s_event_ready && !s.host_ready));
    assert!(seen[16].init_done && !seen[16].room);
    assert!(seen[17].room && seen[17].s_event_ready && seen[17].host_ready);
}

#[test]
fn an_update_follows_its_event_after_25_cycles() {
    let mut b = Bench::new();
    b.s_event(0, true, 1, 3);
    let updates: Vec<_> = (0..30).map(|_| b.cycle().upd).collect();
    let at: Vec<usize> = (0..30).filter(|t| updates[*t].is_some()).collect();
    assert_eq!(at, [25]);
    // 1 − 1/2; 10000 ns / (1/2)
    assert_eq!(updates[25], Some((0, 3, ONE / 2, 20_000, flag::PACED)));
}

#[test]
fn a_host_write_is_read_back_and_its_operations_make_no_update() {
    let mut b = Bench::new();
    b.host(true, 5);
    assert!(b.cycle().host_ready);
    b.host(false, 5); // refused while the write is under way
    assert!(!b.cycle().host_ready);
    let seen: Vec<Seen> = (0..40).map(|_| b.cycle()).collect();
    assert!(seen.iter().all(|s| s.upd.is_none()));
    // taken in t: psn out t + 4, queue t + 5, issue t + 6, PAWA's out t + 17; two cycles are gone
    let done: Vec<usize> = (0..40).filter(|t| seen[*t].host_done.is_some()).collect();
    assert_eq!(done, [15]);
    assert!(!seen[15].host_ready && seen[16].host_ready);
    b.host(false, 5);
    let read: Vec<_> = (0..40).filter_map(|_| b.cycle().host_done).collect();
    assert_eq!(read, [(ONE / 2, 10_000, false, 99, true)]);
    b.host(false, 6);
    let read: Vec<_> = (0..40).filter_map(|_| b.cycle().host_done).collect();
    assert_eq!(read, [(ldcp::CW.reset, ldcp::RTT.reset, false, 0, false)]);
}

#[test]
fn the_parser_goes_before_the_host_and_the_host_before_s_event() {
    let mut b = Bench::new();
    b.pkt(7, 1);
    b.host(false, 2);
    b.s_event(1, false, 0, 3);
    let seen = b.cycle();
    assert!(!seen.host_ready && !seen.s_event_ready);
    b.host(false, 2);
    b.s_event(1, false, 0, 3);
    let seen = b.cycle();
    assert!(seen.host_ready && !seen.s_event_ready);
    b.host(false, 2); // under way: does not hold s_event back
    b.s_event(6, false, 0, 3); // an unknown kind is a loss
    assert!(b.cycle().s_event_ready);
    let updates = b.drain();
    assert_eq!(updates, [(0, 1, 2 * ONE - 512, 0, 0), (1, 3, ONE, 0, flag::IGNORED)]);
}

#[test]
fn nothing_is_lost_or_reordered_within_a_qp_under_back_pressure() {
    let mut b = Bench::new();
    b.host(true, 0);
    b.drain();
    let (mut sent, mut seen) = (0, vec![]);
    for t in 0..3000 {
        b.0.uut.upd_ready.next = t % 700 > 500 || t > 2500;
        let qpn = 1 + sent % 3;
        if sent < 300 {
            b.s_event(0, false, 0, qpn); // n = 0: only the order counts
        }
        let s = b.cycle();
        sent += u64::from(sent < 300 && s.s_event_ready);
        if let Some(u) = s.upd {
            if t % 700 > 500 || t > 2500 {
                seen.push(u.1);
            }
        }
    }
    assert_eq!(seen.len(), 300);
    for qpn in 1..4 {
        assert_eq!(seen.iter().filter(|q| **q == qpn).count(), 100);
    }
}
