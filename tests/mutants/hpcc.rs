//! Bugs in HPCC++'s blocks that stand alone: the stimulus of their benches reaches the corners that these lie in.

use crate::bench::bugs::Bug;
use layout::config::Config;

/// Three hops, a lane for each.
pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops) = (16, 3);
    config
}

/// Two lanes for five hops: three steps.
pub fn in_steps() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops, config.hpcc.lanes) = (16, 5, 2);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"choice" "ackw_choice.v" {
    "a host write travels under the old choice": "if (p2_store) begin" => "if (1'b0) begin";
    "a host write travels under the old parameter set": "p3_set <= host_set;" => "p3_set <= ram_rdata_set;";
    "a bubble stores": "init_we | (p0_valid & p0_store)" => "init_we | p0_store";
}
"sent" "ackw_sent.v" {
    "the write of the event's own cycle is not seen": "meets_p3 = w2_valid & (w2_write_qpn == p2_qpn)" => "meets_p3 = 1'b0";
    "it is seen where there is none": "meets_p3 = w2_valid & (" => "meets_p3 = (";
    "it is seen of a neighbour": "(w2_write_qpn == p2_qpn)" => "(w2_write_qpn[2:0] == p2_qpn[2:0])";
    "a rewind lowers snd_max": "written_snd_max = w3_old_max;" => "written_snd_max = w3_psn;";
    "snd_max is compared with a stale one": "match_1 = w1_valid & (w1_write_qpn == w0_qpn)" => "match_1 = 1'b0";
    "the oldest of what the memory gives too late is not forwarded": "match_4 = w4_valid & (w4_qpn == w0_qpn)" => "match_4 = 1'b0";
    "the write of four cycles before is not seen": "meets_early = w4_valid & (w4_qpn == p0_qpn)" => "meets_early = 1'b0";
    "a write during initialisation counts": "w0_valid <= !init_we & (" => "w0_valid <= (";
}
"hops" "ackw_hops.v" {
    "an event that stores nothing is forwarded": "p2_hit_1 <= p2_valid & p2_store &" => "p2_hit_1 <= p2_valid &";
    "a path that is too long is stored": "(p0_telemetry & !too_long);" => "p0_telemetry;";
}
"hops" "ackw_hops_lane.v" {
    "two events ahead, the RAM's old record": "if (match_2) begin" => "if (1'b0) begin";
    "what was stored three events ahead stays behind": "if (valid[4]) begin" => "if (valid[3]) begin";
}
"window" "ackw_window.v" {
    "8 cycles ahead, the RAM's old W": "if (s14_near) begin" => "if (1'b0) begin";
    "8 cycles ahead, the RAM's old Wc": "s14_takes <= s13_near & s21_stores;" => "s14_takes <= 1'b0;";
    "a Wc that was not written is taken": "s14_takes <= s13_near & s21_stores;" => "s14_takes <= s13_near;";
}
"window" "ackw_mul_wide.v" {
    "the middle slice counts for nothing": "inner = {18'd0, products[71:36]}" => "inner = 54'd0";
}
"window" "ackw_window_smooth.v" {
    "8 cycles ahead, the RAM's old U": "if (s1_near) begin" => "if (1'b0) begin";
    "8 cycles ahead, U moves on with the event behind it": "if (valid[7]) begin" => "if (valid[6]) begin";
}
"inflight" "ackw_inflight_pick.v" {
    "the second of equals": "right_p[43:0] < left_p[43:0]" => "right_p[43:0] <= left_p[43:0]";
}
"inflight" "ackw_inflight_terms.v" {
    "dts of just T is below it":
        "w2_dts < {4'd0, w2_gain_t_ticks}" => "w2_dts <= {4'd0, w2_gain_t_ticks}";
    "a sum that runs over is kept": "if (tx_shift_above | sum[50]) begin" => "if (tx_shift_above) begin";
    "a link's share above the range is kept": "if (tx_shift_above | sum[50]) begin" => "if (sum[50]) begin";
    "the link's share is not rounded": "w19_q_term_q, tx_shift_y[0]}" => "w19_q_term_q, 1'b0}";
    "a theta of one is none": "w8_theta[35:0] | {w8_theta[36], 35'd0}" => "w8_theta[35:0]";
    "the half of a theta of one takes no place from the shift": "w3_q_shift - 7'd58" => "w3_q_shift - 7'd57";
    "the queue's bytes stand where both factors do": "if (q_full) begin" => "if (1'b0) begin";
    "that is not in the shift": "w3_q_shift - 7'd57 + {6'd0, !w3_q_full}" => "w3_q_shift - 7'd57";
    "theta is of the shifted dts": "{1'b0, w2_gain_e[4:0]} + {1'b0, w2_left}" => "{1'b0, w2_gain_e[4:0]}";
    "a number above the range does not saturate": "if (q_right_above | q_rounded[49]) begin" => "if (q_rounded[49]) begin";
    "a power of two is inverted to half": "if (inverse_power & !w5_short_q) begin" => "if (1'b0) begin";
}
"inflight" "ackw_inflight_inverse.v" {
    "the inverse's correction is negative": "if (r9_error[17]) begin" => "if (1'b0) begin";
    "the inverse is not corrected": "corr = corrects_p[35:17]" => "corr = 19'd0";
    "the correction is of the inverse alone": "corr = 19'd0" => "corr = corrects_p[35:17]";
    "the upper bits of dts are not in the error": "cross_0_p[11:0] + cross_1_p[11:0]" => "cross_0_p[11:0]";
    "1 / 1 is 2": "r3_power <= rom_data_c0[18] & !(|r2_f)" => "r3_power <= 1'b0";
}
"inflight" "ackw_inflight_lane.v" {
    "a hop whose clock stands still counts": "!h1_used | unknown | still" => "!h1_used | unknown";
    "the topmost bits of q * dts are half": "h4_rows_0 <= row_0 + row_1" => "h4_rows_0 <= row_0";
    "their upper two have no weight": "{h4_rows_2, 2'd0}" => "16'd0";
    "a carry of three numbers is lost":
        "(outer & inner) | (outer & weighted_tx_p)" => "(outer & weighted_tx_p)";
}
"inflight" "ackw_mul_wide.v" {
    "the third slice of a factor counts for nothing": "products[107:90]} + {18'd0, products[179:144]}" => "products[107:90]}";
    "the carry out of the lower slices is lost": "upper = products[71:36] + {18'd0, low[35:18]}" => "upper = products[71:36]";
    "the middle slices count for nothing": "products[35:18]} + {18'd0, products[71:36]}" => "products[35:18]}";
    "a factor's upper slices are not multiplied": "s2_high <= products[143:108]" => "s2_high <= 36'd0";
    "the sums take what the multipliers had a cycle ago": "{1'b0, on[3:2]}" => "{1'b0, on[2:1]}";
}
"inflight" "ackw_delay.v" {
    "a word moves on with the next one": "if (on[k]) words" => "if (en) words";
    "the ring has all its memory's words": "place == LAST[ADDR_BITS-1:0]" => "&place";
}
};

pub const IN_STEPS: &[Bug] = crate::bugs! {
"inflight" "ackw_inflight_fold_back1.v" {
    "the later of equals": "product_p[43:0] < s6_left[43:0]" => "product_p[43:0] <= s6_left[43:0]";
    "the second product's factors are the first's": "s1_n <= s1_a_n;" => "s1_n <= s1_b_n;";
    "the second product's factors do not count": "if (in_valid | valid[0]) begin" => "if (in_valid) begin";
}
"inflight" "ackw_inflight.v" {
    "a step is not compared": "assign compare_1_d = aligned &" => "assign compare_1_d = 1'b0 &";
    "an event that measures nothing is compared": "aligned = active_0;" => "aligned = 1'b1;";
    "one that measures nothing takes what stands at its end": "(|winner_n) & w0_measure_0_q" => "(|winner_n)";
    "the flags of the event before stay": "if (!h2_first_0_q) begin" => "if (1'b1) begin";
    "only the last step's flags count": "if (!h2_first_0_q) begin" => "if (1'b0) begin";
    "the parameter set is the next event's": "if (in_valid & ready) begin" => "if (in_valid) begin";
    "the steps behind the first do not count": "step_0 <= in_valid | !ready;" => "step_0 <= in_valid & ready;";
    "an event that comes too early is taken": "valid_0 <= in_valid & ready;" => "valid_0 <= in_valid;";
    "a step too few": "rest_0 <= LAST_STEP;" => "rest_0 <= LAST_STEP - 4'd1;";
}
};
