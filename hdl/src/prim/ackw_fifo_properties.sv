// A queue gives what it took, in order, once each; it is never more than full; a word that is shown stays until it is
// taken.
//
// `mark` takes any word that is pushed; the words ahead of it are counted until it comes out.
//: clk rst_n in_valid in_ready in_data out_valid out_ready out_data count

  (* anyseq *) reg     mark;
  reg                  started = 1'b0;
  reg                  marked  = 1'b0; // the word is in the queue
  reg [ADDR_BITS:0]    ahead;          // this many words are ahead of it
  reg [WIDTH-1:0]      data;
  reg                  held = 1'b0;
  reg [WIDTH-1:0]      held_data;

  wire push = in_valid && in_ready;
  wire pop  = out_valid && out_ready;

  always @(posedge clk) begin
    started   <= 1'b1;
    held      <= rst_n && out_valid && !out_ready;
    held_data <= out_data;
    if (!rst_n) marked <= 1'b0;
    else if (!marked && mark && push) begin
      marked <= 1'b1;
      ahead  <= count[ADDR_BITS:0] - {{ADDR_BITS{1'b0}}, pop};
      data   <= in_data;
    end else if (marked && pop) begin
      marked <= ahead != 0;
      ahead  <= ahead - 1'b1;
    end
  end

  always @* if (!started) assume (!rst_n);

  always @* if (started && rst_n) begin
    assert (count <= (1 << ADDR_BITS));
    assert (in_ready == (count != (1 << ADDR_BITS)));
    assert (out_valid == (count != 0));
    if (held) assert (out_valid && out_data == held_data);
    if (marked) assert (ahead < count);
    if (marked && ahead == 0) assert (out_data == data);
  end

  always @(posedge clk) begin
    cover (started && count == (1 << ADDR_BITS));
    cover (started && marked && ahead == 0 && pop && held);
  end
