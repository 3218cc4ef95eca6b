// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// Where the frame's parts are, in words; right from word 8 on.
module ackw_parser_places (
  input  wire        clk,                  // clock, rising edge
  input  wire        rst_n,                // reset, active low, asynchronous
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
  input  wire [12:0] s3_at,                // index of lane 0's word
  input  wire        s3_ip_vlan,
  input  wire        s3_ip_not_ip,
  input  wire        s3_ip_v6,
  input  wire        s3_ip_bad_version,
  input  wire        s3_ip_bad_ihl,
  input  wire        s3_ip_fragment,
  input  wire        s3_ip_not_udp,
  input  wire        s3_ip_ce,
  input  wire [15:0] s3_ip_length,
  input  wire [3:0]  s3_ip_counted_words,
  input  wire [6:0]  s3_ip_length_from,
  input  wire [2:0]  s3_ip_ip_at,
  input  wire [4:0]  s3_ip_options_at,
  input  wire [4:0]  s3_ip_udp_at,
  input  wire [11:0] s3_ip_end_at,
  input  wire [2:0]  s3_tags,              // bit k: there are k tags
  output wire [6:0]  s4_places_udp_at,
  output wire [6:0]  s4_places_area_at,
  output wire [6:0]  s4_places_bth_at,
  output wire [6:0]  s4_places_header_at,  // the word where the telemetry header starts
  output wire        s4_places_ends_later, // the packet ends behind the beat in stage 4
  output wire        s4_places_ends_here,
  output wire [3:0]  s4_places_end_lane,   // lane of the packet's last word, if it ends in this beat
  output wire        s4_places_v6,
  output wire [2:0]  s4_places_tags
);

  localparam [12:0] LANE_MASK = 13'd1;

  reg  [6:0] s4_udp_at;
  reg  [6:0] s4_area_at;
  reg  [6:0] s4_bth_at;
  reg  [6:0] s4_header_at;
  reg        s4_ends_later;
  reg        s4_ends_here;
  reg  [3:0] s4_end_lane;
  reg        s4_v6;
  reg  [2:0] s4_tags;

  wire [12:0] end_beat;

  assign end_beat = {1'b0, s3_ip_end_at} & ~LANE_MASK;
  assign s4_places_udp_at = s4_udp_at;
  assign s4_places_area_at = s4_area_at;
  assign s4_places_bth_at = s4_bth_at;
  assign s4_places_header_at = s4_header_at;
  assign s4_places_ends_later = s4_ends_later;
  assign s4_places_ends_here = s4_ends_here;
  assign s4_places_end_lane = s4_end_lane;
  assign s4_places_v6 = s4_v6;
  assign s4_places_tags = s4_tags;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s4_udp_at <= 7'd0;
      s4_area_at <= 7'd0;
      s4_bth_at <= 7'd0;
      s4_header_at <= 7'd0;
      s4_ends_later <= 1'b0;
      s4_ends_here <= 1'b0;
      s4_end_lane <= 4'd0;
      s4_v6 <= 1'b0;
      s4_tags <= 3'd0;
    end else begin
      s4_udp_at <= {2'd0, s3_ip_udp_at};
      s4_area_at <= {2'd0, s3_ip_udp_at} + 7'd2;
      s4_bth_at <= {2'd0, s3_ip_udp_at} + setup_bth_skip;
      s4_header_at <= {2'd0, s3_ip_udp_at} + {2'd0, setup_header_skip};
      s4_ends_later <= s3_at < end_beat;
      s4_ends_here <= s3_at == end_beat;
      s4_end_lane <= s3_ip_end_at[3:0] & 4'd1;
      s4_v6 <= s3_ip_v6;
      s4_tags <= s3_tags;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, setup_at_udp, setup_at_ack, setup_profile, setup_area, setup_least_bytes, setup_ack_bytes,
    setup_cnp_bytes, setup_header_words, s3_ip_vlan, s3_ip_not_ip, s3_ip_bad_version, s3_ip_bad_ihl, s3_ip_fragment,
    s3_ip_not_udp, s3_ip_ce, s3_ip_length, s3_ip_counted_words, s3_ip_length_from, s3_ip_ip_at, s3_ip_options_at};

endmodule

`default_nettype wire
