// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Decides whether an event is a full update, and keeps lastUpdateSeq or lastUpdateTime of each QP.
// A loop of 4 cycles: what an event stores, the RAM gives to an event of that QP 5 cycles or more behind.
module ackw_window_due (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, asynchronous
  input  wire        init_we,          // writes the reset value at init_addr
  input  wire [3:0]  init_addr,        // index of the QP whose slice is reset
  input  wire [31:0] host_last_update, // what a host write stores
  input  wire        in_valid,         // an event enters
  input  wire [3:0]  valid,            // bit i: an event stands in si
  input  wire        in_receiver,      // 1: the QP is a receiver's (hpcc-rx), in_mark is its clock and an update is
                                       // full when more than T has passed; 0: a sender's, in_mark is snd_nxt and an
                                       // update is full once a round trip
  input  wire [23:0] in_seq,           // sequence number that the ACK confirms
  input  wire [31:0] in_mark,          // snd_nxt, or now in ns
  input  wire [3:0]  s0_qpn,           // index of the QP
  input  wire        s3_receiver,      // as in_receiver
  input  wire        s3_adjusts,       // the event computes a window
  input  wire        s3_first,         // the first telemetry of a sender's QP
  input  wire        s3_loads,         // a host write
  input  wire [19:0] s3_t,             // T, ns
  input  wire        s3_sync_first,    // the first telemetry sets lastUpdateSeq
  input  wire        s4_valid,         // there is an event
  input  wire [3:0]  s4_qpn,           // index of the QP
  output wire [31:0] s2_last,          // lastUpdateSeq or lastUpdateTime before the event
  output wire        s4_full,          // a full update
  input  wire        re                // s0: there is an event
);

  localparam [31:0] RESET_LAST = 32'd0; // what a context begins with

  reg  [31:0] s0_mark;
  reg  [31:0] s1_mark;
  reg  [31:0] s2_mark;
  reg  [31:0] s3_mark;
  reg  [31:0] s4_mark;
  reg  [31:0] s0_now;
  reg  [31:0] s1_now;
  reg  [31:0] s2_now;
  reg  [31:0] s3_delta;
  reg         full;
  reg         s4_stores;

  wire        ahead;
  wire        overdue;
  reg         is_full;
  wire [31:0] ram_rdata;
  wire        ram_we;
  reg  [3:0]  ram_waddr;
  reg  [31:0] ram_wdata;

  // s0 to s2: the slice is read
  ackw_ram #(
    .WIDTH    (32),
    .ADDR_BITS(4)
  ) u_ram (
    .clk  (clk),
    .raddr(s0_qpn),
    .rdata(ram_rdata),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata(ram_wdata),
    .re   (re)
  );

  // s2 to s3: how far ahead, wrap: mod 2^24 of a sequence number, mod 2^32 of a clock
  assign s2_last = ram_rdata;

  // s3 to s4: 0 < delta < 2^23, or delta > T
  assign ahead = (|s3_delta[22:0]) & !s3_delta[23];
  assign overdue = (|s3_delta[31:20]) | (s3_delta[19:0] > s3_t);

  always @* begin
    is_full = s3_adjusts & ahead;
    if (s3_receiver) begin
      is_full = s3_adjusts & overdue;
    end
  end

  // s4: write back
  assign s4_full = full;
  assign ram_we = init_we | (s4_valid & s4_stores);

  always @* begin
    ram_waddr = s4_qpn;
    ram_wdata = s4_mark;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata = RESET_LAST;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s0_mark <= 32'd0;
      s1_mark <= 32'd0;
      s2_mark <= 32'd0;
      s3_mark <= 32'd0;
      s4_mark <= 32'd0;
      s0_now <= 32'd0;
      s1_now <= 32'd0;
      s2_now <= 32'd0;
      s3_delta <= 32'd0;
      full <= 1'b0;
      s4_stores <= 1'b0;
    end else begin
      if (in_valid) begin
        s0_mark <= in_mark;
        s0_now <= {8'd0, in_seq};
        if (in_receiver) begin
          s0_now <= in_mark;
        end
      end
      if (valid[0]) begin
        s1_mark <= s0_mark;
        s1_now <= s0_now;
      end
      if (valid[1]) begin
        s2_mark <= s1_mark;
        s2_now <= s1_now;
      end

      if (valid[2]) begin
        s3_delta <= s2_now - ram_rdata;
        s3_mark <= s2_mark;
      end

      full <= is_full;
      s4_stores <= is_full | s3_loads | (s3_first & s3_sync_first);
      if (valid[3]) begin
        s4_mark <= s3_mark;
        if (s3_loads) begin
          s4_mark <= host_last_update;
        end
      end
    end
  end

endmodule

`default_nettype wire
