//! The shaper's numbers: formats with the reason for each, the host's parameters, the fields of its ports, and the
//! per-QP state with its bit budget. Rates are in bytes per ns: 1 is 8 Gbit/s.

use crate::field::Field;
use crate::fixed::{Format, U};
use crate::{hpcc, ldcp};

/// A time in ns, to 2^-13 ns, **U32.13**: the due time of a QP, and what a grant costs.
///
/// 32 integer bits reach 4.3 s. A cost is rounded once a grant, to half an LSB, 61 fs. Beside the interval's 3.1e-6
/// that stays within 1e-5 of a rate where a grant costs 8.9 ns or more: 890 bytes at 800 Gbit/s, or 112 million grants
/// a second of one QP, where a bank that takes four cycles of 200 MHz gives 50. A coarser scale for slow QPs would save
/// bits of none: every QP may become fast.
pub type Due = U<32, 13>;
/// `now`, ns, **U32.0**: wraps every 4.3 s.
pub type Clock = U<32, 0>;
/// Mantissa of an interval, its top bit set, **U20.0**: rounded to half an LSB, 2^-20 of the value or less.
pub type Mantissa = U<20, 0>;
/// Exponent `e` of an interval, **U6.0**: the interval is `m·2^(13 − e)` ns, from 2^-31 to 2^33.
pub type Exponent = U<6, 0>;
/// A rate in bytes per ns, **U12.28**: HPCC++'s R as it is; DCQCN's RC has five integer bits less.
pub type Rate = hpcc::Rate;
/// Bytes of a window or in flight, **U28.0**: HPCC++'s integer bits. More saturates.
pub type Bytes = U<28, 0>;
/// Bytes of a grant, **U20.0**: up to 1 MB.
pub type GrantBytes = U<20, 0>;
/// Bytes that a QP has to send, **U28.0**; all ones: as many as there are, until `empty` says that there are none.
pub type Level = U<28, 0>;
/// Packets of a grant, and of IW: **U14.0**, LDCP's window without its fraction.
pub type Packets = ldcp::N;
/// Largest packet in bytes, **U14.0**: 256 to 9,216.
pub type Mtu = U<14, 0>;
/// Burst allowance C in ns, **U16.0**.
pub type Burst = U<16, 0>;
/// Byte sequence number, 32 bits, serial arithmetic (SEMANTICS L24).
pub type Lsn = U<32, 0>;
/// Class of a QP: a priority of PFC.
pub type Class = U<3, 0>;
/// Share of a class in bytes, against the others, **U8.0**.
pub type Weight = U<8, 0>;
/// Names an open grant: six bits say where it is kept, the two above tell it from older ones that were kept there.
pub type Tag = U<8, 0>;

/// Classes, one for each priority of PFC.
pub const CLASSES: usize = 8;
/// Grants that may be open at a time.
pub const TAGS: usize = 64;

/// What `window` and `pace` of an update say. The discriminant is the value on the port.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Unit {
    /// `window` in packets (U14.28), `pace` a rate or 0 for none: LDCP from one packet on, DCTCP.
    Packets = 0,
    /// `pace` is the time between packets in ns (U32.0), and no window counts: LDCP below one packet (SEMANTICS L12).
    Timer = 1,
    /// `window` in bytes (U28.12), `pace` a rate or 0 for none: HPCC++.
    Bytes = 2,
    /// `pace` is a rate, and no window counts: DCQCN.
    Rate = 3,
}

const fn field(name: &'static str, format: Format, unit: &'static str, doc: &'static str) -> Field {
    Field { name, format, unit, min: 0, max: format.max_raw(), reset: 0, doc }
}

const fn flag(name: &'static str, doc: &'static str) -> Field {
    field(name, Format::new(1, 0), "flag", doc)
}

pub const MTU: Field = Field {
    min: 256,
    max: 9216,
    reset: 1024,
    ..field("mtu", Mtu::FORMAT, "bytes", "largest packet: what a packet in flight counts without LSN")
};
pub const QUANTUM: Field = Field {
    min: 256,
    max: 1 << 18,
    reset: 4096,
    ..field("quantum", GrantBytes::FORMAT, "bytes", "most bytes of a grant, and a QP's turn in its class; at least mtu")
};
pub const CAP: Field =
    field("cap", Rate::FORMAT, "bytes/ns", "rate of all grants together, in the bytes of the grants; 0: no cap");
pub const BURST: Field =
    Field { reset: 1000, ..field("C", Burst::FORMAT, "ns", "burst allowance: how much of a lateness a QP makes good") };
pub const TIMEOUT: Field = Field {
    min: 1000,
    max: 1 << 30,
    reset: 1_000_000,
    ..field("timeout", Clock::FORMAT, "ns", "a grant that is not answered for so long is returned")
};
pub const STRICT: Field =
    Field { reset: 1, ..flag("strict", "1: the highest class that may send goes first; 0: by weights") };
/// Run-time parameters, in the order of their ports.
pub const PARAMS: [Field; 6] = [MTU, QUANTUM, CAP, BURST, TIMEOUT, STRICT];
/// Of each class.
pub const WEIGHT: Field =
    Field { min: 1, reset: 1, ..field("weight", Weight::FORMAT, "quanta", "a class's turn among the classes") };

pub const CLASS: Field = field("class", Class::FORMAT, "1", "priority of PFC that the QP sends on");
pub const TAG: Field = field("tag", Tag::FORMAT, "1", "the grant");
pub const PSN_NEXT: Field = field("psn_next", ldcp::Psn::FORMAT, "1", "the PSN that the NIC sends next");
pub const UNA_PSN: Field = field("una_psn", ldcp::Psn::FORMAT, "1", "last PSN acknowledged (SEMANTICS L26)");
pub const UNA_LSN: Field = field(
    "una_lsn",
    Lsn::FORMAT,
    "bytes",
    "bytes acknowledged, of requests and of READ responses, their sum (SEMANTICS L24)",
);

/// `s_req`: a QP has something to send.
pub const REQUEST: [Field; 3] = [
    CLASS,
    field("backlog", Level::FORMAT, "bytes", "come to be sent since the last request; all ones: until `empty`"),
    field("bytes_to_end", Level::FORMAT, "bytes", "left of the message that is next to be sent; 0: not said"),
];
/// Of the engine.
pub const UPDATE: [Field; 5] = [
    Field { max: 3, ..field("unit", Format::new(2, 0), "enum", "what window and pace say: 0 to 3 of `Unit`") },
    field("window", ldcp::Cw::FORMAT, "unit", "packets U14.28, or bytes U28.12 in the low 40 bits"),
    field("pace", Rate::FORMAT, "unit", "bytes per ns U12.28, or ns between packets U32.0"),
    UNA_PSN,
    UNA_LSN,
];
/// `s_sent`: what was sent on a grant, or, with `rewind`, that the NIC goes back.
pub const SENT: [Field; 5] = [
    TAG,
    PSN_NEXT,
    field("bytes", Bytes::FORMAT, "bytes", "sent on the grant; with `rewind` how many are to be sent again"),
    flag("empty", "the QP had no more to send"),
    flag("rewind", "go-back-N to psn_next; answers no grant"),
];
/// `m_grant`: send now.
pub const GRANT: [Field; 4] = [
    TAG,
    field("max_bytes", GrantBytes::FORMAT, "bytes", "send at most so many"),
    field("max_packets", Packets::FORMAT, "packets", "in at most so many packets"),
    flag("ecn_capable", "their ECN codepoint; 0 in LDCP's first round trip (SEMANTICS L13)"),
];

/// Per-QP state.
pub const STATE: [Field; 23] = [
    field("start", Due::FORMAT, "ns", "from when the newest grant is charged; due = start + its cost"),
    field("charged", GrantBytes::FORMAT, "bytes", "of the newest grant, at `sent` corrected to what was sent"),
    field("m", Mantissa::FORMAT, "1", "mantissa of the interval"),
    field("e", Exponent::FORMAT, "1", "exponent of the interval: m·2^(13 − e) ns"),
    field("unit", Format::new(2, 0), "enum", "the interval is of a byte or of a packet, or there is none"),
    field("window", Bytes::FORMAT, "bytes", "all ones: none"),
    UNA_PSN,
    field("snd_nxt", ldcp::Psn::FORMAT, "1", "the PSN that the NIC sends next"),
    field("open_bytes", GrantBytes::FORMAT, "bytes", "granted, and not yet answered"),
    field("open_packets", Packets::FORMAT, "packets", "granted, and not yet answered"),
    field("level", Level::FORMAT, "bytes", "to be sent, and not granted; all ones: until `empty`"),
    field("to_end", Level::FORMAT, "bytes", "left of the message that is next to be sent; 0: not known"),
    field("first", Packets::FORMAT, "packets", "of the first IW, not granted"),
    flag("starting", "no ACK yet: the first IW packets are not ECN-capable"),
    flag("turn", "it is the QP's turn in its class"),
    field("deficit", GrantBytes::FORMAT, "bytes", "left of the turn, or of the one before"),
    field("newest", Tag::FORMAT, "1", "tag of the newest grant"),
    field("grants", Format::new(7, 0), "1", "number of its next grant"),
    field("since", Format::new(7, 0), "1", "grants since its newest request, at most 127"),
    CLASS,
    flag("bypass", "neither window nor pace counts"),
    flag("by_lsn", "bytes in flight are counted by LSN"),
    flag("open", "the QP is open"),
];
/// What LSN adds.
pub const STATE_LSN: [Field; 2] = [UNA_LSN, field("sent_lsn", Lsn::FORMAT, "bytes", "bytes sent since the opening")];

const fn bits(fields: &[Field]) -> u32 {
    let (mut sum, mut i) = (0, 0);
    while i < fields.len() {
        sum += fields[i].format.bits();
        i += 1;
    }
    sum
}

/// What a QP costs in bits, without what a wheel adds to find it: links, slot, epoch.
pub const STATE_BITS: u32 = bits(&STATE);
pub const STATE_LSN_BITS: u32 = STATE_BITS + bits(&STATE_LSN);
