// Behind an operation a QP is in exactly one place: a list, the tree, or nowhere; and its record says which.
//
// Inputs stand still for a slot, but for `ends`, which comes in its first cycle; so what is seen in the second is of
// the first.
//: clk rst_n ends m10_qp_queued m10_qp_live m10_qp_behind m10_qp_turn m10_qp_deficit m10_asks m10_due m10_short
//: m10_popped m10_keeps m10_time head tail qp_queued qp_live qp_behind qp_turn qp_deficit waits key

  reg        started = 1'b0, rst_n_1 = 1'b0, ends_1 = 1'b0;
  reg        queued_1, live_1, behind_1, turn_1, asks_1, due_1, short_1, popped_1, keeps_1;
  reg [19:0] deficit_1;
  reg [46:0] time_1;

  always @(posedge clk) begin
    started <= 1'b1;
    {rst_n_1, ends_1} <= {rst_n, ends};
    {queued_1, live_1, behind_1, turn_1} <= {m10_qp_queued, m10_qp_live, m10_qp_behind, m10_qp_turn};
    {asks_1, due_1, short_1, popped_1, keeps_1} <= {m10_asks, m10_due, m10_short, m10_popped, m10_keeps};
    {deficit_1, time_1} <= {m10_qp_deficit, m10_time};
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (started && ends_1) assume ({m10_qp_queued, m10_qp_live, m10_qp_behind, m10_qp_turn, m10_qp_deficit, m10_asks,
      m10_due, m10_short, m10_popped, m10_keeps, m10_time} == {queued_1, live_1, behind_1, turn_1, deficit_1, asks_1,
      due_1, short_1, popped_1, keeps_1, time_1});
    // who is taken out of a list was in one, and whose turn lasts was taken out
    if (ends && m10_popped) assume (m10_qp_queued);
    if (ends && m10_keeps) assume (m10_popped);
  end

  wire was_listed = queued_1 && !popped_1; // its place in a list is still there
  wire pushed     = head || tail;

  always @* if (started && rst_n && rst_n_1) begin
    if (!ends_1) assert (!pushed);
    if (ends_1) begin
      // never twice in a list, and in one if it may send now
      assert (!(head && tail) && !(pushed && was_listed));
      assert (qp_queued == (was_listed || pushed));
      if (asks_1 && due_1) assert (qp_queued && qp_live);
      if (!asks_1 || !due_1) assert (!pushed && !qp_live);
      // in the tree if only the time is missing
      assert (waits == (asks_1 && !due_1) && !(waits && pushed));
      // who has nothing, or no room, is nowhere, or a place in a list that drops it
      if (!asks_1) assert (!waits && qp_queued == was_listed);
      // its due time is cut upwards: never early
      assert (key == time_1[46:18] + {28'd0, |time_1[17:0]});
      // a turn lasts only while it may send; what is left of it does not outlive that
      if (!qp_live) assert (!qp_turn && qp_deficit == 20'd0);
      if (qp_turn) assert (!short_1);
      if (head) assert (keeps_1);
    end
  end

  always @(posedge clk) if (started && rst_n && rst_n_1 && ends_1) begin
    cover (head && qp_turn);
    cover (tail && popped_1);
    cover (waits && qp_queued);
    cover (qp_live && qp_behind);
  end
