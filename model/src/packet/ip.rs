//! Either IP version, as far as RoCEv2 does not care which: step 5 of `hdl/src/parser.md`.

use super::{ipv4, ipv6};
use layout::drop_reason::DropReason;
use layout::wire::{ethernet, ipv6 as wire6};

/// An IP packet that carries UDP, cut to the length it states.
#[derive(Copy, Clone, Debug)]
pub enum Packet<'a> {
    V4(ipv4::Packet<'a>),
    V6(ipv6::Packet<'a>),
}

/// The ECN field says "congestion experienced" (RFC 3168, section 5).
pub const ECN_CE: u8 = 3;

impl<'a> Packet<'a> {
    /// The packet behind an Ethernet header with this type.
    pub fn new_checked(ethertype: u16, bytes: &'a [u8]) -> Result<Self, DropReason> {
        match ethertype {
            ethernet::TYPE_IPV4 => ipv4::Packet::new_checked(bytes).map(Self::V4),
            ethernet::TYPE_IPV6 => ipv6::Packet::new_checked(bytes).map(Self::V6),
            _ => Err(DropReason::NotIp),
        }
    }

    pub fn header_len(&self) -> usize {
        match self {
            Self::V4(p) => p.header_len(),
            Self::V6(_) => wire6::HEADER_BYTES,
        }
    }

    /// The two ECN bits of the TOS or traffic class.
    pub fn ecn(&self) -> u8 {
        match self {
            Self::V4(p) => p.tos() & 3,
            Self::V6(p) => p.traffic_class() & 3,
        }
    }

    pub fn bytes(&self) -> &'a [u8] {
        match self {
            Self::V4(p) => p.bytes(),
            Self::V6(p) => p.bytes(),
        }
    }

    pub fn payload(&self) -> &'a [u8] {
        &self.bytes()[self.header_len()..]
    }
}

/// A header of either version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repr {
    V4(ipv4::Repr),
    V6(ipv6::Repr),
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        match packet {
            Packet::V4(p) => Self::V4(ipv4::Repr::parse(p)),
            Packet::V6(p) => Self::V6(ipv6::Repr::parse(p)),
        }
    }

    pub fn ethertype(&self) -> u16 {
        match self {
            Self::V4(_) => ethernet::TYPE_IPV4,
            Self::V6(_) => ethernet::TYPE_IPV6,
        }
    }

    pub fn header_len(&self) -> usize {
        match self {
            Self::V4(r) => r.header_len(),
            Self::V6(_) => wire6::HEADER_BYTES,
        }
    }

    /// Writes the header of `packet`, which is the whole IP packet.
    ///
    /// # Panics
    /// As the versions' `emit` do.
    pub fn emit(&self, packet: &mut [u8]) {
        match self {
            Self::V4(r) => r.emit(packet),
            Self::V6(r) => r.emit(packet),
        }
    }
}
