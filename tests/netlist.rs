//! What Yosys makes of the emitted Verilog behaves as the model says, as gates and as cells of ECP5, and a netlist that does
//! not is found.

use crate::support;

use layout::config::Config;
use support::tools;
use tb::netlist::{Flow, Yosys, synthesise};
use tb::{Builder, Design, Options, Outcome, Verdict, blocks};

/// Without a Yosys this is left out, but not in CI.
fn yosys() -> Option<Yosys> {
    match Yosys::find() {
        Ok(yosys) => Some(yosys),
        Err(e) => {
            tools::left_out("netlists", &e.to_string());
            None
        }
    }
}

const SMALL: &str = include_str!("../hdl/verilog/small/ackwright.toml");
const ECP5: &str = include_str!("netlist/ecp5.toml");

fn run(builder: &Builder, block: &str, config: &Config, design: &Design) -> Outcome {
    blocks::run(builder.into(), block, config, design, &Options::new(3000, 1), &mut |_| {}).expect("it runs")
}

/// The netlist of a block, which must be equal to the model.
fn netlist(builder: &Builder, yosys: &Yosys, block: &str, config: &str, flow: Flow) -> (Config, Design) {
    let config = Config::parse(config).expect("legal");
    let emitted = hdl::design::build(&config, block).expect("it is emitted");
    let design = blocks::design(&emitted, &config, block, emitted.files.clone()).expect("a design");
    let netlist = synthesise(yosys, &builder.cache, &design, &emitted.models, flow).expect("it is synthesised");
    let outcome = run(builder, block, &config, &netlist);
    assert_eq!(outcome.verdict, Verdict::Equal, "{block}: {:?}", outcome.report.map(|r| r.to_string()));
    assert!(outcome.compared >= 2000, "{block}: {} compared", outcome.compared);
    (config, netlist)
}

#[test]
fn gates_and_cells_of_ecp5_are_equal_to_the_model() {
    let Some(yosys) = yosys() else { return };
    let builder = Builder::from_env().expect("tools");
    let (_, gates) = netlist(&builder, &yosys, "choice", SMALL, Flow::Generic);
    assert!(
        gates.files().iter().all(|(name, text)| name == "ackw_choice.v" && !text.contains("ackw_ram")),
        "it is flat"
    );
    let (_, cells) = netlist(&builder, &yosys, "recip", ECP5, Flow::Ecp5);
    for cell in ["LUT4.v", "TRELLIS_FF.v", "CCU2C.v", "DP16KD.v", "MULT18X18D.v"] {
        assert!(cells.files().iter().any(|(name, _)| name == cell), "{cell} is a cell of recip's netlist");
    }
}

#[test]
fn one_wrong_table_of_a_netlist_is_found() {
    let Some(yosys) = yosys() else { return };
    let builder = Builder::from_env().expect("tools");
    let (config, good) = netlist(&builder, &yosys, "choice", ECP5, Flow::Ecp5);
    let (name, text) = &good.files()[0];
    let (head, rest) = text.split_once(".INIT(16'h").expect("a LUT4");
    let (table, tail) = rest.split_once(')').expect("its table");
    let inverted = u16::from_str_radix(table, 16).map(|t| !t).expect("16 bits");
    let mut files = good.files().to_vec();
    files[0] = (name.clone(), format!("{head}.INIT(16'h{inverted:04x}){tail}"));
    let bad = good.with(files, None).expect("the same ports");
    let outcome = run(&builder, "choice", &config, &bad);
    assert_ne!(outcome.verdict, Verdict::Equal, "LUT4 with {inverted:04x} in place of {table}");
    assert!(outcome.report.is_some_and(|r| r.shrunk.is_some()), "it is shrunk");
}
