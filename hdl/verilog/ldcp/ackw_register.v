// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A register of the host's: word INDEX of the register map, WIDTH bits of it, 1 to 32. It takes values from MIN to MAX.
//
// A write is looked at in two steps: index and data stand for a cycle, then bus_write says that they count.
module ackw_register #(
  parameter        WIDTH = 32,
  parameter [9:0]  INDEX = 10'd0,
  parameter [31:0] MIN   = 32'd0,
  parameter [31:0] MAX   = 32'd0,
  parameter [31:0] RESET = 32'd0
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             bus_write,  // the write counts; index and data were the same in the cycle before
  input  wire [9:0]       bus_windex, // which word is written
  input  wire [31:0]      bus_wdata,
  input  wire [9:0]       bus_rindex, // which word is read
  output reg  [WIDTH-1:0] value,
  output wire             taken,      // the write is accepted
  output reg              written,    // the value was replaced by the last edge
  output wire [31:0]      rdata       // the word, or 0 if another is read
);

  wire [32:0] wanted = {1'b0, bus_wdata};
  wire        enough;
  reg         selected;
  reg  [31:0] word;

  generate
    if (MIN == 32'd0) begin : g_from_zero
      assign enough = 1'b1;
    end else begin : g_from_min
      assign enough = wanted >= {1'b0, MIN};
    end
  endgenerate

  assign taken = bus_write & selected;
  assign rdata = (bus_rindex == INDEX) ? word : 32'd0;

  always @* begin
    word = 32'd0;
    word[WIDTH-1:0] = value;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      selected <= 1'b0;
      written  <= 1'b0;
      value    <= RESET[WIDTH-1:0];
    end else begin
      selected <= (bus_windex == INDEX) & enough & (wanted <= {1'b0, MAX});
      written  <= taken;
      if (taken) value <= bus_wdata[WIDTH-1:0];
    end
  end

endmodule

`default_nettype wire
