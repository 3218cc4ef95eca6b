// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// One hop of ackw_hops: its records, and what it did since the last telemetry. 4 cycles; the parent decides.
module ackw_hops_lane (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, asynchronous
  input  wire [4:0]  valid,         // bit 0 an event enters, bit i + 1 one stands in pi
  input  wire [3:0]  in_hop_speed,  // index into the speed table
  input  wire [23:0] in_hop_ts,     // timestamp, modular; ts_unit
  input  wire [19:0] in_hop_tx,     // bytes transmitted, modular; tx_unit
  input  wire [15:0] in_hop_q,      // queue; q_unit
  input  wire [3:0]  raddr,         // p0: index of the QP
  input  wire        we,            // p3: the record is stored
  input  wire [3:0]  waddr,         // p3: index of the QP
  input  wire        match_2,       // p1: the event in p3 has stored for this QP
  input  wire        hit_1,         // p2: the event in p3 has stored for this QP
  input  wire        hit_forwarded, // p2: the event 2 or 3 ahead has stored for this QP
  input  wire        used,          // p3: the hop is on the path and comparable
  output wire        out_hop_used,  // p3: used, or else all zero; speed code; dts, tx: differences, modular; q: the
                                    // lesser of old and new
  output reg  [3:0]  out_hop_speed,
  output reg  [23:0] out_hop_dts,
  output reg  [19:0] out_hop_tx,
  output reg  [15:0] out_hop_q,
  input  wire        re             // p0: there is an event
);

  reg  [3:0]  p0_speed;
  reg  [23:0] p0_ts;
  reg  [19:0] p0_tx;
  reg  [15:0] p0_q;
  reg  [3:0]  p1_speed;
  reg  [23:0] p1_ts;
  reg  [19:0] p1_tx;
  reg  [15:0] p1_q;
  reg  [3:0]  p2_speed;
  reg  [23:0] p2_ts;
  reg  [19:0] p2_tx;
  reg  [15:0] p2_q;
  reg  [23:0] p2_forwarded_ts;
  reg  [19:0] p2_forwarded_tx;
  reg  [15:0] p2_forwarded_q;
  reg  [3:0]  p3_speed;
  reg  [23:0] p3_ts;
  reg  [19:0] p3_tx;
  reg  [15:0] p3_q;
  reg  [23:0] p3_old_ts;
  reg  [19:0] p3_old_tx;
  reg  [15:0] p3_old_q;
  reg  [23:0] p4_ts;
  reg  [19:0] p4_tx;
  reg  [15:0] p4_q;

  wire [23:0] stored_ts;
  wire [19:0] stored_tx;
  wire [15:0] stored_q;
  wire [23:0] ram_rdata_ts;
  wire [19:0] ram_rdata_tx;
  wire [15:0] ram_rdata_q;

  // p0 to p2: the telemetry; the record is read
  ackw_ram #(
    .WIDTH    (60),
    .ADDR_BITS(4)
  ) u_ram (
    .clk  (clk),
    .raddr(raddr),
    .rdata({ram_rdata_q, ram_rdata_tx, ram_rdata_ts}),
    .we   (we),
    .waddr(waddr),
    .wdata({stored_q, stored_tx, stored_ts}),
    .re   (re)
  );

  // what the event in p3 may store; what was stored a cycle ago (p4), which the RAM gives too late
  assign stored_ts = p3_ts;
  assign stored_tx = p3_tx;
  assign stored_q = p3_q;

  // p3: write back; the differences, behind the loop
  assign out_hop_used = used;

  always @* begin
    out_hop_speed = 4'd0;
    out_hop_dts = 24'd0;
    out_hop_tx = 20'd0;
    out_hop_q = 16'd0;
    if (used) begin
      out_hop_speed = p3_speed;
      out_hop_dts = p3_ts - p3_old_ts;
      out_hop_tx = p3_tx - p3_old_tx;
      out_hop_q = p3_q;
      if (p3_old_q < p3_q) begin
        out_hop_q = p3_old_q;
      end
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      p0_speed <= 4'd0;
      p0_ts <= 24'd0;
      p0_tx <= 20'd0;
      p0_q <= 16'd0;
      p1_speed <= 4'd0;
      p1_ts <= 24'd0;
      p1_tx <= 20'd0;
      p1_q <= 16'd0;
      p2_speed <= 4'd0;
      p2_ts <= 24'd0;
      p2_tx <= 20'd0;
      p2_q <= 16'd0;
      p2_forwarded_ts <= 24'd0;
      p2_forwarded_tx <= 20'd0;
      p2_forwarded_q <= 16'd0;
      p3_speed <= 4'd0;
      p3_ts <= 24'd0;
      p3_tx <= 20'd0;
      p3_q <= 16'd0;
      p3_old_ts <= 24'd0;
      p3_old_tx <= 20'd0;
      p3_old_q <= 16'd0;
      p4_ts <= 24'd0;
      p4_tx <= 20'd0;
      p4_q <= 16'd0;
    end else begin
      if (valid[0]) begin
        p0_speed <= in_hop_speed;
        p0_ts <= in_hop_ts;
        p0_tx <= in_hop_tx;
        p0_q <= in_hop_q;
      end
      if (valid[1]) begin
        p1_speed <= p0_speed;
        p1_ts <= p0_ts;
        p1_tx <= p0_tx;
        p1_q <= p0_q;
      end
      if (valid[2]) begin
        p2_speed <= p1_speed;
        p2_ts <= p1_ts;
        p2_tx <= p1_tx;
        p2_q <= p1_q;
      end

      if (valid[4]) begin
        p4_ts <= stored_ts;
        p4_tx <= stored_tx;
        p4_q <= stored_q;
      end
      if (valid[2]) begin
        p2_forwarded_ts <= p4_ts;
        p2_forwarded_tx <= p4_tx;
        p2_forwarded_q <= p4_q;
        if (match_2) begin
          p2_forwarded_ts <= stored_ts;
          p2_forwarded_tx <= stored_tx;
          p2_forwarded_q <= stored_q;
        end
      end
      // p2 to p3: the loop: what was stored last
      if (valid[3]) begin
        p3_speed <= p2_speed;
        p3_ts <= p2_ts;
        p3_tx <= p2_tx;
        p3_q <= p2_q;
        p3_old_ts <= ram_rdata_ts;
        p3_old_tx <= ram_rdata_tx;
        p3_old_q <= ram_rdata_q;
        if (hit_forwarded) begin
          p3_old_ts <= p2_forwarded_ts;
          p3_old_tx <= p2_forwarded_tx;
          p3_old_q <= p2_forwarded_q;
        end
        if (hit_1) begin
          p3_old_ts <= stored_ts;
          p3_old_tx <= stored_tx;
          p3_old_q <= stored_q;
        end
      end
    end
  end

endmodule

`default_nettype wire
