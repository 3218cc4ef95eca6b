//! DCQCN's formats and fields, typed by hand.

use layout::dcqcn::*;
use layout::field::Field;

#[test]
fn formats_have_their_widths() {
    assert_eq!((Rate::BITS, Rate::FRAC, Rate::MAX_RAW), (35, 28, 0x7_ffff_ffff));
    assert_eq!((Prob::BITS, Prob::FRAC, Prob::MAX_RAW), (27, 26, 0x7ff_ffff));
    assert_eq!((FineRate::BITS, FineRate::FRAC, FineProb::BITS, FineProb::FRAC, Guard::BITS), (36, 29, 29, 28, 4));
    assert_eq!((Gain::BITS, Gain::FRAC), (16, 16));
    assert_eq!((Count::BITS, Stage::BITS, Steps::BITS, Doublings::BITS, Snap::BITS), (16, 5, 4, 4, 5));
    assert_eq!((Sent::BITS, Quiet::BITS, Idle::BITS, Period::BITS, Jitter::BITS), (8, 4, 5, 20, 4));
    assert_eq!((Periods::BITS, Packets::BITS), (8, 24));
    // 36 + 36 + 29 + 5 + 8 + 4 + 5; and 5 + 24 + 8 + 8
    assert_eq!((STATE_BITS, STATE_PUBLISHED_BITS), (123, 168));
    // with the algorithm and the parameter set 16 bytes
    assert_eq!(STATE_BITS + 1 + 4, 128);
    // 2^28/8000 is 1 Mbit/s, 100 bytes per ns 800 Gbit/s
    assert_eq!((MBPS, GBPS_800, IDLE_PERIODS), (33_554, 26_843_545_600, 16));
}

type Row = (&'static str, u32, u32, u64, u64, u64, &'static str);

fn row(f: &Field) -> Row {
    (f.name, f.format.int, f.format.frac, f.min, f.max, f.reset, f.unit)
}

#[test]
fn fields_have_these_ranges() {
    let params: Vec<Row> = PARAMS_P.iter().map(row).collect();
    let expected: [Row; 19] = [
        ("g", 0, 16, 64, 16_384, 256, "1"),
        ("rai", 7, 28, 1, 26_843_545_600, 1_342_177, "bytes/ns"),
        ("line", 7, 28, 33_554, 26_843_545_600, 3_355_443_200, "bytes/ns"),
        ("rc_min", 7, 28, 33_554, 26_843_545_600, 33_554, "bytes/ns"),
        ("CP0", 1, 26, 0, 67_108_864, 67_108_864, "1"),
        ("recovery", 4, 0, 0, 15, 3, "1"),
        ("doublings", 4, 0, 0, 15, 15, "1"),
        ("snap", 5, 0, 0, 24, 10, "log2"),
        ("old_cp", 1, 0, 0, 1, 0, "flag"),
        ("clamp_target", 1, 0, 0, 1, 1, "flag"),
        ("min_tx", 8, 0, 0, 255, 1, "packets"),
        ("incast_periods", 4, 0, 0, 14, 0, "periods"),
        ("period", 20, 0, 1000, 1_048_575, 45_000, "ns"),
        ("jitter", 4, 0, 0, 12, 9, "log2"),
        ("published", 1, 0, 0, 1, 0, "flag"),
        ("alpha_periods", 8, 0, 1, 255, 1, "periods"),
        ("rate_periods", 8, 0, 1, 255, 1, "periods"),
        ("byte_packets", 24, 0, 0, 16_777_215, 10_000, "packets"),
        ("hai", 7, 28, 1, 26_843_545_600, 13_421_773, "bytes/ns"),
    ];
    assert_eq!(params, expected);
    assert_eq!(PARAMS.iter().map(row).collect::<Vec<_>>(), expected[..14]);
    let state: Vec<Row> = STATE_P.iter().map(row).collect();
    let expected: [Row; 12] = [
        ("RC", 7, 28, 0, 34_359_738_367, 3_355_443_200, "bytes/ns"),
        ("RT", 7, 28, 0, 34_359_738_367, 3_355_443_200, "bytes/ns"),
        ("CP", 1, 26, 0, 134_217_727, 67_108_864, "1"),
        ("stage", 5, 0, 0, 31, 0, "1"),
        ("sent", 8, 0, 0, 255, 0, "packets"),
        ("quiet", 4, 0, 0, 15, 15, "periods"),
        ("idle", 5, 0, 0, 16, 0, "periods"),
        ("guard", 4, 0, 0, 15, 0, "bits"),
        ("byte_stage", 5, 0, 0, 31, 0, "1"),
        ("packets", 24, 0, 0, 16_777_215, 0, "packets"),
        ("since_alpha", 8, 0, 0, 255, 0, "periods"),
        ("since_rate", 8, 0, 0, 255, 0, "periods"),
    ];
    assert_eq!(state, expected);
    assert_eq!(STATE.iter().map(row).collect::<Vec<_>>(), expected[..8]);
    let event: Vec<Row> = EVENT.iter().map(row).collect();
    assert_eq!(event, [("cnp", 16, 0, 0, 65_535, 0, "packets"), ("tx", 16, 0, 0, 65_535, 0, "packets")]);
    let update: Vec<Row> = UPDATE.iter().map(row).collect();
    assert_eq!(update, [("RC", 7, 28, 0, 34_359_738_367, 0, "bytes/ns")]);
}

/// The low four bits are common to all algorithms.
#[test]
fn flags_are_numbered() {
    let names = ["paced", "floor", "sat", "ignored", "cut", "recovery", "active", "hyper", "held", "snap"];
    assert_eq!(flag::NAMES, names);
    assert_eq!((flag::PACED, flag::FLOOR, flag::SAT, flag::IGNORED), (1, 2, 4, 8));
    assert_eq!((flag::CUT, flag::RECOVERY, flag::ACTIVE, flag::HYPER), (16, 32, 64, 128));
    assert_eq!((flag::HELD, flag::SNAP, flag::BITS), (256, 512, 10));
    assert_eq!(flag::names(0b1_0001_0001).collect::<Vec<_>>(), ["paced", "cut", "held"]);
    assert_eq!((DCQCN_P.name, DCQCN_D.name), ("dcqcn-p", "dcqcn-d"));
}

/// The published set, from the paper and the public code that follows it.
#[test]
fn the_published_set_is_the_papers() {
    let of = |name| DCQCN_2015.iter().find(|(n, _)| *n == name).map(|(_, raw)| *raw);
    assert_eq!(["g", "recovery", "old_cp", "period", "published"].map(of), [256, 5, 1, 55_000, 1].map(Some));
    assert_eq!(["doublings", "jitter", "snap", "byte_packets"].map(of), [0, 0, 0, 10_000].map(Some));
}
