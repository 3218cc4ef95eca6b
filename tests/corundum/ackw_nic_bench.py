"""Our application block in a Corundum NIC, driven by Corundum's own bench: its TB brings up PCIe, driver and MACs, and this module
sends RoCEv2 frames at a MAC and reads the updates from the mailbox, as a host does.

ACKW_RUN is JSON of tests/corundum.rs: the frames, each QP's updates as the golden model has them, and where registers
and the engine's counters are."""
import json
import logging
import os
import pathlib

import cocotb
from cocotb.triggers import Timer
from cocotbext.eth import EthMacFrame
from test_mqnic_core_pcie_us import TB

RUN = json.loads(pathlib.Path(os.environ["ACKW_RUN"]).read_text())
OFFSET = RUN["offset"]
# of the block, behind the engine's registers
COPIED, LEFT_OUT, MAIL_COUNT, MAIL, MAIL_ON, SENT_QPN, SENT_PSN = 0x1000, 0x1004, 0x100C, 0x1010, 0x1024, 0x1028, 0x102C


async def open_qp(app, qpn):
    """What a host does before the ACKs of a QP count: opens it, whose first PSN is 0, and tells what was sent."""
    # parts 2: PSN and open
    for name, value in [("host_qpn", qpn), ("host_parts", 2), ("host_psn", 0xFFFFFF), ("host_open", 1), ("host_start", 1)]:
        await app.write_dword(OFFSET[name], value)
    while await app.read_dword(OFFSET["status"]) & 2:
        pass
    await app.write_dword(SENT_QPN, qpn)
    await app.write_dword(SENT_PSN, RUN["sent"])
    # Writes over PCIe are posted. This one may still be on its way when frames come at the MAC, which does not wait.
    # An ACK that overtakes it confirms what was not sent, and is rejected: at 1ca0151b QP 2's first did, by 50 ns.
    # A read comes behind the write, so its answer says that the engine knows.
    assert await app.read_dword(SENT_PSN) == RUN["sent"]


async def mailed(app):
    """The first update of the mailbox, which goes on to the next; None if there is none."""
    data = await app.read(MAIL, 20)
    words = [int.from_bytes(data[i:i + 4], "little") for i in range(0, 20, 4)]
    if not words[0] >> 31:
        return None
    await app.write_dword(MAIL + 16, 1)
    window, flags = words[1] | (words[2] & 0x3FF) << 32, words[2] >> 16
    pace = words[3] | (words[4] & 0xFF) << 32
    qpn, kind, alg, una_psn = words[0] & 0xFFFF, words[0] >> 16 & 7, words[0] >> 19 & 15, words[4] >> 8
    return qpn, f"{qpn} {kind} {alg} {window} {pace} {flags} {una_psn}"


async def counted(app):
    """The engine's counters that are not 0: events and what became of those that gave no update."""
    counts = {name: int.from_bytes(await app.read(int(at), 8), "little") for at, name in RUN["counters"].items()}
    return {name: count for name, count in counts.items() if count}


@cocotb.test()
async def updates_reach_the_host_without_loss(dut):
    # a line for every packet on PCIe takes longer than the simulation
    logging.disable(logging.INFO)
    try:
        await every_update(dut)
    finally:
        logging.disable(logging.NOTSET)


async def every_update(dut):
    tb = TB(dut, msix_count=2 ** len(dut.core_pcie_inst.irq_index))
    await tb.init()
    await tb.driver.init_pcie_dev(tb.rc.find_device(tb.dev.functions[0].pcie_id))
    # a port takes frames when its interface is open; master asks for it
    for interface in tb.driver.interfaces:
        await interface.open()
    app = tb.driver.app_hw_regs
    assert await app.read_dword(OFFSET["id"]) == 0x41434B57
    while not await app.read_dword(OFFSET["status"]) & 1:
        await Timer(1, "us")
    await app.write_dword(OFFSET["cfg_qpn_base"], RUN["qpn_base"])
    assert await app.read_dword(OFFSET["cfg_qpn_base"]) == RUN["qpn_base"]
    for qpn in sorted(map(int, RUN["updates"])):
        await open_qp(app, qpn)
    for frame in RUN["frames"]:
        # back to back, without FCS: the MAC's queue holds them all
        tb.port_mac[0].rx.send_nowait(EthMacFrame.from_raw_payload(bytes.fromhex(frame)))
    expected = {int(qpn): list(updates) for qpn, updates in RUN["updates"].items()}
    seen = 0
    for _ in range(200):
        if not any(expected.values()):
            break
        found = await mailed(app)
        if found is None:
            await Timer(1, "us")
            continue
        qpn, update = found
        due = expected[qpn].pop(0)
        assert update == due, f"update {seen}: {update}, expected {due}; counted {await counted(app)}"
        seen += 1
    dut._log.warning("%d frames, %d updates as the model has them", len(RUN["frames"]), seen)
    assert not any(expected.values()), f"{seen} updates of {len(RUN['frames'])}; counted {await counted(app)}"
    assert seen == len(RUN["frames"])
    # all are ACKs that counted: none was dropped or rejected
    assert await counted(app) == {"event_ack": seen}
    assert (await app.read_dword(COPIED), await app.read_dword(LEFT_OUT)) == (len(RUN["frames"]), 0)
    assert await app.read_dword(MAIL_COUNT) == 0
    assert await app.read_dword(OFFSET["update_count"]) == seen
