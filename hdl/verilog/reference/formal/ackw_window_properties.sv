// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// An update starts from the Wc, incStage and W that its QP's last one left, and W' is the sum of the page, clamped,
// whatever the arithmetic gave.
//
// `qp` is any QP and `set` any parameter set; memories and tables stand for the word of these alone. Events of one QP
// come at least 8 cycles apart, which ackw_issue_properties has; contexts are swept while no event is under way, a set
// is written while none of that set is, and one operation of the host is under way at a time. U, lastUpdate and the
// rate have files of their own.
module ackw_window_properties (
  input wire clk,
  input wire rst_n,
  input wire set_we,
  input wire [3:0] set_index,
  input wire [31:0] set_w_ai,
  input wire [39:0] set_w_min,
  input wire [39:0] set_w_max,
  input wire init_we,
  input wire [11:0] init_addr,
  input wire [39:0] host_w,
  input wire [39:0] host_wc,
  input wire [4:0] host_inc_stage,
  input wire in_valid,
  input wire [2:0] in_kind,
  input wire [11:0] in_qpn,
  input wire [3:0] in_set,
  input wire [5:0] in_flags,
  input wire in_ignored,
  input wire in_receiver,
  input wire out_valid,
  input wire [11:0] out_qpn,
  input wire [2:0] out_kind,
  input wire [39:0] out_w,
  input wire [14:0] out_flags,
  input wire [47:0] out_u,
  input wire [39:0] out_wc,
  input wire [4:0] out_inc_stage,
  input wire [31:0] out_last_update,
  input wire [25:0] valid,
  input wire [11:0] s_0_qpn,
  input wire [11:0] s_4_qpn,
  input wire [11:0] s_7_qpn,
  input wire [11:0] s_8_qpn,
  input wire [11:0] s_12_qpn,
  input wire [11:0] s_20_qpn,
  input wire [3:0] s_0_set,
  input wire [3:0] s_2_set,
  input wire [3:0] s_6_set,
  input wire [3:0] s_10_set,
  input wire [3:0] s_14_set,
  input wire [3:0] s_18_set,
  input wire [3:0] s_19_set,
  input wire [3:0] s_20_set,
  input wire [3:0] s_22_set,
  input wire s_1_moves,
  input wire s_2_moves,
  input wire s_2_loads,
  input wire s_2_reads,
  input wire s_3_receiver,
  input wire s_3_adjusts,
  input wire s_3_first,
  input wire s_3_loads,
  input wire s_10_adjusts,
  input wire s_10_loads,
  input wire s_10_reads,
  input wire s_15_adjusts,
  input wire s_15_loads,
  input wire s_15_reads,
  input wire s_19_adjusts,
  input wire s_20_loads,
  input wire [31:0] due_s2_last,
  input wire due_s4_full,
  input wire [47:0] smooth_s2_u,
  input wire [6:0] growth_n,
  input wire growth_above,
  input wire growth_zero,
  input wire [57:0] product_p,
  input wire s1_near,
  input wire [39:0] s15_reference_wc,
  input wire [4:0] s15_reference_inc_stage,
  input wire [39:0] s15_w,
  input wire [15:0] full_line,
  input wire [4:0] zero_line,
  input wire [4:0] max_stage_sets_rdata,
  input wire sum_set_we,
  input wire [3:0] sum_set_index,
  input wire [31:0] sum_set_w_ai,
  input wire [42:0] sum_set_above_min,
  input wire [42:0] sum_set_below_max,
  input wire [31:0] sum_sets_rdata_w_ai,
  input wire [42:0] sum_sets_rdata_above_min,
  input wire [42:0] sum_sets_rdata_below_max,
  input wire [39:0] bounds_sets_rdata_w_min,
  input wire [39:0] bounds_sets_rdata_w_max,
  input wire [39:0] reference_ram_rdata_wc,
  input wire [4:0] reference_ram_rdata_inc_stage,
  input wire stores,
  input wire [11:0] reference_ram_waddr,
  input wire [39:0] stored_wc,
  input wire [4:0] stored_inc_stage,
  input wire [39:0] w_ram_rdata,
  input wire w_ram_we,
  input wire [11:0] w_ram_waddr,
  input wire [39:0] w_ram_wdata,
  input wire [47:0] read_u,
  input wire [31:0] read_last,
  input wire [39:0] read_reference_wc,
  input wire [4:0] read_reference_inc_stage,
  input wire scales,
  input wire [39:0] s17_base,
  input wire [41:0] s19_halves,
  input wire [15:0] s19_high,
  input wire s19_over,
  input wire s20_floor,
  input wire s20_sat,
  input wire s20_mult
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam QPN  = $bits(in_qpn);
  localparam LAST = 25;

`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif
`ifdef ACKWRIGHT_ASSERT
  reg [3:0] set;
  initial set = $bits(set)'($urandom & 32'd15);
`else
  (* anyconst *) reg [3:0]     set;
`endif

  // bit k: the event in stage sk is there, is the QP's, is of the set, and what it does
  reg              started = 1'b0;
  reg  [2:0]       age     = 3'd0;
  reg  [LAST:0]    there   = 26'd0;
  reg  [LAST:0]    mine    = 26'd0;
  reg  [LAST:0]    of_set  = 26'd0;
  reg  [LAST:0]    loads, reads, adjusts;
  reg  [2:0]       moves;
  reg  [3:0]       receiver, first;
  wire [LAST:0]    host    = there & (loads | reads);
  wire             loading = in_kind == 3'd4;
  wire             reading = in_kind == 3'd5;
  wire             asked   = !loading && !reading && !in_ignored;
  wire             adjusting = asked && in_flags[2:0] == 3'd0;
  integer          i, d;

  always @(posedge clk) begin
    started <= 1'b1;
    if (age != 3'd4) age <= age + 1'b1;
    there   <= rst_n ? {there[LAST-1:0], in_valid} : 26'd0;
    mine    <= rst_n ? {mine[LAST-1:0], in_valid && in_qpn == qp} : 26'd0;
    of_set  <= rst_n ? {of_set[LAST-1:0], in_valid && in_set == set} : 26'd0;
    loads   <= {loads[LAST-1:0], loading};
    reads   <= {reads[LAST-1:0], reading};
    adjusts <= {adjusts[LAST-1:0], adjusting};
    moves   <= {moves[1:0], adjusting && !in_flags[5]};
    receiver <= {receiver[2:0], in_receiver};
    first    <= {first[2:0], asked && in_flags[0] && !in_receiver};
  end

  // the memories
  wire        followed, w_followed;
  wire [44:0] value, word;
  wire [39:0] w_value, w_word;

  ackw_followed_word #(.WIDTH(45), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(s_12_qpn), .we(stores), .waddr(reference_ram_waddr),
    .wdata({stored_inc_stage, stored_wc}), .known(followed), .value(value), .word(word)
  );

  ackw_followed_word #(.WIDTH(40), .ADDR_BITS(QPN)) u_w_word (
    .clk(clk), .at(qp), .raddr(s_12_qpn), .we(w_ram_we), .waddr(w_ram_waddr), .wdata(w_ram_wdata),
    .known(w_followed), .value(w_value), .word(w_word)
  );

  // the set: as it is written, and in the two tables that the sum and its clamps are of
  reg          set_known = 1'b0;
  reg          set_fresh = 1'b0;
  reg  [31:0]  w_ai;
  reg  [39:0]  w_min, w_max, read_min, read_max;
  reg  [117:0] sum_word, sum_read;
  reg          sum_followed = 1'b0;
  reg          bounds_followed = 1'b0;
  wire         writes_set = set_we && set_index == set;
`ifdef ACKWRIGHT_ASSERT
  // what a table holds before it is written is anything: a simulation looks at it from then on
  reg          sum_known = 1'b0;
  always @(posedge clk) sum_known <= rst_n && (sum_known || sum_set_we && sum_set_index == set);
  wire         looks_at_sum = sum_known, looks_at_bounds = set_known;
`else
  wire         looks_at_sum = 1'b1, looks_at_bounds = 1'b1;
`endif

  always @(posedge clk) begin
    set_known <= rst_n && (set_known || writes_set);
    set_fresh <= rst_n && writes_set;
    if (writes_set) {w_ai, w_min, w_max} <= {set_w_ai, set_w_min, set_w_max};
    if (sum_set_we && sum_set_index == set) sum_word <= {sum_set_below_max, sum_set_above_min, sum_set_w_ai};
    sum_followed    <= s_18_set == set && looks_at_sum;
    sum_read        <= sum_word;
    bounds_followed <= s_19_set == set && looks_at_bounds;
    {read_min, read_max} <= {w_min, w_max};
  end

  // the context of qp, from the sweep on
  reg         known = 1'b0;
  reg  [39:0] w, wc;
  reg  [4:0]  inc;

  // what the event in s20 does: n, the branch and U = 0 of it when it was in s15; what W_ai is added to, with a half
  // bit, when it was in s17
  reg  [6:0]  n_16, n_17;
  reg  [5:1]  mult, zero; // bit k: in s(15 + k)
  wire        mult_15 = adjusts[15] && (growth_above || inc >= max_stage_sets_rdata);
  reg  [15:0] full;       // bit k: in s(5 + k)
  reg         scales_17;
  wire [78:0] halves_17 = scales_17 ? ({21'd0, product_p} << 20) >> n_17 : {38'd0, s17_base, 1'b0};
  reg  [78:0] halves_18, halves_19, halves_20;
  wire [79:0] s        = {1'b0, (halves_20 + 79'd1) >> 1} + {48'd0, w_ai};
  wire        clamps   = adjusts[20] && !(mult[5] && zero[5]);
  wire        is_floor = clamps && s < {40'd0, w_min};
  wire        is_sat   = clamps && s > {40'd0, w_max};
  wire [39:0] adjusted = !clamps || is_sat ? w_max : is_floor ? w_min : s[39:0];
  wire        swept    = init_we && init_addr == qp;
  wire        turn     = mine[20];
  wire        exact    = turn && of_set[20] && set_known;
  reg  [39:0] host_w_was, host_wc_was;
  reg  [4:0]  host_inc_was;
  reg  [47:0] found_u;
  reg  [31:0] found_last;

  always @(posedge clk) begin
    {n_17, n_16} <= {n_16, growth_n};
    mult         <= {mult[4:1], mult_15};
    zero         <= {zero[4:1], growth_zero};
    full         <= {full[14:0], due_s4_full};
    scales_17    <= scales;
    {halves_20, halves_19, halves_18} <= {halves_19, halves_18, halves_17};
    {host_w_was, host_wc_was, host_inc_was} <= {host_w, host_wc, host_inc_stage};
    if (mine[2] && reads[2]) {found_u, found_last} <= {smooth_s2_u, due_s2_last};
    known <= rst_n && (known || swept);
    if (swept) {w, wc, inc} <= {40'hf424000, 40'hf424000, 5'd0};
    else if (turn && loads[20]) {w, wc, inc} <= {host_w, host_wc, host_inc_stage};
    else if (turn && adjusts[20]) begin
      w <= w_ram_wdata;
      if (full[15]) {wc, inc} <= {w_ram_wdata, mult[5] ? 5'd0 : inc + 5'd1};
    end
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (followed) assume ({reference_ram_rdata_inc_stage, reference_ram_rdata_wc} == value);
    if (w_followed) assume (w_ram_rdata == w_value);
    if (sum_followed) assume ({sum_sets_rdata_below_max, sum_sets_rdata_above_min, sum_sets_rdata_w_ai} == sum_read);
    if (bounds_followed) assume ({bounds_sets_rdata_w_min, bounds_sets_rdata_w_max} == {read_min, read_max});
    if (writes_set) assume (set_w_min <= set_w_max && of_set == 26'd0 && !(in_valid && in_set == set));
    if (init_we) assume (!in_valid && there == 26'd0);
    if (in_valid && in_qpn == qp) assume (mine[6:0] == 7'd0);
    if (in_valid && (loading || reading)) assume (host == 26'd0);
    if (host != 26'd0) assume ({host_w, host_wc, host_inc_stage} == {host_w_was, host_wc_was, host_inc_was});
    assume (growth_n <= 7'd64);
    if (there[4] && !adjusts[4]) assume (!due_s4_full);
  end

  // the stages carry the event, and the blocks whose properties are elsewhere are told of it
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (age <= 3'd4);
    assert (valid == there);
    assert ((mine & ~there) == 26'd0 && (of_set & ~there) == 26'd0);
    assert ((host & (host - 26'd1)) == 26'd0);
    assert (mine[0] == (there[0] && s_0_qpn == qp) && mine[4] == (there[4] && s_4_qpn == qp));
    assert (mine[7] == (there[7] && s_7_qpn == qp) && mine[8] == (there[8] && s_8_qpn == qp));
    assert (mine[12] == (there[12] && s_12_qpn == qp));
    if (mine[1]) assert (s1_near == mine[9]);
    assert (mine[20] == (there[20] && s_20_qpn == qp) && mine[25] == (out_valid && out_qpn == qp));
    assert (of_set[0] == (there[0] && s_0_set == set) && of_set[2] == (there[2] && s_2_set == set));
    assert (of_set[6] == (there[6] && s_6_set == set) && of_set[10] == (there[10] && s_10_set == set));
    assert (of_set[14] == (there[14] && s_14_set == set) && of_set[18] == (there[18] && s_18_set == set));
    assert (of_set[19] == (there[19] && s_19_set == set) && of_set[20] == (there[20] && s_20_set == set));
    assert (of_set[22] == (there[22] && s_22_set == set));
    if (there[1]) assert (s_1_moves == moves[1]);
    if (there[2]) assert ({s_2_moves, s_2_loads, s_2_reads} == {moves[2], loads[2], reads[2]});
    if (there[3]) assert ({s_3_receiver, s_3_adjusts, s_3_first, s_3_loads} == {receiver[3], adjusts[3], first[3], loads[3]});
    if (there[10]) assert ({s_10_adjusts, s_10_loads, s_10_reads} == {adjusts[10], loads[10], reads[10]});
    if (there[15]) assert ({s_15_adjusts, s_15_loads, s_15_reads} == {adjusts[15], loads[15], reads[15]});
    if (there[19]) assert (s_19_adjusts == adjusts[19]);
    if (there[20]) assert (s_20_loads == loads[20]);
    for (i = 0; i <= LAST; i = i + 1) begin
      if (there[i]) assert (loads[i] + reads[i] + adjusts[i] <= 2'd1);
      if (i >= 5 && i <= 20 && there[i]) assert (full_line[i-5] == full[i-5] && (adjusts[i] || !full[i-5]));
      for (d = 1; d < 8 && i + d <= LAST; d = d + 1) assert (!(mine[i] && mine[i+d]));
    end
  end

  // the shifter, in two stages
  always `ACKWRIGHT_LOOKS if (age == 3'd4 && there[19]) begin
    assert (s19_halves == halves_19[41:0]);
    assert ((s19_over || |s19_high) == |halves_19[78:42]);
  end

  // no lost update, no stale read
  always `ACKWRIGHT_LOOKS if (started && rst_n && known) begin
    assert (word == {inc, wc} && w_word == w);
    if (mine[15]) assert ({s15_reference_inc_stage, s15_reference_wc, s15_w} == {inc, wc, w});
    if (mine[17]) assert (scales_17 == (mult[2] && !zero[2]));
    if (mine[17]) assert (s17_base == (loads[17] ? host_w : adjusts[17] ? wc : w));
    if (turn && !loads[20] && !adjusts[20]) assert (w_ram_wdata == w);
    if (turn && loads[20]) assert (w_ram_wdata == host_w);
    if (mine[25]) assert (out_w == w);
    for (i = 3; i <= LAST; i = i + 1) if (mine[i] && reads[i]) begin
      assert ({read_u, read_last} == {found_u, found_last});
      if (i >= 16) assert ({read_reference_inc_stage, read_reference_wc} == {inc, wc});
    end
    if (mine[25] && reads[25]) assert ({out_u, out_last_update, out_inc_stage, out_wc} == {found_u, found_last, inc, wc});
  end

  // the limits
  always `ACKWRIGHT_LOOKS if (started && rst_n && set_known) begin
    assert (w_min <= w_max);
    if (!set_fresh) assert (sum_word == {{3'd0, w_max} - {11'd0, w_ai}, {11'd0, w_ai} - {3'd0, w_min}, w_ai});
    if (set_fresh) assert (of_set[LAST:1] == 25'd0 && sum_set_we && sum_set_index == set);
    if (exact && known && adjusts[20]) assert (w_ram_wdata == adjusted);
    if (exact && known) assert ({s20_floor, s20_sat, s20_mult} == {is_floor, is_sat, mult[5]});
    if (exact && known && adjusts[20]) assert (w_ram_wdata >= w_min && w_ram_wdata <= w_max);
  end

  always @(posedge clk) if (rst_n && known && exact && adjusts[20]) begin
    cover (is_floor && mine[12] && w_min > 40'd5);
    cover (is_sat && mult[5] && !zero[5] && w_max == 40'd9);
    cover (!is_sat && !is_floor && mult[5] && s > {40'd0, wc} && s != {40'd0, wc + w_ai});
    cover (!is_sat && !is_floor && !mult[5] && full[15] && inc == 5'd1);
    cover (mult[5] && zero[5]);
    cover (full[15] && mine[12] && inc == 5'd1);
  end

  always @(posedge clk) if (rst_n && known && mine[25] && reads[25]) cover (out_inc_stage == 5'd1);

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_window ackw_window_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
