// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Four records next to the port, in the order in which they came, and the port. An update of a QP that stands here
// joins its record until that goes to the port. A record from which everything was dropped leaves without a word.
module ackw_latest_near (
  input  wire        clk,                  // clock, rising edge
  input  wire        rst_n,                // reset, active low, asynchronous
  input  wire        load,                 // load_record comes behind the others; there is room for it
  input  wire [3:0]  load_record_qpn,
  input  wire        load_record_limits,
  input  wire        load_record_acks,
  input  wire [3:0]  load_record_alg,
  input  wire [41:0] load_record_window,
  input  wire [39:0] load_record_pace,
  input  wire [3:0]  load_record_own,
  input  wire [11:0] load_record_sticky,
  input  wire        load_record_feedback,
  input  wire [23:0] load_record_una,
  input  wire [3:0]  p2_qpn,               // the QP of the update that is put in the next cycle
  input  wire        p2_same,              // it is that of load_record
  input  wire        put_valid,            // put comes; it joins, if its QP stands here or is loaded
  input  wire        put_same,             // its QP is that of load_record
  input  wire [3:0]  put_qpn,
  input  wire        put_limits,
  input  wire        put_acks,
  input  wire [3:0]  put_alg,
  input  wire [41:0] put_window,
  input  wire [39:0] put_pace,
  input  wire [3:0]  put_own,
  input  wire [11:0] put_sticky,
  input  wire        put_feedback,
  input  wire [23:0] put_una,
  input  wire [3:0]  t2_qpn,               // the QP that clear is for in the next cycle
  input  wire        t2_same,              // it is that of load_record
  input  wire        clear,                // what waits of the QP that was t2_qpn is forgotten, if it stands here; not
                                           // with load
  input  wire        drop_valid,           // no word goes to the port in this cycle
  input  wire        held,                 // none of the QP that was next_held_qpn does
  input  wire [3:0]  next_held_qpn,        // the QP that held is for in the next cycle
  output wire        takes,                // put joins here, if it is valid
  output wire        takes_filled,         // something waited there
  output wire        clears_filled,        // clear forgets something
  output wire        leaves,               // the first record leaves
  output wire        moves,                // it goes to the port
  output wire        m_upd_valid,          // a word stands on the port
  input  wire        m_upd_ready,          // it is taken
  output wire [3:0]  m_upd_qpn,
  output wire        m_upd_limits,
  output wire        m_upd_acks,
  output wire [3:0]  m_upd_alg,
  output wire [41:0] m_upd_window,
  output wire [39:0] m_upd_pace,
  output wire [3:0]  m_upd_own,
  output wire [11:0] m_upd_sticky,
  output wire        m_upd_feedback,
  output wire [23:0] m_upd_una
);

  reg  [3:0]  valid;
  reg  [3:0]  first;
  reg  [3:0]  last;
  reg  [3:0]  match_put;
  reg  [3:0]  match_clear;
  reg  [3:0]  match_held;
  reg         word_valid;
  reg  [3:0]  word_qpn;
  reg         word_limits;
  reg         word_acks;
  reg  [3:0]  word_alg;
  reg  [41:0] word_window;
  reg  [39:0] word_pace;
  reg  [3:0]  word_own;
  reg  [11:0] word_sticky;
  reg         word_feedback;
  reg  [23:0] word_una;

  reg  [3:0]  is_filled;
  reg  [3:0]  same_put;
  reg  [3:0]  same_clear;
  reg  [3:0]  same_held;
  reg  [3:0]  head_qpn;
  reg         head_limits;
  reg         head_acks;
  reg  [3:0]  head_alg;
  reg  [41:0] head_window;
  reg  [39:0] head_pace;
  reg  [3:0]  head_own;
  reg  [11:0] head_sticky;
  reg         head_feedback;
  reg  [23:0] head_una;
  wire [3:0]  first_valid;
  reg  [3:0]  waits;
  wire        goes;
  wire        gone;
  reg  [3:0]  stays;
  reg  [3:0]  clears;
  wire [3:0]  joins;
  wire        load_held;
  wire        load_joins;
  wire        load_filled;
  wire        slot_0_load;
  wire        slot_0_joins;
  wire        slot_0_filled;
  wire [3:0]  slot_0_qpn;
  wire [3:0]  slot_0_record_qpn;
  wire        slot_0_record_limits;
  wire        slot_0_record_acks;
  wire [3:0]  slot_0_record_alg;
  wire [41:0] slot_0_record_window;
  wire [39:0] slot_0_record_pace;
  wire [3:0]  slot_0_record_own;
  wire [11:0] slot_0_record_sticky;
  wire        slot_0_record_feedback;
  wire [23:0] slot_0_record_una;
  wire        slot_1_load;
  wire        slot_1_joins;
  wire        slot_1_filled;
  wire [3:0]  slot_1_qpn;
  wire [3:0]  slot_1_record_qpn;
  wire        slot_1_record_limits;
  wire        slot_1_record_acks;
  wire [3:0]  slot_1_record_alg;
  wire [41:0] slot_1_record_window;
  wire [39:0] slot_1_record_pace;
  wire [3:0]  slot_1_record_own;
  wire [11:0] slot_1_record_sticky;
  wire        slot_1_record_feedback;
  wire [23:0] slot_1_record_una;
  wire        slot_2_load;
  wire        slot_2_joins;
  wire        slot_2_filled;
  wire [3:0]  slot_2_qpn;
  wire [3:0]  slot_2_record_qpn;
  wire        slot_2_record_limits;
  wire        slot_2_record_acks;
  wire [3:0]  slot_2_record_alg;
  wire [41:0] slot_2_record_window;
  wire [39:0] slot_2_record_pace;
  wire [3:0]  slot_2_record_own;
  wire [11:0] slot_2_record_sticky;
  wire        slot_2_record_feedback;
  wire [23:0] slot_2_record_una;
  wire        slot_3_load;
  wire        slot_3_joins;
  wire        slot_3_filled;
  wire [3:0]  slot_3_qpn;
  wire [3:0]  slot_3_record_qpn;
  wire        slot_3_record_limits;
  wire        slot_3_record_acks;
  wire [3:0]  slot_3_record_alg;
  wire [41:0] slot_3_record_window;
  wire [39:0] slot_3_record_pace;
  wire [3:0]  slot_3_record_own;
  wire [11:0] slot_3_record_sticky;
  wire        slot_3_record_feedback;
  wire [23:0] slot_3_record_una;

  // the first: to the port if that is free and no drop of its QP is under way; without a word if nothing waits
  always @* begin
    head_qpn = slot_0_record_qpn;
    head_limits = slot_0_record_limits;
    head_acks = slot_0_record_acks;
    head_alg = slot_0_record_alg;
    head_window = slot_0_record_window;
    head_pace = slot_0_record_pace;
    head_own = slot_0_record_own;
    head_sticky = slot_0_record_sticky;
    head_feedback = slot_0_record_feedback;
    head_una = slot_0_record_una;
    if (first[0]) begin
      head_qpn = slot_0_record_qpn;
      head_limits = slot_0_record_limits;
      head_acks = slot_0_record_acks;
      head_alg = slot_0_record_alg;
      head_window = slot_0_record_window;
      head_pace = slot_0_record_pace;
      head_own = slot_0_record_own;
      head_sticky = slot_0_record_sticky;
      head_feedback = slot_0_record_feedback;
      head_una = slot_0_record_una;
    end
    if (first[1]) begin
      head_qpn = slot_1_record_qpn;
      head_limits = slot_1_record_limits;
      head_acks = slot_1_record_acks;
      head_alg = slot_1_record_alg;
      head_window = slot_1_record_window;
      head_pace = slot_1_record_pace;
      head_own = slot_1_record_own;
      head_sticky = slot_1_record_sticky;
      head_feedback = slot_1_record_feedback;
      head_una = slot_1_record_una;
    end
    if (first[2]) begin
      head_qpn = slot_2_record_qpn;
      head_limits = slot_2_record_limits;
      head_acks = slot_2_record_acks;
      head_alg = slot_2_record_alg;
      head_window = slot_2_record_window;
      head_pace = slot_2_record_pace;
      head_own = slot_2_record_own;
      head_sticky = slot_2_record_sticky;
      head_feedback = slot_2_record_feedback;
      head_una = slot_2_record_una;
    end
    if (first[3]) begin
      head_qpn = slot_3_record_qpn;
      head_limits = slot_3_record_limits;
      head_acks = slot_3_record_acks;
      head_alg = slot_3_record_alg;
      head_window = slot_3_record_window;
      head_pace = slot_3_record_pace;
      head_own = slot_3_record_own;
      head_sticky = slot_3_record_sticky;
      head_feedback = slot_3_record_feedback;
      head_una = slot_3_record_una;
    end
  end

  always @* begin
    is_filled = 4'd0;
    is_filled[0] = slot_0_filled;
    is_filled[1] = slot_1_filled;
    is_filled[2] = slot_2_filled;
    is_filled[3] = slot_3_filled;
  end

  assign first_valid = valid & first;

  always @* begin
    waits = 4'd0;
    if (held) begin
      waits = match_held;
    end
  end

  assign goes = (|(first_valid & is_filled & ~waits)) & !drop_valid & (!word_valid | m_upd_ready);
  assign gone = goes | (|(first_valid & ~is_filled));

  always @* begin
    stays = valid;
    if (gone) begin
      stays = valid & ~first;
    end
  end

  // the port: a field is 0 where the record has none
  assign m_upd_valid = word_valid;
  assign m_upd_qpn = word_qpn;
  assign m_upd_limits = word_limits;
  assign m_upd_acks = word_acks;
  assign m_upd_alg = word_alg;
  assign m_upd_window = word_window;
  assign m_upd_pace = word_pace;
  assign m_upd_own = word_own;
  assign m_upd_sticky = word_sticky;
  assign m_upd_feedback = word_feedback;
  assign m_upd_una = word_una;

  // which of the four an update or a drop meets is known a cycle ahead
  assign load_held = load_record_qpn == next_held_qpn;

  always @* begin
    same_put = 4'd0;
    same_clear = 4'd0;
    same_held = 4'd0;
    same_put[0] = slot_0_qpn == p2_qpn;
    same_clear[0] = slot_0_qpn == t2_qpn;
    same_held[0] = slot_0_qpn == next_held_qpn;
    if (load & last[0]) begin
      same_put[0] = p2_same;
      same_clear[0] = t2_same;
      same_held[0] = load_held;
    end
    same_put[1] = slot_1_qpn == p2_qpn;
    same_clear[1] = slot_1_qpn == t2_qpn;
    same_held[1] = slot_1_qpn == next_held_qpn;
    if (load & last[1]) begin
      same_put[1] = p2_same;
      same_clear[1] = t2_same;
      same_held[1] = load_held;
    end
    same_put[2] = slot_2_qpn == p2_qpn;
    same_clear[2] = slot_2_qpn == t2_qpn;
    same_held[2] = slot_2_qpn == next_held_qpn;
    if (load & last[2]) begin
      same_put[2] = p2_same;
      same_clear[2] = t2_same;
      same_held[2] = load_held;
    end
    same_put[3] = slot_3_qpn == p2_qpn;
    same_clear[3] = slot_3_qpn == t2_qpn;
    same_held[3] = slot_3_qpn == next_held_qpn;
    if (load & last[3]) begin
      same_put[3] = p2_same;
      same_clear[3] = t2_same;
      same_held[3] = load_held;
    end
  end

  // a drop, then the update. What leaves in this cycle is beyond both: what becomes of its place does not count
  always @* begin
    clears = 4'd0;
    if (clear) begin
      clears = match_clear & valid;
    end
  end

  assign joins = match_put & valid;
  assign load_joins = load & put_same;
  assign slot_0_load = load & last[0];

  ackw_latest_slot u_slot_0 (
    .clk                 (clk),
    .rst_n               (rst_n),
    .load                (slot_0_load),
    .load_record_qpn     (load_record_qpn),
    .load_record_limits  (load_record_limits),
    .load_record_acks    (load_record_acks),
    .load_record_alg     (load_record_alg),
    .load_record_window  (load_record_window),
    .load_record_pace    (load_record_pace),
    .load_record_own     (load_record_own),
    .load_record_sticky  (load_record_sticky),
    .load_record_feedback(load_record_feedback),
    .load_record_una     (load_record_una),
    .clear               (clears[0]),
    .joins               (slot_0_joins),
    .put_qpn             (put_qpn),
    .put_limits          (put_limits),
    .put_acks            (put_acks),
    .put_alg             (put_alg),
    .put_window          (put_window),
    .put_pace            (put_pace),
    .put_own             (put_own),
    .put_sticky          (put_sticky),
    .put_feedback        (put_feedback),
    .put_una             (put_una),
    .filled              (slot_0_filled),
    .qpn                 (slot_0_qpn),
    .record_qpn          (slot_0_record_qpn),
    .record_limits       (slot_0_record_limits),
    .record_acks         (slot_0_record_acks),
    .record_alg          (slot_0_record_alg),
    .record_window       (slot_0_record_window),
    .record_pace         (slot_0_record_pace),
    .record_own          (slot_0_record_own),
    .record_sticky       (slot_0_record_sticky),
    .record_feedback     (slot_0_record_feedback),
    .record_una          (slot_0_record_una)
  );

  assign slot_0_joins = put_valid & (joins[0] | (load_joins & last[0]));
  assign slot_1_load = load & last[1];

  ackw_latest_slot u_slot_1 (
    .clk                 (clk),
    .rst_n               (rst_n),
    .load                (slot_1_load),
    .load_record_qpn     (load_record_qpn),
    .load_record_limits  (load_record_limits),
    .load_record_acks    (load_record_acks),
    .load_record_alg     (load_record_alg),
    .load_record_window  (load_record_window),
    .load_record_pace    (load_record_pace),
    .load_record_own     (load_record_own),
    .load_record_sticky  (load_record_sticky),
    .load_record_feedback(load_record_feedback),
    .load_record_una     (load_record_una),
    .clear               (clears[1]),
    .joins               (slot_1_joins),
    .put_qpn             (put_qpn),
    .put_limits          (put_limits),
    .put_acks            (put_acks),
    .put_alg             (put_alg),
    .put_window          (put_window),
    .put_pace            (put_pace),
    .put_own             (put_own),
    .put_sticky          (put_sticky),
    .put_feedback        (put_feedback),
    .put_una             (put_una),
    .filled              (slot_1_filled),
    .qpn                 (slot_1_qpn),
    .record_qpn          (slot_1_record_qpn),
    .record_limits       (slot_1_record_limits),
    .record_acks         (slot_1_record_acks),
    .record_alg          (slot_1_record_alg),
    .record_window       (slot_1_record_window),
    .record_pace         (slot_1_record_pace),
    .record_own          (slot_1_record_own),
    .record_sticky       (slot_1_record_sticky),
    .record_feedback     (slot_1_record_feedback),
    .record_una          (slot_1_record_una)
  );

  assign slot_1_joins = put_valid & (joins[1] | (load_joins & last[1]));
  assign slot_2_load = load & last[2];

  ackw_latest_slot u_slot_2 (
    .clk                 (clk),
    .rst_n               (rst_n),
    .load                (slot_2_load),
    .load_record_qpn     (load_record_qpn),
    .load_record_limits  (load_record_limits),
    .load_record_acks    (load_record_acks),
    .load_record_alg     (load_record_alg),
    .load_record_window  (load_record_window),
    .load_record_pace    (load_record_pace),
    .load_record_own     (load_record_own),
    .load_record_sticky  (load_record_sticky),
    .load_record_feedback(load_record_feedback),
    .load_record_una     (load_record_una),
    .clear               (clears[2]),
    .joins               (slot_2_joins),
    .put_qpn             (put_qpn),
    .put_limits          (put_limits),
    .put_acks            (put_acks),
    .put_alg             (put_alg),
    .put_window          (put_window),
    .put_pace            (put_pace),
    .put_own             (put_own),
    .put_sticky          (put_sticky),
    .put_feedback        (put_feedback),
    .put_una             (put_una),
    .filled              (slot_2_filled),
    .qpn                 (slot_2_qpn),
    .record_qpn          (slot_2_record_qpn),
    .record_limits       (slot_2_record_limits),
    .record_acks         (slot_2_record_acks),
    .record_alg          (slot_2_record_alg),
    .record_window       (slot_2_record_window),
    .record_pace         (slot_2_record_pace),
    .record_own          (slot_2_record_own),
    .record_sticky       (slot_2_record_sticky),
    .record_feedback     (slot_2_record_feedback),
    .record_una          (slot_2_record_una)
  );

  assign slot_2_joins = put_valid & (joins[2] | (load_joins & last[2]));
  assign slot_3_load = load & last[3];

  ackw_latest_slot u_slot_3 (
    .clk                 (clk),
    .rst_n               (rst_n),
    .load                (slot_3_load),
    .load_record_qpn     (load_record_qpn),
    .load_record_limits  (load_record_limits),
    .load_record_acks    (load_record_acks),
    .load_record_alg     (load_record_alg),
    .load_record_window  (load_record_window),
    .load_record_pace    (load_record_pace),
    .load_record_own     (load_record_own),
    .load_record_sticky  (load_record_sticky),
    .load_record_feedback(load_record_feedback),
    .load_record_una     (load_record_una),
    .clear               (clears[3]),
    .joins               (slot_3_joins),
    .put_qpn             (put_qpn),
    .put_limits          (put_limits),
    .put_acks            (put_acks),
    .put_alg             (put_alg),
    .put_window          (put_window),
    .put_pace            (put_pace),
    .put_own             (put_own),
    .put_sticky          (put_sticky),
    .put_feedback        (put_feedback),
    .put_una             (put_una),
    .filled              (slot_3_filled),
    .qpn                 (slot_3_qpn),
    .record_qpn          (slot_3_record_qpn),
    .record_limits       (slot_3_record_limits),
    .record_acks         (slot_3_record_acks),
    .record_alg          (slot_3_record_alg),
    .record_window       (slot_3_record_window),
    .record_pace         (slot_3_record_pace),
    .record_own          (slot_3_record_own),
    .record_sticky       (slot_3_record_sticky),
    .record_feedback     (slot_3_record_feedback),
    .record_una          (slot_3_record_una)
  );

  assign slot_3_joins = put_valid & (joins[3] | (load_joins & last[3]));
  assign load_filled = load_joins & (load_record_limits | load_record_acks);
  assign takes = load_joins | ((|joins) & !(gone & (|(joins & first))));
  assign takes_filled = (|(joins & is_filled & ~clears)) | load_filled;
  assign clears_filled = |(clears & is_filled);
  assign leaves = gone;
  assign moves = goes;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid <= 4'd0;
      first <= 4'd1;
      last <= 4'd1;
      word_valid <= 1'b0;
    end else begin
      if (gone) begin
        first <= (first << 1) | (first >> 3);
      end
      valid <= stays;
      if (load) begin
        last <= (last << 1) | (last >> 3);
        valid <= stays | last;
      end

      word_valid <= goes | (word_valid & !m_upd_ready);
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      match_put <= 4'd0;
      match_clear <= 4'd0;
      match_held <= 4'd0;
      word_qpn <= 4'd0;
      word_limits <= 1'b0;
      word_acks <= 1'b0;
      word_alg <= 4'd0;
      word_window <= 42'd0;
      word_pace <= 40'd0;
      word_own <= 4'd0;
      word_sticky <= 12'd0;
      word_feedback <= 1'b0;
      word_una <= 24'd0;
    end else begin
      if (goes) begin
        word_qpn <= head_qpn;
        word_limits <= head_limits;
        word_acks <= head_acks;
        word_alg <= head_alg;
        word_window <= head_window;
        word_pace <= head_pace;
        word_own <= head_own;
        word_sticky <= head_sticky;
        word_feedback <= head_feedback;
        word_una <= head_una;
        if (!head_limits) begin
          word_alg <= 4'd0;
          word_window <= 42'd0;
          word_pace <= 40'd0;
          word_own <= 4'd0;
        end
        if (!head_acks) begin
          word_una <= 24'd0;
        end
      end

      match_put <= same_put;
      match_clear <= same_clear;
      match_held <= same_held;
    end
  end

endmodule

`default_nettype wire
