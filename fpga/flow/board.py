"""The demonstration on a board: from an exported folder with `board/` to a bitstream, with what it takes and how fast it would be."""
import json
import os
import pathlib
from dataclasses import replace

from . import parts, route, synth, tools
from .failure import Failure, say
from .measure import Measure, Source
from .table import Row

# a ULX3S with its largest device, LFE5U-85F-6BG381C; the clock is the oscillator's
TOP = "ackw_ulx3s"
PART = replace(parts.PARTS["LFE5U-85F"], package="CABGA381")
GRADE = 6
MHZ = 25
# the multipliers bound any clock of it
CEILING = "mul-out"


def row(seed: int) -> Row:
    return Row("board", TOP.removeprefix("ackw_"), {}, "ecp5", PART.name, GRADE, MHZ, (seed,), "yes", CEILING)


def source(folder: pathlib.Path) -> Source:
    """The Verilog that the folder lists for the board, flat as the tools read it."""
    listed = folder / "board" / f"{TOP}.f"
    if not listed.exists():
        raise Failure(f"{folder} has no board/{TOP}.f: expected a folder that `ackwright export --board ulx3s` wrote")
    files = {}
    for name in listed.read_text().split():
        path = folder / name
        if not path.exists():
            raise Failure(f"{listed} lists {name}, which is not there: expected the folder as it was written")
        files[path.name] = synth.what_is_read(path.read_text())
    return Source(files)


def must_fit(folder: pathlib.Path, counts: dict[str, int]) -> None:
    lacks = PART.lacks(counts)
    if lacks:
        needs = ", ".join(lacks)
        raise Failure(f"{folder}: {TOP} does not fit the board's {PART.name}: {needs}: expected a configuration that takes less, fewer QPs, say")


def must_reach(wanted: float, mhz: float, path: route.Path) -> None:
    if mhz < wanted:
        raise Failure(
            f"{TOP}: {wanted} MHz is not reached: expected at most {mhz:.1f}; "
            f"the longest path goes from {path.start} to {path.end}, {path.total_ns:.2f} ns, {path.routing_ns:.2f} of it routing"
        )


def place(measurer: Measure, folder: pathlib.Path, found: Source, seed: int) -> tuple[pathlib.Path, float, route.Path]:
    """Places and routes what has been synthesised; gives the text of the configuration, the clock in MHz and the longest path."""
    made = row(seed)
    work = measurer.work / measurer.synthesis(made, found)
    if not (work / "netlist.json").exists():
        synth.run(measurer.tools, work, found.files, TOP, "ecp5")
    (work / f"{TOP}.lpf").write_text((folder / "board" / f"{TOP}.lpf").read_text())
    name = f"{TOP}-seed{seed}"
    say(f"place and route with seed {seed}")
    device = PART.arguments(GRADE) + ["--lpf", f"{TOP}.lpf", "--timing-allow-fail", "--seed", seed]
    out = ["--json", "netlist.json", "--report", f"{name}.json", "--textcfg", f"{name}.config"]
    tools.run(work / f"{name}.log", measurer.tools.nextpnr, *device, *out)
    for file in (f"{name}.json", f"{name}.config"):
        if not (work / file).exists():
            raise Failure(f"nextpnr ended without {work / file}")
    return work / f"{name}.config", *route.clock(json.loads((work / f"{name}.json").read_text()), f"{name}.json")


def pack(config: pathlib.Path, ecppack: pathlib.Path, out: pathlib.Path) -> pathlib.Path:
    """The bitstream, whole or not at all."""
    bit = config.with_suffix(".bit")
    tools.run(config.with_suffix(".pack.log"), ecppack, "--compress", config.name, bit.name)
    if not bit.exists():
        raise Failure(f"ecppack ended without {bit}")
    out.mkdir(parents=True, exist_ok=True)
    os.replace(bit, out / f"{TOP}.bit")
    return out / f"{TOP}.bit"
