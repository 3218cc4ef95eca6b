//! Drives a parser and watches its results.

use crate::frames::{Telemetry, Verdict, HOPS, QPN_BASE};
use hdl::parser::Parser;
use hdl::prelude::*;
use hdl::sim::Sim;
use layout::drop_reason::DropReason;
use layout::timing::PARSER_LATENCY;
use std::collections::VecDeque;

/// A beat as the stream carries it.
#[derive(Clone, Debug)]
pub struct Beat {
    pub data: Vec<u8>,
    pub keep: u64,
    pub last: bool,
    pub user: bool,
}

/// A frame's beats, `width` bytes each.
pub fn beats(frame: &[u8], width: usize) -> Vec<Beat> {
    let count = frame.len().div_ceil(width);
    let ones = |n: usize| u64::MAX >> (64 - n);
    let beat = |(i, bytes): (usize, &[u8])| {
        // what tkeep does not cover is not zero, so that nobody relies on it
        let mut data = bytes.to_vec();
        data.resize(width, 0xee);
        Beat { data, keep: ones(bytes.len()), last: i + 1 == count, user: false }
    };
    frame.chunks(width).enumerate().map(beat).collect()
}

/// xorshift: the same numbers in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        println!("seed {seed}");
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
}

/// When beats are offered and taken.
pub enum Pace<'a> {
    /// One a cycle.
    Full,
    /// Gaps on either side of the handshake.
    Gaps(&'a mut Random),
}

/// A parser and the results that it owes.
pub struct Bench<const W: usize, const K: usize, const L: usize> {
    pub sim: Sim<Parser<W, K, L>>,
    /// Of each result the advice, if it has one and the parser reads revised CNPs: withdraw, number, rate, validity,
    /// switch.
    pub advices: Vec<Option<[u32; 5]>>,
    owed: VecDeque<u64>,
    cycle: u64,
}

impl<const W: usize, const K: usize, const L: usize> Bench<W, K, L> {
    pub fn new() -> Self {
        Self::with_fcr(false)
    }

    pub fn with_fcr(fcr: bool) -> Self {
        let mut sim = Sim::new(Parser::with_fcr(HOPS, fcr), |parser| &mut parser.clock);
        sim.uut.cfg_qpn_base.next = u64::from(QPN_BASE).into();
        sim.uut.cfg_ece_place.next = 0.into();
        sim.uut.cfg_max_frame_bytes.next = 1500.into();
        sim.uut.room.next = true;
        sim.reset(2).unwrap();
        Self { sim, advices: vec![], owed: VecDeque::new(), cycle: 0 }
    }

    /// One cycle; the result that it shows, and whether a beat was taken.
    fn cycle(&mut self, beat: Option<&Beat>, room: bool) -> (Option<Verdict>, bool) {
        let parser = &mut self.sim.uut;
        parser.room.next = room;
        parser.s_axis_tvalid.next = beat.is_some();
        if let Some(beat) = beat {
            parser.s_axis_tdata.next = Bus::from_le_bytes(&beat.data);
            parser.s_axis_tkeep.next = U::wrap(beat.keep.into());
            parser.s_axis_tlast.next = beat.last;
            parser.s_axis_tuser.next = beat.user;
        }
        self.sim.settle().unwrap();
        let parser = &self.sim.uut;
        assert_eq!(parser.s_axis_tready.val(), room, "s_axis_tready is room");
        let due = self.owed.front() == Some(&self.cycle);
        assert_eq!(parser.res_valid.val(), due, "cycle {}: a result is due or not", self.cycle);
        let verdict = due.then(|| {
            self.owed.pop_front();
            let hop = |i: usize| {
                let hop = parser.res_hop[i].val();
                [hop.speed.raw(), hop.ts.raw(), hop.tx.raw(), hop.q.raw()].map(|x| x as u32)
            };
            let telemetry = Telemetry {
                path: parser.res_path.val().raw() as u16,
                n_hop: parser.res_n_hop.val().raw() as u8,
                hops: std::array::from_fn(hop),
            };
            let event = Verdict::Event {
                kind: parser.res_kind.val().raw() as u8,
                qpn: parser.res_qpn.val().raw() as u32,
                psn: parser.res_psn.val().raw() as u32,
                ece: parser.res_ece.val(),
                telemetry: parser.res_telemetry.val().then_some(telemetry),
            };
            assert!(parser.res_telemetry.val() || telemetry == Telemetry::default(), "zero without telemetry");
            if let Some(res) = parser.res_opt.first() {
                let a = res.val();
                let fields = [a.advice_rate.raw(), a.advice_seq.raw(), a.advice_validity.raw(), a.advice_switch.raw()];
                let [rate, seq, validity, switch] = fields.map(|x| x as u32);
                let said = [a.advice_withdraw.into(), seq, rate, validity, switch];
                assert!(a.advice || said == [0; 5], "zero without an advice");
                self.advices.push(a.advice.then_some(said));
            }
            let reason = parser.res_reason.val().raw() as u8;
            if parser.res_drop.val() {
                assert_eq!(
                    event,
                    Verdict::Event { kind: 0, qpn: 0, psn: 0, ece: false, telemetry: None },
                    "a drop has no event"
                );
                Verdict::Drop(DropReason::from_bits(reason).unwrap())
            } else {
                assert_eq!(reason, 0, "an event has no reason");
                event
            }
        });
        let taken = beat.is_some() && room;
        if taken && beat.is_some_and(|beat| beat.last) {
            self.owed.push_back(self.cycle + u64::from(PARSER_LATENCY));
        }
        self.sim.step().unwrap();
        self.cycle += 1;
        (verdict, taken)
    }

    /// Sends beats and returns the results, exactly one a frame, each in its cycle.
    pub fn run(&mut self, beats: &[Beat], mut pace: Pace) -> Vec<Verdict> {
        let mut verdicts = vec![];
        for beat in beats {
            loop {
                let (offer, room) = match &mut pace {
                    Pace::Full => (true, true),
                    Pace::Gaps(random) => (random.below(3) > 0, random.below(4) > 0),
                };
                let (verdict, taken) = self.cycle(offer.then_some(beat), room);
                verdicts.extend(verdict);
                if taken {
                    break;
                }
            }
        }
        while !self.owed.is_empty() {
            verdicts.extend(self.cycle(None, true).0);
        }
        for _ in 0..2 * PARSER_LATENCY {
            self.cycle(None, true);
        }
        assert_eq!(verdicts.len(), beats.iter().filter(|beat| beat.last).count(), "one result a frame");
        verdicts
    }

    /// One cycle with a beat on offer, taken.
    pub fn offer(&mut self, beat: &Beat) {
        self.cycle(Some(beat), true);
    }

    /// After a reset no result is owed.
    pub fn forget(&mut self) {
        self.owed.clear();
    }

    /// Sends frames and returns their results.
    pub fn frames(&mut self, frames: &[Vec<u8>], pace: Pace) -> Vec<Verdict> {
        let beats: Vec<Beat> = frames.iter().flat_map(|frame| beats(frame, K)).collect();
        self.run(&beats, pace)
    }
}

/// Runs a generic test function at every width, with 8 bits of QP index.
#[macro_export]
macro_rules! at_every_width {
    ($test:ident) => {{
        let _width = hdl::num::QpBits::set(8);
        $test::<64, 8, 2>();
        $test::<128, 16, 4>();
        $test::<256, 32, 8>();
        $test::<512, 64, 16>();
    }};
}

/// The same at the least and at the greatest width, for tests that take long: the emitted parser meets such frames at
/// every width.
#[macro_export]
macro_rules! at_both_ends {
    ($test:ident) => {{
        let _width = hdl::num::QpBits::set(8);
        $test::<64, 8, 2>();
        $test::<512, 64, 16>();
    }};
}
