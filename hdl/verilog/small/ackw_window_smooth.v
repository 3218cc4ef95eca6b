// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// U = (1 - theta) * U + addend of each QP, rounded half up, saturating.
// A loop of 8 cycles: what an event stores, the RAM gives to an event of that QP 9 cycles or more behind,
// and a register to one 8 behind.
module ackw_window_smooth (
  input  wire        clk,       // clock, rising edge
  input  wire        rst_n,     // reset, active low, asynchronous
  input  wire        init_we,   // writes the reset value at init_addr
  input  wire [3:0]  init_addr, // index of the QP whose slice is reset
  input  wire [47:0] host_u,    // what a host write stores, U12.36
  input  wire        in_valid,  // an event enters
  input  wire [8:0]  valid,     // bit i: an event stands in si
  input  wire [36:0] in_theta,  // min(tau, T) / T, U1.36, 2^-20 to 1; 0 where no hop was chosen, and then U stays
  input  wire [48:0] in_addend, // what is added to the old U's share, U13.36
  input  wire [3:0]  in_qpn,    // index of the QP
  input  wire        s1_near,   // the event 8 ahead, now in s9, is of this QP
  input  wire        s1_moves,  // the event measured something: U is not to stay as it is
  input  wire        s2_moves,  // as s1_moves, one cycle later
  input  wire        s2_loads,  // a host write
  input  wire        s7_valid,  // there is an event
  input  wire [3:0]  s7_qpn,    // index of the QP
  output wire [47:0] s2_u,      // U before the event, U12.36
  output wire [47:0] s7_u,      // U after it
  output wire        s7_sat,    // it saturated
  input  wire        re         // there is an event
);

  localparam [47:0] RESET_U = 48'h001000000000; // 1, U12.36
  localparam [47:0] MAX_U = 48'hffffffffffff; // all ones: U saturates

  reg  [47:0] old;
  reg  [47:0] s8_u;
  reg  [47:0] s9_u;
  reg  [36:0] s0_theta;
  reg  [35:0] s1_c;
  reg  [35:0] s2_c;
  reg  [48:0] s0_addend;
  reg  [48:0] s1_addend;
  reg  [48:0] s2_addend;
  reg  [48:0] s3_addend;
  reg  [48:0] s4_addend;
  reg  [48:0] s4_low;
  reg  [18:0] s4_rest;
  reg  [48:0] s4_high;
  reg  [30:0] s5_low;
  reg  [49:0] s5_high;
  reg  [49:0] s6_sum;
  reg  [47:0] u;
  reg         sat;

  wire [47:0] middle;
  wire [47:0] top;
  wire [48:0] low;
  wire        over;
  wire [47:0] ram_rdata;
  wire        ram_we;
  reg  [3:0]  ram_waddr;
  reg  [47:0] ram_wdata;
  wire [35:0] c0_u0_p;
  wire [35:0] c0_u1_p;
  wire [29:0] c0_u2_p;
  wire [35:0] c1_u0_p;
  wire [35:0] c1_u1_p;
  wire [29:0] c1_u2_p;

  // s0 to s2: c = 2^36 - theta, 36 bits, as theta is 2^16 to 2^36; 0 where U does not move. U is read with the event
  ackw_ram #(
    .WIDTH    (48),
    .ADDR_BITS(4)
  ) u_ram (
    .clk  (clk),
    .raddr(in_qpn),
    .rdata(ram_rdata),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata(ram_wdata),
    .re   (re)
  );

  // s2 to s3: c * U in slices of 18 bits; a U that stays, or the host's, is 0 * U plus itself
  assign s2_u = old;

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18),
    .HELD  (1)
  ) u_c0_u0 (
    .clk(clk),
    .a  (s2_c[17:0]),
    .b  (old[17:0]),
    .p  (c0_u0_p),
    .en (valid[2])
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18),
    .HELD  (1)
  ) u_c0_u1 (
    .clk(clk),
    .a  (s2_c[17:0]),
    .b  (old[35:18]),
    .p  (c0_u1_p),
    .en (valid[2])
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(12),
    .HELD  (1)
  ) u_c0_u2 (
    .clk(clk),
    .a  (s2_c[17:0]),
    .b  (old[47:36]),
    .p  (c0_u2_p),
    .en (valid[2])
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18),
    .HELD  (1)
  ) u_c1_u0 (
    .clk(clk),
    .a  (s2_c[35:18]),
    .b  (old[17:0]),
    .p  (c1_u0_p),
    .en (valid[2])
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18),
    .HELD  (1)
  ) u_c1_u1 (
    .clk(clk),
    .a  (s2_c[35:18]),
    .b  (old[35:18]),
    .p  (c1_u1_p),
    .en (valid[2])
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(12),
    .HELD  (1)
  ) u_c1_u2 (
    .clk(clk),
    .a  (s2_c[35:18]),
    .b  (old[47:36]),
    .p  (c1_u2_p),
    .en (valid[2])
  );

  // s3 to s4: in units of 2^18; the 18 bits of c0 * u0 below carry nothing into what is kept. Products that do not
  // overlap stand side by side. 2^17 is the half (round half up) of 2^18, the new U's LSB: it meets 18 bits only
  assign middle = {c0_u2_p, c0_u0_p[35:18]};
  assign top = {c1_u2_p, c0_u1_p[35:18]};

  // s4 to s5: the lower part in units of 2^36, trunc; the upper one, below 2^48 + 2^18, with the addend
  assign low = s4_low + {30'd0, s4_rest};

  // s6 to s7: sat
  assign over = |s6_sum[49:48];

  // s7: write back
  assign s7_u = u;
  assign s7_sat = sat;
  assign ram_we = init_we | s7_valid;

  always @* begin
    ram_waddr = s7_qpn;
    ram_wdata = u;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata = RESET_U;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      old <= 48'd0;
      s8_u <= 48'd0;
      s9_u <= 48'd0;
      s0_theta <= 37'd0;
      s1_c <= 36'd0;
      s2_c <= 36'd0;
      s0_addend <= 49'd0;
      s1_addend <= 49'd0;
      s2_addend <= 49'd0;
      s3_addend <= 49'd0;
      s4_addend <= 49'd0;
      s4_low <= 49'd0;
      s4_rest <= 19'd0;
      s4_high <= 49'd0;
      s5_low <= 31'd0;
      s5_high <= 50'd0;
      s6_sum <= 50'd0;
      u <= 48'd0;
      sat <= 1'b0;
    end else begin
      if (in_valid) begin
        s0_theta <= in_theta;
        s0_addend <= in_addend;
      end
      if (valid[0]) begin
        s1_c <= 36'd0 - s0_theta[35:0];
        s1_addend <= s0_addend;
      end
      if (valid[1]) begin
        s2_c <= 36'd0;
        if (s1_moves) begin
          s2_c <= s1_c;
        end
        s2_addend <= s1_addend;
      end
      // s1 to s2: what the event 8 ahead wrote, in the cycle in which this one's was read, is in s9
      if (valid[7]) begin
        s8_u <= u;
      end
      if (valid[8]) begin
        s9_u <= s8_u;
      end
      if (valid[1]) begin
        old <= ram_rdata;
        if (s1_near) begin
          old <= s9_u;
        end
      end

      if (valid[2]) begin
        s3_addend <= s2_addend;
        if (!s2_moves) begin
          s3_addend <= {1'b0, old};
        end
        if (s2_loads) begin
          s3_addend <= {1'b0, host_u};
        end
      end

      if (valid[3]) begin
        s4_low <= {1'b0, middle} + {13'd0, c1_u0_p};
        s4_rest <= {1'b0, c0_u1_p[17:0]} + 19'h20000;
      end
      if (valid[3]) begin
        s4_high <= {1'b0, top} + {13'd0, c1_u1_p};
        s4_addend <= s3_addend;
      end

      if (valid[4]) begin
        s5_low <= low[48:18];
        s5_high <= {1'b0, s4_high} + {1'b0, s4_addend};
      end
      // s5 to s6: below 2^48 + 2^49: 50 bits
      if (valid[5]) begin
        s6_sum <= s5_high + {19'd0, s5_low};
      end

      sat <= over;
      if (valid[6]) begin
        u <= s6_sum[47:0];
        if (over) begin
          u <= MAX_U;
        end
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, low[17:0], s0_theta[36], c0_u0_p[17:0]};

endmodule

`default_nettype wire
