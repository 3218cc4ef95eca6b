// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// What is kept of a QP is found three cycles later with every write of either side up to the cycle before.
//
// `qp` is any QP; both memories stand for its words alone. They are known from the initialisation on.
module ackw_latest_reader_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [3:0] init_addr,
  input wire [3:0] s0_qpn,
  input wire [3:0] s1_qpn,
  input wire re,
  input wire puts,
  input wire [3:0] put_qpn,
  input wire put_new_place,
  input wire put_new_turn,
  input wire put_new_limits,
  input wire put_new_acks,
  input wire [11:0] put_new_sticky,
  input wire put_new_feedback,
  input wire [3:0] put_next_qpn,
  input wire takes,
  input wire [3:0] take_qpn,
  input wire take_new_place,
  input wire take_new_turn,
  input wire [3:0] take_next_qpn,
  input wire s2_same,
  input wire s3_put_place,
  input wire s3_put_turn,
  input wire s3_put_limits,
  input wire s3_put_acks,
  input wire [11:0] s3_put_sticky,
  input wire s3_put_feedback,
  input wire s3_taken_place,
  input wire s3_taken_turn,
  input wire put_we,
  input wire [3:0] put_waddr,
  input wire put_wdata_place,
  input wire put_wdata_turn,
  input wire put_rdata_place,
  input wire put_rdata_turn,
  input wire put_rdata_limits,
  input wire put_rdata_acks,
  input wire [11:0] put_rdata_sticky,
  input wire put_rdata_feedback,
  input wire taken_we,
  input wire [3:0] taken_waddr,
  input wire taken_wdata_place,
  input wire taken_wdata_turn,
  input wire taken_rdata_place,
  input wire taken_rdata_turn
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam QPN = $bits(s0_qpn);

`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif

  wire        put_followed, taken_followed;
  wire [16:0] put_value, put_word;
  wire [1:0]  taken_value, taken_word;

  ackw_followed_word #(.WIDTH(17), .ADDR_BITS(QPN)) u_word_put (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(put_we), .waddr(put_waddr),
    .wdata({put_new_feedback, put_new_sticky, put_new_acks, put_new_limits, put_wdata_turn, put_wdata_place}),
    .known(put_followed), .value(put_value), .word(put_word)
  );
  ackw_followed_word #(.WIDTH(2), .ADDR_BITS(QPN)) u_word_taken (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(taken_we), .waddr(taken_waddr),
    .wdata({taken_wdata_turn, taken_wdata_place}),
    .known(taken_followed), .value(taken_value), .word(taken_word)
  );

  reg           started = 1'b0;
  reg           known   = 1'b0; // initialised since the reset
  reg [3:0]     was_known = 4'd0;
  reg [2:0]     looks   = 3'd0; // 1, 2, 3 cycles ago it was looked for
  reg [3:0]     writes  = 4'd0; // 1 to 4 cycles ago something was written
  reg [QPN-1:0] s0_qpn_1, s0_qpn_2, put_next_1, take_next_1;

  always @(posedge clk) begin
    started <= 1'b1;
    looks   <= {looks[1:0], re && s0_qpn == qp};
    writes  <= rst_n ? {writes[2:0], puts || takes} : 4'd0;
    known   <= rst_n && (known || init_we && init_addr == qp);
    was_known <= rst_n ? {was_known[2:0], known} : 4'd0;
    {s0_qpn_2, s0_qpn_1, put_next_1, take_next_1} <= {s0_qpn_1, s0_qpn, put_next_qpn, take_next_qpn};
  end

  // who uses it: latest, whose pipelines never stop, and which nothing enters while it is initialised
  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (started) assume (s1_qpn == s0_qpn_1 && put_qpn == put_next_1 && take_qpn == take_next_1);
    if (init_we) assume (!puts && !takes && writes == 4'd0 && !(known && init_addr == qp));
    if (put_followed) assume ({put_rdata_feedback, put_rdata_sticky, put_rdata_acks, put_rdata_limits, put_rdata_turn,
      put_rdata_place} == put_value);
    if (taken_followed) assume ({taken_rdata_turn, taken_rdata_place} == taken_value);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    if (looks[2] && was_known[3]) begin
      assert ({s3_put_feedback, s3_put_sticky, s3_put_acks, s3_put_limits, s3_put_turn, s3_put_place} == put_word);
      assert ({s3_taken_turn, s3_taken_place} == taken_word);
    end
    if (was_known[3]) assert (s2_same == (s0_qpn_2 == take_qpn));
  end

  always @(posedge clk) if (rst_n && looks[2] && was_known[3]) begin
    cover (s3_put_turn != s3_taken_turn && s3_put_limits);
    cover (puts && takes && put_qpn == qp && take_qpn == qp);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_latest_reader ackw_latest_reader_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
