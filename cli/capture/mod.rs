//! Reads captures into frames, for `parse` one at a time, for `verify --capture` all of them: pcap, pcapng, and packets
//! in hex digits, each of them also in gzip. What stands before a fault in a capture is not lost.
//!
//! [`Packets`] holds what it has read and not yet given: a part of a record or of a line. Both have a bound, so memory
//! does not grow with the capture.
//!
//! The parser takes Ethernet, so a packet of another link type gets an Ethernet header ([`link`]).

mod hex;
mod link;
mod pcap;

use flate2::read::MultiGzDecoder;
pub use link::Link;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Bytes of all packets, where all are held at once: a small file in gzip could fill any memory.
const LARGEST: usize = 1 << 30;
/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;
/// Bytes of a record: the largest packet that is captured has a sixty-fourth of it.
const LONGEST_RECORD: usize = 1 << 24;

/// One captured packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Since the Unix epoch; 0 where the capture has no time.
    pub timestamp_ns: u64,
    /// As an Ethernet frame.
    pub bytes: Vec<u8>,
    /// What it was captured as.
    pub link: Link,
    /// Bytes in the capture, with the header of its own link type.
    pub captured_len: u32,
    /// Length on the wire.
    pub orig_len: u32,
}

impl Frame {
    fn new(link: Link, timestamp_ns: u64, bytes: &[u8], orig_len: u32) -> Frame {
        Frame { timestamp_ns, bytes: link.ethernet(bytes), link, captured_len: bytes.len() as u32, orig_len }
    }

    /// The capture kept less than was on the wire (a snap length), so lengths in the headers may not be met.
    pub fn is_cut(&self) -> bool {
        self.captured_len < self.orig_len
    }
}

/// The frames of a capture in its order, up to what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    pub frames: Vec<Frame>,
    pub fault: Option<Fault>,
}

/// Why a file is no capture that we read: file, what, expected, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    #[error("{}: {source}: expected a readable capture", name(file))]
    Io { file: PathBuf, source: std::io::Error },
    #[error("{}: {fault}", name(file))]
    Format { file: PathBuf, fault: Fault },
}

/// What is wrong with a capture's bytes, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("starts with {start}: expected a pcap or pcapng file or packets in hex digits, as they are or in gzip")]
    NotACapture { start: String },
    #[error("gzip: {what}: expected a complete gzip file")]
    Gzip { what: String },
    #[error("more than 1 GiB of packets: expected at most that")]
    Large,
    #[error("{format} of version {found}: expected {expected}")]
    Version { format: &'static str, found: String, expected: &'static str },
    #[error("link type {found}: expected {}", Link::KNOWN)]
    LinkType { found: u32 },
    #[error("record {record} at byte {offset} has {have} of {need} bytes: expected a complete record")]
    Cut { record: usize, offset: usize, need: usize, have: usize },
    #[error("record {record} at byte {offset} has {bytes} bytes: expected at most {LONGEST_RECORD}")]
    Long { record: usize, offset: usize, bytes: usize },
    #[error("record {record} at byte {offset}: {what}: expected a well-formed record")]
    Record { record: usize, offset: usize, what: String },
    #[error("line {line}: {what}: expected {expected}")]
    Hex { line: usize, what: String, expected: String },
}

/// What a file is called; `-` is standard input.
pub fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".into() } else { file.display().to_string() }
}

/// The frames of a capture that is whole.
pub fn read(file: &Path) -> Result<Vec<Frame>, CaptureError> {
    let Capture { frames, fault } = Capture::read(file)?;
    fault.map_or(Ok(frames), |fault| Err(CaptureError::Format { file: file.into(), fault }))
}

/// The frames of a capture's bytes, which are whole.
pub fn parse(bytes: &[u8]) -> Result<Vec<Frame>, Fault> {
    let Capture { frames, fault } = Capture::parse(bytes);
    fault.map_or(Ok(frames), Err)
}

impl Capture {
    /// A file, or standard input for `-`.
    pub fn read(file: &Path) -> Result<Capture, CaptureError> {
        let capture = Packets::open(file).and_then(Capture::of);
        capture.map_err(|source| CaptureError::Io { file: file.into(), source })
    }

    pub fn parse(bytes: &[u8]) -> Capture {
        let read = Capture::of(Packets::new(bytes));
        read.unwrap_or_else(|e| Capture { frames: vec![], fault: Some(Fault::NotACapture { start: e.to_string() }) })
    }

    fn of(mut packets: Packets) -> io::Result<Capture> {
        let (mut frames, mut bytes) = (Vec::new(), 0);
        let fault = loop {
            match packets.step() {
                Ok(Step::Packet(frame)) => {
                    bytes += size_of::<Frame>() + frame.bytes.len();
                    frames.push(frame);
                }
                Ok(Step::More) => packets.fill(),
                Ok(Step::End) => break None,
                Err(Wrong::Fault(fault)) => break Some(fault),
                Err(Wrong::Io(e)) => return Err(e),
            }
            if bytes > LARGEST {
                break Some(Fault::Large);
            }
        };
        Ok(Capture { frames, fault })
    }
}

/// Why there are no more packets.
#[derive(Debug)]
pub enum Wrong {
    Io(io::Error),
    Fault(Fault),
}

impl Wrong {
    /// With the file that it is about.
    pub fn of(self, file: &Path) -> CaptureError {
        match self {
            Wrong::Io(source) => CaptureError::Io { file: file.into(), source },
            Wrong::Fault(fault) => CaptureError::Format { file: file.into(), fault },
        }
    }
}

/// What comes next of a capture.
pub enum Step {
    Packet(Frame),
    /// Nothing before [`Packets::fill`], which may have to wait.
    More,
    End,
}

/// What a format finds at the start of some bytes.
enum Found {
    Packet(Frame),
    /// Something that is no packet.
    Other,
    /// A part of something.
    More,
    End,
}

/// The bytes that a format looks at.
struct Bytes<'a> {
    bytes: &'a [u8],
    /// Of the first of them, in the capture.
    offset: usize,
    /// There are no more behind them.
    last: bool,
}

enum Format {
    Pcap(pcap::Pcap),
    PcapNg(pcap::PcapNg),
    Hex(hex::Hex),
}

/// The packets of a capture as they come.
pub struct Packets<'a> {
    from: Box<dyn Read + 'a>,
    /// What was read; of it, so many bytes are done with.
    held: Vec<u8>,
    done: usize,
    /// Bytes before those that are held.
    before: usize,
    /// None until it is known whether the capture is compressed.
    zipped: Option<bool>,
    format: Option<Format>,
    /// There is no more to read.
    ended: bool,
    /// Why; it is said behind the packets that are left.
    broken: Option<Wrong>,
}

impl Packets<'static> {
    /// Of a file, or of standard input for `-`.
    pub fn open(file: &Path) -> io::Result<Packets<'static>> {
        if file == Path::new("-") { Ok(Packets::new(io::stdin())) } else { File::open(file).map(Packets::new) }
    }
}

impl<'a> Packets<'a> {
    pub fn new(from: impl Read + 'a) -> Packets<'a> {
        Packets {
            from: Box::new(from),
            held: vec![],
            done: 0,
            before: 0,
            zipped: None,
            format: None,
            ended: false,
            broken: None,
        }
    }

    /// The next packet among the bytes that are there. What is wrong is said once, and nothing comes behind it.
    pub fn step(&mut self) -> Result<Step, Wrong> {
        let step = self.find();
        match self.broken.take() {
            // the capture was cut there, so what is said of its end is not its fault
            Some(broken) if matches!(step, Err(_) | Ok(Step::End)) => Err(broken),
            broken => {
                self.broken = broken;
                step.map_err(Wrong::Fault)
            }
        }
    }

    fn find(&mut self) -> Result<Step, Fault> {
        if self.zipped.is_none() {
            return Ok(Step::More);
        }
        loop {
            let rest = Bytes { bytes: &self.held[self.done..], offset: self.before + self.done, last: self.ended };
            let format = match &mut self.format {
                Some(format) => format,
                None if rest.bytes.len() < 4 && !rest.last => return Ok(Step::More),
                None => self.format.insert(Format::of(rest.bytes)?),
            };
            let (bytes, found) = match format {
                Format::Pcap(pcap) => pcap.next(&rest)?,
                Format::PcapNg(pcap) => pcap.next(&rest)?,
                Format::Hex(hex) => hex.next(&rest)?,
            };
            self.done += bytes;
            match found {
                Found::Packet(frame) => return Ok(Step::Packet(frame)),
                Found::Other => {}
                Found::More => return Ok(Step::More),
                Found::End => return Ok(Step::End),
            }
        }
    }

    /// Reads on: once, so that what is there is not kept waiting for what is not.
    pub fn fill(&mut self) {
        self.held.drain(..self.done);
        self.before += std::mem::take(&mut self.done);
        let there = self.held.len();
        self.held.resize(there + BLOCK, 0);
        let read = loop {
            match self.from.read(&mut self.held[there..]) {
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.held.truncate(there + *read.as_ref().unwrap_or(&0));
        let of_gzip = [ErrorKind::UnexpectedEof, ErrorKind::InvalidInput, ErrorKind::InvalidData];
        match read {
            Ok(bytes) => self.ended = bytes == 0,
            Err(e) => {
                self.ended = true;
                self.broken = Some(match self.zipped {
                    Some(true) if of_gzip.contains(&e.kind()) => Wrong::Fault(Fault::Gzip { what: e.to_string() }),
                    _ => Wrong::Io(e),
                });
            }
        }
        if self.zipped.is_none() && (self.ended || self.held.len() > 1) {
            let zipped = self.held.starts_with(&[0x1f, 0x8b]);
            self.zipped = Some(zipped);
            if zipped {
                let from = std::mem::replace(&mut self.from, Box::new(io::empty()));
                self.from = Box::new(MultiGzDecoder::new(Cursor::new(std::mem::take(&mut self.held)).chain(from)));
                self.ended = false;
            }
        }
    }
}

impl Format {
    /// By the first bytes.
    fn of(bytes: &[u8]) -> Result<Format, Fault> {
        Ok(match bytes.first_chunk() {
            Some([0xa1, 0xb2, 0xc3, 0xd4] | [0xd4, 0xc3, 0xb2, 0xa1]) => Format::Pcap(Default::default()), // microseconds
            Some([0xa1, 0xb2, 0x3c, 0x4d] | [0x4d, 0x3c, 0xb2, 0xa1]) => Format::Pcap(Default::default()), // nanoseconds
            Some([0x0a, 0x0d, 0x0d, 0x0a]) => Format::PcapNg(Default::default()),
            _ if bytes.is_empty() || !hex::is_text(bytes) => return Err(Fault::NotACapture { start: start(bytes) }),
            _ => Format::Hex(hex::Hex::new(start(bytes))),
        })
    }
}

/// The first bytes, as a message shows them.
fn start(bytes: &[u8]) -> String {
    match &bytes[..bytes.len().min(4)] {
        [] => "nothing".into(),
        bytes => bytes.iter().fold("0x".into(), |text, b| format!("{text}{b:02x}")),
    }
}
