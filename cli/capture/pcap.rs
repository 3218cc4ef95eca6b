//! pcap in both byte orders and resolutions (draft-ietf-opsawg-pcap), and pcapng with its enhanced, simple and old
//! packet blocks, any number of sections and interfaces (draft-ietf-opsawg-pcapng). The only module that knows the
//! crate `pcap-file`; it asks for no more than the packets, so that a file is not refused for a block nobody reads.
//! Where the capture kept the FCS, it stands behind the IP packet and is as little looked at as padding.

use super::{Bytes, Fault, Found, Frame, LONGEST_RECORD, Link};
use pcap_file::pcap::{PcapParseError, PcapParser, PcapTsResolution};
use pcap_file::pcapng::{Block, PcapNgParseError, PcapNgParser, RawBlock, blocks};
use std::error::Error;
use std::fmt::Write;

/// pcap keeps the FCS length above the link type.
const LINK_TYPE_MASK: u32 = 0x03ff_ffff;

/// A part of a record, of which a read may bring the rest.
fn more(record: usize, rest: &Bytes, need: usize, have: usize) -> Result<(usize, Found), Fault> {
    let offset = rest.offset;
    match () {
        () if need > LONGEST_RECORD => Err(Fault::Long { record, offset, bytes: need }),
        () if rest.last => Err(Fault::Cut { record, offset, need, have }),
        () => Ok((0, Found::More)),
    }
}

/// A pcap; its header is read first.
#[derive(Default)]
pub struct Pcap {
    /// With the link type, and the nanoseconds of a tick.
    parser: Option<(PcapParser, Link, u64)>,
    packets: usize,
}

impl Pcap {
    /// How many bytes are done with, and what they are.
    pub fn next(&mut self, rest: &Bytes) -> Result<(usize, Found), Fault> {
        let Some((parser, link, tick_ns)) = &self.parser else { return self.header(rest) };
        if rest.bytes.is_empty() {
            return Ok((0, if rest.last { Found::End } else { Found::More }));
        }
        let record = self.packets + 1;
        // raw, because files exist whose lengths exceed the snap length that their header states
        let (behind, raw) = match parser.next_raw_packet(rest.bytes) {
            Ok(read) => read,
            Err(PcapParseError::IncompleteBuffer(need, have)) => return more(record, rest, need, have),
            Err(PcapParseError::Validation(e)) => {
                return Err(Fault::Record { record, offset: rest.offset, what: one_line(&e) });
            }
        };
        self.packets = record;
        let timestamp_ns = u64::from(raw.ts_sec) * 1_000_000_000 + u64::from(raw.ts_frac) * tick_ns;
        let frame = Frame::new(*link, timestamp_ns, &raw.data, raw.orig_len);
        Ok((rest.bytes.len() - behind.len(), Found::Packet(frame)))
    }

    fn header(&mut self, rest: &Bytes) -> Result<(usize, Found), Fault> {
        let (behind, parser) = match PcapParser::new(rest.bytes) {
            Ok(read) => read,
            Err(PcapParseError::IncompleteBuffer(need, have)) => return more(0, rest, need, have),
            Err(PcapParseError::Validation(e)) => {
                return Err(Fault::Record { record: 0, offset: rest.offset, what: one_line(&e) });
            }
        };
        let header = parser.header();
        if header.version_major != 2 {
            let found = format!("{}.{}", header.version_major, header.version_minor);
            return Err(Fault::Version { format: "pcap", found, expected: "2.4" });
        }
        let link = known(u32::from(header.datalink) & LINK_TYPE_MASK)?;
        let tick_ns = match header.ts_resolution {
            PcapTsResolution::MicroSecond => 1_000,
            PcapTsResolution::NanoSecond => 1,
        };
        self.parser = Some((parser, link, tick_ns));
        Ok((rest.bytes.len() - behind.len(), Found::Other))
    }
}

/// A pcapng; its first section header is read first.
#[derive(Default)]
pub struct PcapNg {
    parser: Option<PcapNgParser>,
    packets: usize,
}

impl PcapNg {
    /// How many bytes are done with, and what they are.
    pub fn next(&mut self, rest: &Bytes) -> Result<(usize, Found), Fault> {
        let record = self.packets + usize::from(self.parser.is_some());
        if self.parser.is_some() && rest.bytes.is_empty() {
            return Ok((0, if rest.last { Found::End } else { Found::More }));
        }
        let fault = |e: PcapNgParseError| Fault::Record { record, offset: rest.offset, what: one_line(&e) };
        let raw = match &mut self.parser {
            None => PcapNgParser::new(rest.bytes).map(|(behind, parser)| {
                self.parser = Some(parser);
                (behind, None)
            }),
            Some(parser) => parser.next_raw_block(rest.bytes).map(|(behind, raw)| (behind, Some(raw))),
        };
        let (behind, raw) = match raw {
            Ok(read) => read,
            Err(PcapNgParseError::IncompleteBuffer(need, have)) => {
                // without the two words that begin a block, once these are there
                let need = if have < BLOCK_FRAME { BLOCK_FRAME } else { need + 8 };
                return more(record, rest, need, have);
            }
            Err(e) => return Err(fault(e)),
        };
        let Some(parser) = &self.parser else { return Ok((0, Found::More)) };
        let section = parser.section();
        if section.major_version != 1 {
            let found = format!("{}.{}", section.major_version, section.minor_version);
            return Err(Fault::Version { format: "pcapng", found, expected: "1.0" });
        }
        let read = rest.bytes.len() - behind.len();
        let packet = match raw {
            Some(raw) => packet(raw, parser).map_err(fault)?,
            None => None,
        };
        let Some(packet) = packet else { return Ok((read, Found::Other)) };
        let link = parser.interfaces().get(packet.interface as usize).map(|i| u32::from(i.linktype));
        let link = known(link.unwrap_or(u32::MAX))?;
        self.packets = record;
        Ok((read, Found::Packet(Frame::new(link, packet.timestamp_ns, &packet.bytes, packet.orig_len))))
    }
}

/// Bytes of a block without a body.
const BLOCK_FRAME: usize = 12;

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
    use super::super::{Capture, Packets, Step, parse, read};
    use super::{Fault, Frame, Link};
    use flate2::{Compression, write::GzEncoder};
    use std::io::{Read, Write};
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
        let gzip = "expected a complete gzip file";
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
    fn a_block_that_is_cut_has_fewer_bytes_than_it_needs() {
        let file = pcapng(1, &[], &[enhanced(2, &[])]);
        let (before, whole) = (file.len() - 36, 36);
        for have in 1..whole {
            let Capture { fault, .. } = Capture::parse(&file[..before + have]);
            let need = if have < 12 { 12 } else { whole };
            assert_eq!(fault, Some(Fault::Cut { record: 1, offset: before, need, have }));
        }
    }

    #[test]
    fn a_length_and_a_version_that_no_capture_has_are_told() {
        let mut file = PCAP;
        file[32..36].copy_from_slice(&[0x10, 0, 0, 0]);
        let told = parse(&file).unwrap_err().to_string();
        assert_eq!(told, "record 1 at byte 24 has 268435456 bytes: expected at most 16777216");
        let mut file = PCAP;
        file[4..8].copy_from_slice(&[0, 9, 0, 9]);
        assert_eq!(parse(&file).unwrap_err().to_string(), "pcap of version 9.9: expected 2.4");
        let mut file = pcapng(1, &[], &[]);
        file[12] = 9;
        assert_eq!(parse(&file).unwrap_err().to_string(), "pcapng of version 9.0: expected 1.0");
    }

    /// A read that brings a byte at a time gives the same packets, each as soon as its last byte is there.
    #[test]
    fn packets_are_there_as_soon_as_their_last_byte() {
        struct One<'a>(&'a [u8]);
        impl Read for One<'_> {
            fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
                self.0.read(&mut to[..1])
            }
        }
        let ng = pcapng(1, &[], &[enhanced(2, &[]), enhanced(2, &[])]);
        for (file, ends) in [(&PCAP[..], [42, 61]), (&ng, [ng.len() - 36, ng.len()])] {
            let mut packets = Packets::new(One(file));
            let (mut read, mut found) = (0, vec![]);
            loop {
                match packets.step().expect("no fault") {
                    Step::Packet(_) => found.push(read),
                    Step::More => {
                        packets.fill();
                        read += 1;
                    }
                    Step::End => break,
                }
            }
            assert_eq!(found, ends);
        }
        // each read of it is a member's, so nothing is said of when
        let zipped = gzip(&ng);
        let read = Capture::of(Packets::new(One(&zipped))).unwrap();
        assert_eq!(read, Capture { frames: parse(&ng).unwrap(), fault: None });
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
