//! QPs that wait, in the order in which they entered: of `latest` and `limit`.

use crate::prelude::*;
use crate::prim::ecc::option;

/// A queue with a place for each QP: a long one in block RAM, and a short one in front of it, whose head is known.
#[derive(LogicBlock, Default)]
pub struct Order {
    pub clock: Signal<In, ClkRst>,
    pub push: Signal<In, Bit>,
    pub push_qpn: Signal<In, Qpn>,
    pub pop: Signal<In, Bit>,
    pub head_valid: Signal<Out, Bit>,
    pub head_qpn: Signal<Out, Qpn>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    long: Ram<Qpn, QPN>,
    short: Fifo<Qpn, 4>,
    write: Reg<Qpn>,
    read: Reg<Qpn>,
    count: Reg<U<QPS>>,
    r1: Reg<Bit>,
    r2: Reg<Bit>,

    passes: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    ecc_in: Signal<Local, Ecc>,
    refilled: Constant<U<4>>,
    _ecc: usize,
}

impl Order {
    pub fn new() -> Self {
        Self::with_ecc(false)
    }

    /// With check bits in the long queue, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        // two words may be on their way out of the long queue, and one is read
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            long: Ram::with_ecc(ecc),
            refilled: Constant::new(5.into()),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for Order {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module qp_order");
        comment!("@doc The QPs that wait, in the order in which they entered; each is in it at most once. One in and one out a cycle.");
        comment!("@doc Where nothing is ahead of it, a QP that enters is at the head a cycle later.");
        comment!("@port push a QP enters");
        comment!("@port push_qpn its index");
        comment!("@port pop the head leaves, if there is one");
        comment!("@port head_valid there is one");
        comment!("@port head_qpn its index");
        comment!("@constant refilled places of the short queue, less the two words on their way to it, and the one that is read");
        clock!(self, clock, long, short, write, read, count, r1, r2);

        comment!(
            "what enters goes into the short queue, if it has room and nothing is in the long one or comes out of it"
        );
        self.passes.next = self.push.val()
            & !self.count.q.val().any()
            & !self.r1.q.val()
            & !self.r2.q.val()
            & self.short.in_ready.val();
        self.stores.next = self.push.val() & !self.passes.val();

        comment!("the long queue: a word is read, and comes two cycles later");
        self.reads.next = self.count.q.val().any() & (self.short.count.val() <= self.refilled.val());
        self.long.we.next = self.stores.val();
        self.long.waddr.next = self.write.q.val();
        self.long.wdata.next = self.push_qpn.val();
        self.long.raddr.next = self.read.q.val();
        self.write.d.next = self.write.q.val() + bits::<QPN>(self.stores.val());
        self.read.d.next = self.read.q.val() + bits::<QPN>(self.reads.val());
        self.count.d.next = self.count.q.val() + bits::<QPS>(self.stores.val()) - bits::<QPS>(self.reads.val());
        self.r1.d.next = self.reads.val();
        self.r2.d.next = self.r1.q.val();

        comment!("the short queue");
        self.short.in_valid.next = self.passes.val() | self.r2.q.val();
        self.short.in_data.next = self.push_qpn.val();
        if self.r2.q.val() {
            self.short.in_data.next = self.long.rdata.val();
        }
        self.short.out_ready.next = self.pop.val();
        self.head_valid.next = self.short.out_valid.val();
        self.head_qpn.next = self.short.out_data.val();
        for k in 0..self.long.re_opt.len() {
            self.long.re_opt[k].next = self.reads.val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.long.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.long.fault_opt[k].val();
        }
    }
}
