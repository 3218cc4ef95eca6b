// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// HPCC++ before the event queue: telemetry beside what was sent and the PSN slice, and whether it counts.
module ackw_hpcc_entry (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, asynchronous
  input  wire [31:0] time_now,            // the receiver's clock, modular (the draft's algorithm, line 29; ns
  input  wire [23:0] in_psn,              // PSN of the ack or nak
  input  wire        in_use_psn,          // an ack has one
  input  wire [23:0] sent_snd_nxt,
  input  wire        pkt_valid,           // it is the parser's
  input  wire        pkt_telemetry,       // it carries telemetry
  input  wire [11:0] pkt_path,            // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  pkt_n_hop,           // hops of the path
  input  wire [3:0]  pkt_hop_0_speed,     // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                          // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] pkt_hop_0_ts,
  input  wire [19:0] pkt_hop_0_tx,
  input  wire [15:0] pkt_hop_0_q,
  input  wire [3:0]  pkt_hop_1_speed,
  input  wire [23:0] pkt_hop_1_ts,
  input  wire [19:0] pkt_hop_1_tx,
  input  wire [15:0] pkt_hop_1_q,
  input  wire        s_event_telemetry,   // it carries telemetry
  input  wire [11:0] s_event_path,        // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  s_event_n_hop,       // hops of the path
  input  wire [3:0]  s_event_hop_0_speed, // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                          // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] s_event_hop_0_ts,
  input  wire [19:0] s_event_hop_0_tx,
  input  wire [15:0] s_event_hop_0_q,
  input  wire [3:0]  s_event_hop_1_speed,
  input  wire [23:0] s_event_hop_1_ts,
  input  wire [19:0] s_event_hop_1_tx,
  input  wire [15:0] s_event_hop_1_q,
  input  wire [2:0]  counted_kind,        // the PSN slice's result: 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5
                                          // host_read, 6 data
  input  wire        counted_ece,         // ECN-Echo of the ACK
  input  wire [13:0] counted_n,           // what counts of it for its algorithm: packets of an ACK, one response, one
                                          // CNP
  input  wire [3:0]  counted_qpn,         // index of the QP
  input  wire [3:0]  counted_alg,         // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  counted_set,         // index of the parameter set
  input  wire [23:0] counted_una,         // the last PSN acknowledged behind it
  output wire        trace_counts,        // it has telemetry that counts
  output wire [11:0] trace_path,          // pathID of the telemetry header (draft Figure 4)
  output wire [3:0]  trace_n_hop,         // hops of the path
  output wire [23:0] trace_seq,           // PSN of the ack or nak
  output reg  [31:0] trace_mark,          // snd_nxt, or of hpcc-rx the clock, ns
  output wire [3:0]  trace_hop_0_speed,   // telemetry of a hop, as it came
  output wire [23:0] trace_hop_0_ts,
  output wire [19:0] trace_hop_0_tx,
  output wire [15:0] trace_hop_0_q,
  output wire [3:0]  trace_hop_1_speed,
  output wire [23:0] trace_hop_1_ts,
  output wire [19:0] trace_hop_1_tx,
  output wire [15:0] trace_hop_1_q
);

  localparam [2:0] KIND_ACK = 3'd0; // kind of an event
  localparam [2:0] KIND_LOSS = 3'd1;
  localparam [2:0] KIND_DATA = 3'd6;
  localparam [3:0] ALG_HPCC = 4'd2; // code of an algorithm
  localparam [3:0] ALG_HPCC_RX = 4'd3;

  wire        is_ack;
  wire        is_loss;
  wire [23:0] ahead;
  wire        is_old;
  wire        read_path_telemetry;
  wire        sender;
  wire        receiver;
  wire [23:0] snd_nxt_q;
  wire [23:0] seq_q;
  wire        use_psn_q;
  reg         path_d_telemetry;
  reg  [11:0] path_d_path;
  reg  [3:0]  path_d_n_hop;
  reg  [3:0]  hop_0_d_speed;
  reg  [23:0] hop_0_d_ts;
  reg  [19:0] hop_0_d_tx;
  reg  [15:0] hop_0_d_q;
  reg  [3:0]  hop_1_d_speed;
  reg  [23:0] hop_1_d_ts;
  reg  [19:0] hop_1_d_tx;
  reg  [15:0] hop_1_d_q;

  // beside what was sent and the PSN slice: the PSN and the telemetry; beside the latter snd_nxt
  ackw_delay #(
    .N    (5),
    .WIDTH(24)
  ) u_snd_nxt (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (sent_snd_nxt),
    .q    (snd_nxt_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (10),
    .WIDTH(24)
  ) u_seq (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (in_psn),
    .q    (seq_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (10),
    .WIDTH(1)
  ) u_use_psn (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (in_use_psn),
    .q    (use_psn_q),
    .en   (1'b1)
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
    .N    (10),
    .WIDTH(17)
  ) u_path (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({path_d_n_hop, path_d_path, path_d_telemetry}),
    .q    ({trace_n_hop, trace_path, read_path_telemetry}),
    .en   (1'b1)
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
    .N    (10),
    .WIDTH(64)
  ) u_hop_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({hop_0_d_q, hop_0_d_tx, hop_0_d_ts, hop_0_d_speed}),
    .q    ({trace_hop_0_q, trace_hop_0_tx, trace_hop_0_ts, trace_hop_0_speed}),
    .en   (1'b1)
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
    .N    (10),
    .WIDTH(64)
  ) u_hop_1 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({hop_1_d_q, hop_1_d_tx, hop_1_d_ts, hop_1_d_speed}),
    .q    ({trace_hop_1_q, trace_hop_1_tx, trace_hop_1_ts, trace_hop_1_speed}),
    .en   (1'b1)
  );

  // telemetry counts at a sender with an ack or a nak, at a receiver with data
  assign is_ack = counted_kind == KIND_ACK;
  assign is_loss = counted_kind == KIND_LOSS;
  assign sender = (counted_alg == ALG_HPCC) & (is_ack | is_loss);
  assign receiver = (counted_alg == ALG_HPCC_RX) & (counted_kind == KIND_DATA);

  // that of an ack or nak behind the last PSN does not: it says nothing new, whoever sent it. A nak confirms the packet
  // before
  assign ahead = seq_q - counted_una - {23'd0, is_loss};
  assign is_old = use_psn_q & (is_ack | is_loss) & ahead[23];
  assign trace_counts = read_path_telemetry & !is_old & (sender | receiver);
  assign trace_seq = seq_q;

  always @* begin
    trace_mark = {8'd0, snd_nxt_q};
    if (counted_alg == ALG_HPCC_RX) begin
      trace_mark = time_now;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, counted_ece, counted_n, counted_qpn, counted_set, ahead[22:0]};

endmodule

`default_nettype wire
