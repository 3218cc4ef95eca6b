//! Bugs in the inserter, which no engine has, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"inserter" "ackw_inserter.v" {
    "beats are begun without room": "room = !(|beats_count[5:4])" => "room = 1'b1";
    "a beat is taken while policies are initialised": "takes = s_axis_tvalid & rows_in_ready & !init_we" => "takes = s_axis_tvalid & rows_in_ready";
    "whole beats of the area are left out": "begins = plan_inserts & (|extent)" => "begins = plan_inserts & (1'b0)";
    "the area ends a beat too early": "gone == extent" => "gone == extent - 7'd2";
    "an end that goes over is lost": "(|(end_sum & 5'h02)) & !flushes" => "(|(end_sum & 5'h02)) & !flushes & marks_out_data_end_pair";
    "a beat with holes is forgotten": "step_odd = odd | head_odd" => "step_odd = head_odd";
    "holes stay for the next frame": "at <= 13'd0;\n        odd <= 1'b0" => "at <= 13'd0;\n        odd <= odd";
    "a beat of nothing may end a frame": "mark_odd = rises | !(|k1_keep)" => "mark_odd = rises";
    "a beat that is not full may stand ahead of the end": "mark_odd = !(&k1_keep)" => "mark_odd = 1'b0";
    "the end is a byte too early": "mark_end_pair = |k1_keep[7:5]" => "mark_end_pair = |k1_keep[7:6]";
    "the ICRC's first half is missing in the beat before": "end_lane = {held_1[35:16], b9_icrc[31:16]}" => "end_lane = held_1";
    "the last beat waits for the next frame": "emits = held_valid & (valid_8 | held_last)" => "emits = held_valid & valid_8";
    "a beat does not wait for its ICRC": "emits = held_valid & (valid_8 | held_last)" => "emits = held_valid";
    "a broken frame is not told": "beat_broken = held_last & held_broken" => "beat_broken = 1'b0";
    "a packet without an area counts as none": "ends & !b1_data" => "ends & !b1_inserts";
    "each beat of a frame with an area counts": "ends & b1_inserts" => "valid_0 & b1_inserts";
}
"inserter" "ackw_inserter_catch.v" {
    "lane 0 begins with the end of its own beat": "word_0 = {tail, lane_0[31:16]}" => "word_0 = {lane_1[15:0], lane_0[31:16]}";
    "half of BTH's word is enough": "whole_1 = (&lane_0[35:34]) & (&lane_1[33:32])" => "whole_1 = &lane_0[35:34]";
    "the second tag's BTH is not waited for": "is_deepest = turn_9" => "is_deepest = turn_8";
    "a frame that ends early has the BTH of the one before": "if (takes & turn_0) begin\n        bth_v4_0 <= 1'b0" => "if (takes & turn_0) begin\n        bth_v4_0 <= bth_v4_0";
    "the QP is that of the last beat": "if (takes & turn_0) begin\n        who <= qpn" => "if (takes) begin\n        who <= qpn";
}
"inserter" "ackw_inserter_decide.v" {
    "nothing is looked at behind two tags": "if (is_tag_0 & is_tag_1) begin" => "if (1'b0) begin";
    "a fragment gets an area": "!(|(d1_fragment & FRAGMENT_MASK))" => "1'b1";
    "options are none": "d1_version == 8'd69" => "d1_version[7:4] == 4'd4";
    "a packet without an ICRC gets an area": "d1_length_v4 >= 16'd44" => "d1_length_v4 >= 16'd40";
    "UDP may say another length": "(d2_udp_length == d2_payload)" => "1'b1";
    "a length need not be in words": "!(|d2_payload[1:0])" => "1'b1";
    "any opcode is data": "d2_is_roce_whole[flags[15:8]]" => "1'b1";
    "TVer is not looked at": "!(|flags[3:0])" => "1'b1";
    "a carry of the checksum is lost": "d2_sum[15:0] + {15'd0, d2_sum[16]}" => "d2_sum[15:0]";
    "a frame may not be as long as the limit": "total > {2'd0, limit}" => "total >= {2'd0, limit}";
    "the ICRC is a word late": "total[14:2] - 13'd1" => "total[14:2]";
}
"inserter" "ackw_inserter_policy.v" {
    "a packet that is too long takes its turn with it": "(due & d3_over)" => "1'b0";
    "frames that are no data count": "since_we = init_we | (valid & d3_data)" => "since_we = init_we | valid";
    "a lower number is passed by": "more >= {1'b0, every_p3}" => "more == {1'b0, every_p3}";
    "a policy outlives the initialisation": "every_wdata = 8'd0" => "every_wdata = host_every";
    "a count outlives it": "since_wdata = 8'd0" => "since_wdata = count";
    "an area of no words is inserted": "due = has_area & (|every_p3)" => "due = (|every_p3)";
}
"inserter" "ackw_inserter_turn.v" {
    "the area begins half a lane late": "before_back_0 = near & (place_0 < (area_at - 7'd1))" => "before_back_0 = near & (place_0 < area_at)";
    "the area ends half a lane late": "behind_back_0 = !near | (place_0 >= (bth_at - 7'd1))" => "behind_back_0 = !near | (place_0 >= bth_at)";
    "what goes over comes a beat early": "crosses_0 = by > 4'd0" => "crosses_0 = 1'b0";
    "the last beat's end comes twice": "behind_front_1 & !crosses_1 & !b2_flush" => "behind_front_1 & !crosses_1";
    "a UDP checksum stays": "is_udp_checksum_0 <= b2_plan_inserts & near" => "is_udp_checksum_0 <= 1'b0 & near";
    "IPv6 gets a checksum": "is_checksum_0 <= b2_plan_inserts & !found_v6" => "is_checksum_0 <= b2_plan_inserts";
    "half an ICRC is one": "((end_at == step_plan_found_icrc_at) & !step_end_pair)" => "1'b0";
    "the ICRC covers itself": "((b2_at | 13'd0) < found_icrc_at)" => "((b2_at | 13'd0) <= found_icrc_at)";
    "the beat before is that of any cycle": "if (b3_valid) begin\n        late_0" => "if (1'b1) begin\n        late_0";
}
"inserter" "ackw_inserter_lanes_of.v" {
    "what is not kept goes on": "data[32*j + 8*i +: 8] & {8{keep[4*j + i]}}" => "data[32*j + 8*i +: 8]";
}
"inserter" "ackw_receiver_view.v" {
    "a policy of the last cycle is missed": "if (meets_now) begin" => "if (1'b0) begin";
    "a policy that is on its way into the memory is missed": "p1_hit <= meets_p0" => "p1_hit <= 1'b0";
}
};
