// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// What the NIC has sent of each QP: snd_nxt, the PSN that it sends next, and snd_max, the furthest that this has been.
// An event sees what was written up to its own cycle. One event and one write a cycle, any mix of QPs; 5 cycles.
module ackw_sent (
  input  wire        clk,         // clock, rising edge
  input  wire        rst_n,       // reset, active low, synchronous
  input  wire        init_we,     // writes 0 at init_addr, while nothing is under way; tx_* is ignored in this cycle
  input  wire [9:0]  init_addr,   // index of the QP that is reset
  input  wire        tx_valid,    // the NIC has sent; always taken, but ignored with init_we and with in_store
  input  wire [9:0]  tx_qpn,      // index of the QP
  input  wire [23:0] tx_psn,      // the PSN that it sends next: snd_nxt; and snd_max, if that is further
  input  wire        in_valid,    // an event enters
  input  wire        in_store,    // with in_valid: snd_nxt and snd_max become in_psn + 1
  input  wire [23:0] in_psn,      // last PSN acknowledged, with in_store
  input  wire [9:0]  in_qpn,      // index of the QP
  output wire        out_valid,   // the event, 5 cycles later
  output wire [23:0] out_snd_nxt, // the PSN that the NIC sent next when the event entered
  output wire [23:0] out_snd_max  // the furthest that this had been
);

  reg         w0_valid;
  reg         w1_valid;
  reg         w2_valid;
  reg         w3_valid;
  reg         w4_valid;
  reg  [9:0]  w0_qpn;
  reg  [23:0] w0_psn;
  reg         w0_sends;
  reg  [9:0]  w1_write_qpn;
  reg  [23:0] w1_write_psn;
  reg         w1_write_sends;
  reg         w1_hit_1;
  reg         w1_hit_2;
  reg         w1_hit_3;
  reg         w1_hit_4;
  reg  [9:0]  w2_write_qpn;
  reg  [23:0] w2_write_psn;
  reg         w2_write_sends;
  reg         w2_hit_1;
  reg         w2_hit_2;
  reg         w2_hit_3;
  reg         w2_hit_4;
  reg  [23:0] w2_forwarded;
  reg  [9:0]  w3_qpn;
  reg  [23:0] w3_psn;
  reg  [23:0] w3_old_max;
  reg         w3_rewinds;
  reg  [9:0]  w4_qpn;
  reg  [23:0] w4_written_snd_nxt;
  reg  [23:0] w4_written_snd_max;
  reg  [23:0] w5_written_snd_nxt;
  reg  [23:0] w5_written_snd_max;
  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg         p4_valid;
  reg  [9:0]  p0_qpn;
  reg  [9:0]  p1_qpn;
  reg         p1_meets;
  reg         p1_met_last;
  reg         p1_met_early;
  reg  [9:0]  p2_qpn;
  reg         p2_meets;
  reg         p2_hit;
  reg  [23:0] p2_met_snd_nxt;
  reg  [23:0] p2_met_snd_max;
  reg         p3_meets;
  reg  [23:0] p3_snd_nxt;
  reg  [23:0] p3_snd_max;
  reg  [23:0] p4_snd_nxt;
  reg  [23:0] p4_snd_max;

  wire        stores;
  wire        rewrites;
  wire        match_1;
  wire        match_2;
  wire        match_3;
  wire        match_4;
  wire [23:0] beyond_ram;
  wire [23:0] beyond_forwarded;
  wire [23:0] beyond_ahead;
  wire [23:0] beyond_old;
  reg         behind;
  wire [23:0] written_snd_nxt;
  reg  [23:0] written_snd_max;
  wire        meets_early;
  wire        meets_p0;
  wire        meets_p1;
  wire        meets_p2;
  wire        meets_p3;
  wire [23:0] ram_rdata_snd_nxt;
  wire [23:0] ram_rdata_snd_max;
  wire        ram_we;
  reg  [9:0]  ram_waddr;
  reg  [23:0] ram_wdata_snd_nxt;
  reg  [23:0] ram_wdata_snd_max;
  wire [23:0] furthest_rdata;
  wire        furthest_we;
  reg  [9:0]  furthest_waddr;
  reg  [23:0] furthest_wdata;

  // w0: the write: a host operation's, else the NIC's; none while the contexts are initialised
  assign stores = in_valid & in_store;
  assign rewrites = 1'b0;

  // w0 to w1: snd_max is read. Which of the writes ahead are of this QP? In w2 it finds the one in w1 now in w3 (1
  // ahead); those in w2, w3 and w4 (2 to 4 ahead) the memory gives too late
  ackw_ram #(
    .WIDTH    (24),
    .ADDR_BITS(10)
  ) u_furthest (
    .clk  (clk),
    .raddr(w0_qpn),
    .rdata(furthest_rdata),
    .we   (furthest_we),
    .waddr(furthest_waddr),
    .wdata(furthest_wdata)
  );

  assign match_1 = w1_valid & (w1_write_qpn == w0_qpn);
  assign match_2 = w2_valid & (w2_write_qpn == w0_qpn);
  assign match_3 = w3_valid & (w3_qpn == w0_qpn);
  assign match_4 = w4_valid & (w4_qpn == w0_qpn);

  // w1 to w2: the newest snd_max behind those that are 2 to 4 ahead, now in w3, w4 and w5
  assign written_snd_nxt = w3_psn;

  always @* begin
    written_snd_max = w3_psn;
    if (w3_rewinds) begin
      written_snd_max = w3_old_max;
    end
  end

  // what is sent is compared with each of them, before it is known which is the one
  assign beyond_ram = w2_write_psn - furthest_rdata;
  assign beyond_forwarded = w2_write_psn - w2_forwarded;
  assign beyond_ahead = w2_write_psn - w3_psn;
  assign beyond_old = w2_write_psn - w3_old_max;

  always @* begin
    behind = beyond_ram[23];
    if (w2_hit_2 | w2_hit_3 | w2_hit_4) begin
      behind = beyond_forwarded[23];
    end
    if (w2_hit_1) begin
      behind = beyond_ahead[23];
      if (w3_rewinds) begin
        behind = beyond_old[23];
      end
    end
  end

  // w4: both memories are written
  assign ram_we = init_we | w4_valid;

  ackw_ram #(
    .WIDTH    (48),
    .ADDR_BITS(10)
  ) u_ram (
    .clk  (clk),
    .raddr(p0_qpn),
    .rdata({ram_rdata_snd_max, ram_rdata_snd_nxt}),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata({ram_wdata_snd_max, ram_wdata_snd_nxt})
  );

  always @* begin
    ram_waddr = w4_qpn;
    ram_wdata_snd_nxt = w4_written_snd_nxt;
    ram_wdata_snd_max = w4_written_snd_max;
    furthest_waddr = w4_qpn;
    furthest_wdata = w4_written_snd_max;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata_snd_nxt = 24'd0;
      ram_wdata_snd_max = 24'd0;
      furthest_waddr = init_addr;
      furthest_wdata = 24'd0;
    end
  end

  assign furthest_we = init_we | w4_valid;

  // p0 to p3: the event. In each of them it meets in w3 the write of another cycle: 3, 2 and 1 before its own, and its
  // own; and p0 in w4 that of 4 before. From p1 on that is known a cycle before, and what p0 met is taken a cycle
  // later, from w4 and w5
  assign meets_p0 = w3_valid & (w3_qpn == p0_qpn);
  assign meets_early = w4_valid & (w4_qpn == p0_qpn);
  assign meets_p1 = w2_valid & (w2_write_qpn == p0_qpn);
  assign meets_p2 = w2_valid & (w2_write_qpn == p1_qpn);
  assign meets_p3 = w2_valid & (w2_write_qpn == p2_qpn);
  assign out_valid = p4_valid;
  assign out_snd_nxt = p4_snd_nxt;
  assign out_snd_max = p4_snd_max;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      w0_valid <= 1'b0;
      w1_valid <= 1'b0;
      w2_valid <= 1'b0;
      w3_valid <= 1'b0;
      w4_valid <= 1'b0;
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
      p4_valid <= 1'b0;
    end else begin
      w0_valid <= !init_we & (stores | tx_valid | rewrites);

      w1_valid <= w0_valid;

      w2_valid <= w1_valid;

      w3_valid <= w2_valid;

      w4_valid <= w3_valid;

      p0_valid <= in_valid;
      p1_valid <= p0_valid;
      p2_valid <= p1_valid;
      p3_valid <= p2_valid;
      p4_valid <= p3_valid;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    w0_qpn <= in_qpn;
    w0_psn <= in_psn + 24'd1;
    w0_sends <= !stores;
    if (tx_valid & !stores) begin
      w0_qpn <= tx_qpn;
      w0_psn <= tx_psn;
    end

    w1_write_qpn <= w0_qpn;
    w1_write_psn <= w0_psn;
    w1_write_sends <= w0_sends;
    w1_hit_1 <= match_1;
    w1_hit_2 <= match_2;
    w1_hit_3 <= match_3;
    w1_hit_4 <= match_4;

    w2_write_qpn <= w1_write_qpn;
    w2_write_psn <= w1_write_psn;
    w2_write_sends <= w1_write_sends;
    w2_hit_1 <= w1_hit_1;
    w2_hit_2 <= w1_hit_2;
    w2_hit_3 <= w1_hit_3;
    w2_hit_4 <= w1_hit_4;
    w2_forwarded <= w5_written_snd_max;
    if (w1_hit_3) begin
      w2_forwarded <= w4_written_snd_max;
    end
    if (w1_hit_2) begin
      w2_forwarded <= written_snd_max;
    end
    // w2 to w3: the newest snd_max is the memory's, or else that behind the write just ahead, or else the forwarded one
    w3_qpn <= w2_write_qpn;
    w3_psn <= w2_write_psn;
    w3_old_max <= furthest_rdata;
    if (w2_hit_2 | w2_hit_3 | w2_hit_4) begin
      w3_old_max <= w2_forwarded;
    end
    if (w2_hit_1) begin
      w3_old_max <= written_snd_max;
    end

    w3_rewinds <= w2_write_sends & behind;
    // w3 to w4: what is written; a rewind lowers snd_nxt alone
    w4_qpn <= w3_qpn;
    w4_written_snd_nxt <= written_snd_nxt;
    w4_written_snd_max <= written_snd_max;

    w5_written_snd_nxt <= w4_written_snd_nxt;
    w5_written_snd_max <= w4_written_snd_max;

    p0_qpn <= in_qpn;
    p1_qpn <= p0_qpn;
    p1_meets <= meets_p1;
    p1_met_last <= meets_p0;
    p1_met_early <= meets_early;
    p2_qpn <= p1_qpn;
    p2_meets <= meets_p2;
    p2_hit <= p1_meets | p1_met_last | p1_met_early;
    p2_met_snd_nxt <= w5_written_snd_nxt;
    p2_met_snd_max <= w5_written_snd_max;
    if (p1_met_last) begin
      p2_met_snd_nxt <= w4_written_snd_nxt;
      p2_met_snd_max <= w4_written_snd_max;
    end
    if (p1_meets) begin
      p2_met_snd_nxt <= written_snd_nxt;
      p2_met_snd_max <= written_snd_max;
    end
    p3_meets <= meets_p3;
    p3_snd_nxt <= ram_rdata_snd_nxt;
    p3_snd_max <= ram_rdata_snd_max;
    if (p2_hit) begin
      p3_snd_nxt <= p2_met_snd_nxt;
      p3_snd_max <= p2_met_snd_max;
    end
    if (p2_meets) begin
      p3_snd_nxt <= written_snd_nxt;
      p3_snd_max <= written_snd_max;
    end
    p4_snd_nxt <= p3_snd_nxt;
    p4_snd_max <= p3_snd_max;
    if (p3_meets) begin
      p4_snd_nxt <= written_snd_nxt;
      p4_snd_max <= written_snd_max;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, beyond_ram[22:0], beyond_forwarded[22:0], beyond_ahead[22:0], beyond_old[22:0]};

endmodule

`default_nettype wire
