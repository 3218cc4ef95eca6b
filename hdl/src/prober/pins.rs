//! The pins of the block, for rust-hdl's own simulation.

use super::Prober;
use crate::pins::{listed, Inputs, Listed, Name, Outputs, Pin};
use crate::prelude::*;

listed! {
    [] Prober {
        in init_we init_addr time_now cfg_timeout cfg_smooth cfg_timed host_we host_opens host_qpn host_kind host_period host_psn
           tx_valid tx_qpn tx_psn una_valid una_qpn una_psn s_resp_valid s_resp_qpn s_resp_kind s_resp_psn s_resp_time
           m_probe_ready m_rtt_ready;
        out una_ready s_resp_ready m_probe_valid m_probe_qpn m_probe_kind m_probe_psn m_probe_time m_rtt_valid
            m_rtt_qpn m_rtt_kind m_rtt_psn m_rtt_measured m_rtt_smoothed probes responses unexpected timeouts refused
            clamped;
    }
}
