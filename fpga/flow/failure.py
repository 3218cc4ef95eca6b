"""How a command of the flow ends when it cannot go on: one line on stderr and the exit code that the project uses everywhere."""
import sys

BAD_INPUT = 2
MISSING_TOOL = 3


class Failure(Exception):
    """One line: what, where, what was expected."""

    def __init__(self, line: str, code: int = BAD_INPUT):
        super().__init__(" ".join(line.split()))
        self.code = code


def missing(line: str) -> Failure:
    return Failure(line, MISSING_TOOL)


def say(line: str) -> None:
    """Progress of long work."""
    print(f"fpga: {line}", file=sys.stderr, flush=True)
