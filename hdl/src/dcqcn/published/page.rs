//! DCQCN's registers of the published form: what a parameter set has more, and what was found of the counters.

use super::{Form, Timers};
use crate::prelude::*;
use crate::records::UnitBus;
use crate::register_page;

register_page! {
    /// The registers `set_dcqcn_*` and `found_dcqcn_*` that `dcqcn.published` brings.
    pub struct DcqcnFormPage {
        pub form: Signal<Out, Form>,
        pub found: Signal<In, Timers>,
        kept: Reg<Timers>,
        steady: Signal<Local, RegisterBus>,
    }
    registers {
        published: 1 = "set_dcqcn_published", steady;
        alpha_periods: 8 = "set_dcqcn_alpha_periods", steady => form.alpha_periods;
        rate_periods: 8 = "set_dcqcn_rate_periods", steady => form.rate_periods;
        byte_packets: 24 = "set_dcqcn_byte_packets", steady => form.byte_packets;
    }
    wide {
        hai: 35 = "set_dcqcn_hai", steady => form.hai;
    }
    status {
        found_byte_stage: 5 = "found_dcqcn_byte_stage", (self.kept.q.val().byte_stage);
        found_packets: 24 = "found_dcqcn_packets", (self.kept.q.val().packets);
        found_since_alpha: 8 = "found_dcqcn_since_alpha", (self.kept.q.val().since_alpha);
        found_since_rate: 8 = "found_dcqcn_since_rate", (self.kept.q.val().since_rate);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module dcqcn_form_page");
        comment!("@doc DCQCN's registers of the published form: what a parameter set has more, and what was found of the counters.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        clock!(self, clock, kept);

        comment!("Writes that count: while no set is written");
        self.steady.next = self.access.val();
        self.steady.next.write = self.bus.val().write & !self.bus.val().sets.any();
    }
    then {
        comment!("To the unit");
        self.form.next.published = self.published.value.val().get_bit(0);

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
    }
}
