//! The pins of the block, for rust-hdl's own simulation.

use super::{Policy, Receiver};
use crate::pins::{fields, listed, Fields, Inputs, Listed, Name, Outputs, Pin};
use crate::prelude::*;

fields! {
    Policy { mode m cnp }
}

listed! {
    [] Receiver {
        in init_we init_addr tick cfg_ack_timeout cfg_cnp_interval host_we host_qpn host in_valid in_qpn in_psn in_ce
           in_queue in_ack_req in_last m_answer_ready;
        out m_answer_valid m_answer_qpn m_answer_kind m_answer_psn m_answer_ece m_answer_count acks cnps merged
            cnps_merged timeouts;
    }
}
