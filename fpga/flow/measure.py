"""Measures a row: each figure is taken from the store if it is there, else made and kept."""
import dataclasses
import pathlib
import shutil
import time
from dataclasses import dataclass

from . import ceilings, parts, route, store, synth, table, tools
from .failure import Failure, say
from .table import Row
from .tools import Generator


@dataclass(frozen=True)
class Source:
    """Verilog of a row."""

    files: dict[str, str]

    @property
    def hash(self) -> str:
        """Of the text that the tools read: a comment or another configuration of the same text changes nothing."""
        return store.key(files=self.files)


@dataclass(frozen=True)
class Clock:
    """All seeds of a row, from the slowest to the fastest."""

    seeds: list[dict]

    @property
    def mhz(self) -> tuple[float, float, float]:
        return self.seeds[0]["mhz"], self.median["mhz"], self.seeds[-1]["mhz"]

    @property
    def median(self) -> dict:
        return self.seeds[(len(self.seeds) - 1) // 2]


def exported(generator: Generator, row: Row, folder: pathlib.Path) -> Source:
    """The Verilog of a row's configuration, its block alone. What this generator has made is not made again."""
    text, out, stamp = table.configuration(row), folder / "verilog", folder / "made"
    made = store.key(generator=generator.hash, configuration=text, block=row.block)
    if not stamp.exists() or stamp.read_text() != made:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        config = folder / "row.toml"
        config.write_text(text)
        wrong = tools.quietly(generator.path, "export", "--config", config, "--block", row.block, "--out", out)
        if wrong is not None:
            raise Failure(f"row {row.name}: {wrong}")
        stamp.write_text(made)
    return read(out, row.top)


def read(folder: pathlib.Path, module: str) -> Source:
    return Source(synth.sources(folder, module))


class Measure:
    def __init__(self, found: tools.Tools, folder: pathlib.Path):
        self.tools = found
        self.work = folder / "work"
        self.store = store.Store(folder / "results")

    def synthesis(self, row: Row, source: Source) -> str:
        command = synth.FAMILIES[row.family].command
        return store.key(files=source.files, top=row.top, command=command, yosys=self.tools.yosys_version)

    def routing(self, row: Row, source: Source, seed: int) -> str:
        arguments = parts.PARTS[row.part].arguments(row.grade) + route.OPTIONS
        made = {"synthesis": self.synthesis(row, source), "nextpnr": self.tools.nextpnr_version}
        return store.key(**made, arguments=arguments, aim=row.aim_mhz, seed=seed)

    def counting(self, row: Row, source: Source) -> str:
        return store.key(synthesis=self.synthesis(row, source), family=dataclasses.asdict(synth.FAMILIES[row.family]))

    def known_counts(self, row: Row, source: Source) -> dict | None:
        return self.store.get(self.counting(row, source))

    def counts(self, row: Row, source: Source) -> dict:
        """What the row's block takes."""
        known = self.known_counts(row, source)
        return known if known else self._synthesise(row, source)

    def _synthesise(self, row: Row, source: Source) -> dict:
        say(f"{row.name}: synthesis for {row.family}")
        started = time.monotonic()
        counted = synth.run(self.tools, self.work / self.synthesis(row, source), source.files, row.top, row.family)
        result = {
            "row": row.name,
            "block": row.block,
            "family": row.family,
            "text": source.hash,
            "yosys": self.tools.yosys_version,
            "command": synth.FAMILIES[row.family].command,
            "counts": counted,
            "seconds": round(time.monotonic() - started),
        }
        return self.store.put(self.counting(row, source), result)

    def known_clock(self, row: Row, source: Source) -> Clock | None:
        """The row's clock, if all of its seeds are measured."""
        seeds = [self.store.get(self.routing(row, source, seed)) for seed in row.seeds]
        return Clock(sorted(seeds, key=lambda s: s["mhz"])) if all(seeds) else None

    def clock(self, row: Row, source: Source) -> Clock:
        """The row's clock with each of its seeds. The block must fit the part."""
        self.must_fit(row, source)
        for seed in row.seeds:
            self.seed(row, source, seed)
        return self.known_clock(row, source)

    def must_fit(self, row: Row, source: Source) -> None:
        lacks = parts.PARTS[row.part].lacks(self.counts(row, source)["counts"])
        if lacks:
            raise Failure(f"{row.name}: {row.top} does not fit {row.part}: {', '.join(lacks)}: expected a larger part, or counts only")

    def seed(self, row: Row, source: Source, seed: int) -> dict:
        key = self.routing(row, source, seed)
        known = self.store.get(key)
        if known:
            return known
        folder = self.work / self.synthesis(row, source)
        if not (folder / "netlist.json").exists():
            self._synthesise(row, source)
        say(f"{row.name}: place and route with seed {seed}")
        started = time.monotonic()
        mhz, path = route.run(self.tools, folder, parts.PARTS[row.part], row.grade, row.aim_mhz, seed)
        result = {
            "row": row.name,
            "block": row.block,
            "text": source.hash,
            "part": row.part,
            "grade": row.grade,
            "aim_mhz": row.aim_mhz,
            "nextpnr": self.tools.nextpnr_version,
            "options": " ".join(route.OPTIONS),
            "seed": seed,
            "mhz": round(mhz, 1),
            "path": dataclasses.asdict(path),
            "seconds": round(time.monotonic() - started),
        }
        say(f"{row.name}: seed {seed}: {result['mhz']} MHz in {result['seconds']} s")
        return self.store.put(key, result)


def ceiling(name: str, place: table.Ceilings, part: str, grade: int) -> tuple[Row, Source]:
    """A bench as a row, for a part and grade."""
    row = Row(f"{name}-grade{grade}", "bench", {}, "ecp5", part, grade, place.aim_mhz, place.seeds, "yes", None)
    return row, Source({"bench.v": ceilings.BENCHES[name].verilog()})
