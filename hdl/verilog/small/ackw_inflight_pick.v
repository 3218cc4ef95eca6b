// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The greater of two fractions, and its hop; the first of equals. Exact, 6 cycles.
module ackw_inflight_pick (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, asynchronous
  input  wire        in_valid,         // a step enters
  input  wire [52:0] a_n,              // the one that stays unless b is strictly greater
  input  wire [35:0] a_d,
  input  wire [3:0]  a_hop_speed,
  input  wire [23:0] a_hop_dts,
  input  wire [4:0]  a_hop_left_dts,
  input  wire [19:0] a_hop_tx,
  input  wire [15:0] a_hop_q,
  input  wire [3:0]  a_hop_left_q,
  input  wire [52:0] b_n,              // the other
  input  wire [35:0] b_d,
  input  wire [3:0]  b_hop_speed,
  input  wire [23:0] b_hop_dts,
  input  wire [4:0]  b_hop_left_dts,
  input  wire [19:0] b_hop_tx,
  input  wire [15:0] b_hop_q,
  input  wire [3:0]  b_hop_left_q,
  output wire [52:0] out_n,            // the one picked
  output wire [35:0] out_d,
  output wire [3:0]  out_hop_speed,
  output wire [23:0] out_hop_dts,
  output wire [4:0]  out_hop_left_dts,
  output wire [19:0] out_hop_tx,
  output wire [15:0] out_hop_q,
  output wire [3:0]  out_hop_left_q
);

  reg  [4:0]  valid;
  reg         s5_high_above;
  reg         s5_high_below;
  reg         s5_low_above;
  reg  [52:0] s6_n;
  reg  [35:0] s6_d;
  reg  [3:0]  s6_hop_speed;
  reg  [23:0] s6_hop_dts;
  reg  [4:0]  s6_hop_left_dts;
  reg  [19:0] s6_hop_tx;
  reg  [15:0] s6_hop_q;
  reg  [3:0]  s6_hop_left_q;

  wire [88:0] left_p;
  wire [88:0] right_p;
  wire [52:0] s5_a_q_n;
  wire [35:0] s5_a_q_d;
  wire [3:0]  s5_a_q_hop_speed;
  wire [23:0] s5_a_q_hop_dts;
  wire [4:0]  s5_a_q_hop_left_dts;
  wire [19:0] s5_a_q_hop_tx;
  wire [15:0] s5_a_q_hop_q;
  wire [3:0]  s5_a_q_hop_left_q;
  wire [52:0] s5_b_q_n;
  wire [35:0] s5_b_q_d;
  wire [3:0]  s5_b_q_hop_speed;
  wire [23:0] s5_b_q_hop_dts;
  wire [4:0]  s5_b_q_hop_left_dts;
  wire [19:0] s5_b_q_hop_tx;
  wire [15:0] s5_b_q_hop_q;
  wire [3:0]  s5_b_q_hop_left_q;

  // s0 to s4: n of each by d of the other, 53 + 36 = 89 bits
  ackw_mul_wide #(
    .A_BITS (53),
    .B_BITS (36),
    .STEPPED(1),
    .HELD   (1)
  ) u_left (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (b_n),
    .b    (a_d),
    .p    (left_p),
    .en   (in_valid)
  );

  ackw_mul_wide #(
    .A_BITS (53),
    .B_BITS (36),
    .STEPPED(1),
    .HELD   (1)
  ) u_right (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (a_n),
    .b    (b_d),
    .p    (right_p),
    .en   (in_valid)
  );

  ackw_delay #(
    .N    (5),
    .WIDTH(162),
    .HELD (1)
  ) u_s5_a (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({a_hop_left_q, a_hop_q, a_hop_tx, a_hop_left_dts, a_hop_dts, a_hop_speed, a_d, a_n}),
    .q    ({s5_a_q_hop_left_q, s5_a_q_hop_q, s5_a_q_hop_tx, s5_a_q_hop_left_dts, s5_a_q_hop_dts, s5_a_q_hop_speed,
      s5_a_q_d, s5_a_q_n}),
    .en   (in_valid)
  );

  ackw_delay #(
    .N    (5),
    .WIDTH(162),
    .HELD (1)
  ) u_s5_b (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({b_hop_left_q, b_hop_q, b_hop_tx, b_hop_left_dts, b_hop_dts, b_hop_speed, b_d, b_n}),
    .q    ({s5_b_q_hop_left_q, s5_b_q_hop_q, s5_b_q_hop_tx, s5_b_q_hop_left_dts, s5_b_q_hop_dts, s5_b_q_hop_speed,
      s5_b_q_d, s5_b_q_n}),
    .en   (in_valid)
  );

  // s5 to s6: pick
  assign out_n = s6_n;
  assign out_d = s6_d;
  assign out_hop_speed = s6_hop_speed;
  assign out_hop_dts = s6_hop_dts;
  assign out_hop_left_dts = s6_hop_left_dts;
  assign out_hop_tx = s6_hop_tx;
  assign out_hop_q = s6_hop_q;
  assign out_hop_left_q = s6_hop_left_q;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid <= 5'd0;
    end else begin
      valid <= {valid[3:0], in_valid};
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s5_high_above <= 1'b0;
      s5_high_below <= 1'b0;
      s5_low_above <= 1'b0;
      s6_n <= 53'd0;
      s6_d <= 36'd0;
      s6_hop_speed <= 4'd0;
      s6_hop_dts <= 24'd0;
      s6_hop_left_dts <= 5'd0;
      s6_hop_tx <= 20'd0;
      s6_hop_q <= 16'd0;
      s6_hop_left_q <= 4'd0;
    end else begin
      // s4 to s5: compare, in halves; `<` is a carry, equality would be a tree behind it
      if (valid[3]) begin
        s5_high_above <= right_p[88:44] < left_p[88:44];
        s5_high_below <= left_p[88:44] < right_p[88:44];
        s5_low_above <= right_p[43:0] < left_p[43:0];
      end

      if (valid[4]) begin
        s6_n <= s5_a_q_n;
        s6_d <= s5_a_q_d;
        s6_hop_speed <= s5_a_q_hop_speed;
        s6_hop_dts <= s5_a_q_hop_dts;
        s6_hop_left_dts <= s5_a_q_hop_left_dts;
        s6_hop_tx <= s5_a_q_hop_tx;
        s6_hop_q <= s5_a_q_hop_q;
        s6_hop_left_q <= s5_a_q_hop_left_q;
        if (s5_high_above | (!s5_high_below & s5_low_above)) begin
          s6_n <= s5_b_q_n;
          s6_d <= s5_b_q_d;
          s6_hop_speed <= s5_b_q_hop_speed;
          s6_hop_dts <= s5_b_q_hop_dts;
          s6_hop_left_dts <= s5_b_q_hop_left_dts;
          s6_hop_tx <= s5_b_q_hop_tx;
          s6_hop_q <= s5_b_q_hop_q;
          s6_hop_left_q <= s5_b_q_hop_left_q;
        end
      end
    end
  end

endmodule

`default_nettype wire
