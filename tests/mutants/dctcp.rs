//! Bugs in DCTCP's window by itself, in the configuration `small`. Those around it in the engine are in sockets.rs.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"dctcp" "ackw_dctcp_counts.v" {
    "window_end itself does not end the window": "s3_ack & !s3_delta[23]" => "s3_ack & (|s3_delta[22:0]) & !s3_delta[23]";
    "half the circle ahead ends the window": "s3_ack & !s3_delta[23]" => "s3_ack & (!s3_delta[23] | !(|s3_delta[22:0]))";
    "a window remembers that the one before it was cut": "s3_word_cut & !is_close" => "s3_word_cut";
    "every echo cuts": "((s3_ack & s3_marked) | s3_loss) & !was_cut" => "(s3_ack & s3_marked) | (s3_loss & !was_cut)";
    "a loss cuts in a window that was cut":
        "((s3_ack & s3_marked) | s3_loss) & !was_cut" => "((s3_ack & s3_marked) & !was_cut) | s3_loss";
    "of what is folded the marks are not acknowledged": "{1'b0, s1_n0} + {1'b0, s1_n1}" => "{1'b0, s1_n0}";
    "two sums wrap past one count": "a_sat = |s3_a[15:14]" => "a_sat = s3_a[14]";
    "a cut is not remembered": "was_cut | cuts_now" => "was_cut";
    "marks wrap": "k_now = 14'h3fff" => "k_now = s3_k[13:0]";
    "an ACK of nothing saturates a count": "s3_ack & (a_sat | s3_k[14])" => "a_sat | s3_k[14]";
    "the window ends at the PSN that was acknowledged":
        "s4_word_window_end <= s3_snd_nxt" => "s4_word_window_end <= s3_delta";
}
"dctcp" "ackw_dctcp_share.v" {
    "more marked than acknowledged is more than one": "s4_k >= s4_a" => "s4_k == s4_a";
    "the last place of a does not count": "{1'b0, s9_a_left} | {4'd0, !s9_a_a[13]}" => "{1'b0, s9_a_left}";
    "the share is rounded down": "s16_halves[41:1] + {40'd0, s16_halves[0]}" => "s16_halves[41:1]";
}
"dctcp" "ackw_dctcp_probability.v" {
    "CP stands still where nothing is marked": "{21'd0, s18_wide[18] & s18_marks}" => "{21'd0, s18_wide[18]}";
    "CP is rounded down": "{21'd0, s18_wide[18] & s18_marks}" => "22'd0";
    "a host's CP above one is stored": "if (host_cp[21]) begin" => "if (1'b0) begin";
    "g does not take its part off CP": "(17'd1 << 16) - s14_g" => "17'd1 << 16";
    "a loss cuts by CP": "if (s18_loss) begin" => "if (1'b0) begin";
    "the share counts where no window ends": "if (s17_close) begin" => "if (1'b1) begin";
    "a small P goes left by four places too few": "{1'b0, by_8, 3'd0} | {2'd0, by_4, 2'd0}" => "{1'b0, by_8, 3'd0}";
}
"dctcp" "ackw_dctcp.v" {
    "a host's event loses": "in_loss & !loads & !reads" => "in_loss";
    "what is folded grows the window that it cuts": "some0[4] & !counts_s4_cuts" => "some0[4]";
    "no forward from eight ahead": "valid[27] & (s_27_qpn == s_19_qpn)" => "1'b0";
    "no forward from nine ahead": "valid[28] & (s_28_qpn == s_19_qpn)" => "1'b0";
    "no forward from ten ahead": "valid[29] & (s_29_qpn == s_19_qpn)" => "1'b0";
    "no forward from eleven ahead": "valid[30] & (s_30_qpn == s_19_qpn)" => "1'b0";
    "forward from a bubble": "valid[27] & (s_27_qpn == s_19_qpn)" => "s_27_qpn == s_19_qpn";
    "ssthresh is not forwarded": "s29_forward_ssthresh <= new_ssthresh" => "s29_forward_ssthresh <= 13'd0";
    "what normalises the forwarded window is forgotten":
        "s29_forward_e_high <= new_e_high" => "s29_forward_e_high <= 2'd0";
    "slow start at ssthresh":
        "grows_from_s5[17] & (s22_cwnd[39:27] < s22_ssthresh)" => "grows_from_s5[17] & (s22_cwnd[39:27] <= s22_ssthresh)";
    "a marked ACK grows the window":
        "grows_from_s5[17] & (s22_cwnd[39:27] < s22_ssthresh)" => "s22_cwnd[39:27] < s22_ssthresh";
    "a cut leaves ssthresh": "if (cuts_from_s5[23]) begin" => "if (1'b0) begin";
    "what is kept is clamped": "(grows_from_s5[22] | cuts_from_s5[22]) & over_min[43]" => "over_min[43]";
    "the clamp at the floor ignores the half bit":
        "{s27_above_min, 1'b1} + s27_addend_half" => "{s27_above_min, 1'b0} + s27_addend_half";
    "the clamp at the maximum ignores the half bit":
        "{s27_below_max, 1'b0} - s27_addend_half" => "{s27_below_max, 1'b1} - s27_addend_half";
    "the increment is rounded down":
        "{3'd0, s27_base, 1'b1} + s27_addend_half" => "{3'd0, s27_base, 1'b0} + s27_addend_half";
    "a host's window below one packet is stored": "if (!(|host_cwnd[39:27])) begin" => "if (1'b0) begin";
    "n goes left by one too few":
        "s21_left | {2'd0, by_2, 1'b0} | {3'd0, !twos[13]}" => "s21_left | {2'd0, by_2, 1'b0}";
}
};
