// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// ackw_nic as ackw_nic_axis, with a clock and a reset for each bus; the engine runs on clk. The crossings are
// ackw_async_fifo and ackw_axil_async, which say what is promised of order and resets. Streams cross
// independently: what goes in on two of them arrives in no promised order. time_now has a clock too
// (ackw_async_value: the engine sees it whole, at most 10 cycles of clk and 6 of its own old); init_done is
// of clk, as is all that stands in no bus. All resets are active low, may be asserted at any time, and are
// released inside, in step with their clocks.
//
// Fields lie in tdata in the order of the ports of ackw_nic, where their meanings stand, from bit 0 up,
// each at the beginning of a byte. Bits between them are not looked at, and 0 at the output.
//
//   s_axis_event_tdata, 31 bytes
//     [2:0]     s_event_kind
//     [8]       s_event_ece
//     [16]      s_event_use_psn
//     [37:24]   s_event_n
//     [63:40]   s_event_psn
//     [67:64]   s_event_qpn
//     [72]      s_event_telemetry
//     [91:80]   s_event_path
//     [99:96]   s_event_n_hop
//     [107:104] s_event_hop_0_speed
//     [135:112] s_event_hop_0_ts
//     [155:136] s_event_hop_0_tx
//     [175:160] s_event_hop_0_q
//     [179:176] s_event_hop_1_speed
//     [207:184] s_event_hop_1_ts
//     [227:208] s_event_hop_1_tx
//     [247:232] s_event_hop_1_q
//
//   s_axis_sent_tdata, 4 bytes
//     [3:0]     tx_qpn
//     [31:8]    tx_psn
//
//   m_axis_update_tdata, 21 bytes
//     [3:0]     upd_qpn
//     [8]       upd_limits
//     [16]      upd_acks
//     [27:24]   upd_alg
//     [73:32]   upd_window
//     [119:80]  upd_pace
//     [135:120] upd_flags
//     [136]     upd_feedback
//     [167:144] upd_una_psn
module ackw_nic_axis_async #(
  parameter PACKET_ADDR_BITS = 5, // the FIFO of the packets holds 2^5 beats, the others as many words
  parameter EVENT_ADDR_BITS  = 4,
  parameter SENT_ADDR_BITS   = 4,
  parameter UPDATE_ADDR_BITS = 4
) (
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clk, ASSOCIATED_RESET rst_n" *)
  input  wire clk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 rst_n RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME rst_n, POLARITY ACTIVE_LOW" *)
  input  wire rst_n,
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 s_axis_packet_aclk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axis_packet_aclk, ASSOCIATED_BUSIF s_axis_packet, ASSOCIATED_RESET s_axis_packet_aresetn" *)
  input  wire s_axis_packet_aclk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 s_axis_packet_aresetn RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axis_packet_aresetn, POLARITY ACTIVE_LOW" *)
  input  wire s_axis_packet_aresetn,
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 s_axis_event_aclk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axis_event_aclk, ASSOCIATED_BUSIF s_axis_event, ASSOCIATED_RESET s_axis_event_aresetn" *)
  input  wire s_axis_event_aclk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 s_axis_event_aresetn RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axis_event_aresetn, POLARITY ACTIVE_LOW" *)
  input  wire s_axis_event_aresetn,
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 s_axis_sent_aclk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axis_sent_aclk, ASSOCIATED_BUSIF s_axis_sent, ASSOCIATED_RESET s_axis_sent_aresetn" *)
  input  wire s_axis_sent_aclk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 s_axis_sent_aresetn RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axis_sent_aresetn, POLARITY ACTIVE_LOW" *)
  input  wire s_axis_sent_aresetn,
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 m_axis_update_aclk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axis_update_aclk, ASSOCIATED_BUSIF m_axis_update, ASSOCIATED_RESET m_axis_update_aresetn" *)
  input  wire m_axis_update_aclk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 m_axis_update_aresetn RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axis_update_aresetn, POLARITY ACTIVE_LOW" *)
  input  wire m_axis_update_aresetn,
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 s_axil_aclk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axil_aclk, ASSOCIATED_BUSIF s_axil, ASSOCIATED_RESET s_axil_aresetn" *)
  input  wire s_axil_aclk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 s_axil_aresetn RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axil_aresetn, POLARITY ACTIVE_LOW" *)
  input  wire s_axil_aresetn,
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 time_now_aclk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME time_now_aclk, ASSOCIATED_RESET time_now_aresetn" *)
  input  wire time_now_aclk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 time_now_aresetn RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME time_now_aresetn, POLARITY ACTIVE_LOW" *)
  input  wire time_now_aresetn,
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_packet TDATA" *)
  input  wire [63:0] s_axis_packet_tdata, // packets: first byte of the frame in bits 7:0 of the first beat; no FCS
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_packet TKEEP" *)
  input  wire [7:0] s_axis_packet_tkeep, // all ones but on the last beat, where it is a run of ones from bit 0
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_packet TVALID" *)
  input  wire s_axis_packet_tvalid, // a beat
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_packet TREADY" *)
  output wire s_axis_packet_tready, // the beat is taken, if valid
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_packet TLAST" *)
  input  wire s_axis_packet_tlast, // the last beat of a frame
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_packet TUSER" *)
  input  wire s_axis_packet_tuser, // on the last beat: the MAC found the frame bad
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_event TDATA" *)
  input  wire [247:0] s_axis_event_tdata, // fields as above
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_event TVALID" *)
  input  wire s_axis_event_tvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_event TREADY" *)
  output wire s_axis_event_tready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_sent TDATA" *)
  input  wire [31:0] s_axis_sent_tdata, // fields as above
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_sent TVALID" *)
  input  wire s_axis_sent_tvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 s_axis_sent TREADY" *)
  output wire s_axis_sent_tready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 m_axis_update TDATA" *)
  output wire [167:0] m_axis_update_tdata, // fields as above
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 m_axis_update TVALID" *)
  output wire m_axis_update_tvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:axis:1.0 m_axis_update TREADY" *)
  input  wire m_axis_update_tready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWADDR" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axil, PROTOCOL AXI4LITE, ADDR_WIDTH 12, DATA_WIDTH 32" *)
  input  wire [11:0] s_axil_awaddr, // byte address; bits 1:0 are ignored
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWPROT" *)
  input  wire [2:0] s_axil_awprot, // not looked at
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWVALID" *)
  input  wire s_axil_awvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWREADY" *)
  output wire s_axil_awready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WDATA" *)
  input  wire [31:0] s_axil_wdata,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WSTRB" *)
  input  wire [3:0] s_axil_wstrb, // a write with less than all ones is refused
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WVALID" *)
  input  wire s_axil_wvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WREADY" *)
  output wire s_axil_wready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BRESP" *)
  output wire [1:0] s_axil_bresp, // OKAY, or SLVERR: ackw_axil_async.v
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BVALID" *)
  output wire s_axil_bvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BREADY" *)
  input  wire s_axil_bready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARADDR" *)
  input  wire [11:0] s_axil_araddr, // byte address; bits 1:0 are ignored; where nothing is, 0 is read
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARPROT" *)
  input  wire [2:0] s_axil_arprot, // not looked at
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARVALID" *)
  input  wire s_axil_arvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARREADY" *)
  output wire s_axil_arready,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RDATA" *)
  output wire [31:0] s_axil_rdata,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RRESP" *)
  output wire [1:0] s_axil_rresp, // OKAY, or SLVERR: ackw_axil_async.v
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RVALID" *)
  output wire s_axil_rvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RREADY" *)
  input  wire s_axil_rready,
  (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
  output wire irq, // of s_axil's clock
  input  wire [31:0] time_now, // of time_now_aclk
  output wire init_done // of clk
);

  wire [63:0] packet_tdata;
  wire [7:0] packet_tkeep;
  wire packet_tvalid;
  wire packet_tready;
  wire packet_tlast;
  wire packet_tuser;
  wire s_event_valid;
  wire s_event_ready;
  wire [2:0] s_event_kind;
  wire s_event_ece;
  wire s_event_use_psn;
  wire [13:0] s_event_n;
  wire [23:0] s_event_psn;
  wire [3:0] s_event_qpn;
  wire s_event_telemetry;
  wire [11:0] s_event_path;
  wire [3:0] s_event_n_hop;
  wire [3:0] s_event_hop_0_speed;
  wire [23:0] s_event_hop_0_ts;
  wire [19:0] s_event_hop_0_tx;
  wire [15:0] s_event_hop_0_q;
  wire [3:0] s_event_hop_1_speed;
  wire [23:0] s_event_hop_1_ts;
  wire [19:0] s_event_hop_1_tx;
  wire [15:0] s_event_hop_1_q;
  wire tx_valid;
  wire tx_ready;
  wire [3:0] tx_qpn;
  wire [23:0] tx_psn;
  wire upd_valid;
  wire upd_ready;
  wire [3:0] upd_qpn;
  wire upd_limits;
  wire upd_acks;
  wire [3:0] upd_alg;
  wire [41:0] upd_window;
  wire [39:0] upd_pace;
  wire [15:0] upd_flags;
  wire upd_feedback;
  wire [23:0] upd_una_psn;
  wire [11:0] engine_axil_awaddr;
  wire engine_axil_awvalid;
  wire engine_axil_awready;
  wire [31:0] engine_axil_wdata;
  wire [3:0] engine_axil_wstrb;
  wire engine_axil_wvalid;
  wire engine_axil_wready;
  wire [1:0] engine_axil_bresp;
  wire engine_axil_bvalid;
  wire engine_axil_bready;
  wire [11:0] engine_axil_araddr;
  wire engine_axil_arvalid;
  wire engine_axil_arready;
  wire [31:0] engine_axil_rdata;
  wire [1:0] engine_axil_rresp;
  wire engine_axil_rvalid;
  wire engine_axil_rready;
  wire engine_irq;
  wire engine_rst_n;
  wire [31:0] engine_time;

  ackw_sync u_reset (
    .clk   (clk),
    .rst_n (rst_n),
    .d     (1'b1),
    .q     (engine_rst_n)
  );

  ackw_async_fifo #(
    .WIDTH     (74),
    .ADDR_BITS (PACKET_ADDR_BITS)
  ) u_packet (
    .wr_clk   (s_axis_packet_aclk),
    .wr_rst_n (s_axis_packet_aresetn),
    .wr_valid (s_axis_packet_tvalid),
    .wr_ready (s_axis_packet_tready),
    .wr_data  ({s_axis_packet_tuser, s_axis_packet_tlast, s_axis_packet_tkeep, s_axis_packet_tdata}),
    .rd_clk   (clk),
    .rd_rst_n (rst_n),
    .rd_valid (packet_tvalid),
    .rd_ready (packet_tready),
    .rd_data  ({packet_tuser, packet_tlast, packet_tkeep, packet_tdata})
  );

  ackw_async_fifo #(
    .WIDTH     (192),
    .ADDR_BITS (EVENT_ADDR_BITS)
  ) u_event (
    .wr_clk   (s_axis_event_aclk),
    .wr_rst_n (s_axis_event_aresetn),
    .wr_valid (s_axis_event_tvalid),
    .wr_ready (s_axis_event_tready),
    .wr_data  ({
      s_axis_event_tdata[247:232],
      s_axis_event_tdata[227:208],
      s_axis_event_tdata[207:184],
      s_axis_event_tdata[179:176],
      s_axis_event_tdata[175:160],
      s_axis_event_tdata[155:136],
      s_axis_event_tdata[135:112],
      s_axis_event_tdata[107:104],
      s_axis_event_tdata[99:96],
      s_axis_event_tdata[91:80],
      s_axis_event_tdata[72],
      s_axis_event_tdata[67:64],
      s_axis_event_tdata[63:40],
      s_axis_event_tdata[37:24],
      s_axis_event_tdata[16],
      s_axis_event_tdata[8],
      s_axis_event_tdata[2:0]
    }),
    .rd_clk   (clk),
    .rd_rst_n (rst_n),
    .rd_valid (s_event_valid),
    .rd_ready (s_event_ready),
    .rd_data  ({
      s_event_hop_1_q,
      s_event_hop_1_tx,
      s_event_hop_1_ts,
      s_event_hop_1_speed,
      s_event_hop_0_q,
      s_event_hop_0_tx,
      s_event_hop_0_ts,
      s_event_hop_0_speed,
      s_event_n_hop,
      s_event_path,
      s_event_telemetry,
      s_event_qpn,
      s_event_psn,
      s_event_n,
      s_event_use_psn,
      s_event_ece,
      s_event_kind
    })
  );

  ackw_async_fifo #(
    .WIDTH     (28),
    .ADDR_BITS (SENT_ADDR_BITS)
  ) u_sent (
    .wr_clk   (s_axis_sent_aclk),
    .wr_rst_n (s_axis_sent_aresetn),
    .wr_valid (s_axis_sent_tvalid),
    .wr_ready (s_axis_sent_tready),
    .wr_data  ({s_axis_sent_tdata[31:8], s_axis_sent_tdata[3:0]}),
    .rd_clk   (clk),
    .rd_rst_n (rst_n),
    .rd_valid (tx_valid),
    .rd_ready (tx_ready),
    .rd_data  ({tx_psn, tx_qpn})
  );

  wire [132:0] update_fields;
  assign m_axis_update_tdata = {
    update_fields[132:109],
    7'd0,
    update_fields[108],
    update_fields[107:92],
    update_fields[91:52],
    6'd0,
    update_fields[51:10],
    4'd0,
    update_fields[9:6],
    7'd0,
    update_fields[5],
    7'd0,
    update_fields[4],
    4'd0,
    update_fields[3:0]
  };

  ackw_async_fifo #(
    .WIDTH     (133),
    .ADDR_BITS (UPDATE_ADDR_BITS)
  ) u_update (
    .wr_clk   (clk),
    .wr_rst_n (rst_n),
    .wr_valid (upd_valid),
    .wr_ready (upd_ready),
    .wr_data  ({
      upd_una_psn,
      upd_feedback,
      upd_flags,
      upd_pace,
      upd_window,
      upd_alg,
      upd_acks,
      upd_limits,
      upd_qpn
    }),
    .rd_clk   (m_axis_update_aclk),
    .rd_rst_n (m_axis_update_aresetn),
    .rd_valid (m_axis_update_tvalid),
    .rd_ready (m_axis_update_tready),
    .rd_data  (update_fields)
  );

  ackw_axil_async #(
    .ADDR_WIDTH (12)
  ) u_axil (
    .s_aclk    (s_axil_aclk),
    .s_aresetn (s_axil_aresetn),
    .s_awaddr  (s_axil_awaddr),
    .s_awvalid (s_axil_awvalid),
    .s_awready (s_axil_awready),
    .s_wdata   (s_axil_wdata),
    .s_wstrb   (s_axil_wstrb),
    .s_wvalid  (s_axil_wvalid),
    .s_wready  (s_axil_wready),
    .s_bresp   (s_axil_bresp),
    .s_bvalid  (s_axil_bvalid),
    .s_bready  (s_axil_bready),
    .s_araddr  (s_axil_araddr),
    .s_arvalid (s_axil_arvalid),
    .s_arready (s_axil_arready),
    .s_rdata   (s_axil_rdata),
    .s_rresp   (s_axil_rresp),
    .s_rvalid  (s_axil_rvalid),
    .s_rready  (s_axil_rready),
    .m_aclk    (clk),
    .m_aresetn (rst_n),
    .m_awaddr  (engine_axil_awaddr),
    .m_awvalid (engine_axil_awvalid),
    .m_awready (engine_axil_awready),
    .m_wdata   (engine_axil_wdata),
    .m_wstrb   (engine_axil_wstrb),
    .m_wvalid  (engine_axil_wvalid),
    .m_wready  (engine_axil_wready),
    .m_bresp   (engine_axil_bresp),
    .m_bvalid  (engine_axil_bvalid),
    .m_bready  (engine_axil_bready),
    .m_araddr  (engine_axil_araddr),
    .m_arvalid (engine_axil_arvalid),
    .m_arready (engine_axil_arready),
    .m_rdata   (engine_axil_rdata),
    .m_rresp   (engine_axil_rresp),
    .m_rvalid  (engine_axil_rvalid),
    .m_rready  (engine_axil_rready)
  );

  ackw_sync u_irq (
    .clk   (s_axil_aclk),
    .rst_n (s_axil_aresetn),
    .d     (engine_irq),
    .q     (irq)
  );

  ackw_async_value #(
    .WIDTH (32)
  ) u_time (
    .a_clk   (time_now_aclk),
    .a_rst_n (time_now_aresetn),
    .a_value (time_now),
    .b_clk   (clk),
    .b_rst_n (rst_n),
    .b_value (engine_time)
  );

  ackw_nic u_nic (
    .clk                 (clk),
    .rst_n               (engine_rst_n),
    .irq                 (engine_irq),
    .init_done           (init_done),
    .time_now            (engine_time),
    .s_axis_tdata        (packet_tdata),
    .s_axis_tkeep        (packet_tkeep),
    .s_axis_tvalid       (packet_tvalid),
    .s_axis_tready       (packet_tready),
    .s_axis_tlast        (packet_tlast),
    .s_axis_tuser        (packet_tuser),
    .s_event_valid       (s_event_valid),
    .s_event_ready       (s_event_ready),
    .s_event_kind        (s_event_kind),
    .s_event_ece         (s_event_ece),
    .s_event_use_psn     (s_event_use_psn),
    .s_event_n           (s_event_n),
    .s_event_psn         (s_event_psn),
    .s_event_qpn         (s_event_qpn),
    .s_event_telemetry   (s_event_telemetry),
    .s_event_path        (s_event_path),
    .s_event_n_hop       (s_event_n_hop),
    .s_event_hop_0_speed (s_event_hop_0_speed),
    .s_event_hop_0_ts    (s_event_hop_0_ts),
    .s_event_hop_0_tx    (s_event_hop_0_tx),
    .s_event_hop_0_q     (s_event_hop_0_q),
    .s_event_hop_1_speed (s_event_hop_1_speed),
    .s_event_hop_1_ts    (s_event_hop_1_ts),
    .s_event_hop_1_tx    (s_event_hop_1_tx),
    .s_event_hop_1_q     (s_event_hop_1_q),
    .tx_valid            (tx_valid),
    .tx_qpn              (tx_qpn),
    .tx_psn              (tx_psn),
    .upd_valid           (upd_valid),
    .upd_ready           (upd_ready),
    .upd_qpn             (upd_qpn),
    .upd_limits          (upd_limits),
    .upd_acks            (upd_acks),
    .upd_alg             (upd_alg),
    .upd_window          (upd_window),
    .upd_pace            (upd_pace),
    .upd_flags           (upd_flags),
    .upd_feedback        (upd_feedback),
    .upd_una_psn         (upd_una_psn),
    .s_axil_awaddr       (engine_axil_awaddr),
    .s_axil_awprot       (3'd0),
    .s_axil_awvalid      (engine_axil_awvalid),
    .s_axil_awready      (engine_axil_awready),
    .s_axil_wdata        (engine_axil_wdata),
    .s_axil_wstrb        (engine_axil_wstrb),
    .s_axil_wvalid       (engine_axil_wvalid),
    .s_axil_wready       (engine_axil_wready),
    .s_axil_bresp        (engine_axil_bresp),
    .s_axil_bvalid       (engine_axil_bvalid),
    .s_axil_bready       (engine_axil_bready),
    .s_axil_araddr       (engine_axil_araddr),
    .s_axil_arprot       (3'd0),
    .s_axil_arvalid      (engine_axil_arvalid),
    .s_axil_arready      (engine_axil_arready),
    .s_axil_rdata        (engine_axil_rdata),
    .s_axil_rresp        (engine_axil_rresp),
    .s_axil_rvalid       (engine_axil_rvalid),
    .s_axil_rready       (engine_axil_rready)
  );

  assign tx_ready = init_done;

  wire unused = &{
    1'b0,
    s_axis_event_tdata[7:3],
    s_axis_event_tdata[15:9],
    s_axis_event_tdata[23:17],
    s_axis_event_tdata[39:38],
    s_axis_event_tdata[71:68],
    s_axis_event_tdata[79:73],
    s_axis_event_tdata[95:92],
    s_axis_event_tdata[103:100],
    s_axis_event_tdata[111:108],
    s_axis_event_tdata[159:156],
    s_axis_event_tdata[183:180],
    s_axis_event_tdata[231:228],
    s_axis_sent_tdata[7:4],
    s_axil_awprot,
    s_axil_arprot
  };

endmodule

`default_nettype wire
