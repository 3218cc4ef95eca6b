// Every event finds what was written of its QP up to the cycle in which it entered, whatever else is written.
//
// `qp` is any QP, and the memory stands for its word alone. What a QP has is known from its
// first write or sweep after a reset on.
//: clk rst_n init_we init_addr tx_valid tx_qpn tx_psn in_valid in_qpn out_valid out_snd_nxt
//: p0_qpn write_valid write_qpn write_psn ram_rdata

  localparam QPN = $bits(in_qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  reg           started = 1'b0;
  reg [3:0]     valid   = 4'd0;
  reg [QPN-1:0] qpn_0, qpn_1, qpn_2, qpn_3;

  wire        followed;
  wire [23:0] value;
  wire [23:0] word;

  ackw_followed_word #(.WIDTH(24), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(write_valid), .waddr(write_qpn), .wdata(write_psn),
    .known(followed), .value(value), .word(word)
  );

  // what was sent of qp, with the write of the same cycle
  reg        known = 1'b0;
  reg [23:0] sent;
  reg [3:0]  was_known = 4'd0;
  reg [23:0] sent_0, sent_1, sent_2, sent_3;
  wire       swept  = init_we && init_addr == qp;
  wire       writes = !init_we && tx_valid && tx_qpn == qp;
  wire [23:0] now   = swept ? 24'd0 : writes ? tx_psn : sent;

  always @(posedge clk) begin
    started   <= 1'b1;
    valid     <= rst_n ? {valid[2:0], in_valid} : 4'd0;
    {qpn_3, qpn_2, qpn_1, qpn_0} <= {qpn_2, qpn_1, qpn_0, in_qpn};
    known     <= rst_n && (known || swept || writes);
    sent      <= now;
    was_known <= rst_n ? {was_known[2:0], known || swept || writes} : 4'd0;
    {sent_3, sent_2, sent_1, sent_0} <= {sent_2, sent_1, sent_0, now};
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (followed) assume (ram_rdata == value);
  end

  always @* if (started && rst_n) begin
    assert (out_valid == valid[3]);
    if (was_known[3] && out_valid && qpn_3 == qp) assert (out_snd_nxt == sent_3);
    // the word is written a cycle later
    if (known) assert ((write_valid && write_qpn == qp ? write_psn : word) == sent);
  end

  always @(posedge clk) if (rst_n && was_known[3] && out_valid && qpn_3 == qp) begin
    cover (out_snd_nxt == 24'd7);
    cover (out_snd_nxt != sent_2 && sent_2 != sent_1 && sent_1 != sent_0);
  end
