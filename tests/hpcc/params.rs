//! Parameters, the registers that the host derives from them, and the layout against numbers typed by hand.

use super::case::*;
use crate::support;
use layout::field::Field;
use layout::fixed::{Format, U};
use layout::hpcc::*;
use layout::telemetry::{BitOrder, DRAFT, NS3, PROFILES, Profile, WireField};
use model::hpcc::file::from_toml;
use model::hpcc::{Header, Params};
use model::number::Q;
use num_traits::Signed;

#[test]
fn the_registers_beside_the_parameters_follow_from_them() {
    let (header, p) = (Header::default(), Params::default());
    assert_eq!(p.raw(), PARAMS.map(|f| f.reset));
    assert_eq!(p.derived(), DERIVED.map(|f| f.reset));
    assert_eq!(Params::with_derived(p.raw(), p.derived(), &header), Ok(p.clone()));
    for i in 0..7 {
        let mut wrong = p.derived();
        wrong[i] ^= 1;
        let error = Params::with_derived(p.raw(), wrong, &header).expect_err("does not match");
        let told = format!(
            "{} = {}: expected {}, which follows from the parameters and units",
            DERIVED[i].name,
            wrong[i],
            p.derived()[i]
        );
        assert_eq!(error.to_string(), told);
    }
    // 100 Gbit/s = 12.5 B/ns: 1/B = 0.08 = 2748779069·2^-35; 25 Gbit/s: 0.32 = 2748779069·2^-33
    let inv_b = |code| header.speed(U::wrap(code)).map(|s| (s.inv_b.m.raw(), s.inv_b.e.raw()));
    assert_eq!([inv_b(2), inv_b(0), inv_b(9)], [Some((2_748_779_069, 35)), Some((2_748_779_069, 33)), None]);
}

#[test]
fn a_file_says_what_it_rounds_in_the_order_of_its_lines() {
    let text = "speeds.2 = 100.25\nT = 8000\nW_ai = \"1/3\"\neta = 0.95\n";
    let file = from_toml(text).expect("legal");
    let told: Vec<String> = file.rounded.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 1: speeds.2 = 100.25 rounded to 100 (100, U12.0)",
            "line 3: W_ai = 1/3 rounded to 0.333251953125 (1365, U20.12)",
            "line 4: eta = 0.95 rounded to 0.9499969482421875 (62259, U1.16)"
        ]
    );
}

#[test]
fn derived_registers_stay_in_their_ranges_over_the_whole_parameter_space() {
    let mut random = support::seed("derived_registers_stay_in_their_ranges_over_the_whole_parameter_space");
    let mut compared = 0;
    for i in 0..2000 {
        let t = [256, 257, Time::MAX_RAW, random.log_uniform(256, Time::MAX_RAW)][i.min(3)];
        for ts_unit in [1, 2, 255, random.log_uniform(1, 255)] {
            let gbps = [1, 2, 3, 4095, random.log_uniform(1, 4095)];
            let mut table = [0; SPEEDS];
            table[..5].copy_from_slice(&gbps);
            let units = [ts_unit, random.log_uniform(1, 4095), random.log_uniform(1, 4095)];
            let header = Header::from_raw(units, table).expect("legal");
            for (code, &gbps) in gbps.iter().enumerate() {
                let inv = header.speed(U::wrap(code as u64)).expect("known").inv_b;
                assert!(
                    INV_B_M.check(inv.m.raw()).is_ok() && INV_B_E.check(inv.e.raw()).is_ok(),
                    "{gbps} {ts_unit}: {inv:?}"
                );
                near(inv.m.raw(), inv.e.raw(), q(8, gbps * ts_unit), 32);
            }
            let mut raw = PARAMS.map(|f| f.reset);
            raw[0] = t;
            if let Ok(p) = Params::from_raw(raw, &header) {
                let d = p.derived();
                for (field, value) in DERIVED.iter().zip(d) {
                    assert!(field.check(value).is_ok(), "T {t}, ts_unit {ts_unit}: {} = {value}", field.name);
                }
                near(d[1], d[2], q(ts_unit, t), 32);
                near(d[3], d[4], q(1, t), 18);
                compared += 1;
            }
        }
    }
    assert!(compared > 3000);
}

/// m·2^-e is within 2^-bits of `value`, relative.
fn near(m: u64, e: u64, value: Q, bits: i32) {
    let error = (q(m, 1) * pow2(-(e as i32)) - &value).abs();
    assert!(error <= pow2(-bits) * &value, "{m}·2^-{e} is not {value}");
}

#[test]
fn parameters_out_of_range_have_their_errors() {
    let header = Header::default();
    let set = |name, text| Params::default().set(name, text, &header).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(set("T", "255"), Err("T = 255: expected 256 to 1048575 (U20.0, raw)".into()));
    assert_eq!((set("W_min", "62500"), set("W_max", "268435455.9")), (Ok(()), Ok(())));
    assert_eq!(
        set("W_max", "10"),
        Err("W_min = 4096000: expected at most W_max = 40960 (raw), which is W_init where it is not given".into())
    );
    assert!(set("x", "1").expect_err("unknown").starts_with("unknown parameter `x`"));
    assert!(Header::from_raw([0, 1, 1], SPEED_TABLE).is_err() && Header::from_raw([1, 1, 1], [4096; 16]).is_err());
    assert_eq!(
        Header::from_raw([1, 4096, 1], SPEED_TABLE).map_err(|e| e.to_string()),
        Err("tx_unit = 4096: expected 1 to 4095 (U12.0, raw)".into())
    );
    assert!(
        Header::from_raw([256, 1, 1], SPEED_TABLE).is_err() && Header::from_raw([1, 1, 4096], SPEED_TABLE).is_err()
    );
    // 80·251 against 127·5003, which have no common factor: 20080 is too great a weight
    let header = Header::from_raw([251, 127, 80], SPEED_TABLE).expect("legal");
    let mut raw = PARAMS.map(|f| f.reset);
    raw[0] = 5003;
    assert_eq!(
        Params::from_raw(raw, &header).expect_err("weight").to_string(),
        "q_unit·ts_unit reduced by tx_unit·T is 20080: expected at most 4095; take a T or units with a common factor"
    );
}

/// n = q_weight·q·dts + tx_weight·tx must be u' to a factor, exactly; and no unit is refused where a tick is a ns.
#[test]
fn the_weights_of_every_pair_of_units_are_exact_and_fit_where_a_tick_is_a_ns() {
    let mut random = support::seed("the_weights_of_every_pair_of_units_are_exact_and_fit_where_a_tick_is_a_ns");
    let (mut compared, mut refused) = (0, 0);
    for i in 0..20_000 {
        let ts_unit = if i % 2 == 0 { 1 } else { random.log_uniform(1, 255) };
        let pairs = [[512, 320], [2048, 1280], [4095, 4095], [4095, 4094], [4093, 4095]];
        let any = [random.log_uniform(1, 4095), random.log_uniform(1, 4095)];
        let [tx_unit, q_unit] = pairs.get(i % 10).copied().unwrap_or(any);
        let header = Header::from_raw([ts_unit, tx_unit, q_unit], SPEED_TABLE).expect("legal");
        let mut raw = PARAMS.map(|f| f.reset);
        raw[0] = if i % 3 == 0 { Time::MAX_RAW - random.below(100) } else { random.log_uniform(256, Time::MAX_RAW) };
        let Ok(p) = Params::from_raw(raw, &header) else {
            assert!(ts_unit > 1, "units {tx_unit}, {q_unit} at T {}", raw[0]);
            refused += 1;
            continue;
        };
        let [.., q_weight, tx_weight] = p.derived();
        assert_eq!(q_weight * tx_unit * raw[0], tx_weight * q_unit * ts_unit);
        assert!(DERIVED[5].check(q_weight).is_ok() && DERIVED[6].check(tx_weight).is_ok());
        compared += 1;
    }
    println!("{compared} sets, {refused} refused");
    assert!(compared > 10_000 && refused > 100);
}

#[test]
fn the_context_fits_its_budget_and_the_flags_have_names() {
    assert_eq!((context_bits(5), RECORD_BITS), (506, 60));
    assert_eq!(flag::names(flag::FULL | flag::MULT | flag::FIRST).collect::<Vec<_>>(), ["first", "mult", "full"]);
    assert_eq!((flag::NAMES.len() as u32, flag::R_SAT), (flag::BITS, 1 << (flag::BITS - 1)));
    assert_eq!([flag::PACED, flag::FLOOR, flag::SAT, flag::IGNORED], [1, 2, 4, 8]);
    assert_eq!((flag::FIRST, flag::IDLE), (1 << flag::FOUND, 1 << (flag::FOUND + flag::FOUND_BITS - 1)));
    assert_eq!(
        (Util::FORMAT, Window::FORMAT, Rate::FORMAT),
        (Format::new(12, 36), Format::new(28, 12), Format::new(12, 28))
    );
}

/// name, integer bits, fraction bits, min, max, reset
type Row = (&'static str, u32, u32, u64, u64, u64);

fn row(f: &Field) -> Row {
    (f.name, f.format.int, f.format.frac, f.min, f.max, f.reset)
}

#[test]
fn the_fields_have_these_ranges() {
    let (w_max, w_init) = ((1 << 40) - 1, 62_500 * 4096);
    let expected: [Row; 9] = [
        ("T", 20, 0, 256, 1_048_575, 5000), // Figure 3: 5 us
        ("eta", 1, 16, 1, 65_536, 62_259),  // Figure 3: 95%
        ("maxStage", 5, 0, 0, 31, 5),       // Figure 3
        ("W_ai", 20, 12, 0, 0xffff_ffff, 80 * 4096),
        ("W_init", 28, 12, 1, w_max, w_init),
        ("W_min", 28, 12, 1, w_max, 1000 * 4096),
        ("W_max", 28, 12, 1, w_max, w_init),
        ("U_init", 12, 36, 0, (1 << 48) - 1, 1 << 36), // H1: 1
        ("sync_first", 1, 0, 0, 1, 1),
    ];
    assert_eq!(PARAMS.each_ref().map(row), expected);
    let expected: [Row; 5] = [
        ("U", 12, 36, 0, (1 << 48) - 1, 1 << 36),
        ("W", 28, 12, 0, w_max, w_init),
        ("Wc", 28, 12, 0, w_max, w_init),
        ("incStage", 5, 0, 0, 31, 0),
        ("lastUpdateSeq", 32, 0, 0, 0xffff_ffff, 0),
    ];
    assert_eq!(STATE.each_ref().map(row), expected);
    // H8, H10
    assert_eq!(
        UNITS.each_ref().map(|f| (f.name, f.unit, f.max, f.reset)),
        [("ts_unit", "ns", 255, 1), ("tx_unit", "bytes", 4095, 128), ("q_unit", "bytes", 4095, 80)]
    );
    assert_eq!(SPEED_TABLE, [25, 50, 100, 200, 400, 10, 40, 800, 0, 0, 0, 0, 0, 0, 0, 0]);
    // Figure 4
    assert_eq!(
        [SpeedCode::BITS, Ts::BITS, TxBytes::BITS, QLen::BITS, PathId::BITS, NHop::BITS],
        [4, 24, 20, 16, 12, 4]
    );
}

/// Bits of a header by a profile: the profile's table read by hand-written code.
fn read(profile: &Profile, bytes: &[u8], base: u32, field: &WireField) -> u64 {
    (0..field.width).fold(0, |value, i| {
        let at = (base + field.offset_bits + i) as usize;
        match profile.order {
            BitOrder::Network => value << 1 | u64::from(bytes[at / 8] >> (7 - at % 8) & 1),
            BitOrder::LittleEndian => value | u64::from(bytes[at / 8] >> (at % 8) & 1) << i,
        }
    })
}

#[test]
fn the_telemetry_tables_read_headers_typed_by_hand() {
    // nHop 2, pathID 0xabc, padding; speed 7, ts 0x123456, txBytes 0x789ab, qLen 0xcdef; speed 2, ts 1, txBytes 2, qLen
    // 3
    let draft = [0x2a, 0xbc, 0xff, 0xff, 0x71, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x20, 0, 0, 0x10, 0, 2, 0, 3];
    let fields = |p: &Profile, bytes: &[u8], hop: u32| -> Vec<u64> {
        let base = p.first_hop_bits + hop * p.hop_bits;
        p.path.iter().map(|f| read(p, bytes, 0, f)).chain(p.hop.iter().map(|f| read(p, bytes, base, f))).collect()
    };
    assert_eq!(fields(&DRAFT, &draft, 0), [2, 0xabc, 7, 0x12_3456, 0x7_89ab, 0xcdef]);
    assert_eq!(fields(&DRAFT, &draft, 1), [2, 0xabc, 2, 1, 2, 3]);
    // lineRate 5, time 0xaaaaaa, bytes 0x33333, qlen 0x1ff00 in slot 1: 5 | 0xaaaaaa << 3 | 0x33333 << 27 | 0x1ff00 <<
    // 47
    let mut ns3 = [0; 42];
    ns3[8..16].copy_from_slice(&[0x55, 0x55, 0x55, 0x9d, 0x99, 0x19, 0x80, 0xff]);
    ns3[40..].copy_from_slice(&[3, 0]);
    assert_eq!(fields(&NS3, &ns3, 1), [3, 5, 0xaa_aaaa, 0x3_3333, 0x1_ff00]);
    for profile in PROFILES {
        let names: Vec<_> = profile.hop.iter().map(|f| f.name).collect();
        assert_eq!((names, profile.hop_bits), (vec!["speed", "ts", "txBytes", "qLen"], 64));
        let end = profile.hop.iter().fold(0, |at, f| {
            assert_eq!(f.offset_bits, at, "{}: {} follows the field before it", profile.name, f.name);
            at + f.width
        });
        assert_eq!(end, 64);
    }
    assert_eq!((DRAFT.slots, DRAFT.fixed_bytes, NS3.slots, NS3.fixed_bytes), (None, 4, Some(5), 2));
}
