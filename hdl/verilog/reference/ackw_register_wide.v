// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A register of the host's of WIDTH bits, 33 to 64: its lower half is word INDEX of the register map, its upper the
// next. It takes values from MIN to MAX.
//
// The upper half's write makes the new value, of the lower half that was written just before it; without that it is not
// taken. A write is looked at in two steps: index and data stand for a cycle, then bus_write says that they count.
module ackw_register_wide #(
  parameter        WIDTH = 64,
  parameter [9:0]  INDEX = 10'd0,
  parameter [63:0] MIN   = 64'd0,
  parameter [63:0] MAX   = 64'd0,
  parameter [63:0] RESET = 64'd0
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             bus_write,      // the write counts; index and data were the same in the cycle before
  input  wire [9:0]       bus_windex,     // which word is written
  input  wire [31:0]      bus_wdata,
  input  wire [9:0]       last_index,     // which word the write before this one wrote
  input  wire [31:0]      last_data,
  input  wire [9:0]       bus_rindex,     // which word is read
  output reg  [WIDTH-1:0] value,
  output wire             taken,          // the write is accepted
  output wire [31:0]      rdata           // the word, or 0 if another is read
);

  localparam [9:0] UPPER = INDEX + 10'd1;

  wire [64:0] wanted = {1'b0, bus_wdata, last_data};
  wire        enough;
  reg         lower;
  reg         upper;
  reg  [63:0] words;

  generate
    if (MIN == 64'd0) begin : g_from_zero
      assign enough = 1'b1;
    end else begin : g_from_min
      assign enough = wanted >= {1'b0, MIN};
    end
  endgenerate

  assign taken = bus_write & (lower | upper);
  assign rdata = (bus_rindex == INDEX) ? words[31:0] : (bus_rindex == UPPER) ? words[63:32] : 32'd0;

  always @* begin
    words = 64'd0;
    words[WIDTH-1:0] = value;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      lower <= 1'b0;
      upper <= 1'b0;
      value <= RESET[WIDTH-1:0];
    end else begin
      lower <= bus_windex == INDEX;
      upper <= (bus_windex == UPPER) & (last_index == INDEX) & enough & (wanted <= {1'b0, MAX});
      if (bus_write & upper) value <= {bus_wdata[WIDTH-33:0], last_data};
    end
  end

endmodule

`default_nettype wire
