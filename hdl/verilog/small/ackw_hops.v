// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The hop records of each QP's last telemetry, and what each hop did since then.
// One event a cycle, any mix of QPs; 4 cycles.
module ackw_hops (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, asynchronous
  input  wire        init_we,         // makes the slice at init_addr not valid
  input  wire [3:0]  init_addr,       // index of the QP whose slice is reset
  input  wire        in_valid,        // an event enters
  input  wire        in_telemetry,    // the event carries telemetry; without it the slice stays as it is
  input  wire        in_clear,        // the slice becomes not valid, whatever in_telemetry says
  input  wire [3:0]  in_qpn,          // index of the QP
  input  wire [11:0] in_path,         // pathID
  input  wire [3:0]  in_n_hop,        // hops of the path
  input  wire [3:0]  in_hop_0_speed,  // index into the speed table
  input  wire [23:0] in_hop_0_ts,     // timestamp, modular; ts_unit
  input  wire [19:0] in_hop_0_tx,     // bytes transmitted, modular; tx_unit
  input  wire [15:0] in_hop_0_q,      // queue; q_unit
  input  wire [3:0]  in_hop_1_speed,  // index into the speed table
  input  wire [23:0] in_hop_1_ts,     // timestamp, modular; ts_unit
  input  wire [19:0] in_hop_1_tx,     // bytes transmitted, modular; tx_unit
  input  wire [15:0] in_hop_1_q,      // queue; q_unit
  output wire        out_valid,       // the event, 4 cycles later
  output wire [3:0]  out_qpn,         // index of the QP
  output wire        out_measure,     // the hops below n_hop are used: telemetry of the path that was recorded
  output wire [2:0]  out_flags,       // bit 0 first telemetry, 1 another path, 2 more hops than there is room for
  output wire        out_hop_0_used,  // the hop is on the path and comparable; else all is zero
  output wire [3:0]  out_hop_0_speed, // index into the speed table
  output wire [23:0] out_hop_0_dts,   // time since the last telemetry, modular; ticks of ts_unit
  output wire [19:0] out_hop_0_tx,    // bytes transmitted since then, modular; tx_unit
  output wire [15:0] out_hop_0_q,     // the lesser of both queues; q_unit
  output wire        out_hop_1_used,  // the hop is on the path and comparable; else all is zero
  output wire [3:0]  out_hop_1_speed, // index into the speed table
  output wire [23:0] out_hop_1_dts,   // time since the last telemetry, modular; ticks of ts_unit
  output wire [19:0] out_hop_1_tx,    // bytes transmitted since then, modular; tx_unit
  output wire [15:0] out_hop_1_q      // the lesser of both queues; q_unit
);

  localparam [3:0] HOPS = 4'd2; // of the longest path

  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg         p4_valid;
  reg         p0_telemetry;
  reg         p0_clear;
  reg  [3:0]  p0_qpn;
  reg  [11:0] p0_path;
  reg  [3:0]  p0_n_hop;
  reg  [3:0]  p1_qpn;
  reg         p1_counts;
  reg         p1_too_long;
  reg         p1_store;
  reg         p1_new_head_valid;
  reg  [11:0] p1_new_head_path;
  reg  [3:0]  p1_new_head_n_hop;
  reg  [3:0]  p2_qpn;
  reg         p2_counts;
  reg         p2_too_long;
  reg         p2_store;
  reg         p2_new_head_valid;
  reg  [11:0] p2_new_head_path;
  reg  [3:0]  p2_new_head_n_hop;
  reg         p2_hit_1;
  reg         p2_hit_forwarded;
  reg         p2_forwarded_valid;
  reg  [11:0] p2_forwarded_path;
  reg  [3:0]  p2_forwarded_n_hop;
  reg  [3:0]  p3_qpn;
  reg         p3_counts;
  reg         p3_too_long;
  reg         p3_store;
  reg         p3_new_head_valid;
  reg  [11:0] p3_new_head_path;
  reg  [3:0]  p3_new_head_n_hop;
  reg         p3_old_head_valid;
  reg  [11:0] p3_old_head_path;
  reg  [3:0]  p3_old_head_n_hop;
  reg  [3:0]  p4_qpn;
  reg         p4_store;
  reg         p4_head_valid;
  reg  [11:0] p4_head_path;
  reg  [3:0]  p4_head_n_hop;

  wire        too_long;
  wire        match_2;
  wire        match_3;
  wire        write;
  wire        first;
  wire        differs;
  wire        measure;
  wire [4:0]  entered;
  wire        ram_rdata_valid;
  wire [11:0] ram_rdata_path;
  wire [3:0]  ram_rdata_n_hop;
  wire        ram_we;
  reg  [3:0]  ram_waddr;
  reg         ram_wdata_valid;
  wire        lane_0_used;
  wire        lane_1_used;

  // p0 to p1: the slice is read; what is stored, which does not depend on it
  ackw_ram #(
    .WIDTH    (17),
    .ADDR_BITS(4)
  ) u_ram (
    .clk  (clk),
    .raddr(p0_qpn),
    .rdata({ram_rdata_n_hop, ram_rdata_path, ram_rdata_valid}),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata({p3_new_head_n_hop, p3_new_head_path, ram_wdata_valid}),
    .re   (p0_valid)
  );

  assign too_long = p0_n_hop > HOPS;

  // p1 to p2: which of the events ahead have stored for this QP? In the next cycle the one in p2 now stands in p3 (1
  // ahead); those in p3 and p4 (2 and 3 ahead) the RAM gives too late
  assign match_2 = p3_valid & p3_store & (p3_qpn == p1_qpn);
  assign match_3 = p4_valid & p4_store & (p4_qpn == p1_qpn);

  // p3: write back
  assign write = p3_valid & p3_store;
  assign ram_we = init_we | write;

  always @* begin
    ram_waddr = p3_qpn;
    ram_wdata_valid = p3_new_head_valid;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata_valid = 1'b0;
    end
  end

  // p3: what the telemetry is: the first, of another path, or comparable
  assign first = p3_counts & !p3_old_head_valid;
  assign differs = (p3_old_head_path != p3_new_head_path) | (p3_old_head_n_hop != p3_new_head_n_hop);
  assign measure = p3_counts & p3_old_head_valid & !differs;
  assign out_valid = p3_valid;
  assign out_qpn = p3_qpn;
  assign out_measure = measure;
  assign out_flags = {p3_too_long, p3_counts & p3_old_head_valid & differs, first};

  // the hops
  assign entered = {p3_valid, p2_valid, p1_valid, p0_valid, in_valid};

  ackw_hops_lane u_lane_0 (
    .clk          (clk),
    .rst_n        (rst_n),
    .valid        (entered),
    .in_hop_speed (in_hop_0_speed),
    .in_hop_ts    (in_hop_0_ts),
    .in_hop_tx    (in_hop_0_tx),
    .in_hop_q     (in_hop_0_q),
    .raddr        (p0_qpn),
    .we           (write),
    .waddr        (p3_qpn),
    .match_2      (match_2),
    .hit_1        (p2_hit_1),
    .hit_forwarded(p2_hit_forwarded),
    .used         (lane_0_used),
    .out_hop_used (out_hop_0_used),
    .out_hop_speed(out_hop_0_speed),
    .out_hop_dts  (out_hop_0_dts),
    .out_hop_tx   (out_hop_0_tx),
    .out_hop_q    (out_hop_0_q),
    .re           (p0_valid)
  );

  assign lane_0_used = measure & (p3_new_head_n_hop > 4'd0);

  ackw_hops_lane u_lane_1 (
    .clk          (clk),
    .rst_n        (rst_n),
    .valid        (entered),
    .in_hop_speed (in_hop_1_speed),
    .in_hop_ts    (in_hop_1_ts),
    .in_hop_tx    (in_hop_1_tx),
    .in_hop_q     (in_hop_1_q),
    .raddr        (p0_qpn),
    .we           (write),
    .waddr        (p3_qpn),
    .match_2      (match_2),
    .hit_1        (p2_hit_1),
    .hit_forwarded(p2_hit_forwarded),
    .used         (lane_1_used),
    .out_hop_used (out_hop_1_used),
    .out_hop_speed(out_hop_1_speed),
    .out_hop_dts  (out_hop_1_dts),
    .out_hop_tx   (out_hop_1_tx),
    .out_hop_q    (out_hop_1_q),
    .re           (p0_valid)
  );

  assign lane_1_used = measure & (p3_new_head_n_hop > 4'd1);

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
      p4_valid <= 1'b0;
    end else begin
      p0_valid <= in_valid;

      p1_valid <= p0_valid;

      p2_valid <= p1_valid;

      p3_valid <= p2_valid;

      p4_valid <= p3_valid;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      p0_telemetry <= 1'b0;
      p0_clear <= 1'b0;
      p0_qpn <= 4'd0;
      p0_path <= 12'd0;
      p0_n_hop <= 4'd0;
      p1_qpn <= 4'd0;
      p1_counts <= 1'b0;
      p1_too_long <= 1'b0;
      p1_store <= 1'b0;
      p1_new_head_valid <= 1'b0;
      p1_new_head_path <= 12'd0;
      p1_new_head_n_hop <= 4'd0;
      p2_qpn <= 4'd0;
      p2_counts <= 1'b0;
      p2_too_long <= 1'b0;
      p2_store <= 1'b0;
      p2_new_head_valid <= 1'b0;
      p2_new_head_path <= 12'd0;
      p2_new_head_n_hop <= 4'd0;
      p2_hit_1 <= 1'b0;
      p2_hit_forwarded <= 1'b0;
      p2_forwarded_valid <= 1'b0;
      p2_forwarded_path <= 12'd0;
      p2_forwarded_n_hop <= 4'd0;
      p3_qpn <= 4'd0;
      p3_counts <= 1'b0;
      p3_too_long <= 1'b0;
      p3_store <= 1'b0;
      p3_new_head_valid <= 1'b0;
      p3_new_head_path <= 12'd0;
      p3_new_head_n_hop <= 4'd0;
      p3_old_head_valid <= 1'b0;
      p3_old_head_path <= 12'd0;
      p3_old_head_n_hop <= 4'd0;
      p4_qpn <= 4'd0;
      p4_store <= 1'b0;
      p4_head_valid <= 1'b0;
      p4_head_path <= 12'd0;
      p4_head_n_hop <= 4'd0;
    end else begin
      // p0: the event
      if (in_valid) begin
        p0_telemetry <= in_telemetry;
        p0_clear <= in_clear;
        p0_qpn <= in_qpn;
        p0_path <= in_path;
        p0_n_hop <= in_n_hop;
      end

      if (p0_valid) begin
        p1_qpn <= p0_qpn;
        p1_counts <= p0_telemetry & !p0_clear & !too_long;
        p1_too_long <= p0_telemetry & !p0_clear & too_long;
        p1_store <= p0_clear | (p0_telemetry & !too_long);
        p1_new_head_valid <= !p0_clear;
        p1_new_head_path <= p0_path;
        p1_new_head_n_hop <= p0_n_hop;
      end

      if (p1_valid) begin
        p2_qpn <= p1_qpn;
        p2_counts <= p1_counts;
        p2_too_long <= p1_too_long;
        p2_store <= p1_store;
        p2_new_head_valid <= p1_new_head_valid;
        p2_new_head_path <= p1_new_head_path;
        p2_new_head_n_hop <= p1_new_head_n_hop;
        p2_hit_1 <= p2_valid & p2_store & (p2_qpn == p1_qpn);
        p2_hit_forwarded <= match_2 | match_3;
        p2_forwarded_valid <= p4_head_valid;
        p2_forwarded_path <= p4_head_path;
        p2_forwarded_n_hop <= p4_head_n_hop;
        if (match_2) begin
          p2_forwarded_valid <= p3_new_head_valid;
          p2_forwarded_path <= p3_new_head_path;
          p2_forwarded_n_hop <= p3_new_head_n_hop;
        end
      end
      // p2 to p3: the loop: what was stored last
      if (p2_valid) begin
        p3_qpn <= p2_qpn;
        p3_counts <= p2_counts;
        p3_too_long <= p2_too_long;
        p3_store <= p2_store;
        p3_new_head_valid <= p2_new_head_valid;
        p3_new_head_path <= p2_new_head_path;
        p3_new_head_n_hop <= p2_new_head_n_hop;
        p3_old_head_valid <= ram_rdata_valid;
        p3_old_head_path <= ram_rdata_path;
        p3_old_head_n_hop <= ram_rdata_n_hop;
        if (p2_hit_forwarded) begin
          p3_old_head_valid <= p2_forwarded_valid;
          p3_old_head_path <= p2_forwarded_path;
          p3_old_head_n_hop <= p2_forwarded_n_hop;
        end
        if (p2_hit_1) begin
          p3_old_head_valid <= p3_new_head_valid;
          p3_old_head_path <= p3_new_head_path;
          p3_old_head_n_hop <= p3_new_head_n_hop;
        end
      end

      if (p3_valid) begin
        p4_qpn <= p3_qpn;
        p4_store <= p3_store;
        p4_head_valid <= p3_new_head_valid;
        p4_head_path <= p3_new_head_path;
        p4_head_n_hop <= p3_new_head_n_hop;
      end
    end
  end

endmodule

`default_nettype wire
