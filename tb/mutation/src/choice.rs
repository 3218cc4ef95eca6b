//! Which mutants: for each module that is a block's own, as many as its length asks for, spread by Yosys over its
//! lines.
//!
//! A module that several blocks contain belongs to the first of them in the order of `hdl::design::BLOCKS`: its mutants
//! count once.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use crate::{Error, Yosys};

/// One mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The value of the control input that switches it on: 1, 2 and so on in a block.
    pub number: u64,
    /// What it is, without the numbers that Yosys gives: `ackw_psn.v:145.23-145.53 $sub.Y[9] = delta_late[9]: inv`.
    pub name: String,
    /// The module in Yosys' netlist.
    pub module: String,
    /// The arguments of `mutate`, without the control input.
    arguments: String,
}

/// The control input, and how many bits it has.
pub const CONTROL: (&str, u32) = ("mutant", 12);

/// A mutant for so many lines of Verilog, and so many at least.
const LINES: usize = 16;
const LEAST: usize = 4;

/// How many mutants a module of so many lines gets.
pub fn share(lines: usize) -> usize {
    (lines / LINES).max(LEAST)
}

/// Reads the files of a block, chooses the mutants of the modules `own` (names and how many of each), and writes the
/// netlist that has them all: `mutants.il`, and `mutants.v` for the simulator. Gives what was chosen.
pub fn choose(
    yosys: &Yosys,
    folder: &Path,
    top: &str,
    files: &[(String, String)],
    own: &[(String, usize)],
    seed: u64,
) -> Result<Vec<Mutant>, Error> {
    let mut names = vec![];
    for (name, text) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::io(parent))?;
        }
        fs::write(&path, text).map_err(Error::io(&path))?;
        names.push(name.as_str());
    }
    // what drives nothing is no part of the design; a table stays a choice among constants
    let read = format!(
        "read_verilog {}\nhierarchy -check -top {top}\nproc -norom\nopt_clean\nwrite_rtlil base.il\ntee -q -o modules.txt ls\n",
        names.join(" ")
    );
    yosys.run(folder, "read", &read)?;

    let modules = read_file(&folder.join("modules.txt"))?;
    let mut instances: HashMap<&str, Vec<&str>> = HashMap::new();
    modules.lines().map(str::trim).filter(|l| !l.contains(' ') && !l.is_empty()).for_each(|module| {
        instances.entry(written(module)).or_default().push(module);
    });
    let mut list = "read_rtlil base.il\n".to_owned();
    let mut wanted = vec![];
    for (module, count) in own {
        let Some(instances) = instances.get(module.as_str()) else { continue };
        let selection: Vec<String> = instances.iter().map(|i| format!("{}/*", pattern(i))).collect();
        // some are not taken: see `is_fit`
        let (ask, selection) = (count * 3 / 2 + 4, selection.join(" "));
        list += &format!("mutate -list {ask} -seed {seed} -o list_{module}.txt {selection}\n");
        wanted.push((module, *count));
    }
    yosys.run(folder, "list", &list)?;

    let (mut mutants, mut seen) = (vec![], HashMap::new());
    for (module, count) in wanted {
        let text = read_file(&folder.join(format!("list_{module}.txt")))?;
        let mut lines = HashSet::new();
        let fit = text.lines().filter(|l| is_fit(l)).filter(|l| lines.insert(*l)).take(count);
        for line in fit {
            let number = mutants.len() as u64 + 1;
            mutants.push(Mutant::parse(line, number, &mut seen)?);
        }
    }
    if mutants.len() >> CONTROL.1 != 0 {
        return Err(Error::Input(format!("{top} has {} mutants, expected below 2^{}", mutants.len(), CONTROL.1)));
    }
    let mut apply = "read_rtlil base.il\n".to_owned();
    for Mutant { number, arguments, .. } in &mutants {
        apply += &format!("mutate -ctrl {} {} {number} {arguments}\n", CONTROL.0, CONTROL.1);
    }
    // modules without a mutant in or below them stay as they were written, as far as Verilog's name for them is left
    apply += &format!(
        "write_rtlil mutants.il\nselect w:{} %m ?paramod*\nwrite_verilog -noattr -noparallelcase -selected mutants.v\n",
        CONTROL.0
    );
    yosys.run(folder, "apply", &apply)?;
    Ok(mutants)
}

fn read_file(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::io(path))
}

/// The name that a module has in Verilog: `ackw_ram` of `$paramod$0123\ackw_ram` and of `$paramod\ackw_ram\WIDTH=…`.
fn written(module: &str) -> &str {
    match module.strip_prefix("$paramod") {
        Some(rest) => rest.split('\\').nth(1).unwrap_or(module),
        None => module,
    }
}

/// A pattern of Yosys that this name meets, whatever characters it has.
pub(crate) fn pattern(module: &str) -> String {
    module.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '?' }).collect()
}

/// Not a clock: another edge, or none, is no bug of one bit.
fn is_fit(line: &str) -> bool {
    let port = option(line, "-port").unwrap_or_default();
    !["CLK", "WR_CLK", "RD_CLK", "clk"].contains(&port) && option(line, "-wire") != Some("clk")
}

/// The word behind an option.
fn option<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|w| *w != name).nth(1)
}

impl Mutant {
    /// Takes a line of `mutate -list`. `seen` counts those with the same name, of which there are some where a module
    /// stands in several widths or a line in a loop.
    fn parse(line: &str, number: u64, seen: &mut HashMap<String, u32>) -> Result<Mutant, Error> {
        let bad = || Error::Tool(format!("Yosys lists a mutant as `{line}`, expected mode, module, cell and port"));
        let need = |name| option(line, name).ok_or_else(bad);
        let arguments = line.strip_prefix("mutate ").ok_or_else(bad)?.to_owned();
        let (mode, module, port, bit) = (need("-mode")?, need("-module")?, need("-port")?, need("-portbit")?);
        // `$sub$ackw_psn.v:145$14`: the kind, the place, a number; `u_ram`: an instance
        let cell = need("-cell")?;
        let cell = if cell.starts_with('$') { cell.split('$').nth(1).unwrap_or(cell) } else { cell };
        let place = line.split(" -src ").last().filter(|p| p.contains(".v:")).unwrap_or(written(module));
        let wire = option(line, "-wire").zip(option(line, "-wirebit"));
        let wire = wire.map_or(String::new(), |(w, b)| format!(" = {w}[{b}]"));
        let control = option(line, "-ctrlbit").map_or(String::new(), |b| format!(" by bit {b}"));
        let mut name = format!("{place} {cell}.{port}[{bit}]{wire}: {mode}{control}");
        let count = seen.entry(name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            name += &format!(" ({count})");
        }
        Ok(Mutant { number, name, module: module.into(), arguments })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_number_of_yosys_and_is_unique() {
        let line = "mutate -mode cnot1 -module $paramod$01ab\\ackw_ram -cell $sub$ackw_ram.v:27$42 -port A -portbit 22 \
                    -ctrlbit 23 -wire a -wirebit 3 -src ackw_ram.v:9.1-9.4 -src ackw_ram.v:27.2-27.5";
        let mut seen = HashMap::new();
        let first = Mutant::parse(line, 1, &mut seen).expect("parsed");
        assert_eq!(first.name, "ackw_ram.v:27.2-27.5 sub.A[22] = a[3]: cnot1 by bit 23");
        let second = Mutant::parse(&line.replace("$42", "$43"), 2, &mut seen).expect("parsed");
        assert_eq!(second.name, format!("{} (2)", first.name));
        assert!(Mutant::parse("mutate -mode inv", 1, &mut seen).is_err());
    }

    #[test]
    fn modules_are_known_by_their_name_in_verilog_and_clocks_are_left_alone() {
        for (module, name) in [("ackw_psn", "ackw_psn"), ("$paramod$0f\\ackw_ram", "ackw_ram")] {
            assert_eq!(written(module), name);
        }
        assert_eq!(written("$paramod\\ackw_ram\\WIDTH=s32'01\\ADDR_BITS=s32'10"), "ackw_ram");
        assert_eq!(pattern("$paramod\\a_b\\W=s32'01"), "?paramod?a_b?W?s32?01");
        assert!(!is_fit("mutate -mode inv -port CLK -portbit 0") && is_fit("mutate -mode inv -port D -portbit 0"));
        assert!(!is_fit("mutate -mode inv -port A -portbit 0 -wire clk -wirebit 0"));
    }

    #[test]
    fn every_module_gets_some_mutants_and_a_long_one_more() {
        assert_eq!((share(1), share(64), share(800)), (4, 4, 50));
    }
}
