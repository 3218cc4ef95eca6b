//! Who may send, for a NIC whose scheduler is told of it, or looks at a bit.

use super::stages::{Told, Woken};
use crate::prelude::*;

/// Each QP whose state has changed, once, with its newest.
#[derive(LogicBlock, Default)]
pub struct Wake {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub first: Signal<In, Bit>,
    pub second: Signal<In, Bit>,
    pub third: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub qpn: Signal<In, Qpn>,
    pub live: Signal<In, Bit>,
    pub next_ends: Signal<In, Bit>,
    pub next_qpn: Signal<In, Qpn>,
    pub m_wake: Signal<Out, Woken>,
    pub m_wake_ready: Signal<In, Bit>,

    told: Ram<Told, QPN>,
    queue: Ram<Qpn, QPN>,
    write_at: Reg<Qpn>,
    read_at: Reg<Qpn>,
    count: Reg<U<QPS>>,
    /// There were some in the second cycle.
    some: DReg<Bit>,
    pushes: Reg<Bit>,
    changes: Reg<Bit>,
    /// The first of those that wait; one is read.
    head_valid: Reg<Bit>,
    head: DReg<Qpn>,
    meets: DReg<Bit>,
    reads: Reg<Bit>,
    ends_read: Reg<Bit>,
    shown: DReg<Qpn>,
    enable: DReg<Bit>,
    valid: Reg<Bit>,

    goes: Signal<Local, Bit>,
    differs: Signal<Local, Bit>,
    loads: Signal<Local, Bit>,
}

impl Logic for Wake {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_wake");
        comment!("@doc Each QP whose state has changed comes out once, with its newest: a queue in which no QP stands twice, so");
        comment!("@doc nothing ever waits for a place in it. An operation a slot ends, and a QP a slot comes out.");
        comment!("@port init_we a QP is closed after reset");
        comment!("@port init_addr its index");
        comment!("@port first the first cycle of a slot");
        comment!("@port second the second cycle of a slot");
        comment!("@port third the third cycle of a slot");
        comment!("@port last the last cycle of a slot");
        comment!("@port ends an operation ends; it stands still for a slot, as what follows");
        comment!("@port qpn its QP");
        comment!("@port live from the second cycle on: it may send, but for its class's pause");
        comment!("@port next_ends an operation ends in the next slot");
        comment!("@port next_qpn its QP");
        clock!(self, clock, told, queue, write_at, read_at, count, some, pushes, changes, head_valid, head, meets);
        clock!(self, clock, reads, ends_read, shown, enable, valid);

        comment!("First cycle: what was known of the QP is read. Third: has it changed, and is it not yet in the queue? Fourth: it is");
        self.differs.next = self.third.val() & self.ends.val() & (self.live.val() ^ self.told.rdata.val().live);
        self.changes.d.next = self.differs.val();
        self.pushes.d.next = self.differs.val() & !self.told.rdata.val().waits;
        self.queue.we.next = self.pushes.q.val();
        self.queue.waddr.next = self.write_at.q.val();
        self.queue.wdata.next = self.qpn.val();
        self.write_at.d.next = self.write_at.q.val();
        if self.pushes.q.val() {
            self.write_at.d.next = self.write_at.q.val() + 1;
        }

        comment!("Second: the next of the queue is read. Fourth: it is there, and comes to the head if that is free");
        self.queue.raddr.next = self.read_at.q.val();
        for k in 0..self.queue.re_opt.len() {
            self.queue.re_opt[k].next = self.second.val();
        }
        self.some.d.next = self.some.q.val();
        if self.second.val() {
            self.some.d.next = self.count.q.val().any();
        }
        self.loads.next = self.last.val() & self.some.q.val() & !self.head_valid.q.val();
        self.read_at.d.next = self.read_at.q.val();
        self.head.d.next = self.head.q.val();
        if self.loads.val() {
            self.read_at.d.next = self.read_at.q.val() + 1;
            self.head.d.next = self.queue.rdata.val();
        }
        self.count.d.next = self.count.q.val() + bits::<QPS>(self.pushes.q.val()) - bits::<QPS>(self.loads.val());

        comment!("Third: it goes, if no operation on it ends now or next: what it leaves would be missed");
        self.meets.d.next = (self.ends.val() & (self.head.q.val() == self.qpn.val()))
            | (self.next_ends.val() & (self.head.q.val() == self.next_qpn.val()));
        self.goes.next = self.third.val() & self.head_valid.q.val() & !self.meets.q.val() & !self.valid.q.val();
        self.head_valid.d.next = (self.head_valid.q.val() & !self.goes.val()) | self.loads.val();
        self.reads.d.next = self.goes.val() | (self.reads.q.val() & !self.first.val());
        self.told.raddr.next = self.head.q.val();
        if self.first.val() {
            self.told.raddr.next = self.qpn.val();
        }
        for k in 0..self.told.re_opt.len() {
            self.told.re_opt[k].next = (self.first.val() & self.ends.val()) | self.goes.val();
        }
        self.shown.d.next = self.shown.q.val();
        if self.goes.val() {
            self.shown.d.next = self.head.q.val();
        }

        comment!("First: its newest is there, and stands at the port from the second on; it waits no longer");
        self.ends_read.d.next = self.first.val() & self.reads.q.val();
        self.enable.d.next = self.enable.q.val();
        if self.first.val() & self.reads.q.val() {
            self.enable.d.next = self.told.rdata.val().live;
        }
        self.valid.d.next = (self.valid.q.val() & !self.m_wake_ready.val()) | (self.first.val() & self.reads.q.val());
        self.m_wake.next.valid = self.valid.q.val();
        self.m_wake.next.qpn = self.shown.q.val();
        self.m_wake.next.enable = self.enable.q.val();

        comment!("what is known: written in the fourth cycle of a change, and in the second behind a reading");
        self.told.we.next = self.changes.q.val() | self.ends_read.q.val() | self.init_we.val();
        self.told.waddr.next = self.shown.q.val();
        self.told.wdata.next.live = self.enable.q.val();
        self.told.wdata.next.waits = false;
        if self.changes.q.val() {
            self.told.waddr.next = self.qpn.val();
            self.told.wdata.next.live = self.live.val();
            self.told.wdata.next.waits = true;
        }
        if self.init_we.val() {
            self.told.waddr.next = self.init_addr.val();
            self.told.wdata.next.live = false;
            self.told.wdata.next.waits = false;
        }
    }
}

/// A bit for each of up to 64 QPs.
#[derive(LogicBlock, Default)]
pub struct MaySend {
    pub clock: Signal<In, ClkRst>,
    pub paused: Signal<In, U<8>>,
    pub ends: Signal<In, Bit>,
    pub qpn: Signal<In, Qpn>,
    pub of_class: Signal<In, U<3>>,
    pub live: Signal<In, Bit>,
    pub may_send: Signal<Out, U<64>>,

    lives: Reg<U<64>>,
    class_low: DReg<U<64>>,
    class_mid: DReg<U<64>>,
    class_high: DReg<U<64>>,
    may: Reg<U<64>>,

    one: Signal<Local, U<64>>,
    pause: [Signal<Local, U<64>>; 8],
    pause_low: [Signal<Local, U<64>>; 4],
    pause_mid: [Signal<Local, U<64>>; 2],
    stopped: Signal<Local, U<64>>,

    all: Constant<U<64>>,
}

impl MaySend {
    pub fn new() -> Self {
        Self { all: Constant::new(U::max()), ..Self::default() }
    }
}

impl Logic for MaySend {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_may_send");
        comment!(
            "@doc A bit for each QP: it may send, and its class is not paused. Bits of QPs that there are not are 0."
        );
        comment!("@port paused bit n: class n is paused; two cycles later no bit of its QPs is set");
        comment!("@port ends in the second cycle of a slot: an operation ends");
        comment!("@port qpn its QP");
        comment!("@port of_class the QP's");
        comment!("@port live it may send, but for its class's pause");
        comment!("@port may_send bit n: QP n may send; two cycles behind the operation");
        comment!("@constant all a bit for each QP");
        clock!(self, clock, lives, class_low, class_mid, class_high, may);

        self.one.next = 0.into();
        if self.ends.val() {
            self.one.next = bits::<64>(1) << self.qpn.val();
        }
        self.lives.d.next = self.lives.q.val() & !self.one.val();
        if self.live.val() {
            self.lives.d.next = self.lives.q.val() | self.one.val();
        }
        self.class_low.d.next = self.class_low.q.val() & !self.one.val();
        if self.of_class.val().get_bit(0) {
            self.class_low.d.next = self.class_low.q.val() | self.one.val();
        }
        self.class_mid.d.next = self.class_mid.q.val() & !self.one.val();
        if self.of_class.val().get_bit(1) {
            self.class_mid.d.next = self.class_mid.q.val() | self.one.val();
        }
        self.class_high.d.next = self.class_high.q.val() & !self.one.val();
        if self.of_class.val().get_bit(2) {
            self.class_high.d.next = self.class_high.q.val() | self.one.val();
        }
        for i in 0..8 {
            self.pause[i].next = 0.into();
            if self.paused.val().get_bit(i) {
                self.pause[i].next = self.all.val();
            }
        }
        for i in 0..4 {
            self.pause_low[i].next = (self.pause[2 * i].val() & !self.class_low.q.val())
                | (self.pause[2 * i + 1].val() & self.class_low.q.val());
        }
        for i in 0..2 {
            self.pause_mid[i].next = (self.pause_low[2 * i].val() & !self.class_mid.q.val())
                | (self.pause_low[2 * i + 1].val() & self.class_mid.q.val());
        }
        self.stopped.next =
            (self.pause_mid[0].val() & !self.class_high.q.val()) | (self.pause_mid[1].val() & self.class_high.q.val());
        self.may.d.next = self.lives.q.val() & !self.stopped.val();
        self.may_send.next = self.may.q.val();
    }
}
