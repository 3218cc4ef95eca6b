//! The shaper's formats and fields, typed by hand.

use layout::field::Field;
use layout::shaper::*;
use model::shaper::{Host, ShaperParamError};

#[test]
fn formats_have_their_widths() {
    assert_eq!((Due::BITS, Due::FRAC, Clock::BITS), (45, 13, 32));
    assert_eq!((Mantissa::BITS, Exponent::BITS, Rate::BITS, Rate::FRAC), (20, 6, 40, 28));
    assert_eq!((Bytes::BITS, GrantBytes::BITS, Level::BITS, Packets::BITS), (28, 20, 28, 14));
    assert_eq!((Mtu::BITS, Burst::BITS, Lsn::BITS, Class::BITS, Weight::BITS, Tag::BITS), (14, 16, 32, 3, 8, 8));
    assert_eq!((CLASSES, TAGS), (8, 64));
    let units = [Unit::Packets, Unit::Timer, Unit::Bytes, Unit::Rate].map(|unit| unit as u8);
    assert_eq!(units, [0, 1, 2, 3]);
    // 45 + 20 + 20 + 6 + 2 + 28 + 24 + 24 + 20 + 14 + 28 + 28 + 14 + 1 + 1 + 20 + 8 + 7 + 7 + 3 + 1 + 1 + 1; and 64
    assert_eq!((STATE_BITS, STATE_LSN_BITS), (323, 387));
}

type Row = (&'static str, u32, u32, u64, u64, u64, &'static str);

fn row(f: &Field) -> Row {
    (f.name, f.format.int, f.format.frac, f.min, f.max, f.reset, f.unit)
}

#[test]
fn parameters_have_these_ranges() {
    let expected: [Row; 6] = [
        ("mtu", 14, 0, 256, 9216, 1024, "bytes"),
        ("quantum", 20, 0, 256, 262_144, 4096, "bytes"),
        ("cap", 12, 28, 0, 1_099_511_627_775, 0, "bytes/ns"),
        ("C", 16, 0, 0, 65_535, 1000, "ns"),
        ("timeout", 32, 0, 1000, 1_073_741_824, 1_000_000, "ns"),
        ("strict", 1, 0, 0, 1, 1, "flag"),
    ];
    assert_eq!(PARAMS.iter().map(row).collect::<Vec<_>>(), expected);
    assert_eq!(row(&WEIGHT), ("weight", 8, 0, 1, 255, 1, "quanta"));
}

#[test]
fn ports_have_these_fields() {
    let ports = |fields: &[Field]| fields.iter().map(|f| (f.name, f.format.bits())).collect::<Vec<_>>();
    assert_eq!(ports(&REQUEST), [("class", 3), ("backlog", 28), ("bytes_to_end", 28)]);
    let update = [("unit", 2), ("window", 42), ("pace", 40), ("una_psn", 24), ("una_lsn", 32)];
    assert_eq!(ports(&UPDATE), update);
    assert_eq!(ports(&SENT), [("tag", 8), ("psn_next", 24), ("bytes", 28), ("empty", 1), ("rewind", 1)]);
    assert_eq!(ports(&GRANT), [("tag", 8), ("max_bytes", 20), ("max_packets", 14), ("ecn_capable", 1)]);
    let names: Vec<_> = STATE.iter().chain(&STATE_LSN).map(|f| f.name).collect();
    assert_eq!(names.len(), 25);
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name} stands twice");
    }
}

#[test]
fn what_cannot_be_used_is_refused_by_name() {
    let told = |changes: &[(&str, u64)]| Host::with(changes).expect_err("illegal").to_string();
    assert_eq!(told(&[("mtu", 255)]), "mtu = 255: expected 256 to 9216 (U14.0, raw)");
    assert_eq!(told(&[("quantum", 1000)]), "quantum = 1000: expected at least mtu = 1024");
    assert_eq!(told(&[("timeout", 999)]), "timeout = 999: expected 1000 to 1073741824 (U32.0, raw)");
    assert!(matches!(Host::weighted(&[], [1, 1, 1, 0, 1, 1, 1, 1]), Err(ShaperParamError::Range(_))));
    assert!(Host::with(&[("quantum", 1024)]).is_ok());
}
