// What stands around the adapter in surf, of ours: an engine that sends frames of four QPs in one stream, and a MAC of
// 10 Gbit/s behind it. tests/surf.rs drives it, and may drive the stream itself.
`default_nettype none

module attached #(
  parameter QUEUES = 4,
  parameter BEATS  = 65,   // BTH and 1 KB
  parameter MAC    = 553,  // of a frame on the link, in quarters of a cycle
  parameter EMPTY  = 0     // frames leave with a last beat of no byte
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              enable,
  input  wire [QUEUES-1:0] has,     // a QP has frames
  input  wire              careful, // none goes to a queue without room
  input  wire              raw,     // the stream is driven from outside
  input  wire              raw_tvalid,
  input  wire              raw_tlast,
  input  wire [63:0]       raw_lo,
  input  wire [63:0]       raw_hi,
  input  wire [15:0]       raw_tkeep,
  output wire              raw_tready,
  input  wire              stall,   // the MAC takes nothing
  input  wire              rx_beat,
  input  wire              rx_tlast,
  input  wire [63:0]       rx_lo,
  input  wire [63:0]       rx_hi,
  input  wire [15:0]       rx_tkeep,
  input  wire              qp_valid,
  input  wire              qp_opens,
  input  wire [3:0]        qp_index,
  input  wire [23:0]       qp_psn,
  output wire [QUEUES-1:0] qp_runs,
  output wire [31:0]       too_long,
  output wire [31:0]       lost,
  input  wire [11:0]       s_axil_araddr,
  input  wire              s_axil_arvalid,
  output wire              s_axil_arready,
  output wire              s_axil_rvalid,
  output wire [31:0]       s_axil_rdata,
  input  wire [11:0]       s_axil_awaddr,
  input  wire [31:0]       s_axil_wdata,
  input  wire              s_axil_awvalid,
  input  wire              s_axil_wvalid,
  output wire              s_axil_awready,
  output wire              s_axil_wready,
  output wire              s_axil_bvalid,
  // a frame has left
  output reg               left,
  output reg  [7:0]        left_opcode,
  output reg  [23:0]       left_qpn,
  output reg  [23:0]       left_psn,
  output reg  [15:0]       left_beats,
  output reg  [63:0]       left_sum, // of all its beats
  output reg               bad // a beat of the engine's is not as it was sent
);
  localparam [23:0] REMOTE = 24'h00_0a00, LOCAL = 24'h00_0500; // of QP 0

  // the engine: a frame of one QP, then of the next that has one
  reg  [23:0] next [0:QUEUES-1];
  reg  [7:0]  beat;
  reg  [1:0]  queue;
  reg         sends;
  wire [QUEUES-1:0] room;
  wire [QUEUES-1:0] may = has & (room | {QUEUES{!careful}});
  reg  [1:0]  pick;
  reg         any;
  integer     k;
  always @* begin
    pick = queue;
    any  = 1'b0;
    for (k = QUEUES; k >= 1; k = k - 1)
      if (may[queue + k[1:0]]) begin
        pick = queue + k[1:0];
        any  = 1'b1;
      end
  end
  function [127:0] data(input [1:0] q, input [23:0] psn, input [7:0] b);
    data = b == 8'd0 ? {32'd0, psn[7:0], psn[15:8], psn[23:16], 8'd0, 8'h00 + {6'd0, q}, 8'h0a, 8'h00, 8'd0, 16'hffff,
                        8'd0, 8'h07} : {2{6'd0, q, psn, b, 24'h5ac396}};
  endfunction
  wire         e_last = beat == BEATS - 1;
  wire         s_tready;
  wire         s_tvalid = raw ? raw_tvalid : sends;
  wire         s_tlast  = raw ? raw_tlast : e_last;
  wire [127:0] s_tdata  = raw ? {raw_hi, raw_lo} : data(queue, next[queue], beat);
  wire [15:0]  s_tkeep  = raw ? raw_tkeep : e_last ? 16'h0fff : 16'hffff;
  wire [31:0]  s_tuser  = raw ? raw_hi[31:0] : beat == 8'd0 ? 32'd2 : 32'd0;
  assign raw_tready = s_tready;
  always @(posedge clk) begin
    if (rst) begin
      sends <= 1'b0;
      beat  <= 8'd0;
      queue <= 2'd0;
      for (k = 0; k < QUEUES; k = k + 1) next[k] <= 24'd0;
    end else begin
      if (!sends || (s_tready && e_last)) begin
        sends <= any && !raw;
        if (any && !raw) queue <= pick;
      end
      if (sends && s_tready) beat <= e_last ? 8'd0 : beat + 8'd1;
      if (sends && s_tready && e_last) next[queue] <= next[queue] + 24'd1;
      if (qp_valid && qp_opens && qp_index < QUEUES) next[qp_index[1:0]] <= qp_psn;
    end
  end

  wire         m_tvalid, m_tlast, m_tready;
  wire [127:0] m_tdata;
  wire [15:0]  m_tkeep;
  wire [31:0]  m_tuser;
  plain u_plain (
    .clk(clk), .rst(rst), .enable(enable), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
    .s_tkeep(s_tkeep), .s_tlast(s_tlast), .s_tuser(s_tuser), .m_tvalid(m_tvalid), .m_tready(m_tready),
    .m_tdata(m_tdata), .m_tkeep(m_tkeep), .m_tlast(m_tlast), .m_tuser(m_tuser), .rx_beat(rx_beat),
    .rx_tdata({rx_hi, rx_lo}), .rx_tkeep(rx_tkeep), .rx_tlast(rx_tlast), .qp_valid(qp_valid), .qp_opens(qp_opens),
    .qp_index(qp_index), .qp_local(LOCAL + {20'd0, qp_index}), .qp_remote(REMOTE + {20'd0, qp_index}),
    .qp_psn(qp_psn), .qp_runs(qp_runs), .qp_room(room), .too_long(too_long), .lost(lost), .awaddr(s_axil_awaddr),
    .awvalid(s_axil_awvalid), .awready(s_axil_awready), .wdata(s_axil_wdata), .wvalid(s_axil_wvalid),
    .wready(s_axil_wready), .bvalid(s_axil_bvalid), .araddr(s_axil_araddr), .arvalid(s_axil_arvalid),
    .arready(s_axil_arready), .rdata(s_axil_rdata), .rvalid(s_axil_rvalid)
  );

  // the MAC: a frame takes MAC quarters of a cycle
  reg  [15:0] busy;
  reg         amid;
  reg  [15:0] at;
  reg  [1:0]  of;
  reg  [23:0] psn;
  assign m_tready = (amid || busy < 16'd4) && !stall;
  wire moves = m_tvalid && m_tready;
  wire [15:0] rest = busy < 16'd4 ? 16'd0 : busy - 16'd4;
  wire [1:0]  q    = amid ? of : m_tdata[57:56];
  wire [23:0] p    = amid ? psn : {m_tdata[79:72], m_tdata[87:80], m_tdata[95:88]};
  wire [7:0]  b    = amid ? at[7:0] : 8'd0;
  wire        tail = b == BEATS - 1;
  wire        empty = EMPTY != 0 && b == BEATS;
  wire        last = EMPTY != 0 ? empty : tail;
  always @(posedge clk) begin
    if (rst) begin
      busy   <= 16'd0;
      amid <= 1'b0;
      bad    <= 1'b0;
      left   <= 1'b0;
    end else begin
      busy <= moves && !amid ? MAC - 4 + busy[1:0] : rest;
      left <= moves && m_tlast;
      if (moves) amid <= !m_tlast;
      if (moves && !raw && !empty && m_tdata != data(q, p, b)) bad <= 1'b1;
      if (moves && !raw && (m_tlast != last || m_tkeep != (empty ? 16'h0000 : tail ? 16'h0fff : 16'hffff) ||
                            m_tuser != (b == 8'd0 ? 32'd2 : 32'd0))) bad <= 1'b1;
    end
    if (moves && !amid) begin
      of          <= m_tdata[57:56];
      psn         <= p;
      left_psn    <= p;
      left_qpn    <= {m_tdata[47:40], m_tdata[55:48], m_tdata[63:56]};
      left_opcode <= m_tdata[7:0];
    end
    if (moves) left_sum <= (amid ? {left_sum[62:0], left_sum[63]} : 64'd0) ^ m_tdata[63:0] ^
                           {m_tdata[126:64], m_tdata[127]} ^ {15'd0, m_tlast, m_tkeep, m_tuser};
    if (moves) at <= amid ? at + 16'd1 : 16'd1;
    if (moves && m_tlast) left_beats <= amid ? at + 16'd1 : 16'd1;
  end

endmodule

`default_nettype wire
