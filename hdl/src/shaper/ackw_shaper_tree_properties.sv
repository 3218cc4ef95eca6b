// The tops: each is what came to it last, and the one that is shown is the highest whose time has come.
//
// `at` is any top. Its levels are left out: what comes up may be anything (ackw_shaper_level says what it is).
//: clk rst_n first last finish_go finish_wake finish_due_valid finish_due_key finish_due_index now_inv hold
//: is_due qpn valid held come due_top held_top due_index top
//: key_0 key_1 key_2 key_3 key_4 key_5 key_6 key_7 key_8 key_9 key_10 key_11 key_12 key_13 key_14 key_15
//: index_0 index_1 index_2 index_3 index_4 index_5 index_6 index_7 index_8 index_9 index_10 index_11 index_12 index_13 index_14 index_15

  localparam KEY = $bits(finish_due_key);
  localparam QPN = $bits(qpn);

  (* anyconst *) reg [3:0] at;

  reg             started = 1'b0;
  reg  [1:0]      cycle   = 2'd0;
  reg             has     = 1'b0;
  reg             holds   = 1'b0;
  reg  [KEY-1:0]  key;
  reg  [QPN-1:0]  index;
  // its time had come in the second cycle of this slot; some top's had; and whose is shown now
  reg             came    = 1'b0;
  reg             shows   = 1'b0;
  reg  [QPN-1:0]  shown;

  wire [16*KEY-1:0] keys    = {key_15, key_14, key_13, key_12, key_11, key_10, key_9, key_8, key_7, key_6, key_5, key_4, key_3, key_2, key_1, key_0};
  wire [16*QPN-1:0] indices = {index_15, index_14, index_13, index_12, index_11, index_10, index_9, index_8, index_7, index_6, index_5, index_4, index_3, index_2, index_1, index_0};
  wire            up   = finish_go && top == at;
  wire [KEY-1:0]  left = now_inv + key;

  always @(posedge clk) begin
    started <= 1'b1;
    cycle   <= rst_n ? cycle + 2'd1 : 2'd0;
    if (first && up) begin
      has   <= finish_due_valid;
      key   <= finish_due_key;
      index <= finish_due_index;
    end
    if (first && up && finish_wake) holds <= 1'b0;
    if (hold && held_top == at) holds <= 1'b1;
    if (cycle == 2'd1) came <= rst_n && has && !holds && left[KEY-1];
    if (cycle == 2'd3) begin
      shows <= rst_n && came && due_top == at;
      shown <= index;
    end
    if (!rst_n) begin
      has   <= 1'b0;
      holds <= 1'b0;
      came  <= 1'b0;
      shows <= 1'b0;
    end
  end

  always @* begin
    if (!started) assume (!rst_n);
    assume (first == (cycle == 2'd0) && last == (cycle == 2'd3));
    if (hold) assume (first);
    if (started && rst_n) begin
      assert (valid[at] == has && held[at] == holds);
      if (has) assert (keys[at*KEY +: KEY] == key && indices[at*QPN +: QPN] == index);
      if (cycle == 2'd2) begin
        assert (come[at] == came);
        if (came) assert (is_due);
      end
      if (cycle == 2'd3) begin
        // no top that is due is above the one that is taken
        if (came) assert (due_top >= at);
      end
      if (shows) assert (qpn == ((shown << 4) | (shown >> (QPN - 4))));
      if (shows) assert (held_top == at && due_index == shown);
      cover (shows && holds);
    end
  end
