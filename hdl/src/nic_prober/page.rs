//! The page of registers of `prober`: how all are probed, the probes of a QP, and what is counted (nic.md).

use crate::prelude::*;
use crate::records::{ProbeCfg, ProberCounts, ProbingCfg, ProbingPolicy, UnitBus};
use crate::register_page;

register_page! {
    /// The registers `prb_*`.
    pub struct ProberPage {
        pub cfg: Signal<Out, ProbingCfg>,
        pub response: Signal<Out, ProbeCfg>,
        pub writes: Signal<Out, Bit>,
        pub policy: Signal<Out, ProbingPolicy>,
        pub counts: Signal<In, ProberCounts>,
        starts: Signal<Local, RegisterBus>,
    }
    registers {
        timeout: 24 = "prb_timeout", access => cfg.timeout;
        smooth: 1 = "prb_smooth", access;
        timed: 1 = "prb_timed", access;
        rtt_opcode: 8 = "prb_rtt_opcode", access => response.rtt;
        telemetry_opcode: 8 = "prb_telemetry_opcode", access => response.telemetry;
        qpn: QPN = "prb_qpn", access => policy.qpn;
        kind: 2 = "prb_kind", access => policy.kind;
        period: 24 = "prb_period", access => policy.period;
        psn: 24 = "prb_psn", access => policy.psn;
        start: 1 = "prb_start", starts;
    }
    status {
        status: 1 = "prb_status", (bits::<1>(self.init_done.val()));
        probes: 32 = "prb_probes", (self.counts.val().probes);
        responses: 32 = "prb_responses", (self.counts.val().responses);
        unexpected: 32 = "prb_unexpected", (self.counts.val().unexpected);
        timeouts: 32 = "prb_timeouts", (self.counts.val().timeouts);
        lost: 32 = "prb_lost", (self.counts.val().lost);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module prober_page");
        comment!("@doc The registers of ackw_prober: how all are probed, the probes of a QP, and what is counted.");
        comment!("@port init_done the prober takes the host's writes");
        comment!("@port writes the host writes the QP's probes");

        comment!("Writes that count: of a start from init_done on");
        self.starts.next = self.access.val();
        self.starts.next.write = self.access.val().write & self.init_done.val();
    }
    then {
        self.cfg.next.smooth = self.smooth.value.val().get_bit(0);
        self.cfg.next.timed = self.timed.value.val().get_bit(0);
        self.writes.next = self.start.written.val();
        self.policy.next.opens = self.start.value.val().get_bit(0);
    }
}
