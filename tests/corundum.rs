//! The application block for Corundum-like NICs in Icarus, between a NIC that sends and takes frames and a host
//! (tests/corundum/bench.v): streams pass by, copies are whole or counted, updates are the model's. And nobody has a
//! word to say of it.

use crate::support;

use layout::config::{Config, Reset, Unit, Updates, usual_lanes};
use layout::ldcp::Psn;
use layout::registers;
use model::engine::{self, HostContext, HostOp, Outcome, Parts, Update};
use model::packet::classify::ParserConfig;
use model::packet::frame::Body;
use model::packet::{aeth, bth};
use model::parser::Beat;
use model::top::{In, Top};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use support::cli::{ackwright, stdout};
use support::frames::over_ipv4;
use support::tools::{left_out, on_path, path_with, pinned};

const BASE: u32 = 0x4_0000;
/// Frames that come at full speed while nobody reads the mailbox, and all.
const FIRST: usize = 192;
const FRAMES: usize = 224;
const QPS: u32 = 12;
/// The PSN that each QP sends next: behind all that the frames acknowledge.
const SENT: u32 = 10 * FRAMES as u32;
/// A form of the block for each of Corundum's releases, with the port of the time.
const RELEASES: [(&str, &str); 2] = [("2022-09", "ptp_sync_ts_96"), ("master", "ptp_sync_ts_tod")];

/// LDCP alone, 64 bits: an ACK has 8 beats.
fn narrow() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.units, config.parser.data_bits) = (256, vec![Unit::Ldcp], 64);
    config.hpcc.lanes = usual_lanes(config.hpcc.hops, config.parser.data_bits);
    // the bench compares each update
    config.engine.updates = Some(Updates::Every);
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
    over_ipv4(
        bth::Repr { becn: ece, ..bth::Repr::new(layout::wire::bth::OPCODE_ACK, BASE + qpn, psn) },
        Body::Ack(aeth::Repr { reserved: false, code: 0, value: 0, msn: 0 }),
    )
}

/// ACKs of so many QPs, some marked: more than the engine has slots for, so that it comes to stand still.
fn frames() -> Vec<Vec<u8>> {
    (0..FRAMES as u32).map(|i| ack(i % QPS, 10 * i, i % 4 == 1)).collect()
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
    let idle =
        In { rst_n: true, parser_cfg: cfg, beat: None, engine: engine::In::idle(), cnt_sel: 0, high_water_clear: 0 };
    let mut updates = BTreeMap::<u32, Vec<String>>::new();
    let mut step = |input: &In| {
        let out = model.step(input);
        if let Some(Update { kind, qpn, alg, una, outcome: Outcome::Ldcp { cw, interval, flags }, .. }) = out.engine.upd
        {
            let (kind, alg, una) = (kind as u8, alg as u8, una.raw());
            let text = format!("{qpn} {kind} {alg} {} {} {flags} {una}", cw.raw(), interval.raw());
            updates.entry(qpn).or_default().push(text);
        }
        out
    };
    for _ in 0..config.engine.qps + 2 {
        step(&idle);
    }
    // as the bench's task `open`
    for qpn in 0..QPS {
        let parts = Parts { psn: true, ..Parts::NONE };
        let context = HostContext { psn: Psn::wrap(Psn::MAX_RAW), open: true, ..HostContext::RESET };
        let host = Some(HostOp::Write { qpn, parts, context });
        assert!(step(&In { engine: engine::In { host, ..engine::In::idle() }, ..idle }).engine.host_ready);
        assert!((0..100).any(|_| step(&idle).engine.host_done.is_some()), "the model opens a QP");
        let engine = engine::In { tx: Some((qpn, Psn::wrap(SENT.into()))), ..engine::In::idle() };
        step(&In { engine, ..idle });
    }
    for frame in frames {
        for beat in Beat::split(frame, config.parser.data_bits) {
            assert!(step(&In { beat: Some(beat), ..idle }).tready, "the model has room");
        }
        for _ in 0..100 {
            step(&idle);
        }
    }
    updates
}

/// How the bench is built and driven.
#[derive(Copy, Clone)]
struct Run {
    release: usize,
    /// Frames at full speed.
    first: usize,
    frames: usize,
    /// Beats that may wait for the engine, and updates that may wait for the host, as powers of two.
    copy_bits: u32,
    mail_bits: u32,
}

/// Frames are left out.
const CROWDED: Run = Run { release: 0, first: FIRST, frames: FRAMES, copy_bits: 5, mail_bits: 3 };

/// What the bench prints, line by line.
fn simulate(folder: &Path, config: &Config, run: Run) -> Vec<String> {
    let bytes = config.parser.data_bits as usize / 8;
    let all = frames();
    let beats = |frames: &[Vec<u8>]| -> Vec<Beat> {
        frames.iter().flat_map(|frame| Beat::split(frame, config.parser.data_bits)).collect()
    };
    let (first, list) = (beats(&all[..run.first]).len(), beats(&all[..run.frames]));
    std::fs::write(folder.join("beats.hex"), list.iter().map(|beat| hex(beat, bytes)).collect::<String>())
        .expect("written");
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corundum/bench.v");
    let define = |name: &str, value: u64| format!("-D{name}={value}");
    let (release, time) = RELEASES[run.release];
    let out = Command::new("iverilog")
        .current_dir(folder)
        .args(["-g2005", "-s", "bench", "-o", "bench.vvp"])
        .args(["-f", &format!("wrappers/corundum/{release}/mqnic_app_block.f"), &format!("-DTIME={time}")])
        .args([
            define("DATA_BITS", config.parser.data_bits.into()),
            define("QPN_BASE", BASE.into()),
            define("INIT", u64::from(config.engine.qps) + 100),
            define("SENT", SENT.into()),
            define("QPS", QPS.into()),
            define("COPY_BITS", run.copy_bits.into()),
            define("MAIL_BITS", run.mail_bits.into()),
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

/// The frames that the bench saw go to the engine.
fn copied(lines: &[String]) -> Vec<Vec<u8>> {
    let all = frames();
    let seen = behind(lines, "frame").into_iter().filter_map(|line| line.split_once(' '));
    seen.filter(|(_, left)| *left == "0").map(|(i, _)| all[i.parse::<usize>().expect("a number")].clone()).collect()
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

/// What came while updates had to wait is one update: each QP's are some of those of single events, to the last one,
/// and the same until something joined.
fn are_explained(got: &BTreeMap<u32, Vec<String>>, want: &BTreeMap<u32, Vec<String>>) {
    assert!(got.keys().eq(want.keys()), "{got:?}");
    let una = |line: &String| line.rsplit(' ').next().map(str::to_owned).expect("a PSN");
    for (qpn, want) in want {
        let got = &got[qpn];
        let joined = got.iter().zip(want).position(|(a, b)| una(a) != una(b)).unwrap_or(got.len());
        assert_eq!(got[..joined], want[..joined], "QP {qpn}");
        let mut ahead = want.iter().map(una);
        assert!(got.iter().map(una).all(|una| ahead.any(|one| one == una)), "QP {qpn}: {got:?}");
        assert_eq!(got.last().map(una), want.last().map(una), "QP {qpn}");
    }
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
    for (release, (name, _)) in RELEASES.iter().enumerate() {
        let lines = simulate(&dir.path().join("out"), &config, Run { release, ..CROWDED });
        assert_eq!(lines.last().map(String::as_str), Some("DONE"), "{name}: {lines:?}");

        let copied = copied(&lines);
        let want = golden(&config, &copied);
        let updates = behind(&lines, "update");
        assert!(updates.len() <= copied.len(), "{name}: an update an ACK at most: {lines:?}");
        are_explained(&by_qp(updates.iter().copied()), &want);
        // the mailbox was full, and has had all of them in the same order
        assert_eq!(behind(&lines, "mailed"), updates, "{name}");

        let shown = |name: &str| behind(&lines, name).first().copied().expect("the bench shows it").to_owned();
        let number = |name: &str| usize::from_str_radix(&shown(name), 16).expect("a number");
        assert_eq!((shown("id"), shown("scratch")), ("41434b57".into(), "5a5aa5a5".into()));
        assert_eq!((number("copied"), number("left_out")), (copied.len(), FRAMES - copied.len()), "{name}");
        assert!(copied.len() < FRAMES - 10 && number("waited") > 0, "{name}: {} of {FRAMES} copied", copied.len());
        assert_eq!((number("updates"), number("mail"), number("empty")), (updates.len(), 9, 0), "{name}");
        assert_eq!((number("refused"), number("beyond"), number("far")), (1, 0, 0), "{name}");
        // a beat a cycle, also when the engine stood still
        assert_eq!(shown("first"), format!("{} cycles", 8 * FIRST), "{name}");
    }
}

/// Also with a mailbox that they do not fit in: the engine waits, and what comes meanwhile joins.
#[test]
fn sixty_four_acks_back_to_back_reach_the_host_without_loss() {
    if !simulator() {
        return;
    }
    let config = narrow();
    let dir = export(&config);
    let want = golden(&config, &frames()[..64]);
    for mail_bits in [9, 3] {
        let run = Run { release: 1, first: 64, frames: 64, copy_bits: 12, mail_bits };
        let lines = simulate(&dir.path().join("out"), &config, run);
        assert_eq!(lines.last().map(String::as_str), Some("DONE"), "{lines:?}");
        let mailed = behind(&lines, "mailed");
        assert_eq!(copied(&lines).len(), 64, "{mail_bits}");
        assert!(mail_bits == 3 || mailed.len() == 64, "{}", mailed.len());
        are_explained(&by_qp(mailed), &want);
        assert_eq!(behind(&lines, "waited") != ["00000000"], mail_bits == 3, "{lines:?}");
    }
}

#[test]
#[ignore = "a minute or so: just night"]
fn faults_of_the_wrapper_are_seen() {
    if !simulator() {
        return;
    }
    let config = narrow();
    let dir = export(&config);
    let out = dir.path().join("out");
    let right = || {
        let lines = simulate(&out, &config, CROWDED);
        let want = golden(&config, &copied(&lines));
        let done = lines.last().is_some_and(|line| line == "DONE");
        (done && by_qp(behind(&lines, "update")) == want && by_qp(behind(&lines, "mailed")) == want, lines)
    };
    assert!(right().0);
    for (file, from, to) in [
        // half a frame stays in the queue
        ("ackw_corundum_copy.v", "if (loses) begin\n        write    <= start;", "if (loses) begin"),
        // a beat that waits is copied more than once
        (
            "2022-09/mqnic_app_block.v",
            "s_axis_sync_rx_tvalid[TAP_PORT] && m_axis_sync_rx_tready[TAP_PORT]",
            "s_axis_sync_rx_tvalid[TAP_PORT]",
        ),
        // the stream waits for the engine
        (
            "2022-09/mqnic_app_block.v",
            "assign s_axis_sync_rx_tready = m_axis_sync_rx_tready;",
            "assign s_axis_sync_rx_tready = m_axis_sync_rx_tready && u_ackw.copy_tready;",
        ),
        // the end of a second is not seen
        ("ackw_corundum.v", "passed < -(SECOND / 2) ? passed + SECOND : passed", "passed"),
        // the two streams of an interface are swapped
        (
            "2022-09/mqnic_app_block.v",
            "assign m_axis_if_rx_tdata = s_axis_if_rx_tdata;",
            "assign m_axis_if_rx_tdata = ~s_axis_if_rx_tdata;",
        ),
        // what is acknowledged is not told, but what was sent
        (
            "ackw_corundum.v",
            "upd_window, upd_pace, upd_flags, upd_una_psn}",
            "upd_window, upd_pace, upd_flags, any_tx_psn}",
        ),
        // a full mailbox loses an update
        ("ackw_corundum.v", "upd_ready && !mail_full;", "upd_ready;"),
        // a read does not wait for the write before it; the engine's slave orders its own
        ("ackw_corundum.v", "ar_held && !r_own && !w_waits", "ar_held && !r_own"),
    ] {
        let path = out.join("wrappers/corundum").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!(text.matches(from).count(), 1, "{file}: {from}");
        std::fs::write(&path, text.replace(from, to)).expect("written");
        let (right, lines) = right();
        assert!(!right, "{file}: {to}: {lines:?}");
        std::fs::write(&path, text).expect("written");
    }
}

#[test]
#[ignore = "half a minute: just night"]
fn no_linter_has_a_word_to_say_of_the_wrapper() {
    let mut both = Config::default();
    (both.engine.qps, both.parser.data_bits, both.hpcc.hops) = (16, 512, 2);
    both.rtl.reset = Reset::Async;
    let cases =
        [("ldcp, 64 bits", narrow()), ("both, 512 bits", both)].map(|(name, config)| (name, export(&config), config));
    // each form with one of them: only the ports towards Corundum differ
    for ((name, dir, config), (release, _)) in cases.iter().zip(RELEASES) {
        let out = dir.path().join("out");
        let (list, top) = (&format!("wrappers/corundum/{release}/mqnic_app_block.f"), "mqnic_app_block");
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

/// A folder in which Corundum's own Makefile finds our block in the place of its template's: links to the checkout,
/// which is not written to.
fn in_the_place_of_the_template(checkout: &Path, folder: &Path, out: &Path) -> &'static str {
    let template = checkout.join("fpga/app/template");
    let block = template.join("rtl/mqnic_app_block.v");
    let text =
        std::fs::read_to_string(&block).unwrap_or_else(|e| panic!("{}: {e}: expected Corundum's", block.display()));
    let form = RELEASES.iter().find(|(_, time)| text.contains(&format!("{time},"))).expect("a release that is known").0;
    let bench = template.join("tb/mqnic_core_pcie_us");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corundum");
    for below in ["rtl", "tb/nic"] {
        std::fs::create_dir_all(folder.join(below)).expect("a folder");
    }
    for (link, to) in [
        ("rtl/common", checkout.join("fpga/common/rtl")),
        ("lib", checkout.join("fpga/lib")),
        ("rtl/mqnic_app_block.v", out.join(format!("wrappers/corundum/{form}/mqnic_app_block.v"))),
        ("tb/nic/Makefile", bench.join("Makefile")),
        ("tb/nic/test_mqnic_core_pcie_us.py", bench.join("test_mqnic_core_pcie_us.py")),
        ("tb/nic/mqnic.py", checkout.join("fpga/common/tb/mqnic.py")),
        ("tb/nic/nic.mk", here.join("nic.mk")),
        ("tb/nic/ackw_nic_bench.py", here.join("ackw_nic_bench.py")),
    ] {
        assert!(to.exists(), "{} is not there", to.display());
        #[cfg(unix)]
        std::os::unix::fs::symlink(&to, folder.join(link)).expect("a link");
    }
    let list =
        std::fs::read_to_string(out.join(format!("wrappers/corundum/{form}/mqnic_app_block.f"))).expect("a list");
    let ours = list.lines().filter(|name| !name.ends_with("mqnic_app_block.v"));
    let ours: Vec<String> = ours.map(|name| out.join(name).display().to_string()).collect();
    std::fs::write(folder.join("tb/nic/ours.txt"), ours.join(" ")).expect("written");
    form
}

/// `just corundum PATH`: Corundum's bench of a NIC, as it is and then with RoCEv2 frames, on the checkout in
/// ACKW_CORUNDUM.
#[test]
#[ignore = "needs a checkout of Corundum, and minutes: just corundum PATH"]
fn corundums_own_bench_passes_with_our_block_and_sees_the_models_updates() {
    let checkout = std::env::var_os("ACKW_CORUNDUM").expect("ACKW_CORUNDUM: expected a checkout of Corundum");
    let checkout = Path::new(&checkout).canonicalize().expect("ACKW_CORUNDUM: expected a folder that is there");
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corundum/requirements.txt");
    let bin = pinned("corundum-tools", &requirements, true).expect("the tools of its bench");
    // the width of the bench's streams
    let mut config = narrow();
    (config.engine.qps, config.parser.data_bits) = (64, 512);
    let dir = export(&config);
    // what stays is for who wants to see a wave or a log
    let name = checkout.display().to_string().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/corundum").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let form = in_the_place_of_the_template(&checkout, &folder, &dir.path().join("out"));
    println!("{}: form {form}, in {}", checkout.display(), folder.display());
    let frames = &frames()[..64];
    let offset: serde_json::Map<_, _> = [
        "id",
        "status",
        "cfg_qpn_base",
        "host_qpn",
        "host_parts",
        "host_psn",
        "host_open",
        "host_start",
        "update_count",
    ]
    .map(|name: &str| (name.to_owned(), registers::named(&config, name).offset.into()))
    .into_iter()
    .collect();
    let counters = hdl::register_map::counters(&config).into_iter();
    let counters: BTreeMap<_, _> = counters.map(|counter| (counter.offset(), counter.name)).collect();
    let hex = |frame: &Vec<u8>| frame.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let run = json!({
        "frames": frames.iter().map(hex).collect::<Vec<_>>(),
        "updates": golden(&config, frames),
        "qpn_base": BASE,
        "sent": SENT,
        "offset": offset,
        "counters": counters,
    });
    let file = folder.join("run.json");
    std::fs::write(&file, run.to_string()).expect("written");
    for (module, says) in [("ackw_nic_bench", "64 frames, 64 updates"), ("test_mqnic_core_pcie_us", "run_test_nic")] {
        println!("{module}: minutes");
        let log = folder.join(format!("{module}.log"));
        let to = std::fs::File::create(&log).expect("a log");
        let status = Command::new("make")
            .current_dir(folder.join("tb/nic"))
            .args(["-f", "nic.mk", "SIM=icarus", &format!("MODULE={module}"), "PARAM_APP_ID=1094929239"])
            .env("ACKW_RUN", &file)
            .env("PATH", path_with([bin.clone()]))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stderr(to.try_clone().expect("a log"))
            .stdout(to)
            .status()
            .expect("make runs");
        let said = String::from_utf8_lossy(&std::fs::read(&log).expect("a log")).into_owned();
        let end: Vec<&str> = said.lines().rev().take(20).collect();
        let result = said.lines().find(|line| line.contains("TESTS="));
        let passed = result.is_some_and(|line| line.contains("TESTS=1 PASS=1 FAIL=0"));
        assert!(status.success() && passed && said.contains(says), "{module}: {}: {end:#?}", log.display());
        println!("{}", result.unwrap_or_default().trim());
    }
}
