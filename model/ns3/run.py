#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the module with the C library's functions, runs a folder's flows in ns-3, and compares with `simulate`.

    model/ns3/run.py [PROGRAM [FOLDER]]     PROGRAM: ackwright, target/release/ackwright without it

Fails where a makespan is more than 0.5 % apart, or where a flow has not ended."""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 0.005


def main() -> int:
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/ackwright")
    folder = sys.argv[2] if len(sys.argv) > 2 else str(HERE / "dumbbell")
    target = ROOT / "target/functions"
    library = ["cargo", "build", "--release", "-q", "-p", "ackwright-c", "--no-default-features"]
    subprocess.run([*library, "--target-dir", str(target)], check=True, cwd=ROOT)
    archive = target / "release/libackwright_c.a"
    subprocess.run(["make", "-s", "-C", str(HERE), f"OUT={target}", f"LIBRARY={archive}"], check=True)
    worst = 0.0
    for cc in ["ldcp", "hpcc", "dctcp"]:
        ran = subprocess.run([str(target / "ackwright_ns3"), folder, cc], check=True, capture_output=True, text=True)
        lines = [line.split(" ") for line in ran.stdout.splitlines() if not line.startswith("flow ")]
        ours = {name: int(value) for name, value in lines}
        with tempfile.TemporaryDirectory() as place:
            out = pathlib.Path(place) / "out"
            subprocess.run([program, "simulate", folder, "--cc", cc, "--out", str(out)], check=True, capture_output=True)
            theirs = json.loads((out / "results.json").read_text())
        assert theirs["complete"], f"{cc}: simulate did not complete"
        apart = abs(ours["makespan_ns"] / theirs["makespan_ns"] - 1)
        worst = max(worst, apart)
        print(f"{cc}: makespan in ns-3 {ours['makespan_ns']} ns, in simulate {theirs['makespan_ns']} ns: "
              f"{100 * apart:.3f} % apart; longest queue in ns-3 {ours['longest_queue_bytes']} bytes")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
