// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// What is kept of a QP: read in stage 0, known in stage 3, with what both sides wrote in the three cycles between.
module ackw_latest_reader (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, asynchronous
  input  wire        init_we,          // nothing waits of the QP init_addr
  input  wire [3:0]  init_addr,
  input  wire [3:0]  s0_qpn,           // the QP in stage 0
  input  wire [3:0]  s1_qpn,           // the QP in stage 1
  input  wire        re,               // there is something in stage 0
  input  wire        puts,             // an update writes put_new
  input  wire [3:0]  put_qpn,          // its QP
  input  wire        put_new_place,
  input  wire        put_new_turn,
  input  wire        put_new_limits,
  input  wire        put_new_acks,
  input  wire [11:0] put_new_sticky,
  input  wire        put_new_feedback,
  input  wire [3:0]  put_next_qpn,     // the QP of the update that may write in the next cycle
  input  wire        takes,            // what is taken or dropped writes take_new
  input  wire [3:0]  take_qpn,         // its QP
  input  wire        take_new_place,
  input  wire        take_new_turn,
  input  wire [3:0]  take_next_qpn,    // the QP of what may write so in the next cycle
  output wire        s2_same,          // the QP in stage 2 is take_qpn
  output reg         s3_put_place,     // what updates have written of the QP in stage 3
  output reg         s3_put_turn,
  output reg         s3_put_limits,
  output reg         s3_put_acks,
  output reg  [11:0] s3_put_sticky,
  output reg         s3_put_feedback,
  output reg         s3_taken_place,   // what taking and dropping has
  output reg         s3_taken_turn
);

  reg         s1_of_put;
  reg         s1_put_place;
  reg         s1_put_turn;
  reg         s1_put_limits;
  reg         s1_put_acks;
  reg  [11:0] s1_put_sticky;
  reg         s1_put_feedback;
  reg         s1_of_taken;
  reg         s1_taken_place;
  reg         s1_taken_turn;
  reg         s2_of_put;
  reg         s2_put_place;
  reg         s2_put_turn;
  reg         s2_put_limits;
  reg         s2_put_acks;
  reg  [11:0] s2_put_sticky;
  reg         s2_put_feedback;
  reg         s2_of_taken;
  reg         s2_taken_place;
  reg         s2_taken_turn;
  reg         s1_meets_put;
  reg         s2_meets_put;
  reg         s1_meets_take;
  reg         s2_meets_take;

  wire        put_rdata_place;
  wire        put_rdata_turn;
  wire        put_rdata_limits;
  wire        put_rdata_acks;
  wire [11:0] put_rdata_sticky;
  wire        put_rdata_feedback;
  wire        put_we;
  reg  [3:0]  put_waddr;
  reg         put_wdata_place;
  reg         put_wdata_turn;
  wire        taken_rdata_place;
  wire        taken_rdata_turn;
  wire        taken_we;
  reg  [3:0]  taken_waddr;
  reg         taken_wdata_place;
  reg         taken_wdata_turn;

  // both memories
  ackw_ram #(
    .WIDTH    (17),
    .ADDR_BITS(4)
  ) u_put (
    .clk  (clk),
    .raddr(s0_qpn),
    .rdata({put_rdata_feedback, put_rdata_sticky, put_rdata_acks, put_rdata_limits, put_rdata_turn, put_rdata_place}),
    .we   (put_we),
    .waddr(put_waddr),
    .wdata({put_new_feedback, put_new_sticky, put_new_acks, put_new_limits, put_wdata_turn, put_wdata_place}),
    .re   (re)
  );

  ackw_ram #(
    .WIDTH    (2),
    .ADDR_BITS(4)
  ) u_taken (
    .clk  (clk),
    .raddr(s0_qpn),
    .rdata({taken_rdata_turn, taken_rdata_place}),
    .we   (taken_we),
    .waddr(taken_waddr),
    .wdata({taken_wdata_turn, taken_wdata_place}),
    .re   (re)
  );

  assign put_we = init_we | puts;

  always @* begin
    put_waddr = put_qpn;
    put_wdata_place = put_new_place;
    put_wdata_turn = put_new_turn;
    taken_waddr = take_qpn;
    taken_wdata_place = take_new_place;
    taken_wdata_turn = take_new_turn;
    if (init_we) begin
      put_waddr = init_addr;
      put_wdata_place = 1'b0;
      put_wdata_turn = 1'b0;
      taken_waddr = init_addr;
      taken_wdata_place = 1'b0;
      taken_wdata_turn = 1'b0;
    end
  end

  assign taken_we = init_we | takes;

  // all stages go on in every cycle, so whom stages 1 and 2 meet next is known a cycle ahead
  assign s2_same = s2_meets_take;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s1_of_put <= 1'b0;
      s1_put_place <= 1'b0;
      s1_put_turn <= 1'b0;
      s1_put_limits <= 1'b0;
      s1_put_acks <= 1'b0;
      s1_put_sticky <= 12'd0;
      s1_put_feedback <= 1'b0;
      s1_of_taken <= 1'b0;
      s1_taken_place <= 1'b0;
      s1_taken_turn <= 1'b0;
      s2_of_put <= 1'b0;
      s2_put_place <= 1'b0;
      s2_put_turn <= 1'b0;
      s2_put_limits <= 1'b0;
      s2_put_acks <= 1'b0;
      s2_put_sticky <= 12'd0;
      s2_put_feedback <= 1'b0;
      s2_of_taken <= 1'b0;
      s2_taken_place <= 1'b0;
      s2_taken_turn <= 1'b0;
      s3_put_place <= 1'b0;
      s3_put_turn <= 1'b0;
      s3_put_limits <= 1'b0;
      s3_put_acks <= 1'b0;
      s3_put_sticky <= 12'd0;
      s3_put_feedback <= 1'b0;
      s3_taken_place <= 1'b0;
      s3_taken_turn <= 1'b0;
      s1_meets_put <= 1'b0;
      s2_meets_put <= 1'b0;
      s1_meets_take <= 1'b0;
      s2_meets_take <= 1'b0;
    end else begin
      s1_meets_put <= put_next_qpn == s0_qpn;
      s2_meets_put <= put_next_qpn == s1_qpn;
      s1_meets_take <= take_next_qpn == s0_qpn;
      s2_meets_take <= take_next_qpn == s1_qpn;
      // what the read does not give, the newest last
      s1_of_put <= puts & (put_qpn == s0_qpn);
      s1_put_place <= put_new_place;
      s1_put_turn <= put_new_turn;
      s1_put_limits <= put_new_limits;
      s1_put_acks <= put_new_acks;
      s1_put_sticky <= put_new_sticky;
      s1_put_feedback <= put_new_feedback;
      s1_of_taken <= takes & (take_qpn == s0_qpn);
      s1_taken_place <= take_new_place;
      s1_taken_turn <= take_new_turn;
      s2_of_put <= s1_of_put;
      s2_put_place <= s1_put_place;
      s2_put_turn <= s1_put_turn;
      s2_put_limits <= s1_put_limits;
      s2_put_acks <= s1_put_acks;
      s2_put_sticky <= s1_put_sticky;
      s2_put_feedback <= s1_put_feedback;
      s2_of_taken <= s1_of_taken;
      s2_taken_place <= s1_taken_place;
      s2_taken_turn <= s1_taken_turn;
      if (puts & s1_meets_put) begin
        s2_of_put <= 1'b1;
        s2_put_place <= put_new_place;
        s2_put_turn <= put_new_turn;
        s2_put_limits <= put_new_limits;
        s2_put_acks <= put_new_acks;
        s2_put_sticky <= put_new_sticky;
        s2_put_feedback <= put_new_feedback;
      end
      if (takes & s1_meets_take) begin
        s2_of_taken <= 1'b1;
        s2_taken_place <= take_new_place;
        s2_taken_turn <= take_new_turn;
      end
      s3_put_place <= s2_put_place;
      s3_put_turn <= s2_put_turn;
      s3_put_limits <= s2_put_limits;
      s3_put_acks <= s2_put_acks;
      s3_put_sticky <= s2_put_sticky;
      s3_put_feedback <= s2_put_feedback;
      s3_taken_place <= s2_taken_place;
      s3_taken_turn <= s2_taken_turn;
      if (!s2_of_put) begin
        s3_put_place <= put_rdata_place;
        s3_put_turn <= put_rdata_turn;
        s3_put_limits <= put_rdata_limits;
        s3_put_acks <= put_rdata_acks;
        s3_put_sticky <= put_rdata_sticky;
        s3_put_feedback <= put_rdata_feedback;
      end
      if (puts & s2_meets_put) begin
        s3_put_place <= put_new_place;
        s3_put_turn <= put_new_turn;
        s3_put_limits <= put_new_limits;
        s3_put_acks <= put_new_acks;
        s3_put_sticky <= put_new_sticky;
        s3_put_feedback <= put_new_feedback;
      end
      if (!s2_of_taken) begin
        s3_taken_place <= taken_rdata_place;
        s3_taken_turn <= taken_rdata_turn;
      end
      if (takes & s2_meets_take) begin
        s3_taken_place <= take_new_place;
        s3_taken_turn <= take_new_turn;
      end
    end
  end

endmodule

`default_nettype wire
