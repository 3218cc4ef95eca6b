//! The pins of the block, for rust-hdl's own simulation.

use super::{Header, Responder};
use crate::pins::{fields, listed, Fields, Inputs, Listed, Name, Outputs, Pin};
use crate::prelude::*;

fields! {
    Header {
        valid v6 tagged tci dst_mac src_mac dst_ip_high dst_ip_low src_ip_high src_ip_low tos ttl flow src_port dest_qp
        pkey
    }
}

listed! {
    [W K L] Responder<W, K, L> {
        in init_we init_addr cfg_ece_place cfg_cnp_dscp cfg_telemetry host_we host_qpn host msn_we msn_qpn msn
           s_answer_valid s_answer_qpn s_answer_kind s_answer_psn s_answer_ece s_answer_telemetry s_answer_path
           s_answer_n_hop s_answer_hop m_axis_tready cfg_reply_opt cfg_ask_opt s_answer_time_opt;
        out s_answer_ready m_axis_tdata m_axis_tkeep m_axis_tvalid m_axis_tlast acks naks cnps unwritten unknown
            responses_opt closed_opt requests_opt unsent_opt;
    }
}
