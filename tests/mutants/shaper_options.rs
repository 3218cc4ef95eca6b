//! Bugs in what the shaper has by its options: who the NIC is told of, and weights between the classes.

use super::{nic_sender, small};
use crate::bench::bugs::Bug;
use layout::config::Config;

pub fn telling() -> Config {
    let mut config = small::config();
    config.shaper.wake = true;
    config
}

pub fn weighted() -> Config {
    let mut config = small::config();
    config.shaper.weights = true;
    config
}

pub fn in_nic() -> Config {
    let mut config = nic_sender::config();
    config.shaper.weights = true;
    config
}

pub const TELLING: &[Bug] = crate::bugs! {
"shaper" "ackw_shaper_wake.v" {
    "a QP stands in the queue twice": "pushes <= differs & !told_rdata_waits;" => "pushes <= differs;";
    "what has changed is not written": "told_we = changes | ends_read | init_we;" => "told_we = ends_read | init_we;";
    "a QP that came out once never does again": "told_we = changes | ends_read | init_we;" => "told_we = changes | init_we;";
    "an operation that ends while its QP is read is missed": "meets <= (ends & (head == qpn)) | (next_ends & (head == next_qpn));" => "meets <= next_ends & (head == next_qpn);";
    "one that ends in the next slot is missed": "meets <= (ends & (head == qpn)) | (next_ends & (head == next_qpn));" => "meets <= ends & (head == qpn);";
    "what stands at the port is overwritten": "third & head_valid & !meets & !valid;" => "third & head_valid & !meets;";
    "every operation that ends is told": "third & ends & (live ^ told_rdata_live);" => "third & ends;";
    "the head is overwritten": "loads = last & some & !head_valid;" => "loads = last & some;";
    "what was known when it came into the queue comes out": "told_wdata_live = live;" => "told_wdata_live = told_rdata_waits ? told_rdata_live : live;";
}
"shaper" "ackw_shaper_may_send.v" {
    "bits of a paused class stay": "may <= lives & ~stopped;" => "may <= lives;";
    "a bit stays when its QP may send no more": "lives <= lives & ~one;" => "lives <= lives;";
    "the upper classes are paused with the lower": "stopped = (pause_mid_0 & ~class_high) | (pause_mid_1 & class_high);" => "stopped = pause_mid_0;";
}
};

pub const WEIGHTED: &[Bug] = crate::bugs! {
"shaper" "ackw_shaper_share.v" {
    "a pick does not count for the next one": "has_any = has_behind;" => "has_any = has_now;";
    "a class that nobody is in keeps what it has": "gone <= !may & !(|under_way);" => "gone <= 1'b0;";
    "a class whose only QP is granted keeps nothing": "gone <= !may & !(|under_way);" => "gone <= !may;";
    "what a class owes is forgotten in a new round": "whole <= whole + more - {9'd0, pops};" => "whole <= more - {9'd0, pops};";
    "all have their weight more in a new round": "if (poor) begin" => "if (1'b1) begin";
    "parts that make a quantum are lost": "whole <= whole + {9'd0, back_carry};" => "whole <= whole;";
    "what is left of a quantum does not count": "has_now <= !below & ((|whole) | any);" => "has_now <= !below & (|whole);";
}
"shaper" "ackw_shaper_shares.v" {
    "the highest class goes first by weights too": "chosen = first_of;" => "chosen = pool;";
    "a refused grant costs its class a quantum": "back <= quantum;" => "back <= 20'd0;";
    "what is not sent does not come back": "back_valid <= m7_pops | m7_answers;" => "back_valid <= m7_pops;";
    "no round begins": "new_round <= !strict &" => "new_round <= 1'b0 &";
}
"shaper" "ackw_shaper.v" {
    "what a QP that may not send did not send comes back to its class": "answers_3 & of_qp_3 & offer_m7_qp_live;" => "answers_3 & of_qp_3;";
}
};

pub const IN_NIC: &[Bug] = crate::bugs! {
"nic" "ackw_nic_sender.v" {
    "the page of weights takes nothing": "in_answer_taken | page_taken | shares_taken" => "in_answer_taken | page_taken";
    "the page of weights is not read": "in_answer_rdata | page_rdata | shares_rdata" => "in_answer_rdata | page_rdata";
}
};
