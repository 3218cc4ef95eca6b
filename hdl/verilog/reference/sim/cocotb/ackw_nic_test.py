# Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A bench of ackw_nic to begin yours with: parameters through the registers, ACKs as frames, updates as they come.

steps.json has what is done, and each update as the golden model of the generator computed it for this configuration. The steps are
those of the smoke test in Verilog beside this folder."""
import json
import pathlib

import cocotb
from cocotb.clock import Clock
from cocotb.queue import Queue
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp, AxiStreamBus, AxiStreamFrame, AxiStreamSource

RUN = json.loads((pathlib.Path(__file__).resolve().parent / "steps.json").read_text())


class Nic:
    """The design with a host at its registers, a link at its packets, and somebody who takes every update."""

    def __init__(self, dut):
        self.dut = dut
        for port, value in RUN["inputs"].items():
            getattr(dut, port).value = value
        cocotb.start_soon(Clock(dut.clk, 4, "ns").start())
        self.host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n, reset_active_level=False)
        self.link = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, dut.rst_n, reset_active_level=False)
        for interface in (self.host.write_if, self.host.read_if, self.link):
            interface.log.setLevel("WARNING")
        self.updates = Queue()
        cocotb.start_soon(self._take_updates())

    async def _take_updates(self):
        while True:
            await RisingEdge(self.dut.clk)
            if str(self.dut.init_done.value) == "1" and str(self.dut.upd_valid.value) == "1":
                self.updates.put_nowait({port: int(getattr(self.dut, port).value) for port in RUN["outputs"]})

    async def reset(self):
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, 4)
        self.dut.rst_n.value = 1

    async def write(self, offset, value):
        assert (await self.host.write(offset, value.to_bytes(4, "little"))).resp == AxiResp.OKAY

    async def read(self, offset):
        answer = await self.host.read(offset, 4)
        assert answer.resp == AxiResp.OKAY
        return int.from_bytes(answer.data, "little")

    async def poll(self, offset, mask, value):
        while await self.read(offset) & mask != value:
            pass

    async def access(self, kind, offset, *values):
        if kind == "write":
            await self.write(offset, *values)
        elif kind == "poll":
            await with_timeout(self.poll(offset, *values), 1, "ms")
        else:
            found = await self.read(offset)
            assert found == values[0], f"the register at {offset:#05x} is {found:#x}, the model says {values[0]:#x}"

    async def pulse(self, ports):
        """These for one cycle."""
        await FallingEdge(self.dut.clk)
        for port, value in ports.items():
            getattr(self.dut, port).value = value
        await FallingEdge(self.dut.clk)
        for port in ports:
            getattr(self.dut, port).value = 0

    async def offer(self, prefix, ports):
        """These with valid until ready."""
        valid, ready = getattr(self.dut, f"{prefix}_valid"), getattr(self.dut, f"{prefix}_ready")
        await FallingEdge(self.dut.clk)
        for port, value in ports.items():
            getattr(self.dut, port).value = value
        valid.value = 1
        await RisingEdge(self.dut.clk)
        while str(ready.value) != "1":
            await RisingEdge(self.dut.clk)
        await FallingEdge(self.dut.clk)
        valid.value = 0


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def every_update_and_register_is_what_the_model_says(dut):
    nic = Nic(dut)
    await nic.reset()
    seen = 0
    for number, step in enumerate(RUN["steps"], 1):
        for access in step.get("registers", []):
            await nic.access(*access)
        if "frame" in step:
            await nic.link.send(AxiStreamFrame(bytes.fromhex(step["frame"]), tuser=0))
        if "offer" in step:
            await nic.offer(*step["offer"])
        if "pulse" in step:
            await nic.pulse(step["pulse"])
        if "update" in step:
            update = await with_timeout(nic.updates.get(), 20, "us")
            assert update == step["update"], f"step {number}: {step['about']}"
            seen += 1
    await ClockCycles(dut.clk, 1000)
    assert nic.updates.empty(), "an update more than the model gives"
    assert seen > 0
    dut._log.info("%d updates are what the model computed", seen)
