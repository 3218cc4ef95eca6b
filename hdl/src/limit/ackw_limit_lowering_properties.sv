// What a QP owes is never lost, is lowered once, and nothing is lowered that is not owed.
//
// `qp` is any QP. What is kept of it, whether it owes and whether it waits in the queue, is followed here as the page's
// table of events has it: an event acts at the end of `fcr`, one a cycle. Which QP is fetched, when an advice's end makes
// it owe, when it is opened or moved, and what the engine says, is anything.
//: clk rst_n fetch_goes fetched fetched_qpn found_owed found_alg found_lower_window found_lower_rate settle_goes settled
//: moved moved_qpn lower_ready lower_done fetch_valid settle_valid lower_valid lower_qpn lower_alg lower_window lower_rate
//: idle count fetching offered running settling returning qpn waits

  localparam QPN = $bits(qpn);

  (* anyconst *) reg [QPN-1:0] qp;
  (* anyseq *)   wire          clamps;

  reg started = 1'b0;
  reg owes    = 1'b0;
  reg queued  = 1'b0;

  wire is_fetched = fetched && fetched_qpn == qp;
  wire is_moved   = moved && moved_qpn == qp;
  wire is_settled = settled && qpn == qp && owes && !queued;
  wire under_way  = qpn == qp && (offered || running || settling || returning);

  // the operation that was offered, and how many the engine has taken
  reg         waited = 1'b0;
  reg         dropped;
  reg [QPN-1:0] was_qpn;
  reg [3:0]   was_alg;
  reg [41:0]  was_window;
  reg [34:0]  was_rate;
  reg [47:0]  taken = 48'd0;

  always @(posedge clk) begin
    started    <= 1'b1;
    owes       <= rst_n && (clamps || (owes && !is_moved && !is_settled));
    queued     <= rst_n && (clamps || (queued && !is_fetched));
    waited     <= rst_n && lower_valid && !lower_ready && !(moved && moved_qpn == lower_qpn);
    was_qpn    <= lower_qpn;
    was_alg    <= lower_alg;
    was_window <= lower_window;
    was_rate   <= lower_rate;
    taken      <= rst_n ? taken + {47'd0, lower_valid && lower_ready} : 48'd0;
  end

  always @* begin
    if (!started) assume (!rst_n);
    // one event a cycle is at its end
    assume ({2'd0, fetched} + {2'd0, settled} + {2'd0, moved} + {2'd0, clamps} <= 3'd1);
    if (fetch_goes) assume (fetch_valid);
    if (settle_goes) assume (settle_valid);
    if (fetched) assume (fetching);
    if (settled) assume (returning);
    // the queue gives what it was given, and the QP's own word is read
    if (is_fetched) assume (queued && found_owed == owes);
    if (queued && !fetching) assume (waits);
    if (started && rst_n) begin
      assert ({2'd0, fetching} + {2'd0, offered} + {2'd0, running} + {2'd0, settling} + {2'd0, returning} <= 3'd1);
      assert (idle == !(fetching || offered || running || settling || returning));
      // it is owed until it is lowered: the QP waits, or its operation is under way
      if (owes) assert (queued || under_way);
      // nothing is offered that is not owed
      if (lower_valid && lower_qpn == qp) assert (owes);
      // who waits is fetched as soon as nothing is under way
      if (queued && idle) assert (fetch_valid);
      if (waited) begin
        assert (lower_valid && lower_qpn == was_qpn && lower_alg == was_alg);
        assert (lower_window == was_window && lower_rate == was_rate);
      end
      assert (count == taken);
      cover (is_settled && taken == 48'd3);
      cover (is_moved && lower_valid && lower_qpn == qp);
    end
  end
