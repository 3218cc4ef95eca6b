// Ackwright, configuration 23de8437ce86e247
`default_nettype none

// What the ICRC sees of a word: ones where routers may write, zero outside the packet,
// the ICRC inverted.
module ackw_icrc_mask (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, synchronous
  input  wire        s3_prefix,       // the word before the IP header: it stands for ones
  input  wire        s3_word0,        // the first word of the IP header
  input  wire        s3_word1,
  input  wire        s3_word2,
  input  wire        s3_v6,
  input  wire        s3_udp_checksum, // the low half is the UDP checksum
  input  wire        s3_bth_ecn,      // the first byte is BTH byte 4
  input  wire        s3_inside,       // the word is in the packet
  input  wire        s3_end,          // the word is the ICRC
  input  wire [31:0] s4_word,
  output wire [31:0] s4_covered
);

  reg  [31:0] keep;
  reg  [31:0] flip;

  reg  [31:0] router;

  // s3: IPv4 TOS, TTL, header checksum; IPv6 traffic class, flow label, hop limit; UDP checksum; BTH byte 4
  always @* begin
    router = 32'd0;
    if (s3_word0 & !s3_v6) begin
      router = 32'hff0000;
    end
    if (s3_word2 & !s3_v6) begin
      router = 32'hff00ffff;
    end
    if (s3_word0 & s3_v6) begin
      router = 32'hfffffff;
    end
    if (s3_word1 & s3_v6) begin
      router = 32'd255;
    end
    if (s3_udp_checksum) begin
      router = 32'hffff;
    end
    if (s3_bth_ecn) begin
      router = 32'hff000000;
    end
  end

  // s4
  assign s4_covered = (s4_word & keep) ^ flip;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s3: a bit is kept or not, and then flipped or not
    keep <= 32'd0;
    if (s3_inside) begin
      keep <= ~router;
    end
    flip <= router;
    if (s3_prefix | s3_end) begin
      flip <= 32'hffffffff;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
