// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// Exact product of unsigned factors of three and two slices of 18 bits, four cycles later. No reset.
module ackw_mul_3x2 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [52:0] a,
  input  wire [35:0] b,
  output wire [88:0] p
);

  reg  [35:0] s2_low;
  reg  [36:0] s2_mid;
  reg  [36:0] s2_high;
  reg  [35:0] s2_top;
  reg  [17:0] s3_low;
  reg  [54:0] s3_upper;
  reg  [35:0] s3_top;
  reg  [88:0] s4;

  wire [35:0] top;
  wire [89:0] whole;
  wire [35:0] p00_p;
  wire [35:0] p01_p;
  wire [35:0] p10_p;
  wire [35:0] p11_p;
  wire [35:0] p20_p;
  wire [35:0] p21_p;

  // products of the slices
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p00 (
    .clk(clk),
    .a  (a[17:0]),
    .b  (b[17:0]),
    .p  (p00_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p01 (
    .clk(clk),
    .a  (a[17:0]),
    .b  (b[35:18]),
    .p  (p01_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p10 (
    .clk(clk),
    .a  (a[35:18]),
    .b  (b[17:0]),
    .p  (p10_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p11 (
    .clk(clk),
    .a  (a[35:18]),
    .b  (b[35:18]),
    .p  (p11_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p20 (
    .clk(clk),
    .a  ({1'b0, a[52:36]}),
    .b  (b[17:0]),
    .p  (p20_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p21 (
    .clk(clk),
    .a  ({1'b0, a[52:36]}),
    .b  (b[35:18]),
    .p  (p21_p)
  );

  // from 2^54 up
  assign top = s3_top + {17'd0, s3_upper[54:36]};
  assign whole = {top, s3_upper[35:0], s3_low};
  assign p = s4;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s2_low <= 36'd0;
      s2_mid <= 37'd0;
      s2_high <= 37'd0;
      s2_top <= 36'd0;
      s3_low <= 18'd0;
      s3_upper <= 55'd0;
      s3_top <= 36'd0;
      s4 <= 89'd0;
    end else begin
      // those of one weight, 2^18 and 2^36: 36 + 36 = 37 bits
      s2_low <= p00_p;
      s2_mid <= {1'b0, p01_p} + {1'b0, p10_p};
      s2_high <= {1'b0, p11_p} + {1'b0, p20_p};
      s2_top <= p21_p;
      // from 2^18 up to 2^72: high * 2^18 + mid and the carry stay below 2^55
      s3_low <= s2_low[17:0];
      s3_upper <= {s2_high, s2_low[35:18]} + {18'd0, s2_mid};
      s3_top <= s2_top;
      // from 2^54 up
      s4 <= whole[88:0];
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, whole[89]};

endmodule

`default_nettype wire
