// Grants of the sender in front of an arbiter of queues of headers: `hdr_valid & hdr_open` is what the arbiter may see.
`default_nettype none

module ackw_rocev2lite_gate #(
  parameter QUEUES = 8, // at most 2^QPN_BITS
  parameter QPN_BITS = 4
) (
  input  wire                 clk,
  input  wire                 rst_n,
  input  wire [QUEUES-1:0]    free,
  input  wire [QUEUES-1:0]    runs,
  input  wire [QUEUES-1:0]    begins,
  input  wire [23:0]          first_psn,
  input  wire [13:0]          mtu,
  input  wire [QUEUES-1:0]    hdr_valid,
  input  wire [QUEUES-1:0]    hdr_ready, // of at most one queue at a time
  input  wire [QUEUES*24-1:0] hdr_psn,
  input  wire [QUEUES*16-1:0] hdr_length,
  output wire [QUEUES-1:0]    hdr_open,
  // to and from ackw_nic
  output reg                  tx_valid,
  output reg  [QPN_BITS-1:0]  tx_qpn,
  output reg  [23:0]          tx_psn,
  output reg                  s_req_valid,
  input  wire                 s_req_ready,
  output reg  [QPN_BITS-1:0]  s_req_qpn,
  output reg                  s_sent_valid,
  input  wire                 s_sent_ready,
  output reg  [QPN_BITS-1:0]  s_sent_qpn,
  output reg  [7:0]           s_sent_tag,
  output reg  [23:0]          s_sent_psn_next,
  output reg  [27:0]          s_sent_bytes,
  output reg                  s_sent_empty,
  input  wire                 m_grant_valid,
  output wire                 m_grant_ready,
  input  wire [QPN_BITS-1:0]  m_grant_qpn,
  input  wire [7:0]           m_grant_tag,
  input  wire [19:0]          m_grant_max_bytes,
  input  wire [13:0]          m_grant_max_packets
);

  localparam ALL = 1 << QPN_BITS;

  // the lowest bit that is set
  function [QPN_BITS-1:0] lowest(input [ALL-1:0] bits);
    integer k;
    begin
      lowest = {QPN_BITS{1'b0}};
      for (k = ALL - 1; k >= 0; k = k - 1) if (bits[k]) lowest = k[QPN_BITS-1:0];
    end
  endfunction

  // the first bit that is set above the one that was chosen last, or the first of all
  function [QPN_BITS-1:0] next(input [ALL-1:0] bits, input [QPN_BITS-1:0] last);
    reg [ALL-1:0] above;
    begin
      above = bits & ({ALL{1'b1}} << last << 1);
      next  = |above ? lowest(above) : lowest(bits);
    end
  endfunction

  wire [ALL-1:0]    ring, done, room;
  wire [QUEUES-1:0] sent = hdr_valid & hdr_ready & hdr_open;
  wire [ALL-1:0]    sents;
  wire [7:0]        tag      [0:ALL-1];
  wire [23:0]       psn_next [0:ALL-1];
  wire [27:0]       bytes    [0:ALL-1];
  wire [ALL-1:0]    empty;
  wire [23:0]       psn      [0:ALL-1];

  wire [QPN_BITS-1:0] rings  = next(ring, s_req_qpn);
  wire [QPN_BITS-1:0] tells  = next(done, s_sent_qpn);
  wire                asks   = |ring && (!s_req_valid || s_req_ready);
  wire                says   = |done && (!s_sent_valid || s_sent_ready);
  wire [QPN_BITS-1:0] sender = lowest(sents);

  assign m_grant_ready = room[m_grant_qpn];

  genvar i;
  generate
    for (i = 0; i < ALL; i = i + 1) begin : queues
      if (i < QUEUES) begin : there
        assign sents[i] = sent[i];
        assign psn[i]   = hdr_psn[24*i +: 24];
        ackw_rocev2lite_queue u_queue (
          .clk(clk), .rst_n(rst_n), .free(free[i]), .runs(runs[i]), .begins(begins[i]), .first_psn(first_psn),
          .mtu(mtu),
          .hdr_valid(hdr_valid[i]), .hdr_ready(hdr_ready[i]), .hdr_psn(hdr_psn[24*i +: 24]),
          .hdr_length(hdr_length[16*i +: 16]), .hdr_open(hdr_open[i]),
          .ring(ring[i]), .rung(asks && rings == i),
          .grant_valid(m_grant_valid && m_grant_qpn == i), .grant_ready(room[i]), .grant_tag(m_grant_tag),
          .grant_max_bytes(m_grant_max_bytes), .grant_max_packets(m_grant_max_packets),
          .done(done[i]), .told(says && tells == i), .tag(tag[i]), .psn_next(psn_next[i]), .bytes(bytes[i]),
          .empty(empty[i])
        );
      end else begin : none
        assign sents[i]    = 1'b0;
        assign psn[i]      = 24'd0;
        assign ring[i]     = 1'b0;
        assign done[i]     = 1'b0;
        assign room[i]     = 1'b1;
        assign tag[i]      = 8'd0;
        assign psn_next[i] = 24'd0;
        assign bytes[i]    = 28'd0;
        assign empty[i]    = 1'b0;
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (!rst_n) begin
      tx_valid     <= 1'b0;
      s_req_valid  <= 1'b0;
      s_sent_valid <= 1'b0;
    end else begin
      tx_valid     <= |sents;
      s_req_valid  <= asks || (s_req_valid && !s_req_ready);
      s_sent_valid <= says || (s_sent_valid && !s_sent_ready);
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      s_req_qpn  <= {QPN_BITS{1'b0}};
      s_sent_qpn <= {QPN_BITS{1'b0}};
    end else begin
      if (asks) s_req_qpn <= rings;
      if (says) s_sent_qpn <= tells;
    end
    tx_qpn <= sender;
    tx_psn <= psn[sender] + 24'd1;
    if (says) begin
      s_sent_tag      <= tag[tells];
      s_sent_psn_next <= psn_next[tells];
      s_sent_bytes    <= bytes[tells];
      s_sent_empty    <= empty[tells];
    end
  end

endmodule

`default_nettype wire
