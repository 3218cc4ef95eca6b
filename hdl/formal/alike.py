"""Two configurations of a module that must behave alike: both in one model, with the same inputs, and every output and register of one equal to the other's."""
import re
from dataclasses import dataclass

import sby

OTHER = "other_"
# `unlike` is the comparison. Inputs that are not named here, outputs of what is cut among them, may be anything in each cycle. At power-up a register
# holds anything, the same in both. Reset is held from then on for one cycle or more, and comes once: in its first cycle the registers of one style
# have gone ahead of the other's, and what has no reset may take note of it.
TOP = """`default_nettype none

module alike (
  input wire clk,
  input wire rst_n
);

  wire unlike;
  wire seen;

  miter u_miter (
    .in_clk      (clk),
    @RESET@.trigger     (unlike),
    .gold_@SEEN@ (seen)
  );

  reg       started = 1'b0;
  reg       open    = 1'b0;
  reg [1:0] times   = 2'd0;

  always @(posedge clk) begin
    started <= 1'b1;
    open    <= open || rst_n;
    if (open && seen && times != 2'd3) times <= times + 1'b1;
  end

  always @* begin
    if (!started) assume (!rst_n && !unlike);
    if (open) assume (rst_n);
  end

  always @* if (started) assert (!unlike);

  always @* cover (times == 2'd3);

endmodule

`default_nettype wire
"""


@dataclass(frozen=True)
class Pair:
    """What is proved of: `top` of two folders. `cut` are modules that both give the same values, while what goes into them is compared."""

    folders: tuple
    top: str
    parameters: tuple[tuple[str, int], ...]
    cut: tuple[str, ...]
    seen: str  # an output; it rises in a run that says something

    def texts(self, edit: sby.Edit | None) -> dict[str, str]:
        """The files, by name; a bug by hand is in the other one."""
        one, other = (sby.needed(self.top, sby.texts(folder)) for folder in self.folders)
        if edit:
            other = sby.edited(self.top, other, edit)
        found = dict(one)
        found |= {OTHER + name: re.sub(r"\backw_", f"{OTHER}ackw_", text) for name, text in other.items()}
        reset = ".in_rst_n    (rst_n),\n    " if re.search(r"\brst_n\b", one[f"{self.top}.v"]) else ""
        found["alike.sv"] = TOP.replace("@RESET@", reset).replace("@SEEN@", self.seen)
        found["both.v"] = f"module both; {self.top} a (); {OTHER}{self.top} b (); endmodule\n"
        return found

    def script(self, names: list[str]) -> list[str]:
        both = f"{self.top} {OTHER}{self.top}"
        lines = [f"read_verilog -formal -sv {' '.join(name for name in names if name != 'alike.sv')}"]
        lines += [f"chparam -set {name} {value} {both}" for name, value in self.parameters]
        lines += ["hierarchy -check -top both", "proc"]
        # by now those with parameters have names as $paramod\\ackw_ram\\WIDTH=…, and ports of their width
        lines += [f"blackbox *ackw_{module} *ackw_{module}?[A-Z]*" for module in (name.removeprefix("ackw_") for name in self.cut)]
        lines += [f"flatten {both}", "delete both", "opt_clean", f"memory_collect {both}", f"memory_map {both}"]
        lines += [f"expose -shared -dff {both}", f"expose -evert {both}"]
        # the read enable of a memory, which one of them has alone
        lines += ["delete -port w:*.re", "opt_clean"]
        lines += [f"miter -equiv -make_outputs -flatten {both} miter", "read_verilog -formal -sv alike.sv", "hierarchy -top alike", "proc", "flatten"]
        return lines + ["opt_clean", "setundef -undriven -anyseq", "prep -flatten -top alike"]
