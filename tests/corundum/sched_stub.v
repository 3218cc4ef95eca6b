// In the place of Corundum's scheduler, so that the adapter runs without its tree: the ports that the bench connects,
// round robin, two requests more at most behind the end of a permission.
`default_nettype none

module tx_scheduler_rr #(
  parameter LEN_WIDTH = 16,
  parameter REQ_TAG_WIDTH = 8,
  parameter OP_TABLE_SIZE = 16,
  parameter QUEUE_INDEX_WIDTH = 6,
  parameter PIPELINE = 3,
  parameter SCHED_CTRL_ENABLE = 1
) (
  input  wire                         clk,
  input  wire                         rst,
  output reg  [QUEUE_INDEX_WIDTH-1:0] m_axis_tx_req_queue,
  output reg  [REQ_TAG_WIDTH-1:0]     m_axis_tx_req_tag,
  output reg                          m_axis_tx_req_valid,
  input  wire                         m_axis_tx_req_ready,
  input  wire [LEN_WIDTH-1:0]         s_axis_tx_req_status_len,
  input  wire [REQ_TAG_WIDTH-1:0]     s_axis_tx_req_status_tag,
  input  wire                         s_axis_tx_req_status_valid,
  input  wire [QUEUE_INDEX_WIDTH-1:0] s_axis_doorbell_queue,
  input  wire                         s_axis_doorbell_valid,
  input  wire [QUEUE_INDEX_WIDTH-1:0] s_axis_sched_ctrl_queue,
  input  wire                         s_axis_sched_ctrl_enable,
  input  wire                         s_axis_sched_ctrl_valid,
  output reg                          s_axis_sched_ctrl_ready,
  input  wire [15:0]                  s_axil_awaddr,
  input  wire [2:0]                   s_axil_awprot,
  input  wire                         s_axil_awvalid,
  output reg                          s_axil_awready,
  input  wire [31:0]                  s_axil_wdata,
  input  wire [3:0]                   s_axil_wstrb,
  input  wire                         s_axil_wvalid,
  output wire                         s_axil_wready,
  output wire [1:0]                   s_axil_bresp,
  output reg                          s_axil_bvalid,
  input  wire                         s_axil_bready,
  input  wire [15:0]                  s_axil_araddr,
  input  wire [2:0]                   s_axil_arprot,
  input  wire                         s_axil_arvalid,
  output wire                         s_axil_arready,
  output wire [31:0]                  s_axil_rdata,
  output wire [1:0]                   s_axil_rresp,
  output wire                         s_axil_rvalid,
  input  wire                         s_axil_rready,
  input  wire                         enable,
  output wire                         active
);

  localparam QUEUES = 1 << QUEUE_INDEX_WIDTH;
  assign {s_axil_wready, s_axil_bresp, s_axil_arready, s_axil_rdata, s_axil_rresp, s_axil_rvalid, active} = 0;

  reg  [QUEUES-1:0]            on, always_on, permitted, full;
  reg  [OP_TABLE_SIZE-1:0]     busy;
  reg  [QUEUE_INDEX_WIDTH-1:0] queue_of [0:OP_TABLE_SIZE-1];
  wire [QUEUES-1:0]            may = on & (always_on | permitted) & full;
  reg  [QUEUE_INDEX_WIDTH-1:0] pick;
  reg  [REQ_TAG_WIDTH-1:0]     free;
  integer k;
  always @* begin
    pick = m_axis_tx_req_queue;
    for (k = QUEUES; k > 0; k = k - 1)
      if (may[(m_axis_tx_req_queue + k) % QUEUES]) pick = (m_axis_tx_req_queue + k) % QUEUES;
    free = 0;
    for (k = OP_TABLE_SIZE - 1; k >= 0; k = k - 1) if (!busy[k]) free = k;
  end

  wire ended = s_axis_tx_req_status_valid && s_axis_tx_req_status_len == 0;
  always @(posedge clk) begin
    if (rst) begin
      {on, always_on, permitted, full, busy} <= 0;
      {m_axis_tx_req_queue, m_axis_tx_req_valid, s_axis_sched_ctrl_ready, s_axil_awready, s_axil_bvalid} <= 0;
    end else begin
      s_axil_awready          <= s_axil_awvalid && !s_axil_awready;
      s_axil_bvalid           <= s_axil_awready;
      s_axis_sched_ctrl_ready <= s_axis_sched_ctrl_valid && !s_axis_sched_ctrl_ready;
      if (s_axil_awready) begin
        on[s_axil_awaddr >> 2]        <= s_axil_wdata[0];
        always_on[s_axil_awaddr >> 2] <= s_axil_wdata[1];
      end
      if (s_axis_sched_ctrl_ready) permitted[s_axis_sched_ctrl_queue] <= s_axis_sched_ctrl_enable;
      if (s_axis_tx_req_status_valid) busy[s_axis_tx_req_status_tag] <= 1'b0;
      if (ended) full[queue_of[s_axis_tx_req_status_tag]] <= 1'b0;
      if (s_axis_doorbell_valid) full[s_axis_doorbell_queue] <= 1'b1;
      if (m_axis_tx_req_ready) m_axis_tx_req_valid <= 1'b0;
      if (enable && |may && !(&busy) && (!m_axis_tx_req_valid || m_axis_tx_req_ready)) begin
        m_axis_tx_req_valid <= 1'b1;
        m_axis_tx_req_queue <= pick;
        m_axis_tx_req_tag   <= free;
        queue_of[free]      <= pick;
        busy[free]          <= 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
