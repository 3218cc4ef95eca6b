// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Congestion control for an RDMA NIC: RoCEv2 packets in, congestion windows out, registers behind AXI4-Lite.
// ackw_top is the same with the bus of the registers in its ports.
module ackw_nic (
  input  wire        clk,                 // clock, rising edge
  input  wire        rst_n,               // reset, active low, asynchronous
  input  wire [11:0] s_axil_awaddr,       // byte address; bits 1:0 are ignored
  input  wire [2:0]  s_axil_awprot,       // not looked at
  input  wire        s_axil_awvalid,
  output wire        s_axil_awready,
  input  wire [31:0] s_axil_wdata,
  input  wire [3:0]  s_axil_wstrb,        // a write with less than all ones is refused
  input  wire        s_axil_wvalid,
  output wire        s_axil_wready,
  output wire [1:0]  s_axil_bresp,        // always OKAY
  output wire        s_axil_bvalid,
  input  wire        s_axil_bready,
  input  wire [11:0] s_axil_araddr,       // byte address; bits 1:0 are ignored; where nothing is, 0 is read
  input  wire [2:0]  s_axil_arprot,       // not looked at
  input  wire        s_axil_arvalid,
  output wire        s_axil_arready,
  output wire [31:0] s_axil_rdata,
  output wire [1:0]  s_axil_rresp,        // always OKAY
  output wire        s_axil_rvalid,
  input  wire        s_axil_rready,
  output wire        irq,                 // a level: one of irq_status that irq_enable allows
  input  wire [63:0] s_axis_tdata,        // packets: first byte of the frame in bits 7:0 of the first beat; no FCS
  input  wire [7:0]  s_axis_tkeep,        // all ones but on the last beat, where it is a run of ones from bit 0
  input  wire        s_axis_tvalid,       // a beat
  output wire        s_axis_tready,       // the beat is taken, if valid
  input  wire        s_axis_tlast,        // the last beat of a frame
  input  wire        s_axis_tuser,        // on the last beat: the MAC found the frame bad
  input  wire        s_event_valid,       // events of another parser
  output wire        s_event_ready,       // the event is taken, if valid
  input  wire [2:0]  s_event_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data; 4, 5 and 7 are taken as loss
  input  wire        s_event_ece,         // ECN-Echo of an ack
  input  wire        s_event_use_psn,     // n of an ack comes from s_event_psn, not from s_event_n
  input  wire [13:0] s_event_n,           // packets that an ack confirms, where s_event_use_psn is 0; other kinds have
                                          // none
  input  wire [23:0] s_event_psn,         // PSN of the ack or nak; HPCC++ reads it with s_event_use_psn 0 too
  input  wire [3:0]  s_event_qpn,         // index of the QP
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
  input  wire [31:0] time_now,            // the receiver's clock, modular (the draft's algorithm, line 29; ns
  input  wire        tx_valid,            // the NIC has sent; always taken, but ignored while init_done is 0
  input  wire [3:0]  tx_qpn,              // index of the QP
  input  wire [23:0] tx_psn,              // the PSN that it sends next: given before the last beat of the packet leaves
  output wire        upd_valid,           // what waited of a QP; it stays until it is taken
  input  wire        upd_ready,           // it is taken
  output wire [3:0]  upd_qpn,             // index of the QP
  output wire        upd_limits,          // there are upd_alg, upd_window, upd_pace and upd_flags; else these are 0
  output wire        upd_acks,            // there is upd_una_psn; else it is 0
  output wire [3:0]  upd_alg,             // the algorithm: 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  output wire [41:0] upd_window,          // of the newest update with limits: packets, U14.28; of hpcc and hpcc-rx
                                          // bytes, U28.12
  output wire [39:0] upd_pace,            // likewise: LDCP: time between packets while the window is below one, ns,
                                          // else 0; HPCC++: rate, bytes a ns, U12.28
  output wire [15:0] upd_flags,           // bits 3 to 0 likewise, the others of any update with limits since the last
                                          // word of this QP: 0 paced, 1 the window was clamped to its least, 2 to its
                                          // greatest, 3 ignored. Of hpcc and hpcc-rx: 4 first telemetry, 5 path
                                          // changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U
                                          // saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated
  output wire        upd_feedback,        // of any update since then: the receiver sends the window to the sender now
  output wire [23:0] upd_una_psn,         // last PSN acknowledged, of the newest update that has one
  output wire        init_done            // contexts and parameters have their reset values; until then nothing is
                                          // taken, but registers can be accessed
);

  wire        rejected_valid;
  wire        registers_packet_stall;
  wire        registers_event_stall;
  wire        registers_update_stall;
  wire        registers_update_taken;
  wire [23:0] registers_cfg_qpn_base;
  wire [1:0]  registers_cfg_ece_place;
  wire [13:0] registers_cfg_max_frame_bytes;
  wire [1:0]  registers_cfg_telemetry_place;
  wire [3:0]  registers_cfg_telemetry_offset;
  wire [5:0]  registers_cfg_telemetry_area;
  wire        registers_cfg_telemetry_profile;
  wire [2:0]  registers_cfg_own_check;
  wire [47:0] registers_cfg_own_mac;
  wire [31:0] registers_cfg_own_ipv4;
  wire [63:0] registers_cfg_own_ipv6_high;
  wire [63:0] registers_cfg_own_ipv6_low;
  wire        registers_unit_bus_write;
  wire [9:0]  registers_unit_bus_windex;
  wire [31:0] registers_unit_bus_wdata;
  wire [9:0]  registers_unit_bus_rindex;
  wire [9:0]  registers_unit_bus_last_index;
  wire [31:0] registers_unit_bus_last_data;
  wire        registers_unit_bus_host_busy;
  wire        registers_unit_bus_found_now;
  wire [4:0]  registers_unit_bus_sets;
  wire        registers_host_valid;
  wire        registers_host_write;
  wire [9:0]  registers_host_parts;
  wire [3:0]  registers_host_qpn;
  wire [3:0]  registers_host_alg;
  wire [3:0]  registers_host_set;
  wire [23:0] registers_host_psn;
  wire        registers_host_open;
  wire [5:0]  registers_cnt_sel;
  wire [4:0]  registers_high_water_clear;
  wire        top_s_axis_tready;
  wire        top_s_event_ready;
  wire        top_unit_answer_taken;
  wire [31:0] top_unit_answer_rdata;
  wire [4:0]  top_unit_answer_starts;
  wire        top_host_ready;
  wire        top_host_done;
  wire [3:0]  top_found_alg;
  wire [3:0]  top_found_set;
  wire [23:0] top_found_psn;
  wire        top_found_open;
  wire        top_upd_valid;
  wire        top_init_done;
  wire        top_idle;
  wire        top_queue_overflow;
  wire        top_frame_dropped;
  wire        top_alert_telemetry;
  wire        top_alert_psn;
  wire [63:0] top_cnt_value;

  // The host
  ackw_registers u_registers (
    .clk                  (clk),
    .rst_n                (rst_n),
    .s_axil_awaddr        (s_axil_awaddr),
    .s_axil_awprot        (s_axil_awprot),
    .s_axil_awvalid       (s_axil_awvalid),
    .s_axil_awready       (s_axil_awready),
    .s_axil_wdata         (s_axil_wdata),
    .s_axil_wstrb         (s_axil_wstrb),
    .s_axil_wvalid        (s_axil_wvalid),
    .s_axil_wready        (s_axil_wready),
    .s_axil_bresp         (s_axil_bresp),
    .s_axil_bvalid        (s_axil_bvalid),
    .s_axil_bready        (s_axil_bready),
    .s_axil_araddr        (s_axil_araddr),
    .s_axil_arprot        (s_axil_arprot),
    .s_axil_arvalid       (s_axil_arvalid),
    .s_axil_arready       (s_axil_arready),
    .s_axil_rdata         (s_axil_rdata),
    .s_axil_rresp         (s_axil_rresp),
    .s_axil_rvalid        (s_axil_rvalid),
    .s_axil_rready        (s_axil_rready),
    .irq                  (irq),
    .frame_dropped        (top_frame_dropped),
    .alert_telemetry      (top_alert_telemetry),
    .alert_psn            (top_alert_psn),
    .alert_advice         (rejected_valid),
    .packet_stall         (registers_packet_stall),
    .event_stall          (registers_event_stall),
    .update_stall         (registers_update_stall),
    .update_taken         (registers_update_taken),
    .idle                 (top_idle),
    .queue_overflow       (top_queue_overflow),
    .cfg_qpn_base         (registers_cfg_qpn_base),
    .cfg_ece_place        (registers_cfg_ece_place),
    .cfg_max_frame_bytes  (registers_cfg_max_frame_bytes),
    .cfg_telemetry_place  (registers_cfg_telemetry_place),
    .cfg_telemetry_offset (registers_cfg_telemetry_offset),
    .cfg_telemetry_area   (registers_cfg_telemetry_area),
    .cfg_telemetry_profile(registers_cfg_telemetry_profile),
    .cfg_own_check        (registers_cfg_own_check),
    .cfg_own_mac          (registers_cfg_own_mac),
    .cfg_own_ipv4         (registers_cfg_own_ipv4),
    .cfg_own_ipv6_high    (registers_cfg_own_ipv6_high),
    .cfg_own_ipv6_low     (registers_cfg_own_ipv6_low),
    .unit_bus_write       (registers_unit_bus_write),
    .unit_bus_windex      (registers_unit_bus_windex),
    .unit_bus_wdata       (registers_unit_bus_wdata),
    .unit_bus_rindex      (registers_unit_bus_rindex),
    .unit_bus_last_index  (registers_unit_bus_last_index),
    .unit_bus_last_data   (registers_unit_bus_last_data),
    .unit_bus_host_busy   (registers_unit_bus_host_busy),
    .unit_bus_found_now   (registers_unit_bus_found_now),
    .unit_bus_sets        (registers_unit_bus_sets),
    .unit_answer_taken    (top_unit_answer_taken),
    .unit_answer_rdata    (top_unit_answer_rdata),
    .unit_answer_starts   (top_unit_answer_starts),
    .host_valid           (registers_host_valid),
    .host_ready           (top_host_ready),
    .host_write           (registers_host_write),
    .host_parts           (registers_host_parts),
    .host_qpn             (registers_host_qpn),
    .host_alg             (registers_host_alg),
    .host_set             (registers_host_set),
    .host_psn             (registers_host_psn),
    .host_open            (registers_host_open),
    .host_done            (top_host_done),
    .found_alg            (top_found_alg),
    .found_set            (top_found_set),
    .found_psn            (top_found_psn),
    .found_open           (top_found_open),
    .init_done            (top_init_done),
    .cnt_sel              (registers_cnt_sel),
    .high_water_clear     (registers_high_water_clear),
    .cnt_value            (top_cnt_value)
  );

  // What happens, for counters and interrupt
  assign rejected_valid = 1'b0;
  assign registers_packet_stall = s_axis_tvalid & !top_s_axis_tready;
  assign registers_event_stall = s_event_valid & !top_s_event_ready;
  assign registers_update_stall = top_upd_valid & !upd_ready;
  assign registers_update_taken = top_upd_valid & upd_ready;

  // Parameters, contexts, counters
  ackw_top u_top (
    .clk                  (clk),
    .rst_n                (rst_n),
    .cfg_qpn_base         (registers_cfg_qpn_base),
    .cfg_ece_place        (registers_cfg_ece_place),
    .cfg_max_frame_bytes  (registers_cfg_max_frame_bytes),
    .cfg_telemetry_place  (registers_cfg_telemetry_place),
    .cfg_telemetry_offset (registers_cfg_telemetry_offset),
    .cfg_telemetry_area   (registers_cfg_telemetry_area),
    .cfg_telemetry_profile(registers_cfg_telemetry_profile),
    .cfg_own_check        (registers_cfg_own_check),
    .cfg_own_mac          (registers_cfg_own_mac),
    .cfg_own_ipv4         (registers_cfg_own_ipv4),
    .cfg_own_ipv6_high    (registers_cfg_own_ipv6_high),
    .cfg_own_ipv6_low     (registers_cfg_own_ipv6_low),
    .s_axis_tdata         (s_axis_tdata),
    .s_axis_tkeep         (s_axis_tkeep),
    .s_axis_tvalid        (s_axis_tvalid),
    .s_axis_tready        (top_s_axis_tready),
    .s_axis_tlast         (s_axis_tlast),
    .s_axis_tuser         (s_axis_tuser),
    .time_now             (time_now),
    .tx_valid             (tx_valid),
    .tx_qpn               (tx_qpn),
    .tx_psn               (tx_psn),
    .s_event_valid        (s_event_valid),
    .s_event_ready        (top_s_event_ready),
    .s_event_kind         (s_event_kind),
    .s_event_ece          (s_event_ece),
    .s_event_use_psn      (s_event_use_psn),
    .s_event_n            (s_event_n),
    .s_event_psn          (s_event_psn),
    .s_event_qpn          (s_event_qpn),
    .s_event_telemetry    (s_event_telemetry),
    .s_event_path         (s_event_path),
    .s_event_n_hop        (s_event_n_hop),
    .s_event_hop_0_speed  (s_event_hop_0_speed),
    .s_event_hop_0_ts     (s_event_hop_0_ts),
    .s_event_hop_0_tx     (s_event_hop_0_tx),
    .s_event_hop_0_q      (s_event_hop_0_q),
    .s_event_hop_1_speed  (s_event_hop_1_speed),
    .s_event_hop_1_ts     (s_event_hop_1_ts),
    .s_event_hop_1_tx     (s_event_hop_1_tx),
    .s_event_hop_1_q      (s_event_hop_1_q),
    .unit_bus_write       (registers_unit_bus_write),
    .unit_bus_windex      (registers_unit_bus_windex),
    .unit_bus_wdata       (registers_unit_bus_wdata),
    .unit_bus_rindex      (registers_unit_bus_rindex),
    .unit_bus_last_index  (registers_unit_bus_last_index),
    .unit_bus_last_data   (registers_unit_bus_last_data),
    .unit_bus_host_busy   (registers_unit_bus_host_busy),
    .unit_bus_found_now   (registers_unit_bus_found_now),
    .unit_bus_sets        (registers_unit_bus_sets),
    .unit_answer_taken    (top_unit_answer_taken),
    .unit_answer_rdata    (top_unit_answer_rdata),
    .unit_answer_starts   (top_unit_answer_starts),
    .host_valid           (registers_host_valid),
    .host_ready           (top_host_ready),
    .host_write           (registers_host_write),
    .host_parts           (registers_host_parts),
    .host_qpn             (registers_host_qpn),
    .host_alg             (registers_host_alg),
    .host_set             (registers_host_set),
    .host_psn             (registers_host_psn),
    .host_open            (registers_host_open),
    .host_done            (top_host_done),
    .found_alg            (top_found_alg),
    .found_set            (top_found_set),
    .found_psn            (top_found_psn),
    .found_open           (top_found_open),
    .upd_valid            (top_upd_valid),
    .upd_ready            (upd_ready),
    .upd_qpn              (upd_qpn),
    .upd_limits           (upd_limits),
    .upd_acks             (upd_acks),
    .upd_alg              (upd_alg),
    .upd_window           (upd_window),
    .upd_pace             (upd_pace),
    .upd_flags            (upd_flags),
    .upd_feedback         (upd_feedback),
    .upd_una_psn          (upd_una_psn),
    .init_done            (top_init_done),
    .idle                 (top_idle),
    .queue_overflow       (top_queue_overflow),
    .frame_dropped        (top_frame_dropped),
    .alert_telemetry      (top_alert_telemetry),
    .alert_psn            (top_alert_psn),
    .cnt_sel              (registers_cnt_sel),
    .high_water_clear     (registers_high_water_clear),
    .cnt_value            (top_cnt_value)
  );

  // Packets, events and updates
  assign s_axis_tready = top_s_axis_tready;
  assign s_event_ready = top_s_event_ready;
  assign upd_valid = top_upd_valid;
  assign init_done = top_init_done;

endmodule

`default_nettype wire
