//! `prober` against its model: packets and ACKs of one QP or of all in turn, responses that are right, late, doubled or
//! another's, QPs that are opened, closed and given other periods in traffic, ways out that nobody takes from, and a
//! clock that goes slowly, goes round or jumps.

use super::sweep::Sweep;
use super::words::words;
use crate::{Accept, Block, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::ldcp::Psn;
use layout::prober::{Now, Ns};
use model::prober::{Host, How, In, Prober as Model, Response};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

words!(Inputs {
    rst_n,
    init_we,
    init_addr,
    time_now,
    cfg_timeout,
    cfg_smooth,
    cfg_timed,
    host_we,
    host_opens,
    host_qpn,
    host_kind,
    host_period,
    host_psn,
    tx_valid,
    tx_qpn,
    tx_psn,
    una_valid,
    una_qpn,
    una_psn,
    s_resp_valid,
    s_resp_qpn,
    s_resp_kind,
    s_resp_psn,
    s_resp_time,
    m_probe_ready,
    m_rtt_ready,
});
words!(Outputs {
    una_ready,
    s_resp_ready,
    m_probe_valid,
    m_probe_qpn,
    m_probe_kind,
    m_probe_psn,
    m_probe_time,
    m_rtt_valid,
    m_rtt_qpn,
    m_rtt_kind,
    m_rtt_psn,
    m_rtt_measured,
    m_rtt_smoothed,
    probes,
    responses,
    unexpected,
    timeouts,
    refused,
    clamped,
});

/// What the host writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    pub qpn: u64,
    pub opens: bool,
    pub kind: u64,
    pub period: u64,
    pub psn: u64,
}

/// How a response differs from the right one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spoilt {
    #[default]
    Not,
    Twice,
    Time(u32),
    Psn(u32),
    Kind(u64),
    Qpn(u64),
}

/// What comes in a cycle, and how the cycles are from here on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comes {
    /// Cycles before it.
    pub gap: u32,
    /// Packets, one a cycle: of which QP the first is, how far its snd_nxt goes on, and how far the next QP is.
    pub times: u32,
    pub qpn: u64,
    pub sends: u64,
    pub stride: u64,
    /// An ACK of this QP, which leaves so many PSNs in flight.
    pub acks: Option<(u64, u64)>,
    /// To the probe that left so many before the last one.
    pub answers: Option<(u64, Spoilt)>,
    pub writes: Option<Writes>,
    /// Each probe is answered after so many cycles; 0: it is not.
    pub echo: u32,
    /// How far the clock goes in a cycle, and where it jumps to at first.
    pub tick: u64,
    pub jump: Option<u64>,
    /// `m_probe_ready`, `m_rtt_ready` in so many of 16 cycles.
    pub ready: u64,
    pub rtt_ready: u64,
    pub timeout: u64,
    pub smooth: bool,
    pub timed: bool,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub struct Prober {
    inputs: Inputs,
    outputs: Outputs,
    qps: u32,
}

impl Prober {
    pub fn new(design: &Design, qps: u32) -> Result<Prober, Error> {
        let name = "prober";
        let (inputs, outputs) = (Inputs::of(name, design.inputs())?, Outputs::of(name, design.outputs())?);
        Ok(Prober { inputs, outputs, qps })
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
        let news =
            |valid: usize, qpn: usize, psn: usize| (row[valid] == 1).then_some((row[qpn] as u32, Psn::wrap(row[psn])));
        let host = Host {
            qpn: row[i.host_qpn] as u32,
            opens: (row[i.host_opens] == 1).then_some((row[i.host_kind], Psn::wrap(row[i.host_psn]))),
            period: Ns::wrap(row[i.host_period]),
        };
        let response = Response {
            kind: row[i.s_resp_kind],
            psn: Psn::wrap(row[i.s_resp_psn]),
            time: Now::wrap(row[i.s_resp_time]),
        };
        let out = self.model.step(&In {
            rst_n: row[i.rst_n] == 1,
            init: (row[i.init_we] == 1).then_some(row[i.init_addr] as u32),
            now: Now::wrap(row[i.time_now]),
            how: How {
                timeout: Ns::wrap(row[i.cfg_timeout]),
                smooth: row[i.cfg_smooth] == 1,
                timed: row[i.cfg_timed] == 1,
            },
            host: (row[i.host_we] == 1).then_some(host),
            tx: news(i.tx_valid, i.tx_qpn, i.tx_psn),
            una: news(i.una_valid, i.una_qpn, i.una_psn),
            response: (row[i.s_resp_valid] == 1).then_some((row[i.s_resp_qpn] as u32, response)),
            probe_ready: row[i.m_probe_ready] == 1,
            rtt_ready: row[i.m_rtt_ready] == 1,
        });
        (output[o.una_ready], output[o.s_resp_ready]) = (out.una_ready.into(), out.response_ready.into());
        for (place, count) in [
            (o.probes, out.counts.probes),
            (o.responses, out.counts.responses),
            (o.unexpected, out.counts.unexpected),
            (o.timeouts, out.counts.timeouts),
            (o.refused, out.counts.refused),
            (o.clamped, out.counts.clamped),
        ] {
            output[place] = count.into();
        }
        output[o.m_probe_valid] = out.probe.is_some().into();
        if let Some((qpn, probe)) = out.probe {
            (output[o.m_probe_qpn], output[o.m_probe_kind]) = (qpn.into(), probe.kind as u64);
            (output[o.m_probe_psn], output[o.m_probe_time]) = (probe.psn.raw(), probe.time.raw());
        }
        output[o.m_rtt_valid] = out.rtt.is_some().into();
        if let Some((qpn, rtt)) = out.rtt {
            (output[o.m_rtt_qpn], output[o.m_rtt_kind], output[o.m_rtt_psn]) =
                (qpn.into(), rtt.kind as u64, rtt.psn.raw());
            (output[o.m_rtt_measured], output[o.m_rtt_smoothed]) = (rtt.measured.raw(), rtt.smoothed.raw());
        }
    }

    fn context(&self) -> Vec<Note> {
        vec![Note::new("QP 0", format!("{:?}", self.model.qp(0)))]
    }
}

/// A response, as its ports say it.
#[derive(Clone, Copy, Default)]
struct Echo {
    qpn: u64,
    kind: u64,
    psn: u64,
    time: u64,
}

/// Probes that are remembered, and responses that may wait.
const MANY: usize = 64;

struct Pins {
    inputs: Inputs,
    outputs: Outputs,
    qps: u64,
    sweep: Sweep,
    reset_left: u32,
    /// What is under way, and how the cycles are.
    now: Comes,
    gap_left: u32,
    sent: u32,
    cycle: u64,
    clock: u64,
    snd_nxt: Vec<u64>,
    left: VecDeque<Echo>,
    echoes: VecDeque<(u64, Echo)>,
    responses: VecDeque<Echo>,
    acks: VecDeque<(u64, u64)>,
}

impl Pins {
    /// What looks like news, a response and a host's write where none counts: in reset, and while the memories are
    /// initialised.
    fn ignored(&self, row: &mut [u64]) {
        let i = &self.inputs;
        (row[i.tx_valid], row[i.una_valid], row[i.s_resp_valid], row[i.host_we]) = (1, 1, 1, 1);
        (row[i.tx_qpn], row[i.una_qpn], row[i.host_qpn]) = (row[i.init_addr] / 2, row[i.init_addr], row[i.init_addr]);
        // more than one of them may count
        let odd = row[i.init_addr] % 2;
        (row[i.host_opens], row[i.host_kind], row[i.host_psn]) = (1, 2 + odd, 7);
        (row[i.tx_psn], row[i.s_resp_kind], row[i.host_period]) = (9, 2, 5);
    }

    fn response(&mut self, (back, spoilt): (u64, Spoilt)) {
        let Some(mut echo) = self.left.iter().rev().nth(back as usize).copied() else { return };
        match spoilt {
            Spoilt::Not | Spoilt::Twice => {}
            Spoilt::Time(bit) => echo.time ^= 1 << (bit % 32),
            Spoilt::Psn(bit) => echo.psn ^= 1 << (bit % 24),
            Spoilt::Kind(kind) => echo.kind = kind,
            Spoilt::Qpn(qpn) => echo.qpn = qpn % self.qps,
        }
        for _ in 0..1 + u32::from(spoilt == Spoilt::Twice) {
            if self.responses.len() < MANY {
                self.responses.push_back(echo);
            }
        }
    }
}

impl Driver<Comes> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Comes>, row: &mut [u64]) {
        let i = self.inputs;
        self.cycle += 1;
        self.clock = (self.clock + self.now.tick) & Now::MAX_RAW;
        row[i.time_now] = self.clock;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        if self.sweep.drive(row, i.init_we, i.init_addr) {
            return self.ignored(row);
        }
        let done = self.gap_left == 0 && self.sent >= self.now.times.max(1);
        if done {
            // without more the clock stands, so that no probe is due for ever
            self.now = feed.take().unwrap_or(Comes { ready: 16, rtt_ready: 16, ..Comes::default() });
            (self.gap_left, self.sent) = (self.now.gap, 0);
            if let Some(jump) = self.now.jump {
                self.clock = jump & Now::MAX_RAW;
                row[i.time_now] = self.clock;
            }
        }
        let now = self.now;
        if now.reset > 0 {
            self.reset_left = now.reset - 1;
            self.sweep.restart();
            self.now = Comes { tick: now.tick, ..Comes::default() };
            self.sent = 1;
            row[i.rst_n] = 0;
            return self.ignored(row);
        }
        (row[i.cfg_timeout], row[i.cfg_smooth], row[i.cfg_timed]) = (now.timeout, now.smooth.into(), now.timed.into());
        row[i.m_probe_ready] = u64::from(self.cycle * 7 % 16 < now.ready);
        row[i.m_rtt_ready] = u64::from(self.cycle * 5 % 16 < now.rtt_ready);
        if self.gap_left > 0 {
            self.gap_left -= 1;
        } else {
            if now.times > 0 {
                let qpn = (now.qpn + u64::from(self.sent) * now.stride) % self.qps;
                let snd_nxt = &mut self.snd_nxt[qpn as usize];
                *snd_nxt = (*snd_nxt + now.sends) & Psn::MAX_RAW;
                (row[i.tx_valid], row[i.tx_qpn], row[i.tx_psn]) = (1, qpn, *snd_nxt);
            }
            if self.sent == 0 {
                if let Some(write) = now.writes {
                    row[i.host_we] = 1;
                    (row[i.host_opens], row[i.host_kind]) = (write.opens.into(), write.kind);
                    (row[i.host_qpn], row[i.host_period], row[i.host_psn]) = (write.qpn, write.period, write.psn);
                    if write.opens && write.kind < 3 {
                        self.snd_nxt[write.qpn as usize] = write.psn;
                    }
                }
                if let Some((qpn, left)) = now.acks {
                    let una = (self.snd_nxt[qpn as usize] + Psn::MAX_RAW - left) & Psn::MAX_RAW;
                    self.acks.push_back((qpn, una));
                }
                if let Some(answers) = now.answers {
                    self.response(answers);
                }
            }
            self.sent += 1;
        }
        while self.echoes.front().is_some_and(|(at, _)| *at <= self.cycle) {
            self.responses.extend(self.echoes.pop_front().map(|(_, echo)| echo));
        }
        if let Some((qpn, psn)) = self.acks.front() {
            (row[i.una_valid], row[i.una_qpn], row[i.una_psn]) = (1, *qpn, *psn);
        }
        if let Some(echo) = self.responses.front() {
            (row[i.s_resp_valid], row[i.s_resp_qpn], row[i.s_resp_kind]) = (1, echo.qpn, echo.kind);
            (row[i.s_resp_psn], row[i.s_resp_time]) = (echo.psn, echo.time);
        }
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        if row[i.rst_n] == 0 || row[i.init_we] == 1 {
            return;
        }
        if row[i.una_valid] & output[o.una_ready] == 1 {
            self.acks.pop_front();
        }
        if row[i.s_resp_valid] & output[o.s_resp_ready] == 1 {
            self.responses.pop_front();
        }
        if row[i.m_probe_ready] & output[o.m_probe_valid] == 1 {
            let [qpn, kind] = [output[o.m_probe_qpn], output[o.m_probe_kind]];
            let echo = Echo { qpn, kind, psn: output[o.m_probe_psn], time: output[o.m_probe_time] };
            self.left.push_back(echo);
            if self.left.len() > MANY {
                self.left.pop_front();
            }
            if self.now.echo > 0 {
                self.echoes.push_back((self.cycle + u64::from(self.now.echo), echo));
            }
        }
    }

    fn is_idle(&self) -> bool {
        let done = self.gap_left == 0 && self.sent >= self.now.times.max(1);
        self.reset_left == 0 && self.sweep.is_done() && done && self.acks.is_empty() && self.responses.is_empty()
    }
}

impl Prober {
    /// Short times, mostly, and the longest ones.
    fn time(rng: &mut Rng) -> u64 {
        match rng.below(8) {
            0 => rng.range(990, 1010),
            1 => rng.below(1000),
            2 => 1000,
            3..=4 => 1000 * rng.range(1, 12),
            5 => rng.range(1000, 100_000),
            6 => rng.bits(24) as u64,
            _ => Ns::MAX_RAW,
        }
    }

    fn writes(rng: &mut Rng, qpn: u64) -> Writes {
        let kind = *rng.pick(&[1u64, 1, 1, 2, 2, 2, 0, 3]).unwrap_or(&1);
        let psn = if rng.chance(1, 2) { Psn::MAX_RAW - rng.below(8) } else { rng.bits(24) as u64 };
        Writes { qpn, opens: rng.chance(3, 4), kind, period: Self::time(rng), psn }
    }
}

impl Block for Prober {
    type Action = Comes;

    fn name(&self) -> &str {
        "prober"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Comes>) {
        let qps = u64::from(self.qps);
        let few = rng.range(1, 6);
        // neighbours in one bit, so that a comparison that lacks a bit shows
        let first = rng.bits(16) as u64 % qps;
        let bits = u64::from(qps.ilog2());
        let hot: Vec<u64> = (0..few).map(|k| if k == 0 { first } else { first ^ 1 << rng.below(bits) }).collect();
        let all = rng.chance(1, 4);
        let (dense, hosts) = (rng.below(4), *rng.pick(&[3u64, 20, 100]).unwrap_or(&20));
        let hostile = *rng.pick(&[2u64, 8, 40]).unwrap_or(&8);
        let ticks = [0u64, 1, 5, 50, 250, 250, 500, 1000, 1000, 3000, 70_000, 9_000_000];
        let mut mode = Comes {
            tick: *rng.pick(&ticks).unwrap_or(&5),
            echo: *rng.pick(&[0u32, 1, 3, 10, 40, 200]).unwrap_or(&3),
            ready: *rng.pick(&[16u64, 16, 16, 9, 2]).unwrap_or(&16),
            rtt_ready: *rng.pick(&[16u64, 16, 16, 9, 2]).unwrap_or(&16),
            timeout: Self::time(rng),
            smooth: rng.chance(2, 3),
            timed: rng.chance(1, 2),
            ..Comes::default()
        };
        let mut jump = rng.chance(1, 3).then(|| Now::MAX_RAW - rng.below(200_000));
        for k in 0..n as u64 {
            match rng.below(200) {
                0..=3 => mode.ready = *rng.pick(&[16u64, 16, 16, 9, 1, 0]).unwrap_or(&16),
                4..=7 => mode.rtt_ready = *rng.pick(&[16u64, 16, 16, 9, 1, 0]).unwrap_or(&16),
                8..=10 => mode.tick = *rng.pick(&ticks).unwrap_or(&5),
                11..=12 => mode.timeout = Self::time(rng),
                13 => mode.smooth ^= true,
                14..=16 => mode.echo = *rng.pick(&[0u32, 1, 3, 10, 40, 200]).unwrap_or(&3),
                17 => mode.timed ^= true,
                18 => jump = Some(rng.edge(32) as u64),
                _ => {}
            }
            let named = |rng: &mut Rng| if all { rng.bits(16) as u64 % qps } else { *rng.pick(&hot).unwrap_or(&first) };
            let mut a = Comes { jump: jump.take(), ..mode };
            let opens = if all { 40 } else { few };
            if k < opens {
                let qpn = if all { (first + k) % qps } else { hot[k as usize] };
                a.writes = Some(Writes { opens: true, kind: rng.range(1, 3), ..Self::writes(rng, qpn) });
            } else if rng.chance(1, hosts) {
                let qpn = named(rng);
                a.writes = Some(Self::writes(rng, qpn));
            }
            if rng.chance(2, 3) {
                (a.times, a.qpn) = (1, named(rng));
                a.sends = *rng.pick(&[1u64, 1, 1, 0, 7, Psn::MAX_RAW]).unwrap_or(&1);
                if rng.chance(1, 20) {
                    (a.times, a.stride) = (rng.range(2, 70) as u32, rng.below(2) * rng.range(1, 5));
                }
            }
            if rng.chance(1, 2) {
                a.acks = Some((named(rng), *rng.pick(&[0u64, 0, 0, 1, 5]).unwrap_or(&0)));
            }
            if rng.chance(1, hostile) {
                let spoilt = match rng.below(8) {
                    0..=1 => Spoilt::Not,
                    2 => Spoilt::Twice,
                    3 => Spoilt::Time(rng.below(32) as u32),
                    4 => Spoilt::Psn(rng.below(24) as u32),
                    5 => Spoilt::Kind(rng.below(4)),
                    _ => Spoilt::Qpn(named(rng)),
                };
                let most = 1 + rng.below(MANY as u64);
                a.answers = Some((rng.below(most), spoilt));
            }
            a.gap = match dense {
                1 if rng.chance(1, 4) => rng.below(24) as u32,
                2 if rng.chance(1, 8) => rng.below(200) as u32,
                3 if rng.chance(1, 2) => rng.below(40) as u32,
                _ => 0,
            };
            if rng.chance(1, u64::max(2000, qps)) {
                a.reset = rng.range(1, 5) as u32;
            }
            out.push(a);
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Reference { model: Model::new(self.qps), inputs: self.inputs, outputs: self.outputs })
    }

    fn driver(&self) -> Box<dyn Driver<Comes>> {
        Box::new(Pins {
            inputs: self.inputs,
            outputs: self.outputs,
            qps: self.qps.into(),
            sweep: Sweep::new(self.qps.into()),
            reset_left: 0,
            now: Comes::default(),
            gap_left: 0,
            sent: 1,
            cycle: 0,
            clock: 0,
            snd_nxt: vec![0; self.qps as usize],
            left: VecDeque::new(),
            echoes: VecDeque::new(),
            responses: VecDeque::new(),
            acks: VecDeque::new(),
        })
    }

    fn streams(&self) -> Vec<Stream> {
        let probe = ["m_probe_qpn", "m_probe_kind", "m_probe_psn", "m_probe_time"];
        let rtt = ["m_rtt_qpn", "m_rtt_kind", "m_rtt_psn", "m_rtt_measured", "m_rtt_smoothed"];
        vec![
            Stream::new("m_probe_valid", Some("m_probe_ready"), &probe),
            Stream::new("m_rtt_valid", Some("m_rtt_ready"), &rtt),
        ]
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("una_valid", "una_ready"), Accept::new("s_resp_valid", "s_resp_ready")]
    }

    fn simpler(&self, a: &Comes) -> Vec<Comes> {
        let mut tries = vec![
            Comes { reset: 0, ..*a },
            Comes { gap: 0, ..*a },
            Comes { gap: a.gap / 2, ..*a },
            Comes { times: 0, ..*a },
            Comes { times: a.times.min(1), ..*a },
            Comes { times: a.times / 2 + a.times % 2, ..*a },
            Comes { acks: None, ..*a },
            Comes { acks: a.acks.map(|(qpn, _)| (qpn, 0)), ..*a },
            Comes { answers: None, ..*a },
            Comes { answers: a.answers.map(|(_, spoilt)| (0, spoilt)), ..*a },
            Comes { answers: a.answers.map(|(back, _)| (back, Spoilt::Not)), ..*a },
            Comes { writes: None, ..*a },
            Comes { writes: a.writes.map(|w| Writes { period: 1000, ..w }), ..*a },
            Comes { writes: a.writes.map(|w| Writes { psn: 0, ..w }), ..*a },
            Comes { echo: 0, ..*a },
            Comes { echo: a.echo.min(1), ..*a },
            Comes { jump: None, ..*a },
            Comes { tick: 0, ..*a },
            Comes { tick: a.tick.min(250), ..*a },
            Comes { ready: 16, ..*a },
            Comes { rtt_ready: 16, ..*a },
            Comes { smooth: false, ..*a },
            Comes { timed: false, ..*a },
            Comes { timeout: a.timeout / 2, ..*a },
            Comes { sends: 1, ..*a },
            Comes { qpn: 0, ..*a },
        ];
        tries.retain(|t| t != a);
        tries
    }

    fn watchdog(&self) -> u64 {
        3 * u64::from(self.qps) + 20_000
    }
}
