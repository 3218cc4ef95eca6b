"""The board's flow as far as it goes without tools: what is refused, and with which line."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from flow import board, route
from flow.failure import BAD_INPUT, MISSING_TOOL, Failure

RUN = pathlib.Path(__file__).parent.parent / "run.py"
COUNTS = {"LUT4": 8000, "FF": 7000, "CCU2C": 500, "DP16KD": 20, "DPR16X4": 100, "MULT18X18D": 22}


def refused(code: int, *arguments: object, **environment: str) -> str:
    made = subprocess.run(
        [sys.executable, RUN, "board", *map(str, arguments)], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert (made.returncode, made.stdout, made.stderr.count("\n")) == (code, "", 1), made
    return made.stderr


class Board(unittest.TestCase):
    def folder(self, files: dict[str, str]) -> pathlib.Path:
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        for name, text in files.items():
            path = pathlib.Path(made.name, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return pathlib.Path(made.name)

    def test_a_folder_without_a_board_is_refused(self):
        self.assertIn("board/ackw_ulx3s.f: expected a folder that `ackwright export --board ulx3s`", refused(BAD_INPUT, self.folder({})))

    def test_a_listed_file_must_be_there(self):
        folder = self.folder({"board/ackw_ulx3s.f": "ackw_top.v\n"})
        self.assertIn("lists ackw_top.v, which is not there", refused(BAD_INPUT, folder))

    def test_a_missing_packer_is_exit_3(self):
        folder = self.folder({"board/ackw_ulx3s.f": "a.v\n", "a.v": "// nothing\nmodule a; endmodule\n"})
        bin = self.folder({name: "#!/bin/sh\necho 'Yosys 0.1 (Version nextpnr-0.1)'\n" for name in ("yosys", "nextpnr-ecp5")})
        for file in bin.iterdir():
            file.chmod(0o755)
        self.assertEqual(board.source(folder).files, {"a.v": "\nmodule a; endmodule\n"})
        self.assertIn("neither ecppack nor yowasp-ecppack", refused(MISSING_TOOL, folder, ACKWRIGHT_FPGA_TOOLS=str(bin)))

    def test_a_clock_is_a_number(self):
        self.assertIn("--clock: 'fast': expected 1 to 10000", refused(BAD_INPUT, "nowhere", "--clock", "fast"))

    def test_a_board_without_enough_ram_is_refused_before_anything_is_placed(self):
        board.must_fit(pathlib.Path("out"), COUNTS)
        for name, taken, there in [("DP16KD", 512, 208), ("MULT18X18D", 157, 156)]:
            with self.assertRaises(Failure) as caught:
                board.must_fit(pathlib.Path("out"), {**COUNTS, name: taken})
            self.assertEqual(caught.exception.code, BAD_INPUT)
            self.assertIn(f"out: ackw_ulx3s does not fit the board's LFE5U-85F: {name} {taken} of {there}: expected", str(caught.exception))

    def test_a_clock_that_is_not_reached_is_refused_with_its_path(self):
        path = route.Path("a", "b", 20.5, 12.25)
        board.must_reach(25, 48.8, path)
        with self.assertRaises(Failure) as caught:
            board.must_reach(50, 48.8, path)
        self.assertEqual(
            str(caught.exception),
            "ackw_ulx3s: 50 MHz is not reached: expected at most 48.8; the longest path goes from a to b, 20.50 ns, 12.25 of it routing",
        )


if __name__ == "__main__":
    unittest.main()
