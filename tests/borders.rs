//! No path crosses a block's border with logic on both sides, but for those that `tests/borders/paths.toml` lists with
//! their reasons: what enters a block is registered there, or leaves a register on the other side.

mod netlist;

use crate::support;

use layout::config::{Config, Unit};
use netlist::Netlist;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use support::tools::{left_out, on_path, said};

/// What holds blocks that have pages of their own.
const CONTAINERS: [&str; 8] = ["nic", "top", "engine", "sender", "ldcp_unit", "hpcc_unit", "dcqcn_unit", "dctcp_unit"];
const REFERENCE: &str = include_str!("../hdl/verilog/reference/ackwright.toml");
const LISTED: &str = include_str!("borders/paths.toml");

#[derive(Deserialize)]
struct Listed {
    group: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    reason: String,
    /// `container: from.port -> to.port`; a `*` stands for what is equal in all of them.
    paths: Vec<String>,
}

/// Whether a path is one that the pattern names.
fn matches(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((before, behind)) => path
            .strip_prefix(before)
            .is_some_and(|rest| (0..=rest.len()).any(|k| rest.is_char_boundary(k) && matches(behind, &rest[k..]))),
    }
}

/// Of a configuration's NIC, as the hierarchy of its netlist has it; `None` without Yosys.
fn netlist_of(config: &Config) -> Option<Netlist> {
    let Some(yosys) = on_path("yosys") else {
        left_out("borders of blocks in the netlist by yosys", "apt-get install yosys");
        return None;
    };
    let dir = tempfile::tempdir().expect("a folder");
    let emitted = hdl::design::build(config, "nic").expect("it is emitted");
    for (name, text) in emitted.files.iter().chain(&emitted.models) {
        fs::write(dir.path().join(name), text).expect("written");
    }
    Some(read(&yosys, dir.path(), "ackw_nic"))
}

fn read(yosys: &std::path::Path, dir: &std::path::Path, top: &str) -> Netlist {
    let script = format!(
        "read_verilog *.v; hierarchy -check -top {top}; proc; opt_clean; memory_collect; \
         opt_dff -simple-dffe; opt_clean; write_json netlist.json"
    );
    let out = Command::new(yosys).current_dir(dir).args(["-q", "-p", &script]).output().expect("yosys runs");
    assert!(out.status.success(), "{}", said(&out));
    Netlist::read(&fs::read_to_string(dir.join("netlist.json")).expect("it has written"))
}

/// All crossings of a configuration, and how many bits leave blocks.
fn crossings(config: &Config) -> Option<(BTreeSet<String>, usize)> {
    let netlist = netlist_of(config)?;
    let (mut all, mut bits) = (BTreeSet::new(), 0);
    for container in CONTAINERS {
        let module = format!("ackw_{container}");
        if !netlist.has(&module) {
            continue;
        }
        let (found, seen) = netlist.crossings(&module);
        bits += seen;
        all.extend(found.into_keys().map(|path| format!("{container}: {path}")));
    }
    Some((all, bits))
}

fn listed() -> Vec<Group> {
    let groups = toml::from_str::<Listed>(LISTED).expect("TOML").group;
    assert!(groups.iter().all(|group| group.reason.len() > 40 && !group.paths.is_empty()), "each has a reason");
    groups
}

fn unlisted<'a>(found: &'a BTreeSet<String>, groups: &[Group]) -> Vec<&'a String> {
    let named = |path: &&String| groups.iter().flat_map(|group| &group.paths).any(|pattern| matches(pattern, path));
    found.iter().filter(|path| !named(path)).collect()
}

#[test]
fn no_path_of_the_reference_design_has_logic_on_both_sides_of_a_border_but_those_listed() {
    let Some((found, bits)) = crossings(&Config::parse(REFERENCE).expect("legal")) else { return };
    println!("{} of them, where {bits} bits leave blocks", found.len());
    assert!(bits > 5000, "{bits} bits leave blocks");
    let unlisted = unlisted(&found, &listed());
    assert!(unlisted.is_empty(), "{unlisted:#?}");
}

/// Nor of a design with everything; and nothing is listed that is not there.
#[test]
#[ignore = "a minute or so: just night"]
fn nor_of_designs_with_all_units_and_both_halves() {
    let mut all = Config::default();
    all.engine.qps = 1024;
    all.engine.units = Unit::ALL.into();
    (all.engine.fcr, all.parser.fcr) = (true, true);
    (all.nic.sender, all.nic.receiver, all.nic.responder) = (true, true, true);
    (all.nic.prober, all.nic.answers) = (true, true);
    let mut trace = Config::default();
    (trace.rtl.trace, trace.rtl.ecc) = (true, true);
    let mut found = BTreeSet::new();
    for config in [all, trace, Config::parse(REFERENCE).expect("legal")] {
        let Some((more, _)) = crossings(&config) else { return };
        found.extend(more);
    }
    println!("{} of them", found.len());
    let groups = listed();
    let unlisted = unlisted(&found, &groups);
    assert!(unlisted.is_empty(), "{unlisted:#?}");
    for pattern in groups.iter().flat_map(|group| &group.paths) {
        assert!(found.iter().any(|path| matches(pattern, path)), "{pattern} is listed, and not there");
    }
}

const TWO: &str = "
module one(input clk, input [1:0] a, output [1:0] sum, output reg [1:0] kept, output [1:0] through);
  assign sum = a + 1; assign through = a;
  always @(posedge clk) kept <= a;
endmodule
module two(input clk, input [1:0] a, input [1:0] b, input [1:0] c, output reg [1:0] q);
  always @(posedge clk) q <= a ^ b;
  reg [1:0] first; always @(posedge clk) first <= c;
endmodule
module ackw_nic(input clk, input [1:0] x, output [1:0] q, output [1:0] p);
  wire [1:0] sum, kept, through, by_way;
  one u_one(.clk(clk), .a(x), .sum(sum), .kept(kept), .through(through));
  one u_way(.clk(clk), .a(sum), .sum(), .kept(), .through(by_way));
  two u_two(.clk(clk), .a(A), .b(kept), .c(sum), .q(q));
  assign p = P;
endmodule";

/// By hand: from logic to a register and from a register to logic are none, from logic to logic is one, also by way of
/// a wire through a third, and into the container's own logic.
#[test]
fn logic_on_both_sides_is_found_and_a_register_on_either_is_none() {
    let Some(yosys) = on_path("yosys") else { return left_out("borders by yosys", "apt-get install yosys") };
    let of = |a: &str, p: &str| {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("two.v"), TWO.replace("(A)", &format!("({a})")).replace("P;", &format!("{p};")))
            .expect("written");
        let (found, bits) = read(&yosys, dir.path(), "ackw_nic").crossings("ackw_nic");
        assert!(bits >= 6, "{bits}");
        found.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(of("x", "2'd0"), []);
    assert_eq!(of("kept", "sum"), []);
    let crossing = |path: &str| [(path.to_owned(), 2)];
    assert_eq!(of("sum", "2'd0"), crossing("one.sum -> two.a"));
    // into the wire's instance, and behind it
    assert_eq!(of("by_way", "2'd0"), crossing("one.sum -> way.a"));
    assert_eq!(of("x", "~sum"), crossing("one.sum -> logic"));
}
