"""Random networks with their flows: `make(kind, seed)` is the same on every machine. A kind is a form of network, or
what it brings about; each draws rates, delays, sizes, starts and the order of nodes and links. Starts are at 2 s or
later."""
import random

RATES = [25, 50, 100, 400]
ALL_RATES = [25, 50, 100, 400, 25, 100, 40, 10, 200]
DELAYS = ["0.001ms"] * 3 + ["0.0005ms", "0.002ms", "0.00137ms", "0.000123ms", "0.01ms", "0.000001ms", "0.005ms"]
EDGE_SIZES = [1, 2, 999, 1000, 1001, 1999, 2000, 2001, 47, 500]


class Plan:
    """A network that is being drawn, and what its flows shall be like. Switches and hosts have numbers in turn."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.links, self.switches, self.hosts = [], [], []  # a link: two nodes, Gbit/s, delay
        self.nodes = 0
        self.alike = rng.random() < 0.4
        self.base_rate = rng.choice(RATES)
        self.base_delay = rng.choice(DELAYS)
        self.delays_differ = rng.random() < 0.5
        self.packets = 9000  # of all flows, about
        self.samples = rng.choice([1, 100, 2901, 1901, 777])
        self.span_ns = 200_000  # of starts
        self.flows = rng.randint(2, 14)
        self.pattern = rng.choice(["to one", "any", "any", "pair", "few senders"])
        self.size_exponent = 6.3  # sizes are up to ten to this
        self.least_size = None  # the ends of a range from which the least size of each flow is drawn
        self.to_last_host = False
        self.shuffle_links = True

    def rate(self, *choice):
        """A rate of these, or the network's only one."""
        return self.base_rate if self.alike else self.rng.choice(choice or ALL_RATES)

    def delay(self):
        return self.rng.choice(DELAYS) if self.delays_differ else self.base_delay

    def node(self):
        self.nodes += 1
        return self.nodes - 1

    def switch(self):
        self.switches.append(self.node())
        return self.switches[-1]

    def link(self, a, b, rate=None, delay=None):
        rate = rate or self.rate()
        self.links.append((a, b, rate, delay or self.delay()))

    def host(self, switch, rate=None):
        host = self.node()
        self.hosts.append(host)
        ends = (switch, host) if self.rng.random() < 0.7 else (host, switch)
        self.link(*ends, rate)

    def some_hosts(self, least, most, switch, rate=lambda: None):
        """So many hosts, each with its own draw of a rate."""
        for _ in range(self.rng.randint(least, most)):
            self.host(switch, rate())

    def two_switches(self):
        return self.switch(), self.switch()

    def chain(self, switches, *rates):
        for a, b in zip(switches, switches[1:]):
            self.link(a, b, self.rate(*rates))

    def set_delays(self, choice):
        self.links = [(a, b, rate, self.rng.choice(choice)) for a, b, rate, _ in self.links]


# a function a kind, by its name


def star(p, rng):
    p.some_hosts(2, 12, p.switch())


def dumbbell(p, rng):
    a, b = p.two_switches()
    common = p.rate()
    p.some_hosts(2, 7, a, lambda: common if rng.random() < 0.5 else None)
    p.link(a, b, rng.choice([p.base_rate, p.base_rate * 2, 50, 100, 25, 400, 10]))
    p.some_hosts(1, 5, b, lambda: common if rng.random() < 0.5 else None)


def chain(p, rng, least=3, most=5):
    switches = [p.switch() for _ in range(rng.randint(least, most))]
    p.chain(switches)
    for switch in switches:
        p.some_hosts(0, 2, switch)
    for switch in (switches[0], switches[-1], switches[-1]):
        p.host(switch)


def long(p, rng):
    """More switches in a row than telemetry has entries."""
    chain(p, rng, 6, 9)
    p.packets = 5000


def tree(p, rng, levels=1):
    level = [p.switch()]
    for _ in range(levels):
        below = []
        for parent in level:
            for _ in range(rng.randint(2, 3)):
                child = p.switch()
                p.link(parent, child, p.rate(100, 400, 50))
                below.append(child)
        level = below
    for leaf in level:
        p.some_hosts(1, 3, leaf, lambda: p.rate(25, 50, 100, 10))
    p.packets = 6000


def tree3(p, rng):
    tree(p, rng, levels=2)


def manyflows(p, rng):
    """Up to 120 flows of one or two hosts."""
    p.some_hosts(2, 5, p.switch())
    p.flows, p.size_exponent, p.pattern = rng.randint(20, 120), 5, "few senders"


def deep(p, rng):
    """Long queues before a slow link."""
    a, b = p.two_switches()
    p.some_hosts(4, 12, a, lambda: None if p.alike else rng.choice([100, 400]))
    p.link(a, b, rng.choice([25, 50, 100]), rng.choice(["0.01ms", "0.005ms", "0.02ms"]))
    p.host(b)
    p.host(b, 10)
    p.pattern, p.to_last_host, p.flows, p.packets = "to one", True, rng.randint(8, 24), 14000


def pfc(p, rng, two=False, delays=("0.01ms", "0.02ms", "0.005ms")):
    """Little memory, by a slow first link, so that ports pause; long delays, so that windows are greater than it."""
    a, idle = p.two_switches()
    p.link(a, idle, rng.choice([4, 4, 7, 10]), "0.000001ms")
    common = rng.choice([25, 100, 100, 400])
    if two:
        b = p.switch()
        p.link(a, b, rng.choice([100, 50, 400]))
        p.link(b, p.switch(), 4, "0.000001ms")
        p.some_hosts(3, 6, a, lambda: common if rng.random() < 0.7 else None)
        p.some_hosts(1, 3, b, lambda: rng.choice([10, 25, 50]))
    else:
        p.some_hosts(3, 8, a, lambda: common if rng.random() < 0.7 else rng.choice(RATES))
        p.host(a, rng.choice([25, 10, 100]))
    delay = rng.choice(delays)
    for index in range(1, len(p.links)):
        if rng.random() < 0.8:
            p.links[index] = p.links[index][:3] + (delay,)
    p.flows, p.pattern, p.to_last_host, p.least_size = rng.randint(20, 60), "to one", True, (50_000, 400_000)
    p.size_exponent, p.packets, p.span_ns, p.shuffle_links = 6, 12000, 20_000, False


def pfc2(p, rng):
    """The same with a second switch, which pauses the first."""
    pfc(p, rng, two=True)


def drop(p, rng):
    """The same with short delays, hence little headroom, so that packets are dropped."""
    pfc(p, rng, two=True, delays=("0.001ms", "0.0001ms"))


def pfcnm(p, rng, ring=False):
    """Pauses on a row of switches, between any hosts."""
    first, idle = rng.choice([4, 7, 10]), p.switch()
    switches = [p.switch() for _ in range(rng.randint(2, 4))]
    p.link(switches[0], idle, first, "0.000001ms")
    row = switches + switches[:1] if ring and len(switches) > 2 else switches
    for a, b in zip(row, row[1:]):
        p.link(a, b, rng.choice([25, 50, 100]), "0.002ms")
    for switch in switches:
        p.some_hosts(2, 3, switch, lambda: rng.choice([25, 100, 100]))
    idle_link, p.links = p.links[:1], p.links[1:]
    p.set_delays(["0.003ms", "0.002ms", "0.004ms"])
    p.links = idle_link + p.links
    p.flows, p.pattern, p.least_size = rng.randint(40, 110), "any", (20_000, 200_000)
    p.size_exponent, p.packets, p.span_ns, p.shuffle_links = 5.5, 9000, 10_000, False


def pfcring(p, rng):
    """The same on a ring."""
    pfcnm(p, rng, ring=True)


def par(p, rng):
    """Parallel links."""
    a, b = p.two_switches()
    for _ in range(rng.randint(2, 4)):
        p.link(a, b)
    p.some_hosts(2, 5, a)
    p.some_hosts(2, 5, b)
    p.packets, p.flows = 6000, rng.randint(4, 20)


def ecmp(p, rng):
    """Leaves and spines."""
    spines = [p.switch() for _ in range(rng.randint(2, 4))]
    for _ in range(rng.randint(2, 3)):
        leaf = p.switch()
        for spine in spines:
            p.link(leaf, spine, p.rate(100, 400, 50))
        p.some_hosts(1, 4, leaf, lambda: p.rate(25, 50, 100))
    p.packets, p.flows = 6000, rng.randint(4, 20)


def fat(p, rng):
    """A fat tree of two pods."""
    cores = p.two_switches()
    for _ in range(2):
        aggregations = p.two_switches()
        for aggregation in aggregations:
            for core in cores:
                p.link(aggregation, core, p.rate(400, 100))
        for _ in range(2):
            leaf = p.switch()
            for aggregation in aggregations:
                p.link(leaf, aggregation, p.rate(100, 50))
            p.some_hosts(1, 2, leaf, lambda: p.rate(25, 50, 100))
    p.packets, p.flows = 6000, rng.randint(4, 20)


def slow(p, rng):
    """Runs of more than 2^24 ns, where telemetry's time wraps."""
    a, b = p.two_switches()
    p.some_hosts(2, 4, a, lambda: rng.choice([1, 2, 5, 10]))
    p.link(a, b, rng.choice([1, 2, 4]))
    for _ in range(2):
        p.host(b, rng.choice([1, 2, 10]))
    p.size_exponent, p.span_ns, p.flows = 6.6, 20_000_000, rng.randint(3, 8)


def wan(p, rng):
    """A link of up to 17 ms."""
    a, b = p.two_switches()
    p.some_hosts(2, 4, a)
    p.link(a, b, rng.choice([10, 25, 100]), rng.choice(["10ms", "5ms", "9000us", "17ms", "0.3ms"]))
    for _ in range(2):
        p.host(b)
    p.size_exponent, p.span_ns, p.flows = 6.7, 100_000, rng.randint(2, 6)


def bigq(p, rng):
    """Queues above 10.5 MB, where telemetry's queue wraps."""
    a = p.switch()
    p.some_hosts(3, 4, a, lambda: 25)
    p.links[-1] = p.links[-1][:3] + ("4ms",)
    p.host(a, rng.choice([1, 2, 5]))
    p.pattern, p.to_last_host, p.packets, p.flows = "to one", True, 20000, rng.randint(3, 6)
    p.least_size = (3_000_000, 7_000_000)


def ring(p, rng):
    switches = [p.switch() for _ in range(rng.randint(3, 6))]
    p.chain(switches + switches[:1], 100, 50, 25)
    for switch in switches:
        p.some_hosts(1, 2, switch, lambda: p.rate(25, 100))
    p.packets, p.flows = 6000, rng.randint(5, 20)


def direct(p, rng):
    """Two hosts without a switch."""
    p.hosts = [p.node(), p.node()]
    p.link(*p.hosts)
    p.packets, p.pattern = 5000, "any"


def zero(p, rng):
    """Delays of 0 and 1 ns."""
    a, b = p.two_switches()
    p.some_hosts(2, 5, a)
    p.some_hosts(1, 3, b)
    p.link(a, b, p.rate(), "0ms")
    p.set_delays(["0ms", "0ns", "0.0us", "1ns", "0s"])
    p.packets = 5000


def tie(p, rng):
    """Packets of whole us or ns on links of whole us: many events of one ns."""
    a, b = p.two_switches()
    rate = rng.choice([8, 4, 40, 1.048 * 8, 8.72])
    p.some_hosts(3, 8, a, lambda: rate)
    p.some_hosts(1, 3, b, lambda: rate)
    p.link(a, b, rng.choice([rate, 2 * rate, rate / 2]), "0.001ms")
    p.set_delays(["1us", "2us", "0.001ms"])
    p.packets, p.size_exponent, p.span_ns = 6000, 6, 0


def zt(p, rng, rates=(8.384, 4.192, 8, 4), no_delay=False):
    """All links of one rate, delays of 0 or of about a packet's time: more such events."""
    switches = [p.switch() for _ in range(rng.randint(1, 3))]
    rate = rng.choice(rates)
    for a, b in zip(switches, switches[1:]):
        p.link(a, b, rate, "0ns")
    for _ in range(rng.randint(3, 7)):
        p.host(rng.choice(switches), rate)
    delays = ["0ns"] if no_delay else rng.choice([["0ns"], ["1us"], ["0ns", "1us"], ["2us", "1us"]])
    p.set_delays(delays)
    p.packets, p.size_exponent, p.span_ns, p.flows = 600, 5, 0, rng.randint(4, 16)


def zd(p, rng):
    """The same at usual rates, all delays 0."""
    zt(p, rng, rates=(25, 100, 400), no_delay=True)


def fast(p, rng):
    """Links so fast that a window is below a byte."""
    switch, rate = p.switch(), rng.choice([3200, 6400, 4000])
    p.some_hosts(3, 6, switch, lambda: rate if rng.random() < 0.8 else rng.choice([100, 400]))
    p.links = [(a, b, rate, "0ns") for a, b, rate, _ in p.links]
    p.packets, p.pattern = 800, "to one"


def far(p, rng):
    """Starts far apart, some behind the last sample."""
    a, b = p.two_switches()
    p.link(a, b)
    p.some_hosts(2, 4, a)
    for _ in range(2):
        p.host(b)
    p.span_ns, p.packets, p.flows = rng.choice([10**9 - 1, 3 * 10**6, 2 * 10**7]), 5000, rng.randint(5, 15)


def odd(p, rng):
    """Rates that nobody sells."""
    a, b = p.two_switches()
    p.link(a, b, rng.choice([13.7, 56, 3.3, 99.99, 800, 1600]))
    p.some_hosts(2, 5, a, lambda: rng.choice([13.7, 56, 3.3, 24.9, 26, 49, 1, 1.5, 800, 74.999]))
    p.some_hosts(1, 3, b, lambda: rng.choice([13.7, 56, 3.3, 24.9, 26, 49, 800]))
    p.packets = 6000


def below(p, rng):
    """Lines below 1 Gbit/s, the least rate of a sender."""
    p.some_hosts(2, 6, p.switch(), lambda: rng.choice([0.1, 0.25, 0.5, 0.9, 1.2]))
    p.packets = 3000


FORMS = [star, dumbbell, chain, long, tree, tree3, ring, direct, par, ecmp, fat]
TIMES = [zero, tie, zt, zd, far, slow, wan, fast, odd, below]
LOADS = [manyflows, deep, bigq, pfc, pfc2, pfcnm, pfcring, drop]
KINDS = {kind.__name__: kind for kind in FORMS + TIMES + LOADS}


def draw_size(rng, exponent) -> int:
    which = rng.random()
    if which < 0.12:
        return rng.choice(EDGE_SIZES)
    if which < 0.3:
        return rng.randint(1, 5000)
    return max(1, int(10 ** rng.uniform(3, exponent)))


def draw_start(rng, span_ns) -> str:
    """Many at once, and decimals of every length."""
    which = rng.random()
    if which < 0.35:
        return "2.000000000"
    if which < 0.5:
        return "2.0" if rng.random() < 0.5 else "2"
    if which < 0.65:
        return f"2.{rng.randint(0, span_ns):09}"
    if which < 0.8:
        return f"2.{rng.randint(0, span_ns * 1000):012}"
    if which < 0.9:
        return f"2.{rng.randint(0, max(1, span_ns // 1000)):06}"
    return repr(2 + rng.randint(0, span_ns) * 1e-9)


def draw_flows(p: Plan, rng) -> list[tuple]:
    """Source, destination, port, bytes, start."""
    shuffled = p.hosts[:]
    rng.shuffle(shuffled)
    one = p.hosts[-1] if p.to_last_host else shuffled[0]
    few = shuffled[1:3] if len(shuffled) > 2 else shuffled[1:]
    flows, packets = [], 0
    while len(flows) < p.flows:
        if p.pattern == "to one":
            src, dst = rng.choice([host for host in p.hosts if host != one]), one
        elif p.pattern == "any":
            src, dst = rng.sample(p.hosts, 2)
        elif p.pattern == "pair":
            src, dst = shuffled[0], shuffled[-1]
            if rng.random() < 0.3:
                src, dst = dst, src
        else:
            src = rng.choice(few)
            dst = rng.choice([host for host in p.hosts if host != src])
        size = draw_size(rng, p.size_exponent)
        if p.least_size:
            size = max(size, rng.randint(*p.least_size))
        if packets + size / 1000 > p.packets:
            size = rng.randint(1, 3000)
        packets += size / 1000 + 1
        flows.append((src, dst, rng.choice([100, 100, 1, 65535]), size, draw_start(rng, p.span_ns)))
    if rng.random() < 0.7:
        flows.sort(key=lambda flow: float(flow[-1]))
    return flows


def make(kind: str, seed: int, packets: int | None = None) -> tuple[str, str, int]:
    """The texts of topology.txt and flow.txt, and how many samples; with `packets`, flows of about so many at most."""
    rng = random.Random(f"{kind}-{seed}")
    p = Plan(rng)
    KINDS[kind](p, rng)
    if packets is not None:
        p.packets = min(p.packets, packets)
    number = list(range(p.nodes))
    if rng.random() < 0.5:
        rng.shuffle(number)
    if rng.random() < 0.4 and p.shuffle_links:
        rng.shuffle(p.links)
    p.links = [(number[a], number[b], rate, delay) for a, b, rate, delay in p.links]
    p.hosts = [number[host] for host in p.hosts]
    switches = [number[switch] for switch in p.switches]
    if rng.random() < 0.3:
        rng.shuffle(switches)
    flows = draw_flows(p, rng)
    topology = f"{p.nodes} {len(switches)} {len(p.links)}\n{' '.join(map(str, switches))}\n"
    for a, b, rate, delay in p.links:
        rate = f"{rate:.9f}".rstrip("0").rstrip(".")
        topology += f"{a} {b} {rate}Gbps {delay} {rng.choice(['0', '0.000000'])}\n"
    lines = (f"{src} {dst} 3 {port} {size} {start}\n" for src, dst, port, size, start in flows)
    return topology, f"{len(flows)}\n{''.join(lines)}", p.samples
