//! Bugs put by hand into the host's side are found: in `registers`, and in the wires between it and `top`.

mod bench;

use layout::config::Config;

/// (block, file, text, what stands there instead)
const MUTANTS: [(&str, &str, &str, &str); 27] = [
    // a write that was never offered counts; one without all its strobes; before its data
    ("registers", "ackw_axi_lite.v", "write <= address_held & data_held &", "write <= address_held &"),
    ("registers", "ackw_axi_lite.v", "assign bus_write = write & whole;", "assign bus_write = write;"),
    ("registers", "ackw_axi_lite.v", "& !write & !answered;", "& !write;"),
    ("registers", "ackw_axi_lite.v", "windex <= awaddr[11:2];", "windex <= {1'b0, awaddr[10:2]};"),
    // the upper half takes any lower half; that of a refused write
    ("registers", "ackw_axi_lite.v", "last_index <= windex;", "last_index <= last_index;"),
    ("registers", "ackw_axi_lite.v", "if (whole) begin", "if (1'b1) begin"),
    ("registers", "ackw_register_wide.v", "(last_index == INDEX) & ", ""),
    ("registers", "ackw_register_wide.v", "lower <= bus_windex == INDEX;", "lower <= 1'b0;"),
    // ranges
    ("registers", "ackw_register_wide.v", "& enough & (wanted", "& (wanted"),
    ("registers", "ackw_register_wide.v", " & (wanted <= {1'b0, MAX})", ""),
    ("registers", "ackw_register.v", "wanted >= {1'b0, MIN}", "wanted > {1'b0, MIN}"),
    ("registers", "ackw_register.v", "wanted <= {1'b0, MAX}", "wanted < {1'b0, MAX}"),
    // an answer that is taken at once is lost; a read that comes at the same time
    ("registers", "ackw_axi_lite.v", "read_valid <= read_valid & !rready;", "read_valid <= 1'b0;"),
    ("registers", "ackw_axi_lite.v", "looked_up <= arvalid & !reading;", "looked_up <= arvalid;"),
    ("registers", "ackw_status_wide.v", "(rindex == UPPER)", "1'b0"),
    // starts before their time, and under way
    ("registers", "ackw_registers_ldcp.v", "starts_write = bus_write & init_done;", "starts_write = bus_write;"),
    (
        "registers",
        "ackw_registers_hpcc.v",
        "set_starts_write = starts_write & ordered;",
        "set_starts_write = starts_write;",
    ),
    ("registers", "ackw_registers_host.v", "held_write = bus_write & !under_way;", "held_write = bus_write;"),
    ("registers", "ackw_registers_host.v", "(valid & !host_ready)", "valid"),
    // what is cleared in the cycle of an alert; where a refused write was
    (
        "registers",
        "ackw_registers_general.v",
        "(pending & ~irq_clear_value) | news",
        "(pending | news) & ~irq_clear_value",
    ),
    ("registers", "ackw_registers_general.v", "refused_index <= bus_windex;", "refused_index <= bus_rindex;"),
    // wires
    ("nic", "ackw_nic.v", "update_taken = top_upd_valid & upd_ready", "update_taken = top_upd_valid"),
    ("nic", "ackw_nic.v", "event_stall = s_event_valid & !top_s_event_ready", "event_stall = s_event_valid"),
    ("nic", "ackw_nic.v", ".tx_psn                (tx_psn)", ".tx_psn                (registers_host_psn)"),
    ("nic", "ackw_nic.v", "(top_cnt_value)\n  );\n\n  // What", "(32'd0)\n  );\n\n  // What"),
    ("nic", "ackw_nic.v", "(top_found_hpcc_last_update),\n    .init_done", "(top_cnt_value),\n    .init_done"),
    (
        "nic",
        "ackw_nic.v",
        "(irq),\n    .frame_dropped         (top_frame_dropped)",
        "(irq),\n    .frame_dropped         (1'b0)",
    ),
];

/// The number of replacements that a text has in its file is known before the long run.
#[test]
fn every_text_that_a_bug_replaces_stands_once_in_its_file() {
    let config = config();
    let emitted = hdl::design::build(&config, "nic").expect("builds");
    for (_, file, from, to) in MUTANTS {
        bench::with_bug(&emitted, file, from, to);
    }
}

#[test]
fn every_bug_on_the_host_s_side_is_found() {
    let config = config();
    bench::for_each(&MUTANTS, |(block, file, from, to)| {
        let emitted = hdl::design::build(&config, block).expect("builds");
        let files = bench::with_bug(&emitted, file, from, to);
        assert!(bench::differs(&config, &emitted, files, block, 20_000, 1), "{file}: {to:?}");
        println!("{block}: {file}: {to:?}: found");
    });
}

fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.hpcc.hops, config.hpcc.lanes, config.parser.data_bits) = (16, 2, 1, 64);
    config
}
