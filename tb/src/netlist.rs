//! The rung below the Verilog: the same design after synthesis by Yosys, as gates or as cells of a device. It has the
//! same ports, so everything that runs a design runs its netlist.
//!
//! Of a device's cells the simulation models are Yosys' own, and those that come with the design where Yosys has none.

use std::fs;

use crate::{Cache, Design, Error, cache::hash, yosys::Yosys};

/// What a design is synthesised to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Yosys' own gates and flip-flops, `synth`.
    Generic,
    /// Cells of Lattice ECP5, `synth_ecp5`.
    Ecp5,
}

/// Cells of which Yosys knows the ports only: the design brings the models of those that it uses.
const BLACK_BOXES: [&str; 2] = ["DP16KD", "MULT18X18D"];

const MODELS: &str = "ecp5/cells_sim.v";

/// The design after synthesis. It is kept in the cache. `cells` are those of the design's files that are models of a
/// device's cells: synthesis has its own idea of them.
pub fn synthesise(
    yosys: &Yosys,
    cache: &Cache,
    design: &Design,
    cells: &[(String, String)],
    flow: Flow,
) -> Result<Design, Error> {
    let is_cell = |name: &str| cells.iter().any(|(cell, _)| cell == name);
    let texts: Vec<_> = design.files().iter().filter(|(name, _)| !is_cell(name)).collect();
    let read: String = texts.iter().map(|(name, _)| format!("read_verilog verilog/{name}\n")).collect();
    let synth = match flow {
        Flow::Generic => "synth -flatten",
        Flow::Ecp5 => "synth_ecp5 @NOIOPAD@",
    };
    let top = design.top();
    let script = format!("{read}{synth} -top {top}\ncheck -assert\nwrite_verilog -noattr netlist.v\n");
    let mut key = vec!["netlist 1", &yosys.version, &script];
    key.extend(texts.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]));
    let entry = format!("{top}-netlist-{}", &hash(key.iter().map(|k| k.as_bytes()))[..24]);
    let dir = cache.entry(&entry, |dir| {
        fs::create_dir_all(dir.join("verilog")).map_err(Error::io(dir))?;
        for (name, text) in &texts {
            fs::write(dir.join("verilog").join(name), text).map_err(Error::io(dir))?;
        }
        // from 0.3x on pads are made unless it is told not to
        let pads = flow == Flow::Ecp5 && yosys.run(dir, "help synth_ecp5\n")?.contains("-noiopad");
        yosys.run(dir, &script.replace("@NOIOPAD@", if pads { "-noiopad" } else { "" })).map(|_| ())
    })?;
    let netlist = dir.join("netlist.v");
    let mut files = vec![(format!("{top}.v"), fs::read_to_string(&netlist).map_err(Error::io(&netlist))?)];
    if flow == Flow::Ecp5 {
        let library = modules(&yosys.library(MODELS)?);
        files.extend(library.into_iter().filter(|(name, _)| !BLACK_BOXES.map(|b| format!("{b}.v")).contains(name)));
        files.extend(cells.iter().filter(|(name, _)| BLACK_BOXES.map(|b| format!("{b}.v")).contains(name)).cloned());
    }
    design.with(crate::blocks::needed(top, files), None)
}

/// The modules of a library, each as a file of its name. What stands between them, such as attributes and other files
/// that are included, is left out, and so are modules with names that need escaping.
fn modules(library: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = vec![];
    let mut open = false;
    for line in library.lines() {
        if let Some(rest) = line.strip_prefix("module ") {
            let name: String =
                rest.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            open = !name.is_empty();
            if open {
                found.push((format!("{name}.v"), String::new()));
            }
        }
        if let (true, Some((_, text))) = (open, found.last_mut()) {
            text.push_str(line);
            text.push('\n');
        }
        open &= line.trim_end() != "endmodule";
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_cut_into_its_modules() {
        let text = "(* lut *)\nmodule LUT4(input A);\n  x\nendmodule\n`include \"y\"\nmodule \\$no (input A);\nendmodule\nmodule B (\nendmodule\n";
        let found = modules(text);
        let names: Vec<_> = found.iter().map(|(n, t)| (n.as_str(), t.lines().count())).collect();
        assert_eq!(names, [("LUT4.v", 3), ("B.v", 2)]);
    }
}
