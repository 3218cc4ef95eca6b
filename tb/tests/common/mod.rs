//! The design, golden and adapter that the tests of this crate run, and faults to plant in the design.
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use tb::{Accept, Beat, Block, Design, Driver, Golden, Note, Paced, Port, Reset, Rng, Stream};

pub const GOOD: &str = include_str!("mac.v");

/// The design with texts replaced by others.
pub fn mutant(changes: &[(&str, &str)]) -> Design {
    let replace = |text: String, (from, to): &(&str, &str)| {
        assert_eq!(text.matches(from).count(), 1, "`{from}` is not in the design exactly once");
        text.replace(from, to)
    };
    design_of(&changes.iter().fold(GOOD.to_string(), replace))
}

pub fn design() -> Design {
    design_of(GOOD)
}

pub fn ports() -> Vec<Port> {
    let mut ports = vec![Port::input("clk", 1), Port::input("rst", 1), Port::input("in_valid", 1)];
    ports.extend(
        [("in_clear", 1), ("in_key", 8), ("in_a", 32), ("in_b", 32), ("in_c", 96)].map(|(n, w)| Port::input(n, w)),
    );
    ports.push(Port::input("out_ready", 1));
    let outputs = [("in_ready", 1), ("out_valid", 1), ("out_key", 8), ("out_sum", 96), ("count", 16)];
    ports.extend(outputs.map(|(n, w)| Port::output(n, w)));
    ports
}

fn design_of(text: &str) -> Design {
    let files = vec![("mac.v".to_string(), text.to_string())];
    Design::new("mac", Some("clk"), Some(Reset::synchronous("rst")), files, &ports()).expect("a legal design")
}

// words of the rows, as `ports` gives them
const RST: usize = 0;
const IN_VALID: usize = 1;
const OUT_READY: usize = 8;
const IN_READY: usize = 0;

const MASK96: u128 = (1 << 96) - 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    Mac { gap: u32, stall: u32, clear: bool, key: u8, a: u32, b: u32, c: u128 },
    Reset,
}

impl Beat for Action {
    fn gap(&self) -> u32 {
        if let Action::Mac { gap, .. } = self { *gap } else { 0 }
    }
    fn stall(&self) -> u32 {
        if let Action::Mac { stall, .. } = self { *stall } else { 0 }
    }
    fn fill(&self, row: &mut [u64]) {
        match self {
            Action::Mac { clear, key, a, b, c, .. } => {
                let fields =
                    [u64::from(*clear), u64::from(*key), u64::from(*a), u64::from(*b), *c as u64, (*c >> 64) as u64];
                row[2..8].copy_from_slice(&fields);
            }
            Action::Reset => (row[RST], row[IN_VALID]) = (1, 0),
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Stage {
    valid: bool,
    clear: bool,
    key: u8,
    p: u64,
    c: u128,
}

/// The golden: the same three stages.
pub struct Model {
    s0: Stage,
    s1: Stage,
    old: u128,
    s2: (bool, u8, u128),
    sums: [Option<u128>; 256],
    count: u16,
    /// A fault of the golden itself: it stops after so many results.
    pub hangs_after: u16,
}

impl Golden for Model {
    fn reset(&mut self) {
        (self.s0.valid, self.s1.valid, self.s2.0) = (false, false, false);
        self.sums = [None; 256];
        self.count = 0;
    }

    fn step(&mut self, row: &[u64], out: &mut [u64]) {
        let out_ready = row[OUT_READY] == 1;
        let alive = self.count < self.hangs_after;
        let go = (out_ready || !self.s2.0) && alive;
        let (valid, key, sum) = (self.s2.0 && alive, self.s2.1, self.s2.2);
        let fields =
            [u64::from(go), u64::from(valid), u64::from(key), sum as u64, (sum >> 64) as u64, u64::from(self.count)];
        out.copy_from_slice(&fields);
        self.count = self.count.wrapping_add(u16::from(valid && out_ready));
        if !go {
            return;
        }
        let old = if self.s1.clear { 0 } else { self.old };
        let new = (old + u128::from(self.s1.p) + self.s1.c) & MASK96;
        self.s2 = (self.s1.valid, self.s1.key, new);
        let hit = self.s1.valid && self.s0.key == self.s1.key;
        self.old = if hit { new } else { self.sums[usize::from(self.s0.key)].unwrap_or(0) };
        if self.s1.valid {
            self.sums[usize::from(self.s1.key)] = Some(new);
        }
        self.s1 = self.s0;
        self.s0 = Stage {
            valid: row[IN_VALID] == 1,
            clear: row[2] == 1,
            key: row[3] as u8,
            p: row[4] * row[5],
            c: u128::from(row[6]) | u128::from(row[7]) << 64,
        };
    }

    fn context(&self) -> Vec<Note> {
        let known = self.sums.iter().enumerate().filter_map(|(k, s)| Some((k, (*s)?)));
        known.take(4).map(|(k, s)| Note::new(format!("sum[{k}]"), format!("{s:#x}"))).collect()
    }

    fn stages(&self) -> Vec<Note> {
        vec![Note::new("s1_old", format!("{:#x}", self.old)), Note::new("s2_sum", format!("{:#x}", self.s2.2))]
    }
}

pub struct Mac {
    /// Largest gap and stall: 0 is full rate.
    pub pause: u64,
    /// One action in so many is a reset in mid-flight; 0: none.
    pub resets: u64,
    pub hangs_after: u16,
}

impl Default for Mac {
    fn default() -> Mac {
        Mac { pause: 3, resets: 500, hangs_after: u16::MAX }
    }
}

impl Block for Mac {
    type Action = Action;

    fn name(&self) -> &str {
        "mac"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Action>) {
        for _ in 0..n {
            if self.resets > 0 && rng.chance(1, self.resets) {
                out.push(Action::Reset);
                continue;
            }
            let pause = |rng: &mut Rng| if rng.chance(1, 4) { rng.below(self.pause + 1) as u32 } else { 0 };
            out.push(Action::Mac {
                gap: pause(rng),
                stall: pause(rng),
                clear: rng.chance(1, 8),
                key: if rng.chance(1, 2) { rng.below(4) as u8 } else { rng.below(256) as u8 },
                a: rng.edge_u64(32) as u32,
                b: rng.edge_u64(32) as u32,
                c: rng.edge(96),
            });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        let s2 = (false, 0, 0);
        let (s0, s1) = Default::default();
        Box::new(Model { s0, s1, old: 0, s2, sums: [None; 256], count: 0, hangs_after: self.hangs_after })
    }

    fn driver(&self) -> Box<dyn Driver<Action>> {
        Box::new(Paced::new(IN_VALID, Some(IN_READY), vec![OUT_READY]))
    }

    fn streams(&self) -> Vec<Stream> {
        vec![Stream::new("out_valid", Some("out_ready"), &["out_key", "out_sum"])]
    }

    fn accepts(&self) -> Vec<Accept> {
        vec![Accept::new("in_valid", "in_ready")]
    }

    fn simpler(&self, action: &Action) -> Vec<Action> {
        let Action::Mac { gap, stall, clear, key, a, b, c } = *action else { return vec![] };
        let with = |gap, stall, clear, key, a, b, c| Action::Mac { gap, stall, clear, key, a, b, c };
        let all = [
            with(0, stall, clear, key, a, b, c),
            with(gap, 0, clear, key, a, b, c),
            with(gap, stall, false, key, a, b, c),
            with(gap, stall, clear, 0, a, b, c),
            with(gap, stall, clear, key, 0, b, c),
            with(gap, stall, clear, key, a, 0, c),
            with(gap, stall, clear, key, a, b, 0),
            with(gap, stall, clear, key, a, b, c & 1),
        ];
        all.into_iter().filter(|s| s != action).collect()
    }

    fn show(&self, port: &str, words: &[u64]) -> Option<String> {
        (port == "count").then(|| format!("{} results", words[0]))
    }
}
