//! Bugs where `latest` and `shaper` are joined, in the configuration `small`. What is theirs is in their own lists.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"sender" "ackw_sender.v" {
    "a receiver's window limits": "if (s_upd_alg == ALG_RECEIVER) begin" => "if (1'b0) begin";
    "LDCP's timer is not looked at": "if (of_ldcp & paced) begin" => "if (1'b0) begin";
    "LDCP's timer counts above a packet too": "if (of_ldcp & paced) begin" => "if (of_ldcp) begin";
    "dcqcn-d has windows": "(latest_m_upd_alg == ALG_P) | (latest_m_upd_alg == ALG_D)" => "latest_m_upd_alg == ALG_P";
    "HPCC++ has no rate": "if (of_hpcc) begin" => "if (1'b0) begin";
    "a QP is opened ahead of an update of before": "& !(latest_m_upd_valid & (latest_m_upd_qpn == open_qpn))" => "";
    "what waits of a QP that ends is kept": ".drop_valid    (opens)" => ".drop_valid    (1'b0)";
    "a request overtakes its QP's opening": "shaper_s_req_valid = s_req_valid & !opening" => "shaper_s_req_valid = s_req_valid";
    "an update does not wait for one of its QP": "shaper_s_upd_valid = latest_m_upd_valid & !(|same)" => "shaper_s_upd_valid = latest_m_upd_valid";
    "an opening is forgotten": "open_valid <= (open_valid & !opens)" => "open_valid <= (open_valid & !(&phase))";
}
};

/// With the rate of advices.
pub const ADVISED: &[Bug] = crate::bugs! {
"sender" "ackw_sender.v" {
    "an advice paces nothing": "if (!has_pace) begin" => "if (1'b0) begin";
    "it is the pace of all": "if (!has_pace) begin" => "if (1'b1) begin";
    "none is the greatest rate": "if (&allowed_rate) begin" => "if (1'b0) begin";
    "LDCP's timer is not its own": "(s_upd_flags[0] & (" => "(1'b0 & (";
    "LDCP has a pace at all times": "(s_upd_flags[0] & (" => "(1'b1 & (";
}
};
