// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Turns the PSN of an ACK into n, the number of packets it confirms, against the QP's last PSN.
// One event a cycle, any mix of QPs; 4 cycles.
module ackw_psn (
  input  wire        clk,          // clock, rising edge
  input  wire        rst_n,        // reset, active low, asynchronous
  input  wire        init_we,      // writes the reset slice at init_addr
  input  wire [3:0]  init_addr,    // index of the QP whose slice is reset
  input  wire [23:0] host_psn,     // what a host_write stores, stable while it is under way
  input  wire        host_open,    // with host_psn: the QP is open
  input  wire        in_valid,     // an event enters
  input  wire [2:0]  in_kind,      // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire        in_ece,       // handed on
  input  wire        in_use_psn,   // n of an ack comes from in_psn, not from in_n; an ack or nak counts only for what
                                   // was sent
  input  wire [13:0] in_n,         // packets that an ack confirms, where in_use_psn is 0; other kinds have none
  input  wire [23:0] in_psn,       // PSN of the ack or nak
  input  wire [23:0] in_snd_max,   // the furthest PSN that was to be sent next on the QP
  input  wire [3:0]  in_qpn,       // index of the QP
  output wire        out_valid,    // the event, 4 cycles later, unless it is dropped
  output wire [2:0]  out_kind,     // as in_kind
  output wire        out_ece,      // as in_ece
  output reg  [13:0] out_n,        // packets that the ack confirms; 0 for all other kinds
  output wire [3:0]  out_qpn,      // index of the QP
  output wire [23:0] out_psn,      // the last PSN before this event
  output wire        out_open,     // the QP was open before this event
  output wire [23:0] out_una,      // the last PSN behind this event
  output wire        out_rejected, // in place of out_valid: an ack or nak of what was not sent, or nowhere near the
                                   // last PSN
  output wire        out_closed    // in place of out_valid: an event of a closed QP
);

  localparam [2:0] KIND_ACK = 3'd0; // kind of an event
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [13:0] N_MAX = 14'd64; // most packets that an ACK counts, engine.n_max: a READ request makes the PSN jump
  localparam [23:0] RESET_PSN = 24'd0; // what a context begins with

  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg  [2:0]  p0_kind;
  reg         p0_is_ack;
  reg         p0_is_loss;
  reg         p0_is_host_write;
  reg         p0_ece;
  reg         p0_use_psn;
  reg  [13:0] p0_n;
  reg  [23:0] p0_psn;
  reg  [23:0] p0_snd_max;
  reg  [3:0]  p0_qpn;
  reg  [2:0]  p1_kind;
  reg         p1_ece;
  reg  [13:0] p1_n;
  reg  [3:0]  p1_qpn;
  reg         p1_checked;
  reg         p1_counts;
  reg         p1_force;
  reg  [23:0] p1_new_slice_psn;
  reg         p1_new_slice_open;
  reg  [23:0] p1_sent;
  reg         p1_was_sent;
  reg         p1_match_1;
  reg         p1_match_2;
  reg         p1_match_3;
  reg  [2:0]  p2_kind;
  reg         p2_ece;
  reg  [13:0] p2_n;
  reg  [3:0]  p2_qpn;
  reg         p2_checked;
  reg         p2_counts;
  reg         p2_force;
  reg  [23:0] p2_new_slice_psn;
  reg         p2_new_slice_open;
  reg  [23:0] p2_sent;
  reg         p2_was_sent;
  reg         p2_hit_1;
  reg         p2_hit;
  reg  [23:0] p2_forwarded_psn;
  reg         p2_forwarded_open;
  reg  [23:0] p2_ahead_delta;
  reg         p2_ahead_far;
  reg         p2_ahead_flight;
  reg  [2:0]  p3_kind;
  reg         p3_ece;
  reg  [13:0] p3_n;
  reg  [3:0]  p3_qpn;
  reg         p3_checked;
  reg         p3_counts;
  reg         p3_force;
  reg  [23:0] p3_new_slice_psn;
  reg         p3_new_slice_open;
  reg  [23:0] p3_old_slice_psn;
  reg         p3_old_slice_open;
  reg         p3_sure;
  reg         p3_if_old;
  reg         p3_if_forwarded;
  reg         p3_if_ram;
  reg         p3_old_far;
  reg         p3_old_flight;
  reg         p3_forwarded_far;
  reg         p3_forwarded_flight;
  reg         p3_hit;
  reg  [23:0] p3_hit_delta;
  reg  [23:0] p3_ram_delta;
  reg  [1:0]  p3_ram_flight;
  reg  [23:0] p4_slice_psn;
  reg         p4_slice_open;

  wire        is_ack;
  wire        is_loss;
  wire        is_host_write;
  wire        match_1;
  wire        match_2;
  wire        match_3;
  wire [24:0] beyond;
  wire        ahead;
  wire        store;
  reg  [23:0] after_p3_psn;
  reg         after_p3_open;
  wire [23:0] delta_ahead;
  wire [23:0] delta_forwarded;
  wire [23:0] delta_old;
  wire [23:0] flight_ahead;
  wire [23:0] flight_forwarded;
  wire [23:0] flight_old;
  wire [23:0] flight_ram;
  reg  [23:0] hit_delta;
  wire        ahead_may;
  reg  [23:0] delta;
  reg         too_many;
  wire        is_host;
  wire        passes;
  wire [23:0] ram_rdata_psn;
  wire        ram_rdata_open;
  wire        ram_we;
  reg  [3:0]  ram_waddr;
  reg  [23:0] ram_wdata_psn;
  reg         ram_wdata_open;

  // p0: the event
  assign is_ack = in_kind == KIND_ACK;
  assign is_loss = in_kind == KIND_LOSS;
  assign is_host_write = in_kind == KIND_HOST_WRITE;

  // p0 to p1: the slice is read; what may be stored. A NAK is checked as psn - 1, and is never stored
  ackw_ram #(
    .WIDTH    (25),
    .ADDR_BITS(4)
  ) u_ram (
    .clk  (clk),
    .raddr(p0_qpn),
    .rdata({ram_rdata_open, ram_rdata_psn}),
    .we   (ram_we),
    .waddr(ram_waddr),
    .wdata({ram_wdata_open, ram_wdata_psn}),
    .re   (p0_valid)
  );

  assign beyond = {p0_snd_max, 1'b1} + {~p0_psn, p0_is_loss};

  // which of the events ahead are of this QP? In p2 it finds the one in p1 now in p3 (1 ahead); those in p2 and p3
  // (2 and 3 ahead) the RAM gives too late
  assign match_1 = p1_valid & (p1_qpn == p0_qpn);
  assign match_2 = p2_valid & (p2_qpn == p0_qpn);
  assign match_3 = p3_valid & (p3_qpn == p0_qpn);

  // p1 to p2: the slice behind those that are 2 and 3 ahead, now in p3 and p4; the PSN against what the one just ahead
  // may store
  assign ahead = p3_sure | (p3_if_old & !p3_old_far & !p3_old_flight) | (p3_if_forwarded & !p3_forwarded_far &
    !p3_forwarded_flight) | (p3_if_ram & !(|(p3_ram_delta[23:22] | p3_ram_flight)));
  assign store = p3_force | (p3_counts & ahead);

  always @* begin
    after_p3_psn = p3_old_slice_psn;
    after_p3_open = p3_old_slice_open;
    if (store) begin
      after_p3_psn = p3_new_slice_psn;
      after_p3_open = p3_new_slice_open;
    end
  end

  assign delta_ahead = p1_new_slice_psn - p2_new_slice_psn;
  assign flight_ahead = p1_sent - p2_new_slice_psn;

  // p2 to p3: the loop. The newest slice is the RAM's, or else that behind the event just ahead, which is what p3
  // stores or what it found, or else the forwarded one. A PSN is stored if the QP is open, the PSN was sent, and is
  // ahead of the last one, both by less than 2^22. Delta 0 is a duplicate: it confirms 0 packets and is what is stored
  // already
  assign delta_forwarded = p2_new_slice_psn - p2_forwarded_psn;
  assign flight_forwarded = p2_sent - p2_forwarded_psn;
  assign delta_old = p2_new_slice_psn - p3_old_slice_psn;
  assign flight_old = p2_sent - p3_old_slice_psn;
  assign flight_ram = p2_sent - ram_rdata_psn;

  always @* begin
    hit_delta = delta_forwarded;
    if (p2_hit_1) begin
      hit_delta = delta_old;
    end
    if (p2_hit_1 & store) begin
      hit_delta = p2_ahead_delta;
    end
  end

  assign ahead_may = p2_was_sent & p3_new_slice_open & !p2_ahead_far & !p2_ahead_flight;

  // p3: write back
  assign ram_we = init_we | (p3_valid & store);

  always @* begin
    ram_waddr = p3_qpn;
    ram_wdata_psn = p3_new_slice_psn;
    ram_wdata_open = p3_new_slice_open;
    if (init_we) begin
      ram_waddr = init_addr;
      ram_wdata_psn = RESET_PSN;
      ram_wdata_open = 1'b0;
    end
  end

  // p3: an event of a closed QP is dropped; so is an ACK or NAK, unless its PSN is new and was sent, equals the last,
  // or is at most 2^22 behind
  always @* begin
    delta = p3_ram_delta;
    too_many = (|p3_ram_delta[21:14]) | (p3_ram_delta[13:0] > N_MAX);
    if (p3_hit) begin
      delta = p3_hit_delta;
      too_many = (|p3_hit_delta[21:14]) | (p3_hit_delta[13:0] > N_MAX);
    end
  end

  assign is_host = (p3_kind == KIND_HOST_WRITE) | (p3_kind == KIND_HOST_READ);
  assign passes = !p3_checked | ahead | (&delta[23:22]) | (p3_new_slice_psn == p3_old_slice_psn);
  assign out_valid = p3_valid & (is_host | (p3_old_slice_open & passes));
  assign out_closed = p3_valid & !is_host & !p3_old_slice_open;
  assign out_rejected = p3_valid & p3_old_slice_open & !passes;

  // p3: n: delta, but at most n_max; 0 for an old PSN
  assign out_kind = p3_kind;
  assign out_ece = p3_ece;
  assign out_qpn = p3_qpn;
  assign out_psn = p3_old_slice_psn;
  assign out_open = p3_old_slice_open;
  assign out_una = after_p3_psn;

  always @* begin
    out_n = p3_n;
    if (p3_counts) begin
      if (!ahead) begin
        out_n = 14'd0;
      end else if (too_many) begin
        out_n = N_MAX;
      end else begin
        out_n = delta[13:0];
      end
    end
  end

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
    end else begin
      p0_valid <= in_valid;

      p1_valid <= p0_valid;

      p2_valid <= p1_valid;

      p3_valid <= p2_valid;
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      p0_kind <= 3'd0;
      p0_is_ack <= 1'b0;
      p0_is_loss <= 1'b0;
      p0_is_host_write <= 1'b0;
      p0_ece <= 1'b0;
      p0_use_psn <= 1'b0;
      p0_n <= 14'd0;
      p0_psn <= 24'd0;
      p0_snd_max <= 24'd0;
      p0_qpn <= 4'd0;
      p1_kind <= 3'd0;
      p1_ece <= 1'b0;
      p1_n <= 14'd0;
      p1_qpn <= 4'd0;
      p1_checked <= 1'b0;
      p1_counts <= 1'b0;
      p1_force <= 1'b0;
      p1_new_slice_psn <= 24'd0;
      p1_new_slice_open <= 1'b0;
      p1_sent <= 24'd0;
      p1_was_sent <= 1'b0;
      p1_match_1 <= 1'b0;
      p1_match_2 <= 1'b0;
      p1_match_3 <= 1'b0;
      p2_kind <= 3'd0;
      p2_ece <= 1'b0;
      p2_n <= 14'd0;
      p2_qpn <= 4'd0;
      p2_checked <= 1'b0;
      p2_counts <= 1'b0;
      p2_force <= 1'b0;
      p2_new_slice_psn <= 24'd0;
      p2_new_slice_open <= 1'b0;
      p2_sent <= 24'd0;
      p2_was_sent <= 1'b0;
      p2_hit_1 <= 1'b0;
      p2_hit <= 1'b0;
      p2_forwarded_psn <= 24'd0;
      p2_forwarded_open <= 1'b0;
      p2_ahead_delta <= 24'd0;
      p2_ahead_far <= 1'b0;
      p2_ahead_flight <= 1'b0;
      p3_kind <= 3'd0;
      p3_ece <= 1'b0;
      p3_n <= 14'd0;
      p3_qpn <= 4'd0;
      p3_checked <= 1'b0;
      p3_counts <= 1'b0;
      p3_force <= 1'b0;
      p3_new_slice_psn <= 24'd0;
      p3_new_slice_open <= 1'b0;
      p3_old_slice_psn <= 24'd0;
      p3_old_slice_open <= 1'b0;
      p3_sure <= 1'b0;
      p3_if_old <= 1'b0;
      p3_if_forwarded <= 1'b0;
      p3_if_ram <= 1'b0;
      p3_old_far <= 1'b0;
      p3_old_flight <= 1'b0;
      p3_forwarded_far <= 1'b0;
      p3_forwarded_flight <= 1'b0;
      p3_hit <= 1'b0;
      p3_hit_delta <= 24'd0;
      p3_ram_delta <= 24'd0;
      p3_ram_flight <= 2'd0;
      p4_slice_psn <= 24'd0;
      p4_slice_open <= 1'b0;
    end else begin
      p0_kind <= in_kind;
      p0_is_ack <= is_ack;
      p0_is_loss <= is_loss;
      p0_is_host_write <= is_host_write;
      p0_ece <= in_ece;
      p0_use_psn <= in_use_psn;
      p0_n <= in_n;
      p0_psn <= in_psn;
      p0_snd_max <= in_snd_max;
      p0_qpn <= in_qpn;

      p1_kind <= p0_kind;
      p1_ece <= p0_ece;
      p1_qpn <= p0_qpn;
      p1_n <= 14'd0;
      if (p0_is_ack & !p0_use_psn) begin
        p1_n <= p0_n;
      end
      p1_checked <= (p0_is_ack | p0_is_loss) & p0_use_psn;
      p1_counts <= p0_is_ack & p0_use_psn;
      p1_force <= p0_is_host_write;
      p1_sent <= p0_snd_max - 24'd1;
      p1_was_sent <= !(|beyond[24:23]);
      p1_new_slice_psn <= p0_psn - {23'd0, p0_is_loss};
      p1_new_slice_open <= 1'b1;
      if (p0_is_host_write) begin
        p1_new_slice_psn <= host_psn;
        p1_new_slice_open <= host_open;
      end

      p1_match_1 <= match_1;
      p1_match_2 <= match_2;
      p1_match_3 <= match_3;

      p2_kind <= p1_kind;
      p2_ece <= p1_ece;
      p2_n <= p1_n;
      p2_qpn <= p1_qpn;
      p2_checked <= p1_checked;
      p2_counts <= p1_counts;
      p2_force <= p1_force;
      p2_new_slice_psn <= p1_new_slice_psn;
      p2_new_slice_open <= p1_new_slice_open;
      p2_sent <= p1_sent;
      p2_was_sent <= p1_was_sent;
      p2_hit_1 <= p1_match_1;
      p2_hit <= p1_match_1 | p1_match_2 | p1_match_3;
      p2_forwarded_psn <= p4_slice_psn;
      p2_forwarded_open <= p4_slice_open;
      if (p1_match_2) begin
        p2_forwarded_psn <= p3_old_slice_psn;
        p2_forwarded_open <= p3_old_slice_open;
      end
      if (p1_match_2 & store) begin
        p2_forwarded_psn <= p3_new_slice_psn;
        p2_forwarded_open <= p3_new_slice_open;
      end
      p2_ahead_delta <= delta_ahead;
      p2_ahead_far <= |delta_ahead[23:22];
      p2_ahead_flight <= |flight_ahead[23:22];

      p3_ram_delta <= p2_new_slice_psn - ram_rdata_psn;
      p3_ram_flight <= flight_ram[23:22];
      p3_hit <= p2_hit;
      p3_hit_delta <= hit_delta;
      p3_old_slice_psn <= ram_rdata_psn;
      p3_old_slice_open <= ram_rdata_open;
      p3_sure <= p2_hit_1 & store & ahead_may;
      p3_if_old <= p2_hit_1 & !store & p2_was_sent & p3_old_slice_open;
      p3_old_far <= |delta_old[23:22];
      p3_old_flight <= |flight_old[23:22];
      p3_if_forwarded <= p2_hit & !p2_hit_1 & p2_was_sent & p2_forwarded_open;
      p3_forwarded_far <= |delta_forwarded[23:22];
      p3_forwarded_flight <= |flight_forwarded[23:22];
      p3_if_ram <= p2_was_sent & ram_rdata_open & !p2_hit;
      if (p2_hit) begin
        p3_old_slice_psn <= p2_forwarded_psn;
        p3_old_slice_open <= p2_forwarded_open;
      end
      if (p2_hit_1) begin
        p3_old_slice_psn <= p3_old_slice_psn;
        p3_old_slice_open <= p3_old_slice_open;
      end
      if (p2_hit_1 & store) begin
        p3_old_slice_psn <= p3_new_slice_psn;
        p3_old_slice_open <= p3_new_slice_open;
      end
      p3_kind <= p2_kind;
      p3_ece <= p2_ece;
      p3_n <= p2_n;
      p3_qpn <= p2_qpn;
      p3_checked <= p2_checked;
      p3_counts <= p2_counts;
      p3_force <= p2_force;
      p3_new_slice_psn <= p2_new_slice_psn;
      p3_new_slice_open <= p2_new_slice_open;

      p4_slice_psn <= after_p3_psn;
      p4_slice_open <= after_p3_open;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, beyond[22:0], flight_ahead[21:0], flight_forwarded[21:0], flight_old[21:0], flight_ram[21:0],
    delta[21:14]};

endmodule

`default_nettype wire
