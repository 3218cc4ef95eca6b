// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The newest update of each QP, once, for one that takes them slowly: what it did not take is joined with what comes.
// One in and one out a cycle, any mix of QPs; 11 cycles from s_upd to m_upd where nothing waits.
module ackw_latest (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire        init_we,        // nothing waits of the QP init_addr: each once behind a reset, while nothing comes
  input  wire [9:0]  init_addr,      // index of the QP
  input  wire        drop_valid,     // what waits of a QP is forgotten; at most one in 4 cycles. An update of the same
                                     // cycle stays
  input  wire [9:0]  drop_qpn,       // its index
  input  wire        s_upd_valid,    // an update of the engine; always taken
  input  wire [2:0]  s_upd_kind,     // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  input  wire [9:0]  s_upd_qpn,      // index of the QP
  input  wire [3:0]  s_upd_alg,      // the algorithm of the update
  input  wire [41:0] s_upd_window,   // new window, in the algorithm's format
  input  wire [39:0] s_upd_pace,     // new pace or rate, in the algorithm's format
  input  wire [15:0] s_upd_flags,    // bits 3 to 0 of this update alone, 15 to 4 sticky
  input  wire        s_upd_feedback, // it goes to the sender (hpcc-rx)
  input  wire [23:0] s_upd_una_psn,  // last PSN acknowledged
  output wire        m_upd_valid,    // what waited of a QP; it stays until it is taken
  input  wire        m_upd_ready,    // it is taken
  output wire [9:0]  m_upd_qpn,      // index of the QP
  output wire        m_upd_limits,   // there are alg, window, pace and flags; else these are 0
  output wire        m_upd_acks,     // there is una_psn; else it is 0
  output wire [3:0]  m_upd_alg,      // of the newest update with limits
  output wire [41:0] m_upd_window,   // likewise
  output wire [39:0] m_upd_pace,
  output wire [15:0] m_upd_flags,    // bits 3 to 0 likewise; 15 to 4 of any update with limits since the last word of
                                     // this QP
  output wire        m_upd_feedback, // of any update since the last word of this QP
  output wire [23:0] m_upd_una_psn,  // of the newest update that has one
  output wire [10:0] waiting,        // QPs of which something waits; what stands on the port waits no more
  output wire [31:0] joined          // updates that found something of their QP waiting, modulo 2^32
);

  localparam [2:0] TIMER = 3'd7; // kind of an update that a timer has
  localparam [3:0] DCQCN_P = 4'd4; // codes of algorithms
  localparam [3:0] DCQCN_D = 4'd5;
  localparam [2:0] PLACES = 3'd4; // slots beside the memory

  reg         p0_valid;
  reg         p1_valid;
  reg         p2_valid;
  reg         p3_valid;
  reg  [9:0]  p0_qpn;
  reg         p0_limits;
  reg         p0_acks;
  reg  [3:0]  p0_alg;
  reg  [41:0] p0_window;
  reg  [39:0] p0_pace;
  reg  [3:0]  p0_own;
  reg  [11:0] p0_sticky;
  reg         p0_feedback;
  reg  [23:0] p0_una;
  reg  [9:0]  p1_qpn;
  reg         p1_limits;
  reg         p1_acks;
  reg  [3:0]  p1_alg;
  reg  [41:0] p1_window;
  reg  [39:0] p1_pace;
  reg  [3:0]  p1_own;
  reg  [11:0] p1_sticky;
  reg         p1_feedback;
  reg  [23:0] p1_una;
  reg  [9:0]  p2_qpn;
  reg         p2_limits;
  reg         p2_acks;
  reg  [3:0]  p2_alg;
  reg  [41:0] p2_window;
  reg  [39:0] p2_pace;
  reg  [3:0]  p2_own;
  reg  [11:0] p2_sticky;
  reg         p2_feedback;
  reg  [23:0] p2_una;
  reg  [9:0]  p3_qpn;
  reg         p3_limits;
  reg         p3_acks;
  reg  [3:0]  p3_alg;
  reg  [41:0] p3_window;
  reg  [39:0] p3_pace;
  reg  [3:0]  p3_own;
  reg  [11:0] p3_sticky;
  reg         p3_feedback;
  reg  [23:0] p3_una;
  reg         p3_same;
  reg         t0_drop;
  reg  [9:0]  t0_drop_qpn;
  reg         t1_valid;
  reg         t2_valid;
  reg         t3_valid;
  reg         t1_drop;
  reg         t2_drop;
  reg         t3_drop;
  reg  [9:0]  t1_qpn;
  reg  [9:0]  t2_qpn;
  reg  [9:0]  t3_qpn;
  reg         t1_meets;
  reg         t2_meets;
  reg  [3:0]  t3_limits_alg;
  reg  [41:0] t3_limits_window;
  reg  [39:0] t3_limits_pace;
  reg  [3:0]  t3_limits_own;
  reg  [23:0] t3_una;
  reg  [2:0]  used;
  reg         enters;
  reg  [9:0]  enters_qpn;
  reg         has_begun;
  reg         has_joined;
  reg         has_moved;
  reg         has_forgotten;
  reg  [10:0] waiting_count;
  reg  [31:0] joined_count;

  wire        is_timer;
  wire        is_dcqcn;
  reg  [9:0]  t0_qpn;
  wire        takes;
  reg         taken_new_place;
  wire        taken_new_turn;
  wire        t3_filled;
  wire        t3_loads;
  wire        t3_drops;
  wire        meets;
  reg  [9:0]  next_drop_qpn;
  reg         seen_place;
  reg         seen_turn;
  wire        filled;
  wire        queued;
  wire        put_new_place;
  wire        put_new_turn;
  reg         put_new_limits;
  reg         put_new_acks;
  reg  [11:0] put_new_sticky;
  reg         put_new_feedback;
  wire        puts;
  wire        begins;
  wire        forgets;
  wire        of_put_s2_same;
  wire        of_put_s3_put_place;
  wire        of_put_s3_put_turn;
  wire        of_put_s3_put_limits;
  wire        of_put_s3_put_acks;
  wire [11:0] of_put_s3_put_sticky;
  wire        of_put_s3_put_feedback;
  wire        of_put_s3_taken_place;
  wire        of_put_s3_taken_turn;
  wire        of_take_s2_same;
  wire        of_take_s3_put_place;
  wire        of_take_s3_put_turn;
  wire        of_take_s3_put_limits;
  wire        of_take_s3_put_acks;
  wire [11:0] of_take_s3_put_sticky;
  wire        of_take_s3_put_feedback;
  wire        of_take_s3_taken_place;
  wire        of_take_s3_taken_turn;
  wire [3:0]  limits_rdata_alg;
  wire [41:0] limits_rdata_window;
  wire [39:0] limits_rdata_pace;
  wire [3:0]  limits_rdata_own;
  wire        limits_we;
  wire [23:0] una_rdata;
  wire        una_we;
  wire        order_head_valid;
  wire [9:0]  order_head_qpn;
  wire        near_load_record_limits;
  wire        near_load_record_acks;
  reg  [11:0] near_load_record_sticky;
  wire        near_load_record_feedback;
  wire        near_held;
  wire        near_takes;
  wire        near_takes_filled;
  wire        near_clears_filled;
  wire        near_leaves;
  wire        near_moves;
  wire [3:0]  near_m_upd_own;
  wire [11:0] near_m_upd_sticky;

  // p0: the update. DCQCN says a rate with kind timer alone, and timer says nothing of what is acknowledged
  assign is_timer = s_upd_kind == TIMER;
  assign is_dcqcn = (s_upd_alg == DCQCN_P) | (s_upd_alg == DCQCN_D);

  // t0: a drop, else the queue's head, if there will be a place for it next to the port
  always @* begin
    next_drop_qpn = t0_drop_qpn;
    if (drop_valid) begin
      next_drop_qpn = drop_qpn;
    end
  end

  always @* begin
    t0_qpn = order_head_qpn;
    if (t0_drop) begin
      t0_qpn = t0_drop_qpn;
    end
  end

  assign takes = order_head_valid & !t0_drop & ((used != PLACES) | near_leaves);

  ackw_qp_order u_order (
    .clk       (clk),
    .rst_n     (rst_n),
    .push      (enters),
    .push_qpn  (enters_qpn),
    .pop       (takes),
    .head_valid(order_head_valid),
    .head_qpn  (order_head_qpn)
  );

  // t3: what is taken goes next to the port; of what is dropped its place in the queue stays
  assign t3_filled = of_take_s3_put_turn ^ of_take_s3_taken_turn;
  assign t3_loads = t3_valid & !t3_drop;
  assign t3_drops = t3_valid & t3_drop;
  assign taken_new_turn = of_take_s3_put_turn;

  always @* begin
    taken_new_place = of_take_s3_put_place;
    if (t3_drop) begin
      taken_new_place = of_take_s3_taken_place;
    end
  end

  ackw_latest_near u_near (
    .clk                 (clk),
    .rst_n               (rst_n),
    .load                (t3_loads),
    .load_record_qpn     (t3_qpn),
    .load_record_limits  (near_load_record_limits),
    .load_record_acks    (near_load_record_acks),
    .load_record_alg     (t3_limits_alg),
    .load_record_window  (t3_limits_window),
    .load_record_pace    (t3_limits_pace),
    .load_record_own     (t3_limits_own),
    .load_record_sticky  (near_load_record_sticky),
    .load_record_feedback(near_load_record_feedback),
    .load_record_una     (t3_una),
    .p2_qpn              (p2_qpn),
    .p2_same             (of_put_s2_same),
    .put_valid           (p3_valid),
    .put_same            (p3_same),
    .put_qpn             (p3_qpn),
    .put_limits          (p3_limits),
    .put_acks            (p3_acks),
    .put_alg             (p3_alg),
    .put_window          (p3_window),
    .put_pace            (p3_pace),
    .put_own             (p3_own),
    .put_sticky          (p3_sticky),
    .put_feedback        (p3_feedback),
    .put_una             (p3_una),
    .t2_qpn              (t2_qpn),
    .t2_same             (of_take_s2_same),
    .clear               (t3_drops),
    .drop_valid          (drop_valid),
    .held                (near_held),
    .next_held_qpn       (next_drop_qpn),
    .takes               (near_takes),
    .takes_filled        (near_takes_filled),
    .clears_filled       (near_clears_filled),
    .leaves              (near_leaves),
    .moves               (near_moves),
    .m_upd_valid         (m_upd_valid),
    .m_upd_ready         (m_upd_ready),
    .m_upd_qpn           (m_upd_qpn),
    .m_upd_limits        (m_upd_limits),
    .m_upd_acks          (m_upd_acks),
    .m_upd_alg           (m_upd_alg),
    .m_upd_window        (m_upd_window),
    .m_upd_pace          (m_upd_pace),
    .m_upd_own           (near_m_upd_own),
    .m_upd_sticky        (near_m_upd_sticky),
    .m_upd_feedback      (m_upd_feedback),
    .m_upd_una           (m_upd_una_psn)
  );

  assign near_load_record_limits = t3_filled & of_take_s3_put_limits;
  assign near_load_record_acks = t3_filled & of_take_s3_put_acks;
  assign near_load_record_feedback = t3_filled & of_take_s3_put_feedback;

  always @* begin
    near_load_record_sticky = 12'd0;
    if (t3_filled) begin
      near_load_record_sticky = of_take_s3_put_sticky;
    end
  end

  // p3: the update, behind what stands in t3. It joins what is next to the port, or else what waits in the memories
  always @* begin
    seen_place = of_put_s3_taken_place;
    seen_turn = of_put_s3_taken_turn;
    if (t3_valid & p3_same) begin
      seen_place = taken_new_place;
      seen_turn = taken_new_turn;
    end
  end

  assign filled = of_put_s3_put_turn ^ seen_turn;
  assign queued = of_put_s3_put_place ^ seen_place;
  assign put_new_place = !seen_place;
  assign put_new_turn = !seen_turn;

  always @* begin
    put_new_limits = p3_limits;
    put_new_acks = p3_acks;
    put_new_feedback = p3_feedback;
    put_new_sticky = 12'd0;
    if (p3_limits) begin
      put_new_sticky = p3_sticky;
    end
    if (filled) begin
      put_new_limits = p3_limits | of_put_s3_put_limits;
      put_new_acks = p3_acks | of_put_s3_put_acks;
      put_new_feedback = p3_feedback | of_put_s3_put_feedback;
      put_new_sticky = of_put_s3_put_sticky;
      if (p3_limits) begin
        put_new_sticky = p3_sticky | of_put_s3_put_sticky;
      end
    end
  end

  assign puts = p3_valid & !near_takes;

  // p0 to p3, t0 to t3: what is kept of the QP is read
  ackw_latest_reader u_of_put (
    .clk             (clk),
    .rst_n           (rst_n),
    .init_we         (init_we),
    .init_addr       (init_addr),
    .s0_qpn          (p0_qpn),
    .s1_qpn          (p1_qpn),
    .puts            (puts),
    .put_qpn         (p3_qpn),
    .put_new_place   (put_new_place),
    .put_new_turn    (put_new_turn),
    .put_new_limits  (put_new_limits),
    .put_new_acks    (put_new_acks),
    .put_new_sticky  (put_new_sticky),
    .put_new_feedback(put_new_feedback),
    .put_next_qpn    (p2_qpn),
    .takes           (t3_valid),
    .take_qpn        (t3_qpn),
    .take_new_place  (taken_new_place),
    .take_new_turn   (taken_new_turn),
    .take_next_qpn   (t2_qpn),
    .s2_same         (of_put_s2_same),
    .s3_put_place    (of_put_s3_put_place),
    .s3_put_turn     (of_put_s3_put_turn),
    .s3_put_limits   (of_put_s3_put_limits),
    .s3_put_acks     (of_put_s3_put_acks),
    .s3_put_sticky   (of_put_s3_put_sticky),
    .s3_put_feedback (of_put_s3_put_feedback),
    .s3_taken_place  (of_put_s3_taken_place),
    .s3_taken_turn   (of_put_s3_taken_turn)
  );

  ackw_latest_reader u_of_take (
    .clk             (clk),
    .rst_n           (rst_n),
    .init_we         (init_we),
    .init_addr       (init_addr),
    .s0_qpn          (t0_qpn),
    .s1_qpn          (t1_qpn),
    .puts            (puts),
    .put_qpn         (p3_qpn),
    .put_new_place   (put_new_place),
    .put_new_turn    (put_new_turn),
    .put_new_limits  (put_new_limits),
    .put_new_acks    (put_new_acks),
    .put_new_sticky  (put_new_sticky),
    .put_new_feedback(put_new_feedback),
    .put_next_qpn    (p2_qpn),
    .takes           (t3_valid),
    .take_qpn        (t3_qpn),
    .take_new_place  (taken_new_place),
    .take_new_turn   (taken_new_turn),
    .take_next_qpn   (t2_qpn),
    .s2_same         (of_take_s2_same),
    .s3_put_place    (of_take_s3_put_place),
    .s3_put_turn     (of_take_s3_put_turn),
    .s3_put_limits   (of_take_s3_put_limits),
    .s3_put_acks     (of_take_s3_put_acks),
    .s3_put_sticky   (of_take_s3_put_sticky),
    .s3_put_feedback (of_take_s3_put_feedback),
    .s3_taken_place  (of_take_s3_taken_place),
    .s3_taken_turn   (of_take_s3_taken_turn)
  );

  // p1: limits and una are written at once, for an update replaces them. What takes reads those of the update just
  // ahead an edge too early: that one brings them along
  assign limits_we = p1_valid & p1_limits;

  ackw_ram #(
    .WIDTH    (90),
    .ADDR_BITS(10)
  ) u_limits (
    .clk  (clk),
    .raddr(t0_qpn),
    .rdata({limits_rdata_own, limits_rdata_pace, limits_rdata_window, limits_rdata_alg}),
    .we   (limits_we),
    .waddr(p1_qpn),
    .wdata({p1_own, p1_pace, p1_window, p1_alg})
  );

  assign una_we = p1_valid & p1_acks;

  ackw_ram #(
    .WIDTH    (24),
    .ADDR_BITS(10)
  ) u_una (
    .clk  (clk),
    .raddr(t0_qpn),
    .rdata(una_rdata),
    .we   (una_we),
    .waddr(p1_qpn),
    .wdata(p1_una)
  );

  assign meets = p1_valid & (p1_qpn == t0_qpn);

  // the port, and what is counted
  assign near_held = t0_drop | t1_drop | t2_drop | t3_drop;
  assign m_upd_flags = {near_m_upd_sticky, near_m_upd_own};
  assign begins = (puts & !filled) | (p3_valid & near_takes & !near_takes_filled);
  assign forgets = t3_drops & (t3_filled | near_clears_filled);
  assign waiting = waiting_count;
  assign joined = joined_count;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      p0_valid <= 1'b0;
      p1_valid <= 1'b0;
      p2_valid <= 1'b0;
      p3_valid <= 1'b0;
      t0_drop <= 1'b0;
      t1_valid <= 1'b0;
      t2_valid <= 1'b0;
      t3_valid <= 1'b0;
      t1_drop <= 1'b0;
      t2_drop <= 1'b0;
      t3_drop <= 1'b0;
      used <= 3'd0;
      enters <= 1'b0;
      has_begun <= 1'b0;
      has_joined <= 1'b0;
      has_moved <= 1'b0;
      has_forgotten <= 1'b0;
      waiting_count <= 11'd0;
      joined_count <= 32'd0;
    end else begin
      p0_valid <= s_upd_valid;

      t0_drop <= drop_valid;
      used <= used + {2'd0, takes} - {2'd0, near_leaves};

      enters <= puts & !queued;

      p1_valid <= p0_valid;
      p2_valid <= p1_valid;
      p3_valid <= p2_valid;
      t1_valid <= t0_drop | takes;
      t1_drop <= t0_drop;
      t2_valid <= t1_valid;
      t2_drop <= t1_drop;
      t3_valid <= t2_valid;
      t3_drop <= t2_drop;

      has_begun <= begins;
      has_joined <= p3_valid & !begins;
      has_moved <= near_moves;
      has_forgotten <= forgets;
      waiting_count <= waiting_count + {10'd0, has_begun} - {10'd0, has_moved} - {10'd0, has_forgotten};
      joined_count <= joined_count + {31'd0, has_joined};
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    p0_qpn <= s_upd_qpn;
    p0_limits <= is_timer | !is_dcqcn;
    p0_acks <= !is_timer;
    p0_alg <= s_upd_alg;
    p0_window <= s_upd_window;
    p0_pace <= s_upd_pace;
    p0_own <= s_upd_flags[3:0];
    p0_sticky <= s_upd_flags[15:4];
    p0_feedback <= s_upd_feedback;
    p0_una <= s_upd_una_psn;

    t0_drop_qpn <= next_drop_qpn;

    enters_qpn <= p3_qpn;

    p1_qpn <= p0_qpn;
    p1_limits <= p0_limits;
    p1_acks <= p0_acks;
    p1_alg <= p0_alg;
    p1_window <= p0_window;
    p1_pace <= p0_pace;
    p1_own <= p0_own;
    p1_sticky <= p0_sticky;
    p1_feedback <= p0_feedback;
    p1_una <= p0_una;
    p2_qpn <= p1_qpn;
    p2_limits <= p1_limits;
    p2_acks <= p1_acks;
    p2_alg <= p1_alg;
    p2_window <= p1_window;
    p2_pace <= p1_pace;
    p2_own <= p1_own;
    p2_sticky <= p1_sticky;
    p2_feedback <= p1_feedback;
    p2_una <= p1_una;
    p3_qpn <= p2_qpn;
    p3_limits <= p2_limits;
    p3_acks <= p2_acks;
    p3_alg <= p2_alg;
    p3_window <= p2_window;
    p3_pace <= p2_pace;
    p3_own <= p2_own;
    p3_sticky <= p2_sticky;
    p3_feedback <= p2_feedback;
    p3_una <= p2_una;
    p3_same <= t2_qpn == p2_qpn;
    t1_qpn <= t0_qpn;
    t2_qpn <= t1_qpn;
    t3_qpn <= t2_qpn;

    t1_meets <= meets;
    t2_meets <= t1_meets;
    t3_limits_alg <= limits_rdata_alg;
    t3_limits_window <= limits_rdata_window;
    t3_limits_pace <= limits_rdata_pace;
    t3_limits_own <= limits_rdata_own;
    if (t2_meets & p3_limits) begin
      t3_limits_alg <= p3_alg;
      t3_limits_window <= p3_window;
      t3_limits_pace <= p3_pace;
      t3_limits_own <= p3_own;
    end
    t3_una <= una_rdata;
    if (t2_meets & p3_acks) begin
      t3_una <= p3_una;
    end
  end

endmodule

`default_nettype wire
