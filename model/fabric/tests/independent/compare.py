#!/usr/bin/env python3
"""Runs random networks through reference.py and the program, and holds fct.txt and queue.txt against each other,
character by character. Exit 0: all equal. 1: a difference, with the first flow or queue that differs. 2: bad input.
3: no program.

    compare.py PROGRAM [--kinds star,tree] [--seeds 1..3] [--senders hp,dctcp] [--packets N] [--jobs N] [--keep FOLDER]
    compare.py PROGRAM --public        the six public runs, against their own files too"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import networks
import reference
from senders import SENDERS

RUNS = Path(__file__).resolve().parent.parent / "runs"
PUBLIC = {"2to1_25g": 3901, "2to1_100g": 3901, "8to1_100g": 2901}  # with their samples (FABRIC 7)
FILES = ["fct.txt", "queue.txt"]
LONGEST_S = 600  # a case of the program: they take seconds


@dataclass
class Case:
    name: str
    sender: str
    samples: int
    topology: str
    flows: str
    public: Path | None = None  # the results of the public simulator


@dataclass
class Result:
    case: Case
    flows: int
    queues: int
    differences: list[str]
    reached: Counter = field(default_factory=Counter)
    kept: Path | None = None


class Parser(argparse.ArgumentParser):
    def error(self, message):
        fail(message)


def fail(message: str, code: int = 2):
    print(f"compare: {message}", file=sys.stderr)
    sys.exit(code)


def first_difference(file: str, one: str, other: str, whose: str) -> str | None:
    """The first line that differs; of a flow, its name and both times."""
    if one == other:
        return None
    for number, (ours, theirs) in enumerate(zip_longest(one.splitlines(), other.splitlines()), 1):
        if ours == theirs:
            continue
        if None not in (ours, theirs) and file == "fct.txt":
            (*flow, fct, _), (*flow_there, fct_there, _) = ours.split(), theirs.split()
            if flow == flow_there and fct != fct_there:
                return f"{file}:{number}: flow {' '.join(flow[:4])}: FCT {fct} by the reference, {fct_there} by {whose}"
        return f"{file}:{number}: `{ours or 'nothing'}` by the reference, `{theirs or 'nothing'}` by {whose}"
    return f"{file}: the ends of lines differ"


def texts_of(folder: Path) -> dict[str, str]:
    return {file: (folder / file).read_bytes().decode() if (folder / file).exists() else "" for file in FILES}


def run_program(program: str, case: Case, folder: Path) -> tuple[dict[str, str], str]:
    """What it wrote, and what it said where it failed."""
    out = folder / "program"
    arguments = ["--nic", "reference", "--cc", case.sender, "--samples", str(case.samples), "--out", str(out)]
    try:
        run = subprocess.run([program, "simulate", str(folder / "in"), *arguments], capture_output=True, text=True, timeout=LONGEST_S)
    except OSError as error:
        return texts_of(out), f"the program did not start: {error}"
    except subprocess.TimeoutExpired:
        return texts_of(out), f"the program did not end in {LONGEST_S} s"
    failed = f"the program ended with exit code {run.returncode}: {run.stderr.strip()}" if run.returncode else ""
    return texts_of(out), failed


def hold(program: str, keep: Path | None, case: Case) -> Result:
    """One case through both; its folder stays where they differ."""
    folder = Path(tempfile.mkdtemp(prefix=f"{case.name}-{case.sender}-", dir=keep))
    (folder / "in").mkdir()
    (folder / "in/topology.txt").write_text(case.topology)
    (folder / "in/flow.txt").write_text(case.flows)
    network = reference.Network(folder / "in", case.sender, case.samples)
    network.run()
    ours = {"fct.txt": network.fct_text(), "queue.txt": network.queue_text()}
    (folder / "reference").mkdir()
    for file, text in ours.items():
        (folder / "reference" / file).write_text(text)
    theirs, failed = run_program(program, case, folder)
    held = [(theirs, "the program")]
    if case.public:
        held.append((texts_of(case.public), "the public simulator"))
    differences = [first_difference(file, ours[file], other[file], who) for other, who in held for file in FILES]
    differences = [line for line in [failed, *differences] if line]
    lines = {file: text.count("\n") for file, text in ours.items()}
    result = Result(case, lines["fct.txt"], lines["queue.txt"] - 1, differences, network.reached)
    if differences:
        result.kept = folder
    else:
        shutil.rmtree(folder)
    return result


def random_cases(arguments) -> list[Case]:
    """All kinds of a seed, then the next seed; with `--one-sender` the senders take turns."""
    cases = []
    for seed in arguments.seeds:
        for kind in arguments.kinds:
            topology, flows, samples = networks.make(kind, seed, arguments.packets)
            turn = arguments.senders[len(cases) % len(arguments.senders)]
            for sender in [turn] if arguments.one_sender else arguments.senders:
                cases.append(Case(f"{kind}-{seed}", sender, samples, topology, flows))
    return cases


def public_cases() -> list[Case]:
    cases = []
    for run, samples in PUBLIC.items():
        topology, flows = ((RUNS / run / file).read_text() for file in ("topology.txt", "flow.txt"))
        cases += [Case(run, sender, samples, topology, flows, RUNS / run / sender) for sender in ("hp", "dctcp")]
    return cases


def names(known):
    def of(text: str) -> list[str]:
        for name in text.split(","):
            if name not in known:
                fail(f"`{name}`: expected some of {','.join(known)}")
        return text.split(",")

    return of


def seeds(text: str) -> range:
    first, dots, last = text.partition("..")
    if not (first.isdigit() and (last.isdigit() if dots else not last)) or int(last or first) < int(first):
        fail(f"--seeds {text}: expected a seed, or the first and the last as in 1..3")
    return range(int(first), int(last or first) + 1)


def at_least_one(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        fail(f"`{text}`: expected 1 or more")
    return int(text)


def read_arguments():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--public", action="store_true", help="the six public runs, no random ones")
    parser.add_argument("--kinds", type=names(networks.KINDS), default=list(networks.KINDS))
    parser.add_argument("--seeds", type=seeds, default=range(1, 2))
    parser.add_argument("--senders", type=names(SENDERS), default=list(SENDERS))
    parser.add_argument("--one-sender", action="store_true", help="one sender a network, by turns")
    parser.add_argument("--packets", type=at_least_one, help="flows of about so many packets at most")
    parser.add_argument("--jobs", type=at_least_one, default=os.cpu_count(), help="cases at once")
    parser.add_argument("--keep", type=Path, help="where folders of cases that differ stay")
    arguments = parser.parse_args()
    chosen = [flag for flag in ("kinds", "seeds", "senders", "packets") if getattr(arguments, flag) != parser.get_default(flag)]
    if arguments.public and (chosen or arguments.one_sender):
        fail(f"--public with --{chosen[0] if chosen else 'one-sender'}: expected it alone, for its runs are given")
    return arguments


def main() -> int:
    arguments = read_arguments()
    program = shutil.which(arguments.program)
    if program is None:
        fail(f"{arguments.program}: no such program", 3)
    if arguments.keep:
        try:
            arguments.keep.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(f"--keep {arguments.keep}: {error.strerror}: expected a folder, or a path where one can be made")
    cases = public_cases() if arguments.public else random_cases(arguments)
    differ, reached = 0, Counter()
    with ProcessPoolExecutor(min(arguments.jobs, len(cases))) as pool:
        count = len(cases)
        for result in pool.map(hold, [os.path.abspath(program)] * count, [arguments.keep] * count, cases):
            what = f"{result.case.name} {result.case.sender}"
            reached += result.reached
            if result.differences:
                differ += 1
                print(f"{what}: DIFFERENT, kept in {result.kept}", *result.differences, sep="\n    ", flush=True)
            else:
                print(f"{what}: equal, {result.flows} flows, {result.queues} queues", flush=True)
    print("reached:", ", ".join(f"{n} {what}" for what, n in sorted(reached.items())) or "nothing that few cases reach")
    print(f"{len(cases)} cases, {len(cases) - differ} equal, {differ} different")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
