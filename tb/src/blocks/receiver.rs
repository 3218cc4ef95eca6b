//! `receiver` against its model: a packet in every cycle, of one QP with alternating marks or of all in turn, answers
//! that are taken at once, rarely or never, QPs that are opened in traffic, ticks in every cycle or hardly any, and
//! silences in which the clock goes round.

use super::sweep::Sweep;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::ldcp::Psn;
use layout::receiver::{Clock, Micros, Mode};
use layout::record::Kind;
use model::receiver::{Answer, In, Packet, Policy, Receiver as Model};
use serde::{Deserialize, Serialize};

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    tick,
    cfg_ack_timeout,
    cfg_cnp_interval,
    host_we,
    host_qpn,
    host_mode,
    host_m,
    host_cnp,
    in_valid,
    in_qpn,
    in_psn,
    in_ce,
    in_queue,
    in_ack_req,
    in_last,
    m_answer_ready,
});
words!(Outputs {
    m_answer_valid,
    m_answer_qpn,
    m_answer_kind,
    m_answer_psn,
    m_answer_ece,
    m_answer_count,
    acks,
    cnps,
    merged,
    cnps_merged,
    timeouts,
});

/// What the host writes for a QP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opens {
    pub qpn: u64,
    pub mode: u64,
    pub m: u64,
    pub cnp: bool,
}

/// Packets of a QP, and how the cycles are from here on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packets {
    /// Cycles without a packet before them.
    pub gap: u32,
    /// So many of them, one a cycle.
    pub times: u32,
    pub qpn: u64,
    /// Of the first.
    pub psn: u64,
    pub ce: bool,
    /// Each second one has the other mark.
    pub flips: bool,
    pub queue: bool,
    pub ack_req: bool,
    pub last: bool,
    /// In the cycle of the first.
    pub opens: Option<Opens>,
    /// A tick in each so many cycles; 0: none.
    pub tick: u64,
    /// `m_answer_ready` in so many of 16 cycles.
    pub ready: u64,
    pub timeout: u64,
    pub interval: u64,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub struct Receiver {
    inputs: Inputs,
    outputs: Outputs,
    qps: u32,
}

impl Receiver {
    pub fn new(design: &Design, qps: u32) -> Result<Receiver, Error> {
        let name = "receiver";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Receiver { inputs, outputs, qps })
    }
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.reset();
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let policy =
            Policy { mode: Mode::from_bits(row[i.host_mode]), m: row[i.host_m] as u32, cnp: row[i.host_cnp] == 1 };
        let packet = Packet {
            psn: Psn::wrap(row[i.in_psn]),
            marked: row[i.in_ce] | row[i.in_queue] == 1,
            asks: row[i.in_ack_req] | row[i.in_last] == 1,
        };
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            tick: row[i.tick] == 1,
            ack_timeout: row[i.cfg_ack_timeout],
            cnp_interval: row[i.cfg_cnp_interval],
            host: (row[i.host_we] == 1).then_some((row[i.host_qpn] as u32, policy)),
            packet: (row[i.in_valid] == 1).then_some((row[i.in_qpn] as u32, packet)),
            answer_ready: row[i.m_answer_ready] == 1,
        });
        output[o.acks] = out.counts.acks.into();
        output[o.cnps] = out.counts.cnps.into();
        output[o.merged] = out.counts.merged.into();
        output[o.cnps_merged] = out.counts.cnps_merged.into();
        output[o.timeouts] = out.counts.timeouts.into();
        output[o.m_answer_valid] = out.answer.is_some().into();
        match out.answer {
            Some(Answer::Ack(qpn, ack)) => {
                output[o.m_answer_qpn] = qpn.into();
                output[o.m_answer_kind] = Kind::Ack as u64;
                output[o.m_answer_psn] = ack.psn.raw();
                output[o.m_answer_ece] = ack.ece.into();
                output[o.m_answer_count] = ack.count.raw();
            }
            Some(Answer::Cnp(qpn)) => {
                output[o.m_answer_qpn] = qpn.into();
                output[o.m_answer_kind] = Kind::Cnp as u64;
            }
            None => {}
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("QP 0", format!("{:?}", self.model.qp(0)))]
    }
}

struct Pins {
    inputs: Inputs,
    sweep: Sweep,
    reset_left: u32,
    /// What is under way, and how the cycles are.
    now: Packets,
    gap_left: u32,
    sent: u32,
    cycle: u64,
}

impl Pins {
    /// What looks like a packet and a host's write where none counts: in reset, and while the memories are initialised.
    fn ignored(&self, row: &mut [u64]) {
        let i = &self.inputs;
        (row[i.in_valid], row[i.host_we]) = (1, 1);
        (row[i.in_qpn], row[i.host_qpn]) = (row[i.init_addr] / 2, row[i.init_addr]);
        (row[i.in_ce], row[i.host_mode], row[i.host_m], row[i.host_cnp]) = (1, 1, 9, 1);
    }
}

impl Driver<Packets> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Packets>, row: &mut [u64]) {
        let i = self.inputs;
        self.cycle += 1;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        if self.sweep.drive(row, i.init_we, i.init_addr) {
            return self.ignored(row);
        }
        if self.sent == self.now.times {
            // without more all is taken, and what waits has its time
            self.now = feed.take().unwrap_or(Packets { tick: 1, ready: 16, ..Packets::default() });
            (self.gap_left, self.sent) = (self.now.gap, 0);
        }
        let now = self.now;
        if now.reset > 0 {
            self.reset_left = now.reset - 1;
            self.sweep.restart();
            self.now = Packets::default();
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        row[i.tick] = u64::from(now.tick > 0 && self.cycle.is_multiple_of(now.tick));
        row[i.m_answer_ready] = u64::from(self.cycle * 7 % 16 < now.ready);
        (row[i.cfg_ack_timeout], row[i.cfg_cnp_interval]) = (now.timeout, now.interval);
        (row[i.in_qpn], row[i.in_psn]) = (now.qpn, (now.psn + u64::from(self.sent)) & Psn::MAX_RAW);
        row[i.in_ce] = u64::from(now.ce ^ (now.flips && self.sent % 2 == 1));
        (row[i.in_queue], row[i.in_ack_req], row[i.in_last]) = (now.queue.into(), now.ack_req.into(), now.last.into());
        let opens = now.opens.unwrap_or(Opens { qpn: now.qpn, ..Opens::default() });
        (row[i.host_qpn], row[i.host_mode], row[i.host_m]) = (opens.qpn, opens.mode, opens.m);
        row[i.host_cnp] = opens.cnp.into();
        if self.gap_left > 0 {
            self.gap_left -= 1;
        } else if now.times > 0 {
            row[i.in_valid] = 1;
            row[i.host_we] = u64::from(now.opens.is_some() && self.sent == 0);
            self.sent += 1;
        }
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.reset_left == 0 && self.sweep.is_done() && self.sent == self.now.times
    }
}

impl Receiver {
    /// Short times, mostly, and the longest ones.
    fn time(rng: &mut Rng) -> u64 {
        match rng.below(8) {
            0..=1 => 0,
            2 => 1,
            3..=4 => rng.below(8),
            5 => rng.below(60),
            6 => rng.below(2000),
            _ => {
                if rng.chance(1, 2) {
                    Micros::MAX_RAW
                } else {
                    rng.bits(16) as u64
                }
            }
        }
    }

    fn opens(rng: &mut Rng, qpn: u64) -> Opens {
        let m = match rng.below(8) {
            0 => rng.bits(7) as u64,
            1 => 64,
            2..=3 => 1,
            _ => rng.range(2, 9),
        };
        Opens { qpn, mode: rng.below(4), m, cnp: rng.chance(2, 3) }
    }
}

impl Block for Receiver {
    type Action = Packets;

    fn name(&self) -> &str {
        "receiver"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Packets>) {
        let qps = u64::from(self.qps);
        let few = rng.range(1, 5);
        // neighbours in one bit, so that a comparison that lacks a bit shows
        let first = rng.bits(16) as u64 % qps;
        let bits = u64::from(qps.ilog2());
        let hot: Vec<u64> = (0..few).map(|k| if k == 0 { first } else { first ^ 1 << rng.below(bits) }).collect();
        // one, a few, all in turn, any
        let who = rng.below(5);
        let marks = rng.below(5);
        let dense = rng.below(3);
        let (asks, hosts) = (rng.below(4), *rng.pick(&[2u64, 12, 100, 100]).unwrap_or(&100));
        let mut mode = Packets {
            tick: *rng.pick(&[1u64, 1, 3, 40, 0]).unwrap_or(&1),
            ready: *rng.pick(&[16u64, 16, 16, 9, 2, 0]).unwrap_or(&16),
            timeout: Self::time(rng),
            interval: Self::time(rng),
            ..Packets::default()
        };
        let mut psn = if rng.chance(1, 2) { Psn::MAX_RAW - rng.below(100) } else { rng.bits(24) as u64 };
        let silent = rng.chance(1, 100).then(|| rng.below(n as u64));
        let flood = rng.chance(1, 60).then(|| rng.below(n as u64));
        for k in 0..n as u64 {
            if rng.chance(1, 40) {
                mode.ready = *rng.pick(&[16u64, 16, 16, 9, 1, 0]).unwrap_or(&16);
            }
            if rng.chance(1, 100) {
                (mode.timeout, mode.interval) = (Self::time(rng), Self::time(rng));
            }
            let qpn = match who {
                0 => first,
                1 | 2 => *rng.pick(&hot).unwrap_or(&first),
                3 => (first + k) % qps,
                _ => rng.bits(16) as u64 % qps,
            };
            let mut a = Packets { qpn, psn, times: 1, ..mode };
            a.ce = match marks {
                0 => false,
                1 => k % 2 == 1,
                2 => rng.chance(1, 2),
                3 => rng.chance(1, 16),
                _ => rng.chance(15, 16),
            };
            a.queue = marks > 1 && rng.chance(1, 40);
            a.ack_req = asks == 1 && rng.chance(1, 8);
            a.last = asks == 2 && rng.chance(1, 8);
            let burst = rng.range(1, 70);
            if rng.chance(1, 24) {
                (a.times, a.flips) = (burst as u32, rng.chance(1, 3));
            }
            a.gap = match dense {
                1 if rng.chance(1, 4) => rng.below(24) as u32,
                2 if rng.chance(1, 8) => rng.below(4 * qps.min(256)) as u32,
                _ => 0,
            };
            let named = if rng.chance(1, 4) { first } else { qpn };
            a.opens = (k < 2 || rng.chance(1, hosts)).then(|| Self::opens(rng, named));
            if silent == Some(k) {
                // the clock goes half the way round, or all of it, with some ticks more or fewer
                let most = if rng.chance(1, 2) { Clock::MAX_RAW } else { Clock::MAX_RAW / 2 };
                (a.gap, a.tick) = ((most - 600 + rng.below(1200)) as u32, 1);
            }
            if flood == Some(k) {
                // a count reaches its end, of one ACK or of each of two
                (a.flips, a.ready) = (rng.chance(1, 2), 0);
                a.times = rng.range(16_300, 20_000) as u32 * if a.flips { 2 } else { 1 };
                a.opens = a.flips.then(|| Opens { qpn, mode: 2 * rng.below(2), ..Self::opens(rng, qpn) });
            }
            if rng.chance(1, 20_000) {
                a.reset = rng.range(1, 5) as u32;
            }
            psn = (psn + u64::from(a.times)) & Psn::MAX_RAW;
            out.push(a);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Reference { model: Model::new(self.qps), inputs: self.inputs, outputs: self.outputs })
    }

    fn driver(&self) -> Box<dyn Driver<Packets>> {
        let sweep = Sweep::new(self.qps.into());
        let now = Packets::default();
        Box::new(Pins { inputs: self.inputs, sweep, reset_left: 0, now, gap_left: 0, sent: 0, cycle: 0 })
    }

    fn streams(&self) -> Vec<Stream> {
        let payload = ["m_answer_qpn", "m_answer_kind", "m_answer_psn", "m_answer_ece", "m_answer_count"];
        vec![Stream::new("m_answer_valid", Some("m_answer_ready"), &payload)]
    }

    fn simpler(&self, a: &Packets) -> Vec<Packets> {
        let mut tries = vec![
            Packets { reset: 0, ..*a },
            Packets { gap: 0, ..*a },
            Packets { gap: a.gap / 2, ..*a },
            Packets { times: 1, ..*a },
            Packets { times: a.times / 2 + a.times % 2, ..*a },
            Packets { opens: None, ..*a },
            Packets { ready: 16, ..*a },
            Packets { flips: false, ..*a },
            Packets { ce: false, ..*a },
            Packets { queue: false, ..*a },
            Packets { ack_req: false, ..*a },
            Packets { last: false, ..*a },
            Packets { tick: 0, ..*a },
            Packets { timeout: a.timeout / 2, ..*a },
            Packets { interval: a.interval / 2, ..*a },
            Packets { qpn: 0, ..*a },
            Packets { psn: 0, ..*a },
        ];
        tries.retain(|t| t != a);
        tries
    }

    fn watchdog(&self) -> u64 {
        u64::from(self.qps) + 2 * Clock::MAX_RAW
    }
}
