//! With `scan_mode` a tester drives every asynchronous reset from a port; and no linter has a word to say of what that,
//! and a chain through the memories, adds.

use super::{AXIS, AXIS_ASYNC, folder, read, said};
use crate::support::tools::{left_out, on_path};
use std::process::Command;
use tb::tool::Env;
use tb::{Cache, Tool};

const TESTED: &str = "[engine]\nqps = 32\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 64\n\
                      [rtl]\ntarget = \"asic\"\nreset = \"async\"\nsram_test = 4\nscan_mode = true\n";

#[test]
fn no_linter_has_a_word_to_say_of_a_wrapper_with_what_a_tester_needs() {
    let tool = Tool::find_in(&Env::current(), &Cache::from_env()).expect("a Verilator is found or fetched");
    let (dir, ..) = folder(TESTED);
    for wrapper in [AXIS, AXIS_ASYNC] {
        let list = format!("wrappers/{wrapper}.f");
        let mut run = tool.verilator();
        run.current_dir(&dir).args(["--lint-only", "-Wall", "--top-module", wrapper, "-f", &list]);
        let out = run.output().expect("verilator runs");
        assert!(out.status.success() && !said(&out).contains('%'), "{wrapper}: {}", said(&out));
        let text = read(&dir, &format!("wrappers/{wrapper}.v"));
        assert!(text.contains("input  wire [3:0] sram_test_in") && text.contains("output wire [3:0] sram_test_out"));
        assert_eq!(text.contains("scan_mode"), wrapper == AXIS_ASYNC);
        let Some(icarus) = on_path("iverilog") else {
            left_out("lint of scan_mode by iverilog", "apt-get install iverilog");
            continue;
        };
        let mut run = Command::new(icarus);
        run.current_dir(&dir).args(["-g2005", "-Wall", "-t", "null", "-s", wrapper, "-f", &list]);
        let out = run.output().expect("iverilog runs");
        assert!(out.status.success() && said(&out).is_empty(), "{wrapper}: {}", said(&out));
    }
    let memories = read(&dir, "memories.csv");
    assert!(memories.starts_with("instance,module,words,bits\n") && memories.lines().count() > 3, "{memories}");
    assert!(memories.contains("u_ram.u_sram,ackw_sram_1r1w,32,"), "{memories}");
}

/// No register has a way to an asynchronous reset while `scan_mode` is 1; while it is 0 the synchronised ones have.
#[test]
#[ignore = "half a minute: just night"]
fn with_scan_mode_every_asynchronous_reset_is_a_ports() {
    let Some(yosys) = on_path("yosys") else {
        return left_out("resets behind scan_mode", "apt-get install yosys");
    };
    let (dir, ..) = folder(TESTED);
    let files = read(&dir, &format!("wrappers/{AXIS_ASYNC}.f")).replace('\n', " ");
    for (value, claim) in [(1, "-assert-none"), (0, "-assert-min 1")] {
        let script = format!(
            "read_verilog {files}; hierarchy -check -top {AXIS_ASYNC}; proc; flatten; delete -input w:scan_mode; \
             connect -nounset -set scan_mode 1'b{value}; opt; select -assert-min 20 t:$adff; \
             select -set resets t:$adff %ci1:+[ARST] t:$adff %d; \
             select {claim} @resets %ci* t:*dff* %i"
        );
        let out = Command::new(&yosys).current_dir(&dir).args(["-q", "-p", &script]).output().expect("yosys runs");
        assert!(out.status.success(), "scan_mode = {value}: {}", said(&out));
    }
}
