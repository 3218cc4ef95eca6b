// One event enters a cycle, what enters waits, and none waits for ever: of updates and all else each is let in after one
// of the other at most, of the least, advices and ends of advices, too.
//: clk rst_n free upd_valid settle_valid fetch_valid advice_valid due_valid upd_ready settle_goes fetch_goes advice_goes
//: due_goes others_turn dues_turn

  reg started = 1'b0;
  wire upd_goes   = upd_valid && upd_ready;
  wire other_goes = settle_goes || fetch_goes || advice_goes || due_goes;
  wire lesser     = advice_goes || due_goes;

  // what waited in a cycle in which something else went
  reg upd_waited = 1'b0, other_waited = 1'b0, advice_waited = 1'b0, due_waited = 1'b0;

  always @(posedge clk) begin
    started       <= 1'b1;
    upd_waited    <= rst_n && upd_valid && !upd_goes && (upd_waited || free);
    other_waited  <= rst_n && (settle_valid || fetch_valid || advice_valid || due_valid) && !other_goes &&
                     (other_waited || free);
    advice_waited <= rst_n && advice_valid && !advice_goes && (advice_waited || lesser);
    due_waited    <= rst_n && due_valid && !due_goes && (due_waited || lesser);
  end

  always @* begin
    if (!started) assume (!rst_n);
    // what waits stays until it goes
    if (upd_waited) assume (upd_valid);
    if (advice_waited) assume (advice_valid);
    if (due_waited) assume (due_valid);
    if (other_waited) assume (settle_valid || fetch_valid || advice_valid || due_valid);
    if (started && rst_n) begin
      assert ({2'd0, upd_goes} + {2'd0, settle_goes} + {2'd0, fetch_goes} + {2'd0, advice_goes} + {2'd0, due_goes} <= 3'd1);
      if (upd_goes || other_goes) assert (free);
      if (settle_goes) assert (settle_valid);
      if (fetch_goes) assert (fetch_valid && !settle_valid);
      if (advice_goes) assert (advice_valid && !settle_valid && !fetch_valid);
      if (due_goes) assert (due_valid && !settle_valid && !fetch_valid);
      // no cycle is lost
      if (free && (upd_valid || settle_valid || fetch_valid || advice_valid || due_valid)) assert (upd_goes || other_goes);
      if (free && upd_waited) assert (upd_goes);
      if (free && other_waited) assert (other_goes);
      if (lesser && advice_waited) assert (advice_goes);
      if (lesser && due_waited) assert (due_goes);
      // what the two registers stand for
      assert (!(upd_waited && other_waited));
      if (upd_waited) assert (!others_turn);
      if (other_waited) assert (others_turn);
      if (advice_waited) assert (!dues_turn);
      if (due_waited) assert (dues_turn);
      cover (due_goes && due_waited && others_turn);
    end
  end
