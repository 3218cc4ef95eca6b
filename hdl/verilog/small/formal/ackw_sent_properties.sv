// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// Every event finds what was written of its QP up to the cycle in which it entered, whatever else is written: snd_nxt,
// and snd_max, which no rewind lowers.
//
// `qp` is any QP, and each memory stands for its word alone. What a QP has is known from the first time on that both
// are written together after a reset: it is swept, which the engine does while nothing is under way, or an event
// stores.
module ackw_sent_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [3:0] init_addr,
  input wire tx_valid,
  input wire [3:0] tx_qpn,
  input wire [23:0] tx_psn,
  input wire in_valid,
  input wire in_store,
  input wire [23:0] in_psn,
  input wire [3:0] in_qpn,
  input wire out_valid,
  input wire [23:0] out_snd_nxt,
  input wire [23:0] out_snd_max,
  input wire [3:0] p0_qpn,
  input wire [3:0] w0_qpn,
  input wire ram_we,
  input wire [3:0] ram_waddr,
  input wire [23:0] ram_wdata_snd_nxt,
  input wire [23:0] ram_wdata_snd_max,
  input wire [23:0] ram_rdata_snd_nxt,
  input wire [23:0] ram_rdata_snd_max,
  input wire furthest_we,
  input wire [3:0] furthest_waddr,
  input wire [23:0] furthest_wdata,
  input wire [23:0] furthest_rdata
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam QPN = $bits(in_qpn);

`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif

  reg           started = 1'b0;
  reg [4:0]     valid   = 5'd0;
  reg [4:0]     writing = 5'd0;
  reg [QPN-1:0] qpn_0, qpn_1, qpn_2, qpn_3, qpn_4;

  wire        followed, followed_max;
  wire [47:0] value;
  wire [47:0] word;
  wire [23:0] value_max;
  wire [23:0] word_max;

  ackw_followed_word #(.WIDTH(48), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(ram_we), .waddr(ram_waddr),
    .wdata({ram_wdata_snd_max, ram_wdata_snd_nxt}),
    .known(followed), .value(value), .word(word)
  );
  ackw_followed_word #(.WIDTH(24), .ADDR_BITS(QPN)) u_word_max (
    .clk(clk), .at(qp), .raddr(w0_qpn), .we(furthest_we), .waddr(furthest_waddr), .wdata(furthest_wdata),
    .known(followed_max), .value(value_max), .word(word_max)
  );

  // what was sent of qp, with the write of the same cycle
  reg         known = 1'b0;
  reg  [23:0] nxt, max;
  reg  [5:0]  was_known = 6'd0;
  reg  [47:0] sent_0, sent_1, sent_2, sent_3, sent_4, sent_5;
  wire        swept   = init_we && init_addr == qp;
  wire        storing = !init_we && in_valid && in_store;
  wire        stores  = storing && in_qpn == qp;
  wire        sends   = !init_we && !storing && tx_valid && tx_qpn == qp;
  wire [23:0] further = tx_psn - max;
  wire [23:0] now_nxt = swept ? 24'd0 : stores ? in_psn + 24'd1 : sends ? tx_psn : nxt;
  wire [23:0] now_max = swept ? 24'd0 : stores ? in_psn + 24'd1 : sends && !further[23] ? tx_psn : max;

  always @(posedge clk) begin
    started   <= 1'b1;
    valid     <= rst_n ? {valid[3:0], in_valid} : 5'd0;
    {qpn_4, qpn_3, qpn_2, qpn_1, qpn_0} <= {qpn_3, qpn_2, qpn_1, qpn_0, in_qpn};
    writing   <= rst_n ? {writing[3:0], !init_we && (storing || tx_valid)} : 5'd0;
    known     <= rst_n && (known || swept || stores);
    {max, nxt} <= {now_max, now_nxt};
    was_known <= !rst_n ? 6'd0 : swept ? 6'h3f : {was_known[4:0], known || stores};
    {sent_5, sent_4, sent_3, sent_2, sent_1, sent_0} <=
      swept ? 288'd0 : {sent_4, sent_3, sent_2, sent_1, sent_0, now_max, now_nxt};
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (init_we) assume (!in_valid && valid == 5'd0 && writing == 5'd0);
    if (followed) assume ({ram_rdata_snd_max, ram_rdata_snd_nxt} == value);
    if (followed_max) assume (furthest_rdata == value_max);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (out_valid == valid[4]);
    if (was_known[4] && out_valid && qpn_4 == qp) assert ({out_snd_max, out_snd_nxt} == sent_4);
    // a write comes into the memories six cycles later, and the first one after a reset with it
    if (was_known[5]) assert (word == sent_5 && word_max == sent_5[47:24]);
  end

  always @(posedge clk) if (rst_n && was_known[4] && out_valid && qpn_4 == qp) begin
    cover (out_snd_nxt == 24'd7 && out_snd_max == 24'd9);
    cover (sent_4 != sent_3 && sent_3 != sent_2 && sent_2 != sent_1 && sent_4[47:24] == sent_1[47:24]);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_sent ackw_sent_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
