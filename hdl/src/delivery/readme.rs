//! The folder's page: what a reader without the project needs to check, connect, constrain and build the design.

use super::facts::{OUTSIDE_PERCENT, QUIET_CYCLES};
use super::smoke::{Bench, Smoke};
use super::{cocotb, core, fill::fill, ports, Source, GUIDE};
use crate::emit::{Dir, Port};
use layout::config::{Config, Memory, Reset, Target, HIDDEN, KEYS};

pub(super) fn text(source: &Source) -> String {
    let (config, facts, top) = (source.config, &source.facts, source.top());
    let ports: &[Port] = source.design.top_module().map_or(&[], |module| &module.ports);
    let clock = &facts.clocks[0];
    let reset = match config.rtl.reset {
        Reset::Sync => "synchronous",
        Reset::Async => "asynchronous",
    };
    let quasi = if facts.quasi_static.is_empty() {
        String::new()
    } else {
        let cycles = facts.quasi_static[0].cycles;
        format!(
            "The inputs `cfg_*` change only while no frame or event is under way, and {QUIET_CYCLES} cycles before the \
             next: paths from them have {cycles} cycles."
        )
    };
    fill(
        include_str!("text/README.md"),
        &[
            ("TOP", top.into()),
            ("WHAT", what(source)),
            ("VERSION", env!("CARGO_PKG_VERSION").into()),
            ("HASH", config.hash()),
            ("CONTENTS", contents(source)),
            ("CHECKS", checks(source)),
            ("CHECKED", checked(source)),
            ("RESET", reset.into()),
            ("PROTOCOL", protocol(source, ports)),
            ("MEMORY", memory(source)),
            ("KEYS", keys(source)),
            ("COUNT", ports.len().to_string()),
            ("GROUPS", groups(ports)),
            ("MHZ", clock.mhz.to_string()),
            ("PERIOD", clock.mhz.period_ns()),
            ("CONSTRAINTS", constraints(source)),
            ("OUTSIDE", OUTSIDE_PERCENT.to_string()),
            ("QUASI", quasi),
            ("SCRIPTS", scripts(source)),
            ("WRAPPERS", crate::wrappers::section(config, source.design, &models(source))),
        ],
    )
}

/// Rows of a table with two or three columns.
fn rows<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> String {
    rows.into_iter().map(|row| format!("| {} |\n", row.join(" | "))).collect()
}

/// `a`, `a and b`, `a, b and c`.
fn listed(all: &[&str]) -> String {
    match all {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        _ => all.concat(),
    }
}

fn what(source: &Source) -> String {
    let units: Vec<&str> = source.config.engine.units.iter().map(|unit| unit.title()).collect();
    match source.top() {
        "ackw_top" | "ackw_nic" => {
            let what =
                "Congestion control for an RDMA NIC: RoCEv2 packets go in, congestion windows and paces come out.";
            format!("{what} Algorithms: {}.", listed(&units))
        }
        top => {
            format!("The block `{top}` of Ackwright's congestion control for RDMA NICs, with all that it is made of.")
        }
    }
}

fn contents(source: &Source) -> String {
    let top = source.top();
    let mut files = vec![
        ["`*.v`, `".to_owned() + top + ".f`, `" + top + "_instance.vh`", "the design".into()],
        ["`ackwright.toml`".into(), "the configuration that it was made from".into()],
        ["`constraints/`".into(), "clock and ports, for each tool in its language".into()],
        ["`scripts/`".into(), "builds out of context".into()],
        [format!("`{top}.core`"), "for FuseSoC".into()],
    ];
    if let Some(bench) = source.extras.smoke.as_ref().map(Bench::name_of) {
        files.push([format!("`sim/{bench}.v`, `sim/{bench}.f`"), "a smoke test that checks itself".into()]);
    }
    if source.extras.smoke.as_ref().is_some_and(cocotb::has) {
        files.push([format!("`{}/`", cocotb::FOLDER), "the same as a bench of cocotb, to begin yours with".into()]);
    }
    if source.whole() {
        files.push([format!("[`{GUIDE}`]({GUIDE})"), "the integration guide: into your NIC, step by step".into()]);
    }
    if source.models().next().is_some() {
        let names: Vec<String> = source.models().map(|path| format!("`{path}`")).collect();
        files.push([names.join(", "), "for simulation and lint only: models of the target's own cells".into()]);
    }
    if crate::properties::has(source.design) {
        files.push([
            "`formal/*.sv`".into(),
            "what is proved of the modules, to prove again: each file ends with its `bind`".into(),
        ]);
        files.push([
            format!("`{}`", crate::properties::LIST),
            "the same for a simulation, with `ACKWRIGHT_ASSERT` defined".into(),
        ]);
    }
    let wrappers = crate::wrappers::files(source.config, source.design).into_iter();
    files.extend(wrappers.map(|file| [format!("`{}`", file.path), file.about.into()]));
    files.extend(source.extras.files.iter().map(|extra| [format!("`{}`", extra.path), extra.about.clone()]));
    rows(files)
}

/// The models of the target's own cells, each with a blank before it.
fn models(source: &Source) -> String {
    source.models().map(|path| format!(" {path}")).collect()
}

/// The commands, a line each: `tests/delivery.rs` runs these lines as they stand.
fn checks(source: &Source) -> String {
    let top = source.top();
    let models = models(source);
    let yosys = format!("hierarchy -check -top {top}; proc; check -assert");
    let mut lines = vec![
        format!("verilator --lint-only -Wall --top-module {top} -f {top}.f{models}"),
        format!("iverilog -g2005 -Wall -t null -s {top} -f {top}.f{models}"),
        format!("yosys -q -p \"read_verilog $(tr '\\n' ' ' < {top}.f){models}; {yosys}\""),
        format!("fusesoc --cores-root . run --target lint {}", core::vlnv(source)),
    ];
    if let Some(bench) = source.extras.smoke.as_ref().map(Bench::name_of) {
        lines.insert(
            2,
            format!("iverilog -g2005 -s {bench} -o sim/{bench}.vvp -f sim/{bench}.f && vvp -n sim/{bench}.vvp"),
        );
        lines.push(format!("fusesoc --cores-root . run --target sim {}", core::vlnv(source)));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn checked(source: &Source) -> String {
    match &source.extras.smoke {
        Some(smoke) if cocotb::has(smoke) => format!(
            "{}\n\nThe same is a bench of cocotb, with parameters, ACKs and updates as your own will have them. It runs in Icarus Verilog:\n\
             `pip install -r {folder}/requirements.txt`, then `python3 {folder}/run.py`.",
            checked_by(smoke),
            folder = cocotb::FOLDER
        ),
        Some(smoke) => checked_by(smoke),
        None => "There is no smoke test of a block alone; `ackwright verify --block` holds it against the model.".into(),
    }
}

fn checked_by(smoke: &Smoke) -> String {
    format!(
            "The smoke test drives `{}` through reset, initialisation and {} steps; the updates and the cycles in which they\n\
             come were computed by the golden model when this folder was written. It shows that the folder is whole, not that\n\
             the design is right: `ackwright verify --verilog .` holds every output in every cycle against that model, on as\n\
             many random events as you like.",
            smoke.module,
            smoke.steps.len()
    )
}

/// Ports and the rule that they ask for, in the order in which the page has them. `*` stands for any beginning, else
/// for any end.
const HANDSHAKE: &str = include_str!("text/handshake.txt");

/// The rules of the ports that there are, numbered behind those of clock and reset.
fn protocol(source: &Source, ports: &[Port]) -> String {
    let asks = |of: &str| {
        ports.iter().any(|port| match of.strip_prefix('*') {
            Some(end) => port.name.ends_with(end),
            None => port.name.starts_with(of),
        })
    };
    let first = source.config.engine.units.first().map_or("", |unit| unit.title());
    let text = fill(
        HANDSHAKE,
        &[
            ("QPS", source.config.engine.qps.to_string()),
            ("FIRST", first.into()),
            ("QUIET", QUIET_CYCLES.to_string()),
            ("ANSWERED", if source.config.nic.slverr { "SLVERR" } else { "OKAY" }.into()),
        ],
    );
    let rules = text.lines().filter_map(|line| line.split_once('|')).filter(|(of, _)| asks(of));
    rules.enumerate().map(|(i, (_, rule))| format!("{}. {rule}\n", i + 3)).collect()
}

fn memory(source: &Source) -> String {
    let swept = "What must have a value gets it by the sweep after reset";
    let form = match (source.config.rtl.target, source.config.rtl.memory) {
        (Target::Ecp5, _) => "Block RAM is instances of `DP16KD`, small memories are inferred.",
        (Target::Generic, Memory::Inferred) => {
            "`ackw_ram.v` is the form from which block RAM is inferred: one write port, one read port, two cycles."
        }
        (Target::Generic, Memory::Macro) | (Target::Asic, _) if source.config.rtl.sram_ecc => {
            "Replace `ackw_sram_1r1w_ecc.v`, and `ackw_sram_1r1w.v` where it is there, behavioural models, by wrappers of \
             your macros: one write port, one read port, one cycle; the headers say the rest."
        }
        (Target::Generic, Memory::Macro) | (Target::Asic, _) => {
            "Replace `ackw_sram_1r1w.v`, a behavioural model, by a wrapper of your macro: one write port, one read port, one \
             cycle; its header says the rest."
        }
    };
    let listed = if source.design.srams.is_empty() { "" } else { " `memories.csv` lists its instances." };
    let has = |name: &str| source.design.files.iter().any(|(file, _)| file == name);
    if has("ackw_ram.v") || !source.design.srams.is_empty() {
        format!("{swept}. {form}{listed}")
    } else {
        format!("{swept}.")
    }
}

fn keys(source: &Source) -> String {
    let canonical = source.config.canonical();
    let mut section = "";
    let mut found = vec![];
    for line in canonical.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
        } else if let Some((key, value)) = line.split_once(" = ") {
            let key = format!("{section}.{key}");
            found.push([format!("`{key}`"), format!("`{value}`"), may_be(source.config, &key).into()]);
        }
    }
    rows(found)
}

/// What a key may be beside the units that are built: some of them leave it no choice.
fn may_be(config: &Config, key: &str) -> &'static str {
    match key {
        "hpcc.hops" | "hpcc.lanes" if !config.reads_hops() => {
            "nothing else: only HPCC++ reads telemetry, and `engine.units` is without \"hpcc\""
        }
        _ => KEYS.iter().chain(&HIDDEN).find(|(name, _)| *name == key).map_or("", |(_, text)| text),
    }
}

fn groups(ports: &[Port]) -> String {
    let mut text = String::new();
    for group in ports::groups(ports) {
        text += &format!("**{}**\n\n| port | dir | bits | |\n|---|---|---|---|\n", group.title);
        let mut said = String::new();
        for row in group.rows {
            let dir = if row.dir == Dir::Input { "in" } else { "out" };
            let doc = if row.doc == said { String::new() } else { row.doc.replace('|', "\\|") };
            said = row.doc;
            text += &format!("| `{}` | {dir} | {} | {doc} |\n", row.name, row.width);
        }
        text += "\n";
    }
    text
}

fn constraints(source: &Source) -> String {
    let top = source.top();
    let row =
        |file: &str, tool: &str, says: &str| [format!("`constraints/{top}{file}`"), tool.to_owned(), says.to_owned()];
    let mut files = vec![
        row(".sdc", "every tool that reads SDC, nextpnr too", "the clock"),
        row("_ooc.sdc", "the same, but nextpnr", "delays at the ports, for a build of this design alone"),
        row(".lpf", "nextpnr-ecp5", "the clock"),
    ];
    if source.any_vendor() {
        files.insert(2, row(".xdc", "Vivado", "both, for a build out of context"));
    }
    rows(files)
}

fn scripts(source: &Source) -> String {
    let row = |run: &str, does: &str| [format!("`{run}`"), does.to_owned()];
    let mut files = vec![row(
        "sh scripts/open_flow.sh [MODULE] [SEED]",
        "Yosys and nextpnr-ecp5 on an LFE5U-85F; exit code 1 if the clock is missed",
    )];
    if source.any_vendor() {
        files.push(row(
            "vivado -mode batch -source scripts/vivado.tcl -tclargs PART",
            "Vivado without a project; not run by us",
        ));
        files.push(row("quartus_sh -t scripts/quartus.tcl FAMILY DEVICE", "Quartus with virtual pins; not run by us"));
    }
    rows(files)
}
