// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The QPs that wait, in the order in which they entered; each is in it at most once. One in and one out a cycle.
// Where nothing is ahead of it, a QP that enters is at the head a cycle later.
module ackw_qp_order (
  input  wire       clk,        // clock, rising edge
  input  wire       rst_n,      // reset, active low, synchronous
  input  wire       push,       // a QP enters
  input  wire [9:0] push_qpn,   // its index
  input  wire       pop,        // the head leaves, if there is one
  output wire       head_valid, // there is one
  output wire [9:0] head_qpn    // its index
);

  // places of the short queue, less the two words on their way to it, and the one that is read
  localparam [3:0] REFILLED = 4'd5;

  reg  [9:0]  write;
  reg  [9:0]  read;
  reg  [10:0] count;
  reg         r1;
  reg         r2;

  wire       passes;
  wire       stores;
  wire       reads;
  wire [9:0] long_rdata;
  wire       short_in_valid;
  wire       short_in_ready;
  reg  [9:0] short_in_data;
  wire [3:0] short_count;

  // what enters goes into the short queue, if it has room and nothing is in the long one or comes out of it
  assign passes = push & !(|count) & !r1 & !r2 & short_in_ready;
  assign stores = push & !passes;

  // the long queue: a word is read, and comes two cycles later
  assign reads = (|count) & (short_count <= REFILLED);

  ackw_ram #(
    .WIDTH    (10),
    .ADDR_BITS(10)
  ) u_long (
    .clk  (clk),
    .raddr(read),
    .rdata(long_rdata),
    .we   (stores),
    .waddr(write),
    .wdata(push_qpn)
  );

  // the short queue
  assign short_in_valid = passes | r2;

  ackw_fifo #(
    .WIDTH     (10),
    .ADDR_BITS (3),
    .COUNT_BITS(4)
  ) u_short (
    .clk      (clk),
    .rst_n    (rst_n),
    .in_valid (short_in_valid),
    .in_ready (short_in_ready),
    .in_data  (short_in_data),
    .out_valid(head_valid),
    .out_ready(pop),
    .out_data (head_qpn),
    .count    (short_count)
  );

  always @* begin
    short_in_data = push_qpn;
    if (r2) begin
      short_in_data = long_rdata;
    end
  end

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      write <= 10'd0;
      read <= 10'd0;
      count <= 11'd0;
      r1 <= 1'b0;
      r2 <= 1'b0;
    end else begin
      write <= write + {9'd0, stores};
      read <= read + {9'd0, reads};
      count <= count + {10'd0, stores} - {10'd0, reads};
      r1 <= reads;
      r2 <= r1;
    end
  end

endmodule

`default_nettype wire
