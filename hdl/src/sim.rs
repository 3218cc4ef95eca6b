//! The rust-hdl rung of the ladder: run a block by stepping it directly, which is far faster than rust-hdl's own
//! simulator.

use crate::num::QpBits;
use crate::prim::{ClkRst, ResetStyle};
use rust_hdl::prelude::{Block, In, Signal};

/// Passes after which a block counts as oscillating: a signal crosses one level of the hierarchy, or one comparison of
/// a feedback path, in each pass.
const MAX_PASSES: usize = 1000;

/// The block does not settle: it has a combinational loop.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the block does not settle within {MAX_PASSES} passes: it has a combinational loop")]
pub struct Unsettled;

/// A block under simulation.
///
/// ```
/// use hdl::{prelude::*, sim::Sim};
/// let mut sim = Sim::new(Reg::<U<8>>::default(), |reg| &mut reg.clock);
/// sim.reset(2)?;
/// sim.uut.d.next = 5.into();
/// sim.step()?;
/// assert_eq!(sim.uut.q.val(), 5);
/// # Ok::<(), hdl::sim::Unsettled>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sim<B: Block> {
    /// The block: set `.next` of its inputs, read `.val()` of its outputs.
    pub uut: B,
    clock: fn(&mut B) -> &mut Signal<In, ClkRst>,
    rst_n: bool,
    style: ResetStyle,
    qp_bits: usize,
}

impl<B: Block> Sim<B> {
    /// Takes a block, and where its clock is. A QP's index has the width that is set here.
    pub fn new(mut uut: B, clock: fn(&mut B) -> &mut Signal<In, ClkRst>) -> Self {
        uut.connect_all();
        Self { uut, clock, rst_n: true, style: ResetStyle::default(), qp_bits: QpBits::now() }
    }

    /// With the resets of a configuration; without this call they are synchronous, and the datapath has none.
    pub fn with_style(mut self, style: ResetStyle) -> Self {
        self.style = style;
        self
    }

    /// Drives the reset from the next `settle` or `step` on.
    pub fn set_rst_n(&mut self, rst_n: bool) {
        self.rst_n = rst_n;
    }

    /// Lets the inputs of this cycle take effect, clock low: afterwards outputs that depend on inputs can be read.
    pub fn settle(&mut self) -> Result<(), Unsettled> {
        self.drive(false)
    }

    /// One clock cycle: settles with the clock low, then with the clock high. Afterwards the registers hold their new
    /// values.
    pub fn step(&mut self) -> Result<(), Unsettled> {
        self.drive(false)?;
        self.drive(true)
    }

    /// `cycles` cycles of reset, which is released afterwards.
    pub fn reset(&mut self, cycles: usize) -> Result<(), Unsettled> {
        self.rst_n = false;
        for _ in 0..cycles {
            self.step()?;
        }
        self.rst_n = true;
        Ok(())
    }

    fn drive(&mut self, clk: bool) -> Result<(), Unsettled> {
        let _width = QpBits::set(self.qp_bits);
        (self.clock)(&mut self.uut).next = ClkRst { clk, rst_n: self.rst_n, style: self.style };
        settle(&mut self.uut)
    }
}

/// Lets a block settle; enough by itself for a block without a clock.
pub fn settle<B: Block + ?Sized>(uut: &mut B) -> Result<(), Unsettled> {
    for _ in 0..MAX_PASSES {
        uut.update_all();
        if !uut.has_changed() {
            return Ok(());
        }
    }
    Err(Unsettled)
}
