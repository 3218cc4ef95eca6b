// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// Holds the bits of the lane whose flag was set, until the frame ends.
module ackw_lane_pick_n2 (
  input  wire       clk,     // clock, rising edge
  input  wire       rst_n,   // reset, active low, synchronous
  input  wire       fresh,   // a frame begins, or none has: forget
  input  wire       here_0,  // lane 0 has the field; a frame sets one of the flags at most once
  input  wire       here_1,
  input  wire       here_2,
  input  wire       here_3,
  input  wire       here_4,
  input  wire       here_5,
  input  wire       here_6,
  input  wire       here_7,
  input  wire       here_8,
  input  wire       here_9,
  input  wire       here_10,
  input  wire       here_11,
  input  wire       here_12,
  input  wire       here_13,
  input  wire       here_14,
  input  wire       here_15,
  input  wire [1:0] lane_0,
  input  wire [1:0] lane_1,
  input  wire [1:0] lane_2,
  input  wire [1:0] lane_3,
  input  wire [1:0] lane_4,
  input  wire [1:0] lane_5,
  input  wire [1:0] lane_6,
  input  wire [1:0] lane_7,
  input  wire [1:0] lane_8,
  input  wire [1:0] lane_9,
  input  wire [1:0] lane_10,
  input  wire [1:0] lane_11,
  input  wire [1:0] lane_12,
  input  wire [1:0] lane_13,
  input  wire [1:0] lane_14,
  input  wire [1:0] lane_15,
  output wire [1:0] held
);

  reg  [1:0] field;

  reg  [1:0] gated_0;
  reg  [1:0] gated_1;
  reg  [1:0] gated_2;
  reg  [1:0] gated_3;
  reg  [1:0] gated_4;
  reg  [1:0] gated_5;
  reg  [1:0] gated_6;
  reg  [1:0] gated_7;
  reg  [1:0] gated_8;
  reg  [1:0] gated_9;
  reg  [1:0] gated_10;
  reg  [1:0] gated_11;
  reg  [1:0] gated_12;
  reg  [1:0] gated_13;
  reg  [1:0] gated_14;
  reg  [1:0] gated_15;
  reg  [1:0] picked;

  always @* begin
    picked = 2'd0;
    if (!fresh) begin
      picked = field;
    end
    picked = picked | gated_0;
    picked = picked | gated_1;
    picked = picked | gated_2;
    picked = picked | gated_3;
    picked = picked | gated_4;
    picked = picked | gated_5;
    picked = picked | gated_6;
    picked = picked | gated_7;
    picked = picked | gated_8;
    picked = picked | gated_9;
    picked = picked | gated_10;
    picked = picked | gated_11;
    picked = picked | gated_12;
    picked = picked | gated_13;
    picked = picked | gated_14;
    picked = picked | gated_15;
  end

  always @* begin
    gated_0 = 2'd0;
    if (here_0) begin
      gated_0 = lane_0;
    end
  end

  always @* begin
    gated_1 = 2'd0;
    if (here_1) begin
      gated_1 = lane_1;
    end
  end

  always @* begin
    gated_2 = 2'd0;
    if (here_2) begin
      gated_2 = lane_2;
    end
  end

  always @* begin
    gated_3 = 2'd0;
    if (here_3) begin
      gated_3 = lane_3;
    end
  end

  always @* begin
    gated_4 = 2'd0;
    if (here_4) begin
      gated_4 = lane_4;
    end
  end

  always @* begin
    gated_5 = 2'd0;
    if (here_5) begin
      gated_5 = lane_5;
    end
  end

  always @* begin
    gated_6 = 2'd0;
    if (here_6) begin
      gated_6 = lane_6;
    end
  end

  always @* begin
    gated_7 = 2'd0;
    if (here_7) begin
      gated_7 = lane_7;
    end
  end

  always @* begin
    gated_8 = 2'd0;
    if (here_8) begin
      gated_8 = lane_8;
    end
  end

  always @* begin
    gated_9 = 2'd0;
    if (here_9) begin
      gated_9 = lane_9;
    end
  end

  always @* begin
    gated_10 = 2'd0;
    if (here_10) begin
      gated_10 = lane_10;
    end
  end

  always @* begin
    gated_11 = 2'd0;
    if (here_11) begin
      gated_11 = lane_11;
    end
  end

  always @* begin
    gated_12 = 2'd0;
    if (here_12) begin
      gated_12 = lane_12;
    end
  end

  always @* begin
    gated_13 = 2'd0;
    if (here_13) begin
      gated_13 = lane_13;
    end
  end

  always @* begin
    gated_14 = 2'd0;
    if (here_14) begin
      gated_14 = lane_14;
    end
  end

  always @* begin
    gated_15 = 2'd0;
    if (here_15) begin
      gated_15 = lane_15;
    end
  end

  assign held = field;

  // Datapath registers, without reset
  always @(posedge clk) begin
    field <= picked;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
