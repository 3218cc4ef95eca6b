//! What is true of the design's timing, once: every constraint file is written from this.

use super::DeliveryError;
use crate::emit::{Design, Dir, Port};
use layout::config::{Config, Mhz};

/// The share of a period that the logic around the design is given at each input and at each output.
pub const OUTSIDE_PERCENT: u64 = 25;

/// Inputs whose names begin so change only while no event is under way.
pub const QUASI_STATIC: &str = "cfg_";

/// Cycles that such an input may take to arrive.
pub const SETTLE_CYCLES: u32 = 4;

/// Cycles that must lie between a change of such an input and the next frame or event: those, the register that some of
/// them have, and some to spare.
pub const QUIET_CYCLES: u32 = 8;

/// The facts of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub clocks: Vec<Clock>,
    /// Every input but the clocks.
    pub inputs: Vec<Pin>,
    pub outputs: Vec<Pin>,
    /// Multicycle paths from inputs, which are among `inputs` too.
    pub quasi_static: Vec<QuasiStatic>,
    /// Paths that no tool need time. None today: also the reset is synchronous to its clock, and its release is timed.
    pub false_paths: Vec<FalsePath>,
    /// Ways from clock to clock. None today: there is one clock.
    pub crossings: Vec<Crossing>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    pub name: String,
    pub port: String,
    pub mhz: Mhz,
}

impl Clock {
    /// Of a period, in ps; never longer than what was asked for.
    pub fn period_ps(&self) -> u64 {
        self.mhz.period_fs() / 1000
    }

    /// What the logic around the design takes of it.
    pub fn outside_ps(&self) -> u64 {
        self.period_ps() * OUTSIDE_PERCENT / 100
    }
}

/// A port and the clock that it is synchronous to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    pub port: String,
    pub width: usize,
    /// Index into `clocks`.
    pub clock: usize,
}

impl Pin {
    /// All its bits, as constraint files name them.
    pub fn bits(&self) -> String {
        if self.width == 1 {
            self.port.clone()
        } else {
            format!("{}[*]", self.port)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuasiStatic {
    pub pin: Pin,
    pub cycles: u32,
}

/// From a port or a cell to another, as SDC finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalsePath {
    pub from: String,
    pub to: String,
    pub why: String,
}

/// From one clock to another, indices into `clocks`: the longest delay on the way, without regard to skew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub from: usize,
    pub to: usize,
    pub max_ps: u64,
    pub why: String,
}

impl Facts {
    /// Those of a design: one clock, to which every port is synchronous.
    pub fn of(config: &Config, design: &Design) -> Result<Facts, DeliveryError> {
        let ports: &[Port] = design.top_module().map_or(&[], |top| &top.ports);
        let is_clock = |port: &&Port| port.name == "clk";
        if !ports.iter().any(|port| is_clock(&port)) {
            return Err(DeliveryError::Clock(design.top.clone()));
        }
        let pins = |dir: Dir| {
            let some = ports.iter().filter(move |port| port.dir == dir && !is_clock(port));
            some.map(|port| Pin { port: port.name.clone(), width: port.width, clock: 0 }).collect::<Vec<_>>()
        };
        let inputs = pins(Dir::Input);
        let quasi_static = inputs.iter().filter(|pin| pin.port.starts_with(QUASI_STATIC));
        Ok(Facts {
            clocks: vec![Clock { name: "clk".into(), port: "clk".into(), mhz: config.rtl.clock_mhz }],
            quasi_static: quasi_static.map(|pin| QuasiStatic { pin: pin.clone(), cycles: SETTLE_CYCLES }).collect(),
            inputs,
            outputs: pins(Dir::Output),
            false_paths: vec![],
            crossings: vec![],
        })
    }
}

/// Picoseconds as nanoseconds with all three digits.
pub fn ns(ps: u64) -> String {
    format!("{}.{:03}", ps / 1000, ps % 1000)
}
