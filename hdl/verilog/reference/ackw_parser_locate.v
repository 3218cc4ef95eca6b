// Ackwright, configuration 23de8437ce86e247
`default_nettype none

// Finds the words of the transport headers: UDP 0 and 1, BTH 2 to 4, AETH 5.
module ackw_parser_locate (
  input  wire       clk,                // clock, rising edge
  input  wire       rst_n,              // reset, active low, synchronous
  input  wire       s3_beat_valid,
  input  wire       s3_beat_last,
  input  wire [5:0] s3_at,              // index of lane 0's word
  input  wire       s3_late_0,          // the lane's word comes behind word 8
  input  wire       s3_late_1,
  input  wire       s3_late_2,
  input  wire       s3_late_3,
  input  wire       s3_late_4,
  input  wire       s3_late_5,
  input  wire       s3_late_6,
  input  wire       s3_late_7,
  input  wire       s3_late_8,
  input  wire       s3_late_9,
  input  wire       s3_late_10,
  input  wire       s3_late_11,
  input  wire       s3_late_12,
  input  wire       s3_late_13,
  input  wire       s3_late_14,
  input  wire       s3_late_15,
  input  wire [4:0] s3_udp_at,          // the word where UDP starts; right from word 8 on
  output wire       s3_udp_checksum_0,  // the lane's low half is the UDP checksum
  output wire       s3_udp_checksum_1,
  output wire       s3_udp_checksum_2,
  output wire       s3_udp_checksum_3,
  output wire       s3_udp_checksum_4,
  output wire       s3_udp_checksum_5,
  output wire       s3_udp_checksum_6,
  output wire       s3_udp_checksum_7,
  output wire       s3_udp_checksum_8,
  output wire       s3_udp_checksum_9,
  output wire       s3_udp_checksum_10,
  output wire       s3_udp_checksum_11,
  output wire       s3_udp_checksum_12,
  output wire       s3_udp_checksum_13,
  output wire       s3_udp_checksum_14,
  output wire       s3_udp_checksum_15,
  output wire       s3_bth_ecn_0,       // the lane's first byte is BTH byte 4, with FECN and BECN
  output wire       s3_bth_ecn_1,
  output wire       s3_bth_ecn_2,
  output wire       s3_bth_ecn_3,
  output wire       s3_bth_ecn_4,
  output wire       s3_bth_ecn_5,
  output wire       s3_bth_ecn_6,
  output wire       s3_bth_ecn_7,
  output wire       s3_bth_ecn_8,
  output wire       s3_bth_ecn_9,
  output wire       s3_bth_ecn_10,
  output wire       s3_bth_ecn_11,
  output wire       s3_bth_ecn_12,
  output wire       s3_bth_ecn_13,
  output wire       s3_bth_ecn_14,
  output wire       s3_bth_ecn_15,
  output wire [5:0] s4_run_0,           // bit k: the lane holds word k of the transport headers
  output wire [5:0] s4_run_1,
  output wire [5:0] s4_run_2,
  output wire [5:0] s4_run_3,
  output wire [5:0] s4_run_4,
  output wire [5:0] s4_run_5,
  output wire [5:0] s4_run_6,
  output wire [5:0] s4_run_7,
  output wire [5:0] s4_run_8,
  output wire [5:0] s4_run_9,
  output wire [5:0] s4_run_10,
  output wire [5:0] s4_run_11,
  output wire [5:0] s4_run_12,
  output wire [5:0] s4_run_13,
  output wire [5:0] s4_run_14,
  output wire [5:0] s4_run_15
);

  localparam [5:0] LANE_MASK = 6'd15;

  reg  [5:0] carry;
  reg  [5:0] run_r_0;
  reg  [5:0] run_r_1;
  reg  [5:0] run_r_2;
  reg  [5:0] run_r_3;
  reg  [5:0] run_r_4;
  reg  [5:0] run_r_5;
  reg  [5:0] run_r_6;
  reg  [5:0] run_r_7;
  reg  [5:0] run_r_8;
  reg  [5:0] run_r_9;
  reg  [5:0] run_r_10;
  reg  [5:0] run_r_11;
  reg  [5:0] run_r_12;
  reg  [5:0] run_r_13;
  reg  [5:0] run_r_14;
  reg  [5:0] run_r_15;

  wire [5:0] udp_beat;
  wire [5:0] udp_lane;
  wire       starts;
  wire       start_0;
  wire       start_1;
  wire       start_2;
  wire       start_3;
  wire       start_4;
  wire       start_5;
  wire       start_6;
  wire       start_7;
  wire       start_8;
  wire       start_9;
  wire       start_10;
  wire       start_11;
  wire       start_12;
  wire       start_13;
  wire       start_14;
  wire       start_15;
  wire [5:0] run_0;
  reg  [5:0] run_1;
  reg  [5:0] run_2;
  reg  [5:0] run_3;
  reg  [5:0] run_4;
  reg  [5:0] run_5;
  reg  [5:0] run_6;
  reg  [5:0] run_7;
  reg  [5:0] run_8;
  reg  [5:0] run_9;
  reg  [5:0] run_10;
  reg  [5:0] run_11;
  reg  [5:0] run_12;
  reg  [5:0] run_13;
  reg  [5:0] run_14;
  reg  [5:0] run_15;

  // s3: where UDP starts; up to word 8 the place may still be that of an earlier frame
  assign udp_beat = {1'b0, s3_udp_at} & ~LANE_MASK;
  assign udp_lane = {1'b0, s3_udp_at} & LANE_MASK;
  assign starts = s3_beat_valid & (s3_at == udp_beat);
  assign start_0 = starts & s3_late_0 & (udp_lane == 6'd0);
  assign start_1 = starts & s3_late_1 & (udp_lane == 6'd1);
  assign start_2 = starts & s3_late_2 & (udp_lane == 6'd2);
  assign start_3 = starts & s3_late_3 & (udp_lane == 6'd3);
  assign start_4 = starts & s3_late_4 & (udp_lane == 6'd4);
  assign start_5 = starts & s3_late_5 & (udp_lane == 6'd5);
  assign start_6 = starts & s3_late_6 & (udp_lane == 6'd6);
  assign start_7 = starts & s3_late_7 & (udp_lane == 6'd7);
  assign start_8 = starts & s3_late_8 & (udp_lane == 6'd8);
  assign start_9 = starts & s3_late_9 & (udp_lane == 6'd9);
  assign start_10 = starts & s3_late_10 & (udp_lane == 6'd10);
  assign start_11 = starts & s3_late_11 & (udp_lane == 6'd11);
  assign start_12 = starts & s3_late_12 & (udp_lane == 6'd12);
  assign start_13 = starts & s3_late_13 & (udp_lane == 6'd13);
  assign start_14 = starts & s3_late_14 & (udp_lane == 6'd14);
  assign start_15 = starts & s3_late_15 & (udp_lane == 6'd15);

  // s3: the token runs through the lanes and into the next beat of the frame
  assign run_0 = {carry[4:0], start_0};

  always @* begin
    run_1 = run_0 << 1;
    if (start_1) begin
      run_1 = {run_0[4:0], 1'b1};
    end
  end

  always @* begin
    run_2 = run_1 << 1;
    if (start_2) begin
      run_2 = {run_1[4:0], 1'b1};
    end
  end

  always @* begin
    run_3 = run_2 << 1;
    if (start_3) begin
      run_3 = {run_2[4:0], 1'b1};
    end
  end

  always @* begin
    run_4 = run_3 << 1;
    if (start_4) begin
      run_4 = {run_3[4:0], 1'b1};
    end
  end

  always @* begin
    run_5 = run_4 << 1;
    if (start_5) begin
      run_5 = {run_4[4:0], 1'b1};
    end
  end

  always @* begin
    run_6 = run_5 << 1;
    if (start_6) begin
      run_6 = {run_5[4:0], 1'b1};
    end
  end

  always @* begin
    run_7 = run_6 << 1;
    if (start_7) begin
      run_7 = {run_6[4:0], 1'b1};
    end
  end

  always @* begin
    run_8 = run_7 << 1;
    if (start_8) begin
      run_8 = {run_7[4:0], 1'b1};
    end
  end

  always @* begin
    run_9 = run_8 << 1;
    if (start_9) begin
      run_9 = {run_8[4:0], 1'b1};
    end
  end

  always @* begin
    run_10 = run_9 << 1;
    if (start_10) begin
      run_10 = {run_9[4:0], 1'b1};
    end
  end

  always @* begin
    run_11 = run_10 << 1;
    if (start_11) begin
      run_11 = {run_10[4:0], 1'b1};
    end
  end

  always @* begin
    run_12 = run_11 << 1;
    if (start_12) begin
      run_12 = {run_11[4:0], 1'b1};
    end
  end

  always @* begin
    run_13 = run_12 << 1;
    if (start_13) begin
      run_13 = {run_12[4:0], 1'b1};
    end
  end

  always @* begin
    run_14 = run_13 << 1;
    if (start_14) begin
      run_14 = {run_13[4:0], 1'b1};
    end
  end

  always @* begin
    run_15 = run_14 << 1;
    if (start_15) begin
      run_15 = {run_14[4:0], 1'b1};
    end
  end

  // s4: between beats no lane holds anything
  assign s3_udp_checksum_0 = run_0[1];
  assign s3_bth_ecn_0 = run_0[3];
  assign s4_run_0 = run_r_0;
  assign s3_udp_checksum_1 = run_1[1];
  assign s3_bth_ecn_1 = run_1[3];
  assign s4_run_1 = run_r_1;
  assign s3_udp_checksum_2 = run_2[1];
  assign s3_bth_ecn_2 = run_2[3];
  assign s4_run_2 = run_r_2;
  assign s3_udp_checksum_3 = run_3[1];
  assign s3_bth_ecn_3 = run_3[3];
  assign s4_run_3 = run_r_3;
  assign s3_udp_checksum_4 = run_4[1];
  assign s3_bth_ecn_4 = run_4[3];
  assign s4_run_4 = run_r_4;
  assign s3_udp_checksum_5 = run_5[1];
  assign s3_bth_ecn_5 = run_5[3];
  assign s4_run_5 = run_r_5;
  assign s3_udp_checksum_6 = run_6[1];
  assign s3_bth_ecn_6 = run_6[3];
  assign s4_run_6 = run_r_6;
  assign s3_udp_checksum_7 = run_7[1];
  assign s3_bth_ecn_7 = run_7[3];
  assign s4_run_7 = run_r_7;
  assign s3_udp_checksum_8 = run_8[1];
  assign s3_bth_ecn_8 = run_8[3];
  assign s4_run_8 = run_r_8;
  assign s3_udp_checksum_9 = run_9[1];
  assign s3_bth_ecn_9 = run_9[3];
  assign s4_run_9 = run_r_9;
  assign s3_udp_checksum_10 = run_10[1];
  assign s3_bth_ecn_10 = run_10[3];
  assign s4_run_10 = run_r_10;
  assign s3_udp_checksum_11 = run_11[1];
  assign s3_bth_ecn_11 = run_11[3];
  assign s4_run_11 = run_r_11;
  assign s3_udp_checksum_12 = run_12[1];
  assign s3_bth_ecn_12 = run_12[3];
  assign s4_run_12 = run_r_12;
  assign s3_udp_checksum_13 = run_13[1];
  assign s3_bth_ecn_13 = run_13[3];
  assign s4_run_13 = run_r_13;
  assign s3_udp_checksum_14 = run_14[1];
  assign s3_bth_ecn_14 = run_14[3];
  assign s4_run_14 = run_r_14;
  assign s3_udp_checksum_15 = run_15[1];
  assign s3_bth_ecn_15 = run_15[3];
  assign s4_run_15 = run_r_15;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      carry <= 6'd0;
    end else begin
      // s3
      if (s3_beat_valid) begin
        carry <= run_15;
        if (s3_beat_last) begin
          carry <= 6'd0;
        end
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s4
    run_r_0 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_0 <= run_0;
    end
    run_r_1 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_1 <= run_1;
    end
    run_r_2 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_2 <= run_2;
    end
    run_r_3 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_3 <= run_3;
    end
    run_r_4 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_4 <= run_4;
    end
    run_r_5 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_5 <= run_5;
    end
    run_r_6 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_6 <= run_6;
    end
    run_r_7 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_7 <= run_7;
    end
    run_r_8 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_8 <= run_8;
    end
    run_r_9 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_9 <= run_9;
    end
    run_r_10 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_10 <= run_10;
    end
    run_r_11 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_11 <= run_11;
    end
    run_r_12 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_12 <= run_12;
    end
    run_r_13 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_13 <= run_13;
    end
    run_r_14 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_14 <= run_14;
    end
    run_r_15 <= 6'd0;
    if (s3_beat_valid) begin
      run_r_15 <= run_15;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, carry[5]};

endmodule

`default_nettype wire
