// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// How long the frame is and what the IP header says of it, and its first fault up to the IP header and the addresses.
module ackw_frame_check (
  input  wire        clk,                   // clock, rising edge
  input  wire        rst_n,                 // reset, active low, synchronous
  input  wire [15:0] tkeep,
  input  wire        tuser,                 // on the last beat: the MAC found the frame bad
  input  wire        s1_beat_valid,
  input  wire        s1_beat_last,
  input  wire        s2_beat_valid,
  input  wire        s2_beat_last,
  input  wire [13:0] cfg_max_frame_bytes,   // longer frames are dropped, bytes
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
  input  wire        s4_foreign_mac,
  input  wire        s4_foreign_ip,
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
  output wire [15:0] s6_payload_bytes,      // UDP and what it carries, bytes; s6_payload_room_words: for telemetry, and
                                            // what stands before it
  output wire        s6_payload_short,
  output wire        s6_payload_is_ack,
  output wire        s6_payload_is_cnp,
  output wire        s6_payload_is_words,
  output wire        s6_payload_plain_ack,
  output wire [13:0] s6_payload_room_words,
  output wire        s6_payload_ce,
  output wire        s8_fault_found,
  output wire [4:0]  s8_fault_reason
);

  localparam [15:0] STEPS_0 = 16'hfffe; // of tkeep's bits those whose parity is bit k of the number of bytes
  localparam [15:0] STEPS_1 = 16'h5554;
  localparam [15:0] STEPS_2 = 16'h1110;
  localparam [15:0] STEPS_3 = 16'd256;
  localparam [15:0] STEPS_4 = 16'd0;
  localparam [15:0] STEPS_5 = 16'd0;
  localparam [13:0] LONGEST = 14'h3ffe; // bytes less one: longer frames count as this long
  localparam [4:0] AXIS_KEEP = 5'd0; // reason of a drop
  localparam [4:0] FRAME_ERROR = 5'd1;
  localparam [4:0] OVERSIZED = 5'd2;
  localparam [4:0] TRUNCATED = 5'd3;
  localparam [4:0] VLAN_DEPTH = 5'd4;
  localparam [4:0] NOT_IP = 5'd5;
  localparam [4:0] IP_VERSION = 5'd6;
  localparam [4:0] IP_HEADER = 5'd7;
  localparam [4:0] IP_FRAGMENT = 5'd8;
  localparam [4:0] NOT_UDP = 5'd9;
  localparam [4:0] IP_LENGTH = 5'd10;
  localparam [4:0] NOT_OUR_MAC = 5'd24;
  localparam [4:0] NOT_OUR_IP = 5'd25;
  localparam [13:0] ACK_WORDS = 14'd7; // words of UDP, BTH, AETH and ICRC

  reg  [15:0] s1_keep;
  reg         s1_user;
  reg  [14:0] s1_offset;
  reg         gap_0;
  reg         gap_1;
  reg         gap_2;
  reg         gap_3;
  reg         bad_edge;
  reg  [5:0]  s2_in_beat;
  reg  [14:0] s2_offset;
  reg         s2_user;
  reg         bad_before;
  reg         s3_bad_keep;
  reg         s3_bad_frame;
  reg  [13:0] s3_last_byte;
  reg         s4_bad_keep;
  reg         s4_bad_frame;
  reg         s4_oversized;
  reg         s4_vlan_depth;
  reg         s4_not_ip;
  reg         s4_bad_version;
  reg         s4_bad_ihl;
  reg         s4_fragment;
  reg         s4_not_udp;
  reg         s4_ce;
  reg  [5:0]  s4_words;
  reg  [5:0]  s4_ip_at;
  reg  [5:0]  s4_options_at;
  reg  [5:0]  s4_udp_at;
  reg  [16:0] s4_payload;
  reg  [16:0] s4_ip_last_byte;
  reg  [13:0] s4_last_byte;
  reg         s5_bad_keep;
  reg         s5_bad_frame;
  reg         s5_oversized;
  reg         s5_short_ethernet;
  reg         s5_vlan_depth;
  reg         s5_not_ip;
  reg         s5_short_ip;
  reg         s5_bad_version;
  reg         s5_bad_ihl;
  reg         s5_short_options;
  reg         s5_fragment;
  reg         s5_not_udp;
  reg         s5_bad_length;
  reg         s5_short_packet;
  reg         s5_foreign_mac;
  reg         s5_foreign_ip;
  reg  [15:0] s5_bytes;
  reg         s5_ce;
  reg  [15:0] payload_bytes;
  reg         payload_short;
  reg         payload_is_ack;
  reg         payload_is_cnp;
  reg         payload_is_words;
  reg         payload_plain_ack;
  reg  [13:0] payload_room_words;
  reg         payload_ce;
  reg         stream_fault_found;
  reg  [4:0]  stream_fault_reason;
  reg         ethernet_fault_found;
  reg  [4:0]  ethernet_fault_reason;
  reg         ip_fault_found;
  reg  [4:0]  ip_fault_reason;
  reg         own_fault_found;
  reg  [4:0]  own_fault_reason;
  reg         s7_fault_found;
  reg  [4:0]  s7_fault_reason;
  reg         fault_found;
  reg  [4:0]  fault_reason;

  wire [4:0]  group_0;
  wire [4:0]  group_1;
  wire [4:0]  group_2;
  wire [4:0]  group_3;
  reg         bad_beat;
  wire [13:0] sum;
  wire        words;
  wire [7:0]  s4_words_sum;

  // s1: a 1 above a 0, by groups of four; the first byte missing; a byte missing before the last beat
  assign group_0 = s1_keep[4:0];
  assign group_1 = s1_keep[8:4];
  assign group_2 = s1_keep[12:8];
  assign group_3 = {1'b0, s1_keep[15:12]};

  // s2: once bad, the frame stays bad
  always @* begin
    bad_beat = bad_before | bad_edge;
    bad_beat = bad_beat | gap_0;
    bad_beat = bad_beat | gap_1;
    bad_beat = bad_beat | gap_2;
    bad_beat = bad_beat | gap_3;
  end

  // s2: put the index together; the length saturates at 16383
  assign sum = s2_offset[13:0] | {8'd0, s2_in_beat};

  // s3: a frame of L bytes has (L + 2) / 4 whole words, as word v ends at byte 4v + 1
  assign s4_words_sum = {1'b0, s3_last_byte[6:0]} + 8'd3;

  // s5: is it as long as its kind of packet? An ACK with telemetry behind it has any number of words
  assign words = !(|s5_bytes[1:0]);
  assign s6_payload_bytes = payload_bytes;
  assign s6_payload_short = payload_short;
  assign s6_payload_is_ack = payload_is_ack;
  assign s6_payload_is_cnp = payload_is_cnp;
  assign s6_payload_is_words = payload_is_words;
  assign s6_payload_plain_ack = payload_plain_ack;
  assign s6_payload_room_words = payload_room_words;
  assign s6_payload_ce = payload_ce;

  // s7: wait for the checks behind the IP header
  assign s8_fault_found = fault_found;
  assign s8_fault_reason = fault_reason;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s1_offset <= 15'd0;
      bad_before <= 1'b0;
    end else begin
      if (s1_beat_valid) begin
        if (s1_beat_last) begin
          s1_offset <= 15'd0;
        end else if (!s1_offset[14]) begin
          s1_offset <= s1_offset + 15'd16;
        end
      end

      if (s2_beat_valid) begin
        bad_before <= bad_beat & !s2_beat_last;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s0
    s1_keep <= tkeep;
    s1_user <= tuser;
    // s1: offset of the beat in the frame, bytes; it stops at 16384
    s2_offset <= s1_offset;
    s2_user <= s1_user;

    gap_0 <= |((group_0 >> 1) & ~group_0);
    gap_1 <= |((group_1 >> 1) & ~group_1);
    gap_2 <= |((group_2 >> 1) & ~group_2);
    gap_3 <= |((group_3 >> 1) & ~group_3);
    bad_edge <= !s1_keep[0] | (!s1_keep[15] & !s1_beat_last);
    // s1: index of the last byte in the beat; each bit is a parity, as tkeep is a run of ones from bit 0
    s2_in_beat <= {^(s1_keep & STEPS_5), ^(s1_keep & STEPS_4), ^(s1_keep & STEPS_3), ^(s1_keep & STEPS_2), ^(s1_keep &
      STEPS_1), ^(s1_keep & STEPS_0)};

    s3_bad_keep <= bad_beat;
    s3_bad_frame <= s2_user;

    s3_last_byte <= sum;
    if (s2_offset[14] | (&sum)) begin
      s3_last_byte <= LONGEST;
    end

    s4_bad_keep <= s3_bad_keep;
    s4_bad_frame <= s3_bad_frame;
    s4_oversized <= s3_last_byte >= cfg_max_frame_bytes;
    s4_last_byte <= s3_last_byte;
    s4_words <= s4_words_sum[7:2];
    if (|s3_last_byte[13:7]) begin
      s4_words <= 6'd32;
    end
    // s3: where headers end (words), how long the packet says it is (bytes)
    s4_ip_at <= {3'd0, s3_ip_ip_at};
    s4_options_at <= {1'b0, s3_ip_options_at};
    s4_udp_at <= {1'b0, s3_ip_udp_at};
    s4_payload <= {1'b0, s3_ip_length} - {11'd0, s3_ip_counted_words, 2'd0};
    s4_ip_last_byte <= {1'b0, s3_ip_length} + {10'd0, s3_ip_length_from};
    s4_vlan_depth <= s3_ip_vlan;
    s4_not_ip <= s3_ip_not_ip;
    s4_bad_version <= s3_ip_bad_version;
    s4_bad_ihl <= s3_ip_bad_ihl;
    s4_fragment <= s3_ip_fragment;
    s4_not_udp <= s3_ip_not_udp;
    s4_ce <= s3_ip_ce;
    // s4: compare
    s5_bad_keep <= s4_bad_keep;
    s5_bad_frame <= s4_bad_frame;
    s5_oversized <= s4_oversized;
    s5_short_ethernet <= s4_words < s4_ip_at;
    s5_vlan_depth <= s4_vlan_depth;
    s5_not_ip <= s4_not_ip;
    s5_short_ip <= s4_words < s4_options_at;
    s5_bad_version <= s4_bad_version;
    s5_bad_ihl <= s4_bad_ihl;
    s5_short_options <= s4_words < s4_udp_at;
    s5_fragment <= s4_fragment;
    s5_not_udp <= s4_not_udp;
    s5_bad_length <= s4_payload[16] | !(|s4_payload[15:3]);
    s5_short_packet <= s4_ip_last_byte > {3'd0, s4_last_byte};
    s5_foreign_mac <= s4_foreign_mac;
    s5_foreign_ip <= s4_foreign_ip;
    s5_bytes <= s4_payload[15:0];
    s5_ce <= s4_ce;

    payload_bytes <= s5_bytes;
    payload_short <= s5_bytes < {7'd0, setup_least_bytes};
    payload_is_words <= words;
    payload_plain_ack <= s5_bytes == {7'd0, setup_ack_bytes};
    payload_is_ack <= s5_bytes == {7'd0, setup_ack_bytes};
    payload_room_words <= {8'd0, setup_area};
    if (setup_at_ack) begin
      payload_is_ack <= words & (s5_bytes >= {7'd0, setup_ack_bytes});
      payload_room_words <= s5_bytes[15:2] - ACK_WORDS;
    end
    payload_is_cnp <= s5_bytes == {7'd0, setup_cnp_bytes};
    payload_ce <= s5_ce;
    // s5: the first fault of each of four groups
    stream_fault_found <= 1'b1;
    stream_fault_reason <= 5'd0;
    if (s5_bad_keep) begin
      stream_fault_reason <= AXIS_KEEP;
    end else if (s5_bad_frame) begin
      stream_fault_reason <= FRAME_ERROR;
    end else if (s5_oversized) begin
      stream_fault_reason <= OVERSIZED;
    end else begin
      stream_fault_found <= 1'b0;
    end
    ethernet_fault_found <= 1'b1;
    ethernet_fault_reason <= 5'd0;
    if (s5_short_ethernet) begin
      ethernet_fault_reason <= TRUNCATED;
    end else if (s5_vlan_depth) begin
      ethernet_fault_reason <= VLAN_DEPTH;
    end else if (s5_not_ip) begin
      ethernet_fault_reason <= NOT_IP;
    end else if (s5_short_ip) begin
      ethernet_fault_reason <= TRUNCATED;
    end else if (s5_bad_version) begin
      ethernet_fault_reason <= IP_VERSION;
    end else begin
      ethernet_fault_found <= 1'b0;
    end
    ip_fault_found <= 1'b1;
    ip_fault_reason <= 5'd0;
    if (s5_bad_ihl) begin
      ip_fault_reason <= IP_HEADER;
    end else if (s5_short_options) begin
      ip_fault_reason <= TRUNCATED;
    end else if (s5_fragment) begin
      ip_fault_reason <= IP_FRAGMENT;
    end else if (s5_not_udp) begin
      ip_fault_reason <= NOT_UDP;
    end else if (s5_bad_length) begin
      ip_fault_reason <= IP_LENGTH;
    end else if (s5_short_packet) begin
      ip_fault_reason <= TRUNCATED;
    end else begin
      ip_fault_found <= 1'b0;
    end
    own_fault_found <= s5_foreign_mac | s5_foreign_ip;
    own_fault_reason <= 5'd0;
    if (s5_foreign_mac) begin
      own_fault_reason <= NOT_OUR_MAC;
    end else if (s5_foreign_ip) begin
      own_fault_reason <= NOT_OUR_IP;
    end
    // s6: the first fault of the frame
    s7_fault_found <= own_fault_found;
    s7_fault_reason <= own_fault_reason;
    if (stream_fault_found) begin
      s7_fault_found <= stream_fault_found;
      s7_fault_reason <= stream_fault_reason;
    end else if (ethernet_fault_found) begin
      s7_fault_found <= ethernet_fault_found;
      s7_fault_reason <= ethernet_fault_reason;
    end else if (ip_fault_found) begin
      s7_fault_found <= ip_fault_found;
      s7_fault_reason <= ip_fault_reason;
    end

    fault_found <= s7_fault_found;
    fault_reason <= s7_fault_reason;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s3_ip_v6, s3_ip_end_at, setup_at_udp, setup_profile, setup_bth_skip, setup_header_skip,
    setup_header_words, s4_words_sum[1:0]};

endmodule

`default_nettype wire
