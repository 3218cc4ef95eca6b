#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the module with the C library's functions, runs flows in ns-3, and compares with `simulate`.

    model/ns3/run.py [PROGRAM [FOLDER]]     PROGRAM: ackwright, target/release/ackwright without it

Without FOLDER: dumbbell/ and slow/, of which every flow's time, the makespan and the longest queue have to be equal. Of
a FOLDER the makespan may be 0.5 % apart."""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 0.005


def said(*command: str) -> str:
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{command[0]}: exit code {ran.returncode}: {ran.stderr.strip()}")
    return ran.stdout


def in_ns3(program: pathlib.Path, folder: str, cc: str) -> tuple[int, int, list[int]]:
    """Makespan, longest queue, and the flows' times."""
    lines = said(str(program), folder, cc).splitlines()
    times = [int(line.split()[-2]) for line in lines if line.startswith("flow ")]
    of = dict(line.split(" ") for line in lines if not line.startswith("flow "))
    return int(of["makespan_ns"]), int(of["longest_queue_bytes"]), sorted(times)


def in_simulate(program: str, folder: str, cc: str) -> tuple[int, int, list[int]]:
    with tempfile.TemporaryDirectory() as place:
        out = pathlib.Path(place) / "out"
        said(program, "simulate", folder, "--cc", cc, "--out", str(out))
        results = json.loads((out / "results.json").read_text())
        times = [int(line.split()[6]) for line in (out / "fct.txt").read_text().splitlines()]
    if not results["complete"]:
        sys.exit(f"{folder}, {cc}: simulate did not complete")
    return results["makespan_ns"], results["queue"]["longest_bytes"], sorted(times)


def main() -> int:
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/ackwright")
    own = sys.argv[2:]
    target = ROOT / "target/functions"
    library = ["cargo", "build", "--release", "-q", "-p", "ackwright-c", "--no-default-features"]
    subprocess.run([*library, "--target-dir", str(target)], check=True, cwd=ROOT)
    archive = target / "release/libackwright_c.a"
    subprocess.run(["make", "-s", "-C", str(HERE), f"OUT={target}", f"LIBRARY={archive}"], check=True)
    good = True
    for folder in own or [str(HERE / "dumbbell"), str(HERE / "slow")]:
        for cc in ["ldcp", "hpcc", "dctcp"]:
            ours, theirs = in_ns3(target / "ackwright_ns3", folder, cc), in_simulate(program, folder, cc)
            apart = abs(ours[0] / theirs[0] - 1)
            good = good and len(ours[2]) > 0 and (apart <= MOST if own else ours == theirs)
            verdict = "EQUAL" if ours == theirs else f"{100 * apart:.3f} % apart"
            print(f"{pathlib.Path(folder).name}, {cc}: makespan {ours[0]} ns in ns-3, {theirs[0]} ns in simulate; longest "
                  f"queue {ours[1]} and {theirs[1]} bytes; {len(ours[2])} flows: {verdict}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
