#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes topology.txt and flow.txt of a tree with cross traffic: one way from each host to each other.

    model/ns3/tree.py FOLDER [--middles N] [--leaves N] [--hosts N] [--flows N] [--bytes N]

A root, middle switches, leaves below each, hosts below each leaf. Flows start in the same ns wherever they can: in each
microsecond one of every four hosts begins to send to hosts of other leaves, and the first host gets one from each
fourth."""

import argparse
import pathlib
import sys

from build import refuse

def above_0(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 10**9:
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text}")
    return int(text)


def main() -> int:
    reader = argparse.ArgumentParser(usage=__doc__)
    reader.error = refuse
    reader.add_argument("folder", type=pathlib.Path)
    for name, default in [("middles", 2), ("leaves", 2), ("hosts", 4), ("flows", 2), ("bytes", 200_000)]:
        reader.add_argument(f"--{name}", type=above_0, default=default)
    a = reader.parse_args()
    leaves, hosts = a.middles * a.leaves, a.middles * a.leaves * a.hosts
    if leaves < 2:
        refuse("expected two leaves at least")
    leaf, middle, root = hosts, hosts + leaves, hosts + leaves + a.middles
    links = [f"{i} {leaf + i // a.hosts} 25Gbps 0.001ms 0" for i in range(hosts)]
    links += [f"{leaf + i} {middle + i // a.leaves} 100Gbps 0.001ms 0" for i in range(leaves)]
    links += [f"{middle + i} {root} 200Gbps 0.002ms 0" for i in range(a.middles)]
    # a middle switch and its leaves side by side, so that a cut in even parts leaves them together
    switches = []
    for i in range(a.middles):
        switches += [middle + i, *range(leaf + i * a.leaves, leaf + (i + 1) * a.leaves)]
    switches.append(root)
    flows = [(i, (i + a.hosts * k + k) % hosts, i % 4) for k in range(1, a.flows + 1) for i in range(hosts)]
    flows += [(i, 0, 5) for i in range(a.hosts, hosts, 4)]
    flows = sorted(((src, dst, us) for src, dst, us in flows if src != dst), key=lambda flow: flow[2])
    a.folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{root + 1} {len(switches)} {len(links)}", " ".join(map(str, switches)), *links]
    (a.folder / "topology.txt").write_text("\n".join(lines) + "\n")
    lines = [f"{src} {dst} 3 {100 + i % 60000} {a.bytes} 2.{us:06}" for i, (src, dst, us) in enumerate(flows)]
    (a.folder / "flow.txt").write_text("\n".join([str(len(flows)), *lines]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
