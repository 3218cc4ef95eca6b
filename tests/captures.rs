//! Captures of every kind on the command line: what `parse` prints of them, and that `verify --capture` takes the same.

use crate::support::cli::{ackwright, rejected, rejected_behind, stdout};
use crate::support::root;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An ACK with ECT(0) and BECN, of QP 0x012005 (tests/packets.rs has its fields beside the bytes).
const ACK: &str = "020000000001 020000000002 0800 45020030 12344000 40111485 0a000001 0a000002 c00012b7 001c0000 \
                   1100ffff 40012005 00abcdef 1f000102 1f817c49";
/// A CNP over IPv6 with a VLAN tag, of QP 0x012345.
const CNP: &str = "020000000001 020000000002 8100 6064 86dd 668c0ffe 00281140 fd000000000000000000000000000001 \
                   fd000000000000000000000000000002 c00012b7 00280000 8100ffff 40012345 00000000 \
                   00000000000000000000000000000000 c1647a8e";

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    digits.chunks(2).map(|p| u8::from_str_radix(std::str::from_utf8(p).expect("ASCII"), 16).expect("hex")).collect()
}

/// A pcap of a link type; each packet with the bytes that were on the wire.
fn pcap(link: u32, packets: &[(Vec<u8>, usize)]) -> Vec<u8> {
    let mut file =
        [&0xa1b2_c3d4_u32.to_le_bytes()[..], &[2, 0, 4, 0], &[0; 8], &[0xff, 0xff, 0, 0], &link.to_le_bytes()].concat();
    for (i, (bytes, wire)) in packets.iter().enumerate() {
        let [i, len, wire] = [i, bytes.len(), *wire].map(|n| (n as u32).to_le_bytes());
        file.extend([&[0; 4][..], &i, &len, &wire, bytes].concat());
    }
    file
}

fn whole(packets: &[Vec<u8>]) -> Vec<(Vec<u8>, usize)> {
    packets.iter().map(|p| (p.clone(), p.len())).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut file = GzEncoder::new(vec![], Compression::default());
    file.write_all(bytes).expect("in memory");
    file.finish().expect("in memory")
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    }
}

/// The lines of `parse`, and what it said on stderr.
fn parse(args: &[&str], input: &str) -> (Vec<Value>, String) {
    let out = ackwright(&[&["parse"], args].concat(), input);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    (stdout(&out).lines().map(|l| serde_json::from_str(l).expect("JSON")).collect(), said)
}

/// Without what is of the file and not of the packet.
fn of_packet(lines: &[Value]) -> Vec<Value> {
    let mut lines = lines.to_vec();
    for line in lines.iter_mut().filter_map(Value::as_object_mut) {
        for key in ["time_ns", "bytes", "link", "src_mac", "dst_mac"] {
            line.remove(key);
        }
    }
    lines
}

/// `tests/vectors` has what is expected, typed beside scapy's packets.
#[test]
fn a_revised_cnp_says_its_advice_or_why_it_gives_none() {
    let vectors = std::fs::read_to_string(root().join("tests/vectors/packets.json")).expect("packets.json is there");
    let vectors: Value = serde_json::from_str(&vectors).expect("JSON");
    let expected = vectors["files"]["packets_fcr.pcap"].as_array().expect("a list").clone();
    let (lines, said) = parse(&["tests/vectors/packets_fcr.pcap"], "");
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(&expected) {
        assert_eq!(line.get("fcr"), Some(&expected["fcr"]).filter(|fcr| !fcr.is_null()), "{}", expected["name"]);
        // the parser's verdict is what it is of any CNP
        assert_eq!(line["event"]["ev"], expected["kind"], "{}", expected["name"]);
        assert_eq!(line["drop"], expected["drop"], "{}", expected["name"]);
    }
    let counts = "16 packets: 15 events (cnp 15), 1 drops (icrc 1); of the events 14 revised CNPs (advice 8, fcr_kind 2, fcr_version 4)\n";
    assert!(said.ends_with(counts), "{said}");
    // others say nothing of it
    let (lines, said) = parse(&["tests/vectors/packets_mixed.pcapng"], "");
    assert!(lines.iter().all(|line| line.get("fcr").is_none()) && !said.contains("revised"), "{said}");
}

/// The verdict is what `fcr` says, from the model and from the RTL.
#[test]
fn a_parser_that_reads_revised_cnps_has_an_advice_as_event_or_its_reason_as_drop_reason() {
    let folder = Folder::new();
    let config = folder.file("c.toml", b"parser.fcr = true\n");
    let file = "tests/vectors/packets_fcr.pcap";
    let (lines, said) = parse(&[file, "--config", &config], "");
    assert_eq!(parse(&[file, "--config", &config, "--engine", "rtl"], ""), (lines.clone(), said.clone()));
    let bad_icrc = lines.len() - 1;
    for line in &lines[..bad_icrc] {
        let reason = line["fcr"].get("drop").unwrap_or(&Value::Null);
        let event = line.get("fcr").map_or("cnp", |_| "advice");
        assert_eq!((&line["drop"], line.get("event").is_none()), (reason, !reason.is_null()), "{line}");
        assert!(!reason.is_null() || line["event"]["ev"] == event, "{line}");
    }
    assert_eq!(lines[bad_icrc]["drop"], "icrc");
    assert!(said.contains("9 events (advice 8, cnp 1), 7 drops (fcr_kind 2, fcr_version 4, icrc 1)"), "{said}");
}

#[test]
fn a_sender_that_understands_the_revised_cnp_is_shown() {
    let folder = Folder::new();
    // byte 4 of the BTH, which the ICRC does not cover: BECN, and BECN with the highest reserved bit
    let mut capable = bytes(ACK);
    capable[46] = 0x60;
    let path = folder.file("a.pcap", &pcap(1, &whole(&[bytes(ACK), capable])));
    let (lines, _) = parse(&[&path, "--qpn", "any"], "");
    assert_eq!([&lines[0], &lines[1]].map(|line| line.get("fcr_capable")), [None, Some(&json!(1))]);
    assert_eq!([&lines[0]["becn"], &lines[1]["becn"]], [1, 1]);
}

#[test]
fn a_line_has_what_the_headers_say_of_events_and_of_drops() {
    let folder = Folder::new();
    let mut bad = bytes(ACK);
    bad[61] ^= 1;
    // a VLAN tag alone, and a packet that is no IP
    let tagged = bytes("020000000001 020000000002 88a8 e00a 8100 0001 0806 0001");
    let path = folder.file("a.pcap", &pcap(1, &whole(&[bytes(ACK), bad, bytes(CNP), tagged])));
    let (lines, said) = parse(&[&path, "--qpn", "any"], "");
    let macs = json!({ "dst_mac": "02:00:00:00:00:01", "src_mac": "02:00:00:00:00:02" });
    let with = |first: Value, rest: Value| {
        let mut all = first.as_object().expect("an object").clone();
        all.extend(macs.as_object().expect("an object").clone());
        all.extend(rest.as_object().expect("an object").clone());
        Value::Object(all)
    };
    let ack = json!({
        "src_ip": "10.0.0.1", "dst_ip": "10.0.0.2", "dscp": 0, "ecn": 2,
        "opcode": 17, "fecn": 0, "becn": 1, "dest_qp": 0x01_2005, "psn": 0xab_cdef, "syndrome": 0x1f, "msn": 0x102,
    });
    let event = json!({ "event": { "ev": "ack", "qpn": 0x01_2005, "psn": 0xab_cdef, "ece": 1, "n": 0 } });
    assert_eq!(
        without_n(&lines[0]),
        without_n(&with(with(json!({ "packet": 1, "time_ns": 0, "bytes": 62 }), ack.clone()), event))
    );
    let drop = json!({ "drop": "icrc" });
    assert_eq!(lines[1], with(with(json!({ "packet": 2, "time_ns": 1000, "bytes": 62 }), ack), drop));
    let cnp = json!({
        "packet": 3, "time_ns": 2000, "bytes": 98, "vlan": [{ "tpid": 0x8100, "pcp": 3, "dei": 0, "vid": 100 }],
        "src_ip": "fd00::1", "dst_ip": "fd00::2", "dscp": 26, "ecn": 0,
        "opcode": 129, "fecn": 0, "becn": 1, "dest_qp": 0x01_2345, "psn": 0,
        "event": { "ev": "cnp", "qpn": 0x01_2345, "psn": 0, "ece": 0 },
    });
    assert_eq!(lines[2], with(json!({}), cnp));
    let tags =
        json!([{ "tpid": 0x88a8, "pcp": 7, "dei": 0, "vid": 10 }, { "tpid": 0x8100, "pcp": 0, "dei": 0, "vid": 1 }]);
    let tagged = json!({ "packet": 4, "time_ns": 3000, "bytes": 24, "vlan": tags, "drop": "not_ip" });
    assert_eq!(lines[3], with(json!({}), tagged));
    assert_eq!(
        said.replace(&path, "a.pcap"),
        "ackwright: a.pcap: QPNs that are ours: any QPN\n\
         ackwright: a.pcap: 4 packets: 2 events (ack 1, cnp 1), 2 drops (icrc 1, not_ip 1)\n"
    );
}

/// How many packets a first ACK confirms is the model's to say.
fn without_n(line: &Value) -> Value {
    let mut line = line.clone();
    line["event"].as_object_mut().expect("an event").remove("n").expect("n");
    line
}

#[test]
fn the_block_of_qps_that_was_used_is_said_and_may_be_asked_for() {
    let folder = Folder::new();
    let path = folder.file("a.pcap", &pcap(1, &whole(&[bytes(ACK), bytes(CNP), bytes(ACK)])));
    let config = folder.file("c.toml", b"[engine]\nqps = 256\n");
    let said = |args: &[&str]| {
        let (lines, said) = parse(&[&[&*path, "--config", &config], args].concat(), "");
        let events = lines.iter().filter(|l| l["event"].is_object()).count();
        let line = said.lines().next().expect("a line").split_once("ours: ").expect("the block").1.to_owned();
        (events, line)
    };
    let most = "73728 to 73983, the block with the most feedback, 2 of 3 packets (--qpn any takes all)";
    assert_eq!(said(&[]), (2, most.into()));
    assert_eq!(said(&["--qpn", "74565"]), (1, "74496 to 74751, as asked for".into()));
    assert_eq!(said(&["--qpn-base", "0"]), (0, "0 to 255, as asked for".into()));
    assert_eq!(said(&["--qpn", "any"]), (3, "any QPN".into()));
    rejected(&["parse", &path, "--qpn", "any", "--engine", "rtl"], "", &["--qpn any", "expected --engine model"]);
    rejected(&["parse", &path, "--qpn", "all"], "", &["all", "0 to 16777215 or any"]);
}

#[test]
fn hex_and_gzip_and_standard_input_say_what_the_pcap_says() {
    let folder = Folder::new();
    let packets = [bytes(ACK), bytes(CNP)];
    let pcap = pcap(1, &whole(&packets));
    let path = folder.file("a.pcap", &pcap);
    let expected = parse(&[&path, "--qpn", "any"], "").0;
    assert_eq!(expected.len(), 2);
    // the extension says nothing
    let zipped = folder.file("a.bin", &gzip(&pcap));
    assert_eq!(parse(&[&zipped, "--qpn", "any"], "").0, expected);
    let plain = format!("# two packets\n{ACK}\n{CNP}\n");
    let dump: String = packets.iter().map(|p| dump(p)).collect();
    for text in [&plain, &dump] {
        let (lines, said) = parse(&["-", "--qpn", "any"], text);
        let mut lines = lines;
        lines[1]["time_ns"] = 1000.into();
        assert_eq!(lines, expected, "{text}");
        assert!(said.contains("standard input: 2 packets"), "{said}");
    }
    let zipped = folder.file("a.txt.gz", &gzip(plain.as_bytes()));
    assert_eq!(of_packet(&parse(&[&zipped, "--qpn", "any"], "").0), of_packet(&expected));
    rejected(&["parse", "-"], "01x2\n0102\n", &["standard input: line 1: `01x2`"]);
}

/// As xxd writes it, with a heading.
fn dump(packet: &[u8]) -> String {
    let row = |(i, row): (usize, &[u8])| {
        let groups: Vec<String> = row.chunks(2).map(|g| g.iter().map(|b| format!("{b:02x}")).collect()).collect();
        format!("{:08x}: {:39}  abcd ef..\n", 16 * i, groups.join(" "))
    };
    format!("a packet\n{}", packet.chunks(16).enumerate().map(row).collect::<String>())
}

#[test]
fn raw_and_cooked_packets_give_the_events_of_their_ethernet_frames() {
    let folder = Folder::new();
    let frames = [bytes(ACK), bytes(CNP)];
    let path = folder.file("a.pcap", &pcap(1, &whole(&frames)));
    let expected = of_packet(&parse(&[&path, "--qpn", "any"], "").0);
    // what stands behind the addresses, from the EtherType on
    let behind = frames.map(|f| f[12..].to_vec());
    let sll = |b: &Vec<u8>| [&[0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 2, 0, 0][..], &b[..2], &b[2..]].concat();
    let sll2 = |b: &Vec<u8>| [&b[..2], &[0; 6], &[0, 1, 0, 6, 2, 0, 0, 0, 0, 2, 0, 0], &b[2..]].concat();
    for (link, name, packets) in
        [(113, "linux_sll", behind.each_ref().map(sll)), (276, "linux_sll2", behind.each_ref().map(sll2))]
    {
        let path = folder.file(name, &pcap(link, &whole(&packets)));
        let lines = parse(&[&path, "--qpn", "any"], "").0;
        assert_eq!(of_packet(&lines), expected, "{name}");
        for (line, packet) in lines.iter().zip(&packets) {
            let found = [&line["link"], &line["src_mac"], &line["dst_mac"], &line["bytes"]];
            assert_eq!(found, [&json!(name), &json!("02:00:00:00:00:02"), &Value::Null, &json!(packet.len())]);
        }
    }
    // a raw packet has no tag
    let raw = [behind[0][2..].to_vec(), behind[1][6..].to_vec()];
    let mut expected = expected;
    expected[1].as_object_mut().expect("an object").remove("vlan");
    let path = folder.file("raw", &pcap(101, &whole(&raw)));
    let lines = parse(&[&path, "--qpn", "any"], "").0;
    assert_eq!(of_packet(&lines), expected);
    assert!(lines.iter().all(|l| l["link"] == "raw_ip" && l["src_mac"].is_null()));
    // tcpdump -x leaves the link header out, and says so nowhere
    let text: String = raw.iter().map(|p| dump(p)).collect();
    assert_eq!(of_packet(&parse(&["-", "--qpn", "any"], &text).0), expected);
    rejected(&["parse", &folder.file("usb", &pcap(220, &whole(&raw)))], "", &["link type 220", "Linux cooked"]);
}

#[test]
fn packets_before_a_cut_are_printed_before_the_error() {
    let folder = Folder::new();
    let file = pcap(1, &whole(&[bytes(ACK), bytes(ACK), bytes(CNP)]));
    let parts = ["record 3", "98 bytes", "printed: 2"];
    let cut = folder.file("cut.pcap", &file[..file.len() - 1]);
    rejected_behind(2, &["parse", &cut], "", &["record 3 at byte 180", "expected a complete record", parts[2]]);
    let zipped = gzip(&file);
    let cut = folder.file("cut.gz", &zipped[..zipped.len() - 4]);
    rejected_behind(3, &["parse", &cut], "", &["gzip", "expected a complete gzip file", "printed: 3"]);
    let text = format!("{ACK}\n{ACK}\nno hex\n");
    rejected_behind(
        2,
        &["parse", "-"],
        &text,
        &["standard input: line 3: `no hex`: expected pairs of hex digits", parts[2]],
    );
}

#[test]
fn a_packet_cut_by_the_snap_length_has_a_reason_of_its_own() {
    let folder = Folder::new();
    let (ack, cnp) = (bytes(ACK), bytes(CNP));
    let cut = |len: usize| (ack[..len].to_vec(), ack.len());
    // the last one is whole but for padding that nobody reads
    let packets = [cut(0), cut(13), cut(40), cut(61), (ack.clone(), 64)];
    let path = folder.file("a.pcap", &pcap(1, &packets));
    let (lines, said) = parse(&[&path], "");
    let drops: Vec<&Value> = lines.iter().map(|l| &l["drop"]).collect();
    assert_eq!(
        drops,
        [&json!("snap_length"), &json!("snap_length"), &json!("snap_length"), &json!("snap_length"), &Value::Null]
    );
    assert_eq!((&lines[2]["src_ip"], &lines[3]["dest_qp"]), (&json!("10.0.0.1"), &json!(0x01_2005)));
    assert!(said.contains("4 drops (snap_length 4)"), "{said}");
    // the same bytes with nothing left out are the parser's to judge
    let path = folder.file("b.pcap", &pcap(1, &whole(&[ack[..40].to_vec(), cnp])));
    assert_eq!(parse(&[&path], "").0[0]["drop"], "truncated");
    // verify leaves them out, and nothing else is nothing to run
    let path = folder.file("c.pcap", &pcap(1, &packets[..4]));
    rejected(&["verify", "--capture", &path], "", &["cut by the snap length", "expected a whole one"]);
}

/// Neither a simulator nor a compiler is on the way: nothing was to be built.
#[test]
fn an_empty_capture_is_bad_input_at_once() {
    let folder = Folder::new();
    for (name, file) in [("empty.pcap", pcap(1, &[])), ("empty.pcap.gz", gzip(&pcap(1, &[])))] {
        let path = folder.file(name, &file);
        let started = Instant::now();
        let out = Command::new(env!("CARGO_BIN_EXE_ackwright"))
            .args(["verify", "--capture", &path])
            .env("PATH", folder.0.path())
            .env("ACKWRIGHT_CACHE", folder.0.path().join("cache"))
            .env_remove("VERILATOR")
            .stdin(Stdio::null())
            .output()
            .expect("the binary runs");
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        assert_eq!(said, format!("ackwright: {path}: no packets: expected at least one\n"));
    }
    // there is nothing wrong with printing nothing
    let (lines, said) = parse(&[&folder.file("e.pcap", &pcap(1, &[]))], "");
    assert!(lines.is_empty() && said.contains("0 packets: 0 events, 0 drops"), "{said}");
}

/// Cooked, in gzip, from standard input, one of them cut: through the whole of a small design.
#[test]
fn verify_takes_what_parse_takes() {
    let folder = Folder::new();
    let ack = bytes(ACK);
    let sll = [&[0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 2, 0, 0][..], &ack[12..]].concat();
    let packets = [(sll.clone(), sll.len()), (sll[..30].to_vec(), sll.len()), (sll.clone(), sll.len())];
    let path = folder.file("a.gz", &gzip(&pcap(113, &packets)));
    assert!(Path::new(&root()).join("hdl/verilog/small/ackwright.toml").is_file());
    let config = "hdl/verilog/small/ackwright.toml";
    let out = ackwright(&["verify", "--config", config, "--capture", &path], "");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("left out, as they are cut by the snap length: 1"), "{said}");
    let table = stdout(&out);
    assert!(table.lines().last().expect("a verdict").starts_with("EQUAL: 4 events"), "{table}");
    let out = ackwright(&["verify", "--config", config, "--capture", "-"], &format!("{ACK}\n"));
    assert!(stdout(&out).lines().last().expect("a verdict").starts_with("EQUAL: 3 events"), "{}", stdout(&out));
}

// ---- streams --------------------------------------------------------------------------------------------------------

/// The same packets in every form, and how the form begins and ends.
fn forms() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let ack = bytes(ACK);
    let (header, record) = (pcap(1, &[]), pcap(1, &whole(std::slice::from_ref(&ack)))[24..].to_vec());
    let block = |kind: u32, body: &[u8]| {
        let len = (body.len() as u32 + 12).to_le_bytes();
        [&kind.to_le_bytes()[..], &len, body, &len].concat()
    };
    let section = block(0x0a0d_0d0a, &[&0x1a2b_3c4d_u32.to_le_bytes()[..], &[1, 0, 0, 0], &[0xff; 8]].concat());
    let interface = block(1, &[1, 0, 0, 0, 0, 0, 0, 0]);
    let len = (ack.len() as u32).to_le_bytes();
    let packet = block(6, &[&[0; 12][..], &len, &len, &ack, &[0; 2]].concat());
    vec![
        ("pcap", header, record),
        ("pcapng", [section, interface].concat(), packet),
        ("hex", b"# packets\n".to_vec(), format!("{ACK}\n").into_bytes()),
        // the next row 0 ends a packet
        ("dump", vec![], dump(&ack).into_bytes()),
    ]
}

/// A `parse` whose standard input stays open.
fn started(args: &[&str]) -> (std::process::Child, std::process::ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackwright"))
        .args(["parse", "-"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let stdin = child.stdin.take().expect("piped");
    (child, stdin)
}

#[test]
fn a_packet_is_printed_before_the_next_one_is_sent() {
    use std::io::{BufRead, BufReader};
    for (form, start, packet) in forms() {
        let (mut child, mut stdin) = started(&["--qpn", "any"]);
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (send, lines) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || stdout.lines().for_each(|line| drop(send.send(line.expect("UTF-8")))));
        stdin.write_all(&start).expect("it reads");
        if form == "dump" {
            stdin.write_all(&packet).expect("it reads");
        }
        for n in 1..=3 {
            stdin.write_all(&packet).and_then(|()| stdin.flush()).expect("it reads");
            let line = lines.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|e| panic!("{form}, {n}: {e}"));
            assert!(line.starts_with(&format!("{{\"packet\":{n},")), "{form}: {line}");
        }
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
        reader.join().expect("it ends");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_packets_and_a_reader_that_goes_away_ends_the_run() {
    use std::io::Read;
    let peak_kib = |start: &[u8], packet: &[u8], packets: usize, args: &[&str]| -> usize {
        let (mut child, mut stdin) = started(args);
        let mut stdout = child.stdout.take().expect("piped");
        let (start, block) = (start.to_vec(), packet.repeat(1000));
        let writer = std::thread::spawn(move || {
            stdin.write_all(&start).expect("it reads");
            (0..packets / 1000).for_each(|_| stdin.write_all(&block).expect("it reads"));
            stdin
        });
        let (mut read, mut lines) = (vec![0; 1 << 16], 0);
        while lines + 1 < packets {
            let n = stdout.read(&mut read).expect("it writes");
            assert!(n > 0, "{lines} of {packets} lines");
            lines += read[..n].iter().filter(|b| **b == b'\n').count();
        }
        let mut stdin = writer.join().expect("it ends");
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it waits");
        let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).expect("a peak");
        let peak = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        drop(stdout);
        while stdin.write_all(packet).is_ok() {}
        assert!(child.wait().expect("it ends").success());
        peak
    };
    for (form, start, packet) in forms() {
        for args in [&["--qpn", "any"][..], &[]] {
            let [few, many] = [20_000, 150_000].map(|packets| peak_kib(&start, &packet, packets, args));
            println!("{form} {args:?}: {few} KiB, {many} KiB");
            assert!(many < few + 2048, "{form} {args:?}: {few} KiB after 20,000 packets, {many} KiB after all");
        }
    }
}

#[test]
fn the_block_is_found_in_the_first_ten_thousand_packets_and_that_is_said() {
    let folder = Folder::new();
    let packets = |n: usize| [vec![bytes(ACK); n], vec![bytes(CNP); 20_000]].concat();
    let config = folder.file("c.toml", b"[engine]\nqps = 256\n");
    for (n, told) in [
        (
            6_000,
            "73728 to 73983, the block with the most feedback in the first 10000 packets of the capture, 6000 of 10000",
        ),
        (
            4_000,
            "74496 to 74751, the block with the most feedback in the first 10000 packets of the capture, 6000 of 10000",
        ),
    ] {
        let path = folder.file("a.pcap", &pcap(1, &whole(&packets(n))));
        let (lines, said) = parse(&[&path, "--config", &config], "");
        assert_eq!(lines.len(), n + 20_000);
        assert!(said.contains(told), "{said}");
    }
}

/// What is held of a line, of a packet of a dump and before a form is known.
#[test]
fn what_does_not_end_has_a_bound() {
    let long = "ab".repeat(1 << 20);
    let told = "line 2: more than 1 MiB: expected a packet, or a row of one, in a line";
    rejected_behind(1, &["parse", "-"], &format!("{ACK}\n{long}"), &[told]);
    let rows: String = (0..70_000).map(|i| format!("{:08x}: {}\n", 16 * i, "ab".repeat(16))).collect();
    rejected(&["parse", "-"], &rows, &["offset 0x100010: expected at most 0x100000"]);
    let headings = "a heading\n".repeat(1_000);
    rejected(&["parse", "-"], &headings, &["line 1: `a heading`: expected pairs of hex digits"]);
    let said = "expected a packet in a plain line, as those before, and no dump";
    rejected_behind(
        1,
        &["parse", "-"],
        &format!("{ACK}\n{}", dump(&bytes(ACK)).split_once('\n').expect("a heading").1),
        &[said],
    );
}
