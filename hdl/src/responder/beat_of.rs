//! Words as a beat of the stream: wires.

use crate::parser::lanes::Lanes;
use crate::prelude::*;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;

/// The beat of `lead` and all words but the low half of the last one, the first byte in bits 7:0; combinational.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct BeatOf<const W: usize, const K: usize, const L: usize> {
    pub lead: Signal<In, U<16>>,
    pub word: Lanes<Signal<In, U<32>>, L>,
    pub last: Signal<In, Bit>,
    pub more: Signal<In, U<4>>,
    pub data: Signal<Out, Bus<W>>,
    pub keep: Signal<Out, U<K>>,
}

impl<const W: usize, const K: usize, const L: usize> Logic for BeatOf<W, K, L> {
    fn update(&mut self) {
        let mut bytes = vec![(self.lead.val().raw() >> 8) as u8, self.lead.val().raw() as u8];
        for j in 0..L {
            bytes.extend((self.word[j].val().raw() as u32).to_be_bytes());
        }
        self.data.next = Bus::from_le_bytes(&bytes[..K]);
        let kept = if self.last.val() { 4 * self.more.val().index() + 2 } else { K };
        self.keep.next = U::wrap(u128::MAX >> (128 - kept.min(K)));
    }

    fn connect(&mut self) {
        self.data.connect();
        self.keep.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_responder_beat", &[("LANES", L)])
    }
}
