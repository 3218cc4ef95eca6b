"""Tables go between their markers, of complete sets only."""
import dataclasses
import pathlib
import tempfile
import unittest

from flow import pages, synth
from flow.failure import Failure
from flow.measure import Clock
from flow.table import Row


def seed(number: int, mhz: float, day: str = "2026-01-02") -> dict:
    path = {"start": "s3", "end": f"s{number}", "total_ns": 1000 / mhz, "routing_ns": 2.0}
    shared = {"nextpnr": "0.11.1", "options": "--router x", "aim_mhz": 200}
    return {"seed": number, "mhz": mhz, "path": path, "date": day, **shared}


def clock(*mhz: float) -> Clock:
    return Clock(sorted((seed(n, m) for n, m in enumerate(mhz, 1)), key=lambda s: s["mhz"]))


def counts(**differ: int) -> dict:
    found = {**dict.fromkeys(synth.FAMILIES["ecp5"].columns, 7), **differ}
    return {"counts": found, "yosys": "0.70", "command": "synth_ecp5", "date": "2026-01-03"}


def measured(name: str = "pawa-1k", counted: dict | None = None, timed: Clock | None = None, **differ: object) -> pages.Measured:
    fields = {"block": "pawa", "config": {"engine": {"qps": 1024}}, "grade": 8, "clock": "yes", "ceiling": "mul-out", **differ}
    row = Row(name, fields["block"], fields["config"], "ecp5", "LFE5U-85F", fields["grade"], 250, (1, 2, 3), fields["clock"], fields["ceiling"])
    return pages.Measured(row, "abc", counted, timed)


def page(name: str, rows: list[pages.Measured], bounds: dict | None = None) -> tuple[str, list[str]]:
    text = f"before\n<!-- fpga:{name} begin -->\nnot measured yet\n<!-- fpga:{name} end -->\nafter"
    figures = pages.Figures(rows, bounds if bounds is not None else {("mul-out", 8): clock(200.0)}, "LFE5U-85F")
    new, left = pages.filled(text, "p.md", figures)
    assert new.startswith(f"before\n<!-- fpga:{name} begin -->\n") and new.endswith(f"<!-- fpga:{name} end -->\nafter")
    return new, left


class Pages(unittest.TestCase):
    def test_a_complete_row_is_written_with_its_spread_and_its_median_path(self):
        text, left = page("clocks", [measured(counted=counts(), timed=clock(120.0, 150.0, 100.0))])
        self.assertEqual(left, [])
        row = next(line for line in text.splitlines() if line.startswith("| pawa-1k"))
        self.assertEqual(
            row,
            "| pawa-1k | `pawa` | qps 1024 | LFE5U-85F, 8 | 250 | 100.0 / 120.0 / 150.0 | mul-out | 60 % | `s3` | `s1` | 8.33 | 2.00 | `abc` |",
        )
        self.assertIn("2026-01-02: nextpnr-ecp5 0.11.1 `--router x`, seeds 1, 2, 3.", text)
        self.assertNotIn("not measured yet", text)

    def test_a_table_that_lacks_a_row_stays_as_it_was(self):
        text, left = page("clocks", [measured(timed=clock(100.0)), measured("pawa-16k")])
        self.assertIn("not measured yet", text)
        self.assertEqual(left, ["p.md:2: table clocks is left as it was, not measured: pawa-16k"])
        rows = [measured(counted=counts()), dataclasses.replace(measured("pawa-16k", counted=counts(DP16KD=70)), text="def")]
        self.assertIn("not measured yet", page("counts-ecp5", [rows[0], dataclasses.replace(measured("pawa-16k"), text="def")])[0])
        old = page("counts-ecp5", rows)[0]
        rows = [dataclasses.replace(rows[0], text="new"), dataclasses.replace(measured("pawa-16k"), text="newer")]
        new, left = pages.filled(old, "p.md", pages.Figures(rows, {}, "LFE5U-85F"))
        self.assertEqual(left, [])
        kept = next(line for line in new.splitlines() if line.startswith("| pawa-16k"))
        self.assertTrue("| 70 |" in kept and kept.endswith("| earlier `def` |"), kept)
        self.assertIn("A hash behind `earlier`", new)

    def test_a_row_of_todays_text_that_was_not_measured_here_stays_as_it_is(self):
        rows = [measured(counted=counts()), dataclasses.replace(measured("pawa-16k", counted=counts(DP16KD=70)), text="def")]
        old = page("counts-ecp5", rows)[0].replace("2026-01-03", "2026-01-01")
        rows[1] = dataclasses.replace(rows[1], counts=None)
        new, left = pages.filled(old, "p.md", pages.Figures(rows, {}, "LFE5U-85F"))
        self.assertEqual(left, [])
        self.assertIn(next(line for line in old.splitlines() if line.startswith("| pawa-16k")), new)
        self.assertNotIn("earlier", new)
        self.assertIn("2026-01-01 to 2026-01-03", new)

    def test_a_clock_without_its_ceiling_is_not_complete(self):
        text, left = page("clocks", [measured(timed=clock(100.0))], {("mul-out", 8): None})
        self.assertIn("not measured yet", text)
        self.assertIn("not measured: ceiling mul-out", left[0])

    def test_only_a_row_that_takes_long_may_be_without_a_clock(self):
        rows = [measured(timed=clock(100.0)), measured("engine", clock="long")]
        text, left = page("clocks", rows)
        self.assertEqual(left, [])
        self.assertIn("| not measured: takes long |", text)
        self.assertIn("not measured yet", page("clocks", rows[1:])[0])

    def test_a_block_that_does_not_fit_says_so(self):
        text, _ = page("counts-ecp5", [measured(counted=counts(DP16KD=660))])
        self.assertIn("| LFE5U-85F: no, DP16KD 660 of 208 |", text)

    def test_speed_grades_share_one_row_of_counts(self):
        text, _ = page("counts-ecp5", [measured(counted=counts()), measured("pawa-1k-grade6", counted=counts(), grade=6)])
        self.assertIn("| pawa-1k |", text)
        self.assertNotIn("grade6", text)

    def test_a_clock_of_an_earlier_text_is_kept_and_says_so(self):
        old = page("clocks", [measured(timed=clock(100.0)), measured("pawa-16k", timed=clock(90.0))])[0]
        rows = [dataclasses.replace(measured(timed=clock(110.0)), text="new"), dataclasses.replace(measured("pawa-16k"), text="new")]
        new, left = pages.filled(old, "p.md", pages.Figures(rows, {("mul-out", 8): clock(200.0)}, "LFE5U-85F"))
        self.assertEqual(left, [])
        self.assertIn("| 110.0 / 110.0 / 110.0 |", new)
        kept = next(line for line in new.splitlines() if line.startswith("| pawa-16k"))
        self.assertTrue("| 90.0 / 90.0 / 90.0 |" in kept and kept.endswith("| earlier `abc` |"), kept)
        again, _ = pages.filled(new, "p.md", pages.Figures(rows, {("mul-out", 8): clock(200.0)}, "LFE5U-85F"))
        self.assertEqual(again, new)

    def test_a_row_of_another_text_is_stale_unless_it_says_so(self):
        rows = [measured(counted=counts(), timed=clock(100.0))]
        text = page("counts-ecp5", rows)[0] + "\n" + page("clocks", rows)[0]
        checked = pages.Checked()
        pages.check(text, "p.md", {"pawa-1k": "abc"}, checked)
        self.assertEqual((checked.today, checked.earlier, checked.stale), (2, 0, []))
        checked = pages.Checked()
        pages.check(text.replace("`abc` |\n<!-- fpga:clocks", "earlier `abc` |\n<!-- fpga:clocks"), "p.md", {"pawa-1k": "new"}, checked)
        self.assertEqual((checked.today, checked.earlier), (0, 1))
        self.assertEqual(checked.stale, ["p.md:7: pawa-1k"])
        checked = pages.Checked()
        pages.check(text.replace("`abc`", "earlier `abc`"), "p.md", {}, checked)
        self.assertEqual(len(checked.stale), 2, "a row must be in the table")

    def test_a_view_of_a_block_has_only_its_rows(self):
        text, _ = page("clocks-pawa", [measured(timed=clock(100.0)), measured("window-1k", block="window")])
        self.assertNotIn("window", text)

    def test_the_ceilings_have_a_column_a_grade(self):
        text, left = page("ceilings", [], {("mul-out", 8): clock(200.0, 210.0), ("mul-out", 6): clock(150.0)})
        self.assertEqual(left, [])
        self.assertIn("| mul-out | MULT18X18D with its output register | 200.0 / 200.0 / 210.0 | 150.0 / 150.0 / 150.0 |", text)
        text, _ = page("ceilings", [], {("mul-out", 8): clock(200.0), ("ram", 8): clock(190.0), ("ram", 6): clock(150.0)})
        self.assertIn("| 200.0 / 200.0 / 200.0 | — |", text)
        _, left = page("ceilings", [], {("mul-out", 8): clock(200.0), ("ram", 8): None})
        self.assertIn("ram at grade 8", left[0])

    def test_markers_that_are_not_understood_are_an_error(self):
        for text, expected in [
            ("<!-- fpga:clocks begin -->\nx", "p.md:1: table clocks has no end"),
            ("\n<!-- fpga:sky begin -->\n<!-- fpga:sky end -->", "p.md:2: table sky: expected one of clocks"),
            ("<!-- fpga:clocks begin -->\n<!-- fpga:ceilings begin -->", "p.md:2: table ceilings begins in table clocks"),
            ("<!-- fpga:clocks-nic begin -->\n<!-- fpga:clocks-nic end -->", "p.md:1: table clocks-nic: fpga/table.toml has no such row"),
        ]:
            with self.subTest(text), self.assertRaises(Failure) as caught:
                pages.filled(text, "p.md", pages.Figures([measured()], {}, "LFE5U-85F"))
            self.assertTrue(str(caught.exception).startswith(expected), str(caught.exception))

    def test_a_page_is_replaced_as_a_whole_and_only_where_it_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "p.md"
            path.write_text("a\n<!-- fpga:counts-ecp5 begin -->\nold\n<!-- fpga:counts-ecp5 end -->\nz\n")
            self.assertEqual(pages.write(path, "p.md", pages.Figures([measured(counted=counts())], {}, "LFE5U-85F")), [])
            text = path.read_text()
            self.assertTrue(text.startswith("a\n<!--") and text.endswith("-->\nz\n") and "old" not in text)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [path])
