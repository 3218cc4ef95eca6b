//! Directed tests against numbers worked by hand from the page.

use super::*;
use crate::sim::Sim;
use layout::dctcp::flag;
use layout::dctcp::LATENCY;
use layout::timing::HAZARD;

/// One packet of a window, 1.0 of CP.
const PACKET: u64 = 1 << 27;
const ONE: u64 = 1 << 21;

/// cwnd, ssthresh, CP, window_end, acked, marked, cut.
type Context = [u64; 7];

/// The flow of the worked number.
const FLOW: Context = [100 * PACKET, 50, ONE / 2, 1000, 98, 24, 0];

/// n, ece, seq, snd_nxt.
type Ack = (u64, bool, u64, u64);

struct Bench {
    sim: Sim<Dctcp>,
    cycle: u32,
    /// (cycle, qpn, cwnd, flags) of each output.
    out: Vec<(u32, u64, u64, u16)>,
    /// The context of the last host read.
    read: Context,
}

impl Bench {
    /// All contexts reset, and set 3 written: g = 1/16, windows from 1.5 packets on.
    fn new() -> Self {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Dctcp::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        sim.uut.init_we.next = true;
        for addr in 0..16 {
            sim.uut.init_addr.next = addr.into();
            sim.step().unwrap();
        }
        sim.uut.init_we.next = false;
        let u = &mut sim.uut;
        u.set_we.next = true;
        u.set_index.next = 3.into();
        u.set.next.g = (1 << 12).into();
        u.set.next.cwnd_min = (3 * PACKET / 2).into();
        u.set.next.cwnd_max = (4000 * PACKET).into();
        u.in_set.next = 3.into();
        sim.step().unwrap();
        sim.uut.set_we.next = false;
        Bench { sim, cycle: 0, out: vec![], read: [0; 7] }
    }

    fn step(&mut self) {
        self.sim.settle().unwrap();
        let u = &self.sim.uut;
        if u.out_valid.val() {
            let n = |v: u128| v as u64;
            let cwnd = n(u.out_cwnd.val().raw());
            self.out.push((self.cycle, n(u.out_qpn.val().raw()), cwnd, u.out_flags.val().raw() as u16));
            if u.out_kind.val() == Kind::HostRead as u64 {
                self.read = [
                    cwnd,
                    n(u.out_ssthresh.val().raw()),
                    n(u.out_cp.val().raw()),
                    n(u.out_window_end.val().raw()),
                    n(u.out_acked.val().raw()),
                    n(u.out_marked.val().raw()),
                    u64::from(u.out_cut.val()),
                ];
            }
        }
        self.sim.step().unwrap();
        self.sim.uut.in_valid.next = false;
        self.cycle += 1;
    }

    fn idle(&mut self, cycles: u32) {
        (0..cycles).for_each(|_| self.step());
    }

    fn drive(&mut self, kind: u64, qpn: u64, (n, ece, seq, snd_nxt): Ack) {
        let u = &mut self.sim.uut;
        u.in_valid.next = true;
        u.in_kind.next = kind.into();
        u.in_qpn.next = qpn.into();
        let is_host = kind == Kind::HostWrite as u64 || kind == Kind::HostRead as u64;
        let acks = if is_host || kind == Kind::Ack as u64 { n } else { 0 };
        u.in_n0.next = (if ece { 0 } else { acks }).into();
        u.in_n1.next = (if ece { acks } else { 0 }).into();
        u.in_loss.next = kind == Kind::Loss as u64;
        u.in_seq.next = seq.into();
        u.in_snd_nxt.next = snd_nxt.into();
        self.step();
    }

    fn alone(&mut self, kind: u64, ack: Ack) -> (u64, u16) {
        self.out.clear();
        self.drive(kind, 2, ack);
        self.idle(LATENCY + 2);
        assert_eq!(self.out.len(), 1);
        (self.out[0].2, self.out[0].3)
    }

    fn write(&mut self, [cwnd, ssthresh, cp, window_end, acked, marked, cut]: Context) {
        let u = &mut self.sim.uut;
        u.host.next.cwnd = cwnd.into();
        u.host.next.ssthresh = ssthresh.into();
        u.host.next.cp = cp.into();
        u.host.next.window_end = window_end.into();
        u.host.next.acked = acked.into();
        u.host.next.marked = marked.into();
        u.host.next.cut = cut == 1;
        // what its ports hold beside is nothing to a host's event
        assert_eq!(self.alone(Kind::HostWrite as u64, (9, true, 5, 7)).1, 0);
    }

    fn read(&mut self) -> Context {
        assert_eq!(self.alone(Kind::HostRead as u64, (9, true, 5, 7)).1, 0);
        self.read
    }

    /// Flags of one event in this context, and the context after it.
    fn event(&mut self, context: Context, kind: Kind, ack: Ack) -> (Context, u16) {
        self.write(context);
        let (cwnd, flags) = self.alone(kind as u64, ack);
        let after = self.read();
        assert_eq!(after[0], cwnd);
        (after, flags)
    }
}

#[test]
fn the_worked_number_of_the_page() {
    let mut bench = Bench::new();
    let (after, flags) = bench.event(FLOW, Kind::Ack, (2, true, 1001, 1100));
    assert_eq!(after, [10_167_001_600, 75, 1_017_119, 1100, 0, 0, 1]);
    assert_eq!(flags, flag::CLOSE | flag::CUT);
    // 100 + 3/100 of a packet, as the division has it
    let (after, flags) = bench.event(FLOW, Kind::Ack, (3, false, 900, 999));
    assert_eq!((after, flags), ([100 * PACKET + 4_026_528, 50, ONE / 2, 1000, 101, 24, 0], 0));
}

#[test]
fn slow_start_cuts_losses_and_the_clamps() {
    let mut bench = Bench::new();
    let slow = [100 * PACKET, 101, ONE / 2, 1000, 98, 24, 0];
    let (after, flags) = bench.event(slow, Kind::Ack, (3, false, 999, 7));
    assert_eq!((after, flags), ([103 * PACKET, 101, ONE / 2, 1000, 101, 24, 0], flag::SLOW_START));
    // a quarter is taken off; then the window has been cut
    let (after, flags) = bench.event(FLOW, Kind::Ack, (3, true, 900, 7));
    assert_eq!((after, flags), ([75 * PACKET, 75, ONE / 2, 1000, 101, 27, 1], flag::CUT));
    let (after, flags) = bench.event(after, Kind::Ack, (3, true, 900, 7));
    assert_eq!((after, flags), ([75 * PACKET, 75, ONE / 2, 1000, 104, 30, 1], 0));
    assert_eq!(bench.event(after, Kind::Loss, (3, true, 900, 7)), (after, flag::IGNORED));
    let (after, flags) = bench.event(FLOW, Kind::Loss, (3, true, 900, 7));
    assert_eq!((after, flags), ([50 * PACKET, 50, ONE / 2, 1000, 98, 24, 1], flag::CUT));
    // an odd window: half of an LSB is taken off as a whole one
    let (after, _) = bench.event([100 * PACKET + 1, 50, ONE, 1000, 98, 24, 0], Kind::Loss, (0, false, 0, 0));
    assert_eq!(after[0], 50 * PACKET);
    let (after, flags) = bench.event([2 * PACKET, 1, ONE, 1000, 98, 24, 0], Kind::Ack, (1, true, 900, 7));
    assert_eq!((after[0], after[1], flags), (3 * PACKET / 2, 1, flag::CUT | flag::FLOOR));
    let (after, flags) = bench.event([3999 * PACKET, 8191, ONE, 1000, 98, 24, 0], Kind::Ack, (2, false, 900, 7));
    assert_eq!((after[0], flags), (4000 * PACKET, flag::SLOW_START | flag::SAT));
    for (kind, ack) in
        [(Kind::Ack, (0, true, 1001, 7)), (Kind::Cnp, (1, true, 1001, 7)), (Kind::Data, (1, false, 0, 7))]
    {
        assert_eq!(bench.event(FLOW, kind, ack), (FLOW, flag::IGNORED), "{kind:?}");
    }
}

/// All of 4 marked, from CP = 0, g = 1/16; one of 4; none, from one LSB.
#[test]
fn cp_moves_at_the_end_of_a_window() {
    let mut bench = Bench::new();
    let cp = |bench: &mut Bench, cp, marked, ece| {
        let (after, flags) = bench.event([PACKET << 6, 1, cp, 0xff_ffff, 3, marked, 1], Kind::Ack, (1, ece, 0, 9));
        assert_eq!((&after[3..6], flags & flag::CLOSE), (&[9, 0, 0][..], flag::CLOSE));
        after[2]
    };
    assert_eq!(cp(&mut bench, 0, 3, true), ONE / 16);
    assert_eq!(cp(&mut bench, ONE, 3, true), ONE);
    assert_eq!(cp(&mut bench, ONE, 1, false), ONE / 16 * 15 + ONE / 64);
    assert_eq!(cp(&mut bench, 1, 0, false), 0);
}

#[test]
fn what_no_host_should_write_is_stored_as_the_nearest_that_it_may() {
    let mut bench = Bench::new();
    bench.write([PACKET - 1, 0, 2 * ONE - 1, 3, 4, 5, 0]);
    assert_eq!(bench.read(), [PACKET, 0, ONE, 3, 4, 5, 0]);
}

/// Growth by one from a power of two: each ACK adds what the window before it gave.
#[test]
fn every_event_sees_the_one_before_it_at_every_distance_from_the_hazard_on() {
    for distance in HAZARD..=HAZARD + 6 {
        let mut bench = Bench::new();
        bench.write([2 * PACKET, 1, ONE, 1000, 0, 0, 0]);
        bench.out.clear();
        let start = bench.cycle;
        for _ in 0..2 {
            bench.drive(Kind::Ack as u64, 2, (4, false, 900, 999)); // 2 + 4/2 = 4, 4 + 4/4 = 5
            bench.idle(distance - 1);
        }
        // a loss: 5/2; and the window is not cut again
        bench.drive(Kind::Loss as u64, 2, (0, false, 0, 0));
        bench.idle(distance - 1);
        bench.drive(Kind::Ack as u64, 2, (4, true, 900, 999));
        bench.idle(LATENCY + 2);
        let windows: Vec<_> = bench.out.iter().map(|o| (o.0 - start, o.2, o.3)).collect();
        let at = |k: u32| LATENCY + k * distance;
        let expected = [
            (at(0), 4 * PACKET, 0),
            (at(1), 5 * PACKET, 0),
            (at(2), 5 * PACKET / 2, flag::CUT),
            (at(3), 5 * PACKET / 2, 0),
        ];
        assert_eq!(windows, expected, "{distance} cycles apart");
    }
}
