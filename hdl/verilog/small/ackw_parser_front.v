// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The stream as 32-bit words: word v is the bytes 4v - 2 .. 4v + 1 of the frame, the first on top.
module ackw_parser_front (
  input  wire        clk,                   // clock, rising edge
  input  wire        rst_n,                 // reset, active low, asynchronous
  input  wire        room,
  input  wire [63:0] tdata,
  input  wire        tvalid,
  input  wire        tlast,
  output wire        s1_beat_valid,
  output wire        s1_beat_last,
  output wire [31:0] s1_word_0,
  output wire [31:0] s1_word_1,
  output wire        s2_beat_valid,         // the beat in stage 2: valid, and whether it ends its frame
  output wire        s2_beat_last,
  output wire        s4_beat_valid,
  output wire        s4_beat_last,
  output wire        s5_fresh,              // the beat in stage 5 begins a frame, or no frame is under way
  output wire        s6_fresh,
  output wire        s6_beat_valid,
  output wire        s8_done,               // stage 8 holds the last beat of a frame
  output wire        s2_ip_0_vlan,          // what the frame says if it has no VLAN tag, caught so far
  output wire        s2_ip_0_not_ip,
  output wire        s2_ip_0_v6,
  output wire        s2_ip_0_bad_version,
  output wire        s2_ip_0_bad_ihl,
  output wire        s2_ip_0_fragment,
  output wire        s2_ip_0_not_udp,
  output wire        s2_ip_0_ce,
  output wire [15:0] s2_ip_0_length,
  output wire [3:0]  s2_ip_0_counted_words,
  output wire [6:0]  s2_ip_0_length_from,
  output wire [2:0]  s2_ip_0_ip_at,
  output wire [4:0]  s2_ip_0_options_at,
  output wire [4:0]  s2_ip_0_udp_at,
  output wire [11:0] s2_ip_0_end_at,
  output wire        s2_ip_1_vlan,
  output wire        s2_ip_1_not_ip,
  output wire        s2_ip_1_v6,
  output wire        s2_ip_1_bad_version,
  output wire        s2_ip_1_bad_ihl,
  output wire        s2_ip_1_fragment,
  output wire        s2_ip_1_not_udp,
  output wire        s2_ip_1_ce,
  output wire [15:0] s2_ip_1_length,
  output wire [3:0]  s2_ip_1_counted_words,
  output wire [6:0]  s2_ip_1_length_from,
  output wire [2:0]  s2_ip_1_ip_at,
  output wire [4:0]  s2_ip_1_options_at,
  output wire [4:0]  s2_ip_1_udp_at,
  output wire [11:0] s2_ip_1_end_at,
  output wire        s2_ip_2_vlan,
  output wire        s2_ip_2_not_ip,
  output wire        s2_ip_2_v6,
  output wire        s2_ip_2_bad_version,
  output wire        s2_ip_2_bad_ihl,
  output wire        s2_ip_2_fragment,
  output wire        s2_ip_2_not_udp,
  output wire        s2_ip_2_ce,
  output wire [15:0] s2_ip_2_length,
  output wire [3:0]  s2_ip_2_counted_words,
  output wire [6:0]  s2_ip_2_length_from,
  output wire [2:0]  s2_ip_2_ip_at,
  output wire [4:0]  s2_ip_2_options_at,
  output wire [4:0]  s2_ip_2_udp_at,
  output wire [11:0] s2_ip_2_end_at,
  output wire [12:0] s3_at,                 // index of lane 0's word, a multiple of the number of lanes; stops at 4096
  output wire [6:0]  s4_at,                 // the same, if s4_near: below 128
  output wire        s4_near,
  output wire        s4_here_0,             // the beat in stage 4 has word 3 (s4_here_1: word 4, and so on)
  output wire        s4_here_1,
  output wire        s4_here_2,
  output wire        s4_here_3,
  output wire        s4_here_4,
  output wire        s4_here_5,
  output wire        s4_late_0,             // the lane's word comes behind word 8
  output wire        s4_late_1,
  output wire [31:0] s4_word_0,
  output wire [31:0] s4_word_1,
  output wire [31:0] s5_word_0,
  output wire [31:0] s5_word_1
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
  reg  [31:0] s2_word_0;
  reg  [31:0] s2_word_1;
  reg  [31:0] s3_word_0;
  reg  [31:0] s3_word_1;
  reg  [31:0] word_4_0;
  reg  [31:0] word_4_1;
  reg  [31:0] word_5_0;
  reg  [31:0] word_5_1;
  reg         turn_0;
  reg         turn_1;
  reg         turn_2;
  reg         turn_3;
  reg         turn_4;
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
  reg         late_0;
  reg         late_1;

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
  assign here_0 = s1_valid & turn_1;
  assign s4_here_0 = here_r_0;
  assign here_1 = s1_valid & turn_2;
  assign s4_here_1 = here_r_1;
  assign here_2 = s1_valid & turn_2;
  assign s4_here_2 = here_r_2;
  assign here_3 = s1_valid & turn_3;
  assign s4_here_3 = here_r_3;
  assign here_4 = s1_valid & turn_3;
  assign s4_here_4 = here_r_4;
  assign here_5 = s1_valid & turn_4;
  assign s4_here_5 = here_r_5;

  ackw_ip_at u_ip_at_0 (
    .clk             (clk),
    .rst_n           (rst_n),
    .first_word      (5'd4),
    .type_here       (here_0),
    .ethertype       (word_1_1[15:0]),
    .word0_here      (here_1),
    .version         (word_1_0[31:28]),
    .ihl             (word_1_0[27:24]),
    .ecn_v6          (word_1_0[21:20]),
    .ecn_v4          (word_1_0[17:16]),
    .total_length    (word_1_0[15:0]),
    .word1_here      (here_2),
    .word1           (word_1_1),
    .word2_here      (here_3),
    .protocol        (word_1_0[23:16]),
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
    .ethertype       (word_1_0[15:0]),
    .word0_here      (here_2),
    .version         (word_1_1[31:28]),
    .ihl             (word_1_1[27:24]),
    .ecn_v6          (word_1_1[21:20]),
    .ecn_v4          (word_1_1[17:16]),
    .total_length    (word_1_1[15:0]),
    .word1_here      (here_3),
    .word1           (word_1_0),
    .word2_here      (here_4),
    .protocol        (word_1_1[23:16]),
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
    .ethertype       (word_1_1[15:0]),
    .word0_here      (here_3),
    .version         (word_1_0[31:28]),
    .ihl             (word_1_0[27:24]),
    .ecn_v6          (word_1_0[21:20]),
    .ecn_v4          (word_1_0[17:16]),
    .total_length    (word_1_0[15:0]),
    .word1_here      (here_4),
    .word1           (word_1_1),
    .word2_here      (here_5),
    .protocol        (word_1_0[23:16]),
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
  always @(posedge clk or negedge rst_n) begin
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
      turn_1 <= 1'b0;
      turn_2 <= 1'b0;
      turn_3 <= 1'b0;
      turn_4 <= 1'b0;
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
        turn_1 <= turn_0 & !s1_last;
      end
      if (s1_valid) begin
        turn_2 <= turn_1 & !s1_last;
      end
      if (s1_valid) begin
        turn_3 <= turn_2 & !s1_last;
      end
      if (s1_valid) begin
        turn_4 <= turn_3 & !s1_last;
      end

      if (s1_valid) begin
        if (s1_last) begin
          s1_at <= 13'd0;
        end else if (!s1_at[12]) begin
          s1_at <= s1_at + 13'd2;
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

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      tail <= 16'd0;
      word_1_0 <= 32'd0;
      word_1_1 <= 32'd0;
      s2_word_0 <= 32'd0;
      s2_word_1 <= 32'd0;
      s3_word_0 <= 32'd0;
      s3_word_1 <= 32'd0;
      word_4_0 <= 32'd0;
      word_4_1 <= 32'd0;
      word_5_0 <= 32'd0;
      word_5_1 <= 32'd0;
      s2_at <= 13'd0;
      at <= 13'd0;
      at_4 <= 7'd0;
      near <= 1'b0;
      s3_late_0 <= 1'b0;
      s3_late_1 <= 1'b0;
      late_0 <= 1'b0;
      late_1 <= 1'b0;
    end else begin
      if (accept) begin
        tail <= tdata[63:48];
      end
      word_1_0 <= {tail[7:0], tail[15:8], tdata[7:0], tdata[15:8]};
      word_1_1 <= {tdata[23:16], tdata[31:24], tdata[39:32], tdata[47:40]};
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
    end
  end

endmodule

`default_nettype wire
