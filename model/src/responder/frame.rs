//! An answer as a frame.
//!
//! - ACK and NAK: IBTA volume 1, 9.7.5: BTH with opcode 0x11, AETH. BTH.M is set, as real NICs have it, and the credit
//!   count says that there is no flow control from end to end.
//! - CNP: annex A17.9.3: BTH with opcode 0x81, BECN, PSN 0, sixteen bytes of 0; M is 0, as in a captured one.
//! - IPv4: an atomic datagram (RFC 6864): DF, identification 0. UDP: no checksum, as annex A17 has it.
//! - Responses of probes: FORMATS.md; opcodes of vendors, with the time of the request in the first word behind BTH. An
//!   RTT response has a word of 0 more, a telemetry response the request's telemetry where an ACK has it, and a DSCP of
//!   its own.
//! - Requests of the own probes: as their responses, with opcodes and a DSCP of their own. A telemetry request has
//!   zeros where its telemetry will be: at place 1 the area, at place 2 as many bytes as the hops take that it has room
//!   for.
//! - ECN-Echo and telemetry stand where `EcePlace` and `Place` say, in the layout of a profile.

use crate::hpcc::Telemetry;
use crate::packet::classify::TelemetryConfig;
use crate::packet::frame::{self, Body};
use crate::packet::ip::ECN_CE;
use crate::packet::telemetry::{self, header_bytes};
use crate::packet::{aeth, bth, cnp, ethernet, ip, ipv4, ipv6, udp};
use layout::answers::{RTT_REQUEST, RTT_RESPONSE, TELEMETRY_REQUEST, TELEMETRY_RESPONSE};
use layout::hpcc::MAX_HOPS;
use layout::prober::RTT_BYTES;
use layout::record::Kind;
use layout::responder::NO_CREDITS;
use layout::telemetry::Place;
use layout::wire::{EcePlace, aeth as code, bth as opcode, ethernet as ethertype};

/// What the host writes for a QP.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    pub valid: bool,
    pub v6: bool,
    /// What a C-tag says, if there is one.
    pub tci: Option<u16>,
    pub dst_mac: [u8; 6],
    pub src_mac: [u8; 6],
    /// An IPv4 address is in the last four bytes.
    pub dst_ip: u128,
    pub src_ip: u128,
    pub tos: u8,
    pub ttl: u8,
    /// 20 bits.
    pub flow: u32,
    pub src_port: u16,
    /// 24 bits.
    pub dest_qp: u32,
    pub pkey: u16,
}

/// What a QP is to be answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub qpn: u32,
    /// As on the port: 3 bits.
    pub kind: u8,
    /// 24 bits.
    pub psn: u32,
    pub ece: bool,
    /// What it echoes. Hops that the block has no ports for are zero. Of a telemetry request how many hops it has room
    /// for, and nothing else.
    pub telemetry: Option<Telemetry<MAX_HOPS>>,
    /// Of a response the time that it echoes, of a request its own.
    pub time: u32,
}

/// The ports `cfg_*`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub ece_place: EcePlace,
    /// 6 bits: DSCP of CNPs.
    pub cnp_dscp: u8,
    pub telemetry: TelemetryConfig,
    /// Of a block that makes responses of probes.
    pub reply: Option<Reply>,
    /// Of a block that makes requests of the own probes.
    pub ask: Option<Ask>,
}

/// What requests of the own probes have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Opcodes.
    pub rtt: u8,
    pub telemetry: u8,
    /// 6 bits: DSCP of telemetry requests.
    pub dscp: u8,
}

/// What responses of probes have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Opcodes.
    pub rtt: u8,
    pub telemetry: u8,
    /// 6 bits: DSCP of telemetry responses.
    pub dscp: u8,
}

/// Why an answer is not sent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Drop {
    /// It is neither ACK, NAK nor CNP; nor a response or a request, where these are made.
    Unknown,
    /// Its QP has no header.
    Unwritten,
}

/// What an answer is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Says {
    Ack,
    Nak,
    Cnp,
    Rtt(Reply),
    Telemetry(Reply),
    AsksRtt(Ask),
    AsksTelemetry(Ask),
}

impl Says {
    fn of(kind: u8, cfg: &Config) -> Option<Says> {
        match (Kind::from_bits(kind), cfg.reply, cfg.ask) {
            (Some(Kind::Ack), ..) => Some(Says::Ack),
            (Some(Kind::Loss), ..) => Some(Says::Nak),
            (Some(Kind::Cnp), ..) => Some(Says::Cnp),
            (_, Some(reply), _) if kind == RTT_RESPONSE => Some(Says::Rtt(reply)),
            (_, Some(reply), _) if kind == TELEMETRY_RESPONSE => Some(Says::Telemetry(reply)),
            (_, _, Some(ask)) if kind == RTT_REQUEST => Some(Says::AsksRtt(ask)),
            (_, _, Some(ask)) if kind == TELEMETRY_REQUEST => Some(Says::AsksTelemetry(ask)),
            _ => None,
        }
    }
}

/// The frame, without FCS.
pub fn frame(header: &Header, answer: &Answer, msn: u32, cfg: &Config) -> Result<Vec<u8>, Drop> {
    let says = Says::of(answer.kind, cfg).ok_or(Drop::Unknown)?;
    if !header.valid {
        return Err(Drop::Unwritten);
    }
    let echo = |place: EcePlace| says == Says::Ack && answer.ece && cfg.ece_place == place;
    let has_telemetry = !matches!(says, Says::Cnp | Says::Rtt(_) | Says::AsksRtt(_));
    let telemetry = answer.telemetry.filter(|_| has_telemetry).map(|t| match says {
        Says::AsksTelemetry(_) => room(&t, &cfg.telemetry),
        _ => telemetry_bytes(&t, &cfg.telemetry),
    });
    let mut area = vec![0; cfg.telemetry.area_bytes()];
    let skipped = 4 * usize::from(cfg.telemetry.offset);
    if let (Place::Udp, Some(bytes)) = (cfg.telemetry.place, &telemetry) {
        // what does not fit is left out
        area.iter_mut().skip(skipped).zip(bytes).for_each(|(to, from)| *to = *from);
    }
    let behind = match (cfg.telemetry.place, telemetry) {
        (Place::Ack, Some(bytes)) => [vec![0; skipped], bytes].concat(),
        _ => vec![],
    };
    let aeth = |code, value| {
        let repr = aeth::Repr { reserved: echo(EcePlace::AethReserved), code, value, msn };
        if behind.is_empty() { Body::Ack(repr) } else { Body::AckWith(repr, behind.clone()) }
    };
    let time = answer.time.to_be_bytes();
    let (opcode, psn, body) = match says {
        Says::Cnp => (opcode::OPCODE_CNP, 0, Body::Cnp(cnp::Repr::default())),
        Says::Nak => (opcode::OPCODE_ACK, answer.psn, aeth(code::CODE_NAK, code::NAK_PSN_SEQUENCE)),
        Says::Ack => (opcode::OPCODE_ACK, answer.psn, aeth(code::CODE_ACK, NO_CREDITS)),
        Says::Rtt(Reply { rtt, .. }) | Says::AsksRtt(Ask { rtt, .. }) => {
            let mut bytes = vec![0; RTT_BYTES];
            bytes[..4].copy_from_slice(&time);
            (rtt, answer.psn, Body::Other(bytes))
        }
        Says::Telemetry(Reply { telemetry, .. }) | Says::AsksTelemetry(Ask { telemetry, .. }) => {
            (telemetry, answer.psn, Body::Other([&time[..], &behind].concat()))
        }
    };
    let is_cnp = says == Says::Cnp;
    let bth = bth::Repr {
        migreq: !is_cnp,
        pkey: header.pkey,
        fecn: echo(EcePlace::Fecn),
        becn: is_cnp || echo(EcePlace::Becn),
        ..bth::Repr::new(opcode, header.dest_qp, psn)
    };
    let mut tos = header.tos;
    if is_cnp {
        tos = cfg.cnp_dscp << 2 | tos & 3;
    }
    if let Says::Telemetry(Reply { dscp, .. }) | Says::AsksTelemetry(Ask { dscp, .. }) = says {
        tos = dscp << 2 | tos & 3;
    }
    if echo(EcePlace::IpCe) {
        tos |= ECN_CE;
    }
    let tags = header.tci.map(|tci| ethernet::VlanTag { tpid: ethertype::TYPE_VLAN, tci }).into_iter().collect();
    let ip = ip_header(header, tos);
    let repr = frame::Repr {
        ethernet: ethernet::Repr { dst: header.dst_mac, src: header.src_mac, tags, ethertype: ip.ethertype() },
        ip,
        udp: udp::Repr { src_port: header.src_port, checksum: 0 },
        area,
        bth,
        body,
        padding: vec![],
    };
    Ok(repr.emit())
}

fn ip_header(header: &Header, tos: u8) -> ip::Repr {
    if header.v6 {
        return ip::Repr::V6(ipv6::Repr {
            traffic_class: tos,
            flow_label: header.flow,
            hop_limit: header.ttl,
            src: header.src_ip.into(),
            dst: header.dst_ip.into(),
        });
    }
    ip::Repr::V4(ipv4::Repr {
        tos,
        ident: 0,
        dont_fragment: true,
        ttl: header.ttl,
        src: (header.src_ip as u32).into(),
        dst: (header.dst_ip as u32).into(),
        options: vec![],
    })
}

/// Zeros where so many hops would stand.
fn room(telemetry: &Telemetry<MAX_HOPS>, cfg: &TelemetryConfig) -> Vec<u8> {
    vec![0; header_bytes(cfg.layout(), telemetry.n_hop.raw() as u16).next_multiple_of(4)]
}

/// The header in its layout, in whole words. What a layout has no room for is cut: ns-3's path, the top bit of its
/// speed, and hops beyond its slots, of which nHop tells all the same.
fn telemetry_bytes(telemetry: &Telemetry<MAX_HOPS>, cfg: &TelemetryConfig) -> Vec<u8> {
    let profile = cfg.layout();
    let n_hop = telemetry.n_hop.raw() as u16;
    let hops = profile.slots.map_or(n_hop, |slots| n_hop.min(slots as u16));
    let hops = telemetry.hops.iter().take(hops.into()).map(|hop| telemetry::Hop {
        speed: hop.speed.raw() as u8,
        ts: hop.ts.raw() as u32,
        tx_bytes: hop.tx_bytes.raw() as u32,
        q_len: hop.q_len.raw() as u32,
    });
    let repr = telemetry::Repr { profile, n_hop, path: telemetry.path.raw() as u16, hops: hops.collect() };
    let mut bytes = vec![0; header_bytes(profile, n_hop).next_multiple_of(4)];
    repr.emit(&mut bytes);
    bytes
}
