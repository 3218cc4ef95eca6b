// No update of a QP is handed to the shaper while one of that QP, or its opening or closing, waits there to be picked.
//
// `qp` is any QP. The shaper is left out: it picks what it was handed in order, when it likes, and says of how many it
// has not; so is `latest`. Of an opening and an update it takes one a cycle.
//: clk rst_n opens hands_over open_qpn open_valid latest_m_upd_valid latest_m_upd_qpn latest_m_upd_ready shaper_s_upd_valid
//: shaper_s_upd_ready shaper_s_open_ready shaper_not_picked s_open_valid s_open_ready s_open_qpn s_req_ready
//: shaper_s_req_valid open_close ready
//: handed_0 handed_1 handed_2 handed_3 handed_4 handed_5 handed_6 handed_7

  localparam QPN = $bits(open_qpn);

  (* anyconst *) reg [QPN-1:0] qp;

  reg              started = 1'b0;
  wire             hands   = shaper_s_upd_valid && shaper_s_upd_ready;
  wire             here    = hands && latest_m_upd_qpn == qp;
  wire             opened  = opens && open_qpn == qp;
  wire [8*QPN-1:0] handed  = {handed_7, handed_6, handed_5, handed_4, handed_3, handed_2, handed_1, handed_0};

  // the newest that was handed over of `qp`, and how many were since
  reg              there   = 1'b0;
  reg  [3:0]       since;
  // of how many the shaper had not picked, and whether another came
  reg  [3:0]       before  = 4'd0;
  reg              came    = 1'b0;
  // an opening that waits
  reg              waits   = 1'b0;
  reg  [QPN-1:0]   waiting;

  wire             in_queue = there && since < shaper_not_picked;

  always @(posedge clk) begin
    started <= 1'b1;
    before  <= rst_n ? shaper_not_picked : 4'd0;
    came    <= rst_n && (hands || opens);
    waits   <= rst_n && ((s_open_valid && s_open_ready) || (waits && !opens));
    if (s_open_valid && s_open_ready) waiting <= s_open_qpn;
    if (here || opened) begin
      there <= rst_n;
      since <= 4'd0;
    end else begin
      there <= rst_n && in_queue;
      if (hands || opens) since <= since + 4'd1;
    end
  end

  always @* begin
    if (!started) assume (!rst_n);
    assume (shaper_not_picked <= before + {3'd0, came} && shaper_not_picked <= 4'd8);
    if (shaper_not_picked == 4'd8) assume (!shaper_s_upd_ready && !shaper_s_open_ready);
    assume (!(hands && opens));
    if (started && rst_n) begin
      if (here) assert (!in_queue);
      assert (hands == hands_over);
      assert (hands == (latest_m_upd_valid && latest_m_upd_ready));
      if (in_queue) assert (since < 4'd8 && handed[since*QPN +: QPN] == qp);
      // what waits of the QP in `latest` is forgotten with the opening, and nothing of it stands between
      if (opens) assert (!(latest_m_upd_valid && latest_m_upd_qpn == open_qpn));
      // an opening that was taken goes on, once, as it came
      assert (waits == open_valid);
      if (waits) assert (open_qpn == waiting);
      if (opens) assert (waits);
      // no doorbell overtakes an opening
      if (open_valid && !open_close) assert (!shaper_s_req_valid && !s_req_ready);
      cover (in_queue && since == 4'd5 && latest_m_upd_valid && latest_m_upd_qpn == qp && shaper_s_upd_ready);
    end
  end
