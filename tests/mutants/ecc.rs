//! Bugs in check bits and in what is written back beside the traffic.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.units) = (16, Unit::ALL.to_vec());
    (config.hpcc.hops, config.hpcc.lanes, config.rtl.ecc) = (2, 1, true);
    config
}

/// With FCR's part. That no bit of `ackw_ignore_back` is written back over one that is written a cycle behind its read
/// is left to the proof: 20,000 events do not meet it.
pub fn advised() -> Config {
    let mut config = config();
    (config.engine.fcr, config.parser.fcr, config.engine.qps) = (true, true, 32);
    config
}

pub const ADVISED: &[Bug] = crate::bugs! {
"limit" "ackw_fcr_place.v" {
    "a bubble's places count": ".re    (re)" => ".re    (1'b1)";
}
"limit" "ackw_fcr.v" {
    "what was wrong in the walk's copy is not reported": "all_fault_corrected = sweep_fault_corrected;" => "all_fault_corrected = 1'b0;";
}
"limit" "ackw_fcr_sweep.v" {
    "a visit that waits counts": ".re    (goes)" => ".re    (1'b1)";
}
"limit" "ackw_limit.v" {
    "the scrubber's event does not ask fcr": "fcr_in_valid = valid[4];" => "fcr_in_valid = 1'b0;";
    "the scrubber's event ends the wait for a lowering": "if (q0_scrubs) begin" => "if (1'b0) begin";
    "the scrubber's event is a lowering's begin": "q0_fetch & !q0_scrubs" => "q0_fetch";
    "a bubble's set counts": ".re    (valid[0])" => ".re    (1'b1)";
    "what is kept counts a stage later": ".re                  (valid[22])" => ".re                  (valid[23])";
    "what was wrong in a set is not reported": "of_fcr_corrected | of_sets_corrected |" => "of_fcr_corrected |";
}
"limit" "ackw_limit_scrub.v" {
    "a second event enters meanwhile": "assign asks_due = wanted_due & !under_way;" => "assign asks_due = wanted_due;";
    "the next QP follows though a set was not written back": "assign scrub_taken = ends & !spoilt;" => "assign scrub_taken = ends;";
    "a set is written back over a newer one": "at[3] & !spoilt & !chooses" => "at[3] & !chooses";
    "a choice in p1 is not seen": "chooses & (|at[3:1])" => "chooses & (|at[3:2])";
}
"limit" "ackw_limit_turn.v" {
    "another enters beside the scrubber's event": "other_goes = other_goes & !scrub_valid;" => "other_goes = other_goes;";
}
"limit" "ackw_qp_order.v" {
    "a word that is not read counts": ".re    (reads)" => ".re    (1'b1)";
}
"engine" "ackw_ignores.v" {
    "a bubble's bit counts": ".re    (in_valid)" => ".re    (1'b1)";
}
"engine" "ackw_ignore_back.v" {
    "a bit is written back in place of what is written": "assign writes = waits & !taken;" => "assign writes = waits;";
    "a bit that waits is written back over a newer one": "waits <= waits & taken & (taken_qpn != waits_qpn);" => "waits <= waits & taken;";
}
"engine" "ackw_entry.v" {
    "the scrubber enters beside a lowering": "lower_may & !lowers_due & scrubs_due" => "lower_may & scrubs_due";
}
"engine" "ackw_engine.v" {
    "the scrubber's operation is one of the host's that passes": "host_passes = host_passes & !scrubs;" => "host_passes = host_passes;";
    "the scrubber's end is the host's": "(host_ends & !lowers & !scrubs)" => "(host_ends & !lowers)";
}
};

pub const BUGS: &[Bug] = crate::bugs! {
"choice" "ackw_ecc.v" {
    "a wrong bit stays": "read[i] ^ (syndrome == COLUMN)" => "read[i]";
    "its neighbour is flipped": "localparam [LOW:0] COLUMN = {~^COUNT[LOW-1:0]," => "localparam [LOW:0] COLUMN = {^COUNT[LOW-1:0],";
}
"choice" "ackw_choice.v" {
    "what is written back is another QP's": "ram_waddr = rewrite_p3_qpn;" => "ram_waddr = p0_qpn;";
    "every QP's event takes what is written back": "p1_meets <= rewrite_p3_valid & (rewrite_p3_qpn == p0_qpn);" => "p1_meets <= rewrite_p3_valid;";
    "an event takes what is there a cycle later": "p2_back_alg <= p1_back_alg;" => "p2_back_alg <= p3_alg;";
}
"hops" "ackw_hops.v" {
    "an event that stores nothing leaves its own head": "if (!p3_store) begin\n        p4_head_valid" => "if (1'b0) begin\n        p4_head_valid";
}
"hops" "ackw_hops_lane.v" {
    "an event that stores nothing leaves its own record": "if (!we) begin\n        p4_ts" => "if (1'b0) begin\n        p4_ts";
}
"psn" "ackw_ram_ecc.v" {
    "a word that is read while it is written counts": "re & !(we & (waddr == raddr))" => "re";
    "a bubble counts": "re & !(we & (waddr == raddr))" => "!(we & (waddr == raddr))";
}
"dctcp" "ackw_dctcp.v" {
    "a bubble's CP counts": ".re                 (valid[13])" => ".re                 (1'b1)";
    "the counts of the event before count": ".re                 (valid[0])" => ".re                 (valid[1])";
    "what was wrong in a window is not told": "of_probability_corrected | of_window_corrected;" => "of_probability_corrected;";
}
"dcqcn" "ackw_dcqcn.v" {
    "an event that counts nothing counts as the first of its period": "e2_at_s1 <= 1'b0;" => "e2_at_s1 <= at_s0;";
    "an event that counts nothing is ahead of the one behind it": "e2_ahead_1 <= e1_ahead_1 & !e2_keeps" => "e2_ahead_1 <= e1_ahead_1";
    "an event that counts nothing wakes its QP": "if (e2_keeps) begin\n        e3_wakes <= 1'b0;" => "if (1'b0) begin\n        e3_wakes <= 1'b0;";
    "an event that counts nothing ends the count before it": "fresh = 1'b0;" => "fresh = newest_epoch != mark_epoch;";
    "an event that counts nothing says that its QP is in the list": "e3_listed <= newest_listed;" => "e3_listed <= !mark_listed;";
    "a read of the host ends the period": "s4_read_epoch <= swept_marks_rdata_epoch;" => "s4_read_epoch <= !s3_count_epoch;";
    "a read of the host drops the guard bits": "contexts_wdata_guard = found_rest_guard;" => "contexts_wdata_guard = 4'd0;";
    "a read of the host wakes a QP at rest": "rests_wdata_none = found_rest_none;" => "rests_wdata_none = 1'b0;";
    "a bubble's counts count": "e0_reads = e0_valid & (e0_cnp | e0_tx | e0_keeps)" => "e0_reads = (e0_cnp | e0_tx | e0_keeps)";
    "what was wrong in a list is not told": "| of_lists_corrected | of_woken_corrected" => "| of_woken_corrected";
}
"dcqcn" "ackw_dcqcn_list_a4_w24_ecc1.v" {
    "a word that waits is told of in each cycle": "was_wrong_corrected & moves" => "was_wrong_corrected";
}
"sent" "ackw_sent.v" {
    "what is written back is not what was read": "written_snd_nxt = p3_snd_nxt;" => "written_snd_nxt = w3_psn;";
}
};
