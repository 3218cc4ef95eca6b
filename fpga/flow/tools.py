"""The programs of the flow: the pinned wheels of fpga/requirements.txt, or a folder of one's own, and how they are run."""
import fcntl
import hashlib
import json
import os
import pathlib
import re
import subprocess
import venv
from dataclasses import dataclass

from .failure import Failure, missing, say

FPGA = pathlib.Path(__file__).resolve().parent.parent
ROOT = FPGA.parent
TARGET = ROOT / "target"
OWN = "ACKWRIGHT_FPGA_TOOLS"
# how the programs tell their versions
YOSYS = r"^Yosys (\S+)"
NEXTPNR = r"\(Version nextpnr-([^\s)]+)\)"


@dataclass(frozen=True)
class Tools:
    yosys: pathlib.Path
    nextpnr: pathlib.Path
    yosys_version: str
    nextpnr_version: str


def find() -> Tools:
    """The programs in the folder that ACKWRIGHT_FPGA_TOOLS names (native builds, say), or the pinned ones."""
    own = os.environ.get(OWN)
    folder = pathlib.Path(own).resolve() if own else pinned(TARGET / "fpga-tools", FPGA / "requirements.txt")
    yosys, nextpnr = program(folder, "yosys"), program(folder, "nextpnr-ecp5")
    return Tools(yosys, nextpnr, version(yosys, YOSYS), version(nextpnr, NEXTPNR))


def pinned(folder: pathlib.Path, requirements: pathlib.Path, otherwise: str = f"; or set {OWN} to a folder with yosys and nextpnr-ecp5") -> pathlib.Path:
    """The folder of the pinned programs, installed at first use. Those of another pinning make way. `otherwise`: what else a user may do."""
    try:
        return installed(folder, requirements, otherwise)
    except (OSError, subprocess.CalledProcessError) as error:
        raise missing(f"{folder}: the tools cannot be installed there: {error}{otherwise}") from error


def installed(folder: pathlib.Path, requirements: pathlib.Path, otherwise: str) -> pathlib.Path:
    wanted = requirements.read_text()
    stamp = folder / "requirements.txt"
    folder.parent.mkdir(parents=True, exist_ok=True)
    one = open(folder.with_suffix(".lock"), "w")  # one process at a time; released when this goes
    fcntl.flock(one, fcntl.LOCK_EX)
    if not stamp.exists() or stamp.read_text() != wanted:
        say("installing the tools")
        venv.create(folder, with_pip=True, clear=True)
        pip = [folder / "bin/pip", "install", "-q", "--disable-pip-version-check", "-r", requirements]
        if subprocess.run(pip).returncode != 0:
            raise missing(f"pip could not install {requirements}{otherwise}")
        stamp.write_text(wanted)
    return folder / "bin"


def program(folder: pathlib.Path, name: str) -> pathlib.Path:
    for candidate in (folder / name, folder / f"yowasp-{name}"):
        if candidate.exists():
            return candidate
    raise missing(f"{folder} has neither {name} nor yowasp-{name}: expected the folder of these programs in {OWN}")


def version(path: pathlib.Path, pattern: str) -> str:
    try:
        run = subprocess.run([path, "--version"], capture_output=True, text=True)
    except OSError as error:
        raise missing(f"{path} does not run: {error}") from error
    return said_version(run.stdout + run.stderr, pattern, path)


def said_version(text: str, pattern: str, path: pathlib.Path) -> str:
    """The version in what a program prints; of no other thing in it, for it stands in every result's key."""
    found = re.search(pattern, text)
    if not found:
        raise missing(f"{path} --version does not say its version: {text.strip()[:80]!r}")
    return found[1]


def run(log: pathlib.Path, *command: object) -> None:
    """Runs a tool in the log's folder, where its files are: the wheels see no other places for sure. Its output goes to the
    log; of a failure the user sees the line that tells the error."""
    # yosys looks for its abc among the programs beside it by PATH
    path = f"{pathlib.Path(str(command[0])).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    with log.open("w") as out:
        code = subprocess.run(
            [str(c) for c in command], stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, cwd=log.parent
        ).returncode
    if code != 0:
        lines = log.read_text(errors="replace").strip().splitlines() or ["no output"]
        telling = [line for line in lines if line.startswith("ERROR")] or lines[-1:]
        raise Failure(f"{pathlib.Path(str(command[0])).name} failed, see {log}: {telling[0]}")


def quietly(*command: object) -> str | None:
    """Runs a program whose output nobody needs; the line in which it says why it failed, if it did."""
    made = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return None if made.returncode == 0 else (made.stderr.strip().splitlines() or ["it failed and did not say why"])[-1]


@dataclass(frozen=True)
class Generator:
    path: pathlib.Path
    hash: str


def ackwright() -> Generator:
    """The generator, built from this tree."""
    say("building ackwright")
    build = ["cargo", "build", "--release", "-q", "--message-format=json-render-diagnostics", "--bin", "ackwright"]
    try:
        made = subprocess.run(build, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise missing(f"cargo does not run: {error}") from error
    if made.returncode != 0:
        raise Failure("cargo build failed: expected a tree that builds")
    messages = (json.loads(line) for line in made.stdout.splitlines() if line.startswith("{"))
    paths = [m["executable"] for m in messages if m.get("reason") == "compiler-artifact" and m.get("executable")]
    return built(pathlib.Path(paths[-1]))


def built(path: pathlib.Path) -> Generator:
    """A generator that is there already."""
    try:
        return Generator(path, hashlib.sha256(path.read_bytes()).hexdigest())
    except OSError as error:
        raise Failure(f"{path}: cannot read: {error.strerror}: expected the program `ackwright`") from error
