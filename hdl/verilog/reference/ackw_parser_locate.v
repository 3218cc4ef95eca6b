// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Finds the words of the transport headers: UDP 0 and 1, BTH 2 to 4, AETH 5; and the area before BTH.
module ackw_parser_locate (
  input  wire       clk,                  // clock, rising edge
  input  wire       rst_n,                // reset, active low, synchronous
  input  wire       s4_beat_valid,
  input  wire       s4_beat_last,
  input  wire [6:0] s4_at,                // index of lane 0's word, if s4_near
  input  wire       s4_near,
  input  wire       s4_late_0,            // the lane's word comes behind word 8
  input  wire       s4_late_1,
  input  wire       s4_late_2,
  input  wire       s4_late_3,
  input  wire       s4_late_4,
  input  wire       s4_late_5,
  input  wire       s4_late_6,
  input  wire       s4_late_7,
  input  wire       s4_late_8,
  input  wire       s4_late_9,
  input  wire       s4_late_10,
  input  wire       s4_late_11,
  input  wire       s4_late_12,
  input  wire       s4_late_13,
  input  wire       s4_late_14,
  input  wire       s4_late_15,
  input  wire [6:0] s4_places_udp_at,     // valid from word 8 on
  input  wire [6:0] s4_places_area_at,
  input  wire [6:0] s4_places_bth_at,
  input  wire [6:0] s4_places_header_at,
  input  wire       s4_places_ends_later,
  input  wire       s4_places_ends_here,
  input  wire [3:0] s4_places_end_lane,
  input  wire       s4_places_v6,
  input  wire [2:0] s4_places_tags,
  output wire       s4_udp_checksum_0,    // the lane's low half is the UDP checksum
  output wire       s4_udp_checksum_1,
  output wire       s4_udp_checksum_2,
  output wire       s4_udp_checksum_3,
  output wire       s4_udp_checksum_4,
  output wire       s4_udp_checksum_5,
  output wire       s4_udp_checksum_6,
  output wire       s4_udp_checksum_7,
  output wire       s4_udp_checksum_8,
  output wire       s4_udp_checksum_9,
  output wire       s4_udp_checksum_10,
  output wire       s4_udp_checksum_11,
  output wire       s4_udp_checksum_12,
  output wire       s4_udp_checksum_13,
  output wire       s4_udp_checksum_14,
  output wire       s4_udp_checksum_15,
  output wire       s4_bth_ecn_0,         // the lane's first byte is BTH byte 4, with FECN and BECN
  output wire       s4_bth_ecn_1,
  output wire       s4_bth_ecn_2,
  output wire       s4_bth_ecn_3,
  output wire       s4_bth_ecn_4,
  output wire       s4_bth_ecn_5,
  output wire       s4_bth_ecn_6,
  output wire       s4_bth_ecn_7,
  output wire       s4_bth_ecn_8,
  output wire       s4_bth_ecn_9,
  output wire       s4_bth_ecn_10,
  output wire       s4_bth_ecn_11,
  output wire       s4_bth_ecn_12,
  output wire       s4_bth_ecn_13,
  output wire       s4_bth_ecn_14,
  output wire       s4_bth_ecn_15,
  output wire       s4_area_0,            // the lane's word stands between UDP header and BTH
  output wire       s4_area_1,
  output wire       s4_area_2,
  output wire       s4_area_3,
  output wire       s4_area_4,
  output wire       s4_area_5,
  output wire       s4_area_6,
  output wire       s4_area_7,
  output wire       s4_area_8,
  output wire       s4_area_9,
  output wire       s4_area_10,
  output wire       s4_area_11,
  output wire       s4_area_12,
  output wire       s4_area_13,
  output wire       s4_area_14,
  output wire       s4_area_15,
  output wire [5:0] s5_run_0,             // bit k: the lane holds word k of the transport headers
  output wire [5:0] s5_run_1,
  output wire [5:0] s5_run_2,
  output wire [5:0] s5_run_3,
  output wire [5:0] s5_run_4,
  output wire [5:0] s5_run_5,
  output wire [5:0] s5_run_6,
  output wire [5:0] s5_run_7,
  output wire [5:0] s5_run_8,
  output wire [5:0] s5_run_9,
  output wire [5:0] s5_run_10,
  output wire [5:0] s5_run_11,
  output wire [5:0] s5_run_12,
  output wire [5:0] s5_run_13,
  output wire [5:0] s5_run_14,
  output wire [5:0] s5_run_15
);

  localparam [6:0] LANE_MASK = 7'd15; // of a word's place the bits that say its lane

  reg  [1:0] udp_carry;
  reg  [3:0] bth_carry;
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

  wire [6:0] udp_lane;
  wire [6:0] area_lane;
  wire [6:0] bth_lane;
  wire       udp_here;
  wire       area_here;
  wire       area_before;
  wire       bth_here;
  wire       bth_before;
  wire       udp_start_0;
  wire       udp_start_1;
  wire       udp_start_2;
  wire       udp_start_3;
  wire       udp_start_4;
  wire       udp_start_5;
  wire       udp_start_6;
  wire       udp_start_7;
  wire       udp_start_8;
  wire       udp_start_9;
  wire       udp_start_10;
  wire       udp_start_11;
  wire       udp_start_12;
  wire       udp_start_13;
  wire       udp_start_14;
  wire       udp_start_15;
  wire       bth_start_0;
  wire       bth_start_1;
  wire       bth_start_2;
  wire       bth_start_3;
  wire       bth_start_4;
  wire       bth_start_5;
  wire       bth_start_6;
  wire       bth_start_7;
  wire       bth_start_8;
  wire       bth_start_9;
  wire       bth_start_10;
  wire       bth_start_11;
  wire       bth_start_12;
  wire       bth_start_13;
  wire       bth_start_14;
  wire       bth_start_15;
  wire       behind_udp_0;
  wire       behind_udp_1;
  wire       behind_udp_2;
  wire       behind_udp_3;
  wire       behind_udp_4;
  wire       behind_udp_5;
  wire       behind_udp_6;
  wire       behind_udp_7;
  wire       behind_udp_8;
  wire       behind_udp_9;
  wire       behind_udp_10;
  wire       behind_udp_11;
  wire       behind_udp_12;
  wire       behind_udp_13;
  wire       behind_udp_14;
  wire       behind_udp_15;
  wire       from_bth_0;
  wire       from_bth_1;
  wire       from_bth_2;
  wire       from_bth_3;
  wire       from_bth_4;
  wire       from_bth_5;
  wire       from_bth_6;
  wire       from_bth_7;
  wire       from_bth_8;
  wire       from_bth_9;
  wire       from_bth_10;
  wire       from_bth_11;
  wire       from_bth_12;
  wire       from_bth_13;
  wire       from_bth_14;
  wire       from_bth_15;
  wire [1:0] udp_run_0;
  reg  [1:0] udp_run_1;
  reg  [1:0] udp_run_2;
  reg  [1:0] udp_run_3;
  reg  [1:0] udp_run_4;
  reg  [1:0] udp_run_5;
  reg  [1:0] udp_run_6;
  reg  [1:0] udp_run_7;
  reg  [1:0] udp_run_8;
  reg  [1:0] udp_run_9;
  reg  [1:0] udp_run_10;
  reg  [1:0] udp_run_11;
  reg  [1:0] udp_run_12;
  reg  [1:0] udp_run_13;
  reg  [1:0] udp_run_14;
  reg  [1:0] udp_run_15;
  wire [3:0] bth_run_0;
  reg  [3:0] bth_run_1;
  reg  [3:0] bth_run_2;
  reg  [3:0] bth_run_3;
  reg  [3:0] bth_run_4;
  reg  [3:0] bth_run_5;
  reg  [3:0] bth_run_6;
  reg  [3:0] bth_run_7;
  reg  [3:0] bth_run_8;
  reg  [3:0] bth_run_9;
  reg  [3:0] bth_run_10;
  reg  [3:0] bth_run_11;
  reg  [3:0] bth_run_12;
  reg  [3:0] bth_run_13;
  reg  [3:0] bth_run_14;
  reg  [3:0] bth_run_15;

  // s4: where UDP and BTH start; up to word 8 the places may still be those of an earlier frame
  assign udp_lane = s4_places_udp_at & LANE_MASK;
  assign area_lane = s4_places_area_at & LANE_MASK;
  assign bth_lane = s4_places_bth_at & LANE_MASK;
  assign udp_here = s4_near & (s4_at == (s4_places_udp_at & ~LANE_MASK));
  assign area_here = s4_near & (s4_at == (s4_places_area_at & ~LANE_MASK));
  assign area_before = !s4_near | (s4_at > (s4_places_area_at & ~LANE_MASK));
  assign bth_here = s4_near & (s4_at == (s4_places_bth_at & ~LANE_MASK));
  assign bth_before = !s4_near | (s4_at > (s4_places_bth_at & ~LANE_MASK));
  assign udp_start_0 = udp_here & s4_late_0 & (udp_lane == 7'd0);
  assign bth_start_0 = bth_here & s4_late_0 & (bth_lane == 7'd0);
  assign udp_start_1 = udp_here & s4_late_1 & (udp_lane == 7'd1);
  assign bth_start_1 = bth_here & s4_late_1 & (bth_lane == 7'd1);
  assign udp_start_2 = udp_here & s4_late_2 & (udp_lane == 7'd2);
  assign bth_start_2 = bth_here & s4_late_2 & (bth_lane == 7'd2);
  assign udp_start_3 = udp_here & s4_late_3 & (udp_lane == 7'd3);
  assign bth_start_3 = bth_here & s4_late_3 & (bth_lane == 7'd3);
  assign udp_start_4 = udp_here & s4_late_4 & (udp_lane == 7'd4);
  assign bth_start_4 = bth_here & s4_late_4 & (bth_lane == 7'd4);
  assign udp_start_5 = udp_here & s4_late_5 & (udp_lane == 7'd5);
  assign bth_start_5 = bth_here & s4_late_5 & (bth_lane == 7'd5);
  assign udp_start_6 = udp_here & s4_late_6 & (udp_lane == 7'd6);
  assign bth_start_6 = bth_here & s4_late_6 & (bth_lane == 7'd6);
  assign udp_start_7 = udp_here & s4_late_7 & (udp_lane == 7'd7);
  assign bth_start_7 = bth_here & s4_late_7 & (bth_lane == 7'd7);
  assign udp_start_8 = udp_here & s4_late_8 & (udp_lane == 7'd8);
  assign bth_start_8 = bth_here & s4_late_8 & (bth_lane == 7'd8);
  assign udp_start_9 = udp_here & s4_late_9 & (udp_lane == 7'd9);
  assign bth_start_9 = bth_here & s4_late_9 & (bth_lane == 7'd9);
  assign udp_start_10 = udp_here & s4_late_10 & (udp_lane == 7'd10);
  assign bth_start_10 = bth_here & s4_late_10 & (bth_lane == 7'd10);
  assign udp_start_11 = udp_here & s4_late_11 & (udp_lane == 7'd11);
  assign bth_start_11 = bth_here & s4_late_11 & (bth_lane == 7'd11);
  assign udp_start_12 = udp_here & s4_late_12 & (udp_lane == 7'd12);
  assign bth_start_12 = bth_here & s4_late_12 & (bth_lane == 7'd12);
  assign udp_start_13 = udp_here & s4_late_13 & (udp_lane == 7'd13);
  assign bth_start_13 = bth_here & s4_late_13 & (bth_lane == 7'd13);
  assign udp_start_14 = udp_here & s4_late_14 & (udp_lane == 7'd14);
  assign bth_start_14 = bth_here & s4_late_14 & (bth_lane == 7'd14);
  assign udp_start_15 = udp_here & s4_late_15 & (udp_lane == 7'd15);
  assign bth_start_15 = bth_here & s4_late_15 & (bth_lane == 7'd15);

  // s4: the tokens run through the lanes and into the next beat of the frame
  assign udp_run_0 = {udp_carry[0], udp_start_0};
  assign bth_run_0 = {bth_carry[2:0], bth_start_0};

  always @* begin
    udp_run_1 = udp_run_0 << 1;
    if (udp_start_1) begin
      udp_run_1 = {udp_run_0[0], 1'b1};
    end
  end

  always @* begin
    bth_run_1 = bth_run_0 << 1;
    if (bth_start_1) begin
      bth_run_1 = {bth_run_0[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_2 = udp_run_1 << 1;
    if (udp_start_2) begin
      udp_run_2 = {udp_run_1[0], 1'b1};
    end
  end

  always @* begin
    bth_run_2 = bth_run_1 << 1;
    if (bth_start_2) begin
      bth_run_2 = {bth_run_1[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_3 = udp_run_2 << 1;
    if (udp_start_3) begin
      udp_run_3 = {udp_run_2[0], 1'b1};
    end
  end

  always @* begin
    bth_run_3 = bth_run_2 << 1;
    if (bth_start_3) begin
      bth_run_3 = {bth_run_2[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_4 = udp_run_3 << 1;
    if (udp_start_4) begin
      udp_run_4 = {udp_run_3[0], 1'b1};
    end
  end

  always @* begin
    bth_run_4 = bth_run_3 << 1;
    if (bth_start_4) begin
      bth_run_4 = {bth_run_3[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_5 = udp_run_4 << 1;
    if (udp_start_5) begin
      udp_run_5 = {udp_run_4[0], 1'b1};
    end
  end

  always @* begin
    bth_run_5 = bth_run_4 << 1;
    if (bth_start_5) begin
      bth_run_5 = {bth_run_4[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_6 = udp_run_5 << 1;
    if (udp_start_6) begin
      udp_run_6 = {udp_run_5[0], 1'b1};
    end
  end

  always @* begin
    bth_run_6 = bth_run_5 << 1;
    if (bth_start_6) begin
      bth_run_6 = {bth_run_5[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_7 = udp_run_6 << 1;
    if (udp_start_7) begin
      udp_run_7 = {udp_run_6[0], 1'b1};
    end
  end

  always @* begin
    bth_run_7 = bth_run_6 << 1;
    if (bth_start_7) begin
      bth_run_7 = {bth_run_6[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_8 = udp_run_7 << 1;
    if (udp_start_8) begin
      udp_run_8 = {udp_run_7[0], 1'b1};
    end
  end

  always @* begin
    bth_run_8 = bth_run_7 << 1;
    if (bth_start_8) begin
      bth_run_8 = {bth_run_7[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_9 = udp_run_8 << 1;
    if (udp_start_9) begin
      udp_run_9 = {udp_run_8[0], 1'b1};
    end
  end

  always @* begin
    bth_run_9 = bth_run_8 << 1;
    if (bth_start_9) begin
      bth_run_9 = {bth_run_8[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_10 = udp_run_9 << 1;
    if (udp_start_10) begin
      udp_run_10 = {udp_run_9[0], 1'b1};
    end
  end

  always @* begin
    bth_run_10 = bth_run_9 << 1;
    if (bth_start_10) begin
      bth_run_10 = {bth_run_9[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_11 = udp_run_10 << 1;
    if (udp_start_11) begin
      udp_run_11 = {udp_run_10[0], 1'b1};
    end
  end

  always @* begin
    bth_run_11 = bth_run_10 << 1;
    if (bth_start_11) begin
      bth_run_11 = {bth_run_10[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_12 = udp_run_11 << 1;
    if (udp_start_12) begin
      udp_run_12 = {udp_run_11[0], 1'b1};
    end
  end

  always @* begin
    bth_run_12 = bth_run_11 << 1;
    if (bth_start_12) begin
      bth_run_12 = {bth_run_11[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_13 = udp_run_12 << 1;
    if (udp_start_13) begin
      udp_run_13 = {udp_run_12[0], 1'b1};
    end
  end

  always @* begin
    bth_run_13 = bth_run_12 << 1;
    if (bth_start_13) begin
      bth_run_13 = {bth_run_12[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_14 = udp_run_13 << 1;
    if (udp_start_14) begin
      udp_run_14 = {udp_run_13[0], 1'b1};
    end
  end

  always @* begin
    bth_run_14 = bth_run_13 << 1;
    if (bth_start_14) begin
      bth_run_14 = {bth_run_13[2:0], 1'b1};
    end
  end

  always @* begin
    udp_run_15 = udp_run_14 << 1;
    if (udp_start_15) begin
      udp_run_15 = {udp_run_14[0], 1'b1};
    end
  end

  always @* begin
    bth_run_15 = bth_run_14 << 1;
    if (bth_start_15) begin
      bth_run_15 = {bth_run_14[2:0], 1'b1};
    end
  end

  // s4: the area is what stands behind the UDP header and not from BTH on
  assign behind_udp_0 = area_before | (area_here & !(|area_lane));
  assign from_bth_0 = bth_before | (bth_here & !(|bth_lane));
  assign behind_udp_1 = area_before | (area_here & (area_lane <= 7'd1));
  assign from_bth_1 = bth_before | (bth_here & (bth_lane <= 7'd1));
  assign behind_udp_2 = area_before | (area_here & (area_lane <= 7'd2));
  assign from_bth_2 = bth_before | (bth_here & (bth_lane <= 7'd2));
  assign behind_udp_3 = area_before | (area_here & (area_lane <= 7'd3));
  assign from_bth_3 = bth_before | (bth_here & (bth_lane <= 7'd3));
  assign behind_udp_4 = area_before | (area_here & (area_lane <= 7'd4));
  assign from_bth_4 = bth_before | (bth_here & (bth_lane <= 7'd4));
  assign behind_udp_5 = area_before | (area_here & (area_lane <= 7'd5));
  assign from_bth_5 = bth_before | (bth_here & (bth_lane <= 7'd5));
  assign behind_udp_6 = area_before | (area_here & (area_lane <= 7'd6));
  assign from_bth_6 = bth_before | (bth_here & (bth_lane <= 7'd6));
  assign behind_udp_7 = area_before | (area_here & (area_lane <= 7'd7));
  assign from_bth_7 = bth_before | (bth_here & (bth_lane <= 7'd7));
  assign behind_udp_8 = area_before | (area_here & (area_lane <= 7'd8));
  assign from_bth_8 = bth_before | (bth_here & (bth_lane <= 7'd8));
  assign behind_udp_9 = area_before | (area_here & (area_lane <= 7'd9));
  assign from_bth_9 = bth_before | (bth_here & (bth_lane <= 7'd9));
  assign behind_udp_10 = area_before | (area_here & (area_lane <= 7'd10));
  assign from_bth_10 = bth_before | (bth_here & (bth_lane <= 7'd10));
  assign behind_udp_11 = area_before | (area_here & (area_lane <= 7'd11));
  assign from_bth_11 = bth_before | (bth_here & (bth_lane <= 7'd11));
  assign behind_udp_12 = area_before | (area_here & (area_lane <= 7'd12));
  assign from_bth_12 = bth_before | (bth_here & (bth_lane <= 7'd12));
  assign behind_udp_13 = area_before | (area_here & (area_lane <= 7'd13));
  assign from_bth_13 = bth_before | (bth_here & (bth_lane <= 7'd13));
  assign behind_udp_14 = area_before | (area_here & (area_lane <= 7'd14));
  assign from_bth_14 = bth_before | (bth_here & (bth_lane <= 7'd14));
  assign behind_udp_15 = area_before | (area_here & (area_lane <= 7'd15));
  assign from_bth_15 = bth_before | (bth_here & (bth_lane <= 7'd15));

  // s5: between beats no lane holds anything
  assign s4_area_0 = s4_late_0 & behind_udp_0 & !from_bth_0;
  assign s4_udp_checksum_0 = udp_run_0[1];
  assign s4_bth_ecn_0 = bth_run_0[1];
  assign s5_run_0 = run_r_0;
  assign s4_area_1 = s4_late_1 & behind_udp_1 & !from_bth_1;
  assign s4_udp_checksum_1 = udp_run_1[1];
  assign s4_bth_ecn_1 = bth_run_1[1];
  assign s5_run_1 = run_r_1;
  assign s4_area_2 = s4_late_2 & behind_udp_2 & !from_bth_2;
  assign s4_udp_checksum_2 = udp_run_2[1];
  assign s4_bth_ecn_2 = bth_run_2[1];
  assign s5_run_2 = run_r_2;
  assign s4_area_3 = s4_late_3 & behind_udp_3 & !from_bth_3;
  assign s4_udp_checksum_3 = udp_run_3[1];
  assign s4_bth_ecn_3 = bth_run_3[1];
  assign s5_run_3 = run_r_3;
  assign s4_area_4 = s4_late_4 & behind_udp_4 & !from_bth_4;
  assign s4_udp_checksum_4 = udp_run_4[1];
  assign s4_bth_ecn_4 = bth_run_4[1];
  assign s5_run_4 = run_r_4;
  assign s4_area_5 = s4_late_5 & behind_udp_5 & !from_bth_5;
  assign s4_udp_checksum_5 = udp_run_5[1];
  assign s4_bth_ecn_5 = bth_run_5[1];
  assign s5_run_5 = run_r_5;
  assign s4_area_6 = s4_late_6 & behind_udp_6 & !from_bth_6;
  assign s4_udp_checksum_6 = udp_run_6[1];
  assign s4_bth_ecn_6 = bth_run_6[1];
  assign s5_run_6 = run_r_6;
  assign s4_area_7 = s4_late_7 & behind_udp_7 & !from_bth_7;
  assign s4_udp_checksum_7 = udp_run_7[1];
  assign s4_bth_ecn_7 = bth_run_7[1];
  assign s5_run_7 = run_r_7;
  assign s4_area_8 = s4_late_8 & behind_udp_8 & !from_bth_8;
  assign s4_udp_checksum_8 = udp_run_8[1];
  assign s4_bth_ecn_8 = bth_run_8[1];
  assign s5_run_8 = run_r_8;
  assign s4_area_9 = s4_late_9 & behind_udp_9 & !from_bth_9;
  assign s4_udp_checksum_9 = udp_run_9[1];
  assign s4_bth_ecn_9 = bth_run_9[1];
  assign s5_run_9 = run_r_9;
  assign s4_area_10 = s4_late_10 & behind_udp_10 & !from_bth_10;
  assign s4_udp_checksum_10 = udp_run_10[1];
  assign s4_bth_ecn_10 = bth_run_10[1];
  assign s5_run_10 = run_r_10;
  assign s4_area_11 = s4_late_11 & behind_udp_11 & !from_bth_11;
  assign s4_udp_checksum_11 = udp_run_11[1];
  assign s4_bth_ecn_11 = bth_run_11[1];
  assign s5_run_11 = run_r_11;
  assign s4_area_12 = s4_late_12 & behind_udp_12 & !from_bth_12;
  assign s4_udp_checksum_12 = udp_run_12[1];
  assign s4_bth_ecn_12 = bth_run_12[1];
  assign s5_run_12 = run_r_12;
  assign s4_area_13 = s4_late_13 & behind_udp_13 & !from_bth_13;
  assign s4_udp_checksum_13 = udp_run_13[1];
  assign s4_bth_ecn_13 = bth_run_13[1];
  assign s5_run_13 = run_r_13;
  assign s4_area_14 = s4_late_14 & behind_udp_14 & !from_bth_14;
  assign s4_udp_checksum_14 = udp_run_14[1];
  assign s4_bth_ecn_14 = bth_run_14[1];
  assign s5_run_14 = run_r_14;
  assign s4_area_15 = s4_late_15 & behind_udp_15 & !from_bth_15;
  assign s4_udp_checksum_15 = udp_run_15[1];
  assign s4_bth_ecn_15 = bth_run_15[1];
  assign s5_run_15 = run_r_15;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      udp_carry <= 2'd0;
      bth_carry <= 4'd0;
    end else begin
      if (s4_beat_valid) begin
        udp_carry <= udp_run_15;
        bth_carry <= bth_run_15;
        if (s4_beat_last) begin
          udp_carry <= 2'd0;
          bth_carry <= 4'd0;
        end
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    run_r_0 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_0 <= {bth_run_0, udp_run_0};
    end
    run_r_1 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_1 <= {bth_run_1, udp_run_1};
    end
    run_r_2 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_2 <= {bth_run_2, udp_run_2};
    end
    run_r_3 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_3 <= {bth_run_3, udp_run_3};
    end
    run_r_4 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_4 <= {bth_run_4, udp_run_4};
    end
    run_r_5 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_5 <= {bth_run_5, udp_run_5};
    end
    run_r_6 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_6 <= {bth_run_6, udp_run_6};
    end
    run_r_7 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_7 <= {bth_run_7, udp_run_7};
    end
    run_r_8 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_8 <= {bth_run_8, udp_run_8};
    end
    run_r_9 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_9 <= {bth_run_9, udp_run_9};
    end
    run_r_10 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_10 <= {bth_run_10, udp_run_10};
    end
    run_r_11 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_11 <= {bth_run_11, udp_run_11};
    end
    run_r_12 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_12 <= {bth_run_12, udp_run_12};
    end
    run_r_13 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_13 <= {bth_run_13, udp_run_13};
    end
    run_r_14 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_14 <= {bth_run_14, udp_run_14};
    end
    run_r_15 <= 6'd0;
    if (s4_beat_valid) begin
      run_r_15 <= {bth_run_15, udp_run_15};
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s4_places_header_at, s4_places_ends_later, s4_places_ends_here, s4_places_end_lane,
    s4_places_v6, s4_places_tags, udp_carry[1], bth_carry[3]};

endmodule

`default_nettype wire
