#!/usr/bin/env python3
"""What the blocks take of an FPGA and how fast they are, with the open tools. `--help` has the commands, fpga/README.md more."""
import signal
import sys

from flow.failure import MISSING_TOOL, Failure


def main() -> int:
    if sys.version_info < (3, 11):
        print(f"fpga: this is Python {sys.version.split()[0]}: expected 3.11 or later", file=sys.stderr)
        return MISSING_TOOL
    from flow import commands

    # told to end, it ends the tool that runs too
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        commands.main(sys.argv[1:])
    except Failure as failure:
        print(f"fpga: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("fpga: stopped; what was measured is kept", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
