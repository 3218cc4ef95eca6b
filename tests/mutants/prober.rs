//! Bugs in the prober, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"prober" "ackw_prober.v" {
    "a packet in the cycle of a visit does not keep its QP in the list": "k3_news <= t2_valid & (t2_qpn == k2_qpn)" => "k3_news <= 1'b0";
    "a QP is in the list twice": " & !(t3_listed_p3 ^ t3_marks_p3_listed)" => "";
    "a QP without probes enters the list": "enters = t3_valid & t3_marks_p3_probes" => "enters = t3_valid";
    "kind 3 opens": "is_refused = host_now & host_opens & (host_kind == 2'd3)" => "is_refused = 1'b0";
    "kind 3 is refused where it does not count": "is_refused = host_now & host_opens" => "is_refused = host_now";
    "a refused opening says what is acknowledged": "opens = host_now & host_opens & !is_refused" => "opens = host_now & host_opens";
    "a period that is written says what is acknowledged": "opens = host_now & host_opens & !is_refused" => "opens = host_now & !is_refused";
    "closing has a period": "& !is_refused & !(host_opens & !(|host_kind))" => "& !is_refused";
    "the least period is too short": "host_period < LEAST_PERIOD" => "host_period <= LEAST_PERIOD";
    "a period that is too short stays": "k0_period <= LEAST_PERIOD" => "k0_period <= host_period";
    "a timeout that is too short stays": "timeout <= LEAST_TIMEOUT" => "timeout <= cfg_timeout";
    "an ACK is taken and lost in the cycle of the host's write": "una_ready = !host_we & !init_we" => "una_ready = !init_we";
    "the first packet is acknowledged at the opening": "u0_psn <= host_psn - 24'd1" => "u0_psn <= host_psn";
    "probes leave without room": "(fresh_out_valid | again_out_valid) & !(|leaving_count[3:1])" => "(fresh_out_valid | again_out_valid)";
    "a response acts before it is taken": "can_answer = s_resp_valid & !(|measured_count[3:1])" => "can_answer = s_resp_valid";
    "responses wait for all visits": "answer_turn <= 1'b1" => "answer_turn <= 1'b0";
    "who comes again waits for all that are new": "again_turn <= !from_again" => "again_turn <= 1'b0";
    "who is new waits for all that come again": "(!fresh_out_valid | again_turn)" => "1'b1";
    "who leaves the list while the host writes is lost": "visits = can_visit & !host_we & !init_we & !answers" => "visits = can_visit & !init_we & !answers";
    "a write counts during the initialisation": "host_now = host_we & !init_we" => "host_now = host_we";
    "a probe leaves without a visit": "k4_probes <= k3_valid & step_probes" => "k4_probes <= step_probes";
    "a QP comes again without a visit": "k4_push <= k3_valid & step_stays" => "k4_push <= step_stays";
    "a response echoes the clock": "k0_time <= s_resp_time" => "k0_time <= time_now";
}
"prober" "ackw_prober_step.v" {
    "nothing need be in flight": "goes = visits & live & flies & !waits & rested" => "goes = visits & live & !waits & rested";
    "two are open": "goes = visits & live & flies & !waits & rested" => "goes = visits & live & flies & rested";
    "no period counts": "goes = visits & live & flies & !waits & rested" => "goes = visits & live & flies & !waits";
    "what is acknowledged is in flight": "(una + 24'd1)" => "una";
    "what was sent before the opening is in flight": "flies = !(sent_opened ^ was_opened) & " => "flies = ";
    "an age of 16.8 ms is none for the timeout": "too_late = far | " => "too_late = ";
    "an age of 16.8 ms is none for the period": "was_rested | far | " => "was_rested | ";
    "who has rested rests again": "rested = was_rested | far" => "rested = far";
    "a timeout is a ns longer": "(age >= timeout)" => "(age > timeout)";
    "a period is a ns longer": "(age >= was_period)" => "(age > was_period)";
    "who waits for a response leaves the list": "(flies | waits | !rested | news)" => "(flies | !rested | news)";
    "whose period runs leaves the list": "(flies | waits | !rested | news)" => "(flies | waits | news)";
    "who has news leaves the list": "(flies | waits | !rested | news)" => "(flies | waits | !rested)";
    "a closed QP stays in the list": "remains = visits & live & " => "remains = visits & ";
    "any time is right": "is_time = asked_time == was_time" => "is_time = 1'b1";
    "an RTT response is known by its PSN too": "is_key = is_time;" => "is_key = is_time & (asked_psn == was_psn);";
    "a telemetry response's time always counts": "(is_time | !timed)" => "is_time";
    "a telemetry response's time never counts": "(is_time | !timed)" => "1'b1";
    "any PSN is right": "is_key = (asked_psn == was_psn) & " => "is_key = ";
    "any kind is right": "waits & (asked_kind == was_kind) & is_key" => "waits & is_key";
    "a response counts twice": "answers = asked_response & waits" => "answers = asked_response & !too_late";
    "a response that is too late counts": "answers = asked_response & waits" => "answers = asked_response & was_waiting";
    "the first RTT counts for an eighth": "if (!smooth | !was_measured) begin" => "if (!smooth) begin";
    "RTTs are always smoothed": "if (!smooth | !was_measured) begin" => "if (!was_measured) begin";
    "an eighth is a sixteenth": "was_smoothed - {3'd0, share}" => "was_smoothed - {4'd0, share[23:1]}";
    "writing a period opens": "if (asked_opens) begin" => "if (1'b1) begin";
    "the first probe waits for a period": "made_rested = 1'b1" => "made_rested = 1'b0";
    "the RTT of the past is smoothed on": "made_measured = 1'b0" => "made_measured = was_measured";
    "a packet in the cycle of the opening is its first": "made_opened = !was_opened" => "made_opened = !sent_opened";
    "a response is a timeout": "gives_up = visits & was_waiting" => "gives_up = was_waiting";
    "a probe begins no period": "made_rested = rested & !goes" => "made_rested = rested";
    "who leaves the list is in it": "made_listed = was_listed ^ !remains" => "made_listed = was_listed";
}
"prober" "ackw_receiver_view.v" {
    "a write of the cycle before the read is lost": "p1_hit <= meets_p0" => "p1_hit <= 1'b0";
    "a write in the cycle of the read is lost": "p2_hit <= p1_hit | meets_p1" => "p2_hit <= p1_hit";
    "a write in the cycle behind it is lost": "if (meets_p2) begin" => "if (1'b0) begin";
    "a write two cycles behind it is lost": "if (meets_now) begin" => "if (1'b0) begin";
}
};
