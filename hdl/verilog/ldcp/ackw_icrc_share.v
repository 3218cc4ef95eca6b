// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// What the word of a lane adds to the register of the ICRC: a matrix over GF(2), 16 inputs a bit on average.
// Combinational.
//
// Polynomials modulo that of CRC-32; bit i is the coefficient of x^i. Of the W = 32 * LANES bits of a beat the first
// that is sent has x^(W-1), the last x^0: that is what a beat adds to a plain CRC. The register holds the W-th root of
// the CRC instead, so what is added is the W-th root too: r^e for x^e, where r is the W-th root of x. To square 32
// times changes nothing, so to square 32 - log2 W times is to take the W-th root.
module ackw_icrc_share #(
  parameter LANES = 16, // 2, 4, 8 or 16
  parameter LANE  = 0   // below LANES; 0 is the first that is sent
) (
  input  wire [31:0] word, // first byte on top; a byte is sent from its bit 0 on
  output wire [31:0] share
);

  localparam SQUARINGS = LANES <= 2 ? 26 : LANES <= 4 ? 25 : LANES <= 8 ? 24 : 23;

  function [31:0] product;
    input [31:0] factor;
    input [31:0] by;
    integer place;
    begin
      product = 32'd0;
      for (place = 31; place >= 0; place = place - 1) begin
        product = {product[30:0], 1'b0} ^ (product[31] ? 32'h04c11db7 : 32'd0) ^ (by[place] ? factor : 32'd0);
      end
    end
  endfunction

  // r^e of the 32 bits of a word that so many words follow, the one of the lowest e lowest
  function [1023:0] powers;
    input integer words_after;
    integer step;
    reg [31:0] root;    // r
    reg [31:0] word_on; // r^32
    reg [31:0] power;
    begin
      root = 32'd2;
      for (step = 0; step < SQUARINGS; step = step + 1) root = product(root, root);
      word_on = root;
      for (step = 0; step < 5; step = step + 1) word_on = product(word_on, word_on);
      power = 32'd1;
      for (step = 0; step < words_after; step = step + 1) power = product(power, word_on);
      powers = {1024{1'b0}};
      for (step = 0; step < 32; step = step + 1) begin
        powers = {power, powers[1023:32]};
        power = product(power, root);
      end
    end
  endfunction

  localparam [1023:0] POWERS = powers(LANES - 1 - LANE);

  // the bits of the word that a bit of the share is the parity of; a byte's bit 0 is sent first, so has its highest
  // power
  function [31:0] row;
    input integer share_bit;
    integer word_bit;
    begin
      row = 32'd0;
      for (word_bit = 31; word_bit >= 0; word_bit = word_bit - 1) begin
        row = {row[30:0], POWERS[32*(word_bit ^ 7) + share_bit]};
      end
    end
  endfunction

  genvar k;
  generate
    for (k = 0; k < 32; k = k + 1) begin : g_bit
      localparam [31:0] ROW = row(k);
      assign share[k] = ^(word & ROW);
    end
  endgenerate

endmodule

`default_nettype wire
