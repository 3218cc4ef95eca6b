//! Packets in hex digits. Two forms, which may not be mixed in one packet:
//!
//! - plain: a line is a packet. Spaces, colons and dashes between bytes mean nothing, nor does a 0x before them.
//! - a dump, as xxd, hexdump -C, od -Ax -tx1, tshark -x, text2pcap and tcpdump -x, -xx, -X write it: each line begins
//!   with the offset of its first byte, and offset 0 begins a packet. What stands beside the bytes, and lines without
//!   an offset (a heading for each packet), are passed over.
//!
//! A line with * alone stands for rows like the one before it, as od and hexdump leave them out.
//!
//! An empty line ends a packet, and a line that begins with # is a comment. tcpdump -x and -X leave the link header
//! out: a packet that is an IP packet of exactly its own length, its header's checksum right, is taken for one.

use super::{Fault, Frame, Link};
use model::number::cut;

/// Nothing but what one can read, and something of it.
pub fn is_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(|b| matches!(b, b' '..=b'~' | b'\t' | b'\r' | b'\n')) && !bytes.trim_ascii().is_empty()
}

/// Furthest offset that rows of a dump which are left out may lead to: beyond any packet.
const FURTHEST: usize = 1 << 20;

/// A line of a dump: its offset, and the digits behind it with all that stands beside them.
struct Dumped<'a> {
    offset: usize,
    rest: &'a str,
    /// The offset ends with a colon (xxd, tcpdump): bytes may stand in groups, and two spaces end them.
    grouped: bool,
}

pub fn parse(text: &str, frames: &mut Vec<Frame>) -> Result<(), Fault> {
    // groups of digits may look like offsets; a dump has one that is 0
    let is_dump = text.lines().any(|line| dumped(line).is_some_and(|d| d.offset == 0));
    let mut packet: Vec<u8> = Vec::new();
    // rows are left out, all like the one before
    let mut like_before = false;
    for (i, line) in text.lines().enumerate() {
        let fault = |what: String, expected: &str| Fault::Hex { line: i + 1, what, expected: expected.into() };
        if line.trim_start().starts_with('#') {
            continue;
        }
        if is_dump && line.trim() == "*" {
            like_before = true;
            continue;
        }
        if std::mem::take(&mut like_before)
            && let Some(to) = dumped(line).map(|d| d.offset).or_else(|| offset(line.trim()))
        {
            repeat(&mut packet, to)
                .ok_or_else(|| fault(format!("offset 0x{to:x}"), "one of a row behind those left out"))?;
        }
        if line.trim().is_empty() {
            end(&mut packet, frames);
            continue;
        }
        let Some(Dumped { offset, rest, grouped }) = dumped(line).filter(|_| is_dump) else {
            end(&mut packet, frames);
            match plain(line) {
                _ if is_dump => {} // a heading, or the length behind the last line
                Some(bytes) => frames.push(frame(&bytes)),
                None => return Err(fault(repeated(line), "pairs of hex digits, or a dump with offsets")),
            }
            continue;
        };
        if offset == 0 {
            end(&mut packet, frames);
        }
        // what was read beyond the next line's offset stood beside the bytes
        if offset > packet.len() || offset + 32 < packet.len() {
            return Err(fault(format!("offset 0x{offset:x}"), &format!("0x{:x}", packet.len())));
        }
        packet.truncate(offset);
        let before = packet.len();
        bytes_of(rest, grouped, &mut packet)
            .ok_or_else(|| fault(repeated(line), "pairs of hex digits behind the offset"))?;
        if packet.len() == before && !rest.trim().is_empty() {
            return Err(fault(repeated(line), "pairs of hex digits behind the offset"));
        }
    }
    end(&mut packet, frames);
    Ok(())
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

fn end(packet: &mut Vec<u8>, frames: &mut Vec<Frame>) {
    if !packet.is_empty() {
        frames.push(frame(packet));
        packet.clear();
    }
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
        let mut frames = vec![];
        assert!(is_text(text));
        parse(text, &mut frames).map_err(|fault| fault.to_string())?;
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
