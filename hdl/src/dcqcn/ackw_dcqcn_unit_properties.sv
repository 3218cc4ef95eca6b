// No update of the timer is lost, whoever does not take it: what the block gives is two cycles later in the queue of
// four, as it was given, unless its QP is another algorithm's; and the queue has room for it.
//
// Assumed of the queue is what is proved of it (`fifo`): how many words it says that it holds.
//: clk rst_n room tick_own_own tick_own_deterministic dcqcn_out_valid dcqcn_out_qpn dcqcn_out_rate dcqcn_out_flags
//: ticks_in_valid ticks_in_ready ticks_in_data_alg ticks_count period_q_qpn period_q_rate period_q_flags

  localparam WORD = $bits(dcqcn_out_qpn) + 45;

  reg             started = 1'b0;
  reg             given_1 = 1'b0, given_2 = 1'b0; // one or two cycles ago an update was taken from the block
  reg  [WORD-1:0] word_1, word_2;
  reg  [2:0]      most = 3'd0;                    // so many words the queue holds at most

  always @(posedge clk) begin
    started <= 1'b1;
    given_1 <= rst_n && dcqcn_out_valid && room;
    given_2 <= rst_n && given_1;
    word_1  <= {dcqcn_out_flags, dcqcn_out_rate, dcqcn_out_qpn};
    word_2  <= word_1;
    most    <= rst_n ? ticks_count + {2'd0, ticks_in_valid && ticks_in_ready} : 3'd0;
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (started && rst_n) assume (ticks_count <= most && ticks_in_ready == (ticks_count != 3'd4));
  end

  always @* if (started && rst_n) begin
    assert (ticks_in_valid == (given_2 && tick_own_own));
    assert (!ticks_in_valid || ticks_in_ready);
    if (ticks_in_valid) begin
      assert ({period_q_flags, period_q_rate, period_q_qpn} == word_2);
      assert (ticks_in_data_alg == (tick_own_deterministic ? 4'd5 : 4'd4));
    end
    // what these rest on
    assert ({1'b0, ticks_count} + given_1 + given_2 <= 4'd4);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (ticks_count == 3'd4 && dcqcn_out_valid && !room);
    cover (ticks_in_valid && given_1 && ticks_count == 3'd2);
  end
