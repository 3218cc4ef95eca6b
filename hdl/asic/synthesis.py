"""A block of an exported folder through Yosys, abc and OpenSTA: the cells, the flops, the memories and the longest path."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
WRAPPER = "ackw_sram_1r1w"
# the wheel has no program, only this
YOSYS = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for line in open(sys.argv[1]):
    libyosys.run_pass(line.strip(), design)
"""
PERIOD_NS = 100.0  # of the analysis; the clock is what the slack leaves


class Failed(Exception):
    """A step failed; the text is the line for the user."""


@dataclass
class Estimate:
    block: str
    area: float = 0.0
    flops: int = 0
    enabled: int = 0
    memories: dict = field(default_factory=dict)  # (words, width): instances
    levels: int = 0
    ns: float = 0.0
    begin: str = ""
    end: str = ""

    def store(self, file: pathlib.Path, key: str) -> None:
        values = {**vars(self), "memories": [[*shape, count] for shape, count in self.memories.items()]}
        file.write_text(json.dumps({"key": key, "values": values}))

    @staticmethod
    def stored(file: pathlib.Path, key: str):
        """What an earlier run found for the same inputs, or nothing."""
        try:
            found = json.loads(file.read_text())
        except (OSError, ValueError):
            return None
        if found["key"] != key:
            return None
        memories = {(words, width): count for words, width, count in found["values"]["memories"]}
        return Estimate(**{**found["values"], "memories": memories})

    @property
    def mhz(self) -> float:
        return 1000 / self.ns if self.ns else 0.0

    @property
    def memory_bits(self) -> int:
        return sum(words * width * count for (words, width), count in self.memories.items())


def script(block: str, verilog: pathlib.Path, libraries: list, aim_ps: float, dont_use: list) -> str:
    """Yosys' commands. Each module becomes gates once, however often it is there; what constants and equal gates leave is found
    behind the flattening, and abc sees the block as a whole. The memories are opened: their pins become ports of the block, so
    that paths begin and end there."""
    files = " ".join(str(f) for f in sorted(verilog.glob("*.v")))
    liberty = " ".join(f"-liberty {l}" for l in libraries)
    unused = " ".join(f"-dont_use {c}" for c in dont_use)
    lines = [
        f"read_verilog {files}",
        f"hierarchy -check -top ackw_{block}",
        f"tee -q -o shapes.txt dump -m *{WRAPPER}/m:*",
        f"blackbox *{WRAPPER}",
        f"synth -top ackw_{block} -booth -noabc -noshare -extra-map prefix_adder.v",
        "flatten",
        "opt_clean -purge",
        "opt_expr",
        "opt_merge",
        "opt_dff",
        "opt_dff",  # an enable that the first found to be 1 is none
        "opt_clean -purge",
        "tee -q -o boxes.json stat -json",
        f"expose -evert t:*{WRAPPER}",
        "delete -port w:*u_sram.clk",
        "opt_clean -purge",
        "rename -wire -suffix _reg t:$_*DFF*",
        "tee -q -o flops.json stat -json",
        f"dfflibmap {liberty} {unused}",
        f"abc -D {aim_ps:.0f} -constr drive.constr -script delay.abc {liberty} {unused}",
        "setundef -zero",
        "splitnets",
        "opt_clean -purge",
        "tee -q -o cells.json stat -json",
        "write_verilog -noattr -noexpr -nohex -nodec netlist.v",
    ]
    return "".join(f"{line}\n" for line in lines)


def run(work: pathlib.Path, name: str, command: list, environment: dict) -> str:
    """Runs a tool in the block's folder. Gives its output, which is kept there; what it complains of goes to the user."""
    done = subprocess.run([str(c) for c in command], cwd=work, env=environment, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    (work / f"{name}.log").write_text(done.stdout)
    error = re.search(r"^.*\bERROR: *(.*)$|^(Error: .*)$", done.stdout, re.M)
    if done.returncode != 0 or error:
        said = next(filter(None, error.groups()), "") if error else "".join(done.stdout.strip().splitlines()[-1:])
        raise Failed(f"{name} failed on {work.name}, see {work / name}.log: {said}")
    return done.stdout


def counts(file: pathlib.Path) -> dict:
    return json.loads(file.read_text())["design"]["num_cells_by_type"]


def memories(shapes: str, boxes: dict) -> dict:
    """The instances of the wrapper by shape, out of Yosys' dump of its variants and the count of each."""
    found = {}
    for module, width, words in re.findall(r"^module \\?(\S+)\n.*?memory width (\d+) size (\d+) \\words", shapes, re.S | re.M):
        count = boxes.get(module, 0)
        if count:
            shape = (int(words), int(width))
            found[shape] = found.get(shape, 0) + count
    wrapped = sum(count for name, count in boxes.items() if name.endswith(WRAPPER))
    if sum(found.values()) != wrapped:
        raise Failed(f"{wrapped} instances of {WRAPPER}, of which {sum(found.values())} have a shape: expected all")
    return found


def flops(cells: dict) -> tuple:
    """All, and those with an enable, as Yosys names them before they become cells of the library."""
    kinds = {name.split("_")[1]: 0 for name in cells if name.startswith("$_")}
    for name, count in cells.items():
        if name.startswith("$_"):
            kinds[name.split("_")[1]] += count
    latches = [kind for kind in kinds if "LATCH" in kind]
    if latches:
        raise Failed(f"latches, {latches}: expected none")
    all_flops = {kind: count for kind, count in kinds.items() if "DFF" in kind}
    return sum(all_flops.values()), sum(n for kind, n in all_flops.items() if kind.endswith("E"))


def registers(block: str, verilog: pathlib.Path, work: pathlib.Path, tools: pathlib.Path) -> tuple:
    """All flops of a block and those with an enable, without what comes behind: no library is needed for that."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    shutil.copy(HERE / "prefix_adder.v", work)
    counted = script(block, verilog, [], 1.0, []).split("dfflibmap")[0]
    (work / "script.ys").write_text(counted)
    environment = {**os.environ, "PYTHONPATH": str(tools), "PYTHONDONTWRITEBYTECODE": "1"}
    run(work, "yosys", [sys.executable, "-c", YOSYS, "script.ys"], environment)
    return flops(counts(work / "flops.json"))


def synthesise(block: str, verilog: pathlib.Path, work: pathlib.Path, library, libraries: list, tools: pathlib.Path, aim_ps: float,
               dont_use: list) -> Estimate:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for file in ("prefix_adder.v", "delay.abc"):
        shutil.copy(HERE / file, work)
    load = 4 * library.capacitance(library.inverter)
    (work / "drive.constr").write_text(f"set_driving_cell {library.inverter.name}\nset_load {load * library.load_ff:.4f} [all_outputs]\n")
    (work / "script.ys").write_text(script(block, verilog, libraries, aim_ps, dont_use))
    environment = {**os.environ, "PYTHONPATH": str(tools), "PYTHONDONTWRITEBYTECODE": "1"}
    log = run(work, "yosys", [sys.executable, "-c", YOSYS, "script.ys"], environment)
    estimate = Estimate(block, memories=memories((work / "shapes.txt").read_text(), counts(work / "boxes.json")))
    estimate.flops, estimate.enabled = flops(counts(work / "flops.json"))
    for cell, count in counts(work / "cells.json").items():
        if cell not in library.cells:
            raise Failed(f"the library has nothing for {cell}, of which {block} needs {count}: expected cells for all gates and flops")
        estimate.area += count * library.cells[cell].area
    # abc's: without clock-to-q and setup
    delays = re.findall(r"Delay = *([\d.]+) ps", log)
    path = re.findall(r"^ABC: Path +(\d+) --", log, re.M)
    ends = re.findall(r"Start-point = \S+ \(\\?([^)]*)\).*End-point = \S+ \(\\?([^)]*)\)", log)
    if not delays or not ends:
        raise Failed(f"abc told no delay of {block}, see {work}/yosys.log")
    estimate.ns, estimate.levels = float(delays[-1]) / 1000, int(path[-1]) if path else 0
    estimate.begin, estimate.end = map(plain, ends[-1])
    return estimate


def plain(name: str) -> str:
    """A register's or a port's name, without index."""
    return re.sub(r"\s*\[\d+\]|\\", "", re.sub(r"_reg$", "", name.strip()))


def time(estimate: Estimate, work: pathlib.Path, library, libraries: list, sta: str) -> None:
    """OpenSTA's clock in place of abc's: with clock-to-q and setup."""
    load = 4 * library.capacitance(library.inverter)
    lines = [f"read_liberty {l}" for l in libraries] + [
        "read_verilog netlist.v",
        f"link_design ackw_{estimate.block}",
        "set_cmd_units -time ns",
        f"create_clock -name clk -period {PERIOD_NS} [get_ports clk]",
        "set_input_delay 0 -clock clk [all_inputs]",
        "set_output_delay 0 -clock clk [all_outputs]",
        f"set_load {load} [all_outputs]",
        "set_false_path -from [get_ports rst_n]" if re.search(r"^\s*input rst_n;", (work / "netlist.v").read_text(), re.M) else "",
        "report_checks -path_delay max -digits 4",
        "exit",
    ]
    (work / "sta.tcl").write_text("".join(f"{line}\n" for line in lines if line))
    report = run(work, "sta", [sta, "-no_splash", "-no_init", "-exit", "sta.tcl"], dict(os.environ))
    slack = re.search(r"^\s*(-?[\d.]+)\s+slack", report, re.M)
    begin, end = (re.search(rf"^{kind}: (\S+)", report, re.M) for kind in ("Startpoint", "Endpoint"))
    if not (slack and begin and end):
        raise Failed(f"OpenSTA found no path in {estimate.block}, see {work}/sta.log")
    estimate.ns = PERIOD_NS - float(slack.group(1))
    rows = re.findall(r"^\s*-?[\d.]+\s+[\d.]+ [v^] (\S+)/[^/\s]+ \((\w+)\)", report, re.M)
    gates = [instance for instance, _ in rows if instance not in (begin.group(1), end.group(1))]
    estimate.levels = len(gates)
    estimate.begin, estimate.end = plain(begin.group(1)), plain(end.group(1))
