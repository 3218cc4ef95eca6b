//! pcap in both byte orders and resolutions (draft-ietf-opsawg-pcap), and pcapng with its enhanced, simple and old
//! packet blocks, any number of sections and interfaces (draft-ietf-opsawg-pcapng). The only module that knows the
//! crate `pcap-file`; it asks for no more than the packets, so that a file is not refused for a block nobody reads.
//! Where the capture kept the FCS, it stands behind the IP packet and is as little looked at as padding.

use super::{Fault, Frame, Link};
use pcap_file::pcap::{PcapParseError, PcapParser, PcapTsResolution};
use pcap_file::pcapng::{Block, PcapNgParseError, PcapNgParser, RawBlock, blocks};
use std::error::Error;
use std::fmt::Write;

/// pcap keeps the FCS length above the link type.
const LINK_TYPE_MASK: u32 = 0x03ff_ffff;

/// The frames of a pcap, as far as it is one.
pub fn parse(bytes: &[u8], frames: &mut Vec<Frame>) -> Result<(), Fault> {
    let fault = |record, offset, error| match error {
        PcapParseError::IncompleteBuffer(need, have) => Fault::Cut { record, offset, need, have },
        PcapParseError::Validation(e) => Fault::Record { record, offset, what: one_line(&e) },
    };
    let (mut rest, parser) = PcapParser::new(bytes).map_err(|e| fault(0, 0, e))?;
    let header = parser.header();
    let link = known(u32::from(header.datalink) & LINK_TYPE_MASK)?;
    let tick_ns = match header.ts_resolution {
        PcapTsResolution::MicroSecond => 1_000,
        PcapTsResolution::NanoSecond => 1,
    };
    while !rest.is_empty() {
        let offset = bytes.len() - rest.len();
        // raw, because files exist whose lengths exceed the snap length that their header states
        let (behind, raw) = parser.next_raw_packet(rest).map_err(|e| fault(frames.len() + 1, offset, e))?;
        rest = behind;
        let timestamp_ns = u64::from(raw.ts_sec) * 1_000_000_000 + u64::from(raw.ts_frac) * tick_ns;
        frames.push(Frame::new(link, timestamp_ns, &raw.data, raw.orig_len));
    }
    Ok(())
}

/// The frames of a pcapng, as far as it is one.
pub fn parse_ng(bytes: &[u8], frames: &mut Vec<Frame>) -> Result<(), Fault> {
    let fault = |record, offset, error| match error {
        PcapNgParseError::IncompleteBuffer(need, have) => Fault::Cut { record, offset, need, have },
        e => Fault::Record { record, offset, what: one_line(&e) },
    };
    let (mut rest, mut parser) = PcapNgParser::new(bytes).map_err(|e| fault(0, 0, e))?;
    while !rest.is_empty() {
        let (record, offset) = (frames.len() + 1, bytes.len() - rest.len());
        let (behind, raw) = parser.next_raw_block(rest).map_err(|e| fault(record, offset, e))?;
        rest = behind;
        if let Some(packet) = packet(raw, &parser).map_err(|e| fault(record, offset, e))? {
            let link = parser.interfaces().get(packet.interface as usize).map(|i| u32::from(i.linktype));
            let link = known(link.unwrap_or(u32::MAX))?;
            frames.push(Frame::new(link, packet.timestamp_ns, &packet.bytes, packet.orig_len));
        }
    }
    Ok(())
}

/// What a packet block says.
struct Packet {
    interface: u32,
    timestamp_ns: u64,
    bytes: Vec<u8>,
    orig_len: u32,
}

/// The packet in a block; `None` for a block of another kind.
fn packet(raw: RawBlock, parser: &PcapNgParser) -> Result<Option<Packet>, PcapNgParseError> {
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
    Ok(Some(Packet { interface, timestamp_ns, bytes: data.into_owned(), orig_len }))
}

fn known(link_type: u32) -> Result<Link, Fault> {
    Link::from_type(link_type).ok_or(Fault::LinkType { found: link_type })
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

#[cfg(test)]
mod tests {
    use super::super::{Capture, parse, read};
    use super::{Fault, Frame, Link};
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    use std::path::Path;

    /// A pcap in big-endian nanoseconds: one whole record of 2 bytes, one of which 3 of 9 bytes were kept.
    const PCAP: [u8; 61] = [
        0xa1, 0xb2, 0x3c, 0x4d, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,
        1, // header, snap length 3
        0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 2, 0xca, 0xfe, // 5 s and 7 ns
        0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 9, 1, 2, 3,
    ];

    fn frame(timestamp_ns: u64, bytes: &[u8], orig_len: u32) -> Frame {
        let captured_len = bytes.len() as u32;
        Frame { timestamp_ns, bytes: bytes.into(), link: Link::Ethernet, captured_len, orig_len }
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
        let expected = "expected a pcap or pcapng file or packets in hex digits, as they are or in gzip";
        let links = "expected 1 (Ethernet), 101, 228 or 229 (raw IP), 113 or 276 (Linux cooked)";
        let gzip = "expected a complete gzip file of at most 1 GiB";
        for (bytes, text) in [
            (&[][..], &*format!("starts with nothing: {expected}")),
            (&[0x28, 0xb5, 0x2f, 0xfd, 0], &*format!("starts with 0x28b52ffd: {expected}")),
            (&[0x1f, 0x8b, 8, 0, 0], &*format!("gzip: unexpected end of file: {gzip}")),
            (&loopback, &*format!("link type 0: {links}")),
            (&pcapng(112, &[], &[enhanced(2, &[])]), &*format!("link type 112: {links}")),
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
        assert!(missing.starts_with("no/such.pcap: ") && missing.ends_with(": expected a readable capture"));
    }

    #[test]
    fn an_interface_that_no_packet_uses_may_be_of_any_type() {
        assert_eq!(parse(&pcapng(112, &[], &[])), Ok(vec![]));
    }

    #[test]
    fn what_stands_before_a_fault_is_there() {
        let first = frame(5_000_000_007, &[0xca, 0xfe], 2);
        for len in 43..PCAP.len() {
            let Capture { frames, fault } = Capture::parse(&PCAP[..len]);
            assert_eq!(frames, std::slice::from_ref(&first), "{len} bytes");
            assert!(matches!(fault, Some(Fault::Cut { record: 2, offset: 42, .. })), "{len} bytes: {fault:?}");
        }
        let file = pcapng(1, &[], &[enhanced(2, &[]), enhanced(1, &[])]);
        let Capture { frames, fault } = Capture::parse(&file);
        assert_eq!(frames.len(), 1);
        assert!(matches!(fault, Some(Fault::Record { record: 2, .. })), "{fault:?}");
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut file = GzEncoder::new(vec![], Compression::default());
        file.write_all(bytes).unwrap();
        file.finish().unwrap()
    }

    #[test]
    fn gzip_is_read_through_and_a_cut_one_as_far_as_it_goes() {
        let file = gzip(&PCAP);
        assert_eq!(parse(&file), parse(&PCAP));
        // a member behind the other is more of the file
        let (start, end) = PCAP.split_at(30);
        assert_eq!(parse(&[gzip(start), gzip(end)].concat()), parse(&PCAP));
        let Capture { frames, fault } = Capture::parse(&file[..file.len() - 1]);
        assert_eq!(frames.len(), 2, "only the check at the end is missing");
        assert!(matches!(fault, Some(Fault::Gzip { .. })), "{fault:?}");
    }

    #[test]
    fn raw_and_cooked_link_types_of_both_formats_are_known() {
        for (link_type, link) in [(101, Link::RawIp), (113, Link::LinuxSll), (276, Link::LinuxSll2)] {
            let mut file = PCAP;
            file[20..24].copy_from_slice(&u32::to_be_bytes(link_type));
            let frames = parse(&file).unwrap();
            assert_eq!((frames[0].link, frames[0].captured_len), (link, 2));
            assert_eq!((frames[1].captured_len, frames[1].is_cut()), (3, true));
        }
        assert_eq!(parse(&pcapng(113, &[], &[enhanced(2, &[])])).unwrap()[0].link, Link::LinuxSll);
    }
}
