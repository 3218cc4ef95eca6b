"""The senders of FABRIC 6, `hp`, `hp5` and `dctcp`, as reference.py has them. Steps have the text's numbers."""
import math

GBPS = 10**9
LEAST_BPS = 10**9
PAYLOAD = 1000


def quotient(a: float, b: float) -> float:
    """IEEE binary64's, which has one by zero."""
    if b == 0.0:
        return math.nan if a == 0.0 else math.inf
    return a / b


class Sender:
    """What all have: `rate`, which begins at M, and the window by it."""

    moves_avail = False

    def __init__(self, network, m: int):
        self.m, self.rtt, self.bdp = m, network.rtt, network.bdp
        self.rate, self.window = m, network.bdp

    def set_rate(self, rate: int):
        self.rate = rate
        self.window = max(1, self.bdp * rate // self.m)


class Hp(Sender):
    """HPCC on rates that never grows by stages."""

    moves_avail = True
    max_stage = 0

    def __init__(self, network, m: int):
        super().__init__(network, m)
        self.mu = max(1, m // (25 * GBPS))
        self.increase = 10**7 * m // (25 * GBPS)
        self.rc, self.u, self.stage, self.last, self.l = m, 1.0, 0, 0, None

    def units(self, telemetry: list) -> list:
        """FABRIC 5: each hop's time, tx and queue as the sender sees them, and R."""
        return [
            (time % 2**24, tx // (128 * self.mu) % 2**20, waiting // (80 * self.mu) % 2**17, rate)
            for time, tx, waiting, rate in telemetry
        ]

    def ack(self, seq: int, nxt: int, packet):
        hops = self.units(packet.telemetry)
        # 1
        if self.last == 0:
            self.last, self.l = nxt, hops
            return
        # 2
        full = seq > self.last
        best, dt = self.most_loaded(hops)
        self.l = hops
        # 3
        dt = min(dt, self.rtt)
        self.u = (self.u * float(self.rtt - dt) + best * float(dt)) / float(self.rtt)
        c = self.u / 0.95
        # 4
        if c >= 1 or self.stage >= self.max_stage:
            # a quotient past 2^80 is as good as infinite: no M is above it
            rate, stage = int(min(quotient(float(self.rc), c), 2.0**80)) + self.increase, 0
        else:
            rate, stage = self.rc + self.increase, self.stage + 1
        self.set_rate(min(max(rate, LEAST_BPS), self.m))
        # 5
        if full:
            self.rc, self.stage, self.last = self.rate, stage, max(self.last, nxt)

    def most_loaded(self, hops: list) -> tuple[float, int]:
        """The greatest x of all hops, and its time."""
        best, dt = 0.0, 0
        for (time, tx, queue, p), (time_before, tx_before, queue_before, _) in zip(hops, self.l):
            tau = (time - time_before) % 2**24
            b = 128 * self.mu * ((tx - tx_before) % 2**20)
            q = 80 * self.mu * min(queue, queue_before)
            sent = quotient(float(8 * b), float(tau) * 1e-9) / float(p)
            x = sent + float(q) * float(self.m) / float(p) / float(self.bdp)
            if x > best:
                best, dt = x, tau
        return best, dt


class Hp5(Hp):
    """HPCC on rates: up to five rounds that only add."""

    max_stage = 5


class Dctcp(Sender):
    """DCTCP on rates."""

    def __init__(self, network, m: int):
        super().__init__(network, m)
        self.alpha = 1.0
        self.marked = self.batch = self.last = self.high = 0
        self.cwr = False

    def ack(self, seq: int, nxt: int, packet):
        rate = self.rate
        # 1
        if packet.mark:
            self.marked += 1
        # 2
        new = seq > self.last
        if new:
            if self.last == 0:
                self.batch = nxt // PAYLOAD + 1
            else:
                self.alpha = (1 - 0.0625) * self.alpha + 0.0625 * min(1.0, self.marked / self.batch)
                self.marked = 0
                self.batch = (nxt - seq) // PAYLOAD + 1
            self.last = nxt
        # 3
        if seq > self.high:
            self.cwr = False
        # 4
        if packet.mark and not self.cwr:
            rate = max(LEAST_BPS, int(float(rate) * (1 - self.alpha / 2)))
            self.cwr, self.high = True, nxt
        # 5
        if not self.cwr and new:
            rate = min(self.m, rate + 615 * 10**6)
        self.set_rate(rate)


SENDERS = {"hp": Hp, "hp5": Hp5, "dctcp": Dctcp}
