"""Place and route of a synthesised block with nextpnr-ecp5, one seed a call, and what its report says of the clock."""
import json
import pathlib
import re
from dataclasses import dataclass

from . import tools
from .failure import Failure
from .parts import Part
from .tools import Tools

# what is the same for every block and seed
OPTIONS = ["--out-of-context", "--router", "router1", "--timing-allow-fail"]


@dataclass(frozen=True)
class Path:
    """The longest path from register to register."""

    start: str
    end: str
    total_ns: float
    routing_ns: float


def run(found: Tools, work: pathlib.Path, part: Part, grade: int, aim_mhz: int, seed: int) -> tuple[float, Path]:
    """The clock in MHz and the longest path of netlist.json in `work`. Log and report stay there."""
    name = f"{part.name}-{grade}-{aim_mhz}-seed{seed}"
    goal = ["--freq", aim_mhz, "--seed", seed, "--json", "netlist.json", "--report", f"{name}.json"]
    tools.run(work / f"{name}.log", found.nextpnr, *part.arguments(grade), *OPTIONS, *goal)
    report = work / f"{name}.json"
    if not report.exists():
        raise Failure(f"nextpnr ended without {report}")
    return clock(json.loads(report.read_text()), str(report))


def clock(report: dict, where: str) -> tuple[float, Path]:
    """The one clock of a report, and its longest path from register to register."""
    if len(report["fmax"]) != 1:
        raise Failure(f"{where} has the clocks {sorted(report['fmax'])}: expected one")
    [(name, fmax)] = report["fmax"].items()
    edge = f"posedge {name}"
    paths = [p["path"] for p in report["critical_paths"] if p["from"] == p["to"] == edge]
    if not paths or not paths[0]:
        raise Failure(f"{where} has no path from {edge} to {edge}: expected a design with registers")
    longest = max(paths, key=lambda path: sum(step["delay"] for step in path))
    total = sum(step["delay"] for step in longest)
    routing = sum(step["delay"] for step in longest if step["type"] == "routing")
    ends = [readable(longest[0]["from"]["cell"]), readable(longest[-1]["to"]["cell"])]
    return fmax["achieved"], Path(*ends, round(total, 2), round(routing, 2))


# what Yosys appends to the name of a wire to make that of a cell; and no emitted name has a $, so that is a tool's too
GROWN = re.compile(r"(?:_(?:TRELLIS_FF|LUT4|CCU2C|PFUMX|L6MUX21|TRELLIS_DPR16X4|DP16KD|MULT18X18D)_|\$).*$")


def readable(cell: str) -> str:
    """The wire or instance of the emitted Verilog that a cell came from."""
    return cell if cell.startswith("$") else GROWN.sub("", cell).rstrip(".")
