//! The functions as a C program calls them: what they give is the model's, and what is wrong is said.

use ackwright_c::*;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::{Cw, N};
use layout::record::Kind;
use model::event::Event;
use model::packet::classify::{ParserConfig, frame};
use std::ffi::{CStr, CString};
use std::mem::zeroed;
use std::ptr::{null, null_mut};

fn error() -> String {
    unsafe { CStr::from_ptr(ackw_last_error()) }.to_str().expect("UTF-8").to_owned()
}

fn fails(status: ackw_status, expected: ackw_status, part: &str) {
    assert_eq!(status, expected, "{}", error());
    assert!(error().contains(part) && !error().contains('\n'), "{}", error());
}

fn block(toml: &str, name: &str) -> *mut ackw_block {
    let (toml, name) = (CString::new(toml).expect("no 0"), CString::new(name).expect("no 0"));
    let mut made = null_mut();
    assert_eq!(unsafe { ackw_block_new(toml.as_ptr(), name.as_ptr(), &mut made) }, ACKW_OK, "{}", error());
    assert!(!made.is_null());
    made
}

const SMALL: &str = "[engine]\nqps = 16\n";

fn size(block: *mut ackw_block, direction: u32) -> [u32; 2] {
    let (mut ports, mut words) = (0, 0);
    assert_eq!(unsafe { ackw_block_size(block, direction, &mut ports, &mut words) }, ACKW_OK);
    [ports, words]
}

fn port(block: *mut ackw_block, name: &CStr) -> ackw_port {
    let mut found = unsafe { zeroed() };
    assert_eq!(unsafe { ackw_block_find(block, name.as_ptr(), &mut found) }, ACKW_OK, "{}", error());
    found
}

#[test]
fn version_and_hash_are_those_of_the_exported_files() {
    assert_eq!(unsafe { CStr::from_ptr(ackw_version()) }.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hdl/verilog/ldcp");
    let toml = CString::new(std::fs::read(folder.join("ackwright.toml")).expect("a file")).expect("no 0");
    let mut hash = 0;
    assert_eq!(unsafe { ackw_config_hash(toml.as_ptr(), &mut hash) }, ACKW_OK);
    let first = std::fs::read_to_string(folder.join("ackw_nic.v")).expect("a file");
    assert!(first.lines().next().expect("a line").contains(&format!("configuration {hash:016x}. ")), "{hash:016x}");
    fails(
        unsafe { ackw_config_hash(c"[engine]\nqps = 3".as_ptr(), &mut hash) },
        ACKW_CONFIG,
        "engine.qps = 3: expected",
    );
    fails(unsafe { ackw_config_hash(c"[engine]\nqpz = 3".as_ptr(), &mut hash) }, ACKW_CONFIG, "line 2: unknown field");
    fails(unsafe { ackw_config_hash(null(), &mut hash) }, ACKW_POINTER, "toml is null");
    fails(unsafe { ackw_config_hash(c"\xff".as_ptr(), &mut hash) }, ACKW_CONFIG, "toml is not UTF-8");
}

#[test]
fn a_block_of_a_bad_configuration_or_name_is_refused_and_the_handle_null() {
    for (toml, name, status, part) in [
        (c"[engine]\nqps = 5", c"pawa", ACKW_CONFIG, "engine.qps = 5: expected a power of two"),
        (c"", c"pawn", ACKW_NAME, "block pawn: expected one of recip"),
        (c"[engine]\nunits = [\"hpcc\"]", c"pawa", ACKW_NAME, "block pawa: expected one of recip"),
    ] {
        let mut made = std::ptr::dangling_mut();
        fails(unsafe { ackw_block_new(toml.as_ptr(), name.as_ptr(), &mut made) }, status, part);
        assert!(made.is_null());
    }
    fails(unsafe { ackw_block_new(c"".as_ptr(), c"pawa".as_ptr(), null_mut()) }, ACKW_POINTER, "made is null");
    unsafe { ackw_block_free(null_mut()) };
}

#[test]
fn wrong_pointers_sizes_and_indices_are_said() {
    let pawa = block(SMALL, "pawa");
    let ([ports, inputs], [_, outputs]) = (size(pawa, ACKW_IN), size(pawa, ACKW_OUT));
    let (mut row, mut out) = (vec![0u32; inputs as usize], vec![0u32; outputs as usize]);
    let (i, o) = (row.as_mut_ptr(), out.as_mut_ptr());
    let step = |b, i, iw, o, ow| unsafe { ackw_block_step(b, i, iw, o, null_mut(), ow) };
    fails(step(null_mut(), i, inputs, o, outputs), ACKW_POINTER, "block is null");
    fails(step(pawa, null_mut(), inputs, o, outputs), ACKW_POINTER, "input is null");
    fails(step(pawa, i, inputs - 1, o, outputs), ACKW_SIZE, &format!("{} words: expected {inputs}", inputs - 1));
    fails(step(pawa, i, inputs, o, outputs + 1), ACKW_SIZE, &format!("expected {outputs}"));
    fails(step(pawa, i.cast::<u8>().wrapping_add(1).cast(), inputs, o, outputs), ACKW_POINTER, "input is misaligned");
    assert_eq!(step(pawa, i, inputs, o, outputs), ACKW_OK);
    let mut found = unsafe { zeroed() };
    fails(unsafe { ackw_block_port(pawa, ACKW_IN, ports, &mut found) }, ACKW_NAME, "expected one below");
    fails(unsafe { ackw_block_port(pawa, 2, 0, &mut found) }, ACKW_RANGE, "direction = 2");
    fails(unsafe { ackw_block_find(pawa, c"in_nothing".as_ptr(), &mut found) }, ACKW_NAME, "no port in_nothing");
    unsafe { ackw_block_free(pawa) };
}

#[test]
fn rows_have_every_port_once_and_wide_ports_lowest_word_first() {
    let top = block(SMALL, "top");
    for direction in [ACKW_IN, ACKW_OUT] {
        let [ports, words] = size(top, direction);
        let mut next = 0;
        for index in 0..ports {
            let mut p: ackw_port = unsafe { zeroed() };
            assert_eq!(unsafe { ackw_block_port(top, direction, index, &mut p) }, ACKW_OK);
            assert_eq!((p.word, p.words, p.direction), (next, p.bits.div_ceil(32), direction));
            assert_eq!(port(top, unsafe { CStr::from_ptr(p.name) }), p);
            next += p.words;
        }
        assert_eq!(next, words);
    }
    assert_eq!(port(top, c"s_axis_tdata").words, 16);
    unsafe { ackw_block_free(top) };
}

#[test]
fn a_broken_rule_stops_the_block_until_reset_and_nothing_else() {
    let pawa = block(SMALL, "pawa");
    let ([_, inputs], [_, outputs]) = (size(pawa, ACKW_IN), size(pawa, ACKW_OUT));
    let (mut row, mut out) = (vec![0u32; inputs as usize], vec![0u32; outputs as usize]);
    let mut step =
        |row: &[u32]| unsafe { ackw_block_step(pawa, row.as_ptr(), inputs, out.as_mut_ptr(), null_mut(), outputs) };
    assert_eq!(step(&row), ACKW_OK);
    row[port(pawa, c"set_we").word as usize] = 1;
    fails(step(&row), ACKW_RULE, "alpha = 0: expected 64 to 65536");
    row[port(pawa, c"set_we").word as usize] = 0;
    fails(step(&row), ACKW_RULE, "expected ackw_block_reset()");
    assert_eq!(unsafe { ackw_block_reset(pawa) }, ACKW_OK);
    assert_eq!(step(&row), ACKW_OK);
    // what is not ours is still said as ever
    assert!(std::panic::catch_unwind(|| panic!("not ours")).is_err());
    unsafe { ackw_block_free(pawa) };
}

#[test]
fn nothing_counts_in_the_first_eight_cycles_and_payload_only_with_its_valid() {
    let pawa = block(SMALL, "pawa");
    let ([_, inputs], [_, outputs]) = (size(pawa, ACKW_IN), size(pawa, ACKW_OUT));
    let (row, mut out, mut counts) =
        (vec![0u32; inputs as usize], vec![0; outputs as usize], vec![0; outputs as usize]);
    let (valid, window) = (port(pawa, c"out_valid"), port(pawa, c"out_cw"));
    for cycle in 0..10 {
        let (out, counts) = (out.as_mut_ptr(), counts.as_mut_ptr());
        assert_eq!(unsafe { ackw_block_step(pawa, row.as_ptr(), inputs, out, counts, outputs) }, ACKW_OK);
        let counts = unsafe { std::slice::from_raw_parts(counts, outputs as usize) };
        assert_eq!(counts[valid.word as usize], u32::from(cycle >= 8), "cycle {cycle}");
        assert_eq!(counts[window.word as usize], 0, "there is no result");
    }
    unsafe { ackw_block_free(pawa) };
}

#[test]
fn one_step_of_ldcp_is_the_models() {
    let (mut params, mut context, mut update) = unsafe { (zeroed(), zeroed(), zeroed()) };
    assert_eq!(unsafe { ackw_ldcp_params_reset(&mut params) }, ACKW_OK);
    assert_eq!(unsafe { ackw_ldcp_context_reset(&mut context) }, ACKW_OK);
    let mut expected = model::ldcp::Context::RESET;
    let mut paced = 0;
    for i in 0..2000u32 {
        let event = ackw_ldcp_event { algorithm: i / 1000, kind: i * 7 % 4, ece: u32::from(i % 3 != 0), n: i % 5 };
        assert_eq!(unsafe { ackw_ldcp_step(&params, &event, &mut context, &mut update) }, ACKW_OK, "{}", error());
        let kind = Kind::from_bits(event.kind as u8).expect("a kind");
        let asked = Event { kind, ece: event.ece == 1, n: N::wrap(event.n.into()), qpn: 0 }.of_qp(expected);
        let (next, flags) = model::ldcp::step(i >= 1000, expected, asked, &Default::default());
        expected = next;
        assert_eq!((context.cw, u64::from(context.rtt)), (next.cw.raw(), next.rtt.raw()), "event {i}");
        assert_eq!((update.window, update.flags), (next.cw.raw(), flags.into()));
        let pace = if flags & 1 == 1 { model::ldcp::unit::interval::interval(next.rtt, next.cw).raw() } else { 0 };
        assert_eq!(update.pace, pace);
        paced += u32::from(pace > 0);
    }
    assert!(paced > 10, "{paced} paced updates");
    let before = context;
    let bad = ackw_ldcp_event { algorithm: 2, kind: 0, ece: 0, n: 1 };
    let step = |p: &ackw_ldcp_params, e: &ackw_ldcp_event, c: &mut ackw_ldcp_context| unsafe {
        ackw_ldcp_step(p, e, c, &mut zeroed())
    };
    fails(step(&params, &bad, &mut context), ACKW_RANGE, "algorithm = 2: expected 0 (ldcp) or 1");
    fails(step(&params, &ackw_ldcp_event { algorithm: 0, kind: 4, ..bad }, &mut context), ACKW_RANGE, "kind = 4");
    fails(step(&params, &ackw_ldcp_event { algorithm: 0, n: 1 << 14, ..bad }, &mut context), ACKW_RANGE, "n = 16384");
    let good = ackw_ldcp_event { algorithm: 0, ..bad };
    fails(step(&ackw_ldcp_params { alpha: 0, ..params }, &good, &mut context), ACKW_RANGE, "alpha = 0");
    let mut wide = ackw_ldcp_context { cw: Cw::MAX_RAW + 1, rtt: 1 };
    fails(step(&params, &good, &mut wide), ACKW_RANGE, "cw = ");
    assert_eq!(context, before, "a failure leaves the context");
}

#[test]
fn one_step_of_hpcc_is_the_models() {
    let (mut header, mut params, mut context, mut update) = unsafe { (zeroed(), zeroed(), zeroed(), zeroed()) };
    assert_eq!(unsafe { ackw_hpcc_header_reset(&mut header) }, ACKW_OK);
    assert_eq!(unsafe { ackw_hpcc_params_reset(&mut params) }, ACKW_OK);
    assert_eq!(unsafe { ackw_hpcc_context_new(&header, &params, &mut context) }, ACKW_OK, "{}", error());
    let (h, p) = (model::hpcc::Header::default(), model::hpcc::Params::default());
    let mut expected = model::hpcc::Context::<MAX_HOPS>::new(&p);
    let (mut full, mut seen) = (0, 0);
    for i in 0..2000u32 {
        let hop = |k: u32| ackw_hop { speed: k % 4, ts: 40 * i, tx_bytes: 3 * i, q_len: i * k % 50 };
        let telemetry = ackw_telemetry { path: i / 500, n_hop: 3, hops: std::array::from_fn(|k| hop(k as u32)) };
        let arrival = ackw_hpcc_arrival { receiver: i / 1000, seq: i, snd_nxt: i + 10, now: 200 * i };
        let step = unsafe { ackw_hpcc_step(&header, &params, &arrival, &telemetry, &mut context, &mut update) };
        assert_eq!(step, ACKW_OK, "{}", error());
        use layout::fixed::U;
        let mut asked = model::hpcc::Telemetry {
            path: U::wrap((i / 500).into()),
            n_hop: U::wrap(3),
            hops: [model::hpcc::Hop::default(); MAX_HOPS],
        };
        for (hop, from) in asked.hops.iter_mut().zip(&telemetry.hops).take(3) {
            (hop.speed, hop.ts) = (U::wrap(from.speed.into()), U::wrap(from.ts.into()));
            (hop.tx_bytes, hop.q_len) = (U::wrap(from.tx_bytes.into()), U::wrap(from.q_len.into()));
        }
        let arrived = match arrival.receiver {
            0 => model::hpcc::Arrival::Ack { seq: U::wrap(i.into()), snd_nxt: U::wrap((i + 10).into()) },
            _ => model::hpcc::Arrival::Int { now: U::wrap((200 * i).into()) },
        };
        let (next, found) = model::hpcc::step(&expected, arrived, &asked, &h, &p);
        expected = next;
        let state = (context.u, context.w, context.wc, u64::from(context.inc_stage), u64::from(context.last_update));
        let want = (next.u.raw(), next.w.raw(), next.wc.raw(), next.inc_stage.raw(), next.last_update.raw());
        assert_eq!(state, want, "event {i}");
        assert_eq!((update.window, update.pace, update.flags), (found.w.raw(), found.r.raw(), found.flags.into()));
        full += u32::from(found.flags & layout::hpcc::flag::FULL != 0);
        seen += update.feedback;
    }
    assert!(full > 20 && seen > 5, "{full} full updates, {seen} feedbacks");
    let mut registers = unsafe { zeroed() };
    assert_eq!(unsafe { ackw_hpcc_derive(&header, &params, &mut registers) }, ACKW_OK);
    let ackw_hpcc_registers { t_ticks, tau_gain_m, rate_gain_e, tx_weight, .. } = registers;
    let derived = p.derived();
    assert_eq!(
        [t_ticks, tau_gain_m, rate_gain_e, tx_weight].map(u64::from),
        [derived[0], derived[1], derived[4], derived[6]]
    );
    params.t = 0;
    fails(unsafe { ackw_hpcc_derive(&header, &params, &mut registers) }, ACKW_RANGE, "T = 0: expected");
}

#[test]
fn a_frame_has_the_models_verdict() {
    let mut config = unsafe { zeroed() };
    assert_eq!(unsafe { ackw_parser_config_reset(&mut config) }, ACKW_OK);
    // the block of QPs that the vectors are of
    (config.qp_bits, config.qpn_base) = (10, 0x01_2000);
    let same = ParserConfig { qp_bits: 10, qpn_base: 0x01_2000, ..Default::default() };
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/packets_feedback.pcap");
    let capture = std::fs::read(path).expect("a file");
    // whatever stands at an Ethernet header's place in the file: frames and rubbish alike
    let (mut events, mut drops) = (0, 0);
    for start in 0..capture.len() - 60 {
        for length in [14, 62, 74, 82] {
            let bytes = &capture[start..(start + length).min(capture.len())];
            let mut verdict: ackw_verdict = unsafe { zeroed() };
            let status = unsafe { ackw_parse_frame(&config, bytes.as_ptr(), bytes.len(), &mut verdict) };
            assert_eq!(status, ACKW_OK, "{}", error());
            match frame(bytes, &same) {
                Ok(event) => {
                    let found = (verdict.dropped, verdict.kind, verdict.qpn, verdict.psn, verdict.ece);
                    assert_eq!(found, (0, event.kind as u32, event.qpn, event.psn, event.ece.into()));
                    events += 1;
                }
                Err(reason) => {
                    assert_eq!((verdict.dropped, verdict.reason), (1, reason as u32));
                    let name = unsafe { CStr::from_ptr(ackw_drop_reason(verdict.reason)) };
                    assert_eq!(name.to_str(), Ok(reason.name()));
                    drops += 1;
                }
            }
        }
    }
    assert!(events > 3 && drops > 1000, "{events} events, {drops} drops");
    assert!(ackw_drop_reason(layout::drop_reason::DropReason::ALL.len() as u32).is_null());
    let mut verdict = unsafe { zeroed() };
    fails(unsafe { ackw_parse_frame(&config, null(), 0, &mut verdict) }, ACKW_POINTER, "bytes is null");
    config.telemetry_profile = 2;
    fails(unsafe { ackw_parse_frame(&config, [0].as_ptr(), 1, &mut verdict) }, ACKW_RANGE, "telemetry_profile = 2");
}

#[test]
fn a_reciprocal_is_the_models() {
    let mut q = 0;
    for d in (0..1 << 23).step_by(7919) {
        assert_eq!(unsafe { ackw_recip(0x3_0001, d, &mut q) }, ACKW_OK);
        let (x, d) = (model::recip::Numerator::wrap(0x3_0001), model::recip::Divisor::wrap(d.into()));
        assert_eq!(q, model::recip::recip(x, d).raw());
    }
    fails(unsafe { ackw_recip(1, 0, &mut q) }, ACKW_RANGE, "x = 1: expected");
    fails(unsafe { ackw_recip(0, 1 << 23, &mut q) }, ACKW_RANGE, "d = 8388608: expected");
}
