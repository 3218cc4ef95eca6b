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

  reg  [48:0] s4;

  wire [49:0] rounded;
  wire [49:0] right_y;
  wire        right_above;

  ackw_inflight_shift u_right (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (x),
    .shift(shift),
    .y    (right_y),
    .above(right_above)
  );

  // add the half bit; 2^49 and more saturates
  assign rounded = {1'b0, right_y[49:1]} + {49'd0, right_y[0]};
  assign y = s4;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s4 <= 49'd0;
    end else begin
      // add the half bit; 2^49 and more saturates
      s4 <= rounded[48:0];
      if (right_above | rounded[49]) begin
        s4 <= GREATEST;
      end
    end
  end

endmodule

`default_nettype wire
