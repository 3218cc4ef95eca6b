//! The page of registers of `sender` (hdl/src/nic.md): what its `cfg_*` and `s_open_*` take, and what it counts.

use crate::config::Config;
use crate::field::Field;
use crate::registers::{Access, Register, SENDER, count, register};
use crate::shaper::{self, BURST, CLASSES, MTU, QUANTUM, STRICT, TIMEOUT, WEIGHT};

/// Bits of `snd_status`.
pub const STATUS: [(&str, &str); 2] = [
    ("init_done", "all QPs are closed, and requests are taken"),
    ("busy", "an opening or a closing is under way: `snd_open_*` and `snd_start` are refused"),
];

/// The events that are counted, in the order of their places from [`COUNTERS`] on.
pub const COUNTED: [(&str, &str, &str); 9] = [
    ("snd_joined", "updates", "that took the place of one that waited, or were added to it; modulo 2^32, as all here"),
    ("snd_count_closed", "events", "of a QP that is not open"),
    ("snd_count_returned", "grants", "that were not answered, and returned"),
    ("snd_count_not_open", "answers", "to a grant that is not open, or another QP's"),
    ("snd_count_too_much", "answers", "of more bytes than granted"),
    ("snd_count_rewind_outside", "answers", "rewinds, or psn_next, outside what is in flight"),
    ("snd_count_closed_in_flight", "QPs", "closed with packets in flight or grants open"),
    ("snd_count_window_below", "updates", "of a window smaller than what is in flight"),
    ("snd_count_time_back", "cycles", "in which time_now lay before the last one"),
];
/// Where in the page they begin.
pub const COUNTERS: u32 = 0x84;

/// The weight of each class, with `shaper.weights`.
pub const WEIGHTS: [&str; CLASSES] = [
    "snd_weight_0",
    "snd_weight_1",
    "snd_weight_2",
    "snd_weight_3",
    "snd_weight_4",
    "snd_weight_5",
    "snd_weight_6",
    "snd_weight_7",
];

/// floor(2^36 / mtu) + 1.
pub const fn inverse(mtu: u64) -> u64 {
    (1 << 36) / mtu + 1
}

/// The registers, in the order of their places.
pub fn page(config: &Config) -> Vec<Register> {
    let at = |place, access, field| register(SENDER + place, access, field);
    let write = |place, name, field: Field| at(place, Access::Write, Field { name, ..field });
    let open = |place, name, bits, unit, doc| at(place, Access::Context, count(name, bits, unit, doc));
    let read = |place, name, bits, unit, doc| at(place, Access::Read, count(name, bits, unit, doc));
    let inv_mtu = Field {
        min: inverse(MTU.max),
        max: inverse(MTU.min),
        reset: inverse(MTU.reset),
        ..count("", 29, "2^-36 / byte", "floor(2^36 / snd_mtu) + 1, which no hardware checks")
    };
    let window = "packets U14.28, or bytes U28.12 in the low 40 bits";
    let pace = "bytes/ns U12.28, 0 is none but of unit rate; or ns between packets in the low 32 bits";
    let cap = "cap of the line: mantissa of its interval, its top bit set; 0: no cap";
    let start = "0 closes the QP snd_open_qpn at the sender, 1 opens it; refused while snd_quantum is below snd_mtu";
    let mut all = vec![
        write(0x00, "snd_mtu", MTU),
        write(0x04, "snd_inv_mtu", inv_mtu),
        write(0x08, "snd_quantum", QUANTUM),
        write(0x0c, "snd_cap_m", count("", shaper::Mantissa::BITS, "1", cap)),
        write(0x10, "snd_cap_e", count("", shaper::Exponent::BITS, "1", "its exponent: m * 2^(13 - e) ns a byte")),
        write(0x14, "snd_burst", BURST),
        write(0x18, "snd_timeout", TIMEOUT),
        read(0x20, "snd_status", STATUS.len() as u32, "flags", "see the bits"),
        open(0x40, "snd_open_qpn", config.qp_bits(), "1", "index of the QP"),
        open(0x44, "snd_open_class", 3, "1", "priority of PFC that it sends on, until a request names it"),
        open(0x48, "snd_open_first_psn", 24, "1", "its first PSN"),
        open(0x4c, "snd_open_bypass", 1, "flag", "neither window nor pace counts"),
        open(0x50, "snd_open_iw", 14, "packets", "so many are not ECN-capable until the first ACK; 0: all are"),
        open(
            0x54,
            "snd_open_unit",
            2,
            "enum",
            "what its limits count until the first update: 0 packets, 1 timer, 2 bytes, 3 rate",
        ),
        open(0x58, "snd_open_window", 42, "1", window),
        open(0x60, "snd_open_pace", 40, "1", pace),
        at(0x68, Access::Start, count("snd_start", 1, "1", start)),
        read(0x80, "snd_waiting", 20, "QPs", "of which an update waits for the shaper"),
    ];
    let counter = |(k, (name, unit, doc)): (u32, _)| read(COUNTERS + 4 * k, name, 32, unit, doc);
    all.extend((0..).zip(COUNTED).map(counter));
    if config.shaper.weights {
        all.push(write(0xc0, "snd_strict", STRICT));
        all.extend((0..).zip(WEIGHTS).map(|(class, name)| write(0xe0 + 4 * class, name, WEIGHT)));
    }
    all
}
