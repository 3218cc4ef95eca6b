// Grants of ackw_sender for a scheduler that is told which queues may send, as tx_scheduler_rr with SCHED_CTRL_ENABLE:
// a queue of the scheduler is the QP of its number, up to QUEUES; the others are not touched.
`default_nettype none

module ackw_corundum_sched #(
  parameter QUEUES            = 16,
  parameter QPN_BITS          = 4, // 2^QPN_BITS is QUEUES
  parameter QUEUE_INDEX_WIDTH = 6, // at least QPN_BITS
  parameter REQ_TAG_WIDTH     = 8,
  parameter LEN_WIDTH         = 16
) (
  input  wire                         clk,
  input  wire                         rst_n,
  // a QP is open at the sender: from behind its opening until before its closing
  input  wire [QUEUES-1:0]            runs,
  // taps of the scheduler: what it is told and what it says
  input  wire [QUEUE_INDEX_WIDTH-1:0] doorbell_queue,
  input  wire                         doorbell_valid,
  input  wire [QUEUE_INDEX_WIDTH-1:0] tx_req_queue,
  input  wire [REQ_TAG_WIDTH-1:0]     tx_req_tag,
  input  wire                         tx_req_taken, // valid and ready
  input  wire [LEN_WIDTH-1:0]         tx_req_status_len,
  input  wire [REQ_TAG_WIDTH-1:0]     tx_req_status_tag,
  input  wire                         tx_req_status_valid,
  // its control
  output reg  [QUEUE_INDEX_WIDTH-1:0] m_axis_sched_ctrl_queue,
  output reg                          m_axis_sched_ctrl_enable,
  output reg                          m_axis_sched_ctrl_valid,
  input  wire                         m_axis_sched_ctrl_ready,
  // the PSN that a QP sends next, as the engine has it
  input  wire                         tx_valid,
  input  wire [QPN_BITS-1:0]          tx_qpn,
  input  wire [23:0]                  tx_psn,
  // to and from ackw_sender, or ackw_nic with the sender
  output reg                          s_req_valid,
  input  wire                         s_req_ready,
  output reg  [QPN_BITS-1:0]          s_req_qpn,
  output reg                          s_sent_valid,
  input  wire                         s_sent_ready,
  output reg  [QPN_BITS-1:0]          s_sent_qpn,
  output reg  [7:0]                   s_sent_tag,
  output reg  [23:0]                  s_sent_psn_next,
  output reg  [27:0]                  s_sent_bytes,
  output reg                          s_sent_empty,
  input  wire                         m_grant_valid,
  output wire                         m_grant_ready,
  input  wire [QPN_BITS-1:0]          m_grant_qpn,
  input  wire [7:0]                   m_grant_tag,
  input  wire [19:0]                  m_grant_max_bytes,
  input  wire [13:0]                  m_grant_max_packets
);

  // the lowest bit that is set
  function [QPN_BITS-1:0] lowest(input [QUEUES-1:0] bits);
    integer k;
    begin
      lowest = {QPN_BITS{1'b0}};
      for (k = QUEUES - 1; k >= 0; k = k - 1) if (bits[k]) lowest = k[QPN_BITS-1:0];
    end
  endfunction

  // the first bit that is set above the one that was chosen last, or the first of all
  function [QPN_BITS-1:0] next(input [QUEUES-1:0] bits, input [QPN_BITS-1:0] last);
    reg [QUEUES-1:0] above;
    begin
      above = bits & ({QUEUES{1'b1}} << last << 1);
      next  = |above ? lowest(above) : lowest(bits);
    end
  endfunction

  reg  [QUEUE_INDEX_WIDTH-1:0] queue_of [0:(1 << REQ_TAG_WIDTH)-1];
  reg  [23:0]                  psn      [0:QUEUES-1];
  reg  [4:0]                   ticks;
  // a queue whose wish is on its way, or not yet known
  reg  [QUEUES-1:0]            said;
  wire [QUEUES-1:0]            wants, ring, done, room, empty;
  wire [7:0]                   tag   [0:QUEUES-1];
  wire [27:0]                  bytes [0:QUEUES-1];
  wire [QUEUE_INDEX_WIDTH-1:0] ended = queue_of[tx_req_status_tag];

  wire [QUEUES-1:0]   tell  = wants ^ said;
  wire [QPN_BITS-1:0] turns = next(tell, m_axis_sched_ctrl_queue[QPN_BITS-1:0]);
  wire [QPN_BITS-1:0] rings = next(ring, s_req_qpn);
  wire [QPN_BITS-1:0] tells = next(done, s_sent_qpn);
  wire                turn  = |tell && !m_axis_sched_ctrl_valid;
  wire                asks  = |ring && (!s_req_valid || s_req_ready);
  wire                says  = |done && (!s_sent_valid || s_sent_ready);
  wire                obeys = m_axis_sched_ctrl_valid && m_axis_sched_ctrl_ready;

  assign m_grant_ready = room[m_grant_qpn];

  genvar i;
  generate
    for (i = 0; i < QUEUES; i = i + 1) begin : queues
      ackw_corundum_sched_queue #(.REQ_TAG_WIDTH(REQ_TAG_WIDTH), .LEN_WIDTH(LEN_WIDTH)) u_queue (
        .clk(clk), .rst_n(rst_n), .tick(ticks == 5'd0), .runs(runs[i]),
        .doorbell(doorbell_valid && doorbell_queue == i),
        .ring(ring[i]), .rung(asks && rings == i), .grant_valid(m_grant_valid && m_grant_qpn == i),
        .grant_ready(room[i]), .grant_tag(m_grant_tag), .grant_max_bytes(m_grant_max_bytes),
        .grant_max_packets(m_grant_max_packets), .wants(wants[i]),
        .on_now(m_axis_sched_ctrl_enable), .obeys(obeys && m_axis_sched_ctrl_queue == i),
        .asks(tx_req_taken && tx_req_queue == i), .ends(tx_req_status_valid && ended == i), .len(tx_req_status_len),
        .done(done[i]), .told(says && tells == i), .tag(tag[i]), .bytes(bytes[i]), .empty(empty[i])
      );
    end
  endgenerate

  always @(posedge clk) begin
    if (!rst_n) begin
      ticks                   <= 5'd0;
      said                    <= {QUEUES{1'b0}};
      m_axis_sched_ctrl_valid <= 1'b0;
      m_axis_sched_ctrl_queue <= {QUEUE_INDEX_WIDTH{1'b0}};
      s_req_valid             <= 1'b0;
      s_req_qpn               <= {QPN_BITS{1'b0}};
      s_sent_valid            <= 1'b0;
      s_sent_qpn              <= {QPN_BITS{1'b0}};
    end else begin
      ticks                   <= ticks + 5'd1;
      m_axis_sched_ctrl_valid <= turn || (m_axis_sched_ctrl_valid && !m_axis_sched_ctrl_ready);
      s_req_valid             <= asks || (s_req_valid && !s_req_ready);
      s_sent_valid            <= says || (s_sent_valid && !s_sent_ready);
      if (turn) begin
        m_axis_sched_ctrl_queue <= {{(QUEUE_INDEX_WIDTH-QPN_BITS){1'b0}}, turns};
        said[turns]             <= wants[turns];
      end
      if (asks) s_req_qpn <= rings;
      if (says) s_sent_qpn <= tells;
    end
  end

  // a QP that a rate alone limits needs no PSN, and answers with 0
  integer k;
  always @(posedge clk) begin
    if (!rst_n) for (k = 0; k < QUEUES; k = k + 1) psn[k] <= 24'd0;
    else if (tx_valid) psn[tx_qpn] <= tx_psn;
  end

  always @(posedge clk) begin
    if (tx_req_taken) queue_of[tx_req_tag] <= tx_req_queue;
    if (turn) m_axis_sched_ctrl_enable <= wants[turns];
    if (says) begin
      s_sent_tag      <= tag[tells];
      s_sent_psn_next <= psn[tells];
      s_sent_bytes    <= bytes[tells];
      s_sent_empty    <= empty[tells];
    end
  end

endmodule

`default_nettype wire
