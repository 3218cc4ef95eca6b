// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// An update starts from the window that its QP's last one gave, and gives one between the parameter set's limits.
//
// `qp` is any QP, and the memory stands for its word alone. Events of one QP come at least 8 cycles apart, which
// ackw_issue_properties has; contexts are swept while no event is under way. What tables, multipliers and reciprocal
// give may be anything.
module ackw_pawa_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [11:0] init_addr,
  input wire in_valid,
  input wire [11:0] in_qpn,
  input wire out_valid,
  input wire [11:0] out_qpn,
  input wire [41:0] out_cw,
  input wire [11:0] s0_qpn,
  input wire s5_valid,
  input wire [11:0] s5_rule_qpn,
  input wire [41:0] window_cw,
  input wire s10_rule_exact,
  input wire s12_valid,
  input wire [16:0] s12_gamma,
  input wire [41:0] s12_cw_max,
  input wire [3:0] windows_rdata_e,
  input wire [41:0] windows_rdata_cw,
  input wire s13_writes,
  input wire [11:0] s13_qpn,
  input wire [3:0] s13_window_e,
  input wire [41:0] s13_window_cw
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

  reg                started = 1'b0;
  reg  [13:0]        valid   = 14'd0;
  reg  [14*QPN-1:0]  qpns;
  integer            i;

  wire        followed;
  wire [45:0] value;
  wire [45:0] word;

  ackw_followed_word #(.WIDTH(46), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(s13_writes), .waddr(s13_qpn), .wdata({s13_window_e, s13_window_cw}),
    .known(followed), .value(value), .word(word)
  );

  // the window that the last update of qp gave, from the sweep on
  reg         known = 1'b0;
  reg  [41:0] window;
  reg         was_swept = 1'b0;
  wire        gives = out_valid && out_qpn == qp;

  always @(posedge clk) begin
    started <= 1'b1;
    valid   <= rst_n ? {valid[12:0], in_valid} : 14'd0;
    qpns    <= {qpns[13*QPN-1:0], in_qpn};
    was_swept <= rst_n && init_we && init_addr == qp;
    known   <= rst_n && (known || was_swept);
    if (gives || was_swept) window <= s13_window_cw;
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (followed) assume ({windows_rdata_e, windows_rdata_cw} == value);
    if (init_we) assume (!in_valid && valid == 14'd0);
    for (i = 0; i < 7; i = i + 1) begin
      if (in_valid && valid[i]) assume (in_qpn != qpns[QPN*i +: QPN]);
    end
  end

  // what the limits were when it was clamped
  reg         clamps = 1'b0;
  reg         exact_11, exact_12;
  reg  [41:0] floor_13, max_13;

  always @(posedge clk) begin
    exact_11 <= s10_rule_exact;
    exact_12 <= exact_11;
    clamps   <= rst_n && s12_valid && !exact_12;
    floor_13 <= {13'd0, s12_gamma, 12'd0};
    max_13   <= s12_cw_max;
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (out_valid == valid[13]);
    if (out_valid) assert (out_qpn == qpns[13*QPN +: QPN]);
    if (known && s5_valid && s5_rule_qpn == qp) assert (window_cw == (gives ? s13_window_cw : window));
    if (known && !gives) assert (word[41:0] == window);
    if (clamps && floor_13 <= max_13) assert (out_cw >= floor_13 && out_cw <= max_13);
  end

  always @(posedge clk) if (rst_n && known && s5_valid && s5_rule_qpn == qp) begin
    cover (gives && window_cw == 42'd9);
    cover (!gives && window_cw == 42'd9 && valid == 14'h3fff);
  end

  always @(posedge clk) if (rst_n && clamps) begin
    cover (out_cw == max_13 && floor_13 < max_13);
    cover (out_cw == floor_13 && floor_13 < max_13);
    cover (out_cw > floor_13 && out_cw < max_13);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_pawa ackw_pawa_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
