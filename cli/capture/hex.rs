//! Packets in hex digits. Two forms, which may not be mixed in one packet:
//!
//! - plain: a line is a packet. Spaces, colons and dashes between bytes mean nothing, nor does a 0x before them.
//! - a dump, as xxd, hexdump -C, od -Ax -tx1, tshark -x, text2pcap and tcpdump -x, -xx, -X write it: each line begins
//!   with the offset of its first byte, and offset 0 begins a packet. What stands beside the bytes, and lines without
//!   an offset (a heading for each packet), are passed over.
//!
//! A line with * alone stands for rows like the one before it, as od and hexdump leave them out.
//!
//! The forms may not be mixed in one capture either. It is a dump if a line with offset 0 comes before any plain line
//! that has room for an Ethernet header and no offset; a thousand lines that are neither are taken for plain ones.
//!
//! A packet of a dump ends with the line behind it. An empty line ends a packet, and a line that begins with # is a
//! comment. tcpdump -x and -X leave the link header
//! out: a packet that is an IP packet of exactly its own length, its header's checksum right, is taken for one.

use super::{Bytes, Fault, Found, Frame, Link};
use layout::wire::ethernet::HEADER_BYTES;
use model::number::cut;
use std::collections::VecDeque;

/// Nothing but what one can read.
pub fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|b| matches!(b, b' '..=b'~' | b'\t' | b'\r' | b'\n'))
}

/// Bytes of a line: a plain packet of any length.
const LONGEST_LINE: usize = 1 << 20;
/// Lines that are held until one says of which form they are, and their bytes.
const HELD_LINES: usize = 1_000;
const HELD_BYTES: usize = 1 << 20;

/// Furthest offset of a row: beyond any packet.
const FURTHEST: usize = 1 << 20;

/// A line of a dump: its offset, and the digits behind it with all that stands beside them.
struct Dumped<'a> {
    offset: usize,
    rest: &'a str,
    /// The offset ends with a colon (xxd, tcpdump): bytes may stand in groups, and two spaces end them.
    grouped: bool,
}

/// A capture in hex digits, line by line.
#[derive(Default)]
pub struct Hex {
    /// The first bytes, for a message.
    start: String,
    /// The line read last, from 1.
    line: usize,
    /// Some line was not blank.
    any: bool,
    /// None until a line says it.
    is_dump: Option<bool>,
    /// The lines before that, with their numbers.
    held: Vec<(usize, String)>,
    /// Of a dump: what is known of the packet that is being read.
    packet: Vec<u8>,
    /// Rows are left out, all like the one before.
    like_before: bool,
    /// Packets that are whole, and what is wrong behind them.
    ready: VecDeque<Frame>,
    fault: Option<Fault>,
    ended: bool,
}

impl Hex {
    pub fn new(start: String) -> Hex {
        Hex { start, ..Hex::default() }
    }

    /// How many bytes are done with, and what they are.
    pub fn next(&mut self, rest: &Bytes) -> Result<(usize, Found), Fault> {
        let mut done = 0;
        loop {
            if let Some(frame) = self.ready.pop_front() {
                return Ok((done, Found::Packet(frame)));
            }
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
            if self.ended {
                return Ok((done, Found::End));
            }
            let bytes = &rest.bytes[done..];
            let end = bytes.iter().position(|b| *b == b'\n');
            if end.unwrap_or(bytes.len()) > LONGEST_LINE {
                self.line += 1;
                return Err(self.wrong("more than 1 MiB".into(), "a packet, or a row of one, in a line"));
            }
            match end {
                Some(end) => {
                    done += end + 1;
                    self.read(&bytes[..end]);
                }
                None if rest.last => {
                    done = rest.bytes.len();
                    if !bytes.is_empty() {
                        self.read(bytes);
                    }
                    self.end();
                }
                None => return Ok((done, Found::More)),
            }
        }
    }

    fn wrong(&self, what: String, expected: &str) -> Fault {
        Fault::Hex { line: self.line, what, expected: expected.into() }
    }

    /// A line, whose packets become ready, or which is wrong.
    fn read(&mut self, line: &[u8]) {
        self.line += 1;
        let Some(text) = std::str::from_utf8(line).ok().filter(|_| is_text(line)) else {
            self.decide(false);
            self.fault.get_or_insert(Fault::Hex {
                line: self.line,
                what: "no text".into(),
                expected: "packets in hex digits".into(),
            });
            return;
        };
        let text = text.trim_end_matches('\r');
        self.any |= !text.trim().is_empty();
        if text.trim_start().starts_with('#') {
            return;
        }
        if self.is_dump.is_some() {
            let done = self.one(text);
            self.fault = done.err();
            return;
        }
        self.held.push((self.line, text.into()));
        let dumped = dumped(text);
        let is_packet = || plain(text).is_some_and(|bytes| bytes.len() >= HEADER_BYTES);
        let full =
            || self.held.len() >= HELD_LINES || self.held.iter().map(|(_, t)| t.len()).sum::<usize>() > HELD_BYTES;
        match dumped {
            Some(Dumped { offset: 0, .. }) => self.decide(true),
            None if is_packet() => self.decide(false),
            _ if full() => self.decide(false),
            _ => {}
        }
    }

    /// Says of which form the lines are, if none has said it, and reads those that waited for it.
    fn decide(&mut self, is_dump: bool) {
        if self.is_dump.is_some() {
            return;
        }
        self.is_dump = Some(is_dump);
        let last = self.line;
        for (number, text) in std::mem::take(&mut self.held) {
            self.line = number;
            if let Err(fault) = self.one(&text) {
                self.fault = Some(fault);
                return;
            }
        }
        self.line = last;
    }

    /// A line of a capture whose form is known.
    fn one(&mut self, line: &str) -> Result<(), Fault> {
        let is_dump = self.is_dump == Some(true);
        if is_dump && line.trim() == "*" {
            self.like_before = true;
            return Ok(());
        }
        if std::mem::take(&mut self.like_before)
            && let Some(to) = dumped(line).map(|d| d.offset).or_else(|| offset(line.trim()))
        {
            repeat(&mut self.packet, to)
                .ok_or_else(|| self.wrong(format!("offset 0x{to:x}"), "one of a row behind those left out"))?;
        }
        if line.trim().is_empty() {
            self.end_packet();
            return Ok(());
        }
        if !is_dump && dumped(line).is_some_and(|d| d.offset == 0) {
            return Err(self.wrong(repeated(line), "a packet in a plain line, as those before, and no dump"));
        }
        let Some(Dumped { offset, rest, grouped }) = dumped(line).filter(|_| is_dump) else {
            self.end_packet();
            return match plain(line) {
                _ if is_dump => Ok(()), // a heading, or the length behind the last line
                Some(bytes) => {
                    self.ready.push_back(frame(&bytes));
                    Ok(())
                }
                None => Err(self.wrong(repeated(line), "pairs of hex digits, or a dump with offsets")),
            };
        };
        if offset == 0 {
            self.end_packet();
        }
        // what was read beyond the next line's offset stood beside the bytes
        if offset > self.packet.len() || offset + 32 < self.packet.len() {
            return Err(self.wrong(format!("offset 0x{offset:x}"), &format!("0x{:x}", self.packet.len())));
        }
        if offset > FURTHEST {
            return Err(self.wrong(format!("offset 0x{offset:x}"), &format!("at most 0x{FURTHEST:x}")));
        }
        self.packet.truncate(offset);
        let before = self.packet.len();
        bytes_of(rest, grouped, &mut self.packet)
            .ok_or_else(|| self.wrong(repeated(line), "pairs of hex digits behind the offset"))?;
        if self.packet.len() == before && !rest.trim().is_empty() {
            return Err(self.wrong(repeated(line), "pairs of hex digits behind the offset"));
        }
        Ok(())
    }

    fn end_packet(&mut self) {
        if !self.packet.is_empty() {
            self.ready.push_back(frame(&self.packet));
            self.packet.clear();
        }
    }

    /// Behind the last line.
    fn end(&mut self) {
        self.decide(false);
        self.end_packet();
        self.ended = true;
        if !self.any {
            self.fault = Some(Fault::NotACapture { start: std::mem::take(&mut self.start) });
        }
    }
}

/// Rows like the last one up to an offset; None where that is no row's.
fn repeat(packet: &mut Vec<u8>, to: usize) -> Option<()> {
    const ROW: usize = 16;
    let row = packet.len().checked_sub(ROW).filter(|_| to > packet.len() && to <= FURTHEST)?;
    for at in packet.len()..to {
        packet.push(packet[row + (at - row) % ROW]);
    }
    Some(())
}

fn frame(bytes: &[u8]) -> Frame {
    Frame::new(if is_ip(bytes) { Link::RawIp } else { Link::Ethernet }, 0, bytes, bytes.len() as u32)
}

/// An offset is hex, of three digits or more, with a colon behind it or with pairs of digits.
fn dumped(line: &str) -> Option<Dumped<'_>> {
    let line = line.trim_start();
    let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let (digits, grouped) = first.strip_suffix(':').map_or((first, false), |digits| (digits, true));
    let in_pairs =
        || rest.split_whitespace().next().is_some_and(|w| w.len() == 2 && pairs(w, &mut Vec::new()).is_some());
    let offset = offset(digits)?;
    (grouped || in_pairs()).then_some(Dumped { offset, rest, grouped })
}

fn offset(digits: &str) -> Option<usize> {
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let is_offset = (3..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if is_offset { usize::from_str_radix(digits, 16).ok() } else { None }
}

/// The bytes of a line of a dump; None where a group has an odd digit or none.
fn bytes_of(rest: &str, grouped: bool, packet: &mut Vec<u8>) -> Option<()> {
    if grouped {
        let digits = rest.trim_start();
        let digits = digits.split("  ").next().unwrap_or(digits);
        return digits.split_whitespace().try_for_each(|group| pairs(group, packet));
    }
    let digits = rest.split('|').next().unwrap_or(rest);
    let digits = digits.trim_start().split("   ").next().unwrap_or(digits);
    for pair in digits.split_whitespace() {
        if pair.len() != 2 || pairs(pair, packet).is_none() {
            break; // the column of characters
        }
    }
    Some(())
}

/// A line without an offset.
fn plain(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in line.split([' ', '\t', ':', '-', '\r']).filter(|g| !g.is_empty()) {
        pairs(group.strip_prefix("0x").unwrap_or(group), &mut bytes)?;
    }
    Some(bytes)
}

fn pairs(digits: &str, bytes: &mut Vec<u8>) -> Option<()> {
    let before = bytes.len();
    for pair in digits.as_bytes().chunks(2) {
        let digit = |at: usize| pair.get(at).and_then(|b| char::from(*b).to_digit(16));
        match (digit(0), digit(1)) {
            (Some(high), Some(low)) => bytes.push((high << 4 | low) as u8),
            _ => {
                bytes.truncate(before);
                return None;
            }
        }
    }
    Some(())
}

/// An IP packet without a link header: it is exactly as long as it says, and IPv4's header sums up to all ones.
fn is_ip(bytes: &[u8]) -> bool {
    let word = |at: usize| bytes.get(at..at + 2).map_or(0, |b| usize::from(b[0]) << 8 | usize::from(b[1]));
    match bytes.first().map(|b| b >> 4) {
        Some(4) if bytes.len() >= 20 => {
            let header = 4 * usize::from(bytes[0] & 15);
            let sum: usize = (0..header.min(bytes.len())).step_by(2).map(word).sum();
            header >= 20 && word(2) == bytes.len() && (sum & 0xffff) + (sum >> 16) == 0xffff
        }
        Some(6) => bytes.len() >= 40 && word(4) + 40 == bytes.len(),
        _ => false,
    }
}

/// A line as a message repeats it.
fn repeated(line: &str) -> String {
    format!("`{}`", cut(line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Result<Vec<Vec<u8>>, String> {
        assert!(is_text(text.as_bytes()));
        let frames = super::super::parse(text.as_bytes()).map_err(|fault| fault.to_string())?;
        Ok(frames.into_iter().map(|f| f.bytes).collect())
    }

    /// 36 bytes whose characters look like digits.
    fn packet() -> Vec<u8> {
        (0..36).map(|i| [0x61, 0x62, 0x20, 0x63, 0x64, 0x20][i % 6]).collect()
    }

    #[test]
    fn a_plain_line_is_a_packet() {
        let two = Ok(vec![vec![1, 2, 0xab], vec![0xff; 4]]);
        for text in [
            "0102ab\nffffffff\n",
            "01 02 AB\r\nffff ffff\r\n",
            "# two\n01:02:ab\n\n0xff-ff-ff-ff",
            "0x01 0x02 0xab\nFFFFFF FF",
        ] {
            assert_eq!(bytes(text), two, "{text:?}");
        }
        assert_eq!(
            bytes("01\n012\n"),
            Err("line 2: `012`: expected pairs of hex digits, or a dump with offsets".into())
        );
    }

    /// The shapes of xxd, hexdump -C, od, tshark -x and tcpdump -X, their column of characters full of digits.
    #[test]
    fn dumps_of_every_kind_give_their_bytes_and_nothing_of_what_stands_beside_them() {
        let hex = |bytes: &[u8], group: usize, space: usize| {
            let groups = bytes.chunks(group).map(|g| g.iter().map(|b| format!("{b:02x}")).collect::<String>());
            let text = groups.collect::<Vec<_>>().join(" ");
            format!("{text:space$}")
        };
        let chars = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("ASCII");
        type Row<'a> = &'a dyn Fn(usize, &[u8]) -> String;
        let shapes: [(&str, Row); 5] = [
            ("xxd", &|at, b| format!("{at:08x}: {}  {}", hex(b, 2, 39), chars(b))),
            ("xxd -g1", &|at, b| format!("{at:08x}: {}  {}", hex(b, 1, 47), chars(b))),
            ("hexdump -C", &|at, b| format!("{at:08x}  {}  |{}|", hex(b, 1, 48), chars(b))),
            ("tshark -x", &|at, b| format!("{at:04x}  {}   {}", hex(b, 1, 47), chars(b))),
            ("tcpdump -X", &|at, b| format!("\t0x{at:04x}:  {}  {}", hex(b, 2, 39), chars(b))),
        ];
        for (name, row) in shapes {
            let rows: Vec<String> = packet().chunks(16).enumerate().map(|(i, b)| row(16 * i, b)).collect();
            let text =
                format!("12:00:00.000000 IP 10.0.0.1.4791 > 10.0.0.2.4791: UDP\n{0}\n\nface\n{0}\n", rows.join("\n"));
            assert_eq!(bytes(&text), Ok(vec![packet(), packet()]), "{name}:\n{text}");
        }
        let od: String =
            packet().chunks(16).enumerate().map(|(i, b)| format!("{:06x} {}\n", 16 * i, hex(b, 1, 0))).collect();
        assert_eq!(bytes(&(od + "000024\n")), Ok(vec![packet()]));
        // characters that look like one byte more: the next offset says that they are none
        assert_eq!(bytes("0000 61 62 ab\n0002 63\n"), Ok(vec![vec![0x61, 0x62, 0x63]]));
        assert_eq!(bytes("0000: 61\n0003: 62\n"), Err("line 2: offset 0x3: expected 0x1".into()));
        // rows that od and hexdump leave out, in the middle and at the end
        let (ones, zeros) = ("01 ".repeat(16), "00 ".repeat(16));
        let text = format!("00000000  {ones}\n*\n00000030  {zeros}\n*\n00000052\n\n0000 61\n");
        assert_eq!(bytes(&text), Ok(vec![[[1; 48].as_slice(), &[0; 34]].concat(), vec![0x61]]));
        let far = format!("00000000  {ones}\n*\nffffffff\n");
        let told = "line 3: offset 0xffffffff: expected one of a row behind those left out";
        assert_eq!(bytes(&far), Err(told.into()));
        // groups that look like offsets are none without a 0
        assert_eq!(bytes("ffff 61\n"), Ok(vec![vec![0xff, 0xff, 0x61]]));
        let odd = "line 1: `0000: 616`: expected pairs of hex digits behind the offset";
        assert_eq!(bytes("0000: 616\n"), Err(odd.into()));
    }

    #[test]
    fn an_ip_packet_without_a_link_header_is_known_by_its_length_and_checksum() {
        let mut ip = vec![0x45, 0, 0, 20, 0, 0, 0x40, 0, 64, 17, 0x26, 0xd7, 10, 0, 0, 1, 10, 0, 0, 2];
        assert!(is_ip(&ip));
        assert_eq!(frame(&ip).link, Link::RawIp);
        ip[8] = 63;
        assert!(!is_ip(&ip));
        assert!(is_ip(&[&[0x60, 0, 0, 0, 0, 1, 17, 64][..], &[0; 33]].concat()));
        for len in 0..20 {
            assert!(!is_ip(&ip[..len]));
        }
    }
}
