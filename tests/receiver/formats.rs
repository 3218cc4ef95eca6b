//! The receiver's formats and fields, typed by hand.

use layout::field::Field;
use layout::receiver::*;
use layout::record::Kind;
use layout::timing::RECEIVER_LATENCY;

type Row = (&'static str, u32, u64, u64, u64, &'static str);

fn row(f: &Field) -> Row {
    assert_eq!(f.format.frac, 0);
    (f.name, f.format.int, f.min, f.max, f.reset, f.unit)
}

#[test]
fn policies_times_and_answers_have_these_ranges() {
    let policy: [Row; 3] = [("mode", 2, 0, 2, 0, "enum"), ("m", 7, 1, 64, 1, "packets"), ("cnp", 1, 0, 1, 0, "flag")];
    assert_eq!(POLICY.map(|f| row(&f)), policy);
    assert_eq!(row(&ACK_TIMEOUT), ("ack_timeout", 16, 0, 65_535, 20, "us"));
    assert_eq!(row(&CNP_INTERVAL), ("cnp_interval", 16, 0, 65_535, 4, "us"));
    assert_eq!(ANSWER.map(|f| (f.name, f.format.int)), [("kind", 3), ("psn", 24), ("ece", 1), ("count", 14)]);
    assert_eq!((Clock::BITS, Count::MAX_RAW, RECEIVER_LATENCY), (18, 16_383, 15));
    assert_eq!((Kind::Ack as u8, Kind::Cnp as u8), (0, 3));
}

#[test]
fn modes_have_these_codes_and_3_is_as_2() {
    let modes = [Mode::Each, Mode::Ldcp, Mode::Exact, Mode::Exact];
    assert_eq!([0, 1, 2, 3].map(Mode::from_bits), modes);
    assert_eq!(modes.map(|mode| mode as u8), [0, 1, 2, 2]);
}
