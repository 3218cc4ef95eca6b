//! Bugs put by hand into the emitted Verilog of HPCC++'s blocks that stand alone are found by the bench: its stimulus reaches the
//! corners that they lie in.

mod bench;

use layout::config::Config;

/// (block, file, text, what stands there instead)
const MUTANTS: [(&str, &str, &str, &str); 17] = [
    // a host write travels under the old choice, in part
    ("choice", "ackw_choice.v", "if (p2_store) begin", "if (1'b0) begin"),
    ("choice", "ackw_choice.v", "p3_set <= host_set;", "p3_set <= ram_rdata_set;"),
    // a bubble stores
    ("choice", "ackw_choice.v", "init_we | (p0_valid & p0_store)", "init_we | p0_store"),
    // the write of the event's own cycle is not seen; is always seen; is seen of a neighbour
    ("sent", "ackw_sent.v", "p1_hit <= write_valid & (write_qpn == p0_qpn)", "p1_hit <= 1'b0"),
    ("sent", "ackw_sent.v", "p1_hit <= write_valid & (", "p1_hit <= ("),
    ("sent", "ackw_sent.v", "(write_qpn == p0_qpn)", "(write_qpn[2:0] == p0_qpn[2:0])"),
    // a write during initialisation counts
    ("sent", "ackw_sent.v", "if (init_we) begin", "if (init_we & !tx_valid) begin"),
    // an event that stores nothing is forwarded
    ("hops", "ackw_hops.v", "p2_hit_1 <= p2_valid & p2_store &", "p2_hit_1 <= p2_valid &"),
    ("hops", "ackw_hops.v", "(p0_telemetry & !too_long);", "p0_telemetry;"),
    // two ahead, the RAM's old record
    ("hops", "ackw_hops_lane.v", "if (match_2) begin", "if (1'b0) begin"),
    // the second of equals
    ("inflight", "ackw_inflight_pick.v", "right_p[42:0] < left_p[42:0]", "right_p[42:0] <= left_p[42:0]"),
    // dts = T
    (
        "inflight",
        "ackw_inflight_terms.v",
        "w1_dts < {4'd0, gains_rdata_t_ticks}",
        "w1_dts <= {4'd0, gains_rdata_t_ticks}",
    ),
    // the inverse's correction is negative
    ("inflight", "ackw_inflight_terms.v", "corr_sign = 37'h1ffff80000", "corr_sign = 37'h0"),
    ("inflight", "ackw_inflight_terms.v", "if (sum[49]) begin", "if (1'b0) begin"),
    ("inflight", "ackw_inflight_round.v", "if (s3_above | rounded[49]) begin", "if (rounded[49]) begin"),
    ("inflight", "ackw_inflight_lane.v", "!h1_used | unknown | still", "!h1_used | unknown"),
    // a ring of all its memory's words
    ("inflight", "ackw_ring.v", "place == LAST[ADDR_BITS-1:0]", "&place"),
];

/// In a block of two lanes for five hops: three steps.
const IN_STEPS: [(&str, &str, &str); 10] = [
    // the later of equals
    ("ackw_inflight_fold_back1.v", "product_p[42:0] < s6_left[42:0]", "product_p[42:0] <= s6_left[42:0]"),
    // the second product's factors are the first's
    ("ackw_inflight_fold_back1.v", "s1_n <= s1_a_n;", "s1_n <= s1_b_n;"),
    // a step is not compared
    ("ackw_inflight.v", "assign compare_1_d = aligned &", "assign compare_1_d = 1'b0 &"),
    // an event that measures nothing is compared, and keeps the multiplier of the one before it
    ("ackw_inflight.v", "aligned = active_0;", "aligned = 1'b1;"),
    // one that measures nothing takes what stands at its end
    ("ackw_inflight.v", "(|winner_n) & w0_measure_0_q", "(|winner_n)"),
    // flags of the event before
    ("ackw_inflight.v", "if (!h2_first_0_q) begin", "if (1'b1) begin"),
    // flags of the last step only
    ("ackw_inflight.v", "if (!h2_first_0_q) begin", "if (1'b0) begin"),
    // the next event's set
    ("ackw_inflight.v", "if (|rest_0) begin", "if (1'b0) begin"),
    // an event that comes too early
    ("ackw_inflight.v", "valid_0 <= in_valid & ready;", "valid_0 <= in_valid;"),
    // a step too few
    ("ackw_inflight.v", "rest_0 <= LAST_STEP;", "rest_0 <= LAST_STEP - 4'd1;"),
];

/// Each bug (block, file, from, to) makes the block differ from its model.
fn all_are_found(config: &Config, bugs: &[(&str, &str, &str, &str)]) {
    bench::for_each(bugs, |(block, file, from, to)| {
        let emitted = hdl::design::build(config, block).expect("builds");
        let files = bench::with_bug(&emitted, file, from, to);
        assert!(bench::differs(config, &emitted, files, block, 20_000, 1), "{file}: {to:?}");
        println!("{block}: {file}: {to:?}: found");
    });
}

#[test]
fn every_bug_in_a_block_of_hpcc_is_found() {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops) = (16, 3);
    all_are_found(&config, &MUTANTS);
}

#[test]
fn every_bug_in_the_steps_of_inflight_is_found() {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops, config.hpcc.lanes) = (16, 5, 2);
    all_are_found(&config, &IN_STEPS.map(|(file, from, to)| ("inflight", file, from, to)));
}
