//! The responder's formats and fields, typed by hand.

use layout::field::Field;
use layout::record::Kind;
use layout::responder::*;
use layout::timing::{PARSER_LATENCY, RECEIVER_LATENCY, RESPONDER_LATENCY};

fn row(f: &Field) -> (&'static str, u32) {
    assert_eq!((f.format.frac, f.min, f.reset, f.max), (0, 0, 0, u64::MAX >> (64 - f.format.int)), "{}", f.name);
    (f.name, f.format.int)
}

#[test]
fn headers_and_answers_have_these_widths() {
    let header = [
        ("valid", 1),
        ("v6", 1),
        ("tagged", 1),
        ("tci", 16),
        ("dst_mac", 48),
        ("src_mac", 48),
        ("dst_ip_high", 64),
        ("dst_ip_low", 64),
        ("src_ip_high", 64),
        ("src_ip_low", 64),
        ("tos", 8),
        ("ttl", 8),
        ("flow", 20),
        ("src_port", 16),
        ("dest_qp", 24),
        ("pkey", 16),
    ];
    assert_eq!(widths(&HEADER), header);
    assert_eq!(ANSWER.map(|f| row(&f)), [("kind", 3), ("psn", 24), ("ece", 1)]);
    assert_eq!((Kind::Ack as u8, Kind::Loss as u8, Kind::Cnp as u8), (0, 1, 3));
    assert_eq!((NO_CREDITS, MIGREQ), (31, 0x40));
}

fn widths<const N: usize>(fields: &[Field; N]) -> [(&'static str, u32); N] {
    fields.map(|f| row(&f))
}

/// What a receiver says goes in as it is.
#[test]
fn an_answer_has_the_widths_of_the_receiver_s() {
    let of_receiver = |name: &str| layout::receiver::ANSWER.iter().find(|f| f.name == name).map(|f| f.format);
    for field in ANSWER {
        assert_eq!(of_receiver(field.name), Some(field.format), "{}", field.name);
    }
}

#[test]
fn a_mark_s_cnp_begins_within_40_cycles_of_the_mark_s_last_beat() {
    assert_eq!((RESPONDER_LATENCY, PARSER_LATENCY + RECEIVER_LATENCY + RESPONDER_LATENCY), (16, 40));
}
