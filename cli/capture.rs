//! Reads pcap and pcapng files into frames, whole, for `parse` and `verify --capture`. The only module that knows the
//! crate `pcap-file`; it asks for no more than the packets, so that a file is not refused for a block nobody reads.
//!
//! Formats: pcap in both byte orders and resolutions (draft-ietf-opsawg-pcap), pcapng with its enhanced, simple and old
//! packet blocks, any number of sections and interfaces (draft-ietf-opsawg-pcapng). Only link type Ethernet. Where the
//! capture kept the FCS, it stands behind the IP packet and is as little looked at as padding.

use pcap_file::pcap::{PcapParseError, PcapParser, PcapTsResolution};
use pcap_file::pcapng::{Block, PcapNgParseError, PcapNgParser, RawBlock, blocks};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// LINKTYPE_ETHERNET of the registry of link-layer types.
const ETHERNET: u32 = 1;
/// pcap keeps the FCS length above the link type.
const LINK_TYPE_MASK: u32 = 0x03ff_ffff;

/// One captured frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Since the Unix epoch; 0 in a pcapng simple packet block, which has no time.
    pub timestamp_ns: u64,
    pub bytes: Vec<u8>,
    /// Length on the wire.
    pub orig_len: u32,
}

impl Frame {
    /// The capture kept less than was on the wire (a snap length), so lengths in the headers will not be met.
    pub fn is_cut(&self) -> bool {
        self.bytes.len() < self.orig_len as usize
    }
}

/// Why a file is no capture that we read: file, what, expected, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    #[error("{}: {source}: expected a readable pcap or pcapng file", file.display())]
    Io { file: PathBuf, source: std::io::Error },
    #[error("{}: {fault}", file.display())]
    Format { file: PathBuf, fault: Fault },
}

/// What is wrong with a capture's bytes, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("starts with {start}: expected a pcap or pcapng file, not compressed")]
    NotACapture { start: String },
    #[error("link type {found}: expected {ETHERNET} (Ethernet)")]
    LinkType { found: u32 },
    #[error("record {record} at byte {offset} has {have} of {need} bytes: expected a complete record")]
    Cut { record: usize, offset: usize, need: usize, have: usize },
    #[error("record {record} at byte {offset}: {what}: expected a well-formed record")]
    Record { record: usize, offset: usize, what: String },
}

/// The frames of a capture file, in its order.
pub fn read(file: &Path) -> Result<Vec<Frame>, CaptureError> {
    let bytes = std::fs::read(file).map_err(|source| CaptureError::Io { file: file.into(), source })?;
    parse(&bytes).map_err(|fault| CaptureError::Format { file: file.into(), fault })
}

/// The frames of a capture's bytes.
pub fn parse(bytes: &[u8]) -> Result<Vec<Frame>, Fault> {
    match bytes.first_chunk() {
        Some([0xa1, 0xb2, 0xc3, 0xd4] | [0xd4, 0xc3, 0xb2, 0xa1]) => parse_pcap(bytes), // microseconds
        Some([0xa1, 0xb2, 0x3c, 0x4d] | [0x4d, 0x3c, 0xb2, 0xa1]) => parse_pcap(bytes), // nanoseconds
        Some([0x0a, 0x0d, 0x0d, 0x0a]) => parse_pcapng(bytes),
        _ => Err(Fault::NotACapture { start: hex(&bytes[..bytes.len().min(4)]) }),
    }
}

fn parse_pcap(bytes: &[u8]) -> Result<Vec<Frame>, Fault> {
    let fault = |record, offset, error| match error {
        PcapParseError::IncompleteBuffer(need, have) => Fault::Cut { record, offset, need, have },
        PcapParseError::Validation(e) => Fault::Record { record, offset, what: one_line(&e) },
    };
    let (mut rest, parser) = PcapParser::new(bytes).map_err(|e| fault(0, 0, e))?;
    let header = parser.header();
    expect_ethernet(u32::from(header.datalink) & LINK_TYPE_MASK)?;
    let tick_ns = match header.ts_resolution {
        PcapTsResolution::MicroSecond => 1_000,
        PcapTsResolution::NanoSecond => 1,
    };
    let mut frames = Vec::new();
    while !rest.is_empty() {
        let offset = bytes.len() - rest.len();
        // raw, because files exist whose lengths exceed the snap length that their header states
        let (behind, raw) = parser.next_raw_packet(rest).map_err(|e| fault(frames.len() + 1, offset, e))?;
        rest = behind;
        frames.push(Frame {
            timestamp_ns: u64::from(raw.ts_sec) * 1_000_000_000 + u64::from(raw.ts_frac) * tick_ns,
            bytes: raw.data.into_owned(),
            orig_len: raw.orig_len,
        });
    }
    Ok(frames)
}

fn parse_pcapng(bytes: &[u8]) -> Result<Vec<Frame>, Fault> {
    let fault = |record, offset, error| match error {
        PcapNgParseError::IncompleteBuffer(need, have) => Fault::Cut { record, offset, need, have },
        e => Fault::Record { record, offset, what: one_line(&e) },
    };
    let (mut rest, mut parser) = PcapNgParser::new(bytes).map_err(|e| fault(0, 0, e))?;
    let mut frames = Vec::new();
    while !rest.is_empty() {
        let (record, offset) = (frames.len() + 1, bytes.len() - rest.len());
        let (behind, raw) = parser.next_raw_block(rest).map_err(|e| fault(record, offset, e))?;
        rest = behind;
        if let Some((interface, frame)) = packet(raw, &parser).map_err(|e| fault(record, offset, e))? {
            let link = parser.interfaces().get(interface as usize).map(|i| u32::from(i.linktype));
            expect_ethernet(link.unwrap_or(u32::MAX))?;
            frames.push(frame);
        }
    }
    Ok(frames)
}

/// The frame in a packet block and its interface; `None` for a block of another kind.
fn packet(raw: RawBlock, parser: &PcapNgParser) -> Result<Option<(u32, Frame)>, PcapNgParseError> {
    if ![blocks::ENHANCED_PACKET_BLOCK, blocks::SIMPLE_PACKET_BLOCK, blocks::PACKET_BLOCK].contains(&raw.type_) {
        return Ok(None);
    }
    let (interface, time, data, orig_len) = match raw.try_into_block(parser.state())? {
        Block::EnhancedPacket(p) => (p.interface_id, p.timestamp, p.data, p.original_len),
        Block::Packet(p) => (p.interface_id.into(), p.timestamp, p.data, p.original_len),
        Block::SimplePacket(p) => (0, Default::default(), p.data, p.original_len),
        _ => return Ok(None),
    };
    let timestamp_ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    Ok(Some((interface, Frame { timestamp_ns, bytes: data.into_owned(), orig_len })))
}

fn expect_ethernet(found: u32) -> Result<(), Fault> {
    if found == ETHERNET { Ok(()) } else { Err(Fault::LinkType { found }) }
}

/// An error and its causes in one line.
fn one_line(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(e) = cause {
        let part = e.to_string();
        if !text.ends_with(&part) {
            let _ = write!(text, ": {part}"); // a String takes everything
        }
        cause = e.source();
    }
    text.replace('\n', " ")
}

fn hex(bytes: &[u8]) -> String {
    match bytes {
        [] => "nothing".into(),
        _ => bytes.iter().fold("0x".into(), |text, b| format!("{text}{b:02x}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pcap in big-endian nanoseconds: one whole record of 2 bytes, one of which 3 of 9 bytes were kept.
    const PCAP: [u8; 61] = [
        0xa1, 0xb2, 0x3c, 0x4d, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,
        1, // header, snap length 3
        0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 2, 0xca, 0xfe, // 5 s and 7 ns
        0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 9, 1, 2, 3,
    ];

    fn frame(timestamp_ns: u64, bytes: &[u8], orig_len: u32) -> Frame {
        Frame { timestamp_ns, bytes: bytes.into(), orig_len }
    }

    /// A little-endian pcapng block.
    fn block(kind: u32, body: &[&[u8]]) -> Vec<u8> {
        let body = body.concat();
        let len = (body.len() as u32 + 12).to_le_bytes();
        [&kind.to_le_bytes()[..], &len, &body, &len].concat()
    }

    /// A section header, an interface of a link type with options, and blocks.
    fn pcapng(link: u8, options: &[u8], rest: &[Vec<u8>]) -> Vec<u8> {
        let section = block(0x0a0d_0d0a, &[&0x1a2b_3c4d_u32.to_le_bytes(), &[1, 0, 0, 0], &[0xff; 8]]);
        [section, block(1, &[&[link, 0, 0, 0, 0, 0, 0, 0], options]), rest.concat()].concat()
    }

    /// An enhanced packet block with 2 of `orig` bytes at tick 2^32 + 3, and options.
    fn enhanced(orig: u8, options: &[u8]) -> Vec<u8> {
        block(6, &[&[0; 4], &[1, 0, 0, 0, 3, 0, 0, 0], &[2, 0, 0, 0, orig, 0, 0, 0], &[0xca, 0xfe, 0, 0], options])
    }

    #[test]
    fn pcap_gives_times_bytes_and_wire_lengths() {
        let frames = parse(&PCAP).unwrap();
        assert_eq!(frames, [frame(5_000_000_007, &[0xca, 0xfe], 2), frame(6_000_000_000, &[1, 2, 3], 9)]);
        assert_eq!([frames[0].is_cut(), frames[1].is_cut()], [false, true]);
        let mut microseconds = PCAP;
        microseconds[2..4].copy_from_slice(&[0xc3, 0xd4]);
        assert_eq!(parse(&microseconds).unwrap()[0].timestamp_ns, 5_000_007_000);
    }

    #[test]
    fn pcapng_ticks_are_those_of_the_interface() {
        let tick = (1u64 << 32) + 3;
        for (options, ns) in [
            (&[][..], tick * 1000),                        // microseconds unless stated
            (&[9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0], tick), // if_tsresol 10^-9
            (&[9, 0, 1, 0, 6, 0, 0, 0], tick * 1000),      // without an end of options
            (&[9, 0, 1, 0, 0x80 | 20, 0, 0, 0, 0, 0, 0, 0], (tick * 1_000_000_000) >> 20), // 2^-20
            (&[14, 0, 8, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], tick * 1000 + 2_000_000_000), // if_tsoffset 2 s
        ] {
            let file = pcapng(1, options, &[enhanced(9, &[])]);
            assert_eq!(parse(&file).unwrap(), [frame(ns, &[0xca, 0xfe], 9)], "{options:?}");
        }
    }

    #[test]
    fn pcapng_packets_of_every_kind_are_read_and_other_blocks_passed_over() {
        let simple = block(3, &[&[2, 0, 0, 0, 0xca, 0xfe, 0, 0]]);
        let old = block(2, &[&[0; 4], &[0, 0, 0, 0, 3, 0, 0, 0], &[2, 0, 0, 0, 2, 0, 0, 0], &[0xca, 0xfe, 0, 0]]);
        let comment = &[1, 0, 2, 0, b'h', b'i', 0, 0, 0, 0, 0, 0];
        let unreadable_names = block(4, &[&[1, 0, 0xff, 0xff]]);
        let unknown = block(0x0bad_cafe, &[&[1, 2, 3, 4]]);
        let file = pcapng(1, &[], &[simple, unreadable_names, old, unknown, enhanced(2, comment)]);
        let times: Vec<u64> = parse(&file).unwrap().iter().map(|f| f.timestamp_ns).collect();
        assert_eq!(times, [0, 3_000, ((1 << 32) + 3) * 1_000]);
    }

    #[test]
    fn every_fault_is_one_line_with_what_was_expected() {
        let mut loopback = PCAP;
        loopback[23] = 0;
        for (bytes, text) in [
            (&[][..], "starts with nothing: expected a pcap or pcapng file, not compressed"),
            (&[0x1f, 0x8b, 8, 0, 0], "starts with 0x1f8b0800: expected a pcap or pcapng file, not compressed"),
            (&loopback, "link type 0: expected 1 (Ethernet)"),
            (&pcapng(113, &[], &[enhanced(2, &[])]), "link type 113: expected 1 (Ethernet)"),
            (&PCAP[..10], "record 0 at byte 0 has 10 of 24 bytes: expected a complete record"),
        ] {
            assert_eq!(parse(bytes).unwrap_err().to_string(), text);
        }
        for len in (25..42).chain(43..61) {
            assert!(matches!(parse(&PCAP[..len]), Err(Fault::Cut { .. })), "{len} bytes");
        }
        let fault = parse(&pcapng(1, &[], &[enhanced(1, &[])])).unwrap_err();
        assert!(matches!(&fault, Fault::Record { record: 1, .. }), "{fault}");
        assert!(!fault.to_string().contains('\n'));
        let missing = read(Path::new("no/such.pcap")).unwrap_err().to_string();
        assert!(
            missing.starts_with("no/such.pcap: ") && missing.ends_with(": expected a readable pcap or pcapng file")
        );
    }

    #[test]
    fn an_interface_that_no_packet_uses_may_be_of_any_type() {
        assert_eq!(parse(&pcapng(113, &[], &[])), Ok(vec![]));
    }
}
