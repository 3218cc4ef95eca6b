#!/usr/bin/env python3
"""Builds ackw_engine of an exported folder with Icarus and runs engine_test.py on it: run.py FOLDER LIBRARY BUILD_DIR

FOLDER is hdl/verilog/small or one of the same configuration. Exit 1 if a test fails, or if none ran."""
import pathlib
import sys

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = pathlib.Path(__file__).resolve().parent
TOP = "ackw_engine"


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit("run.py: expected FOLDER LIBRARY BUILD_DIR")
    folder, library, build = (pathlib.Path(p).resolve() for p in sys.argv[1:])
    sys.path.insert(0, str(HERE))
    runner = get_runner("icarus")
    runner.build(
        sources=sorted(folder.glob("*.v")), hdl_toplevel=TOP, build_dir=build, always=True, build_args=["-g2005"],
        timescale=("1ns", "1ps"),
    )
    results = runner.test(
        hdl_toplevel=TOP, test_module="engine_test", build_dir=build, test_dir=build, results_xml=build / "results.xml",
        extra_env={"PYTHONPATH": str(HERE), "ACKW_LIBRARY": str(library), "ACKW_TOML": str(folder / "ackwright.toml")},
    )
    tests, failed = get_results(results)
    sys.exit(0 if tests > 0 and failed == 0 else 1)


if __name__ == "__main__":
    main()
