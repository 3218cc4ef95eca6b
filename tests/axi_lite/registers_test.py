"""A master of cocotbext-axi against the slave of ackw_registers: what another's AXI4-Lite makes of ours.

Run by tests/axi_lite.rs. The map comes from Rust as JSON (ACKW_MAP): name, offset, access, bits, min, max, reset."""
import itertools
import json
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

MAP = json.loads(os.environ["ACKW_MAP"])
BY_NAME = {r["name"]: r for r in MAP}
SEED = int(os.environ.get("ACKW_SEED", "1"))
WORDS = [(r, word) for r in MAP for word in range(-(-r["bits"] // 32))]


class Bench:
    """The slave with a master at it, and the other ports at rest."""

    def __init__(self, dut):
        self.dut = dut
        self.random = random.Random(SEED)
        dut._log.info("seed %d", SEED)
        cocotb.start_soon(Clock(dut.clk, 4, "ns").start())
        self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n, reset_active_level=False)

    async def start(self, init_done=1):
        for port in ("frame_dropped", "alert_telemetry", "alert_psn", "alert_advice", "packet_stall", "event_stall",
                     "update_stall", "update_taken", "idle", "queue_overflow", "host_ready", "host_done", "cnt_value",
                     "unit_answer_taken", "unit_answer_rdata", "unit_answer_starts"):
            getattr(self.dut, port).value = 0
        for name in BY_NAME:
            if name.startswith("found_"):
                getattr(self.dut, name).value = 0
        self.dut.init_done.value = init_done
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, 4)
        self.dut.rst_n.value = 1
        await ClockCycles(self.dut.clk, 2)

    def pauses(self):
        """Back-pressure and late valids on all five channels."""
        def pause():
            return (self.random.random() < 0.4 for _ in itertools.count())
        write, read = self.axil.write_if, self.axil.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel):
            channel.set_pause_generator(pause())

    async def read(self, name):
        r = BY_NAME[name]
        data = await self.axil.read(r["offset"], 4 * -(-r["bits"] // 32))
        assert data.resp == AxiResp.OKAY
        return int.from_bytes(data.data, "little")

    async def write(self, name, value):
        r = BY_NAME[name]
        for word in range(-(-r["bits"] // 32)):
            answer = await self.axil.write(r["offset"] + 4 * word, (value >> 32 * word & 0xffff_ffff).to_bytes(4, "little"))
            assert answer.resp == AxiResp.OKAY

    async def refused(self):
        return await self.read("refused_count")


@cocotb.test()
async def every_register_reads_its_reset_value(dut):
    bench = Bench(dut)
    await bench.start()
    bench.pauses()
    for name, r in BY_NAME.items():
        expected = 1 if name == "status" else r["reset"]  # init_done
        assert await bench.read(name) == expected, name
    assert await bench.refused() == 0
    assert await bench.read("id") == int.from_bytes(b"ACKW", "big")


@cocotb.test()
async def written_values_are_kept_and_those_out_of_range_refused(dut):
    bench = Bench(dut)
    await bench.start()
    bench.pauses()
    refused = 0
    for name, r in BY_NAME.items():
        if r["access"] not in ("write", "context") or name.startswith("irq"):
            continue
        full = (1 << 32 * -(-r["bits"] // 32)) - 1
        for value in (r["min"], r["max"], bench.random.randint(r["min"], r["max"])):
            await bench.write(name, value)
            assert await bench.read(name) == value, name
        for value in (r["min"] - 1, r["max"] + 1):
            if 0 <= value <= full:
                before = await bench.read(name)
                await bench.write(name, value)
                refused += 1
                assert await bench.read(name) == before, f"{name} took {value}"
                assert await bench.read("refused_at") == r["offset"] + 4 * (r["bits"] > 32)
        assert await bench.refused() == refused, name
    assert refused > 10


@cocotb.test()
async def writes_where_nothing_is_or_with_part_of_a_word_are_refused(dut):
    bench = Bench(dut)
    await bench.start()
    places = {r["offset"] + 4 * word for r, word in WORDS}
    holes = [offset for offset in range(0, 4096, 4) if offset not in places]
    for offset in bench.random.sample(holes, 20):
        answer = await bench.axil.write(offset, b"\x12\x34\x56\x78")
        assert answer.resp == AxiResp.OKAY
        assert (await bench.axil.read(offset, 4)).data == bytes(4)  # cnt_value is 0 too
    assert await bench.refused() == 20
    before = await bench.read("scratch")
    await bench.axil.write(BY_NAME["scratch"]["offset"], b"\xff")
    assert await bench.read("scratch") == before
    assert await bench.refused() == 21
    for name in ("id", "config_hash", "status", "irq_status"):
        await bench.axil.write(BY_NAME[name]["offset"], b"\x12\x34\x56\x78")
    assert await bench.refused() == 25


@cocotb.test()
async def reads_and_writes_at_once_do_not_disturb_each_other(dut):
    bench = Bench(dut)
    await bench.start()
    bench.pauses()
    history, done = [0], 0  # what scratch has held, or is about to; how many of the writes have been answered

    async def writer():
        nonlocal done
        for _ in range(200):
            history.append(bench.random.getrandbits(32))
            await bench.write("scratch", history[-1])
            done += 1

    writes = cocotb.start_soon(writer())
    for _ in range(200):
        before = done
        value = await bench.read("scratch")
        # not older than the last write that was answered before the read began
        assert value in history[before:], f"{value:#x} after {before} writes"
        assert await bench.read("id") == BY_NAME["id"]["reset"]
    await writes
    assert done == 200
    assert await bench.read("scratch") == history[-1]
    assert await bench.refused() == 0


@cocotb.test()
async def a_host_operation_reads_a_context_and_raises_the_interrupt(dut):
    bench = Bench(dut)
    await bench.start()
    done = 1 << 6
    await bench.write("irq_enable", done)
    await bench.write("host_qpn", 3)
    await bench.write("host_start", 0)
    await RisingEdge(dut.host_valid)
    assert dut.host_qpn.value == 3 and dut.host_write.value == 0
    # under way: its registers stay as they are
    await bench.write("host_qpn", 5)
    await bench.write("host_start", 1)
    assert await bench.refused() == 2
    dut.host_ready.value = 1
    await ClockCycles(dut.clk, 1)
    dut.host_ready.value = 0
    await ClockCycles(dut.clk, 5)
    assert dut.host_valid.value == 0
    expected = {name: bench.random.randint(r["min"], r["max"]) for name, r in BY_NAME.items() if name.startswith("found_")}
    for name, value in expected.items():
        getattr(dut, name).value = value
    dut.host_done.value = 1
    await ClockCycles(dut.clk, 1)
    dut.host_done.value = 0
    for name in expected:
        getattr(dut, name).value = 0
    await ClockCycles(dut.clk, 3)
    assert dut.irq.value == 1
    for name, value in expected.items():
        assert await bench.read(name) == value, name
    assert await bench.read("irq_status") & done
    await bench.write("irq_clear", 0xff)
    await ClockCycles(dut.clk, 3)
    assert dut.irq.value == 0
    assert await bench.read("host_qpn") == 3


@cocotb.test()
async def nothing_starts_before_init_done(dut):
    bench = Bench(dut)
    await bench.start(init_done=0)
    starts = [name for name, r in BY_NAME.items() if r["access"] == "start"]
    for name in starts:
        await bench.write(name, 0)
    assert starts
    assert await bench.refused() == len(starts)
    await Timer(100, "ns")
    assert dut.host_valid.value == 0
