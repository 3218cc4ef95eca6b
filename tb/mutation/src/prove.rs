//! Proves that a mutant is no bug: that the design with it gives what the design without it gives.
//!
//! Both are put side by side behind the same inputs, start with all registers at zero, and are reset for eight cycles; abc then
//! shows that no input sequence, however long, tells them apart. Memories are cut out: what they read is an input that both share,
//! and what is written to them, and where they are read, must be the same. Payload counts while its stream says valid, as it does
//! on the bench, and a memory's address and word while it is written.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use tb::Stream;

use crate::block::Mutated;
use crate::choice::{CONTROL, Mutant, pattern};
use crate::{Error, Yosys};

/// What a proof looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The module that has the mutant, whatever its inputs are, all its outputs in every cycle.
    Module,
    /// The whole block, whatever its inputs are.
    Block,
}

/// Seconds for one proof, if nothing else is said.
pub const SECONDS: u32 = 300;

/// Memories of so many bits are small.
const MAPPED_BITS: usize = 4096;

/// What is the same on both sides becomes one; then what is left is proved, if it is something.
const ABC: &str =
    "read_blif mutant.blif; strash; scleanup; &get -n; &scorr; &put; scorr -F 2; dprove -T 100; print_status";

/// Whether the mutant is proved to be no bug. False: it was not, for it is one or because it took too long.
pub fn prove(
    yosys: &Yosys,
    mutated: &Mutated,
    mutant: &Mutant,
    scope: Scope,
    streams: &[Stream],
    seconds: u32,
) -> Result<bool, Error> {
    let top = match scope {
        Scope::Module => mutant.module.as_str(),
        Scope::Block => mutated.design.top(),
    };
    let netlist = mutated.folder.join("mutants.il");
    let netlist = fs::read_to_string(&netlist).map_err(Error::io(&netlist))?;
    // a small memory is made of registers where the statement is of its module alone
    let mapped = scope == Scope::Module && (1..=MAPPED_BITS).contains(&memory_bits(&netlist, &mutant.module));
    if !mapped && is_cut_out(&netlist, &mutant.module) {
        return Ok(false);
    }
    let streams = if scope == Scope::Block { streams } else { &[] };
    let Some(folder) = pair(yosys, mutated, &netlist, (top, mapped), streams)? else { return Ok(false) };
    let both = folder.join("proof.blif");
    let both = fs::read_to_string(&both).map_err(Error::io(&both))?;
    let path = folder.join("mutant.blif");
    fs::write(&path, switched_on(&both, mutant.number)).map_err(Error::io(&path))?;
    let (said, _) = yosys.abc(&folder, "abc", ABC, seconds)?;
    Ok(is_proved(&said))
}

/// The design beside itself with all its mutants, of which an input chooses one: made once for all mutants of a module. Gives the
/// folder with `proof.blif`; none if there is nothing to compare.
fn pair(
    yosys: &Yosys,
    mutated: &Mutated,
    netlist: &str,
    (top, mapped): (&str, bool),
    streams: &[Stream],
) -> Result<Option<PathBuf>, Error> {
    let (control, bits) = CONTROL;
    let memories = if mapped { "memory_collect\nmemory_map" } else { "blackbox t:$mem* %m" };
    let pair = format!(
        "read_rtlil ../../mutants.il\nhierarchy -top {top}\n{memories}\nflatten\nopt_clean\ntechmap\ndffunmap\nsimplemap\nopt_clean\n\
         copy {top} gold\ncopy {top} gate\ncd gold\ndelete -input w:{control}\nconnect -set {control} {bits}'d0\ncd ..\ndelete {}\n\
         expose -evert gold/t:* gate/t:*\ndelete -output gold/w:*.{control} gate/w:*.{control}\nopt_clean\nwrite_rtlil pair.il\n\
         tee -q -o ports.txt portlist -m gold\n",
        pattern(top),
    );
    let aig = "read_rtlil pair.il\nread_verilog proof.v\nhierarchy -top proof\nproc\nflatten\nopt_clean\nasync2sync\nzinit -all\n\
               techmap\ndffunmap\nsimplemap\nsetundef -undriven -zero\nsetundef -zero\nopt_clean\naigmap\nopt_clean\nwrite_blif whole.blif\n";
    let what = format!("{top} {mapped} {streams:?}");
    let key = tb::hash([netlist, &pair, aig, &what].map(str::as_bytes));
    let folder = mutated.folder.join("proofs").join(&tb::hash([what.as_bytes()])[..16]);
    let made = folder.join("made");
    if fs::read_to_string(&made).is_ok_and(|old| old == key) {
        return Ok(Some(folder));
    }
    fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
    yosys.run(&folder, "pair", &pair)?;
    let ports = folder.join("ports.txt");
    let ports = fs::read_to_string(&ports).map_err(Error::io(&ports))?;
    let Some(wrapper) = side_by_side(&ports, streams) else { return Ok(None) };
    let path = folder.join("proof.v");
    fs::write(&path, wrapper).map_err(Error::io(&path))?;
    yosys.run(&folder, "aig", aig)?;
    // abc's own text is a tenth of Yosys', and every proof reads it
    let (_, whole) = yosys.abc(&folder, "strash", "read_blif whole.blif; strash; write_blif proof.blif", SECONDS)?;
    if !whole {
        return Err(Error::Tool(format!("abc failed, see {}", folder.join("strash.log").display())));
    }
    fs::write(&made, key).map_err(Error::io(&made))?;
    Ok(Some(folder))
}

/// The netlist with constants in place of the input that chooses the mutant. Its list of inputs goes over many lines.
fn switched_on(blif: &str, number: u64) -> String {
    let (control, bits) = CONTROL;
    let chosen = |name: &str| name.strip_prefix(control).is_some_and(|rest| rest.starts_with('['));
    let mut text = String::with_capacity(blif.len());
    let mut inputs = false;
    for line in blif.lines() {
        inputs |= line.starts_with(".inputs");
        if !inputs {
            text += line;
            text.push('\n');
            continue;
        }
        let rest: Vec<&str> = line.split(' ').filter(|name| !chosen(name)).collect();
        text += &rest.join(" ");
        text.push('\n');
        if !line.ends_with('\\') {
            inputs = false;
            for k in 0..bits {
                let _ = writeln!(text, ".names {control}[{k}]{}", if number >> k & 1 == 1 { "\n1" } else { "" });
            }
        }
    }
    text
}

/// Whether abc says so.
fn is_proved(said: &str) -> bool {
    said.lines().any(|line| line.starts_with("Status = 1 "))
}

/// Bits of the memories that a module has itself.
fn memory_bits(netlist: &str, module: &str) -> usize {
    let of = |line: &str| line.trim().strip_prefix("module ").map(|name| name.trim_start_matches('\\') == module);
    let mut inside = false;
    let mut bits = 0;
    for line in netlist.lines() {
        inside = of(line).unwrap_or(inside);
        let words: Vec<&str> = line.split_whitespace().collect();
        if let (true, ["memory", "width", width, "size", size, ..]) = (inside, words.as_slice()) {
            bits += width.parse().unwrap_or(0) * size.parse().unwrap_or(0);
        }
    }
    bits
}

/// Whether the mutant goes with the memories: what is in a module that has one, or below it, is no part of a proof.
fn is_cut_out(netlist: &str, module: &str) -> bool {
    let (mut at, mut below, mut cut) = ("", vec![], vec![]);
    for line in netlist.lines() {
        match line.trim().split_once(' ') {
            Some(("module", name)) => at = name,
            Some(("cell", rest)) => {
                let kind = rest.split(' ').next().unwrap_or_default();
                if kind.starts_with("$mem") {
                    cut.push(at);
                }
                below.push((at, kind));
            }
            _ => {}
        }
    }
    let mut next = 0;
    while let Some(parent) = cut.get(next).copied() {
        let new: Vec<&str> = below.iter().filter(|(p, c)| *p == parent && !cut.contains(c)).map(|(_, c)| *c).collect();
        cut.extend(new);
        next += 1;
    }
    cut.iter().any(|name| name.trim_start_matches('\\') == module)
}

/// Verilog of `gold` and `gate` side by side; its output `bad` is 1 where they differ in what counts. `ports` is what `portlist -m`
/// prints. None if there is nothing to compare.
fn side_by_side(ports: &str, streams: &[Stream]) -> Option<String> {
    let ports: Vec<(bool, &str, &str)> = ports
        .lines()
        .filter_map(|line| {
            let mut words = line.trim_end_matches(',').split_whitespace();
            let (direction, range, name) = (words.next()?, words.next()?, words.next()?);
            ["input", "output"].contains(&direction).then_some((direction == "input", range, name))
        })
        .collect();
    let has = |name: &str| ports.iter().any(|p| p.2 == name);
    let (control, bits) = CONTROL;
    let mut text = format!("module proof(input clk, output bad, input [{}:0] {control}", bits - 1);
    let inputs = || ports.iter().filter(|p| p.0 && p.2 != "clk");
    let outputs = || ports.iter().filter(|p| !p.0);
    for (_, range, name) in inputs() {
        let _ = write!(text, ", input {range} \\{name} ");
    }
    text += ");\n  reg [3:0] age = 0;\n  always @(posedge clk) if (!age[3]) age <= age + 4'd1;\n  wire on = age[3];\n";
    for (side, prefix) in [("gold", "a:"), ("gate", "b:")] {
        for (_, range, name) in outputs() {
            let _ = writeln!(text, "  wire {range} \\{prefix}{name} ;");
        }
        let pins = ports.iter().map(|(input, _, name)| match *name {
            "clk" => ".clk(clk)".to_owned(),
            "rst_n" => ".rst_n(\\rst_n & on)".to_owned(),
            _ if *input => format!(".\\{name} (\\{name} )"),
            _ => format!(".\\{name} (\\{prefix}{name} )"),
        });
        let chosen = (side == "gate").then(|| format!(".{control}({control})"));
        let _ = writeln!(text, "  {side} u_{side} ({});", pins.chain(chosen).collect::<Vec<_>>().join(", "));
    }
    let counted = outputs().filter(|(_, _, name)| !name.ends_with(".clk")).map(|(_, _, name)| {
        let stream = streams.iter().find(|s| s.payload.iter().any(|p| p == name)).map(|s| s.valid.clone());
        let memory = name.rsplit_once('.').filter(|(_, port)| ["waddr", "wdata"].contains(port));
        let enable = stream.or(memory.map(|(cell, _)| format!("{cell}.we"))).filter(|e| has(e));
        let enable = enable.map_or(String::new(), |e| format!("\\a:{e} & "));
        format!("({enable}(\\a:{name} != \\b:{name} ))")
    });
    let counted: Vec<String> = counted.collect();
    let _ = writeln!(text, "  assign bad = on & ({});\nendmodule", counted.join(" | "));
    (!counted.is_empty()).then_some(text)
}

impl Yosys {
    /// Runs abc's commands in a folder, for so long at most; gives what it says, and whether it came to their end.
    fn abc(&self, folder: &Path, name: &str, commands: &str, seconds: u32) -> Result<(String, bool), Error> {
        let mut command = Command::new("timeout");
        command.arg(seconds.to_string()).arg(self.packages().join("pyosys/yosys-abc"));
        let out = command.args(["-q", commands]).current_dir(folder).output();
        let out = out.map_err(|e| Error::Tool(format!("timeout: {e}")))?;
        let text = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned();
        let log = folder.join(format!("{name}.log"));
        fs::write(&log, &text).map_err(Error::io(&log))?;
        Ok((text, out.status.success()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_or_below_a_module_with_a_memory_is_cut_out() {
        let netlist = "module \\top\n  cell \\ram \\u\n  cell \\plain \\v\nend\nmodule \\ram\n  cell $memrd $1\n  cell $paramod$0\\low \\w\n\
                       end\nmodule $paramod$0\\low\nend\nmodule \\plain\n  cell $add $2\nend\n";
        for (module, cut) in [("top", false), ("plain", false), ("ram", true), ("$paramod$0\\low", true)] {
            assert_eq!(is_cut_out(netlist, module), cut, "{module}");
        }
    }

    #[test]
    fn the_bits_of_a_memory_are_those_of_its_module() {
        let netlist = "module \\top\n  cell \\ram \\u\nend\nmodule \\ram\n  memory width 12 size 16 \\words\nend\nmodule \\plain\nend\n";
        assert_eq!(["top", "ram", "plain"].map(|module| memory_bits(netlist, module)), [0, 192, 0]);
    }

    #[test]
    fn the_number_of_the_mutant_takes_the_place_of_the_input() {
        let text = switched_on(".model proof\n.inputs clk mutant[0] \\\n mutant[1] x\n.outputs bad\n", 1);
        assert!(
            text.starts_with(".model proof\n.inputs clk \\\n x\n.names mutant[0]\n1\n.names mutant[1]\n.names"),
            "{text}"
        );
        assert!(text.ends_with(".names mutant[11]\n.outputs bad\n"), "{text}");
        assert!(is_proved("x\nStatus = 1  Frames = -1") && !is_proved("Status = 0 ") && !is_proved("Status = -1 "));
    }

    #[test]
    fn payload_counts_while_it_is_valid_and_a_word_while_it_is_written() {
        let ports = "module gold (\ninput [0:0] clk,\ninput [0:0] rst_n,\ninput [3:0] a,\noutput [0:0] v,\noutput [3:0] x,\n\
                     output [0:0] u.we,\noutput [3:0] u.wdata,\noutput [0:0] u.clk\n);\nendmodule\n";
        let text = side_by_side(ports, &[Stream::new("v", None, &["x"])]).unwrap_or_default();
        let bad = text.lines().find(|l| l.contains("assign bad")).unwrap_or_default();
        assert_eq!(
            bad.trim(),
            "assign bad = on & (((\\a:v != \\b:v )) | (\\a:v & (\\a:x != \\b:x )) | ((\\a:u.we != \\b:u.we )) | \
             (\\a:u.we & (\\a:u.wdata != \\b:u.wdata )));"
        );
        assert!(side_by_side("module gold (\ninput [0:0] clk\n);\n", &[]).is_none());
    }
}
