// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// Every event finds the head of its QP's record that the events before it left: no lost update, no stale read.
//
// `qp` is any QP, and the memory stands for its word alone. Reset may come at any time; the record is known from the
// sweep behind it on.
module ackw_hops_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [11:0] init_addr,
  input wire in_valid,
  input wire in_telemetry,
  input wire in_clear,
  input wire [11:0] in_qpn,
  input wire [11:0] in_path,
  input wire [3:0] in_n_hop,
  input wire out_valid,
  input wire [11:0] out_qpn,
  input wire out_measure,
  input wire [2:0] out_flags,
  input wire [11:0] p0_qpn,
  input wire ram_we,
  input wire [11:0] ram_waddr,
  input wire ram_wdata_valid,
  input wire [11:0] p3_new_head_path,
  input wire [3:0] p3_new_head_n_hop,
  input wire ram_rdata_valid,
  input wire [11:0] ram_rdata_path,
  input wire [3:0] ram_rdata_n_hop
);

  // what this configuration has not
  wire ram_wdata_path = 1'b0;
  wire ram_wdata_n_hop = 1'b0;

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam QPN  = $bits(in_qpn);
  localparam HOPS = 5;

`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif

  reg               started = 1'b0;
  reg  [3:0]        valid   = 4'd0;
  reg  [QPN+17:0]   event_0, event_1, event_2, event_3;
  wire              telemetry, clear;
  wire [QPN-1:0]    qpn;
  wire [15:0]       head;

  assign {telemetry, clear, qpn, head} = event_3;

  // with check bits what was read is written back where nothing is stored
  wire [15:0] written = $bits(ram_wdata_path) == 1 ? {p3_new_head_n_hop, p3_new_head_path} : {ram_wdata_n_hop, ram_wdata_path};
  wire        followed;
  wire [16:0] value;
  wire [16:0] word;

  ackw_followed_word #(.WIDTH(17), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(ram_we), .waddr(ram_waddr), .wdata({written, ram_wdata_valid}),
    .known(followed), .value(value), .word(word)
  );

  // the record's head as the page's rules leave it: there is one, and whose
  reg         known = 1'b0;
  reg         held;
  reg  [15:0] record;
  wire        swept  = init_we && init_addr == qp;
  wire        long   = head[3:0] > HOPS;
  wire        counts = telemetry && !clear && !long;
  wire        turn   = valid[3] && qpn == qp;

  always @(posedge clk) begin
    started <= 1'b1;
    valid   <= rst_n ? {valid[2:0], in_valid} : 4'd0;
    {event_3, event_2, event_1, event_0} <= {event_2, event_1, event_0, in_telemetry, in_clear, in_qpn, in_path, in_n_hop};
    known   <= rst_n && (known || swept);
    if (swept) held <= 1'b0;
    else if (turn && clear) held <= 1'b0;
    else if (turn && counts) {held, record} <= {1'b1, head};
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (followed) assume ({ram_rdata_n_hop, ram_rdata_path, ram_rdata_valid} == value);
    if (init_we) assume (!in_valid && valid == 4'd0);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (out_valid == valid[3]);
    if (out_valid) assert (out_qpn == qpn);
    if (out_valid) assert (out_flags[2] == (telemetry && !clear && long));
    if (known && turn) begin
      assert (out_measure == (counts && held && record == head));
      assert (out_flags[1] == (counts && held && record != head));
      assert (out_flags[0] == (counts && !held));
    end
    if (known) assert (word[0] == held);
    if (known && held) assert ({word[12:1], word[16:13]} == record);
  end

  always @(posedge clk) if (rst_n && known && turn) begin
    cover (out_measure && valid == 4'hf && event_2[16 +: QPN] == qp);
    cover (out_flags[1]);
    cover (out_flags[2]);
    cover (out_flags[0] && record == head && qpn != 0);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_hops ackw_hops_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
