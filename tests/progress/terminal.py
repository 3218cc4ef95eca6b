"""Runs a command with its stderr on a terminal and says how long nobody heard of it: progress.rs reads the line of JSON."""

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

terminal, end = pty.openpty()
fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
started = last = time.monotonic()
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=end)
os.close(end)
heard, stdout, first, gap = b"", b"", None, 0.0
open_ends = [terminal, child.stdout.fileno()]
while open_ends:
    for ready in select.select(open_ends, [], [])[0]:
        try:
            some = os.read(ready, 65536)
        except OSError:  # a terminal that nobody has open any more
            some = b""
        now = time.monotonic()
        if not some:
            open_ends.remove(ready)
        elif ready == terminal:
            heard += some
        else:
            stdout += some
        first = now - started if first is None else first
        gap, last = max(gap, now - last), now
code = child.wait()
text = heard.decode(errors="replace")
print(json.dumps({"code": code, "first": first, "gap": gap, "seconds": last - started, "heard": text, "stdout": stdout.decode()}))
