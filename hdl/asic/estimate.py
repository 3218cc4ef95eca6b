#!/usr/bin/env python3
"""Estimates an exported folder in standard cells: area, flops, levels and clock of every block, and the memories that it needs.

    hdl/asic/estimate.py FOLDER LIB[,LIB...] [--blocks a,b] [--clock MHZ] [--dont-use GLOB,...] [--name NAME --page FILE]
    hdl/asic/estimate.py FOLDER --flops [--blocks a,b]
    hdl/asic/estimate.py FOLDER --check FILE

FOLDER is what `ackwright export` writes, of a configuration with rtl.target = "asic". Each LIB is a Liberty file, plain or .gz; the
files together are one library. Synthesis is by the wheel of requirements.txt, installed below target/ at first use, and timing
by OpenSTA's `sta` where it is on PATH. Net lists, logs and reports stay in target/asic. With --flops only the
registers are counted, and those with an enable, which needs no library. With --check nothing is measured: are the tables
of the page of the folder's Verilog? Exit codes: 0 done, 2 bad input or a goal that
is missed, 3 a tool is missing."""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time as clock

import liberty
import synthesis

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent.parent / "target"
WIRE_LOAD = re.compile(r"^\s*default_wire_load(_selection)?\s*:.*$", re.M)
EARLIER = "earlier"
FLOW = ["synthesis.py", "prefix_adder.v", "delay.abc", "requirements.txt"]
BLOCKS = ["recip", "psn", "choice", "sent", "issue", "pawa", "interval", "hops", "inflight", "window", "parser", "shaper", "sender", "receiver", "responder",
          "inserter", "prober", "engine"]


def say(what: str) -> None:
    print(f"asic: {what}", file=sys.stderr, flush=True)


def stop(code: int, what: str):
    say(what)
    sys.exit(code)


class Usage(argparse.ArgumentParser):
    """One line in place of the usage."""

    def error(self, message: str):
        stop(2, f"{message}; --help says more")


def tools() -> pathlib.Path:
    """The folder of the pinned packages, written beside and renamed. One of another pinning is replaced."""
    pinned = (HERE / "requirements.txt").read_text()
    folder = TARGET / "asic-tools"
    stamp = folder / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != pinned:
        say("installing Yosys")
        new = folder.with_name(f"asic-tools.{os.getpid()}")
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", new, "-r", HERE / "requirements.txt"]
        done = subprocess.run(pip, capture_output=True, text=True)
        if done.returncode != 0:
            shutil.rmtree(new, ignore_errors=True)
            stop(3, "pip could not install hdl/asic/requirements.txt: " + "".join(done.stderr.strip().splitlines()[-1:]))
        (new / "requirements.txt").write_text(pinned)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            new.rename(folder)
        except OSError:  # another run was first
            shutil.rmtree(new, ignore_errors=True)
    return folder


def configuration(folder: pathlib.Path) -> str:
    """The hash of the folder's configuration, which must be for this target."""
    file = folder / "ackwright.toml"
    try:
        target = re.search(r'^target = "(\w+)"', file.read_text(), re.M).group(1)
        found = json.loads((folder / "manifest.json").read_text())["configuration"]
    except (OSError, AttributeError, KeyError, ValueError):
        stop(2, f"{file}: cannot read the configuration: expected a folder that `ackwright export` wrote")
    if target != "asic":
        stop(2, f'{file}: rtl.target = "{target}": expected "asic"')
    return found


def text_hash(folder: pathlib.Path, block: str) -> str:
    """Of the Verilog that the block is made of, without the comments at the ends of lines."""
    found, left = {}, [f"ackw_{block}"]
    while left:
        name = left.pop()
        file = folder / f"{name}.v"
        if name not in found and file.exists():
            found[name] = re.sub(r"[ \t]*//[^\n]*", "", file.read_text())
            left += set(re.findall(r"\backw_\w+", found[name]))
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:16]


def check(folder: pathlib.Path, page: pathlib.Path) -> None:
    """Every row of the page's tables is of the folder's Verilog, or says that it is of an earlier one."""
    inside, today, earlier = False, 0, 0
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("<!-- asic:"):
            inside = line.startswith("<!-- asic:begin")
        elif inside and (block := re.match(r"\| `(\w+)`", line)):
            cell = line.strip("| ").split("|")[-1].strip()
            if cell == f"`{text_hash(folder, block[1])}`":
                today += 1
            elif cell.startswith(EARLIER):
                earlier += 1
            else:
                stop(2, f"{page.name}:{number}: {block[1]} is not of today's Verilog: expected `just asic` to be run, or `{EARLIER}` before the hash")
    if today + earlier == 0:
        stop(2, f"{page}: no row of a table was compared: expected tables between their markers")
    print(f"{today} rows are of today's Verilog, {earlier} say that they are of an earlier one")


def row(e: synthesis.Estimate, gate: float, text: str) -> str:
    share = f"{100 * e.enabled / e.flops:.0f} %" if e.flops else ""
    name = f"`{e.block}`" + (", without its memories" if e.block == "engine" else "")
    path = f"`{e.begin}` → `{e.end}`"
    return (f"| {name} | {e.area / gate / 1000:.1f} | {e.area:.0f} | {e.flops} | {share} | {e.memory_bits} | {e.levels} | {e.ns:.3f} "
            f"| {e.mhz:.0f} | {path} | `{text}` |")


def table(estimates: list, library, timed: bool, texts: dict) -> str:
    head = "| block | kGE | area | flops | with enable | memory, bits | levels | ns | MHz | longest path | hash |\n|" + "---|" * 11
    lines = [head] + [row(e, library.nand2.area, texts[e.block]) for e in estimates]
    largest = max(estimates, key=lambda e: e.memory_bits)
    if largest.memories:
        shapes = sorted(largest.memories.items(), key=lambda m: -m[0][0] * m[0][1] * m[1])
        boxes = ", ".join(f"{count} of {words} × {width}" for (words, width), count in shapes)
        total = sum(largest.memories.values())
        lines += ["", f"Memories of `{largest.block}`, words × bits: {boxes}: {total} in all, {largest.memory_bits} bits."]
    if not timed:
        lines += ["", "ns, MHz and levels are abc's, without clock-to-q and setup: OpenSTA is not installed."]
    return "\n".join(lines)


def insert(page: pathlib.Path, name: str, text: str) -> None:
    """Puts the text between the page's markers of that name, at the end if there are none; written beside and renamed."""
    begin, end = f"<!-- asic:begin {name} -->", f"<!-- asic:end {name} -->"
    old = page.read_text()
    new = f"{begin}\n{text}\n{end}"
    if begin in old and end in old.split(begin)[1]:
        head, rest = old.split(begin, 1)
        new = head + new + rest.split(end, 1)[1]
    else:
        new = old.rstrip() + "\n\n" + new + "\n"
    beside = page.with_name(page.name + ".new")
    beside.write_text(new)
    beside.replace(page)


def arguments() -> argparse.Namespace:
    parser = Usage(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("liberty", nargs="?", help="files, with commas between")
    parser.add_argument("--blocks", help="default: those that the folder has of " + ", ".join(BLOCKS))
    parser.add_argument("--clock", type=float, metavar="MHZ", help="what synthesis works towards and each block must reach; default: as fast as it goes")
    parser.add_argument("--dont-use", default="", metavar="GLOB,...", help="cells that are left alone")
    parser.add_argument("--name", default="", help="of the library, on the page; default: the first file's")
    parser.add_argument("--page", type=pathlib.Path, metavar="FILE", help="also write the table there, once every block of the run is done")
    parser.add_argument("--flops", action="store_true", help="only count the registers, and those with an enable")
    parser.add_argument("--check", type=pathlib.Path, metavar="FILE", help="only tell whether the tables of this page are of the folder's Verilog")
    args = parser.parse_args()
    if not args.liberty and not args.check and not args.flops:
        stop(2, "no Liberty file is given: expected FOLDER LIB, FOLDER --flops or FOLDER --check FILE")
    if args.check and not args.check.is_file():
        stop(2, f"{args.check}: expected a page that is there")
    if args.clock is not None and not 1 <= args.clock <= 100_000:
        stop(2, f"--clock {args.clock:g}: expected MHz, 1 to 100000")
    if args.page and not args.page.is_file():
        stop(2, f"{args.page}: expected a page that is there")
    return args


def main() -> None:
    args = arguments()
    found = configuration(args.folder)
    verilog = args.folder.resolve()
    if args.check:
        check(verilog, args.check)
        return
    there = [b for b in BLOCKS if (verilog / f"ackw_{b}.v").exists()]
    if not there:
        stop(2, f"{args.folder}: expected one of the blocks {', '.join(BLOCKS)}")
    blocks = args.blocks.split(",") if args.blocks else there
    for block in blocks:
        if block not in there:
            stop(2, f"--blocks {block}: expected one of {', '.join(there)}")
    if args.flops:
        packages = tools()
        print("| block | flops | with enable | hash |\n|---|---|---|---|")
        for block in blocks:
            found, enabled = synthesis.registers(block, verilog, TARGET / "asic" / "flops" / block, packages)
            print(f"| `{block}` | {found} | {100 * enabled / found:.0f} % | `{text_hash(verilog, block)}` |", flush=True)
        return
    library = liberty.Library([pathlib.Path(p) for p in args.liberty.split(",")])
    name = args.name or library.names[0]
    packages = tools()
    sta = shutil.which("sta")
    if not sta:
        say("no `sta` on PATH (Debian: apt-get install opensta): delays are abc's, without clock-to-q and setup")

    work = TARGET / "asic" / re.sub(r"\W+", "_", name)
    work.mkdir(parents=True, exist_ok=True)
    files = []
    for k, path in enumerate(library.paths):
        # abc and older OpenSTA read no compressed files. Nothing is known of wires, so no wire load model is taken
        files.append(work / f"library_{k}.lib")
        files[-1].write_text(WIRE_LOAD.sub("", library.text[path]))
    aim_ps = 850_000 / args.clock if args.clock else 1.0  # the rest of the cycle is clock-to-q and setup
    dont_use = [c for c in args.dont_use.split(",") if c]
    timer = subprocess.run([sta, "-version"], capture_output=True, text=True).stdout.strip() if sta else ""
    # all that a block's figures depend on: an interrupted run goes on where it stopped, and what did not change is not made again
    shared = hashlib.sha256(repr((aim_ps, dont_use, timer, sorted(library.text.values()))).encode())
    for file in (HERE / f for f in FLOW):
        shared.update(file.read_bytes())
    texts = {block: text_hash(verilog, block) for block in blocks}
    estimates = []
    for block in blocks:
        started = clock.monotonic()
        stored = work / block / "estimate.json"
        key = shared.hexdigest() + texts[block]
        estimate = synthesis.Estimate.stored(stored, key)
        if estimate is None:
            say(f"{block}: synthesis")
            estimate = synthesis.synthesise(block, verilog, work / block, library, files, packages, aim_ps, dont_use)
            if sta:
                synthesis.time(estimate, work / block, library, files, sta)
            estimate.store(stored, key)
        estimates.append(estimate)
        say(f"{block}: {estimate.area / library.nand2.area / 1000:.1f} kGE, {estimate.mhz:.0f} MHz, {clock.monotonic() - started:.0f} s")

    version = re.search(r"Yosys [\d.+]+", (work / blocks[0] / "netlist.v").read_text()).group()
    version += f" with its abc, OpenSTA {timer}" if sta else " with its abc"
    shown = [sys.argv[1], ",".join(p.name for p in library.paths)]
    for option, value in (("--blocks", args.blocks), ("--dont-use", args.dont_use), ("--clock", args.clock), ("--name", args.name)):
        if value:
            shown += [option, f"{value:g}" if isinstance(value, float) else value]
    gate = f"1 GE is the area of {library.nand2.name}, {library.nand2.area:g}"
    text = f"`hdl/asic/estimate.py {' '.join(shown)}`, {datetime.date.today()}, {version}. Configuration {found}. {gate}.\n\n{table(estimates, library, bool(sta), texts)}"
    print(text, flush=True)
    slowest = min(estimates, key=lambda e: e.mhz)
    if args.clock and slowest.mhz < args.clock:
        stop(2, f"--clock {args.clock:g}: {slowest.block} reaches {slowest.mhz:.0f} MHz in {name}: expected a goal that it can meet")
    if args.page:
        insert(args.page, name, text)


if __name__ == "__main__":
    try:
        main()
    except (liberty.Bad, synthesis.Failed) as e:
        stop(2, str(e))
    except KeyboardInterrupt:
        stop(130, "interrupted")
