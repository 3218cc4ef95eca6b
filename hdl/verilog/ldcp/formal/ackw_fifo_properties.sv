// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// A queue gives what it took, in order, once each; it is never more than full; a word that is shown stays until it is
// taken.
//
// `mark` takes any word that is pushed; the words ahead of it are counted until it comes out.
module ackw_fifo_properties #(
  parameter WIDTH = 1,
  parameter ADDR_BITS = 1,
  parameter COUNT_BITS = 1
) (
  input wire clk,
  input wire rst_n,
  input wire in_valid,
  input wire in_ready,
  input wire [WIDTH-1:0] in_data,
  input wire out_valid,
  input wire out_ready,
  input wire [WIDTH-1:0] out_data,
  input wire [COUNT_BITS-1:0] count
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

`ifdef ACKWRIGHT_ASSERT
  reg mark;
  always @(posedge clk) mark <= 1'($urandom);
`else
  (* anyseq *) reg     mark;
`endif
  reg                  started = 1'b0;
  reg                  marked  = 1'b0; // the word is in the queue
  reg [ADDR_BITS:0]    ahead;          // this many words are ahead of it
  reg [WIDTH-1:0]      data;
  reg                  held = 1'b0;
  reg [WIDTH-1:0]      held_data;

  wire push = in_valid && in_ready;
  wire pop  = out_valid && out_ready;

  always @(posedge clk) begin
    started   <= 1'b1;
    held      <= rst_n && out_valid && !out_ready;
    held_data <= out_data;
    if (!rst_n) marked <= 1'b0;
    else if (!marked && mark && push) begin
      marked <= 1'b1;
      ahead  <= count[ADDR_BITS:0] - {{ADDR_BITS{1'b0}}, pop};
      data   <= in_data;
    end else if (marked && pop) begin
      marked <= ahead != 0;
      ahead  <= ahead - 1'b1;
    end
  end

  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (count <= (1 << ADDR_BITS));
    assert (in_ready == (count != (1 << ADDR_BITS)));
    assert (out_valid == (count != 0));
    if (held) assert (out_valid && out_data == held_data);
    if (marked) assert (ahead < count);
    if (marked && ahead == 0) assert (out_data == data);
  end

  always @(posedge clk) begin
    cover (started && count == (1 << ADDR_BITS));
    cover (started && marked && ahead == 0 && pop && held);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_fifo ackw_fifo_properties #(.WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS), .COUNT_BITS(COUNT_BITS)) u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
