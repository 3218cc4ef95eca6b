//! What an event changes of its QP, in q0: the one place where what is kept of it is decided.

use super::records::{Changing, Kept, Most, Outcome, Own};
use crate::prelude::*;
use layout::fcr::flag;
use layout::record::Algorithm;

/// Bits of `fcr`'s flags.
const CLAMPED: usize = flag::CLAMPED.trailing_zeros() as usize;
const ALERT: usize = flag::ALERT.trailing_zeros() as usize;

/// Without a register: its result is written, and seen by the next event, in the same cycle.
#[derive(LogicBlock)]
pub struct LimitChange {
    pub event: Signal<In, Changing>,
    pub found: Signal<In, Kept>,
    pub operation: Signal<In, Most>,
    pub flags: Signal<In, U<15>>,
    pub live: Signal<In, Bit>,
    pub last_rate: Signal<In, SendRate>,
    pub last_cw: Signal<In, U<42>>,
    pub last_w: Signal<In, U<40>>,
    pub cap_cw: Signal<In, U<42>>,
    pub cap_w: Signal<In, U<40>>,
    pub new: Signal<Out, Kept>,
    pub cap_window: Signal<Out, WindowWord>,
    pub moved: Signal<Out, Bit>,
    pub outcome: Signal<Out, Outcome>,

    same: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    speaks: Signal<Local, Bit>,
    settled: Signal<Local, Bit>,
    has_rate: Signal<Local, Bit>,
    own: Signal<Local, Own>,
    asked: Signal<Local, Bit>,
    clamped: Signal<Local, Bit>,
    rejected: Signal<Local, Bit>,
    in_bytes: Signal<Local, Bit>,
    last_window: Signal<Local, WindowWord>,
    owed: Signal<Local, Bit>,
    said: Signal<Local, Bit>,

    alg_hpcc: Constant<AlgCode>,
    alg_receiver: Constant<AlgCode>,
    alg_p: Constant<AlgCode>,
    alg_d: Constant<AlgCode>,
    shape: Shape,
}

impl Default for LimitChange {
    fn default() -> Self {
        let alg = |algorithm: Algorithm| Constant::new((algorithm as u64).into());
        Self {
            event: Default::default(),
            found: Default::default(),
            operation: Default::default(),
            flags: Default::default(),
            live: Default::default(),
            last_rate: Default::default(),
            last_cw: Default::default(),
            last_w: Default::default(),
            cap_cw: Default::default(),
            cap_w: Default::default(),
            new: Default::default(),
            cap_window: Default::default(),
            moved: Default::default(),
            outcome: Default::default(),
            same: Default::default(),
            moves: Default::default(),
            speaks: Default::default(),
            settled: Default::default(),
            has_rate: Default::default(),
            own: Default::default(),
            asked: Default::default(),
            clamped: Default::default(),
            rejected: Default::default(),
            in_bytes: Default::default(),
            last_window: Default::default(),
            owed: Default::default(),
            said: Default::default(),
            alg_hpcc: alg(Algorithm::Hpcc),
            alg_receiver: alg(Algorithm::HpccRx),
            alg_p: alg(Algorithm::DcqcnP),
            alg_d: alg(Algorithm::DcqcnD),
            shape: Shape::of(&[("CLAMPED", CLAMPED), ("ALERT", ALERT)]),
        }
    }
}

impl Logic for LimitChange {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_change");
        comment!("@doc What an event changes of its QP. No register: what it leaves is seen by the next event.");
        comment!("@port event the event");
        comment!("@port found what is kept of its QP");
        comment!("@port operation of a lowering's end: what the engine's own value is at most");
        comment!("@port flags fcr's: bit 6 clamped, 13 alert; what does not ask fcr has none, whatever stands here and on the next six");
        comment!("@port live an advice is live");
        comment!("@port last_rate what the last cap allowed, bytes/ns, U7.28");
        comment!("@port last_cw likewise, packets, U14.28");
        comment!("@port last_w likewise, bytes, U28.12");
        comment!("@port cap_cw what the lowest live advice allows, packets, U14.28");
        comment!("@port cap_w likewise, bytes, U28.12");
        comment!("@port new what is kept of its QP from now on");
        comment!("@port cap_window what the lowest live advice allows, in the format of the QP's algorithm");
        comment!("@port moved the QP is opened, or its algorithm is another one");
        comment!("@port outcome_passes an update that is sent as it is");
        comment!("@port outcome_sends an update is sent");
        comment!("@port outcome_marks outcome_ignore counts");
        comment!("@port outcome_ignore the engine ignores the QP's marks");
        comment!("@port outcome_alert an advice out of its range was rejected");

        comment!("its algorithm's updates alone count: one of another left the engine before the QP was moved");
        self.same.next = self.event.val().alg == self.found.val().own.alg;
        self.moves.next = self.event.val().choice & (self.event.val().opens | !self.same.val());
        self.speaks.next = self.event.val().update & !self.event.val().passes & self.same.val();
        self.asked.next = !self.event.val().passes & !self.event.val().fetch;

        comment!("own values: the update's; behind a lowering at most what it said, unless more is owed since it was fetched");
        self.settled.next = self.event.val().settle & self.found.val().owed & !self.found.val().queued;
        self.has_rate.next = (self.found.val().own.alg == self.alg_hpcc.val())
            | (self.found.val().own.alg == self.alg_p.val())
            | (self.found.val().own.alg == self.alg_d.val());
        self.own.next = self.found.val().own;
        if self.settled.val() & (self.operation.val().window < self.found.val().own.window) {
            self.own.next.window = self.operation.val().window;
        }
        if self.settled.val()
            & self.has_rate.val()
            & !self.operation.val().rate.all()
            & (bits::<40>(self.operation.val().rate) < self.found.val().own.pace)
        {
            self.own.next.pace = bits::<40>(self.operation.val().rate);
        }
        if self.speaks.val() {
            self.own.next.window = self.event.val().window;
            self.own.next.pace = self.event.val().pace;
            self.own.next.flags = self.event.val().flags;
        }
        if self.event.val().choice {
            self.own.next.alg = self.event.val().alg;
        }

        comment!("where the cap has risen by time or withdrawal, or has ended, what it allowed is owed, if an update was sent. A receiver's window is not its QP's");
        self.clamped.next = self.asked.val()
            & self.found.val().said
            & !self.moves.val()
            & (self.own.val().alg != self.alg_receiver.val())
            & self.flags.val().get_bit(CLAMPED);
        self.rejected.next = self.asked.val() & self.flags.val().get_bit(ALERT);
        self.in_bytes.next = self.own.val().alg == self.alg_hpcc.val();
        self.last_window.next = self.last_cw.val();
        self.cap_window.next = self.cap_cw.val();
        if self.in_bytes.val() {
            self.last_window.next = bits::<42>(self.last_w.val());
            self.cap_window.next = bits::<42>(self.cap_w.val());
        }
        self.owed.next = self.found.val().owed & !self.moves.val() & !self.settled.val();
        self.said.next = (self.found.val().said & !self.moves.val()) | self.speaks.val();
        self.new.next.said = self.said.val();
        self.new.next.own = self.own.val();
        self.new.next.owed = self.owed.val() | self.clamped.val();
        self.new.next.queued = (self.found.val().queued & !self.event.val().fetch) | self.clamped.val();
        self.new.next.lower = self.found.val().lower;
        if self.clamped.val() & (!self.owed.val() | (self.last_window.val() < self.found.val().lower.window)) {
            self.new.next.lower.window = self.last_window.val();
        }
        if self.clamped.val() & (!self.owed.val() | (self.last_rate.val() < self.found.val().lower.rate)) {
            self.new.next.lower.rate = self.last_rate.val();
        }

        self.moved.next = self.moves.val();

        comment!("what follows: for the NIC, for the engine, for the host");
        self.outcome.next.passes = self.event.val().update & !self.speaks.val();
        self.outcome.next.sends = self.event.val().update
            | (self.said.val() & !self.event.val().choice & !self.event.val().fetch & !self.rejected.val());
        self.outcome.next.marks = self.asked.val();
        self.outcome.next.ignore = self.live.val() & self.said.val();
        self.outcome.next.alert = self.rejected.val();
    }
}
