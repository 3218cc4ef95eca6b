//! LDCP's registers: a parameter set to be written, and its part of a context.

use crate::prelude::*;
use crate::records::{LdcpContext, LdcpParams, UnitBus};
use crate::register_page;

register_page! {
    /// The registers `set_ldcp_*`, `host_ldcp_*` and `found_ldcp_*`.
    pub struct LdcpPage {
        pub set_start: Signal<Out, Bit>,
        pub set: Signal<Out, LdcpParams>,
        pub set_index: Signal<Out, SetIndex>,
        pub host: Signal<Out, LdcpContext>,
        pub found: Signal<In, LdcpContext>,
        kept: Reg<LdcpContext>,
        held: Signal<Local, RegisterBus>,
        starts: Signal<Local, RegisterBus>,
        steady: Signal<Local, RegisterBus>,
    }
    registers {
        alpha: 17 = "set_ldcp_alpha", steady => set.alpha;
        beta: 17 = "set_ldcp_beta", steady => set.beta;
        gamma: 17 = "set_ldcp_gamma", steady => set.gamma;
        eta: 16 = "set_ldcp_eta", steady => set.eta;
        write_set: 4 = "set_ldcp_write", starts;
        rtt: 24 = "host_ldcp_rtt", held => host.rtt;
    }
    wide {
        cw_max: 42 = "set_ldcp_cw_max", steady => set.cw_max;
        cw: 42 = "host_ldcp_cw", held => host.cw;
    }
    status {
        found_cw: 42 = "found_ldcp_cw", (self.kept.q.val().cw);
        found_rtt: 24 = "found_ldcp_rtt", (self.kept.q.val().rtt);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module ldcp_page");
        comment!("@doc LDCP's registers: a parameter set to be written, and its part of a context.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port found_cw this and found_rtt: what the last host operation found; as the context");
        clock!(self, clock, kept);

        comment!("Writes that count: of a context or a start while no host operation is under way, of values while no set is written");
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.bus.val().host_busy;
        self.starts.next = self.access.val();
        self.starts.next.write = self.bus.val().write & self.init_done.val() & !self.bus.val().host_busy;
        self.steady.next = self.access.val();
        self.steady.next.write = self.bus.val().write & !self.bus.val().sets.any();
    }
    then {
        comment!("To the unit");
        self.set_start.next = self.write_set.written.val();
        self.set_index.next = self.write_set.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
    }
}
