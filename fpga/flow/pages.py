"""Tables in pages, between `<!-- fpga:NAME begin -->` and `<!-- fpga:NAME end -->`, made of complete sets of results only.

NAME is a view, `counts`, or a view of one block, `counts-pawa`. Outside of the markers no page is touched."""
import dataclasses
import os
import pathlib
import re
from dataclasses import dataclass

from . import ceilings, parts, route, synth
from .failure import Failure
from .measure import Clock
from .table import Row

BEGIN = re.compile(r"^<!-- fpga:(\S+) begin -->$")
EARLIER = "earlier"
OF_EARLIER = f" A hash behind `{EARLIER}` is of an earlier text of the block."
VIEWS = ("clocks", "ceilings", *(f"counts-{family}" for family in synth.FAMILIES))


@dataclass(frozen=True)
class Measured:
    """A row with what is known of it."""

    row: Row
    text: str  # hash of the Verilog that is measured
    counts: dict | None
    clock: Clock | None


@dataclass(frozen=True)
class Figures:
    """All that the tables are made of. Clocks of the ceilings by (name, grade); None: not measured."""

    rows: list[Measured]
    ceilings: dict[tuple[str, int], Clock | None]
    part: str  # of the ceilings


class Incomplete(Exception):
    """A table lacks the figures of these rows."""

    def __init__(self, rows: list[str]):
        super().__init__(", ".join(rows[:3]) + (f" and {len(rows) - 3} more" if len(rows) > 3 else ""))


def write(page: pathlib.Path, name: str, figures: Figures) -> list[str]:
    """Writes the tables of a page anew; tells of those that could not be made. `name`: what messages call the page."""
    text = page.read_text()
    new, left = filled(text, name, figures)
    if new != text:
        beside = page.with_name(f"{page.name}.part")
        beside.write_text(new)
        os.replace(beside, page)
    return left


def filled(text: str, where: str, figures: Figures) -> tuple[str, list[str]]:
    out, left, inside = [], [], None
    for number, line in enumerate(text.split("\n"), 1):
        begin = BEGIN.match(line)
        if begin and inside is None:
            inside, old = begin[1], []
            begun = number
            out.append(line)
        elif inside is not None and line == f"<!-- fpga:{inside} end -->":
            try:
                out += render(inside, f"{where}:{begun}", figures, old)
            except Incomplete as missing:
                out += old
                left.append(f"{where}:{begun}: table {inside} is left as it was, not measured: {missing}")
            out.append(line)
            inside = None
        elif inside is not None:
            if begin:
                raise Failure(f"{where}:{number}: table {begin[1]} begins in table {inside}: expected the end of that")
            old.append(line)
        else:
            out.append(line)
    if inside is not None:
        raise Failure(f"{where}:{begun}: table {inside} has no end: expected <!-- fpga:{inside} end -->")
    return "\n".join(out), left


def render(name: str, where: str, figures: Figures, old: list[str]) -> list[str]:
    view = next((v for v in VIEWS if name == v or name.startswith(f"{v}-")), None)
    if view is None:
        raise Failure(f"{where}: table {name}: expected one of {', '.join(VIEWS)}, or one of them with -BLOCK")
    if view == "ceilings":
        return of_ceilings(figures)
    block = name[len(view) + 1:]
    rows = [m for m in figures.rows if not block or m.row.block == block]
    rows = [m for m in rows if m.row.clock != "no"] if view == "clocks" else [m for m in rows if view == f"counts-{m.row.family}"]
    if not rows:
        raise Failure(f"{where}: table {name}: fpga/table.toml has no such row")
    return clocks(rows, figures, old) if view == "clocks" else counts(rows, old)


def said(config: dict) -> str:
    """`qps 1024, hops 1`: what a row's configuration sets."""
    pairs = [(key, value) for section in config.values() for key, value in section.items()]
    return ", ".join(f"{k} {' and '.join(map(str, v)) if isinstance(v, list) else v}" for k, v in pairs) or "reference"


def head(columns: list[str]) -> list[str]:
    return ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]


def line(cells: list[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def dates(results: list[dict], old: str = "") -> str:
    """`old`: a caption, whose dates count too."""
    days = sorted({result["date"] for result in results} | set(re.findall(r"\b\d{4}-\d\d-\d\d\b", old)))
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def one(results: list[dict], field: str) -> str:
    return ", ".join(sorted({str(result[field]) for result in results}))


def counts(rows: list[Measured], old: list[str]) -> list[str]:
    """A row that was not measured here keeps what the page has of it, and says so if its text has changed since."""
    kept = dict(table_rows(old))
    # rows that differ in speed grade or clock only have the same counts
    once = {(m.row.block, m.text, m.row.part): m for m in reversed(rows)}
    rows = [m for m in rows if m in once.values()]
    if missing := [m.row.name for m in rows if m.counts is None and m.row.name not in kept]:
        raise Incomplete(missing)
    family = rows[0].row.family
    results = [m.counts for m in rows if m.counts]
    stale = any(m.counts is None and not is_todays(m, kept) for m in rows)
    before = old[0] if any(m.counts is None and is_todays(m, kept) for m in rows) else ""
    ecp5 = family == "ecp5"
    columns = ["row", "block", "configuration", *synth.FAMILIES[family].columns] + (["fits"] if ecp5 else []) + ["hash"]
    caption = (
        f"`just fpga`, {dates(results, before)}: Yosys {one(results, 'yosys')} `{one(results, 'command')}`, before placement."
        if results else old[0].removesuffix(OF_EARLIER)
    )
    if stale:
        caption += OF_EARLIER
    out = [caption, ""] + head(columns)
    for m in rows:
        if m.counts is None:
            out.append(unmeasured(m, kept))
            continue
        fits = [fitting(m)] if ecp5 else []
        cells = [m.row.name, f"`{m.row.block}`", said(m.row.config), *m.counts["counts"].values()]
        out.append(line(cells + fits + [f"`{m.text}`"]))
    return out


def kept_hash(m: Measured, kept: dict[str, list[str]]) -> str:
    return kept[m.row.name][-1].split("`")[1]


def is_todays(m: Measured, kept: dict[str, list[str]]) -> bool:
    """Is what the page has of a row of today's text?"""
    return kept_hash(m, kept) == m.text


def unmeasured(m: Measured, kept: dict[str, list[str]]) -> str:
    """A row as the page has it, with the mark if its text has changed since."""
    mark = "" if is_todays(m, kept) else f"{EARLIER} "
    return line(kept[m.row.name][:-1] + [f"{mark}`{kept_hash(m, kept)}`"])


def fitting(m: Measured) -> str:
    lacks = parts.PARTS[m.row.part].lacks(m.counts["counts"])
    return f"{m.row.part}: no, {', '.join(lacks)}" if lacks else m.row.part


def clocks(rows: list[Measured], figures: Figures, old: list[str]) -> list[str]:
    """Rows behind --long may be without a clock; the others may not, nor may a measured row's ceiling be unknown. A row that was not
    measured here keeps what the page has of it, and says so if its text has changed since."""
    bounds = {m.row.name: figures.ceilings.get((m.row.ceiling, m.row.grade)) for m in rows if m.row.ceiling}
    kept = {name: cells for name, cells in table_rows(old) if re.search(r"\d / ", "".join(cells))}
    lacking = [m.row.name for m in rows if m.clock is None and m.row.clock == "yes" and m.row.name not in kept]
    lacking += [f"ceiling {m.row.ceiling}" for m in rows if m.clock and m.row.ceiling and bounds[m.row.name] is None]
    if lacking or not (kept or any(m.clock for m in rows)):
        raise Incomplete(lacking or [m.row.name for m in rows])
    results = [seed for m in rows if m.clock for seed in m.clock.seeds]
    seeds = sorted({seed["seed"] for seed in results})
    left = [m for m in rows if m.clock is None and m.row.name in kept]
    before = old[0] if any(is_todays(m, kept) for m in left) else ""
    caption = (
        f"`just fpga`, {dates(results, before)}: nextpnr-ecp5 {one(results, 'nextpnr')} `{one(results, 'options')}`, "
        f"seeds {', '.join(map(str, seeds))}. "
        "MHz: the slowest seed, the median, the fastest; the path is the median's. Share: the median's of the ceiling's median."
        if results else old[0].removesuffix(OF_EARLIER)
    )
    if not all(is_todays(m, kept) for m in left):
        caption += OF_EARLIER
    setting = ["row", "block", "configuration", "part, grade", "aim"]
    out = [caption, ""] + head(setting + ["MHz", "ceiling", "share", "from", "to", "ns", "of it routing", "hash"])
    for m in rows:
        cells = [m.row.name, f"`{m.row.block}`", said(m.row.config), f"{m.row.part}, {m.row.grade}", m.row.aim_mhz]
        if m.clock is None and m.row.name in kept:
            out.append(unmeasured(m, kept))
            continue
        if m.clock is None:
            cells += ["not measured: takes long", *["—"] * 6]
        else:
            path, bound = m.clock.median["path"], bounds.get(m.row.name)
            share = [m.row.ceiling, f"{100 * m.clock.mhz[1] / bound.mhz[1]:.0f} %"] if bound else ["—", "—"]
            ends = [f"`{path['start']}`", f"`{path['end']}`", f"{path['total_ns']:.2f}", f"{path['routing_ns']:.2f}"]
            cells += [spread(m.clock), *share, *ends]
        out.append(line(cells + [f"`{m.text}`"]))
    return out


def table_rows(lines: list[str]) -> list[tuple[str, list[str]]]:
    """The rows of a table of a page, by their first cell."""
    cells = [[cell.strip() for cell in text.strip("|").split("|")] for text in lines if text.startswith("| ")]
    return [(row[0], row) for row in cells if row[0] != "row"]


@dataclass
class Checked:
    """What a check has found."""

    today: int = 0
    earlier: int = 0
    stale: list[str] = dataclasses.field(default_factory=list)


def check(text: str, where: str, hashes: dict[str, str], checked: Checked) -> None:
    """Compares the hash of each row of a page with that of today's text. A row of an earlier text must say so."""
    inside = None
    for number, content in enumerate(text.split("\n"), 1):
        if begin := BEGIN.match(content):
            inside = begin[1]
        elif content.startswith("<!-- fpga:"):
            inside = None
        elif inside and not inside.startswith("ceilings"):
            for name, cells in table_rows([content]):
                if cells[-1] == f"`{hashes.get(name)}`":
                    checked.today += 1
                elif cells[-1].startswith(EARLIER) and name in hashes:
                    checked.earlier += 1
                else:
                    checked.stale.append(f"{where}:{number}: {name}")


def spread(clock: Clock) -> str:
    return " / ".join(f"{mhz:.1f}" for mhz in clock.mhz)


def of_ceilings(figures: Figures) -> list[str]:
    if missing := [f"{name} at grade {grade}" for (name, grade), clock in figures.ceilings.items() if clock is None]:
        raise Incomplete(missing)
    grades = sorted({grade for _, grade in figures.ceilings}, reverse=True)
    results = [seed for clock in figures.ceilings.values() for seed in clock.seeds]
    seeds = sorted({seed["seed"] for seed in results})
    caption = (
        f"`just fpga ceilings`, {dates(results)}: {figures.part}, nextpnr-ecp5 {one(results, 'nextpnr')} `{one(results, 'options')}`, aim "
        f"{one(results, 'aim_mhz')} MHz, seeds {', '.join(map(str, seeds))}. MHz: the slowest seed, the median, the fastest."
    )
    out = [caption, ""] + head(["ceiling", "between two registers", *(f"MHz, grade {grade}" for grade in grades)])
    for name in dict.fromkeys(name for name, _ in figures.ceilings):
        found = [spread(figures.ceilings[name, grade]) if (name, grade) in figures.ceilings else "—" for grade in grades]
        out.append(line([name, ceilings.BENCHES[name].what, *found]))
    return out
