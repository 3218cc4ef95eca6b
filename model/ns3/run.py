#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the module with the C library's functions, runs flows in ns-3, and compares with `simulate`.

    model/ns3/run.py [PROGRAM [FOLDER]] [--mpi [NS3]] [--ranks N,N]

PROGRAM: ackwright, target/release/ackwright without it. Without FOLDER: dumbbell/, slow/ and tree/, of which every
flow's time, the makespan and the longest queue have to be equal. Of a FOLDER the makespan may be 0.5 % apart.

--mpi: with an ns-3 that has MPI (NS3 as in build.py), and again in as many ranks as --ranks says (2 and 4, as far as
there are switches), which have to print what one prints, byte for byte."""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import build

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OWN = ["dumbbell", "slow", "tree"]
MOST = 0.005
SEED = 1
# a rank that waits for ever is a failure
PATIENCE_S = 1800


def said(*command: str) -> str:
    """What a command prints; its errors and its exit code if it fails."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        sys.exit(f"{command[0]}: no end within {PATIENCE_S} s")
    if ran.returncode != 0:
        print(f"{command[0]}: exit code {ran.returncode}: {ran.stderr.strip() or 'no word'}", file=sys.stderr)
        sys.exit(2 if ran.returncode == 2 else 1)
    return ran.stdout


def mpirun(ranks: int) -> list[str]:
    root = ["--allow-run-as-root"] if os.getuid() == 0 else []
    # a rank that waits leaves its core to others
    idle = ["--mca", "mpi_yield_when_idle", "1"]
    return ["mpirun", "-q", *root, "--oversubscribe", *idle, "-n", str(ranks)]


def figures(printed: str) -> tuple[int, int, list[int]]:
    """Makespan, longest queue, and the flows' times, in the order of the file."""
    lines = printed.splitlines()
    times = [int(line.split()[-2]) for line in lines if line.startswith("flow ")]
    of = dict(line.split(" ") for line in lines if not line.startswith("flow "))
    return int(of["makespan_ns"]), int(of["longest_queue_bytes"]), times


def flows(folder: str) -> list[str]:
    """What the flows of a folder are called in fct.txt: addresses and ports, in the order of the file."""
    count, *words = pathlib.Path(folder, "flow.txt").read_text().split()
    ends = [(int(words[6 * i]), int(words[6 * i + 1]), words[6 * i + 3]) for i in range(int(count))]
    # a further flow of a pair has the next source port
    before = [sum(pair[:2] == other[:2] for other in ends[:i]) for i, pair in enumerate(ends)]
    return [f"{0x0b000001 + 256 * source:08x} {0x0b000001 + 256 * sink:08x} {10_000 + n} {port}"
            for (source, sink, port), n in zip(ends, before, strict=True)]  # fmt: skip


def in_simulate(program: str, folder: str, cc: str) -> tuple[int, int, list[int]]:
    with tempfile.TemporaryDirectory() as place:
        out = pathlib.Path(place) / "out"
        said(program, "simulate", folder, "--cc", cc, "--out", str(out))
        results = json.loads((out / "results.json").read_text())
        lines = [line.split() for line in (out / "fct.txt").read_text().splitlines()]
        times = {" ".join(words[:4]): int(words[6]) for words in lines}
    if not results["complete"]:
        sys.exit(f"{folder}, {cc}: simulate did not complete")
    return results["makespan_ns"], results["queue"]["longest_bytes"], [times[flow] for flow in flows(folder)]


def module(ns3: pathlib.Path | None) -> pathlib.Path:
    """The program, with Debian's ns-3 or with a build that has MPI."""
    target = ROOT / "target/functions"
    library = ["cargo", "build", "--release", "-q", "-p", "ackwright-c", "--no-default-features"]
    if subprocess.run([*library, "--target-dir", str(target)], cwd=ROOT).returncode != 0:
        sys.exit("the C library does not compile")
    out = target / "mpi" if ns3 else target
    out.mkdir(exist_ok=True)
    make = ["make", "-s", "-C", str(HERE), f"OUT={out}", f"LIBRARY={target / 'release/libackwright_c.a'}"]
    if ns3:
        names = [f"-l{build.library(ns3, name)}" for name in ["point-to-point", "mpi", "network", "core"]]
        link = ["-L" + str(ns3 / "lib"), "-Wl,-rpath," + str(ns3 / "lib"), *names]
        # another build is another program
        (out / "ackwright_ns3").unlink(missing_ok=True)
        make += ["MPI=1", "CXX=mpicxx", f"NS3_INCLUDE=-isystem {ns3 / 'include'}", f"NS3={' '.join(link)}"]
    if subprocess.run(make).returncode != 0:
        sys.exit("the module does not compile: is ns-3.37 there (apt-get install libns3-dev)?")
    return out / "ackwright_ns3"


def ranks_of(text: str) -> list[int]:
    if not all(word.isascii() and word.isdigit() and 2 <= int(word) <= 1024 for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"{text}: expected numbers from 2 to 1024, with commas")
    return [int(word) for word in text.split(",")]


def options() -> argparse.Namespace:
    reader = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    reader.error = build.refuse
    reader.add_argument("program", nargs="?", default=str(ROOT / "target/release/ackwright"))
    reader.add_argument("folder", nargs="?")
    reader.add_argument("--mpi", nargs="?", const="")
    reader.add_argument("--ranks", type=ranks_of)
    chosen = reader.parse_args()
    if chosen.ranks and chosen.mpi is None:
        build.refuse("--ranks: expected --mpi too")
    if not os.access(chosen.program, os.X_OK):
        build.refuse(f"{chosen.program}: expected the program ackwright: cargo build --release")
    if chosen.folder and not pathlib.Path(chosen.folder, "topology.txt").is_file():
        build.refuse(f"{chosen.folder}: expected a folder with topology.txt and flow.txt")
    return chosen


def switches(folder: str) -> int:
    return int(pathlib.Path(folder, "topology.txt").read_text().split()[1])


def cut_anyhow(program: str, folder: str, cc: str, printed: str) -> bool:
    """Any node in any of three ranks, hosts away from their switches too: the same text."""
    nodes = int(pathlib.Path(folder, "topology.txt").read_text().split()[0])
    chance = random.Random(SEED)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as cut:
        cut.writelines(f"{node} {chance.randrange(3)}\n" for node in range(nodes))
        cut.flush()
        same = said(*mpirun(3), program, folder, cc, "--ranks", "3", "--cut", cut.name) == printed
    print(f"tree, {cc}: cut at random in three (seed {SEED}) prints {'the SAME' if same else 'ANOTHER text'} as one", flush=True)
    return same


def main() -> int:
    chosen = options()
    ns3 = None if chosen.mpi is None else build.built(chosen.mpi or None)
    program = str(module(ns3))
    good, compared, in_ranks = True, 0, dict.fromkeys(chosen.ranks or [2, 4], 0)
    for folder in [chosen.folder] if chosen.folder else [str(HERE / name) for name in OWN]:
        for cc in ["ldcp", "hpcc", "dctcp"]:
            began = time.monotonic()
            printed = said(program, folder, cc)
            seconds = time.monotonic() - began
            ours, theirs = figures(printed), in_simulate(chosen.program, folder, cc)
            apart = abs(ours[0] / theirs[0] - 1)
            alike = len(ours[2]) == len(theirs[2])
            good = good and (alike and apart <= MOST if chosen.folder else ours == theirs)
            compared += len(ours[2])
            other = sum(a != b for a, b in zip(ours[2], theirs[2])) + abs(len(ours[2]) - len(theirs[2]))
            verdict = "EQUAL" if ours == theirs else f"{100 * apart:.3f} % apart, {other} flows' times differ"
            name = f"{pathlib.Path(folder).name}, {cc}"
            print(f"{name}: makespan {ours[0]} ns in ns-3, {theirs[0]} ns in simulate; longest queue {ours[1]} and "
                  f"{theirs[1]} bytes; {len(ours[2])} flows: {verdict}", flush=True)  # fmt: skip
            for ranks in (chosen.ranks or [2, 4]) if ns3 else []:
                if not chosen.folder and ranks > switches(folder):
                    print(f"{name}: not in {ranks} ranks, as it has {switches(folder)} switches", flush=True)
                    continue
                began = time.monotonic()
                parts = said(*mpirun(ranks), program, folder, cc, "--ranks", str(ranks))
                same = parts == printed
                good = good and same
                in_ranks[ranks] += len(ours[2])
                print(f"{name}: {ranks} ranks print {'the SAME' if same else 'ANOTHER text'} as one, "
                      f"{time.monotonic() - began:.1f} s after {seconds:.1f} s", flush=True)  # fmt: skip
            if ns3 and name.startswith("tree,"):
                good = cut_anyhow(program, folder, cc, printed) and good
    never = [f" in {ranks} ranks" for ranks, n in in_ranks.items() if n == 0] if ns3 else []
    if compared == 0 or never:
        print(f"nothing was compared{never[0] if never else ''}", file=sys.stderr)
        return 1
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
