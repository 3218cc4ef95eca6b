//! Directed tests against numbers worked by hand from the page.

use super::*;
use crate::sim::Sim;
use layout::hpcc::{self, flag};
use layout::record::Kind;
use layout::timing::{HAZARD, WINDOW_LATENCY};

/// A byte of a window.
const BYTE: u64 = 1 << 12;
/// 1.0 of U and theta.
const ONE: u64 = 1 << 36;

/// A parameter set. T = 8000 ns: 1/T = 134218·2^−30.
#[derive(Copy, Clone)]
struct Set {
    t: u64,
    eta: u64,
    max_stage: u64,
    w_ai: u64,
    w_min: u64,
    w_max: u64,
    sync_first: bool,
    gain: (u64, u64),
}

/// That of the worked number.
const SET: Set = Set {
    t: 8000,
    eta: 15 << 12,
    max_stage: 5,
    w_ai: 100 * BYTE,
    w_min: 1000 * BYTE,
    w_max: (1 << 40) - 1,
    sync_first: false,
    gain: (134_218, 30),
};

/// U, W, Wc, incStage, lastUpdate.
type Context = [u64; 5];

/// What an update brings.
#[derive(Copy, Clone)]
struct Update {
    flags: u16,
    theta: u64,
    addend: u64,
    receiver: bool,
    seq: u64,
    mark: u64,
}

/// U becomes `u`; of a sender, one packet ahead of lastUpdateSeq = 0.
const fn becomes(u: u64) -> Update {
    Update { flags: 0, theta: ONE, addend: u, receiver: false, seq: 1, mark: 0 }
}

struct Bench {
    sim: Sim<Window>,
    cycle: u32,
    /// (cycle, qpn, W, R, flags) of each output.
    out: Vec<(u32, u64, u64, u64, u16)>,
    /// The context of the last host read.
    read: Context,
}

impl Bench {
    /// All contexts reset, and set 3 written.
    fn new(set: Set) -> Self {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Window::new(), |b| &mut b.clock);
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
        u.set.next.t = set.t.into();
        u.set.next.eta = set.eta.into();
        u.set.next.max_stage = set.max_stage.into();
        u.set.next.w_ai = set.w_ai.into();
        u.set.next.w_min = set.w_min.into();
        u.set.next.w_max = set.w_max.into();
        u.set.next.sync_first = set.sync_first;
        u.set.next.rate_gain_m = set.gain.0.into();
        u.set.next.rate_gain_e = set.gain.1.into();
        u.in_set.next = 3.into();
        sim.step().unwrap();
        sim.uut.set_we.next = false;
        Bench { sim, cycle: 0, out: vec![], read: [0; 5] }
    }

    fn step(&mut self) {
        self.sim.settle().unwrap();
        let u = &self.sim.uut;
        if u.out_valid.val() {
            let n = |v: u128| v as u64;
            let w = n(u.out_w.val().raw());
            self.out.push((
                self.cycle,
                n(u.out_qpn.val().raw()),
                w,
                n(u.out_r.val().raw()),
                u.out_flags.val().raw() as u16,
            ));
            if u.out_kind.val() == Kind::HostRead as u64 {
                let (wc, last) = (n(u.out_wc.val().raw()), n(u.out_last_update.val().raw()));
                self.read = [n(u.out_u.val().raw()), w, wc, n(u.out_inc_stage.val().raw()), last];
            }
        }
        self.sim.step().unwrap();
        self.sim.uut.in_valid.next = false;
        self.cycle += 1;
    }

    fn idle(&mut self, cycles: u32) {
        (0..cycles).for_each(|_| self.step());
    }

    fn drive(&mut self, kind: Kind, qpn: u64, update: Update) {
        let u = &mut self.sim.uut;
        u.in_valid.next = true;
        u.in_kind.next = (kind as u64).into();
        u.in_qpn.next = qpn.into();
        u.in_flags.next = u64::from(update.flags >> flag::FOUND).into();
        u.in_theta.next = update.theta.into();
        u.in_addend.next = update.addend.into();
        u.in_receiver.next = update.receiver;
        u.in_seq.next = update.seq.into();
        u.in_mark.next = update.mark.into();
        self.step();
    }

    fn alone(&mut self, kind: Kind, qpn: u64, update: Update) -> (u64, u64, u16) {
        self.out.clear();
        self.drive(kind, qpn, update);
        self.idle(WINDOW_LATENCY + 2);
        assert_eq!(self.out.len(), 1);
        (self.out[0].2, self.out[0].3, self.out[0].4)
    }

    fn write(&mut self, qpn: u64, [host_u, w, wc, inc_stage, last]: Context) {
        let u = &mut self.sim.uut;
        u.host.next.u = host_u.into();
        u.host.next.w = w.into();
        u.host.next.wc = wc.into();
        u.host.next.inc_stage = inc_stage.into();
        u.host.next.last_update = last.into();
        // what its ports hold beside is nothing to a host's event
        let (out_w, _, flags) = self.alone(Kind::HostWrite, qpn, Update { flags: 0x3f << flag::FOUND, ..becomes(5) });
        assert_eq!((out_w, flags), (w, 0));
    }

    fn read(&mut self, qpn: u64) -> Context {
        let (_, _, flags) = self.alone(Kind::HostRead, qpn, Update { flags: 0x3f << flag::FOUND, ..becomes(5) });
        assert_eq!(flags, 0);
        self.read
    }

    /// W and flags of one update of QP 2 in this context, and the context after it.
    fn update(&mut self, context: Context, update: Update) -> (u64, u16, Context) {
        self.write(2, context);
        let (w, _, flags) = self.alone(Kind::Ack, 2, update);
        (w, flags, self.read(2))
    }
}

#[test]
fn an_event_leaves_twenty_six_cycles_after_it_entered() {
    let mut b = Bench::new(SET);
    b.drive(Kind::Ack, 3, becomes(0));
    b.idle(30);
    assert_eq!(b.out.iter().map(|o| (o.0, o.1)).collect::<Vec<_>>(), [(WINDOW_LATENCY, 3)]);
}

#[test]
fn the_worked_number_of_the_page() {
    let mut b = Bench::new(SET);
    let ack = Update {
        flags: 0,
        theta: 34_359_738_375,
        addend: 6_871_947_675 + 26_388_279_067,
        receiver: false,
        seq: 101,
        mark: 110,
    };
    let before = [ONE / 2, 1, 60_000 * BYTE, 2, 100];
    let (w, flags, after) = b.update(before, ack);
    assert_eq!((w, flags), (60_100 * BYTE, flag::FULL));
    assert_eq!(after, [50_440_095_923, 60_100 * BYTE, 60_100 * BYTE, 3, 110]);
    b.write(2, before);
    assert_eq!(b.alone(Kind::Ack, 2, ack), (60_100 * BYTE, 2_016_625_450, flag::FULL));
    let (w, flags, after) = b.update([ONE / 2, 1, 60_000 * BYTE, 5, 100], ack);
    assert_eq!((w, flags), (314_305_225, flag::FULL | flag::MULT));
    assert_eq!(after, [50_440_095_923, 314_305_225, 314_305_225, 0, 110]);
}

#[test]
fn what_only_records_telemetry_keeps_the_window() {
    let context = [7, 1000 * BYTE, 2000 * BYTE, 3, 4];
    for sync_first in [false, true] {
        let mut b = Bench::new(Set { sync_first, ..SET });
        for flags in [flag::FIRST, flag::PATH, flag::HOPS] {
            for receiver in [false, true] {
                let update = Update { flags, receiver, mark: 99, ..becomes(5) };
                let (w, out, after) = b.update(context, update);
                assert_eq!((w, out), (1000 * BYTE, flags));
                let last = if sync_first && flags == flag::FIRST && !receiver { 99 } else { 4 };
                assert_eq!(after, [7, 1000 * BYTE, 2000 * BYTE, 3, last]);
            }
        }
        // without anything measured, U stays, and the window is computed
        let update = Update { flags: flag::IDLE | flag::STILL, ..becomes(5) };
        let (w, out, after) = b.update([7, 1, 2000 * BYTE, 3, 0], update);
        assert_eq!((w, out), (2100 * BYTE, flag::IDLE | flag::STILL | flag::FULL));
        assert_eq!(after, [7, w, w, 4, 0]);
    }
}

#[test]
fn an_update_is_full_when_the_sequence_number_or_the_clock_is_far_enough() {
    let mut b = Bench::new(SET);
    let context = |last| [0, 1, 2000 * BYTE, 0, last];
    for (last, seq, full) in [
        (5, 5, false),
        (5, 6, true),
        (5, 5 + (1 << 23) - 1, true),
        (5, 5 + (1 << 23), false),
        (5, 4, false),
        (0xff_ffff, 0, true),
        (0xabff_ffff, 0, true), // of a time that a receiver left, the low 24 bits
    ] {
        let (w, flags, after) = b.update(context(last), Update { seq, mark: 77, ..becomes(0) });
        assert_eq!((w, flags), (2100 * BYTE, if full { flag::FULL } else { 0 }), "{last:#x} {seq:#x}");
        let kept = [0, w, 2000 * BYTE, 0, last];
        assert_eq!(after, if full { [0, w, w, 1, 77] } else { kept });
    }
    for (last, now, full) in [
        (100, 8100, false),
        (100, 8101, true),
        (100, 100, false),
        (0xffff_ffff, 7999, false),
        (0xffff_ffff, 8000, true),
        (100, 99, true),
        (0, 1 << 20, true),
    ] {
        let update = Update { receiver: true, seq: (last + 1) & 0xff_ffff, mark: now, ..becomes(0) };
        let (w, flags, after) = b.update(context(last), update);
        assert_eq!(flags, if full { flag::FULL } else { 0 }, "{last} {now}");
        assert_eq!(after[4], if full { now } else { last });
        assert_eq!(w, 2100 * BYTE);
    }
}

#[test]
fn a_window_stops_at_its_clamps_and_not_before() {
    let (w_min, w_max) = (1000 * BYTE, 3000 * BYTE);
    let mut b = Bench::new(Set { w_max, ..SET });
    let mut additive = |wc| {
        let (w, flags, _) = b.update([0, 1, wc, 0, 1], Update { seq: 1, ..becomes(0) });
        (w, flags)
    };
    assert_eq!(additive(900 * BYTE - 1), (w_min, flag::FLOOR));
    assert_eq!(additive(900 * BYTE), (w_min, 0));
    assert_eq!(additive(2900 * BYTE), (w_max, 0));
    assert_eq!(additive(2900 * BYTE + 1), (w_max, flag::SAT));
    assert_eq!(additive(0), (w_min, flag::FLOOR));
    assert_eq!(additive((1 << 40) - 1), (w_max, flag::SAT));
    // eta/U = 15/16·2^24/1: a product beyond the sum's width
    let mut scaled = |u, wc| {
        let (w, flags, after) = b.update([0, 1, wc, 5, 0], becomes(u));
        assert_eq!(after, [u, w, w, 0, 0]);
        (w, flags & !flag::FULL)
    };
    assert_eq!(scaled(1, (1 << 40) - 1), (w_max, flag::MULT | flag::SAT));
    assert_eq!(scaled(1, 1), (w_max, flag::MULT | flag::SAT));
    assert_eq!(scaled(1, 0), (w_min, flag::MULT | flag::FLOOR));
    assert_eq!(scaled((1 << 48) - 1, (1 << 40) - 1), (w_max, flag::MULT | flag::SAT));
    assert_eq!(scaled((1 << 48) - 1, 1), (w_min, flag::MULT | flag::FLOOR));
    assert_eq!(scaled(0, 900 * BYTE), (w_max, flag::MULT | flag::U_ZERO));
    // U = 1: r = 245760 of recip's line, 15/16·(1 − 2^−19), to nearest: exact; 1920·15/16 + 100
    assert_eq!(scaled(ONE, 1920 * BYTE), (1900 * BYTE, flag::MULT));
}

#[test]
fn the_branch_is_taken_at_eta_and_at_max_stage() {
    let mut b = Bench::new(SET);
    let eta = SET.eta << 20;
    for (u, inc_stage, mult) in [(eta - 1, 4, false), (eta, 4, true), (eta - 1, 5, true), (0, 5, true), (0, 31, true)] {
        let (_, flags, after) = b.update([0, 1, 2000 * BYTE, inc_stage, 0], becomes(u));
        assert_eq!(flags & flag::MULT != 0, mult, "U = {u}, incStage = {inc_stage}");
        assert_eq!(after[3], if mult { 0 } else { inc_stage + 1 });
    }
}

#[test]
fn u_and_r_saturate() {
    let max = hpcc::Util::MAX_RAW;
    let mut b = Bench::new(Set { t: 256, gain: (1 << 17, 25), ..SET });
    let theta = ONE / 2;
    for (addend, u, sat) in [(max / 2 + 1, max, true), (max / 2, max, false), ((1 << 49) - 1, max, true)] {
        // (2^48 − 1)/2 rounds up to 2^47
        let (_, flags, after) = b.update([max, 1, 0, 0, 0], Update { theta, addend, ..becomes(0) });
        assert_eq!((flags & flag::U_SAT != 0, after[0]), (sat, u));
    }
    // R = W/256 in U12.28 is W·2^8: at 2^32 and more it does not fit
    b.write(2, [0, 0, (1 << 32) - 1 - 100 * BYTE, 0, 1]);
    let (w, r, flags) = b.alone(Kind::Ack, 2, becomes(0));
    assert_eq!((w, r, flags), ((1 << 32) - 1, (1 << 40) - 256, 0));
    b.write(2, [0, 0, (1 << 32) - 100 * BYTE, 0, 1]);
    let (w, r, flags) = b.alone(Kind::Ack, 2, becomes(0));
    assert_eq!((w, r, flags), (1 << 32, hpcc::Rate::MAX_RAW, flag::R_SAT));
}

#[test]
fn a_host_read_returns_what_the_host_wrote() {
    let mut b = Bench::new(SET);
    let all = [(1 << 48) - 1, (1 << 40) - 1, (1 << 40) - 1, 31, 0xffff_ffff];
    for context in [all, [0; 5], [1, 2, 3, 4, 5]] {
        b.write(9, context);
        assert_eq!(b.read(9), context);
    }
    let reset = [hpcc::STATE_U, hpcc::STATE_W, hpcc::STATE_WC, hpcc::INC_STAGE, hpcc::LAST_UPDATE].map(|f| f.reset);
    assert_eq!(b.read(8), reset);
}

#[test]
fn events_of_one_qp_see_the_latest_context_from_eight_cycles_on() {
    for gap in HAZARD..13 {
        let mut b = Bench::new(Set { max_stage: 31, ..SET });
        b.write(1, [ONE / 2, 0, 1000 * BYTE, 0, 0]);
        b.out.clear();
        for k in 1..12u64 {
            // U halves; Wc grows by 100 bytes; with an older lastUpdateSeq, the update would not be full
            let seq = (k << 22) & 0xff_ffff;
            b.drive(Kind::Ack, 1, Update { theta: ONE / 2, seq, mark: seq, ..becomes(0) });
            for other in 1..gap {
                // QPs around it, to catch wrong words
                let qpn = 2 + (k + u64::from(other)) % 14;
                b.drive(Kind::Ack, qpn, Update { theta: ONE / 4, seq: 5, mark: 5, ..becomes(3) });
            }
        }
        b.idle(WINDOW_LATENCY + 2);
        let windows: Vec<_> = b.out.iter().filter(|o| o.1 == 1).map(|o| (o.2, o.4)).collect();
        let expected: Vec<_> = (1..12).map(|k| ((1000 + 100 * k) * BYTE, flag::FULL)).collect();
        assert_eq!(windows, expected, "{gap} cycles apart");
        assert_eq!(b.read(1), [ONE >> 12, 2100 * BYTE, 2100 * BYTE, 11, (11 << 22) & 0xff_ffff]);
    }
}
