// The receiver under random packets, openings and takers, with one-cycle resets in between, each behind which every QP
// is initialised: what the proofs of its modules assume of the block around them is asserted here.
module receiver_tb;
  reg clk = 1'b0;
  always #1 clk = !clk;

  reg         rst_n = 1'b0, init_we = 1'b0, tick = 1'b0;
  reg  [3:0]  init_addr = 4'd0;
  reg         host_we = 1'b0, host_cnp = 1'b0;
  reg  [3:0]  host_qpn = 4'd0;
  reg  [1:0]  host_mode = 2'd0;
  reg  [6:0]  host_m = 7'd0;
  reg         in_valid = 1'b0, in_ce = 1'b0, in_ack_req = 1'b0, in_last = 1'b0;
  reg  [3:0]  in_qpn = 4'd0;
  reg  [23:0] psn [0:15];
  reg         m_answer_ready = 1'b0;
  wire        m_answer_valid;
  reg         slow = 1'b0; // of late answers are taken slowly
  integer     answers = 0, round, k, seed;

  ackw_receiver dut (
    .clk(clk), .rst_n(rst_n), .init_we(init_we), .init_addr(init_addr), .tick(tick),
    .cfg_ack_timeout(16'd20), .cfg_cnp_interval(16'd10),
    .host_we(host_we), .host_qpn(host_qpn), .host_mode(host_mode), .host_m(host_m), .host_cnp(host_cnp),
    .in_valid(in_valid), .in_qpn(in_qpn), .in_psn(psn[in_qpn]), .in_ce(in_ce), .in_queue(1'b0),
    .in_ack_req(in_ack_req), .in_last(in_last),
    .m_answer_valid(m_answer_valid), .m_answer_ready(m_answer_ready)
  );

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("seed %0d", seed);
    void'($urandom(seed));
    for (k = 0; k < 16; k = k + 1) psn[k] = 24'hfffff0 + 24'(k);
    repeat (4) @(negedge clk);
    for (round = 0; round < 4; round = round + 1) begin
      rst_n = 1'b0;
      {in_valid, host_we} = 2'd0;
      @(negedge clk);
      rst_n = 1'b1;
      init_we = 1'b1;
      for (k = 0; k < 16; k = k + 1) begin
        init_addr = 4'(k);
        @(negedge clk);
      end
      init_we = 1'b0;
      repeat (20000) begin
        tick = $urandom % 3 == 0;
        if ($urandom % 500 == 0) slow = !slow;
        m_answer_ready = slow ? $urandom % 40 == 0 : $urandom % 4 != 0;
        host_we = $urandom % 200 == 0;
        {host_qpn, host_mode, host_cnp} = 7'($urandom);
        host_m = 7'($urandom % 9);
        if (in_valid) psn[in_qpn] = psn[in_qpn] + 24'd1;
        in_valid = $urandom % 4 != 0;
        in_qpn = $urandom % 3 == 0 ? 4'($urandom) : {3'd0, 1'($urandom)};
        in_ce = 1'($urandom);
        in_ack_req = $urandom % 30 == 0;
        in_last = $urandom % 30 == 0;
        if (m_answer_valid && m_answer_ready) answers = answers + 1;
        @(negedge clk);
      end
    end
    if (answers < 10000) $fatal(1, "too little happened: %0d answers", answers);
    $display("PASS %0d answers", answers);
    $finish;
  end
endmodule
