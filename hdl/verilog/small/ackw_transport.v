// Ackwright, configuration 5102db8a2199b99a
`default_nettype none

// The fields of UDP, BTH and AETH that decide, each held from when it passes to the end of the frame.
module ackw_transport (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, asynchronous
  input  wire        s4_fresh,      // the beat in stage 4 begins a frame, or no frame is under way
  input  wire [5:0]  s4_run_0,      // bit k: the lane holds word k of the transport headers (UDP 0 and 1, BTH 2 to 4, AETH 5)
  input  wire [5:0]  s4_run_1,
  input  wire [31:0] s4_word_0,
  input  wire [31:0] s4_word_1,
  output wire [15:0] s5_udp_port,
  output wire [15:0] s5_udp_length, // bytes
  output wire [7:0]  s5_opcode,
  output wire [1:0]  s5_pad_count,
  output wire [3:0]  s5_version,
  output wire [1:0]  s5_bth_ecn,    // FECN, BECN
  output wire [23:0] s5_dest_qp,
  output wire [23:0] s5_psn,
  output wire [7:0]  s5_syndrome
);

  // s4: pick
  ackw_lane_pick_n16 u_udp_port (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[0]),
    .here_1(s4_run_1[0]),
    .lane_0(s4_word_0[15:0]),
    .lane_1(s4_word_1[15:0]),
    .held  (s5_udp_port)
  );

  ackw_lane_pick_n16 u_udp_length (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[1]),
    .here_1(s4_run_1[1]),
    .lane_0(s4_word_0[31:16]),
    .lane_1(s4_word_1[31:16]),
    .held  (s5_udp_length)
  );

  ackw_lane_pick_n8 u_opcode (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[2]),
    .here_1(s4_run_1[2]),
    .lane_0(s4_word_0[31:24]),
    .lane_1(s4_word_1[31:24]),
    .held  (s5_opcode)
  );

  ackw_lane_pick_n2 u_pad_count (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[2]),
    .here_1(s4_run_1[2]),
    .lane_0(s4_word_0[21:20]),
    .lane_1(s4_word_1[21:20]),
    .held  (s5_pad_count)
  );

  ackw_lane_pick_n4 u_version (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[2]),
    .here_1(s4_run_1[2]),
    .lane_0(s4_word_0[19:16]),
    .lane_1(s4_word_1[19:16]),
    .held  (s5_version)
  );

  ackw_lane_pick_n2 u_bth_ecn (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[3]),
    .here_1(s4_run_1[3]),
    .lane_0(s4_word_0[31:30]),
    .lane_1(s4_word_1[31:30]),
    .held  (s5_bth_ecn)
  );

  ackw_lane_pick_n24 u_dest_qp (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[3]),
    .here_1(s4_run_1[3]),
    .lane_0(s4_word_0[23:0]),
    .lane_1(s4_word_1[23:0]),
    .held  (s5_dest_qp)
  );

  ackw_lane_pick_n24 u_psn (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[4]),
    .here_1(s4_run_1[4]),
    .lane_0(s4_word_0[23:0]),
    .lane_1(s4_word_1[23:0]),
    .held  (s5_psn)
  );

  ackw_lane_pick_n8 u_syndrome (
    .clk   (clk),
    .rst_n (rst_n),
    .fresh (s4_fresh),
    .here_0(s4_run_0[5]),
    .here_1(s4_run_1[5]),
    .lane_0(s4_word_0[31:24]),
    .lane_1(s4_word_1[31:24]),
    .held  (s5_syndrome)
  );

endmodule

`default_nettype wire
