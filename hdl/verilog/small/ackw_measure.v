// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// HPCC++'s measurement: the telemetry of an event that issues becomes theta and an addend. One event a cycle.
module ackw_measure (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, asynchronous
  input  wire        init_we,             // the contexts are being initialised, and speeds by the low bits of the
                                          // address
  input  wire [3:0]  init_addr,           // index of the QP whose records become not valid
  input  wire [11:0] cfg_tx_unit,         // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] cfg_q_unit,          // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire        set_we,              // writes parameter set set_index, while no event of HPCC++ is under way
  input  wire [3:0]  set_index,
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
  input  wire        in_valid,            // an event or an operation of the host enters; a host_write makes the QP's
                                          // records not valid
  input  wire [2:0]  in_issued_kind,      // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire [3:0]  in_issued_qpn,       // index of the QP
  input  wire [3:0]  in_issued_alg,       // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  in_issued_set,       // index of the parameter set
  input  wire        in_trace_counts,     // it has telemetry that counts
  input  wire [11:0] in_trace_path,       // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  in_trace_n_hop,      // hops of the path
  input  wire [23:0] in_trace_seq,        // PSN of the ack or nak
  input  wire [31:0] in_trace_mark,       // snd_nxt, or of hpcc-rx the clock, ns
  input  wire [3:0]  in_hop_0_speed,      // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                          // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] in_hop_0_ts,
  input  wire [19:0] in_hop_0_tx,
  input  wire [15:0] in_hop_0_q,
  input  wire [3:0]  in_hop_1_speed,
  input  wire [23:0] in_hop_1_ts,
  input  wire [19:0] in_hop_1_tx,
  input  wire [15:0] in_hop_1_q,
  output wire        lanes_crowded,       // so many events wait for them that no more should issue
  output wire        lanes_waits,         // an event waits for them
  output wire        lanes_overflows,     // more wait than there is room for
  output wire [5:0]  lanes_waiting,       // so many events wait for them
  output wire        out_valid,           // the same, with what was found
  output wire [2:0]  out_issued_kind,     // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  output wire [3:0]  out_issued_qpn,      // index of the QP
  output wire [3:0]  out_issued_alg,      // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [3:0]  out_issued_set,      // index of the parameter set
  output wire [5:0]  out_payload_flags,   // bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4
                                          // dts = 0, 5 no hop counts
  output wire        out_payload_ignored, // it has no telemetry that counts
  output wire [36:0] out_payload_theta,   // min(dts, T) / T, U1.36; 0 where no hop was chosen
  output wire [48:0] out_payload_addend,  // what is added to (1 - theta) * U, U13.36
  output wire [23:0] out_payload_seq,     // PSN of the ack or nak
  output wire [31:0] out_payload_mark     // snd_nxt, or of hpcc-rx the clock, ns
);

  localparam [2:0] KIND_HOST_WRITE = 3'd4; // kind of an event
  localparam [2:0] KIND_HOST_READ = 3'd5;

  wire [3:0]  head_beside_issued_qpn;
  wire [3:0]  head_beside_issued_set;
  wire        is_write;
  wire        is_read;
  wire        counts;
  wire        hops_out_valid;
  wire [3:0]  hops_out_qpn;
  wire        hops_out_measure;
  wire [2:0]  hops_out_flags;
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
  wire        inflight_in_ready;
  wire [3:0]  inflight_out_qpn;
  wire        inflight_out_measure;
  wire [2:0]  beside_hops_q_issued_kind;
  wire [3:0]  beside_hops_q_issued_alg;
  wire        beside_hops_q_ignored;
  wire [23:0] beside_hops_q_seq;
  wire [31:0] beside_hops_q_mark;

  // an operation of the host has no telemetry, whatever stands beside it
  assign is_write = in_issued_kind == KIND_HOST_WRITE;
  assign is_read = in_issued_kind == KIND_HOST_READ;
  assign counts = in_trace_counts & !is_write & !is_read;

  // the L slice
  ackw_hops u_hops (
    .clk            (clk),
    .rst_n          (rst_n),
    .init_we        (init_we),
    .init_addr      (init_addr),
    .in_valid       (in_valid),
    .in_telemetry   (counts),
    .in_clear       (is_write),
    .in_qpn         (in_issued_qpn),
    .in_path        (in_trace_path),
    .in_n_hop       (in_trace_n_hop),
    .in_hop_0_speed (in_hop_0_speed),
    .in_hop_0_ts    (in_hop_0_ts),
    .in_hop_0_tx    (in_hop_0_tx),
    .in_hop_0_q     (in_hop_0_q),
    .in_hop_1_speed (in_hop_1_speed),
    .in_hop_1_ts    (in_hop_1_ts),
    .in_hop_1_tx    (in_hop_1_tx),
    .in_hop_1_q     (in_hop_1_q),
    .out_valid      (hops_out_valid),
    .out_qpn        (hops_out_qpn),
    .out_measure    (hops_out_measure),
    .out_flags      (hops_out_flags),
    .out_hop_0_used (hops_out_hop_0_used),
    .out_hop_0_speed(hops_out_hop_0_speed),
    .out_hop_0_dts  (hops_out_hop_0_dts),
    .out_hop_0_tx   (hops_out_hop_0_tx),
    .out_hop_0_q    (hops_out_hop_0_q),
    .out_hop_1_used (hops_out_hop_1_used),
    .out_hop_1_speed(hops_out_hop_1_speed),
    .out_hop_1_dts  (hops_out_hop_1_dts),
    .out_hop_1_tx   (hops_out_hop_1_tx),
    .out_hop_1_q    (hops_out_hop_1_q)
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(72)
  ) u_beside_hops (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({in_trace_mark, in_trace_seq, !counts, in_issued_set, in_issued_alg, in_issued_qpn, in_issued_kind}),
    .q    ({beside_hops_q_mark, beside_hops_q_seq, beside_hops_q_ignored, head_beside_issued_set,
      beside_hops_q_issued_alg, head_beside_issued_qpn, beside_hops_q_issued_kind}),
    .en   (1'b1)
  );

  // the hop that counts
  ackw_inflight u_inflight (
    .clk           (clk),
    .rst_n         (rst_n),
    .cfg_tx_unit   (cfg_tx_unit),
    .cfg_q_unit    (cfg_q_unit),
    .set_we        (set_we),
    .set_index     (set_index),
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
    .in_valid      (hops_out_valid),
    .in_qpn        (head_beside_issued_qpn),
    .in_measure    (hops_out_measure),
    .in_flags      (hops_out_flags),
    .in_set        (head_beside_issued_set),
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
    .in_ready      (inflight_in_ready),
    .out_valid     (out_valid),
    .out_qpn       (inflight_out_qpn),
    .out_measure   (inflight_out_measure),
    .out_flags     (out_payload_flags),
    .out_theta     (out_payload_theta),
    .out_addend    (out_payload_addend)
  );

  assign lanes_crowded = 1'b0;
  assign lanes_waits = 1'b0;
  assign lanes_overflows = 1'b0;
  assign lanes_waiting = 6'd0;

  ackw_delay #(
    .N    (33),
    .WIDTH(72)
  ) u_beside_inflight (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({beside_hops_q_mark, beside_hops_q_seq, beside_hops_q_ignored, head_beside_issued_set,
      beside_hops_q_issued_alg, head_beside_issued_qpn, beside_hops_q_issued_kind}),
    .q    ({out_payload_mark, out_payload_seq, out_payload_ignored, out_issued_set, out_issued_alg, out_issued_qpn,
      out_issued_kind}),
    .en   (1'b1)
  );

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, hops_out_qpn, inflight_in_ready, inflight_out_qpn, inflight_out_measure};

endmodule

`default_nettype wire
