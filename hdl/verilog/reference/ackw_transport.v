// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The fields of UDP, BTH and AETH that decide, each held from when it passes to the end of the frame.
module ackw_transport (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, synchronous
  input  wire        s5_fresh,      // the beat in stage 5 begins a frame, or no frame is under way
  input  wire [5:0]  s5_run_0,      // bit k: the lane holds word k of the transport headers (UDP 0 and 1, BTH 2 to 4,
                                    // AETH 5)
  input  wire [5:0]  s5_run_1,
  input  wire [5:0]  s5_run_2,
  input  wire [5:0]  s5_run_3,
  input  wire [5:0]  s5_run_4,
  input  wire [5:0]  s5_run_5,
  input  wire [5:0]  s5_run_6,
  input  wire [5:0]  s5_run_7,
  input  wire [5:0]  s5_run_8,
  input  wire [5:0]  s5_run_9,
  input  wire [5:0]  s5_run_10,
  input  wire [5:0]  s5_run_11,
  input  wire [5:0]  s5_run_12,
  input  wire [5:0]  s5_run_13,
  input  wire [5:0]  s5_run_14,
  input  wire [5:0]  s5_run_15,
  input  wire [31:0] s5_word_0,
  input  wire [31:0] s5_word_1,
  input  wire [31:0] s5_word_2,
  input  wire [31:0] s5_word_3,
  input  wire [31:0] s5_word_4,
  input  wire [31:0] s5_word_5,
  input  wire [31:0] s5_word_6,
  input  wire [31:0] s5_word_7,
  input  wire [31:0] s5_word_8,
  input  wire [31:0] s5_word_9,
  input  wire [31:0] s5_word_10,
  input  wire [31:0] s5_word_11,
  input  wire [31:0] s5_word_12,
  input  wire [31:0] s5_word_13,
  input  wire [31:0] s5_word_14,
  input  wire [31:0] s5_word_15,
  output wire [15:0] s6_udp_port,
  output wire [15:0] s6_udp_length, // bytes
  output wire [7:0]  s6_opcode,
  output wire [1:0]  s6_pad_count,
  output wire [3:0]  s6_version,
  output wire [1:0]  s6_bth_ecn,    // FECN, BECN
  output wire [23:0] s6_dest_qp,
  output wire [23:0] s6_psn,
  output wire [7:0]  s6_syndrome
);

  // s5: pick
  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(16)
  ) u_udp_port (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[0], s5_run_14[0], s5_run_13[0], s5_run_12[0], s5_run_11[0], s5_run_10[0], s5_run_9[0],
      s5_run_8[0], s5_run_7[0], s5_run_6[0], s5_run_5[0], s5_run_4[0], s5_run_3[0], s5_run_2[0], s5_run_1[0],
      s5_run_0[0]}),
    .lane ({s5_word_15[15:0], s5_word_14[15:0], s5_word_13[15:0], s5_word_12[15:0], s5_word_11[15:0], s5_word_10[15:0],
      s5_word_9[15:0], s5_word_8[15:0], s5_word_7[15:0], s5_word_6[15:0], s5_word_5[15:0], s5_word_4[15:0],
      s5_word_3[15:0], s5_word_2[15:0], s5_word_1[15:0], s5_word_0[15:0]}),
    .held (s6_udp_port)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(16)
  ) u_udp_length (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[1], s5_run_14[1], s5_run_13[1], s5_run_12[1], s5_run_11[1], s5_run_10[1], s5_run_9[1],
      s5_run_8[1], s5_run_7[1], s5_run_6[1], s5_run_5[1], s5_run_4[1], s5_run_3[1], s5_run_2[1], s5_run_1[1],
      s5_run_0[1]}),
    .lane ({s5_word_15[31:16], s5_word_14[31:16], s5_word_13[31:16], s5_word_12[31:16], s5_word_11[31:16],
      s5_word_10[31:16], s5_word_9[31:16], s5_word_8[31:16], s5_word_7[31:16], s5_word_6[31:16], s5_word_5[31:16],
      s5_word_4[31:16], s5_word_3[31:16], s5_word_2[31:16], s5_word_1[31:16], s5_word_0[31:16]}),
    .held (s6_udp_length)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(8)
  ) u_opcode (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[2], s5_run_14[2], s5_run_13[2], s5_run_12[2], s5_run_11[2], s5_run_10[2], s5_run_9[2],
      s5_run_8[2], s5_run_7[2], s5_run_6[2], s5_run_5[2], s5_run_4[2], s5_run_3[2], s5_run_2[2], s5_run_1[2],
      s5_run_0[2]}),
    .lane ({s5_word_15[31:24], s5_word_14[31:24], s5_word_13[31:24], s5_word_12[31:24], s5_word_11[31:24],
      s5_word_10[31:24], s5_word_9[31:24], s5_word_8[31:24], s5_word_7[31:24], s5_word_6[31:24], s5_word_5[31:24],
      s5_word_4[31:24], s5_word_3[31:24], s5_word_2[31:24], s5_word_1[31:24], s5_word_0[31:24]}),
    .held (s6_opcode)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(2)
  ) u_pad_count (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[2], s5_run_14[2], s5_run_13[2], s5_run_12[2], s5_run_11[2], s5_run_10[2], s5_run_9[2],
      s5_run_8[2], s5_run_7[2], s5_run_6[2], s5_run_5[2], s5_run_4[2], s5_run_3[2], s5_run_2[2], s5_run_1[2],
      s5_run_0[2]}),
    .lane ({s5_word_15[21:20], s5_word_14[21:20], s5_word_13[21:20], s5_word_12[21:20], s5_word_11[21:20],
      s5_word_10[21:20], s5_word_9[21:20], s5_word_8[21:20], s5_word_7[21:20], s5_word_6[21:20], s5_word_5[21:20],
      s5_word_4[21:20], s5_word_3[21:20], s5_word_2[21:20], s5_word_1[21:20], s5_word_0[21:20]}),
    .held (s6_pad_count)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(4)
  ) u_version (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[2], s5_run_14[2], s5_run_13[2], s5_run_12[2], s5_run_11[2], s5_run_10[2], s5_run_9[2],
      s5_run_8[2], s5_run_7[2], s5_run_6[2], s5_run_5[2], s5_run_4[2], s5_run_3[2], s5_run_2[2], s5_run_1[2],
      s5_run_0[2]}),
    .lane ({s5_word_15[19:16], s5_word_14[19:16], s5_word_13[19:16], s5_word_12[19:16], s5_word_11[19:16],
      s5_word_10[19:16], s5_word_9[19:16], s5_word_8[19:16], s5_word_7[19:16], s5_word_6[19:16], s5_word_5[19:16],
      s5_word_4[19:16], s5_word_3[19:16], s5_word_2[19:16], s5_word_1[19:16], s5_word_0[19:16]}),
    .held (s6_version)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(2)
  ) u_bth_ecn (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[3], s5_run_14[3], s5_run_13[3], s5_run_12[3], s5_run_11[3], s5_run_10[3], s5_run_9[3],
      s5_run_8[3], s5_run_7[3], s5_run_6[3], s5_run_5[3], s5_run_4[3], s5_run_3[3], s5_run_2[3], s5_run_1[3],
      s5_run_0[3]}),
    .lane ({s5_word_15[31:30], s5_word_14[31:30], s5_word_13[31:30], s5_word_12[31:30], s5_word_11[31:30],
      s5_word_10[31:30], s5_word_9[31:30], s5_word_8[31:30], s5_word_7[31:30], s5_word_6[31:30], s5_word_5[31:30],
      s5_word_4[31:30], s5_word_3[31:30], s5_word_2[31:30], s5_word_1[31:30], s5_word_0[31:30]}),
    .held (s6_bth_ecn)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(24)
  ) u_dest_qp (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[3], s5_run_14[3], s5_run_13[3], s5_run_12[3], s5_run_11[3], s5_run_10[3], s5_run_9[3],
      s5_run_8[3], s5_run_7[3], s5_run_6[3], s5_run_5[3], s5_run_4[3], s5_run_3[3], s5_run_2[3], s5_run_1[3],
      s5_run_0[3]}),
    .lane ({s5_word_15[23:0], s5_word_14[23:0], s5_word_13[23:0], s5_word_12[23:0], s5_word_11[23:0], s5_word_10[23:0],
      s5_word_9[23:0], s5_word_8[23:0], s5_word_7[23:0], s5_word_6[23:0], s5_word_5[23:0], s5_word_4[23:0],
      s5_word_3[23:0], s5_word_2[23:0], s5_word_1[23:0], s5_word_0[23:0]}),
    .held (s6_dest_qp)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(24)
  ) u_psn (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[4], s5_run_14[4], s5_run_13[4], s5_run_12[4], s5_run_11[4], s5_run_10[4], s5_run_9[4],
      s5_run_8[4], s5_run_7[4], s5_run_6[4], s5_run_5[4], s5_run_4[4], s5_run_3[4], s5_run_2[4], s5_run_1[4],
      s5_run_0[4]}),
    .lane ({s5_word_15[23:0], s5_word_14[23:0], s5_word_13[23:0], s5_word_12[23:0], s5_word_11[23:0], s5_word_10[23:0],
      s5_word_9[23:0], s5_word_8[23:0], s5_word_7[23:0], s5_word_6[23:0], s5_word_5[23:0], s5_word_4[23:0],
      s5_word_3[23:0], s5_word_2[23:0], s5_word_1[23:0], s5_word_0[23:0]}),
    .held (s6_psn)
  );

  ackw_lane_pick #(
    .LANES(16),
    .WIDTH(8)
  ) u_syndrome (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_15[5], s5_run_14[5], s5_run_13[5], s5_run_12[5], s5_run_11[5], s5_run_10[5], s5_run_9[5],
      s5_run_8[5], s5_run_7[5], s5_run_6[5], s5_run_5[5], s5_run_4[5], s5_run_3[5], s5_run_2[5], s5_run_1[5],
      s5_run_0[5]}),
    .lane ({s5_word_15[31:24], s5_word_14[31:24], s5_word_13[31:24], s5_word_12[31:24], s5_word_11[31:24],
      s5_word_10[31:24], s5_word_9[31:24], s5_word_8[31:24], s5_word_7[31:24], s5_word_6[31:24], s5_word_5[31:24],
      s5_word_4[31:24], s5_word_3[31:24], s5_word_2[31:24], s5_word_1[31:24], s5_word_0[31:24]}),
    .held (s6_syndrome)
  );

endmodule

`default_nettype wire
