//! Bugs in the receiver's page of registers, and where the receiver stands in `nic`. What is the receiver's own is in
//! its list.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (64, 128);
    config.engine.units = vec![Unit::Ldcp];
    (config.nic.sender, config.nic.receiver) = (true, true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"nic" "ackw_receiver_page.v" {
    "a counter's word is missing": " | merged_rdata" => "";
    "the mode is not taken": " | mode_taken" => "";
}
"nic" "ackw_nic_receiver.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "the other pages are not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "units start no sets": "assign out_answer_starts = in_answer_starts" => "assign out_answer_starts = 5'd0";
    "the last QP is not initialised": "ready <= &init_at" => "ready <= &init_at[5:1]";
    "times change places": ".cfg_ack_timeout (page_times_ack_timeout)" => ".cfg_ack_timeout (page_times_cnp_interval)";
    "time stands still": ".tick            (microseconds_tick)" => ".tick            (1'b0)";
    "two counters change places": ".counts_acks       (receiver_acks)" => ".counts_acks       (receiver_cnps)";
    "its own queue marks nothing": ".in_queue        (rx_queue)" => ".in_queue        (1'b0)";
    "no QP is opened": ".host_we         (page_opens)" => ".host_we         (1'b0)";
    "no QP has CNPs": ".host_cnp        (page_policy_cnp)" => ".host_cnp        (1'b0)";
    "no packet asks for an ACK": ".in_ack_req      (rx_ack_req)" => ".in_ack_req      (1'b0)";
}
"nic" "ackw_nic.v" {
    "answers are taken at once": ".m_answer_ready     (m_answer_ready)" => ".m_answer_ready     (1'b1)";
}
};
