"""Synthesis of one block with Yosys: what it takes of each family, and for ECP5 the net list to place."""
import json
import pathlib
import re
import shutil
from dataclasses import dataclass

from . import tools
from .failure import Failure
from .tools import Tools


@dataclass(frozen=True)
class Family:
    """How a family is synthesised and counted. A cell that is in no column is an error: nothing is left uncounted in silence."""

    target: str  # rtl.target of the configuration
    command: str
    columns: dict[str, tuple[str, ...]]  # column: the cells it adds up
    free: tuple[str, ...] = ()  # cells that take nothing of their own


FAMILIES = {
    "ecp5": Family(
        target="ecp5",
        command="synth_ecp5 -noiopad",
        columns={
            "LUT4": ("LUT4",),
            "FF": ("TRELLIS_FF",),
            "CCU2C": ("CCU2C",),
            "DP16KD": ("DP16KD",),
            "DPR16X4": ("TRELLIS_DPR16X4",),
            "MULT18X18D": ("MULT18X18D",),
        },
        # muxes of LUTs in their slice, and constants
        free=("PFUMX", "L6MUX21", "GND", "VCC"),
    ),
    "xcup": Family(
        target="generic",
        command="synth_xilinx -family xcup -flatten -noiopad -noclkbuf -uram",
        columns={
            "LUT": ("LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6"),
            "FF": ("FDRE", "FDSE", "FDCE", "FDPE"),
            "CARRY4": ("CARRY4",),
            "CARRY8": ("CARRY8",),
            "LUTRAM": ("RAM32M", "RAM32M16", "RAM64M", "RAM64M8", "RAM32X1D", "RAM64X1D", "RAM128X1D", "RAM256X1D", "RAM64X8SW"),
            "SRL": ("SRL16E", "SRLC16E", "SRLC32E"),
            "RAMB18": ("RAMB18E2",),
            "RAMB36": ("RAMB36E2",),
            "URAM": ("URAM288", "URAM288_BASE"),
            "DSP48E2": ("DSP48E2",),
        },
        # an inverter goes into the LUT or register behind it
        free=("INV", "MUXF7", "MUXF8", "MUXF9", "GND", "VCC"),
    ),
    "cyclonev": Family(
        target="generic",
        command="synth_intel_alm -family cyclonev -noiopad -noclkbuf",
        columns={
            "ALUT": ("MISTRAL_ALUT2", "MISTRAL_ALUT3", "MISTRAL_ALUT4", "MISTRAL_ALUT5", "MISTRAL_ALUT6"),
            "ALUT arith": ("MISTRAL_ALUT_ARITH",),
            "FF": ("MISTRAL_FF",),
            "M10K": ("MISTRAL_M10K",),
            "MLAB": ("MISTRAL_MLAB",),
            "MUL9": ("MISTRAL_MUL9X9",),
            "MUL18": ("MISTRAL_MUL18X18",),
            "MUL27": ("MISTRAL_MUL27X27",),
        },
        free=("MISTRAL_NOT", "MISTRAL_BUF"),
    ),
}


def counts(stat: str, family: str) -> dict[str, int]:
    """What `stat -json` says of the whole design, column by column."""
    cells = json.loads(stat)["design"]["num_cells_by_type"]
    chosen = FAMILIES[family]
    column = {cell: name for name, adds in chosen.columns.items() for cell in adds}
    result = dict.fromkeys(chosen.columns, 0)
    for cell, number in cells.items():
        if cell in column:
            result[column[cell]] += number
        elif cell not in chosen.free and not cell.startswith("$scopeinfo"):
            raise Failure(f"{family}: {number} cells {cell}: expected cells that fpga/flow/synth.py counts")
    return result


def what_is_read(verilog: str) -> str:
    """The text without comments at the ends of lines, which change no result; each token keeps its line and column, which do."""
    return re.sub(r"[ \t]*//[^\n]*", "", verilog)


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
