// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A4: what waits of a QP comes once, with the newest of everything since its last word or drop; nothing is lost, and
// none waits without a place in the queue or next to the port.
//
// `qp` is any QP, and `all_*` is what must come of it. Left out are the records next to the port, both readers and the
// queue: of the first two what `ackw_latest_near` and `ackw_latest_reader` are proved to do is taken, of the queue that
// it gives a QP that it holds.
module ackw_latest_properties (
  input wire clk,
  input wire rst_n,
  input wire init_we,
  input wire [3:0] init_addr,
  input wire drop_valid,
  input wire [3:0] drop_qpn,
  input wire p0_valid,
  input wire [3:0] p0_qpn,
  input wire p0_limits,
  input wire p0_acks,
  input wire p1_valid,
  input wire [3:0] p1_qpn,
  input wire p1_limits,
  input wire p1_acks,
  input wire [3:0] p1_alg,
  input wire [41:0] p1_window,
  input wire [39:0] p1_pace,
  input wire [3:0] p1_own,
  input wire [23:0] p1_una,
  input wire p2_valid,
  input wire [3:0] p2_qpn,
  input wire p2_limits,
  input wire p2_acks,
  input wire [3:0] p2_alg,
  input wire [41:0] p2_window,
  input wire [39:0] p2_pace,
  input wire [3:0] p2_own,
  input wire [23:0] p2_una,
  input wire p3_valid,
  input wire [3:0] p3_qpn,
  input wire p3_limits,
  input wire p3_acks,
  input wire [3:0] p3_alg,
  input wire [41:0] p3_window,
  input wire [39:0] p3_pace,
  input wire [3:0] p3_own,
  input wire [11:0] p3_sticky,
  input wire p3_feedback,
  input wire [23:0] p3_una,
  input wire p3_same,
  input wire t0_drop,
  input wire [3:0] t0_qpn,
  input wire t1_valid,
  input wire [3:0] t1_qpn,
  input wire t1_drop,
  input wire t2_valid,
  input wire [3:0] t2_qpn,
  input wire t2_drop,
  input wire t3_valid,
  input wire [3:0] t3_qpn,
  input wire t3_drop,
  input wire [3:0] t3_limits_alg,
  input wire [41:0] t3_limits_window,
  input wire [39:0] t3_limits_pace,
  input wire [3:0] t3_limits_own,
  input wire [23:0] t3_una,
  input wire t3_loads,
  input wire t3_drops,
  input wire takes,
  input wire puts,
  input wire put_new_place,
  input wire put_new_turn,
  input wire put_new_limits,
  input wire put_new_acks,
  input wire [11:0] put_new_sticky,
  input wire put_new_feedback,
  input wire taken_new_place,
  input wire taken_new_turn,
  input wire of_put_s2_same,
  input wire of_put_s3_put_place,
  input wire of_put_s3_put_turn,
  input wire of_put_s3_put_limits,
  input wire of_put_s3_put_acks,
  input wire [11:0] of_put_s3_put_sticky,
  input wire of_put_s3_put_feedback,
  input wire of_put_s3_taken_place,
  input wire of_put_s3_taken_turn,
  input wire of_take_s2_same,
  input wire of_take_s3_put_place,
  input wire of_take_s3_put_turn,
  input wire of_take_s3_put_limits,
  input wire of_take_s3_put_acks,
  input wire [11:0] of_take_s3_put_sticky,
  input wire of_take_s3_put_feedback,
  input wire of_take_s3_taken_place,
  input wire of_take_s3_taken_turn,
  input wire order_head_valid,
  input wire [3:0] order_head_qpn,
  input wire enters,
  input wire [3:0] enters_qpn,
  input wire near_takes,
  input wire near_leaves,
  input wire [2:0] used,
  input wire near_load_record_limits,
  input wire near_load_record_acks,
  input wire [11:0] near_load_record_sticky,
  input wire near_load_record_feedback,
  input wire limits_we,
  input wire una_we,
  input wire [3:0] limits_rdata_alg,
  input wire [41:0] limits_rdata_window,
  input wire [39:0] limits_rdata_pace,
  input wire [3:0] limits_rdata_own,
  input wire [23:0] una_rdata
);

  localparam QPN    = $bits(p0_qpn);
  localparam LIMITS = $bits({p1_own, p1_pace, p1_window, p1_alg});

  (* anyconst *) reg [QPN-1:0] qp;
  (* anyseq *)   reg ends; // its record next to the port leaves; in simulation: none

  wire              limits_followed, una_followed;
  wire [LIMITS-1:0] limits_value, limits_word;
  wire [23:0]       una_value, una_word;

  ackw_followed_word #(.WIDTH(LIMITS), .ADDR_BITS(QPN)) u_word_limits (
    .clk(clk), .at(qp), .raddr(t0_qpn), .we(limits_we), .waddr(p1_qpn), .wdata({p1_own, p1_pace, p1_window, p1_alg}),
    .known(limits_followed), .value(limits_value), .word(limits_word)
  );
  ackw_followed_word #(.WIDTH(24), .ADDR_BITS(QPN)) u_word_una (
    .clk(clk), .at(qp), .raddr(t0_qpn), .we(una_we), .waddr(p1_qpn), .wdata(p1_una),
    .known(una_followed), .value(una_value), .word(una_word)
  );

  reg         started = 1'b0;
  reg         ready   = 1'b0; // initialised since the reset
  reg [5:0]   calm    = 6'd0; // cycles ago something came
  // the memories' words of the QP: what updates have written, what taking and dropping has
  reg [16:0]  put;            // feedback, sticky, acks, limits, turn, place
  reg [1:0]   taken;          // turn, place
  // the queue, and the record next to the port
  reg         queued = 1'b0;
  reg         stands = 1'b0;
  reg [14:0]  near_flags;     // feedback, sticky, acks, limits
  reg [LIMITS-1:0] near_limits;
  reg [23:0]  near_una;
  // what must come
  reg [14:0]  all_flags;
  reg [LIMITS-1:0] all_limits;
  reg [23:0]  all_una;
  reg         drop_1 = 1'b0, drop_2 = 1'b0, drop_3 = 1'b0;

  wire [LIMITS-1:0] p2_all = {p2_own, p2_pace, p2_window, p2_alg};
  wire [LIMITS-1:0] p3_all = {p3_own, p3_pace, p3_window, p3_alg};
  wire [LIMITS-1:0] t3_all = {t3_limits_own, t3_limits_pace, t3_limits_window, t3_limits_alg};
  wire [14:0] p3_flags = {p3_feedback, p3_limits ? p3_sticky : 12'd0, p3_acks, p3_limits};
  wire [14:0] loaded   = {near_load_record_feedback, near_load_record_sticky, near_load_record_acks, near_load_record_limits};

  wire comes   = p3_valid && p3_qpn == qp;
  wire loads   = t3_loads && t3_qpn == qp;
  wire drops   = t3_drops && t3_qpn == qp;
  wire says    = ends && |near_flags[1:0]; // with a word
  wire remains = stands && !ends;
  wire pops    = takes && order_head_qpn == qp;
  wire at_t1   = t1_valid && !t1_drop && t1_qpn == qp;
  wire at_t2   = t2_valid && !t2_drop && t2_qpn == qp;
  wire at_t3   = t3_valid && !t3_drop && t3_qpn == qp;
  wire pushes  = enters && enters_qpn == qp;

  // in the order of the rules: a word, a drop or what is loaded, the update
  wire [14:0] all_left  = says || drops ? 15'd0 : all_flags;
  wire [14:0] near_left = loads ? loaded : drops ? 15'd0 : near_flags;

  always @(posedge clk) begin
    started <= 1'b1;
    ready   <= rst_n && (ready || init_we && init_addr == qp);
    calm    <= {calm[4:0], p0_valid || p1_valid || p2_valid || p3_valid || t0_drop || t1_valid || t2_valid || t3_valid};
    {drop_3, drop_2, drop_1} <= {drop_2, drop_1, drop_valid};
    if (init_we && init_addr == qp) {put[1:0], taken} <= 4'd0;
    if (puts && p3_qpn == qp) put <= {put_new_feedback, put_new_sticky, put_new_acks, put_new_limits, put_new_turn, put_new_place};
    if (t3_valid && t3_qpn == qp) taken <= {taken_new_turn, taken_new_place};
    queued <= rst_n && (queued && !pops || pushes);
    stands <= rst_n && (remains || loads);
    all_flags  <= rst_n ? all_left | (comes ? p3_flags : 15'd0) : 15'd0;
    near_flags <= near_left | (comes ? p3_flags : 15'd0);
    if (comes && p3_limits) {all_limits, near_limits} <= {p3_all, p3_all};
    else if (loads) near_limits <= t3_all;
    if (comes && p3_acks) {all_una, near_una} <= {p3_una, p3_una};
    else if (loads) near_una <= t3_una;
  end

  always @* begin
    if (!started) assume (!rst_n);
    // every QP is initialised once behind a reset, before anything comes
    if (init_we) assume (calm == 6'd0 && !p0_valid && !drop_valid && !p1_valid && !p2_valid && !p3_valid && !t0_drop &&
      !t1_valid && !t2_valid && !t3_valid && !(ready && init_addr == qp));
    if (!ready) assume (!p0_valid && !drop_valid && !order_head_valid);
    if (drop_valid) assume (!drop_1 && !drop_2 && !drop_3);
    // the queue gives what it holds
    if (order_head_valid && order_head_qpn == qp) assume (queued);
    // the readers
    if (comes) assume ({of_put_s3_put_feedback, of_put_s3_put_sticky, of_put_s3_put_acks, of_put_s3_put_limits,
      of_put_s3_put_turn, of_put_s3_put_place, of_put_s3_taken_turn, of_put_s3_taken_place} == {put, taken});
    if (t3_valid && t3_qpn == qp) assume ({of_take_s3_put_feedback, of_take_s3_put_sticky, of_take_s3_put_acks,
      of_take_s3_put_limits, of_take_s3_put_turn, of_take_s3_put_place, of_take_s3_taken_turn,
      of_take_s3_taken_place} == {put, taken});
    if (limits_followed) assume ({limits_rdata_own, limits_rdata_pace, limits_rdata_window, limits_rdata_alg} == limits_value);
    if (una_followed) assume (una_rdata == una_value);
    // the records next to the port
    assume (!ends || stands && near_leaves);
    if (comes) assume (near_takes == (remains || loads));
  end

  // before the initialisation nothing is there
  always @* if (started && rst_n && !ready) begin
    assert (all_flags == 15'd0 && !stands && !queued && !enters);
    assert (!p1_valid && !p2_valid && !p3_valid && !t0_drop && !t1_valid && !t2_valid && !t3_valid);
  end

  always @* if (started && rst_n && ready) begin
    // what leaves is all that came since the last word or drop
    if (ends) begin
      assert (near_flags == all_flags);
      if (near_flags[0]) assert (near_limits == all_limits);
      if (near_flags[1]) assert (near_una == all_una);
    end
    // nothing waits without a place: next to the port, on the way there, in the queue, on the way into it
    if (|all_flags[1:0]) assert (stands || queued || pushes || at_t1 || at_t2 || at_t3);
    // it is loaded only where nothing of it stands, with something in it or nothing at all
    if (loads) assert (!stands && (|loaded[1:0] || loaded == 15'd0));
    // once in the queue
    assert (queued + pushes + at_t1 + at_t2 + at_t3 <= 3'd1);

    // what the memories and the records hold of it
    assert ((put[0] ^ taken[0]) == (queued || pushes || at_t1 || at_t2 || at_t3));
    if (stands) begin
      assert (put[1] == taken[1] && !queued && !pushes && !at_t1 && !at_t2 && !at_t3);
      assert (near_flags == all_flags && (|near_flags[1:0] || near_flags == 15'd0));
      if (near_flags[0]) assert (near_limits == all_limits);
      if (near_flags[1]) assert (near_una == all_una);
    end else begin
      assert (all_flags == (put[1] != taken[1] ? put[16:2] : 15'd0));
      if (put[1] != taken[1]) assert (|put[3:2]);
    end
    if (all_flags[0] && !(p2_valid && p2_qpn == qp && p2_limits) && !(comes && p3_limits)) assert (limits_word == all_limits);
    if (p2_valid && p2_qpn == qp && p2_limits) assert (limits_word == p2_all);
    if (!(p2_valid && p2_qpn == qp && p2_limits) && comes && p3_limits) assert (limits_word == p3_all);
    if (all_flags[1] && !(p2_valid && p2_qpn == qp && p2_acks) && !(comes && p3_acks)) assert (una_word == all_una);
    if (p2_valid && p2_qpn == qp && p2_acks) assert (una_word == p2_una);
    if (!(p2_valid && p2_qpn == qp && p2_acks) && comes && p3_acks) assert (una_word == p3_una);
  end

  always @(posedge clk) if (started && rst_n && ready) begin
    cover (says && all_flags[1:0] == 2'd3 && comes);
    cover (loads && comes);
    cover (drops && comes && queued);
    cover (ends && !says);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
`ifndef ACKWRIGHT_ASSERT
bind ackw_latest ackw_latest_properties u_properties (.*);
`endif
`endif

`default_nettype wire
