// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The telemetry header of a frame: caught wherever it starts, read by the table of profiles.
module ackw_telemetry (
  input  wire        clk,                   // clock, rising edge
  input  wire        rst_n,                 // reset, active low, synchronous
  input  wire        setup_at_udp,
  input  wire        setup_at_ack,
  input  wire        setup_profile,
  input  wire [5:0]  setup_area,
  input  wire [6:0]  setup_bth_skip,
  input  wire [4:0]  setup_header_skip,
  input  wire [8:0]  setup_least_bytes,
  input  wire [8:0]  setup_ack_bytes,
  input  wire [8:0]  setup_cnp_bytes,
  input  wire [4:0]  setup_header_words,
  input  wire        s4_beat_valid,
  input  wire        s4_beat_last,
  input  wire [6:0]  s4_at,                 // index of lane 0's word, if s4_near
  input  wire        s4_near,
  input  wire        s4_late,               // the last lane's word comes behind word 8
  input  wire [6:0]  s4_places_udp_at,
  input  wire [6:0]  s4_places_area_at,
  input  wire [6:0]  s4_places_bth_at,
  input  wire [6:0]  s4_places_header_at,   // the word where the header starts; valid from word 8 on
  input  wire        s4_places_ends_later,
  input  wire        s4_places_ends_here,
  input  wire [3:0]  s4_places_end_lane,
  input  wire        s4_places_v6,
  input  wire [2:0]  s4_places_tags,
  input  wire [31:0] s4_word_0,
  input  wire [31:0] s4_word_1,
  input  wire [31:0] s4_word_2,
  input  wire [31:0] s4_word_3,
  input  wire [31:0] s4_word_4,
  input  wire [31:0] s4_word_5,
  input  wire [31:0] s4_word_6,
  input  wire [31:0] s4_word_7,
  input  wire [31:0] s4_word_8,
  input  wire [31:0] s4_word_9,
  input  wire [31:0] s4_word_10,
  input  wire [31:0] s4_word_11,
  input  wire [31:0] s4_word_12,
  input  wire [31:0] s4_word_13,
  input  wire [31:0] s4_word_14,
  input  wire [31:0] s4_word_15,
  input  wire [15:0] s6_payload_bytes,
  input  wire        s6_payload_short,
  input  wire        s6_payload_is_ack,
  input  wire        s6_payload_is_cnp,
  input  wire        s6_payload_is_words,
  input  wire        s6_payload_plain_ack,
  input  wire [13:0] s6_payload_room_words, // words that there are for the header and what stands before it
  input  wire        s6_payload_ce,
  output wire        s8_fault_found,        // if the frame has telemetry: it does not fit, or counts more hops than
                                            // slots
  output wire [4:0]  s8_fault_reason,
  input  wire        s8_show,               // there is an event, and it carries telemetry; otherwise res_* are 0
  output wire [11:0] res_path,
  output wire [3:0]  res_n_hop,
  output wire [3:0]  res_hop_0_speed,       // index into the speed table
  output wire [23:0] res_hop_0_ts,          // timestamp, modular; ts_unit
  output wire [19:0] res_hop_0_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0] res_hop_0_q,           // queue; q_unit
  output wire [3:0]  res_hop_1_speed,       // index into the speed table
  output wire [23:0] res_hop_1_ts,          // timestamp, modular; ts_unit
  output wire [19:0] res_hop_1_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0] res_hop_1_q,           // queue; q_unit
  output wire [3:0]  res_hop_2_speed,       // index into the speed table
  output wire [23:0] res_hop_2_ts,          // timestamp, modular; ts_unit
  output wire [19:0] res_hop_2_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0] res_hop_2_q,           // queue; q_unit
  output wire [3:0]  res_hop_3_speed,       // index into the speed table
  output wire [23:0] res_hop_3_ts,          // timestamp, modular; ts_unit
  output wire [19:0] res_hop_3_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0] res_hop_3_q,           // queue; q_unit
  output wire [3:0]  res_hop_4_speed,       // index into the speed table
  output wire [23:0] res_hop_4_ts,          // timestamp, modular; ts_unit
  output wire [19:0] res_hop_4_tx,          // bytes transmitted, modular; tx_unit
  output wire [15:0] res_hop_4_q            // queue; q_unit
);

  localparam [6:0] LANE_MASK = 7'd15; // of a word's place the bits that say its lane
  localparam FIXED_0 = 1'b0; // the profile has all its slots always
  localparam FIXED_1 = 1'b1;
  localparam [4:0] TELEMETRY_LENGTH = 5'd22; // reason of a drop
  localparam [4:0] TELEMETRY_HOPS = 5'd23;

  reg         carry_0;
  reg         s5_run_0;
  reg         s5_run_1;
  reg         s6_run_0;
  reg         s6_run_1;
  reg  [31:0] word_0;
  reg  [31:0] word_1;
  reg  [31:0] word_2;
  reg  [31:0] word_3;
  reg  [31:0] word_4;
  reg  [31:0] word_5;
  reg  [31:0] word_6;
  reg  [31:0] word_7;
  reg  [31:0] word_8;
  reg  [31:0] word_9;
  reg  [31:0] word_10;
  reg  [14:0] s7_left;
  reg         fault_found;
  reg  [4:0]  fault_reason;
  reg  [11:0] s8_path_path;
  reg  [3:0]  s8_path_n_hop;
  reg  [3:0]  s8_hop_0_speed;
  reg  [23:0] s8_hop_0_ts;
  reg  [19:0] s8_hop_0_tx;
  reg  [15:0] s8_hop_0_q;
  reg  [3:0]  s8_hop_1_speed;
  reg  [23:0] s8_hop_1_ts;
  reg  [19:0] s8_hop_1_tx;
  reg  [15:0] s8_hop_1_q;
  reg  [3:0]  s8_hop_2_speed;
  reg  [23:0] s8_hop_2_ts;
  reg  [19:0] s8_hop_2_tx;
  reg  [15:0] s8_hop_2_q;
  reg  [3:0]  s8_hop_3_speed;
  reg  [23:0] s8_hop_3_ts;
  reg  [19:0] s8_hop_3_tx;
  reg  [15:0] s8_hop_3_q;
  reg  [3:0]  s8_hop_4_speed;
  reg  [23:0] s8_hop_4_ts;
  reg  [19:0] s8_hop_4_tx;
  reg  [15:0] s8_hop_4_q;
  reg  [11:0] path_path;
  reg  [3:0]  path_n_hop;
  reg  [3:0]  hop_0_speed;
  reg  [23:0] hop_0_ts;
  reg  [19:0] hop_0_tx;
  reg  [15:0] hop_0_q;
  reg  [3:0]  hop_1_speed;
  reg  [23:0] hop_1_ts;
  reg  [19:0] hop_1_tx;
  reg  [15:0] hop_1_q;
  reg  [3:0]  hop_2_speed;
  reg  [23:0] hop_2_ts;
  reg  [19:0] hop_2_tx;
  reg  [15:0] hop_2_q;
  reg  [3:0]  hop_3_speed;
  reg  [23:0] hop_3_ts;
  reg  [19:0] hop_3_tx;
  reg  [15:0] hop_3_q;
  reg  [3:0]  hop_4_speed;
  reg  [23:0] hop_4_ts;
  reg  [19:0] hop_4_tx;
  reg  [15:0] hop_4_q;

  wire        starts;
  wire        run_0;
  wire        run_1;
  reg         too_short;
  wire [3:0]  no_hop_speed;
  wire [23:0] no_hop_ts;
  wire [19:0] no_hop_tx;
  wire [15:0] no_hop_q;
  wire [3:0]  turn_s4_by;
  wire [31:0] turn_s6_word_0;
  wire [31:0] turn_s6_word_1;
  wire [31:0] turn_s6_word_2;
  wire [31:0] turn_s6_word_3;
  wire [31:0] turn_s6_word_4;
  wire [31:0] turn_s6_word_5;
  wire [31:0] turn_s6_word_6;
  wire [31:0] turn_s6_word_7;
  wire [31:0] turn_s6_word_8;
  wire [31:0] turn_s6_word_9;
  wire [31:0] turn_s6_word_10;
  wire [31:0] turn_s6_word_11;
  wire [31:0] turn_s6_word_12;
  wire [31:0] turn_s6_word_13;
  wire [31:0] turn_s6_word_14;
  wire [31:0] turn_s6_word_15;
  wire        turn_s6_wraps_0;
  wire        turn_s6_wraps_1;
  wire        turn_s6_wraps_2;
  wire        turn_s6_wraps_3;
  wire        turn_s6_wraps_4;
  wire        turn_s6_wraps_5;
  wire        turn_s6_wraps_6;
  wire        turn_s6_wraps_7;
  wire        turn_s6_wraps_8;
  wire        turn_s6_wraps_9;
  wire        turn_s6_wraps_10;
  wire        turn_s6_wraps_11;
  wire        turn_s6_wraps_12;
  wire        turn_s6_wraps_13;
  wire        turn_s6_wraps_14;
  wire        turn_s6_wraps_15;
  wire [3:0]  table_n_hop;
  wire        table_too_many;
  wire [11:0] table_path;
  wire [3:0]  table_hop_0_speed;
  wire [23:0] table_hop_0_ts;
  wire [19:0] table_hop_0_tx;
  wire [15:0] table_hop_0_q;
  wire [3:0]  table_hop_1_speed;
  wire [23:0] table_hop_1_ts;
  wire [19:0] table_hop_1_tx;
  wire [15:0] table_hop_1_q;
  wire [3:0]  table_hop_2_speed;
  wire [23:0] table_hop_2_ts;
  wire [19:0] table_hop_2_tx;
  wire [15:0] table_hop_2_q;
  wire [3:0]  table_hop_3_speed;
  wire [23:0] table_hop_3_ts;
  wire [19:0] table_hop_3_tx;
  wire [15:0] table_hop_3_q;
  wire [3:0]  table_hop_4_speed;
  wire [23:0] table_hop_4_ts;
  wire [19:0] table_hop_4_tx;
  wire [15:0] table_hop_4_q;

  // s4: the beat in which the header starts, and the number of each that follows
  assign starts = s4_near & s4_late & (s4_at == (s4_places_header_at & ~LANE_MASK));
  assign run_0 = starts;
  assign run_1 = carry_0;

  // s4 to s6: turn the words
  assign turn_s4_by = s4_places_header_at[3:0] & 4'hf;

  ackw_telemetry_turn u_turn (
    .clk        (clk),
    .rst_n      (rst_n),
    .s4_by      (turn_s4_by),
    .s4_word_0  (s4_word_0),
    .s4_word_1  (s4_word_1),
    .s4_word_2  (s4_word_2),
    .s4_word_3  (s4_word_3),
    .s4_word_4  (s4_word_4),
    .s4_word_5  (s4_word_5),
    .s4_word_6  (s4_word_6),
    .s4_word_7  (s4_word_7),
    .s4_word_8  (s4_word_8),
    .s4_word_9  (s4_word_9),
    .s4_word_10 (s4_word_10),
    .s4_word_11 (s4_word_11),
    .s4_word_12 (s4_word_12),
    .s4_word_13 (s4_word_13),
    .s4_word_14 (s4_word_14),
    .s4_word_15 (s4_word_15),
    .s6_word_0  (turn_s6_word_0),
    .s6_word_1  (turn_s6_word_1),
    .s6_word_2  (turn_s6_word_2),
    .s6_word_3  (turn_s6_word_3),
    .s6_word_4  (turn_s6_word_4),
    .s6_word_5  (turn_s6_word_5),
    .s6_word_6  (turn_s6_word_6),
    .s6_word_7  (turn_s6_word_7),
    .s6_word_8  (turn_s6_word_8),
    .s6_word_9  (turn_s6_word_9),
    .s6_word_10 (turn_s6_word_10),
    .s6_word_11 (turn_s6_word_11),
    .s6_word_12 (turn_s6_word_12),
    .s6_word_13 (turn_s6_word_13),
    .s6_word_14 (turn_s6_word_14),
    .s6_word_15 (turn_s6_word_15),
    .s6_wraps_0 (turn_s6_wraps_0),
    .s6_wraps_1 (turn_s6_wraps_1),
    .s6_wraps_2 (turn_s6_wraps_2),
    .s6_wraps_3 (turn_s6_wraps_3),
    .s6_wraps_4 (turn_s6_wraps_4),
    .s6_wraps_5 (turn_s6_wraps_5),
    .s6_wraps_6 (turn_s6_wraps_6),
    .s6_wraps_7 (turn_s6_wraps_7),
    .s6_wraps_8 (turn_s6_wraps_8),
    .s6_wraps_9 (turn_s6_wraps_9),
    .s6_wraps_10(turn_s6_wraps_10),
    .s6_wraps_11(turn_s6_wraps_11),
    .s6_wraps_12(turn_s6_wraps_12),
    .s6_wraps_13(turn_s6_wraps_13),
    .s6_wraps_14(turn_s6_wraps_14),
    .s6_wraps_15(turn_s6_wraps_15)
  );

  // s6: catch those that there are fields in
  ackw_telemetry_table u_table (
    .profile (setup_profile),
    .word_0  (word_0),
    .word_1  (word_1),
    .word_2  (word_2),
    .word_3  (word_3),
    .word_4  (word_4),
    .word_5  (word_5),
    .word_6  (word_6),
    .word_7  (word_7),
    .word_8  (word_8),
    .word_9  (word_9),
    .word_10 (word_10),
    .n_hop   (table_n_hop),
    .too_many(table_too_many),
    .path    (table_path),
    .hop_0   ({table_hop_0_q, table_hop_0_tx, table_hop_0_ts, table_hop_0_speed}),
    .hop_1   ({table_hop_1_q, table_hop_1_tx, table_hop_1_ts, table_hop_1_speed}),
    .hop_2   ({table_hop_2_q, table_hop_2_tx, table_hop_2_ts, table_hop_2_speed}),
    .hop_3   ({table_hop_3_q, table_hop_3_tx, table_hop_3_ts, table_hop_3_speed}),
    .hop_4   ({table_hop_4_q, table_hop_4_tx, table_hop_4_ts, table_hop_4_speed})
  );

  // s7: two words a hop, where the layout has not all its slots always
  always @* begin
    too_short = s7_left[14];
    if ((setup_profile & !FIXED_1) | (!setup_profile & !FIXED_0)) begin
      too_short = s7_left[14] | (!(|s7_left[13:5]) & (table_n_hop > s7_left[4:1]));
    end
  end

  assign s8_fault_found = fault_found;
  assign s8_fault_reason = fault_reason;

  // s7: the fields; s8: zero unless they are an event's
  assign res_path = path_path;
  assign res_n_hop = path_n_hop;
  assign no_hop_speed = 4'd0;
  assign no_hop_ts = 24'd0;
  assign no_hop_tx = 20'd0;
  assign no_hop_q = 16'd0;
  assign res_hop_0_speed = hop_0_speed;
  assign res_hop_0_ts = hop_0_ts;
  assign res_hop_0_tx = hop_0_tx;
  assign res_hop_0_q = hop_0_q;
  assign res_hop_1_speed = hop_1_speed;
  assign res_hop_1_ts = hop_1_ts;
  assign res_hop_1_tx = hop_1_tx;
  assign res_hop_1_q = hop_1_q;
  assign res_hop_2_speed = hop_2_speed;
  assign res_hop_2_ts = hop_2_ts;
  assign res_hop_2_tx = hop_2_tx;
  assign res_hop_2_q = hop_2_q;
  assign res_hop_3_speed = hop_3_speed;
  assign res_hop_3_ts = hop_3_ts;
  assign res_hop_3_tx = hop_3_tx;
  assign res_hop_3_q = hop_3_q;
  assign res_hop_4_speed = hop_4_speed;
  assign res_hop_4_ts = hop_4_ts;
  assign res_hop_4_tx = hop_4_tx;
  assign res_hop_4_q = hop_4_q;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      carry_0 <= 1'b0;
      s5_run_0 <= 1'b0;
      s5_run_1 <= 1'b0;
      s6_run_0 <= 1'b0;
      s6_run_1 <= 1'b0;
    end else begin
      s5_run_0 <= run_0 & s4_beat_valid;
      s6_run_0 <= s5_run_0;
      s5_run_1 <= run_1 & s4_beat_valid;
      s6_run_1 <= s5_run_1;
      if (s4_beat_valid) begin
        carry_0 <= run_0 & !s4_beat_last;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if ((s6_run_0 & !turn_s6_wraps_0) | (s6_run_1 & turn_s6_wraps_0)) begin
      word_0 <= turn_s6_word_0;
    end
    if ((s6_run_0 & !turn_s6_wraps_1) | (s6_run_1 & turn_s6_wraps_1)) begin
      word_1 <= turn_s6_word_1;
    end
    if ((s6_run_0 & !turn_s6_wraps_2) | (s6_run_1 & turn_s6_wraps_2)) begin
      word_2 <= turn_s6_word_2;
    end
    if ((s6_run_0 & !turn_s6_wraps_3) | (s6_run_1 & turn_s6_wraps_3)) begin
      word_3 <= turn_s6_word_3;
    end
    if ((s6_run_0 & !turn_s6_wraps_4) | (s6_run_1 & turn_s6_wraps_4)) begin
      word_4 <= turn_s6_word_4;
    end
    if ((s6_run_0 & !turn_s6_wraps_5) | (s6_run_1 & turn_s6_wraps_5)) begin
      word_5 <= turn_s6_word_5;
    end
    if ((s6_run_0 & !turn_s6_wraps_6) | (s6_run_1 & turn_s6_wraps_6)) begin
      word_6 <= turn_s6_word_6;
    end
    if ((s6_run_0 & !turn_s6_wraps_7) | (s6_run_1 & turn_s6_wraps_7)) begin
      word_7 <= turn_s6_word_7;
    end
    if ((s6_run_0 & !turn_s6_wraps_8) | (s6_run_1 & turn_s6_wraps_8)) begin
      word_8 <= turn_s6_word_8;
    end
    if ((s6_run_0 & !turn_s6_wraps_9) | (s6_run_1 & turn_s6_wraps_9)) begin
      word_9 <= turn_s6_word_9;
    end
    if ((s6_run_0 & !turn_s6_wraps_10) | (s6_run_1 & turn_s6_wraps_10)) begin
      word_10 <= turn_s6_word_10;
    end
    // s6: words that are left for hops; the top bit is the borrow
    s7_left <= {1'b0, s6_payload_room_words} - {10'd0, setup_header_words};

    fault_found <= too_short | table_too_many;
    fault_reason <= TELEMETRY_HOPS;
    if (too_short) begin
      fault_reason <= TELEMETRY_LENGTH;
    end

    s8_path_path <= table_path;
    s8_path_n_hop <= table_n_hop;
    path_path <= 12'd0;
    path_n_hop <= 4'd0;
    if (s8_show) begin
      path_path <= s8_path_path;
      path_n_hop <= s8_path_n_hop;
    end
    s8_hop_0_speed <= no_hop_speed;
    s8_hop_0_ts <= no_hop_ts;
    s8_hop_0_tx <= no_hop_tx;
    s8_hop_0_q <= no_hop_q;
    if (table_n_hop > 4'd0) begin
      s8_hop_0_speed <= table_hop_0_speed;
      s8_hop_0_ts <= table_hop_0_ts;
      s8_hop_0_tx <= table_hop_0_tx;
      s8_hop_0_q <= table_hop_0_q;
    end
    hop_0_speed <= no_hop_speed;
    hop_0_ts <= no_hop_ts;
    hop_0_tx <= no_hop_tx;
    hop_0_q <= no_hop_q;
    if (s8_show) begin
      hop_0_speed <= s8_hop_0_speed;
      hop_0_ts <= s8_hop_0_ts;
      hop_0_tx <= s8_hop_0_tx;
      hop_0_q <= s8_hop_0_q;
    end
    s8_hop_1_speed <= no_hop_speed;
    s8_hop_1_ts <= no_hop_ts;
    s8_hop_1_tx <= no_hop_tx;
    s8_hop_1_q <= no_hop_q;
    if (table_n_hop > 4'd1) begin
      s8_hop_1_speed <= table_hop_1_speed;
      s8_hop_1_ts <= table_hop_1_ts;
      s8_hop_1_tx <= table_hop_1_tx;
      s8_hop_1_q <= table_hop_1_q;
    end
    hop_1_speed <= no_hop_speed;
    hop_1_ts <= no_hop_ts;
    hop_1_tx <= no_hop_tx;
    hop_1_q <= no_hop_q;
    if (s8_show) begin
      hop_1_speed <= s8_hop_1_speed;
      hop_1_ts <= s8_hop_1_ts;
      hop_1_tx <= s8_hop_1_tx;
      hop_1_q <= s8_hop_1_q;
    end
    s8_hop_2_speed <= no_hop_speed;
    s8_hop_2_ts <= no_hop_ts;
    s8_hop_2_tx <= no_hop_tx;
    s8_hop_2_q <= no_hop_q;
    if (table_n_hop > 4'd2) begin
      s8_hop_2_speed <= table_hop_2_speed;
      s8_hop_2_ts <= table_hop_2_ts;
      s8_hop_2_tx <= table_hop_2_tx;
      s8_hop_2_q <= table_hop_2_q;
    end
    hop_2_speed <= no_hop_speed;
    hop_2_ts <= no_hop_ts;
    hop_2_tx <= no_hop_tx;
    hop_2_q <= no_hop_q;
    if (s8_show) begin
      hop_2_speed <= s8_hop_2_speed;
      hop_2_ts <= s8_hop_2_ts;
      hop_2_tx <= s8_hop_2_tx;
      hop_2_q <= s8_hop_2_q;
    end
    s8_hop_3_speed <= no_hop_speed;
    s8_hop_3_ts <= no_hop_ts;
    s8_hop_3_tx <= no_hop_tx;
    s8_hop_3_q <= no_hop_q;
    if (table_n_hop > 4'd3) begin
      s8_hop_3_speed <= table_hop_3_speed;
      s8_hop_3_ts <= table_hop_3_ts;
      s8_hop_3_tx <= table_hop_3_tx;
      s8_hop_3_q <= table_hop_3_q;
    end
    hop_3_speed <= no_hop_speed;
    hop_3_ts <= no_hop_ts;
    hop_3_tx <= no_hop_tx;
    hop_3_q <= no_hop_q;
    if (s8_show) begin
      hop_3_speed <= s8_hop_3_speed;
      hop_3_ts <= s8_hop_3_ts;
      hop_3_tx <= s8_hop_3_tx;
      hop_3_q <= s8_hop_3_q;
    end
    s8_hop_4_speed <= no_hop_speed;
    s8_hop_4_ts <= no_hop_ts;
    s8_hop_4_tx <= no_hop_tx;
    s8_hop_4_q <= no_hop_q;
    if (table_n_hop > 4'd4) begin
      s8_hop_4_speed <= table_hop_4_speed;
      s8_hop_4_ts <= table_hop_4_ts;
      s8_hop_4_tx <= table_hop_4_tx;
      s8_hop_4_q <= table_hop_4_q;
    end
    hop_4_speed <= no_hop_speed;
    hop_4_ts <= no_hop_ts;
    hop_4_tx <= no_hop_tx;
    hop_4_q <= no_hop_q;
    if (s8_show) begin
      hop_4_speed <= s8_hop_4_speed;
      hop_4_ts <= s8_hop_4_ts;
      hop_4_tx <= s8_hop_4_tx;
      hop_4_q <= s8_hop_4_q;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, setup_at_udp, setup_at_ack, setup_area, setup_bth_skip, setup_header_skip, setup_least_bytes,
    setup_ack_bytes, setup_cnp_bytes, s4_places_udp_at, s4_places_area_at, s4_places_bth_at, s4_places_ends_later,
    s4_places_ends_here, s4_places_end_lane, s4_places_v6, s4_places_tags, s6_payload_bytes, s6_payload_short,
    s6_payload_is_ack, s6_payload_is_cnp, s6_payload_is_words, s6_payload_plain_ack, s6_payload_ce, turn_s6_word_11,
    turn_s6_word_12, turn_s6_word_13, turn_s6_word_14, turn_s6_word_15, turn_s6_wraps_11, turn_s6_wraps_12,
    turn_s6_wraps_13, turn_s6_wraps_14, turn_s6_wraps_15, s7_left[0]};

endmodule

`default_nettype wire
