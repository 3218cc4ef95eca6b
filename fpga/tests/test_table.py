"""fpga/table.toml is read, and what is wrong in one is said in a line with the row and what was expected."""
import unittest

from flow import ceilings, table
from flow.commands import BLOCK_PAGES, TABLE
from flow.failure import Failure

DEFAULTS = """
[defaults]
family = "ecp5"
part = "LFE5U-85F"
grade = 8
aim_mhz = 200
seeds = [1, 2]
clock = false
[ceilings]
part = "LFE5U-25F"
grade = 8
aim_mhz = 400
seeds = [1]
"""
ROW = '[[row]]\nname = "a"\nblock = "pawa"\n'


def parse(text: str) -> table.Table:
    return table.parse(DEFAULTS + text, "t.toml", set(ceilings.BENCHES))


class Tables(unittest.TestCase):
    def test_the_committed_table_has_what_was_asked_for(self):
        rows = table.load(TABLE, set(ceilings.BENCHES)).rows
        pages = {page.stem for page in BLOCK_PAGES.glob("*.md")}
        measured = {r.block for r in rows if r.family == "ecp5"}
        self.assertEqual(pages - measured, {"top", "nic"}, "every block but the two that only connect")
        self.assertEqual({r.block for r in rows if r.clock != "no"}, {"pawa", "window", "inflight", "parser", "engine"})
        self.assertEqual({r.family for r in rows}, {"ecp5", "xcup", "cyclonev"})
        self.assertTrue({r.grade for r in rows if r.block == "pawa"} >= {6, 8})
        self.assertTrue(all(len(r.seeds) == 5 for r in rows if r.clock != "no"))
        self.assertTrue(all(r.ceiling for r in rows if r.clock != "no"), "each clock states its share of a ceiling")

    def test_a_row_takes_from_the_defaults_what_it_leaves_out(self):
        [row] = parse(ROW + 'grade = 6\nclock = "long"\nconfig = { engine.qps = 1024, engine.units = ["ldcp"] }\n').rows
        self.assertEqual((row.part, row.grade, row.seeds, row.clock, row.top), ("LFE5U-85F", 6, (1, 2), "long", "ackw_pawa"))
        self.assertEqual(table.configuration(row), '[engine]\nqps = 1024\nunits = ["ldcp"]\n[rtl]\ntarget = "ecp5"\n')

    def test_another_family_gets_the_generic_target(self):
        [row] = parse(ROW + 'family = "xcup"\n').rows
        self.assertEqual(table.configuration(row), '[rtl]\ntarget = "generic"\n')

    def test_at_another_grade_only_the_ceilings_are_measured_that_a_row_names(self):
        text = ROW + 'grade = 6\nclock = true\nceiling = "ram"\n' + ROW.replace('"a"', '"b"') + 'grade = 7\nceiling = "ff"\n'
        self.assertEqual(parse(text).bounds(["ff", "ram"]), [("ff", 8), ("ram", 8), ("ram", 6)])

    def test_what_is_wrong_is_said_with_its_row(self):
        for text, expected in [
            (ROW + "speed = 8\n", "row 1 (a): unknown key speed: expected aim_mhz, block,"),
            (ROW + "grade = 9\n", "grade 9: expected one of 6, 7, 8"),
            (ROW + "grade = true\n", "grade True: expected"),
            (ROW + 'part = "XC7"\n', "part 'XC7': expected one of LFE5U-25F,"),
            (ROW + "part = []\n", "part []: expected one of"),
            (ROW + "seeds = []\n", "seeds []: expected a list"),
            (ROW + "seeds = [1, 1]\n", "seeds [1, 1]: expected"),
            (ROW + "seeds = [0]\n", "seeds [0]: expected"),
            (ROW + "aim_mhz = 0\n", "aim_mhz 0: expected 1 to 1000"),
            (ROW + 'clock = "yes"\n', "clock 'yes': expected true, false or"),
            (ROW + "clock = []\n", "clock []: expected"),
            (ROW + 'family = "ice40"\n', "family 'ice40': expected one of ecp5,"),
            (ROW + 'family = "xcup"\nclock = true\n', "clock True of xcup: expected ecp5"),
            (ROW + 'ceiling = "sky"\n', "ceiling 'sky': expected one of add-16"),
            (ROW + "ceiling = 3\n", "ceiling 3: expected"),
            (ROW + "config = { qps = 3 }\n", "expected keys of the configuration"),
            (ROW + 'config = { rtl.target = "ecp5" }\n', "expected none, the family says it"),
            ('[[row]]\nname = "A b"\nblock = "pawa"\n', "name 'A b': expected small letters"),
            ('[[row]]\nname = "a"\n', "block None: expected the name of a block"),
            (ROW + ROW, "row a stands twice"),
            ("", "at least one [[row]]"),
            ("x = \n", "t.toml: Invalid value"),
        ]:
            with self.subTest(text), self.assertRaises(Failure) as caught:
                parse(text)
            line = str(caught.exception)
            self.assertIn(expected, line)
            self.assertTrue(line.startswith("t.toml:") and "\n" not in line and caught.exception.code == 2, line)
