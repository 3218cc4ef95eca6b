//! LDCP's fast start in the engine (`ldcp.fast_start`): the datapath against the golden model of its window
//! (`model::shaper::fast_start`), the rules L7 to L10 one by one through the engine, and what it leaves alone.

use super::support;
use layout::config::{Config, Unit};
use layout::ldcp::{Cw, Gain, N, Psn, Rtt};
use layout::record::{Algorithm, Kind, flag};
use model::engine::host::Host;
use model::engine::{Engine, HostContext, HostOp, In, Lower, Out, Outcome, Packet, Parts, Update};
use model::event::Arrival;
use model::ldcp::fast_start::{self, Loss, Started};
use model::ldcp::{Context, Folded, Params};
use model::shaper::fast_start::{Event, FastStart};

const ONE: u64 = 1 << 28;
const QPS: u32 = 16;
/// PSN of the first packet.
const FIRST: u64 = 0xff_fff0;

fn folded(n0: u64, n1: u64) -> Folded {
    Folded { n0: N::wrap(n0), n1: N::wrap(n1), ..Folded::default() }
}

/// One event of a QP that a host has opened with a window of `iw` packets.
fn step(iw: u64, left: u64, n: Folded, lost: bool, confirms: u64) -> Option<Started> {
    let context = Context { cw: Cw::wrap(iw << 28), rtt: Rtt::wrap(7) };
    fast_start::step(N::wrap(left), context, n, Loss { lost, confirms: N::wrap(confirms) }, &Params::default())
}

/// A NAK is an ACK of what it confirms and a loss; an event with both kinds of ACKs is two ACKs.
#[test]
fn it_is_the_golden_model_s_window_event_by_event() {
    let mut random = support::seed("it_is_the_golden_model_s_window_event_by_event");
    let (mut ends, mut losses, mut none) = (0, 0, 0);
    for _ in 0..200_000 {
        let bits = 1 + random.below(14);
        let iw = 1 + random.below(1 << bits) % N::MAX_RAW;
        let gamma = 256 + random.below(1 << 16) % 65_281;
        let params = Params::from_raw([1 << 16, 1 << 15, gamma, 1 << 15, Cw::MAX_RAW]).expect("legal");
        let mut golden = FastStart::new(N::wrap(iw));
        let mut context = Context { cw: golden.cw(), rtt: Rtt::wrap(7) };
        let mut left = N::wrap(iw);
        loop {
            let some = |random: &mut support::Random| match random.below(4) {
                0 => random.below(iw + 2).min(N::MAX_RAW),
                1 => random.below(3),
                _ => 0,
            };
            let (n0, n1, lost) = (some(&mut random), some(&mut random), random.chance(6));
            let confirms = if lost { some(&mut random) } else { 0 };
            let ack =
                |golden: &mut FastStart, n, ece| golden.step(Event::Ack { n: N::wrap(n), ece }, Gain::wrap(gamma));
            let mut cw = ack(&mut golden, n0, false);
            cw = cw.or(ack(&mut golden, n1, true)).or(ack(&mut golden, confirms, false));
            if lost {
                cw = cw.or(golden.step(Event::Loss, Gain::wrap(gamma)));
            }
            let loss = Loss { lost, confirms: N::wrap(confirms) };
            let started = fast_start::step(left, context, folded(n0, n1), loss, &params).expect("not over");
            (left, context) = (started.iw, started.context);
            assert_eq!(context.cw, cw.unwrap_or(Cw::wrap(iw << 28)), "iw {iw}: {n0}, {n1}, {lost}, {confirms}");
            assert_eq!((golden.over(), context.rtt), (left == N::ZERO, Rtt::wrap(7)));
            if golden.over() {
                ends += u32::from(started.flags & flag::IGNORED != 0);
                losses += u32::from(started.flags & (flag::IGNORED | flag::FLOOR) == 0);
                none += u32::from(started.flags & flag::FLOOR != 0);
                break;
            }
            assert_eq!(started.flags & !flag::PACED, flag::IGNORED);
        }
        assert_eq!(fast_start::step(left, context, folded(1, 1), Loss::default(), &params), None, "it is over");
    }
    assert!(ends > 10_000 && losses > 10_000 && none > 1_000, "{ends} acknowledged, {losses} lost, {none} at once");
}

#[test]
fn the_step_by_hand() {
    let started = |iw, cw, flags| {
        Some(Started { iw: N::wrap(iw), context: Context { cw: Cw::wrap(cw), rtt: Rtt::wrap(7) }, flags })
    };
    // L8: marks are ignored; L7: IW acknowledged, L10: and more
    assert_eq!(step(10, 10, folded(1, 3), false, 0), started(6, 10 * ONE, flag::IGNORED));
    assert_eq!(step(10, 6, folded(0, 6), false, 0), started(0, 10 * ONE, flag::IGNORED));
    assert_eq!(step(10, 6, folded(16_383, 16_383), true, 16_383), started(0, 10 * ONE, flag::IGNORED));
    // L7 and L9: lost before; nothing acknowledged: gamma, 1/16
    assert_eq!(step(10, 6, folded(0, 0), true, 0), started(0, 4 * ONE, 0));
    assert_eq!(step(10, 6, folded(1, 1), true, 2), started(0, 8 * ONE, 0));
    assert_eq!(step(10, 10, folded(0, 0), true, 0), started(0, ONE / 16, flag::FLOOR | flag::PACED));
    assert_eq!(step(16_383, 16_383, folded(0, 0), true, 1), started(0, ONE, 0));
    assert_eq!(step(10, 0, folded(1, 0), true, 0), None);
}

// ---- through the engine ---------------------------------------------------------------------------------------------

fn config(units: &[Unit], fast_start: bool) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.ldcp.fast_start, config.hpcc.hops) = (QPS, fast_start, 3);
    config.engine.units = units.to_vec();
    config.check().expect("legal");
    config
}

/// An engine, and a host at its pages.
struct Nic {
    engine: Engine,
    bus: Host,
}

impl Nic {
    fn of(config: &Config) -> Nic {
        let mut engine = Engine::new(config);
        while !engine.step(&In::idle()).init_done {}
        Nic { engine, bus: Host::new(config) }
    }

    fn new() -> Nic {
        Nic::of(&config(&[Unit::Ldcp], true))
    }

    fn write(&mut self, name: &str, value: u64) {
        let engine = &mut self.engine;
        assert!(self.bus.write(&mut |input| engine.step(input), name, value), "{name} takes {value}");
    }

    fn operate(&mut self, op: HostOp) {
        let engine = &mut self.engine;
        self.bus.operate(&mut |input| engine.step(input), op);
    }

    /// A QP that sends `FIRST` next, with a window of `iw` packets, of which `sent` are sent.
    fn open(&mut self, qpn: u32, alg: Algorithm, iw: u64, sent: u64) {
        self.write("host_ldcp_cw", iw << 28);
        self.write("host_ldcp_iw", iw);
        let context = HostContext { alg, set: 0, psn: Psn::wrap(FIRST - 1), open: true };
        self.operate(HostOp::Write { qpn, parts: Parts::ALL, context });
        self.sent(qpn, sent);
    }

    fn sent(&mut self, qpn: u32, sent: u64) {
        self.engine.step(&In { tx: Some((qpn, Psn::wrap(FIRST + sent))), ..In::idle() });
    }

    /// What is left of the initial window, and cw.
    fn found(&mut self, qpn: u32) -> (u64, u64) {
        self.operate(HostOp::Read { qpn });
        let engine = &mut self.engine;
        let mut read = |name| self.bus.read(&mut |input| engine.step(input), name);
        (read("found_ldcp_iw"), read("found_ldcp_cw"))
    }

    /// These, one a cycle; the window and the flags of each update that comes.
    fn events(&mut self, events: &[Arrival]) -> Vec<(u64, u8)> {
        let mut updates = vec![];
        for event in events {
            let out = self.engine.step(&In { s_event: Some(*event), ..In::idle() });
            assert!(out.s_event_ready && !out.rejected);
            updates.extend(out.upd);
        }
        for _ in 0..100 {
            updates.extend(self.engine.step(&In::idle()).upd);
        }
        updates.iter().map(ldcp).collect()
    }

    fn event(&mut self, event: Arrival) -> (u64, u8) {
        let updates = self.events(&[event]);
        assert_eq!(updates.len(), 1, "{event:?}");
        updates[0]
    }
}

fn ldcp(update: &Update) -> (u64, u8) {
    let Outcome::Ldcp { cw, flags, .. } = update.outcome else { panic!("{update:?}") };
    (cw.raw(), flags)
}

/// An ACK of so many of the first packets in all, and a NAK behind so many.
fn ack(packets: u64, ece: bool) -> Arrival {
    of(Kind::Ack, FIRST + packets - 1, ece)
}

fn nak(packets: u64) -> Arrival {
    of(Kind::Loss, FIRST + packets, false)
}

fn of(kind: Kind, psn: u64, ece: bool) -> Arrival {
    Arrival { kind, ece, use_psn: true, n: N::ZERO, psn: Psn::wrap(psn), qpn: 3 }
}

/// A timeout, as the NIC tells it.
const TIMEOUT: Arrival =
    Arrival { kind: Kind::Loss, ece: false, use_psn: false, n: N::ZERO, psn: Psn::wrap(0x12_3456), qpn: 3 };

#[test]
fn marks_are_ignored_until_iw_packets_are_acknowledged_and_then_the_stable_stage_begins_at_iw() {
    let mut nic = Nic::new();
    nic.open(3, Algorithm::Ldcp, 10, 20);
    assert_eq!(nic.found(3), (10, 10 * ONE));
    for packets in 1..10 {
        assert_eq!(nic.event(ack(packets, true)), (10 * ONE, flag::IGNORED), "L8");
        assert_eq!(nic.found(3), (10 - packets, 10 * ONE));
    }
    // L10: three at once, of which one is the IW-th; L8: its mark too
    assert_eq!(nic.event(ack(12, true)), (10 * ONE, flag::IGNORED));
    assert_eq!(nic.found(3), (0, 10 * ONE));
    // 2.2 from then on: 10 - 1/2, and + 1/9.5
    assert_eq!(nic.event(ack(13, true)), (19 * ONE / 2, 0));
    let (cw, flags) = nic.event(ack(14, false));
    assert!(cw > 19 * ONE / 2 + ONE / 10 && cw < 19 * ONE / 2 + ONE / 9 && flags == 0);
    assert_eq!(nic.event(nak(14)), (cw, flag::IGNORED), "L9: a loss in the stable stage");
}

#[test]
fn on_a_loss_before_cw_is_what_was_acknowledged_the_nak_s_own_among_it() {
    let mut nic = Nic::new();
    nic.open(3, Algorithm::Ldcp, 10, 10);
    nic.event(ack(4, true));
    assert_eq!(nic.event(nak(4)), (4 * ONE, 0));
    assert_eq!(nic.found(3), (0, 4 * ONE));
    // a NAK that confirms three that no ACK has: it is cumulative
    nic.open(3, Algorithm::Ldcp, 10, 10);
    nic.event(ack(4, false));
    assert_eq!(nic.event(nak(7)), (7 * ONE, 0));
    // and one that confirms all of them is no loss before IW
    nic.open(3, Algorithm::Ldcp, 10, 12);
    assert_eq!(nic.event(nak(11)), (10 * ONE, flag::IGNORED));
    assert_eq!(nic.found(3), (0, 10 * ONE));
}

#[test]
fn with_nothing_acknowledged_it_is_gamma_and_a_timeout_is_a_loss() {
    let gamma = (ONE / 16, flag::FLOOR | flag::PACED);
    let mut nic = Nic::new();
    nic.open(3, Algorithm::Ldcp, 10, 10);
    assert_eq!(nic.event(nak(0)), gamma, "L9");
    nic.open(3, Algorithm::Ldcp, 10, 10);
    assert_eq!(nic.event(TIMEOUT), gamma);
    nic.open(3, Algorithm::Ldcp, 10, 10);
    nic.event(ack(9, false));
    assert_eq!(nic.event(TIMEOUT), (9 * ONE, 0));
    assert_eq!(nic.event(ack(10, true)), (17 * ONE / 2, 0), "its mark counts");
}

#[test]
fn a_nak_that_says_nothing_new_is_no_loss() {
    let mut nic = Nic::new();
    nic.open(3, Algorithm::Ldcp, 10, 10);
    nic.event(ack(6, false));
    for old in [nak(5), nak(0), of(Kind::Loss, FIRST.wrapping_sub(1000), false)] {
        assert_eq!(nic.event(old), (10 * ONE, flag::IGNORED));
    }
    assert_eq!(nic.found(3), (4, 10 * ONE));
}

/// What waits of a QP joins: of it the sums count, and the newest loss.
#[test]
fn what_joins_is_one_delayed_ack() {
    let mut nic = Nic::new();
    // the first two go together, what comes behind joins: there the NAK confirms two beside the ACK
    nic.open(3, Algorithm::Ldcp, 10, 10);
    let updates = nic.events(&[ack(1, true), ack(2, false), ack(3, true), nak(5)]);
    assert_eq!(updates.last(), Some(&(5 * ONE, 0)));
    // an ACK behind the NAK confirms them again: they count once
    nic.open(3, Algorithm::Ldcp, 10, 10);
    let updates = nic.events(&[ack(1, true), ack(2, true), nak(4), ack(5, false)]);
    assert_eq!(updates.last(), Some(&(5 * ONE, 0)));
    // a duplicate behind it does not take away what it confirms
    nic.open(3, Algorithm::Ldcp, 10, 10);
    let updates = nic.events(&[ack(1, true), ack(2, true), nak(4), ack(2, false)]);
    assert_eq!(updates.last(), Some(&(4 * ONE, 0)));
    // an old NAK behind it neither
    nic.open(3, Algorithm::Ldcp, 10, 10);
    let updates = nic.events(&[ack(1, true), ack(2, true), nak(4), nak(0)]);
    assert_eq!(updates.last(), Some(&(4 * ONE, 0)));
    // more than IW in all: the excess is ignored with its marks, and so is the loss
    nic.open(3, Algorithm::Ldcp, 10, 20);
    let updates = nic.events(&[ack(1, false), ack(9, false), ack(11, true), ack(12, true), nak(12)]);
    assert_eq!(updates.last(), Some(&(10 * ONE, flag::IGNORED)));
}

#[test]
fn a_qp_without_iw_or_of_ldcp_pcc_has_none() {
    let mut nic = Nic::new();
    nic.open(3, Algorithm::Ldcp, 10, 20);
    nic.write("host_ldcp_iw", 0);
    let context = HostContext { alg: Algorithm::Ldcp, set: 0, psn: Psn::wrap(FIRST - 1), open: true };
    nic.operate(HostOp::Write { qpn: 3, parts: Parts::ALL, context });
    nic.sent(3, 20);
    assert_eq!(nic.event(ack(1, true)), (19 * ONE / 2, 0));
    nic.open(3, Algorithm::LdcpPcc, 10, 20);
    let cnp = Arrival { kind: Kind::Cnp, use_psn: false, ..TIMEOUT };
    assert_eq!(nic.event(cnp), (19 * ONE / 2, 0));
    assert_eq!(nic.event(TIMEOUT), (19 * ONE / 2, flag::IGNORED));
    assert_eq!(nic.found(3), (10, 19 * ONE / 2), "3.2 has no fast start");
}

/// It is as a QP's own: others are not touched, and a QP that is opened anew begins anew.
#[test]
fn it_is_of_one_qp_from_its_opening_on() {
    let mut nic = Nic::new();
    for qpn in [3, 4] {
        nic.open(qpn, Algorithm::Ldcp, 10 + u64::from(qpn), 8);
    }
    nic.event(ack(8, true));
    assert_eq!((nic.found(3), nic.found(4)), ((5, 13 * ONE), (14, 14 * ONE)));
    nic.event(nak(8));
    assert_eq!((nic.found(3), nic.found(4)), ((0, 8 * ONE), (14, 14 * ONE)));
    nic.open(3, Algorithm::Ldcp, 7, 7);
    assert_eq!(nic.found(3), (7, 7 * ONE));
}

/// An advice that has expired lowers the window: it is known better than by the first packets.
#[test]
fn a_lowering_ends_it() {
    let mut config = config(&[Unit::Ldcp], true);
    config.engine.fcr = true;
    let mut nic = Nic::of(&config);
    nic.open(3, Algorithm::Ldcp, 10, 10);
    nic.event(ack(2, false));
    let lower = Lower { qpn: 3, alg: Algorithm::Ldcp as u8, window: 6 * ONE, rate: 0 };
    nic.engine.step(&In { lower: Some(lower), ..In::idle() });
    while !nic.engine.step(&In::idle()).lower_done {}
    assert_eq!(nic.found(3), (0, 6 * ONE));
    assert_eq!(nic.event(ack(3, true)), (11 * ONE / 2, 0));
}

/// With other units: their losses are told apart from it, and their QPs have none.
#[test]
fn beside_dctcp_it_is_the_same() {
    let mut nic = Nic::of(&config(&[Unit::Ldcp, Unit::Hpcc, Unit::Dctcp], true));
    nic.open(3, Algorithm::Ldcp, 10, 10);
    nic.event(ack(4, true));
    assert_eq!(nic.event(nak(6)), (6 * ONE, 0));
}

/// The stable stage is what it is without, in every cycle: no output differs while no QP has a fast start.
#[test]
fn the_stable_stage_and_its_cycles_are_as_without() {
    let mut random = support::seed("the_stable_stage_and_its_cycles_are_as_without");
    let mut engines = [false, true].map(|fast_start| Engine::new(&config(&[Unit::Ldcp, Unit::Dctcp], fast_start)));
    let mut step = |input: &In| -> Out {
        let [a, b] = engines.each_mut().map(|engine| engine.step(input));
        assert_eq!(a, b);
        a
    };
    let mut host = None;
    let mut updates = 0;
    for _ in 0..40_000 {
        if random.chance(40) && host.is_none() {
            let alg = random.pick(&[Algorithm::Ldcp, Algorithm::LdcpPcc, Algorithm::Dctcp]);
            let (qpn, psn) = (random.below(4) as u32, Psn::wrap(random.below(64)));
            let context = HostContext { alg, set: 0, psn, open: true };
            host = Some(HostOp::Write { qpn, parts: Parts::ALL, context });
        }
        let qpn = random.below(4) as u32;
        let (kind, psn) = (random.pick(&[Kind::Ack, Kind::Ack, Kind::Loss, Kind::Cnp]), Psn::wrap(random.below(128)));
        let pkt = random.chance(2).then(|| Packet { kind, ece: random.chance(3), psn, qpn });
        let tx = random.chance(3).then(|| (qpn, Psn::wrap(random.below(128))));
        let out = step(&In { host, pkt, tx, upd_ready: !random.chance(5), ..In::idle() });
        updates += u32::from(out.upd.is_some());
        if out.host_ready {
            host = None;
        }
    }
    assert!(updates > 5_000, "{updates} updates");
}
