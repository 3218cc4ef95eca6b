"""The golden model by ctypes: a block's ports by name, and a coroutine that holds a cocotb handle against it in each cycle.

Needs only Python; cocotb is imported by hold() alone."""
import ctypes
import os

ABI = 1
IN, OUT = 0, 1


class Port(ctypes.Structure):
    """ackw_port"""
    _fields_ = [("name", ctypes.c_char_p)] + [(n, ctypes.c_uint32) for n in ("direction", "bits", "word", "words")]


class Error(Exception):
    """A call that failed: its status, and the library's line."""


class Library:
    """libackwright_c, as built by `cargo build --release -p ackwright-c`."""

    def __init__(self, path):
        self.c = ctypes.CDLL(os.fspath(path))
        self.c.ackw_last_error.restype = self.c.ackw_version.restype = ctypes.c_char_p
        self.c.ackw_block_free.restype = None
        if self.c.ackw_abi() != ABI:
            raise Error(f"{path}: ABI {self.c.ackw_abi()}: expected {ABI}")

    def call(self, name, *arguments):
        status = getattr(self.c, name)(*arguments)
        if status != 0:
            raise Error(f"{name}: {self.c.ackw_last_error().decode()} (status {status})")


class Block:
    """A block of a configuration; `toml` is the text of its file."""

    def __init__(self, library, toml, name):
        self.library, self.handle = library, ctypes.c_void_p()
        library.call("ackw_block_new", toml.encode(), name.encode(), ctypes.byref(self.handle))
        self.inputs, in_words = self._ports(IN)
        self.outputs, out_words = self._ports(OUT)
        self._in = (ctypes.c_uint32 * in_words)()
        self._out, self._counts = (ctypes.c_uint32 * out_words)(), (ctypes.c_uint32 * out_words)()

    def _ports(self, direction):
        count, words = ctypes.c_uint32(), ctypes.c_uint32()
        self.library.call("ackw_block_size", self.handle, direction, ctypes.byref(count), ctypes.byref(words))
        ports = {}
        for index in range(count.value):
            port = Port()
            self.library.call("ackw_block_port", self.handle, direction, index, ctypes.byref(port))
            ports[port.name.decode()] = port
        return ports, words.value

    def step(self, values):
        """A cycle with these inputs, by name: the outputs that mean something in it, by name."""
        for name, port in self.inputs.items():
            value = values[name]
            for k in range(port.words):
                self._in[port.word + k] = value >> (32 * k) & 0xffff_ffff
        self.library.call("ackw_block_step", self.handle, self._in, len(self._in), self._out, self._counts, len(self._out))
        found = {}
        for name, port in self.outputs.items():
            if self._counts[port.word]:
                found[name] = sum(self._out[port.word + k] << (32 * k) for k in range(port.words))
        return found

    def free(self):
        self.library.c.ackw_block_free(self.handle)
        self.handle = ctypes.c_void_p()


class Held:
    """What hold() has compared so far."""

    def __init__(self):
        self.cycles = self.values = 0


def hold(dut, block, held, clock="clk"):
    """Holds all outputs of `dut` against the block at each rising edge: start it with cocotb.start_soon() before the clock."""
    from cocotb.triggers import RisingEdge

    inputs = [(name, getattr(dut, name)) for name in block.inputs]
    outputs = {name: getattr(dut, name) for name in block.outputs}

    async def run():
        edge = RisingEdge(getattr(dut, clock))
        while True:
            await edge
            # at the edge, registers still have the values of the cycle that ends
            expected = block.step({name: int(handle.value) for name, handle in inputs})
            for name, value in expected.items():
                seen = outputs[name].value
                same = seen.is_resolvable and int(seen) == value
                assert same, f"{name} is {seen}, expected {value:#x}, in cycle {held.cycles}"
            held.cycles += 1
            held.values += len(expected)

    return run()
