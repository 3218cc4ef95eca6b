// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// Every event of a QP finds the PSN that the events before it left, whatever lies between them: no lost update, no
// stale read. And no PSN is stored that confirms a packet which was not sent.
//
// `qp` is any QP. The memory stands for its word alone (ackw_ram_properties has why that is enough). Reset may come at
// any time; what a QP's slice is after it is not known until it is swept, which the engine does while nothing is under
// way. `in_snd_max` is free, event by event: that of ackw_sent, which never falls but when the QP is opened, is one of
// all that it may be.
module ackw_psn_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [9:0] init_addr,
  input wire [23:0] host_psn,
  input wire host_open,
  input wire in_valid,
  input wire [2:0] in_kind,
  input wire in_ece,
  input wire in_use_psn,
  input wire [13:0] in_n,
  input wire [23:0] in_psn,
  input wire [23:0] in_snd_max,
  input wire [9:0] in_qpn,
  input wire out_valid,
  input wire [2:0] out_kind,
  input wire out_ece,
  input wire [13:0] out_n,
  input wire [9:0] out_qpn,
  input wire [23:0] out_psn,
  input wire out_open,
  input wire [23:0] out_una,
  input wire out_rejected,
  input wire out_closed,
  input wire [9:0] p0_qpn,
  input wire ram_we,
  input wire [9:0] ram_waddr,
  input wire [23:0] ram_wdata_psn,
  input wire ram_wdata_open,
  input wire [23:0] ram_rdata_psn,
  input wire ram_rdata_open
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam [2:0] ACK        = 3'd0;
  localparam [2:0] LOSS       = 3'd1;
  localparam [2:0] HOST_WRITE = 3'd4;
  localparam [2:0] HOST_READ  = 3'd5;

`ifdef ACKWRIGHT_ASSERT
  reg [$bits(in_qpn)-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [$bits(in_qpn)-1:0] qp;
`endif

  // the event that entered 4 cycles ago, and what the host offered a cycle later
  localparam QPN   = $bits(in_qpn);
  localparam EVENT = QPN + 67;

  reg  [3:0]       valid = 4'd0;
  reg  [EVENT-1:0] event_0, event_1, event_2, event_3;
  reg  [24:0]      host_1, host_2, host_3;
  wire [QPN-1:0]   qpn;
  wire [2:0]       kind;
  wire             ece, use_psn;
  wire [13:0]      n;
  wire [23:0]      psn, snd_max;

  assign {qpn, kind, ece, use_psn, n, psn, snd_max} = event_3;

  always @(posedge clk) begin
    valid <= rst_n ? {valid[2:0], in_valid} : 4'd0;
    event_0 <= {in_qpn, in_kind, in_ece, in_use_psn, in_n, in_psn, in_snd_max};
    {event_3, event_2, event_1} <= {event_2, event_1, event_0};
    {host_3, host_2, host_1} <= {host_2, host_1, host_open, host_psn};
  end

  // the memory
  wire        followed;
  wire [24:0] value;
  wire [24:0] word;

  ackw_followed_word #(.WIDTH(25), .ADDR_BITS($bits(in_qpn))) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(ram_we), .waddr(ram_waddr), .wdata({ram_wdata_open, ram_wdata_psn}),
    .known(followed), .value(value), .word(word)
  );

  // the slice of qp as the page's rules leave it, from the first sweep on
  reg         started = 1'b0;
  reg         known   = 1'b0;
  reg  [24:0] slice;
  wire        swept   = init_we && init_addr == qp;
  wire        turn    = valid[3] && qpn == qp;
  wire        stores  = kind == HOST_WRITE;
  wire        host    = stores || kind == HOST_READ;
  wire        checked = (kind == ACK || kind == LOSS) && use_psn;
  wire [23:0] last    = slice[23:0];
  wire        open    = slice[24];
  wire [23:0] confirms  = kind == LOSS ? psn - 24'd1 : psn;
  wire [23:0] delta     = confirms - last;
  wire [23:0] behind    = last - confirms;
  wire [23:0] in_flight = snd_max - 24'd1 - last;
  wire        ahead     = delta != 24'd0 && delta <= in_flight && in_flight < 24'h400000;
  wire        passes    = !checked || ahead || behind <= 24'h400000;
  wire        counts    = kind == ACK && use_psn && open && ahead;

  // packets that were sent and are not acknowledged, beyond the circle too: it never falls below 0, so long as snd_max
  // only grows until the QP is opened anew. Where it passes two circles it is one less, so that it fits
  reg  [23:0] max;
  reg  [26:0] sent_only;
  wire [26:0] grown   = sent_only + {3'd0, snd_max - max};
  wire [26:0] bounded = grown >= 27'h2000000 ? grown - 27'h1000000 : grown;

  always @(posedge clk) begin
    started <= 1'b1;
    known   <= rst_n && (known || swept);
    if (swept) begin
      slice     <= 25'd0;
      max       <= 24'd1;
      sent_only <= 27'd0;
    end else if (turn && stores) begin
      slice     <= host_3;
      max       <= host_3[23:0] + 24'd1;
      sent_only <= 27'd0;
    end else if (turn) begin
      if (counts) slice[23:0] <= psn;
      max       <= snd_max;
      sent_only <= counts ? bounded - {3'd0, delta} : bounded;
    end
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (followed) assume ({ram_rdata_open, ram_rdata_psn} == value);
    if (init_we) assume (!in_valid && valid == 4'd0);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert ({2'd0, out_valid} + {2'd0, out_rejected} + {2'd0, out_closed} == {2'd0, valid[3]});
    if (valid[3]) assert ({out_qpn, out_kind, out_ece} == {qpn, kind, ece});
    if (valid[3] && host) assert (out_valid);
    if (out_valid && !(kind == ACK && use_psn)) assert (out_n == (kind == ACK ? n : 14'd0));
    if (known && turn) begin
      assert (out_closed == (!host && !open));
      assert (out_rejected == (!host && open && !passes));
      assert ({out_open, out_psn} == slice);
      if (out_valid && kind == ACK && use_psn) assert (out_n == (!ahead ? 14'd0 : delta > 24'd64 ? 14'd64 : delta[13:0]));
      assert (out_una == (stores ? host_3[23:0] : counts ? psn : last));
    end
    if (known) begin
      assert (word == slice);
      // what is stored was sent
      assert (sent_only < 27'h2000000);
      assert (sent_only[23:0] == max - 24'd1 - last);
      if (turn && counts) assert ({3'd0, delta} <= bounded);
    end
  end

  always @(posedge clk) if (rst_n && known && turn && kind == ACK && use_psn) begin
    cover (open && out_n == 14'd3);
    cover (open && delta[23] && out_valid && out_n == 14'd0);
    cover (out_n == 14'd64);
    cover (out_rejected && in_flight == 24'd5);
    cover (out_closed);
    cover (out_n != 14'd0 && valid == 4'hf && event_2[EVENT-1 -: QPN] == qp && event_1[EVENT-1 -: QPN] == qp);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_psn ackw_psn_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
