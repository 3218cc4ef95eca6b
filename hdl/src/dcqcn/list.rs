//! The list of active QPs: a queue in block RAM, with the few oldest in a small one, so that one can leave in every
//! cycle.

use crate::prelude::*;

logic_struct! {
    /// A QP, and the time of its next control period.
    pub struct Entry<const Q: usize> {
        pub qpn: U<Q>,
        pub due: U<20>,
    }
}

/// A queue that has room for every QP once.
#[derive(LogicBlock)]
pub struct List<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_data: Signal<In, Entry<Q>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_data: Signal<Out, Entry<Q>>,

    ram: Ram<Entry<Q>, Q>,
    oldest: Fifo<Entry<Q>, 4>,
    write: Reg<U<Q>>,
    read: Reg<U<Q>>,
    r1_valid: Reg<Bit>,
    r2_valid: Reg<Bit>,
    fetch: Signal<Local, Bit>,
}

impl<const Q: usize> Default for List<Q> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            in_data: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            ram: Default::default(),
            oldest: Fifo::new(3),
            write: Default::default(),
            read: Default::default(),
            r1_valid: Default::default(),
            r2_valid: Default::default(),
            fetch: Default::default(),
        }
    }
}

impl<const Q: usize> Logic for List<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_list");
        comment!("@doc A queue of QPs in block RAM, which has room for each of them once; up to seven of the oldest wait outside of it.");
        comment!("@port in_valid one more");
        comment!("@port in_data_qpn index of the QP");
        comment!("@port in_data_due time of its next period, cycles");
        comment!("@port out_valid out_data is the oldest, 4 cycles after it came at the earliest");
        comment!("@port out_ready it leaves");
        comment!("@port out_data_qpn index of the QP");
        comment!("@port out_data_due time of its next period, cycles");
        clock!(self, clock, ram, oldest, write, read, r1_valid, r2_valid);

        comment!("at most seven are outside, so the RAM never holds all QPs, and equal counters mean an empty one");
        self.ram.we.next = self.in_valid.val();
        self.ram.waddr.next = self.write.q.val();
        self.ram.wdata.next = self.in_data.val();
        self.write.d.next = self.write.q.val();
        if self.in_valid.val() {
            self.write.d.next = self.write.q.val() + 1;
        }

        comment!("with fewer than four outside, one more: three of them may be on their way");
        self.fetch.next = (self.read.q.val() != self.write.q.val()) & !self.oldest.count.val().get_bits::<2>(2).any();
        self.ram.raddr.next = self.read.q.val();
        self.read.d.next = self.read.q.val();
        if self.fetch.val() {
            self.read.d.next = self.read.q.val() + 1;
        }
        self.r1_valid.d.next = self.fetch.val();
        self.r2_valid.d.next = self.r1_valid.q.val();
        self.oldest.in_valid.next = self.r2_valid.q.val();
        self.oldest.in_data.next = self.ram.rdata.val();

        self.out_valid.next = self.oldest.out_valid.val();
        self.out_data.next = self.oldest.out_data.val();
        self.oldest.out_ready.next = self.out_ready.val();
    }
}
