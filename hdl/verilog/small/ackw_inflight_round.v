// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// x / 2^(shift + 1), round half up, sat at 49 bits. 4 cycles.
module ackw_inflight_round (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [71:0] x,     // unsigned product
  input  wire [6:0]  shift, // one less than the places: the half bit stays until the end
  output wire [48:0] y      // the rounded value, U13.36
);

  localparam [48:0] GREATEST = 49'h1ffffffffffff;

  reg  [71:0] s1_x;
  reg  [3:0]  s1_shift;
  reg  [71:0] s2_x;
  reg  [1:0]  s2_shift;
  reg  [49:0] s3_x;
  reg         s3_above;
  reg  [48:0] s4;

  wire [71:0] ones;
  wire [49:0] rounded;

  // to the right by sixteens, by fours, by ones
  assign ones = s2_x >> s2_shift;

  // add the half bit; 2^49 and more saturates
  assign rounded = {1'b0, s3_x[49:1]} + {49'd0, s3_x[0]};
  assign y = s4;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s1_x <= 72'd0;
      s1_shift <= 4'd0;
      s2_x <= 72'd0;
      s2_shift <= 2'd0;
      s3_x <= 50'd0;
      s3_above <= 1'b0;
      s4 <= 49'd0;
    end else begin
      // to the right by sixteens, by fours, by ones
      s1_x <= x >> (shift & 7'd112);
      s1_shift <= shift[3:0];
      s2_x <= s1_x >> (s1_shift & 4'd12);
      s2_shift <= s1_shift[1:0];
      s3_x <= ones[49:0];
      s3_above <= |ones[71:50];
      // add the half bit; 2^49 and more saturates
      s4 <= rounded[48:0];
      if (s3_above | rounded[49]) begin
        s4 <= GREATEST;
      end
    end
  end

endmodule

`default_nettype wire
