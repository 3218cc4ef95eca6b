//! The prober's formats and fields, typed by hand.

use layout::field::Field;
use layout::prober::*;
use layout::timing::{PROBER_LATENCY, PROBER_RTT_LATENCY};

type Row = (&'static str, u32, u64, u64, u64, &'static str);

fn row(f: &Field) -> Row {
    assert_eq!(f.format.frac, 0);
    (f.name, f.format.int, f.min, f.max, f.reset, f.unit)
}

#[test]
fn policies_times_and_streams_have_these_ranges() {
    let policy: [Row; 2] = [("kind", 2, 0, 2, 0, "enum"), ("period", 24, 1000, 16_777_215, 10_000, "ns")];
    assert_eq!(POLICY.map(|f| row(&f)), policy);
    assert_eq!(row(&TIMEOUT), ("timeout", 24, 1000, 16_777_215, 1_000_000, "ns"));
    assert_eq!(row(&TIMED), ("timed", 1, 0, 1, 0, "flag"));
    assert_eq!(row(&SMOOTH), ("smooth", 1, 0, 1, 0, "flag"));
    assert_eq!(PROBE.map(|f| (f.name, f.format.int)), [("kind", 2), ("psn", 24), ("time", 32)]);
    let rtt = [("kind", 2), ("psn", 24), ("measured", 24), ("smoothed", 24)];
    assert_eq!(RTT.map(|f| (f.name, f.format.int)), rtt);
    assert_eq!((Now::BITS, Ns::MAX_RAW, Kept::MAX_RAW), (32, 16_777_215, 134_217_727));
    assert_eq!((PROBER_LATENCY, PROBER_RTT_LATENCY), (15, 6));
}

#[test]
fn kinds_have_these_codes_and_3_is_none() {
    let kinds = [Some(Kind::None), Some(Kind::Telemetry), Some(Kind::Rtt), None];
    assert_eq!([0, 1, 2, 3].map(Kind::from_bits), kinds);
    assert_eq!([Kind::None, Kind::Telemetry, Kind::Rtt].map(|kind| kind as u8), [0, 1, 2]);
}
