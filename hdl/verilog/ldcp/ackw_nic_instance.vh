// ackw_nic: every port. Inputs that you do not connect keep a value that is legal and harmless; those marked ! are not 0:
// change them to your network's.
ackw_nic u_ackw_nic (
  .clk             (clk), // in, 1
  .rst_n           (rst_n), // in, 1
  .s_axil_awaddr   (12'd0), // in, 12
  .s_axil_awprot   (3'd0), // in, 3
  .s_axil_awvalid  (1'b0), // in, 1
  .s_axil_awready  (), // out, 1
  .s_axil_wdata    (32'd0), // in, 32
  .s_axil_wstrb    (4'd0), // in, 4
  .s_axil_wvalid   (1'b0), // in, 1
  .s_axil_wready   (), // out, 1
  .s_axil_bresp    (), // out, 2
  .s_axil_bvalid   (), // out, 1
  .s_axil_bready   (1'b0), // in, 1
  .s_axil_araddr   (12'd0), // in, 12
  .s_axil_arprot   (3'd0), // in, 3
  .s_axil_arvalid  (1'b0), // in, 1
  .s_axil_arready  (), // out, 1
  .s_axil_rdata    (), // out, 32
  .s_axil_rresp    (), // out, 2
  .s_axil_rvalid   (), // out, 1
  .s_axil_rready   (1'b0), // in, 1
  .irq             (), // out, 1
  .s_axis_tdata    ({128{1'b0}}), // in, 128
  .s_axis_tkeep    (16'd0), // in, 16
  .s_axis_tvalid   (1'b0), // in, 1
  .s_axis_tready   (), // out, 1
  .s_axis_tlast    (1'b0), // in, 1
  .s_axis_tuser    (1'b0), // in, 1
  .s_event_valid   (1'b0), // in, 1
  .s_event_ready   (), // out, 1
  .s_event_kind    (3'd0), // in, 3
  .s_event_ece     (1'b0), // in, 1
  .s_event_use_psn (1'b0), // in, 1
  .s_event_n       (14'd0), // in, 14
  .s_event_psn     (24'd0), // in, 24
  .s_event_qpn     (10'd0), // in, 10
  .tx_valid        (1'b0), // in, 1
  .tx_qpn          (10'd0), // in, 10
  .tx_psn          (24'd0), // in, 24
  .upd_valid       (), // out, 1
  .upd_ready       (1'b1), // in, 1 !
  .upd_qpn         (), // out, 10
  .upd_limits      (), // out, 1
  .upd_acks        (), // out, 1
  .upd_alg         (), // out, 4
  .upd_window      (), // out, 42
  .upd_pace        (), // out, 40
  .upd_flags       (), // out, 16
  .upd_feedback    (), // out, 1
  .upd_una_psn     (), // out, 24
  .init_done       () // out, 1
);
