//! What can be said of a capture's packets without a design: by the parser's model.

use crate::capture::Frame;
use layout::config::Config;
use layout::drop_reason::DropReason;
use model::packet::classify::{self, PacketEvent, ParserConfig, TelemetryConfig};
use std::collections::BTreeMap;

/// What the parser makes of a packet.
pub type Verdict = std::result::Result<PacketEvent, DropReason>;

/// The parser cannot read the packet, but the capture kept less of it than was there: so nothing is known of it.
pub fn is_cut_short(frame: &Frame, verdict: Verdict) -> bool {
    frame.is_cut() && matches!(verdict, Err(DropReason::Truncated | DropReason::AxisKeep))
}

/// Leaves out the packets that the capture cut short; how many they are.
pub fn leave_out_cut(frames: &mut Vec<Frame>) -> usize {
    let before = frames.len();
    // whether a frame is whole does not depend on the configuration
    frames.retain(|f| !is_cut_short(f, by_model(&f.bytes, &ParserConfig::default())));
    before - frames.len()
}

/// A block of QPs, and its share of a capture's feedback.
pub struct Busiest {
    /// Its first QPN.
    pub base: u32,
    pub feedback: u64,
    /// Packets with feedback, of all blocks.
    pub of: u64,
}

/// The block of QPs with the most congestion feedback; that of QPN 0 where there is none.
pub fn busiest_block<'a>(
    frames: impl Iterator<Item = &'a [u8]>,
    config: &Config,
    telemetry: TelemetryConfig,
) -> Busiest {
    // with all 24 bits an index, every QPN is known
    let all = ParserConfig { qp_bits: 24, telemetry, ..ParserConfig::default() };
    let mut blocks = BTreeMap::new();
    for event in frames.filter_map(|bytes| classify::frame(bytes, &all).ok()) {
        *blocks.entry(event.qpn & !(config.engine.qps - 1)).or_insert(0u64) += 1;
    }
    let of = blocks.values().sum();
    // of equal ones the lowest
    let (base, feedback) = blocks.into_iter().rev().max_by_key(|(_, count)| *count).unwrap_or((0, 0));
    Busiest { base, feedback, of }
}

/// A frame on a stream without faults: an empty one is a beat without bytes, which the stream part drops.
pub fn by_model(bytes: &[u8], parser: &ParserConfig) -> Verdict {
    if bytes.is_empty() { Err(DropReason::AxisKeep) } else { classify::frame(bytes, parser) }
}
