// Who is picked asked, one at a time, and nobody waits for ever: a source that keeps asking is taken at the latest with
// the seventh operation.
//
// `mine` is any of the seven sources. A wait that is measured ends when it does not ask in a slot's third cycle.
//: clk rst_n last may over sent control req due grant sweep spare takes picked may_grant asks asks_later one later

  (* anyconst *) reg [2:0] chosen;
  (* anyseq *)   reg mark; // a wait that is measured begins

  reg       started   = 1'b0;
  reg [1:0] place     = 2'd0; // cycle of the slot: 0 is the first
  reg [6:0] sources_1 = 7'd0, sources_2 = 7'd0;
  reg       measures  = 1'b0;
  reg [2:0] others    = 3'd0; // taken since
  reg       may_1 = 1'b0, spare_1 = 1'b0;

  wire [2:0] mine    = &chosen ? 3'd0 : chosen;
  wire [6:0] sources = {sweep, grant, due, req, control, sent, over};
  wire       waits   = sources[mine];

  // the sources that come before it: `later` has ones from the one behind the last that was taken on
  wire [2:0] behind  = 3'd7 - {2'd0, later[0]} - {2'd0, later[1]} - {2'd0, later[2]} - {2'd0, later[3]} -
    {2'd0, later[4]} - {2'd0, later[5]} - {2'd0, later[6]};
  wire [3:0] nearer  = mine >= behind ? {1'b0, mine} - {1'b0, behind} : {1'b0, mine} + 4'd7 - {1'b0, behind};
  wire [6:0] earlier = ~later;

  always @(posedge clk) begin
    started <= 1'b1;
    place   <= !rst_n ? 2'd0 : place + 2'd1;
    {sources_2, sources_1, may_1, spare_1} <= rst_n ? {sources_1, sources, may, spare} : 16'd0;
    if (!rst_n || takes && picked[mine] || place == 2'd2 && !waits) begin
      measures <= 1'b0;
    end else if (!measures) begin
      measures <= mark && place == 2'd1;
      others   <= 3'd0;
    end else if (takes) begin
      others <= others + 3'd1;
    end
  end

  always @* begin
    if (!started) assume (!rst_n);
    assume (last == (place == 2'd3));
  end

  always @* if (started && rst_n) begin
    if (takes) begin
      // in a slot's first cycle, one, who asked in the third cycle of the slot before
      assert (place == 2'd0 && may_1);
      assert (picked != 7'd0 && (picked & (picked - 7'd1)) == 7'd0);
      assert ((picked & ~sources_2) == 7'd0);
      assert (may_grant == (picked[5] || spare_1 && (picked[2] || picked[4])));
    end else begin
      assert (!may_grant);
    end
    // who asks while somebody may is not passed over
    if (place == 2'd0 && may_1 && sources_2 != 7'd0) assert (takes);
    assert ((earlier & (earlier + 7'd1)) == 7'd0 && !later[0]);
    if (measures) assert ({1'b0, others} + nearer <= 4'd6);
    if (measures && takes && others == 3'd6) assert (picked[mine]);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (takes && picked[mine] && measures && others == 3'd6);
    cover (takes && may_grant && picked[2]);
  end
