//! Bugs in the trace (`rtl.trace`) alone: updates are as they must be, and what is shown beside them is not.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops, config.hpcc.lanes, config.parser.data_bits) = (16, 2, 1, 64);
    config.rtl.trace = true;
    config
}

/// With updates of a timer.
pub fn timed() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.units, config.parser.data_bits) = (16, vec![Unit::Ldcp, Unit::Dcqcn], 64);
    config.rtl.trace = true;
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_engine.v" {
    "what waits on the port is shown in every cycle": "tells <= event_taken;" => "tells <= event_valid;";
    "the parameter set is the first event's": "leaving_set <= issued_set;" => "leaving_set <= leaving_set;";
    "marks are shown as what is not marked": "leaving_n0 <= issued_n0;" => "leaving_n0 <= issued_n1;";
    "an event of HPCC++ is in both streams": "assign traced_events_in_valid = una_leaves & !traced_codes[0];" => "assign traced_events_in_valid = una_leaves;";
    "W of an event is LDCP's cw": "before_window = measured_befores_out_data_window;" => "before_window = befores_out_data_window;";
    "what HPCC++'s event found enters with each event": ".in_valid (hpcc_out_valid),\n    .in_ready (measured_befores_in_ready)" => ".in_valid (una_leaves),\n    .in_ready (measured_befores_in_ready)";
}
"engine" "ackw_loss_queue.v" {
    "a loss behind the last PSN is shown": "& !(use_psn_q & ahead[23]);" => "& !(use_psn_q & 1'b0);";
}
"engine" "ackw_pawa.v" {
    "a window that is forwarded is not shown": "assign s5_cw = window_cw;" => "assign s5_cw = s5_own_cw;";
}
"engine" "ackw_ldcp_unit.v" {
    "LDCP's window is what the event left": ".d    (pawa_s5_cw)" => ".d    (pawa_out_cw)";
    "the round-trip time shown is what the host read": "assign was_last = {8'd0, rtt};" => "assign was_last = {8'd0, kept_rtt};";
}
"engine" "ackw_window.v" {
    "U is what the host read last": ".d    (smooth_s2_u)" => ".d    (read_u)";
    "W is what the event 8 ahead left": ".d    (s15_w)" => ".d    (s22_w)";
}
};

pub const TIMED: &[Bug] = crate::bugs! {
"engine" "ackw_engine.v" {
    "a timer's updates are not shown": "tells <= event_taken | update_port_other_taken;" => "tells <= event_taken;";
    "a timer's update is of the QP of the event that waits": "traced_qpn = tick_qpn;" => "traced_qpn = traced_events_out_data_qpn;";
    "a timer's update has what the event that waits found": "traced_known = 1'b0;" => "traced_known = befores_out_data_known;";
    "a timer's rate is not shown": "traced_pace = {5'd0, tick_pace};" => "traced_pace = event_update_pace;";
}
};
