//! `responder`: the block with its cycles (hdl/src/responder.md).

use super::frame::{Answer, Config, Drop, Header, frame};
use crate::delay::Delay;
use crate::fifo::Fifo;
use crate::parser::Beat;
use layout::answers::{RTT_REQUEST, RTT_RESPONSE, TELEMETRY_REQUEST, TELEMETRY_RESPONSE};
use layout::record::Kind;

/// Answers that wait for their frames.
const WAITING: usize = 8;
/// Beats that wait to be taken, and from how many on none is begun.
const BEATS: usize = 32;
const BEGUN_BELOW: usize = 16;
/// Cycles from the read of a header until it waits, and likewise of the MSN.
const READS: usize = 2;
const READS_MSN: usize = 3;
/// Cycles in which a beat is made.
const MAKES: usize = 10;

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: all but what is kept of the QPs is as it was at first.
    pub rst_n: bool,
    pub init: Option<u32>,
    /// The host writes a QP's header.
    pub host: Option<(u32, Header)>,
    /// The MSN that a QP's ACKs have from now on.
    pub msn: Option<(u32, u32)>,
    pub answer: Option<Answer>,
    pub ready: bool,
    /// Must not change while frames are under way.
    pub cfg: Config,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub answer_ready: bool,
    pub beat: Option<Beat>,
    pub counts: Counts,
}

/// What is counted, each modulo 2^32.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub acks: u32,
    pub naks: u32,
    pub cnps: u32,
    pub unwritten: u32,
    pub unknown: u32,
    /// Of one that makes responses: these, and those of QPs without a header.
    pub responses: u32,
    pub closed: u32,
    /// Of one that makes requests: these, and those of QPs without a header.
    pub requests: u32,
    pub unsent: u32,
}

/// What the first answer that waits gives in a cycle.
#[derive(Copy, Clone, Debug)]
struct Turn {
    answer: Answer,
    header: Header,
    /// Of its frame, and the last one.
    beat: usize,
    last: bool,
    dropped: Option<Drop>,
}

/// The block: an answer a cycle in, a beat a cycle out.
#[derive(Clone)]
pub struct Responder {
    data_bits: u32,
    hops: usize,
    headers: Vec<Header>,
    msns: Vec<u32>,
    /// What is written in the next cycle.
    write: Option<(u32, Header)>,
    answers: Fifo<Answer, WAITING>,
    /// QPs of which no header was read yet.
    asks: Fifo<u32, WAITING>,
    reads: Delay<Header, READS>,
    reads_msn: Delay<u32, READS_MSN>,
    read: Fifo<Header, WAITING>,
    read_msn: Fifo<u32, WAITING>,
    beat: usize,
    /// How many beats its frame has.
    shape: (usize, Option<Drop>),
    turn: Option<Turn>,
    /// Those of the frame that is being made.
    frame: Vec<Beat>,
    making: Delay<Beat, MAKES>,
    beats: Fifo<Beat, BEATS>,
    counts: Counts,
}

impl Responder {
    /// For telemetry of up to `hops` hops, on a stream of 64, 128, 256 or 512 bits.
    pub fn new(qps: u32, hops: usize, data_bits: u32) -> Self {
        Self {
            data_bits,
            hops,
            headers: vec![Header::default(); qps as usize],
            msns: vec![0; qps as usize],
            write: None,
            answers: Fifo::default(),
            asks: Fifo::default(),
            reads: Delay::default(),
            reads_msn: Delay::default(),
            read: Fifo::default(),
            read_msn: Fifo::default(),
            beat: 0,
            shape: (0, None),
            turn: None,
            frame: vec![],
            making: Delay::default(),
            beats: Fifo::default(),
            counts: Counts::default(),
        }
    }

    pub fn reset(&mut self) {
        let (headers, msns) = (std::mem::take(&mut self.headers), std::mem::take(&mut self.msns));
        *self = Self { headers, msns, ..Self::new(0, self.hops, self.data_bits) };
    }

    pub fn header(&self, qpn: u32) -> &Header {
        &self.headers[qpn as usize]
    }

    /// An answer that is offered in this cycle is taken.
    pub fn answer_ready(&self) -> bool {
        self.answers.len() < WAITING
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let out = Out { answer_ready: self.answer_ready(), beat: self.beats.head(), counts: self.counts };
        let room = self.beats.len() < BEGUN_BELOW;

        // the beat that was begun a cycle ago: all that the frame says is there now
        let made = self.make(&input.cfg);
        let (beat, pops_msn) = (self.making.step(made), self.turn.is_some_and(|turn| turn.last));
        self.beats.step(beat, input.ready);
        self.count();

        self.turn = self.begin(room, &input.cfg);
        let pops = self.turn.is_some_and(|turn| turn.last);

        // no header is read in the cycle of a write
        let write = self.write.take();
        let asked = self.asks.head().filter(|_| write.is_none());
        let read = self.reads.step(asked.map(|qpn| self.headers[qpn as usize]));
        let read_msn = self.reads_msn.step(asked).map(|qpn| self.msns[qpn as usize]);
        let answer = input.answer.filter(|_| out.answer_ready);
        self.asks.step(answer.map(|answer| answer.qpn), asked.is_some());
        self.answers.step(answer.map(|answer| self.cut(answer)), pops);
        self.read.step(read, pops);
        self.read_msn.step(read_msn, pops_msn);

        if let Some((qpn, header)) = write {
            self.headers[qpn as usize] = header;
        }
        self.write = input.init.map(|qpn| (qpn, Header::default())).or(input.host);
        if let Some((qpn, msn)) = input.init.map(|qpn| (qpn, 0)).or(input.msn) {
            self.msns[qpn as usize] = msn;
        }
        if !input.rst_n {
            self.reset();
        }
        out
    }

    /// There are no ports for other hops.
    fn cut(&self, mut answer: Answer) -> Answer {
        if let Some(telemetry) = &mut answer.telemetry {
            telemetry.hops[self.hops..].fill(Default::default());
        }
        answer
    }

    fn begin(&mut self, room: bool, cfg: &Config) -> Option<Turn> {
        let (answer, header) = (self.answers.head()?, self.read.head().filter(|_| room)?);
        let beat = self.beat;
        if beat == 0 {
            // its length does not depend on the MSN
            self.shape = match frame(&header, &answer, 0, cfg) {
                Ok(bytes) => (bytes.len().div_ceil(self.data_bits as usize / 8), None),
                Err(dropped) => (1, Some(dropped)),
            };
        }
        let (beats, dropped) = self.shape;
        let last = beat + 1 == beats;
        self.beat = if last { 0 } else { beat + 1 };
        Some(Turn { answer, header, beat, last, dropped })
    }

    fn make(&mut self, cfg: &Config) -> Option<Beat> {
        let turn = self.turn.filter(|turn| turn.dropped.is_none())?;
        if turn.beat == 0 {
            let msn = self.read_msn.head()?;
            let bytes = frame(&turn.header, &turn.answer, msn, cfg).ok()?;
            self.frame = Beat::split(&bytes, self.data_bits).collect();
        }
        Some(self.frame[turn.beat])
    }

    fn count(&mut self) {
        let Some(turn) = self.turn.filter(|turn| turn.last) else { return };
        let c = &mut self.counts;
        let is_response = matches!(turn.answer.kind, RTT_RESPONSE | TELEMETRY_RESPONSE);
        let is_request = matches!(turn.answer.kind, RTT_REQUEST | TELEMETRY_REQUEST);
        let count = match (turn.dropped, Kind::from_bits(turn.answer.kind)) {
            (Some(Drop::Unknown), _) => &mut c.unknown,
            (Some(Drop::Unwritten), _) if is_response => &mut c.closed,
            (Some(Drop::Unwritten), _) if is_request => &mut c.unsent,
            (Some(Drop::Unwritten), _) => &mut c.unwritten,
            (None, _) if is_response => &mut c.responses,
            (None, _) if is_request => &mut c.requests,
            (None, Some(Kind::Cnp)) => &mut c.cnps,
            (None, Some(Kind::Loss)) => &mut c.naks,
            (None, _) => &mut c.acks,
        };
        *count = count.wrapping_add(1);
    }
}
