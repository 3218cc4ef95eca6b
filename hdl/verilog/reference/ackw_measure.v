// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// HPCC++ before the event queue: the telemetry of an event becomes theta and an addend. One event a cycle.
module ackw_measure (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, synchronous
  input  wire        init_we,             // the contexts are being initialised, and sets and speeds by the low bits of
                                          // the address
  input  wire [11:0] init_addr,           // index of the QP whose records become not valid
  input  wire [11:0] cfg_tx_unit,         // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] cfg_q_unit,          // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire [19:0] set_t_ticks,         // ceil(T/ts_unit): delta ts below it is below T; ticks
  input  wire [31:0] set_tau_gain_m,      // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  set_tau_gain_e,      // exponent of ts_unit/T; 32 to 51
  input  wire [11:0] set_q_weight,        // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the
                                          // units
  input  wire [31:0] set_tx_weight,       // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with the
                                          // units
  input  wire        spd_we,              // writes the speed of a code
  input  wire [3:0]  spd_code,            // the telemetry's speed code
  input  wire [11:0] spd_gbps,            // Gbit/s, 0: unknown
  input  wire [31:0] spd_inv_b_m,         // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  input  wire [5:0]  spd_inv_b_e,         // exponent of 1/(B * ts_unit); 28 to 48
  input  wire        in_valid,            // an event enters
  input  wire [2:0]  in_event_kind,       // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data, 7 write of
                                          // parameter set in_event_set, whose set_* stay
  input  wire        in_event_ece,        // ECN-Echo of the ACK
  input  wire [13:0] in_event_n,          // packets that the ACK confirms (draft 2.2, eq. 2); packets; what counts of
                                          // it for its algorithm: packets of an ack, one response, one CNP
  input  wire [11:0] in_event_qpn,        // index of the QP
  input  wire [3:0]  in_event_alg,        // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  in_event_set,        // index of the parameter set
  input  wire [23:0] in_event_una,        // the last PSN acknowledged behind it
  input  wire        in_clear,            // the QP's records become not valid
  input  wire [23:0] in_seq,              // PSN of the ack or nak
  input  wire [31:0] in_mark,             // snd_nxt, or of hpcc-rx the clock, ns
  input  wire        in_path_telemetry,   // it carries telemetry
  input  wire [11:0] in_path_path,        // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  in_path_n_hop,       // hops of the path
  input  wire [3:0]  in_hop_0_speed,      // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                          // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] in_hop_0_ts,
  input  wire [19:0] in_hop_0_tx,
  input  wire [15:0] in_hop_0_q,
  input  wire [3:0]  in_hop_1_speed,
  input  wire [23:0] in_hop_1_ts,
  input  wire [19:0] in_hop_1_tx,
  input  wire [15:0] in_hop_1_q,
  input  wire [3:0]  in_hop_2_speed,
  input  wire [23:0] in_hop_2_ts,
  input  wire [19:0] in_hop_2_tx,
  input  wire [15:0] in_hop_2_q,
  input  wire [3:0]  in_hop_3_speed,
  input  wire [23:0] in_hop_3_ts,
  input  wire [19:0] in_hop_3_tx,
  input  wire [15:0] in_hop_3_q,
  input  wire [3:0]  in_hop_4_speed,
  input  wire [23:0] in_hop_4_ts,
  input  wire [19:0] in_hop_4_tx,
  input  wire [15:0] in_hop_4_q,
  output wire        crowded,             // enough events wait for the lanes
  output wire        waits,               // an event waits for the lanes
  output wire        overflows,           // more wait than there is room for
  output wire        out_valid,           // the event, with what was found
  output wire [2:0]  out_event_kind,      // as in_event_kind
  output wire        out_event_ece,       // ECN-Echo of the ACK
  output wire [13:0] out_event_n,         // packets that the ACK confirms (draft 2.2, eq. 2); packets; what counts of
                                          // it for its algorithm: packets of an ack, one response, one CNP
  output wire [11:0] out_event_qpn,       // index of the QP
  output wire [3:0]  out_event_alg,       // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [3:0]  out_event_set,       // index of the parameter set
  output wire [23:0] out_event_una,       // the last PSN acknowledged behind it
  output wire [5:0]  out_payload_flags,   // bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4
                                          // dts = 0, 5 no hop counts
  output wire        out_payload_ignored, // it has no telemetry that counts
  output wire [36:0] out_payload_theta,   // min(dts, T) / T, U1.36; 0 where no hop was chosen
  output wire [48:0] out_payload_addend,  // what is added to (1 - theta) * U, U13.36
  output wire [23:0] out_payload_seq,     // PSN of the ack or nak
  output wire [31:0] out_payload_mark     // snd_nxt, or of hpcc-rx the clock, ns
);

  localparam [2:0] KIND_ACK = 3'd0;
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_DATA = 3'd6;
  localparam [2:0] KIND_SET_WRITE = 3'd7;
  localparam [3:0] ALG_HPCC = 4'd2;
  localparam [3:0] ALG_HPCC_RX = 4'd3;

  wire        next_valid;
  wire [2:0]  next_beside_event_kind;
  wire        next_beside_event_ece;
  wire [13:0] next_beside_event_n;
  wire [11:0] next_beside_event_qpn;
  wire [3:0]  next_beside_event_alg;
  wire [3:0]  next_beside_event_set;
  wire [23:0] next_beside_event_una;
  wire        next_beside_ignored;
  wire [23:0] next_beside_seq;
  wire [31:0] next_beside_mark;
  wire        next_measure;
  wire [2:0]  next_flags;
  wire [2:0]  head_beside_event_kind;
  wire        head_beside_event_ece;
  wire [13:0] head_beside_event_n;
  wire [11:0] head_beside_event_qpn;
  wire [3:0]  head_beside_event_alg;
  wire [3:0]  head_beside_event_set;
  wire [23:0] head_beside_event_una;
  wire        head_beside_ignored;
  wire [23:0] head_beside_seq;
  wire [31:0] head_beside_mark;
  wire        head_measure;
  wire [2:0]  head_flags;
  wire        sender;
  wire        receiver;
  wire        counts;
  wire [11:0] hops_out_qpn;
  wire        hops_out_hop_0_used;
  wire [3:0]  hops_out_hop_0_speed;
  wire [23:0] hops_out_hop_0_dts;
  wire [19:0] hops_out_hop_0_tx;
  wire [15:0] hops_out_hop_0_q;
  wire        hops_out_hop_1_used;
  wire [3:0]  hops_out_hop_1_speed;
  wire [23:0] hops_out_hop_1_dts;
  wire [19:0] hops_out_hop_1_tx;
  wire [15:0] hops_out_hop_1_q;
  wire        hops_out_hop_2_used;
  wire [3:0]  hops_out_hop_2_speed;
  wire [23:0] hops_out_hop_2_dts;
  wire [19:0] hops_out_hop_2_tx;
  wire [15:0] hops_out_hop_2_q;
  wire        hops_out_hop_3_used;
  wire [3:0]  hops_out_hop_3_speed;
  wire [23:0] hops_out_hop_3_dts;
  wire [19:0] hops_out_hop_3_tx;
  wire [15:0] hops_out_hop_3_q;
  wire        hops_out_hop_4_used;
  wire [3:0]  hops_out_hop_4_speed;
  wire [23:0] hops_out_hop_4_dts;
  wire [19:0] hops_out_hop_4_tx;
  wire [15:0] hops_out_hop_4_q;
  wire        inflight_in_writes;
  wire        inflight_in_ready;
  wire [11:0] inflight_out_qpn;
  wire        inflight_out_measure;

  // telemetry counts at a sender with an ack or a nak, at a receiver with data
  assign sender = (in_event_alg == ALG_HPCC) & ((in_event_kind == KIND_ACK) | (in_event_kind == KIND_LOSS));
  assign receiver = (in_event_alg == ALG_HPCC_RX) & (in_event_kind == KIND_DATA);
  assign counts = in_path_telemetry & (sender | receiver);

  // the L slice
  ackw_hops u_hops (
    .clk            (clk),
    .rst_n          (rst_n),
    .init_we        (init_we),
    .init_addr      (init_addr),
    .in_valid       (in_valid),
    .in_telemetry   (counts),
    .in_clear       (in_clear),
    .in_qpn         (in_event_qpn),
    .in_path        (in_path_path),
    .in_n_hop       (in_path_n_hop),
    .in_hop_0_speed (in_hop_0_speed),
    .in_hop_0_ts    (in_hop_0_ts),
    .in_hop_0_tx    (in_hop_0_tx),
    .in_hop_0_q     (in_hop_0_q),
    .in_hop_1_speed (in_hop_1_speed),
    .in_hop_1_ts    (in_hop_1_ts),
    .in_hop_1_tx    (in_hop_1_tx),
    .in_hop_1_q     (in_hop_1_q),
    .in_hop_2_speed (in_hop_2_speed),
    .in_hop_2_ts    (in_hop_2_ts),
    .in_hop_2_tx    (in_hop_2_tx),
    .in_hop_2_q     (in_hop_2_q),
    .in_hop_3_speed (in_hop_3_speed),
    .in_hop_3_ts    (in_hop_3_ts),
    .in_hop_3_tx    (in_hop_3_tx),
    .in_hop_3_q     (in_hop_3_q),
    .in_hop_4_speed (in_hop_4_speed),
    .in_hop_4_ts    (in_hop_4_ts),
    .in_hop_4_tx    (in_hop_4_tx),
    .in_hop_4_q     (in_hop_4_q),
    .out_valid      (next_valid),
    .out_qpn        (hops_out_qpn),
    .out_measure    (next_measure),
    .out_flags      (next_flags),
    .out_hop_0_used (hops_out_hop_0_used),
    .out_hop_0_speed(hops_out_hop_0_speed),
    .out_hop_0_dts  (hops_out_hop_0_dts),
    .out_hop_0_tx   (hops_out_hop_0_tx),
    .out_hop_0_q    (hops_out_hop_0_q),
    .out_hop_1_used (hops_out_hop_1_used),
    .out_hop_1_speed(hops_out_hop_1_speed),
    .out_hop_1_dts  (hops_out_hop_1_dts),
    .out_hop_1_tx   (hops_out_hop_1_tx),
    .out_hop_1_q    (hops_out_hop_1_q),
    .out_hop_2_used (hops_out_hop_2_used),
    .out_hop_2_speed(hops_out_hop_2_speed),
    .out_hop_2_dts  (hops_out_hop_2_dts),
    .out_hop_2_tx   (hops_out_hop_2_tx),
    .out_hop_2_q    (hops_out_hop_2_q),
    .out_hop_3_used (hops_out_hop_3_used),
    .out_hop_3_speed(hops_out_hop_3_speed),
    .out_hop_3_dts  (hops_out_hop_3_dts),
    .out_hop_3_tx   (hops_out_hop_3_tx),
    .out_hop_3_q    (hops_out_hop_3_q),
    .out_hop_4_used (hops_out_hop_4_used),
    .out_hop_4_speed(hops_out_hop_4_speed),
    .out_hop_4_dts  (hops_out_hop_4_dts),
    .out_hop_4_tx   (hops_out_hop_4_tx),
    .out_hop_4_q    (hops_out_hop_4_q)
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(119)
  ) u_beside_hops (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({in_mark, in_seq, !counts, in_event_una, in_event_set, in_event_alg, in_event_qpn, in_event_n, in_event_ece,
      in_event_kind}),
    .q    ({next_beside_mark, next_beside_seq, next_beside_ignored, next_beside_event_una, next_beside_event_set,
      next_beside_event_alg, next_beside_event_qpn, next_beside_event_n, next_beside_event_ece, next_beside_event_kind})
  );

  // the hop that counts
  ackw_inflight u_inflight (
    .clk           (clk),
    .rst_n         (rst_n),
    .cfg_tx_unit   (cfg_tx_unit),
    .cfg_q_unit    (cfg_q_unit),
    .set_we        (init_we),
    .set_index     (init_addr[3:0]),
    .set_t_ticks   (set_t_ticks),
    .set_tau_gain_m(set_tau_gain_m),
    .set_tau_gain_e(set_tau_gain_e),
    .set_q_weight  (set_q_weight),
    .set_tx_weight (set_tx_weight),
    .spd_we        (spd_we),
    .spd_code      (spd_code),
    .spd_gbps      (spd_gbps),
    .spd_inv_b_m   (spd_inv_b_m),
    .spd_inv_b_e   (spd_inv_b_e),
    .in_valid      (next_valid),
    .in_writes     (inflight_in_writes),
    .in_qpn        (head_beside_event_qpn),
    .in_measure    (head_measure),
    .in_flags      (head_flags),
    .in_set        (head_beside_event_set),
    .in_hop_0_used (hops_out_hop_0_used),
    .in_hop_0_speed(hops_out_hop_0_speed),
    .in_hop_0_dts  (hops_out_hop_0_dts),
    .in_hop_0_tx   (hops_out_hop_0_tx),
    .in_hop_0_q    (hops_out_hop_0_q),
    .in_hop_1_used (hops_out_hop_1_used),
    .in_hop_1_speed(hops_out_hop_1_speed),
    .in_hop_1_dts  (hops_out_hop_1_dts),
    .in_hop_1_tx   (hops_out_hop_1_tx),
    .in_hop_1_q    (hops_out_hop_1_q),
    .in_hop_2_used (hops_out_hop_2_used),
    .in_hop_2_speed(hops_out_hop_2_speed),
    .in_hop_2_dts  (hops_out_hop_2_dts),
    .in_hop_2_tx   (hops_out_hop_2_tx),
    .in_hop_2_q    (hops_out_hop_2_q),
    .in_hop_3_used (hops_out_hop_3_used),
    .in_hop_3_speed(hops_out_hop_3_speed),
    .in_hop_3_dts  (hops_out_hop_3_dts),
    .in_hop_3_tx   (hops_out_hop_3_tx),
    .in_hop_3_q    (hops_out_hop_3_q),
    .in_hop_4_used (hops_out_hop_4_used),
    .in_hop_4_speed(hops_out_hop_4_speed),
    .in_hop_4_dts  (hops_out_hop_4_dts),
    .in_hop_4_tx   (hops_out_hop_4_tx),
    .in_hop_4_q    (hops_out_hop_4_q),
    .in_ready      (inflight_in_ready),
    .out_valid     (out_valid),
    .out_qpn       (inflight_out_qpn),
    .out_measure   (inflight_out_measure),
    .out_flags     (out_payload_flags),
    .out_theta     (out_payload_theta),
    .out_addend    (out_payload_addend)
  );

  assign head_beside_event_kind = next_beside_event_kind;
  assign head_beside_event_ece = next_beside_event_ece;
  assign head_beside_event_n = next_beside_event_n;
  assign head_beside_event_qpn = next_beside_event_qpn;
  assign head_beside_event_alg = next_beside_event_alg;
  assign head_beside_event_set = next_beside_event_set;
  assign head_beside_event_una = next_beside_event_una;
  assign head_beside_ignored = next_beside_ignored;
  assign head_beside_seq = next_beside_seq;
  assign head_beside_mark = next_beside_mark;
  assign head_measure = next_measure;
  assign head_flags = next_flags;
  assign crowded = 1'b0;
  assign waits = 1'b0;
  assign overflows = 1'b0;
  assign inflight_in_writes = head_beside_event_kind == KIND_SET_WRITE;

  ackw_delay #(
    .N    (48),
    .WIDTH(119)
  ) u_beside_inflight (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({head_beside_mark, head_beside_seq, head_beside_ignored, head_beside_event_una, head_beside_event_set,
      head_beside_event_alg, head_beside_event_qpn, head_beside_event_n, head_beside_event_ece, head_beside_event_kind}),
    .q    ({out_payload_mark, out_payload_seq, out_payload_ignored, out_event_una, out_event_set, out_event_alg,
      out_event_qpn, out_event_n, out_event_ece, out_event_kind})
  );

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, hops_out_qpn, inflight_in_ready, inflight_out_qpn, inflight_out_measure};

endmodule

`default_nettype wire
