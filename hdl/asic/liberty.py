"""What an estimate needs to know of Liberty files: the cells with their areas, the smallest NAND2, an inverter.

Only the groups that matter are looked into: library, cell, pin. The rest need only be well formed."""
import gzip
import itertools
import pathlib
import re
import zlib
from dataclasses import dataclass, field

# library, cell, pin, and what is in these; the tables lie deeper and are only counted through
DEPTH = 4
SKIPPED = r'"[^"]*"|/\*.*?\*/|/(?!\*)'
MARK = re.compile(rf'([^{{}};"/]*(?:(?:{SKIPPED})[^{{}};"/]*)*)([{{}};])', re.S)
DEEP_MARK = re.compile(rf'([^{{}}"/]*(?:(?:{SKIPPED})[^{{}}"/]*)*)([{{}}])', re.S)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
ATTRIBUTE = re.compile(r"^\s*([A-Za-z_]\w*)\s*:\s*(.+)$", re.M)
HEAD = re.compile(r"([A-Za-z_]\w*)\s*\(([^()]*)\)\s*$")


class Bad(Exception):
    """A Liberty file that cannot serve; the text is the line for the user."""


@dataclass
class Group:
    kind: str
    name: str
    attributes: dict = field(default_factory=dict)
    groups: list = field(default_factory=list)

    def of(self, kind: str) -> list:
        return [g for g in self.groups if g.kind == kind]


@dataclass
class Cell:
    name: str
    area: float
    file: pathlib.Path
    group: Group

    def pins(self, direction: str) -> list:
        return [p for p in self.group.of("pin") if p.attributes.get("direction") == direction]


def text_of(path: pathlib.Path) -> str:
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8", "replace")
    except (OSError, EOFError, zlib.error) as e:
        raise Bad(f"{path}: cannot read: {getattr(e, 'strerror', None) or e}") from None


def parse(path: pathlib.Path, text: str) -> Group:
    """The library of a file."""

    def bad(at: int, what: str) -> Bad:
        return Bad(f"{path}: line {text.count(chr(10), 0, at) + 1}: {what}")

    root = Group("", "")
    stack = [(root, 0)]
    at = 0  # where the statement begins that the next mark ends
    while token := (MARK if len(stack) <= DEPTH else DEEP_MARK).match(text, at):
        said, mark = token.groups()
        begin, at = token.end() - 1, token.end()
        if len(stack) > DEPTH:
            if mark == "{":
                stack.append((root, begin))
            else:
                stack.pop()
            continue
        said = COMMENT.sub(" ", said).strip()
        group = stack[-1][0]
        # a newline ends an attribute as well as a semicolon does
        for name, value in ATTRIBUTE.findall(said):
            group.attributes.setdefault(name, value.strip().strip('"'))
        if mark == "{":
            head = HEAD.search(said)
            if not head:
                raise bad(begin, f"`{said[-40:]} {{`: expected a group such as `cell (NAND2) {{`")
            child = Group(head.group(1), head.group(2).replace('"', "").strip())
            group.groups.append(child)
            stack.append((child, begin))
        elif mark == "}":
            if len(stack) == 1:
                raise bad(begin, "`}`: expected no more groups to end")
            stack.pop()
    if len(stack) > 1:
        raise bad(stack[-1][1], "this group does not end: expected `}`")
    libraries = root.of("library")
    if len(libraries) != 1 or not libraries[0].name:
        raise bad(0, f"{len(libraries)} groups `library (…) {{`: expected one")
    return libraries[0]


def truth(function: str, inputs: list) -> list:
    """The values of a Liberty function for all inputs, the first the slowest; None where it cannot be read or names others."""
    tokens = re.findall(r"[A-Za-z_]\w*(?:\[\d+\])?|[01]|[!'^&*+|()]", function)
    at = 0

    def peek():
        return tokens[at] if at < len(tokens) else ""

    def take():
        nonlocal at
        at += 1
        return tokens[at - 1]

    def primary(env):
        t = take()
        if t == "!":
            return 1 - primary(env)
        if t == "(":
            value = either(env)
            take()
        else:
            value = int(t) if t in "01" else env[t]
        while peek() == "'":
            take()
            value = 1 - value
        return value

    def differ(env):
        value = primary(env)
        while peek() == "^":
            take()
            value ^= primary(env)
        return value

    def both(env):
        value = differ(env)
        while peek() and peek() not in "+|)^'":
            if peek() in "&*":
                take()
            value &= differ(env)
        return value

    def either(env):
        value = both(env)
        while peek() and peek() in "+|":
            take()
            value |= both(env)
        return value

    values = []
    for row in itertools.product((0, 1), repeat=len(inputs)):
        at = 0
        try:
            values.append(either(dict(zip(inputs, row))))
        except (KeyError, IndexError):
            return None
    return values


class Library:
    """One library out of the cells of several files."""

    def __init__(self, paths: list):
        self.paths = paths
        self.names = []
        self.cells = {}
        self.text = {}
        for path in paths:
            self.text[path] = text_of(path)
            library = parse(path, self.text[path])
            self.names.append(library.name)
            for group in library.of("cell"):
                try:
                    area = float(group.attributes["area"])
                except (KeyError, ValueError):
                    raise Bad(f"{path}: cell {group.name}: expected an `area`, a number") from None
                self.cells.setdefault(group.name, Cell(group.name, area, path, group))
        if not self.cells:
            raise Bad(f"{', '.join(map(str, paths))}: no `cell (…) {{`: expected a library of standard cells")
        unit = re.search(r"capacitive_load_unit\s*\(\s*\"?([\d.]+)\"?\s*,\s*\"?(ff|pf)\"?\s*\)", self.text[paths[0]], re.I)
        if not unit:
            raise Bad(f"{paths[0]}: expected a `capacitive_load_unit (1, pf)`")
        self.load_ff = float(unit.group(1)) * (1000 if unit.group(2).lower() == "pf" else 1)
        self.nand2 = self.smallest([1, 1, 1, 0], "a NAND of two inputs")
        self.inverter = self.smallest([1, 0], "an inverter")

    def usable(self) -> list:
        return [c for c in self.cells.values() if c.group.attributes.get("dont_use") != "true" and c.area > 0]

    def smallest(self, function: list, what: str) -> Cell:
        found = [c for c in self.usable() if self.function(c) == function]
        if not found:
            raise Bad(f"{', '.join(map(str, self.paths))}: no cell is {what}: expected one")
        return min(found, key=lambda c: c.area)

    @staticmethod
    def function(cell: Cell) -> list:
        """The truth table of a cell with one output and at most two inputs."""
        inputs, outputs = cell.pins("input"), cell.pins("output")
        if len(outputs) != 1 or len(inputs) > 2 or cell.group.of("ff") or cell.group.of("latch"):
            return None
        return truth(outputs[0].attributes.get("function", ""), [p.name for p in inputs])

    @staticmethod
    def capacitance(cell: Cell) -> float:
        """Of its first input, in the library's unit."""
        try:
            return float(cell.pins("input")[0].attributes["capacitance"])
        except (KeyError, ValueError):
            raise Bad(f"{cell.file}: cell {cell.name}: expected the `capacitance` of its input, a number") from None
