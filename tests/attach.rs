//! Attachments to other projects' trees, without these trees: what `fpga/attach.py` says of a checkout that it does not
//! know; Corundum's scheduler under `ackw_sender`, with a scheduler of ours in its place; the top in VHDL.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::cli::{ackwright, stdout};
use support::tools::{left_out, on_path, said};

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_path_that_is_no_checkout_or_another_commit_is_one_line_and_exit_code_2() {
    let other = tempfile::tempdir().expect("a temporary folder");
    let changed = tempfile::tempdir().expect("a temporary folder");
    for (file, text) in [
        ("fpga/common/rtl/mqnic_tx_scheduler_block_rr.v", "module mqnic_tx_scheduler_block_rr; endmodule\n"),
        ("ethernet/RoCEv2/rtl/RoceEngineWrapper.vhd", "entity RoceEngineWrapper is end;\n"),
    ] {
        let file = changed.path().join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(&file, text).expect("written");
    }
    let path = |dir: &tempfile::TempDir| dir.path().display().to_string();
    for (arguments, says) in [
        (
            vec!["rocev2lite".into(), "nowhere".into()],
            "no such folder: expected a checkout of 100G-verilog-RoCEv2-lite",
        ),
        (vec!["rocev2lite".into(), path(&other)], "not a checkout of 100G-verilog-RoCEv2-lite"),
        (vec!["corundum".into(), path(&other)], "not a checkout of Corundum"),
        (vec!["corundum".into(), path(&changed)], "not as at commit 1ca0151b97af"),
        (vec!["surf".into(), "nowhere".into()], "no such folder: expected a checkout of surf"),
        (vec!["surf".into(), path(&other)], "not a checkout of surf: there is no ethernet/RoCEv2"),
        (vec!["surf".into(), path(&changed)], "RoceEngineWrapper.vhd: not as at commit fc56630d4cae"),
        (vec!["nobody".into(), path(&other)], "expected one of corundum, rocev2lite, surf"),
        (vec![], "expected one of corundum, rocev2lite, surf"),
    ] {
        let out = Command::new("python3").arg("-B").arg(here().join("fpga/attach.py")).args(&arguments).output();
        let out = out.expect("python3 runs");
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.lines().count() == 1 && text.contains(says), "{arguments:?}: {text}");
    }
}

/// What the bench of the scheduler prints behind a word: of each queue, the packets.
fn packets(text: &str, word: &str) -> Vec<u32> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    lines.map(|line| line.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number")).collect()
}

/// Packets of each queue in 100 us, under the adapter and without it, with this scheduler.
fn schedules(scheduler: &[PathBuf]) -> [Vec<u32>; 2] {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let config = dir.path().join("c.toml");
    std::fs::write(&config, "[engine]\nqps = 16\nunits = [\"dcqcn\"]\n").expect("written");
    let (config, out) = (config.display().to_string(), dir.path().join("out"));
    let folder = out.display().to_string();
    stdout(&ackwright(&["export", "--config", &config, "--block", "sender", "--out", &folder], ""));
    let ours = ["fpga/corundum/ackw_corundum_sched_queue.v", "fpga/corundum/ackw_corundum_sched.v"];
    let bench = "tests/corundum/sched.v";
    if on_path("verilator").is_some() {
        let lint = ["--lint-only", "-Wall", "--top-module", "ackw_corundum_sched"];
        let lint = Command::new("verilator").args(lint).args(ours.map(|f| here().join(f))).output().expect("it runs");
        assert!(lint.status.success(), "{}", said(&lint));
    } else {
        left_out("lint of ackw_corundum_sched", "apt-get install verilator");
    }
    let mut build = Command::new("iverilog");
    build.current_dir(&out).args(["-g2005", "-s", "sched", "-o", "sched.vvp", "-f", "ackw_sender.f"]);
    let build = build.args(ours.iter().chain([&bench]).map(|f| here().join(f))).args(scheduler).output();
    let build = build.expect("iverilog runs");
    assert!(build.status.success(), "{}", said(&build));
    let run = |gated: &str| {
        let run = Command::new("vvp").current_dir(&out).args(["-n", "sched.vvp", gated]).output().expect("vvp runs");
        let text = said(&run);
        assert_eq!(text.lines().last(), Some("DONE"), "{text}");
        println!("{gated}\n{text}");
        text
    };
    let with = run("+gated=1");
    // 100 us of 1, 2, 4 and 8 Gbit/s in packets of 1 KB, and grants of four packets
    for (sent, rate) in packets(&with, "queue").into_iter().zip([12, 24, 49, 98]) {
        assert!(sent.abs_diff(rate) <= 6 + rate / 20, "{with}");
    }
    assert_eq!(packets(&with, "later"), [5, 6, 7, 8], "{with}");
    // 1 and 3 are closed, and opened again
    for (sent, most) in packets(&with, "while").into_iter().zip([10, 0, 16, 0]) {
        assert!(sent <= most, "{with}");
    }
    for (sent, rate) in packets(&with, "again").into_iter().zip([6, 12, 24, 49]) {
        assert!(sent.abs_diff(rate) <= 6 + rate / 20, "{with}");
    }
    // up to five grants of each were not answered
    let returned = with.lines().find_map(|line| line.strip_prefix("at the end: closed 0 returned ")).expect("counts");
    let returned = returned.strip_suffix(" not_open 0").and_then(|n| n.parse::<u32>().ok()).expect("a number");
    assert!(returned <= 10, "{with}");
    assert!(with.contains("closed 0 returned 0 not_open 0"), "{with}");
    [packets(&with, "queue"), packets(&run("+gated=0"), "queue")]
}

#[test]
#[ignore = "half a minute: just night"]
fn a_scheduler_that_is_told_sends_each_queue_at_the_rate_of_its_qp() {
    if on_path("iverilog").is_none() {
        return left_out("Corundum's scheduler", "apt-get install iverilog");
    }
    schedules(&[here().join("tests/corundum/sched_stub.v")]);
}

/// `just corundum-scheduler CHECKOUT=path`: the same with `tx_scheduler_rr` of the checkout in ACKW_CORUNDUM.
#[test]
#[ignore = "needs a checkout of Corundum: just corundum-scheduler CHECKOUT=path"]
fn corundums_own_scheduler_that_is_told_sends_each_queue_at_the_rate_of_its_qp() {
    let checkout = std::env::var_os("ACKW_CORUNDUM").expect("ACKW_CORUNDUM: expected a checkout of Corundum");
    let checkout = Path::new(&checkout).canonicalize().expect("ACKW_CORUNDUM: expected a folder that is there");
    let lib = checkout.join("fpga/lib/eth/lib/axis/rtl");
    let scheduler = checkout.join("fpga/common/rtl/tx_scheduler_rr.v");
    let [with, without] = schedules(&[scheduler, lib.join("axis_fifo.v"), lib.join("priority_encoder.v")]);
    println!("packets of each queue: with the adapter {with:?}, all globally enabled {without:?}");
    assert!(without.iter().all(|sent| *sent > 250), "the line is shared without it: {without:?}");
}

#[test]
fn the_top_in_vhdl_is_analysed_and_elaborates_with_inputs_left_open() {
    let Some(ghdl) = on_path("ghdl") else { return left_out("the top in VHDL", "apt-get install ghdl-mcode") };
    for (name, text) in [
        ("ldcp", "[engine]\nqps = 16\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 64\n"),
        (
            "all",
            "[engine]\nqps = 64\nunits = [\"ldcp\", \"hpcc\", \"dcqcn\", \"dctcp\"]\n[nic]\nsender = true\nreceiver = true\nresponder = true\n",
        ),
    ] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (config, out) = (dir.path().join("c.toml"), dir.path().join("out"));
        std::fs::write(&config, text).expect("written");
        let paths = [&config, &out].map(|path| path.display().to_string());
        stdout(&ackwright(&["export", "--config", &paths[0], "--out", &paths[1]], ""));
        // the module stands for itself as an entity without an architecture; a design that leaves its inputs open
        let user = "library ieee; use ieee.std_logic_1164.all;\nentity user is end entity;\narchitecture a of user is\n\
                    signal clk, rst_n : std_logic := '0';\nbegin\nu : entity work.ackw_nic_vhdl port map (clk => clk, \
                    rst_n => rst_n);\nend architecture;\n";
        std::fs::write(out.join("user.vhd"), user).expect("written");
        for standard in ["--std=93", "--std=08"] {
            let analyse = ["-a", standard, "wrappers/vhdl/ackw_nic.vhd", "user.vhd"];
            let analyse = Command::new(&ghdl).current_dir(&out).args(analyse).output().expect("ghdl runs");
            assert!(analyse.status.success(), "{name}, {standard}: {}", said(&analyse));
        }
    }
}
