// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out.
module ackw_top (
  input  wire        clk,                   // clock, rising edge
  input  wire        rst_n,                 // reset, active low, asynchronous
  input  wire [23:0] cfg_qpn_base,          // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]  cfg_ece_place,         // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit
                                            // 7
  input  wire [13:0] cfg_max_frame_bytes,   // longer frames are dropped, bytes
  input  wire [1:0]  cfg_telemetry_place,   // 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none
  input  wire [3:0]  cfg_telemetry_offset,  // 32-bit words from the start of the area, or from the end of AETH, to the
                                            // telemetry header
  input  wire [5:0]  cfg_telemetry_area,    // words between UDP header and BTH, at place 1
  input  wire        cfg_telemetry_profile, // 0 hpcc (the draft's Figure 4), 1 ns3
  input  wire [2:0]  cfg_own_check,         // which destination addresses must be ours: bit 0 MAC, 1 IPv4, 2 IPv6
  input  wire [47:0] cfg_own_mac,           // our MAC address, its first byte on top
  input  wire [31:0] cfg_own_ipv4,          // our IPv4 address, its first byte on top
  input  wire [63:0] cfg_own_ipv6_high,     // the first 8 bytes of our IPv6 address
  input  wire [63:0] cfg_own_ipv6_low,      // the other 8 bytes of our IPv6 address
  input  wire [63:0] s_axis_tdata,          // packets: first byte of the frame in bits 7:0 of the first beat; no FCS
  input  wire [7:0]  s_axis_tkeep,          // all ones but on the last beat, where it is a run of ones from bit 0
  input  wire        s_axis_tvalid,         // a beat
  output wire        s_axis_tready,         // the beat is taken, if valid
  input  wire        s_axis_tlast,          // the last beat of a frame
  input  wire        s_axis_tuser,          // on the last beat: the MAC found the frame bad
  input  wire [31:0] time_now,              // the receiver's clock, modular (the draft's algorithm, line 29; ns
  input  wire        tx_valid,              // the NIC has sent; always taken, but ignored while init_done is 0
  input  wire [3:0]  tx_qpn,                // index of the QP
  input  wire [23:0] tx_psn,                // the PSN that it sends next: given before the last beat of the packet
                                            // leaves
  input  wire        s_event_valid,         // events of another parser
  output wire        s_event_ready,         // the event is taken, if valid; falls with host_valid in the same cycle
  input  wire [2:0]  s_event_kind,          // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss
  input  wire        s_event_ece,           // ECN-Echo of an ack
  input  wire        s_event_use_psn,       // n of an ack comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,             // packets that an ack confirms, where s_event_use_psn is 0; other kinds
                                            // have none
  input  wire [23:0] s_event_psn,           // PSN of the ack or nak; HPCC++ reads it with s_event_use_psn 0 too
  input  wire [3:0]  s_event_qpn,           // index of the QP
  input  wire        s_event_telemetry,     // it carries telemetry
  input  wire [11:0] s_event_path,          // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  s_event_n_hop,         // hops of the path
  input  wire [3:0]  s_event_hop_0_speed,   // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                            // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] s_event_hop_0_ts,
  input  wire [19:0] s_event_hop_0_tx,
  input  wire [15:0] s_event_hop_0_q,
  input  wire [3:0]  s_event_hop_1_speed,
  input  wire [23:0] s_event_hop_1_ts,
  input  wire [19:0] s_event_hop_1_tx,
  input  wire [15:0] s_event_hop_1_q,
  input  wire        unit_bus_write,        // the write counts; index and data were the same in the cycle before
  input  wire [9:0]  unit_bus_windex,       // which word is written
  input  wire [31:0] unit_bus_wdata,        // what
  input  wire [9:0]  unit_bus_rindex,       // which word is read
  input  wire [9:0]  unit_bus_last_index,   // which word the write before this one wrote, 0 if it was refused
  input  wire [31:0] unit_bus_last_data,    // what
  input  wire        unit_bus_host_busy,    // a host operation is offered or under way: writes of host_* and starts are
                                            // refused
  input  wire        unit_bus_found_now,    // what the last host read found goes into found_*
  input  wire [4:0]  unit_bus_sets,         // a host operation writes parameter sets, and writes of set_* are refused:
                                            // bit 0 ldcp's, 1 hpcc's
  output wire        unit_answer_taken,     // the write has an effect
  output wire [31:0] unit_answer_rdata,     // the word at unit_bus_rindex, one cycle later; 0 if that is in no unit
  output wire [4:0]  unit_answer_starts,    // a parameter set is to be written, as a host operation: bit 0 ldcp's, 1
                                            // hpcc's
  input  wire        host_valid,            // an operation on a QP's context; one at a time
  output wire        host_ready,            // it is taken, if valid; 0 while one is under way, and in cycles with an
                                            // event of the parser, or with tx_valid if it writes the PSN
  input  wire        host_write,            // 1 writes parts of the QP's context, 0 reads it
  input  wire [9:0]  host_parts,            // what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt =
                                            // snd_max = psn + 1, 2 ldcp, 3 hpcc, whose hop records become not valid
  input  wire [3:0]  host_qpn,              // index of the QP
  input  wire [3:0]  host_alg,              // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; one that is not built is taken as
                                            // the first that is
  input  wire [3:0]  host_set,              // index of the parameter set
  input  wire [23:0] host_psn,              // last PSN acknowledged
  input  wire        host_open,             // the QP is open: events of a closed one are dropped
  output wire        host_done,             // one pulse: the operation is complete
  output wire [3:0]  found_alg,             // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; found_* hold with host_done of a
                                            // read, and mean nothing at other times
  output wire [3:0]  found_set,             // index of the parameter set
  output wire [23:0] found_psn,             // last PSN acknowledged
  output wire        found_open,            // the QP is open
  output wire        upd_valid,             // what waited of a QP; it stays until it is taken
  input  wire        upd_ready,             // it is taken
  output wire [3:0]  upd_qpn,               // index of the QP
  output wire        upd_limits,            // there are upd_alg, upd_window, upd_pace and upd_flags; else these are 0
  output wire        upd_acks,              // there is upd_una_psn; else it is 0
  output wire [3:0]  upd_alg,               // the algorithm: 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [41:0] upd_window,            // of the newest update with limits: packets, U14.28; of hpcc and hpcc-rx
                                            // bytes, U28.12
  output wire [39:0] upd_pace,              // likewise: LDCP: time between packets while the window is below one, ns,
                                            // else 0; HPCC++: rate, bytes a ns, U12.28
  output wire [15:0] upd_flags,             // bits 3 to 0 likewise, the others of any update with limits since the last
                                            // word of this QP: 0 paced, 1 the window was clamped to its least, 2 to its
                                            // greatest, 3 ignored. Of hpcc and hpcc-rx: 4 first telemetry, 5 path
                                            // changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10
                                            // U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate
                                            // saturated
  output wire        upd_feedback,          // of any update since then: the receiver sends the window to the sender now
  output wire [23:0] upd_una_psn,           // last PSN acknowledged, of the newest update that has one
  output wire        init_done,             // contexts, parameter sets and speeds have their reset values; until then
                                            // nothing is taken and tx_* is ignored
  output wire        idle,                  // nothing is under way
  output wire        queue_overflow,        // a pulse: a queue was given more than it holds
  output wire        frame_dropped,         // one pulse: the parser has dropped a frame
  output wire        alert_telemetry,       // one pulse: an update of HPCC++ that one of its counters counts, on its
                                            // way out
  output wire        alert_psn,             // one pulse: an ack or nak is dropped, for its PSN confirms what was not
                                            // sent
  input  wire [5:0]  cnt_sel,               // which counter: 0 to 25 drop reasons, 26 ack, 27 loss, 28 cnp, 29 data;
                                            // HPCC++: 30 path changed, 31 too many hops, 32 unknown speed, 33 dts = 0,
                                            // 34 U = 0; 35 rejected PSN, 36 closed QP, 37 saturated sums; 41 events
                                            // that joined, 42 events and 43 updates in their queues at most, 45
                                            // HPCC++'s updates, 46 QPs with an update that waits; others read 0
  input  wire [4:0]  high_water_clear,      // the marks of these queues, bit 0 that of counter 42 and so on, become
                                            // what waits now
  output wire [63:0] cnt_value              // that counter, one cycle later
);

  reg  [3:0] latest_at;
  reg        latest_ready;

  wire        empties;
  wire        seen_path;
  wire        seen_hops;
  wire        seen_speed;
  wire        seen_still;
  wire        seen_u_zero;
  wire        raised_telemetry;
  wire        parser_res_valid;
  wire        parser_res_drop;
  wire [4:0]  parser_res_reason;
  wire [2:0]  parser_res_kind;
  wire [3:0]  parser_res_qpn;
  wire [23:0] parser_res_psn;
  wire        parser_res_ece;
  wire        parser_res_telemetry;
  wire [11:0] parser_res_path;
  wire [3:0]  parser_res_n_hop;
  wire [3:0]  parser_res_hop_0_speed;
  wire [23:0] parser_res_hop_0_ts;
  wire [19:0] parser_res_hop_0_tx;
  wire [15:0] parser_res_hop_0_q;
  wire [3:0]  parser_res_hop_1_speed;
  wire [23:0] parser_res_hop_1_ts;
  wire [19:0] parser_res_hop_1_tx;
  wire [15:0] parser_res_hop_1_q;
  wire        engine_pkt_valid;
  wire        engine_room;
  wire        engine_upd_valid;
  wire [2:0]  engine_upd_kind;
  wire [3:0]  engine_upd_qpn;
  wire [3:0]  engine_upd_alg;
  wire [41:0] engine_upd_window;
  wire [39:0] engine_upd_pace;
  wire [15:0] engine_upd_flags;
  wire        engine_upd_feedback;
  wire [23:0] engine_upd_una_psn;
  wire        engine_seen_rejected;
  wire        engine_seen_closed;
  wire        engine_seen_saturated;
  wire        engine_seen_folded;
  wire [5:0]  engine_waiting_events;
  wire [7:0]  engine_waiting_updates;
  wire [7:0]  engine_waiting_measured;
  wire [4:0]  latest_waiting;
  wire [31:0] latest_joined;

  // packets to the parser
  ackw_parser u_parser (
    .clk                  (clk),
    .rst_n                (rst_n),
    .s_axis_tdata         (s_axis_tdata),
    .s_axis_tkeep         (s_axis_tkeep),
    .s_axis_tvalid        (s_axis_tvalid),
    .s_axis_tready        (s_axis_tready),
    .s_axis_tlast         (s_axis_tlast),
    .s_axis_tuser         (s_axis_tuser),
    .room                 (engine_room),
    .cfg_qpn_base         (cfg_qpn_base),
    .cfg_ece_place        (cfg_ece_place),
    .cfg_max_frame_bytes  (cfg_max_frame_bytes),
    .cfg_telemetry_place  (cfg_telemetry_place),
    .cfg_telemetry_offset (cfg_telemetry_offset),
    .cfg_telemetry_area   (cfg_telemetry_area),
    .cfg_telemetry_profile(cfg_telemetry_profile),
    .cfg_own_check        (cfg_own_check),
    .cfg_own_mac          (cfg_own_mac),
    .cfg_own_ipv4         (cfg_own_ipv4),
    .cfg_own_ipv6_high    (cfg_own_ipv6_high),
    .cfg_own_ipv6_low     (cfg_own_ipv6_low),
    .res_valid            (parser_res_valid),
    .res_drop             (parser_res_drop),
    .res_reason           (parser_res_reason),
    .res_kind             (parser_res_kind),
    .res_qpn              (parser_res_qpn),
    .res_psn              (parser_res_psn),
    .res_ece              (parser_res_ece),
    .res_telemetry        (parser_res_telemetry),
    .res_path             (parser_res_path),
    .res_n_hop            (parser_res_n_hop),
    .res_hop_0_speed      (parser_res_hop_0_speed),
    .res_hop_0_ts         (parser_res_hop_0_ts),
    .res_hop_0_tx         (parser_res_hop_0_tx),
    .res_hop_0_q          (parser_res_hop_0_q),
    .res_hop_1_speed      (parser_res_hop_1_speed),
    .res_hop_1_ts         (parser_res_hop_1_ts),
    .res_hop_1_tx         (parser_res_hop_1_tx),
    .res_hop_1_q          (parser_res_hop_1_q)
  );

  // the parser's events to the engine
  assign engine_pkt_valid = parser_res_valid & !parser_res_drop;

  ackw_engine u_engine (
    .clk                (clk),
    .rst_n              (rst_n),
    .time_now           (time_now),
    .tx_valid           (tx_valid),
    .tx_qpn             (tx_qpn),
    .tx_psn             (tx_psn),
    .pkt_valid          (engine_pkt_valid),
    .pkt_kind           (parser_res_kind),
    .pkt_ece            (parser_res_ece),
    .pkt_psn            (parser_res_psn),
    .pkt_qpn            (parser_res_qpn),
    .pkt_telemetry      (parser_res_telemetry),
    .pkt_path           (parser_res_path),
    .pkt_n_hop          (parser_res_n_hop),
    .pkt_hop_0_speed    (parser_res_hop_0_speed),
    .pkt_hop_0_ts       (parser_res_hop_0_ts),
    .pkt_hop_0_tx       (parser_res_hop_0_tx),
    .pkt_hop_0_q        (parser_res_hop_0_q),
    .pkt_hop_1_speed    (parser_res_hop_1_speed),
    .pkt_hop_1_ts       (parser_res_hop_1_ts),
    .pkt_hop_1_tx       (parser_res_hop_1_tx),
    .pkt_hop_1_q        (parser_res_hop_1_q),
    .room               (engine_room),
    .s_event_valid      (s_event_valid),
    .s_event_ready      (s_event_ready),
    .s_event_kind       (s_event_kind),
    .s_event_ece        (s_event_ece),
    .s_event_use_psn    (s_event_use_psn),
    .s_event_n          (s_event_n),
    .s_event_psn        (s_event_psn),
    .s_event_qpn        (s_event_qpn),
    .s_event_telemetry  (s_event_telemetry),
    .s_event_path       (s_event_path),
    .s_event_n_hop      (s_event_n_hop),
    .s_event_hop_0_speed(s_event_hop_0_speed),
    .s_event_hop_0_ts   (s_event_hop_0_ts),
    .s_event_hop_0_tx   (s_event_hop_0_tx),
    .s_event_hop_0_q    (s_event_hop_0_q),
    .s_event_hop_1_speed(s_event_hop_1_speed),
    .s_event_hop_1_ts   (s_event_hop_1_ts),
    .s_event_hop_1_tx   (s_event_hop_1_tx),
    .s_event_hop_1_q    (s_event_hop_1_q),
    .unit_bus_write     (unit_bus_write),
    .unit_bus_windex    (unit_bus_windex),
    .unit_bus_wdata     (unit_bus_wdata),
    .unit_bus_rindex    (unit_bus_rindex),
    .unit_bus_last_index(unit_bus_last_index),
    .unit_bus_last_data (unit_bus_last_data),
    .unit_bus_host_busy (unit_bus_host_busy),
    .unit_bus_found_now (unit_bus_found_now),
    .unit_bus_sets      (unit_bus_sets),
    .unit_answer_taken  (unit_answer_taken),
    .unit_answer_rdata  (unit_answer_rdata),
    .unit_answer_starts (unit_answer_starts),
    .host_valid         (host_valid),
    .host_ready         (host_ready),
    .host_write         (host_write),
    .host_parts         (host_parts),
    .host_qpn           (host_qpn),
    .host_alg           (host_alg),
    .host_set           (host_set),
    .host_psn           (host_psn),
    .host_open          (host_open),
    .host_done          (host_done),
    .found_alg          (found_alg),
    .found_set          (found_set),
    .found_psn          (found_psn),
    .found_open         (found_open),
    .upd_valid          (engine_upd_valid),
    .upd_ready          (1'b1),
    .upd_kind           (engine_upd_kind),
    .upd_qpn            (engine_upd_qpn),
    .upd_alg            (engine_upd_alg),
    .upd_window         (engine_upd_window),
    .upd_pace           (engine_upd_pace),
    .upd_flags          (engine_upd_flags),
    .upd_feedback       (engine_upd_feedback),
    .upd_una_psn        (engine_upd_una_psn),
    .seen_path          (seen_path),
    .seen_hops          (seen_hops),
    .seen_speed         (seen_speed),
    .seen_still         (seen_still),
    .seen_u_zero        (seen_u_zero),
    .seen_rejected      (engine_seen_rejected),
    .seen_closed        (engine_seen_closed),
    .seen_saturated     (engine_seen_saturated),
    .seen_folded        (engine_seen_folded),
    .waiting_events     (engine_waiting_events),
    .waiting_updates    (engine_waiting_updates),
    .waiting_measured   (engine_waiting_measured),
    .init_done          (init_done),
    .idle               (idle),
    .queue_overflow     (queue_overflow)
  );

  // every result of the parser is counted, and what HPCC++ had to put up with
  ackw_counters u_counters (
    .clk             (clk),
    .rst_n           (rst_n),
    .res_valid       (parser_res_valid),
    .res_drop        (parser_res_drop),
    .res_reason      (parser_res_reason),
    .res_kind        (parser_res_kind),
    .seen_path       (seen_path),
    .seen_hops       (seen_hops),
    .seen_speed      (seen_speed),
    .seen_still      (seen_still),
    .seen_u_zero     (seen_u_zero),
    .seen_rejected   (engine_seen_rejected),
    .seen_closed     (engine_seen_closed),
    .seen_saturated  (engine_seen_saturated),
    .seen_folded     (engine_seen_folded),
    .waiting_events  (engine_waiting_events),
    .waiting_updates (engine_waiting_updates),
    .waiting_measured(engine_waiting_measured),
    .waiting_qps     (latest_waiting),
    .high_water_clear(high_water_clear),
    .cnt_sel         (cnt_sel),
    .cnt_value       (cnt_value)
  );

  assign frame_dropped = parser_res_valid & parser_res_drop;
  assign raised_telemetry = seen_path | seen_hops | seen_speed | seen_still | seen_u_zero;
  assign alert_telemetry = raised_telemetry;
  assign alert_psn = engine_seen_rejected;

  // of what is not taken at once the newest of each QP waits: nothing is held back
  ackw_latest u_latest (
    .clk           (clk),
    .rst_n         (rst_n),
    .init_we       (empties),
    .init_addr     (latest_at),
    .drop_valid    (1'b0),
    .drop_qpn      (4'd0),
    .s_upd_valid   (engine_upd_valid),
    .s_upd_kind    (engine_upd_kind),
    .s_upd_qpn     (engine_upd_qpn),
    .s_upd_alg     (engine_upd_alg),
    .s_upd_window  (engine_upd_window),
    .s_upd_pace    (engine_upd_pace),
    .s_upd_flags   (engine_upd_flags),
    .s_upd_feedback(engine_upd_feedback),
    .s_upd_una_psn (engine_upd_una_psn),
    .m_upd_valid   (upd_valid),
    .m_upd_ready   (upd_ready),
    .m_upd_qpn     (upd_qpn),
    .m_upd_limits  (upd_limits),
    .m_upd_acks    (upd_acks),
    .m_upd_alg     (upd_alg),
    .m_upd_window  (upd_window),
    .m_upd_pace    (upd_pace),
    .m_upd_flags   (upd_flags),
    .m_upd_feedback(upd_feedback),
    .m_upd_una_psn (upd_una_psn),
    .waiting       (latest_waiting),
    .joined        (latest_joined)
  );

  // after reset nothing waits of any QP, a cycle each, while the engine does likewise
  assign empties = !latest_ready;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      latest_at <= 4'd0;
      latest_ready <= 1'b0;
    end else begin
      if (empties) begin
        latest_at <= latest_at + 4'd1;
        latest_ready <= &latest_at;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, latest_joined};

endmodule

`default_nettype wire
