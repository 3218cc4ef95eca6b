// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Turns each beat's words round, so that lane 0 has the one that was in lane s4_by; two cycles.
module ackw_telemetry_turn (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, synchronous
  input  wire [3:0]  s4_by,      // lanes
  input  wire [31:0] s4_word_0,
  input  wire [31:0] s4_word_1,
  input  wire [31:0] s4_word_2,
  input  wire [31:0] s4_word_3,
  output wire [31:0] s6_word_0,
  output wire [31:0] s6_word_1,
  output wire [31:0] s6_word_2,
  output wire [31:0] s6_word_3,
  output wire        s6_wraps_0, // the lane's word stood in front of lane s4_by: it goes on from the beat before
  output wire        s6_wraps_1,
  output wire        s6_wraps_2,
  output wire        s6_wraps_3
);

  reg  [3:0]  s5_by;
  reg  [31:0] s5_word_0;
  reg  [31:0] s5_word_1;
  reg  [31:0] s5_word_2;
  reg  [31:0] s5_word_3;
  reg  [31:0] word_0;
  reg  [31:0] word_1;
  reg  [31:0] word_2;
  reg  [31:0] word_3;
  reg         wraps_0;
  reg         wraps_1;
  reg         wraps_2;
  reg         wraps_3;

  reg  [31:0] by_1_0;
  reg  [31:0] by_1_1;
  reg  [31:0] by_1_2;
  reg  [31:0] by_1_3;
  reg  [31:0] by_3_0;
  reg  [31:0] by_3_1;
  reg  [31:0] by_3_2;
  reg  [31:0] by_3_3;

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
      by_1_1 = s4_word_2;
    end
  end

  always @* begin
    by_1_2 = s4_word_2;
    if (s4_by[0]) begin
      by_1_2 = s4_word_3;
    end
  end

  always @* begin
    by_1_3 = s4_word_3;
    if (s4_by[0]) begin
      by_1_3 = s4_word_0;
    end
  end

  always @* begin
    by_3_0 = by_1_0;
    if (s4_by[1]) begin
      by_3_0 = by_1_2;
    end
  end

  always @* begin
    by_3_1 = by_1_1;
    if (s4_by[1]) begin
      by_3_1 = by_1_3;
    end
  end

  always @* begin
    by_3_2 = by_1_2;
    if (s4_by[1]) begin
      by_3_2 = by_1_0;
    end
  end

  always @* begin
    by_3_3 = by_1_3;
    if (s4_by[1]) begin
      by_3_3 = by_1_1;
    end
  end

  // s5: by 0, 4, 8 or 12 lanes
  assign s6_word_0 = word_0;
  assign s6_wraps_0 = wraps_0;
  assign s6_word_1 = word_1;
  assign s6_wraps_1 = wraps_1;
  assign s6_word_2 = word_2;
  assign s6_wraps_2 = wraps_2;
  assign s6_word_3 = word_3;
  assign s6_wraps_3 = wraps_3;

  // Datapath registers, without reset
  always @(posedge clk) begin
    s5_by <= s4_by;
    s5_word_0 <= by_3_0;
    s5_word_1 <= by_3_1;
    s5_word_2 <= by_3_2;
    s5_word_3 <= by_3_3;

    word_0 <= s5_word_0;
    wraps_0 <= {1'b0, s5_by} >= 5'd4;
    word_1 <= s5_word_1;
    wraps_1 <= {1'b0, s5_by} >= 5'd3;
    word_2 <= s5_word_2;
    wraps_2 <= {1'b0, s5_by} >= 5'd2;
    word_3 <= s5_word_3;
    wraps_3 <= {1'b0, s5_by} >= 5'd1;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
