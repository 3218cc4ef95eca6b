"""ackw_nic_axis and ackw_nic_axis_async with cocotbext-axi at all their buses, against what the golden model says.

The stimulus and the answers come from Rust as JSON (ACKW_RUN): the register map, the fields of each stream in the order of the ports,
rounds of frames, events and reports of what was sent, and each QP's updates. How fields lie in tdata is worked out here once more.
A QP gets one frame or one event a round, and a round ends with its updates: then each is known whatever the clocks are."""
import itertools
import json
import os
import pathlib
import random

import cocotb
from cocotb.clock import Clock
from cocotb.utils import get_sim_time
from cocotb.triggers import ClockCycles, RisingEdge, Timer, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

RUN = json.loads(pathlib.Path(os.environ["ACKW_RUN"]).read_text())
SEED = int(os.environ.get("ACKW_SEED", "1"))
MAP = {r["name"]: r for r in RUN["map"]}
BUSES = ["s_axis_packet", "s_axis_event", "s_axis_sent", "m_axis_update", "s_axil"]
# periods in ps, clk's first: unrelated, with faster and slower ones than the engine's
PERIODS = [(5000, 3702, 6134, 9318, 4286, 11002), (5000, 12506, 2902, 5002, 17022, 3106)]
HOST_DONE = 1 << 6


def pack(fields, values):
    """Each field from the next byte on, the first in the lowest bits; a byte's other bits are noise where the design must not look."""
    data = b""
    for name, width in fields:
        length = -(-width // 8)
        noise = random.getrandbits(8 * length) >> width << width
        data += (values.get(name, 0) | noise).to_bytes(length, "little")
    return data


def unpack(fields, data):
    values, at = {}, 0
    for name, width in fields:
        length = -(-width // 8)
        values[name] = int.from_bytes(data[at:at + length], "little")
        assert values[name] >> width == 0, f"{name}: bits between the fields are not 0"
        at += length
    assert at == len(data)
    return values


class Bench:
    def __init__(self, dut, periods, master=True):
        self.dut = dut
        random.seed(SEED)
        dut._log.info("seed %d, periods %s", SEED, periods)
        self.own_clocks = hasattr(dut, "s_axil_aclk")
        self.clocks, self.resets, self.periods = {}, {}, {}
        for bus, period in zip(["", *BUSES], periods):
            if bus and not hasattr(dut, bus + ("_awaddr" if bus == "s_axil" else "_tdata")):
                continue
            own = self.own_clocks and bus
            self.periods[bus] = period if own else periods[0]
            clock = getattr(dut, bus + "_aclk") if own else dut.clk
            self.clocks[bus], self.resets[bus] = clock, getattr(dut, bus + "_aresetn") if own else dut.rst_n
            if own or not bus:
                # even, and off one another's edges
                cocotb.start_soon(Clock(clock, period, "ps").start(start_high=bool(len(self.clocks) % 2)))
        for reset in self.resets.values():
            reset.value = 0
        self.hpcc = hasattr(self.dut, "time_now")

        def stream(kind, bus):
            made = kind(AxiStreamBus.from_prefix(dut, bus), self.clocks[bus], self.resets[bus], reset_active_level=False)
            made.log.setLevel("WARNING")
            made.set_pause_generator(self.pauses(bus))
            return made

        self.packets = stream(AxiStreamSource, "s_axis_packet")
        self.events = stream(AxiStreamSource, "s_axis_event")
        self.sent = stream(AxiStreamSource, "s_axis_sent")
        self.updates = stream(AxiStreamSink, "m_axis_update")
        self.stalls = dict.fromkeys(["s_axis_packet", "s_axis_event", "m_axis_update"], 0)
        for bus in self.stalls:
            cocotb.start_soon(self.count(bus))  # cycles with valid and without ready
        if not master:
            return
        self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), self.clocks["s_axil"], self.resets["s_axil"], reset_active_level=False)
        for interface in (self.axil.write_if, self.axil.read_if):
            interface.log.setLevel("WARNING")

    @staticmethod
    def pauses(bus):
        """Stretches of different density, so that queues run both full and empty."""
        def generate():
            while True:
                density = random.choice([0, 0.2, 0.9] if bus == "m_axis_update" else [0, 0, 0.5])
                yield from (random.random() < density for _ in range(random.randint(20, 200)))
        return generate()

    async def count(self, bus):
        valid, ready = getattr(self.dut, bus + "_tvalid"), getattr(self.dut, bus + "_tready")
        while True:
            await RisingEdge(self.clocks[bus])
            self.stalls[bus] += str(valid.value) == "1" and str(ready.value) == "0"

    async def start(self):
        if self.hpcc:
            self.dut.time_now.value = 0
            if self.own_clocks:
                # PERIODS has no more: another one that fits none of the others
                cocotb.start_soon(Clock(self.dut.time_now_aclk, 7310, "ps").start())
                self.dut.time_now_aresetn.value = 0
                self.resets["time_now"] = self.dut.time_now_aresetn
        await ClockCycles(self.dut.clk, 10)
        for reset in random.sample(list(self.resets.values()), len(self.resets)):
            reset.value = 1
            await Timer(random.randint(1, 40), "ns")
        while str(self.dut.init_done.value) != "1":
            await RisingEdge(self.dut.clk)

    async def write(self, name, value):
        r = MAP[name]
        for word in range(-(-r["bits"] // 32)):
            data = (value >> 32 * word & 0xffff_ffff).to_bytes(4, "little")
            assert (await self.axil.write(r["offset"] + 4 * word, data)).resp == AxiResp.OKAY

    async def read(self, name):
        r = MAP[name]
        data = await self.axil.read(r["offset"], 4 * -(-r["bits"] // 32))
        assert data.resp == AxiResp.OKAY
        return int.from_bytes(data.data, "little")

    async def choose(self, qpn, alg):
        """The host opens a QP with an algorithm, and waits for the interrupt that says that it has it."""
        await self.write("irq_clear", HOST_DONE)
        for name, value in (("host_qpn", qpn), ("host_alg", alg), ("host_start", 1)):
            await self.write(name, value)
        while str(self.dut.irq.value) != "1":
            await RisingEdge(self.clocks["s_axil"])
        assert await self.read("irq_status") & HOST_DONE

    async def configure(self):
        for name, value in RUN["writes"]:
            await self.write(name, value)
            assert await self.read(name) == value, name
        await self.write("irq_enable", HOST_DONE)
        for name, value in (("host_set", 0), ("host_psn", 0), ("host_open", 1), ("host_parts", 3)):
            await self.write(name, value)
        for qpn, alg in RUN["choices"]:
            await self.choose(qpn, alg)
        assert await self.read("refused_count") == 0
        began = get_sim_time("ps")
        await self.read("id")
        self.dut._log.info("a read takes %d cycles of s_axil's clock", (get_sim_time("ps") - began) // self.periods["s_axil"])


async def every_update_is_the_models(dut, periods):
    bench = Bench(dut, periods)
    await bench.start()
    await bench.configure()
    seen = 0
    for number, part in enumerate(RUN["rounds"]):
        for report in part["sent"]:
            await bench.sent.send(AxiStreamFrame(pack(RUN["sent"], report)))
        await bench.sent.wait()
        # to the engine
        await Timer(20 * max(periods), "ps")
        for frame in part["frames"]:
            bench.packets.send_nowait(AxiStreamFrame(bytes.fromhex(frame), tuser=0))
        for event in part["events"]:
            bench.events.send_nowait(AxiStreamFrame(pack(RUN["event"], event)))
        if part["held"]:
            # nobody takes an update until the stream is held back
            before = bench.stalls[part["held"]]
            bench.updates.clear_pause_generator()
            bench.updates.pause = True
            for _ in range(20_000):
                if bench.stalls[part["held"]] > before + 20:
                    break
                await RisingEdge(dut.clk)
            else:
                assert False, f"{part['held']} is never held back"
            bench.updates.set_pause_generator(bench.pauses("m_axis_update"))
        expected = {int(qpn): list(updates) for qpn, updates in part["updates"].items()}
        while any(expected.values()):
            frame = await with_timeout(bench.updates.recv(), 100, "us")
            update = unpack(RUN["update"], bytes(frame.tdata))
            left = expected.get(update["upd_qpn"])
            assert left, f"round {number}: an update that the model does not give: {update}"
            assert update == left.pop(0), f"round {number}"
            seen += 1
    await Timer(400 * max(periods), "ps")
    assert bench.updates.empty(), "an update more than the model gives"
    assert seen > 100
    assert await bench.read("update_count") == seen
    assert all(bench.stalls.values()), f"a stream was never held back: {bench.stalls}"
    dut._log.info("%d updates, cycles held back %s", seen, bench.stalls)


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def every_update_is_the_models_with_these_clocks(dut):
    await every_update_is_the_models(dut, PERIODS[0])


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def and_with_others(dut):
    await every_update_is_the_models(dut, PERIODS[1])


class Raw:
    """The pins of s_axil, driven by hand: cocotbext-axi's master does not say when an address is to be taken."""

    def __init__(self, bench):
        self.dut, self.clock = bench.dut, bench.clocks["s_axil"]
        for name in ("awvalid", "wvalid", "arvalid", "bready", "rready"):
            self.pin(name).value = 0
        self.pin("wstrb").value = 15

    def pin(self, name):
        return getattr(self.dut, "s_axil_" + name)

    def offers(self, channel):
        return str(self.pin(channel + "valid").value) == "1"

    async def edge(self):
        """The channels that something passes on at the next edge, and the word that is read there."""
        await RisingEdge(self.clock)
        took = {c for c in ("aw", "w", "ar", "b", "r") if self.offers(c) and str(self.pin(c + "ready").value) == "1"}
        word = int(self.pin("rdata").value) if "r" in took else None
        await Timer(1, "ps")
        for channel in took & {"aw", "w", "ar"}:
            self.pin(channel + "valid").value = 0
        return took, word

    async def access(self, write=None, read=None):
        """A write (offset, data) and a read (offset) at once. The write's answer is taken when the read has its own."""
        if write:
            self.pin("awaddr").value, self.pin("wdata").value = write
            self.pin("awvalid").value = self.pin("wvalid").value = 1
        if read is not None:
            self.pin("araddr").value = read
            self.pin("arvalid").value = 1
        self.pin("rready").value = 1
        self.pin("bready").value = int(read is None)
        left, found = {"b"} if write else set(), None
        left |= {"r"} if read is not None else set()
        while left:
            took, word = await self.edge()
            found = found if word is None else word
            left -= took
            self.pin("bready").value = int("r" not in left)
        self.pin("bready").value = 0
        return found


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def a_read_sees_every_write_that_was_taken_with_it_or_before_it(dut):
    bench = Bench(dut, PERIODS[1], master=False)
    raw = Raw(bench)
    await bench.start()
    raw.pin("awaddr").value = raw.pin("araddr").value = MAP["scratch"]["offset"]
    # of each: parts taken; writes that are whole, and answered; of the read under way: what it must see at least
    parts, whole, answered, least = [0, 0], 0, 0, None
    reads = with_write = unanswered = 0
    for _ in range(5000):
        # what is offered stays until it is taken
        for k, channel in enumerate(("aw", "w")):
            if not raw.offers(channel) and parts[k] == whole and random.random() < 0.5:
                raw.pin(channel + "valid").value = 1
                if channel == "w":
                    raw.pin("wdata").value = whole + 1
        if least is None and not raw.offers("ar") and random.random() < 0.7:
            raw.pin("arvalid").value = 1
        raw.pin("bready").value = int(random.random() < 0.15)
        raw.pin("rready").value = int(random.random() < 0.7)
        took, word = await raw.edge()
        parts = [parts[0] + ("aw" in took), parts[1] + ("w" in took)]
        before, whole = whole, min(parts)
        answered += "b" in took
        if "ar" in took:
            least = whole
            with_write += whole > before
            unanswered += whole > answered
        if word is not None:
            assert least <= word <= whole, f"{word} was read after {least} writes, {whole} by now"
            least, reads = None, reads + 1
    dut._log.info("%d reads, %d with a write, %d behind one without an answer", reads, with_write, unanswered)
    assert reads > 50 and with_write > 3 and unanswered > 20


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def status_says_busy_to_a_read_that_comes_with_the_start(dut):
    bench = Bench(dut, PERIODS[0], master=False)
    raw = Raw(bench)
    await bench.start()
    at = {name: MAP[name]["offset"] for name in ("host_start", "status", "irq_clear", "irq_status")}
    for number in range(20):
        await raw.access(write=(at["irq_clear"], HOST_DONE))
        status = await raw.access(write=(at["host_start"], 0), read=at["status"])
        # where the way there takes long the operation may be done by then, and so the alert says
        done = await raw.access(read=at["irq_status"]) & HOST_DONE
        assert status & 2 or bench.own_clocks and done, f"{number}: {status:#x}"
        while not await raw.access(read=at["irq_status"]) & HOST_DONE:
            pass


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def the_engine_sees_the_time_whole_and_as_old_as_is_said(dut):
    if not hasattr(dut, "time_now_aclk"):
        return
    dut.rst_n.value = dut.time_now_aresetn.value = 0
    for period, own in ((5000, 7310), (5000, 1702), (3102, 17_000), (9000, 2300)):
        clocks = [cocotb.start_soon(Clock(clock, ps, "ps").start()) for clock, ps in ((dut.clk, period), (dut.time_now_aclk, own))]
        dut.time_now.value = 0
        until = {}  # of each value: when it ceased to be the time

        async def count():
            """A time of which many bits change at once."""
            value = 0
            for number in itertools.count(1):
                await RisingEdge(dut.time_now_aclk)
                until[value] = get_sim_time("ps")
                await Timer(1, "ps")
                value = number * 0x9e3779b1 & 0xffff_ffff
                until[value] = float("inf")
                dut.time_now.value = value

        counting = cocotb.start_soon(count())
        await ClockCycles(dut.clk, 10)
        dut.rst_n.value = dut.time_now_aresetn.value = 1
        while int(dut.engine_time.value) == 0:
            await RisingEdge(dut.clk)
        oldest, last = 0, 0
        for _ in range(600):
            await RisingEdge(dut.clk)
            value = int(dut.engine_time.value)
            assert value in until, f"{value:#x} has never been the time"
            assert until[value] >= last, "an older time behind a newer one"
            last = until[value]
            oldest = max(oldest, get_sim_time("ps") - last)
        bound = 10 * period + 6 * own
        dut._log.info("clk %d ps, time_now_aclk %d ps: at most %d ps old, said are %d", period, own, oldest, bound)
        assert 3 * period <= oldest <= bound
        dut.rst_n.value = dut.time_now_aresetn.value = 0
        await ClockCycles(dut.clk, 4)
        for task in (counting, *clocks):
            task.cancel()


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def registers_survive_a_reset_of_either_side(dut):
    """Whatever a reset cuts, a transaction of the side that lives on ends, and the next one gets its own answer."""
    if not hasattr(dut, "s_axil_aclk"):
        return
    bench = Bench(dut, PERIODS[0])
    await bench.start()
    ident = MAP["id"]["reset"].to_bytes(4, "little")
    cut = 0
    for number in range(100):
        engine = number % 2 == 0
        value = random.getrandbits(32)
        await bench.write("scratch", value)
        writing = random.random() < 0.5
        offset = MAP["scratch" if writing else "config_hash"]["offset"]
        data = value.to_bytes(4, "little")
        under_way = cocotb.start_soon(bench.axil.write(offset, data) if writing else bench.axil.read(offset, 4))
        await Timer(random.randint(1, 200), "ns")
        reset = dut.rst_n if engine else dut.s_axil_aresetn
        reset.value = 0
        await Timer(random.choice([1, 20, 300]) if engine else random.choice([20, 300]), "ns")
        reset.value = 1
        if engine:
            answer = await with_timeout(under_way, 20, "us")
            assert answer.resp in (AxiResp.OKAY, AxiResp.SLVERR)
            cut += answer.resp == AxiResp.SLVERR
        # a master that is reset forgets what it had under way; one that is not may be cut until its side has closed
        await ClockCycles(bench.clocks["s_axil"], 4)
        answer = await with_timeout(bench.axil.read(MAP["id"]["offset"], 4), 20, "us")
        assert answer.resp == AxiResp.OKAY and answer.data == ident, f"reset {number}: {answer}"
        assert await bench.read("scratch") == (0 if engine else value)
    assert cut > 3, f"{cut} transactions were cut"
