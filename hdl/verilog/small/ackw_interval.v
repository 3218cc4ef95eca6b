// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// RTT/cw, the time between packets of a QP whose window is below one packet; 0 for the others. 10 cycles.
module ackw_interval (
  input  wire        clk,          // clock, rising edge
  input  wire        rst_n,        // reset, active low, asynchronous
  input  wire        in_valid,     // a new window, of an event other than the host's
  input  wire [2:0]  in_kind,      // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  input  wire [3:0]  in_qpn,       // index of the QP
  input  wire [41:0] in_cw,        // window, packets, U14.28
  input  wire [23:0] in_rtt,       // round-trip time, ns
  input  wire [3:0]  in_flags,     // bit 0 paced, 1 floor, 2 sat, 3 ignored
  output wire        out_valid,    // the update, 10 cycles later
  output wire [2:0]  out_kind,     // as in_kind
  output wire [3:0]  out_qpn,      // index of the QP
  output wire [41:0] out_cw,       // as in_cw
  output wire [31:0] out_interval, // time from packet to packet, ns
  output wire [3:0]  out_flags     // as in_flags
);

  reg         i1_valid;
  reg         i2_valid;
  reg         i3_valid;
  reg         i4_valid;
  reg         i5_valid;
  reg         i6_valid;
  reg         i7_valid;
  reg         i8_valid;
  reg         i9_valid;
  reg         i10_valid;
  reg  [2:0]  i1_kind;
  reg  [3:0]  i1_qpn;
  reg  [41:0] i1_cw;
  reg  [3:0]  i1_flags;
  reg  [23:0] i1_rtt;
  reg  [1:0]  i1_rtt_byte;
  reg         i1_rtt_zero;
  reg  [1:0]  i1_cw_byte;
  reg         i1_cw_zero;
  reg  [2:0]  i2_kind;
  reg  [3:0]  i2_qpn;
  reg  [41:0] i2_cw;
  reg  [3:0]  i2_flags;
  reg  [1:0]  i2_rtt_byte;
  reg         i2_rtt_zero;
  reg  [1:0]  i2_cw_byte;
  reg         i2_cw_zero;
  reg  [31:0] i2_dividend;
  reg  [31:0] i2_divisor;
  reg  [2:0]  i2_dividend_by;
  reg  [2:0]  i2_divisor_by;
  reg  [2:0]  i3_kind;
  reg  [3:0]  i3_qpn;
  reg  [41:0] i3_cw;
  reg  [3:0]  i3_flags;
  reg         i3_zero;
  reg         i3_sat;
  reg  [4:0]  i3_shift;
  reg  [17:0] i3_x;
  reg  [22:0] i3_d;
  reg  [2:0]  i4_kind;
  reg  [3:0]  i4_qpn;
  reg  [41:0] i4_cw;
  reg  [3:0]  i4_flags;
  reg         i4_zero;
  reg         i4_sat;
  reg  [4:0]  i4_shift;
  reg  [2:0]  i5_kind;
  reg  [3:0]  i5_qpn;
  reg  [41:0] i5_cw;
  reg  [3:0]  i5_flags;
  reg         i5_zero;
  reg         i5_sat;
  reg  [4:0]  i5_shift;
  reg  [2:0]  i6_kind;
  reg  [3:0]  i6_qpn;
  reg  [41:0] i6_cw;
  reg  [3:0]  i6_flags;
  reg         i6_zero;
  reg         i6_sat;
  reg  [4:0]  i6_shift;
  reg  [2:0]  i7_kind;
  reg  [3:0]  i7_qpn;
  reg  [41:0] i7_cw;
  reg  [3:0]  i7_flags;
  reg         i7_zero;
  reg         i7_sat;
  reg  [4:0]  i7_shift;
  reg  [2:0]  i8_kind;
  reg  [3:0]  i8_qpn;
  reg  [41:0] i8_cw;
  reg  [3:0]  i8_flags;
  reg         i8_zero;
  reg         i8_sat;
  reg  [4:0]  i8_shift;
  reg  [33:0] i8_q;
  reg  [2:0]  i9_kind;
  reg  [3:0]  i9_qpn;
  reg  [41:0] i9_cw;
  reg  [3:0]  i9_flags;
  reg         i9_sat;
  reg  [31:0] i9_whole;
  reg         i9_half;
  reg  [2:0]  i10_kind;
  reg  [3:0]  i10_qpn;
  reg  [41:0] i10_cw;
  reg  [31:0] i10_interval;
  reg  [3:0]  i10_flags;

  reg  [2:0]  rtt_some;
  reg  [3:0]  cw_some;
  reg  [7:0]  rtt_high;
  reg  [7:0]  cw_high;
  wire [31:0] rtt_left;
  wire [31:0] cw_left;
  wire [4:0]  rtt_by;
  wire [4:0]  cw_by;
  wire [6:0]  b;
  wire [6:0]  c;
  wire [6:0]  shift;
  wire [4:0]  q_by;
  wire [33:0] quotient;
  wire [32:0] rounded;
  wire [36:0] recip_q;
  wire [1:0]  rtt_highest_pos;
  wire        rtt_highest_any;
  wire [1:0]  cw_highest_pos;
  wire        cw_highest_any;
  wire [2:0]  rtt_lead_pos;
  wire        rtt_lead_any;
  wire [2:0]  cw_lead_pos;
  wire        cw_lead_any;

  // i0 to i1: the highest byte with a one; a paced window has no integer part
  always @* begin
    rtt_some = 3'd0;
    rtt_some[0] = |in_rtt[7:0];
    rtt_some[1] = |in_rtt[15:8];
    rtt_some[2] = |in_rtt[23:16];
  end

  always @* begin
    cw_some = {|in_cw[27:24], 3'd0};
    cw_some[0] = |in_cw[7:0];
    cw_some[1] = |in_cw[15:8];
    cw_some[2] = |in_cw[23:16];
  end

  ackw_highest_one #(
    .WIDTH   (3),
    .POS_BITS(2)
  ) u_rtt_highest (
    .a  (rtt_some),
    .pos(rtt_highest_pos),
    .any(rtt_highest_any)
  );

  ackw_highest_one #(
    .WIDTH   (4),
    .POS_BITS(2)
  ) u_cw_highest (
    .a  (cw_some),
    .pos(cw_highest_pos),
    .any(cw_highest_any)
  );

  // i1 to i3: normalise both (trunc): X has its leading one in bit 17, D in bit 23, which is dropped. First by eights,
  // while the leading one is looked for in its byte; then by the rest
  assign rtt_by = {~i1_rtt_byte, 3'd0};
  assign cw_by = {~i1_cw_byte, 3'd0};

  always @* begin
    rtt_high = i1_rtt[7:0];
    if (i1_rtt_byte[0]) begin
      rtt_high = i1_rtt[15:8];
    end
    if (i1_rtt_byte[1]) begin
      rtt_high = i1_rtt[23:16];
    end
  end

  always @* begin
    cw_high = i1_cw[7:0];
    if (i1_cw_byte[0]) begin
      cw_high = i1_cw[15:8];
    end
    if (i1_cw_byte[1]) begin
      cw_high = i1_cw[23:16];
      if (i1_cw_byte[0]) begin
        cw_high = {4'd0, i1_cw[27:24]};
      end
    end
  end

  ackw_highest_one #(
    .WIDTH   (8),
    .POS_BITS(3)
  ) u_rtt_lead (
    .a  (rtt_high),
    .pos(rtt_lead_pos),
    .any(rtt_lead_any)
  );

  ackw_highest_one #(
    .WIDTH   (8),
    .POS_BITS(3)
  ) u_cw_lead (
    .a  (cw_high),
    .pos(cw_lead_pos),
    .any(cw_lead_any)
  );

  assign rtt_left = i2_dividend << i2_dividend_by;
  assign cw_left = i2_divisor << i2_divisor_by;

  // the shift of the quotient, s - 4 = c + 4 - b, is -19 to 31 in two's complement; below 0 the quotient is 2^32 or
  // more
  assign b = {2'd0, i2_rtt_byte, ~i2_dividend_by};
  assign c = {2'd0, i2_cw_byte, ~i2_divisor_by};
  assign shift = c + 7'd4 - b;

  // i3 to i7: the reciprocal, with i3 as its r0 and i7 as its r4
  ackw_recip u_recip (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (i3_x),
    .d    (i3_d),
    .q    (recip_q)
  );

  // i7 to i9: q / 2^s, 33 bits of it, with the half bit below: by eights, then by the rest. The 33rd bit saturates
  assign q_by = i7_shift & 5'h18;
  assign quotient = i8_q >> i8_shift[2:0];

  // i9 to i10: round half up, sat
  assign rounded = {1'b0, i9_whole} + {32'd0, i9_half};
  assign out_valid = i10_valid;
  assign out_kind = i10_kind;
  assign out_qpn = i10_qpn;
  assign out_cw = i10_cw;
  assign out_interval = i10_interval;
  assign out_flags = i10_flags;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      i1_valid <= 1'b0;
      i2_valid <= 1'b0;
      i3_valid <= 1'b0;
      i4_valid <= 1'b0;
      i5_valid <= 1'b0;
      i6_valid <= 1'b0;
      i7_valid <= 1'b0;
      i8_valid <= 1'b0;
      i9_valid <= 1'b0;
      i10_valid <= 1'b0;
    end else begin
      i1_valid <= in_valid;

      i2_valid <= i1_valid;

      i3_valid <= i2_valid;

      i4_valid <= i3_valid;
      i5_valid <= i4_valid;
      i6_valid <= i5_valid;
      i7_valid <= i6_valid;

      i8_valid <= i7_valid;
      i9_valid <= i8_valid;

      i10_valid <= i9_valid;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      i1_kind <= 3'd0;
      i1_qpn <= 4'd0;
      i1_cw <= 42'd0;
      i1_flags <= 4'd0;
      i1_rtt <= 24'd0;
      i1_rtt_byte <= 2'd0;
      i1_rtt_zero <= 1'b0;
      i1_cw_byte <= 2'd0;
      i1_cw_zero <= 1'b0;
      i2_kind <= 3'd0;
      i2_qpn <= 4'd0;
      i2_cw <= 42'd0;
      i2_flags <= 4'd0;
      i2_rtt_byte <= 2'd0;
      i2_rtt_zero <= 1'b0;
      i2_cw_byte <= 2'd0;
      i2_cw_zero <= 1'b0;
      i2_dividend <= 32'd0;
      i2_divisor <= 32'd0;
      i2_dividend_by <= 3'd0;
      i2_divisor_by <= 3'd0;
      i3_kind <= 3'd0;
      i3_qpn <= 4'd0;
      i3_cw <= 42'd0;
      i3_flags <= 4'd0;
      i3_zero <= 1'b0;
      i3_sat <= 1'b0;
      i3_shift <= 5'd0;
      i3_x <= 18'd0;
      i3_d <= 23'd0;
      i4_kind <= 3'd0;
      i4_qpn <= 4'd0;
      i4_cw <= 42'd0;
      i4_flags <= 4'd0;
      i4_zero <= 1'b0;
      i4_sat <= 1'b0;
      i4_shift <= 5'd0;
      i5_kind <= 3'd0;
      i5_qpn <= 4'd0;
      i5_cw <= 42'd0;
      i5_flags <= 4'd0;
      i5_zero <= 1'b0;
      i5_sat <= 1'b0;
      i5_shift <= 5'd0;
      i6_kind <= 3'd0;
      i6_qpn <= 4'd0;
      i6_cw <= 42'd0;
      i6_flags <= 4'd0;
      i6_zero <= 1'b0;
      i6_sat <= 1'b0;
      i6_shift <= 5'd0;
      i7_kind <= 3'd0;
      i7_qpn <= 4'd0;
      i7_cw <= 42'd0;
      i7_flags <= 4'd0;
      i7_zero <= 1'b0;
      i7_sat <= 1'b0;
      i7_shift <= 5'd0;
      i8_kind <= 3'd0;
      i8_qpn <= 4'd0;
      i8_cw <= 42'd0;
      i8_flags <= 4'd0;
      i8_zero <= 1'b0;
      i8_sat <= 1'b0;
      i8_shift <= 5'd0;
      i8_q <= 34'd0;
      i9_kind <= 3'd0;
      i9_qpn <= 4'd0;
      i9_cw <= 42'd0;
      i9_flags <= 4'd0;
      i9_sat <= 1'b0;
      i9_whole <= 32'd0;
      i9_half <= 1'b0;
      i10_kind <= 3'd0;
      i10_qpn <= 4'd0;
      i10_cw <= 42'd0;
      i10_interval <= 32'd0;
      i10_flags <= 4'd0;
    end else begin
      if (in_valid) begin
        i1_kind <= in_kind;
        i1_qpn <= in_qpn;
        i1_cw <= in_cw;
        i1_flags <= in_flags;
        i1_rtt <= in_rtt;
        i1_rtt_byte <= rtt_highest_pos;
        i1_rtt_zero <= !rtt_highest_any;
        i1_cw_byte <= cw_highest_pos;
        i1_cw_zero <= !cw_highest_any;
      end

      if (i1_valid) begin
        i2_dividend <= {8'd0, i1_rtt} << rtt_by;
        i2_divisor <= {4'd0, i1_cw[27:0]} << cw_by;
      end
      if (i1_valid) begin
        i2_dividend_by <= ~rtt_lead_pos;
        i2_divisor_by <= ~cw_lead_pos;
      end
      if (i1_valid) begin
        i2_kind <= i1_kind;
        i2_qpn <= i1_qpn;
        i2_cw <= i1_cw;
        i2_flags <= i1_flags;
        i2_rtt_byte <= i1_rtt_byte;
        i2_rtt_zero <= i1_rtt_zero;
        i2_cw_byte <= i1_cw_byte;
        i2_cw_zero <= i1_cw_zero;
      end

      if (i2_valid) begin
        i3_kind <= i2_kind;
        i3_qpn <= i2_qpn;
        i3_cw <= i2_cw;
        i3_flags <= i2_flags;
        i3_zero <= !i2_flags[0] | (i2_rtt_zero & !i2_cw_zero);
        i3_sat <= i2_flags[0] & (i2_cw_zero | (shift[6] & !i2_rtt_zero));
        i3_shift <= shift[4:0];
        i3_x <= rtt_left[31:14];
        i3_d <= cw_left[30:8];
      end

      if (i3_valid) begin
        i4_kind <= i3_kind;
        i4_qpn <= i3_qpn;
        i4_cw <= i3_cw;
        i4_flags <= i3_flags;
        i4_zero <= i3_zero;
        i4_sat <= i3_sat;
        i4_shift <= i3_shift;
      end
      if (i4_valid) begin
        i5_kind <= i4_kind;
        i5_qpn <= i4_qpn;
        i5_cw <= i4_cw;
        i5_flags <= i4_flags;
        i5_zero <= i4_zero;
        i5_sat <= i4_sat;
        i5_shift <= i4_shift;
      end
      if (i5_valid) begin
        i6_kind <= i5_kind;
        i6_qpn <= i5_qpn;
        i6_cw <= i5_cw;
        i6_flags <= i5_flags;
        i6_zero <= i5_zero;
        i6_sat <= i5_sat;
        i6_shift <= i5_shift;
      end
      if (i6_valid) begin
        i7_kind <= i6_kind;
        i7_qpn <= i6_qpn;
        i7_cw <= i6_cw;
        i7_flags <= i6_flags;
        i7_zero <= i6_zero;
        i7_sat <= i6_sat;
        i7_shift <= i6_shift;
      end

      if (i7_valid) begin
        i8_kind <= i7_kind;
        i8_qpn <= i7_qpn;
        i8_cw <= i7_cw;
        i8_flags <= i7_flags;
        i8_zero <= i7_zero;
        i8_sat <= i7_sat;
        i8_shift <= i7_shift;
        i8_q <= recip_q[36:3] >> q_by;
      end
      if (i8_valid) begin
        i9_kind <= i8_kind;
        i9_qpn <= i8_qpn;
        i9_cw <= i8_cw;
        i9_flags <= i8_flags;
        i9_sat <= i8_sat | (quotient[33] & !i8_zero);
        i9_whole <= quotient[32:1];
        i9_half <= quotient[0];
        if (i8_zero) begin
          i9_whole <= 32'd0;
          i9_half <= 1'b0;
        end
      end

      if (i9_valid) begin
        i10_kind <= i9_kind;
        i10_qpn <= i9_qpn;
        i10_cw <= i9_cw;
        i10_flags <= i9_flags;
        i10_interval <= rounded[31:0];
        if (i9_sat | rounded[32]) begin
          i10_interval <= 32'hffffffff;
        end
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rtt_left[13:0], cw_left[7:0], cw_left[31], shift[5], recip_q[2:0], i8_shift[4:3], rtt_lead_any,
    cw_lead_any};

endmodule

`default_nettype wire
