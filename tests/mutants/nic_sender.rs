//! Bugs in the sender's page of registers, and where the sender stands in `nic`. What is the sender's own is in its
//! list.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (64, 128);
    config.engine.units = vec![Unit::Ldcp];
    config.nic.sender = true;
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"nic" "ackw_sender_page.v" {
    "an opening is changed while it is under way": "assign held_write = bus_write & !under_way" => "assign held_write = bus_write";
    "a start is taken while one is under way": "bus_write & !under_way & init_done" => "bus_write & init_done";
    "a closing opens": "assign open_close = !start_value" => "assign open_close = 1'b0";
    "an opening is offered for ever": "valid <= (valid & !open_ready) | start_written" => "valid <= valid | start_written";
    "busy ends as soon as it is taken": "under_way <= (under_way & (valid | !open_ready))" => "under_way <= (under_way & valid & !open_ready)";
    "busy never ends": "under_way <= (under_way & (valid | !open_ready))" => "under_way <= under_way";
    "a counter's word is missing": " | returned_rdata" => "";
    "the class is not taken": " | class_taken" => "";
}
"nic" "ackw_nic_sender.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "the units are not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "units start no sets": "assign out_answer_starts = in_answer_starts" => "assign out_answer_starts = 5'd0";
    "the sender sees no update": ".s_upd_valid           (upd_valid)" => ".s_upd_valid           (1'b0)";
    "no first packets are not ECN-capable": ".s_open_iw             (page_open_iw)" => ".s_open_iw             (14'd0)";
    "windows and paces change places": ".s_open_pace           (page_open_pace)" => ".s_open_pace           (page_open_window[39:0])";
    "two counters change places": ".counts_not_open        (sender_count_not_open)" => ".counts_not_open        (sender_count_too_much)";
    "pauses are not seen": ".pfc_pause             (pfc_pause)" => ".pfc_pause             (8'd0)";
}
"nic" "ackw_nic.v" {
    "the sender's pages hear nothing": ".unit_bus_write     (registers_unit_bus_write)" => ".unit_bus_write     (1'b0)";
}
};
