// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// An event finds the lastUpdate that its QP's last one left, is a full update where the page says so, and leaves what
// the page says.
//
// `qp` is any QP, and the memory stands for its word alone. That the pins s3_* and s4_* speak of the event whose QP is
// s0_qpn, and that contexts are swept while nothing is under way, is checked in `window` and assumed here. Events of
// one QP 5 cycles apart are enough.
module ackw_window_due_properties (
  input wire clk,
  input wire in_valid,
  input wire [3:0] valid,
  input wire init_we,
  input wire [3:0] init_addr,
  input wire [31:0] host_last_update,
  input wire in_receiver,
  input wire [23:0] in_seq,
  input wire [31:0] in_mark,
  input wire [3:0] s0_qpn,
  input wire s3_receiver,
  input wire s3_adjusts,
  input wire s3_first,
  input wire s3_loads,
  input wire [19:0] s3_t,
  input wire s3_sync_first,
  input wire s4_valid,
  input wire [3:0] s4_qpn,
  input wire [31:0] s2_last,
  input wire s4_full,
  input wire [31:0] ram_rdata,
  input wire ram_we,
  input wire [3:0] ram_waddr,
  input wire [31:0] ram_wdata
);

  localparam QPN = $bits(s0_qpn);

`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif

  reg              started = 1'b0;
  reg              entered = 1'b0;
  reg  [4:1]       stands  = 4'd0;
  reg  [QPN-1:0]   qpn_1, qpn_2, qpn_3, qpn_4;
  reg  [56:0]      event_0, event_1, event_2, event_3, event_4; // receiver, seq, mark
  reg              adjusts, first, loads, sync_first;
  reg  [19:0]      t;
  reg  [31:0]      host;

  wire             s0_valid = valid[0];
  wire             receiver;
  wire [23:0]      seq;
  wire [31:0]      mark;

  assign {receiver, seq, mark} = event_4;

  wire        followed;
  wire [31:0] value;
  wire [31:0] word;

  ackw_followed_word #(.WIDTH(32), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(ram_we), .waddr(ram_waddr), .wdata(ram_wdata),
    .known(followed), .value(value), .word(word)
  );

  // lastUpdate of qp, from the sweep on, and what the page says of the event in s4
  reg         known = 1'b0;
  reg  [31:0] last;
  wire        swept   = init_we && init_addr == qp;
  wire        turn    = stands[4] && qpn_4 == qp;
  wire [23:0] ahead   = seq - last[23:0];
  wire [31:0] elapsed = mark - last;
  wire        is_full = adjusts && (receiver ? elapsed > {12'd0, t} : ahead != 24'd0 && ahead < 24'h800000);

  always @(posedge clk) begin
    started <= 1'b1;
    entered <= in_valid;
    stands  <= {stands[3:1], s0_valid};
    {qpn_4, qpn_3, qpn_2, qpn_1} <= {qpn_3, qpn_2, qpn_1, s0_qpn};
    event_0 <= {in_receiver, in_seq, in_mark};
    {event_4, event_3, event_2, event_1} <= {event_3, event_2, event_1, event_0};
    {adjusts, first, loads} <= {s3_adjusts, s3_first, s3_loads};
    {t, sync_first, host} <= {s3_t, s3_sync_first, host_last_update};
    known <= known || swept;
    if (swept) last <= 32'd0;
    else if (turn && loads) last <= host;
    else if (turn && (is_full || (first && sync_first))) last <= mark;
  end

  always `ACKWRIGHT_LOOKS begin
    if (followed) assume (ram_rdata == value);
    assume (s4_valid == stands[4]);
    assume (valid == {stands[3:1], entered});
    if (stands[4]) assume (s4_qpn == qpn_4);
    if (stands[3]) assume (s3_receiver == event_3[56]);
    if (init_we) assume (!s0_valid && stands == 4'd0 && !in_valid);
    if (s0_valid) begin
      assume (!stands[1] || qpn_1 != s0_qpn);
      assume (!stands[2] || qpn_2 != s0_qpn);
      assume (!stands[3] || qpn_3 != s0_qpn);
      assume (!stands[4] || qpn_4 != s0_qpn);
    end
  end

  always `ACKWRIGHT_LOOKS if (started) begin
    if (known) assert (word == last);
    if (known && stands[2] && qpn_2 == qp) assert (s2_last == last);
    if (known && turn) assert (s4_full == is_full);
  end

  // no update is full that adjusts nothing: `window` takes it from here
  always `ACKWRIGHT_LOOKS if (started && turn && !adjusts) assert (!s4_full);

  always @(posedge clk) if (known && turn) begin
    cover (s4_full && receiver && last == 32'd5);
    cover (s4_full && !receiver && last[23:0] > seq);
    cover (!s4_full && adjusts && receiver && elapsed == {12'd0, t});
    cover (!s4_full && first && sync_first && mark == 32'd7);
    cover (loads && stands == 4'hf);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_window_due ackw_window_due_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
