// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A hop's record behind the event before is what the event before left: the differences are of the newest record, never
// of an older.
//
// `qp` is any QP, and the memory stands for its word alone. What `hops` tells of the events ahead is checked there and
// assumed here.
module ackw_hops_lane_properties (
  input wire clk,
  input wire [4:0] valid,
  input wire [3:0] in_hop_speed,
  input wire [23:0] in_hop_ts,
  input wire [19:0] in_hop_tx,
  input wire [15:0] in_hop_q,
  input wire [11:0] raddr,
  input wire we,
  input wire [11:0] waddr,
  input wire match_2,
  input wire hit_1,
  input wire hit_forwarded,
  input wire used,
  input wire out_hop_used,
  input wire [3:0] out_hop_speed,
  input wire [23:0] out_hop_dts,
  input wire [19:0] out_hop_tx,
  input wire [15:0] out_hop_q,
  input wire [23:0] ram_rdata_ts,
  input wire [19:0] ram_rdata_tx,
  input wire [15:0] ram_rdata_q,
  input wire [23:0] stored_ts,
  input wire [19:0] stored_tx,
  input wire [15:0] stored_q
);

  localparam QPN = $bits(raddr);

  (* anyconst *) reg [QPN-1:0] qp;

  // the events in p1 to p4, and whether those in p3 and p4 store
  reg  [QPN-1:0] qpn_1, qpn_2, qpn_3, qpn_4;
  reg            stored_4 = 1'b0;
  reg            hit_1_next, hit_late_next;
  reg  [2:0]     age = 3'd0;
  reg  [3:0]     were;
  reg  [63:0]    hop_0, hop_1, hop_2, hop_3;
  wire           settled = age == 3'd4;

  wire        followed;
  wire [59:0] value;
  wire [59:0] word;

  ackw_followed_word #(.WIDTH(60), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(raddr), .we(we), .waddr(waddr), .wdata({stored_q, stored_tx, stored_ts}),
    .known(followed), .value(value), .word(word)
  );

  // the newest record of qp
  reg         known = 1'b0;
  reg  [59:0] record;
  wire [3:0]  speed;
  wire [23:0] ts;
  wire [19:0] tx;
  wire [15:0] q;

  assign {speed, q, tx, ts} = hop_3;

  always @(posedge clk) begin
    if (!settled) age <= age + 1'b1;
    {hop_3, hop_2, hop_1, hop_0} <= {hop_2, hop_1, hop_0, in_hop_speed, in_hop_q, in_hop_tx, in_hop_ts};
    {qpn_4, qpn_3, qpn_2, qpn_1} <= {qpn_3, qpn_2, qpn_1, raddr};
    stored_4      <= we;
    were          <= valid[3:0];
    hit_1_next    <= we_next && qpn_2 == qpn_1;
    hit_late_next <= match_2 || (stored_4 && qpn_4 == qpn_1);
    if (we && waddr == qp) {known, record} <= {1'b1, hop_3[59:0]};
  end

  // of the event in p2: whether it stores when it is in p3
  (* anyseq *) reg we_next;
  reg we_said = 1'b0;
  always @(posedge clk) we_said <= we_next;

  always @* begin
    assume (we == we_said);
    if (!settled) assume (!we);
    if (age != 3'd0) assume (valid[4:1] == were);
    if (we) assume (valid[4]);
    if (we) assume (waddr == qpn_3);
    if (followed) assume ({ram_rdata_q, ram_rdata_tx, ram_rdata_ts} == value);
    assume (match_2 == (we && qpn_3 == qpn_1));
    assume (hit_1 == hit_1_next);
    assume (hit_forwarded == hit_late_next);
  end

  always @* assert (age <= 3'd4);

  always @* if (settled) begin
    if (valid[4]) assert ({stored_q, stored_tx, stored_ts} == hop_3[59:0]);
    assert (out_hop_used == used);
    if (!used) assert ({out_hop_speed, out_hop_dts, out_hop_tx, out_hop_q} == 64'd0);
    if (used && known && valid[4] && qpn_3 == qp) begin
      assert (out_hop_speed == speed);
      assert (out_hop_dts == ts - record[23:0]);
      assert (out_hop_tx == tx - record[43:24]);
      assert (out_hop_q == (q < record[59:44] ? q : record[59:44]));
    end
    if (known) assert (word == record);
  end

  always @(posedge clk) if (settled && used && known && valid[4] && qpn_3 == qp) begin
    cover (out_hop_dts == 24'd9);
    cover (stored_4 && qpn_4 == qp && we && out_hop_q == 16'd3 && q == 16'd4);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
`ifndef ACKWRIGHT_ASSERT
bind ackw_hops_lane ackw_hops_lane_properties u_properties (.*);
`endif
`endif

`default_nettype wire
