// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// Every event finds the choice of its QP that was stored last, whatever lies between the two.
//
// `qp` is any QP, and the memory stands for its word alone. Reset may come at any time; the choice is known from the
// sweep behind it on.
module ackw_choice_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [11:0] init_addr,
  input wire [3:0] host_alg,
  input wire [3:0] host_set,
  input wire in_valid,
  input wire in_store,
  input wire [11:0] in_qpn,
  input wire out_valid,
  input wire [3:0] out_alg,
  input wire [3:0] out_set,
  input wire [11:0] p0_qpn,
  input wire ram_we,
  input wire [11:0] ram_waddr,
  input wire [3:0] ram_wdata_alg,
  input wire [3:0] ram_wdata_set,
  input wire [3:0] ram_rdata_alg,
  input wire [3:0] ram_rdata_set
);

  // what this configuration has not
  wire ecc_rewrite = 1'b0;

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

  reg              started = 1'b0;
  reg  [3:0]       valid   = 4'd0;
  reg  [2:0]       rewrites = 3'd0; // with check bits: those of the last three events that write back
  reg  [QPN:0]     event_0, event_1, event_2, event_3;
  wire             store;
  wire [QPN-1:0]   qpn;

  assign {store, qpn} = event_3;

  wire       followed;
  wire [7:0] value;
  wire [7:0] word;

  ackw_followed_word #(.WIDTH(8), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(ram_we), .waddr(ram_waddr), .wdata({ram_wdata_set, ram_wdata_alg}),
    .known(followed), .value(value), .word(word)
  );

  // what the host offered when the event was in p0; until it is in p2 that stays
  reg  [7:0] host_1, host_2, host_3;
  // the choice of qp behind the event in p0, and how it came down the pipeline with it
  reg        known = 1'b0;
  reg  [7:0] choice;
  reg  [2:0] was_known = 3'd0;
  reg  [7:0] choice_1, choice_2, choice_3;
  wire       swept  = init_we && init_addr == qp;
  wire       stores = valid[0] && event_0 == {1'b1, qp};
  wire [7:0] now    = swept ? 8'd0 : stores ? {host_set, host_alg} : choice;

  always @(posedge clk) begin
    started <= 1'b1;
    valid   <= rst_n ? {valid[2:0], in_valid} : 4'd0;
    rewrites <= rst_n ? {rewrites[1:0], in_valid && ecc_rewrite && !in_store} : 3'd0;
    {event_3, event_2, event_1, event_0} <= {event_2, event_1, event_0, in_store, in_qpn};
    {host_3, host_2, host_1} <= {host_2, host_1, host_set, host_alg};
    known     <= rst_n && (known || swept);
    choice    <= now;
    was_known <= rst_n ? {was_known[1:0], known} : 3'd0;
    {choice_3, choice_2, choice_1} <= {choice_2, choice_1, now};
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (followed) assume ({ram_rdata_set, ram_rdata_alg} == value);
    if (init_we) assume (!in_valid && valid == 4'd0);
    if (rewrites != 3'd0) assume (!(in_valid && in_store));
    if (valid[2] && event_2[QPN]) assume ({host_set, host_alg} == host_2);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (out_valid == valid[3]);
    if (out_valid && store) assert ({out_set, out_alg} == host_3);
    if (was_known[2] && out_valid && qpn == qp) assert ({out_set, out_alg} == choice_3);
    if (known) assert (word == choice);
  end

  always @(posedge clk) if (rst_n && was_known[2] && out_valid && qpn == qp) begin
    cover (!store && {out_set, out_alg} == 6'h2a);
    cover (store && out_set == 4'd5);
    cover (!store && valid[2] && event_2 == {1'b1, qp} && {out_set, out_alg} != 8'd0);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_choice ackw_choice_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
