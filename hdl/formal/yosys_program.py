#!/usr/bin/env python3
"""The wheel of Yosys has a library and no program; sby wants one: `-ql LOG SCRIPT` and `-p COMMANDS` are all that it asks."""
import sys


def main() -> int:
    from pyosys import libyosys

    scripts, log, given = [], None, iter(sys.argv[1:])
    for argument in given:
        if argument == "-V":
            print("Yosys 0.70 (pyosys)")
            return 0
        if argument.endswith("l") and argument.startswith("-"):
            log = next(given)
        elif argument == "-p":
            scripts += next(given).split(";")
        elif not argument.startswith("-"):
            scripts.append(f"script {argument}")
    design = libyosys.Design()
    quiet = f"tee -q -a {log} " if log else "tee -q -o /dev/null "
    try:
        for line in scripts:
            if line.strip():
                libyosys.run_pass(quiet + line.strip(), design)
    except Exception as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
