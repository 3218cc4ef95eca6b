//! The FPGA flow of `fpga/`, as far as it can be held without the tools: the table of configurations, what the tools'
//! reports are read as, the tables in pages, exit codes. The tests themselves are Python's, in `fpga/tests`.

use std::process::Command;

#[test]
fn the_flow_reads_its_table_and_reports_and_rejects_what_is_wrong() {
    let out = Command::new("python3")
        .args(["-B", "-m", "unittest", "discover", "-s", "tests"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fpga"))
        .output()
        .expect("python3 runs");
    let report = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{report}");
    // a run that found no test would end well too
    let ran = report.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse::<u32>().ok());
    assert!(ran.is_some_and(|n| n >= 30), "{report}");
}

/// Figures of another text than today's would be believed: a row of an earlier one says so.
#[test]
fn every_row_of_the_tables_is_of_todays_verilog_or_says_that_it_is_not() {
    let root = env!("CARGO_MANIFEST_DIR");
    let out = Command::new("python3")
        .args(["-B", "fpga/run.py", "check", "--generator", env!("CARGO_BIN_EXE_ackwright")])
        .current_dir(root)
        .output()
        .expect("python3 runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(String::from_utf8_lossy(&out.stdout).contains("rows are of today's Verilog"));
}
