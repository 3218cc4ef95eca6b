//! `inserter`: the block with its cycles (hdl/src/inserter.md).

use super::frame::{Byte, Config, Found, Verdict, find};
use crate::delay::Delay;
use crate::fifo::Fifo;
use crate::parser::{Beat, MAX_BEAT_BYTES};
use std::collections::VecDeque;

/// Beats that wait until it is known what becomes of their frame.
const WAITING: usize = 32;
/// Beats that wait to be taken, and from how many on none is begun.
const BEATS: usize = 32;
const BEGUN_BELOW: usize = 16;
/// Cycles from the beat that decides to the question whose turn it is.
const DECIDES: usize = 4;
/// Cycles in which a beat is made, until it is held.
const MAKES: usize = 9;
/// The last byte that is looked at: of BTH's first word, behind two tags and IPv6.
const LOOKS: usize = 4 * 18 + 1;

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: all but what is kept of the QPs is as it was at first.
    pub rst_n: bool,
    pub init: Option<u32>,
    /// The host writes: one in so many of a QP's data packets has the area.
    pub host: Option<(u32, u8)>,
    /// `s_axis_*`: its `tuser` is not looked at.
    pub beat: Option<Beat>,
    /// `s_axis_tuser`.
    pub qpn: u32,
    pub ready: bool,
    /// Must not change while frames are under way.
    pub cfg: Config,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub ready: bool,
    pub beat: Option<Beat>,
    pub counts: Counts,
}

/// What is counted, each modulo 2^32.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub inserted: u32,
    pub passed: u32,
    pub too_long: u32,
    pub not_data: u32,
    pub broken: u32,
}

/// What becomes of a frame.
#[derive(Copy, Clone, Debug)]
struct Plan {
    verdict: Verdict,
    /// Of one that gets an area.
    found: Option<Found>,
}

/// A beat that is made.
#[derive(Copy, Clone, Debug)]
struct Made {
    beat: Beat,
    /// The first half of an ICRC that ends in this beat: the last two bytes of the beat before.
    lead: Option<[u8; 2]>,
}

/// The frame whose beats go.
#[derive(Clone, Debug, Default)]
struct Going {
    /// Beats that went.
    out: usize,
    /// Beats of which the bytes came, and these.
    seen: usize,
    came: Vec<Byte>,
    odd: bool,
}

/// The block: a beat a cycle in, and a beat a cycle out.
#[derive(Clone)]
pub struct Inserter {
    width: usize,
    every: Vec<u8>,
    since: Vec<u8>,
    /// The headers of the frame that comes, and how many beats of it came.
    head: Vec<Byte>,
    beats_in: usize,
    qpn: u32,
    deciding: Delay<(u32, Option<Found>), DECIDES>,
    plans: VecDeque<Plan>,
    rows: VecDeque<Beat>,
    /// Rows of which `tkeep` was looked at.
    marked: usize,
    marking: Delay<(), 1>,
    going: Going,
    making: Delay<Made, MAKES>,
    held: Option<Beat>,
    beats: Fifo<Beat, BEATS>,
    /// A frame's last beat was begun a cycle ago.
    ended: Option<(Verdict, bool)>,
    counts: Counts,
}

impl Inserter {
    /// On a stream of 64, 128, 256 or 512 bits.
    pub fn new(qps: u32, data_bits: u32) -> Self {
        Self {
            width: data_bits as usize / 8,
            every: vec![0; qps as usize],
            since: vec![0; qps as usize],
            head: vec![],
            beats_in: 0,
            qpn: 0,
            deciding: Delay::default(),
            plans: VecDeque::new(),
            rows: VecDeque::new(),
            marked: 0,
            marking: Delay::default(),
            going: Going::default(),
            making: Delay::default(),
            held: None,
            beats: Fifo::default(),
            ended: None,
            counts: Counts::default(),
        }
    }

    pub fn reset(&mut self) {
        let (every, since) = (std::mem::take(&mut self.every), std::mem::take(&mut self.since));
        *self = Self { every, since, ..Self::new(0, 8 * self.width as u32) };
    }

    /// Of a QP: the host's number, and packets since the last one with an area.
    pub fn policy(&self, qpn: u32) -> (u8, u8) {
        (self.every[qpn as usize], self.since[qpn as usize])
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let ready = self.rows.len() < WAITING && input.init.is_none();
        let out = Out { ready, beat: self.beats.head(), counts: self.counts };
        self.count();

        let made = if self.beats.len() < BEGUN_BELOW { self.go(&input.cfg) } else { None };
        let made = self.making.step(made);
        let emitted = self.hold(made);
        self.beats.step(emitted, input.ready);

        self.marked += usize::from(self.marking.newest().is_some());
        let beat = input.beat.filter(|_| ready);
        self.marking.step(beat.map(|_| ()));
        let decided = beat.and_then(|beat| self.take(&beat, input.qpn));
        if let Some((qpn, found)) = self.deciding.step(decided) {
            let plan = self.decide(qpn, found, input);
            self.plans.push_back(plan);
        }
        if let Some(qpn) = input.init {
            (self.every[qpn as usize], self.since[qpn as usize]) = (0, 0);
        } else if let Some((qpn, every)) = input.host {
            self.every[qpn as usize] = every;
        }
        if !input.rst_n {
            self.reset();
        }
        out
    }

    /// A beat waits; the one with all that is looked at, or the last, decides.
    fn take(&mut self, beat: &Beat, qpn: u32) -> Option<(u32, Option<Found>)> {
        self.rows.push_back(*beat);
        if self.beats_in == 0 {
            self.qpn = qpn;
            self.head.clear();
        }
        let (first, deepest) = (self.beats_in, LOOKS / self.width);
        if first <= deepest {
            self.head.extend(bytes_of(beat, self.width));
        }
        self.beats_in = if beat.tlast { 0 } else { self.beats_in + 1 };
        let decides = first == deepest || beat.tlast && first < deepest;
        decides.then(|| (self.qpn, find(&self.head)))
    }

    /// Of `every` data packets of a QP the first has the area, if it does not become too long by it.
    fn decide(&mut self, qpn: u32, found: Option<Found>, input: &In) -> Plan {
        let Some(packet) = found else { return Plan { verdict: Verdict::NotData, found } };
        let (every, since) = self.policy(qpn);
        let is_due = every > 0 && since == 0 && input.cfg.area > 0;
        let verdict = match (is_due, packet.fits(&input.cfg)) {
            (false, _) => Verdict::Passed,
            (true, false) => Verdict::TooLong,
            (true, true) => Verdict::Inserted,
        };
        let next = if u32::from(since) + 1 >= every.into() { 0 } else { since + 1 };
        self.since[qpn as usize] = if verdict == Verdict::TooLong { 0 } else { next };
        Plan { verdict, found: found.filter(|_| verdict == Verdict::Inserted) }
    }

    /// The next beat of the first frame that waits.
    fn go(&mut self, cfg: &Config) -> Option<Made> {
        let plan = *self.plans.front()?;
        let row = *self.rows.front().filter(|_| self.marked > 0)?;
        let (width, going) = (self.width, &mut self.going);
        let area = plan.found.map_or(0, |_| cfg.area_bytes());
        // beats behind the one in which the area begins come later by whole beats of it
        let (first, whole) = (plan.found.map_or(0, |found| (found.area() - 1) / width), area / width);
        let source = |out: usize| if out <= first { out } else { first.max(out.saturating_sub(whole)) };
        if going.came.len() == going.seen * width {
            going.came.extend(bytes_of(&row, width));
            going.odd |= is_odd(&row, width);
        }
        let out = going.out;
        let end = going.seen * width + last_kept(&row, width);
        let is_last = row.tlast && out == (end + area) / width;

        let mut lead = None;
        let place = |at: usize| match plan.found {
            Some(found) => found.byte(at, &going.came, cfg),
            None => going.came[at],
        };
        let mut bytes: Vec<Byte> = (out * width..(out + 1) * width).map(place).collect();
        if let Some(found) = plan.found {
            let icrc = found.icrc(cfg);
            if (icrc + 2) / width == out {
                let all: Vec<u8> = (0..icrc + 4).map(|at| found.byte(at, &going.came, cfg).data).collect();
                let sealed = found.seal(&all, cfg);
                for (at, byte) in (icrc..).zip(sealed) {
                    if at >= out * width {
                        bytes[at - out * width].data = byte;
                    }
                }
                lead = (icrc < out * width).then_some([sealed[0], sealed[1]]);
            }
        }
        let is_short = plan.found.is_some_and(|found| end + area < found.icrc(cfg) + 3);
        let broken = plan.found.is_some() && is_last && (is_short || going.odd);
        let mut beat = Beat { tdata: [0; MAX_BEAT_BYTES], tkeep: 0, tlast: is_last, tuser: broken };
        for (i, byte) in bytes.iter().enumerate() {
            beat.tdata[i] = byte.data;
            beat.tkeep |= u64::from(byte.kept) << i;
        }

        let moves_on = !row.tlast && source(out + 1) != source(out);
        going.out += 1;
        if is_last || moves_on {
            going.seen += 1;
            self.rows.pop_front();
            self.marked -= 1;
        }
        if is_last {
            self.plans.pop_front();
            self.going = Going::default();
            self.ended = Some((plan.verdict, broken));
        }
        Some(Made { beat, lead })
    }

    /// A beat waits for the next one of its frame, in which its ICRC may end.
    fn hold(&mut self, made: Option<Made>) -> Option<Beat> {
        let mut emitted = self.held.filter(|held| made.is_some() || held.tlast);
        if let (Some(beat), Some([first, second])) = (&mut emitted, made.and_then(|made| made.lead)) {
            (beat.tdata[self.width - 2], beat.tdata[self.width - 1]) = (first, second);
        }
        if emitted.is_some() || made.is_some() {
            self.held = made.map(|made| made.beat);
        }
        emitted
    }

    fn count(&mut self) {
        let Some((verdict, broken)) = self.ended.take() else { return };
        let c = &mut self.counts;
        let count = match verdict {
            Verdict::Inserted => &mut c.inserted,
            Verdict::Passed => &mut c.passed,
            Verdict::TooLong => &mut c.too_long,
            Verdict::NotData => &mut c.not_data,
        };
        *count = count.wrapping_add(1);
        c.broken = c.broken.wrapping_add(broken.into());
    }
}

fn bytes_of(beat: &Beat, width: usize) -> impl Iterator<Item = Byte> + '_ {
    (0..width).map(|i| if beat.tkeep >> i & 1 == 1 { beat.tdata[i].into() } else { Byte::default() })
}

/// Its `tkeep` is none that may be.
fn is_odd(beat: &Beat, width: usize) -> bool {
    let kept = beat.tkeep.count_ones() as usize;
    let runs = beat.tkeep.trailing_ones() as usize == kept;
    !runs || if beat.tlast { kept == 0 } else { kept < width }
}

/// The place of the last byte that is kept; 0 if there is none.
fn last_kept(beat: &Beat, width: usize) -> usize {
    (0..width).rev().find(|i| beat.tkeep >> i & 1 == 1).unwrap_or(0)
}
