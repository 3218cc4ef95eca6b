// What is kept of a QP is found three cycles later with every write of either side up to the cycle before.
//
// `qp` is any QP; both memories stand for its words alone. They are known from the initialisation on.
//: clk rst_n init_we init_addr s0_qpn s1_qpn re?1 puts put_qpn put_new_place put_new_turn put_new_limits put_new_acks
//: put_new_sticky put_new_feedback put_next_qpn takes take_qpn take_new_place take_new_turn take_next_qpn s2_same
//: s3_put_place s3_put_turn s3_put_limits s3_put_acks s3_put_sticky s3_put_feedback s3_taken_place s3_taken_turn
//: put_we put_waddr put_wdata_place put_wdata_turn put_rdata_place put_rdata_turn put_rdata_limits put_rdata_acks
//: put_rdata_sticky put_rdata_feedback taken_we taken_waddr taken_wdata_place taken_wdata_turn taken_rdata_place
//: taken_rdata_turn

  localparam QPN = $bits(s0_qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  wire        put_followed, taken_followed;
  wire [16:0] put_value, put_word;
  wire [1:0]  taken_value, taken_word;

  ackw_followed_word #(.WIDTH(17), .ADDR_BITS(QPN)) u_word_put (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(put_we), .waddr(put_waddr),
    .wdata({put_new_feedback, put_new_sticky, put_new_acks, put_new_limits, put_wdata_turn, put_wdata_place}),
    .known(put_followed), .value(put_value), .word(put_word)
  );
  ackw_followed_word #(.WIDTH(2), .ADDR_BITS(QPN)) u_word_taken (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(taken_we), .waddr(taken_waddr),
    .wdata({taken_wdata_turn, taken_wdata_place}),
    .known(taken_followed), .value(taken_value), .word(taken_word)
  );

  reg           started = 1'b0;
  reg           known   = 1'b0; // initialised since the reset
  reg [3:0]     was_known = 4'd0;
  reg [2:0]     looks   = 3'd0; // 1, 2, 3 cycles ago it was looked for
  reg [3:0]     writes  = 4'd0; // 1 to 4 cycles ago something was written
  reg [QPN-1:0] s0_qpn_1, s0_qpn_2, put_next_1, take_next_1;

  always @(posedge clk) begin
    started <= 1'b1;
    looks   <= {looks[1:0], re && s0_qpn == qp};
    writes  <= rst_n ? {writes[2:0], puts || takes} : 4'd0;
    known   <= rst_n && (known || init_we && init_addr == qp);
    was_known <= rst_n ? {was_known[2:0], known} : 4'd0;
    {s0_qpn_2, s0_qpn_1, put_next_1, take_next_1} <= {s0_qpn_1, s0_qpn, put_next_qpn, take_next_qpn};
  end

  // who uses it: latest, whose pipelines never stop, and which nothing enters while it is initialised
  always @* begin
    if (!started) assume (!rst_n);
    if (started) assume (s1_qpn == s0_qpn_1 && put_qpn == put_next_1 && take_qpn == take_next_1);
    if (init_we) assume (!puts && !takes && writes == 4'd0 && !(known && init_addr == qp));
    if (put_followed) assume ({put_rdata_feedback, put_rdata_sticky, put_rdata_acks, put_rdata_limits, put_rdata_turn,
      put_rdata_place} == put_value);
    if (taken_followed) assume ({taken_rdata_turn, taken_rdata_place} == taken_value);
  end

  always @* if (started && rst_n) begin
    if (looks[2] && was_known[3]) begin
      assert ({s3_put_feedback, s3_put_sticky, s3_put_acks, s3_put_limits, s3_put_turn, s3_put_place} == put_word);
      assert ({s3_taken_turn, s3_taken_place} == taken_word);
    end
    if (was_known[3]) assert (s2_same == (s0_qpn_2 == take_qpn));
  end

  always @(posedge clk) if (rst_n && looks[2] && was_known[3]) begin
    cover (s3_put_turn != s3_taken_turn && s3_put_limits);
    cover (puts && takes && put_qpn == qp && take_qpn == qp);
  end
