//! What FCR asks of an engine (`engine.fcr`), by hand: a QP's own value is lowered in its order, and its marks are
//! ignored.

use super::support::whole_engine;
use layout::config::{Config, Unit};
use layout::ldcp::Psn;
use layout::record::{Algorithm, Kind};
use model::engine::{Engine, HostContext, HostOp, In, Lower, Out, Outcome, Packet, Parts, Update};

const ONE: u64 = 1 << 28;
const QPS: u32 = 16;

fn config(units: &[Unit]) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.fcr, config.hpcc.hops) = (QPS, true, 3);
    config.engine.units = units.to_vec();
    config.check().expect("legal");
    config
}

/// An engine whose contexts are initialised.
fn ready(units: &[Unit]) -> Engine {
    let mut engine = Engine::new(&config(units));
    for _ in 0..QPS + 2 {
        assert_eq!(engine.step(&In::idle()).upd, None);
    }
    engine
}

fn until(engine: &mut Engine, input: &In, what: impl Fn(&Out) -> bool) -> (u32, Out) {
    let found = (0..400).map(|cycle| (cycle, engine.step(input))).find(|(_, out)| what(out));
    found.expect("it comes")
}

fn operate(engine: &mut Engine, op: HostOp) {
    until(engine, &In { host: Some(op), ..In::idle() }, |out| out.host_ready);
    until(engine, &In::idle(), |out| out.host_done.is_some());
}

/// QP 3 has this algorithm, with what stands on the pages.
fn open(engine: &mut Engine, alg: Algorithm) {
    let context = HostContext { alg, set: 0, psn: Psn::wrap(9), open: true };
    operate(engine, HostOp::Write { qpn: 3, parts: Parts::ALL, context });
}

fn lower(engine: &mut Engine, lower: Lower) {
    until(engine, &In { lower: Some(lower), ..In::idle() }, |out| out.lower_ready);
    let (_, out) = until(engine, &In::idle(), |out| out.lower_done || out.host_done.is_some() || out.upd.is_some());
    assert!(out.lower_done && out.host_done.is_none() && out.upd.is_none(), "its end alone, and no update");
}

fn found(engine: &mut Engine, unit: Unit) -> Vec<u64> {
    operate(engine, HostOp::Read { qpn: 3 });
    engine.found(unit).to_vec()
}

const ALL: &[Unit] = &[Unit::Ldcp, Unit::Hpcc, Unit::Dcqcn, Unit::Dctcp];

/// Of each unit: an algorithm, the registers of a context, which of `found_*` are lowered, how many bits a given value
/// has below the kept one's.
type Case = (Algorithm, &'static [(&'static str, u64)], &'static [usize], u32);
const CASES: [Case; 4] = [
    (Algorithm::Ldcp, &[("host_ldcp_cw", 5 * ONE), ("host_ldcp_rtt", 8000)], &[0], 0),
    (Algorithm::Hpcc, &[("host_hpcc_w", 9 << 20), ("host_hpcc_wc", 7 << 20), ("host_hpcc_inc_stage", 3)], &[1, 2], 0),
    (Algorithm::DcqcnP, &[("host_dcqcn_rc", 12 * ONE), ("host_dcqcn_rt", 12 * ONE), ("host_dcqcn_cp", 0)], &[0], 0),
    (Algorithm::Dctcp, &[("host_dctcp_cwnd", 6 << 27), ("host_dctcp_ssthresh", 40), ("host_dctcp_cp", 99)], &[0], 1),
];

#[test]
fn the_own_value_becomes_the_least_of_itself_and_what_is_given_and_nothing_else_changes() {
    for (alg, registers, places, below) in CASES {
        let mut engine = ready(ALL);
        registers.iter().for_each(|(name, value)| engine.preset(name, *value));
        open(&mut engine, alg);
        let mut own = found(&mut engine, alg.unit());
        let most = places.iter().map(|place| own[*place]).max().expect("a place");
        let others: Vec<_> =
            ALL.iter().filter(|unit| **unit != alg.unit()).map(|unit| found(&mut engine, *unit)).collect();
        for value in [most + 1, most, most - 1, most - (most >> 3), most >> 1] {
            let given = value << below;
            // the other port of the value does not count
            let (window, rate) = if alg.unit() == Unit::Dcqcn { (0, given) } else { (given, 0) };
            lower(&mut engine, Lower { qpn: 3, alg: alg as u8, window, rate });
            assert_eq!(engine.found(alg.unit()).len(), own.len(), "what the host has found stays");
            places.iter().for_each(|place| own[*place] = own[*place].min(value));
            let now = found(&mut engine, alg.unit());
            // DCQCN's unit counts its periods beside the context
            let context = if alg.unit() == Unit::Dcqcn { 6 } else { own.len() };
            assert_eq!(now[..context], own[..context], "{alg:?} {value:#x}");
        }
        let context = |unit: Unit, found: Vec<u64>| if unit == Unit::Dcqcn { found[..6].to_vec() } else { found };
        for (unit, before) in ALL.iter().filter(|unit| **unit != alg.unit()).zip(others) {
            let now = found(&mut engine, *unit);
            assert_eq!(context(*unit, now), context(*unit, before), "{alg:?} leaves {unit:?}");
        }
    }
}

#[test]
fn a_closed_qp_and_a_value_of_a_unit_that_is_not_built_are_left_as_they_are() {
    let mut engine = ready(&[Unit::Ldcp]);
    engine.preset("host_ldcp_cw", 5 * ONE);
    open(&mut engine, Algorithm::Ldcp);
    for alg in [2, 4, 6, 7, 15] {
        lower(&mut engine, Lower { qpn: 3, alg, window: 1, rate: 1 });
        assert_eq!(found(&mut engine, Unit::Ldcp)[0], 5 * ONE, "{alg}");
    }
    let parts = Parts { psn: true, ..Parts::NONE };
    operate(&mut engine, HostOp::Write { qpn: 3, parts, context: HostContext::RESET });
    lower(&mut engine, Lower { qpn: 3, alg: 0, window: ONE, rate: 0 });
    assert_eq!(found(&mut engine, Unit::Ldcp)[0], 5 * ONE);
}

#[test]
fn a_window_of_dctcp_is_lowered_to_one_packet_at_the_least() {
    let mut engine = ready(&[Unit::Dctcp]);
    engine.preset("host_dctcp_cwnd", 6 << 27);
    open(&mut engine, Algorithm::Dctcp);
    lower(&mut engine, Lower { qpn: 3, alg: 6, window: 5, rate: 0 });
    assert_eq!(found(&mut engine, Unit::Dctcp)[0], 1 << 27);
}

/// At the line rate without congestion, without packets, in no list: the lowering wakes it, so that its next period
/// tells the rate.
#[test]
fn a_qp_of_dcqcn_at_rest_is_woken_if_its_rate_was_lowered_and_only_then() {
    let line = layout::dcqcn::LINE.reset;
    for (rate, updates) in [(line - 1, 16), (line, 0), (line + 1, 0)] {
        let mut engine = ready(&[Unit::Dcqcn]);
        [("host_dcqcn_rc", line), ("host_dcqcn_rt", line), ("host_dcqcn_cp", 0), ("cfg_dcqcn_period", 0)]
            .iter()
            .for_each(|(name, value)| engine.preset(name, *value));
        open(&mut engine, Algorithm::DcqcnP);
        lower(&mut engine, Lower { qpn: 3, alg: 4, window: 0, rate });
        let told: Vec<_> = (0..40_000).filter_map(|_| engine.step(&In::idle()).upd).collect();
        assert_eq!(told.len(), updates, "{rate:#x}");
        let paces = told.iter().map(|update| match update.outcome {
            Outcome::Socket { pace, .. } => pace,
            _ => 0,
        });
        assert!(told.iter().all(|update| update.kind == Kind::Timer) && paces.clone().all(|pace| pace >= rate));
        assert_eq!(paces.clone().next().unwrap_or(rate), rate);
    }
}

fn packet(kind: Kind, ece: bool, psn: u64) -> In<'static> {
    In { pkt: Some(Packet { kind, ece, psn: Psn::wrap(psn), qpn: 3 }), ..In::idle() }
}

fn ignore(on: bool) -> In<'static> {
    In { ignore: Some((3, on)), ..In::idle() }
}

/// What comes of an event that enters in cycle 0, with a write of the bit in this cycle.
fn beside(engine: &mut Engine, event: In, written: u32, on: bool) -> (bool, Option<Update>) {
    let (mut ignored, mut update) = (false, None);
    for cycle in 0..200 {
        let input = if cycle == 0 { event } else { In::idle() };
        let input = if cycle == written { In { ignore: Some((3, on)), ..input } } else { input };
        let out = engine.step(&input);
        ignored |= out.ignored;
        update = update.or(out.upd);
    }
    (ignored, update)
}

#[test]
fn a_write_of_the_bit_is_seen_by_events_that_entered_up_to_five_cycles_before_it() {
    for written in 0..12 {
        for on in [true, false] {
            let mut engine = ready(&[Unit::Ldcp]);
            engine.preset("host_ldcp_cw", 8 * ONE);
            open(&mut engine, Algorithm::Ldcp);
            engine.step(&ignore(!on));
            engine.step(&In { tx: Some((3, Psn::wrap(20))), ..In::idle() });
            for _ in 0..8 {
                engine.step(&In::idle());
            }
            let (ignored, update) = beside(&mut engine, packet(Kind::Ack, true, 11), written, on);
            let seen = written <= 5;
            assert_eq!(ignored, on == seen, "{written} {on}");
            let update = update.expect("an ACK's update");
            let Outcome::Ldcp { cw, .. } = update.outcome else { panic!("{update:?}") };
            assert_eq!(update.una, Psn::wrap(11), "una moves");
            assert_eq!(cw.raw() == 8 * ONE, ignored, "an ignored mark leaves the window: {written} {on}");
        }
    }
}

#[test]
fn an_ignored_cnp_makes_no_update_and_other_events_are_as_they_were() {
    let mut engine = ready(&[Unit::Ldcp, Unit::Dcqcn]);
    let line = layout::dcqcn::LINE.reset;
    [("host_dcqcn_rc", line), ("host_dcqcn_rt", line)].iter().for_each(|(name, value)| engine.preset(name, *value));
    open(&mut engine, Algorithm::DcqcnP);
    engine.step(&In { tx: Some((3, Psn::wrap(20))), ..ignore(true) });
    assert_eq!(beside(&mut engine, packet(Kind::Cnp, false, 0), 99, true), (true, None));
    for (kind, ece) in [(Kind::Ack, false), (Kind::Loss, false), (Kind::Ack, true)] {
        let (ignored, update) = beside(&mut engine, packet(kind, ece, 12), 199, true);
        assert_eq!((ignored, update.map(|update| update.kind)), (ece, Some(kind)));
    }
    engine.step(&ignore(false));
    let (ignored, update) = beside(&mut engine, packet(Kind::Cnp, false, 0), 199, false);
    assert_eq!((ignored, update.map(|update| update.kind)), (false, Some(Kind::Cnp)));
}

#[test]
fn a_reset_takes_every_bit_back() {
    let mut engine = ready(&[Unit::Ldcp]);
    engine.step(&ignore(true));
    engine.step(&In { rst_n: false, ..In::idle() });
    // nothing is written while the contexts are initialised
    for _ in 0..QPS {
        engine.step(&ignore(true));
    }
    for _ in 0..4 {
        engine.step(&In::idle());
    }
    open(&mut engine, Algorithm::Ldcp);
    engine.step(&In { tx: Some((3, Psn::wrap(20))), ..In::idle() });
    for _ in 0..8 {
        engine.step(&In::idle());
    }
    assert!(!beside(&mut engine, packet(Kind::Ack, true, 11), 199, true).0);
}

/// Behind the host, and as it: one operation under way at a time.
#[test]
fn a_lowering_enters_behind_the_host_and_alone() {
    let mut engine = ready(&[Unit::Ldcp]);
    let read = In { host: Some(HostOp::Read { qpn: 1 }), ..In::idle() };
    let both = In { lower: Some(Lower { qpn: 3, alg: 0, window: 0, rate: 0 }), ..read };
    let out = engine.step(&both);
    assert!(out.host_ready && !out.lower_ready);
    let under_way = until(&mut engine, &both, |out| {
        assert!(out.host_done.is_some() || !out.host_ready && !out.lower_ready);
        out.host_done.is_some()
    });
    assert!(under_way.1.host_ready && !under_way.1.lower_ready, "the host is first again");
    let alone = In { host: None, ..both };
    let (_, out) = until(&mut engine, &alone, |out| out.host_done.is_some());
    assert!(out.lower_ready, "the next is taken with its end");
}

/// Whoever hears of an end need not ask whether an older update still comes.
#[test]
fn a_lowering_is_over_when_all_older_updates_have_left() {
    let mut engine = ready(&[Unit::Ldcp]);
    engine.preset("host_ldcp_cw", 50 * ONE);
    open(&mut engine, Algorithm::Ldcp);
    let held = In { upd_ready: false, ..In::idle() };
    engine.step(&In { tx: Some((3, Psn::wrap(200))), ..held });
    for psn in 10..15 {
        engine.step(&In { upd_ready: false, ..packet(Kind::Ack, false, psn) });
        (0..20).for_each(|_| assert!(!engine.step(&held).lower_done));
    }
    let given = Lower { qpn: 3, alg: 0, window: 2 * ONE, rate: 0 };
    until(&mut engine, &In { lower: Some(given), ..held }, |out| out.lower_ready);
    for _ in 0..200 {
        let out = engine.step(&In { lower: Some(given), ..held });
        assert!(!out.lower_done && !out.lower_ready, "nobody takes updates, and no other is taken");
    }
    // one that comes behind it is not waited for
    engine.step(&In { upd_ready: false, ..packet(Kind::Ack, false, 15) });
    (0..60).for_each(|_| assert!(!engine.step(&held).lower_done));
    let mut windows = vec![];
    for _ in 0..5 {
        let out = engine.step(&In::idle());
        assert!(!out.lower_done);
        let Some(Update { outcome: Outcome::Ldcp { cw, .. }, .. }) = out.upd else { panic!("an update: {out:?}") };
        windows.push(cw.raw());
    }
    assert!(windows.iter().all(|cw| *cw > 50 * ONE));
    let outs: Vec<_> = (0..3).map(|_| engine.step(&held)).collect();
    assert_eq!(outs.iter().map(|out| out.lower_done).collect::<Vec<_>>(), [false, true, false]);
    let Some(Update { outcome: Outcome::Ldcp { cw, .. }, .. }) = outs[0].upd else { panic!("{outs:?}") };
    assert!((2 * ONE..3 * ONE).contains(&cw.raw()), "the first that is younger");
}

/// How far the last event of its QP stands in front of a lowering, and in which unit: its update leaves first.
#[test]
fn no_lowering_is_over_while_an_older_update_is_on_its_way() {
    use Unit::{Dcqcn, Dctcp, Hpcc, Ldcp};
    let sets: [&[Unit]; 9] =
        [&[Ldcp], &[Hpcc], &[Dcqcn], &[Dctcp], &[Ldcp, Dctcp], &[Ldcp, Dcqcn], &[Ldcp, Hpcc], &[Hpcc, Dctcp], ALL];
    let mut early = vec![];
    for units in sets {
        for (alg, registers, ..) in CASES.iter().filter(|(alg, ..)| units.contains(&alg.unit())) {
            let mut opened = ready(units);
            registers.iter().for_each(|(name, value)| opened.preset(name, *value));
            open(&mut opened, *alg);
            let held = In { upd_ready: false, ..In::idle() };
            opened.step(&In { tx: Some((3, Psn::wrap(200))), ..held });
            (0..20).for_each(|_| assert!(opened.step(&held).upd.is_none()));
            for apart in 1..=40 {
                let mut engine = opened.clone();
                engine.step(&In { upd_ready: false, ..packet(Kind::Ack, false, 10) });
                (1..apart).for_each(|_| assert!(!engine.step(&held).lower_done));
                let given = Lower { qpn: 3, alg: *alg as u8, window: 1 << 20, rate: 1 << 20 };
                let (waited, _) = until(&mut engine, &In { lower: Some(given), ..held }, |out| out.lower_ready);
                assert_eq!(waited, 0, "nothing holds it off");
                let outs: Vec<_> = (0..400).map(|_| engine.step(&held)).collect();
                assert!(outs.last().is_some_and(|out| out.upd.is_some()), "{units:?} {alg:?}: an update of its ACK");
                if outs.iter().any(|out| out.lower_done) {
                    early.push((units, *alg, apart));
                    continue;
                }
                let taken = engine.step(&In::idle());
                assert!(taken.upd.is_some() && !taken.lower_done);
                until(&mut engine, &In::idle(), |out| out.lower_done);
            }
        }
    }
    assert!(early.is_empty(), "its update was still to be taken: {early:?}");
}

/// The contexts of whole engines are given at once: it has none of these ports.
#[test]
fn without_the_key_an_engine_is_as_before() {
    let mut without = config(&[Unit::Ldcp]);
    without.engine.fcr = false;
    let mut engine = whole_engine::Engine::new(&without);
    let design = hdl::design::build(&without, "engine").expect("builds");
    let text = design.files.iter().map(|(_, text)| text.as_str()).collect::<String>();
    assert!(!text.contains("lower_valid") && !text.contains("ignore_we") && !text.contains("seen_ignored"));
    assert_eq!(engine.step(&whole_engine::In::idle()).upd, None);
    for outer in ["top", "nic"] {
        let error = hdl::design::build(&config(&[Unit::Ldcp]), outer).map(|_| ()).expect_err("refused").to_string();
        assert!(error.starts_with(&format!("engine.fcr = true: block {outer}")), "{error}");
    }
}

/// The pulse that tells that an operation has passed is that of the last one: of a read whose older updates still wait
/// when the next operation enters, none comes, for who waits for that one would take it for its own.
#[test]
fn no_operation_passes_in_the_name_of_the_next() {
    let mut engine = ready(&[Unit::Ldcp]);
    open(&mut engine, Algorithm::Ldcp);
    engine.step(&In { tx: Some((3, Psn::wrap(20))), ..In::idle() });
    let held = In { upd_ready: false, ..In::idle() };
    let pkt = Packet { kind: Kind::Ack, ece: false, psn: Psn::wrap(12), qpn: 3 };
    engine.step(&In { pkt: Some(pkt), ..held });
    until(&mut engine, &held, |out| out.upd.is_some());
    let read = In { host: Some(HostOp::Read { qpn: 3 }), ..held };
    until(&mut engine, &read, |out| out.host_ready);
    until(&mut engine, &held, |out| out.host_done.is_some());
    let context = HostContext { alg: Algorithm::LdcpPcc, set: 5, ..HostContext::RESET };
    let op = HostOp::Write { qpn: 4, parts: Parts { choice: true, ..Parts::NONE }, context };
    until(&mut engine, &In { host: Some(op), ..held }, |out| out.host_ready);
    let passed: Vec<_> = (0..100).filter_map(|t| Some((t, engine.step(&In::idle()).host_passed?))).collect();
    let [(t, choice)] = passed[..] else { panic!("one pulse: {passed:?}") };
    assert!(t > 10, "behind its issue, {t} cycles after it was taken");
    assert_eq!((choice.alg.raw(), choice.set.raw()), (Algorithm::LdcpPcc as u64, 5));
}
