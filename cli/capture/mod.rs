//! Reads captures into frames, whole, for `parse` and `verify --capture`: pcap, pcapng, and packets in hex digits, each
//! of them also in gzip. What stands before a fault in a file is not lost: [`Capture`] has both.
//!
//! The parser takes Ethernet, so a packet of another link type gets an Ethernet header ([`link`]).

mod hex;
mod link;
mod pcap;

use flate2::read::MultiGzDecoder;
pub use link::Link;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes that a compressed capture may hold: a small file could fill any memory.
const LARGEST: u64 = 1 << 30;

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
    #[error("gzip: {what}: expected a complete gzip file of at most 1 GiB")]
    Gzip { what: String },
    #[error("link type {found}: expected {}", Link::KNOWN)]
    LinkType { found: u32 },
    #[error("record {record} at byte {offset} has {have} of {need} bytes: expected a complete record")]
    Cut { record: usize, offset: usize, need: usize, have: usize },
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
        let bytes = if file == Path::new("-") {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(file)
        };
        bytes.map(|b| Capture::parse(&b)).map_err(|source| CaptureError::Io { file: file.into(), source })
    }

    pub fn parse(bytes: &[u8]) -> Capture {
        if !bytes.starts_with(&[0x1f, 0x8b]) {
            return Capture::uncompressed(bytes);
        }
        let mut inside = Vec::new();
        let read = MultiGzDecoder::new(bytes).take(LARGEST + 1).read_to_end(&mut inside);
        let what = match read {
            Ok(_) if inside.len() as u64 <= LARGEST => return Capture::uncompressed(&inside),
            Ok(_) => "too long".into(),
            Err(e) => e.to_string(),
        };
        // the packets before it, whatever is said of the last one
        let Capture { frames, .. } = Capture::uncompressed(&inside);
        Capture { frames, fault: Some(Fault::Gzip { what }) }
    }

    fn uncompressed(bytes: &[u8]) -> Capture {
        let mut frames = Vec::new();
        let read = match bytes.first_chunk() {
            Some([0xa1, 0xb2, 0xc3, 0xd4] | [0xd4, 0xc3, 0xb2, 0xa1]) => pcap::parse(bytes, &mut frames), // microseconds
            Some([0xa1, 0xb2, 0x3c, 0x4d] | [0x4d, 0x3c, 0xb2, 0xa1]) => pcap::parse(bytes, &mut frames), // nanoseconds
            Some([0x0a, 0x0d, 0x0d, 0x0a]) => pcap::parse_ng(bytes, &mut frames),
            _ => match std::str::from_utf8(bytes) {
                Ok(text) if hex::is_text(text) => hex::parse(text, &mut frames),
                _ => Err(Fault::NotACapture { start: start(bytes) }),
            },
        };
        Capture { frames, fault: read.err() }
    }
}

/// The first bytes, as a message shows them.
fn start(bytes: &[u8]) -> String {
    match &bytes[..bytes.len().min(4)] {
        [] => "nothing".into(),
        bytes => bytes.iter().fold("0x".into(), |text, b| format!("{text}{b:02x}")),
    }
}
