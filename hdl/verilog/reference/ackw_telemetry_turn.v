// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Turns each beat's words round, so that lane 0 has the one that was in lane s4_by; two cycles.
module ackw_telemetry_turn (
  input  wire        clk,         // clock, rising edge
  input  wire        rst_n,       // reset, active low, synchronous
  input  wire [3:0]  s4_by,       // lanes
  input  wire [31:0] s4_word_0,
  input  wire [31:0] s4_word_1,
  input  wire [31:0] s4_word_2,
  input  wire [31:0] s4_word_3,
  input  wire [31:0] s4_word_4,
  input  wire [31:0] s4_word_5,
  input  wire [31:0] s4_word_6,
  input  wire [31:0] s4_word_7,
  input  wire [31:0] s4_word_8,
  input  wire [31:0] s4_word_9,
  input  wire [31:0] s4_word_10,
  input  wire [31:0] s4_word_11,
  input  wire [31:0] s4_word_12,
  input  wire [31:0] s4_word_13,
  input  wire [31:0] s4_word_14,
  input  wire [31:0] s4_word_15,
  output wire [31:0] s6_word_0,
  output wire [31:0] s6_word_1,
  output wire [31:0] s6_word_2,
  output wire [31:0] s6_word_3,
  output wire [31:0] s6_word_4,
  output wire [31:0] s6_word_5,
  output wire [31:0] s6_word_6,
  output wire [31:0] s6_word_7,
  output wire [31:0] s6_word_8,
  output wire [31:0] s6_word_9,
  output wire [31:0] s6_word_10,
  output wire [31:0] s6_word_11,
  output wire [31:0] s6_word_12,
  output wire [31:0] s6_word_13,
  output wire [31:0] s6_word_14,
  output wire [31:0] s6_word_15,
  output wire        s6_wraps_0,  // the lane's word stood in front of lane s4_by: it goes on from the beat before
  output wire        s6_wraps_1,
  output wire        s6_wraps_2,
  output wire        s6_wraps_3,
  output wire        s6_wraps_4,
  output wire        s6_wraps_5,
  output wire        s6_wraps_6,
  output wire        s6_wraps_7,
  output wire        s6_wraps_8,
  output wire        s6_wraps_9,
  output wire        s6_wraps_10,
  output wire        s6_wraps_11,
  output wire        s6_wraps_12,
  output wire        s6_wraps_13,
  output wire        s6_wraps_14,
  output wire        s6_wraps_15
);

  reg  [3:0]  s5_by;
  reg  [31:0] s5_word_0;
  reg  [31:0] s5_word_1;
  reg  [31:0] s5_word_2;
  reg  [31:0] s5_word_3;
  reg  [31:0] s5_word_4;
  reg  [31:0] s5_word_5;
  reg  [31:0] s5_word_6;
  reg  [31:0] s5_word_7;
  reg  [31:0] s5_word_8;
  reg  [31:0] s5_word_9;
  reg  [31:0] s5_word_10;
  reg  [31:0] s5_word_11;
  reg  [31:0] s5_word_12;
  reg  [31:0] s5_word_13;
  reg  [31:0] s5_word_14;
  reg  [31:0] s5_word_15;
  reg  [31:0] word_0;
  reg  [31:0] word_1;
  reg  [31:0] word_2;
  reg  [31:0] word_3;
  reg  [31:0] word_4;
  reg  [31:0] word_5;
  reg  [31:0] word_6;
  reg  [31:0] word_7;
  reg  [31:0] word_8;
  reg  [31:0] word_9;
  reg  [31:0] word_10;
  reg  [31:0] word_11;
  reg  [31:0] word_12;
  reg  [31:0] word_13;
  reg  [31:0] word_14;
  reg  [31:0] word_15;
  reg         wraps_0;
  reg         wraps_1;
  reg         wraps_2;
  reg         wraps_3;
  reg         wraps_4;
  reg         wraps_5;
  reg         wraps_6;
  reg         wraps_7;
  reg         wraps_8;
  reg         wraps_9;
  reg         wraps_10;
  reg         wraps_11;
  reg         wraps_12;
  reg         wraps_13;
  reg         wraps_14;
  reg         wraps_15;

  reg  [31:0] by_1_0;
  reg  [31:0] by_1_1;
  reg  [31:0] by_1_2;
  reg  [31:0] by_1_3;
  reg  [31:0] by_1_4;
  reg  [31:0] by_1_5;
  reg  [31:0] by_1_6;
  reg  [31:0] by_1_7;
  reg  [31:0] by_1_8;
  reg  [31:0] by_1_9;
  reg  [31:0] by_1_10;
  reg  [31:0] by_1_11;
  reg  [31:0] by_1_12;
  reg  [31:0] by_1_13;
  reg  [31:0] by_1_14;
  reg  [31:0] by_1_15;
  reg  [31:0] by_3_0;
  reg  [31:0] by_3_1;
  reg  [31:0] by_3_2;
  reg  [31:0] by_3_3;
  reg  [31:0] by_3_4;
  reg  [31:0] by_3_5;
  reg  [31:0] by_3_6;
  reg  [31:0] by_3_7;
  reg  [31:0] by_3_8;
  reg  [31:0] by_3_9;
  reg  [31:0] by_3_10;
  reg  [31:0] by_3_11;
  reg  [31:0] by_3_12;
  reg  [31:0] by_3_13;
  reg  [31:0] by_3_14;
  reg  [31:0] by_3_15;
  reg  [31:0] by_7_0;
  reg  [31:0] by_7_1;
  reg  [31:0] by_7_2;
  reg  [31:0] by_7_3;
  reg  [31:0] by_7_4;
  reg  [31:0] by_7_5;
  reg  [31:0] by_7_6;
  reg  [31:0] by_7_7;
  reg  [31:0] by_7_8;
  reg  [31:0] by_7_9;
  reg  [31:0] by_7_10;
  reg  [31:0] by_7_11;
  reg  [31:0] by_7_12;
  reg  [31:0] by_7_13;
  reg  [31:0] by_7_14;
  reg  [31:0] by_7_15;
  reg  [31:0] by_15_0;
  reg  [31:0] by_15_1;
  reg  [31:0] by_15_2;
  reg  [31:0] by_15_3;
  reg  [31:0] by_15_4;
  reg  [31:0] by_15_5;
  reg  [31:0] by_15_6;
  reg  [31:0] by_15_7;
  reg  [31:0] by_15_8;
  reg  [31:0] by_15_9;
  reg  [31:0] by_15_10;
  reg  [31:0] by_15_11;
  reg  [31:0] by_15_12;
  reg  [31:0] by_15_13;
  reg  [31:0] by_15_14;
  reg  [31:0] by_15_15;

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
      by_1_3 = s4_word_4;
    end
  end

  always @* begin
    by_1_4 = s4_word_4;
    if (s4_by[0]) begin
      by_1_4 = s4_word_5;
    end
  end

  always @* begin
    by_1_5 = s4_word_5;
    if (s4_by[0]) begin
      by_1_5 = s4_word_6;
    end
  end

  always @* begin
    by_1_6 = s4_word_6;
    if (s4_by[0]) begin
      by_1_6 = s4_word_7;
    end
  end

  always @* begin
    by_1_7 = s4_word_7;
    if (s4_by[0]) begin
      by_1_7 = s4_word_8;
    end
  end

  always @* begin
    by_1_8 = s4_word_8;
    if (s4_by[0]) begin
      by_1_8 = s4_word_9;
    end
  end

  always @* begin
    by_1_9 = s4_word_9;
    if (s4_by[0]) begin
      by_1_9 = s4_word_10;
    end
  end

  always @* begin
    by_1_10 = s4_word_10;
    if (s4_by[0]) begin
      by_1_10 = s4_word_11;
    end
  end

  always @* begin
    by_1_11 = s4_word_11;
    if (s4_by[0]) begin
      by_1_11 = s4_word_12;
    end
  end

  always @* begin
    by_1_12 = s4_word_12;
    if (s4_by[0]) begin
      by_1_12 = s4_word_13;
    end
  end

  always @* begin
    by_1_13 = s4_word_13;
    if (s4_by[0]) begin
      by_1_13 = s4_word_14;
    end
  end

  always @* begin
    by_1_14 = s4_word_14;
    if (s4_by[0]) begin
      by_1_14 = s4_word_15;
    end
  end

  always @* begin
    by_1_15 = s4_word_15;
    if (s4_by[0]) begin
      by_1_15 = s4_word_0;
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
      by_3_2 = by_1_4;
    end
  end

  always @* begin
    by_3_3 = by_1_3;
    if (s4_by[1]) begin
      by_3_3 = by_1_5;
    end
  end

  always @* begin
    by_3_4 = by_1_4;
    if (s4_by[1]) begin
      by_3_4 = by_1_6;
    end
  end

  always @* begin
    by_3_5 = by_1_5;
    if (s4_by[1]) begin
      by_3_5 = by_1_7;
    end
  end

  always @* begin
    by_3_6 = by_1_6;
    if (s4_by[1]) begin
      by_3_6 = by_1_8;
    end
  end

  always @* begin
    by_3_7 = by_1_7;
    if (s4_by[1]) begin
      by_3_7 = by_1_9;
    end
  end

  always @* begin
    by_3_8 = by_1_8;
    if (s4_by[1]) begin
      by_3_8 = by_1_10;
    end
  end

  always @* begin
    by_3_9 = by_1_9;
    if (s4_by[1]) begin
      by_3_9 = by_1_11;
    end
  end

  always @* begin
    by_3_10 = by_1_10;
    if (s4_by[1]) begin
      by_3_10 = by_1_12;
    end
  end

  always @* begin
    by_3_11 = by_1_11;
    if (s4_by[1]) begin
      by_3_11 = by_1_13;
    end
  end

  always @* begin
    by_3_12 = by_1_12;
    if (s4_by[1]) begin
      by_3_12 = by_1_14;
    end
  end

  always @* begin
    by_3_13 = by_1_13;
    if (s4_by[1]) begin
      by_3_13 = by_1_15;
    end
  end

  always @* begin
    by_3_14 = by_1_14;
    if (s4_by[1]) begin
      by_3_14 = by_1_0;
    end
  end

  always @* begin
    by_3_15 = by_1_15;
    if (s4_by[1]) begin
      by_3_15 = by_1_1;
    end
  end

  // s5: by 0, 4, 8 or 12 lanes
  always @* begin
    by_7_0 = s5_word_0;
    if (s5_by[2]) begin
      by_7_0 = s5_word_4;
    end
  end

  always @* begin
    by_7_1 = s5_word_1;
    if (s5_by[2]) begin
      by_7_1 = s5_word_5;
    end
  end

  always @* begin
    by_7_2 = s5_word_2;
    if (s5_by[2]) begin
      by_7_2 = s5_word_6;
    end
  end

  always @* begin
    by_7_3 = s5_word_3;
    if (s5_by[2]) begin
      by_7_3 = s5_word_7;
    end
  end

  always @* begin
    by_7_4 = s5_word_4;
    if (s5_by[2]) begin
      by_7_4 = s5_word_8;
    end
  end

  always @* begin
    by_7_5 = s5_word_5;
    if (s5_by[2]) begin
      by_7_5 = s5_word_9;
    end
  end

  always @* begin
    by_7_6 = s5_word_6;
    if (s5_by[2]) begin
      by_7_6 = s5_word_10;
    end
  end

  always @* begin
    by_7_7 = s5_word_7;
    if (s5_by[2]) begin
      by_7_7 = s5_word_11;
    end
  end

  always @* begin
    by_7_8 = s5_word_8;
    if (s5_by[2]) begin
      by_7_8 = s5_word_12;
    end
  end

  always @* begin
    by_7_9 = s5_word_9;
    if (s5_by[2]) begin
      by_7_9 = s5_word_13;
    end
  end

  always @* begin
    by_7_10 = s5_word_10;
    if (s5_by[2]) begin
      by_7_10 = s5_word_14;
    end
  end

  always @* begin
    by_7_11 = s5_word_11;
    if (s5_by[2]) begin
      by_7_11 = s5_word_15;
    end
  end

  always @* begin
    by_7_12 = s5_word_12;
    if (s5_by[2]) begin
      by_7_12 = s5_word_0;
    end
  end

  always @* begin
    by_7_13 = s5_word_13;
    if (s5_by[2]) begin
      by_7_13 = s5_word_1;
    end
  end

  always @* begin
    by_7_14 = s5_word_14;
    if (s5_by[2]) begin
      by_7_14 = s5_word_2;
    end
  end

  always @* begin
    by_7_15 = s5_word_15;
    if (s5_by[2]) begin
      by_7_15 = s5_word_3;
    end
  end

  always @* begin
    by_15_0 = by_7_0;
    if (s5_by[3]) begin
      by_15_0 = by_7_8;
    end
  end

  always @* begin
    by_15_1 = by_7_1;
    if (s5_by[3]) begin
      by_15_1 = by_7_9;
    end
  end

  always @* begin
    by_15_2 = by_7_2;
    if (s5_by[3]) begin
      by_15_2 = by_7_10;
    end
  end

  always @* begin
    by_15_3 = by_7_3;
    if (s5_by[3]) begin
      by_15_3 = by_7_11;
    end
  end

  always @* begin
    by_15_4 = by_7_4;
    if (s5_by[3]) begin
      by_15_4 = by_7_12;
    end
  end

  always @* begin
    by_15_5 = by_7_5;
    if (s5_by[3]) begin
      by_15_5 = by_7_13;
    end
  end

  always @* begin
    by_15_6 = by_7_6;
    if (s5_by[3]) begin
      by_15_6 = by_7_14;
    end
  end

  always @* begin
    by_15_7 = by_7_7;
    if (s5_by[3]) begin
      by_15_7 = by_7_15;
    end
  end

  always @* begin
    by_15_8 = by_7_8;
    if (s5_by[3]) begin
      by_15_8 = by_7_0;
    end
  end

  always @* begin
    by_15_9 = by_7_9;
    if (s5_by[3]) begin
      by_15_9 = by_7_1;
    end
  end

  always @* begin
    by_15_10 = by_7_10;
    if (s5_by[3]) begin
      by_15_10 = by_7_2;
    end
  end

  always @* begin
    by_15_11 = by_7_11;
    if (s5_by[3]) begin
      by_15_11 = by_7_3;
    end
  end

  always @* begin
    by_15_12 = by_7_12;
    if (s5_by[3]) begin
      by_15_12 = by_7_4;
    end
  end

  always @* begin
    by_15_13 = by_7_13;
    if (s5_by[3]) begin
      by_15_13 = by_7_5;
    end
  end

  always @* begin
    by_15_14 = by_7_14;
    if (s5_by[3]) begin
      by_15_14 = by_7_6;
    end
  end

  always @* begin
    by_15_15 = by_7_15;
    if (s5_by[3]) begin
      by_15_15 = by_7_7;
    end
  end

  assign s6_word_0 = word_0;
  assign s6_wraps_0 = wraps_0;
  assign s6_word_1 = word_1;
  assign s6_wraps_1 = wraps_1;
  assign s6_word_2 = word_2;
  assign s6_wraps_2 = wraps_2;
  assign s6_word_3 = word_3;
  assign s6_wraps_3 = wraps_3;
  assign s6_word_4 = word_4;
  assign s6_wraps_4 = wraps_4;
  assign s6_word_5 = word_5;
  assign s6_wraps_5 = wraps_5;
  assign s6_word_6 = word_6;
  assign s6_wraps_6 = wraps_6;
  assign s6_word_7 = word_7;
  assign s6_wraps_7 = wraps_7;
  assign s6_word_8 = word_8;
  assign s6_wraps_8 = wraps_8;
  assign s6_word_9 = word_9;
  assign s6_wraps_9 = wraps_9;
  assign s6_word_10 = word_10;
  assign s6_wraps_10 = wraps_10;
  assign s6_word_11 = word_11;
  assign s6_wraps_11 = wraps_11;
  assign s6_word_12 = word_12;
  assign s6_wraps_12 = wraps_12;
  assign s6_word_13 = word_13;
  assign s6_wraps_13 = wraps_13;
  assign s6_word_14 = word_14;
  assign s6_wraps_14 = wraps_14;
  assign s6_word_15 = word_15;
  assign s6_wraps_15 = wraps_15;

  // Datapath registers, without reset
  always @(posedge clk) begin
    s5_by <= s4_by;
    s5_word_0 <= by_3_0;
    s5_word_1 <= by_3_1;
    s5_word_2 <= by_3_2;
    s5_word_3 <= by_3_3;
    s5_word_4 <= by_3_4;
    s5_word_5 <= by_3_5;
    s5_word_6 <= by_3_6;
    s5_word_7 <= by_3_7;
    s5_word_8 <= by_3_8;
    s5_word_9 <= by_3_9;
    s5_word_10 <= by_3_10;
    s5_word_11 <= by_3_11;
    s5_word_12 <= by_3_12;
    s5_word_13 <= by_3_13;
    s5_word_14 <= by_3_14;
    s5_word_15 <= by_3_15;

    word_0 <= by_15_0;
    wraps_0 <= {1'b0, s5_by} >= 5'd16;
    word_1 <= by_15_1;
    wraps_1 <= {1'b0, s5_by} >= 5'd15;
    word_2 <= by_15_2;
    wraps_2 <= {1'b0, s5_by} >= 5'd14;
    word_3 <= by_15_3;
    wraps_3 <= {1'b0, s5_by} >= 5'd13;
    word_4 <= by_15_4;
    wraps_4 <= {1'b0, s5_by} >= 5'd12;
    word_5 <= by_15_5;
    wraps_5 <= {1'b0, s5_by} >= 5'd11;
    word_6 <= by_15_6;
    wraps_6 <= {1'b0, s5_by} >= 5'd10;
    word_7 <= by_15_7;
    wraps_7 <= {1'b0, s5_by} >= 5'd9;
    word_8 <= by_15_8;
    wraps_8 <= {1'b0, s5_by} >= 5'd8;
    word_9 <= by_15_9;
    wraps_9 <= {1'b0, s5_by} >= 5'd7;
    word_10 <= by_15_10;
    wraps_10 <= {1'b0, s5_by} >= 5'd6;
    word_11 <= by_15_11;
    wraps_11 <= {1'b0, s5_by} >= 5'd5;
    word_12 <= by_15_12;
    wraps_12 <= {1'b0, s5_by} >= 5'd4;
    word_13 <= by_15_13;
    wraps_13 <= {1'b0, s5_by} >= 5'd3;
    word_14 <= by_15_14;
    wraps_14 <= {1'b0, s5_by} >= 5'd2;
    word_15 <= by_15_15;
    wraps_15 <= {1'b0, s5_by} >= 5'd1;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
