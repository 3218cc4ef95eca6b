// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The destination addresses of a frame against the NIC's own.
module ackw_parser_own (
  input  wire        clk,               // clock, rising edge
  input  wire        rst_n,             // reset, active low, synchronous
  input  wire [2:0]  cfg_own_check,     // which destination addresses must be ours: bit 0 MAC, 1 IPv4, 2 IPv6
  input  wire [47:0] cfg_own_mac,       // our MAC address, its first byte on top
  input  wire [31:0] cfg_own_ipv4,      // our IPv4 address, its first byte on top
  input  wire [63:0] cfg_own_ipv6_high, // the first 8 bytes of our IPv6 address
  input  wire [63:0] cfg_own_ipv6_low,  // the other 8 bytes of our IPv6 address
  input  wire        s1_beat_valid,
  input  wire        s1_beat_last,
  input  wire [31:0] s1_word_0,
  input  wire [31:0] s1_word_1,
  input  wire [31:0] s1_word_2,
  input  wire [31:0] s1_word_3,
  input  wire        s3_v6,
  input  wire [2:0]  s3_tags,           // bit k: there are k tags
  output wire        s4_foreign_mac,    // the destination MAC is compared, and is not ours
  output wire        s4_foreign_ip      // so is the IP address of the packet's version; right from the header's end on
);

  reg  turn_0;
  reg  turn_1;
  reg  turn_2;
  reg  turn_3;
  reg  mac_0;
  reg  mac_1;
  reg  ipv4_0;
  reg  ipv4_1;
  reg  ipv4_2;
  reg  ipv6_0_0;
  reg  ipv6_0_1;
  reg  ipv6_0_2;
  reg  ipv6_1_0;
  reg  ipv6_1_1;
  reg  ipv6_1_2;
  reg  ipv6_2_0;
  reg  ipv6_2_1;
  reg  ipv6_2_2;
  reg  ipv6_3_0;
  reg  ipv6_3_1;
  reg  ipv6_3_2;
  reg  s3_mac;
  reg  s3_ipv4_0;
  reg  s3_ipv4_1;
  reg  s3_ipv4_2;
  reg  s3_ipv6_0;
  reg  s3_ipv6_1;
  reg  s3_ipv6_2;
  reg  s4_mac;
  reg  s4_ip;

  wire here_0;
  wire here_2;
  wire here_3;
  reg  ours;

  // s1: number the beats of the frame
  assign here_0 = s1_beat_valid & turn_0;
  assign here_2 = s1_beat_valid & turn_2;
  assign here_3 = s1_beat_valid & turn_3;

  // s3: of the header that the tags name
  always @* begin
    ours = 1'b0;
    if (s3_tags[0]) begin
      ours = s3_ipv4_0;
      if (s3_v6) begin
        ours = s3_ipv6_0;
      end
    end
    if (s3_tags[1]) begin
      ours = s3_ipv4_1;
      if (s3_v6) begin
        ours = s3_ipv6_1;
      end
    end
    if (s3_tags[2]) begin
      ours = s3_ipv4_2;
      if (s3_v6) begin
        ours = s3_ipv6_2;
      end
    end
  end

  assign s4_foreign_mac = s4_mac;
  assign s4_foreign_ip = s4_ip;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      turn_0 <= 1'b1;
      turn_1 <= 1'b0;
      turn_2 <= 1'b0;
      turn_3 <= 1'b0;
    end else begin
      if (s1_beat_valid) begin
        turn_0 <= s1_beat_last;
      end
      if (s1_beat_valid) begin
        turn_1 <= turn_0 & !s1_beat_last;
      end
      if (s1_beat_valid) begin
        turn_2 <= turn_1 & !s1_beat_last;
      end
      if (s1_beat_valid) begin
        turn_3 <= turn_2 & !s1_beat_last;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s1: the MAC address is half of word 0, and word 1
    if (here_0) begin
      mac_0 <= s1_word_0[15:0] == cfg_own_mac[47:32];
      mac_1 <= s1_word_1 == cfg_own_mac[31:0];
    end
    // s1: behind k tags the IPv4 address is word 8 + k, the IPv6 address is words 10 + k to 13 + k
    if (here_2) begin
      ipv4_0 <= s1_word_0 == cfg_own_ipv4;
    end
    if (here_2) begin
      ipv6_0_0 <= s1_word_2 == cfg_own_ipv6_high[63:32];
    end
    if (here_2) begin
      ipv6_1_0 <= s1_word_3 == cfg_own_ipv6_high[31:0];
    end
    if (here_3) begin
      ipv6_2_0 <= s1_word_0 == cfg_own_ipv6_low[63:32];
    end
    if (here_3) begin
      ipv6_3_0 <= s1_word_1 == cfg_own_ipv6_low[31:0];
    end
    if (here_2) begin
      ipv4_1 <= s1_word_1 == cfg_own_ipv4;
    end
    if (here_2) begin
      ipv6_0_1 <= s1_word_3 == cfg_own_ipv6_high[63:32];
    end
    if (here_3) begin
      ipv6_1_1 <= s1_word_0 == cfg_own_ipv6_high[31:0];
    end
    if (here_3) begin
      ipv6_2_1 <= s1_word_1 == cfg_own_ipv6_low[63:32];
    end
    if (here_3) begin
      ipv6_3_1 <= s1_word_2 == cfg_own_ipv6_low[31:0];
    end
    if (here_2) begin
      ipv4_2 <= s1_word_2 == cfg_own_ipv4;
    end
    if (here_3) begin
      ipv6_0_2 <= s1_word_0 == cfg_own_ipv6_high[63:32];
    end
    if (here_3) begin
      ipv6_1_2 <= s1_word_1 == cfg_own_ipv6_high[31:0];
    end
    if (here_3) begin
      ipv6_2_2 <= s1_word_2 == cfg_own_ipv6_low[63:32];
    end
    if (here_3) begin
      ipv6_3_2 <= s1_word_3 == cfg_own_ipv6_low[31:0];
    end
    // s2: all parts of an address
    s3_mac <= mac_0 & mac_1;
    s3_ipv4_0 <= ipv4_0;
    s3_ipv6_0 <= ipv6_0_0 & ipv6_1_0 & ipv6_2_0 & ipv6_3_0;
    s3_ipv4_1 <= ipv4_1;
    s3_ipv6_1 <= ipv6_0_1 & ipv6_1_1 & ipv6_2_1 & ipv6_3_1;
    s3_ipv4_2 <= ipv4_2;
    s3_ipv6_2 <= ipv6_0_2 & ipv6_1_2 & ipv6_2_2 & ipv6_3_2;

    s4_mac <= cfg_own_check[0] & !s3_mac;
    s4_ip <= cfg_own_check[1] & !ours;
    if (s3_v6) begin
      s4_ip <= cfg_own_check[2] & !ours;
    end
  end

endmodule

`default_nettype wire
