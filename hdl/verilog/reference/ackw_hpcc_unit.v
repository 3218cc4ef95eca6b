// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// HPCC++'s window unit with its registers: from issue to update in 27 cycles, or as long as the slowest unit's; a host
// operation ends in the cycle of its result.
module ackw_hpcc_unit (
  input  wire        clk,                    // clock, rising edge
  input  wire        rst_n,                  // reset, active low, synchronous
  input  wire        init_we,                // the contexts are being initialised, and the parameter sets by the low
                                             // bits of the address
  input  wire [11:0] init_addr,              // index of the QP whose context is reset
  input  wire        bus_write,              // the write counts; index and data were the same in the cycle before
  input  wire [9:0]  bus_windex,             // which word is written
  input  wire [31:0] bus_wdata,              // what
  input  wire [9:0]  bus_rindex,             // which word is read
  input  wire [9:0]  bus_last_index,         // which word the write before this one wrote, 0 if it was refused
  input  wire [31:0] bus_last_data,          // what
  input  wire        bus_host_busy,          // a host operation is offered or under way: writes of host_* and starts
                                             // are refused
  input  wire        bus_found_now,          // what the last host read found goes into found_*: with host_done, for a
                                             // scrubber (rtl.ecc) reads too
  input  wire [4:0]  bus_sets,               // it writes parameter sets, and writes of set_* are refused: bit 0 ldcp's,
                                             // 1 hpcc's
  output wire        taken,                  // the write on the bus has an effect
  output wire [31:0] rdata,                  // the word at bus_rindex, one cycle later; 0 if that is not here
  output wire [4:0]  starts,                 // bit 1: the parameter set is to be written; the others are 0
  input  wire        writes_set,             // writes the window's part of it, while no event of that set is under way
  input  wire        host_writes,            // the host operation under way replaces HPCC++'s part of the context
  input  wire        issued_valid,           // an event is issued in this cycle
  input  wire        issued_host,            // it is a host operation, which goes to every unit
  input  wire [2:0]  issued_kind,            // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire [13:0] issued_n0,              // this, issued_n1 and issued_loss are not used here
  input  wire [13:0] issued_n1,              // packets that the ACK confirms (draft 2.2, eq. 2); packets; packets that
                                             // acks with ECN-Echo confirm; of ldcp-pcc and DCQCN CNPs
  input  wire        issued_loss,            // a packet was lost
  input  wire [11:0] issued_qpn,             // index of the QP
  input  wire [3:0]  issued_alg,             // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  issued_set,             // index of the parameter set
  output wire        host_ends,              // the host operation is at its end; what it found is kept from the next
                                             // cycle on
  output wire        out_valid,              // an update
  output wire [2:0]  out_kind,               // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [11:0] out_qpn,                // index of the QP
  output wire [41:0] out_window,             // bytes, U28.12
  output wire [39:0] out_pace,               // rate, bytes a ns, U12.28
  output wire [15:0] out_flags,              // bit 1 W at w_min, 2 W at w_max, 3 ignored, 4 first telemetry, 5 path
                                             // changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts,
                                             // 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate
                                             // saturated
  output wire        out_feedback,           // the receiver sends the window to the sender now
  input  wire [5:0]  hops_flags,             // from here to hops_mark: what the measurement found of the event, a cycle
                                             // after its issue
  input  wire        hops_ignored,           // it has no telemetry that counts
  input  wire [36:0] hops_theta,             // min(dts, T) / T, U1.36; 0 where no hop was chosen
  input  wire [48:0] hops_addend,            // what is added to (1 - theta) * U, U13.36
  input  wire [23:0] hops_seq,               // PSN of the ack or nak
  input  wire [31:0] hops_mark,              // snd_nxt, or of hpcc-rx the clock, ns
  output wire [3:0]  measure_index,          // the parameter set that is written, when its write passes the measurement
  output wire [19:0] measure_set_t_ticks,    // ceil(T/ts_unit): delta ts below it is below T; ticks
  output wire [31:0] measure_set_tau_gain_m, // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  output wire [5:0]  measure_set_tau_gain_e, // exponent of ts_unit/T; 32 to 51
  output wire [11:0] measure_set_q_weight,   // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the
                                             // units
  output wire [31:0] measure_set_tx_weight,  // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with
                                             // the units
  output wire        measure_spd_we,         // writes the speed of this code, while no event of HPCC++ is under way
  output wire [3:0]  measure_spd_code,       // the telemetry's speed code
  output wire [11:0] measure_spd_gbps,       // an entry of the speed table; Gbit/s; 0: unknown
  output wire [31:0] measure_spd_inv_b_m,    // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  output wire [5:0]  measure_spd_inv_b_e,    // exponent of 1/(B * ts_unit); 28 to 48
  output wire [11:0] measure_cfg_tx_unit,    // unit of txBytes; bytes; constant while events of HPCC++ are under way
  output wire [11:0] measure_cfg_q_unit      // unit of qLen; bytes; constant while events of HPCC++ are under way
);

  localparam [2:0] ALGS = 3'd1;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;

  reg         s0_valid;
  reg  [2:0]  s0_kind;
  reg  [11:0] s0_qpn;
  reg  [3:0]  s0_alg;
  reg  [3:0]  s0_set;
  reg  [47:0] kept_u;
  reg  [39:0] kept_w;
  reg  [39:0] kept_wc;
  reg  [4:0]  kept_inc_stage;
  reg  [31:0] kept_last_update;

  wire        reads;
  wire        ends;
  wire [5:0]  found_of_hops_flags;
  wire        found_of_hops_ignored;
  wire [36:0] found_of_hops_theta;
  wire [48:0] found_of_hops_addend;
  wire [23:0] found_of_hops_seq;
  wire [31:0] found_of_hops_mark;
  wire        made_valid;
  wire [2:0]  made_kind;
  wire [11:0] made_qpn;
  wire [41:0] made_window;
  wire [39:0] made_pace;
  wire [15:0] made_flags;
  wire        made_feedback;
  wire        page_set_start;
  wire [19:0] page_set_t;
  wire [16:0] page_set_eta;
  wire [4:0]  page_set_max_stage;
  wire [31:0] page_set_w_ai;
  wire [39:0] page_set_w_min;
  wire [39:0] page_set_w_max;
  wire        page_set_sync_first;
  wire [17:0] page_set_rate_gain_m;
  wire [5:0]  page_set_rate_gain_e;
  wire [3:0]  page_set_index;
  wire [47:0] page_host_u;
  wire [39:0] page_host_w;
  wire [39:0] page_host_wc;
  wire [4:0]  page_host_inc_stage;
  wire [31:0] page_host_last_update;
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

  // the registers
  ackw_hpcc_page u_page (
    .clk                   (clk),
    .rst_n                 (rst_n),
    .bus_write             (bus_write),
    .bus_windex            (bus_windex),
    .bus_wdata             (bus_wdata),
    .bus_rindex            (bus_rindex),
    .bus_last_index        (bus_last_index),
    .bus_last_data         (bus_last_data),
    .bus_host_busy         (bus_host_busy),
    .bus_found_now         (bus_found_now),
    .bus_sets              (bus_sets),
    .init_done             (!init_we),
    .taken                 (taken),
    .rdata                 (rdata),
    .set_start             (page_set_start),
    .set_t                 (page_set_t),
    .set_eta               (page_set_eta),
    .set_max_stage         (page_set_max_stage),
    .set_w_ai              (page_set_w_ai),
    .set_w_min             (page_set_w_min),
    .set_w_max             (page_set_w_max),
    .set_sync_first        (page_set_sync_first),
    .set_rate_gain_m       (page_set_rate_gain_m),
    .set_rate_gain_e       (page_set_rate_gain_e),
    .set_index             (page_set_index),
    .measure_index         (measure_index),
    .measure_set_t_ticks   (measure_set_t_ticks),
    .measure_set_tau_gain_m(measure_set_tau_gain_m),
    .measure_set_tau_gain_e(measure_set_tau_gain_e),
    .measure_set_q_weight  (measure_set_q_weight),
    .measure_set_tx_weight (measure_set_tx_weight),
    .measure_spd_we        (measure_spd_we),
    .measure_spd_code      (measure_spd_code),
    .measure_spd_gbps      (measure_spd_gbps),
    .measure_spd_inv_b_m   (measure_spd_inv_b_m),
    .measure_spd_inv_b_e   (measure_spd_inv_b_e),
    .measure_cfg_tx_unit   (measure_cfg_tx_unit),
    .measure_cfg_q_unit    (measure_cfg_q_unit),
    .host_u                (page_host_u),
    .host_w                (page_host_w),
    .host_wc               (page_host_wc),
    .host_inc_stage        (page_host_inc_stage),
    .host_last_update      (page_host_last_update),
    .found_u               (kept_u),
    .found_w               (kept_w),
    .found_wc              (kept_wc),
    .found_inc_stage       (kept_inc_stage),
    .found_last_update     (kept_last_update)
  );

  assign starts = {3'd0, page_set_start, 1'b0};

  // HPCC++'s window, a cycle after issue
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
    .host_u          (page_host_u),
    .host_w          (page_host_w),
    .host_wc         (page_host_wc),
    .host_inc_stage  (page_host_inc_stage),
    .host_last_update(page_host_last_update),
    .in_valid        (s0_valid),
    .in_kind         (s0_kind),
    .in_qpn          (s0_qpn),
    .in_set          (s0_set),
    .in_flags        (found_of_hops_flags),
    .in_ignored      (found_of_hops_ignored),
    .in_theta        (found_of_hops_theta),
    .in_addend       (found_of_hops_addend),
    .in_receiver     (s0_alg[0]),
    .in_seq          (found_of_hops_seq),
    .in_mark         (found_of_hops_mark),
    .out_valid       (window_out_valid),
    .out_kind        (window_out_kind),
    .out_qpn         (made_qpn),
    .out_w           (window_out_w),
    .out_r           (made_pace),
    .out_flags       (window_out_flags),
    .out_feedback    (made_feedback),
    .out_u           (window_out_u),
    .out_wc          (window_out_wc),
    .out_inc_stage   (window_out_inc_stage),
    .out_last_update (window_out_last_update)
  );

  always @* begin
    window_set_we = writes_set;
    window_set_index = page_set_index;
    window_set_t = page_set_t;
    window_set_eta = page_set_eta;
    window_set_max_stage = page_set_max_stage;
    window_set_w_ai = page_set_w_ai;
    window_set_w_min = page_set_w_min;
    window_set_w_max = page_set_w_max;
    window_set_sync_first = page_set_sync_first;
    window_set_rate_gain_m = page_set_rate_gain_m;
    window_set_rate_gain_e = page_set_rate_gain_e;
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

  assign found_of_hops_flags = hops_flags;
  assign found_of_hops_ignored = hops_ignored;
  assign found_of_hops_theta = hops_theta;
  assign found_of_hops_addend = hops_addend;
  assign found_of_hops_seq = hops_seq;
  assign found_of_hops_mark = hops_mark;

  // what a host operation found is kept
  assign reads = window_out_valid & (window_out_kind == KIND_HOST_READ);
  assign ends = reads | (window_out_valid & (window_out_kind == KIND_HOST_WRITE));
  assign host_ends = ends;

  // the update
  assign made_valid = window_out_valid & !ends;
  assign made_kind = window_out_kind;
  assign made_window = {2'd0, window_out_w};
  assign made_flags = {1'b0, window_out_flags};
  assign out_valid = made_valid;
  assign out_kind = made_kind;
  assign out_qpn = made_qpn;
  assign out_window = made_window;
  assign out_pace = made_pace;
  assign out_flags = made_flags;
  assign out_feedback = made_feedback;

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
    // s0: the event, while what the measurement found of it is read
    s0_kind <= issued_kind;
    if (issued_host & !host_writes) begin
      s0_kind <= KIND_HOST_READ;
    end
    s0_qpn <= issued_qpn;
    s0_alg <= issued_alg;
    s0_set <= issued_set;
    // what a host operation found is kept
    if (reads) begin
      kept_u <= window_out_u;
      kept_w <= window_out_w;
      kept_wc <= window_out_wc;
      kept_inc_stage <= window_out_inc_stage;
      kept_last_update <= window_out_last_update;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, issued_n0, issued_n1, issued_loss, s0_alg[3:1]};

endmodule

`default_nettype wire
