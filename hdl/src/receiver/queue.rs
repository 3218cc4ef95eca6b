//! QPs that wait their turn, each at most once: so there is always room.

use crate::prelude::*;

/// A ring in block RAM, with the first few ahead of it.
#[derive(LogicBlock, Default)]
pub struct Queue {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, Qpn>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_qpn: Signal<Out, Qpn>,

    ram: Ram<Qpn, QPN>,
    write: Reg<Qpn>,
    read: Reg<Qpn>,
    r1_valid: Reg<Bit>,
    r2_valid: Reg<Bit>,
    /// 8 places: reads go on while fewer than 4 are taken, and 2 may be on their way.
    ahead: Fifo<Qpn, 4>,
    reads: Signal<Local, Bit>,
}

impl Logic for Queue {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_queue");
        comment!("@doc A queue of QPs, each at most once in it, so there is always room. A QP a cycle in and out; it is at the head 4 cycles");
        comment!("@doc behind the one in which it came, at the earliest.");
        comment!("@port in_valid one more");
        comment!("@port in_qpn index of the QP");
        comment!("@port out_valid out_qpn is the first");
        comment!("@port out_ready it leaves");
        comment!("@port out_qpn index of the QP");
        clock!(self, clock, ram, write, read, r1_valid, r2_valid, ahead);

        comment!("equal places mean that the ring is empty: it is never full, for the first QPs are ahead of it");
        self.ram.we.next = self.in_valid.val();
        self.ram.waddr.next = self.write.q.val();
        self.ram.wdata.next = self.in_qpn.val();
        self.write.d.next = self.write.q.val();
        if self.in_valid.val() {
            self.write.d.next = self.write.q.val() + 1;
        }
        self.reads.next = (self.read.q.val() != self.write.q.val()) & !self.ahead.count.val().get_bits::<2>(2).any();
        self.ram.raddr.next = self.read.q.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.reads.val();
        }
        self.read.d.next = self.read.q.val();
        if self.reads.val() {
            self.read.d.next = self.read.q.val() + 1;
        }
        self.r1_valid.d.next = self.reads.val();
        self.r2_valid.d.next = self.r1_valid.q.val();
        self.ahead.in_valid.next = self.r2_valid.q.val();
        self.ahead.in_data.next = self.ram.rdata.val();
        self.ahead.out_ready.next = self.out_ready.val();
        self.out_valid.next = self.ahead.out_valid.val();
        self.out_qpn.next = self.ahead.out_data.val();
    }
}
