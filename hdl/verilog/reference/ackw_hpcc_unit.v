// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// HPCC++'s window unit: from issue to update in 27 cycles; a host operation ends in the cycle of its result.
module ackw_hpcc_unit (
  input  wire        clk,               // clock, rising edge
  input  wire        rst_n,             // reset, active low, synchronous
  input  wire        init_we,           // the contexts are being initialised, and the parameter sets by the low bits of
                                        // the address
  input  wire [11:0] init_addr,         // index of the QP whose context is reset
  input  wire [3:0]  set_index,         // which parameter set set_we writes
  input  wire        set_we,            // writes parameter set set_index, while no event of that set is under way;
                                        // ignored with init_we
  input  wire [19:0] set_t,             // baseline RTT (draft Figure 3); ns
  input  wire [16:0] set_eta,           // target utilisation (draft Figure 3: 95%); U1.16
  input  wire [4:0]  set_max_stage,     // additive increases before a multiplicative one (draft Figure 3)
  input  wire [31:0] set_w_ai,          // additive increase; bytes, U20.12
  input  wire [39:0] set_w_min,         // lower clamp of W; bytes, U28.12
  input  wire [39:0] set_w_max,         // upper clamp of W, at least W_min; bytes, U28.12
  input  wire        set_sync_first,    // 1: the first ACK sets lastUpdateSeq to snd_nxt
  input  wire [17:0] set_rate_gain_m,   // mantissa of 1/T, to nearest; 1/ns; its top bit set
  input  wire [5:0]  set_rate_gain_e,   // exponent of 1/T; 25 to 37
  input  wire [19:0] set_t_ticks,       // from here to set_tx_weight: the measurement's, not used here
  input  wire [31:0] set_tau_gain_m,    // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  set_tau_gain_e,    // exponent of ts_unit/T; 32 to 51
  input  wire [11:0] set_q_weight,      // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the units
  input  wire [31:0] set_tx_weight,     // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with the
                                        // units
  input  wire        host_taken,        // the host's values are to be held from this cycle on
  input  wire [47:0] host_u,            // EWMA of the normalised inflight bytes (line 9); U12.36
  input  wire [39:0] host_w,            // window (lines 13, 17); bytes, U28.12
  input  wire [39:0] host_wc,           // reference window (lines 15, 19); bytes, U28.12
  input  wire [4:0]  host_inc_stage,    // additive increases since the last multiplicative step (lines 15, 19)
  input  wire [31:0] host_last_update,  // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of ns
  input  wire        writes,            // the host operation under way replaces HPCC++'s part of the context
  input  wire        enter_we,          // an event enters a waiting slot: what it brings is kept in the table
  input  wire [3:0]  enter_slot,        // the slot that it enters
  input  wire [5:0]  enter_flags,       // bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4
                                        // dts = 0, 5 no hop counts
  input  wire        enter_ignored,     // it has no telemetry that counts
  input  wire [36:0] enter_theta,       // min(dts, T) / T, U1.36; 0 where no hop was chosen
  input  wire [48:0] enter_addend,      // what is added to (1 - theta) * U, U13.36
  input  wire [23:0] enter_seq,         // PSN of the ack or nak
  input  wire [31:0] enter_mark,        // snd_nxt, or of hpcc-rx the clock, ns
  input  wire        issued_valid,      // an event is issued in this cycle
  input  wire        issued_host,       // it is a host operation, which goes to every unit
  input  wire [3:0]  issued_slot,       // the slot that it leaves
  input  wire [2:0]  issued_kind,       // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire        issued_ece,        // this and issued_n are not used here
  input  wire [13:0] issued_n,          // packets that the ACK confirms (draft 2.2, eq. 2); packets; 0 of what is no
                                        // ack
  input  wire [11:0] issued_qpn,        // index of the QP
  input  wire [3:0]  issued_alg,        // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  issued_set,        // index of the parameter set
  output wire        host_ends,         // the host operation is at its end; what it found is kept from the next cycle
                                        // on
  output wire [47:0] found_u,           // EWMA of the normalised inflight bytes (line 9); U12.36
  output wire [39:0] found_w,           // window (lines 13, 17); bytes, U28.12
  output wire [39:0] found_wc,          // reference window (lines 15, 19); bytes, U28.12
  output wire [4:0]  found_inc_stage,   // additive increases since the last multiplicative step (lines 15, 19)
  output wire [31:0] found_last_update, // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of ns
  output wire        out_valid,         // an update
  output wire [2:0]  out_kind,          // as in_kind
  output wire [11:0] out_qpn,           // index of the QP
  output wire [41:0] out_window,        // bytes, U28.12
  output wire [39:0] out_pace,          // rate, bytes a ns, U12.28
  output wire [15:0] out_flags,         // bit 1 W at w_min, 2 W at w_max, 3 ignored, 4 first telemetry, 5 path changed,
                                        // 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated,
                                        // 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated
  output wire        out_feedback       // a receiver's full update: W goes to the sender now
);

  localparam [2:0] ALGS = 3'd1;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;

  reg         s0_valid;
  reg  [2:0]  s0_kind;
  reg  [11:0] s0_qpn;
  reg  [3:0]  s0_alg;
  reg  [3:0]  s0_set;
  reg  [47:0] held_u;
  reg  [39:0] held_w;
  reg  [39:0] held_wc;
  reg  [4:0]  held_inc_stage;
  reg  [31:0] held_last_update;
  reg  [47:0] kept_u;
  reg  [39:0] kept_w;
  reg  [39:0] kept_wc;
  reg  [4:0]  kept_inc_stage;
  reg  [31:0] kept_last_update;

  wire        ends;
  wire        updates;
  wire [5:0]  payload_rdata_flags;
  wire        payload_rdata_ignored;
  wire [36:0] payload_rdata_theta;
  wire [48:0] payload_rdata_addend;
  wire [23:0] payload_rdata_seq;
  wire [31:0] payload_rdata_mark;
  reg         window_set_we;
  reg  [3:0]  window_set_index;
  reg  [19:0] window_set_t;
  reg  [16:0] window_set_eta;
  reg  [4:0]  window_set_max_stage;
  reg  [31:0] window_set_w_ai;
  reg  [39:0] window_set_w_min;
  reg  [39:0] window_set_w_max;
  reg         window_set_sync_first;
  reg  [17:0] window_set_rate_gain_m;
  reg  [5:0]  window_set_rate_gain_e;
  wire        window_out_valid;
  wire [2:0]  window_out_kind;
  wire [39:0] window_out_w;
  wire [14:0] window_out_flags;
  wire [47:0] window_out_u;
  wire [39:0] window_out_wc;
  wire [4:0]  window_out_inc_stage;
  wire [31:0] window_out_last_update;

  // what an event brings waits in a table, by its slot
  ackw_table #(
    .WIDTH    (149),
    .ADDR_BITS(4)
  ) u_payload (
    .clk  (clk),
    .raddr(issued_slot),
    .rdata({payload_rdata_mark, payload_rdata_seq, payload_rdata_addend, payload_rdata_theta, payload_rdata_ignored,
      payload_rdata_flags}),
    .we   (enter_we),
    .waddr(enter_slot),
    .wdata({enter_mark, enter_seq, enter_addend, enter_theta, enter_ignored, enter_flags})
  );

  // HPCC++'s unit, a cycle after issue
  ackw_window u_window (
    .clk             (clk),
    .rst_n           (rst_n),
    .set_we          (window_set_we),
    .set_index       (window_set_index),
    .set_t           (window_set_t),
    .set_eta         (window_set_eta),
    .set_max_stage   (window_set_max_stage),
    .set_w_ai        (window_set_w_ai),
    .set_w_min       (window_set_w_min),
    .set_w_max       (window_set_w_max),
    .set_sync_first  (window_set_sync_first),
    .set_rate_gain_m (window_set_rate_gain_m),
    .set_rate_gain_e (window_set_rate_gain_e),
    .init_we         (init_we),
    .init_addr       (init_addr),
    .host_u          (held_u),
    .host_w          (held_w),
    .host_wc         (held_wc),
    .host_inc_stage  (held_inc_stage),
    .host_last_update(held_last_update),
    .in_valid        (s0_valid),
    .in_kind         (s0_kind),
    .in_qpn          (s0_qpn),
    .in_set          (s0_set),
    .in_flags        (payload_rdata_flags),
    .in_ignored      (payload_rdata_ignored),
    .in_theta        (payload_rdata_theta),
    .in_addend       (payload_rdata_addend),
    .in_receiver     (s0_alg[0]),
    .in_seq          (payload_rdata_seq),
    .in_mark         (payload_rdata_mark),
    .out_valid       (window_out_valid),
    .out_kind        (window_out_kind),
    .out_qpn         (out_qpn),
    .out_w           (window_out_w),
    .out_r           (out_pace),
    .out_flags       (window_out_flags),
    .out_feedback    (out_feedback),
    .out_u           (window_out_u),
    .out_wc          (window_out_wc),
    .out_inc_stage   (window_out_inc_stage),
    .out_last_update (window_out_last_update)
  );

  always @* begin
    window_set_we = set_we;
    window_set_index = set_index;
    window_set_t = set_t;
    window_set_eta = set_eta;
    window_set_max_stage = set_max_stage;
    window_set_w_ai = set_w_ai;
    window_set_w_min = set_w_min;
    window_set_w_max = set_w_max;
    window_set_sync_first = set_sync_first;
    window_set_rate_gain_m = set_rate_gain_m;
    window_set_rate_gain_e = set_rate_gain_e;
    if (init_we) begin
      window_set_we = 1'b1;
      window_set_index = init_addr[3:0];
      window_set_t = 20'h1388;
      window_set_eta = 17'hf333;
      window_set_max_stage = 5'd5;
      window_set_w_ai = 32'h50000;
      window_set_w_min = 40'h3e8000;
      window_set_w_max = 40'hf424000;
      window_set_sync_first = 1'b1;
      window_set_rate_gain_m = 18'h346dc;
      window_set_rate_gain_e = 6'd30;
    end
  end

  assign ends = window_out_valid & ((window_out_kind == KIND_HOST_WRITE) | (window_out_kind == KIND_HOST_READ));

  // the update
  assign updates = window_out_valid & !ends;
  assign out_kind = window_out_kind;
  assign out_window = {2'd0, window_out_w};
  assign out_flags = {1'b0, window_out_flags};
  assign out_valid = updates;
  assign host_ends = ends;
  assign found_u = kept_u;
  assign found_w = kept_w;
  assign found_wc = kept_wc;
  assign found_inc_stage = kept_inc_stage;
  assign found_last_update = kept_last_update;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s0_valid <= 1'b0;
    end else begin
      // s0
      s0_valid <= issued_valid & ((issued_alg[3:1] == ALGS) | issued_host);
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // the host's values, held while its operation is under way
    if (host_taken) begin
      held_u <= host_u;
      held_w <= host_w;
      held_wc <= host_wc;
      held_inc_stage <= host_inc_stage;
      held_last_update <= host_last_update;
    end
    // s0: the event, while the table gives what it brought
    s0_kind <= issued_kind;
    if (issued_host & !writes) begin
      s0_kind <= KIND_HOST_READ;
    end
    s0_qpn <= issued_qpn;
    s0_alg <= issued_alg;
    s0_set <= issued_set;
    // what a host operation found is kept
    if (ends) begin
      kept_u <= window_out_u;
      kept_w <= window_out_w;
      kept_wc <= window_out_wc;
      kept_inc_stage <= window_out_inc_stage;
      kept_last_update <= window_out_last_update;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, set_t_ticks, set_tau_gain_m, set_tau_gain_e, set_q_weight, set_tx_weight, issued_ece, issued_n,
    s0_alg[3:1]};

endmodule

`default_nettype wire
