//! Whole RoCEv2 frames as meaning: what tests and generators write, with every length, checksum and CRC filled in.

use super::{aeth, bth, cnp, ethernet, icrc, ip, udp};
use layout::drop_reason::DropReason;
use layout::wire;

/// What stands between BTH and ICRC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Ack(aeth::Repr),
    /// An ACK with bytes behind its AETH, where telemetry stands.
    AckWith(aeth::Repr, Vec<u8>),
    Cnp(cnp::Repr),
    /// Any other packet: extension headers and payload, padded to a word as the BTH's pad count says.
    Other(Vec<u8>),
}

impl Body {
    /// Bytes on the wire.
    fn wire_len(&self) -> usize {
        match self {
            Body::Ack(_) => wire::aeth::BYTES,
            Body::AckWith(_, behind) => wire::aeth::BYTES + behind.len(),
            Body::Cnp(_) => wire::cnp::RESERVED_BYTES,
            Body::Other(bytes) => bytes.len(),
        }
    }

    fn emit(&self, bytes: &mut [u8]) {
        match self {
            Body::Ack(repr) => repr.emit(bytes),
            Body::AckWith(repr, behind) => {
                repr.emit(bytes);
                bytes[wire::aeth::BYTES..].copy_from_slice(behind);
            }
            Body::Cnp(repr) => repr.emit(bytes),
            Body::Other(payload) => bytes.copy_from_slice(payload),
        }
    }
}

/// A RoCEv2 frame without FCS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub ethernet: ethernet::Repr,
    pub ip: ip::Repr,
    pub udp: udp::Repr,
    /// What stands between UDP header and BTH: an area for telemetry, whole words, at most 63.
    pub area: Vec<u8>,
    pub bth: bth::Repr,
    pub body: Body,
    /// Bytes behind the IP packet, as Ethernet pads short frames.
    pub padding: Vec<u8>,
}

impl Repr {
    /// Reads a frame with any known opcode and no area. The ICRC must be right; a pad count is not judged.
    pub fn parse(bytes: &[u8]) -> Result<Self, DropReason> {
        Self::parse_with_area(bytes, 0)
    }

    /// Likewise, where every frame has an area of so many bytes, at most 252.
    pub fn parse_with_area(bytes: &[u8], area: usize) -> Result<Self, DropReason> {
        let ethernet = ethernet::Packet::new_checked(bytes)?;
        let ip = ip::Packet::new_checked(ethernet.ethertype(), ethernet.payload())?;
        let udp = udp::Packet::new_checked(ip.payload())?;
        let (area, rest) = udp.payload().split_at_checked(area).ok_or(DropReason::RoceLength)?;
        let bth = bth::Packet::new_checked(rest)?;
        let payload = bth.payload();
        let body = match bth.opcode() {
            wire::bth::OPCODE_ACK => {
                let (aeth, behind) = payload.split_at_checked(wire::aeth::BYTES).ok_or(DropReason::RoceLength)?;
                let aeth = aeth::Repr::parse(&aeth::Packet::new_checked(aeth).ok_or(DropReason::RoceLength)?);
                if behind.is_empty() { Body::Ack(aeth) } else { Body::AckWith(aeth, behind.to_vec()) }
            }
            wire::bth::OPCODE_CNP => {
                Body::Cnp(cnp::Repr::parse(&cnp::Packet::new_checked(payload).ok_or(DropReason::RoceLength)?))
            }
            _ => Body::Other(payload.to_vec()),
        };
        if !icrc::is_valid(&ip, area.len()) {
            return Err(DropReason::Icrc);
        }
        Ok(Self {
            ethernet: ethernet::Repr::parse(&ethernet),
            ip: ip::Repr::parse(&ip),
            udp: udp::Repr::parse(&udp),
            area: area.to_vec(),
            bth: bth::Repr::parse(&bth),
            body,
            padding: ethernet.payload()[ip.bytes().len()..].to_vec(),
        })
    }

    /// Where the IP header, the UDP header and the BTH start, and the IP packet ends.
    fn offsets(&self) -> [usize; 4] {
        let ip = self.ethernet.header_len();
        let udp = ip + self.ip.header_len();
        let bth = udp + wire::udp::HEADER_BYTES + self.area.len();
        [ip, udp, bth, bth + wire::bth::BYTES + self.body.wire_len() + wire::icrc::BYTES]
    }

    /// The frame's bytes. The EtherType and opcode are written as they stand, so that a frame which contradicts itself
    /// can be made; lengths, IPv4 checksum and ICRC are right.
    ///
    /// # Panics
    /// As [`ip::Repr::emit`] does, or if the body is so long that the IP length overflows.
    pub fn emit(&self) -> Vec<u8> {
        let [ip, udp, bth, end] = self.offsets();
        assert!(end - ip <= 0xffff, "an IP packet has at most 65535 bytes, not {}", end - ip);
        let mut bytes = vec![0; end + self.padding.len()];
        bytes[end..].copy_from_slice(&self.padding);
        self.ethernet.emit(&mut bytes);
        self.ip.emit(&mut bytes[ip..end]);
        self.udp.emit(&mut bytes[udp..end]);
        bytes[bth - self.area.len()..bth].copy_from_slice(&self.area);
        self.bth.emit(&mut bytes[bth..]);
        self.body.emit(&mut bytes[bth + wire::bth::BYTES..end - wire::icrc::BYTES]);
        self.seal(&mut bytes);
        bytes
    }

    /// Writes the ICRC of the IP packet in `bytes`, a frame made by [`Repr::emit`] whose protected fields were then
    /// changed.
    pub fn seal(&self, bytes: &mut [u8]) {
        let [ip, _, _, end] = self.offsets();
        let packet = &bytes[ip..end];
        let packet = ip::Packet::new_checked(self.ip.ethertype(), packet).ok();
        if let Some(crc) = packet.and_then(|p| icrc::compute(&p, self.area.len())) {
            bytes[end - wire::icrc::BYTES..end].copy_from_slice(&crc);
        }
    }
}
