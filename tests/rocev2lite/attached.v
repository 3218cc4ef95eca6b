// The gate between four queues of packets and the arbiter: what tests/rocev2lite.rs drives. A header that a queue shows
// stays until it is taken, as in the tree.
`default_nettype none

module attached #(
  parameter QUEUES = 4,
  parameter BEATS  = 16,
  parameter DCQCN  = 0, // else LDCP
  parameter GAMMA  = 32'h4000,
  parameter RTT    = 32'd10000, // ns
  parameter CW     = 32'h2000_0000 // of a QP that begins
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              enable,
  input  wire [QUEUES-1:0] has, // a queue has packets
  input  wire [63:0]       rx_tdata,
  input  wire [7:0]        rx_tkeep,
  input  wire              rx_tvalid,
  input  wire              rx_tlast,
  input  wire              cm_qp_valid,
  input  wire [2:0]        cm_qp_req_type,
  input  wire [23:0]       cm_qp_loc_qpn,
  input  wire [23:0]       cm_qp_rem_psn,
  input  wire [11:0]       s_axil_araddr,
  input  wire              s_axil_arvalid,
  output wire              s_axil_arready,
  output wire              s_axil_rvalid,
  output wire [31:0]       s_axil_rdata,
  input  wire [11:0]       s_axil_awaddr,
  input  wire [31:0]       s_axil_wdata,
  input  wire              s_axil_awvalid,
  output wire              s_axil_awready,
  output wire              s_axil_bvalid,
  // a packet has left
  output wire              left,
  output wire [31:0]       left_hdr, // queue, PSN
  output wire              header,
  output reg               withdrawn // a header that was shown was not taken, and is no longer shown
);
  wire [QUEUES-1:0] hdr_open;

  wire [QUEUES-1:0]     valid, ready, p_valid, p_ready, p_last;
  wire [QUEUES*24-1:0]  psn;
  wire [QUEUES*32-1:0]  hdr;
  wire [QUEUES*16-1:0]  length;
  wire                  m_valid, m_payload_valid, m_payload_last;
  wire [31:0]           m_hdr;
  wire [511:0]          m_data;

  genvar i;
  generate
    for (i = 0; i < QUEUES; i = i + 1) begin : queues
      reg [23:0] next, sends;
      reg [7:0]  beat;
      reg        waits;
      assign valid[i]  = has[i] || waits;
      assign psn[24*i +: 24] = next;
      assign hdr[32*i +: 32] = {i[7:0], next};
      assign length[16*i +: 16] = BEATS * 64 + 24;
      assign p_valid[i] = valid[i] || sends != next;
      assign p_last[i]  = beat == BEATS - 1;
      wire moves = p_valid[i] && p_ready[i];
      always @(posedge clk) begin
        waits <= !rst && valid[i] && !ready[i];
        if (rst || (cm_qp_valid && cm_qp_req_type == 3'd1 && cm_qp_loc_qpn == 256 + i)) begin
          next  <= rst ? 24'd0 : cm_qp_rem_psn;
          sends <= rst ? 24'd0 : cm_qp_rem_psn;
          beat  <= 8'd0;
        end else begin
          if (valid[i] && ready[i]) next <= next + 24'd1;
          if (moves) beat <= p_last[i] ? 8'd0 : beat + 8'd1;
          if (moves && p_last[i]) sends <= sends + 24'd1;
        end
      end
    end
  endgenerate

  // LDCP from two packets; or DCQCN in periods of 10 us with steps of 400 Mbit/s, from 25 Gbit/s
  localparam [43:0] NONE = 44'd0;
  ackw_rocev2lite #(
    .DATA_BITS(64), .QUEUES(QUEUES), .MTU(1068), .QUANTUM(2136), .ALG(DCQCN ? 4 : 0), .PARTS(10'h017),
    .SETUP(DCQCN ? {12'h650, 32'd2460, 12'h608, 32'h00cc_cccd, 12'h640, 32'd0, NONE} :
                   {12'h408, GAMMA, 12'h418, 32'd0, NONE, NONE}),
    .CONTEXT(DCQCN ? {12'h680, 32'h3200_0000, 12'h684, 32'd0, 12'h688, 32'h3200_0000, 12'h68c, 32'd0} :
                     {12'h480, CW, 12'h484, 32'd0, 12'h488, RTT, NONE}),
    .UNIT(DCQCN ? 3 : 0), .WINDOW({10'd0, CW}), .PACE(DCQCN ? 40'h3200_0000 : 40'd0)
  ) u_ackw (
    .clk(clk), .rst(rst), .enable(enable), .pfc_pause(8'd0), .rx_beat(rx_tvalid), .rx_tdata(rx_tdata),
    .rx_tkeep(rx_tkeep), .rx_tlast(rx_tlast), .rx_tuser(1'b0), .cm_qp_valid(cm_qp_valid),
    .cm_qp_req_type(cm_qp_req_type), .cm_qp_loc_qpn(cm_qp_loc_qpn), .cm_qp_rem_psn(cm_qp_rem_psn), .hdr_valid(valid),
    .hdr_ready(ready), .hdr_psn(psn), .hdr_length(length), .hdr_open(hdr_open), .s_axil_awaddr(s_axil_awaddr),
    .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(4'hf),
    .s_axil_wvalid(s_axil_awvalid), .s_axil_wready(), .s_axil_bresp(), .s_axil_bvalid(s_axil_bvalid),
    .s_axil_bready(1'b1), .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(), .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(1'b1), .irq()
  );

  generic_arb_mux #(.S_COUNT(QUEUES), .DATA_WIDTH(512), .ARB_TYPE_ROUND_ROBIN(1), .HEADER_WIDTH(4)) u_mux (
    .clk(clk), .rst(rst), .s_hdr_valid(valid & hdr_open), .s_hdr_ready(ready), .s_hdr(hdr),
    .s_payload_axis_tdata({QUEUES{512'd0}}), .s_payload_axis_tvalid(p_valid), .s_payload_axis_tready(p_ready),
    .s_payload_axis_tlast(p_last), .m_hdr_valid(m_valid), .m_hdr_ready(1'b1), .m_hdr(m_hdr),
    .m_payload_axis_tdata(m_data), .m_payload_axis_tvalid(m_payload_valid), .m_payload_axis_tready(1'b1),
    .m_payload_axis_tlast(m_payload_last)
  );

  reg  [QUEUES-1:0] shown;
  wire [QUEUES-1:0] shows = valid & hdr_open;
  always @(posedge clk) begin
    shown     <= rst ? {QUEUES{1'b0}} : shows & ~ready;
    withdrawn <= !rst && (withdrawn || |(shown & ~shows));
  end

  assign header   = m_valid;
  assign left_hdr = m_hdr;
  assign left     = m_payload_valid && m_payload_last;

endmodule

`default_nettype wire
