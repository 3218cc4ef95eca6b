//! DCQCN's unit, which has a timer, in the engine: what counts, when a rate is told, and what holds it up.

use super::*;
use crate::dcqcn::{Context, Event as Period, Mode, Params, step};
use crate::page::Access;
use layout::dcqcn::{GBPS_800, Prob, Rate, flag};
use layout::fixed::U as Fixed;
use layout::registers;

const QPS: u32 = 16;
const BIT: u8 = 1 << Unit::Dcqcn.place();
/// Cycles of a period in most tests.
const PERIOD: u64 = 440;
/// Cycles from the issue of a host operation to `host_done`.
const OPERATION: u32 = 92;

struct Bench {
    engine: Engine,
    access: Access,
    updates: Vec<Update>,
    cycles: u64,
}

impl Bench {
    /// Without jitter; no QP is open.
    fn new(units: &[Unit], period: u64) -> Bench {
        let mut config = Config::default();
        (config.engine.qps, config.engine.units) = (QPS, units.to_vec());
        config.check().expect("legal");
        let (access, updates) = (Access::default(), vec![]);
        let mut bench = Bench { engine: Engine::new(&config), access, updates, cycles: 0 };
        while !bench.cycle(In::idle()).init_done {}
        bench.write("cfg_dcqcn_jitter_mask", 0);
        bench.write("cfg_dcqcn_period", period - 40);
        bench
    }

    fn cycle(&mut self, input: In) -> Out {
        let out = self.engine.step(&In { unit: self.access, ..input });
        self.updates.extend(out.upd.filter(|_| input.upd_ready));
        self.cycles += 1;
        out
    }

    fn cycles(&mut self, n: u64) -> Vec<Update> {
        for _ in 0..n {
            self.cycle(In::idle());
        }
        std::mem::take(&mut self.updates)
    }

    fn write(&mut self, name: &str, value: u64) {
        let all = registers::unit_page(&Config::default(), Unit::Dcqcn);
        let register = all.iter().find(|r| r.name() == name).expect("the page has it");
        for k in 0..register.words() {
            (self.access.windex, self.access.wdata) = (register.index() + k, (value >> (32 * k)) as u32);
            self.cycle(In::idle());
            self.access.write = true;
            assert!(self.cycle(In::idle()).unit.taken, "{name} = {value}");
            (self.access.write, self.access.last) = (false, (self.access.windex, self.access.wdata));
        }
    }

    fn read(&mut self, name: &str) -> u64 {
        let all = registers::unit_page(&Config::default(), Unit::Dcqcn);
        let register = all.iter().find(|r| r.name() == name).expect("the page has it");
        (0..register.words()).fold(0, |value, k| {
            self.access.rindex = register.index() + k;
            self.cycle(In::idle());
            value | u64::from(self.cycle(In::idle()).unit.rdata) << (32 * k)
        })
    }

    fn operate(&mut self, op: HostOp) {
        self.access.host_busy = true;
        while !self.cycle(In { host: Some(op), ..In::idle() }).host_ready {}
        while !self.engine.host_done() {
            self.cycle(In::idle());
        }
        self.access.found_now = matches!(op, HostOp::Read { .. });
        self.cycle(In::idle()).host_done.expect("it was told");
        (self.access.host_busy, self.access.found_now) = (false, false);
    }

    fn choose(&mut self, qpn: u32, alg: Algorithm, parts: u64) {
        let context = HostContext { alg, set: 0, psn: Psn::MAX, open: true };
        self.operate(HostOp::Write { qpn, parts: Parts::from_bits(parts), context });
    }

    /// Opens a QP with this context.
    fn open(&mut self, qpn: u32, alg: Algorithm, context: &Context) {
        self.write("host_dcqcn_rc", context.rc.raw());
        self.write("host_dcqcn_rt", context.rt.raw());
        self.write("host_dcqcn_cp", context.cp.raw());
        self.write("host_dcqcn_stage", context.stage.raw());
        self.choose(qpn, alg, 3 | Unit::Dcqcn.part());
    }

    fn cnp(&mut self, qpn: u32) {
        let arrival = Arrival { kind: Kind::Cnp, ece: false, use_psn: false, n: N::ZERO, psn: Psn::ZERO, qpn };
        assert!(self.cycle(In { s_event: Some(arrival), ..In::idle() }).s_event_ready);
    }

    fn sent(&mut self, qpn: u32) {
        self.cycle(In { tx: Some((qpn, Psn::ZERO)), ..In::idle() });
    }
}

/// Half of the line rate, without congestion.
fn half() -> Context {
    let new = Context::new(&Params::default());
    Context { rc: Rate::wrap(new.rc.raw() / 2), cp: Prob::ZERO, ..new }
}

/// What the timer tells of a period of this QP.
fn told(qpn: u32, alg: Algorithm, context: &mut Context, cnp: u64, tx: u64, params: &Params) -> Update {
    let mode = if alg == Algorithm::DcqcnD { Mode::D } else { Mode::P };
    let (next, update) = step(mode, context, Period { cnp: Fixed::wrap(cnp), tx: Fixed::wrap(tx) }, params);
    *context = next;
    let outcome = Outcome::Socket { window: 0, pace: update.rc.raw(), flags: update.flags, feedback: false };
    Update { kind: Kind::Timer, qpn, alg, una: Psn::ZERO, una_lsn: Lsn::ZERO, outcome }
}

fn timers(updates: &[Update]) -> Vec<Update> {
    updates.iter().copied().filter(|update| update.kind == Kind::Timer).collect()
}

const BOTH: &[Unit] = &[Unit::Ldcp, Unit::Dcqcn];

#[test]
fn an_event_has_its_update_in_its_turn_which_says_nothing_of_a_rate() {
    for units in [BOTH, &[Unit::Dcqcn]] {
        let mut bench = Bench::new(units, PERIOD);
        bench.open(3, Algorithm::DcqcnP, &half());
        bench.updates.clear();
        bench.cycle(In { tx: Some((3, Psn::wrap(8))), ..In::idle() });
        let psn = Psn::wrap(5);
        let arrival = Arrival { kind: Kind::Ack, ece: true, use_psn: true, n: N::ZERO, psn, qpn: 3 };
        assert!(bench.cycle(In { s_event: Some(arrival), ..In::idle() }).s_event_ready);
        let outcome = Outcome::Socket { window: 0, pace: 0, flags: flag::IGNORED, feedback: false };
        let alg = Algorithm::DcqcnP;
        assert_eq!(bench.cycles(60), [Update { kind: Kind::Ack, qpn: 3, alg, una: psn, una_lsn: Lsn::ZERO, outcome }]);
    }
}

#[test]
fn cnps_and_packets_of_a_period_make_its_rate() {
    for alg in [Algorithm::DcqcnP, Algorithm::DcqcnD] {
        let (mut bench, params, mut context) = (Bench::new(BOTH, PERIOD), Params::default(), half());
        bench.open(3, alg, &context);
        for _ in 0..5 {
            bench.sent(3);
        }
        bench.cnp(3);
        bench.cnp(3);
        let updates = timers(&bench.cycles(3 * PERIOD));
        let expected = [(2, 5), (0, 0)].map(|(cnp, tx)| told(3, alg, &mut context, cnp, tx, &params));
        assert_eq!(updates[..2], expected, "{alg:?}");
        let Outcome::Socket { flags, .. } = updates[0].outcome else { panic!("{updates:?}") };
        assert_ne!(flags & flag::CUT, 0);
    }
}

/// The same packet and CNP in one cycle, and in the cycles around it: both count.
#[test]
fn a_packet_waits_for_a_cycle_without_a_cnp() {
    for shift in 0..24 {
        let (mut bench, params, mut context) = (Bench::new(BOTH, PERIOD), Params::default(), half());
        bench.open(3, Algorithm::DcqcnD, &context);
        bench.cnp(3);
        bench.cycles(shift);
        for _ in 0..4 {
            bench.sent(3);
        }
        let updates = timers(&bench.cycles(PERIOD + 100));
        assert_eq!(updates, [told(3, Algorithm::DcqcnD, &mut context, 1, 4, &params)], "{shift}");
    }
}

#[test]
fn of_another_algorithm_s_qp_nothing_counts() {
    let mut bench = Bench::new(BOTH, PERIOD);
    bench.open(3, Algorithm::Ldcp, &half());
    bench.sent(3);
    bench.cnp(3);
    assert_eq!(timers(&bench.cycles(3 * PERIOD)), []);
    // nor of one that nobody has chosen, but where DCQCN is the first that is built: then it is dcqcn-p's
    bench.sent(5);
    assert_eq!(timers(&bench.cycles(3 * PERIOD)), []);
    let mut bench = Bench::new(&[Unit::Dcqcn], PERIOD);
    bench.sent(5);
    let updates = timers(&bench.cycles(2 * PERIOD));
    assert_eq!(updates.first().map(|update| (update.qpn, update.alg)), Some((5, Algorithm::DcqcnP)));
}

#[test]
fn a_qp_that_is_given_to_another_algorithm_is_told_no_rate_any_more() {
    let mut bench = Bench::new(BOTH, PERIOD);
    for qpn in [3, 4] {
        bench.open(qpn, Algorithm::DcqcnP, &half());
        bench.sent(qpn);
    }
    assert!(timers(&bench.cycles(2 * PERIOD)).iter().any(|update| update.qpn == 3));
    bench.choose(3, Algorithm::Ldcp, 1);
    bench.updates.clear();
    let updates = timers(&bench.cycles(4 * PERIOD));
    assert!(updates.iter().all(|update| update.qpn == 4) && updates.len() >= 3, "{updates:?}");
    // and again, by the other of DCQCN's codes
    bench.choose(3, Algorithm::DcqcnD, 1);
    bench.updates.clear();
    let updates = timers(&bench.cycles(2 * PERIOD));
    assert!(updates.iter().any(|update| (update.qpn, update.alg) == (3, Algorithm::DcqcnD)), "{updates:?}");
}

#[test]
fn a_host_reads_what_it_wrote_and_what_the_sweep_has_counted() {
    let mut bench = Bench::new(BOTH, PERIOD);
    let context = Context { stage: Fixed::wrap(7), cp: Prob::wrap(99), ..half() };
    bench.open(3, Algorithm::DcqcnD, &context);
    let begun = bench.cycles;
    bench.operate(HostOp::Read { qpn: 3 });
    // entry, queue and turn; then the operation itself
    assert!((OPERATION.into()..u64::from(OPERATION) + 40).contains(&(bench.cycles - begun)));
    let names = ["rc", "rt", "cp", "stage", "sent", "quiet", "idle", "late_worst", "visits", "late_cycles", "lost"];
    let found = |bench: &mut Bench| names.map(|name| bench.read(&format!("found_dcqcn_{name}")));
    let stored = [context.rc.raw(), context.rt.raw(), 99, 7, 0, 15, 0];
    assert_eq!(found(&mut bench), [&stored[..], &[0; 4]].concat()[..]);
    bench.sent(3);
    bench.cycles(3 * PERIOD + 100);
    bench.operate(HostOp::Read { qpn: 3 });
    let [.., visits, _, lost] = found(&mut bench);
    assert_eq!((visits, lost), (3, 0));
}

/// Eight QPs with a period every 40 cycles, whose set is written meanwhile: all periods of a QP up to one are by the
/// old set, all behind it by the new one.
#[test]
fn the_write_of_a_set_waits_for_periods_and_the_next_ones_have_it_whole() {
    let (mut bench, old) = (Bench::new(BOTH, 40), Params::default());
    let mut contexts = [half(); 8];
    for qpn in 0..8 {
        bench.open(qpn, Algorithm::DcqcnP, &half());
    }
    // so that the first period that a new value has a part in shows it
    let changes = [("rai", 1 << 30), ("line", GBPS_800), ("doublings", 2), ("recovery", 0), ("min_tx", 0)];
    for (name, value) in changes {
        bench.write(&format!("set_dcqcn_{name}"), value);
    }
    bench.write("set_dcqcn_write", 0);
    let new = Params::with(&changes).expect("legal");
    for k in 0..400 {
        bench.sent(k % 8);
    }
    bench.access.sets = BIT;
    bench.operate(HostOp::Set { qpn: 0 });
    bench.access.sets = 0;
    let (mut by_old, mut by_new) = (0, [0; 8]);
    for update in timers(&bench.cycles(2000)) {
        let at = update.qpn as usize;
        // a period has between no packet and all of them
        let follows = |context: &Context, params: &Params| {
            (0..64).find_map(|tx| {
                let mut next = *context;
                (told(update.qpn, update.alg, &mut next, 0, tx, params) == update).then_some(next)
            })
        };
        let next = match (by_new[at], follows(&contexts[at], &old)) {
            (0, Some(next)) => {
                by_old += 1;
                next
            }
            _ => {
                by_new[at] += 1;
                follows(&contexts[at], &new).unwrap_or_else(|| panic!("{update:?} is by neither set"))
            }
        };
        contexts[at] = next;
    }
    assert!(by_old >= 8 && by_new.iter().all(|n| *n >= 8), "{by_old}, {by_new:?}");
}

#[test]
fn an_engine_is_idle_while_nothing_but_periods_is_under_way() {
    let mut bench = Bench::new(BOTH, PERIOD);
    bench.open(3, Algorithm::DcqcnP, &half());
    bench.sent(3);
    bench.cycles(200);
    let mut ticks = 0;
    for _ in 0..2000 {
        let out = bench.cycle(In::idle());
        assert!(out.idle, "a timer keeps no engine from rest");
        ticks += u64::from(out.upd.is_some());
    }
    assert!(ticks >= 4, "{ticks} periods");
}

/// A CNP and a packet in every cycle are more than the block takes: the packets that find 64 others are counted as
/// lost, and no CNP is.
#[test]
fn of_more_than_an_event_a_cycle_packets_are_lost_and_counted() {
    let mut bench = Bench::new(BOTH, 100_000);
    for qpn in 0..QPS {
        bench.open(qpn, Algorithm::DcqcnD, &half());
    }
    let mut cnps = 0;
    for k in 0..2000u32 {
        let arrival = Arrival { kind: Kind::Cnp, ece: false, use_psn: false, n: N::ZERO, psn: Psn::ZERO, qpn: k % QPS };
        let out = bench.cycle(In { s_event: Some(arrival), tx: Some((k % QPS, Psn::ZERO)), ..In::idle() });
        cnps += u64::from(out.s_event_ready);
    }
    let told = bench.cycles(500).len() as u64;
    assert_eq!(told, cnps, "each has its update");
    bench.operate(HostOp::Read { qpn: 0 });
    let lost = bench.read("found_dcqcn_lost");
    assert!((1000..2000).contains(&lost), "{lost} of 2000 packets, beside {cnps} CNPs");
    bench.sent(3);
    bench.operate(HostOp::Read { qpn: 0 });
    assert_eq!(bench.read("found_dcqcn_lost"), lost, "with room none is");
}

/// What nobody takes waits, and comes in order; events go on as long as their own updates have room.
#[test]
fn updates_of_the_timer_wait_and_none_is_lost() {
    let (mut bench, params, mut context) = (Bench::new(BOTH, PERIOD), Params::default(), half());
    bench.open(3, Algorithm::DcqcnP, &context);
    bench.sent(3);
    for _ in 0..10 * PERIOD {
        bench.cycle(In { upd_ready: false, ..In::idle() });
    }
    assert_eq!(bench.updates, []);
    let updates = timers(&bench.cycles(60));
    assert!(updates.len() >= 9);
    for (k, update) in updates.iter().enumerate() {
        assert_eq!(*update, told(3, Algorithm::DcqcnP, &mut context, 0, u64::from(k == 0), &params), "{k}");
    }
}
