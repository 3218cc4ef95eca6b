//! The parser, cycle by cycle: the golden model of `ackw_parser`, whose page is `hdl/src/parser.md`.
//!
//! The stream part is here: handshake, steps 1 and 2, the length, reset, latency. The verdict on a frame's bytes is
//! [`classify::frame`]; the model buffers the whole frame and asks once, at its end, where the RTL catches fields as
//! they pass, so the two share no structure.
//!
//! One call of [`Parser::step`] is one clock cycle: it takes the inputs of the cycle and gives the outputs seen in it.

use crate::hpcc::{Hop, Telemetry};
use crate::lsn::Said;
use crate::packet::classify::{self, MAX_COUNTED_BYTES, PacketEvent, ParserConfig, Request, Response};
use crate::packet::cnp::Revised;
use layout::drop_reason::DropReason;
use layout::hpcc::{MAX_HOPS, NHop, PathId};
use layout::lsn::Lsn;
use layout::prober::Kind as Probe;
use layout::record::Kind;
use layout::timing::PARSER_LATENCY;

/// Bytes of the widest beat, 512 bits. Narrower streams use the low bytes and the low `tkeep` bits.
pub const MAX_BEAT_BYTES: usize = 64;

/// A result's way through the pipeline, or an empty place.
type Slot = Option<Result<PacketEvent, DropReason>>;

/// One beat of the stream. Bytes behind the frame's end may be anything.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Byte `i` is bits `8i+7:8i` of the port.
    pub tdata: [u8; MAX_BEAT_BYTES],
    pub tkeep: u64,
    pub tlast: bool,
    pub tuser: bool,
}

impl Beat {
    /// The beats of a frame on a stream `data_bits` wide, as a MAC without faults sends them, zeros behind the last
    /// byte. A frame of no bytes gives one beat with a `tkeep` of 0, which the parser drops as `axis_keep`.
    pub fn split(frame: &[u8], data_bits: u32) -> impl Iterator<Item = Beat> + '_ {
        let width = beat_bytes(data_bits);
        let beats = frame.len().div_ceil(width).max(1);
        (0..beats).map(move |i| {
            let bytes = &frame[i * width..frame.len().min((i + 1) * width)];
            let mut tdata = [0; MAX_BEAT_BYTES];
            tdata[..bytes.len()].copy_from_slice(bytes);
            Beat { tdata, tkeep: ones(bytes.len()), tlast: i + 1 == beats, tuser: false }
        })
    }
}

/// The inputs in one cycle, named as the ports are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct In {
    pub rst_n: bool,
    pub tvalid: bool,
    /// `s_axis_tdata`, `s_axis_tkeep`, `s_axis_tlast`, `s_axis_tuser`; without meaning unless `tvalid`.
    pub beat: Beat,
    pub room: bool,
    /// Must not change between a frame's first beat and its result.
    pub cfg: ParserConfig,
}

impl In {
    /// A cycle that offers nothing.
    pub fn idle(cfg: ParserConfig) -> Self {
        let beat = Beat { tdata: [0; MAX_BEAT_BYTES], tkeep: 0, tlast: false, tuser: false };
        Self { rst_n: true, tvalid: false, beat, room: true, cfg }
    }

    /// A cycle that offers a beat to a parser that takes it.
    pub fn offer(beat: Beat, cfg: ParserConfig) -> Self {
        Self { tvalid: true, beat, ..Self::idle(cfg) }
    }
}

/// The outputs in one cycle, named as the ports are. All of `res_*` is 0 unless `res_valid`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub tready: bool,
    pub res_valid: bool,
    pub res_drop: bool,
    pub res_reason: u8,
    pub res_kind: u8,
    pub res_qpn: u32,
    pub res_psn: u32,
    pub res_ece: bool,
    pub res_telemetry: bool,
    pub res_path: u16,
    pub res_n_hop: u8,
    /// A parser for fewer hops has the first of these.
    pub res_hop: [Hop; MAX_HOPS],
    /// A CNP carries an advice, which follows: of a parser that reads revised CNPs.
    pub res_advice: bool,
    pub res_advice_withdraw: bool,
    pub res_advice_seq: u16,
    pub res_advice_rate: u32,
    pub res_advice_validity: u16,
    pub res_advice_switch: u16,
    /// What the frame answers, a probe's kind; of a parser that reads responses.
    pub res_resp_kind: u8,
    pub res_resp_time: u32,
    /// What the frame asks, likewise; of a parser that reads requests.
    pub res_req_kind: u8,
    pub res_req_time: u32,
    /// The ACK has an LSN; of a parser that reads these.
    pub res_lsn_given: bool,
    pub res_lsn_read: bool,
    pub res_lsn_value: u32,
}

impl Out {
    fn new(tready: bool, slot: Slot) -> Self {
        let idle = Self { tready, ..Self::default() };
        match slot {
            None => idle,
            Some(Err(reason)) => Self { res_valid: true, res_drop: true, res_reason: reason as u8, ..idle },
            Some(Ok(event)) => Self {
                res_valid: true,
                res_kind: event.kind as u8,
                res_qpn: event.qpn,
                res_psn: event.psn,
                res_ece: event.ece,
                res_resp_kind: event.response.map_or(0, |response| response.kind as u8),
                res_resp_time: event.response.map_or(0, |response| response.time),
                res_req_kind: event.request.map_or(0, |request| request.kind as u8),
                res_req_time: event.request.map_or(0, |request| request.time),
                res_lsn_given: event.lsn.is_some(),
                res_lsn_read: event.lsn.is_some_and(|said| said.read),
                res_lsn_value: event.lsn.map_or(0, |said| said.value.raw() as u32),
                ..idle.with(event.telemetry).advised(event.advice)
            },
        }
    }

    fn advised(self, advice: Option<Revised>) -> Self {
        match advice {
            None => self,
            Some(a) => Self {
                res_advice: true,
                res_advice_withdraw: a.withdraw,
                res_advice_seq: a.seq,
                res_advice_rate: a.rate,
                res_advice_validity: a.validity,
                res_advice_switch: a.switch,
                ..self
            },
        }
    }

    fn with(self, telemetry: Option<Telemetry<MAX_HOPS>>) -> Self {
        match telemetry {
            None => self,
            Some(t) => Self {
                res_telemetry: true,
                res_path: t.path.raw() as u16,
                res_n_hop: t.n_hop.raw() as u8,
                res_hop: t.hops,
                ..self
            },
        }
    }

    /// The frame's result, if this cycle has one and its codes are legal (a device under test may say anything).
    pub fn result(&self) -> Option<Result<PacketEvent, DropReason>> {
        match (self.res_valid, self.res_drop) {
            (false, _) => None,
            (true, true) => DropReason::from_bits(self.res_reason).map(Err),
            (true, false) => {
                let (kind, qpn, psn, ece) = (Kind::from_bits(self.res_kind)?, self.res_qpn, self.res_psn, self.res_ece);
                let telemetry = self.res_telemetry.then(|| Telemetry {
                    path: PathId::wrap(self.res_path.into()),
                    n_hop: NHop::wrap(self.res_n_hop.into()),
                    hops: self.res_hop,
                });
                let advice = self.res_advice.then_some(Revised {
                    withdraw: self.res_advice_withdraw,
                    seq: self.res_advice_seq,
                    rate: self.res_advice_rate,
                    validity: self.res_advice_validity,
                    switch: self.res_advice_switch,
                });
                let response = match Probe::from_bits(self.res_resp_kind.into())? {
                    Probe::None => None,
                    kind => Some(Response { kind, time: self.res_resp_time }),
                };
                let request = match Probe::from_bits(self.res_req_kind.into())? {
                    Probe::None => None,
                    kind => Some(Request { kind, time: self.res_req_time }),
                };
                let (read, value) = (self.res_lsn_read, Lsn::wrap(self.res_lsn_value.into()));
                let lsn = self.res_lsn_given.then_some(Said { read, value });
                Some(Ok(PacketEvent { kind, qpn, psn, ece, telemetry, advice, response, request, lsn }))
            }
        }
    }
}

/// The parser between two cycles.
#[derive(Clone, Debug)]
pub struct Parser {
    beat_bytes: usize,
    /// The bytes of the frame in flight, as placed so far; its capacity never grows.
    frame: Vec<u8>,
    /// Ones in the `tkeep` of the beats so far, saturating.
    len: usize,
    /// A beat before the last was not full.
    keep_failed: bool,
    /// Results under way: a ring, read and then overwritten at `now`.
    pipe: [Slot; PARSER_LATENCY as usize],
    now: usize,
}

impl Parser {
    /// A parser as reset leaves it, for a stream of 64, 128, 256 or 512 bits.
    ///
    /// # Panics
    /// For any other width.
    pub fn new(data_bits: u32) -> Self {
        Self {
            beat_bytes: beat_bytes(data_bits),
            frame: Vec::with_capacity(MAX_COUNTED_BYTES),
            len: 0,
            keep_failed: false,
            pipe: [None; PARSER_LATENCY as usize],
            now: 0,
        }
    }

    /// One clock cycle. With `rst_n` low there is no result in this cycle, nothing is accepted, and whatever was in
    /// flight is forgotten.
    pub fn step(&mut self, inputs: &In) -> Out {
        let tready = inputs.room;
        if !inputs.rst_n {
            self.start_frame();
            self.pipe = [None; PARSER_LATENCY as usize];
            return Out::new(tready, None);
        }
        let out = Out::new(tready, self.pipe[self.now]);
        self.pipe[self.now] = if inputs.tvalid && tready { self.accept(&inputs.beat, &inputs.cfg) } else { None };
        self.now = (self.now + 1) % self.pipe.len();
        out
    }

    fn start_frame(&mut self) {
        self.frame.clear();
        self.len = 0;
        self.keep_failed = false;
    }

    /// Takes a beat; the last one gives the frame's result.
    fn accept(&mut self, beat: &Beat, cfg: &ParserConfig) -> Slot {
        let tkeep = beat.tkeep & ones(self.beat_bytes);
        let placed = self.beat_bytes.min(MAX_COUNTED_BYTES - self.frame.len());
        self.frame.extend_from_slice(&beat.tdata[..placed]);
        self.len = MAX_COUNTED_BYTES.min(self.len + tkeep.count_ones() as usize);
        if !beat.tlast {
            self.keep_failed |= tkeep != ones(self.beat_bytes);
            return None;
        }
        let result = if self.keep_failed || !is_run_from_bit_0(tkeep) {
            Err(DropReason::AxisKeep)
        } else if beat.tuser {
            Err(DropReason::FrameError)
        } else {
            // every beat before the last was full, so the counted bytes are the first ones placed
            classify::frame(&self.frame[..self.len], cfg)
        };
        self.start_frame();
        Some(result)
    }
}

/// Bytes a beat.
fn beat_bytes(data_bits: u32) -> usize {
    assert!(matches!(data_bits, 64 | 128 | 256 | 512), "parser.data_bits = {data_bits}: expected 64, 128, 256 or 512");
    data_bits as usize / 8
}

/// `count` ones from bit 0.
const fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// 1, 3, 7, 15, and so on to all ones.
const fn is_run_from_bit_0(tkeep: u64) -> bool {
    tkeep != 0 && tkeep & tkeep.wrapping_add(1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTHS: [u32; 4] = [64, 128, 256, 512];

    /// Steps until a result comes and tells in which cycle after the first.
    fn latency(parser: &mut Parser, first: In) -> (u32, Out) {
        let mut out = parser.step(&first);
        for cycle in 0.. {
            if out.res_valid {
                return (cycle, out);
            }
            assert!(cycle < 100, "no result");
            out = parser.step(&In::idle(first.cfg));
        }
        unreachable!()
    }

    fn last(tkeep: u64) -> Beat {
        Beat { tdata: [0; MAX_BEAT_BYTES], tkeep, tlast: true, tuser: false }
    }

    #[test]
    fn a_result_comes_nine_cycles_after_the_last_beat_at_every_width() {
        for width in WIDTHS {
            let (cycles, out) = latency(&mut Parser::new(width), In::offer(last(0xff), Default::default()));
            assert_eq!((cycles, out.result()), (9, Some(Err(DropReason::Truncated))));
        }
    }

    #[test]
    fn exactly_the_runs_from_bit_0_are_legal_on_the_last_beat() {
        for tkeep in 0..=255u64 {
            let legal = [1, 3, 7, 15, 31, 63, 127, 255].contains(&tkeep);
            let (_, out) = latency(&mut Parser::new(64), In::offer(last(tkeep), Default::default()));
            let expected = if legal { DropReason::Truncated } else { DropReason::AxisKeep };
            assert_eq!(out.result(), Some(Err(expected)), "tkeep {tkeep:#x}");
        }
    }

    #[test]
    fn keep_bits_above_the_width_do_not_exist() {
        let (_, out) = latency(&mut Parser::new(64), In::offer(last(u64::MAX), Default::default()));
        assert_eq!(out.result(), Some(Err(DropReason::Truncated)));
    }

    #[test]
    fn only_the_last_beats_tuser_counts_and_keep_comes_first() {
        let cfg = ParserConfig::default();
        let body = Beat { tlast: false, tuser: true, ..last(0xff) };
        for (end, reason) in [
            (last(0xff), DropReason::NotIp),
            (Beat { tuser: true, ..last(0xff) }, DropReason::FrameError),
            (Beat { tuser: true, ..last(0xfe) }, DropReason::AxisKeep),
        ] {
            let mut parser = Parser::new(64);
            parser.step(&In::offer(body, cfg));
            assert_eq!(latency(&mut parser, In::offer(end, cfg)).1.result(), Some(Err(reason)));
        }
    }

    #[test]
    fn a_beat_is_taken_only_with_room_and_reset_forgets_the_frame() {
        let cfg = ParserConfig::default();
        let mut parser = Parser::new(64);
        let blocked = In { room: false, ..In::offer(last(0xff), cfg) };
        assert!(!parser.step(&blocked).tready);
        // a short beat before the last would fail the frame, were it not forgotten
        parser.step(&In::offer(Beat { tlast: false, ..last(1) }, cfg));
        parser.step(&In { rst_n: false, ..In::offer(last(0xff), cfg) });
        for _ in 0..20 {
            assert!(!parser.step(&In::idle(cfg)).res_valid);
        }
        assert_eq!(latency(&mut parser, In::offer(last(0x7f), cfg)).1.result(), Some(Err(DropReason::Truncated)));
    }

    #[test]
    fn the_length_saturates_where_its_counter_does() {
        let all = ParserConfig::default();
        let less = ParserConfig { max_frame_bytes: 16_382, ..all };
        for (bytes, cfg, reason) in [
            (16_382, less, DropReason::NotIp),
            (16_383, less, DropReason::Oversized),
            (16_383, all, DropReason::NotIp),
            (70_000, all, DropReason::NotIp),
            (70_000, less, DropReason::Oversized),
        ] {
            for width in WIDTHS {
                let mut parser = Parser::new(width);
                let mut beats: Vec<Beat> = Beat::split(&vec![0; bytes], width).collect();
                let end = beats.pop().expect("a frame has a beat");
                beats.iter().for_each(|&b| assert!(!parser.step(&In::offer(b, cfg)).res_valid));
                assert_eq!(latency(&mut parser, In::offer(end, cfg)).1.result(), Some(Err(reason)), "{bytes} bytes");
            }
        }
    }

    #[test]
    fn a_frame_of_no_bytes_is_one_empty_beat() {
        let beats: Vec<Beat> = Beat::split(&[], 256).collect();
        assert_eq!(beats, [Beat { tkeep: 0, ..last(0) }]);
    }
}
