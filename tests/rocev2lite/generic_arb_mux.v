// In the place of the tree's multiplexer between queue pairs, so that the gate runs without the tree: the ports that
// the gate touches, round robin, a header that is taken the cycle behind its choice, its payload, then the next.
`default_nettype none

module generic_arb_mux #(
  parameter S_COUNT = 4,
  parameter DATA_WIDTH = 512,
  parameter ARB_TYPE_ROUND_ROBIN = 1,
  parameter HEADER_WIDTH = 4
) (
  input  wire                              clk,
  input  wire                              rst,
  input  wire [S_COUNT-1:0]                s_hdr_valid,
  output wire [S_COUNT-1:0]                s_hdr_ready,
  input  wire [S_COUNT*HEADER_WIDTH*8-1:0] s_hdr,
  input  wire [S_COUNT*DATA_WIDTH-1:0]     s_payload_axis_tdata,
  input  wire [S_COUNT-1:0]                s_payload_axis_tvalid,
  output wire [S_COUNT-1:0]                s_payload_axis_tready,
  input  wire [S_COUNT-1:0]                s_payload_axis_tlast,
  output reg                               m_hdr_valid,
  input  wire                              m_hdr_ready,
  output reg  [HEADER_WIDTH*8-1:0]         m_hdr,
  output wire [DATA_WIDTH-1:0]             m_payload_axis_tdata,
  output wire                              m_payload_axis_tvalid,
  input  wire                              m_payload_axis_tready,
  output wire                              m_payload_axis_tlast
);

  reg                       chosen, takes;
  reg [$clog2(S_COUNT)-1:0] which;
  reg [$clog2(S_COUNT)-1:0] pick;
  integer k;
  always @* begin
    pick = which;
    for (k = S_COUNT; k > 0; k = k - 1) if (s_hdr_valid[(which + k) % S_COUNT]) pick = (which + k) % S_COUNT;
  end

  assign s_hdr_ready           = {{(S_COUNT-1){1'b0}}, takes} << which;
  assign s_payload_axis_tready = {{(S_COUNT-1){1'b0}}, chosen && m_payload_axis_tready} << which;
  assign m_payload_axis_tdata  = s_payload_axis_tdata[which*DATA_WIDTH +: DATA_WIDTH];
  assign m_payload_axis_tvalid = chosen && s_payload_axis_tvalid[which];
  assign m_payload_axis_tlast  = s_payload_axis_tlast[which];

  always @(posedge clk) begin
    if (rst) {chosen, takes, m_hdr_valid, which} <= 0;
    else begin
      takes       <= !chosen && |s_hdr_valid && (!m_hdr_valid || m_hdr_ready);
      m_hdr_valid <= takes || (m_hdr_valid && !m_hdr_ready);
      if (takes) m_hdr <= s_hdr[which*HEADER_WIDTH*8 +: HEADER_WIDTH*8];
      if (!chosen && |s_hdr_valid && (!m_hdr_valid || m_hdr_ready)) {chosen, which} <= {1'b1, pick};
      else if (m_payload_axis_tvalid && m_payload_axis_tready && m_payload_axis_tlast) chosen <= 1'b0;
    end
  end
endmodule

`default_nettype wire
