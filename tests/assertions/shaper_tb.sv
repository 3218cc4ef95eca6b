// The shaper under random traffic of four QPs, with one-cycle resets in between: what the proofs of its modules assume
// of the block around them is asserted here. Answers are right, late, doubled, of another QP, or never come.
module shaper_tb;
  reg clk = 1'b0;
  always #1 clk = !clk;

  reg         rst_n = 1'b0;
  reg  [31:0] now = 32'd0;
  reg  [7:0]  pfc_pause = 8'd0;
  reg  [1:0]  qpn [0:3]; // of a request, an answer, an update, an opening
  reg  [3:0]  offers = 4'd0;
  reg  [31:0] noise [0:5];
  wire [3:0]  takes;
  wire        m_grant_valid, init_done;
  wire [3:0]  m_grant_qpn;
  wire [7:0]  m_grant_tag;
  wire [19:0] m_grant_max_bytes;
  reg         m_grant_ready = 1'b0;
  reg  [31:0] held [0:15]; // open grants: taken, QP, tag, bytes
  reg  [31:0] answer;
  reg         rewinds;
  integer     grants = 0, answers = 0, resets = 0, since = 0, k, seed;

  ackw_shaper dut (
    .clk(clk), .rst_n(rst_n), .now(now), .pfc_pause(pfc_pause),
    .cfg_mtu(14'd1024), .cfg_inv_mtu(29'd67108865), .cfg_quantum(20'd4096), .cfg_cap_m(20'd0), .cfg_cap_e(6'd0),
    .cfg_burst(16'd64), .cfg_timeout(32'd3000),
    .s_req_valid(offers[0]), .s_req_ready(takes[0]), .s_req_qpn({2'd0, qpn[0]}), .s_req_class({1'b0, qpn[0]}),
    .s_req_backlog({14'd0, noise[0][13:0]}), .s_req_bytes_to_end(28'd0),
    .s_sent_valid(offers[1]), .s_sent_ready(takes[1]), .s_sent_qpn(answer[23:20]), .s_sent_tag(answer[31:24]),
    .s_sent_psn_next({16'd0, noise[1][7:0]}), .s_sent_bytes({8'd0, answer[19:0]}), .s_sent_empty(noise[1][8]),
    .s_sent_rewind(rewinds),
    .s_upd_valid(offers[2]), .s_upd_ready(takes[2]), .s_upd_qpn({2'd0, qpn[2]}), .s_upd_limits(noise[2][18:16] == 3'd0),
    .s_upd_acks(noise[2][1]), .s_upd_unit(noise[2][3:2]), .s_upd_window({8'd0, noise[3], 2'd0}),
    .s_upd_pace({2'd0, noise[4], 6'd0}), .s_upd_una_psn({16'd0, noise[2][15:8]}),
    .s_open_valid(offers[3]), .s_open_ready(takes[3]), .s_open_close(noise[5][1:0] == 2'd0), .s_open_qpn({2'd0, qpn[3]}),
    .s_open_class(noise[5][4:2]), .s_open_first_psn(24'd0), .s_open_bypass(!noise[5][7]), .s_open_iw(14'd0),
    .s_open_unit(noise[5][6:5]), .s_open_window({2'd0, noise[3], 8'hff}), .s_open_pace({2'd0, noise[4], 6'd0}),
    .m_grant_valid(m_grant_valid), .m_grant_ready(m_grant_ready), .m_grant_qpn(m_grant_qpn),
    .m_grant_tag(m_grant_tag), .m_grant_max_bytes(m_grant_max_bytes), .init_done(init_done)
  );

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("seed %0d", seed);
    void'($urandom(seed));
    for (k = 0; k < 16; k = k + 1) held[k] = 32'd0;
    for (k = 0; k < 4; k = k + 1) qpn[k] = 2'd0;
    for (k = 0; k < 6; k = k + 1) noise[k] = 32'd0;
    answer = 32'd0;
    rewinds = 1'b0;
    repeat (4) @(negedge clk);
    repeat (200000) begin
      // a reset of one cycle, at any time
      rst_n = $urandom % 10000 != 0;
      since = rst_n ? since + 1 : 0;
      if (!rst_n) resets = resets + 1;
      now = now + ($urandom % 64 == 0 ? $urandom % 4096 : 5);
      if ($urandom % 200 == 0) pfc_pause = 8'($urandom) & 8'($urandom);
      m_grant_ready = $urandom % 8 != 0;
      for (k = 0; k < 6; k = k + 1) if ($urandom % 4 == 0) noise[k] = $urandom;
      for (k = 0; k < 4; k = k + 1) if (!offers[k]) begin
        qpn[k] = 2'($urandom);
        offers[k] = $urandom % (k == 3 ? (since < 500 ? 8 : 2000) : 8) == 0;
        if (k == 1) begin
          // of one of the last 16 grants, of another QP's, or a rewind
          answer = held[4'($urandom)];
          rewinds = $urandom % 64 == 0;
          if ($urandom % 4 == 0) answer[23:20] = {2'd0, qpn[1]};
          if (offers[1]) answers = answers + 1;
        end
      end
      @(negedge clk);
      offers = offers & ~taken;
    end
    if (grants < 1000 || answers < 1000 || resets < 10) $fatal(1, "too little happened: %0d grants, %0d answers, %0d resets", grants, answers, resets);
    $display("PASS %0d grants, %0d answers, %0d resets", grants, answers, resets);
    $finish;
  end

  // what was taken at the edge
  reg [3:0] taken = 4'd0;
  always @(posedge clk) begin
    taken <= offers & takes & {4{rst_n}};
    if (rst_n && m_grant_valid && m_grant_ready) begin
      held[4'(grants)] <= {m_grant_tag, m_grant_qpn, m_grant_max_bytes};
      grants <= grants + 1;
    end
  end
endmodule
