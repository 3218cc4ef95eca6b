//! `layout` is what model and RTL share, so no equivalence run sees a mistake in it: every item against a vector typed
//! by hand from its specification (draft 2.2, the IBTA specification, the RFCs, DESIGN.md).

use layout::algorithms::ALGORITHMS;
use layout::config::{Config, ConfigError, Memory, Mhz, Reset, Target, Unit};
use layout::dctcp;
use layout::drop_reason::DropReason;
use layout::field::Field;
use layout::fixed::{Format, U};
use layout::ldcp::{self, Cw, Eta, Gain, Interval, N, Psn, Rtt};
use layout::record::{self, Algorithm, Kind, flag};
use layout::units::Sense;
use layout::{timing, wire};
use model::algorithms::Entry;

// ---- numbers --------------------------------------------------------------------------------------------------------

#[test]
fn formats_have_their_widths() {
    assert_eq!((Cw::BITS, Cw::FRAC, Cw::MAX_RAW), (42, 28, 0x3ff_ffff_ffff));
    assert_eq!((Gain::BITS, Gain::FRAC, Gain::MAX_RAW), (17, 16, 0x1_ffff));
    assert_eq!((Eta::BITS, Eta::FRAC, Eta::MAX_RAW), (16, 16, 0xffff));
    assert_eq!((N::BITS, N::MAX_RAW), (14, 16_383));
    assert_eq!((Rtt::BITS, Rtt::MAX_RAW), (24, 16_777_215));
    assert_eq!((Interval::BITS, Interval::MAX_RAW), (32, 4_294_967_295));
    assert_eq!((Psn::BITS, Psn::MAX_RAW), (24, 0xff_ffff));
    assert_eq!((U::<32, 32>::BITS, U::<32, 32>::MAX_RAW), (64, u64::MAX));
    assert_eq!(Cw::FORMAT.to_string(), "U14.28");
    assert_eq!((Cw::FORMAT.bits(), Cw::FORMAT.max_raw()), (42, 0x3ff_ffff_ffff));
    assert_eq!(Format::new(0, 64).max_raw(), u64::MAX);
}

#[test]
fn a_fixed_point_number_never_exceeds_its_width() {
    assert_eq!(N::new(16_383).map(N::raw), Some(16_383));
    assert_eq!(N::new(16_384), None);
    assert_eq!(N::wrap(16_384 + 5).raw(), 5);
    assert_eq!(N::sat(16_384).raw(), 16_383);
    assert_eq!(N::sat(u128::MAX).raw(), 16_383);
    assert_eq!(N::sat(7).raw(), 7);
    assert_eq!((N::ZERO.raw(), N::MAX.raw()), (0, 16_383));
}

#[test]
fn decimals_are_exact() {
    let decimal = |raw| Cw::FORMAT.decimal(raw);
    assert_eq!(decimal(0), "0");
    assert_eq!(decimal(1 << 28), "1");
    assert_eq!(decimal(5 << 27), "2.5");
    assert_eq!(decimal(1), "0.0000000037252902984619140625"); // 2^-28
    assert_eq!(decimal(0x3ff_ffff_ffff), "16383.9999999962747097015380859375");
    assert_eq!(Format::new(0, 64).decimal(1 << 63), "0.5");
    assert_eq!(Format::new(24, 0).decimal(10_000), "10000");
    assert_eq!(format!("{:?}", Gain::wrap(0x18000)), "U1.16(0x18000 = 1.5)");
}

/// name, integer bits, fraction bits, min, max, reset
type Row = (&'static str, u32, u32, u64, u64, u64);

fn row(f: &Field) -> Row {
    (f.name, f.format.int, f.format.frac, f.min, f.max, f.reset)
}

#[test]
fn fields_have_these_ranges() {
    let params: Vec<Row> = ldcp::PARAMS.iter().map(row).collect();
    // 0 < alpha, beta <= 1; alpha >= 2^-10 and gamma >= 2^-8 as their docs say; eta = 1/2, gamma 1/16 (2.2)
    let expected: [Row; 5] = [
        ("alpha", 1, 16, 64, 65_536, 65_536),
        ("beta", 1, 16, 1, 65_536, 32_768),
        ("gamma", 1, 16, 256, 65_536, 4096),
        ("eta", 0, 16, 1, 65_535, 32_768),
        ("cw_max", 14, 28, 268_435_456, 4_398_046_511_103, 4_398_046_511_103),
    ];
    assert_eq!(params, expected);
    let state: Vec<Row> = ldcp::STATE.iter().map(row).collect();
    let expected: [Row; 4] = [
        ("cw", 14, 28, 0, 4_398_046_511_103, 268_435_456),
        ("rtt", 24, 0, 1, 16_777_215, 10_000),
        ("psn", 24, 0, 0, 16_777_215, 0),
        ("psn_valid", 1, 0, 0, 1, 0),
    ];
    assert_eq!(state, expected);
    let event: Vec<Row> = record::EVENT.iter().map(row).collect();
    let count = |name| (name, 14, 0, 0, 16_383, 0);
    let folded = ["n0", "n1", "rtts", "cnps"].map(count);
    assert_eq!(event[..3], [("ev", 3, 0, 0, 4, 0), count("n"), ("ece", 1, 0, 0, 1, 0)]);
    assert_eq!(event[3..], folded);
    let update: Vec<Row> = record::UPDATE.iter().map(row).collect();
    assert_eq!(update, [("cw", 14, 28, 0, 4_398_046_511_103, 0), ("interval", 32, 0, 0, 4_294_967_295, 0)]);
    assert_eq!(ldcp::CONTEXT_BITS, 92);
    // of the fast start, as the packets of an ACK
    assert_eq!((row(&ldcp::IW), ldcp::IW.unit), (count("iw"), "packets"));
    let units = |fields: &[Field]| fields.iter().map(|f| f.unit).collect::<Vec<_>>();
    assert_eq!(units(&ldcp::PARAMS), ["packets", "packets", "packets", "1", "packets"]);
    assert_eq!(units(&ldcp::STATE), ["packets", "ns", "1", "flag"]);
    assert_eq!(units(&record::EVENT), ["enum", "packets", "flag", "packets", "packets", "1", "1"]);
    assert_eq!(units(&record::UPDATE), ["packets", "ns"]);
}

/// RFC 8257, 3.3: Alpha from 0 to 1, initialized to 1; g between 0 and 1, 1/16 (4.2); the source's minimum window of
/// one segment. 16 bytes of context.
#[test]
fn fields_of_dctcp_have_these_ranges() {
    assert_eq!((dctcp::Cwnd::BITS, dctcp::Cwnd::FRAC, dctcp::Cwnd::MAX_RAW), (40, 27, 0xff_ffff_ffff));
    assert_eq!((dctcp::Cp::BITS, dctcp::Cp::FRAC, dctcp::Gain::FRAC), (22, 21, 16));
    let params: Vec<Row> = dctcp::PARAMS.iter().map(row).collect();
    let expected: [Row; 4] = [
        ("g", 1, 16, 64, 65_536, 4096),
        ("CP0", 1, 21, 0, 2_097_152, 2_097_152),
        ("cwnd_min", 13, 27, 134_217_728, 8_589_934_592, 134_217_728),
        ("cwnd_max", 13, 27, 8_589_934_592, 1_099_511_627_775, 1_099_511_627_775),
    ];
    assert_eq!(params, expected);
    let state: Vec<Row> = dctcp::STATE.iter().map(row).collect();
    let expected: [Row; 7] = [
        ("cwnd", 13, 27, 134_217_728, 1_099_511_627_775, 1_342_177_280),
        ("ssthresh", 13, 0, 1, 8191, 8191),
        ("CP", 1, 21, 0, 2_097_152, 2_097_152),
        ("window_end", 24, 0, 0, 16_777_215, 0),
        ("acked", 14, 0, 0, 16_383, 0),
        ("marked", 14, 0, 0, 16_383, 0),
        ("cut", 1, 0, 0, 1, 0),
    ];
    assert_eq!(state, expected);
    assert_eq!(dctcp::CONTEXT_BITS, 128);
    let event: Vec<Row> = dctcp::EVENT.iter().map(row).collect();
    let expected: [Row; 8] = [
        ("ev", 2, 0, 0, 2, 0),
        ("n", 14, 0, 0, 16_383, 0),
        ("ece", 1, 0, 0, 1, 0),
        ("seq", 24, 0, 0, 16_777_215, 0),
        ("snd_nxt", 24, 0, 0, 16_777_215, 0),
        ("n0", 14, 0, 0, 16_383, 0),
        ("n1", 14, 0, 0, 16_383, 0),
        ("loss", 1, 0, 0, 1, 0),
    ];
    assert_eq!(event, expected);
    let update: Vec<Row> = dctcp::UPDATE.iter().map(row).collect();
    assert_eq!(update, [("cwnd", 13, 27, 134_217_728, 1_099_511_627_775, 1_342_177_280)]);
    assert_eq!(dctcp::DCTCP.kinds.iter().map(|kind| kind.name).collect::<Vec<_>>(), ["ack", "loss", "folded"]);
    let names: Vec<&str> = dctcp::DCTCP.flags(0b1111_0101).collect();
    assert_eq!(names, ["paced", "sat", "close", "cut", "slow_start", "count_sat"]);
    use dctcp::flag::*;
    assert_eq!([PACED, FLOOR, SAT, IGNORED, CLOSE, CUT, SLOW_START, COUNT_SAT], [1, 2, 4, 8, 16, 32, 64, 128]);
}

#[test]
fn a_field_refuses_what_lies_outside_and_says_what_it_expected() {
    assert_eq!(ldcp::RTT.check(1), Ok(1));
    assert_eq!(ldcp::RTT.check(0).expect_err("0 ns").to_string(), "rtt = 0: expected 1 to 16777215 (U24.0, raw)");
    assert!(ldcp::RTT.check(1 << 24).is_err());
    for field in ldcp::PARAMS.iter().chain(&ldcp::STATE).chain(&record::EVENT).chain(&record::UPDATE) {
        assert!(field.check(field.reset).is_ok() && field.max <= field.format.max_raw(), "{}", field.name);
        assert!(!field.doc.is_empty());
    }
}

// ---- records --------------------------------------------------------------------------------------------------------

#[test]
fn discriminants_are_port_values() {
    use Kind::*;
    assert_eq!([Ack, Loss, Rtt, Cnp, HostWrite, HostRead, Data, Timer].map(|k| k as u8), [0, 1, 2, 3, 4, 5, 6, 7]);
    let names = ["ack", "loss", "rtt", "cnp", "host_write", "host_read", "data"];
    assert_eq!((0..7).map(|b| Kind::from_bits(b).map(Kind::name)).collect::<Vec<_>>(), names.map(Some));
    assert_eq!((Kind::from_bits(7), Timer.name(), Kind::BITS), (None, "timer", 3));
    assert_eq!(Kind::EVENTS, [Ack, Loss, Rtt, Cnp]);
    assert_eq!(Algorithm::ALL.map(|a| a as u8), [0, 1, 2, 3, 4, 5, 6]);
    let names = ["ldcp", "ldcp-pcc", "hpcc", "hpcc-rx", "dcqcn-p", "dcqcn-d", "dctcp"];
    assert_eq!(Algorithm::ALL.map(Algorithm::name), names);
    assert_eq!(Algorithm::ALL.map(Algorithm::is_hpcc), [false, false, true, true, false, false, false]);
    for algorithm in Algorithm::ALL {
        assert_eq!(Algorithm::from_name(algorithm.name()), Some(algorithm));
        assert_eq!(Algorithm::from_bits(algorithm as u8), Some(algorithm));
    }
    for bits in 7..=255 {
        assert_eq!(Algorithm::from_bits(bits), None, "{bits}");
    }
    assert_eq!(Algorithm::from_name("tcp"), None);
    // places and parts stay, whatever is built: 4 is for FCR
    assert_eq!(Unit::ALL.map(Unit::name), ["ldcp", "hpcc", "dcqcn", "dctcp"]);
    assert_eq!(Unit::ALL.map(Unit::place), [0, 1, 2, 3]);
    assert_eq!(Unit::ALL.map(Unit::part), [0b100, 0b1000, 0b1_0000, 0b10_0000]);
    assert_eq!(Unit::ALL.map(|unit| unit.row().senses), [&[][..], &[Sense::Hops], &[Sense::Timer], &[Sense::Psn]]);
    let mut config = Config::default();
    assert!(!config.senses(Sense::Loss) && !config.starts_fast());
    config.ldcp.fast_start = true;
    assert!(config.senses(Sense::Loss) && config.starts_fast());
    config.engine.units = vec![Unit::Dctcp];
    assert!(!config.senses(Sense::Loss) && !config.starts_fast());
    let rows = Unit::ALL.map(Unit::row);
    assert_eq!(rows.map(|row| row.reads_psn), [false, true, false, true]);
    let mut config = Config::default();
    let cycles = |config: &Config| rows.map(|row| (row.latency)(config)).map(|of| (of.update, of.host));
    assert_eq!(cycles(&config), [(24, 15), (80, 81), (8, 92), (31, 32)]);
    config.dcqcn.published = true;
    assert_eq!(cycles(&config), [(24, 15), (80, 81), (8, 112), (31, 32)]);
    assert_eq!(rows.map(|row| row.first_psn), ["", "hpcc_last_update", "", "dctcp_window_end"]);
    assert_eq!(Algorithm::ALL.map(|a| a.unit().place()), [0, 0, 1, 1, 2, 2, 3]);
    assert_eq!(Algorithm::default(), Algorithm::Ldcp);
    assert_eq!((flag::PACED, flag::FLOOR, flag::SAT, flag::IGNORED, flag::BITS), (1, 2, 4, 8, 4));
    assert_eq!(flag::names(0b1011).collect::<Vec<_>>(), ["paced", "floor", "ignored"]);
    assert_eq!(flag::names(0b0100).collect::<Vec<_>>(), ["sat"]);
}

#[test]
fn timing_is_what_the_pages_say() {
    assert_eq!((timing::PARSER_LATENCY, timing::PSN_LATENCY, timing::RECIP_LATENCY), (9, 4, 4));
    assert_eq!((timing::CHOICE_LATENCY, timing::SENT_LATENCY, timing::ENTRY_LATENCY), (4, 5, 9));
    assert_eq!(timing::ARRIVAL_LATENCY, 10);
    assert_eq!((timing::HAZARD, timing::PAWA_LATENCY, timing::INTERVAL_LATENCY), (8, 14, 10));
    let same = |n| timing::inflight_latency(n, n);
    assert_eq!((timing::HOPS_LATENCY, [1, 2, 5].map(same)), (4, [27, 33, 45]));
    assert_eq!((timing::WINDOW_LATENCY, layout::dctcp::LATENCY), (26, 30));
    assert_eq!(timing::FCR_LATENCY, 21);
    let queues = |q: timing::Queues| (q.events, q.room, q.updates);
    assert_eq!(queues(timing::COUNTED), (32, 11, 32));
    assert_eq!((timing::EVENT_QUEUE, timing::UPDATE_QUEUE), (32, 128));
    assert_eq!((timing::FAST_QUEUE, timing::FAST_ROOM), (64, 24));
    assert_eq!((timing::MEASURE_QUEUE, timing::MEASURE_ROOM), (32, 16));
}

#[test]
fn the_units_the_hops_and_the_lanes_decide_how_long_an_event_takes() {
    let latency = |text: &str| {
        let config = Config::parse(text).expect("legal");
        let latency = timing::Latency::of(&config);
        let events = [false, true].map(|hops| {
            let mut units = config.engine.units.iter().filter(|unit| unit.senses(Sense::Hops) == hops);
            units.next().map(|unit| latency.event(*unit))
        });
        (events, latency.counted, latency.measured, latency.host, latency.queues)
    };
    // between entry and queue nobody sees an event, however short a unit is
    for unit in Unit::ALL {
        let alone = Config::parse(&format!("engine.units = [\"{}\"]", unit.name())).expect("legal");
        assert!(timing::Latency::of(&alone).calm() > timing::ARRIVAL_LATENCY, "{unit:?}");
    }
    // sent 5, psn 4, a register 1, queue 1, issue 3, pawa 14, interval 10, queue 1; of a host operation behind
    // issue pawa 14 and a register
    assert_eq!(latency("engine.units = [\"ldcp\"]"), ([Some(39), None], 24, 0, 15, timing::COUNTED));
    // sent 5, psn 4, a register 1, queue 1, issue 3, telemetry 1, hops 4, a queue 1, inflight 48 in two steps of three
    // lanes, window 26, queue 1
    for (units, counted) in
        [("", 24), ("engine.units = [\"hpcc\"]\n", 0), ("engine.units = [\"ldcp\", \"hpcc\"]\n", 24)]
    {
        let ldcp = (counted > 0).then_some(39);
        assert_eq!(latency(units), ([ldcp, Some(95)], counted, 80, 81, timing::MEASURED));
        // inflight 27; 36 in two steps of one lane, 63 in three of five
        for (hops, event) in [(1, 73), (2, 83), (15, 110)] {
            assert_eq!(latency(&format!("{units}hpcc.hops = {hops}")).0, [ldcp, Some(event)]);
        }
        // inflight 55 in five steps; 45 in one, without a queue
        for (lanes, event) in [(1, 102), (5, 91)] {
            assert_eq!(latency(&format!("{units}hpcc.lanes = {lanes}")).0, [ldcp, Some(event)]);
        }
    }
}

#[test]
fn drop_reasons_are_numbered_in_the_order_of_the_checks_and_later_ones_behind() {
    let expected = [
        "axis_keep",
        "frame_error",
        "oversized",
        "truncated",
        "vlan_depth",
        "not_ip",
        "ip_version",
        "ip_header",
        "ip_fragment",
        "not_udp",
        "ip_length",
        "not_rocev2",
        "udp_length",
        "roce_length",
        "bth_version",
        "opcode_unknown",
        "opcode_ignored",
        "bth_pad",
        "icrc",
        "qpn_unknown",
        "rnr_nak",
        "nak_other",
        "telemetry_length",
        "telemetry_hops",
        "not_our_mac",
        "not_our_ip",
        "fcr_version",
        "fcr_kind",
        "lsn_version",
        "lsn_reserved",
    ];
    assert_eq!(DropReason::ALL.map(DropReason::name), expected);
    for (i, reason) in DropReason::ALL.into_iter().enumerate() {
        assert_eq!((reason as usize, DropReason::from_bits(i as u8)), (i, Some(reason)));
        assert!(reason.doc().len() > 10 && !DropReason::ALL[..i].iter().any(|r| r.doc() == reason.doc()), "{reason:?}");
    }
    assert_eq!((DropReason::from_bits(30), DropReason::from_bits(255), DropReason::BITS), (None, None, 5));
    // the counters of the last four stand behind all that there were
    let of = [(false, false), (true, false), (false, true), (true, true)];
    assert_eq!(of.map(|(fcr, lsn)| DropReason::of(fcr, lsn).len()), [26, 28, 28, 30]);
    assert_eq!(DropReason::of(false, true)[26..], [DropReason::LsnVersion, DropReason::LsnReserved]);
    let counters: Vec<u32> = DropReason::ALL.map(DropReason::counter).into();
    assert_eq!(counters, (0..26).chain([38, 39, 47, 48]).collect::<Vec<_>>());
    assert_eq!((DropReason::AxisKeep as u8, DropReason::Icrc as u8, DropReason::NakOther as u8), (0, 18, 21));
}

// ---- the wire -------------------------------------------------------------------------------------------------------

/// An ACK behind two tags over IPv4, every field with a value of its own. RFC 791 figure 4, RFC 768, IBTA 9.2 and
/// 9.7.5.2.
#[rustfmt::skip]
const ACK: [u8; 70] = [
    0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2,       // destination, source
    0x88, 0xa8, 0x00, 0x01, 0x81, 0x00, 0x00, 0x02, // S-tag, C-tag
    0x08, 0x00,                                     // IPv4
    0x45, 0xb1, 0x00, 0x30, 0x12, 0x34, 0x40, 0x00, // version and IHL, TOS, total length 48, identification, DF
    0x3f, 0x11, 0xab, 0xcd, 10, 0, 0, 1, 10, 0, 0, 2, // TTL 63, UDP, checksum, addresses
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x1c, 0xde, 0xad, // source port, 4791, length 28, checksum
    0x11, 0x70, 0xff, 0xff, 0xc0, 0x01, 0x02, 0x03, // opcode, SE M Pad=3 TVer=0, P_Key, FECN BECN, DestQP
    0x80, 0x0a, 0x0b, 0x0c,                         // AckReq, PSN
    0x9f, 0x00, 0x01, 0x02,                         // AETH: reserved bit, code 0, value 31; MSN
    0xde, 0xbb, 0x20, 0xe3,                         // ICRC
];

#[test]
fn offsets_find_the_fields_of_an_ack_over_ipv4() {
    use wire::{aeth, bth, ethernet, icrc, ipv4, udp};
    let u16 = |at: usize| u16::from_be_bytes([ACK[at], ACK[at + 1]]);
    assert_eq!(u16(ethernet::ETHERTYPE), ethernet::TYPE_QINQ);
    assert_eq!(u16(ethernet::ETHERTYPE + ethernet::VLAN_TAG_BYTES), ethernet::TYPE_VLAN);
    let ip = ethernet::HEADER_BYTES + ethernet::MAX_VLAN_TAGS * ethernet::VLAN_TAG_BYTES;
    assert_eq!((ip, u16(ip - 2)), (22, ethernet::TYPE_IPV4));
    assert_eq!((ACK[ip + ipv4::VERSION_IHL], ACK[ip + ipv4::TOS]), (0x45, 0xb1));
    assert_eq!((u16(ip + ipv4::TOTAL_LENGTH), u16(ip + ipv4::FLAGS_FRAGMENT)), (48, 0x4000));
    assert_eq!(
        (ACK[ip + ipv4::TTL], ACK[ip + ipv4::PROTOCOL], u16(ip + ipv4::CHECKSUM)),
        (0x3f, udp::PROTOCOL, 0xabcd)
    );
    assert_eq!((ipv4::MIN_HEADER_BYTES, ipv4::MIN_IHL, ipv4::FRAGMENT_MASK), (20, 5, 0x2000 | 0x1fff));
    let l4 = ip + ipv4::MIN_HEADER_BYTES;
    assert_eq!((u16(l4 + udp::DEST_PORT), u16(l4 + udp::LENGTH), u16(l4 + udp::CHECKSUM)), (4791, 28, 0xdead));
    assert_eq!((udp::PORT_ROCEV2, udp::PROTOCOL, udp::HEADER_BYTES), (4791, 17, 8));
    let b = &ACK[l4 + udp::HEADER_BYTES..];
    assert_eq!((b[bth::OPCODE], b[bth::FLAGS] >> 4 & 3, b[bth::FLAGS] & 15), (bth::OPCODE_ACK, 3, 0));
    assert_eq!(b[bth::ECN] & (bth::FECN | bth::BECN), 0xc0);
    assert_eq!(b[bth::DEST_QP..bth::DEST_QP + 3], [1, 2, 3]);
    assert_eq!(b[bth::PSN..bth::PSN + 3], [0x0a, 0x0b, 0x0c]);
    let syndrome = b[bth::BYTES + aeth::SYNDROME];
    assert_eq!((syndrome >> 7, syndrome >> 5 & 3, syndrome & 31), (1, aeth::CODE_ACK, 31));
    assert_eq!(b[bth::BYTES + aeth::BYTES..], [0xde, 0xbb, 0x20, 0xe3]);
    assert_eq!(b.len(), bth::BYTES + aeth::BYTES + icrc::BYTES);
    assert_eq!((bth::FECN, bth::BECN, bth::OPCODE_ACK, bth::OPCODE_CNP), (0x80, 0x40, 0x11, 0x81));
    assert_eq!((aeth::CODE_ACK, aeth::CODE_RNR, aeth::CODE_NAK, aeth::NAK_PSN_SEQUENCE), (0, 1, 3, 0));
    assert_eq!((icrc::BYTES, icrc::PREFIX_BYTES, wire::cnp::RESERVED_BYTES), (4, 8, 16));
}

/// RFC 8200, section 3.
#[rustfmt::skip]
const IPV6: [u8; 40] = [
    0x61, 0x23, 0x45, 0x67, 0x00, 0x28, 0x11, 0x40, // version, class 0x12, flow 0x34567, 40 bytes, UDP, hop limit 64
    0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
];

#[test]
fn offsets_find_the_fields_of_ipv6() {
    use wire::{ethernet, ipv6};
    assert_eq!(IPV6[ipv6::VERSION_CLASS_FLOW..][..4], [0x61, 0x23, 0x45, 0x67]);
    assert_eq!(IPV6[ipv6::PAYLOAD_LENGTH..][..2], [0, 40]);
    assert_eq!((IPV6[ipv6::NEXT_HEADER], IPV6[ipv6::HOP_LIMIT], ipv6::HEADER_BYTES), (17, 64, 40));
    assert_eq!((ethernet::TYPE_IPV4, ethernet::TYPE_IPV6), (0x0800, 0x86dd));
    assert_eq!((ethernet::TYPE_VLAN, ethernet::TYPE_QINQ), (0x8100, 0x88a8));
}

/// IBTA volume 1, table 38 (RC 0x00 to 0x17 without 0x15, UC 0x20 to 0x2b, UD 0x64 and 0x65), annex A17 (CNP 0x81).
#[test]
fn the_known_opcodes_are_those_of_rc_uc_ud_and_cnp() {
    let known: Vec<u8> = (0..=255).filter(|&o| wire::bth::is_known(o)).collect();
    let expected: Vec<u8> = (0..=0x17).filter(|&o| o != 0x15).chain(0x20..=0x2b).chain([0x64, 0x65, 0x81]).collect();
    assert_eq!(known, expected);
}

#[test]
fn the_places_of_the_echo_are_numbered() {
    use wire::EcePlace;
    assert_eq!(EcePlace::ALL.map(|p| p as u8), [0, 1, 2, 3]);
    assert_eq!(EcePlace::ALL.map(EcePlace::name), ["bth_becn", "bth_fecn", "ip_ce", "aeth_reserved"]);
    assert_eq!(EcePlace::default(), EcePlace::Becn);
}

// ---- the configuration ----------------------------------------------------------------------------------------------

const DEFAULT: &str = "[engine]\nqps = 4096\nwait_slots = 9\nunits = [\"ldcp\", \"hpcc\"]\n\n[parser]\ndata_bits = 512\n\n[hpcc]\nhops = 5\nlanes = 3\n\n[nic]\nslverr = false\n\n[rtl]\nreset = \"sync\"\ndatapath_reset = false\nmemory = \"inferred\"\ntarget = \"generic\"\nclock_mhz = 200\necc = false\n";

#[test]
fn an_empty_configuration_is_the_default() {
    let config = Config::parse("").expect("legal");
    assert_eq!(config, Config::default());
    assert_eq!(config.canonical(), DEFAULT);
    assert_eq!(Config::parse(DEFAULT).expect("legal"), config);
    assert_eq!(config.qp_bits(), 12);
}

/// The table that an exported folder prints has each key of the file once, in the file's order.
#[test]
fn every_key_of_the_configuration_is_explained() {
    let mut section = "";
    let mut keys = vec![];
    for line in DEFAULT.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix('[') {
            Some(name) => section = name.trim_end_matches(']'),
            None => keys.push(format!("{section}.{}", line.split(' ').next().expect("a key"))),
        }
    }
    assert_eq!(keys, layout::config::KEYS.map(|(key, _)| key.to_owned()));
    assert!(layout::config::KEYS.iter().all(|(_, text)| !text.is_empty()));
}

#[test]
fn the_hash_depends_on_values_and_not_on_their_writing() {
    // sha256sum of DEFAULT, first 16 digits
    assert_eq!(Config::default().hash(), "5af1effd70ced52c");
    let written = "# a comment\n[parser]\ndata_bits = 512\n[engine]\nwait_slots = 9\nqps = 4_096\n";
    assert_eq!(Config::parse(written).expect("legal").hash(), "5af1effd70ced52c");
    let mut other = Config::default();
    other.engine.wait_slots = 8;
    assert_ne!(other.hash(), "5af1effd70ced52c");
}

#[test]
fn every_legal_value_is_read() {
    let text = "[engine]\nqps = 16\nwait_slots = 8\n[parser]\ndata_bits = 64\n[nic]\nslverr = true\n\
                [rtl]\nreset = \"async\"\ndatapath_reset = true\nmemory = \"macro\"\nclock_mhz = 322.265625\necc = true\n";
    let config = Config::parse(text).expect("legal");
    assert_eq!((config.engine.qps, config.engine.wait_slots), (16, 8));
    assert_eq!((config.parser.data_bits, config.rtl.reset, config.rtl.memory), (64, Reset::Async, Memory::Macro));
    assert!(config.rtl.datapath_reset);
    assert_eq!((config.rtl.clock_mhz.hz(), config.rtl.ecc, config.nic.slverr), (322_265_625, true, true));
    assert_eq!(config.qp_bits(), 4);
    for (target, read, memory) in [
        ("generic", Target::Generic, Memory::Inferred),
        ("ecp5", Target::Ecp5, Memory::Inferred),
        ("asic", Target::Asic, Memory::Macro),
    ] {
        let config = Config::parse(&format!("rtl.target = \"{target}\"")).expect("legal");
        assert_eq!((config.rtl.target, config.rtl.memory), (read, memory), "the memory is the target's");
        assert_eq!(Config::parse(&config.canonical()).expect("legal"), config);
    }
    for bits in 4..=16 {
        let config = Config::parse(&format!("engine.qps = {}", 1 << bits)).expect("legal");
        assert_eq!(config.qp_bits(), bits);
    }
    for slots in [4, 8, 16] {
        let config = Config::parse(&format!("engine.wait_slots = {slots}")).expect("legal");
        assert_eq!(config.engine.wait_slots, slots);
    }
    use layout::config::Unit::{Hpcc, Ldcp};
    for (text, units) in [("[\"ldcp\"]", &[Ldcp][..]), ("[\"hpcc\"]", &[Hpcc]), ("[\"ldcp\", \"hpcc\"]", &[Ldcp, Hpcc])]
    {
        let config = Config::parse(&format!("engine.units = {text}")).expect("legal");
        assert_eq!(config.engine.units, units);
        assert_eq!([Ldcp, Hpcc].map(|unit| config.has(unit)), [Ldcp, Hpcc].map(|unit| units.contains(&unit)));
    }
    for hops in 1..=15 {
        assert_eq!(Config::parse(&format!("hpcc.hops = {hops}")).expect("legal").hpcc.hops, hops);
    }
    for mhz in [1, 200, 1000] {
        let config = Config::parse(&format!("rtl.clock_mhz = {mhz}")).expect("legal");
        assert_eq!(config.rtl.clock_mhz, Mhz::whole(mhz));
    }
}

/// The frequency of 100 Gbit/s at 64 bits a lane has six decimals; it is kept, hashed and printed as it is.
#[test]
fn a_clock_with_decimals_is_what_was_written() {
    let clock = |text: &str| Config::parse(&format!("rtl.clock_mhz = {text}"));
    let config = clock("322.265625").expect("legal");
    assert_eq!(config.rtl.clock_mhz.period_ns(), "3.103030");
    assert!(config.canonical().contains("clock_mhz = 322.265625\n"), "{}", config.canonical());
    assert_eq!(Config::parse(&config.canonical()).expect("legal"), config);
    assert_eq!(clock("3.22265625e2").expect("legal").hash(), config.hash());
    assert_eq!(clock("200.0").expect("legal"), Config::default(), "the text of the number is not its value");
    let mut seen = 0;
    for hz in (1_000_000..1_000_000_000u64).step_by(12_345_677) {
        let text = format!("{}.{:06}", hz / 1_000_000, hz % 1_000_000);
        let config = clock(&text).expect("legal");
        assert_eq!(config.rtl.clock_mhz.hz(), hz, "{text}");
        assert_eq!(Config::parse(&config.canonical()).expect("legal"), config, "{text}");
        seen += 1;
    }
    assert!(seen > 50);
    for bad in ["322.2656251", "-1", "-0.5", "nan", "inf", "1e30", "\"200\""] {
        let told = clock(bad).expect_err("illegal").to_string();
        let (parts, line) = (["rtl.clock_mhz = ", "expected 1 to 1000, with at most 6 decimals"], "line 1: ");
        assert!(parts.iter().all(|part| told.contains(part)) && told.starts_with(line), "{bad}: {told}");
    }
}

#[test]
fn a_key_without_effect_is_refused_by_name() {
    let ldcp = "engine.units = [\"ldcp\"]\n";
    for (units, key, text) in [
        (ldcp, "hpcc.hops", "hpcc.hops = 3"),
        (ldcp, "hpcc.lanes", "hpcc.lanes = 1"),
        ("engine.units = [\"dctcp\"]\n", "hpcc.hops", "hpcc.hops = 3"),
        ("rtl.target = \"ecp5\"\n", "rtl.memory", "rtl.memory = \"macro\""),
        ("rtl.target = \"asic\"\n", "rtl.memory", "rtl.memory = \"inferred\""),
    ] {
        let told = Config::parse(&format!("{units}{text}")).expect_err("no effect").to_string();
        assert!(told.starts_with(&format!("{key} = ")) && told.contains(": expected "), "{told}");
        Config::parse(text).expect("it has an effect by itself");
    }
    // what was an option is the rule
    for value in ["true", "false"] {
        let told =
            Config::parse(&format!("engine.qps = 16\nengine.merge = {value}")).expect_err("no such key").to_string();
        assert!(told.contains(&format!("engine.merge = {value}: expected no such key")), "{told}");
    }
    // what a version wrote into a folder of LDCP alone has every key
    for lanes in [3, 5] {
        Config::parse(&format!("engine.units = [\"ldcp\"]\nhpcc.hops = 5\nhpcc.lanes = {lanes}\n")).expect("legal");
    }
}

/// The shortest frame with telemetry takes 2, 3, 5 or 9 beats: an event may take as many cycles.
#[test]
fn lanes_that_are_not_named_keep_up_with_the_frames() {
    let of = |text: &str| Config::parse(text).expect("legal").hpcc.lanes;
    for (bits, lanes) in
        [(512, [1, 1, 2, 3, 5, 5]), (256, [1, 1, 1, 2, 4, 5]), (128, [1, 1, 1, 1, 2, 3]), (64, [1, 1, 1, 1, 2, 2])]
    {
        for (hops, lanes) in [1, 2, 3, 5, 10, 15].into_iter().zip(lanes) {
            assert_eq!(
                of(&format!("parser.data_bits = {bits}\nhpcc.hops = {hops}")),
                lanes,
                "{bits} bits, {hops} hops"
            );
        }
    }
    assert_eq!((of("hpcc.lanes = 5"), of("hpcc.hops = 2\nhpcc.lanes = 5")), (5, 5), "what is named stays");
    assert_eq!(Config::parse("hpcc.lanes = 3").expect("legal"), Config::default());
}

#[test]
fn a_value_of_the_wrong_kind_is_told_with_its_key_and_what_was_expected() {
    let mut seen = 0;
    for (key, about) in *layout::config::KEYS {
        for value in ["-1", "4294967296", "1.5", "\"many\"", "[]", "{}", "2020-01-01"] {
            let Err(told) = Config::parse(&format!("# a line\n{key} = {value}\n")) else { continue };
            let told = told.to_string();
            assert!(told.contains(&format!("{key} = ")) && told.contains(": expected "), "{key} = {value}: {told}");
            assert!(!told.contains("u32") && !told.contains("i64"), "{about}: {told}");
            seen += 1;
        }
    }
    assert!(seen > 70, "{seen} refused");
    let told = Config::parse("[engine]\nqps = -1\n").expect_err("illegal").to_string();
    assert_eq!(told, "line 2: engine.qps = -1: expected a power of two, 16 to 65536");
    let told = Config::parse("fcr.sources = \"all\"").expect_err("illegal").to_string();
    assert_eq!(told, "line 1: fcr.sources = \"all\": expected 1 to 4");
    let told = Config::parse("parser.fcr = 1").expect_err("illegal").to_string();
    assert_eq!(told, "line 1: parser.fcr = 1: expected true or false");
}

/// Where it is false it is no part of the canonical text, so no committed file names another configuration for it.
#[test]
fn whether_the_parser_reads_revised_cnps_is_a_key_that_stands_only_where_it_is_true() {
    let usual = Config::default();
    assert!(!usual.parser.fcr && Config::parse("parser.fcr = false").expect("legal").hash() == usual.hash());
    let reading = Config::parse("parser.fcr = true").expect("legal");
    assert!(reading.canonical().contains("data_bits = 512\nfcr = true\n") && reading.hash() != usual.hash());
    assert_eq!(Config::parse(&reading.canonical()).expect("legal"), reading);
}

#[test]
fn what_a_tester_needs_are_keys_that_stand_only_where_they_are_said() {
    let usual = Config::default();
    let none =
        Config::parse("[rtl]\nsram_test = 0\nsram_ecc = false\nscan_mode = false\ntrace = false").expect("legal");
    assert_eq!((none.hash(), none.canonical()), (usual.hash(), usual.canonical()));
    let text = "[rtl]\ntarget = \"asic\"\necc = true\nsram_test = 8\nsram_ecc = true\nscan_mode = true\ntrace = true\n";
    let config = Config::parse(text).expect("legal");
    assert!(
        config.canonical().ends_with("ecc = true\nsram_test = 8\nsram_ecc = true\nscan_mode = true\ntrace = true\n")
    );
    assert_eq!(Config::parse(&config.canonical()).expect("legal"), config);
}

#[test]
fn enables_of_data_are_the_targets_unless_they_are_said() {
    let of = |text: &str| Config::parse(text).expect("legal");
    assert!(!Config::default().canonical().contains("enables"));
    for (target, usual) in [("generic", true), ("ecp5", false), ("asic", true)] {
        let config = of(&format!("rtl.target = \"{target}\""));
        assert_eq!((config.rtl.enables(), config.rtl.enables), (usual, None), "{target}");
        for said in [false, true] {
            let config = of(&format!("[rtl]\ntarget = \"{target}\"\nenables = {said}"));
            assert!(config.rtl.enables() == said && config.canonical().ends_with(&format!("enables = {said}\n")));
            assert_eq!(of(&config.canonical()), config);
        }
    }
}

/// Where it is not said, it is what the rest allows.
#[test]
fn the_newest_update_is_kept_unless_it_is_said_or_something_else_takes_each() {
    let of = |text: &str| Config::parse(text).expect("legal");
    let usual = Config::default();
    assert!(usual.keeps_newest() && !usual.canonical().contains("updates"));
    let kept = [
        ("engine.updates = \"latest\"", true),
        ("engine.updates = \"every\"", false),
        ("rtl.ecc = true", false),
        ("nic.sender = true", false),
        ("engine.lsn = true", false),
        ("engine.fcr = true", true),
    ];
    for (text, kept) in kept {
        let config = of(text);
        assert_eq!(config.keeps_newest(), kept, "{text}");
        assert_eq!(Config::parse(&config.canonical()).expect("legal"), config, "{text}");
    }
    assert!(of("engine.updates = \"every\"").canonical().contains("updates = \"every\"\n"));
    for with in ["rtl.ecc", "nic.sender", "engine.lsn"] {
        let told = Config::parse(&format!("engine.updates = \"latest\"\n{with} = true")).expect_err("illegal");
        let told = told.to_string();
        assert!(told.starts_with(&format!("engine.updates = \"latest\" with {with} = true: expected \"every\"")));
    }
    let told = Config::parse("engine.updates = \"all\"").expect_err("illegal").to_string();
    assert_eq!(told, "line 1: engine.updates = \"all\": expected \"every\" or \"latest\"");
}

#[test]
fn an_illegal_configuration_names_key_value_and_expectation() {
    let error = |text: &str| Config::parse(text).expect_err("illegal").to_string();
    for qps in ["0", "8", "17", "1000", "131072"] {
        let told = error(&format!("engine.qps = {qps}"));
        assert_eq!(told, format!("engine.qps = {qps}: expected a power of two, 16 to 65536"));
    }
    for slots in ["0", "2", "5", "32"] {
        let told = error(&format!("engine.wait_slots = {slots}"));
        assert_eq!(told, format!("engine.wait_slots = {slots}: expected 4, 8, 9 or 16"));
    }
    for units in ["[]", "[\"hpcc\", \"ldcp\"]", "[\"ldcp\", \"ldcp\"]"] {
        let told = error(&format!("engine.units = {units}"));
        let expected = "some of [\"ldcp\", \"hpcc\", \"dcqcn\", \"dctcp\"], in this order";
        assert_eq!(told, format!("engine.units = {units}: expected {expected}"));
    }
    assert!(error("engine.units = [\"swift\"]").contains("swift"));
    for lanes in ["0", "6"] {
        assert_eq!(error(&format!("hpcc.lanes = {lanes}")), format!("hpcc.lanes = {lanes}: expected 1 to 5"));
    }
    assert_eq!(error("parser.data_bits = 1024"), "parser.data_bits = 1024: expected 64, 128, 256 or 512");
    for hops in ["0", "16"] {
        assert_eq!(error(&format!("hpcc.hops = {hops}")), format!("hpcc.hops = {hops}: expected 1 to 15"));
    }
    for (text, told) in [
        ("[rtl]\ntarget = \"asic\"\nsram_test = 257", "rtl.sram_test = 257: expected 0 to 256"),
        ("rtl.sram_test = 4", "rtl.sram_test = 4: expected 0, or rtl.memory = \"macro\", for there are no macros"),
        (
            "[rtl]\ntarget = \"ecp5\"\nsram_test = 4",
            "rtl.sram_test = 4: expected 0, or rtl.memory = \"macro\", for there are no macros",
        ),
        (
            "rtl.sram_ecc = true",
            "rtl.sram_ecc = true: expected false, or rtl.memory = \"macro\", for there are no macros",
        ),
        (
            "[rtl]\nmemory = \"macro\"\nsram_ecc = true",
            "rtl.sram_ecc = true: expected false, or rtl.ecc = true, for nobody asks what was wrong",
        ),
        ("rtl.sram_test = -1", "line 1: rtl.sram_test = -1: expected 0 to 256"),
        ("rtl.sram_ecc = 1", "line 1: rtl.sram_ecc = 1: expected true or false"),
        ("rtl.scan_mode = 1", "line 1: rtl.scan_mode = 1: expected true or false"),
        ("rtl.trace = 1", "line 1: rtl.trace = 1: expected true or false"),
        ("rtl.enables = 1", "line 1: rtl.enables = 1: expected true, false"),
    ] {
        assert_eq!(error(text), told);
    }
    for mhz in ["0", "1001", "0.999999", "1000.000001"] {
        let told = error(&format!("rtl.clock_mhz = {mhz}"));
        assert_eq!(told, format!("rtl.clock_mhz = {mhz}: expected 1 to 1000, with at most 6 decimals"));
    }
    assert!(matches!(Config::parse("\n\n[engine]\nqpss = 16"), Err(ConfigError::Toml { line: 4, .. })));
    assert!(error("[engine]\nqpss = 16").contains("qpss"));
    assert!(matches!(Config::parse("\nrtl.reset = \"none\""), Err(ConfigError::Toml { line: 2, .. })));
    assert!(matches!(Config::parse("[engine"), Err(ConfigError::Toml { line: 1, .. })));
}

/// A row that `replay` cannot run, or a name that stands twice, would be found by a user first.
#[test]
fn every_algorithm_of_the_list_has_a_name_of_its_own_and_a_reader() {
    let names: Vec<&str> = ALGORITHMS.iter().map(|row| row.name).collect();
    assert_eq!(names[..4], ["ldcp", "ldcp-pcc", "hpcc", "hpcc-rx"]);
    for (i, row) in ALGORITHMS.iter().enumerate() {
        assert!(!names[..i].contains(&row.name), "{} stands twice", row.name);
        let own_reader = matches!(row.engine, Some((_, Unit::Ldcp | Unit::Hpcc)));
        assert_eq!(!own_reader, Entry::of(row).is_some(), "{}", row.name);
        assert!(row.flags.len() <= 16 && !row.state.is_empty() && !row.event.is_empty() && !row.update.is_empty());
        for field in (row.params)().iter().chain(row.state).chain(row.event).chain(row.update) {
            let Field { name, min, max, reset, format, .. } = *field;
            assert!(max <= format.max_raw() && min <= max, "{}: {name}", row.name);
            assert!(reset <= max, "{}: {name} is reset to {reset}", row.name);
        }
        if let Some((algorithm, _)) = row.engine {
            assert_eq!(algorithm.name(), row.name);
        }
        let ev = row.event.iter().find(|field| field.name == "ev");
        assert_eq!(ev.map(|field| field.max + 1), (!row.kinds.is_empty()).then_some(row.kinds.len() as u64));
        for kind in row.kinds {
            assert!(kind.needs.iter().all(|name| row.event.iter().any(|field| field.name == *name)), "{}", kind.name);
        }
    }
}
