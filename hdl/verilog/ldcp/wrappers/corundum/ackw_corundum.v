// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The engine as a Corundum-like NIC holds it: a copy of the received frames, the NIC's PTP time, an AXI4-Lite slave of
// 24 bits of address, and updates in a mailbox and on a stream. README.md beside this file says where each port goes.
`default_nettype none

module ackw_corundum #(
  parameter AXIL_ADDR_WIDTH = 24,
  parameter DATA_BITS       = 128, // of the stream: parser.data_bits of the configuration, no other
  parameter COPY_ADDR_BITS  = 11, // beats that wait for the engine: 2^COPY_ADDR_BITS
  parameter MAIL_ADDR_BITS  = 9  // updates that wait for the host: 2^MAIL_ADDR_BITS, and one; at most 31
) (
  input  wire                       clk,
  input  wire                       rst,
  // AXI4-Lite, words of 32 bits: at 0 the engine's map of 4 KiB, at 0x1000 what this module counts; elsewhere 0 is read
  input  wire [AXIL_ADDR_WIDTH-1:0] s_axil_awaddr,
  input  wire                       s_axil_awvalid,
  output wire                       s_axil_awready,
  input  wire [31:0]                s_axil_wdata,
  input  wire [3:0]                 s_axil_wstrb,
  input  wire                       s_axil_wvalid,
  output wire                       s_axil_wready,
  output wire [1:0]                 s_axil_bresp,
  output wire                       s_axil_bvalid,
  input  wire                       s_axil_bready,
  input  wire [AXIL_ADDR_WIDTH-1:0] s_axil_araddr,
  input  wire                       s_axil_arvalid,
  output wire                       s_axil_arready,
  output wire [31:0]                s_axil_rdata,
  output wire [1:0]                 s_axil_rresp,
  output wire                       s_axil_rvalid,
  input  wire                       s_axil_rready,
  output wire                       irq,
  // PTP time of day: seconds, 2 bits of 0, 30 bits of ns, 16 bits of its fraction
  input  wire [95:0]                ptp_tod,
  // received frames as the NIC hands them over
  input  wire [DATA_BITS-1:0]       rx_tdata,
  input  wire [DATA_BITS/8-1:0]     rx_tkeep,
  input  wire                       rx_beat, // valid and ready
  input  wire                       rx_tlast,
  input  wire                       rx_tuser, // the MAC found the frame bad
  // the PSN that the transport sends next on a QP, if it is hardware
  input  wire                       tx_valid,
  input  wire [9:0]                tx_qpn,
  input  wire [23:0]                tx_psn,
  // updates as they come: valid and ready. One of these waits also while the mailbox is on and full
  output wire                       upd_valid,
  input  wire                       upd_ready,
  output wire [1:0]                 upd_there,
  output wire [9:0]                upd_qpn,
  output wire [3:0]                 upd_alg,
  output wire [41:0]                upd_window,
  output wire [39:0]                upd_pace,
  output wire [15:0]                upd_flags,
  output wire                       upd_feedback,
  output wire [23:0]                upd_una_psn
);

  generate
    // a module that there is not: elaboration ends with its name
    if (DATA_BITS != 128) ackw_error_stream_width_must_be_parser_data_bits_128 u_error();
  endgenerate

  reg rst_n;
  always @(posedge clk) rst_n <= !rst;

  // Copy of the received frames
  wire [DATA_BITS-1:0]   copy_tdata;
  wire [DATA_BITS/8-1:0] copy_tkeep;
  wire                   copy_tvalid, copy_tready, copy_tlast, copy_tuser;
  wire [31:0]            copied, left_out;

  ackw_corundum_copy #(.DATA_BITS(DATA_BITS), .ADDR_BITS(COPY_ADDR_BITS)) u_copy (
    .clk(clk), .rst_n(rst_n), .tap_beat(rx_beat), .tap_tdata(rx_tdata), .tap_tkeep(rx_tkeep), .tap_tlast(rx_tlast),
    .tap_tuser(rx_tuser), .m_axis_tvalid(copy_tvalid), .m_axis_tready(copy_tready), .m_axis_tdata(copy_tdata),
    .m_axis_tkeep(copy_tkeep), .m_axis_tlast(copy_tlast), .m_axis_tuser(copy_tuser), .copied(copied), .left_out(left_out)
  );

  // Time: nanoseconds of a day's clock begin anew each second, the engine's run through 32 bits. So the steps are added
  // up.
  localparam signed [31:0] SECOND = 32'sd1000000000;
  reg  [29:0]        ns, ns_before;
  reg  [31:0]        time_now;
  wire signed [31:0] passed = $signed({2'b00, ns}) - $signed({2'b00, ns_before});
  always @(posedge clk) begin
    ns        <= ptp_tod[45:16];
    ns_before <= ns;
  end
  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) time_now <= 32'd0;
    // back by more than half of a second: the second has begun anew
    else time_now <= time_now + (passed < -(SECOND / 2) ? passed + SECOND : passed);
  end

  // AXI4-Lite: one write and one read at a time, as the engine's own slave has it. A read sees what a write did of
  // which both address and data came in an earlier cycle or in the same one: the engine's slave sees to that, and here
  // a read waits for such a write.
  localparam PAGE = AXIL_ADDR_WIDTH - 12;
  localparam [PAGE-1:0] ENGINE = 0, OWN = 1;

  wire        nic_awready, nic_wready, nic_bvalid, nic_arready, nic_rvalid;
  wire [31:0] nic_rdata;
  wire [1:0]  nic_bresp, nic_rresp;

  reg                       aw_held, w_held, w_sent, b_own, sent_waits;
  reg [AXIL_ADDR_WIDTH-1:0] awaddr;
  reg [31:0]                wdata;
  reg [3:0]                 wstrb;
  wire to_engine = awaddr[AXIL_ADDR_WIDTH-1:12] == ENGINE;
  wire to_own    = awaddr[AXIL_ADDR_WIDTH-1:12] == OWN;
  wire w_goes    = aw_held && w_held && !w_sent && to_engine && nic_awready && nic_wready;
  wire w_own     = aw_held && w_held && !to_engine && !b_own && !sent_waits;
  wire b_goes    = s_axil_bvalid && s_axil_bready;
  wire w_waits   = aw_held && w_held && !s_axil_bvalid; // a write that has done nothing yet
  wire stores    = w_own && to_own && (&wstrb);
  assign s_axil_awready = !aw_held;
  assign s_axil_wready  = !w_held;
  assign s_axil_bvalid  = b_own || (w_sent && nic_bvalid);
  assign s_axil_bresp   = b_own ? 2'b00 : nic_bresp;
  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      aw_held <= 1'b0;
      w_held  <= 1'b0;
      w_sent  <= 1'b0;
      b_own   <= 1'b0;
    end else begin
      aw_held <= (aw_held || s_axil_awvalid) && !b_goes;
      w_held  <= (w_held || s_axil_wvalid) && !b_goes;
      w_sent  <= (w_sent || w_goes) && !b_goes;
      b_own   <= (b_own || w_own) && !b_goes;
    end
  end
  always @(posedge clk) begin
    if (!aw_held) awaddr <= s_axil_awaddr;
    if (!w_held) {wstrb, wdata} <= {s_axil_wstrb, s_axil_wdata};
  end

  // What the transport sends next, from its port, or from a host that is the transport: then when the port is silent
  reg [9:0]  sent_qpn;
  reg [23:0]  sent_psn;
  wire        any_tx_valid = tx_valid || sent_waits;
  wire [9:0] any_tx_qpn   = tx_valid ? tx_qpn : sent_qpn;
  wire [23:0] any_tx_psn   = tx_valid ? tx_psn : sent_psn;
  wire        sent_goes    = stores && awaddr[11:2] == 10'd11;
  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      sent_waits <= 1'b0;
      sent_qpn   <= {(9 + 1){1'b0}};
      sent_psn   <= 24'd0;
    end else begin
      sent_waits <= sent_goes || (sent_waits && tx_valid);
      if (stores && awaddr[11:2] == 10'd10) sent_qpn <= wdata[9:0];
      if (sent_goes) sent_psn <= wdata[23:0];
    end
  end

  // Updates: the mailbox takes each, and while it is full the engine waits, so that none is lost. A host that does not
  // read it turns it off. The last of the mailbox stands in a register, so that the others are in block RAM.
  localparam [MAIL_ADDR_BITS:0] ONE = 1;
  localparam WORD = 1 + 1 + 9 + 1 + 4 + 1 + 42 + 40 + 16 + 24;
  reg  [WORD-1:0]           mail [0:(1 << MAIL_ADDR_BITS)-1];
  reg  [WORD-1:0]           mail_first;
  reg                       mail_on, mail_some;
  reg  [MAIL_ADDR_BITS:0]   mail_write, mail_read;
  reg  [31:0]               mail_waited;
  wire                      nic_upd_valid;
  wire [MAIL_ADDR_BITS:0]   mail_stored = mail_write - mail_read;
  wire                      mail_full   = mail_on && mail_stored[MAIL_ADDR_BITS];
  wire                      nic_upd_ready = upd_ready && !mail_full;
  wire                      mail_takes  = mail_on && nic_upd_valid && nic_upd_ready;
  wire                      mail_next   = stores && awaddr[11:2] == 10'd8;
  wire                      mail_moves  = mail_write != mail_read && (!mail_some || mail_next);
  wire [31:0]               mail_count  = {{(31 - MAIL_ADDR_BITS){1'b0}}, mail_stored} + {31'd0, mail_some};
  wire [1:0]                mail_says;
  wire [9:0]               mail_qpn;
  wire [3:0]                mail_alg;
  wire                      mail_feedback;
  wire [41:0]               mail_window;
  wire [39:0]               mail_pace;
  wire [15:0]               mail_flags;
  wire [23:0]               mail_una_psn;
  assign upd_valid = nic_upd_valid && !mail_full;
  assign {mail_says, mail_qpn, mail_alg, mail_feedback, mail_window, mail_pace, mail_flags, mail_una_psn} =
    mail_some ? mail_first : {WORD{1'b0}};
  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      mail_on     <= 1'b1;
      mail_some   <= 1'b0;
      mail_write  <= {(MAIL_ADDR_BITS + 1){1'b0}};
      mail_read   <= {(MAIL_ADDR_BITS + 1){1'b0}};
      mail_waited <= 32'd0;
    end else begin
      if (stores && awaddr[11:2] == 10'd9) mail_on <= wdata[0];
      if (mail_takes) mail_write <= mail_write + ONE;
      if (mail_moves) mail_read <= mail_read + ONE;
      mail_some <= mail_moves || (mail_some && !mail_next);
      if (nic_upd_valid && mail_full) mail_waited <= mail_waited + 32'd1;
    end
  end
  always @(posedge clk) begin
    if (mail_takes)
      mail[mail_write[MAIL_ADDR_BITS-1:0]] <=
        {upd_there, upd_qpn, upd_alg, upd_feedback, upd_window, upd_pace, upd_flags, upd_una_psn};
    if (mail_moves) mail_first <= mail[mail_read[MAIL_ADDR_BITS-1:0]];
  end

  // Read
  reg                       ar_held, r_sent, r_own;
  reg [AXIL_ADDR_WIDTH-1:0] araddr;
  reg [31:0]                r_data, word;
  wire from_engine = araddr[AXIL_ADDR_WIDTH-1:12] == ENGINE;
  wire ar_engine   = ar_held && !r_sent && from_engine;
  wire ar_own      = ar_held && !r_own && !w_waits && !from_engine;
  wire r_goes      = s_axil_rvalid && s_axil_rready;
  assign s_axil_arready = !ar_held;
  assign s_axil_rvalid  = r_own || (r_sent && nic_rvalid);
  assign s_axil_rdata   = r_own ? r_data : nic_rdata;
  assign s_axil_rresp   = r_own ? 2'b00 : nic_rresp;
  always @* begin
    word = 32'd0;
    if (araddr[AXIL_ADDR_WIDTH-1:12] == OWN) begin
      case (araddr[11:2])
        10'd0: word = copied;
        10'd1: word = left_out;
        10'd2: word = mail_waited;
        10'd3: word = mail_count;
        10'd4: begin
          word[9:0]   = mail_qpn;
          word[16 +: 1 + 1] = mail_says;
          word[22:19]  = mail_alg;
          word[23]     = mail_feedback;
          word[31]     = mail_some;
        end
        10'd5: word = mail_window[31:0];
        10'd6: word = {mail_flags, 6'd0, mail_window[41:32]};
        10'd7: word = mail_pace[31:0];
        10'd8: word = {mail_una_psn, mail_pace[39:32]};
        10'd9: word[0] = mail_on;
        10'd10: word[9:0] = sent_qpn;
        10'd11: word[23:0] = sent_psn;
        default: word = 32'd0;
      endcase
    end
  end
  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      ar_held <= 1'b0;
      r_sent  <= 1'b0;
      r_own   <= 1'b0;
    end else begin
      ar_held <= (ar_held || s_axil_arvalid) && !r_goes;
      r_sent  <= (r_sent || (ar_engine && nic_arready)) && !r_goes;
      r_own   <= (r_own || ar_own) && !r_goes;
    end
  end
  always @(posedge clk) begin
    if (!ar_held) araddr <= s_axil_araddr;
    if (ar_own) r_data <= word;
  end

  wire nic_s_event_ready;
  wire nic_init_done;
  ackw_nic u_nic (
    .clk(clk),
    .rst_n(rst_n),
    .s_axil_awaddr(awaddr[11:0]),
    .s_axil_awprot(3'd0),
    .s_axil_awvalid(w_goes),
    .s_axil_awready(nic_awready),
    .s_axil_wdata(wdata),
    .s_axil_wstrb(wstrb),
    .s_axil_wvalid(w_goes),
    .s_axil_wready(nic_wready),
    .s_axil_bresp(nic_bresp),
    .s_axil_bvalid(nic_bvalid),
    .s_axil_bready(w_sent && s_axil_bready),
    .s_axil_araddr(araddr[11:0]),
    .s_axil_arprot(3'd0),
    .s_axil_arvalid(ar_engine),
    .s_axil_arready(nic_arready),
    .s_axil_rdata(nic_rdata),
    .s_axil_rresp(nic_rresp),
    .s_axil_rvalid(nic_rvalid),
    .s_axil_rready(r_sent && s_axil_rready),
    .irq(irq),
    .s_axis_tdata(copy_tdata),
    .s_axis_tkeep(copy_tkeep),
    .s_axis_tvalid(copy_tvalid),
    .s_axis_tready(copy_tready),
    .s_axis_tlast(copy_tlast),
    .s_axis_tuser(copy_tuser),
    .s_event_valid(1'd0),
    .s_event_ready(nic_s_event_ready),
    .s_event_kind(3'd0),
    .s_event_ece(1'd0),
    .s_event_use_psn(1'd0),
    .s_event_n(14'd0),
    .s_event_psn(24'd0),
    .s_event_qpn(10'd0),
    .tx_valid(any_tx_valid),
    .tx_qpn(any_tx_qpn),
    .tx_psn(any_tx_psn),
    .upd_valid(nic_upd_valid),
    .upd_ready(nic_upd_ready),
    .upd_qpn(upd_qpn),
    .upd_limits(upd_there[0]),
    .upd_acks(upd_there[1]),
    .upd_alg(upd_alg),
    .upd_window(upd_window),
    .upd_pace(upd_pace),
    .upd_flags(upd_flags),
    .upd_feedback(upd_feedback),
    .upd_una_psn(upd_una_psn),
    .init_done(nic_init_done)
  );

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, ptp_tod[95:46], ptp_tod[15:0], araddr[1:0], awaddr[1:0], nic_s_event_ready, nic_init_done, time_now};

endmodule

`default_nettype wire
