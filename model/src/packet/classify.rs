//! The parser's verdict on a whole frame: steps 3 to 10 of `hdl/src/parser.md`, in their order, on a slice. Steps 1 and 2
//! concern the stream and stand in [`crate::parser`].

use super::{aeth, bth, cnp, ethernet, icrc, ip, udp};
use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::wire::{self, EcePlace};

/// A frame's length is counted up to this; `cfg_max_frame_bytes` goes as far.
pub const MAX_COUNTED_BYTES: usize = (1 << 14) - 1;

/// The parser's configuration ports, and the number of bits of a QP index, which the generator fixes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParserConfig {
    /// log2 of the number of queue pairs.
    pub qp_bits: u32,
    /// First QPN of the block; the low `qp_bits` bits are ignored, as are those above 24.
    pub qpn_base: u32,
    pub ece_place: EcePlace,
    /// 14 bits.
    pub max_frame_bytes: u16,
}

impl Default for ParserConfig {
    /// The default engine (16,384 QPs from QPN 0), ECE in BTH.BECN, every frame that can be counted.
    fn default() -> Self {
        let max_frame_bytes = MAX_COUNTED_BYTES as u16;
        Self { qp_bits: 14, qpn_base: 0, ece_place: EcePlace::default(), max_frame_bytes }
    }
}

/// Congestion feedback that a frame carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PacketEvent {
    /// [`Kind::Ack`], [`Kind::Loss`] or [`Kind::Cnp`].
    pub kind: Kind,
    /// Index of the QP in the configured block.
    pub qpn: u32,
    /// BTH.PSN of an ACK or NAK, 0 of a CNP.
    pub psn: u32,
    /// ECN-Echo of an ACK, `false` otherwise.
    pub ece: bool,
}

/// The event in a frame (without FCS), or the reason of the first check that fails.
pub fn frame(bytes: &[u8], cfg: &ParserConfig) -> Result<PacketEvent, DropReason> {
    let bytes = &bytes[..bytes.len().min(MAX_COUNTED_BYTES)];
    if bytes.len() > cfg.max_frame_bytes.into() {
        return Err(DropReason::Oversized);
    }
    let ethernet = ethernet::Packet::new_checked(bytes)?;
    let ip = ip::Packet::new_checked(ethernet.ethertype(), ethernet.payload())?;
    let udp = udp::Packet::new_checked(ip.payload())?;
    let bth = bth::Packet::new_checked(udp.payload())?;
    let body = Body::new_checked(&bth)?;
    if bth.pad_count() != 0 {
        return Err(DropReason::BthPad);
    }
    if !icrc::is_valid(&ip) {
        return Err(DropReason::Icrc);
    }
    let qpn = qp_index(bth.dest_qp(), cfg).ok_or(DropReason::QpnUnknown)?;
    match body {
        Body::Cnp => Ok(PacketEvent { kind: Kind::Cnp, qpn, psn: 0, ece: false }),
        Body::Ack(aeth) => match (aeth.code(), aeth.value()) {
            (wire::aeth::CODE_ACK, _) => {
                let ece = match cfg.ece_place {
                    EcePlace::Becn => bth.becn(),
                    EcePlace::Fecn => bth.fecn(),
                    EcePlace::IpCe => ip.ecn() == ip::ECN_CE,
                    EcePlace::AethReserved => aeth.reserved(),
                };
                Ok(PacketEvent { kind: Kind::Ack, qpn, psn: bth.psn(), ece })
            }
            (wire::aeth::CODE_NAK, wire::aeth::NAK_PSN_SEQUENCE) => {
                Ok(PacketEvent { kind: Kind::Loss, qpn, psn: bth.psn(), ece: false })
            }
            (wire::aeth::CODE_RNR, _) => Err(DropReason::RnrNak),
            _ => Err(DropReason::NakOther),
        },
    }
}

/// What follows the BTH of a packet with feedback.
enum Body<'a> {
    Ack(aeth::Packet<'a>),
    Cnp,
}

impl<'a> Body<'a> {
    /// Step 7: `opcode_ignored`, then `roce_length` (P is 28 for an ACK, 40 for a CNP).
    fn new_checked(bth: &bth::Packet<'a>) -> Result<Self, DropReason> {
        match bth.opcode() {
            wire::bth::OPCODE_ACK => aeth::Packet::new_checked(bth.payload()).map(Self::Ack),
            wire::bth::OPCODE_CNP => cnp::Packet::new_checked(bth.payload()).map(|_| Self::Cnp),
            _ => return Err(DropReason::OpcodeIgnored),
        }
        .ok_or(DropReason::RoceLength)
    }
}

/// Step 9: the index of a QPN in the configured block.
fn qp_index(qpn: u32, cfg: &ParserConfig) -> Option<u32> {
    let base = cfg.qpn_base & 0xff_ffff;
    (qpn >> cfg.qp_bits == base >> cfg.qp_bits).then_some(qpn & ((1 << cfg.qp_bits) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_low_bits_of_the_base_are_ignored() {
        let cfg = ParserConfig { qp_bits: 4, qpn_base: 0xab_cdef, ..Default::default() };
        assert_eq!(qp_index(0xab_cde0, &cfg), Some(0));
        assert_eq!(qp_index(0xab_cdef, &cfg), Some(15));
        assert_eq!(qp_index(0xab_cdf0, &cfg), None);
        assert_eq!(qp_index(0xab_cddf, &cfg), None);
        assert_eq!(qp_index(0x2b_cde0, &cfg), None);
    }
}
