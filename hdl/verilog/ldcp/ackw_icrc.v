// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
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
  input  wire        s4_bth_ecn_0,
  input  wire        s4_bth_ecn_1,
  input  wire        s4_bth_ecn_2,
  input  wire        s4_bth_ecn_3,
  input  wire        s4_area_0,
  input  wire        s4_area_1,
  input  wire        s4_area_2,
  input  wire        s4_area_3,
  input  wire [31:0] s5_word_0,
  input  wire [31:0] s5_word_1,
  input  wire [31:0] s5_word_2,
  input  wire [31:0] s5_word_3,
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
  reg  [31:0] remainder;
  reg         bad;

  wire [5:0]  prefix_at;
  wire [5:0]  header_at;
  reg         prefix_0;
  reg         prefix_1;
  reg         prefix_2;
  reg         prefix_3;
  reg         word0_0;
  reg         word0_1;
  reg         word0_2;
  reg         word0_3;
  reg         word1_0;
  reg         word1_1;
  reg         word1_2;
  reg         word1_3;
  reg         word2_0;
  reg         word2_1;
  reg         word2_2;
  reg         word2_3;
  reg         header_0;
  reg         header_1;
  reg         header_2;
  reg         header_3;
  wire        inside_0;
  wire        inside_1;
  wire        inside_2;
  wire        inside_3;
  wire [31:0] tree_0;
  wire [31:0] tree_1;
  wire [31:0] tree_2;
  wire [31:0] tree_3;
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
  wire [31:0] lane_0_share;
  wire [31:0] lane_1_share;
  wire [31:0] lane_2_share;
  wire [31:0] lane_3_share;

  // s4: words 3 to 8: the one before the IP header, its first three, all from the first on; bit i is word i + 3
  assign prefix_at = {3'd0, s4_places_tags};
  assign header_at = (prefix_at << 1) | (prefix_at << 2) | 6'h38;

  always @* begin
    prefix_0 = 1'b0;
    word0_0 = 1'b0;
    word1_0 = 1'b0;
    word2_0 = 1'b0;
    header_0 = 1'b0;
    if (s4_here_1) begin
      prefix_0 = prefix_at[1];
      word0_0 = prefix_at[0];
      word1_0 = 1'b0;
      word2_0 = 1'b0;
      header_0 = header_at[1];
    end
    if (s4_here_5) begin
      prefix_0 = prefix_at[5];
      word0_0 = prefix_at[4];
      word1_0 = prefix_at[3];
      word2_0 = prefix_at[2];
      header_0 = header_at[5];
    end
  end

  always @* begin
    prefix_1 = 1'b0;
    word0_1 = 1'b0;
    word1_1 = 1'b0;
    word2_1 = 1'b0;
    header_1 = 1'b0;
    if (s4_here_2) begin
      prefix_1 = prefix_at[2];
      word0_1 = prefix_at[1];
      word1_1 = prefix_at[0];
      word2_1 = 1'b0;
      header_1 = header_at[2];
    end
  end

  always @* begin
    prefix_2 = 1'b0;
    word0_2 = 1'b0;
    word1_2 = 1'b0;
    word2_2 = 1'b0;
    header_2 = 1'b0;
    if (s4_here_3) begin
      prefix_2 = prefix_at[3];
      word0_2 = prefix_at[2];
      word1_2 = prefix_at[1];
      word2_2 = prefix_at[0];
      header_2 = header_at[3];
    end
  end

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
    if (s4_here_4) begin
      prefix_3 = prefix_at[4];
      word0_3 = prefix_at[3];
      word1_3 = prefix_at[2];
      word2_3 = prefix_at[1];
      header_3 = header_at[4];
    end
  end

  // s4: behind word 8 up to the packet's end; before, the end may still be that of an earlier frame
  assign inside_0 = s4_places_ends_later | s4_places_ends_here;
  assign inside_1 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd1));
  assign inside_2 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd2));
  assign inside_3 = s4_places_ends_later | (s4_places_ends_here & (s4_places_end_lane >= 4'd3));

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
    .LANES(4),
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
    .LANES(4),
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
    .LANES(4),
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
    .LANES(4),
    .LANE (3)
  ) u_lane_3 (
    .word (mask_3_s5_covered),
    .share(lane_3_share)
  );

  // s6: add the shares, in a tree whose root is node 1 and whose node i has the children 2i and 2i + 1
  assign tree_3 = share_2 ^ share_3;
  assign tree_2 = share_0 ^ share_1;
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

    if (s6_beat_valid) begin
      remainder <= tree_0;
    end

    bad <= |remainder;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s4_places_udp_at, s4_places_area_at, s4_places_bth_at, s4_places_header_at};

endmodule

`default_nettype wire
