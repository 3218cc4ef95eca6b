// `latest` under random updates, drops and takers, with one-cycle resets in between, each behind which every QP is
// initialised: what the proofs of its modules assume of the block around them is asserted here.
module latest_tb;
  reg clk = 1'b0;
  always #1 clk = !clk;

  reg         rst_n = 1'b0, init_we = 1'b0;
  reg  [3:0]  init_addr = 4'd0;
  reg         drop_valid = 1'b0;
  reg  [3:0]  drop_qpn = 4'd0;
  reg         s_upd_valid = 1'b0;
  reg  [3:0]  s_upd_qpn = 4'd0, s_upd_alg = 4'd0;
  reg  [2:0]  s_upd_kind = 3'd0;
  reg  [41:0] noise = 42'd0;
  reg         m_upd_ready = 1'b0;
  wire        m_upd_valid;
  reg  [3:0]  some = 4'hf;  // the QPs that come of late
  reg         slow = 1'b0;  // of late words are taken slowly
  integer     words = 0, since_drop = 0, round, k, seed;

  ackw_latest dut (
    .clk(clk), .rst_n(rst_n), .init_we(init_we), .init_addr(init_addr),
    .drop_valid(drop_valid), .drop_qpn(drop_qpn),
    .s_upd_valid(s_upd_valid), .s_upd_kind(s_upd_kind), .s_upd_qpn(s_upd_qpn), .s_upd_alg(s_upd_alg),
    .s_upd_window(noise), .s_upd_pace(noise[39:0]), .s_upd_flags(noise[15:0]), .s_upd_feedback(noise[20]),
    .s_upd_una_psn(noise[23:0]),
    .m_upd_valid(m_upd_valid), .m_upd_ready(m_upd_ready)
  );

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("seed %0d", seed);
    void'($urandom(seed));
    repeat (4) @(negedge clk);
    for (round = 0; round < 8; round = round + 1) begin
      rst_n = 1'b0;
      {s_upd_valid, drop_valid} = 2'd0;
      @(negedge clk);
      rst_n = 1'b1;
      init_we = 1'b1;
      for (k = 0; k < 16; k = k + 1) begin
        init_addr = 4'(k);
        @(negedge clk);
      end
      init_we = 1'b0;
      repeat (10000) begin
        if ($urandom % 300 == 0) begin
          slow = !slow;
          some = 4'($urandom) | 4'd1;
        end
        m_upd_ready = slow ? $urandom % 12 == 0 : $urandom % 4 != 0;
        // at most one drop in four cycles
        since_drop = since_drop + 1;
        drop_valid = since_drop >= 4 && $urandom % 6 == 0;
        if (drop_valid) since_drop = 0;
        drop_qpn = 4'($urandom) & some;
        s_upd_valid = $urandom % 4 != 0;
        s_upd_qpn = 4'($urandom) & some;
        s_upd_kind = $urandom % 2 == 0 ? 3'd0 : 3'd7;
        s_upd_alg = $urandom % 2 == 0 ? 4'd0 : 4'd4;
        noise = {10'($urandom), $urandom};
        if (m_upd_valid && m_upd_ready) words = words + 1;
        @(negedge clk);
      end
    end
    if (words < 5000) $fatal(1, "too little happened: %0d words", words);
    $display("PASS %0d words", words);
    $finish;
  end
endmodule
