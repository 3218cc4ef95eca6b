// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// Exact product of unsigned factors of more than 18 bits, with a register between the multipliers and the sums behind
// them: products of slices of 18 bits, the last of each factor what is left of it.
//
// Slices of a by slices of b: 1 by 2 take three cycles, 2 by 2 and 3 by 2 four. A stage is one multiplier, or a wire,
// or one addition of at most 54 bits, of 72 at the end of 3 by 2. A product of which one slice has at most 4 bits is
// not worth a multiplier block: two sums of rows, which are added where the others have the wire, and no `*`, so that no
// tool infers one. The inputs come from registers, so that an FPGA's multiplier blocks can absorb them. No reset.
module ackw_mul_stepped #(
  parameter A_BITS = 36, // at most 54
  parameter B_BITS = 36  // 19 to 36
) (
  input  wire                     clk,
  input  wire                     rst_n,
  input  wire [A_BITS-1:0]        a,
  input  wire [B_BITS-1:0]        b,
  output reg  [A_BITS+B_BITS-1:0] p
);

  localparam A_SLICES = A_BITS > 36 ? 3 : A_BITS > 18 ? 2 : 1;

  // whole slices, and a bit more, because there is nothing of no bits
  wire [18*A_SLICES:0] a_all = {{(18*A_SLICES+1-A_BITS){1'b0}}, a};
  wire [36:0]          b_all = {{(37-B_BITS){1'b0}}, b};

  wire [72*A_SLICES-1:0] products; // of slice i of a and slice j of b: number 2 * i + j
  wire [72*A_SLICES-1:0] rests;    // to be added to them
  reg  [72*A_SLICES-1:0] s2;       // the register between

  genvar i;
  genvar j;
  generate
    for (i = 0; i < A_SLICES; i = i + 1) begin : g_a
      localparam A_LEFT = A_BITS - 18*i < 18 ? A_BITS - 18*i : 18;
      for (j = 0; j < 2; j = j + 1) begin : g_b
        localparam B_LEFT = B_BITS - 18*j < 18 ? B_BITS - 18*j : 18;
        if (A_LEFT <= 4 || B_LEFT <= 4) begin : g_rows
          wire [17:0] wide   = A_LEFT < B_LEFT ? b_all[18*j +: 18] : a_all[18*i +: 18];
          wire [17:0] narrow = A_LEFT < B_LEFT ? a_all[18*i +: 18] : b_all[18*j +: 18]; // above its 4 bits zero

          // two rows each: at most 3 * (2^18 - 1), 20 bits
          reg [19:0] rows_0;
          reg [19:0] rows_2;

          always @(posedge clk) begin
            rows_0 <= (narrow[0] ? {2'd0, wide} : 20'd0) + (narrow[1] ? {1'd0, wide, 1'd0} : 20'd0);
            rows_2 <= (narrow[2] ? {2'd0, wide} : 20'd0) + (narrow[3] ? {1'd0, wide, 1'd0} : 20'd0);
          end

          assign products[36*(2*i + j) +: 36] = {16'd0, rows_0};
          assign rests[36*(2*i + j) +: 36]    = {14'd0, rows_2, 2'd0};

          wire unused = &{1'b0, narrow};
        end else begin : g_block
          ackw_mul #(
            .A_BITS(18),
            .B_BITS(18)
          ) u_mul (
            .clk(clk),
            .a  (a_all[18*i +: 18]),
            .b  (b_all[18*j +: 18]),
            .p  (products[36*(2*i + j) +: 36])
          );
          assign rests[36*(2*i + j) +: 36] = 36'd0;
        end

        always @(posedge clk) begin
          s2[36*(2*i + j) +: 36] <= products[36*(2*i + j) +: 36] + rests[36*(2*i + j) +: 36];
        end
      end
    end

    if (A_SLICES == 1) begin : g_1x2
      // the low 18 bits are there
      wire [35:0] upper = s2[71:36] + {18'd0, s2[35:18]};
      wire [53:0] whole = {upper, s2[17:0]};

      always @(posedge clk) begin
        p <= whole[A_BITS+B_BITS-1:0];
      end

      wire unused = &{1'b0, whole};
    end else if (A_SLICES == 2) begin : g_2x2
      reg [35:0] s3_low;
      reg [36:0] s3_mid;  // the two of weight 2^18
      reg [35:0] s3_high;

      wire [53:0] upper = {s3_high, s3_low[35:18]} + {17'd0, s3_mid};
      wire [71:0] whole = {upper, s3_low[17:0]};

      always @(posedge clk) begin
        s3_low  <= s2[35:0];
        s3_mid  <= {1'b0, s2[71:36]} + {1'b0, s2[107:72]};
        s3_high <= s2[143:108];
        p       <= whole[A_BITS+B_BITS-1:0];
      end

      wire unused = &{1'b0, whole};
    end else begin : g_3x2
      // two numbers that hold three products each, side by side where they can stand so
      reg [17:0] s3_low;
      reg [54:0] s3_even; // from 2^18 up: those of weight 1, 2^18 and 2^36
      reg [71:0] s3_odd;  // from 2^18 up: those of weight 2^18, 2^36 and 2^54

      wire [53:0] odd   = {s2[215:180], s2[107:90]} + {18'd0, s2[179:144]}; // its low 18 bits are there
      wire [71:0] upper = s3_odd + {17'd0, s3_even};
      wire [89:0] whole = {upper, s3_low};

      always @(posedge clk) begin
        s3_low  <= s2[17:0];
        s3_even <= {1'b0, s2[143:108], s2[35:18]} + {19'd0, s2[71:36]};
        s3_odd  <= {odd, s2[89:72]};
        p       <= whole[A_BITS+B_BITS-1:0];
      end

      wire unused = &{1'b0, whole};
    end
  endgenerate

  wire unused = &{1'b0, rst_n, rests, a_all[18*A_SLICES], b_all[36]};

endmodule

`default_nettype wire
