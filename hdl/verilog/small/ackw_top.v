// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out.
module ackw_top (
  input  wire        clk,                    // clock, rising edge
  input  wire        rst_n,                  // reset, active low, asynchronous
  input  wire [23:0] cfg_qpn_base,           // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]  cfg_ece_place,          // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit
                                             // 7
  input  wire [13:0] cfg_max_frame_bytes,    // longer frames are dropped, bytes
  input  wire [1:0]  cfg_telemetry_place,    // 0 none, 1 behind the UDP header, 2 behind the AETH of an ACK, 3 none
  input  wire [3:0]  cfg_telemetry_offset,   // 32-bit words from the start of the area, or from the end of AETH, to the
                                             // telemetry header
  input  wire [5:0]  cfg_telemetry_area,     // words between UDP header and BTH, at place 1
  input  wire        cfg_telemetry_profile,  // 0 hpcc (the draft's Figure 4), 1 ns3
  input  wire [2:0]  cfg_own_check,          // which destination addresses must be ours: bit 0 MAC, 1 IPv4, 2 IPv6
  input  wire [47:0] cfg_own_mac,            // our MAC address, its first byte on top
  input  wire [31:0] cfg_own_ipv4,           // our IPv4 address, its first byte on top
  input  wire [63:0] cfg_own_ipv6_high,      // the first 8 bytes of our IPv6 address
  input  wire [63:0] cfg_own_ipv6_low,       // the other 8 bytes of our IPv6 address
  input  wire [63:0] s_axis_tdata,           // packets: first byte of the frame in bits 7:0 of the first beat; no FCS
  input  wire [7:0]  s_axis_tkeep,           // all ones but on the last beat, where it is a run of ones from bit 0
  input  wire        s_axis_tvalid,          // a beat
  output wire        s_axis_tready,          // the beat is taken, if valid
  input  wire        s_axis_tlast,           // the last beat of a frame
  input  wire        s_axis_tuser,           // on the last beat: the MAC found the frame bad
  input  wire [3:0]  set_index,              // which parameter set set_*_we writes
  input  wire        set_ldcp_we,            // with host_valid: the host's operation is this write, in its turn, and
                                             // set_* stay until host_done; without: writes at once, while no event of
                                             // that set is under way; ignored while init_done is 0
  input  wire [16:0] set_ldcp_alpha,         // additive increase per round trip (2.2); packets, U1.16
  input  wire [16:0] set_ldcp_beta,          // decrease per marked packet (2.2); packets, U1.16
  input  wire [16:0] set_ldcp_gamma,         // increase step below one packet and smallest window (2.2); packets, U1.16
  input  wire [15:0] set_ldcp_eta,           // decrease factor below one packet (2.2); U0.16
  input  wire [41:0] set_ldcp_cw_max,        // upper clamp of the window; packets, U14.28
  input  wire        set_hpcc_we,            // with host_valid: the host's operation is this write, in its turn, and
                                             // set_* stay until host_done; without: writes at once, while no event of
                                             // that set is under way; ignored while init_done is 0
  input  wire [19:0] set_hpcc_t,             // baseline RTT (draft Figure 3); ns
  input  wire [16:0] set_hpcc_eta,           // target utilisation (draft Figure 3: 95%); U1.16
  input  wire [4:0]  set_hpcc_max_stage,     // additive increases before a multiplicative one (draft Figure 3)
  input  wire [31:0] set_hpcc_w_ai,          // additive increase; bytes, U20.12
  input  wire [39:0] set_hpcc_w_min,         // lower clamp of W; bytes, U28.12
  input  wire [39:0] set_hpcc_w_max,         // upper clamp of W, at least W_min; bytes, U28.12
  input  wire        set_hpcc_sync_first,    // 1: the first ACK sets lastUpdateSeq to snd_nxt
  input  wire [17:0] set_hpcc_rate_gain_m,   // mantissa of 1/T, to nearest; 1/ns; its top bit set
  input  wire [5:0]  set_hpcc_rate_gain_e,   // exponent of 1/T; 25 to 37
  input  wire [19:0] set_hpcc_t_ticks,       // ceil(T/ts_unit): delta ts below it is below T; ticks
  input  wire [31:0] set_hpcc_tau_gain_m,    // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  set_hpcc_tau_gain_e,    // exponent of ts_unit/T; 32 to 51
  input  wire [11:0] set_hpcc_q_weight,      // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the
                                             // units
  input  wire [31:0] set_hpcc_tx_weight,     // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with
                                             // the units
  input  wire        spd_we,                 // writes the speed of spd_code, while no event of HPCC++ is under way;
                                             // ignored while init_done is 0
  input  wire [3:0]  spd_code,               // the telemetry's speed code
  input  wire [11:0] spd_gbps,               // Gbit/s, 0: unknown
  input  wire [31:0] spd_inv_b_m,            // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  input  wire [5:0]  spd_inv_b_e,            // exponent of 1/(B * ts_unit); 28 to 48
  input  wire [11:0] cfg_tx_unit,            // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] cfg_q_unit,             // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire [31:0] time_now,               // the receiver's clock, modular (line 29); ns
  input  wire        tx_valid,               // the NIC has sent; always taken, but ignored while init_done is 0
  input  wire [3:0]  tx_qpn,                 // index of the QP
  input  wire [23:0] tx_psn,                 // the PSN that it sends next: told before the last beat of the packet
                                             // leaves
  input  wire        s_event_valid,          // events of another parser
  output wire        s_event_ready,          // the event is taken, if valid; falls with host_valid in the same cycle
  input  wire [2:0]  s_event_kind,           // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss
  input  wire        s_event_ece,            // ECN-Echo of an ack
  input  wire        s_event_use_psn,        // n of an ack comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,              // packets that an ack confirms, where s_event_use_psn is 0; other kinds
                                             // have none
  input  wire [23:0] s_event_psn,            // PSN of the ack or nak; HPCC++ reads it with s_event_use_psn 0 too
  input  wire [3:0]  s_event_qpn,            // index of the QP
  input  wire        s_event_telemetry,      // it carries telemetry
  input  wire [11:0] s_event_path,           // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  s_event_n_hop,          // packets that an ack confirms, where s_event_use_psn is 0; other kinds
                                             // have none
  input  wire [3:0]  s_event_hop_0_speed,    // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                             // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] s_event_hop_0_ts,
  input  wire [19:0] s_event_hop_0_tx,
  input  wire [15:0] s_event_hop_0_q,
  input  wire [3:0]  s_event_hop_1_speed,
  input  wire [23:0] s_event_hop_1_ts,
  input  wire [19:0] s_event_hop_1_tx,
  input  wire [15:0] s_event_hop_1_q,
  input  wire        host_valid,             // an operation on a QP's context; one at a time
  output wire        host_ready,             // it is taken, if valid; 0 while one is under way, and in cycles with an
                                             // event of the parser, or with tx_valid if it writes the PSN
  input  wire        host_write,             // 1 writes parts of the QP's context, 0 reads it
  input  wire [9:0]  host_parts,             // what a write replaces: bit 0 alg and set, 1 psn and open, with snd_nxt =
                                             // snd_max = psn + 1, 2 ldcp, 3 hpcc, whose hop records become not valid
  input  wire [3:0]  host_qpn,               // index of the QP
  input  wire [3:0]  host_alg,               // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; one that is not built is taken as
                                             // the first that is
  input  wire [3:0]  host_set,               // index of the parameter set
  input  wire [23:0] host_psn,               // last PSN acknowledged
  input  wire        host_open,              // the QP is open: events of a closed one are dropped
  input  wire [41:0] host_ldcp_cw,           // congestion window; packets, U14.28
  input  wire [23:0] host_ldcp_rtt,          // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire [47:0] host_hpcc_u,            // EWMA of the normalised inflight bytes (line 9); U12.36
  input  wire [39:0] host_hpcc_w,            // window (lines 13, 17); bytes, U28.12
  input  wire [39:0] host_hpcc_wc,           // reference window (lines 15, 19); bytes, U28.12
  input  wire [4:0]  host_hpcc_inc_stage,    // additive increases since the last multiplicative step (lines 15, 19)
  input  wire [31:0] host_hpcc_last_update,  // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of
                                             // ns
  output wire        host_done,              // one pulse: the operation is complete
  output wire [3:0]  found_alg,              // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx; found_* hold with host_done of a
                                             // read, and mean nothing at other times
  output wire [3:0]  found_set,              // index of the parameter set
  output wire [23:0] found_psn,              // last PSN acknowledged
  output wire        found_open,             // the QP is open
  output wire [41:0] found_ldcp_cw,          // congestion window; packets, U14.28
  output wire [23:0] found_ldcp_rtt,         // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  output wire [47:0] found_hpcc_u,           // EWMA of the normalised inflight bytes (line 9); U12.36
  output wire [39:0] found_hpcc_w,           // window (lines 13, 17); bytes, U28.12
  output wire [39:0] found_hpcc_wc,          // reference window (lines 15, 19); bytes, U28.12
  output wire [4:0]  found_hpcc_inc_stage,   // additive increases since the last multiplicative step (lines 15, 19)
  output wire [31:0] found_hpcc_last_update, // line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of
                                             // ns
  output wire        upd_valid,              // an update
  input  wire        upd_ready,              // the update is taken, if valid
  output wire [2:0]  upd_kind,               // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [3:0]  upd_qpn,                // index of the QP
  output wire [3:0]  upd_alg,                // the algorithm: 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [41:0] upd_window,             // new window: packets, U14.28; of hpcc and hpcc-rx bytes, U28.12
  output wire [39:0] upd_pace,               // LDCP: time between packets while the window is below one, ns, else 0;
                                             // HPCC++: rate, bytes a ns, U12.28
  output wire [15:0] upd_flags,              // bit 0 paced, 1 the window was clamped to its least, 2 to its greatest, 3
                                             // ignored. Of hpcc and hpcc-rx: 4 first telemetry, 5 path changed, 6 too
                                             // many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated,
                                             // 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated
  output wire        upd_feedback,           // the receiver sends the window to the sender now
  output wire [23:0] upd_una_psn,            // last PSN acknowledged
  output wire        init_done,              // contexts, parameter sets and speeds have their reset values; until then
                                             // nothing is taken and set_*, spd_* and tx_* are ignored
  output wire        idle,                   // nothing is under way
  output wire        queue_overflow,         // a pulse: a queue was given more than it holds
  output wire        frame_dropped,          // one pulse: the parser has dropped a frame
  output wire        alert_telemetry,        // one pulse: an update of HPCC++ that one of its counters counts, on its
                                             // way out
  output wire        alert_psn,              // one pulse: an ack or nak is dropped, for its PSN confirms what was not
                                             // sent
  input  wire [5:0]  cnt_sel,                // which counter: 0 to 25 drop reasons, 26 ack, 27 loss, 28 cnp, 29 data;
                                             // HPCC++: 30 path changed, 31 too many hops, 32 unknown speed, 33 dts = 0,
                                             // 34 U = 0; 35 rejected PSN, 36 closed QP; others read 0
  output wire [63:0] cnt_value               // that counter, one cycle later
);

  wire        path_telemetry;
  wire [11:0] path_path;
  wire [3:0]  path_n_hop;
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
  wire        engine_seen_rejected;
  wire        engine_seen_closed;

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
    .res_telemetry        (path_telemetry),
    .res_path             (path_path),
    .res_n_hop            (path_n_hop),
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
    .clk                   (clk),
    .rst_n                 (rst_n),
    .set_index             (set_index),
    .set_ldcp_we           (set_ldcp_we),
    .set_ldcp_alpha        (set_ldcp_alpha),
    .set_ldcp_beta         (set_ldcp_beta),
    .set_ldcp_gamma        (set_ldcp_gamma),
    .set_ldcp_eta          (set_ldcp_eta),
    .set_ldcp_cw_max       (set_ldcp_cw_max),
    .set_hpcc_we           (set_hpcc_we),
    .set_hpcc_t            (set_hpcc_t),
    .set_hpcc_eta          (set_hpcc_eta),
    .set_hpcc_max_stage    (set_hpcc_max_stage),
    .set_hpcc_w_ai         (set_hpcc_w_ai),
    .set_hpcc_w_min        (set_hpcc_w_min),
    .set_hpcc_w_max        (set_hpcc_w_max),
    .set_hpcc_sync_first   (set_hpcc_sync_first),
    .set_hpcc_rate_gain_m  (set_hpcc_rate_gain_m),
    .set_hpcc_rate_gain_e  (set_hpcc_rate_gain_e),
    .set_hpcc_t_ticks      (set_hpcc_t_ticks),
    .set_hpcc_tau_gain_m   (set_hpcc_tau_gain_m),
    .set_hpcc_tau_gain_e   (set_hpcc_tau_gain_e),
    .set_hpcc_q_weight     (set_hpcc_q_weight),
    .set_hpcc_tx_weight    (set_hpcc_tx_weight),
    .spd_we                (spd_we),
    .spd_code              (spd_code),
    .spd_gbps              (spd_gbps),
    .spd_inv_b_m           (spd_inv_b_m),
    .spd_inv_b_e           (spd_inv_b_e),
    .cfg_tx_unit           (cfg_tx_unit),
    .cfg_q_unit            (cfg_q_unit),
    .time_now              (time_now),
    .tx_valid              (tx_valid),
    .tx_qpn                (tx_qpn),
    .tx_psn                (tx_psn),
    .pkt_valid             (engine_pkt_valid),
    .pkt_kind              (parser_res_kind),
    .pkt_ece               (parser_res_ece),
    .pkt_psn               (parser_res_psn),
    .pkt_qpn               (parser_res_qpn),
    .pkt_telemetry         (path_telemetry),
    .pkt_path              (path_path),
    .pkt_n_hop             (path_n_hop),
    .pkt_hop_0_speed       (parser_res_hop_0_speed),
    .pkt_hop_0_ts          (parser_res_hop_0_ts),
    .pkt_hop_0_tx          (parser_res_hop_0_tx),
    .pkt_hop_0_q           (parser_res_hop_0_q),
    .pkt_hop_1_speed       (parser_res_hop_1_speed),
    .pkt_hop_1_ts          (parser_res_hop_1_ts),
    .pkt_hop_1_tx          (parser_res_hop_1_tx),
    .pkt_hop_1_q           (parser_res_hop_1_q),
    .room                  (engine_room),
    .s_event_valid         (s_event_valid),
    .s_event_ready         (s_event_ready),
    .s_event_kind          (s_event_kind),
    .s_event_ece           (s_event_ece),
    .s_event_use_psn       (s_event_use_psn),
    .s_event_n             (s_event_n),
    .s_event_psn           (s_event_psn),
    .s_event_qpn           (s_event_qpn),
    .s_event_telemetry     (s_event_telemetry),
    .s_event_path          (s_event_path),
    .s_event_n_hop         (s_event_n_hop),
    .s_event_hop_0_speed   (s_event_hop_0_speed),
    .s_event_hop_0_ts      (s_event_hop_0_ts),
    .s_event_hop_0_tx      (s_event_hop_0_tx),
    .s_event_hop_0_q       (s_event_hop_0_q),
    .s_event_hop_1_speed   (s_event_hop_1_speed),
    .s_event_hop_1_ts      (s_event_hop_1_ts),
    .s_event_hop_1_tx      (s_event_hop_1_tx),
    .s_event_hop_1_q       (s_event_hop_1_q),
    .host_valid            (host_valid),
    .host_ready            (host_ready),
    .host_write            (host_write),
    .host_parts            (host_parts),
    .host_qpn              (host_qpn),
    .host_alg              (host_alg),
    .host_set              (host_set),
    .host_psn              (host_psn),
    .host_open             (host_open),
    .host_ldcp_cw          (host_ldcp_cw),
    .host_ldcp_rtt         (host_ldcp_rtt),
    .host_hpcc_u           (host_hpcc_u),
    .host_hpcc_w           (host_hpcc_w),
    .host_hpcc_wc          (host_hpcc_wc),
    .host_hpcc_inc_stage   (host_hpcc_inc_stage),
    .host_hpcc_last_update (host_hpcc_last_update),
    .host_done             (host_done),
    .found_alg             (found_alg),
    .found_set             (found_set),
    .found_psn             (found_psn),
    .found_open            (found_open),
    .found_ldcp_cw         (found_ldcp_cw),
    .found_ldcp_rtt        (found_ldcp_rtt),
    .found_hpcc_u          (found_hpcc_u),
    .found_hpcc_w          (found_hpcc_w),
    .found_hpcc_wc         (found_hpcc_wc),
    .found_hpcc_inc_stage  (found_hpcc_inc_stage),
    .found_hpcc_last_update(found_hpcc_last_update),
    .upd_valid             (upd_valid),
    .upd_ready             (upd_ready),
    .upd_kind              (upd_kind),
    .upd_qpn               (upd_qpn),
    .upd_alg               (upd_alg),
    .upd_window            (upd_window),
    .upd_pace              (upd_pace),
    .upd_flags             (upd_flags),
    .upd_feedback          (upd_feedback),
    .upd_una_psn           (upd_una_psn),
    .seen_path             (seen_path),
    .seen_hops             (seen_hops),
    .seen_speed            (seen_speed),
    .seen_still            (seen_still),
    .seen_u_zero           (seen_u_zero),
    .seen_rejected         (engine_seen_rejected),
    .seen_closed           (engine_seen_closed),
    .init_done             (init_done),
    .idle                  (idle),
    .queue_overflow        (queue_overflow)
  );

  // every result of the parser is counted, and what HPCC++ had to put up with
  ackw_counters u_counters (
    .clk          (clk),
    .rst_n        (rst_n),
    .res_valid    (parser_res_valid),
    .res_drop     (parser_res_drop),
    .res_reason   (parser_res_reason),
    .res_kind     (parser_res_kind),
    .seen_path    (seen_path),
    .seen_hops    (seen_hops),
    .seen_speed   (seen_speed),
    .seen_still   (seen_still),
    .seen_u_zero  (seen_u_zero),
    .seen_rejected(engine_seen_rejected),
    .seen_closed  (engine_seen_closed),
    .cnt_sel      (cnt_sel),
    .cnt_value    (cnt_value)
  );

  assign frame_dropped = parser_res_valid & parser_res_drop;
  assign raised_telemetry = seen_path | seen_hops | seen_speed | seen_still | seen_u_zero;
  assign alert_telemetry = raised_telemetry;
  assign alert_psn = engine_seen_rejected;

endmodule

`default_nettype wire
