//! Bugs in LDCP's fast start: in its block, and on a loss's way to it.

use super::small;
use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = small::config();
    (config.engine.units, config.ldcp.fast_start) = (vec![Unit::Ldcp], true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"pawa" "ackw_pawa_start.v" {
    "marked packets are not counted": "s1_n <= {2'd0, s0_n0} + {2'd0, s0_n1};" => "s1_n <= {2'd0, s0_n0};";
    "what a loss confirms is not counted": "s2_n <= s1_n + {2'd0, s1_confirms};" => "s2_n <= s1_n;";
    "a loss is that of the event behind": "s2_lost <= s1_lost;" => "s2_lost <= s0_loss;";
    "ldcp-pcc has it too": "s4_on <= s3_acts & (|s3_iw);" => "s4_on <= |s3_iw;";
    "it is over a packet early": "assign some_left = s4_less[16];" => "assign some_left = s4_less[16] & (|s4_left[13:1]);";
    "a loss cuts when all is acknowledged": "assign cuts = s4_on & s4_lost & some_left;" => "assign cuts = s4_on & s4_lost;";
    "a loss does nothing": "assign cuts = s4_on & s4_lost & some_left;" => "assign cuts = 1'b0;";
    "what is acknowledged beyond begins it anew": "if (s4_lost | !some_left) begin" => "if (s4_lost) begin";
    "a loss does not end it": "if (s4_lost | !some_left) begin" => "if (!some_left) begin";
    "a host's write leaves it": "if (s4_loads) begin" => "if (1'b0) begin";
    "the initialisation writes any word": "s5_write_qpn <= init_addr;" => "s5_write_qpn <= s4_qpn;";
}
"pawa" "ackw_pawa.v" {
    "marks count in it": "if (started_on & s5_valid) begin" => "if (started_cuts & s5_valid) begin";
    "the window is clamped in it": "s6_rule_exact <= !started_cuts;" => "s6_rule_exact <= 1'b0;";
    "the window after a loss is not clamped": "s6_rule_exact <= !started_cuts;" => "s6_rule_exact <= 1'b1;";
    "a loss that ends it is called ignored": "s6_rule_ignored <= !started_cuts;" => "s6_rule_ignored <= 1'b1;";
    "marks are subtracted in it": "s6_term <= {started_less, 16'd0};" => "s6_term <= s5_term;";
    "a host's read is an event of it": "assign start_s1_acts = !loads & !reads & !s1_pcc;" => "assign start_s1_acts = !loads & !s1_pcc;";
}
};

pub const IN_ENGINE: &[Bug] = crate::bugs! {
"engine" "ackw_loss_queue.v" {
    "an old NAK is a loss": "(counted_kind == KIND_LOSS) & !(use_psn_q & ahead[23])" => "counted_kind == KIND_LOSS";
    "a loss without a PSN is none": "(counted_kind == KIND_LOSS) & !(use_psn_q & ahead[23])" => "(counted_kind == KIND_LOSS) & use_psn_q & !ahead[23]";
    "a NAK confirms the packet that is missing": "psn_q - counted_una - 24'd1" => "psn_q - counted_una";
    "a NAK confirms more than n_max": "(ahead[13:0] > N_MAX)" => "1'b0";
    "a loss without a PSN confirms something": "if (counted_new & use_psn_q) begin" => "if (counted_new) begin";
}
"engine" "ackw_engine.v" {
    "an ACK behind a NAK counts it again": "issue_in_moves & (!joins | came_counts | lost_new)" => "issue_in_moves & (!joins | lost_new)";
    "a loss that joins confirms nothing": "issue_in_moves & (!joins | came_counts | lost_new)" => "issue_in_moves & (!joins | came_counts)";
    "a duplicate takes away what a NAK confirms": "issue_in_moves & (!joins | came_counts | lost_new)" => "issue_in_moves";
}
"engine" "ackw_ldcp_unit.v" {
    "no loss comes to it": ".in_loss    (issued_loss)" => ".in_loss    (1'b0)";
    "nor what it confirms": ".in_confirms(confirms)" => ".in_confirms(14'd0)";
    "the page's writes are not taken": "assign taken = page_taken | start_page_taken;" => "assign taken = page_taken;";
}
};
