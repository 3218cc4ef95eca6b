//! The page of registers of `receiver`: its times, the policy of a QP, and what it counts (nic.md).

use crate::prelude::*;
use crate::receiver::Policy;
use crate::records::{AnswerTimes, ReceiverCounts, UnitBus};
use crate::register_page;

register_page! {
    /// The registers `rcv_*`.
    pub struct ReceiverPage {
        pub times: Signal<Out, AnswerTimes>,
        pub opens: Signal<Out, Bit>,
        pub open_qpn: Signal<Out, Qpn>,
        pub policy: Signal<Out, Policy>,
        pub counts: Signal<In, ReceiverCounts>,
        starts: Signal<Local, RegisterBus>,
    }
    registers {
        ack_timeout: 16 = "rcv_ack_timeout", access => times.ack_timeout;
        cnp_interval: 16 = "rcv_cnp_interval", access => times.cnp_interval;
        qpn: QPN = "rcv_qpn", access;
        mode: 2 = "rcv_mode", access => policy.mode;
        m: 7 = "rcv_m", access => policy.m;
        cnp: 1 = "rcv_cnp", access;
        open: 1 = "rcv_open", starts;
    }
    status {
        status: 1 = "rcv_status", (bits::<1>(self.init_done.val()));
        acks: 32 = "rcv_acks", (self.counts.val().acks);
        cnps: 32 = "rcv_cnps", (self.counts.val().cnps);
        merged: 32 = "rcv_merged", (self.counts.val().merged);
        cnps_merged: 32 = "rcv_cnps_merged", (self.counts.val().cnps_merged);
        timeouts: 32 = "rcv_timeouts", (self.counts.val().timeouts);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module receiver_page");
        comment!("@doc The registers of ackw_receiver: its times, the policy with which a QP is opened, and what is counted.");
        comment!("@port init_done the receiver takes openings");
        comment!("@port opens the QP is opened with this policy");
        comment!("@port open_qpn index of the QP");

        comment!("Writes that count: of a start from init_done on");
        self.starts.next = self.access.val();
        self.starts.next.write = self.access.val().write & self.init_done.val();
    }
    then {
        self.opens.next = self.open.written.val();
        self.open_qpn.next = self.qpn.value.val();
        self.policy.next.cnp = self.cnp.value.val().get_bit(0);
    }
}
