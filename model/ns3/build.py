#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds what the module needs of ns-3.37 with MPI, below target/ns3.

    model/ns3/build.py [NS3]

NS3: a folder with the source of ns-3.37, or one that it was built into with MPI (with include/ and lib/), which is then
taken as it is. Without it Debian's source is fetched. The last line says which folder the build is in."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "target/ns3"
URL = "http://deb.debian.org/debian/pool/main/n/ns3/ns3_3.37.orig.tar.bz2"
SHA256 = "dfa5ca1994ff3dbe1d4b23cef54e05e6079f5707a2ed6055f717bdd5b458c38d"
TOOLS = {"cmake": "cmake", "ninja": "ninja-build", "mpicxx": "libopenmpi-dev", "mpirun": "openmpi-bin"}


def refuse(line: str):
    print(f"{sys.argv[0]}: {line}", file=sys.stderr)
    sys.exit(2)


def say(line: str):
    print(line, file=sys.stderr, flush=True)


def fetched() -> pathlib.Path:
    """The source, which is fetched once."""
    source = PLACE / "ns-allinone-3.37/ns-3.37"
    if (source / "VERSION").is_file():
        return source
    PLACE.mkdir(parents=True, exist_ok=True)
    archive = PLACE / URL.rsplit("/", 1)[1]
    if not archive.is_file():
        part = archive.with_suffix(".part")
        try:
            with urllib.request.urlopen(URL, timeout=60) as answer, open(part, "wb") as file:
                length, has, said = int(answer.headers.get("Content-Length", 0)), 0, 0.0
                while block := answer.read(1 << 16):
                    file.write(block)
                    has += len(block)
                    if time.monotonic() - said > 2:
                        say(f"{URL}: {has >> 20} of {length >> 20} MiB")
                        said = time.monotonic()
        except OSError as e:
            refuse(f"{URL}: {e}: expected Debian's source, or name a folder that has ns-3.37")
        part.rename(archive)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        archive.unlink()
        refuse(f"{archive}: expected the SHA-256 {SHA256}, so it was removed")
    say(f"unpacking {archive}")
    unpacked = PLACE / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(unpacked, filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(unpacked)
    shutil.rmtree(PLACE / "ns-allinone-3.37", ignore_errors=True)
    (unpacked / "ns-allinone-3.37").rename(PLACE / "ns-allinone-3.37")
    return source


def compiled(source: pathlib.Path) -> pathlib.Path:
    """Of a source that is there."""
    build = PLACE / f"build-{hashlib.sha256(str(source).encode()).hexdigest()[:8]}"
    options = {
        "CMAKE_BUILD_TYPE": "release", "CMAKE_CXX_FLAGS_RELEASE": "-O2 -DNDEBUG", "NS3_MPI": "ON",
        "NS3_ENABLED_MODULES": "point-to-point;mpi", "NS3_OUTPUT_DIRECTORY": f"{build}/out", "NS3_ASSERT": "OFF",
        "NS3_LOG": "OFF", "NS3_EXAMPLES": "OFF", "NS3_TESTS": "OFF", "NS3_GSL": "OFF", "NS3_SQLITE": "OFF",
        "NS3_GTK3": "OFF", "NS3_PRECOMPILE_HEADERS": "OFF", "NS3_WARNINGS_AS_ERRORS": "OFF",
    }  # fmt: skip
    say(f"configuring {source}")
    values = [f"-D{key}={value}" for key, value in options.items()]
    ran = subprocess.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", *values], capture_output=True, text=True)
    if ran.returncode != 0:
        refuse(f"cmake: {(ran.stderr.strip().splitlines() or ['failed'])[-1]}")
    if subprocess.run(["ninja", "-C", build, "-j", str(min(2, os.cpu_count() or 1)), "libmpi", "libpoint-to-point"],
                      stdout=sys.stderr).returncode != 0:  # fmt: skip
        refuse(f"{source}: it does not compile")
    return build / "out"


def library(build: pathlib.Path, module: str) -> str | None:
    """The name that the linker takes, whatever suffix the build gave it."""
    found = sorted((build / "lib").glob(f"libns3*-{module}*.so"), key=lambda path: len(path.name))
    return found[0].name[3:-3] if found else None


def built(ns3: str | None) -> pathlib.Path:
    for tool, package in TOOLS.items():
        if not shutil.which(tool):
            refuse(f"{tool} is not there: apt-get install {package}")
    if ns3 is None:
        return compiled(fetched())
    folder = pathlib.Path(ns3).resolve()
    if library(folder, "mpi") and (folder / "include/ns3/mpi-interface.h").is_file():
        return folder
    version = folder / "VERSION"
    if not (folder / "src/mpi").is_dir() or not version.is_file() or version.read_text().strip() != "3.37":
        refuse(f"{ns3}: expected the source of ns-3.37, or a folder that it was built into with MPI")
    return compiled(folder)


if __name__ == "__main__":
    if len(sys.argv) > 2 or any(word.startswith("-") for word in sys.argv[1:]):
        refuse("expected a folder of ns-3.37, or nothing")
    print(built(sys.argv[1] if len(sys.argv) > 1 else None))
