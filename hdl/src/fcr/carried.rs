//! What waits in distributed RAM while an event is worked on: it is not looked at before.

use super::stages::{Own, Source};
use crate::prelude::*;

/// Ports bear the stage of `fcr.md` at which they count; what enters does so a cycle before s0.
#[derive(LogicBlock)]
pub struct Carried {
    pub clock: Signal<In, ClkRst>,
    pub in_rtt: Signal<In, U<24>>,
    pub in_own: Signal<In, Own>,
    pub in_wc: Signal<In, U<40>>,
    pub in_kind: Signal<In, U<3>>,
    pub s5_read: Signal<In, Source>,
    pub s12_rtt: Signal<Out, U<24>>,
    pub s18_own: Signal<Out, Own>,
    pub s18_wc: Signal<Out, U<40>>,
    pub s20_kind: Signal<Out, U<3>>,
    pub s20_read: Signal<Out, Source>,

    rtt: Delay<U<24>>,
    own: Delay<Own>,
    wc: Delay<U<40>>,
    kind: Delay<U<3>>,
    read: Delay<Source>,
}

impl Default for Carried {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            in_rtt: Default::default(),
            in_own: Default::default(),
            in_wc: Default::default(),
            in_kind: Default::default(),
            s5_read: Default::default(),
            s12_rtt: Default::default(),
            s18_own: Default::default(),
            s18_wc: Default::default(),
            s20_kind: Default::default(),
            s20_read: Default::default(),
            rtt: Delay::new(13),
            own: Delay::new(19),
            wc: Delay::new(19),
            kind: Delay::new(21),
            read: Delay::new(15),
        }
    }
}

impl Logic for Carried {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_carried");
        comment!("@doc What waits while an event is worked on. One a cycle, no reset, no valid.");
        comment!("@port in_rtt round-trip time, ns");
        comment!("@port in_own own rate and windows");
        comment!("@port in_wc own reference window");
        comment!("@port in_kind kind of the event");
        comment!("@port s5_read the source that a host_read asks for");
        comment!("@port s12_rtt in_rtt, 13 cycles later");
        comment!("@port s18_own in_own, 19 cycles later");
        comment!("@port s18_wc in_wc, 19 cycles later");
        comment!("@port s20_kind in_kind, 21 cycles later");
        comment!("@port s20_read s5_read, 15 cycles later");
        clock!(self, clock, rtt, own, wc, kind, read);
        self.rtt.d.next = self.in_rtt.val();
        self.s12_rtt.next = self.rtt.q.val();
        self.own.d.next = self.in_own.val();
        self.s18_own.next = self.own.q.val();
        self.wc.d.next = self.in_wc.val();
        self.s18_wc.next = self.wc.q.val();
        self.kind.d.next = self.in_kind.val();
        self.s20_kind.next = self.kind.q.val();
        self.read.d.next = self.s5_read.val();
        self.s20_read.next = self.read.q.val();
    }
}
