//! A beat as lanes and lanes as a beat: wires, and an AND a byte. A lane is four bytes of the beat, the first on top,
//! with a bit of `tkeep` for each of them above.

use crate::parser::lanes::Lanes;
use crate::prelude::*;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;

/// The lanes of a beat; bytes that are not kept are 0. Combinational.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct LanesOf<const W: usize, const K: usize, const L: usize> {
    pub data: Signal<In, Bus<W>>,
    pub keep: Signal<In, U<K>>,
    pub lane: Lanes<Signal<Out, U<36>>, L>,
}

impl<const W: usize, const K: usize, const L: usize> Logic for LanesOf<W, K, L> {
    fn update(&mut self) {
        for j in 0..L {
            let keep = (self.keep.val().raw() >> (4 * j)) as u64 & 15;
            let byte = |i: usize| match keep >> i & 1 {
                1 => self.data.val().get_bits::<8>(32 * j + 8 * i).raw() as u64,
                _ => 0,
            };
            let bytes = (0..4).fold(0, |lane, i| lane << 8 | byte(i));
            self.lane[j].next = (keep << 32 | bytes).into();
        }
    }

    fn connect(&mut self) {
        for j in 0..L {
            self.lane[j].connect();
        }
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_inserter_lanes_of", &[("LANES", L)])
    }
}

/// The other way round.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct BeatOf<const W: usize, const K: usize, const L: usize> {
    pub lane: Lanes<Signal<In, U<36>>, L>,
    pub data: Signal<Out, Bus<W>>,
    pub keep: Signal<Out, U<K>>,
}

impl<const W: usize, const K: usize, const L: usize> Logic for BeatOf<W, K, L> {
    fn update(&mut self) {
        let (mut bytes, mut keep) = (vec![], 0u128);
        for j in 0..L {
            let lane = self.lane[j].val().raw();
            bytes.extend((lane as u32).to_be_bytes());
            keep |= (lane >> 32) << (4 * j);
        }
        self.data.next = Bus::from_le_bytes(&bytes);
        self.keep.next = U::wrap(keep);
    }

    fn connect(&mut self) {
        self.data.connect();
        self.keep.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_inserter_beat_of", &[("LANES", L)])
    }
}
