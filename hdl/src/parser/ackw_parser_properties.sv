// A frame's result comes nine cycles behind its last beat, and no other result does: what an engine's entry counts on
// while it holds packets off.
//: clk rst_n s_axis_tvalid s_axis_tready s_axis_tlast room res_valid

  reg       started = 1'b0;
  reg [8:0] ended;

  always @(posedge clk) begin
    started <= 1'b1;
    ended   <= rst_n ? {ended[7:0], s_axis_tvalid && s_axis_tready && s_axis_tlast} : 9'd0;
  end

  always @* if (!started) assume (!rst_n);

  always @* if (started && rst_n) begin
    assert (s_axis_tready == room);
    assert (res_valid == ended[8]);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (res_valid && ended[7:0] == 8'd0);
    cover (&ended);
  end
