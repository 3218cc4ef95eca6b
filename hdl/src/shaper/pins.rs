//! The pins of the block, for rust-hdl's own simulation.

use super::{Cfg, Shaper, Woken};
use crate::pins::{fields, listed, Fields, Inputs, Listed, Name, Outputs, Pin};
use crate::prelude::*;

fields! {
    Cfg { mtu inv_mtu quantum cap_m cap_e burst timeout }
    Woken { valid qpn enable }
}

listed! {
    [] Shaper {
        in now pfc_pause cfg s_req_valid s_req_qpn s_req_class s_req_backlog s_req_bytes_to_end s_sent_valid s_sent_qpn
           s_sent_tag s_sent_psn_next s_sent_bytes s_sent_empty s_sent_rewind s_upd_valid s_upd_qpn
           s_upd_limits s_upd_acks s_upd_unit s_upd_window s_upd_pace s_upd_una_psn s_open_valid s_open_close s_open_qpn s_open_class s_open_first_psn
           s_open_bypass s_open_iw s_open_unit s_open_window s_open_pace m_grant_ready m_wake_ready_opt
           cfg_strict_opt cfg_weights_opt;
        out s_req_ready s_sent_ready s_upd_ready s_open_ready m_grant_valid m_grant_qpn m_grant_tag m_grant_max_bytes
            m_grant_max_packets m_grant_ecn_capable init_done not_picked count_closed count_returned count_not_open
            count_too_much count_rewind_outside count_closed_in_flight count_window_below count_time_back
            m_wake_opt may_send_opt;
    }
}
