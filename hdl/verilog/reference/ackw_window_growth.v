// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// eta/U = r * 2^(19 - n), r to 18 bits, eight cycles later, and whether U is at least eta, or 0.
module ackw_window_growth (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [7:0]  valid, // bit i: an event stands in gi
  input  wire [47:0] u,     // U, U12.36
  input  wire [16:0] eta,   // target utilisation, U1.16
  output wire [17:0] r,     // mantissa; nothing where U is 0
  output wire [6:0]  n,     // shift of a product with r to the right, plus 19: 0 to 64
  output wire        above, // U is at least eta
  output wire        zero   // U is 0
);

  reg  [38:0] g1_u;
  reg  [1:0]  g1_group;
  reg  [16:0] g1_eta;
  reg  [4:0]  g1_le;
  reg  [26:0] g2_u;
  reg  [1:0]  g2_group;
  reg  [1:0]  g2_nibble;
  reg  [17:0] g2_x;
  reg  [4:0]  g2_le;
  reg  [5:0]  g3_lu;
  reg  [4:0]  g3_le;
  reg  [6:0]  g4_n;
  reg  [6:0]  g5_n;
  reg  [6:0]  g6_n;
  reg  [6:0]  g7_n;
  reg  [17:0] g8_r;
  reg  [6:0]  g8_n;
  reg  [7:0]  above_line;
  reg  [7:0]  zero_line;

  wire        high;
  wire        mid;
  wire [31:0] eta_left;
  wire        n3;
  wire        n2;
  wire        n1;
  reg  [1:0]  lead;
  reg  [22:0] d;
  reg  [18:0] halves;
  wire [19:0] rounded;
  wire [36:0] recip_q;
  wire [4:0]  eta_lead_pos;
  wire        eta_lead_any;

  // g0 to g1: U against eta in 2^-16; U's topmost 16 bits that are not 0 come to bits 23 to 38; eta's leading one
  assign high = |u[47:32];
  assign mid = |u[31:16];

  ackw_highest_one #(
    .WIDTH   (17),
    .POS_BITS(5)
  ) u_eta_lead (
    .a  (eta),
    .pos(eta_lead_pos),
    .any(eta_lead_any)
  );

  // g1 to g2: the topmost 4 bits that are not 0 come to bits 23 to 26; x: eta with its leading one in bit 17
  assign n3 = |g1_u[38:35];
  assign n2 = |g1_u[34:31];
  assign n1 = |g1_u[30:27];
  assign eta_left = {15'd0, g1_eta} << ~g1_le;

  // g2 to g3: U's leading one, at lu, comes to bit 23 and goes (trunc below): d, which is the reciprocal's at once
  always @* begin
    lead = 2'd0;
    d = g2_u[22:0];
    if (g2_u[24]) begin
      lead = 2'd1;
      d = g2_u[23:1];
    end
    if (g2_u[25]) begin
      lead = 2'd2;
      d = g2_u[24:2];
    end
    if (g2_u[26]) begin
      lead = 2'd3;
      d = g2_u[25:3];
    end
  end

  // g2 to g7: the reciprocal, with a step between its table and its multipliers. 16 + lu - le - drop + 19 is n, and
  // drop at least 18
  ackw_recip_stepped u_recip (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (g2_x),
    .d    (d),
    .q    (recip_q)
  );

  // g7 to g8: r: 18 bits (round half up), or 19 where that gives 2^18 (sat); drop is 19 where the quotient is 2^36 or
  // more
  always @* begin
    halves = recip_q[35:17];
    if (recip_q[36]) begin
      halves = recip_q[36:18];
    end
  end

  assign rounded = {1'b0, halves} + 20'd1;

  // g8: the result
  assign r = g8_r;
  assign n = g8_n;
  assign above = above_line[7];
  assign zero = zero_line[7];

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (valid[0]) begin
      g1_u <= {u[15:0], 23'd0};
      g1_group <= 2'd0;
      if (mid) begin
        g1_u <= {u[31:0], 7'd0};
        g1_group <= 2'd1;
      end
      if (high) begin
        g1_u <= u[47:9];
        g1_group <= 2'd2;
      end
    end
    above_line <= {above_line[6:0], u[47:20] >= {11'd0, eta}};
    zero_line <= {zero_line[6:0], !high & !mid & !(|u[15:0])};
    if (valid[0]) begin
      g1_eta <= eta;
      g1_le <= eta_lead_pos;
    end

    if (valid[1]) begin
      g2_u <= g1_u[26:0];
      g2_nibble <= 2'd0;
      if (n1) begin
        g2_u <= g1_u[30:4];
        g2_nibble <= 2'd1;
      end
      if (n2) begin
        g2_u <= g1_u[34:8];
        g2_nibble <= 2'd2;
      end
      if (n3) begin
        g2_u <= g1_u[38:12];
        g2_nibble <= 2'd3;
      end
      g2_group <= g1_group;
    end
    if (valid[1]) begin
      g2_x <= eta_left[31:14];
      g2_le <= g1_le;
    end

    if (valid[2]) begin
      g3_lu <= {g2_group, g2_nibble, lead};
      g3_le <= g2_le;
    end

    if (valid[3]) begin
      g4_n <= {1'b0, g3_lu} + 7'd17 - {2'd0, g3_le};
    end
    if (valid[4]) begin
      g5_n <= g4_n;
    end
    if (valid[5]) begin
      g6_n <= g5_n;
    end
    if (valid[6]) begin
      g7_n <= g6_n;
    end

    if (valid[7]) begin
      g8_r <= rounded[18:1];
      if (rounded[19]) begin
        g8_r <= 18'h3ffff;
      end
      g8_n <= g7_n - {6'd0, recip_q[36]};
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, eta_left[13:0], rounded[0], recip_q[16:0], eta_lead_any};

endmodule

`default_nettype wire
