// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Exact product of unsigned factors of more than 18 bits: products of slices of 18 bits, the last of each factor what
// is left of it, and the sums behind them.
//
// Slices of a by slices of b: 1 by 2 and 3 by 1 take two cycles, 2 by 2 three, 3 by 2 four. With STEPPED the multipliers
// register their factors first: 1 by 2 take three cycles, 2 by 2 and 3 by 2 four, and there is no 3 by 1. A stage is a
// wire, or one multiplier, or one addition of at most 55 bits, at 3 by 1 of three numbers, at the end of a stepped 3 by
// 2 of 72 bits. A product of which one slice has at most 4 bits is not worth a multiplier block: a row of it for each
// of these bits, added in logic, and no `*`, so that no tool infers one. The inputs come from registers: without STEPPED
// an FPGA's multiplier blocks can absorb them, with STEPPED they stand between the logic and the blocks. No reset, but an
// enable: a register takes only what counts.
module ackw_mul_wide #(
  parameter A_BITS  = 36, // at most 54
  parameter B_BITS  = 36, // at most 36
  parameter STEPPED = 0,  // 1: the multipliers have input registers
  parameter HELD    = 0   // 1: there is an enable
) (
  input  wire                     clk,
  input  wire                     rst_n,
  input  wire                     en, // a and b count
  input  wire [A_BITS-1:0]        a,
  input  wire [B_BITS-1:0]        b,
  output reg  [A_BITS+B_BITS-1:0] p
);

  localparam A_SLICES = A_BITS > 36 ? 3 : A_BITS > 18 ? 2 : 1;
  localparam B_SLICES = B_BITS > 18 ? 2 : 1;
  localparam TOP_ROWS = A_SLICES == 3 && B_SLICES == 1 && B_BITS > 4 ? 1 : 0; // the sum takes both of the top slice
  localparam SPLIT    = STEPPED == 1 ? 1 : TOP_ROWS;

  // whole slices, and a bit more, because there is nothing of no bits
  wire [18*A_SLICES:0] a_all = {{(18*A_SLICES+1-A_BITS){1'b0}}, a};
  wire [18*B_SLICES:0] b_all = {{(18*B_SLICES+1-B_BITS){1'b0}}, b};

  // does what stands behind each edge count?
  wire [3:0] on;

  generate
    if (HELD == 1) begin : g_held
      reg [2:0] later;

      always @(posedge clk) begin
        later <= on[2:0];
      end

      assign on = {later, en};
    end else begin : g_free
      assign on = {3'b111, en};
    end
  endgenerate

  // of the registers behind the products
  wire [2:0] sums = STEPPED == 1 ? {1'b0, on[3:2]} : on[3:1];

  wire [36*A_SLICES*B_SLICES-1:0] products; // of slice i of a and slice j of b: number i * B_SLICES + j
  wire [36*A_SLICES*B_SLICES-1:0] rests;    // to be added to them, of rows where SPLIT is 1

  genvar i;
  genvar j;
  generate
    for (i = 0; i < A_SLICES; i = i + 1) begin : g_a
      localparam A_LEFT = A_BITS - 18*i < 18 ? A_BITS - 18*i : 18;
      for (j = 0; j < B_SLICES; j = j + 1) begin : g_b
        localparam B_LEFT = B_BITS - 18*j < 18 ? B_BITS - 18*j : 18;
        if (A_LEFT <= 4 || B_LEFT <= 4) begin : g_rows
          wire [17:0] wide   = A_LEFT < B_LEFT ? b_all[18*j +: 18] : a_all[18*i +: 18];
          wire [17:0] narrow = A_LEFT < B_LEFT ? a_all[18*i +: 18] : b_all[18*j +: 18]; // above its 4 bits zero

          // two rows each: at most 3 * (2^18 - 1), 20 bits
          wire [19:0] rows_0 = (narrow[0] ? {2'd0, wide} : 20'd0) + (narrow[1] ? {1'd0, wide, 1'd0} : 20'd0);
          wire [19:0] rows_2 = (narrow[2] ? {2'd0, wide} : 20'd0) + (narrow[3] ? {1'd0, wide, 1'd0} : 20'd0);

          reg [35:0] sum;

          if (SPLIT == 1) begin : g_split
            reg [19:0] upper;

            always @(posedge clk) begin
              if (on[0]) begin
                sum   <= {16'd0, rows_0};
                upper <= rows_2;
              end
            end

            if (STEPPED == 1) begin : g_stepped
              reg [35:0] both;

              always @(posedge clk) begin
                if (on[1]) both <= sum + {14'd0, upper, 2'd0};
              end

              assign products[36*(i*B_SLICES + j) +: 36] = both;
              assign rests[36*(i*B_SLICES + j) +: 36] = 36'd0;
            end else begin : g_direct
              assign products[36*(i*B_SLICES + j) +: 36] = sum;
              assign rests[36*(i*B_SLICES + j) +: 36] = {14'd0, upper, 2'd0};
            end
          end else begin : g_whole
            always @(posedge clk) begin
              if (on[0]) sum <= {16'd0, rows_0} + {14'd0, rows_2, 2'd0};
            end

            assign products[36*(i*B_SLICES + j) +: 36] = sum;
            assign rests[36*(i*B_SLICES + j) +: 36] = 36'd0;
          end

          wire unused = &{1'b0, narrow};
        end else begin : g_block
          ackw_mul #(
            .A_BITS    (18),
            .B_BITS    (18),
            .INPUT_REGS(STEPPED),
            .HELD      (HELD)
          ) u_mul (
            .clk(clk),
            .en (on[0]),
            .a  (a_all[18*i +: 18]),
            .b  (b_all[18*j +: 18]),
            .p  (products[36*(i*B_SLICES + j) +: 36])
          );
          assign rests[36*(i*B_SLICES + j) +: 36] = 36'd0;
        end
      end
    end

    if (A_SLICES == 1) begin : g_1x2
      wire [35:0] low   = products[35:0];
      wire [35:0] upper = products[71:36] + {18'd0, low[35:18]};
      wire [53:0] whole = {upper, low[17:0]};

      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          p <= {(A_BITS+B_BITS){1'b0}};
        end else begin
          if (sums[0]) p <= whole[A_BITS+B_BITS-1:0];
        end
      end

      wire unused = &{1'b0, whole};
    end else if (B_SLICES == 1) begin : g_3x1
      // the outer two stand side by side; what the rows leave is added without carries; the low 18 bits are there
      wire [53:0] outer = {products[107:72], products[35:18]};
      wire [53:0] inner = {18'd0, products[71:36]};
      wire [53:0] more  = {rests[107:72], 18'd0};
      wire [53:0] both  = (outer & inner) | (outer & more) | (inner & more);
      wire [53:0] upper = (outer ^ inner ^ more) + {both[52:0], 1'b0};
      wire [71:0] whole = {upper, products[17:0]};

      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          p <= {(A_BITS+B_BITS){1'b0}};
        end else begin
          if (sums[0]) p <= whole[A_BITS+B_BITS-1:0];
        end
      end

      wire unused = &{1'b0, both[53], whole};
    end else if (A_SLICES == 2) begin : g_2x2
      reg [35:0] s2_low;
      reg [36:0] s2_mid;  // the two of weight 2^18
      reg [35:0] s2_high;

      // the low 18 bits are there
      wire [53:0] upper = {s2_high, s2_low[35:18]} + {17'd0, s2_mid};
      wire [71:0] whole = {upper, s2_low[17:0]};

      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          s2_low  <= 36'd0;
          s2_mid  <= 37'd0;
          s2_high <= 36'd0;
          p       <= {(A_BITS+B_BITS){1'b0}};
        end else begin
          if (sums[0]) begin
            s2_low  <= products[35:0];
            s2_mid  <= {1'b0, products[71:36]} + {1'b0, products[107:72]};
            s2_high <= products[143:108];
          end
          if (sums[1]) p <= whole[A_BITS+B_BITS-1:0];
        end
      end

      wire unused = &{1'b0, whole};
    end else if (STEPPED == 1) begin : g_stepped_3x2
      // two numbers that hold three products each, side by side where they can stand so
      reg [17:0] s3_low;
      reg [53:0] s3_even; // from 2^18 up: those of weight 1, 2^18 and 2^36, below 2^54 together
      reg [71:0] s3_odd;  // from 2^18 up: those of weight 2^18, 2^36 and 2^54

      wire [53:0] odd   = {products[215:180], products[107:90]} + {18'd0, products[179:144]}; // its low 18 bits are there
      wire [71:0] upper = s3_odd + {18'd0, s3_even};
      wire [89:0] whole = {upper, s3_low};

      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          s3_low  <= 18'd0;
          s3_even <= 54'd0;
          s3_odd  <= 72'd0;
          p       <= {(A_BITS+B_BITS){1'b0}};
        end else begin
          if (sums[0]) begin
            s3_low  <= products[17:0];
            s3_even <= {products[143:108], products[35:18]} + {18'd0, products[71:36]};
            s3_odd  <= {odd, products[89:72]};
          end
          if (sums[1]) p <= whole[A_BITS+B_BITS-1:0];
        end
      end

      wire unused = &{1'b0, whole};
    end else begin : g_3x2
      reg [35:0] s2_low;
      reg [36:0] s2_mid;   // the two of weight 2^18
      reg [36:0] s2_high;  // the two of weight 2^36
      reg [35:0] s2_top;
      reg [17:0] s3_low;
      reg [54:0] s3_upper; // from 2^18 up: high * 2^18 + mid and the carry stay below 2^55
      reg [35:0] s3_top;   // from 2^54 up

      wire [35:0] top   = s3_top + {17'd0, s3_upper[54:36]};
      wire [89:0] whole = {top, s3_upper[35:0], s3_low};

      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          s2_low   <= 36'd0;
          s2_mid   <= 37'd0;
          s2_high  <= 37'd0;
          s2_top   <= 36'd0;
          s3_low   <= 18'd0;
          s3_upper <= 55'd0;
          s3_top   <= 36'd0;
          p        <= {(A_BITS+B_BITS){1'b0}};
        end else begin
          if (sums[0]) begin
            s2_low   <= products[35:0];
            s2_mid   <= {1'b0, products[71:36]} + {1'b0, products[107:72]};
            s2_high  <= {1'b0, products[143:108]} + {1'b0, products[179:144]};
            s2_top   <= products[215:180];
          end
          if (sums[1]) begin
            s3_low   <= s2_low[17:0];
            s3_upper <= {s2_high, s2_low[35:18]} + {18'd0, s2_mid};
            s3_top   <= s2_top;
          end
          if (sums[2]) p <= whole[A_BITS+B_BITS-1:0];
        end
      end

      wire unused = &{1'b0, whole};
    end
  endgenerate

  wire unused = &{1'b0, rst_n, on, sums, rests, a_all[18*A_SLICES], b_all[18*B_SLICES]};

endmodule

`default_nettype wire
