// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// x / 2^shift, floor: 49 bits and the half bit below them. 3 cycles.
module ackw_inflight_shift (
  input  wire        clk,      // clock, rising edge
  input  wire        rst_n,    // reset, active low, synchronous
  input  wire        in_valid, // x and shift count
  input  wire [71:0] x,        // unsigned product
  input  wire [6:0]  shift,    // one less than the places: the half bit stays
  output wire [49:0] y,        // what is left of it
  output wire        above     // it has more bits
);

  reg  [1:0]  valid;
  reg  [71:0] s1_x;
  reg  [3:0]  s1_shift;
  reg  [71:0] s2_x;
  reg  [1:0]  s2_shift;
  reg  [49:0] s3_x;
  reg         s3_above;

  wire [71:0] ones;

  // to the right by sixteens, by fours, by ones
  assign ones = s2_x >> s2_shift;
  assign y = s3_x;
  assign above = s3_above;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      valid <= 2'd0;
    end else begin
      valid <= {valid[0], in_valid};
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (in_valid) begin
      s1_x <= x >> (shift & 7'h70);
      s1_shift <= shift[3:0];
    end
    if (valid[0]) begin
      s2_x <= s1_x >> (s1_shift & 4'hc);
      s2_shift <= s1_shift[1:0];
    end
    if (valid[1]) begin
      s3_x <= ones[49:0];
      s3_above <= |ones[71:50];
    end
  end

endmodule

`default_nettype wire
