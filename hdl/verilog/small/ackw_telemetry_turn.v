// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Turns each beat's words round, so that lane 0 has the one that was in lane s4_by; two cycles.
module ackw_telemetry_turn (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, asynchronous
  input  wire [3:0]  s4_by,      // lanes
  input  wire [31:0] s4_word_0,
  input  wire [31:0] s4_word_1,
  output wire [31:0] s6_word_0,
  output wire [31:0] s6_word_1,
  output wire        s6_wraps_0, // the lane's word stood in front of lane s4_by: it goes on from the beat before
  output wire        s6_wraps_1
);

  reg  [3:0]  s5_by;
  reg  [31:0] s5_word_0;
  reg  [31:0] s5_word_1;
  reg  [31:0] word_0;
  reg  [31:0] word_1;
  reg         wraps_0;
  reg         wraps_1;

  reg  [31:0] by_1_0;
  reg  [31:0] by_1_1;

  // s4: by 0 to 3 lanes
  always @* begin
    by_1_0 = s4_word_0;
    if (s4_by[0]) begin
      by_1_0 = s4_word_1;
    end
  end

  always @* begin
    by_1_1 = s4_word_1;
    if (s4_by[0]) begin
      by_1_1 = s4_word_0;
    end
  end

  // s5: by 0, 4, 8 or 12 lanes
  assign s6_word_0 = word_0;
  assign s6_wraps_0 = wraps_0;
  assign s6_word_1 = word_1;
  assign s6_wraps_1 = wraps_1;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s5_by <= 4'd0;
      s5_word_0 <= 32'd0;
      s5_word_1 <= 32'd0;
      word_0 <= 32'd0;
      word_1 <= 32'd0;
      wraps_0 <= 1'b0;
      wraps_1 <= 1'b0;
    end else begin
      s5_by <= s4_by;
      s5_word_0 <= by_1_0;
      s5_word_1 <= by_1_1;

      word_0 <= s5_word_0;
      wraps_0 <= {1'b0, s5_by} >= 5'd2;
      word_1 <= s5_word_1;
      wraps_1 <= {1'b0, s5_by} >= 5'd1;
    end
  end

endmodule

`default_nettype wire
