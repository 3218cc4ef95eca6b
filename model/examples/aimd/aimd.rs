//! A whole algorithm in the model, as small as one can be: a window that grows by `add` once a round trip and is
//! multiplied by `mult` when something was lost (Chiu and Jain, 1989). What a folder of layout and one of the model
//! would hold stands here in one file.

use layout::algorithms::{EventKind, Row};
use layout::field::Field;
use layout::fixed::{Format, U};
use model::algorithms::{Made, Rule};
use model::number::{Q, exact};
use model::params::{ParamError, Rounded, read};
use model::round::round_half_up;

// ---- layout: facts, no formula ----

/// Window in packets, **U14.18**: 16,383 packets; an increase of 2^-16 is exact.
pub type Cwnd = U<14, 18>;
/// `add` and `mult`, **U1.16**.
pub type Gain = U<1, 16>;

const CWND: Field = Field {
    name: "cwnd",
    format: Cwnd::FORMAT,
    unit: "packets",
    min: 1 << 18,
    max: Cwnd::MAX_RAW,
    reset: 10 << 18,
    doc: "window",
};
const ADD: Field = Field {
    name: "add",
    format: Gain::FORMAT,
    unit: "packets",
    min: 1,
    max: 1 << 16,
    reset: 1 << 16,
    doc: "increase in a round trip",
};
const MULT: Field = Field { name: "mult", unit: "1", reset: 1 << 15, doc: "factor of the window after a loss", ..ADD };
const PARAMS: [Field; 2] = [ADD, MULT];
const EV: Field =
    Field { name: "ev", format: Format::new(1, 0), unit: "enum", min: 0, max: 1, reset: 0, doc: "0 rtt, 1 loss" };
/// The window stands at one packet, or at the format's maximum.
pub const FLOOR: u16 = 1 << 1;
pub const SAT: u16 = 1 << 2;

pub const AIMD: Row = Row {
    name: "aimd",
    engine: None,
    params: || PARAMS.to_vec(),
    state: &[CWND],
    fractions: &[],
    event: &[EV],
    counted: &[],
    kinds: &[EventKind { name: "rtt", needs: &[] }, EventKind { name: "loss", needs: &[] }],
    update: &[CWND],
    flags: &["paced", "floor", "sat", "ignored"],
    note: "",
};

// ---- model: the step in integers, and the source's formula in fractions ----

struct Aimd {
    /// Raw, in the order of [`PARAMS`].
    params: [u64; 2],
    /// The same, exact.
    exact: [Q; 2],
}

/// The rule of the TOML of `--params`.
pub fn make(text: &str) -> Result<Made, ParamError> {
    let (params, rounded) = read(text, &PARAMS)?;
    let exact = params.map(|raw| exact(raw, Gain::FORMAT));
    Ok((Box::new(Aimd { params, exact }), rounded))
}

impl Rule for Aimd {
    fn step(&self, state: &mut [u64], event: &[u64], update: &mut [u64]) -> u16 {
        let [add, mult] = self.params;
        let cwnd = match event[0] {
            0 => state[0] + (add << 2), // 16 fraction bits to 18, exact
            _ => round_half_up(state[0] * mult, 16),
        };
        state[0] = cwnd.clamp(CWND.min, CWND.max);
        update[0] = state[0];
        if cwnd < CWND.min { FLOOR } else { u16::from(cwnd > CWND.max) * SAT }
    }

    fn ideal(&self, state: &mut [Q], event: &[u64], update: &mut [Q]) -> u16 {
        let [add, mult] = &self.exact;
        let cwnd = if event[0] == 0 { &state[0] + add } else { &state[0] * mult };
        let least = exact(CWND.min, CWND.format);
        let flags = if cwnd < least { FLOOR } else { 0 };
        state[0] = cwnd.max(least);
        update[0].clone_from(&state[0]);
        flags
    }

    fn exactly(&mut self, rounded: &[Rounded]) {
        for r in rounded {
            self.exact[usize::from(r.field.name == MULT.name)] = r.exact();
        }
    }
}
