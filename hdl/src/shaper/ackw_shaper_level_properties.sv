// A level hands on the earlier of a pair as both halves were told last, whatever lies between.
//
// `pair` is any pair, and the memory stands for its word alone. A slot has four cycles, in which what comes stands still.
// Reset may come at any time; the pair is known from the initialisation behind it on.
//: clk rst_n init_we init_addr last walk_go walk_wake walk_at walk_due_valid walk_due_key walk_due_index
//: onward_go onward_wake onward_at onward_due_valid onward_due_key onward_due_index goes wakes leads
//: pairs_raddr pairs_we pairs_waddr pairs_wdata_a_valid pairs_wdata_b_valid pair_a_valid pair_a_key pair_a_index
//: pair_b_valid pair_b_key pair_b_index pairs_rdata_a_valid pairs_rdata_a_key pairs_rdata_a_index pairs_rdata_b_valid
//: pairs_rdata_b_key pairs_rdata_b_index both_a_valid both_a_key both_a_index both_b_valid both_b_key both_b_index b_first

  localparam KEY  = $bits(walk_due_key);
  localparam QPN  = $bits(walk_at);
  localparam HALF = 1 + KEY + QPN;

  (* anyconst *) reg [QPN-2:0] pair;

  // valid, due time and QP of both halves, as they were told last
  reg  [HALF-1:0] half_a, half_b;
  reg             initialised = 1'b0;
  reg             started     = 1'b0;
  reg  [1:0]      cycle       = 2'd0;

  wire [HALF-1:0] told   = {walk_due_index, walk_due_key, walk_due_valid};
  wire            is_here = walk_at[QPN-1:1] == pair;
  wire [HALF-1:0] next_a  = walk_at[0] ? half_a : told;
  wire [HALF-1:0] next_b  = walk_at[0] ? told : half_b;

  wire                followed;
  wire [2*HALF-1:0]   value, word;
  ackw_followed_word #(.WIDTH(2*HALF), .ADDR_BITS(QPN-1)) u_word (
    .clk(clk), .at(pair), .raddr(pairs_raddr[QPN-2:0]), .we(pairs_we), .waddr(pairs_waddr[QPN-2:0]),
    .wdata({pair_b_index, pair_b_key, pairs_wdata_b_valid, pair_a_index, pair_a_key, pairs_wdata_a_valid}),
    .known(followed), .value(value), .word(word)
  );

  // of those that are valid the earlier, of equal ones the first; no two lie half a circle apart
  wire [KEY-1:0]  apart   = half_b[KEY:1] - half_a[KEY:1];
  wire [HALF-1:0] earlier = half_b[0] && (!half_a[0] || apart[KEY-1]) ? half_b : half_a;
  wire [HALF-1:0] onward  = {onward_due_index, onward_due_key, onward_due_valid};

  // what came in the slot before
  reg             was_here = 1'b0, was_go = 1'b0, was_wake = 1'b0;
  reg  [QPN-1:0]  was_at;
  // and in the cycle before, in the same slot
  reg             stood    = 1'b0;
  reg  [2+QPN+HALF-1:0] walk;
  wire [2+QPN+HALF-1:0] now_walk = {walk_go, walk_wake, walk_at, told};

  always @(posedge clk) begin
    started     <= 1'b1;
    cycle       <= rst_n ? cycle + 2'd1 : 2'd0;
    stood       <= started && rst_n && cycle != 2'd3;
    walk        <= now_walk;
    initialised <= rst_n && (initialised || (init_we && init_addr[QPN-2:0] == pair));
    if (init_we && init_addr[QPN-2:0] == pair) begin
      half_a <= {pair_a_index, pair_a_key, 1'b0};
      half_b <= {pair_b_index, pair_b_key, 1'b0};
    end else if (cycle == 2'd3 && walk_go && is_here) begin
      half_a <= next_a;
      half_b <= next_b;
    end
    if (cycle == 2'd3) begin
      was_here <= initialised && rst_n && walk_go && is_here;
      was_go   <= walk_go;
      was_wake <= walk_wake;
      was_at   <= walk_at;
    end
    if (!rst_n) begin
      was_here <= 1'b0;
      was_go   <= 1'b0;
      was_wake <= 1'b0;
    end
  end

  always @* begin
    if (!started) assume (!rst_n);
    assume (last == (cycle == 2'd3));
    if (stood) assume (now_walk == walk);
    if (init_we) assume (!walk_go && !walk_wake && !was_go && !was_wake);
    if (followed) assume ({pairs_rdata_b_index, pairs_rdata_b_key, pairs_rdata_b_valid, pairs_rdata_a_index,
                           pairs_rdata_a_key, pairs_rdata_a_valid} == value);
    if (started && rst_n) begin
      // what is in the memory is what was told
      if (initialised) assert ({half_b, half_a} == word);
      // it is read before it is replaced
      if (initialised && stood && cycle == 2'd3 && walk_go && is_here) begin
        assert ({pair_a_index, pair_a_key, pair_a_valid} == next_a);
        assert ({pair_b_index, pair_b_key, pair_b_valid} == next_b);
      end
      // a slot later the earlier one goes on, under the pair's index
      assert (onward_go == was_go && onward_wake == was_wake);
      if (was_go) assert (onward_at == was_at >> 1);
      if (was_here) begin
        assert (onward == earlier);
        assert ({both_a_index, both_a_key, both_a_valid} == half_a);
        assert ({both_b_index, both_b_key, both_b_valid} == half_b);
      end
      cover (was_here && onward_due_valid && half_a[0] && half_b[0] && apart[KEY-1] && onward == half_b);
    end
  end
