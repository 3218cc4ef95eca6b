// The exported design as this bench needs it: QPs 0 to 15 are open, then init_done; events in, updates out. All else
// rests, as ackw_nic_instance.vh says.
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
  output wire [15:0] update_flags,
  output wire        init_done
);
  // the host opens 16 QPs: host_qpn, host_parts, host_open, host_start, and then time for the operation
  reg  [4:0]  qp;
  reg  [2:0]  step;
  reg  [6:0]  rest;
  reg         aw, w;
  reg  [11:0] addr;
  reg  [31:0] data;
  wire        swept, awready, wready, bvalid;
  wire        writes = swept && !qp[4] && step != 3'd4;
  assign init_done = swept && qp[4];
  always @* begin
    case (step)
      3'd0:    {addr, data} = {12'h1c0, 28'd0, qp[3:0]};
      3'd1:    {addr, data} = {12'h1c4, 32'd2};
      3'd2:    {addr, data} = {12'h18c, 32'd1};
      default: {addr, data} = {12'h1c8, 32'd1};
    endcase
  end
  always @(posedge clk) begin
    if (!rst_n) begin
      qp   <= 5'd0;
      step <= 3'd0;
      rest <= 7'd0;
      aw   <= 1'b0;
      w    <= 1'b0;
    end else if (step == 3'd4) begin
      rest <= rest + 7'd1;
      if (&rest) begin
        step <= 3'd0;
        qp   <= qp + 5'd1;
      end
    end else if (writes) begin
      aw <= (aw || awready) && !bvalid;
      w  <= (w || wready) && !bvalid;
      if (bvalid) step <= step + 3'd1;
    end
  end

  ackw_nic u_ackw_nic (
    .clk(clk), .rst_n(rst_n),
    .s_axil_awaddr(addr), .s_axil_awprot(3'd0), .s_axil_awvalid(writes && !aw), .s_axil_awready(awready),
    .s_axil_wdata(data), .s_axil_wstrb(4'hf), .s_axil_wvalid(writes && !w), .s_axil_wready(wready),
    .s_axil_bresp(), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1),
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
    .upd_valid(update_valid), .upd_ready(update_ready), .upd_qpn(update_qpn), .upd_limits(),
    .upd_acks(), .upd_alg(), .upd_window(update_window), .upd_pace(update_pace), .upd_flags(update_flags), .upd_feedback(),
    .upd_una_psn(),
    .init_done(swept)
  );
endmodule
