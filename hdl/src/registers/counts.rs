//! What happens on the host's side, counted: 64 bits each, at the end of the counters' window.

use crate::prelude::*;
use layout::registers::{COUNTER_PLACES, OWN_COUNTERS};

/// So many there are at most.
pub const COUNTS: usize = (COUNTER_PLACES - OWN_COUNTERS) as usize;

/// The counters from `refused_count` to `parity_count`.
#[derive(LogicBlock, Default)]
pub struct Counts {
    pub clock: Signal<In, ClkRst>,
    pub happens: Signal<In, U<COUNTS>>,
    pub sel: Signal<In, U<3>>,
    pub value: Signal<Out, U<64>>,

    count: [Reg<U<64>>; COUNTS],
    shown: DReg<U<64>>,
    wanted: Signal<Local, U<COUNTS>>,
    selected: Signal<Local, U<64>>,
}

impl Logic for Counts {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module registers_counts");
        comment!("@doc Counters of what happens on the host's side: refused writes, updates handed over, cycles in which an update, a beat and an event waited, and what check bits found. They wrap.");
        comment!("@port happens one more of each, in this order from bit 0");
        comment!("@port sel which counter");
        comment!("@port value that counter, one cycle later");
        clock!(self, clock, shown);
        for i in 0..COUNTS {
            clock!(self, clock, count[i]);
        }

        comment!("count");
        for i in 0..COUNTS {
            self.count[i].d.next = self.count[i].q.val();
            if self.happens.val().get_bit(i) {
                self.count[i].d.next = self.count[i].q.val() + 1;
            }
        }

        comment!("read");
        self.selected.next = 0.into();
        self.wanted.next = bits::<COUNTS>(1) << self.sel.val();
        for i in 0..COUNTS {
            if self.wanted.val().get_bit(i) {
                self.selected.next = self.selected.val() | self.count[i].q.val();
            }
        }
        self.shown.d.next = self.selected.val();
        self.value.next = self.shown.q.val();
    }
}
