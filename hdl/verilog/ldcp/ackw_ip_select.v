// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Chooses between the readings for 0, 1 and 2 VLAN tags, and says where the frame's parts are, in words.
module ackw_ip_select (
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
  input  wire        s2_ip_0_vlan,
  input  wire        s2_ip_0_not_ip,
  input  wire        s2_ip_0_v6,
  input  wire        s2_ip_0_bad_version,
  input  wire        s2_ip_0_bad_ihl,
  input  wire        s2_ip_0_fragment,
  input  wire        s2_ip_0_not_udp,
  input  wire        s2_ip_0_ce,
  input  wire [15:0] s2_ip_0_length,
  input  wire [3:0]  s2_ip_0_counted_words,
  input  wire [6:0]  s2_ip_0_length_from,
  input  wire [2:0]  s2_ip_0_ip_at,
  input  wire [4:0]  s2_ip_0_options_at,
  input  wire [4:0]  s2_ip_0_udp_at,
  input  wire [11:0] s2_ip_0_end_at,
  input  wire        s2_ip_1_vlan,
  input  wire        s2_ip_1_not_ip,
  input  wire        s2_ip_1_v6,
  input  wire        s2_ip_1_bad_version,
  input  wire        s2_ip_1_bad_ihl,
  input  wire        s2_ip_1_fragment,
  input  wire        s2_ip_1_not_udp,
  input  wire        s2_ip_1_ce,
  input  wire [15:0] s2_ip_1_length,
  input  wire [3:0]  s2_ip_1_counted_words,
  input  wire [6:0]  s2_ip_1_length_from,
  input  wire [2:0]  s2_ip_1_ip_at,
  input  wire [4:0]  s2_ip_1_options_at,
  input  wire [4:0]  s2_ip_1_udp_at,
  input  wire [11:0] s2_ip_1_end_at,
  input  wire        s2_ip_2_vlan,
  input  wire        s2_ip_2_not_ip,
  input  wire        s2_ip_2_v6,
  input  wire        s2_ip_2_bad_version,
  input  wire        s2_ip_2_bad_ihl,
  input  wire        s2_ip_2_fragment,
  input  wire        s2_ip_2_not_udp,
  input  wire        s2_ip_2_ce,
  input  wire [15:0] s2_ip_2_length,
  input  wire [3:0]  s2_ip_2_counted_words,
  input  wire [6:0]  s2_ip_2_length_from,
  input  wire [2:0]  s2_ip_2_ip_at,
  input  wire [4:0]  s2_ip_2_options_at,
  input  wire [4:0]  s2_ip_2_udp_at,
  input  wire [11:0] s2_ip_2_end_at,
  input  wire [12:0] s3_at,                 // index of lane 0's word
  output wire        s3_ip_vlan,            // a third tag
  output wire        s3_ip_not_ip,
  output wire        s3_ip_v6,
  output wire        s3_ip_bad_version,
  output wire        s3_ip_bad_ihl,
  output wire        s3_ip_fragment,
  output wire        s3_ip_not_udp,
  output wire        s3_ip_ce,
  output wire [15:0] s3_ip_length,
  output wire [3:0]  s3_ip_counted_words,
  output wire [6:0]  s3_ip_length_from,
  output wire [2:0]  s3_ip_ip_at,
  output wire [4:0]  s3_ip_options_at,
  output wire [4:0]  s3_ip_udp_at,
  output wire [11:0] s3_ip_end_at,
  output wire [2:0]  s3_tags,               // bit k: there are k tags
  output wire [6:0]  s4_places_udp_at,      // valid from word 8 on, as all places are
  output wire [6:0]  s4_places_area_at,
  output wire [6:0]  s4_places_bth_at,
  output wire [6:0]  s4_places_header_at,   // the word where the telemetry header starts
  output wire        s4_places_ends_later,  // the packet ends behind the beat in stage 4
  output wire        s4_places_ends_here,
  output wire [3:0]  s4_places_end_lane,    // lane of the packet's last word, if it ends in this beat
  output wire        s4_places_v6,
  output wire [2:0]  s4_places_tags
);

  localparam [12:0] LANE_MASK = 13'd3; // of a word's place the bits that say its lane

  reg         ip_vlan;
  reg         ip_not_ip;
  reg         ip_v6;
  reg         ip_bad_version;
  reg         ip_bad_ihl;
  reg         ip_fragment;
  reg         ip_not_udp;
  reg         ip_ce;
  reg  [15:0] ip_length;
  reg  [3:0]  ip_counted_words;
  reg  [6:0]  ip_length_from;
  reg  [2:0]  ip_ip_at;
  reg  [4:0]  ip_options_at;
  reg  [4:0]  ip_udp_at;
  reg  [11:0] ip_end_at;
  reg  [2:0]  tags;
  reg  [6:0]  s4_udp_at;
  reg  [6:0]  s4_area_at;
  reg  [6:0]  s4_bth_at;
  reg  [6:0]  s4_header_at;
  reg         s4_ends_later;
  reg         s4_ends_here;
  reg  [3:0]  s4_end_lane;
  reg         s4_v6;
  reg  [2:0]  s4_tags;

  wire [12:0] end_beat;

  // s3: the places
  assign s3_ip_vlan = ip_vlan;
  assign s3_ip_not_ip = ip_not_ip;
  assign s3_ip_v6 = ip_v6;
  assign s3_ip_bad_version = ip_bad_version;
  assign s3_ip_bad_ihl = ip_bad_ihl;
  assign s3_ip_fragment = ip_fragment;
  assign s3_ip_not_udp = ip_not_udp;
  assign s3_ip_ce = ip_ce;
  assign s3_ip_length = ip_length;
  assign s3_ip_counted_words = ip_counted_words;
  assign s3_ip_length_from = ip_length_from;
  assign s3_ip_ip_at = ip_ip_at;
  assign s3_ip_options_at = ip_options_at;
  assign s3_ip_udp_at = ip_udp_at;
  assign s3_ip_end_at = ip_end_at;
  assign s3_tags = tags;
  assign end_beat = {1'b0, ip_end_at} & ~LANE_MASK;

  // s4
  assign s4_places_udp_at = s4_udp_at;
  assign s4_places_area_at = s4_area_at;
  assign s4_places_bth_at = s4_bth_at;
  assign s4_places_header_at = s4_header_at;
  assign s4_places_ends_later = s4_ends_later;
  assign s4_places_ends_here = s4_ends_here;
  assign s4_places_end_lane = s4_end_lane;
  assign s4_places_v6 = s4_v6;
  assign s4_places_tags = s4_tags;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s2: tags are stripped while there are tags
    ip_vlan <= s2_ip_0_vlan;
    ip_not_ip <= s2_ip_0_not_ip;
    ip_v6 <= s2_ip_0_v6;
    ip_bad_version <= s2_ip_0_bad_version;
    ip_bad_ihl <= s2_ip_0_bad_ihl;
    ip_fragment <= s2_ip_0_fragment;
    ip_not_udp <= s2_ip_0_not_udp;
    ip_ce <= s2_ip_0_ce;
    ip_length <= s2_ip_0_length;
    ip_counted_words <= s2_ip_0_counted_words;
    ip_length_from <= s2_ip_0_length_from;
    ip_ip_at <= s2_ip_0_ip_at;
    ip_options_at <= s2_ip_0_options_at;
    ip_udp_at <= s2_ip_0_udp_at;
    ip_end_at <= s2_ip_0_end_at;
    tags <= 3'd1;
    if (s2_ip_0_vlan) begin
      ip_vlan <= s2_ip_1_vlan;
      ip_not_ip <= s2_ip_1_not_ip;
      ip_v6 <= s2_ip_1_v6;
      ip_bad_version <= s2_ip_1_bad_version;
      ip_bad_ihl <= s2_ip_1_bad_ihl;
      ip_fragment <= s2_ip_1_fragment;
      ip_not_udp <= s2_ip_1_not_udp;
      ip_ce <= s2_ip_1_ce;
      ip_length <= s2_ip_1_length;
      ip_counted_words <= s2_ip_1_counted_words;
      ip_length_from <= s2_ip_1_length_from;
      ip_ip_at <= s2_ip_1_ip_at;
      ip_options_at <= s2_ip_1_options_at;
      ip_udp_at <= s2_ip_1_udp_at;
      ip_end_at <= s2_ip_1_end_at;
      tags <= 3'd2;
      if (s2_ip_1_vlan) begin
        ip_vlan <= s2_ip_2_vlan;
        ip_not_ip <= s2_ip_2_not_ip;
        ip_v6 <= s2_ip_2_v6;
        ip_bad_version <= s2_ip_2_bad_version;
        ip_bad_ihl <= s2_ip_2_bad_ihl;
        ip_fragment <= s2_ip_2_fragment;
        ip_not_udp <= s2_ip_2_not_udp;
        ip_ce <= s2_ip_2_ce;
        ip_length <= s2_ip_2_length;
        ip_counted_words <= s2_ip_2_counted_words;
        ip_length_from <= s2_ip_2_length_from;
        ip_ip_at <= s2_ip_2_ip_at;
        ip_options_at <= s2_ip_2_options_at;
        ip_udp_at <= s2_ip_2_udp_at;
        ip_end_at <= s2_ip_2_end_at;
        tags <= 3'd4;
      end
    end

    s4_udp_at <= {2'd0, ip_udp_at};
    s4_area_at <= {2'd0, ip_udp_at} + 7'd2;
    s4_bth_at <= {2'd0, ip_udp_at} + setup_bth_skip;
    s4_header_at <= {2'd0, ip_udp_at} + {2'd0, setup_header_skip};
    s4_ends_later <= s3_at < end_beat;
    s4_ends_here <= s3_at == end_beat;
    s4_end_lane <= ip_end_at[3:0] & 4'h3;
    s4_v6 <= ip_v6;
    s4_tags <= tags;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n, setup_at_udp, setup_at_ack, setup_profile, setup_area, setup_least_bytes,
    setup_ack_bytes, setup_cnp_bytes, setup_header_words};

endmodule

`default_nettype wire
