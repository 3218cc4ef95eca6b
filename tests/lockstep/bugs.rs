//! Bugs that a run in a network must see, each an edit of the engine's Verilog that changes what a sender may do.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_pawa.v" {
    "the increment is rounded down": "addend_half = {3'd0, s11_addend}" => "addend_half = {3'd0, s11_addend[42:1], 1'b0}";
    "the divisor loses the window's fraction":
        "own_fives = s4_window_cw[40:5]" => "own_fives = {s4_window_cw[40:28], 23'd0}";
    "the normalisation's last place does not reach the shift": " | {4'd0, !twos[30]}" => "";
}
"engine" "ackw_interval.v" {
    "the interval is rounded down": "{1'b0, i9_whole} + {32'd0, i9_half}" => "{1'b0, i9_whole}";
}
"engine" "ackw_psn.v" {
    "no ACK is of what was sent": "p1_was_sent <= !(|beyond[24:23])" => "p1_was_sent <= 1'b0";
}
"engine" "ackw_issue.v" {
    "what joins is lost": "sum0_0 = {1'b0, slot_n0_0} + {1'b0, came_n0};" => "sum0_0 = {1'b0, slot_n0_0};";
    "a pick of the last cycle does not hold back what enters": "behind = |(came_equal & last_pick)" => "behind = 1'b0";
}
"engine" "ackw_hops.v" {
    "the first hop is not measured": "p3_new_head_n_hop > 4'd0" => "p3_new_head_n_hop > 4'd1";
    "a record is stored and stays invalid": "p1_new_head_valid <= !p0_clear" => "p1_new_head_valid <= 1'b0";
}
"engine" "ackw_hops_lane.v" {
    "the queue is the new one, not the least of two": "if (p3_old_q < p3_q) begin" => "if (1'b0) begin";
    "bytes are counted from nothing": "out_hop_tx = p3_tx - p3_old_tx" => "out_hop_tx = p3_tx";
    "the time since the last telemetry is a tick short":
        "out_hop_dts = p3_ts - p3_old_ts" => "out_hop_dts = p3_ts - p3_old_ts - 24'd1";
}
"engine" "ackw_inflight_lane.v" {
    "the queue alone is the hop's load": ".a    (tx_weight)," => ".a    (32'd0),";
}
"engine" "ackw_window_due.v" {
    "every ACK is a full update": "s4_full = full" => "s4_full = 1'b1";
    "lastUpdate stays": "s4_stores <= is_full | s3_loads" => "s4_stores <= s3_loads";
}
"engine" "ackw_window_smooth.v" {
    "U is not smoothed": "s1_c <= 36'd0 - s0_theta[35:0]" => "s1_c <= 36'd0";
    "U is not stored": "ram_we = init_we | s7_valid" => "ram_we = init_we";
}
"engine" "ackw_window_rate.v" {
    "R is rounded down": "{1'b0, s24_halves[40:1]} + {40'd0, s24_halves[0]}" => "{1'b0, s24_halves[40:1]}";
}
"engine" "ackw_window.v" {
    "W has no floor": "if (s20_floor) begin" => "if (1'b0) begin";
    "the additive term is left out": "if (s_15_adjusts) begin" => "if (1'b0) begin";
}
"engine" "ackw_ldcp_unit.v" {
    "all QPs are ldcp-pcc": "(issued_alg[0])" => "(1'b1)";
}
"engine" "ackw_sent.v" {
    "snd_nxt is one too few": "w0_psn <= tx_psn" => "w0_psn <= tx_psn - 24'd1";
    "snd_max is not kept": "if (w3_rewinds) begin\n      written_snd_max" => "if (1'b0) begin\n      written_snd_max";
}
};
