// In the place of surf's token bucket: the frames of its RoCEv2 engine wait in a queue for each QP, and go on as
// ackw_nic grants; what the peer answers is read from the stream that comes. README.md says which line of surf changes.
`default_nettype none

module ackw_surf #(
  parameter integer QUEUES      = 4,    // QPs, 1 to 16
  parameter integer PERIOD_PS   = 6400, // of the clock, 1,000 to 100,000
  parameter integer BEAT_BITS   = 10,   // 2^BEAT_BITS beats of 16 bytes a QP, at least two of the longest frame; to 16
  parameter integer MTU         = 4140, // bytes of the largest UDP datagram: path MTU and 44; 256 to 9,216
  parameter integer QUANTUM     = 16560, // bytes of a grant, MTU to 262,144
  parameter integer TIMEOUT     = 1000000, // ns until a grant that is not answered is taken back
  parameter integer DCQCN       = 0,     // 1: by CNPs; 0: LDCP, by ECN-Echo of ACKs
  parameter [31:0]  LINE_MBIT   = 32'd10000, // where a QP of DCQCN begins, 1,000 to 127,999
  parameter [31:0]  RTT_NS      = 32'd10000  // what LDCP begins with
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              enable, // 0: nothing is limited
  input  wire [7:0]        pfc_pause,
  // the stream that leaves the engine, and what goes on to UDP
  input  wire              s_axis_tvalid,
  output wire              s_axis_tready,
  input  wire [127:0]      s_axis_tdata,
  input  wire [15:0]       s_axis_tkeep,
  input  wire              s_axis_tlast,
  input  wire [31:0]       s_axis_tuser,
  output wire              m_axis_tvalid,
  input  wire              m_axis_tready,
  output wire [127:0]      m_axis_tdata,
  output wire [15:0]       m_axis_tkeep,
  output wire              m_axis_tlast,
  output wire [31:0]       m_axis_tuser,
  // a beat that comes from UDP: valid and ready
  input  wire              rx_beat,
  input  wire [127:0]      rx_tdata,
  input  wire [15:0]       rx_tkeep,
  input  wire              rx_tlast,
  // a QP begins, or ends
  input  wire              qp_valid,
  input  wire              qp_opens,
  input  wire [3:0]        qp_index, // below QUEUES
  input  wire [23:0]       qp_local, // QPN here
  input  wire [23:0]       qp_remote, // QPN of the peer
  input  wire [23:0]       qp_psn,   // first PSN that is sent
  output wire [QUEUES-1:0] qp_runs,  // the sender has it
  output wire [QUEUES-1:0] qp_room,  // its queue takes two more frames
  output wire [31:0]       too_long, // frames left out, longer than MTU
  output wire [31:0]       lost,     // answers that found no place
  // AXI4-Lite, 4 KiB: counters and parameters
  input  wire [11:0]          s_axil_awaddr,
  input  wire              s_axil_awvalid,
  output wire              s_axil_awready,
  input  wire [31:0]          s_axil_wdata,
  input  wire [3:0]           s_axil_wstrb,
  input  wire              s_axil_wvalid,
  output wire              s_axil_wready,
  output wire [1:0]           s_axil_bresp,
  output wire              s_axil_bvalid,
  input  wire              s_axil_bready,
  input  wire [11:0]          s_axil_araddr,
  input  wire              s_axil_arvalid,
  output wire              s_axil_arready,
  output wire [31:0]          s_axil_rdata,
  output wire [1:0]           s_axil_rresp,
  output wire              s_axil_rvalid,
  input  wire              s_axil_rready,
  output wire              irq
);

  // DCQCN in periods of 45 us, from line rate; or LDCP with gamma = 1/4 from a window of two packets (fpga/rocev2lite)
  localparam [63:0]  RATE    = {32'd0, LINE_MBIT} * 64'd4194304 / 64'd125; // U7.28 bytes/ns
  localparam [31:0]  PERIOD  = 45000000 / PERIOD_PS - 40;
  localparam [31:0]  TWO     = 32'h2000_0000;
  localparam         BY_CNPS = DCQCN != 0;
  localparam [175:0] SETUP   = BY_CNPS ? {12'h650, PERIOD, 12'h610, RATE[31:0], 12'h640, 32'd0, 44'd0} :
                                         {12'h408, 32'h0000_4000, 12'h418, 32'd0, 88'd0};
  localparam [175:0] CONTEXT = BY_CNPS ? {12'h680, RATE[31:0], 12'h684, 32'd0, 12'h688, RATE[31:0], 12'h68c, 32'd0} :
                                         {12'h480, TWO, 12'h484, 32'd0, 12'h488, RTT_NS, 44'd0};
  localparam [39:0]  PACE    = BY_CNPS ? RATE[39:0] : 40'd0;

  // a parameter outside of its range names itself, as a module that is not there
  generate
    if (QUEUES < 1 || QUEUES > 16) begin : not_in_range
      QUEUES_is_not_1_to_16 u ();
    end else if (PERIOD_PS < 1000 || PERIOD_PS > 100000) begin : not_in_range
      PERIOD_PS_is_not_1000_to_100000 u ();
    end else if (MTU < 256 || MTU > 9216) begin : not_in_range
      MTU_is_not_256_to_9216 u ();
    end else if (QUANTUM < MTU || QUANTUM > 262144) begin : not_in_range
      QUANTUM_is_not_MTU_to_262144 u ();
    end else if (BEAT_BITS > 16 || (1 << BEAT_BITS) < 2 * ((MTU + 19) / 16)) begin : not_in_range
      BEAT_BITS_has_no_place_for_two_frames_or_is_above_16 u ();
    end else if (LINE_MBIT < 1000 || LINE_MBIT > 127999) begin : not_in_range
      LINE_MBIT_is_not_1000_to_127999 u ();
    end
  endgenerate

  reg rst_n;
  always @(posedge clk) rst_n <= !rst;

  // time: 32 bits of ns, and thousandths
  localparam [31:0] WHOLE = PERIOD_PS / 1000;
  localparam [31:0] PART  = PERIOD_PS % 1000;
  reg  [31:0] ns;
  reg  [10:0] ps;
  wire [10:0] sum = ps + PART[10:0];
  always @(posedge clk) begin
    ps <= !rst_n ? 11'd0 : sum >= 11'd1000 ? sum - 11'd1000 : sum;
    ns <= !rst_n ? 32'd0 : ns + WHOLE + {31'd0, sum >= 11'd1000};
  end

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
  assign qp_runs = runs;
  ackw_rocev2lite_open #(.QUEUES(QUEUES), .BASE_QPN(0), .MTU(MTU), .QUANTUM(QUANTUM), .TIMEOUT(TIMEOUT),
                         .SETUP(SETUP), .ALG(BY_CNPS ? 4'd4 : 4'd0), .PARTS(10'h017), .CONTEXT(CONTEXT),
                         .UNIT(BY_CNPS ? 2'd3 : 2'd0), .WINDOW({10'd0, TWO}), .PACE(PACE)) u_open (
    .clk(clk), .rst_n(rst_n), .init_done(init_done), .cm_valid(qp_valid), .cm_open(qp_opens), .cm_close(!qp_opens),
    .cm_qpn({20'd0, qp_index}), .cm_psn(qp_psn), .known(known), .runs(runs), .begins(begins), .first_psn(first_psn),
    .busy(busy), .may(own), .m_axil_awaddr(awaddr), .m_axil_awvalid(awvalid), .m_axil_awready(awready),
    .m_axil_wdata(wdata), .m_axil_wvalid(wvalid), .m_axil_wready(wready), .m_axil_bvalid(bvalid),
    .m_axil_araddr(araddr), .m_axil_arvalid(arvalid), .m_axil_arready(arready), .m_axil_rvalid(rvalid),
    .m_axil_busy(s_axil_rdata[1])
  );

  // QPNs of the QPs that are known
  reg [QUEUES*24-1:0] locals, remotes;
  integer n;
  always @(posedge clk)
    for (n = 0; n < QUEUES; n = n + 1)
      if (qp_valid && qp_opens && {28'd0, qp_index} == n) begin
        locals[24*n +: 24]  <= qp_local;
        remotes[24*n +: 24] <= qp_remote;
      end

  // UDP's header and the ICRC are not in the stream; RoceResizeAndSwap may end a frame with a beat of no byte
  localparam integer OVERHEAD = 12;
  wire [QUEUES-1:0]    hdr_valid, hdr_ready, hdr_open;
  wire [QUEUES*24-1:0] hdr_psn;
  wire [QUEUES*16-1:0] hdr_length;
  ackw_surf_frames #(.QUEUES(QUEUES), .BEAT_BITS(BEAT_BITS), .FRAME_BEATS((MTU - OVERHEAD + 15) / 16 + 1),
                     .LONGEST(MTU), .OVERHEAD(OVERHEAD)) u_frames (
    .clk(clk), .rst_n(rst_n), .known(known), .remote(remotes), .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready),
    .s_tdata(s_axis_tdata), .s_tkeep(s_axis_tkeep), .s_tlast(s_axis_tlast), .s_tuser(s_axis_tuser),
    .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready), .m_tdata(m_axis_tdata), .m_tkeep(m_axis_tkeep),
    .m_tlast(m_axis_tlast), .m_tuser(m_axis_tuser), .hdr_valid(hdr_valid), .hdr_ready(hdr_ready), .hdr_psn(hdr_psn),
    .hdr_length(hdr_length), .hdr_open(hdr_open), .room(qp_room), .too_long(too_long)
  );

  wire        event_valid, event_ready, event_ece;
  wire [2:0]  event_kind;
  wire [23:0] event_psn;
  wire [3:0]  event_qpn;
  ackw_surf_events #(.QUEUES(QUEUES)) u_events (
    .clk(clk), .rst_n(rst_n), .known(runs), .local_qpn(locals), .rx_beat(rx_beat), .rx_tdata(rx_tdata),
    .rx_tkeep(rx_tkeep), .rx_tlast(rx_tlast), .event_valid(event_valid), .event_ready(event_ready),
    .event_kind(event_kind), .event_ece(event_ece), .event_psn(event_psn), .event_qpn(event_qpn), .lost(lost)
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

  wire        upd_valid, upd_feedback, axis_ready;
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
    .s_axis_tdata(64'd0), .s_axis_tkeep(8'd0), .s_axis_tvalid(1'b0), .s_axis_tready(axis_ready), .s_axis_tlast(1'b0),
    .s_axis_tuser(1'b0),
    .s_event_valid(event_valid), .s_event_ready(event_ready), .s_event_kind(event_kind), .s_event_ece(event_ece),
    .s_event_use_psn(1'b1), .s_event_n(14'd0), .s_event_psn(event_psn), .s_event_qpn(event_qpn),
    .time_now(ns), .tx_valid(tx_valid), .tx_qpn(tx_qpn), .tx_psn(tx_psn),
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

  wire unused = &{1'b0, axis_ready, upd_valid, upd_kind, upd_qpn, upd_alg, upd_window, upd_pace, upd_flags,
    upd_feedback, upd_una_psn, grant_ect, 1'b0};

endmodule

`default_nettype wire
