// An event finds the U that its QP's last one left, and leaves its own: as it is, the host's, or the rounded and
// saturated sum.
//
// `qp` is any QP, and the memory stands for its word alone; events of one QP come 8 cycles apart. That the pins of
// later stages speak of the event whose QP was in_qpn, s1_near of the one 8 ahead of it, is checked in `window` and
// assumed here, and that theta is from 1 to 2^36 where U moves. What the multipliers give may be anything, but 0 times U
// is 0.
//: clk in_valid valid init_we init_addr host_u in_theta in_addend in_qpn s1_near s1_moves s2_moves s2_loads s7_valid s7_qpn s2_u s7_u s7_sat
//: s2_c c0_u0_p c0_u1_p c0_u2_p c1_u0_p c1_u1_p c1_u2_p ram_rdata ram_we ram_waddr ram_wdata

  localparam QPN = $bits(in_qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  reg               started = 1'b0;
  reg  [9:0]        stands  = 10'd0;
  reg  [10*QPN-1:0] qpns; // of the events in s0 to s9, from the lowest bits on
  reg  [48:0]      addend_0, addend_1, addend_2, addend_3;
  reg  [36:0]      theta_0, theta_1, theta_2;
  reg              moves_2, moves_3, moves_4, moves_5, moves_6, moves_7, loads_3, loads_4, loads_5, loads_6, loads_7;
  reg  [47:0]      host_3, host_4, host_5, host_6, host_7;
  reg              c_was_zero;
  integer          i;

  wire        followed;
  wire [47:0] value;
  wire [47:0] word;

  ackw_followed_word #(.WIDTH(48), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(in_qpn), .we(ram_we), .waddr(ram_waddr), .wdata(ram_wdata),
    .known(followed), .value(value), .word(word)
  );

  // c * U of the slices' products; and in two parts, which is as the page adds them up, with the addend: of an event
  // that moves, in s3 and later
  wire [84:0] product = {49'd0, c0_u0_p} + {31'd0, c0_u1_p, 18'd0} + {19'd0, c0_u2_p, 36'd0}
                      + {31'd0, c1_u0_p, 18'd0} + {13'd0, c1_u1_p, 36'd0} + {1'd0, c1_u2_p, 54'd0};
  wire [84:0] rounded = (product + (85'd1 << 35)) >> 36;
  wire [50:0] high = {3'd0, c1_u2_p, c0_u1_p[35:18]} + {15'd0, c1_u1_p};
  wire [50:0] low  = {3'd0, c0_u2_p, c0_u0_p[35:18]} + {15'd0, c1_u0_p} + ({33'd0, c0_u1_p[17:0]} + 51'h20000);
  reg  [50:0] sum_4, sum_5, sum_6, sum_7;

  // U of qp, from the sweep on
  reg         known = 1'b0;
  reg  [47:0] u;
  wire        swept = init_we && init_addr == qp;
  wire        turn  = stands[7] && qpns[7*QPN +: QPN] == qp;
  wire [47:0] moved = |sum_7[50:48] ? 48'hffffffffffff : sum_7[47:0];
  wire [47:0] left  = loads_7 ? host_7 : moves_7 ? moved : u;

  always @(posedge clk) begin
    started <= 1'b1;
    stands  <= {stands[8:0], in_valid};
    qpns    <= {qpns[9*QPN-1:0], in_qpn};
    {theta_2, theta_1, theta_0} <= {theta_1, theta_0, in_theta};
    {addend_3, addend_2, addend_1, addend_0} <= {addend_2, addend_1, addend_0, in_addend};
    {moves_7, moves_6, moves_5, moves_4, moves_3, moves_2} <= {moves_6, moves_5, moves_4, moves_3, moves_2, s1_moves};
    {loads_7, loads_6, loads_5, loads_4, loads_3} <= {loads_6, loads_5, loads_4, loads_3, s2_loads};
    {host_7, host_6, host_5, host_4, host_3} <= {host_6, host_5, host_4, host_3, host_u};
    {sum_7, sum_6, sum_5, sum_4} <= {sum_6, sum_5, sum_4, (high + {2'd0, addend_3}) + (low >> 18)};
    c_was_zero <= s2_c == 36'd0;
    known <= known || swept;
    if (swept) u <= 48'h1000000000;
    else if (turn) u <= left;
  end

  always @* begin
    if (followed) assume (ram_rdata == value);
    if (stands[0]) assume (theta_0 <= 37'h1000000000);
    if (stands[1] && qpns[QPN +: QPN] == qp) assume (s1_near == (stands[9] && qpns[9*QPN +: QPN] == qp));
    if (stands[1] && s1_moves) assume (theta_1 != 37'd0);
    if (stands[2]) assume (s2_moves == moves_2 && !(s2_loads && s2_moves));
    assume (valid == stands[8:0]);
    assume (s7_valid == stands[7]);
    if (stands[7]) assume (s7_qpn == qpns[7*QPN +: QPN]);
    if (init_we) assume (!in_valid && stands == 10'd0);
    if (c_was_zero) assume ({c0_u0_p, c0_u1_p, c0_u2_p, c1_u0_p, c1_u1_p, c1_u2_p} == 204'd0);
    for (i = 0; i < 7; i = i + 1) begin
      if (in_valid && stands[i]) assume (in_qpn != qpns[QPN*i +: QPN]);
    end
  end

  always @* assert (rounded == {34'd0, high} + {34'd0, low >> 18});

  always @* if (started) begin
    if (stands[2]) assert ({1'b0, s2_c} == (moves_2 ? 37'h1000000000 - theta_2 : 37'd0));
    if (known) assert (word == u);
    if (known && stands[2] && qpns[2*QPN +: QPN] == qp) assert (s2_u == u);
    if (known && turn) assert (s7_u == left);
    if (known && turn) assert (s7_sat == (moves_7 && !loads_7 && |sum_7[50:48]));
  end

  always @(posedge clk) if (known && turn) begin
    cover (s7_sat && u != 48'hffffffffffff);
    cover (moves_7 && s7_u == 48'hffffffffffff && !s7_sat);
    cover (moves_7 && s7_u < u && stands[7:1] == 7'h7f);
    cover (!moves_7 && !loads_7 && u == 48'd9);
  end

  always @(posedge clk) cover (known && stands[1] && qpns[QPN +: QPN] == qp && s1_near && u == 48'd7);
