"""A simulator of FABRIC 1 to 8, to hold the program against. It was written from that text alone, by one who had not
seen the program, and made readable later with every result as it was; ECMP's hash and the order of switches are the
program's, for the text leaves them open. Names and numbers of sections are the text's; units are bytes, ns and bit/s. The senders of FABRIC 6 stand in senders.py.

    reference.py FOLDER hp|hp5|dctcp SAMPLES OUT     writes OUT/fct.txt and OUT/queue.txt"""
import heapq
import sys
from collections import Counter, deque
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import ecmp
from senders import GBPS, PAYLOAD, SENDERS

RESERVE = 4096
RESUME_GAP = 3072
FRAME = 64
MAX_HOPS = 5
SAMPLES_FROM = 2 * 10**9
SAMPLE_EVERY = 1000
DATA, ACK, NACK, PAUSE, RESUME = "DATA", "ACK", "NACK", "PAUSE", "RESUME"


# FABRIC 1: time


def cut(seconds: float) -> int:
    """Whole ns of real seconds: the fraction is cut to 2^-64 first."""
    numerator, denominator = seconds.as_integer_ratio()
    whole, rest = divmod(numerator, denominator)
    fraction = (rest << 64) // denominator
    return whole * 10**9 + (fraction * 10**9 >> 64)


@lru_cache(maxsize=400_000)
def ser(size: int, rate: int) -> int:
    """Serialization: one rounded quotient, then the cut."""
    return cut(float(8 * size) / float(rate))


class Events:
    """What is to happen, by time and then by the order in which it was scheduled."""

    def __init__(self):
        self.now = 0
        self.heap = []
        self.scheduled = 0

    def at(self, time: int, action, *arguments) -> list:
        """The event, as `cancel` takes it; its first item is its time."""
        event = [time, self.scheduled, action, arguments]
        self.scheduled += 1
        heapq.heappush(self.heap, event)
        return event

    @staticmethod
    def cancel(event: list):
        event[2] = None

    def run(self):
        while self.heap:
            time, _, action, arguments = heapq.heappop(self.heap)
            if action is not None:
                self.now = time
                action(*arguments)


# FABRIC 2: packets


class Packet:
    """`number` is seq in data, and what is confirmed in an ACK or NACK."""

    __slots__ = ("kind", "flow", "dst", "size", "number", "payload", "telemetry", "mark", "ingress")

    def __init__(self, kind, size, flow=None, dst=None, number=0, payload=0, telemetry=None, mark=False):
        self.kind, self.size, self.flow, self.dst = kind, size, flow, dst
        self.number, self.payload, self.telemetry, self.mark = number, payload, telemetry, mark
        self.ingress = None  # the port by which it came into the switch that holds it


# FABRIC 3: ports


class Port:
    """One end of a link. `node` says what it sends and takes what comes."""

    def __init__(self, node, number: int, rate: int, delay: int):
        self.node, self.number, self.rate, self.delay = node, number, rate, delay
        self.events = node.events
        self.peer = None
        self.busy = self.paused = False

    def send(self, packet: Packet):
        self.busy = True
        end = self.events.now + ser(packet.size, self.rate)
        self.events.at(end, self.end)
        self.events.at(end + self.delay, self.peer.arrival, packet)

    def end(self):
        self.busy = False
        self.attempt()

    def attempt(self):
        if not self.busy:
            self.node.attempt(self)

    def arrival(self, packet: Packet):
        if packet.kind in (PAUSE, RESUME):
            self.paused = packet.kind == PAUSE
            self.attempt()
        else:
            self.node.arrival(self, packet)


class SwitchPort(Port):
    """Its two queues, and what of the memory the packets hold that came in by it."""

    def __init__(self, node, number: int, rate: int, delay: int):
        super().__init__(node, number, rate, delay)
        self.queue, self.frames = deque(), deque()
        self.waiting = self.class_ = self.tx = 0
        self.in_ = self.head = 0
        self.pausing = False
        self.headroom = 3 * (rate * delay // (8 * 10**9))
        self.shift = 3  # `a`, set when all hosts are known
        self.k = None  # K_min = K_max; None where marks count for nothing
        self.samples = []

    @property
    def over(self) -> int:
        return max(0, self.in_ - RESERVE)


# FABRIC 4: hosts


class Flow:
    """A line of flow.txt, with what its two hosts know of it."""

    def __init__(self, index: int, src, dst, port: int, size: int, start: int):
        self.index, self.src, self.dst, self.port, self.size, self.start = index, src, dst, port, size, start
        self.source_port = None
        self.key = ecmp.flow_key(index, src.number, dst.number, port)
        self.una = self.nxt = self.avail = self.last_wire_size = 0
        self.sender = None
        self.fct = None
        self.expected = 0  # the receiver's
        self.nack_for = -1

    @property
    def open(self) -> bool:
        return self.nxt < self.size and self.nxt - self.una < self.sender.window

    @property
    def over(self) -> bool:
        return self.una >= self.size


class Host:
    def __init__(self, network, number: int):
        self.network, self.events, self.number = network, network.events, number
        self.ports = []
        self.acks = deque()
        self.flows = []
        self.last = 0
        self.wake = None

    def start(self, flow: Flow):
        flow.sender = self.network.make_sender(self.network, self.ports[0].rate)
        flow.avail = self.events.now
        self.flows.append(flow)
        self.ports[0].attempt()

    def attempt(self, port: Port):
        """The five steps."""
        if not port.paused:
            if self.acks:
                port.send(self.acks.popleft())
                return
            chosen = self.choose()
            if chosen is not None:
                self.send_data(port, chosen)
                return
        due = min((flow.avail for flow in self.flows if flow.nxt < flow.size), default=0)
        if due > self.events.now and self.wake is None:
            self.wake = self.events.at(due, self.woken, port)

    def choose(self):
        """Steps 3 and 4: the flow whose turn it is; over flows leave if the look met one."""
        chosen, met_over = None, False
        for step in range(1, len(self.flows) + 1):
            flow = self.flows[(self.last + step) % len(self.flows)]
            if flow.over:
                met_over = True
            elif flow.open and flow.avail <= self.events.now:
                chosen = flow
                break
        if met_over:
            self.flows = [flow for flow in self.flows if not flow.over]
        if chosen is not None:
            self.last = self.flows.index(chosen)
        return chosen

    def send_data(self, port: Port, flow: Flow):
        payload = min(PAYLOAD, flow.size - flow.nxt)
        telemetry = [] if self.network.telemetry else None
        size = payload + 48 + (42 if self.network.telemetry else 0)
        packet = Packet(DATA, size, flow, flow.dst, flow.nxt, payload, telemetry)
        flow.nxt += payload
        flow.avail = self.events.now + ser(size, flow.sender.rate)
        flow.last_wire_size = size
        port.send(packet)

    def woken(self, port: Port):
        self.wake = None
        port.attempt()

    def arrival(self, port: Port, packet: Packet):
        if packet.kind == DATA:
            self.data(port, packet)
        else:
            self.ack(port, packet)

    def data(self, port: Port, packet: Packet):
        flow, kind = packet.flow, ACK
        if packet.number < flow.expected:
            return
        if packet.number > flow.expected:
            if flow.nack_for == flow.expected:
                return
            flow.nack_for, kind = flow.expected, NACK
            self.network.reached["NACKs"] += 1
        else:
            flow.expected += packet.payload
        size = 88 if self.network.telemetry else 60
        answer = Packet(kind, size, flow, flow.src, flow.expected, 0, packet.telemetry, packet.mark)
        self.acks.append(answer)
        port.attempt()

    def ack(self, port: Port, packet: Packet):
        flow, now = packet.flow, self.events.now
        flow.una = max(flow.una, packet.number)
        if flow.over and flow.fct is None:
            flow.fct = now - flow.start
            self.network.completed.append(flow)
        if packet.kind == NACK:
            flow.nxt = flow.una
        old = flow.sender.rate
        flow.sender.ack(packet.number, flow.nxt, packet)
        new = flow.sender.rate
        if flow.sender.moves_avail and new != old:
            flow.avail += ser(flow.last_wire_size, new) - ser(flow.last_wire_size, old)
            if self.wake is not None and self.wake[0] > flow.avail:
                self.network.reached["wakes replaced"] += 1
                self.events.cancel(self.wake)
                self.wake = self.events.at(max(flow.avail, now), self.woken, port)
        port.attempt()


# FABRIC 5: switches


class Switch:
    def __init__(self, network, number: int):
        self.network, self.events, self.number = network, network.events, number
        self.ports = []
        self.pool = self.shared = 0  # S, and what of it is used

    def arrival(self, port: SwitchPort, packet: Packet):
        ways = self.network.ways[self, packet.dst]
        out = ways[0]
        if len(ways) > 1:
            self.network.reached["chosen ways"] += 1
            out = ways[ecmp.way(packet.flow.key, self.number, len(ways))]
        if not self.network.endless:
            if not self.enters(port, packet):
                return
            packet.ingress = port
        out.class_ += packet.size
        out.waiting += packet.size
        out.queue.append(packet)
        out.attempt()

    def attempt(self, port: SwitchPort):
        if port.frames:
            packet = port.frames.popleft()
            port.waiting -= packet.size
            port.tx += packet.size
            port.send(packet)
            return
        if port.paused or not port.queue:
            return
        packet = port.queue.popleft()
        port.waiting -= packet.size
        port.class_ -= packet.size
        if packet.kind == DATA:
            if port.k is not None and port.class_ > port.k:
                packet.mark = True
                self.network.reached["marks"] += 1
            if packet.telemetry is not None:
                self.write_telemetry(port, packet)
        port.tx += packet.size
        if not self.network.endless:
            self.leaves(packet)
        port.send(packet)

    def write_telemetry(self, port: SwitchPort, packet: Packet):
        if len(packet.telemetry) < MAX_HOPS:
            packet.telemetry.append((self.events.now, port.tx, port.waiting, port.rate))
        else:
            self.network.reached["hops past five"] += 1

    def theta(self, port: SwitchPort) -> int:
        """A port's threshold."""
        return max(0, self.pool - self.shared) >> port.shift

    def enters(self, port: SwitchPort, packet: Packet) -> bool:
        """Whether the memory has room for a packet; a PAUSE goes before the packet is queued."""
        z, theta = packet.size, self.theta(port)
        if port.head + z > port.headroom and port.over + z > theta:
            self.network.reached["drops"] += 1
            return False
        n = port.in_ + z
        if n <= RESERVE:
            port.in_ = n
        elif n - RESERVE > theta:
            port.head += z
            self.network.reached["packets in headroom"] += 1
        else:
            port.in_ = n
            self.shared += min(z, n - RESERVE)
        if not port.pausing and (port.head > 0 or port.over >= self.theta(port)):
            port.pausing = True
            self.network.reached["pauses"] += 1
            self.queue_frame(port, PAUSE)
        return True

    def leaves(self, packet: Packet):
        port, z = packet.ingress, packet.size
        from_head = min(port.head, z)
        from_shared = min(z - from_head, port.over)
        port.head -= from_head
        port.in_ -= z - from_head
        self.shared -= from_shared
        room = port.over == 0 or port.over + RESUME_GAP <= self.theta(port)
        if port.pausing and port.head == 0 and room:
            port.pausing = False
            self.queue_frame(port, RESUME)

    def queue_frame(self, port: SwitchPort, kind):
        port.frames.append(Packet(kind, FRAME))
        port.waiting += FRAME
        port.attempt()


# FABRIC 7 and 8: the files and the results


def with_unit(text: str, units: dict[str, int]) -> int:
    """A number and its unit, whole in the least one; units that end as another does stand before it."""
    for unit, factor in units.items():
        if text.endswith(unit):
            return int(Fraction(text.removesuffix(unit)) * factor)
    raise ValueError(f"expected a number with one of {', '.join(units)}, found {text!r}")


def rate_of(text: str) -> int:
    return with_unit(text, {"Gbps": 10**9, "Mbps": 10**6, "Kbps": 10**3, "bps": 1})


def delay_of(text: str) -> int:
    return with_unit(text, {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9})


def rows_of(file: Path) -> list[list[str]]:
    return [line.split() for line in file.read_text().splitlines() if line.strip()]


class Network:
    """All of a run: `run`, then `fct_text` and `queue_text`. `reached` counts what few runs do."""

    def __init__(self, folder: Path, sender: str, samples: int):
        self.events = Events()
        self.telemetry = sender != "dctcp"
        self.make_sender = SENDERS[sender]
        self.reached = Counter()
        self.completed = []
        self.read_topology(rows_of(folder / "topology.txt"))
        self.find_ways()
        self.find_rtt_and_bdp()
        self.lay_out_memory()
        if sender == "dctcp":
            for port in self.switch_ports:
                port.k = 3000 * port.rate // GBPS
        self.read_flows(rows_of(folder / "flow.txt"))
        self.samples_left = samples
        if samples > 0:
            self.events.at(SAMPLES_FROM, self.sample)

    def read_topology(self, rows: list[list[str]]):
        nodes, switches, links = map(int, rows[0][:3])
        of_switches = set(map(int, rows[1])) if switches else set()
        first = 2 if switches else 1
        self.nodes = [(Switch if n in of_switches else Host)(self, n) for n in range(nodes)]
        self.hosts = [node for node in self.nodes if isinstance(node, Host)]
        self.switches = [node for node in self.nodes if isinstance(node, Switch)]
        for a, b, rate, delay, *_ in rows[first : first + links]:
            ends = [self.add_port(self.nodes[int(n)], rate_of(rate), delay_of(delay)) for n in (a, b)]
            ends[0].peer, ends[1].peer = ends[1], ends[0]
        self.first_link_rate = rate_of(rows[first][2])
        self.switch_ports = [port for switch in self.switches for port in switch.ports]

    @staticmethod
    def add_port(node, rate: int, delay: int) -> Port:
        port = (SwitchPort if isinstance(node, Switch) else Port)(node, len(node.ports) + 1, rate, delay)
        node.ports.append(port)
        return port

    def find_ways(self):
        """`ways[node, host]`: the node's ports that begin a shortest path to the host, in the order of the file."""
        self.ways = {}
        for host in self.hosts:
            hops, look = {host: 0}, deque([host])
            while look:
                node = look.popleft()
                if node is not host and isinstance(node, Host):
                    continue  # a host passes nothing on
                for port in node.ports:
                    if port.peer.node not in hops:
                        hops[port.peer.node] = hops[node] + 1
                        look.append(port.peer.node)
            for node, count in hops.items():
                if node is not host:
                    self.ways[node, host] = [p for p in node.ports if hops.get(p.peer.node) == count - 1]

    def find_rtt_and_bdp(self):
        """`pairs[src, dst]`: the RTT and the least R of a pair of hosts; the greatest RTT and BDP of all."""
        self.pairs = {}
        self.rtt = self.bdp = 0
        for src in self.hosts:
            for dst in self.hosts:
                if (src, dst) not in self.ways:
                    continue
                path, node = [], src
                while node is not dst:
                    path.append(self.ways[node, dst][0])
                    node = path[-1].peer.node
                rtt = 2 * sum(port.delay for port in path) + sum(8 * 10**12 // port.rate for port in path)
                least = min(port.rate for port in path)
                self.pairs[src, dst] = rtt, least
                self.rtt = max(self.rtt, rtt)
                self.bdp = max(self.bdp, rtt * least // (8 * 10**9))

    def lay_out_memory(self):
        """Memory that the ports' own share would use up is endless instead."""
        host_rate = self.hosts[0].ports[0].rate
        total = 16 * (self.first_link_rate // GBPS) // 50 * 2**20
        for switch in self.switches:
            switch.pool = total - sum(RESERVE + port.headroom for port in switch.ports)
            for port in switch.ports:
                rate = port.rate
                while rate > host_rate and port.shift > 0:
                    rate /= 2
                    port.shift -= 1
        self.endless = any(switch.pool < 0 for switch in self.switches)

    def read_flows(self, rows: list[list[str]]):
        of_pair = Counter()
        for index, (src, dst, _, port, size, start) in enumerate(rows[1 : 1 + int(rows[0][0])]):
            ends = self.nodes[int(src)], self.nodes[int(dst)]
            flow = Flow(index, *ends, int(port), int(size), cut(float(start)))
            flow.source_port = 10000 + of_pair[ends]
            of_pair[ends] += 1
            self.events.at(flow.start, flow.src.start, flow)

    def run(self):
        self.events.run()

    def sample(self):
        for port in self.switch_ports:
            port.samples.append(port.class_ // 1000)
        self.samples_left -= 1
        if self.samples_left > 0:
            self.events.at(self.events.now + SAMPLE_EVERY, self.sample)

    def fct_text(self) -> str:
        lines = []
        for flow in self.completed:
            rtt, least = self.pairs[flow.src, flow.dst]
            packets = -(-flow.size // PAYLOAD)
            ideal = rtt + (flow.size + 48 * packets) * 8 * 10**9 // least
            addresses = " ".join(f"{0x0B00_0001 + 256 * host.number:08x}" for host in (flow.src, flow.dst))
            figures = flow.source_port, flow.port, flow.size, flow.start, flow.fct, ideal
            lines.append(f"{addresses} {' '.join(map(str, figures))}\n")
        return "".join(lines)

    def queue_text(self) -> str:
        """Switches come in the order of their numbers, which FABRIC 7 leaves open."""
        lines = ["port samples mean p50 p95 p99 max\n"]
        for port in self.switch_ports:
            kb, n = sorted(port.samples), len(port.samples)
            if any(kb):
                percentiles = " ".join(str(kb[p * (n - 1) // 100]) for p in (50, 95, 99))
                name = f"sw{port.node.number}port{port.number}"
                lines.append(f"{name} {n} {sum(kb) / n:.3f} {percentiles} {kb[-1]}\n")
        return "".join(lines)


def main():
    if len(sys.argv) != 5 or not sys.argv[3].isdigit():
        print(f"reference: expected {__doc__.splitlines()[-1].strip()}", file=sys.stderr)
        sys.exit(2)
    folder, sender, samples, out = sys.argv[1:]
    network = Network(Path(folder), sender, int(samples))
    network.run()
    Path(out).mkdir(parents=True, exist_ok=True)
    Path(out, "fct.txt").write_text(network.fct_text())
    Path(out, "queue.txt").write_text(network.queue_text())


if __name__ == "__main__":
    main()
