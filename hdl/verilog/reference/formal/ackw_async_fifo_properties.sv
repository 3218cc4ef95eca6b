// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// What goes in comes out once, in order and whole, whatever the two clocks and the resets of either side do; no more
// than full; a word that is shown stays until it is taken, or its side is reset; a side that is reset takes and gives
// nothing; what crosses changes one bit at a time but while both sides are closed.
//
// `tag` is any value of the pointers, `mark` takes any word that is pushed there. The pointers go up by one, so that
// what is taken at the tag is that word, once and in order.
module ackw_async_fifo_properties #(
  parameter WIDTH = 1,
  parameter ADDR_BITS = 1
) (
  input wire wr_clk,
  input wire wr_rst_n,
  input wire wr_open,
  input wire wr_ready,
  input wire [WIDTH-1:0] wr_data,
  input wire [ADDR_BITS:0] wr_ptr,
  input wire [ADDR_BITS:0] wr_gray,
  input wire wr_clear,
  input wire push,
  input wire rd_clk,
  input wire rd_rst_n,
  input wire rd_open,
  input wire rd_valid,
  input wire rd_ready,
  input wire [WIDTH-1:0] rd_data,
  input wire [ADDR_BITS:0] rd_ptr,
  input wire [ADDR_BITS:0] rd_gray,
  input wire rd_clear,
  input wire take,
  input wire any_rst_n
);

`ifdef ACKWRIGHT_ASSERT
  reg [ADDR_BITS:0] tag;
  initial tag = $bits(tag)'($urandom & 32'd15);
`else
  (* anyconst *) reg [ADDR_BITS:0] tag;
`endif
`ifdef ACKWRIGHT_ASSERT
  reg mark;
  always @(posedge wr_clk) mark <= 1'($urandom);
`else
  (* anyseq *) reg               mark;
`endif
  reg                            marked = 1'b0; // the word was pushed at the tag, and nothing has been since
  reg [WIDTH-1:0]                data;
  reg                            shown  = 1'b0; // it is at the output
  reg                            wr_started = 1'b0;
  reg                            rd_started = 1'b0;
  reg                            wr_cleared;
  reg                            rd_cleared;
  reg [ADDR_BITS:0]              wr_before;
  reg [ADDR_BITS:0]              rd_before;
  reg                            held = 1'b0;
  reg [WIDTH-1:0]                held_data;

  wire               started = wr_started && rd_started;
  wire [ADDR_BITS:0] filled  = wr_ptr - rd_ptr;
  wire [ADDR_BITS:0] wr_flip = wr_gray ^ wr_before;
  wire [ADDR_BITS:0] rd_flip = rd_gray ^ rd_before;

  always @(posedge wr_clk) begin
    wr_started <= 1'b1;
    wr_cleared <= wr_clear;
    wr_before  <= wr_gray;
    if (push && wr_ptr == tag) data <= wr_data;
  end

  always @(posedge rd_clk) begin
    rd_started <= 1'b1;
    rd_cleared <= rd_clear;
    rd_before  <= rd_gray;
    held_data  <= rd_data;
  end

  always @(posedge wr_clk or negedge any_rst_n) begin
    if (!any_rst_n) marked <= 1'b0;
    else if (push && wr_ptr == tag) marked <= mark;
  end

  always @(posedge rd_clk or negedge any_rst_n) begin
    if (!any_rst_n) shown <= 1'b0;
    else if (take) shown <= marked && rd_ptr == tag;
    else if (rd_ready) shown <= 1'b0;
  end

  always @(posedge rd_clk or negedge rd_rst_n) begin
    if (!rd_rst_n) held <= 1'b0;
    else held <= rd_valid && !rd_ready;
  end

  always @* begin
    if (!wr_started) assume (!wr_rst_n);
    if (!rd_started) assume (!rd_rst_n);
  end

  always @* if (started) begin
    if (wr_open || rd_open) assert (filled <= (1 << ADDR_BITS));
    if (shown) assert (rd_valid && rd_data == data);
    if (held) assert (rd_valid && rd_data == held_data);
    if (!wr_rst_n) assert (!wr_ready);
    if (!rd_rst_n) assert (!rd_valid);
    if (wr_clear || rd_clear) assert (!wr_open && !rd_open);
    if (!wr_cleared) assert ((wr_flip & (wr_flip - 1'b1)) == 0);
    if (!rd_cleared) assert ((rd_flip & (rd_flip - 1'b1)) == 0);
  end

  always @(posedge rd_clk) begin
    cover (started && shown && held);
    cover (rd_open && filled == (1 << ADDR_BITS));
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_async_fifo ackw_async_fifo_properties #(.WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS)) u_properties (.*);
`endif

`default_nettype wire
