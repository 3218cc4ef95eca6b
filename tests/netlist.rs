//! What Yosys makes of the emitted Verilog behaves as the model says, as gates and as cells of ECP5, and a netlist that
//! does not is found.

use crate::support;

use layout::config::Config;
use support::tools;
use tb::netlist::{Flow, synthesise};
use tb::{Builder, Cache, Design, Options, Outcome, Verdict, Yosys, blocks};

/// Where there is neither a Yosys nor a network this is left out, but not in CI.
fn yosys() -> Option<Yosys> {
    match Yosys::find(&Cache::from_env()) {
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

/// What a machine without a Yosys gets at its first use.
#[test]
fn the_pinned_yosys_serves_where_there_is_none() {
    let builder = Builder::from_env().expect("tools");
    let nothing = tempfile::tempdir().expect("a folder");
    let yosys = match Yosys::find_in(None, nothing.path().as_os_str(), &builder.cache) {
        Ok(yosys) => yosys,
        Err(e) => return tools::left_out("the pinned Yosys", &e.to_string()),
    };
    assert_eq!(yosys.version, tb::yosys::WHEEL);
    assert_eq!(
        Yosys::find_in(Some("wheel".into()), "".as_ref(), &builder.cache).expect("it is there").version,
        yosys.version
    );
    netlist(&builder, &yosys, "choice", ECP5, Flow::Ecp5);
}

#[test]
fn a_yosys_that_is_none_is_a_missing_tool() {
    let named = Some("/no/such/yosys".into());
    let error = Yosys::find_in(named, "".as_ref(), &Cache::from_env()).expect_err("there is none");
    assert!(error.exit_code() == 3 && error.to_string().contains("/no/such/yosys"), "{error}");
}
