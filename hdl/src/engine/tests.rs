//! The engine's interface by hand: timing, initialisation, host port, order, back-pressure.

use super::*;
use crate::sim::Sim;
use layout::config::{Config, Unit};
use layout::ldcp;
use layout::record::{flag, Kind};
use layout::registers::{unit_page, Register};
use layout::timing::Latency;

const ONE: u64 = 1 << 28;

/// What is seen in one cycle.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    room: bool,
    s_event_ready: bool,
    host_ready: bool,
    /// (alg, set, psn, open)
    host_done: Option<(u64, u64, u64, bool)>,
    /// (kind, qpn, window, pace, flags)
    upd: Option<(u64, u64, u64, u64, u64)>,
    upd_alg: u64,
    upd_una: u64,
    init_done: bool,
}

struct Bench {
    sim: Sim<Engine>,
    ldcp: bool,
}

fn config(units: &[Unit], hops: u32) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.wait_slots, config.hpcc.hops) = (16, 4, hops);
    config.engine.units = units.to_vec();
    config.check().unwrap();
    config
}

fn raw<const N: usize>(x: U<N>) -> u64 {
    x.raw() as u64
}

impl Bench {
    fn in_reset(config: &Config) -> Self {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Engine::new(config), |b| &mut b.clock);
        sim.uut.upd_ready.next = true;
        sim.reset(2).unwrap();
        Bench { sim, ldcp: config.has(Unit::Ldcp) }
    }

    /// Initialised, with LDCP alone; the parameters are those of the initialisation.
    fn new() -> Self {
        Self::with(&config(&[Unit::Ldcp], 5))
    }

    fn with(config: &Config) -> Self {
        let mut b = Self::in_reset(config);
        (0..20).for_each(|_| {
            b.cycle();
        });
        if b.ldcp {
            // what a host write of its part stores
            b.write("host_ldcp_cw", ONE / 2);
            b.write("host_ldcp_rtt", 10_000);
        }
        b
    }

    fn register(name: &str) -> Register {
        let all = Unit::ALL.into_iter().flat_map(|unit| unit_page(&Config::default(), unit));
        all.into_iter().find(|register| register.name() == name).expect("a unit's page has it")
    }

    /// Writes a register of a unit's page.
    fn write(&mut self, name: &str, value: u64) {
        let register = Self::register(name);
        for k in 0..register.words() {
            let (index, data) = (u64::from(register.index() + k), value >> (32 * k) & 0xffff_ffff);
            let bus = &mut self.sim.uut.unit_bus;
            (bus.next.windex, bus.next.wdata) = (index.into(), data.into());
            self.cycle();
            self.sim.uut.unit_bus.next.write = true;
            self.cycle();
            let bus = &mut self.sim.uut.unit_bus;
            bus.next.write = false;
            (bus.next.last_index, bus.next.last_data) = (index.into(), data.into());
        }
    }

    /// Reads one.
    fn read(&mut self, name: &str) -> u64 {
        let register = Self::register(name);
        (0..register.words()).fold(0, |value, k| {
            self.sim.uut.unit_bus.next.rindex = u64::from(register.index() + k).into();
            self.cycle();
            self.sim.settle().unwrap();
            value | raw(self.sim.uut.unit_answer.val().rdata) << (32 * k)
        })
    }

    /// One cycle with the inputs as set; afterwards all valids are low.
    fn cycle(&mut self) -> Seen {
        self.sim.settle().unwrap();
        let u = &self.sim.uut;
        let seen = Seen {
            room: u.room.val(),
            s_event_ready: u.s_event_ready.val(),
            host_ready: u.host_ready.val(),
            host_done: u.host_done.val().then(|| {
                let psn = (raw(u.found_psn.val()), u.found_open.val());
                (raw(u.found_alg.val()), raw(u.found_set.val()), psn.0, psn.1)
            }),
            upd: u.upd_valid.val().then(|| {
                let (kind, qpn, window) = (u.upd_kind.val(), u.upd_qpn.val(), u.upd_window.val());
                (raw(kind), raw(qpn), raw(window), raw(u.upd_pace.val()), raw(u.upd_flags.val()))
            }),
            upd_alg: raw(u.upd_alg.val()),
            upd_una: raw(u.upd_una_psn.val()),
            init_done: u.init_done.val(),
        };
        self.sim.step().unwrap();
        let u = &mut self.sim.uut;
        u.pkt_valid.next = false;
        u.s_event_valid.next = false;
        u.host_valid.next = false;
        u.tx_valid.next = false;
        for path in &mut u.s_event_opt {
            path.next.telemetry = false;
        }
        seen
    }

    fn s_event(&mut self, kind: u64, ece: bool, n: u64, qpn: u64) {
        let u = &mut self.sim.uut;
        u.s_event_valid.next = true;
        u.s_event_kind.next = kind.into();
        u.s_event_ece.next = ece;
        u.s_event_use_psn.next = false;
        u.s_event_n.next = n.into();
        u.s_event_qpn.next = qpn.into();
    }

    /// An ACK with telemetry; a hop is (speed, ts, tx, q).
    fn telemetry(&mut self, psn: u64, qpn: u64, path: u64, hops: &[[u64; 4]]) {
        self.s_event(Kind::Ack as u64, false, 0, qpn);
        let u = &mut self.sim.uut;
        u.s_event_use_psn.next = true;
        u.s_event_psn.next = psn.into();
        u.s_event_opt[0].next = Path { telemetry: true, path: path.into(), n_hop: (hops.len() as u64).into() };
        for (port, [speed, ts, tx, q]) in u.s_event_hop.iter_mut().zip(hops) {
            port.next = Hop { speed: (*speed).into(), ts: (*ts).into(), tx: (*tx).into(), q: (*q).into() };
        }
    }

    /// Opens a QP behind this PSN.
    fn open(&mut self, qpn: u64, psn: u64) {
        self.host(true, 2, qpn);
        self.sim.uut.host_psn.next = psn.into();
        self.cycle();
        self.done();
    }

    /// The NIC has sent, and sends this PSN next.
    fn tx(&mut self, qpn: u64, psn: u64) {
        let u = &mut self.sim.uut;
        u.tx_valid.next = true;
        u.tx_qpn.next = qpn.into();
        u.tx_psn.next = psn.into();
    }

    fn pkt(&mut self, psn: u64, qpn: u64) {
        let u = &mut self.sim.uut;
        u.pkt_valid.next = true;
        u.pkt_kind.next = 0.into();
        u.pkt_psn.next = psn.into();
        u.pkt_qpn.next = qpn.into();
    }

    /// A write of the parts in `parts`, or a read.
    fn host(&mut self, write: bool, parts: u64, qpn: u64) {
        let u = &mut self.sim.uut;
        u.host_valid.next = true;
        u.host_write.next = write;
        u.host_parts.next = parts.into();
        u.host_qpn.next = qpn.into();
        u.host_alg.next = 1.into();
        u.host_set.next = 6.into();
        u.host_psn.next = 99.into();
        u.host_open.next = true;
    }

    /// Cycles until `host_done`; what was found: (cw, rtt, alg, set, psn, open).
    fn done(&mut self) -> (u64, u64, u64, u64, u64, bool) {
        let found = (0..200).find_map(|_| self.cycle().host_done);
        let (alg, set, psn, open) = found.expect("the operation is complete");
        self.sim.uut.unit_bus.next.found_now = true;
        self.cycle();
        self.sim.uut.unit_bus.next.found_now = false;
        let [cw, rtt] = ["found_ldcp_cw", "found_ldcp_rtt"].map(|name| if self.ldcp { self.read(name) } else { 0 });
        (cw, rtt, alg, set, psn, open)
    }

    /// Runs until the update queue has been empty for a while; the updates seen.
    fn drain(&mut self) -> Vec<(u64, u64, u64, u64, u64)> {
        (0..100).filter_map(|_| self.cycle().upd).collect()
    }
}

#[test]
fn init_done_rises_after_as_many_cycles_as_there_are_qps() {
    for units in [&[Unit::Ldcp][..], &[Unit::Ldcp, Unit::Hpcc]] {
        let mut b = Bench::in_reset(&config(units, 2));
        let seen: Vec<Seen> = (0..19).map(|_| b.cycle()).collect();
        assert!(seen[..16].iter().all(|s| !s.init_done && !s.room && !s.s_event_ready && !s.host_ready));
        assert!(seen[16].init_done && !seen[16].room);
        assert!(seen[17].room && seen[17].s_event_ready && seen[17].host_ready);
    }
}

#[test]
fn an_update_follows_its_event_after_39_cycles() {
    let mut b = Bench::new();
    b.open(3, 0);
    b.s_event(0, true, 1, 3);
    let updates: Vec<_> = (0..40).map(|_| b.cycle().upd).collect();
    let at: Vec<usize> = (0..40).filter(|t| updates[*t].is_some()).collect();
    assert_eq!(at, [39]);
    // 1 − 1/2; 10000 ns / (1/2)
    assert_eq!(updates[39], Some((0, 3, ONE / 2, 20_000, flag::PACED.into())));
}

#[test]
fn a_host_write_is_read_back_and_its_operations_make_no_update() {
    let mut b = Bench::new();
    b.host(true, 15, 5);
    assert!(b.cycle().host_ready);
    b.host(false, 0, 5); // refused while the write is under way
    assert!(!b.cycle().host_ready);
    let seen: Vec<Seen> = (0..40).map(|_| b.cycle()).collect();
    assert!(seen.iter().all(|s| s.upd.is_none()));
    // taken in t: psn out t + 9, picked t + 13, issue t + 14, PAWA's out t + 28, its register t + 29; two are gone
    let done: Vec<usize> = (0..40).filter(|t| seen[*t].host_done.is_some()).collect();
    assert_eq!(done, [27]);
    assert!(!seen[26].host_ready && seen[27].host_ready);
    b.host(false, 0, 5);
    assert_eq!(b.done(), (ONE / 2, 10_000, 1, 6, 99, true));
    b.host(false, 0, 6);
    assert_eq!(b.done(), (ldcp::CW.reset, ldcp::RTT.reset, 0, 0, 0, false));
}

#[test]
fn a_host_write_replaces_the_parts_that_it_names_and_no_other() {
    let mut b = Bench::new();
    for parts in 0..16 {
        b.host(true, parts, parts);
        b.cycle();
        b.done();
    }
    for parts in 0..16 {
        b.host(false, 15, parts);
        b.cycle();
        let has = |bit: u64| parts >> bit & 1 == 1;
        let (alg, set) = if has(0) { (1, 6) } else { (0, 0) };
        let (psn, open) = if has(1) { (99, true) } else { (0, false) };
        let (cw, rtt) = if has(2) { (ONE / 2, 10_000) } else { (ldcp::CW.reset, ldcp::RTT.reset) };
        assert_eq!(b.done(), (cw, rtt, alg, set, psn, open), "parts {parts:#x}");
    }
}

#[test]
fn the_parser_goes_before_the_host_and_the_host_before_s_event() {
    let mut b = Bench::new();
    b.open(1, 6);
    b.open(3, 0);
    b.open(4, 0);
    b.tx(1, 8);
    // what opens a QP enters in a cycle without tx; s_event does not wait for it then
    b.host(true, 2, 2);
    b.s_event(3, false, 0, 3);
    let seen = b.cycle();
    assert!(!seen.host_ready && seen.s_event_ready);
    b.pkt(7, 1);
    b.host(false, 0, 2);
    b.s_event(1, false, 0, 3);
    let seen = b.cycle();
    assert!(!seen.host_ready && !seen.s_event_ready);
    b.host(false, 0, 2);
    b.s_event(1, false, 0, 3);
    let seen = b.cycle();
    assert!(seen.host_ready && !seen.s_event_ready);
    b.host(false, 0, 2); // under way: does not hold s_event back
    b.s_event(7, false, 0, 3); // an unknown kind is a loss
    assert!(b.cycle().s_event_ready);
    b.s_event(6, false, 0, 4); // data is itself, and nothing to LDCP
    assert!(b.cycle().s_event_ready);
    let updates = b.drain();
    let ignored = flag::IGNORED.into();
    assert_eq!(
        updates,
        [(3, 3, ONE, 0, ignored), (0, 1, 2 * ONE, 0, 0), (6, 4, ONE, 0, ignored), (1, 3, ONE, 0, ignored)]
    );
}

#[test]
fn a_forged_ack_and_an_event_of_a_closed_qp_leave_no_trace() {
    let mut b = Bench::new();
    b.s_event(1, false, 0, 3);
    assert!(b.drain().is_empty(), "QP 3 is closed");
    b.open(1, 99);
    b.tx(1, 103);
    b.cycle();
    for forged in [103, 99 + (1 << 23) - 1, 99 + (1 << 22)] {
        b.pkt(forged, 1);
        assert!(b.drain().is_empty(), "{forged:#x}");
    }
    b.pkt(102, 1);
    let updates = b.drain();
    assert_eq!(updates.len(), 1, "{updates:?}");
    b.host(false, 0, 1);
    b.cycle();
    assert_eq!(b.done().4, 102);
}

/// What joins has no update of its own: each QP's tell of ever later PSNs, up to the last.
#[test]
fn nothing_is_lost_or_reordered_within_a_qp_under_back_pressure() {
    let mut b = Bench::new();
    for qpn in 1..4 {
        b.open(qpn, 0);
        b.tx(qpn, 101);
        b.cycle();
    }
    let (mut sent, mut seen) = (0, vec![]);
    for t in 0..3000 {
        b.sim.uut.upd_ready.next = t % 700 > 500 || t > 2500;
        if sent < 300 {
            b.s_event(0, false, 0, 1 + sent % 3);
            b.sim.uut.s_event_use_psn.next = true;
            b.sim.uut.s_event_psn.next = (1 + sent / 3).into();
        }
        let s = b.cycle();
        sent += u64::from(sent < 300 && s.s_event_ready);
        if let Some(u) = s.upd {
            if t % 700 > 500 || t > 2500 {
                seen.push((u.1, s.upd_una));
            }
        }
    }
    assert_eq!(sent, 300);
    assert!((30..300).contains(&seen.len()), "{} updates", seen.len());
    for qpn in 1..4 {
        let unas: Vec<u64> = seen.iter().filter(|(q, _)| *q == qpn).map(|(_, una)| *una).collect();
        assert!(unas.is_sorted_by(|a, b| a < b), "{unas:?}");
        assert_eq!(unas.last(), Some(&100));
    }
}

/// The worked number of model/src/hpcc/page.md, through the whole engine with both units: the host writes the flow and
/// a parameter set, an ACK brings L, the next one the differences.
#[test]
fn one_ack_through_three_hops_by_hand() {
    use layout::hpcc::flag;
    let config = config(&[Unit::Ldcp, Unit::Hpcc], 3);
    let latency = Latency::of(&config);
    // incStage, and the window: 60,100 B; 76,734.674 B by multiplication. R = 134218·2^-30·W
    let cases = [
        (2u64, 60_100 << 12, 2_016_625_450, flag::FULL, 3u64, 60_100 << 12),
        (5, 314_305_225, 2_574_793_621, flag::FULL | flag::MULT, 0, 314_305_225),
    ];
    for (inc_stage, w, r, flags, stage_after, wc) in cases {
        let mut b = Bench::with(&config);
        // T = 8000 ns, eta = 15/16, W_ai = 100 B, maxStage = 5, as set 6
        let set = [
            ("t", 8000),
            ("eta", 15 << 12),
            ("max_stage", 5),
            ("w_ai", 100 << 12),
            ("rate_gain_m", 134_218),
            ("rate_gain_e", 30),
            ("t_ticks", 8000),
            ("tau_gain_m", 2_199_023_256),
            ("tau_gain_e", 44),
            ("q_weight", 1),
            ("tx_weight", 12_800),
            ("w_max", (1 << 40) - 1),
            ("sync_first", 0),
            ("write", 6),
        ];
        set.into_iter().for_each(|(name, value)| b.write(&format!("set_hpcc_{name}"), value));
        b.host(false, 0, 9);
        b.sim.uut.unit_bus.next.sets = (1 << Unit::Hpcc.place()).into();
        b.cycle();
        b.done();
        b.sim.uut.unit_bus.next.sets = 0.into();
        // U = 1/2, Wc = 60,000 B
        let part =
            [("u", 1 << 35), ("w", 7 << 12), ("wc", 60_000 << 12), ("inc_stage", inc_stage), ("last_update", 500)];
        part.into_iter().for_each(|(name, value)| b.write(&format!("host_hpcc_{name}"), value));
        b.host(true, 15, 9);
        b.sim.uut.host_alg.next = 2.into();
        b.cycle();
        b.done();
        // hops 1 to 3: 100, 400 and 25 Gbit/s
        let code = |gbps: u64| layout::hpcc::SPEED_TABLE.iter().position(|g| *g == gbps).expect("in the table") as u64;
        let speed = [100, 400, 25].map(code);
        b.telemetry(
            400,
            9,
            0x5a5,
            &[[speed[0], 1000, 5, 250], [speed[1], 1, 0, 99], [speed[2], 0, (1 << 20) - 80, 40]],
        );
        b.tx(9, 401);
        assert!(b.cycle().s_event_ready);
        let first = (0..100).find_map(|_| b.cycle().upd).expect("an update");
        assert_eq!((first.2, first.4), (7 << 12, flag::FIRST.into()), "it only brings L");
        // the NIC has sent up to 700, in the very cycle of the ACK
        let later = [[speed[0], 5000, 305, 300], [speed[1], 4001, 1250, 0], [speed[2], 4000, 2, 25]];
        b.telemetry(501, 9, 0x5a5, &later);
        b.tx(9, 700);
        let seen: Vec<Seen> = (0..=latency.event(Unit::Hpcc)).map(|_| b.cycle()).collect();
        let at: Vec<usize> = (0..seen.len()).filter(|t| seen[*t].upd.is_some()).collect();
        assert_eq!(at, [latency.event(Unit::Hpcc) as usize]);
        let last = &seen[at[0]];
        assert_eq!(last.upd_alg, 2);
        assert_eq!(last.upd, Some((0, 9, w, r, flags.into())));
        // what is kept
        b.host(false, 0, 9);
        b.cycle();
        let (_, _, alg, set, psn, _) = b.done();
        assert_eq!((alg, set, psn), (2, 6, 501));
        let found = ["u", "w", "wc", "inc_stage", "last_update"].map(|name| b.read(&format!("found_hpcc_{name}")));
        assert_eq!(found, [50_440_095_923, w, wc, stage_after, 700]);
    }
}
