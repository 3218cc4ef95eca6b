//! The parser's verdict on a whole frame: steps 3 to 11 of `hdl/src/parser.md`, in their order, on a slice. Steps 1 and
//! 2 concern the stream and stand in [`crate::parser`].

use super::{aeth, bth, cnp, ethernet, icrc, ip, lsn, telemetry, udp};
use crate::hpcc::Telemetry;
use crate::lsn::Said;
use layout::drop_reason::DropReason;
use layout::hpcc::MAX_HOPS;
use layout::prober::{Kind as Probe, OPCODES, RTT_BYTES};
use layout::record::Kind;
use layout::telemetry::{PROFILES, Place, Profile};
use layout::wire::{self, EcePlace};
use std::net::{Ipv4Addr, Ipv6Addr};

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
    pub telemetry: TelemetryConfig,
    pub own: OwnAddresses,
    /// It reads revised CNPs: no port, the generator fixes it.
    pub fcr: bool,
    /// It reads responses of probes, with these opcodes: whether it does, the generator fixes.
    pub responses: Option<Opcodes>,
    /// It reads requests of a peer's probes, likewise.
    pub requests: Option<Opcodes>,
    /// It reads ACKs with an LSN, of this opcode, likewise; one below the vendors' is none.
    pub lsn: Option<u8>,
}

/// Opcodes of responses, or of requests; one below the vendors' is none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Opcodes {
    pub rtt: u8,
    pub telemetry: u8,
}

impl Opcodes {
    /// What a frame of this opcode answers, or asks. Where both are the same it is an RTT request.
    fn kind_of(&self, opcode: u8) -> Option<Probe> {
        match opcode {
            _ if opcode < OPCODES.0 => None,
            _ if opcode == self.rtt => Some(Probe::Rtt),
            _ if opcode == self.telemetry => Some(Probe::Telemetry),
            _ => None,
        }
    }
}

/// What a response says, beside its QP and PSN.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// What it answers.
    pub kind: Probe,
    /// The time that it echoes, the first word behind BTH.
    pub time: u32,
}

/// What a request says, likewise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it asks.
    pub kind: Probe,
    /// The time that it carries, the first word behind BTH.
    pub time: u32,
}

/// What a vendor's opcode says.
#[derive(Copy, Clone, Debug)]
enum Known {
    Response(Probe),
    Request(Probe),
    Lsn,
}

impl ParserConfig {
    /// An opcode of vendors that is known: a probe's response goes before its request, and this before an ACK.
    fn known(&self, opcode: u8) -> Option<Known> {
        let kind = |opcodes: Option<Opcodes>| opcodes.and_then(|opcodes| opcodes.kind_of(opcode));
        let lsn = self.lsn.filter(|own| *own == opcode && opcode >= OPCODES.0);
        let probe = kind(self.responses).map(Known::Response).or(kind(self.requests).map(Known::Request));
        probe.or(lsn.map(|_| Known::Lsn))
    }
}

/// The NIC's addresses, as far as a frame's destination is compared with them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnAddresses {
    pub mac: Option<[u8; 6]>,
    /// Of IPv4 packets.
    pub ipv4: Option<Ipv4Addr>,
    /// Of IPv6 packets.
    pub ipv6: Option<Ipv6Addr>,
}

impl OwnAddresses {
    /// The end of step 5.
    fn check(&self, ethernet: &ethernet::Packet, ip: &ip::Packet) -> Result<(), DropReason> {
        if self.mac.is_some_and(|mac| mac != ethernet.dst()) {
            return Err(DropReason::NotOurMac);
        }
        let is_foreign = match ip {
            ip::Packet::V4(packet) => self.ipv4.is_some_and(|own| own != packet.dst()),
            ip::Packet::V6(packet) => self.ipv6.is_some_and(|own| own != packet.dst()),
        };
        if is_foreign { Err(DropReason::NotOurIp) } else { Ok(()) }
    }
}

/// Where packets carry telemetry, and in what layout.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TelemetryConfig {
    pub place: Place,
    /// Words before the header: 4 bits.
    pub offset: u8,
    /// Words of the area behind the UDP header: 6 bits; without meaning at the other places.
    pub area: u8,
    /// Index into `PROFILES`.
    pub profile: u8,
}

impl TelemetryConfig {
    /// Bytes between UDP header and BTH.
    pub fn area_bytes(&self) -> usize {
        match self.place {
            Place::Udp => 4 * usize::from(self.area),
            Place::None | Place::Ack => 0,
        }
    }

    pub fn layout(&self) -> &'static Profile {
        &PROFILES[usize::from(self.profile)]
    }

    /// What an ACK has for the header: the area, or what stands behind its AETH.
    fn room<'a>(&self, area: &'a [u8], behind: &'a [u8]) -> Option<&'a [u8]> {
        match self.place {
            Place::None => None,
            Place::Udp => Some(area),
            Place::Ack => (!behind.is_empty()).then_some(behind),
        }
    }

    /// The header in what a packet has for it, step 11.
    fn header(&self, room: &[u8]) -> Result<Telemetry<MAX_HOPS>, DropReason> {
        let bytes = room.get(4 * usize::from(self.offset)..).ok_or(DropReason::TelemetryLength)?;
        telemetry::Packet::new_checked(bytes, self.layout()).map(|packet| packet.value())
    }
}

impl Default for ParserConfig {
    /// The default engine (4,096 QPs from QPN 0), ECE in BTH.BECN, every frame that can be counted.
    fn default() -> Self {
        let max_frame_bytes = MAX_COUNTED_BYTES as u16;
        Self {
            qp_bits: 12,
            qpn_base: 0,
            ece_place: EcePlace::default(),
            max_frame_bytes,
            telemetry: Default::default(),
            own: Default::default(),
            fcr: false,
            responses: None,
            requests: None,
            lsn: None,
        }
    }
}

/// Congestion feedback that a frame carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PacketEvent {
    /// [`Kind::Ack`], [`Kind::Loss`], [`Kind::Cnp`] or [`Kind::Data`]; of an RTT response [`Kind::Rtt`], of a telemetry
    /// response and of a request [`Kind::Ack`].
    pub kind: Kind,
    /// Index of the QP in the configured block.
    pub qpn: u32,
    /// BTH.PSN, 0 of a CNP.
    pub psn: u32,
    /// ECN-Echo of an ACK, `false` otherwise.
    pub ece: bool,
    /// What a path's switches wrote, in an ACK, a NAK or a data packet; never in a CNP, always in a data packet.
    pub telemetry: Option<Telemetry<MAX_HOPS>>,
    /// What a switch advises, in a revised CNP: then it is no congestion event of the QP's own algorithm.
    pub advice: Option<cnp::Revised>,
    /// The packet is a response: none of these events unless it is waited for.
    pub response: Option<Response>,
    /// The packet is a request of a peer's probe: none of these events.
    pub request: Option<Request>,
    /// What an ACK with an LSN says beside.
    pub lsn: Option<Said>,
}

/// The event in a frame (without FCS), or the reason of the first check that fails.
pub fn frame(bytes: &[u8], cfg: &ParserConfig) -> Result<PacketEvent, DropReason> {
    let bytes = &bytes[..bytes.len().min(MAX_COUNTED_BYTES)];
    if bytes.len() > cfg.max_frame_bytes.into() {
        return Err(DropReason::Oversized);
    }
    let ethernet = ethernet::Packet::new_checked(bytes)?;
    let ip = ip::Packet::new_checked(ethernet.ethertype(), ethernet.payload())?;
    cfg.own.check(&ethernet, &ip)?;
    let udp = udp::Packet::new_checked(ip.payload())?;
    let area_bytes = cfg.telemetry.area_bytes();
    let (area, rest) = udp.payload().split_at_checked(area_bytes).ok_or(DropReason::RoceLength)?;
    let bth = bth::Packet::knowing(rest, |opcode| cfg.known(opcode).is_some())?;
    let body = Body::new_checked(&bth, cfg.known(bth.opcode()), cfg.telemetry.place)?;
    if bth.pad_count() != 0 && !matches!(body, Body::Data) {
        return Err(DropReason::BthPad);
    }
    if !icrc::is_valid(&ip, area_bytes) {
        return Err(DropReason::Icrc);
    }
    let qpn = qp_index(bth.dest_qp(), cfg).ok_or(DropReason::QpnUnknown)?;
    let (kind, ece, room) = match body {
        Body::Cnp(packet) => {
            let revised = cfg.fcr.then(|| cnp::Revised::parse(&packet)).flatten();
            let advice = revised.transpose().map_err(cnp::NoAdvice::reason)?;
            let (kind, telemetry, response, request) = (Kind::Cnp, None, None, None);
            return Ok(PacketEvent { kind, qpn, psn: 0, ece: false, telemetry, advice, response, request, lsn: None });
        }
        Body::Response(Response { kind: Probe::Rtt, .. }, _) => (Kind::Rtt, false, None),
        Body::Response(_, behind) => (Kind::Ack, false, cfg.telemetry.room(area, behind)),
        Body::Request(Request { kind: Probe::Rtt, .. }, _) => (Kind::Rtt, false, None),
        Body::Request(_, behind) => (Kind::Ack, false, cfg.telemetry.room(area, behind)),
        Body::Data => (Kind::Data, false, Some(area)),
        Body::Ack(aeth, behind) => {
            let (kind, ece) = acknowledgement(&aeth, &bth, &ip, cfg.ece_place)?;
            (kind, ece, cfg.telemetry.room(area, behind))
        }
        Body::Lsn(aeth, header) => {
            // the ECN-Echo has a place of its own; NAKs of READ responses there are none
            let (kind, _) = acknowledgement(&aeth, &bth, &ip, cfg.ece_place)?;
            header.check()?;
            if header.read() && kind != Kind::Ack {
                return Err(DropReason::NakOther);
            }
            (kind, kind == Kind::Ack && header.ece(), (cfg.telemetry.place == Place::Udp).then_some(area))
        }
    };
    let telemetry = room.map(|bytes| cfg.telemetry.header(bytes)).transpose()?;
    let response = if let Body::Response(response, _) = body { Some(response) } else { None };
    let request = if let Body::Request(request, _) = body { Some(request) } else { None };
    let lsn = match body {
        Body::Lsn(_, header) if kind == Kind::Ack => Some(Said { read: header.read(), value: header.value() }),
        _ => None,
    };
    Ok(PacketEvent { kind, qpn, psn: bth.psn(), ece, telemetry, advice: None, response, request, lsn })
}

/// Step 10: what an AETH says, and the ECN-Echo.
fn acknowledgement(
    aeth: &aeth::Packet,
    bth: &bth::Packet,
    ip: &ip::Packet,
    place: EcePlace,
) -> Result<(Kind, bool), DropReason> {
    match (aeth.code(), aeth.value()) {
        (wire::aeth::CODE_ACK, _) => {
            let ece = match place {
                EcePlace::Becn => bth.becn(),
                EcePlace::Fecn => bth.fecn(),
                EcePlace::IpCe => ip.ecn() == ip::ECN_CE,
                EcePlace::AethReserved => aeth.reserved(),
            };
            Ok((Kind::Ack, ece))
        }
        (wire::aeth::CODE_NAK, wire::aeth::NAK_PSN_SEQUENCE) => Ok((Kind::Loss, false)),
        (wire::aeth::CODE_RNR, _) => Err(DropReason::RnrNak),
        _ => Err(DropReason::NakOther),
    }
}

/// What follows the BTH of a packet that may give an event.
enum Body<'a> {
    /// The AETH and what stands behind it: nothing unless telemetry is there.
    Ack(aeth::Packet<'a>, &'a [u8]),
    Cnp(cnp::Packet<'a>),
    Data,
    /// What a probe's response says, and what stands behind its first word.
    Response(Response, &'a [u8]),
    /// The same of a request.
    Request(Request, &'a [u8]),
    /// The AETH of an ACK with an LSN, and the header with that.
    Lsn(aeth::Packet<'a>, lsn::Packet<'a>),
}

impl<'a> Body<'a> {
    /// Step 7: `opcode_ignored`, then `roce_length` (without the area, P is 28 for an ACK, 40 for a CNP; an ACK with
    /// telemetry and data may be longer, by whole words). An RTT response has 8 bytes, a telemetry response as many as
    /// an ACK; and so have requests.
    fn new_checked(bth: &bth::Packet<'a>, known: Option<Known>, place: Place) -> Result<Self, DropReason> {
        let payload = bth.payload();
        if let Some(Known::Lsn) = known {
            let parts = payload.split_at_checked(wire::aeth::BYTES);
            let parts =
                parts.and_then(|(aeth, rest)| aeth::Packet::new_checked(aeth).zip(lsn::Packet::new_checked(rest)));
            return parts.map(|(aeth, header)| Self::Lsn(aeth, header)).ok_or(DropReason::RoceLength);
        }
        if let Some(known) = known {
            return Self::of_probe(known, payload, place).ok_or(DropReason::RoceLength);
        }
        match (bth.opcode(), place) {
            (wire::bth::OPCODE_ACK, Place::Ack) => Self::ack(payload).filter(|_| payload.len().is_multiple_of(4)),
            (wire::bth::OPCODE_ACK, _) => Self::ack(payload).filter(|_| payload.len() == wire::aeth::BYTES),
            (wire::bth::OPCODE_CNP, _) => cnp::Packet::new_checked(payload).map(Self::Cnp),
            (opcode, Place::Udp) if wire::bth::is_data(opcode) => {
                (payload.len().is_multiple_of(4)).then_some(Self::Data)
            }
            _ => return Err(DropReason::OpcodeIgnored),
        }
        .ok_or(DropReason::RoceLength)
    }

    fn of_probe(known: Known, payload: &'a [u8], place: Place) -> Option<Self> {
        let (Known::Response(kind) | Known::Request(kind)) = known else { return None };
        let (first, behind) = payload.split_first_chunk::<4>()?;
        let fits = match (kind, place) {
            (Probe::Rtt, _) => payload.len() == RTT_BYTES,
            (_, Place::Ack) => behind.len().is_multiple_of(4),
            (_, Place::None | Place::Udp) => behind.is_empty(),
        };
        let time = u32::from_be_bytes(*first);
        fits.then_some(match known {
            Known::Response(kind) => Self::Response(Response { kind, time }, behind),
            Known::Request(kind) => Self::Request(Request { kind, time }, behind),
            Known::Lsn => return None,
        })
    }

    fn ack(payload: &'a [u8]) -> Option<Self> {
        let (aeth, behind) = payload.split_at_checked(wire::aeth::BYTES)?;
        aeth::Packet::new_checked(aeth).map(|aeth| Self::Ack(aeth, behind))
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
