//! The last step: what both rates allow meets the own values.

use super::stages::{Allows, Own, Ruled};
use crate::prelude::*;

/// Ports bear the stage of `fcr.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct ResultOf {
    pub clock: Signal<In, ClkRst>,
    pub s18_own: Signal<In, Own>,
    pub s18_wc: Signal<In, ByteWindow>,
    pub s18_lowers: Signal<In, Allows>,
    pub s18_caps: Signal<In, Allows>,
    pub s18_pace: Signal<In, U<41>>,
    pub s18_ruled: Signal<In, Ruled>,
    pub s20_own: Signal<Out, Own>,
    pub s20_wc: Signal<Out, ByteWindow>,
    pub s20_send: Signal<Out, Own>,
    pub s20_pace: Signal<Out, U<41>>,
    pub s20_flags: Signal<Out, U<15>>,

    s19_ruled: DReg<Ruled>,
    s19_own: DReg<Own>,
    s19_wc: DReg<ByteWindow>,
    s19_caps: DReg<Allows>,
    s19_pace: DReg<U<41>>,
    own: DReg<Own>,
    wc: DReg<ByteWindow>,
    send: DReg<Own>,
    pace: DReg<U<41>>,
    flags: DReg<U<15>>,

    rc_lower: Signal<Local, Bit>,
    cw_lower: Signal<Local, Bit>,
    w_lower: Signal<Local, Bit>,
    wc_lower: Signal<Local, Bit>,
    rc_limited: Signal<Local, Bit>,
    cw_limited: Signal<Local, Bit>,
    w_limited: Signal<Local, Bit>,
    said: Signal<Local, Ruled>,
}

impl Logic for ResultOf {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_result");
        comment!(
            "@doc The own values behind an event, and what is sent, 2 cycles later. One a cycle, no reset, no valid."
        );
        comment!("@port s18_own own rate and windows");
        comment!("@port s18_wc own reference window");
        comment!("@port s18_lowers what the last cap allowed, or the line does");
        comment!("@port s18_caps what the cap allows");
        comment!("@port s18_pace its pace");
        comment!("@port s18_ruled the rules that acted");
        comment!("@port s20_own own rate and windows behind the event");
        comment!("@port s20_wc own reference window behind the event");
        comment!("@port s20_send what is sent at");
        comment!("@port s20_pace least time a byte takes; 0: there is no cap");
        comment!("@port s20_flags as out_flags of the block");
        clock!(self, clock, s19_ruled, s19_own, s19_wc, s19_caps, s19_pace, own, wc, send, pace, flags);
        self.s19_ruled.d.next = self.s18_ruled.val();

        comment!("s18 to s19: the own values: lowered to what the last cap allowed, or raised to what the line does");
        self.rc_lower.next = self.s18_lowers.val().rc < self.s18_own.val().rc;
        self.cw_lower.next = self.s18_lowers.val().cw < self.s18_own.val().cw;
        self.w_lower.next = self.s18_lowers.val().w < self.s18_own.val().w;
        self.wc_lower.next = self.s18_lowers.val().w < self.s18_wc.val();
        self.s19_own.d.next = self.s18_own.val();
        self.s19_wc.d.next = self.s18_wc.val();
        if self.s18_ruled.val().said.start | (self.s18_ruled.val().clamped & self.rc_lower.val()) {
            self.s19_own.d.next.rc = self.s18_lowers.val().rc;
        }
        if (self.s18_ruled.val().said.start & !self.cw_lower.val())
            | (self.s18_ruled.val().clamped & self.cw_lower.val())
        {
            self.s19_own.d.next.cw = self.s18_lowers.val().cw;
        }
        if (self.s18_ruled.val().said.start & !self.w_lower.val()) | (self.s18_ruled.val().clamped & self.w_lower.val())
        {
            self.s19_own.d.next.w = self.s18_lowers.val().w;
        }
        if (self.s18_ruled.val().said.start & !self.wc_lower.val())
            | (self.s18_ruled.val().clamped & self.wc_lower.val())
        {
            self.s19_wc.d.next = self.s18_lowers.val().w;
        }
        self.s19_caps.d.next = self.s18_caps.val();
        self.s19_pace.d.next = 0.into();
        if self.s18_ruled.val().capped {
            self.s19_pace.d.next = self.s18_pace.val();
        }

        comment!("s19 to s20: what is sent, and the flags");
        self.rc_limited.next = self.s19_ruled.q.val().capped & (self.s19_caps.q.val().rc < self.s19_own.q.val().rc);
        self.cw_limited.next = self.s19_ruled.q.val().capped & (self.s19_caps.q.val().cw < self.s19_own.q.val().cw);
        self.w_limited.next = self.s19_ruled.q.val().capped & (self.s19_caps.q.val().w < self.s19_own.q.val().w);
        self.own.d.next = self.s19_own.q.val();
        self.wc.d.next = self.s19_wc.q.val();
        self.pace.d.next = self.s19_pace.q.val();
        self.send.d.next = self.s19_own.q.val();
        if self.rc_limited.val() {
            self.send.d.next.rc = self.s19_caps.q.val().rc;
        }
        if self.cw_limited.val() {
            self.send.d.next.cw = self.s19_caps.q.val().cw;
        }
        if self.w_limited.val() {
            self.send.d.next.w = self.s19_caps.q.val().w;
        }
        self.said.next = self.s19_ruled.q.val();
        self.flags.d.next = bits::<15>(self.said.val().capped)
            | (bits::<15>(self.said.val().capped & self.s19_caps.q.val().floor) << 1)
            | (bits::<15>(self.said.val().capped & self.s19_caps.q.val().sat) << 2)
            | (bits::<15>(self.said.val().said.ignored) << 3)
            | (bits::<15>(self.rc_limited.val() | self.cw_limited.val() | self.w_limited.val()) << 4)
            | (bits::<15>(self.said.val().said.expired) << 5)
            | (bits::<15>(self.said.val().clamped) << 6)
            | (bits::<15>(self.said.val().said.withdrawn) << 7)
            | (bits::<15>(self.said.val().said.old) << 8)
            | (bits::<15>(self.said.val().said.wrong_rate) << 9)
            | (bits::<15>(self.said.val().said.wrong_range) << 10)
            | (bits::<15>(self.said.val().said.wrong_validity) << 11)
            | (bits::<15>(self.said.val().said.full) << 12)
            | (bits::<15>(
                self.said.val().said.wrong_rate
                    | self.said.val().said.wrong_range
                    | self.said.val().said.wrong_validity,
            ) << 13)
            | (bits::<15>(self.said.val().said.start) << 14);
        self.s20_own.next = self.own.q.val();
        self.s20_wc.next = self.wc.q.val();
        self.s20_send.next = self.send.q.val();
        self.s20_pace.next = self.pace.q.val();
        self.s20_flags.next = self.flags.q.val();
    }
}
