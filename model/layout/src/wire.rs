//! Wire offsets in bytes and well-known values, one module a protocol. Bytes are in network order.

/// IEEE 802.3 and 802.1Q.
pub mod ethernet {
    pub const HEADER_BYTES: usize = 14;
    pub const ETHERTYPE: usize = 12;
    pub const VLAN_TAG_BYTES: usize = 4;
    pub const MAX_VLAN_TAGS: usize = 2;
    pub const TYPE_VLAN: u16 = 0x8100;
    pub const TYPE_QINQ: u16 = 0x88a8;
    pub const TYPE_IPV4: u16 = 0x0800;
    pub const TYPE_IPV6: u16 = 0x86dd;
}

/// RFC 791.
pub mod ipv4 {
    pub const VERSION_IHL: usize = 0;
    pub const TOS: usize = 1;
    pub const TOTAL_LENGTH: usize = 2;
    pub const FLAGS_FRAGMENT: usize = 6;
    /// MF and the 13 offset bits; DF (0x4000) is allowed.
    pub const FRAGMENT_MASK: u16 = 0x3fff;
    pub const TTL: usize = 8;
    pub const PROTOCOL: usize = 9;
    pub const CHECKSUM: usize = 10;
    pub const MIN_HEADER_BYTES: usize = 20;
    pub const MIN_IHL: u8 = 5;
}

/// RFC 8200.
pub mod ipv6 {
    pub const VERSION_CLASS_FLOW: usize = 0;
    pub const PAYLOAD_LENGTH: usize = 4;
    pub const NEXT_HEADER: usize = 6;
    pub const HOP_LIMIT: usize = 7;
    pub const HEADER_BYTES: usize = 40;
}

/// RFC 768, and the port of RoCEv2 (IBTA annex A17).
pub mod udp {
    pub const DEST_PORT: usize = 2;
    pub const LENGTH: usize = 4;
    pub const CHECKSUM: usize = 6;
    pub const HEADER_BYTES: usize = 8;
    pub const PROTOCOL: u8 = 17;
    pub const PORT_ROCEV2: u16 = 4791;
}

/// Base transport header (IBTA volume 1, 9.2).
pub mod bth {
    pub const OPCODE: usize = 0;
    /// SE, M, PadCnt (bits 5:4), TVer (bits 3:0).
    pub const FLAGS: usize = 1;
    /// FECN (bit 7), BECN (bit 6), six reserved bits.
    pub const ECN: usize = 4;
    pub const FECN: u8 = 0x80;
    pub const BECN: u8 = 0x40;
    /// The sender understands the revised CNP (FCR): the highest reserved bit, by default.
    pub const FCR_CAPABLE: u8 = 0x20;
    pub const DEST_QP: usize = 5;
    pub const PSN: usize = 9;
    pub const BYTES: usize = 12;
    pub const OPCODE_ACK: u8 = 0x11;
    pub const OPCODE_CNP: u8 = 0x81;

    /// Opcodes that are defined for the services that RoCE NICs carry: RC, UC, UD and CNP.
    pub const fn is_known(opcode: u8) -> bool {
        matches!(opcode, 0x00..=0x14 | 0x16..=0x17 | 0x20..=0x2b | 0x64..=0x65 | OPCODE_CNP)
    }

    /// Opcodes of data from the requester: SEND and RDMA WRITE of RC and UC, with immediate data or invalidation or
    /// without.
    pub const fn is_data(opcode: u8) -> bool {
        matches!(opcode, 0x00..=0x0b | 0x16..=0x17 | 0x20..=0x2b)
    }
}

/// ACK extended transport header (IBTA volume 1, 9.7.5.2).
pub mod aeth {
    /// Reserved bit 7, code (bits 6:5), value (bits 4:0).
    pub const SYNDROME: usize = 0;
    pub const BYTES: usize = 4;
    pub const CODE_ACK: u8 = 0;
    pub const CODE_RNR: u8 = 1;
    pub const CODE_NAK: u8 = 3;
    pub const NAK_PSN_SEQUENCE: u8 = 0;
}

/// Congestion notification packet (IBTA annex A17.9.3): BTH and 16 reserved bytes.
pub mod cnp {
    pub const RESERVED_BYTES: usize = 16;

    // A revised CNP (FCR), in the reserved bytes: our format, for the draft has none. The last four bytes are 0.
    /// Version (bits 7:4), kind (bits 3:0).
    pub const VERSION_KIND: usize = 0;
    pub const FLAGS: usize = 1;
    pub const SEQ: usize = 2;
    /// Mbit/s, 32 bits.
    pub const RATE: usize = 4;
    /// us, 16 bits.
    pub const VALIDITY: usize = 8;
    pub const SWITCH: usize = 10;
    pub const VERSION: u8 = 1;
    pub const KIND_ADVICE: u8 = 1;
    pub const FLAG_WITHDRAW: u8 = 0x01;
}

/// What stands behind the AETH of an ACK with an LSN (LDCP 3.1): our format, for the draft has none.
pub mod lsn {
    pub const BYTES: usize = 8;
    /// Version (bits 7:4), flags (bits 3:0). The three bytes behind it are 0.
    pub const VERSION_FLAGS: usize = 0;
    pub const VALUE: usize = 4;
    pub const VERSION: u8 = 1;
    /// ECN-Echo.
    pub const FLAG_ECE: u8 = 1;
    /// It acknowledges READ responses.
    pub const FLAG_READ: u8 = 2;
}

/// Invariant CRC (IBTA annex A17.3.3): CRC-32 of IEEE 802.3 over 8 bytes of ones and the packet from the IP header on,
/// with the fields that routers change set to ones.
pub mod icrc {
    pub const BYTES: usize = 4;
    pub const PREFIX_BYTES: usize = 8;
}

/// Where the ECN-Echo of an ACK stands: the parameter `ece_place`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum EcePlace {
    /// BTH.BECN, as RoCE receivers echo it.
    #[default]
    Becn = 0,
    /// BTH.FECN.
    Fecn = 1,
    /// The ACK's own IP header says CE (ECN field 3).
    IpCe = 2,
    /// The reserved top bit of the AETH syndrome.
    AethReserved = 3,
}

impl EcePlace {
    pub const ALL: [EcePlace; 4] = [EcePlace::Becn, EcePlace::Fecn, EcePlace::IpCe, EcePlace::AethReserved];

    pub const fn name(self) -> &'static str {
        match self {
            EcePlace::Becn => "bth_becn",
            EcePlace::Fecn => "bth_fecn",
            EcePlace::IpCe => "ip_ce",
            EcePlace::AethReserved => "aeth_reserved",
        }
    }
}
