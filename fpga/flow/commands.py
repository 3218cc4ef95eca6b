"""The commands of fpga/run.py: what is selected, in which order it is measured, and what is printed."""
import argparse
import fcntl
import fnmatch
import pathlib

from . import board, ceilings, measure, pages, parts, synth, table, tools
from .failure import Failure, say
from .measure import Clock, Measure, Source
from .table import Row, Table

FOLDER = tools.TARGET / "fpga"
TABLE = tools.FPGA / "table.toml"
BLOCK_PAGES = tools.ROOT / "hdl/src"
PAGES = [tools.FPGA / "README.md", *sorted(BLOCK_PAGES.glob("*.md"))]
CEILINGS = "ceilings"


class Parser(argparse.ArgumentParser):
    """Like all commands of the project, says in one line what is wrong."""

    def error(self, message: str):
        raise Failure(f"{self.prog}: {message}")


def number(low: int, high: int):
    def parse(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r}: expected {low} to {high}")
        return int(text)

    return parse


def seeds(text: str) -> tuple[int, ...]:
    parse = number(1, 2**31 - 1)
    found = tuple(parse(part) for part in text.split(","))
    if len(set(found)) != len(found):
        raise argparse.ArgumentTypeError(f"{text!r}: expected seeds that differ")
    return found


def parser() -> Parser:
    top = Parser(prog="fpga/run.py", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    rows = commands.add_parser("table", help="measure the rows of fpga/table.toml and write the tables of the pages")
    rows.add_argument("row", nargs="*", help=f"only these, as in 'pawa-*'; {CEILINGS} for what the part can do at best; all without it")
    rows.add_argument("--table", type=pathlib.Path, default=TABLE, help="another table; the pages stay as they are")
    rows.add_argument("--list", action="store_true", help="only tell the rows")
    rows.add_argument("--counts", action="store_true", help="no place and route")
    rows.add_argument("--long", action="store_true", help="place and route what takes an hour a seed too")
    rows.add_argument("--clock", type=number(1, 10000), metavar="MHZ", help="fail if a row that is placed does not reach it")

    clock = commands.add_parser("clock", help="clock and longest path of a block of an exported folder")
    clock.add_argument("folder", type=pathlib.Path)
    clock.add_argument("block", help="inflight, say")
    clock.add_argument("--seeds", type=seeds, default=(1,), help="of the placer, as in 1,2,3; default 1")
    clock.add_argument("--aim", type=number(1, 1000), default=170, metavar="MHZ", help="what placer and router work towards; default 170")
    clock.add_argument("--part", default="LFE5U-85F", help=f"one of {', '.join(parts.PARTS)}")
    clock.add_argument("--grade", type=number(6, 8), default=8, help="speed grade; default 8")
    clock.add_argument("--clock", type=number(1, 10000), metavar="MHZ", help="fail if no seed reaches it")

    demo = commands.add_parser("board", help="bitstream of the demonstration in a folder that `ackwright export --board ulx3s` wrote")
    demo.add_argument("folder", type=pathlib.Path)
    demo.add_argument("--seed", type=number(1, 2**31 - 1), default=1, help="of the placer; default 1")
    demo.add_argument("--clock", type=number(1, 10000), metavar="MHZ", help=f"fail if it is not reached; {board.MHZ} without it, the oscillator's")

    check = commands.add_parser("check", help="are the tables of the pages of today's Verilog? Needs no tool")
    check.add_argument("--generator", type=pathlib.Path, metavar="FILE", help="an ackwright that is built; built anew without it")

    counts = commands.add_parser("counts", help="what the blocks of an exported folder take")
    counts.add_argument("folder", type=pathlib.Path)
    counts.add_argument("block", nargs="*", help="all that are in the folder without it")
    counts.add_argument("--family", choices=list(synth.FAMILIES), default="ecp5")
    return top


def main(arguments: list[str]) -> None:
    args = parser().parse_args(arguments)
    {"table": run_table, "clock": run_clock, "board": run_board, "counts": run_counts, "check": run_check}[args.command](args)


def measuring() -> tuple[Measure, object]:
    """The tools, and target/fpga for this process alone: two of them would write the same files."""
    found = tools.find()
    FOLDER.mkdir(parents=True, exist_ok=True)
    lock = (FOLDER / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Failure(f"another run measures in {FOLDER}: expected it to end first") from error
    return Measure(found, FOLDER), lock


def selected(loaded: Table, patterns: list[str]) -> tuple[list[Row], bool]:
    """The rows that the patterns name, and whether the ceilings are wanted."""
    if not patterns:
        return loaded.rows, True
    for pattern in patterns:
        if pattern != CEILINGS and not fnmatch.filter([row.name for row in loaded.rows], pattern):
            raise Failure(f"no row {pattern}: expected {CEILINGS} or some of {', '.join(row.name for row in loaded.rows)}")
    rows = [row for row in loaded.rows if any(fnmatch.fnmatchcase(row.name, p) for p in patterns)]
    return rows, CEILINGS in patterns


def run_table(args: argparse.Namespace) -> None:
    loaded = table.load(args.table, set(ceilings.BENCHES))
    rows, with_ceilings = selected(loaded, args.row)
    if args.list:
        for row in rows:
            place = f"{row.part} grade {row.grade}, clock {row.clock}" if row.family == "ecp5" else "counts"
            print(f"{row.name}: {row.block}, {pages.said(row.config)}; {row.family}, {place}")
        return
    placed = [] if args.counts else [row for row in rows if row.clock == "yes" or (row.clock == "long" and args.long)]
    benches = loaded.bounds(list(ceilings.BENCHES))

    measurer, _lock = measuring()
    generator = tools.ackwright()
    say(f"exporting {len(loaded.rows)} configurations")
    sources = {row.name: measure.exported(generator, row, FOLDER / "verilog" / row.name) for row in loaded.rows}
    # what takes minutes comes first, and with it what tells that the hours behind it are in vain
    for row in rows:
        measurer.counts(row, sources[row.name])
    for row in placed:
        measurer.must_fit(row, sources[row.name])
        if args.clock:
            possible(measurer, loaded.ceilings, row, args.clock)
    if with_ceilings and not args.counts:
        for name, grade in benches:
            measurer.clock(*measure.ceiling(name, loaded.ceilings, loaded.ceilings.part, grade))
    clocks = {row.name: measurer.clock(row, sources[row.name]) for row in placed}

    figures = everything(measurer, loaded, sources, benches)
    if args.table == TABLE:
        for page in PAGES:
            for line in pages.write(page, str(page.relative_to(tools.ROOT)), figures):
                say(line)
    chosen = {row.name for row in rows}
    show([m for m in figures.rows if m.row.name in chosen])
    for row in placed:
        reached(row, clocks[row.name], args.clock)


def everything(measurer: Measure, loaded: Table, sources: dict[str, Source], benches: list[tuple[str, int]]) -> pages.Figures:
    """What the store knows of all rows of the table, whatever this run measured."""
    rows = []
    for row in loaded.rows:
        source = sources[row.name]
        counts, clock = measurer.known_counts(row, source), measurer.known_clock(row, source)
        rows.append(pages.Measured(row, source.hash, counts, clock))
    bounds = {}
    for name, grade in benches:
        bench = measure.ceiling(name, loaded.ceilings, loaded.ceilings.part, grade)
        bounds[name, grade] = measurer.known_clock(*bench)
    return pages.Figures(rows, bounds, loaded.ceilings.part)


def possible(measurer: Measure, place: table.Ceilings, row: Row, wanted: int) -> None:
    """A clock that even the row's ceiling does not reach is refused before hours go into it."""
    name = row.ceiling or "ff"
    best = measurer.clock(*measure.ceiling(name, place, row.part, row.grade)).mhz[2]
    if best < wanted:
        what = f"{ceilings.BENCHES[name].what} on {row.part} grade {row.grade}"
        raise Failure(f"{row.name}: a clock of {wanted} MHz: expected at most {best:.1f}, that of {what}")


def reached(row: Row, clock: Clock, wanted: int | None) -> None:
    if wanted and clock.mhz[2] < wanted:
        path = clock.seeds[-1]["path"]
        raise Failure(
            f"{row.name}: {wanted} MHz is not reached with seeds {', '.join(map(str, row.seeds))}: expected at most {clock.mhz[2]:.1f}; "
            f"the longest path goes from {path['start']} to {path['end']}, {path['total_ns']:.2f} ns, {path['routing_ns']:.2f} of it routing"
        )


def show(measured: list[pages.Measured]) -> None:
    """The rows on the terminal: a line of counts, and one of the clock."""
    for m in measured:
        if m.counts:
            counts = ", ".join(f"{value} {name}" for name, value in m.counts["counts"].items())
            print(f"{m.row.name}: {counts}" + (f"; {pages.fitting(m)}" if m.row.family == "ecp5" else ""))
        if m.clock:
            path = m.clock.median["path"]
            ends = f"{path['start']} → {path['end']} {path['total_ns']:.2f} ns, {path['routing_ns']:.2f} routing"
            print(f"{m.row.name}: {pages.spread(m.clock)} MHz; {ends}")


def run_clock(args: argparse.Namespace) -> None:
    part = parts.part(args.part, "--part")
    row = Row(args.block, args.block, {}, "ecp5", part.name, args.grade, args.aim, args.seeds, "yes", None)
    source = measure.read(args.folder, row.top)
    measurer, _lock = measuring()
    measurer.must_fit(row, source)
    if args.clock:
        possible(measurer, table.load(TABLE, set(ceilings.BENCHES)).ceilings, row, args.clock)
    print(f"{row.top} of {args.folder}, {part.name} grade {args.grade}, aim {args.aim} MHz, nextpnr-ecp5 {measurer.tools.nextpnr_version}")
    print("| seed | MHz | longest path | ns | of it routing |\n|---|---|---|---|---|")
    for seed in args.seeds:
        result = measurer.seed(row, source, seed)
        path = result["path"]
        ends = f"{path['start']} → {path['end']}"
        print(f"| {seed} | {result['mhz']} | {ends} | {path['total_ns']:.2f} | {path['routing_ns']:.2f} |", flush=True)
    reached(row, measurer.clock(row, source), args.clock)


def run_check(args: argparse.Namespace) -> None:
    generator = tools.built(args.generator) if args.generator else tools.ackwright()
    loaded = table.load(TABLE, set(ceilings.BENCHES))
    FOLDER.mkdir(parents=True, exist_ok=True)
    sources = {row.name: measure.exported(generator, row, FOLDER / "check" / row.name) for row in loaded.rows}
    hashes = {name: source.hash for name, source in sources.items()}
    checked = pages.Checked()
    for page in PAGES:
        pages.check(page.read_text(), str(page.relative_to(tools.ROOT)), hashes, checked)
    if checked.stale:
        raise Failure(f"{len(checked.stale)} rows are not of today's Verilog, the first is {checked.stale[0]}: expected `just fpga` to be run")
    if checked.today == 0:
        raise Failure("no row of a table was compared: expected tables between their markers")
    print(f"{checked.today} rows are of today's Verilog, {checked.earlier} say that they are of an earlier one")


def run_board(args: argparse.Namespace) -> None:
    source, row = board.source(args.folder), board.row(args.seed)
    measurer, _lock = measuring()
    ecppack = tools.program(measurer.tools.nextpnr.parent, "ecppack")
    counts = measurer.counts(row, source)["counts"]
    board.must_fit(args.folder, counts)
    if args.clock:
        possible(measurer, table.load(TABLE, set(ceilings.BENCHES)).ceilings, row, args.clock)
    print(f"{board.TOP} of {args.folder}: " + ", ".join(f"{value} {name}" for name, value in counts.items()))
    print(f"on {board.PART.name}: " + ", ".join(f"{name} {taken} of {there}" for name, taken, there in board.PART.needs(counts)), flush=True)
    config, mhz, path = board.place(measurer, args.folder, source, args.seed)
    ends = f"{path.start} → {path.end} {path.total_ns:.2f} ns, {path.routing_ns:.2f} routing"
    print(f"seed {args.seed}: {mhz:.1f} MHz, the board has {board.MHZ}; {ends}")
    board.must_reach(args.clock or board.MHZ, mhz, path)
    print(board.pack(config, ecppack, FOLDER / "board"))


def run_counts(args: argparse.Namespace) -> None:
    blocks = args.block or [page.stem for page in sorted(BLOCK_PAGES.glob("*.md")) if (args.folder / f"ackw_{page.stem}.v").exists()]
    if not blocks:
        raise Failure(f"{args.folder} has no block: expected a folder that `ackwright export` wrote")
    sources = {block: measure.read(args.folder, f"ackw_{block}") for block in blocks}
    measurer, _lock = measuring()
    family = synth.FAMILIES[args.family]
    print(f"Yosys {measurer.tools.yosys_version}, {family.command}, {args.folder}")
    print("\n".join(pages.head(["block", *family.columns])))
    for block in blocks:
        row = Row(block, block, {}, args.family, "LFE5U-85F", 8, 1, (1,), "no", None)
        print(pages.line([f"`{block}`", *measurer.counts(row, sources[block])["counts"].values()]), flush=True)
