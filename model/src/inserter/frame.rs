//! A data packet with the area for telemetry that its sender leaves to the switches.
//!
//! - HPCC++ draft, Figure 4: behind the UDP header; nHop and pathID are 0 at the sender. The layout of the public ns-3
//!   code is 0 too where no switch has written. So the area is 0 in each layout.
//! - IBTA annex A17: UDP's port 4791, BTH behind it, the ICRC last; it reads the area as ones (`packet::icrc`).
//! - RFC 791 and 8200: lengths. RFC 1624: the checksum of an IPv4 header of which a field is changed. RFC 768: a UDP
//!   checksum of 0 is none.

use crate::packet::{icrc, ip};
use layout::wire::{bth, ethernet, ipv4, ipv6, udp};

/// The ports `cfg_*`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Words of the area.
    pub area: u8,
    /// Without FCS.
    pub max_frame_bytes: u16,
}

impl Config {
    pub fn area_bytes(&self) -> usize {
        4 * usize::from(self.area)
    }
}

/// A byte of the stream, 0 where it is not kept.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Byte {
    pub data: u8,
    pub kept: bool,
}

impl From<u8> for Byte {
    fn from(data: u8) -> Self {
        Self { data, kept: true }
    }
}

/// What becomes of a frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Inserted,
    /// A data packet that is not to have an area.
    Passed,
    /// It is to have one, and would become too long.
    TooLong,
    NotData,
}

/// A data packet's places in its frame, in bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Found {
    ethertype: u16,
    ip: usize,
    udp: usize,
    /// Behind the ICRC.
    end: usize,
    /// Of an IPv4 header.
    checksum: Option<u16>,
}

/// Whether a frame that begins with these bytes is a data packet. All up to BTH's first word must be there, if the
/// frame has it.
pub fn find(bytes: &[Byte]) -> Option<Found> {
    let byte = |at: usize| bytes.get(at).map_or(0, |byte| byte.data);
    let half = |at: usize| u16::from_be_bytes([byte(at), byte(at + 1)]);
    let is_tag = |kind: u16| [ethernet::TYPE_VLAN, ethernet::TYPE_QINQ].contains(&kind);
    let mut at = ethernet::ETHERTYPE;
    while is_tag(half(at)) && at < ethernet::ETHERTYPE + ethernet::MAX_VLAN_TAGS * ethernet::VLAN_TAG_BYTES {
        at += ethernet::VLAN_TAG_BYTES;
    }
    let (ethertype, ip) = (half(at), at + 2);
    let (udp, payload) = match ethertype {
        ethernet::TYPE_IPV4 => {
            let plain = byte(ip + ipv4::VERSION_IHL) == 4 << 4 | ipv4::MIN_IHL;
            let whole = half(ip + ipv4::FLAGS_FRAGMENT) & ipv4::FRAGMENT_MASK == 0;
            if !plain || !whole || byte(ip + ipv4::PROTOCOL) != udp::PROTOCOL {
                return None;
            }
            let payload = usize::from(half(ip + ipv4::TOTAL_LENGTH)).checked_sub(ipv4::MIN_HEADER_BYTES)?;
            (ip + ipv4::MIN_HEADER_BYTES, payload)
        }
        ethernet::TYPE_IPV6 => {
            if byte(ip) >> 4 != 6 || byte(ip + ipv6::NEXT_HEADER) != udp::PROTOCOL {
                return None;
            }
            (ip + ipv6::HEADER_BYTES, usize::from(half(ip + ipv6::PAYLOAD_LENGTH)))
        }
        _ => return None,
    };
    let bth_at = udp + udp::HEADER_BYTES;
    let is_data = half(udp + udp::DEST_PORT) == udp::PORT_ROCEV2
        && usize::from(half(udp + udp::LENGTH)) == payload
        && payload.is_multiple_of(4)
        && payload >= udp::HEADER_BYTES + bth::BYTES + layout::wire::icrc::BYTES
        && bth::is_data(byte(bth_at + bth::OPCODE))
        && byte(bth_at + bth::FLAGS) & 0x0f == 0
        && (bth_at..bth_at + 4).all(|at| bytes.get(at).is_some_and(|byte| byte.kept));
    let checksum = (ethertype == ethernet::TYPE_IPV4).then(|| half(ip + ipv4::CHECKSUM));
    is_data.then_some(Found { ethertype, ip, udp, end: udp + payload, checksum })
}

impl Found {
    /// Where the area begins.
    pub fn area(&self) -> usize {
        self.udp + udp::HEADER_BYTES
    }

    pub fn fits(&self, cfg: &Config) -> bool {
        self.end + cfg.area_bytes() <= usize::from(cfg.max_frame_bytes)
    }

    /// Where the ICRC stands in the frame with its area.
    pub fn icrc(&self, cfg: &Config) -> usize {
        self.end - layout::wire::icrc::BYTES + cfg.area_bytes()
    }

    /// The byte at a place of the frame with its area, from those that came; of the ICRC as it came.
    pub fn byte(&self, at: usize, came: &[Byte], cfg: &Config) -> Byte {
        let (from, area) = (self.area(), cfg.area_bytes());
        if at < from {
            let byte = came.get(at).copied().unwrap_or_default();
            return Byte { data: self.header(at, cfg).unwrap_or(byte.data), ..byte };
        }
        if at < from + area {
            return 0.into();
        }
        came.get(at - area).copied().unwrap_or_default()
    }

    /// What is written anew ahead of the area.
    fn header(&self, at: usize, cfg: &Config) -> Option<u8> {
        let payload = (self.end - self.udp + cfg.area_bytes()) as u16;
        let (ip_length, length) = match self.ethertype {
            ethernet::TYPE_IPV4 => (ipv4::TOTAL_LENGTH, payload + ipv4::MIN_HEADER_BYTES as u16),
            _ => (ipv6::PAYLOAD_LENGTH, payload),
        };
        let checksum = self.checksum.map(|checksum| (self.ip + ipv4::CHECKSUM, changed(checksum, cfg.area_bytes())));
        let anew = [
            Some((self.ip + ip_length, length)),
            checksum,
            Some((self.udp + udp::LENGTH, payload)),
            Some((self.udp + udp::CHECKSUM, 0)),
        ];
        let (first, half) = anew.into_iter().flatten().find(|(first, _)| *first == at || first + 1 == at)?;
        Some(half.to_be_bytes()[at - first])
    }

    /// The ICRC of a frame with its area.
    pub fn seal(&self, bytes: &[u8], cfg: &Config) -> [u8; 4] {
        let packet = ip::Packet::new_checked(self.ethertype, &bytes[self.ip..self.icrc(cfg) + 4]);
        packet.ok().and_then(|packet| icrc::compute(&packet, cfg.area_bytes())).expect("a data packet has an ICRC")
    }
}

/// The checksum of a header in which a field has become larger by `by`: the sum of all, modulo 2^16 - 1, stays what it
/// was.
fn changed(checksum: u16, by: usize) -> u16 {
    let sum = u32::from(!checksum) + by as u32;
    // of the two zeros the one that a sum with something in it has
    !(if sum == 0 { 0 } else { (sum - 1) % 0xffff + 1 } as u16)
}

/// A whole frame, without FCS, of a QP whose turn it is or not; and what becomes of it.
pub fn frame(bytes: &[u8], is_due: bool, cfg: &Config) -> (Verdict, Vec<u8>) {
    let came: Vec<Byte> = bytes.iter().map(|byte| (*byte).into()).collect();
    let same = |verdict| (verdict, bytes.to_vec());
    let Some(found) = find(&came) else { return same(Verdict::NotData) };
    if !is_due || cfg.area == 0 {
        return same(Verdict::Passed);
    }
    if !found.fits(cfg) {
        return same(Verdict::TooLong);
    }
    let mut out: Vec<u8> = (0..bytes.len() + cfg.area_bytes()).map(|at| found.byte(at, &came, cfg).data).collect();
    let icrc = found.icrc(cfg);
    if icrc + 4 <= out.len() {
        let sealed = found.seal(&out, cfg);
        out[icrc..icrc + 4].copy_from_slice(&sealed);
    }
    (Verdict::Inserted, out)
}
