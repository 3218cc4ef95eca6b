"""Results that are kept: one JSON file each below target/fpga/results, named by a hash of all that it depends on.

So an interrupted run goes on where it stopped, and a figure of another Verilog, tool or option is never taken for this one's."""
import datetime
import hashlib
import json
import os
import pathlib


def key(**depends: object) -> str:
    text = json.dumps(depends, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Store:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def get(self, name: str) -> dict | None:
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else None

    def put(self, name: str, result: dict) -> dict:
        """Keeps a result with today's date; whole or not at all."""
        result = {"date": datetime.date.today().isoformat(), **result}
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = self.folder / f"{name}.json.part"
        beside.write_text(json.dumps(result, indent=1) + "\n")
        os.replace(beside, self.folder / f"{name}.json")
        return result
