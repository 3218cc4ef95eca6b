#!/usr/bin/env python3
# Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Builds ackw_nic with Icarus Verilog and runs ackw_nic_test.py on it: python3 sim/cocotb/run.py

Exit 1 if a test fails, or if none ran. Everything is written to build/cocotb."""
import pathlib
import sys

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "cocotb"


def main() -> None:
    # the list of the smoke test has the design and the models of a target's cells; its last file is its bench
    files = (ROOT / "sim" / "tb_ackw_nic.f").read_text().split()[:-1]
    sys.path.insert(0, str(HERE))
    runner = get_runner("icarus")
    runner.build(
        sources=[ROOT / name for name in files], hdl_toplevel="ackw_nic", build_dir=BUILD, always=True, build_args=["-g2005"],
        timescale=("1ns", "1ps"),
    )
    results = runner.test(
        hdl_toplevel="ackw_nic", test_module="ackw_nic_test", build_dir=BUILD, test_dir=BUILD, results_xml=BUILD / "results.xml",
        extra_env={"PYTHONPATH": str(HERE)},
    )
    tests, failed = get_results(results)
    sys.exit(0 if tests > 0 and failed == 0 else 1)


if __name__ == "__main__":
    main()
