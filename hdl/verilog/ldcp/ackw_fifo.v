// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Synchronous queue of 2^ADDR_BITS words, first word falls through: out_data is the head while out_valid.
//
// in_ready is low only when the queue is full, even if the head leaves in that cycle. A word is visible the cycle after
// its push. The storage (registers or LUT RAM) has no reset: WIDTH * 2^ADDR_BITS bits, and WIDTH for the head.
module ackw_fifo #(
  parameter WIDTH      = 32,
  parameter ADDR_BITS  = 4,
  parameter COUNT_BITS = ADDR_BITS + 1 // at least that
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  in_valid,
  output wire                  in_ready,
  input  wire [WIDTH-1:0]      in_data,
  output wire                  out_valid,
  input  wire                  out_ready,
  output wire [WIDTH-1:0]      out_data,
  output reg  [COUNT_BITS-1:0] count // words in the queue, 0 to 2^ADDR_BITS
);

  reg [WIDTH-1:0]     words [0:(1 << ADDR_BITS)-1];
  reg [WIDTH-1:0]     head; // the oldest word, out of the storage: out_data comes from a register
  reg [ADDR_BITS-1:0] read; // the word behind the head
  reg [ADDR_BITS-1:0] write;
  reg                 filled;
  reg                 two_left; // a word is behind the head

  wire push       = in_valid & in_ready;
  wire pop        = filled & out_ready;
  wire three_left = |(count[ADDR_BITS:0] >> 2) | (&count[1:0]);

  assign in_ready  = ~count[ADDR_BITS];
  assign out_valid = filled;
  assign out_data  = head;

  always @(posedge clk) begin
    if (!rst_n) begin
      read     <= {{(ADDR_BITS-1){1'b0}}, 1'b1};
      write    <= {ADDR_BITS{1'b0}};
      count    <= {COUNT_BITS{1'b0}};
      filled   <= 1'b0;
      two_left <= 1'b0;
    end else begin
      read     <= read + {{(ADDR_BITS-1){1'b0}}, pop};
      write    <= write + {{(ADDR_BITS-1){1'b0}}, push};
      count    <= count + {{(COUNT_BITS-1){pop & ~push}}, push ^ pop};
      filled   <= push | two_left | (filled & ~pop);
      two_left <= push == pop ? two_left : push ? filled : three_left;
    end
  end

  // a word pushed while no other is behind the head passes the storage by
  always @(posedge clk) begin
    if (push) words[write] <= in_data;
    if (pop | ~filled) head <= two_left ? words[read] : in_data;
  end

endmodule

`default_nettype wire
