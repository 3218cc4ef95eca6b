//! The responder's numbers: what the host writes of a QP's frames, and the fields of what it is asked to send.

use crate::config::Config;
use crate::field::Field;
use crate::fixed::Format;
use crate::ldcp;
use crate::registers::{Access, RESPONDER, Register, count, register};

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

/// Where they stand in a NIC: DSCP of CNPs.
pub const CNP_DSCP: Field = field("rsp_cnp_dscp", 6, "1", "DSCP of CNPs; change it only while no frame is under way");
/// Bits of `rsp_status`.
pub const STATUS: [(&str, &str); 1] = [("init_done", "no QP has a header yet, and headers can be written")];

/// What is counted, in the order of its places from [`COUNTERS`] on.
pub const COUNTED: [(&str, &str, &str); 4] = [
    ("rsp_acks", "frames", "ACKs of which all beats are begun; modulo 2^32, as all here"),
    ("rsp_naks", "frames", "NAKs, likewise"),
    ("rsp_cnps", "frames", "CNPs, likewise"),
    ("rsp_unwritten", "answers", "that were dropped, for their QP has no header"),
];
/// Where in the page they begin.
pub const COUNTERS: u32 = 0xc0;

/// The page of registers in a NIC (hdl/src/nic.md): the header of a QP's frames, and counters.
pub fn page(config: &Config) -> Vec<Register> {
    let at = |place, access, field| register(RESPONDER + place, access, field);
    let write = |place, name, field: Field| at(place, Access::Write, Field { name, ..field });
    let header = "any value writes the header of the QP rsp_qpn, whole, with what stands in these registers";
    let mut all = vec![
        at(0x00, Access::Write, CNP_DSCP),
        at(0x20, Access::Read, count("rsp_status", STATUS.len() as u32, "flags", "see the bits")),
        at(0x40, Access::Write, count("rsp_qpn", config.qp_bits(), "1", "index of the QP")),
        write(0x44, "rsp_valid", VALID),
        write(0x48, "rsp_v6", V6),
        write(0x4c, "rsp_tagged", TAGGED),
        write(0x50, "rsp_tci", TCI),
        write(0x54, "rsp_tos", TOS),
        write(0x58, "rsp_ttl", Field { reset: 64, ..TTL }),
        write(0x5c, "rsp_flow", FLOW),
        write(0x60, "rsp_src_port", SRC_PORT),
        write(0x64, "rsp_dest_qp", DEST_QP),
        write(0x68, "rsp_pkey", PKEY),
        write(0x70, "rsp_dst_mac", DST_MAC),
        write(0x78, "rsp_src_mac", SRC_MAC),
        write(0x80, "rsp_dst_ip_high", DST_IP_HIGH),
        write(0x88, "rsp_dst_ip_low", DST_IP_LOW),
        write(0x90, "rsp_src_ip_high", SRC_IP_HIGH),
        write(0x98, "rsp_src_ip_low", SRC_IP_LOW),
        at(0xa0, Access::Start, count("rsp_write", 1, "1", header)),
    ];
    let counter = |(k, (name, unit, doc)): (u32, _)| at(COUNTERS + 4 * k, Access::Read, count(name, 32, unit, doc));
    all.extend((0..).zip(COUNTED).map(counter));
    all
}
