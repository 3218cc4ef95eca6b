//! The page of registers of `limit`: parameter sets, and what it counts (top.md).

use crate::prelude::*;
use crate::records::{LimitCounts, LimitSet, UnitBus};
use crate::register_page;

register_page! {
    /// The registers `fcr_*`.
    pub struct LimitPage {
        pub set: Signal<Out, LimitSet>,
        pub set_ready: Signal<In, Bit>,
        pub counts: Signal<In, LimitCounts>,
        /// Of the 16 sets so many have been written since the reset.
        first: Reg<U<5>>,
        under_way: Reg<Bit>,
        steady: Signal<Local, RegisterBus>,
        starts: Signal<Local, RegisterBus>,
        at_first: Signal<Local, Bit>,
        busy: Signal<Local, Bit>,
        one: Constant<U<13>> = Constant::new(1u64.into()),
    }
    registers {
        line: 22 = "fcr_line", steady => set.line;
        advice_min: 22 = "fcr_advice_min", steady => set.advice_min;
        advice_max: 22 = "fcr_advice_max", steady => set.advice_max;
        validity_max: 16 = "fcr_validity_max", steady => set.validity_max;
        path_mtu: 3 = "fcr_path_mtu", steady;
        rtt: 24 = "fcr_rtt", steady => set.rtt;
        start: 4 = "fcr_set_write", starts;
    }
    status {
        status: 2 = "fcr_status", (bits::<2>(self.init_done.val()) | (bits::<2>(self.busy.val()) << 1));
        lost: 32 = "fcr_lost", (self.counts.val().lost);
        rejected: 32 = "fcr_rejected", (self.counts.val().rejected);
        lowerings: 32 = "fcr_lowerings", (self.counts.val().lowerings);
        dues: 32 = "fcr_dues", (self.counts.val().dues);
        held: 32 = "fcr_held", (self.counts.val().held);
        late_worst: 16 = "fcr_late_worst", (self.counts.val().late_worst);
        ignored: 32 = "fcr_ignored", (self.counts.val().ignored);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module limit_page");
        comment!("@doc The registers of ackw_limit: the parameters of a set and its write, and what is counted. Behind a reset all 16");
        comment!("@doc sets are written as the registers stand then.");
        comment!("@port init_done advices are taken");
        comment!("@port set_ready the set is written, if valid");
        comment!("@constant one left by fcr_path_mtu: the path MTU in units of 128 bytes");
        clock!(self, clock, first, under_way);

        comment!("Writes that count: while no set is being written; of a start from init_done on, and of bounds in their order");
        self.at_first.next = !self.first.q.val().get_bit(4);
        self.busy.next = self.at_first.val() | self.under_way.q.val();
        self.steady.next = self.access.val();
        self.steady.next.write = self.access.val().write & !self.busy.val();
        self.starts.next = self.access.val();
        self.starts.next.write = self.steady.val().write
            & self.init_done.val()
            & (self.advice_min.value.val() <= self.advice_max.value.val());
    }
    then {
        comment!("A set is offered until it is written");
        self.first.d.next = self.first.q.val() + bits::<5>(self.at_first.val() & self.set_ready.val());
        self.under_way.d.next = (self.under_way.q.val() & !self.set_ready.val()) | self.start.written.val();
        self.set.next.valid = self.busy.val();
        self.set.next.index = self.start.value.val();
        if self.at_first.val() {
            self.set.next.index = self.first.q.val().get_bits::<4>(0);
        }
        comment!("as InfiniBand codes it: 1 is 256 bytes, 5 is 4096");
        self.set.next.mtu = (self.one.val() << bits::<3>(self.path_mtu.value.val())) << 7;
    }
}
