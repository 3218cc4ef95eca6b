//! Bugs between the engine and a unit in a socket, and in the unit's page.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    // so many that the host meets the initialisation
    (config.engine.qps, config.parser.data_bits) = (64, 64);
    config.engine.units = vec![Unit::Ldcp, Unit::Dctcp];
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_engine.v" {
    "an event that joins leaves the older snd_nxt":
        "assign sense_slots_we = issue_in_moves & (!joins | came_counts);" =>
        "assign sense_slots_we = issue_in_moves & !joins;";
    "what confirms nothing takes the PSN of the one before":
        "assign sense_slots_we = issue_in_moves & (!joins | came_counts);" =>
        "assign sense_slots_we = issue_in_moves;";
    "a loss that says nothing new counts": "(head_kind == KIND_LOSS) & !head_sense_old" => "head_kind == KIND_LOSS";
    "a rewind lowers what was sent": ".sent_snd_max(sent_out_snd_max)" => ".sent_snd_max(sent_out_snd_nxt)";
    "the unit's part is written with any other": "held_write & (|(held_parts & UNIT_PART_1))" => "held_write & (|held_parts)";
    "its set is written with any other": "turn_writes_set & (|(held_sets & UNIT_SET_1))" => "turn_writes_set";
    "its set is never written": "turn_writes_set & (|(held_sets & UNIT_SET_1))" => "1'b0";
    "the write of its set is an operation on a context": "assign asks_set = |access_sets;" => "assign asks_set = |access_sets[2:0];";
    "the write of its set waits for its QP alone": "holds_set <= asks_set;" => "holds_set <= |access_sets[2:0];";
    "which sets are written is forgotten": "held_sets <= access_sets;" => "held_sets <= 5'd0;";
    "its update goes as LDCP's": "updates = updates | dctcp_out_valid;" => "updates = updates;";
    "a read of its page gives nothing": "answer_rdata = answer_rdata | dctcp_rdata;" => "answer_rdata = answer_rdata;";
    "a write of its page is refused": "answer_taken = answer_taken | dctcp_taken;" => "answer_taken = answer_taken;";
    "the start of its set is lost": "answer_starts = answer_starts | dctcp_starts;" => "answer_starts = answer_starts;";
}
"engine" "ackw_sense_queue.v" {
    "where the NIC counts the packets the last PSN stands for the event's": "if (use_psn_q) begin" => "if (1'b1) begin";
    "a NAK of what is acknowledged counts": "use_psn_q & (counted_kind == KIND_LOSS) & ahead[23]" => "1'b0";
    "no NAK with a PSN counts":
        "use_psn_q & (counted_kind == KIND_LOSS) & ahead[23]" => "use_psn_q & (counted_kind == KIND_LOSS)";
    "a NAK of the next packet is old": "psn_q - counted_una - 24'd1" => "psn_q - counted_una - 24'd2";
}
"engine" "ackw_waits.v" {
    "an update of LDCP never leaves": ".d    (in_valid)" => ".d    (1'b0)";
    "the window of another update leaves": "in_update_pace, in_update_window, in_update_qpn" => "in_update_pace, out_update_window, in_update_qpn";
}
"engine" "ackw_dctcp_unit.v" {
    "events of all algorithms are its": "issued_valid & ((issued_alg == ALG) | issued_host)" => "issued_valid";
    "operations of the host pass it by": "issued_valid & ((issued_alg == ALG) | issued_host)" => "issued_valid & (issued_alg == ALG)";
    "a write of other parts writes its part": "if (issued_host & !host_writes) begin" => "if (1'b0) begin";
    "its window is a packet of 27 bits of fraction": "{1'b0, dctcp_out_cwnd, 1'b0}" => "{2'd0, dctcp_out_cwnd}";
    "an operation of the host makes an update": "dctcp_out_valid & !ends" => "dctcp_out_valid";
    "what a write leaves is what was found": "if (reads) begin" => "if (ends) begin";
    "the start stands for another unit's set": "{1'b0, page_set_start, 3'd0}" => "{page_set_start, 4'd0}";
}
"engine" "ackw_dctcp_page.v" {
    "a context is written under an operation": "assign held_write = bus_write & !bus_host_busy;" => "assign held_write = bus_write;";
    "a set is started under an operation":
        "assign starts_write = bus_write & init_done & !bus_host_busy;" => "assign starts_write = bus_write & init_done;";
    "values change under the write of a set": "assign steady_write = bus_write & !(|bus_sets);" => "assign steady_write = bus_write;";
    "values change under the write of another unit's set":
        "assign steady_write = bus_write & !(|bus_sets);" => "assign steady_write = bus_write & !bus_sets[3];";
}
"registers" "ackw_registers_host.v" {
    "the write of a unit's set is forgotten": "sets_now <= set_starts;" => "sets_now <= 5'd0;";
    "the write of a unit's set never ends": "sets_now <= 5'd0;\n      end\n      if (|set_starts)" => "sets_now <= sets_now;\n      end\n      if (|set_starts)";
    "an algorithm between the codes of others is taken": "held_write & built[0]" => "held_write";
    "it is not offered": "assign set_begins = |set_starts;" => "assign set_begins = |set_starts[2:0];";
}
"registers" "ackw_registers.v" {
    "the units are not told that the host is busy": "assign unit_bus_host_busy = hosts_busy;" => "assign unit_bus_host_busy = 1'b0;";
}
};

/// With a unit that has a timer.
pub fn timed() -> Config {
    let mut config = config();
    config.engine.units = vec![Unit::Ldcp, Unit::Dcqcn];
    config
}

pub const TIMED: &[Bug] = crate::bugs! {
"engine" "ackw_engine.v" {
    "the timer's update is none": "if (update_port_shows_other) begin" => "if (1'b0) begin";
    "the write of a set waits for no period": "assign turn_waits = issue_watch_waits | tick_set_waits;" => "assign turn_waits = issue_watch_waits;";
    "periods begin under the write of a set": "assign timed_holds = entry_under_way & (|(held_sets & UNIT_SET_1));" => "assign timed_holds = 1'b0;";
    "the write of another unit's set holds periods up": "assign timed_holds = entry_under_way & (|(held_sets & UNIT_SET_1));" => "assign timed_holds = entry_under_way & (|held_sets);";
}
"engine" "ackw_update_port.v" {
    "the timer waits as long as events have updates": "assign shows = other & (!first | other_next);" => "assign shows = other & !first;";
    "the timer goes before all events": "assign shows = other & (!first | other_next);" => "assign shows = other;";
    "what is on the port does not stay there": "other_next <= (shows & !ready) | (first & !shows & ready);" => "other_next <= first & !shows & ready;";
    "an event's update is lost under the timer's": "assign first_taken = first & !shows & ready;" => "assign first_taken = first & ready;";
}
"engine" "ackw_dcqcn_unit.v" {
    "packets of all QPs count": "assign packets_in_valid = sent_2 & sent_own_own;" => "assign packets_in_valid = sent_2;";
    "a packet beside a CNP is lost": ".out_ready(!cnp)" => ".out_ready(1'b1)";
    "a CNP beside a packet is one of its QP": "dcqcn_issued_qpn = cnp_qpn;" => "dcqcn_issued_qpn = packets_out_data;";
    "every event is a CNP": "cnp <= is_own & (|issued_n1);" => "cnp <= is_own;";
    "events of dcqcn-d are none": "((issued_alg == ALG_P) | (issued_alg == ALG_D))" => "(issued_alg == ALG_P)";
    "a QP that was given away is told a rate": "assign ticks_in_valid = tick_2 & tick_own_own;" => "assign ticks_in_valid = tick_2;";
    "the timer's updates of dcqcn-d are dcqcn-p's": "if (tick_own_deterministic) begin" => "if (1'b0) begin";
    "a choice is forgotten": "assign chosen_we = chooses | init_we;" => "assign chosen_we = init_we;";
    "a period runs by another set": ".host_set          (timed_set)" => ".host_set          (4'd0)";
    "dcqcn-d runs as dcqcn-p": ".host_deterministic(choice_deterministic)" => ".host_deterministic(1'b0)";
    "what a write leaves is what was found": "assign reads = dcqcn_host_ends & !host_writes;" => "assign reads = dcqcn_host_ends;";
    "periods go on under the write of a set": ".hold              (told_holds)" => ".hold              (1'b0)";
    "the set is written while the last period runs": "localparam [5:0] HELD_ENOUGH = 6'd41;" => "localparam [5:0] HELD_ENOUGH = 6'd20;";
    "an update is dropped where no other has room": "assign room = !(|ticks_count[2:1]);" => "assign room = 1'b1;";
    "an event's update has a flag of another": ".in_update_flags    (IGNORED)" => ".in_update_flags    (16'd0)";
}
"engine" "ackw_dcqcn.v" {
    "the seed counts behind an initialisation alone": "if (init_we | !(|cfg_jitter_mask)) begin" => "if (init_we) begin";
}
"engine" "ackw_dcqcn_page.v" {
    "a set's values change under its write": "assign steady_write = bus_write & !(|bus_sets);" => "assign steady_write = bus_write;";
    "a context is written under an operation": "assign held_write = bus_write & !bus_host_busy;" => "assign held_write = bus_write;";
    "the snap reaches a bit less far": "assign snap_mask = snap_place - 25'd1;" => "assign snap_mask = snap_place - 25'd2;";
}
};
