//! `recip` against its model: a new pair of operands every cycle.

use super::words::words;
use crate::{Block, Design, Driver, Error, Feed, Golden, Rng, Stream};
use layout::fixed::U;
use model::recip::{Divisor, Numerator, Recip as Model};
use serde::{Deserialize, Serialize};

words!(Inputs { x, d });
words!(Outputs { q });

pub struct Recip {
    inputs: Inputs,
    outputs: Outputs,
}

impl Recip {
    pub fn new(design: &Design) -> Result<Recip, Error> {
        let name = "recip";
        Ok(Recip { inputs: Inputs::of(name, design.inputs())?, outputs: Outputs::of(name, design.outputs())? })
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Operands {
    pub x: u64,
    pub d: u64,
}

struct Reference {
    model: Model,
    inputs: Inputs,
    outputs: Outputs,
}

impl Golden for Reference {
    fn reset(&mut self) {}

    fn step(&mut self, input: &[u64], output: &mut [u64]) {
        let q = self.model.step(Numerator::wrap(input[self.inputs.x]), Divisor::wrap(input[self.inputs.d]));
        // before the first operands arrive the pipeline holds those of the rest before cycle 0: zeros
        output[self.outputs.q] = q.map_or(0, U::raw);
    }
}

struct EachCycle(Inputs);

impl Driver<Operands> for EachCycle {
    fn drive(&mut self, feed: &mut Feed<'_, Operands>, row: &mut [u64]) {
        if let Some(a) = feed.take() {
            row[self.0.x] = a.x;
            row[self.0.d] = a.d;
        }
    }
    fn observe(&mut self, _: &[u64], _: &[u64]) {}
    fn is_idle(&self) -> bool {
        true
    }
}

impl Block for Recip {
    type Action = Operands;

    fn name(&self) -> &str {
        "recip"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Operands>) {
        for _ in 0..n {
            let x = if rng.chance(1, 64) { 0 } else { 1 << 17 | rng.edge(17) as u64 };
            // corners of the whole mantissa, and of the position within a table interval
            let d = if rng.chance(1, 2) { rng.edge(23) } else { rng.bits(9) << 14 | rng.edge(14) };
            out.push(Operands { x, d: d as u64 });
        }
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(Reference { model: Model::default(), inputs: self.inputs, outputs: self.outputs })
    }

    fn driver(&self) -> Box<dyn Driver<Operands>> {
        Box::new(EachCycle(self.inputs))
    }

    fn streams(&self) -> Vec<Stream> {
        vec![]
    }

    fn simpler(&self, a: &Operands) -> Vec<Operands> {
        let tries = [Operands { x: 1 << 17, ..*a }, Operands { d: 0, ..*a }, Operands { d: a.d >> 14 << 14, ..*a }];
        tries.into_iter().filter(|t| (t.x, t.d) != (a.x, a.d)).collect()
    }
}
