// What plain.v is, of tree.vhd as GHDL translates it: the bench's stream goes in as the engine of surf sends it, 32
// bytes a beat, the first in the highest bits.
`default_nettype none

module plain (
  input  wire clk, rst, enable, s_tvalid, s_tlast, m_tready, rx_beat, rx_tlast, qp_valid, qp_opens, awvalid, wvalid,
              arvalid,
  output wire s_tready, m_tvalid, m_tlast, awready, wready, arready, bvalid, rvalid,
  input  wire [127:0] s_tdata, rx_tdata,
  output wire [127:0] m_tdata,
  input  wire [15:0] s_tkeep, rx_tkeep,
  output wire [15:0] m_tkeep,
  input  wire [31:0] s_tuser, wdata,
  output wire [31:0] m_tuser, too_long, lost, rdata,
  input  wire [3:0] qp_index,
  input  wire [23:0] qp_local, qp_remote, qp_psn,
  output wire [3:0] qp_runs, qp_room,
  input  wire [11:0] awaddr, araddr
);
  function [127:0] turned(input [127:0] bytes);
    integer k;
    for (k = 0; k < 16; k = k + 1) turned[8*k +: 8] = bytes[8*(15-k) +: 8];
  endfunction
  function [15:0] mirrored(input [15:0] bits);
    integer k;
    for (k = 0; k < 16; k = k + 1) mirrored[k] = bits[15-k];
  endfunction

  reg          full, second, first, last;
  reg  [255:0] data;
  reg  [31:0]  keep;
  wire         ready, taken;
  assign s_tready = !full || ready;
  assign taken    = s_tvalid && s_tready;
  always @(posedge clk) begin
    if (rst) begin
      full   <= 1'b0;
      second <= 1'b0;
      first  <= 1'b1;
    end else begin
      if (taken && (second || s_tlast)) full <= 1'b1;
      else if (ready) full <= 1'b0;
      if (taken) second <= !second && !s_tlast;
      if (full && ready) first <= last;
    end
    if (taken) begin
      if (second) {data[127:0], keep[15:0]} <= {turned(s_tdata), mirrored(s_tkeep)};
      else {data, keep} <= {turned(s_tdata), 128'd0, mirrored(s_tkeep), 16'd0};
      last <= s_tlast;
    end
  end

  tree u_tree (
    .clk(clk), .rst(rst), .enable(enable), .e_tvalid(full), .e_tready(ready), .e_stream({data, keep, first, last}),
    .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tkeep(m_tkeep), .m_tlast(m_tlast),
    .m_tuser(m_tuser), .rx_tvalid(rx_beat), .rx_tready(), .rx_tdata(rx_tdata), .rx_tkeep(rx_tkeep),
    .rx_tlast(rx_tlast), .qp_valid(qp_valid), .qp_opens(qp_opens), .qp_index(qp_index), .qp_local(qp_local),
    .qp_remote(qp_remote), .qp_psn(qp_psn), .qp_runs(qp_runs), .qp_room(qp_room), .too_long(too_long), .lost(lost),
    .awaddr(awaddr), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wvalid(wvalid), .wready(wready),
    .bvalid(bvalid), .araddr(araddr), .arvalid(arvalid), .arready(arready), .rdata(rdata), .rvalid(rvalid)
  );
  wire unused = &{1'b0, s_tuser};
endmodule

`default_nettype wire
