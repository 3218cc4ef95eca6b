//! Why the parser drops a frame. The order is the order of the checks: the first that fails names the reason.

/// A named reason for each malformation; the discriminant is the value on `res_reason` and the counter's index.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DropReason {
    /// A beat before the last with a `tkeep` other than all ones, or a last beat whose `tkeep` is not a run from bit 0.
    AxisKeep = 0,
    /// `tuser` was set on the last beat: the MAC found a fault.
    FrameError = 1,
    /// More bytes than `max_frame_bytes`.
    Oversized = 2,
    /// The frame ends before a header does, or before the IP length says.
    Truncated = 3,
    /// More than two VLAN tags.
    VlanDepth = 4,
    /// The EtherType is neither IPv4 nor IPv6.
    NotIp = 5,
    /// The version nibble does not match the EtherType.
    IpVersion = 6,
    /// IHL is below 5.
    IpHeader = 7,
    /// A fragment: MF is set or the offset is not 0.
    IpFragment = 8,
    /// The protocol (next header) is not UDP.
    NotUdp = 9,
    /// The IP length leaves no room for a UDP header.
    IpLength = 10,
    /// The UDP destination port is not 4791.
    NotRocev2 = 11,
    /// The UDP length is not the IP payload's length.
    UdpLength = 12,
    /// The UDP length is not that of the opcode's packet.
    RoceLength = 13,
    /// The BTH's transport version is not 0.
    BthVersion = 14,
    /// The opcode is in no table of ours.
    OpcodeUnknown = 15,
    /// A known opcode without congestion feedback.
    OpcodeIgnored = 16,
    /// The pad count is not 0 in an ACK or a CNP.
    BthPad = 17,
    /// The invariant CRC is wrong.
    Icrc = 18,
    /// The QPN lies outside the configured block.
    QpnUnknown = 19,
    /// An RNR NAK: the receiver was not ready, which is no congestion.
    RnrNak = 20,
    /// A NAK with a code other than 0, or the reserved AETH code.
    NakOther = 21,
    /// The telemetry does not fit in what the packet has for it: the area, or what stands between AETH and ICRC.
    TelemetryLength = 22,
    /// The telemetry counts more hops than its layout has slots for.
    TelemetryHops = 23,
}

impl DropReason {
    pub const BITS: u32 = 5;
    pub const ALL: [DropReason; 24] = {
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
        }
    }

    pub fn from_bits(bits: u8) -> Option<DropReason> {
        Self::ALL.get(bits as usize).copied()
    }
}
