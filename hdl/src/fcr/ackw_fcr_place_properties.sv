// Every event finds the place as its QP's last event left it, and is compared with that, whatever lies between the two.
//
// `qp` is any QP, and the memory stands for its word alone. Which events ahead are of this QP is the block's to say: it
// is assumed here to be what the indices say. Reset may come at any time; the place is known from the initialisation
// behind it on.
//: clk rst_n init_we init_addr s0_qpn s2_hit_3 s2_hit_4 s2_hit_5 s3_hit_2 s4_hit_1 s5_valid s5_qpn
//: s3_asked_switch s3_asked_seq s3_asked_rate s3_asked_now s3_asked_limit s3_asked_wraps
//: s4_ahead_ended s4_ahead_same s4_ahead_newer s4_ahead_rated s4_ahead_above s4_ahead_reaches
//: s4_new_used s4_new_switch s4_new_seq s4_new_rate s4_new_expiry s4_open s4_host s4_writes s4_withdraws
//: s4_seen_was s4_seen_used s4_seen_same s4_seen_newer s4_seen_rated s4_seen_above s4_seen_reaches
//: s5_source_used s5_source_switch s5_source_seq s5_source_rate s5_source_expiry s5_before_live s5_before_rate s5_mid_live s5_mid_rate
//: ram_we ram_waddr ram_wdata_used ram_rdata_used ram_rdata_switch ram_rdata_seq ram_rdata_rate ram_rdata_expiry

  localparam QPN = $bits(s0_qpn);

  (* anyconst *) reg [QPN-1:0] qp;
  (* anyseq *)   wire          enters;

  // the events in s0 to s7, and whose they are
  reg             started = 1'b0;
  reg  [7:0]      valid   = 8'd0;
  reg  [QPN-1:0]  qpn_1, qpn_2, qpn_3, qpn_4, qpn_5, qpn_6, qpn_7;
  reg             initialised = 1'b0;

  wire        followed;
  wire [71:0] value;
  wire [71:0] word;
  wire [71:0] source = {s5_source_expiry, s5_source_rate, s5_source_seq, s5_source_switch, s5_source_used};

  ackw_followed_word #(.WIDTH(72), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(s0_qpn), .we(ram_we), .waddr(ram_waddr), .wdata({source[71:1], ram_wdata_used}),
    .known(followed), .value(value), .word(word)
  );

  // the place behind the last event of `qp` that has passed s5
  reg  [71:0] left;
  wire        leaves  = valid[5] && qpn_5 == qp;
  wire [71:0] newest  = leaves ? source : left;
  wire        decides = valid[4] && qpn_4 == qp;
  wire        used    = newest[0];
  wire [15:0] switch  = newest[16:1];
  wire [15:0] seq     = newest[32:17];
  wire [21:0] rate    = newest[54:33];
  wire [16:0] expiry  = newest[71:55];

  // what the event in s4 asks, and what the one just ahead of it may have written
  reg  [15:0] asked_switch, asked_seq;
  reg  [21:0] asked_rate;
  reg  [16:0] asked_now, asked_limit;
  reg         asked_wraps;
  reg  [15:0] ahead_switch, ahead_seq;
  reg  [21:0] ahead_rate;
  reg  [16:0] ahead_expiry;
  wire [15:0] ahead_number = asked_seq - ahead_seq;
  wire        ahead_holds  = asked_wraps ? ahead_expiry > asked_now || ahead_expiry <= asked_limit :
                                           ahead_expiry > asked_now && ahead_expiry <= asked_limit;
  wire [15:0] number       = asked_seq - seq;
  wire [16:0] longest      = asked_limit - asked_now;
  wire [16:0] rest         = expiry - asked_now;

  // what the event in s5 was due to leave
  reg         due = 1'b0;
  reg  [71:0] due_source;
  reg         due_before, due_mid;

  wire        was  = used && !s4_open;
  wire        ends = !s4_host && (rest == 17'd0 || rest > longest);

  always @(posedge clk) begin
    started <= 1'b1;
    valid   <= rst_n ? {valid[6:0], enters} : 8'd0;
    {qpn_7, qpn_6, qpn_5, qpn_4, qpn_3, qpn_2, qpn_1} <= {qpn_6, qpn_5, qpn_4, qpn_3, qpn_2, qpn_1, s0_qpn};
    initialised <= rst_n && (initialised || (init_we && init_addr == qp));
    if (init_we && init_addr == qp) left <= {source[71:1], 1'b0};
    else if (leaves) left <= source;
    due <= rst_n && initialised && decides;
    if (s4_writes) due_source <= {s4_new_expiry, s4_new_rate, s4_new_seq, s4_new_switch, s4_new_used};
    else if (s4_withdraws) due_source <= {expiry, 22'd0, s4_new_seq, switch, was && !ends};
    else due_source <= {expiry, rate, seq, switch, was && !ends};
    {due_before, due_mid} <= {was && rate != 22'd0, was && !ends && rate != 22'd0};
    {asked_switch, asked_seq, asked_rate} <= {s3_asked_switch, s3_asked_seq, s3_asked_rate};
    {asked_now, asked_limit, asked_wraps} <= {s3_asked_now, s3_asked_limit, s3_asked_wraps};
    {ahead_switch, ahead_seq, ahead_rate, ahead_expiry} <= {s4_new_switch, s4_new_seq, s4_new_rate, s4_new_expiry};
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (followed) assume ({ram_rdata_expiry, ram_rdata_rate, ram_rdata_seq, ram_rdata_switch, ram_rdata_used} == value);
    if (init_we) assume (valid == 8'd0);
    assume (s5_valid == valid[5] && s5_qpn == qpn_5);
    if (valid[2]) assume (s2_hit_3 == (valid[5] && qpn_5 == qpn_2));
    if (valid[2]) assume (s2_hit_4 == (valid[6] && qpn_6 == qpn_2));
    if (valid[2]) assume (s2_hit_5 == (valid[7] && qpn_7 == qpn_2));
    if (valid[3]) assume (s3_hit_2 == (valid[5] && qpn_5 == qpn_3));
    if (valid[4]) assume (s4_hit_1 == (valid[5] && qpn_5 == qpn_4));
    assume (asked_wraps == (asked_limit < asked_now) && longest != 17'd0);
    assume (s4_ahead_ended == !ahead_holds);
    assume (s4_ahead_same == (ahead_switch == asked_switch));
    assume (s4_ahead_newer == (ahead_number != 16'd0 && !ahead_number[15]));
    assume (s4_ahead_rated == (ahead_rate != 22'd0));
    assume (s4_ahead_above == (ahead_rate > asked_rate));
    assume (s4_ahead_reaches == (ahead_rate >= asked_rate));
  end

  always @* if (started && rst_n && initialised) begin
    assert (word == left);
    if (decides) begin
      assert (s4_seen_was == was);
      assert (s4_seen_used == (was && !ends));
    end
    if (decides && was) begin
      assert (s4_seen_same == (switch == asked_switch));
      assert (s4_seen_newer == (number != 16'd0 && !number[15]));
      assert (s4_seen_rated == (rate != 22'd0));
      if (s4_seen_rated) assert (s4_seen_above == (rate > asked_rate) && s4_seen_reaches == (rate >= asked_rate));
    end
    if (due) begin
      assert (source[0] == due_source[0] && (!source[0] || source == due_source));
      assert (s5_before_live == due_before && s5_mid_live == due_mid);
      if (due_before) assert (s5_before_rate == s5_mid_rate);
    end
  end

  always @(posedge clk) if (rst_n && initialised && decides) begin
    cover (was && valid == 8'hff && s4_hit_1 && qpn_6 == qp && s4_seen_above);
    cover (was && ends && !s4_hit_1 && valid[6] && qpn_6 == qp);
    cover (was && !ends && asked_wraps && expiry < asked_now);
    cover (was && valid[7] && qpn_7 == qp && qpn_6 != qp && qpn_5 != qp && !s4_seen_rated);
  end
