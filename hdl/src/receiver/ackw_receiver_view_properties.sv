// A reader sees its QP's word with all writes up to the cycle before, whatever is written when.
//
// `qp` is any QP, and the memory stands for its word alone. The word is known from its first write on.
//: clk rst_n we waddr wdata p0_qpn p3 d1_valid d1_qpn d1 ram_rdata

  localparam QPN = $bits(p0_qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  wire         followed;
  wire [W-1:0] value, word;

  ackw_followed_word #(.WIDTH(W), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(p0_qpn), .we(d1_valid), .waddr(d1_qpn), .wdata(d1),
    .known(followed), .value(value), .word(word)
  );

  reg         started = 1'b0;
  reg         known   = 1'b0; // written since the reset
  reg [W-1:0] latest;
  reg [2:0]   looks   = 3'd0; // 1, 2, 3 cycles ago the QP was looked for

  always @(posedge clk) begin
    started <= 1'b1;
    looks   <= {looks[1:0], p0_qpn == qp};
    if (we && waddr == qp) latest <= wdata;
    known   <= rst_n && (known || we && waddr == qp);
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (followed) assume (ram_rdata == value);
  end

  reg [3:0] was_known = 4'd0;
  always @(posedge clk) was_known <= rst_n ? {was_known[2:0], known || we && waddr == qp} : 4'd0;

  always @* if (started && rst_n) begin
    // in any cycle with a word that is written by then
    if (looks[2] && known) assert (p3 == latest);
    // the memory has it a cycle later
    if (was_known[0]) assert ((d1_valid && d1_qpn == qp ? d1 : word) == latest);
  end

  always @(posedge clk) if (rst_n && looks[2] && known) begin
    cover (was_known[3] && p3 != 0 && latest == p3);
    cover (!was_known[2]);
  end
