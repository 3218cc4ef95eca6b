"""The table of configurations, fpga/table.toml: what is measured of which block."""
import dataclasses
import pathlib
import re
import tomllib
from dataclasses import dataclass

from . import parts, synth
from .failure import Failure


CLOCK = {True: "yes", False: "no", "long": "long"}


@dataclass(frozen=True)
class Row:
    """One block of one configuration for one device."""

    name: str
    block: str
    config: dict  # overrides of the reference configuration, as in ackwright.toml
    family: str
    part: str
    grade: int
    aim_mhz: int
    seeds: tuple[int, ...]
    clock: str  # yes, no, or long: only with --long
    ceiling: str | None  # of fpga/flow/ceilings.py: what bounds the clock by design

    @property
    def target(self) -> str:
        return synth.FAMILIES[self.family].target

    @property
    def top(self) -> str:
        return f"ackw_{self.block}"


@dataclass(frozen=True)
class Ceilings:
    """Where the ceilings are measured."""

    part: str
    grade: int  # of all of them; at another grade those are measured that a row names
    aim_mhz: int
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    rows: list[Row]
    ceilings: Ceilings

    def bounds(self, names: list[str]) -> list[tuple[str, int]]:
        """(ceiling, grade) of all that is to be measured of the ceilings with these names."""
        named = {(row.ceiling, row.grade) for row in self.rows if row.clock != "no" and row.ceiling}
        wanted = {(name, self.ceilings.grade) for name in names} | named
        return sorted(wanted, key=lambda bound: (-bound[1], names.index(bound[0])))


def load(path: pathlib.Path, ceilings: set[str]) -> Table:
    """`ceilings`: the names that a row may give."""
    try:
        text = path.read_text()
    except OSError as error:
        raise Failure(f"{path}: cannot read: {error.strerror}") from error
    return parse(text, str(path), ceilings)


def parse(text: str, where: str, ceilings: set[str]) -> Table:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Failure(f"{where}: {error}") from error
    only(document, {"defaults", "ceilings", "row"}, where)
    defaults, rows = document.get("defaults", {}), document.get("row", [])
    if not isinstance(defaults, dict) or not isinstance(rows, list) or not rows:
        raise Failure(f"{where}: expected a table [defaults] and at least one [[row]]")
    only(defaults, KEYS - {"name"}, f"{where}: defaults")
    made = [row({**defaults, **entry}, f"{where}: row {number} ({entry.get('name')})", ceilings) for number, entry in enumerate(rows, 1)]
    names = [r.name for r in made]
    for name in names:
        if names.count(name) > 1:
            raise Failure(f"{where}: row {name} stands twice: expected names that differ")
    return Table(made, ceilings_of(document.get("ceilings"), f"{where}: ceilings"))


KEYS = {field.name for field in dataclasses.fields(Row)}


def row(entry: dict, where: str, ceilings: set[str]) -> Row:
    only(entry, KEYS, where)
    name, block, config = entry.get("name"), entry.get("block"), entry.get("config", {})
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise Failure(f"{where}: name {name!r}: expected small letters, digits and -")
    if not isinstance(block, str) or not re.fullmatch(r"[a-z_]+", block):
        raise Failure(f"{where}: block {block!r}: expected the name of a block")
    if not isinstance(config, dict) or not all(isinstance(section, dict) for section in config.values()):
        raise Failure(f"{where}: config {config!r}: expected keys of the configuration, as in {{ engine.qps = 1024 }}")
    if "target" in config.get("rtl", {}):
        raise Failure(f"{where}: config rtl.target: expected none, the family says it")
    family = entry.get("family")
    if not isinstance(family, str) or family not in synth.FAMILIES:
        raise Failure(f"{where}: family {family!r}: expected one of {', '.join(synth.FAMILIES)}")
    clock = entry.get("clock")
    if not isinstance(clock, (bool, str)) or clock not in CLOCK:
        raise Failure(f"{where}: clock {clock!r}: expected true, false or \"long\"")
    if clock and family != "ecp5":
        raise Failure(f"{where}: clock {clock!r} of {family}: expected ecp5, the family that is placed here, or clock = false")
    ceiling = entry.get("ceiling")
    if ceiling is not None and ceiling not in ceilings:
        raise Failure(f"{where}: ceiling {ceiling!r}: expected one of {', '.join(sorted(ceilings))}")
    part, grade = parts.part(entry.get("part"), where).name, parts.grade(entry.get("grade"), where)
    aim, seeds = mhz(entry.get("aim_mhz"), where), seed_list(entry.get("seeds"), where)
    return Row(name, block, config, family, part, grade, aim, seeds, CLOCK[clock], ceiling)


def ceilings_of(entry: object, where: str) -> Ceilings:
    if not isinstance(entry, dict):
        raise Failure(f"{where}: expected a table [ceilings]")
    only(entry, {field.name for field in dataclasses.fields(Ceilings)}, where)
    return Ceilings(
        parts.part(entry.get("part"), where).name,
        parts.grade(entry.get("grade"), where),
        mhz(entry.get("aim_mhz"), where),
        seed_list(entry.get("seeds"), where),
    )


def mhz(value: object, where: str) -> int:
    if type(value) is not int or not 1 <= value <= 1000:
        raise Failure(f"{where}: aim_mhz {value!r}: expected 1 to 1000")
    return value


def seed_list(value: object, where: str) -> tuple[int, ...]:
    good = isinstance(value, list) and value and all(type(s) is int and s > 0 for s in value) and len(set(value)) == len(value)
    if not good:
        raise Failure(f"{where}: seeds {value!r}: expected a list of different positive integers")
    return tuple(value)


def only(entry: dict, known: set[str], where: str) -> None:
    for name in entry:
        if name not in known:
            raise Failure(f"{where}: unknown key {name}: expected {', '.join(sorted(known))}")


def configuration(row: Row) -> str:
    """The row's configuration file."""
    sections = {name: dict(keys) for name, keys in row.config.items()}
    sections.setdefault("rtl", {})["target"] = row.target
    return "".join(f"[{name}]\n" + "".join(f"{k} = {toml(v)}\n" for k, v in keys.items()) for name, keys in sections.items())


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)
