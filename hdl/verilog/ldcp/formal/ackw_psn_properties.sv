// Ackwright, configuration 4b47fc92fff6f23b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Every event of a QP finds the PSN that the events before it left, whatever lies between them: no lost update, no stale read.
//
// `qp` is any QP. The memory stands for its word alone (ackw_ram_properties has why that is enough). Reset may come at any time;
// what a QP's slice is after it is not known until it is swept, which the engine does while nothing is under way.
module ackw_psn_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [9:0] init_addr,
  input wire [23:0] host_psn,
  input wire host_psn_valid,
  input wire in_valid,
  input wire [2:0] in_kind,
  input wire in_ece,
  input wire in_use_psn,
  input wire [13:0] in_n,
  input wire [23:0] in_psn,
  input wire [9:0] in_qpn,
  input wire out_valid,
  input wire [2:0] out_kind,
  input wire out_ece,
  input wire [13:0] out_n,
  input wire [9:0] out_qpn,
  input wire [23:0] out_psn,
  input wire out_psn_valid,
  input wire [9:0] p0_qpn,
  input wire ram_we,
  input wire [9:0] ram_waddr,
  input wire [23:0] ram_wdata_psn,
  input wire ram_wdata_valid,
  input wire [23:0] ram_rdata_psn,
  input wire ram_rdata_valid
);

  localparam [2:0] ACK        = 3'd0;
  localparam [2:0] HOST_WRITE = 3'd4;

  (* anyconst *) reg [$bits(in_qpn)-1:0] qp;

  // the event that entered 4 cycles ago, and what the host offered a cycle later
  localparam QPN   = $bits(in_qpn);
  localparam EVENT = QPN + 43;

  reg  [3:0]       valid = 4'd0;
  reg  [EVENT-1:0] event_0, event_1, event_2, event_3;
  reg  [24:0]      host_1, host_2, host_3;
  wire [QPN-1:0]   qpn;
  wire [2:0]       kind;
  wire             ece, use_psn;
  wire [13:0]      n;
  wire [23:0]      psn;

  assign {qpn, kind, ece, use_psn, n, psn} = event_3;

  always @(posedge clk) begin
    valid <= rst_n ? {valid[2:0], in_valid} : 4'd0;
    event_0 <= {in_qpn, in_kind, in_ece, in_use_psn, in_n, in_psn};
    {event_3, event_2, event_1} <= {event_2, event_1, event_0};
    {host_3, host_2, host_1} <= {host_2, host_1, host_psn_valid, host_psn};
  end

  // the memory
  wire        followed;
  wire [24:0] value;
  wire [24:0] word;

  ackw_followed_word #(.WIDTH(25), .ADDR_BITS($bits(in_qpn))) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(ram_we), .waddr(ram_waddr), .wdata({ram_wdata_valid, ram_wdata_psn}),
    .known(followed), .value(value), .word(word)
  );

  // the slice of qp as the page's rules leave it, from the first sweep on
  reg         started = 1'b0;
  reg         known   = 1'b0;
  reg  [24:0] slice;
  wire        swept  = init_we && init_addr == qp;
  wire        turn   = valid[3] && qpn == qp;
  wire        stores = kind == HOST_WRITE;
  wire        counts = kind == ACK && use_psn;
  wire [23:0] delta  = psn - slice[23:0];
  wire        newer  = !slice[24] || !delta[23];

  always @(posedge clk) begin
    started <= 1'b1;
    known   <= rst_n && (known || swept);
    if (swept) slice <= 25'd0;
    else if (turn && stores) slice <= host_3;
    else if (turn && counts && newer) slice <= {1'b1, psn};
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (followed) assume ({ram_rdata_valid, ram_rdata_psn} == value);
    if (init_we) assume (!in_valid && valid == 4'd0);
  end

  always @* if (started && rst_n) begin
    assert (out_valid == valid[3]);
    if (out_valid) assert ({out_qpn, out_kind, out_ece} == {qpn, kind, ece});
    if (out_valid && !counts) assert (out_n == (kind == ACK ? n : 14'd0));
    if (known && turn) begin
      assert ({out_psn_valid, out_psn} == slice);
      if (counts) assert (out_n == (!slice[24] ? 14'd1 : delta[23] ? 14'd0 : |delta[22:14] ? 14'h3fff : delta[13:0]));
    end
    if (known) assert (word == slice);
  end

  always @(posedge clk) if (rst_n && known && turn && counts) begin
    cover (slice[24] && out_n == 14'd3);
    cover (slice[24] && delta[23] && out_n == 14'd0);
    cover (out_n == 14'h3fff);
    cover (out_n != 14'd0 && valid == 4'hf && event_2[EVENT-1 -: QPN] == qp && event_1[EVENT-1 -: QPN] == qp);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_psn ackw_psn_properties u_properties (.*);
`endif

`default_nettype wire
