// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// HPCC++ before the event queue: telemetry beside what was sent and the PSN slice, then the measurement.
module ackw_hpcc_entry (
  input  wire        clk,                      // clock, rising edge
  input  wire        rst_n,                    // reset, active low, asynchronous
  input  wire        init_we,                  // the contexts are being initialised, and sets and speeds by the low
                                               // bits of the address
  input  wire [3:0]  init_addr,                // index of the QP whose context is reset
  input  wire [3:0]  measuring_index,          // not used here: the write of a set has it with it, in counted_set
  input  wire [19:0] measuring_set_t_ticks,    // ceil(T/ts_unit): delta ts below it is below T; ticks
  input  wire [31:0] measuring_set_tau_gain_m, // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  measuring_set_tau_gain_e, // exponent of ts_unit/T; 32 to 51
  input  wire [11:0] measuring_set_q_weight,   // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with
                                               // the units
  input  wire [31:0] measuring_set_tx_weight,  // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with
                                               // the units
  input  wire        measuring_spd_we,         // writes the speed of this code, while no event of HPCC++ is under way
  input  wire [3:0]  measuring_spd_code,       // the telemetry's speed code
  input  wire [11:0] measuring_spd_gbps,       // an entry of the speed table; Gbit/s; 0: unknown
  input  wire [31:0] measuring_spd_inv_b_m,    // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  input  wire [5:0]  measuring_spd_inv_b_e,    // exponent of 1/(B * ts_unit); 28 to 48
  input  wire [11:0] measuring_cfg_tx_unit,    // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] measuring_cfg_q_unit,     // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire [31:0] time_now,                 // the receiver's clock, modular (line 29); ns
  input  wire [23:0] in_psn,                   // PSN of the ack or nak
  input  wire        in_use_psn,               // an ack has one
  input  wire [23:0] sent_snd_nxt,
  input  wire        pkt_valid,                // it is the parser's
  input  wire        pkt_telemetry,            // it carries telemetry
  input  wire [11:0] pkt_path,                 // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  pkt_n_hop,                // hops of the path
  input  wire [3:0]  pkt_hop_0_speed,          // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts
                                               // of cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] pkt_hop_0_ts,
  input  wire [19:0] pkt_hop_0_tx,
  input  wire [15:0] pkt_hop_0_q,
  input  wire [3:0]  pkt_hop_1_speed,
  input  wire [23:0] pkt_hop_1_ts,
  input  wire [19:0] pkt_hop_1_tx,
  input  wire [15:0] pkt_hop_1_q,
  input  wire        s_event_telemetry,        // it carries telemetry
  input  wire [11:0] s_event_path,             // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  s_event_n_hop,            // hops of the path
  input  wire [3:0]  s_event_hop_0_speed,      // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts
                                               // of cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] s_event_hop_0_ts,
  input  wire [19:0] s_event_hop_0_tx,
  input  wire [15:0] s_event_hop_0_q,
  input  wire [3:0]  s_event_hop_1_speed,
  input  wire [23:0] s_event_hop_1_ts,
  input  wire [19:0] s_event_hop_1_tx,
  input  wire [15:0] s_event_hop_1_q,
  input  wire        counted_valid,            // the PSN slice's result
  input  wire [2:0]  counted_kind,             // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data, 7
                                               // write of parameter set counted_set
  input  wire        counted_ece,              // ECN-Echo of the ACK
  input  wire [13:0] counted_n,                // packets that the ACK confirms (draft 2.2, eq. 2); packets; what counts
                                               // of it for its algorithm: packets of an ack, one response, one CNP
  input  wire [3:0]  counted_qpn,              // index of the QP
  input  wire [3:0]  counted_alg,              // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  counted_set,              // index of the parameter set
  input  wire [23:0] counted_una,              // the last PSN acknowledged behind it
  input  wire        counted_clears,           // it is a host write of HPCC++'s part: the QP's records become not valid
  output wire        crowded,                  // enough events wait for the measurement
  output wire        waits,                    // an event waits for the measurement
  output wire        overflows,                // more wait than there is room for
  output wire        out_valid,                // the event, to the event queue
  output wire [2:0]  out_event_kind,           // as counted_kind
  output wire        out_event_ece,            // ECN-Echo of the ACK
  output wire [13:0] out_event_n,              // packets that the ACK confirms (draft 2.2, eq. 2); packets; what counts
                                               // of it for its algorithm: packets of an ack, one response, one CNP
  output wire [3:0]  out_event_qpn,            // index of the QP
  output wire [3:0]  out_event_alg,            // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [3:0]  out_event_set,            // index of the parameter set
  output wire [23:0] out_event_una,            // the last PSN acknowledged behind it
  output wire [5:0]  out_payload_flags,        // bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown
                                               // speed, 4 dts = 0, 5 no hop counts
  output wire        out_payload_ignored,      // it has no telemetry that counts
  output wire [36:0] out_payload_theta,        // min(dts, T) / T, U1.36; 0 where no hop was chosen
  output wire [48:0] out_payload_addend,       // what is added to (1 - theta) * U, U13.36
  output wire [23:0] out_payload_seq,          // PSN of the ack or nak
  output wire [31:0] out_payload_mark          // snd_nxt, or of hpcc-rx the clock, ns
);

  localparam [2:0] KIND_ACK = 3'd0;
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [3:0] ALG_HPCC_RX = 4'd3;

  wire        is_ack;
  wire        is_loss;
  wire [23:0] ahead;
  wire        is_old;
  wire [23:0] snd_nxt_q;
  wire [23:0] seq_q;
  wire        use_psn_q;
  reg         path_d_telemetry;
  reg  [11:0] path_d_path;
  reg  [3:0]  path_d_n_hop;
  wire        path_q_telemetry;
  wire [11:0] path_q_path;
  wire [3:0]  path_q_n_hop;
  reg  [3:0]  hop_0_d_speed;
  reg  [23:0] hop_0_d_ts;
  reg  [19:0] hop_0_d_tx;
  reg  [15:0] hop_0_d_q;
  wire [3:0]  hop_0_q_speed;
  wire [23:0] hop_0_q_ts;
  wire [19:0] hop_0_q_tx;
  wire [15:0] hop_0_q_q;
  reg  [3:0]  hop_1_d_speed;
  reg  [23:0] hop_1_d_ts;
  reg  [19:0] hop_1_d_tx;
  reg  [15:0] hop_1_d_q;
  wire [3:0]  hop_1_q_speed;
  wire [23:0] hop_1_q_ts;
  wire [19:0] hop_1_q_tx;
  wire [15:0] hop_1_q_q;
  reg  [19:0] measure_set_t_ticks;
  reg  [31:0] measure_set_tau_gain_m;
  reg  [5:0]  measure_set_tau_gain_e;
  reg  [11:0] measure_set_q_weight;
  reg  [31:0] measure_set_tx_weight;
  reg         measure_spd_we;
  reg  [3:0]  measure_spd_code;
  reg  [11:0] measure_spd_gbps;
  reg  [31:0] measure_spd_inv_b_m;
  reg  [5:0]  measure_spd_inv_b_e;
  reg  [31:0] measure_in_mark;
  reg         measure_in_path_telemetry;

  // beside what was sent and the PSN slice: the PSN and the telemetry; beside the latter snd_nxt
  ackw_delay #(
    .N    (4),
    .WIDTH(24)
  ) u_snd_nxt (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (sent_snd_nxt),
    .q    (snd_nxt_q)
  );

  ackw_delay #(
    .N    (9),
    .WIDTH(24)
  ) u_seq (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (in_psn),
    .q    (seq_q)
  );

  ackw_delay #(
    .N    (9),
    .WIDTH(1)
  ) u_use_psn (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (in_use_psn),
    .q    (use_psn_q)
  );

  always @* begin
    path_d_telemetry = s_event_telemetry;
    path_d_path = s_event_path;
    path_d_n_hop = s_event_n_hop;
    if (pkt_valid) begin
      path_d_telemetry = pkt_telemetry;
      path_d_path = pkt_path;
      path_d_n_hop = pkt_n_hop;
    end
  end

  ackw_delay #(
    .N    (9),
    .WIDTH(17)
  ) u_path (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({path_d_n_hop, path_d_path, path_d_telemetry}),
    .q    ({path_q_n_hop, path_q_path, path_q_telemetry})
  );

  always @* begin
    hop_0_d_speed = s_event_hop_0_speed;
    hop_0_d_ts = s_event_hop_0_ts;
    hop_0_d_tx = s_event_hop_0_tx;
    hop_0_d_q = s_event_hop_0_q;
    if (pkt_valid) begin
      hop_0_d_speed = pkt_hop_0_speed;
      hop_0_d_ts = pkt_hop_0_ts;
      hop_0_d_tx = pkt_hop_0_tx;
      hop_0_d_q = pkt_hop_0_q;
    end
  end

  ackw_delay #(
    .N    (9),
    .WIDTH(64)
  ) u_hop_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({hop_0_d_q, hop_0_d_tx, hop_0_d_ts, hop_0_d_speed}),
    .q    ({hop_0_q_q, hop_0_q_tx, hop_0_q_ts, hop_0_q_speed})
  );

  ackw_measure u_measure (
    .clk                (clk),
    .rst_n              (rst_n),
    .init_we            (init_we),
    .init_addr          (init_addr),
    .cfg_tx_unit        (measuring_cfg_tx_unit),
    .cfg_q_unit         (measuring_cfg_q_unit),
    .set_t_ticks        (measure_set_t_ticks),
    .set_tau_gain_m     (measure_set_tau_gain_m),
    .set_tau_gain_e     (measure_set_tau_gain_e),
    .set_q_weight       (measure_set_q_weight),
    .set_tx_weight      (measure_set_tx_weight),
    .spd_we             (measure_spd_we),
    .spd_code           (measure_spd_code),
    .spd_gbps           (measure_spd_gbps),
    .spd_inv_b_m        (measure_spd_inv_b_m),
    .spd_inv_b_e        (measure_spd_inv_b_e),
    .in_valid           (counted_valid),
    .in_event_kind      (counted_kind),
    .in_event_ece       (counted_ece),
    .in_event_n         (counted_n),
    .in_event_qpn       (counted_qpn),
    .in_event_alg       (counted_alg),
    .in_event_set       (counted_set),
    .in_event_una       (counted_una),
    .in_clear           (counted_clears),
    .in_seq             (seq_q),
    .in_mark            (measure_in_mark),
    .in_path_telemetry  (measure_in_path_telemetry),
    .in_path_path       (path_q_path),
    .in_path_n_hop      (path_q_n_hop),
    .in_hop_0_speed     (hop_0_q_speed),
    .in_hop_0_ts        (hop_0_q_ts),
    .in_hop_0_tx        (hop_0_q_tx),
    .in_hop_0_q         (hop_0_q_q),
    .in_hop_1_speed     (hop_1_q_speed),
    .in_hop_1_ts        (hop_1_q_ts),
    .in_hop_1_tx        (hop_1_q_tx),
    .in_hop_1_q         (hop_1_q_q),
    .crowded            (crowded),
    .waits              (waits),
    .overflows          (overflows),
    .out_valid          (out_valid),
    .out_event_kind     (out_event_kind),
    .out_event_ece      (out_event_ece),
    .out_event_n        (out_event_n),
    .out_event_qpn      (out_event_qpn),
    .out_event_alg      (out_event_alg),
    .out_event_set      (out_event_set),
    .out_event_una      (out_event_una),
    .out_payload_flags  (out_payload_flags),
    .out_payload_ignored(out_payload_ignored),
    .out_payload_theta  (out_payload_theta),
    .out_payload_addend (out_payload_addend),
    .out_payload_seq    (out_payload_seq),
    .out_payload_mark   (out_payload_mark)
  );

  always @* begin
    hop_1_d_speed = s_event_hop_1_speed;
    hop_1_d_ts = s_event_hop_1_ts;
    hop_1_d_tx = s_event_hop_1_tx;
    hop_1_d_q = s_event_hop_1_q;
    if (pkt_valid) begin
      hop_1_d_speed = pkt_hop_1_speed;
      hop_1_d_ts = pkt_hop_1_ts;
      hop_1_d_tx = pkt_hop_1_tx;
      hop_1_d_q = pkt_hop_1_q;
    end
  end

  ackw_delay #(
    .N    (9),
    .WIDTH(64)
  ) u_hop_1 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({hop_1_d_q, hop_1_d_tx, hop_1_d_ts, hop_1_d_speed}),
    .q    ({hop_1_q_q, hop_1_q_tx, hop_1_q_ts, hop_1_q_speed})
  );

  // the measurement; an event without telemetry takes as long
  always @* begin
    measure_set_t_ticks = measuring_set_t_ticks;
    measure_set_tau_gain_m = measuring_set_tau_gain_m;
    measure_set_tau_gain_e = measuring_set_tau_gain_e;
    measure_set_q_weight = measuring_set_q_weight;
    measure_set_tx_weight = measuring_set_tx_weight;
    measure_spd_we = measuring_spd_we;
    measure_spd_code = measuring_spd_code;
    measure_spd_gbps = measuring_spd_gbps;
    measure_spd_inv_b_m = measuring_spd_inv_b_m;
    measure_spd_inv_b_e = measuring_spd_inv_b_e;
    if (init_we) begin
      measure_set_t_ticks = 20'h1388;
      measure_set_tau_gain_m = 32'hd1b71759;
      measure_set_tau_gain_e = 6'd44;
      measure_set_q_weight = 12'd1;
      measure_set_tx_weight = 32'h1f40;
      if (init_addr == 4'd0) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd0;
        measure_spd_gbps = 12'd25;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd33;
      end
      if (init_addr == 4'd1) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd1;
        measure_spd_gbps = 12'd50;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd34;
      end
      if (init_addr == 4'd2) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd2;
        measure_spd_gbps = 12'd100;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd35;
      end
      if (init_addr == 4'd3) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd3;
        measure_spd_gbps = 12'd200;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd36;
      end
      if (init_addr == 4'd4) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd4;
        measure_spd_gbps = 12'd400;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd37;
      end
      if (init_addr == 4'd5) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd5;
        measure_spd_gbps = 12'd10;
        measure_spd_inv_b_m = 32'hcccccccd;
        measure_spd_inv_b_e = 6'd32;
      end
      if (init_addr == 4'd6) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd6;
        measure_spd_gbps = 12'd40;
        measure_spd_inv_b_m = 32'hcccccccd;
        measure_spd_inv_b_e = 6'd34;
      end
      if (init_addr == 4'd7) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd7;
        measure_spd_gbps = 12'd800;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd38;
      end
      if (init_addr == 4'd8) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd8;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd9) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd9;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd10) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd10;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd11) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd11;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd12) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd12;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd13) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd13;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd14) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd14;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr == 4'd15) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd15;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
    end
  end

  always @* begin
    measure_in_mark = {8'd0, snd_nxt_q};
    if (counted_alg == ALG_HPCC_RX) begin
      measure_in_mark = time_now;
    end
  end

  // an ack or nak behind the last PSN says nothing new, whoever sent it: its telemetry does not count. A nak confirms
  // the packet before
  assign is_ack = counted_kind == KIND_ACK;
  assign is_loss = counted_kind == KIND_LOSS;
  assign ahead = seq_q - counted_una - {23'd0, is_loss};
  assign is_old = use_psn_q & (is_ack | is_loss) & ahead[23];

  always @* begin
    measure_in_path_telemetry = path_q_telemetry;
    if (is_old) begin
      measure_in_path_telemetry = 1'b0;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, measuring_index, ahead[22:0]};

endmodule

`default_nettype wire
