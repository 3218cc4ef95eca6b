// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The stream as 32-bit words: word v is the bytes 4v - 2 .. 4v + 1 of the frame, the first on top.
module ackw_parser_front (
  input  wire         clk,                   // clock, rising edge
  input  wire         rst_n,                 // reset, active low, synchronous
  input  wire         room,
  input  wire [511:0] tdata,
  input  wire         tvalid,
  input  wire         tlast,
  output wire         s1_beat_valid,
  output wire         s1_beat_last,
  output wire [31:0]  s1_word_0,
  output wire [31:0]  s1_word_1,
  output wire [31:0]  s1_word_2,
  output wire [31:0]  s1_word_3,
  output wire [31:0]  s1_word_4,
  output wire [31:0]  s1_word_5,
  output wire [31:0]  s1_word_6,
  output wire [31:0]  s1_word_7,
  output wire [31:0]  s1_word_8,
  output wire [31:0]  s1_word_9,
  output wire [31:0]  s1_word_10,
  output wire [31:0]  s1_word_11,
  output wire [31:0]  s1_word_12,
  output wire [31:0]  s1_word_13,
  output wire [31:0]  s1_word_14,
  output wire [31:0]  s1_word_15,
  output wire         s2_beat_valid,         // the beat in stage 2: valid, and whether it ends its frame
  output wire         s2_beat_last,
  output wire         s4_beat_valid,
  output wire         s4_beat_last,
  output wire         s5_fresh,              // the beat in stage 5 begins a frame, or no frame is under way
  output wire         s6_fresh,
  output wire         s6_beat_valid,
  output wire         s8_done,               // stage 8 holds the last beat of a frame
  output wire         s2_ip_0_vlan,          // what the frame says if it has no VLAN tag, caught so far
  output wire         s2_ip_0_not_ip,
  output wire         s2_ip_0_v6,
  output wire         s2_ip_0_bad_version,
  output wire         s2_ip_0_bad_ihl,
  output wire         s2_ip_0_fragment,
  output wire         s2_ip_0_not_udp,
  output wire         s2_ip_0_ce,
  output wire [15:0]  s2_ip_0_length,
  output wire [3:0]   s2_ip_0_counted_words,
  output wire [6:0]   s2_ip_0_length_from,
  output wire [2:0]   s2_ip_0_ip_at,
  output wire [4:0]   s2_ip_0_options_at,
  output wire [4:0]   s2_ip_0_udp_at,
  output wire [11:0]  s2_ip_0_end_at,
  output wire         s2_ip_1_vlan,
  output wire         s2_ip_1_not_ip,
  output wire         s2_ip_1_v6,
  output wire         s2_ip_1_bad_version,
  output wire         s2_ip_1_bad_ihl,
  output wire         s2_ip_1_fragment,
  output wire         s2_ip_1_not_udp,
  output wire         s2_ip_1_ce,
  output wire [15:0]  s2_ip_1_length,
  output wire [3:0]   s2_ip_1_counted_words,
  output wire [6:0]   s2_ip_1_length_from,
  output wire [2:0]   s2_ip_1_ip_at,
  output wire [4:0]   s2_ip_1_options_at,
  output wire [4:0]   s2_ip_1_udp_at,
  output wire [11:0]  s2_ip_1_end_at,
  output wire         s2_ip_2_vlan,
  output wire         s2_ip_2_not_ip,
  output wire         s2_ip_2_v6,
  output wire         s2_ip_2_bad_version,
  output wire         s2_ip_2_bad_ihl,
  output wire         s2_ip_2_fragment,
  output wire         s2_ip_2_not_udp,
  output wire         s2_ip_2_ce,
  output wire [15:0]  s2_ip_2_length,
  output wire [3:0]   s2_ip_2_counted_words,
  output wire [6:0]   s2_ip_2_length_from,
  output wire [2:0]   s2_ip_2_ip_at,
  output wire [4:0]   s2_ip_2_options_at,
  output wire [4:0]   s2_ip_2_udp_at,
  output wire [11:0]  s2_ip_2_end_at,
  output wire [12:0]  s3_at,                 // index of lane 0's word, a multiple of the number of lanes; stops at 4096
  output wire [6:0]   s4_at,                 // the same, if s4_near: below 128
  output wire         s4_near,
  output wire         s4_here_0,             // the beat in stage 4 has word 3 (s4_here_1: word 4, and so on)
  output wire         s4_here_1,
  output wire         s4_here_2,
  output wire         s4_here_3,
  output wire         s4_here_4,
  output wire         s4_here_5,
  output wire         s4_late_0,             // the lane's word comes behind word 8
  output wire         s4_late_1,
  output wire         s4_late_2,
  output wire         s4_late_3,
  output wire         s4_late_4,
  output wire         s4_late_5,
  output wire         s4_late_6,
  output wire         s4_late_7,
  output wire         s4_late_8,
  output wire         s4_late_9,
  output wire         s4_late_10,
  output wire         s4_late_11,
  output wire         s4_late_12,
  output wire         s4_late_13,
  output wire         s4_late_14,
  output wire         s4_late_15,
  output wire [31:0]  s4_word_0,
  output wire [31:0]  s4_word_1,
  output wire [31:0]  s4_word_2,
  output wire [31:0]  s4_word_3,
  output wire [31:0]  s4_word_4,
  output wire [31:0]  s4_word_5,
  output wire [31:0]  s4_word_6,
  output wire [31:0]  s4_word_7,
  output wire [31:0]  s4_word_8,
  output wire [31:0]  s4_word_9,
  output wire [31:0]  s4_word_10,
  output wire [31:0]  s4_word_11,
  output wire [31:0]  s4_word_12,
  output wire [31:0]  s4_word_13,
  output wire [31:0]  s4_word_14,
  output wire [31:0]  s4_word_15,
  output wire [31:0]  s5_word_0,
  output wire [31:0]  s5_word_1,
  output wire [31:0]  s5_word_2,
  output wire [31:0]  s5_word_3,
  output wire [31:0]  s5_word_4,
  output wire [31:0]  s5_word_5,
  output wire [31:0]  s5_word_6,
  output wire [31:0]  s5_word_7,
  output wire [31:0]  s5_word_8,
  output wire [31:0]  s5_word_9,
  output wire [31:0]  s5_word_10,
  output wire [31:0]  s5_word_11,
  output wire [31:0]  s5_word_12,
  output wire [31:0]  s5_word_13,
  output wire [31:0]  s5_word_14,
  output wire [31:0]  s5_word_15
);

  reg         s1_valid;
  reg         s1_last;
  reg         s2_valid;
  reg         s2_last;
  reg         s3_valid;
  reg         s3_last;
  reg         s4_valid;
  reg         s4_last;
  reg         s5_valid;
  reg         s5_last;
  reg         fresh;
  reg         fresh_again;
  reg         s6_valid;
  reg         s6_last;
  reg         s7;
  reg         s8;
  reg  [15:0] tail;
  reg  [31:0] word_1_0;
  reg  [31:0] word_1_1;
  reg  [31:0] word_1_2;
  reg  [31:0] word_1_3;
  reg  [31:0] word_1_4;
  reg  [31:0] word_1_5;
  reg  [31:0] word_1_6;
  reg  [31:0] word_1_7;
  reg  [31:0] word_1_8;
  reg  [31:0] word_1_9;
  reg  [31:0] word_1_10;
  reg  [31:0] word_1_11;
  reg  [31:0] word_1_12;
  reg  [31:0] word_1_13;
  reg  [31:0] word_1_14;
  reg  [31:0] word_1_15;
  reg  [31:0] s2_word_0;
  reg  [31:0] s2_word_1;
  reg  [31:0] s2_word_2;
  reg  [31:0] s2_word_3;
  reg  [31:0] s2_word_4;
  reg  [31:0] s2_word_5;
  reg  [31:0] s2_word_6;
  reg  [31:0] s2_word_7;
  reg  [31:0] s2_word_8;
  reg  [31:0] s2_word_9;
  reg  [31:0] s2_word_10;
  reg  [31:0] s2_word_11;
  reg  [31:0] s2_word_12;
  reg  [31:0] s2_word_13;
  reg  [31:0] s2_word_14;
  reg  [31:0] s2_word_15;
  reg  [31:0] s3_word_0;
  reg  [31:0] s3_word_1;
  reg  [31:0] s3_word_2;
  reg  [31:0] s3_word_3;
  reg  [31:0] s3_word_4;
  reg  [31:0] s3_word_5;
  reg  [31:0] s3_word_6;
  reg  [31:0] s3_word_7;
  reg  [31:0] s3_word_8;
  reg  [31:0] s3_word_9;
  reg  [31:0] s3_word_10;
  reg  [31:0] s3_word_11;
  reg  [31:0] s3_word_12;
  reg  [31:0] s3_word_13;
  reg  [31:0] s3_word_14;
  reg  [31:0] s3_word_15;
  reg  [31:0] word_4_0;
  reg  [31:0] word_4_1;
  reg  [31:0] word_4_2;
  reg  [31:0] word_4_3;
  reg  [31:0] word_4_4;
  reg  [31:0] word_4_5;
  reg  [31:0] word_4_6;
  reg  [31:0] word_4_7;
  reg  [31:0] word_4_8;
  reg  [31:0] word_4_9;
  reg  [31:0] word_4_10;
  reg  [31:0] word_4_11;
  reg  [31:0] word_4_12;
  reg  [31:0] word_4_13;
  reg  [31:0] word_4_14;
  reg  [31:0] word_4_15;
  reg  [31:0] word_5_0;
  reg  [31:0] word_5_1;
  reg  [31:0] word_5_2;
  reg  [31:0] word_5_3;
  reg  [31:0] word_5_4;
  reg  [31:0] word_5_5;
  reg  [31:0] word_5_6;
  reg  [31:0] word_5_7;
  reg  [31:0] word_5_8;
  reg  [31:0] word_5_9;
  reg  [31:0] word_5_10;
  reg  [31:0] word_5_11;
  reg  [31:0] word_5_12;
  reg  [31:0] word_5_13;
  reg  [31:0] word_5_14;
  reg  [31:0] word_5_15;
  reg         turn_0;
  reg         s2_here_0;
  reg         s2_here_1;
  reg         s2_here_2;
  reg         s2_here_3;
  reg         s2_here_4;
  reg         s2_here_5;
  reg         s3_here_0;
  reg         s3_here_1;
  reg         s3_here_2;
  reg         s3_here_3;
  reg         s3_here_4;
  reg         s3_here_5;
  reg         here_r_0;
  reg         here_r_1;
  reg         here_r_2;
  reg         here_r_3;
  reg         here_r_4;
  reg         here_r_5;
  reg  [12:0] s1_at;
  reg  [12:0] s2_at;
  reg  [12:0] at;
  reg  [6:0]  at_4;
  reg         near;
  reg         s3_late_0;
  reg         s3_late_1;
  reg         s3_late_2;
  reg         s3_late_3;
  reg         s3_late_4;
  reg         s3_late_5;
  reg         s3_late_6;
  reg         s3_late_7;
  reg         s3_late_8;
  reg         s3_late_9;
  reg         s3_late_10;
  reg         s3_late_11;
  reg         s3_late_12;
  reg         s3_late_13;
  reg         s3_late_14;
  reg         s3_late_15;
  reg         late_0;
  reg         late_1;
  reg         late_2;
  reg         late_3;
  reg         late_4;
  reg         late_5;
  reg         late_6;
  reg         late_7;
  reg         late_8;
  reg         late_9;
  reg         late_10;
  reg         late_11;
  reg         late_12;
  reg         late_13;
  reg         late_14;
  reg         late_15;

  wire here_0;
  wire here_1;
  wire here_2;
  wire here_3;
  wire here_4;
  wire here_5;
  wire accept;

  // s0: take a beat; lane 0 begins with the last two bytes of the beat before
  assign accept = tvalid & room;

  // s1: words 3 to 8 hold the EtherTypes and the start of the IP header, for 0, 1 or 2 tags
  assign here_0 = s1_valid & turn_0;
  assign s4_here_0 = here_r_0;
  assign here_1 = s1_valid & turn_0;
  assign s4_here_1 = here_r_1;
  assign here_2 = s1_valid & turn_0;
  assign s4_here_2 = here_r_2;
  assign here_3 = s1_valid & turn_0;
  assign s4_here_3 = here_r_3;
  assign here_4 = s1_valid & turn_0;
  assign s4_here_4 = here_r_4;
  assign here_5 = s1_valid & turn_0;
  assign s4_here_5 = here_r_5;

  ackw_ip_at u_ip_at_0 (
    .clk             (clk),
    .rst_n           (rst_n),
    .first_word      (5'd4),
    .type_here       (here_0),
    .ethertype       (word_1_3[15:0]),
    .word0_here      (here_1),
    .version         (word_1_4[31:28]),
    .ihl             (word_1_4[27:24]),
    .ecn_v6          (word_1_4[21:20]),
    .ecn_v4          (word_1_4[17:16]),
    .total_length    (word_1_4[15:0]),
    .word1_here      (here_2),
    .word1           (word_1_5),
    .word2_here      (here_3),
    .protocol        (word_1_6[23:16]),
    .s2_vlan         (s2_ip_0_vlan),
    .s2_not_ip       (s2_ip_0_not_ip),
    .s2_v6           (s2_ip_0_v6),
    .s2_bad_version  (s2_ip_0_bad_version),
    .s2_bad_ihl      (s2_ip_0_bad_ihl),
    .s2_fragment     (s2_ip_0_fragment),
    .s2_not_udp      (s2_ip_0_not_udp),
    .s2_ce           (s2_ip_0_ce),
    .s2_length       (s2_ip_0_length),
    .s2_counted_words(s2_ip_0_counted_words),
    .s2_length_from  (s2_ip_0_length_from),
    .s2_ip_at        (s2_ip_0_ip_at),
    .s2_options_at   (s2_ip_0_options_at),
    .s2_udp_at       (s2_ip_0_udp_at),
    .s2_end_at       (s2_ip_0_end_at)
  );

  ackw_ip_at u_ip_at_1 (
    .clk             (clk),
    .rst_n           (rst_n),
    .first_word      (5'd5),
    .type_here       (here_1),
    .ethertype       (word_1_4[15:0]),
    .word0_here      (here_2),
    .version         (word_1_5[31:28]),
    .ihl             (word_1_5[27:24]),
    .ecn_v6          (word_1_5[21:20]),
    .ecn_v4          (word_1_5[17:16]),
    .total_length    (word_1_5[15:0]),
    .word1_here      (here_3),
    .word1           (word_1_6),
    .word2_here      (here_4),
    .protocol        (word_1_7[23:16]),
    .s2_vlan         (s2_ip_1_vlan),
    .s2_not_ip       (s2_ip_1_not_ip),
    .s2_v6           (s2_ip_1_v6),
    .s2_bad_version  (s2_ip_1_bad_version),
    .s2_bad_ihl      (s2_ip_1_bad_ihl),
    .s2_fragment     (s2_ip_1_fragment),
    .s2_not_udp      (s2_ip_1_not_udp),
    .s2_ce           (s2_ip_1_ce),
    .s2_length       (s2_ip_1_length),
    .s2_counted_words(s2_ip_1_counted_words),
    .s2_length_from  (s2_ip_1_length_from),
    .s2_ip_at        (s2_ip_1_ip_at),
    .s2_options_at   (s2_ip_1_options_at),
    .s2_udp_at       (s2_ip_1_udp_at),
    .s2_end_at       (s2_ip_1_end_at)
  );

  ackw_ip_at u_ip_at_2 (
    .clk             (clk),
    .rst_n           (rst_n),
    .first_word      (5'd6),
    .type_here       (here_2),
    .ethertype       (word_1_5[15:0]),
    .word0_here      (here_3),
    .version         (word_1_6[31:28]),
    .ihl             (word_1_6[27:24]),
    .ecn_v6          (word_1_6[21:20]),
    .ecn_v4          (word_1_6[17:16]),
    .total_length    (word_1_6[15:0]),
    .word1_here      (here_4),
    .word1           (word_1_7),
    .word2_here      (here_5),
    .protocol        (word_1_8[23:16]),
    .s2_vlan         (s2_ip_2_vlan),
    .s2_not_ip       (s2_ip_2_not_ip),
    .s2_v6           (s2_ip_2_v6),
    .s2_bad_version  (s2_ip_2_bad_version),
    .s2_bad_ihl      (s2_ip_2_bad_ihl),
    .s2_fragment     (s2_ip_2_fragment),
    .s2_not_udp      (s2_ip_2_not_udp),
    .s2_ce           (s2_ip_2_ce),
    .s2_length       (s2_ip_2_length),
    .s2_counted_words(s2_ip_2_counted_words),
    .s2_length_from  (s2_ip_2_length_from),
    .s2_ip_at        (s2_ip_2_ip_at),
    .s2_options_at   (s2_ip_2_options_at),
    .s2_udp_at       (s2_ip_2_udp_at),
    .s2_end_at       (s2_ip_2_end_at)
  );

  // s2 to s5: the words wait until it is known what they are
  assign s4_late_0 = late_0;
  assign s1_word_0 = word_1_0;
  assign s4_word_0 = word_4_0;
  assign s5_word_0 = word_5_0;
  assign s4_late_1 = late_1;
  assign s1_word_1 = word_1_1;
  assign s4_word_1 = word_4_1;
  assign s5_word_1 = word_5_1;
  assign s4_late_2 = late_2;
  assign s1_word_2 = word_1_2;
  assign s4_word_2 = word_4_2;
  assign s5_word_2 = word_5_2;
  assign s4_late_3 = late_3;
  assign s1_word_3 = word_1_3;
  assign s4_word_3 = word_4_3;
  assign s5_word_3 = word_5_3;
  assign s4_late_4 = late_4;
  assign s1_word_4 = word_1_4;
  assign s4_word_4 = word_4_4;
  assign s5_word_4 = word_5_4;
  assign s4_late_5 = late_5;
  assign s1_word_5 = word_1_5;
  assign s4_word_5 = word_4_5;
  assign s5_word_5 = word_5_5;
  assign s4_late_6 = late_6;
  assign s1_word_6 = word_1_6;
  assign s4_word_6 = word_4_6;
  assign s5_word_6 = word_5_6;
  assign s4_late_7 = late_7;
  assign s1_word_7 = word_1_7;
  assign s4_word_7 = word_4_7;
  assign s5_word_7 = word_5_7;
  assign s4_late_8 = late_8;
  assign s1_word_8 = word_1_8;
  assign s4_word_8 = word_4_8;
  assign s5_word_8 = word_5_8;
  assign s4_late_9 = late_9;
  assign s1_word_9 = word_1_9;
  assign s4_word_9 = word_4_9;
  assign s5_word_9 = word_5_9;
  assign s4_late_10 = late_10;
  assign s1_word_10 = word_1_10;
  assign s4_word_10 = word_4_10;
  assign s5_word_10 = word_5_10;
  assign s4_late_11 = late_11;
  assign s1_word_11 = word_1_11;
  assign s4_word_11 = word_4_11;
  assign s5_word_11 = word_5_11;
  assign s4_late_12 = late_12;
  assign s1_word_12 = word_1_12;
  assign s4_word_12 = word_4_12;
  assign s5_word_12 = word_5_12;
  assign s4_late_13 = late_13;
  assign s1_word_13 = word_1_13;
  assign s4_word_13 = word_4_13;
  assign s5_word_13 = word_5_13;
  assign s4_late_14 = late_14;
  assign s1_word_14 = word_1_14;
  assign s4_word_14 = word_4_14;
  assign s5_word_14 = word_5_14;
  assign s4_late_15 = late_15;
  assign s1_word_15 = word_1_15;
  assign s4_word_15 = word_4_15;
  assign s5_word_15 = word_5_15;
  assign s3_at = at;
  assign s4_at = at_4;
  assign s4_near = near;

  // s1 to s8: nothing stalls
  assign s5_fresh = fresh;
  assign s6_fresh = fresh_again;
  assign s1_beat_valid = s1_valid;
  assign s1_beat_last = s1_last;
  assign s2_beat_valid = s2_valid;
  assign s2_beat_last = s2_last;
  assign s4_beat_valid = s4_valid;
  assign s4_beat_last = s4_last;
  assign s6_beat_valid = s6_valid;
  assign s8_done = s8;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s1_valid <= 1'b0;
      s1_last <= 1'b0;
      s2_valid <= 1'b0;
      s2_last <= 1'b0;
      s3_valid <= 1'b0;
      s3_last <= 1'b0;
      s4_valid <= 1'b0;
      s4_last <= 1'b0;
      s5_valid <= 1'b0;
      s5_last <= 1'b0;
      fresh <= 1'b1;
      fresh_again <= 1'b1;
      s6_valid <= 1'b0;
      s6_last <= 1'b0;
      s7 <= 1'b0;
      s8 <= 1'b0;
      turn_0 <= 1'b1;
      s2_here_0 <= 1'b0;
      s2_here_1 <= 1'b0;
      s2_here_2 <= 1'b0;
      s2_here_3 <= 1'b0;
      s2_here_4 <= 1'b0;
      s2_here_5 <= 1'b0;
      s3_here_0 <= 1'b0;
      s3_here_1 <= 1'b0;
      s3_here_2 <= 1'b0;
      s3_here_3 <= 1'b0;
      s3_here_4 <= 1'b0;
      s3_here_5 <= 1'b0;
      here_r_0 <= 1'b0;
      here_r_1 <= 1'b0;
      here_r_2 <= 1'b0;
      here_r_3 <= 1'b0;
      here_r_4 <= 1'b0;
      here_r_5 <= 1'b0;
      s1_at <= 13'd0;
    end else begin
      s1_valid <= accept;
      s1_last <= tlast;
      // s1: number the beats of the frame as far as there is something at a fixed place
      if (s1_valid) begin
        turn_0 <= s1_last;
      end

      if (s1_valid) begin
        if (s1_last) begin
          s1_at <= 13'd0;
        end else if (!s1_at[12]) begin
          s1_at <= s1_at + 13'd16;
        end
      end

      s2_here_0 <= here_0;
      s3_here_0 <= s2_here_0;
      here_r_0 <= s3_here_0;
      s2_here_1 <= here_1;
      s3_here_1 <= s2_here_1;
      here_r_1 <= s3_here_1;
      s2_here_2 <= here_2;
      s3_here_2 <= s2_here_2;
      here_r_2 <= s3_here_2;
      s2_here_3 <= here_3;
      s3_here_3 <= s2_here_3;
      here_r_3 <= s3_here_3;
      s2_here_4 <= here_4;
      s3_here_4 <= s2_here_4;
      here_r_4 <= s3_here_4;
      s2_here_5 <= here_5;
      s3_here_5 <= s2_here_5;
      here_r_5 <= s3_here_5;

      s2_valid <= s1_valid;
      s2_last <= s1_last;
      s3_valid <= s2_valid;
      s3_last <= s2_last;
      s4_valid <= s3_valid;
      s4_last <= s3_last;
      s5_valid <= s4_valid;
      s5_last <= s4_last;
      s6_valid <= s5_valid;
      s6_last <= s5_last;
      s7 <= s6_valid & s6_last;
      s8 <= s7;
      if (s5_valid) begin
        fresh <= s5_last;
      end
      fresh_again <= fresh;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (accept) begin
      tail <= tdata[511:496];
    end
    word_1_0 <= {tail[7:0], tail[15:8], tdata[7:0], tdata[15:8]};
    word_1_1 <= {tdata[23:16], tdata[31:24], tdata[39:32], tdata[47:40]};
    word_1_2 <= {tdata[55:48], tdata[63:56], tdata[71:64], tdata[79:72]};
    word_1_3 <= {tdata[87:80], tdata[95:88], tdata[103:96], tdata[111:104]};
    word_1_4 <= {tdata[119:112], tdata[127:120], tdata[135:128], tdata[143:136]};
    word_1_5 <= {tdata[151:144], tdata[159:152], tdata[167:160], tdata[175:168]};
    word_1_6 <= {tdata[183:176], tdata[191:184], tdata[199:192], tdata[207:200]};
    word_1_7 <= {tdata[215:208], tdata[223:216], tdata[231:224], tdata[239:232]};
    word_1_8 <= {tdata[247:240], tdata[255:248], tdata[263:256], tdata[271:264]};
    word_1_9 <= {tdata[279:272], tdata[287:280], tdata[295:288], tdata[303:296]};
    word_1_10 <= {tdata[311:304], tdata[319:312], tdata[327:320], tdata[335:328]};
    word_1_11 <= {tdata[343:336], tdata[351:344], tdata[359:352], tdata[367:360]};
    word_1_12 <= {tdata[375:368], tdata[383:376], tdata[391:384], tdata[399:392]};
    word_1_13 <= {tdata[407:400], tdata[415:408], tdata[423:416], tdata[431:424]};
    word_1_14 <= {tdata[439:432], tdata[447:440], tdata[455:448], tdata[463:456]};
    word_1_15 <= {tdata[471:464], tdata[479:472], tdata[487:480], tdata[495:488]};
    // s1: number the words; a frame that counts has at most 4096
    s2_at <= s1_at;
    at <= s2_at;
    at_4 <= at[6:0];
    near <= !(|at[12:7]);

    s3_late_0 <= (s2_at | 13'd0) > 13'd8;
    late_0 <= s3_late_0;
    s2_word_0 <= word_1_0;
    s3_word_0 <= s2_word_0;
    word_4_0 <= s3_word_0;
    word_5_0 <= word_4_0;
    s3_late_1 <= (s2_at | 13'h0001) > 13'd8;
    late_1 <= s3_late_1;
    s2_word_1 <= word_1_1;
    s3_word_1 <= s2_word_1;
    word_4_1 <= s3_word_1;
    word_5_1 <= word_4_1;
    s3_late_2 <= (s2_at | 13'h0002) > 13'd8;
    late_2 <= s3_late_2;
    s2_word_2 <= word_1_2;
    s3_word_2 <= s2_word_2;
    word_4_2 <= s3_word_2;
    word_5_2 <= word_4_2;
    s3_late_3 <= (s2_at | 13'h0003) > 13'd8;
    late_3 <= s3_late_3;
    s2_word_3 <= word_1_3;
    s3_word_3 <= s2_word_3;
    word_4_3 <= s3_word_3;
    word_5_3 <= word_4_3;
    s3_late_4 <= (s2_at | 13'h0004) > 13'd8;
    late_4 <= s3_late_4;
    s2_word_4 <= word_1_4;
    s3_word_4 <= s2_word_4;
    word_4_4 <= s3_word_4;
    word_5_4 <= word_4_4;
    s3_late_5 <= (s2_at | 13'h0005) > 13'd8;
    late_5 <= s3_late_5;
    s2_word_5 <= word_1_5;
    s3_word_5 <= s2_word_5;
    word_4_5 <= s3_word_5;
    word_5_5 <= word_4_5;
    s3_late_6 <= (s2_at | 13'h0006) > 13'd8;
    late_6 <= s3_late_6;
    s2_word_6 <= word_1_6;
    s3_word_6 <= s2_word_6;
    word_4_6 <= s3_word_6;
    word_5_6 <= word_4_6;
    s3_late_7 <= (s2_at | 13'h0007) > 13'd8;
    late_7 <= s3_late_7;
    s2_word_7 <= word_1_7;
    s3_word_7 <= s2_word_7;
    word_4_7 <= s3_word_7;
    word_5_7 <= word_4_7;
    s3_late_8 <= (s2_at | 13'h0008) > 13'd8;
    late_8 <= s3_late_8;
    s2_word_8 <= word_1_8;
    s3_word_8 <= s2_word_8;
    word_4_8 <= s3_word_8;
    word_5_8 <= word_4_8;
    s3_late_9 <= (s2_at | 13'h0009) > 13'd8;
    late_9 <= s3_late_9;
    s2_word_9 <= word_1_9;
    s3_word_9 <= s2_word_9;
    word_4_9 <= s3_word_9;
    word_5_9 <= word_4_9;
    s3_late_10 <= (s2_at | 13'h000a) > 13'd8;
    late_10 <= s3_late_10;
    s2_word_10 <= word_1_10;
    s3_word_10 <= s2_word_10;
    word_4_10 <= s3_word_10;
    word_5_10 <= word_4_10;
    s3_late_11 <= (s2_at | 13'h000b) > 13'd8;
    late_11 <= s3_late_11;
    s2_word_11 <= word_1_11;
    s3_word_11 <= s2_word_11;
    word_4_11 <= s3_word_11;
    word_5_11 <= word_4_11;
    s3_late_12 <= (s2_at | 13'h000c) > 13'd8;
    late_12 <= s3_late_12;
    s2_word_12 <= word_1_12;
    s3_word_12 <= s2_word_12;
    word_4_12 <= s3_word_12;
    word_5_12 <= word_4_12;
    s3_late_13 <= (s2_at | 13'h000d) > 13'd8;
    late_13 <= s3_late_13;
    s2_word_13 <= word_1_13;
    s3_word_13 <= s2_word_13;
    word_4_13 <= s3_word_13;
    word_5_13 <= word_4_13;
    s3_late_14 <= (s2_at | 13'h000e) > 13'd8;
    late_14 <= s3_late_14;
    s2_word_14 <= word_1_14;
    s3_word_14 <= s2_word_14;
    word_4_14 <= s3_word_14;
    word_5_14 <= word_4_14;
    s3_late_15 <= (s2_at | 13'h000f) > 13'd8;
    late_15 <= s3_late_15;
    s2_word_15 <= word_1_15;
    s3_word_15 <= s2_word_15;
    word_4_15 <= s3_word_15;
    word_5_15 <= word_4_15;
  end

endmodule

`default_nettype wire
