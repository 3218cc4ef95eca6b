//! Bugs as a hand makes them, each one an edit of the Verilog in hdl/verilog/small, and the block that `verify` must
//! name for it: the first, in the order of verification, that contains the file.

use crate::bench::bugs::Bug;
use layout::config::Config;

pub fn config() -> Config {
    Config::parse(include_str!("../../hdl/verilog/small/ackwright.toml")).expect("a legal configuration")
}

pub const BUGS: &[Bug] = crate::bugs! {
"recip" "ackw_recip_rom.v" {
    "one entry of the table is an ulp too large": "9'd300: word <= 36'h65a810b59" => "9'd300: word <= 36'h65a810b5a";
}
"recip" "ackw_recip.v" {
    "a carry of the carry-save step is forgotten": " | (x_high & not_p1_high)" => "";
}
"psn" "ackw_psn.v" {
    "an ACK far ahead of what is in the RAM counts": "p3_ram_delta[23:22] | p3_ram_flight" => "p3_ram_flight";
    "an ACK counts with more in flight than fits": "p3_ram_delta[23:22] | p3_ram_flight" => "p3_ram_delta[23:22]";
    "an ACK of what was not sent counts": "p1_was_sent <= !(|beyond[24:23])" => "p1_was_sent <= 1'b1";
    "an event of a closed QP passes": "is_host | (p3_old_slice_open & passes)" => "is_host | passes";
    "a rejected event passes": "is_host | (p3_old_slice_open & passes)" => "is_host | p3_old_slice_open";
    "a PSN is compared with what the event ahead did not store": "p2_hit_1 & store & ahead_may" => "p2_hit_1 & store";
    "the distance from the RAM's PSN is taken where another is newer": "if (p3_hit) begin" => "if (1'b0) begin";
    "no forward from the event just ahead": "match_1 = p1_valid & (p1_qpn == p0_qpn)" => "match_1 = 1'b0";
    "no forward from three events ahead": "p1_match_1 | p1_match_2 | p1_match_3" => "p1_match_1 | p1_match_2";
    "forward from a bubble": "match_1 = p1_valid & (" => "match_1 = (";
    "n is cut one bit too late": "|p3_hit_delta[21:14]" => "|p3_hit_delta[21:15]";
    "n is cut at 2^14 - 1 alone": "(p3_hit_delta[13:0] > N_MAX)" => "1'b0";
    "n is cut at 2^14 - 1 alone where the RAM's PSN is the newest": "(p3_ram_delta[13:0] > N_MAX)" => "1'b0";
    "a host's PSN is stored only if it is newer": "p1_force <= p0_is_host_write" => "p1_force <= 1'b0";
}
"issue" "ackw_issue.v" {
    "the hazard window is a cycle too short": "assign may_at_once = !(|came_recent)" => "assign may_at_once = !(|came_recent[2:0])";
    "a pick in the cycle before an event enters keeps it off for the next cycle alone": "hazard_3 <= last_filled;" => "hazard_3 <= 8'd0;";
    "the picks of the two cycles before an event enters count for nothing": "was_near <= behind | second;" => "was_near <= 1'b0;";
    "a sum that issues is not all ones beyond its bits": "assign over0 = |(last_pick & slot_over0);" => "assign over0 = 1'b0;";
    "a QP has a second slot": "assign follows = came_qpn == in_qpn;" => "assign follows = 1'b0;";
    "what is marked is added to what is not": "sum1_2 = {1'b0, slot_n1_2} + {1'b0, came_n1};" => "sum1_2 = {1'b0, slot_n1_2} + {1'b0, came_n0};";
    "a sum wraps": "overs0[1] = sum0_1[14];" => "overs0[1] = 1'b0;";
    "nobody is told of a sum that saturates": "saturates = |(joined & (saturated | stays_over))" => "saturates = 1'b0";
    "a sum that begins is beyond its bits": "(slot_over0 | (overs0 & joins)) & ~place" => "slot_over0 | (overs0 & joins)";
    "a loss that joins is forgotten": "slot_loss_1 <= slot_loss_1 | came_loss" => "slot_loss_1 <= slot_loss_1";
    "a loss that joins takes the place of the one before": "slot_loss_0 <= slot_loss_0 | came_loss" => "slot_loss_0 <= came_loss";
    "what joins leaves the kind of the first, a loss too": "if (came_lost) begin\n          slot_kind_0" => "if (1'b0) begin\n          slot_kind_0";
    "the host's operation takes no cycle from the slots": "has_credit & !hold & !next_is_host" => "has_credit & !hold";
    "the host's operation does not count as an issue of its QP": "{recent_valid[2:0], issues}" => "{recent_valid[2:0], |last_pick}";
    "an event that joins enters as well, for a table beside": "enter_we = enter;" => "enter_we = moves;";
    "the slot that is joined is that which is vacant, for a table beside": "if (joins[1]) begin\n      moved" => "if (1'b0) begin\n      moved";
    "the slot that is entered is the wrong one, for a table beside": "vacant_slot | 4'h5" => "vacant_slot | 4'h4";
    "the slot that issues is the wrong one, for a table beside": " = slot | 4'h6" => " = slot | 4'h2";
    "the parameter set of a slot is that of its neighbour": "set | slot_set_2" => "set | slot_set_3";
    "the age of one slot is that of its neighbour": "outranked | younger_3" => "outranked | younger_2";
    "a pick of the last cycle does not hold back what enters": "assign behind = |(came_equal & last_pick);" => "assign behind = 1'b0;";
    "nor one of the cycle before that": "assign second = |(came_equal & second_pick);" => "assign second = 1'b0;";
    "an event of the QP that is picked in this cycle enters": "assign enter = moves & !((|(came_equal & stays))" => "assign enter = moves & !((|(came_equal & stays & ~pick))";
    "an event that has come is not waited for": "(|(valid & of_host)) | (came & came_host)" => "|(valid & of_host)";
}
"pawa" "ackw_pawa.v" {
    "no forward from eight events ahead": "s3_source_at_8 <= s2_hits_at_8" => "s3_source_at_8 <= 1'b0";
    "no forward from nine events ahead": "s3_source_at_9 <= s2_hits_at_9" => "s3_source_at_9 <= 1'b0";
    "no forward from ten events ahead": "s2_hits_at_10 <= s11_valid & (s11_rule_qpn == s1_qpn)" => "s2_hits_at_10 <= 1'b0";
    "no forward from eleven events ahead": "s2_hits_at_11 <= s12_valid & (s12_rule_qpn == s1_qpn)" => "s2_hits_at_11 <= 1'b0";
    "no forward from twelve events ahead": "s2_hits_at_12 <= s13_valid & (s13_qpn == s1_qpn)" => "s2_hits_at_12 <= 1'b0";
    "no forward from thirteen events ahead": "s2_hits_at_13 <= s14_valid & (s14_qpn == s1_qpn)" => "s2_hits_at_13 <= 1'b0";
    "what normalises the forwarded window is forgotten": "s13_forward_e <= clamped_e" => "s13_forward_e <= 4'd0";
    "what normalises the greatest window is forgotten": "clamped_e = s12_max_e" => "clamped_e = 4'd0";
    "the increment is rounded down": "addend_half = {3'd0, s11_addend}" => "addend_half = {3'd0, s11_addend[42:1], 1'b0}";
    "eta * cw is rounded down": "s9_half <= s8_eta_cw[15]" => "s9_half <= 1'b0";
    "of what is folded the marks alone count": "s10_base <= {2'd0, s9_base} + s9_other" => "s10_base <= {2'd0, s9_base}";
    "CNPs and RTT responses do not add up": "s4_term <= {2'd0, s3_plus} - {2'd0, s3_minus}" => "s4_term <= 32'd0 - {2'd0, s3_minus}";
    "ACKs without a mark are added by ldcp too": "if (s2_rule_adds) begin" => "if (1'b1) begin";
    "below one packet n0 goes before a mark": "s2_rule_marked <= s1_some1" => "s2_rule_marked <= s1_some1 & !s1_some0";
    "an event with marks alone changes nothing": "s1_some0 | s1_some1" => "s1_some0";
    "a host's event moves by what its ports hold": "(s1_some0 | s1_some1) & !loads & !reads" => "(s1_some0 | s1_some1) & !loads";
    "the divisor loses the window's fraction":
        "own_fives = s4_window_cw[40:5]" => "own_fives = {s4_window_cw[40:28], 23'd0}";
    "the divisor loses the forwarded window's fraction":
        "newest_fives = s13_forward_cw[40:5]" => "newest_fives = {s13_forward_cw[40:28], 23'd0}";
    "a window of just one packet counts as below one":
        "s6_rule_by_window & !(|s6_cw[41:28])" => "s6_rule_by_window & (!(|s6_cw[41:28]) | (s6_cw == 42'h10000000))";
    "the clamp at the floor ignores the half bit":
        "over_floor = {s11_above_floor[43], s11_above_floor, 1'b1}" => "over_floor = {s11_above_floor[43], s11_above_floor, 1'b0}";
    "the clamp at the maximum ignores the half bit":
        "under_max = {s11_below_max[43], s11_below_max, 1'b0}" => "under_max = {s11_below_max[43], s11_below_max, 1'b1}";
    "the normalisation's last place does not reach the shift": " | {4'd0, !twos[30]}" => "";
}
"interval" "ackw_interval.v" {
    "the interval is rounded down": "{1'b0, i9_whole} + {32'd0, i9_half}" => "{1'b0, i9_whole}";
    "the quotient is not shifted by eights": "recip_q[36:3] >> q_by" => "recip_q[36:3]";
    "rounding overflows": "i9_sat | rounded[32]" => "i9_sat";
    "the 33rd bit of the quotient does not saturate": "i8_sat | (quotient[33] & !i8_zero)" => "i8_sat";
}
"parser" "ackw_ip_at.v" {
    "the tag of QinQ is unknown": "(ethertype == TYPE_VLAN) | (ethertype == TYPE_QINQ)" => "ethertype == TYPE_VLAN";
    "IP options are not skipped": "word0_r_udp_at <= first_word + {1'b0, ihl}" => "word0_r_udp_at <= first_word + 5'd5";
    "more-fragments is ignored": "FRAGMENT_MASK = 16'h3fff" => "FRAGMENT_MASK = 16'h1fff";
}
"parser" "ackw_ip_select.v" {
    "the second tag is not stripped": "if (s2_ip_1_vlan) begin" => "if (1'b0) begin";
}
"parser" "ackw_parser_front.v" {
    "the word counter stops in a long frame": "else if (!s1_at[12]) begin" => "else if (!s1_at[9]) begin";
}
"parser" "ackw_parser_locate.v" {
    "a frame cut off in its headers goes on in the next": "if (s4_beat_last) begin" => "if (1'b0) begin";
}
"parser" "ackw_frame_check.v" {
    "the last byte of a full beat is dropped": "STEPS_0 = 8'd254" => "STEPS_0 = 8'd126";
    "a hole in the upper half of tkeep passes": "|((group_1 >> 1) & ~group_1)" => "1'b0";
    "a frame of just the largest size is too long":
        "s3_last_byte >= cfg_max_frame_bytes" => "s3_last_byte + 14'd1 >= cfg_max_frame_bytes";
    "the ICRC counts as room for telemetry": "ACK_WORDS = 14'd7" => "ACK_WORDS = 14'd6";
    "a header that lacks its last byte is whole":
        "{1'b0, s3_last_byte[6:0]} + 8'd3" => "{1'b0, s3_last_byte[6:0]} + 8'd4";
}
"parser" "ackw_transport.v" {
    "the bytes of the PSN are the wrong way round":
        "s5_run_0[4]}),\n    .lane ({s5_word_1[23:0], s5_word_0[23:0]})" =>
        "s5_run_0[4]}),\n    .lane ({s5_word_1[23:0], s5_word_0[7:0], s5_word_0[15:8], s5_word_0[23:16]})";
}
"parser" "ackw_lane_pick.v" {
    "the first lane is not looked at": "(here[j] ? lane" => "(here[j] & (j != 0) ? lane";
    "what the frame before had stays": "fresh ? {WIDTH{1'b0}} : held" => "held";
}
"parser" "ackw_roce_check.v" {
    "a UDP length that is too small passes": "s6_udp_length != s6_payload_bytes" => "s6_udp_length > s6_payload_bytes";
    "a QPN just above ours is ours": "QPN_FIXED = 24'hfffff0" => "QPN_FIXED = 24'hffffe0";
    "padding of data is a fault": "(|s6_pad_count) & !is_data" => "(|s6_pad_count)";
    "an ACK without telemetry has some": "!s6_payload_plain_ack" => "1'b1";
    "RDMA READ RESPONSE ONLY for ACKNOWLEDGE": "OPCODE_ACK = 8'd17" => "OPCODE_ACK = 8'd16";
}
"parser" "ackw_icrc.v" {
    "the polynomial lacks a term": "32'h04c11db7" => "32'h04c11db3";
}
"parser" "ackw_icrc_share.v" {
    "the first bit that is sent counts for nothing": "^(word & ROW)" => "^({word[31:25], 1'b0, word[23:0]} & ROW)";
}
"parser" "ackw_icrc_mask.v" {
    "the TTL is not masked": "router = 32'hff00ffff" => "router = 32'hffff";
    "the area for telemetry is covered": "if (s4_area) begin" => "if (1'b0) begin";
}
"parser" "ackw_parser_setup.v" {
    "telemetry in an ACK is looked for at its AETH": "AETH_END_WORDS = 5'd6" => "AETH_END_WORDS = 5'd5";
    "the area is counted in bytes where an ACK's length is checked":
        "{1'b0, area, 2'd0} + PLAIN_ACK_BYTES" => "{3'd0, area} + PLAIN_ACK_BYTES";
}
"parser" "ackw_telemetry.v" {
    "a word that the turn takes from the beat before is lost":
        "(s6_run_0 & !turn_s6_wraps_1) | (s6_run_1 & turn_s6_wraps_1)" => "s6_run_0";
    "the last hop that just fits is dropped": "table_n_hop > s7_left[4:1]" => "table_n_hop >= s7_left[4:1]";
    "a hop behind nHop is shown": "table_n_hop > 4'd1" => "table_n_hop >= 4'd1";
    "a negative room is a large one": "too_short = s7_left[14];" => "too_short = 1'b0;";
    "telemetry of a dropped packet stays": "if (s8_show) begin\n        hop_1_speed" => "if (1'b1) begin\n        hop_1_speed";
}
"parser" "ackw_telemetry_table.v" {
    "the queue of ns-3 wraps": " | {16{word_3[7]}}" => "";
    "ns-3 counts a sixth hop": "16'd5" => "16'd6";
}
"engine" "ackw_entry.v" {
    "host and s_event are taken at once": "open & !pkt_valid & !host_asks" => "open & !pkt_valid";
    "a reserved kind is no loss": "s_event_kind[2] & (s_event_kind != KIND_DATA)" => "1'b0";
    "the last context is not initialised": "initialised | (&addr)" => "initialised | (&addr[3:1])";
}
"engine" "ackw_engine.v" {
    "what enters counts as what joins": "assign seen_folded = joins;" => "assign seen_folded = issue_in_moves;";
    "the streams' queues change places": "assign waiting_updates = update_queue_count;" => "assign waiting_updates = waiting_measured;";
}
"engine" "ackw_ldcp_unit.v" {
    "what a host operation found changes with every event": "if (reads) begin" => "if (pawa_out_valid) begin";
}
"engine" "ackw_fifo.v" {
    "the head is taken from the input while two words wait": ": push ? filled : three_left" => ": three_left";
}
"top" "ackw_counters.v" {
    "one counter is never incremented": "count_13 <= count_13 + 64'd1" => "count_13 <= count_13";
    "data counts as a loss": "index = DATA;" => "index = LOSS;";
    "losses count as CNPs": "index = LOSS;" => "index = CNP;";
    "events that join are not counted": " | {counted_folded, 38'd0}" => "";
    "a result is counted with the kind of the next": "if (counted_kind == KIND_LOSS)" => "if (res_kind == KIND_LOSS)";
    "a drop is counted when the next is": "counted_drop <= res_drop" => "counted_drop <= counted_drop | res_drop";
    "a mark is never cleared": "(most_events < now_events) | high_water_clear[0]" => "most_events < now_events";
    "the first mark is the second": "mark = {58'd0, most_events};" => "mark = {56'd0, most_updates};";
    "a mark is what waits, not the most": "(most_qps < now_qps)" => "(most_qps != now_qps)";
    "HPCC++'s mark is cleared with the other stream's": "high_water_clear[3]" => "high_water_clear[1]";
    "a mark is a cycle early": "if ((most_measured < now_measured)" => "if ((most_measured < waiting_measured)";
}
"top" "ackw_top.v" {
    "dropped frames become events": "parser_res_valid & !parser_res_drop" => "parser_res_valid";
    "the PSN that the NIC sends next is taken when there is none": "(tx_valid)," => "(1'b1),";
}
};
