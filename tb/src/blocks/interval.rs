//! `interval` against its model: windows of every size with round-trip times of every size.

use super::event;
use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Rng, Stream};
use layout::ldcp::{self, Cw, Rtt};
use layout::record::{Kind, flag};
use model::event::NewWindow;
use model::ldcp::unit::interval::IntervalTimer;
use serde::{Deserialize, Serialize};

words!(Inputs { rst_n, in_valid, in_kind, in_qpn, in_cw, in_rtt, in_flags });
words!(Outputs { out_valid, out_kind, out_qpn, out_cw, out_interval, out_flags });

pub struct Interval {
    inputs: Inputs,
    outputs: Outputs,
    qps: u32,
}

impl Interval {
    pub fn new(design: &Design, qps: u32) -> Result<Interval, Error> {
        let name = "interval";
        Ok(Interval { inputs: Inputs::of(name, design.inputs())?, outputs: Outputs::of(name, design.outputs())?, qps })
    }
}

/// All windows whose quotient is less than a half below 2^32, with the 18 bits of the RTT that count: found by running
/// through all of them, as chance never would.
#[rustfmt::skip]
const ROUNDING_OVERFLOWS: [(u64, u64); 12] = [
    (183_818, 735_271), (185_096, 740_384), (197_360, 789_439), (202_352, 809_409), (202_353, 809_413), (202_354, 809_417),
    (202_355, 809_421), (224_638, 898_553), (224_639, 898_557), (224_640, 898_561), (224_641, 898_565), (226_549, 906_196),
];

/// One window to be timed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Window {
    pub gap: u32,
    pub kind: u64,
    pub qpn: u64,
    pub cw: u64,
    pub rtt: u64,
    pub flags: u64,
    pub reset: bool,
}

struct Reference {
    model: IntervalTimer,
    inputs: Inputs,
    outputs: Outputs,
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.step(false, None);
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let (i, o) = (&self.inputs, &self.outputs);
        let window = (row[i.in_valid] == 1).then(|| NewWindow {
            kind: Kind::from_bits(row[i.in_kind] as u8).unwrap_or(Kind::Loss),
            qpn: row[i.in_qpn] as u32,
            cw: Cw::wrap(row[i.in_cw]),
            rtt: Rtt::wrap(row[i.in_rtt]),
            flags: row[i.in_flags] as u8,
        });
        if let Some(u) = self.model.step(row[i.rst_n] == 1, window) {
            output[o.out_valid] = 1;
            output[o.out_kind] = u.kind as u64;
            output[o.out_qpn] = u.qpn.into();
            output[o.out_cw] = u.cw.raw();
            output[o.out_interval] = u.interval.raw();
            output[o.out_flags] = u.flags.into();
        }
    }
}

struct Pins {
    inputs: Inputs,
    pending: Option<Window>,
    wait: u32,
}

impl Driver<Window> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Window>, row: &mut [u64]) {
        if self.pending.is_none() {
            self.pending = feed.take();
            self.wait = self.pending.map_or(0, |a| a.gap);
        }
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        let Some(a) = self.pending.take() else { return };
        let i = &self.inputs;
        row[i.in_valid] = u64::from(!a.reset);
        row[i.rst_n] = u64::from(!a.reset);
        row[i.in_kind] = a.kind;
        row[i.in_qpn] = a.qpn;
        row[i.in_cw] = a.cw;
        row[i.in_rtt] = a.rtt;
        row[i.in_flags] = a.flags;
    }

    fn observe(&mut self, _: &[u64], _: &[u64]) {}

    fn is_idle(&self) -> bool {
        self.pending.is_none()
    }
}

impl Block for Interval {
    type Action = Window;

    fn name(&self) -> &str {
        "interval"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Window>) {
        for _ in 0..n {
            let mut rtt = if rng.chance(1, 2) { rng.edge(Rtt::BITS) as u64 } else { rng.range(500, 50_000) };
            let cw = match rng.below(16) {
                0..4 => event::window(rng),
                // the interval is about 2^32
                4 => {
                    (rtt >> (ldcp::Interval::BITS - Cw::FRAC)).wrapping_add(rng.below(5)).wrapping_sub(2) & Cw::MAX_RAW
                }
                5 => {
                    let (x, cw) = *rng.pick(&ROUNDING_OVERFLOWS).unwrap_or(&(0, 0));
                    rtt = x << 6 | rng.below(1 << 6);
                    cw
                }
                _ => rng.edge(Cw::FRAC) as u64,
            };
            let paced = cw < 1 << Cw::FRAC;
            out.push(Window {
                gap: if rng.chance(1, 8) { rng.below(10) as u32 } else { 0 },
                kind: *rng.pick(&[0, 1, 2, 3, 6]).unwrap_or(&0),
                qpn: rng.below(self.qps.into()),
                cw,
                rtt,
                flags: (rng.below(16) & !u64::from(flag::PACED)) | if paced { flag::PACED.into() } else { 0 },
                reset: rng.chance(1, 10_000),
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Reference { model: IntervalTimer::default(), inputs: self.inputs, outputs: self.outputs })
    }

    fn driver(&self) -> Box<dyn Driver<Window>> {
        Box::new(Pins { inputs: self.inputs, pending: None, wait: 0 })
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", None, &["out_kind", "out_qpn", "out_cw", "out_interval", "out_flags"])]
    }

    fn simpler(&self, a: &Window) -> Vec<Window> {
        let paced = |cw: u64| u64::from(cw < 1 << Cw::FRAC);
        [
            Window { gap: 0, reset: false, ..*a },
            Window { kind: 0, qpn: 0, flags: a.flags & 1, ..*a },
            Window { rtt: a.rtt.min(1 << 17), ..*a },
            Window { rtt: a.rtt / 2, ..*a },
            Window { cw: a.cw / 2, flags: paced(a.cw / 2), ..*a },
        ]
        .into_iter()
        .filter(|t| {
            (t.gap, t.kind, t.qpn, t.cw, t.rtt, t.flags, t.reset)
                != (a.gap, a.kind, a.qpn, a.cw, a.rtt, a.flags, a.reset)
        })
        .collect()
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        event::show(port, words)
    }
}
