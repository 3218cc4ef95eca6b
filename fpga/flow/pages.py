"""Tables in pages, between `<!-- fpga:NAME begin -->` and `<!-- fpga:NAME end -->`, made of complete sets of results only.

NAME is a view, `counts`, or a view of one block, `counts-pawa`. Outside of the markers no page is touched."""
import os
import pathlib
import re
from dataclasses import dataclass

from . import ceilings, parts, route, synth
from .failure import Failure
from .measure import Clock
from .table import Row

BEGIN = re.compile(r"^<!-- fpga:(\S+) begin -->$")
VIEWS = ("clocks", "ceilings", *(f"counts-{family}" for family in synth.FAMILIES))


@dataclass(frozen=True)
class Measured:
    """A row with what is known of it."""

    row: Row
    configuration: str | None
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
                out += render(inside, f"{where}:{begun}", figures)
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


def render(name: str, where: str, figures: Figures) -> list[str]:
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
    return clocks(rows, figures) if view == "clocks" else counts(rows)


def said(config: dict) -> str:
    """`qps 1024, hops 1`: what a row's configuration sets."""
    pairs = [(key, value) for section in config.values() for key, value in section.items()]
    return ", ".join(f"{k} {' and '.join(map(str, v)) if isinstance(v, list) else v}" for k, v in pairs) or "reference"


def head(columns: list[str]) -> list[str]:
    return ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]


def line(cells: list[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def dates(results: list[dict]) -> str:
    days = sorted({result["date"] for result in results})
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def one(results: list[dict], field: str) -> str:
    return ", ".join(sorted({str(result[field]) for result in results}))


def counts(rows: list[Measured]) -> list[str]:
    if missing := [m.row.name for m in rows if m.counts is None]:
        raise Incomplete(missing)
    family = rows[0].row.family
    # rows that differ in speed grade or clock only have the same counts
    once = {(m.row.block, m.configuration, m.row.part): m for m in reversed(rows)}
    rows = [m for m in rows if m in once.values()]
    ecp5 = family == "ecp5"
    columns = ["row", "block", "configuration", *synth.FAMILIES[family].columns] + (["fits"] if ecp5 else []) + ["hash"]
    results = [m.counts for m in rows]
    caption = f"`just fpga`, {dates(results)}: Yosys {one(results, 'yosys')} `{one(results, 'command')}`, before placement."
    out = [caption, ""] + head(columns)
    for m in rows:
        fits = [fitting(m)] if ecp5 else []
        cells = [m.row.name, f"`{m.row.block}`", said(m.row.config), *m.counts["counts"].values()]
        out.append(line(cells + fits + [f"`{m.configuration}`"]))
    return out


def fitting(m: Measured) -> str:
    lacks = parts.PARTS[m.row.part].lacks(m.counts["counts"])
    return f"{m.row.part}: no, {', '.join(lacks)}" if lacks else m.row.part


def clocks(rows: list[Measured], figures: Figures) -> list[str]:
    """Rows behind --long may be without a clock; the others may not, nor may a measured row's ceiling be unknown."""
    bounds = {m.row.name: figures.ceilings.get((m.row.ceiling, m.row.grade)) for m in rows if m.row.ceiling}
    lacking = [m.row.name for m in rows if m.clock is None and m.row.clock == "yes"]
    lacking += [f"ceiling {m.row.ceiling}" for m in rows if m.clock and m.row.ceiling and bounds[m.row.name] is None]
    if lacking or not any(m.clock for m in rows):
        raise Incomplete(lacking or [m.row.name for m in rows])
    results = [seed for m in rows if m.clock for seed in m.clock.seeds]
    seeds = sorted({seed["seed"] for seed in results})
    caption = (
        f"`just fpga`, {dates(results)}: nextpnr-ecp5 {one(results, 'nextpnr')} `{one(results, 'options')}`, "
        f"seeds {', '.join(map(str, seeds))}. "
        "MHz: the slowest seed, the median, the fastest; the path is the median's. Share: the median's of the ceiling's median."
    )
    setting = ["row", "block", "configuration", "part, grade", "aim"]
    out = [caption, ""] + head(setting + ["MHz", "ceiling", "share", "from", "to", "ns", "of it routing", "hash"])
    for m in rows:
        cells = [m.row.name, f"`{m.row.block}`", said(m.row.config), f"{m.row.part}, {m.row.grade}", m.row.aim_mhz]
        if m.clock is None:
            cells += ["not measured: takes long", *["—"] * 6]
        else:
            path, bound = m.clock.median["path"], bounds.get(m.row.name)
            share = [m.row.ceiling, f"{100 * m.clock.mhz[1] / bound.mhz[1]:.0f} %"] if bound else ["—", "—"]
            ends = [f"`{path['start']}`", f"`{path['end']}`", f"{path['total_ns']:.2f}", f"{path['routing_ns']:.2f}"]
            cells += [spread(m.clock), *share, *ends]
        out.append(line(cells + [f"`{m.configuration}`"]))
    return out


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
