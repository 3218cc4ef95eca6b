// The sender of 100G-verilog-RoCEv2-lite under congestion control: ackw_nic with the sender, the gate in front of the
// arbiter of queue pairs, and the opening of QPs as the connection manager says. README.md says which wire goes where.
`default_nettype none

module ackw_rocev2lite #(
  parameter DATA_BITS = 512, // of the received frames: parser.data_bits of the configuration, no other
  parameter QUEUES    = 8,   // N_QUEUE_PAIRS, 2 to 16
  parameter BASE_QPN  = 256, // BASE_LOC_QPN
  parameter PERIOD    = 16,  // of the clock, in quarters of a ns
  parameter COPY_BITS = 9,   // beats of received frames that wait for the parser: 2^COPY_BITS
  parameter MTU       = 4140,
  parameter QUANTUM   = 16560,
  parameter TIMEOUT   = 1000000, // ns until a grant that is not answered is taken back
  // LDCP with gamma = 1/4 from a window of two packets, RTT 10 us; README.md says why gamma is not the reset's 1/16
  parameter [175:0] SETUP   = {12'h408, 32'h0000_4000, 12'h418, 32'd0, 88'd0},
  parameter [3:0]   ALG     = 4'd0,
  parameter [9:0]   PARTS   = 10'h017,
  parameter [175:0] CONTEXT = {12'h480, 32'h2000_0000, 12'h484, 32'd0, 12'h488, 32'd10000, 44'd0},
  parameter [1:0]   UNIT    = 2'd0,
  parameter [41:0]  WINDOW  = 42'h0_2000_0000,
  parameter [39:0]  PACE    = 40'd0
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 enable, // 0: nothing is limited
  input  wire [7:0]           pfc_pause,
  // frames as the MAC hands them over: valid and ready
  input  wire                 rx_beat,
  input  wire [DATA_BITS-1:0] rx_tdata,
  input  wire [DATA_BITS/8-1:0] rx_tkeep,
  input  wire                 rx_tlast,
  input  wire                 rx_tuser,
  // the connection manager
  input  wire                 cm_qp_valid,
  input  wire [2:0]           cm_qp_req_type,
  input  wire [23:0]          cm_qp_loc_qpn,
  input  wire [23:0]          cm_qp_rem_psn,
  // the arbiter of queue pairs
  input  wire [QUEUES-1:0]    hdr_valid,
  input  wire [QUEUES-1:0]    hdr_ready,
  input  wire [QUEUES*24-1:0] hdr_psn,
  input  wire [QUEUES*16-1:0] hdr_length,
  output wire [QUEUES-1:0]    hdr_open,
  // AXI4-Lite, 4 KiB: counters and parameters
  input  wire [11:0]          s_axil_awaddr,
  input  wire                 s_axil_awvalid,
  output wire                 s_axil_awready,
  input  wire [31:0]          s_axil_wdata,
  input  wire [3:0]           s_axil_wstrb,
  input  wire                 s_axil_wvalid,
  output wire                 s_axil_wready,
  output wire [1:0]           s_axil_bresp,
  output wire                 s_axil_bvalid,
  input  wire                 s_axil_bready,
  input  wire [11:0]          s_axil_araddr,
  input  wire                 s_axil_arvalid,
  output wire                 s_axil_arready,
  output wire [31:0]          s_axil_rdata,
  output wire [1:0]           s_axil_rresp,
  output wire                 s_axil_rvalid,
  input  wire                 s_axil_rready,
  output wire                 irq
);

  localparam [2:0] OPENS = 3'd1, CLOSES = 3'd4; // of cm_qp_req_type

  reg rst_n;
  always @(posedge clk) rst_n <= !rst;

  // time: 32 bits of ns
  reg [33:0] quarters;
  always @(posedge clk) quarters <= rst_n ? quarters + {2'd0, PERIOD[31:0]} : 34'd0;

  wire                   copy_tvalid, copy_tready, copy_tlast, copy_tuser;
  wire [DATA_BITS-1:0]   copy_tdata;
  wire [DATA_BITS/8-1:0] copy_tkeep;
  wire [31:0]            copied, left_out;
  ackw_corundum_copy #(.DATA_BITS(DATA_BITS), .ADDR_BITS(COPY_BITS)) u_copy (
    .clk(clk), .rst_n(rst_n), .tap_beat(rx_beat), .tap_tdata(rx_tdata), .tap_tkeep(rx_tkeep), .tap_tlast(rx_tlast),
    .tap_tuser(rx_tuser), .m_axis_tvalid(copy_tvalid), .m_axis_tready(copy_tready), .m_axis_tdata(copy_tdata),
    .m_axis_tkeep(copy_tkeep), .m_axis_tlast(copy_tlast), .m_axis_tuser(copy_tuser), .copied(copied),
    .left_out(left_out)
  );

  // One of both at a time has the registers, and has one write and one read under way. Accesses of the host are held
  // back from the first cycle in which the opening wants them: it has them once those under way are answered, however
  // many more the host asks for.
  reg         own, aw_under_way, w_under_way, ar_under_way;
  wire        busy, init_done;
  wire [11:0] awaddr, araddr;
  wire [31:0] wdata;
  wire        awvalid, wvalid, arvalid, awready, wready, arready, bvalid, rvalid;
  wire        still = !(aw_under_way || w_under_way || ar_under_way);
  // half a write that was taken gets its other half
  wire        aw_passes = !own && !aw_under_way && (!busy || w_under_way);
  wire        w_passes  = !own && !w_under_way && (!busy || aw_under_way);
  wire        ar_passes = !own && !ar_under_way && !busy;
  assign s_axil_awready = aw_passes && awready;
  assign s_axil_wready  = w_passes && wready;
  assign s_axil_arready = ar_passes && arready;
  assign s_axil_bvalid  = !own && bvalid;
  assign s_axil_rvalid  = !own && rvalid;
  always @(posedge clk) begin
    if (!rst_n) {own, aw_under_way, w_under_way, ar_under_way} <= 4'b0000;
    else begin
      own <= busy && (own || still);
      aw_under_way <= (s_axil_awvalid && s_axil_awready) || (aw_under_way && !(s_axil_bvalid && s_axil_bready));
      w_under_way  <= (s_axil_wvalid && s_axil_wready) || (w_under_way && !(s_axil_bvalid && s_axil_bready));
      ar_under_way <= (s_axil_arvalid && s_axil_arready) || (ar_under_way && !(s_axil_rvalid && s_axil_rready));
    end
  end

  wire [QUEUES-1:0] known, runs, begins;
  wire [23:0]       first_psn;
  ackw_rocev2lite_open #(.QUEUES(QUEUES), .BASE_QPN(BASE_QPN), .MTU(MTU), .QUANTUM(QUANTUM), .TIMEOUT(TIMEOUT),
                         .SETUP(SETUP), .ALG(ALG), .PARTS(PARTS), .CONTEXT(CONTEXT), .UNIT(UNIT), .WINDOW(WINDOW),
                         .PACE(PACE)) u_open (
    .clk(clk), .rst_n(rst_n), .init_done(init_done), .cm_valid(cm_qp_valid), .cm_open(cm_qp_req_type == OPENS),
    .cm_close(cm_qp_req_type == CLOSES), .cm_qpn(cm_qp_loc_qpn), .cm_psn(cm_qp_rem_psn), .known(known), .runs(runs),
    .begins(begins), .first_psn(first_psn), .busy(busy), .may(own), .m_axil_awaddr(awaddr), .m_axil_awvalid(awvalid),
    .m_axil_awready(awready), .m_axil_wdata(wdata), .m_axil_wvalid(wvalid), .m_axil_wready(wready),
    .m_axil_bvalid(bvalid), .m_axil_araddr(araddr), .m_axil_arvalid(arvalid), .m_axil_arready(arready),
    .m_axil_rvalid(rvalid), .m_axil_busy(s_axil_rdata[1])
  );

  wire        tx_valid, req_valid, req_ready, sent_valid, sent_ready, sent_empty, grant_valid, grant_ready, grant_ect;
  wire [3:0]  tx_qpn, req_qpn, sent_qpn, grant_qpn;
  wire [23:0] tx_psn, sent_psn_next;
  wire [7:0]  sent_tag, grant_tag;
  wire [27:0] sent_bytes;
  wire [19:0] grant_max_bytes;
  wire [13:0] grant_max_packets;
  ackw_rocev2lite_gate #(.QUEUES(QUEUES)) u_gate (
    .clk(clk), .rst_n(rst_n), .free(~known | {QUEUES{!enable}}), .runs(runs), .begins(begins), .first_psn(first_psn),
    .mtu(MTU[13:0]), .hdr_valid(hdr_valid), .hdr_ready(hdr_ready), .hdr_psn(hdr_psn), .hdr_length(hdr_length),
    .hdr_open(hdr_open), .tx_valid(tx_valid), .tx_qpn(tx_qpn), .tx_psn(tx_psn), .s_req_valid(req_valid),
    .s_req_ready(req_ready), .s_req_qpn(req_qpn), .s_sent_valid(sent_valid), .s_sent_ready(sent_ready),
    .s_sent_qpn(sent_qpn), .s_sent_tag(sent_tag), .s_sent_psn_next(sent_psn_next), .s_sent_bytes(sent_bytes),
    .s_sent_empty(sent_empty), .m_grant_valid(grant_valid), .m_grant_ready(grant_ready), .m_grant_qpn(grant_qpn),
    .m_grant_tag(grant_tag), .m_grant_max_bytes(grant_max_bytes), .m_grant_max_packets(grant_max_packets)
  );

  wire        event_ready, upd_valid, upd_feedback;
  wire [2:0]  upd_kind;
  wire [3:0]  upd_qpn, upd_alg;
  wire [41:0] upd_window;
  wire [39:0] upd_pace;
  wire [15:0] upd_flags;
  wire [23:0] upd_una_psn;
  ackw_nic u_nic (
    .clk(clk), .rst_n(rst_n),
    .s_axil_awaddr(own ? awaddr : s_axil_awaddr), .s_axil_awprot(3'd0),
    .s_axil_awvalid(own ? awvalid : aw_passes && s_axil_awvalid), .s_axil_awready(awready),
    .s_axil_wdata(own ? wdata : s_axil_wdata), .s_axil_wstrb(own ? 4'hf : s_axil_wstrb),
    .s_axil_wvalid(own ? wvalid : w_passes && s_axil_wvalid), .s_axil_wready(wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(bvalid), .s_axil_bready(own || s_axil_bready), .s_axil_araddr(own ? araddr : s_axil_araddr),
    .s_axil_arprot(3'd0), .s_axil_arvalid(own ? arvalid : ar_passes && s_axil_arvalid), .s_axil_arready(arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(rvalid),
    .s_axil_rready(own || s_axil_rready), .irq(irq),
    .s_axis_tdata(copy_tdata), .s_axis_tkeep(copy_tkeep), .s_axis_tvalid(copy_tvalid), .s_axis_tready(copy_tready),
    .s_axis_tlast(copy_tlast), .s_axis_tuser(copy_tuser),
    .s_event_valid(1'b0), .s_event_ready(event_ready), .s_event_kind(3'd0), .s_event_ece(1'b0), .s_event_use_psn(1'b0),
    .s_event_n(14'd0), .s_event_psn(24'd0), .s_event_qpn(4'd0),
    .time_now(quarters[33:2]), .tx_valid(tx_valid), .tx_qpn(tx_qpn), .tx_psn(tx_psn),
    .upd_valid(upd_valid), .upd_kind(upd_kind), .upd_qpn(upd_qpn), .upd_alg(upd_alg), .upd_window(upd_window),
    .upd_pace(upd_pace), .upd_flags(upd_flags), .upd_feedback(upd_feedback), .upd_una_psn(upd_una_psn),
    .init_done(init_done),
    .s_req_valid(req_valid), .s_req_qpn(req_qpn), .s_req_class(3'd0), .s_req_backlog(28'hfff_ffff),
    .s_req_bytes_to_end(28'd0), .s_req_ready(req_ready),
    .s_sent_valid(sent_valid), .s_sent_qpn(sent_qpn), .s_sent_tag(sent_tag), .s_sent_psn_next(sent_psn_next),
    .s_sent_bytes(sent_bytes), .s_sent_empty(sent_empty), .s_sent_rewind(1'b0), .s_sent_ready(sent_ready),
    .m_grant_valid(grant_valid), .m_grant_qpn(grant_qpn), .m_grant_tag(grant_tag), .m_grant_max_bytes(grant_max_bytes),
    .m_grant_max_packets(grant_max_packets), .m_grant_ecn_capable(grant_ect), .m_grant_ready(grant_ready),
    .pfc_pause(pfc_pause)
  );

  wire unused = &{1'b0, copied, left_out, event_ready, upd_valid, upd_kind, upd_qpn, upd_alg, upd_window, upd_pace,
    upd_flags, upd_feedback, upd_una_psn, grant_ect, quarters[1:0], 1'b0};

endmodule

`default_nettype wire
