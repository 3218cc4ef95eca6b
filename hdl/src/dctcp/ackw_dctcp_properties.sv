// An update starts from the window and ssthresh that its QP's last one gave; one that grows or cuts gives a window
// between the parameter set's limits.
//
// `qp` is any QP, and the memory stands for its word alone. Events of one QP come at least 8 cycles apart, which
// ackw_issue_properties has; contexts are swept while no event is under way. What tables, multipliers, reciprocal and
// the other loops give may be anything.
//: clk rst_n init_we init_addr in_valid in_qpn out_valid out_qpn out_cwnd out_ssthresh valid s_18_qpn s_21_qpn
//: window_cwnd window_ssthresh windows_rdata_cwnd windows_rdata_ssthresh windows_we windows_waddr windows_wdata_cwnd
//: windows_wdata_ssthresh s29_window_cwnd s29_window_ssthresh grows_from_s5 cuts_from_s5 s28_cwnd_min s28_cwnd_max

  localparam QPN = $bits(in_qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  reg                started = 1'b0;
  reg  [29:0]        entered = 30'd0;
  reg  [30*QPN-1:0]  qpns;
  integer            i;

  wire        followed;
  wire [52:0] value;
  wire [52:0] word;

  ackw_followed_word #(.WIDTH(53), .ADDR_BITS(QPN)) u_word (
    .clk(clk), .at(qp), .raddr(s_18_qpn), .we(windows_we), .waddr(windows_waddr),
    .wdata({windows_wdata_ssthresh, windows_wdata_cwnd}),
    .known(followed), .value(value), .word(word)
  );

  // the window that the last update of qp gave, from the sweep on
  reg         known = 1'b0;
  reg  [52:0] window;
  wire        swept = init_we && init_addr == qp;
  wire        gives = out_valid && out_qpn == qp;
  wire [52:0] given = {s29_window_ssthresh, s29_window_cwnd};

  always @(posedge clk) begin
    started <= 1'b1;
    entered <= rst_n ? {entered[28:0], in_valid} : 30'd0;
    qpns    <= {qpns[29*QPN-1:0], in_qpn};
    known   <= rst_n && (known || swept);
    if (swept) window <= {windows_wdata_ssthresh, windows_wdata_cwnd};
    else if (gives) window <= given;
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (followed) assume ({windows_rdata_ssthresh, windows_rdata_cwnd} == value);
    if (init_we) assume (!in_valid && entered == 30'd0);
    for (i = 0; i < 7; i = i + 1) begin
      if (in_valid && entered[i]) assume (in_qpn != qpns[QPN*i +: QPN]);
    end
  end

  // what the limits were when it was clamped
  reg         changes = 1'b0;
  reg         clamps  = 1'b0;
  reg  [39:0] min_29, max_29;

  always @(posedge clk) begin
    changes <= grows_from_s5[22] || cuts_from_s5[22];
    clamps  <= rst_n && valid[28] && changes;
    min_29  <= s28_cwnd_min;
    max_29  <= s28_cwnd_max;
  end

  always @* if (started && rst_n) begin
    assert (valid[29:0] == entered);
    assert (out_valid == entered[29]);
    if (out_valid) assert (out_qpn == qpns[29*QPN +: QPN]);
    if (known && valid[21] && s_21_qpn == qp) assert ({window_ssthresh, window_cwnd} == (gives ? given : window));
    if (known && !gives) assert (word == window);
    if (clamps && min_29 <= max_29) assert (out_cwnd >= min_29 && out_cwnd <= max_29);
  end

  always @(posedge clk) if (rst_n && known && valid[21] && s_21_qpn == qp) begin
    cover (gives && window_cwnd == 40'd9);
    cover (!gives && window_cwnd == 40'd9 && window_ssthresh == 13'd5);
  end

  always @(posedge clk) if (rst_n && clamps) begin
    cover (out_cwnd == max_29 && min_29 < max_29);
    cover (out_cwnd == min_29 && min_29 < max_29);
    cover (out_cwnd > min_29 && out_cwnd < max_29);
  end
