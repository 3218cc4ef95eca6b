#!/usr/bin/env python3
"""Builds a wrapper of an exported folder with Icarus and runs wrappers_test.py on it: run.py FOLDER WRAPPER BUILD_DIR

Exit 1 if a test fails, or if none ran."""
import pathlib
import sys

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = pathlib.Path(__file__).resolve().parent


def main() -> None:
    folder, build = (pathlib.Path(p).resolve() for p in (sys.argv[1], sys.argv[3]))
    top = sys.argv[2]
    sys.path.insert(0, str(HERE))
    files = (folder / f"wrappers/{top}.f").read_text().split()
    runner = get_runner("icarus")
    runner.build(
        sources=[folder / name for name in files], hdl_toplevel=top, build_dir=build, always=True, build_args=["-g2005"],
        timescale=("1ps", "1ps"),
    )
    results = runner.test(
        hdl_toplevel=top, test_module="wrappers_test", build_dir=build, test_dir=build, results_xml=build / "results.xml",
        extra_env={"PYTHONPATH": str(HERE)},
    )
    tests, failed = get_results(results)
    sys.exit(0 if tests > 0 and failed == 0 else 1)


if __name__ == "__main__":
    main()
