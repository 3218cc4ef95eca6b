"""The devices that the flow can place and route for, and what a net list takes of them."""
from dataclasses import dataclass

from .failure import Failure


@dataclass(frozen=True)
class Part:
    """A device of the ECP5 family. The numbers are what nextpnr lists as available."""

    name: str
    option: str  # of nextpnr
    package: str
    lut4: int  # as many registers
    ram_words: int  # places for a DPR16X4
    dp16kd: int
    mult18x18d: int

    def arguments(self, grade: int) -> list[str]:
        return [self.option, "--speed", str(grade), "--package", self.package]

    def needs(self, counts: dict[str, int]) -> list[tuple[str, int, int]]:
        """(resource, taken, there is). A CCU2C takes the place of two LUT4, a DPR16X4 that of six:
        four hold its words, two drive its write port."""
        luts = counts["LUT4"] + 2 * counts["CCU2C"] + 6 * counts["DPR16X4"]
        return [
            ("DP16KD", counts["DP16KD"], self.dp16kd),
            ("MULT18X18D", counts["MULT18X18D"], self.mult18x18d),
            ("FF", counts["FF"], self.lut4),
            ("LUT4", luts, self.lut4),
            ("DPR16X4", counts["DPR16X4"], self.ram_words),
        ]

    def lacks(self, counts: dict[str, int]) -> list[str]:
        """What a net list needs more of than there is: `DP16KD 660 of 208`. Empty: it fits."""
        return [f"{name} {taken} of {there}" for name, taken, there in self.needs(counts) if taken > there]


PARTS = {
    part.name: part
    for part in [
        Part("LFE5U-25F", "--25k", "CABGA381", 24288, 3036, 56, 28),
        Part("LFE5U-45F", "--45k", "CABGA554", 43848, 5481, 108, 72),
        Part("LFE5U-85F", "--85k", "CABGA756", 83640, 10455, 208, 156),
    ]
}
GRADES = (6, 7, 8)


def part(name: object, where: str) -> Part:
    if not isinstance(name, str) or name not in PARTS:
        raise Failure(f"{where}: part {name!r}: expected one of {', '.join(PARTS)}")
    return PARTS[name]


def grade(value: object, where: str) -> int:
    if type(value) is not int or value not in GRADES:
        raise Failure(f"{where}: grade {value!r}: expected one of {', '.join(map(str, GRADES))}")
    return value
