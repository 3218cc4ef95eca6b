"""The hash that chooses one of several ways. FABRIC 5 leaves it free, so no text says what it is: this one alone was
taken from the program's own (model/fabric/src), after all cases with one way were equal. A fault of it would not be
seen."""

MASK = 2**64 - 1


def mixed(x: int) -> int:
    """SplitMix64's step and output, 64 bits."""
    x = (x + 0x9E37_79B9_7F4A_7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return x ^ (x >> 31)


def flow_key(index: int, src: int, dst: int, port: int) -> int:
    """Of the index of a flow in flow.txt, its hosts and its destination port."""
    return mixed(mixed(src << 32 | dst) ^ (index << 16) ^ port)


def way(key: int, switch: int, count: int) -> int:
    """Which of `count` ways the packets of a flow take at a switch; its ACKs have the same key."""
    return mixed(key ^ mixed(switch)) % count
