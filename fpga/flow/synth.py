"""Synthesis of one block with Yosys: what it takes of each family, and for ECP5 the net list to place."""
import json
import pathlib
import re
import shutil
from dataclasses import dataclass

from . import tools
from .failure import Failure
from .tools import Tools


def each(*cells: str) -> dict[str, int]:
    return dict.fromkeys(cells, 1)


@dataclass(frozen=True)
class Family:
    """How a family is synthesised and counted. A cell that is in no column is an error: nothing is left uncounted in silence."""

    target: str  # rtl.target of the configuration
    command: str
    columns: dict[str, dict[str, int]]  # column: the cells it adds up, and what each counts for
    free: tuple[str, ...] = ()  # cells that take nothing of their own


FAMILIES = {
    "ecp5": Family(
        target="ecp5",
        command="synth_ecp5 -noiopad",
        columns={
            "LUT4": each("LUT4"),
            "FF": each("TRELLIS_FF"),
            "CCU2C": each("CCU2C"),
            "DP16KD": each("DP16KD"),
            "DPR16X4": each("TRELLIS_DPR16X4"),
            "MULT18X18D": each("MULT18X18D"),
        },
        # muxes of LUTs in their slice, and constants
        free=("PFUMX", "L6MUX21", "GND", "VCC"),
    ),
    "xcup": Family(
        target="generic",
        command="synth_xilinx -family xcup -flatten -noiopad -noclkbuf -uram",
        columns={
            "LUT": each("LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6"),
            "FF": each("FDRE", "FDSE", "FDCE", "FDPE"),
            "CARRY4": each("CARRY4"),
            "CARRY8": each("CARRY8"),
            "LUT as RAM": {
                **each("RAM16X1S", "RAM32X1S", "RAM64X1S"),
                **dict.fromkeys(("RAM128X1S", "RAM16X1D", "RAM32X1D", "RAM64X1D"), 2),
                **dict.fromkeys(("RAM256X1S", "RAM128X1D", "RAM32M", "RAM64M"), 4),
                **dict.fromkeys(("RAM512X1S", "RAM256X1D", "RAM32M16", "RAM64M8", "RAM32X16DR8", "RAM64X8SW"), 8),
            },
            "LUT as SRL": each("SRL16E", "SRLC16E", "SRLC32E"),
            "RAMB18": each("RAMB18E2"),
            "RAMB36": each("RAMB36E2"),
            "URAM": each("URAM288", "URAM288_BASE"),
            "DSP48E2": each("DSP48E2"),
        },
        # an inverter goes into the LUT or register behind it
        free=("INV", "MUXF7", "MUXF8", "MUXF9", "GND", "VCC"),
    ),
    "cyclonev": Family(
        target="generic",
        command="synth_intel_alm -family cyclonev -noiopad -noclkbuf",
        columns={
            "ALUT": each("MISTRAL_ALUT2", "MISTRAL_ALUT3", "MISTRAL_ALUT4", "MISTRAL_ALUT5", "MISTRAL_ALUT6"),
            "ALUT with carry": each("MISTRAL_ALUT_ARITH"),
            "FF": each("MISTRAL_FF"),
            "M10K": each("MISTRAL_M10K"),
            "MLAB of 32x1": each("MISTRAL_MLAB"),
            "MUL 9x9": each("MISTRAL_MUL9X9"),
            "MUL 18x18": each("MISTRAL_MUL18X18"),
            "MUL 27x27": each("MISTRAL_MUL27X27"),
        },
        # an inverter goes into the ALUT or register behind it
        free=("MISTRAL_NOT", "MISTRAL_BUF"),
    ),
}


def counts(stat: str, family: str) -> dict[str, int]:
    """What `stat -json` says of the whole design, column by column."""
    cells = json.loads(stat)["design"]["num_cells_by_type"]
    chosen = FAMILIES[family]
    counting = {cell: (column, weight) for column, adds in chosen.columns.items() for cell, weight in adds.items()}
    result = dict.fromkeys(chosen.columns, 0)
    for cell, number in cells.items():
        if cell in counting:
            column, weight = counting[cell]
            result[column] += weight * number
        elif cell not in chosen.free and cell != "$scopeinfo":
            raise Failure(f"{family}: {number} cells {cell}: expected cells that fpga/flow/synth.py counts")
    return result


def what_is_read(verilog: str) -> str:
    """The text without comments and empty lines. Yosys names what it finds by line and column, which a result depends on: they
    are those of the code alone, so that a comment of another length changes nothing."""
    return re.sub(r"\n(?:[ \t]*\n)+", "\n", re.sub(r"[ \t]*//[^\n]*", "", verilog))


def sources(folder: pathlib.Path, module: str) -> dict[str, str]:
    """The Verilog of an exported folder, as the tools read it."""
    if not (folder / f"{module}.v").exists():
        raise Failure(f"{folder} has no {module}.v: expected a folder that `ackwright export` wrote")
    return {file.name: what_is_read(file.read_text()) for file in sorted(folder.glob("*.v"))}


def run(found: Tools, work: pathlib.Path, files: dict[str, str], top: str, family: str) -> dict[str, int]:
    """Synthesises into the folder `work`: stat.json, and for ECP5 netlist.json to place."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for name, text in files.items():
        (work / name).write_text(text)
    steps = [f"read_verilog {' '.join(files)}", f"{FAMILIES[family].command} -top {top}", "tee -q -o stat.json stat -json"]
    steps += ["write_json netlist.json"] if family == "ecp5" else []
    # the log is what Yosys itself writes: of the wheel's standard output abc takes the end away, errors included
    tools.run(work / "synthesis.out", found.yosys, "-q", "-l", "synthesis.log", "-p", "; ".join(steps))
    for file in ["stat.json"] + (["netlist.json"] if family == "ecp5" else []):
        if not (work / file).exists():
            raise Failure(f"yosys ended without {work / file}, see {work / 'synthesis.log'}")
    return counts((work / "stat.json").read_text(), family)
