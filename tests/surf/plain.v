// ackw_surf with the ports of plain.vhd, where no tool translates VHDL.
`default_nettype none

module plain #(
  parameter QUEUES = 4,
  parameter DCQCN  = 0
) (
  input  wire clk, rst, enable, s_tvalid, s_tlast, m_tready, rx_beat, rx_tlast, qp_valid, qp_opens, awvalid, wvalid,
              arvalid,
  output wire s_tready, m_tvalid, m_tlast, awready, wready, arready, bvalid, rvalid,
  input  wire [127:0] s_tdata, rx_tdata,
  output wire [127:0] m_tdata,
  input  wire [15:0] s_tkeep, rx_tkeep,
  output wire [15:0] m_tkeep,
  input  wire [31:0] s_tuser, wdata,
  output wire [31:0] m_tuser, too_long, lost, rdata,
  input  wire [3:0] qp_index,
  input  wire [23:0] qp_local, qp_remote, qp_psn,
  output wire [QUEUES-1:0] qp_runs, qp_room,
  input  wire [11:0] awaddr, araddr
);
  ackw_surf #(.QUEUES(QUEUES), .MTU(1052), .QUANTUM(2104), .DCQCN(DCQCN)) u_ackw (
    .clk(clk), .rst(rst), .enable(enable), .pfc_pause(8'd0), .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready),
    .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep), .s_axis_tlast(s_tlast), .s_axis_tuser(s_tuser),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
    .m_axis_tlast(m_tlast), .m_axis_tuser(m_tuser), .rx_beat(rx_beat), .rx_tdata(rx_tdata), .rx_tkeep(rx_tkeep),
    .rx_tlast(rx_tlast), .qp_valid(qp_valid), .qp_opens(qp_opens), .qp_index(qp_index), .qp_local(qp_local),
    .qp_remote(qp_remote), .qp_psn(qp_psn), .qp_runs(qp_runs), .qp_room(qp_room), .too_long(too_long), .lost(lost),
    .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_wdata(wdata),
    .s_axil_wstrb(4'hf), .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_bresp(), .s_axil_bvalid(bvalid),
    .s_axil_bready(1'b1), .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
    .s_axil_rdata(rdata), .s_axil_rresp(), .s_axil_rvalid(rvalid), .s_axil_rready(1'b1), .irq()
  );
endmodule

`default_nettype wire
