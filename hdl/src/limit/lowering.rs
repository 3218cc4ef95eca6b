//! The operation by which the engine lowers a QP's own value: one at a time.

use super::records::{Fetched, Most};
use crate::prelude::*;

/// From the QP that waits to the engine, and back.
#[derive(Default, LogicBlock)]
pub struct Lowering {
    pub clock: Signal<In, ClkRst>,
    pub waits: Signal<In, Bit>,
    pub fetch_goes: Signal<In, Bit>,
    pub fetched: Signal<In, Bit>,
    pub fetched_qpn: Signal<In, Qpn>,
    pub found: Signal<In, Fetched>,
    pub settle_goes: Signal<In, Bit>,
    pub settled: Signal<In, Bit>,
    pub moved: Signal<In, Bit>,
    pub moved_qpn: Signal<In, Qpn>,
    pub lower_ready: Signal<In, Bit>,
    pub lower_done: Signal<In, Bit>,
    pub fetch_valid: Signal<Out, Bit>,
    pub settle_valid: Signal<Out, Bit>,
    pub lower_valid: Signal<Out, Bit>,
    pub lower_qpn: Signal<Out, Qpn>,
    pub lower_alg: Signal<Out, AlgCode>,
    pub lower: Signal<Out, Most>,
    pub idle: Signal<Out, Bit>,
    pub count: Signal<Out, U<48>>,

    fetching: Reg<Bit>,
    offered: Reg<Bit>,
    running: Reg<Bit>,
    settling: Reg<Bit>,
    returning: Reg<Bit>,
    qpn: DReg<Qpn>,
    alg: DReg<AlgCode>,
    most: DReg<Most>,
    counted: Reg<U<48>>,

    finds: Signal<Local, Bit>,
    starts: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    drops: Signal<Local, Bit>,
}

impl Logic for Lowering {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_lowering");
        comment!(
            "@doc The engine's operation that lowers a QP's own value, one at a time: fetched, offered, run, settled."
        );
        comment!("@port waits a QP waits");
        comment!("@port fetch_goes it enters the pipeline");
        comment!("@port fetched it is at its end");
        comment!("@port fetched_qpn index of the QP");
        comment!("@port found what is kept of it");
        comment!("@port settle_goes the end of the operation enters the pipeline");
        comment!("@port settled it is at its end");
        comment!("@port moved moved_qpn is opened, or moved to another algorithm");
        comment!("@port moved_qpn index of that QP");
        comment!("@port lower_ready the engine takes the operation");
        comment!("@port lower_done it is complete");
        comment!("@port fetch_valid the QP that waits is to be fetched");
        comment!("@port settle_valid the operation is to be settled");
        comment!("@port lower_valid the operation is offered");
        comment!("@port lower_qpn index of its QP");
        comment!("@port lower_alg the algorithm whose value it lowers");
        comment!("@port idle none is under way");
        comment!("@port count operations that were taken, modulo 2^48");
        clock!(self, clock, fetching, offered, running, settling, returning, qpn, alg, most);
        clock!(self, clock, counted);

        self.idle.next = !self.fetching.q.val()
            & !self.offered.q.val()
            & !self.running.q.val()
            & !self.settling.q.val()
            & !self.returning.q.val();
        self.fetch_valid.next = self.waits.val()
            & !self.fetching.q.val()
            & !self.offered.q.val()
            & !self.running.q.val()
            & !self.settling.q.val()
            & !self.returning.q.val();
        self.finds.next = self.fetched.val() & self.found.val().owed;
        self.starts.next = self.offered.q.val() & self.lower_ready.val();
        self.ends.next = self.running.q.val() & self.lower_done.val();
        self.fetching.d.next = (self.fetching.q.val() | self.fetch_goes.val()) & !self.fetched.val();
        comment!("what was owed before its QP was opened anew is not offered any more");
        self.drops.next = self.moved.val() & (self.moved_qpn.val() == self.qpn.q.val());
        self.offered.d.next = (self.offered.q.val() & !self.drops.val() & !self.starts.val()) | self.finds.val();
        self.running.d.next = (self.running.q.val() | self.starts.val()) & !self.ends.val();

        self.settling.d.next = (self.settling.q.val() | self.ends.val()) & !self.settle_goes.val();
        self.settle_valid.next = self.settling.q.val();
        self.returning.d.next = (self.returning.q.val() | self.settle_goes.val()) & !self.settled.val();

        self.qpn.d.next = self.qpn.q.val();
        self.alg.d.next = self.alg.q.val();
        self.most.d.next = self.most.q.val();
        if self.fetched.val() {
            self.qpn.d.next = self.fetched_qpn.val();
            self.alg.d.next = self.found.val().alg;
            self.most.d.next = self.found.val().lower;
        }
        self.counted.d.next = self.counted.q.val() + bits::<48>(self.starts.val());
        self.lower_valid.next = self.offered.q.val();
        self.lower_qpn.next = self.qpn.q.val();
        self.lower_alg.next = self.alg.q.val();
        self.lower.next = self.most.q.val();
        self.count.next = self.counted.q.val();
    }
}
