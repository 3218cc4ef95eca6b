//! Why the parser drops a frame. The order is the order of the checks, of which the first that fails names the reason;
//! but the NIC's own addresses, two of the last, are compared behind `ip_length`.

use crate::registers::{ADVICE_COUNTERS, LSN_COUNTERS};

/// A named reason for each malformation ([`DropReason::doc`] says which); the discriminant is the value on
/// `res_reason`, and of the usual ones the counter's index.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DropReason {
    AxisKeep = 0,
    FrameError = 1,
    Oversized = 2,
    Truncated = 3,
    VlanDepth = 4,
    NotIp = 5,
    IpVersion = 6,
    IpHeader = 7,
    IpFragment = 8,
    NotUdp = 9,
    IpLength = 10,
    NotRocev2 = 11,
    UdpLength = 12,
    RoceLength = 13,
    BthVersion = 14,
    OpcodeUnknown = 15,
    OpcodeIgnored = 16,
    BthPad = 17,
    Icrc = 18,
    QpnUnknown = 19,
    RnrNak = 20,
    NakOther = 21,
    TelemetryLength = 22,
    TelemetryHops = 23,
    NotOurMac = 24,
    NotOurIp = 25,
    FcrVersion = 26,
    FcrKind = 27,
    LsnVersion = 28,
    LsnReserved = 29,
}

impl DropReason {
    pub const BITS: u32 = 5;
    /// So many of them, the first, every parser has. The next are of one with `parser.fcr`, the last of one with
    /// `engine.lsn`.
    pub const USUAL: usize = 26;
    const OF_LSN: usize = 28;
    pub const ALL: [DropReason; 30] = {
        use DropReason::*;
        [
            AxisKeep,
            FrameError,
            Oversized,
            Truncated,
            VlanDepth,
            NotIp,
            IpVersion,
            IpHeader,
            IpFragment,
            NotUdp,
            IpLength,
            NotRocev2,
            UdpLength,
            RoceLength,
            BthVersion,
            OpcodeUnknown,
            OpcodeIgnored,
            BthPad,
            Icrc,
            QpnUnknown,
            RnrNak,
            NakOther,
            TelemetryLength,
            TelemetryHops,
            NotOurMac,
            NotOurIp,
            FcrVersion,
            FcrKind,
            LsnVersion,
            LsnReserved,
        ]
    };

    pub const fn name(self) -> &'static str {
        match self {
            DropReason::AxisKeep => "axis_keep",
            DropReason::FrameError => "frame_error",
            DropReason::Oversized => "oversized",
            DropReason::Truncated => "truncated",
            DropReason::VlanDepth => "vlan_depth",
            DropReason::NotIp => "not_ip",
            DropReason::IpVersion => "ip_version",
            DropReason::IpHeader => "ip_header",
            DropReason::IpFragment => "ip_fragment",
            DropReason::NotUdp => "not_udp",
            DropReason::IpLength => "ip_length",
            DropReason::NotRocev2 => "not_rocev2",
            DropReason::UdpLength => "udp_length",
            DropReason::RoceLength => "roce_length",
            DropReason::BthVersion => "bth_version",
            DropReason::OpcodeUnknown => "opcode_unknown",
            DropReason::OpcodeIgnored => "opcode_ignored",
            DropReason::BthPad => "bth_pad",
            DropReason::Icrc => "icrc",
            DropReason::QpnUnknown => "qpn_unknown",
            DropReason::RnrNak => "rnr_nak",
            DropReason::NakOther => "nak_other",
            DropReason::TelemetryLength => "telemetry_length",
            DropReason::TelemetryHops => "telemetry_hops",
            DropReason::NotOurMac => "not_our_mac",
            DropReason::NotOurIp => "not_our_ip",
            DropReason::FcrVersion => "fcr_version",
            DropReason::FcrKind => "fcr_kind",
            DropReason::LsnVersion => "lsn_version",
            DropReason::LsnReserved => "lsn_reserved",
        }
    }

    /// What is wrong with the frame.
    pub const fn doc(self) -> &'static str {
        match self {
            DropReason::AxisKeep => {
                "a beat before the last with a tkeep other than all ones, or a last beat whose tkeep is not a run from bit 0"
            }
            DropReason::FrameError => "tuser was set on the last beat: the MAC found a fault",
            DropReason::Oversized => "more bytes than max_frame_bytes",
            DropReason::Truncated => "the frame ends before a header does, or before the IP length says",
            DropReason::VlanDepth => "more than two VLAN tags",
            DropReason::NotIp => "the EtherType is neither IPv4 nor IPv6",
            DropReason::IpVersion => "the version nibble does not match the EtherType",
            DropReason::IpHeader => "IHL is below 5",
            DropReason::IpFragment => "a fragment: MF is set or the offset is not 0",
            DropReason::NotUdp => "the protocol (next header) is not UDP",
            DropReason::IpLength => "the IP length leaves no room for a UDP header",
            DropReason::NotRocev2 => "the UDP destination port is not 4791",
            DropReason::UdpLength => "the UDP length is not the IP payload's length",
            DropReason::RoceLength => "the UDP length is not that of the opcode's packet",
            DropReason::BthVersion => "the BTH's transport version is not 0",
            DropReason::OpcodeUnknown => "the opcode is in no table of ours",
            DropReason::OpcodeIgnored => "a known opcode without congestion feedback",
            DropReason::BthPad => "the pad count is not 0 in an ACK or a CNP",
            DropReason::Icrc => "the invariant CRC is wrong",
            DropReason::QpnUnknown => "the QPN lies outside the configured block",
            DropReason::RnrNak => "an RNR NAK: the receiver was not ready, which is no congestion",
            DropReason::NakOther => "a NAK with a code other than 0, or the reserved AETH code",
            DropReason::TelemetryLength => {
                "the telemetry does not fit in what the packet has for it: the area, or what stands between AETH and ICRC"
            }
            DropReason::TelemetryHops => "the telemetry counts more hops than its layout has slots for",
            DropReason::NotOurMac => "the destination MAC address is compared, and is not the NIC's own",
            DropReason::NotOurIp => {
                "the destination address of the packet's IP version is compared, and is not the NIC's own"
            }
            DropReason::FcrVersion => "a revised CNP (FCR) of another version",
            DropReason::FcrKind => "a revised CNP (FCR) of our version and of another kind",
            DropReason::LsnVersion => "an ACK with an LSN of another version",
            DropReason::LsnReserved => "an ACK with an LSN of our version, in which bits are set that are to be 0",
        }
    }

    /// Those of a parser that reads revised CNPs, and ACKs with an LSN, or does not.
    pub fn of(fcr: bool, lsn: bool) -> Vec<DropReason> {
        let there = |reason: &DropReason| match *reason as usize {
            0..Self::USUAL => true,
            Self::USUAL..Self::OF_LSN => fcr,
            _ => lsn,
        };
        Self::ALL.into_iter().filter(there).collect()
    }

    /// What `cnt_sel` says of its counter.
    pub const fn counter(self) -> u32 {
        match self as u32 {
            usual if usual < Self::USUAL as u32 => usual,
            revised if revised < Self::OF_LSN as u32 => ADVICE_COUNTERS + revised - Self::USUAL as u32,
            later => LSN_COUNTERS + later - Self::OF_LSN as u32,
        }
    }

    pub fn from_bits(bits: u8) -> Option<DropReason> {
        Self::ALL.get(bits as usize).copied()
    }
}
