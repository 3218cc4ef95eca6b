// ackw_top: every port. Inputs that you do not connect keep a value that is legal and harmless; those marked ! are not 0:
// change them to your network's.
ackw_top u_ackw_top (
  .clk                   (clk), // in, 1
  .rst_n                 (rst_n), // in, 1
  .cfg_qpn_base          (24'd0), // in, 24
  .cfg_ece_place         (2'd0), // in, 2
  .cfg_max_frame_bytes   (14'd9216), // in, 14 !
  .cfg_telemetry_place   (2'd0), // in, 2
  .cfg_telemetry_offset  (4'd0), // in, 4
  .cfg_telemetry_area    (6'd0), // in, 6
  .cfg_telemetry_profile (1'b0), // in, 1
  .s_axis_tdata          ({128{1'b0}}), // in, 128
  .s_axis_tkeep          (16'd0), // in, 16
  .s_axis_tvalid         (1'b0), // in, 1
  .s_axis_tready         (), // out, 1
  .s_axis_tlast          (1'b0), // in, 1
  .s_axis_tuser          (1'b0), // in, 1
  .set_index             (4'd0), // in, 4
  .set_ldcp_we           (1'b0), // in, 1
  .set_ldcp_alpha        (17'd0), // in, 17
  .set_ldcp_beta         (17'd0), // in, 17
  .set_ldcp_gamma        (17'd0), // in, 17
  .set_ldcp_eta          (16'd0), // in, 16
  .set_ldcp_cw_max       ({42{1'b0}}), // in, 42
  .s_event_valid         (1'b0), // in, 1
  .s_event_ready         (), // out, 1
  .s_event_kind          (3'd0), // in, 3
  .s_event_ece           (1'b0), // in, 1
  .s_event_use_psn       (1'b0), // in, 1
  .s_event_n             (14'd0), // in, 14
  .s_event_psn           (24'd0), // in, 24
  .s_event_qpn           (10'd0), // in, 10
  .host_valid            (1'b0), // in, 1
  .host_ready            (), // out, 1
  .host_write            (1'b0), // in, 1
  .host_parts            (4'd0), // in, 4
  .host_qpn              (10'd0), // in, 10
  .host_alg              (2'd0), // in, 2
  .host_set              (4'd0), // in, 4
  .host_psn              (24'd0), // in, 24
  .host_psn_valid        (1'b0), // in, 1
  .host_ldcp_cw          ({42{1'b0}}), // in, 42
  .host_ldcp_rtt         (24'd0), // in, 24
  .host_done             (), // out, 1
  .found_alg             (), // out, 2
  .found_set             (), // out, 4
  .found_psn             (), // out, 24
  .found_psn_valid       (), // out, 1
  .found_ldcp_cw         (), // out, 42
  .found_ldcp_rtt        (), // out, 24
  .upd_valid             (), // out, 1
  .upd_ready             (1'b1), // in, 1 !
  .upd_kind              (), // out, 3
  .upd_qpn               (), // out, 10
  .upd_hpcc              (), // out, 1
  .upd_window            (), // out, 42
  .upd_pace              (), // out, 40
  .upd_flags             (), // out, 14
  .upd_feedback          (), // out, 1
  .init_done             (), // out, 1
  .frame_dropped         (), // out, 1
  .cnt_sel               (6'd0), // in, 6
  .cnt_value             () // out, 32
);
