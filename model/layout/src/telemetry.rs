//! Telemetry layouts as tables: a profile says where each field stands, and parsers on both sides read the table.

/// One field: its first bit, counted as its profile's [`BitOrder`] says, and its width.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct WireField {
    pub name: &'static str,
    pub offset_bits: u32,
    pub width: u32,
}

/// How bits are counted, from the start of the header or of the hop's record.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BitOrder {
    /// Bit 0 is the top bit of the first byte; a field's top bit comes first.
    Network,
    /// Bit 0 is the lowest bit of the first byte; a field's lowest bit comes first.
    LittleEndian,
}

/// A layout. Fields of `path` are counted from the start of the header, fields of `hop` from the start of the hop's
/// record.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub name: &'static str,
    pub order: BitOrder,
    pub path: &'static [WireField],
    pub hop: &'static [WireField],
    /// Where the record of hop 0 starts.
    pub first_hop_bits: u32,
    pub hop_bits: u32,
    /// `Some(n)`: always n slots, used or not; `None`: as many records as nHop says.
    pub slots: Option<u32>,
    /// Bytes beside the records.
    pub fixed_bytes: u32,
}

const fn field(name: &'static str, offset_bits: u32, width: u32) -> WireField {
    WireField { name, offset_bits, width }
}

/// HPCC++ draft, Figure 4. Its trailing "Options" and padding carry nothing.
///
/// | field | bit | width |
/// |---|---|---|
/// | nHop | 0 | 4 |
/// | pathID | 4 | 12 |
/// | (padding) | 16 | 16 |
/// | hop i: speed | 32 + 64·i | 4 |
/// | timestamp | 36 + 64·i | 24 |
/// | txBytes | 60 + 64·i | 20 |
/// | qLen | 80 + 64·i | 16 |
pub const DRAFT: Profile = Profile {
    name: "hpcc",
    order: BitOrder::Network,
    path: &[field("nHop", 0, 4), field("pathID", 4, 12)],
    hop: &[field("speed", 0, 4), field("ts", 4, 24), field("txBytes", 28, 20), field("qLen", 48, 16)],
    first_hop_bits: 32,
    hop_bits: 64,
    slots: None,
    fixed_bytes: 4,
};

/// The public ns-3 code: five little-endian slots, then nhop. No pathID: it reads 0, and a change of nHop alone is a
/// change of path. qlen has 17 bits and saturates to 16 (SEMANTICS H8). Codes 0 to 4 are 25, 50, 100, 200, 400 Gbit/s.
///
/// | field | bit | width |
/// |---|---|---|
/// | hop i: lineRate | 64·i | 3 |
/// | time | 64·i + 3 | 24 |
/// | bytes | 64·i + 27 | 20 |
/// | qlen | 64·i + 47 | 17 |
/// | nhop | 320 | 16 |
pub const NS3: Profile = Profile {
    name: "ns3",
    order: BitOrder::LittleEndian,
    path: &[field("nHop", 320, 16)],
    hop: &[field("speed", 0, 3), field("ts", 3, 24), field("txBytes", 27, 20), field("qLen", 47, 17)],
    first_hop_bits: 0,
    hop_bits: 64,
    slots: Some(5),
    fixed_bytes: 2,
};

/// The profiles that there are; the index is the value of `cfg_telemetry_profile`.
pub const PROFILES: [Profile; 2] = [DRAFT, NS3];

/// Where telemetry stands in a packet: `cfg_telemetry_place`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Place {
    /// Nowhere.
    #[default]
    None = 0,
    /// In an area between UDP header and BTH, in every RoCEv2 packet.
    Udp = 1,
    /// In ACKs and NAKs, between AETH and ICRC.
    Ack = 2,
}

impl Place {
    pub const ALL: [Place; 3] = [Place::None, Place::Udp, Place::Ack];
    pub const BITS: u32 = 2;

    pub const fn name(self) -> &'static str {
        match self {
            Place::None => "none",
            Place::Udp => "udp",
            Place::Ack => "ack",
        }
    }
}

/// Bits of `cfg_telemetry_offset`, in words of 32 bits.
pub const OFFSET_BITS: u32 = 4;
/// Bits of `cfg_telemetry_area`, in words of 32 bits.
pub const AREA_BITS: u32 = 6;
