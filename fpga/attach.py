#!/usr/bin/env python3
"""Writes the lines of an attachment into a copy of the files that it changes, below target/attach/NAME.

    fpga/attach.py NAME CHECKOUT

NAME is a folder of fpga/ with an attach.toml: files of another project's tree, each with the git blob that it was read
in, and what becomes of its lines. The checkout is only read. Exit 2, and one line: it is not the tree, or not the
commit, that the lines are of.
"""

import hashlib
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def fail(text):
    print(f"attach: {text}", file=sys.stderr)
    sys.exit(2)


def blob(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def changed(data, edits, file):
    """The text with the edits made: of lines numbered from 1, as the tree has them."""
    lines = data.decode().split("\n")
    for edit in sorted(edits, key=lambda edit: -edit["line"]):
        at = edit["line"]
        if "after" in edit:
            lines[at:at] = edit["after"].rstrip("\n").split("\n")
        else:
            old, new = edit["from"], edit["to"]
            if lines[at - 1].count(old) != 1:
                fail(f"{file}, line {at}: expected {old!r} once: attach.toml is wrong")
            lines[at - 1] = lines[at - 1].replace(old, new)
    return "\n".join(lines)


def main(arguments):
    known = sorted(path.parent.name for path in HERE.glob("*/attach.toml"))
    if len(arguments) != 2 or arguments[0] not in known:
        fail(f"expected one of {', '.join(known)}, and the path of a checkout")
    name, checkout = arguments[0], Path(arguments[1])
    attachment = tomllib.loads((HERE / name / "attach.toml").read_text())
    tree, commit = attachment["tree"], attachment["commit"]
    if not checkout.is_dir():
        fail(f"{checkout}: no such folder: expected a checkout of {tree}")
    done = []
    for change in attachment["change"]:
        path = checkout / change["file"]
        if not path.is_file():
            fail(f"{checkout}: not a checkout of {tree}: there is no {change['file']}")
        data = path.read_bytes()
        if blob(data) != change["blob"]:
            short = commit[:12]
            fail(f"{path}: not as at commit {short}, whose lines fpga/{name}/attach.toml has: git checkout {short}")
        done.append((change, changed(data, change["edit"], change["file"])))
    out = HERE.parent / "target/attach" / name
    for change, text in done:
        path = out / change["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(f"{path}: {len(change['edit'])} places changed")
    print(f"Take these files in place of the tree's, and {attachment['ours']} beside the exported design.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as e:
        fail(f"{e.filename}: {e.strerror}")
