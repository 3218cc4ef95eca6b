// The exported design as this bench needs it: events in, updates out. All else rests, as ackw_nic_instance.vh says.
module nic (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        event_valid,
  output wire        event_ready,
  input  wire [2:0]  event_kind,
  input  wire        event_ece,
  input  wire [13:0] event_n,
  input  wire [11:0] event_qpn,
  output wire        update_valid,
  input  wire        update_ready,
  output wire [11:0] update_qpn,
  output wire [41:0] update_window,
  output wire [39:0] update_pace,
  output wire [13:0] update_flags,
  output wire        init_done
);
  ackw_nic u_ackw_nic (
    .clk(clk), .rst_n(rst_n),
    .s_axil_awaddr(12'd0), .s_axil_awprot(3'd0), .s_axil_awvalid(1'b0), .s_axil_awready(),
    .s_axil_wdata(32'd0), .s_axil_wstrb(4'd0), .s_axil_wvalid(1'b0), .s_axil_wready(),
    .s_axil_bresp(), .s_axil_bvalid(), .s_axil_bready(1'b0),
    .s_axil_araddr(12'd0), .s_axil_arprot(3'd0), .s_axil_arvalid(1'b0), .s_axil_arready(),
    .s_axil_rdata(), .s_axil_rresp(), .s_axil_rvalid(), .s_axil_rready(1'b0), .irq(),
    .s_axis_tdata({512{1'b0}}), .s_axis_tkeep({64{1'b0}}), .s_axis_tvalid(1'b0), .s_axis_tready(), .s_axis_tlast(1'b0),
    .s_axis_tuser(1'b0),
    .s_event_valid(event_valid), .s_event_ready(event_ready), .s_event_kind(event_kind), .s_event_ece(event_ece),
    .s_event_use_psn(1'b0), .s_event_n(event_n), .s_event_psn(24'd0), .s_event_qpn(event_qpn),
    .s_event_telemetry(1'b0), .s_event_path(12'd0), .s_event_n_hop(4'd0),
    .s_event_hop_0_speed(4'd0), .s_event_hop_0_ts(24'd0), .s_event_hop_0_tx(20'd0), .s_event_hop_0_q(16'd0),
    .s_event_hop_1_speed(4'd0), .s_event_hop_1_ts(24'd0), .s_event_hop_1_tx(20'd0), .s_event_hop_1_q(16'd0),
    .s_event_hop_2_speed(4'd0), .s_event_hop_2_ts(24'd0), .s_event_hop_2_tx(20'd0), .s_event_hop_2_q(16'd0),
    .s_event_hop_3_speed(4'd0), .s_event_hop_3_ts(24'd0), .s_event_hop_3_tx(20'd0), .s_event_hop_3_q(16'd0),
    .s_event_hop_4_speed(4'd0), .s_event_hop_4_ts(24'd0), .s_event_hop_4_tx(20'd0), .s_event_hop_4_q(16'd0),
    .time_now(32'd0), .tx_valid(1'b0), .tx_qpn(12'd0), .tx_psn(24'd0),
    .upd_valid(update_valid), .upd_ready(update_ready), .upd_kind(), .upd_qpn(update_qpn), .upd_hpcc(),
    .upd_window(update_window), .upd_pace(update_pace), .upd_flags(update_flags), .upd_feedback(),
    .init_done(init_done)
  );
endmodule
