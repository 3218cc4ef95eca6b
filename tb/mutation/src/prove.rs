//! Proves that a mutant is no bug: that the design with it gives what the design without it gives.
//!
//! Both are put side by side behind the same inputs, start with all registers at zero, and are reset for eight cycles;
//! abc then shows that no input sequence, however long, tells them apart. Memories are cut out: what they read is an
//! input that both share, and what is written to them, and where they are read, must be the same. What the mutant
//! cannot touch is there once, for both (`touched`). Payload counts while its stream says valid, as it does on the
//! bench, and a memory's address and word while it is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use tb::Stream;

use crate::block::Mutated;
use crate::choice::{CONTROL, Mutant};
use crate::touched::{self, Counted, Left};
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

/// More multipliers are cut out as memories are: as gates they would be most of the proof.
const MULTIPLIERS: usize = 4;

/// What is the same on both sides becomes one; then what is left is proved, if it is something.
const ABC: &str = "strash; scleanup; &get -n; &scorr; &put; scorr -F 2; dprove -T 100; print_status";

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
    let text = fs::read_to_string(&netlist).map_err(Error::io(&netlist))?;
    let netlist = Hierarchy::of(&text);
    // a small memory is made of registers where the statement is of its module alone
    let mapped = scope == Scope::Module && (1..=MAPPED_BITS).contains(&netlist.memory_bits(&mutant.module));
    let multiplied = netlist.multipliers(top) <= MULTIPLIERS;
    let cut = |kind: &str| (kind.starts_with("$mem") && !mapped) || (kind == "$mul" && !multiplied);
    if netlist.is_cut_out(&mutant.module, cut) {
        return Ok(false);
    }
    let streams = if scope == Scope::Block { streams } else { &[] };
    let folder = gates(yosys, mutated, &text, (top, mapped, multiplied))?;
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(Error::io(&path))
    };
    let outputs = counted(&read("ports.txt")?, streams);
    if outputs.is_empty() {
        return Ok(false);
    }
    match touched::left(&read("gates.blif")?, "rst_n", |name| chosen(name, mutant.number), &outputs)? {
        Left::Nothing => Ok(true),
        Left::Netlist(text) => {
            let name = format!("mutant{}", mutant.number);
            let path = folder.join(format!("{name}.blif"));
            fs::write(&path, text).map_err(Error::io(&path))?;
            let (said, _) = yosys.abc(&folder, &name, &format!("read_blif {name}.blif; {ABC}"), seconds)?;
            Ok(is_proved(&said))
        }
    }
}

/// The design with all its mutants, of which an input chooses one, as gates: made once for all mutants of a module.
/// Gives the folder with `gates.blif`, and `ports.txt`.
fn gates(
    yosys: &Yosys,
    mutated: &Mutated,
    netlist: &str,
    (top, mapped, multiplied): (&str, bool, bool),
) -> Result<PathBuf, Error> {
    let memories = if mapped { "memory_collect\nmemory_map" } else { "blackbox t:$mem* %m" };
    let multipliers = if multiplied { "" } else { "blackbox t:$mul %m\n" };
    let script = format!(
        "read_rtlil ../../mutants.il\nhierarchy -top {top}\n{memories}\n{multipliers}flatten\nopt_clean\nasync2sync\ntechmap\ndffunmap\n\
         simplemap\nopt_clean\nrename -top gates\nexpose -evert gates/t:*\nzinit -all\nsetundef -undriven -zero\nsetundef -zero\n\
         simplemap\nopt_clean\ntee -q -o ports.txt portlist -m gates\naigmap\nopt_clean\nwrite_blif whole.blif\n",
    );
    let key = tb::hash([netlist, &script].map(str::as_bytes));
    let what = format!("{top} {mapped} {multiplied}");
    let folder = mutated.folder.join("proofs").join(&tb::hash([what.as_bytes()])[..16]);
    let made = folder.join("made");
    if fs::read_to_string(&made).is_ok_and(|old| old == key) {
        return Ok(folder);
    }
    fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
    yosys.run(&folder, "gates", &script)?;
    // abc's own text is a tenth of Yosys', and every proof reads it
    let (_, whole) = yosys.abc(&folder, "strash", "read_blif whole.blif; strash; write_blif gates.blif", SECONDS)?;
    if !whole {
        return Err(Error::Tool(format!("abc failed, see {}", folder.join("strash.log").display())));
    }
    fs::write(&made, key).map_err(Error::io(&made))?;
    Ok(folder)
}

/// The bit of the input that chooses the mutant, if the name is one of it: without a mutant, and with this one.
fn chosen(name: &str, number: u64) -> Option<[bool; 2]> {
    let bit = name.strip_prefix(CONTROL.0)?.strip_prefix('[')?.strip_suffix(']')?;
    bit.parse::<u32>().ok().map(|bit| [false, number >> bit & 1 == 1])
}

/// Whether abc says so.
fn is_proved(said: &str) -> bool {
    said.lines().any(|line| line.starts_with("Status = 1 "))
}

/// Which module has which cells.
struct Hierarchy<'a> {
    /// Module and the type of a cell in it.
    cells: Vec<(&'a str, &'a str)>,
    /// Module and the bits of a memory in it.
    memories: Vec<(&'a str, usize)>,
}

impl<'a> Hierarchy<'a> {
    fn of(netlist: &'a str) -> Hierarchy<'a> {
        let (mut at, mut cells, mut memories) = ("", vec![], vec![]);
        for line in netlist.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["module", name] => at = name.trim_start_matches('\\'),
                ["cell", kind, _] => cells.push((at, kind.trim_start_matches('\\'))),
                ["memory", "width", width, "size", size, ..] => {
                    memories.push((at, width.parse().unwrap_or(0) * size.parse().unwrap_or(0)));
                }
                _ => {}
            }
        }
        Hierarchy { cells, memories }
    }

    /// Bits of the memories that a module has itself.
    fn memory_bits(&self, module: &str) -> usize {
        self.memories.iter().filter(|(at, _)| *at == module).map(|(_, bits)| bits).sum()
    }

    /// Multipliers in a module and below it.
    fn multipliers(&self, module: &str) -> usize {
        let cells = self.cells.iter().filter(|(at, _)| *at == module);
        cells.map(|(_, kind)| if *kind == "$mul" { 1 } else { self.multipliers(kind) }).sum()
    }

    /// Whether a module has one of the cells that are cut out, or is below one that has: then it is no part of a proof.
    fn is_cut_out(&self, module: &str, cut: impl Fn(&str) -> bool) -> bool {
        let mut out: Vec<&str> = self.cells.iter().filter(|(_, kind)| cut(kind)).map(|(at, _)| *at).collect();
        let mut next = 0;
        while let Some(parent) = out.get(next).copied() {
            let below = self.cells.iter().filter(|(at, _)| *at == parent).map(|(_, kind)| *kind);
            let new: Vec<&str> = below.filter(|kind| !out.contains(kind)).collect();
            out.extend(new);
            next += 1;
        }
        out.contains(&module)
    }
}

/// The bits of the outputs that count. `ports` is what `portlist -m` prints.
fn counted(ports: &str, streams: &[Stream]) -> Vec<Counted> {
    let outputs: Vec<(&str, usize)> = ports
        .lines()
        .filter_map(|line| {
            let mut words = line.trim_end_matches(',').split_whitespace();
            let (direction, range, name) = (words.next()?, words.next()?, words.next()?);
            let highest: usize = range.trim_start_matches('[').split(':').next()?.parse().ok()?;
            // of a memory that is cut out, its clock and what chooses a mutant in it are outputs too
            let counts = name.rsplit_once('.').is_none_or(|(_, port)| !["clk", CONTROL.0].contains(&port));
            (direction == "output" && counts).then_some((name, highest + 1))
        })
        .collect();
    let has = |name: &String| outputs.iter().any(|o| o.0 == *name);
    let bits = |(name, bits): &(&str, usize)| {
        let stream = streams.iter().find(|s| s.payload.iter().any(|p| p == name)).map(|s| s.valid.clone());
        let memory = name.rsplit_once('.').filter(|(_, port)| ["waddr", "wdata"].contains(port));
        let enable = stream.or(memory.map(|(cell, _)| format!("{cell}.we"))).filter(has);
        let name = (*name).to_owned();
        let all = if *bits == 1 { vec![name] } else { (0..*bits).map(|k| format!("{name}[{k}]")).collect() };
        all.into_iter().map(move |bit| (bit, enable.clone())).collect::<Vec<_>>()
    };
    outputs.iter().flat_map(bits).collect()
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
        let netlist = Hierarchy::of(
            "module \\top\n  cell \\ram \\u\n  cell \\plain \\v\nend\nmodule \\ram\n  cell $memrd $1\n  cell $paramod$0\\low \\w\n\
             end\nmodule $paramod$0\\low\nend\nmodule \\plain\n  cell $add $2\nend\n",
        );
        for (module, cut) in [("top", false), ("plain", false), ("ram", true), ("$paramod$0\\low", true)] {
            assert_eq!(netlist.is_cut_out(module, |kind| kind.starts_with("$mem")), cut, "{module}");
        }
    }

    #[test]
    fn memories_are_counted_in_their_module_and_multipliers_below_it_too() {
        let netlist = Hierarchy::of(
            "module \\top\n  cell \\ram \\u\n  cell \\ram \\v\nend\nmodule \\ram\n  memory width 12 size 16 \\words\n  cell $mul $1\nend\n\
             module \\plain\nend\n",
        );
        assert_eq!(["top", "ram", "plain"].map(|module| netlist.memory_bits(module)), [0, 192, 0]);
        assert_eq!(["top", "ram", "plain"].map(|module| netlist.multipliers(module)), [2, 1, 0]);
    }

    #[test]
    fn the_number_of_the_mutant_takes_the_place_of_the_input() {
        let bits = ["mutant[0]", "mutant[1]", "mutant", "u.mutant[0]", "clk"].map(|name| chosen(name, 2));
        assert_eq!(bits, [Some([false, false]), Some([false, true]), None, None, None]);
        assert!(is_proved("x\nStatus = 1  Frames = -1") && !is_proved("Status = 0 ") && !is_proved("Status = -1 "));
    }

    #[test]
    fn payload_counts_while_it_is_valid_and_a_word_while_it_is_written() {
        let ports = "module gates (\ninput [0:0] clk,\ninput [0:0] rst_n,\ninput [3:0] a,\noutput [0:0] v,\noutput [1:0] x,\n\
                     output [0:0] u.we,\noutput [0:0] u.wdata,\noutput [0:0] u.clk\n);\nendmodule\n";
        let bit = |name: &str, enable: Option<&str>| (name.to_owned(), enable.map(str::to_owned));
        let expected = [
            bit("v", None),
            bit("x[0]", Some("v")),
            bit("x[1]", Some("v")),
            bit("u.we", None),
            bit("u.wdata", Some("u.we")),
        ];
        assert_eq!(counted(ports, &[Stream::new("v", None, &["x"])]), expected);
        assert!(counted("module gates (\ninput [0:0] clk\n);\n", &[]).is_empty());
    }
}
