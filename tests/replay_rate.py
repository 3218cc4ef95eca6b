#!/usr/bin/env python3
"""Events a second of `ackwright replay` with the model: the median of five runs in the processor time of the program, slowest to fastest.

    tests/replay_rate.py PROGRAM"""
import os
import statistics
import subprocess
import sys
import tempfile

RUNS = 5
HOPS = [[2, 1000, 100, 250], [4, 2000, 700, 0], [0, 3000, 50, 25], [2, 4000, 90, 0], [3, 5000, 10, 5]]


def ldcp(k: int) -> str:
    ece = str(k % 64 == 0).lower()
    return f'{{"qpn": {k % 4096}, "event": {{"ev": "ack", "n": {k % 4}, "ece": {ece}}}}}\n'


def hpcc(k: int) -> str:
    step = k // 4096
    hops = [[speed, (ts + 1200 * step) % 2**24, (tx + 400 * step) % 2**20, q] for speed, ts, tx, q in HOPS]
    seq = 10 * step % 2**24
    return f'{{"qpn": {k % 4096}, "event": {{"seq": {seq}, "snd_nxt": {(seq + 6) % 2**24}, "path": 1, "hops": {hops}}}}}\n'


def seconds(program: str, algorithm: str, file: str) -> float:
    before = os.times()
    subprocess.run([program, "replay", "--algorithm", algorithm, file], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    [program] = sys.argv[1:]
    for algorithm, line, count in [("ldcp", ldcp, 1_000_000), ("hpcc", hpcc, 500_000)]:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(map(line, range(count)))
            file.flush()
            rates = sorted(count / seconds(program, algorithm, file.name) / 1e6 for _ in range(RUNS))
        print(f"{algorithm}: {statistics.median(rates):.2f} M events/s, {rates[0]:.2f} to {rates[-1]:.2f}")


if __name__ == "__main__":
    main()
