// A bit is written back only as long as nothing newer was written of its QP since it was read, and as it was read.
//
// `qp` is any QP. What is written in the cycle of the read is in what is found.
//: clk rst_n reads qpn found taken taken_qpn writes out_qpn word s1_valid s1_qpn s2_valid s2_qpn waits waits_qpn
//: waits_word

  localparam QPN = $bits(qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  reg started = 1'b0;
  reg read_1  = 1'b0, read_2 = 1'b0; // read one and two cycles ago, and not written since
  reg pending = 1'b0;                // found, not written back, and not written since
  reg bit_found;

  wire newer = taken && taken_qpn == qp;
  wire back  = writes && out_qpn == qp;

  always @(posedge clk) begin
    started <= 1'b1;
    read_1  <= rst_n && reads && qpn == qp;
    read_2  <= rst_n && read_1 && !newer;
    pending <= rst_n && (read_2 && !newer || pending && !newer && !back);
    if (read_2) bit_found <= found;
  end

  always @* if (!started) assume (!rst_n);

  always @* if (started && rst_n) begin
    if (back) assert (pending && word == bit_found);
    if (writes) assert (!taken);
    assert (read_1 == (s1_valid && s1_qpn == qp) && read_2 == (s2_valid && s2_qpn == qp));
    if (waits && waits_qpn == qp) assert (pending && waits_word == bit_found);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (back && word);
    cover (newer && read_1);
    cover (taken && !newer && pending);
  end
