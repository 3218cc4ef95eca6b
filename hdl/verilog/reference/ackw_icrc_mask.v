// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// What the ICRC sees of a word: ones where routers may write, zero outside the packet,
// the ICRC inverted.
module ackw_icrc_mask (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, synchronous
  input  wire        s4_prefix,       // the word before the IP header: it stands for ones
  input  wire        s4_word0,        // the first word of the IP header
  input  wire        s4_word1,
  input  wire        s4_word2,
  input  wire        s4_v6,
  input  wire        s4_udp_checksum, // the low half is the UDP checksum
  input  wire        s4_bth_ecn,      // the first byte is BTH byte 4
  input  wire        s4_area,         // the word stands in the area for telemetry
  input  wire        s4_inside,       // the word is in the packet
  input  wire        s4_end,          // the word is the ICRC
  input  wire [31:0] s5_word,
  output wire [31:0] s5_covered
);

  reg  [31:0] keep;
  reg  [31:0] flip;

  reg  [31:0] router;

  // s4: IPv4 TOS, TTL, header checksum; IPv6 traffic class, flow label, hop limit; UDP checksum; BTH byte 4; the area
  always @* begin
    router = 32'd0;
    if (s4_word0 & !s4_v6) begin
      router = 32'h00ff0000;
    end
    if (s4_word2 & !s4_v6) begin
      router = 32'hff00ffff;
    end
    if (s4_word0 & s4_v6) begin
      router = 32'h0fffffff;
    end
    if (s4_word1 & s4_v6) begin
      router = 32'd255;
    end
    if (s4_udp_checksum) begin
      router = 32'h0000ffff;
    end
    if (s4_bth_ecn) begin
      router = 32'hff000000;
    end
    if (s4_area) begin
      router = 32'hffffffff;
    end
  end

  // s5
  assign s5_covered = (s5_word & keep) ^ flip;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s4: a bit is kept or not, and then flipped or not
    keep <= 32'd0;
    if (s4_inside) begin
      keep <= ~router;
    end
    flip <= router;
    if (s4_prefix | s4_end) begin
      flip <= 32'hffffffff;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
