// A grant's tag: no tag is given that is in use, an answer meets the grant that it names, and each grant ends once.
//
// `slot` is any of the 64, and the memory stands for its word alone. A slot is free, kept by an operation, or has a
// grant open; `time_left` counts down what the claims about returns need of the clock.
//: clk rst_n phase now take free_valid free write refuse write_slot word_generation word_qpn word_opening word_number
//: word_bytes word_packets word_first word_deadline m0_slot m1_answers m1_returns m1_tag m1_qpn m1_hit
//: m1_word_generation m1_word_qpn m1_word_opening m1_word_number m1_word_bytes m1_word_packets m1_word_first
//: m1_word_deadline over_valid over_taken over_tag over_qpn
//: read_at words_rdata_generation words_rdata_qpn words_rdata_opening words_rdata_number words_rdata_bytes
//: words_rdata_packets words_rdata_first words_rdata_deadline used given turn turn_one generation_low generation_high
//: is_free free_low free_high write_one hit_one m0_some m1_given deadline m1_fits m1_answer m1_return past hit
//: found_generation found_qpn found_opening found_number found_bytes found_packets found_first found_deadline
//: ended to_give

  localparam QPN   = $bits(m1_qpn);
  localparam WIDTH = $bits({word_deadline, word_first, word_packets, word_bytes, word_number, word_opening, word_qpn,
    word_generation});

  (* anyconst *) reg [5:0] slot;

  // the word of the slot
  wire             followed;
  wire [WIDTH-1:0] value, word;
  wire [WIDTH-1:0] rdata = {words_rdata_deadline, words_rdata_first, words_rdata_packets, words_rdata_bytes,
    words_rdata_number, words_rdata_opening, words_rdata_qpn, words_rdata_generation};
  wire [WIDTH-1:0] wdata = {word_deadline, word_first, word_packets, word_bytes, word_number, word_opening, word_qpn,
    word_generation};
  wire [WIDTH-1:0] found = {found_deadline, found_first, found_packets, found_bytes, found_number, found_opening,
    found_qpn, found_generation};
  wire [WIDTH-1:0] m1_word = {m1_word_deadline, m1_word_first, m1_word_packets, m1_word_bytes, m1_word_number,
    m1_word_opening, m1_word_qpn, m1_word_generation};

  ackw_followed_word #(.WIDTH(WIDTH), .ADDR_BITS(6)) u_word (
    .clk(clk), .at(slot), .raddr(read_at), .we(write), .waddr(write_slot), .wdata(wdata),
    .known(followed), .value(value), .word(word)
  );

  // the slot, as the rules have it
  reg             started    = 1'b0;
  reg             kept       = 1'b0; // an operation has its tag
  reg             open       = 1'b0; // its grant is not answered
  reg [1:0]       generation = 2'd0; // of the next grant
  reg [WIDTH-1:0] granted;
  reg             rst_n_1 = 1'b0;
  reg [3:0]       since = 4'd0; // cycles behind a reset
  reg [1:0]       phase_1;
  reg             was_free_2 = 1'b0; // in the third cycle of the slot
  reg [5:0]       m0_slot_1;
  reg [QPN-1:0]   m1_qpn_1;
  reg [7:0]       m1_tag_1;
  reg             m1_answers_1 = 1'b0, m1_returns_1 = 1'b0;

  wire takes  = take && turn == slot;
  wire writes = write && write_slot == slot;
  wire fails  = refuse && write_slot == slot;
  wire ends   = phase == 2'd3 && m1_hit && m1_tag[5:0] == slot;
  wire asks   = (m1_answers || m1_returns) && m1_tag[5:0] == slot;

  always @(posedge clk) begin
    started <= 1'b1;
    phase_1 <= phase;
    rst_n_1 <= rst_n;
    since   <= !rst_n ? 4'd0 : since + {3'd0, !since[3]};
    if (phase == 2'd2) was_free_2 <= free_valid;
    {m1_qpn_1, m1_tag_1, m1_answers_1, m1_returns_1, m0_slot_1} <= {m1_qpn, m1_tag, m1_answers, m1_returns, m0_slot};
    if (!rst_n) begin
      {kept, open, generation} <= 4'd0;
    end else begin
      kept <= (kept || takes) && !writes && !fails;
      open <= (open || writes) && !ends;
      if (writes) begin
        generation <= generation + 2'd1;
        granted    <= wdata;
      end
    end
  end

  // who uses it: shaper
  always @* begin
    if (!started) assume (!rst_n);
    if (started) assume (phase == (rst_n_1 ? phase_1 + 2'd1 : 2'd0));
    if (since < 4'd8) assume (!m1_answers && !m1_returns && !write && !refuse);
    if (take) assume (phase == 2'd0 && was_free_2 && since >= 4'd4);
    if (write || refuse) assume (phase == 2'd1 && write != refuse && (write_slot != slot || kept));
    if (writes) assume (word_generation == generation);
    // what stands in m0 is in m1 a slot later, and never two of a QP one behind the other
    if (started && phase != 2'd0) assume ({m1_qpn, m1_tag, m1_answers, m1_returns, m0_slot} == {m1_qpn_1, m1_tag_1, m1_answers_1, m1_returns_1, m0_slot_1});
    if (started && phase == 2'd0) begin
      if (m1_answers || m1_returns) assume (m1_tag[5:0] == m0_slot_1);
      if ((m1_answers || m1_returns) && (m1_answers_1 || m1_returns_1)) assume (m1_qpn != m1_qpn_1);
    end
    assume (!(m1_answers && m1_returns));
    if (followed) assume (rdata == value);
  end

  // what a return's time is compared with, and what was open when the tag was read
  reg        open_read = 1'b0, open_last = 1'b0;
  reg [33:0] now_at;
  reg [5:0]  write_slot_1;
  wire [33:0] over_by = now_at - granted[WIDTH-1 -: 34];
  wire        fits    = m1_qpn == granted[QPN+1:2] && (m1_returns ? !over_by[33] : m1_tag[7:6] == granted[1:0]);

  always @(posedge clk) begin
    write_slot_1 <= write_slot;
    if (phase == 2'd3) open_last <= rst_n && open && !ends;
    if (phase == 2'd3) open_read <= rst_n && open;
    if (phase == 2'd1) now_at <= now;
    if (!rst_n) {open_read, open_last} <= 2'd0;
  end

  // a grant's tag stands in m7 for a slot
  always @* if (started && (write || refuse)) assume (write_slot == write_slot_1);

  always @* if (started && rst_n) begin
    // a tag that is given is free, and is the slot with the number of its grants
    if (takes) assert (!kept && !open && free == {generation, slot});
    // a grant ends by its own answer, or when its time is over; then it is found as it was given
    if (ends) assert (open && open_read && fits && m1_word == granted);
    // and it does: by every answer that names it, and by a return
    if (phase == 2'd3 && asks && open_last && fits) assert (m1_hit);

    // what the registers hold of it
    assert (turn_one == 64'd1 << turn);
    assert (!(kept && open));
    if (open) assert (word == granted);
    assert ((used[slot] && !ended[slot]) == (kept || open));
    assert ((given[slot] && !ended[slot] || to_give[slot]) == open);
    assert ({generation_high[slot], generation_low[slot]} + {1'b0, to_give[slot]} == generation);
    if (open && !to_give[slot]) assert (granted[1:0] + 2'd1 == generation);
  end

  always @(posedge clk) if (rst_n && started) begin
    cover (ends && m1_answers);
    cover (ends && m1_returns);
    cover (phase == 2'd3 && asks && open_read && !m1_hit);
    cover (fails);
  end
