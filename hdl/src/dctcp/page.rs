//! DCTCP's registers: a parameter set to be written, and its part of a context.

use super::{DctcpContext, DctcpParams};
use crate::prelude::*;
use crate::records::UnitBus;
use crate::register_page;

register_page! {
    /// The registers `set_dctcp_*`, `host_dctcp_*` and `found_dctcp_*`.
    pub struct DctcpPage {
        pub set_start: Signal<Out, Bit>,
        pub set: Signal<Out, DctcpParams>,
        pub set_index: Signal<Out, SetIndex>,
        pub host: Signal<Out, DctcpContext>,
        pub found: Signal<In, DctcpContext>,
        kept: Reg<DctcpContext>,
        held: Signal<Local, RegisterBus>,
        starts: Signal<Local, RegisterBus>,
        steady: Signal<Local, RegisterBus>,
    }
    registers {
        g: 17 = "set_dctcp_g", steady => set.g;
        write_set: 4 = "set_dctcp_write", starts;
        ssthresh: 13 = "host_dctcp_ssthresh", held => host.ssthresh;
        cp: 22 = "host_dctcp_cp", held => host.cp;
        window_end: 24 = "host_dctcp_window_end", held => host.window_end;
        acked: 14 = "host_dctcp_acked", held => host.acked;
        marked: 14 = "host_dctcp_marked", held => host.marked;
        cut: 1 = "host_dctcp_cut", held;
    }
    wide {
        cwnd_min: 40 = "set_dctcp_cwnd_min", steady => set.cwnd_min;
        cwnd_max: 40 = "set_dctcp_cwnd_max", steady => set.cwnd_max;
        cwnd: 40 = "host_dctcp_cwnd", held => host.cwnd;
    }
    status {
        found_cwnd: 40 = "found_dctcp_cwnd", (self.kept.q.val().cwnd);
        found_ssthresh: 13 = "found_dctcp_ssthresh", (self.kept.q.val().ssthresh);
        found_cp: 22 = "found_dctcp_cp", (self.kept.q.val().cp);
        found_window_end: 24 = "found_dctcp_window_end", (self.kept.q.val().window_end);
        found_acked: 14 = "found_dctcp_acked", (self.kept.q.val().acked);
        found_marked: 14 = "found_dctcp_marked", (self.kept.q.val().marked);
        found_cut: 1 = "found_dctcp_cut", (bits::<1>(self.kept.q.val().cut));
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module dctcp_page");
        comment!("@doc DCTCP's registers: a parameter set to be written, and its part of a context.");
        comment!("@port init_done contexts and parameter sets have their reset values");
        comment!("@port set_start the parameter set is to be written");
        comment!("@port set_index which one");
        comment!("@port found_cwnd from here to found_cut: what the last host operation found; as the context");
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
        self.host.next.cut = self.cut.value.val().get_bit(0);

        comment!("What a read has found");
        self.kept.d.next = self.kept.q.val();
        if self.bus.val().found_now {
            self.kept.d.next = self.found.val();
        }
    }
}
