//! LDCP's registers of the fast start.

use crate::prelude::*;
use crate::records::UnitBus;
use crate::register_page;

register_page! {
    /// The registers that `ldcp.fast_start` brings.
    pub struct LdcpStartPage {
        pub host_iw: Signal<Out, PacketCount>,
        pub found: Signal<In, U<14>>,
        kept: Reg<U<14>>,
        held: Signal<Local, RegisterBus>,
    }
    registers {
        iw: 14 = "host_ldcp_iw", held;
    }
    status {
        found_iw: 14 = "found_ldcp_iw", (self.kept.q.val());
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module ldcp_start_page");
        comment!("@doc LDCP's registers of the fast start: what is left of a QP's initial window.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port host_iw what a host write stores");
        comment!("@port found what the last host operation found");
        clock!(self, clock, kept);

        comment!("Writes that count: while no host operation is under way");
        self.held.next = self.access.val();
        self.held.next.write = self.bus.val().write & !self.bus.val().host_busy;
    }
    then {
        comment!("To the unit");
        self.host_iw.next = self.iw.value.val();

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
    }
}
