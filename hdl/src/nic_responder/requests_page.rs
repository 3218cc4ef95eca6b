//! The page of registers of requests of the own probes: opcodes, a DSCP, and what is counted (nic.md). They stand in
//! the prober's page.

use crate::prelude::*;
use crate::records::{AskCfg, RequestsCounts, UnitBus};
use crate::register_page;

register_page! {
    /// Of the registers `prb_*` those that are there where requests' frames are made.
    pub struct RequestsPage {
        pub asking: Signal<Out, AskCfg>,
        pub counts: Signal<In, RequestsCounts>,
    }
    registers {
        rtt_request: 8 = "prb_rtt_request", access => asking.rtt;
        telemetry_request: 8 = "prb_telemetry_request", access => asking.telemetry;
        dscp: 6 = "prb_dscp", access => asking.dscp;
    }
    status {
        requests: 32 = "prb_requests", (self.counts.val().requests);
        unsent: 32 = "prb_unsent", (self.counts.val().unsent);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module requests_page");
        comment!("@doc The registers of the requests of the own probes: opcodes, a DSCP, and what is counted.");
        comment!("@port init_done not looked at: all of them can be written at any time");
    }
    then {
    }
}
