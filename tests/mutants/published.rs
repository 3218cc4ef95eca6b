//! Bugs in what the published form adds to DCQCN: its counters, the second increase, and ten stages.

use super::small;
use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = small::config();
    (config.engine.units, config.dcqcn.published) = (vec![Unit::Dcqcn], true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"dcqcn" "ackw_dcqcn_ticks.v" {
    "dcqcn-d has it too": "published = rules_rdata_published & !s5_deterministic & !s5_fresh" => "published = rules_rdata_published & !s5_fresh";
    "a host's write leaves the counters": "s7_next_fresh | (s7_next_published & s7_next_cut)" => "s7_next_published & s7_next_cut";
    "a CNP leaves the counters": "s7_next_fresh | (s7_next_published & s7_next_cut)" => "s7_next_fresh";
    "CP is updated a period late": "more_alpha >= {1'b0, rules_rdata_alpha_periods}" => "more_alpha > {1'b0, rules_rdata_alpha_periods}";
    "the rate timer ticks a period late": "more_rate >= {1'b0, rules_rdata_rate_periods}" => "more_rate > {1'b0, rules_rdata_rate_periods}";
    "the rate timer goes on behind its tick": "if (s6_next_rate_tick) begin" => "if (1'b0) begin";
    "the byte counter starts again at 0": "s7_next_packets <= left[24:0]" => "s7_next_packets <= 25'd0";
    "the byte counter's tick is none of its stage": "s7_next_byte_stage <= s6_next_byte_stage" => "s7_next_byte_stage <= kept_6_byte_stage";
    "its stage starts again behind 31": "s5_timers_byte_stage + {4'd0, !(&s5_timers_byte_stage)}" => "s5_timers_byte_stage + 5'd1";
    "RT is raised where both are past fast recovery": "s7_next_raises <= s6_next_stage_past | s6_next_byte_past" => "s7_next_raises <= s6_next_stage_past & s6_next_byte_past";
    "RT is raised by hai where one is past fast recovery": "s7_next_hyper <= s6_next_stage_past & s6_next_byte_past" => "s7_next_hyper <= s6_next_stage_past | s6_next_byte_past";
    "the timer's tick does not see the byte counter's": "s7_next_again_raises <= s6_next_stage_past | s6_next_next_past" => "s7_next_again_raises <= s6_next_stage_past | s6_next_byte_past";
    "the timer's tick is not hyper-active with the byte counter's": "s7_next_again_hyper <= s6_next_stage_past & s6_next_next_past" => "s7_next_again_hyper <= s6_next_stage_past & s6_next_byte_past";
    "CP is held with a CNP": "s7_next_published & !s7_next_cut & !s7_next_alpha_due" => "s7_next_published & !s7_next_alpha_due";
    "RT is raised twice with a CNP": "s7_next_published & !s7_next_cut & s7_next_byte_tick & s7_next_rate_tick" => "s7_next_published & s7_next_byte_tick & s7_next_rate_tick";
}
"dcqcn" "ackw_dcqcn_again.v" {
    "the second increase is rai's": "a2_by <= adds_rdata_hai" => "a2_by <= adds_rdata_rai";
    "the second increase raises in fast recovery": "a0_second_again & a0_second_raises" => "a0_second_again";
    "RT goes beyond line": "a4_over <= room[37] & turn_2_again" => "a4_over <= 1'b0";
    "halves on the way to RT go up": "tie_up = a5_rt[1] ^ rc_2_q[1] ^ a5_rt[0]" => "tie_up = 1'b1";
    "what has no second increase goes half the way": "if (turn_4_again) begin" => "if (1'b1) begin";
    "what has no second increase is raised to the least rate": "a7_floor <= to_floor[36] & turn_5_again" => "a7_floor <= to_floor[36]";
    "RC falls below the least rate": "a7_floor <= to_floor[36] & turn_5_again" => "a7_floor <= 1'b0";
    "RC does not snap": "snaps = turn_7_again & a8_near & !a8_floor & a8_below" => "snaps = 1'b0";
    "what has no second increase snaps": "snaps = turn_7_again & a8_near" => "snaps = a8_near";
    "the first increase's flags are gone": "(said & 10'h3fe) | own" => "own";
    "it is paced as it was behind the first": "(said & 10'h3fe) | own" => "said | own";
}
"dcqcn" "ackw_dcqcn_step.v" {
    "increases double": "ticked_raises;\n      s24_doubled_d = 4'd0" => "ticked_raises;\n      s24_doubled_d = s7_doubled";
    "the byte counter's tick is the timer's": "if (ticks_s8_published & !ticks_s8_counts) begin" => "if (1'b0) begin";
    "an increase takes the packets": "if (ticks_s8_published) begin" => "if (1'b0) begin";
    "CP is updated in every period": "if (ticks_s24_holds) begin" => "if (1'b0) begin";
    "the first increase is rai's": "if (ticks_s25_hyper) begin" => "if (1'b0) begin";
}
"dcqcn" "ackw_dcqcn.v" {
    "the host comes before the last period is written": "localparam [5:0] HOST_AT = 6'd60;" => "localparam [5:0] HOST_AT = 6'd50;";
    "counters are written where there was no period": "(s39_writes),\n    .waddr(visit_qpn),\n    .wdata({step_s39_timers" => "(s39_rests),\n    .waddr(visit_qpn),\n    .wdata({step_s39_timers";
}
};
