//! `layout::fcr`, which model and RTL share, against numbers typed by hand (FORMATS.md, "Revised CNP"; SEMANTICS,
//! section FCR).

use layout::fcr::*;
use layout::field::Field;

/// name, integer bits, fraction bits, min, max, reset
type Row = (&'static str, u32, u32, u64, u64, u64);

fn rows(fields: &[Field]) -> Vec<Row> {
    fields.iter().map(|f| (f.name, f.format.int, f.format.frac, f.min, f.max, f.reset)).collect()
}

#[test]
fn fields_have_these_formats_and_ranges() {
    assert_eq!(
        rows(&PARAMS),
        [
            ("line", 22, 0, 1, 4_194_303, 100_000),
            ("advice_min", 22, 0, 1, 4_194_303, 1),
            ("advice_max", 22, 0, 1, 4_194_303, 4_194_303),
            ("validity_max", 16, 0, 1, 65_535, 65_535),
            ("mtu", 13, 0, 256, 4096, 1024),
            ("start_at_line", 1, 0, 0, 1, 0),
        ]
    );
    let state = rows(&STATE);
    assert_eq!(state.len(), 20);
    assert_eq!(
        state[..5],
        [
            ("valid.0", 1, 0, 0, 1, 0),
            ("switch.0", 16, 0, 0, 65_535, 0),
            ("seq.0", 16, 0, 0, 65_535, 0),
            ("rate.0", 22, 0, 0, 4_194_303, 0),
            ("expiry.0", 17, 0, 0, 131_071, 0),
        ]
    );
    for i in 1..4 {
        let same: Vec<Row> = state[5 * i..5 * i + 5].to_vec();
        for (a, b) in same.iter().zip(&state[..5]) {
            assert_eq!(
                (a.0, (a.1, a.2, a.3, a.4, a.5)),
                (&*b.0.replace('0', &i.to_string()), (b.1, b.2, b.3, b.4, b.5))
            );
        }
    }
    assert_eq!(
        rows(&EVENT),
        [
            ("ev", 2, 0, 0, 3, 1),
            ("now", 17, 0, 0, 131_071, 0),
            ("switch", 16, 0, 0, 65_535, 0),
            ("seq", 16, 0, 0, 65_535, 0),
            ("rate", 32, 0, 0, 4_294_967_295, 0),
            ("validity", 16, 0, 0, 65_535, 0),
            ("withdraw", 1, 0, 0, 1, 0),
            ("alone", 1, 0, 0, 1, 0),
            ("rtt", 24, 0, 0, 16_777_215, 0),
            ("RC", 7, 28, 0, 34_359_738_367, 0),
            ("cw", 14, 28, 0, 4_398_046_511_103, 0),
            ("W", 28, 12, 0, 1_099_511_627_775, 0),
            ("Wc", 28, 12, 0, 1_099_511_627_775, 0),
        ]
    );
    assert_eq!(
        rows(&UPDATE),
        [
            ("cap", 22, 0, 0, 4_194_303, 0),
            ("pace", 13, 28, 0, 2_199_023_255_551, 0),
            ("RC", 7, 28, 0, 34_359_738_367, 0),
            ("cw", 14, 28, 0, 4_398_046_511_103, 0),
            ("W", 28, 12, 0, 1_099_511_627_775, 0),
            ("Wc", 28, 12, 0, 1_099_511_627_775, 0),
            ("send_rate", 7, 28, 0, 34_359_738_367, 0),
            ("send_cw", 14, 28, 0, 4_398_046_511_103, 0),
            ("send_W", 28, 12, 0, 1_099_511_627_775, 0),
        ]
    );
    for field in PARAMS.iter().chain(&STATE).chain(&EVENT).chain(&UPDATE) {
        assert!(field.check(field.reset).is_ok() && field.max <= field.format.max_raw(), "{}", field.name);
        assert!(!field.doc.is_empty() && !field.unit.is_empty(), "{}", field.name);
    }
}

#[test]
fn a_source_costs_nine_bytes() {
    assert_eq!((SOURCE_BITS, MAX_SOURCES, STATE.len()), (72, 4, MAX_SOURCES * SOURCE_FIELDS));
    let bits: u32 = STATE.iter().map(|f| f.format.bits()).sum();
    assert_eq!(bits, 4 * 72);
}

/// 16 bytes: version and kind, flags, number 16 bits, rate 32, validity 16, switch 16, 32 bits of 0.
#[test]
fn the_revised_cnp_has_these_places() {
    use layout::wire::{bth, cnp};
    let places = [cnp::VERSION_KIND, cnp::FLAGS, cnp::SEQ, cnp::RATE, cnp::VALIDITY, cnp::SWITCH];
    assert_eq!(places, [0, 1, 2, 4, 8, 10]);
    assert_eq!((cnp::SWITCH + 2 + 4, cnp::RESERVED_BYTES), (16, 16));
    assert_eq!((cnp::VERSION, cnp::KIND_ADVICE, cnp::FLAG_WITHDRAW), (1, 1, 1));
    // FECN 0x80, BECN 0x40, then six reserved bits, of which the highest announces it
    assert_eq!((bth::FECN | bth::BECN, bth::FCR_CAPABLE), (0xc0, 0x20));
}

#[test]
fn kinds_and_flags_are_these_bits() {
    assert_eq!(Kind::ALL.map(|k| k as u8), [0, 1, 2, 3]);
    assert_eq!((0..5).map(Kind::from_bits).collect::<Vec<_>>(), {
        use Kind::*;
        [Some(Advice), Some(Time), Some(Mark), Some(Open), None]
    });
    let bits = [
        (flag::PACED, "paced"),
        (flag::FLOOR, "floor"),
        (flag::SAT, "sat"),
        (flag::IGNORED, "ignored"),
        (flag::LIMITED, "limited"),
        (flag::EXPIRED, "expired"),
        (flag::CLAMPED, "clamped"),
        (flag::WITHDRAWN, "withdrawn"),
        (flag::OLD, "old"),
        (flag::RATE, "rate"),
        (flag::RANGE, "range"),
        (flag::VALIDITY, "validity"),
        (flag::FULL, "full"),
        (flag::ALERT, "alert"),
        (flag::START, "start"),
    ];
    for (i, (bit, name)) in bits.into_iter().enumerate() {
        assert_eq!((bit, flag::NAMES[i]), (1 << i, name));
    }
    assert_eq!((flag::BITS, flag::NAMES.len()), (15, 15));
}
