"""What the part can do at best: benches of one piece of hardware each, between registers. Read `fpga/README.md` for how they are used.

A bench is a module `ackw_bench` with ports clk, i and o. What goes in and out is registered inside it, so that the only paths are those of
the bench; it is synthesised, placed and routed as a block is."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Bench:
    what: str
    bits_in: int
    bits_out: int
    body: str

    def verilog(self) -> str:
        ports = f"input wire clk, input wire [{self.bits_in - 1}:0] i, output reg [{self.bits_out - 1}:0] o"
        return f"module ackw_bench ({ports});\n{self.body}\nendmodule\n"


def sum_of(bits: int) -> Bench:
    return Bench(f"a sum of {bits} bits", 2 * bits, bits + 1, f"""
  reg [{bits - 1}:0] a, b;
  always @(posedge clk) begin {{a, b}} <= i; o <= a + b; end""")


def xor_of(levels: int) -> Bench:
    """`levels` LUT4 one behind the other: an exclusive or of 4^levels bits is the least logic that needs them."""
    bits = 4**levels
    return Bench(f"{levels} LUT4 one behind the other" if levels > 1 else "one LUT4", bits, 1, f"""
  reg [{bits - 1}:0] a;
  always @(posedge clk) begin a <= i; o <= ^a; end""")


def shift_by(amount_bits: int) -> Bench:
    return Bench(f"32 bits shifted by one of {1 << amount_bits} amounts", 32 + amount_bits, 32, f"""
  reg [31:0] a;
  reg [{amount_bits - 1}:0] n;
  always @(posedge clk) begin {{a, n}} <= i; o <= a << n; end""")


def mul(what: str, inputs: bool, output: bool) -> Bench:
    register = {True: "CLK0", False: "NONE"}
    pins = ", ".join([f".A{k}(a[{k}]), .B{k}(b[{k}])" for k in range(18)] + [f".P{k}(p[{k}])" for k in range(36)])
    return Bench(what, 36, 36, f"""
  reg [17:0] a, b;
  wire [35:0] p;
  always @(posedge clk) begin {{a, b}} <= i; o <= p; end
  MULT18X18D #(
    .REG_INPUTA_CLK("{register[inputs]}"), .REG_INPUTB_CLK("{register[inputs]}"), .REG_PIPELINE_CLK("NONE"),
    .REG_OUTPUT_CLK("{register[output]}"), .SOURCEB_MODE("B_SHIFT"), .RESETMODE("SYNC"), .GSR("DISABLED")
  ) u_mul (
    .CLK0(clk), .CE0(1'b1), .RST0(1'b0), .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0),
    {pins}
  );""")


def ram(what: str, register: bool, behind: str = "") -> Bench:
    """1024 words of 18 bits, written by port A and read by port B. `behind`: an expression of the word q instead of q itself."""
    mode = "OUTREG" if register else "NOREG"
    address = ", ".join(f".ADA{k}(wa[{k - 4}]), .ADB{k}(ra[{k - 4}])" for k in range(4, 14))
    low = ", ".join(f".ADA{k}(1'b{int(k < 2)}), .ADB{k}(1'b0)" for k in range(4))
    data = ", ".join(f".DIA{k}(wd[{k}]), .DOB{k}(q[{k}])" for k in range(18))
    return Bench(what, 39, 18, f"""
  reg we;
  reg [9:0] wa, ra;
  reg [17:0] wd;
  wire [17:0] q;
  always @(posedge clk) begin {{we, wa, ra, wd}} <= i; o <= {behind or "q"}; end
  DP16KD #(
    .DATA_WIDTH_A(18), .DATA_WIDTH_B(18), .REGMODE_A("NOREG"), .REGMODE_B("{mode}"), .RESETMODE("SYNC"),
    .WRITEMODE_A("NORMAL"), .WRITEMODE_B("NORMAL"), .CSDECODE_A("0b000"), .CSDECODE_B("0b000"), .GSR("DISABLED")
  ) u_ram (
    .CLKA(clk), .CEA(1'b1), .OCEA(1'b1), .WEA(we), .RSTA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .CLKB(clk), .CEB(1'b1), .OCEB(1'b1), .WEB(1'b0), .RSTB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
    {low}, {address}, {data}
  );""")


def of_two(what: str, bits_out: int, expression: str) -> Bench:
    """A function of two registered words a and b of 32 bits."""
    return Bench(what, 64, bits_out, f"""
  reg [31:0] a, b;
  wire [32:0] sum = a + b;
  always @(posedge clk) begin {{a, b}} <= i; o <= {expression}; end""")


def loop(what: str, expression: str) -> Bench:
    """A sum that goes back into itself within a cycle, or starts from a word that was kept."""
    return Bench(what, 65, 32, f"""
  reg [31:0] kept, d;
  reg again;
  wire [31:0] from = again ? o : kept;
  wire [32:0] sum = from + d;
  always @(posedge clk) begin {{again, kept, d}} <= i; o <= {expression}; end""")


BENCHES = {
    "ff": Bench("a wire", 32, 32, "  reg [31:0] a;\n  always @(posedge clk) begin a <= i; o <= a; end"),
    "lut-1": xor_of(1),
    "lut-2": xor_of(2),
    "lut-3": xor_of(3),
    "lut-4": xor_of(4),
    "add-16": sum_of(16),
    "add-24": sum_of(24),
    "add-32": sum_of(32),
    "add-48": sum_of(48),
    "add-55": sum_of(55),
    "add-sat-32": of_two("a sum of 32 bits, saturated", 32, "sum[32] ? 32'hffff_ffff : sum[31:0]"),
    "less-32": of_two("a comparison of 32 bits", 1, "a < b"),
    "min-32": of_two("the lesser of two words of 32 bits", 32, "a < b ? a : b"),
    "shift-3": shift_by(3),
    "shift-5": shift_by(5),
    "loop-add-32": loop("a loop of one cycle: mux, sum of 32 bits", "sum[31:0]"),
    "loop-sat-32": loop("the same, saturated", "sum[32] ? 32'hffff_ffff : sum[31:0]"),
    "ram": ram("DP16KD without its output register", False),
    "ram-reg": ram("DP16KD with its output register", True),
    "ram-reg-add": ram("DP16KD with its output register, then a sum of 18 bits", True, "q + wd"),
    "mul": mul("MULT18X18D without registers", False, False),
    "mul-out": mul("MULT18X18D with its output register", False, True),
    "mul-in-out": mul("MULT18X18D with input and output registers", True, True),
}
