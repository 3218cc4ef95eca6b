//! The page of registers of the responder's answers to probes: opcodes, a DSCP, and what is counted (nic.md).

use crate::prelude::*;
use crate::records::{AnswersCounts, ProbeCfg, ReplyCfg, UnitBus};
use crate::register_page;

register_page! {
    /// The registers `ans_*`.
    pub struct AnswersPage {
        pub request: Signal<Out, ProbeCfg>,
        pub reply: Signal<Out, ReplyCfg>,
        pub counts: Signal<In, AnswersCounts>,
    }
    registers {
        rtt_request: 8 = "ans_rtt_request", access => request.rtt;
        rtt_response: 8 = "ans_rtt_response", access => reply.rtt;
        telemetry_request: 8 = "ans_telemetry_request", access => request.telemetry;
        telemetry_response: 8 = "ans_telemetry_response", access => reply.telemetry;
        dscp: 6 = "ans_dscp", access => reply.dscp;
    }
    status {
        responses: 32 = "ans_responses", (self.counts.val().responses);
        closed: 32 = "ans_closed", (self.counts.val().closed);
        lost: 32 = "ans_lost", (self.counts.val().lost);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module answers_page");
        comment!("@doc The registers of the answers to a peer's probes: opcodes, a DSCP, and what is counted.");
        comment!("@port init_done not looked at: all of them can be written at any time");
    }
    then {
    }
}
