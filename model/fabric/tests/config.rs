//! `config.txt` of the public simulator: what it says is what runs, and what does not count is named or refused.

use fabric::nic::{Algorithm, Golden, Mode};
use fabric::scenario::Scenario;
use fabric::simulate;
use std::fs;
use std::path::{Path, PathBuf};

/// As the simulator's own script writes it, for HPCC at 100G.
const CONFIG: &str = "\
ENABLE_QCN 1
USE_DYNAMIC_PFC_THRESHOLD 1

PACKET_PAYLOAD_SIZE 1000

TOPOLOGY_FILE mix/topology.txt
FLOW_FILE mix/flow.txt
TRACE_FILE mix/trace.txt
FCT_OUTPUT_FILE mix/fct.txt

SIMULATOR_STOP_TIME 4.00

CC_MODE 3
RATE_AI 40Mb/s
ERROR_RATE_PER_LINK 0.0000
L2_ACK_INTERVAL 1
L2_BACK_TO_ZERO 0
HAS_WIN 1
GLOBAL_T 1
VAR_WIN 1
FAST_REACT 1
U_TARGET 0.95
MI_THRESH 0
MULTI_RATE 0
RATE_BOUND 1
LINK_DOWN 0 0 0
KMAX_MAP 2 25000000000 400 100000000000 1600
KMIN_MAP 2 25000000000 100 100000000000 400
PMAX_MAP 2 25000000000 0.2 100000000000 0.20
BUFFER_SIZE 32
INT_MULTI 4
";

/// A folder `mix` with the files of a run, and a configuration.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir(place.0.path().join("mix")).expect("made");
        for name in ["topology.txt", "flow.txt"] {
            let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs/2to1_100g").join(name);
            fs::copy(run, place.0.path().join("mix").join(name)).expect("copied");
        }
        place
    }

    fn config(&self, text: &str) -> PathBuf {
        let file = self.0.path().join("mix/config.txt");
        fs::write(&file, text).expect("written");
        file
    }

    fn read(&self, text: &str) -> Scenario {
        Scenario::of(&[self.config(text)]).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// Line by line what the public simulator's files have, for both of its senders.
#[test]
fn a_configuration_runs_the_sender_that_it_names_to_the_public_completion_times() {
    let place = Place::new();
    let dctcp = CONFIG.replace("CC_MODE 3", "CC_MODE 8").replace("FAST_REACT 1", "FAST_REACT 0");
    let of_hpcc = ["FAST_REACT", "U_TARGET", "MULTI_RATE", "RATE_AI", "INT_MULTI", "MI_THRESH"];
    let step = |text: &str, key: &str, value: &str| {
        let line = text.lines().find(|line| line.starts_with(key)).expect("it has the key");
        text.replace(line, &format!("{key} 1 100000000000 {value}"))
    };
    let dctcp = step(&step(&step(&dctcp, "KMAX_MAP", "300"), "KMIN_MAP", "300"), "PMAX_MAP", "1.0");
    for (text, folder, mode) in [(CONFIG, "hp", Mode::Hp), (&dctcp, "dctcp", Mode::Dctcp)] {
        let scenario = place.read(text);
        assert_eq!(scenario.cc, Algorithm::Reference(mode));
        let unused: &[&str] = if mode == Mode::Hp { &[] } else { &of_hpcc };
        let named = [&["TRACE_FILE", "FCT_OUTPUT_FILE"][..], unused].concat();
        assert_eq!(scenario.unused_keys(&[scenario.cc]), named);
        let outcome = simulate(&scenario).expect("a run");
        let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs/2to1_100g").join(folder).join("fct.txt");
        assert_eq!(outcome.fct_text, fs::read_to_string(public).expect("a committed result"), "{folder}");
    }
}

#[test]
fn what_a_configuration_says_of_the_network_counts() {
    let place = Place::new();
    let with = |from: &str, to: &str| place.read(&CONFIG.replace(from, to));
    assert_eq!(with("MI_THRESH 0", "MI_THRESH 5").cc, Algorithm::Reference(Mode::Hp5));
    let dcqcn = CONFIG.replace("CC_MODE 3", "CC_MODE 1").replace("HAS_WIN 1", "HAS_WIN 0");
    assert_eq!(place.read(&dcqcn.replace("VAR_WIN 1", "VAR_WIN 0")).cc, Algorithm::Golden(Golden::DcqcnP));
    // the run ends 20 us behind the first start
    let stopped = simulate(&with("TIME 4.00", "TIME 2.00002")).expect("what there is");
    assert!(!stopped.complete && (2_000_000_000..=2_000_020_000).contains(&stopped.end_ns), "{}", stopped.end_ns);
    // one sender's link fails 10 us behind 2 s: its flow never ends
    let built = with("LINK_DOWN 0 0 0", "LINK_DOWN 10 0 1").build().expect("a network");
    assert_eq!(built.changes.iter().map(|change| change.0).collect::<Vec<_>>(), [2_000_010_000]);
    let options = place.read(CONFIG).build().expect("a network").options;
    let forms = CONFIG.replace("100000000000 1600", "100G 1600").replace("25000000000 100", "25Gbps 100");
    assert_eq!(place.read(&forms).build().expect("a network").options, options);
    assert_eq!(options.memory_bytes, Some(32 << 20));
    let marks: Vec<_> = options.thresholds.iter().map(|(rate, t)| (*rate, t.min, t.max, t.p_max_ppm)).collect();
    assert_eq!(marks, [(25_000_000_000, 100_000, 400_000, 200_000), (100_000_000_000, 400_000, 1_600_000, 200_000)]);
}

/// A, and μ of the units, are HPCC's, of the public senders and of the golden model's; the rule's values are those of
/// the simulator's script.
#[test]
fn what_a_configuration_says_of_the_senders_counts() {
    let place = Place::new();
    let texts = |text: &str, cc: &[&str]| {
        let of = |name: &&str| {
            let mut scenario = place.read(text);
            scenario.cc = Algorithm::named(name).expect("a name");
            simulate(&scenario).expect("a run").fct_text
        };
        cc.iter().map(of).collect::<Vec<_>>()
    };
    let flows = fs::read_to_string(place.0.path().join("mix/flow.txt")).expect("flows");
    let short = flows.replace(" 10000000 ", " 200000 ");
    fs::write(place.0.path().join("mix/flow.txt"), &short).expect("written");
    let hpcc = ["hp", "hp5", "hpcc", "ideal-hpcc", "cycle-hpcc"];
    let rule = texts(&CONFIG.replace("RATE_AI 40Mb/s\n", "").replace("INT_MULTI 4\n", ""), &hpcc);
    assert_eq!(texts(CONFIG, &hpcc), rule);
    let faster = texts(&CONFIG.replace("AI 40Mb/s", "AI 2Gb/s"), &hpcc);
    let coarse = texts(&CONFIG.replace("MULTI 4", "MULTI 64"), &hpcc);
    for (at, name) in hpcc.iter().enumerate() {
        assert_ne!(faster[at], rule[at], "{name}");
        assert_eq!(coarse[at] == rule[at], at > 1, "{name}: the golden model has its own units");
    }
    fs::write(place.0.path().join("mix/flow.txt"), flows).expect("written");
    // DCQCN's, with the rule's values and with others
    let dcqcn =
        CONFIG.replace("CC_MODE 3", "CC_MODE 1").replace("HAS_WIN 1", "HAS_WIN 0").replace("VAR_WIN 1", "VAR_WIN 0");
    let with = |lines: &str| dcqcn.replace("RATE_AI 40Mb/s\n", "").replace("INT_MULTI 4\n", lines);
    let names = ["dcqcn-p", "dcqcn-d"];
    let rule = texts(&with(""), &names);
    let own = "RATE_AI 40Mb/s\nMIN_RATE 1Mb/s\nEWMA_GAIN 0.00390625\nFAST_RECOVERY_TIMES 3\nCLAMP_TARGET_RATE 1\n";
    assert_eq!(texts(&with(own), &names), rule);
    let tuning = place.read(&with(own)).build().expect("a network").tuning;
    assert_eq!(
        (tuning.dcqcn_gain, tuning.dcqcn_least_bps, tuning.hpcc_increase_bps),
        (Some(256), Some(1_000_000), None)
    );
    for (of, other) in [
        ("40Mb/s", "1Gb/s"),
        ("1Mb/s", "20Gb/s"),
        ("0.00390625", "0.25"),
        ("TIMES 3", "TIMES 9"),
        ("TARGET_RATE 1", "TARGET_RATE 0"),
    ] {
        assert_ne!(texts(&with(&own.replace(of, other)), &names), rule, "{other}");
    }
    // those that this fabric's sender has no meaning for are named with their lines; what another algorithm takes too
    let more = with(&format!("{own}RP_TIMER 300\nRATE_HAI 50Mb/s\nINT_MULTI 1\n"));
    let file = place.config(&more);
    let scenario = place.read(&more);
    let told = [
        format!(
            "{}:35: RP_TIMER counts for nothing here: dcqcn-p has one control period for all, of 45 us",
            file.display()
        ),
        format!("{}:36: RATE_HAI counts for nothing here: dcqcn-p doubles RATE_AI with each step", file.display()),
    ];
    assert_eq!(scenario.lacking_keys(), told);
    assert!(scenario.unused_keys(&[scenario.cc]).contains(&"INT_MULTI".to_owned()));
    assert!(!scenario.unused_keys(&[scenario.cc]).contains(&"RATE_AI".to_owned()));
    assert!(scenario.unused_keys(&[Algorithm::Golden(Golden::Ldcp)]).contains(&"RATE_AI".to_owned()));
}

#[test]
fn what_a_configuration_cannot_have_here_is_told_with_its_line() {
    let place = Place::new();
    let refused = |from: &str, to: &str, part: &str| {
        let file = place.config(&CONFIG.replace(from, to));
        let told = match Scenario::of(std::slice::from_ref(&file)).and_then(|scenario| scenario.build().map(drop)) {
            Ok(()) => panic!("{to}: taken"),
            Err(e) => e.to_string(),
        };
        assert!(told.starts_with(&format!("{}:", file.display())) && told.contains(part), "{to}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    };
    refused("CC_MODE 3", "CC_MODE 7", "13: expected 1 (DCQCN), 3 (HPCC) or 8 (DCTCP) for CC_MODE, found `7`");
    refused("MI_THRESH 0", "MI_THRESH 3", "23: expected 0 or 5 for MI_THRESH, found `3`");
    refused("U_TARGET 0.95", "U_TARGET 0.9", "22: expected 0.95, as this fabric has it for U_TARGET, found `0.9`");
    refused("SIZE 1000", "SIZE 1500", "4: expected 1000, as this fabric has it for PACKET_PAYLOAD_SIZE, found `1500`");
    refused("LINK 0.0000", "LINK 0.01", "15: expected 0, as this fabric has it for ERROR_RATE_PER_LINK, found `0.01`");
    refused("RATE_AI 40Mb/s", "RATE_IA 40Mb/s", "expected a key of the public simulator's config.txt, found `RATE_IA`");
    let rate = "expected a rate from 1Mb/s to 800Gb/s such as 40Mb/s for RATE_AI, found `40`";
    refused("RATE_AI 40Mb/s", "RATE_AI 40", &format!("14: {rate}"));
    refused("INT_MULTI 4", "INT_MULTI 0", "31: expected 1 to 256 for INT_MULTI, found `0`");
    refused("INT_MULTI 4", "INT_MULTI", "31: expected a value for INT_MULTI, found the end of the line");
    refused("INT_MULTI 4", "INT_MULTI 4 4", "31: expected the end of the line, as it has INT_MULTI and its value");
    let gain = "CC_MODE 8\nEWMA_GAIN 0.5";
    refused("CC_MODE 3", gain, "14: expected 0.0625, as this fabric has it for EWMA_GAIN, found `0.5`");
    for (line, expected) in [
        ("EWMA_GAIN 0.5", "a weight from 2^-10 to 1/4 for EWMA_GAIN, found `0.5`"),
        ("FAST_RECOVERY_TIMES 16", "0 to 15 for FAST_RECOVERY_TIMES, found `16`"),
        ("CLAMP_TARGET_RATE 2", "0 or 1 for CLAMP_TARGET_RATE, found `2`"),
        ("MIN_RATE 0", "a rate from 1Mb/s to 800Gb/s such as 40Mb/s for MIN_RATE, found `0`"),
    ] {
        let without = CONFIG.replace("HAS_WIN 1\n", "").replace("VAR_WIN 1\n", "");
        let file = place.config(&without.replace("CC_MODE 3", &format!("CC_MODE 1\n{line}")));
        let told = Scenario::of(&[file]).map(drop).expect_err("no such value").to_string();
        assert!(told.ends_with(&format!(":14: expected {expected}")), "{told}");
    }
    refused("RATE_BOUND 1", "FLOW_FILE x", "expected each key once, found `FLOW_FILE`");
    refused("BUFFER_SIZE 32", "BUFFER_SIZE 0", "expected MiB of a switch, 1 to 4096 for BUFFER_SIZE, found `0`");
    refused("BUFFER_SIZE 32", "BUFFER_SIZE", "expected MiB of a switch, 1 to 4096 for BUFFER_SIZE, found the end of");
    refused("BUFFER_SIZE 32", "BUFFER_SIZE 32 1", "expected the end of the line, as it has BUFFER_SIZE and its value");
    refused("mix/flow.txt", "mix/fluss.txt", "7: expected a file beside this one for FLOW_FILE, found `mix/fluss.txt`");
    refused("PMAX_MAP 2", "PMAX_MAP 1", "expected the end of the line, as it has PMAX_MAP and its value");
    refused("PMAX_MAP 2 25000000000 0.2", "PMAX_MAP 1", "expected a line of KMAX_MAP, KMIN_MAP and PMAX_MAP each with");
    refused(
        "TIME 4.00",
        "TIME 1.5",
        "11: SIMULATOR_STOP_TIME: expected more than 2000000000 ns, when the first flow starts",
    );
    refused("2 25000000000 400", "2 25Gbit 400", "27: expected a rate in bit/s, or such as 100G or 100Gbps, for KMAX");
    refused(
        "2 25000000000 400 100000000000",
        "2 25000000000 400 25G",
        "27: expected each rate once for KMAX_MAP, found `25G`",
    );
    refused(
        "KMIN_MAP 2 25000000000 100",
        "KMIN_MAP 2 25000000000 401",
        "28: KMIN_MAP: expected thresholds that are not above",
    );
    refused("LINK_DOWN 0 0 0", "LINK_DOWN 10 1 2", "26: expected two nodes that a link connects, found [1, 2]");
    refused("TOPOLOGY_FILE mix/topology.txt\n", "", "expected a line TOPOLOGY_FILE, found none");
    // what the senders of each mode do
    refused("CC_MODE 3", "CC_MODE 1", "18: expected 0, as this fabric has it for HAS_WIN, found `1`");
    refused("CC_MODE 3", "CC_MODE 8\nMIN_RATE 100Mb/s", "14: expected 1000Mb/s, as this fabric has it for MIN_RATE");
    refused(
        "CC_MODE 3",
        "CC_MODE 8\nDCTCP_RATE_AI 1Gb/s",
        "14: expected 615Mb/s, as this fabric has it for DCTCP_RATE",
    );
    for of in ["HAS_WIN", "VAR_WIN"] {
        let dctcp = format!("{of} 0\nCC_MODE 8");
        let file = place.config(&CONFIG.replace(&format!("{of} 1\n"), "").replace("CC_MODE 3", &dctcp));
        let told = Scenario::of(&[file]).map(drop).expect_err("no window").to_string();
        assert!(told.ends_with(&format!(":13: expected 1, as this fabric has it for {of}, found `0`")), "{told}");
    }
    // thresholds are for every rate of the network
    let other = CONFIG.replace("100000000000", "40000000000");
    let told =
        Scenario::of(&[place.config(&other)]).and_then(|s| s.build().map(drop)).expect_err("no 100G").to_string();
    let message = ":29: KMAX_MAP, KMIN_MAP and PMAX_MAP: expected the rate 100000000000, as a link has it, found none";
    assert!(told.ends_with(message), "{told}");
    // what a run has too little of is told with the key
    let file = place.config(&CONFIG.replace("BUFFER_SIZE 32", "BUFFER_SIZE 1"));
    let far =
        fs::read_to_string(place.0.path().join("mix/topology.txt")).expect("a topology").replace("0.001ms", "1ms");
    fs::write(place.0.path().join("mix/topology.txt"), far).expect("written");
    let told = simulate(&Scenario::of(&[file]).expect("a scenario")).map(drop).expect_err("too little").to_string();
    assert!(told.contains("config.txt:30: BUFFER_SIZE: expected at least 109876 KiB, reserve and headroom"), "{told}");
}

/// A folder with a `config.txt` is run by it.
#[test]
fn the_configuration_of_a_folder_is_used() {
    let place = Place::new();
    place.config(&CONFIG.replace("MI_THRESH 0", "MI_THRESH 5"));
    let folder = place.0.path().join("mix");
    let scenario = Scenario::of(std::slice::from_ref(&folder)).expect("a folder");
    assert_eq!((scenario.name().as_str(), scenario.cc), ("mix", Algorithm::Reference(Mode::Hp5)));
    assert!(simulate(&scenario).expect("a run").complete);
    // its own files are those that it names, or there are none
    let text = fs::read_to_string(folder.join("flow.txt")).expect("flows");
    fs::write(folder.join("other.txt"), &text).expect("written");
    place.config(&CONFIG.replace("mix/flow.txt", "other.txt"));
    let told = Scenario::of(std::slice::from_ref(&folder)).map(drop).expect_err("another").to_string();
    assert!(
        told.ends_with("config.txt:7: FLOW_FILE: expected the flow.txt that is in the folder, found another file"),
        "{told}"
    );
    fs::remove_file(folder.join("flow.txt")).expect("removed");
    let scenario = Scenario::of(std::slice::from_ref(&folder)).expect("a folder");
    assert_eq!(scenario.build().expect("a network").flows.len(), 2);
}
