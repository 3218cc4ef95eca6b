//! Frames built by hand: bytes from first principles, nothing from `layout` but the drop reasons.

use hdl::num::QpBits;
use layout::drop_reason::DropReason;

/// What a frame must give.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Event { kind: u8, qpn: u32, psn: u32, ece: bool, telemetry: Option<Telemetry> },
    Drop(DropReason),
}

/// What an event's telemetry says, for five hops: speed, ts, txBytes, qLen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Telemetry {
    pub path: u16,
    pub n_hop: u8,
    pub hops: [[u32; 4]; HOPS],
}

pub const HOPS: usize = 5;

pub const ACK: u8 = 0;
pub const LOSS: u8 = 1;
pub const CNP: u8 = 3;
pub const DATA: u8 = 6;
/// Base of the QPNs in the tests; its low bits are to be ignored.
pub const QPN_BASE: u32 = 0x5a_c00b;

/// A frame as fields. The defaults are a good ACK on IPv4.
#[derive(Clone, Debug)]
pub struct Frame {
    /// EtherTypes of the VLAN tags
    pub tags: Vec<u16>,
    pub ethertype: Option<u16>,
    pub v6: bool,
    pub version: Option<u8>,
    /// IPv4: words of header
    pub ihl: u8,
    pub tos: u8,
    pub ttl: u8,
    pub flags_fragment: u16,
    pub protocol: u8,
    /// added to the right IP length
    pub ip_length_error: i32,
    pub udp_port: u16,
    pub udp_checksum: u16,
    pub udp_length_error: i32,
    /// what stands between UDP header and BTH
    pub area: Vec<u8>,
    pub opcode: u8,
    /// SE, M, PadCnt, TVer
    pub flags: u8,
    /// BTH byte 4
    pub bth_ecn: u8,
    pub dest_qp: u32,
    pub psn: u32,
    /// what stands between BTH and ICRC
    pub body: Vec<u8>,
    pub icrc_error: u32,
    /// Ethernet padding behind the packet
    pub padding: usize,
}

impl Frame {
    pub fn ack(psn: u32) -> Self {
        Self {
            tags: vec![],
            ethertype: None,
            v6: false,
            version: None,
            ihl: 5,
            tos: 0x02,
            ttl: 64,
            flags_fragment: 0x4000,
            protocol: 17,
            ip_length_error: 0,
            udp_port: 4791,
            udp_checksum: 0,
            udp_length_error: 0,
            area: vec![],
            opcode: 0x11,
            flags: 0x40,
            bth_ecn: 0,
            dest_qp: QPN_BASE & !0xff | 0x2a,
            psn,
            body: vec![0x1f, 0, 0, 7],
            icrc_error: 0,
            padding: 0,
        }
    }

    pub fn nak(psn: u32, syndrome: u8) -> Self {
        Self { body: vec![syndrome, 0, 0, 9], ..Self::ack(psn) }
    }

    pub fn cnp() -> Self {
        Self { opcode: 0x81, bth_ecn: 0x40, body: vec![0; 16], ..Self::ack(0) }
    }

    pub fn v6(self) -> Self {
        Self { v6: true, ..self }
    }

    pub fn tagged(self, tags: &[u16]) -> Self {
        Self { tags: tags.to_vec(), ..self }
    }

    /// Where the IP header starts.
    pub fn ip_at(&self) -> usize {
        14 + 4 * self.tags.len()
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut frame = vec![0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2];
        for (i, tag) in self.tags.iter().enumerate() {
            frame.extend(tag.to_be_bytes());
            frame.extend([0x60, i as u8]);
        }
        frame.extend(self.ethertype.unwrap_or(if self.v6 { 0x86dd } else { 0x0800 }).to_be_bytes());
        let ip = frame.len();
        let payload = 8 + self.area.len() + 12 + self.body.len() + 4;
        let plus = |length: usize, error: i32| (length as i32 + error) as u16;
        if self.v6 {
            let class = u32::from(self.tos) << 20 | 0x3_1415;
            frame.extend((u32::from(self.version.unwrap_or(6)) << 28 | class).to_be_bytes());
            frame.extend(plus(payload, self.ip_length_error).to_be_bytes());
            frame.extend([self.protocol, self.ttl]);
            frame.extend((0..32).map(|i| 0x20 + i));
        } else {
            let header = 4 * usize::from(self.ihl.max(5));
            frame.extend([self.version.unwrap_or(4) << 4 | self.ihl, self.tos]);
            frame.extend(plus(header + payload, self.ip_length_error).to_be_bytes());
            frame.extend([0x12, 0x34]);
            frame.extend(self.flags_fragment.to_be_bytes());
            frame.extend([self.ttl, self.protocol, 0xab, 0xcd]);
            frame.extend([192, 168, 1, 10, 192, 168, 1, 20]);
            frame.extend((20..header).map(|i| i as u8));
        }
        let udp = frame.len();
        frame.extend([0xc0, 0x01]);
        frame.extend(self.udp_port.to_be_bytes());
        frame.extend(plus(payload, self.udp_length_error).to_be_bytes());
        frame.extend(self.udp_checksum.to_be_bytes());
        frame.extend(&self.area);
        let bth = frame.len();
        frame.extend([self.opcode, self.flags, 0xff, 0xff]);
        frame.extend((u32::from(self.bth_ecn) << 24 | self.dest_qp).to_be_bytes());
        frame.extend(self.psn.to_be_bytes());
        frame.extend(&self.body);
        let icrc = icrc(&frame, ip, udp, bth, self.v6) ^ self.icrc_error;
        frame.extend(icrc.to_le_bytes());
        frame.extend(std::iter::repeat_n(0xa5, self.padding));
        frame
    }

    /// The event with telemetry.
    pub fn telemetry(&self, kind: u8, telemetry: Telemetry) -> Verdict {
        match self.event(kind, false) {
            Verdict::Event { kind, qpn, psn, ece, .. } => {
                Verdict::Event { kind, qpn, psn, ece, telemetry: Some(telemetry) }
            }
            drop => drop,
        }
    }

    pub fn event(&self, kind: u8, ece: bool) -> Verdict {
        let psn = if kind == CNP { 0 } else { self.psn & 0xff_ffff };
        Verdict::Event { kind, qpn: self.dest_qp & ((1 << QpBits::now()) - 1), psn, ece, telemetry: None }
    }
}

/// IBTA annex A17.3.3, bit by bit.
fn icrc(frame: &[u8], ip: usize, udp: usize, bth: usize, v6: bool) -> u32 {
    let mut covered = frame.to_vec();
    if v6 {
        covered[ip] |= 0x0f;
        covered[ip + 1..ip + 4].fill(0xff);
        covered[ip + 7] = 0xff;
    } else {
        covered[ip + 1] = 0xff;
        covered[ip + 8] = 0xff;
        covered[ip + 10..ip + 12].fill(0xff);
    }
    covered[udp + 6..udp + 8].fill(0xff);
    covered[udp + 8..bth].fill(0xff);
    covered[bth + 4] = 0xff;
    let bytes = [0xff; 8].iter().chain(&covered[ip..]);
    !bytes.fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
