// Ackwright, configuration a72219fb3f3ea6c2
`default_nettype none

// Turns the PSN of an ACK into n, the number of packets it confirms, against the QP's last PSN.
// One event a cycle, any mix of QPs; 4 cycles.
module ackw_psn (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire        init_we,        // writes the reset slice at init_addr
  input  wire [11:0] init_addr,      // index of the QP whose slice is reset
  input  wire [23:0] host_psn,       // what a host_write stores, stable while it is under way
  input  wire        host_psn_valid, // with host_psn: 0 makes the next PSN the first
  input  wire        in_valid,       // an event enters
  input  wire [2:0]  in_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire        in_ece,         // handed on
  input  wire        in_use_psn,     // n of an ack comes from in_psn, not from in_n
  input  wire [13:0] in_n,           // packets that an ack confirms, where in_use_psn is 0; other kinds have none
  input  wire [23:0] in_psn,         // PSN of the ack
  input  wire [11:0] in_qpn,         // index of the QP
  output wire        out_valid,      // the event, 4 cycles later
  output wire [2:0]  out_kind,       // as in_kind
  output wire        out_ece,        // as in_ece
  output reg  [13:0] out_n,          // packets that the ack confirms; 0 for all other kinds
  output wire [11:0] out_qpn,        // index of the QP
  output wire [23:0] out_psn,        // the last PSN before this event
  output wire        out_psn_valid   // a PSN was stored before this event
);

  localparam [2:0] KIND_ACK = 3'd0;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [13:0] N_MAX = 14'h3fff;
  localparam [23:0] RESET_PSN = 24'd0;

  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg         p4_valid;
  reg  [2:0]  p0_kind;
  reg         p0_ece;
  reg         p0_use_psn;
  reg  [13:0] p0_n;
  reg  [23:0] p0_psn;
  reg  [11:0] p0_qpn;
  reg  [2:0]  p1_kind;
  reg         p1_ece;
  reg  [13:0] p1_n;
  reg  [11:0] p1_qpn;
  reg         p1_counts;
  reg         p1_force;
  reg  [23:0] p1_new_slice_psn;
  reg         p1_new_slice_valid;
  reg  [2:0]  p2_kind;
  reg         p2_ece;
  reg  [13:0] p2_n;
  reg  [11:0] p2_qpn;
  reg         p2_counts;
  reg         p2_force;
  reg  [23:0] p2_new_slice_psn;
  reg         p2_new_slice_valid;
  reg         p2_hit_1;
  reg         p2_hit;
  reg  [23:0] p2_late_psn;
  reg         p2_late_valid;
  reg  [23:0] p2_ahead_delta;
  reg         p2_ahead_may;
  reg  [2:0]  p3_kind;
  reg         p3_ece;
  reg  [13:0] p3_n;
  reg  [11:0] p3_qpn;
  reg         p3_counts;
  reg  [23:0] p3_new_slice_psn;
  reg         p3_new_slice_valid;
  reg  [23:0] p3_old_slice_psn;
  reg         p3_old_slice_valid;
  reg         p3_sure;
  reg         p3_unless_older;
  reg         p3_hit;
  reg  [23:0] p3_hit_delta;
  reg  [23:0] p3_ram_delta;
  reg  [11:0] p4_qpn;
  reg  [23:0] p4_slice_psn;
  reg         p4_slice_valid;

  wire        is_ack;
  wire        is_host_write;
  wire        match_1;
  wire        match_2;
  wire        match_3;
  wire        store;
  reg  [23:0] after_p3_psn;
  reg         after_p3_valid;
  wire [23:0] delta_ahead;
  wire [23:0] delta_late;
  wire [23:0] delta_old;
  reg  [23:0] hit_slice_psn;
  reg         hit_slice_valid;
  reg  [23:0] hit_delta;
  reg         hit_may;
  reg  [23:0] delta;
  wire [23:0] ram_rdata_psn;
  wire        ram_rdata_valid;
  wire        ram_we;
  reg  [11:0] ram_waddr;
  reg  [23:0] ram_wdata_psn;
  reg         ram_wdata_valid;

  // p0 to p1: the slice is read; what may be stored
  ackw_ram #(
    .WIDTH    (25),
    .ADDR_BITS(12)
  ) u_ram (
    .clk  (clk),
    .raddr(p0_qpn),
    .rdata({ram_rdata_valid, ram_rdata_psn}),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata({ram_wdata_valid, ram_wdata_psn})
  );

  assign is_ack = p0_kind == KIND_ACK;
  assign is_host_write = p0_kind == KIND_HOST_WRITE;

  // p1 to p2: which of the events ahead are of this QP? In the next cycle the one in p2 now stands in p3 (1 ahead);
  // those in p3 and p4 (2 and 3 ahead) the RAM gives too late
  assign match_1 = p2_valid & (p2_qpn == p1_qpn);
  assign match_2 = p3_valid & (p3_qpn == p1_qpn);
  assign match_3 = p4_valid & (p4_qpn == p1_qpn);
  assign store = p3_sure | (p3_unless_older & !p3_ram_delta[23]);

  always @* begin
    after_p3_psn = p3_old_slice_psn;
    after_p3_valid = p3_old_slice_valid;
    if (store) begin
      after_p3_psn = p3_new_slice_psn;
      after_p3_valid = p3_new_slice_valid;
    end
  end

  assign delta_ahead = p1_new_slice_psn - p2_new_slice_psn;

  // p2 to p3: the loop. The newest slice is the RAM's, or else that behind the event just ahead, which is what p3 stores or
  // what it found, or else the late one. A PSN is stored if there is none, or if it is not older: delta < 2^23. Delta 0 is a
  // duplicate: it confirms 0 packets and is what is stored already
  assign delta_late = p2_new_slice_psn - p2_late_psn;
  assign delta_old = p2_new_slice_psn - p3_old_slice_psn;

  always @* begin
    hit_slice_psn = p2_late_psn;
    hit_slice_valid = p2_late_valid;
    hit_delta = delta_late;
    hit_may = !p2_late_valid | !delta_late[23];
    if (p2_hit_1) begin
      hit_slice_psn = after_p3_psn;
      hit_slice_valid = after_p3_valid;
      hit_delta = delta_old;
      hit_may = !p3_old_slice_valid | !delta_old[23];
      if (store) begin
        hit_delta = p2_ahead_delta;
        hit_may = p2_ahead_may;
      end
    end
  end

  // p3: write back
  assign ram_we = init_we | (p3_valid & store);

  always @* begin
    ram_waddr = p3_qpn;
    ram_wdata_psn = p3_new_slice_psn;
    ram_wdata_valid = p3_new_slice_valid;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata_psn = RESET_PSN;
      ram_wdata_valid = 1'b0;
    end
  end

  // p3: n: 1 for a QP's first PSN, else delta (sat at 2^14 - 1), 0 for an old PSN
  assign out_valid = p3_valid;
  assign out_kind = p3_kind;
  assign out_ece = p3_ece;
  assign out_qpn = p3_qpn;
  assign out_psn = p3_old_slice_psn;
  assign out_psn_valid = p3_old_slice_valid;

  always @* begin
    delta = p3_ram_delta;
    if (p3_hit) begin
      delta = p3_hit_delta;
    end
  end

  always @* begin
    out_n = p3_n;
    if (p3_counts & store) begin
      if (!p3_old_slice_valid) begin
        out_n = 14'd1;
      end else if (|delta[22:14]) begin
        out_n = N_MAX;
      end else begin
        out_n = delta[13:0];
      end
    end
  end

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
      p4_valid <= 1'b0;
    end else begin
      // p0
      p0_valid <= in_valid;
      // p0 to p1
      p1_valid <= p0_valid;
      // p1 to p2
      p2_valid <= p1_valid;
      // p2 to p3
      p3_valid <= p2_valid;
      // p3
      p4_valid <= p3_valid;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // p0: the event
    p0_kind <= in_kind;
    p0_ece <= in_ece;
    p0_use_psn <= in_use_psn;
    p0_n <= in_n;
    p0_psn <= in_psn;
    p0_qpn <= in_qpn;
    // p0 to p1
    p1_kind <= p0_kind;
    p1_ece <= p0_ece;
    p1_qpn <= p0_qpn;
    p1_n <= 14'd0;
    if (is_ack & !p0_use_psn) begin
      p1_n <= p0_n;
    end
    p1_counts <= is_ack & p0_use_psn;
    p1_force <= is_host_write;
    p1_new_slice_psn <= p0_psn;
    p1_new_slice_valid <= 1'b1;
    if (is_host_write) begin
      p1_new_slice_psn <= host_psn;
      p1_new_slice_valid <= host_psn_valid;
    end
    // p1 to p2
    p2_kind <= p1_kind;
    p2_ece <= p1_ece;
    p2_n <= p1_n;
    p2_qpn <= p1_qpn;
    p2_counts <= p1_counts;
    p2_force <= p1_force;
    p2_new_slice_psn <= p1_new_slice_psn;
    p2_new_slice_valid <= p1_new_slice_valid;
    p2_hit_1 <= match_1;
    p2_hit <= match_1 | match_2 | match_3;
    p2_late_psn <= p4_slice_psn;
    p2_late_valid <= p4_slice_valid;
    if (match_2) begin
      p2_late_psn <= after_p3_psn;
      p2_late_valid <= after_p3_valid;
    end
    p2_ahead_delta <= delta_ahead;
    p2_ahead_may <= !p2_new_slice_valid | !delta_ahead[23];
    // p2 to p3
    p3_ram_delta <= p2_new_slice_psn - ram_rdata_psn;
    p3_hit <= p2_hit;
    p3_hit_delta <= hit_delta;
    p3_old_slice_psn <= ram_rdata_psn;
    p3_old_slice_valid <= ram_rdata_valid;
    p3_sure <= p2_force | (p2_counts & !ram_rdata_valid);
    p3_unless_older <= p2_counts & !p2_hit;
    if (p2_hit) begin
      p3_old_slice_psn <= hit_slice_psn;
      p3_old_slice_valid <= hit_slice_valid;
      p3_sure <= p2_force | (p2_counts & hit_may);
    end
    p3_kind <= p2_kind;
    p3_ece <= p2_ece;
    p3_n <= p2_n;
    p3_qpn <= p2_qpn;
    p3_counts <= p2_counts;
    p3_new_slice_psn <= p2_new_slice_psn;
    p3_new_slice_valid <= p2_new_slice_valid;
    // p3
    p4_qpn <= p3_qpn;
    p4_slice_psn <= after_p3_psn;
    p4_slice_valid <= after_p3_valid;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, delta[23]};

endmodule

`default_nettype wire
