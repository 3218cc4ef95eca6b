//! What the headers of a packet say, as far as they are there: for an event and for a drop alike, so nothing is checked
//! here.

use crate::capture::{Frame, Link};
use layout::wire::{aeth, bth, cnp, ethernet, ipv4, ipv6, udp};
use model::packet::cnp::{Packet, Revised};
use serde_json::{Map, Value, json};
use std::net::{Ipv4Addr, Ipv6Addr};

/// Opcodes of RC whose packet has an AETH behind its BTH: READ responses but the middle one, ACK, and ATOMIC ACK.
const WITH_AETH: [u8; 5] = [0x0d, 0x0f, 0x10, 0x11, 0x12];
/// The part of an IPv4 packet's flags and fragment field that says where in the whole it stands.
const FRAGMENT_OFFSET: u16 = 0x1fff;

/// Puts the fields into the packet's line. `area` bytes stand between UDP header and BTH.
pub fn tell(line: &mut Map<String, Value>, frame: &Frame, area: usize) {
    // each step says where the next header is
    let Some((ethertype, ip)) = ethernet(line, frame) else { return };
    let Some((protocol, udp)) = ip_header(line, &frame.bytes, ethertype, ip) else { return };
    if (protocol, word(&frame.bytes, udp + udp::DEST_PORT)) != (udp::PROTOCOL, Some(udp::PORT_ROCEV2)) {
        return;
    }
    transport(line, frame.bytes.get(udp + udp::HEADER_BYTES + area..).unwrap_or_default());
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2).map(|b| u16::from_be_bytes([b[0], b[1]]))
}

/// EtherType behind all tags, and where the payload is.
fn ethernet(line: &mut Map<String, Value>, frame: &Frame) -> Option<(u16, usize)> {
    let bytes = &frame.bytes;
    let mac =
        |at: usize| bytes.get(at..at + 6).map(|b| b.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(":"));
    let mut ethertype = word(bytes, ethernet::ETHERTYPE)?;
    // a header that we made says nothing, but for the sender's address of a cooked capture
    if frame.link == Link::Ethernet {
        line.insert("dst_mac".into(), mac(0).into());
    }
    if frame.link != Link::RawIp {
        line.insert("src_mac".into(), mac(6).into());
    }
    let mut at = ethernet::HEADER_BYTES;
    let mut tags = vec![];
    while matches!(ethertype, ethernet::TYPE_VLAN | ethernet::TYPE_QINQ) {
        let Some(tci) = word(bytes, at) else { break };
        tags.push(json!({ "tpid": ethertype, "pcp": tci >> 13, "dei": tci >> 12 & 1, "vid": tci & 0xfff }));
        at += ethernet::VLAN_TAG_BYTES;
        let Some(next) = word(bytes, at - 2) else { break };
        ethertype = next;
    }
    if !tags.is_empty() {
        line.insert("vlan".into(), tags.into());
    }
    Some((ethertype, at))
}

/// Protocol, and where its header is.
fn ip_header(line: &mut Map<String, Value>, bytes: &[u8], ethertype: u16, at: usize) -> Option<(u8, usize)> {
    let (class, [src, dst], protocol, behind) = match ethertype {
        ethernet::TYPE_IPV4 => {
            let header: &[u8; ipv4::MIN_HEADER_BYTES] = bytes.get(at..)?.first_chunk()?;
            let addresses = [12, 16].map(|at| Ipv4Addr::from_octets([0, 1, 2, 3].map(|i| header[at + i])).to_string());
            let first = word(header, ipv4::FLAGS_FRAGMENT)? & FRAGMENT_OFFSET == 0;
            let behind = first.then_some(at + 4 * usize::from(header[ipv4::VERSION_IHL] & 15));
            (header[ipv4::TOS], addresses, header[ipv4::PROTOCOL], behind)
        }
        ethernet::TYPE_IPV6 => {
            let header: &[u8; ipv6::HEADER_BYTES] = bytes.get(at..)?.first_chunk()?;
            let address = |at: usize| Ipv6Addr::from_octets(std::array::from_fn(|i| header[at + i])).to_string();
            let class = word(header, ipv6::VERSION_CLASS_FLOW)? >> 4;
            (class as u8, [8, 24].map(address), header[ipv6::NEXT_HEADER], Some(at + ipv6::HEADER_BYTES))
        }
        _ => return None,
    };
    line.insert("src_ip".into(), src.into());
    line.insert("dst_ip".into(), dst.into());
    line.insert("dscp".into(), (class >> 2).into());
    line.insert("ecn".into(), (class & 3).into());
    behind.map(|behind| (protocol, behind))
}

/// BTH, AETH and what a revised CNP says.
fn transport(line: &mut Map<String, Value>, bytes: &[u8]) {
    let Some((header, behind)) = bytes.split_at_checked(bth::BYTES) else { return };
    let three = |bytes: &[u8], at: usize| u32::from_be_bytes([0, bytes[at], bytes[at + 1], bytes[at + 2]]);
    let opcode = header[bth::OPCODE];
    line.insert("opcode".into(), opcode.into());
    line.insert("fecn".into(), u8::from(header[bth::ECN] & bth::FECN != 0).into());
    line.insert("becn".into(), u8::from(header[bth::ECN] & bth::BECN != 0).into());
    if header[bth::ECN] & bth::FCR_CAPABLE != 0 {
        line.insert("fcr_capable".into(), 1.into());
    }
    line.insert("dest_qp".into(), three(header, bth::DEST_QP).into());
    line.insert("psn".into(), three(header, bth::PSN).into());
    if WITH_AETH.contains(&opcode) && behind.len() >= aeth::BYTES {
        line.insert("syndrome".into(), behind[aeth::SYNDROME].into());
        line.insert("msn".into(), three(behind, 1).into());
    }
    if opcode == bth::OPCODE_CNP
        && let Some(advice) = behind.get(..cnp::RESERVED_BYTES).and_then(Packet::new_checked).and_then(advice)
    {
        line.insert("fcr".into(), advice);
    }
}

/// What a revised CNP says, or why it gives no advice; `None`: it is an ordinary one.
fn advice(packet: Packet) -> Option<Value> {
    let (version, kind) = (packet.version(), packet.kind());
    Some(match Revised::parse(&packet)? {
        Ok(Revised { withdraw, seq, rate, validity, switch }) => json!({
            "version": version, "kind": kind, "withdraw": u8::from(withdraw), "seq": seq, "rate": rate, "validity": validity,
            "switch": switch,
        }),
        Err(reason) => json!({ "version": version, "kind": kind, "drop": reason.name() }),
    })
}
