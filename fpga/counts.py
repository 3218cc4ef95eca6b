#!/usr/bin/env python3
"""Synthesises an exported folder for ECP5 with Yosys and prints what each block takes.

    fpga/counts.py FOLDER [BLOCK ...]

FOLDER is what `ackwright export` writes. The counts are after `synth_ecp5` without pads, before placement.
Needs `yosys` on PATH (Debian: apt-get install yosys)."""
import pathlib
import re
import shutil
import subprocess
import sys

CELLS = ["LUT4", "TRELLIS_FF", "CCU2C", "DP16KD", "TRELLIS_DPR16X4", "MULT18X18D"]
BLOCKS = ["ackw_recip", "ackw_psn", "ackw_issue", "ackw_pawa", "ackw_interval", "ackw_parser", "ackw_engine", "ackw_top",
          "ackw_hops", "ackw_inflight", "ackw_window"]


def synth() -> str:
    """The synthesis command that inserts no pads. Older versions (0.23, say) never do and do not know the option."""
    usage = subprocess.run(["yosys", "-Q", "-p", "help synth_ecp5"], capture_output=True, text=True).stdout
    return "synth_ecp5 -noiopad" if re.search(r"^\s+-noiopad\b", usage, re.M) else "synth_ecp5"


def counts(folder: pathlib.Path, block: str, command: str) -> dict[str, int]:
    files = " ".join(str(f) for f in sorted(folder.glob("*.v")))
    script = f"read_verilog {files}; {command} -top {block}; stat"
    run = subprocess.run(["yosys", "-p", script], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"counts: yosys failed on {block}: {(run.stderr or run.stdout).strip().splitlines()[-1]}")
    tail = run.stdout[run.stdout.rindex("Printing statistics"):]
    # a hierarchy prints module by module and then the sum; after flattening there is one table. Older versions print
    # "name count", newer ones "count name"
    found = {}
    for name in CELLS:
        cell = re.escape(name)
        pairs = re.findall(rf"^\s+(?:{cell}\s+(\d+)|(\d+)\s+{cell})\s*$", tail, re.M)
        numbers = [before or after for before, after in pairs]
        found[name] = int(numbers[-1]) if numbers else 0
    return found


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not shutil.which("yosys"):
        sys.exit("counts: yosys is not on PATH; Debian: apt-get install yosys")
    folder = pathlib.Path(sys.argv[1])
    version = subprocess.run(["yosys", "-V"], capture_output=True, text=True).stdout.split("(")[0].strip()
    command = synth()
    print(f"{version}, {command}, {folder}")
    print("| block | LUT4 | FF | CCU2C | DP16KD | DPR16X4 | MULT18X18D |\n|---|---|---|---|---|---|---|")
    for block in sys.argv[2:] or [b for b in BLOCKS if (folder / f"{b}.v").exists()]:
        row = counts(folder, block, command)
        print(f"| `{block}` | " + " | ".join(str(row[c]) for c in CELLS) + " |")


if __name__ == "__main__":
    main()
