//! Bugs in what the engine's two units share, in their choice, and on HPCC++'s way to its unit: each is found in
//! `engine`, by random events alone.

use crate::bench::bugs::Bug;
use layout::config::Config;

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.wait_slots, config.hpcc.hops) = (16, 4, 1);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_measure.v" {
    "a host write leaves the hops' records valid": ".in_clear       (is_write)" => ".in_clear       (1'b0)";
    "the parameter set is that of the event four cycles behind": ".in_set        (head_beside_issued_set)" => ".in_set        (in_issued_set)";
    "a host read measures what stands in slot 0": "counts = in_trace_counts & !is_write & !is_read" => "counts = in_trace_counts & !is_write";
}
"engine" "ackw_hpcc_entry.v" {
    "telemetry counts whatever the kind at the receiver": "& (counted_kind == KIND_DATA)" => "";
    "a nak's telemetry does not count": "(is_ack | is_loss);\n" => "is_ack;\n";
    "the receiver's mark is snd_nxt": "if (counted_alg == ALG_HPCC_RX) begin" => "if (1'b0) begin";
    "the mark is always the clock": "if (counted_alg == ALG_HPCC_RX) begin" => "if (1'b1) begin";
    "a packet has the telemetry of s_event": "if (pkt_valid) begin\n      path_d_telemetry" => "if (1'b0) begin\n      path_d_telemetry";
}
"engine" "ackw_hpcc_unit.v" {
    "the initialisation writes the one set that is addressed": "window_set_index = init_addr;" => "window_set_index = page_set_index;";
    "every host operation writes": "if (issued_host & !host_writes) begin" => "if (1'b0) begin";
    "the unit takes LDCP's events too": "issued_valid & ((issued_alg[3:1] == ALGS) | issued_host)" => "issued_valid";
    "host operations make updates": "made_valid = window_out_valid & !ends;" => "made_valid = window_out_valid;";
}
"engine" "ackw_ldcp_unit.v" {
    "a host write of another part writes here": "if (issued_host & !host_writes) begin" => "if (1'b0) begin";
    "what a write leaves is what was found": "if (reads) begin" => "if (ends) begin";
    "all QPs are ldcp, none ldcp-pcc": "(issued_alg[0])" => "(1'b0)";
}
"engine" "ackw_entry.v" {
    "the PSN is written with any part": "if (host_write & host_parts[1]) begin" => "if (host_write) begin";
    "a read of the host chooses": "out_chooses = host_write & host_parts[0]" => "out_chooses = host_parts[0]";
    "the host waits for packets that do not end": "host_held <= host_asks & !host_may;" => "host_held <= 1'b0;";
    "data of s_event is a loss": " & (s_event_kind != KIND_DATA)" => "";
}
"engine" "ackw_engine.v" {
    "a flag is counted where there is no update": "counts_path = hops_valid & hops_update_flags[5]" => "counts_path = hops_update_flags[5]";
    "una stands still in front of the event queue": "arrival_una <= psn_out_una" => "arrival_una <= arrival_una";
    "what was rejected goes into the event queue": "arrived <= psn_out_valid" => "arrived <= 1'b1";
    "what joins leaves the telemetry of the first":
        "traces = issue_in_moves & (!joins | slot_trace_counts);" =>
        "traces = issue_in_moves & !joins;";
    "what joins without telemetry takes that of the one before":
        "traces = issue_in_moves & (!joins | slot_trace_counts);" =>
        "traces = issue_in_moves;";
    "a hop is read at the slot that is entered":
        ".raddr(issue_out_slot),\n    .rdata({hop_slots_0_rdata_q" =>
        ".raddr(issue_enter_slot),\n    .rdata({hop_slots_0_rdata_q";
    "a CNP counts as not marked": "counted_ece = 1'b1;" => "counted_ece = counted_ece;";
    "packets of ACKs count for ldcp-pcc": "counts_acks = ACKS_COUNT >> choice_out_alg;" => "counts_acks = 16'hffff;";
    "a host operation ends with the faster unit": "done <= host_ends |" => "done <= ldcp_host_ends |";
    "a QP's update passes one of the algorithm that it had before": ".fence        (host_order_behind_fence)" => ".fence        (1'b0)";
    "another operation ends the fence of the one before":
        "issue_hold = lanes_crowded | full | behind_hold;" => "issue_hold = lanes_crowded | full;";
    "updates that are measured have no turn": "u_stream_port (\n    .clk        (clk),\n    .rst_n      (rst_n),\n    .first      (update_queue_out_valid)" => "u_stream_port (\n    .clk        (clk),\n    .rst_n      (rst_n),\n    .first      (1'b1)";
    "the parts of LDCP and HPCC++ are swapped": "ldcp_host_writes = held_write & (|(held_parts & UNIT_PART_0))" => "ldcp_host_writes = held_write & (|(held_parts & UNIT_PART_1))";
    "telemetry is read at the slot that is entered":
        "u_trace_slots (\n    .clk  (clk),\n    .raddr(issue_out_slot)" =>
        "u_trace_slots (\n    .clk  (clk),\n    .raddr(issue_enter_slot)";
}
"engine" "ackw_hpcc_page.v" {
    "a set whose parts are out of order is written":
        "set_starts_write = starts_write & ordered &" => "set_starts_write = starts_write &";
}
"engine" "ackw_ldcp_page.v" {
    "values change under the write of another unit's set":
        "assign steady_write = bus_write & !(|bus_sets);" => "assign steady_write = bus_write & !bus_sets[0];";
}
"engine" "ackw_turn.v" {
    "a younger event passes the host's operation": "fenced <= (stays & left_over) | goes" => "fenced <= goes";
    "the host's operation passes an event of its QP in the queue": "same <= waiting_rdata == qpn;" => "same <= 1'b0;";
    "a parameter set is written while older events read theirs": "if (all) begin\n      enough = DRAINED;" => "if (1'b0) begin\n      enough = DRAINED;";
}
"engine" "ackw_window.v" {
    "a sender's full update is feedback": "s_25_receiver & s25_flags[10]" => "s25_flags[10]";
}
// their events are more than a report lists
"engine" "ackw_entry.v" {
    "room for one event too many": "room_now <= initialised & (waiting < ROOM_AT)" => "room_now <= initialised & (waiting <= ROOM_AT)";
}
"engine" "ackw_issue.v" {
    "a credit returned while one is taken is lost": "last_returned <= credit_return;" => "last_returned <= credit_return & !takes_credit;";
}
};
