// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// One hop's normalised inflight bytes as an exact fraction n / d. 7 cycles.
module ackw_inflight_lane (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, synchronous
  input  wire        in_valid,         // a step of an event enters
  input  wire        in_hop_used,      // the hop is on the path and comparable; else all is zero
  input  wire [3:0]  in_hop_speed,     // index into the speed table
  input  wire [23:0] in_hop_dts,       // time since the last telemetry, modular; ticks of ts_unit
  input  wire [19:0] in_hop_tx,        // bytes transmitted since then, modular; tx_unit
  input  wire [15:0] in_hop_q,         // the lesser of both queues; q_unit
  input  wire [11:0] q_weight,         // h3: weight of q * dts
  input  wire [31:0] tx_weight,        // h1: weight of tx
  input  wire        spd_we,           // writes the speed of a code
  input  wire [3:0]  spd_code,
  input  wire [11:0] spd_gbps,         // Gbit/s, 0: unknown
  output wire        out_unknown,      // h2: a hop that is used has a code without a speed
  output wire        out_still,        // h2: a hop that is used has dts = 0
  output wire [52:0] out_n,            // h6: n = 0, d = 1 for a hop that does not count
  output wire [35:0] out_d,
  output wire [3:0]  out_hop_speed,
  output wire [23:0] out_hop_dts,
  output wire [4:0]  out_hop_left_dts,
  output wire [19:0] out_hop_tx,
  output wire [15:0] out_hop_q,
  output wire [3:0]  out_hop_left_q
);

  reg  [5:0]  valid;
  reg         h0_used;
  reg  [3:0]  h0_speed;
  reg  [23:0] h0_dts;
  reg  [19:0] h0_tx;
  reg  [15:0] h0_q;
  reg         h1_used;
  reg  [3:0]  h1_speed;
  reg  [23:0] h1_dts;
  reg  [19:0] h1_tx;
  reg  [15:0] h1_q;
  reg         h2_unknown;
  reg         h2_still;
  reg         h2_skip;
  reg  [35:0] h5_d;
  reg  [52:0] h6_n;
  reg  [35:0] h6_d;
  reg  [13:0] h4_rows_0;
  reg  [13:0] h4_rows_2;
  reg  [15:0] h5_rows;
  reg  [23:0] h2_dts;
  reg  [15:0] h2_q;
  reg  [4:0]  h2_left_dts;
  reg  [3:0]  h2_left_q;
  reg  [23:0] h3_dts;
  reg  [15:0] h3_q;
  reg  [4:0]  h3_left_dts;
  reg  [3:0]  h3_left_q;
  reg  [23:0] h4_dts;
  reg  [15:0] h4_q;

  wire [3:0]  top;
  reg  [13:0] row_0;
  reg  [13:0] row_1;
  reg  [13:0] row_2;
  reg  [13:0] row_3;
  wire [51:0] outer;
  wire [51:0] inner;
  wire [52:0] partial;
  wire [52:0] carries;
  wire        unknown;
  wire        still;
  wire [11:0] gbps_rdata;
  wire [39:0] q_dts_p;
  wire [51:0] weighted_tx_p;
  wire [35:0] gbps_dts_p;
  wire        h5_skip_q;
  wire [29:0] low_p;
  wire [29:0] middle_p;
  wire [4:0]  dts_lead_pos;
  wire        dts_lead_any;
  wire [3:0]  q_lead_pos;
  wire        q_lead_any;

  // h0 to h1: the speed
  ackw_table #(
    .WIDTH    (12),
    .ADDR_BITS(4)
  ) u_gbps (
    .clk  (clk),
    .raddr(h0_speed),
    .rdata(gbps_rdata),
    .we   (spd_we),
    .waddr(spd_code),
    .wdata(spd_gbps)
  );

  // h1 to h2: does the hop count?
  assign unknown = !(|gbps_rdata);
  assign still = !(|h1_dts);
  assign out_unknown = h2_unknown;
  assign out_still = h2_still;

  ackw_delay #(
    .N    (3),
    .WIDTH(1)
  ) u_h5_skip (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (h2_skip),
    .q    (h5_skip_q),
    .en   (1'b1)
  );

  // h1 to h5: tx_weight * tx, 32 + 20 = 52 bits, and d = gbps * dts, 12 + 24 = 36 bits
  ackw_mul_wide #(
    .A_BITS (32),
    .B_BITS (20),
    .STEPPED(1),
    .HELD   (1)
  ) u_weighted_tx (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (tx_weight),
    .b    (h1_tx),
    .p    (weighted_tx_p),
    .en   (valid[1])
  );

  ackw_mul_wide #(
    .A_BITS (12),
    .B_BITS (24),
    .STEPPED(1),
    .HELD   (1)
  ) u_gbps_dts (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (gbps_rdata),
    .b    (h1_dts),
    .p    (gbps_dts_p),
    .en   (valid[1])
  );

  // h0 to h3: q * dts, 16 + 24 = 40 bits; h3 to h5: times q_weight, 40 + 12 = 52 bits: the slices below and above
  // the middle one stand side by side
  ackw_mul_wide #(
    .A_BITS (16),
    .B_BITS (24),
    .STEPPED(1),
    .HELD   (1)
  ) u_q_dts (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (h0_q),
    .b    (h0_dts),
    .p    (q_dts_p),
    .en   (valid[0])
  );

  ackw_mul #(
    .A_BITS    (18),
    .B_BITS    (12),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_low (
    .clk(clk),
    .a  (q_dts_p[17:0]),
    .b  (q_weight),
    .p  (low_p),
    .en (valid[3])
  );

  ackw_mul #(
    .A_BITS    (18),
    .B_BITS    (12),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_middle (
    .clk(clk),
    .a  (q_dts_p[35:18]),
    .b  (q_weight),
    .p  (middle_p),
    .en (valid[3])
  );

  assign top = q_dts_p[39:36];

  always @* begin
    row_0 = 14'd0;
    if (top[0]) begin
      row_0 = {2'd0, q_weight};
    end
  end

  always @* begin
    row_1 = 14'd0;
    if (top[1]) begin
      row_1 = {1'b0, q_weight, 1'b0};
    end
  end

  always @* begin
    row_2 = 14'd0;
    if (top[2]) begin
      row_2 = {2'd0, q_weight};
    end
  end

  always @* begin
    row_3 = 14'd0;
    if (top[3]) begin
      row_3 = {1'b0, q_weight, 1'b0};
    end
  end

  // h5 to h6: n, 52 + 52 = 53 bits, of three numbers, the first step without carries; what does not count is 0 / 1
  assign outer = {h5_rows, 6'd0, low_p};
  assign inner = {4'd0, middle_p, 18'd0};
  assign partial = {1'b0, outer ^ inner ^ weighted_tx_p};
  assign carries = {1'b0, (outer & inner) | (outer & weighted_tx_p) | (inner & weighted_tx_p)};
  assign out_n = h6_n;
  assign out_d = h6_d;

  // h1 to h4: the leading one of dts to bit 23, that of q to bit 15: by eights, by ones
  ackw_highest_one #(
    .WIDTH   (32),
    .POS_BITS(5)
  ) u_dts_lead (
    .a  ({h1_dts, 8'd0}),
    .pos(dts_lead_pos),
    .any(dts_lead_any)
  );

  ackw_highest_one #(
    .WIDTH   (16),
    .POS_BITS(4)
  ) u_q_lead (
    .a  (h1_q),
    .pos(q_lead_pos),
    .any(q_lead_any)
  );

  // and it waits for n and d
  ackw_delay #(
    .N    (2),
    .WIDTH(40),
    .HELD (1)
  ) u_h6_shifted (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({h4_q, h4_dts}),
    .q    ({out_hop_q, out_hop_dts}),
    .en   (valid[4])
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(9),
    .HELD (1)
  ) u_h6_left (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({h2_left_q, h2_left_dts}),
    .q    ({out_hop_left_q, out_hop_left_dts}),
    .en   (valid[2])
  );

  ackw_delay #(
    .N    (5),
    .WIDTH(24),
    .HELD (1)
  ) u_h6_link (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({h1_tx, h1_speed}),
    .q    ({out_hop_tx, out_hop_speed}),
    .en   (valid[1])
  );

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      valid <= 6'd0;
    end else begin
      valid <= {valid[4:0], in_valid};
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (in_valid) begin
      h0_used <= in_hop_used;
      h0_speed <= in_hop_speed;
      h0_dts <= in_hop_dts;
      h0_tx <= in_hop_tx;
      h0_q <= in_hop_q;
    end
    if (valid[0]) begin
      h1_used <= h0_used;
      h1_speed <= h0_speed;
      h1_dts <= h0_dts;
      h1_tx <= h0_tx;
      h1_q <= h0_q;
    end

    if (valid[1]) begin
      h2_unknown <= h1_used & unknown;
      h2_still <= h1_used & still;
      h2_skip <= !h1_used | unknown | still;
    end

    if (valid[4]) begin
      h5_d <= gbps_dts_p;
    end

    if (valid[3]) begin
      h4_rows_0 <= row_0 + row_1;
      h4_rows_2 <= row_2 + row_3;
    end
    if (valid[4]) begin
      h5_rows <= {2'd0, h4_rows_0} + {h4_rows_2, 2'd0};
    end

    if (valid[5]) begin
      h6_n <= partial + (carries << 1);
      h6_d <= h5_d;
      if (h5_skip_q) begin
        h6_n <= 53'd0;
        h6_d <= 36'd1;
      end
    end

    if (valid[1]) begin
      h2_dts <= h1_dts;
      h2_q <= h1_q;
      h2_left_dts <= ~dts_lead_pos;
      h2_left_q <= ~q_lead_pos;
    end
    if (valid[2]) begin
      h3_dts <= h2_dts << (h2_left_dts & 5'h18);
      h3_q <= h2_q << (h2_left_q & 4'h8);
      h3_left_dts <= h2_left_dts;
      h3_left_q <= h2_left_q;
    end
    if (valid[3]) begin
      h4_dts <= h3_dts << h3_left_dts[2:0];
      h4_q <= h3_q << h3_left_q[2:0];
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, dts_lead_any, q_lead_any, h3_left_dts[4:3], h3_left_q[3]};

endmodule

`default_nettype wire
