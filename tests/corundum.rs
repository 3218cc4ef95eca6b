//! The application block for Corundum-like NICs in Icarus, between a NIC that sends and takes frames and a host
//! (tests/corundum/bench.v): streams pass by, copies are whole or counted, updates are the model's. And nobody has a word to say of it.

use crate::support;

use layout::config::{Config, Reset, Unit};
use model::engine::{self, Outcome, Update};
use model::packet::classify::ParserConfig;
use model::packet::frame::{Body, Repr};
use model::packet::{aeth, bth, ethernet, ip, ipv4, udp};
use model::parser::Beat;
use model::top::{In, Top};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use support::cli::{ackwright, stdout};
use support::tools::{left_out, on_path};

const BASE: u32 = 0x4_0000;
/// Frames that come while the engine stands still, and behind them.
const FIRST: usize = 20;
const FRAMES: usize = 50;
/// Whole frames of 8 beats that fit the bench's 64 beats.
const KEPT: usize = 8;

/// LDCP alone, 64 bits: an ACK has 8 beats, and the initialisation takes longer than the first frames.
fn narrow() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.units, config.parser.data_bits) = (256, vec![Unit::Ldcp], 64);
    config
}

fn export(config: &Config) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("c.toml");
    std::fs::write(&file, config.canonical()).expect("written");
    let out = dir.path().join("out");
    let args = ["export", "--config", file.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")];
    stdout(&ackwright(&args, ""));
    dir
}

fn ack(qpn: u32, psn: u32, ece: bool) -> Vec<u8> {
    let ip = ipv4::Repr {
        tos: 2,
        ident: 0,
        dont_fragment: true,
        ttl: 64,
        src: [10, 0, 0, 1].into(),
        dst: [10, 0, 0, 2].into(),
        options: vec![],
    };
    Repr {
        ethernet: ethernet::Repr { dst: [2; 6], src: [4; 6], tags: vec![], ethertype: 0x0800 },
        ip: ip::Repr::V4(ip),
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth: bth::Repr { becn: ece, ..bth::Repr::new(layout::wire::bth::OPCODE_ACK, BASE + qpn, psn) },
        body: Body::Ack(aeth::Repr { reserved: false, code: 0, value: 0, msn: 0 }),
        padding: vec![],
    }
    .emit()
}

/// ACKs of three QPs, some marked.
fn frames() -> Vec<Vec<u8>> {
    (0..FRAMES as u32).map(|i| ack(i % 3, 10 * i, i % 4 == 1)).collect()
}

/// A beat as the bench reads it.
fn hex(beat: &Beat, bytes: usize) -> String {
    let data: String = beat.tdata[..bytes].iter().rev().map(|byte| format!("{byte:02x}")).collect();
    // tlast stands above tkeep, whose bits are whole digits
    format!("{}{:0width$x}{data}\n", u8::from(beat.tlast), beat.tkeep, width = bytes / 4)
}

/// The updates that the model gives for these frames, of each QP in their order.
fn golden<'a>(config: &Config, frames: impl IntoIterator<Item = &'a Vec<u8>>) -> BTreeMap<u32, Vec<String>> {
    let mut model = Top::new(config);
    let cfg = ParserConfig { qp_bits: config.qp_bits(), qpn_base: BASE, ..ParserConfig::default() };
    let idle = In { rst_n: true, parser_cfg: cfg, beat: None, engine: engine::In::idle(), cnt_sel: 0 };
    let mut updates = BTreeMap::<u32, Vec<String>>::new();
    let mut step = |input: &In| {
        let out = model.step(input);
        if let Some(Update { kind, qpn, outcome: Outcome::Ldcp { cw, interval, flags } }) = out.engine.upd {
            let text = format!("{qpn} {} 0 {} {} {flags}", kind as u8, cw.raw(), interval.raw());
            updates.entry(qpn).or_default().push(text);
        }
        out.tready
    };
    for _ in 0..config.engine.qps + 2 {
        step(&idle);
    }
    for frame in frames {
        for beat in Beat::split(frame, config.parser.data_bits) {
            assert!(step(&In { beat: Some(beat), ..idle }), "the model has room");
        }
        for _ in 0..100 {
            step(&idle);
        }
    }
    updates
}

/// What the bench prints, line by line.
fn simulate(folder: &Path, config: &Config) -> Vec<String> {
    let bytes = config.parser.data_bits as usize / 8;
    let all = frames();
    let beats = |frames: &[Vec<u8>]| -> Vec<Beat> {
        frames.iter().flat_map(|frame| Beat::split(frame, config.parser.data_bits)).collect()
    };
    let (first, list) = (beats(&all[..FIRST]).len(), beats(&all));
    std::fs::write(folder.join("beats.hex"), list.iter().map(|beat| hex(beat, bytes)).collect::<String>())
        .expect("written");
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corundum/bench.v");
    let define = |name: &str, value: u64| format!("-D{name}={value}");
    let out = Command::new("iverilog")
        .current_dir(folder)
        .args(["-g2005", "-s", "bench", "-o", "bench.vvp", "-f", "wrappers/corundum/mqnic_app_block.f"])
        .args([
            define("DATA_BITS", config.parser.data_bits.into()),
            define("QPN_BASE", BASE.into()),
            define("INIT", u64::from(config.engine.qps) + 100),
            define("FIRST", first as u64),
            define("BEATS", list.len() as u64),
        ])
        .arg(bench)
        .output()
        .expect("iverilog runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let out = Command::new("vvp").current_dir(folder).args(["-n", "bench.vvp"]).output().expect("vvp runs");
    String::from_utf8_lossy(&out.stdout).lines().map(Into::into).collect()
}

/// What stands behind a word at the start of lines.
fn behind<'a>(lines: &'a [String], word: &str) -> Vec<&'a str> {
    lines.iter().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' ')).collect()
}

fn by_qp<'a>(lines: impl IntoIterator<Item = &'a str>) -> BTreeMap<u32, Vec<String>> {
    let mut updates = BTreeMap::<u32, Vec<String>>::new();
    for line in lines {
        let qpn = line.split(' ').next().and_then(|qpn| qpn.parse().ok()).expect("a QP");
        updates.entry(qpn).or_default().push(line.to_owned());
    }
    updates
}

fn simulator() -> bool {
    let there = on_path("iverilog").is_some();
    if !there {
        left_out("the wrapper for Corundum-like NICs", "apt-get install iverilog");
    }
    there
}

#[test]
fn streams_pass_by_and_copies_are_whole_or_counted_and_updates_are_the_models() {
    if !simulator() {
        return;
    }
    let config = narrow();
    let dir = export(&config);
    let lines = simulate(&dir.path().join("out"), &config);
    assert_eq!(lines.last().map(String::as_str), Some("DONE"), "{lines:?}");

    let frames = frames();
    let copied: Vec<_> = frames[..KEPT].iter().chain(&frames[FIRST..]).collect();
    let want = golden(&config, copied.iter().copied());
    let updates = behind(&lines, "update");
    assert_eq!(updates.len(), copied.len(), "an update an ACK: {lines:?}");
    assert_eq!(by_qp(updates.iter().copied()), want);
    // the mailbox has the first 16, in the same order
    assert_eq!(behind(&lines, "mailed"), updates[..16]);

    let shown = |name: &str| behind(&lines, name).first().copied().expect("the bench shows it").to_owned();
    let number = |name: &str| usize::from_str_radix(&shown(name), 16).expect("a number");
    assert_eq!((shown("id"), shown("scratch")), ("41434b57".into(), "5a5aa5a5".into()));
    assert_eq!((number("copied"), number("left_out")), (copied.len(), FIRST - KEPT));
    assert_eq!((number("updates"), number("mail"), number("mail_lost")), (copied.len(), 16, copied.len() - 16));
    assert_eq!((number("beyond"), number("far")), (0, 0));
    // at full speed while the engine stood still: a beat a cycle, behind the reset and two writes
    let cycles: usize = behind(&lines, "first")[0].trim_end_matches(" cycles").parse().expect("a number");
    assert!((160..260).contains(&cycles), "{cycles} cycles for 160 beats");
}

#[test]
fn faults_of_the_wrapper_are_seen() {
    if !simulator() {
        return;
    }
    let config = narrow();
    let dir = export(&config);
    let out = dir.path().join("out");
    let frames = frames();
    let want = golden(&config, frames[..KEPT].iter().chain(&frames[FIRST..]));
    for (file, from, to) in [
        // half a frame stays in the queue
        ("ackw_corundum_copy.v", "if (loses) begin\n        write    <= start;", "if (loses) begin"),
        // a beat that waits is copied more than once
        (
            "mqnic_app_block.v",
            "s_axis_sync_rx_tvalid[TAP_PORT] && m_axis_sync_rx_tready[TAP_PORT]",
            "s_axis_sync_rx_tvalid[TAP_PORT]",
        ),
        // the stream waits for the engine
        (
            "mqnic_app_block.v",
            "assign s_axis_sync_rx_tready = m_axis_sync_rx_tready;",
            "assign s_axis_sync_rx_tready = m_axis_sync_rx_tready && u_ackw.copy_tready;",
        ),
        // the end of a second is not seen
        ("ackw_corundum.v", "passed < 0 ? passed + SECOND : passed", "passed"),
        // the two streams of an interface are swapped
        (
            "mqnic_app_block.v",
            "assign m_axis_if_rx_tdata = s_axis_if_rx_tdata;",
            "assign m_axis_if_rx_tdata = ~s_axis_if_rx_tdata;",
        ),
    ] {
        let path = out.join("wrappers/corundum").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!(text.matches(from).count(), 1, "{file}: {from}");
        std::fs::write(&path, text.replace(from, to)).expect("written");
        let lines = simulate(&out, &config);
        let right = lines.last().is_some_and(|line| line == "DONE") && by_qp(behind(&lines, "update")) == want;
        assert!(!right, "{file}: {to}: {lines:?}");
        std::fs::write(&path, text).expect("written");
    }
}

#[test]
fn no_linter_has_a_word_to_say_of_the_wrapper() {
    let mut both = Config::default();
    (both.engine.qps, both.parser.data_bits, both.hpcc.hops) = (16, 512, 2);
    both.rtl.reset = Reset::Async;
    for (name, config) in [("ldcp, 64 bits", narrow()), ("both, 512 bits", both)] {
        let dir = export(&config);
        let out = dir.path().join("out");
        let (list, top) = ("wrappers/corundum/mqnic_app_block.f", "mqnic_app_block");
        let run = |line: &str| {
            let out = Command::new("sh").current_dir(&out).args(["-c", line]).output().expect("sh runs");
            (out.status.success(), String::from_utf8_lossy(&[&out.stdout[..], &out.stderr[..]].concat()).into_owned())
        };
        for (tool, line) in [
            ("iverilog", format!("iverilog -g2005 -Wall -t null -s {top} -f {list}")),
            ("verilator", format!("verilator --lint-only -Wall --top-module {top} -f {list}")),
            (
                "yosys",
                format!(
                    "yosys -q -p \"read_verilog $(tr '\\n' ' ' < {list}); hierarchy -check -top {top}; proc; check -assert\""
                ),
            ),
        ] {
            if on_path(tool).is_none() {
                left_out(&format!("{name}: {line}"), &format!("apt-get install {tool}"));
                continue;
            }
            let (clean, said) = run(&line);
            let findings: Vec<&str> = said.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).collect();
            assert!(clean && findings.is_empty(), "{tool} on {name}: {said}");
        }
        // a parameter that does not fit ends elaboration, and says which
        if on_path("iverilog").is_some() {
            for (parameter, says) in [
                (
                    "AXIS_DATA_WIDTH=256",
                    format!("ackw_error_stream_width_must_be_parser_data_bits_{}", config.parser.data_bits),
                ),
                ("APP_ID=1", "ackw_error_app_id_must_be_41434b57".into()),
                ("AXIL_APP_CTRL_DATA_WIDTH=64", "ackw_error_axil_app_ctrl_data_width_must_be_32".into()),
            ] {
                let (passed, said) = run(&format!("iverilog -g2005 -t null -s {top} -P {top}.{parameter} -f {list}"));
                assert!(!passed && said.contains(&says), "{name}, {parameter}: {said}");
            }
        }
    }
}
