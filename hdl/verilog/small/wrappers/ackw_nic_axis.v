// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// ackw_nic with packets, events, what was sent, updates and registers as buses that Vivado's block design and
// Quartus' Platform Designer know; what else there is stands beside them. All on clk.
// s_axis_sent is taken from init_done on; the design itself always takes it.
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
module ackw_nic_axis (
  (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clk CLK" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clk, ASSOCIATED_BUSIF s_axis_packet:s_axis_event:s_axis_sent:m_axis_update:s_axil, ASSOCIATED_RESET rst_n, FREQ_HZ 200000000, FREQ_TOLERANCE_HZ -1" *)
  input  wire clk,
  (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 rst_n RST" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME rst_n, POLARITY ACTIVE_LOW" *)
  input  wire rst_n,
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
  output wire [1:0] s_axil_bresp, // always OKAY
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
  output wire [1:0] s_axil_rresp, // always OKAY
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RVALID" *)
  output wire s_axil_rvalid,
  (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RREADY" *)
  input  wire s_axil_rready,
  (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
  (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
  output wire irq, // of clk
  input  wire [31:0] time_now, // of clk
  output wire init_done // of clk
);

  wire [3:0] upd_qpn;
  wire upd_limits;
  wire upd_acks;
  wire [3:0] upd_alg;
  wire [41:0] upd_window;
  wire [39:0] upd_pace;
  wire [15:0] upd_flags;
  wire upd_feedback;
  wire [23:0] upd_una_psn;

  ackw_nic u_nic (
    .clk                 (clk),
    .rst_n               (rst_n),
    .irq                 (irq),
    .init_done           (init_done),
    .time_now            (time_now),
    .s_axis_tdata        (s_axis_packet_tdata),
    .s_axis_tkeep        (s_axis_packet_tkeep),
    .s_axis_tvalid       (s_axis_packet_tvalid),
    .s_axis_tready       (s_axis_packet_tready),
    .s_axis_tlast        (s_axis_packet_tlast),
    .s_axis_tuser        (s_axis_packet_tuser),
    .s_event_valid       (s_axis_event_tvalid),
    .s_event_ready       (s_axis_event_tready),
    .s_event_kind        (s_axis_event_tdata[2:0]),
    .s_event_ece         (s_axis_event_tdata[8]),
    .s_event_use_psn     (s_axis_event_tdata[16]),
    .s_event_n           (s_axis_event_tdata[37:24]),
    .s_event_psn         (s_axis_event_tdata[63:40]),
    .s_event_qpn         (s_axis_event_tdata[67:64]),
    .s_event_telemetry   (s_axis_event_tdata[72]),
    .s_event_path        (s_axis_event_tdata[91:80]),
    .s_event_n_hop       (s_axis_event_tdata[99:96]),
    .s_event_hop_0_speed (s_axis_event_tdata[107:104]),
    .s_event_hop_0_ts    (s_axis_event_tdata[135:112]),
    .s_event_hop_0_tx    (s_axis_event_tdata[155:136]),
    .s_event_hop_0_q     (s_axis_event_tdata[175:160]),
    .s_event_hop_1_speed (s_axis_event_tdata[179:176]),
    .s_event_hop_1_ts    (s_axis_event_tdata[207:184]),
    .s_event_hop_1_tx    (s_axis_event_tdata[227:208]),
    .s_event_hop_1_q     (s_axis_event_tdata[247:232]),
    .tx_valid            (s_axis_sent_tvalid),
    .tx_qpn              (s_axis_sent_tdata[3:0]),
    .tx_psn              (s_axis_sent_tdata[31:8]),
    .upd_valid           (m_axis_update_tvalid),
    .upd_ready           (m_axis_update_tready),
    .upd_qpn             (upd_qpn),
    .upd_limits          (upd_limits),
    .upd_acks            (upd_acks),
    .upd_alg             (upd_alg),
    .upd_window          (upd_window),
    .upd_pace            (upd_pace),
    .upd_flags           (upd_flags),
    .upd_feedback        (upd_feedback),
    .upd_una_psn         (upd_una_psn),
    .s_axil_awaddr       (s_axil_awaddr),
    .s_axil_awprot       (s_axil_awprot),
    .s_axil_awvalid      (s_axil_awvalid),
    .s_axil_awready      (s_axil_awready),
    .s_axil_wdata        (s_axil_wdata),
    .s_axil_wstrb        (s_axil_wstrb),
    .s_axil_wvalid       (s_axil_wvalid),
    .s_axil_wready       (s_axil_wready),
    .s_axil_bresp        (s_axil_bresp),
    .s_axil_bvalid       (s_axil_bvalid),
    .s_axil_bready       (s_axil_bready),
    .s_axil_araddr       (s_axil_araddr),
    .s_axil_arprot       (s_axil_arprot),
    .s_axil_arvalid      (s_axil_arvalid),
    .s_axil_arready      (s_axil_arready),
    .s_axil_rdata        (s_axil_rdata),
    .s_axil_rresp        (s_axil_rresp),
    .s_axil_rvalid       (s_axil_rvalid),
    .s_axil_rready       (s_axil_rready)
  );

  assign m_axis_update_tdata = {
    upd_una_psn,
    7'd0,
    upd_feedback,
    upd_flags,
    upd_pace,
    6'd0,
    upd_window,
    4'd0,
    upd_alg,
    7'd0,
    upd_acks,
    7'd0,
    upd_limits,
    4'd0,
    upd_qpn
  };

  assign s_axis_sent_tready = init_done;

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
    s_axis_sent_tdata[7:4]
  };

endmodule

`default_nettype wire
