//! The responder's numbers: what the host writes of a QP's frames, and the fields of what it is asked to send.

use crate::field::Field;
use crate::fixed::Format;
use crate::ldcp;

/// ACKs without flow control from end to end say so by this credit count (IBTA volume 1, table 45).
pub const NO_CREDITS: u8 = 31;
/// BTH.M of an ACK or NAK, in [`crate::wire::bth::FLAGS`]; a CNP has none.
pub const MIGREQ: u8 = 0x40;

const fn field(name: &'static str, bits: u32, unit: &'static str, doc: &'static str) -> Field {
    let format = Format::new(bits, 0);
    Field { name, format, unit, min: 0, max: format.max_raw(), reset: 0, doc }
}

pub const VALID: Field = field("valid", 1, "flag", "the QP's answers are sent; 0: they are dropped and counted");
pub const V6: Field = field("v6", 1, "flag", "1: IPv6; 0: IPv4");
pub const TAGGED: Field = field("tagged", 1, "flag", "a C-tag (0x8100) stands behind the MAC addresses");
pub const TCI: Field = field("tci", 16, "1", "what the tag says: PCP3, DEI1, VID12");
pub const DST_MAC: Field = field("dst_mac", 48, "1", "destination MAC address, its first byte on top");
pub const SRC_MAC: Field = field("src_mac", 48, "1", "source MAC address, its first byte on top");
pub const DST_IP_HIGH: Field = field("dst_ip_high", 64, "1", "of an IPv6 destination the first 8 bytes");
pub const DST_IP_LOW: Field = field("dst_ip_low", 64, "1", "the other 8 bytes; an IPv4 destination is bits 31:0");
pub const SRC_IP_HIGH: Field = field("src_ip_high", 64, "1", "of an IPv6 source the first 8 bytes");
pub const SRC_IP_LOW: Field = field("src_ip_low", 64, "1", "the other 8 bytes; an IPv4 source is bits 31:0");
pub const TOS: Field = field("tos", 8, "1", "DSCP6, ECN2: of IPv4 the TOS, of IPv6 the traffic class");
pub const TTL: Field = field("ttl", 8, "1", "TTL, or hop limit");
pub const FLOW: Field = field("flow", 20, "1", "flow label of IPv6");
pub const SRC_PORT: Field = field("src_port", 16, "1", "UDP source port");
pub const DEST_QP: Field = field("dest_qp", 24, "1", "the peer's QPN: BTH.DestQP");
pub const PKEY: Field = field("pkey", 16, "1", "partition key");
/// What the host writes for a QP, in the order of its ports.
pub const HEADER: [Field; 16] = [
    VALID,
    V6,
    TAGGED,
    TCI,
    DST_MAC,
    SRC_MAC,
    DST_IP_HIGH,
    DST_IP_LOW,
    SRC_IP_HIGH,
    SRC_IP_LOW,
    TOS,
    TTL,
    FLOW,
    SRC_PORT,
    DEST_QP,
    PKEY,
];

/// `s_answer`, but for telemetry. What a receiver gives has these names and widths.
pub const ANSWER: [Field; 3] = [
    field("kind", 3, "enum", "0 ack, 1 loss (a NAK of a PSN that was missed), 3 cnp; others are dropped and counted"),
    field("psn", ldcp::Psn::FORMAT.bits(), "1", "BTH.PSN; of a CNP 0 is sent"),
    field("ece", 1, "flag", "of an ACK: ECN-Echo"),
];
