#!/usr/bin/env python3
"""Proves what hdl/formal/proofs.toml says of the emitted Verilog: each proof, its cover points, and that each of its bugs by hand makes it fail.

Exit code 0: all held; 1: one did not, or there are fewer unbounded proofs than the list asks for; 2: bad input; 3: a tool is missing."""
import argparse
import concurrent.futures
import datetime
import os
import pathlib
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "fpga"))

from flow import tools  # noqa: E402
from flow.failure import MISSING_TOOL, Failure, missing  # noqa: E402

import alike  # noqa: E402
import sby  # noqa: E402

TARGET = ROOT / "target/formal"
LIST = HERE / "proofs.toml"
PAGE = HERE / "README.md"
BEGIN, END = "<!-- formal:begin -->", "<!-- formal:end -->"
SHORTFALL = 1


@dataclass(frozen=True)
class Proof:
    name: str
    module: str
    verilog: str
    claim: str
    engine: str
    bug: tuple
    by_induction: tuple  # of each bug: it is held against the proof, and not searched for
    cover: int
    bugs: int
    depth: int = 0
    kind: str = "unbounded"
    free: tuple = ()
    block: str = ""
    other: str = ""
    seen: str = ""
    parameters: tuple = ()
    clocks: int = 1
    quick: bool = False


@dataclass(frozen=True)
class Outcome:
    proof: Proof
    status: str  # of the proof itself
    seconds: float
    covered: str
    broken: tuple  # a status for each bug

    def shortfalls(self) -> list[str]:
        found = []
        if self.status != "PASS":
            found.append(f"it is {self.status}: expected PASS")
        if self.covered != "PASS":
            found.append(f"its cover points are {self.covered}: expected PASS, for else it may hold of nothing")
        found += [f"with bug {k} it is {status}: expected FAIL" for k, status in enumerate(self.broken, 1) if status != "FAIL"]
        return found


class Usage(argparse.ArgumentParser):
    def error(self, message: str):
        raise Failure(message)


def load(path: pathlib.Path) -> tuple[list[Proof], int]:
    try:
        read = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Failure(f"{path}: {error}") from error
    proofs = []
    for row in read["proof"]:
        name = row.get("name", "a proof without a name")
        rows = row.pop("bug", [])
        by_induction = tuple(bug.pop("induction", False) for bug in rows)
        bugs = tuple(sby.Edit(**bug) for bug in rows)
        if not bugs:
            raise Failure(f"{path}: {name}: expected a bug that makes it fail")
        if any(by_induction) and row.get("kind", "unbounded") != "unbounded":
            raise Failure(f"{path}: {name}: expected an unbounded proof, for a bug is held against its induction")
        try:
            row["free"] = tuple(row.get("free", []))
            row["parameters"] = tuple(row.get("parameters", {}).items())
            proof = Proof(**row, bug=bugs, by_induction=by_induction)
        except TypeError as error:
            raise Failure(f"{path}: {name}: {error}") from error
        if proof.engine.startswith("smtbmc") != (proof.depth > 0):
            raise Failure(f"{path}: {name}: expected a depth with smtbmc, and none without")
        if bool(proof.other) != bool(proof.seen):
            raise Failure(f"{path}: {name}: expected an output that is seen with another configuration, and none without")
        proofs.append(proof)
    if len({proof.name for proof in proofs}) != len(proofs):
        raise Failure(f"{path}: expected names that differ")
    return proofs, read["least_unbounded"]


def programs() -> sby.Tools:
    folder = tools.pinned(TARGET.with_name("formal-tools"), HERE / "requirements.txt", otherwise="")
    abc = sorted(folder.parent.glob("lib/python3*/site-packages/pyosys/yosys-abc"))
    if not abc:
        raise missing(f"{folder.parent} has no yosys-abc: expected the one of the wheel pyosys")
    yosys = folder / "yosys"
    program = (HERE / "yosys_program.py").read_text().split("\n", 1)[1]
    beside = folder / f"yosys.{os.getpid()}"
    beside.write_text(f"#!{folder}/python\n{program}")
    beside.chmod(0o755)
    beside.replace(yosys)
    return sby.Tools(folder, yosys, abc[0])


def folders(names: set[tuple[str, str]], generator: pathlib.Path | None) -> dict[tuple[str, str], pathlib.Path]:
    """Where the Verilog lies, of a configuration and a block: as it is committed, or exported."""
    found = {}
    for name, block in sorted(names):
        committed, config = ROOT / "hdl/verilog" / name, HERE / f"{name}.toml"
        if not config.exists():
            if not (committed / "formal").is_dir():
                raise Failure(f"{committed}: expected an exported folder with formal/")
            if not block:
                found[name, block] = committed
                continue
            config = committed / "ackwright.toml"
        generator = generator or tools.ackwright().path
        found[name, block] = TARGET / "verilog" / "-".join(filter(None, (name, block)))
        only = ("--block", block) if block else ()
        if said := tools.quietly(generator, "export", "--config", config, "--out", found[name, block], *only):
            raise Failure(f"{config}: {said}")
    return found


def prove(proof: Proof, folders: dict[tuple[str, str], pathlib.Path], found: sby.Tools) -> Outcome:
    folder = folders[proof.verilog, proof.block]
    if proof.other:
        model = alike.Pair((folder, folders[proof.other, proof.block]), proof.module, proof.parameters, proof.free, proof.seen)
    else:
        model = sby.Model(folder, proof.module, proof.parameters, (proof.module,), proof.free, proof.clocks)
    work = TARGET / proof.name.replace(",", "").replace(" ", "-")
    searching = "smtbmc yices"
    mode = "prove" if proof.kind == "unbounded" else "bmc"
    status, seconds = sby.run(found, work / "proof", model, mode, proof.depth, proof.engine)
    covered, _ = sby.run(found, work / "cover", model, "cover", proof.cover, searching)
    broken = []
    for k, (bug, by_induction) in enumerate(zip(proof.bug, proof.by_induction), 1):
        how = ("prove", proof.depth, proof.engine) if by_induction else ("bmc", proof.bugs, searching)
        said, _ = sby.run(found, work / f"bug{k}", model, *how, bug)
        broken.append("FAIL" if by_induction and said == "UNKNOWN" else said)
    broken = tuple(broken)
    return Outcome(proof, status, seconds, covered, broken)


def made_with() -> str:
    """The revision of the tree, and the versions of the programs."""
    def git(*words: str) -> str:
        try:
            return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True).stdout.strip()
        except OSError:
            return ""

    commit = git("rev-parse", "--short=12", "HEAD") or "unknown"
    pins = [line.replace("==", " ") for line in (HERE / "requirements.txt").read_text().splitlines() if "==" in line]
    return f"revision {commit}{' (dirty)' if git('status', '--porcelain') else ''}, {', '.join(pins)}"


def table(outcomes: list[Outcome]) -> str:
    lines = ["| proof | module, configuration | what is proved | kind | engine | s | covered | bugs found | result |", "|" + "---|" * 9]
    for o in outcomes:
        p = o.proof
        where = f"`{p.module}`, {p.verilog}" + (f" and {p.other}" if p.other else "") + "".join(f", {name} {value}" for name, value in p.parameters)
        kind = p.kind if p.kind == "unbounded" else f"bounded, {p.depth} cycles"
        engine = p.engine + (f", induction over {p.depth}" if p.kind == "unbounded" and p.depth else "")
        found = f"{sum(status == 'FAIL' for status in o.broken)} of {len(o.broken)}"
        lines.append(f"| {p.name} | {where} | {p.claim} | {kind} | {engine} | {o.seconds:.0f} | {'yes' if o.covered == 'PASS' else o.covered} | {found} | {o.status} |")
    return "\n".join(lines)


def insert(text: str) -> None:
    old = PAGE.read_text()
    if old.count(BEGIN) != 1 or old.count(END) != 1:
        raise Failure(f"{PAGE}: expected {BEGIN} and {END} once each")
    head, rest = old.split(BEGIN)
    beside = PAGE.with_name(f"{PAGE.name}.part")
    beside.write_text(f"{head}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")
    beside.replace(PAGE)


def arguments(given: list[str]) -> argparse.Namespace:
    parser = Usage(prog="hdl/formal/run.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", nargs="*", help="only these; all without it, and only then is the page's table written")
    parser.add_argument("--quick", action="store_true", help="only the short ones")
    parser.add_argument("--list", action="store_true", help="only tell them")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once; default 2")
    parser.add_argument("--generator", type=pathlib.Path, help="an ackwright that is built; without it this tree's is built")
    parser.add_argument("--proofs", type=pathlib.Path, default=LIST, help="another list; the page stays as it is")
    args = parser.parse_args(given)
    if args.jobs < 1:
        raise Failure(f"--jobs {args.jobs}: expected 1 or more")
    return args


def main(given: list[str]) -> int:
    args = arguments(given)
    proofs, least = load(args.proofs)
    names = [proof.name for proof in proofs]
    for name in args.proof:
        if name not in names:
            raise Failure(f"no proof {name!r}: expected some of {'; '.join(names)}")
    chosen = [p for p in proofs if (not args.proof or p.name in args.proof) and (p.quick or not args.quick)]
    if not chosen:
        raise Failure("none of these proofs is quick: expected one that is")
    if args.list:
        print("\n".join(f"{p.name}: {p.module}, {p.verilog}: {p.claim}" for p in chosen))
        return 0

    TARGET.mkdir(parents=True, exist_ok=True)
    found = programs()
    where = folders({(name, p.block) for p in chosen for name in (p.verilog, p.other) if name}, args.generator)
    made = made_with()  # the page is not written yet
    started = time.monotonic()
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for outcome in pool.map(lambda p: prove(p, where, found), chosen):
            outcomes.append(outcome)
            print(f"formal: {len(outcomes)}/{len(chosen)} {outcome.proof.name}: {outcome.status}, {outcome.seconds:.0f} s", file=sys.stderr, flush=True)
    unbounded = sum(o.proof.kind == "unbounded" and not o.shortfalls() for o in outcomes)
    command = " ".join(["hdl/formal/run.py", *(repr(a) if " " in a else a for a in given)])
    said = f"{unbounded} unbounded proofs of {len(outcomes)} held, {sum(len(o.broken) for o in outcomes)} bugs were looked for, in {time.monotonic() - started:.0f} s."
    text = f"`{command}`, {datetime.date.today()}, {made}. {said}\n\n{table(outcomes)}"
    print(text, flush=True)
    short = [f"{o.proof.name}: {line}" for o in outcomes for line in o.shortfalls()]
    whole = len(chosen) == len(proofs)
    if whole and unbounded < least:
        short.append(f"{unbounded} unbounded proofs: expected at least {least}")
    for line in short:
        print(f"formal: {line}", file=sys.stderr)
    if whole and not short and args.proofs == LIST:
        insert(text.replace(command, "just prove", 1))
    return SHORTFALL if short else 0


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print(f"formal: this is Python {sys.version.split()[0]}: expected 3.11 or later", file=sys.stderr)
        sys.exit(MISSING_TOOL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away, as head does, is no error
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        print(f"formal: {failure}", file=sys.stderr)
        sys.exit(failure.code)
    except KeyboardInterrupt:
        print("formal: stopped", file=sys.stderr)
        sys.exit(130)
