// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Ethernet and IP as they are if the IP header starts at a given word: caught as the words pass.
module ackw_ip_at (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, synchronous
  input  wire [4:0]  first_word,       // the word where the IP header starts: 4, 5 or 6
  input  wire        type_here,
  input  wire [15:0] ethertype,        // low half of the word before it
  input  wire        word0_here,
  input  wire [3:0]  version,
  input  wire [3:0]  ihl,
  input  wire [1:0]  ecn_v6,
  input  wire [1:0]  ecn_v4,
  input  wire [15:0] total_length,     // IPv4, bytes
  input  wire        word1_here,
  input  wire [31:0] word1,            // second word of the IP header; of the third one only the protocol is needed
  input  wire        word2_here,
  input  wire [7:0]  protocol,
  output wire        s2_vlan,
  output wire        s2_not_ip,
  output wire        s2_v6,
  output reg         s2_bad_version,
  output reg         s2_bad_ihl,
  output reg         s2_fragment,
  output reg         s2_not_udp,
  output reg         s2_ce,
  output reg  [15:0] s2_length,        // IPv4 total length or IPv6 payload length, bytes
  output reg  [3:0]  s2_counted_words, // words of header that s2_length counts
  output reg  [6:0]  s2_length_from,   // added to s2_length: the index of the packet's last byte in the frame
  output wire [2:0]  s2_ip_at,
  output reg  [4:0]  s2_options_at,
  output reg  [4:0]  s2_udp_at,        // the word where UDP starts
  output reg  [11:0] s2_end_at         // last word of the packet, modulo 4096
);

  localparam [15:0] TYPE_VLAN = 16'h8100; // of Ethernet
  localparam [15:0] TYPE_QINQ = 16'h88a8;
  localparam [15:0] TYPE_IPV4 = 16'h0800;
  localparam [15:0] TYPE_IPV6 = 16'h86dd;
  localparam [15:0] FRAGMENT_MASK = 16'h3fff; // more fragments, and the offset
  localparam [3:0] MIN_IHL = 4'd5; // words of an IPv4 header without options
  localparam [4:0] IPV4_WORDS = 5'd5; // words of a header
  localparam [4:0] IPV6_WORDS = 5'd10;
  localparam [7:0] PROTOCOL_UDP = 8'd17; // of IP

  reg         ethertype_r_vlan;
  reg         ethertype_r_v4;
  reg         ethertype_r_v6;
  reg         word0_r_version_4;
  reg         word0_r_version_6;
  reg  [3:0]  word0_r_ihl;
  reg         word0_r_ihl_short;
  reg         word0_r_ce_v4;
  reg         word0_r_ce_v6;
  reg  [15:0] word0_r_total_length;
  reg  [4:0]  word0_r_udp_at;
  reg  [11:0] word0_r_end_at;
  reg         word1_r_fragment;
  reg         word1_r_udp;
  reg  [15:0] word1_r_payload_length;
  reg  [11:0] word1_r_end_at;
  reg         udp_v4;

  wire [15:0] payload_length;

  // s1: decode, so that little is left for the choice between the readings
  assign payload_length = word1[31:16];

  // s2: the reading in the version that the EtherType names
  assign s2_vlan = ethertype_r_vlan;
  assign s2_not_ip = !(ethertype_r_v4 | ethertype_r_v6);
  assign s2_v6 = ethertype_r_v6;

  always @* begin
    s2_bad_version = !word0_r_version_4;
    s2_bad_ihl = word0_r_ihl_short;
    s2_fragment = word1_r_fragment;
    s2_not_udp = !udp_v4;
    s2_ce = word0_r_ce_v4;
    s2_length = word0_r_total_length;
    s2_counted_words = word0_r_ihl;
    s2_length_from = {first_word, 2'd0} - 7'd3;
    s2_options_at = first_word + IPV4_WORDS;
    s2_udp_at = word0_r_udp_at;
    s2_end_at = word0_r_end_at;
    if (ethertype_r_v6) begin
      s2_bad_version = !word0_r_version_6;
      s2_bad_ihl = 1'b0;
      s2_fragment = 1'b0;
      s2_not_udp = !word1_r_udp;
      s2_ce = word0_r_ce_v6;
      s2_length = word1_r_payload_length;
      s2_counted_words = 4'd0;
      s2_length_from = {first_word, 2'd0} + 7'd37;
      s2_options_at = first_word + IPV6_WORDS;
      s2_udp_at = first_word + IPV6_WORDS;
      s2_end_at = word1_r_end_at;
    end
  end

  assign s2_ip_at = first_word[2:0];

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      ethertype_r_vlan <= 1'b0;
      ethertype_r_v4 <= 1'b0;
      ethertype_r_v6 <= 1'b0;
    end else begin
      if (type_here) begin
        ethertype_r_vlan <= (ethertype == TYPE_VLAN) | (ethertype == TYPE_QINQ);
        ethertype_r_v4 <= ethertype == TYPE_IPV4;
        ethertype_r_v6 <= ethertype == TYPE_IPV6;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (word0_here) begin
      word0_r_version_4 <= version == 4'd4;
      word0_r_version_6 <= version == 4'd6;
      word0_r_ihl <= ihl;
      word0_r_ihl_short <= ihl < MIN_IHL;
      word0_r_ce_v4 <= &ecn_v4;
      word0_r_ce_v6 <= &ecn_v6;
      word0_r_total_length <= total_length;
      word0_r_udp_at <= first_word + {1'b0, ihl};
      word0_r_end_at <= {7'd0, first_word} + total_length[13:2] - 12'd1;
    end
    if (word1_here) begin
      word1_r_fragment <= |(word1[15:0] & FRAGMENT_MASK);
      word1_r_udp <= word1[15:8] == PROTOCOL_UDP;
      word1_r_payload_length <= payload_length;
      word1_r_end_at <= {7'd0, first_word} + payload_length[13:2] + {7'd0, IPV6_WORDS} - 12'd1;
    end
    if (word2_here) begin
      udp_v4 <= protocol == PROTOCOL_UDP;
    end
  end

endmodule

`default_nettype wire
