// Ackwright, configuration 23de8437ce86e247
`default_nettype none

// Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out.
module ackw_top (
  input  wire         clk,                 // clock, rising edge
  input  wire         rst_n,               // reset, active low, synchronous
  input  wire [23:0]  cfg_qpn_base,        // the first of our QPNs; the bits of the index are ignored
  input  wire [1:0]   cfg_ece_place,       // ECN-Echo of an ACK: 0 BTH.BECN, 1 BTH.FECN, 2 IP CE, 3 AETH syndrome bit 7
  input  wire [13:0]  cfg_max_frame_bytes, // longer frames are dropped, bytes
  input  wire [16:0]  cfg_alpha,           // additive increase, packets, U1.16
  input  wire [16:0]  cfg_beta,            // decrease per marked packet, packets, U1.16
  input  wire [16:0]  cfg_gamma,           // step below one packet, and the smallest window, packets, U1.16
  input  wire [15:0]  cfg_eta,             // decrease factor below one packet, U0.16
  input  wire [41:0]  cfg_cw_max,          // largest window, packets, U14.28
  input  wire [511:0] s_axis_tdata,        // packets: first byte of the frame in bits 7:0 of the first beat; no FCS
  input  wire [63:0]  s_axis_tkeep,        // all ones but on the last beat, where it is a run of ones from bit 0
  input  wire         s_axis_tvalid,       // a beat
  output wire         s_axis_tready,       // the beat is taken, if valid
  input  wire         s_axis_tlast,        // the last beat of a frame
  input  wire         s_axis_tuser,        // on the last beat: the MAC found the frame bad
  input  wire         s_event_valid,       // events of another parser
  output wire         s_event_ready,       // the event is taken, if valid
  input  wire [2:0]   s_event_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp; 4 to 7 are taken as loss
  input  wire         s_event_ece,         // ECN-Echo of an ack
  input  wire         s_event_use_psn,     // n comes from s_event_psn, not from s_event_n
  input  wire [13:0]  s_event_n,           // packets
  input  wire [23:0]  s_event_psn,         // PSN of the ack
  input  wire [13:0]  s_event_qpn,         // index of the QP
  input  wire         host_valid,          // context access
  output wire         host_ready,          // the operation is taken, if valid
  input  wire         host_write,          // 1 writes the QP's context, 0 reads it
  input  wire [13:0]  host_qpn,            // index of the QP
  input  wire [41:0]  host_cw,             // window, packets, U14.28
  input  wire [23:0]  host_rtt,            // round-trip time, ns
  input  wire         host_alg,            // 0 ldcp, 1 ldcp-pcc
  input  wire [23:0]  host_psn,            // last PSN acknowledged
  input  wire         host_psn_valid,      // a PSN has been acknowledged
  output wire         host_done,           // one pulse: the operation is complete
  output wire [41:0]  host_rcw,            // with host_done of a read: the context
  output wire [23:0]  host_rrtt,           // round-trip time, ns
  output wire         host_ralg,           // 0 ldcp, 1 ldcp-pcc
  output wire [23:0]  host_rpsn,           // last PSN acknowledged
  output wire         host_rpsn_valid,     // a PSN has been acknowledged
  output wire         upd_valid,           // an update
  input  wire         upd_ready,           // the update is taken, if valid
  output wire [2:0]   upd_kind,            // 0 ack, 1 loss, 2 rtt, 3 cnp
  output wire [13:0]  upd_qpn,             // index of the QP
  output wire [41:0]  upd_cw,              // new window, packets, U14.28
  output wire [31:0]  upd_interval,        // time between packets while the window is below one, ns; else 0
  output wire [3:0]   upd_flags,           // bit 0 paced, 1 floor, 2 sat, 3 ignored
  output wire         init_done,           // the contexts are initialised
  input  wire [4:0]   cnt_sel,             // which counter: 0 to 21 drop reasons, 22 ack, 23 loss, 24 cnp
  output wire [31:0]  cnt_value            // that counter, one cycle later
);

  wire        parser_res_valid;
  wire        parser_res_drop;
  wire [4:0]  parser_res_reason;
  wire [2:0]  parser_res_kind;
  wire [13:0] parser_res_qpn;
  wire [23:0] parser_res_psn;
  wire        parser_res_ece;
  wire        engine_pkt_valid;
  wire        engine_room;

  // packets to the parser
  ackw_parser u_parser (
    .clk                (clk),
    .rst_n              (rst_n),
    .s_axis_tdata       (s_axis_tdata),
    .s_axis_tkeep       (s_axis_tkeep),
    .s_axis_tvalid      (s_axis_tvalid),
    .s_axis_tready      (s_axis_tready),
    .s_axis_tlast       (s_axis_tlast),
    .s_axis_tuser       (s_axis_tuser),
    .room               (engine_room),
    .cfg_qpn_base       (cfg_qpn_base),
    .cfg_ece_place      (cfg_ece_place),
    .cfg_max_frame_bytes(cfg_max_frame_bytes),
    .res_valid          (parser_res_valid),
    .res_drop           (parser_res_drop),
    .res_reason         (parser_res_reason),
    .res_kind           (parser_res_kind),
    .res_qpn            (parser_res_qpn),
    .res_psn            (parser_res_psn),
    .res_ece            (parser_res_ece)
  );

  // the parser's events to the engine
  assign engine_pkt_valid = parser_res_valid & !parser_res_drop;

  ackw_engine u_engine (
    .clk            (clk),
    .rst_n          (rst_n),
    .cfg_alpha      (cfg_alpha),
    .cfg_beta       (cfg_beta),
    .cfg_gamma      (cfg_gamma),
    .cfg_eta        (cfg_eta),
    .cfg_cw_max     (cfg_cw_max),
    .pkt_valid      (engine_pkt_valid),
    .pkt_kind       (parser_res_kind),
    .pkt_ece        (parser_res_ece),
    .pkt_psn        (parser_res_psn),
    .pkt_qpn        (parser_res_qpn),
    .room           (engine_room),
    .s_event_valid  (s_event_valid),
    .s_event_ready  (s_event_ready),
    .s_event_kind   (s_event_kind),
    .s_event_ece    (s_event_ece),
    .s_event_use_psn(s_event_use_psn),
    .s_event_n      (s_event_n),
    .s_event_psn    (s_event_psn),
    .s_event_qpn    (s_event_qpn),
    .host_valid     (host_valid),
    .host_ready     (host_ready),
    .host_write     (host_write),
    .host_qpn       (host_qpn),
    .host_cw        (host_cw),
    .host_rtt       (host_rtt),
    .host_alg       (host_alg),
    .host_psn       (host_psn),
    .host_psn_valid (host_psn_valid),
    .host_done      (host_done),
    .host_rcw       (host_rcw),
    .host_rrtt      (host_rrtt),
    .host_ralg      (host_ralg),
    .host_rpsn      (host_rpsn),
    .host_rpsn_valid(host_rpsn_valid),
    .upd_valid      (upd_valid),
    .upd_ready      (upd_ready),
    .upd_kind       (upd_kind),
    .upd_qpn        (upd_qpn),
    .upd_cw         (upd_cw),
    .upd_interval   (upd_interval),
    .upd_flags      (upd_flags),
    .init_done      (init_done)
  );

  // every result of the parser is counted
  ackw_counters u_counters (
    .clk       (clk),
    .rst_n     (rst_n),
    .res_valid (parser_res_valid),
    .res_drop  (parser_res_drop),
    .res_reason(parser_res_reason),
    .res_kind  (parser_res_kind),
    .cnt_sel   (cnt_sel),
    .cnt_value (cnt_value)
  );

endmodule

`default_nettype wire
