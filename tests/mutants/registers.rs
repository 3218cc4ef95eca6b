//! Bugs on the host's side: in `registers`, and in the wires between it and `top`.

use crate::bench::bugs::Bug;
use layout::config::Config;

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops, config.hpcc.lanes, config.parser.data_bits) = (16, 2, 1, 64);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"registers" "ackw_axi_lite.v" {
    "a write counts before its data": "write <= address_held & data_held &" => "write <= address_held &";
    "a write without all its strobes counts": "assign bus_write = write & whole;" => "assign bus_write = write;";
    "data is taken before the last answer is": "assign wready = !data_held & !answered;" => "assign wready = !data_held;";
    "the address's highest bit is lost": "windex <= awaddr[11:2];" => "windex <= {1'b0, awaddr[10:2]};";
    "the upper half takes any lower half": "last_index <= windex;" => "last_index <= last_index;";
    "the upper half takes that of a refused write": "if (whole & taken) begin" => "if (whole) begin";
    "an answer that is not taken at once is lost": "read_valid <= read_valid & !rready;" => "read_valid <= 1'b0;";
    "a read is looked up while one is under way": "assign starts = arvalid & !reading;" => "assign starts = arvalid;";
    "a read is looked up before what the write ahead of it has started": "age <= 3'd1;" => "age <= 3'd2;";
}
"registers" "ackw_register_wide.v" {
    "the upper half is written whatever came before": "(last_index == INDEX) & " => "";
    "the lower half is never held": "lower <= bus_windex == INDEX;" => "lower <= 1'b0;";
    "what is too large is taken": " & (wanted <= {1'b0, MAX})" => "";
}
"engine" "ackw_register_wide.v" {
    "what is too small is taken": "& enough & (wanted" => "& (wanted";
}
"registers" "ackw_register.v" {
    "the smallest is refused": "wanted >= {1'b0, MIN}" => "wanted > {1'b0, MIN}";
    "the largest is refused": "wanted <= {1'b0, MAX}" => "wanted < {1'b0, MAX}";
}
"registers" "ackw_status.v" {
    "the upper half is never read": "(rindex == UPPER)" => "1'b0";
}
"registers" "ackw_registers.v" {
    "the upper word of a counter is as it is, whatever the lower was": "if (kept_valid & (kept_of == counter)) begin" => "if (1'b0) begin";
    "the upper word that is kept is given for any counter": "if (kept_valid & (kept_of == counter)) begin" => "if (kept_valid) begin";
    "updates count twice": "count_1 <= count_1 + 64'd1;" => "count_1 <= count_1 + 64'd2;";
}
"registers" "ackw_registers_host.v" {
    "what is under way may be written": "held_write = bus_write & !under_way;" => "held_write = bus_write;";
    "an operation is offered for ever": "(valid & !host_ready)" => "valid";
}
"registers" "ackw_registers_general.v" {
    "an alert in the cycle that clears it is lost":
        "(pending & ~irq_clear_value) | new_alerts" => "(pending | new_alerts) & ~irq_clear_value";
    "an overflow is forgotten": "overflowed | happens_queue_overflow" => "happens_queue_overflow";
    "the engine is idle while the host is busy": "idle & !host_busy" => "idle";
    "marks are cleared in every cycle": "if (marks_written) begin" => "if (1'b1) begin";
    "marks are never cleared": "if (marks_written) begin" => "if (1'b0) begin";
    "the index of a refused write is that of a read": "refused_index <= bus_windex;" => "refused_index <= bus_rindex;";
}
"nic" "ackw_nic.v" {
    "an update counts before it is taken": "update_taken = top_upd_valid & upd_ready" => "update_taken = top_upd_valid";
    "an event that is taken counts as a stall": "event_stall = s_event_valid & !top_s_event_ready" => "event_stall = s_event_valid";
    "the PSN sent is the host's": ".tx_psn               (tx_psn)" => ".tx_psn               (registers_host_psn)";
    "counters are read as zero": "(top_cnt_value)\n  );\n\n  // What" => "(64'd0)\n  );\n\n  // What";
    "writes do not reach the units' pages":
        ".s_event_hop_1_q      (s_event_hop_1_q),\n    .unit_bus_write       (registers_unit_bus_write)," =>
        ".s_event_hop_1_q      (s_event_hop_1_q),\n    .unit_bus_write       (1'b0),";
    "a dropped frame does not reach the alerts":
        "(irq),\n    .frame_dropped        (top_frame_dropped)" => "(irq),\n    .frame_dropped        (1'b0)";
}
};
