//! Bugs in the responder, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"responder" "ackw_responder.v" {
    "beats are begun without room": "room = !(|beats_count[5:4])" => "room = 1'b1";
    "a QP without a header is answered": "dropped = !known | !intake_out_read_header_valid" => "dropped = !known";
    "what is no answer gives a frame": "dropped = !known | !intake_out_read_header_valid" => "dropped = !intake_out_read_header_valid";
    "the beat with the last two bytes is missing": "ends = dropped | !(|((at ^ intake_out_read_over) & ~LANE_MASK))" => "ends = dropped | (at + 7'd2 >= intake_out_read_over)";
    "the first two bytes are those of the frame before": "if (later_q_first) begin" => "if (1'b0) begin";
    "a beat that is none leaves two bytes": "if (valid_8) begin" => "if (1'b1) begin";
    "a NAK counts as an ACK": "b0_ack <= leaves & !dropped & is_ack" => "b0_ack <= leaves & !dropped & !is_cnp";
    "a CNP that is dropped counts": "b0_cnp <= leaves & !dropped & is_cnp" => "b0_cnp <= leaves & is_cnp";
    "what is no answer counts as one without a header": "b0_unwritten <= leaves & known & !intake_out_read_header_valid" => "b0_unwritten <= leaves & !intake_out_read_header_valid";
    "an MSN stays for the next answer": "b0_leaves <= leaves" => "b0_leaves <= leaves & !dropped";
}
"responder" "ackw_responder_intake.v" {
    "a header is read in the cycle of a write": "reads = asks_out_valid & !w0_we" => "reads = asks_out_valid";
    "a QP has a header from the start": "w0_we <= init_we | host_we" => "w0_we <= host_we";
    "a QP keeps its MSN behind the initialisation": "msns_wdata = 24'd0" => "msns_wdata = msn";
    "a CNP is as long as an ACK": "if (r1_cnp) begin" => "if (1'b0) begin";
    "an ACK is as long as one without hops": "if (by_hops) begin" => "if (1'b0) begin";
    "telemetry in the area makes an ACK longer": "asked_longer & longer" => "asked_longer";
    "a tag in front of IPv6 is forgotten": "if (header_tagged & header_v6) begin" => "if (1'b0) begin";
    "a header of ns-3 is a word short": "{2'd0, cfg_telemetry_offset} + 6'd11" => "{2'd0, cfg_telemetry_offset} + 6'd10";
    "BTH stands in the area": "udp_at + area + 7'd2" => "udp_at + 7'd2";
}
"responder" "ackw_responder_words.v" {
    "CNPs have their QP's DSCP": "{cfg_cnp_dscp, 2'd0} | (header_tos & 8'h03)" => "header_tos";
    "a NAK echoes": "echoes = is_ack & said_ece" => "echoes = !is_cnp & said_ece";
    "an ACK says the next PSN": "bth_2 <= {8'd0, said_psn}" => "bth_2 <= {8'd0, said_psn} + 32'd1";
    "a CNP has M": "flags = 8'd0" => "flags = MIGREQ";
    "an IPv4 packet is as long as its payload": "length + 16'd20" => "length";
    "telemetry that does not fit stands in BTH": "at_ack | (at_udp & (room > 7'd4))" => "at_ack | at_udp";
    "a CNP has telemetry": "has = said_telemetry & !is_cnp" => "has = said_telemetry";
    "telemetry begins in lane 0": "places_telemetry_lane <= b0_read_telemetry_at[3:0] & 4'h1" => "places_telemetry_lane <= 4'd0";
}
"responder" "ackw_responder_echo.v" {
    "a hop that is none is echoed": "n_hop > 4'd1 ? hop_1 : 64'd0" => "hop_1";
}
"responder" "ackw_responder_lanes.v" {
    "the area reaches into BTH": "(place_0 >= places_udp_end) & (place_0 < places_bth_at)" => "(place_0 >= places_udp_end) & (place_0 <= places_bth_at)";
    "the first word of IP is not covered": "b2_inside_0 <= place_0 >= ip_at" => "b2_inside_0 <= place_0 > ip_at";
    "an IPv6 packet has a checksum": "is_sum_0 <= word2_0 & !v6" => "is_sum_0 <= word2_0";
    "the ICRC is missing in the last lane": "b2_is_icrc_1 <= place_1 == places_icrc_at" => "b2_is_icrc_1 <= 1'b0";
    "what is turned over the end comes too early": "wraps_1 = {1'b0, places_telemetry_lane} >= 5'd1" => "wraps_1 = 1'b0";
    "AETH stands in the PSN": "bth_3 = places_bth_at + 7'd3" => "bth_3 = places_bth_at + 7'd2";
}
"responder" "ackw_responder_icrc.v" {
    "a frame begins with what the one before has left": "if (!b5_first) begin" => "if (1'b1) begin";
    "the register turns without a beat": "if (b5_valid) begin" => "if (1'b1) begin";
}
"responder" "ackw_responder_checksum.v" {
    "a carry is lost": "~(folded[15:0] + {15'd0, folded[16]})" => "~folded[15:0]";
    "the destination is not summed": "addresses <= {1'b0, src} + {1'b0, dst}" => "addresses <= {1'b0, src}";
}
"responder" "ackw_responder_beat.v" {
    "the last two bytes are not kept": "{more, 2'b10}" => "{more, 2'b00}";
}
"responder" "ackw_receiver_view.v" {
    "an MSN of the cycle behind the read is lost": "p2_hit <= p1_hit | meets_p1" => "p2_hit <= p1_hit";
    "an MSN two cycles behind the read is lost": "if (meets_now) begin" => "if (1'b0) begin";
}
};
