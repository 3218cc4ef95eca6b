//! A golden without a design under test: for those who bring their own bench and simulator.
//!
//! It goes by the same rules as a run of ours: when a reset acts, which bits of an input belong to a port, and which
//! outputs mean something in a cycle.

use crate::{
    Block, Design, Error, Golden, Side,
    plan::{BOOT_CYCLES, Plan},
};

/// A block whose type is forgotten.
trait Held: Send {
    fn golden(&self) -> Box<dyn Golden>;
    fn counts(&self, plan: &Plan, input: &[u64], output: &[u64], i: usize) -> bool;
}

impl<B: Block + Send> Held for B {
    fn golden(&self) -> Box<dyn Golden> {
        Block::golden(self)
    }

    fn counts(&self, plan: &Plan, input: &[u64], output: &[u64], i: usize) -> bool {
        plan.counts(self, input, output, i)
    }
}

/// A block's model, by itself.
pub struct Alone {
    block: Box<dyn Held>,
    plan: Plan,
    golden: Box<dyn Golden>,
    input: Vec<u64>,
    masks: Vec<u64>,
    /// In the first of them no output counts: before a reset has acted registers are unknown.
    cycles: u64,
}

impl Alone {
    pub(crate) fn new<B: Block + Send + 'static>(block: B, design: &Design) -> Result<Alone, Error> {
        let plan = Plan::new(&block, design)?;
        let (golden, input, masks) = (Block::golden(&block), plan.rest.clone(), design.outputs().masks());
        let mut alone = Alone { block: Box::new(block), plan, golden, input, masks, cycles: 0 };
        alone.restart();
        Ok(alone)
    }

    /// As it was made.
    pub fn restart(&mut self) {
        self.golden = self.block.golden();
        self.golden.reset();
        self.cycles = 0;
    }

    pub fn inputs(&self) -> &Side {
        self.plan.design.inputs()
    }

    pub fn outputs(&self) -> &Side {
        self.plan.design.outputs()
    }

    /// A cycle: the outputs that these inputs see before the clock edge, and the edge. Of `counts` each bit is 1 whose
    /// output means something in this cycle.
    ///
    /// # Panics
    /// When a row has another length than its side, or the inputs break a rule of the block's page that the model
    /// relies on.
    pub fn step(&mut self, input: &[u64], output: &mut [u64], counts: &mut [u64]) {
        self.input.copy_from_slice(input);
        let input = &mut self.input[..];
        self.plan.masks.iter().for_each(|(word, mask)| input[*word] &= mask);
        output.fill(0);
        self.plan.clock(&mut *self.golden, input, output);
        counts.fill(0);
        self.cycles += 1;
        if self.cycles <= BOOT_CYCLES as u64 {
            return;
        }
        for (i, column) in self.plan.design.outputs().columns().iter().enumerate() {
            if self.block.counts(&self.plan, input, output, i) {
                let words = column.word..column.word + column.words;
                counts[words.clone()].copy_from_slice(&self.masks[words]);
            }
        }
    }
}
