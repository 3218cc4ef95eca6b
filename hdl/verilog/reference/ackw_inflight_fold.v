// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The greater of a fraction and the one some cycles before; the earlier of equals. Exact, 8 cycles.
module ackw_inflight_fold (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire        in_valid,       // a step enters
  input  wire [52:0] d_n,            // a fraction and its hop
  input  wire [35:0] d_d,
  input  wire [3:0]  d_hop_speed,
  input  wire [23:0] d_hop_dts,
  input  wire [4:0]  d_hop_left_dts,
  input  wire [19:0] d_hop_tx,
  input  wire [15:0] d_hop_q,
  input  wire [3:0]  d_hop_left_q,
  input  wire        compare,        // it is compared, not in two cycles in a row; else it goes through
  output wire [52:0] q_n,            // the one picked
  output wire [35:0] q_d,
  output wire [3:0]  q_hop_speed,
  output wire [23:0] q_hop_dts,
  output wire [4:0]  q_hop_left_dts,
  output wire [19:0] q_hop_tx,
  output wire [15:0] q_hop_q,
  output wire [3:0]  q_hop_left_q
);

  reg  [6:0]  valid;
  reg  [52:0] s1_a_n;
  reg  [35:0] s1_a_d;
  reg  [3:0]  s1_a_hop_speed;
  reg  [23:0] s1_a_hop_dts;
  reg  [4:0]  s1_a_hop_left_dts;
  reg  [19:0] s1_a_hop_tx;
  reg  [15:0] s1_a_hop_q;
  reg  [3:0]  s1_a_hop_left_q;
  reg  [52:0] s1_b_n;
  reg  [35:0] s1_b_d;
  reg  [3:0]  s1_b_hop_speed;
  reg  [23:0] s1_b_hop_dts;
  reg  [4:0]  s1_b_hop_left_dts;
  reg  [19:0] s1_b_hop_tx;
  reg  [15:0] s1_b_hop_q;
  reg  [3:0]  s1_b_hop_left_q;
  reg  [52:0] s1_n;
  reg  [35:0] s1_d;
  reg  [88:0] s6_left;
  reg         s7_high_above;
  reg         s7_high_below;
  reg         s7_low_above;
  reg  [52:0] s8_n;
  reg  [35:0] s8_d;
  reg  [3:0]  s8_hop_speed;
  reg  [23:0] s8_hop_dts;
  reg  [4:0]  s8_hop_left_dts;
  reg  [19:0] s8_hop_tx;
  reg  [15:0] s8_hop_q;
  reg  [3:0]  s8_hop_left_q;

  wire [52:0] before_q_n;
  wire [35:0] before_q_d;
  wire [3:0]  before_q_hop_speed;
  wire [23:0] before_q_hop_dts;
  wire [4:0]  before_q_hop_left_dts;
  wire [19:0] before_q_hop_tx;
  wire [15:0] before_q_hop_q;
  wire [3:0]  before_q_hop_left_q;
  wire [88:0] product_p;
  wire        product_en;
  wire        s7_compare_q;
  wire [52:0] s7_a_q_n;
  wire [35:0] s7_a_q_d;
  wire [3:0]  s7_a_q_hop_speed;
  wire [23:0] s7_a_q_hop_dts;
  wire [4:0]  s7_a_q_hop_left_dts;
  wire [19:0] s7_a_q_hop_tx;
  wire [15:0] s7_a_q_hop_q;
  wire [3:0]  s7_a_q_hop_left_q;
  wire [52:0] s7_b_q_n;
  wire [35:0] s7_b_q_d;
  wire [3:0]  s7_b_q_hop_speed;
  wire [23:0] s7_b_q_hop_dts;
  wire [4:0]  s7_b_q_hop_left_dts;
  wire [19:0] s7_b_q_hop_tx;
  wire [15:0] s7_b_q_hop_q;
  wire [3:0]  s7_b_q_hop_left_q;

  // s0 to s1: the factors: n of the later by d of the earlier, and in the next cycle the other two
  ackw_delay #(
    .N    (1),
    .WIDTH(162),
    .HELD (1)
  ) u_before (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_hop_left_q, d_hop_q, d_hop_tx, d_hop_left_dts, d_hop_dts, d_hop_speed, d_d, d_n}),
    .q    ({before_q_hop_left_q, before_q_hop_q, before_q_hop_tx, before_q_hop_left_dts, before_q_hop_dts,
      before_q_hop_speed, before_q_d, before_q_n}),
    .en   (in_valid)
  );

  // s1 to s6: their products, 53 + 36 = 89 bits
  ackw_mul_wide #(
    .A_BITS (53),
    .B_BITS (36),
    .STEPPED(1),
    .HELD   (1)
  ) u_product (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (s1_n),
    .b    (s1_d),
    .p    (product_p),
    .en   (product_en)
  );

  assign product_en = valid[0] | valid[1];

  ackw_delay #(
    .N    (7),
    .WIDTH(1)
  ) u_s7_compare (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (compare),
    .q    (s7_compare_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (6),
    .WIDTH(162),
    .HELD (1)
  ) u_s7_a (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({s1_a_hop_left_q, s1_a_hop_q, s1_a_hop_tx, s1_a_hop_left_dts, s1_a_hop_dts, s1_a_hop_speed, s1_a_d, s1_a_n}),
    .q    ({s7_a_q_hop_left_q, s7_a_q_hop_q, s7_a_q_hop_tx, s7_a_q_hop_left_dts, s7_a_q_hop_dts, s7_a_q_hop_speed,
      s7_a_q_d, s7_a_q_n}),
    .en   (valid[0])
  );

  ackw_delay #(
    .N    (6),
    .WIDTH(162),
    .HELD (1)
  ) u_s7_b (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({s1_b_hop_left_q, s1_b_hop_q, s1_b_hop_tx, s1_b_hop_left_dts, s1_b_hop_dts, s1_b_hop_speed, s1_b_d, s1_b_n}),
    .q    ({s7_b_q_hop_left_q, s7_b_q_hop_q, s7_b_q_hop_tx, s7_b_q_hop_left_dts, s7_b_q_hop_dts, s7_b_q_hop_speed,
      s7_b_q_d, s7_b_q_n}),
    .en   (valid[0])
  );

  // s7 to s8: pick
  assign q_n = s8_n;
  assign q_d = s8_d;
  assign q_hop_speed = s8_hop_speed;
  assign q_hop_dts = s8_hop_dts;
  assign q_hop_left_dts = s8_hop_left_dts;
  assign q_hop_tx = s8_hop_tx;
  assign q_hop_q = s8_hop_q;
  assign q_hop_left_q = s8_hop_left_q;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      valid <= 7'd0;
    end else begin
      valid <= {valid[5:0], in_valid};
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (in_valid) begin
      s1_a_n <= before_q_n;
      s1_a_d <= before_q_d;
      s1_a_hop_speed <= before_q_hop_speed;
      s1_a_hop_dts <= before_q_hop_dts;
      s1_a_hop_left_dts <= before_q_hop_left_dts;
      s1_a_hop_tx <= before_q_hop_tx;
      s1_a_hop_q <= before_q_hop_q;
      s1_a_hop_left_q <= before_q_hop_left_q;
      s1_b_n <= d_n;
      s1_b_d <= d_d;
      s1_b_hop_speed <= d_hop_speed;
      s1_b_hop_dts <= d_hop_dts;
      s1_b_hop_left_dts <= d_hop_left_dts;
      s1_b_hop_tx <= d_hop_tx;
      s1_b_hop_q <= d_hop_q;
      s1_b_hop_left_q <= d_hop_left_q;
    end
    if (in_valid | valid[0]) begin
      s1_n <= s1_a_n;
      s1_d <= s1_b_d;
      if (compare) begin
        s1_n <= d_n;
        s1_d <= before_q_d;
      end
    end

    if (valid[4]) begin
      s6_left <= product_p;
    end
    // s6 to s7: compare, in halves; `<` is a carry, equality would be a tree behind it
    if (valid[5]) begin
      s7_high_above <= product_p[88:44] < s6_left[88:44];
      s7_high_below <= s6_left[88:44] < product_p[88:44];
      s7_low_above <= product_p[43:0] < s6_left[43:0];
    end

    if (valid[6]) begin
      s8_n <= s7_a_q_n;
      s8_d <= s7_a_q_d;
      s8_hop_speed <= s7_a_q_hop_speed;
      s8_hop_dts <= s7_a_q_hop_dts;
      s8_hop_left_dts <= s7_a_q_hop_left_dts;
      s8_hop_tx <= s7_a_q_hop_tx;
      s8_hop_q <= s7_a_q_hop_q;
      s8_hop_left_q <= s7_a_q_hop_left_q;
      if (!s7_compare_q | s7_high_above | (!s7_high_below & s7_low_above)) begin
        s8_n <= s7_b_q_n;
        s8_d <= s7_b_q_d;
        s8_hop_speed <= s7_b_q_hop_speed;
        s8_hop_dts <= s7_b_q_hop_dts;
        s8_hop_left_dts <= s7_b_q_hop_left_dts;
        s8_hop_tx <= s7_b_q_hop_tx;
        s8_hop_q <= s7_b_q_hop_q;
        s8_hop_left_q <= s7_b_q_hop_left_q;
      end
    end
  end

endmodule

`default_nettype wire
