// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
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
  input  wire [31:0] s5_word_0,
  input  wire [31:0] s5_word_1,
  input  wire [31:0] s5_word_2,
  input  wire [31:0] s5_word_3,
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
    .LANES(4),
    .WIDTH(16)
  ) u_udp_port (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[0], s5_run_2[0], s5_run_1[0], s5_run_0[0]}),
    .lane ({s5_word_3[15:0], s5_word_2[15:0], s5_word_1[15:0], s5_word_0[15:0]}),
    .held (s6_udp_port)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(16)
  ) u_udp_length (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[1], s5_run_2[1], s5_run_1[1], s5_run_0[1]}),
    .lane ({s5_word_3[31:16], s5_word_2[31:16], s5_word_1[31:16], s5_word_0[31:16]}),
    .held (s6_udp_length)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(8)
  ) u_opcode (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[2], s5_run_2[2], s5_run_1[2], s5_run_0[2]}),
    .lane ({s5_word_3[31:24], s5_word_2[31:24], s5_word_1[31:24], s5_word_0[31:24]}),
    .held (s6_opcode)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(2)
  ) u_pad_count (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[2], s5_run_2[2], s5_run_1[2], s5_run_0[2]}),
    .lane ({s5_word_3[21:20], s5_word_2[21:20], s5_word_1[21:20], s5_word_0[21:20]}),
    .held (s6_pad_count)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(4)
  ) u_version (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[2], s5_run_2[2], s5_run_1[2], s5_run_0[2]}),
    .lane ({s5_word_3[19:16], s5_word_2[19:16], s5_word_1[19:16], s5_word_0[19:16]}),
    .held (s6_version)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(2)
  ) u_bth_ecn (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[3], s5_run_2[3], s5_run_1[3], s5_run_0[3]}),
    .lane ({s5_word_3[31:30], s5_word_2[31:30], s5_word_1[31:30], s5_word_0[31:30]}),
    .held (s6_bth_ecn)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(24)
  ) u_dest_qp (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[3], s5_run_2[3], s5_run_1[3], s5_run_0[3]}),
    .lane ({s5_word_3[23:0], s5_word_2[23:0], s5_word_1[23:0], s5_word_0[23:0]}),
    .held (s6_dest_qp)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(24)
  ) u_psn (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[4], s5_run_2[4], s5_run_1[4], s5_run_0[4]}),
    .lane ({s5_word_3[23:0], s5_word_2[23:0], s5_word_1[23:0], s5_word_0[23:0]}),
    .held (s6_psn)
  );

  ackw_lane_pick #(
    .LANES(4),
    .WIDTH(8)
  ) u_syndrome (
    .clk  (clk),
    .rst_n(rst_n),
    .fresh(s5_fresh),
    .here ({s5_run_3[5], s5_run_2[5], s5_run_1[5], s5_run_0[5]}),
    .lane ({s5_word_3[31:24], s5_word_2[31:24], s5_word_1[31:24], s5_word_0[31:24]}),
    .held (s6_syndrome)
  );

endmodule

`default_nettype wire
