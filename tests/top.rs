//! `top`: a packet on the wire to an update, and the counters.

mod limit;
mod newest;

use crate::support::frames::over_ipv4;
use layout::config::{Config, Unit, Updates};
use layout::drop_reason::DropReason;
use layout::ldcp::Psn;
use layout::record::{Algorithm, Kind};
use layout::timing::Latency;
use layout::wire::EcePlace;
use model::engine::{self, HostContext, HostOp, Outcome, Parts};
use model::packet::classify::ParserConfig;
use model::packet::frame::Body;
use model::packet::{aeth, bth, cnp};
use model::parser::Beat;
use model::top::{In, Out, Top};

fn config(units: &[Unit], data_bits: u32) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (16, data_bits);
    config.engine.units = units.to_vec();
    config.engine.updates = Some(Updates::Every);
    config.check().expect("legal");
    config
}

fn idle() -> In<'static> {
    let parser_cfg = ParserConfig { qp_bits: 4, qpn_base: 0x100, ece_place: EcePlace::Becn, ..ParserConfig::default() };
    In { rst_n: true, parser_cfg, beat: None, engine: engine::In::idle(), cnt_sel: 0, high_water_clear: 0 }
}

/// A frame to QP 0x100 + `qpn`.
fn frame(body: Body, becn: bool, qpn: u32, psn: u32) -> Vec<u8> {
    let opcode = if matches!(body, Body::Cnp(_)) { 0x81 } else { 0x11 };
    over_ipv4(bth::Repr { becn, ..bth::Repr::new(opcode, 0x100 + qpn, psn) }, body)
}

fn ack(becn: bool, qpn: u32, psn: u32) -> Vec<u8> {
    frame(Body::Ack(aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 }), becn, qpn, psn)
}

fn nak(code: u8, value: u8) -> Vec<u8> {
    frame(Body::Ack(aeth::Repr { reserved: false, code, value, msn: 0 }), false, 3, 5)
}

/// A top after initialisation, which takes frames.
fn ready(data_bits: u32) -> Top {
    ready_with(&[Unit::Ldcp], data_bits)
}

fn ready_with(units: &[Unit], data_bits: u32) -> Top {
    ready_of(&config(units, data_bits))
}

fn ready_of(config: &Config) -> Top {
    let mut top = Top::new(config);
    let out = (0..=16).map(|_| top.step(&idle())).last().expect("seventeen cycles");
    assert!(out.engine.init_done && !out.tready, "room follows a cycle later");
    top.step(&idle());
    for (qpn, psn) in [(1, 0), (3, 0), (4, 6)] {
        open(&mut top, qpn, psn, Algorithm::Ldcp);
        sent(&mut top, qpn, 200);
    }
    top
}

/// Opens a QP behind this PSN.
fn open(top: &mut Top, qpn: u32, psn: u64, alg: Algorithm) {
    let context = HostContext { alg, psn: Psn::wrap(psn), open: true, ..HostContext::RESET };
    let op = HostOp::Write { qpn, parts: Parts::ALL, context };
    assert!(top.step(&In { engine: engine::In { host: Some(op), ..idle().engine }, ..idle() }).engine.host_ready);
    assert!((0..200).any(|_| top.step(&idle()).engine.host_done.is_some()));
}

/// The NIC sends this PSN next.
fn sent(top: &mut Top, qpn: u32, psn: u64) {
    top.step(&In { engine: engine::In { tx: Some((qpn, Psn::wrap(psn))), ..idle().engine }, ..idle() });
}

/// Sends a frame; the outputs of the cycle of its last beat.
fn send(top: &mut Top, frame: &[u8], data_bits: u32) -> Out {
    Beat::split(frame, data_bits)
        .map(|beat| {
            let out = top.step(&In { beat: Some(beat), ..idle() });
            assert!(out.tready);
            out
        })
        .last()
        .expect("a frame has a beat")
}

fn counters(top: &mut Top) -> [u64; 64] {
    std::array::from_fn(|i| {
        top.step(&In { cnt_sel: i as u8, ..idle() });
        top.step(&idle()).cnt_value
    })
}

/// Seven ACKs, four of them of one QP in cycles that follow one another, of which some join. Nobody takes an update.
#[test]
fn the_most_that_waited_stays_until_it_is_cleared() {
    let mut top = ready(512);
    let mut stalled = idle();
    stalled.engine.upd_ready = false;
    for (qpn, psn) in [(1, 3), (3, 5), (4, 9), (3, 6), (3, 7), (3, 8), (3, 9)] {
        let beat = Beat::split(&ack(false, qpn, psn), 512).next();
        assert!(top.step(&In { beat, ..stalled }).tready);
    }
    for _ in 0..100 {
        top.step(&stalled);
    }
    let read = |top: &mut Top, place: u8| {
        top.step(&In { cnt_sel: place, ..stalled });
        top.step(&stalled).cnt_value
    };
    let folded = read(&mut top, 41);
    assert!((1..=4).contains(&folded), "{folded} ACKs joined one of their QP");
    assert_eq!(read(&mut top, 43), 7 - folded, "updates wait");
    let events = read(&mut top, 42);
    assert!((1..=7).contains(&events), "events waited");
    for _ in 0..10 {
        top.step(&idle());
    }
    assert_eq!(read(&mut top, 43), 7 - folded, "they are taken, and the mark stays");
    top.step(&In { high_water_clear: 0b10, ..idle() });
    assert_eq!((read(&mut top, 43), read(&mut top, 42)), (0, events), "what waits now; another's stays");
    assert_eq!([44, 45, 46].map(|place| read(&mut top, place)), [0; 3], "there are no such queues");
}

/// Two ACKs of a QP that was opened with one packet: the second finds what the first left.
#[test]
fn a_trace_has_the_context_that_an_event_found_and_what_came_of_it() {
    let mut config = config(&[Unit::Ldcp], 512);
    config.rtl.trace = true;
    let mut top = ready_of(&config);
    let mut shown = vec![];
    for psn in [77, 80] {
        send(&mut top, &ack(false, 3, psn), 512);
        let mut taken = None;
        for _ in 0..100 {
            let out = top.step(&idle());
            assert_eq!(out.engine.trace.map(|shown| shown.update), taken, "a cycle behind the update");
            taken = out.engine.upd;
            shown.extend(out.engine.trace);
        }
    }
    let windows: Vec<_> = shown.iter().map(|shown| shown.update.on_port().window).collect();
    let found: Vec<_> = shown.iter().map(|shown| shown.before.expect("LDCP shows it")).collect();
    assert_eq!((found[0].window, found[0].last), (1 << 28, 10_000), "one packet, 10 us");
    assert_eq!(found[1].window, windows[0]);
    assert_eq!((found.len(), found[1].u, found[1].wc), (2, 0, 0));
    let (event, set) = shown[1].event.expect("an event");
    assert_eq!((event.kind, event.qpn, event.n0.raw(), event.n1.raw(), set), (Kind::Ack, 3, 3, 0, 0));
}

#[test]
fn an_ack_on_the_wire_is_an_update_48_cycles_after_its_last_beat_at_every_width() {
    for data_bits in [64, 128, 256, 512] {
        let mut top = ready(data_bits);
        send(&mut top, &ack(true, 3, 77), data_bits);
        let (cycle, update) =
            (1..).find_map(|cycle| top.step(&idle()).engine.upd.map(|update| (cycle, update))).expect("an update");
        // 9 cycles in the parser and 39 in the engine; cw = 1 − 77/2, at gamma
        assert_eq!(cycle, 48, "{data_bits} bits");
        let Outcome::Ldcp { cw, .. } = update.outcome else { panic!("{update:?}") };
        assert_eq!((update.kind, update.qpn, cw.raw()), (Kind::Ack, 3, 1 << 24));
        assert_eq!(update.una.raw(), 77);
    }
}

#[test]
fn with_hpcc_an_ack_of_either_unit_takes_nine_cycles_more_than_its_event() {
    let config = config(&[Unit::Ldcp, Unit::Hpcc], 512);
    for alg in Algorithm::ALL.into_iter().filter(|alg| config.has(alg.unit())) {
        let mut top = ready_with(&config.engine.units, 512);
        open(&mut top, 3, 76, alg);
        sent(&mut top, 3, 78);
        send(&mut top, &ack(true, 3, 77), 512);
        let (cycle, update) =
            (1..).find_map(|cycle| top.step(&idle()).engine.upd.map(|update| (cycle, update))).expect("an update");
        assert_eq!(cycle, 9 + Latency::of(&config).event(alg.unit()), "{}", alg.name());
        assert_eq!((update.kind, update.qpn), (Kind::Ack, 3));
        match update.outcome {
            Outcome::Ldcp { cw, .. } => {
                assert!(!alg.is_hpcc());
                // cw = 1 - 1/2; ldcp-pcc does not use ACKs
                assert_eq!(cw.raw(), if alg == Algorithm::Ldcp { 1 << 27 } else { 1 << 28 });
            }
            Outcome::Hpcc { w, flags, feedback, .. } => {
                // such an ACK has no telemetry
                assert!(alg.is_hpcc() && !feedback);
                assert_eq!((w, flags), (model::hpcc::unit::window::Context::RESET.w, layout::hpcc::flag::IGNORED));
            }
            Outcome::Socket { .. } => panic!("{update:?}: no other unit is built"),
        }
    }
}

#[test]
fn psns_of_packets_are_counted_per_qp() {
    let mut top = ready(512);
    let mut updates = Vec::new();
    open(&mut top, 3, 99, Algorithm::Ldcp);
    sent(&mut top, 3, 104);
    for (becn, qpn, psn) in [(false, 3, 100), (true, 4, 7), (true, 3, 103), (true, 3, 103), (false, 3, 90)] {
        send(&mut top, &ack(becn, qpn, psn), 512);
    }
    for _ in 0..100 {
        updates.extend(top.step(&idle()).engine.upd.map(|u| match u.outcome {
            Outcome::Ldcp { cw, flags, .. } => (u.qpn, cw.raw() >> 12, flags),
            other => panic!("{other:?}"),
        }));
    }
    // QP 3: 1 + 1, then 3 packets marked, with a duplicate and an old one that come while they wait. In units of 2^-16
    let of_qp = |qpn| updates.iter().filter(|u| u.0 == qpn).map(|u| (u.1, u.2)).collect::<Vec<_>>();
    assert_eq!(of_qp(3), [(0x20000, 0), (0x8000, 1)]);
    assert_eq!(of_qp(4), [(0x8000, 1)]);
}

#[test]
fn every_result_is_counted_once() {
    let mut top = ready(512);
    let mut broken = ack(false, 3, 5);
    broken[50] ^= 1;
    let frames = [
        (26, ack(false, 3, 5)),
        (26, ack(true, 3, 6)),
        (27, nak(3, 0)),
        (28, frame(Body::Cnp(cnp::Repr { reserved: [0; 16] }), false, 3, 0)),
        (DropReason::RnrNak as usize, nak(1, 9)),
        (DropReason::NakOther as usize, nak(3, 1)),
        (DropReason::QpnUnknown as usize, ack(false, 16, 5)),
        (DropReason::Truncated as usize, vec![0; 13]),
        (DropReason::NotIp as usize, vec![0; 60]),
        (DropReason::Icrc as usize, broken),
    ];
    let mut expected = [0; 64];
    for (counter, frame) in &frames {
        send(&mut top, frame, 512);
        expected[*counter] += 1;
    }
    for _ in 0..10 {
        top.step(&idle());
    }
    // from this place on they are the most that waited
    assert_eq!(counters(&mut top)[..41], expected[..41]);
    assert_eq!(expected.iter().sum::<u64>(), 10);
    top.step(&In { rst_n: false, ..idle() });
    assert_eq!(counters(&mut top), [0; 64]);
}

#[test]
fn a_rejected_ack_and_an_event_of_a_closed_qp_are_counted_and_the_former_raises_the_alert() {
    for units in [&[Unit::Ldcp][..], &[Unit::Ldcp, Unit::Hpcc]] {
        let mut top = ready_with(units, 512);
        let mut alerts = 0;
        for (qpn, psn) in [(3, 200), (3, 0x7f_ffff), (5, 7), (3, 199), (3, 199), (2, 0)] {
            send(&mut top, &ack(false, qpn, psn), 512);
            alerts += (0..150).filter(|_| top.step(&idle()).alert_psn).count();
        }
        let found = counters(&mut top);
        assert_eq!((found[26], found[35], found[36], alerts), (6, 2, 2, 2));
    }
}

#[test]
fn a_counter_shows_a_result_to_a_selection_two_cycles_later() {
    let mut top = ready(512);
    send(&mut top, &ack(false, 3, 5), 512);
    let select = In { cnt_sel: 26, ..idle() };
    // the result comes 9 cycles after the beat; selected in cycle 11, seen in cycle 12
    let values: Vec<u64> = (1..=13).map(|_| top.step(&select).cnt_value).collect();
    assert_eq!(values, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
}

/// With a 64-byte ACK in every cycle a read was not done after a million cycles.
#[test]
fn an_ack_in_every_cycle_does_not_shut_the_host_out() {
    for units in [&[Unit::Ldcp][..], &[Unit::Ldcp, Unit::Hpcc]] {
        let mut top = ready_with(units, 512);
        let frames: Vec<Beat> =
            (0..16).map(|qpn| Beat::split(&ack(true, qpn, 77), 512).next().expect("one beat")).collect();
        let (mut sent, mut longest, mut done) = (0, 0, 0);
        let mut asked = None;
        for cycle in 0..20_000u32 {
            asked = asked.or(Some(cycle));
            let host = Some(HostOp::Read { qpn: cycle % 16 });
            let engine = engine::In { host, ..idle().engine };
            let out = top.step(&In { beat: Some(frames[sent % 16]), engine, ..idle() });
            sent += usize::from(out.tready);
            if out.engine.host_done.is_some() {
                let since = asked.take().expect("it was asked for");
                (done, longest) = (done + 1, longest.max(cycle - since));
            }
        }
        println!("{units:?}: {done} reads done, the longest after {longest} cycles, beside {sent} ACKs");
        // entered within 64 cycles, behind what the queue and the slots hold
        assert!(done > 50 && longest < 400, "{done} reads, {longest} cycles");
        assert!(sent > 10_000, "the ACKs go on");
    }
}

/// The QP's own algorithm hears nothing of an advice: no update, and the counter of CNPs stays. An ordinary CNP is its
/// event as ever.
#[test]
fn an_advice_goes_out_with_its_qp_and_is_no_event_of_the_engine() {
    for data_bits in [64, 512] {
        let mut top = ready(data_bits);
        let reading = |input: In<'static>| In { parser_cfg: ParserConfig { fcr: true, ..input.parser_cfg }, ..input };
        let advice = cnp::Revised { withdraw: false, seq: 7, rate: 40_000, validity: 100, switch: 9 };
        let said = |byte: u8| {
            let mut repr = cnp::Repr::from(advice);
            repr.reserved[0] = byte;
            frame(Body::Cnp(repr), false, 3, 0)
        };
        let plain = frame(Body::Cnp(cnp::Repr { reserved: [0; 16] }), false, 3, 0);
        let frames = [said(0x11), said(0x21), said(0x12), plain, said(0x11)];
        let beats = frames.iter().flat_map(|frame| Beat::split(frame, data_bits)).map(Some);
        let (mut advices, mut kinds, mut dropped) = (vec![], vec![], 0);
        for beat in beats.chain([None; 100]) {
            let out = top.step(&reading(In { beat, ..idle() }));
            advices.extend(out.advice);
            dropped += u32::from(out.frame_dropped);
            kinds.extend(out.engine.upd.map(|update| update.kind));
        }
        assert_eq!((advices, dropped), (vec![(3, advice); 2], 2), "{data_bits} bits");
        assert_eq!(kinds, [Kind::Cnp], "{data_bits} bits");
        let counters = counters(&mut top);
        assert_eq!((counters[28], &counters[38..41]), (1, &[1, 1, 2][..]));
        assert_eq!(counters[..42].iter().sum::<u64>(), 5, "each result is counted once");
    }
}
