"""Random events of both algorithms at ackw_engine, each output held against the golden model in each cycle.

ACKW_LIBRARY is the library's path, ACKW_TOML the configuration's; ACKW_SEED another seed."""
import os
import pathlib
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

import ackwright

SEED = int(os.environ.get("ACKW_SEED", "1"))
HOPS = 2
CYCLES = 1500


def event(draw, psn):
    """An event as an ACK with telemetry of two hops would be, or one of LDCP."""
    values = {
        "s_event_valid": draw.random() < 0.7, "s_event_kind": draw.choice([0, 0, 0, 1, 2, 3, 6]),
        "s_event_ece": draw.random() < 0.3, "s_event_use_psn": draw.random() < 0.5, "s_event_n": draw.randrange(20),
        "s_event_psn": psn & 0xff_ffff, "s_event_qpn": draw.randrange(16),
        "s_event_telemetry": draw.random() < 0.8, "s_event_path": draw.randrange(2), "s_event_n_hop": HOPS,
    }
    for hop in range(HOPS):
        values |= {f"s_event_hop_{hop}_speed": draw.randrange(4), f"s_event_hop_{hop}_ts": psn * 500 & 0xff_ffff,
                   f"s_event_hop_{hop}_tx": psn * 40 & 0xf_ffff, f"s_event_hop_{hop}_q": draw.randrange(200)}
    return values


@cocotb.test()
async def every_output_is_the_models(dut):
    draw = random.Random(SEED)
    dut._log.info("seed %d", SEED)
    library = ackwright.Library(os.environ["ACKW_LIBRARY"])
    block = ackwright.Block(library, pathlib.Path(os.environ["ACKW_TOML"]).read_text(), "engine")
    for name in block.inputs:
        getattr(dut, name).value = 0
    held = ackwright.Held()
    holding = cocotb.start_soon(ackwright.hold(dut, block, held))
    cocotb.start_soon(Clock(dut.clk, 4, "ns").start())
    await ClockCycles(dut.clk, 8)
    dut.rst_n.value = 1
    dut.upd_ready.value = 1
    while not dut.init_done.value:
        await RisingEdge(dut.clk)
    # every QP is opened, and half of them run HPCC++
    for qpn in range(16):
        dut.host_valid.value, dut.host_write.value, dut.host_parts.value = 1, 1, 3
        dut.host_qpn.value, dut.host_alg.value = qpn, 0 if qpn & 1 else 2 + (qpn & 2) // 2
        dut.host_psn.value, dut.host_open.value = 0, 1
        await RisingEdge(dut.clk)
        while not dut.host_ready.value:
            await RisingEdge(dut.clk)
        dut.host_valid.value = 0
        while not dut.host_done.value:
            await RisingEdge(dut.clk)
    updates, kinds, taken = 0, set(), True
    for cycle in range(CYCLES):
        if taken:
            for name, value in event(draw, cycle).items():
                getattr(dut, name).value = int(value)
        dut.upd_ready.value = int(draw.random() < 0.9)
        dut.time_now.value = cycle * 4
        dut.tx_valid.value, dut.tx_qpn.value, dut.tx_psn.value = cycle & 1, draw.randrange(16), cycle + 50
        await RisingEdge(dut.clk)
        taken = not dut.s_event_valid.value or bool(dut.s_event_ready.value)
        if dut.upd_valid.value and dut.upd_ready.value:
            updates += 1
            kinds.add(int(dut.upd_alg.value))
    assert not holding.done(), "the model was no longer asked"
    assert updates > 500 and kinds == {0, 2, 3}, f"{updates} updates of {kinds}: too few to say anything"
    block.free()
    holding.cancel()
    print(f"PASS: {held.cycles} cycles, {held.values} values of outputs compared, {updates} updates")
