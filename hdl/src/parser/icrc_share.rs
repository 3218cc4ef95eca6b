//! One lane's XOR matrix of the ICRC. `gf32` has the mathematics, and so has the Verilog.

use super::gf32::share_rows;
use crate::prelude::*;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;

/// `share` is what `word` adds to the ICRC's register from its lane; combinational, 16 inputs a bit on average.
#[derive(Clone, Debug, LogicBlock)]
pub struct IcrcShare {
    pub word: Signal<In, U<32>>,
    pub share: Signal<Out, U<32>>,
    _lane: usize,
    _lanes: usize,
    _rows: [u32; 32],
}

impl IcrcShare {
    /// For lane `lane` of `lanes`.
    pub fn new(lane: usize, lanes: usize) -> Self {
        Self {
            word: Default::default(),
            share: Default::default(),
            _lane: lane,
            _lanes: lanes,
            _rows: share_rows(lane, lanes),
        }
    }
}

impl Logic for IcrcShare {
    fn update(&mut self) {
        let word = self.word.val().raw() as u32;
        let parity = |row: &u32| u64::from((row & word).count_ones() & 1);
        let share = self._rows.iter().rev().fold(0u64, |share, row| share << 1 | parity(row));
        self.share.next = share.into();
    }

    fn connect(&mut self) {
        self.share.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_icrc_share", &[("LANES", self._lanes), ("LANE", self._lane)])
    }
}
