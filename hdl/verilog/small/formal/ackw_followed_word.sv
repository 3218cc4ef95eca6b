// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// One word of a memory with a read latency of two cycles, followed: what a read of it must give.
//
// `at` is held by who instantiates this. What the word was before it was first written is free, and so is what a read
// gives of a word that is written at the same edge: `known` is low then. In a simulation the memory itself is there, and
// is looked at where it is what is checked (LOOKED), not beside each block.
module ackw_followed_word #(
  parameter WIDTH     = 1,
  parameter ADDR_BITS = 1,
  parameter LOOKED    = 0
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] at,
  input  wire [ADDR_BITS-1:0] raddr,
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  output wire                 known, // `at` was read two edges ago
  output wire [WIDTH-1:0]     value, // and this was there
  output reg  [WIDTH-1:0]     word   // what is there now
);

  reg             was_read = 1'b0;
  reg             is_known = 1'b0;
  reg [WIDTH-1:0] read;
  reg [WIDTH-1:0] shown;

  always @(posedge clk) begin
    if (we && waddr == at) word <= wdata;
    was_read <= raddr == at && !(we && waddr == at);
    read     <= word;
    is_known <= was_read;
    shown    <= read;
  end

`ifdef ACKWRIGHT_ASSERT
  assign known = LOOKED != 0 && is_known;
`else
  assign known = is_known;
`endif
  assign value = shown;

endmodule

`default_nettype wire
