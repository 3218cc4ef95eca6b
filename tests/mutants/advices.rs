//! Bugs in what a parser reads of revised CNPs, and in what `top` does with it.

use super::small;
use crate::bench::bugs::Bug;
use layout::config::Config;

pub fn config() -> Config {
    let mut config = small::config();
    // at 64 bits a revised CNP's four words are in three beats
    (config.parser.fcr, config.parser.data_bits) = (true, 64);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"parser" "ackw_parser_advice.v" {
    "another kind is another version": "fault_reason <= FCR_KIND" => "fault_reason <= FCR_VERSION";
    "another kind gives an advice": "s7_cnp & s7_revised & !s7_bad_version & !s7_bad_kind" => "s7_cnp & s7_revised & !s7_bad_version";
    "another kind is no fault": "(s7_bad_version | s7_bad_kind)" => "s7_bad_version";
    "an ordinary CNP is of another version": "s7_cnp & s7_revised & (s7_bad" => "s7_cnp & (s7_bad";
    "an ACK is a revised CNP": "s7_cnp <= s6_opcode == OPCODE_CNP" => "s7_cnp <= 1'b1";
    "the last word does not count": "head_held | rate_held | end_held | tail_held" => "head_held | rate_held | end_held";
    "the rate alone makes no revised CNP": "head_held | rate_held | end_held | tail_held" => "head_held | end_held | tail_held";
    "a flag without a meaning withdraws": "head_held[23:16] & FLAG_WITHDRAW" => "head_held[23:16]";
    "validity and switch change places": "s7_validity <= end_held[31:16]" => "s7_validity <= end_held[15:0]";
    "a withdrawal is lost": "s8_advice_withdraw <= s7_withdraw" => "s8_advice_withdraw <= 1'b0";
    "a frame that is dropped shows its advice": "s8_advice & !s8_early_fault & !s8_before_found" => "s8_advice & !s8_before_found";
    "a QP that is not ours is advised": "s8_advice & !s8_early_fault & !s8_before_found" => "s8_advice & !s8_early_fault";
    "the own fault goes before an unknown QP": "fault_found & !s8_before_found" => "fault_found";
    "a frame's last beat hands a word on to the next frame": "if (s5_beat_last) begin" => "if (1'b0) begin";
    "a word is looked for between beats": "run_0 = carry" => "run_0 = 3'd0";
    "a pause loses the place": "s5_beat_valid <= s4_beat_valid" => "s5_beat_valid <= 1'b1";
}
"top" "ackw_advices.v" {
    "an advice is an event of the engine": "res_valid & !res_drop & !res_advice" => "res_valid & !res_drop";
    "an advice is counted as a CNP": "res_valid & !(|hit)" => "res_valid & !(|hit[1:0])";
    "a reason of ours is counted as an ACK": "res_valid & !(|hit)" => "res_valid & !hit[2] & !hit[1]";
    "what stands there without a result is an advice": "assign advice_valid = res_valid & res_advice" => "assign advice_valid = res_advice";
    "versions are counted as kinds": "hit = 3'd1" => "hit = 3'd2";
    "advices are not counted": "hit = 3'd4" => "hit = 3'd0";
    "advices are read a place too late": "cnt_sel == THIRD" => "cnt_sel == SECOND + 6'd2";
    "the other counters read 0": "value | other_value" => "value";
}
};
