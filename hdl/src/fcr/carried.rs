//! What waits in distributed RAM while an event is worked on: it is not looked at before.

use super::stages::{Own, Ruled, Source};
use crate::prelude::*;
use crate::prim::ecc::option;

/// Ports bear the stage of `fcr.md` at which they count; what enters does so a cycle before s0.
#[derive(LogicBlock)]
pub struct Carried {
    pub clock: Signal<In, ClkRst>,
    pub in_rtt: Signal<In, RttNs>,
    pub in_kind: Signal<In, KindCode>,
    pub s5_read: Signal<In, Source>,
    pub s7_ruled: Signal<In, Ruled>,
    pub s8_cap: Signal<In, U<22>>,
    pub s12_rtt: Signal<Out, RttNs>,
    pub s18_ruled: Signal<Out, Ruled>,
    pub s20_kind: Signal<Out, KindCode>,
    pub s20_read: Signal<Out, Source>,
    pub s20_cap: Signal<Out, U<22>>,
    pub in_own_opt: Vec<Signal<In, Own>>,
    pub in_wc_opt: Vec<Signal<In, U<40>>>,
    pub s18_own_opt: Vec<Signal<Out, Own>>,
    pub s18_wc_opt: Vec<Signal<Out, U<40>>>,

    rtt: Delay<RttNs>,
    kind: Delay<KindCode>,
    read: Delay<Source>,
    ruled: Delay<Ruled>,
    cap: Delay<U<22>>,
    own_opt: Vec<Delay<Own>>,
    wc_opt: Vec<Delay<U<40>>>,
    _own: usize,
}

impl Default for Carried {
    fn default() -> Self {
        Self::of(true)
    }
}

impl Carried {
    /// With own values, or without where they are constants.
    pub fn of(own: bool) -> Self {
        Self {
            clock: Default::default(),
            in_rtt: Default::default(),
            in_kind: Default::default(),
            s5_read: Default::default(),
            s7_ruled: Default::default(),
            s8_cap: Default::default(),
            s12_rtt: Default::default(),
            s18_ruled: Default::default(),
            s20_kind: Default::default(),
            s20_read: Default::default(),
            s20_cap: Default::default(),
            in_own_opt: option(own),
            in_wc_opt: option(own),
            s18_own_opt: option(own),
            s18_wc_opt: option(own),
            rtt: Delay::new(13),
            kind: Delay::new(21),
            read: Delay::new(15),
            ruled: Delay::new(11),
            cap: Delay::new(12),
            own_opt: own.then(|| Delay::new(19)).into_iter().collect(),
            wc_opt: own.then(|| Delay::new(19)).into_iter().collect(),
            _own: own.into(),
        }
    }
}

impl Logic for Carried {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_carried");
        comment!("@doc What waits while an event is worked on. One a cycle, no reset, no valid.");
        comment!("@port in_rtt round-trip time, ns");
        comment!("@port in_kind kind of the event");
        comment!("@port s5_read the source that a host_read asks for");
        comment!("@port s7_ruled the rules that acted");
        comment!("@port s8_cap the lowest live advice, Mbit/s; 0: there is none");
        comment!("@port s12_rtt in_rtt, 13 cycles later");
        comment!("@port s18_ruled s7_ruled, 11 cycles later");
        comment!("@port s20_kind in_kind, 21 cycles later");
        comment!("@port s20_read s5_read, 15 cycles later");
        comment!("@port s20_cap s8_cap, 12 cycles later");
        clock!(self, clock, rtt, kind, read, ruled, cap);
        self.rtt.d.next = self.in_rtt.val();
        self.s12_rtt.next = self.rtt.q.val();
        self.kind.d.next = self.in_kind.val();
        self.s20_kind.next = self.kind.q.val();
        self.read.d.next = self.s5_read.val();
        self.s20_read.next = self.read.q.val();
        self.ruled.d.next = self.s7_ruled.val();
        self.s18_ruled.next = self.ruled.q.val();
        self.cap.d.next = self.s8_cap.val();
        self.s20_cap.next = self.cap.q.val();
        for k in 0..self._own {
            comment!("@port in_own own rate and windows");
            comment!("@port in_wc own reference window");
            comment!("@port s18_own in_own, 19 cycles later");
            comment!("@port s18_wc in_wc, 19 cycles later");
            clock!(self, clock, own_opt[k], wc_opt[k]);
            self.own_opt[k].d.next = self.in_own_opt[k].val();
            self.s18_own_opt[k].next = self.own_opt[k].q.val();
            self.wc_opt[k].d.next = self.in_wc_opt[k].val();
            self.s18_wc_opt[k].next = self.wc_opt[k].q.val();
        }
    }
}
