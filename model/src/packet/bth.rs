//! Base transport header (IBTA volume 1, section 9.2; opcodes in table 38): step 7 of `hdl/src/parser.md`.

use super::{field, get, set};
use layout::drop_reason::DropReason;
use layout::wire::{bth as wire, icrc};
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const OPCODE: Range<usize> = field(wire::OPCODE, 0, 8);
    pub const SOLICITED: Range<usize> = field(wire::FLAGS, 0, 1);
    pub const MIGREQ: Range<usize> = field(wire::FLAGS, 1, 1);
    pub const PAD_COUNT: Range<usize> = field(wire::FLAGS, 2, 2);
    pub const TVER: Range<usize> = field(wire::FLAGS, 4, 4);
    pub const PKEY: Range<usize> = field(2, 0, 16);
    pub const FECN: Range<usize> = field(wire::ECN, 0, 1);
    pub const BECN: Range<usize> = field(wire::ECN, 1, 1);
    pub const RESERVED6: Range<usize> = field(wire::ECN, 2, 6);
    pub const DEST_QP: Range<usize> = field(wire::DEST_QP, 0, 24);
    pub const ACK_REQ: Range<usize> = field(8, 0, 1);
    pub const RESERVED7: Range<usize> = field(8, 1, 7);
    pub const PSN: Range<usize> = field(wire::PSN, 0, 24);
}

/// BTH, what it introduces, and the ICRC: the payload of a RoCEv2 datagram with a known opcode.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8]);

impl<'a> Packet<'a> {
    /// Checks on a UDP payload what step 7 asks of every opcode: `roce_length` (no room for BTH and ICRC: P < 24, which
    /// counts the UDP header), `bth_version`, `opcode_unknown`.
    pub fn new_checked(bytes: &'a [u8]) -> Result<Self, DropReason> {
        Self::knowing(bytes, |_| false)
    }

    /// Of a parser that knows some opcodes more.
    pub fn knowing(bytes: &'a [u8], more: impl Fn(u8) -> bool) -> Result<Self, DropReason> {
        if bytes.len() < wire::BYTES + icrc::BYTES {
            return Err(DropReason::RoceLength);
        }
        if get(bytes, bits::TVER) != 0 {
            return Err(DropReason::BthVersion);
        }
        let opcode = get(bytes, bits::OPCODE) as u8;
        if !wire::is_known(opcode) && !more(opcode) {
            return Err(DropReason::OpcodeUnknown);
        }
        Ok(Self(bytes))
    }

    pub fn opcode(&self) -> u8 {
        get(self.0, bits::OPCODE) as u8
    }

    pub fn solicited(&self) -> bool {
        get(self.0, bits::SOLICITED) == 1
    }

    pub fn migreq(&self) -> bool {
        get(self.0, bits::MIGREQ) == 1
    }

    /// Bytes that pad the payload to a word.
    pub fn pad_count(&self) -> u8 {
        get(self.0, bits::PAD_COUNT) as u8
    }

    pub fn pkey(&self) -> u16 {
        get(self.0, bits::PKEY) as u16
    }

    /// Forward ECN (IBTA volume 1, 9.2.13; annex A17.9).
    pub fn fecn(&self) -> bool {
        get(self.0, bits::FECN) == 1
    }

    /// Backward ECN.
    pub fn becn(&self) -> bool {
        get(self.0, bits::BECN) == 1
    }

    pub fn reserved6(&self) -> u8 {
        get(self.0, bits::RESERVED6) as u8
    }

    pub fn dest_qp(&self) -> u32 {
        get(self.0, bits::DEST_QP)
    }

    pub fn ack_req(&self) -> bool {
        get(self.0, bits::ACK_REQ) == 1
    }

    pub fn reserved7(&self) -> u8 {
        get(self.0, bits::RESERVED7) as u8
    }

    pub fn psn(&self) -> u32 {
        get(self.0, bits::PSN)
    }

    /// What stands between BTH and ICRC: extension headers, payload and its pad bytes.
    pub fn payload(&self) -> &'a [u8] {
        &self.0[wire::BYTES..self.0.len() - icrc::BYTES]
    }
}

/// A base transport header. The transport version is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub opcode: u8,
    pub solicited: bool,
    pub migreq: bool,
    /// 2 bits.
    pub pad_count: u8,
    pub pkey: u16,
    pub fecn: bool,
    pub becn: bool,
    /// 6 bits.
    pub reserved6: u8,
    /// 24 bits.
    pub dest_qp: u32,
    pub ack_req: bool,
    /// 7 bits.
    pub reserved7: u8,
    /// 24 bits.
    pub psn: u32,
}

impl Repr {
    /// A header with the default partition key and everything else 0.
    pub fn new(opcode: u8, dest_qp: u32, psn: u32) -> Self {
        Self {
            opcode,
            solicited: false,
            migreq: false,
            pad_count: 0,
            pkey: 0xffff,
            fecn: false,
            becn: false,
            reserved6: 0,
            dest_qp,
            ack_req: false,
            reserved7: 0,
            psn,
        }
    }

    pub fn parse(packet: &Packet) -> Self {
        Self {
            opcode: packet.opcode(),
            solicited: packet.solicited(),
            migreq: packet.migreq(),
            pad_count: packet.pad_count(),
            pkey: packet.pkey(),
            fecn: packet.fecn(),
            becn: packet.becn(),
            reserved6: packet.reserved6(),
            dest_qp: packet.dest_qp(),
            ack_req: packet.ack_req(),
            reserved7: packet.reserved7(),
            psn: packet.psn(),
        }
    }

    /// Writes the first 12 bytes of `packet`, which must be there.
    pub fn emit(&self, packet: &mut [u8]) {
        set(packet, bits::OPCODE, self.opcode.into());
        set(packet, bits::SOLICITED, self.solicited.into());
        set(packet, bits::MIGREQ, self.migreq.into());
        set(packet, bits::PAD_COUNT, self.pad_count.into());
        set(packet, bits::TVER, 0);
        set(packet, bits::PKEY, self.pkey.into());
        set(packet, bits::FECN, self.fecn.into());
        set(packet, bits::BECN, self.becn.into());
        set(packet, bits::RESERVED6, self.reserved6.into());
        set(packet, bits::DEST_QP, self.dest_qp);
        set(packet, bits::ACK_REQ, self.ack_req.into());
        set(packet, bits::RESERVED7, self.reserved7.into());
        set(packet, bits::PSN, self.psn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RC ACKNOWLEDGE, MigReq, BECN, DestQP 0x012345, AckReq, PSN 0xabcdef; no payload; four bytes for the ICRC.
    const PACKET: [u8; 16] = [0x11, 0x40, 0xff, 0xff, 0x40, 0x01, 0x23, 0x45, 0x80, 0xab, 0xcd, 0xef, 0, 0, 0, 0];

    fn with(at: usize, value: u8) -> [u8; 16] {
        let mut bytes = PACKET;
        bytes[at] = value;
        bytes
    }

    #[test]
    fn a_header_reads_and_writes_as_section_9_2_draws_it() {
        let packet = Packet::new_checked(&PACKET).unwrap();
        let repr = Repr { migreq: true, becn: true, ack_req: true, ..Repr::new(0x11, 0x01_2345, 0xab_cdef) };
        assert_eq!(Repr::parse(&packet), repr);
        assert!(packet.payload().is_empty());
        let mut bytes = [0; 16];
        repr.emit(&mut bytes);
        assert_eq!(bytes, PACKET);
    }

    #[test]
    fn each_flag_bit_stands_where_the_specification_puts_it() {
        let parse = |at, value| Repr::parse(&Packet::new_checked(&with(at, value)).unwrap());
        assert!(parse(1, 0x80).solicited && parse(1, 0x40).migreq);
        assert_eq!(parse(1, 0x30).pad_count, 3);
        assert!(parse(4, 0x80).fecn && !parse(4, 0x80).becn && parse(4, 0x40).becn);
        assert_eq!((parse(4, 0x3f).reserved6, parse(8, 0x7f).reserved7), (0x3f, 0x7f));
    }

    #[test]
    fn the_first_failing_check_names_the_reason() {
        assert_eq!(Packet::new_checked(&PACKET[..15]).unwrap_err(), DropReason::RoceLength);
        assert_eq!(Packet::new_checked(&with(1, 0x01)).unwrap_err(), DropReason::BthVersion);
        assert_eq!(Packet::new_checked(&with(0, 0x15)).unwrap_err(), DropReason::OpcodeUnknown);
    }
}
