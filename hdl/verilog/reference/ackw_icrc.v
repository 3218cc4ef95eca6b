// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Checks the invariant CRC. The register holds the CRC's W-th root (W bits a beat),
// so that a beat shifts it by one place; it is zero at the end of a right packet.
module ackw_icrc (
  input  wire        clk,                  // clock, rising edge
  input  wire        rst_n,                // reset, active low, synchronous
  input  wire        s4_here_0,            // the beat has word 3 (s4_here_1: word 4, and so on)
  input  wire        s4_here_1,
  input  wire        s4_here_2,
  input  wire        s4_here_3,
  input  wire        s4_here_4,
  input  wire        s4_here_5,
  input  wire        s4_late_0,            // the lane's word comes behind word 8
  input  wire        s4_late_1,
  input  wire        s4_late_2,
  input  wire        s4_late_3,
  input  wire        s4_late_4,
  input  wire        s4_late_5,
  input  wire        s4_late_6,
  input  wire        s4_late_7,
  input  wire        s4_late_8,
  input  wire        s4_late_9,
  input  wire        s4_late_10,
  input  wire        s4_late_11,
  input  wire        s4_late_12,
  input  wire        s4_late_13,
  input  wire        s4_late_14,
  input  wire        s4_late_15,
  input  wire [6:0]  s4_places_udp_at,     // where the headers and the packet's end are; valid from word 8 on
  input  wire [6:0]  s4_places_area_at,
  input  wire [6:0]  s4_places_bth_at,
  input  wire [6:0]  s4_places_header_at,
  input  wire        s4_places_ends_later,
  input  wire        s4_places_ends_here,
  input  wire [3:0]  s4_places_end_lane,
  input  wire        s4_places_v6,
  input  wire [2:0]  s4_places_tags,       // bit k: there are k tags
  input  wire        s4_udp_checksum_0,
  input  wire        s4_udp_checksum_1,
  input  wire        s4_udp_checksum_2,
  input  wire        s4_udp_checksum_3,
  input  wire        s4_udp_checksum_4,
  input  wire        s4_udp_checksum_5,
  input  wire        s4_udp_checksum_6,
  input  wire        s4_udp_checksum_7,
  input  wire        s4_udp_checksum_8,
  input  wire        s4_udp_checksum_9,
  input  wire        s4_udp_checksum_10,
  input  wire        s4_udp_checksum_11,
  input  wire        s4_udp_checksum_12,
  input  wire        s4_udp_checksum_13,
  input  wire        s4_udp_checksum_14,
  input  wire        s4_udp_checksum_15,
  input  wire        s4_bth_ecn_0,
  input  wire        s4_bth_ecn_1,
  input  wire        s4_bth_ecn_2,
  input  wire        s4_bth_ecn_3,
  input  wire        s4_bth_ecn_4,
  input  wire        s4_bth_ecn_5,
  input  wire        s4_bth_ecn_6,
  input  wire        s4_bth_ecn_7,
  input  wire        s4_bth_ecn_8,
  input  wire        s4_bth_ecn_9,
  input  wire        s4_bth_ecn_10,
  input  wire        s4_bth_ecn_11,
  input  wire        s4_bth_ecn_12,
  input  wire        s4_bth_ecn_13,
  input  wire        s4_bth_ecn_14,
  input  wire        s4_bth_ecn_15,
  input  wire        s4_area_0,
  input  wire        s4_area_1,
  input  wire        s4_area_2,
  input  wire        s4_area_3,
  input  wire        s4_area_4,
  input  wire        s4_area_5,
  input  wire        s4_area_6,
  input  wire        s4_area_7,
  input  wire        s4_area_8,
  input  wire        s4_area_9,
  input  wire        s4_area_10,
  input  wire        s4_area_11,
  input  wire        s4_area_12,
  input  wire        s4_area_13,
  input  wire        s4_area_14,
  input  wire        s4_area_15,
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
  input  wire        s6_beat_valid,
  input  wire        s6_fresh,             // the beat in stage 6 begins a frame, or no frame is under way
  output wire        s8_bad                // for the beat in stage 8: the packet that ended in or before it has a wrong
                                           // ICRC
);

  localparam [31:0] POLYNOMIAL = 32'h04c11db7; // of CRC-32, IEEE 802.3

  reg  [31:0] share_0;
  reg  [31:0] share_1;
  reg  [31:0] share_2;
  reg  [31:0] share_3;
  reg  [31:0] share_4;
  reg  [31:0] share_5;
  reg  [31:0] share_6;
  reg  [31:0] share_7;
  reg  [31:0] share_8;
  reg  [31:0] share_9;
  reg  [31:0] share_10;
  reg  [31:0] share_11;
  reg  [31:0] share_12;
  reg  [31:0] share_13;
  reg  [31:0] share_14;
  reg  [31:0] share_15;
  reg  [31:0] remainder;
  reg         bad;

  wire [5:0]  prefix_at;
  wire [5:0]  header_at;
  wire        prefix_0;
  wire        prefix_1;
  wire        prefix_2;
  reg         prefix_3;
  reg         prefix_4;
  reg         prefix_5;
  reg         prefix_6;
  reg         prefix_7;
  reg         prefix_8;
  wire        prefix_9;
  wire        prefix_10;
  wire        prefix_11;
  wire        prefix_12;
  wire        prefix_13;
  wire        prefix_14;
  wire        prefix_15;
  wire        word0_0;
  wire        word0_1;
  wire        word0_2;
  reg         word0_3;
  reg         word0_4;
  reg         word0_5;
  reg         word0_6;
  reg         word0_7;
  reg         word0_8;
  wire        word0_9;
  wire        word0_10;
  wire        word0_11;
  wire        word0_12;
  wire        word0_13;
  wire        word0_14;
  wire        word0_15;
  wire        word1_0;
  wire        word1_1;
  wire        word1_2;
  reg         word1_3;
  reg         word1_4;
  reg         word1_5;
  reg         word1_6;
  reg         word1_7;
  reg         word1_8;
  wire        word1_9;
  wire        word1_10;
  wire        word1_11;
  wire        word1_12;
  wire        word1_13;
  wire        word1_14;
  wire        word1_15;
  wire        word2_0;
  wire        word2_1;
  wire        word2_2;
  reg         word2_3;
  reg         word2_4;
  reg         word2_5;
  reg         word2_6;
  reg         word2_7;
  reg         word2_8;
  wire        word2_9;
  wire        word2_10;
  wire        word2_11;
  wire        word2_12;
  wire        word2_13;
  wire        word2_14;
  wire        word2_15;
  wire        header_0;
  wire        header_1;
  wire        header_2;
  reg         header_3;
  reg         header_4;
  reg         header_5;
  reg         header_6;
  reg         header_7;
  reg         header_8;
  wire        header_9;
  wire        header_10;
  wire        header_11;
  wire        header_12;
  wire        header_13;
  wire        header_14;
  wire        header_15;
  wire        inside_0;
  wire        inside_1;
  wire        inside_2;
  wire        inside_3;
  wire        inside_4;
  wire        inside_5;
  wire        inside_6;
  wire        inside_7;
  wire        inside_8;
  wire        inside_9;
  wire        inside_10;
  wire        inside_11;
  wire        inside_12;
  wire        inside_13;
  wire        inside_14;
  wire        inside_15;
  wire [31:0] tree_0;
  wire [31:0] tree_1;
  wire [31:0] tree_2;
  wire [31:0] tree_3;
  wire [31:0] tree_4;
  wire [31:0] tree_5;
  wire [31:0] tree_6;
  wire [31:0] tree_7;
  wire [31:0] tree_8;
  wire [31:0] tree_9;
  wire [31:0] tree_10;
  wire [31:0] tree_11;
  wire [31:0] tree_12;
  wire [31:0] tree_13;
  wire [31:0] tree_14;
  wire [31:0] tree_15;
  reg  [31:0] turned;
  wire        mask_0_s4_inside;
  wire        mask_0_s4_end;
  wire [31:0] mask_0_s5_covered;
  wire        mask_1_s4_inside;
  wire        mask_1_s4_end;
  wire [31:0] mask_1_s5_covered;
  wire        mask_2_s4_inside;
  wire        mask_2_s4_end;
  wire [31:0] mask_2_s5_covered;
  wire        mask_3_s4_inside;
  wire        mask_3_s4_end;
  wire [31:0] mask_3_s5_covered;
  wire        mask_4_s4_inside;
  wire        mask_4_s4_end;
  wire [31:0] mask_4_s5_covered;
  wire        mask_5_s4_inside;
  wire        mask_5_s4_end;
  wire [31:0] mask_5_s5_covered;
  wire        mask_6_s4_inside;
  wire        mask_6_s4_end;
  wire [31:0] mask_6_s5_covered;
  wire        mask_7_s4_inside;
  wire        mask_7_s4_end;
  wire [31:0] mask_7_s5_covered;
  wire        mask_8_s4_inside;
  wire        mask_8_s4_end;
  wire [31:0] mask_8_s5_covered;
  wire        mask_9_s4_inside;
  wire        mask_9_s4_end;
  wire [31:0] mask_9_s5_covered;
  wire        mask_10_s4_inside;
  wire        mask_10_s4_end;
  wire [31:0] mask_10_s5_covered;
  wire        mask_11_s4_inside;
  wire        mask_11_s4_end;
  wire [31:0] mask_11_s5_covered;
  wire        mask_12_s4_inside;
  wire        mask_12_s4_end;
  wire [31:0] mask_12_s5_covered;
  wire        mask_13_s4_inside;
  wire        mask_13_s4_end;
  wire [31:0] mask_13_s5_covered;
  wire        mask_14_s4_inside;
  wire        mask_14_s4_end;
  wire [31:0] mask_14_s5_covered;
  wire        mask_15_s4_inside;
  wire        mask_15_s4_end;
  wire [31:0] mask_15_s5_covered;
  wire [31:0] lane_0_share;
  wire [31:0] lane_1_share;
  wire [31:0] lane_2_share;
  wire [31:0] lane_3_share;
  wire [31:0] lane_4_share;
  wire [31:0] lane_5_share;
  wire [31:0] lane_6_share;
  wire [31:0] lane_7_share;
  wire [31:0] lane_8_share;
  wire [31:0] lane_9_share;
  wire [31:0] lane_10_share;
  wire [31:0] lane_11_share;
  wire [31:0] lane_12_share;
  wire [31:0] lane_13_share;
  wire [31:0] lane_14_share;
  wire [31:0] lane_15_share;

  // s4: words 3 to 8: the one before the IP header, its first three, all from the first on; bit i is word i + 3
  assign prefix_at = {3'd0, s4_places_tags};
  assign header_at = (prefix_at << 1) | (prefix_at << 2) | 6'h38;
  assign prefix_0 = 1'b0;
  assign word0_0 = 1'b0;
  assign word1_0 = 1'b0;
  assign word2_0 = 1'b0;
  assign header_0 = 1'b0;
  assign prefix_1 = 1'b0;
  assign word0_1 = 1'b0;
  assign word1_1 = 1'b0;
  assign word2_1 = 1'b0;
  assign header_1 = 1'b0;
  assign prefix_2 = 1'b0;
  assign word0_2 = 1'b0;
  assign word1_2 = 1'b0;
  assign word2_2 = 1'b0;
  assign header_2 = 1'b0;

  always @* begin
    prefix_3 = 1'b0;
    word0_3 = 1'b0;
    word1_3 = 1'b0;
    word2_3 = 1'b0;
    header_3 = 1'b0;
    if (s4_here_0) begin
      prefix_3 = prefix_at[0];
      word0_3 = 1'b0;
      word1_3 = 1'b0;
      word2_3 = 1'b0;
      header_3 = header_at[0];
    end
  end

  always @* begin
    prefix_4 = 1'b0;
    word0_4 = 1'b0;
    word1_4 = 1'b0;
    word2_4 = 1'b0;
    header_4 = 1'b0;
    if (s4_here_1) begin
      prefix_4 = prefix_at[1];
      word0_4 = prefix_at[0];
      word1_4 = 1'b0;
      word2_4 = 1'b0;
      header_4 = header_at[1];
    end
  end

  always @* begin
    prefix_5 = 1'b0;
    word0_5 = 1'b0;
    word1_5 = 1'b0;
    word2_5 = 1'b0;
    header_5 = 1'b0;
    if (s4_here_2) begin
      prefix_5 = prefix_at[2];
      word0_5 = prefix_at[1];
      word1_5 = prefix_at[0];
      word2_5 = 1'b0;
      header_5 = header_at[2];
    end
  end

  always @* begin
    prefix_6 = 1'b0;
    word0_6 = 1'b0;
    word1_6 = 1'b0;
    word2_6 = 1'b0;
    header_6 = 1'b0;
    if (s4_here_3) begin
      prefix_6 = prefix_at[3];
      word0_6 = prefix_at[2];
      word1_6 = prefix_at[1];
      word2_6 = prefix_at[0];
      header_6 = header_at[3];
    end
  end

  always @* begin
    prefix_7 = 1'b0;
    word0_7 = 1'b0;
    word1_7 = 1'b0;
    word2_7 = 1'b0;
    header_7 = 1'b0;
    if (s4_here_4) begin
      prefix_7 = prefix_at[4];
      word0_7 = prefix_at[3];
      word1_7 = prefix_at[2];
      word2_7 = prefix_at[1];
      header_7 = header_at[4];
    end
  end

  always @* begin
    prefix_8 = 1'b0;
    word0_8 = 1'b0;
    word1_8 = 1'b0;
    word2_8 = 1'b0;
    header_8 = 1'b0;
    if (s4_here_5) begin
      prefix_8 = prefix_at[5];
      word0_8 = prefix_at[4];
      word1_8 = prefix_at[3];
      word2_8 = prefix_at[2];
      header_8 = header_at[5];
    end
  end

  assign prefix_9 = 1'b0;
  assign word0_9 = 1'b0;
  assign word1_9 = 1'b0;
  assign word2_9 = 1'b0;
  assign header_9 = 1'b0;
  assign prefix_10 = 1'b0;
  assign word0_10 = 1'b0;
  assign word1_10 = 1'b0;
  assign word2_10 = 1'b0;
  assign header_10 = 1'b0;
  assign prefix_11 = 1'b0;
  assign word0_11 = 1'b0;
  assign word1_11 = 1'b0;
  assign word2_11 = 1'b0;
  assign header_11 = 1'b0;
  assign prefix_12 = 1'b0;
  assign word0_12 = 1'b0;
  assign word1_12 = 1'b0;
  assign word2_12 = 1'b0;
  assign header_12 = 1'b0;
  assign prefix_13 = 1'b0;
  assign word0_13 = 1'b0;
  assign word1_13 = 1'b0;
  assign word2_13 = 1'b0;
  assign header_13 = 1'b0;
  assign prefix_14 = 1'b0;
  assign word0_14 = 1'b0;
  assign word1_14 = 1'b0;
  assign word2_14 = 1'b0;
  assign header_14 = 1'b0;
  assign prefix_15 = 1'b0;
  assign word0_15 = 1'b0;
  assign word1_15 = 1'b0;
  assign word2_15 = 1'b0;
  assign header_15 = 1'b0;

  // s4: behind word 8 up to the packet's end; before, the end may still be that of an earlier frame
  assign inside_0 = s4_places_ends_later | s4_places_ends_here;
  assign inside_1 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd1));
  assign inside_2 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd2));
  assign inside_3 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd3));
  assign inside_4 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd4));
  assign inside_5 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd5));
  assign inside_6 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd6));
  assign inside_7 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd7));
  assign inside_8 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd8));
  assign inside_9 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd9));
  assign inside_10 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd10));
  assign inside_11 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd11));
  assign inside_12 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd12));
  assign inside_13 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd13));
  assign inside_14 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd14));
  assign inside_15 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd15));

  // s5: each lane's share, 16 inputs a bit on average
  assign mask_0_s4_end = s4_late_0 & s4_places_ends_here & (s4_places_end_lane == 4'd0);

  ackw_icrc_mask u_mask_0 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_0),
    .s4_word0       (word0_0),
    .s4_word1       (word1_0),
    .s4_word2       (word2_0),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_0),
    .s4_bth_ecn     (s4_bth_ecn_0),
    .s4_area        (s4_area_0),
    .s4_inside      (mask_0_s4_inside),
    .s4_end         (mask_0_s4_end),
    .s5_word        (s5_word_0),
    .s5_covered     (mask_0_s5_covered)
  );

  assign mask_0_s4_inside = header_0 | (s4_late_0 & inside_0);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (0)
  ) u_lane_0 (
    .word (mask_0_s5_covered),
    .share(lane_0_share)
  );

  assign mask_1_s4_end = s4_late_1 & s4_places_ends_here & (s4_places_end_lane == 4'd1);

  ackw_icrc_mask u_mask_1 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_1),
    .s4_word0       (word0_1),
    .s4_word1       (word1_1),
    .s4_word2       (word2_1),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_1),
    .s4_bth_ecn     (s4_bth_ecn_1),
    .s4_area        (s4_area_1),
    .s4_inside      (mask_1_s4_inside),
    .s4_end         (mask_1_s4_end),
    .s5_word        (s5_word_1),
    .s5_covered     (mask_1_s5_covered)
  );

  assign mask_1_s4_inside = header_1 | (s4_late_1 & inside_1);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (1)
  ) u_lane_1 (
    .word (mask_1_s5_covered),
    .share(lane_1_share)
  );

  assign mask_2_s4_end = s4_late_2 & s4_places_ends_here & (s4_places_end_lane == 4'd2);

  ackw_icrc_mask u_mask_2 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_2),
    .s4_word0       (word0_2),
    .s4_word1       (word1_2),
    .s4_word2       (word2_2),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_2),
    .s4_bth_ecn     (s4_bth_ecn_2),
    .s4_area        (s4_area_2),
    .s4_inside      (mask_2_s4_inside),
    .s4_end         (mask_2_s4_end),
    .s5_word        (s5_word_2),
    .s5_covered     (mask_2_s5_covered)
  );

  assign mask_2_s4_inside = header_2 | (s4_late_2 & inside_2);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (2)
  ) u_lane_2 (
    .word (mask_2_s5_covered),
    .share(lane_2_share)
  );

  assign mask_3_s4_end = s4_late_3 & s4_places_ends_here & (s4_places_end_lane == 4'd3);

  ackw_icrc_mask u_mask_3 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_3),
    .s4_word0       (word0_3),
    .s4_word1       (word1_3),
    .s4_word2       (word2_3),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_3),
    .s4_bth_ecn     (s4_bth_ecn_3),
    .s4_area        (s4_area_3),
    .s4_inside      (mask_3_s4_inside),
    .s4_end         (mask_3_s4_end),
    .s5_word        (s5_word_3),
    .s5_covered     (mask_3_s5_covered)
  );

  assign mask_3_s4_inside = header_3 | (s4_late_3 & inside_3);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (3)
  ) u_lane_3 (
    .word (mask_3_s5_covered),
    .share(lane_3_share)
  );

  assign mask_4_s4_end = s4_late_4 & s4_places_ends_here & (s4_places_end_lane == 4'd4);

  ackw_icrc_mask u_mask_4 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_4),
    .s4_word0       (word0_4),
    .s4_word1       (word1_4),
    .s4_word2       (word2_4),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_4),
    .s4_bth_ecn     (s4_bth_ecn_4),
    .s4_area        (s4_area_4),
    .s4_inside      (mask_4_s4_inside),
    .s4_end         (mask_4_s4_end),
    .s5_word        (s5_word_4),
    .s5_covered     (mask_4_s5_covered)
  );

  assign mask_4_s4_inside = header_4 | (s4_late_4 & inside_4);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (4)
  ) u_lane_4 (
    .word (mask_4_s5_covered),
    .share(lane_4_share)
  );

  assign mask_5_s4_end = s4_late_5 & s4_places_ends_here & (s4_places_end_lane == 4'd5);

  ackw_icrc_mask u_mask_5 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_5),
    .s4_word0       (word0_5),
    .s4_word1       (word1_5),
    .s4_word2       (word2_5),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_5),
    .s4_bth_ecn     (s4_bth_ecn_5),
    .s4_area        (s4_area_5),
    .s4_inside      (mask_5_s4_inside),
    .s4_end         (mask_5_s4_end),
    .s5_word        (s5_word_5),
    .s5_covered     (mask_5_s5_covered)
  );

  assign mask_5_s4_inside = header_5 | (s4_late_5 & inside_5);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (5)
  ) u_lane_5 (
    .word (mask_5_s5_covered),
    .share(lane_5_share)
  );

  assign mask_6_s4_end = s4_late_6 & s4_places_ends_here & (s4_places_end_lane == 4'd6);

  ackw_icrc_mask u_mask_6 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_6),
    .s4_word0       (word0_6),
    .s4_word1       (word1_6),
    .s4_word2       (word2_6),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_6),
    .s4_bth_ecn     (s4_bth_ecn_6),
    .s4_area        (s4_area_6),
    .s4_inside      (mask_6_s4_inside),
    .s4_end         (mask_6_s4_end),
    .s5_word        (s5_word_6),
    .s5_covered     (mask_6_s5_covered)
  );

  assign mask_6_s4_inside = header_6 | (s4_late_6 & inside_6);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (6)
  ) u_lane_6 (
    .word (mask_6_s5_covered),
    .share(lane_6_share)
  );

  assign mask_7_s4_end = s4_late_7 & s4_places_ends_here & (s4_places_end_lane == 4'd7);

  ackw_icrc_mask u_mask_7 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_7),
    .s4_word0       (word0_7),
    .s4_word1       (word1_7),
    .s4_word2       (word2_7),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_7),
    .s4_bth_ecn     (s4_bth_ecn_7),
    .s4_area        (s4_area_7),
    .s4_inside      (mask_7_s4_inside),
    .s4_end         (mask_7_s4_end),
    .s5_word        (s5_word_7),
    .s5_covered     (mask_7_s5_covered)
  );

  assign mask_7_s4_inside = header_7 | (s4_late_7 & inside_7);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (7)
  ) u_lane_7 (
    .word (mask_7_s5_covered),
    .share(lane_7_share)
  );

  assign mask_8_s4_end = s4_late_8 & s4_places_ends_here & (s4_places_end_lane == 4'd8);

  ackw_icrc_mask u_mask_8 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_8),
    .s4_word0       (word0_8),
    .s4_word1       (word1_8),
    .s4_word2       (word2_8),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_8),
    .s4_bth_ecn     (s4_bth_ecn_8),
    .s4_area        (s4_area_8),
    .s4_inside      (mask_8_s4_inside),
    .s4_end         (mask_8_s4_end),
    .s5_word        (s5_word_8),
    .s5_covered     (mask_8_s5_covered)
  );

  assign mask_8_s4_inside = header_8 | (s4_late_8 & inside_8);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (8)
  ) u_lane_8 (
    .word (mask_8_s5_covered),
    .share(lane_8_share)
  );

  assign mask_9_s4_end = s4_late_9 & s4_places_ends_here & (s4_places_end_lane == 4'd9);

  ackw_icrc_mask u_mask_9 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_9),
    .s4_word0       (word0_9),
    .s4_word1       (word1_9),
    .s4_word2       (word2_9),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_9),
    .s4_bth_ecn     (s4_bth_ecn_9),
    .s4_area        (s4_area_9),
    .s4_inside      (mask_9_s4_inside),
    .s4_end         (mask_9_s4_end),
    .s5_word        (s5_word_9),
    .s5_covered     (mask_9_s5_covered)
  );

  assign mask_9_s4_inside = header_9 | (s4_late_9 & inside_9);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (9)
  ) u_lane_9 (
    .word (mask_9_s5_covered),
    .share(lane_9_share)
  );

  assign mask_10_s4_end = s4_late_10 & s4_places_ends_here & (s4_places_end_lane == 4'd10);

  ackw_icrc_mask u_mask_10 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_10),
    .s4_word0       (word0_10),
    .s4_word1       (word1_10),
    .s4_word2       (word2_10),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_10),
    .s4_bth_ecn     (s4_bth_ecn_10),
    .s4_area        (s4_area_10),
    .s4_inside      (mask_10_s4_inside),
    .s4_end         (mask_10_s4_end),
    .s5_word        (s5_word_10),
    .s5_covered     (mask_10_s5_covered)
  );

  assign mask_10_s4_inside = header_10 | (s4_late_10 & inside_10);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (10)
  ) u_lane_10 (
    .word (mask_10_s5_covered),
    .share(lane_10_share)
  );

  assign mask_11_s4_end = s4_late_11 & s4_places_ends_here & (s4_places_end_lane == 4'd11);

  ackw_icrc_mask u_mask_11 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_11),
    .s4_word0       (word0_11),
    .s4_word1       (word1_11),
    .s4_word2       (word2_11),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_11),
    .s4_bth_ecn     (s4_bth_ecn_11),
    .s4_area        (s4_area_11),
    .s4_inside      (mask_11_s4_inside),
    .s4_end         (mask_11_s4_end),
    .s5_word        (s5_word_11),
    .s5_covered     (mask_11_s5_covered)
  );

  assign mask_11_s4_inside = header_11 | (s4_late_11 & inside_11);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (11)
  ) u_lane_11 (
    .word (mask_11_s5_covered),
    .share(lane_11_share)
  );

  assign mask_12_s4_end = s4_late_12 & s4_places_ends_here & (s4_places_end_lane == 4'd12);

  ackw_icrc_mask u_mask_12 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_12),
    .s4_word0       (word0_12),
    .s4_word1       (word1_12),
    .s4_word2       (word2_12),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_12),
    .s4_bth_ecn     (s4_bth_ecn_12),
    .s4_area        (s4_area_12),
    .s4_inside      (mask_12_s4_inside),
    .s4_end         (mask_12_s4_end),
    .s5_word        (s5_word_12),
    .s5_covered     (mask_12_s5_covered)
  );

  assign mask_12_s4_inside = header_12 | (s4_late_12 & inside_12);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (12)
  ) u_lane_12 (
    .word (mask_12_s5_covered),
    .share(lane_12_share)
  );

  assign mask_13_s4_end = s4_late_13 & s4_places_ends_here & (s4_places_end_lane == 4'd13);

  ackw_icrc_mask u_mask_13 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_13),
    .s4_word0       (word0_13),
    .s4_word1       (word1_13),
    .s4_word2       (word2_13),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_13),
    .s4_bth_ecn     (s4_bth_ecn_13),
    .s4_area        (s4_area_13),
    .s4_inside      (mask_13_s4_inside),
    .s4_end         (mask_13_s4_end),
    .s5_word        (s5_word_13),
    .s5_covered     (mask_13_s5_covered)
  );

  assign mask_13_s4_inside = header_13 | (s4_late_13 & inside_13);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (13)
  ) u_lane_13 (
    .word (mask_13_s5_covered),
    .share(lane_13_share)
  );

  assign mask_14_s4_end = s4_late_14 & s4_places_ends_here & (s4_places_end_lane == 4'd14);

  ackw_icrc_mask u_mask_14 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_14),
    .s4_word0       (word0_14),
    .s4_word1       (word1_14),
    .s4_word2       (word2_14),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_14),
    .s4_bth_ecn     (s4_bth_ecn_14),
    .s4_area        (s4_area_14),
    .s4_inside      (mask_14_s4_inside),
    .s4_end         (mask_14_s4_end),
    .s5_word        (s5_word_14),
    .s5_covered     (mask_14_s5_covered)
  );

  assign mask_14_s4_inside = header_14 | (s4_late_14 & inside_14);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (14)
  ) u_lane_14 (
    .word (mask_14_s5_covered),
    .share(lane_14_share)
  );

  assign mask_15_s4_end = s4_late_15 & s4_places_ends_here & (s4_places_end_lane == 4'd15);

  ackw_icrc_mask u_mask_15 (
    .clk            (clk),
    .rst_n          (rst_n),
    .s4_prefix      (prefix_15),
    .s4_word0       (word0_15),
    .s4_word1       (word1_15),
    .s4_word2       (word2_15),
    .s4_v6          (s4_places_v6),
    .s4_udp_checksum(s4_udp_checksum_15),
    .s4_bth_ecn     (s4_bth_ecn_15),
    .s4_area        (s4_area_15),
    .s4_inside      (mask_15_s4_inside),
    .s4_end         (mask_15_s4_end),
    .s5_word        (s5_word_15),
    .s5_covered     (mask_15_s5_covered)
  );

  assign mask_15_s4_inside = header_15 | (s4_late_15 & inside_15);

  ackw_icrc_share #(
    .LANES(16),
    .LANE (15)
  ) u_lane_15 (
    .word (mask_15_s5_covered),
    .share(lane_15_share)
  );

  // s6: add the shares, in a tree whose root is node 1 and whose node i has the children 2i and 2i + 1
  assign tree_15 = share_14 ^ share_15;
  assign tree_14 = share_12 ^ share_13;
  assign tree_13 = share_10 ^ share_11;
  assign tree_12 = share_8 ^ share_9;
  assign tree_11 = share_6 ^ share_7;
  assign tree_10 = share_4 ^ share_5;
  assign tree_9 = share_2 ^ share_3;
  assign tree_8 = share_0 ^ share_1;
  assign tree_7 = tree_14 ^ tree_15;
  assign tree_6 = tree_12 ^ tree_13;
  assign tree_5 = tree_10 ^ tree_11;
  assign tree_4 = tree_8 ^ tree_9;
  assign tree_3 = tree_6 ^ tree_7;
  assign tree_2 = tree_4 ^ tree_5;
  assign tree_1 = tree_2 ^ tree_3;

  // s6: one turn of the LFSR a beat; a frame starts from zero
  always @* begin
    turned = 32'd0;
    if (!s6_fresh) begin
      turned = remainder << 1;
      if (remainder[31]) begin
        turned = (remainder << 1) ^ POLYNOMIAL;
      end
    end
  end

  assign tree_0 = turned ^ tree_1;

  // s7: a right packet leaves zero
  assign s8_bad = bad;

  // Datapath registers, without reset
  always @(posedge clk) begin
    share_0 <= lane_0_share;
    share_1 <= lane_1_share;
    share_2 <= lane_2_share;
    share_3 <= lane_3_share;
    share_4 <= lane_4_share;
    share_5 <= lane_5_share;
    share_6 <= lane_6_share;
    share_7 <= lane_7_share;
    share_8 <= lane_8_share;
    share_9 <= lane_9_share;
    share_10 <= lane_10_share;
    share_11 <= lane_11_share;
    share_12 <= lane_12_share;
    share_13 <= lane_13_share;
    share_14 <= lane_14_share;
    share_15 <= lane_15_share;

    if (s6_beat_valid) begin
      remainder <= tree_0;
    end

    bad <= |remainder;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s4_places_udp_at, s4_places_area_at, s4_places_bth_at, s4_places_header_at};

endmodule

`default_nettype wire
